"""A match as a log of steps: play, undo, replay. Every state is a fold of the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from red7_desktop.tabletop.game import IllegalStep, Outcome
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from red7_desktop.tabletop.game import AnyGame, Options


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: which seat (or TABLE) took which step, as text."""

    seat: int
    step: str


class Match:
    """A match of one game: its options, its seed and the steps taken so far.

    The match is the only thing here that changes; the states it goes through never do.
    """

    def __init__(self, game: AnyGame, options: Options, seed: int, dealt: Any = None) -> None:
        """Begin a match: as the seed deals, or at a state that was dealt. Raises InvalidOptions."""
        self.game = game
        self.options: Options = dict(options)
        self.seed = seed
        self._states: list[Any] = [game.start(options, seed) if dealt is None else dealt]
        self._entries: list[Entry] = []
        self._outcomes: list[Outcome[Any]] = []

    @property
    def state(self) -> Any:
        """The state now."""
        return self._states[-1]

    @property
    def log(self) -> tuple[Entry, ...]:
        """All steps taken so far."""
        return tuple(self._entries)

    @property
    def outcomes(self) -> tuple[Outcome[Any], ...]:
        """What each step of the log led to."""
        return tuple(self._outcomes)

    def outcomes_of(self, first: int, last: int) -> list[Outcome[Any]]:
        """Give what the steps from `first` to before `last` led to."""
        return self._outcomes[first:last]

    @property
    def revision(self) -> int:
        """The number of steps taken; whoever thinks about a state names it by this."""
        return len(self._entries)

    def state_at(self, revision: int) -> Any:
        """Give the state after so many steps, 0 for the start. Raises IndexError."""
        if not 0 <= revision < len(self._states):
            raise IndexError(f"revision {revision} of a match of {self.revision} steps")
        return self._states[revision]

    def take(self, seat: int, step: Any) -> Outcome[Any]:
        """Let a seat (or TABLE) take a step. Raises IllegalStep, with the reason, if it may not."""
        return self._write(seat, step, self.game.take(self.state, seat, step))

    def take_as(self, seat: int, step: Any, state: Any) -> Outcome[Any]:
        """Let a step lead to a state that is on record, such as a deal, whatever the seed says.

        Raises IllegalStep for a step that may not be taken.
        """
        outcome = self.game.take(self.state, seat, step)
        same = outcome.state == state
        return self._write(seat, step, outcome if same else Outcome(state, barrier=outcome.barrier))

    def _write(self, seat: int, step: Any, outcome: Outcome[Any]) -> Outcome[Any]:
        self._states.append(outcome.state)
        self._entries.append(Entry(seat, self.game.text_of(step)))
        self._outcomes.append(outcome)
        return outcome

    def take_text(self, seat: int, text: str) -> Outcome[Any]:
        """Take a step given in text form. Raises InvalidStep or IllegalStep."""
        return self.take(seat, self.game.parse_step(text))

    def played_again(self, revision: int) -> Match | None:
        """Give a match of its own that stands after so many steps of this one.

        None where that cannot be: its cards were not dealt from its seed. Raises IndexError.
        """
        goal = self.state_at(revision)
        again = Match(self.game, self.options, self.seed)
        try:
            for entry in self._entries[:revision]:
                again.take_text(entry.seat, entry.step)
        except ValueError:
            return None
        return again if again.state == goal else None

    def why_no_undo(self, seat: int) -> Reason | None:
        """Say why a seat cannot take back the last step, None where it can."""
        if not self._entries:
            return make_reason("nothing_to_undo")
        if self._outcomes[-1].barrier is not None:
            return make_reason("cannot_undo", why=self._outcomes[-1].barrier)
        if self._entries[-1].seat != seat:
            return make_reason("cannot_undo", why="not_yours")
        return None

    def undo(self, seat: int) -> Entry:
        """Take back the last step of a seat. Raises IllegalStep with the reason when it cannot."""
        refused = self.why_no_undo(seat)
        if refused:
            raise IllegalStep("undo", refused)
        self._states.pop()
        self._outcomes.pop()
        return self._entries.pop()

    def undo_turn(self, seat: int) -> int:
        """Take back all steps of a seat that can be; give their number."""
        steps = 0
        while self.why_no_undo(seat) is None:
            self.undo(seat)
            steps += 1
        return steps
