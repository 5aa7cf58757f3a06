"""Text forms of whole turns: the steps in order, an order of several cards in one bracket."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.rules.steps import (
    DRAW,
    INSERT,
    LAY,
    OFFER,
    PLAY,
    TAKE,
    Step,
    parse_step,
)
from red7_desktop.tabletop.errors import InvalidTurn

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST: Final = 500
"""No turn is longer, in characters: an order of 63 cards and the longest play."""


def text_of_turn(steps: Iterable[Step]) -> str:
    """Give the text form of a turn, or of a part of one.

    >>> text_of_turn(parse_turn("order(4 9 2) draw=7 insert 3 offer 1"))
    'order(4 9 2) draw=7 insert 3 offer 1'
    """
    words: list[str] = []
    for kind, group in groupby(steps, key=lambda step: step.kind):
        if kind == LAY:
            words.append(f"order({' '.join([str(step.what or '?') for step in group])})")
        else:
            words += [str(step) for step in group]
    return " ".join(words)


_PART: Final = re.compile(
    r"order\(([^()]*)\)|draw(?:=\S+|\(\S*\))?|(?:insert|offer) \S+"
    r"|(?:[0-9]\S*)(?: [0-9]\S*)*(?: @\S+)?"
)

_TURN: Final = re.compile(f"{LAY}*(?:{PLAY}|[{DRAW}{TAKE}]{INSERT}{OFFER}|{OFFER}|{TAKE}){LAY}*")
"""The kinds of the steps of a turn, one digit each."""


def parse_turn(text: str) -> tuple[Step, ...]:
    """Read a whole turn from its text form.

    Raises InvalidTurn, naming the word.

    >>> [str(step) for step in parse_turn("order(2 4) 2 @1")]
    ['order(2)', 'order(4)', '2 @1']
    """
    steps = parse_steps(text)
    if not _TURN.fullmatch("".join([str(step.kind) for step in steps])):
        raise InvalidTurn(text[:LONGEST], "a turn plays, or draws, inserts and offers")
    return steps


def parse_steps(text: str) -> tuple[Step, ...]:
    """Read a part of a turn: any steps in a row. Raises InvalidTurn, naming the word."""
    if len(text) > LONGEST:
        raise InvalidTurn(text[:LONGEST], "no turn is so long")
    words = " ".join(text.split())
    steps: list[Step] = []
    at = 0
    while at < len(words):
        found = _PART.match(words, at)
        if not found or words[found.end() : found.end() + 1] not in {"", " "}:
            raise InvalidTurn(words[at:], "no such step")
        if found[1] is None:
            steps.append(parse_step(found[0]))
        else:
            steps += [parse_step(f"order({word})") for word in found[1].split() or [""]]
        at = found.end() + 1
    if not steps:
        raise InvalidTurn(text, "a turn has a step at least")
    return tuple(steps)
