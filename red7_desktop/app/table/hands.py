"""Controllers that turn the player's card gestures into steps and previews."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from red7_desktop.app.table.advice import AdvicePriority, AdviceRequest, AdviceSource, FocusDwell
from red7_desktop.app.table.close_up import CloseUp
from red7_desktop.app.table.context import TableServices
from red7_desktop.app.table.messages import TableMessages
from red7_desktop.kit.bindings import Device, Intent
from red7_desktop.kit.hud.buttons import SUGGESTION
from red7_desktop.kit.hud.marks import ALLOWED, CHOICE, FITS, GHOST, REFUSED, describe_marks
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.kit.sound.reading import reads_only_events
from red7_desktop.kit.table_model import COMPLETE, NOTHING, ButtonState, Preview, Suggestion
from red7_desktop.kit.texts import Runs, to_plain, to_runs
from red7_desktop.play.hands import CardSelection, HandController, HandOptions, StepsByZone
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Node, Spoken
from red7_desktop.table.card_nodes import RINGED, CardNode, GapNode, MarkedNode, ZoneNode
from red7_desktop.table.drag import list_distinct_places
from red7_desktop.table.tracking import PickGesture
from red7_desktop.tabletop.game import DragMove, Face, Reason, card_name, make_reason


class TablePicks:
    """The cards that the player has picked (selected) to play them together in one step.

    Also marks the picked cards on the table.

    Attributes:
        selection: The picked cards.
        hinted: The cards of the current hint as a selection; None unless they form one step.
        on_change: Called when the selection changes.
    """

    def __init__(self, table: TableServices, on_change: Callable[[], None]) -> None:
        self._table = table
        self.on_change = on_change
        self._faces: dict[str, Face] = {}
        self.selection = CardSelection()
        self.suggestions: Sequence[Suggestion] = ()
        self.hinted: CardSelection | None = None
        self._revision = -1

    # -- state of the selection --------------------------------------------------------------

    @property
    def is_outdated(self) -> bool:
        """Whether the match has changed since `renew`, so that the selection is no longer valid."""
        return self._revision != self._table.session.match.revision

    @property
    def faces(self) -> tuple[str, ...]:
        return tuple([face for face in self._faces.values() if face is not None])

    @property
    def step(self) -> Any:
        """The step that plays the picked cards; None if they can't be played.

        In some games, picked cards are drawn in their target zone until the player confirms the
        step. While the player drags such cards and isn't over the target zone, the step is also
        None.
        """
        is_lost = self.selection.needs_confirmation and self._table.view.selection.is_off_target
        return None if is_lost else self.selection.step

    @property
    def ghost(self) -> tuple[str, ...]:
        """The suggested cards that would complete the selection."""
        if not self._table.mode.assists:
            return ()
        return self.selection.ghost

    @property
    def ghost_step(self) -> Any:
        """The step of the picked and the suggested cards together; None without a suggestion."""
        completion = self.selection.completion if self.ghost else None
        return None if completion is None else completion.step

    @property
    def chips(self) -> tuple[Sequence[Suggestion], int | None]:
        return tuple(self.suggestions), self._suggested

    @property
    def _suggested(self) -> int | None:
        steps = [each.step for each in self.suggestions]
        if self.selection.step in steps:
            return steps.index(self.selection.step)
        return None

    def renew(self, selection: CardSelection) -> None:
        """Update the possible multi-card steps, and keep the picked cards if a step still fits."""
        table = self._table
        self._revision = table.session.match.revision
        picked = self.selection.picked
        if selection.plays:
            told = table.game_view.table.suggestions(table.seen, table.words)
        else:
            told = ()
        self.suggestions = told
        self.selection = selection.with_order([each.step for each in told])
        if picked and self._faces == self._faces_of(picked):
            self.selection = self.selection.with_cards(picked)
        self.hinted = None

    def show(self) -> None:
        selection = self.selection
        if selection.play is None:
            goal = None
        else:
            goal = selection.play.target
        self._table.view.selection.set_picked(
            selection.picked, goal, selection.cards, waits=selection.needs_confirmation
        )
        self._table.view.mark(GHOST, self.ghost)

    # -- picking -----------------------------------------------------------------------------

    def handle_gesture(self, name: str, gesture: PickGesture, *, goes_elsewhere: bool) -> bool:
        """Handle a gesture on a card; return whether the card is picked (selected) afterwards.

        Args:
            name: Name of the card's node, made of its zone and its index there.
            gesture: Kind of gesture.
            goes_elsewhere: Whether the card can also be moved alone, to a zone where the picked
                cards can't go. If so, a drag moves only this card, unless it was already picked.
        """
        selection = self.selection
        if gesture is PickGesture.CANCEL:
            # Release the cards of a play that waits for confirmation. Other cards stay picked after
            # a drag, so that the player can add more.
            if selection.needs_confirmation:
                self.release_picked()
        elif gesture is PickGesture.DRAG_ALONE:
            self._take(selection.after_single(name))
        elif gesture is PickGesture.CLICK:
            self._take(selection.after_click(name))
        elif not selection.has_picked(name):
            if goes_elsewhere:
                return False
            self._take(selection.after_drag(name))
        return True

    def add_dropped(self, name: str) -> CardSelection:
        """Add a card to the picked cards, because it was dropped where these cards are played.

        Args:
            name: Name of the card's node.

        Returns:
            All picked cards.
        """
        made = self.selection.after_drag(name)
        if made.picked != self.selection.picked:
            self._take(made)
        return made

    def complete(self) -> None:
        """Pick the remaining cards of the suggested play, which are in `CardSelection.ghost`."""
        self._take(self.selection.after_completion())

    def release_picked(self) -> None:
        if self.selection.picked:
            self._take(self.selection.after_clearing())

    def suggest(self, nth: int) -> None:
        """Pick the cards of a suggestion, or release them if they are already picked."""
        if self._suggested == nth:
            self._take(self.selection.after_clearing())
        else:
            self._take(self.selection.with_step(self.suggestions[nth].step))

    def pick_next_suggestion(self) -> None:
        if self.hinted is not None and self.hinted.picked != self.selection.picked:
            self._take(self.hinted)
        elif self.suggestions:
            if self._suggested is None:
                nth = -1
            else:
                nth = self._suggested
            step = self.suggestions[(nth + 1) % len(self.suggestions)].step
            if step == self.selection.step:
                self._table.ui.say(self._table.ui.texts("No other suggestion"))
            self._take(self.selection.with_step(step))

    def actions(self) -> dict[str, Callable[[], None]]:
        chips = range(len(self.suggestions))
        found: dict[str, Callable[[], None]] = {
            f"{SUGGESTION} {nth}": partial(self.suggest, nth) for nth in chips
        }
        if self.ghost:
            found[COMPLETE] = self.complete
        if chips or self.hinted:
            found[Intent.NEXT_PLAY] = self.pick_next_suggestion
        return found

    def why_no_undo(self) -> Reason | None:
        """Return why the viewer can't undo, or None if they can."""
        session = self._table.session
        if session.viewer is None or self.selection.needs_confirmation:
            return None
        return session.match.explain_no_undo(session.viewer)

    def hint(self, names: Sequence[str]) -> None:
        cast = self._table.view.cards
        nodes = [found[0] for found in map(cast.find_named, names) if found]
        hinted = self.selection.with_cards([cast.names(node)[0] for node in nodes])
        self.hinted = None
        if hinted.play is not None:
            self.hinted = hinted
            # Suggest the missing cards of the hinted play, not those of another play.
            self.selection = self.selection.with_order([hinted.step])

    def _take(self, selection: CardSelection) -> None:
        if set(selection.picked) - set(self.selection.picked):
            self._table.ui.audio.play(Sound.PICK)
        self.selection = selection
        self._faces = self._faces_of(selection.picked)
        self.show()
        self.on_change()

    def _faces_of(self, names: Sequence[str]) -> dict[str, Face]:
        cast = self._table.view.cards
        return {name: found[0].face for name in names if (found := cast.find_named(name))}


