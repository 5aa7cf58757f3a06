"""The cap of a key or a pad's button, beside what it does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from red7_desktop.scene.geometry import NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.input.prompts import Prompt, Shape
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.theme.style import ButtonStyle, Look

_PADDING: Final = Vec(8.0, 3.0)

_DRAWING: Final = 0.72
"""The side of a drawing, as a part of the cap's height."""

_WIDER: Final = 1.7
"""A pill's width, at least, in its heights."""


class KeyCap(Node):
    """Shows the prompt for a hint, in the looks of a button; hidden where there is none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(visible=False, **options)
        self._face = Node(name="cap face")
        self.add(self._face)

    def tell(self, look: Look, style: ButtonStyle, hint: str) -> Size:
        """Take on a hint and the room that it needs; give that."""
        prompt = look.prompts(hint) if hint else None
        is_shown = prompt is not None and not prompt.in_tips_only
        return self.show(look, style, prompt if is_shown else None)

    def show(self, look: Look, style: ButtonStyle, prompt: Prompt | None) -> Size:
        """Take on a prompt and the room that it needs; give that."""
        self.visible = prompt is not None
        if prompt is None:
            self.size = NO_SIZE
            return NO_SIZE
        ink = style.hint_box.ink
        words = style.hint.picture(prompt.words, ink, align=Align.CENTRE)
        measured = look.text.measure(words, look.scale)
        height = measured.h + 2 * _PADDING.y
        wide = measured.w + 2 * _PADDING.x
        box = style.hint_box
        if prompt.drawing:
            wide = height
        if prompt.shape is Shape.DISC:
            # One letter stands in a circle; two need more room than that.
            is_one = prompt.drawing or len(prompt.words) == 1
            wide = height if is_one else measured.w + 2 * _PADDING.x
            box = replace(box, radius=height / 2)
        elif prompt.shape is Shape.PILL:
            wide, box = max(wide, _WIDER * height), replace(box, radius=height * 0.3)
        self.size = Size(max(height, wide), height)
        self.picture = box.picture()
        if prompt.drawing:
            side = height * _DRAWING
            place = Rect.centred(Vec(self.size.w / 2, height / 2), Size(side, side))
            self._face.picture = build_glyph(prompt.drawing, ink)
        else:
            place = Rect(0.0, 0.0, *self.size)
            self._face.picture = words
        self._face.position, self._face.size = place.position, place.size
        return self.size
