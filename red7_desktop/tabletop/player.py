"""The interface of AI players, and the classes for their choices, estimates and reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from red7_desktop.tabletop.game import Reason

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # noqa: PLC0414  # exported
else:

    def mypyc_attr(**_: bool) -> Callable[[type], type]:
        """Return a decorator that does nothing, in place of the one in `mypy_extensions`.

        Only type checkers and mypyc need the real decorator, so its package needn't be installed to
        play. Other modules import the name from here, because modules that mypyc compiles, such as
        `search`, can't contain a conditional import.
        """
        return lambda decorated: decorated


ShouldStop: TypeAlias = Callable[[], bool]
"""Called every few milliseconds during a search; True makes the player answer at once."""


def never_stop() -> bool:
    """Return False, so that a search is never stopped."""
    return False


class Candidate(NamedTuple):
    """A turn that a player considered, with its estimates.

    Attributes:
        steps: The turn.
        value: Number from 0 to 1 that the player maximises: the chance to win the match, or the
            game's value of the round's result (see `Players.value_settled_round`).
        win_chance: Chance to win this round.
        samples: Number of rollouts after the turn; 0 if there are no estimates.
        expected_replies: Steps of the most harmful reply of an opponent, which is the one with the
            largest product of cost and frequency in the rollouts; empty for none.
        feared_seat: Seat of the opponent who would play them, -1 for none.
        error: Standard error of the difference to the value of the first candidate in the list;
            for the first candidate, of its own value.
        points: Average points for winning the round.
    """

    steps: tuple[Any, ...]
    value: float
    win_chance: float
    samples: int
    expected_replies: tuple[Any, ...] = ()
    feared_seat: int = -1
    error: float = 0.0
    points: float = 0.0


class Belief(NamedTuple):
    """A card that an opponent probably lacks, inferred from its actions.

    Attributes:
        seat: The opponent's seat.
        card: Face of the card.
        chance: Probability that the opponent holds the card after all.
        action: Key of the opponent's action that is the strongest evidence, such as "drew". The
            game's view has a text for each key.
        cards: Faces of the cards of the action.
    """

    seat: int
    card: str
    chance: float
    action: str
    cards: tuple[str, ...]


class OtherTurn(NamedTuple):
    """A turn that a hint mentions besides the chosen one.

    Attributes:
        candidate: Index of the turn in the hint's list of candidates.
        why: The turn's advantage or drawback compared with the chosen turn.
    """

    candidate: int
    why: Reason


class Reasons(NamedTuple):
    """The adviser's reasons for its choice, as codes that the game's UI turns into sentences.

    Attributes:
        why: The main advantage of the chosen turn; None if nothing stands out.
        other: Another turn with its advantage or drawback; None if the hint mentions no other.
    """

    why: Reason | None = None
    other: OtherTurn | None = None


class Choice(NamedTuple):
    """A player's choice.

    Attributes:
        steps: One or more, up to the end of the turn or to the next draw of an unknown card. After
            such a draw the player has to be asked again.
        candidates: The turns it considered: the chosen one, then the others, best first. Empty if
            it doesn't search.
        belief: Inference about an opponent; only set by the adviser.
        reasons: The search's reasons for the turn; only set by the adviser.
        is_final: False for the adviser's first answer, which a better one will replace.
    """

    steps: tuple[Any, ...]
    candidates: tuple[Candidate, ...] = ()
    belief: Belief | None = None
    reasons: Reasons = Reasons()
    is_final: bool = True


class NotToActError(ValueError):
    """Raised by a player that has to choose for a seat that doesn't have to act."""


class Player(Protocol):
    """An AI player. It is stateless: an observation contains everything that it may use."""

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = never_stop
    ) -> Choice:
        """Choose for the observing seat.

        The same observation, budget and seed give the same choice, unless `should_stop` cut the
        search short.

        Args:
            observation: The seat's knowledge.
            budget: Maximum number of simulated turns; ignored by players that don't search.
            seed: Seed of the player's own randomness.
            should_stop: Ends a search early.

        Raises:
            NotToActError: The seat has no legal step.
        """


class AdviceBudget(NamedTuple):
    """The budget of a search for a hint, the same in every build and on every machine.

    Attributes:
        turns: Number of simulated turns in the search for the best turn.
        worlds: Number of guesses at the hidden cards in which the best turn is then compared with
            the next best turns.
    """

    turns: int
    worlds: int


NO_ADVICE_BUDGET: Final = AdviceBudget(0, 0)
"""The effort of an adviser that doesn't search: no simulated turns, no worlds."""


