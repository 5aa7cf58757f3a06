"""The pieces of a row of the lens: the rule, a seat's cell, the margin, what can be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.lens.lens_model import CellModel, Chance, LensRow, ReachModel
from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.kit.hud.spaced import SpacedWord
from red7_desktop.kit.language.rich_text import Tone, apply_tone, runs_of
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture, Shadow, TextPicture
from red7_desktop.scene.paint.run_lines import Lines, line_up

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.lens.lens_sheet import LensSheet
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.scene.theme.style import Look

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
    """Give the box of a row; that of the rule in force glows in its colour."""
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
    """Tell whether letters are smaller than any should be."""
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
    """Say what the viewer could do to lead under the rule, and how many other ways there are."""
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
