"""The contract of AI players, and comparing turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # noqa: PLC0414  # exported
else:

    def mypyc_attr(**_: bool) -> Callable[[type], type]:
        """Return a class decorator that does nothing: mypyc reads it, and players need no mypyc.

        It stands here because a compiled module, such as `search`, can't have the branch itself.
        """
        return lambda decorated: decorated


ShouldStop: TypeAlias = Callable[[], bool]
"""Asked every few milliseconds while a player searches; True makes it answer with what it has."""


def keep_on() -> bool:
    """Never ask a player to stop."""
    return False


class Candidate(NamedTuple):
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


class Belief(NamedTuple):
    """What a rival probably doesn't hold, going by what it did.

    seat: the rival's. card: the face that it lacks. chance: that it holds one after all. action,
    cards: what it did that says most of this, a key for the game's words, and with which faces.
    """

    seat: int
    card: str
    chance: float
    action: str
    cards: tuple[str, ...]


class Choice(NamedTuple):
    """What a player wants to do.

    steps: one or more, up to the end of the turn or to the next draw of a card that it does not
    know, after which it has to be asked again. candidates: the turns it weighed, the chosen one
    first, then best first; empty where it does not compare by playing on. belief: about a rival,
    which only the adviser tells.
    """

    steps: tuple[Any, ...]
    candidates: tuple[Candidate, ...] = ()
    belief: Belief | None = None


class NothingToChoose(ValueError):
    """A player was asked although it is not its seat's turn."""


class Player(Protocol):
    """A computer player. It holds no state: everything it may use is in the observation."""

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = keep_on
    ) -> Choice:
        """Choose for the observing seat, which must be asked to act.

        budget: how much work it may do, in turns played on in its head; players that do not look
        ahead ignore it. The same observation, seed and budget give the same choice, unless
        `should_stop` cut the search short. Raises NothingToChoose where the seat has no step.
        """


Appraise: TypeAlias = Callable[
    [Player, Any, tuple[Any, ...], int, int, ShouldStop], "Appraisal | None"
]
"""Judges steps that a seat has taken next to what a player would have done.

It gets the player, the observation, the steps, a budget, a seed, and what says stop; it gives None
where nothing was to choose, or nothing was found out in time.
"""


class MeasuredStrength(NamedTuple):
    """How strong a level has been measured to be, in whole matches of two seats.

    elo: only differences mean anything. wins: the share of matches won against the level before,
    None for the weakest.
    """

    elo: int
    wins: float | None


USUAL_CAP: Final = 0.13
"""Seconds after which a level is told to stop where it names no other time. It comes to its choice
within a few milliseconds, so that 0.15 seconds are kept."""


class Level(NamedTuple):
    """One level: an opponent with a character.

    key: its name for programs, and for pictures. name: what it is called at the table. budget:
    how much work it does for a choice (see `Player.choose`). make: makes the player. cap: seconds
    after which it is told to stop.
    """

    key: str
    name: str
    budget: int
    make: Callable[[], Player]
    cap: float = USUAL_CAP


NEWCOMER: Final = ("newcomer", "Tomás")
"""Key and name of the weakest of the five opponents that every game in the box has."""
CASUAL: Final = ("casual", "Amaka")
STEADY: Final = ("steady", "Linnea")
SHARP: Final = ("sharp", "Ravi")
EXPERT: Final = ("expert", "Hana")
EXPERT_CAP: Final = 0.95
"""Seconds after which the strongest opponent is told to stop, so that one second is kept."""
BASE_ELO: Final = 1000
"""The Elo of a game's weakest level."""

_WEEKS_SINCE: Final = date(2026, 11, 25)


