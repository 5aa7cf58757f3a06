"""The search in determinizations, the exact solver; compiled.

Every candidate meets the same worlds and the same luck, so that their differences are their own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from red7_desktop.games.red7.players import evaluation
from red7_desktop.games.red7.players.rollout import (
    DRAWS,
    GOES_OUT,
    NO_CARD,
    WAYS,
    Policy,
    decode_opening,
    pick_ending,
    play_out,
    play_out_acting,
)
from red7_desktop.games.red7.rules.advance import carry_out
from red7_desktop.games.red7.rules.cards import (
    ALL,
    BIT,
    COMPILED,
    FETCH,
    ONE_COLOUR,
    PASS,
    UNKNOWN,
    Step,
    bits,
    cards_in,
    only_card,
    set_of,
)
from red7_desktop.games.red7.rules.game import Red7Observation, find_turns_or_choice
from red7_desktop.games.red7.rules.open_round import OpenRound
from red7_desktop.games.red7.rules.position import NOBODY, Position, find_next_live
from red7_desktop.games.red7.rules.standings import (
    GUARDS,
    KNOWN,
    ONES,
    PER_CARD,
    RULES_OF,
    count_spoil,
    judge,
)
from red7_desktop.games.red7.rules.turns import (
    EARNING,
    Turns,
    find_best_rival,
    find_rules_led,
    list_steps,
)
from red7_desktop.tabletop import player

if TYPE_CHECKING:
    from mypy_extensions import i64

PULL: Final = 10.0
"""How many samples of one kind of hand weigh as much as what the others say of it."""
KINDS: Final = 5
"""A rival's hands by how many turns would win: none, one, two or three, four to seven, more."""


class Line:
    """A candidate turn.

    steps: the turn. conceded: what it is worth where the only rival goes out at once, 1 where that
    is not reckoned with. is_open: whether it stops at a 3's draw. goes_out: whether it passes.
    samples: how often it was tried; values: the outcome each time; met: the kind of hand that the
    next seat had each time; total: the sum of the values. wins: how often it won the round, points:
    what that brought in all. replied: by packed turn of the next seat, the outcome each time it
    replied so.
    """

    def __init__(self, steps: tuple[Step, ...], conceded: float = 1.0) -> None:
        self.steps: Final = steps
        self.conceded: Final = conceded
        self.is_open: Final = steps[-1].kind == FETCH
        self.goes_out: Final = steps[-1].kind == PASS
        self.samples = 0
        self.values: Final[list[float]] = []
        self.met: Final[list[int]] = []
        self.total = 0.0
        self.wins = 0
        self.points = 0
        self.replied: Final[dict[int, list[float]]] = {}
        self._counts: Final = [0.0] * KINDS
        self._totals: Final = [0.0] * KINDS

    def record(self, value: float, won: bool, points: int, reply: int) -> None:
        """Take in one sample; the points are those of the round's winner.

        reply: as picked, with the number of turns that it was picked from.
        """
        kind = 0
        if reply != GOES_OUT:
            kind = min((reply >> WAYS).bit_length(), KINDS - 1)
            reply &= (1 << WAYS) - 1
            after = self.replied.get(reply)
            if after is None:
                after = self.replied[reply] = []
            after.append(value)
        self.samples += 1
        self.values.append(value)
        self.met.append(kind)
        self._counts[kind] += 1.0
        self._totals[kind] += value
        self.total += value
        if won:
            self.wins += 1
            self.points += points

    @property
    def mean(self) -> float:
        """The value so far; 0 without samples."""
        return self.total / self.samples if self.samples else 0.0

    @property
    def worth(self) -> float:
        """The value so far, where the rival goes out as soon as that is better for it.

        Nobody goes out on purpose while a round is played on. But a rival sees how many turns its
        hand leaves it: where hands of that kind lead to more than `conceded`, it would not reply
        at all. Few samples of a kind say little, so its mean is drawn towards that of all, as if
        PULL samples more had come to that.
        """
        kept = self.total
        for kind in self._given_up():
            kept += self._counts[kind] * self.conceded - self._totals[kind]
        return kept / self.samples if self.samples else 0.0

    def _given_up(self) -> list[int]:
        pull = PULL * self.mean
        return [
            kind
            for kind in range(KINDS)
            if self._totals[kind] + pull > self.conceded * (self._counts[kind] + PULL)
        ]

    def settled(self) -> list[float]:
        """List the outcome of each sample, where the rival goes out as in `worth`."""
        given_up = self._given_up()
        if not given_up:
            return self.values
        return [
            self.conceded if kind in given_up else value
            for value, kind in zip(self.values, self.met, strict=True)
        ]

    @property
    def merit(self) -> tuple[float, float]:
        """The worth; of equal ones, such as sure wins, the one that leaves least to reply."""
        return self.worth, self._counts[0] / max(self.samples, 1)

    def candidate(self, next_seat: int, best: Line) -> player.Candidate:
        mean, settled = self.mean, self.settled()
        feared = GOES_OUT
        most = 0.0
        for reply, after in self.replied.items():
            cost = 0.0
            for value in after:
                cost += mean
                cost -= value
            if cost > most:
                feared = reply
                most = cost
        if self is best:
            value, error = self.worth, player.error_of(settled)
        else:
            value, error = player.place_beside(settled, self.worth, best.settled(), best.worth)
        fears, whose = (decode_opening(feared), next_seat) if feared != GOES_OUT else ((), -1)
        wins = self.wins / self.samples if self.samples else 0.0
        points = self.points / self.wins if self.wins else 0.0
        return player.Candidate(self.steps, value, wins, self.samples, fears, whose, error, points)


