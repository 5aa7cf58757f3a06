"""Text-to-speech: a queue of sentences, a thread that speaks them, and the available voices.

The thread starts with the first sentence. Windows and macOS speak through a running screen reader,
using the library Prism; see `ReaderVoice`. Other systems run a program for each sentence.
"""

from __future__ import annotations

import ctypes
import logging
import shutil
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from red7_desktop import PRODUCT

_LOG: Final = logging.getLogger(__name__)
SENTENCE_TIMEOUT: Final = 40.0
"""Seconds after which a spoken sentence is cut off, because the voice must be stuck."""
MAX_QUEUED: Final = 6
"""Maximum number of sentences in the speech queue; if there are more, the oldest are dropped."""
MAX_FAILURES: Final = 3
"""Number of consecutive failures after which a speech output is no longer used."""
_TIMEOUT: Final = 2.0
"""Maximum time, in seconds, that `Speech.close` waits for the thread to end."""
_POLL: Final = 0.02
"""Seconds between two checks whether a voice has finished or should stop."""


class VoiceError(Exception):
    """Raised if a voice couldn't speak; the message says why."""


class Voice:
    """Base class of speech outputs: a screen reader, or a speech synthesiser of the system.

    `Speech` calls all methods, in its own thread.

    Attributes:
        name: Name of the output in the log.
    """

    name = ""

    def speak(
        self, text: str, language: str, longest: float, is_wanted: Callable[[], bool]
    ) -> None:
        """Speak a text, and return when it has been spoken.

        If a screen reader with a queue of its own speaks the text, return at once.

        Args:
            text: Text to speak.
            language: Code of the text's language, for example "de".
            longest: Maximum time for speaking, in seconds; then the text is cut off.
            is_wanted: Function that returns False as soon as the text should be cut off.

        Raises:
            VoiceError: The voice failed.
        """
        raise NotImplementedError

    def stop(self) -> None:
        """Cancel all texts that are being spoken or queued in another program. Never raises."""

    def close(self) -> None:
        """Release the resources of the voice; it isn't used afterwards."""


class _Sentence(NamedTuple):
    """A text in the speech queue.

    Attributes:
        language: Code of the text's language.
        text: Text to speak.
        hushes: Number of calls of `Speech.stop` before the text was queued. If `Speech.stop` was
            called again since, the text is outdated.
        is_kept: Whether the text must not be dropped from a full queue.
    """

    language: str
    text: str
    hushes: int
    is_kept: bool


