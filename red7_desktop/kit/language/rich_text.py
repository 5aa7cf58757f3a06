"""Sentences as runs: words and card marks in a row, each with a tone; pure values, no pygame.

The table draws a run's symbol before its text; `plain` gives the same sentence as plain words, for
the log file and for speech.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from string import Formatter
from typing import NamedTuple, TypeAlias


class Tone(StrEnum):
    """How a run is meant; the theme decides what that looks like."""

    PLAIN = "plain"
    STRONG = "strong"
    SOFT = "soft"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"
    ACCENT = "accent"


class Run(NamedTuple):
    """One piece of a sentence.

    text: the words. symbol: the letter of a colour whose symbol stands before them, or "".
    spoken: what plain words say in place of symbol and text; "" for the text itself.
    """

    text: str
    symbol: str = ""
    tone: Tone = Tone.PLAIN
    spoken: str = ""


Runs: TypeAlias = tuple[Run, ...]

Value: TypeAlias = str | int | Run | Runs


def runs_of(value: Value, tone: Tone = Tone.PLAIN) -> Runs:
    """Give a value as runs; a bare text or number takes the tone.

    >>> runs_of("Bo")
    (Run(text='Bo', symbol='', tone=<Tone.PLAIN: 'plain'>, spoken=''),)
    """
    if isinstance(value, Run):
        return (value,)
    if isinstance(value, str | int):
        return (Run(str(value), tone=tone),) if value != "" else ()
    return value


def weave(template: str, **values: Value) -> Runs:
    """Put values into the braces of a template.

    A translator's slip must not stop a game: a field without a value stays as it is written, and
    a template whose braces do not match is given as it stands.

    >>> plain(woven("{name} played {card}", name="Cleo", card=Run("6", "R", spoken="red 6")))
    'Cleo played red 6'
    """
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return (Run(template),)
    runs: list[Run] = []
    for literal, field, _, _ in parts:
        if literal:
            runs.append(Run(literal))
        if field is not None:
            runs += runs_of(values.get(field, f"{{{field}}}"))
    return _merge_alike(runs)


def to_plain(runs: Iterable[Run]) -> str:
    """Give runs as plain words."""
    return "".join(run.spoken or run.text for run in runs)


def apply_tone(runs: Value, tone: Tone) -> Runs:
    """Give the runs that have no tone of their own another one."""
    return _merge_alike(
        run._replace(tone=tone) if run.tone is Tone.PLAIN else run for run in runs_of(runs)
    )


def join_runs(parts: Iterable[Value], between: str) -> Runs:
    """Give parts in a row with a text between neighbours.

    >>> plain(strung(["played", "drew"], ", "))
    'played, drew'
    """
    runs: list[Run] = []
    for nth, part in enumerate(parts):
        runs += (*runs_of(between if nth else ""), *runs_of(part))
    return _merge_alike(runs)


def capitalize_runs(runs: Runs) -> Runs:
    """Give runs whose first word begins with a capital letter.

    >>> plain(capped((Run("nobody leads"),)))
    'Nobody leads'
    """
    if not runs or not runs[0].text or runs[0].symbol:
        return runs
    first = runs[0]
    return (first._replace(text=first.text[0].upper() + first.text[1:]), *runs[1:])


def _merge_alike(runs: Iterable[Run]) -> Runs:
    """Join neighbours that look alike, so that there is less to draw."""
    melted: list[Run] = []
    for run in runs:
        before = melted[-1] if melted else None
        if before and before.tone is run.tone and not (_is_mark(before) or _is_mark(run)):
            melted[-1] = before._replace(text=before.text + run.text)
        else:
            melted.append(run)
    return tuple(melted)


def _is_mark(run: Run) -> bool:
    return bool(run.symbol or run.spoken)
