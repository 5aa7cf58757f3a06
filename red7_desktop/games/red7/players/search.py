"""Red7's search for the best turn. Compiled by mypyc.

The search deals the hidden cards at random again and again; such a deal is called a world. In each
world it simulates the rest of the round after each candidate turn. Small rounds are also solved
exactly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from red7_desktop.games.red7.players import evaluation
from red7_desktop.games.red7.players.rollout import (
    DRAWS,
    DROPS_OUT,
    NO_CARD,
    OPENING_COUNT_SHIFT,
    Policy,
    decode_opening,
    pick_ending,
    play_out,
    play_out_with_actions,
)
from red7_desktop.games.red7.rules.advance import apply_steps_in_place
from red7_desktop.games.red7.rules.cards import (
    ALL_CARDS,
    COMPILED,
    FETCH,
    PASS,
    SINGLETONS,
    UNKNOWN,
    VIOLET_CARDS,
    Step,
    card_of_singleton,
    cards_in,
    count_bits,
    drops_out,
    set_of,
)
from red7_desktop.games.red7.rules.game import Red7Observation, find_turns_or_choice
from red7_desktop.games.red7.rules.open_round import OpenRound
from red7_desktop.games.red7.rules.position import NOBODY, Position, find_next_live
from red7_desktop.games.red7.rules.standings import (
    GUARDS,
    LOWEST_BITS,
    PER_CARD,
    RULES_BY_GUARDS,
    STRENGTH_CACHE,
    measure_best_takings,
    measure_strength,
)
from red7_desktop.games.red7.rules.turns import (
    EARNING_CARDS,
    Turns,
    find_rules_led,
    find_strength_to_lead,
    list_steps,
    sort_as_listed,
)
from red7_desktop.tabletop import player, search

if TYPE_CHECKING:
    from mypy_extensions import i64

SHRINKAGE_SAMPLES: Final = 10.0
"""Number of samples that are added to each group of samples when the group's mean is estimated. The
added samples all have the mean of all groups. So the estimate for a group with few samples stays
close to the overall mean. Samples are grouped by the rival's hand, see `HAND_GROUP_COUNT`."""
HAND_GROUP_COUNT: Final = 5
"""Number of groups into which the hands of a rival are divided, by the number of winning turns that
a hand has: 0, 1, 2-3, 4-7, or more."""


