"""Rich text labels: texts in several styles with inline pictures.

Lines break at spaces, and a picture stays with the following word. Text that doesn't fit shrinks,
and ends in an ellipsis if it doesn't fit at the smallest size.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from red7_desktop.scene import theme
from red7_desktop.scene.boxes import Slot, make_slot
from red7_desktop.scene.geometry import NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.text import (
    ALIGN_SHARES,
    ELLIPSIS,
    MIN_TEXT_SHARE,
    TextLayout,
    break_lines,
    list_shrink_factors,
)
from red7_desktop.scene.pictures import Align, Colour, Picture, TextPicture
from red7_desktop.scene.widgets.widget import Widget, put

_STEP = 0.04
"""Decrease of the font size between two attempts to fit a text, as a share of the designed size."""
_TOLERANCE = 0.01
"""Tolerance for rounding errors, in design units, when a text's width is compared to a limit."""
_SAFE_SHARE = 0.9
"""Share of the available width below which a line surely fits at every smaller font size too.

It is less than 1, because glyph widths are rounded to pixels."""
_MARK_SIZE = 0.98
"""Side of an inline picture, as a share of the font size."""
_MARK_GAP = 0.2
"""Gap after an inline picture, as a share of the font size."""


class TextRun(NamedTuple):
    """A run of text in one style, optionally after a small square picture.

    Attributes:
        text: The text.
        mark: Picture before the text, or None.
        style: Name of a text style, "" for the label's style.
        colour: Colour of the text, None for the style's colour.
        spoken: Text that speech output reads instead of `text`, "" to read `text`.
    """

    text: str
    mark: Picture | None = None
    style: str = ""
    colour: Colour | None = None
    spoken: str = ""


class Piece(NamedTuple):
    """One of the pictures with which a label is drawn, such as a word or a symbol.

    Attributes:
        picture: The picture.
        box: Rectangle of the picture in the label's coordinates.
        line: Index of the text line that contains the picture.
    """

    picture: Picture
    box: Rect
    line: int


class Lines(NamedTuple):
    """A text that was laid out in lines; each line starts at x = 0.

    Attributes:
        pieces: The pictures of all words and symbols, with their positions.
        widths: Width of each line.
        size: Size of all lines together.
        share: Factor by which the text was shrunk; 1 if it has its designed size.
    """

    pieces: tuple[Piece, ...]
    widths: tuple[float, ...]
    size: Size
    share: float


class _Word(NamedTuple):
    """A word, or the part of a word that is in one text run.

    Attributes:
        span: The text run that contains the word.
        text: Text of the word or part.
        mark: Picture before the text, or None.
        ends: Whether a line may break after the text. False if the word continues in the next run,
            or if the next word is a number.
    """

    span: TextRun
    text: str
    mark: Picture | None
    ends: bool


def lay_out_spans(
    spans: Sequence[TextRun],
    look: theme.ResolvedTheme,
    style: str,
    room: Size = NO_SIZE,
    *,
    max_lines: int = 1,
    most: float = 1.0,
    splits: bool = False,
) -> Lines:
    """Lay out the spans of a text in a rectangle.

    Args:
        spans: The text.
        look: Theme, fonts and scale.
        style: Name of the label's text style, which sets the height of every line.
        room: Width and height of the rectangle; 0 for unlimited. If the width is 0, the text has
            one line.
        max_lines: Maximum number of lines, if the width is limited.
        most: Maximum factor by which the style's font size is multiplied.
        splits: Whether a word is broken across lines rather than making the text smaller than
            designed. If False, a word is only broken if the text would be unreadably small.
    """
    styling = _make_styling(look, style, spans, splits=splits)
    lines: Lines = look.text.cached_call(_lay_out, tuple(spans), styling, room, max_lines, most)
    return lines


