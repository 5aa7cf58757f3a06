"""Parses the rules pages in `assets/rules`.

A page begins with a line with its key. Each following line is a block:

    # key | name in the list | title      the page; without names if the game provides them
    > words                               a summary in one or two sentences
    ## words                              a heading
    1. words                              an item of a numbered list
    ! row V7 R6 | words                   cards side by side, with words between each two
    ! kind marks | words                  another figure, drawn by the game
    - label [marks] note                  a row of the figure above it
    ### words                             a heading; the figure below it becomes an example
    words                                 a paragraph

"words", "label" and "note" are English texts to translate; labels have the gettext context
"figure". "marks" are data for drawing the figure, such as the cards "V7 R6". Empty lines are
ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from red7_desktop.kit.texts import Texts
from red7_desktop.resources import DamagedAsset, reading_asset

_FIGURE: Final = r"! .*\n(?:- .*\n)*"
_BLOCK: Final = rf"(?:### .*\n{_FIGURE})+|{_FIGURE}|(?:\d\. .*\n)+|.+\n"
_ROW: Final = r"- ([^\[]*)\[(.*?)\] ?(.*)"
_STYLES: Final = {">": "lead", "##": "heading"}


class Passage(NamedTuple):
    """A text on a rules page, in a text style of the theme.

    The style is "lead" for a summary, "heading", or "reading" for a paragraph.
    """

    words: str
    style: str = "reading"


class Steps(NamedTuple):
    """A numbered list, for example of the things that a player can do in a turn."""

    rows: tuple[str, ...]


class FigureRow(NamedTuple):
    """A row of a figure on a rules page: a label, data to draw (such as cards), and a note."""

    label: str
    marks: str
    note: str


class Figure(NamedTuple):
    """An illustration on a rules page.

    Attributes:
        kind: "row" for cards side by side, or a kind that the game draws.
        marks: Text forms of the cards, or other data that this kind of figure needs.
        words: Text between two cards, or the figure's caption.
        rows: Further rows of the figure.
    """

    kind: str
    marks: str
    words: str
    rows: tuple[FigureRow, ...]


class Examples(NamedTuple):
    """Several figures of a rules page, each with a heading, side by side if they fit."""

    rows: tuple[tuple[str, Figure], ...]


Block: TypeAlias = Passage | Steps | Figure | Examples


class RulesPage(NamedTuple):
    """A page of a game's rules.

    Attributes:
        key: Identifier of the page in the file that `read_rules_pages` reads.
        name: Name in the list of pages.
        title: Heading of the page.
        blocks: Contents from top to bottom.
        symbol: Letter of the card symbol drawn beside the name in the list, "" for none.
    """

    key: str
    name: str
    title: str
    blocks: tuple[Block, ...]
    symbol: str = ""


def read_rules_pages(game: str, texts: Texts, **values: object) -> dict[str, RulesPage]:
    """Read the file with a game's rules pages.

    Args:
        game: Name of the game.
        texts: Translations.
        values: Values that replace the names in braces in the texts.

    Returns:
        The pages by key, in the file's order.

    Raises:
        MissingAsset: The file doesn't exist.
        DamagedAsset: The file can't be parsed.
    """
    with reading_asset("rules", f"{game}.txt") as path:
        return parse_rules_pages(path.read_text("utf-8"), texts, **values)


def parse_rules_pages(text: str, texts: Texts, **values: object) -> dict[str, RulesPage]:
    """Parse a file of rules pages in the format of the module's docstring.

    Returns:
        The pages by key, in the file's order.
    """
    reader = _Reader(texts, values)
    pages = re.split(r"^# ", text, flags=re.MULTILINE)[1:]
    return _Pages({page.key: page for page in map(reader.read_page, pages)})


class _Pages(dict[str, RulesPage]):
    """Rules pages by key; looking up a missing key raises DamagedAsset."""

    def __missing__(self, key: str) -> RulesPage:
        raise DamagedAsset(f"the rules have no page {key!r}")


class _Reader:
    """A parser of rules pages in one language, with values for the braces in their texts."""

    def __init__(self, texts: Texts, values: Mapping[str, object]) -> None:
        self._texts = texts
        self._values = values

    def _say(self, words: str) -> str:
        return self._texts(words, **(self._values if "{" in words else {}))

    def read_page(self, text: str) -> RulesPage:
        head, _, body = text.partition("\n")
        key, *names = head.split(" | ")
        name, title = map(self._say, names or ("", ""))
        return RulesPage(key, name, title, tuple(map(self._read_block, re.findall(_BLOCK, body))))

    def _read_block(self, text: str) -> Block:
        mark, _, words = text.strip().partition(" ")
        if mark == "###":
            examples = [each.partition("\n") for each in text.split("### ")[1:]]
            return Examples(
                tuple([(self._say(head), self._read_figure(it)) for head, _, it in examples])
            )
        if mark == "!":
            return self._read_figure(text)
        if re.fullmatch(r"\d\.", mark):
            steps = [line.partition(" ")[2] for line in text.splitlines()]
            return Steps(tuple(map(self._say, steps)))
        if mark in _STYLES:
            return Passage(self._say(words), _STYLES[mark])
        return Passage(self._say(text.strip()))

    def _read_figure(self, text: str) -> Figure:
        head, _, rows = text.removeprefix("! ").partition("\n")
        drawn, _, words = head.partition(" | ")
        kind, _, marks = drawn.partition(" ")
        read = [
            FigureRow(
                label and self._texts.in_context("figure", label.strip()), marks, self._say(note)
            )
            for label, marks, note in re.findall(_ROW, rows)
        ]
        return Figure(kind, marks, self._say(words), tuple(read))
