"""The command `standings`: every seat under all seven rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import LETTERS
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.rules import RULES
from red7_desktop.games.red7.rules.standings import RuleVerdict, judge_all
from red7_desktop.lab.columns import format_columns
from red7_desktop.lab.command import Answer, PositionCommand
from red7_desktop.lab.red7.words import (
    format_count,
    format_standing,
    letter_of,
    name_of_rule,
    to_plain_standings,
)

if TYPE_CHECKING:
    from argparse import Namespace


def answer_standings(text: str, arguments: Namespace) -> Answer:
    """Judge the live seats under all seven rules, Red first. Raises InvalidPosition."""
    position = parse_position(text)
    verdicts = judge_all(position)
    return {
        "position": str(position),
        "rule": LETTERS[position.rule],
        "winner": letter_of(verdicts[position.rule].leader),
        "rules": {
            LETTERS[verdict.rule]: _to_plain_verdict(verdict) for verdict in reversed(verdicts)
        },
    }


def _to_plain_verdict(verdict: RuleVerdict) -> Answer:
    return {
        "key": RULES[verdict.rule].key,
        "leader": letter_of(verdict.leader),
        "runner_up": letter_of(verdict.runner_up),
        "by": verdict.by,
        "margin": verdict.margin,
        "standings": to_plain_standings(verdict),
    }


def show_standings(answer: Answer) -> str:
    """Write a table: a line for every rule, a column for every live seat."""
    seats = list(answer["rules"]["R"]["standings"])
    rows = [["", "rule", *[f"seat {seat}" for seat in seats], "leader"]]
    for letter, judged in answer["rules"].items():
        mark = ">" if letter == answer["rule"] else ""
        cells = [format_standing(judged["standings"][seat]) for seat in seats]
        rows.append([mark, name_of_rule(LETTERS.index(letter)), *cells, _format_leader(judged)])
    return "\n".join([answer["position"], *format_columns(rows)])


def _format_leader(judged: Answer) -> str:
    if judged["leader"] is None:
        return "nobody"
    return f"{judged['leader']} {_MARGIN_WORDS[judged['by']](judged['margin'])}"


_MARGIN_WORDS: Final[dict[str, Callable[[int], str]]] = {
    "count": lambda margin: f"by {format_count(margin, 'card')}",
    "number": lambda margin: f"by number, {margin} higher",
    "colour": lambda margin: f"by colour, {margin} higher",
    "alone": lambda margin: "alone",
}
"""By the word for what decides, as in `standing.MARGINS`; without the one for nobody."""


COMMAND: Final = PositionCommand(
    name="standings",
    summary="judge every seat under all seven rules",
    details="""\
Shows which cards of every live seat count under each of the seven rules, who leads, and by
what: more cards, or a higher number or colour of the top card. `>` marks the rule in force.

  python -m red7_desktop.lab standings "red7 basic / canvas / deck / A> R6 O6 : : / B V7 : :"
""",
    answer=answer_standings,
    show=show_standings,
)
