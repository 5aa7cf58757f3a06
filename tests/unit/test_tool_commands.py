"""Every command in `tools` answers `--help` and wrong arguments with its usage."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from typing import Final
from unittest.mock import patch

import pytest

TOOLS: Final = Path(__file__).resolve().parents[2] / "tools"
COMMANDS: Final = {
    "cards": ["no such folder", "too many"],
    "fonts": ["no such folder", "no such file"],
    "mutants": ["--of", "no such file"],
    "performance": ["--rounds", "0"],
    "pictures": ["no such folder", "too many"],
    "portraits": ["no such folder"],
    "sounds": ["no such folder", "too many"],
    "training": ["ship", "--seats", "2", "--folder", "no such folder"],
    "words": ["no such language"],
}
"""Name of each command, and arguments that it can't carry out."""
NEEDED: Final = {"cards": "fontTools", "mutants": "cosmic_ray", "words": "babel"}
"""Libraries that only a command needs."""

if not TOOLS.is_dir():
    pytest.skip("this is an installed copy, without the tools", allow_module_level=True)


def find_commands() -> dict[str, Path]:
    """Return the script of each command by the command's name."""
    scripts = [*TOOLS.glob("*.py"), *TOOLS.glob("*/__main__.py")]
    return {
        script.parent.name if script.stem == "__main__" else script.stem: script
        for script in scripts
        if '__name__ == "__main__"' in script.read_text("utf-8")
    }


def run_tool(name: str, *arguments: str) -> object:
    """Run a command in this process until it exits; return the status."""
    if name in NEEDED:
        pytest.importorskip(NEEDED[name], reason=f"the command {name} needs it")
    script = str(find_commands()[name])
    with (
        patch.object(sys, "argv", [script, *arguments]),
        patch.object(sys, "path", list(sys.path)),
        patch.dict(os.environ),
        pytest.raises(SystemExit) as exited,
    ):
        runpy.run_path(script, run_name="__main__")
    return exited.value.code


def test_list_of_commands_is_complete() -> None:
    assert set(find_commands()) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_tool_answers_help_with_its_usage(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = run_tool(name, "--help")

    output = capsys.readouterr()
    assert (status, output.err) == (0, "")
    assert output.out.startswith("usage: ")


@pytest.mark.parametrize("name", COMMANDS)
def test_tool_answers_wrong_arguments_with_its_usage(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run_tool(name, *COMMANDS[name])

    output = capsys.readouterr()
    assert (status, output.out) == (2, "")
    assert output.err.startswith("usage: ")