class Line(search.CandidateLine):
    """A candidate turn, with the results of its rollouts (simulations of the rest of the round).

    Attributes:
        conceded: Upper limit of the turn's value, from 0 to 1: the value of the round if the only
            rival answers the turn by dropping out. With several rivals, or if points don't count,
            there is no such limit, so it is 1.
        next_seat: The seat that moves after this turn; -1 if unknown.
        is_open: Whether the turn is incomplete: the action of a 3 draws a card, and then the seat
            has to choose the rest.
        goes_out: Whether the seat drops out in this turn.
        hand_groups: For each rollout, the group (from 0) that the next seat's hand belonged to;
            `HAND_GROUP_COUNT` describes the groups.
        points: Sum of the points of all rollouts that the seat won.
        values_by_reply: Values of the rollouts, from 0 to 1, by the next seat's reply (a packed
            turn).
    """

    def __init__(
        self, steps: tuple[Step, ...], conceded: float = 1.0, next_seat: int = NOBODY
    ) -> None:
        super().__init__(steps)
        self.conceded: Final = conceded
        self.next_seat: Final = next_seat
        self.is_open: Final = steps[-1].kind == FETCH
        self.goes_out: Final = drops_out(steps)
        self.hand_groups: Final[list[int]] = []
        self.points = 0
        self.values_by_reply: Final[dict[int, list[float]]] = {}
        self._counts: Final = [0.0] * HAND_GROUP_COUNT
        self._totals: Final = [0.0] * HAND_GROUP_COUNT

    def record_round(self, value: float, won: bool, points: int, reply: int) -> None:
        """Add the result of one rollout.

        Args:
            value: Value of the result for the seat, from 0 to 1.
            won: Whether the seat won the round.
            points: Points of the round's winner.
            reply: The next seat's turn, as `rollout.pick_turn` returns it.
        """
        group = 0
        if reply != DROPS_OUT:
            group = min((reply >> OPENING_COUNT_SHIFT).bit_length(), HAND_GROUP_COUNT - 1)
            reply &= (1 << OPENING_COUNT_SHIFT) - 1
            after = self.values_by_reply.get(reply)
            if after is None:
                after = self.values_by_reply[reply] = []
            after.append(value)
        self.record(value, 1.0 if won else 0.0)
        self.hand_groups.append(group)
        self._counts[group] += 1.0
        self._totals[group] += value
        if won:
            self.points += points

    @property
    def estimate(self) -> float:
        """The turn's mean value, if the only rival drops out whenever this is better for the rival.

        In rollouts no seat drops out on purpose. But a real rival sees how many winning turns its
        hand has. So samples are grouped by that number. If the mean of a group is higher than
        `conceded` (the value after the rival has dropped out), the rival would drop out with such a
        hand, and `conceded` replaces the group's mean. The mean of a group with few samples is
        unreliable, so it is shifted towards the mean of all samples (see `SHRINKAGE_SAMPLES`).
        """
        kept = self.total
        for kind in self._list_conceding_kinds():
            kept += self._counts[kind] * self.conceded - self._totals[kind]
        if self.values:
            return kept / len(self.values)
        return 0.0

    def _list_conceding_kinds(self) -> list[int]:
        """Return the indices of the groups of hands with which the rival would drop out.

        With such hands, dropping out gives the rival a better result than another reply.
        `HAND_GROUP_COUNT` describes the groups.
        """
        pull = SHRINKAGE_SAMPLES * self.mean
        return [
            kind
            for kind in range(HAND_GROUP_COUNT)
            if self._totals[kind] + pull > self.conceded * (self._counts[kind] + SHRINKAGE_SAMPLES)
        ]

    def comparable_values(self) -> list[float]:
        conceding = self._list_conceding_kinds()
        if not conceding:
            return self.values
        return [
            self.conceded if kind in conceding else value
            for value, kind in zip(self.values, self.hand_groups, strict=True)
        ]

    @property
    def sort_key(self) -> tuple[float, float]:
        """The turn's estimated value, and how often (0 to 1) the next seat had no winning turn.

        Candidate turns are sorted by this pair, so the second number decides between turns of equal
        value, such as sure wins.
        """
        return self.estimate, self._counts[0] / max(len(self.values), 1)

    def to_candidate(self, best: search.CandidateLine) -> player.Candidate:
        found = super().to_candidate(best)
        if self.wins:
            found = found._replace(points=self.points / self.wins)
        feared = self._find_worst_reply()
        if feared == DROPS_OUT:
            return found
        return found._replace(expected_replies=decode_opening(feared), feared_seat=self.next_seat)

    def _find_worst_reply(self) -> int:
        """Return the next seat's reply that lowers the turn's value most.

        A reply is rated by how far the results after it are below the mean, summed over the samples
        in which it was played.

        Returns:
            The packed reply. DROPS_OUT if no reply makes the result worse than the mean.
        """
        mean = self.mean
        feared = DROPS_OUT
        most = 0.0
        for reply, after in self.values_by_reply.items():
            cost = 0.0
            for value in after:
                cost += mean
                cost -= value
            if cost > most:
                feared = reply
                most = cost
        return feared


MAX_ENUMERATED: Final = 2
"""If at most this many cards of the only rival's hand are hidden, all possible hands are dealt in
turn. With more hidden cards, hands are dealt at random."""


