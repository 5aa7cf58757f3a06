"""Text forms of whole turns: `Y5(O3(+)) @V3`. The steps in order, actions in brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import BY_TEXT
from red7_desktop.games.red7.rules.steps import (
    DISCARD,
    DRAW,
    END,
    FETCH,
    PASS,
    PLAY,
    PLAYS,
    THE_END,
    parse_step,
)
from red7_desktop.tabletop.errors import InvalidTurn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from red7_desktop.games.red7.rules.steps import Step

MAX_LENGTH: Final = 120
"""No turn is longer: seven plays in one another, a discard and a draw."""


def text_of_turn(steps: Iterable[Step]) -> str:
    """Give the text form of a whole turn; the end of a turn leaves no mark."""
    played, depth = "", 0
    rest: list[str] = []
    for step in steps:
        if step.kind == PLAY:
            depth += bool(played)
            played += f"({step}" if played else str(step)
        elif step.kind == DRAW:
            rest[-1] += str(step)
        elif step.kind in {DISCARD, PASS}:
            rest.append(str(step))
        elif step.kind != END:
            played += str(step)
    return " ".join([played + ")" * depth, *rest] if played else rest)


def text_of_rest(steps: Iterable[Step]) -> str:
    """Give the text form of the rest of a turn, from the middle of one: its steps one by one.

    >>> text_of_rest([parse_step("(B:G4)"), parse_step("@V3"), THE_END]), text_of_rest([THE_END])
    ('(B:G4) @V3', 'end')
    """
    return " ".join([str(step) for step in steps if step.kind != END]) or str(THE_END)


def parse_turn(text: str) -> tuple[Step, ...]:
    """Read a turn from its text form, up to its end or up to a draw where it stops.

    A turn that passes, or whose last step is a 3's draw, has no END step; every other turn has.
    Raises InvalidTurn, naming the word.

    >>> [str(step) for step in parse_turn("Y5(O3(+Y6)) @V3")]
    ['Y5', 'O3', '(+Y6)', '@V3', 'end']
    """
    words = text.split()
    if not words or len(text) > MAX_LENGTH:
        raise InvalidTurn(text[:MAX_LENGTH], "a turn has one to three words")
    steps = [] if words[0][0] in "@+" or words[0] == "pass" else _parse_played(words[0])
    for word in words[1:] if steps else words:
        steps += _parse_closing(word)
    _check_order(text, steps)
    return tuple(steps) if steps[-1].kind in {PASS, FETCH} else (*steps, THE_END)


def _parse_played(word: str) -> list[Step]:
    """Read the cards played and their actions: a card, then perhaps brackets, then nothing."""
    steps: list[Step] = []
    rest = word
    while True:
        card, opened, rest = rest.partition("(")
        if not opened:
            if steps or ")" in card:
                raise InvalidTurn(word, "brackets do not match")
            return [_parse_play(card, word)]
        steps.append(_parse_play(card, word))
        inside = rest.rstrip(")")
        if "(" in inside:
            continue
        if len(rest) - len(inside) != len(steps):
            raise InvalidTurn(word, "brackets do not match")
        steps.append(_parse_inner(inside, word))
        return steps


def _parse_play(card: str, word: str) -> Step:
    if card not in BY_TEXT:
        raise InvalidTurn(word, f"only a card can be played, not {card!r}")
    return PLAYS[BY_TEXT[card]]


def _parse_inner(inside: str, word: str) -> Step:
    """Read the innermost bracket: an action, or a card that a 5 plays."""
    if inside[:1] in {"+", "@", "^"} or inside[1:2] == ":":
        return parse_step(f"({inside})")
    return _parse_play(inside, word)


def _parse_closing(word: str) -> list[Step]:
    """Read a word after the plays: a discard, perhaps with its draw, or going out."""
    if word == "pass":
        return [parse_step(word)]
    discard, plus, drawn = word.partition("+")
    if not discard.startswith("@"):
        raise InvalidTurn(word, "after a play only '@CARD', '@CARD+' or 'pass' can follow")
    return [parse_step(discard), *([parse_step(f"+{drawn}")] if plus else [])]


def _check_order(text: str, steps: list[Step]) -> None:
    kinds = [step.kind for step in steps]
    if kinds.count(DISCARD) > 1:
        raise InvalidTurn(text, "a turn has one discard")
    if PASS in kinds[:-1] or (kinds[-1] == PASS and kinds[:-1] and kinds[-2] != FETCH):
        raise InvalidTurn(text, "'pass' stands alone or after a 3's draw")