class Speech:
    """A queue of sentences that a voice speaks in order.

    Args:
        voice: The voice; None for silence.
        longest: Time limit for one sentence, in seconds.
    """

    def __init__(self, voice: Voice | None = None, longest: float = SENTENCE_TIMEOUT) -> None:
        self._voice = voice
        self._longest = longest
        self._waiting: deque[_Sentence] = deque()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._failures = 0
        self._hushes = 0
        self._wants_silence = False
        self._is_closed = False
        self._said: set[str] = set()

    @property
    def has_voice(self) -> bool:
        return self._voice is not None and self._failures < MAX_FAILURES

    def say(
        self,
        texts: Iterable[str],
        language: str = "en",
        *,
        is_kept: bool = False,
        is_news: bool = True,
    ) -> None:
        """Queue texts and return at once.

        Args:
            texts: Sentences, or paragraphs of a page.
            language: Code of the texts' language.
            is_kept: True for the text of a page, which must be spoken completely even if many texts
                are queued.
            is_news: False to skip texts that were already queued since the last call of `stop`.
        """
        if not self.has_voice:
            return
        with self._changed:
            for text in texts:
                if text.strip() and (is_news or text not in self._said):
                    self._said.add(text)
                    self._waiting.append(_Sentence(language, text, self._hushes, is_kept))
            news = [each for each in self._waiting if not each.is_kept]
            for old in news[: max(0, len(news) - MAX_QUEUED)]:
                self._waiting.remove(old)
            self._changed.notify()
            if self._thread is None and self._waiting:
                self._is_closed = False
                self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop speaking and clear the queue; return at once."""
        with self._changed:
            self._waiting.clear()
            self._said.clear()
            self._hushes += 1
            self._wants_silence = self._thread is not None
            self._changed.notify()

    def close(self) -> None:
        self.stop()
        thread = self._thread
        self._thread = None
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        if thread is not None:
            thread.join(_TIMEOUT)

    # -- in the thread -----------------------------------------------------------------------

    def _run(self) -> None:
        voice = self._voice
        while voice is not None:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._waiting or self._wants_silence or self._is_closed
                )
                is_hushed, self._wants_silence = self._wants_silence, False
                if is_hushed or not self._waiting:
                    sentence = None
                else:
                    sentence = self._waiting.popleft()
                is_over = self._is_closed and sentence is None and not is_hushed
            if is_over:
                voice.close()
                return
            if is_hushed:
                voice.stop()
            elif sentence is not None:
                self._speak(voice, sentence)

    def _speak(self, voice: Voice, sentence: _Sentence) -> None:
        def is_wanted() -> bool:
            return sentence.hushes == self._hushes

        try:
            voice.speak(sentence.text, sentence.language, self._longest, is_wanted)
        except (OSError, ValueError, VoiceError) as error:
            self._failures += 1
            _LOG.warning("The voice %s has failed: %s", voice.name, error)
        else:
            self._failures = 0


# -- a program for each sentence ---------------------------------------------------------------

LANGUAGE: Final = "LANGUAGE"
TEXT: Final = "TEXT"


class CommandVoice(Voice):
    """A voice that runs a program for each sentence.

    Args:
        name: Name for the log.
        command: Command line; LANGUAGE and TEXT are placeholders. Without TEXT the program reads
            the text from its standard input.
        cancel: Command that makes a speech service stop, if the program only passes the text to
            this service. () if ending the program is enough.
    """

    def __init__(self, name: str, command: Sequence[str], cancel: Sequence[str] = ()) -> None:
        self.name = name
        self.command = tuple(command)
        self.cancel = tuple(cancel)

    def speak(
        self, text: str, language: str, longest: float, is_wanted: Callable[[], bool]
    ) -> None:
        import subprocess  # Slow to import, and not needed for the first frame.

        encoding = sys.getfilesystemencoding()
        written = text.encode(encoding, "replace").decode(encoding)
        values = {LANGUAGE: language, TEXT: written}
        reads_input = TEXT not in self.command
        process = subprocess.Popen(
            [values.get(word, word) for word in self.command],
            stdin=subprocess.PIPE if reads_input else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        if process.stdin is not None:
            with suppress(OSError):  # The program ended; its exit status is checked below.
                process.stdin.write(text.encode())
                process.stdin.close()
        deadline = time.monotonic() + longest
        while process.poll() is None:
            if not is_wanted() or time.monotonic() > deadline:
                process.kill()
                process.wait()
                self._cancel()
                return
            with suppress(subprocess.TimeoutExpired):
                process.wait(_POLL)
        if process.returncode > 0:
            raise VoiceError(f"it ended with {process.returncode}")

    def _cancel(self) -> None:
        import subprocess

        if self.cancel:
            with suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run(
                    self.cancel,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=_TIMEOUT / 2,
                    check=False,
                )


# -- the screen reader -------------------------------------------------------------------------

# Bits of `prism_backend_get_features`.
_IS_SUPPORTED: Final = 1 << 0
_SPEAKS: Final = 1 << 2
_TELLS_WHEN_SPEAKING: Final = 1 << 6
_STOPS: Final = 1 << 7
_HAS_VOICES: Final = 1 << 17 | 1 << 19 | 1 << 21
"""Bits that are all set if a backend can list its voices with languages, and select one."""
_OK: Final = (0, 15)
"""Results of `prism_backend_initialize` that mean success: initialised now, or already before."""
AV_SPEECH: Final = 0x28E3429577805C24
"""Identifier of Prism's backend for the voices of macOS, which isn't used.

At its start, this backend requests access to the user's Personal Voice and waits up to two minutes
for the answer. The program `say` is used instead."""
BACKEND_CHECK_INTERVAL: Final = 10.0
"""Seconds between two searches for a preferred speech output.

For example, a screen reader may have been started meanwhile."""
_BEGINS_WITHIN: Final = 0.5
"""Maximum time, in seconds, until a screen reader or voice begins to speak a sentence.

