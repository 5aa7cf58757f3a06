"""The head-up display (HUD): texts, panels and buttons on a table, around the cards."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple

from red7_desktop.kit import bindings, game_view, table_model
from red7_desktop.kit.hud import ground, seats
from red7_desktop.kit.hud.bubbles import (
    PreviewBubble,
    Tip,
    list_bubble_places,
    list_half_covered,
    list_text_obstacles,
)
from red7_desktop.kit.hud.buttons import (
    ActionColumn,
    ButtonLook,
    Chips,
    HudButton,
    Tool,
    ToolRow,
    list_tools,
)
from red7_desktop.kit.hud.part import (
    Explanation,
    OverlayWidget,
    Part,
    SpacedWord,
    TextStyler,
)
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.texts import Runs, Texts, Tone, apply_tone, to_runs
from red7_desktop.scene import animation, popups
from red7_desktop.scene.boxes import Slot, across, down, first_fitting
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, BoxPicture
from red7_desktop.scene.theme import ResolvedTheme, Theme, enlarge_for_scale
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.table.layout import Layout, ZoneSpec, zone_name
from red7_desktop.tabletop.game import SEAT_LETTERS, Face
from red7_desktop.tabletop.moods import Mood


def list_meanings(hud: Hud, model: table_model.TableModel, texts: Texts) -> tuple[Explanation, ...]:
    """Return explanations of everything that the HUD shows, in the order for reading them aloud.

    1. Parts that only this game has and that belong to no seat; the last added part comes first.
    2. The status line.
    3. Parts that only this game has and that belong to a seat.
    4. All other parts.
    """
    shared = [each for part in reversed(hud.shared_parts) for each in part.list_explanations(texts)]
    owned = [each for part in hud.seat_parts for each in part.list_explanations(texts)]
    notes = [
        Explanation(row, row.shown.meaning or _describe_history(texts))
        for row in hud.viewer.notes.rows
        if row.shown is not None
    ]
    panels = zip(hud.seats, model.seats[-len(hud.seats) :], strict=False)
    others = [
        each for panel, seat in panels for each in _list_seat_meanings(panel, seat, model, texts)
    ]
    found = (
        *shared,
        Explanation(hud.status_line, model.status.meaning),
        Explanation(hud.status_line.find("crown"), model.crown_meaning),
        Explanation(hud.status_line.find("others"), model.status.others_meaning),
        *owned,
        *_list_name_meanings(hud.viewer, model.seats[0], model, texts),
        *notes,
        *others,
        Explanation(hud.deck, texts("Cards left in the deck.")),
        Explanation(hud.history, _describe_history(texts)),
        Explanation(hud.title, model.title.meaning or texts("Round and rules.")),
    )
    return tuple(each for each in found if each.sentence and each.node.is_shown)


def _list_name_meanings(
    panel: seats.SeatPanel | seats.ViewerPanel,
    seat: table_model.SeatModel,
    model: table_model.TableModel,
    texts: Texts,
) -> Iterator[Explanation]:
    if seat.is_you:
        person = texts("This ring colour is yours.")
    else:
        person = texts("This ring colour is {name}’s.", name=seat.name)
    yield Explanation(panel.find("name"), seat.about or person)
    yield Explanation(panel.find("crown"), model.crown_meaning)
    if seat.points is not None and seat.target is not None:
        values = {"name": seat.name, "points": seat.points, "target": seat.target}
        if seat.is_you:
            won = texts("You have {points} points. First to {target} wins.", **values)
        else:
            won = texts("{name} has {points} points. First to {target} wins.", **values)
        yield Explanation(panel.find("points"), won)


def _list_seat_meanings(
    panel: seats.SeatPanel, seat: table_model.SeatModel, model: table_model.TableModel, texts: Texts
) -> Iterator[Explanation]:
    yield from _list_name_meanings(panel, seat, model, texts)
    holds = texts.plural(
        "{name} has {n} card in hand.",
        "{name} has {n} cards in hand.",
        seat.hand_count,
        name=seat.name,
    )
    yield Explanation(panel.find("count"), holds)
    if seat.is_out:
        tally = texts("{name} is out until the next round.", name=seat.name)
    else:
        tally = ""
    yield Explanation(panel.find("tally"), seat.tally.meaning if seat.tally else tally)


def describe_piles(model: table_model.TableModel, texts: Texts) -> dict[str, str]:
    """Return a sentence about each pile and each hidden hand, by the name of its zone (area)."""
    explanations = {zone_name("deck"): texts("The deck: cards are drawn from here, face down.")}
    explanations |= model.piles
    for seat in model.seats:
        if seat.is_you:
            scored = texts("Your score pile: the cards that you have won.")
        else:
            scored = texts("{name}’s score pile: the cards won so far.", name=seat.name)
        explanations[zone_name("score", seat.place)] = scored
        if not seat.is_you:
            hand = texts("{name}’s hand: nobody else sees these cards.", name=seat.name)
            explanations[zone_name("hand", seat.place)] = hand
    return explanations


def _describe_history(texts: Texts) -> str:
    return texts("The latest turns, newest at the bottom.")


def find_meaning_at(meanings: Sequence[Explanation], at: Vec) -> Explanation | None:
    """Return the explanation of the smallest node at a point of the table; None if there is none.

    Among nodes of similar size, choose the node whose centre is nearest to the point.

    Args:
        meanings: All explanations, each with its node.
        at: The point, in the coordinates of the stage's root.
    """
    hit = [each for each in meanings if each.node.bounds.contains(at)]
    if not hit:
        return None
    least = min(each.node.bounds.area for each in hit)
    # The bounding boxes of several nodes may contain the point, for example those of two arcs of a
    # ring. Of the nodes of similar size, choose the nearest one.
    alike = [each for each in hit if each.node.bounds.area <= 2.5 * least]
    return min(alike, key=lambda each: (each.node.bounds.centre - at).length)


_LOGO: Final = 64.0
_PLATE_HEIGHT: Final = 56.0
_LOGO_ROOM: Final = 0.28
"""Minimum width of the logo on the title plate, as a share of the plate's width."""
_PLATE_GAP: Final = 20.0
_MIN_LOGO_SIZE: Final = 0.6
"""Smallest factor by which the logo on the title plate shrinks before it is hidden."""
_FILLED_WIDTH: Final = 0.93
"""Share of the available width that the estimated width of a shrunk text may fill.

The estimate is the full width times the size factor; small fonts are slightly wider than that."""
_LOGO_TOLERANCE: Final = 0.9
_MENU_MARGIN: Final = 4.0
"""Space around the menu button, in design units."""


