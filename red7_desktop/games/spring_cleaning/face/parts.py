"""Draws the panels that only Spring Cleaning's table has, such as the offer mat and the trash."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Any, Final

import pygame

from red7_desktop.games.spring_cleaning.face import card_art, panels
from red7_desktop.kit.hud import part
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.texts import Texts
from red7_desktop.scene import animation
from red7_desktop.scene.boxes import Slot, across, down, first_fitting, make_slot
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import (
    Align,
    BoxPicture,
    Colour,
    LayeredPicture,
    PaintedPicture,
)
from red7_desktop.scene.popups import HEAVY_WEIGHT
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets import widget
from red7_desktop.scene.widgets.runs import RunsLabel, TextRun, measure_width
from red7_desktop.table import layout
from red7_desktop.table.arrange import Arrangement, arrange

_FINE: Final = 4
"""Supersampling factor: samples per pixel in each direction, for smooth edges of pips."""
_PIP_SHARE: Final = 0.74
"""Diameter of a pip, as a share of the distance between pips."""
_OUTLINE_SHARE: Final = 0.2
"""Width of an outline, as a share of the pip's radius."""
_HALF_FULL: Final = 0.42


def pips_picture(
    trash: int, gain: int, target: int, colour: Colour, empty: Colour
) -> PaintedPicture:
    """Return a picture of a seat's trash as a row of pips.

    The row may be a little narrower than the picture, because pips have whole pixels.

    Args:
        trash: Number of full pips.
        gain: Number of further pips that are half full.
        target: Number of all pips: the trash at which the match ends.
        colour: Colour of full and half-full pips.
        empty: Colour of the other pips.
    """
    full = min(trash, target)
    near = min(gain, target - full)
    fills = (1.0,) * full + (_HALF_FULL,) * near + (0.0,) * (target - full - near)

    def paint(w: int, h: int) -> pygame.Surface:
        fine = pygame.Surface((w * _FINE, h * _FINE), pygame.SRCALPHA)
        # Transparent, but in the pips' colour, so that edges have no dark fringe.
        fine.fill((*(colour if full or near else empty)[:3], 0))
        step = fine.width / target
        radius = _PIP_SHARE * min(fine.height, step) / 2
        line = max(1, round(_OUTLINE_SHARE * radius))
        for nth, fill in enumerate(fills):
            centre = (nth + 0.5) * step, fine.height / 2
            if fill:
                pygame.draw.circle(fine, colour.with_alpha(fill), centre, radius)
            if fill < 1.0:
                pygame.draw.circle(fine, colour if fill else empty, centre, radius, line)
        return pygame.transform.smoothscale(fine, (w, h))

    return PaintedPicture(("pips", fills, colour, empty), paint)


_MAT_EDGE: Final = 28.0
_SEAM: Final = 7.0
"""Distance from the edge of the mat below an offer to its decorative stitching, in design units."""
_TITLE: Final = 28.0
_RADIUS: Final = 20.0


class OfferMat(part.Part[panels.MatModel]):
    """A stitched mat with its title at the left; it lights up when a card can be dropped on it.

    While a card can be dropped on it, the table draws a frame (the mark `present.AWAITS_OFFER`)
    around the mat, unless a hint draws another frame there.
    """

    def build(self, look: ResolvedTheme, ink: part.TextStyler) -> None:
        self._seam = Node(name="seam")
        self._title = part.SpacedWord(look, "hud_caps", tracking=0.07, name="title")
        self.add(self._seam, self._title)
        self._right = 0.0

    def set_layout(self, layout: layout.Layout, spec: layout.ZoneSpec) -> None:
        right = layout.zone("offer", spec.seat).area.left - spec.area.left
        if right != self._right:
            self._right = right
            self.refresh()
        super().set_layout(layout, spec)

    def compose(self, value: panels.MatModel) -> None:
        theme = self.look.theme
        w, h = self.size
        ground = theme.colour("panel_high")
        if value.is_open:
            fill = ground.mixed(theme.colour("ok"), 0.16)
        else:
            fill = ground
        self.picture = BoxPicture(fill.with_alpha(0.62), _RADIUS, theme.colour("border"), 1.2)
        thread = theme.colour("text_faint").with_alpha(0.5)
        seam = BoxPicture(None, _RADIUS - _SEAM, thread, 1.8, dash=11.0)
        self._seam.visible = not value.is_open
        widget.put(self._seam, Rect(0.0, 0.0, w, h).inflated(-_SEAM), seam)
        room = max(self._right - _MAT_EDGE - 12.0, 1.0)
        self._title.show(value.title, theme.colour("ok") if value.is_open else None)
        title = _TITLE * self.zoom_factor(h - 2 * _MAT_EDGE, 4 * _TITLE)
        # Draw the mat's title near its top: while the user drags a card over a gap in the hand, the
        # preview of this gap may cover the mat's lower part.
        line = across(_MAT_EDGE, self._title.slot(room))
        self.lay_out(down(_MAT_EDGE / 2, Slot(line.place, h=title)))

    def list_explanations(self, texts: Texts) -> Iterable[part.Explanation]:
        if self.shown is not None:
            yield part.Explanation(self._title, self.shown.meaning)


