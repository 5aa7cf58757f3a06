"""Red7's own parts of the HUD: rule banner, rule ring, palette notes, starter card."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Final

from red7_desktop.games.red7.face.card_art import LETTERS_HIGH_FIRST, STARTER
from red7_desktop.games.red7.face.words import Words
from red7_desktop.kit.hud.part import (
    Explanation,
    LayoutPart,
    Part,
    SpacedWord,
    TextStyler,
)
from red7_desktop.kit.look.icons import build_ring_arc
from red7_desktop.kit.texts import Runs, Texts
from red7_desktop.scene import node, popups, theme
from red7_desktop.scene.animation import Track
from red7_desktop.scene.boxes import Slot, across, down, first_fitting
from red7_desktop.scene.geometry import CENTRE, NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.pictures import WHITE, Align, BoxPicture, Colour, Gradient, Shadow
from red7_desktop.scene.widgets.runs import (
    RunsLabel,
    TextRun,
    lay_out_spans,
    measure_width,
    measure_width_at,
)
from red7_desktop.scene.widgets.widget import put
from red7_desktop.table import layout
from red7_desktop.table.arrange import Arrangement, arrange, bounds_of


@dataclass(frozen=True, slots=True)
class RuleModel:
    """Content of the banner with the current rule.

    Attributes:
        letter: Letter of the rule's colour.
        colour: Name of the colour.
        sentence: The rule in words.
        hint: An example of cards that count under the rule.
    """

    letter: str
    colour: str
    sentence: str
    hint: Runs


@dataclass(frozen=True, slots=True)
class PaletteModel:
    """The texts beside the viewer's palette, the row of cards in front of the viewer.

    Attributes:
        label: Title.
        cards: Number of cards in the palette.
        counts: Text that says how many of these cards count under the current rule.
        pending: Heading of the note about cards that were just played and can still be undone; ""
            if there are none.
        pending_note: Text below that heading.
    """

    label: str
    cards: int
    counts: Runs
    pending: str = ""
    pending_note: str = ""


_PADDING: Final = 28.0
_BANNER_SYMBOL: Final = 0.60
"""Side of the symbol as a share of the banner's height."""
_GAP: Final = 20.0
_MIN_NAME = 0.8
"""Minimum factor by which the font size of the colour's name is multiplied to fit into the rule
banner."""
_MIN_RULE = 0.6
"""Minimum factor by which the font size of the rule's sentence is multiplied to fit into the rule
banner. If the sentence would have to be smaller, the banner hides the example at its end."""
_SLIDE_SECONDS = 0.08
"""Duration in seconds of each of two animations when the rule changes: first the banner's old text
slides out, then the new text slides in."""
_SLIDE_DISTANCE = 0.34
"""Distance that the banner's old text slides out, and that the new text slides in, when the rule
changes. As a share of the banner's height."""


