"""Everybody's hand in a row, small, above the timeline of a match that is looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.table_screen.overlays.ending_parts import get_seat_colour
from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.base import Widget
from red7_desktop.scene.widgets.label import Label
from red7_desktop.tabletop.zones import zone_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.session import Session
    from red7_desktop.scene.theme.style import Look

_CARDS: Final = 78.0

_NAME: Final = 30.0

_OPEN_HAND_GAP: Final = 20.0


class OpenHands(Widget):
    """Shows what each seat holds, under its name, as its own eyes see it.

    seats: which of them; all without it.
    """

    def __init__(
        self, look: Look, kit: Ui, seats: Collection[int] | None = None, **options: Any
    ) -> None:
        super().__init__(look, name="open hands", **options)
        self._kit = kit
        self._seats = seats
        self._shown: tuple[tuple[int, str, tuple[str, ...]], ...] = ()

    @staticmethod
    def height(look: Look) -> float:
        """Give the height that it needs."""
        return (_CARDS + _NAME) * look.theme.zoom + look.theme.sizes.gap

    def place(self, area: Rect) -> None:
        """Lie in a rectangle."""
        self.position, self.size = area.position, area.size

    def show(self, session: Session) -> None:
        """Show the hands of the moment."""
        game, state = session.match.game, session.match.state
        hands = []
        for seat, sitting in enumerate(session.seats):
            if self._seats is not None and seat not in self._seats:
                continue
            faces = game.observe(state, seat).zones.get(zone_of("hand", seat), ())
            held = tuple([face for face in faces if face is not None])
            hands.append((seat, sitting.name, held))
        if tuple(hands) != self._shown:
            self._shown = tuple(hands)
            self.refresh()

    def refresh(self) -> None:
        """Lay the hands side by side."""
        for child in self.children:
            child.detach()
        zoom = self.look.theme.zoom
        count = max(1, len(self._shown))
        wide = (self.size.w - (count - 1) * _OPEN_HAND_GAP * zoom) / count
        for nth, (seat, name, cards) in enumerate(self._shown):
            hand = Node(name=f"open hand {seat}", size=Size(wide, self.size.h))
            hand.position = Vec(nth * (wide + _OPEN_HAND_GAP * zoom), 0.0)
            colour = get_seat_colour(self.look, seat)
            label = Label(self.look, name, "small", max_width=wide, colour=colour)
            top = min(_NAME * zoom, label.size.h)
            room = Rect(0.0, top, wide, min(_CARDS * zoom, self.size.h - top))
            hand.add(label, *build_mini_cards(self._kit.faces, cards, room))
            self.add(hand)
