"""Checks how the sound player is opened and closed, and how it does without devices and files."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.kit.sound.audio import FILE as AMBIENCE
from red7_desktop.kit.sound.audio import Ambience, Job, run_in_background
from red7_desktop.kit.sound.cues import Cue, Sound, files_of
from red7_desktop.resources import asset_path
from tests.unit.kit.sound_player import OWN, Player


@pytest.fixture(autouse=True)
def _mixer() -> Iterator[None]:
    """Begin and end every test without a device."""
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def opened() -> Player:
    """Give an open player of the program's own sounds."""
    player = Player(asset_path("sounds"))
    player.audio.open()
    return player


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def refuse(*arguments: object) -> None:
    raise pygame.error("no such device")


# -- the ambience --------------------------------------------------------------------------


def test_the_ambience_sounds_while_it_is_wanted_and_somebody_is_there() -> None:
    player = opened()
    music, ambience = pygame.mixer.music, player.audio.ambience
    assert not music.get_busy()
    ambience.loudness = 0.5
    assert music.get_busy()
    player.audio.rest()
    assert pygame.mixer.get_init() is not None
    ambience.is_away = True
    assert not ambience.is_wanted
    player.audio.rest()
    assert pygame.mixer.get_init() is None
    player.audio.wake()
    assert not music.get_busy()
    ambience.is_away = False
    assert music.get_busy()


def test_without_its_file_there_is_no_ambience_and_that_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / AMBIENCE).write_bytes(b"OggS")
    ambience = Ambience(tmp_path)
    pygame.mixer.init()
    for loudness in (0.5, 0.4):
        ambience.loudness = loudness
    assert len(warnings_in(caplog)) == 1


# -- opening -------------------------------------------------------------------------------


def test_nothing_is_opened_till_it_is_asked_for() -> None:
    player = Player(asset_path("sounds"))
    assert not player.audio.play(Sound.PLACE)
    assert pygame.mixer.get_init() is None


def test_every_sound_of_the_program_can_be_played(caplog: pytest.LogCaptureFixture) -> None:
    player = opened()
    for sound in (*Sound, *OWN):
        pygame.mixer.stop()
        assert player.audio.play(sound), sound
    assert warnings_in(caplog) == []


def test_opening_twice_opens_once() -> None:
    jobs: list[Job] = []
    player = Player(asset_path("sounds"), run=jobs.append)
    player.audio.open()
    player.audio.open()
    jobs[0]()
    player.audio.open()
    assert len(jobs) == 1
    assert player.audio.is_open


def test_in_the_background_a_thread_opens_it() -> None:
    player = Player(asset_path("sounds"), run=run_in_background)
    names: list[str] = []
    real = pygame.mixer.init

    def init(*arguments: Any) -> None:
        names.append(threading.current_thread().name)
        real(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.mixer, "init", init)
        player.audio.open()
        player.audio.close()
    assert names == ["audio"]


def test_slow_files_hold_nothing_up() -> None:
    gate, real = threading.Event(), pygame.mixer.Sound
    waited: list[bool] = []

    def read(file: Path) -> pygame.mixer.Sound:
        waited.append(gate.wait(60))
        return real(file)

    player = Player(asset_path("sounds"), run=run_in_background)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.mixer, "Sound", read)
        player.audio.open()
        assert not player.audio.play(Sound.DEAL)
        gate.set()
        player.audio.close()
    assert waited
    assert all(waited)


def test_closing_gives_the_device_back() -> None:
    player = opened()
    assert pygame.mixer.get_init() is not None
    player.audio.close()
    assert pygame.mixer.get_init() is None
    assert not player.audio.play(Sound.PLACE)


def test_closing_waits_for_a_device_that_is_being_opened() -> None:
    gate, real = threading.Event(), pygame.mixer.init

    def init(*arguments: Any) -> None:
        gate.wait()
        real(*arguments)

    player = Player(asset_path("sounds"), run=run_in_background)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.mixer, "init", init)
        player.audio.open()
        threading.Timer(0.05, gate.set).start()
        player.audio.close()
    assert gate.is_set()
    assert pygame.mixer.get_init() is None


def test_closing_what_was_never_opened_is_nothing() -> None:
    Player(asset_path("sounds")).audio.close()


# -- no device, bad files ------------------------------------------------------------------


