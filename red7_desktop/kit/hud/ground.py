"""The table's surface: gradient, cloth or wood, and lights.

A texture is a grey surface; multiplying the pixels below by it darkens them, and white has no
effect. Textures consist of scaled noise from fixed seeds, so that they are fast to paint and
always the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import pygame

from red7_desktop.kit.hud.part import Part, TextStyler
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import make_blank
from red7_desktop.scene.pictures import BoxPicture, Colour, Gradient, PaintedPicture, Picture, Steps
from red7_desktop.scene.theme import ResolvedTheme, Theme
from red7_desktop.scene.widgets import widget

_TILE = 64
STEPS = 3
"""Number of levels of a gradient between two neighbouring values of a colour channel.

Gradients are computed with these finer levels, and then dithered to whole values."""


def dither(surface: pygame.Surface) -> None:
    """Divide all colour values of a surface by `STEPS`, and dither the remainders, in place."""
    w, h = surface.get_size()
    grain = _build_grain()
    for top in range(0, h, _TILE):
        for left in range(0, w, _TILE):
            surface.blit(grain, (left, top), special_flags=pygame.BLEND_RGBA_ADD)
    part = 256 // STEPS + 1
    surface.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)


@cache
def _build_grain() -> pygame.Surface:
    grain = Random(7).randbytes(_TILE * _TILE)
    steps = b"".join([bytes((byte % STEPS,)) * 4 for byte in grain])
    return _build_from_bytes(steps, (_TILE, _TILE))


def _build_from_bytes(rgba: bytes, size: tuple[int, int]) -> pygame.Surface:
    """Create a surface in the default byte order; blits between different orders are slow."""
    surface = make_blank(*size)
    read = pygame.image.frombytes(rgba, size, "RGBA")
    surface.blit(read, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return surface


Texture: TypeAlias = Callable[[pygame.Surface, float], None]
"""Paints a texture over a surface. The second argument is the number of pixels per design unit."""
_CLOTH_POINTS: Final = 150
"""Width and height of the square of cloth that is repeated over the table, in points of noise.

A point of noise covers 2 by 2 design units."""
_BOARD: Final = 176.0
"""Height of a board of the wooden table on which the cards lie, in design units."""
_LENGTH: Final = 1300.0
_BOARDS: Final = 5
"""Number of different pictures of a wooden board; they repeat, flipped in every other row."""
_GRAIN: Final = ((9, 3, 214), (34, 5, 204), (96, 40, 224))
"""Layers of noise that form the grain of wood.

