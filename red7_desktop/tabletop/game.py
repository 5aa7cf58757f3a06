"""The contract of a game: what the rest of the program asks of any card game's rules.

A game is a set of pure functions over states that never change. Seats are numbered clockwise from
0; TABLE stands for what no player decides (dealing on). Several seats may be asked to choose at
once: each one's step is taken as it comes, and until the last has chosen nobody's observation may
tell what the others chose.

docs/adding-a-game.md walks through the contract with a small game as its example.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from red7_desktop.tabletop.reasons import Reason
from red7_desktop.tabletop.zones import CardMove, DragMove, SeenMove, Zones

TABLE: Final = -1
"""In place of a seat: the table itself acts, when the players are ready to go on."""


Options: TypeAlias = Mapping[str, Any]
"""A game's options as plain JSON values; each game checks them in `start`."""


State = TypeVar("State")

Step = TypeVar("Step")


class InvalidOptions(ValueError):
    """An option that cannot be: names the key."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(key, why)
        self.key = key
        self.why = why

    def __str__(self) -> str:
        """Say which option and why, in one line."""
        return f"option {self.key!r}: {self.why}"


class InvalidStep(ValueError):
    """A step's text that cannot be read."""


class IllegalStep(ValueError):
    """A step that may not be taken now; `reason` says why."""

    def __init__(self, step: str, why: Reason) -> None:
        super().__init__(step, why)
        self.step = step
        self.reason = why

    def __str__(self) -> str:
        """Say what and why, in one line."""
        return f"step {self.step!r}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened and everybody may know: a code and data like a reason's."""

    code: str
    data: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome(Generic[State]):
    """What a step led to.

    state: the new state. travels: the cards that moved, in order. notes: what else happened.
    barrier: why nobody can take the step back (a reason code: something hidden was revealed, the
    turn has passed on), or None while it can be undone.
    """

    state: State
    travels: tuple[CardMove, ...] = ()
    notes: tuple[Note, ...] = ()
    barrier: str | None = None

    def moves_seen_by(self, seat: int | None) -> tuple[SeenMove, ...]:
        """Give the travels as a seat (None: a spectator) may know them."""
        return tuple(travel.seen_by(seat) for travel in self.travels)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the winning seats (more than one share it) and every seat's score."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class Observation(Protocol):
    """What one seat may know, built from nothing up. Games add their own fields.

    Observations of states that differ only in what the seat cannot see are equal.
    """

    @property
    def viewer(self) -> int | None:
        """The seat that observes; None for a spectator, who sees what everybody sees."""

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats (or TABLE) that are asked to choose now."""

    @property
    def zones(self) -> Zones:
        """All zones, with the faces that the viewer may see."""


View_co = TypeVar("View_co", bound=Observation, covariant=True)


class Game(Protocol[State, Step, View_co]):
    """The rules of a game."""

    @property
    def name(self) -> str:
        """The game's name in saves and records: a short word."""

    def start(self, options: Options, seed: int) -> State:
        """Begin a match: everything that is random follows from the seed.

        Raises InvalidOptions, naming the key.
        """

    def to_act(self, state: State) -> tuple[int, ...]:
        """List who is asked to choose now: seats, or TABLE alone; empty when the match is over."""

    def legal_steps(self, state: State, seat: int) -> tuple[Step, ...]:
        """List the steps a seat may take now; empty when it is not asked."""

    def why_not(self, state: State, seat: int, step: Step) -> Reason | None:
        """Say why a seat may not take a step now, None where it may."""

    def take(self, state: State, seat: int, step: Step) -> Outcome[State]:
        """Take a step. Raises IllegalStep, with the reason, for one that is not legal."""

    def observe(self, state: State, seat: int | None) -> View_co:
        """Give what a seat, or a spectator, may know."""

    def handling(self, state: State, seat: int, step: Step) -> DragMove | None:
        """Say which card goes where to do a step by hand; None for steps without a card."""

    def step_by_hand(self, state: State, seat: int, handling: DragMove) -> Step | Reason | None:
        """Give the step that a seat's handling of cards means, legal or not.

        Where they mean no step at all, the reason, None if there is none to tell.
        """

    def result(self, state: State) -> Result | None:
        """Give the result of a match that is over, None while it goes on."""

    def text_of(self, step: Step) -> str:
        """Give a step's text form."""

    def parse_step(self, text: str) -> Step:
        """Read a step from its text form. Raises InvalidStep."""


AnyGame: TypeAlias = Game[Any, Any, Any]
"""A game whose types are its own business."""
