"""Random rounds, perft, workloads; compiled.

This is the yardstick for the engine's speed and a source of positions that play can reach. No
strategy is in it. It lies here, not in the laboratory, so that it is compiled with the engine: a
loop around it in plain Python would cost more than the compiled work inside. Each workload gives a
sum over its results, which is the same in every build, so that a wrong fast answer is seen and
nothing can be left out.

Where nothing but the number of turns is asked for, a round without actions is played on a table
that changes in place: the rule in force stands for the canvas, and strengths are kept, so that a
turn makes no object. `walk_random_round` plays the same round through positions.

Counted are sequences of exactly this many turns, by all seats in order; a round that ends earlier
gives none. Draws follow the deck, so all cards must be known. A turn that draws by a 3 splits into
all its ways to go on. In the middle of a turn, what is left of it counts as the first turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.advance import apply_step, apply_turn
from red7_desktop.games.red7.rules.cards import (
    COMPILED,
    COUNT,
    DECK_SIZE,
    DRAW,
    FETCH,
    Step,
    bits,
    only_card,
)
from red7_desktop.games.red7.rules.notation import text_of_rest, text_of_turn
from red7_desktop.games.red7.rules.position import DREW, START, Position
from red7_desktop.games.red7.rules.rounds import deal_round
from red7_desktop.games.red7.rules.standings import (
    END_GUARD,
    GUARDS,
    KNOWN,
    ONES,
    compute_strength,
    find_leads,
    judge,
    max_strength,
)
from red7_desktop.games.red7.rules.turns import (
    ALLOWED_UNDER,
    EARNING,
    TAKES_DRAW,
    Turns,
    build_turns,
    find_ending,
    list_all_turns,
    list_steps,
)
from red7_desktop.tabletop.game import InvalidPosition

if TYPE_CHECKING:
    from random import Random

    from mypy_extensions import i64

    from red7_desktop.games.red7.rules.rules import Ruleset


def play_random_round(position: Position, chance: Random) -> int:
    """Play a round to its end; return the number of turns it took.

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

    With the same chance it is the same round as `play_random_round` plays. A 3's draw leaves a
    position inside its turn. Raises InvalidPosition for a position with hidden cards.
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
        """Play until one seat is left; return the number of turns."""
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
        seats = self.seats
        if len(seats) == 2:
            return (seats[1 - self.at].strength ^ GUARDS) + ONES
        best: i64 = GUARDS
        for seat in seats:
            if seat is not mover:
                best = seat.strength if best == GUARDS else max_strength(best, seat.strength)
        return (best ^ GUARDS) + ONES

    def _list_turns(self, mover: _Seat) -> int:
        """Find all turns as `build_turns` does; return their number without going out."""
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


def count_sequences(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` turns; 1 for depth 0.

    Raises InvalidPosition when a card is hidden, ValueError for a depth below 0.
    """
    _refuse(position, depth, 0)
    return _count(position, depth)


def count_by_first_turn(position: Position, depth: int) -> dict[str, int]:
    """Map every first turn to the number of sequences of `depth` turns that begin with it.

    Turns are texts with the cards named that they draw. Raises InvalidPosition when a card is
    hidden, ValueError for a depth below 1.
    """
    _refuse(position, depth, 1)
    text = text_of_turn if position.phase == START else text_of_rest
    return {text(steps): _count(end, depth - 1) for steps, end in _follow_turns(position)}


def _refuse(position: Position, depth: int, least: int) -> None:
    if depth < least:
        raise ValueError(f"depth {depth}: must be at least {least}")
    if not position.is_fully_known():
        raise InvalidPosition("position", "?", "turns can be counted only with all cards known")


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if position.is_over:
        return 0
    turns = build_turns(position)
    if depth == 1:
        stops = list(_list_draw_stops(turns))
        return turns.count - len(stops) + sum([_count(drawn, 1) for drawn in stops])
    whole = 0
    for index in range(turns.count):
        reached = apply_turn(turns, index)
        whole += _count(reached, depth if reached.phase == DREW else depth - 1)
    return whole


def _list_draw_stops(turns: Turns) -> Iterator[Position]:
    """List the positions, still in the turn, to which a 3's draw leads."""
    before = len(turns.able)
    for nth, branch in enumerate(turns.branches):
        if branch.stops:
            yield apply_turn(turns, turns.upto[before + nth] - 1)


def _follow_turns(
    position: Position, steps: tuple[Step, ...] = ()
) -> Iterator[tuple[tuple[Step, ...], Position]]:
    if position.is_over:
        return
    turns = build_turns(position)
    for index in range(turns.count):
        taken, reached = steps, position
        for step in list_steps(turns, index):
            named = Step(step.kind, reached.deck[0]) if step.kind in {DRAW, FETCH} else step
            reached = apply_step(reached, named)
            taken = (*taken, named)
        if reached.phase == DREW:
            yield from _follow_turns(reached, taken)
        else:
            yield taken, reached


def judge_each(palettes: list[int]) -> int:
    """Work out the strength of every palette (sets of cards); sum what 255 leaves of each."""
    total = 0
    for palette in palettes:
        total += judge(palette) % 255
    return total


def rank_each(tables: list[tuple[int, ...]]) -> int:
    """Find who leads under all seven rules on every table (palettes); sum as `judge_each` does."""
    total = 0
    for palettes in tables:
        total += find_leads(palettes)[0] % 255
    return total


def find_turns_of_each(positions: list[Position]) -> int:
    """Find the set of legal turns of every position; count them all."""
    total = 0
    for position in positions:
        total += build_turns(position).count
    return total


def list_turns_of_each(positions: list[Position]) -> int:
    """List the legal turns of every position step by step, in order; count the steps."""
    total = 0
    for position in positions:
        for steps in list_all_turns(build_turns(position)):
            total += len(steps)
    return total


def play_out_each(positions: list[Position], chance: Random) -> int:
    """Play a random round from every position; count the turns."""
    total = 0
    for position in positions:
        total += play_random_round(position, chance)
    return total


def deal_each(rules: Ruleset, seats: int, seeds: list[int]) -> int:
    """Deal a first round from every seed; sum the starting seats."""
    scores: tuple[tuple[int, ...], ...] = ((),) * seats
    total = 0
    for seed in seeds:
        total += deal_round(rules, scores, seed).mover
    return total
