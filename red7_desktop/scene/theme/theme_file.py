"""Reads a theme from the dict that a JSON file gives."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from red7_desktop.scene.paint.pictures import Align, Fill, Gradient, Shadow
from red7_desktop.scene.theme.colour import Colour
from red7_desktop.scene.theme.style import (
    STATES,
    BoxStyle,
    ButtonStyle,
    Sizes,
    TextStyle,
    Theme,
    Times,
)
from red7_desktop.scene.theme.theme_reader import Reader, ThemeError

NEEDED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "colours": ("table", "text", "accent", "focus", "scrim"),
        "texts": ("body", "small", "title", "button", "hint"),
        "boxes": ("panel", "toast", "dialog", "key"),
        "buttons": ("plain", "primary"),
    }
)
"""The styles that the widgets ask for by name, which every theme must have."""


LONGEST = 200_000
"""No theme file is longer, in bytes."""


_BOX_KEYS = ("fill", "border", "border_width", "radius", "shadows", "ink")


def load_theme(path: Path) -> Theme:
    """Read a theme file; ThemeError names the file and the wrong key."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
        if len(data) > LONGEST:
            raise ThemeError(f"longer than {LONGEST} bytes")
        return read_theme(json.loads(data.decode()))
    except OSError as error:
        raise ThemeError(f"{path.name}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ThemeError(f"{path.name}: not a UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise ThemeError(f"{path.name}: not JSON: {error}") from error
    except RecursionError as error:
        raise ThemeError(f"{path.name}: nested too deep") from error
    except ValueError as error:  # ThemeError is one; so is what Python says of too many digits
        raise ThemeError(f"{path.name}: {error}") from error


def read_theme(data: Mapping[str, Any]) -> Theme:
    """Build a theme from a plain dict.

    Colours are `#RRGGBB`, `#RRGGBBAA`, a name from `colours`, or `name@0.5` for a name at half
    its opacity. A fill is a colour, a list of two for a gradient from top to bottom, or null.
    Raises ThemeError, naming the key, for whatever is missing, unknown or wrong.
    """
    top = Reader(data, "")
    for section, names in NEEDED.items():
        group = top.inside(section)
        for name in names:
            group.take(name)
    colours = top.inside("colours").each(_read_literal)
    parts = _Parts(colours)
    texts = top.inside("texts").each(parts.text_style)
    boxes = top.inside("boxes").each(parts.box_style)
    theme = Theme(
        name=top.text("name"),
        colours=MappingProxyType(colours),
        swatches=MappingProxyType(
            top.inside("swatches").each(
                lambda level, key: MappingProxyType(level.inside(key).each(_read_literal))
            )
            if top.has("swatches")
            else {}
        ),
        texts=MappingProxyType(texts),
        boxes=MappingProxyType(boxes),
        buttons=MappingProxyType(
            top.inside("buttons").each(
                lambda level, key: parts.button_style(level.inside(key), texts, boxes)
            )
        ),
        sizes=Sizes(**_read_numbers(top.inside("sizes"), Sizes.__slots__)),
        times=Times(**_read_numbers(top.inside("times"), Times.__slots__)),
    )
    top.end()
    return theme


def _read_literal(level: Reader, key: str) -> Colour:
    try:
        return Colour.from_hex(level.text(key))
    except ValueError as error:
        raise error if isinstance(error, ThemeError) else level.fail(key, str(error)) from None


def _read_numbers(level: Reader, names: tuple[str, ...]) -> dict[str, float]:
    numbers = {name: level.number(name) for name in names}
    level.end()
    return numbers


class _Parts:
    """Reads the styles that refer to named colours."""

    def __init__(self, colours: Mapping[str, Colour]) -> None:
        self._colours = colours

    def text_style(self, above: Reader, key: str) -> TextStyle:
        level = above.inside(key)
        style = TextStyle(
            font=level.text("font"),
            size=level.number("size", least=1.0),
            colour=self._colour(level, "colour", level.take("colour")),
            line_height=level.number("line_height", default=1.3, least=0.5),
        )
        level.end()
        return style

    def box_style(self, above: Reader, key: str) -> BoxStyle:
        level = above.inside(key)
        style = self._box(level)
        level.end()
        return style

    def button_style(
        self, level: Reader, texts: Mapping[str, TextStyle], boxes: Mapping[str, BoxStyle]
    ) -> ButtonStyle:
        states = level.inside("states")
        normal = states.inside("normal")
        looks = {}
        for name in STATES:
            # A state says only what differs from the normal one.
            own = states.take(name) if states.has(name) else {}
            changes = Reader(own, states.path(name))
            for key in _BOX_KEYS:
                if changes.has(key):
                    changes.take(key)
            changes.end()
            looks[name] = self._box(Reader({**normal.raw, **own}, states.path(name)))
        states.end()
        style = ButtonStyle(
            states=MappingProxyType(looks),
            text=texts[level.text("text", one_of=texts)],
            hint=texts[level.text("hint", one_of=texts)],
            hint_box=boxes[level.text("hint_box", one_of=boxes)],
            align=Align(level.text("align", one_of=[str(align) for align in Align])),
        )
        level.end()
        return style

    def _box(self, level: Reader) -> BoxStyle:
        return BoxStyle(
            fill=self._fill(level, "fill"),
            border=self._optional(level, "border"),
            border_width=level.number("border_width", default=1.5),
            radius=level.number("radius", default=0.0),
            shadows=tuple(
                self._shadow(Reader(shadow, level.path(f"shadows.{index}")))
                for index, shadow in enumerate(level.items("shadows"))
            ),
            ink=self._colour(level, "ink", level.take("ink") if level.has("ink") else "text"),
        )

    def _shadow(self, level: Reader) -> Shadow:
        shadow = Shadow(
            colour=self._colour(level, "colour", level.take("colour")),
            blur=level.number("blur"),
            dx=level.number("dx", default=0.0, least=None),
            dy=level.number("dy", default=0.0, least=None),
            spread=level.number("spread", default=0.0, least=None),
        )
        level.end()
        return shadow

    def _fill(self, level: Reader, key: str) -> Fill | None:
        value = level.take(key) if level.has(key) else None
        if isinstance(value, list):
            if len(value) != 2:
                raise level.fail(key, f"a gradient has two colours, not {len(value)}")
            return Gradient(*(self._colour(level, key, colour) for colour in value))
        return None if value is None else self._colour(level, key, value)

    def _optional(self, level: Reader, key: str) -> Colour | None:
        value = level.take(key) if level.has(key) else None
        return None if value is None else self._colour(level, key, value)

    def _colour(self, level: Reader, key: str, value: object) -> Colour:
        """Read `#RRGGBB[AA]`, a colour's name, or a name at an opacity."""
        if not isinstance(value, str):
            raise level.fail(key, f"must be a colour, not {value!r}")
        name, at, opacity = value.partition("@")
        try:
            colour = Colour.from_hex(name) if name.startswith("#") else self._colours[name]
            return colour.with_alpha(colour.a / 255 * float(opacity)) if at else colour
        except KeyError:
            raise level.fail(key, f"no colour is named {name!r}") from None
        except ValueError as error:
            raise level.fail(key, str(error)) from None
