"""Heuristic scores of turns, and the value of a round's result. Compiled by mypyc.

Scores are integers (tenths of a point), so that sums are exact on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from red7_desktop.games.red7.rules import rounds
from red7_desktop.games.red7.rules.advance import apply_steps_in_place
from red7_desktop.games.red7.rules.cards import (
    DECK_SIZE,
    UNKNOWN,
    VIOLET_CARDS,
    cards_in,
    count_bits,
    number_of,
)
from red7_desktop.games.red7.rules.game import Red7Observation
from red7_desktop.games.red7.rules.position import Position
from red7_desktop.games.red7.rules.standings import (
    END_GUARD,
    GUARDS_BY_RULES,
    PER_CARD,
    compute_strength,
)
from red7_desktop.games.red7.rules.turns import (
    WITH_DRAW,
    TurnGroup,
    Turns,
    find_rules_led,
    find_strength_to_lead,
)
from red7_desktop.tabletop.player import ShouldStop
from red7_desktop.tabletop.rounds import MATCH_OVER, ROUND_OVER


class Weights(NamedTuple):
    """Weights from which the heuristic score of a turn is computed, in tenths of a point.

    Attributes:
        cards: Weight of each card left in hand.
        rules: Weight of each rule under which the seat's palette leads after the turn.
        discards: Weight of each hand card whose colour is a rule under which the seat's palette
            leads after the turn.
        reach: Weight of each rule that the seat could bring into force in its next turn, and lead
            under, by playing one card and discarding another.
        change: Score for a turn that changes the rule.
        spend: Weight of the sum of the numbers on the cards that the turn plays or discards.
    """

    cards: int = 0
    rules: int = 0
    discards: int = 0
    reach: int = 0
    change: int = 0
    spend: int = 0


GREEDY_WEIGHTS: Final = Weights(cards=9, rules=3, discards=3, reach=5)
"""The weights with which a player that chooses its turns by heuristic scores, without search, plays
best."""
HAND_COUNT_WEIGHTS: Final = Weights(cards=9)
"""Weights of a player that rates a turn only by the number of cards left in its hand."""
LOSING_PENALTY: Final = -60
"""Penalty in the score of a turn with the action of a 3, which draws an unknown card. It applies if
the seat can't lead with the cards that it has without the drawn card. In tenths of a point."""


def rate_turn(weights: Weights, result: TurnResult, rule: int) -> int:
    """Return the heuristic score of a turn, in tenths of a point.

    Args:
        weights: The weights of the score.
        result: The seat's cards and the rule in force after the turn.
        rule: The rule in force before the turn.
    """
    total = (
        _rate_state(weights, result.palette, result.hand, result.needed_strength)
        + weights.cards * result.drawn
    )
    if result.is_open:
        # Rate the turn by its best ending, without the drawn card, which is still unknown.
        led = find_rules_led(result.palette, result.needed_strength)
        if led >> rule & 1:
            return total
        if result.hand & led * VIOLET_CARDS:
            return total - weights.cards
        return total + LOSING_PENALTY
    if weights.change and result.rule != rule:
        total += weights.change
    if weights.spend:
        total += weights.spend * sum(map(number_of, cards_in(result.played | result.discarded)))
    return total


def _rate_state(weights: Weights, palette: int, hand: int, needed_strength: int) -> int:
    led = find_rules_led(palette, needed_strength)
    total = weights.cards * count_bits(hand)
    if weights.rules:
        total += weights.rules * count_bits(led)
    if weights.discards:
        total += weights.discards * count_bits(hand & led * VIOLET_CARDS)
    if weights.reach:
        total += weights.reach * count_bits(find_reachable_rules(palette, hand, needed_strength))
    return total


def find_reachable_rules(palette: int, hand: int, needed_strength: int) -> int:
    """Return the rules under which a seat can lead by playing one card and discarding another.

    Args:
        palette: The seat's palette, a set of cards.
        hand: The seat's hand, a set of cards.
        needed_strength: The strength that the palette needs to lead under each rule, packed into
            one integer by `find_strength_to_lead`.

    Returns:
        A bit mask with one bit for each of these rules. The bit of a rule is its guard bit: the bit
        directly above the rule's rank in a packed strength, see the module `standings`.
    """
    found = 0
    cards = hand
    while cards:
        card = cards & -cards
        cards ^= card
        found |= (compute_strength(palette | card) - needed_strength) & _guards_of(hand ^ card)
    return found