class _PlateForm(NamedTuple):
    """One of the ways to lay out the title plate: size of the logo, and lines of the text.

    Attributes:
        logo_room: Width in which the logo is laid out, 0 for no logo.
        logo_width: Width of the logo's letters, at most `logo_room`.
        is_split: Whether the text about round and rules is in two lines.
    """

    logo_room: float
    logo_width: float
    is_split: bool


class TitlePlate(Part[table_model.TitleModel]):
    """The title bar of a table: menu button, logo, and texts about the round and the rules.

    The menu button calls `on_menu`.
    """

    def __init__(
        self,
        look: ResolvedTheme,
        ink: TextStyler,
        texts: Texts,
        on_menu: Callable[[], object],
        **options: Any,
    ) -> None:
        super().__init__(look, ink, **options)
        self.menu = HudButton(look, ink, on_menu, name="menu")
        self.menu.show(
            ButtonLook("hud_menu", icon="menu", tip=to_runs(texts("Menu")), icon_size=30.0)
        )
        self._logo = runs.RunsLabel(look, "", "hud_logo", name="logo")
        self._line = runs.RunsLabel(look, "", "hud_round", name="round")
        self._below = runs.RunsLabel(look, "", "hud_unit", name="rules")
        self.add(self.menu, self._logo, self._line, self._below)

    def compose(self, value: table_model.TitleModel) -> None:
        w, h = self.size
        self.picture = self.look.theme.box("hud_plate").picture()
        left = max(_LOGO * min(1.0, h / _PLATE_HEIGHT), h)
        form = self._choose_form(value, w - left - 1.7 * _PLATE_GAP)
        button_side = h - 2 * _MENU_MARGIN
        menu = across(_MENU_MARGIN, self.menu.slot(button_side, button_side))
        slots: list[Slot | float] = [Slot(menu.place, left)]
        self._logo.visible = form.logo_width > 0.0
        if self._logo.visible:
            logo = self._logo.slot_for(value.logo, form.logo_room, h)
            slots += [logo, form.logo_width - form.logo_room + _PLATE_GAP]
        self._below.visible = form.is_split
        if form.is_split:  # The boxes of the two lines overlap, but their letters don't.
            both = down(
                0.01 * h,
                self._line.slot_for(value.upper_line, h=0.56 * h),
                -0.14 * h,
                self._below.slot_for(value.lower_line, h=0.54 * h),
            )
            line = Slot(both.place, weight=1.0)
        else:
            line = self._line.slot_for(value.line, h=h - 2.0, grows=1.0)
        self.lay_out(across(*slots, line, 0.7 * _PLATE_GAP))

    def _choose_form(self, value: table_model.TitleModel, free: float) -> _PlateForm:
        """Choose the logo's size and the number of text lines on the title plate.

        If space is short, the logo shrinks and is then hidden, before the text shrinks.

        Args:
            value: Content of the plate.
            free: Width for logo and text.
        """
        look = self.look
        line_width = runs.measure_width(value.line, look, "hud_round")
        split_width = max(
            runs.measure_width(value.upper_line, look, "hud_round"),
            runs.measure_width(value.lower_line, look, "hud_unit"),
        )
        roomy = _FILLED_WIDTH / self.min_share
        room = max(self.size.w * _LOGO_ROOM, free - line_width / roomy)
        logo = self._measure_logo(value.logo, room)
        can_split = bool(value.upper_line and value.lower_line)
        is_split = can_split and line_width > (free - logo) * roomy
        text_width = split_width if is_split else line_width
        least = _MIN_LOGO_SIZE * runs.measure_width(value.logo, look, "hud_logo")
        least /= max(1.0, look.theme.enlarged)
        most = free - text_width / roomy
        if logo > most:
            room = max(least, min(logo, free - text_width / _FILLED_WIDTH))
            logo = self._measure_logo(value.logo, room)
        if most >= logo >= _LOGO_TOLERANCE * least:
            return _PlateForm(room, logo, is_split)
        return _PlateForm(0.0, 0.0, is_split and line_width > free)

    def _measure_logo(self, logo: Sequence[runs.TextRun], room: float) -> float:
        """Return the width of the logo's letters when they are shrunk to fit the width `room`."""
        return runs.lay_out_spans(logo, self.look, "hud_logo", Size(room, self.size.h)).size.w


_CROWN: Final = 31.0
_STATUS_HEIGHT: Final = 46.0
"""Height that the status line needs, including the crown, in design units."""
_STATUS_PADDING: Final = 22.0
"""Padding at the left and right ends of the status line, in design units."""
_STATUS_GAP: Final = 28.0
"""Gap between the texts of the status line, in design units."""
_BETWEEN: Final = "     "
_LARGE: Final = "heading"
_EXAMPLE_HEIGHT = 0.66
"""Height of the status line's example cards, as a share of the line's height."""
_CARD_OFFSET = 0.8
"""Distance between the left edges of two example cards in the status line, in card widths."""
_MIN_LARGE: Final = 0.85
"""Size factor to which the font of a large status line shrinks before the line is wrapped.

Afterwards, the example cards beside the line are hidden one by one."""
_MIN_WRAPPED = 0.6
"""Smallest factor by which the font of a status text in two lines shrinks."""
_FILLED_HEIGHT = 0.9
"""Share of the status line's area that a status text in two lines may fill in height."""
_MIN_OTHERS: Final = 0.92
"""Size factor to which the status line's texts about other seats shrink before they are hidden."""


