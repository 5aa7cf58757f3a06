"""What parts share: labels in tones, small cards, avatars."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from red7_desktop.kit.look.card_art import CardArt
from red7_desktop.kit.look.icons import build_icon, portrait
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.kit.texts import Run, Texts, Tone
from red7_desktop.scene import animation, boxes, theme
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.text import SHARES, break_lines, list_steps_down
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, PaintedPicture
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.tabletop.game import SEAT_LETTERS, Face

if TYPE_CHECKING:
    from red7_desktop.table.layout import Layout, ZoneSpec

TONE_COLOURS: Final[Mapping[Tone, str]] = {
    Tone.STRONG: "text",
    Tone.SOFT: "text_soft",
    Tone.FAINT: "text_faint",
    Tone.GOOD: "ok",
    Tone.BAD: "bad",
    Tone.ACCENT: "accent",
}
"""The theme's colour for each tone but the plain one, which has the label's own."""
_SHOWS: Final = 3.0
"""The contrast that lines need."""


class TextStyler:
    """What every part of the HUD writes with.

    faces: of the game that is shown. cards: their colour set, one of `settings.COLOUR_SETS`.
    """

    def __init__(self, faces: CardArt, cards: str = "normal") -> None:
        self.faces = faces
        self.cards = cards

    def spans(
        self, look: theme.Look, runs: Iterable[Run], *, strong: str = "", only: Colour | None = None
    ) -> tuple[runs.Span, ...]:
        """Return runs as a label takes them.

        strong: a text style for strong runs. only: one colour for all of it, symbols too, where
        the ground is not dark.
        """
        return tuple([self._span(look, run, strong, only) for run in runs])

    def _span(self, look: theme.Look, run: Run, strong: str, only: Colour | None) -> runs.Span:
        colour = only
        mark = None
        if only is None and run.tone in TONE_COLOURS:
            colour = look.theme.colour(TONE_COLOURS[run.tone])
        if run.symbol:
            mark = self.symbol(run.symbol, only or self.on_dark(look, run.symbol))
        style = strong if run.tone is Tone.STRONG else ""
        return runs.Span(run.text, mark, style, colour, run.spoken)

    def symbol(self, letter: str, tint: Colour) -> PaintedPicture:
        return self.faces.symbol_picture(letter, tint)

    def card_size(self, height: float) -> Size:
        unit = self.faces.size(1.0)
        return Size(height * unit.w / unit.h, height)

    def on_dark(self, look: theme.Look, letter: str) -> Colour:
        return look.theme.swatch("on_dark", self.faces.swatch(letter))

    def on_card(self, look: theme.Look, letter: str) -> Colour:
        return look.theme.swatch(f"ink_{self.cards}", self.faces.swatch(letter))

    def line(self, look: theme.Look, letter: str) -> Colour:
        """Return a colour for lines on a dark ground: as its cards have it, if it shows there."""
        card = self.card(look, letter)
        ground = look.theme.colour("panel_high")
        shows = card.luminance + 0.05 >= _SHOWS * (ground.luminance + 0.05)
        if shows:
            return card
        return self.on_dark(look, letter)

    def card(self, look: theme.Look, letter: str) -> Colour:
        return look.theme.swatch(f"card_{self.cards}", self.faces.swatch(letter))


Shown = TypeVar("Shown")
STAYS_LARGER: Final = 1.25


class Meaning(NamedTuple):
    """A node of the table, and what it means."""

    node: Node
    sentence: str


class Part(widget.Widget, Generic[Shown]):
    """A part of the HUD: `place` puts it into a rectangle, `show` gives it what it shows.

    A subclass makes its children in `make` and writes `compose`, which brings them up to date
    from the value, `self.size` and `self.look`, but not from where it lies. Nothing is composed
    before value and size are known.

    animator: lets what is new come or go by and by; None where all is there at once. glides:
    whether it may move for that. lag: how long after a card has landed it answers to a new light.
    """

    animator: animation.Animator | None = None
    glides = True
    lag = 0.46

    def __init__(self, look: theme.Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, **options)
        self.ink = ink
        self.shown: Shown | None = None
        self._coming: Shown | None = None
        self.make(look, ink)

    def make(self, look: theme.Look, ink: TextStyler) -> None:
        """Make the children."""

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        self.place(spec.area)

    def meanings(self, texts: Texts) -> Iterable[Meaning]:
        """Say what the marks and figures mean that it shows; what a game adds tells of itself.

        A value that has a `meaning` means that.
        """
        meaning = getattr(self.shown, "meaning", "")
        if meaning:
            return (Meaning(self, meaning),)
        return ()

    @property
    def frame(self) -> Rect:
        """The rectangle that it fills, in the table's space, as far as it is drawn."""
        return Rect(*self.position, *self.size)

    def show(self, value: Shown) -> None:
        """Show a value; nothing happens when it is shown already."""
        if value != self.shown:
            self.shown = value
            self.refresh()

    def answer(self, value: Shown | None, seconds: float) -> None:
        """Show a value after some seconds, what was hidden no sooner; hide at once for None.

        What is on its way already comes in its own time.
        """
        is_known = value is None or (self.visible and value == self.shown)
        if self.animator is None or is_known or (self._coming is None and not seconds):
            self._arrive_at(value)
        elif value != self._coming:
            self._coming = value
            self.animator.after(self, seconds, lambda: self._arrive_at(value))

    def _arrive_at(self, value: Shown | None) -> None:
        if self._coming is not None and self.animator is not None:
            self.animator.cancel(self, animation.CALL)
            self._coming = None
        if self.visible is (value is None):
            self.visible = value is not None
        if value is not None:
            self.show(value)

    def refresh(self) -> None:
        if self.shown is not None and self.size.w and self.size.h:
            self.compose(self.shown)

    def lay_out(self, layout: boxes.Slot) -> None:
        """Fill the part with a layout of its children."""
        layout.place(Rect(0.0, 0.0, *self.size))

    def grown(self, room: float, needed: float) -> float:
        """Return the factor by which lengths grow with the theme, as far as there is room.

        needed: the room that they take as they are designed.
        """
        return max(1.0, min(self.look.theme.zoom, room / needed))

    @property
    def least_share(self) -> float:
        """The part of their size that words keep before pictures next to them do.

        Enlarged, they stay larger than designed: a table of larger things may be shown smaller.
        """
        return min(1.0, STAYS_LARGER / self.look.theme.enlarged)

    def compose(self, value: Shown) -> None:
        raise NotImplementedError


