"""People and their matches are kept, survive what may happen to a file, and add up."""

from __future__ import annotations

import json
import math
import operator
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from red7_desktop.app.library import database, exchange, matches, people
from red7_desktop.app.library.exchange import parse_profile, read_profile, write_profile
from red7_desktop.app.library.matches import MatchRow
from red7_desktop.app.profile.own_profile import EventSummary, OwnProfile
from red7_desktop.app.profile.statistics import (
    COLOURS,
    NOBODY,
    MatchFacts,
    OpponentStatistics,
    PlayerProfile,
    ProfileData,
    ProfileEvent,
    ProfileSnapshot,
    RatedMatch,
    Rating,
    RoundTally,
    SeatFacts,
    build_match_facts,
    compute_statistics,
    update_rating,
)
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS
from red7_desktop.kit.storage import Cancelled, JobProgress, Paths
from red7_desktop.tabletop.files import InvalidValue
from tests.matches import begin, played
from tests.unit.app.copies import Copy

FIRST = date(2026, 1, 30)
TALLIES = (RoundTally("G", 1, 1), RoundTally("R", 2, 1))


def match(
    uid: str, *, won: bool = True, day: int = 0, level: str = "sharp", name: str = "Mara"
) -> MatchFacts:
    tallies = (RoundTally("G", 1, int(won)), RoundTally("R", 2, 1))
    seats = (
        SeatFacts(name, "human", 30, won, 9, 1, tallies),
        SeatFacts("Ravi", level, 12, not won, 9),
    )
    return MatchFacts(uid, "red7", "{}", FIRST + timedelta(days=day), 3, True, seats)


def seated(match: MatchFacts, *people: int | None) -> MatchFacts:
    seats = zip(match.seats, people, strict=True)
    return match._replace(seats=tuple([seat._replace(person=number) for seat, number in seats]))


def people_in(db: sqlite3.Connection) -> dict[str, tuple[int | None, ...]]:
    """Return who sat at each match that counts."""
    return {
        each.uid: tuple([seat.person for seat in each.seats]) for each in people.iterate_matches(db)
    }


def keep(db: sqlite3.Connection, match: MatchFacts) -> None:
    """Count a match for the people here, as its end does."""
    chosen = people.ensure_default_player(db)
    people.put_match(db, match.with_people(people.list_players(db), chosen))


def name_chosen(db: sqlite3.Connection, name: str) -> int:
    """Give the person who plays by default a name; return the number."""
    me = people.ensure_default_player(db)
    people.update_player(db, people.list_players(db)[0]._replace(name=name))
    return me


def end(db: sqlite3.Connection, uid: str) -> None:
    """Store the record of a match that is counted."""
    keep(db, match(uid, name="Mara"))
    matches.store_record(db, MatchRow(uid, f"record of {uid}"))


def test_glicko_2_rating_equals_the_published_example() -> None:
    met = [
        RatedMatch(Rating(1400, 30), 1.0),
        RatedMatch(Rating(1550, 100), 0.0),
        RatedMatch(Rating(1700, 300), 0.0),
    ]
    after = update_rating(Rating(1500, 200, 0.06), met)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)
    idle = update_rating(after, [])
    assert after.deviation < idle.deviation < 160


