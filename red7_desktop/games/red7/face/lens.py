"""Everybody's standing under all rules.

Only what the seat may know goes in: its own hand and what lies open. A turn that still depends on
a card not yet drawn promises nothing and is left out.

It is made from an observation, so it holds what the viewer may know and nothing else: palettes lie
open, and of the hands only the viewer's own takes part, in what can be reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pygame

from red7_desktop.games.red7.face.turn_words import describe_plan
from red7_desktop.games.red7.face.words import Words
from red7_desktop.games.red7.rules.advance import apply_step, replace_fields
from red7_desktop.games.red7.rules.cards import (
    COLOURS,
    DISCARD,
    DISCARDS,
    LETTERS,
    OF_COLOUR,
    PLAY,
    PLAYS,
    RED,
    Step,
    cards_in,
    colour_of,
    number_of,
    texts_of,
)
from red7_desktop.games.red7.rules.game import Red7Observation, position_of
from red7_desktop.games.red7.rules.legality import get_cached_turns
from red7_desktop.games.red7.rules.position import DISCARDED, DONE, START, Position
from red7_desktop.games.red7.rules.standings import END_GUARD, RuleVerdict, Standing, judge_all
from red7_desktop.games.red7.rules.turns import Turns
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.buttons import ExtraPanel, Tool
from red7_desktop.kit.hud.part import Part, SpacedWord, TextStyler, build_mini_cards
from red7_desktop.kit.hud.seats import Avatar
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.texts import Runs, Texts, Tone, apply_tone, runs_of, weave
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align, BoxPicture, Shadow, TextPicture
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.runs import Lines, RunsLabel, Span, line_up
from red7_desktop.tabletop.rounds import TURN

if TYPE_CHECKING:
    from red7_desktop.kit.look.card_art import CardArt
    from red7_desktop.kit.phrases import SeatSign
    from red7_desktop.kit.ui import Ui
    from red7_desktop.play.ai import Seat
    from red7_desktop.scene.theme import Look

Turn = tuple[Step, ...]


MOST_WITH_ACTIONS: Final = 6
"""Of turns with actions, of which there can be thousands, so many are kept for each rule."""


@dataclass(frozen=True, slots=True)
class RuleReach:
    """The turns that end with a seat in the lead under one rule, the shortest first.

    rule: as a colour rank. turns: their steps without draws and the end; () stands for ending the
    turn as it is. Empty when there is no such turn.
    """

    rule: int
    turns: tuple[Turn, ...]


def find_reaches(observation: Red7Observation) -> tuple[RuleReach, ...]:
    """Return what the viewer can reach under every rule, by colour rank.

    On the viewer's turn from where it stands; else, and once nothing more can be played, as if a
    turn of theirs began now. () for a spectator, for a seat that is out, and between rounds.
    """
    position = _position_as_mover(observation)
    if position is None:
        return ()
    found: dict[int, list[Turn]] = {rule: [] for rule in COLOURS}
    turns = get_cached_turns(position)
    for rule, turn in _list_plain_turns(turns):
        found[rule].append(turn)
    plain = {rule: len(each) for rule, each in found.items()}
    for rule, turn in _list_turns_with_actions(turns):
        if len(found[rule]) - plain[rule] < MOST_WITH_ACTIONS:
            found[rule].append(turn)
    return tuple([RuleReach(rule, tuple(sorted(each, key=len))) for rule, each in found.items()])


def _position_as_mover(observation: Red7Observation) -> Position | None:
    """Return the position with the viewer to move, None where it cannot be."""
    viewer = observation.viewer
    if viewer is None or observation.stage != TURN or observation.out >> viewer & 1:
        return None
    position = position_of(observation)
    if position.mover == viewer and position.phase not in {DISCARDED, DONE}:
        return position
    return replace_fields(position, mover=viewer, phase=START)


def _list_plain_turns(turns: Turns) -> Iterator[tuple[int, Turn]]:
    for play, ways in turns.plain_ways():
        opening = (PLAYS[play.bit_length() - 1],) if play else ()
        if ways & END_GUARD:
            yield turns.position.rule, opening
        for card in cards_in(ways & ~END_GUARD):
            yield colour_of(card), (*opening, DISCARDS[card])


def _list_turns_with_actions(turns: Turns) -> Iterator[tuple[int, Turn]]:
    """List turns with actions, the short ones first: one for each rule after each way of playing.

    Ways that stop at a draw are left out.
    """
    for branch in sorted(turns.branches, key=lambda each: len(each.steps)):
        if branch.stops:
            continue
        if branch.endings & END_GUARD:
            position = turns.position
            for step in branch.steps:
                position = apply_step(position, step)
            yield position.rule, branch.steps
        by_rule = {colour_of(card): card for card in cards_in(branch.endings & ~END_GUARD)}
        for rule, card in by_rule.items():
            yield rule, (*branch.steps, DISCARDS[card])


MOST_NAMED: Final = 3
"""So many cards that would do are named; of more, the others are counted."""


class Chance(StrEnum):
    """Whether the viewer can end a turn in the lead under a rule."""

    OPEN = "open"
    LACKS_CARD = "lacks card"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class ReachModel:
    """What the viewer could do about a rule. more: how many further ways there are, in words."""

    chance: Chance
    line: Runs
    more: str = ""


@dataclass(frozen=True, slots=True)
class CellModel:
    """One seat under one rule: a figure, the cards that count, high first, and the best one."""

    seat: int
    figure: str
    cards: tuple[str, ...]
    best: Runs
    is_leader: bool


@dataclass(frozen=True, slots=True)
class LensRow:
    """One rule. margin: by what its leader leads. reach: None where nobody here has a hand."""

    letter: str
    colour: str
    sentence: str
    unit: str
    is_in_force: bool
    cells: tuple[CellModel | None, ...]
    margin: Runs
    reach: ReachModel | None


@dataclass(frozen=True, slots=True)
class LensSeat:
    """One seat's head: its sign, and how many rules it leads, in words."""

    sign: SeatSign
    is_you: bool
    is_out: bool
    leads: str


