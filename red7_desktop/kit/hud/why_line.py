"""The line that says who leads and why, or what to do next, and what the others have."""

from __future__ import annotations

from typing import Any, Final

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.model import WhyModel
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.paint.run_lines import Span, line_up, measure_width_at
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_CROWN: Final = 31.0

_WHY_HEIGHT: Final = 46.0
"""The height that the line needs, crown and all."""

_WHY_EDGE: Final = 22.0

_WHY_GAP: Final = 28.0
"""Space between the line and the others, and at least so much between one of them and the next."""

_BETWEEN: Final = "     "

_OTHERS_LEAST: Final = 0.92
"""The others are left out rather than shrunk below this part of their size."""


class WhyLine(Part[WhyModel]):
    """A crown, the line, and the others at the right end as far as there is room for them.

    Before what is to be done stands an arrow.
    """

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._crown = Node(name="crown")
        self._line = RunsLabel(look, "", "hud_why", name="line")
        self._others = RunsLabel(look, "", "hud_why_others", align=Align.END, name="others")
        self.add(self._crown, self._line, self._others)

    def compose(self, value: WhyModel) -> None:
        """Give the line what it needs, and the others the rest."""
        theme, (w, h) = self.look.theme, self.size
        self.picture = theme.box("hud_prompt" if value.is_prompt else "hud_why").picture()
        self._crown.visible = value.has_leader or value.is_prompt
        self._crown.picture = build_icon(
            "next" if value.is_prompt else "crown", theme.colour("accent")
        )
        line = self.ink.spans(self.look, value.line)
        wide = line_up(line, self.look, "hud_why").size.w
        crown = _CROWN * self.grown(h, _WHY_HEIGHT)
        designed = measure_width_at(1.0 / theme.enlarged, line, self.look, "hud_why")
        if 2 * _WHY_EDGE + crown + 12.0 + designed > w:
            crown = _CROWN  # It takes no room from a line that has too little without a zoom.
        self._crown.size = Size(crown, crown)
        self._crown.position = Vec(_WHY_EDGE, (h - crown) / 2 - 1.0)
        left = _WHY_EDGE + (crown + 12.0 if self._crown.visible else 6.0)
        room = w - left - _WHY_EDGE
        free = room - wide - _WHY_GAP
        # Small letters are a hair wider than a part of large ones.
        others = self._that_fit(value, 0.95 * free / _OTHERS_LEAST)
        self._others.visible = bool(others)
        wanted = line_up(others, self.look, "hud_why_others").size.w
        width = max(1.0, min(wanted, free)) if others else 0.0
        self._others.write(others, Rect(w - _WHY_EDGE - width, 1.0, width, h))
        self._line.write(line, Rect(left, 0.0, room - (width + _WHY_GAP if others else 0.0), h))

    def _that_fit(self, value: WhyModel, room: float) -> list[Span]:
        """Take the best of the others as far as they fit into a width, or none."""
        spans: list[Span] = []
        for other in value.others:
            more = [*spans, *([Span(_BETWEEN)] if spans else [])]
            more += self.ink.spans(self.look, other)
            if line_up(more, self.look, "hud_why_others").size.w > room:
                break
            spans = more
        return spans