def test_without_a_device_there_is_silence_and_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    player = Player(asset_path("sounds"))
    with monkeypatch.context() as patch:
        patch.setattr(pygame.mixer, "init", refuse)
        for _ in range(3):
            player.audio.open()
        assert not player.audio.is_open
        assert not player.audio.play(Sound.WIN)
        player.audio.perform([Cue(0.0, Sound.DEAL), Cue(0.1, Sound.DEAL)])
        player.wait(1.0)
        player.audio.loudness = 0.0
        player.audio.hush()
        player.audio.close()
    assert warnings_in(caplog) == ["There is no sound: no such device"]


def test_a_driver_that_is_not_there_is_no_device(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "carrier pigeon")
    player = Player(asset_path("sounds"))
    player.audio.open()
    assert not player.audio.is_open
    assert len(warnings_in(caplog)) == 1


def test_a_device_that_comes_later_is_found_when_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = Player(asset_path("sounds"))
    with monkeypatch.context() as patch:
        patch.setattr(pygame.mixer, "init", refuse)
        player.audio.open()
    player.audio.open()
    assert player.audio.play(Sound.TURN)


def test_missing_and_damaged_files_are_told_once_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "sounds"
    shutil.copytree(asset_path("sounds"), folder)
    (folder / "win.ogg").unlink()
    (folder / "deal_2.ogg").unlink()
    (folder / "nope.ogg").write_bytes((folder / "nope.ogg").read_bytes()[:40])
    (folder / "turn.ogg").write_bytes(b"not a sound at all")
    (folder / "pick.ogg").write_bytes(b"")
    player = Player(folder)
    player.audio.open()
    silent = set()
    for sound in Sound:
        pygame.mixer.stop()
        if not player.audio.play(sound):
            silent.add(sound)
    assert silent == {Sound.WIN, Sound.NOPE, Sound.TURN, Sound.PICK}
    (line,) = warnings_in(caplog)
    named = {name for sound in Sound for name in files_of(sound) if f" {name} (" in line}
    assert named == {"win.ogg", "deal_2.ogg", "nope.ogg", "turn.ogg", "pick.ogg"}


def test_a_folder_that_is_not_there_is_silence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    player = Player(tmp_path / "nowhere")
    player.audio.open()
    assert not any(player.audio.play(sound) for sound in Sound)
    assert len(warnings_in(caplog)) == 1


def test_a_mixer_that_goes_away_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    player = opened()
    pygame.mixer.quit()
    assert not player.audio.play(Sound.DEAL)
    assert not player.audio.play(Sound.PLACE)
    assert len(warnings_in(caplog)) == 1
    player.audio.open()
    assert player.audio.play(Sound.PLACE)


def test_a_mixer_that_goes_away_while_sounds_are_read_is_no_trouble_of_the_files(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    read = pygame.mixer.Sound

    def read_and_close(path: Path) -> pygame.mixer.Sound:
        sound = read(path)
        pygame.mixer.quit()
        return sound

    monkeypatch.setattr(pygame.mixer, "Sound", read_and_close)
    player = Player(asset_path("sounds"))
    player.audio.open()
    assert not player.audio.is_open
    assert warnings_in(caplog) == ["There is no sound any more: the mixer was closed"]


# -- resting -------------------------------------------------------------------------------


def test_at_rest_the_device_is_given_back_and_the_sounds_stay() -> None:
    player = opened()
    player.audio.rest()
    assert pygame.mixer.get_init() is None
    player.audio.wake()
    assert player.audio.is_open
    assert player.audio.play(Sound.PLACE)


def test_a_sound_that_comes_at_rest_is_heard_a_moment_later() -> None:
    player = opened()
    player.audio.rest()
    assert player.audio.play(Sound.PLACE)
    assert not pygame.mixer.get_busy()
    player.clock.step(0.05)
    player.timers.tick()
    assert pygame.mixer.get_busy()


def test_no_rest_is_taken_while_something_sounds() -> None:
    player = opened()
    player.audio.play(Sound.PLACE)
    player.audio.rest()
    assert player.audio.is_open


def test_silence_does_not_wake_the_device() -> None:
    player = opened()
    player.audio.rest()
    player.audio.loudness = 0.0
    player.audio.wake()
    assert pygame.mixer.get_init() is None
    player.audio.loudness = 1.0
    player.audio.wake()
    assert player.audio.is_open


def test_a_device_that_was_never_opened_is_not_woken() -> None:
    player = Player(asset_path("sounds"))
    player.audio.rest()
    player.audio.wake()
    assert pygame.mixer.get_init() is None
