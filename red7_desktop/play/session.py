"""A match being played, and exercises: viewer, undo, listeners.

Everything that happens goes through here: input comes in as steps, changes go out to listeners as
observations and moves that the viewer may know. The session asks the game what is legal and holds
no rule itself. In an exercise, whoever sets it says what follows the person's own steps.

Where several people share a screen, the order is: `is_shared` at the beginning (then no one looks
yet: `session.look_as(None)`), and after every change `find_next_person`; while that gives a seat,
or `is_common`, no one looks.

Hands may also lie elsewhere, on phones: these seats are `remote`. A `RemoteSeat` is what such a
seat sees of the session and does in it; the screen never looks as one of them.
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
    IllegalStep,
    Note,
    Options,
    Reason,
    SeenMove,
    make_reason,
)
from red7_desktop.tabletop.match import Entry, Match


class Change(NamedTuple):
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


class SeatControl:
    """What one viewer sees of a match, and the steps that it may take.

    viewer: the seat, None for a spectator.
    """

    def __init__(self, match: Match, viewer: int | None) -> None:
        self.match = match
        self.viewer = viewer
        self._seen_for: tuple[Any, int | None] = (None, None)
        self._seen: Any = None

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.match.game.to_act(self.match.state)

    @property
    def is_viewers_turn(self) -> bool:
        return self.viewer is not None and self.viewer in self.to_act

    def observe(self) -> Any:
        """Return what the viewer may know now; it is worked out once for each state."""
        state, viewer = self._seen_for
        if state is not self.match.state or viewer != self.viewer:
            self._seen_for = self.match.state, self.viewer
            self._seen = self.match.game.observe(self.match.state, self.viewer)
        return self._seen

    def rearrange(self, drag_move: DragMove) -> bool:
        """Let the viewer put own cards into another order until the next step; tell whether so."""
        game = self.match.game
        before = self.observe()
        seen = None
        if self.is_viewers_turn:
            seen = game.rearrange(before, drag_move)
        if seen is None:
            return False
        self._seen = seen
        zone = drag_move.source
        at = drag_move.source_place or 0
        to = drag_move.target_place or 0
        move = SeenMove(before.zones[zone][at], zone, zone, at, to - (to > at))
        self._tell_of(Change(TABLE, False, before, seen, (move,)))
        return True

    def why_not(self, step: Any) -> Reason | None:
        """Return why the viewer may not take a step now, None where they may."""
        return self.match.game.why_not(self.match.state, self._me(), step)

    def take(self, step: Any) -> None:
        """Let the viewer take a step. Raises IllegalStep with the reason.

        Only the steps that the game lists are taken, and so no step that names what is hidden.
        """
        game = self.match.game
        state = self.match.state
        me = self._me()
        if step not in game.legal_steps(state, me):
            refused = game.why_not(state, me, step) or make_reason("not_now")
            raise IllegalStep(game.text_of(step), refused)
        self._take(me, step)

    def take_text(self, text: str) -> None:
        """Let the viewer take a step given as text. Raises InvalidStep or IllegalStep."""
        self.take(self.match.game.parse_step(text))

    def undo(self) -> None:
        """Take back the viewer's last step. Raises IllegalStep with the reason."""
        self.match.undo(self._me())
        self._jump()

    def undo_turn(self) -> None:
        if self.match.undo_turn(self._me()):
            self._jump()

    def _me(self) -> int:
        if self.viewer is None:
            return TABLE - 1
        return self.viewer

    def _take(self, seat: int, step: Any) -> None:
        raise NotImplementedError

    def _jump(self) -> None:
        raise NotImplementedError

    def _tell_of(self, change: Change) -> None:
        raise NotImplementedError


