"""Spring Cleaning's illustrations on rules pages, and small pictures of tables.

The pictures show only cards that a spectator may see.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.face import card_art
from red7_desktop.games.spring_cleaning.face.words import (
    SpringWords,
    build_band_words,
    split_into_blocks,
)
from red7_desktop.games.spring_cleaning.rules.cards import (
    MAX_SEATS,
    combination_of,
    get_hand_size,
    is_beating,
)
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.position import TRASH_LIMITS
from red7_desktop.kit import game_view, texts
from red7_desktop.kit.look.card_art import PreviewCards
from red7_desktop.kit.pages import forms
from red7_desktop.kit.pages.rules_pages import (
    Examples,
    Figure,
    FigureRow,
    RulesPage,
    read_rules_pages,
)
from red7_desktop.kit.ui import Ui
from red7_desktop.scene import boxes, pictures
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop.game import Face
from red7_desktop.tabletop.puzzle import Puzzle

GROUND: Final = pictures.Colour(18, 46, 46)
"""Colour of the table if there is no theme."""
_BESIDE: Final = 540.0
"""Minimum width of a figure, in pixels at zoom 1, for a name and a note beside its cards. In a
narrower figure the name is above the cards and the note below."""
_LARGEST: Final = 0.86 * forms.CARD
_NAMED: Final = 96.0
"""Minimum width of a card that has its name below it, in pixels at zoom 1."""
_LABEL_SHARE: Final = 0.2
"""Width of the labels beside the rows of cards on a rules page, as a share of the total width."""
_NOTE_SHARE: Final = 0.33
"""Width of the notes beside the rows of cards on a rules page, as a share of the total width."""
_RISE: Final = 0.3
"""Distance by which an inserted or removed card is raised in an illustration, in card widths."""
_ARROW: Final = 0.46
_SIGN: Final = 26.0


_ARROW_DIRECTIONS: Final = {"+": "down", "-": "up"}
"""Direction of the arrow above a card in an illustration on a rules page. The key is the sign after
the card in the illustration's description: `+` if the card is inserted, `-` if it is removed."""


class CardRow(NamedTuple):
    """A row of cards on a rules page, with paper clips, a label and a note.

    A paper clip joins two adjacent cards of the same set or run.

    Attributes:
        cards: Numbers of the cards, from left to right.
        signs: The sign of each card, "" for none: "_" emphasised, "o" part of an offer, "+" just
            inserted, "-" to be removed.
        label: Text beside or above the cards.
        note: Text beside or below the cards.
        beats: Whether a tick (True) or a cross (False) is shown before the note; None for neither.
        has_clips: False if the order of the cards has no meaning.
    """

    cards: tuple[int, ...]
    signs: tuple[str, ...]
    label: str
    note: str
    beats: bool | None
    has_clips: bool


def read_card_row(row: FigureRow) -> CardRow:
    """Parse the description of a row of cards on a rules page.

    `row.marks` lists the numbers of the cards, with these additions:

    - A sign after a number says something about the card: `4_` is emphasised, `5o` is part of an
      offer, `6+` has just been inserted, `7-` will be removed.
    - `yes` after the cards shows a tick, `no` a cross.
    - `7 7 on 6 6` are two combinations. Only the first one is shown, with a tick if it beats the
      second one, otherwise with a cross.
    - `~` before the cards means that they are in no particular order.

    >>> read_card_row(FigureRow("", "7 7 on 6 6", "")).beats
    True
    """
    played, _, laid = row.marks.partition(" on ")
    words = played.removeprefix("~ ").split()
    beats = {"yes": True, "no": False}.get(words[-1])
    cards = [word for word in words if word[0].isdigit()]
    numbers = tuple([int(word[0]) for word in cards])
    if laid:
        beats = is_beating(
            combination_of(numbers), combination_of([int(word) for word in laid.split()])
        )
    signs = tuple([word[1:] for word in cards])
    return CardRow(numbers, signs, row.label, row.note, beats, not row.marks.startswith("~"))


