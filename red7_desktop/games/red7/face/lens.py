"""Everybody's standing under all rules.

Only what the seat may know goes in: its own hand and what lies open. A turn that still depends on
a card not yet drawn promises nothing and is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from red7_desktop.games.red7.rules.standings import END_GUARD, RuleVerdict, Standing, judge_all
from red7_desktop.kit import bindings, ui
from red7_desktop.kit.hud import buttons, part
from red7_desktop.kit.look import card_art, icons
from red7_desktop.kit.texts import Runs, Texts, Tone, apply_tone, runs_of, weave
from red7_desktop.play.ai import Seat
from red7_desktop.scene import theme
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import GestureKind, Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align, BoxPicture, Shadow, TextPicture
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.runs import RunsLabel, Span, even_out_below, line_up
from red7_desktop.tabletop.rounds import TURN

Turn = tuple[cards.Step, ...]
MOST_WITH_ACTIONS: Final = 6
"""Of turns with actions, of which there can be thousands, so many are kept for each rule."""


def find_reaches(observation: Red7Observation) -> Mapping[int, tuple[Turn, ...]]:
    """Return the turns that end with the viewer in the lead, the shortest first, by colour rank.

    On the viewer's turn from where it stands; else, and once nothing more can be played, as if a
    turn of theirs began now. Turns are told without draws and the end: () stands for ending the
    turn as it is. Empty for a spectator, for a seat that is out, and between rounds.
    """
    position = _position_as_mover(observation)
    if position is None:
        return {}
    found: dict[int, list[Turn]] = {rule: [] for rule in cards.COLOURS}
    turns = legality.get_cached_turns(position)
    for play, ways in turns.plain_ways():
        opening = (cards.PLAYS[play.bit_length() - 1],) if play else ()
        if ways & END_GUARD:
            found[position.rule].append(opening)
        for card in cards.cards_in(ways & ~END_GUARD):
            found[cards.colour_of(card)].append((*opening, cards.DISCARDS[card]))
    plain = {rule: len(each) for rule, each in found.items()}
    for rule, turn in _list_turns_with_actions(turns):
        if len(found[rule]) - plain[rule] < MOST_WITH_ACTIONS:
            found[rule].append(turn)
    return {rule: tuple(sorted(each, key=len)) for rule, each in found.items()}


def _position_as_mover(observation: Red7Observation) -> Position | None:
    """Return the position with the viewer to move, None where it cannot be."""
    viewer = observation.viewer
    if viewer is None or observation.stage != TURN or observation.out >> viewer & 1:
        return None
    position = position_of(observation)
    if position.mover == viewer and position.phase not in {DISCARDED, DONE}:
        return position
    return advance.replace_fields(position, mover=viewer, phase=START)


def _list_turns_with_actions(turns: turns.Turns) -> Iterator[tuple[int, Turn]]:
    """List turns with actions, the short ones first: one for each rule after each way of playing.

    Ways that stop at a draw are left out.
    """
    for branch in sorted(turns.branches, key=lambda each: len(each.steps)):
        if branch.stops:
            continue
        if branch.endings & END_GUARD:
            position = turns.position
            for step in branch.steps:
                position = advance.apply_step(position, step)
            yield position.rule, branch.steps
        by_rule = {
            cards.colour_of(card): card for card in cards.cards_in(branch.endings & ~END_GUARD)
        }
        for rule, card in by_rule.items():
            yield rule, (*branch.steps, cards.DISCARDS[card])


MOST_NAMED: Final = 3
"""How many cards that would do are named; of more, the others are counted."""


class Chance(StrEnum):
    """Whether the viewer can end a turn in the lead under a rule."""

    OPEN = "open"
    LACKS_CARD = "lacks card"
    CLOSED = "closed"


@dataclass(frozen=True)
class Matrix:
    """Who leads under each rule, high to low, and what the viewer could do about it.

    order: the seats clockwise from the viewer's. reaches: empty where nobody here has a hand.
    """

    words: Words
    seen: Red7Observation
    position: Position
    verdicts: tuple[RuleVerdict, ...]
    order: tuple[int, ...]
    reaches: Mapping[int, tuple[Turn, ...]]

    @classmethod
    def of(
        cls, seen: Red7Observation, seats: Sequence[Seat], texts: Texts, *, assists: bool = True
    ) -> Matrix:
        """Return the matrix for one observation.

        assists: whether it tells how the viewer could lead. Who leads under which rule lies open
        to everybody; which turn leads is what most puzzles ask for.
        """
        words, position = Words.at(texts, seats, seen.viewer), position_of(seen)
        verdicts = tuple(reversed(judge_all(position)))
        reaches = find_reaches(seen) if assists else {}
        return cls(words, seen, position, verdicts, words.clockwise(0), reaches)

    def describe_leads(self, seat: int) -> str:
        if seat not in self.position.live:
            return self.words.texts("out of the round")
        led = sum(verdict.leader == seat for verdict in self.verdicts)
        return self.words.texts("winning {n} of 7", n=led)

    def describe_margin(self, verdict: RuleVerdict) -> Runs:
        words, texts = self.words, self.words.texts
        if verdict.by == "nobody":
            return runs_of(texts("nobody is winning"))
        if verdict.by == "alone":
            return runs_of(texts("nobody else has one"))
        if verdict.by == "count":
            return runs_of(texts.plural("{n} card more", "{n} cards more", verdict.margin))
        best, other = verdict.of(verdict.leader), verdict.of(verdict.runner_up)
        template = texts("{card} beats {other}")
        return weave(template, card=words.card(best.top), other=words.card(other.top))

    def describe_reach(self, verdict: RuleVerdict) -> tuple[Chance, Runs, str]:
        """Return what the viewer could do to lead under a rule, and how many other ways there are.

        Where only a card is missing, it says which.
        """
        words, texts, rule = self.words, self.words.texts, verdict.rule
        turns = self.reaches[rule]
        if turns:
            shortest = [turn for turn in turns if len(turn) == len(turns[0])]
            ways, told = _describe_ways(words, shortest)
            others = len(turns) - told
            more = texts.plural("{n} other way", "{n} other ways", others) if others else ""
            return Chance.OPEN, ways, more
        if words.is_you(verdict.leader) and not self.seen.hand & cards.OF_COLOUR[rule]:
            line = texts("You’d be winning, but you have no {colour} card")
            return Chance.LACKS_CARD, weave(line, colour=words.colour(rule)), ""
        return Chance.CLOSED, runs_of(texts("out of reach")), ""


def _describe_ways(words: Words, turns: Sequence[Turn]) -> tuple[Runs, int]:
    texts = words.texts
    first = turns[0]
    if len(first) != 1 or first[0].kind not in {cards.PLAY, cards.DISCARD}:
        return describe_plan(words, first), 1
    kind = first[0].kind
    choices = sorted({turn[0].card for turn in turns if turn[0].kind == kind}, reverse=True)
    template = texts("Play {cards}") if kind == cards.PLAY else texts("Discard {cards}")
    named = choices[:MOST_NAMED]
    return weave(template, cards=words.one_of(named)), len(named)


MARGIN_INSET: Final = 18.0
REACH_INSET: Final = 54.0
"""So far from the left edge of their columns the words begin."""
_RADIUS: Final = 16.0
_DISC: Final = 0.5
"""The rule's disc as a part of the row's height."""
_DISC_WIDE: Final = 0.3
"""And as a part of its column's width, at most."""
_TALL: Final = 150.0
"""In a row that is so high, what a rule looks for may have three lines."""
_MOST_HIGH: Final = 0.96
"""Of the row's height, what rule and colour may take."""
_FIGURE: Final = 58.0
_CROWN: Final = 30.0
_SIGN: Final = 26.0
_RULE_HIGH: Final = 70.0
"""The height that rule and colour need, as designed."""
_TWO_LINES: Final = 1.2
_LEADER_SHADE: Final = 0.78
"""How dark a leader's box is: symbols of all colours are to be told apart on it."""
_PILL, _LEAST_PILL = 0.97, 0.92
"""The room of the words on the pill, and what it is worth showing for, as parts of their width."""
_DIM: Final = 0.55
"""How much shows of the cards of a seat that does not lead."""
_ICONS: Final = {Chance.OPEN: ("tick", "ok"), Chance.LACKS_CARD: ("flag", "accent")}

