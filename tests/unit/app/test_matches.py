"""Matches and set-ups on disk: no file is lost, and words say how each match stands."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.app.matches.match_desk import describe_save, describe_standing
from red7_desktop.app.matches.match_store import MOST, MatchStore, NoRoom, SaveInfo, SetupStore
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.registry import BOX, Box, GameRow, load_all_rules
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.storage import LockHeld, TroubleKind, WorkerHere
from red7_desktop.kit.texts import Texts, load_texts
from red7_desktop.play.ai import Seat
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.files import CannotRead, backup_of
from red7_desktop.tabletop.match import DamagedSave, Match, SavedMatch, Seated, read_match
from tests.bazaar.rules import Bazaar
from tests.matches import begin as begin_match
from tests.setups import FIRST, red7_setup
from tests.unit.kit.test_game_view import NAMES, bare_face

SEATS = (Seat("Ann"), Seat("Amaka", "casual"))
UNREADABLE = {
    "not text": b'{"format": "red7-desktop match", \xff}',
    "too large": b" " * 8_000_001,
    "no JSON": b"a match, somehow",
    "from a newer program": b'{"format": "red7-desktop match", "version": 99}',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


@pytest.fixture
def keeper(folder: Path) -> Iterator[MatchStore]:
    made = MatchStore(folder, BOX)
    yield made
    made.close()


@pytest.fixture
def other(folder: Path) -> Iterator[MatchStore]:
    """The keeper of another running copy."""
    made = MatchStore(folder, BOX)
    yield made
    made.close()


def match_of(seed: int) -> Match:
    return Match(BOX["red7"].rules(), RED7_VIEW.setup.to_options(red7_setup()), seed)


def begin(keeper: MatchStore, seed: int) -> Match:
    keeper.begin()
    match = match_of(seed)
    keeper.keep(match, SEATS, {})
    keeper.flush()
    return match


def seeds_on_disk(folder: Path) -> dict[str, int]:
    files = sorted(folder.glob("*.json"))
    return {
        path.name: read_match(path.read_text("utf-8"), load_all_rules(BOX)).match.seed
        for path in files
    }


def seeds_told(keeper: MatchStore) -> list[int]:
    return [kept.saved.match.seed for kept in keeper.kept() if kept.saved is not None]


# -- several matches -------------------------------------------------------------------------


def test_each_match_has_a_file_of_its_own_and_what_was_played_last_comes_first(
    keeper: MatchStore, folder: Path
) -> None:
    for seed in (1, 2, 3):
        begin(keeper, seed)
    keeper.leave()
    assert seeds_on_disk(folder) == {"match.json": 1, "match-2.json": 2, "match-3.json": 3}
    assert seeds_told(keeper) == [3, 2, 1]
    assert keeper.resume(2).value.match.seed == 2
    assert seeds_told(keeper) == [2, 3, 1]
    assert keeper.last == 2


def test_another_start_knows_by_the_files_what_was_played_last(folder: Path) -> None:
    first = MatchStore(folder, BOX)
    for seed in (1, 2, 3):
        begin(first, seed)
    first.close()
    for name, age in (("match.json", 5.0), ("match-2.json", 1.0), ("match-3.json", 9.0)):
        os.utime(folder / name, (1e9 - age, 1e9 - age))
    second = MatchStore(folder, BOX)
    assert seeds_told(second) == [2, 1, 3]
    assert second.last == 2
    second.close()


def test_a_match_that_is_over_leaves_its_slot_to_the_next(keeper: MatchStore, folder: Path) -> None:
    begin(keeper, 1)
    begin(keeper, 2)
    take_away = keeper.forget()
    assert seeds_told(keeper) == [1]
    assert seeds_on_disk(folder) == {"match.json": 1, "match-2.json": 2}
    take_away()
    assert seeds_on_disk(folder) == {"match.json": 1}
    begin(keeper, 3)
    assert seeds_on_disk(folder) == {"match.json": 1, "match-2.json": 3}


def have_done(jobs: list[Callable[[], None]], look: str, keeper: MatchStore) -> None:
    """Have jobs done by others as soon as slots have been looked through, in a way by name."""
    find = getattr(keeper._slots, look)

    def find_slowly() -> Any:
        found = find()
        while jobs:
            jobs.pop()()
        return found

    setattr(keeper._slots, look, find_slowly)


def test_a_match_that_goes_while_slots_are_listed_is_not_told_of(keeper: MatchStore) -> None:
    begin(keeper, 1)
    have_done([keeper.forget()], "used", keeper)
    assert not keeper.has_any


def test_of_slots_that_are_freed_while_one_is_looked_for_one_is_taken(keeper: MatchStore) -> None:
    going = []
    for seed in range(MOST):
        begin(keeper, seed)
        going.append(keeper.forget())
    have_done(going, "take_free", keeper)
    keeper.begin()
    assert keeper._slots._locks.keys() == {keeper._open}


def test_a_deleted_match_is_gone_with_its_backup_and_no_other_is(
    keeper: MatchStore, folder: Path
) -> None:
    begin(keeper, 1)
    match = begin(keeper, 2)
    keeper.keep(match, SEATS, {"twice": True})
    keeper.leave()
    assert backup_of(folder / "match-2.json").exists()
    keeper.delete(2)
    assert seeds_told(keeper) == [1]
    assert not list(folder.glob("match-2.json*"))


def test_with_all_slots_in_use_no_match_begins_and_none_is_lost(
    keeper: MatchStore, folder: Path
) -> None:
    for seed in range(MOST):
        begin(keeper, seed)
    keeper.resume(MOST)
    threading.Timer(0.1, keeper.forget()).start()
    begin(keeper, MOST - 1)
    with pytest.raises(NoRoom):
        keeper.begin()
    assert sorted(seeds_on_disk(folder).values()) == list(range(MOST))


# -- files that cannot be read ---------------------------------------------------------------


@pytest.mark.parametrize("damage", UNREADABLE)
def test_a_match_that_cannot_be_read_is_told_and_never_replaced(
    keeper: MatchStore, folder: Path, damage: str
) -> None:
    folder.mkdir()
    (folder / "match.json").write_bytes(UNREADABLE[damage])
    (kept,) = keeper.kept()
    assert kept.saved is None
    assert kept.problem is not None
    with pytest.raises((CannotRead, DamagedSave)):
        keeper.resume(1)
    match = begin(keeper, 2)
    keeper.keep(match, SEATS, {})
    keeper.flush()
    assert (folder / "match.json").read_bytes() == UNREADABLE[damage]


@pytest.mark.parametrize("damage", UNREADABLE)
def test_a_file_that_comes_between_is_copied_aside_before_the_first_write(
    keeper: MatchStore, folder: Path, damage: str
) -> None:
    """As 0.1.0, or a disk that knows no locks, might put one there."""
    keeper.begin()
    folder.mkdir(exist_ok=True)
    (folder / "match.json").write_bytes(UNREADABLE[damage])
    for _ in range(2):
        keeper.keep(match_of(1), SEATS, {})
        keeper.flush()
    aside = folder / "match.json.damaged-1"
    assert aside.read_bytes() == UNREADABLE[damage]
    assert seeds_on_disk(folder) == {"match.json": 1}


@pytest.mark.parametrize("damage", UNREADABLE)
def test_where_only_the_backup_is_whole_the_match_goes_on_and_the_file_is_copied_aside(
    keeper: MatchStore, folder: Path, damage: str
) -> None:
    match = begin(keeper, 1)
    keeper.keep(match, SEATS, {"twice": True})
    keeper.leave()
    (folder / "match.json").write_bytes(UNREADABLE[damage])
    loaded = keeper.resume(1)
    assert loaded.value.match.seed == 1
    assert loaded.problem is not None
    assert (folder / "match.json.damaged-1").read_bytes() == UNREADABLE[damage]


# -- two copies at once ----------------------------------------------------------------------


def test_two_copies_never_have_the_same_slot(
    keeper: MatchStore, other: MatchStore, folder: Path
) -> None:
    keeper.begin()
    other.begin()
    keeper.keep(match_of(1), SEATS, {})
    other.keep(match_of(2), SEATS, {})
    keeper.flush()
    other.flush()
    assert seeds_on_disk(folder) == {"match.json": 1, "match-2.json": 2}


def test_what_another_copy_plays_is_shown_and_left_alone(
    keeper: MatchStore, other: MatchStore
) -> None:
    begin(keeper, 1)
    (kept,) = other.kept()
    assert kept.is_elsewhere
    assert not other.last_by_game("red7")
    with pytest.raises(LockHeld):
        other.resume(1)
    with pytest.raises(LockHeld):
        other.delete(1)
    keeper.leave()
    assert other.last == 1
    assert other.resume(1).value.match.seed == 1
    with pytest.raises(LockHeld):
        keeper.resume(1)


def test_a_match_that_is_nowhere_but_here_stays_here_when_another_begins(
    folder: Path, keeper: MatchStore
) -> None:
    folder.write_text("a file in the folder's place", "utf-8")
    first = begin(keeper, 1)
    assert keeper.take_trouble() is not None
    begin(keeper, 2)
    assert seeds_told(keeper) == [2, 1]
    assert keeper.resume(1).value.match.log == first.log
    folder.unlink()
    assert keeper.save_again()
    assert sorted(seeds_on_disk(folder).values()) == [1, 2]


# == The file of the last set-ups: of one game as version 0.1.0 wrote it, and of several.

LAST = red7_setup(
    seats=(SeatPlan("Zoë", face="frog"), SeatPlan(level="expert"), SeatPlan()),
    advanced=False,
    actions=True,
    edition="first",
    target=25,
    starter="lowest",
    seed=829,
)
TWO: Final[Box] = {**BOX, "other": BOX["red7"]._replace(name="other")}
"""A box with a second game, whose options are the same."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "setup.json"


