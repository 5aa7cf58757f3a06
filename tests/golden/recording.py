"""Records the choices of players, to prove that an optimisation doesn't change them.

    python -m tests.golden.recording

rewrites tests/golden/choices/*.txt; README.md there describes the format. Run it only after an
intended change of choices, and mention it in the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from red7_desktop.games.red7.rules import advance
from red7_desktop.games.red7.rules import rounds as red7_rounds
from red7_desktop.games.red7.rules.rules import parse_ruleset
from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.games.spring_cleaning.rules import legality
from red7_desktop.games.spring_cleaning.rules.position import deal_round
from red7_desktop.tabletop.player import Choice
from tests.choices import Question, list_questions

FOLDER: Final = Path(__file__).parent / "choices"
QUESTIONS: Final = 10
"""Number of questions for each kind of match."""
LONG_QUESTIONS: Final = 2
"""Number of questions of each kind that are also given to the long searches."""


class Kind(NamedTuple):
    """A kind of match.

    Attributes:
        name: Its name in the golden file; one word.
        options: The match's options.
    """

    name: str
    options: dict[str, Any]


def _list_red7_kinds() -> Iterator[Kind]:
    for rules, *numbers in (
        ("basic@1.3", 2, 3, 4),
        ("advanced@1.3", 2, 3, 4),
        ("basic+actions@1.3", 3),
        ("basic+actions@first", 2),
        ("advanced+actions@1.3", 2, 4),
        ("advanced+actions@first", 4),
    ):
        for seats in numbers:
            yield Kind(f"{rules}:{seats}", {"rules": rules, "seats": seats})


KINDS: Final[dict[str, tuple[Kind, ...]]] = {
    "red7": tuple(_list_red7_kinds()),
    "spring": tuple(
        Kind(f"{pickup}:{seats}", {"seats": seats, "pickup": pickup})
        for seats in (2, 3, 4, 5)
        for pickup in ("next_turn", "at_once")
    ),
}
"""Kinds of matches by game."""
ASKED: Final = (("newcomer", 0), ("casual", 0), ("steady", 0), ("sharp", 400), ("expert", 1500))
"""The recorded levels, each with its budget in simulated turns."""
ASKED_LONG: Final = (("expert", 10_000),)
"""The long searches for the first questions of each kind."""


def record_choices(
    row: GameEntry, kind: Kind, questions: Iterable[int], *, with_long: bool = True
) -> Iterator[str]:
    """Let the players answer the questions of a kind, and yield a golden line for each answer.

    Args:
        row: The game.
        kind: The kind of match of the questions.
        questions: Indices of the questions, from 0.
        with_long: Whether to run the long searches too.
    """
    wanted = set(questions)
    players = row.players()
    for nth, question in enumerate(list_questions(row, kind.options, max(wanted) + 1)):
        if nth not in wanted:
            continue
        is_long = with_long and nth < LONG_QUESTIONS
        for name, budget in ASKED + (ASKED_LONG if is_long else ()):
            choice = players.player_of(name).choose(question.observation, budget, question.seed)
            yield _write_choice(kind, nth, question, f"{name} {budget}", choice)


def _write_choice(kind: Kind, nth: int, question: Question, asked: str, choice: Choice) -> str:
    steps = " ".join(map(str, choice.steps))
    found = "-"
    if choice.candidates:
        best = choice.candidates[0]
        total = sum(each.samples for each in choice.candidates)
        digest = _digest(_candidate_texts(choice))
        found = f"{best.value:.12f} {best.samples} of {total} {digest}"
    return f"{kind.name} {nth} {question.place} | {asked} | {steps} | {found}"


def _candidate_texts(choice: Choice) -> Iterator[str]:
    """Yield a text for each candidate with all its values; errors are rounded to nine digits."""
    for each in choice.candidates:
        steps = " ".join(map(str, each.steps))
        feared = f"{each.feared_seat} {' '.join(map(str, each.expected_replies))}"
        numbers = f"{each.value:.12f} {each.win_chance:.12f} {each.points:.9f} {each.error:.9f}"
        yield f"{steps} {each.samples} {numbers} {feared}"


ROUNDS: Final = 40
"""Number of random rounds for each kind."""


def record_random_rounds(game: str, kind: Kind) -> str:
    """Play random rounds of a kind, and return a golden line that covers all their positions."""
    rng = Random(kind.name)
    passed = [str(position) for seed in range(ROUNDS) for position in _WALKS[game](kind, seed, rng)]
    return f"{kind.name} {len(passed)} {_digest(passed)}"


def _walk_red7(kind: Kind, seed: int, rng: Random) -> list[Any]:
    rules, scores = parse_ruleset(kind.options["rules"]), ((),) * kind.options["seats"]
    return advance.walk_random_round(red7_rounds.deal_round(rules, scores, seed), rng)


def _walk_spring(kind: Kind, seed: int, rng: Random) -> list[Any]:
    trash = (0,) * kind.options["seats"]
    dealt = deal_round(kind.options["pickup"] == "at_once", trash, 0, seed)
    return legality.walk_random_round(dealt, rng)


_WALKS: Final[dict[str, Callable[[Kind, int, Random], list[Any]]]] = {
    "red7": _walk_red7,
    "spring": _walk_spring,
}


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:12]


def read_lines(name: str) -> list[str]:
    """Read the lines of a golden file, without comments."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def _write_lines(name: str, lines: Iterable[str]) -> None:
    head = "# Written by python -m tests.golden.recording; README.md describes a line."
    text = "\n".join([head, *lines, ""])
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


def main() -> None:
    for game, kinds in KINDS.items():
        chosen = [record_choices(CATALOGUE[game], kind, range(QUESTIONS)) for kind in kinds]
        _write_lines(f"{game}_choices", (line for lines in chosen for line in lines))
        _write_lines(f"{game}_rounds", (record_random_rounds(game, kind) for kind in kinds))


if __name__ == "__main__":
    main()
