"""Speaking: by the system's own programs, here by one that only writes down what it was told."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from red7_desktop.kit.sound.speech import MOST_FAILURES, MOST_WAITING, Speech, Voice, find_voice

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
    """Whether there is a process of this number, be it a dead one that waits to be reaped."""
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


def test_no_voice_is_silence_and_no_error() -> None:
    silent = Speech(find_voice("linux", lambda name: None))
    assert not silent.is_there
    silent.say(["Nobody hears this."])
    silent.hush()
    silent.close()


@pytest.mark.parametrize(
    ("platform", "program", "name"),
    [
        ("linux", "spd-say", "spd-say"),
        ("freebsd14", "spd-say", "spd-say"),
        ("darwin", "say", "say"),
        ("win32", "powershell", "SAPI"),
    ],
)
def test_every_system_has_its_own_voice(platform: str, program: str, name: str) -> None:
    found = find_voice(platform, lambda asked: f"/bin/{asked}" if asked == program else None)
    assert found is not None
    assert found.name == name
    assert found.command[0] == f"/bin/{program}"


def test_text_never_becomes_an_option_or_a_part_of_a_script() -> None:
    for platform in ("linux", "darwin", "win32"):
        voice = find_voice(platform, lambda name: name)
        assert voice is not None
        assert (voice.command[-2:] == ("--", "TEXT")) == (platform == "linux")
        assert ("TEXT" in voice.command) == (platform == "linux")


def test_sentences_are_spoken_in_their_order_and_nobody_waits(booth: Booth, speech: Speech) -> None:
    speech.say(["One.", "Two."])
    speech.say(["Three."])
    for count in (1, 2, 3):
        wait_until(booth.has_heard(count))
        assert booth.told == ["One.", "Two.", "Three."][:count]
        booth.open_gate()


def test_a_voice_may_read_its_text_from_the_input(booth: Booth) -> None:
    booth.put("say", 'cat >> "$told"; echo >> "$told"')
    speaking = Speech(find_voice("darwin"))
    speaking.say(["Żółty 4 schlägt grün 2."], "pl")
    wait_until(lambda: booth.told == ["Żółty 4 schlägt grün 2."])
    speaking.close()


IN_ASCII = r"""
from red7_desktop.kit.sound.speech import Speech
from red7_desktop.kit.sound.speech import Voice, find_voice

speaking = Speech(find_voice("linux"))
speaking.say(["Za\u017c\xf3\u0142\u0107 plays green 2.", "One."])
speaking._waiting.put(None)
speaking._thread.join()
raw = Speech(Voice("raw", ("spd-say", "\0")))
raw.say(["Hello?"])
raw._waiting.put(None)
raw._thread.join()
"""
"""What a system without any but English letters runs."""


def test_letters_that_the_systems_locale_does_not_know_do_not_silence_the_voice(
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


def test_hush_stops_the_sentence_and_forgets_the_others(booth: Booth, speech: Speech) -> None:
    speech.say(["One.", "Two.", "Three."])
    wait_until(lambda: booth.told == ["One."])
    speech.hush()
    speech.say(["Four."])
    wait_until(lambda: "Four." in booth.told)
    assert booth.told == ["One.", "cancel", "Four."]


def test_old_news_is_left_out_when_too_much_happens(booth: Booth, speech: Speech) -> None:
    speech.say(["One."])
    wait_until(lambda: booth.told == ["One."])
    speech.say([str(n) for n in range(20)])
    spoken = 1
    while spoken < MOST_WAITING + 1:
        booth.open_gate()
        spoken += 1
        wait_until(booth.has_heard(spoken))
    assert booth.told == ["One.", *map(str, range(20 - MOST_WAITING, 20))]


def test_a_voice_that_gets_stuck_is_cut_off(booth: Booth) -> None:
    booth.put("spd-say", 'for last; do :; done; echo "$last" >> "$told"\nexec sleep 600')
    speaking = Speech(find_voice("linux"), longest=0.05)
    speaking.say(["One.", "Two."])
    wait_until(lambda: booth.told[-1:] == ["Two."])
    speaking.close()
    assert not booth.is_left()


def test_a_voice_that_fails_is_given_up(booth: Booth) -> None:
    booth.put("spd-say", 'echo tried >> "$told"; exit 1')
    speaking = Speech(find_voice("linux"))
    for _ in range(MOST_FAILURES):
        assert speaking.is_there
        before = len(booth.told)
        speaking.say(["Hello?"])
        wait_until(booth.has_heard(before + 1))
    wait_until(lambda: not speaking.is_there)
    speaking.close()


def test_a_program_that_cannot_be_started_is_no_error() -> None:
    speaking = Speech(Voice("broken", ("/nowhere/at/all",)))
    speaking.say(["Hello?"] * MOST_FAILURES)
    wait_until(lambda: not speaking.is_there)
    speaking.close()