@dataclass(frozen=True, slots=True)
class LensModel:
    """The matrix: seats clockwise from the viewer's, rules high to low; a seat out has no cells."""

    seats: tuple[LensSeat, ...]
    rows: tuple[LensRow, ...]
    title: str
    margin_title: str
    reach_title: str
    in_force: str


def build_lens_model(
    observation: Red7Observation, seats: Sequence[Seat], texts: Texts, *, assists: bool = True
) -> LensModel:
    """Return the matrix for one observation.

    assists: whether it tells how the viewer could lead. Who leads under which rule lies open to
    everybody; which turn leads is what most puzzles ask for.
    """
    words = Words.at(texts, seats, observation.viewer)
    position = position_of(observation)
    verdicts = judge_all(position)
    reach = find_reaches(observation) if assists else ()
    order = words.clockwise(0)
    rows = [
        _build_lens_row(
            words,
            verdict,
            order,
            position.rule,
            _describe_reach(words, verdict, observation, reach),
        )
        for verdict in reversed(verdicts)
    ]
    return LensModel(
        seats=tuple([_build_lens_seat(words, seat, verdicts, position.live) for seat in order]),
        rows=tuple(rows),
        title=texts("Everybody under every rule"),
        margin_title=texts("leads by"),
        reach_title=texts("How you could lead") if reach else "",
        in_force=texts("in force"),
    )


def _build_lens_seat(
    words: Words, seat: int, verdicts: tuple[RuleVerdict, ...], live: tuple[int, ...]
) -> LensSeat:
    is_out = seat not in live
    led = sum(verdict.leader == seat for verdict in verdicts)
    leads = words.texts("out of the round")
    if not is_out:
        leads = words.texts.plural("leads {n} rule", "leads {n} rules", led)
    return LensSeat(words.sign(seat), words.is_you(seat), is_out, leads)


