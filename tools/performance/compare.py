"""Compares the speed and memory of this version with older ones, for docs/performance.md.

Each commit is checked out with git and built in dist/performance, as `make dist` does. Builds of
older commits are kept there. Then each part of all versions is measured in turn, several times:

    engine   random rounds by `lab bench --quick`, from the sources and with the compiled engine
    start    processor time of the packaged program until its first frame
    table    memory at a table for four, peak memory until then, and processor time when idle
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.e2e.real_window import Screen
from tools.performance.interface import (
    BARE_SCRIPT,
    REST_SECONDS,
    REST_TIMEOUT,
    run_in_new_process,
)

PROJECT: Final = Path(__file__).resolve().parents[2]
BUILD_FOLDER: Final = PROJECT / "dist" / "performance"
PROGRAM: Final = Path("dist", "red7-desktop", "red7-desktop")
PAGE: Final = PROJECT / "docs" / "performance.md"
CURRENT: Final = "now"
OLDER: Final = {"45b650c": "45b650c (0.1.0)", "f64ba4a": "f64ba4a"}
"""The older versions: commit to column title."""
KEYS: Final = ("l", "l", "r", "Escape", "h", "m", "m", "1", "i", "i", "Escape")
"""Open and close log, rules, hint, menu and a close-up; these keys exist in all versions."""
BETWEEN_KEYS: Final = 1.5
BEFORE_KEYS: Final = 12.0
"""Seconds after the start; by then the AI players have moved and it is the human's turn."""
AT_TABLE: Final = 45.0
"""Seconds after the start when memory is read."""
Figures = dict[str, float]


def run(*command: str, folder: Path = PROJECT, **variables: str) -> str:
    """Return a command's standard output, or exit with its standard error if it fails."""
    done = subprocess.run(
        command, cwd=folder, env=os.environ | variables, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} in {folder}: {done.stderr[-1000:]}")
    return done.stdout


def check(commits: Sequence[str]) -> None:
    """Exit with a message if the system isn't Linux, or a tool or commit is missing."""
    if sys.platform != "linux":
        sys.exit("performance: this measures on Linux only")
    tools = ("git", "tar", "cc", "strip", "Xvfb", "xdotool")
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        sys.exit(f"performance: these tools are missing: {', '.join(missing)}")
    for commit in commits:
        asked = ["git", "cat-file", "-e", f"{commit}^{{commit}}"]
        if subprocess.run(asked, cwd=PROJECT, capture_output=True, check=False).returncode:
            what = "run this in a clone with the whole history (git fetch --unshallow)"
            sys.exit(f"performance: commit {commit} is not here: {what}")


def build(version: str) -> Path:
    """Build a version, unless an older one is built already; return its source folder."""
    tree = BUILD_FOLDER / version
    if version != CURRENT and (tree / PROGRAM).is_file():
        return tree
    print(f"performance: building {version}", file=sys.stderr, flush=True)
    tree.mkdir(parents=True, exist_ok=True)
    for stale in tree.iterdir():
        if stale.name != "dist":  # keep the build environment, which takes a minute to create
            shutil.rmtree(stale) if stale.is_dir() else stale.unlink()
    commit = version if version != CURRENT else run("git", "stash", "create").strip() or "HEAD"
    run("git", "archive", "--output", str(tree / "sources.tar"), commit)
    run("tar", "-xf", "sources.tar", folder=tree)
    # The lock files of older versions are complete, but written for an older pip.
    made = {"RED7_COMPILE": "1", "PIP_NO_DEPS": "1"}
    run(sys.executable, "-B", "build/spec/dist.py", "wheel", "app", folder=tree, **made)
    return tree


def measure_engine(tree: Path) -> Figures:
    """Return random Red7 rounds per second, from the sources and with the compiled engine."""
    figures = {}
    python = str(tree / "dist" / "build-venv" / "bin" / "python")
    bench = ("-m", "red7_desktop.lab", "bench", "--quick", "--json")
    # -P keeps the sources off the path, so that the wheel's modules are found.
    for kind, words in (("plain", bench), ("compiled", ("-P", *bench))):
        answers = [json.loads(line) for line in run(python, *words, folder=tree).splitlines()]
        if answers[0]["compiled"] != (kind == "compiled"):
            sys.exit(f"performance: the engine of {tree.name} is not {kind}")
        for answer in answers[1:]:
            if answer["measure"].startswith("rounds-"):
                figures[f"{answer['title']}, {kind} (a second)"] = answer["median"]
    return figures


def measure_start(tree: Path) -> Figures:
    """Return the processor seconds until the first frame."""
    with open_packaged(tree, "1280x720") as program:
        return {"first frame, 1280x720 (s of processor)": program.used}


