"""The contract of AI players, and comparing turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import fsum, sqrt
from operator import attrgetter, mul, sub
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

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


def error_of(values: Sequence[float]) -> float:
    """Return the standard error of the mean of values that lie within 1 of one another.

    A few that are all alike prove little: it is as if one more had been off by 1.
    """
    many = len(values)
    if not many:
        return 1.0
    mean = fsum(values) / many
    # In C alone: a choice has tens of thousands of samples, and a stop is waited for.
    squares = max(fsum(map(mul, values, values)) - many * mean * mean, 0.0)
    return sqrt((squares + 1.0) / many) / sqrt(many)


LEAST_GAIN: Final = 0.0005
"""A turn is given up where trying it for ever could be expected to gain less than this."""
PATIENCE: Final = 24.0
"""With a budget beyond 48,000, it is given up below this by the budget: time is cheap there."""
_GAINS: Final = (0.399, 0.198, 0.0833, 0.0293, 0.00849, 0.002, 0.000382, 0.000058)
"""By how many half standard errors a turn is behind: what it may yet gain, in standard errors.

The mean of the positive part of a normal distribution; a table, because the last digits of e's
powers are not the same on every machine.
"""
FIRST_LOOK: Final = 16
"""After this many worlds, and after twice as many each time, turns are given up."""


class Tried(Protocol):
    """A turn that is being tried in one world after another."""

    @property
    def merit(self) -> Any:
        """What turns are ranked by, the greatest first."""

    def settled(self) -> Sequence[float]:
        """List the outcome of each world."""


TriedT = TypeVar("TriedT", bound=Tried)


def share_budget(
    lines: list[TriedT],
    budget: int,
    attempt: Callable[[list[TriedT]], int],
    should_stop: ShouldStop,
    at_least: int = 0,
) -> list[TriedT]:
    """Try turns in as many worlds as a budget pays for; list them all, the best first.

    All get a little, the better half gets as much again, and so on, until one is left. attempt:
    tries some in one more world and returns the work that took. at_least: worlds that the last one
    meets, if the budget allows.
    """
    running, dropped = lines[:], list[TriedT]()
    stages = max(1, (len(running) - 1).bit_length())
    least = min(LEAST_GAIN, PATIENCE / max(budget, 1))
    work, met, look = 0, 0, FIRST_LOOK
    for stage in range(1, stages + 1):
        until = budget * stage // stages
        while work < until and (len(running) > 1 or met < at_least) and not should_stop():
            work += attempt(running)
            met += 1
            if met == look:
                look *= 2
                _drop(running, dropped, len(running), least)
        most = len(running) if stage == stages else (len(running) + 1) // 2
        _drop(running, dropped, most, least)
    return running + dropped


def _drop(running: list[TriedT], dropped: list[TriedT], most: int, least: float) -> None:
    running.sort(key=attrgetter("merit"), reverse=True)
    best = running[0].settled()
    rest = [line for line in running[1:most] if may_gain(line.settled(), best) >= least]
    dropped[:0] = [line for line in running[1:] if line not in rest]
    running[1:] = rest


def may_gain(own: Sequence[float], best: Sequence[float]) -> float:
    """Return how much better than the best one a turn may be expected to prove, should it be.

    own, best: the outcome of each sample, in worlds that both have met, in the same order. Little
    where it is far behind, and where so much is known that it cannot be much better.
    """
    behind = list(map(sub, best, own))
    if not behind:
        return 1.0
    error = error_of(behind)
    halves = int(max(2.0 * fsum(behind) / len(behind) / error, 0.0))
    return error * _GAINS[min(halves, len(_GAINS) - 1)]


def sort_best_first(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Sort candidates by their values, the best first; but the one that was chosen stays first."""
    chosen, *rest = candidates
    return (chosen, *sorted(rest, key=attrgetter("value"), reverse=True))


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


def place_beside(
    own: Sequence[float], own_value: float, best: Sequence[float], best_value: float
) -> tuple[float, float]:
    """Return a turn's value next to the best one's, and the standard error of their distance.

    own, best: each sample's outcome, in worlds that both have met, in the same order. Where the
    turn was given up sooner, its value is the best one's less the distance between them in the
    worlds that both have met, so that the luck in the others does not count.
    """
    if not own:
        return 0.0, 1.0
    behind = list(map(sub, best, own))
    if len(own) < len(best):
        own_value = min(max(best_value - fsum(behind) / len(behind), 0.0), 1.0)
    return own_value, error_of(behind)
