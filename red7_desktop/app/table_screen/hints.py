"""Hints at the table: asked for, found in the background, shown above the viewer's panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from red7_desktop.app.table_screen.overlays.hint_bubble import HintBubble
from red7_desktop.kit.hud.bubbles.placement import list_obstacles
from red7_desktop.kit.hud.card_marks import HINTED
from red7_desktop.scene.geometry import Rect
from red7_desktop.table.spec import zone_name

if TYPE_CHECKING:
    from red7_desktop.app.table_screen.picks import TablePicks
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.hud.model import Hint
    from red7_desktop.play.advice import Adviser
    from red7_desktop.play.session import Session
    from red7_desktop.table.table_view import TableView


class TableHints:
    """Asks the adviser for the viewer of a session, and shows what it says until things change.

    The cards of a hint that make a step together are picked with a click on one of them.
    """

    def __init__(
        self,
        face: AnyGameView,
        session: Session,
        adviser: Adviser,
        hud: Hud,
        view: TableView,
        picks: TablePicks,
        words: Callable[[], Any],
    ) -> None:
        self._picks = picks
        self._face = face
        self._session = session
        self._adviser = adviser
        self._hud = hud
        self._view = view
        self._words = words
        self._bubble = HintBubble(hud.inner_look, hud.ink, self.forget, name="hint")
        hud.over.add(self._bubble)

    @property
    def is_open(self) -> bool:
        """Whether a hint is to be seen."""
        return self._bubble.is_open

    @property
    def is_waiting(self) -> bool:
        """Whether a hint is being looked for."""
        return self._adviser.is_busy

    def toggle(self) -> None:
        """Put away the hint that is shown; else look for one, if it is the viewer's turn."""
        if self.is_open:
            self.forget()
        elif self._session.is_viewers_turn:
            self._adviser.ask(self._session.match.revision, self._session.observe())

    def tick(self) -> None:
        """Show the hint once it has been found."""
        choice = self._adviser.poll()
        if choice is None:
            return
        self._session.count_hint()
        self._show(self._face.hint(self._words(), self._session.observe(), choice))

    def tell(self, hint: Hint | None) -> None:
        """Show a hint that somebody else has, in place of any; None for none."""
        self.forget()
        if hint is not None:
            self._show(hint)

    def _show(self, hint: Hint) -> None:
        self._view.mark(HINTED, hint.cards, hint.zones)
        self._picks.hint(hint.cards)
        panel = self._hud.parts[zone_name("panel", 0)]
        above = Rect(*panel.position, *panel.size)
        self._bubble.tell(hint, above, self._hud.room, list_obstacles(self._view.layout))
        self._hud.make_way("hint", self._bubble.bounds)

    def forget(self) -> None:
        """Show no hint, and drop what was asked."""
        self._adviser.forget()
        self._bubble.hide()
        self._hud.make_way("hint", None)
        self._view.mark(HINTED)
        self._picks.hint(())

    def relay(self) -> None:
        """Take on another layout or look."""
        self.forget()
        self._bubble.restyle(self._hud.inner_look)