_STEPS_EDGE: Final = 22.0
_BETWEEN = "   —   "
"""Separator between two steps of a draw in the line that lists them."""
_RING = "strong"
"""Text style whose font size is the diameter of the ring around a step's number."""


class StepsLine(part.Part[panels.StepsModel]):
    """A line that shows either a text or the numbered steps of a draw, with dashes between them.

    If the text says why the picked cards can't be played, a cross is drawn before it.
    """

    def build(self, look: ResolvedTheme, ink: part.TextStyler) -> None:
        self._line = RunsLabel(look, "", "hud_why_others", align=Align.CENTRE, name="line")
        self._hidden = RunsLabel(look, "", "hud_note", align=Align.END, name="hidden")
        self.add(self._line, self._hidden)

    def compose(self, value: panels.StepsModel) -> None:
        w, h = self.size
        plate = self.look.theme.box("hud_plate").picture()
        self.picture = BoxPicture(plate.fill, h / 2, plate.border, plate.border_width)
        line = self.styler.spans(self.look, value.line)
        if value.is_refusal:
            colour = self.look.theme.colour("accent")
            line = tuple([each._replace(colour=colour) for each in line])
            line = (line[0]._replace(mark=build_icon("cross", colour)), *line[1:])
        steps = [
            span
            for nth in range(len(value.steps))
            for span in self._build_step_spans(value.steps, nth)
        ]
        slots = [self._line.slot_for(tuple(steps) or line, grows=1.0)]
        self._hidden.visible = bool(value.hidden)
        if value.hidden:
            spans = self._build_hidden_spans(value.hidden)
            most = (w - 2 * _STEPS_EDGE) / 2
            wide = min(measure_width(spans, self.look, "hud_note") + 1.0, most)
            slots.append(self._hidden.slot_for(spans, wide))
        self.lay_out(across(_STEPS_EDGE, *slots, _STEPS_EDGE))

    def _build_step_spans(self, steps: Sequence[panels.DrawStep], nth: int) -> Iterator[TextRun]:
        """Yield the parts of the text for a step of the viewer's draw, such as "insert".

        The text starts with the step's number in a ring, or with a tick if the step is done.

        Args:
            steps: All steps of the draw.
            nth: Index of the step in `steps`.
        """
        theme = self.look.theme
        step = steps[nth]
        if step.is_done:
            name = "ok"
        elif step.is_next:
            name = "accent"
        else:
            name = "text_faint"
        colour = theme.colour(name)
        style = theme.text("hud_note_strong")
        fill = None
        if step.is_next or step.is_done:
            fill = colour.with_alpha(0.16)
        side = theme.text(_RING).size
        figure = style.picture(str(nth + 1), colour, align=Align.CENTRE, max_width=side)
        inside = build_icon("tick", colour) if step.is_done else figure
        if nth:
            yield TextRun(_BETWEEN, style="hud_note", colour=theme.colour("text_faint"))
        ring = BoxPicture(fill, side / 2, colour, 2.0)
        yield TextRun("", LayeredPicture((ring, inside)), _RING)
        if step.is_next:
            words = "hud_note_strong"
        else:
            words = "hud_note"
        if step.is_done:
            soft = theme.colour("text_soft")
        else:
            soft = colour
        yield TextRun(f" {step.words}", style=words, colour=soft)

    def _build_hidden_spans(self, hidden: Sequence[int]) -> tuple[TextRun, ...]:
        """Return a text that lists each number and how many of its cards are hidden."""
        spans: list[TextRun] = []
        for number, count in enumerate(hidden, start=1):
            tint = card_art.tint_of(str(number))
            spans.append(TextRun(f"   {number}", style="hud_note_strong", colour=tint))
            spans.append(TextRun(f" ×{count}", colour=self.look.theme.colour("text_soft")))
        return tuple(spans)


