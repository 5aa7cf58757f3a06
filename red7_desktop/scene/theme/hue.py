"""Themes in another hue: dull tones turn, bright ones keep their meaning, contrasts stay."""

from __future__ import annotations

import colorsys
from dataclasses import replace
from functools import cache
from operator import mul
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.scene.paint.pictures import Gradient
from red7_desktop.scene.theme.colour import Colour

if TYPE_CHECKING:
    from red7_desktop.scene.paint.pictures import Fill
    from red7_desktop.scene.theme.style import BoxStyle, ButtonStyle, TextStyle, Theme

GROUND: Final = "table"
"""The colour whose hue is the theme's own."""

_NEAR: Final = 45.0
"""Degrees from the theme's own hue within which a tone turns."""

_DULL: Final = 0.36
"""More saturated tones mean something, and stay."""

_WEIGHTS: Final = (0.2126, 0.7152, 0.0722)
"""How much red, green and blue add to the luminance."""

_FULLER: Final = 1.6
"""A turned tone is so much more saturated, for it is seen less as a grey."""


def shift_theme_hue(theme: Theme, hue: float) -> Theme:
    """Give a theme whose grounds, panels and quiet words have a hue, in degrees; 0 is red.

    Every tone keeps its luminance, so what was readable is. Swatches stay.
    """
    return _Turning(_hue_of(theme.colour(GROUND)), hue).theme(theme)


def _hue_of(colour: Colour) -> float:
    return 360 * colorsys.rgb_to_hls(*(part / 255 for part in colour[:3]))[0]


class _Turning:
    """Turns tones from one hue to another, wherever a theme has them."""

    def __init__(self, own: float, wanted: float) -> None:
        self._own = own
        self._wanted = wanted
        # Themes have few tones, in many places.
        self._tone = cache(self._turned)

    def theme(self, theme: Theme) -> Theme:
        """Turn a whole theme."""
        return replace(
            theme,
            colours=MappingProxyType({k: self._tone(v) for k, v in theme.colours.items()}),
            texts=MappingProxyType({k: self._text(v) for k, v in theme.texts.items()}),
            boxes=MappingProxyType({k: self._box(v) for k, v in theme.boxes.items()}),
            buttons=MappingProxyType({k: self._button(v) for k, v in theme.buttons.items()}),
        )

    def _turned(self, colour: Colour) -> Colour:
        hue, light, full = colorsys.rgb_to_hls(*(part / 255 for part in colour[:3]))
        away = abs((360 * hue - self._own + 180) % 360 - 180)
        if not 0 < full <= _DULL or away > _NEAR:
            return colour
        turned = colorsys.hls_to_rgb(self._wanted / 360, light, min(1.0, full * _FULLER))
        return _match_luminance(colour, turned)

    def _fill(self, fill: Fill | None) -> Fill | None:
        if isinstance(fill, Gradient):
            return Gradient(self._tone(fill.top), self._tone(fill.bottom))
        return None if fill is None else self._tone(fill)

    def _text(self, style: TextStyle) -> TextStyle:
        return replace(style, colour=self._tone(style.colour))

    def _box(self, style: BoxStyle) -> BoxStyle:
        return replace(
            style,
            fill=self._fill(style.fill),
            border=None if style.border is None else self._tone(style.border),
            ink=self._tone(style.ink),
        )

    def _button(self, style: ButtonStyle) -> ButtonStyle:
        return replace(
            style,
            states=MappingProxyType({name: self._box(box) for name, box in style.states.items()}),
            text=self._text(style.text),
            hint=self._text(style.hint),
            hint_box=self._box(style.hint_box),
        )


def _match_luminance(colour: Colour, turned: tuple[float, float, float]) -> Colour:
    """Bring a tone (parts 0 to 1) to the luminance of a colour."""
    linear = [_decode_gamma(part) for part in turned]
    share = colour.luminance / max(1e-6, sum(map(mul, linear, _WEIGHTS)))
    r, g, b = (round(255 * _encode_gamma(min(1.0, part * share))) for part in linear)
    return Colour(r, g, b, colour.a)


def _decode_gamma(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _encode_gamma(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