def _build_lens_row(
    words: Words,
    verdict: RuleVerdict,
    order: Sequence[int],
    in_force: int,
    reach: ReachModel | None,
) -> LensRow:
    rule = verdict.rule
    names = words.rules[rule]
    standings = {standing.seat: standing for standing in verdict.standings}
    return LensRow(
        letter=LETTERS[rule],
        colour=names.title,
        sentence=names.sentence,
        unit=words.unit(rule, 2),
        is_in_force=rule == in_force,
        cells=tuple(
            [
                _build_cell(words, verdict, standings[seat]) if seat in standings else None
                for seat in order
            ]
        ),
        margin=_describe_margin(words, verdict),
        reach=reach,
    )


def _build_cell(words: Words, verdict: RuleVerdict, standing: Standing) -> CellModel:
    figure = standing.size
    if verdict.rule == RED and standing.size:
        figure = number_of(standing.top)
    best = (words.card(standing.top),) if standing.size else ()
    faces = tuple(texts_of(standing.cards))
    return CellModel(standing.seat, str(figure), faces, best, verdict.leader == standing.seat)


def _describe_margin(words: Words, verdict: RuleVerdict) -> Runs:
    texts = words.texts
    if verdict.by == "nobody":
        return runs_of(texts("nobody leads"))
    if verdict.by == "alone":
        return runs_of(texts("nobody else has one"))
    if verdict.by == "count":
        return runs_of(texts.plural("{n} card more", "{n} cards more", verdict.margin))
    best, other = verdict.of(verdict.leader), verdict.of(verdict.runner_up)
    return weave(
        texts("{card} beats {other}"), card=words.card(best.top), other=words.card(other.top)
    )


# -- what the viewer could do --------------------------------------------------------------


def _describe_reach(
    words: Words, verdict: RuleVerdict, observation: Red7Observation, reach: Sequence[RuleReach]
) -> ReachModel | None:
    texts = words.texts
    if not reach:
        return None
    turns = reach[verdict.rule].turns
    if not turns:
        return _describe_closed(words, verdict, observation.hand)
    shortest = [turn for turn in turns if len(turn) == len(turns[0])]
    line, told = _describe_ways(words, shortest)
    others = len(turns) - told
    more = texts.plural("{n} other way", "{n} other ways", others) if others else ""
    return ReachModel(Chance.OPEN, line, more)


def _describe_closed(words: Words, verdict: RuleVerdict, hand: int) -> ReachModel:
    """Say that a rule cannot be led, and where only a card is missing, which."""
    texts, rule = words.texts, verdict.rule
    if words.is_you(verdict.leader) and not hand & OF_COLOUR[rule]:
        line = texts("You lead, but hold no {colour} card", colour=words.rules[rule].colour)
        return ReachModel(Chance.LACKS_CARD, runs_of(line))
    return ReachModel(Chance.CLOSED, runs_of(texts("out of reach")))


def _describe_ways(words: Words, turns: Sequence[Turn]) -> tuple[Runs, int]:
    texts = words.texts
    first = turns[0]
    if len(first) != 1 or first[0].kind not in {PLAY, DISCARD}:
        return describe_plan(words, first), 1
    kind = first[0].kind
    cards = sorted({turn[0].card for turn in turns if turn[0].kind == kind}, reverse=True)
    template = texts("Play {cards}") if kind == PLAY else texts("Discard {cards}")
    named = cards[:MOST_NAMED]
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


def build_row_box(look: Look, ink: TextStyler, row: LensRow) -> BoxPicture:
    """Return the box of a row; that of the rule in force glows in its colour."""
    theme = look.theme
    if not row.is_in_force:
        return BoxPicture(theme.colour("table").with_alpha(0.5), _RADIUS)
    card = ink.card(look, row.letter)
    return BoxPicture(
        card.mixed(theme.colour("table"), 0.8),
        _RADIUS,
        ink.on_dark(look, row.letter),
        3.0,
        shadows=(Shadow(card.with_alpha(0.6), 26.0),),
    )