After this time, the program no longer waits for the end of the sentence."""
_LIBRARIES: Final = {"win32": "prism.dll", "darwin": "libprism.dylib"}
_SIGNATURES: Final[dict[str, tuple[Any, tuple[Any, ...]]]] = {
    "prism_init": (ctypes.c_void_p, (ctypes.c_void_p,)),
    "prism_shutdown": (None, (ctypes.c_void_p,)),
    "prism_registry_count": (ctypes.c_size_t, (ctypes.c_void_p,)),
    "prism_registry_id_at": (ctypes.c_uint64, (ctypes.c_void_p, ctypes.c_size_t)),
    "prism_registry_create": (ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_uint64)),
    "prism_backend_free": (None, (ctypes.c_void_p,)),
    "prism_backend_name": (ctypes.c_char_p, (ctypes.c_void_p,)),
    "prism_backend_get_features": (ctypes.c_uint64, (ctypes.c_void_p,)),
    "prism_backend_initialize": (ctypes.c_int, (ctypes.c_void_p,)),
    "prism_backend_speak": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_bool)),
    "prism_backend_stop": (ctypes.c_int, (ctypes.c_void_p,)),
    "prism_backend_is_speaking": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_void_p)),
    "prism_backend_count_voices": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_void_p)),
    "prism_backend_get_voice_language": (
        ctypes.c_int,
        (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p),
    ),
    "prism_backend_set_voice": (ctypes.c_int, (ctypes.c_void_p, ctypes.c_size_t)),
}
"""Result and argument types of Prism's functions, from its header prism.h."""


def load_prism(path: Path) -> Any:
    """Load the library Prism, which speaks through screen readers and system voices.

    Raises:
        OSError: The library can't be loaded.
        AttributeError: The library lacks an expected function.
    """
    library = ctypes.CDLL(str(path))
    for name, (returned, taken) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype = returned
        function.argtypes = taken
    return library


def find_prism(platform: str, folders: Iterable[str]) -> Path | None:
    """Return the path of the speech library Prism; None if it isn't installed.

    The library is part of the package "prismatoid". The package's Python code isn't used, because
    it needs cffi and asyncio, which aren't shipped.

    Args:
        platform: As in `sys.platform`.
        folders: Folders of packages, as in `sys.path`.
    """
    name = _LIBRARIES.get(platform)
    if name is None:
        return None
    places = (Path(folder, "prism", "_native", name) for folder in folders)
    return next((place for place in places if place.is_file()), None)


class _Backend(NamedTuple):
    """A screen reader or system voice that runs and that the Prism library can speak through.

    Attributes:
        handle: Prism's pointer to the opened backend.
        number: Prism's identifier of this kind of backend.
        features: Bit mask of the functions that the backend supports.
        name: Name of the backend in the log.
    """

    handle: int
    number: int
    features: int
    name: str