def candidates_of(
    lines: Sequence[Line], next_seat: int, should_stop: player.ShouldStop = player.keep_on
) -> tuple[player.Candidate, ...]:
    """Return what was found about lines that met the same worlds: the first, then best first.

    Once it is time to stop, the lines that were not looked at are left out, but never the first.
    """
    found = [lines[0].candidate(next_seat, lines[0])]
    for line in lines[1:]:
        if should_stop():
            break
        found.append(line.candidate(next_seat, lines[0]))
    return player.sort_best_first(found)


FEW: Final = 2
"""Hands of so few hidden cards are gone through one by one instead of being drawn by lot."""


class Determinizations:
    """Makes worlds of a position with unknown cards, all alike likely.

    Where one rival is left with few hidden cards, worlds go through all its hands in turn. It
    takes nothing from its source of chance but numbers from 0 up to 1, whose sequence is the same
    on every machine and in every version of Python.
    """

    def __init__(self, position: Position, chance: Callable[[], float]) -> None:
        deck = [card for card in position.deck if card != UNKNOWN]
        seen = set_of(position.canvas) | set_of(deck)
        for row in (*position.rows, *position.scores):
            seen |= set_of(row)
        for hand in position.hands:
            seen |= hand
        self._hidden: Final = list(cards_in(ALL & ~seen))
        self._hands: Final = position.hands
        self._unseen: Final = position.unseen
        self._known_deck: Final = deck[::-1]
        self._unknown_deck: Final = len(position.deck) - len(deck)
        self._chance: Final = chance
        self._few: Final[list[tuple[int, ...]]] = []
        self._next = 0
        rivals = [seat for seat in position.live if seat != position.mover]
        self._seat: Final = rivals[0]
        if len(rivals) == 1 and 0 < position.unseen[rivals[0]] <= FEW:
            self._few.extend(combinations(self._hidden, position.unseen[rivals[0]]))
            self._shuffle(self._few)

    def _shuffle(self, things: list[Any]) -> None:
        chance = self._chance
        for last in range(len(things) - 1, 0, -1):
            other = int(chance() * (last + 1))
            things[last], things[other] = things[other], things[last]

    def deal(self) -> tuple[list[int], list[int]]:
        hidden = self._hidden
        self._shuffle(hidden)
        if self._few:
            hand = self._few[self._next]
            self._next = (self._next + 1) % len(self._few)
            hidden = [*hand, *[card for card in hidden if card not in hand]]
        hands = list(self._hands)
        start = 0
        for seat in (self._seat, *range(len(hands))):
            unseen = self._unseen[seat]
            if not unseen or (seat == self._seat and start):
                continue
            for card in hidden[start : start + unseen]:
                hands[seat] |= BIT[card]
            start += unseen
        return hands, hidden[start : start + self._unknown_deck] + self._known_deck


