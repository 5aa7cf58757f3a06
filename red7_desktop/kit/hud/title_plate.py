"""The plate at the top left: the menu, the name of the game, the round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from red7_desktop.kit.hud.hud_button import ButtonLook, HudButton
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import TitleModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.language.rich_text import runs_of
from red7_desktop.kit.language.texts import Texts
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.paint.run_lines import Span, line_up
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_LOGO: Final = 64.0

_PLATE_HEIGHT: Final = 56.0

_LOGO_ROOM: Final = 0.28
"""The part of the width that the name of the game has, if not more is to spare."""

_PLATE_GAP: Final = 20.0

_LEGIBLE: Final = 0.6
"""The name of the game is at least this part of its usual size."""

_ROOMY: Final = 0.93
"""Small letters are a hair wider than a part of large ones."""


class TitlePlate(Part[TitleModel]):
    """Calls `on_menu` when its button is pressed."""

    def __init__(
        self,
        look: Look,
        ink: TextStyler,
        texts: Texts,
        on_menu: Callable[[], object],
        **options: Any,
    ) -> None:
        super().__init__(look, ink, **options)
        self.menu = HudButton(look, ink, on_menu, name="menu")
        self.menu.show(
            ButtonLook("hud_menu", icon="menu", tip=runs_of(texts("Menu")), icon_size=30.0)
        )
        self._logo = RunsLabel(look, "", "hud_logo", name="logo")
        self._line = RunsLabel(look, "", "hud_round", name="round")
        self._below = RunsLabel(look, "", "hud_unit", name="rules")
        self.add(self.menu, self._logo, self._line, self._below)

    def compose(self, value: TitleModel) -> None:
        """Put everything in a row."""
        w, h = self.size
        self.picture = self.look.theme.box("hud_plate").picture()
        self.menu.place(Rect(4.0, 4.0, h - 8.0, h - 8.0))
        left = max(_LOGO * min(1.0, h / _PLATE_HEIGHT), h)
        needed = self._wide(value.line, "hud_round")
        roomy = _ROOMY / self.least_share
        to_spare = w - left - 1.7 * _PLATE_GAP - needed / roomy
        self._logo.write(value.logo, Rect(left, 0.0, max(w * _LOGO_ROOM, to_spare), h))
        room = w - left - self._logo.ink.w - 1.7 * _PLATE_GAP
        in_two = needed > room and bool(value.round and value.rules)
        if in_two:
            needed = max(self._wide(value.round, "hud_round"), self._wide(value.rules, "hud_unit"))
        # The name of the game is an ornament here: it goes before the words become smaller, and
        # before it is too small itself.
        whole = line_up(value.logo, self.look, "hud_logo").size.w
        self._logo.visible = (
            needed <= max(room, 1.0) * roomy and self._logo.ink.w >= _LEGIBLE * whole
        )
        left += self._logo.ink.w + _PLATE_GAP if self._logo.visible else 0.0
        if not self._logo.visible:
            in_two = in_two and self._wide(value.line, "hud_round") > w - left - 1.7 * _PLATE_GAP
        room = max(w - left - _PLATE_GAP * 0.7, 1.0)
        self._below.visible = in_two
        if in_two:  # boxes share room, letters do not
            self._line.write(value.round, Rect(left, h * 0.01, room, h * 0.56))
            self._below.write(value.rules, Rect(left, h * 0.43, room, h * 0.54))
        else:
            self._line.write(value.line, Rect(left, 1.0, room, h - 2.0))

    def _wide(self, words: str, style: str) -> float:
        return line_up([Span(words)], self.look, style).size.w
