"""Moves a round on: by one step, or by a whole turn. Does not ask whether it is legal.

`legal` is the way in for callers that have not taken the step from the list of legal ones.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import ALONE, COMPILED, UNKNOWN, number_of
from red7_desktop.games.red7.rules.engine.actions import owed_after
from red7_desktop.games.red7.rules.engine.position import (
    DISCARDED,
    DONE,
    DREW,
    PLAYED,
    START,
    Position,
    next_live,
    with_entry,
)
from red7_desktop.games.red7.rules.engine.strength import END as AS_IT_STANDS
from red7_desktop.games.red7.rules.engine.turns import TAKES_DRAW, Turns, ending_at, way_of
from red7_desktop.games.red7.rules.steps import (
    BURY,
    DISCARD,
    DRAW,
    END,
    FETCH,
    PASS,
    PLAY,
    SHED,
    TAKE,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_extensions import i64

    from red7_desktop.games.red7.rules.steps import Step


def after_turn(turns: Turns, index: int) -> Position:
    """Give the position after one of the turns, `index` from 0 to `turns.count` - 1.

    A turn that stops at a draw leads to the position, still in the turn, with the card drawn.
    """
    position = turns.position
    upto = turns.upto
    way = way_of(upto, index) if COMPILED else bisect_right(upto, index)
    if way == len(upto):
        return gone_out(position)
    if way:
        index -= upto[way - 1]
    plain = len(turns.able)
    if way < plain:
        play = turns.play_of(way) if way else 0
        ways = turns.endings_of(way, play)
        earning = ways & (turns.earning if way else turns.earning_first)
        return _after_plain_turn(position, play, ending_at(ways, earning, index))
    branch = turns.branches[way - plain]
    for step in branch.plays:
        position = _played(position, step.card)
    for step in branch.action:
        position = after(position, step)
    if branch.stops:
        return position
    return _after_plain_turn(position, 0, ending_at(branch.endings, branch.earning, index))


def _after_plain_turn(position: Position, play: i64, ending: i64) -> Position:
    """Give the next turn's position after a play (set of one card, or 0) and an ending.

    The ending is as `ending_at` gives it. Two seats, the hot path, are written out.
    """
    mover = position.mover
    hands = position.hands
    two = len(hands) == 2
    hand: i64 = hands[mover]
    hand ^= play
    rows, palettes = position.rows, position.palettes
    canvas, deck, unseen = position.canvas, position.deck, position.unseen
    if play:
        row = rows[mover] + ALONE[play % 59]
        palette: i64 = palettes[mover] | play
        if two:
            rows = (rows[0], row) if mover else (row, rows[1])
            palettes = (palettes[0], palette) if mover else (palette, palettes[1])
        else:
            rows = (*rows[:mover], row, *rows[mover + 1 :])
            palettes = with_entry(palettes, mover, palette)
    if ending != AS_IT_STANDS:
        discard = ending & ~TAKES_DRAW
        hand ^= discard
        canvas += ALONE[discard % 59]
        if ending != discard:
            drawn = deck[0]
            deck = deck[1:]
            if drawn == UNKNOWN:
                unseen = with_entry(unseen, mover, unseen[mover] + 1)
            else:
                hand |= 1 << drawn
    out = position.out
    if two:
        hands = (hands[0], hand) if mover else (hand, hands[1])
        following = 1 - mover
    else:
        hands = with_entry(hands, mover, hand)
        following = next_live(len(hands), out, mover)
    return Position(
        position.rules,
        canvas,
        deck,
        hands,
        unseen,
        rows,
        palettes,
        position.scores,
        following,
        out,
        START,
    )


def gone_out(position: Position) -> Position:
    """Give the position after the mover has gone out of the round."""
    out = position.out | 1 << position.mover
    return Position(
        position.rules,
        position.canvas,
        position.deck,
        position.hands,
        position.unseen,
        position.rows,
        position.palettes,
        position.scores,
        next_live(len(position.hands), out, position.mover),
        out,
        START,
    )


def changed(
    position: Position,
    *,
    canvas: tuple[int, ...] | None = None,
    deck: tuple[int, ...] | None = None,
    hands: tuple[int, ...] | None = None,
    unseen: tuple[int, ...] | None = None,
    rows: tuple[tuple[int, ...], ...] | None = None,
    scores: tuple[tuple[int, ...], ...] | None = None,
    mover: int | None = None,
    out: int | None = None,
    phase: int | None = None,
) -> Position:
    """Give a position with some of its fields replaced; palettes follow the rows."""
    palettes = position.palettes
    if rows is not None:
        palettes = tuple([sum([1 << card for card in row]) for row in rows])
    return Position(
        position.rules,
        position.canvas if canvas is None else canvas,
        position.deck if deck is None else deck,
        position.hands if hands is None else hands,
        position.unseen if unseen is None else unseen,
        position.rows if rows is None else rows,
        palettes,
        position.scores if scores is None else scores,
        position.mover if mover is None else mover,
        position.out if out is None else out,
        position.phase if phase is None else phase,
    )


def after(position: Position, step: Step) -> Position:
    """Give the position after one step of the mover, which must be legal.

    A draw takes the deck's top card; where that is unknown, the card named in the step.
    """
    return _AFTER[step.kind](position, step)


def _after_play(position: Position, step: Step) -> Position:
    played = _played(position, step.card)
    if not position.rules.actions:
        return played
    return changed(played, phase=owed_after(played, step.card))


def _played(position: Position, card: int) -> Position:
    """Give the position after a play, whatever its action."""
    mover = position.mover
    row = (*position.rows[mover], card)
    rows = (*position.rows[:mover], row, *position.rows[mover + 1 :])
    hands = with_entry(position.hands, mover, position.hands[mover] & ~(1 << card))
    return changed(position, rows=rows, hands=hands, phase=PLAYED)


def _after_discard(position: Position, step: Step) -> Position:
    mover, card = position.mover, step.card
    earns = number_of(card) > len(position.rows[mover])
    draws = position.rules.advanced and len(position.deck) > 0 and earns
    hands = with_entry(position.hands, mover, position.hands[mover] & ~(1 << card))
    phase = DISCARDED if draws else DONE
    return changed(position, canvas=(*position.canvas, card), hands=hands, phase=phase)


def _after_draw(position: Position, step: Step) -> Position:
    return _drawn(position, step, DONE)


def _after_fetch(position: Position, step: Step) -> Position:
    return _drawn(position, step, DREW)


def _drawn(position: Position, step: Step, phase: int) -> Position:
    mover = position.mover
    card = position.deck[0] if position.deck[0] != UNKNOWN else step.card
    deck = position.deck[1:]
    if card == UNKNOWN:
        unseen = with_entry(position.unseen, mover, position.unseen[mover] + 1)
        return changed(position, deck=deck, unseen=unseen, phase=phase)
    hands = with_entry(position.hands, mover, position.hands[mover] | 1 << card)
    return changed(position, deck=deck, hands=hands, phase=phase)


def _after_take(position: Position, step: Step) -> Position:
    deck = (step.card, *position.deck)
    return changed(position, rows=_without(position, step.seat, step.card), deck=deck, phase=PLAYED)


def _after_shed(position: Position, step: Step) -> Position:
    rows = _without(position, position.mover, step.card)
    return changed(position, rows=rows, canvas=(*position.canvas, step.card), phase=PLAYED)


def _after_bury(position: Position, step: Step) -> Position:
    rows = _without(position, position.mover, step.card)
    return changed(position, rows=rows, deck=(step.card, *position.deck), phase=PLAYED)


def _without(position: Position, seat: int, card: int) -> tuple[tuple[int, ...], ...]:
    """Give the rows with one card taken out of a seat's palette."""
    rows = position.rows
    left = tuple([held for held in rows[seat] if held != card])
    return (*rows[:seat], left, *rows[seat + 1 :])


def _after_end(position: Position, step: Step) -> Position:
    following = next_live(position.seats, position.out, position.mover)
    return changed(position, mover=following, phase=START)


def _after_pass(position: Position, step: Step) -> Position:
    return gone_out(position)


_AFTER: Final[dict[int, Callable[[Position, Step], Position]]] = {
    PLAY: _after_play,
    DISCARD: _after_discard,
    DRAW: _after_draw,
    END: _after_end,
    PASS: _after_pass,
    TAKE: _after_take,
    FETCH: _after_fetch,
    SHED: _after_shed,
    BURY: _after_bury,
}