class RuleBanner(Part[RuleModel]):
    """The banner with the current rule: its colour, symbol, sentence and an example.

    When the rule changes, the old texts slide out and the new ones slide in.
    """

    light_delay = 0.24

    def build(self, look: theme.ResolvedTheme, ink: TextStyler) -> None:
        self._colour = SpacedWord(look, "hud_rule_colour", name="colour")
        self._symbol = node.Node(name="symbol")
        self._rule = RunsLabel(look, "", "banner", name="rule")
        self._hint = RunsLabel(look, "", "hud_rule_hint", align=Align.END, name="hint")
        self.add(self._colour, self._symbol, self._rule, self._hint)

    def show(self, value: RuleModel) -> None:
        before = self.shown
        animator = self.animator
        if before is None or animator is None or not self.glides or before.letter == value.letter:
            super().show(value)
            return
        parts = self.children
        for part in parts:
            animator.finish(part)
        if self.shown == value:  # Don't animate again: this value is already shown or fading in.
            return
        offset = Vec(0.0, _SLIDE_DISTANCE * self.size.h)
        for part in parts:
            animator.animate(
                part, "position", part.position - offset, _SLIDE_SECONDS, ease="in_quad"
            )
            animator.animate(part, "alpha", 0.0, _SLIDE_SECONDS, ease="in_quad")

        def turn() -> None:
            super(RuleBanner, self).show(value)
            come = [(part, "position", part.position + offset, part.position) for part in parts]
            fade = [(part, "alpha", 0.0, 1.0) for part in parts]
            animator.play([Track(*each, 0.0, _SLIDE_SECONDS) for each in (*come, *fade)])

        animator.after(self._rule, _SLIDE_SECONDS, turn)

    def compose(self, value: RuleModel) -> None:
        h = self.size.h
        card = self.styler.card(self.look, value.letter)
        tint = self.styler.on_dark(self.look, value.letter)
        self.picture = _build_box(self.look, card, self.styler.line(self.look, value.letter), h)
        self._colour.show(value.colour, tint.mixed(WHITE, 0.25))
        faint = card.mixed(WHITE, 0.5)
        hint = [
            span._replace(colour=span.colour or faint)
            for span in self.styler.spans(self.look, value.hint)
        ]
        # Colour names always have the same size, independent of the rule's length.
        share = max(_MIN_NAME, self.min_share)
        self._colour.set_max_share(share)
        designed = min(1.0, 1.0 / self.look.theme.enlarged)
        rule = measure_width_at(designed, [TextRun(value.sentence)], self.look, "banner")
        large, small = (
            (self._colour.width(each), measure_width_at(each, hint, self.look, "hud_rule_hint"))
            for each in (share, designed)
        )
        forms = [large, (large[0], small[1]), (large[0], 0.0), small, (small[0], 0.0)]
        base = first_fitting(forms[3:], lambda form: self._room_for_rule(*form) >= _MIN_RULE * rule)
        # The banner shows the colour's name, the rule's sentence and an example, from left to
        # right. A zoomed theme enlarges the name and the example only if the sentence then still
        # has as much width as at zoom 1.
        least = min(rule, self._room_for_rule(*base))
        before, after = first_fitting(forms, lambda form: self._room_for_rule(*form) >= least)
        hint = hint if after else []
        middle = Slot(partial(self._place_rule, value), weight=1.0)
        end = self._hint.slot_for(hint, after)
        self.lay_out(across(_PADDING, self._colour.slot(before), middle, end, _PADDING))

    def list_explanations(self, texts: Texts) -> Iterable[Explanation]:
        yield Explanation(self, texts("The current rule, set by the canvas’s top card."))
        yield Explanation(self.find("hint"), texts("An example of cards that fit this rule."))

    def _room_for_rule(self, before: float, after: float) -> float:
        w, h = self.size
        return w - before - after - 2 * (_PADDING + _GAP) - h * _BANNER_SYMBOL - _GAP

    def _place_rule(self, value: RuleModel, room: Rect) -> None:
        """Draw the rule's symbol and sentence, in the middle of the banner if there is room.

        Otherwise, symbol and sentence are moved aside as far as the texts at the banner's ends
        require.
        """
        w, h = self.size
        side = h * _BANNER_SYMBOL
        words = Size(room.w - side - 3 * _GAP, h)
        rule = (TextRun(value.sentence, colour=WHITE.mixed(self._tint(value), 0.06)),)
        width = lay_out_spans(rule, self.look, "banner", words).size.w
        spare = words.w - width
        share = 0.0
        if spare > 0.0:
            centred = (w - side - _GAP - width) / 2 - room.left - _GAP
            share = max(0.0, min(1.0, centred / spare))
        picture = self.styler.symbol(value.letter, self._tint(value))
        symbol = Slot(partial(put, self._symbol, picture=picture), side, side)
        # Shifted up slightly, because descenders make the line look low.
        line = down(-1.0, self._rule.slot_for(rule, words.w, h))
        beside = Slot(line.place, words.w)
        across(_GAP, symbol, _GAP, beside, _GAP - spare, share=share).place(room)

    def _tint(self, value: RuleModel) -> Colour:
        return self.styler.on_dark(self.look, value.letter)


