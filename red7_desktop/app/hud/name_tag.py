"""The name of a seat beside its sign, and one line about it below."""

from __future__ import annotations

from typing import Any, Final

from red7_desktop.app.hud.avatar import Avatar, Sign
from red7_desktop.app.hud.ink import Ink
from red7_desktop.app.hud.part import Part
from red7_desktop.app.table_model import SeatModel
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.run_lines import Span
from red7_desktop.scene.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_NARROW: Final = 170.0
_HIGH: Final = 64.0
"""The height that both lines need."""
_DISC, _SMALL_DISC = 50.0, 42.0
"""The sign's width, and that in a narrow zone."""


class NameTag(Part[SeatModel]):
    """Sign, name and the line about who plays, for which `say` gives another one."""

    def __init__(self, look: Look, ink: Ink, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._avatar = Avatar(look, ink, name="avatar")
        self._name = RunsLabel(look, "", "hud_seat_name", least=0.68, name="label")
        self._kind = RunsLabel(look, "", "hud_seat_kind", least=0.6, name="kind")
        self.add(self._avatar, self._name, self._kind)
        self._line: tuple[str, str] | None = None

    def say(self, line: str, colour: str) -> None:
        """Show another line below the name, in a colour of the theme by its name."""
        if (line, colour) != self._line:
            self._line = (line, colour)
            self.refresh()

    def compose(self, value: SeatModel) -> None:
        """Put the sign to the left and two lines beside it."""
        w, h = self.size
        grown = self.grown(h, _HIGH)
        side = min((_DISC if w > _NARROW else _SMALL_DISC) * grown, h)
        top = (h - side) / 2
        self._avatar.place(Rect(top if w > _NARROW else 0.0, top, side, side))
        self._avatar.show(Sign(value.seat, value.initial, value.is_leading, value.level))
        left = self._avatar.position.x + side + (13.0 if w > _NARROW else 9.0)
        room = max(w - left, 1.0)
        colour = "accent" if value.is_you and value.is_acting else "text"
        name = (Span(value.name, colour=self.look.theme.colour(colour)),)
        self._name.write(name, Rect(left, h / 2 - 31.0 * grown, room, 32.0 * grown))
        is_thinking = bool(value.level) and value.is_acting
        line = Span(value.kind, colour=self.look.theme.colour("accent") if is_thinking else None)
        if self._line is not None:
            tone = self.look.theme.colour(self._line[1])
            line = Span(self._line[0], style="hud_note_strong", colour=tone)
        self._kind.write((line,), Rect(left, h / 2 + grown, room, 26.0 * grown))
