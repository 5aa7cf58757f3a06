"""Building blocks of the HUD: base classes of its parts, coloured labels, small cards, avatars."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from red7_desktop.kit.look.card_art import CardArt
from red7_desktop.kit.look.icons import build_icon, build_portrait
from red7_desktop.kit.phrases import SeatLabel
from red7_desktop.kit.texts import Run, Texts, Tone
from red7_desktop.scene import animation, boxes, theme
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.text import ALIGN_SHARES, break_lines, list_shrink_factors
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, PaintedPicture, Picture
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.tabletop.game import SEAT_LETTERS, Face
from red7_desktop.tabletop.moods import Mood

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
"""The theme's colour name for each tone of text; plain text has the label's own colour."""
_MIN_CONTRAST: Final = 3.0
"""Minimum contrast ratio between a line drawn on a panel and the panel's background."""


class TextStyler:
    """Converts rich text to spans with fonts, colours and the symbols of a game's cards.

    Args:
        card_art: Card pictures of the game.
        cards: Colour set of the cards, one of `settings.COLOUR_SETS`.
    """

    def __init__(self, faces: CardArt, cards: str = "normal") -> None:
        self.card_art = faces
        self.cards = cards

    def spans(
        self,
        look: theme.ResolvedTheme,
        runs: Iterable[Run],
        *,
        strong: str = "",
        only: Colour | None = None,
    ) -> tuple[runs.TextRun, ...]:
        """Convert rich text to text spans with the fonts and colours of a theme.

        Args:
            look: Theme.
            runs: Rich text: pieces with a tone such as `Tone.STRONG`, but without font and colour.
            strong: Text style of pieces with `Tone.STRONG`, "" for the label's own style.
            only: Single colour for all text and symbols, for bright backgrounds; None for the
                theme's colours.
        """
        return tuple([self._span(look, run, strong, only) for run in runs])

    def _span(
        self, look: theme.ResolvedTheme, run: Run, strong: str, only: Colour | None
    ) -> runs.TextRun:
        colour = only
        mark = None
        if only is None and run.tone in TONE_COLOURS:
            colour = look.theme.colour(TONE_COLOURS[run.tone])
        if run.symbol:
            mark = self.symbol(run.symbol, only or self.on_dark(look, run.symbol))
        style = strong if run.tone is Tone.STRONG else ""
        return runs.TextRun(run.text, mark, style, colour, run.spoken)

    def symbol(self, letter: str, tint: Colour) -> PaintedPicture:
        return self.card_art.symbol_picture(letter, tint)

    def card_size(self, height: float) -> Size:
        unit = self.card_art.size(1.0)
        return Size(height * unit.w / unit.h, height)

    def on_dark(self, look: theme.ResolvedTheme, letter: str) -> Colour:
        return look.theme.swatch("on_dark", self.card_art.find_swatch_name(letter))

    def on_card(self, look: theme.ResolvedTheme, letter: str) -> Colour:
        return look.theme.swatch(f"ink_{self.cards}", self.card_art.find_swatch_name(letter))

    def line(self, look: theme.ResolvedTheme, letter: str) -> Colour:
        """Return the colour in which lines that belong to a card symbol are drawn.

        It is the colour of the cards with the symbol, or a brighter variant if that colour has too
        little contrast to panels.
        """
        card = self.card(look, letter)
        ground = look.theme.colour("panel_high")
        shows = card.luminance + 0.05 >= _MIN_CONTRAST * (ground.luminance + 0.05)
        if shows:
            return card
        return self.on_dark(look, letter)

    def card(self, look: theme.ResolvedTheme, letter: str) -> Colour:
        return look.theme.swatch(f"card_{self.cards}", self.card_art.find_swatch_name(letter))


Shown = TypeVar("Shown")
STAYS_LARGER: Final = 1.25


class Explanation(NamedTuple):
    """A node of the table, and a sentence that explains the node in a tooltip or aloud."""

    node: Node
    sentence: str


