"""Says which cards carry which marks: what hangs together, and what can answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.table.marks import (
    ANSWERS,
    GOES_ON,
    JOINS_EQUAL,
    JOINS_STEP,
)
from red7_desktop.games.spring_cleaning.face.words.blocks import joins
from red7_desktop.games.spring_cleaning.rules.combinations import (
    cards_of,
    hand_part,
    length_of,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.steps import PLAY, Step
from red7_desktop.tabletop.zones import place_name, zone_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from red7_desktop.games.spring_cleaning.face.table.table_scene import Scene


def present_marks(scene: Scene) -> dict[str, tuple[str, ...]]:
    """Give the names of the cards that carry each mark."""
    equal, step = _clips(scene)
    return {
        JOINS_EQUAL: equal,
        JOINS_STEP: step,
        GOES_ON: tuple(_beaten(scene)),
        ANSWERS: tuple(dict.fromkeys(_answers(scene))),
    }


def _clips(scene: Scene) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the cards that hang together with their left neighbours: equal ones, and rising."""
    found: tuple[list[str], list[str]] = [], []
    rows = [(zone_of("hand", seat), hand) for seat, hand in enumerate(scene.position.hands)]
    rows.append(("table", cards_of(scene.position.table) if scene.position.trick else ()))
    for zone, row in rows:
        for nth in range(1, len(row)):
            if joins(row[nth - 1], row[nth]):
                found[row[nth] - row[nth - 1]].append(place_name(zone, nth))
    return tuple(found[0]), tuple(found[1])


def _beaten(scene: Scene) -> Iterator[str]:
    """Name the cards of beaten combinations, but the first of each: blocks of the stair."""
    first = 0
    for combination in scene.position.trick[:-1]:
        behind = first + length_of(combination)
        for nth in range(first + 1, behind):
            yield place_name("trick", nth)
        first = behind


def _answers(scene: Scene) -> Iterator[str]:
    """Name the cards of the hand and of offers that are part of a play that beats the table."""
    position = scene.position
    if not (scene.is_asked and scene.around.assists and position.trick):
        return
    for step in scene.seen.legal:
        if not isinstance(step, Step) or step.kind != PLAY:
            continue
        for nth in range(*hand_part(step.what)):
            yield place_name(zone_of("hand", position.mover), nth)
        for card, owner in zip(cards_of(step.what), owners_of(step.what), strict=True):
            if owner >= 0:
                for nth, other in enumerate(position.offers[owner]):
                    if other == card:
                        yield place_name(zone_of("offer", owner), nth)
