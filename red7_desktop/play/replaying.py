"""A match on record as a session: for the table it stands somewhere, and nobody can act in it.

It is driven by its timeline instead of by hands and AI seats: step by step it tells of what
happened as a match being played does, further away it jumps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from red7_desktop.play.session import Session
from red7_desktop.play.thinker import InlineThinker
from red7_desktop.play.timeline import Timeline
from red7_desktop.tabletop.game import IllegalStep
from red7_desktop.tabletop.reasons import Reason, make_reason
from red7_desktop.tabletop.recorded import RecordedMatch

if TYPE_CHECKING:
    from red7_desktop.play.seats import Seat
    from red7_desktop.tabletop.match import Match


class ReplaySession(Session):
    """Looks at a match that has been played, at first at its deal.

    pause: seconds between two steps while it plays by itself. at: how many steps have been taken.
    """

    is_replay = True
    is_kept = False

    def __init__(self, played: Match, seats: tuple[Seat, ...], pause: float = 0.9) -> None:
        self.timeline = Timeline(played)
        self.played = played
        self._shown = RecordedMatch(played)
        self._shown.turn_to(0)
        self._next_at = 0.0
        self.is_playing = False
        super().__init__(self._shown, seats, {}, InlineThinker(), pause)
        people = [seat for seat, sitting in enumerate(seats) if sitting.is_person]
        self.viewer = people[0] if people else 0
        self.observe()

    # -- what is the case --------------------------------------------------------------------

    @property
    def at(self) -> int:
        """How many steps have been taken at the moment that is shown."""
        return self.match.revision

    @property
    def is_viewers_turn(self) -> bool:
        """Nobody is asked any more."""
        return False

    @property
    def is_waiting_for_table(self) -> bool:
        """Nor is the table."""
        return False

    @property
    def awaits_ai(self) -> bool:
        """Whether it plays by itself, so that `tick` has something to do."""
        return self.is_playing

    # -- what people do ----------------------------------------------------------------------

    def why_not(self, step: Any) -> Reason | None:
        """Say that whoever looks on takes no steps."""
        return make_reason("only_watching")

    def take(self, step: Any) -> None:
        """Raise IllegalStep: what is on record stands."""
        raise IllegalStep(self.match.game.text_of(step), make_reason("only_watching"))

    def go_on(self) -> None:
        """Raise IllegalStep, as `take`."""
        raise IllegalStep("deal", make_reason("only_watching"))

    def undo(self) -> None:
        """Go back by a step."""
        self.go_to(self.at - 1)

    def undo_turn(self) -> None:
        """Go back by a turn."""
        self.go_to(self.timeline.turn_before(self.at))

    def hurry(self) -> None:
        """Go on by a turn."""
        self.go_to(self.timeline.turn_after(self.at))

    def go_to(self, at: int) -> None:
        """Show another moment; one beyond either end is that end. It plays no further by itself."""
        self.is_playing = False
        self._go_to(min(max(at, 0), self.timeline.last))

    def play_on(self, *, plays: bool) -> None:
        """Let it play by itself, or stand; at its end it begins again."""
        self.is_playing = plays and self.timeline.last > 0
        self._next_at = 0.0
        self._go_to(0 if self.is_playing and self.at == self.timeline.last else self.at)

    def tick(self, now: float) -> None:
        """Take the next step when it is time. `now` is in seconds and never goes back."""
        if not self.is_playing:
            return
        if not self._next_at:
            self._next_at = now + self.pause
        elif now >= self._next_at:
            self._next_at = now + self.pause
            self.is_playing = self.at + 1 < self.timeline.last
            self._go_to(self.at + 1)

    def _go_to(self, at: int) -> None:
        """Show a moment; what the next step brings is told as it happened."""
        before = self.at
        self._shown.turn_to(at)
        if at != before + 1:
            self._tell(-1, False, (), ())
            return
        entry, outcome = self.match.log[-1], self.match.outcomes[-1]
        self._tell(entry.seat, True, outcome.moves_seen_by(self.viewer), outcome.notes)
