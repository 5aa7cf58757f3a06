"""Heuristics and match value; compiled.

Weights are whole numbers (tenths of a point), so that sums are exact on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from red7_desktop.games.red7.rules import rounds
from red7_desktop.games.red7.rules.advance import carry_out
from red7_desktop.games.red7.rules.cards import (
    DECK_SIZE,
    ONE_COLOUR,
    UNKNOWN,
    bits,
    cards_in,
    number_of,
)
from red7_desktop.games.red7.rules.game import Red7Observation
from red7_desktop.games.red7.rules.position import Position
from red7_desktop.games.red7.rules.standings import (
    END_GUARD,
    GUARDS_OF,
    PER_CARD,
    compute_strength,
)
from red7_desktop.games.red7.rules.turns import (
    TAKES_DRAW,
    Branch,
    Turns,
    find_best_rival,
    find_rules_led,
)
from red7_desktop.tabletop.player import ShouldStop
from red7_desktop.tabletop.rounds import MATCH_OVER, ROUND_OVER


class Weights(NamedTuple):
    """What a player values after its turn, in tenths of a point.

    Attributes:
        cards: Each card left in hand.
        rules: Each rule under which it would still lead.
        discards: Each hand card that could be discarded to such a rule.
        reach: Each rule that it could bring about, and lead, by playing one card and discarding
            another.
        change: Changing the rule.
        spend: Each point of number on the cards that left the hand.
    """

    cards: int = 0
    rules: int = 0
    discards: int = 0
    reach: int = 0
    change: int = 0
    spend: int = 0


GREEDY: Final = Weights(cards=9, rules=3, discards=3, reach=5)
"""The taste that plays best by itself."""
THRIFTY: Final = Weights(cards=9)
"""Cares for nothing but cards in hand."""
LOST: Final = -60
"""Added where a 3's draw may leave the seat losing."""


def rate_turn(taste: Weights, left: Aftermath, rule: int) -> int:
    """Return how much a turn appeals, in tenths; `rule` was in force before it."""
    total = _rate_state(taste, left.palette, left.hand, left.must) + taste.cards * left.drawn
    if left.is_open:
        # By its best ending without the drawn card.
        led = find_rules_led(left.palette, left.must)
        if led >> rule & 1:
            return total
        if left.hand & led * ONE_COLOUR:
            return total - taste.cards
        return total + LOST
    if taste.change and left.rule != rule:
        total += taste.change
    if taste.spend:
        total += taste.spend * sum(map(number_of, cards_in(left.played | left.discarded)))
    return total


def _rate_state(taste: Weights, palette: int, hand: int, must: int) -> int:
    led = find_rules_led(palette, must)
    total = taste.cards * bits(hand)
    if taste.rules:
        total += taste.rules * bits(led)
    if taste.discards:
        total += taste.discards * bits(hand & led * ONE_COLOUR)
    if taste.reach:
        total += taste.reach * bits(find_reachable_rules(palette, hand, must))
    return total


def find_reachable_rules(palette: int, hand: int, must: int) -> int:
    """Return the guard bits of the rules to lead after playing one card and discarding another."""
    found = 0
    cards = hand
    while cards:
        card = cards & -cards
        cards ^= card
        found |= (compute_strength(palette | card) - must) & _guards_of(hand ^ card)
    return found


def _guards_of(cards: int) -> int:
    cards |= cards >> 28
    cards |= cards >> 14
    return GUARDS_OF[(cards | cards >> 7) & 127]


class Aftermath(NamedTuple):
    """A seat's cards after a turn, or at the 3's draw where a turn stops.

    Attributes:
        hand: A set of cards.
        palette: A set of cards.
        must: Packed strength that leads (see `find_best_rival`).
        rule: The rule in force.
        drawn: Number of drawn cards that aren't known yet.
        played: The cards that went from hand to palette.
        discarded: The cards that went from hand to the canvas.
        is_open: The turn stops at a draw, and the seat decides again after it.
    """

    hand: int
    palette: int
    must: int
    rule: int
    drawn: int
    played: int
    discarded: int
    is_open: bool = False


AT_ONCE: Final = 100
"""Number of aftermaths between two calls of `should_stop`."""


def iterate_until_stopped(
    lefts: Iterator[Aftermath], should_stop: ShouldStop
) -> Iterator[Aftermath]:
    """Yield aftermaths one by one until it is time to stop."""
    for nth, left in enumerate(lefts, 1):
        yield left
        if not nth % AT_ONCE and should_stop():
            return


def list_aftermaths(turns: Turns) -> Iterator[Aftermath]:
    """Return what each turn but going out leaves, in the order of the turns' indices.

    One after another, as they are asked for: a hand of 5s has thousands.
    """
    position = turns.position
    mover = position.mover
    must = find_best_rival(mover, position.out, position.palettes)
    hand = position.hands[mover]
    palette = position.palettes[mover]
    rule = position.rule
    for play, ways in turns.plain_ways():
        start = Aftermath(hand & ~play, palette | play, must, rule, 0, play, 0)
        yield from _list_ending_aftermaths(start, ways, ways & turns.earning_of(play))
    for branch in turns.branches:
        yield from _list_branch_aftermaths(position, branch)


