"""Several matches at once, none lost without a question; those of earlier versions, too."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from red7_desktop.app import launch
from red7_desktop.app.features import ProfileFeature
from red7_desktop.app.library import library, matches, people
from red7_desktop.app.profile import own_profile
from red7_desktop.app.replay import replays
from red7_desktop.app.screens import new_game, title
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.games.red7.rules.notation import Record
from red7_desktop.games.registry import CATALOGUE, load_all_rules
from red7_desktop.kit import storage, texts
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.play.session import Session
from red7_desktop.table.layout_file import load_layout
from red7_desktop.tabletop import files, match
from tests import kept
from tests.matches import played
from tests.setups import red7_setup
from tests.ui.pilot import BlindGuardedPilot, BlindPilot, GuardedPilot, Hands, Pilot, settled
from tests.ui.seeing import screen_of, words, words_shown

OPPONENTS = red7_setup(
    (SeatPlan(level="newcomer"), SeatPlan(level="casual")), advanced=False, seed=3
)
by_hands = pytest.mark.parametrize("hands", ["mouse", "keyboard"], indirect=True)


def press(hands: Hands, *names: str) -> None:
    for name in names:
        hands.press(name)
        settled(hands.pilot)


def leave_matches(pilot: Pilot, *seeds: int) -> None:
    for seed in seeds:
        pilot.play_to_me(
            red7_setup((SeatPlan(f"Ann{seed}"), SeatPlan(level="newcomer")), seed=seed)
        )
        pilot.show_title()


def seeds(pilot: Pilot) -> list[int]:
    running = pilot.library.list_running()
    return [each.saved.match.seed for each in running if each.saved is not None]


def style_of(pilot: Pilot, name: str) -> object:
    (button,) = pilot.nodes(name)
    return vars(button)["_style"]


# -- the title -------------------------------------------------------------------------------


def test_title_focuses_play_without_a_match(pilot: Pilot) -> None:
    pilot.show_title()
    assert pilot.focus_name == "play"
    assert style_of(pilot, "play") == "hud_go"
    assert not pilot.nodes("continue")
    assert not pilot.nodes("matches")


def test_title_focuses_continue_with_a_match(pilot: Pilot) -> None:
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
def test_starting_a_match_keeps_the_running_one(pilot: Pilot, hands: Hands) -> None:
    leave_matches(pilot, 1)
    press(hands, "play")
    assert screen_of(pilot) is new_game.NewGameScreen
    press(hands, "start")
    assert screen_of(pilot) is TableScreen
    second = pilot.session.match.seed
    pilot.program.show_title()
    assert seeds(pilot) == [second, 1]


@by_hands
def test_continue_resumes_the_match_played_last(pilot: Pilot, hands: Hands) -> None:
    leave_matches(pilot, 1, 2)
    press(hands, "matches")
    press(hands, "continue 2")
    assert pilot.session.match.seed == 1
    pilot.show_title()
    press(hands, "continue")
    assert pilot.session.match.seed == 1


def test_finished_match_is_not_in_the_list_of_running_ones(pilot: Pilot) -> None:
    leave_matches(pilot, 1)
    pilot.play(OPPONENTS)
    pilot.wait_for_me()
    assert not pilot.session.to_act
    pilot.program.show_title()
    assert seeds(pilot) == [1]


def test_finished_match_that_was_not_recorded_ends_again_on_resume(pilot: Pilot) -> None:
    desk = pilot.program.match_service
    told: list[Any] = []
    desk.on_over = lambda session, uid: None
    pilot.play(OPPONENTS)
    pilot.wait_for_me()
    desk.abandon()
    desk.session = None
    desk.on_over = lambda session, uid: told.append(session)
    session = desk.resume()
    assert (told, session.match.seed) == ([session], 3)


def test_finished_match_stops_counting_as_running_before_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, waited, pilot = threading.Event(), list[bool](), BlindPilot(tmp_path / "home")
    put_record, end_match = matches.store_record, pilot.program.match_service.on_over

    def put_late(db: sqlite3.Connection, row: matches.MatchRow) -> None:
        waited.append(not goes_on.wait(5.0))
        put_record(db, row)

    def end_when_written(session: Session, uid: str) -> None:
        pilot.library.flush()
        end_match(session, uid)

    monkeypatch.setattr(matches, "store_record", put_late)
    pilot.program.match_service.on_over = end_when_written
    seats = SeatPlan("Ann"), SeatPlan(level="newcomer")
    pilot.play_to_me(red7_setup(seats, advanced=False, seed=3))
    while pilot.session.to_act:
        pilot.session.take(pilot.session.observe().legal[-1])
        pilot.wait_for_me()
    pilot.program.show_title()
    assert not pilot.library.has_running
    shutil.copytree(tmp_path / "home", tmp_path / "killed")
    goes_on.set()
    pilot.close()
    killed = BlindPilot(tmp_path / "killed")
    killed.program.match_service._today = lambda: date(1999, 12, 31)
    book = killed.program.feature(ProfileFeature).service.read().result()
    killed.close()
    assert (book.games["red7"].played, waited) == (1, [False, False])
    for home in ("home", "killed"):
        file = kept.find_library(tmp_path / home)
        (record,) = kept.read_records(file)
        assert "date: 2020-02-20\n" in record
        assert kept.read_running(file) == []


@pytest.mark.parametrize("years", [-30, 30])
def test_continue_opens_the_last_played_match_when_the_clock_was_wrong(
    tmp_path: Path, years: int
) -> None:
    pilot = BlindPilot(tmp_path)
    leave_matches(pilot, 1)
    later = launch.HEADLESS_TIME.replace(year=launch.HEADLESS_TIME.year + years)
    pilot.library._now = lambda: later
    pilot.program.match_service._today = later.date
    leave_matches(pilot, 2)
    pilot.close()
    os.utime(pilot.paths.library, (1e9, 1e9))
    again = BlindPilot(tmp_path)
    again.show_title()
    again.press("continue")
    again.wait(0.3)
    assert again.session.match.seed == 2
    again.close()


# -- the page --------------------------------------------------------------------------------


@by_hands
def test_deleting_a_match_asks_first(pilot: Pilot, hands: Hands) -> None:
    leave_matches(pilot, 1, 2)
    press(hands, "matches")
    press(hands, "delete 1")
    assert "Ann2, Tomás" in words(pilot)
    press(hands, "no")
    assert seeds(pilot) == [2, 1]
    press(hands, "delete 1")
    press(hands, "yes")
    assert seeds(pilot) == [1]
    press(hands, "delete 1")
    press(hands, "yes")
    assert screen_of(pilot) is title.TitleScreen
    assert pilot.focus_name == "play"


def test_match_list_row_shows_the_portraits_of_its_players(pilot: Pilot) -> None:
    leave_matches(pilot, 11)
    (running,) = pilot.library.list_running()
    assert running.saved is not None
    pilot.press("matches")
    settled(pilot)
    assert len(pilot.nodes("avatar")) == len(running.saved.seats)


def test_match_list_loads_no_translations_after_the_preload(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_matches(pilot, 1)
    own_profile.list_face_names.cache_clear()
    pilot.program.preload().join()
    monkeypatch.setattr(texts, "load_texts", lambda *given: pytest.fail("it reads a catalogue"))

    pilot.press("matches")
    settled(pilot)

    assert pilot.nodes("match 1")


def test_damaged_match_is_listed_and_kept(pilot: Pilot) -> None:
    leave_matches(pilot, 1, 2)
    damaged = pilot.library.last
    spoil = "UPDATE matches SET text = 'no match' WHERE uid = ?"
    kept.change_library(pilot.paths.library, lambda db: db.execute(spoil, (damaged,)))
    pilot.program.show_matches()
    settled(pilot)
    assert "This match can’t be opened: it’s damaged" in words(pilot)
    assert pilot.focus_name == "continue 2"
    (go_on,) = pilot.nodes("continue 1")
    assert not go_on.focusable
    leave_matches(pilot, 3)
    rows = kept.read_library(pilot.paths.library, matches.list_running)
    assert [row.text for row in rows if row.uid == damaged] == ["no match"]


def test_match_of_another_copy_cannot_be_changed(pilot: Pilot) -> None:
    leave_matches(pilot, 1)
    pilot.library.flush()
    other = storage.reserve_instance_number(pilot.paths)
    play = "UPDATE matches SET copy = ?"
    kept.change_library(pilot.paths.library, lambda db: db.execute(play, (other.number,)))
    pilot.program.show_title()
    assert not pilot.nodes("continue")
    pilot.press("matches")
    settled(pilot)
    assert "It’s being played in another window." in words(pilot)
    assert screen_of(pilot) is replays.MatchesScreen
    for name in ("continue 1", "delete 1"):
        assert not pilot.nodes(name)[0].focusable
    other.release()
    pilot.program.show_title()
    pilot.press("continue")
    assert pilot.session.match.seed == 1


# -- no room ---------------------------------------------------------------------------------


@pytest.fixture
def room_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "MAX_RUNNING", 2)


@by_hands
@pytest.mark.usefixtures("room_for_two")
def test_new_match_asks_what_to_delete_when_too_many_are_running(
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


@pytest.mark.usefixtures("room_for_two")
def test_match_from_the_command_line_asks_first_when_too_many_run(pilot: Pilot) -> None:
    leave_matches(pilot, 1, 2)
    pilot.program = pilot.make_program()
    pilot.program.play(red7_setup(seed=3))
    pilot.wait(0.3)
    assert screen_of(pilot) is title.TitleScreen
    pilot.press("yes")
    assert pilot.session.match.seed == 3
    assert pilot.session.seats[0].name == "Cat"


@pytest.mark.parametrize("language", ["de", "pl"])
def test_unnamed_player_is_called_you_in_every_language(pilot: Pilot, language: str) -> None:
    pilot.play(red7_setup())
    pilot.program.show_title()
    pilot.change(language=language)
    pilot.program.show_matches()
    settled(pilot)
    told = words(pilot)
    assert "Cat" not in told
    assert pilot.program.ui.texts("You") in told


# == Homes of earlier versions.

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


def begin_in(home: Path) -> GuardedPilot:
    """Start a program as people do: what an older one has left is taken in."""
    flying = BlindGuardedPilot(home)
    flying.start()
    flying.program.preload().join()
    flying.library.flush()
    flying.wait(0.3)
    return flying


@pytest.fixture
def pilot_in_old_home(tmp_path: Path, home: Path) -> Iterator[GuardedPilot]:
    shutil.copytree(home, tmp_path / "home")
    flying = begin_in(tmp_path / "home")
    yield flying
    flying.library.close()


@pytest.mark.parametrize("home", AS_LEFT)
def test_older_data_folder_keeps_settings_and_setup(
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
def test_older_data_folder_keeps_the_matches_of_the_profile(
    pilot_in_old_home: GuardedPilot,
) -> None:
    games = pilot_in_old_home.program.feature(ProfileFeature).service.read().result().games
    assert {game: sums.played for game, sums in games.items()} == {"red7": 1, "spring": 1}
    assert len(kept.read_records(pilot_in_old_home.paths.library)) == 2


def test_finished_match_in_an_older_data_folder_counts_once(tmp_path: Path) -> None:
    home = shutil.copytree(LEFT_LATER, tmp_path / "home")
    seats = [match.SeatInfo("Wilhelmina", match.HUMAN), match.SeatInfo("Bo", "casual")]
    extra = {"day": "2020-02-20", "hints": {"A": 2}}
    text = match.write_match(played("basic@1.3", 2, 5), seats, extra)
    (home / "saves" / "match-3.json").write_text(text, "utf-8")

    for _ in range(2):
        pilot = begin_in(home)
        games = pilot.program.feature(ProfileFeature).service.read().result().games
        found = kept.read_library(pilot.paths.library, lambda db: list(people.iterate_matches(db)))
        hints = [facts.seats[0].hints for facts in found if facts.seats[1].name == "Bo"]
        running = [each.seed for each in kept.read_running(pilot.paths.library)]
        pilot.close()

        assert games["red7"].played == 2
        assert hints == [2]
        assert 5 not in running


@pytest.mark.parametrize("home", AS_LEFT)
@pytest.mark.parametrize(("number", "name"), [(1, "match.json"), (2, "match-2.json")])
def test_match_in_an_older_data_folder_resumes(
    pilot_in_old_home: GuardedPilot, home: Path, number: int, name: str
) -> None:
    before = match.read_match((home / "saves" / name).read_text("utf-8"), load_all_rules(CATALOGUE))
    pilot_in_old_home.program.show_matches()
    assert isinstance(pilot_in_old_home.program.screen, replays.MatchesScreen)
    settled(pilot_in_old_home)
    pilot_in_old_home.press(f"continue {number}")
    session = pilot_in_old_home.session
    assert session.match.log[: before.match.revision] == before.match.log
    assert [seat.name for seat in session.seats] == [seat.name for seat in before.seats]
    assert pilot_in_old_home.guard.page is None


def test_damaged_match_in_an_older_data_folder_resumes_from_backup(tmp_path: Path) -> None:
    shutil.copytree(LEFT, tmp_path / "home")
    backup = match.read_match(
        files.backup_of(LEFT / "saves" / "match.json").read_text("utf-8"), load_all_rules(CATALOGUE)
    )
    (tmp_path / "home" / "saves" / "match.json").write_bytes(b"\xff")
    pilot = begin_in(tmp_path / "home")
    pilot.program.resume()
    assert pilot.session.match.log[: backup.match.revision] == backup.match.log
    pilot.close()


def read_files(home: Path) -> dict[Path, bytes]:
    return {path.relative_to(home): path.read_bytes() for path in home.rglob("*") if path.is_file()}


@pytest.mark.parametrize("home", [*AS_LEFT, DATA / "home-1.0.0"])
def test_older_data_folder_is_imported_once_and_its_saves_stay(tmp_path: Path, home: Path) -> None:
    shutil.copytree(home, tmp_path / "home")
    left = read_files(tmp_path / "home")
    first = begin_in(tmp_path / "home")
    running = len(first.library.list_running())
    assert running
    first.program.resume()
    log = first.session.match.log
    first.show_title()
    deleted = first.library.list_running()[-1].uid
    first.library.delete(deleted)
    first.close()
    again = begin_in(tmp_path / "home")
    assert len(again.library.list_running()) == running - 1, "what was deleted doesn't come back"
    again.press("continue")
    assert again.session.match.log[: len(log)] == log
    again.close()
    there = read_files(tmp_path / "home")
    saves = {name: data for name, data in left.items() if name.parts[0] == "saves"}
    assert saves
    assert {name: there[name] for name in saves} == saves


def test_older_data_folder_lists_matches_of_two_program_instances(
    pilot_in_old_home: GuardedPilot,
) -> None:
    pilot_in_old_home.program.show_matches()
    settled(pilot_in_old_home)
    words = "\n".join(words_shown(pilot_in_old_home.program.ui.stage))
    assert "Wilhelmina, Amaka, Linnea" in words
    assert "Ann, Bob" in words


def test_match_record_in_an_older_data_folder_replays() -> None:
    text = (LEFT / "saves" / "records" / "2020-02-20-deal-4711.red7").read_text("utf-8")
    record = Record.read(text)
    assert str(record) == text
    assert record.replay().revision > 40


def test_custom_layout_in_an_older_data_folder_is_read() -> None:
    layout = load_layout(LEFT / "own-2-seats-wide.tmx", ZONE_KINDS)
    assert layout.zone("hand", 0).area.x == 476