class RoundStake(NamedTuple):
    """How much a seat's chance to win the match depends on one round.

    Attributes:
        value: Expected value of the round before its cards are dealt.
        weight: The seat's chance to win the match after a round of value 1, minus its chance after
            a round of value 0.
    """

    value: float
    weight: float


FindReason: TypeAlias = Callable[[Any, Choice, Sequence[Any], int, ShouldStop], Reasons]
"""A function that returns the reasons for a choice; see `Players.find_reason`."""


class MeasuredStrength(NamedTuple):
    """Measured strength of a level, in whole matches of two seats.

    Attributes:
        elo: On the game's own scale; the weakest level has BASE_ELO.
        wins: Share of matches won against the next weaker level, None for the weakest.
    """

    elo: int
    wins: float | None


DEFAULT_TIME_LIMIT: Final = 0.13
"""Default of `Level.time_limit`. A level overruns it by a few milliseconds: 0.15 s at most."""


class Level(NamedTuple):
    """An AI player with a name and a strength.

    Attributes:
        key: Its key in files, and that of its portrait.
        name: Name shown at the table.
        budget: Budget of each choice (see `Player.choose`).
        create: Makes the player.
        time_limit: Seconds after which its search is stopped.
    """

    key: str
    name: str
    budget: int
    create: Callable[[], Player]
    time_limit: float = DEFAULT_TIME_LIMIT


NEWCOMER: Final = ("newcomer", "Tomás")
"""Key and name of the weakest of the five opponents that every game has."""
CASUAL: Final = ("casual", "Amaka")
STEADY: Final = ("steady", "Linnea")
SHARP: Final = ("sharp", "Ravi")
EXPERT: Final = ("expert", "Hana")
EXPERT_TIME_LIMIT: Final = 0.95
"""`Level.time_limit` of the strongest opponent, so that it answers within one second."""
BASE_ELO: Final = 1000
"""The Elo of a game's weakest level."""

_WEEKS_SINCE: Final = date(2026, 11, 25)


DAILY_SEAT: Final = 0
"""The seat of the human player in daily deals."""


class Daily(NamedTuple):
    """Settings of the daily deal: a match of two seats; the human player has `DAILY_SEAT`.

    Attributes:
        rival: Key of the opponent on days before `_WEEKS_SINCE`, always the same.
        options: Options of the match, without the number of seats.
        week: Keys of the opponents from Monday to Sunday; `rival` every day if empty.
        par_budget: Maximum number of simulated turns for each choice while AI players compute par,
            the result to beat; the same in compiled and in plain Python.
    """

    rival: str
    options: Mapping[str, Any]
    week: Sequence[str] = ()
    par_budget: int = 0

    @property
    def all_options(self) -> Mapping[str, Any]:
        return {**self.options, "seats": 2}

    def rival_on(self, day: date) -> str:
        """Return the key of the level that is the opponent on a day.

        The level depends on the weekday; before `_WEEKS_SINCE` it was always `rival`.
        """
        if self.week and day >= _WEEKS_SINCE:
            return self.week[day.weekday()]
        return self.rival


def plan_daily(levels: Sequence[Level], options: Mapping[str, Any], par_budget: int) -> Daily:
    """Plan daily deals against five levels: the weakest on Mondays, the strongest on Sundays."""
    keys = [level.key for level in levels]
    week = [keys[nth] for nth in (0, 1, 1, 2, 2, 3, 4)]
    return Daily(keys[-1], options, week, par_budget)


class UnknownPlayerError(ValueError):
    """Raised for a name that no AI player of the game has."""

    def __init__(self, name: str, names: tuple[str, ...]) -> None:
        super().__init__(f"no player is called {name!r}; there are {', '.join(names)}")
        self.name = name