def _list_branch_aftermaths(position: Position, branch: Branch) -> Iterator[Aftermath]:
    mover = position.mover
    hand = position.hands[position.mover]
    palettes = list(position.palettes)
    top = list(position.deck[:1])
    left, rule = carry_out(branch.steps, mover, hand, palettes, top, position.rule)
    must = find_best_rival(mover, position.out, tuple(palettes))
    if branch.stops and position.deck[0] == UNKNOWN:
        drawn = 1
    else:
        drawn = 0
    palette = palettes[mover]
    played = hand & ~left
    start = Aftermath(left, palette, must, rule, drawn, played, 0, branch.stops)
    if branch.stops:
        return iter([start])
    return _list_ending_aftermaths(start, branch.endings, branch.earning)


def _list_ending_aftermaths(start: Aftermath, ways: int, earning: int) -> Iterator[Aftermath]:
    for cards, draws in ((ways, 0), (earning, TAKES_DRAW)):
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
    """How matches between strong players go, measured in self-play.

    Attributes:
        cards: Cards that a round's winner takes on average.
        rounds: Rounds of a match to the rulebook's target.
        spread: A seat that is this many points ahead at the start is e times likelier to win.
        shrinking: The spread shrinks as this power of the share of rounds that are left.
    """

    cards: float
    rounds: float
    spread: float
    shrinking: float


PACES: Final[dict[int, MatchPace]] = {
    2: MatchPace(cards=2.4, rounds=7.0, spread=20.0, shrinking=0.25),
    3: MatchPace(cards=3.2, rounds=4.6, spread=22.0, shrinking=0.25),
    4: MatchPace(cards=3.9, rounds=3.7, spread=20.0, shrinking=0.25),
}
"""The figures that `lab calibrate-scores` has found (docs/opponents.md)."""


class Stakes:
    """Values of a round's outcomes for one seat, from 0 to 1.

    In a basic game only the round counts. In an advanced game the value is the chance to win the
    match; a shared win counts in parts. The chance is proportional to e to the power of the seat's
    points over a spread, which shrinks towards the end of the match.
    """

    __slots__ = ("_cards_left", "_known", "_options", "_pace", "_points", "_seat")

    def __init__(
        self,
        options: rounds.MatchOptions,
        scores: tuple[tuple[int, ...], ...],
        seat: int,
        paces: dict[int, MatchPace] = PACES,
    ) -> None:
        self._pace: Final = paces[len(scores)]
        self._options: Final = options
        self._points: Final = rounds.points_of(scores)
        self._cards_left: Final = DECK_SIZE - sum([len(pile) for pile in scores])
        self._seat: Final = seat
        self._known: Final[dict[int, float]] = {}

    def value(self, winner: int, spoil: int) -> float:
        """Return the value of a seat's winning the round with a spoil (see `count_spoil`)."""
        key = spoil << 2 | winner
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._value(winner, spoil)
        return known

    def _value(self, winner: int, spoil: int) -> float:
        if not self._options.rules.advanced:
            if winner == self._seat:
                return 1.0
            return 0.0
        points = list(self._points)
        points[winner] += spoil % PER_CARD
        spare = self._cards_left - spoil // PER_CARD - (rounds.HAND_SIZE + 1) * len(points)
        missing = self._options.target - max(points)
        if missing <= 0 or spare < 0:
            leaders = rounds.leaders_of(tuple(points))
            if self._seat in leaders:
                return 1.0 / len(leaders)
            return 0.0
        spread = _spread(self._pace, len(points), missing, spare)
        # Rounded, because the last digits of e's powers are not the same on every machine.
        weights = [round(math.exp((own - max(points)) / spread), 12) for own in points]
        return weights[self._seat] / sum(weights)


def value_settled_round(observation: Red7Observation) -> tuple[float, ...] | None:
    """Return the value of a finished round for each seat; None while it goes on.

    If points are kept, it is the chance to win the match with the points that all have now.
    """
    if observation.stage not in {ROUND_OVER, MATCH_OVER}:
        return None
    options = observation.options
    scores = observation.scores
    winner = observation.rounds[-1].winner
    # What the winner took lies in its pile by now, so there is no spoil to come.
    return tuple([Stakes(options, scores, seat).value(winner, 0) for seat in range(len(scores))])


def _spread(pace: MatchPace, seats: int, missing: int, spare: int) -> float:
    """Return the spread at some stage of a match.

    Args:
        pace: For this number of seats.
        seats: Number of seats.
        missing: Points that the leading seat still needs.
        spare: Cards that may still leave the deck before it is too short to deal.
    """
    # A match to the usual target shows how many rounds one winner's share of the points takes.
    by_target = 1.0 + (pace.rounds - 1.0) * missing / rounds.TARGETS[seats]
    left = min(by_target, 1.0 + spare / pace.cards) / pace.rounds
    return pace.spread * math.pow(left, pace.shrinking)
