"""A match in progress, exercises, and seats on phones.

A session changes the match and notifies listeners, such as the table's screen. It takes steps of
human and AI players, if the game says that they are legal, and it contains no rules itself.
Listeners only get observations and moves that the viewer (the seat shown on the screen) may know.
In an exercise, the lesson or puzzle decides how the match continues after the human player's steps.

Several human players may share a screen (`is_shared`). The table's screen then starts without a
viewer, so that it shows no hand (`session.set_viewer(None)`). After every change, the screen asks
two functions. `find_next_human` returns the seat that must take over the screen, if any, and
`must_hide_hands` returns whether to hide all hands. In both cases no hand is shown.

A seat that is played on a phone is `remote`. A `RemoteSeat` controls it, and the screen never shows
its hand.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.play.ai import AiTurns, Choose, PlayerFailure, Seat, Thinker
from red7_desktop.tabletop.game import (
    SEAT_LETTERS,
    TABLE,
    AnyGame,
    DragMove,
    Event,
    IllegalStep,
    ObservedMove,
    Options,
    Reason,
    make_reason,
)
from red7_desktop.tabletop.match import Entry, Match


class Change(NamedTuple):
    """A change of the match, as far as the viewer may know it.

    Attributes:
        seat: The seat that acted. TABLE if no seat did, as in the deal of a new round.
        is_step: True for a step, False for a jump (undo, load, another viewer). The step itself
            isn't included, because it may be secret.
        before: The viewer's observation before the change.
        after: The viewer's observation after the change.
        moves: Moves of cards, as the viewer sees them.
        events: Public events of the step, such as the end of a round.
    """

    seat: int
    is_step: bool
    before: Any
    after: Any
    moves: tuple[ObservedMove, ...] = ()
    events: tuple[Event, ...] = ()


Listener: TypeAlias = Callable[[Change], None]


class SeatControl:
    """A match as seen and controlled by one seat; base class of sessions and of seats on phones.

    Attributes:
        match: The match.
        viewer: The seat, None for a spectator.
    """

    def __init__(self, match: Match, viewer: int | None) -> None:
        self.match = match
        self.viewer = viewer
        self._seen_for: tuple[Any, int | None] = (None, None)
        self._seen: Any = None
        self._acting_in: Any = None
        self._acting: tuple[int, ...] = ()

    @property
    def to_act(self) -> tuple[int, ...]:
        state = self.match.state
        if state is not self._acting_in:
            self._acting_in = state
            self._acting = self.match.game.to_act(state)
        return self._acting

    @property
    def is_viewers_turn(self) -> bool:
        return self.viewer is not None and self.viewer in self.to_act

    def observe(self) -> Any:
        """Return the viewer's observation of the current state; it is cached."""
        state, viewer = self._seen_for
        if state is not self.match.state or viewer != self.viewer:
            self._seen_for = self.match.state, self.viewer
            self._seen = self.match.game.observe(self.match.state, self.viewer)
        return self._seen

    def sort_cards(self, drag_move: DragMove) -> bool:
        """Move a card of the viewer within its zone, if the drag only sorts cards.

        The new order lasts until the next step. Sorting isn't a step of the game.

        Returns:
            False if it isn't the viewer's turn, or if the game doesn't let this drag sort cards.
        """
        game = self.match.game
        before = self.observe()
        seen = None
        if self.is_viewers_turn:
            seen = game.sort_cards(before, drag_move)
        if seen is None:
            return False
        self._seen = seen
        zone = drag_move.source
        at = drag_move.source_place or 0
        to = drag_move.target_place or 0
        move = ObservedMove(before.zones[zone][at], zone, zone, at, to - (to > at))
        self._notify(Change(TABLE, False, before, seen, (move,)))
        return True

    def explain_illegal(self, step: Any) -> Reason | None:
        """Return why a step of the viewer is illegal now, None if it is legal."""
        return self.match.game.explain_illegal(self.match.state, self._acting_seat(), step)

    def take(self, step: Any) -> None:
        """Take a step for the viewer.

        Only steps from `Game.legal_steps` are accepted, so that no step can name a hidden card.

        Raises:
            IllegalStep: The step is against the rules. The exception has the reason.
        """
        game = self.match.game
        state = self.match.state
        me = self._acting_seat()
        if step not in game.legal_steps(state, me):
            refused = game.explain_illegal(state, me, step) or make_reason("not_now")
            raise IllegalStep(game.text_of(step), refused)
        self._take(me, step)

    def take_text(self, text: str) -> None:
        """Parse a step from its text form, and take it for the viewer's seat.

        Raises:
            InvalidStep: The text is not a step.
            IllegalStep: The step is against the rules.
        """
        self.take(self.match.game.parse_step(text))

    def undo(self) -> None:
        """Undo the viewer's last step.

        Raises:
            IllegalStep: The step can't be undone. The exception has the reason.
        """
        self.match.undo(self._acting_seat())
        self._jump()

    def undo_turn(self) -> None:
        if self.match.undo_turn(self._acting_seat()):
            self._jump()

    def _acting_seat(self) -> int:
        if self.viewer is None:
            return TABLE - 1
        return self.viewer

    def _take(self, seat: int, step: Any) -> None:
        raise NotImplementedError

    def _jump(self) -> None:
        raise NotImplementedError

    def _notify(self, change: Change) -> None:
        raise NotImplementedError