def measure_table(tree: Path) -> Figures:
    """Return memory at a table, peak memory, and idle processor use relative to a bare loop."""
    began = time.monotonic()
    with open_packaged(tree, "1920x1080", "--play", "--deal", "3", "--seats", "4") as program:
        time.sleep(BEFORE_KEYS)
        for key in KEYS:
            program.screen.key(key)
            time.sleep(BETWEEN_KEYS)
        time.sleep(max(0.0, began + AT_TABLE - time.monotonic()))
        now, most = program.read_memory("VmRSS"), program.read_memory("VmHWM")
        table = program.measure_idle()
        os.environ.update(program.screen.environment)
        bare = run_in_new_process(BARE_SCRIPT, REST_TIMEOUT, REST_SECONDS)
    return {
        "memory at the table, 1920x1080 (MB)": now,
        "most memory, with log, rules, hint, menu, close-up (MB)": most,
        "at rest at the table (of a bare loop)": table / bare,
    }


class PackagedProgram:
    """A running packaged program on its own virtual screen.

    Attributes:
        announcement: Its first line of output, read when the first frame is shown.
        used: Processor seconds until then.
    """

    def __init__(self, tree: Path, screen: Screen, *words: str) -> None:
        self.screen = screen
        self.process = subprocess.Popen(
            [str(tree / PROGRAM), "--announce", *words],
            env=screen.environment | {"LANGUAGE": "en"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.announcement = self.process.stdout.readline()
        self.used = self._read_clock()

    def _read_clock(self) -> float:
        # Linux derives the id of a process's CPU clock from the process id.
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def read_memory(self, what: str) -> float:
        """Return a field of /proc/PID/status, such as "VmRSS", in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        return int(status.partition(f"{what}:")[2].split()[0]) * 1024 / 1_000_000

    def measure_idle(self) -> float:
        """Return the share of one processor used when idle, after the sound device is closed."""
        threads = Path(f"/proc/{self.process.pid}/task")
        ends = time.monotonic() + REST_TIMEOUT
        while time.monotonic() < ends and any(
            each.read_text("utf-8").startswith("SDLAudio") for each in threads.glob("*/comm")
        ):
            time.sleep(0.5)
        time.sleep(BETWEEN_KEYS)
        began, used = time.perf_counter(), self._read_clock()
        time.sleep(REST_SECONDS)
        return (self._read_clock() - used) / (time.perf_counter() - began)


@contextmanager
def open_packaged(tree: Path, size: str, *words: str) -> Iterator[PackagedProgram]:
    """Run the packaged program on its own virtual screen, and end both.

    Args:
        tree: The source folder of a built version.
        size: Window size, such as "1280x720".
        words: More command line arguments.
    """
    width, height = map(int, size.split("x"))
    with TemporaryDirectory() as scratch:
        screen = Screen((width, height), Path(scratch))
        program = PackagedProgram(
            tree, screen, "--home", f"{scratch}/home", "--window", size, *words
        )
        try:
            if "first frame" not in program.announcement:
                sys.exit(f"performance: {tree.name} has not shown a first frame")
            yield program
        finally:
            program.process.terminate()
            program.process.communicate(timeout=60)
            screen.close()


PARTS: Final[Mapping[str, Callable[[Path], Figures]]] = {
    "engine": measure_engine,
    "start": measure_start,
    "table": measure_table,
}


def format_table(figures: Mapping[str, Mapping[str, Sequence[float]]]) -> Iterator[str]:
    r"""Yield the lines of the Markdown table.

    A cell of an older version also has the ratio of this version's median to its own.

    Args:
        figures: Row title to version to measurements.
    >>> print(*format_table({"rounds": {"f64ba4a": [4000.0, 4400.0], "now": [5040.0]}}), sep="\n")
    |  | f64ba4a | now |
    | --- | --- | --- |
    | rounds | 4,200 (now x 1.20) | 5,040 |
    """
    versions = list(dict.fromkeys(each for row in figures.values() for each in row))
    yield f"|  | {' | '.join(OLDER.get(each, each) for each in versions)} |"
    yield f"| {' | '.join(['---'] * (len(versions) + 1))} |"
    for title, row in figures.items():
        cells = []
        for version in versions:
            middle = median(row[version])
            times = f" (now x {median(row[CURRENT]) / middle:.2f})" if version != CURRENT else ""
            cells.append((f"{middle:,.0f}" if middle >= 100 else f"{middle:.3g}") + times)
        yield f"| {title} | {' | '.join(cells)} |"


def compare(parts: Sequence[str], rounds: int) -> str:
    """Measure parts of this version and of the older ones; return a Markdown table of medians."""
    check(tuple(OLDER))
    trees = {version: build(version) for version in (*OLDER, CURRENT)}
    figures: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for nth in range(rounds):
        for part, (version, tree) in product(parts, trees.items()):
            print(f"performance: {nth + 1}, {part} of {version}", file=sys.stderr, flush=True)
            for title, figure in PARTS[part](tree).items():
                figures[title][version].append(figure)
    return "\n".join(format_table(figures))


def write_table(table: str) -> None:
    """Replace the table in docs/performance.md."""
    page = PAGE.read_text("utf-8")
    PAGE.write_text(re.sub(r"(?<=\n)\|.*now \|\n(\|.*\n)+", f"{table}\n", page), "utf-8")
