"""Reads aloud with the system's voice.

A thread of its own starts the voice's process, waits for its end and so leaves no dead process
behind. It is started with the first sentence. Where a process takes long to start, it stays.
"""

from __future__ import annotations

import logging
import queue
import shutil
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop import PRODUCT

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
                    if self._voice is not None and self._voice.stays:
                        _write(self._process, "")
                    else:
                        self._process.kill()

    def close(self) -> None:
        self.hush()
        thread, self._thread = self._thread, None
        if thread is not None:
            self._waiting.put(None)
            thread.join(_PATIENCE)

    # -- in the thread -----------------------------------------------------------------------

    def _speak(self) -> None:
        voice = self._voice
        while voice is not None and (sentence := self._waiting.get()) is not None:
            try:
                (self._dictate if voice.stays else self._run)(voice, sentence)
            except (OSError, ValueError) as error:  # it cannot be started, or not with this text
                self._fail(str(error))
        if self._process is not None:
            _end(self._process)

    def _dictate(self, voice: Voice, sentence: _Sentence) -> None:
        """Give a sentence to the process that stays, which answers by a line once it is said."""
        process = self._process or _start(voice, sentence)
        with self._lock:
            self._process = process
            if sentence.hushes != self._hushes:
                return
            with suppress(OSError):  # it has ended, which the missing answer tells too
                _write(process, f"{sentence.language} {' '.join(sentence.text.split())}")
        watch = threading.Timer(self._longest, process.kill)
        watch.start()
        has_answered = process.stdout is not None and process.stdout.readline()
        watch.cancel()
        if has_answered:
            self._failures = 0
        else:
            with self._lock:
                self._process = None
            self._fail(f"it ended with {_end(process)}")

    def _run(self, voice: Voice, sentence: _Sentence) -> None:
        import subprocess  # not needed for the first frame

        process = _start(voice, sentence)
        with self._lock:
            self._process = process
            if sentence.hushes != self._hushes:  # asked for while the process was being started
                process.kill()
        is_stopped = False
        try:
            process.communicate(
                sentence.text.encode() if process.stdin else None, timeout=self._longest
            )
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
        elif not is_stopped and process.returncode > 0:
            self._fail(f"it ended with {process.returncode}")
        elif voice.cancel:
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


LANGUAGE: Final = "LANGUAGE"
TEXT: Final = "TEXT"
_SAPI: Final = """
$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Speech
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
$utf8 = New-Object Text.UTF8Encoding $false
$lines = New-Object IO.StreamReader([Console]::OpenStandardInput(), $utf8)
$next = $lines.ReadLineAsync()
while ($null -ne ($line = $next.Result)) {
    $next = $lines.ReadLineAsync()
    if (-not $line) { continue }
    $language, $text = $line -split ' ', 2
    try { $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, $language) } catch { }
    $said = $voice.SpeakAsync($text)
    while (-not $said.IsCompleted) {
        if ($next.IsCompleted) { $voice.SpeakAsyncCancelAll() }
        Start-Sleep -Milliseconds 20
    }
    [Console]::WriteLine()
}
"""
"""What PowerShell runs: it says line after line from its standard input, answers each with a line,
and stops where another line, as an empty one, comes before it has finished."""


class Voice(NamedTuple):
    """How to speak with one program.

    name: of the program, for the log. command: its command line; LANGUAGE and TEXT in it stand for
    what they say, and without TEXT it reads the text from its standard input. cancel: a command
    that silences what the program has handed on to a service of the system, () where ending it will
    do. stays: whether one process says everything, as `_SAPI` does.
    """

    name: str
    command: tuple[str, ...]
    cancel: tuple[str, ...] = ()
    stays: bool = False


def find_voice(
    platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which
) -> Voice | None:
    """Find the voice of this system: speech-dispatcher, SAPI, or `say`; None where there is none.

    which: finds a program on the path, as shutil.which does.
    """
    name, program, *words = _COMMANDS.get(platform, _DISPATCHER)
    path = which(program)
    if path is None:
        return None
    cancel = (path, "--cancel") if program == "spd-say" else ()
    return Voice(name, (path, *words), cancel, stays=platform == "win32")


_DISPATCHER: Final = (
    *("spd-say", "spd-say", "--wait", "--application-name", PRODUCT),
    *("--language", LANGUAGE, "--", TEXT),
)
_COMMANDS: Final = {
    # Unless it is told not to, PowerShell may take the lines for its own.
    "win32": (
        *("SAPI", "powershell", "-NoProfile", "-NonInteractive"),
        *("-InputFormat", "None", "-Command", _SAPI),
    ),
    "darwin": ("say", "say", "-f", "-"),
}
"""Name, program and arguments of the voice, by system; others have speech-dispatcher."""


def _start(voice: Voice, sentence: _Sentence) -> subprocess.Popen[bytes]:
    import subprocess  # not needed for the first frame

    encoding = sys.getfilesystemencoding()
    text = sentence.text.encode(encoding, "replace").decode(encoding)
    told = {LANGUAGE: sentence.language, TEXT: text}
    return subprocess.Popen(
        [told.get(word, word) for word in voice.command],
        bufsize=0,
        stdin=subprocess.DEVNULL if TEXT in voice.command else subprocess.PIPE,
        stdout=subprocess.PIPE if voice.stays else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=_NO_WINDOW,
    )


def _write(process: subprocess.Popen[bytes], line: str) -> None:
    if process.stdin is not None:
        process.stdin.write(f"{line}\n".encode())


def _end(process: subprocess.Popen[bytes]) -> int:
    """Let a process that stays end, which the end of its input asks it to; return its status."""
    timer = threading.Timer(_PATIENCE / 2, process.kill)
    timer.start()
    process.communicate()
    timer.cancel()
    return process.returncode