_TRASH_PIP: Final = 15.0
_TRASH_GAP: Final = 10.0
_TRASH_LINE: Final = 24.0
_MIN_WORDS_SCALE: Final = 0.85
"""Minimum scale of the texts beside the row of pips that shows a seat's trash. Texts that would
have to be smaller are left out."""


_HANDS_OUT: Final = 0.12
"""Seconds between the appearance of two pips when trash (penalty points) is handed out at the end
of a round. Each pip is one trash."""


class TrashPips(part.Part[panels.TrashModel]):
    """The panel that shows a seat's trash (penalty points) as a label and a row of pips.

    It also forecasts the trash that the seat would get if the round ended now. A high panel shows
    label, pips and forecast below each other. A low panel shows label and forecast beside the pips
    or in one line above them. If the words don't fit, the label is shorter, and the forecast is
    only a number, with a bin icon if there is room. When the seat gets trash, pips appear one after
    the other.
    """

    handed = widget.RefreshingAttribute[int]()

    def build(self, look: ResolvedTheme, ink: part.TextStyler) -> None:
        self._handed = 0
        self._label = RunsLabel(look, "", "hud_unit", name="label")
        self._pips = Node(name="pips")
        self._forecast = RunsLabel(look, "", "hud_unit", name="label")
        self.add(self._label, self._pips, self._forecast)

    @staticmethod
    def _build_forecast(words: str, gain: str, figure: TextRun) -> tuple[TextRun, ...]:
        """Return the forecast of a seat's trash (penalty points), with the number emphasised.

        Args:
            words: The forecast as a sentence, such as "+2 if the round ended now".
            gain: The number as the sentence contains it, such as "+2"; "" for no forecast.
            figure: The emphasised number, which replaces `gain` in the sentence.

        Returns:
            () for no forecast. Only the number if the sentence doesn't contain it.
        """
        if not gain:
            return ()
        before, found, after = words.partition(gain)
        if not found:
            return (figure,)
        return (
            *([TextRun(before)] if before else []),
            figure,
            *([TextRun(after)] if after else []),
        )

    def show(self, value: panels.TrashModel) -> None:
        before = self.shown
        more = value.trash - self._handed
        start, self._handed = self._handed, value.trash
        super().show(value)
        if before is not None and self.animator is not None and self.glides and more > 0:
            self.animator.play(
                [
                    animation.Track(
                        self, "handed", start, value.trash, 0.0, _HANDS_OUT * more, "linear"
                    )
                ]
            )

    def compose(self, value: panels.TrashModel) -> None:
        theme = self.look.theme
        w, h = self.size
        line = _TRASH_LINE * theme.zoom
        pip = min(_TRASH_PIP, w / value.target)
        wide = pip * value.target
        if value.gain is None:
            gain = ""
        else:
            gain = f"+{value.gain}"
        colour = theme.colour("bad_text" if value.gain else "ok")
        figure = TextRun(gain, build_icon("bin", colour), style="hud_note_value", colour=colour)
        forecast = self._build_forecast(value.forecast, gain, figure)
        words: tuple[TextRun, ...] = (TextRun(value.label),)
        short: tuple[TextRun, ...] = (TextRun(value.short),)
        # Layouts to try, the most detailed first. Each consists of the label's text, the forecast's
        # text, and a flag: True puts both texts in one line above the pips, False puts them in one
        # line with the pips.
        forms = [(words, forecast, False), (words, forecast, True), (words, (figure,), False)]
        forms += [(words, (figure,), True), (short, (figure,), True)]
        forms.append((short, (figure._replace(mark=None),), True))
        stacks = h >= 2 * line + pip + _TRASH_GAP

        def measure(*spans: TextRun) -> float:
            return measure_width(spans, self.look, "hud_unit")

        # Measure the texts of each seat as if its gain were at least as wide as "+0", so that all
        # seats get the same layout.
        spare = max(0.0, measure(figure._replace(text="+0")) - measure(figure))

        def fits(form: tuple[tuple[TextRun, ...], tuple[TextRun, ...], bool]) -> bool:
            parts = [measure(*each) for each in form[:2]]
            if stacks:
                return not form[2] and _MIN_WORDS_SCALE * max(parts) <= w
            return sum(parts) + spare + (0.0 if form[2] else wide) + 2 * _TRASH_GAP + 2.0 <= w

        label, end, is_above = first_fitting(forms, fits)
        if value.gain is None:
            end = ()
        if is_above and end:
            label = (*label, TextRun("  "), *end)
            end = ()
        at = Align.END if stacks else Align.START
        make_label = partial(self._label.slot_for, label, align=Align.END)
        make_forecast = partial(self._forecast.slot_for, end, align=at)
        put = partial(widget.put, self._pips, picture=self._paint_pips(value))
        pips_slot = make_slot((put, wide, pip, 0.0))
        self._forecast.visible = not is_above
        if stacks:
            place = across(pips_slot, share=1.0).place
            middle = make_slot((place, 0.0, pip + _TRASH_GAP, 0.0))
            layout = down(make_label(h=line), middle, make_forecast(h=line), share=0.5)
        elif is_above:
            layout = down(make_label(grows=1.0), pips_slot, 4.0, align=1.0)
        else:
            before, after = (measure(*each) + 1.0 for each in (label, end))
            ends = make_label(before), make_forecast(after)
            layout = across(ends[0], pips_slot, ends[1], gap=_TRASH_GAP, share=1.0)
        self.lay_out(layout)

    def _paint_pips(self, value: panels.TrashModel) -> PaintedPicture:
        theme = self.look.theme
        empty = theme.colour("text_faint").with_alpha(0.7)
        if value.is_handed_out:
            near = value.trash - self._handed
        else:
            near = value.gain or 0
        return pips_picture(self._handed, near, value.target, theme.colour("bad"), empty)


