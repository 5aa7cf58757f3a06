"""Moods of the players at a table, shown by their portraits, and the tension of a round.

Moods and tension depend only on public cards, so that no portrait reveals a hidden card. Each game
derives them from an observation, see `MoodsFacet.find_atmosphere`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import wraps
from typing import Final, NamedTuple, TypeVar

Observation = TypeVar("Observation")


class Mood(StrEnum):
    """The mood of a player; each AI player has a portrait for each mood.

    Attributes:
        CALM: No other mood applies.
        THINKING: The seat has to act.
        WINNING: The seat is winning, or has won.
        THREATENED: The seat may soon be out, or has to beat cards that it can seldom beat.
        OUT: The seat is out of the round, or has lost.
    """

    CALM = "calm"
    THINKING = "thinking"
    WINNING = "winning"
    THREATENED = "threatened"
    OUT = "out"


PERSON_MOODS: Final = frozenset((Mood.CALM, Mood.WINNING, Mood.OUT))
"""Moods for which human players have portraits; for all other moods, the calm one is shown."""


class Atmosphere(NamedTuple):
    """The moods of all players in a position, and how exciting the round is.

    Attributes:
        moods: Mood of each seat. () for a game without moods, in which all players are calm.
        is_tense: True if the round is about to be decided.
        is_narrow: True if the round has just been won by a narrow margin.
    """

    moods: tuple[Mood, ...] = ()
    is_tense: bool = False
    is_narrow: bool = False

    def find_mood(self, seat: int, *, is_person: bool = False) -> Mood:
        """Return the mood of a seat's portrait.

        Args:
            seat: Seat number.
            is_person: Whether a human player has the seat; their portraits have fewer moods.
        """
        if seat >= len(self.moods):
            return Mood.CALM
        mood = self.moods[seat]
        if is_person and mood not in PERSON_MOODS:
            return Mood.CALM
        return mood


def list_end_moods(seats: int, winners: Iterable[int]) -> tuple[Mood, ...]:
    """Return the mood of each seat after a match: WINNING for winners, OUT for all others.

    >>> list_end_moods(2, [1])
    (<Mood.OUT: 'out'>, <Mood.WINNING: 'winning'>)
    """
    won = frozenset(winners)
    return tuple([Mood.WINNING if seat in won else Mood.OUT for seat in range(seats)])


def remember_latest(
    find: Callable[[Observation], Atmosphere],
) -> Callable[[Observation], Atmosphere]:
    """Decorate a function of an observation to cache its results for the two latest observations.

    After a step, the function is called for the observations before and after the step to animate
    the change, and again to draw it. Observations are compared by identity.
    """
    latest: deque[tuple[Observation, Atmosphere]] = deque(maxlen=2)

    @wraps(find)
    def recall(seen: Observation) -> Atmosphere:
        for known, atmosphere in latest:
            if known is seen:
                return atmosphere
        found = find(seen)
        latest.append((seen, found))
        return found

    return recall