def _lay_out(
    spans: tuple[TextRun, ...], styling: _Styling, room: Size, max_lines: int, most: float
) -> Lines:
    """Lay out a text; `lay_out_spans` calls this function and caches the result.

    Layout boxes ask for the size of the same label several times.
    """
    words = _split_words(spans)
    designed = 1.0 / max(1.0, styling.enlarged)

    def attempt(share: float, *, splits: bool = False) -> _Attempt:
        setter = _Setter(styling, share)
        if splits:
            parts = setter.split(words, room.w)
        else:
            parts = words
        if max_lines > 1:
            lines = setter.broken(parts, room.w)
        else:
            lines = [parts]
        return _Attempt(setter, lines, setter.holds(lines, room, max_lines))

    best = attempt(most)
    if not room.w or best.fits:
        return best.setter.placed(best.lines)
    if max_lines == 1:
        best = _shrink_line(attempt, room, designed, most)
    else:
        # Line breaking is slow, so find the largest factor at which the text fits by bisection.
        steps = list_shrink_factors(_STEP, styling.enlarged)
        shares = [share for share in steps if share < most] or steps[-1:]
        first = bisect_left(shares, True, hi=len(shares) - 1, key=lambda share: attempt(share).fits)
        best = attempt(shares[first])
        if styling.own.size * shares[first] < styling.least:
            # Break a word across lines rather than make it unreadably small.
            attempts = (attempt(share, splits=True) for share in (most, *shares[:first]))
            best = next((each for each in attempts if each.fits), best)
    if room.h:
        rows = int((room.h + _TOLERANCE) / best.setter.pitch)
    else:
        rows = max_lines
    lines = best.setter.cut(best.lines, room.w, max(1, min(max_lines, rows)))
    return best.setter.placed(lines)


def measure_width(spans: Sequence[TextRun] | str, look: theme.ResolvedTheme, style: str) -> float:
    """Return the width of a text in one line."""
    return lay_out_spans(spans_of(spans), look, style).size.w


def measure_width_at(
    share: float, spans: Sequence[TextRun], look: theme.ResolvedTheme, style: str
) -> float:
    """Return the width of a text in one line, with its font size multiplied by `share`.

    The width isn't proportional to the font size, because glyph widths are rounded to pixels.
    """
    return _Setter(_make_styling(look, style, spans), share).width(_split_words(spans))


def measure_height_at(
    share: float, spans: Sequence[TextRun], look: theme.ResolvedTheme, style: str, width: float
) -> float:
    """Return the height of a text that is wrapped to a width.

    The font size is first multiplied by `share`.
    """
    setter = _Setter(_make_styling(look, style, spans), share)
    return setter.pitch * len(setter.broken(_split_words(spans), width))


def measure_height(
    spans: Sequence[TextRun], look: theme.ResolvedTheme, style: str, width: float, max_lines: int
) -> float:
    """Return the height of a `RunsLabel` with a given width, in design units.

    This is faster than creating a label: lines are broken but no pieces are placed.
    """
    setter = _Setter(_make_styling(look, style, spans), 1.0)
    room = Size(width, 0.0)
    lines = setter.broken(_split_words(spans), width)
    if setter.holds(lines, room, max_lines):
        return setter.pitch * len(lines)
    return lay_out_spans(spans, look, style, room, max_lines=max_lines).size.h


class _Styling(NamedTuple):
    """The values on which the width of a text depends, apart from the size factor.

    Attributes:
        text: Object that measures the width of text.
        scale: Pixels per design unit.
        own: The label's style.
        styles: Styles of the spans by name.
        enlarged: Factor by which the theme enlarges text.
        least: Smallest readable font size.
    """

    text: TextLayout
    scale: float
    own: theme.TextStyle
    styles: tuple[tuple[str, theme.TextStyle], ...]
    enlarged: float
    least: float


def _make_styling(
    look: theme.ResolvedTheme, style: str, spans: Sequence[TextRun], *, splits: bool = False
) -> _Styling:
    # This runs for every text in every refresh, so a part in the label's own style skips the
    # look-up by name.
    theme = look.theme
    own = theme.text(style)
    enlarged = theme.zoom * theme.shown_scale
    styles = {}
    for span in spans:
        if span.style not in styles:
            styles[span.style] = theme.text(span.style) if span.style else own
    least = theme.sizes.least_text
    if splits:
        least = own.size / max(1.0, enlarged)
    return _Styling(look.text, look.scale, own, tuple(styles.items()), enlarged, least)


_Line: TypeAlias = Sequence[_Word]


