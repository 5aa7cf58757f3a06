"""Themes: colours, text and box styles from JSON; hue shifts and enlargement.

This module doesn't depend on any game: `swatches` has groups of colours whose names a game chooses.
"""

from __future__ import annotations

import colorsys
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from operator import mul
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from red7_desktop.scene import commands, geometry, pictures
from red7_desktop.scene.paint.text import TextLayout

HUE_COLOUR: Final = "table"
"""Name of the colour whose hue counts as the theme's hue."""
_HUE_TOLERANCE: Final = 45.0
"""Maximum distance, in degrees, of a colour's hue from the theme's old hue.

When `shift_theme_hue` gives a theme another hue, it doesn't change colours beyond this distance."""
_MAX_SATURATION: Final = 0.36
"""Maximum saturation of colours that `shift_theme_hue` changes.

More saturated colours have a meaning, such as good or bad, so they must not change."""
_WEIGHTS: Final = (0.2126, 0.7152, 0.0722)
"""Weights of red, green and blue in a colour's luminance."""
_SATURATION_FACTOR: Final = 1.6
"""Factor for the saturation of a colour to which `shift_theme_hue` gives another hue.

Such a colour is almost grey, so its new hue would hardly be visible otherwise."""


def shift_theme_hue(theme: Theme, hue: float) -> Theme:
    """Return a theme whose backgrounds, panels and secondary texts have another hue.

    Every colour keeps its luminance and thus its contrast. `Theme.swatches` don't change.

    Args:
        theme: The theme to shift.
        hue: Degrees on the colour wheel; 0 is red.
    """
    theme_hue, _, _ = _to_hls(theme.colour(HUE_COLOUR))

    @cache  # Cached because most colours of a theme occur many times in it.
    def turn(colour: pictures.Colour) -> pictures.Colour:
        hue_of_colour, light, saturation = _to_hls(colour)
        if (
            not 0 < saturation <= _MAX_SATURATION
            or abs((360 * (hue_of_colour - theme_hue) + 180) % 360 - 180) > _HUE_TOLERANCE
        ):
            return colour
        turned = colorsys.hls_to_rgb(hue / 360, light, min(1.0, saturation * _SATURATION_FACTOR))
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

    colours = {name: turn(colour) for name, colour in theme.colours.items()}
    return _change_styles(theme, text, box, colours=colours)


def _to_hls(colour: pictures.Colour) -> tuple[float, float, float]:
    return colorsys.rgb_to_hls(*(part / 255 for part in colour[:3]))


def _match_luminance(
    colour: pictures.Colour, turned: tuple[float, float, float]
) -> pictures.Colour:
    """Scale a colour (channels 0 to 1) so that it has the luminance of another colour."""
    linear = [_decode_gamma(part) for part in turned]
    share = colour.luminance / max(1e-6, sum(map(mul, linear, _WEIGHTS)))
    r, g, b = (round(255 * _encode_gamma(min(1.0, part * share))) for part in linear)
    return pictures.Colour(r, g, b, colour.a)


