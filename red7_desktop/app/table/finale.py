"""The animated end of a round or match."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

import pygame

from red7_desktop.app.table.scores import build_avatar
from red7_desktop.kit import ui
from red7_desktop.kit.hud.part import TONE_COLOURS, TextStyler, build_mini_cards
from red7_desktop.kit.look.icons import build_icon, build_ring_arc
from red7_desktop.kit.match_model import Finale, RingArc, ScoreRow
from red7_desktop.kit.sound.cues import Cue
from red7_desktop.scene import animation, boxes, pictures, theme
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets import runs, widget

_RAYS: Final = 42
_SHRINK: Final = 6
"""Factor by which the picture of the rays is painted smaller than shown; it is blurred anyway."""
_STRONG: Final = 0.8
_FALLOFF_GRID: Final = (48, 27)
"""Columns and rows of the coarse picture that darkens the light rays towards the page's edges. The
picture is then scaled up to the page."""


def rays_picture(
    colours: Sequence[pictures.Colour], ground: pictures.Colour, middle: Vec
) -> pictures.PaintedPicture:
    """Return a picture of light rays from a point.

    Args:
        colours: Colours of the rays, clockwise from the top.
        ground: Background colour.
        middle: The point, as shares of width and height.
    """
    key = ("rays", tuple(colours), ground, middle)
    return pictures.PaintedPicture(key, lambda w, h: _paint_rays(colours, ground, middle, w, h))


def _paint_rays(
    colours: Sequence[pictures.Colour], ground: pictures.Colour, middle: Vec, w: int, h: int
) -> pictures.Steps:
    small = max(2, w // _SHRINK), max(2, h // _SHRINK)
    light = pygame.Surface(small, depth=32)
    at = Vec(small[0] * middle.x, small[1] * middle.y)
    far = math.hypot(*small)
    for nth in range(_RAYS):
        share = nth / _RAYS
        colour = colours[round(share * len(colours)) % len(colours)]
        turn = 2 * math.pi * (share - 0.25)
        half = math.pi / _RAYS * (0.42 + 0.2 * math.sin(nth * 2.4))
        edges = [
            at + Vec(math.cos(each), math.sin(each)) * far for each in (turn - half, turn + half)
        ]
        pygame.draw.polygon(light, [round(part * _STRONG) for part in colour[:3]], [at, *edges])
    yield
    light = pygame.transform.gaussian_blur(light, 3)
    yield
    light.blit(_compute_falloff(middle, small), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    yield
    painted = pygame.transform.smoothscale(light, (w, h))
    yield
    painted.fill(ground[:3], special_flags=pygame.BLEND_RGB_ADD)
    return painted


def _compute_falloff(middle: Vec, size: tuple[int, int]) -> pygame.Surface:
    across, down = _FALLOFF_GRID
    coarse = pygame.Surface(_FALLOFF_GRID, depth=32)
    aspect = size[1] / size[0]
    for y in range(down):
        for x in range(across):
            dx = (x + 0.5) / across - middle.x
            dy = ((y + 0.5) / down - middle.y) * aspect
            left = max(0.0, 1.0 - math.hypot(dx, dy) / max(0.52, 0.5 * aspect)) ** 1.4
            coarse.set_at((x, y), [round(255 * left)] * 3)
    return pygame.transform.smoothscale(coarse, size)


def sweep_picture(colour: pictures.Colour) -> pictures.PaintedPicture:
    """Return an upright band of light that is brightest in the middle."""

    def paint(w: int, h: int) -> pygame.Surface:
        line = pygame.Surface((w, 1), pygame.SRCALPHA)
        for x in range(w):
            share = 0.5 - 0.5 * math.cos(2 * math.pi * (x + 0.5) / w)
            line.set_at((x, 0), (*colour[:3], round(26 * share)))
        return pygame.transform.scale(line, (w, h))

    return pictures.PaintedPicture(("sweep", colour), paint)


OUTER_RADIUS_FACTOR: Final = 1.36
"""Radius of the circle that contains the ring of lit arcs and the symbols outside the ring, as a
multiple of the ring's radius."""
_NARROW: Final = 1.05
"""Ratio of the page's width to its height that selects the layout. On a page with a smaller ratio,
the cards that score points are below the ring, on a wider page beside the ring."""
_PLATE: Final = Size(310.0, 78.0)
_NARROW_PLATE: Final = 230.0
_TALL_ROW: Final = 0.045
"""Minimum height of a plate with cards beside it, as a share of the page's height."""
_GAP: Final = 18.0
LEAST_RADIUS: Final = 76.0
"""Minimum radius of the ring in the closing animation, in design units at zoom 1. To keep it, other
parts of the animation are left out."""
_TURN: Final = 9.0
"""Maximum tilt, in degrees, of the outermost scored cards in the closing animation."""