def _build_box(look: theme.ResolvedTheme, card: Colour, line: Colour, height: float) -> BoxPicture:
    ground = look.theme.colour("rule_mix")
    fill = Gradient(
        ground.mixed(card, 0.34).with_alpha(0.97), ground.mixed(card, 0.17).with_alpha(0.97)
    )
    shadows = (
        Shadow(look.theme.colour("shadow").with_alpha(0.4), 24.0, dy=6.0),
        Shadow(card.with_alpha(0.55), 52.0),
    )
    return BoxPicture(fill, height * 0.32, line, 2.4, shadows=shadows)


_SYMBOL_ROOM: Final = 54.0
"""Distance between the ring of the seven rules and the edge of its zone, in design units. The
rules' symbols are drawn in this space."""
_ARC_WIDTH = 8.0
_ACTIVE_WIDTH = 15.0
_SYMBOL_DISTANCE = 27.0
"""Distance between the arc of a rule that isn't the current one and its symbol, in design units."""
_ACTIVE_DISTANCE = 34.0
"""Distance between the current rule's arc and its symbol, in design units."""
_RING_SYMBOL = 21.0
_RING_DISC = 40.0
_DIM_SHARE: Final = 0.34
_LIGHT_SECONDS: Final = 0.22
"""Seconds in which the highlight moves from one rule's arc to another."""
_GLOW: Final = 34.0
"""Distance that the glow extends from the current rule's arc, in design units."""


