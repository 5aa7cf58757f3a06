"""Labels of words in several styles, with pictures between.

Words break at spaces, a picture stays with the word after it, and what finds no room becomes
smaller; what has none even so ends in an ellipsis.
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
    ELLIPSIS,
    SHARES,
    UTMOST,
    TextSetter,
    break_lines,
    list_steps_down,
)
from red7_desktop.scene.pictures import Align, Colour, Picture, TextPicture
from red7_desktop.scene.widgets.widget import Widget, put

_STEP = 0.04
"""By this part of the designed size the words shrink from one try to the next."""
_SLACK = 0.01
"""Sums of measures may be off by this much."""
_CLEARLY = 0.9
"""Letters are fitted to pixels: words narrower than this share of their room remain so, smaller."""
_MARK = 0.98
_MARK_GAP = 0.2
"""Side of a small picture, and the space after it, as parts of the size of the words."""


class Span(NamedTuple):
    """One run: words, perhaps after a small square picture.

    style: the name of a text style, "" for the label's own. colour: stands in for the style's.
    spoken: what is read aloud in its place, "" for the words themselves.
    """

    text: str
    mark: Picture | None = None
    style: str = ""
    colour: Colour | None = None
    spoken: str = ""


class Piece(NamedTuple):
    """What is drawn at one place: a picture in a box, in the label's units, and in which line."""

    picture: Picture
    box: Rect
    line: int


class Lines(NamedTuple):
    """Pieces in lines that all begin at x 0, and the width of each line; `size` holds them all.

    share: the part of their size that the words have.
    """

    pieces: tuple[Piece, ...]
    widths: tuple[float, ...]
    size: Size
    share: float


class _Word(NamedTuple):
    """Words of one span that stay together; `ends` tells that a line may break after them."""

    span: Span
    text: str
    mark: Picture | None
    ends: bool


def line_up(
    spans: Sequence[Span],
    look: theme.Look,
    style: str,
    room: Size = NO_SIZE,
    *,
    max_lines: int = 1,
    most: float = 1.0,
    splits: bool = False,
) -> Lines:
    """Work out where each piece of a label lies.

    room: the width and height, 0 for as much as it takes. All lines are as high as the label's own
    style says. Without a width there is one line; with one, there are at most `max_lines`. most:
    the part of their size that words have at most. splits: whether a word goes on in a new line
    rather than be smaller than designed, and not only where it could not be read.
    """
    manner = _manner_of(look, style, spans, splits=splits)
    lines: Lines = look.text.once(_line_up, tuple(spans), manner, room, max_lines, most)
    return lines


def _line_up(
    spans: tuple[Span, ...], manner: _Manner, room: Size, max_lines: int, most: float
) -> Lines:
    """Work that out once: while all is laid out anew, a label is asked more than once."""
    words = _split_words(spans)
    designed = 1.0 / max(1.0, manner.enlarged)

    def at(share: float, *, splits: bool = False) -> _Setting:
        setter = _Setter(manner, share)
        if splits:
            parts = setter.split(words, room.w)
        else:
            parts = words
        if max_lines > 1:
            lines = setter.broken(parts, room.w)
        else:
            lines = [parts]
        return _Setting(setter, lines, setter.holds(lines, room, max_lines))

    found = at(most)
    if not room.w or found.fits:
        return found.setter.placed(found.lines)
    if max_lines == 1:
        found = _narrow_line(at, room, designed, most)
    else:
        # Breaking is dear: of all the steps down, the first one that does is looked up by halves.
        steps = list_steps_down(_STEP, manner.enlarged)
        shares = [share for share in steps if share < most] or steps[-1:]
        first = bisect_left(shares, True, hi=len(shares) - 1, key=lambda share: at(share).fits)
        found = at(shares[first])
        if manner.own.size * shares[first] < manner.least:
            # Rather than become too small, a word goes on in a new line.
            tries = (at(share, splits=True) for share in (most, *shares[:first]))
            found = next((each for each in tries if each.fits), found)
    if room.h:
        rows = int((room.h + _SLACK) / found.setter.pitch)
    else:
        rows = max_lines
    lines = found.setter.cut(found.lines, room.w, max(1, min(max_lines, rows)))
    return found.setter.placed(lines)


def measure_width(spans: Sequence[Span] | str, look: theme.Look, style: str) -> float:
    """Return the width of words in one line."""
    return line_up(spans_of(spans), look, style).size.w