class Part(widget.Widget, Generic[Shown]):
    """A part of the HUD: `place` sets its rectangle, `show` sets its value.

    A subclass creates its children in `build` and implements `compose`, which updates them from the
    value, `self.size` and `self.look`, independent of its position. `compose` isn't called before
    value and size are set.

    Attributes:
        animator: Animates changes; None shows them at once.
        glides: Whether changes may be animated by moving nodes; False with reduced motion.
        light_delay: Seconds from the landing of a card until this part changes, if the card also
            changes the colour of the table's light. With any other card, the part changes when the
            card lands.
        shown: The value that is shown; None before the first call of `show`.
    """

    animator: animation.Animator | None = None
    glides = True
    light_delay = 0.46

    def __init__(self, look: theme.ResolvedTheme, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, **options)
        self.styler = ink
        self.shown: Shown | None = None
        self._scheduled: Shown | None = None
        self.build(look, ink)

    def build(self, look: theme.ResolvedTheme, ink: TextStyler) -> None:
        """Create the part's child nodes; called once."""

    def set_layout(self, layout: Layout, spec: ZoneSpec) -> None:
        self.place(spec.area)

    def list_explanations(self, texts: Texts) -> Iterable[Explanation]:
        """Return explanations of this part's nodes, for tooltips and for reading aloud.

        By default there is at most one explanation: the attribute `meaning` of the shown value, as
        an explanation of the whole part.
        """
        meaning = getattr(self.shown, "meaning", "")
        if meaning:
            return (Explanation(self, meaning),)
        return ()

    @property
    def frame(self) -> Rect:
        """The rectangle in which this part is drawn, in the table's coordinates."""
        return Rect(*self.position, *self.size)

    def show(self, value: Shown) -> None:
        """Set the value that the part shows, and redraw the part if the value has changed."""
        if value != self.shown:
            self.shown = value
            self.refresh()

    def differs_from(self, value: Shown) -> bool:
        """Return whether the part is hidden or shows another value."""
        return not self.visible or value != self.shown

    def show_later(self, value: Shown | None, seconds: float) -> None:
        """Set the value that the part shows after a delay; None hides the part at once.

        If the same value is scheduled already, the delay is ignored and the earlier time is kept.
        """
        is_known = value is None or not self.differs_from(value)
        if self.animator is None or is_known or (self._scheduled is None and not seconds):
            self._show_now(value)
        elif value != self._scheduled:
            self._scheduled = value
            self.animator.after(self, seconds, lambda: self._show_now(value))

    def _show_now(self, value: Shown | None) -> None:
        if self._scheduled is not None and self.animator is not None:
            self.animator.cancel(self, animation.CALL)
            self._scheduled = None
        if self.visible is (value is None):
            self.visible = value is not None
        if value is not None:
            self.show(value)

    def refresh(self) -> None:
        if self.shown is not None and self.size.w and self.size.h:
            self.compose(self.shown)

    def lay_out(self, layout: boxes.Slot) -> None:
        """Lay out the children in the part's rectangle."""
        layout.place(Rect(0.0, 0.0, *self.size))

    def zoom_factor(self, room: float, needed: float) -> float:
        """Return the factor by which lengths can be enlarged in the available space.

        This is the theme's zoom or, with less space, the largest factor that fits; at least 1.

        Args:
            room: Available length.
            needed: Length needed at zoom 1.
        """
        return max(1.0, min(self.look.theme.zoom, room / needed))

    @property
    def min_share(self) -> float:
        """Size factor to which a text shrinks before the pictures beside it shrink too.

        The factor is 1 in an unzoomed theme. In a zoomed theme it is smaller, so that text may
        shrink to slightly above its unzoomed size.
        """
        return min(1.0, STAYS_LARGER / self.look.theme.enlarged)

    def compose(self, value: Shown) -> None:
        raise NotImplementedError


