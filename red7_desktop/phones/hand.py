"""One seat in its owner's hands: what a phone shows of it now, and what its messages do.

A snapshot has a version, which rises whenever anything that the phone shows changes. A message acts
on the version that was on the phone's screen: for an older one it is refused, with the new
snapshot, and one that comes twice counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from red7_desktop.kit import table_model
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.buttons import SUGGESTION
from red7_desktop.kit.texts import Runs, runs_of
from red7_desktop.phones import protocol
from red7_desktop.phones.snapshot import HandState, Json, SeatTools, build_snapshot
from red7_desktop.play.ai import Adviser
from red7_desktop.play.hands import Gathering, HandController, HandOptions
from red7_desktop.play.session import RemoteSeat, Session
from red7_desktop.tabletop.game import (
    SEAT_LETTERS,
    DragMove,
    Face,
    IllegalStep,
    Reason,
    make_reason,
    split_place_name,
)

LET_GO: Final = "let_go"
"""What a tap beside the cards asks for: nothing is picked any more."""


class Verdict(Enum):
    """What became of a message that acts."""

    DONE = auto()
    """It has been carried out, or had been before."""
    OLD = auto()
    """It was for another snapshot than the newest."""
    REFUSED = auto()
    """It may not be done; the answer says why."""


class Answer(NamedTuple):
    """The outcome of a message, and why it was refused, () where it was not."""

    verdict: Verdict
    why: Runs = ()


_DONE: Final = Answer(Verdict.DONE)


class PhoneHand:
    """Plays one seat of a session for a phone.

    Attributes:
        seat: What the seat sees and does.
        version: The version of `snapshot`.
        snapshot: What the phone shows, as `renew` has built it last.
        last_id: The `id` of the last message that was carried out or refused, -1 before.
    """

    def __init__(
        self,
        session: Session,
        seat: int,
        tools: SeatTools,
        *,
        adviser: Adviser | None = None,
        version: int = 1,
    ) -> None:
        """Begin with a version.

        Args:
            session: The match that is played.
            seat: The seat's number.
            tools: What snapshots are made with.
            adviser: Whose hints the seat may ask for.
            version: The version of the first snapshot; a random one keeps a page that has slept
                through a restart of the program from acting on something else than it shows.
        """
        self.seat = RemoteSeat(session, seat)
        self.version = version
        self.snapshot: Json = {}
        self._session = session
        self._tools = replace(tools, hints=tools.hints and adviser is not None)
        self._adviser = adviser
        self._hands = HandController(self.seat)
        self._options = HandOptions()
        self._gathering = Gathering()
        self._suggestions: tuple[table_model.Suggestion, ...] = ()
        self._picked_faces: dict[str, Face] = {}
        self._hint: table_model.Hint | None = None
        self._asked_at = -1
        self.last_id = -1
        self._state: Any = None
        self._written = ""
        self.renew()

    @property
    def tools(self) -> SeatTools:
        return self._tools

    def use(self, tools: SeatTools) -> None:
        """Make snapshots with other tools from now on, as in another language."""
        self._tools = replace(tools, hints=tools.hints and self._adviser is not None)

    # -- what the phone shows ------------------------------------------------------------------

    def renew(self) -> bool:
        """Build the snapshot anew; tell whether it is another one."""
        if self._state is not self._session.match.state:
            self._state = self._session.match.state
            self._forget_hint()
        self._take_stock()
        state = HandState(
            self._options,
            self._hands.tries(self._options.drops),
            self._gathering,
            self._suggestions,
            self._hint,
        )
        self.snapshot = build_snapshot(
            self._tools, self.seat, self._session.seats, self._hands, state
        )
        written = protocol.write_message("", snapshot=self.snapshot)
        is_new = bool(self._written) and written != self._written
        self._written = written
        self.version += is_new
        return is_new

    def tick(self) -> bool:
        """Look for the adviser's answer; tell whether there is a new snapshot."""
        if self._adviser is None or self._asked_at < 0:
            return False
        choice = self._adviser.poll()
        if choice is None:
            return False
        is_late = self._asked_at != self._session.match.revision
        self._asked_at = -1
        if is_late or not self.seat.is_viewers_turn:
            return False
        self._hint = self._tools.view.words.hint(self._words, self.seat.observe(), choice)
        self._session.hints[SEAT_LETTERS[self.seat.viewer or 0]] += 1
        return self.renew()

    @property
    def is_waiting(self) -> bool:
        """Whether the adviser is thinking."""
        return self._asked_at >= 0

    @property
    def _words(self) -> Any:
        return self._tools.view.words.seat_words.at(
            self._tools.texts, self._session.seats, self.seat.viewer
        )

    def _take_stock(self) -> None:
        """Work out what the hands may do; what is picked stays so where it still can."""
        self._options = self._hands.chances()
        gathering = self._options.gathering
        picked = self._gathering.picked
        self._suggestions = ()
        if gathering.plays:
            table = self._tools.view.table
            self._suggestions = tuple(table.suggestions(self.seat.observe(), self._words))
        self._gathering = gathering.preferring([each.step for each in self._suggestions])
        if picked and self._picked_faces == self._faces_of(picked):
            self._gathering = self._gathering.holding(picked)

    def _faces_of(self, names: tuple[str, ...]) -> dict[str, Face]:
        return {name: face for name in names if (face := self._find_face(name)) is not None}

    def _find_face(self, name: str) -> Face:
        zone, place = split_place_name(name)
        row: Sequence[Face] = self.seat.observe().zones.get(zone, ())
        if place is None or place >= len(row):
            return None
        return row[place]

    # -- what the phone asks for ---------------------------------------------------------------

    def act(self, message: protocol.Act) -> Answer:
        """Do what a message asks for, once; then `renew` shows the outcome."""
        if message.id <= self.last_id:
            return _DONE
        if message.version != self.version:
            return Answer(Verdict.OLD)
        self.last_id = message.id
        try:
            if isinstance(message, protocol.Step):
                refused = self._move(message)
            elif isinstance(message, protocol.Pick):
                refused = self._pick(message.card)
            else:
                refused = self._press(message.ask)
        except IllegalStep as error:
            refused = error.reason
        if refused is None:
            return _DONE
        why = self._tools.view.words.explain(refused, self._words)
        return Answer(Verdict.REFUSED, why or runs_of(refused.code))

    def _move(self, message: protocol.Step) -> Reason | None:
        zones = self.seat.observe().zones
        zone, place = split_place_name(message.card)
        is_pile = message.card in zones
        is_card = place is not None and place < len(zones.get(zone, ()))
        if message.zone not in zones or not (is_pile or is_card):
            return make_reason("no_such_move")
        if self._gathering.knows(message.card) and message.zone in self._gathering.targets:
            return self._bring(message.card, message.zone)
        face = self._find_face(message.card)
        move = DragMove(face, zone, message.zone, place, message.place)
        self._let_go()
        return self._hands.drop(move)

    def _bring(self, name: str, target: str) -> Reason | None:
        """Bring a card, with those picked next to it, where they make a play; or say why not."""
        self._hold(self._gathering.dragged(name))
        return self._hands.play_picked(self._gathering, target)

    def _pick(self, name: str) -> Reason | None:
        gathering = self._gathering
        if not gathering.knows(name):
            return make_reason("no_such_move")
        if not gathering.accepts(name):
            names = (*gathering.picked, gathering.standing_for(name))
            move = self._hands.find_drag_move(names, next(iter(gathering.targets)))
            return self._hands.why_not(move) or make_reason("no_such_move")
        self._hold(gathering.clicked(name))
        return None

    def _hold(self, gathering: Gathering) -> None:
        self._gathering = gathering
        self._picked_faces = self._faces_of(gathering.picked)

    def _let_go(self) -> None:
        self._hold(self._gathering.released())

    def _press(self, ask: str) -> Reason | None:
        action = self._find_action(ask)
        if action is not None:
            action()
            return None
        step = None
        if ask == Intent.END:
            step = self._gathering.step
        if step is not None:
            self.seat.take(step)
            return None
        view = self._tools.view.table
        found = view.meant_by(ask, self.seat.observe(), self._tools.texts, self._tools.switches)
        if found is None:
            return make_reason("not_now")
        if found.is_anew and self.seat.is_viewers_turn:
            self.seat.undo_turn()
        for each in found.steps:
            self.seat.take(each)
        return None

    def _find_action(self, ask: str) -> Callable[[], None] | None:
        """Return what a button of the box's own does; None for one of the game's."""
        waits = self._gathering.waits
        actions: dict[str, Callable[[], None]] = {
            Intent.UNDO: self._let_go if waits else self.seat.undo,
            Intent.HINT: self._toggle_hint,
            LET_GO: self._let_go,
        }
        if self._gathering.ghost:
            actions[table_model.COMPLETE] = lambda: self._hold(self._gathering.completed())
        if self._session.is_waiting_for_table:
            actions[table_model.NEXT_ROUND] = self._session.go_on
        word, _, nth = ask.partition(" ")
        if word == SUGGESTION and nth.isdecimal() and int(nth) < len(self._suggestions):
            step = self._suggestions[int(nth)].step
            is_picked = self._gathering.step == step
            if is_picked:
                held = self._gathering.released()
            else:
                held = self._gathering.taking(step)
            return lambda: self._hold(held)
        return actions.get(ask)

    def _toggle_hint(self) -> None:
        if self._hint is not None or self._asked_at >= 0:
            self._forget_hint()
        elif self._adviser is not None and self.seat.is_viewers_turn:
            self._asked_at = self._session.match.revision
            self._adviser.ask(self._asked_at, self.seat.observe())

    def _forget_hint(self) -> None:
        self._hint = None
        if self._asked_at >= 0 and self._adviser is not None:
            self._adviser.forget()
        self._asked_at = -1
