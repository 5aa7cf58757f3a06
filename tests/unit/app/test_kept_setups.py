"""The file of the last set-ups: of one game as version 0.1.0 wrote it, and of several."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.app.matches.match_store import SetupStore
from red7_desktop.games.registry import BOX, Box
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.storage import LateWrites, TroubleKind, WorkerHere
from tests.setups import FIRST, red7_setup

LAST = red7_setup(
    seats=(SeatPlan("Zoë"), SeatPlan(level="expert"), SeatPlan()),
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
    return SetupStore(path, box, LateWrites(WorkerHere()))


def plain(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def write(path: Path, found: Mapping[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found), encoding="utf-8")


def test_the_last_set_up_comes_back_as_it_was_kept(path: Path) -> None:
    kept_in(path, BOX).keep(LAST)
    assert kept_in(path, BOX).load() == (LAST, ())


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
        ("seats", [{"name": "Bo"}] * 5),
        ("seats", [{"name": "Bo"}, {"level": "grandmaster"}]),
        ("seats", [{"name": "Bo"}, {"name": " spaced "}]),
        ("seats", [{"name": "Bo"}, {"name": "x" * 17}]),
        ("seats", [{"name": "Bo"}, "Cleo"]),
        ("advanced", "yes"),
        ("actions", None),
        ("edition", "2.0"),
        ("target", 0),
        ("target", 197),
        ("starter", "loudest"),
        ("seed", -1),
        ("seed", "829"),
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