_HOLDER_DISC = 54.0
_LEAST_DISC = 22.0
_TRICK_GAP: Final = 12.0
_NAME_HEIGHT = 31.0
"""Height, in pixels at zoom 1, of the line with the name of the seat that played the combination to
beat."""
_COMBINATION_HEIGHT = 26.0
"""Height, in pixels at zoom 1, of the line that names the combination to beat."""
_HOLDER_CROWN_RISE: Final = 0.4
"""Space for the crown above the avatar of the seat that played the combination to beat, as a share
of the avatar's diameter."""
_SIGN: Final = 30.0
"""Maximum height and width, in design units, of the avatars below beaten combinations, which show
the seats that played them."""
_BELOW: Final = 3.0
"""Distance, in design units, between a beaten combination and the avatar below it."""


class Holder(part.Part[panels.HolderModel]):
    """The panel for the seat that played the combination to beat.

    It shows the seat's avatar with a crown, the seat's name, and the name of the combination.
    """

    def build(self, look: ResolvedTheme, ink: part.TextStyler) -> None:
        self._avatar = part.Avatar(look, ink, name="avatar")
        self._name = RunsLabel(look, "", "hud_seat_name", name="label")
        self._held = RunsLabel(look, "", "hud_note_strong", max_lines=2, name="held")
        self.add(self._avatar, self._name, self._held)

    def compose(self, value: panels.HolderModel) -> None:
        w, h = self.size
        zoom = self.look.theme.zoom
        name = (TextRun(value.name),)
        held = (TextRun(value.held, colour=card_art.tint_of(value.face)),)
        above = _NAME_HEIGHT * zoom
        below = _COMBINATION_HEIGHT * zoom
        beside = w - _HOLDER_DISC - _TRICK_GAP
        style = "hud_note_strong"
        words = [measure_width(word, self.look, style) for word in value.held.split()]
        fits_beside = max(measure_width(name, self.look, "hud_seat_name"), *words) <= beside
        # Place the name and the combination beside the avatar. If there is no room, place both
        # below, unless the avatar would then be too small. A combination that is too long for one
        # line gets two lines. Below the avatar, it gets two lines only if the avatar keeps enough
        # height.
        spare = h - above - _LEAST_DISC * (1.0 + _HOLDER_CROWN_RISE)
        is_long = measure_width(held, self.look, style) > (beside if fits_beside else w)
        below *= 2 if is_long and (fits_beside or spare >= 2 * below) else 1
        small = min((h - above - below) / (1.0 + _HOLDER_CROWN_RISE), _HOLDER_DISC)
        is_beside = fits_beside or small < _LEAST_DISC
        if is_beside:
            above = min(above, h / 2)
            below = min(below, h - above)
        align = Align.START if is_beside else Align.CENTRE
        lines = (
            self._name.slot_for(name, align=align, h=above),
            self._held.slot_for(held, align=align, h=below),
        )
        if is_beside:
            disc = self._avatar.slot(_HOLDER_DISC, _HOLDER_DISC)
            both = Slot(down(*lines, share=0.5).place, beside)
            self.lay_out(across(disc, both, gap=_TRICK_GAP))
        else:
            disc = self._avatar.slot(small, small)
            self.lay_out(down(small * _HOLDER_CROWN_RISE, disc, *lines))
        self._avatar.show(value.seat_label._replace(is_leading=True))

    def list_explanations(self, texts: Texts) -> Iterable[part.Explanation]:
        if self.shown is not None:
            for node in (self._avatar, self._name, self._held):
                yield part.Explanation(node, self.shown.meaning)