@pytest.mark.parametrize(
    ("before", "met"),
    [
        (Rating(1500, 200, 0.06), [RatedMatch(Rating(1400, 30), 1.0)]),
        (Rating(1500, 50, 0.06), [RatedMatch(Rating(2100, 30), 1.0)] * 5),  # a surprise
        (Rating(1500, 50, 0.3), [RatedMatch(Rating(1900, 30), 1.0)] * 4),
        (Rating(1500, 50, 0.5), [RatedMatch(Rating(1500, 30), 0.5)] * 9),  # none at all
        (Rating(1900, 300, 0.2), [RatedMatch(Rating(1500, 300), 0.0)] * 3),
    ],
)
def test_rating_volatility_solves_the_glicko_2_equation(
    before: Rating, met: list[RatedMatch]
) -> None:
    """Step 5 of the published algorithm, by halving."""
    scale, tau = 173.7178, 0.5
    phi, mu = before.deviation / scale, (before.value - 1500) / scale
    weights = [1 / math.sqrt(1 + 3 * (r.deviation / scale / math.pi) ** 2) for r, _ in met]
    pairs = zip(weights, met, strict=True)
    hopes = [1 / (1 + math.exp(-w * (mu - (r.value - 1500) / scale))) for w, (r, _) in pairs]
    variance = 1 / sum(w * w * e * (1 - e) for w, e in zip(weights, hopes, strict=True))
    gains = zip(weights, hopes, met, strict=True)
    delta = variance * sum(w * (score - e) for w, e, (_, score) in gains)

    def slope(x: float) -> float:
        total = phi * phi + variance + math.exp(x)
        pull = (x - math.log(before.volatility**2)) / tau**2
        return math.exp(x) * (delta * delta - total) / (2 * total * total) - pull

    low, high = -20.0, 5.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    after = update_rating(before, met)
    assert after.volatility == pytest.approx(math.exp(low / 2), rel=1e-6)
    spread = 1 / (phi * phi + after.volatility**2) + 1 / variance
    assert after.deviation == pytest.approx(scale / math.sqrt(spread))
    assert after.value == pytest.approx(before.value + scale * delta / variance / spread)


def test_rating_deviation_never_exceeds_that_of_a_new_player() -> None:
    unknown = Rating()
    assert unknown == (1500.0, 350.0, 0.06)
    assert update_rating(unknown, []) == unknown
    assert update_rating(Rating(1500, 349.0), []).deviation == pytest.approx(349.16, abs=0.01)


# -- people ----------------------------------------------------------------------------------


def test_new_person_has_the_colour_and_portrait_next_in_turn(db: sqlite3.Connection) -> None:
    assert people.find_default_player(db) is None
    for name in ("Mara", "Jonas", "Zoë"):
        people.add_person(db, name)

    assert people.list_players(db) == tuple(
        [
            PlayerProfile(n + 1, name, COLOURS[n], HUMAN_PORTRAITS[n])
            for n, name in enumerate(("Mara", "Jonas", "Zoë"))
        ]
    )


def test_first_person_plays_until_another_is_chosen(db: sqlite3.Connection) -> None:
    mara, jonas, zoe = [people.add_person(db, name) for name in ("Mara", "Jonas", "Zoë")]
    assert people.ensure_default_player(db) == mara
    people.choose_person(db, zoe)
    assert people.ensure_default_player(db) == zoe

    people.choose_person(db, jonas)

    assert people.find_default_player(db) == people.list_players(db)[1]
    assert len(people.list_players(db)) == 3


def test_recounted_match_replaces_its_earlier_count(db: sqlite3.Connection) -> None:
    keep(db, match("a", won=False, day=3)._replace(is_over=False))

    keep(db, match("a"))

    assert list(people.iterate_matches(db)) == [seated(match("a"), 1, None)]


def test_finished_match_that_is_running_again_no_longer_counts(db: sqlite3.Connection) -> None:
    keep(db, match("a"))
    keep(db, match("b"))

    matches.store_running(db, MatchRow("a", "a save", "red7", "2026-01-31", "12:00"))

    assert people_in(db) == {"b": (1, None)}
    assert people.read_snapshot(db).score == (1, 1)
    assert not people.has_match(db, "a")


def test_deleted_person_leaves_matches_to_a_guest(db: sqlite3.Connection) -> None:
    mara = name_chosen(db, "Mara")
    jonas = people.add_person(db, "Jonas")
    people.put_event(db, ProfileEvent("puzzle", "red7", "a", FIRST, "solved"), jonas)
    keep(db, match("a", name="Mara"))
    keep(db, match("b", name="Jonas"))
    people.choose_person(db, jonas)

    people.delete_person(db, jonas)

    assert [person.name for person in people.list_players(db)] == ["Mara"]
    assert people_in(db) == {"a": (mara, None), "b": (None, None)}
    assert people.ensure_default_player(db) == mara
    assert [*people.iterate_events(db)] == []


