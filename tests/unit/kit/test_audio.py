"""The sound player: how it opens, closes and does without, what it plays, and how loud."""

from __future__ import annotations

import logging
import shutil
import threading
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.sound import audio
from red7_desktop.kit.sound.audio import FILE as AMBIENCE
from red7_desktop.kit.sound.cues import TAKES, Cue, Sound, list_files
from red7_desktop.resources import asset_path
from red7_desktop.scene.animation import SteppedClock, Timers

OWN: Final = CATALOGUE["red7"].view().table.sounds
SOME: Final = (Sound.DEAL, Sound.SLIDE, Sound.PLACE, Sound.COUNT, Sound.HOVER)


class Player:
    """An audio with a clock of the test's own; `heard` says what the mixer is playing."""

    def __init__(
        self,
        folder: Path,
        run: Callable[[audio.Job], None] = lambda job: job(),
        loudness: float = 1.0,
    ) -> None:
        self.clock = SteppedClock()
        self.timers = Timers(self.clock)
        self.audio = audio.Audio(
            folder, self.clock, self.timers, sounds=lambda: OWN, loudness=loudness, run=run
        )

    def wait(self, seconds: float) -> None:
        self.clock.step(seconds)
        self.timers.tick()

    @property
    def heard(self) -> list[str]:
        """The files that are being played, known by their lengths (see `write_long_sounds`)."""
        playing = [pygame.mixer.Channel(n).get_sound() for n in range(audio.CHANNELS)]
        lengths = [round(10 * sound.get_length()) for sound in playing if sound is not None]
        return [LONG_NAMES[length - FIRST_LENGTH] for length in lengths]


LONG_NAMES: Final = [name for sound in SOME for name in list_files(sound)]
FIRST_LENGTH: Final = 50
"""Tenths of a second of the first of the long sounds; each is a tenth longer than the last."""


def write_long_sounds(folder: Path) -> None:
    """Write a sound for each of the long names; the mixer does not mind that they are WAV."""
    for nth, name in enumerate(LONG_NAMES):
        with wave.open(str(folder / name), "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(1)
            out.setframerate(11025)
            out.writeframes(b"\x80" * round(1102.5 * (FIRST_LENGTH + nth)))


# == Opening and closing of the sound player, with missing devices and files.


@pytest.fixture(autouse=True)
def _mixer() -> Iterator[None]:
    """Begin and end every test without a device."""
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def opened() -> Player:
    player = Player(asset_path("sounds"))
    player.audio.open()
    return player


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def refuse(*arguments: object) -> None:
    raise pygame.error("no such device")


# -- what goes round -----------------------------------------------------------------------

MUSIC: Final = [asset_path("music", f"{name}.ogg") for name in ("evening", "lamplight")]


def behind() -> list[float]:
    found = [pygame.mixer.Channel(n).get_sound() for n in range(audio.CHANNELS, audio.CHANNELS + 4)]
    return sorted(round(sound.get_length()) for sound in found if sound is not None)


def test_ambience_plays_while_wanted_and_somebody_is_there() -> None:
    player = opened()
    ambience = player.audio.ambience
    assert not behind()
    ambience.configure(0.5)
    assert behind() == [44]
    player.audio.suspend()
    player.audio.stop_all()
    player.audio.loudness = 0.0
    assert behind() == [44]
    player.audio.is_away = True
    assert not ambience.is_wanted
    player.audio.suspend()
    assert pygame.mixer.get_init() is None
    player.audio.loudness = 1.0
    player.audio.resume()
    assert not behind()
    player.audio.is_away = False
    assert behind() == [44]


def test_music_cross_fades() -> None:
    player = opened()
    music = player.audio.music
    music.configure(music.loudness, MUSIC)
    assert not behind()
    music.configure(0.5)
    assert behind() == [91]
    player.wait(audio.PIECE_SECONDS)
    assert behind() == [81, 91]
    music.configure(music.loudness, MUSIC[:1])
    player.wait(audio.PIECE_SECONDS)
    assert behind()[-1] == 91


def test_loops_wait_for_free_channels() -> None:
    jobs: list[Callable[[], None]] = []
    pygame.mixer.init()
    clock = SteppedClock()
    behind = audio.LoopPlayer(
        (8, 9), clock, Timers(clock), jobs.append, [asset_path("sounds", AMBIENCE)]
    )
    behind.configure(0.5)
    assert not jobs
    pygame.mixer.set_num_channels(10)
    behind.update()
    assert len(jobs) == 1


def test_music_resumes_where_it_was_paused() -> None:
    player = opened()
    music = player.audio.music
    music.configure(music.loudness, MUSIC[:1])
    music.configure(0.5)
    channels = [pygame.mixer.Channel(n) for n in range(audio.CHANNELS + 2, audio.CHANNELS + 4)]
    (whole,) = [sound.get_raw() for channel in channels if (sound := channel.get_sound())]
    player.wait(10.0)
    player.audio.is_away = True
    player.wait(30.0)
    player.audio.is_away = False
    raws = [sound.get_raw() for channel in channels if (sound := channel.get_sound())]
    assert whole[10 * 44100 * 4 :] + whole[: 10 * 44100 * 4] in raws


def test_missing_music_file_is_reported_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / AMBIENCE).write_bytes(b"OggS")
    player = Player(tmp_path)
    pygame.mixer.init()
    pygame.mixer.set_num_channels(audio.CHANNELS + 4)
    for loudness in (0.5, 0.4):
        player.audio.ambience.configure(loudness)
    assert len(warnings_in(caplog)) == 1


