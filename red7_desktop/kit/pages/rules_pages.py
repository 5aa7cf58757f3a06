"""Pages of rules, as their files in `assets/rules` tell them.

A page is what stands between two lines with its key; in between, a line is a block:

    # key | name in the list | title      the page; one that only the game can name has its key
    > words                               what it comes to, in a sentence or two
    ## words                              a heading
    1. words                              a choice: those below one another are numbered
    ! row V7 R6 | words                   cards side by side, with words between each two
    ! kind marks | words                  another figure, which only the game can draw
    - label [marks] note                  a row of that figure
    ### words                             a heading of the figure below it, as one of the examples
    words                                 a paragraph

Words are sentences to translate, labels within "figure"; empty lines say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from red7_desktop.kit.texts import Texts
from red7_desktop.resources import DamagedAsset, reading_asset

_FIGURE: Final = r"! .*\n(?:- .*\n)*"
_BLOCK: Final = re.compile(rf"(?:### .*\n{_FIGURE})+|{_FIGURE}|(?:\d\. .*\n)+|.+\n")
_ROW: Final = re.compile(r"- ([^\[]*)\[(.*?)\] ?(.*)")
_STYLES: Final = {">": "lead", "##": "heading"}


class Passage(NamedTuple):
    """Words in a style of the theme: "lead", "heading", or "reading" for a paragraph."""

    words: str
    style: str = "reading"


class Steps(NamedTuple):
    """Choices, numbered from 1."""

    rows: tuple[str, ...]


class FigureRow(NamedTuple):
    """A row of a figure: what stands before its marks, and what behind."""

    label: str
    marks: str
    note: str


class Figure(NamedTuple):
    """Cards in a "row", high to low; any other kind is what only the game can draw."""

    kind: str
    marks: str
    words: str
    rows: tuple[FigureRow, ...]


class Examples(NamedTuple):
    """Figures with their headings, side by side where there is room."""

    rows: tuple[tuple[str, Figure], ...]


Block: TypeAlias = Passage | Steps | Figure | Examples


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page: what it is called in the list, its title, and what is on it.

    symbol: one of the game's symbols that stands for it, "" for none.
    """

    key: str
    name: str
    title: str
    blocks: tuple[Block, ...]
    symbol: str = ""


def read_rules_pages(game: str, texts: Texts, **values: object) -> dict[str, RulesPage]:
    """Return the pages of a game by their keys, in order; values: what is put into braces.

    Raises MissingAsset, DamagedAsset.
    """
    with reading_asset("rules", f"{game}.txt") as path:
        return parse_rules_pages(path.read_text("utf-8"), texts, **values)


def parse_rules_pages(text: str, texts: Texts, **values: object) -> dict[str, RulesPage]:
    """Return the pages that a text in the form above holds, by their keys, in order."""
    reader = _Reader(texts, values)
    pages = re.split(r"^# ", text, flags=re.MULTILINE)[1:]
    return _Pages({page.key: page for page in map(reader.read_page, pages)})


class _Pages(dict[str, RulesPage]):
    """Pages by their keys. A page that is asked for and isn't there raises DamagedAsset."""

    def __missing__(self, key: str) -> RulesPage:
        raise DamagedAsset(f"the rules have no page {key!r}")


class _Reader:
    """Reads the parts of a page in one language."""

    def __init__(self, texts: Texts, values: Mapping[str, object]) -> None:
        self._texts = texts
        self._values = values

    def _say(self, words: str) -> str:
        return self._texts(words, **(self._values if "{" in words else {}))

    def read_page(self, told: str) -> RulesPage:
        head, _, body = told.partition("\n")
        key, *names = head.split(" | ")
        name, title = map(self._say, names or ("", ""))
        return RulesPage(key, name, title, tuple(map(self._read_block, _BLOCK.findall(body))))

    def _read_block(self, told: str) -> Block:
        mark, _, words = told.strip().partition(" ")
        if mark == "###":
            examples = [each.partition("\n") for each in told.split("### ")[1:]]
            return Examples(
                tuple([(self._say(head), self._read_figure(it)) for head, _, it in examples])
            )
        if mark == "!":
            return self._read_figure(told)
        if re.fullmatch(r"\d\.", mark):
            steps = [line.partition(" ")[2] for line in told.splitlines()]
            return Steps(tuple(map(self._say, steps)))
        if mark in _STYLES:
            return Passage(self._say(words), _STYLES[mark])
        return Passage(self._say(told.strip()))

    def _read_figure(self, told: str) -> Figure:
        head, _, rows = told.removeprefix("! ").partition("\n")
        drawn, _, words = head.partition(" | ")
        kind, _, marks = drawn.partition(" ")
        read = [
            FigureRow(label and self._texts.within("figure", label.strip()), marks, self._say(note))
            for label, marks, note in _ROW.findall(rows)
        ]
        return Figure(kind, marks, self._say(words), tuple(read))
