"""Red7's illustrations on rules pages, and small pictures on other pages.

The illustrations show only cards that a spectator may see, so no hands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from red7_desktop.games.red7.face import card_art
from red7_desktop.games.red7.face.words import Words
from red7_desktop.games.red7.rules import cards, game, notation, rounds
from red7_desktop.games.red7.rules.standings import RuleVerdict, judge_rule
from red7_desktop.kit import game_view, texts, ui
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.look.card_art import PreviewCards
from red7_desktop.kit.pages import forms
from red7_desktop.kit.pages.rules_pages import Examples, Figure, RulesPage, read_rules_pages
from red7_desktop.scene import boxes, pictures
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop import puzzle
from red7_desktop.tabletop.game import Face

NAMES: Final = ("", "Bo")
"""Owners of the two palettes in an example; the reader has the empty name ("you")."""
_FIGURE_NAME_WIDTH: Final = 96.0
_TALLY_WIDTH: Final = 210.0
_DIM_ALPHA: Final = 0.42
_ICON_SIDE: Final = 54.0


class Red7Figures(forms.Figures):
    """Builds the figures of Red7's rules pages.

    There are three kinds: two compared palettes, the list of colours, and the actions.
    """

    column = 480.0

    def __init__(self, ui: ui.Ui, width: float) -> None:
        super().__init__(ui, width)
        self._words = Words(ui.texts, NAMES, 0)
        self._ink = TextStyler(ui.card_art)

    def build(self, block: Figure | Examples) -> Node:
        match block:
            case Figure(kind="palettes"):
                return self.example(block)
            case Figure(kind="colours"):
                return self.colours()
            case Figure(kind="actions"):
                return self.actions(block)
        return super().build(block)

    # -- palettes under a rule ---------------------------------------------------------------

    def example(self, figure: Figure) -> Node:
        """Build the picture of two palettes that are compared under a rule.

        Args:
            figure: Description of the picture. `figure.marks` is the letter of the rule's colour.
                The first of `figure.rows` is the reader's palette.
        """
        palettes = [row.marks.split() for row in figure.rows]
        verdict = judge_example(figure.marks, palettes)
        spans = self._ink.spans(self._look, self._words.explain_lead(verdict))
        lines = 2 if self._width < 700 * self._zoom else 1
        height = 1.3 * self._look.theme.text("strong").size * lines

        def build_rows(width: float) -> list[Node]:
            rows = [self._palette(palettes, verdict, seat, width) for seat in range(2)]
            size = Size(width, height)
            line = RunsLabel(
                self._look, spans, "strong", size=size, max_lines=lines, name="verdict"
            )
            return [*rows, line]

        return self._build_well(f"example {figure.marks}", figure.words, 1.4, build_rows)

    def _palette(
        self, palettes: Sequence[Sequence[str]], verdict: RuleVerdict, seat: int, width: float
    ) -> Node:
        is_narrow = width < 640 * self._zoom
        colour = self._look.theme.colour("text" if verdict.leader == seat else "text_soft")
        name = Label(self._look, self._words.name(seat), "strong", colour=colour)
        tally = self._tally(verdict, seat)
        if is_narrow:
            beside = 0.0
        else:
            beside = (_FIGURE_NAME_WIDTH + _TALLY_WIDTH) * self._zoom
        max_cards = max(len(each) for each in palettes)
        card_width = min(
            forms.CARD * self._zoom, (width - beside) / (max_cards + 0.12 * (max_cards - 1))
        )
        high = self._faces.size(card_width).h + 3 * forms.UNDERLINE * self._zoom
        row = Node(name=f"palette {seat}")
        counting = verdict.standings[seat].cards
        if is_narrow:
            top = name.size.h + self._gap / 2
        else:
            top = 0.0
        if is_narrow:
            x = 0.0
        else:
            x = _FIGURE_NAME_WIDTH * self._zoom
        for face in palettes[seat]:
            counts = bool(counting >> cards.CARD_BY_TEXT[face] & 1)
            card = self._card(face, card_width, counts, cards.LETTERS[verdict.rule])
            card.position = Vec(x, top)
            x += card_width * 1.12
            row.add(card)
        row.size = Size(width, top + high)
        named = ", ".join([name_card(self._ui.texts, face) for face in palettes[seat]])
        row.caption = f"{name.text}: {named}: {tally.words}"
        middle = top + self._faces.size(card_width).h / 2
        name.position = Vec(0.0, 0.0 if is_narrow else middle - name.size.h / 2)
        if is_narrow:
            tally_y = 0.0
        else:
            tally_y = middle - tally.size.h / 2
        tally.position = Vec(width - tally.size.w, tally_y)
        row.add(name, tally)
        return row

    def _tally(self, verdict: RuleVerdict, seat: int) -> RunsLabel:
        theme = self._look.theme
        runs = self._words.standing(verdict.rule, verdict.standings[seat])
        leads = verdict.leader == seat
        only = None
        if leads and verdict.rule != cards.RED:
            only = theme.colour("ok")
        return RunsLabel(
            self._look,
            self._ink.spans(self._look, runs, only=only),
            "strong" if leads else "body",
            size=Size(_TALLY_WIDTH * self._zoom, theme.text("strong").size * 1.3),
            align=pictures.Align.END,
        )

    def _card(self, face: str, width: float, counts: bool, letter: str) -> Node:
        """Build a palette card: underlined if it counts, otherwise dimmed."""
        card = self._faces.build_card(face, width)
        if counts:
            self._underline(card, "counts", card_art.get_tint(letter))
        else:
            dark = pictures.BLACK.with_alpha(_DIM_ALPHA)
            shade = pictures.BoxPicture(dark, radius=self._faces.radius(card.size.w))
            card.add(Node(name="dimmed", size=card.size, picture=shade))
        return card

    # -- lists -------------------------------------------------------------------------------

    def colours(self) -> Node:
        lines = []
        style = self._look.theme.text("strong")
        titles = [style.picture(rule.title) for rule in self._words.rules]
        widest = max(self._look.text.measure(each, self._look.scale).w for each in titles)
        column = max(170 * self._zoom, widest + 2 * self._gap)
        for letter in card_art.LETTERS_HIGH_FIRST:
            rule = self._words.rules[cards.LETTERS.index(letter)]
            tint = card_art.get_tint(letter)
            side = 34 * self._zoom
            mark = Node(size=Size(side, side), picture=self._faces.symbol_picture(letter, tint))
            title = Label(self._look, rule.title, "strong", colour=tint)
            room = self._width - side - column - 2 * self._gap
            words = Label(self._look, rule.sentence, "body", max_width=room)
            lines.append(boxes.row(mark, self._gap, title, column - title.size.w, words))
        return boxes.column(*lines, gap=0.75 * self._gap, width=self._width, name="colours")

    def actions(self, figure: Figure) -> Node:
        tint = self._look.theme.colour("accent")
        rows = []
        for row in figure.rows:
            side = _ICON_SIDE * self._zoom
            soft = self._look.theme.colour("text_soft")
            picture = self._faces.symbol_picture(row.marks, soft)
            icon = Node(size=Size(side, side), picture=picture)
            numeral = Label(self._look, row.marks, "numeral", colour=tint)
            mark = boxes.row(numeral, 50 * self._zoom - numeral.size.w, icon)
            mark.size = Size(side + 50 * self._zoom, side)
            rows.append((mark, row.note))
        return forms.build_marked_list(self._look, "actions", rows, self._width)


def name_card(texts: texts.Texts, face: str) -> str:
    """Return a card's colour and number as read aloud."""
    return Words(texts, (), None).card(cards.CARD_BY_TEXT[face]).spoken