class Session(SeatControl):
    """Plays one match.

    match: the log that everything is written to. seats: who sits where. choosers: for every AI
    key in the seats, how it chooses. thinker: where AI seats think. pause: seconds before an AI
    seat's next step, so that people can follow; patience: seconds after which an AI that has not
    answered is given up; spare: chooses, at once, in the place of one that has failed.

    is_replay: whether the match has been played already and is only looked at. is_kept: whether it
    is played in earnest: kept, ended with ceremony, counted. hints: how many have been shown, by
    the letters of the seats. occasion: by what the feature that began the match knows it, "" for
    one like any other. day: on which it was played last. remote: the seats of people whose hands
    lie elsewhere. extra: what else is kept with the match, plain JSON by who keeps it.
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
        super().__init__(match, None)
        self.seats = seats
        self.remote: frozenset[int] = frozenset()
        self.extra: dict[str, Any] = {}
        self.pause = pause
        self.hints: Counter[str] = Counter()
        self.occasion = ""
        self.day = date.min
        self._ai = AiTurns(match, seats, choosers, spare, thinker, self._take, patience)
        self._listeners: list[Listener] = []
        self.viewer = self._find_first_viewer()
        self.observe()

    # -- what is the case --------------------------------------------------------------------

    @property
    def is_waiting_for_table(self) -> bool:
        """Whether the table waits for someone to say "go on"."""
        return self.to_act == (TABLE,)

    @property
    def awaits_ai(self) -> bool:
        """Whether an AI seat is asked to choose, so that `tick` has something to do."""
        return self._ai.is_asked

    @property
    def troubles(self) -> tuple[PlayerFailure, ...]:
        return self._ai.troubles

    def count_hint(self) -> None:
        if self.viewer is not None:
            self.hints[SEAT_LETTERS[self.viewer]] += 1

    def listen(self, listener: Listener) -> None:
        """Call a function at every change, in the order of the calls to `listen`."""
        self._listeners.append(listener)

    def unlisten(self, listener: Listener) -> None:
        """Stop calling a function at changes. Raises ValueError for one that was never called."""
        self._listeners.remove(listener)

    # -- what people do ----------------------------------------------------------------------

    def go_on(self) -> None:
        """Let the table act: deal the next round. Raises IllegalStep when it is not its turn."""
        game = self.match.game
        state = self.match.state
        steps = game.legal_steps(state, TABLE)
        self._take(TABLE, steps[0] if steps else game.parse_step("deal"))

    def hurry(self) -> None:
        """Let AI seats play without pauses until a person, or the table, is asked.

        Told so again, they answer with what they have thought so far.
        """
        self._ai.hurry()

    def look_as(self, viewer: int | None) -> None:
        """Hand the screen to another seat, or to a spectator (None)."""
        self.viewer = viewer
        self._jump()

    def set_remote(self, seats: Iterable[int]) -> None:
        """Let the hands of these seats lie elsewhere; the screen looks as none of them.

        Where others are before it, it looks as nobody until somebody has it to themselves.
        """
        was_shared = is_shared(self)
        self.remote = frozenset(seats)
        viewer = self.viewer
        if viewer is None or viewer in self.remote or not was_shared:
            if is_shared(self):
                viewer = None
            else:
                viewer = self._find_first_viewer()
        self.look_as(viewer)

    def reseat(self, seat: int, sitting: Seat) -> None:
        """Let someone else sit at a seat from now on: a person, or an AI player by its key."""
        self.seats = (*self.seats[:seat], sitting, *self.seats[seat + 1 :])
        self._ai.reseat(self.seats)
        self._jump()

    def _find_first_viewer(self) -> int | None:
        people = list_people(self)
        acting = [seat for seat in self.to_act if seat in people]
        return next(iter((*acting, *people)), None)

    # -- what AI seats do --------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let AI seats think and play. `now` is in seconds, from any start, never going back."""
        self._ai.tick(now, self.pause)

    def hold(self, until: float) -> None:
        """Let AI seats think, but not play, until a time as `tick` has it."""
        self._ai.hold(until)

    def close(self) -> None:
        self._ai.close()

    # -- changes -----------------------------------------------------------------------------

    def _take(self, seat: int, step: Any) -> None:
        outcome = self.match.take(seat, step)
        self._tell(seat, True, outcome.moves_seen_by(self.viewer), outcome.notes)

    def _jump(self) -> None:
        self._ai.forget()
        self._tell(TABLE, False, (), ())

    def _tell(
        self, seat: int, is_step: bool, moves: tuple[SeenMove, ...], notes: tuple[Note, ...]
    ) -> None:
        before = self._seen
        self._tell_of(Change(seat, is_step, before, self.observe(), moves, notes))

    def _tell_of(self, change: Change) -> None:
        for listener in tuple(self._listeners):
            listener(change)


class RemoteSeat(SeatControl):
    """A seat of a session whose hand lies elsewhere, as on a phone.

    What it rearranges in its hand, nobody else sees.
    """

    def __init__(self, session: Session, seat: int) -> None:
        super().__init__(session.match, seat)
        self.session = session

    def _take(self, seat: int, step: Any) -> None:
        self.session._take(seat, step)

    def _jump(self) -> None:
        self.session._jump()

    def _tell_of(self, change: Change) -> None:
        pass


