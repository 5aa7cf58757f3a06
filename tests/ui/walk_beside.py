"""A walk through what there is beside matches: puzzles, records, replays, people, profiles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame

from red7_desktop.app.features import PuzzleFeature
from red7_desktop.app.puzzles.attempt import PuzzleSource
from red7_desktop.app.puzzles.puzzles import PuzzleShelf
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.widgets.widget import Label
from tests.setups import red7_setup
from tests.ui.pilot import Pilot, middle_of
from tests.ui.puzzling import FORCE, SHIPPED, STAY
from tests.ui.replaying import (
    GOLDEN,
    give_up_match,
    judge_all,
    last_remark,
    session_of,
    settled,
    unjudged,
)
from tests.ui.walk import AIS, LONG, Stop, Walk, behind_curtain, give_hint

LONGEST = ("Hohenschwangauer", "Maximilianwilhel")
"""Names of one word, as long as names may be."""


def puzzles(pilot: Pilot) -> Iterator[Stop]:
    """The list of puzzles, one that is tried, hinted at, missed, shown and solved, and its menu."""
    entrance = pilot.program.parts.of(PuzzleFeature)
    room = entrance._part

    def settle() -> None:
        room._worker.do(lambda: None).result()
        pilot.wait(0.3)

    room._shelves["red7"] = PuzzleShelf(SHIPPED)
    for game in ("red7", "spring"):
        entrance.show(game)
        settle()
        yield Stop(f"the puzzles of {game}")
    for puzzle, wrong in ((STAY, ("B1", "palette")), (FORCE, ("G6", "canvas"))):
        pilot.program.show_title()
        room.open(room.chosen(puzzle, PuzzleSource.ALL))
        settle()
        yield Stop("a puzzle")
        yield Stop("a puzzle, a hint", give_hint)
        pilot.drag(*wrong)
        pilot.wait(0.6)
        pilot.press("end")
        settle()
        pilot.wait(6.0)
        yield Stop("a puzzle, missed")
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.5)
    (told,) = pilot.nodes("deal")
    assert isinstance(told, Label)
    assert "0" not in told.text, "a puzzle is no deal with a number"
    yield Stop("a puzzle's menu")
    pilot.key(pygame.K_ESCAPE)
    assert room._attempt is not None
    room._attempt.show_answer()
    pilot.wait(8.0)
    yield Stop("a puzzle, the answer")
    room.open(room.chosen(STAY, PuzzleSource.ALL))
    settle()
    for face, place in (("O5", "palette"), ("B1", "canvas")):
        pilot.drag(face, place)
        pilot.wait(0.6)
    pilot.press("end")
    settle()
    yield Stop("a puzzle, solved")


def looking_back(pilot: Pilot) -> Iterator[Stop]:
    """Records, and replays: with remarks, open hands, a film that is made; what is no record."""
    plans = (SeatPlan(LONG[0]), *AIS)
    for setup in (red7_setup(plans, seed=11), GameSetup("spring", plans, {}, 11)):
        give_up_match(pilot, setup)
    pilot.program.replays.show()
    settled(pilot)
    yield Stop("records")
    pilot.press("delete 000001")
    pilot.wait(0.5)
    yield Stop("a record is to be deleted")
    pilot.key(pygame.K_ESCAPE)
    for number in (2, 1):
        pilot.program.replays.show()
        settled(pilot)
        pilot.press(f"open 00000{number}")
        yield from replayed(pilot, f"replay {number}")
    pilot.program.show_title()
    pilot.program.replays.open_file(GOLDEN)
    yield from replayed(pilot, "a replay")
    yield Stop("a button of the dock", rest_on_film)
    pilot.press("menu")
    pilot.wait(0.5)
    yield Stop("a replay's menu")
    pilot.key(pygame.K_ESCAPE)
    pilot.program.replays.open_file(Path(__file__))
    settled(pilot)
    yield Stop("no record")
    pilot.key(pygame.K_ESCAPE)


def replayed(pilot: Pilot, name: str) -> Iterator[Stop]:
    """A match that is being opened: before any turn is judged and after all are, and later on."""
    unjudged(pilot)
    yield Stop(name)
    pilot.press("hands")
    session_of(pilot).go_to(1)
    pilot.wait(1.0)
    yield Stop(f"{name}, open hands")
    judge_all(pilot)
    yield Stop(f"{name}, judged")
    session_of(pilot).go_to(last_remark(pilot))
    pilot.wait(1.0)
    yield Stop(f"{name}, a remark")


def profiles(pilot: Pilot) -> Iterator[Stop]:
    """A profile, the people, and names of one long word, at the table and around it."""
    profile = pilot.program.profile
    profile.show()
    profile._part.do(lambda: None).result()
    pilot.wait(0.5)
    yield Stop("a profile")
    pilot.press("people")
    pilot.wait(0.5)
    yield Stop("people")
    plans = (SeatPlan(LONGEST[0]), SeatPlan(level="expert"), SeatPlan(LONGEST[1]))
    setup = red7_setup(plans, seed=5, target=100)
    pilot.program.setups.keep(setup)
    pilot.program.show_new_game()
    pilot.wait(0.5)
    yield Stop("new game, names of one word")
    yield from behind_curtain(pilot, setup, "names of one word")


def rest_on_film(pilot: Pilot) -> None:
    """Let the dock say what a button does, in the place of where the replay stands."""
    pilot.move(Vec(0.0, 0.0))
    pilot.move(middle_of(pilot.button("save film")))
    pilot.wait(0.3)


BESIDE: dict[str, Walk] = {each.__name__: each for each in (puzzles, looking_back, profiles)}
