"""Set-ups on disk, and words that say how a running match stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.app.library.library import RunningMatch
from red7_desktop.app.matches.match_desk import (
    PORTRAITS_KEY,
    SaveWords,
    build_seats,
    describe_save,
    describe_standing,
)
from red7_desktop.app.matches.setups import SetupStore
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.registry import CATALOGUE, Catalogue, GameEntry
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.storage import FileProblemKind, SynchronousWorker
from red7_desktop.kit.texts import Texts, load_texts
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.match import DamagedSaveError, Match, SavedMatch, SeatInfo
from red7_desktop.tabletop.rounds import read_record
from tests.bazaar.rules import Bazaar
from tests.matches import begin as begin_match
from tests.setups import FIRST, red7_setup
from tests.unit.kit.test_game_view import NAMES, bare_face

# == The file of the last set-ups, of version 0.1.0 and today's.

LAST = red7_setup(
    seats=(SeatPlan("Zoë", portrait="frog"), SeatPlan(level="expert"), SeatPlan()),
    advanced=False,
    actions=True,
    edition="first",
    target=25,
    starter="lowest",
    seed=829,
)
TWO: Final[Catalogue] = {**CATALOGUE, "other": CATALOGUE["red7"]._replace(name="other")}
"""A box with a second game, whose options are the same."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "setup.json"


def kept_in(path: Path, catalogue: Catalogue) -> SetupStore:
    return SetupStore(path, catalogue, SynchronousWorker())


def plain(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def write(path: Path, found: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found), encoding="utf-8")


def test_setup_file_of_version_0_1_0_applies_to_the_first_game(path: Path) -> None:
    kept_in(path, CATALOGUE).keep(LAST)
    write(path, {key: value for key, value in plain(path).items() if key != "game"})
    assert kept_in(path, TWO).load() == (LAST, ())


def test_every_game_has_its_own_setup(path: Path) -> None:
    other = replace(LAST, game="other", seed=1)
    kept_in(path, TWO).keep(LAST)
    kept_in(path, TWO).keep(other)
    kept = kept_in(path, TWO)
    assert kept.load() == (other, ())
    assert kept.of("red7") == LAST


FAMILY = (
    SeatPlan("Ada", portrait="rabbit"),
    SeatPlan("Bo", portrait="frog"),
    SeatPlan(level="casual"),
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("P1", "Ada Bo 1"),
        ("PP1", "Ada Bo 1"),
        ("P12", "Ada Bo 1 2"),
        ("1P23", "1 Ada Bo 2"),
        ("PPP", "Ada Bo"),
        ("PPP1", "Ada Bo 1 1"),
    ],
)
def test_people_seated_in_one_game_are_seated_in_the_other_too(
    path: Path, before: str, after: str
) -> None:
    levels = {"1": "steady", "2": "expert", "3": "newcomer"}
    seats = tuple(
        [SeatPlan(level=levels[each]) if each in levels else SeatPlan() for each in before]
    )
    store = kept_in(path, TWO)
    store.keep(replace(LAST, game="other", seats=seats))

    store.keep(replace(LAST, seats=FAMILY))

    keys = {level: key for key, level in levels.items()}
    told = [keys[seat.level] if seat.level else seat.name for seat in store.of("other").seats]
    assert " ".join(told) == after
    assert [seat.portrait for seat in store.of("other").seats if seat.is_person] == [
        "rabbit",
        "frog",
    ]


@pytest.mark.parametrize("game", [{}, [], 7, None, "gone"])
def test_unknown_last_game_falls_back_to_the_first(path: Path, game: Any) -> None:
    write(path, {"game": game})
    assert kept_in(path, TWO).last == "red7"


def test_setup_of_a_removed_game_is_kept(path: Path) -> None:
    kept_in(path, TWO).keep(replace(LAST, game="other"))
    kept = kept_in(path, CATALOGUE)
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
def test_invalid_setup_value_alone_is_reset(path: Path, key: str, value: Any) -> None:
    kept_in(path, CATALOGUE).keep(LAST)
    write(path, plain(path) | {key: value})
    setup, troubles = kept_in(path, CATALOGUE).load()
    if key in FIRST.values:
        assert setup == LAST.with_values(**{key: FIRST.values[key]})
    else:
        assert setup == replace(LAST, **{key: getattr(FIRST, key)})
    assert [(trouble.kind, trouble.key) for trouble in troubles] == [
        (FileProblemKind.WRONG_VALUE, key)
    ]