def draw_rule(sheet: LensSheet, line: Node, row: LensRow, box: Rect) -> None:
    """Draw the rule's disc with its symbol, what it looks for, and its colour."""
    look, ink = sheet.look, sheet.ink
    side = min(box.h * _DISC, box.w * _DISC_WIDE)
    card = ink.card(look, row.letter)
    disc = Node(name="disc", size=Size(side, side), position=Vec(box.x + 16.0, (box.h - side) / 2))
    disc.picture = BoxPicture(card, side / 2, shadows=(Shadow(card.with_alpha(0.35), 14.0),))
    inner = side * 0.56
    mark = Node(name="symbol", size=Size(inner, inner), position=Vec(1, 1) * ((side - inner) / 2))
    mark.picture = ink.symbol(row.letter, ink.on_card(look, row.letter))
    disc.add(mark)
    line.add(disc)
    left = disc.position.x + side + 14.0
    room = box.right - left - 8.0
    title = sheet.ink.spans(look, runs_of(row.sentence))
    middle, grown = box.h / 2, min(look.theme.zoom, box.h / _RULE_HIGH)
    below = 26.0 * grown + 2.0
    is_tall = box.h >= _TALL
    lines, high = 3 if is_tall else 2, 34.0 * grown
    top = middle - high
    written = line_up(title, look, "hud_seat_name", Size(room, high), max_lines=lines)
    if is_tall or grown > _TWO_LINES or _is_small(look, written):
        # Large letters, and those in a high row, take more lines rather than become small.
        most = Size(room, _MOST_HIGH * box.h - below)
        high = line_up(title, look, "hud_seat_name", most, max_lines=lines).size.h
        top = (box.h - high - below) / 2
    at = left
    if is_tall:
        # In a narrow column the colour has all of the width, below the disc.
        at, room = disc.position.x, box.right - disc.position.x - 8.0
        top = (box.h - max(high, side) - below) / 2
        disc.position = Vec(at, top + (max(high, side) - side) / 2)
        high = max(high, side)
    words = Rect(left, top, box.right - left - 8.0, high)
    sheet.label(line, words, title, "hud_seat_name", lines=lines, name="rule")
    colour = SpacedWord(look, "hud_caps", tracking=0.09, name="colour")
    colour.show(row.colour, ink.on_dark(look, row.letter))
    colour.place(Rect(at, top + high + 2.0, room, below - 2.0))
    line.add(colour)
    if row.is_in_force:
        after = at + colour.width() + 12.0
        _draw_pill(sheet, line, row, Rect(after, top + high, box.right - after, 28.0))


def _is_small(look: Look, lines: Lines) -> bool:
    sizes = [each.picture.size for each in lines.pieces if isinstance(each.picture, TextPicture)]
    return min(sizes) < look.theme.sizes.least_text


def _draw_pill(sheet: LensSheet, line: Node, row: LensRow, room: Rect) -> None:
    """Say that this is the rule in force, on a pill of its colour, as wide as the words.

    Where they have no room at all, the row's own light must do.
    """
    look, ink = sheet.look, sheet.ink
    words = sheet.shown.in_force if sheet.shown is not None else ""
    text = SpacedWord(look, "hud_caps", tracking=0.04, align=Align.CENTRE)
    text.show(words, ink.on_card(look, row.letter))
    least = max(text.width() * _LEAST_PILL, text.readable_width()) + 22.0
    wide = min(max(text.width() * _PILL + 22.0, least), room.w)
    if wide < least:
        return
    pill = Node(name="in force", position=room.position)
    pill.size = Size(wide, room.h)
    pill.picture = BoxPicture(ink.card(look, row.letter), room.h / 2)
    text.place(Rect(11.0, 0.0, pill.size.w - 22.0, room.h))
    pill.add(text)
    line.add(pill)