class Determinizations:
    """Deals the hidden cards of a position at random, all possibilities equally likely.

    If only one rival is left and few cards of the rival's hand are hidden, all possible hands are
    dealt in turn instead.
    """

    def __init__(self, position: Position, next_random: Callable[[], float]) -> None:
        deck = [card for card in position.deck if card != UNKNOWN]
        seen = set_of(position.canvas) | set_of(deck)
        for row in (*position.rows, *position.scores):
            seen |= set_of(row)
        for hand in position.hands:
            seen |= hand
        self._hidden: Final = list(cards_in(ALL_CARDS & ~seen))
        self._hands: Final = position.hands
        self._unseen: Final = position.unseen
        self._known_deck: Final = deck[::-1]
        self._unknown_deck: Final = len(position.deck) - len(deck)
        self._next_random: Final = next_random
        self._few: Final[list[tuple[int, ...]]] = []
        self._next = 0
        rivals = [seat for seat in position.live if seat != position.mover]
        self._seat: Final = rivals[0]
        if len(rivals) == 1 and 0 < position.unseen[rivals[0]] <= MAX_ENUMERATED:
            self._few.extend(combinations(self._hidden, position.unseen[rivals[0]]))
            search.shuffle(self._few, next_random)

    def deal(self) -> tuple[list[int], list[int]]:
        """Deal the hidden cards at random.

        Returns:
            The hand of each seat, a set of cards, and the deck with the next card last.
        """
        hidden = self._hidden
        search.shuffle(hidden, self._next_random)
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
                hands[seat] |= SINGLETONS[card]
            start += unseen
        return hands, hidden[start : start + self._unknown_deck] + self._known_deck


CardsLeft: TypeAlias = tuple[int, int, int]
"""The result of a seat's turn: the seat's hand and palette (both sets of cards), and the rule in
force."""
SOLVER_STOP_INTERVAL: Final = 4
"""Number of positions that `Solver` examines between two calls of `should_stop`, which may abort
the solution. It takes about a millisecond."""


class WorkLimitReached(Exception):
    """The solver reached its limit, or was stopped, before it found the answer."""


class Solver:
    """Finds the winner of a round with two seats, open hands, and neither actions nor draws.

    The results of positions are cached. The cache is useful if one solver is used for several
    guesses at the hidden cards, because the same positions occur again.

    Attributes:
        work: Number of positions examined so far.
        limit: If `work` exceeds this number, `wins` raises WorkLimitReached.
    """

    __slots__ = ("_lost", "_should_stop", "limit", "work")

    def __init__(self, limit: int, should_stop: player.ShouldStop = player.never_stop) -> None:
        self.limit = limit
        self.work = 0
        self._should_stop: Final = should_stop
        self._lost: Final[dict[tuple[int, int, int, int, int], bool]] = {}

    def wins(self, hand: int, palette: int, rule: int, other_hand: int, other: int) -> bool:
        """Return whether the seat to move wins against any play.

        Args:
            hand: The hand of the seat to move, a set of cards.
            palette: The palette of the seat to move, a set of cards.
            rule: The rule in force.
            other_hand: The other seat's hand, a set of cards.
            other: The other seat's palette, a set of cards.

        Raises:
            WorkLimitReached: The limit was reached, or `should_stop` returned True.
        """
        return self._wins(list_winning_rests(hand, palette, rule, other), other_hand, other)

    def _wins(self, turns: Sequence[CardsLeft], other_hand: int, other: int) -> bool:
        self.work += 1
        if self.work > self.limit or (not self.work % SOLVER_STOP_INTERVAL and self._should_stop()):
            raise WorkLimitReached
        lost = self._lost
        open_turns: list[tuple[int, int, int]] = []
        replies: list[list[CardsLeft]] = []
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