For each layer: the number of noise points across the board, the number along it, and the darkest
grey value, 0 to 255."""
_SEAM: Final = (74, 68, 64)
_SWAY: Final = 5.0
"""Amplitude of the waves in the grain of the wood, in design units."""


def _build_noise(seed: str, w: int, h: int, low: int) -> pygame.Surface:
    shades = bytes(low + round(byte * (255 - low) / 255) for byte in range(256))
    grey = Random(seed).randbytes(w * h).translate(shades)
    rgb = bytearray(3 * len(grey))
    for part in range(3):
        rgb[part::3] = grey
    return pygame.image.frombytes(bytes(rgb), (w, h), "RGB")


def _darken(surface: pygame.Surface, texture: pygame.Surface, place: tuple[int, int]) -> None:
    surface.blit(texture, place, special_flags=pygame.BLEND_RGB_MULT)


def paint_felt(surface: pygame.Surface, unit: float) -> None:
    """Paint cloth over a surface: short fibres in all directions, and large lighter and dark areas.

    Args:
        surface: Surface to paint on. The cloth darkens each of its pixels more or less.
        unit: Pixels per design unit.
    """
    w, h = surface.get_size()
    side = max(8, round(_CLOTH_POINTS * 2 * unit))
    fine = pygame.transform.smoothscale(
        _build_noise("fibres", _CLOTH_POINTS, _CLOTH_POINTS, 196), (side, side)
    )
    across = pygame.transform.smoothscale(
        _build_noise("threads", _CLOTH_POINTS // 3, _CLOTH_POINTS, 224), (side, side)
    )
    for thread in (across, pygame.transform.rotate(across, 90)):
        _darken(fine, thread, (0, 0))
    for top in range(0, h, side):
        for left in range(0, w, side):
            _darken(surface, fine, (left, top))
    _darken(surface, pygame.transform.smoothscale(_build_noise("nap", 14, 9, 222), (w, h)), (0, 0))


def paint_wood(surface: pygame.Surface, unit: float) -> None:
    """Paint wooden boards over a surface, each with its own tone and grain, with dark seams.

    Args:
        surface: Surface to paint on. The wood darkens each of its pixels more or less.
        unit: Pixels per design unit.
    """
    w, h = surface.get_size()
    board_height = max(4, round(_BOARD * unit))
    board_length = max(8, round(_LENGTH * unit))
    boards = [_draw_board(board_length, board_height, unit, seed) for seed in range(_BOARDS)]
    flipped = [pygame.transform.flip(board, True, False) for board in boards]
    seam = max(1, round(1.6 * unit))
    rng = Random("boards")
    for row, top in enumerate(range(0, h, board_height)):
        left = -round(board_length * ((row * 0.37) % 1.0))
        while left < w:
            _darken(surface, rng.choice((boards, flipped)[row % 2]), (left, top))
            for box in (
                (left, top + board_height - seam, board_length, seam),
                (left, top, seam, board_height),
            ):
                surface.fill(_SEAM, box, pygame.BLEND_RGB_MULT)
            left += board_length


def _draw_board(w: int, h: int, unit: float, seed: int) -> pygame.Surface:
    rng = Random(seed)
    tone = rng.randint(226, 255)
    straight = pygame.Surface((w, h), depth=24)
    straight.fill((tone, tone, tone))
    for rows, columns, low in _GRAIN:
        grain = _build_noise(f"{seed}:{rows}", columns, rows, low)
        _darken(straight, pygame.transform.smoothscale(grain, (w, h)), (0, 0))
    board = pygame.Surface((w, h), depth=24)
    phase = rng.uniform(0.0, 6.3)
    step = max(1, round(2 * unit))
    for x in range(0, w, step):
        turn = x / (unit * 210.0)
        offset = _SWAY * unit * (math.sin(turn + phase) + 0.5 * math.sin(2.7 * turn + 2 * phase))
        shift = round(offset) % h
        for y in (shift, shift - h):
            board.blit(straight, (x, y), (x, 0, step, h))
    return board


TEXTURES: Final[Mapping[str, Texture]] = {"felt": paint_felt, "wood": paint_wood}
"""Functions that paint the table's texture, by the value of `Theme.ground`.

A theme with another value has a surface without texture."""
_GRADIENT_POINTS: Final = (96, 60)
"""Numbers of points, across and down, at which the table's gradient is computed.

The colours between these points are interpolated."""
_ROWS_PER_STEP: Final = 15
"""Number of rows of the table's gradient that one painting step computes."""
_LIGHT: Final = Size(1120.0, 780.0)
_LIGHT_MOST: Final = 0.27
_OWN_LIGHT: Final = Size(1760.0, 1100.0)
"""Size, in design units, of the glow that some games' tables always have.

It is independent of the glow in the colour of a card."""
_FOCUS: Final = Vec(0.5, 0.5)
_OVAL: Final = Size(1320.0, 1010.0)
_OVAL_RISE: Final = 0.02


GLOW_FADE_SECONDS: Final = 0.24
"""Seconds in which the table's coloured glow fades in when its colour changes."""
_WASH_ALPHA: Final = 0.08
"""Opacity of the coloured light that fills the whole window."""
_VIGNETTE_SECONDS: Final = 0.35
"""Duration of the fade to dark window edges, in seconds, when a round will soon be decided."""
_SHADE_MOST: Final = 0.5
"""Opacity of the dark bands at the window's edges, drawn when a round will soon be decided."""
_SHADE_HEIGHT: Final = 0.3
"""Height of the dark bands at the window's upper and lower edges, as a share of its height."""
_SHADE_WIDTH: Final = 0.2
"""Width of the dark bands at the window's left and right edges, as a share of its width."""
_SHADE_SIDES: Final = ("top", "bottom", "left", "right")