def measure_width_at(share: float, spans: Sequence[Span], look: theme.Look, style: str) -> float:
    """Return the width of words in one line at a part of their size: letters do not grow evenly."""
    return _Setter(_manner_of(look, style, spans), share).width(_split_words(spans))


def measure_height_at(
    share: float, spans: Sequence[Span], look: theme.Look, style: str, width: float
) -> float:
    """Return the height of words broken to a width, at a part of their size."""
    setter = _Setter(_manner_of(look, style, spans), share)
    return setter.pitch * len(setter.broken(_split_words(spans), width))


def measure_height(
    spans: Sequence[Span], look: theme.Look, style: str, width: float, max_lines: int
) -> float:
    """Return the height of a `RunsLabel` of this width, in design units.

    Quicker than to make one: the words are broken, but not placed.
    """
    setter = _Setter(_manner_of(look, style, spans), 1.0)
    room = Size(width, 0.0)
    lines = setter.broken(_split_words(spans), width)
    if setter.holds(lines, room, max_lines):
        return setter.pitch * len(lines)
    return line_up(spans, look, style, room, max_lines=max_lines).size.h


class _Manner(NamedTuple):
    """All that decides how long words are, but their size.

    own: the style of the label; styles: those of its spans. least: the smallest size to be read.
    """

    text: TextSetter
    scale: float
    own: theme.TextStyle
    styles: tuple[tuple[str, theme.TextStyle], ...]
    enlarged: float
    least: float


def _manner_of(
    look: theme.Look, style: str, spans: Sequence[Span], *, splits: bool = False
) -> _Manner:
    # Called for every text of every refresh, hence without calls for the style of the label itself.
    theme = look.theme
    own = theme.text(style)
    enlarged = theme.zoom * theme.seen_at
    styles = {}
    for span in spans:
        if span.style not in styles:
            styles[span.style] = theme.text(span.style) if span.style else own
    least = theme.sizes.least_text
    if splits:
        least = own.size / max(1.0, enlarged)
    return _Manner(look.text, look.scale, own, tuple(styles.items()), enlarged, least)


_Line: TypeAlias = Sequence[_Word]


class _Setting(NamedTuple):
    """A try: lines at a size, and whether they fit."""

    setter: _Setter
    lines: Sequence[_Line]
    fits: bool


def _narrow_line(
    at: Callable[[float], _Setting], room: Size, designed: float, share: float
) -> _Setting:
    """Make one line narrower: its excess tells how much smaller the words must be.

    What is clearly narrow enough, but too high, is not measured again: each size is another font.
    """
    least = UTMOST * designed
    widest = math.inf
    while True:
        found = at(share)
        if share <= least or found.fits:
            return found
        if widest > _CLEARLY * room.w:
            widest = found.setter.width(found.lines[0])
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
    """Measures and places words in one manner at a part of their full size."""

    def __init__(self, manner: _Manner, share: float) -> None:
        self._manner = manner
        self._share = share
        self._styles = dict(manner.styles)
        self.pitch = manner.own.size * manner.own.line_height * share

    def _text_width(self, span: Span, text: str) -> float:
        style = self._styles[span.style]
        manner = self._manner
        return manner.text.measure_words(style.font, style.size * self._share, text, manner.scale)

    def _mark_width(self, span: Span, text: str) -> float:
        """Return the width of a mark; one with words after it has a space between."""
        return self._styles[span.style].size * self._share * (_MARK + _MARK_GAP * bool(text))

    def width(self, line: _Line) -> float:
        """Return the width of a line; spaces at its end do not count."""
        wide = 0.0
        for span, text, mark in _group_words(line):
            if mark is not None:
                wide += self._mark_width(span, text)
            wide += self._text_width(span, text)
        return wide

    def holds(self, lines: Sequence[_Line], room: Size, most: int) -> bool:
        is_lower = not room.h or self.pitch * len(lines) <= room.h + _SLACK
        return len(lines) <= most and is_lower and all(self.fits(line, room.w) for line in lines)

    def fits(self, line: _Line, room: float) -> bool:
        return self.width(line) <= room + _SLACK

    def broken(self, words: _Line, room: float) -> list[list[_Word]]:
        """Break words into lines that fit, except for single words that are too wide.

        room: 0 for one line, however wide.
        """
        if not room or self.fits(words, room):
            return [list(words)]
        whole: list[list[_Word]] = [[]]
        for word in words:
            whole[-1].append(word)
            if word.ends:
                whole.append([])
        lines = break_lines(whole[:-1], lambda parts: self.fits([*chain(*parts)], room))
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
        """Keep what has room; where something is left out, the line ends in an ellipsis."""
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
                    side = style.size * self._share * _MARK
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