def judge_example(letter: str, palettes: Sequence[Sequence[str]]) -> RuleVerdict:
    """Compare two palettes under a rule.

    Args:
        letter: Letter of the rule's colour.
        palettes: The cards' texts.

    >>> judge_example("G", [("O6", "B2"), ("B4", "R7")]).leader
    0
    """
    mine, yours = map(" ".join, palettes)
    text = f"red7 basic / canvas / deck / A> {mine} : : / B {yours} : :"
    return judge_rule(notation.parse_position(text), cards.LETTERS.index(letter))


class Red7Pages(game_view.PagesFacet[game.Red7Observation, Words]):
    """Red7's rules pages and small pictures."""

    def rules_pages(self, texts: texts.Texts) -> dict[str, RulesPage]:
        """Read the rules pages.

        Each of the seven rules has a page of its own, with the rule's colour letter as key.
        """
        two, three, four = rounds.DEFAULT_TARGETS.values()
        pages = read_rules_pages("red7", texts, two=two, three=three, four=four)
        for letter, rule in zip(cards.LETTERS, Words(texts, (), None).rules, strict=True):
            title = texts("{colour}: {rule}", colour=rule.title, rule=rule.sentence)
            pages[letter] = pages[letter]._replace(name=rule.title, title=title, symbol=letter)
        return pages

    def build_figure(self, ui: ui.Ui, figure: Figure | Examples, width: float) -> Node:
        return Red7Figures(ui, width).build(figure)

    name_card = staticmethod(name_card)

    def find_puzzle_symbol(self, puzzle: puzzle.Puzzle) -> tuple[str, tuple[Face, ...]]:
        canvas = re.search(r"canvas(?: ..)* (.). /", puzzle.position)
        return canvas[1] if canvas else "R", ()

    def preview_cards(self, texts: texts.Texts) -> PreviewCards:
        laid = ("O6", "B2")
        rivals = ("R6", "V2")
        hand = ("R5", "Y4", "I1")
        verdicts = [judge_example("G", ((*laid, face), rivals)) for face in hand]
        leads = [verdict.leader == 0 for verdict in verdicts]
        played = leads.index(True)
        line = "".join(run.text for run in Words(texts, NAMES, 0).explain_lead(verdicts[played]))
        outcome = texts("Yellow 4 in your palette: you stay in")
        return PreviewCards(laid, tuple(zip(hand, leads, strict=True)), played, line, outcome)
