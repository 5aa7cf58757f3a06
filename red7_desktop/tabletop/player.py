"""The interface of AI players, and the classes for their choices, estimates and reasons.

A level is an AI player with a name and a strength, against which the user can play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from random import Random
from types import MappingProxyType
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
"""A function that is called every few milliseconds during a search.

If it returns True, the search ends, and the AI player answers at once with the best turn so far.
"""


def never_stop() -> bool:
    """Return False, so that a search is never stopped."""
    return False


class Candidate(NamedTuple):
    """A turn that an AI player considered, with the estimates from its search.

    Attributes:
        steps: The steps of the turn.
        value: Number from 0 to 1 that the player maximises: the chance to win the match, or the
            game's value of the round's result (see `Players.value_settled_round`).
        win_chance: Chance to win this round.
        samples: Number of rollouts (simulations of the rest of the round) after the turn, 0 if
            there are no estimates.
        expected_replies: Steps of the most harmful reply of an opponent, empty for none. It is the
            reply with the largest product of cost and frequency in the rollouts.
        feared_seat: Seat of the opponent who would play `expected_replies`, -1 for none.
        error: Standard error of the difference to the value of the first candidate in the list.
            For the first candidate, standard error of its own value.
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
        card: Code of the card, such as "R7".
        chance: Probability that the opponent holds the card after all.
        action: Key of the opponent's action that is the strongest evidence, such as "drew". The
            game's view has a text for each key.
        cards: Codes of the cards that took part in this action.
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
    """The reasons for a turn that a hint proposes, as codes from which the view makes sentences.

    Attributes:
        why: The main advantage of the chosen turn; None if nothing stands out.
        other: Another turn with its advantage or drawback; None if the hint mentions no other.
    """

    why: Reason | None = None
    other: OtherTurn | None = None


class Choice(NamedTuple):
    """The turn that an AI player chose, or that a hint proposes.

    Attributes:
        steps: The chosen steps, up to the end of the turn or to the next draw of an unknown card.
            After such a draw the player has to be asked again.
        candidates: The turns that the player considered: the chosen turn first, then the others,
            best first. Empty if the player doesn't search.
        belief: Inference about an opponent's cards; only set in hints.
        reasons: Reasons for the turn; only set in hints.
        is_final: False for the first answer of a hint, which a better one will replace.
    """

    steps: tuple[Any, ...]
    candidates: tuple[Candidate, ...] = ()
    belief: Belief | None = None
    reasons: Reasons = Reasons()
    is_final: bool = True


class NotToActError(ValueError):
    """Raised by an AI player if its seat doesn't have to act."""


class Player(Protocol):
    """An AI player. It is stateless: an observation contains everything that it may use."""

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = never_stop
    ) -> Choice:
        """Choose the next steps of the observing seat.

        The same observation, budget and seed give the same choice, unless `should_stop` ended the
        search early.

        Args:
            observation: The seat's observation.
            budget: Maximum number of simulated turns; ignored by players that don't search.
            seed: Seed of the player's random numbers.
            should_stop: Returns True to end the search early.

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
"""Budget of hints in a game whose adviser doesn't search.

It allows no simulated turns and no guesses at the hidden cards.
"""


class RoundStake(NamedTuple):
    """How much a seat's chance to win the match depends on one round.

    Attributes:
        value: Expected value of the round for the seat before the cards are dealt, from 0 to 1;
            see `Players.value_settled_round`.
        weight: The seat's chance to win the match after a round of value 1, minus its chance after
            a round of value 0.
    """

    value: float
    weight: float


FindReason: TypeAlias = Callable[[Any, Choice, Sequence[Any], int, ShouldStop], Reasons]
"""A function that returns the reasons for a choice; see `Players.find_reason`."""


class MeasuredStrength(NamedTuple):
    """The strength of an AI level, measured in whole matches of two seats.

    Attributes:
        elo: Elo on the game's own scale; the weakest level has BASE_ELO.
        wins: Share of matches won against the next weaker level, None for the weakest level.
    """

    elo: int
    wins: float | None


DEFAULT_TIME_LIMIT: Final = 0.13
"""Default of `Level.time_limit`, in seconds.

An AI level may exceed the limit by a few milliseconds, so that it answers within 0.15 seconds.
"""


class Level(NamedTuple):
    """An AI player with a name and a strength.

    Attributes:
        key: Key of the level in files. The level's portrait has the same key.
        name: Name shown at the table.
        budget: Maximum number of turns that the player simulates for each choice.
        create: Creates the player.
        time_limit: Seconds after which the search for a turn is stopped.
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

_WEEKDAY_RIVALS_SINCE: Final = date(2026, 11, 25)
"""First day on which the opponent in the daily deal depends on the weekday."""


DAILY_SEAT: Final = 0
"""The seat of the human player in daily deals."""


class Daily(NamedTuple):
    """Settings of a game's daily deal: a match of two seats that is the same for all users.

    The human player has the seat `DAILY_SEAT`.

    Attributes:
        rival: Key of the AI level that is the opponent on all days before
            `_WEEKDAY_RIVALS_SINCE`.
        options: Options of the match, without the number of seats.
        week: Keys of the AI levels that are the opponents from Monday to Sunday. If it is empty,
            the opponent is `rival` every day.
        par_budget: Maximum number of simulated turns for each choice while AI players compute par,
            the result that the user should beat. It is the same in compiled and in plain Python.
    """

    rival: str
    options: Mapping[str, Any]
    week: Sequence[str] = ()
    par_budget: int = 0

    @property
    def all_options(self) -> Mapping[str, Any]:
        return {**self.options, "seats": 2}

    def rival_on(self, day: date) -> str:
        """Return the key of the AI level against which the user plays the daily deal of a date.

        The level depends on the weekday. For dates before `_WEEKDAY_RIVALS_SINCE`, it is always the
        level in the attribute `rival`.
        """
        if self.week and day >= _WEEKDAY_RIVALS_SINCE:
            return self.week[day.weekday()]
        return self.rival