# == Descriptions of saved matches come from their own game.

BARE_FACE = bare_face()
WITH_BAZAAR: Catalogue = {
    **CATALOGUE,
    "bazaar": GameEntry("bazaar", Bazaar, CATALOGUE["red7"].players, lambda: BARE_FACE),
}


TODAY = date(2026, 1, 2)


def running(match: Match, seats: int, level: str = "human") -> RunningMatch:
    people = [SeatInfo(name, level if nth else "human") for nth, name in enumerate(NAMES[:seats])]
    return RunningMatch("a", match.game.name, SavedMatch(match, tuple(people), {}), day=TODAY)


def said(kept: RunningMatch, *own: str) -> SaveWords:
    """Return what is said of a running match. own: what the person who plays here is called."""
    texts = load_texts(asset_path("locale"), "en")
    return describe_save(kept, texts, TODAY, WITH_BAZAAR, lambda begun: "", own)


def test_running_match_is_described_by_its_players_round_and_points() -> None:
    match = begin_match("advanced@1.3", 2, seed=1, target=40)

    assert said(running(match, 2))[:3] == (
        "Ann, Bo",
        "Round 1 · Advanced rules",
        "0 : 0 of 40 points",
    )


@pytest.mark.parametrize(
    ("level", "own", "people"),
    [
        ("casual", "Ann", "You, Bo"),
        ("casual", "Cat", "Ann, Bo"),
        ("human", "Ann", "Ann, Bo"),
    ],
)
def test_person_who_plays_here_alone_is_called_you(level: str, own: str, people: str) -> None:
    match = begin_match("advanced@1.3", 2, seed=1, target=40)

    assert said(running(match, 2, level), own).people == people


@pytest.mark.parametrize(
    ("change", "played"),
    [
        ({"time": "20:14"}, "today, 20:14"),
        ({}, "today"),
        ({"day": TODAY - timedelta(days=1), "time": "20:14"}, "yesterday"),
        ({"day": None}, "date unknown"),
        ({"is_saved": False, "time": "20:14"}, "not saved yet"),
    ],
)
def test_running_match_says_when_it_was_played_last(change: Any, played: str) -> None:
    match = begin_match("advanced@1.3", 2, seed=1)

    assert said(running(match, 2)._replace(**change)).played == played


def test_unreadable_running_match_says_why() -> None:
    problem = DamagedSaveError("line 1, column 1", "broken_json", "broken JSON")
    kept = RunningMatch("a", "red7", problem=problem, day=TODAY)

    trouble = "This match can’t be opened: it’s damaged"
    assert said(kept) == SaveWords("", "", "", "today", trouble)


def test_match_of_another_copy_is_said_to_be_played_elsewhere() -> None:
    kept = running(begin_match("advanced@1.3", 2, seed=1), 2)._replace(is_in_use=True)

    assert said(kept).trouble == "It’s being played in another window."


def test_name_ending_in_a_number_is_separated_from_points() -> None:
    text = (Path(__file__).parents[2] / "golden" / "two_rounds.red7").read_text("utf-8")
    match = read_record(RED7_VIEW.story.record_form, text, CATALOGUE["red7"].rules()).match
    people = (SeatInfo("Ann", "human"), SeatInfo("Amaka 2", "casual"))

    told = describe_standing(SavedMatch(match, people, {}), RED7_VIEW, Texts())

    assert told[1] == "You: 0, Amaka 2: 8"


@pytest.mark.parametrize(
    ("faces", "seen"),
    [
        ({"A": "rabbit", "B": "frog"}, ["rabbit", "", ""]),  # an AI player has its own
        ({"C": "penguin"}, ["", "", "penguin"]),
        ({"A": "dragon"}, ["", "", ""]),
        ({"A": 7}, ["", "", ""]),
        ("rabbit", ["", "", ""]),
        (None, ["", "", ""]),
    ],
)
def test_saved_seats_have_the_faces_that_people_chose(faces: Any, seen: list[str]) -> None:
    match = begin_match("basic@1.3", 3, 5)
    seats = (SeatInfo("Ada", "human"), SeatInfo("Linnea", "steady"), SeatInfo("Cleo", "human"))

    found = build_seats(SavedMatch(match, seats, {PORTRAITS_KEY: faces}))

    assert [seat.portrait_key for seat in found] == seen
