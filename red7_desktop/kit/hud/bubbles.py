"""Bubbles beside cards and panels: tips, previews of steps, and remarks of players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from typing import Any, Final

import pygame

from red7_desktop.kit.hud.part import STAYS_LARGER, Part, SpacedWord, TextStyler
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.table_model import Preview
from red7_desktop.kit.texts import Runs, Tone, apply_tone
from red7_desktop.scene import node, pictures, popups, theme
from red7_desktop.scene.boxes import Slot, across, down
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.widgets import widget
from red7_desktop.scene.widgets.runs import RunsLabel, TextRun, lay_out_spans, measure_width

_LETTER_HEIGHT: Final = 0.7
"""Height of letters, without accents, as a share of the line height."""
_FONT_STEPS: Final = 3
"""Number of smaller font sizes to try before a bubble may cover important parts of the table."""
_COVER_TOLERANCE: Final = 1.0
"""Tolerance in pixels: a label counts as completely covered if it sticks out by at most this."""


def list_smaller_looks(look: theme.ResolvedTheme) -> Iterator[theme.ResolvedTheme]:
    """Yield variants of a theme with smaller and smaller text, for a bubble that lacks room.

    The first variant is the theme itself. In the last, text is only a little larger than in an
    interface that the user hasn't enlarged.
    """
    yield look
    least = min(1.0, STAYS_LARGER / look.theme.enlarged)
    for nth in range(1, _FONT_STEPS + 1):
        if least < 1.0:
            share = 1.0 - (1.0 - least) * nth / _FONT_STEPS
            yield look._replace(theme=theme.zoom_theme(look.theme, share))


def list_bubble_places(bubbles: Iterable[node.Node]) -> list[Rect]:
    """Return the rectangles of the visible bubbles."""
    return [Rect(*each.position, *each.size) for each in bubbles if each.visible]


def list_text_obstacles(root: node.Node) -> list[popups.Obstacle]:
    """List the texts of all labels in a tree of nodes as obstacles for popups.

    The rectangles are in the root's coordinates.
    """
    to_own = root.world.inverse()
    return [
        popups.Obstacle(
            to_own.bounds(reduce(Rect.union, pieces)), popups.LIGHT_WEIGHT, is_word=True
        )
        for label in _list_labels(root)
        if (pieces := _list_pieces(label))
    ]


def list_half_covered(root: node.Node, covers: Sequence[Rect]) -> list[widget.Widget]:
    """List the labels in a tree of nodes that rectangles cover partly, but not completely.

    Args:
        root: Root of the tree.
        covers: Covering rectangles, in the root's coordinates.
    """
    if not covers:
        return []
    boxes = [root.world.bounds(cover) for cover in covers]
    return [label for label in _list_labels(root) if _is_half_covered(label, boxes)]


def _list_labels(root: node.Node) -> Iterator[widget.Widget]:
    for each in root.walk():
        if isinstance(each, (RunsLabel, SpacedWord)) and each.is_shown:
            yield each


def _list_pieces(label: node.Node) -> list[Rect]:
    return [box for each in label.children if each.visible and (box := each.bounds).area]


def _is_half_covered(label: node.Node, boxes: Sequence[Rect]) -> bool:
    pieces = _list_pieces(label)
    near = [each for each in pieces if any(box.overlaps(each) for box in boxes)]
    letters = [Rect.centred(each.centre, Size(each.w, each.h * _LETTER_HEIGHT)) for each in near]
    if not any(box.overlaps(each) for box in boxes for each in letters):
        return False
    whole = [box.inflated(_COVER_TOLERANCE) for box in boxes]
    # Accents extend above the letters, so the whole line has to be covered.
    return not all(any(_lies_in(each, box) for box in whole) for each in pieces)


def _lies_in(inner: Rect, outer: Rect) -> bool:
    is_across = outer.left <= inner.left and inner.right <= outer.right
    return is_across and outer.top <= inner.top and inner.bottom <= outer.bottom


_PREVIEW_MAX_WIDTH: Final = 250.0
"""Maximum text width in the bubble that previews a step's outcome, in design units."""
_MOST_LINES: Final = 5
_MIN_TITLE_RATIO: Final = 1.08
"""Minimum font size of a preview bubble's title, as a multiple of the font size below the title.

This applies to a title in one line. If its font would have to be smaller, the bubble gets wider."""
_MIN_TWO_LINE_WIDTH: Final = 0.75
"""Minimum text width of a preview bubble whose title is broken into two lines.

As a share of the width that the title has in one line."""
_PREVIEW_PADDING: Final = 18.0
_MARK = 24.0
"""Side of the tick or cross in front of a preview's title, in design units."""
_AFTER_MARK = 8.0
"""Gap between the tick or cross and the title, in design units."""
_PREVIEW_GAP: Final = 20.0
"""Distance, in design units, of a preview bubble from the zone (drop target) that it describes.

The bubble's triangular pointer fills this gap."""
_POINTER: Final = Size(13.0, 22.0)