class FinaleMeasures(NamedTuple):
    """Lengths in design units from which `plan_finale` computes the layout of the animation.

    Attributes:
        zoom: Zoom of the theme.
        margin: Margin at the sides of the window.
        title: Height of the title.
        gain: Height of the label for gained points.
        card: Ratio of a card's height to its width.
        sentence_height: Height of the sentence below the title, 0 if there is no sentence.
        buttons_height: Height of the page's buttons at the bottom.
    """

    zoom: float
    margin: float
    title: float
    gain: float
    card: float
    sentence_height: float
    buttons_height: float


class RisenCard(NamedTuple):
    """A scored card in the closing animation, shown before it flies into the ring.

    Attributes:
        place: Rectangle of the upright card.
        lean: Tilt in degrees.
    """

    place: Rect
    lean: float


@dataclass(frozen=True, slots=True)
class FinalePlan:
    """Layout of the animation at the end of a round or match, in design units.

    Attributes:
        middle: Centre of the ring of lit arcs.
        radius: Radius of the ring of lit arcs.
        title: y coordinate of the title's upper edge.
        sentence_top: y coordinate of the sentence's upper edge.
        buttons_top: y coordinate of the upper edge of the buttons.
        plates: Rectangle of each seat's plate.
        cards: Rectangle for the cards that each seat reveals.
        gains: Centre of the label with each seat's gained points. Empty if no points are gained,
            or if there is no room.
        rising: Place of each scored card before the card flies into the ring.
        is_narrow: Whether the page is narrow (see `_NARROW`). The cards of each seat are then
            beside the seat's plate, otherwise above the plate.
        fits: Whether the ring has at least its smallest radius.
    """

    middle: Vec
    radius: float
    title: float
    sentence_top: float
    buttons_top: float
    plates: tuple[Rect, ...]
    cards: tuple[Rect, ...]
    gains: tuple[Vec, ...]
    rising: tuple[RisenCard, ...]
    is_narrow: bool
    fits: bool


def plan_finale(size: Size, measures: FinaleMeasures, finale: Finale) -> FinalePlan:
    """Lay out buttons, plates and text from the bottom; the ring gets the remaining height.

    If the remaining height is too small, leave out the revealed cards, and then also the gained
    points.
    """
    plain = [replace(each, cards=()) for each in finale.shares]
    bare = [replace(each, before=each.after) for each in plain]
    told = dict.fromkeys((finale.shares, tuple(plain), tuple(bare)))
    plans = [_plan_finale(size, measures, replace(finale, shares=shares)) for shares in told]
    return boxes.first_fitting(plans, lambda plan: plan.fits)


def _plan_finale(size: Size, measures: FinaleMeasures, finale: Finale) -> FinalePlan:
    w, h = size
    margin = measures.margin
    is_narrow = w < _NARROW * h
    gap = 0.02 * h
    buttons_top = h - max(margin, 0.035 * h) - measures.buttons_height
    bottom = buttons_top - 1.2 * gap
    plates, cards, gains = _place_plates(size, measures, finale, bottom, is_narrow=is_narrow)
    if plates:
        bottom = min(each.y for each in (*plates, *cards)) - gap
    count = len(finale.flying_cards)
    rise = 0.0
    if is_narrow and count:
        rise = min(0.2 * h, math.ceil(count / 6) * (0.1 * h + measures.gain))
    words = measures.title
    if measures.sentence_height:
        words += measures.sentence_height + 0.6 * gap
    room = bottom - words - rise - gap
    radius = min(0.19 * h, 0.23 * w, room / (2 * OUTER_RADIUS_FACTOR))
    diameter = 2 * OUTER_RADIUS_FACTOR * radius
    free = max(0.0, room - diameter)
    placed: list[Rect] = []
    heights = (diameter, rise, measures.title, measures.sentence_height)
    ring_slot, below_slot, title_slot, sentence_slot = [
        boxes.Slot(placed.append, h=height) for height in heights
    ]
    above_title = 0.15 * free + 0.3 * gap
    column = boxes.down(
        *(0.45 * free, ring_slot, below_slot),
        *(above_title, title_slot, 0.6 * gap, sentence_slot),
    )
    column.place(Rect(margin, 0.0, w - 2 * margin, bottom))
    ring, below, title, sentence = placed
    if is_narrow:
        rising = _place_below(below, measures, count)
    else:
        rising = _place_beside_ring(size, measures, ring.centre, radius, count)
    return FinalePlan(
        middle=ring.centre,
        radius=radius,
        title=title.y,
        sentence_top=sentence.y,
        buttons_top=buttons_top,
        plates=plates,
        cards=cards,
        gains=gains,
        rising=rising,
        is_narrow=is_narrow,
        # The smallest radius grows with the fonts only up to a zoom of 1.25.
        fits=radius >= LEAST_RADIUS * min(measures.zoom, 1.25),
    )