class TableLight(NamedTuple):
    """Colour and position of the glow on a table's surface.

    Attributes:
        letter: Letter of the card colour in which the table glows, "" for no glow.
        middle: Centre of the glow and of the oval line around it, in the table's coordinates.
        is_tense: Whether the round will soon be decided; the window's edges are then dark.
    """

    letter: str
    middle: Vec
    is_tense: bool = False


class TableBackdrop(Part[TableLight]):
    """Draws the table's surface, an oval line on it, and a glow in the colour of a card.

    When the colour changes and there is an animator, the old glow fades out and the new glow fades
    in. With `set_room_light`, the colour also fills the whole window, and the window's edges
    get dark when the round will soon be decided.

    Args:
        look: Theme.
        styler: Provides the colours of cards.
        light: Picture of a further glow that the game's table always has, or None.
        options: Attributes of the node.
    """

    light_delay = 0.05

    def __init__(
        self,
        look: ResolvedTheme,
        ink: TextStyler,
        light: PaintedPicture | None = None,
        **options: Any,
    ) -> None:
        super().__init__(look, ink, **options)
        self._light = light
        self._ground = Node(name="ground")
        self._shades = [Node(name=f"shade {side}", visible=False, z=1.0) for side in _SHADE_SIDES]
        self._lights: dict[str, Node] = {}
        self._washes: dict[str, Node] = {}
        self._letter = ""
        self._is_tense = False
        self._is_room_lit = False
        self.add(self._ground, *self._shades)

    def set_room_light(self, follows: bool) -> None:
        """Set whether the whole window takes part in the table's light.

        Args:
            follows: If True, the colour of the table's glow fills the window, and the window's
                edges get dark while `TableLight.is_tense` is true.
        """
        if follows != self._is_room_lit:
            self._is_room_lit = follows
            self._letter = ""
            self._is_tense = False
            for shade in self._shades:
                shade.visible = False
            self.refresh()

    def compose(self, value: TableLight) -> None:
        theme = self.look.theme
        letter, middle, is_tense = value
        line = theme.colour("accent").with_alpha(0.11)
        made_of = theme.ground, list_table_tones(theme)
        self._ground.size = self.size
        self._ground.picture = _ground_picture(self.size, middle, made_of, line, self._light)
        self._light_up(letter, middle)
        self._darken_edges(is_tense and self._is_room_lit)

    def _light_up(self, shown: str, middle: Vec) -> None:
        box = Rect.centred(middle + Vec(0.0, 20.0), _LIGHT)
        if shown and shown not in self._lights:
            node = self._lights[shown] = Node(name=f"light {shown}", visible=False)
            self.add(node)
        for letter, node in self._lights.items():
            node.position = box.position
            node.size = box.size
            node.picture = _light_picture(self.styler.card(self.look, letter))
        self._light_room(shown)
        is_first = not self._letter
        if shown != self._letter:
            self._letter = shown
            for letter, node in self._lights.items():
                self._fade(
                    node, 1.0 if letter == shown else 0.0, GLOW_FADE_SECONDS, at_once=is_first
                )
            for letter, node in self._washes.items():
                # The old colour disappears without a fade: blending two colours over the whole
                # window would take twice as long.
                comes = letter == shown and self._is_room_lit
                alpha = _WASH_ALPHA if comes else 0.0
                self._fade(node, alpha, GLOW_FADE_SECONDS, at_once=is_first or not comes)

    def _light_room(self, shown: str) -> None:
        """Update the layers that fill the whole window with coloured light, one for each colour.

        Args:
            shown: Letter of the current light's colour, for which a layer is created if necessary.
        """
        if shown and self._is_room_lit and shown not in self._washes:
            node = self._washes[shown] = Node(name=f"wash {shown}", visible=False)
            self.add(node)
        for letter, node in self._washes.items():
            node.size = self.size
            node.picture = BoxPicture(self.styler.card(self.look, letter))

    def _darken_edges(self, is_dark: bool) -> None:
        """Darken the window's edges, or make them bright again.

        Args:
            is_dark: Whether to darken the edges, because the round will soon be decided.
        """
        if not is_dark and not any(shade.visible for shade in self._shades):
            return
        w, h = self.size
        colour = self.look.theme.colour("shadow").with_alpha(_SHADE_MOST)
        clear = colour.with_alpha(0.0)
        high = _SHADE_HEIGHT * h
        wide = _SHADE_WIDTH * w
        # One band per edge, because painting the whole window would take longer than a frame.
        bands: tuple[tuple[Rect, Picture], ...] = (
            (Rect(0.0, 0.0, w, high), BoxPicture(Gradient(colour, clear))),
            (Rect(0.0, h - high, w, high), BoxPicture(Gradient(clear, colour))),
            (Rect(0.0, 0.0, wide, h), _side_shade_picture(colour, is_left=True)),
            (Rect(w - wide, 0.0, wide, h), _side_shade_picture(colour, is_left=False)),
        )
        for shade, (area, picture) in zip(self._shades, bands, strict=True):
            widget.put(shade, area, picture)
        if is_dark != self._is_tense:
            self._is_tense = is_dark
            for shade in self._shades:
                self._fade(shade, float(is_dark), _VIGNETTE_SECONDS, at_once=False)

    def _fade(self, node: Node, target: float, seconds: float, *, at_once: bool) -> None:
        if self.animator is not None and at_once:
            self.animator.cancel(node)
        if self.animator is None or at_once:
            node.alpha = target
            node.visible = target > 0.0
            return
        if target and not node.visible:
            node.alpha = 0.0
            node.visible = True
        if node.visible:
            self.animator.animate(node, "alpha", target, seconds, done=lambda: _hide_if_dark(node))


