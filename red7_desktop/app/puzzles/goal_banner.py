"""The banner above a puzzle's table: what is asked, and what was thought of a turn."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.hud.spaced import SpacedWord
from red7_desktop.kit.language.rich_text import Runs
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.paint.pictures import Align, BoxPicture, Gradient, Shadow
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.runs import RunsLabel

_EDGE: Final = 30.0

_BANNER_GAP: Final = 24.0

_BANNER_WORDS_HEIGHT: Final = 0.78
"""The words are no higher than this part of the banner."""

_MOST_CAPTION: Final = 0.24
"""The part of the width that the caption has at most."""


class GoalModel(NamedTuple):
    """What the banner says. colour: of its line and caption, by the theme's name."""

    caption: str
    words: Runs
    colour: str = "accent"


class GoalBanner(Part[GoalModel]):
    """A caption at the left, the words in the middle of what is left of it."""

    def __init__(self, look: Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._caption = SpacedWord(look, "hud_rule_colour", name="caption")
        self._words = RunsLabel(
            look, "", "banner", align=Align.CENTRE, max_lines=2, name="goal words"
        )
        self.add(self._caption, self._words)

    def compose(self, value: GoalModel) -> None:
        """Take the colour, and share the width."""
        theme, (w, h) = self.look.theme, self.size
        tint, ground = theme.colour(value.colour), theme.colour("rule_mix")
        fill = Gradient(
            ground.mixed(tint, 0.22).with_alpha(0.97), ground.mixed(tint, 0.10).with_alpha(0.97)
        )
        shadows = (
            Shadow(theme.colour("shadow").with_alpha(0.4), 24.0, dy=6.0),
            Shadow(tint.with_alpha(0.35), 44.0),
        )
        self.picture = BoxPicture(fill, 0.26 * h, tint, 2.4, shadows=shadows)
        edge = min(_EDGE, 0.05 * w)
        self._caption.show(value.caption, tint)
        caption = min(self._caption.width(), _MOST_CAPTION * w)
        self._caption.place(Rect(edge, 0.0, caption, h))
        left = edge + caption + _BANNER_GAP
        room = w - left - edge
        # Two lines keep clear of the frame.
        box = Rect(
            left, 0.5 * (0.94 - _BANNER_WORDS_HEIGHT) * h - 1.0, room, _BANNER_WORDS_HEIGHT * h
        )
        self._words.write(self.ink.spans(self.look, value.words), box)