class Daily(NamedTuple):
    """How the deal of a day is played: a match of two seats, the person first.

    rival: the key of the level on the other seat. options: of the match, next to the seats. week:
    the keys of other levels from Monday to Sunday, since there are such.
    """

    rival: str
    options: Mapping[str, Any]
    week: Sequence[str] = ()

    @property
    def all_options(self) -> Mapping[str, Any]:
        return {**self.options, "seats": 2}

    def rival_on(self, day: date) -> str:
        """Return who plays on a day: results of earlier days keep theirs."""
        return self.week[day.weekday()] if self.week and day >= _WEEKS_SINCE else self.rival


def plan_daily(levels: Sequence[Level], options: Mapping[str, Any]) -> Daily:
    """Plan daily deals against five levels: the weakest on Mondays, the strongest on Sundays."""
    keys = [level.key for level in levels]
    return Daily(keys[-1], options, [keys[nth] for nth in (0, 1, 1, 2, 2, 3, 4)])


class NoSuchPlayer(ValueError):
    """No player of a game has this name."""

    def __init__(self, name: str, names: tuple[str, ...]) -> None:
        super().__init__(f"no player is called {name!r}; there are {', '.join(names)}")
        self.name = name


@dataclass(frozen=True, slots=True)
class Players:
    """A game's players, as the rest of the program knows them.

    levels: from a child's partner to the strongest. spare: makes the player that chooses at once
    in the place of one that has failed. moment: tells an observation from the others of its match,
    so that a player's own chance is another one each time. simple: makes players to measure
    against, by name. measured: how strong levels are, by key. adviser: the key of the level that
    gives hints and looks back at turns, "" where none does. appraise: judges turns that were taken,
    None where the game cannot. believe: says what a rival probably lacks, from an observation, a
    seed, and what says stop; None where nothing is read from what others do. settled: of what a
    spectator sees, what the round or match has come to for each seat, in the measure of
    `Candidate.value`; None while it goes on. daily: who is met in the deal of a day and by which
    options, None where there is none.
    """

    levels: tuple[Level, ...]
    spare: Callable[[], Player]
    moment: Callable[[Any], str]
    simple: Mapping[str, Callable[[], Player]] = field(default_factory=dict)
    measured: Mapping[str, MeasuredStrength] = field(default_factory=dict)
    adviser: str = ""
    appraise: Appraise | None = None
    believe: Callable[[Any, int, ShouldStop], Belief | None] | None = None
    settled: Callable[[Any], tuple[float, ...] | None] | None = None
    daily: Daily | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (*[level.key for level in self.levels], *self.simple)

    def level_of(self, key: str) -> Level:
        """Return a level by its key. Raises NoSuchPlayer."""
        for level in self.levels:
            if level.key == key:
                return level
        raise NoSuchPlayer(key, self.names)

    def player_of(self, name: str) -> Player:
        """Make a player by the key of its level or its name. Raises NoSuchPlayer."""
        return self.simple[name]() if name in self.simple else self.level_of(name).make()

    def budget_of(self, name: str) -> int:
        """Return the budget that a level ships with; players that are no level need none."""
        return next((level.budget for level in self.levels if level.key == name), 0)


SURE: Final = 2.0
"""A difference counts from this many standard errors on: chance alone shows it in 1 of 40."""
FELT: Final = 0.03
"""A difference up to this is called none, however sure it is: chances are as far off themselves."""


def compare_gain(better: Candidate, other: Candidate) -> float:
    """Return how much better the first candidate of a list is than another one of it.

    0 where that is within the error: then the other one is as good.
    """
    ahead = better.value - other.value
    return ahead if ahead > max(FELT, SURE * other.error) else 0.0


class Appraisal(NamedTuple):
    """What a player would do, proposed, next to what was done, taken, which may be the same.

    Both were tried in the same worlds after the player had chosen, so that its luck in choosing
    does not count.
    """

    proposed: Candidate
    taken: Candidate

    @property
    def is_same(self) -> bool:
        return self.proposed.steps == self.taken.steps

    @property
    def loss(self) -> float:
        """How much of its value the turn taken gives away, 0 where it is as good."""
        return 0.0 if self.is_same else compare_gain(self.proposed, self.taken)