def list_winning_rests(hand: i64, palette: i64, rule: i64, rival: i64) -> list[CardsLeft]:
    """Return the hand, palette and rule after each winning turn of a seat.

    Args:
        hand: The seat's hand, a set of cards.
        palette: The seat's palette, a set of cards.
        rule: The rule in force.
        rival: The other seat's palette, a set of cards.
    """
    needed_strength = (
        (measure_strength(rival) if COMPILED else STRENGTH_CACHE[rival]) ^ GUARDS
    ) + LOWEST_BITS
    found: list[CardsLeft] = []
    ends = hand & find_rules_led(palette, needed_strength) * VIOLET_CARDS
    while ends:
        card = ends & -ends
        ends ^= card
        found.append((hand ^ card, palette, card_of_singleton(card) % 7))
    rest = hand
    while rest:
        played = rest & -rest
        rest ^= played
        with_it = palette | played
        led = (
            (measure_strength(with_it) if COMPILED else STRENGTH_CACHE[with_it]) - needed_strength
        ) & GUARDS
        if not led:
            continue
        rules: i64 = RULES_BY_GUARDS[led % 255]
        kept = hand ^ played
        if rules >> rule & 1:
            found.append((kept, with_it, rule))
        ends = kept & rules * VIOLET_CARDS
        while ends:
            card = ends & -ends
            ends ^= card
            found.append((kept ^ card, with_it, card_of_singleton(card) % 7))
    return found


ACTING_COST: Final = 4
"""Number of simulated turns that one turn counts as in the budget if cards have actions. The
simulation of such a turn takes about as long as that of this many turns without actions."""
MAX_SOLVED_CARDS: Final = 8
"""If the hands of a two-seat round together have at most this many cards, a possible deal of the
hidden cards is not only simulated but also solved exactly."""
MAX_SOLVER_WORK: Final = 300
"""Maximum number of positions that are examined to solve one possible deal of the hidden cards
exactly."""


class World(NamedTuple):
    """A possible deal of all hidden cards, with the random numbers of the rollouts.

    Attributes:
        hands: Hand of each seat, a set of cards.
        deck: Cards of the deck; the next card to draw is last.
        random_numbers: Random numbers from 0 to 1, one for each turn.
    """

    hands: list[int]
    deck: list[int]
    random_numbers: list[float]


RANDOM_NUMBERS: Final = 48
"""Number of random numbers that are drawn for each possible deal of the hidden cards. Each turn of
a simulated round uses one of them."""


