"""Themes and looks: read from JSON, in another hue, enlarged.

Nothing here is particular to one game: `swatches` holds groups of colours by free names for
those who need them.
"""

from __future__ import annotations

import colorsys
import json
from collections.abc import Callable, Collection, Mapping
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from red7_desktop.scene import commands, geometry, pictures
from red7_desktop.scene.paint.text import TextSetter

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
    """Return a theme whose grounds, panels and quiet words have a hue, in degrees; 0 is red.

    Every tone keeps its luminance, so what was readable is. Swatches stay.
    """
    own, _, _ = _to_hls(theme.colour(GROUND))

    @cache  # Themes have few tones, in many places.
    def turn(colour: pictures.Colour) -> pictures.Colour:
        tone, light, full = _to_hls(colour)
        if not 0 < full <= _DULL or abs((360 * (tone - own) + 180) % 360 - 180) > _NEAR:
            return colour
        turned = colorsys.hls_to_rgb(hue / 360, light, min(1.0, full * _FULLER))
        return _match_luminance(colour, turned)

    def fill(style: pictures.Fill | None) -> pictures.Fill | None:
        if isinstance(style, pictures.Gradient):
            return pictures.Gradient(turn(style.top), turn(style.bottom))
        if style is None:
            return None
        return turn(style)

    def box(style: BoxStyle) -> BoxStyle:
        if style.border is None:
            border = None
        else:
            border = turn(style.border)
        return style._replace(fill=fill(style.fill), border=border, ink=turn(style.ink))

    def text(style: TextStyle) -> TextStyle:
        return style._replace(colour=turn(style.colour))

    return _change_styles(theme, text, box, colours=_change_each(theme.colours, turn))


def _to_hls(colour: pictures.Colour) -> tuple[float, float, float]:
    return colorsys.rgb_to_hls(*(part / 255 for part in colour[:3]))


def _match_luminance(
    colour: pictures.Colour, turned: tuple[float, float, float]
) -> pictures.Colour:
    """Bring a tone (parts 0 to 1) to the luminance of a colour."""
    linear = [_decode_gamma(part) for part in turned]
    share = colour.luminance / max(1e-6, sum(map(mul, linear, _WEIGHTS)))
    r, g, b = (round(255 * _encode_gamma(min(1.0, part * share))) for part in linear)
    return pictures.Colour(r, g, b, colour.a)