def test_deleting_the_only_person_leaves_an_unnamed_one(db: sqlite3.Connection) -> None:
    people.delete_person(db, name_chosen(db, "Mara"))

    (person,) = people.list_players(db)
    assert (person.name, people.ensure_default_player(db)) == ("", person.number)


def test_deleting_everyone_keeps_records_and_running_matches(db: sqlite3.Connection) -> None:
    name_chosen(db, "Mara")
    people.add_person(db, "Jonas")
    people.put_event(db, ProfileEvent("puzzle", "red7", "a", FIRST, "solved"), 2)
    end(db, "recorded")
    keep(db, match("counted"))
    matches.store_running(db, MatchRow("running", "a save", "red7", "2026-01-30", "12:00"))

    people.delete_everyone(db)

    (person,) = people.list_players(db)
    assert person.name == ""
    assert people.read_all(db) == ProfileData((person,), person.number, ())
    assert people.read_snapshot(db).score == (0, 0)
    assert [row.uid for row in matches.list_played(db)] == ["recorded"]
    (running,) = matches.list_running(db)
    assert (running.uid, running.is_counted) == ("running", 0)
    keep(db, match("running"))
    matches.store_record(db, MatchRow("running", "a record"))
    assert people.read_snapshot(db).score == (1, 1)
    assert people_in(db) == {"running": (person.number, None)}


def test_deleting_the_record_of_an_uncounted_match_deletes_the_match(
    db: sqlite3.Connection,
) -> None:
    end(db, "recorded")
    people.delete_everyone(db)

    matches.drop_record(db, "recorded")

    assert db.execute("SELECT uid FROM matches").fetchall() == []


def test_deleted_people_are_not_imported_again_from_old_files(
    copy: Copy, paths: Paths, start: Callable[[], Copy]
) -> None:
    """What an older program has left is still there, and is taken in only once."""
    copy.close()
    for file in paths.saves.iterdir():
        file.unlink()
    shutil.copy(LEFT / "profile.sqlite3", paths.saves)
    again = start()
    again.library.check_and_import()
    again.library.flush()
    assert {name for (name,) in again.read("SELECT name FROM players")} == set(BY_NAME)

    again.library.write(people.delete_everyone).result()

    again.close()
    later = start()
    later.library.check_and_import()
    later.library.flush()
    assert later.read("SELECT name FROM players") == [("",)]
    assert later.read("SELECT * FROM seats") == []


def test_match_counts_for_people_by_name_or_for_the_only_human(db: sqlite3.Connection) -> None:
    mara = name_chosen(db, "Mara")
    jonas = people.add_person(db, "Jonas")
    people.choose_person(db, jonas)
    seats = tuple(SeatFacts(n, "human", 1, n == "Mara", 3) for n in ("Mara", "Guest", "Jonas"))

    keep(db, match("a", name="MARA"))
    keep(db, match("b", name="a new name"))
    keep(db, MatchFacts("c", "red7", "{}", FIRST, 1, True, seats))

    assert people_in(db) == {
        "a": (mara, None),
        "b": (jonas, None),
        "c": (mara, None, jonas),
    }


def test_matches_are_read_in_the_order_of_their_days(db: sqlite3.Connection) -> None:
    for uid, day in (("d", 3), ("b", 1), ("c", 1), ("a", 0)):
        keep(db, match(uid, day=day))
    keep(db, match("other", day=2)._replace(game="spring"))
    people.put_match(db, match("uncounted", day=2), is_counted=False)

    assert list(people_in(db)) == ["a", "b", "c", "other", "d"]
    assert [each.uid for each in people.iterate_matches(db, "red7")] == ["a", "b", "c", "d"]
    assert [each.uid for each in people.iterate_matches(db, "spring")] == ["other"]


def test_snapshot_sums_up_the_current_person(db: sqlite3.Connection) -> None:
    mara = name_chosen(db, "Mara")
    jonas = people.add_person(db, "Jonas")
    event = ProfileEvent("puzzle", "red7", "17", FIRST, "solved")
    people.put_event(db, event, mara)
    people.put_event(db, event._replace(key="18"), jonas)
    keep(db, match("a"))
    keep(db, match("b", won=False))
    keep(db, match("c")._replace(is_over=False, game="spring"))
    keep(db, match("d", name="Jonas"))

    seen = people.read_snapshot(db)

    assert seen.person == people.list_players(db)[0]
    assert (seen.events, seen.score) == ((event,), (2, 1))
    assert seen.games == {"red7", "spring"}
    assert seen.people == people.list_players(db)


