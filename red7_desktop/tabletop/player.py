"""What a computer player is: it gets an observation, and gives the steps it wants to take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

ShouldStop: TypeAlias = Callable[[], bool]
"""Asked every few milliseconds while a player searches; True makes it answer with what it has."""


def keep_on() -> bool:
    """Never ask a player to stop."""
    return False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn that a player weighed, with what it found out about it.

    steps: the turn. value: what the player maximises, from 0 to 1: the chance to win the match
    where points are kept, else the round. error: the standard error of how far the value lies from
    that of the first candidate in the list; the first one's own is that of its value. win_chance:
    the chance to win this round. points: what a won round brings on average. samples: how
    many ways the round was played on after it; 0 where nothing was found out.
    feared: the reply of a rival that hurts most, by how likely and how bad it is; empty where
    none was seen. feared_seat: whose reply that is, -1 for none.
    """

    steps: tuple[Any, ...]
    value: float
    win_chance: float
    samples: int
    feared: tuple[Any, ...] = ()
    feared_seat: int = -1
    error: float = 0.0
    points: float = 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player wants to do.

    steps: one or more, up to the end of the turn or to the next draw of a card that it does not
    know, after which it has to be asked again. candidates: the turns it weighed, the chosen one
    first, then best first; empty where it does not compare by playing on.
    """

    steps: tuple[Any, ...]
    candidates: tuple[Candidate, ...] = ()


class NothingToChoose(ValueError):
    """A player was asked although it is not its seat's turn."""


class Player(Protocol):
    """A computer player. It holds no state: everything it may use is in the observation."""

    def choose(
        self,
        observation: Any,
        budget: int,
        seed: int,
        should_stop: ShouldStop = keep_on,
    ) -> Choice:
        """Choose for the observing seat, which must be asked to act.

        budget: how much work it may do, in turns played on in its head; players that do not look
        ahead ignore it. The same observation, seed and budget give the same choice, unless
        `should_stop` cut the search short. Raises NothingToChoose where the seat has no step.
        """


class Level(NamedTuple):
    """One level: an opponent with a character.

    key: its name for programs, and for pictures. name: what it is called at the table. line: how
    it plays, in one line. budget: how much work it does for a choice (see `Player.choose`).
    make: makes the player.
    """

    key: str
    name: str
    line: str
    budget: int
    make: Callable[[], Player]


@dataclass(frozen=True, slots=True)
class Players:
    """A game's players, as the rest of the program knows them.

    levels: from a child's partner to the strongest.
    """

    levels: tuple[Level, ...]