class RolloutSimulator(search.Simulator[World]):
    """Simulates the rest of a round after candidate turns, with the hidden cards dealt at random.

    Such a deal is called a world. In a round with actions, a simulated turn counts as ACTING_COST
    turns of work. `should_stop` is polled between simulations, during rounds with actions, and
    while a world is solved exactly. If `should_stop` returns True, the unfinished simulation or
    solution gets no result.
    """

    def __init__(
        self,
        position: Position,
        policy: Policy,
        stakes: evaluation.RoundValues,
        rng: random.Random,
        should_stop: player.ShouldStop = player.never_stop,
    ) -> None:
        """Prepare rollouts, which are simulations of the rest of the round.

        Args:
            position: The position as the mover knows it.
            policy: Probabilities of turns; all seats choose by them in simulated rounds.
            stakes: Value of each result of the round for the mover.
            rng: Random generator for the deals of the hidden cards and for the choice of turns.
            should_stop: Called between and within rollouts. If it returns True, no more results are
                recorded.
        """
        super().__init__(should_stop)
        rules = position.rules
        self._position: Final = position
        self._seat: Final = position.mover
        self._next_seat: Final = find_next_live(position.seats, position.out, position.mover)
        self._policy: Final = policy
        self._stakes: Final = stakes
        self._acts: Final = rules.actions
        self._advanced: Final = rules.advanced
        self._next_random: Final = rng.random
        self._determinizations: Final = Determinizations(position, rng.random)
        can_solve = not rules.advanced and not rules.actions and position.seats == 2
        self._solver: Final = Solver(0, should_stop) if can_solve else None

    def deal(self) -> World:
        hands, deck = self._determinizations.deal()
        next_random = self._next_random
        return World(hands, deck, [next_random() for _ in range(RANDOM_NUMBERS)])

    def make_line(self, steps: tuple[Step, ...]) -> Line:
        """Create the candidate for a turn.

        In an advanced round of two seats, the rival can answer the turn by dropping out, so that
        the seat wins with the cards that it then has. The value of this result becomes the
        candidate's `conceded`.

        Args:
            steps: The steps of the turn. Cards with the number 5 may be played in any order.
        """
        steps = sort_as_listed(steps)
        position = self._position
        seat = self._seat
        if not self._advanced or position.seats > 2 or steps[-1].kind in {FETCH, PASS}:
            return Line(steps, next_seat=self._next_seat)
        palettes = list(position.palettes)
        deck = list(position.deck[::-1])
        _, rule = apply_steps_in_place(
            steps, seat, position.hands[seat], palettes, deck, position.rule
        )
        conceded = self._stakes.value(seat, measure_best_takings(rule, palettes[seat]))
        return Line(steps, conceded, self._next_seat)

    def roll_out(self, line: Line, world: World) -> None:
        position = self._position
        seat = self._seat
        hands = world.hands[:]
        deck = world.deck[:]
        luck = world.random_numbers
        palettes = list(position.palettes)
        out = position.out
        hand, rule = apply_steps_in_place(
            line.steps, seat, hands[seat], palettes, deck, position.rule
        )
        hands[seat] = hand
        if line.is_open:
            rule, out = self._end_open_turn(hands, rule, palettes, deck, out, luck[-1])
        elif line.goes_out:
            out |= 1 << seat
        mover = find_next_live(len(hands), out, seat)
        reply = DROPS_OUT
        solved = -1.0
        if mover == NOBODY:
            winner = (~out & -~out).bit_length() - 1
            self.simulated += 1
        else:
            if self._solver is not None:
                solved = self._value_of_solved(self._solver, hands, palettes, rule)
            if self._acts:
                table = OpenRound(position.rules, hands, palettes, deck, rule, mover, out)
                stop = self.should_stop
                winner, turns, reply = play_out_with_actions(self._policy, table, luck, stop)
                rule = table.rule
                self.simulated += turns * ACTING_COST
                if winner == NOBODY:
                    return
            else:
                winner, rule, turns, reply = play_out(
                    self._policy, hands, palettes, deck, rule, mover, out, self._advanced, luck
                )
                self.simulated += turns
        if self._advanced:
            takings = measure_best_takings(rule, palettes[winner])
        else:
            takings = 0
        value = self._stakes.value(winner, takings)
        if solved >= 0.0:
            value = (value + solved) / 2.0
        line.record_round(value, winner == seat, takings % PER_CARD, reply)

    def _value_of_solved(
        self, solver: Solver, hands: list[int], palettes: list[int], rule: int
    ) -> float:
        """Solve a round of two seats exactly: both seats know all cards, and the rival moves next.

        Returns:
            1.0 if the seat wins the round, 0.0 if the rival wins. -1.0 if the hands have too many
            cards, or if the solver reaches its limit.
        """
        if count_bits(hands[0]) + count_bits(hands[1]) > MAX_SOLVED_CARDS:
            return -1.0
        seat = self._seat
        rival = 1 - seat
        before = solver.work
        solver.limit = before + MAX_SOLVER_WORK
        found = -1.0
        try:
            lost = solver.wins(hands[rival], palettes[rival], rule, hands[seat], palettes[seat])
            found = 0.0 if lost else 1.0
        except WorkLimitReached:
            pass
        self.simulated += solver.work - before
        return found

    def _end_open_turn(
        self,
        hands: list[int],
        rule: int,
        palettes: list[int],
        deck: list[int],
        out: int,
        random_number: float,
    ) -> tuple[int, int]:
        """Choose and apply the end of a turn that has stopped at a 3's draw.

        Returns:
            The rule in force and the bits of the seats that are out.
        """
        seat = self._seat
        hand = hands[seat]
        palette = palettes[seat]
        needed_strength = find_strength_to_lead(seat, out, tuple(palettes))
        if self._advanced and deck:
            earning = EARNING_CARDS[count_bits(palette)]
        else:
            earning = 0
        code = pick_ending(
            self._policy, palette, hand, needed_strength, rule, earning, random_number
        )
        if code == DROPS_OUT:
            return rule, out | 1 << seat
        name = code >> 6 & 63
        if name != NO_CARD:
            hand ^= SINGLETONS[name]
            rule = name % 7
            if code & DRAWS:
                hand |= SINGLETONS[deck.pop()]
            hands[seat] = hand
        return rule, out