class LayoutPart(Part[Shown]):
    """A part whose contents depend on the whole layout, for example on the zones of cards."""

    def __init__(self, look: theme.ResolvedTheme, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self._layout: Layout | None = None

    @property
    def layout(self) -> Layout:
        if self._layout is None:
            raise RuntimeError("a part without a layout")
        return self._layout

    def set_layout(self, layout: Layout, spec: ZoneSpec) -> None:
        if layout != self._layout:
            self._layout = layout
            super().set_layout(layout, spec)
            self.refresh()

    def refresh(self) -> None:
        if self._layout is not None:
            super().refresh()


class OverlayWidget(widget.Widget):
    """A widget for bubbles and tips, drawn above the cards with a theme scaled like the table."""

    restyles_children = True

    def refresh(self) -> None:
        """Do nothing, because the HUD places and redraws this widget."""


STEP = 0.05
"""Decrease of the size factor between two attempts to fit a text."""


class SpacedWord(widget.Widget):
    """A short text in spaced capitals.

    The text is wrapped at spaces into at most `max_rows` rows, and shrinks until it fits.

    Args:
        look: Theme and fonts.
        style: Name of a text style.
        align: Horizontal alignment.
        tracking: Space between letters as a share of the font size.
        max_rows: Maximum number of rows.
        options: Attributes of the node.

    Attributes:
        text: The text in capitals.
        share: Current size factor.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
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

    def set_max_share(self, most: float) -> None:
        """Set the maximum size factor of the text, so that several texts can have the same size."""
        if most != self._most:
            self._most = most
            self.refresh()

    def show(self, text: str, colour: Colour | None = None) -> None:
        """Set the text and its colour; None uses the colour of the text style."""
        if (text.upper(), colour) != (self.text, self._colour):
            self.text = text.upper()
            self._colour = colour
            self.refresh()

    def width(self, share: float = 1.0) -> float:
        return self._width(self.text, share)

    def readable_width(self) -> float:
        """Return the width of the text in one row at the smallest readable font size."""
        theme = self.look.theme
        designed = theme.text(self._style).size / theme.enlarged
        share = math.ceil(theme.sizes.least_text / designed / STEP) * STEP
        return self.width(share / theme.enlarged)

    def rows_in(self, room: float) -> int:
        return len(self._break_rows(room))

    def refresh(self) -> None:
        w, h = self.size
        if w <= 0:
            return
        rows = self._break_rows(w)
        letters = sum(map(len, rows))
        for letter in self.children[letters:]:
            letter.visible = False
        for nth in range(len(self.children), letters):
            self.add(Node(name=f"letter {nth}"))
        steps = list_shrink_factors(STEP, self.look.theme.enlarged)
        self.share = boxes.first_fitting(
            [each for each in steps if each <= self._most],
            lambda share: all(self._width(row, share) <= w for row in rows),
        )
        letter_nodes = iter(self.children)
        row_height = min(h / len(rows), 1.5 * self.share * self.look.theme.text(self._style).size)
        lines = [self._line_up(row, self.share, row_height, letter_nodes) for row in rows]
        boxes.down(*lines, share=0.5).place(Rect(0.0, 0.0, w, h))

    def _line_up(
        self, row: str, share: float, row_height: float, letters: Iterator[Node]
    ) -> boxes.Slot:
        style = self.look.theme.text(self._style)
        style = style._replace(size=style.size * share)
        slots = []
        for char, width in zip(row, self._widths(row, share), strict=True):
            node = next(letters)
            node.visible = True
            put = partial(widget.put, node, picture=style.picture(char, self._colour))
            slots.append(boxes.make_slot((put, width, 0.0, 0.0)))
        line = boxes.across(*slots, gap=self._gap(share), share=ALIGN_SHARES[self._align])
        return boxes.make_slot((line.place, 0.0, row_height, 0.0))

    def _break_rows(self, room: float) -> list[str]:
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
"""Gap between small cards in a row if there is room, in card widths."""
_MAX_CARD_WIDTH: Final = 400.0


def build_mini_cards(
    faces: CardArt, cards: Sequence[Face], room: Rect, *, share: float = 0.0
) -> list[Node]:
    """Create small cards in a row inside a rectangle; they overlap if the row is crowded.

    Args:
        faces: The game's card pictures.
        cards: Text form of each card; None for a card that shows its back.
        room: The rectangle; its height is that of the cards.
        share: Alignment of the row, from 0 (left) to 1 (right).
    """
    if not cards:
        return []
    width = min(room.h / faces.size(1.0).h, room.w, _MAX_CARD_WIDTH)
    step = width * (1 + _GAP)
    if len(cards) > 1:
        step = min(step, (room.w - width) / (len(cards) - 1))
    nodes: list[Node] = []

    def add(face: Face, place: Rect) -> None:
        nodes.append(faces.build_card(face, width, position=place.position))

    size = faces.size(width)
    slots = [boxes.Slot(partial(add, face), *size) for face in cards]
    boxes.across(*slots, gap=step - width, share=share).place(room)
    return nodes


_CROWN: Final = 0.48
"""Side of the crown above a portrait, as a share of the width of the portrait's disc."""
_CROWN_TOP: Final = -0.76
"""Distance from the top edge of the portrait's disc down to the top edge of the crown.

It is a share of the crown's side, and negative because the crown is above the disc."""
_LETTER_MARGIN: Final = 0.05
"""Space on each side of the initials, as a share of the width of the portrait's disc."""
_PORTRAIT_SIZE: Final = 0.86
"""Side of the portrait as a share of the width of the disc behind it."""


class Avatar(Part[SeatLabel]):
    """A player's portrait, or initials, on a disc in the seat's colour; the node must be square."""

    def build(self, look: theme.ResolvedTheme, ink: TextStyler) -> None:
        self._letter = runs.RunsLabel(look, "", "hud_initial", align=Align.CENTRE)
        self._letter.is_speech_hidden = True
        self._face = Node(name="portrait")
        self._crown = Node(name="crown")
        self._is_faint = False
        self.add(self._letter, self._face, self._crown)

    def set_faint(self, is_faint: bool) -> None:
        """Make the dots on a thinking player's portrait faint or strong.

        This has no effect on a portrait with another mood than `Mood.THINKING`.
        """
        if is_faint != self._is_faint:
            self._is_faint = is_faint
            if self.shown is not None and self.shown.mood is Mood.THINKING:
                self._face.picture = self._build_face(self.shown)

    def _build_face(self, value: SeatLabel) -> Picture | None:
        return build_portrait(value.portrait, value.mood, is_faint=self._is_faint)

    def compose(self, value: SeatLabel) -> None:
        theme = self.look.theme
        side = self.size.w
        colour = theme.swatch("seats", SEAT_LETTERS[value.seat])
        fill = theme.colour("avatar").mixed(colour, 0.10)
        self.picture = BoxPicture(fill, side / 2, colour, max(2.0, side * 0.055))
        self._face.picture = self._build_face(value)
        self._face.visible = self._face.picture is not None
        face_side = _PORTRAIT_SIZE * side
        face = boxes.Slot(partial(widget.put, self._face), face_side, face_side)
        self.lay_out(boxes.across(face, share=0.5))
        self._letter.visible = not self._face.visible
        letter = (runs.TextRun(value.initial, colour=colour),)
        margin = _LETTER_MARGIN * side
        self.lay_out(boxes.across(margin, self._letter.slot_for(letter, grows=1.0), margin))
        self._crown.visible = value.is_leading
        picture = build_icon("crown", theme.colour("accent"))
        put_crown = partial(widget.put, self._crown, picture=picture)
        crown = boxes.Slot(put_crown, _CROWN * side, _CROWN * side)
        self.lay_out(boxes.down(_CROWN_TOP * _CROWN * side, crown))
