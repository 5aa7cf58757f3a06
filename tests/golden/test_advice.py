"""Advice is as recorded: the same in plain Python, compiled, and on every machine.

`python -m tests.golden.test_advice` renews the file. The chances are those before correction,
so that new curves change nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.tabletop import advice
from red7_desktop.tabletop.player import AdviceBudget
from tests.choices import KINDS, list_questions

FILE: Final = Path(__file__).parent / "choices" / "advice.txt"
WORK: Final = {"red7": AdviceBudget(400, 25), "spring": AdviceBudget(120, 8)}
"""Budgets by game. Turns of Spring Cleaning take ten times as long to simulate."""
QUESTIONS: Final = 3
CASES: Final = [(name, options) for name in KINDS for options in KINDS[name]]


def record_advice(name: str, options: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each position: place, turn, values of the compared turns, and reason."""
    row = CATALOGUE[name]
    players = row.players()._replace(calibrate=None)
    for question in list_questions(row, options, QUESTIONS):
        found = advice.advise(players, question.observation, WORK[name])
        assert found is not None
        turn = " ".join(map(str, found.choice.steps))
        values = " ".join(f"{each.value:.6f}" for each in found.choice.candidates)
        why, other = found.choice.reasons
        said = f"{why}, {other.candidate}: {other.why}" if other is not None else f"{why}"
        yield f"{name} {options} | {question.place} | {turn} | {values} | {said}"


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_ai_advice_equals_the_recorded_advice(name: str, options: dict[str, Any]) -> None:
    lines = FILE.read_text("utf-8").splitlines()
    expected = [line for line in lines if line.startswith(f"{name} {options} |")]

    assert list(record_advice(name, options)) == expected
    assert len(expected) == QUESTIONS


if __name__ == "__main__":
    recorded = [line for name, options in CASES for line in record_advice(name, options)]
    FILE.write_text("\n".join([*recorded, ""]), "utf-8")