def kept_in(path: Path, box: Box) -> SetupStore:
    return SetupStore(path, box, WorkerHere())


def plain(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def write(path: Path, found: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found), encoding="utf-8")


def test_the_file_of_version_0_1_0_holds_the_first_game(path: Path) -> None:
    kept_in(path, BOX).keep(LAST)
    write(path, {key: value for key, value in plain(path).items() if key != "game"})
    assert kept_in(path, TWO).load() == (LAST, ())


def test_every_game_has_a_set_up_of_its_own_and_the_last_one_is_told(path: Path) -> None:
    other = replace(LAST, game="other", seed=1)
    kept_in(path, TWO).keep(LAST)
    kept_in(path, TWO).keep(other)
    kept = kept_in(path, TWO)
    assert kept.load() == (other, ())
    assert kept.of("red7") == LAST


@pytest.mark.parametrize("game", [{}, [], 7, None, "gone"])
def test_a_last_game_that_is_none_is_the_first(path: Path, game: Any) -> None:
    write(path, {"game": game})
    assert kept_in(path, TWO).last == "red7"


def test_a_game_that_has_gone_from_the_box_leaves_its_set_up_in_the_file(path: Path) -> None:
    kept_in(path, TWO).keep(replace(LAST, game="other"))
    kept = kept_in(path, BOX)
    setup, (trouble,) = kept.load()
    assert (setup.game, trouble.key) == ("red7", "game")
    kept.keep(setup)
    assert kept_in(path, TWO).of("other") == replace(LAST, game="other")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", []),
        ("seats", [{"name": "Bo"}]),
        ("seats", [{"name": "Bo"}, {"level": "grandmaster"}]),
        ("seats", [{"name": "Bo"}, {"name": "x" * 17}]),
        ("seats", [{"name": "Bo"}, "Cleo"]),
        ("actions", None),
        ("edition", "2.0"),
        ("target", 197),
        ("starter", "loudest"),
        ("seed", -1),
    ],
)
def test_a_wrong_value_alone_goes_back(path: Path, key: str, value: Any) -> None:
    kept_in(path, BOX).keep(LAST)
    write(path, plain(path) | {key: value})
    setup, troubles = kept_in(path, BOX).load()
    if key in FIRST.values:
        assert setup == LAST.with_values(**{key: FIRST.values[key]})
    else:
        assert setup == replace(LAST, **{key: getattr(FIRST, key)})
    assert [(trouble.kind, trouble.key) for trouble in troubles] == [(TroubleKind.WRONG_VALUE, key)]