TEMPERATURE: Final = 0.3
"""Randomness with which seats choose their turns in simulated rounds. The lower it is, the more
often they choose the turns with the highest scores."""
MAX_ENDGAME_CARDS: Final = 3
"""If the rivals' hands have at most this many cards together, the search may consider more turns
than `SearchPlayer`'s `width`, because heuristic scores are unreliable so late in a round."""
BUDGET_PER_CANDIDATE: Final = 400
"""Number of simulated turns in the budget for each candidate turn late in a round. There the search
considers budget // BUDGET_PER_CANDIDATE candidates, if this is more than `SearchPlayer`'s `width`.
"""
LEAST_WORLDS: Final = 250
"""Minimum number of guesses at the hidden cards (worlds) for which the turn that the search has
found best is simulated, if the budget allows. Users see the estimates from these simulations."""


class SearchPlayer(search.SearchPlayer):
    """AI player that simulates the rest of the round after each of the most promising turns.

    The most promising turns are those with the best heuristic scores. If points count, or if no
    other turn is legal, the player also simulates dropping out.
    """

    def __init__(self, width: int) -> None:
        """Create the player.

        Args:
            width: Maximum number of candidate turns besides dropping out. Near the end of a round
                there can be more if the budget allows.
        """
        self._width: Final = width
        self._policy: Final = Policy(evaluation.GREEDY_WEIGHTS, TEMPERATURE)

    def prepare(
        self, observation: Red7Observation, budget: int, seed: int, should_stop: player.ShouldStop
    ) -> search.Search | player.Choice:
        turns = find_turns_or_choice(observation)
        if isinstance(turns, player.Choice):
            return turns
        position = turns.position
        stakes = evaluation.RoundValues(observation.options, position.scores, position.mover)
        forecast = RolloutSimulator(
            position, self._policy, stakes, random.Random(seed), should_stop
        )
        if _is_long(position):
            width = self._width
        else:
            width = max(self._width, budget // BUDGET_PER_CANDIDATE)
        shortlist = sort_by_greedy_score(turns, should_stop)[:width]
        lines = [forecast.make_line(list_steps(turns, index)) for index in shortlist]
        if turns.may_pass and (position.rules.advanced or not lines):
            lines.append(forecast.make_line(list_steps(turns, turns.count - 1)))
        return search.Search(forecast, lines, LEAST_WORLDS)


def _is_long(position: Position) -> bool:
    rivals = [seat for seat in position.live if seat != position.mover]
    return sum([position.hand_count(seat) for seat in rivals]) > MAX_ENDGAME_CARDS


def sort_by_greedy_score(
    turns: Turns, should_stop: player.ShouldStop = player.never_stop
) -> list[int]:
    """Return the indices of the legal turns, sorted by their heuristic score, best first.

    Dropping out isn't listed. If a discard earns a draw, only the turn with the draw is listed,
    because another card never hurts. If `should_stop` returns True, turns that haven't been rated
    yet aren't listed either.
    """
    rule = turns.position.rule
    results = evaluation.iterate_until_stopped(evaluation.iterate_turn_results(turns), should_stop)
    appeals = [evaluation.rate_turn(evaluation.GREEDY_WEIGHTS, result, rule) for result in results]
    listed = [index for index in _skip_refused_draws(turns) if index < len(appeals)]
    return sorted(listed, key=lambda index: -appeals[index])


def _skip_refused_draws(turns: Turns) -> Iterator[int]:
    index = 0
    endings = [(ends, ends & turns.earning_of(play)) for play, ends in turns.list_plain_openings()]
    for group in turns.groups:
        endings.append((1, 0) if group.stops else (group.endings, group.earning))
    for ends, earning in endings:
        rest = ends
        while rest:
            if not rest & -rest & earning:
                yield index
            rest &= rest - 1
            index += 1
        yield from range(index, index + count_bits(earning))
        index += count_bits(earning)