@dataclass(frozen=True, slots=True)
class Players:
    """All AI players of a game, their measured strengths, and the functions behind hints.

    Attributes:
        levels: From the weakest to the strongest.
        fallback_player: Makes a fast player that replaces one that has failed.
        name_moment: Returns a text for an observation, different for each turn of a match. It is
            mixed into the seed, so that a player's random numbers differ from turn to turn.
        simple_players: Functions that create players without a level, such as one that plays at
            random, to measure the levels against. The keys are the players' names.
        strengths: Measured strength of each level, by the level's key.
        adviser: Key of the level that gives hints and reviews turns, "" for none.
        first_advice_budget: Budget of the search for the first version of a hint, which is ready in
            a moment.
        full_advice_budget: Budget of the search for the final version of a hint, and for reviews.
        judge: Makes the `tabletop.search.SearchPlayer` that deals the worlds (guesses at the hidden
            cards) in which turns are compared; None if the game can't compare turns.
        category_of: Returns the category of a turn, given its steps (for example, whether it plays
            cards). Hints also compare the proposed turn with the best turn of another category.
            None if the game has no categories.
        prefer: Returns the candidate to propose, given the candidates with the strongest first;
            None to propose the strongest.
        calibrate: Corrects the estimates of a candidate, given an observation, so that they match
            how often such turns have won; None to show them uncorrected.
        find_reason: Returns the reasons for a choice, given the observation, the choice, the turns
            that were compared, a seed and `should_stop`; None if the game gives no reasons.
        find_belief: Returns a card that an opponent probably lacks, from an observation, a seed and
            `should_stop`; None if the game makes no such inferences.
        value_settled_round: Returns the value of the finished round or match for each seat, as in
            `Candidate.value`, from a spectator's observation; None while the round goes on.
        find_stakes: Returns a `RoundStake` for each seat, from a spectator's observation of a
            round: how much the chance to win the match depends on the round. None if
            `value_settled_round` already returns chances to win the match.
        daily: Settings of the daily deal, None if the game has none.
        redeal: Deals the hidden cards of a state again for a seat, so that its observation is
            unchanged; from a state, a seat and a random number generator. None if the game can't.
    """

    levels: tuple[Level, ...]
    fallback_player: Callable[[], Player]
    name_moment: Callable[[Any], str]
    simple_players: Mapping[str, Callable[[], Player]] = field(default_factory=dict)
    strengths: Mapping[str, MeasuredStrength] = field(default_factory=dict)
    adviser: str = ""
    first_advice_budget: AdviceBudget = NO_ADVICE_BUDGET
    full_advice_budget: AdviceBudget = NO_ADVICE_BUDGET
    judge: Callable[[], Any] | None = None
    category_of: Callable[[tuple[Any, ...]], object] | None = None
    prefer: Callable[[Sequence[Candidate]], Candidate] | None = None
    calibrate: Callable[[Any, Candidate], Candidate] | None = None
    find_reason: FindReason | None = None
    find_belief: Callable[[Any, int, ShouldStop], Belief | None] | None = None
    value_settled_round: Callable[[Any], tuple[float, ...] | None] | None = None
    find_stakes: Callable[[Any], tuple[RoundStake, ...]] | None = None
    daily: Daily | None = None
    redeal: Callable[[Any, int, Random], Any] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return (*[level.key for level in self.levels], *self.simple_players)

    def level_of(self, key: str) -> Level:
        """Return a level by its key.

        Raises:
            UnknownPlayerError: No level has this key.
        """
        for level in self.levels:
            if level.key == key:
                return level
        raise UnknownPlayerError(key, self.names)

    def player_of(self, name: str) -> Player:
        """Create a player.

        Args:
            name: Key of an AI level, or name of a player in `simple_players`.

        Raises:
            UnknownPlayerError: No AI level and no simple player has this name.
        """
        if name in self.simple_players:
            return self.simple_players[name]()
        return self.level_of(name).create()

    def budget_of(self, name: str) -> int:
        """Return the number of turns that a level may simulate; 0 if no level has the key."""
        return next((level.budget for level in self.levels if level.key == name), 0)


MIN_STANDARD_ERRORS: Final = 2.0
"""A turn only counts as better than another one if its value is this many standard errors higher.

Chance alone causes such a difference in one of 40 comparisons of equal turns.
"""
MIN_GAIN: Final = 0.03
"""A turn only counts as better than another one if its value, from 0 to 1, is this much higher.

The predicted values may be wrong by this much.
"""


def compare_gain(better: Candidate, other: Candidate) -> float:
    """Return how much better the first candidate of a choice is than another one of that choice.

    Returns:
        The difference of their values, or 0 if it may be due to chance.
    """
    ahead = better.value - other.value
    if ahead > max(MIN_GAIN, MIN_STANDARD_ERRORS * other.error):
        return ahead
    return 0.0


class Appraisal(NamedTuple):
    """A turn that a seat took, compared with the one that the adviser proposes.

    Both were rolled out in the same worlds (guesses at the hidden cards). These worlds are new, so
    that luck in the worlds of the adviser's own search doesn't count.

    Attributes:
        proposed: The adviser's turn.
        played: The seat's turn, which may be the same.
    """

    proposed: Candidate
    played: Candidate

    @property
    def is_same(self) -> bool:
        return self.proposed.steps == self.played.steps

    @property
    def loss(self) -> float:
        """Value lost by the seat's turn; 0 if it is as good as the adviser's turn."""
        if self.is_same:
            return 0.0
        return compare_gain(self.proposed, self.played)
