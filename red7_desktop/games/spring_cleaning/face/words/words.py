"""Says what cards, combinations and seats are called; everything is relative to a viewer.

More sentences are in the modules beside this one, each named by what it tells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.blocks import split_into_blocks
from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST
from red7_desktop.games.spring_cleaning.rules.combinations import RUN, cards_of, length_of, top_of
from red7_desktop.kit.language.rich_text import capitalize_runs, join_runs, weave
from red7_desktop.kit.language.seat_words import SeatWords

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts


class SpringWords(SeatWords):
    """The words of one table of Spring Cleaning."""

    def cards(self, cards: Iterable[int]) -> str:
        """Give numbers in a row, "4 5 6"."""
        return " ".join([str(card) for card in cards])

    def combination(self, combination: int) -> str:
        """Say what a combination is: "6", "pair of 6", "6 6 6", "4 5 6"."""
        if is_pair(combination):
            return self.texts("pair of {number}", number=top_of(combination))
        return self.cards(cards_of(combination))

    def answer(self, table: int) -> str:
        """Say what beats a combination: "a pair above 6, or any combination of 3 cards"."""
        texts = self.texts
        length, top = length_of(table), top_of(table)
        if length == HIGHEST:
            return texts("nothing")
        longer = texts("any combination of {n} cards", n=length + 1)
        if top == HIGHEST:
            return longer
        return texts("{higher}, or {longer}", higher=self._higher(table), longer=longer)

    def _higher(self, table: int) -> str:
        """Name what is of the same kind and length, and higher."""
        texts = self.texts
        length, top = length_of(table), top_of(table)
        if length == 1:
            return texts("a card above {top}", top=top)
        if table & RUN:
            return texts("a run of {n} that ends above {top}", n=length, top=top)
        if length == 2:
            return texts("a pair above {top}", top=top)
        return texts("{n} equal cards above {top}", n=length, top=top)

    def card_count(self, count: int) -> str:
        """Count cards."""
        return self.texts.plural("{n} card", "{n} cards", count)

    def match_won(self, winners: Sequence[int], points: int | None) -> Runs:
        """Say who won a match, and with how much trash."""
        texts, count = self.texts, points or 0
        if len(winners) > 1:
            names = join_runs([self.name(seat) for seat in winners], texts.within("names", " and "))
            template = texts("{names} share the win with {n} trash each")
            return capitalize_runs(weave(template, names=names, n=count))
        you = texts("You win the match with {n} trash")
        they = texts("{name} wins the match with {n} trash")
        return self.say(winners[0], you, they, n=count)

    def row(self, cards: Sequence[int]) -> str:
        """Count a row's cards and its blocks: "11 cards, 7 blocks"."""
        blocks = self.texts.plural("{n} block", "{n} blocks", len(split_into_blocks(cards)))
        template = self.texts("{cards}, {blocks}")
        return template.format(cards=self.card_count(len(cards)), blocks=blocks)


def is_pair(combination: int) -> bool:
    """Tell whether a combination is a set of two."""
    return length_of(combination) == 2 and not combination & RUN


def describe_characters(texts: Texts) -> Mapping[str, str]:
    """Say how each level plays, in one line, by key."""
    return {
        "newcomer": texts("Plays whatever can be played, and leaves good cards lying about."),
        "casual": texts("Loves to collect, and draws for a longer row."),
        "steady": texts("Keeps a tidy hand and gets rid of loose cards in time."),
        "sharp": texts("Plays the round through in its head before every turn."),
        "expert": texts("Reckons with every hand you may hold, and knows what to leave lying."),
    }
