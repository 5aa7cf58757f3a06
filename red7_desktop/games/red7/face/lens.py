"""The lens: a table that shows which cards of each seat count under each of the seven rules.

The table only uses cards that the viewer may know: its own hand and face-up cards. Turns that
depend on a card not yet drawn are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final, NamedTuple

import pygame

from red7_desktop.games.red7.face.turn_words import describe_plan
from red7_desktop.games.red7.face.words import Words
from red7_desktop.games.red7.rules import advance, cards, legality, turns
from red7_desktop.games.red7.rules.game import Red7Observation, position_of
from red7_desktop.games.red7.rules.position import DISCARDED, DONE, START, Position
from red7_desktop.games.red7.rules.standings import END_GUARD, CountingCards, RuleVerdict, judge_all
from red7_desktop.kit import bindings, ui
from red7_desktop.kit.hud import buttons, part
from red7_desktop.kit.look import card_art, icons
from red7_desktop.kit.texts import Runs, Texts, Tone, apply_tone, fill_template, to_runs
from red7_desktop.play.ai import Seat
from red7_desktop.scene import boxes, theme
from red7_desktop.scene.boxes import Slot, across, down
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import GestureKind, Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align, BoxPicture, Shadow, TextPicture
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.runs import (
    RunsLabel,
    TextRun,
    equalise_font_sizes_below,
    lay_out_spans,
)
from red7_desktop.scene.widgets.widget import put
from red7_desktop.tabletop.game import TURN

Turn = tuple[cards.Step, ...]
MAX_TURNS_WITH_ACTIONS: Final = 6
"""Maximum number of turns with actions that are listed per rule, because there can be thousands."""


def find_winning_turns(observation: Red7Observation) -> Mapping[int, tuple[Turn, ...]]:
    """Return the turns with which the viewer would win under each rule.

    The turns continue the viewer's current turn if it can still play or discard in it. Otherwise
    they are the turns that the viewer could take if a new turn of its own began now.

    Returns:
        Turns, shortest first, by the colour rank of the rule that is in force after the turn. A
        turn is a tuple of steps without draws and without the final step END, so () means ending
        the turn at once. The mapping is empty for a spectator, for a seat that is out of the round,
        and between rounds.
    """
    position = _find_mover_position(observation)
    if position is None:
        return {}
    found: dict[int, list[Turn]] = {rule: [] for rule in cards.COLOURS}
    turns = legality.get_cached_turns(position)
    for play, endings in turns.list_plain_openings():
        opening = (cards.PLAY_STEPS[play.bit_length() - 1],) if play else ()
        if endings & END_GUARD:
            found[position.rule].append(opening)
        for card in cards.cards_in(endings & ~END_GUARD):
            found[cards.colour_of(card)].append((*opening, cards.DISCARD_STEPS[card]))
    plain = {rule: len(each) for rule, each in found.items()}
    for rule, turn in _list_turns_with_actions(turns):
        if len(found[rule]) - plain[rule] < MAX_TURNS_WITH_ACTIONS:
            found[rule].append(turn)
    return {rule: tuple(sorted(each, key=len)) for rule, each in found.items()}


def _find_mover_position(observation: Red7Observation) -> Position | None:
    """Return the position, changed so that the viewer is to move; None if the viewer can't move."""
    viewer = observation.viewer
    if viewer is None or observation.stage != TURN or observation.out >> viewer & 1:
        return None
    position = position_of(observation)
    if position.mover == viewer and position.phase not in {DISCARDED, DONE}:
        return position
    return advance.replace_fields(position, mover=viewer, phase=START)


def _list_turns_with_actions(turns: turns.Turns) -> Iterator[tuple[int, Turn]]:
    """Yield winning turns that carry out actions, each as a pair of a rule and the turn's steps.

    The rule is the one that is in force after the turn. Turns with fewer plays and actions come
    first. For each sequence of plays and actions, only one turn is yielded for each rule that a
    discard can bring into force. Sequences that end with a draw are left out, because the drawn
    card is unknown.
    """
    for group in sorted(turns.groups, key=lambda each: len(each.steps)):
        if group.stops:
            continue
        if group.endings & END_GUARD:
            position = turns.position
            for step in group.steps:
                position = advance.apply_step(position, step)
            yield position.rule, group.steps
        by_rule = {
            cards.colour_of(card): card for card in cards.cards_in(group.endings & ~END_GUARD)
        }
        for rule, card in by_rule.items():
            yield rule, (*group.steps, cards.DISCARD_STEPS[card])