def describe_card_row(texts: texts.Texts, row: CardRow) -> str:
    """Return the screen reader's text for a row of cards, an example play on a rules page.

    The text contains the row's label, its cards and its note. If the row has a tick or a cross, the
    text says whether the play is allowed. After a card with a sign, it says whether the card is
    played, drawn, offered or from an offer.
    """
    signs = {
        "_": texts.in_context("figure", "played"),
        "o": texts.in_context("figure", "from an offer"),
        "+": texts.in_context("figure", "drawn"),
        "-": texts.in_context("figure", "offered"),
    }
    cards = [
        " ".join([str(card), *([signs[sign]] if sign else [])])
        for card, sign in zip(row.cards, row.signs, strict=True)
    ]
    words = [", ".join(cards)]
    if row.beats is not None:
        legal = texts.in_context("figure", "allowed")
        words.append(legal if row.beats else texts.in_context("figure", "not allowed"))
    return ": ".join(filter(None, [row.label, *words, row.note]))


class SpringFigures(forms.Figures):
    """Builds the illustrations of the rules pages.

    There are three kinds: rows of cards, an overview of the nine card numbers, and an explanation
    of the paper clips, which join the cards of a set or run.
    """

    column = 520.0

    def build(self, block: Figure | Examples) -> Node:
        match block:
            case Figure(kind="cards"):
                return self.rows(block)
            case Figure(kind="numbers"):
                return self.numbers()
            case Figure(kind="clips"):
                return self.clips(block)
        return super().build(block)

    # -- rows of cards -----------------------------------------------------------------------

    def rows(self, figure: Figure) -> Node:
        rows = list(map(read_card_row, figure.rows))
        most = max(card_art.measure_row_width(row.cards, has_clips=row.has_clips) for row in rows)

        def build_rows(width: float) -> list[Node]:
            is_wide = width >= _BESIDE * self._zoom
            has_names = is_wide and any(row.label for row in rows)
            if has_names:
                name = _LABEL_SHARE * width
            else:
                name = 0.0
            if is_wide and any(_has_note(row) for row in rows):
                note = _NOTE_SHARE * width
            else:
                note = 0.0
            card = min(_LARGEST * self._zoom, (width - name - note) / most)
            return [self._row(row, card, width, name, note) for row in rows]

        return self._build_well("rows", figure.words, 1.6, build_rows)

    def _row(self, row: CardRow, card: float, width: float, name: float, note: float) -> Node:
        high = self._faces.size(card).h
        node = Node(name="row")
        node.caption = describe_card_row(self._ui.texts, row)
        label = Label(self._look, row.label, "strong", max_width=name or width, wraps=True)
        if name or not row.label:
            top = 0.0
        else:
            top = label.size.h + 0.6 * self._gap
        comes = [place for place, sign in enumerate(row.signs) if sign == "+"]
        if comes or "-" in row.signs:
            top += (_RISE + _ARROW) * card
        cards = card_art.build_card_row(
            self._faces, row.cards, card, lit=comes, has_clips=row.has_clips
        )
        for each, sign in zip(cards, row.signs, strict=True):
            raised = _RISE * card if sign in _ARROW_DIRECTIONS else 0.0
            each.position = each.position + Vec(name, top - raised)
            self._adorn(each, sign)
        node.add(*cards)
        bottom = top + high + 2 * forms.UNDERLINE * self._zoom
        middle = top + high / 2
        if row.label:
            label.position = Vec(0.0, middle - label.size.h / 2 if name else 0.0)
            node.add(label)
        if _has_note(row):
            words = self._note(row, (note or width) - self._gap)
            aside = Vec(width - note + self._gap, middle - words.size.h / 2)
            if note:
                words.position = aside
            else:
                words.position = Vec(0.0, bottom + 0.4 * self._gap)
            if not (note):
                bottom = words.position.y + words.size.h
            node.add(words)
        node.size = Size(width, bottom)
        return node

    def _adorn(self, card: Node, sign: str) -> None:
        theme = self._look.theme
        size = card.size
        radius = self._faces.radius(size.w)
        if sign == "_":
            self._underline(card, "lit", theme.colour("ok"))
        elif sign == "o":
            edge = 0.05 * size.w
            dashed = pictures.BoxPicture(
                radius=radius + edge,
                border=theme.colour("text_soft"),
                border_width=2.0 * self._zoom,
                dash=0.09 * size.w,
            )
            around = card.box.inflated(edge)
            card.add(
                Node(name="offered", size=around.size, position=around.position, picture=dashed)
            )
        elif sign:
            way = _ARROW_DIRECTIONS[sign]
            side = _ARROW * size.w
            at = Vec((size.w - side) / 2, -0.95 * side)
            drawing = build_glyph(way, theme.colour("accent"))
            card.add(Node(name=way, size=Size(side, side), position=at, picture=drawing))

    def _note(self, row: CardRow, width: float) -> Node:
        theme = self._look.theme
        if row.beats is None:
            side = 0.0
        else:
            side = _SIGN * self._zoom
        left = side + (0.6 * self._gap if side else 0.0)
        tone = theme.colour("text_soft" if row.beats is None else "ok" if row.beats else "bad")
        words = Label(self._look, row.note, "row", max_width=width - left, wraps=True, colour=tone)
        if not side:
            return words
        picture = build_glyph("tick" if row.beats else "cross", tone)
        sign = Node(name="sign", size=Size(side, side), picture=picture)
        return boxes.row(sign, words, gap=left - side, name="note")

    # -- cards and clips by themselves -------------------------------------------------------

    def numbers(self) -> Node:
        cards = tuple(range(1, 10))
        wide = min(
            forms.CARD * self._zoom,
            self._width / card_art.measure_row_width(cards, has_clips=False),
        )
        node = Node(name="numbers")
        node.caption = ", ".join(map(str, cards))
        words = build_band_words(self._ui.texts)
        for card in card_art.build_card_row(self._faces, cards, wide, has_clips=False):
            word = words[card.name.removeprefix("card ")]
            node.add(card)
            node.size = Size(self._width, card.size.h)
            if wide >= _NAMED * self._zoom:
                label = Label(self._look, word, "note", align=pictures.Align.CENTRE, max_width=wide)
                middle = card.position.x + wide / 2
                label.position = Vec(middle - label.size.w / 2, card.size.h + 0.5 * self._gap)
                node.add(label)
                node.size = Size(self._width, label.position.y + label.size.h)
        return node

    def clips(self, figure: Figure) -> Node:
        rows = []
        for row in figure.rows:
            box = card_art.CLIP_POSITION(self._faces.size(1.3 * forms.CARD * self._zoom))
            mark = Node(
                name=row.marks, size=box.size, picture=card_art.build_clip_picture(row.marks)
            )
            rows.append((mark, row.note))
        return forms.build_marked_list(self._look, "clips", rows, self._width)