def _decode_gamma(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _encode_gamma(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


T = TypeVar("T")
_REQUIRED: Final = object()
MAX_NUMBER = 10_000.0
"""Largest number that a theme file may contain."""


class ThemeError(ValueError):
    """Raised for an invalid theme file; the message names the key and the reason."""


class ThemeReader:
    """Reads the keys of one JSON object of a theme, and finds unknown keys: those never read."""

    def __init__(self, data: object, where: str) -> None:
        self.where = where
        if not isinstance(data, Mapping):
            raise ThemeError(f"{where or 'the theme'}: must be an object, not {_name_kind(data)}")
        self.raw: Mapping[str, Any] = data
        self._unread = set(data)

    def path(self, key: str) -> str:
        """Return the full name of a key, such as "boxes.panel.fill"."""
        if self.where:
            return f"{self.where}.{key}"
        return key

    def fail(self, key: str, why: str) -> ThemeError:
        return ThemeError(f"{self.path(key)}: {why}")

    def read(self, key: str, default: Any = _REQUIRED) -> Any:
        """Return the value of a key, or the default if the key is missing.

        Raises:
            ThemeError: The key is missing and there is no default.
        """
        if key not in self.raw and default is _REQUIRED:
            raise self.fail(key, "is missing")
        self._unread.discard(key)
        return self.raw.get(key, default)

    def text(self, key: str, one_of: Collection[str] = ()) -> str:
        value = self.read(key)
        if not isinstance(value, str) or not value:
            raise self.fail(key, f"must be a text, not {_name_kind(value)}")
        if one_of and value not in one_of:
            raise self.fail(key, f"{value!r} is none of {', '.join(sorted(one_of))}")
        return value

    def number(self, key: str, default: float | None = None, least: float | None = 0.0) -> float:
        """Return the number under a key, which must be at least `least`.

        Args:
            key: Key in this object.
            default: Value for a missing key; None if the key is required.
            least: Smallest allowed value; None allows negative numbers.
        """
        value = self.read(key, _REQUIRED if default is None else default)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.fail(key, f"must be a number, not {_name_kind(value)}")
        low = -MAX_NUMBER if least is None else least
        if not value >= low:  # Rejects NaN too, unlike `value < low`.
            raise self.fail(key, f"must be at least {low:g}")
        if value > MAX_NUMBER:
            raise self.fail(key, f"must be at most {MAX_NUMBER:g}")
        return float(value)

    def items(self, key: str) -> list[Any]:
        value = self.read(key, [])
        if not isinstance(value, list):
            raise self.fail(key, f"must be a list, not {_name_kind(value)}")
        return value

    def child(self, key: str, default: Any = _REQUIRED) -> ThemeReader:
        return ThemeReader(self.read(key, default), self.path(key))

    def build(self, key: str, make: Callable[[ThemeReader], T]) -> T:
        """Call `make` with a reader of the JSON object under a key, and return its result.

        Raises:
            ThemeError: The object has a key that `make` didn't read.
        """
        level = self.child(key)
        made = make(level)
        level.reject_unknown_keys()
        return made

    def read_each(self, read: Callable[[ThemeReader, str], T]) -> dict[str, T]:
        return {key: read(self, key) for key in self.raw}

    def build_on_demand(self, make: Callable[[ThemeReader], T]) -> Mapping[str, T]:
        """Return a mapping of all keys, which calls `build` for a key when its value is first used.

        Raises:
            ThemeError: See `build`. The mapping raises it.
        """
        return _OnDemand(self.raw, lambda key: self.build(key, make))

    def reject_unknown_keys(self) -> None:
        """Raise `ThemeError` if a key was never read, because it is misspelt or not allowed."""
        if self._unread:
            raise self.fail(min(self._unread), "is not a key that a theme has here")


def _name_kind(value: object) -> str:
    names = {type(None): "null", dict: "an object", list: "a list", bool: "true or false"}
    return names.get(type(value), repr(value))


class _OnDemand(Mapping[str, T]):
    """A mapping that makes each value when it is first used.

    A page uses a few of the many styles of a theme, and the first page should open soon.
    """

    def __init__(self, keys: Collection[str], make: Callable[[str], T]) -> None:
        self._keys = keys
        self._make = make
        self._made: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key not in self._made:
            if key not in self._keys:
                raise KeyError(key)
            self._made[key] = self._make(key)
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


STATES = ("normal", "hover", "pressed", "focused", "disabled")
"""The button states that have a style of their own."""


class TextStyle(NamedTuple):
    """The style of a text.

    Attributes:
        font: File name of the font, without suffix.
        size: Font size in design units.
        colour: Colour of the text.
        line_height: Distance between lines, as a multiple of `size`.
    """

    font: str
    size: float
    colour: pictures.Colour
    line_height: float = 1.3

    def picture(
        self, text: str, colour: pictures.Colour | None = None, **options: Any
    ) -> pictures.TextPicture:
        """Return a picture of a text in this style; `options` are other fields of TextPicture."""
        return pictures.TextPicture(
            text,
            self.font,
            self.size,
            self.colour if colour is None else colour,
            line_height=self.line_height,
            **options,
        )


class BoxStyle(NamedTuple):
    """The style of a box and the colour of text inside it."""

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
    """The style of a button: its box in each state, its label, and the drawing of its key."""

    states: Mapping[str, BoxStyle]
    text: TextStyle
    hint: TextStyle
    hint_box: BoxStyle
    align: pictures.Align


class Sizes(NamedTuple):
    """Lengths in design units.

    Attributes:
        safe_margin: Margin at the window's edges.
        least_text: Smallest readable font size.
        gap: Space between neighbouring parts.
        padding: Space between a box and its contents.
        target: Minimum height of buttons and other click targets.
        icon: Side of an icon.
        focus_gap: Distance of the focus ring from its node.
        focus_width: Stroke width of the focus ring.
    """

    safe_margin: float
    least_text: float
    gap: float
    padding: float
    target: float
    icon: float
    focus_gap: float
    focus_width: float


class Times(NamedTuple):
    """Durations of a theme's animations and toasts (short messages), in seconds."""

    quick: float
    move: float
    slow: float
    toast: float


class Theme(NamedTuple):
    """All styles, sizes and durations that widgets use.

    Attributes:
        name: Name of the theme, as given in its file.
        colours: Colours by name.
        swatches: Groups of colours for a game, such as the colours of cards; by name.
        texts: Text styles by name.
        boxes: Box styles by name.
        buttons: Button styles by name.
        sizes: Lengths, already multiplied by `zoom`.
        times: Durations.
        zoom: Factor by which the user has enlarged the interface. Code that uses lengths of its own
            multiplies them by this factor.
        shown_scale: Scale at which the parent node draws the widgets with this theme. If it is
            below 1, `zoom` is larger, so that text keeps its size on the screen.
        ground: Name of the table's texture, "" for the default.
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
    shown_scale: float = 1.0
    ground: str = ""

    @property
    def enlarged(self) -> float:
        return self.zoom * self.shown_scale

    def colour(self, name: str) -> pictures.Colour:
        """Return a colour by name.

        Raises:
            ThemeError: The theme has no such colour.
        """
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


class ResolvedTheme(NamedTuple):
    """A theme together with the scale, visible area and key labels of the window.

    When one of these changes, the stage creates a new object and passes it to every node.

    Attributes:
        theme: The theme.
        text: Measures and renders text.
        scale: Pixels per design unit.
        visible_area: The window's area in design units.
        prompts: Function that takes an action's name, such as "undo", and returns the label of the
            key or pad button that triggers the action.
    """

    theme: Theme
    text: TextLayout
    scale: float
    visible_area: geometry.Rect
    prompts: commands.Prompts = commands.Prompt


def _find_named(group: Mapping[str, T], name: str, where: str) -> T:
    try:
        return group[name]
    except KeyError:
        raise ThemeError(f"{where}.{name}: is missing") from None


def zoom_theme(theme: Theme, factor: float, fonts: Mapping[str, str] | None = None) -> Theme:
    """Return a theme whose texts, boxes and targets are larger.

    The margin at the window's edge stays the same, because enlarged parts need the space.

    Args:
        theme: The theme to enlarge.
        factor: Factor by which lengths are multiplied.
        fonts: Replacement fonts by the file name of the font that they replace.

    Raises:
        ValueError: The factor isn't positive.
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
    """Return a theme with changed styles.

    Args:
        theme: The theme to change.
        text: Function that takes a text style and returns the new style.
        box: Function that takes a box style and returns the new style.
        **others: New values of other fields of the theme.
    """

    def button(style: ButtonStyle) -> ButtonStyle:
        return style._replace(
            states={state: box(each) for state, each in style.states.items()},
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
    return _OnDemand(values, lambda name: change(values[name]))


def enlarge_for_scale(theme: Theme, factor: float, scale: float) -> Theme:
    """Return a larger theme for a part of the screen that is drawn at a scale below 1.

    Args:
        theme: The theme to enlarge.
        factor: Factor by which lengths are multiplied.
        scale: Scale at which the part is drawn; the smallest font size is divided by it.
    """
    if factor == 1.0 and scale == theme.shown_scale == 1.0:
        return theme
    larger = zoom_theme(theme, factor)
    least = theme.sizes.least_text / scale
    return larger._replace(sizes=larger.sizes._replace(least_text=least), shown_scale=scale)


REQUIRED_STYLES: Mapping[str, tuple[str, ...]] = {
    "colours": ("table", "text", "accent", "focus", "scrim"),
    "texts": ("body", "small", "title", "button", "hint"),
    "boxes": ("panel", "toast", "dialog", "key"),
    "buttons": ("plain", "primary"),
}
"""The styles that widgets request by name; every theme must define them."""
MAX_FILE_BYTES = 200_000
"""Maximum size of a theme file, in bytes."""
_BOX_KEYS = ("fill", "border", "border_width", "radius", "shadows", "ink")


def load_theme(path: Path, *, on_demand: bool = False) -> Theme:
    """Read a theme file.

    Args:
        path: The file.
        on_demand: See `read_theme`.

    Raises:
        ThemeError: The file can't be read or has a wrong key; the message names file and key.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            raise ThemeError(f"longer than {MAX_FILE_BYTES} bytes")
        return read_theme(json.loads(data.decode()), on_demand=on_demand)
    except OSError as error:
        raise ThemeError(f"{path.name}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ThemeError(f"{path.name}: not a UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise ThemeError(f"{path.name}: not JSON: {error}") from error
    except RecursionError as error:
        raise ThemeError(f"{path.name}: nested too deep") from error
    except ValueError as error:  # A ThemeError, or the JSON parser met a number that is too long.
        raise ThemeError(f"{path.name}: {error}") from error


def read_theme(data: Mapping[str, Any], *, on_demand: bool = False) -> Theme:
    """Build a theme from parsed JSON.

    A colour is `#RRGGBB`, `#RRGGBBAA`, a name from `colours`, or `name@0.5` for a named colour at
    half its opacity. A fill is a colour, a list of two colours for a gradient from top to bottom,
    or null.

    Args:
        data: The JSON object.
        on_demand: Whether to read each style of a text, box or button when it is first used. A
            wrong key in it raises ThemeError only then. For the program's own themes, which tests
            read as a whole.

    Raises:
        ThemeError: A key is missing, unknown or has a wrong value; the message names the key.
    """
    top = ThemeReader(data, "")
    for section, names in REQUIRED_STYLES.items():
        group = top.child(section)
        for name in names:
            group.read(name)
    colours = top.child("colours").read_each(_read_literal)
    parts = _Parts(colours)
    texts = top.child("texts").build_on_demand(parts.text_style)
    boxes = top.child("boxes").build_on_demand(parts.box)

    def read_swatches(level: ThemeReader, key: str) -> Mapping[str, pictures.Colour]:
        return level.child(key).read_each(_read_literal)

    def read_button(level: ThemeReader) -> ButtonStyle:
        return parts.button_style(level, texts, boxes)

    def read_sizes(level: ThemeReader) -> Sizes:
        return Sizes._make(map(level.number, Sizes._fields))

    def read_times(level: ThemeReader) -> Times:
        return Times._make(map(level.number, Times._fields))

    theme = Theme(
        name=top.text("name"),
        colours=colours,
        swatches=top.child("swatches", {}).read_each(read_swatches),
        texts=texts,
        boxes=boxes,
        buttons=top.child("buttons").build_on_demand(read_button),
        sizes=top.build("sizes", read_sizes),
        times=top.build("times", read_times),
    )
    top.reject_unknown_keys()
    if not on_demand:
        make_all_styles(theme)
    return theme


def make_all_styles(theme: Theme) -> None:
    """Make all styles of a theme now, so that no page waits for them.

    Raises:
        ThemeError: A style has a wrong key.
    """
    for styles in (theme.texts, theme.boxes, theme.buttons):
        for name in styles:
            styles[name]


def _read_literal(level: ThemeReader, key: str) -> pictures.Colour:
    try:
        return pictures.Colour.from_hex(level.text(key))
    except ValueError as error:
        raise error if isinstance(error, ThemeError) else level.fail(key, str(error)) from None


class _Parts:
    """Reads the text, box and button styles of a theme file, which may refer to colours by name."""

    def __init__(self, colours: Mapping[str, pictures.Colour]) -> None:
        self._colours = colours

    def text_style(self, level: ThemeReader) -> TextStyle:
        return TextStyle(
            font=level.text("font"),
            size=level.number("size", least=1.0),
            colour=self._colour(level, "colour"),
            line_height=level.number("line_height", default=1.3, least=0.5),
        )

    def button_style(
        self, level: ThemeReader, texts: Mapping[str, TextStyle], boxes: Mapping[str, BoxStyle]
    ) -> ButtonStyle:
        states = level.child("states")
        normal = states.child("normal")
        styles = {}
        for name in STATES:
            # A state lists only its differences from the normal state.
            changes = states.child(name, {})
            for key in _BOX_KEYS:
                changes.read(key, None)
            changes.reject_unknown_keys()
            styles[name] = self.box(ThemeReader({**normal.raw, **changes.raw}, changes.where))
        states.reject_unknown_keys()
        align = level.text("align", one_of=[str(align) for align in pictures.Align])
        return ButtonStyle(
            states=styles,
            text=texts[level.text("text", one_of=texts)],
            hint=texts[level.text("hint", one_of=texts)],
            hint_box=boxes[level.text("hint_box", one_of=boxes)],
            align=pictures.Align(align),
        )

    def box(self, level: ThemeReader) -> BoxStyle:
        shadows = [
            self._shadow(ThemeReader(shadow, level.path(f"shadows.{index}")))
            for index, shadow in enumerate(level.items("shadows"))
        ]
        return BoxStyle(
            fill=self._fill(level, "fill"),
            border=self._colour(level, "border", None),
            border_width=level.number("border_width", default=1.5),
            radius=level.number("radius", default=0.0),
            shadows=tuple(shadows),
            ink=self._colour(level, "ink", "text"),
        )

    def _shadow(self, level: ThemeReader) -> pictures.Shadow:
        shadow = pictures.Shadow(
            colour=self._colour(level, "colour"),
            blur=level.number("blur"),
            dx=level.number("dx", default=0.0, least=None),
            dy=level.number("dy", default=0.0, least=None),
            spread=level.number("spread", default=0.0, least=None),
        )
        level.reject_unknown_keys()
        return shadow

    def _fill(self, level: ThemeReader, key: str) -> pictures.Fill | None:
        value = level.read(key, None)
        if not isinstance(value, list):
            if value is None:
                return None
            return self._tone(level, key, value)
        if len(value) != 2:
            raise level.fail(key, f"a gradient has two colours, not {len(value)}")
        return pictures.Gradient(*(self._tone(level, key, colour) for colour in value))

    def _colour(self, level: ThemeReader, key: str, default: Any = _REQUIRED) -> Any:
        """Return the colour under a key; for a missing key, the default colour or None."""
        value = level.read(key, default)
        if value is default is None:
            return None
        return self._tone(level, key, value)

    def _tone(self, level: ThemeReader, key: str, value: object) -> pictures.Colour:
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
