"""Whatever is wrong with what is given, the laboratory says it in a line and ends with 2."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from tests.unit.lab.running import Ran, lab, lab_process

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
    "the second position": Bad(["score", GOOD, BAD_CARD], b"", ["position 2: ", "'R8'"]),
    "no quotes": Bad(["legal", *GOOD.split()], b"", ["position 1: ", "'red7'"]),
    "empty argument": Bad(["standings", ""], b"", ["position: ''"]),
    "a line": Bad(["legal"], f"\n#\n{BAD_CARD}\n".encode(), ["standard input, line 3: ", "'R8'"]),
    "not UTF-8": Bad(["legal"], b"\xff\xfe\n", ["standard input, line 1: ", "0xff at 1", "UTF-8"]),
    "a long line": Bad(["perft", "--depth", "1"], b"x" * 30_000, ["line 1: ", "20000 bytes"]),
    "a zero byte": Bad(["legal"], b"red7\0\n", ["line 1: ", r"'red7\x00'"]),
    "a long word": Bad(["legal", "red7 " + "x" * 9_000], b"", ["rules", " ... "]),
    "a hidden hand": Bad(["legal", HIDDEN], b"", ["hidden_hand", "seat=A"]),
    "nothing to choose": Bad(["choose", GOOD, STUCK], b"", ["position 2: ", "seat B", "no legal"]),
    "hidden cards to count": Bad(["perft", "--depth", "1", HIDDEN], b"", ["position", "'?"]),
    "no depth": Bad(["perft", GOOD], b"", ["--depth"]),
    "a depth in words": Bad(["perft", "--depth", "two", GOOD], b"", ["--depth", "'two'"]),
    "a depth below 0": Bad(["perft", "--depth", "-1", GOOD], b"", ["--depth", "'-1'"]),
    "nothing to divide": Bad(["perft", "--depth", "0", "--divide", GOOD], b"", ["--depth", "'0'"]),
    "a huge number": Bad(["deal", "--seed", "9" * 5_000], b"", ["--seed", "'999"]),
    "no seed": Bad(["deal"], b"", ["--seed"]),
    "five seats": Bad(["deal", "--seed", "1", "--seats", "5"], b"", ["--seats", "5"]),
    "rules": Bad(["deal", "--seed", "1", "--rules", "expert"], b"", ["--rules", "'expert'"]),
    "a starter": Bad(["deal", "--seed", "1", "--starter", "me"], b"", ["--starter", "'me'"]),
    "no deal at all": Bad(["deal", "--seed", "1", "--count", "0"], b"", ["--count", "'0'"]),
    "too many arguments": Bad(["deal", "--seed", "1", "2"], b"", ["unrecognized", "2"]),
    "too many files": Bad(["replay", "a.red7", "b.red7"], b"", ["unrecognized", "b.red7"]),
    "an unknown command": Bad(["lgal", GOOD], b"", ["'lgal'", "legal"]),
    "no command": Bad([], b"", ["COMMAND"]),
    "an unknown option": Bad(["legal", "--jsn", GOOD], b"", ["--jsn"]),
    "a shortened option": Bad(["legal", "--js", GOOD], b"", ["--js"]),
    "no turn": Bad(["play", GOOD], b"", ["turn"]),
    "no turn in a line": Bad(["play"], GOOD.encode(), ["standard input, line 1: ", "turn"]),
    "an empty turn": Bad(["play", GOOD, ""], b"", ["turn 1 (''): ", "words"]),
    "an unreadable turn": Bad(
        ["play", GOOD, "V7 @B2", "R9"], b"", ["turn 2 ('R9'): ", "only a card"]
    ),
    "a card not in hand": Bad(["play", GOOD, "R5"], b"", ["turn 1 ('R5'): ", "not_in_hand"]),
    "a turn that does not win": Bad(
        ["play", GOOD, "V7"],
        b"",
        ["turn 1 ('V7'): ", "'end'", "not_winning", "rule=R", "leader=B", "O7"],
    ),
    "a turn in a line": Bad(
        ["play"],
        f"{GOOD};pass\n{GOOD};V7 @B2;R5".encode(),
        ["standard input, line 2, turn 2 ('R5'): "],
    ),
    "a round that is over": Bad(["play", GOOD, "pass", "pass"], b"", ["turn 2 ('pass'): ", "over"]),
    "a hidden draw by a 3": Bad(
        ["play", "red7 basic+actions / canvas / deck ?2 / A> R6 : O3 : / B B4 : :", "O3(+)"],
        b"",
        ["turn 1 ('O3(+)'): ", "named"],
    ),
    "a missing file": Bad(["replay", "nowhere.red7"], b"", ["nowhere.red7: "]),
    "a folder": Bad(["replay", "."], b"", [".: "]),
    "no file name": Bad(["replay", "a\0b"], b"", [r"'a\x00b'", "null byte"]),
    "an empty record": Bad(["replay", "-"], b"", ["standard input: ", "line 1"]),
    "a record in another encoding": Bad(["replay", "-"], b"\xe4", ["standard input: ", "0xe4"]),
    "a long record": Bad(["replay", "-"], b"x" * 5_000_000, ["standard input: ", "4000000 bytes"]),
}


def refused(ran: Ran, bad: Bad) -> bool:
    """Tell whether a run ended as it must: status 2, the names in the last line, no traceback."""
    message = ran.err.splitlines()[-1]
    return (
        ran.status == 2
        and message.startswith("python -m red7_desktop.lab")
        and all(name in message for name in bad.named)
        and "Traceback" not in ran.err
        and len(message) < 600
    )


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_refused_by_name(what: str) -> None:
    bad = BAD[what]
    ran = lab(*bad.words, given=bad.given)
    assert refused(ran, bad), ran


@pytest.mark.parametrize(
    "what",
    [
        "no such card",
        "a line",
        "not UTF-8",
        "a long line",
        "no command",
        "a missing file",
        "a turn in a line",
    ],
)
def test_a_process_refuses_it_the_same_way(what: str) -> None:
    bad = BAD[what]
    assert refused(lab_process(*bad.words, given=bad.given), bad)


@pytest.mark.parametrize("words", [["legal", "--json"], ["standings"], ["perft", "--depth", "1"]])
def test_what_was_good_is_printed_before_the_first_bad_line(words: list[str]) -> None:
    good = lab(*words, given=f"{GOOD}\n{GOOD}\n")
    bad = lab(*words, given=f"{GOOD}\n{GOOD}\n{BAD_CARD}\n{GOOD}\n")
    assert good.status == 0
    assert (bad.status, bad.out) == (2, good.out)
    assert "line 3" in bad.err


def test_turns_before_a_bad_one_are_printed() -> None:
    ran = lab("play", GOOD, "V7 @B2", "nonsense", "pass")
    assert (ran.status, len(ran.lines)) == (2, 2)


def test_closed_streams_are_told() -> None:
    with patch("sys.stdin", None), patch("sys.stdout") as out:
        from red7_desktop.lab.command_line import main

        assert main(["legal"]) == 2
        assert main(["replay", "-"]) == 2
        assert main(["legal", GOOD]) == 0
        assert out.write.called
    with patch("sys.stdout", None):
        assert main(["legal", GOOD]) == 1
    with patch("sys.stderr", None):
        assert lab("legal", BAD_CARD).status == 2


def test_an_unreadable_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "locked.red7"
    file.write_text("game: red7\n", encoding="utf-8")
    with patch.object(Path, "open", side_effect=PermissionError(13, "Permission denied")):
        ran = lab("replay", str(file))
    assert ran.status == 2
    assert f"{file}: Permission denied" in ran.err


def test_a_failing_input_is_told() -> None:
    class Failing:
        def isatty(self) -> bool:
            return False

        def readline(self, size: int) -> bytes:
            raise OSError(5, "Input/output error")

        read = readline

    with patch("red7_desktop.lab.command_line.sys.stdin") as stdin:
        stdin.buffer = Failing()
        from red7_desktop.lab.command_line import main

        assert main(["legal"]) == 2
        assert main(["replay", "-"]) == 2