def _guards_of(cards: int) -> int:
    cards |= cards >> 28
    cards |= cards >> 14
    return GUARDS_BY_RULES[(cards | cards >> 7) & 127]


class TurnResult(NamedTuple):
    """A seat's cards and the rule in force after a turn of the seat.

    Attributes:
        hand: The seat's hand, a set of cards, without drawn cards that are unknown.
        palette: The seat's palette, a set of cards.
        needed_strength: Strength that the palette needs to lead under each rule, packed into one
            integer by `find_strength_to_lead`.
        rule: The rule in force.
        drawn: Number of drawn cards that are unknown.
        played: Set of the cards that the turn moved from the hand to the palette.
        discarded: Set of the cards that the turn moved from the hand to the canvas.
        is_open: Whether the turn isn't over yet, because the action of a 3 has drawn an unknown
            card and the seat has to choose again.
    """

    hand: int
    palette: int
    needed_strength: int
    rule: int
    drawn: int
    played: int
    discarded: int
    is_open: bool = False


STOP_INTERVAL: Final = 100
"""Number of evaluated turns between two calls of `should_stop`, which may abort the evaluation."""


def iterate_until_stopped(
    results: Iterator[TurnResult], should_stop: ShouldStop
) -> Iterator[TurnResult]:
    """Yield the given results of turns. Stop early if `should_stop` returns True.

    Args:
        results: The results, in any order.
        should_stop: Called after every STOP_INTERVAL results.
    """
    for nth, result in enumerate(results, 1):
        yield result
        if not nth % STOP_INTERVAL and should_stop():
            return


def iterate_turn_results(turns: Turns) -> Iterator[TurnResult]:
    """Yield the result of each turn except dropping out, in the order in which turns are numbered.

    Results are computed one at a time, because a hand of 5s has thousands of turns.
    """
    position = turns.position
    mover = position.mover
    needed_strength = find_strength_to_lead(mover, position.out, position.palettes)
    hand = position.hands[mover]
    palette = position.palettes[mover]
    rule = position.rule
    for play, endings in turns.list_plain_openings():
        start = TurnResult(hand & ~play, palette | play, needed_strength, rule, 0, play, 0)
        yield from _list_ending_aftermaths(start, endings, endings & turns.earning_of(play))
    for group in turns.groups:
        yield from _list_group_aftermaths(position, group)


def _list_group_aftermaths(position: Position, group: TurnGroup) -> Iterator[TurnResult]:
    mover = position.mover
    hand = position.hands[position.mover]
    palettes = list(position.palettes)
    top = list(position.deck[:1])
    hand_after, rule = apply_steps_in_place(group.steps, mover, hand, palettes, top, position.rule)
    needed_strength = find_strength_to_lead(mover, position.out, tuple(palettes))
    if group.stops and position.deck[0] == UNKNOWN:
        drawn = 1
    else:
        drawn = 0
    palette = palettes[mover]
    played = hand & ~hand_after
    start = TurnResult(hand_after, palette, needed_strength, rule, drawn, played, 0, group.stops)
    if group.stops:
        return iter([start])
    return _list_ending_aftermaths(start, group.endings, group.earning)


def _list_ending_aftermaths(start: TurnResult, endings: int, earning: int) -> Iterator[TurnResult]:
    for cards, draws in ((endings, 0), (earning, WITH_DRAW)):
        while cards:
            ending = cards & -cards
            cards ^= ending
            if ending == END_GUARD:
                yield start
                continue
            yield start._replace(
                hand=start.hand & ~ending,
                rule=(ending.bit_length() - 1) % 7,
                drawn=start.drawn + (1 if draws else 0),
                discarded=ending,
            )


class MatchPace(NamedTuple):
    """Statistics of matches between strong players, measured in self-play.

    Attributes:
        cards: Average number of cards that a round's winner takes.
        rounds: Average number of rounds of a match to the rulebook's target.
        spread: Lead in points. At the start of a match, a seat that is this many points ahead of
            another seat is e (2.7) times as likely to win the match as that seat.
        shrinking: Exponent by which `spread` shrinks during a match: it is multiplied by (share of
            rounds left) ** shrinking.
    """

    cards: float
    rounds: float
    spread: float
    shrinking: float


