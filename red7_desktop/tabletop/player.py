"""The contract of AI players, and comparing turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from red7_desktop.tabletop.game import Reason

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
    """A turn that a player considered, and what it found out about it.

    Attributes:
        steps: The turn.
        value: What the player maximises, from 0 to 1: the chance to win the match if points are
            kept, else the round.
        win_chance: The chance to win this round.
        samples: Number of rollouts after the turn; 0 if nothing was found out.
        feared: The rival's reply that costs most, weighted by how often it came; empty for none.
        feared_seat: The seat of that rival, -1 for none.
        error: Standard error of the difference to the value of the first candidate in the list;
            for the first candidate, of its own value.
        points: Points that a won round brings on average.
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
    """A card that a rival probably lacks, inferred from what it did.

    Attributes:
        seat: The rival's seat.
        card: The face that it lacks.
        chance: Probability that it holds one after all.
        action: Key of the action that is the strongest evidence; the game has words for it.
        cards: Faces of the cards of that action.
    """

    seat: int
    card: str
    chance: float
    action: str
    cards: tuple[str, ...]


class Choice(NamedTuple):
    """What a player wants to do.

    Attributes:
        steps: One or more, up to the end of the turn or to the next draw of an unknown card. After
            such a draw the player has to be asked again.
        candidates: The turns it considered: the chosen one, then the others, best first. Empty if
            it doesn't search.
        belief: About a rival; only set by the adviser.
        why: What speaks for the turn, by the search; only set by the adviser. The game has words
            for its code.
        is_final: False for the adviser's first answer, which a better one will replace.
    """

    steps: tuple[Any, ...]
    candidates: tuple[Candidate, ...] = ()
    belief: Belief | None = None
    why: Reason | None = None
    is_final: bool = True


class NothingToChoose(ValueError):
    """A player was asked to choose for a seat that isn't asked to act."""


class Player(Protocol):
    """A computer player. It holds no state: everything it may use is in the observation."""

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = keep_on
    ) -> Choice:
        """Choose for the observing seat.

        The same observation, budget and seed give the same choice, unless `should_stop` cut the
        search short.

        Args:
            observation: What the seat knows.
            budget: Simulated turns that the player may spend; ignored by players that don't search.
            seed: Of the player's own chance.
            should_stop: Ends a search early.

        Raises:
            NothingToChoose: The seat has no legal step.
        """


class AdviceWork(NamedTuple):
    """How much work one piece of advice takes, the same in every build and on every machine.

    Attributes:
        budget: Simulated turns to choose with.
        worlds: Fresh worlds in which the chosen turn is then compared with the next best ones.
    """

    budget: int
    worlds: int


NO_WORK: Final = AdviceWork(0, 0)
"""Work of an adviser that doesn't search."""


FindReason: TypeAlias = Callable[[Any, Choice, Sequence[Any], int, ShouldStop], "Reason | None"]
"""Finds what speaks for a choice (see `Players`)."""


class MeasuredStrength(NamedTuple):
    """Measured strength of a level, in whole matches of two seats.

    Attributes:
        elo: On the game's own scale; the weakest level has BASE_ELO.
        wins: Share of matches won against the next weaker level, None for the weakest.
    """

    elo: int
    wins: float | None


USUAL_CAP: Final = 0.13
"""Default of `Level.cap`. A level answers a few milliseconds later, so it takes 0.15 s at most."""