MAX_NAMED_CARDS: Final = 3
"""Maximum number of cards that the lens names for a rule, as cards to play or to discard to win
under this rule. If there are more, the lens shows the number of the others."""


class WinOutlook(StrEnum):
    """Whether the viewer can win under a rule with its next turn.

    Attributes:
        OPEN: The viewer can win under the rule.
        LACKS_CARD: The viewer's palette would win under the rule, but the viewer has no card of the
            rule's colour, whose discard would make it the current rule.
        CLOSED: The viewer can't win under the rule.
    """

    OPEN = "open"
    LACKS_CARD = "lacks card"
    CLOSED = "closed"


@dataclass(frozen=True)
class RuleMatrix:
    """Contents of the table that compares all seats under all seven rules.

    Attributes:
        words: Builds the texts, which address the viewer as "you".
        seen: The viewer's observation.
        position: The position as the viewer knows it; hidden cards are unknown.
        verdicts: The leader and the ranking of the seats under each rule, from Red to Violet.
        order: Seats clockwise from the viewer.
        winning_turns: The turns with which the viewer would win, by the colour rank of the rule
            under which it then wins. Empty if the viewer has no hand, or may get no such help.
    """

    words: Words
    seen: Red7Observation
    position: Position
    verdicts: tuple[RuleVerdict, ...]
    order: tuple[int, ...]
    winning_turns: Mapping[int, tuple[Turn, ...]]

    @classmethod
    def of(
        cls, seen: Red7Observation, seats: Sequence[Seat], texts: Texts, *, assists: bool = True
    ) -> RuleMatrix:
        """Compute who leads under each of the seven rules, and how the viewer could win.

        Args:
            seen: The viewer's observation.
            seats: Players of the match.
            texts: Translations.
            assists: Whether to show how the viewer could win. This is False in most puzzles, whose
                answer it would give away. Who leads under each rule is shown in any case, because
                it is public.
        """
        words = Words.for_viewer(texts, seats, seen.viewer)
        position = position_of(seen)
        verdicts = tuple(reversed(judge_all(position)))
        reaches = find_winning_turns(seen) if assists else {}
        return cls(words, seen, position, verdicts, words.clockwise(0), reaches)

    def describe_leads(self, seat: int) -> str:
        if seat not in self.position.live:
            return self.words.texts("out of the round")
        led = sum(verdict.leader == seat for verdict in self.verdicts)
        return self.words.texts("winning {n} of 7", n=led)

    def describe_margin(self, verdict: RuleVerdict) -> Runs:
        words = self.words
        texts = self.words.texts
        if verdict.by == "nobody":
            return to_runs(texts("nobody is winning"))
        if verdict.by == "alone":
            return to_runs(texts("nobody else has one"))
        if verdict.by == "count":
            return to_runs(texts.plural("{n} card more", "{n} cards more", verdict.margin))
        best = verdict.standing_of(verdict.leader)
        other = verdict.standing_of(verdict.runner_up)
        template = texts("{card} beats {other}")
        return fill_template(template, card=words.card(best.top), other=words.card(other.top))

    def describe_winning_turns(self, verdict: RuleVerdict) -> tuple[WinOutlook, Runs, str]:
        """Describe how the viewer could win under a rule with its next turn.

        Returns:
            Whether the viewer can win; a description of the shortest winning turns, or of the
            missing card; and a text with the number of other winning turns, "" for none.
        """
        words = self.words
        texts = self.words.texts
        rule = verdict.rule
        turns = self.winning_turns[rule]
        if turns:
            shortest = [turn for turn in turns if len(turn) == len(turns[0])]
            ways, named_count = _describe_ways(words, shortest)
            others = len(turns) - named_count
            if others:
                more = texts.plural("{n} other way", "{n} other ways", others)
            else:
                more = ""
            return WinOutlook.OPEN, ways, more
        if words.is_you(verdict.leader) and not self.seen.hand & cards.CARDS_OF_COLOUR[rule]:
            line = texts("You’d be winning, but you have no {colour} card")
            return WinOutlook.LACKS_CARD, fill_template(line, colour=words.colour(rule)), ""
        return WinOutlook.CLOSED, to_runs(texts("out of reach")), ""