class _StepOutcome(NamedTuple):
    """Predicted outcome of dropping a card on a zone, or in a gap between two cards of a zone.

    Attributes:
        area: Rectangle of the zone or gap, in the layout's space. The outcome is shown beside it.
        preview: Description of the outcome.
        marks: Names of the cards that are highlighted while the outcome is shown, by mark style.
    """

    area: Rect
    preview: Preview
    marks: Mapping[str, tuple[str, ...]]


class _CardPreview(NamedTuple):
    """Everything that is shown for a card that is picked, or on which the focus has rested.

    Attributes:
        allowed: Zones to which a legal step can move the card.
        refused: Zones to which the card can be dragged, but not moved by a legal step.
        fitting: Gaps between cards where the card would let cards form a combination, for example
            with its new neighbours.
        outcomes: Predicted outcome of dropping the card, by zone.
    """

    allowed: Collection[str] = ()
    refused: Collection[str] = ()
    fitting: Collection[str] = ()
    outcomes: Mapping[str, _StepOutcome] = NOTHING


_NO_PREVIEW: Final = _CardPreview()


class TableHands:
    """Controller that lets the player look at cards of the hand, pick them up and drop them.

    For a picked card, the predicted outcome of playing it is shown beside each zone. For a card
    that only has the focus, the outcome is shown after a delay.

    Attributes:
        dwell: Measures how long the focus has rested on a card.
    """

    def __init__(
        self, table: TableServices, picks: TablePicks, close_up: CloseUp, messages: TableMessages
    ) -> None:
        self._table = table
        self._view = view = table.view
        self._picks = picks
        self._close_up = close_up
        self._messages = messages
        self._hands = HandController(table.session)
        # Cached: the possible steps are computed once for each state of the table.
        self._options = HandOptions()
        self._tries: StepsByZone = {}
        self._owed = ""
        self.on_command: Callable[[str], object] = lambda asked: None
        self._is_beside_gap = False
        self._awaits_first_card = not table.session.is_replay
        self._leads = self._uses_keys
        self._quiet_kinds = frozenset(
            [name for name, kind in table.game_view.table.zone_kinds.items() if kind.hides_refusal]
        )
        self._shown_marks: frozenset[str] = frozenset()
        self._preview = _NO_PREVIEW
        self.dwell = FocusDwell()
        table.advice.register(AdviceSource.OUTCOMES, self._reveal)
        # When the button that ends the turn is disabled, move the focus from it to the hand.
        button = table.hud.actions.primary
        button.find_focus_fallback = lambda: self._find_nearest_in_hand(button)
        view.on_drop = self._drop
        view.on_pick = self._pick_up
        view.on_focus = self._on_focus_change
        view.on_aim = self._aim
        view.on_look = self._look
        view.on_pick_gesture = self._handle_pick_gesture
        view.on_hidden = self._guard_hidden
        view.on_refuse_place = self._refuse_place

    # -- possible steps ----------------------------------------------------------------------

    @property
    def has_moves(self) -> bool:
        """Whether the viewer can pick or move any of the viewer's own cards."""
        return bool(self._picks.selection.cards) or any(map(self._is_own, self._options.drops))

    def renew(self) -> None:
        """Recompute which steps are possible in the present state of the match."""
        self._options = self._hands.options()
        self._picks.renew(self._options.selection)

    def refresh(self) -> None:
        """Enable the playable cards, and show which cards are picked.

        The marks of playable cards are shown later, by `show_after_landing`.
        """
        self._tries = self._hands.drop_targets(self._options.drops)
        self._view.set_drop_targets(self._add_goals(self._tries))
        self._picks.show()
        if self._pondered is None:
            self._show_places(None)

    def show_after_landing(self) -> None:
        """Show the possible steps. Called when the cards of the last change have arrived."""
        drops = self._options.drops
        # In a game with multi-card plays nearly every card can be picked, so marking all of them
        # would be useless. The game's view decides which cards to mark.
        is_choice = not self._picks.selection.plays
        choice = [
            name
            for name, targets in drops.items()
            if is_choice and not self._is_in_hand(name) and {name.partition("#")[0]} != {*targets}
        ]
        self._view.mark(CHOICE, choice)
        self.dwell.restart(self._table.ui.stage.clock.now())
        self._lead_home(drops)
        self._owed = ""
        if len(choice) == len(drops):
            self._lead_to(choice)
        self._lead_to_first_card()
        self.show_places()

    def begin_round(self) -> None:
        """Clear the focus while a round is dealt; afterwards the first card gets the focus."""
        self._awaits_first_card = True
        self._leads = self._uses_keys
        self._table.ui.stage.focus.focus(None)

    # -- the focus ---------------------------------------------------------------------------

    @property
    def _uses_keys(self) -> bool:
        """Whether the player uses a keyboard or gamepad.

        The focus is only shown after an arrow key, so the device used last is checked too.
        """
        ui = self._table.ui
        return ui.stage.focus.is_visible or ui.controls.device in (Device.KEYBOARD, Device.PAD)

    def tick(self, now: float) -> None:
        """Open the preview of a card after the focus has rested on it."""
        focus = self._table.ui.stage.focus
        node = focus.current if focus.is_visible else None
        was = self.dwell.node
        if node is was and not self.dwell.is_waiting:
            return
        if not self.dwell.watch(node, now):
            return
        if self.dwell.node is not was:
            is_ringed = isinstance(node, MarkedNode)
            if self._view.marks.set_nodes(
                RINGED, (node,) if is_ringed and node is not None else ()
            ):
                self._view.relayout()
        self.show_places()

    def use_pointer(self) -> None:
        """Close the preview of a card that is only focused, because the pointer is used now."""
        if self.dwell.node is not None:
            self.dwell.suspend()
            self.show_places()

    @property
    def _pondered(self) -> str | None:
        """Name of the card for which the table shows a preview; None without such a card.

        This is the held card, or a card on which the keyboard focus has rested for a while.
        """
        selection = self._view.selection
        if selection.held is not None or self.dwell.has_rested:
            return selection.considered_card
        return None

    def show_places(self) -> None:
        """Show where the held card, or the card on which the focus has rested, can go."""
        self._show_places(self._pondered)

    def _add_goals(self, tries: StepsByZone) -> StepsByZone:
        there: Mapping[str, Any] = {goal: {None: None} for goal in self._picks.selection.targets}
        names = map(self._known_as, self._picks.selection.cards)
        return {**tries, **{name: {**tries.get(name, {}), **there} for name in names}}

    def _known_as(self, place: str) -> str:
        cast = self._view.cards
        names = [name for card in cast.find_named(place)[:1] for name in cast.names(card)]
        return next(filter(self._tries.__contains__, names), place)

    def _is_in_hand(self, name: str) -> bool:
        view = self._view
        return any(view.is_own_hand(card.zone) for card in view.cards.find_named(name)[:1])

    def _is_own(self, name: str) -> bool:
        view = self._view
        return any(
            view.by_zone[card.zone].spec.seat == 0 for card in view.cards.find_named(name)[:1]
        )

    # -- input -------------------------------------------------------------------------------

    def _look(self, card: CardNode | None) -> None:
        """Show the close-up of a card, or hide it while a card is held."""
        self._close_up.handle_hover(None if self._view.selection.held is not None else card)
        if card is not None and self._view.is_own_hand(card.zone):
            self._table.ui.audio.play(Sound.HOVER)

    def _pick_up(self, name: str | None) -> None:
        self._pick(name)
        if name is None:
            # Say nothing in a game with multi-card plays: there, the picked cards are read aloud.
            if not self._picks.selection.plays and not self._owed:
                self._table.ui.say(self._table.ui.texts("Put back"))
            self._keep_owed()

    def _keep_owed(self) -> None:
        """If the rules say that a certain card must be placed next, pick it up again."""
        selection = self._view.selection
        found = self._view.cards.find_named(self._owed) if self._owed else ()
        if found and selection.held is None and selection.targets(found[0]):
            self._view.pick(self._owed)

    @property
    def holds_owed(self) -> bool:
        """Whether the player holds the card that the rules require to be placed next."""
        held = self._view.selection.held
        return held is not None and _place(held) == self._owed

    def _guard_hidden(self, name: str) -> bool:
        """Handle a click on a pile of hidden cards, such as the deck.

        If the button for drawing is guarded (it must be pressed twice), press it once instead of
        drawing at once, so that nobody draws by mistake.

        Returns:
            Whether the button was pressed.
        """
        table = self._table
        action = table.game_view.table.find_button_action(Intent.OFFER, table.seen, table.ui.texts)
        if action is None or not action.is_guarded:
            return False
        steps = [step for places in self._tries.get(name, {}).values() for step in places.values()]
        if action.steps[0] not in steps:
            return False
        self.on_command(Intent.OFFER)
        return True

    def _pick(self, name: str | None) -> None:
        if name is not None:
            self._table.ui.audio.play(Sound.PICK)
            self._close_up.hide()
            held = self._view.selection.held
            if held is not None and not self._picks.selection.knows(_place(held)):
                self._picks.release_picked()
        self._tell_what_waits()
        self._show_places(name)
        self._lead_to_gaps()

    def _tell_what_waits(self) -> None:
        if self._picks.selection.needs_confirmation:
            self._picks.on_change()

    def _on_focus_change(self, name: str | None) -> None:
        """Close the preview of the card that has lost the focus, unless a card is held.

        The preview of the newly focused card opens later, after a delay.
        """
        if self._view.selection.held is None:
            self._show_places(None)

    def _aim(self, name: str, zone: str | None, place: int | None) -> None:
        self._tell_what_waits()
        seen, steps = self._endings(name, zone or "")
        step = steps.get(place)
        gaps = [gap for gap in self._view.gaps if (gap.zone, gap.place) == (zone, place)]
        was_beside, self._is_beside_gap = self._is_beside_gap, step is not None and bool(gaps)
        if self._is_beside_gap and self._tells:
            outcome = self._foresee(gaps[0].drop_area, seen, step)
            self._ask(self._preview._replace(outcomes={gaps[0].zone: outcome}))
        elif was_beside or self._quiet_kinds:
            self._show_places(name)

    def _handle_pick_gesture(self, name: str, gesture: PickGesture) -> bool:
        """Handle a gesture on a card that can be played together with other cards.

        Return whether the card is picked (selected) afterwards.

        A click picks the card, to be played together with other cards. If the card is the only
        picked card and can also be moved alone, the click also holds the card, so that a click on a
        zone moves it.
        """
        # The card may be moved alone if it has a target that the multi-card plays don't have.
        alone = bool(
            set(self._options.drops.get(self._known_as(name), ())) - self._picks.selection.targets
        )
        if not self._picks.selection.knows(name) or not self._picks.selection.accepts(name):
            if gesture is PickGesture.CLICK and self._refuse_joining(name):
                self._close_up.hide()
                return True
            if not self._picks.selection.knows(name):
                return False
        is_picked = self._picks.handle_gesture(name, gesture, goes_elsewhere=alone)
        if gesture is PickGesture.CLICK:
            self._close_up.hide()
            picked = self._picks.selection.picked
            self._view.pick(picked[0] if alone and len(picked) == 1 else None)
            self.show_places()
        return is_picked

    def _refuse_joining(self, name: str) -> bool:
        """Show beside a card why it can't join the picked cards; return whether a reason was shown.

        There is no reason for a card that is never part of a multi-card play.
        """
        selection = self._picks.selection
        if not selection.picked or selection.needs_confirmation:
            return False
        names = (*selection.picked, selection.find_representative(name))
        for target in selection.targets:
            reason = self._hands.explain_illegal(self._hands.find_drag_move(names, target))
            if reason is not None and reason.code != "no_such_move":
                self._messages.refuse(reason, self._view.cards.find_named(name)[0])
                return True
        return False

    def refuse_card(self, name: str) -> None:
        """Show beside a card why it can't be picked or moved now, if the rules give a reason."""
        (card, *_) = self._view.cards.find_named(name)
        if self._refuse_joining(_place(card)):
            return
        for target in self._picks.selection.targets:
            reason = self._hands.explain_illegal(
                self._hands.find_drag_move((_place(card),), target)
            )
            if reason is not None and reason.code != "no_such_move":
                self._messages.refuse(reason, card)
                return
        # Say only to keyboard and gamepad users that the card can't be picked up. For a pointer,
        # the cursor already shows which cards can be picked up.
        if self._uses_keys:
            self._messages.refuse(self._why_not_there(card.zone), card)

    def _refuse_place(self) -> None:
        """Tell a keyboard or gamepad user to choose a card before choosing a zone or gap."""
        if self._uses_keys:
            texts = self._table.ui.texts
            self._messages.warn(to_runs(texts("First choose a card from your hand.")))

    def _why_not_there(self, zone: str) -> Reason:
        """Return why the held card can't go to a zone, or why no card can be picked up there."""
        held = self._view.selection.held
        reason = None
        if held is not None:
            reason = self._hands.explain_illegal(self._hands.find_drag_move((_place(held),), zone))
        return reason or make_reason("no_such_move")

    def _drop(self, drag_move: DragMove) -> None:
        self._pick(None)
        name = card_name(drag_move.source, drag_move.source_place or 0)
        if self._picks.selection.knows(name) and drag_move.target in self._picks.selection.targets:
            refused = self._bring(name, drag_move.target)
        else:
            (card, *_) = self._view.cards.find_named(name)
            # If several cards are dropped on a wrong zone, they return without a message.
            if drag_move.other_cards:
                refused = None
            else:
                refused = self._hands.drop(drag_move)
            self._carry_on(card, drag_move.target)
        if refused and self._picks.selection.has_no_play:
            # Only play a sound and read the reason aloud: the table shows it already.
            self._messages.refuse_aloud(refused)
        elif refused:
            self._messages.refuse(refused, self._view.by_zone[drag_move.target])
        self._keep_owed()

    def _carry_on(self, card: CardNode, target: str) -> None:
        selection = self._picks.selection
        name = _place(card)
        if (
            card.zone != target
            and selection.knows(name)
            and selection.after_drag(name).needs_confirmation
        ):
            self._picks.add_dropped(name)

    def _bring(self, name: str, target: str) -> Reason | None:
        """Add a card to the picked cards, and play all of them in a zone.

        The cards stay picked if the play is illegal, so that the player can add more cards. They
        also stay picked if the play must be confirmed first.

        Returns:
            Why the play is illegal; None if the play is legal.
        """
        return self._hands.play_picked(self._picks.add_dropped(name), target)

    # -- the outcome of a step -------------------------------------------------------------------

    def _find_drop_steps(self, name: str | None) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the zones on which a card can be dropped, and the step that each drop would take.

        Args:
            name: Name of the card; None for all picked cards together.

        Returns:
            Two mappings from a zone to a step. The first mapping contains only legal steps. The
            second mapping also contains illegal steps, because the table explains why a drop is
            illegal. In both mappings, a zone has None instead of a step if no preview of the
            outcome is shown beside the zone; an example is a zone where several steps are possible.
        """
        selection = self._picks.selection
        there: dict[str, Any] = {}
        if selection.play is not None:
            # The outcome of a single picked card is shown beside its target. The outcome of several
            # is shown on the button, so None is returned for their target.
            is_single = len(selection.picked) == 1
            there[selection.play.target] = selection.step if is_single else None
        if name is None:
            return there, there
        drops = self._options.drops.get(name, {})
        tries = self._tries.get(name, {})
        may = _keep_single_steps(drops)
        might = _keep_single_steps(tries)
        (card, *_) = self._view.cards.find_named(name)
        place = _place(card)
        is_held = self._view.selection.held is card
        if not selection.knows(place):
            # While other cards are picked, show their targets, not those of a card that only has
            # the focus.
            return (may, might) if is_held or not selection.picked else (there, there)
        pressed = selection
        if not selection.has_picked(place):
            accepts = selection.accepts(place)
            pressed = selection.after_click(place) if accepts else selection.after_single(place)
        if len(self._view.selection.carried) > 1:
            may = {}
            might = {}
        for goal in self._picks.selection.targets:
            made = selection.after_drag(place) if is_held else pressed
            fits = made.play is not None and made.play.target == goal
            for each in (may, might):
                each.pop(goal, None)
            # If the picked cards can't be played, mark the zone as refused only during a drag. At
            # other times the player may still pick more cards to make the play legal.
            if fits or (is_held and self._view.selection.carried):
                might[goal] = made.step if fits else None
            if fits:
                may[goal] = made.step
        return may, might

    @property
    def _tells(self) -> bool:
        return self._table.advice.allows(AdvicePriority.PREVIEW)

    def _show_places(self, name: str | None) -> None:
        """Request the preview of a card's targets and outcomes."""
        self._ask(self._find_preview(name))

    def _find_preview(self, name: str | None) -> _CardPreview:
        """Return the preview of a card's targets and outcomes.

        Args:
            name: Name of the card; None for the picked cards.
        """
        if self._table.advice.find_situation().is_done:
            return _NO_PREVIEW
        drops, tries = self._find_drop_steps(name)
        view = self._view
        if view.selection.aim is not None:
            aimed = {view.selection.aim[0]}
        else:
            aimed = set()
        refused = {
            zone
            for zone in tries.keys() - drops.keys()
            if zone in aimed or zone.partition(":")[0] not in self._quiet_kinds
        }
        tries = {zone: tries[zone] for zone in tries if zone in drops or zone in refused}
        if not self._tells:
            return _CardPreview(allowed=tuple(tries))
        return _CardPreview(
            tuple(drops),
            tuple(refused),
            tuple(self._list_fitting(name)) if name is not None else (),
            dict(self._list_outcomes(tries, aimed)),
        )

    def _ask(self, preview: _CardPreview) -> None:
        """Request a preview, replacing the previous one."""
        advice = self._table.advice
        self._preview = preview
        if preview == _NO_PREVIEW:
            advice.withdraw(AdviceSource.OUTCOMES)
            return
        is_of_picked = self._view.selection.held is not None or bool(self._picks.selection.picked)
        advice.request(AdviceRequest(AdviceSource.OUTCOMES, AdvicePriority.PREVIEW, is_of_picked))

    def _reveal(self, is_shown: bool) -> None:
        preview = self._preview if is_shown else _NO_PREVIEW
        view = self._view
        with view.batch_relayout():
            view.mark(ALLOWED, zones=preview.allowed)
            view.mark(REFUSED, zones=preview.refused)
            view.mark(FITS, zones=preview.fitting)
            self._show(self._list_distinct(preview.outcomes))

    def _list_distinct(self, outcomes: Mapping[str, _StepOutcome]) -> list[_StepOutcome]:
        """List predicted outcomes, but refusals with the same reason only once.

        The refusal of the zone at which the player aims is preferred.
        """
        aim = self._view.selection.aim
        told: list[Runs] = []
        repeated: set[str] = set()
        for zone in sorted(outcomes, key=lambda zone: aim is None or zone != aim[0]):
            preview = outcomes[zone].preview
            if not preview.is_good and preview.detail and preview.detail in told:
                repeated.add(zone)
            told.append(preview.detail)
        return [outcome for zone, outcome in outcomes.items() if zone not in repeated]

    def _list_outcomes(
        self, drop_steps: Mapping[str, Any], aimed: Collection[str]
    ) -> Iterator[tuple[str, _StepOutcome]]:
        """Yield zones on which a card can be dropped, each with the predicted outcome of the drop.

        Args:
            drop_steps: The step that a drop on each zone would take. Zones with None are left out.
            aimed: Zones at which the player aims with the pointer or the focus. Other zones are
                left out if the card can only reach them by two steps.
        """
        for zone, step in drop_steps.items():
            if step is None:
                continue
            seen, steps = self._hands.resolve_drop_steps(zone, {None: step})
            last = steps.get(None, step)
            if zone in aimed or last == step:
                yield zone, self._foresee(self._view.by_zone[zone].drop_area, seen, last)

    def _foresee(self, area: Rect, seen: Any, step: Any) -> _StepOutcome:
        game_view = self._table.game_view
        preview = game_view.words.preview(seen, step, self._table.words)
        if preview.is_good:
            marks = game_view.table.list_preview_marks(seen, step)
        else:
            marks = {}
        return _StepOutcome(area, preview, marks)

    def _list_fitting(self, name: str) -> list[str]:
        table = self._table
        fitting = []
        for zone in {gap.zone for gap in self._view.gaps}:
            seen, steps = self._endings(name, zone)
            for gap in self._view.gaps:
                step = None
                if gap.zone == zone:
                    step = steps.get(gap.place)
                if step is not None and any(
                    table.game_view.table.list_preview_marks(seen, step).values()
                ):
                    fitting.append(card_name(gap.zone, gap.place))
        return fitting

    def _endings(self, name: str, zone: str) -> tuple[Any, Mapping[int | None, Any]]:
        return self._hands.resolve_drop_steps(zone, self._tries.get(name, {}).get(zone, {}))

    def _show(self, outcomes: Sequence[_StepOutcome]) -> None:
        self._table.hud.show_outcomes([(each.area, each.preview) for each in outcomes])
        marks: dict[str, list[str]] = {}
        # Add no marks for a play that waits for confirmation: its cards have already moved, so its
        # result is visible.
        for each in () if self._picks.selection.needs_confirmation else outcomes:
            for style, names in each.marks.items():
                marks.setdefault(style, []).extend(names)
        with self._view.batch_relayout():
            for style in self._shown_marks | marks.keys():
                self._view.mark(style, marks.get(style, ()))
        self._shown_marks = frozenset(marks)

    # -- texts for the screen reader ---------------------------------------------------------

    def describe(self, node: Node) -> Spoken | None:
        """Return what a screen reader says about the focused card, gap or zone."""
        if isinstance(node, CardNode):
            return self._describe_card(node)
        if isinstance(node, GapNode):
            return Spoken(self._describe_gap(node), self._describe_gap_outcome(node))
        if isinstance(node, ZoneNode):
            return Spoken(self._name_zone(node.id), self._describe_outcome(node.id))
        return None

    def _describe_card(self, card: CardNode) -> Spoken:
        table = self._table
        texts = self._table.ui.texts
        place = self._name_zone(card.zone)
        if card.shown is None:
            return Spoken(place)
        meanings = {**describe_marks(texts), **table.game_view.table.mark_meanings(texts)}
        marks = tuple([meanings[each] for each in card.marks if each in meanings])
        words = table.game_view.words.describe_card(table.words, card.shown, table.seen, marks)
        row = [each for each in self._view.cards if each.zone == card.zone]
        name = [words.title]
        if self._view.is_own_hand(card.zone):
            name.append(texts("{n} of {count}", n=card.index + 1, count=len(row)))
        elif place:
            name.append(place)
        if self._is_taken(card):
            value = [texts("picked up")]
        else:
            value = []
        is_picked = self._picks.selection.has_picked(_place(card))
        is_free = self._view.selection.held in {None, card} and not is_picked
        if is_free and not reads_only_events(table.ui):
            # The bubble with the predicted outcome of playing the card opens after a delay. Speech
            # says the outcome at once.
            found = self._find_preview(self._view.selection.name(card))
            for zone, each in found.outcomes.items():
                zone_words = self._name_zone(zone)
                outcome = _write_outcome(each.preview)
                if outcome and zone_words:
                    outcome = texts("{place}: {outcome}", place=zone_words, outcome=outcome)
                value += [outcome] if outcome else []
        note = [to_plain(words.about), words.action, *words.marks]
        note += [f"{label.name}: {to_plain(line)}" for label, line in words.standings]
        return Spoken(
            ", ".join(name),
            ". ".join(value),
            ". ".join([each.removesuffix(".") for each in note if each]),
        )

    def _is_taken(self, card: CardNode) -> bool:
        return self._view.selection.held is card or self._picks.selection.has_picked(_place(card))

    def _describe_gap(self, gap: GapNode) -> str:
        texts = self._table.ui.texts
        held = self._view.selection.held
        row = [
            card.shown
            for card in sorted(self._view.cards, key=lambda each: each.index)
            if card.zone == gap.zone and card is not held and card.shown is not None
        ]
        before = row[: gap.place][-1:]
        after = row[gap.place :][:1]
        if before and after:
            return texts("between {card} and {other}", card=before[0], other=after[0])
        if after:
            return texts("before {card}", card=after[0])
        if before:
            return texts("after {card}", card=before[0])
        return self._name_zone(gap.zone)

    def _describe_gap_outcome(self, gap: GapNode) -> str:
        """Return a text for the screen reader: what the held card would do in a gap, "" if unknown.

        The table only shows a preview for a gap below the pointer.
        """
        held = self._view.selection.held
        if held is None or not self._tells or reads_only_events(self._table.ui):
            return ""
        seen, steps = self._endings(self._view.selection.name(held), gap.zone)
        step = steps.get(gap.place)
        if step is None:
            return ""
        return _write_outcome(self._table.game_view.words.preview(seen, step, self._table.words))

    def _describe_outcome(self, zone: str) -> str:
        outcome = self._preview.outcomes.get(zone)
        if outcome is None:
            return ""
        return _write_outcome(outcome.preview)

    def _name_zone(self, zone: str) -> str:
        return self._table.game_view.story.name_zone(self._table.words, zone)

    # -- moving the focus --------------------------------------------------------------------

    def _lead_to(self, choice: Sequence[str]) -> None:
        """Focus the viewer's only movable card, if the player uses keys.

        If the card must be inserted between others, pick it up at once for any input device.
        Nothing happens if several cards can be moved, or if a card is held.
        """
        ui = self._table.ui
        view = self._view
        focus = ui.stage.focus
        cards = [card for name in choice for card in view.cards.find_named(name)]
        if len(cards) != 1 or view.selection.held is not None:
            return
        (card,) = cards
        is_own = view.by_zone[card.zone].spec.seat == 0
        # While a page is open above the table, its cards can't get the focus.
        if not is_own or card not in focus.nodes():
            return
        if self._uses_keys:
            focus.is_visible = True
            focus.focus(card)
        if any(list_distinct_places(places) for places in view.selection.targets(card).values()):
            self._owed = _place(card)
            view.pick(self._owed)

    def _lead_home(self, drops: StepsByZone) -> None:
        """Move the focus to the hand if nothing or an unusable card has the focus.

        If ending the turn is the only step left, move the focus from a card to that button.
        """
        focus = self._table.ui.stage.focus
        card = self._view.selection.displaced_focus
        shown = self._table.hud.actions.shown
        button = self._table.hud.actions.primary
        if not drops and shown is not None and shown.primary.state is ButtonState.GO:
            if focus.is_visible and isinstance(focus.current, CardNode):
                focus.focus(button)
            return
        is_new = focus.is_visible and focus.current is None
        is_astray = card is not None and focus.current is card
        if not self._table.session.is_viewers_turn or not (is_new or is_astray):
            return
        hand = self._find_nearest_in_hand(card or self._view.root)
        if hand is not None and (card is None or self._known_as(_place(card)) not in drops):
            focus.focus(hand)

    def _lead_to_first_card(self) -> None:
        """Focus the first playable card, once per round.

        Before the viewer's turn no card is playable, so focus the first card of the hand. If the
        user presses a key too early, the focused card then can't do anything irreversible.
        """
        ui = self._table.ui
        focus = ui.stage.focus
        if not self._awaits_first_card or focus.scope is not ui.stage.root:
            return
        focusable = set(focus.nodes())
        hand = [
            each
            for each in self._view.cards
            if self._view.is_own_hand(each.zone) and each in focusable
        ]
        gathers = self._picks.selection.cards
        playable = [
            each
            for each in hand
            if _place(each) in gathers or self._known_as(_place(each)) in self._options.drops
        ]
        if playable:
            self._awaits_first_card = False
        is_moved = focus.current is not None and focus.current not in hand[:1]
        if hand and self._leads and not is_moved and self._view.selection.held is None:
            focus.is_visible = True
            focus.focus((playable or hand)[0])

    def _find_nearest_in_hand(self, node: Node) -> CardNode | None:
        cards = [
            each
            for each in self._table.ui.stage.focus.nodes()
            if isinstance(each, CardNode) and self._view.is_own_hand(each.zone)
        ]
        middle = node.bounds.centre
        return min(cards, key=lambda each: (each.bounds.centre - middle).length, default=None)

    def _lead_to_gaps(self) -> None:
        focus = self._table.ui.stage.focus
        held = self._view.selection.held
        gaps = self._view.gaps
        if gaps and held is not None and focus.is_visible and focus.current is held:
            # Use the card's final position, because the card may still be moving there.
            middle = self._view.root.world.apply(held.pose.position)
            focus.focus(min(gaps, key=lambda gap: (gap.bounds.centre - middle).length))


def _write_outcome(preview: Preview) -> str:
    return to_plain(preview.sentence).removesuffix(".")


def _place(card: CardNode) -> str:
    return card_name(card.zone, card.index)


def _keep_single_steps(targets: Mapping[str, Mapping[int | None, Any]]) -> dict[str, Any]:
    """Map each zone to its only step, or to None if the zone has several steps."""
    return {
        zone: next(iter(places.values())) if len(places) == 1 else None
        for zone, places in targets.items()
    }
