"""The step between the rounds of a match, and reading any step."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from red7_desktop.games.spring_cleaning.rules.steps import Step, parse_step


class DealOn(NamedTuple):
    """The table deals the next round."""

    def __str__(self) -> str:
        """Give the text form."""
        return "deal"


MatchStep: TypeAlias = Step | DealOn
"""Any step of a match."""

DEAL_ON: Final = DealOn()


def parse_match_step(text: str) -> MatchStep:
    """Read any step of a match from its text form. Raises InvalidTurn, naming the word.

    >>> str(parse_match_step("deal")), str(parse_match_step("offer 3"))
    ('deal', 'offer 3')
    """
    return DEAL_ON if text == "deal" else parse_step(text)