Left: TypeAlias = tuple[int, int, int]
"""What a turn leaves its seat with, and the other with: hand, palette, rule in force."""
OPENED_AT_ONCE: Final = 4
"""How many positions are opened between two questions whether to stop: a millisecond's work."""


class OutOfWork(Exception):
    """The solver has used up its work, or was told to stop, before it was sure."""


class Solver:
    """Solves rounds and remembers what it has seen; worth keeping for worlds that are alike.

    work: how many positions it has opened so far; limit: how many it may open.
    """

    __slots__ = ("_lost", "_should_stop", "limit", "work")

    def __init__(self, limit: int, should_stop: player.ShouldStop = player.keep_on) -> None:
        self.limit = limit
        self.work = 0
        self._should_stop: Final = should_stop
        self._lost: Final[dict[tuple[int, int, int, int, int], bool]] = {}

    def wins(self, hand: int, palette: int, rule: int, other_hand: int, other: int) -> bool:
        """Whether the seat to move, with the first hand and palette, wins against any play.

        Raises OutOfWork.
        """
        return self._wins(list_winning_rests(hand, palette, rule, other), other_hand, other)

    def _wins(self, turns: Sequence[Left], other_hand: int, other: int) -> bool:
        self.work += 1
        if self.work > self.limit or (not self.work % OPENED_AT_ONCE and self._should_stop()):
            raise OutOfWork
        lost = self._lost
        open_turns: list[tuple[int, int, int]] = []
        replies: list[list[Left]] = []
        for at, (hand, palette, rule) in enumerate(turns):
            known = lost.get((other_hand, other, hand, palette, rule))
            if known is None:
                found = list_winning_rests(other_hand, other, rule, palette)
                if not found:
                    return True
                open_turns.append((len(found), len(replies), at))
                replies.append(found)
            elif known:
                return True
        open_turns.sort()
        for _, nth, at in open_turns:
            hand, palette, rule = turns[at]
            is_lost = not self._wins(replies[nth], hand, palette)
            lost[other_hand, other, hand, palette, rule] = is_lost
            if is_lost:
                return True
        return False


def list_winning_rests(hand: i64, palette: i64, rule: i64, rival: i64) -> list[Left]:
    """List what each turn that wins leaves, without going out; the rival's palette is `rival`."""
    must = ((judge(rival) if COMPILED else KNOWN[rival]) ^ GUARDS) + ONES
    found: list[Left] = []
    ends = hand & find_rules_led(palette, must) * ONE_COLOUR
    while ends:
        card = ends & -ends
        ends ^= card
        found.append((hand ^ card, palette, only_card(card) % 7))
    rest = hand
    while rest:
        played = rest & -rest
        rest ^= played
        with_it = palette | played
        led = ((judge(with_it) if COMPILED else KNOWN[with_it]) - must) & GUARDS
        if not led:
            continue
        rules: i64 = RULES_OF[led % 255]
        kept = hand ^ played
        if rules >> rule & 1:
            found.append((kept, with_it, rule))
        ends = kept & rules * ONE_COLOUR
        while ends:
            card = ends & -ends
            ends ^= card
            found.append((kept ^ card, with_it, only_card(card) % 7))
    return found


ACTING_COST: Final = 4
"""A simulated turn with actions takes so many times the work of one without."""
SMALL: Final = 8
"""Rounds with so few cards in both hands are solved as well as played on."""
SOLVED_AT_MOST: Final = 300
"""Positions that may be opened to solve one world."""