class BeatenMarkerRow(part.LayoutPart[panels.BeatenMarkers]):
    """Avatars below the beaten combinations of a trick, which show the seats that played them."""

    def build(self, look: ResolvedTheme, ink: part.TextStyler) -> None:
        self._signs = Node(name="signs")
        self.add(self._signs)

    def compose(self, value: panels.BeatenMarkers) -> None:
        spec = self.layout.zone("trick")
        card = self.layout.card_size(spec)
        firsts = [0, *accumulate(marker.cards for marker in value)]
        count = firsts[-1]
        # Compute the positions of the cards as the table does. In each combination, the table puts
        # every card but the first close to its left neighbour (see
        # `present.CONTINUES_COMBINATION`).
        close = set(range(count)) - set(firsts)
        places = arrange(spec.area, card, count, spec.style or Arrangement(), close)
        for nth in range(len(self._signs.children), len(value)):
            self._signs.add(part.Avatar(self.look, self.styler, name=f"sign {nth}"))
        for sign in self._signs.children:
            sign.visible = False
        # Place an avatar below each combination, in the same order. If a long trick leaves no room
        # for avatars of full size, make them smaller.
        side = min(_SIGN, spec.area.w / max(1, len(value)))
        edge = spec.area.right + _SIGN
        for nth in range(len(value) - 1, -1, -1):
            sign = self._signs.children[nth]
            own = places[firsts[nth] : firsts[nth + 1]]
            middle = min((own[0].x + own[-1].x) / 2, edge - side / 2)
            middle = max(middle, spec.area.left + (nth + 0.5) * side)
            edge = middle - side / 2
            foot = own[0].y + own[0].scale * card.h / 2 + _BELOW
            sign.visible = True
            if isinstance(sign, part.Avatar):
                sign.place(Rect(edge, foot, side, side).moved(-spec.area.position))
                sign.show(value[nth].seat_label._replace(is_leading=False))

    def list_explanations(self, texts: Texts) -> Iterable[part.Explanation]:
        if self.shown is not None:
            for sign, stair in zip(self._signs.children, self.shown, strict=False):
                yield part.Explanation(sign, stair.meaning)


