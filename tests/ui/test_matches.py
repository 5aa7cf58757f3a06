"""Several matches at once, none lost without a question; those of earlier versions, too."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from red7_desktop.app.features import ProfileFeature
from red7_desktop.app.matches import match_store as match_slots
from red7_desktop.app.profile.profiles import read_recorded_facts
from red7_desktop.app.replay import replays
from red7_desktop.app.screens import new_game, title
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.games.red7.rules.notation import Record
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.kit import storage
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.table.layout_file import load_layout
from red7_desktop.tabletop import files, match
from tests.setups import red7_setup
from tests.ui.pilot import BlindPilot, GuardedPilot, Hands, Pilot
from tests.ui.seeing import screen_of, words, words_shown

OPPONENTS = red7_setup(
    (SeatPlan(level="newcomer"), SeatPlan(level="casual")), advanced=False, seed=3
)
by_hands = pytest.mark.parametrize("hands", ["mouse", "keyboard"], indirect=True)


def press(hands: Hands, *names: str) -> None:
    for name in names:
        hands.press(name)
        hands.pilot.wait(0.3)


def leave_matches(pilot: Pilot, *seeds: int) -> None:
    for seed in seeds:
        pilot.play(red7_setup((SeatPlan(f"Ann{seed}"), SeatPlan(level="newcomer")), seed=seed))
        pilot.wait_for_me()
        pilot.show_title()


def seeds(pilot: Pilot) -> list[int]:
    kept = pilot.library.list_running()
    return [each.saved.match.seed for each in kept if each.saved is not None]


def style_of(pilot: Pilot, name: str) -> object:
    (button,) = pilot.nodes(name)
    return vars(button)["_style"]


# -- the title -------------------------------------------------------------------------------


def test_without_a_match_play_comes_first(pilot: Pilot) -> None:
    pilot.show_title()
    assert pilot.focus_name == "play"
    assert style_of(pilot, "play") == "hud_go"
    assert not pilot.nodes("continue")
    assert not pilot.nodes("matches")


def test_with_a_match_continue_comes_first_and_play_second(pilot: Pilot) -> None:
    leave_matches(pilot, 1)
    assert pilot.focus_name == "continue"
    assert (style_of(pilot, "continue"), style_of(pilot, "play")) == ("hud_go", "menu")
    for thread in threading.enumerate():
        if thread.name == "standing":
            thread.join()
    pilot.wait(0.3)
    assert "Round 1 · Advanced rules" in words(pilot)
    lefts = [pilot.nodes(name)[0].bounds.x for name in ("continue", "play", "rules")]
    assert lefts == sorted(lefts)
    assert pilot.nodes("matches")


@by_hands
def test_starting_a_game_keeps_the_one_before(pilot: Pilot, hands: Hands) -> None:
    leave_matches(pilot, 1)
    press(hands, "play")
    assert screen_of(pilot) is new_game.NewGameScreen
    press(hands, "start")
    assert screen_of(pilot) is TableScreen
    second = pilot.session.match.seed
    pilot.program.show_title()
    assert seeds(pilot) == [second, 1]


@by_hands
def test_continue_takes_the_match_that_was_played_last(pilot: Pilot, hands: Hands) -> None:
    leave_matches(pilot, 1, 2)
    press(hands, "matches")
    press(hands, "continue 1")
    assert pilot.session.match.seed == 1
    pilot.show_title()
    press(hands, "continue")
    assert pilot.session.match.seed == 1


def test_a_match_that_is_over_is_not_offered_again(pilot: Pilot) -> None:
    leave_matches(pilot, 1)
    pilot.play(OPPONENTS)
    pilot.wait_for_me()
    assert not pilot.session.to_act
    pilot.program.show_title()
    assert seeds(pilot) == [1]


def test_a_match_whose_end_was_not_kept_is_told_once_more(pilot: Pilot) -> None:
    desk = pilot.program.match_service
    told: list[Any] = []
    pilot.play(OPPONENTS)
    pilot.wait_for_me()
    desk.abandon()
    desk.session = None
    desk.on_over = told.append
    session, _ = desk.resume()
    assert (told, session.match.seed) == ([session], 3)


def test_a_match_that_is_over_has_its_slot_till_it_is_on_record_and_nobody_waits_for_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, waited, pilot = threading.Event(), list[bool](), BlindPilot(tmp_path / "home")

    def write(names: Iterator[Path], data: bytes) -> Path:
        waited.append(not goes_on.wait(5.0))
        return files.write_new(names, data)

    monkeypatch.setattr(replays, "write_new", write)
    seats = SeatPlan("Ann"), SeatPlan(level="newcomer")
    pilot.play(red7_setup(seats, advanced=False, seed=3))
    pilot.wait_for_me()
    while pilot.session.to_act:
        pilot.session.take(pilot.session.observe().legal[-1])
        pilot.wait_for_me()
    pilot.program.show_title()
    assert not pilot.library.has_running
    pilot.program.feature(ProfileFeature).service.read().result()
    shutil.copytree(tmp_path / "home", tmp_path / "killed")
    goes_on.set()
    pilot.close()
    killed = BlindPilot(tmp_path / "killed")
    killed.program.match_service._today = lambda: date(1999, 12, 31)
    killed.program.resume()
    book = killed.program.feature(ProfileFeature).service.read().result()
    killed.close()
    for home in ("home", "killed"):
        there = [file.stem for file in (tmp_path / home / "saves").rglob("*-deal-3.red7")]
        assert (len(there), match_slots.MatchStore(tmp_path / home / "saves", BOX).has_any) == (
            1,
            False,
        )
    assert (book.games["red7"].played, waited) == (1, [False, False])


# -- the page --------------------------------------------------------------------------------


@by_hands
def test_deleting_a_match_is_a_question_first(pilot: Pilot, hands: Hands) -> None:
    leave_matches(pilot, 1, 2)
    press(hands, "matches")
    press(hands, "delete 2")
    assert "Ann2, Tomás" in words(pilot)
    press(hands, "no")
    assert seeds(pilot) == [2, 1]
    press(hands, "delete 2")
    press(hands, "yes")
    assert seeds(pilot) == [1]
    press(hands, "delete 1")
    press(hands, "yes")
    assert screen_of(pilot) is title.TitleScreen
    assert pilot.focus_name == "play"


def test_a_row_has_the_portraits_of_its_players(pilot: Pilot) -> None:
    leave_matches(pilot, 11)
    (kept,) = pilot.library.list_running()
    assert kept.saved is not None
    pilot.press("matches")
    pilot.wait(0.3)
    assert len(pilot.nodes("avatar")) == len(kept.saved.seats)


def test_a_damaged_match_is_shown_as_one_and_stays(pilot: Pilot) -> None:
    leave_matches(pilot, 1, 2)
    for path in pilot.paths.saves.glob("match.json*"):
        path.write_bytes(b"\xff")
    pilot.program.show_matches()
    pilot.wait(0.3)
    assert "This match can’t be opened: it isn’t a text file" in words(pilot)
    assert pilot.focus_name == "continue 2"
    (go_on,) = pilot.nodes("continue 1")
    assert not go_on.focusable
    leave_matches(pilot, 3)
    assert pilot.paths.match.read_bytes() == b"\xff"


def test_what_another_copy_plays_cannot_be_touched(pilot: Pilot) -> None:
    leave_matches(pilot, 1)
    lock = storage.Lock(pilot.paths.saves / "match.lock")
    pilot.program.show_title()
    assert not pilot.nodes("continue")
    pilot.press("matches")
    pilot.wait(0.3)
    assert "It’s being played in another window." in words(pilot)
    assert screen_of(pilot) is replays.MatchesScreen
    for name in ("continue 1", "delete 1"):
        assert not pilot.nodes(name)[0].focusable
    lock.release()


# -- no room ---------------------------------------------------------------------------------


@pytest.fixture
def two_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_slots, "MOST", 2)


@by_hands
@pytest.mark.usefixtures("two_slots")
def test_with_all_slots_in_use_starting_asks_and_says_what_would_be_lost(
    pilot: Pilot, hands: Hands
) -> None:
    leave_matches(pilot, 1, 2)
    press(hands, "play", "start")
    said = words(pilot)
    assert "No more matches can be saved." in said
    assert "Ann1, Tomás · Round 1 · Advanced rules · 0 : 0 of 40 points · " in said
    press(hands, "no")
    assert screen_of(pilot) is title.TitleScreen
    assert seeds(pilot) == [2, 1]
    press(hands, "play", "start")
    press(hands, "yes")
    assert screen_of(pilot) is TableScreen
    new = pilot.session.match.seed
    pilot.program.show_title()
    assert seeds(pilot) == [new, 2]


@pytest.mark.usefixtures("two_slots")
def test_a_game_from_the_command_line_asks_above_the_title(pilot: Pilot) -> None:
    leave_matches(pilot, 1, 2)
    pilot.program = pilot.make()
    pilot.program.play(red7_setup(seed=3))
    pilot.wait(0.3)
    assert screen_of(pilot) is title.TitleScreen
    pilot.press("yes")
    assert pilot.session.match.seed == 3
    assert pilot.session.seats[0].name == "Cat"


@pytest.mark.parametrize("language", ["de", "pl"])
def test_who_played_without_a_name_is_you_in_every_language(pilot: Pilot, language: str) -> None:
    pilot.play(red7_setup())
    pilot.program.show_title()
    pilot.change(language=language)
    pilot.program.show_matches()
    told = words(pilot)
    assert "Cat" not in told
    assert pilot.program.ui.texts("You") in told


# == Homes that earlier versions have left: their matches, settings, set-ups, records and layouts.

DATA = Path(__file__).parents[1] / "data"
LEFT, LEFT_LATER = DATA / "home-0.1.0", DATA / "home-f64ba4a"
RED7_LEFT = {"edition": "first", "advanced": True, "target": 45}
AS_LEFT: dict[Path, tuple[Any, ...]] = {
    LEFT: ("pl", "red7", ["Wilhelmina", "casual", "steady"], 4711, RED7_LEFT),
    LEFT_LATER: ("de", "spring", ["Wilhelmina", "Jonas", "sharp"], 11, {"pickup": "at_once"}),
}
"""The language, and of the set-up that was used last: game, players, deal, values."""


@pytest.fixture
def home() -> Path:
    return LEFT


@pytest.fixture
def pilot_in_old_home(tmp_path: Path, home: Path) -> Iterator[GuardedPilot]:
    shutil.copytree(home, tmp_path / "home")
    flying = GuardedPilot(tmp_path / "home")
    flying.start()
    yield flying
    flying.library.close()


@pytest.mark.parametrize("home", AS_LEFT)
def test_settings_and_the_last_set_up_are_as_they_were(
    pilot_in_old_home: GuardedPilot, home: Path
) -> None:
    program = pilot_in_old_home.program
    setup, troubles = program.setups.load()
    assert (troubles, program.presentation.troubles) == ((), ())
    who = [seat.name or seat.level for seat in setup.seats]
    settings, values = program.ui.settings, {key: setup.values[key] for key in AS_LEFT[home][-1]}
    assert AS_LEFT[home] == (settings.language, setup.game, who, setup.seed, values)
    assert (settings.ui_scale, settings.speed) == (125, 2.0)


@pytest.mark.parametrize("home", [LEFT_LATER])
def test_the_profile_has_the_matches_that_were_played(pilot_in_old_home: GuardedPilot) -> None:
    games = pilot_in_old_home.program.feature(ProfileFeature).service.read().result().games
    assert {game: sums.played for game, sums in games.items()} == {"red7": 1, "spring": 1}
    assert len(list(read_recorded_facts(pilot_in_old_home.paths.played, BOX))) == 2


@pytest.mark.parametrize("home", AS_LEFT)
@pytest.mark.parametrize(("number", "name"), [(1, "match.json"), (2, "match-2.json")])
def test_a_match_goes_on_where_it_was_left(
    pilot_in_old_home: GuardedPilot, home: Path, number: int, name: str
) -> None:
    before = match.read_match((home / "saves" / name).read_text("utf-8"), load_all_rules(BOX))
    pilot_in_old_home.program.show_matches()
    assert isinstance(pilot_in_old_home.program.screen, replays.MatchesScreen)
    pilot_in_old_home.wait(0.3)
    pilot_in_old_home.press(f"continue {number}")
    session = pilot_in_old_home.session
    assert session.match.log[: before.match.revision] == before.match.log
    assert [seat.name for seat in session.seats] == [seat.name for seat in before.seats]
    assert pilot_in_old_home.guard.page is None


def test_the_backup_of_a_damaged_match_goes_on(pilot_in_old_home: GuardedPilot) -> None:
    backup = match.read_match(
        files.backup_of(LEFT / "saves" / "match.json").read_text("utf-8"), load_all_rules(BOX)
    )
    pilot_in_old_home.paths.match.write_bytes(b"\xff")
    pilot_in_old_home.program.resume(1)
    assert pilot_in_old_home.session.match.log[: backup.match.revision] == backup.match.log


def test_the_matches_of_two_copies_are_offered_side_by_side(
    pilot_in_old_home: GuardedPilot,
) -> None:
    pilot_in_old_home.program.show_matches()
    pilot_in_old_home.wait(0.3)
    words = "\n".join(words_shown(pilot_in_old_home.program.ui.stage))
    assert "Wilhelmina, Amaka, Linnea" in words
    assert "Ann, Bob" in words


def test_a_record_replays() -> None:
    text = (LEFT / "saves" / "records" / "2020-02-20-deal-4711.red7").read_text("utf-8")
    record = Record.read(text)
    assert str(record) == text
    assert record.replay().revision > 40


def test_a_layout_that_somebody_has_changed_is_read() -> None:
    layout = load_layout(LEFT / "own-2-seats-wide.tmx", ZONE_KINDS)
    assert layout.zone("hand", 0).area.x == 476
