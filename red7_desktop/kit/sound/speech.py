"""Reads aloud with the system's voice.

A thread of its own starts the voice's process, waits for its end and so leaves no dead process
behind. It is started with the first sentence.
"""

from __future__ import annotations

import logging
import queue
import shutil
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import subprocess

_LOG: Final = logging.getLogger(__name__)
LONGEST: Final = 40.0
"""Seconds after which a sentence is cut off: its voice must have got stuck."""
MOST_WAITING: Final = 6
"""Of more sentences than this, the oldest are left out: no one wants to hear old news."""
MOST_FAILURES: Final = 3
"""After this many failures in a row, the voice is given up."""
_PATIENCE: Final = 2.0
"""Seconds that `close` waits at most."""
_NO_WINDOW: Final = 0x08000000 if sys.platform == "win32" else 0


class _Sentence(NamedTuple):
    """One text; hushes: how often silence had been asked for when it came."""

    language: str
    text: str
    hushes: int


class Speech:
    """Speaks, where there is a voice.

    voice: None is silence, and no error. longest: seconds for one sentence.
    """

    def __init__(self, voice: Voice | None = None, longest: float = LONGEST) -> None:
        self._voice = voice
        self._longest = longest
        self._waiting: queue.Queue[_Sentence | None] = queue.Queue()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._failures = 0
        self._hushes = 0

    @property
    def is_there(self) -> bool:
        return self._voice is not None and self._failures < MOST_FAILURES

    def say(self, texts: Iterable[str], language: str = "en") -> None:
        """Speak texts after what is being said; gives back at once."""
        if not self.is_there:
            return
        for text in texts:
            if text.strip():
                self._waiting.put(_Sentence(language, text, self._hushes))
        while self._waiting.qsize() > MOST_WAITING:
            with suppress(queue.Empty):
                self._waiting.get_nowait()
        if self._thread is None and not self._waiting.empty():
            self._thread = threading.Thread(target=self._speak, name="speech", daemon=True)
            self._thread.start()

    def hush(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._waiting.get_nowait()
        with self._lock:
            self._hushes += 1
            if self._process is not None:
                with suppress(OSError):
                    self._process.kill()

    def close(self) -> None:
        self.hush()
        thread, self._thread = self._thread, None
        if thread is not None:
            self._waiting.put(None)
            thread.join(_PATIENCE)

    # -- in the thread -----------------------------------------------------------------------

    def _speak(self) -> None:
        while (sentence := self._waiting.get()) is not None:
            try:
                self._run(sentence)
            except (OSError, ValueError) as error:  # it cannot be started, or not with this text
                self._fail(str(error))

    def _run(self, sentence: _Sentence) -> None:
        import subprocess  # not needed for the first frame

        voice = self._voice
        if voice is None:
            return
        process = subprocess.Popen(
            voice.command(sentence.language, sentence.text),
            stdin=subprocess.PIPE if voice.reads_input else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=_NO_WINDOW,
        )
        with self._lock:
            self._process = process
            if sentence.hushes != self._hushes:  # asked for while the process was being started
                process.kill()
        is_stopped = False
        try:
            text = sentence.text.encode() if voice.reads_input else None
            process.communicate(text, timeout=self._longest)
        except subprocess.TimeoutExpired:
            is_stopped = True
            process.kill()
            process.communicate()
        finally:
            with self._lock:
                self._process = None
                is_stopped |= sentence.hushes != self._hushes
        if process.returncode == 0:
            self._failures = 0
        elif is_stopped or process.returncode < 0:  # on Windows, what is stopped ends with 1
            self._cancel(voice)
        else:
            self._fail(f"it ended with {process.returncode}")

    def _cancel(self, voice: Voice) -> None:
        import subprocess

        if voice.cancel:
            with suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(
                    voice.cancel,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=_PATIENCE / 2,
                    check=False,
                )

    def _fail(self, why: str) -> None:
        self._failures += 1
        name = self._voice.name if self._voice is not None else ""
        _LOG.warning("The voice %s has failed: %s", name, why)


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
