"""Says which cards carry which marks: what hangs together, or would, and what can answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.pictures.clips import EQUAL, STEP, find_clip_between
from red7_desktop.games.spring_cleaning.face.table.marks import (
    ANSWERS,
    GOES_ON,
    JOINS_EQUAL,
    JOINS_EQUAL_AHEAD,
    JOINS_EQUAL_LIT,
    JOINS_STEP,
    JOINS_STEP_AHEAD,
    JOINS_STEP_LIT,
)
from red7_desktop.games.spring_cleaning.face.words.blocks import hangs_together
from red7_desktop.games.spring_cleaning.rules.combinations import (
    cards_of,
    find_hand_part,
    length_of,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.steps import INSERT, OFFER, PLAY, Step
from red7_desktop.kit.hud.card_marks import PENDING
from red7_desktop.tabletop.zones import place_name, zone_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from red7_desktop.games.spring_cleaning.face.table.table_scene import TableContext
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position

_BEHIND: Final = {EQUAL: JOINS_EQUAL_LIT, STEP: JOINS_STEP_LIT}

_AHEAD: Final = {EQUAL: JOINS_EQUAL_AHEAD, STEP: JOINS_STEP_AHEAD}


def present_marks(scene: TableContext) -> dict[str, tuple[str, ...]]:
    """Give the names of the cards that carry each mark."""
    equal, step = _list_clipped(scene)
    return {
        JOINS_EQUAL: equal,
        JOINS_STEP: step,
        GOES_ON: tuple(_list_beaten(scene)),
        ANSWERS: tuple(dict.fromkeys(_list_answers(scene))),
        PENDING: scene.around.picked if scene.offered else (),
    }


def _list_clipped(scene: TableContext) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the cards that hang together with their left neighbours: equal ones, and rising."""
    found: tuple[list[str], list[str]] = [], []
    rows = [(zone_of("hand", seat), hand) for seat, hand in enumerate(scene.position.hands)]
    rows.append(("table", cards_of(scene.position.table) if scene.position.trick else ()))
    for zone, row in rows:
        for nth in range(1, len(row)):
            if hangs_together(row[nth - 1], row[nth]):
                found[row[nth] - row[nth - 1]].append(place_name(zone, nth))
    return tuple(found[0]), tuple(found[1])


def _list_beaten(scene: TableContext) -> Iterator[str]:
    """Name the cards of beaten combinations, but the first of each: blocks of the stair."""
    first = 0
    for combination in scene.position.trick[:-1]:
        behind = first + length_of(combination)
        for nth in range(first + 1, behind):
            yield place_name("trick", nth)
        first = behind


def _list_answers(scene: TableContext) -> Iterator[str]:
    """Name the cards of the hand and of offers that are part of a play that beats the table."""
    position = scene.position
    if not (scene.is_asked and scene.around.assists and position.trick):
        return
    for step in scene.seen.legal:
        if not isinstance(step, Step) or step.kind != PLAY:
            continue
        for nth in range(*find_hand_part(step.what)):
            yield place_name(zone_of("hand", position.mover), nth)
        for card, owner in zip(cards_of(step.what), owners_of(step.what), strict=True):
            if owner >= 0:
                for nth, other in enumerate(position.offers[owner]):
                    if other == card:
                        yield place_name(zone_of("offer", owner), nth)


def list_tried_marks(position: Position, seat: int, step: Step) -> dict[str, tuple[str, ...]]:
    """Name the cards that wear bright clips while a legal step is tried, by style.

    They are the ones in the row that it would join, to each other or to a card that comes in.
    """
    found = _list_marks_around(position, seat, step) if step.kind == INSERT else ()
    if step.kind in {PLAY, OFFER}:
        found = _list_marks_across(position, seat, step)
    marks: dict[str, tuple[str, ...]] = {}
    for style, name in found:
        marks[style] = (*marks.get(style, ()), name)
    return marks


def _list_marks_around(position: Position, seat: int, step: Step) -> Iterator[tuple[str, str]]:
    hand, at, card = position.hands[seat], step.what - 1, position.drawn
    zone = zone_of("hand", seat)
    before = find_clip_between(hand[at - 1], card) if at else None
    if before is not None:
        yield _AHEAD[before], place_name(zone, at - 1)
    behind = find_clip_between(card, hand[at]) if at < len(hand) else None
    if behind is not None:
        yield _BEHIND[behind], place_name(zone, at)


def _list_marks_across(position: Position, seat: int, step: Step) -> Iterator[tuple[str, str]]:
    hand = position.hands[seat]
    start, end = find_hand_part(step.what) if step.kind == PLAY else (step.what - 1, step.what)
    if not 0 < start < end < len(hand):
        return
    closed = find_clip_between(hand[start - 1], hand[end])
    if closed is not None:
        yield _AHEAD[closed], place_name(zone_of("hand", seat), start - 1)
        yield _BEHIND[closed], place_name(zone_of("hand", seat), end)