MATCH_PACES: Final[dict[int, MatchPace]] = {
    2: MatchPace(cards=2.4, rounds=7.0, spread=20.0, shrinking=0.25),
    3: MatchPace(cards=3.2, rounds=4.6, spread=22.0, shrinking=0.25),
    4: MatchPace(cards=3.9, rounds=3.7, spread=20.0, shrinking=0.25),
}
"""Average length and score of matches by number of seats, measured by `lab calibrate-scores`. From
these figures and the points so far, an AI player estimates its chance to win the match. See
docs/research/red7-players.md."""


class RoundValues:
    """Values of a round's results for one seat, from 0 to 1.

    In a basic match the value is 1 if the seat wins the round, else 0. In an advanced match the
    value is the seat's chance to win the match; a shared win counts as a fraction. Each seat's
    chance is proportional to exp(points / spread). The spread is a number of points that shrinks
    towards the end of the match.
    """

    __slots__ = ("_cards_left", "_known", "_options", "_pace", "_points", "_seat")

    def __init__(
        self,
        options: rounds.MatchOptions,
        scores: tuple[tuple[int, ...], ...],
        seat: int,
        paces: dict[int, MatchPace] = MATCH_PACES,
    ) -> None:
        self._pace: Final = paces[len(scores)]
        self._options: Final = options
        self._points: Final = options.points_of(scores)
        self._cards_left: Final = DECK_SIZE - sum([len(pile) for pile in scores])
        self._seat: Final = seat
        self._known: Final[dict[int, float]] = {}

    def value(self, winner: int, takings: int) -> float:
        """Return how good a finished round is for this object's seat, from 0 to 1.

        Args:
            winner: Seat that wins the round.
            takings: Result of `standings.measure_best_takings`: number and points of the cards that
                the winner takes.
        """
        key = takings << 2 | winner
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._value(winner, takings)
        return known

    def _value(self, winner: int, takings: int) -> float:
        if not self._options.rules.advanced:
            if winner == self._seat:
                return 1.0
            return 0.0
        points = list(self._points)
        points[winner] += takings % PER_CARD
        spare = self._cards_left - takings // PER_CARD - (rounds.HAND_SIZE + 1) * len(points)
        missing = self._options.target - max(points)
        if missing <= 0 or spare < 0:
            leaders = rounds.leaders_of(tuple(points))
            if self._seat in leaders:
                return 1.0 / len(leaders)
            return 0.0
        spread = _compute_spread(self._pace, len(points), missing, spare)
        # Rounded, because the last digits of exponentials differ between machines.
        weights = [round(math.exp((own - max(points)) / spread), 12) for own in points]
        return weights[self._seat] / sum(weights)


def value_settled_round(observation: Red7Observation) -> tuple[float, ...] | None:
    """Return the value of a finished round for each seat, from 0 to 1.

    In an advanced match the value is the seat's chance to win the match, given the points so far.
    In a basic match it is 1 for the round's winner and 0 for the others.

    Returns:
        None if the round isn't over.
    """
    if observation.stage not in {ROUND_OVER, MATCH_OVER}:
        return None
    options = observation.options
    scores = observation.scores
    winner = observation.rounds[-1].winner
    # The winner's cards have been moved to its score pile already, so they don't count twice.
    return tuple(
        [RoundValues(options, scores, seat).value(winner, 0) for seat in range(len(scores))]
    )


def _compute_spread(pace: MatchPace, seats: int, missing: int, spare: int) -> float:
    """Return the scale, in points, that converts a lead into odds.

    A seat that is this many points ahead of another seat is e (2.7) times as likely to win the
    match as that seat. The scale shrinks during a match. At the match's start it is
    `MatchPace.spread`.

    Args:
        pace: Statistics of matches with this number of seats.
        seats: Number of seats.
        missing: Points that the leading seat still needs to reach the match's target.
        spare: Number of cards that winners can still score before too few are left to deal.
    """
    # Estimate the rounds left, this one included, from the points that the leader still needs. The
    # average number of rounds was measured for the usual target, so scale it. The deck may run out
    # earlier.
    by_target = 1.0 + (pace.rounds - 1.0) * missing / rounds.DEFAULT_TARGETS[seats]
    left = min(by_target, 1.0 + spare / pace.cards) / pace.rounds
    return pace.spread * math.pow(left, pace.shrinking)
