"""The cards that a person picks one by one for a step of several, and what is suggested."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from red7_desktop.kit.hud.chips import SUGGESTION, ChipsModel
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.sound.sounds import Sound
from red7_desktop.play.gathering import Gathering
from red7_desktop.table.drag import DragKind

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.hud.model import Suggestion
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.session import Session
    from red7_desktop.table.table_view import TableView
    from red7_desktop.tabletop.reasons import Reason
    from red7_desktop.tabletop.zones import Face


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
        """Give what can be done by chips and keys, by what they ask for."""
        chips = range(len(self.suggestions))
        deeds = {f"{SUGGESTION} {nth}": partial(self.suggest, nth) for nth in chips}
        return {**deeds, Intent.NEXT_PLAY: self.go_on} if chips or self.hinted else {}

    def undoing(self) -> dict[str, Callable[[], None]]:
        """Give what is done by an undo before the match takes anything back."""
        return {Intent.UNDO: self.let_go} if self.gathering.waits else {}

    def why_no_undo(self) -> Reason | None:
        """Say why the viewer can take nothing back, None where they can."""
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