class Session(SeatControl):
    """A match in progress, with human and AI players.

    Attributes:
        is_replay: True if the match has already been played and is only shown.
        is_kept: True if the match is saved, counted in statistics and followed by the page that
            celebrates the winner. False for exercises and replays.
        seats: Name and player of each seat.
        remote: Seats of human players who play on phones.
        extra: Plain JSON data that other parts of the program save with the match, by key.
        pause: Seconds before each step of an AI seat, so that users can follow.
        hints: Number of hints shown, by seat letter.
        occasion: Reason why the match was started, such as "daily 2026-11-28"; "" for an ordinary
            match.
        day: Day on which the match was last played.
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
        timeout: float = 10.0,
        fallback: Choose | None = None,
    ) -> None:
        """Start the session; the viewer is the first human player.

        Args:
            match: The match; the session adds steps to its log.
            seats: Name and player of each seat.
            choosers: Functions that choose for AI players, by the player's key.
            thinker: Runs the AI players.
            pause: Seconds before each step of an AI seat.
            timeout: Seconds after which an AI player that hasn't answered is replaced.
            fallback: Chooses in place of an AI player that has failed. If it is None, the first
                legal step is taken.
        """
        super().__init__(match, None)
        self.seats = seats
        self.remote: frozenset[int] = frozenset()
        self.extra: dict[str, Any] = {}
        self.pause = pause
        self.hints: Counter[str] = Counter()
        self.occasion = ""
        self.day = date.min
        self._ai = AiTurns(match, seats, choosers, fallback, thinker, self._take, timeout)
        self._listeners: list[Listener] = []
        self.viewer = self._find_first_viewer()
        self.observe()

    # -- state -------------------------------------------------------------------------------

    @property
    def is_waiting_for_table(self) -> bool:
        """Whether a round is over and the user has to press a button to deal the next one."""
        return self.to_act == (TABLE,)

    @property
    def is_ai_to_act(self) -> bool:
        """Whether an AI seat has to choose, so that `tick` must be called."""
        return self._ai.is_thinking

    @property
    def failures(self) -> tuple[PlayerFailure, ...]:
        return self._ai.failures

    def count_hint(self) -> None:
        if self.viewer is not None:
            self.hints[SEAT_LETTERS[self.viewer]] += 1

    def add_listener(self, listener: Listener) -> None:
        """Register a function that is called at every change, after earlier listeners."""
        self._listeners.append(listener)

    def remove_listener(self, listener: Listener) -> None:
        """Remove a listener.

        Raises:
            ValueError: The listener isn't registered.
        """
        self._listeners.remove(listener)

    # -- actions of users --------------------------------------------------------------------

    def deal_next_round(self) -> None:
        """Deal the next round of the match.

        Raises:
            IllegalStep: The round isn't over.
        """
        game = self.match.game
        state = self.match.state
        steps = game.legal_steps(state, TABLE)
        self._take(TABLE, steps[0] if steps else game.parse_step("deal"))

    def hurry(self) -> None:
        """Skip the pauses of AI players until a human player has to act.

        A second call also stops the search of the AI player that is choosing, which then plays the
        best turn found so far.
        """
        self._ai.hurry()

    def set_viewer(self, viewer: int | None) -> None:
        """Change the viewer to another seat, or to a spectator (None)."""
        self.viewer = viewer
        self._jump()

    def set_remote(self, seats: Iterable[int]) -> None:
        """Set the seats that are played on phones; the screen never shows their hands.

        The viewer stays if the screen was shared before (see `is_shared`) and the viewer's seat
        isn't played on a phone now. In all other cases, the new viewer depends on the screen:

        - If the screen is shared now, there is no viewer, and the screen shows no hand until
          `set_viewer` is called.
        - If the screen isn't shared now, the only human player at the screen becomes the viewer.
          If no human plays there, there is no viewer.
        """
        was_shared = is_shared(self)
        self.remote = frozenset(seats)
        viewer = self.viewer
        if viewer is None or viewer in self.remote or not was_shared:
            if is_shared(self):
                viewer = None
            else:
                viewer = self._find_first_viewer()
        self.set_viewer(viewer)

    def replace_player(self, seat: int, sitting: Seat) -> None:
        """Replace the player of a seat with another human or AI player."""
        self.seats = (*self.seats[:seat], sitting, *self.seats[seat + 1 :])
        self._ai.reseat(self.seats)
        self._jump()

    def _find_first_viewer(self) -> int | None:
        people = list_human_seats(self)
        acting = [seat for seat in self.to_act if seat in people]
        return next(iter((*acting, *people)), None)

    # -- AI seats ------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let AI seats think and play; `now` is a time in seconds that never goes back."""
        self._ai.tick(now, self.pause)

    def delay_ai(self, until: float) -> None:
        """Delay the steps of AI players until a time; they may think meanwhile.

        Args:
            until: The time, on the same clock as the argument of `tick`.
        """
        self._ai.hold(until)

    def close(self) -> None:
        self._ai.close()

    # -- changes -----------------------------------------------------------------------------

    def _take(self, seat: int, step: Any) -> None:
        outcome = self.match.take(seat, step)
        self._notify_change(seat, True, outcome.moves_observed_by(self.viewer), outcome.events)

    def _jump(self) -> None:
        self._ai.cancel()
        self._notify_change(TABLE, False, (), ())

    def _notify_change(
        self, seat: int, is_step: bool, moves: tuple[ObservedMove, ...], notes: tuple[Event, ...]
    ) -> None:
        before = self._seen
        self._notify(Change(seat, is_step, before, self.observe(), moves, notes))

    def _notify(self, change: Change) -> None:
        for listener in tuple(self._listeners):
            listener(change)


