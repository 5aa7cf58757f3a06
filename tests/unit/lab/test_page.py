"""The examples on the laboratory's page say what the laboratory says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from red7_desktop.games.registry import BOX
from red7_desktop.lab.catalogue import Catalogue
from tests.unit.lab.running import lab

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
    return [Example(each.command, trimmed(each.shown)) for each in found]


def trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


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
def test_an_example_is_true(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert output_of(example.command) == example.shown


def test_every_command_has_a_row() -> None:
    commands = Catalogue(BOX).modules("red7")
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in commands if f"| `{name}` |" not in text] == []
    assert len(examples()) >= len(commands)
