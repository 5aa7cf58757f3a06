"""What counts in a moment: figures that run, and a plate for each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.table_screen.overlays.ending_parts import build_large_avatar, get_seat_colour
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture, Shadow
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.models.finale import SeatShare
    from red7_desktop.scene.theme.style import Look

_SIDE: Final = 0.66
"""The width of a sign, as a part of its plate's height."""


class AnimatedFigure(Label):
    """A number that an animation may run up or down, by `value`."""

    def __init__(self, look: Look, value: int, style: str, **options: Any) -> None:
        super().__init__(look, str(value), style, **options)

    @property
    def value(self) -> int:
        """The number that is shown."""
        return int(self.text)

    @value.setter
    def value(self, value: int) -> None:
        self.text = str(value)


class SeatPlate(Node):
    """A seat's sign, name and figure, as large as it is told."""

    def __init__(
        self, look: Look, ink: TextStyler, share: SeatShare, box: Rect, *, is_winner: bool
    ) -> None:
        name = f"plate {share.sign.seat}"
        super().__init__(name=name, position=box.position, size=box.size)
        theme = look.theme
        seat = get_seat_colour(look, share.sign.seat)
        line = theme.colour("accent") if is_winner else theme.colour("border")
        glow = (Shadow(line.with_alpha(0.35), 22.0),) if is_winner else ()
        fill = theme.colour("panel").mixed(seat, 0.06)
        self.picture = BoxPicture(fill, 16.0, line, 2.0, shadows=glow)
        side = min(box.h * _SIDE, box.w * 0.3)
        top = (box.h - side) / 2
        self.add(build_large_avatar(look, ink, share.sign, Rect(top, top, side, side)))
        room = box.w - side - 3 * top
        figure_room = room * 0.36
        left = side + 2 * top
        words = RunsLabel(look, share.sign.name, "row", size=Size(room - figure_room, box.h))
        words.position = Vec(left, 0.0)
        size = Size(figure_room, box.h)
        self.figure = AnimatedFigure(
            look, share.before, "hud_points", size=size, align=Align.END, name="figure"
        )
        self.figure.position = Vec(left + room - figure_room, 0.0)
        self.add(words, self.figure)