class RemoteSeat(SeatControl):
    """A seat of a session that is played on a phone.

    Steps of the seat notify the session's listeners. Sorting the seat's hand doesn't, because the
    screen doesn't show the hand.
    """

    def __init__(self, session: Session, seat: int) -> None:
        super().__init__(session.match, seat)
        self.session = session

    def _take(self, seat: int, step: Any) -> None:
        self.session._take(seat, step)

    def _jump(self) -> None:
        self.session._jump()

    def _notify(self, change: Change) -> None:
        pass


NO_SEATS: Final[Mapping[str, Any]] = {}


class ExerciseMatch(Match):
    """A match for lessons and puzzles: it starts from a position, and all steps can be undone.

    A seat can undo the last step if it was its own, even where the rules of a match forbid it.
    """

    def __init__(self, game: AnyGame, options: Options, state: Any) -> None:
        super().__init__(game, options, 0, state)

    def explain_no_undo(self, seat: int) -> Reason | None:
        if not self._entries:
            return make_reason("nothing_to_undo")
        if self._entries[-1].seat == seat:
            return None
        return make_reason("cannot_undo", why="not_yours")

    def undo_to(self, revision: int) -> None:
        """Undo all steps after the first `revision` steps, of any seat.

        Raises:
            IndexError: The match has fewer steps.
        """
        self.state_at(revision)
        del self._states[revision + 1 :], self._entries[revision:], self._outcomes[revision:]


