"""What a person does with cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from red7_desktop.kit.bindings import Device, Intent
from red7_desktop.kit.hud.buttons import SUGGESTION, ChipsModel
from red7_desktop.kit.hud.marks import ALLOWED, CHOICE, FITS, REFUSED
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.play.hands import Gathering, HandController, HandOptions, StepsByZone
from red7_desktop.scene.geometry import Rect
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.table.drag import list_distinct_places
from red7_desktop.table.tracking import DragKind
from red7_desktop.tabletop.game import DragMove, Face, Reason, place_name

if TYPE_CHECKING:
    from red7_desktop.app.table.close_up import CloseUp
    from red7_desktop.kit.game_view import AnyGameView
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.table_model import Preview, Suggestion
    from red7_desktop.kit.ui import Ui
    from red7_desktop.play.session import Session
    from red7_desktop.scene.node import Node
    from red7_desktop.table.table_view import TableView


class TablePicks:
    """Keeps what is picked, and lets the view show it.

    words: how to speak to whoever looks now. on_change: hears that other cards are picked.
    """

    def __init__(
        self,
        kit: Ui,
        face: AnyGameView,
        session: Session,
        view: TableView,
        *,
        words: Callable[[], Any],
        on_change: Callable[[], None],
    ) -> None:
        self._kit = kit
        self._face = face
        self._session = session
        self._view = view
        self._words = words
        self._on_change = on_change
        self._faces: dict[str, Face] = {}
        self._is_peeled = False
        self._lifted: frozenset[str] = frozenset()
        self.gathering = Gathering()
        self.suggestions: Sequence[Suggestion] = ()
        self.hinted: Gathering | None = None

    # -- what there is -----------------------------------------------------------------------

    @property
    def picked(self) -> tuple[str, ...]:
        """The names of the cards that are picked."""
        return self.gathering.picked

    @property
    def faces(self) -> tuple[str, ...]:
        """What is on those of them that show something."""
        return tuple([face for face in self._faces.values() if face is not None])

    @property
    def step(self) -> Any:
        """The step that they make; None while they make none."""
        return self.gathering.step

    @property
    def suggested(self) -> int | None:
        """Which of the suggestions is picked, if one is."""
        steps = [each.step for each in self.suggestions]
        return steps.index(self.step) if self.step in steps else None

    @property
    def chips(self) -> ChipsModel:
        """The suggestions, as they are shown."""
        return ChipsModel(tuple(self.suggestions), self.suggested)

    def renew(self, gathering: Gathering) -> None:
        """Take over what may be done now; what is picked stays so where it still can."""
        seen, before = self._session.observe(), self.gathering
        self.suggestions = self._face.suggestions(seen, self._words()) if gathering.plays else ()
        self.gathering = gathering.preferring([each.step for each in self.suggestions])
        if before.picked and self._faces == self._faces_of(before.picked):
            self.gathering = self.gathering.holding(before.picked)
        self._is_peeled = False
        self._lifted = frozenset()
        self.hinted = None

    def show(self) -> None:
        """Let the view show what is picked."""
        gathering = self.gathering
        goal = None if gathering.play is None else gathering.play.target
        self._view.grip.gather(gathering.picked, goal, gathering.cards, waits=gathering.waits)

    # -- picking -----------------------------------------------------------------------------

    def reach(self, name: str, reach: DragKind, *, goes_elsewhere: bool) -> bool:
        """Take a hand's reach for a card; tell whether the card is picked for a step of several.

        goes_elsewhere: whether it may also be moved by itself: then it is dragged by itself, if it
        has not been picked before.
        """
        gathering = self.gathering
        if reach is DragKind.BACK:
            # Others stay picked, to be completed.
            if gathering.waits:
                self.let_go()
        elif reach is DragKind.ALONE:
            self._take(gathering.alone(name), is_peeled=True)
        elif reach is DragKind.CLICK:
            self._click(name)
        elif not gathering.has_picked(name):
            if goes_elsewhere:
                return False
            self._take(gathering.dragged(name))
        return True

    def _click(self, name: str) -> None:
        """Take a click; those of a hint are picked with one of them.

        Whoever goes on to click the others wants them picked: the first click on each leaves it so.
        """
        hinted, lifted = self.hinted, self._lifted
        if name in lifted:
            self._take(self.gathering, lifted=lifted - {name})
        elif hinted is None or name not in hinted.picked or set(hinted.picked) == set(self.picked):
            self._take(self.gathering.clicked(name))
        else:
            self._take(hinted, lifted=frozenset(hinted.picked) - {name})

    def bring(self, name: str, target: str) -> Gathering:
        """Pick what bringing a card to a zone would make there, and give that."""
        made = self.brought(name, target)
        if made.picked != self.picked:
            self._take(made)
        return made

    def brought(self, name: str, target: str) -> Gathering:
        """Give what bringing a card to a zone would make there; one that is peeled stays alone."""
        return self.gathering if self._is_peeled else self.gathering.brought(name, target)

    def let_go(self) -> None:
        """Put all picked cards back."""
        if self.picked:
            self._take(self.gathering.released())

    def suggest(self, nth: int) -> None:
        """Pick the cards of a suggestion; those that are picked already are put back."""
        step = self.suggestions[nth].step
        again = self.suggested == nth
        self._take(self.gathering.released() if again else self.gathering.taking(step))

    def go_on(self) -> None:
        """Pick the cards of a hint, else of the next suggestion, and after the last begin again."""
        hinted = self.hinted
        if hinted is not None and hinted.picked != self.picked:
            self._take(hinted)
        elif self.suggestions:
            nth = -1 if self.suggested is None else self.suggested
            step = self.suggestions[(nth + 1) % len(self.suggestions)].step
            self._take(self.gathering.taking(step))

    def deeds(self) -> dict[str, Callable[[], None]]:
        """Return what can be done by chips and keys, by what they ask for."""
        chips = range(len(self.suggestions))
        deeds = {f"{SUGGESTION} {nth}": partial(self.suggest, nth) for nth in chips}
        return {**deeds, Intent.NEXT_PLAY: self.go_on} if chips or self.hinted else {}

    def undoing(self) -> dict[str, Callable[[], None]]:
        """Return what is done by an undo before the match takes anything back."""
        return {Intent.UNDO: self.let_go} if self.gathering.waits else {}

    def why_no_undo(self) -> Reason | None:
        """Return why the viewer can take nothing back, None where they can."""
        viewer, match = self._session.viewer, self._session.match
        return None if viewer is None or self.gathering.waits else match.why_no_undo(viewer)

    def hint(self, names: Sequence[str]) -> None:
        """Let a click on one of some cards pick them all, if they make a step together."""
        nodes = [found[0] for found in map(self._view.cast.named, names) if found]
        hinted = self.gathering.holding([self._view.cast.names(node)[0] for node in nodes])
        self.hinted = hinted if hinted.play is not None else None

    # -- inside ------------------------------------------------------------------------------

    def _take(
        self,
        gathering: Gathering,
        *,
        is_peeled: bool = False,
        lifted: frozenset[str] = frozenset(),
    ) -> None:
        """Have cards picked. lifted: those that came along with a click on another."""
        if set(gathering.picked) - set(self.picked):
            self._kit.audio.play(Sound.PICK)
        self.gathering, self._is_peeled, self._lifted = gathering, is_peeled, lifted
        self._faces = self._faces_of(gathering.picked)
        self.show()
        self._on_change()

    def _faces_of(self, names: Sequence[str]) -> dict[str, Face]:
        cast = self._view.cast
        return {name: found[0].face for name in names if (found := cast.named(name))}


class FocusGuide:
    """Knows where the focus is, and which card is held, and leads it on."""

    def __init__(self, kit: Ui, session: Session, view: TableView) -> None:
        self._kit = kit
        self._session = session
        self._view = view

    def lead_to(self, choice: Sequence[str]) -> None:
        """Lead a focus that can do nothing where it is to one's own only card that can be moved.

        One that is to be put between others is taken up at once, by whatever hands.
        """
        focus = self._kit.stage.focus
        cards = [card for name in choice for card in self._view.cast.named(name)]
        # A key that is no arrow shows no focus, and yet the next step is done by keys.
        is_wanted = focus.is_visible or self._kit.controls.device in (Device.KEYBOARD, Device.PAD)
        if len(cards) != 1 or self._view.grip.held is not None:
            return
        (card,) = cards
        is_own = self._view.zone_node(card.zone).spec.seat == 0
        if not is_own or card not in focus.nodes():  # not while a page lies above
            return
        if is_wanted:
            focus.is_visible = True
            focus.give(card)
        if any(list_distinct_places(places) for places in self._view.grip.targets(card).values()):
            self._view.pick(place_name(card.zone, card.nth))

    def lead_home(self, can_move: Callable[[CardNode], bool]) -> None:
        """Lead a focus that a card took along out of the hand back, where it can do nothing."""
        focus, card = self._kit.stage.focus, self._view.grip.astray
        if not self._session.is_viewers_turn or card is None or focus.current is not card:
            return
        hand = self.nearest_in_hand(card)
        if hand is not None and not can_move(card):
            focus.give(hand)

    def nearest_in_hand(self, node: Node) -> CardNode | None:
        """Return the card of the own hand that is nearest to a node, and can have the focus."""
        middle = node.bounds.centre
        cards = [each for each in self._kit.stage.focus.nodes() if isinstance(each, CardNode)]
        hand = [each for each in cards if self._view.is_own_hand(each.zone)]
        return min(hand, key=lambda each: (each.bounds.centre - middle).length, default=None)

    def lead_to_gaps(self) -> None:
        """Lead the focus from the card that it has picked to the nearest gap that opened for it."""
        focus, held, gaps = self._kit.stage.focus, self._view.grip.held, self._view.gaps
        if gaps and held is not None and focus.is_visible and focus.current is held:
            # It may be on its way there.
            middle = self._view.root.world.apply(held.pose.position)
            focus.give(min(gaps, key=lambda gap: (gap.bounds.centre - middle).length))


class TableHands:
    """Follows what the view tells of hands: cards looked at, taken up, put down, or refused.

    picks: the cards that are picked for a step of several. words: how to speak to whoever looks
    now. say: tells why something is refused. show_pile: opens a pile, where there is something to
    see. why_wait: says why nothing can be done now. assists: whether it may be said what would come
    of a card.
    """

    def __init__(
        self,
        kit: Ui,
        face: AnyGameView,
        session: Session,
        view: TableView,
        hud: Hud,
        close_up: CloseUp,
        picks: TablePicks,
        *,
        words: Callable[[], Any],
        say: Callable[[Reason], None],
        show_pile: Callable[[str], bool],
        why_wait: Callable[[], Reason | None],
        assists: bool = True,
    ) -> None:
        self._kit = kit
        self._face = face
        self._session = session
        self._view = view
        self._hud = hud
        self._close_up = close_up
        self._picks = picks
        self._words = words
        self._say = say
        self._show_pile = show_pile
        self._why_wait = why_wait
        self._assists = assists
        self._hands = HandController(session)
        self._guide = FocusGuide(kit, session, view)
        # What may be done is worked out once for each state of the table.
        self._chances = HandOptions()
        self._tries: StepsByZone = {}
        self._is_beside_gap = False
        self._shown_marks: frozenset[str] = frozenset()
        # Who has just ended a turn by keys goes on with the hand.
        hud.actions.end.heir = lambda: self._guide.nearest_in_hand(hud.actions.end)
        view.on_drop = self._drop
        view.on_refuse = self._refuse
        view.on_pick = self._picked
        view.on_focus = self._focused
        view.on_aim = self._aimed
        view.on_look = self._look
        view.on_gather = self._gather

    def renew(self) -> None:
        """Work out what may be done now; what is picked stays so where it can."""
        self._chances = self._hands.chances()
        self._picks.renew(self._chances.gathering)

    def refresh(self) -> None:
        """Offer what may be done now, and mark the cards to choose from."""
        drops = self._chances.drops
        self._tries = self._hands.tries(drops)
        self._view.offer(self._with_goals())
        self._picks.show()
        # Where cards are gathered the game says which, for nearly all may be chosen.
        is_choice = not self._picks.gathering.plays
        choice = [name for name in drops if is_choice and not self._is_in_hand(name)]
        self._view.mark(CHOICE, choice)
        self._guide.lead_home(lambda card: self._known_as(place_name(card.zone, card.nth)) in drops)
        if set(choice) == set(drops):
            self._guide.lead_to(choice)
        self.show_places()

    def show_places(self) -> None:
        """Show the places of the card that is held or has the focus."""
        self._show_places(self._view.grip.pondered)

    def _with_goals(self) -> StepsByZone:
        """Return where each card may be tried, alone or with others."""
        tries = dict(self._tries)
        anywhere: Mapping[int | None, Any] = {None: None}
        there = dict.fromkeys(self._goals, anywhere)
        for name in self._picks.gathering.cards:
            key = self._known_as(name)
            tries[key] = {**tries.get(key, {}), **there}
        return tries

    @property
    def _goals(self) -> frozenset[str]:
        """The zones where cards may go together."""
        return frozenset([play.target for play in self._picks.gathering.plays])

    def _known_as(self, place: str) -> str:
        for card in self._view.cast.named(place):
            return next(
                (each for each in self._view.cast.names(card) if each in self._tries), place
            )
        return place

    def _is_in_hand(self, name: str) -> bool:
        view = self._view
        return any(view.is_own_hand(card.zone) for card in view.cast.named(name)[:1])

    def _look(self, card: CardNode | None) -> None:
        """Show a card large that is looked at; while one is held, it is its places that matter."""
        self._close_up.look(None if self._view.grip.held is not None else card)

    def _picked(self, name: str | None) -> None:
        if name is not None:
            self._kit.audio.play(Sound.PICK)
            self._close_up.hide()
            held = self._view.grip.held
            if held is not None and not self._picks.gathering.knows(
                place_name(held.zone, held.nth)
            ):
                self._picks.let_go()
        self._show_places(name)
        self._guide.lead_to_gaps()

    def _focused(self, name: str | None) -> None:
        """Let a card that has the focus show its places, unless another one is held."""
        if self._view.grip.held is None:
            self._show_places(name)

    def _aimed(self, name: str, zone: str | None, place: int | None) -> None:
        seen, steps = self._endings(name, zone or "")
        step = steps.get(place)
        gaps = [gap for gap in self._view.gaps if (gap.zone, gap.place) == (zone, place)]
        was_beside, self._is_beside_gap = self._is_beside_gap, step is not None and bool(gaps)
        if not self._is_beside_gap or not self._tells:
            if was_beside:
                self._show_places(name)
            return
        preview = self._face.preview(seen, step, self._words())
        area = Rect(*gaps[0].position, *gaps[0].size)
        self._show([(area, preview)])

    # -- several cards together --------------------------------------------------------------

    def _gather(self, name: str, reach: DragKind) -> bool:
        """Let a card be picked; one that may also be moved by itself is held as well."""
        alone = self._goes_elsewhere(name)
        is_picked = self._picks.reach(name, reach, goes_elsewhere=alone)
        if reach is DragKind.CLICK:
            self._close_up.hide()
            picked = self._picks.picked
            self._view.pick(picked[0] if alone and len(picked) == 1 else None)
            self.show_places()
        return is_picked

    def _goes_elsewhere(self, name: str) -> bool:
        """Whether a card may be moved by itself to where it cannot go with others."""
        return bool(set(self._chances.drops.get(self._known_as(name), ())) - self._goals)

    def _outcomes(self, name: str | None) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return where a card may go, and where it may be tried, each with what comes of it there.

        Several steps at one zone come to None. With no card it is the picked ones that may go.
        """
        gathering = self._picks.gathering
        there: dict[str, Any] = {}
        if gathering.play is not None:
            # What comes of several is said on the button, of one as where it is only held.
            is_single = len(gathering.picked) == 1
            there[gathering.play.target] = gathering.step if is_single else None
        if name is None:
            return there, there
        drops, tries = self._chances.drops.get(name, {}), self._tries.get(name, {})
        may, might = _keep_single_steps(drops), _keep_single_steps(tries)
        (card, *_) = self._view.cast.named(name)
        place = place_name(card.zone, card.nth)
        is_held = self._view.grip.held is card
        if not gathering.knows(place):
            # What has the focus is looked at only, while others are picked: these are what counts.
            return (may, might) if is_held or not gathering.picked else (there, there)
        pressed = gathering if gathering.has_picked(place) else gathering.clicked(place)
        if len(self._view.grip.carried) > 1:
            may, might = {}, {}
        for goal in self._goals:
            made = self._picks.brought(place, goal) if is_held else pressed
            fits = made.play is not None and made.play.target == goal
            for each in (may, might):
                each.pop(goal, None)
            # A card that others may still join is refused only where it is about to be dropped.
            if fits or (is_held and self._view.grip.carried):
                might[goal] = made.step if fits else None
            if fits:
                may[goal] = made.step
        return may, might

    # -- places, drops, refusals -------------------------------------------------------------

    @property
    def _tells(self) -> bool:
        return self._kit.settings.shows_outcomes and self._assists

    def _show_places(self, name: str | None) -> None:
        """Mark where a card may go, and say beside every place what would come of it there."""
        drops, tries = self._outcomes(name)
        shows = self._tells
        self._view.mark(ALLOWED, zones=drops if shows else tries)
        self._view.mark(REFUSED, zones=set(tries) - set(drops) if shows else ())
        self._view.mark(FITS, zones=self._fitting(name) if shows and name is not None else ())
        self._show(
            [
                (self._view.zone_node(zone).spec.area, self._foreseen(zone, step))
                for zone, step in tries.items()
                if shows and step is not None
            ]
        )

    def _foreseen(self, zone: str, step: Any) -> Preview:
        seen, steps = self._hands.endings(zone, {None: step})
        return self._face.preview(seen, steps.get(None, step), self._words())

    def _fitting(self, name: str) -> list[str]:
        """List the gaps where the held card would do something for cards beside it, as places."""
        words, fitting = self._words(), []
        for zone in {gap.zone for gap in self._view.gaps}:
            seen, steps = self._endings(name, zone)
            for gap in self._view.gaps:
                step = steps.get(gap.place) if gap.zone == zone else None
                preview = None if step is None else self._face.preview(seen, step, words)
                if preview is not None and preview.is_good and any(preview.marks.values()):
                    fitting.append(place_name(gap.zone, gap.place))
        return fitting

    def _endings(self, name: str, zone: str) -> tuple[Any, Mapping[int | None, Any]]:
        return self._hands.endings(zone, self._tries.get(name, {}).get(zone, {}))

    def _show(self, outcomes: Sequence[tuple[Rect, Preview]]) -> None:
        """Say beside places what would come of steps, and mark the cards that it concerns."""
        self._hud.show_outcomes(outcomes)
        marks: dict[str, list[str]] = {}
        for _, preview in outcomes:
            for style, names in preview.marks.items():
                marks.setdefault(style, []).extend(names)
        for style in self._shown_marks | marks.keys():
            self._view.mark(style, marks.get(style, ()))
        self._shown_marks = frozenset(marks)

    def _drop(self, handling: DragMove) -> None:
        self._picked(None)
        name = place_name(handling.source, handling.source_place or 0)
        if self._picks.gathering.knows(name) and handling.target in self._goals:
            refused = self._bring(name, handling.target)
        else:
            (card, *_) = self._view.cast.named(name)
            # A block that is not brought where it may go flies back without a word.
            refused = None if handling.others else self._hands.drop(handling)
            self._carry_on(card, handling.target)
        if refused:
            self._say(refused)

    def _carry_on(self, card: CardNode, target: str) -> None:
        """Let a card wait where it was brought, if it has come to lie on the way there."""
        name = place_name(card.zone, card.nth)
        brought = self._picks.gathering.brought(name, target)
        if card.zone != target and self._picks.gathering.knows(name) and brought.waits:
            self._picks.bring(name, target)

    def _bring(self, name: str, target: str) -> Reason | None:
        """Take the step that a card makes in a zone, with those picked beside it, or say why not.

        Then they stay picked, so that others may join. So do those that wait there.
        """
        made = self._picks.bring(name, target)
        if made.play is not None and made.play.target == target:
            if not made.waits:
                self._session.take(made.play.step)
            return None
        return self._hands.why_not(self._hands.handling_of(made.picked, target))

    def _refuse(self, name: str) -> None:
        """Return why a card cannot be taken up; a pile is spread out instead."""
        found = self._view.cast.named(name)
        if found and self._show_pile(found[0].zone):
            return
        refused = self._why_wait()
        if refused:
            self._say(refused)


def _keep_single_steps(targets: Mapping[str, Mapping[int | None, Any]]) -> dict[str, Any]:
    """Return the step of each zone, None where there are several."""
    return {
        zone: next(iter(places.values())) if len(places) == 1 else None
        for zone, places in targets.items()
    }