class ReaderVoice(Voice):
    """Speaks through a running screen reader, or else through the system's voices.

    The Prism library lists screen readers and system voices (its backends) by preference. On
    Windows, these are NVDA, JAWS and others, then OneCore and SAPI; on macOS, VoiceOver. The first
    backend that is running speaks. The choice is updated when a screen reader is started or closed.

    Args:
        load: Function that loads the library; called before the first sentence.
        without: Numbers of backends that must not be used.
        fallback: Voice to use if no backend is running.
        now: Function that returns the time in seconds.
        sleep: Function that waits for a number of seconds.
    """

    name = "Prism"

    def __init__(
        self,
        load: Callable[[], Any],
        without: Collection[int] = (),
        fallback: Voice | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._load = load
        self._without = without
        self._fallback = fallback
        self._now = now
        self._sleep = sleep
        self._library: Any = None
        self._context: int | None = None
        self._backend: _Backend | None = None
        self._language = ""
        self._next_check = -1.0

    def speak(
        self, text: str, language: str, longest: float, is_wanted: Callable[[], bool]
    ) -> None:
        spoken = text.replace("\0", " ").encode()
        backend = self._find_backend()
        if backend is not None and not self._pass_text(backend, spoken, language):
            # The backend was closed since the last sentence, so try the next one.
            self._drop_backend()
            backend = self._find_backend()
            if backend is not None and not self._pass_text(backend, spoken, language):
                raise VoiceError(f"{backend.name} refuses to speak")
        if backend is None:
            if self._fallback is None:
                raise VoiceError("no reader and no voice is running")
            self._fallback.speak(text, language, longest, is_wanted)
        elif backend.features & _TELLS_WHEN_SPEAKING:
            self._wait(backend, longest, is_wanted)

    def stop(self) -> None:
        backend = self._backend
        if backend is not None and backend.features & _STOPS:
            self._library.prism_backend_stop(backend.handle)

    def close(self) -> None:
        self._drop_backend()
        if self._context is not None:
            self._library.prism_shutdown(self._context)
            self._context = None

    def _find_backend(self) -> _Backend | None:
        """Return the screen reader or system voice to speak with; None if none is running.

        The answer is only cached for `BACKEND_CHECK_INTERVAL` seconds, because a screen reader may
        be started or closed at any time.
        """
        if self._now() < self._next_check:
            return self._backend
        if self._context is None:
            try:
                self._library = self._load()
            except (OSError, AttributeError) as error:
                raise VoiceError(str(error)) from error
            self._context = self._library.prism_init(None)
            if self._context is None:
                raise VoiceError("Prism could not be initialised")
        self._next_check = self._now() + BACKEND_CHECK_INTERVAL
        library = self._library
        current = self._backend
        for nth in range(library.prism_registry_count(self._context)):
            number = library.prism_registry_id_at(self._context, nth)
            if current is not None and number == current.number:
                return current
            if number in self._without:
                continue
            try:
                found = self._start_backend(number)
            except OSError as error:  # Raised on Windows for a crash in a backend.
                _LOG.info("The backend %#x is left out: %s", number, error)
                continue
            if found is not None:
                if current is not None:
                    library.prism_backend_free(current.handle)
                self._backend = found
                self._language = ""
                _LOG.info("Speaking with %s.", found.name)
                return found
        return self._backend

    def _start_backend(self, number: int) -> _Backend | None:
        library = self._library
        handle = library.prism_registry_create(self._context, number)
        if handle is None:
            return None
        features = library.prism_backend_get_features(handle)
        is_running = features & _IS_SUPPORTED and features & _SPEAKS
        if not is_running or library.prism_backend_initialize(handle) not in _OK:
            library.prism_backend_free(handle)
            return None
        name = library.prism_backend_name(handle) or b""
        return _Backend(handle, number, features, name.decode("utf-8", "replace"))

    def _drop_backend(self) -> None:
        backend, self._backend = self._backend, None
        self._next_check = -1.0
        if backend is not None:
            self._library.prism_backend_free(backend.handle)

    def _pass_text(self, backend: _Backend, spoken: bytes, language: str) -> bool:
        if language != self._language and backend.features & _HAS_VOICES == _HAS_VOICES:
            self._choose_voice(backend, language)
        self._language = language
        return bool(self._library.prism_backend_speak(backend.handle, spoken, False) == 0)

    def _choose_voice(self, backend: _Backend, language: str) -> None:
        """Select the first voice for a language; if there is none, keep the current voice."""
        library = self._library
        count = ctypes.c_size_t()
        library.prism_backend_count_voices(backend.handle, ctypes.byref(count))
        for nth in range(count.value):
            voice_language = ctypes.c_char_p()
            library.prism_backend_get_voice_language(
                backend.handle, nth, ctypes.byref(voice_language)
            )
            if (
                (voice_language.value or b"")
                .decode("utf-8", "replace")
                .lower()
                .startswith(language)
            ):
                library.prism_backend_set_voice(backend.handle, nth)
                return

    def _wait(self, backend: _Backend, longest: float, is_wanted: Callable[[], bool]) -> None:
        """Wait until a backend has finished its sentence."""
        began = self._now()
        has_begun = False
        while is_wanted() and self._now() - began < longest:
            speaking = ctypes.c_bool()
            code = self._library.prism_backend_is_speaking(backend.handle, ctypes.byref(speaking))
            has_begun = has_begun or speaking.value
            is_late = self._now() - began > _BEGINS_WITHIN
            if code != 0 or (not speaking.value and (has_begun or is_late)):
                return
            self._sleep(_POLL)
        if is_wanted():
            self.stop()  # The backend took too long, so it must be stuck.


def find_voice(
    platform: str = sys.platform,
    which: Callable[[str], str | None] = shutil.which,
    folders: Sequence[str] | None = None,
) -> Voice | None:
    """Return the speech output of this system; None if it has none.

    Windows has screen readers and system voices, macOS has VoiceOver and the program `say`, other
    systems have speech-dispatcher.

    Args:
        platform: As in `sys.platform`.
        which: Function that finds a program on the search path, like `shutil.which`.
        folders: Folders of packages; None for `sys.path`.
    """
    library = find_prism(platform, sys.path if folders is None else folders)
    if platform == "win32":
        if library is None:
            return None
        return ReaderVoice(lambda: load_prism(library))
    if platform == "darwin":
        say = which("say")
        if say is None:
            plain = None
        else:
            plain = CommandVoice("say", (say, "-f", "-"))
        if library is None:
            return plain
        return ReaderVoice(lambda: load_prism(library), {AV_SPEECH}, plain)
    program = which("spd-say")
    if program is None:
        return None
    options = ("--wait", "--application-name", PRODUCT, "--language", LANGUAGE, "--", TEXT)
    return CommandVoice("spd-say", (program, *options), (program, "--cancel"))
