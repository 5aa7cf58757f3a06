"""What all parts of the HUD share: they lie in a rectangle and show a value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.base import Widget

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.motion.tween import Animator
    from red7_desktop.table.spec import Layout, ZoneSpec

Shown = TypeVar("Shown")


_STAYS_LARGER: Final = 1.25


class Meaning(NamedTuple):
    """A node of the table, and what it means."""

    node: Node
    sentence: str


class Part(Widget, Generic[Shown]):
    """A part of the HUD: `place` puts it into a rectangle, `show` gives it what it shows.

    A subclass makes its children in `__init__` and writes `compose`, which brings them up to date
    from the value, `self.size` and `self.look`, but not from where it lies. Nothing is composed
    before value and size are known.

    animator: lets what is new come or go by and by; None where all is there at once.
    """

    animator: Animator | None = None

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, **options)
        self.ink = ink
        self.shown: Shown | None = None

    def place(self, rect: Rect) -> None:
        """Lie in a rectangle of the parent's space."""
        self.position = rect.position
        if rect.size != self.size:
            self.size = rect.size
            self.refresh()

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        """Lie in a zone of a layout."""
        self.place(spec.area)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what the marks and figures mean that it shows; what a game adds tells of itself."""
        return ()

    @property
    def crosses_edge(self) -> bool:
        """Whether what it shows lies on an edge of its zone, where a frame would cross it."""
        return False

    def show(self, value: Shown) -> None:
        """Show a value; nothing happens when it is shown already."""
        if value != self.shown:
            self.shown = value
            self.refresh()

    def refresh(self) -> None:
        """Compose what is shown anew."""
        if self.shown is not None and self.size.w and self.size.h:
            self.compose(self.shown)

    def grown(self, room: float, needed: float) -> float:
        """Give the factor by which lengths grow with the theme, as far as there is room.

        needed: the room that they take as they are designed.
        """
        return max(1.0, min(self.look.theme.zoom, room / needed))

    @property
    def least_share(self) -> float:
        """The part of their size that words keep before pictures beside them do.

        Enlarged, they stay larger than designed: a table of larger things may be shown smaller.
        """
        return min(1.0, _STAYS_LARGER / self.look.theme.enlarged)

    def compose(self, value: Shown) -> None:
        """Bring everything up to date with a value."""
        raise NotImplementedError


class LaidPart(Part[Shown]):
    """A part that is composed from a whole layout: where cards lie that it says something of."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._laid: Layout | None = None

    @property
    def layout(self) -> Layout:
        """The layout, which is there before anything is composed."""
        if self._laid is None:
            raise RuntimeError("a part without a layout")
        return self._laid

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        """Lie in a zone of a layout."""
        if layout != self._laid:
            self._laid = layout
            super().settle(layout, spec)
            self.refresh()

    def refresh(self) -> None:
        """Compose what is shown anew, once there is a layout."""
        if self._laid is not None:
            super().refresh()


class OverlayWidget(Widget):
    """What lies above the cards; it gets its look from the HUD, which knows the scale."""

    hands_on = True

    def refresh(self) -> None:
        """Leave everything to the HUD."""