def test_snapshot_of_a_library_without_people_is_empty(db: sqlite3.Connection) -> None:
    seen = people.read_snapshot(db)

    assert (seen.person, seen.people, seen.score) == (NOBODY, (NOBODY,), (0, 0))
    assert people.read_all(db) == ProfileData((NOBODY,), NOBODY.number, ())


def test_people_with_the_same_name_are_merged(db: sqlite3.Connection) -> None:
    mara = name_chosen(db, "Mara")
    others = [PlayerProfile(7, "MARA", "C", "frog"), PlayerProfile(3, "Zoë", "D", "bear")]

    own = people.merge_people(db, others)

    assert own == {7: mara, 3: mara + 1}
    first, second = people.list_players(db)
    assert (first.name, second) == ("Mara", PlayerProfile(mara + 1, "Zoë", "D", "bear"))
    assert people.merge_people(db, others) == own


def test_people_are_imported_from_records_by_frequency(
    db: sqlite3.Connection,
) -> None:
    together = tuple([SeatFacts(name, "human", 1, False, 3) for name in ("Ann", "Bo")])
    facts = [match("a", name="Jonas"), match("b", name="Mara"), match("c", name="Mara")]

    people.add_former_players(db, [*facts, MatchFacts("d", "red7", "{}", FIRST, 1, True, together)])

    assert [person.name for person in people.list_players(db)] == ["Mara", "Jonas"]


def test_unnamed_person_is_unused_until_an_event_is_stored(db: sqlite3.Connection) -> None:
    assert people.find_unused_person(db) is None
    me = people.ensure_default_player(db)
    assert people.find_unused_person(db) == me

    people.put_event(db, ProfileEvent("puzzle", "red7", "17", FIRST, "solved"), me)

    assert people.find_unused_person(db) is None


SENSELESS = (
    ("UPDATE matches SET day = '2026-01-71' WHERE uid = 'a'", ["b"]),
    ("UPDATE matches SET rounds = 'many' WHERE uid = 'b'", ["a"]),
    ("UPDATE seats SET turns = 'x' WHERE match = 1 AND seat = 1", ["b"]),
    ("UPDATE seats SET is_winner = 'x' WHERE match = 2 AND seat = 0", ["a"]),
    ("UPDATE seats SET score = 1.5 WHERE match = 2 AND seat = 0", ["a"]),
    ("UPDATE seats SET marks = '[[1, 2, 3]]' WHERE match = 2 AND seat = 0", ["a"]),
    ("UPDATE seats SET marks = '[[\"G\", 2' WHERE match = 2 AND seat = 0", ["a"]),
    ("UPDATE seats SET marks = '7' WHERE match = 2 AND seat = 0", ["a"]),
    ("UPDATE events SET day = '2026-13-01'", ["a", "b"]),
    ("UPDATE events SET value = 'x'", ["a", "b"]),
    ("UPDATE players SET colour = 'I'", ["a", "b"]),
    ("UPDATE players SET colour = 7.5", ["a", "b"]),
    ("UPDATE players SET face = 'gnu'", ["a", "b"]),
    ("UPDATE players SET name = 'two' || char(10) || 'lines'", ["a", "b"]),
)


@pytest.mark.parametrize(("change", "left"), SENSELESS)
def test_invalid_profile_value_loses_only_its_row(
    db: sqlite3.Connection, change: str, left: list[str]
) -> None:
    """As a damaged byte may leave it until the library has been checked."""
    name_chosen(db, "Mara")
    keep(db, match("a"))
    keep(db, match("b"))
    people.put_event(db, ProfileEvent("puzzle", "red7", "17", FIRST, "solved"), 1)

    assert db.execute(change).rowcount

    kept = people.read_all(db)
    seen = people.read_snapshot(db)
    assert [each.uid for each in kept.matches] == left
    (person,) = kept.people
    assert (seen.person, person.number) == (person, kept.chosen)
    assert person.colour in COLOURS
    assert parse_profile(write_profile(kept)).people == kept.people
    assert len(kept.events) == ("events" not in change)
    compute_statistics(iter(kept.matches), person.number, {})