class StatusLine(Part[table_model.StatusModel]):
    """The line above the cards that says who is winning, or what the viewer has to do.

    A line about who is winning begins with a crown; a line that asks the viewer to do something
    begins with an arrow. Texts about the other seats are at the right end, if they fit. If nobody
    is winning and there are no texts about other seats, the line is large and centred. A large line
    may have a label at its left and example cards at its right; both are hidden if they don't fit.
    """

    def build(self, look: ResolvedTheme, ink: TextStyler) -> None:
        self._crown = Node(name="crown")
        self._line = runs.RunsLabel(look, "", "hud_why", name="line")
        self._large = runs.RunsLabel(look, "", _LARGE, max_lines=2, name="line")
        self._others = runs.RunsLabel(look, "", "hud_why_others", align=Align.END, name="others")
        self._label = SpacedWord(look, "hud_caps", name="label")
        self._examples = Node(name="examples")
        self.add(self._crown, self._line, self._large, self._others, self._label, self._examples)

    def compose(self, value: table_model.StatusModel) -> None:
        theme = self.look.theme
        w, h = self.size
        self._label.visible = self._examples.visible = False
        self._large.visible = not (value.has_leader or value.others)
        self._line.visible = not self._large.visible
        self.picture = theme.box("hud_prompt" if value.is_prompt else "hud_why").picture()
        if self._large.visible:
            self._compose_large(value)
            return
        line = self.styler.spans(self.look, value.line)
        crown = _CROWN * self.zoom_factor(h, _STATUS_HEIGHT)
        designed = runs.measure_width_at(1.0 / theme.enlarged, line, self.look, "hud_why")
        if 2 * _STATUS_PADDING + crown + 12.0 + designed > w:
            crown = _CROWN  # Long text needs the space, so the crown doesn't grow.
        self._crown.visible = value.has_leader or value.is_prompt
        sign = build_icon("next" if value.is_prompt else "crown", theme.colour("accent"))
        left = _STATUS_PADDING + (crown + 12.0 if self._crown.visible else 6.0)
        room = w - left - _STATUS_PADDING
        free = room - runs.measure_width(line, self.look, "hud_why") - _STATUS_GAP
        between = (runs.TextRun(_BETWEEN),)
        others_spans = [between + self.styler.spans(self.look, other) for other in value.others]
        # Show the texts about all other seats or none of these texts, so that no seat seems to be
        # missing.
        forms = [tuple(chain(*others_spans))[1:], ()]
        measure = partial(runs.measure_width, look=self.look, style="hud_why_others")
        # At a smaller font size, text is slightly wider than the ratio of the sizes suggests.
        others = first_fitting(forms, lambda form: measure(form) <= 0.95 * free / _MIN_OTHERS)
        slots: list[Slot | float] = [6.0]
        if self._crown.visible:
            put = partial(widget.put, self._crown, picture=sign)
            slots = [Slot(put, crown, crown), 12.0]
        slots.append(self._line.slot_for(line, grows=1.0))
        self._others.visible = bool(others)
        if others:
            width = max(1.0, min(measure(others), free))
            slots += [_STATUS_GAP, self._others.slot_for(others, width)]
        self.lay_out(across(_STATUS_PADDING, *slots, _STATUS_PADDING))

    def _compose_large(self, value: table_model.StatusModel) -> None:
        look = self.look
        w, h = self.size
        self._crown.visible = self._others.visible = False
        line = self.styler.spans(look, value.line)
        self._label.show(value.label, look.theme.colour("accent"))
        if value.label:
            label = self._label.width() + _STATUS_GAP
        else:
            label = 0.0
        card = self.styler.card_size(h * _EXAMPLE_HEIGHT)
        widths = [card.w * (1 + _CARD_OFFSET * (len(each) - 1)) for each in value.examples]
        free = w - 2 * _STATUS_PADDING

        def wrap(form: tuple[float, int, int], zoom: float = 1.0) -> runs.Lines:
            """Break the status text into lines, in the space that label and example cards leave.

            Args:
                form: Width of the label, number of example cards, and maximum number of lines.
                zoom: Factor by which width and height of the space are multiplied. With the theme's
                    zoom, the text has the line breaks and the size factor of an unzoomed theme.
            """
            before, count, most = form
            room = (free - sum(widths[:count]) - _STATUS_GAP * count) * zoom - before
            size = Size(max(room, 1.0), _FILLED_HEIGHT * h * zoom)
            return runs.lay_out_spans(line, look, _LARGE, size, max_lines=most)

        # Possible layouts of the status line, the best first: one line with the label and all
        # cards; two lines with the label and all or fewer cards; one line with the label only; the
        # text alone in two lines, then in one line.
        forms = [(label, len(widths), 1), *[(label, n, 2) for n in range(len(widths), -1, -1)]]
        forms += [(label, 0, 1), (0.0, 0, 2), (0.0, 0, 1)]
        zoom = look.theme.enlarged
        least = {1: _MIN_LARGE, 2: _MIN_WRAPPED}
        if zoom > 1.0:
            # The status line must not have a smaller font than in a theme without zoom.
            shares = ((wrap(it, zoom).share, least[it[2]]) for it in forms)
            share = next((has for has, needs in shares if has >= needs), _MIN_WRAPPED) / zoom
            least = {1: max(_MIN_LARGE, share), 2: max(_MIN_WRAPPED / zoom, share)}
        form = first_fitting(forms, lambda it: wrap(it).share >= least[it[2]])
        before, count, _ = form
        self._label.visible = before > 0.0
        self._examples.visible = count > 0
        self._examples.clear()
        words = self._large.slot_for(line, wrap(form).size.w + 1.0, _FILLED_HEIGHT * h)
        examples = [self._spread(faces, card) for faces in value.examples[:count]]
        label_slot = self._label.slot(before)
        self.lay_out(across(label_slot, 0.0, words, *examples, gap=_STATUS_GAP, share=0.5))

    def _spread(self, faces: Sequence[Face], card: Size) -> Slot:
        """Return a slot that draws example cards of the status line in a row, overlapping."""

        def add(face: Face, place: Rect) -> None:
            made = self.styler.card_art.build_card(face, card.w, position=place.position)
            self._examples.add(made)

        slots = [Slot(partial(add, face), *card) for face in faces]
        return across(*slots, gap=(_CARD_OFFSET - 1.0) * card.w)