def _hide_if_dark(node: Node) -> None:
    node.visible = node.alpha > 0.0


def _ground_picture(
    size: Size,
    middle: Vec,
    made_of: tuple[str, tuple[Colour, ...]],
    line: Colour,
    light: PaintedPicture | None,
) -> PaintedPicture:
    """Return the picture of the table's surface: a gradient with a texture and an oval line.

    Args:
        size: Size in design units.
        middle: Brightest point, which is the centre of gradient and oval, in design units.
        made_of: Name of the texture, and the colours from the middle to the edge.
        line: Colour of the oval line.
        light: Picture of a glow to draw over the surface, or None.
    """

    def paint(w: int, h: int) -> Steps:
        unit = w / size.w
        focus = Vec(middle.x / size.w, middle.y / size.h)
        ground = yield from paint_ground((w, h), unit, *made_of, focus)
        if light is not None:
            yield
            box = Rect.centred(middle * unit, _OWN_LIGHT.scaled(unit))
            lit = yield from light.steps(round(box.w), round(box.h))
            ground.blit(lit, (round(box.x), round(box.y)))
        height = min(_OVAL.h, size.h * 0.94)
        oval = Rect.centred(middle + Vec(0.0, height * _OVAL_RISE), Size(_OVAL.w, height))
        for grow, width, share in ((0.0, 2.6, 1.0), (8.0, 1.2, 0.6)):
            tone = line.with_alpha(line.a / 255 * share)
            yield
            _draw_oval(ground, oval.inflated(grow), unit, width, tone)
        yield
        return ground

    return PaintedPicture(("table ground", size, middle, made_of, line, light), paint)


def list_table_tones(theme: Theme) -> tuple[Colour, ...]:
    """Return the colours of a table's surface, from its middle to its edge."""
    names = "middle", "outer", "rim"
    if theme.ground:
        return tuple(theme.swatch(f"table_{theme.ground}", name) for name in names)
    return tuple(theme.colour(f"table_{name}") for name in names)