# -- what older programs have exported -------------------------------------------------------

LEFT = Path(__file__).parents[2] / "data" / "profile-f64ba4a"
BY_NAME = {"Mara": (1, "C", "frog"), "Jonas": (2, "B", "bear")}
LEFT_MATCHES = (
    MatchFacts(
        *("a1", "red7", '{"edition": "1.3", "target": 40}', FIRST, 3, True),
        (
            SeatFacts(*("Mara", "human", 30, True, 9, 1), tallies=TALLIES, person=1),
            SeatFacts("Ravi", "sharp", 12, False, 9),
        ),
    ),
    MatchFacts(
        *("b2", "spring", "{}", date(2026, 1, 31), 1, False),
        (
            SeatFacts("Jonas", "human", None, False, 4, person=2),
            SeatFacts("Gast", "human", None, False, 4, 2),
            SeatFacts("Hana", "expert", None, False, 3),
        ),
    ),
)
LEFT_EVENTS = (
    (1, ProfileEvent("puzzle", "red7", "17", date(2026, 1, 31), "solved")),
    (1, ProfileEvent("daily", "spring", "2026-01-31", date(2026, 1, 31), "won", 3)),
    (2, ProfileEvent("lesson", "red7", "one", date(2026, 2, 1), "done")),
)


def test_profile_of_f64ba4a_round_trips() -> None:
    file = LEFT / "2026-02-01.red7profile"

    kept = read_profile(file)

    assert (tuple(kept.matches), tuple(kept.events)) == (LEFT_MATCHES, LEFT_EVENTS)
    assert write_profile(kept) == file.read_text("utf-8")


def test_profile_of_f64ba4a_is_stored_unchanged(db: sqlite3.Connection) -> None:
    kept = read_profile(LEFT / "2026-02-01.red7profile")

    assert people.import_profile(db, kept) == 2

    assert people.read_all(db).matches == LEFT_MATCHES
    assert people.read_all(db).events == LEFT_EVENTS


# -- sums ------------------------------------------------------------------------------------


