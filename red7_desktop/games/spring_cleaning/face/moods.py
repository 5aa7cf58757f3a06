"""Moods of the seats in Spring Cleaning, which their avatars show.

Only public information is used.
"""

from __future__ import annotations

from typing import Final

from red7_desktop.games.spring_cleaning.rules import cards
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.position import Position, find_winners
from red7_desktop.kit.game_view import MoodsFacet
from red7_desktop.tabletop.game import TURN
from red7_desktop.tabletop.moods import Atmosphere, Mood, list_end_moods, remember_latest
from red7_desktop.tabletop.rounds import MATCH_OVER

FEW_CARDS: Final = 2
"""Maximum number of cards, in hand and offer together, with which a seat may finish soon, so that
the mood of the portraits becomes tense."""
MIN_LONG_COMBINATION: Final = 4
"""Minimum number of cards of a combination that counts as hard to beat.

In 40 matches of casual players, seats could beat 15% of such combinations, and 54% of those with
three cards.
"""
SHORT_HAND: Final = 3
"""Maximum number of hand cards of a seat that can seldom (in 16% of cases) beat a combination of
three cards or more."""


class SpringMoods(MoodsFacet[SpringObservation]):
    """The part of Spring Cleaning's view that chooses the expression of each seat's portrait."""

    def find_atmosphere(self, seen: SpringObservation) -> Atmosphere:
        return find_atmosphere(seen)


@remember_latest
def find_atmosphere(seen: SpringObservation) -> Atmosphere:
    """Return the mood that each seat's portrait shows, and whether a seat may finish soon.

    The result doesn't depend on the viewer's hand, so it is the same for all seats and spectators.
    """
    position = seen.position
    seats = position.seats
    left = [position.card_count(seat) for seat in range(seats)]
    if seen.stage == MATCH_OVER:
        winners = find_winners(position.trash, seen.rounds[-1].trash)
        return Atmosphere(list_end_moods(seats, winners), is_narrow=_is_narrow(left))
    if seen.stage != TURN:
        return Atmosphere(_list_round_end_moods(seen.rounds[-1].trash), is_narrow=_is_narrow(left))
    has_few = [count <= FEW_CARDS for count in left]
    moods = []
    for seat in range(seats):
        others = [few for other, few in enumerate(has_few) if other != seat]
        if seat in seen.to_act:
            moods.append(Mood.THINKING)
        elif seat == position.holder or has_few[seat]:
            moods.append(Mood.WINNING)
        elif (any(others) and left[seat] == max(left)) or _is_under_pressure(position, seat):
            moods.append(Mood.THREATENED)
        else:
            moods.append(Mood.CALM)
    return Atmosphere(tuple(moods), is_tense=any(has_few))


def _is_narrow(left: list[int]) -> bool:
    """Return whether another seat was also about to finish when the round ended.

    Args:
        left: Number of cards that each seat has left.
    """
    return sum(count <= FEW_CARDS for count in left) > 1


def _list_round_end_moods(trash: tuple[int, ...]) -> tuple[Mood, ...]:
    """Return each seat's mood after a round.

    Args:
        trash: Trash that each seat got in the round.

    Returns:
        WINNING for seats without trash, OUT for the seats with the most trash, CALM for the others.
    """
    moods = {0: Mood.WINNING, max(trash): Mood.OUT}
    return tuple([moods.get(count, Mood.CALM) for count in trash])


def _is_under_pressure(position: Position, seat: int) -> bool:
    """Return whether a seat is under pressure: it has yet to answer a trick that is hard to beat.

    A combination is hard to beat if it has at least `MIN_LONG_COMBINATION` cards, or one card less
    and the seat has at most `SHORT_HAND` hand cards.
    """
    if not position.trick:
        return False
    seats = position.seats
    is_next = (seat - position.mover) % seats < (position.holder - position.mover) % seats
    length = cards.length_of(position.table)
    is_short = length == MIN_LONG_COMBINATION - 1 and len(position.hands[seat]) <= SHORT_HAND
    return is_next and (length >= MIN_LONG_COMBINATION or is_short)
