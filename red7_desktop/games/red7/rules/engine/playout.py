"""Plays rounds at random: the whole set of legal turns is known before each even pick.

This is the yardstick for the engine's speed and a source of positions that play can reach. No
strategy is in it. It lies here, not in the laboratory, so that it is compiled with the engine.

Where nothing but the number of turns is asked for, a round without actions is played on a table
that changes in place: the rule in force stands for the canvas, and strengths are kept, so that a
turn makes no object. `random_walk` plays the same round through positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import COMPILED, COUNT, DECK_SIZE, bits, only_card
from red7_desktop.games.red7.rules.engine.advance import apply_turn
from red7_desktop.games.red7.rules.engine.endings import ALLOWED_UNDER, EARNING
from red7_desktop.games.red7.rules.engine.position import START
from red7_desktop.games.red7.rules.engine.strength import (
    END_GUARD,
    GUARDS,
    KNOWN,
    ONES,
    compute_strength,
    judge,
    max_strength,
)
from red7_desktop.games.red7.rules.engine.turns import TAKES_DRAW, build_turns, find_ending
from red7_desktop.tabletop.errors import InvalidPosition

if TYPE_CHECKING:
    from random import Random

    from mypy_extensions import i64

    from red7_desktop.games.red7.rules.engine.position import Position


def play_random_round(position: Position, chance: Random) -> int:
    """Play a round to its end; give the number of turns it took.

    A turn goes on after a 3's draw with another pick. Raises InvalidPosition for a position with
    hidden cards, whose legal turns are not all known.
    """
    _refuse_hidden(position)
    taken = 0
    draw = chance.random
    while position.mover >= 0:
        if position.phase == START and not position.rules.actions:
            return taken + _Table(position).play_out(chance)
        turns = build_turns(position)
        position = apply_turn(turns, int(draw() * turns.count))
        if position.phase == START:
            taken += 1
    return taken


def walk_random_round(position: Position, chance: Random) -> list[Position]:
    """Play a round to its end; list the positions on the way, the first one and the last too.

    With the same chance it is the same round as `random_round` plays. A 3's draw leaves a position
    inside its turn. Raises InvalidPosition for a position with hidden cards.
    """
    _refuse_hidden(position)
    passed = [position]
    while position.mover >= 0:
        turns = build_turns(position)
        position = apply_turn(turns, int(chance.random() * turns.count))
        passed.append(position)
    return passed


def _refuse_hidden(position: Position) -> None:
    if not position.is_fully_known():
        hidden = sum(position.unseen) + sum([card < 0 for card in position.deck])
        raise InvalidPosition("position", f"?{hidden}", "hidden cards cannot be played out")


class _Seat:
    """What a seat has: sets of cards, and the strength and the size of its palette."""

    __slots__ = ("hand", "palette", "size", "strength")

    def __init__(self, hand: i64, palette: i64, size: i64) -> None:
        self.hand = hand
        self.palette = palette
        self.size = size
        self.strength = compute_strength(palette)


class _Table:
    """A round without actions between two turns, changed in place.

    seats: those in the round, clockwise; at: the place there of the seat to move. rule: the one in
    force. deck: bottom card first; draws: whether it may be drawn from. able, upto: as in `Turns`,
    written anew every turn.
    """

    __slots__ = ("able", "at", "deck", "draws", "rule", "seats", "upto")

    def __init__(self, position: Position) -> None:
        hands, palettes, rows = position.hands, position.palettes, position.rows
        live = position.live
        self.seats = [_Seat(hands[seat], palettes[seat], len(rows[seat])) for seat in live]
        self.at = live.index(position.mover)
        self.rule = position.rule
        self.deck = list(position.deck[::-1])
        self.draws = position.rules.advanced
        self.able = [0] * (DECK_SIZE + 1)
        self.upto = [0] * (DECK_SIZE + 1)

    def play_out(self, chance: Random) -> int:
        """Play until one seat is left; give the number of turns."""
        draw = chance.random
        seats = self.seats
        taken = 0
        while len(seats) > 1:
            seat = seats[self.at]
            count = self._list_turns(seat)
            index = int(draw() * (count + 1))
            if index == count:
                del seats[self.at]
            else:
                self._take_turn(seat, index)
                self.at += 1
            if self.at == len(seats):
                self.at = 0
            taken += 1
        return taken

    def _must(self, mover: _Seat) -> i64:
        """Give what leads, as `endings.rivals_of`."""
        seats = self.seats
        if len(seats) == 2:
            return (seats[1 - self.at].strength ^ GUARDS) + ONES
        best: i64 = GUARDS
        for seat in seats:
            if seat is not mover:
                best = seat.strength if best == GUARDS else max_strength(best, seat.strength)
        return (best ^ GUARDS) + ONES

    def _list_turns(self, mover: _Seat) -> int:
        """Find all turns as `turns.turns_of` does; give their number without going out."""
        must = self._must(mover)
        allowed = ALLOWED_UNDER[self.rule]
        able, upto = self.able, self.upto
        palette = mover.palette
        hand = mover.hand
        earning: i64 = 0
        led = ((mover.strength - must) & GUARDS) % 255
        able[0] = led
        ends: i64 = allowed[led]
        ends &= hand
        count = bits(ends)
        if self.draws and self.deck:
            size = mover.size
            count += bits(ends & EARNING[size])
            earning = EARNING[size + 1]
        upto[0] = count
        way = 0
        rest = hand
        hand |= END_GUARD
        while rest:
            card = rest & -rest
            rest ^= card
            way += 1
            if COMPILED:
                led = judge(palette | card)
            else:
                led = KNOWN[palette | card]
            led = ((led - must) & GUARDS) % 255
            if led:
                ends = allowed[led]
                ends &= hand ^ card
                count += bits(ends) if COMPILED else COUNT(ends)
                if earning:
                    count += bits(ends & earning) if COMPILED else COUNT(ends & earning)
            able[way] = led
            upto[way] = count
        return count

    def _take_turn(self, mover: _Seat, index: i64) -> None:
        """Carry out one of the turns that were listed."""
        upto = self.upto
        hand = mover.hand
        way = 0
        rest = hand
        while upto[way] <= index:
            if way:
                rest &= rest - 1
            way += 1
        ways: i64 = ALLOWED_UNDER[self.rule][self.able[way]]
        if way:
            index -= upto[way - 1]
            card = rest & -rest
            hand ^= card
            mover.palette |= card
            mover.size += 1
            mover.strength = compute_strength(mover.palette)
            ways &= hand | END_GUARD
        else:
            ways &= hand
        earning: i64 = EARNING[mover.size]
        ending = find_ending(ways, ways & earning, index)
        if ending != END_GUARD:
            card = ending & ~TAKES_DRAW
            hand ^= card
            self.rule = only_card(card) % 7
            if ending != card:
                hand |= 1 << self.deck.pop()
        mover.hand = hand
