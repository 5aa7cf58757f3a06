"""How good a turn looks at first sight: a weighted sum, and the tastes that weigh it.

Weights are whole numbers (tenths of a point), so that sums are exact on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.rules.cards import COLOURS, bits, cards_in, number_of
from red7_desktop.games.red7.rules.engine.endings import ALLOWED
from red7_desktop.games.red7.rules.engine.strength import GUARD, GUARDS, compute_strength

if TYPE_CHECKING:
    from red7_desktop.games.red7.players.afterstate import Aftermath


class Weights(NamedTuple):
    """What a player cares about after its turn, in tenths of a point.

    cards: each card left in hand. rules: each rule under which it would still lead. discards: each
    hand card that could be discarded to such a rule. reach: each rule that it could bring about,
    and lead, by playing one card and discarding another. change: changing the rule. spend: each
    point of number on the cards that left the hand.
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
    """Give how much a turn appeals, in tenths; `rule` was in force before it."""
    if left.is_open:
        return _rate_draw(taste, left, rule)
    total = _rate_state(taste, left.palette, left.hand, left.must)
    total += taste.cards * left.drawn
    if taste.change and left.rule != rule:
        total += taste.change
    if taste.spend:
        total += taste.spend * sum(map(number_of, cards_in(left.played | left.discarded)))
    return total


def _rate_state(taste: Weights, palette: int, hand: int, must: int) -> int:
    led = (compute_strength(palette) - must) & GUARDS
    total = taste.cards * bits(hand)
    if taste.rules:
        total += taste.rules * bits(led)
    if taste.discards:
        total += taste.discards * bits(hand & ALLOWED[led % 255])
    if taste.reach:
        total += taste.reach * bits(find_reachable_rules(palette, hand, must))
    return total


def find_reachable_rules(palette: int, hand: int, must: int) -> int:
    """Give the guard bits of the rules to lead after playing one card and discarding another."""
    found, cards = 0, hand
    while cards:
        card = cards & -cards
        cards ^= card
        found |= (compute_strength(palette | card) - must) & _guards_of(hand ^ card)
    return found


def _guards_of(cards: int) -> int:
    """Give the guard bits of the colours in a set of cards."""
    cards |= cards >> 28
    cards |= cards >> 14
    return _GUARDS_OF[(cards | cards >> 7) & 127]


_GUARDS_OF: Final = tuple(
    [sum([GUARD[rule] for rule in COLOURS if chosen >> rule & 1]) for chosen in range(128)]
)


def _rate_draw(taste: Weights, left: Aftermath, rule: int) -> int:
    """Judge a turn that stops at a 3's draw by its best ending without the drawn card."""
    led = (compute_strength(left.palette) - left.must) & GUARDS
    kept = _rate_state(taste, left.palette, left.hand, left.must) + taste.cards * left.drawn
    if led & GUARD[rule]:
        return kept
    return kept - taste.cards if left.hand & ALLOWED[led % 255] else kept + LOST