def _group_words(line: _Line) -> list[tuple[Span, str, Picture | None]]:
    groups: list[tuple[Span, str, Picture | None]] = []
    for span, text, mark, _ in line:
        if groups and groups[-1][0] is span and mark is None:
            _, before, mark = groups.pop()
            text = before + text
        groups.append((span, text, mark))
    if groups:
        span, text, mark = groups.pop()
        groups.append((span, text.rstrip(), mark))
    return groups


def _split_words(spans: Sequence[Span]) -> list[_Word]:
    """Split spans at spaces; a line may end after each word, but not before a number."""
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
    """Shows runs in a box, in one line or in several.

    `write` gives it words, a box, or both. Words that find no room shrink. Without a width the
    label takes the room that its words need. group: which labels have letters of one size where
    these are evened out, unless those of one name and style.
    """

    def __init__(
        self,
        look: theme.Look,
        spans: Sequence[Span] | str = (),
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
        self._largest = math.inf
        self.refresh()

    @property
    def text(self) -> str:
        return "".join(span.text for span in self.spans)

    @property
    def words(self) -> str:
        return "".join(span.spoken or span.text for span in self.spans)

    @property
    def ink(self) -> Rect:
        """The rectangle around what is drawn, in the label's own space; empty for no words."""
        boxes = [Rect(*child.position, *child.size) for child in self.children if child.visible]
        if boxes:
            return reduce(Rect.union, boxes)
        return Rect(0.0, 0.0, 0.0, 0.0)

    def write(
        self,
        spans: Sequence[Span] | str | None = None,
        rect: Rect | None = None,
        *,
        style: str = "",
        align: Align | None = None,
    ) -> None:
        """Show other words, or lie in another rectangle of the parent's space, or both.

        What is not given stays; the label is laid out once, and only when something has changed.
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
        spans: Sequence[Span] | str | None,
        w: float = 0.0,
        h: float = 0.0,
        *,
        grows: float = 0.0,
        **options: Any,
    ) -> Slot:
        """Return a slot in which it shows words, None for those it has. options: of `write`."""
        return make_slot((partial(self.write, spans, **options), w, h, grows))

    def measure_letters(self) -> float:
        lines = line_up(self.spans, self.look, self.style, self._room, **self._breaks)
        return lines.share * self.look.theme.text(self.style).size

    def limit(self, largest: float) -> None:
        before = self._most
        self._largest = largest
        if self._most != before:
            self.refresh()

    @property
    def _most(self) -> float:
        return min(1.0, self._largest / self.look.theme.text(self.style).size)

    def refresh(self) -> None:
        breaks = self._breaks | {"most": self._most}
        lines = line_up(self.spans, self.look, self.style, self._room, **breaks)
        self.size = Size(self._room.w or lines.size.w, self._room.h or lines.size.h)
        down = (self.size.h - lines.size.h) * SHARES[self._valign]
        for nth in range(len(self.children), len(lines.pieces)):
            self.add(Node(name=f"run {nth}"))
        children = self.children
        for child in children[len(lines.pieces) :]:
            child.visible = False
        for child, piece in zip(children, lines.pieces, strict=False):
            across = (self.size.w - lines.widths[piece.line]) * SHARES[self._align]
            child.visible = True
            put(child, piece.box.moved(Vec(across, down)), piece.picture)


def spans_of(spans: Sequence[Span] | str) -> tuple[Span, ...]:
    """Return spans as they are kept, plain words as one of them."""
    if isinstance(spans, str):
        if spans:
            return (Span(spans),)
        return ()
    return tuple(spans)


def even_out(labels: Iterable[RunsLabel]) -> None:
    """Give the labels of a group letters of one size: the largest for which all have room."""
    shown = [label for label in labels if label.visible and label.spans]
    least = min([label.measure_letters() for label in shown], default=math.inf)
    for label in shown:
        label.limit(least)


def even_out_below(*roots: Node) -> None:
    """Even out what lies below some nodes, by groups."""
    groups = defaultdict[str, list[RunsLabel]](list)
    for node in chain.from_iterable(root.walk() for root in roots):
        if isinstance(node, RunsLabel):
            groups[node.group or f"{node.name} {node.style}"].append(node)
    for labels in groups.values():
        even_out(labels)
