"""JSON from outside, read with limits; every fault is an error that names its place.

The place is a path (`$.log[3][1]`) or, where the text is no JSON at all, a line and column. Only
what survives being written and read again passes: no NaN, no key twice, no half characters.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

MAX_DEPTH: Final = 20
"""How deep lists and objects may lie in one another."""

MAX_DIGITS: Final = 40
"""How many digits a whole number may have."""

MAX_WORDS: Final = 200
"""How many characters of somebody else's words an error repeats."""


_TOO_MUCH: Final = 10**MAX_DIGITS

_KEY_SHOWN: Final = 40


_TOKENS: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)
"""Texts (also one that never ends, in one piece) and brackets."""


_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")


class InvalidJson(ValueError):
    """A text or value that is not plain JSON: `place`, a `code`, and `why` in words.

    The codes: too_large, too_deep, broken_json, bad_value.
    """

    def __init__(self, place: str, code: str, why: str) -> None:
        super().__init__(f"{place}: {why}")
        self.place = place
        self.code = code
        self.why = why


class _Doubled:
    """Stands for the value of a key that is there twice."""


def read_json(text: str, longest: int) -> Any:
    """Read a JSON text of at most `longest` characters. Raises InvalidJson."""
    if len(text) > longest:
        raise InvalidJson("$", "too_large", f"{len(text)} characters, at most {longest} can be")
    _refuse_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_build_object,
            parse_int=_read_whole,
            parse_constant=_read_no_number,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidJson(place, "broken_json", _describe_error(text, error)) from error
    check_plain(value)
    return value


def _describe_error(text: str, error: json.JSONDecodeError) -> str:
    if not text.strip():
        return "the text is empty"
    ends = error.pos >= len(text.rstrip())
    return f"broken JSON: {error.msg}{', but the text ends' if ends else ''}"


def _refuse_depth(text: str) -> None:
    """Refuse deep nesting before the parser, which goes down by recursion, can meet it."""
    depth = 0
    for token in _TOKENS.finditer(text):
        mark = token[0][0]
        depth += (mark in "[{") - (mark in "]}")
        if depth > MAX_DEPTH:
            line = text.count("\n", 0, token.start()) + 1
            column = token.start() - text.rfind("\n", 0, token.start())
            place = f"line {line}, column {column}"
            raise InvalidJson(place, "too_deep", f"nested deeper than {MAX_DEPTH}")


def _build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key] = _Doubled() if key in found else value
    return found


def _read_whole(digits: str) -> int | float:
    return int(digits) if len(digits.lstrip("-")) <= MAX_DIGITS else math.inf


def _read_no_number(word: str) -> float:
    return math.nan


def check_plain(value: Any, place: str = "$", depth: int = 1) -> None:
    """Refuse a value that JSON cannot give back as it is. Raises InvalidJson, naming the place.

    >>> check_plain({"notes": ["fine", 1, None]})
    >>> check_plain({"notes": ["fine", (1, 2)]})
    Traceback (most recent call last):
    red7_desktop.tabletop.plain_json.InvalidJson: $.notes[1]: a tuple is no JSON value
    """
    if isinstance(value, dict | list):
        if depth > MAX_DEPTH:
            raise InvalidJson(shorten(place), "too_deep", f"nested deeper than {MAX_DEPTH}")
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            if isinstance(value, dict):
                _check_text(key, place)
            check_plain(value[key], f"{place}{step_to(key)}", depth + 1)
    elif isinstance(value, str):
        _check_text(value, place)
    elif isinstance(value, int | float):
        if not (math.isfinite(value) if isinstance(value, float) else abs(value) < _TOO_MUCH):
            raise InvalidJson(shorten(place), "bad_value", "not a number that can be kept")
    elif value is not None:
        twice = isinstance(value, _Doubled)
        why = "is there twice" if twice else f"a {type(value).__name__} is no JSON value"
        raise InvalidJson(shorten(place), "bad_value", why)


def _check_text(value: Any, place: str) -> None:
    if not isinstance(value, str):
        why = f"a key must be a text, not a {type(value).__name__}"
        raise InvalidJson(shorten(place), "bad_value", why)
    try:
        value.encode()
    except UnicodeEncodeError:
        why = "a text holds half a character (a lone surrogate)"
        raise InvalidJson(shorten(place), "bad_value", why) from None


def step_to(key: str | int) -> str:
    """Give the last part of a place.

    >>> step_to(3), step_to("log"), step_to("two words")
    ('[3]', '.log', '["two words"]')
    """
    if isinstance(key, int):
        return f"[{key}]"
    return f".{key}" if _NAME.fullmatch(key) else f"[{json.dumps(shorten(key, _KEY_SHOWN))}]"


def shorten(words: str, most: int = MAX_WORDS) -> str:
    """Cut off what is too long for a message.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return words if len(words) <= most else f"{words[: most - 1]}…"