class Forecast:
    """Plays the lines of one position on.

    policy: how all seats choose from then on. stakes: what the outcomes are worth to the mover.
    work: the simulated turns so far, those with actions counted ACTING_COST times. should_stop:
    asked while a world is solved, and while a round with actions is played on; both are given up
    once it is time to stop.
    """

    def __init__(
        self,
        position: Position,
        policy: Policy,
        stakes: evaluation.Stakes,
        should_stop: player.ShouldStop = player.keep_on,
    ) -> None:
        rules = position.rules
        self._position: Final = position
        self._seat: Final = position.mover
        self._policy: Final = policy
        self._stakes: Final = stakes
        self._acts: Final = rules.actions
        self._advanced: Final = rules.advanced
        self._should_stop: Final = should_stop
        can_solve = not rules.advanced and not rules.actions and position.seats == 2
        self._solver: Final = Solver(0, should_stop) if can_solve else None
        self.work = 0

    def line_of(self, steps: tuple[Step, ...]) -> Line:
        """Make the line of a turn, with what it is worth where the only rival goes out at once."""
        position, seat = self._position, self._seat
        if not self._advanced or position.seats > 2 or steps[-1].kind in {FETCH, PASS}:
            return Line(steps)
        palettes, deck = list(position.palettes), list(position.deck[::-1])
        _, rule = carry_out(steps, seat, position.hands[seat], palettes, deck, position.rule)
        return Line(steps, self._stakes.value(seat, count_spoil(rule, palettes[seat])))

    def try_line(self, line: Line, hands: list[int], deck: list[int], luck: list[float]) -> None:
        position, seat = self._position, self._seat
        palettes = list(position.palettes)
        out, hand = position.out, hands[seat]
        hand, rule = carry_out(line.steps, seat, hand, palettes, deck, position.rule)
        hands[seat] = hand
        if line.is_open:
            rule, out = self._end_open_turn(hands, rule, palettes, deck, out, luck[-1])
        elif line.goes_out:
            out |= 1 << seat
        mover = find_next_live(len(hands), out, seat)
        reply = GOES_OUT
        solved = -1.0
        if mover == NOBODY:
            winner = (~out & -~out).bit_length() - 1
            self.work += 1
        else:
            if self._solver is not None:
                solved = self._solved(self._solver, hands, palettes, rule)
            if self._acts:
                table = OpenRound(position.rules, hands, palettes, deck, rule, mover, out)
                stop = self._should_stop
                winner, turns, reply = play_out_acting(self._policy, table, luck, stop)
                rule = table.rule
                self.work += turns * ACTING_COST
                if winner == NOBODY:
                    return
            else:
                winner, rule, turns, reply = play_out(
                    self._policy, hands, palettes, deck, rule, mover, out, self._advanced, luck
                )
                self.work += turns
        spoil = count_spoil(rule, palettes[winner]) if self._advanced else 0
        value = self._stakes.value(winner, spoil)
        if solved >= 0.0:
            value = (value + solved) / 2.0
        line.record(value, winner == seat, spoil % PER_CARD, reply)

    def _solved(self, solver: Solver, hands: list[int], palettes: list[int], rule: int) -> float:
        """Return what open play comes to, the rival being on move; -1 where that takes too long."""
        if bits(hands[0]) + bits(hands[1]) > SMALL:
            return -1.0
        seat, rival = self._seat, 1 - self._seat
        before = solver.work
        solver.limit = before + SOLVED_AT_MOST
        found = -1.0
        try:
            lost = solver.wins(hands[rival], palettes[rival], rule, hands[seat], palettes[seat])
            found = 0.0 if lost else 1.0
        except OutOfWork:
            pass
        self.work += solver.work - before
        return found

    def _end_open_turn(
        self,
        hands: list[int],
        rule: int,
        palettes: list[int],
        deck: list[int],
        out: int,
        chance: float,
    ) -> tuple[int, int]:
        """End a turn after a 3's draw; return the rule and the seats that are out."""
        seat = self._seat
        hand, palette = hands[seat], palettes[seat]
        must = find_best_rival(seat, out, tuple(palettes))
        earning = EARNING[bits(palette)] if self._advanced and deck else 0
        code = pick_ending(self._policy, palette, hand, must, rule, earning, chance)
        if code == GOES_OUT:
            return rule, out | 1 << seat
        name = code >> 6 & 63
        if name != NO_CARD:
            hand ^= BIT[name]
            rule = name % 7
            if code & DRAWS:
                hand |= BIT[deck.pop()]
            hands[seat] = hand
        return rule, out