def test_statistics_sum_up_wins_streaks_days_and_tallies(db: sqlite3.Connection) -> None:
    for nth, won in enumerate((True, True, False, True)):
        keep(db, match(str(nth), won=won, day=nth // 2, level="sharp" if won else "expert"))
    me = people.ensure_default_player(db)
    strengths = {"sharp": 1470, "expert": 1584}
    sums = compute_statistics(people.iterate_matches(db, "red7"), me, strengths)
    assert (sums.played, sums.won, sums.streak, sums.best, sums.hints) == (4, 3, 1, 2, 4)
    assert [(day.played, day.won) for day in sums.days.values()] == [(2, 2), (2, 1)]
    assert sums.tallies == {"R": (8, 4), "G": (4, 3)}
    assert (sums.against["sharp"].won, sums.against["expert"].lost) == (3, 1)
    first, last = sums.curve
    assert last.deviation < first.deviation < 350
    assert sums.against["sharp"].rating.value > 1527 > sums.against["expert"].rating.value
    assert compute_statistics(people.iterate_matches(db, "another"), me, {}).played == 0


@pytest.mark.parametrize(("won", "lost", "share"), [(0, 0, 0.0), (1, 0, 1.0), (1, 3, 0.25)])
def test_win_share_is_of_decided_matches(won: int, lost: int, share: float) -> None:
    assert OpponentStatistics(won=won, lost=lost).share == share


def test_match_with_a_head_start_counts_but_is_not_rated() -> None:
    plain = seated(match("a"), 1, None)
    options = '{"head_start": "7-0", "target": 15}'
    uneven = seated(match("b", level="expert"), 1, None)._replace(options=options)

    sums = compute_statistics((plain, uneven), 1, {"sharp": 1470, "expert": 1584})

    alone = compute_statistics((plain,), 1, {"sharp": 1470, "expert": 1584})
    assert (sums.played, sums.won, sums.against["expert"].won) == (2, 2, 1)
    assert sums.curve == alone.curve
    assert sums.against["sharp"].rating == alone.against["sharp"].rating
    assert sums.against["expert"].rating.deviation == 350


def test_abandoned_match_counts_day_and_turns_only() -> None:
    over = seated(match("a"), 1, None)
    given_up = over._replace(uid="b", is_over=False)
    sums = compute_statistics((over, given_up), 1, {})
    assert (sums.played, sums.won, sums.rounds, sums.turns, sums.hints) == (1, 1, 3, 18, 2)
    assert sums.days == {FIRST: (2, 2)}
    assert (sums.since, sums.company) == (FIRST, 0)
    assert (sums.won_at, sums.unaided) == ({2: 1}, {})


def test_hintless_win_counts_once_per_level() -> None:
    seats = (
        SeatFacts("Mara", "human", 30, True, 9, person=1),
        SeatFacts("Jonas", "human", 12, False, 9, person=2),
        SeatFacts("Ravi", "sharp", 12, False, 9),
        SeatFacts("Hana", "sharp", 12, False, 9),
    )
    both = (MatchFacts("a", "red7", "{}", FIRST, 1, True, seats),)
    sums = compute_statistics(both, 1, {})
    assert (sums.won_at, sums.unaided, sums.company) == ({4: 1}, {"sharp": 1}, 1)
    assert (sums.against["sharp"].won, sums.against[2].won, sums.against[2].share) == (2, 1, 1.0)
    other = compute_statistics(both, 2, {})
    assert (other.won_at, other.unaided, other.company, set(other.against)) == ({}, {}, 1, {1})


@pytest.mark.parametrize("is_over", [True, False])
def test_match_facts_agree_with_the_match_they_summarise(is_over: bool) -> None:
    match = played("advanced@1.3", 2, 5) if is_over else begin("advanced@1.3", 2, 5)
    view = CATALOGUE["red7"].view()
    facts = build_match_facts("uid", match, view, ("A", "B"), ("human", "x"), FIRST, {1: 2})
    won = [each.winner for each in match.state.rounds]
    turns = [len(list(group)) for _, group in groupby(match.log, key=lambda entry: entry.seat)]
    assert sum(seat.turns for seat in facts.seats) == len(turns)
    assert [seat.hints for seat in facts.seats] == [0, 2]
    assert (facts.is_over, facts.rounds, facts.day) == (is_over, max(1, len(won)), FIRST)
    assert [sum(tally.won for tally in seat.tallies) for seat in facts.seats] == [
        won.count(0),
        won.count(1),
    ]
    result = match.game.result(match.state)
    assert [seat.is_winner for seat in facts.seats] == [
        result is not None and seat in result.winners for seat in (0, 1)
    ]
    assert [seat.score for seat in facts.seats] == list(result.scores if result else (None, None))
    assert facts.uid == "uid"


# -- elsewhere and back ----------------------------------------------------------------------


def test_cancelled_import_changes_nothing(
    db: sqlite3.Connection, tmp_path: Path, empty: Callable[[], sqlite3.Connection]
) -> None:
    for nth in range(200):
        keep(db, match(str(nth)))
    file = tmp_path / "there.red7profile"
    file.write_text(write_profile(people.read_all(db)), encoding="utf-8")
    other = empty()
    kept = read_profile(file)

    class Cancels(JobProgress):
        """Is cancelled once it has come to a share."""

        def __init__(self, share: float) -> None:
            self.share = 0.0
            self._at = share
            super().__init__()

        @property
        def is_cancelled(self) -> bool:
            return self.share >= self._at

    for share in (0.0, 0.1, 0.31):
        with pytest.raises(Cancelled):
            read_profile(file, Cancels(share))
    for share in (0.6, 0.8, 0.9):
        with pytest.raises(Cancelled), database.transaction(other):
            people.import_profile(other, kept, Cancels(share))
        assert people.read_all(other).matches == ()
    progress = JobProgress()
    with database.transaction(other):
        assert people.import_profile(other, read_profile(file, progress), progress) == 200
    assert progress.share == 1.0


EVENT_COUNT: Final = 1_000
FREED_BLOCKS: Final = 3_000
"""Most memory blocks that one line may free; an event has about six."""


class LineMeter:
    """Counts the work of single lines of Python, because other threads only run between lines.

    Attributes:
        functions: Names of the functions that are measured.
        most_freed: Most memory blocks that were freed from one line to the next.
        lines: Number of lines by function.
    """

    functions = ("parse_profile", "import_profile", "release_profile", "free_in_slices")

    def __init__(self) -> None:
        self.most_freed = 0
        self.lines: Counter[str] = Counter()
        self._blocks = 0
        self._before: Any = None

    def __enter__(self) -> LineMeter:
        self._before = sys.gettrace()
        self._blocks = sys.getallocatedblocks()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _trace(self, frame: FrameType, what: str, _: object) -> Callable[..., Any] | None:
        name = frame.f_code.co_name
        self.lines[name] += what == "line"
        if name == "_count_events":
            return self._trace
        if name not in self.functions:
            return None
        blocks = sys.getallocatedblocks()
        self.most_freed = max(self.most_freed, self._blocks - blocks)
        self._blocks = blocks
        return self._trace


def test_import_does_little_between_two_chances_of_other_threads(
    empty: Callable[[], sqlite3.Connection],
) -> None:
    events = [
        (1, ProfileEvent("puzzle", "red7", f"key {nth}", FIRST, "solved", nth))
        for nth in range(EVENT_COUNT)
    ]
    text = write_profile(ProfileData((NOBODY,), 1, (), events))
    other = empty()

    with LineMeter() as meter:
        kept = parse_profile(text)
        people.import_profile(other, kept)
        people.import_profile(other, kept)
        exchange.release_profile(kept)

    assert meter.most_freed <= FREED_BLOCKS
    assert meter.lines["_count_events"] >= EVENT_COUNT
    assert len([*people.iterate_events(other)]) == EVENT_COUNT


def test_cancelled_import_does_little_between_two_chances_of_other_threads() -> None:
    event = ProfileEvent("puzzle", "red7", "key", FIRST, "solved", 1)
    events = [(1, event)] * EVENT_COUNT
    text = write_profile(ProfileData((NOBODY,), 1, (), events))

    class Cancels(JobProgress):
        @property
        def is_cancelled(self) -> bool:
            return self.share >= 0.55

    with LineMeter() as meter, pytest.raises(Cancelled):
        parse_profile(text, Cancels())

    assert meter.most_freed <= FREED_BLOCKS


def test_exported_profile_is_imported_once(
    db: sqlite3.Connection, tmp_path: Path, empty: Callable[[], sqlite3.Connection]
) -> None:
    name_chosen(db, "Mara")
    people.update_player(db, people.list_players(db)[0]._replace(face="frog"))
    for nth in range(3):
        keep(db, match(str(nth)))
    file = tmp_path / "there.red7profile"
    file.write_text(write_profile(people.read_all(db)), encoding="utf-8")
    other = empty()
    people.ensure_default_player(other)

    assert people.import_profile(other, read_profile(file)) == 3
    assert people.import_profile(other, read_profile(file)) == 0

    mara = next(person for person in people.list_players(other) if person.name == "Mara")
    assert mara.face == "frog"
    assert set(people_in(other).values()) == {(mara.number, None)}


def test_exported_events_are_imported_once(
    db: sqlite3.Connection, empty: Callable[[], sqlite3.Connection]
) -> None:
    missed = ProfileEvent("puzzle", "red7", "17", FIRST, "missed")
    won = ProfileEvent("daily", "", "x", FIRST, "won", 3)
    mara = name_chosen(db, "Mara")
    jonas = people.add_person(db, "Jonas")
    for event, person in ((missed, mara), (won, mara), (missed, mara), (won, jonas)):
        people.put_event(db, event, person)
    other = empty()

    for _ in range(2):
        people.import_profile(other, parse_profile(write_profile(people.read_all(db))))

    assert people.list_events(other, mara) == (missed, won, missed)
    assert people.list_events(other, jonas) == (won,)


def test_running_match_stays_running_when_an_imported_profile_has_it(
    db: sqlite3.Connection,
) -> None:
    matches.store_running(db, MatchRow("a", "a save", "red7", "2026-01-30", "12:00"))

    people.import_profile(db, ProfileData((), 0, (match("a"),)))

    assert [row.uid for row in matches.list_running(db)] == ["a"]


def spoilt(text: str) -> Iterator[tuple[str, str]]:
    """Return texts that are no profiles, and the place that is named."""
    yield "", "line 1"
    yield text[: len(text) // 2], "line"
    yield "{}", "format"
    yield json.dumps({"format": "somebody else's", "version": 1}), "format"
    yield text.replace('"version": 1', '"version": 2'), "version"
    yield text.replace("2026-01-30", "2026-13-30"), "matches[0].day"
    yield text.replace('"rounds": 3', '"rounds": 1e9'), "matches[0].rounds"
    yield text.replace('"Ravi"', '"Ra\\nvi"'), "matches[0].seats[1]"
    yield text.replace('"human", 1,', '"human", 7,'), "matches[0].seats[0]"
    yield text.replace('"human", 1,', '"human", [1],'), "matches[0].seats[0]"
    yield text.replace('"puzzle"', "7"), "deeds[0]"
    yield text.replace('[[1, "puzzle"', '[[[1], "puzzle"'), "deeds[0]"
    yield "[" * 500, "line 1"


def test_invalid_profile_file_error_names_the_faulty_place(db: sqlite3.Connection) -> None:
    keep(db, match("a"))
    people.put_event(db, ProfileEvent("puzzle", "red7", "17", FIRST, "solved"), 1)
    text = write_profile(people.read_all(db))
    assert isinstance(parse_profile(text), ProfileData)

    for spoilt_text, place in spoilt(text):
        with pytest.raises(InvalidValue) as caught:
            parse_profile(spoilt_text)
        assert caught.value.place.startswith(place), (spoilt_text[:60], str(caught.value))


def test_equal_days_and_texts_of_events_share_memory(db: sqlite3.Connection) -> None:
    person = people.add_person(db, "Ann")
    for _ in range(2):
        people.put_event(db, ProfileEvent("daily", "red7", "2026-01-30", FIRST, "won", 3), person)

    first, second = people.list_events(db, person)

    assert all(map(operator.is_, first, second))


# == Summaries of the events.


def make_own_profile(events: Sequence[ProfileEvent]) -> OwnProfile:
    profile = OwnProfile(None)  # type: ignore[arg-type]
    profile.update(make_snapshot(events))
    return profile


def make_snapshot(events: Sequence[ProfileEvent]) -> ProfileSnapshot:
    return ProfileSnapshot(NOBODY, tuple(events))


def test_event_summary_is_computed_again_after_an_event() -> None:
    profile = make_own_profile([])
    summary = EventSummary(profile, lambda events, game: [event.key for event in events])

    assert summary.read("red7") == []
    profile.record(ProfileEvent("lesson", "red7", "green", FIRST, "won"))

    assert summary.read("red7") == ["green"]


def test_event_summary_is_kept_when_the_same_events_are_read_again() -> None:
    event = ProfileEvent("lesson", "red7", "green", FIRST, "won")
    profile = make_own_profile([event])
    computed: list[str] = []

    def compute(events: Sequence[ProfileEvent], game: str) -> None:
        computed.append(game)

    summary = EventSummary(profile, compute)
    summary.read("red7")

    profile.update(make_snapshot([event]))
    summary.read("red7")
    summary.read("spring")

    assert computed == ["red7", "spring"]


def test_event_summary_is_updated_by_the_thread_that_reads_the_profile() -> None:
    profile = make_own_profile([])
    computed: list[int] = []

    def compute(events: Sequence[ProfileEvent], game: str) -> None:
        computed.append(len(events))

    summary = EventSummary(profile, compute)
    summary.read("red7")

    profile.update(make_snapshot([ProfileEvent("lesson", "red7", "green", FIRST, "won")]))
    found = tuple(computed)
    summary.read("red7")

    assert found == (0, 1)
    assert computed == [0, 1]
