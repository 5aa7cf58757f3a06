"""Plays one seat for a phone: builds the content of its page, and performs its actions.

A snapshot is the whole content of the phone's page. It has a version, which increases whenever
anything on the page changes. An action sent by the phone names the version that was on its screen.
If that isn't the newest version, the action is rejected and the new snapshot is sent. An action
that arrives twice is performed once, and answered twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any, Final, NamedTuple

from red7_desktop.kit import table_model
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.buttons import SUGGESTION
from red7_desktop.kit.texts import Runs, to_runs
from red7_desktop.phones import protocol
from red7_desktop.phones.snapshot import CHOOSE_ACTION, HandState, Json, SeatTools, build_snapshot
from red7_desktop.play.ai import Adviser
from red7_desktop.play.hands import CardSelection, HandController, HandOptions
from red7_desktop.play.session import RemoteSeat, Session
from red7_desktop.tabletop.game import (
    SEAT_LETTERS,
    DragMove,
    Face,
    IllegalStep,
    Reason,
    make_reason,
    split_card_name,
)

RELEASE: Final = "let_go"
"""Action that a phone sends for a tap beside the cards: deselect all picked cards."""


class Verdict(Enum):
    """The result of an action that a phone has sent."""

    DONE = auto()
    """The action was performed."""
    OLD = auto()
    """The action was ignored, because the phone's screen was out of date when it was sent."""
    REFUSED = auto()
    """The action is illegal. `ActionResult.reason` says why."""


class ActionResult(NamedTuple):
    """The result of an action that a phone has sent, with the reason if the action is illegal."""

    verdict: Verdict
    reason: Runs = ()


_DONE: Final = ActionResult(Verdict.DONE)


