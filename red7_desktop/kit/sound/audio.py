"""Plays sounds, ambience and music.

If there is no audio device, or a file is missing or damaged, the log says so once and the program
stays silent. The user misses nothing, because everything that sounds announce is also visible.
"""

from __future__ import annotations

import logging
import math
import re
import threading
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import pygame

from red7_desktop.kit.sound.cues import GAPS, RISING, Cue, Sound, list_files
from red7_desktop.scene.animation import Clock, Timer, Timers

_LOG: Final = logging.getLogger(__name__)
FILE: Final = "ambience.ogg"
RATE: Final = 44100
"""Sample rate of the sound files, in samples per second."""
BUFFER: Final = 512
"""Size of the mixer's buffer in samples: 12 ms, a delay that isn't noticeable."""
_MIXER_FORMAT: Final = (RATE, -16, 2)
_BLENDED_SAMPLES: Final = 8192
"""Number of samples over which the end of a looping sound is blended into its beginning."""
FADE_IN_MS: Final = 2500
"""Fade-in time of ambience and music, in milliseconds."""
FADE_OUT_MS: Final = 700
"""Fade-out time of ambience and music, in milliseconds."""
SWELL_STEP: Final = 0.05
"""Amount by which `LoopPlayer.gain` changes in each step of a gradual change."""
SWELL_SECONDS: Final = 0.15
"""Seconds between two steps of a gradual change of `LoopPlayer.gain`."""
PIECE_SECONDS: Final = 170.0
"""Seconds for which a piece of music is played before the next piece, if there are several."""
_LOOP_TAG: Final = rb"LOOP(START|LENGTH)=(\d+)"
Job: TypeAlias = Callable[[], None]
_FAILURES: Final = (pygame.error, OSError, NotImplementedError)


def _to_volume(loudness: float) -> float:
    """Convert a perceived loudness (0 to 1) to the mixer's volume (0 to 1).

    The volume is the square of the loudness. It is rounded up to a multiple of 1/128, the mixer's
    smallest step, so that only loudness 0 is silent.
    """
    return math.ceil(128 * loudness**2) / 128


