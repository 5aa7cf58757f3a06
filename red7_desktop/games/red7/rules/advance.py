"""Applies steps and turns to positions. Compiled by mypyc.

These functions expect legal steps. Callers with unchecked steps use `legality`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import (
    BURY,
    COMPILED,
    DISCARD,
    DRAW,
    END,
    FETCH,
    PASS,
    PLAY,
    SHED,
    SINGLETON_TUPLES,
    TAKE,
    UNKNOWN,
    Step,
    number_of,
    set_of,
)
from red7_desktop.games.red7.rules.position import (
    DISCARDED,
    DONE,
    DREW,
    PLAYED,
    START,
    Position,
    find_next_live,
    replace_entry,
)
from red7_desktop.games.red7.rules.standings import END_GUARD
from red7_desktop.games.red7.rules.turns import (
    WITH_DRAW,
    Turns,
    build_turns,
    find_ending,
    find_opening,
    find_owed_phase,
)
from red7_desktop.tabletop.game import InvalidPosition

if TYPE_CHECKING:
    from random import Random

    from mypy_extensions import i64


def apply_turn(turns: Turns, index: int) -> Position:
    """Return the position after a legal turn.

    If the turn stops at a draw by the action of a 3, the position is the one after this draw.

    Args:
        turns: The legal turns.
        index: Number of the turn, from 0 to `turns.count` - 1.
    """
    position = turns.position
    cumulative_counts = turns.cumulative_counts
    if COMPILED:
        opening = find_opening(cumulative_counts, index)
    else:
        opening = bisect_right(cumulative_counts, index)
    if opening == len(cumulative_counts):
        return apply_pass(position)
    if opening:
        index -= cumulative_counts[opening - 1]
    plain = len(turns.led_rules)
    if opening < plain:
        play = turns.play_of(opening) if opening else 0
        endings = turns.endings_after_play(opening, play)
        earning = endings & (turns.earning if opening else turns.earning_first)
        return _apply_plain_turn(position, play, find_ending(endings, earning, index))
    group = turns.groups[opening - plain]
    for step in group.plays:
        position = _play_card(position, step.card)
    for step in group.action:
        position = apply_step(position, step)
    if group.stops:
        return position
    return _apply_plain_turn(position, 0, find_ending(group.endings, group.earning, index))


def _apply_plain_turn(position: Position, play: i64, ending: i64) -> Position:
    """Return the position after a turn without actions.

    The case of two seats is written out, because simulations spend most of their time in it.

    Args:
        position: The position before the turn.
        play: The played card as a set of one card, or 0 if no card is played.
        ending: The card that is discarded and whether the seat then draws, as one integer that
            `find_ending` returns.
    """
    mover = position.mover
    hands = position.hands
    two = len(hands) == 2
    hand: i64 = hands[mover]
    hand ^= play
    rows = position.rows
    palettes = position.palettes
    canvas = position.canvas
    deck = position.deck
    unseen = position.unseen
    if play:
        row = rows[mover] + SINGLETON_TUPLES[play % 59]
        palette: i64 = palettes[mover] | play
        if two:
            rows = (rows[0], row) if mover else (row, rows[1])
            palettes = (palettes[0], palette) if mover else (palette, palettes[1])
        else:
            rows = replace_entry(rows, mover, row)
            palettes = replace_entry(palettes, mover, palette)
    if ending != END_GUARD:
        discard = ending & ~WITH_DRAW
        hand ^= discard
        canvas += SINGLETON_TUPLES[discard % 59]
        if ending != discard:
            drawn = deck[0]
            deck = deck[1:]
            if drawn == UNKNOWN:
                unseen = replace_entry(unseen, mover, unseen[mover] + 1)
            else:
                hand |= 1 << drawn
    out = position.out
    if two:
        hands = (hands[0], hand) if mover else (hand, hands[1])
        following = 1 - mover
    else:
        hands = replace_entry(hands, mover, hand)
        following = find_next_live(len(hands), out, mover)
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


def apply_pass(position: Position) -> Position:
    """Return the position after the mover has dropped out of the round."""
    out = position.out | 1 << position.mover
    following = find_next_live(len(position.hands), out, position.mover)
    return replace_fields(position, mover=following, out=out, phase=START)


def replace_fields(
    position: Position,
    *,
    canvas: tuple[int, ...] | None = None,
    deck: tuple[int, ...] | None = None,
    hands: tuple[int, ...] | None = None,
    unseen: tuple[int, ...] | None = None,
    rows: tuple[tuple[int, ...], ...] | None = None,
    palettes: tuple[int, ...] | None = None,
    scores: tuple[tuple[int, ...], ...] | None = None,
    mover: int | None = None,
    out: int | None = None,
    phase: int | None = None,
) -> Position:
    """Return a copy of a position with some fields replaced; None keeps a field.

    If `rows` is given without `palettes`, the new palettes are computed from the rows.
    """
    if rows is not None and palettes is None:
        palettes = tuple([set_of(row) for row in rows])
    return Position(
        position.rules,
        position.canvas if canvas is None else canvas,
        position.deck if deck is None else deck,
        position.hands if hands is None else hands,
        position.unseen if unseen is None else unseen,
        position.rows if rows is None else rows,
        position.palettes if palettes is None else palettes,
        position.scores if scores is None else scores,
        position.mover if mover is None else mover,
        position.out if out is None else out,
        position.phase if phase is None else phase,
    )


def apply_step(position: Position, step: Step) -> Position:
    """Return the position after a legal step of the mover.

    A draw takes the top card of the deck. If this card is unknown, it takes the card that the step
    names.
    """
    kind, card, seat = step
    if kind == PLAY:
        played = _play_card(position, card)
        if position.rules.actions:
            owed = find_owed_phase(played, card)
        else:
            owed = PLAYED
        return replace_fields(played, phase=owed)
    if kind == DISCARD:
        return _discard_card(position, card)
    if kind in {DRAW, FETCH}:
        return _draw_card(position, card, DONE if kind == DRAW else DREW)
    if kind == END:
        following = find_next_live(position.seats, position.out, position.mover)
        return replace_fields(position, mover=following, phase=START)
    if kind == PASS:
        return apply_pass(position)
    return _remove_from_palette(position, seat if kind == TAKE else position.mover, card, kind)


def _play_card(position: Position, card: int) -> Position:
    mover = position.mover
    bit = 1 << card
    return replace_fields(
        position,
        rows=replace_entry(position.rows, mover, position.rows[mover] + (card,)),
        palettes=replace_entry(position.palettes, mover, position.palettes[mover] | bit),
        hands=replace_entry(position.hands, mover, position.hands[mover] & ~bit),
        phase=PLAYED,
    )


def _discard_card(position: Position, card: int) -> Position:
    mover = position.mover
    earns = number_of(card) > len(position.rows[mover])
    draws = position.rules.advanced and len(position.deck) > 0 and earns
    hands = replace_entry(position.hands, mover, position.hands[mover] & ~(1 << card))
    phase = DISCARDED if draws else DONE
    return replace_fields(position, canvas=(*position.canvas, card), hands=hands, phase=phase)


def _draw_card(position: Position, named: int, phase: int) -> Position:
    mover = position.mover
    if position.deck[0] != UNKNOWN:
        card = position.deck[0]
    else:
        card = named
    deck = position.deck[1:]
    if card == UNKNOWN:
        unseen = replace_entry(position.unseen, mover, position.unseen[mover] + 1)
        return replace_fields(position, deck=deck, unseen=unseen, phase=phase)
    hands = replace_entry(position.hands, mover, position.hands[mover] | 1 << card)
    return replace_fields(position, deck=deck, hands=hands, phase=phase)


def _remove_from_palette(position: Position, seat: int, card: int, kind: int) -> Position:
    canvas = position.canvas
    deck = position.deck
    row = tuple([held for held in position.rows[seat] if held != card])
    return replace_fields(
        position,
        rows=replace_entry(position.rows, seat, row),
        palettes=replace_entry(position.palettes, seat, position.palettes[seat] & ~(1 << card)),
        canvas=(*canvas, card) if kind == SHED else canvas,
        deck=deck if kind == SHED else (card, *deck),
        phase=PLAYED,
    )


def apply_steps_in_place(
    steps: Sequence[Step], mover: int, hand: int, palettes: list[int], deck: list[int], rule: int
) -> tuple[int, int]:
    """Apply legal steps of the mover to its hand, the palettes, the deck and the rule in force.

    The lists `palettes` and `deck` are changed in place. The new hand and the new rule are
    returned. END and PASS steps have no effect.

    Args:
        steps: The steps.
        mover: The seat that takes the steps.
        hand: The mover's hand, a set of cards as a bit mask.
        palettes: Palette of each seat, a set of cards as a bit mask.
        deck: Cards of the deck; the next card to draw is last.
        rule: The rule in force before the steps.

    Returns:
        The mover's hand and the rule after the steps. The hand doesn't contain drawn cards that are
        UNKNOWN.
    """
    for kind, card, seat in steps:
        if kind == PLAY:
            hand ^= 1 << card
            palettes[mover] |= 1 << card
        elif kind == DISCARD:
            hand ^= 1 << card
            rule = card % 7
        elif kind in {DRAW, FETCH}:
            drawn = deck.pop()
            if drawn != UNKNOWN:
                hand |= 1 << drawn
        elif kind == TAKE:
            palettes[seat] ^= 1 << card
            deck.append(card)
        elif kind in {SHED, BURY}:
            palettes[mover] ^= 1 << card
            if kind == SHED:
                rule = card % 7
            else:
                deck.append(card)
    return hand, rule


def refuse_hidden_cards(position: Position) -> None:
    """Check that all cards of a position are known, so that a round can be simulated from it.

    Raises:
        InvalidPosition: A card in a hand or in the deck is unknown.
    """
    if not position.is_fully_known():
        hidden = sum(position.unseen) + sum([card < 0 for card in position.deck])
        raise InvalidPosition("position", f"?{hidden}", "hidden cards cannot be played out")


def walk_random_round(position: Position, rng: Random) -> list[Position]:
    """Play random turns to the end of the round.

    Args:
        position: The first position; all cards must be known.
        rng: Generator of the random numbers.

    Returns:
        The first position and the position after each turn. If the action of a 3 draws a card in
        the middle of a turn, the position right after the draw is also included.

    Raises:
        InvalidPosition: A card in a hand or in the deck is unknown.
    """
    refuse_hidden_cards(position)
    positions = [position]
    draw = rng.random
    while position.mover >= 0:
        turns = build_turns(position)
        position = apply_turn(turns, int(draw() * turns.count))
        positions.append(position)
    return positions