def test_device_stays_open_while_a_loop_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    player = opened()
    is_loading, may_go_on = threading.Event(), threading.Event()
    was_open: list[bool] = []

    def load_slowly(file: Path) -> pygame.mixer.Sound:
        is_loading.set()
        may_go_on.wait()
        was_open.append(pygame.mixer.get_init() is not None)
        return pygame.mixer.Sound(file)

    monkeypatch.setattr(audio, "read_loop", load_slowly)
    loading = threading.Thread(target=player.audio.music.configure, args=(0.5, MUSIC[:1]))
    closing = threading.Thread(target=player.audio.close)
    loading.start()
    is_loading.wait()
    closing.start()
    closing.join(0.2)
    may_go_on.set()
    loading.join()
    closing.join()

    assert was_open == [True]
    assert pygame.mixer.get_init() is None


# -- opening -------------------------------------------------------------------------------


def test_every_sound_can_be_played(caplog: pytest.LogCaptureFixture) -> None:
    player = opened()
    for sound in (*Sound, *OWN):
        pygame.mixer.stop()
        assert player.audio.play(sound), sound
    assert warnings_in(caplog) == []


def test_closing_releases_the_device() -> None:
    player = opened()
    assert pygame.mixer.get_init() is not None
    player.audio.close()
    assert pygame.mixer.get_init() is None
    assert not player.audio.play(Sound.PLACE)


def test_closing_waits_for_a_device_being_opened() -> None:
    gate, real = threading.Event(), pygame.mixer.init

    def init(*arguments: Any) -> None:
        gate.wait()
        real(*arguments)

    player = Player(asset_path("sounds"), run=audio.run_in_background)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame.mixer, "init", init)
        player.audio.open()
        threading.Timer(0.05, gate.set).start()
        player.audio.close()
    assert gate.is_set()
    assert pygame.mixer.get_init() is None


# -- no device, bad files ------------------------------------------------------------------


def test_missing_device_is_silent_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    player = Player(asset_path("sounds"))
    with monkeypatch.context() as patch:
        patch.setattr(pygame.mixer, "init", refuse)
        for _ in range(3):
            player.audio.open()
        assert not player.audio.is_open
        assert not player.audio.play(Sound.WIN)
        player.audio.schedule([Cue(0.0, Sound.DEAL), Cue(0.1, Sound.DEAL)])
        player.wait(1.0)
        player.audio.loudness = 0.0
        player.audio.stop_all()
        player.audio.close()
    assert warnings_in(caplog) == ["There is no sound: no such device"]