class LoopPlayer:
    """A looping player for music or ambience, silent while the user is away.

    Call `update` once the device is open; without a device the methods have no effect.

    Args:
        channels: Two mixer channels, so that one piece can fade in while another fades out.
        clock: Source of the time.
        timers: The stage's timers.
        run: Runs a function that loads a piece, for example in another thread.
        pieces: Audio files. Each one loops for some time (`PIECE_SECONDS`), then the next one
            plays.

    Attributes:
        loudness: Configured loudness from 0 to 1.
        gain: Factor by which the loudness is multiplied at the moment; see `fade_gain_to`.
    """

    def __init__(
        self,
        channels: tuple[int, int],
        clock: Clock,
        timers: Timers,
        run: Callable[[Job], None],
        pieces: Sequence[Path] = (),
    ) -> None:
        self._channels = channels
        self._clock = clock
        self._timers = timers
        self._run = run
        self.pieces = tuple(pieces)
        self.loudness = 0.0
        self.gain = 1.0
        self.is_away = False
        self._is_broken = False
        self._nth = 0
        self._next: Timer | None = None
        self._swelling: Timer | None = None
        self._one_at_a_time = threading.Lock()
        # Held while a sound is loaded and started.
        self._device = threading.Lock()
        self._is_reading = False
        self._loaded: tuple[Path, pygame.mixer.Sound] | None = None
        self._played: Path | None = None
        self._started = self._position = 0.0

    def configure(self, loudness: float, pieces: Sequence[Path] | None = None) -> None:
        """Set the loudness and the audio files to play.

        Args:
            loudness: Loudness from 0 (off) to 1.
            pieces: The audio files; None keeps the current files.
        """
        self.loudness = loudness
        if pieces is not None and tuple(pieces) != self.pieces:
            self.pieces = tuple(pieces)
            self._nth = 0
            self._is_broken = False
        self._schedule()

    def fade_gain_to(self, factor: float) -> None:
        """Change `gain` to a factor gradually, in steps of `SWELL_STEP` every `SWELL_SECONDS`."""
        self._timers.cancel(self._swelling)
        self._swelling = None
        if abs(self.gain - factor) < SWELL_STEP / 2:
            return
        self.gain += SWELL_STEP if factor > self.gain else -SWELL_STEP
        self.update()
        self._swelling = self._timers.after(SWELL_SECONDS, partial(self.fade_gain_to, factor))

    @property
    def _volume(self) -> float:
        return _to_volume(min(1.0, self.loudness * self.gain))

    def set_away(self, is_away: bool) -> None:
        """Pause while nobody uses the window, and resume at the same position."""
        if is_away != self.is_away:
            self.is_away = is_away
            self._schedule()

    @property
    def is_wanted(self) -> bool:
        is_on = self.loudness > 0 and not self.is_away
        return is_on and not self._is_broken and bool(self.pieces)

    @property
    def _has_channels(self) -> bool:
        # For a moment after a device is opened, it has fewer channels than the program requests.
        if pygame.mixer.get_init() is not None:
            most = pygame.mixer.get_num_channels()
        else:
            most = 0
        return most > max(self._channels)

    def _schedule(self) -> None:
        self._timers.cancel(self._next)
        if self.is_wanted and len(self.pieces) > 1:
            self._next = self._timers.after(PIECE_SECONDS, self._next_piece)
        self.update()

    def _next_piece(self) -> None:
        self._nth = (self._nth + 1) % len(self.pieces)
        self._schedule()

    def update(self) -> None:
        with self._one_at_a_time:
            if not self._has_channels:
                self._played = None
                return
            piece = None
            if self.is_wanted:
                piece = self.pieces[self._nth]
            channel = pygame.mixer.Channel(self._channels[0])
            if self._loaded and piece is not None and piece == self._played and channel.get_busy():
                # Set the sound's volume, not the channel's, because fading changes the latter.
                self._loaded[1].set_volume(self._volume)
                return
            if piece is None:
                self._stop(channel)
            if piece is None or self._is_reading:
                return
            self._is_reading = True
        self._run(partial(self._begin, piece))

    def _stop(self, channel: pygame.mixer.Channel) -> None:
        if self._played is not None:
            self._position += self._clock.now() - self._started
            channel.fadeout(FADE_OUT_MS)
        self._played = None
        if self.loudness == 0 or not self.pieces:
            self._loaded = None

    def _begin(self, piece: Path) -> None:
        with self._device:
            is_still_wanted = self._load_and_play(piece)
        if not is_still_wanted:
            self.update()

    def _load_and_play(self, piece: Path) -> bool:
        """Load a piece of music or ambience, and play it unless another has been chosen meanwhile.

        Returns:
            False if another piece, or silence, was chosen while this piece was loaded.
        """
        try:
            sound = self._read(piece)
        except _FAILURES as error:
            sound = None
            if pygame.mixer.get_init() is not None:
                self._is_broken = True
                _LOG.warning("This cannot be played: %s (%s)", piece.name, error)
        with self._one_at_a_time:
            self._is_reading = False
            is_still_wanted = self.is_wanted and self.pieces[self._nth] == piece
            if sound is not None and is_still_wanted and self._has_channels:
                self._stop(pygame.mixer.Channel(self._channels[0]))
                self._channels = self._channels[::-1]
                channel = pygame.mixer.Channel(self._channels[0])
                sound.set_volume(self._volume)
                channel.play(sound, -1, fade_ms=FADE_IN_MS)
                self._loaded = (piece, sound)
                self._played = piece
                self._started = self._clock.now()
                self._position = 0.0
        return is_still_wanted

    @contextmanager
    def without_device(self) -> Iterator[None]:
        """Keep the thread that loads sounds from using the mixer while the `with` block runs.

        If the thread is loading a sound, wait until it has finished before the block runs.
        """
        with self._device, self._one_at_a_time:
            yield

    def _read(self, piece: Path) -> pygame.mixer.Sound:
        if self._loaded is None or self._loaded[0] != piece:
            return read_loop(piece)
        rate, _, channels = pygame.mixer.get_init() or _MIXER_FORMAT
        raw = self._loaded[1].get_raw()
        first = 2 * channels * round(self._position * rate) % len(raw)
        return pygame.mixer.Sound(buffer=raw[first:] + raw[:first])