_HEADING: Final = 34.0
_HISTORY_GAP: Final = 8.0
_DOT: Final = 9.0
_INDENT: Final = 22.0
_MAX_TURNS: Final = 7
"""Maximum number of turns in the history at the table; older turns are in the match log."""
_LINES_PER_TURN: Final = 6
_HISTORY_EDGE: Final = 12.0


class HistoryStrip(Part[table_model.HistoryModel]):
    """The list of the last turns below a heading; it shows as many turns as fit.

    The list is aligned to the bottom.
    """

    def build(self, look: ResolvedTheme, ink: TextStyler) -> None:
        self._heading = SpacedWord(look, "hud_caps", tracking=0.08, name="heading")
        self._lines = [_Line(look, ink, name=f"line {nth}") for nth in range(_MAX_TURNS)]
        self.add(self._heading, *self._lines)

    def compose(self, value: table_model.HistoryModel) -> None:
        width = self.size.w - 2 * _HISTORY_EDGE
        bottom = self.size.h - _HISTORY_EDGE
        shown: list[_Line] = []
        for nth, entry in enumerate(value.lines[: -_MAX_TURNS - 1 : -1]):
            line = self._line_for((entry, nth == 0), shown)
            line.fit(width)
            if bottom - line.size.h < _HEADING:
                break
            bottom -= line.size.h + _HISTORY_GAP
            shown.append(line)
        for line in self._lines:
            line.visible = line in shown
        self._heading.visible = bool(shown)
        self._heading.show(value.heading, self.look.theme.colour("text_faint"))
        heading = self._heading.slot(h=_HEADING)
        slots = [line.slot(*line.size) for line in reversed(shown)]
        lines = down(heading, 0.0, *slots, _HISTORY_EDGE, gap=_HISTORY_GAP, share=1.0)
        lines.place(Rect(_HISTORY_EDGE, 0.0, width, self.size.h))

    def _line_for(self, entry: tuple[table_model.HistoryLine, bool], taken: list[_Line]) -> _Line:
        free = [line for line in self._lines if line not in taken]
        line = next((line for line in free if line.shown == entry), free[-1])
        line.show(entry)
        return line


class _Line(Part["tuple[table_model.HistoryLine, bool]"]):
    """An entry in the list of last turns: a dot in the seat's colour, and the text of a turn.

    The height of the entry is that of its text. The value to show is a pair: the turn, and whether
    it is the latest turn, whose text is brighter.
    """

    def build(self, look: ResolvedTheme, ink: TextStyler) -> None:
        self._dot = Node(name="dot")
        self._words = runs.RunsLabel(look, "", "hud_note", max_lines=_LINES_PER_TURN, name="words")
        self.add(self._dot, self._words)

    def fit(self, width: float) -> None:
        if width != self.size.w:
            self.size = Size(width, 1.0)
            self.refresh()

    def compose(self, value: tuple[table_model.HistoryLine, bool]) -> None:
        entry, is_latest = value
        theme = self.look.theme
        colour = theme.colour("text_faint")
        if entry.seat is not None:
            colour = theme.swatch("seats", SEAT_LETTERS[entry.seat])
        tone = Tone.SOFT if is_latest else Tone.FAINT
        spans = self.styler.spans(self.look, apply_tone(entry.line, tone))
        width = self.size.w - _INDENT
        height = runs.measure_height(spans, self.look, "hud_note", width, _LINES_PER_TURN)
        self.size = Size(self.size.w, height)
        note = theme.text("hud_note")
        put = partial(widget.put, self._dot, picture=BoxPicture(colour, _DOT / 2))
        dot = across(Slot(put, _DOT, _DOT))
        first_line = Slot(dot.place, _DOT, note.size * note.line_height)
        words = self._words.slot_for(spans, width, height)
        self.lay_out(across(first_line, _INDENT - _DOT, words, align=0.0))


_DECK_OVERHANG: Final = 24.0
"""Distance by which the deck's label may extend beyond the deck's area on each side.

In design units."""


_DECK_LABEL: Final = "hud_tally_unit"
"""Text style of the deck's label."""
_LEAST_LABEL: Final = 0.9
"""Smallest font size of the deck's label, as a share of the size in its text style."""


class DeckCount(Part[table_model.DeckModel]):
    """The number of cards in the deck, with a label unless the label would be illegibly small."""

    def set_layout(self, layout: Layout, spec: ZoneSpec) -> None:
        self.place(layout.grow_aside(spec, _DECK_OVERHANG))

    def build(self, look: ResolvedTheme, ink: TextStyler) -> None:
        self._count = runs.RunsLabel(look, "", "hud_deck_count", align=Align.CENTRE, name="count")
        self._label = runs.RunsLabel(look, "", _DECK_LABEL, align=Align.CENTRE, name="label")
        self.add(self._count, self._label)

    def compose(self, value: table_model.DeckModel) -> None:
        w, h = self.size
        self.lay_out(
            down(
                -0.05 * h,
                self._count.slot_for(str(value.count), h=0.65 * h),
                -0.13 * h,
                self._label.slot_for(value.label, w, 0.57 * h),
            )
        )
        designed = self.look.theme.text(_DECK_LABEL).size
        self._label.visible = self._label.measure_letters() >= _LEAST_LABEL * designed