class PreviewBubble(Part[Preview]):
    """A bubble beside a drop target that shows the outcome of dropping the held card there.

    The bubble is hidden until `aim` is called.
    """

    def __init__(self, look: theme.ResolvedTheme, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, visible=False, **options)
        self._full = look
        self._sign = node.Node(name="mark")
        self.title = RunsLabel(look, "", "hud_preview", max_lines=2, name="title")
        self._detail = RunsLabel(
            look, "", "hud_preview_detail", max_lines=_MOST_LINES, name="detail"
        )
        self._pointer = node.Node(name="pointer", anchor=Vec(0.5, 0.5))
        self.add(self._pointer, self._sign, self.title, self._detail)

    def hide(self) -> None:
        self.visible = False

    def aim(
        self,
        preview: Preview,
        anchors: Sequence[popups.PopupAnchor],
        inside: Rect,
        obstacles: Sequence[popups.Obstacle] = (),
    ) -> None:
        """Show the bubble with the outcome of dropping the held card on a zone of the table.

        Args:
            preview: The outcome.
            anchors: Areas beside which the bubble may be placed. The last area is that of the zone;
                the bubble's pointer points at the zone.
            inside: Rectangle that the bubble stays in.
            obstacles: Areas that the bubble avoids.
        """
        self.visible = True
        forms = self._list_forms(preview)
        (size, _, look), side, box = popups.place_popup(
            forms, anchors, inside, obstacles, gap=_PREVIEW_GAP
        )
        if look is not self.look:
            super().restyle(look)
            for child in self.children:
                widget.restyle_tree(child, look)
        if size == self.size:  # Update the text here only if `place` below won't do it.
            self.show(preview)
        self.shown = preview
        self.place(box)
        self._point(side, anchors[-1].area)

    def restyle(self, look: theme.ResolvedTheme) -> None:
        self._full = look
        super().restyle(look)

    def compose(self, value: Preview) -> None:
        theme = self.look.theme
        w = self.size.w
        self.picture = self._box(value).picture()
        line_h = self._title_height(self.look)
        inset = _PREVIEW_PADDING - 6.0
        if value.is_good:
            name = "tick"
            colour = "ok"
        else:
            name = "cross"
            colour = "bad"
        icon = build_icon(name, theme.colour(colour))
        wide = w - _PREVIEW_PADDING - _MARK - _AFTER_MARK - inset
        is_long = wide < self._measure_title(value, self.look)[1]
        title_h = 2 * line_h if is_long else line_h
        mark = Slot(partial(widget.put, self._sign, picture=icon), _MARK, _MARK)
        first = across(
            _PREVIEW_PADDING - 2.0,
            down((line_h - _MARK) / 2, mark),
            _AFTER_MARK + 2.0,
            self.title.slot_for(self._title_spans(value), wide, title_h),
            align=0.0,
        )
        self._detail.visible = bool(value.detail)
        detail = self._detail.slot_for(self._detail_spans(value), grows=1.0)
        second = across(_PREVIEW_PADDING, detail, _PREVIEW_PADDING)
        upper = Slot(first.place, h=title_h)
        lower = Slot(second.place, weight=1.0)
        self.lay_out(down(inset, upper, 2.0, lower, inset - 2.0))

    def _box(self, value: Preview) -> theme.BoxStyle:
        return self.look.theme.box("hud_preview_good" if value.is_good else "hud_preview_bad")

    def _title_height(self, look: theme.ResolvedTheme) -> float:
        style = look.theme.text("hud_preview")
        return style.size * style.line_height

    def _title_spans(self, value: Preview) -> tuple[TextRun, ...]:
        ink = self._box(value).ink
        spans = self.styler.spans(self.look, value.title)
        return tuple([span._replace(style="", colour=ink) for span in spans])

    def _detail_spans(self, value: Preview) -> tuple[TextRun, ...]:
        return self.styler.spans(self.look, apply_tone(value.detail, Tone.SOFT))

    def _measure_title(self, value: Preview, look: theme.ResolvedTheme) -> tuple[float, float]:
        """Return the title's width in one line at full font size, and at the minimum font size."""
        words = measure_width(self._title_spans(value), look, "hud_preview")
        least = _MIN_TITLE_RATIO * look.theme.text("hud_preview_detail").size
        return words, words * least / look.theme.text("hud_preview").size

    def _list_forms(self, value: Preview) -> Iterator[popups.PopupSize]:
        """Yield the possible sizes of the bubble, from the largest font to the smallest.

        For each font there are two sizes: with the title in one line, then in two lines.
        """
        for rank, look in enumerate(list_smaller_looks(self._full)):
            for size in self._list_sizes(value, look):
                yield popups.PopupSize(size, rank, look)

    def _list_sizes(self, value: Preview, look: theme.ResolvedTheme) -> Iterator[Size]:
        """Yield the bubble's size with the title in one line, then with the title in two lines."""
        words, smallest = self._measure_title(value, look)
        wide = _PREVIEW_MAX_WIDTH * look.theme.zoom
        beside = _MARK + _AFTER_MARK
        most = max(wide + _MARK, smallest + beside)
        yield self._measure_bubble(value, look, (words + beside, wide, most), 1)
        # The title may be broken at spaces, but not at a space before a number.
        text = "".join([span.text for span in self._title_spans(value)])
        parts = [measure_width(part, look, "hud_preview") for part in re.split(r" (?!\d)", text)]
        narrow = max(_MIN_TWO_LINE_WIDTH, *[part / words for part in parts]) * smallest + beside
        yield self._measure_bubble(value, look, (narrow, narrow, narrow), min(2, len(parts)))

    def _measure_bubble(
        self,
        value: Preview,
        look: theme.ResolvedTheme,
        widths: tuple[float, float, float],
        title_lines: int,
    ) -> Size:
        """Return the size of a bubble with a title and, below the title, a reason.

        Args:
            value: The title and the reason.
            look: Theme and fonts.
            widths: Three widths: the title's width; the width at which the reason's lines are
                broken; the maximum width of both texts.
            title_lines: Number of lines of the title.
        """

        def lines(room: float) -> Size:
            spans = self._detail_spans(value)
            size = Size(room, 0.0)
            return lay_out_spans(
                spans, look, "hud_preview_detail", size, max_lines=_MOST_LINES
            ).size

        title, reason, most = widths
        width = min(max(title, lines(reason).w if value.detail else 0.0), most)
        height = title_lines * self._title_height(look) + 2 * _PREVIEW_PADDING - 12.0
        if value.detail:
            height += lines(width).h + 4.0
        return Size(width + 2 * _PREVIEW_PADDING + 1.0, height)

    def _point(self, side: str, target: Rect) -> None:
        self._pointer.visible = bool(side)
        if not side:
            return
        colour = self.look.theme.colour("ok" if self.shown and self.shown.is_good else "bad")
        self._pointer.picture = _build_pointer_picture(colour)
        self._pointer.size = _POINTER
        self._pointer.position, self._pointer.rotation = _place_pointer(
            side, self.size, target.centre - self.position
        )


