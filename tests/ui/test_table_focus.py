"""The focus at the table: every card and button leads to every other, in whatever state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.focus import DIRECTIONS, find_ahead
from red7_desktop.scene.node import Node
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

PLANS = (
    SeatPlan("Ada"),
    SeatPlan(level="casual"),
    SeatPlan(level="steady"),
    SeatPlan(level="newcomer"),
)


def led_to(start: Node, ways: dict[Node, set[Node]]) -> set[Node]:
    """Give all that the arrows lead to from a node."""
    found, new = {start}, [start]
    while new:
        for node in ways[new.pop()] - found:
            found.add(node)
            new.append(node)
    return found


def traps(pilot: Pilot) -> list[str]:
    """List what cannot be reached from the first node, and what it cannot be reached from."""
    nodes = pilot.program.kit.stage.focus.nodes()
    there: dict[Node, set[Node]] = {node: set() for node in nodes}
    back: dict[Node, set[Node]] = {node: set() for node in nodes}
    for node in nodes:
        for direction in DIRECTIONS.values():
            goal = find_ahead(node, nodes, direction)
            if goal is not None:
                there[node].add(goal)
                back[goal].add(node)
    both = led_to(nodes[0], there) & led_to(nodes[0], back)
    return [node.name for node in nodes if node not in both]


def states(pilot: Pilot, turns: int) -> Iterator[str]:
    """Play some turns; stop before each step, with nothing and with a card in the hand."""
    for _ in range(turns):
        pilot.wait_for_me()
        pilot.wait(0.8)
        if not pilot.session.is_viewers_turn:
            return
        yield "before the turn"
        for step in PLAYERS.player_of("greedy").choose(pilot.session.observe(), 0, 1).steps:
            hand = [card for card in pilot.view.cast if pilot.view.is_own_hand(card.zone)]
            for card in hand[:2]:
                pilot.view.grip.pick(card)
                pilot.wait(0.3)
                yield f"with {card.face} in the hand"
            pilot.view.grip.pick(None)
            pilot.session.take(step)
            pilot.wait(0.5)
            yield f"after {step}"


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("seats", "size"),
    [(2, (1280, 720)), (3, (1280, 800)), (4, (1920, 1080)), (4, (960, 600))],
    ids=str,
)
def test_the_arrows_lead_from_everything_to_everything(
    tmp_path: Path, seats: int, size: tuple[int, int]
) -> None:
    pilot = Pilot(tmp_path, size)
    pilot.play(red7_setup(PLANS[:seats], seed=seats, actions=True))
    seen = 0
    for state in states(pilot, 2):
        seen += 1
        assert traps(pilot) == [], state
    assert seen > 6
    pilot.close()


def test_tab_goes_from_the_hand_to_the_buttons_past_what_only_lies_there(pilot: Pilot) -> None:
    pilot.play(red7_setup(PLANS[:2], seed=11))
    pilot.wait_for_me()
    pilot.wait(1.0)
    stops = pilot.program.kit.stage.focus.stops()
    hand = [card for card in pilot.view.cast if pilot.view.is_own_hand(card.zone)]
    assert stops[: len(hand)] == hand
    assert [node.name for node in stops[len(hand) :]][:2] == ["hint", "give_up"]
    walked = []
    for _ in stops:
        pilot.key(pygame.K_TAB)
        walked.append(pilot.program.kit.stage.focus.current)
    assert walked == stops


def test_with_a_card_in_the_hand_tab_goes_on_to_its_places(pilot: Pilot) -> None:
    pilot.play(red7_setup(PLANS[:2], seed=11))
    pilot.wait_for_me()
    pilot.wait(1.0)
    pilot.key(pygame.K_1)
    held = pilot.view.grip.held
    assert held is not None
    names = [node.name for node in pilot.program.kit.stage.focus.stops()]
    assert {"zone palette:A", "zone canvas"} <= set(names)


def test_what_would_come_of_the_focused_card_is_said_beside_its_places(pilot: Pilot) -> None:
    pilot.play(red7_setup(PLANS[:2], seed=11))
    pilot.wait_for_me()
    pilot.wait(1.0)
    assert not pilot.nodes("preview")
    pilot.key(pygame.K_TAB)
    assert len(pilot.nodes("preview")) >= 2
    assert pilot.view.grip.held is None
    pilot.program.kit.stage.focus.give(pilot.nodes("hint")[0])
    assert not pilot.nodes("preview")
