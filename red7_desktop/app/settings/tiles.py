"""Tiles to choose a look from, each with its picture; one that is not earned yet has a lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.widgets.button import get_button_gap
from red7_desktop.scene.widgets.control import Control

if TYPE_CHECKING:
    from red7_desktop.scene.paint.pictures import Picture
    from red7_desktop.scene.theme.style import Look

_INSET: Final = 8.0

_BADGE: Final = 30.0

_LOCKED: Final = 0.4
"""How much is seen of a look that is locked."""


class LookOption(NamedTuple):
    """A look to choose: its value, its name, and its picture for a box of the size of all."""

    value: str
    words: str
    picture: Picture


class LookTile(Control):
    """Shows one look; `on_press` hears of every press."""

    def __init__(
        self,
        look: Look,
        offered: LookOption,
        inner: Size,
        on_press: Callable[[], None],
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self._offered = offered
        self._inner = inner
        self._is_chosen = self._is_locked = False
        self._shown = Node(name="picture", picture=offered.picture)
        self._words = Node(name="words")
        self._badge = Node(name="mark", visible=False)
        self._sign = Node(name="sign")
        self._badge.add(self._sign)
        self.add(self._shown, self._words, self._badge)
        self.on_activate = on_press
        self.refresh()

    def show(self, *, is_chosen: bool, is_locked: bool) -> None:
        """Mark it as chosen, or as locked."""
        if (is_chosen, is_locked) != (self._is_chosen, self._is_locked):
            self._is_chosen, self._is_locked = is_chosen, is_locked
            self.refresh()

    @property
    def is_locked(self) -> bool:
        """Whether it shows a lock."""
        return self._is_locked

    def refresh(self) -> None:
        """Lay out the picture, the name below it and the sign upon it."""
        theme = self.look.theme
        zoom, style = theme.zoom, theme.button("segment").text
        inset, line = _INSET * zoom, style.size * style.line_height
        box = theme.button("plain").states[self.state]
        self.picture = theme.box("active").picture() if self._is_chosen else box.picture()
        self.size = Size(self._inner.w + 2 * inset, self._inner.h + line + 2.5 * inset)
        self._shown.position, self._shown.size = Vec(inset, inset), self._inner
        self._shown.alpha = _LOCKED if self._is_locked else 1.0
        ink = theme.colour("text" if self._is_chosen else "text_soft")
        self._words.picture = theme.text("note").picture(
            self._offered.words, ink, align=Align.CENTRE, max_width=self._inner.w
        )
        self._words.position = Vec(inset, self._inner.h + 1.5 * inset)
        self._words.size = Size(self._inner.w, line)
        self._place_badge(_BADGE * zoom)

    def _place_badge(self, side: float) -> None:
        theme, inset = self.look.theme, _INSET * self.look.theme.zoom
        self._badge.visible = self._is_chosen or self._is_locked
        middle = Vec(self._inner.w / 2, self._inner.h / 2)
        corner = Vec(self._inner.w - 0.3 * side, 0.3 * side)
        at = middle if self._is_locked and not self._is_chosen else corner
        self._badge.size = Size(side, side)
        self._badge.position = at + Vec(inset - side / 2, inset - side / 2)
        tone = theme.colour("accent" if self._is_chosen else "text_soft")
        self._badge.picture = BoxPicture(theme.colour("panel_low"), side / 2, tone, 2 * theme.zoom)
        sign = build_glyph("tick", tone) if self._is_chosen else build_icon("lock", tone)
        self._sign.picture, self._sign.size = sign, Size(0.66 * side, 0.66 * side)
        self._sign.position = Vec(0.17 * side, 0.17 * side)


def build_tiles(
    look: Look,
    offered: Sequence[LookOption],
    inner: Size,
    width: float,
    on_press: Callable[[str], None],
    name: str,
) -> tuple[Node, dict[str, LookTile]]:
    """Give tiles in as many lines as a width asks for, and each by its value."""
    made = {
        each.value: LookTile(
            look,
            each,
            inner,
            lambda value=each.value: on_press(value),  # type: ignore[misc]
            name=f"{name} {each.value}",
        )
        for each in offered
    }
    whole, gap = Node(name=name), get_button_gap(look)
    x = y = 0.0
    for tile in made.values():
        if x and x + tile.size.w > width:
            x, y = 0.0, y + tile.size.h + gap
        tile.position = Vec(x, y)
        x += tile.size.w + gap
        whole.add(tile)
    whole.size = Size(width, y + next(iter(made.values())).size.h)
    return whole, made