class Level(NamedTuple):
    """An opponent with a character and a strength.

    Attributes:
        key: Names it in files, and its portrait.
        name: Shown at the table.
        budget: Budget of each choice (see `Player.choose`).
        make: Makes the player.
        cap: Seconds after which it is told to stop.
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
    """How the daily deal is played: a match of two seats, in which the human player has the first.

    Attributes:
        rival: Key of the level on the other seat, before opponents changed from day to day.
        options: Options of the match, without the seats.
        week: Keys of the levels from Monday to Sunday; `rival` every day if empty.
    """

    rival: str
    options: Mapping[str, Any]
    week: Sequence[str] = ()

    @property
    def all_options(self) -> Mapping[str, Any]:
        return {**self.options, "seats": 2}

    def rival_on(self, day: date) -> str:
        """Return the key of a day's opponent; days in the past keep theirs."""
        if self.week and day >= _WEEKS_SINCE:
            return self.week[day.weekday()]
        return self.rival


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

    Attributes:
        levels: From the weakest to the strongest.
        spare: Makes the player that replaces one that has failed; it chooses at once.
        moment: Returns a text that differs between the observations of a match. It is part of the
            seed, so that a player's luck differs from turn to turn.
        simple: Makes players to measure against, by name.
        measured: Strength of the levels, by key.
        adviser: Key of the level that gives hints and reviews turns, "" for none.
        first_work: Work of the adviser's first answer, which is ready in a moment.
        full_work: Work of its final answer.
        judge: Makes the `tabletop.search.SearchPlayer` in whose worlds turns are compared, None if
            the game can't compare turns.
        prefer: Returns the candidate to propose, of candidates with the strongest first; None for
            always the strongest.
        calibrate: Corrects the figures of a candidate by how often such turns have won, for an
            observation; None if they are shown as found.
        find_reason: Returns what speaks for a choice, from the observation, the choice, the lines
            that were compared, a seed and `should_stop`; None if the game gives no reasons.
        believe: Returns a card that a rival probably lacks, from an observation, a seed and
            `should_stop`; None if the game infers nothing from what others do.
        settled: Returns what the round or match was worth to each seat, as in `Candidate.value`,
            from the observation of a spectator; None while it goes on.
        daily: How the daily deal is played, None if the game has none.
    """

    levels: tuple[Level, ...]
    spare: Callable[[], Player]
    moment: Callable[[Any], str]
    simple: Mapping[str, Callable[[], Player]] = field(default_factory=dict)
    measured: Mapping[str, MeasuredStrength] = field(default_factory=dict)
    adviser: str = ""
    first_work: AdviceWork = NO_WORK
    full_work: AdviceWork = NO_WORK
    judge: Callable[[], Any] | None = None
    prefer: Callable[[Sequence[Candidate]], Candidate] | None = None
    calibrate: Callable[[Any, Candidate], Candidate] | None = None
    find_reason: FindReason | None = None
    believe: Callable[[Any, int, ShouldStop], Belief | None] | None = None
    settled: Callable[[Any], tuple[float, ...] | None] | None = None
    daily: Daily | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (*[level.key for level in self.levels], *self.simple)

    def level_of(self, key: str) -> Level:
        """Return a level by its key.

        Raises:
            NoSuchPlayer: No level has this key.
        """
        for level in self.levels:
            if level.key == key:
                return level
        raise NoSuchPlayer(key, self.names)

    def player_of(self, name: str) -> Player:
        """Make a player by the key of its level, or the name of a simple player.

        Raises:
            NoSuchPlayer: There is neither.
        """
        if name in self.simple:
            return self.simple[name]()
        return self.level_of(name).make()

    def budget_of(self, name: str) -> int:
        """Return the budget of a level by its key; 0 for simple players."""
        return next((level.budget for level in self.levels if level.key == name), 0)


SURE: Final = 2.0
"""A difference counts from this many standard errors: by chance alone it is found in 1 of 40."""
FELT: Final = 0.03
"""A smaller difference never counts: predicted chances may be wrong by this much."""


def compare_gain(better: Candidate, other: Candidate) -> float:
    """Return how much better the first candidate of a list is than another one of it.

    Returns:
        The difference of their values, or 0 if that is within the error.
    """
    ahead = better.value - other.value
    if ahead > max(FELT, SURE * other.error):
        return ahead
    return 0.0


class Appraisal(NamedTuple):
    """Steps that a seat took, compared with those that a player would have taken.

    Both were tried in the same worlds after the player had chosen, so that its luck in choosing
    doesn't count.

    Attributes:
        proposed: What the player would have done.
        taken: What was done, which may be the same.
    """

    proposed: Candidate
    taken: Candidate

    @property
    def is_same(self) -> bool:
        return self.proposed.steps == self.taken.steps

    @property
    def loss(self) -> float:
        """Value that the turn taken gives away; 0 if it is as good as the proposed one."""
        if self.is_same:
            return 0.0
        return compare_gain(self.proposed, self.taken)
