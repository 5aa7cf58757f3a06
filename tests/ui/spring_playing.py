"""A person at Spring Cleaning's table: decides like a good player, acts with hands of flesh."""

from __future__ import annotations

from collections.abc import Callable

from red7_desktop.games.registry import BOX
from red7_desktop.games.spring_cleaning.rules.cards import OFFER as PUT_OUT
from red7_desktop.games.spring_cleaning.rules.cards import PLAY, Step
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.scene.node import Node
from red7_desktop.tabletop.game import DragMove
from tests.ui.pilot import Pilot
from tests.ui.unaided import Hands

GREEDY = BOX["spring"].players().player_of("greedy")


def seen_by(pilot: Pilot) -> SpringObservation:
    seen: SpringObservation = pilot.session.observe()
    return seen


def planned(pilot: Pilot) -> Step:
    """Give the first step that a good player would take."""
    step: Step = GREEDY.choose(seen_by(pilot), 0, 1).steps[0]
    return step


def block(pilot: Pilot) -> set[str]:
    """Give the names of the cards that are picked."""
    return {f"{card.zone}#{card.nth}" for card in pilot.view.grip.block}


def pick(pilot: Pilot, names: tuple[str, ...], click: Callable[[str], None]) -> None:
    """Click cards till just these are picked: clicks on one go through its plays."""
    for name in names:
        if name not in block(pilot):
            click(name)
    for _ in range(12):
        if block(pilot) == set(names):
            return
        click(names[-1])
    raise AssertionError(f"{names} cannot be picked, only {block(pilot)}")


def take_by_mouse(pilot: Pilot, step: Step) -> None:
    """Do a step as hands do: click cards and the large button, drag them, or draw."""
    before = pilot.session.match.revision
    handling = BOX["spring"].rules().handling(pilot.session.match.state, 0, step)
    assert handling is not None
    if step.kind == PLAY:
        pick(pilot, handling.names, lambda name: pilot.click(pilot.place_of(name)))
        if len(handling.names) == 1:
            pilot.drag(handling.name, "table")
        else:
            pilot.press("end")
    elif step.kind == PUT_OUT:
        pilot.drag(handling.name, "offer")
        if handling.waits:
            pilot.wait(0.3)
            pilot.press("end")
    elif handling.source == "deck":
        pilot.press("draw")
    elif handling.target_place is None:
        pilot.drag(handling.name, handling.target)
    else:
        zone = pilot.view.zone_node(handling.target)
        gap = zone.gaps(len(seen_by(pilot).position.hands[0]))[handling.target_place]
        if pilot.view.grip.held is None:  # a drawn card is ready at once
            pilot.click(pilot.place_of(handling.name))
            pilot.wait(0.3)
        pilot.click(pilot.view.root.world.apply(gap.centre))
    pilot.wait(0.6)
    assert pilot.session.match.revision > before, f"{step} has not been taken"


def take_unaided(hands: Hands, step: Step) -> None:
    """Do a step by activating cards, places and buttons, with whatever these hands have."""
    pilot = hands.pilot
    before = pilot.session.match.revision
    handling = BOX["spring"].rules().handling(pilot.session.match.state, 0, step)
    assert handling is not None
    if step.kind == PLAY:
        pick(pilot, handling.names, lambda name: hands.activate(pilot.card(name)))
        hands.press("end")
    elif handling.source == "deck":
        hands.press("draw")
    elif handling.waits:
        hands.activate(pilot.card(handling.name))
        pilot.wait(0.3)
        hands.press("end")
    else:
        if pilot.view.grip.held is not pilot.card(handling.name):
            hands.activate(pilot.card(handling.name))
            pilot.wait(0.3)
        hands.activate(_goal(pilot, handling))
    pilot.wait(0.6)
    assert pilot.session.match.revision > before, f"{step} has not been taken"
    hands.taken += 1


def _goal(pilot: Pilot, handling: DragMove) -> Node:
    """Find where a card is to go: the zone, or the gap in it."""
    there = (handling.target, handling.target_place)
    gaps = [gap for gap in pilot.view.gaps if (gap.zone, gap.place) == there]
    return gaps[0] if gaps else pilot.view.zone_node(handling.target)