def draw_cell(sheet: LensSheet, line: Node, row: LensRow, cell: CellModel, box: Rect) -> None:
    """Draw what one seat has: the figure, the best card, and the cards that count."""
    look, ink, theme = sheet.look, sheet.ink, sheet.look.theme
    inset = 5.0
    node = Node(name=f"seat {cell.seat}", position=Vec(box.x, inset))
    node.size = Size(box.w, box.h - 2 * inset)
    high = node.size.h
    if cell.is_leader:
        node.picture = _build_leader_box(look, ink, row.letter)
    colour = theme.colour("text" if cell.is_leader else "text_soft" if cell.cards else "text_faint")
    figure = ink.spans(look, runs_of(cell.figure if cell.cards else "–"), only=colour)
    wide = min(_FIGURE, box.w * 0.3)
    top = high * 0.04
    sheet.label(
        node,
        Rect(6.0, top if cell.cards else 0.0, wide, high * (0.56 if cell.cards else 1.0)),
        figure,
        "hud_points_big",
        align=Align.CENTRE,
        name="figure",
    )
    best = ink.spans(look, apply_tone(cell.best, Tone.STRONG if cell.is_leader else Tone.SOFT))
    sheet.label(
        node,
        Rect(6.0, top + high * 0.52, wide, high * 0.38),
        best,
        "hud_tally_card",
        align=Align.CENTRE,
        name="best",
    )
    inner = Rect(wide + 14.0, high * 0.12, node.size.w - wide - 26.0, high * 0.76)
    if inner.w > 20.0:
        cards = Node(name="cards", alpha=1.0 if cell.is_leader else _DIM)
        cards.add(*build_mini_cards(sheet.faces, cell.cards, inner))
        node.add(cards)
    if cell.is_leader:
        side = min(_CROWN, high * 0.4)
        crown = Node(name="crown", size=Size(side, side), anchor=Vec(0.5, 0.5), rotation=-16.0)
        crown.position = Vec(6.0, 5.0)
        crown.picture = build_icon("crown", theme.colour("accent"))
        node.add(crown)
    line.add(node)


def _build_leader_box(look: Look, ink: TextStyler, letter: str) -> BoxPicture:
    card = ink.card(look, letter)
    return BoxPicture(
        card.mixed(look.theme.colour("panel"), _LEADER_SHADE),
        13.0,
        ink.on_dark(look, letter),
        2.5,
        shadows=(Shadow(card.with_alpha(0.35), 14.0),),
    )


def draw_margin(sheet: LensSheet, line: Node, row: LensRow, box: Rect) -> None:
    """Say by what the leader leads."""
    spans = sheet.ink.spans(sheet.look, apply_tone(row.margin, Tone.SOFT))
    room = Rect(box.x + MARGIN_INSET, 0.0, box.w - MARGIN_INSET - 4.0, box.h)
    sheet.label(line, room, spans, "hud_note", lines=2, name="margin")


_ICONS: Final = {Chance.OPEN: ("tick", "ok"), Chance.LACKS_CARD: ("flag", "accent")}


_TONES: Final = {
    Chance.OPEN: Tone.STRONG,
    Chance.LACKS_CARD: Tone.SOFT,
    Chance.CLOSED: Tone.FAINT,
}


def draw_reach(sheet: LensSheet, line: Node, reach: ReachModel, box: Rect) -> None:
    """Return what the viewer could do to lead under the rule, and how many other ways there are."""
    look = sheet.look
    if reach.chance in _ICONS:
        name, colour = _ICONS[reach.chance]
        sign = Node(name=name, size=Size(_SIGN, _SIGN))
        sign.position = Vec(box.x + REACH_INSET - _SIGN - 12.0, (box.h - _SIGN) / 2)
        sign.picture = build_icon(name, look.theme.colour(colour))
        line.add(sign)
    left = box.x + REACH_INSET
    room = box.right - left - 8.0
    style = "hud_preview" if reach.chance is Chance.OPEN else "hud_note"
    spans = sheet.ink.spans(look, apply_tone(reach.line, _TONES[reach.chance]))
    below = sheet.ink.spans(look, apply_tone(runs_of(reach.more), Tone.FAINT))
    high = line_up(spans, look, style, Size(room, box.h), max_lines=2).size.h
    pitch = min(look.theme.text("hud_note").size * 1.3, box.h * 0.3) if below else 0.0
    high = min(high, box.h - pitch)
    top = (box.h - high - pitch) / 2
    words = Rect(left, top, room, high)
    sheet.label(line, words, spans, style, lines=2, name="reach")
    if below:
        more = Rect(left, top + high, room, pitch)
        sheet.label(line, more, below, "hud_note", name="more")


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