def _place_plates(
    size: Size, measures: FinaleMeasures, finale: Finale, bottom: float, *, is_narrow: bool
) -> tuple[tuple[Rect, ...], tuple[Rect, ...], tuple[Vec, ...]]:
    """Lay out the seats' plates with their revealed cards and gained points.

    Args:
        size: Size of the page.
        measures: Sizes of the parts.
        finale: Content of the animation.
        bottom: Lower end of the plates.
        is_narrow: Whether the page is narrow (see `_NARROW`). The cards of each seat are then
            beside the seat's plate, otherwise above the plate.

    Returns:
        Rectangles of the plates, rectangles of the cards, and centres of the gained points, each
        with one entry per seat. There are no centres if no points are shown.
    """
    count = len(finale.shares)
    zoom = measures.zoom
    margin = measures.margin
    if not count:
        return (), (), ()
    has_cards = any(share.cards for share in finale.shares)
    whole = size.w - 2 * margin
    high = _PLATE.h * zoom
    room = Rect(margin, 0.0, whole, bottom)
    plates: list[Rect] = []
    cards: list[Rect] = []
    gains: list[Rect] = []
    if is_narrow and has_cards:
        high = max(high, _TALL_ROW * size.h)
        plate = boxes.Slot(plates.append, min(_PLATE.w * zoom, 0.36 * whole), high)
        gain = boxes.Slot(gains.append, 1.7 * measures.gain)
        line = boxes.across(plate, gain, boxes.Slot(cards.append, weight=1.0))
        row = boxes.Slot(line.place, h=high)
        boxes.down(*[row] * count, gap=0.7 * _GAP, share=1.0).place(room)
        return tuple(plates), tuple(cards), tuple([each.centre for each in gains])
    most = int((whole + _GAP) // (_NARROW_PLATE * zoom + _GAP))
    across = max(1, min(count, most if is_narrow else count))
    lines = math.ceil(count / across)
    across = math.ceil(count / lines)
    wide = min(_PLATE.w * zoom, (whole - _GAP * (across - 1)) / across)
    gives = not finale.flying_cards and any(share.after != share.before for share in finale.shares)
    above = 0.0
    if has_cards and lines == 1 and bottom > 0.62 * size.h:
        above = 0.08 * size.h
    seat = boxes.down(
        boxes.Slot(cards.append, h=above),
        boxes.Slot(gains.append, h=measures.gain if gives else 0.0),
        boxes.Slot(plates.append, wide, high),
    )
    lengths = [min(across, count - first) for first in range(0, count, across)]
    rows = [boxes.across(*[seat] * length, gap=_GAP) for length in lengths]
    table = boxes.down(*rows, gap=_GAP, share=1.0, align=0.0)
    boxes.across(boxes.Slot(table.place, table.w), share=0.5).place(room)
    centres = [each.centre for each in gains] if gives else []
    return tuple(plates), tuple(cards), tuple(centres)


def _place_beside_ring(
    size: Size, measures: FinaleMeasures, middle: Vec, radius: float, count: int
) -> tuple[RisenCard, ...]:
    beside = middle.x - 1.35 * radius - measures.margin
    half = (count + 1) // 2
    found = []
    for side, part in ((0, half), (1, count - half)):
        if not part:
            continue
        wide = min(0.25 * size.h / measures.card, 1.05 * radius / measures.card, 0.6 * beside)
        high = wide * measures.card
        step = min(1.24 * wide, (beside - wide) / max(1, part - 1))
        whole = wide + step * (part - 1)
        near = middle.x + (1.35 * radius if side else -1.35 * radius - whole)
        away = (beside - whole) * 0.3 * (1 if side else -1)
        for nth in range(part):
            bend = (nth + 0.5 - part / 2) / max(1, part) + (side - 0.5) * 0.8
            y = middle.y - high * 0.5 + abs(bend) * high * 0.3
            found.append(RisenCard(Rect(near + away + nth * step, y, wide, high), bend * _TURN))
    return tuple(found)


def _place_below(room: Rect, measures: FinaleMeasures, count: int) -> tuple[RisenCard, ...]:
    if not count:
        return ()
    lines = math.ceil(count / 6)
    across = math.ceil(count / lines)
    height = max(1.0, room.h / lines - measures.gain)
    wide = min(height / measures.card, room.w / (1.14 * across))
    places: list[Rect] = []
    card = boxes.Slot(places.append, wide, wide * measures.card)
    cell = boxes.Slot(boxes.down(measures.gain, card).place, 1.14 * wide)
    lengths = [min(across, count - first) for first in range(0, count, across)]
    rows = [boxes.across(*[cell] * length, share=0.5) for length in lengths]
    boxes.down(*[boxes.Slot(row.place, weight=1.0) for row in rows]).place(room)
    return tuple([RisenCard(place, 0.0) for place in places])


_SIDE: Final = 0.66
"""Side of a seat's avatar in the closing animation, as a share of the seat's plate's height."""


class AnimatedFigure(widget.Label):
    """A number whose `value` can be animated."""

    def __init__(self, look: theme.ResolvedTheme, value: int, style: str, **options: Any) -> None:
        super().__init__(look, str(value), style, **options)

    @property
    def value(self) -> int:
        return int(self.text)

    @value.setter
    def value(self, value: int) -> None:
        self.text = str(value)


class SeatPlate(Node):
    """A plate with a seat's avatar, name and points, in the closing animation.

    If `unit` isn't None, this picture is drawn before the points.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        ink: TextStyler,
        share: ScoreRow,
        box: Rect,
        unit: pictures.Picture | None,
        *,
        is_winner: bool,
    ) -> None:
        super().__init__(name=f"plate {share.label.seat}", position=box.position, size=box.size)
        theme = look.theme
        if is_winner:
            line = theme.colour("accent")
        else:
            line = theme.colour("border")
        glow = (pictures.Shadow(line.with_alpha(0.35), 22.0),) if is_winner else ()
        self.picture = pictures.BoxPicture(theme.colour("panel"), 16.0, line, 2.0, shadows=glow)
        side = min(box.h * _SIDE, box.w * 0.3)
        top = (box.h - side) / 2
        avatar = build_avatar(look, ink, share.label, side, scales=True)
        room = box.w - side - 3 * top
        if unit is None:
            high = 0.0
            part = 0.36
        else:
            high = min(0.5 * box.h, 0.2 * room)
            part = 0.2
        mark = Node(name="unit", picture=unit, size=Size(high, high))
        apart = 0.4 * high
        wide = Size(room - part * room - high - apart, box.h)
        words = runs.RunsLabel(look, share.label.name, "row", size=wide, max_lines=2)
        size = Size(part * room, box.h)
        self.figure = AnimatedFigure(
            look, share.before, "hud_points", size=size, align=pictures.Align.END, name="figure"
        )
        inside = boxes.row(avatar, boxes.row(words, apart, mark, self.figure), gap=top)
        inside.position = Vec(top, 0.0)
        self.add(inside)


_DARKER = 0.7
_THIN = 0.055
"""Width of a usual arc, and of a ring without arcs, as a share of the ring's radius."""
_THICK = 0.085
"""Width of an arc with `RingArc.is_strong`, as a share of the ring's radius."""
_OUT = 1.2
"""Distance from the centre of the ring of lit arcs to the centre of a symbol outside the ring.

As a multiple of the ring's radius."""
_SYMBOL = 0.15
"""Size of the symbols outside the ring of lit arcs, which name the arcs' colours. A share of the
ring's radius."""


class FinaleRing(Node):
    """A ring of lit arcs, centred on the node's position.

    Args:
        look: Theme and fonts.
        ink: Provides symbols and colours.
        lights: The arcs, clockwise from the top. If there are none, the ring is a plain circle.
        radius: Radius of the ring.

    Attributes:
        well: Disc inside the ring.
        arcs: Lit arcs.
        symbols: Symbols outside the arcs.
    """

    def __init__(
        self, look: theme.ResolvedTheme, ink: TextStyler, lights: Sequence[RingArc], radius: float
    ) -> None:
        super().__init__(name="ring")
        self._look = look
        self._ink = ink
        self._radius = radius
        theme = look.theme
        self.well = self._disc(theme.colour("table_rim").mixed(theme.colour("shadow"), 0.3))
        self.arcs: list[Node] = []
        self.symbols: list[Node] = []
        self.add(self.well)
        if not lights:
            clear = theme.colour("shadow").with_alpha(0.0)
            self.arcs.append(self._disc(clear, theme.colour("accent")))
        for nth, light in enumerate(lights):
            colour = ink.line(look, light.letter)
            dim = colour.mixed(theme.colour("table_outer"), _DARKER)
            self.add(self._arc(nth, len(lights), _THIN, dim, is_lit=False))
            width = _THICK if light.is_strong else _THIN
            self.arcs.append(self._arc(nth, len(lights), width, colour, is_lit=True))
            self.symbols.append(self._symbol(nth, len(lights), light.letter))
        self.add(*self.arcs, *self.symbols)

    def _disc(self, fill: pictures.Colour, line: pictures.Colour | None = None) -> Node:
        if line:
            radius = self._radius
        else:
            radius = 0.95 * self._radius
        box = Rect.centred(Vec(0.0, 0.0), Size(2 * radius, 2 * radius))
        picture = pictures.BoxPicture(fill, radius, line, _THIN * radius if line else 0.0)
        return Node(name="disc", picture=picture, position=box.position, size=box.size)

    def _arc(
        self, nth: int, count: int, width: float, colour: pictures.Colour, *, is_lit: bool
    ) -> Node:
        radius = self._radius
        glow = 0.16 * self._radius if is_lit else 0.0
        picture, box = build_ring_arc(nth, count, radius, width * radius, colour, glow=glow)
        name = f"arc {nth}" if is_lit else f"dim {nth}"
        return Node(name=name, picture=picture, position=box.position, size=box.size)

    def _symbol(self, nth: int, count: int, letter: str) -> Node:
        turn = math.radians(-90 + nth * 360 / count)
        side = _SYMBOL * self._radius
        spot = Vec(math.cos(turn), math.sin(turn)) * (_OUT * self._radius)
        box = Rect.centred(spot, Size(side, side))
        picture = self._ink.symbol(letter, self._ink.on_dark(self._look, letter))
        return Node(name=f"symbol {letter}", picture=picture, position=box.position, size=box.size)


FINALE_SECONDS: Final = 2.1
"""Duration of the animation in seconds at normal speed."""
_LIT = 0.08
"""Seconds from the start of the closing animation until the ring's first arc is lit."""
_LIGHTS = 0.6
"""Seconds in which the ring's arcs are lit one by one in the closing animation."""
_COUNTING_START = 0.6
"""Seconds from the start of the closing animation until counting starts. In a game with scored
cards, the first of these cards then rises; in other games, the first seat gets its points."""
_COUNTING_SECONDS = 0.75
"""Seconds for which the closing animation counts points. Counting ends when the last scored card
has risen; in a game without scored cards, when the last seat gets its points."""
_WAY: Final = 0.3
CROWN: Final = 1.4
"""Seconds from the start of the closing animation until the winner's crown begins to fall."""
_FALL: Final = 0.34
_SWEEP: Final = 0.7
_MAX_TEXT_DISTANCE = 0.69
"""The ring in the closing animation contains a number, and text below the number. This is the
maximum distance from the ring's centre to the text, as a share of the ring's radius."""
_MIN_TEXT_DISTANCE = 0.45
"""The ring in the closing animation contains a number, and text below the number. This is the
minimum distance from the ring's centre to the text, as a share of the ring's radius."""
_INSIDE: Final = 0.9
"""Radius of the circle inside the ring in which text fits, as a share of the ring's radius."""
_SPARE: Final = 4.0
"""Slack beside text for pixel rounding, in design units."""
_LEAST_CARDS: Final = 46.0
"""Smallest height, in design units at zoom 1, at which revealed cards are readable."""


class FinaleScene(Node):
    """The closing animation of a round or match: points are counted in a ring, a winner is crowned.

    The animation fills the visible window. `play` starts it; before, the last frame is shown.

    Args:
        ui: The interface.
        finale: Content of the animation.
        mark: Picture in the ring until a crown falls on the winner; None for an empty ring.
        sentence_height: Height of the sentence, see `FinaleMeasures`.
        buttons_height: Height of the buttons, see `FinaleMeasures`.

    Attributes:
        cues: Sounds of the animation, each with its time in seconds from the start.
    """

    def __init__(
        self,
        ui: ui.Ui,
        finale: Finale,
        mark: pictures.Picture | None,
        sentence_height: float,
        buttons_height: float,
    ) -> None:
        visible = ui.stage.look.visible_area
        super().__init__(name="scene", position=visible.position, size=visible.size)
        self._ui = ui
        self._finale = finale
        self._look = ui.stage.look
        self._ink = ui.ink
        self._moves: list[animation.Track] = []
        self.cues: list[Cue] = []
        self._lay_out(sentence_height, buttons_height)
        self._add_light()
        self._add_ring()
        self._add_plates(mark)
        self._add_rising()
        self._add_middle(mark)
        self._move(self._title, "alpha", 0.0, CROWN, 0.25)
        self.add(self._title)

    def play(self) -> None:
        self._ui.stage.animator.play(self._moves)

    def stop(self) -> None:
        for track in self._moves:
            self._ui.stage.animator.cancel(track.target_object, track.attribute)

    # -- layout ------------------------------------------------------------------------------

    def _lay_out(self, sentence_height: float, buttons_height: float) -> None:
        look = self._look
        theme = self._look.theme
        margin = theme.sizes.safe_margin
        room = Size(self.size.w - 2 * margin, 0.0)
        for style in ("display", "title"):
            self._title = runs.RunsLabel(
                look,
                self._finale.title,
                style,
                size=room,
                align=pictures.Align.CENTRE,
                max_lines=2,
                name="title",
            )
            if self._title.size.h < 1.5 * theme.text(style).size * theme.text(style).line_height:
                break
        letters = theme.text("numeral")
        measures = FinaleMeasures(
            theme.zoom,
            margin,
            self._title.size.h,
            letters.size * letters.line_height,
            self._ui.card_art.size(1.0).h,
            sentence_height,
            buttons_height,
        )
        self.plan = plan_finale(self.size, measures, self._finale)
        self._middle = self.plan.middle
        self._radius = max(1.0, self.plan.radius)
        self._title.position = Vec(margin, self.plan.title)

    def _move(
        self, node: Node, attribute: str, start: Any, at: float, seconds: float, ease: str = ""
    ) -> None:
        target = getattr(node, attribute)
        self._moves.append(
            animation.Track(node, attribute, start, target, at, seconds, ease or "out_cubic")
        )

    def _put(self, node: Node, middle: Vec) -> None:
        node.position = middle - Vec(node.size.w / 2, node.size.h / 2)
        self.add(node)

    # -- light and ring ----------------------------------------------------------------------

    def _add_light(self) -> None:
        theme = self._look.theme
        colours = [self._ink.card(self._look, light.letter) for light in self._finale.lights]
        middle = Vec(self._middle.x / self.size.w, self._middle.y / self.size.h)
        rim = theme.colour("table_rim")
        plain = pictures.BoxPicture(theme.colour("table"))
        ground = Node(name="rays", picture=plain, size=self.size)
        self._move(ground, "alpha", 0.0, 0.0, 0.3, "linear")
        self.add(ground)
        if not self._finale.is_won:
            return
        ground.picture = rays_picture(colours or [theme.colour("accent")], rim, middle)
        wide = 0.34 * self.size.w
        sweep = Node(name="sweep", size=Size(wide, self.size.h), position=Vec(self.size.w, 0.0))
        sweep.picture = sweep_picture(theme.colour("text"))
        self._move(sweep, "position", Vec(-wide, 0.0), _LIT + 0.3, _SWEEP, "in_out_sine")
        self.add(sweep)

    def _add_ring(self) -> None:
        ring = FinaleRing(self._look, self._ink, self._finale.lights, self._radius)
        ring.position = self._middle
        self._move(ring.well, "alpha", 0.0, 0.0, 0.25, "linear")
        for nth, light in enumerate(self._finale.lights):
            when = _LIT + _LIGHTS * nth / len(self._finale.lights)
            self._move(ring.arcs[nth], "alpha", 0.0, when, 0.16, "linear")
            self._move(ring.symbols[nth], "alpha", 0.25, when, 0.16, "linear")
            if light.sound and self._finale.is_won:
                self.cues.append(Cue(when, light.sound))
        if not self._finale.lights:
            self._move(ring.arcs[0], "alpha", 0.0, _LIT, 0.4)
        self.add(ring)

    # -- counting points ---------------------------------------------------------------------

    def _when(self, nth: int, count: int) -> float:
        return _COUNTING_START + (_COUNTING_SECONDS - _WAY) * nth / max(1, count - 1)

    def _add_plates(self, mark: pictures.Picture | None) -> None:
        shares = self._finale.shares
        gaining = [share for share in shares if share.after != share.before or share.cards]
        for nth, share in enumerate(shares):
            box = self.plan.plates[nth]
            wins = share.label.seat in self._finale.crowned
            shown = share
            if self._ui.settings.moods:
                shown = replace(share, label=share.label.with_end_mood(is_winner=wins))
            plate = SeatPlate(self._look, self._ink, shown, box, mark, is_winner=wins)
            self._move(plate, "alpha", 0.0, 0.15, 0.3)
            self.add(plate)
            if share not in gaining:
                continue
            when = self._when(gaining.index(share), len(gaining))
            self._turn_up(share, self.plan.cards[nth], when)
            if self._finale.flying_cards:
                self._count(plate.figure, share, _COUNTING_START + _WAY, _COUNTING_SECONDS)
                continue
            self._count(plate.figure, share, when + _WAY, 0.3)
            if self.plan.gains and share.after != share.before:
                self._hand_out(share, self.plan.gains[nth], when)

    def _count(self, figure: AnimatedFigure, share: ScoreRow, when: float, seconds: float) -> None:
        figure.value = share.after
        self._move(figure, "value", share.before, when, seconds, "linear")

    def _hand_out(self, share: ScoreRow, goal: Vec, when: float) -> None:
        token = self._gain(share.after - share.before, "gain")
        self._put(token, goal)
        start = token.position + self._middle - goal
        self._move(token, "position", start, when, _WAY, "in_out_cubic")
        self._move(token, "alpha", 0.0, when, 0.08, "linear")
        if self._finale.sound:
            self.cues.append(Cue(when + _WAY, self._finale.sound))

    def _gain(self, points: int, name: str, face: str = "", wide: float = 0.0) -> runs.RunsLabel:
        """Return a label with gained points.

        Args:
            points: Number of points.
            name: Name of the node.
            face: Card that gives the label its colour, "" for the default colour.
            wide: Width of the label.
        """
        tint = self._look.theme.colour(TONE_COLOURS[self._finale.gains])
        if face[:1] in {light.letter for light in self._finale.lights}:
            tint = self._ink.on_dark(self._look, face[0])
        words = [runs.TextRun(self._ui.texts("+{n}", n=points), colour=tint)]
        options: Any = {"size": Size(wide, 0.0), "align": pictures.Align.CENTRE, "name": name}
        return runs.RunsLabel(self._look, words, "numeral", **options)

    def _turn_up(self, share: ScoreRow, room: Rect, when: float) -> None:
        if not share.cards or room.h < _LEAST_CARDS:
            return
        faces = self._ui.card_art
        side = 0.0 if self.plan.is_narrow else 0.5
        backs = build_mini_cards(faces, [None] * len(share.cards), room, share=side)
        fronts = build_mini_cards(faces, list(share.cards), room, share=side)
        for back, front in zip(backs, fronts, strict=True):
            self.add(back, front)
            self._move(back, "alpha", 0.0, 0.2, 0.25)
            self._move(front, "alpha", 0.0, when, 0.12, "linear")
            lifted = front.position + Vec(0.0, 0.2 * front.size.h)
            self._move(front, "position", lifted, when, 0.24, "out_back")

    def _add_rising(self) -> None:
        cards = self._finale.flying_cards
        below = Vec(0.0, 0.6 * self.size.h)
        steps = [abs(one.place.x - other.place.x) for one, other in pairwise(self.plan.rising)]
        for nth, (each, (place, lean)) in enumerate(zip(cards, self.plan.rising, strict=True)):
            card = Node(name=f"card {each.face}", size=place.size, anchor=CENTRE, rotation=lean)
            card.picture = self._ui.card_art.picture(each.face, place.w)
            card.position = place.centre
            when = self._when(nth, len(cards))
            self._move(card, "position", card.position + below, when, _WAY, "out_cubic")
            self._move(card, "alpha", 0.0, when, 0.1, "linear")
            self.add(card)
            gain = self._gain(each.points, "worth", each.face, min([1.24 * place.w, *steps]))
            self._put(gain, Vec(place.centre.x, place.y - gain.size.h / 2))
            self._move(gain, "alpha", 0.0, when + _WAY, 0.1, "linear")
            if self._finale.sound:
                self.cues.append(Cue(when + 0.5 * _WAY, self._finale.sound))
        runs.equalise_font_sizes_below(self)

    # -- the middle --------------------------------------------------------------------------

    def _add_middle(self, mark: pictures.Picture | None) -> None:
        radius = self._radius
        won = [share for share in self._finale.shares if share.label.seat in self._finale.crowned]
        if mark is not None:
            # The mark fades in and out. An attribute can be animated only once, so two nodes are
            # used.
            holder = Node(name="mark", size=Size(1.1 * radius, 1.1 * radius))
            gone = Node(name="picture", picture=mark, size=holder.size, alpha=0.0)
            holder.add(gone)
            self._put(holder, self._middle)
            self._move(holder, "alpha", 0.0, 0.05, 0.25, "linear")
            self._move(gone, "alpha", 1.0, CROWN - 0.15, 0.2, "linear")
        if self._finale.flying_cards and len(won) == 1:
            self._add_figure(won[0])
        else:
            self._add_signs(is_late=mark is not None)
        side = (0.62 if self._finale.is_won else 0.31) * radius
        crown = Node(name="crown", size=Size(side, side))
        crown.picture = build_icon("crown", self._look.theme.colour("accent"))
        self._put(crown, self._middle - Vec(0.0, 0.55 * radius))
        high = Vec(crown.position.x, -crown.size.h)
        self._move(crown, "position", high, CROWN, _FALL, "out_back")
        self._move(crown, "alpha", 0.0, CROWN, 0.1, "linear")

    def _add_figure(self, share: ScoreRow) -> None:
        low, wide = self._spot()
        # The number is scaled with the ring, because the ring's size depends on the window, not on
        # the font size. Below the number, there is room for a word such as "points".
        factor = (
            0.0042
            * self._radius
            / self._look.theme.zoom
            * (low - 0.05)
            / (_MAX_TEXT_DISTANCE - 0.05)
        )
        points = share.before + sum(each.points for each in self._finale.flying_cards)
        figure = AnimatedFigure(
            self._look,
            points,
            "logo",
            size=Size(1.7 * self._radius / factor, 220.0 * self._look.theme.zoom),
            align=pictures.Align.CENTRE,
            colour=self._look.theme.colour("text"),
            name="sum",
        )
        figure.anchor = CENTRE
        figure.scale = factor
        figure.position = self._middle + Vec(0.0, (low - 0.25) / 2 * self._radius)
        self._move(figure, "alpha", 0.0, 0.1, 0.2, "linear")
        when = _COUNTING_START + 0.5 * _WAY
        self._move(figure, "value", share.before, when, _COUNTING_SECONDS, "linear")
        lead = self._look.theme.text("lead")
        least = lead.size * lead.line_height / self._look.theme.enlarged
        unit = runs.RunsLabel(
            self._look,
            self._finale.unit,
            "lead",
            size=Size(wide, max(0.3 * self._radius, least)),
            align=pictures.Align.CENTRE,
            name="unit",
        )
        self._move(unit, "alpha", 0.0, 0.1, 0.2, "linear")
        self.add(figure)
        self._put(unit, self._middle + Vec(0.0, low * self._radius))

    def _spot(self) -> tuple[float, float]:
        """Find room inside the ring for the word below the number, such as "points".

        Long text is placed higher, where the ring is wider.

        Returns:
            Distance below the centre as a share of the radius, and the largest width.
        """
        theme = self._look.theme
        radius = self._radius
        high = 0.4 * theme.text("lead").size / theme.enlarged
        wide = _SPARE + runs.measure_width_at(
            1.0 / theme.enlarged, [runs.TextRun(self._finale.unit)], self._look, "lead"
        )
        reach = _INSIDE * radius
        low = math.sqrt(max(0.0, reach**2 - (wide / 2) ** 2)) - high
        low = max(_MIN_TEXT_DISTANCE, min(_MAX_TEXT_DISTANCE, low / radius))
        here = min(reach, low * radius + high)
        return low, max(wide, 2 * math.sqrt(reach**2 - here**2))

    def _add_signs(self, *, is_late: bool) -> None:
        labels = self._finale.winners
        if self._ui.settings.moods:
            labels = tuple([label.with_end_mood(is_winner=True) for label in labels])
        side = min(0.95, 1.4 / max(1, len(labels))) * self._radius
        avatars = [
            build_avatar(self._look, self._ink, label, side * 0.94, scales=True) for label in labels
        ]
        line = boxes.row(*avatars, gap=0.06 * side)
        self._put(line, self._middle + Vec(0.0, 0.25 * self._radius))
        self._move(line, "alpha", 0.0, CROWN - 0.1 if is_late else 0.3, 0.25)