_BEYOND: Final = 18.0
_COUNT_FIGURE = 34.0
"""Height of the text that shows the number of cards, in pixels at zoom 1."""
_COUNT_LABEL = 24.0
"""Height of the label below the number of cards, in pixels at zoom 1."""


class CardCount(part.Part[panels.CountModel]):
    """Shows how many cards a pile or hand has, with a label below the number.

    The number and the label are centred in the zone or aligned to the zone's end.
    """

    def __init__(
        self, look: ResolvedTheme, ink: part.TextStyler, align: Align, **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self._is_central = align is Align.CENTRE
        self._count = RunsLabel(look, "", "hud_note_value", align=align, name="count")
        self._label = RunsLabel(look, "", "hud_unit", align=align, name="label")
        self.add(self._count, self._label)

    def compose(self, value: panels.CountModel) -> None:
        w, h = self.size
        grown = min(self.look.theme.zoom, h / (_COUNT_FIGURE + _COUNT_LABEL))
        figure = _COUNT_FIGURE * grown
        label = _COUNT_LABEL * grown
        colour = None
        if value.is_close:
            colour = self.look.theme.colour("bad")
        count = (TextRun(str(value.count), colour=colour),)
        # If the part is in the middle of the table, let a long label extend into the margins on
        # both sides before its font shrinks.
        beyond = _BEYOND if self._is_central else 0.0
        self.lay_out(
            down(
                self._count.slot_for(count, h=figure),
                self._label.slot_for(value.label, w + 2 * beyond, label),
                share=0.5,
            )
        )


_ROW: Final = Arrangement("row")
_TRICK_ROW: Final = Arrangement("row", clear=0.3)
"""Arrangement of a trick's beaten cards in a row. If the cards must overlap, the cards that were
played last are covered least."""

_KINDS: Final[layout.ZoneKinds] = {
    **layout.COMMON_KINDS,
    "tools": layout.ZoneKind(required=True, weight=HEAVY_WEIGHT),
    "hand": layout.ZoneKind(owned=True, style=_ROW, required=True, weight=4.0),
    "offer": layout.ZoneKind(
        owned=True,
        style=_ROW,
        required=True,
        weight=4.0,
        opens=layout.OpenCards.ALL,
        is_public=True,
    ),
    "drawn": layout.ZoneKind(owned=True, style=_ROW, required=True, weight=4.0),
    "picked": layout.ZoneKind(
        owned=True, style=_ROW, required=True, encloses=frozenset({"offer", "hand"}), weight=4.0
    ),
    "table": layout.ZoneKind(style=_ROW, required=True, weight=4.0, opens=layout.OpenCards.ALL),
    "trick": layout.ZoneKind(
        style=_TRICK_ROW, required=True, weight=3.0, opens=layout.OpenCards.ALL
    ),
    "deck": layout.ZoneKind(style=layout.PILE, required=True, weight=2.0),
    "discard": layout.ZoneKind(
        style=layout.PILE, required=True, opens=layout.OpenCards.ALL, broom_symbol="7"
    ),
    "discarded": layout.ZoneKind(),
    "left": layout.ZoneKind(owned=True),
    "trash": layout.ZoneKind(owned=True),
    "holder": layout.ZoneKind(weight=3.0),
    "steps": layout.ZoneKind(weight=0.5),
    "mat": layout.ZoneKind(owned=True, encloses=frozenset({"offer"}), catches=True),
}

ZONE_KINDS: Final[layout.ZoneKinds] = {
    name: replace(kind, hides_refusal=kind.style is not None) for name, kind in _KINDS.items()
}
"""Kinds of zones (areas of the table) of the game, by name.

`hand` is a row of cards, because the order of a hand matters. `offer` has a seat's offer, face up
beside the hand. `table` has the combination to beat, and `trick` the beaten ones. `drawn` has a
drawn card and `picked` a picked-up offer, until their cards are placed in the hand. `drawn` and
`picked` may overlap, because a seat never draws a card and picks up its offer at the same time.

The buttons and the message that names the combination to beat have a `weight`, so that popups don't
cover them. A zone of cards that refuses a card only shows this while the card is over it
(`hides_refusal`), because most zones refuse most cards.
"""