def _place_pointer(side: str, size: Size, target: Vec) -> tuple[Vec, float]:
    """Return the position of a bubble's pointer, and its rotation in degrees.

    Args:
        side: Side of the target on which the bubble is: "left", "right", "above" or "below".
        size: Size of the bubble.
        target: Centre of the target, relative to the bubble's top left corner.
    """
    w, h = size
    across = min(max(target.x, 24.0), w - 24.0)
    down = min(max(target.y, 24.0), h - 24.0)
    reach = _POINTER.w / 2 - 0.5
    spots = {
        "right": (Vec(-reach, down), 180.0),
        "left": (Vec(w + reach, down), 0.0),
        "above": (Vec(across, h + reach), 90.0),
        "below": (Vec(across, -reach), 270.0),
    }
    return spots[side]


def _build_pointer_picture(colour: pictures.Colour) -> pictures.PaintedPicture:
    def paint(w: int, h: int) -> pygame.Surface:
        fine = pygame.Surface((w * 8, h * 8), pygame.SRCALPHA)
        fine.fill((*colour[:3], 0))
        pygame.draw.polygon(fine, colour, [(0, 0), (w * 8, h * 4), (0, h * 8)])
        return pygame.transform.smoothscale(fine, (w, h))

    return pictures.PaintedPicture(("bubble pointer", colour), paint)


