"""A session that begins at a position: to try things in, as a puzzle or a lesson does.

Whoever sets the exercise says what happens beside the person's own steps: a line of steps that is
shown on the table, and where it stands again afterwards. Nothing of it is kept.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.play.session import Session
from red7_desktop.play.thinker import InlineThinker
from red7_desktop.tabletop.game import IllegalStep
from red7_desktop.tabletop.match import Entry, Match
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from red7_desktop.play.seats import Seat
    from red7_desktop.play.thinker import Choose, Thinker
    from red7_desktop.tabletop.game import AnyGame, Options

NOBODY: Final[Mapping[str, Any]] = MappingProxyType({})


class ExerciseMatch(Match):
    """A match from a position on, in which a seat's own steps may always be taken back."""

    def __init__(self, game: AnyGame, options: Options, state: Any) -> None:
        super().__init__(game, options, 0, state)

    def why_no_undo(self, seat: int) -> Reason | None:
        """Say why a seat cannot take back the last step: only because it is not its own."""
        if not self._entries:
            return make_reason("nothing_to_undo")
        return (
            None if self._entries[-1].seat == seat else make_reason("cannot_undo", why="not_yours")
        )

    def back_to(self, revision: int) -> None:
        """Stand as after so many steps, whoever took those since. Raises IndexError."""
        self.state_at(revision)
        del self._states[revision + 1 :], self._entries[revision:], self._outcomes[revision:]


class ExerciseSession(Session):
    """Lets the person at one of the seats try things; of the others each waits to be shown.

    seats: those of others have any key. choosers, thinker: for others that are to play by
    themselves, as in a match; without, nobody plays but for what `show` is given.

    is_held: whether the person is to look on, and may do nothing.
    """

    is_kept = False

    def __init__(
        self,
        match: ExerciseMatch,
        seats: tuple[Seat, ...],
        choosers: Mapping[str, Choose] = NOBODY,
        thinker: Thinker | None = None,
        pause: float = 0.9,
    ) -> None:
        self._tried = match
        self._line: deque[Entry] = deque()
        self._next_at = 0.0
        self._has_players = bool(choosers)
        self.is_held = False
        super().__init__(match, seats, choosers, thinker or InlineThinker(), pause)

    # -- what is the case --------------------------------------------------------------------

    @property
    def is_showing(self) -> bool:
        """Whether a line is being shown, so that nobody may act."""
        return bool(self._line)

    @property
    def is_viewers_turn(self) -> bool:
        """Whether the person is asked, and neither looks on nor is shown anything."""
        return not (self._line or self.is_held) and super().is_viewers_turn

    @property
    def is_waiting_for_table(self) -> bool:
        """No round follows."""
        return False

    @property
    def awaits_ai(self) -> bool:
        """Whether `tick` has something to do."""
        return bool(self._line) or (self._has_players and super().awaits_ai)

    # -- what the person does ----------------------------------------------------------------

    def take(self, step: Any) -> None:
        """Let the person take a step. Raises IllegalStep with the reason."""
        if self._line or self.is_held:
            raise IllegalStep(self.match.game.text_of(step), make_reason("not_your_turn"))
        super().take(step)

    def hurry(self) -> None:
        """Show the rest of the line at once."""
        while self._line:
            self._show_next()
        if self._has_players:
            super().hurry()

    # -- what is shown -----------------------------------------------------------------------

    def show(self, line: Iterable[Entry]) -> None:
        """Have steps taken by whoever they name, one after the other, with a pause before each.

        A step that may not be taken raises IllegalStep when its time has come.
        """
        self._line = deque(line)
        self._next_at = 0.0

    def back_to(self, revision: int = 0) -> None:
        """Stand as after so many steps, and show nothing. Raises IndexError."""
        self._line.clear()
        if revision != self.match.revision:
            self._tried.back_to(revision)
            self._jump()

    def tick(self, now: float) -> None:
        """Show the next step when it is time. `now` is in seconds and never goes back."""
        if not self._line:
            if self._has_players:
                super().tick(now)
        elif not self._next_at:
            self._next_at = now + self.pause
        elif now >= self._next_at:
            self._next_at = now + self.pause
            self._show_next()

    def _show_next(self) -> None:
        entry = self._line.popleft()
        self._take(entry.seat, self.match.game.parse_step(entry.step))
