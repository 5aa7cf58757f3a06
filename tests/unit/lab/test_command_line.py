"""The command line of the laboratory: streams, JSON, bad input, the examples on its page."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.lab.command_line import list_commands, main
from tests.unit.lab.running import Ran, command_of, environment, lab, lab_process

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


def test_answers_are_flushed_before_the_next_line_is_read() -> None:
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


@pytest.mark.no_cover  # which holds objects of its own
@pytest.mark.parametrize("words", [["legal", "--json"], ["perft", "--depth", "1"]])
def test_reading_2000_lines_leaks_no_objects(words: list[str]) -> None:
    # One object kept of every line would make it 1,800 more.
    assert grown(words, 2_000, sys.getallocatedblocks) < 600


def test_interrupt_prints_results_and_ends_with_130() -> None:
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
def test_closed_pipe_ends_the_command_silently(words: list[str], tmp_path: Path) -> None:
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
def test_full_disk_is_reported(count: str) -> None:
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


def test_command_prints_the_same_in_a_separate_process() -> None:
    given = f"{POSITION}\n" * 3
    for words in (["legal"], ["perft", "--depth", "1", "--json"]):
        assert lab_process(*words, given=given.encode()) == lab(*words, given=given)


# == Bad input gives a one-line error and exit status 2.

GOOD = "red7 basic@1.3 / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :"
HIDDEN = "red7 advanced@1.3 / canvas / deck ?5 / A> R6 : ?2 : / B O7 : B1 :"
BAD_CARD = GOOD.replace("B1", "R8")


class Bad(NamedTuple):
    """Words, standard input, and what the message must name."""

    words: list[str]
    given: bytes
    named: list[str]


STUCK = (
    "red7 basic@1.3 / canvas I5 O2 I1 Y7 / deck B1 B6 / A Y6 V7 I2 : R7 Y5 B2 : / "
    "B>played V6 G5 Y4 B3 : G4 Y3 :"
)

BAD: dict[str, Bad] = {
    "no such card": Bad(["legal", BAD_CARD], b"", ["seat B", "hand", "'R8'", "no such card"]),
    "the second position": Bad(["legal", GOOD, BAD_CARD], b"", ["position 2: ", "'R8'"]),
    "no quotes": Bad(["legal", *GOOD.split()], b"", ["position 1: ", "'red7'"]),
    "empty argument": Bad(["legal", ""], b"", ["position: ''"]),
    "a line": Bad(["legal"], f"\n#\n{BAD_CARD}\n".encode(), ["standard input, line 3: ", "'R8'"]),
    "not UTF-8": Bad(["legal"], b"\xff\xfe\n", ["standard input, line 1: ", "0xff at 1", "UTF-8"]),
    "a long line": Bad(["perft", "--depth", "1"], b"x" * 30_000, ["line 1: ", "20000 bytes"]),
    "a zero byte": Bad(["legal"], b"red7\0\n", ["line 1: ", r"'red7\x00'"]),
    "a long word": Bad(["legal", "red7 " + "x" * 9_000], b"", ["rules", "…"]),
    "a hidden hand": Bad(["legal", HIDDEN], b"", ["hidden_hand", "seat=A"]),
    "nothing to choose": Bad(["choose", GOOD, STUCK], b"", ["position 2: ", "seat B", "no legal"]),
    "hidden cards to count": Bad(["perft", "--depth", "1", HIDDEN], b"", ["position", "'?"]),
    "no depth": Bad(["perft", GOOD], b"", ["--depth"]),
    "a depth in words": Bad(["perft", "--depth", "two", GOOD], b"", ["--depth", "'two'"]),
    "a depth below 0": Bad(["perft", "--depth", "-1", GOOD], b"", ["--depth", "'-1'"]),
    "a huge number": Bad(["deal", "--seed", "9" * 5_000], b"", ["--seed", "'999"]),
    "too many arguments": Bad(["deal", "--seed", "1", "2"], b"", ["unrecognized", "2"]),
    "an unknown command": Bad(["lgal", GOOD], b"", ["'lgal'", "legal"]),
    "a long command": Bad(["x" * 2_000, GOOD], b"", ["'xxx", "…", "legal"]),
    "a long option": Bad(["deal", "--seed", "1", "--" + "x" * 2_000], b"", ["--xxx", "…"]),
    "a long game": Bad(["--game", "x" * 2_000, "deal"], b"", ["'xxx", "…", "red7"]),
    "many words": Bad(["deal", "--seed", "1", *["word"] * 500], b"", ["word word", "…"]),
    "no command": Bad([], b"", ["COMMAND"]),
    "a shortened option": Bad(["legal", "--js", GOOD], b"", ["--js"]),
}


def refused(ran: Ran, bad: Bad) -> bool:
    """Whether a run ended as it must: status 2, the names in the last line, no traceback."""
    message = ran.err.splitlines()[-1]
    return (
        ran.status == 2
        and message.startswith("python -m red7_desktop.lab")
        and all(name in message for name in bad.named)
        and "Traceback" not in ran.err
        and len(message) < 600
    )


@pytest.mark.parametrize("what", BAD)
def test_bad_input_error_names_the_faulty_input(what: str) -> None:
    bad = BAD[what]
    ran = lab(*bad.words, given=bad.given)
    assert refused(ran, bad), ran


@pytest.mark.parametrize("words", [["legal", "--json"], ["legal"], ["perft", "--depth", "1"]])
def test_answers_before_the_first_bad_line_are_printed(words: list[str]) -> None:
    good = lab(*words, given=f"{GOOD}\n{GOOD}\n")
    bad = lab(*words, given=f"{GOOD}\n{GOOD}\n{BAD_CARD}\n{GOOD}\n")
    assert good.status == 0
    assert (bad.status, bad.out) == (2, good.out)
    assert "line 3" in bad.err


def test_closed_streams_are_reported() -> None:
    with patch("sys.stdin", None), patch("sys.stdout") as out:
        assert main(["legal"]) == 2
        assert main(["legal", GOOD]) == 0
        assert out.write.called
    with patch("sys.stdout", None):
        assert main(["legal", GOOD]) == 1
    with patch("sys.stderr", None):
        assert lab("legal", BAD_CARD).status == 2


def test_read_error_on_standard_input_ends_with_status_2() -> None:
    class Failing:
        def isatty(self) -> bool:
            return False

        def readline(self, size: int) -> bytes:
            raise OSError(5, "Input/output error")

    with patch("red7_desktop.lab.command_line.sys.stdin") as stdin:
        stdin.buffer = Failing()
        assert main(["legal"]) == 2


# == Examples in docs/lab.md.

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "lab.md"
PROMPT = "    $ "
PROGRAM = ["python", "-m", "red7_desktop.lab"]


class Example(NamedTuple):
    """A command on the page and what stands under it."""

    command: str
    shown: list[str]


def examples() -> list[Example]:
    """Read the page: an example begins with a prompt, its output is indented as it is."""
    found: list[Example] = []
    inside = False
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith(PROMPT):
            found.append(Example(line.removeprefix(PROMPT), []))
            inside = True
        elif inside and (line.startswith("    ") or not line):
            found[-1].shown.append(line.removeprefix("    "))
        else:
            inside = False
    return [
        Example(each.command, "\n".join(each.shown).rstrip("\n").splitlines()) for each in found
    ]


def output_of(command: str) -> list[str]:
    """Run a command of the page, also several with pipes between them, in this process."""
    text = ""
    for part in command.split(" | "):
        words = shlex.split(part)
        if words[0] == "head":
            text = "".join(text.splitlines(keepends=True)[: int(words[1].removeprefix("-"))])
            continue
        assert words[:3] == PROGRAM
        ran = lab(*words[3:], given=text)
        text = ran.out + ran.err
    return text.splitlines()


@pytest.mark.parametrize(
    "example",
    [each for each in examples() if not re.match(r"python -m \S+ bench", each.command)],
    ids=lambda example: str(example.command)[28:60],
)
def test_documented_command_examples_print_the_documented_output(
    example: Example, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert output_of(example.command) == example.shown


def test_lab_page_has_a_row_for_every_command() -> None:
    commands = list_commands(CATALOGUE["red7"])
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in commands if f"| `{name}` |" not in text] == []
    assert len(examples()) >= 5