def _describe_ways(words: Words, turns: Sequence[Turn]) -> tuple[Runs, int]:
    texts = words.texts
    first = turns[0]
    if len(first) != 1 or first[0].kind not in {cards.PLAY, cards.DISCARD}:
        return describe_plan(words, first), 1
    kind = first[0].kind
    choices = sorted({turn[0].card for turn in turns if turn[0].kind == kind}, reverse=True)
    if kind == cards.PLAY:
        template = texts("Play {cards}")
    else:
        template = texts("Discard {cards}")
    named = choices[:MAX_NAMED_CARDS]
    return fill_template(template, cards=words.join_alternatives(named)), len(named)


MARGIN_INSET: Final = 18.0
"""Left margin of texts in the column that shows by how much the leader wins, in design units."""
WINNING_TURNS_INSET: Final = 54.0
"""Left margin of texts in the column that lists the viewer's winning turns, in design units."""
_RADIUS: Final = 16.0
_DISC_HEIGHT: Final = 0.5
"""Diameter of the rule's disc as a share of the row's height."""
_MAX_DISC_WIDTH: Final = 0.3
"""Maximum diameter of the rule's disc, as a share of its column's width."""
_TALL_ROW: Final = 150.0
"""Minimum row height, in design units, from which on the rule's name may have three lines."""
_MAX_RULE_HEIGHT: Final = 0.96
"""Maximum height of a row's two lines, the rule's name and its colour, as a share of the row's
height."""
_FIGURE: Final = 58.0
_CROWN: Final = 30.0
_SIGN: Final = 26.0
_RULE_HEIGHT: Final = 70.0
"""Height that the name of a rule and the name of its colour below it need at zoom 1, in design
units."""
_TWO_LINES: Final = 1.2
_LEADER_SHADE: Final = 0.78
"""Darkness of the cell of a seat that leads, from 0 to 1. On this shade, the symbols of all colours
are recognisable."""
_PILL = 0.97
"""Preferred width of the text in the pill-shaped label "current", which marks the current rule. As
a share of the text's natural width."""
_MIN_PILL = 0.92
"""Minimum width of the text in the pill-shaped label "current", which marks the current rule. As a
share of the text's natural width. If there is less room, the label is hidden."""
_DIM: Final = 0.55
"""Opacity of the cards of a seat that isn't winning."""
_ICONS: Final = {WinOutlook.OPEN: ("tick", "ok"), WinOutlook.LACKS_CARD: ("flag", "accent")}

_TONES: Final = {
    WinOutlook.OPEN: Tone.STRONG,
    WinOutlook.LACKS_CARD: Tone.SOFT,
    WinOutlook.CLOSED: Tone.FAINT,
}

_EDGE: Final = 26.0
_HEADING_HEIGHT = 104.0
_TWO_LINE_HEADING = 150.0
_GAP: Final = 8.0
_MAX_SEAT_WIDTH: Final = 330.0
_RULE_WIDTH = 0.165
"""Width of the column that names the rules, as a share of the table's width."""
_MARGIN_WIDTH = 0.105
"""Width of the column that shows by how much the leader wins, as a share of the table's width."""
_WINNING_TURNS_WIDTH = 0.205
"""Width of the column that lists the viewer's winning turns, as a share of the table's width."""
_UPRIGHT_SHIFT: Final = 0.02
"""In a portrait layout, the column with the rules' names is wider by this share of the table's
width, and the last column is narrower."""
_CELL_EDGE: Final = 5.0
"""Margin around each cell of the lens, a table that compares all seats under all rules. In design
units."""
_AVATAR: Final = 50.0
_NARROW_COLUMN: Final = 190.0
"""Column width, in design units, below which a heading has two lines and is higher."""
_INSET: Final = 24.0
"""Space that is subtracted from a column's width to get the width of the column's header, in design
units."""
_CLOSE_ROOM: Final = 48.0
"""Space for the close button in the upper right corner, in design units at zoom 1."""


Place = Callable[[Rect], object]


def _leave_empty(box: Rect) -> None:
    """Draw nothing. Used as the drawing function of an empty cell."""


class ColumnWidths(NamedTuple):
    """Widths of the columns of the rules table.

    Attributes:
        rule: Width of the column with the rules.
        seat: Width of each seat's column.
        margin: Width of the column with the winning margin.
        winning_turns: Width of the column with the viewer's winning turns; 0 if there is none.
    """

    rule: float
    seat: float
    margin: float
    winning_turns: float

    def build_row(
        self, rule: Place, seats: Iterable[Place], margin: Place, winning_turns: Place
    ) -> Slot:
        """Return the layout of one row of the rules table, with one cell in each column.

        Args:
            rule: Draws the cell with the rule's name.
            seats: Draw the cells of the seats, in the order of the columns.
            margin: Draws the cell with the winning margin.
            winning_turns: Draws the cell with the viewer's winning turns. It isn't called if the
                table doesn't have this column.
        """
        slots = [Slot(rule, self.rule), *[Slot(each, self.seat) for each in seats]]
        slots.append(Slot(margin, self.margin))
        if self.winning_turns:
            slots.append(Slot(winning_turns, self.winning_turns))
        return across(*slots)