class LaidPart(Part[Shown]):
    """A part that is composed from a whole layout: where cards lie that it says something of."""

    def __init__(self, look: theme.Look, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._laid: Layout | None = None

    @property
    def layout(self) -> Layout:
        if self._laid is None:
            raise RuntimeError("a part without a layout")
        return self._laid

    def settle(self, layout: Layout, spec: ZoneSpec) -> None:
        if layout != self._laid:
            self._laid = layout
            super().settle(layout, spec)
            self.refresh()

    def refresh(self) -> None:
        if self._laid is not None:
            super().refresh()


class OverlayWidget(widget.Widget):
    """What lies above the cards; it gets its look from the HUD, which knows the scale."""

    hands_on = True

    def refresh(self) -> None:
        """Leave everything to the HUD."""


STEP = 0.05
"""By this part of their size the letters shrink from one try to the next."""


class SpacedWord(widget.Widget):
    """Shows a short text in capitals, `tracking` (a part of the font's size) apart.

    It breaks at spaces into `max_rows` rows, if one is too narrow; then the letters shrink until
    the text fits the width it is placed in. `share` is the part of their size that they have.
    """

    def __init__(
        self,
        look: theme.Look,
        style: str,
        *,
        align: Align = Align.START,
        tracking: float = 0.11,
        max_rows: int = 1,
        **options: Any,
    ) -> None:
        super().__init__(look, **options)
        self._style = style
        self._align = align
        self._tracking = tracking
        self._max_rows = max_rows
        self.text = ""
        self._colour: Colour | None = None
        self._most = 1.0
        self.share = 1.0

    def limit(self, most: float) -> None:
        """Let letters have no larger part of their size than this, as others of a group do."""
        if most != self._most:
            self._most = most
            self.refresh()

    def show(self, text: str, colour: Colour | None = None) -> None:
        """Show a text; `colour` stands in for the style's."""
        if (text.upper(), colour) != (self.text, self._colour):
            self.text = text.upper()
            self._colour = colour
            self.refresh()

    def width(self, share: float = 1.0) -> float:
        return self._width(self.text, share)

    def readable_width(self) -> float:
        """Return the room that the text takes in one row where its letters can just be read."""
        theme = self.look.theme
        designed = theme.text(self._style).size / theme.enlarged
        share = math.ceil(theme.sizes.least_text / designed / STEP) * STEP
        return self.width(share / theme.enlarged)

    def rows_in(self, room: float) -> int:
        return len(self._broken(room))

    def refresh(self) -> None:
        w, h = self.size
        if w <= 0:
            return
        rows = self._broken(w)
        letters = sum(map(len, rows))
        for letter in self.children[letters:]:
            letter.visible = False
        for nth in range(len(self.children), letters):
            self.add(Node(name=f"letter {nth}"))
        steps = list_steps_down(STEP, self.look.theme.enlarged)
        self.share = boxes.first_fitting(
            [each for each in steps if each <= self._most],
            lambda share: all(self._width(row, share) <= w for row in rows),
        )
        left = iter(self.children)
        apart = min(h / len(rows), 1.5 * self.share * self.look.theme.text(self._style).size)
        lines = [self._line_up(row, self.share, apart, left) for row in rows]
        boxes.down(*lines, share=0.5).place(Rect(0.0, 0.0, w, h))

    def _line_up(self, row: str, share: float, high: float, letters: Iterator[Node]) -> boxes.Slot:
        style = self.look.theme.text(self._style)
        style = style._replace(size=style.size * share)
        slots = []
        for char, wide in zip(row, self._widths(row, share), strict=True):
            node = next(letters)
            node.visible = True
            put = partial(widget.put, node, picture=style.picture(char, self._colour))
            slots.append(boxes.make_slot((put, wide, 0.0, 0.0)))
        line = boxes.across(*slots, gap=self._gap(share), share=SHARES[self._align])
        return boxes.make_slot((line.place, 0.0, high, 0.0))

    def _broken(self, room: float) -> list[str]:
        rows = break_lines(
            self.text.split(" "), lambda words: self._width(" ".join(words), 1.0) <= room
        )
        if len(rows) > self._max_rows:
            rows[self._max_rows - 1 :] = [[*chain(*rows[self._max_rows - 1 :])]]
        return [" ".join(row) for row in rows]

    def _width(self, row: str, share: float) -> float:
        return sum(self._widths(row, share)) + self._gap(share) * max(0, len(row) - 1)

    def _gap(self, share: float) -> float:
        return self._tracking * self.look.theme.text(self._style).size * share

    def _widths(self, row: str, share: float) -> list[float]:
        style = self.look.theme.text(self._style)
        look = self.look
        size = style.size * share
        return [look.text.measure_words(style.font, size, char, look.scale) for char in row]


_GAP = 0.12
"""Between two cards that have room, in card widths."""
_WIDEST: Final = 400.0


def build_mini_cards(
    faces: CardArt, cards: Sequence[Face], room: Rect, *, share: float = 0.0
) -> list[Node]:
    """Return nodes of cards in a row inside a rectangle, as high as it is; each shows its corner.

    cards: faces, None for a back. share: where the row stands when the room is wider, 0 at the left
    to 1 at the right.
    """
    if not cards:
        return []
    width = min(room.h / faces.size(1.0).h, room.w, _WIDEST)
    step = width * (1 + _GAP)
    if len(cards) > 1:
        step = min(step, (room.w - width) / (len(cards) - 1))
    left = room.x + (room.w - width - step * (len(cards) - 1)) * share
    top = room.y + (room.h - faces.size(width).h) / 2
    return [
        faces.build_card(face, width, position=Vec(left + nth * step, top))
        for nth, face in enumerate(cards)
    ]


_CROWN: Final = 0.48
"""The crown's side as a part of the disc's width."""
_EDGE: Final = 0.05
"""The least room next to letters, as a part of the disc's width."""
_FACE: Final = 0.86
"""A portrait's side as a part of the disc's width."""


class Avatar(Part[SeatSign]):
    """A disc as wide as its box, which is a square."""

    def make(self, look: theme.Look, ink: TextStyler) -> None:
        self._letter = runs.RunsLabel(look, "", "hud_initial", align=Align.CENTRE)
        self._letter.is_silent = True
        self._face = Node(name="portrait")
        self._crown = Node(name="crown")
        self.add(self._letter, self._face, self._crown)

    def compose(self, value: SeatSign) -> None:
        theme = self.look.theme
        side = self.size.w
        colour = theme.swatch("seats", SEAT_LETTERS[value.seat])
        fill = theme.colour("avatar").mixed(colour, 0.10)
        self.picture = BoxPicture(fill, side / 2, colour, max(2.0, side * 0.055))
        whole = Rect(0.0, 0.0, side, side)
        self._face.picture = portrait(value.portrait)
        self._face.visible = self._face.picture is not None
        widget.put(self._face, whole.inflated(side * (_FACE - 1.0) / 2))
        self._letter.visible = not self._face.visible
        letter = (runs.Span(value.initial, colour=colour),)
        self._letter.write(letter, Rect(_EDGE * side, 0.0, (1.0 - 2 * _EDGE) * side, side))
        self._crown.visible = value.is_leading
        crown = Rect((1.0 - _CROWN) / 2 * side, -0.76 * _CROWN * side, _CROWN * side, _CROWN * side)
        widget.put(self._crown, crown, build_icon("crown", theme.colour("accent")))
