"""A match in progress, exercises, and seats on phones.

Everything that happens goes through a session. Input comes in as steps; listeners are notified of
changes as observations and moves that the viewer may know. The session asks the game what is legal
and contains no rules. In an exercise, the lesson or puzzle decides what follows the human player's
steps.

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
    """One change of the table, as the viewer may know it.

    Attributes:
        seat: The seat that acted, or TABLE.
        is_step: True for a step, False for a jump (undo, load, another viewer). The step itself
            isn't included, because it may be secret.
        before: The viewer's observation before the change.
        after: The viewer's observation after it.
        moves: Cards that moved.
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
    """The view of a match for one seat, with the actions that it may take.

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
        """Return the viewer's observation, which is cached for each state."""
        state, viewer = self._seen_for
        if state is not self.match.state or viewer != self.viewer:
            self._seen_for = self.match.state, self.viewer
            self._seen = self.match.game.observe(self.match.state, self.viewer)
        return self._seen

    def sort_cards(self, drag_move: DragMove) -> bool:
        """Sort the viewer's cards by a drag; the order lasts until the next step.

        Returns:
            False if it isn't the viewer's turn, or if such a drag doesn't sort cards.
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
            IllegalStep: The step is against the rules, with the reason.
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
            IllegalStep: The step can't be undone, with the reason.
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
    """Plays one match.

    Attributes:
        is_replay: Whether the match has already been played and is only shown.
        is_kept: Whether the match is saved, counted in statistics and followed by the page that
            celebrates the winner. False for exercises and replays.
        seats: The seats.
        remote: Human players' seats that are played on phones.
        extra: Plain JSON data that other parts of the program save with the match, by their keys.
        pause: Seconds before each step of an AI seat, so that people can follow.
        hints: Number of hints shown, by seat letter.
        occasion: Text that says what the match was started for, such as "daily 2026-11-28"; "" for
            an ordinary match.
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
        """Start with the first human player as viewer.

        Args:
            match: The match; steps are added to its log.
            seats: Its seats.
            choosers: Functions that choose for AI players, by key.
            thinker: Runs the AI players.
            pause: Seconds before each step of an AI seat.
            timeout: Seconds after which an AI player that hasn't answered is replaced.
            fallback: Chooses in place of an AI player that has failed; None for the first legal
                step.
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
        """Whether the next round can be dealt and the user has to press a button for that."""
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
        """Register a function that is called at every change, after the ones added before."""
        self._listeners.append(listener)

    def remove_listener(self, listener: Listener) -> None:
        """Remove a listener.

        Raises:
            ValueError: It isn't registered.
        """
        self._listeners.remove(listener)

    # -- actions of users --------------------------------------------------------------------

    def deal_next_round(self) -> None:
        """Take the table's step, which deals the next round.

        Raises:
            IllegalStep: The round isn't over.
        """
        game = self.match.game
        state = self.match.state
        steps = game.legal_steps(state, TABLE)
        self._take(TABLE, steps[0] if steps else game.parse_step("deal"))

    def hurry(self) -> None:
        """Skip the pauses of AI players until none of them has to choose.

        A second call also stops the AI players' search, so that they play the best turn found so
        far.
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
        """Let AI players think, but take no step before a time.

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
    """Controls one seat of a session for somebody who isn't at this screen, but at a phone.

    The screen's listeners aren't notified when the seat sorts its hand.
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
    """A match that starts from a position, in which a seat's own steps can always be undone."""

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
    """Lets the human player at one seat try steps.

    All other seats only play the steps given to `demonstrate`.

    Attributes:
        is_locked: Whether the human player may not act at the moment.
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
    """Return the seats of human players at this screen, in the order of play; none in a replay."""
    if session.is_replay:
        return ()
    people = [seat for seat, sitting in enumerate(session.seats) if sitting.is_human]
    return tuple([seat for seat in people if seat not in session.remote])


def is_shared(session: Session) -> bool:
    """Return whether several human players use this screen, or some use it and others phones.

    Hands must then be hidden from the others in front of the screen.
    """
    people = list_human_seats(session)
    return len(people) > 1 or bool(people and session.remote)


def find_next_human(session: Session) -> int | None:
    """Return the seat of the player who must take over the shared screen before the next step.

    Returns:
        None if nobody must take it over: it isn't shared by several human players, the viewer has
        to act, or no human player at this screen has to act.
    """
    if not is_shared(session) or session.is_viewers_turn:
        return None
    asked = [seat for seat in list_human_seats(session) if seat in session.to_act]
    if asked:
        return asked[0]
    return None


def must_hide_hands(session: Session) -> bool:
    """Return whether a shared screen has to hide all hands, because everybody is looking at it.

    This is so between rounds, after the match, and while AI players or phones act.
    """
    if not is_shared(session):
        return False
    return session.is_waiting_for_table or not session.is_viewers_turn


def may_see_hand(session: Session, seat: int | None) -> bool:
    """Return whether a seat's hidden cards may be on the screen now.

    A single human player's own hand is always allowed. On a shared screen only the viewer's is, and
    only until the screen has to be handed over. A spectator (None) sees nothing hidden.
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