class LensSheet(part.Part[RuleMatrix]):
    """Draws the lens, a table that compares all seats under all rules, to fit a rectangle.

    Attributes:
        faces: Card pictures.
        over: Node in front of the table. Its children are kept when the table is drawn again.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        ink: part.TextStyler,
        faces: card_art.CardArt,
        **options: Any,
    ) -> None:
        super().__init__(look, ink, **options)
        self.faces = faces
        self.over = Node(name="over", z=2.0)
        self.add(self.over)

    def compose(self, value: RuleMatrix) -> None:
        for step in self.opening(value):
            step()

    def opening(self, value: RuleMatrix) -> Sequence[Callable[[], None]]:
        """Return functions that draw the rules table part by part.

        The caller spreads them over several frames, because drawing the whole table at once would
        take longer than a frame.

        Args:
            value: The contents of the table.
        """
        self.shown = value
        for child in self.children:
            if child is not self.over:
                child.detach()
        theme = self.look.theme
        self.picture = BoxPicture(theme.colour("panel"), 24.0, theme.colour("border"))
        columns = self._columns(value)
        is_narrow = columns.seat < _NARROW_COLUMN
        head = min(_TWO_LINE_HEADING if is_narrow else _HEADING_HEIGHT, self.size.h * 0.12)
        top = _EDGE * 0.6 + head
        height = (self.size.h - top - _EDGE + _GAP) / len(value.verdicts)
        width = self.size.w - 2 * _EDGE
        behind = Rect(_EDGE, _EDGE * 0.45, width, self.size.h - _EDGE * 0.9)
        lights = [
            self._add_light if value.words.is_you(seat) else _leave_empty for seat in value.order
        ]
        columns.build_row(_leave_empty, lights, _leave_empty, _leave_empty).place(behind)
        steps: list[Callable[[], None]] = []

        def add(draw: Callable[[Rect], None], box: Rect) -> None:
            steps.append(partial(draw, box))

        heads = Slot(partial(add, partial(self._add_heads, value, columns)), h=head)
        rows = [
            Slot(partial(add, partial(self._add_row, value, verdict, columns)), h=height - _GAP)
            for verdict in value.verdicts
        ]
        down(_EDGE * 0.6, heads, 0.0, *rows, gap=_GAP).place(Rect(_EDGE, 0.0, width, self.size.h))
        return *steps, self._even_out

    def _add_light(self, box: Rect) -> None:
        """Draw a highlight behind the viewer's column."""
        accent = self.look.theme.colour("accent")
        light = BoxPicture(accent.with_alpha(0.07), 18.0, accent.with_alpha(0.4), 1.5)
        place = Rect(box.x + 1.0, box.y, box.w - 2.0, box.h)
        self.add(Node(name="you", picture=light, position=place.position, size=place.size))

    def _even_out(self) -> None:
        equalise_font_sizes_below(*[child for child in self.children if child is not self.over])
        words = [e for e in self.walk() if isinstance(e, part.SpacedWord) and e.name == "colour"]
        least = min(word.share for word in words)
        for word in words:
            word.set_max_share(least)

    def _columns(self, value: RuleMatrix) -> ColumnWidths:
        """Compute the widths of the columns.

        If the seats' columns reach their maximum width, the columns with texts get the rest.
        """
        whole = self.size.w - 2 * _EDGE
        count = len(value.order)
        rule = whole * _RULE_WIDTH
        margin = whole * _MARGIN_WIDTH
        reach = whole * _WINNING_TURNS_WIDTH if value.winning_turns else 0.0
        if self.size.h > self.size.w and reach:
            rule = rule + _UPRIGHT_SHIFT * whole
            reach = reach - _UPRIGHT_SHIFT * whole
        seat = (whole - rule - margin - reach) / count
        spare = max(0.0, seat - _MAX_SEAT_WIDTH) * count
        seat = min(seat, _MAX_SEAT_WIDTH)
        rule = rule + spare * 0.35
        margin = margin + spare * (0.25 if reach else 0.65)
        reach += spare * 0.4 if reach else 0.0
        return ColumnWidths(rule, seat, margin, reach)

    # -- headings ----------------------------------------------------------------------------

    def _add_heads(self, value: RuleMatrix, columns: ColumnWidths, box: Rect) -> None:
        texts = value.words.texts
        title = (TextRun(texts("Standings under every rule")),)
        label = self._write(self, title, "heading", lines=2, name="title")
        seats = [partial(self._add_seat, value, seat) for seat in value.order]
        cross = _CLOSE_ROOM * self.look.theme.zoom
        lowered = 0.0
        if box.h > _HEADING_HEIGHT:
            # Write the heading below the close button: a narrow column has no space beside it.
            lowered = min(cross, box.h / 2)
            cross = 0.0
        margin = self._write_heading(texts("margin"), MARGIN_INSET, 6.0)
        reach: Place = _leave_empty
        if columns.winning_turns:
            words = self._write_heading(
                texts("How you could be winning"), WINNING_TURNS_INSET, 6.0 + cross
            )
            reach = down(lowered, words).place
        columns.build_row(
            across(6.0, label, 18.0).place, seats, down(lowered, margin).place, reach
        ).place(box)

    def _write_heading(self, text: str, before: float, after: float) -> Slot:
        words = (TextRun(text.upper(), colour=self.look.theme.colour("text_faint")),)
        label = self._write(self, words, "hud_caps", lines=2, name="heading")
        return Slot(across(before, label, after).place, weight=1.0)

    def _add_seat(self, value: RuleMatrix, seat: int, box: Rect) -> None:
        theme = self.look.theme
        seat_label = value.words.build_label(seat)
        alpha = 1.0 if seat in value.position.live else 0.5
        room = Rect(box.x + _INSET - 10.0, box.y, box.w - _INSET, box.h)
        is_narrow = box.w < _NARROW_COLUMN
        side = min(_AVATAR, 0.5 * box.h * 0.9 if is_narrow else 0.6 * box.h)
        avatar = part.Avatar(self.look, self.styler, name="avatar", alpha=alpha)
        avatar.show(seat_label)
        self.add(avatar)
        disc = avatar.slot(side, side)
        colour = theme.colour("accent" if value.words.is_you(seat) else "text")
        named = (TextRun(seat_label.name, colour=colour),)
        name = self._write(self, named, "hud_seat_name", name="name", alpha=alpha)
        led = (TextRun(value.describe_leads(seat)),)
        leads = self._write(self, led, "hud_note", lines=2 if is_narrow else 1, name="leads")
        if is_narrow:
            upper = Slot(across(disc, 11.0, name).place, weight=1.0)
            down(upper, leads).place(room)
        else:
            both = down(Slot(name.place, h=33.0), Slot(leads.place, h=26.0), 3.0, share=0.5)
            across(disc, 11.0, Slot(both.place, weight=1.0)).place(room)

    # -- the rows ----------------------------------------------------------------------------

    def _add_row(
        self, value: RuleMatrix, verdict: RuleVerdict, columns: ColumnWidths, box: Rect
    ) -> None:
        letter = cards.LETTERS[verdict.rule]
        is_in_force = verdict.rule == value.position.rule
        line = Node(name=f"rule {letter}", position=box.position, size=box.size)
        line.picture = BoxPicture(self.look.theme.colour("table").with_alpha(0.5), _RADIUS)
        if is_in_force:
            line.picture = self._build_glowing_box(letter, 0.8, _RADIUS, 3.0, 0.6, 26.0, "table")
            line.z = 1.0
        self.add(line)

        standings = {standing.seat: standing for standing in verdict.standings}
        cells = [
            partial(self._draw_cell, value, verdict, standings[seat], line)
            if seat in standings
            else _leave_empty
            for seat in value.order
        ]
        spans = self.styler.spans(self.look, apply_tone(value.describe_margin(verdict), Tone.SOFT))
        words = self._write(line, spans, "hud_note", lines=2, name="margin")
        columns.build_row(
            partial(self._draw_rule, value, verdict.rule, line),
            cells,
            across(MARGIN_INSET, words, 4.0).place,
            partial(self._draw_reach, value, verdict, line),
        ).place(Rect(0.0, 0.0, *box.size))

    def _build_glowing_box(
        self,
        letter: str,
        shade: float,
        radius: float,
        edge: float,
        light: float,
        glow_reach: float,
        on: str,
    ) -> BoxPicture:
        card = self.styler.card(self.look, letter)
        ground = self.look.theme.colour(on)
        shadows = (Shadow(card.with_alpha(light), glow_reach),)
        border = self.styler.on_dark(self.look, letter)
        return BoxPicture(card.mixed(ground, shade), radius, border, edge, shadows=shadows)

    def _draw_rule(self, value: RuleMatrix, rule: int, line: Node, box: Rect) -> None:
        look = self.look
        ink = self.styler
        letter = cards.LETTERS[rule]
        names = value.words.rules[rule]
        side = min(box.h * _DISC_HEIGHT, box.w * _MAX_DISC_WIDTH)
        card = ink.card(look, letter)
        disc = boxes.circle(side, card, name="disc")
        disc.picture = BoxPicture(card, side / 2, shadows=(Shadow(card.with_alpha(0.35), 14.0),))
        symbol = ink.symbol(letter, ink.on_card(look, letter))
        line.add(boxes.put(boxes.square(side * 0.56, symbol, "symbol"), disc))
        room = box.w - side - 38.0
        title = ink.spans(look, to_runs(names.sentence))
        grown = min(look.theme.zoom, box.h / _RULE_HEIGHT)
        below = 26.0 * grown + 2.0
        is_tall = box.h >= _TALL_ROW
        lines = 3 if is_tall else 2
        height = 34.0 * grown
        written = lay_out_spans(title, look, "hud_seat_name", Size(room, height), max_lines=lines)
        texts = [e.picture for e in written.pieces if isinstance(e.picture, TextPicture)]
        is_small = min(text.size for text in texts) < look.theme.sizes.least_text
        if is_tall or grown > _TWO_LINES or is_small:
            # Give large text, and text in a high row, more lines instead of a smaller font.
            most = Size(room, _MAX_RULE_HEIGHT * box.h - below)
            height = lay_out_spans(title, look, "hud_seat_name", most, max_lines=lines).size.h
        colour = part.SpacedWord(look, "hud_caps", tracking=0.09, name="colour")
        colour.show(names.title, ink.on_dark(look, letter))
        line.add(colour)
        named = colour.slot()
        if rule == value.position.rule:
            pill = partial(self._draw_pill, value.words.texts("current"), letter, line)
            width = min(colour.width(), box.w - 24.0 if is_tall else room)
            named = across(colour.slot(width), 12.0, Slot(pill, h=28.0, weight=1.0))
        named = Slot(named.place, h=below - 2.0)
        sign = Slot(partial(put, disc), side, side)
        words = self._write(line, title, "hud_seat_name", lines=lines, name="rule")
        if is_tall:
            # In a high row, write the colour's name across the full width below the disc.
            upper = Slot(across(sign, 14.0, words).place, h=max(height, side))
            whole = down(upper, 2.0, named, share=0.5)
        else:
            both = down(Slot(words.place, h=height), 2.0, named, share=0.5)
            whole = across(sign, 14.0, Slot(both.place, weight=1.0))
        across(16.0, Slot(whole.place, weight=1.0), 8.0).place(box)

    def _draw_pill(self, words: str, letter: str, line: Node, room: Rect) -> None:
        """Mark the current rule by a pill-shaped label, unless the label doesn't fit."""
        look = self.look
        ink = self.styler
        text = part.SpacedWord(look, "hud_caps", tracking=0.04, align=Align.CENTRE)
        text.show(words, ink.on_card(look, letter))
        least = max(text.width() * _MIN_PILL, text.readable_width()) + 22.0
        width = min(max(text.width() * _PILL + 22.0, least), room.w)
        if width < least:
            return
        pill = Node(name="in force", position=room.position, size=Size(width, room.h))
        pill.picture = BoxPicture(ink.card(look, letter), room.h / 2)
        text.place(Rect(11.0, 0.0, width - 22.0, room.h))
        pill.add(text)
        line.add(pill)

    def _draw_cell(
        self,
        value: RuleMatrix,
        verdict: RuleVerdict,
        standing: CountingCards,
        line: Node,
        box: Rect,
    ) -> None:
        look = self.look
        words = value.words
        theme = self.look.theme
        is_leader = verdict.leader == standing.seat
        inner = box.inflated(-_CELL_EDGE)
        node = Node(name=f"seat {standing.seat}", position=inner.position, size=inner.size)
        height = node.size.h
        width = min(_FIGURE, inner.w * 0.3)
        faces = cards.texts_of(standing.cards)
        if is_leader:
            node.picture = self._build_glowing_box(
                cards.LETTERS[verdict.rule], _LEADER_SHADE, 13.0, 2.5, 0.35, 14.0, "panel"
            )
        colour = theme.colour("text" if is_leader else "text_soft" if faces else "text_faint")
        if faces:
            text = str(words.figure(verdict.rule, standing))
        else:
            text = "–"
        spans = self.styler.spans(look, to_runs(text), only=colour)
        centred = partial(self._write, node, align=Align.CENTRE)
        figure = centred(spans, "hud_points_big", name="figure")
        card: Runs = (words.card(standing.top),) if standing.size else ()
        card_spans = self.styler.spans(
            look, apply_tone(card, Tone.STRONG if is_leader else Tone.SOFT)
        )
        best = centred(card_spans, "hud_tally_card", name="best")
        if faces:
            figure = down(
                0.04 * height,
                Slot(figure.place, h=0.56 * height),
                -0.04 * height,
                Slot(best.place, h=0.38 * height),
            )
        row = Node(name="cards", alpha=1.0 if is_leader else _DIM)
        node.add(row)

        def spread(room: Rect) -> None:
            if room.w > 20.0:
                row.add(*part.build_mini_cards(self.faces, faces, room))

        across(
            6.0, Slot(figure.place, width), 8.0, Slot(spread, h=0.76 * height, weight=1.0), 12.0
        ).place(Rect(0.0, 0.0, *node.size))
        if is_leader:
            side = min(_CROWN, height * 0.4)
            crown = Node(name="crown", size=Size(side, side), anchor=Vec(0.5, 0.5), rotation=-16.0)
            crown.position = Vec(6.0, 5.0)
            crown.picture = icons.build_icon("crown", theme.colour("accent"))
            node.add(crown)
        line.add(node)

    def _draw_reach(self, value: RuleMatrix, verdict: RuleVerdict, line: Node, box: Rect) -> None:
        look = self.look
        outlook, sentence, others = value.describe_winning_turns(verdict)
        sign: Slot | float = _SIGN
        if outlook in _ICONS:
            name, colour = _ICONS[outlook]
            icon = boxes.square(_SIGN, icons.build_icon(name, look.theme.colour(colour)), name)
            line.add(icon)
            sign = Slot(partial(put, icon), _SIGN, _SIGN)
        room = box.w - WINNING_TURNS_INSET - 8.0
        if outlook is WinOutlook.OPEN:
            style = "hud_preview"
        else:
            style = "hud_note"
        spans = self.styler.spans(look, apply_tone(sentence, _TONES[outlook]))
        below = self.styler.spans(look, apply_tone(to_runs(others), Tone.FAINT))
        height = lay_out_spans(spans, look, style, Size(room, box.h), max_lines=2).size.h
        if below:
            pitch = min(look.theme.text("hud_note").size * 1.3, box.h * 0.3)
        else:
            pitch = 0.0
        reach = self._write(line, spans, style, lines=2, name="reach")
        lines = [Slot(reach.place, h=min(height, box.h - pitch))]
        if below:
            lines.append(Slot(self._write(line, below, "hud_note", name="more").place, h=pitch))
        words = Slot(down(*lines, share=0.5).place, room)
        across(WINNING_TURNS_INSET - _SIGN - 12.0, sign, 12.0, words).place(box)

    def _write(
        self,
        parent: Node,
        spans: tuple[TextRun, ...],
        style: str,
        *,
        align: Align = Align.START,
        lines: int = 1,
        name: str = "words",
        alpha: float = 1.0,
    ) -> Slot:
        """Add a text label to a node; return a slot for it that takes the remaining width."""
        words = RunsLabel(
            self.look, spans, style, align=align, max_lines=lines, name=name, alpha=alpha
        )
        parent.add(words)
        return words.slot_for(None, grows=1.0)


