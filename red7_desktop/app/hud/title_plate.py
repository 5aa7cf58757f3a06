"""The plate at the top left: the menu, the name of the game, the round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from red7_desktop.app.hud.hud_button import ButtonFace, HudButton
from red7_desktop.app.hud.ink import Ink
from red7_desktop.app.hud.part import Part
from red7_desktop.app.runs import runs_of
from red7_desktop.app.table_model import TitleModel
from red7_desktop.app.texts import Texts
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.run_lines import Span
from red7_desktop.scene.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_LOGO: Final = 64.0
_GAP: Final = 20.0


class TitlePlate(Part[TitleModel]):
    """Calls `on_menu` when its button is pressed."""

    def __init__(
        self, look: Look, ink: Ink, texts: Texts, on_menu: Callable[[], None], **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self.menu = HudButton(look, ink, on_menu, name="menu")
        self.menu.show(
            ButtonFace("hud_menu", icon="menu", tip=runs_of(texts("Menu")), icon_size=30.0)
        )
        logo = (Span("Red"), Span("7", style="hud_logo_seven"))
        self._logo = RunsLabel(look, logo, "hud_logo", name="logo")
        self._line = RunsLabel(look, "", "hud_round", max_lines=2, least=0.75, name="round")
        self.add(self.menu, self._logo, self._line)

    def compose(self, value: TitleModel) -> None:
        """Put everything in a row."""
        w, h = self.size
        self.picture = self.look.theme.box("hud_plate").picture()
        self.menu.place(Rect(4.0, 4.0, h - 8.0, h - 8.0))
        self._logo.write(rect=Rect(_LOGO, 0.0, 0.0, h))
        left = _LOGO + self._logo.ink.w + _GAP
        self._line.write(value.line, Rect(left, 1.0, max(w - left - _GAP * 0.7, 1.0), h - 2.0))
