"""The voices that systems come with, as commands: one process speaks one text and ends."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_SAPI: Final = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; "
    "Add-Type -AssemblyName System.Speech; "
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
    "try { $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, '%s') } catch { } "
    "$voice.Speak([Console]::In.ReadToEnd())"
)
"""What PowerShell runs: it reads the text from its standard input."""


@dataclass(frozen=True, slots=True)
class Voice:
    """How to speak with one program.

    name: of the program, for the log. command: makes the command line for a language and a text.
    reads_input: whether the text comes through standard input instead. cancel: a command that
    silences what the program has handed on to a service of the system, () where ending it will do.
    """

    name: str
    command: Callable[[str, str], tuple[str, ...]]
    reads_input: bool
    cancel: tuple[str, ...] = ()


def find_voice(
    platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which
) -> Voice | None:
    """Find the voice of this system: speech-dispatcher, SAPI, or `say`; None where there is none.

    which: finds a program on the path, as shutil.which does.
    """
    program = {"win32": "powershell", "darwin": "say"}.get(platform, "spd-say")
    path = which(program)
    return None if path is None else _VOICES[program](path)


def _build_dispatcher_voice(path: str) -> Voice:
    def command(language: str, text: str) -> tuple[str, ...]:
        named = ("--application-name", "red7", "--language", language)
        return (path, "--wait", *named, "--", _to_argument(text))

    return Voice("spd-say", command, reads_input=False, cancel=(path, "--cancel"))


def _to_argument(text: str) -> str:
    """Give a text without the letters that a command line cannot hold in this system's locale."""
    encoding = sys.getfilesystemencoding()
    return text.encode(encoding, "replace").decode(encoding)


def _say(path: str) -> Voice:
    return Voice("say", lambda language, text: (path, "-f", "-"), reads_input=True)


def _build_powershell_voice(path: str) -> Voice:
    def command(language: str, text: str) -> tuple[str, ...]:
        # Letters only: the language becomes part of a script.
        tag = language if language.isalpha() else "en"
        return (path, "-NoProfile", "-NonInteractive", "-Command", _SAPI % tag)

    return Voice("SAPI", command, reads_input=True)


_VOICES: Final = {
    "spd-say": _build_dispatcher_voice,
    "say": _say,
    "powershell": _build_powershell_voice,
}
