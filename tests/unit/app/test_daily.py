"""The deal of a day: the same everywhere, and what played days come to."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from red7_desktop.app.library import exchange
from red7_desktop.app.profile import daily_score, statistics, streaks
from red7_desktop.app.profile.daily_score import DailyScore
from red7_desktop.app.screens.daily import deal_on, load_deals, parse_deals
from red7_desktop.app.screens.daily_page import SharedResult, write_lines_to_share
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.match_model import RoundGain
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import Texts
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.files import InvalidValue
from red7_desktop.tabletop.match import Match

MONDAY = date(2026, 11, 16)
GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "daily.json").read_text("utf-8"))


def days(pattern: str, first: date = MONDAY) -> set[date]:
    """Return the days with an x in a pattern that begins on a Monday; spaces part weeks."""
    marks = pattern.replace(" ", "")
    return {first + timedelta(days=nth) for nth, mark in enumerate(marks) if mark == "x"}


def test_order_of_daily_deals_is_fixed_and_continues_after_the_last() -> None:
    listed = range(100, 110)
    shown = [deal_on(date(2026, 12, 28) + timedelta(days=n), listed) for n in range(12)]
    assert shown == [101, 102, 104, 100, 108, 106, 107, 109, 105, 104, 100, 103]
    for lap in range(-3, 4):
        first = date(2026, 1, 1) + timedelta(days=10 * lap)
        assert {deal_on(first + timedelta(days=n), listed) for n in range(10)} == set(listed)


@pytest.mark.parametrize("game", GOLDEN)
def test_ten_days_have_the_recorded_deals(game: str) -> None:
    listed = load_deals(asset_path, game)
    assert len(GOLDEN[game]) == 10
    assert {day: deal_on(date.fromisoformat(day), listed) for day in GOLDEN[game]} == GOLDEN[game]


@pytest.mark.parametrize("line", ["x 9/20", "-1", "1000000000", "7\n7 8/20", "٣"])
def test_damaged_daily_list_is_refused(line: str) -> None:
    with pytest.raises(InvalidValue):
        parse_deals(f"# remark\n3 9/20\n{line}\n")


@pytest.mark.parametrize("game", CATALOGUE)
def test_shipped_daily_lists_are_valid(game: str) -> None:
    daily = CATALOGUE[game].players().daily
    assert daily is not None
    CATALOGUE[game].rules().start(daily.all_options, load_deals(asset_path, game)[0])
    for line in asset_path("daily", f"{game}.txt").read_text("utf-8").splitlines()[1:]:
        won, _, plays = line.split()[1].partition("/")
        assert 0.4 <= float(won) / int(plays) <= 0.6


@pytest.mark.parametrize(
    ("pattern", "row", "longest"),
    [
        ("xxxxxxx xxx", 10, 10),
        ("xxxxxxx xx.", 9, 9),  # today may still be played
        ("xx.xxxx xxx", 9, 9),  # a missed day is forgiven, and does not count
        ("xx.xxx. xxx", 6, 6),  # the second of a week is not
        ("xxxxxx. .xx", 8, 8),  # one in each of two weeks
        ("xxxxxxx ...", 0, 7),
        ("....... ..x", 1, 1),
        ("....... ...", 0, 0),
    ],
)
def test_streak_counts_days_in_a_row(pattern: str, row: int, longest: int) -> None:
    today = MONDAY + timedelta(days=9)
    assert streaks.count_streak(today, days(pattern)) == row
    assert streaks.find_longest_streak(days(pattern)) == longest


def test_longest_streak_ends_on_its_last_day() -> None:
    rng = Random(7)
    for _ in range(150):
        share = rng.choice((0.5, 0.75, 0.9))
        played = {MONDAY + timedelta(days=n) for n in range(40) if rng.random() < share}
        assert streaks.find_longest_streak(played) == max(
            (streaks.count_streak(day, played) for day in played), default=0
        )


@pytest.mark.parametrize("last", [date.max, date(9999, 12, 27), date.min, date(1, 1, 7)])
def test_streak_works_at_the_ends_of_the_calendar(last: date) -> None:
    first = max(last.toordinal() - 4, 1)
    played = {date.fromordinal(day) for day in range(first, last.toordinal() + 1)}
    results = dict.fromkeys(played, streaks.DayResult("won", 1))

    states = streaks.list_day_states(last, results)

    assert streaks.count_streak(last, played) == len(played)
    assert streaks.find_longest_streak(played) == len(played)
    assert states[last.weekday()] is streaks.DayState.WON
    assert streaks.count_streak(date.min, {date.max}) == 0
    assert not streaks.has_full_week(played)


def test_full_week_is_monday_to_sunday() -> None:
    week = {MONDAY + timedelta(days=nth) for nth in range(7)}

    assert streaks.has_full_week(week)
    assert not streaks.has_full_week({day + timedelta(days=1) for day in week})
    assert not streaks.has_full_week({date(9999, 12, 27) + timedelta(days=nth) for nth in range(5)})


def test_streak_ignores_a_clock_set_back_and_forth() -> None:
    played = days("xxxxxxx xxx")
    today = MONDAY + timedelta(days=9)
    assert streaks.count_streak(today - timedelta(days=5), played) == 5
    assert streaks.count_streak(today, played) == 10
    ahead = played | {today + timedelta(days=300)}
    assert streaks.count_streak(today, ahead) == 10
    results = dict.fromkeys(ahead, streaks.DayResult("won", 1))
    assert streaks.list_day_states(MONDAY, results) == (streaks.DayState.WON,) * 7


def test_week_pips_show_played_and_won_days() -> None:
    results = {
        MONDAY: streaks.DayResult("won", 4),
        MONDAY + timedelta(days=2): streaks.DayResult("lost", 1),
    }
    shown = streaks.list_day_states(MONDAY + timedelta(days=3), results)
    marks = " ".join([mark.value for mark in shown])
    assert marks == "won missed played today ahead ahead ahead"
    assert not streaks.has_full_week(results)
    assert streaks.has_full_week(days("xx.xxxx xxxxxxx"))
    assert not streaks.has_full_week(days("..xxxxx xxxxx.."))


def test_first_ended_daily_match_counts() -> None:
    def event(
        key: str, outcome: str, value: int = 0, game: str = "red7"
    ) -> statistics.ProfileEvent:
        return statistics.ProfileEvent("daily", game, key, MONDAY, outcome, value)

    done = streaks.read_daily_record(
        (
            event("no day", "won"),
            event("2026-11-15", "won", 1, "spring"),
            event("2026-11-15", "won", 1)._replace(kind="puzzle"),
            event("2026-11-16", "begun"),
            event("2026-11-16", "lost", 3),
            event("2026-11-16", "won", 9),
            event("2026-11-17", "begun"),
        ),
        "red7",
    )
    assert done.begun == {MONDAY, MONDAY + timedelta(days=1)}
    assert done.results == {MONDAY: streaks.DayResult("lost", 3)}


OWN = DailyScore((RoundGain("R", 7, True), RoundGain("B", 0, False), RoundGain("I", 27, True)))
PAR = DailyScore((RoundGain("G", 31, True),))


def share(game: str, result: streaks.DayResult, **scores: DailyScore) -> list[str]:
    view = CATALOGUE[game].view()
    day = date(2026, 11, 17)
    shared = SharedResult(view.title(Texts()), day, result, "Hana", 2, **scores)
    return write_lines_to_share(Texts(), view, shared).split("\n")


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (streaks.DayResult("won", 6), "Beat Hana by 6"),
        (streaks.DayResult("tied", 0), "Tied with Hana"),
        (streaks.DayResult("lost", 2), "Lost to Hana by 2"),
        (streaks.DayResult("lost", 0), "Lost to Hana"),
    ],
)
def test_shared_daily_result_names_the_outcome_without_a_score(
    result: streaks.DayResult, line: str
) -> None:
    assert share("red7", result) == ["Red7: daily deal, 2026-11-17", line, "Streak: 2"]


def test_shared_daily_result_shows_rounds_as_squares_and_par() -> None:
    won = streaks.DayResult("won", 6)

    assert share("red7", won, own=OWN, par=PAR) == [
        "Red7: daily deal, 2026-11-17",
        "🟥⬜⬛ 34 (par 31)",
        "Beat Hana by 6 · Streak: 2",
    ]
    assert share("red7", won, own=OWN)[1] == "🟥⬜⬛ 34"


def test_shared_spring_cleaning_result_shows_trash_as_squares() -> None:
    gains = [RoundGain("1", trash, trash == 0) for trash in (0, 1, 2, 3, 9)]

    lines = share("spring", streaks.DayResult("lost", 2), own=DailyScore(tuple(gains)))

    assert lines[1] == "🟩🟨🟧🟥🟥 15"


def test_every_red7_colour_has_a_distinct_emoji_square() -> None:
    view = CATALOGUE["red7"].view()

    squares = {
        view.story.build_round_tile(Texts(), RoundGain(letter, 5, True)).square
        for letter in "ROYGBIV"
    }

    assert len(squares) == 7
    assert "⬜" not in squares, "that is a lost round"


def test_daily_score_is_read_again_from_its_event() -> None:
    told = OWN._replace(match="a-match")
    event = daily_score.make_event(daily_score.OWN, "red7", MONDAY, told, MONDAY)

    assert daily_score.find_score([event], daily_score.OWN, "red7", MONDAY) == told
    assert event.value == told.points == 34
    assert told.curve == (0, 7, 7, 34)
    for kind, game, day in (
        (daily_score.PAR, "red7", MONDAY),
        (daily_score.OWN, "spring", MONDAY),
        (daily_score.OWN, "red7", MONDAY + timedelta(days=1)),
    ):
        assert daily_score.find_score([event], kind, game, day) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "won",
        "[]",
        "{}",
        "null",
        '{"rounds":[]}',
        '{"rounds":[["R",7]]}',
        '{"rounds":[[7,7,1]]}',
        '{"rounds":[["R",true,1]]}',
        '{"rounds":[["R",1e3,1]]}',
        '{"rounds":[["R",10000,1]]}',
        '{"rounds":[["much too long",1,1]]}',
        '{"rounds":[["R",7,1]],"match":5}',
        "[" * 100_000,
    ],
)
def test_malformed_daily_score_is_ignored(text: str) -> None:
    assert daily_score.parse_score(text) is None


def test_daily_scores_are_in_an_exported_profile(tmp_path: Path) -> None:
    events = [
        daily_score.make_event(kind, "red7", MONDAY, told, MONDAY)
        for kind, told in ((daily_score.OWN, OWN), (daily_score.PAR, PAR))
    ]
    profile = statistics.ProfileData((statistics.NOBODY,), 1, (), tuple([(1, e) for e in events]))
    file = tmp_path / "a.red7profile"
    file.write_text(exchange.write_profile(profile), "utf-8")

    read = exchange.read_profile(file)

    kept = [event for _, event in read.events]
    assert daily_score.find_score(kept, daily_score.OWN, "red7", MONDAY) == OWN
    assert daily_score.find_score(kept, daily_score.PAR, "red7", MONDAY) == PAR


def test_longest_daily_score_fits_into_an_exported_profile(tmp_path: Path) -> None:
    longest = DailyScore((RoundGain("VIIIIIII", 9999, True),) * 60, "u" * 40)
    event = daily_score.make_event(daily_score.OWN, "red7", MONDAY, longest, MONDAY)
    profile = statistics.ProfileData((statistics.NOBODY,), 1, (), ((1, event),))
    file = tmp_path / "a.red7profile"
    file.write_text(exchange.write_profile(profile), "utf-8")

    assert tuple(exchange.read_profile(file).events) == profile.events


@pytest.mark.parametrize("game", CATALOGUE)
def test_gains_of_rounds_add_up_to_the_points_of_the_match(game: str) -> None:
    row = CATALOGUE[game]
    daily = row.players().daily
    assert daily is not None
    match = Match(row.rules(), daily.all_options, 4)
    rng = Random(4)
    while acting := match.game.to_act(match.state):
        match.take(acting[0], rng.choice(match.game.legal_steps(match.state, acting[0])))
    result = match.game.result(match.state)
    assert result is not None

    for seat, score in enumerate(result.scores):
        gains = story.list_round_gains(row.view(), match, seat)

        assert len(gains) == len(match.state.rounds)
        assert DailyScore(gains).points == score