LUCK: Final = 48
"""Numbers drawn for the turns of one world."""
TEMPERATURE: Final = 0.3
"""How freely all seats choose in its head."""
SHORT: Final = 3
"""Where rivals hold no more cards than this in all, the first look says too little about a turn."""
PER_LINE: Final = 400
"""The work that each line needs at least where every turn is to be weighed."""
SHOWN: Final = 250
"""Worlds that a turn meets even where no other is left, for its figures are shown."""


class SearchPlayer:
    """Plays turns on in its head and takes the one that does best.

    width: how many turns it considers, the most appealing ones; near the end of a round as many as
    the budget allows.
    """

    def __init__(self, width: int) -> None:
        self._width: Final = width
        self._policy: Final = Policy(evaluation.GREEDY, TEMPERATURE)

    def choose(
        self,
        observation: Red7Observation,
        budget: int,
        seed: int,
        should_stop: player.ShouldStop = player.keep_on,
    ) -> player.Choice:
        turns = find_turns_or_choice(observation)
        if isinstance(turns, player.Choice):
            return turns
        position = turns.position
        stakes = evaluation.Stakes(observation.options, position.scores, position.mover)
        forecast = Forecast(position, self._policy, stakes, should_stop)
        width = self._width if _is_long(position) else max(self._width, budget // PER_LINE)
        shortlist = list_promising(turns, should_stop)[:width]
        lines = [forecast.line_of(list_steps(turns, index)) for index in shortlist]
        if turns.may_pass and (position.rules.advanced or not lines):
            lines.append(forecast.line_of(list_steps(turns, turns.count - 1)))
        chance = random.Random(seed)
        worlds = Determinizations(position, chance.random)
        lines = player.share_budget(
            lines,
            budget,
            lambda running: try_in_a_world(forecast, worlds, running, chance, should_stop),
            should_stop,
            SHOWN,
        )
        following = find_next_live(position.seats, position.out, position.mover)
        return player.Choice(lines[0].steps, candidates_of(lines, following, should_stop))


def _is_long(position: Position) -> bool:
    rivals = [seat for seat in position.live if seat != position.mover]
    return sum([position.hand_count(seat) for seat in rivals]) > SHORT


def try_in_a_world(
    forecast: Forecast,
    worlds: Determinizations,
    lines: list[Line],
    chance: random.Random,
    should_stop: player.ShouldStop = player.keep_on,
) -> int:
    """Try lines in the next world, all of them with the same luck; return the work that took."""
    hands, deck = worlds.deal()
    luck = [chance.random() for _ in range(LUCK)]
    before = forecast.work
    for line in lines:
        if should_stop():
            break
        forecast.try_line(line, hands[:], deck[:], luck)
    return forecast.work - before


def list_promising(turns: Turns, should_stop: player.ShouldStop = player.keep_on) -> list[int]:
    """List the indices of all turns that stay in, the one that greed likes best first.

    A discard that earns a draw is listed with the draw only: a card more never hurts. Told to stop,
    it leaves out the turns that it has not looked at.
    """
    rule = turns.position.rule
    looked = evaluation.iterate_until_stopped(evaluation.list_aftermaths(turns), should_stop)
    appeals = [evaluation.rate_turn(evaluation.GREEDY, left, rule) for left in looked]
    listed = [index for index in _skip_refused_draws(turns) if index < len(appeals)]
    return sorted(listed, key=lambda index: -appeals[index])


def _skip_refused_draws(turns: Turns) -> Iterator[int]:
    index = 0
    ways = [(ends, ends & turns.earning_of(play)) for play, ends in turns.plain_ways()]
    for branch in turns.branches:
        ways.append((1, 0) if branch.stops else (branch.endings, branch.earning))
    for ends, earning in ways:
        rest = ends
        while rest:
            if not rest & -rest & earning:
                yield index
            rest &= rest - 1
            index += 1
        yield from range(index, index + bits(earning))
        index += bits(earning)