class PhoneHand:
    """Performs the actions that a user sends from a phone, and builds the phone's snapshots.

    A snapshot is the whole content of the phone's page.

    Attributes:
        seat: The match as this seat sees it, with methods to take and undo steps.
        version: Version of `snapshot`, which increases with every change.
        snapshot: Content of the phone's page, as built by the last call of `rebuild`.
        last_id: `id` of the last action that was performed or refused, -1 before the first.
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
        """Take control of a seat and build the first snapshot for its phone.

        Args:
            session: The match.
            seat: The seat's number.
            tools: View, texts and settings that snapshots are built with.
            adviser: Gives hints to the seat, None for no hints.
            version: Version of the first snapshot. Use a random number: a page that stayed open
                while the program was restarted then doesn't have a valid version by accident.
        """
        self.seat = RemoteSeat(session, seat)
        self.version = version
        self.snapshot: Json = {}
        self._session = session
        self._tools = replace(tools, hints=tools.hints and adviser is not None)
        self._adviser = adviser
        self._hands = HandController(self.seat)
        self._options = HandOptions()
        self._selection = CardSelection()
        self._suggestions: tuple[table_model.Suggestion, ...] = ()
        self._picked_faces: dict[str, Face] = {}
        self._hint: table_model.Hint | None = None
        self._asked_at = -1
        self.last_id = -1
        self._last_result = _DONE
        self._state: Any = None
        self._written = ""
        self.rebuild()

    @property
    def tools(self) -> SeatTools:
        return self._tools

    def set_tools(self, tools: SeatTools) -> None:
        """Replace the view, texts and settings for building snapshots.

        This is necessary when the phone's language or a setting changes.
        """
        self._tools = replace(tools, hints=tools.hints and self._adviser is not None)

    # -- the snapshot --------------------------------------------------------------------------

    def rebuild(self) -> bool:
        """Build the snapshot again; return True if it differs from the one before.

        The first call returns False.
        """
        if self._state is not self._session.match.state:
            self._state = self._session.match.state
            self._forget_hint()
        self._update_options()
        state = HandState(
            self._options,
            self._hands.drop_targets(self._options.drops),
            self._selection,
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
        """Check whether a requested hint is ready; return True if it has changed the snapshot."""
        if self._adviser is None or self._asked_at < 0:
            return False
        choice = self._adviser.poll()
        if choice is None:
            return False
        is_late = self._asked_at != self._session.match.revision
        if choice.is_final:
            self._asked_at = -1
        if is_late or not self.seat.is_viewers_turn:
            return False
        if self._hint is None:
            self._session.hints[SEAT_LETTERS[self.seat.viewer or 0]] += 1
        self._hint = self._tools.view.words.hint(self._words, self.seat.observe(), choice)
        return self.rebuild()

    @property
    def needs_tick(self) -> bool:
        """Whether a hint has been requested and isn't ready yet; `tick` must be called for it."""
        return self._asked_at >= 0

    @property
    def _words(self) -> Any:
        return self._tools.view.words.words_class.for_viewer(
            self._tools.texts, self._session.seats, self.seat.viewer
        )

    def _update_options(self) -> None:
        """Compute the seat's possible actions again.

        The cards that are picked for a step stay picked, unless they have changed.
        """
        self._options = self._hands.options()
        selection = self._options.selection
        picked = self._selection.picked
        self._suggestions = ()
        if selection.plays:
            table = self._tools.view.table
            self._suggestions = tuple(table.suggestions(self.seat.observe(), self._words))
        self._selection = selection.with_order([each.step for each in self._suggestions])
        if picked and self._picked_faces == self._faces_of(picked):
            self._selection = self._selection.with_cards(picked)

    def _faces_of(self, names: tuple[str, ...]) -> dict[str, Face]:
        return {name: face for name in names if (face := self._find_face(name)) is not None}

    def _find_face(self, name: str) -> Face:
        zone, place = split_card_name(name)
        row: Sequence[Face] = self.seat.observe().zones.get(zone, ())
        if place is None or place >= len(row):
            return None
        return row[place]

    # -- actions of the phone ------------------------------------------------------------------

    def handle_action(self, message: protocol.Act) -> ActionResult:
        """Perform an action that the phone has sent.

        A second copy of the last message isn't performed again and returns the same result: the
        phone sends one if its connection broke before the answer. Call `rebuild` afterwards to get
        a snapshot of the result.
        """
        if message.id == self.last_id:
            return self._last_result
        if message.id < self.last_id:
            return _DONE
        if message.version != self.version:
            return ActionResult(Verdict.OLD)
        self.last_id = message.id
        self._last_result = self._perform(message)
        return self._last_result

    def _perform(self, message: protocol.Act) -> ActionResult:
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
        return ActionResult(Verdict.REFUSED, why or to_runs(refused.code))

    def _move(self, message: protocol.Step) -> Reason | None:
        zones = self.seat.observe().zones
        zone, place = split_card_name(message.card)
        is_pile = message.card in zones
        is_card = place is not None and place < len(zones.get(zone, ()))
        if message.zone not in zones or not (is_pile or is_card):
            return make_reason("no_such_move")
        if self._selection.knows(message.card) and message.zone in self._selection.targets:
            return self._drop(message.card, message.zone)
        face = self._find_face(message.card)
        move = DragMove(face, zone, message.zone, place, message.place)
        self._release()
        return self._hands.drop(move)

    def _drop(self, name: str, target: str) -> Reason | None:
        """Drop a card, together with the picked ones, on a zone.

        Returns:
            None if the cards were played. Otherwise the reason why that is illegal.
        """
        self._hold(self._selection.after_drag(name))
        return self._hands.play_picked(self._selection, target)

    def _pick(self, name: str) -> Reason | None:
        selection = self._selection
        if not selection.knows(name):
            return make_reason("no_such_move")
        if not selection.accepts(name):
            names = (*selection.picked, selection.find_representative(name))
            move = self._hands.find_drag_move(names, next(iter(selection.targets)))
            return self._hands.explain_illegal(move) or make_reason("no_such_move")
        self._hold(selection.after_click(name))
        return None

    def _hold(self, selection: CardSelection) -> None:
        self._selection = selection
        self._picked_faces = self._faces_of(selection.picked)

    def _release(self) -> None:
        self._hold(self._selection.after_clearing())

    def _press(self, ask: str) -> Reason | None:
        action = self._find_action(ask)
        if action is not None:
            action()
            return None
        step = None
        if ask == Intent.END:
            step = self._selection.step
        if step is not None:
            self.seat.take(step)
            return None
        view = self._tools.view.table
        found = view.find_button_action(
            ask, self.seat.observe(), self._tools.texts, self._tools.settings
        )
        if found is None:
            return make_reason("not_now")
        if found.undoes_turn_first and self.seat.is_viewers_turn:
            self.seat.undo_turn()
        for each in found.steps:
            self.seat.take(each)
        return None

    def _find_action(self, ask: str) -> Callable[[], None] | None:
        """Return the action of a button that every game has, None for a game's own button."""
        waits = self._selection.needs_confirmation
        actions: dict[str, Callable[[], None]] = {
            Intent.UNDO: self._release if waits else self.seat.undo,
            Intent.HINT: self._toggle_hint,
            RELEASE: self._release,
        }
        if self._selection.ghost:
            actions[table_model.COMPLETE] = lambda: self._hold(self._selection.after_completion())
        if self._session.is_waiting_for_table:
            actions[table_model.NEXT_ROUND] = self._session.deal_next_round
        choice = self.snapshot.get("choice")
        if choice is not None and ask in [option["ask"] for option in choice["options"]]:
            return lambda: self.seat.take_text(ask.removeprefix(f"{CHOOSE_ACTION} "))
        word, _, nth = ask.partition(" ")
        if word == SUGGESTION and nth.isdecimal() and int(nth) < len(self._suggestions):
            step = self._suggestions[int(nth)].step
            is_picked = self._selection.step == step
            if is_picked:
                held = self._selection.after_clearing()
            else:
                held = self._selection.with_step(step)
            return lambda: self._hold(held)
        return actions.get(ask)

    def _toggle_hint(self) -> None:
        if self._hint is not None or self._asked_at >= 0:
            self._forget_hint()
        elif self._adviser is not None and self.seat.is_viewers_turn:
            self._asked_at = self._session.match.revision
            self._adviser.request(self._asked_at, self.seat.observe())

    def _forget_hint(self) -> None:
        self._hint = None
        if self._asked_at >= 0 and self._adviser is not None:
            self._adviser.cancel()
        self._asked_at = -1