def _has_note(row: CardRow) -> bool:
    return bool(row.note) or row.beats is not None


class SpringPages(game_view.PagesFacet[SpringObservation, SpringWords]):
    """The part of Spring Cleaning's view that builds the rules pages and the icons of puzzles."""

    def find_puzzle_symbol(self, puzzle: Puzzle) -> tuple[str, tuple[Face, ...]]:
        """Return the icon of a puzzle in a list: a symbol and cards.

        Returns:
            The symbol is always "", which means none. The cards are the first ones of the
            combination to beat, up to three. If there is nothing to beat, the only card is None,
            which is a card back.
        """
        laid = re.search(r"table (?:.*; )?((?:\d )+):", puzzle.position)
        return "", tuple(laid[1].split()[:3]) if laid else (None,)

    def rules_pages(self, texts: texts.Texts) -> dict[str, RulesPage]:
        """Read the rules pages.

        Numbers in them, such as cards per deal, come from the rules engine.
        """
        return read_rules_pages(
            "spring",
            texts,
            n=get_hand_size(2),
            fewer=get_hand_size(MAX_SEATS),
            limits=", ".join([str(limit) for limit in TRASH_LIMITS.values()]),
            two=TRASH_LIMITS[2],
            most=MAX_SEATS - 1,
            five=TRASH_LIMITS[MAX_SEATS],
        )

    def build_figure(self, ui: Ui, figure: Figure | Examples, width: float) -> Node:
        return SpringFigures(ui, width).build(figure)

    def preview_cards(self, texts: texts.Texts) -> PreviewCards:
        line = texts("4 5 6: a run of three")
        outcome = texts("Your 6 goes with the 4 and 5 from two offers")
        hand = tuple([(face, len(split_into_blocks((4, 5, int(face)))) == 1) for face in "269"])
        return PreviewCards(("4", "5"), hand, 1, line, outcome)