_LENS_Z: Final = 9000.0
_MAX_SIZE: Final = Size(1900.0, 1240.0)
_SHEET_MAX_RATIO: Final = 1.3
"""Maximum ratio of the rules table's height to its width."""
_SCRIM: Final = 0.62


class Lens(buttons.ExtraPanel):
    """The lens: a table, shown over the cards, that compares all seats under all seven rules.

    `handle` calls `peek` while the lens's key is held. `peek` shows the lens in `node`, without
    taking the keyboard focus. `open` shows the lens as an overlay. A click anywhere, Esc, the
    gamepad's B and the lens's key close this overlay. Call `refresh` if the match has changed,
    `resized` if the window's size, the theme, the language or the card pictures have changed, and
    `tick` once a frame.

    Args:
        ui: Toolkit.
        model: Returns the lens's contents for the current position.
    """

    def __init__(self, ui: ui.Ui, model: Callable[[], RuleMatrix]) -> None:
        tip = ui.texts("Standings under every rule")
        super().__init__(
            buttons.Tool(bindings.Intent.EXTRA, "eye", tip), Node(name="lens", z=_LENS_Z)
        )
        self._ui = ui
        self._model = model
        self._is_overlay = False
        self._content: Node | None = None
        self._sheet: LensSheet | None = None
        self._scope: Node | None = None

    @property
    def is_open(self) -> bool:
        return self._content is not None

    def handle(self, event: pygame.Event) -> bool:
        controls = self._ui.controls
        if bindings.Intent.EXTRA in controls.find_pressed_intents(event):
            self.peek()
            return True
        if bindings.Intent.EXTRA in controls.find_released_intents(event) and self.is_open:
            self.close()
            return True
        if event.type == pygame.WINDOWFOCUSLOST and self.is_open and not self._is_overlay:
            self.close()  # Close now: the window won't get the event when the key is released.
        return False

    def peek(self) -> None:
        """Show the lens (the comparison of all seats under all rules) while its key is held.

        The keyboard focus doesn't change, and a card that the user is dragging stays held.
        """
        if not self.is_open:
            self.node.add(self._create_view())
            self._scope = self._ui.stage.focus.scope

    def open(self) -> None:
        if self.is_open:
            return
        content = self._create_view()
        self._is_overlay = True
        content.find("room").on_activate = self.close
        self._ui.stage.show_overlay(content, first=self._add_cross(), on_back=self.close)

    def _add_cross(self) -> Button:
        """Add a close button to the lens's corner. The lens's key closes the lens, too."""
        stage = self._ui.stage
        sheet = self._sheet
        assert sheet is not None
        cross = build_glyph("cross", stage.look.theme.colour("text_soft"))
        button = Button(stage.look, "", self.close, icon=cross, style="quiet", name="close")
        button.on_event = self._take_key
        button.position = Vec(sheet.size.w - button.size.w - 10.0, 10.0)
        sheet.over.add(button)
        return button

    def _take_key(self, event: pygame.Event) -> bool:
        is_mine = bindings.Intent.EXTRA in self._ui.controls.find_pressed_intents(event)
        if is_mine:
            self.close()
        return is_mine

    def tick(self, now: float) -> None:
        is_peeking = self.is_open and not self._is_overlay
        if is_peeking and self._ui.stage.focus.scope is not self._scope:
            self.close()

    def toggle(self) -> None:
        if self.is_open:
            self.close()
        else:
            self.open()

    def close(self) -> None:
        content, self._content, self._sheet = self._content, None, None
        if content is None:
            return
        if self._is_overlay:
            self._is_overlay = False
            self._ui.stage.hide_overlay(content)
        else:
            content.detach()

    def refresh(self) -> None:
        if self._sheet is not None:
            self._sheet.show(self._model())

    def resized(self) -> None:
        if self._content is None:
            return
        was_overlay = self._is_overlay
        self.close()
        if was_overlay:
            self.open()
        else:
            self.peek()

    def _create_view(self) -> Node:
        """Create the page: a scrim that covers the table, and the sheet above it.

        Neither handles clicks, so that any click closes the page.
        """
        ui = self._ui
        look = ui.stage.look
        visible = look.visible_area
        content = Node(name="lens view", position=visible.position, size=visible.size)
        room = Node(name="room", size=visible.size, interactive=True)
        room.picture = BoxPicture(look.theme.colour("scrim").with_alpha(_SCRIM))
        room.on_gesture = lambda gesture: gesture.kind is not GestureKind.CLICK
        margin = look.theme.sizes.safe_margin
        width = min(visible.w - 2 * margin, _MAX_SIZE.w)
        size = Size(width, min(visible.h - 2 * margin, max(_MAX_SIZE.h, _SHEET_MAX_RATIO * width)))
        place = Rect.centred(Vec(visible.w / 2, visible.h / 2), size)
        sheet = LensSheet(look, ui.ink, ui.card_art, name="lens sheet")
        sheet.place(place)
        ui.stage.opening.begin(sheet.opening(self._model()))
        content.add(room, sheet)
        self._content = content
        self._sheet = sheet
        return content