class LensSheet(Part[LensModel]):
    """Shows the matrix; everything in it scales with the rectangle it is placed in.

    `over` is for what its owner puts above the matrix; it stays when the matrix is drawn anew.
    """

    def __init__(self, look: Look, ink: TextStyler, faces: CardArt, **options: Any) -> None:
        super().__init__(look, ink, **options)
        self.faces = faces
        self.over = Node(name="over", z=2.0)
        self.add(self.over)

    def compose(self, value: LensModel) -> None:
        for child in self.children:
            if child is not self.over:
                child.detach()
        theme = self.look.theme
        self.picture = BoxPicture(theme.colour("panel"), 24.0, theme.colour("border"))
        columns = self._columns(value)
        is_narrow = columns.seats[0][1] < _NARROW
        head = min(_HIGH_HEAD if is_narrow else _HEAD, self.size.h * 0.12)
        top = _EDGE * 0.6 + head
        high = (self.size.h - top - _EDGE + _GAP) / len(value.rows)
        self._mark_viewer(value, columns)
        self._add_heads(value, columns, Rect(0.0, _EDGE * 0.6, self.size.w, head))
        for nth, row in enumerate(value.rows):
            box = Rect(_EDGE, top + nth * high, self.size.w - 2 * _EDGE, high - _GAP)
            self._add_row(row, columns, box)

    def _columns(self, value: LensModel) -> Columns:
        """Share the width; where the seats need less, the words get more."""
        whole = self.size.w - 2 * _EDGE
        rule, margin = whole * _RULE, whole * _MARGIN
        reach = whole * _REACH if value.reach_title else 0.0
        if self.size.h > self.size.w and reach:
            rule, reach = rule + _UPRIGHT_SHIFT * whole, reach - _UPRIGHT_SHIFT * whole
        seat = (whole - rule - margin - reach) / len(value.seats)
        spare = max(0.0, seat - _MOST_SEAT) * len(value.seats)
        seat = min(seat, _MOST_SEAT)
        rule, margin = rule + spare * 0.35, margin + spare * (0.25 if reach else 0.65)
        reach += spare * 0.4 if reach else 0.0
        left = _EDGE + rule
        seats = tuple([(left + nth * seat, seat) for nth in range(len(value.seats))])
        after = left + seat * len(value.seats)
        return Columns(
            (_EDGE, rule),
            seats,
            (after, margin),
            (after + margin, reach) if reach else None,
        )

    # -- the heads ---------------------------------------------------------------------------

    def _mark_viewer(self, value: LensModel, columns: Columns) -> None:
        """Lay a light column behind the viewer's own."""
        for seat, (left, wide) in zip(value.seats, columns.seats, strict=True):
            if seat.is_you:
                accent = self.look.theme.colour("accent")
                box = Rect(left + 1.0, _EDGE * 0.45, wide - 2.0, self.size.h - _EDGE * 0.9)
                picture = BoxPicture(
                    accent.with_alpha(0.07), 18.0, accent.with_alpha(0.4), border_width=1.5
                )
                self._put("you", picture, box)

    def _add_heads(self, value: LensModel, columns: Columns, box: Rect) -> None:
        left, wide = columns.rule
        room = Rect(left + 6.0, box.y, wide - 24.0, box.h)
        self.label(self, room, (Span(value.title),), "heading", lines=2, name="title")
        for seat, (x, w) in zip(value.seats, columns.seats, strict=True):
            self._add_seat(seat, Rect(x + 14.0, box.y, w - _INSET, box.h))
        cross = _CROSS * self.look.theme.zoom
        if box.h > _HEAD:
            # In a narrow column there is no room beside the cross, but below it.
            down = min(cross, box.h / 2)
            box, cross = Rect(box.x, box.y + down, box.w, box.h - down), 0.0
        self._add_word(value.margin_title, columns.margin, MARGIN_INSET, box)
        if columns.reach is not None:
            left, wide = columns.reach
            self._add_word(value.reach_title, (left, wide - cross), REACH_INSET, box)

    def _add_word(self, text: str, column: tuple[float, float], inset: float, box: Rect) -> None:
        left, wide = column
        room = Rect(left + inset, box.y, wide - inset - 6.0, box.h)
        words = (Span(text.upper(), colour=self.look.theme.colour("text_faint")),)
        self.label(self, room, words, "hud_caps", lines=2, name="heading")

    def _add_seat(self, seat: LensSeat, box: Rect) -> None:
        theme = self.look.theme
        alpha = 0.5 if seat.is_out else 1.0
        is_narrow = box.w + _INSET < _NARROW
        upper = Rect(*box.position, box.w, box.h * 0.5) if is_narrow else box
        side = min(_AVATAR, upper.h * (0.9 if is_narrow else 0.6))
        avatar = Avatar(self.look, self.ink, name="avatar", alpha=alpha)
        avatar.place(Rect(box.x, upper.y + (upper.h - side) / 2, side, side))
        avatar.show(seat.sign)
        left = box.x + side + 11.0
        room = max(box.right - left, 1.0)
        colour = theme.colour("accent" if seat.is_you else "text")
        self.add(avatar)
        line = upper if is_narrow else Rect(left, box.centre.y - 31.0, room, 33.0)
        line = Rect(left, line.y, room, line.h)
        words = (Span(seat.sign.name, colour=colour),)
        self.label(self, line, words, "hud_seat_name", name="name").alpha = alpha
        line = Rect(left, box.centre.y + 2.0, room, 26.0)
        if is_narrow:
            line = Rect(box.x, upper.bottom, box.w, box.h - upper.h)
        leads = (Span(seat.leads),)
        self.label(self, line, leads, "hud_note", lines=2 if is_narrow else 1, name="leads")

    # -- the rows ----------------------------------------------------------------------------

    def _add_row(self, row: LensRow, columns: Columns, box: Rect) -> None:
        line = Node(name=f"rule {row.letter}", position=box.position, size=box.size)
        line.picture = build_row_box(self.look, self.ink, row)
        line.z = 1.0 if row.is_in_force else 0.0

        def room(column: tuple[float, float], inset: float = 0.0) -> Rect:
            left, wide = column
            return Rect(left - box.x + inset, 0.0, wide - 2 * inset, box.h)

        self.add(line)
        draw_rule(self, line, row, room(columns.rule))
        for cell, column in zip(row.cells, columns.seats, strict=True):
            if cell is not None:
                draw_cell(self, line, row, cell, room(column, 5.0))
        draw_margin(self, line, row, room(columns.margin))
        if columns.reach is not None and row.reach is not None:
            draw_reach(self, line, row.reach, room(columns.reach))

    def _put(self, name: str, picture: BoxPicture, box: Rect) -> None:
        node = Node(name=name, picture=picture, position=box.position, size=box.size)
        self.add(node)

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
        """Put words into a rectangle of a node."""
        words = RunsLabel(
            self.look,
            spans,
            style,
            size=Size(max(box.w, 1.0), max(box.h, 1.0)),
            align=align,
            max_lines=lines,
            position=Vec(box.x, box.y),
            name=name,
        )
        parent.add(words)
        return words