_TONES: Final = {Chance.OPEN: Tone.STRONG, Chance.LACKS_CARD: Tone.SOFT, Chance.CLOSED: Tone.FAINT}

_EDGE: Final = 26.0
_HEAD, _HIGH_HEAD = 104.0, 150.0
_GAP: Final = 8.0
_MOST_SEAT: Final = 330.0
_RULE, _MARGIN, _REACH = 0.165, 0.105, 0.205
"""The shares of the width of the columns beside the seats'."""
_UPRIGHT_SHIFT: Final = 0.02
"""In an upright sheet the rules take this share from what can be reached."""
_AVATAR: Final = 50.0
_NARROW: Final = 190.0
"""In columns that are narrower, the count of rules stands below the sign, and heads are higher."""
_INSET: Final = 24.0
"""What a head has less than its column."""
_CROSS: Final = 48.0
"""Left free at the upper right corner."""


class Columns(NamedTuple):
    """Where the columns lie across: (left, width) each; reach is None where there is none."""

    rule: tuple[float, float]
    seats: tuple[tuple[float, float], ...]
    margin: tuple[float, float]
    reach: tuple[float, float] | None


class LensSheet(part.Part[Matrix]):
    """Shows the matrix; everything in it scales with the rectangle it is placed in.

    `over` is for what its owner puts above the matrix; it stays when the matrix is drawn anew.
    """

    def __init__(
        self, look: theme.Look, ink: part.TextStyler, faces: card_art.CardArt, **options: Any
    ) -> None:
        super().__init__(look, ink, **options)
        self.faces = faces
        self.over = Node(name="over", z=2.0)
        self.add(self.over)

    def compose(self, value: Matrix) -> None:
        for step in self.opening(value):
            step()

    def opening(self, value: Matrix) -> Sequence[Callable[[], None]]:
        """Return the steps that draw a matrix, which takes longer than a frame has."""
        self.shown = value
        for child in self.children:
            if child is not self.over:
                child.detach()
        theme = self.look.theme
        self.picture = BoxPicture(theme.colour("panel"), 24.0, theme.colour("border"))
        columns = self._columns(value)
        is_narrow = columns.seats[0][1] < _NARROW
        head = min(_HIGH_HEAD if is_narrow else _HEAD, self.size.h * 0.12)
        top = _EDGE * 0.6 + head
        high = (self.size.h - top - _EDGE + _GAP) / len(value.verdicts)
        for seat, (left, wide) in zip(value.order, columns.seats, strict=True):
            if value.words.is_you(seat):  # a light column behind the viewer's own
                box = Rect(left + 1.0, _EDGE * 0.45, wide - 2.0, self.size.h - _EDGE * 0.9)
                accent = theme.colour("accent")
                light = BoxPicture(accent.with_alpha(0.07), 18.0, accent.with_alpha(0.4), 1.5)
                self.add(Node(name="you", picture=light, position=box.position, size=box.size))
        heads = Rect(0.0, _EDGE * 0.6, self.size.w, head)
        boxes = [
            Rect(_EDGE, top + nth * high, self.size.w - 2 * _EDGE, high - _GAP)
            for nth in range(len(value.verdicts))
        ]
        rows = [
            partial(self._add_row, value, verdict, columns, box)
            for verdict, box in zip(value.verdicts, boxes, strict=True)
        ]
        return partial(self._add_heads, value, columns, heads), *rows, self._even_out

    def _even_out(self) -> None:
        even_out_below(*[child for child in self.children if child is not self.over])
        words = [e for e in self.walk() if isinstance(e, part.SpacedWord) and e.name == "colour"]
        least = min(word.share for word in words)
        for word in words:
            word.limit(least)

    def _columns(self, value: Matrix) -> Columns:
        """Share the width; where the seats need less, the words get more."""
        whole, count = self.size.w - 2 * _EDGE, len(value.order)
        rule, margin = whole * _RULE, whole * _MARGIN
        reach = whole * _REACH if value.reaches else 0.0
        if self.size.h > self.size.w and reach:
            rule, reach = rule + _UPRIGHT_SHIFT * whole, reach - _UPRIGHT_SHIFT * whole
        seat = (whole - rule - margin - reach) / count
        spare = max(0.0, seat - _MOST_SEAT) * count
        seat = min(seat, _MOST_SEAT)
        rule, margin = rule + spare * 0.35, margin + spare * (0.25 if reach else 0.65)
        reach += spare * 0.4 if reach else 0.0
        left = _EDGE + rule
        seats = tuple([(left + nth * seat, seat) for nth in range(count)])
        after = left + seat * count
        last = (after + margin, reach) if reach else None
        return Columns((_EDGE, rule), seats, (after, margin), last)

    # -- the heads ---------------------------------------------------------------------------

    def _add_heads(self, value: Matrix, columns: Columns, box: Rect) -> None:
        texts, (left, wide) = value.words.texts, columns.rule
        room = Rect(left + 6.0, box.y, wide - 24.0, box.h)
        title = (Span(texts("Standings under every rule")),)
        self.label(self, room, title, "heading", lines=2, name="title")
        for seat, (x, w) in zip(value.order, columns.seats, strict=True):
            self._add_seat(value, seat, Rect(x + 14.0, box.y, w - _INSET, box.h))
        cross = _CROSS * self.look.theme.zoom
        if box.h > _HEAD:
            # In a narrow column there is no room beside the cross, but below it.
            down = min(cross, box.h / 2)
            box, cross = Rect(box.x, box.y + down, box.w, box.h - down), 0.0
        self._add_word(texts("margin"), columns.margin, MARGIN_INSET, box)
        if columns.reach is not None:
            left, wide = columns.reach
            self._add_word(
                texts("How you could be winning"), (left, wide - cross), REACH_INSET, box
            )

    def _add_word(self, text: str, column: tuple[float, float], inset: float, box: Rect) -> None:
        left, wide = column
        room = Rect(left + inset, box.y, wide - inset - 6.0, box.h)
        words = (Span(text.upper(), colour=self.look.theme.colour("text_faint")),)
        self.label(self, room, words, "hud_caps", lines=2, name="heading")

    def _add_seat(self, value: Matrix, seat: int, box: Rect) -> None:
        theme, sign = self.look.theme, value.words.sign(seat)
        alpha = 1.0 if seat in value.position.live else 0.5
        is_narrow = box.w + _INSET < _NARROW
        upper = Rect(*box.position, box.w, box.h * 0.5) if is_narrow else box
        side = min(_AVATAR, upper.h * (0.9 if is_narrow else 0.6))
        avatar = part.Avatar(self.look, self.ink, name="avatar", alpha=alpha)
        avatar.place(Rect(box.x, upper.y + (upper.h - side) / 2, side, side))
        avatar.show(sign)
        self.add(avatar)
        left = box.x + side + 11.0
        room = max(box.right - left, 1.0)
        colour = theme.colour("accent" if value.words.is_you(seat) else "text")
        line, below = Rect(left, box.centre.y - 31.0, room, 33.0), box.centre.y + 2.0
        count = Rect(left, below, room, 26.0)
        if is_narrow:
            line = Rect(left, upper.y, room, upper.h)
            count = Rect(box.x, upper.bottom, box.w, box.h - upper.h)
        name = (Span(sign.name, colour=colour),)
        self.label(self, line, name, "hud_seat_name", name="name").alpha = alpha
        leads, lines = (Span(value.describe_leads(seat)),), 2 if is_narrow else 1
        self.label(self, count, leads, "hud_note", lines=lines, name="leads")

    # -- the rows ----------------------------------------------------------------------------

    def _add_row(self, value: Matrix, verdict: RuleVerdict, columns: Columns, box: Rect) -> None:
        letter, is_in_force = cards.LETTERS[verdict.rule], verdict.rule == value.position.rule
        line = Node(name=f"rule {letter}", position=box.position, size=box.size)
        line.picture = BoxPicture(self.look.theme.colour("table").with_alpha(0.5), _RADIUS)
        if is_in_force:
            line.picture = self._build_glowing_box(letter, 0.8, _RADIUS, 3.0, 0.6, 26.0, "table")
            line.z = 1.0
        self.add(line)

        def room(column: tuple[float, float], inset: float = 0.0) -> Rect:
            left, wide = column
            return Rect(left - box.x + inset, 0.0, wide - 2 * inset, box.h)

        self._draw_rule(value, verdict.rule, line, room(columns.rule))
        standings = {standing.seat: standing for standing in verdict.standings}
        for seat, column in zip(value.order, columns.seats, strict=True):
            if seat in standings:
                self._draw_cell(value, verdict, standings[seat], line, room(column, 5.0))
        spans = self.ink.spans(self.look, apply_tone(value.describe_margin(verdict), Tone.SOFT))
        margin = room(columns.margin)
        words = Rect(margin.x + MARGIN_INSET, 0.0, margin.w - MARGIN_INSET - 4.0, margin.h)
        self.label(line, words, spans, "hud_note", lines=2, name="margin")
        if columns.reach is not None:
            self._draw_reach(value, verdict, line, room(columns.reach))

    def _build_glowing_box(
        self,
        letter: str,
        shade: float,
        radius: float,
        edge: float,
        light: float,
        far: float,
        on: str,
    ) -> BoxPicture:
        card, ground = self.ink.card(self.look, letter), self.look.theme.colour(on)
        shadows = (Shadow(card.with_alpha(light), far),)
        border = self.ink.on_dark(self.look, letter)
        return BoxPicture(card.mixed(ground, shade), radius, border, edge, shadows=shadows)

    def _draw_rule(self, value: Matrix, rule: int, line: Node, box: Rect) -> None:
        look, ink, letter, names = self.look, self.ink, cards.LETTERS[rule], value.words.rules[rule]
        side = min(box.h * _DISC, box.w * _DISC_WIDE)
        card = ink.card(look, letter)
        disc = Node(
            name="disc", size=Size(side, side), position=Vec(box.x + 16.0, (box.h - side) / 2)
        )
        disc.picture = BoxPicture(card, side / 2, shadows=(Shadow(card.with_alpha(0.35), 14.0),))
        inner = side * 0.56
        at = Vec(1, 1) * ((side - inner) / 2)
        symbol = ink.symbol(letter, ink.on_card(look, letter))
        disc.add(Node(name="symbol", size=Size(inner, inner), position=at, picture=symbol))
        line.add(disc)
        left = disc.position.x + side + 14.0
        room = box.right - left - 8.0
        title = ink.spans(look, runs_of(names.sentence))
        grown = min(look.theme.zoom, box.h / _RULE_HIGH)
        below = 26.0 * grown + 2.0
        is_tall = box.h >= _TALL
        lines, high = 3 if is_tall else 2, 34.0 * grown
        top = box.h / 2 - high
        written = line_up(title, look, "hud_seat_name", Size(room, high), max_lines=lines)
        texts = [e.picture for e in written.pieces if isinstance(e.picture, TextPicture)]
        is_small = min(text.size for text in texts) < look.theme.sizes.least_text
        if is_tall or grown > _TWO_LINES or is_small:
            # Large letters, and those in a high row, take more lines rather than become small.
            most = Size(room, _MOST_HIGH * box.h - below)
            high = line_up(title, look, "hud_seat_name", most, max_lines=lines).size.h
            top = (box.h - high - below) / 2
        at_x = left
        if is_tall:
            # In a narrow column the colour has all of the width, below the disc.
            at_x, room = disc.position.x, box.right - disc.position.x - 8.0
            top = (box.h - max(high, side) - below) / 2
            disc.position = Vec(at_x, top + (max(high, side) - side) / 2)
            high = max(high, side)
        words = Rect(left, top, box.right - left - 8.0, high)
        self.label(line, words, title, "hud_seat_name", lines=lines, name="rule")
        colour = part.SpacedWord(look, "hud_caps", tracking=0.09, name="colour")
        colour.show(names.title, ink.on_dark(look, letter))
        colour.place(Rect(at_x, top + high + 2.0, room, below - 2.0))
        line.add(colour)
        if rule == value.position.rule:
            after = at_x + colour.width() + 12.0
            room_left = Rect(after, top + high, box.right - after, 28.0)
            self._draw_pill(value.words.texts("current"), letter, line, room_left)

    def _draw_pill(self, words: str, letter: str, line: Node, room: Rect) -> None:
        """Show that this is the rule in force, on a pill of its colour, as wide as the words.

        Where they have no room at all, the row's own light must do.
        """
        look, ink = self.look, self.ink
        text = part.SpacedWord(look, "hud_caps", tracking=0.04, align=Align.CENTRE)
        text.show(words, ink.on_card(look, letter))
        least = max(text.width() * _LEAST_PILL, text.readable_width()) + 22.0
        wide = min(max(text.width() * _PILL + 22.0, least), room.w)
        if wide < least:
            return
        pill = Node(name="in force", position=room.position, size=Size(wide, room.h))
        pill.picture = BoxPicture(ink.card(look, letter), room.h / 2)
        text.place(Rect(11.0, 0.0, wide - 22.0, room.h))
        pill.add(text)
        line.add(pill)

    def _draw_cell(
        self, value: Matrix, verdict: RuleVerdict, standing: Standing, line: Node, box: Rect
    ) -> None:
        look, words, theme = self.look, value.words, self.look.theme
        inset, is_leader = 5.0, verdict.leader == standing.seat
        node = Node(name=f"seat {standing.seat}", position=Vec(box.x, inset))
        node.size = Size(box.w, box.h - 2 * inset)
        high, wide = node.size.h, min(_FIGURE, box.w * 0.3)
        faces = cards.texts_of(standing.cards)
        if is_leader:
            node.picture = self._build_glowing_box(
                cards.LETTERS[verdict.rule], _LEADER_SHADE, 13.0, 2.5, 0.35, 14.0, "panel"
            )
        colour = theme.colour("text" if is_leader else "text_soft" if faces else "text_faint")
        said = str(words.figure(verdict.rule, standing)) if faces else "–"
        figure = self.ink.spans(look, runs_of(said), only=colour)
        top = high * 0.04
        room = Rect(6.0, top, wide, high * 0.56) if faces else Rect(6.0, 0.0, wide, high)
        self.label(node, room, figure, "hud_points_big", align=Align.CENTRE, name="figure")
        card: Runs = (words.card(standing.top),) if standing.size else ()
        best = self.ink.spans(look, apply_tone(card, Tone.STRONG if is_leader else Tone.SOFT))
        room = Rect(6.0, top + high * 0.52, wide, high * 0.38)
        self.label(node, room, best, "hud_tally_card", align=Align.CENTRE, name="best")
        inner = Rect(wide + 14.0, high * 0.12, node.size.w - wide - 26.0, high * 0.76)
        if inner.w > 20.0:
            row = Node(name="cards", alpha=1.0 if is_leader else _DIM)
            row.add(*part.build_mini_cards(self.faces, faces, inner))
            node.add(row)
        if is_leader:
            side = min(_CROWN, high * 0.4)
            crown = Node(name="crown", size=Size(side, side), anchor=Vec(0.5, 0.5), rotation=-16.0)
            crown.position = Vec(6.0, 5.0)
            crown.picture = icons.build_icon("crown", theme.colour("accent"))
            node.add(crown)
        line.add(node)

    def _draw_reach(self, value: Matrix, verdict: RuleVerdict, line: Node, box: Rect) -> None:
        look, (chance, said, others) = self.look, value.describe_reach(verdict)
        if chance in _ICONS:
            name, colour = _ICONS[chance]
            at = Vec(box.x + REACH_INSET - _SIGN - 12.0, (box.h - _SIGN) / 2)
            icon = icons.build_icon(name, look.theme.colour(colour))
            line.add(Node(name=name, size=Size(_SIGN, _SIGN), position=at, picture=icon))
        left = box.x + REACH_INSET
        room = box.right - left - 8.0
        style = "hud_preview" if chance is Chance.OPEN else "hud_note"
        spans = self.ink.spans(look, apply_tone(said, _TONES[chance]))
        below = self.ink.spans(look, apply_tone(runs_of(others), Tone.FAINT))
        high = line_up(spans, look, style, Size(room, box.h), max_lines=2).size.h
        pitch = min(look.theme.text("hud_note").size * 1.3, box.h * 0.3) if below else 0.0
        high = min(high, box.h - pitch)
        top = (box.h - high - pitch) / 2
        self.label(line, Rect(left, top, room, high), spans, style, lines=2, name="reach")
        if below:
            more = Rect(left, top + high, room, pitch)
            self.label(line, more, below, "hud_note", name="more")

    def label(
        self,
        parent: Node,
        box: Rect,
        spans: tuple[Span, ...],
        style: str,
        *,
        align: Align = Align.START,
        lines: int = 1,
        name: str = "words",
    ) -> RunsLabel:
        words = RunsLabel(
            self.look,
            spans,
            style,
            size=Size(max(box.w, 1.0), max(box.h, 1.0)),
            align=align,
            max_lines=lines,
            position=box.position,
            name=name,
        )
        parent.add(words)
        return words


