"""Plays many matches, runs the proofs that nothing is lost, and prints a summary.

The exit status is 1 if a match raised an exception, reached an illegal position or leaked memory,
or if a test of `test_nothing_lost` or `test_library_survives` failed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, TextIO, TypeVar

os.environ["SDL_VIDEODRIVER"] = "dummy"  # before pygame is imported
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest

from red7_desktop.app.window import set_mmap_threshold
from red7_desktop.lab.command import reaches_next_tenth
from tests.soak.matches import play_many, slope_of

Item = TypeVar("Item")
MATCHES: Final = 2_000
PROOF: Final = {
    "files": 100_000,
    "homes": 2_000,
    "events": 500_000,
    "whole": 400,
    "tables": 100,
    "turns": 30,
    "kills": 1_000,
    "libraries": 10_000,
    "pairs": 100,
    "disks": 30,
}
"""Numbers of cases for `test_nothing_lost` and `test_library_survives`."""
PROOFS: Final = ("tests/soak/test_nothing_lost.py", "tests/soak/test_library_survives.py")
MARGIN: Final = 4_000.0
"""Maximum growth of memory in bytes per match, on average after the first third. A leaked match
would be 100 KB or more (its log of states); smaller growth comes from heap fragmentation.
"""


def main(arguments: list[str] | None = None, out: TextIO = sys.stdout) -> int:
    """Run the soak test; return the exit status."""
    options = _parser().parse_args(arguments)
    set_mmap_threshold()
    troubles: list[str] = []
    slope = _without_a_screen(options, troubles, out)
    said = "not measured" if slope is None else f"{slope / 1000:+.1f} KB a match"
    out.write(f"Memory: {said}, at most {MARGIN / 1000:+.1f}\n")
    if slope is not None and slope > MARGIN:
        _note(f"memory grows: {slope:.0f} bytes a match", troubles, out)
    counts = {what: getattr(options, what) for what in PROOF}
    if any(counts.values()):
        for what, count in counts.items():
            os.environ[f"RED7_PROOF_{what.upper()}"] = str(count)
        os.environ["RED7_PROOF_SEED"] = str(options.seed)
        proof = ["-n", str(options.jobs), "-o", "faulthandler_timeout=0"]
        if pytest.main([*PROOFS, "--durations=0", *proof]):
            _note("something is lost", troubles, out)
    out.write("All is well.\n" if not troubles else f"{len(troubles)} troubles.\n")
    return 1 if troubles else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help="by the rules alone")
    for what, count in PROOF.items():
        parser.add_argument(f"--{what}", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1, help="another one is another soak")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    return parser


def _without_a_screen(
    options: argparse.Namespace, troubles: list[str], out: TextIO
) -> float | None:
    """Play the matches; return the growth of memory per match in the process with the most."""
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
    slopes = [slope for run in memory.values() if (slope := slope_of(run)) is not None]
    return max(slopes, default=None)


def _note(trouble: str, troubles: list[str], out: TextIO) -> None:
    """Record a failure and print it at once."""
    troubles.append(trouble)
    out.write(f"\nTROUBLE: {trouble}\n")
    out.flush()


def _shown(items: Iterable[Item], whole: int, note: str, out: TextIO) -> Iterator[Item]:
    """Yield the items, and print progress on the way."""
    for number, item in enumerate(items, 1):
        yield item
        if reaches_next_tenth(number, whole):
            out.write(f"{number}/{whole} {note}\n")
            out.flush()


if __name__ == "__main__":
    sys.exit(main())