def read_loop(file: Path) -> pygame.mixer.Sound:
    """Load the looping part of an audio file, as given by the tags LOOPSTART and LOOPLENGTH.

    Compression changes both ends slightly, so the samples after the end are blended into the
    beginning to avoid an audible click.
    """
    rate, _, channels = pygame.mixer.get_init() or _MIXER_FORMAT
    whole = array("h", pygame.mixer.Sound(file).get_raw())
    tags = dict(re.findall(_LOOP_TAG, file.read_bytes()[:4000]))
    first = channels * round(int(tags.get(b"START", 0)) * rate / RATE)
    length = channels * round(int(tags.get(b"LENGTH", len(whole))) * rate / RATE)
    loop = whole[first : first + length]
    beyond = whole[first + length :][:_BLENDED_SAMPLES]
    for nth, value in enumerate(beyond):
        loop[nth] = round(value + (loop[nth] - value) * nth / len(beyond))
    return pygame.mixer.Sound(buffer=loop.tobytes())


CHANNELS: Final = 8
"""Number of sounds that can be heard at once; further sounds are dropped."""
_BACKDROP_CHANNELS: Final = 4
"""Number of mixer channels for music and ambience: two each, so that pieces can cross-fade."""
MIN_REPEAT_SECONDS: Final = 0.04
"""Minimum time, in seconds, between two starts of the same sound; earlier starts are dropped."""
SCALE_RESET_SECONDS: Final = 0.6
"""Seconds after which a repeated sound with rising pitch starts at its lowest pitch again.

See `RISING` in the module `cues`."""
FADE_MS: Final = 150
"""Duration of the fade-out of sounds that are stopped, in milliseconds."""
RETRY_SECONDS: Final = 0.03
"""Seconds between two attempts to play a sound that was requested while the device was opening."""
MIN_REOPEN_SECONDS: Final = 2.0
"""Minimum time, in seconds, between attempts to open an audio device after one was unplugged."""
OPEN_TIMEOUT: Final = 2.0
"""Maximum time, in seconds, that `Audio.close` waits for a device that is being opened."""


class _State(StrEnum):
    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    CLOSING = "closing"


def run_in_background(job: Job) -> None:
    """Run a function in a daemon thread."""
    threading.Thread(target=job, name="audio", daemon=True).start()


