"""The players choose, and random rounds go, as recorded; choices/README.md describes a line."""

from __future__ import annotations

from typing import Final

import pytest

from red7_desktop.games.registry import CATALOGUE
from tests.golden import recording
from tests.golden.recording import KINDS, Kind

CASES: Final = [
    pytest.param(game, kind, id=f"{game}-{kind.name}")
    for game, kinds in KINDS.items()
    for kind in kinds
]
SAMPLE: Final = {1, 4}
"""The questions that are asked in `make test`: a short search each."""


def lines_of(game: str, kind: Kind, questions: set[int]) -> list[str]:
    """Read what is recorded about some questions of a kind."""
    lines = [line.split(" ", 2) for line in recording.read_lines(f"{game}_choices")]
    return [" ".join(line) for line in lines if line[0] == kind.name and int(line[1]) in questions]


@pytest.mark.parametrize(("game", "kind"), CASES)
def test_sampled_ai_choices_equal_the_golden_file(game: str, kind: Kind) -> None:
    expected = [line for line in lines_of(game, kind, SAMPLE) if "| expert 10000 |" not in line]

    found = recording.record_choices(CATALOGUE[game], kind, SAMPLE, with_long=False)

    assert list(found) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), CASES)
def test_all_ai_choices_equal_the_golden_file(game: str, kind: Kind) -> None:
    questions = set(range(recording.QUESTIONS))
    expected = lines_of(game, kind, questions)

    found = list(recording.record_choices(CATALOGUE[game], kind, questions))

    assert len(found) >= 5 * recording.QUESTIONS
    assert found == expected


@pytest.mark.parametrize("game", list(KINDS))
def test_random_rounds_equal_the_golden_file(game: str) -> None:
    expected = recording.read_lines(f"{game}_rounds")

    found = [recording.record_random_rounds(game, kind) for kind in KINDS[game]]

    assert found == expected


@pytest.mark.parametrize("game", list(KINDS))
def test_golden_file_has_at_least_400_ai_choices(game: str) -> None:
    lines = recording.read_lines(f"{game}_choices")

    assert len(lines) >= 400
