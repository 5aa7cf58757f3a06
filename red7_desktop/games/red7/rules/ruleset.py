"""Which rules a match is played by: basic or advanced, actions, edition."""

from __future__ import annotations

from typing import Final, NamedTuple

from red7_desktop.tabletop.errors import InvalidPosition

EDITIONS: Final = ("1.3", "first")


class Ruleset(NamedTuple):
    """The rules in use.

    `advanced` adds the draw and the scoring over rounds, `actions` the actions of the odd cards,
    `edition` (one of `EDITIONS`) says by which text the actions go.
    """

    advanced: bool = False
    actions: bool = False
    edition: str = "1.3"

    def __str__(self) -> str:
        """Give the text form, `advanced+actions@1.3`."""
        level = "advanced" if self.advanced else "basic"
        return f"{level}{'+actions' if self.actions else ''}@{self.edition}"


def parse_ruleset(text: str) -> Ruleset:
    """Read a ruleset from its text form; without `@` the edition is 1.3.

    Raises InvalidPosition, naming the word.

    >>> parse_ruleset("advanced+actions@first")
    Ruleset(advanced=True, actions=True, edition='first')
    """
    rules, at, edition = text.partition("@")
    level, plus, extra = rules.partition("+")
    if level not in {"basic", "advanced"}:
        raise InvalidPosition("rules", text, "must begin with 'basic' or 'advanced'")
    if plus and extra != "actions":
        raise InvalidPosition("rules", text, "only '+actions' may follow the level")
    if at and edition not in EDITIONS:
        raise InvalidPosition("rules", text, f"the edition must be one of {', '.join(EDITIONS)}")
    return Ruleset(level == "advanced", bool(plus), edition if at else "1.3")