def paint_ground(
    px: tuple[int, int], unit: float, ground: str, tones: tuple[Colour, ...], focus: Vec = _FOCUS
) -> Steps:
    """Paint a table surface.

    Args:
        px: Width and height in pixels.
        unit: Pixels per design unit.
        ground: Name of the texture, see `Theme.ground`.
        tones: Colours from the middle to the edge.
        focus: Brightest point as shares of width and height.
    """
    coarse = yield from _compute_coarse_ground(tones, focus)
    yield
    fine = pygame.transform.smoothscale(coarse, px)
    yield
    dither(fine)
    yield
    surface = pygame.Surface(px, 0, 32)
    surface.blit(fine, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    if ground in TEXTURES:
        yield
        TEXTURES[ground](surface, unit)
    return surface


def _compute_coarse_ground(tones: tuple[Colour, ...], focus: Vec) -> Steps:
    """Compute the radial gradient of a table's surface on a coarse grid, to be scaled up.

    Args:
        tones: Colours from the brightest point to the edge.
        focus: Brightest point, as shares of width and height.
    """
    tracks = [
        [(start, end - start) for start, end in zip(inner[:3], outer[:3], strict=True)]
        for inner, outer in pairwise(tones)
    ]
    x_distances = [(x - focus.x) / 0.62 for x in _list_middles(_GRADIENT_POINTS[0])]
    shades = bytearray()
    for nth, y in enumerate(_list_middles(_GRADIENT_POINTS[1])):
        if nth % _ROWS_PER_STEP == 0:
            yield
        y_distance = (y - focus.y) / 0.84
        for distance in [math.hypot(x, y_distance) for x in x_distances]:
            track = tracks[0]
            part = distance / 0.6
            if distance >= 0.6:
                track = tracks[1]
                part = min((distance - 0.6) / 0.65, 1.0)
            shades += bytes([_to_steps(start + more * part) for start, more in track])
            shades.append(255)
    return _build_from_bytes(bytes(shades), _GRADIENT_POINTS)


def _light_picture(colour: Colour) -> PaintedPicture:
    """Return the picture of an oval light in a colour, which fades towards its edge."""

    def paint(w: int, h: int) -> pygame.Surface:
        light = _paint_fine(_compute_light(), w, h)
        # Keep only the alpha of the painted light: make it white, then multiply by the colour.
        light.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
        light.fill((*colour[:3], 255), special_flags=pygame.BLEND_RGBA_MULT)
        return light

    return PaintedPicture(("table light", colour), paint)


def _side_shade_picture(colour: Colour, *, is_left: bool) -> PaintedPicture:
    """Return the picture of a dark band at the left or right edge, which fades inwards."""

    def paint(w: int, h: int) -> pygame.Surface:
        line = make_blank(w, 1)
        for x in range(w):
            share = (w - x - 0.5) / w if is_left else (x + 0.5) / w
            line.set_at((x, 0), (*colour[:3], round(colour.a * share)))
        return pygame.transform.scale(line, (w, h))

    return PaintedPicture(("side shade", colour, is_left), paint)


@cache
def _compute_light() -> pygame.Surface:
    beside = [x - 0.5 for x in _list_middles(_GRADIENT_POINTS[0])]
    shades = bytearray(b"\xff" * (4 * _GRADIENT_POINTS[0] * _GRADIENT_POINTS[1]))
    aways = [math.hypot(x, y - 0.5) * 2 for y in _list_middles(_GRADIENT_POINTS[1]) for x in beside]
    shades[3::4] = bytes(
        [_to_steps(255.0 * _LIGHT_MOST * max(0.0, 1.0 - away) ** 2.1) for away in aways]
    )
    return _build_from_bytes(bytes(shades), _GRADIENT_POINTS)


def _list_middles(count: int) -> list[float]:
    return [(nth + 0.5) / count for nth in range(count)]


def _to_steps(shade: float) -> int:
    return min(255, round(shade * STEPS))


def _paint_fine(coarse: pygame.Surface, w: int, h: int) -> pygame.Surface:
    """Scale a coarse gradient up and dither it, which avoids visible bands."""
    fine = pygame.transform.smoothscale(coarse, (w, h))
    dither(fine)
    return fine


def _draw_oval(ground: pygame.Surface, oval: Rect, unit: float, width: float, tone: Colour) -> None:
    steps = 240
    points = [
        oval.centre + Vec(math.cos(turn) * oval.w / 2, math.sin(turn) * oval.h / 2)
        for turn in (2 * math.pi * step / steps for step in range(steps))
    ]
    thick = max(1, round(width * unit))
    layer = pygame.Surface(ground.get_size(), pygame.SRCALPHA)
    layer.fill((*tone[:3], 0))
    for shift in range(thick):
        off = Vec(0.0, shift - (thick - 1) / 2)
        pygame.draw.aalines(layer, tone[:3], True, [point * unit + off for point in points])
    # The segments were drawn opaque. Apply the line's transparency only now, to the whole line;
    # otherwise overlapping segments would be more opaque.
    layer.fill((255, 255, 255, tone.a), special_flags=pygame.BLEND_RGBA_MULT)
    ground.blit(layer, (0, 0))
