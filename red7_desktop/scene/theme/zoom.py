"""Themes made larger, and themes set in other fonts, for people who need that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from types import MappingProxyType

from red7_desktop.scene.paint.pictures import Shadow
from red7_desktop.scene.theme.style import BoxStyle, ButtonStyle, Sizes, TextStyle, Theme


def zoom_theme(theme: Theme, factor: float, fonts: Mapping[str, str] | None = None) -> Theme:
    """Give a theme whose texts, boxes and targets are `factor` times as large.

    `fonts` names, by file, the fonts that take the place of others. The margin at the window's
    edge stays: room is what larger things need most. Raises ValueError for a factor that is not
    positive.
    """
    if not factor > 0:
        raise ValueError(f"a theme cannot be {factor} times as large")
    others = {} if fonts is None else fonts
    texts = {name: _zoom_text(style, factor, others) for name, style in theme.texts.items()}
    boxes = {name: _zoom_box(style, factor) for name, style in theme.boxes.items()}
    buttons = {name: _zoom_button(style, factor, others) for name, style in theme.buttons.items()}
    return replace(
        theme,
        texts=MappingProxyType(texts),
        boxes=MappingProxyType(boxes),
        buttons=MappingProxyType(buttons),
        sizes=_zoom_sizes(theme.sizes, factor),
        zoom=theme.zoom * factor,
    )


def zoom_for_scale(theme: Theme, factor: float, scale: float) -> Theme:
    """Give a theme `factor` times as large for what is shown at a scale, so that words must be."""
    larger = zoom_theme(theme, factor)
    least = theme.sizes.least_text / scale
    return replace(larger, sizes=replace(larger.sizes, least_text=least), seen_at=scale)


def _zoom_text(style: TextStyle, factor: float, fonts: Mapping[str, str]) -> TextStyle:
    return replace(style, size=style.size * factor, font=fonts.get(style.font, style.font))


def _zoom_box(style: BoxStyle, factor: float) -> BoxStyle:
    return replace(
        style,
        radius=style.radius * factor,
        border_width=style.border_width * factor,
        shadows=tuple(_zoom_shadow(shadow, factor) for shadow in style.shadows),
    )


def _zoom_shadow(shadow: Shadow, factor: float) -> Shadow:
    return replace(
        shadow,
        blur=shadow.blur * factor,
        dx=shadow.dx * factor,
        dy=shadow.dy * factor,
        spread=shadow.spread * factor,
    )


def _zoom_button(style: ButtonStyle, factor: float, fonts: Mapping[str, str]) -> ButtonStyle:
    return replace(
        style,
        states=MappingProxyType(
            {name: _zoom_box(box, factor) for name, box in style.states.items()}
        ),
        text=_zoom_text(style.text, factor, fonts),
        hint=_zoom_text(style.hint, factor, fonts),
        hint_box=_zoom_box(style.hint_box, factor),
    )


def _zoom_sizes(sizes: Sizes, factor: float) -> Sizes:
    larger = {field.name: getattr(sizes, field.name) * factor for field in fields(sizes)}
    kept = {"safe_margin": sizes.safe_margin, "least_text": sizes.least_text}
    return replace(sizes, **(larger | kept))
