"""Speaking: by the system's own programs, here by one that only writes down what it was told."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from red7_desktop.kit.sound.speech import (
    AV_SPEECH,
    BACKEND_CHECK_INTERVAL,
    MAX_FAILURES,
    MAX_QUEUED,
    CommandVoice,
    ReaderVoice,
    Speech,
    VoiceError,
    find_prism,
    find_voice,
    load_prism,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")
LONG = 20.0
"""Seconds after which a test gives up."""


class Booth:
    """A folder on the path with a voice in it, and what that voice has been told."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.told_in = folder / "told"
        os.mkfifo(folder / "gate")
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    def put(self, name: str, body: str) -> None:
        """Put a program on the path; `$told` in it is the file that it writes to."""
        program = self.folder / name
        paths = f"told='{self.told_in}'\ngate='{self.folder}/gate'"
        program.write_text(f"#!/bin/sh\n{paths}\necho $$ >> '{self.folder}/started'\n{body}\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    @property
    def told(self) -> list[str]:
        return self.told_in.read_text().splitlines() if self.told_in.exists() else []

    def has_heard(self, count: int) -> Callable[[], bool]:
        """Return a question: has the voice been told so many sentences?"""
        return lambda: len(self.told) == count

    def is_left(self) -> bool:
        """Whether one of its voices still runs, or has died and no one has waited for it."""
        started = [int(line) for line in (self.folder / "started").read_text().split()]
        assert started
        return any(is_process(number) for number in started)

    def open_gate(self) -> None:
        """Let a voice that waits at the gate go on; returns once it has."""
        (self.folder / "gate").write_text("go\n")


def is_process(number: int) -> bool:
    """Whether a process has this number; zombies count."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def booth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Booth:
    return Booth(tmp_path, monkeypatch)


@pytest.fixture
def speech(booth: Booth) -> Iterator[Speech]:
    """A speech-dispatcher whose voice waits at the gate after each sentence."""
    booth.put(
        "spd-say",
        'if [ "$1" = --cancel ]; then echo cancel >> "$told"; exit; fi\n'
        'for last; do :; done; echo "$last" >> "$told"\nread -r x < "$gate"',
    )
    speaking = Speech(find_voice("linux"))
    yield speaking
    speaking.close()


def wait_until(is_so: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(int(LONG / 0.01)):
        if is_so():
            return
        pause.wait(0.01)
    raise AssertionError("it does not happen")


def test_speech_without_a_voice_program_is_silent() -> None:
    silent = Speech(find_voice("linux", lambda name: None))
    assert not silent.has_voice
    silent.say(["Nobody hears this."])
    silent.stop()
    silent.close()


@pytest.mark.parametrize(
    ("platform", "program"), [("linux", "spd-say"), ("freebsd14", "spd-say"), ("darwin", "say")]
)
def test_system_voice_is_used_without_a_screen_reader(platform: str, program: str) -> None:
    found = find_voice(platform, lambda name: f"/bin/{name}" if name == program else None, [])
    assert isinstance(found, CommandVoice)
    assert found.name == program
    assert found.command[0] == f"/bin/{program}"


def test_windows_without_the_screen_reader_library_has_no_voice() -> None:
    assert find_voice("win32", lambda name: f"/bin/{name}", []) is None


@pytest.mark.parametrize(
    ("platform", "file"), [("win32", "prism.dll"), ("darwin", "libprism.dylib")]
)
def test_screen_reader_library_is_found_in_its_package(
    tmp_path: Path, platform: str, file: str
) -> None:
    library = tmp_path / "prism" / "_native" / file
    library.parent.mkdir(parents=True)
    library.touch()

    assert find_prism(platform, ["/nowhere", str(tmp_path)]) == library
    assert isinstance(find_voice(platform, lambda name: name, [str(tmp_path)]), ReaderVoice)


def test_text_is_never_passed_as_an_option() -> None:
    voice = find_voice("linux", lambda name: name)
    assert isinstance(voice, CommandVoice)
    assert voice.command[-2:] == ("--", "TEXT")


def test_sentences_are_spoken_in_order_without_blocking(booth: Booth, speech: Speech) -> None:
    speech.say(["One.", "Two."])
    speech.say(["Three."])
    for count in (1, 2, 3):
        wait_until(booth.has_heard(count))
        assert booth.told == ["One.", "Two.", "Three."][:count]
        booth.open_gate()


def test_voice_can_read_text_from_standard_input(booth: Booth) -> None:
    booth.put("say", 'cat >> "$told"; echo >> "$told"')
    speaking = Speech(find_voice("darwin", folders=[]))
    speaking.say(["Żółty 4 schlägt grün 2."], "pl")
    wait_until(lambda: booth.told == ["Żółty 4 schlägt grün 2."])
    speaking.close()


IN_ASCII = r"""
import time

from red7_desktop.kit.sound.speech import Speech
from red7_desktop.kit.sound.speech import CommandVoice, find_voice

def wait_for(speech):
    while speech._waiting:
        time.sleep(0.01)
    speech._is_closed = True
    with speech._changed:
        speech._changed.notify()
    speech._thread.join()


speaking = Speech(find_voice("linux"))
speaking.say(["Za\u017c\xf3\u0142\u0107 plays green 2.", "One."])
wait_for(speaking)
raw = Speech(CommandVoice("raw", ("spd-say", "\0")))
raw.say(["Hello?"])
wait_for(raw)
"""
"""What a system without any but English letters runs."""


def test_text_outside_the_locale_is_spoken_with_replaced_letters(
    booth: Booth,
) -> None:
    booth.put("spd-say", 'for last; do :; done; echo "$last" >> "$told"')
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ended = subprocess.run(
        [sys.executable, "-c", IN_ASCII],
        env={**os.environ, **locale},
        capture_output=True,
        text=True,
        check=True,
        timeout=LONG,
    )
    assert booth.told == ["Za???? plays green 2.", "One."]
    assert "The voice raw has failed" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_hush_stops_speech_and_clears_the_queue(booth: Booth, speech: Speech) -> None:
    speech.say(["One.", "Two.", "Three."])
    wait_until(lambda: booth.told == ["One."])
    speech.stop()
    speech.say(["Four."])
    wait_until(lambda: "Four." in booth.told)
    assert booth.told == ["One.", "cancel", "Four."]


def test_outdated_sentences_are_dropped(booth: Booth, speech: Speech) -> None:
    speech.say(["One."])
    wait_until(lambda: booth.told == ["One."])
    speech.say([str(n) for n in range(20)])
    spoken = 1
    while spoken < MAX_QUEUED + 1:
        booth.open_gate()
        spoken += 1
        wait_until(booth.has_heard(spoken))
    assert booth.told == ["One.", *map(str, range(20 - MAX_QUEUED, 20))]


def test_text_of_a_page_is_never_dropped(booth: Booth, speech: Speech) -> None:
    speech.say(["One."])
    wait_until(lambda: booth.told == ["One."])
    paragraphs = [str(n) for n in range(MAX_QUEUED + 2)]

    speech.say(paragraphs, is_kept=True)

    for count in range(2, len(paragraphs) + 2):
        booth.open_gate()
        wait_until(booth.has_heard(count))
    assert booth.told == ["One.", *paragraphs]


def test_stuck_voice_is_killed(booth: Booth) -> None:
    booth.put("spd-say", 'for last; do :; done; echo "$last" >> "$told"\nexec sleep 600')
    speaking = Speech(find_voice("linux"), longest=0.05)
    speaking.say(["One.", "Two."])
    wait_until(lambda: booth.told[-1:] == ["Two."])
    speaking.close()
    assert not booth.is_left()


def test_voice_program_is_given_up_after_repeated_failures(booth: Booth) -> None:
    booth.put("spd-say", 'echo tried >> "$told"; exit 1')
    speaking = Speech(find_voice("linux"))
    for _ in range(MAX_FAILURES):
        assert speaking.has_voice
        before = len(booth.told)
        speaking.say(["Hello?"])
        wait_until(booth.has_heard(before + 1))
    wait_until(lambda: not speaking.has_voice)
    speaking.close()


def test_voice_program_that_cannot_start_is_no_error() -> None:
    speaking = Speech(CommandVoice("broken", ("/nowhere/at/all",)))
    speaking.say(["Hello?"] * MAX_FAILURES)
    wait_until(lambda: not speaking.has_voice)
    speaking.close()


# -- the screen reader -------------------------------------------------------------------------

READER, VOICES = 103, 98
"""Numbers of two backends, a screen reader and the voices of the system."""
FEATURES = {READER: 0b1000_0101, VOICES: 0b1100_0101 | 0b10111 << 17}


class FakePrism:
    """Behaves like the library: handles are numbers of backends, `running` those that work."""

    def __init__(self, *running: int) -> None:
        self.running = set(running)
        self.said: list[tuple[int, str]] = []
        self.voices = ["en-US", "pl-PL"]
        self.voice = 0
        self.busy_for = 0
        self.stopped = 0
        self.freed: list[int] = []

    def prism_init(self, config: None) -> int:
        return 1

    def prism_shutdown(self, context: int) -> None:
        self.running.clear()

    def prism_registry_count(self, context: int) -> int:
        return len(FEATURES)

    def prism_registry_id_at(self, context: int, nth: int) -> int:
        return list(FEATURES)[nth]

    def prism_registry_create(self, context: int, number: int) -> int:
        return number

    def prism_backend_free(self, handle: int) -> None:
        self.freed.append(handle)

    def prism_backend_name(self, handle: int) -> bytes:
        return str(handle).encode()

    def prism_backend_get_features(self, handle: int) -> int:
        return FEATURES[handle] if handle in self.running else FEATURES[handle] & ~1

    def prism_backend_initialize(self, handle: int) -> int:
        return 0 if handle in self.running else 16

    def prism_backend_speak(self, handle: int, text: bytes, interrupts: bool) -> int:
        if handle not in self.running:
            return 9
        self.said.append((handle, text.decode()))
        return 0

    def prism_backend_stop(self, handle: int) -> int:
        self.stopped += 1
        return 0

    def prism_backend_is_speaking(self, handle: int, answer: Any) -> int:
        answer._obj.value = self.busy_for > 0
        self.busy_for -= 1
        return 0

    def prism_backend_count_voices(self, handle: int, answer: Any) -> int:
        answer._obj.value = len(self.voices)
        return 0

    def prism_backend_get_voice_language(self, handle: int, nth: int, answer: Any) -> int:
        answer._obj.value = self.voices[nth].encode()
        return 0

    def prism_backend_set_voice(self, handle: int, nth: int) -> int:
        self.voice = nth
        return 0


class FakeTime:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def build_reader(prism: FakePrism, clock: FakeTime, **options: Any) -> ReaderVoice:
    return ReaderVoice(lambda: prism, now=clock, sleep=clock.sleep, **options)


def speak(voice: ReaderVoice, text: str, language: str = "en") -> None:
    voice.speak(text, language, LONG, lambda: True)


def test_screen_reader_is_preferred_and_keeps_its_voice() -> None:
    prism = FakePrism(READER, VOICES)

    speak(build_reader(prism, FakeTime()), "Żółty 4", "pl")

    assert prism.said == [(READER, "Żółty 4")]
    assert prism.voice == 0


def test_voice_of_the_language_is_chosen_without_a_screen_reader() -> None:
    prism = FakePrism(VOICES)

    speak(build_reader(prism, FakeTime()), "Żółty 4", "pl")

    assert prism.said == [(VOICES, "Żółty 4")]
    assert prism.voice == 1


def test_screen_reader_started_later_takes_over_the_speech() -> None:
    prism = FakePrism(VOICES)
    clock = FakeTime()
    voice = build_reader(prism, clock)
    speak(voice, "One.")
    prism.running.add(READER)

    speak(voice, "Two.")
    clock.now += BACKEND_CHECK_INTERVAL
    speak(voice, "Three.")

    assert prism.said == [(VOICES, "One."), (VOICES, "Two."), (READER, "Three.")]


def test_sentence_goes_to_the_next_backend_after_the_reader_closed() -> None:
    prism = FakePrism(READER, VOICES)
    voice = build_reader(prism, FakeTime())
    speak(voice, "One.")
    prism.running.remove(READER)

    speak(voice, "Two.")

    assert prism.said == [(READER, "One."), (VOICES, "Two.")]
    assert READER in prism.freed


def test_backend_that_raises_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    prism = FakePrism(READER, VOICES)
    features = prism.prism_backend_get_features

    def raise_in_reader(handle: int) -> int:
        if handle == READER:
            raise OSError("[WinError -529697949]")
        return features(handle)

    monkeypatch.setattr(prism, "prism_backend_get_features", raise_in_reader)

    speak(build_reader(prism, FakeTime()), "One.")

    assert prism.said == [(VOICES, "One.")]


def test_sentence_is_awaited_and_cut_off_after_a_timeout() -> None:
    prism = FakePrism(VOICES)
    clock = FakeTime()
    voice = build_reader(prism, clock)
    prism.busy_for = 50

    speak(voice, "One.")
    said_after = clock.now
    prism.busy_for = 10**6
    voice.speak("Two.", "en", 3.0, lambda: True)

    assert said_after == pytest.approx(1.0)
    assert clock.now - said_after == pytest.approx(3.0, abs=0.1)
    assert prism.stopped == 1


def test_fallback_voice_speaks_when_every_backend_is_excluded() -> None:
    class Plain(CommandVoice):
        def __init__(self) -> None:
            super().__init__("plain", ())
            self.said: list[str] = []

        def speak(self, text: str, *others: object) -> None:
            self.said.append(text)

    plain = Plain()

    speak(build_reader(FakePrism(VOICES), FakeTime(), without={VOICES}, fallback=plain), "One.")

    assert plain.said == ["One."]
    assert AV_SPEECH not in FEATURES


def test_speech_is_silent_without_backends(tmp_path: Path) -> None:
    broken = tmp_path / "prism.dll"
    broken.write_bytes(b"no library")
    for voice in (
        build_reader(FakePrism(), FakeTime()),
        ReaderVoice(lambda: load_prism(broken)),
    ):
        with pytest.raises(VoiceError):
            speak(voice, "One.")
        voice.close()
    silent = Speech(ReaderVoice(lambda: load_prism(broken)))
    for _ in range(MAX_FAILURES):
        silent.say(["Hello?"])
    wait_until(lambda: not silent.has_voice)
    silent.close()


def test_stop_clears_the_screen_readers_queue() -> None:
    prism = FakePrism(READER)
    speaking = Speech(build_reader(prism, FakeTime()))
    speaking.say(["One."])
    wait_until(lambda: prism.said == [(READER, "One.")])

    speaking.stop()

    wait_until(lambda: prism.stopped == 1)
    speaking.close()
    assert not prism.running