def _decode_gamma(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _encode_gamma(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


T = TypeVar("T")
_NEEDED: Final = object()
MOST = 10_000.0
"""No number of a theme is larger."""


class ThemeError(ValueError):
    """Says which key of a theme is wrong, and why."""


class Reader:
    """One level of the dict; remembers which keys were read, so that `end` finds the others."""

    def __init__(self, data: object, where: str) -> None:
        self.where = where
        if not isinstance(data, Mapping):
            raise ThemeError(f"{where or 'the theme'}: must be an object, not {_name_kind(data)}")
        self.raw: Mapping[str, Any] = data
        self._unread = set(data)

    def path(self, key: str) -> str:
        """Return the full name of a key, such as `boxes.panel.fill`."""
        if self.where:
            return f"{self.where}.{key}"
        return key

    def fail(self, key: str, why: str) -> ThemeError:
        return ThemeError(f"{self.path(key)}: {why}")

    def take(self, key: str, default: Any = _NEEDED) -> Any:
        """Return what stands under a key; where it is missing, the default, if there is one."""
        if key not in self.raw and default is _NEEDED:
            raise self.fail(key, "is missing")
        self._unread.discard(key)
        return self.raw.get(key, default)

    def text(self, key: str, one_of: Collection[str] = ()) -> str:
        value = self.take(key)
        if not isinstance(value, str) or not value:
            raise self.fail(key, f"must be a text, not {_name_kind(value)}")
        if one_of and value not in one_of:
            raise self.fail(key, f"{value!r} is none of {', '.join(sorted(one_of))}")
        return value

    def number(self, key: str, default: float | None = None, least: float | None = 0.0) -> float:
        """Return a number of at least `least`; a missing key gives the default, if there is one."""
        value = self.take(key, _NEEDED if default is None else default)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.fail(key, f"must be a number, not {_name_kind(value)}")
        low = -MOST if least is None else least
        if not value >= low:  # nor is NaN
            raise self.fail(key, f"must be at least {low:g}")
        if value > MOST:
            raise self.fail(key, f"must be at most {MOST:g}")
        return float(value)

    def items(self, key: str) -> list[Any]:
        value = self.take(key, [])
        if not isinstance(value, list):
            raise self.fail(key, f"must be a list, not {_name_kind(value)}")
        return value

    def inside(self, key: str, default: Any = _NEEDED) -> Reader:
        return Reader(self.take(key, default), self.path(key))

    def build(self, key: str, make: Callable[[Reader], T]) -> T:
        """Return what is made of the level under a key, which must have no other keys."""
        level = self.inside(key)
        made = make(level)
        level.end()
        return made

    def each(self, read: Callable[[Reader, str], T]) -> dict[str, T]:
        return {key: read(self, key) for key in self.raw}

    def build_each(self, make: Callable[[Reader], T]) -> dict[str, T]:
        return {key: self.build(key, make) for key in self.raw}

    def end(self) -> None:
        """Raise ThemeError when a key was not read: it is misspelt or means nothing here."""
        if self._unread:
            raise self.fail(min(self._unread), "is not a key that a theme has here")


def _name_kind(value: object) -> str:
    names = {type(None): "null", dict: "an object", list: "a list", bool: "true or false"}
    return names.get(type(value), repr(value))


STATES = ("normal", "hover", "pressed", "focused", "disabled")
"""The states for which a button has a look of its own."""


class TextStyle(NamedTuple):
    """A font by file name, its size in design units, its colour, line height and alignment."""

    font: str
    size: float
    colour: pictures.Colour
    line_height: float = 1.3

    def picture(
        self, text: str, colour: pictures.Colour | None = None, **options: Any
    ) -> pictures.TextPicture:
        """Return the picture of a text in this style; `options` are TextPicture's other fields."""
        return pictures.TextPicture(
            text,
            self.font,
            self.size,
            self.colour if colour is None else colour,
            line_height=self.line_height,
            **options,
        )


class BoxStyle(NamedTuple):
    """The look of a box and of the text inside it."""

    fill: pictures.Fill | None
    border: pictures.Colour | None
    border_width: float
    radius: float
    shadows: tuple[pictures.Shadow, ...]
    ink: pictures.Colour

    def picture(self) -> pictures.BoxPicture:
        return pictures.BoxPicture(
            self.fill, self.radius, self.border, self.border_width, shadows=self.shadows
        )


class ButtonStyle(NamedTuple):
    """A button's look in each state, the text style of its words and of its key hint."""

    states: Mapping[str, BoxStyle]
    text: TextStyle
    hint: TextStyle
    hint_box: BoxStyle
    align: pictures.Align


class Sizes(NamedTuple):
    """Lengths in design units. least_text: no word on the screen should be smaller."""

    safe_margin: float
    least_text: float
    gap: float
    padding: float
    target: float
    icon: float
    focus_gap: float
    focus_width: float


class Times(NamedTuple):
    """Durations in seconds."""

    quick: float
    move: float
    slow: float
    toast: float


class Theme(NamedTuple):
    """Everything that widgets take their looks from.

    `zoom` tells how much larger than designed all its lengths are: what adds lengths of its own
    to the theme's multiplies them by it. `zoom_for_scale` is the scale at which all is seen, where
    that makes it smaller: what lies in it makes up for that by its zoom. `ground` names what the
    table is made of, "" for nothing in particular.
    """

    name: str
    colours: Mapping[str, pictures.Colour]
    swatches: Mapping[str, Mapping[str, pictures.Colour]]
    texts: Mapping[str, TextStyle]
    boxes: Mapping[str, BoxStyle]
    buttons: Mapping[str, ButtonStyle]
    sizes: Sizes
    times: Times
    zoom: float = 1.0
    seen_at: float = 1.0
    ground: str = ""

    @property
    def enlarged(self) -> float:
        return self.zoom * self.seen_at

    def colour(self, name: str) -> pictures.Colour:
        """Return a colour by name; ThemeError names one that the theme lacks."""
        return _find_named(self.colours, name, f"theme {self.name!r}: colours")

    def swatch(self, group: str, name: str) -> pictures.Colour:
        where = f"theme {self.name!r}: swatches"
        return _find_named(_find_named(self.swatches, group, where), name, f"{where}.{group}")

    def text(self, name: str) -> TextStyle:
        return self.texts.get(name) or _find_named(self.texts, name, f"theme {self.name!r}: texts")

    def box(self, name: str) -> BoxStyle:
        return _find_named(self.boxes, name, f"theme {self.name!r}: boxes")

    def button(self, name: str) -> ButtonStyle:
        return _find_named(self.buttons, name, f"theme {self.name!r}: buttons")


class Look(NamedTuple):
    """What a widget needs to know to look right.

    `scale` is in pixels per design unit, `visible` is all that the window shows in design units.
    `prompts` tells the key or button that does the same as a control. The stage makes a new look
    when any of them changes and hands it to every node.
    """

    theme: Theme
    text: TextSetter
    scale: float
    visible: geometry.Rect
    prompts: commands.Prompts = commands.Prompt


def _find_named(group: Mapping[str, T], name: str, where: str) -> T:
    try:
        return group[name]
    except KeyError:
        raise ThemeError(f"{where}.{name}: is missing") from None


def zoom_theme(theme: Theme, factor: float, fonts: Mapping[str, str] | None = None) -> Theme:
    """Return a theme whose texts, boxes and targets are `factor` times as large.

    `fonts` names, by file, the fonts that take the place of others. The margin at the window's
    edge stays: room is what larger things need most. Raises ValueError for a factor that is not
    positive.
    """
    if not factor > 0:
        raise ValueError(f"a theme cannot be {factor} times as large")
    others = {} if fonts is None else fonts

    def text(style: TextStyle) -> TextStyle:
        return style._replace(size=style.size * factor, font=others.get(style.font, style.font))

    def shadow(each: pictures.Shadow) -> pictures.Shadow:
        return each._replace(
            blur=each.blur * factor,
            dx=each.dx * factor,
            dy=each.dy * factor,
            spread=each.spread * factor,
        )

    def box(style: BoxStyle) -> BoxStyle:
        return style._replace(
            radius=style.radius * factor,
            border_width=style.border_width * factor,
            shadows=tuple(map(shadow, style.shadows)),
        )

    margin = theme.sizes.safe_margin
    least = theme.sizes.least_text
    sizes = Sizes._make([each * factor for each in theme.sizes])
    sizes = sizes._replace(safe_margin=margin, least_text=least)
    return _change_styles(theme, text, box, sizes=sizes, zoom=theme.zoom * factor)


def _change_styles(
    theme: Theme,
    text: Callable[[TextStyle], TextStyle],
    box: Callable[[BoxStyle], BoxStyle],
    **others: Any,
) -> Theme:
    """Return a theme with other styles. others: its fields that have other values as well."""

    def button(style: ButtonStyle) -> ButtonStyle:
        return style._replace(
            states=_change_each(style.states, box),
            text=text(style.text),
            hint=text(style.hint),
            hint_box=box(style.hint_box),
        )

    return theme._replace(
        texts=_change_each(theme.texts, text),
        boxes=_change_each(theme.boxes, box),
        buttons=_change_each(theme.buttons, button),
        **others,
    )


def _change_each(values: Mapping[str, T], change: Callable[[T], T]) -> Mapping[str, T]:
    return {name: change(value) for name, value in values.items()}


def zoom_for_scale(theme: Theme, factor: float, scale: float) -> Theme:
    """Return a theme `factor` times as large, for what is shown at a scale where words must be."""
    larger = zoom_theme(theme, factor)
    least = theme.sizes.least_text / scale
    return larger._replace(sizes=larger.sizes._replace(least_text=least), seen_at=scale)


NEEDED: Mapping[str, tuple[str, ...]] = {
    "colours": ("table", "text", "accent", "focus", "scrim"),
    "texts": ("body", "small", "title", "button", "hint"),
    "boxes": ("panel", "toast", "dialog", "key"),
    "buttons": ("plain", "primary"),
}
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
    texts = top.inside("texts").build_each(parts.text_style)
    boxes = top.inside("boxes").build_each(parts.box)
    theme = Theme(
        name=top.text("name"),
        colours=colours,
        swatches=top.inside("swatches", {}).each(
            lambda level, key: level.inside(key).each(_read_literal)
        ),
        texts=texts,
        boxes=boxes,
        buttons=top.inside("buttons").build_each(
            lambda level: parts.button_style(level, texts, boxes)
        ),
        sizes=top.build("sizes", lambda level: Sizes._make(map(level.number, Sizes._fields))),
        times=top.build("times", lambda level: Times._make(map(level.number, Times._fields))),
    )
    top.end()
    return theme


def _read_literal(level: Reader, key: str) -> pictures.Colour:
    try:
        return pictures.Colour.from_hex(level.text(key))
    except ValueError as error:
        raise error if isinstance(error, ThemeError) else level.fail(key, str(error)) from None


class _Parts:
    """Reads the styles that refer to named colours."""

    def __init__(self, colours: Mapping[str, pictures.Colour]) -> None:
        self._colours = colours

    def text_style(self, level: Reader) -> TextStyle:
        return TextStyle(
            font=level.text("font"),
            size=level.number("size", least=1.0),
            colour=self._colour(level, "colour"),
            line_height=level.number("line_height", default=1.3, least=0.5),
        )

    def button_style(
        self, level: Reader, texts: Mapping[str, TextStyle], boxes: Mapping[str, BoxStyle]
    ) -> ButtonStyle:
        states = level.inside("states")
        normal = states.inside("normal")
        looks = {}
        for name in STATES:
            # A state says only what differs from the normal one.
            changes = states.inside(name, {})
            for key in _BOX_KEYS:
                changes.take(key, None)
            changes.end()
            looks[name] = self.box(Reader({**normal.raw, **changes.raw}, changes.where))
        states.end()
        return ButtonStyle(
            states=looks,
            text=texts[level.text("text", one_of=texts)],
            hint=texts[level.text("hint", one_of=texts)],
            hint_box=boxes[level.text("hint_box", one_of=boxes)],
            align=pictures.Align(
                level.text("align", one_of=[str(align) for align in pictures.Align])
            ),
        )

    def box(self, level: Reader) -> BoxStyle:
        return BoxStyle(
            fill=self._fill(level, "fill"),
            border=self._colour(level, "border", None),
            border_width=level.number("border_width", default=1.5),
            radius=level.number("radius", default=0.0),
            shadows=tuple(
                self._shadow(Reader(shadow, level.path(f"shadows.{index}")))
                for index, shadow in enumerate(level.items("shadows"))
            ),
            ink=self._colour(level, "ink", "text"),
        )

    def _shadow(self, level: Reader) -> pictures.Shadow:
        shadow = pictures.Shadow(
            colour=self._colour(level, "colour"),
            blur=level.number("blur"),
            dx=level.number("dx", default=0.0, least=None),
            dy=level.number("dy", default=0.0, least=None),
            spread=level.number("spread", default=0.0, least=None),
        )
        level.end()
        return shadow

    def _fill(self, level: Reader, key: str) -> pictures.Fill | None:
        value = level.take(key, None)
        if not isinstance(value, list):
            if value is None:
                return None
            return self._tone(level, key, value)
        if len(value) != 2:
            raise level.fail(key, f"a gradient has two colours, not {len(value)}")
        return pictures.Gradient(*(self._tone(level, key, colour) for colour in value))

    def _colour(self, level: Reader, key: str, default: Any = _NEEDED) -> Any:
        """Return the colour under a key, None where that says so, and may."""
        value = level.take(key, default)
        if value is default is None:
            return None
        return self._tone(level, key, value)

    def _tone(self, level: Reader, key: str, value: object) -> pictures.Colour:
        if not isinstance(value, str):
            raise level.fail(key, f"must be a colour, not {value!r}")
        name, at, opacity = value.partition("@")
        try:
            if name.startswith("#"):
                colour = pictures.Colour.from_hex(name)
            else:
                colour = self._colours[name]
            if at:
                return colour.with_alpha(colour.a / 255 * float(opacity))
            return colour
        except KeyError:
            raise level.fail(key, f"no colour is named {name!r}") from None
        except ValueError as error:
            raise level.fail(key, str(error)) from None
