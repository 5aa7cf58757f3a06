"""The steps between the turns of a match: taking points, dealing on."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from red7_desktop.games.red7.rules.cards import BY_TEXT, set_of, texts_of
from red7_desktop.games.red7.rules.steps import Step, parse_step
from red7_desktop.tabletop.errors import InvalidTurn


class TakeScore(NamedTuple):
    """The round's winner takes a set of its palette as points."""

    cards: int

    def __str__(self) -> str:
        """Give the text form, `score R3 O3`."""
        return " ".join(["score", *texts_of(self.cards)])


class DealOn(NamedTuple):
    """The table deals the next round."""

    def __str__(self) -> str:
        """Give the text form."""
        return "deal"


MatchStep: TypeAlias = Step | TakeScore | DealOn
"""Any step of a match."""

DEAL_ON: Final = DealOn()


def parse_match_step(text: str) -> MatchStep:
    """Read any step of a match from its text form.

    Raises InvalidTurn, naming the word.

    >>> str(parse_match_step("score R3 O3")), str(parse_match_step("@V3"))
    ('score R3 O3', '@V3')
    """
    head, *words = text.split(" ")
    if head == "deal" and not words:
        return DEAL_ON
    if head != "score":
        return parse_step(text)
    for word in words:
        if word not in BY_TEXT:
            raise InvalidTurn(text, f"no such card: {word!r}")
    if len(set(words)) < len(words):
        raise InvalidTurn(text, "a card is named twice")
    return TakeScore(set_of([BY_TEXT[word] for word in words]))