class _Attempt(NamedTuple):
    """A text broken into lines at some font size, with whether the lines fit the space."""

    setter: _Setter
    lines: Sequence[_Line]
    fits: bool


def _shrink_line(
    attempt: Callable[[float], _Attempt], room: Size, designed: float, share: float
) -> _Attempt:
    """Shrink a single line until it fits; return the first layout that fits, or the smallest one.

    The next size is computed from the excess width. Once the line is clearly narrow enough and only
    too high, its width isn't measured again, because measuring opens a font of that size.

    Args:
        attempt: Function that lays out the line, given the factor for the font size.
        room: Width and height of the space.
        designed: Factor that gives the font size without enlargement: 1, or less if the user has
            enlarged the theme.
        share: Factor of the first attempt.
    """
    least = MIN_TEXT_SHARE * designed
    widest = math.inf
    while True:
        attempted = attempt(share)
        if share <= least or attempted.fits:
            return attempted
        if widest > _SAFE_SHARE * room.w:
            widest = attempted.setter.width(attempted.lines[0])
        if widest > room.w:
            wanted = share * room.w / widest
        else:
            wanted = share
        smaller = min(wanted, share - _STEP * designed)
        if share > designed > smaller:
            share = designed
        else:
            share = max(least, smaller)


class _Setter:
    """Measures words and breaks lines for a text at a given size factor."""

    def __init__(self, styling: _Styling, share: float) -> None:
        self._styling = styling
        self._share = share
        self._styles = dict(styling.styles)
        self.pitch = styling.own.size * styling.own.line_height * share

    def _text_width(self, span: TextRun, text: str) -> float:
        style = self._styles[span.style]
        styling = self._styling
        return styling.text.measure_words(style.font, style.size * self._share, text, styling.scale)

    def _mark_width(self, span: TextRun, text: str) -> float:
        """Return the width of a run's inline picture, with the gap behind it if text follows."""
        return self._styles[span.style].size * self._share * (_MARK_SIZE + _MARK_GAP * bool(text))

    def width(self, line: _Line) -> float:
        """Return the width of a line without trailing spaces."""
        width = 0.0
        for span, text, mark in _group_words(line):
            if mark is not None:
                width += self._mark_width(span, text)
            width += self._text_width(span, text)
        return width

    def holds(self, lines: Sequence[_Line], room: Size, most: int) -> bool:
        is_lower = not room.h or self.pitch * len(lines) <= room.h + _TOLERANCE
        return len(lines) <= most and is_lower and all(self.fits(line, room.w) for line in lines)

    def fits(self, line: _Line, room: float) -> bool:
        return self.width(line) <= room + _TOLERANCE

    def broken(self, words: _Line, room: float) -> list[list[_Word]]:
        """Distribute words over lines, each with as many words as fit; at least one word per line.

        Args:
            words: The words.
            room: Width; 0 for a single line of any width.
        """
        if not room or self.fits(words, room):
            return [list(words)]
        unbroken: list[list[_Word]] = [[]]
        for word in words:
            unbroken[-1].append(word)
            if word.ends:
                unbroken.append([])
        lines = break_lines(unbroken[:-1], lambda parts: self.fits([*chain(*parts)], room))
        return [[*chain(*parts)] for parts in lines]

    def split(self, words: _Line, room: float) -> list[_Word]:
        parts = list[_Word]()
        for word in words:
            rest = word
            while rest.text and not self.fits([rest], room):
                counts = range(len(rest.text) - 1, 1, -1)
                starts = (rest._replace(text=rest.text[:count], ends=True) for count in counts)
                one = rest._replace(text=rest.text[:1], ends=True)
                parts.append(next((each for each in starts if self.fits([each], room)), one))
                rest = rest._replace(text=rest.text[len(parts[-1].text) :], mark=None)
            parts.append(rest)
        return parts

    def cut(self, lines: Sequence[_Line], room: float, most: int) -> list[_Line]:
        """Return at most `most` lines; a line that must be shortened ends in an ellipsis.

        Args:
            lines: The lines.
            room: Maximum width of a line.
            most: Maximum number of lines. If there are more, their text is added to the last line
                before it is shortened.
        """
        kept = list(lines[:most])
        if len(lines) > most:
            kept[-1] = [*chain(*lines[most - 1 :])]
        return [line if self.fits(line, room) else self._shortened(line, room) for line in kept]

    def _shortened(self, line: _Line, room: float) -> _Line:
        for count in range(len(line), 0, -1):
            last = line[count - 1]
            for length in range(len(last.text.rstrip()), -1, -1):
                if length == 0 and last.mark is None and count > 1:
                    break
                text = last.text[:length].rstrip() + ELLIPSIS
                short = [*line[: count - 1], last._replace(text=text)]
                if self.fits(short, room):
                    return short
        return []

    def placed(self, lines: Sequence[_Line]) -> Lines:
        pieces: list[Piece] = []
        widths: list[float] = []
        for nth, line in enumerate(lines):
            x = 0.0
            top = nth * self.pitch
            for span, text, mark in _group_words(line):
                style = self._styles[span.style]
                if mark is not None:
                    side = style.size * self._share * _MARK_SIZE
                    box = Rect(x, top + (self.pitch - side) / 2, side, side)
                    pieces.append(Piece(mark, box, nth))
                    x += self._mark_width(span, text)
                if text:
                    size = style.size * self._share
                    colour = span.colour or style.colour
                    picture = TextPicture(
                        text, style.font, size, colour, line_height=style.line_height
                    )
                    box = Rect(x, top, self._text_width(span, text), self.pitch)
                    pieces.append(Piece(picture, box, nth))
                    x += box.w
            widths.append(x)
        size_of_all = Size(max(widths, default=0.0), self.pitch * len(lines))
        return Lines(tuple(pieces), tuple(widths), size_of_all, self._share)


