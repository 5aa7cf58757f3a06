"""Times the slow reference implementation at the engine's own work, where it can be found.

The reference is part of the tests, which only a source checkout has.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import red7_desktop
from red7_desktop.lab.measuring import Task
from red7_desktop.lab.red7.measures import SEED, dealt, reached

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.games.red7.rules.engine.position import Position

COLOURS: Final = "ROYGBIV"


class NaiveReference:
    """The reference's functions: parse, winning_seat, turn_lines, whole_turns."""

    def __init__(self) -> None:
        """Import the reference from the checkout. Raises ImportError when this is none."""
        root = Path(red7_desktop.__file__).resolve().parent.parent
        if not (root / "tests" / "bench" / "naive.py").is_file():
            raise ImportError("the reference is part of a source checkout")
        if str(root) not in sys.path:
            sys.path.append(str(root))
        from tests.bench.naive_position import parse
        from tests.bench.naive_sets import winning_seat
        from tests.bench.naive_turns import turn_lines, whole_turns

        self._parse: Any = parse
        self._winning_seat: Any = winning_seat
        self._turn_lines: Any = turn_lines
        self._whole_turns: Any = whole_turns

    def task(self, measure: str, share: float) -> Task | None:
        """Give the reference's work for a measure of the engine; None where there is none."""
        row = _ROWS.get(measure)
        return row(self, share) if row else None

    def _parsed(self, positions: list[Position]) -> list[Any]:
        return [self._parse(str(position)) for position in positions]

    def standings(self, seats: int, count: int, share: float) -> Task:
        """Find the winning seat under all seven rules."""
        tables = self._parsed(reached("advanced", seats, max(5, round(count * share))))

        def run() -> int:
            return sum(
                [self._winning_seat(table, rule) or 0 for table in tables for rule in COLOURS]
            )

        return Task(run, len(tables))

    def turns(self, rules: str, seats: int, count: int, share: float) -> Task:
        """List the legal turns, the pass too."""
        tables = self._parsed(reached(rules, seats, max(3, round(count * share))))

        def run() -> int:
            return sum([1 + len(list(self._turn_lines(table))) for table in tables])

        return Task(run, len(tables))

    def rounds(self, rules: str, seats: int, count: int, share: float) -> Task:
        """Play random rounds; every turn is picked from all the legal ones."""
        tables = self._parsed(dealt(rules, seats, max(2, round(count * share))))

        def run() -> int:
            chance, taken = Random(SEED), 0
            for table in tables:
                while table.to_move is not None:
                    ways = list(self._whole_turns(table))
                    table = ways[int(chance.random() * len(ways))][1]
                    taken += 1
            return taken

        return Task(run, len(tables))


def _row(name: str, *given: Any) -> Callable[[NaiveReference, float], Task]:
    return lambda reference, share: partial(getattr(reference, name), *given)(share)


_ROWS: Final[dict[str, Callable[[NaiveReference, float], Task]]] = {
    "standings-2": _row("standings", 2, 300),
    "standings-4": _row("standings", 4, 300),
    "turns-2-basic": _row("turns", "basic", 2, 50),
    "turns-4-actions": _row("turns", "advanced+actions", 4, 10),
    "rounds-2-basic": _row("rounds", "basic", 2, 20),
    "rounds-4-advanced": _row("rounds", "advanced", 4, 10),
    "rounds-4-actions": _row("rounds", "advanced+actions", 4, 2),
}
"""By measure: the reference's work, on so many things that it takes a fraction of a second."""