class Audio:
    """The program's sounds; silent until `open` has finished.

    All methods must be called in the main thread. Opening the device and reading files run in
    another thread.

    Args:
        folder: Folder of the sound files.
        clock: Source of the time.
        timers: The stage's timers.
        sounds: Function that returns the names of the sounds that single games add.
        loudness: Initial loudness, 0 to 1.
        run: Function that runs a job: opening the device or reading files. The default runs it in a
            thread. pygame releases the GIL while it reads a file, but not while it opens the
            device, which took 4 to 12 ms when measured.
    """

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        timers: Timers,
        *,
        sounds: Callable[[], Iterable[str]] = tuple,
        loudness: float = 1.0,
        run: Callable[[Job], None] = run_in_background,
    ) -> None:
        self._folder = folder
        self._sounds = sounds
        self._clock = clock
        self._timers = timers
        self._run = run
        self._loudness = loudness
        first = (CHANNELS, CHANNELS + 1)
        second = (CHANNELS + 2, CHANNELS + 3)
        self.ambience = LoopPlayer(first, clock, timers, run, [folder / FILE])
        self.music = LoopPlayer(second, clock, timers, run)
        self._state = _State.CLOSED
        self._opened = threading.Event()
        self._takes: dict[str, list[pygame.mixer.Sound]] = {}
        self._started: dict[str, float] = {}
        self._count: dict[str, int] = {}
        self._scheduled: list[Timer] = []
        self._is_resting = False
        self._is_lost = False
        self._lost_at = 0.0
        self._logged: set[str] = set()

    # -- the device --------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the device is open; its sounds may still be loading."""
        # Playing without the mixer would crash the program, so check each time.
        if self._state is _State.OPEN and pygame.mixer.get_init() is None:
            self._takes.clear()
            self._state = _State.CLOSED
            self._log_once("There is no sound any more: the mixer was closed")
        return self._state is _State.OPEN

    def open(self) -> None:
        """Start to open the device and to read the sounds; call it after the first frame.

        Do nothing if the device is open or being opened. If opening fails, the program stays silent
        until the next call.
        """
        if self._state is _State.CLOSED:
            self._state = _State.OPENING
            self._opened.clear()
            self._run(self._open)

    def _open(self) -> None:
        try:
            pygame.mixer.init(*_MIXER_FORMAT, BUFFER)
            pygame.mixer.set_num_channels(CHANNELS + _BACKDROP_CHANNELS)
        except _FAILURES as error:
            self._log_once(f"There is no sound: {error}")
            self._opened.set()
            self._state = _State.CLOSED
            return
        self._state = _State.OPEN
        self._is_lost = False
        for backdrop in (self.ambience, self.music):
            backdrop.update()
        try:
            self._read()
        except pygame.error:
            # The mixer was closed meanwhile; `is_open` will notice and log it.
            _LOG.debug("The mixer was closed while the sounds were read")
        finally:
            self._opened.set()

    def _read(self) -> None:
        troubles = []
        for sound in (*Sound, *self._sounds()):
            if sound in self._takes:
                continue
            takes = []
            for name in list_files(sound):
                try:
                    takes.append(pygame.mixer.Sound(self._folder / name))
                except _FAILURES as error:
                    troubles.append(f"{name} ({error})")
            if takes:
                # Store first and then set the volume, so that a concurrent change isn't lost.
                self._takes[sound] = takes
                self._set_volumes(takes)
        if troubles and pygame.mixer.get_init() is not None:
            self._log_once(f"These sounds cannot be read and are left out: {', '.join(troubles)}")

    def suspend(self) -> None:
        """Close the audio device while nothing plays.

        An open device uses more processor time than an idle table, and keeps some systems awake.
        The sounds stay in memory, because the device is reopened with the same format.
        """
        # The thread that loads sounds needs the device until it has finished.
        is_read = self.is_open and self._opened.is_set()
        if is_read and not (self._has_backdrop or any(each.get_busy() for each in self._channels)):
            self._state = _State.CLOSING
            self._is_resting = True
            self._opened.clear()
            self._run(self._close_device)

    @property
    def _has_backdrop(self) -> bool:
        return self.ambience.is_wanted or self.music.is_wanted

    @property
    def is_away(self) -> bool:
        """Whether nobody uses the window, so that music and ambience pause."""
        return self.ambience.is_away

    @is_away.setter
    def is_away(self, is_away: bool) -> None:
        for backdrop in (self.ambience, self.music):
            backdrop.set_away(is_away)

    def _quit_mixer(self) -> None:
        """Close the device once no thread uses it; closing it earlier would crash the program."""
        with self.ambience.without_device(), self.music.without_device():
            pygame.mixer.quit()

    def _close_device(self) -> None:
        self._quit_mixer()
        self._state = _State.CLOSED
        self._opened.set()

    def handle_device_event(self, event: pygame.Event) -> None:
        """Switch to another device if the current one is unplugged; otherwise ignore the event.

        If no other device could be opened, try again when a device is plugged in. Without this
        method, SDL would go on playing on the missing device, for example after the system was
        suspended.
        """
        if event.type not in (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED):
            return
        if event.iscapture:
            return
        if event.type == pygame.AUDIODEVICEREMOVED:
            if event.which:  # 0 means that the removed device wasn't open in this program.
                self._lose_device()
        elif self._is_lost and self._clock.now() - self._lost_at >= MIN_REOPEN_SECONDS:
            self._lost_at = self._clock.now()
            self.open()

    def _lose_device(self) -> None:
        if not (self.is_open and self._opened.is_set()):
            return
        self._lost_at = self._clock.now()
        self._is_lost = True
        self._state = _State.OPENING
        self._opened.clear()
        self._takes.clear()

        def reopen() -> None:
            self._quit_mixer()
            self._open()

        self._run(reopen)

    def resume(self) -> None:
        """Reopen the device that `suspend` closed, if sound is turned on."""
        is_closed = self._is_resting and self._state is _State.CLOSED
        if is_closed and (self._loudness > 0 or self._has_backdrop):
            self._is_resting = False
            self.open()

    def _log_once(self, trouble: str) -> None:
        if trouble not in self._logged:
            self._logged.add(trouble)
            _LOG.warning("%s", trouble)

    def close(self) -> None:
        """Stop all sounds and close the device; if it is being opened, wait until it is open.

        This may take two seconds, in which the system plays buffered sound. Close the window before
        the call, so that the program doesn't seem to hang.
        """
        self._cancel_scheduled()
        if self._state is not _State.CLOSED and self._opened.wait(OPEN_TIMEOUT) and self.is_open:
            self._takes.clear()
            self._quit_mixer()
            self._state = _State.CLOSED

    # -- how loud ----------------------------------------------------------------------------

    @property
    def loudness(self) -> float:
        """Perceived loudness of sounds, 0 (off) to 1; its square is the mixer's volume.

        Setting the loudness also changes the sounds that are playing.
        """
        return self._loudness

    @loudness.setter
    def loudness(self, loudness: float) -> None:
        self._loudness = loudness
        if self.is_open:
            for takes in list(self._takes.values()):
                self._set_volumes(takes)
            if loudness == 0:
                for channel in self._channels:
                    channel.stop()

    def _set_volumes(self, takes: Iterable[pygame.mixer.Sound]) -> None:
        for take in takes:
            take.set_volume(_to_volume(self._loudness))

    # -- sounds ------------------------------------------------------------------------------

    def play(self, sound: str) -> bool:
        """Start a sound; return whether it can be heard.

        The sound is dropped if there is no device or file, if the loudness is 0, if the same sound
        has just started, or if all channels are in use.
        """
        takes = self._takes.get(sound)
        now = self._clock.now()
        if not takes or self._loudness == 0:
            return False
        if self._is_resting or self._state is _State.OPENING:
            self.resume()
            self._play_after(RETRY_SECONDS, sound)
            return True
        if not self.is_open:
            return False
        since = now - self._started.get(sound, -math.inf)
        if since < GAPS.get(sound, MIN_REPEAT_SECONDS):
            return False
        self._started[sound] = now
        # Play the recordings of a sound in turn, so that repetitions don't sound the same.
        count = self._count.get(sound, -1) + 1
        if sound in RISING:
            if since > SCALE_RESET_SECONDS:
                count = 0
            else:
                count = min(count, len(takes) - 1)
        self._count[sound] = count
        free = next((channel for channel in self._channels if not channel.get_busy()), None)
        if free is not None:
            free.play(takes[count % len(takes)])
        return free is not None

    @property
    def _channels(self) -> Iterable[pygame.mixer.Channel]:
        """The mixer channels for sounds; only valid while the device is open."""
        return map(pygame.mixer.Channel, range(CHANNELS))

    def schedule(self, cues: Iterable[Cue], speed: float = 1.0) -> None:
        now = self._clock.now()
        self._scheduled = [timer for timer in self._scheduled if timer.due >= now]
        for cue in cues:
            wait = cue.at / speed
            if wait > 0:
                self._play_after(wait, cue.sound)
            else:
                self.play(cue.sound)

    def _play_after(self, seconds: float, sound: str) -> None:
        self._scheduled.append(self._timers.after(seconds, lambda: self.play(sound)))

    def play_last(self) -> None:
        """Cancel the scheduled sounds, but play the last one now.

        Call this when the animations that the sounds accompany are skipped.
        """
        now = self._clock.now()
        remaining = [timer for timer in self._scheduled if timer.due > now]
        self._cancel_scheduled()
        for timer in remaining[-1:]:
            timer.call()

    def stop_all(self) -> None:
        self._cancel_scheduled()
        if self.is_open:
            for channel in self._channels:
                channel.fadeout(FADE_MS)

    def _cancel_scheduled(self) -> None:
        for timer in self._scheduled:
            self._timers.cancel(timer)
        self._scheduled.clear()