_BELOW_CARDS: Final = -2.0
"""Drawing order (z) of the HUD, which is drawn below the areas of cards; these have -1."""
_ABOVE_CARDS: Final = 5000.0
"""Drawing order (z) of bubbles and tips, which are drawn above moving cards.

Moving cards have 1000 or more."""
_MARGIN: Final = 12.0
"""Minimum distance of bubbles and tips from the edge of the window, in design units."""
_CROWN_LIFT_SECONDS = 0.08
"""Seconds in which the crown is enlarged before it flies from the old leader to the new one."""
_CROWN_MOVE_SECONDS = 0.28
"""Seconds in which the crown moves from the old leader's panel to that of the new leader."""
_CROWN_LAND_SECONDS = 0.06
"""Seconds in which the crown returns to its normal size on the new leader's panel."""
_LIFTED = 1.25
"""Factor by which the crown is enlarged while it flies to the new leader."""
CROWN_FLIGHT_SECONDS: Final = _CROWN_LIFT_SECONDS + _CROWN_MOVE_SECONDS + _CROWN_LAND_SECONDS
"""Duration of the crown's whole flight from the old leader to the new one, in seconds."""
_CROWN_ARC: Final = 0.35
"""Height of the curve on which the crown flies to the new leader, as a share of the distance."""
PULSE_SECONDS: Final = 0.45
"""Seconds after which the dots of a thinking opponent change between faint and strong."""
_MARKS_LAG: Final = 0.32
"""Delay, in seconds, of new marks on cards after a card has changed the table's coloured light.

The player first sees the change of colour, then the marks."""
_TURNS: Final = (0.0, 1.0 / 60.0, 2.0 / 60.0)
"""Delays, in seconds, after which groups of the HUD's parts change, once a card has landed.

Laying out all parts at once takes longer than one frame may last."""
_COUNTERS_FADE_SECONDS: Final = 0.08
"""Duration, in seconds, of the fade-in of the HUD's counters and status line after a deal.

The counters are the texts with each seat's number of cards and points."""
_HINT: Final = "hint"
"""Name of a hint's bubble, which is hidden while a preview needs its space."""
_MIN_CARD_WEIGHT: Final = 3.0
"""Popups avoid covering cards in zones (areas) whose `ZoneKind.weight` is at least this."""
BUBBLE_OVERLAP_COST: Final = popups.HEAVY_WEIGHT
"""Cost of placing a bubble over another bubble, per square design unit; see `scene.popups`."""