def _group_words(line: _Line) -> list[tuple[TextRun, str, Picture | None]]:
    groups: list[tuple[TextRun, str, Picture | None]] = []
    for span, text, mark, _ in line:
        if groups and groups[-1][0] is span and mark is None:
            _, before, mark = groups.pop()
            text = before + text
        groups.append((span, text, mark))
    if groups:
        span, text, mark = groups.pop()
        groups.append((span, text.rstrip(), mark))
    return groups


def _split_words(spans: Sequence[TextRun]) -> list[_Word]:
    """Split text runs into words at spaces.

    A line may break between two words, unless the second word is a number.
    """
    words: list[_Word] = []
    for span in spans:
        *parts, rest = span.text.split(" ")
        texts = [part + " " for part in parts] + ([rest] if rest or not parts else [])
        for nth, text in enumerate(texts):
            mark = span.mark if nth == 0 else None
            if words and mark is None and text.strip(" .,:;)").isdecimal():
                words[-1] = words[-1]._replace(ends=False)
            words.append(_Word(span, text, mark, text.endswith(" ")))
    if words:
        words[-1] = words[-1]._replace(ends=True)
    return words


class RunsLabel(Widget):
    """A rich text label in one or several lines.

    A text that doesn't fit the label's size shrinks. Without a width, the label is as large as its
    text.

    Args:
        look: Theme, fonts and scale.
        spans: The text.
        style: Name of a text style.
        size: Width and height; 0 fits the text.
        align: Horizontal alignment.
        valign: Vertical alignment.
        max_lines: Maximum number of lines.
        splits: Whether words are broken across lines rather than making the text smaller than
            designed; see `lay_out_spans`.
        group: Name of a group of labels that get the same font size, see
            `equalise_font_sizes_below`. Labels with "" are grouped by name and style.
        options: Attributes of the node.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        spans: Sequence[TextRun] | str = (),
        style: str = "body",
        *,
        size: Size = NO_SIZE,
        align: Align = Align.START,
        valign: Align = Align.CENTRE,
        max_lines: int = 1,
        splits: bool = False,
        group: str = "",
        **options: Any,
    ) -> None:
        super().__init__(look, size=size, **options)
        self.group = group
        self.spans = spans_of(spans)
        self.style = style
        self._align = align
        self._valign = valign
        self._breaks: dict[str, Any] = {"max_lines": max_lines, "splits": splits}
        self._room = size
        self._max_font_size = math.inf
        self.refresh()

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)

    @property
    def words(self) -> str:
        return "".join(span.spoken or span.text for span in self.spans)

    @property
    def ink(self) -> Rect:
        """Bounding box of the visible text in the label's coordinates; empty for no text."""
        boxes = [Rect(*child.position, *child.size) for child in self.children if child.visible]
        if boxes:
            return reduce(Rect.union, boxes)
        return Rect(0.0, 0.0, 0.0, 0.0)

    def set_text(
        self,
        spans: Sequence[TextRun] | str | None = None,
        rect: Rect | None = None,
        *,
        style: str = "",
        align: Align | None = None,
    ) -> None:
        """Change the text, the rectangle in the parent's coordinates, the style or the alignment.

        Omitted values stay the same. The label is laid out once, and only if a value has changed.
        """
        wanted = (
            self.spans if spans is None else spans_of(spans),
            self._room if rect is None else Size(rect.w, rect.h),
            style or self.style,
            self._align if align is None else align,
        )
        if rect is not None and rect[:2] != self.position:
            self.position = Vec(rect.x, rect.y)
        if wanted != (self.spans, self._room, self.style, self._align):
            self.spans, self._room, self.style, self._align = wanted
            self.refresh()

    def slot_for(
        self,
        spans: Sequence[TextRun] | str | None,
        w: float = 0.0,
        h: float = 0.0,
        *,
        grows: float = 0.0,
        **options: Any,
    ) -> Slot:
        """Return a layout slot for this label; laying it out also sets its text.

        Args:
            spans: The new text; None to keep the current text.
            w: Width of the slot.
            h: Height of the slot.
            grows: Weight with which the slot gets a part of the free space, see `Slot.weight`.
            **options: `style` and `align` of `set_text`.
        """
        return make_slot((partial(self.set_text, spans, **options), w, h, grows))

    def measure_letters(self) -> float:
        lines = lay_out_spans(self.spans, self.look, self.style, self._room, **self._breaks)
        return lines.share * self.look.theme.text(self.style).size

    def limit_font_size(self, largest: float) -> None:
        before = self._most
        self._max_font_size = largest
        if self._most != before:
            self.refresh()

    @property
    def _most(self) -> float:
        return min(1.0, self._max_font_size / self.look.theme.text(self.style).size)

    def refresh(self) -> None:
        breaks = self._breaks | {"most": self._most}
        lines = lay_out_spans(self.spans, self.look, self.style, self._room, **breaks)
        self.size = Size(self._room.w or lines.size.w, self._room.h or lines.size.h)
        down = (self.size.h - lines.size.h) * ALIGN_SHARES[self._valign]
        for nth in range(len(self.children), len(lines.pieces)):
            self.add(Node(name=f"run {nth}"))
        children = self.children
        for child in children[len(lines.pieces) :]:
            child.visible = False
        for child, piece in zip(children, lines.pieces, strict=False):
            across = (self.size.w - lines.widths[piece.line]) * ALIGN_SHARES[self._align]
            child.visible = True
            put(child, piece.box.moved(Vec(across, down)), piece.picture)


def spans_of(spans: Sequence[TextRun] | str) -> tuple[TextRun, ...]:
    """Return spans as a tuple; plain text becomes one span."""
    if isinstance(spans, str):
        if spans:
            return (TextRun(spans),)
        return ()
    return tuple(spans)


def equalise_font_sizes(labels: Iterable[RunsLabel]) -> None:
    """Give all labels the largest font size at which each of them fits."""
    shown = [label for label in labels if label.visible and label.spans]
    least = min([label.measure_letters() for label in shown], default=math.inf)
    for label in shown:
        label.limit_font_size(least)


def equalise_font_sizes_below(*roots: Node) -> None:
    """Find all labels in some subtrees, and give the labels of each group the same font size.

    A group consists of the labels with the same `group`. Labels without a group are grouped by name
    and style. See `equalise_font_sizes`.
    """
    groups = defaultdict[str, list[RunsLabel]](list)
    for node in chain.from_iterable(root.walk() for root in roots):
        if isinstance(node, RunsLabel):
            groups[node.group or f"{node.name} {node.style}"].append(node)
    for labels in groups.values():
        equalise_font_sizes(labels)
