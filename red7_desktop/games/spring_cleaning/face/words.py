"""Spring Cleaning's texts about cards, combinations, goals and AI levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST, RUN, cards_of, length_of, top_of
from red7_desktop.kit.phrases import SeatWords
from red7_desktop.kit.texts import Runs, Texts, capitalize_runs, fill_template, join_runs


def build_band_words(texts: Texts) -> dict[str, str]:
    """Return the word printed on each card's coloured band, by the card's number as text."""
    return {
        "1": texts("BUTTON"),
        "2": texts("SOCKS"),
        "3": texts("BOOKS"),
        "4": texts("WINDOW"),
        "5": texts("PLANT"),
        "6": texts("DRAWERS"),
        "7": texts("BROOM"),
        "8": texts("UMBRELLA"),
        "9": texts("BUBBLES"),
    }


def can_join(left: int, right: int) -> bool:
    """Return whether two adjacent cards can be in one set or run.

    They can if their numbers are equal, or if the right number is one higher. A hidden card, which
    has the number 0, can't be in a set or run.
    """
    return bool(left and right) and right - left in {0, 1}


def split_into_blocks(cards: Sequence[int]) -> list[tuple[int, int]]:
    """Split a hand into as few blocks as possible, preferring long ones.

    A block is a set, a run or a single card.

    Returns:
        For each block, the index of its first card and the index after its last.

    >>> split_into_blocks((3, 3, 9, 4, 5, 6)), split_into_blocks((3, 3, 4, 5))
    ([(0, 2), (2, 3), (3, 6)], [(0, 1), (1, 4)])
    """
    return list(_split(tuple(cards)))


@lru_cache(512)  # Cached, because the table splits the same few hands many times in a turn.
def _split(row: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    # Entry n describes the best split of the first n cards into blocks. It is a tuple of three
    # values: the number of blocks, the negated sum of the blocks' squared lengths (so that the
    # minimum prefers long blocks), and the index at which the last block starts.
    best: list[tuple[int, int, int]] = [(0, 0, 0)]
    for end in range(1, len(row) + 1):
        found = [
            (best[start][0] + 1, best[start][1] - (end - start) ** 2, start)
            for start in range(end)
            if _is_block(row[start:end])
        ]
        best.append(min(found))
    blocks: list[tuple[int, int]] = []
    end = len(row)
    while end:
        start = best[end][2]
        blocks.append((start, end))
        end = start
    return tuple(blocks[::-1])


def find_block_around(cards: Sequence[int], at: int) -> tuple[int, int]:
    """Return the longest set or run of adjacent cards that contains the card at index `at`.

    Returns:
        Index of the first card of the set or run, and the index after the last one.
    """
    spans = []
    for step in (0, 1):
        start = end = at
        while start and cards[at] and cards[start - 1] == cards[start] - step:
            start -= 1
        while end + 1 < len(cards) and cards[at] and cards[end + 1] == cards[end] + step:
            end += 1
        spans.append((start, end + 1))
    first, second = spans
    if second[1] - second[0] > first[1] - first[0]:
        return second
    return first


def _is_block(cards: tuple[int, ...]) -> bool:
    steps = {right - left for left, right in pairwise(cards)}
    return len(cards) == 1 or (0 not in cards and steps in ({0}, {1}))


class SpringWords(SeatWords):
    """Builds names of cards, combinations and seats for one viewer of a match."""

    def cards(self, cards: Iterable[int]) -> str:
        return " ".join(map(str, cards))

    def play(self, cards: Iterable[int]) -> str:
        """Join the numbers of played cards with commas.

        With a space between them, "1 1" would be read as 11.
        """
        return self.texts.in_context("cards", ", ").join(map(str, cards))

    def combination(self, combination: int) -> str:
        """Name a combination: "6", "pair of 6", "6 6 6", "4 5 6"."""
        if is_pair(combination):
            return self.texts("pair of {number}s", number=top_of(combination))
        return self.cards(cards_of(combination))

    def kind(self, combination: int) -> str:
        """Name the kind of a combination: "a pair", "a run of 3"."""
        texts = self.texts
        length = length_of(combination)
        if length == 1:
            return texts("a single card")
        if combination & RUN:
            return texts.plural("{n}-card run", "{n}-card run", length)
        if length == 2:
            return texts("a pair")
        return texts("{n}-card set", n=length)

    def answer(self, table: int) -> str:
        texts = self.texts
        length = length_of(table)
        top = top_of(table)
        if length == HIGHEST:
            return texts("nothing")
        longer = texts("any {n}-card combination", n=length + 1)
        if top == HIGHEST:
            return longer
        return texts("{higher}, or {longer}", higher=self._higher(table), longer=longer)

    def _higher(self, table: int) -> str:
        texts = self.texts
        length = length_of(table)
        top = top_of(table)
        if length == 1:
            return texts("a card above {top}", top=top)
        if table & RUN:
            return texts("a run of {n} cards ending above {top}", n=length, top=top)
        if length == 2:
            return texts("a pair above {top}", top=top)
        return texts("a set of {n} cards above {top}", n=length, top=top)

    def match_won(self, winners: Sequence[int], points: int | None) -> Runs:
        texts = self.texts
        count = points or 0
        if len(winners) > 1:
            names = join_runs(
                [self.name(seat) for seat in winners], texts.in_context("names", " and ")
            )
            template = texts("{names} share the win with {n} trash each")
            return capitalize_runs(fill_template(template, names=names, n=count))
        you = texts("You win the match with {n} trash")
        return self.choose_form(
            winners[0], you, texts("{name} wins the match with {n} trash"), n=count
        )

    def describe_hand(self, cards: Sequence[int]) -> str:
        """Say how many sets and runs a hand contains: "2 combinations"; "" if there are none."""
        count = sum(end - start > 1 for start, end in split_into_blocks(cards))
        if count:
            return self.texts.plural("{n} combination", "{n} combinations", count)
        return ""


def is_pair(combination: int) -> bool:
    """Return whether a combination is a set of two."""
    return length_of(combination) == 2 and not combination & RUN


def describe_characters(texts: Texts) -> Mapping[str, str]:
    """Return a one-line description of each AI level's style, by the level's key."""
    return {
        "newcomer": texts("Plays whatever it can, and leaves good cards lying around."),
        "casual": texts("Loves to collect: draws to build longer runs."),
        "steady": texts("Keeps a tidy hand and drops loose cards in time."),
        "sharp": texts("Plays out the round in its head before every turn."),
        "expert": texts("Considers every hand you might hold before each play."),
    }


def name_trash_handicap(texts: Texts) -> str:
    """Return the name of a seat's handicap: trash (penalty points) with which it begins a match."""
    return texts("Starting trash")


def describe_goal(texts: Texts, kind: str, value: Any) -> str:
    """Return the text of a goal in the climb (the series of ever harder matches).

    Args:
        texts: Translations.
        kind: Kind of the goal, a key of the table in `rules/goals.py`.
        value: The goal's number.

    Returns:
        "" if the kind isn't one of Spring Cleaning's.
    """
    return {
        "first": lambda: texts.plural(
            "Clear your hand in a round", "Clear your hand in {n} rounds", value
        ),
        "row": lambda: texts("Take no trash {n} rounds in a row", n=value),
        "trash": lambda: texts("Win with {n} trash at most", n=value),
        "caught": lambda: texts.plural(
            "Finish while an opponent has {n} card or more",
            "Finish while an opponent has {n} cards or more",
            value,
        ),
        "within": lambda: texts("Win the match within {n} rounds", n=value),
    }.get(kind, str)()