_TIP_MAX_WIDTH: Final = 340.0
_TIP_PADDING: Final = Vec(14.0, 9.0)
_TIP_GAP: Final = 10.0
_LINES: Final = 5


class Tip(Part[Runs]):
    """A tooltip with an explanation; hidden until `show_beside` is called."""

    def __init__(self, look: theme.ResolvedTheme, ink: TextStyler, **options: Any) -> None:
        super().__init__(look, ink, visible=False, **options)
        self._words = RunsLabel(look, "", "hud_note", max_lines=_LINES, name="words")
        self.add(self._words)

    def show_beside(
        self, words: Runs, about: Rect, inside: Rect, obstacles: Sequence[popups.Obstacle] = ()
    ) -> None:
        """Show the tip beside a rectangle, preferably below it.

        Args:
            words: Text; () hides the tip.
            about: Rectangle of the explained node.
            inside: Rectangle that the tip stays in.
            obstacles: Areas that the tip avoids.
        """
        self.visible = bool(words)
        if not words:
            return
        spans = self.styler.spans(self.look, words)
        room = Size(_TIP_MAX_WIDTH, 0.0)
        needed = lay_out_spans(spans, self.look, "hud_note", room, max_lines=_LINES).size
        size = Size(needed.w + 2 * _TIP_PADDING.x + 1.0, needed.h + 2 * _TIP_PADDING.y)
        if size == self.size:  # Update the text here only if `place` below won't do it.
            self.show(words)
        self.shown = words
        form = popups.PopupSize(size)
        anchor = popups.PopupAnchor(about, ("below", "above", "left", "right"))
        self.place(popups.place_popup([form], [anchor], inside, obstacles, gap=_TIP_GAP).box)

    def compose(self, value: Runs) -> None:
        self.picture = self.look.theme.box("hud_tip").picture()
        inner = Size(self.size.w - 2 * _TIP_PADDING.x, self.size.h - 2 * _TIP_PADDING.y)
        self._words.set_text(self.styler.spans(self.look, value), Rect(*_TIP_PADDING, *inner))


_SPEECH_WIDTHS: Final = (300.0, 220.0, 170.0)
"""Maximum widths of the text in a speech bubble, in design units, in order of preference."""
_SPEECH_GAP: Final = 16.0
"""Distance of a speech bubble from the seat's panel, in design units; its pointer fills the gap."""


class SpeechBubble(Tip):
    """A bubble beside a player's panel with a remark of the player; hidden until `speak`."""

    def __init__(self, look: theme.ResolvedTheme, styler: TextStyler, **options: Any) -> None:
        super().__init__(look, styler, **options)
        self._pointer = node.Node(name="pointer", anchor=Vec(0.5, 0.5), size=_POINTER)
        self.add(self._pointer)

    def speak(
        self,
        words: Runs,
        panel: Rect,
        mouth: Rect,
        inside: Rect,
        obstacles: Sequence[popups.Obstacle],
    ) -> bool:
        """Show a remark where it covers no obstacle, or hide the bubble if that is impossible.

        Args:
            words: The remark.
            panel: Panel of the player that speaks.
            mouth: The player's portrait, at which the bubble points.
            inside: Rectangle that the bubble stays in.
            obstacles: Areas that the bubble must not cover.

        Returns:
            Whether the remark is shown.
        """
        spans = self.styler.spans(self.look, words)
        forms = []
        for width in _SPEECH_WIDTHS:
            room = Size(width, 0.0)
            needed = lay_out_spans(spans, self.look, "hud_note", room, max_lines=_LINES).size
            size = Size(needed.w + 2 * _TIP_PADDING.x + 1.0, needed.h + 2 * _TIP_PADDING.y)
            forms.append(popups.PopupSize(size))
        column = panel._replace(x=mouth.x - _SPEECH_GAP, w=mouth.w + 2 * _SPEECH_GAP)
        anchors = [
            popups.PopupAnchor(column, ("below", "above")),
            popups.PopupAnchor(panel, ("below", "right", "left", "above")),
        ]
        found = popups.place_popup(forms, anchors, inside, obstacles, gap=_SPEECH_GAP)
        self.visible = bool(found.side) and not popups.compute_cover_cost(found.box, obstacles)
        if self.visible:
            self.shown = words
            self.place(found.box)
            self.compose(words)
            colour = self.look.theme.colour("text_faint")
            self._pointer.picture = _build_pointer_picture(colour)
            self._pointer.position, self._pointer.rotation = _place_pointer(
                found.side, self.size, mouth.centre - found.box.position
            )
        return self.visible
