"""Moods of the seats in Red7, which their avatars show. Only public information is used."""

from __future__ import annotations

from typing import Final

from red7_desktop.games.red7.rules import cards, rounds
from red7_desktop.games.red7.rules.game import Red7Observation
from red7_desktop.games.red7.rules.standings import find_counting_cards
from red7_desktop.games.red7.rules.turns import find_rules_led, find_strength_to_lead
from red7_desktop.kit.game_view import MoodsFacet
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.moods import Atmosphere, Mood, list_end_moods, remember_latest
from red7_desktop.tabletop.rounds import MATCH_OVER

MIN_CHANCE: Final = 0.75
"""A seat counts as threatened if its estimated chance of staying in is below this.

In 65 rounds of casual players, 49% of threatened seats dropped out at their next turn, but only 2%
of the others.
"""
NARROW_HAND: Final = 1
"""A round is won narrowly if the winner has at most this many cards left in hand."""
_TENSE_SEATS: Final = 2


class Red7Moods(MoodsFacet[Red7Observation]):
    """The part of Red7's view that chooses the facial expression of each seat's portrait."""

    def find_atmosphere(self, seen: Red7Observation) -> Atmosphere:
        return find_atmosphere(seen)


@remember_latest
def find_atmosphere(seen: Red7Observation) -> Atmosphere:
    """Return the mood that each seat's portrait shows, and whether the round is tense.

    A round is tense if it began with at least three seats and only two of them are still in. The
    result doesn't depend on the viewer's hand, so it is the same for all seats and spectators.
    """
    seats = len(seen.rows)
    if seen.stage == MATCH_OVER:
        winners: tuple[int, ...] = (seen.rounds[-1].winner,)
        if seen.keeps_points:
            winners = rounds.leaders_of(seen.points)
        return Atmosphere(list_end_moods(seats, winners), is_narrow=_is_narrow(seen))
    live = [seat for seat in range(seats) if not seen.out >> seat & 1]
    if seen.stage != TURN:
        return Atmosphere(list_end_moods(seats, live), is_narrow=_is_narrow(seen))
    leader = _find_leader(seen, live)
    moods = [Mood.OUT] * seats
    for seat in live:
        if seat in seen.to_act:
            moods[seat] = Mood.THINKING
        elif seat == leader:
            moods[seat] = Mood.WINNING
        elif estimate_chance(seen, seat) < MIN_CHANCE:
            moods[seat] = Mood.THREATENED
        else:
            moods[seat] = Mood.CALM
    return Atmosphere(tuple(moods), is_tense=len(live) == _TENSE_SEATS < seats)


def _is_narrow(seen: Red7Observation) -> bool:
    """Return whether the winner of the last round had hardly any cards left in its hand."""
    return bool(seen.rounds) and seen.hand_counts[seen.rounds[-1].winner] <= NARROW_HAND


def _rule_of(seen: Red7Observation) -> int:
    if seen.canvas:
        return seen.canvas[-1] % 7
    return cards.RED


def _find_leader(seen: Red7Observation, live: list[int]) -> int:
    """Return the seat that leads under the current rule, -1 if no card qualifies."""
    rule = _rule_of(seen)
    standings = [find_counting_cards(seat, cards.set_of(seen.rows[seat]), rule) for seat in live]
    best = max(standings, key=lambda standing: (standing.size, standing.top))
    if not best.size:
        return -1
    return best.seat


def estimate_chance(seen: Red7Observation, seat: int) -> float:
    """Estimate the probability that a seat could lead after a turn, using only public information.

    Any unseen card may be in the seat's hand. Actions and drawn cards are left out. A turn plays a
    card, discards one, or does both.

    Args:
        seen: The observation; the viewer's own hand counts as unknown.
        seat: A seat that isn't out.

    Returns:
        A probability from 0 to 1.
    """
    palettes = tuple([cards.set_of(row) for row in seen.rows])
    rule = _rule_of(seen)
    must = find_strength_to_lead(seat, seen.out, palettes)
    palette = palettes[seat]
    open_cards = sum(palettes) | cards.set_of(seen.canvas)
    for pile in seen.scores:
        open_cards |= cards.set_of(pile)
    unseen = list(cards.cards_in(cards.ALL_CARDS & ~open_cards))
    led = find_rules_led(palette, must)
    # The rules under which the seat leads after playing a card, by this card.
    led_after = {card: find_rules_led(palette | 1 << card, must) for card in unseen}
    useless = [card for card in unseen if not (led >> card % 7 | led_after[card] >> rule) & 1]
    count = seen.hand_counts[seat]
    fails = 1.0
    for nth in range(count):
        fails *= max(0, len(useless) - nth) / max(1, len(unseen) - nth)
    if not fails or count < 2:
        return 1.0 - fails
    of_colour = [0] * 7
    for card in useless:
        of_colour[card % 7] += 1
    pairs = 0
    for card in useless:
        rules = led_after[card]
        pairs += sum([of_colour[colour] for colour in cards.COLOURS if rules >> colour & 1])
        pairs -= rules >> card % 7 & 1
    share = pairs / (len(useless) * (len(useless) - 1))
    return 1.0 - fails * (1.0 - share) ** (count * (count - 1))