_ABOVE: Final = 9000.0


_MOST: Final = Size(1900.0, 1240.0)


_SHEET_MAX_RATIO: Final = 1.3
"""So many times as high as wide is a sheet at most."""


_SCRIM: Final = 0.62


class Lens(ExtraPanel):
    """Shows the matrix that `model` gives, at once and without any animation, in two ways.

    `peek` shows it without taking the focus, in `node`, which belongs above the table: for as long
    as a key is held (`handle` does that). `open` shows it as an overlay, which any click, Esc, the
    pad's B and the same key close. Call `refresh` when the table has changed, `resized` when
    window, theme, words or cards have, and `tick` once a frame.
    """

    def __init__(self, kit: Ui, model: Callable[[], LensModel]) -> None:
        tip = kit.texts("Everybody under all seven rules")
        super().__init__(Tool(Intent.EXTRA, "eye", tip), Node(name="lens", z=_ABOVE))
        self._kit = kit
        self._model = model
        self._is_overlay = False
        self._content: Node | None = None
        self._sheet: LensSheet | None = None
        self._scope: Node | None = None

    @property
    def is_open(self) -> bool:
        return self._content is not None

    def handle(self, event: pygame.Event) -> bool:
        controls = self._kit.controls
        if Intent.EXTRA in controls.asked(event):
            self.peek()
            return True
        if Intent.EXTRA in controls.let_go(event) and self.is_open:
            self.close()
            return True
        if event.type == pygame.WINDOWFOCUSLOST and self.is_open and not self._is_overlay:
            self.close()  # The key may come up in another window, and nobody would hear of it.
        return False

    def peek(self) -> None:
        """Show the lens over the table; the focus and what is held stay where they are."""
        if not self.is_open:
            self.node.add(self._made())
            self._scope = self._kit.stage.focus.scope

    def open(self) -> None:
        """Show the lens as an overlay until it is closed."""
        if self.is_open:
            return
        content = self._made()
        self._is_overlay = True
        content.find("room").on_activate = self.close
        self._kit.stage.show_overlay(content, first=self._add_cross(), on_back=self.close)

    def _add_cross(self) -> Button:
        """Put the button that closes into the corner of the sheet; the lens's key goes to it."""
        stage, sheet = self._kit.stage, self._sheet
        assert sheet is not None
        cross = build_glyph("cross", stage.look.theme.colour("text_soft"))
        button = Button(stage.look, "", self.close, icon=cross, style="quiet", name="close")
        button.on_event = self._take_key
        button.position = Vec(sheet.size.w - button.size.w - 10.0, 10.0)
        sheet.over.add(button)
        return button

    def _take_key(self, event: pygame.Event) -> bool:
        is_mine = Intent.EXTRA in self._kit.controls.asked(event)
        if is_mine:
            self.close()
        return is_mine

    def tick(self, now: float) -> None:
        is_peeking = self.is_open and not self._is_overlay
        if is_peeking and self._kit.stage.focus.scope is not self._scope:
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
            self._kit.stage.hide_overlay(content)
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

    # -- inside ------------------------------------------------------------------------------

    def _made(self) -> Node:
        """Make the scrim and the sheet, which takes no click: one anywhere closes the overlay."""
        kit = self._kit
        look = kit.stage.look
        visible = look.visible
        content = Node(name="lens view", position=visible.position, size=visible.size)
        room = Node(name="room", size=visible.size, interactive=True)
        room.picture = BoxPicture(look.theme.colour("scrim").with_alpha(_SCRIM))
        room.on_gesture = _blocks_all_but_clicks
        margin = look.theme.sizes.safe_margin
        wide = min(visible.w - 2 * margin, _MOST.w)
        size = Size(wide, min(visible.h - 2 * margin, max(_MOST.h, _SHEET_MAX_RATIO * wide)))
        place = Rect.centred(Vec(visible.w / 2, visible.h / 2), size)
        sheet = LensSheet(
            look, TextStyler(kit.faces, kit.settings.colours), kit.faces, name="lens sheet"
        )
        sheet.place(place)
        sheet.show(self._model())
        content.add(room, sheet)
        self._content, self._sheet = content, sheet
        return content


def _blocks_all_but_clicks(gesture: Gesture) -> bool:
    return gesture.kind is not GestureKind.CLICK
