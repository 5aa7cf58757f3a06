"""`python -m tests.soak`: plays many matches, without a screen and on it, and sums up.

Exit status 1 where a match raised something, came to an illegal position, or memory grew.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO, TypeVar

os.environ["SDL_VIDEODRIVER"] = "dummy"  # before pygame is imported
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from red7_desktop.app.window import give_back_early
from red7_desktop.lab.command import begins_tenth
from tests.soak.matches import MonkeyTable, plan_of, play_many, play_match, resident, slope_of

Item = TypeVar("Item")
MATCHES: Final = 2_000
SCENES: Final = 200
MARGINS: Final = {"without a screen": 4_000.0, "on the screen": 60_000.0}
"""Bytes by which memory may grow a match, on the average after the first third. A match leaked as
a whole would be 100 KB and more without a screen (its log of states), and megabytes on it (its
nodes and pictures); what is below the margin comes from the heap's fragments."""
LARGEST: Final = 200_000_000
"""Bytes that the program on the screen may add at any time to what its process has without it,
everything that it keeps included."""


def main(arguments: list[str] | None = None, out: TextIO = sys.stdout) -> int:
    """Run the soak; give the exit status."""
    options = _parser().parse_args(arguments)
    give_back_early()
    troubles: list[str] = []
    slopes: dict[str, float | None] = {}
    slopes["without a screen"] = _without_a_screen(options, troubles, out)
    slopes["on the screen"] = _on_the_screen(options, troubles, out)
    for where, slope in slopes.items():
        said = "not measured" if slope is None else f"{slope / 1000:+.1f} KB a match"
        out.write(f"Memory {where}: {said}, at most {MARGINS[where] / 1000:+.1f}\n")
        if slope is not None and slope > MARGINS[where]:
            _note(f"memory grows {where}: {slope:.0f} bytes a match", troubles, out)
    out.write("All is well.\n" if not troubles else f"{len(troubles)} troubles.\n")
    return 1 if troubles else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help="without a screen")
    parser.add_argument("--scenes", type=int, default=SCENES, help="in the real scene, by a monkey")
    parser.add_argument("--seed", type=int, default=1, help="another one is another soak")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    return parser


def _without_a_screen(
    options: argparse.Namespace, troubles: list[str], out: TextIO
) -> float | None:
    """Play the matches; give by how much memory grew a match, in the process where it grew most."""
    steps: Counter[str] = Counter()
    memory: defaultdict[int, list[int]] = defaultdict(list)
    played = play_many(options.matches, options.seed, options.jobs)
    for match in _shown(played, options.matches, "matches without a screen", out):
        steps[f"{match.plan.game} {match.plan.mode}"] += match.steps
        memory[match.process].append(match.memory)
        if match.trouble:
            _note(match.trouble, troubles, out)
    spread = ", ".join(f"{mode} {count:,}" for mode, count in sorted(steps.items()))
    out.write(f"{options.matches} matches, {steps.total():,} steps checked ({spread})\n")
    return _steepest(memory.values())


def _on_the_screen(options: argparse.Namespace, troubles: list[str], out: TextIO) -> float | None:
    """Let the monkey play; give by how much memory grew a match."""
    left: list[int] = []
    held: list[int] = []
    steps, before = 0, resident()
    with tempfile.TemporaryDirectory() as home:
        table = MonkeyTable(Path(home), options.seed)
        numbers = range(options.scenes)
        for number in _shown(numbers, options.scenes, "matches on the screen", out):
            shown = play_match(table, plan_of(number, options.seed))
            steps += shown.steps
            left.append(shown.left)
            held.append(shown.held)
            if shown.trouble:
                _note(shown.trouble, troubles, out)
                with suppress(Exception):  # no one knows what the fault has left of it
                    table.close()
                table = MonkeyTable(Path(home), options.seed + number + 1)
        table.close()
    largest = max(held, default=0)
    out.write(
        f"{options.scenes} matches on the screen, {steps:,} steps, {_mb(largest)} at most, "
        f"{_mb(max(left, default=0))} of it in no store\n"
    )
    if largest - before > LARGEST:
        _note(f"the program takes {_mb(largest - before)}, over {_mb(LARGEST)}", troubles, out)
    return slope_of(left)


def _mb(size: int) -> str:
    return f"{size / 1_000_000:.0f} MB"


def _note(trouble: str, troubles: list[str], out: TextIO) -> None:
    """Print what went wrong as soon as it has."""
    troubles.append(trouble)
    out.write(f"\nTROUBLE: {trouble}\n")
    out.flush()


def _shown(items: Iterable[Item], whole: int, note: str, out: TextIO) -> Iterator[Item]:
    """Pass things on, and show on the way how many there have been."""
    for number, item in enumerate(items, 1):
        yield item
        if begins_tenth(number, whole):
            out.write(f"{number}/{whole} {note}\n")
            out.flush()


def _steepest(runs: Iterable[list[int]]) -> float | None:
    slopes = [slope for run in runs if (slope := slope_of(run)) is not None]
    return max(slopes, default=None)


if __name__ == "__main__":
    sys.exit(main())