_ABOVE: Final = 9000.0
_MOST: Final = Size(1900.0, 1240.0)
_SHEET_MAX_RATIO: Final = 1.3
"""How many times as high as wide is a sheet at most."""
_SCRIM: Final = 0.62


class Lens(buttons.ExtraPanel):
    """Shows the matrix that `model` gives, at once and without any animation, in two ways.

    `peek` shows it without taking the focus, in `node`, which belongs above the table: for as long
    as a key is held (`handle` does that). `open` shows it as an overlay, which any click, Esc, the
    pad's B and the same key close. Call `refresh` when the table has changed, `resized` when
    window, theme, words or cards have, and `tick` once a frame.
    """

    def __init__(self, ui: ui.Ui, model: Callable[[], Matrix]) -> None:
        tip = ui.texts("Standings under every rule")
        super().__init__(
            buttons.Tool(bindings.Intent.EXTRA, "eye", tip), Node(name="lens", z=_ABOVE)
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
        if bindings.Intent.EXTRA in controls.asked(event):
            self.peek()
            return True
        if bindings.Intent.EXTRA in controls.let_go(event) and self.is_open:
            self.close()
            return True
        if event.type == pygame.WINDOWFOCUSLOST and self.is_open and not self._is_overlay:
            self.close()  # The key may come up in another window, and nobody would hear of it.
        return False

    def peek(self) -> None:
        """Show the lens over the table; the focus and what is held stay where they are."""
        if not self.is_open:
            self.node.add(self._made())
            self._scope = self._ui.stage.focus.scope

    def open(self) -> None:
        if self.is_open:
            return
        content = self._made()
        self._is_overlay = True
        content.find("room").on_activate = self.close
        self._ui.stage.show_overlay(content, first=self._add_cross(), on_back=self.close)

    def _add_cross(self) -> Button:
        """Put the button that closes into the corner of the sheet; the lens's key goes to it."""
        stage, sheet = self._ui.stage, self._sheet
        assert sheet is not None
        cross = build_glyph("cross", stage.look.theme.colour("text_soft"))
        button = Button(stage.look, "", self.close, icon=cross, style="quiet", name="close")
        button.on_event = self._take_key
        button.position = Vec(sheet.size.w - button.size.w - 10.0, 10.0)
        sheet.over.add(button)
        return button

    def _take_key(self, event: pygame.Event) -> bool:
        is_mine = bindings.Intent.EXTRA in self._ui.controls.asked(event)
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

    def _made(self) -> Node:
        """Make the scrim and the sheet, which takes no click: one anywhere closes the overlay."""
        ui = self._ui
        look = ui.stage.look
        visible = look.visible
        content = Node(name="lens view", position=visible.position, size=visible.size)
        room = Node(name="room", size=visible.size, interactive=True)
        room.picture = BoxPicture(look.theme.colour("scrim").with_alpha(_SCRIM))
        room.on_gesture = lambda gesture: gesture.kind is not GestureKind.CLICK
        margin = look.theme.sizes.safe_margin
        wide = min(visible.w - 2 * margin, _MOST.w)
        size = Size(wide, min(visible.h - 2 * margin, max(_MOST.h, _SHEET_MAX_RATIO * wide)))
        place = Rect.centred(Vec(visible.w / 2, visible.h / 2), size)
        sheet = LensSheet(look, ui.ink, ui.faces, name="lens sheet")
        sheet.place(place)
        ui.stage.opening.begin(sheet.opening(self._model()))
        content.add(room, sheet)
        self._content, self._sheet = content, sheet
        return content