def test_missing_and_damaged_sounds_are_reported_once(
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
    named = {name for sound in Sound for name in list_files(sound) if f" {name} (" in line}
    assert named == {"win.ogg", "deal_2.ogg", "nope.ogg", "turn.ogg", "pick.ogg"}


def test_failing_mixer_is_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    player = opened()
    pygame.mixer.quit()
    assert not player.audio.play(Sound.DEAL)
    assert not player.audio.play(Sound.PLACE)
    assert len(warnings_in(caplog)) == 1
    player.audio.open()
    assert player.audio.play(Sound.PLACE)


# -- resting -------------------------------------------------------------------------------


def test_idle_audio_releases_the_device_and_keeps_sounds() -> None:
    player = opened()
    player.audio._opened.clear()
    player.audio.suspend()
    assert player.audio.is_open, "sounds are still being read"
    player.audio._opened.set()
    player.audio.suspend()
    assert pygame.mixer.get_init() is None
    player.audio.resume()
    assert player.audio.is_open
    assert player.audio.play(Sound.PLACE)


def test_sound_after_idling_plays_a_moment_later() -> None:
    player = opened()
    player.audio.suspend()
    assert player.audio.play(Sound.PLACE)
    assert not pygame.mixer.get_busy()
    player.clock.step(0.05)
    player.timers.tick()
    assert pygame.mixer.get_busy()


# -- a device that goes and comes back --------------------------------------------------------


def device(kind: int, which: int = 2, *, iscapture: bool = False) -> pygame.Event:
    return pygame.Event(kind, which=which, iscapture=iscapture)


def test_sounds_move_to_another_device_when_theirs_is_removed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = opened()
    begun: list[int] = []
    init = pygame.mixer.init

    def count(*how: Any) -> None:
        begun.append(1)
        init(*how)

    monkeypatch.setattr(pygame.mixer, "init", count)

    player.audio.handle_device_event(device(pygame.AUDIODEVICEREMOVED))

    assert begun == [1]
    assert player.audio.play(Sound.PLACE)


@pytest.mark.parametrize(
    "event",
    [
        device(pygame.AUDIODEVICEREMOVED, which=0),
        device(pygame.AUDIODEVICEREMOVED, iscapture=True),
        device(pygame.AUDIODEVICEADDED),
    ],
    ids=["another device goes", "a microphone goes", "a device comes"],
)
def test_events_of_other_devices_interrupt_no_sound(event: pygame.Event) -> None:
    player = opened()
    player.audio.play(Sound.PLACE)

    player.audio.handle_device_event(event)

    assert pygame.mixer.get_busy()


def test_sound_returns_with_a_new_device(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = opened()
    with monkeypatch.context() as patch:
        patch.setattr(pygame.mixer, "init", refuse)
        player.audio.handle_device_event(device(pygame.AUDIODEVICEREMOVED))
        assert not player.audio.is_open

    player.clock.step(audio.MIN_REOPEN_SECONDS - 0.1)
    player.audio.handle_device_event(device(pygame.AUDIODEVICEADDED))
    assert not player.audio.is_open, "SDL reports every device once more with each try"
    player.clock.step(0.1)
    player.audio.handle_device_event(device(pygame.AUDIODEVICEADDED))

    assert player.audio.play(Sound.PLACE)


# == Timing and volume of sounds.


@pytest.fixture(scope="module")
def long_sounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    write_long_sounds(folder)
    return folder


@pytest.fixture
def player(long_sounds: Path) -> Player:
    found = Player(long_sounds)
    found.audio.open()
    return found


# -- playing -------------------------------------------------------------------------------


def test_same_sound_does_not_start_twice_at_once(player: Player) -> None:
    assert player.audio.play(Sound.DEAL)
    player.wait(audio.MIN_REPEAT_SECONDS * 0.9)
    assert not player.audio.play(Sound.DEAL)
    assert player.audio.play(Sound.SLIDE)
    player.wait(audio.MIN_REPEAT_SECONDS * 0.2)
    assert player.audio.play(Sound.DEAL)


def test_variants_of_a_sound_alternate(player: Player) -> None:
    for _ in range(TAKES[Sound.DEAL] + 1):
        player.audio.play(Sound.DEAL)
        player.wait(1.0)
    assert player.heard == ["deal.ogg", "deal_2.ogg", "deal_3.ogg", "deal.ogg"]


def test_score_counting_sound_rises_and_restarts_after_a_pause(player: Player) -> None:
    highest = TAKES[Sound.COUNT]
    for gap in (*[audio.SCALE_RESET_SECONDS * 0.9] * highest, audio.SCALE_RESET_SECONDS * 1.1):
        pygame.mixer.stop()
        player.audio.play(Sound.COUNT)
        player.wait(gap)
    assert player.heard == [f"count_{highest}.ogg"]
    player.audio.play(Sound.COUNT)
    assert player.heard[-1] == "count.ogg"


def test_hover_sound_plays_at_most_12_times_a_second(player: Player) -> None:
    times = 0
    for _ in range(96):
        pygame.mixer.stop()
        times += player.audio.play(Sound.HOVER)
        player.wait(1 / 96)
    assert times == 12


def test_sounds_beyond_the_number_of_channels_are_dropped(player: Player) -> None:
    started = []
    for _ in range(audio.CHANNELS + 1):
        started.append(player.audio.play(Sound.PLACE))
        player.wait(1.0)
    assert started == [True] * audio.CHANNELS + [False]


def test_cues_are_played_at_their_times(player: Player) -> None:
    player.audio.schedule([Cue(0.0, Sound.DEAL), Cue(0.2, Sound.SLIDE), Cue(0.5, Sound.PLACE)])
    assert player.heard == ["deal.ogg"]
    player.wait(0.19)
    assert player.heard == ["deal.ogg"]
    player.wait(0.02)
    assert player.heard == ["deal.ogg", "slide.ogg"]
    player.wait(1.0)
    assert player.heard == ["deal.ogg", "slide.ogg", "place.ogg"]


def test_stop_all_cancels_pending_sound_cues(player: Player) -> None:
    player.audio.schedule([Cue(0.1, Sound.DEAL), Cue(0.5, Sound.SLIDE)])
    player.wait(0.2)
    player.audio.stop_all()
    player.wait(1.0)
    assert "slide.ogg" not in player.heard
    assert player.timers.next_due is None


# -- how loud ------------------------------------------------------------------------------


def volume() -> float:
    playing = [pygame.mixer.Channel(n).get_sound() for n in range(audio.CHANNELS)]
    (sound,) = [found for found in playing if found is not None]
    return sound.get_volume()


@pytest.mark.parametrize(("loudness", "expected"), [(1.0, 1.0), (0.5, 0.25), (0.01, 1 / 128)])
def test_volume_is_the_square_of_the_setting(
    long_sounds: Path, loudness: float, expected: float
) -> None:
    player = Player(long_sounds, loudness=loudness)
    player.audio.open()
    player.audio.play(Sound.PLACE)
    assert volume() == pytest.approx(expected)


def test_mute_silences_everything_at_once(player: Player) -> None:
    player.audio.schedule([Cue(0.0, Sound.PLACE), Cue(0.1, Sound.SLIDE)])
    player.audio.loudness = 0.0
    assert not pygame.mixer.get_busy()
    player.wait(1.0)
    assert not pygame.mixer.get_busy()
    player.audio.loudness = 1.0
    player.wait(1.0)
    assert player.audio.play(Sound.PLACE)


def test_music_gain_rises_gradually_and_returns_to_normal() -> None:
    player = opened()
    music = player.audio.music
    music.configure(0.5, MUSIC[:1])

    music.fade_gain_to(1.3)
    first = music.gain
    for _ in range(8):
        player.wait(1.01 * audio.SWELL_SECONDS)
    loudest = music.gain
    music.fade_gain_to(1.0)
    for _ in range(8):
        player.wait(1.01 * audio.SWELL_SECONDS)

    assert 1.0 < first < loudest
    assert loudest == pytest.approx(1.3)
    assert music.gain == pytest.approx(1.0)