class ExerciseSession(Session):
    """A session for lessons and puzzles, in which the user tries steps.

    All other seats only play the steps given to `demonstrate`.

    Attributes:
        is_locked: True while the user may not act.
    """

    is_kept = False

    def __init__(self, match: ExerciseMatch, seats: tuple[Seat, ...], pause: float = 0.9) -> None:
        """Start from the match's position.

        Args:
            match: The match.
            seats: The seats of the match. One seat has a human player. The AI players of the other
                seats aren't used, because `demonstrate` takes the steps of these seats.
            pause: Seconds before each shown step.
        """
        self._tried = match
        self._line: deque[Entry] = deque()
        self._next_at = 0.0
        self.is_locked = False
        super().__init__(match, seats, NO_SEATS, Thinker(), pause)

    # -- state -------------------------------------------------------------------------------

    @property
    def is_demonstrating(self) -> bool:
        return bool(self._line)

    @property
    def is_viewers_turn(self) -> bool:
        return not (self._line or self.is_locked) and super().is_viewers_turn

    @property
    def is_waiting_for_table(self) -> bool:
        return False

    @property
    def is_ai_to_act(self) -> bool:
        return bool(self._line)

    # -- actions of the user -----------------------------------------------------------------

    def take(self, step: Any) -> None:
        if self._line or self.is_locked:
            raise IllegalStep(self.match.game.text_of(step), make_reason("not_your_turn"))
        super().take(step)

    def hurry(self) -> None:
        while self._line:
            self._show_next()

    # -- demonstrations ----------------------------------------------------------------------

    def demonstrate(self, line: Iterable[Entry]) -> None:
        """Play steps one after the other, with a pause before each.

        An illegal step isn't detected here. When its time comes, `tick` raises IllegalStep.
        """
        self._line = deque(line)
        self._next_at = 0.0

    def undo_to(self, revision: int = 0) -> None:
        """Undo all steps after the first `revision` steps, and stop a demonstration.

        A demonstration plays steps to show them to the user, see `demonstrate`.

        Raises:
            IndexError: The match has fewer steps.
        """
        self._line.clear()
        if revision != self.match.revision:
            self._tried.undo_to(revision)
            self._jump()

    def tick(self, now: float) -> None:
        if self._line and not self._next_at:
            self._next_at = now + self.pause
        elif self._line and now >= self._next_at:
            self._next_at = now + self.pause
            self._show_next()

    def _show_next(self) -> None:
        entry = self._line.popleft()
        self._take(entry.seat, self.match.game.parse_step(entry.step))


def list_human_seats(session: Session) -> tuple[int, ...]:
    """Return the seats of human players who use this screen, in the order of play.

    Seats that are played on phones are left out. In a replay, the result is empty.
    """
    if session.is_replay:
        return ()
    people = [seat for seat, sitting in enumerate(session.seats) if sitting.is_human]
    return tuple([seat for seat in people if seat not in session.remote])


def is_shared(session: Session) -> bool:
    """Return True if several human players are in front of this screen.

    Some of them may play on phones. A hand on the screen must then be hidden from other players.
    """
    people = list_human_seats(session)
    return len(people) > 1 or bool(people and session.remote)


def find_next_human(session: Session) -> int | None:
    """Return the seat of the player who must take over the shared screen before the next step.

    Returns:
        None if nobody must take over the screen: it isn't shared by several human players, or the
        current viewer has to act, or no human player at this screen has to act.
    """
    if not is_shared(session) or session.is_viewers_turn:
        return None
    asked = [seat for seat in list_human_seats(session) if seat in session.to_act]
    if asked:
        return asked[0]
    return None


def must_hide_hands(session: Session) -> bool:
    """Return True if a shared screen has to hide all hands, because all players look at it.

    A shared screen hides all hands between rounds, after the match, and while a seat other than the
    viewer's has to act.
    """
    if not is_shared(session):
        return False
    return session.is_waiting_for_table or not session.is_viewers_turn


def may_see_hand(session: Session, seat: int | None) -> bool:
    """Return True if the screen may show the match as a seat sees it, with the seat's own hand.

    The hand of a single human player may always be shown. A shared screen may only show the
    viewer's hand, and only while the viewer has to act. The view of a spectator (seat None) may
    always be shown, because it contains no hidden cards.
    """
    if seat is None:
        return True
    if session.is_replay:
        return seat == session.viewer
    if not is_shared(session):
        return seat in list_human_seats(session)
    return (
        seat == session.viewer and not must_hide_hands(session) and find_next_human(session) is None
    )