# == What is said of a kept match comes from the face of its own game.

BARE_FACE = bare_face()
WITH_BAZAAR: Box = {
    **BOX,
    "bazaar": GameRow("bazaar", Bazaar, BOX["red7"].players, lambda: BARE_FACE),
}


def said(match: Match, seats: int, level: str = "human", *own: str) -> tuple[str, ...]:
    people = [Seated(name, level if nth else "human") for nth, name in enumerate(NAMES[:seats])]
    saved = SavedMatch(match, tuple(people), {})
    texts = load_texts(asset_path("locale"), "en")
    kept = SaveInfo(1, 0.0, saved)
    return describe_save(kept, texts, date(2026, 1, 2), WITH_BAZAAR, lambda begun: "", own)


def test_a_match_for_points_is_told_with_its_round_and_points() -> None:
    match = begin_match("advanced@1.3", 2, seed=1, target=40)
    assert said(match, 2)[:3] == ("Ann, Bo", "Round 1 · Advanced rules", "0 : 0 of 40 points")
    assert said(match, 2, "casual", "Ann")[0] == "You, Bo", "as at the table"
    assert said(match, 2, "casual", "Cat")[0] == "Ann, Bo", "somebody else's"
    assert said(match, 2, "human", "Ann")[0] == "Ann, Bo"


# == How a kept match stands is said in words.


def test_a_name_that_ends_in_a_number_is_told_apart_from_the_points() -> None:
    text = (Path(__file__).parents[2] / "golden" / "two_rounds.red7").read_text("utf-8")
    match = RED7_VIEW.story.replay(text, BOX["red7"].rules()).match
    people = (Seated("Ann", "human"), Seated("Amaka 2", "casual"))
    told = describe_standing(SavedMatch(match, people, {}), RED7_VIEW, Texts())
    assert told[1] == "You: 0, Amaka 2: 8"
