"""The laboratory streams: answers come in order as the input does, in memory that stays flat."""

from __future__ import annotations

import io
import os
import select
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from red7_desktop.lab.command_line import main
from tests.unit.lab.running import command_of, environment, lab, lab_process

POSITION = "red7 basic@1.3 / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :"
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")


class Lines:
    """A standard input that makes its lines as they are asked for; counts them."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines = lines
        self.given = 0

    @property
    def buffer(self) -> Lines:
        return self

    def isatty(self) -> bool:
        return False

    def readline(self, size: int = -1) -> bytes:
        line = next(self.lines, b"")
        self.given += bool(line)
        return line


class Sink(io.TextIOBase):
    """A standard output that forgets what is written and counts the lines."""

    def __init__(self) -> None:
        self.lines = 0

    def write(self, text: str) -> int:
        self.lines += text.count("\n")
        return len(text)


def many(count: int) -> Iterator[bytes]:
    """Make positions: fifty small ones, again and again."""
    for nth in range(count):
        hand = "RYGB"[nth % 4] + "1"
        seats = f"A> O{nth % 7 + 1} : {hand} : / B V{nth % 6 + 1} : :"
        yield f"red7 basic / canvas / deck / {seats}\n".encode()


def test_every_answer_is_out_before_the_next_line_is_read() -> None:
    sink = Sink()
    ahead = []

    def watched() -> Iterator[bytes]:
        for nth, line in enumerate(many(200)):
            ahead.append(nth - sink.lines)
            yield line

    with patch("sys.stdin", Lines(watched())), redirect_stdout(sink):
        assert main(["legal", "--json"]) == 0
    assert (set(ahead), sink.lines) == ({0}, 200)


def grown(words: list[str], lines: int, held: Callable[[], int]) -> int:
    """Run a command on so many lines; give what is held more at the end than after a tenth."""
    samples = []

    def watched() -> Iterator[bytes]:
        for nth, line in enumerate(many(lines)):
            if nth in {lines // 10, lines - 1}:
                samples.append(held())
            yield line

    sink = Sink()
    with patch("sys.stdin", Lines(watched())), redirect_stdout(sink):
        assert main(words) == 0
    assert sink.lines == lines
    return samples[1] - samples[0]


STREAMING = [["legal", "--json"], ["standings", "--json"], ["score", "--json"]]


@pytest.mark.no_cover  # which holds objects of its own
@pytest.mark.parametrize("words", [*STREAMING, ["perft", "--depth", "1"]])
def test_six_thousand_lines_leave_no_objects_behind(words: list[str]) -> None:
    # One object kept of every line would make it 5,400 more.
    assert grown(words, 6_000, sys.getallocatedblocks) < 2_000


def test_long_input_takes_no_more_memory_than_short() -> None:
    tracemalloc.start(1)
    try:
        more = grown(STREAMING[0], 2_000, lambda: tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert more < 50_000  # bytes; the lines alone are 200,000


def test_an_interrupt_ends_with_130_after_what_was_found() -> None:
    def interrupted() -> Iterator[bytes]:
        yield POSITION.encode()
        raise KeyboardInterrupt

    sink, err = Sink(), io.StringIO()
    with patch("sys.stdin", Lines(interrupted())), redirect_stdout(sink), redirect_stderr(err):
        assert main(["legal", "--json"]) == 130
    assert (sink.lines, err.getvalue()) == (1, "")


@needs_posix
@pytest.mark.parametrize(
    "words", [["deal", "--seed", "1", "--count", "20000"], ["legal", "--json"]]
)
def test_a_reader_that_goes_away_ends_it_quietly(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{POSITION}\n" * 20_000, encoding="utf-8")
    with (
        file.open("rb") as given,
        subprocess.Popen(
            command_of(*words),
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        ) as process,
    ):
        assert process.stdout
        assert process.stderr
        assert len(process.stdout.read(5)) == 5
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@needs_posix
@pytest.mark.parametrize("count", ["1", "2000"])
def test_a_full_disk_is_told(count: str) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no device that is always full")
    with full.open("wb") as out:
        ran = subprocess.run(
            command_of("deal", "--seed", "1", "--count", count),
            stdout=out,
            stderr=subprocess.PIPE,
            env=environment(),
            check=False,
        )
    assert ran.returncode == 1
    (message,) = ran.stderr.decode().splitlines()
    assert "cannot write: " in message


@needs_posix
def test_a_terminal_sees_every_answer_at_once() -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command_of("score"), stdin=subprocess.PIPE, stdout=theirs, env=environment()
    ) as process:
        os.close(theirs)
        assert process.stdin
        process.stdin.write(f"{POSITION}\n".encode())
        process.stdin.flush()
        seen = b""
        while b"basic game" not in seen:  # the input is still open, so only a flush shows it
            assert select.select([ours], [], [], 60)[0], "nothing came"
            seen += os.read(ours, 1000)
        process.stdin.close()
        assert process.wait() == 0
    os.close(ours)


def test_a_process_prints_what_the_same_run_in_here_prints() -> None:
    given = f"{POSITION}\n" * 3
    for words in (["legal"], ["standings", "--json"], ["score"]):
        assert lab_process(*words, given=given.encode()) == lab(*words, given=given)