def plan_daily(levels: Sequence[Level], options: Mapping[str, Any], par_budget: int) -> Daily:
    """Return settings of the daily deal in which opponents get stronger from Monday to Sunday.

    Args:
        levels: Five AI levels, the weakest first.
        options: Options of the match, without the number of seats.
        par_budget: See `Daily.par_budget`.
    """
    keys = [level.key for level in levels]
    week = [keys[nth] for nth in (0, 1, 1, 2, 2, 3, 4)]
    return Daily(keys[-1], options, week, par_budget)


class UnknownPlayerError(ValueError):
    """Raised if a game has no AI player with a given name."""

    def __init__(self, name: str, names: tuple[str, ...]) -> None:
        super().__init__(f"no player is called {name!r}; there are {', '.join(names)}")
        self.name = name


class Players(NamedTuple):
    """All AI players of a game, their measured strengths, and the functions behind hints.

    Attributes:
        levels: The AI levels, from the weakest to the strongest.
        fallback_player: Creates a fast player that replaces a player that has failed.
        name_moment: Returns a text for an observation, different for each turn of a match. It is
            mixed into the seed, so that a player's random numbers differ from turn to turn.
        simple_players: Functions that create players without a level, such as one that plays at
            random. The strength of the levels is measured against them. The keys are the players'
            names.
        strengths: Measured strength of each level, by the level's key.
        adviser: Key of the level that gives hints and reviews turns, "" for none.
        first_advice_budget: Budget of the search for the first version of a hint, which is ready in
            a moment.
        full_advice_budget: Budget of the search for the final version of a hint, and for reviews.
        judge: Creates the `tabletop.search.SearchPlayer` with which turns are compared, in guesses
            at the hidden cards. None if the game can't compare turns.
        category_of: Returns the category of a turn, given the turn's steps (for example, whether it
            plays cards). Hints also compare the proposed turn with the best turn of another
            category. None if the game has no categories.
        prefer: Returns the candidate that a hint proposes, given all candidates with the strongest
            first. None to propose the strongest candidate.
        calibrate: Corrects the estimates of a candidate, given an observation, so that they match
            how often such turns have won. None to show the estimates uncorrected.
        find_reason: Returns the reasons for a choice, given the observation, the choice, the turns
            that were compared, a seed and `should_stop`. None if the game gives no reasons.
        find_belief: Returns a card that an opponent probably lacks, given an observation, a seed
            and `should_stop`. None if the game makes no such inferences.
        value_settled_round: Given a spectator's observation, returns the value of the finished
            round or match for each seat, as in `Candidate.value`. It returns None while the round
            goes on. The attribute is None if the game has no such values.
        find_stakes: Given a spectator's observation of a round, returns a `RoundStake` for each
            seat: how much the chance to win the match depends on the round. None if
            `value_settled_round` already returns chances to win the match.
        daily: Settings of the daily deal, None if the game has none.
        redeal: Given a state, a seat and a random number generator, returns a state in which the
            cards that are hidden from the seat are dealt again at random. The seat's observation
            stays the same. None if the game doesn't support this.
    """

    levels: tuple[Level, ...]
    fallback_player: Callable[[], Player]
    name_moment: Callable[[Any], str]
    simple_players: Mapping[str, Callable[[], Player]] = MappingProxyType({})
    strengths: Mapping[str, MeasuredStrength] = MappingProxyType({})
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
        """Return the number of turns that a level may simulate, 0 for a name without a level."""
        return next((level.budget for level in self.levels if level.key == name), 0)


MIN_STANDARD_ERRORS: Final = 2.0
"""Number of standard errors by which a turn's value must be higher to count as better.

Chance alone causes such a difference in one of 40 comparisons of equal turns.
"""
MIN_GAIN: Final = 0.03
"""Difference by which a turn's value (from 0 to 1) must be higher to count as better.

Estimated values may be wrong by this much.
"""


def compare_gain(better: Candidate, other: Candidate) -> float:
    """Return how much better the first candidate of a choice is than another candidate.

    Returns:
        The difference of the candidates' values, or 0 if it may be due to chance.
    """
    ahead = better.value - other.value
    if ahead > max(MIN_GAIN, MIN_STANDARD_ERRORS * other.error):
        return ahead
    return 0.0


class Appraisal(NamedTuple):
    """The review of a turn: a turn that a seat took, compared with the turn that a hint proposes.

    Both turns were simulated with the same guesses at the hidden cards. These guesses are other
    ones than in the search for the proposed turn, in which that turn may have been lucky.

    Attributes:
        proposed: The turn that the hint proposes.
        played: The turn that the seat took, which may be the same.
    """

    proposed: Candidate
    played: Candidate

    @property
    def is_same(self) -> bool:
        return self.proposed.steps == self.played.steps

    @property
    def loss(self) -> float:
        """Value lost by the seat's turn, from 0 to 1; 0 if it is as good as the proposed turn."""
        if self.is_same:
            return 0.0
        return compare_gain(self.proposed, self.played)
