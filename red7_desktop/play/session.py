"""A match being played: its seats, whose eyes the screen has, and the AI seats' turns.

Everything that happens goes through here: input comes in as steps, changes go out to listeners as
observations and moves that the viewer may know. The session asks the game what is legal and holds
no rule itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from red7_desktop.play.ai_turns import AiTurns, PlayerFailure
from red7_desktop.play.seats import Seat
from red7_desktop.tabletop.game import TABLE, IllegalStep, Note
from red7_desktop.tabletop.reasons import Reason, make_reason
from red7_desktop.tabletop.zones import SEAT_LETTERS, SeenMove

if TYPE_CHECKING:
    from red7_desktop.play.thinker import Choose, Thinker
    from red7_desktop.tabletop.match import Match


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the table, as the viewer may know it.

    seat: who acted (TABLE for the table). is_step: whether a step was taken; else it is a jump
    (undo, load, another viewer). Which step is for the observations to tell: it may be sealed.
    before, after: the viewer's observations. moves, notes: what happened between.
    """

    seat: int
    is_step: bool
    before: Any
    after: Any
    moves: tuple[SeenMove, ...] = ()
    notes: tuple[Note, ...] = ()


Listener: TypeAlias = Callable[[Change], None]


class Session:
    """Plays one match.

    match: the log that everything is written to. seats: who sits where. choosers: for every AI
    key in the seats, how it chooses. thinker: where AI seats think. pause: seconds before an AI
    seat's next step, so that people can follow; patience: seconds after which an AI that has not
    answered is given up; spare: chooses, at once, in the place of one that has failed.

    is_replay: whether the match has been played already and is only looked at. is_kept: whether it
    is played in earnest: kept, ended with ceremony, counted. hints: how many have been shown, by
    the letters of the seats. occasion: by what whoever has begun the match knows it again, "" for
    one like any other.
    """

    is_replay = False
    is_kept = True

    def __init__(
        self,
        match: Match,
        seats: tuple[Seat, ...],
        choosers: Mapping[str, Choose],
        thinker: Thinker,
        pause: float = 0.6,
        patience: float = 10.0,
        spare: Choose | None = None,
    ) -> None:
        self.match = match
        self.seats = seats
        self.pause = pause
        self.hints: Counter[str] = Counter()
        self.occasion = ""
        self._ai = AiTurns(match, seats, choosers, spare, thinker, self._take, patience)
        self._listeners: list[Listener] = []
        self.viewer = self._first_viewer()
        self._seen_for: tuple[Any, int | None] = (None, None)
        self._seen: Any = None
        self.observe()

    def _first_viewer(self) -> int | None:
        people = [seat for seat, sitting in enumerate(self.seats) if sitting.is_person]
        acting = [seat for seat in self.to_act if seat in people]
        return next(iter(acting + people), None)

    # -- what is the case --------------------------------------------------------------------

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats, or TABLE, that are asked to choose now."""
        return self.match.game.to_act(self.match.state)

    @property
    def is_viewers_turn(self) -> bool:
        """Whether the person looking at the screen is asked to choose."""
        return self.viewer is not None and self.viewer in self.to_act

    @property
    def is_waiting_for_table(self) -> bool:
        """Whether the table waits for somebody to say "go on"."""
        return self.to_act == (TABLE,)

    @property
    def awaits_ai(self) -> bool:
        """Whether an AI seat is asked to choose, so that `tick` has something to do."""
        return self._ai.is_asked

    @property
    def troubles(self) -> tuple[PlayerFailure, ...]:
        """The AI players that have failed in this match, in its order."""
        return self._ai.troubles

    def observe(self) -> Any:
        """Give what the viewer may know now; it is worked out once for each state."""
        state, viewer = self._seen_for
        if state is not self.match.state or viewer != self.viewer:
            self._seen_for = self.match.state, self.viewer
            self._seen = self.match.game.observe(self.match.state, self.viewer)
        return self._seen

    def count_hint(self) -> None:
        """Note that the viewer has been shown a hint."""
        if self.viewer is not None:
            self.hints[SEAT_LETTERS[self.viewer]] += 1

    def listen(self, listener: Listener) -> None:
        """Call a function at every change, in the order of the calls to `listen`."""
        self._listeners.append(listener)

    def unlisten(self, listener: Listener) -> None:
        """Stop calling a function at changes. Raises ValueError for one that was never called."""
        self._listeners.remove(listener)

    # -- what people do ----------------------------------------------------------------------

    def why_not(self, step: Any) -> Reason | None:
        """Say why the viewer may not take a step now, None where they may."""
        return self.match.game.why_not(self.match.state, self._me(), step)

    def take(self, step: Any) -> None:
        """Let the viewer take a step. Raises IllegalStep with the reason.

        Only the steps that the game lists are taken, and so no step that names what is hidden.
        """
        game, state, me = self.match.game, self.match.state, self._me()
        if step not in game.legal_steps(state, me):
            refused = game.why_not(state, me, step) or make_reason("not_now")
            raise IllegalStep(game.text_of(step), refused)
        self._take(me, step)

    def take_text(self, text: str) -> None:
        """Let the viewer take a step given as text. Raises InvalidStep or IllegalStep."""
        self.take(self.match.game.parse_step(text))

    def go_on(self) -> None:
        """Let the table act: deal the next round. Raises IllegalStep when it is not its turn."""
        game, state = self.match.game, self.match.state
        steps = game.legal_steps(state, TABLE)
        self._take(TABLE, steps[0] if steps else game.parse_step("deal"))

    def undo(self) -> None:
        """Take back the viewer's last step. Raises IllegalStep with the reason."""
        self.match.undo(self._me())
        self._jump()

    def undo_turn(self) -> None:
        """Take back what the viewer has done in this turn, as far as it goes."""
        if self.match.undo_turn(self._me()):
            self._jump()

    def hurry(self) -> None:
        """Let AI seats play without pauses until a person, or the table, is asked.

        Told so again, they answer with what they have thought so far.
        """
        self._ai.hurry()

    def look_as(self, viewer: int | None) -> None:
        """Give the screen to another seat, or to a spectator (None)."""
        self.viewer = viewer
        self._jump()

    def _me(self) -> int:
        return TABLE - 1 if self.viewer is None else self.viewer

    # -- what AI seats do --------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let AI seats think and play. `now` is in seconds, from any start, never going back."""
        self._ai.tick(now, self.pause)

    def close(self) -> None:
        """Stop thinking."""
        self._ai.close()

    # -- changes -----------------------------------------------------------------------------

    def _take(self, seat: int, step: Any) -> None:
        outcome = self.match.take(seat, step)
        moves = outcome.moves_seen_by(self.viewer)
        self._tell(seat, True, moves, outcome.notes)

    def _jump(self) -> None:
        self._ai.forget()
        self._tell(TABLE, False, (), ())

    def _tell(
        self, seat: int, is_step: bool, moves: tuple[SeenMove, ...], notes: tuple[Note, ...]
    ) -> None:
        before = self._seen
        change = Change(seat, is_step, before, self.observe(), moves, notes)
        for listener in tuple(self._listeners):
            listener(change)