class RuleRing(Part[RuleModel]):
    """The ring of seven arcs, clockwise from the top, Red to Violet, each with a symbol outside.

    When the rule changes, the active arc moves the shorter way around.
    """

    light_delay = 0.06

    def build(self, look: theme.ResolvedTheme, ink: TextStyler) -> None:
        self._well = node.Node(name="well")
        self._arcs = {letter: node.Node(name=f"arc {letter}") for letter in LETTERS_HIGH_FIRST}
        self._disc = node.Node(name="disc", anchor=CENTRE)
        self._symbols = {
            letter: node.Node(name=f"symbol {letter}", anchor=CENTRE)
            for letter in LETTERS_HIGH_FIRST
        }
        self.add(self._well, *self._arcs.values(), self._disc, *self._symbols.values())

    def show(self, value: RuleModel) -> None:
        before = self.shown
        animator = self.animator
        super().show(value)
        if before is None or animator is None or not self.glides or before.letter == value.letter:
            return
        order = LETTERS_HIGH_FIRST
        light = self._arcs[value.letter]
        count = len(order)
        steps = (order.index(before.letter) - order.index(value.letter) + count // 2) % count
        turn = (steps - count // 2) * 360.0 / count
        tracks = [Track(light, "rotation", turn, 0.0, 0.0, _LIGHT_SECONDS, "in_out_cubic")]
        for sign in (self._disc, self._symbols[value.letter]):
            tracks.append(
                Track(sign, "scale", 0.0, 1.0, _LIGHT_SECONDS / 2, _LIGHT_SECONDS / 2, "out_back")
            )
        animator.play(tracks)

    @property
    def radius(self) -> float:
        return min(self.size) / 2 - _SYMBOL_ROOM

    def compose(self, value: RuleModel) -> None:
        shadow = self.look.theme.colour("shadow")
        inner = self.radius - _ACTIVE_WIDTH
        light = (Shadow(shadow.with_alpha(0.30), 60.0),)
        well = BoxPicture(shadow.with_alpha(0.22), inner, shadows=light)
        place = Rect.centred(Vec(*self.size) * 0.5, Size(2 * inner, 2 * inner))
        put(self._well, place, well)
        for nth, letter in enumerate(LETTERS_HIGH_FIRST):
            is_active = letter == value.letter
            self._arcs[letter].z = float(is_active)
            self._place_arc(letter, nth, is_active)
            self._place_symbol(letter, nth, is_active)

    def list_explanations(self, texts: Texts) -> Iterable[Explanation]:
        names = Words(texts, (), None).rules
        for letter, words in zip(reversed(LETTERS_HIGH_FIRST), names, strict=True):
            rule = {"colour": words.title, "rule": words.sentence}
            is_in_force = self.shown is not None and letter == self.shown.letter
            if is_in_force:
                meaning = texts("{colour}: {rule}. This is the current rule.", **rule)
            else:
                meaning = texts("{colour}: {rule}. Discard one to set it.", **rule)
            yield Explanation(self._arcs[letter], meaning)
            yield Explanation(self._symbols[letter], meaning)
            if is_in_force:
                yield Explanation(self._disc, meaning)

    def _place_arc(self, letter: str, nth: int, is_active: bool) -> None:
        colour = self.styler.line(self.look, letter)
        if not is_active:
            colour = colour.mixed(self.look.theme.colour("table_outer"), _DIM_SHARE)
        if is_active:
            width = _ACTIVE_WIDTH
            glow = _GLOW
        else:
            width = _ARC_WIDTH
            glow = 0.0
        node = self._arcs[letter]
        node.picture, box = build_ring_arc(
            nth, len(LETTERS_HIGH_FIRST), self.radius, width, colour, glow=glow
        )
        # Anchor the arc at the centre of the ring, so that it rotates around this point.
        node.size = box.size
        node.anchor = Vec(-box.x / box.w, -box.y / box.h)
        node.position = Vec(*self.size) * 0.5

    def _place_symbol(self, letter: str, nth: int, is_active: bool) -> None:
        angle = math.radians(-90 + nth * 360 / len(LETTERS_HIGH_FIRST))
        reach = self.radius + (_ACTIVE_DISTANCE if is_active else _SYMBOL_DISTANCE)
        spot = Vec(*self.size) * 0.5 + Vec(math.cos(angle), math.sin(angle)) * reach
        tint = self.styler.on_dark(self.look, letter)
        side = _RING_SYMBOL
        if is_active:
            card = self.styler.card(self.look, letter)
            tint = self.styler.on_card(self.look, letter)
            side = _RING_SYMBOL + 2.0
            self._disc.picture = BoxPicture(
                card, _RING_DISC / 2, shadows=(Shadow(card.with_alpha(0.5), 20.0),)
            )
            self._disc.position = spot
            self._disc.size = Size(_RING_DISC, _RING_DISC)
        node = self._symbols[letter]
        node.picture = self.styler.symbol(letter, tint)
        node.position = spot
        node.size = Size(side, side)


_TEXT_GAP: Final = 24.0
"""Space between the outermost card and the text, in design units."""
_LINE_POSITION: Final = 0.40
"""Distance of the first text line from the card's top, as a share of the card's height."""
_LINE_HEIGHT: Final = 26.0
_NOTE_WIDTH: Final = 166.0
"""Width in design units of the note to the right of the palette, if its lines are `_LINE_HEIGHT`
high. At this width the note wraps into two lines of similar length."""


class PaletteNotes(LayoutPart[PaletteModel]):
    """Captions of the viewer's palette, the row of cards in front of the viewer.

    To the left of the cards are a title and the number of cards that count under the rule. To the
    right is a note while the user can still undo plays of this turn. If the layout has a zone above
    the cards for these captions, they are drawn there, in one line.
    """

    def build(self, look: theme.ResolvedTheme, ink: TextStyler) -> None:
        self._label = SpacedWord(
            look, "hud_caps", align=Align.END, tracking=0.08, max_rows=3, name="label"
        )
        self._counts = RunsLabel(look, "", "hud_note", align=Align.END, name="counts")
        self._pending = RunsLabel(look, "", "hud_note_strong", group="pending", name="pending")
        self._note = RunsLabel(
            look,
            "",
            "hud_note",
            valign=Align.START,
            max_lines=3,
            group="pending",
            name="pending note",
        )
        self.add(self._label, self._counts, self._pending, self._note)

    def show_later(self, value: PaletteModel | None, seconds: float) -> None:
        """Show new texts beside the palette after a delay, but make room for its new cards at once.

        Args:
            value: The texts; None for no texts.
            seconds: Delay in seconds, until the cards have landed.
        """
        if not self.layout.has_viewer:
            value = None  # Spectators see the palette's texts in each seat's panel instead.
        if value is not None and self.shown is not None and value.cards > self.shown.cards:
            self.show(replace(self.shown, cards=value.cards))
        super().show_later(value, seconds)

    def compose(self, value: PaletteModel) -> None:
        theme = self.look.theme
        height = self._line
        self._label.show(value.label)
        if self.layout.zone("tally", 0).area.bottom <= self.layout.zone("palette", 0).area.top:
            self._compose_above(value)
            return
        counts = self.styler.spans(self.look, value.counts)
        pending = (TextRun(value.pending, colour=theme.colour("accent")),)
        before = max(self._label.width(), measure_width(counts, self.look, "hud_note"))
        after = max(_NOTE_WIDTH, measure_width(pending, self.look, "hud_note_strong"))
        left, right, top = self._sides(self.layout, value.cards, (before, after))
        rise = height * (self._label.rows_in(left.w) - 1)
        down(
            self._label.slot(h=height + rise),
            self._counts.slot_for(counts, h=height),
        ).place(left._replace(y=top - rise))
        self._pending.visible = self._note.visible = bool(value.pending)
        note = min(right.w, _NOTE_WIDTH * height / _LINE_HEIGHT)
        down(
            self._pending.slot_for(pending, h=height),
            self._note.slot_for(value.pending_note, note, 3 * height),
            align=0.0,
        ).place(right._replace(y=top - height / 2))

    def _compose_above(self, value: PaletteModel) -> None:
        """Put title, number of counting cards, heading and note in one line above the palette.

        If the line is too wide, leave out the note. If title, number and heading are still too
        wide, draw them smaller.
        """
        look = self.look
        area = self.layout.zone("tally", 0).area
        counts = self.styler.spans(look, value.counts)
        pending: tuple[TextRun, ...] = ()
        if value.pending:
            colour = look.theme.colour("accent")
            pending = (TextRun(value.pending, style="hud_note_strong", colour=colour),)
        if pending:
            note = (*pending, TextRun(f" · {value.pending_note}"))
        else:
            note = ()
        label, *note_widths = (
            self._label.width(),
            *[measure_width(each, look, "hud_note") for each in (counts, note, pending)],
        )
        whole = (label, *note_widths[:2])
        short = (label, note_widths[0], note_widths[2])
        widths = first_fitting([whole, short], lambda form: sum(form) + 2 * _TEXT_GAP <= area.w)
        share = min(1.0, (area.w - 2 * _TEXT_GAP) / sum(widths))
        room = area.moved(-self.layout.zone("palette", 0).area.position)
        self._note.visible = False
        self._pending.visible = bool(pending)
        last = note if widths is whole else pending
        places: tuple[Callable[[Rect], object], ...] = (
            self._label.place,
            partial(self._counts.set_text, counts),
            partial(self._pending.set_text, last),
        )
        slots = [
            Slot(each, width * share + 1.0) for each, width in zip(places, widths, strict=True)
        ]
        across(*slots, gap=_TEXT_GAP, share=0.5).place(room)

    def list_explanations(self, texts: Texts) -> Iterable[Explanation]:
        counts = texts("How many of your cards count under the current rule.")
        yield Explanation(self._label, counts)
        yield Explanation(self._counts, counts)
        pending = texts("You can undo this until you end your turn.")
        yield Explanation(self._pending, pending)
        yield Explanation(self._note, pending)

    @property
    def _line(self) -> float:
        return _LINE_HEIGHT * self.zoom_factor(self.size.h, 4.5 * _LINE_HEIGHT)

    def _sides(
        self, layout: layout.Layout, count: int, widths: tuple[float, float]
    ) -> tuple[Rect, Rect, float]:
        """Compute the areas for the texts to the left and right of the palette's cards.

        A text that would cross the edge of the palette's zone is moved outside the zone, because
        the frame that marks a drop target would cut it.

        Args:
            layout: The layout.
            count: Number of cards in the palette.
            widths: Widths of the left and the right text.

        Returns:
            The left area, the right area, and the top of the first line.
        """
        spec = layout.zone("palette", 0)
        beside = layout.zone("tally", 0).area
        card = layout.card_size(spec)
        places = arrange(spec.area, card, max(count, 1), spec.style or Arrangement())
        cards = reduce(Rect.union, (bounds_of(place, card) for place in places))
        # Both texts get the width of the zone to the left of the palette, and never overlap the
        # cards.
        gap = spec.area.left - beside.right
        left_edge = max(beside.right, cards.left - _TEXT_GAP)
        right_edge = min(spec.area.right + gap, cards.right + _TEXT_GAP)
        if left_edge - min(widths[0], beside.w) < spec.area.left:
            left_edge = beside.right
        if right_edge + min(widths[1], beside.w) > spec.area.right:
            right_edge = spec.area.right + gap
        back = -Vec(spec.area.x, spec.area.y)
        left = Rect(left_edge - beside.w, beside.y, beside.w, beside.h).moved(back)
        right = Rect(right_edge, beside.y, beside.w, beside.h).moved(back)
        top = cards.y - spec.area.y + cards.h * _LINE_POSITION - self._line / 2
        return left, right, top


_GLOW_SECONDS = 0.2
"""Seconds in which the ring of light around the starter card grows and fades."""
_GLOW_REACH = 40.0
"""Distance that the ring of light extends beyond the starter card when it has faded, in design
units."""
_COVERING_CARDS: Final = 4
"""If the canvas has at least this many cards, they cover the starter card."""


class Starter(Part[int]):
    """The starter card, which is under the cards of the canvas, the discard pile.

    When a card lands on the canvas, a ring of light spreads from the pile.
    """

    light_delay = 0.0

    def build(self, look: theme.ResolvedTheme, ink: TextStyler) -> None:
        self._glow = node.Node(name="glow", anchor=CENTRE, alpha=0.0)
        self._card = node.Node(name="starter card", anchor=CENTRE)
        self.add(self._glow, self._card)
        self._card_size = NO_SIZE

    def set_layout(self, layout: layout.Layout, spec: layout.ZoneSpec) -> None:
        self._card_size = layout.card_size(spec)
        super().set_layout(layout, spec)
        self.refresh()

    def show(self, value: int) -> None:
        before = self.shown
        super().show(value)
        if self.animator is not None and self.glides and before is not None and value > before:
            light = Track(self._glow, "alpha", 0.8, 0.0, 0.0, _GLOW_SECONDS, "linear")
            far = 1.0 + 2 * _GLOW_REACH / self._card_size.h
            self.animator.play((light, Track(self._glow, "scale", 1.0, far, 0.0, _GLOW_SECONDS)))

    def compose(self, value: int) -> None:
        colour = self.look.theme.colour("text")
        self._glow.picture = BoxPicture(radius=12.0, border=colour, border_width=3.0)
        self._glow.size = self._card_size
        self._glow.position = self.box.centre
        self._card.visible = value < _COVERING_CARDS
        self._card.picture = self.styler.card_art.picture(STARTER, self._card_size.w, "full")
        self._card.size = self._card_size
        self._card.position = self.box.centre

    def list_explanations(self, texts: Texts) -> Iterable[Explanation]:
        meaning = texts("The canvas starts red: highest card wins until someone discards.")
        yield Explanation(self._card, meaning)


ZONE_KINDS: Final[layout.ZoneKinds] = {
    **layout.COMMON_KINDS,
    "deck": layout.ZoneKind(style=layout.PILE, required=True, weight=2.0),
    "points": layout.ZoneKind(owned=True, required=True),
    "palette": layout.ZoneKind(
        owned=True, style=Arrangement("row"), required=True, weight=4.0, opens=layout.OpenCards.ALL
    ),
    "score": layout.ZoneKind(
        owned=True, style=layout.PILE, required=True, opens=layout.OpenCards.TOP
    ),
    "tally": layout.ZoneKind(owned=True, required=True, weight=2.0),
    "canvas": layout.ZoneKind(
        style=layout.PILE, required=True, weight=4.0, opens=layout.OpenCards.TOP
    ),
    "ring": layout.ZoneKind(required=True, encloses=frozenset({"canvas"}), weight=1.0),
    "banner": layout.ZoneKind(required=True, weight=popups.FORBIDDEN_WEIGHT),
}
"""Zone kinds of Red7's layouts: the common ones, palette, canvas, score pile, ring and banner."""
