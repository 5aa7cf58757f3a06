"""A box with a second game: the pages around the table show both, each as its face says."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from red7_desktop import PRODUCT
from red7_desktop.app.launch import parse_setup
from red7_desktop.games.registry import BOX
from red7_desktop.kit.setup import GameSetup, InvalidSetup, OptionRow, SeatPlan
from red7_desktop.kit.texts import Texts
from red7_desktop.scene.geometry import Vec
from red7_desktop.tabletop.game import OptionSpec
from tests.bazaar.face import BazaarFace
from tests.bazaar.row import ROW
from tests.ui.pilot import Pilot
from tests.ui.seeing import words

_TODAY = date(2020, 2, 20)
PACE = OptionSpec("pace", ("slow", "brisk"), "slow")


class PacedFace(BazaarFace):
    """Has an option more than the rules."""

    options = (PACE,)

    def to_options(self, setup: GameSetup) -> dict[str, Any]:
        return {"seats": len(setup.seats)}

    def option_rows(self, setup: GameSetup, texts: Texts) -> Sequence[OptionRow]:
        choices = (("slow", "Slow"), ("brisk", "Brisk"))
        return (OptionRow("pace", "Pace", choices, setup.values["pace"]),)


FACE = PacedFace()
TWO = {"red7": BOX["red7"], "bazaar": ROW._replace(face=lambda: FACE)}
PAIR = GameSetup("bazaar", (SeatPlan(), SeatPlan(level="trader")), {"pace": "slow"}, seed=3)


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    flying = Pilot(tmp_path, box=TWO)
    flying.program.show_title()
    flying.wait(1.0)
    yield flying
    flying.close()


def test_the_window_says_which_game_is_on_the_table(pilot: Pilot) -> None:
    said: list[str] = []
    program = pilot.program
    program._set_title = said.append
    program.play(replace(PAIR, seats=(SeatPlan(), *[SeatPlan(level="trader")] * 4)))
    program.kit.change_settings(replace(program.kit.settings, language="de"))
    program.show_title()
    game = FACE.title(Texts())
    assert list(dict.fromkeys(said)) == [f"{game} – {PRODUCT}", PRODUCT]


def test_the_title_shows_both_and_each_tells_its_own_rules(pilot: Pilot) -> None:
    panels = [pilot.nodes(f"game {name}")[0].bounds for name in TWO]
    assert not any(one.overlaps(other) for one, other in combinations(panels, 2))
    pilot.press("rules bazaar")
    pilot.wait(0.5)
    assert pilot.nodes("page overview")
    assert "Red7 in short" not in words(pilot)


def test_a_game_is_chosen_on_the_title_and_remembered(pilot: Pilot) -> None:
    pilot.press("game bazaar")
    pilot.press("play")
    pilot.wait(0.5)
    assert pilot.nodes("pace")
    assert pilot.program.setups.last == "bazaar"
    pilot.press("back")
    pilot.press("play red7")
    pilot.wait(0.5)
    assert pilot.nodes("advanced")


def test_a_game_is_chosen_and_set_up_by_its_own_options(pilot: Pilot) -> None:
    pilot.press("play")
    pilot.wait(0.5)
    assert pilot.nodes("advanced")
    _choose(pilot, "game")
    assert pilot.nodes("pace")
    assert not pilot.nodes("advanced")
    for _ in range(3):
        pilot.press("add seat")
    assert not pilot.nodes("add seat")
    assert "5 players" in words(pilot)
    _choose(pilot, "pace")
    assert "5 players · Brisk" in words(pilot)
    pilot.press("back")
    setup, troubles = pilot.program.setups.load()
    assert (setup.game, len(setup.seats), dict(setup.values), troubles) == (
        "bazaar",
        5,
        {"pace": "brisk"},
        (),
    )


def _choose(pilot: Pilot, name: str) -> None:
    """Choose the last value of an option."""
    node = pilot.nodes(name)[0]
    pilot.click(node.world.apply(Vec(0.9 * node.size.w, node.size.h / 2)))
    pilot.wait(0.3)


def test_a_match_of_either_game_begins_again_and_goes_on(pilot: Pilot) -> None:
    desk = pilot.program._desk
    texts = pilot.program.kit.texts
    first = desk.begin(PAIR, texts)
    assert [seat.name for seat in first.seats] == ["You", "Tess"]
    assert desk.rematch().match.game.name == "bazaar"
    other = desk.begin(pilot.program.setups.of("red7"), texts)
    assert other.match.game.name == "red7"
    desk.leave()
    numbers = {kept.number for kept in desk.kept()}
    assert {desk.resume(number)[0].match.game.name for number in numbers} == {"red7", "bazaar"}
    assert "seed: 3\n" in FACE.record(first.match, ["You", "Tess"], ["human", "trader"], _TODAY)


def asked(pilot: Pilot, **arguments: Any) -> GameSetup:
    """Give the set-up that arguments of the command line ask for."""
    given = {"game": None, "seats": None, "rules": None, "deal": None, **arguments}
    return parse_setup(argparse.Namespace(**given), pilot.paths, TWO)


def test_the_command_line_names_a_game_and_its_options(pilot: Pilot) -> None:
    setup = asked(pilot, game="bazaar", seats=5, rules="pace=brisk", deal=7)
    assert (setup.game, len(setup.seats), setup.seed) == ("bazaar", 5, 7)
    assert setup.values["pace"] == "brisk"
    assert asked(pilot, rules="basic+actions").values["actions"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"game": "chess"}, "--game: 'chess' is not one of red7, bazaar"),
        ({"seats": 5}, "--seats: must be 2 to 4"),
        ({"rules": "expert"}, "--rules: 'expert': must begin with"),
        ({"game": "bazaar", "rules": "speed=2"}, "--rules: no such option; there are pace"),
        ({"game": "bazaar", "rules": "pace=2"}, "--rules: '2' is not one of slow, brisk"),
        ({"deal": -1}, "--deal: must be 0 to"),
    ],
    ids=str,
)
def test_an_argument_that_makes_no_sense_is_named(
    pilot: Pilot, arguments: dict[str, Any], why: str
) -> None:
    with pytest.raises(InvalidSetup, match=why):
        asked(pilot, **arguments)