NOBODY: Final[Mapping[str, Any]] = {}


class ExerciseMatch(Match):
    """A match from a position on, in which a seat's own steps may always be taken back."""

    def __init__(self, game: AnyGame, options: Options, state: Any) -> None:
        super().__init__(game, options, 0, state)

    def why_no_undo(self, seat: int) -> Reason | None:
        if not self._entries:
            return make_reason("nothing_to_undo")
        if self._entries[-1].seat == seat:
            return None
        return make_reason("cannot_undo", why="not_yours")

    def back_to(self, revision: int) -> None:
        """Stand as after this many steps, no matter who took those since. Raises IndexError."""
        self.state_at(revision)
        del self._states[revision + 1 :], self._entries[revision:], self._outcomes[revision:]


class ExerciseSession(Session):
    """Lets the person at one of the seats try things; of the others each waits to be shown.

    seats: those of others have any key; they do nothing but what `show` is given.

    is_held: whether the person is to look on, and may do nothing.
    """

    is_kept = False

    def __init__(self, match: ExerciseMatch, seats: tuple[Seat, ...], pause: float = 0.9) -> None:
        self._tried = match
        self._line: deque[Entry] = deque()
        self._next_at = 0.0
        self.is_held = False
        super().__init__(match, seats, NOBODY, Thinker(), pause)

    # -- what is the case --------------------------------------------------------------------

    @property
    def is_showing(self) -> bool:
        return bool(self._line)

    @property
    def is_viewers_turn(self) -> bool:
        return not (self._line or self.is_held) and super().is_viewers_turn

    @property
    def is_waiting_for_table(self) -> bool:
        return False

    @property
    def awaits_ai(self) -> bool:
        return bool(self._line)

    # -- what the person does ----------------------------------------------------------------

    def take(self, step: Any) -> None:
        if self._line or self.is_held:
            raise IllegalStep(self.match.game.text_of(step), make_reason("not_your_turn"))
        super().take(step)

    def hurry(self) -> None:
        while self._line:
            self._show_next()

    # -- what is shown -----------------------------------------------------------------------

    def show(self, line: Iterable[Entry]) -> None:
        """Have steps taken by whoever they name, one after the other, with a pause before each.

        A step that may not be taken raises IllegalStep when its time has come.
        """
        self._line = deque(line)
        self._next_at = 0.0

    def back_to(self, revision: int = 0) -> None:
        """Stand as after this many steps, and show nothing. Raises IndexError."""
        self._line.clear()
        if revision != self.match.revision:
            self._tried.back_to(revision)
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


def list_people(session: Session) -> tuple[int, ...]:
    """List the seats of people who play at this screen, in the order of play; a replay has none."""
    if session.is_replay:
        return ()
    people = [seat for seat, sitting in enumerate(session.seats) if sitting.is_person]
    return tuple([seat for seat in people if seat not in session.remote])


def is_shared(session: Session) -> bool:
    """Whether somebody plays on this screen whose cards others before it may not see."""
    people = list_people(session)
    return len(people) > 1 or bool(people and session.remote)


def find_next_person(session: Session) -> int | None:
    """Return the person to whom the screen has to pass before the match goes on.

    None while it need not: the viewer is asked, or an AI seat or the table, or no one; or only one
    person plays.
    """
    if not is_shared(session) or session.is_viewers_turn:
        return None
    asked = [seat for seat in list_people(session) if seat in session.to_act]
    if asked:
        return asked[0]
    return None


def is_common(session: Session) -> bool:
    """Return whether nobody's hand may be open on a shared screen: no one plays on it now.

    Between rounds, after the match, and while AI players or phones act, everybody looks.
    """
    if not is_shared(session):
        return False
    return session.is_waiting_for_table or not session.is_viewers_turn


def may_look(session: Session, seat: int | None) -> bool:
    """Whether a seat's hidden cards may be on the screen now.

    A person alone may always look at their own; of several, the one who has the screen, until it
    has to pass on. A spectator (None) sees nothing hidden.
    """
    if seat is None:
        return True
    if session.is_replay:
        return seat == session.viewer
    if not is_shared(session):
        return seat in list_people(session)
    return seat == session.viewer and not is_common(session) and find_next_person(session) is None