class Hud(widget.Widget):
    """Everything on the table except the cards: texts, panels, buttons, bubbles.

    Add the HUD and its `overlay` to the table's node: the HUD is drawn below the cards, the overlay
    above the cards. `show` sets the model to show, `set_layout` the layout and the theme. A layout
    divides the table into named areas, the zones; each part of the HUD is in a zone.

    Args:
        look: The stage's theme.
        styler: Converts rich text.
        texts: Translations.
        view: The game's view, which adds parts that only this game has.
        layout: The layout.
        on_command: Called with the action of a pressed button.
        on_refuse: Called with a disabled button that is pressed.
        tools: Additional small buttons.
        panel: Part that is shown instead of the usual panel of the viewer; None for the usual
            panel. The part shows the value in `TableModel.panels` under the name of the viewer's
            panel zone.
        window: Function that returns the area of the whole window; None if the table fills the
            window.
        animator: Animates changes; None shows changes at once.

    Attributes:
        overlay: Node for bubbles and tips.
        parts: The parts, by the names of their zones.
        seats: Panels of the other players' seats; the viewer's panel is `viewer`.
        shared_parts: Parts that only this game has, in zones that belong to no seat.
        seat_parts: Parts that only this game has, in zones that belong to a seat.
        leader: Position of the winning seat clockwise from the bottom; None if nobody is winning.
        shows_hover_tips: False until the pointer has moved after a layout change.
        list_card_rows: Function that the table sets. It returns the zones that show cards, each
            with the rectangle of the cards at rest, in the table's coordinates.
    """

    restyles_children = True

    def __init__(
        self,
        look: ResolvedTheme,
        ink: TextStyler,
        texts: Texts,
        view: game_view.GameView,
        layout: Layout,
        on_command: Callable[[str], object],
        *,
        on_refuse: Callable[[HudButton], object] = lambda button: None,
        tools: Iterable[Tool] = (),
        panel: Part[Any] | None = None,
        window: Callable[[], Rect] | None = None,
        animator: animation.Animator | None = None,
    ) -> None:
        super().__init__(look, name="hud", z=_BELOW_CARDS)
        self.styler = ink
        self.overlay = OverlayWidget(look, name="hud over", z=_ABOVE_CARDS)
        self.layout = layout
        self._texts = texts
        self._window = window or (lambda: self.look.visible_area)
        self._model: table_model.TableModel | None = None
        self._is_thinking = False
        self._themes: tuple[Theme | None, Theme, float, float] = None, look.theme, 1.0, 1.0
        local = self.inner_look
        self.backdrop = ground.TableBackdrop(
            local, ink, view.style.ambience.light, name="backdrop", z=-1.0
        )
        own = view.table.build_parts(local, ink)
        # The name of a seat's zone ends with a dot and the seat's number. The name of a shared zone
        # has no dot.
        self.shared_parts = [part for name, part in own.items() if "." not in name]
        self.seat_parts = [part for name, part in own.items() if "." in name]
        self.status_line = StatusLine(local, ink, name="why")
        self.viewer = seats.ViewerPanel(local, ink, texts, name="viewer", visible=panel is None)
        self._own: Part[Any] = panel or self.viewer
        self.actions = ActionColumn(local, ink, on_command, name="actions")
        self.title = TitlePlate(
            local, ink, texts, lambda: on_command(bindings.Intent.MENU), name="title"
        )
        self.tools = ToolRow(local, ink, list_tools(texts, tools), on_command, name="tools")
        self.history = HistoryStrip(local, ink, name="history")
        self.deck = DeckCount(local, ink, name="deck")
        self.chips = Chips(local, ink, on_command, name="chips")
        self.seats: list[seats.SeatPanel] = []
        self._seats = Node(name="seats")
        self.preview = PreviewBubble(local, ink, name="preview")
        self._previews = [self.preview]
        self._outcomes: Sequence[tuple[Rect, table_model.Preview]] = ()
        self._above: dict[str, Rect] = {}
        self._hidden: list[widget.Widget] = []
        self.tip = Tip(local, ink, name="tip")
        self._explained: tuple[Node | None, Runs] = None, ()
        self.on_explain: Callable[[bool, bool], object] = lambda wants, _: self.reveal_tip(wants)
        self.shows_hover_tips = True
        self.list_card_rows: Callable[[], Iterable[tuple[str, Rect]]] = lambda: ()
        self.parts: dict[str, Part[Any]] = {
            **own,
            "message": self.status_line,
            "actions": self.actions,
            "title": self.title,
            "tools": self.tools,
            "supply": self.deck,
            "log": self.history,
            "chips": self.chips,
            zone_name("panel", 0): self._own,
        }
        self._animator = animator
        self.leader: int | None = None
        self.set_motion(True)
        # The large button comes first, because the focus follows the order of children.
        self.add(self.actions, self.backdrop, *self.shared_parts, self.status_line)
        # A game's own part for a seat may be inside the seat's panel, so add it after the panels:
        # it is then drawn above them.
        self.add(self._own, self._seats, *self.seat_parts, self.deck)
        self.add(self.history, self.chips, self.title, self.tools)
        self.overlay.add(self.preview, self.tip)
        for button in self.buttons:
            button.on_tip = self._show_tip
            button.on_hover = self._show_hover_tip
            button.on_refuse = on_refuse
        self.set_layout(layout)

    # -- where things are --------------------------------------------------------------------

    @property
    def room(self) -> Rect:
        return self.seen.inflated(-_MARGIN)

    @property
    def seen(self) -> Rect:
        visible = self.look.visible_area
        size = self.layout.size
        fit = self._fit
        shown = Size(visible.w / fit, visible.h / fit)
        return Rect(*(Vec(*size) * 0.5 - Vec(*shown) * 0.5), *shown)

    @property
    def _ground(self) -> Rect:
        x, y, w, h = self._window()
        fit = self._fit
        left, top, *_ = self.look.visible_area
        return Rect((x - left) / fit, (y - top) / fit, w / fit, h / fit).moved(self.seen.position)

    @property
    def inner_look(self) -> ResolvedTheme:
        """The theme with which the HUD's parts are drawn, in the layout's units.

        This theme differs from the stage's theme in two ways. Its zoom is limited to
        `Layout.text_zoom`, because zones have fixed sizes. If the table is scaled down to a part of
        the window, texts are enlarged to keep their size on the screen.
        """
        theme = self.look.theme
        most = self.layout.text_zoom
        fit = min(1.0, self._fit)
        if self._themes[0] is not theme or self._themes[2:] != (most, fit):
            larger = min(theme.zoom / fit, most) / theme.zoom
            self._themes = theme, enlarge_for_scale(theme, larger, fit), most, fit
        scale = self.look.scale * self._fit
        return self.look._replace(theme=self._themes[1], scale=scale, visible_area=self.seen)

    @property
    def _fit(self) -> float:
        return self.layout.fit(self.look.visible_area.size)

    @property
    def buttons(self) -> tuple[HudButton, ...]:
        return tuple(node for node in self.walk() if isinstance(node, HudButton))

    def list_obstacles(self) -> tuple[popups.Obstacle, ...]:
        """List the areas that popups avoid, in the table's coordinates.

        These are the zones whose kind has a `weight`, and the areas of `list_card_areas`, which
        have a greater weight.
        """
        kinds = self.layout.kinds
        zones = [
            popups.Obstacle(self._find_drawn(spec), weight)
            for spec in self.layout.zones
            if (weight := kinds[spec.kind].weight)
        ]
        cards = [popups.Obstacle(area, popups.HEAVY_WEIGHT) for area in self.list_card_areas()]
        return (*zones, *cards)

    def list_card_areas(self) -> list[Rect]:
        """List the areas of cards that popups should not cover, in the table's space."""
        kinds = self.layout.kinds
        by_name = self.layout.by_name
        return [
            area
            for name, area in self.list_card_rows()
            if kinds[by_name[name].kind].weight >= _MIN_CARD_WEIGHT
        ]

    def list_root_obstacles(self) -> tuple[popups.Obstacle, ...]:
        """List the areas that popups avoid, including a hint's bubble, in the root's space."""
        found = list(self.list_obstacles())
        if _HINT in self._above:
            found.append(popups.Obstacle(self._above[_HINT], popups.HEAVY_WEIGHT))
        return tuple([each._replace(area=self.world.bounds(each.area)) for each in found])

    def list_frames(self) -> list[Rect]:
        """Return the visible rectangles of the seats' panels, in the root's space."""
        panels: list[Part[Any]] = [*self.seats]
        if self.layout.has_viewer:
            panels.insert(0, self._own)
        return [self.world.bounds(panel.frame) for panel in panels]

    def _find_drawn(self, spec: ZoneSpec) -> Rect:
        part = self.parts.get(spec.name)
        if part is None:
            return spec.area
        return part.frame

    def to_table_space(self, rect: Rect) -> Rect:
        """Convert a rectangle from the root's space to the table's."""
        return self.world.inverse().bounds(rect)

    # -- laying out --------------------------------------------------------------------------

    def set_layout(self, layout: Layout, look: ResolvedTheme | None = None) -> None:
        self.layout = layout
        self.look = look or self.look
        self._fit_panels(layout)
        self.show_outcomes(())
        self._show_tip(None)
        self.refresh()

    def _fit_panels(self, layout: Layout) -> None:
        """Add and remove panels of other players' seats until each of these seats has a panel.

        The viewer's own panel, `_own`, always exists; it is shown or hidden.
        """
        own = zone_name("panel", 0)
        first = int(layout.has_viewer)
        is_usual = self.parts[own] is self._own
        if layout.has_viewer != is_usual:
            while self.seats:
                self.seats.pop().detach()
        self._own.visible = layout.has_viewer
        self.parts[own] = self._own
        while len(self.seats) > layout.seats - first:
            self.seats.pop().detach()
        for name in [each for each in self.parts if each.startswith("panel.") and each != own]:
            del self.parts[name]
        for place in range(first + len(self.seats), layout.seats):
            panel = seats.SeatPanel(self.inner_look, self.styler, self._texts, name=f"seat {place}")
            panel.animator = self._animator
            panel.glides = self.backdrop.glides
            self.seats.append(panel)
            self._seats.add(panel)
        self.parts |= {
            zone_name("panel", place): panel for place, panel in enumerate(self.seats, start=first)
        }

    def refresh(self) -> None:
        local = self.inner_look
        for child in (*self.children, *self.overlay.children):
            widget.restyle_tree(child, local)
        self._place()
        if self._model is not None and len(self._model.seats) == self.layout.seats:
            self.show(self._model)

    def _place(self) -> None:
        self.backdrop.place(self._ground)
        for name, part in self.parts.items():
            part.visible = name in self.layout.by_name
            if part.visible:
                part.set_layout(self.layout, self.layout.by_name[name])

    # -- showing -----------------------------------------------------------------------------

    def set_motion(self, glides: bool) -> None:
        for part in (self.backdrop, self._own, *self.parts.values()):
            part.animator = self._animator
            part.glides = glides

    def pulse(self, now: float) -> None:
        """Make the dots of thinking opponents faint and strong in turn, unless motion is reduced.

        Args:
            now: The stage's time in seconds.
        """
        if self._is_thinking:
            is_faint = self.backdrop.glides and int(now / PULSE_SECONDS) % 2 == 1
            for panel in self.seats:
                panel.set_faint(is_faint)

    def set_room_light(self, follows: bool) -> None:
        """Set whether the table's coloured light also fills the rest of the window."""
        self.backdrop.set_room_light(follows)

    def compute_marks_delay(self, model: table_model.TableModel, landing: float) -> float:
        """Return the seconds until the marks in `TableModel.marks` are drawn on cards.

        Marks are drawn when the last moving card has landed. If the table's light then changes its
        colour, they are drawn after a further pause.

        Args:
            model: The model that will be shown.
            landing: Seconds until the last moving card lands.
        """
        return landing + self._is_lit_by(model, landing) * _MARKS_LAG

    def _is_lit_by(self, model: table_model.TableModel, landing: float) -> bool:
        return landing > 0 and self._model is not None and self._model.mood != model.mood

    def show(self, model: table_model.TableModel, landing: float = 0.0) -> float:
        """Show new data: status line, panels of the seats, buttons and more.

        All parts change when the last moving card has landed or within the next frames, so that
        their numbers fit the cards on the table.

        Args:
            model: The data to show.
            landing: Seconds until the last moving card lands.

        Returns:
            Seconds until everything is shown.

        Raises:
            ValueError: The model has another number of seats than the layout.
        """
        if len(model.seats) != self.layout.seats:
            raise ValueError(f"{len(model.seats)} seats in a layout for {self.layout.seats}")
        is_lit = self._is_lit_by(model, landing)
        self._model = model
        self._is_thinking = Mood.THINKING in [seat.mood for seat in model.seats]
        light = ground.TableLight(
            model.mood, self._middle().centre - self._ground.position, model.is_tense
        )
        is_new_light = landing > 0 and self.backdrop.shown != light
        self.backdrop.show_later(light, landing + is_new_light * self.backdrop.light_delay)
        for _ in self.show_by_parts(model, landing, is_lit=is_lit):
            pass
        seconds = landing + is_lit * Part.light_delay
        if landing > 0:
            seconds += max(_TURNS)
        points = self.viewer.find("points")
        alike = partial(runs.equalise_font_sizes_below, *self.seats, *self.seat_parts, points)
        alike()
        if landing > 0 and self._animator is not None:
            self._animator.after(self, seconds, alike)
        before = self.leader
        self.leader = next((seat.place for seat in model.seats if seat.is_leading), None)
        if landing <= 0 or None in (before, self.leader) or before == self.leader:
            return seconds
        if self._animator is not None and self.backdrop.glides:
            fly = partial(self._fly_crown, self._find_crown(before), self._find_crown(self.leader))
            self._animator.after(self.overlay, seconds, fly)
        return seconds + CROWN_FLIGHT_SECONDS

    def show_by_parts(
        self, model: table_model.TableModel, landing: float = 0.0, *, is_lit: bool = False
    ) -> Iterator[None]:
        """Return an iterator; each step of it shows a model in one more part of the HUD.

        Showing all parts takes longer than one frame. When a table is opened, the work is therefore
        spread over several frames.
        """
        has_log = "log" in self.layout.by_name
        values: dict[str, Any] = {
            "message": model.status,
            "actions": model.actions,
            "title": model.title,
            "supply": model.deck,
            "log": model.history,
            **{zone_name("panel", seat.place): seat for seat in model.seats},
        }
        if self.layout.has_viewer:
            history = None if has_log else model.history
            own = seats.OwnPanel(model.seats[0], model.viewer, history)
            values[zone_name("panel", 0)] = own
        elif model.actions.primary.state is table_model.ButtonState.WAIT:
            del values["actions"]  # Spectators can't press the buttons, so hide them.
        values |= model.panels
        turns = itertools.cycle(_TURNS)
        for name, part in self.parts.items():
            if part is not self.tools and part is not self.chips:
                value = None
                if name in self.layout.by_name:
                    value = values.get(name)
                is_due = landing > 0 and value is not None and part.differs_from(value)
                # The buttons change first, because the focus may move to one of them.
                turn = next(turns) if is_due and part is not self.actions else 0.0
                part.show_later(value, landing + is_lit * part.light_delay + turn)
            yield

    def find_panel(self, seat: int) -> Part[Any] | None:
        """Return the panel of a seat; None if the layout has no panel for the seat."""
        if self._model is None:
            return None
        return self.parts.get(zone_name("panel", self._model.seat_of(seat).place))

    def _find_crown(self, place: int | None) -> Node | None:
        panel = self.parts.get(zone_name("panel", place))
        nodes = () if panel is None else panel.walk()
        return next((node for node in nodes if node.name == "crown"), None)

    def _fly_crown(self, old: Node | None, new: Node | None) -> None:
        if old is None or new is None or self._animator is None:
            return
        to = self._animator.animate
        start, goal = map(self.overlay.to_local, (old.centre, new.centre))
        if start is None or goal is None:
            return
        crown = Node(name="flying crown", anchor=CENTRE, size=new.size, picture=new.picture)
        crown.position = start
        new.alpha = 0.0
        self.overlay.add(crown)
        settle = partial(
            to, crown, "scale", 1.0, _CROWN_LAND_SECONDS, delay=_CROWN_MOVE_SECONDS, ease="out_back"
        )
        to(crown, "scale", _LIFTED, _CROWN_LIFT_SECONDS, done=settle)
        arc = _CROWN_ARC * (goal - start).length
        to(
            crown,
            "position",
            goal,
            _CROWN_MOVE_SECONDS,
            delay=_CROWN_LIFT_SECONDS,
            ease="in_out_cubic",
            arc=arc,
        )
        to(new, "alpha", 1.0, 0.0, delay=CROWN_FLIGHT_SECONDS, done=crown.detach)

    def hide_counts_for(self, seconds: float) -> None:
        """Hide counters and the status line for some seconds, until dealt cards have landed."""
        counts = [panel.find(name) for panel in self.seats for name in ("count", "tally")]
        nodes = [*counts, *self.seat_parts, self.viewer.notes, self.status_line, self.deck]
        if self._animator is not None:
            self._animator.play(
                [
                    animation.Track(
                        node, "alpha", 0.0, 1.0, seconds, _COUNTERS_FADE_SECONDS, "linear"
                    )
                    for node in nodes
                ]
            )

    def _middle(self) -> Rect:
        spec = self.layout.by_name.get(self._model.middle if self._model is not None else "")
        w, h = self.layout.size
        if spec is None:
            return Rect(w / 2, h / 2, 0.0, 0.0)
        return spec.area

    def show_outcomes(self, outcomes: Sequence[tuple[Rect, table_model.Preview]]) -> None:
        """Show what would happen if the held card were dropped on some zones.

        Each outcome is shown in a preview bubble beside its zone. If the zone is in the middle of
        the table, the bubble is beside the whole middle area, if there is room. Earlier bubbles
        disappear.

        Args:
            outcomes: For each bubble, the rectangle of its zone in the table's coordinates, and the
                text to show.
        """
        self._outcomes = outcomes
        middle = self._middle()
        while len(self._previews) < len(outcomes):
            more = PreviewBubble(self.inner_look, self.styler, name="preview")
            self._previews.append(more)
            self.overlay.add(more)
        for bubble in self._previews[len(outcomes) :]:
            bubble.hide()
        things = list(self.list_obstacles()) if outcomes else []
        if self.history.visible and self.history.shown is not None and self.history.shown.lines:
            things.append(popups.Obstacle(self.history.frame, popups.LIGHT_WEIGHT))
        things += [popups.Obstacle(above, BUBBLE_OVERLAP_COST) for above in self._above.values()]
        for bubble, (area, preview) in zip(self._previews, outcomes, strict=False):
            anchors = [popups.PopupAnchor(area)]
            if area.overlaps(middle):
                anchors.insert(0, popups.PopupAnchor(area.union(middle)))
            bubble.aim(preview, anchors, self.room, things)
            things.append(popups.Obstacle(bubble.frame, BUBBLE_OVERLAP_COST))
        runs.equalise_font_sizes(bubble.title for bubble in self._previews[: len(outcomes)])
        self._hide_covered_texts()

    def hide_covered_by(self, name: str, bounds: Rect | None) -> None:
        """Make room for an overlay that is drawn above the table.

        Texts that the overlay would cover only partly are hidden. Preview bubbles are placed again,
        so that they avoid the overlay.

        Args:
            name: Name of the overlay.
            bounds: Rectangle of the overlay in the root's coordinates; None when the overlay is
                removed.
        """
        before = self._above.pop(name, None)
        if before is None and bounds is None:
            return
        if bounds is not None:
            self._above[name] = self.to_table_space(bounds)
        if self._outcomes and self._above.get(name) != before:
            self.show_outcomes(self._outcomes)
        else:
            self._hide_covered_texts()

    def _hide_covered_texts(self) -> None:
        """Hide texts that bubbles cover only partly, and a hint that overlaps a preview bubble."""
        previews = list_bubble_places(self._previews)
        tips = list_bubble_places([self.tip])
        covers = [*previews, *self._above.values()]
        for label in self._hidden:
            label.alpha = 1.0
        self._hidden = list_half_covered(self, covers + tips)
        for label in self._hidden:
            label.alpha = 0.0
        hint = self._above.get(_HINT)
        for bubble in self.overlay.children:
            if hint is not None and bubble.name == _HINT:
                bubble.alpha = float(not any(map(hint.overlaps, previews)))
        log = Rect(*self.history.position, *self.history.size)
        if any(box.overlaps(log) for box in covers):
            self.history.alpha = 0.0
        else:
            self.history.alpha = 1.0

    def enable_hover_tips(self, hovered: Node | None) -> None:
        """Show tips on hover from now on, because the pointer has moved."""
        if not self.shows_hover_tips:
            self.shows_hover_tips = True
            if isinstance(hovered, HudButton) and hovered in self.buttons:
                self._show_tip(hovered)

    def show_tip(self, node: Node | None, words: Runs = (), *, is_asked: bool = False) -> None:
        """Offer a tip next to a node of the table.

        This calls `on_explain` with two flags: whether there is a tip, and `is_asked`. The callback
        decides whether to call `reveal_tip`. The default callback shows every tip.

        Args:
            node: Node that the tip explains; None hides the tip.
            words: Text of the tip.
            is_asked: Whether a key or a long press has requested the tip.
        """
        if not words:
            node = None
        self._explained = node, words
        self.on_explain(node is not None, is_asked)

    def reveal_tip(self, is_shown: bool) -> None:
        """Show or hide the tip that the last call of `show_tip` offered.

        Args:
            is_shown: Whether to show the tip. If `show_tip` was called without a node or text, the
                tip stays hidden.
        """
        node, words = self._explained
        self.tip.visible = is_shown and node is not None
        if self.tip.visible and node is not None:
            others = [each for each in self.buttons if each is not node and each.is_shown]
            kept = [
                popups.Obstacle(self.to_table_space(each.bounds), popups.HEAVY_WEIGHT)
                for each in others
            ]
            about = self.to_table_space(node.bounds)
            lines = [
                each
                for each in self.list_obstacles()
                if each.weight >= popups.HEAVY_WEIGHT and not each.area.overlaps(about)
            ]
            self.tip.show_beside(
                words, about, self.room, [*list_text_obstacles(self), *kept, *lines]
            )
        self._hide_covered_texts()

    def meanings(self) -> tuple[Explanation, ...]:
        if self._model is None:
            return ()
        return list_meanings(self, self._model, self._texts)

    def piles(self) -> dict[str, str]:
        if self._model is None:
            return {}
        return describe_piles(self._model, self._texts)

    def _show_hover_tip(self, button: HudButton | None) -> None:
        if button is None or self.shows_hover_tips:
            self._show_tip(button)

    def _show_tip(self, button: HudButton | None) -> None:
        shown = None if button is None else button.shown
        self.show_tip(button, () if shown is None else shown.tip)
