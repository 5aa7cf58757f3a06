"""Plays sounds, and behind them ambience and music.

Where there is no device, or a file is missing or damaged, the log says so once and the program
goes on in silence: no sound is ever the only sign of anything.
"""

from __future__ import annotations

import logging
import math
import re
import threading
from array import array
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import pygame

from red7_desktop.kit.sound.cues import GAPS, RISING, Cue, Sound, files_of
from red7_desktop.scene.animation import Clock, Timer, Timers

_LOG: Final = logging.getLogger(__name__)
FILE: Final = "ambience.ogg"
RATE: Final = 44100
"""Samples a second, as the files have them."""
BUFFER: Final = 512
"""Samples that are mixed ahead: 12 ms, which no hand notices."""
_USUAL: Final = (RATE, -16, 2)
_BLENDED: Final = 8192
"""Samples of a loop's beginning that its end fades into."""
COMES_MS: Final = 2500
GOES_MS: Final = 700
"""How long what goes round takes to come up, and to die away."""
ANOTHER_AFTER: Final = 170.0
"""Seconds after which another piece is played, if there are several."""
_LOOP_TAG: Final = re.compile(rb"LOOP(START|LENGTH)=(\d+)")
Job: TypeAlias = Callable[[], None]
_FAILURES: Final = (pygame.error, OSError, NotImplementedError)


def _to_volume(loudness: float) -> float:
    """Return a mixer's volume, 0 to 1: an ear hears half the loudness where that is a quarter.

    The mixer has 128 steps: what is faint stays on the lowest, only nothing is nothing.
    """
    return math.ceil(128 * loudness**2) / 128


class Backdrop:
    """What goes on behind the sounds, round and round, while it is wanted and somebody is there.

    channels: two of the mixer's, so that one piece can come while another goes. run: reads files.
    `follow` is to be called when the device has been opened; without a device nothing is done.
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
        self.is_away = False
        self._is_broken = False
        self._nth = 0
        self._next: Timer | None = None
        self._one_at_a_time = threading.Lock()
        self._is_reading = False
        self._kept: tuple[Path, pygame.mixer.Sound] | None = None
        self._played: Path | None = None
        self._begun = self._heard = 0.0

    def tune(self, loudness: float, pieces: Sequence[Path] | None = None) -> None:
        """Be as loud as this, 0 (off) to 1, and play these pieces, None for the same ones.

        The volume goes with the square of the loudness, as that of sounds.
        """
        self.loudness = loudness
        if pieces is not None and tuple(pieces) != self.pieces:
            self.pieces = tuple(pieces)
            self._nth = 0
            self._is_broken = False
        self._plan()

    def leave(self, is_away: bool) -> None:
        """Be silent while nobody is at the window, and go on after where it was."""
        if is_away != self.is_away:
            self.is_away = is_away
            self._plan()

    @property
    def is_wanted(self) -> bool:
        is_on = self.loudness > 0 and not self.is_away
        return is_on and not self._is_broken and bool(self.pieces)

    @property
    def _has_channels(self) -> bool:
        # For a moment the device that is opened has too few.
        if pygame.mixer.get_init() is not None:
            most = pygame.mixer.get_num_channels()
        else:
            most = 0
        return most > max(self._channels)

    def _plan(self) -> None:
        self._timers.cancel(self._next)
        if self.is_wanted and len(self.pieces) > 1:
            self._next = self._timers.after(ANOTHER_AFTER, self._turn_over)
        self.follow()

    def _turn_over(self) -> None:
        self._nth = (self._nth + 1) % len(self.pieces)
        self._plan()

    def follow(self) -> None:
        with self._one_at_a_time:
            if not self._has_channels:
                self._played = None
                return
            piece = None
            if self.is_wanted:
                piece = self.pieces[self._nth]
            channel = pygame.mixer.Channel(self._channels[0])
            if self._kept and piece is not None and piece == self._played and channel.get_busy():
                # The sound's volume, for that of the channel is what the fade changes.
                self._kept[1].set_volume(_to_volume(self.loudness))
                return
            if piece is None:
                self._stop(channel)
            if piece is None or self._is_reading:
                return
            self._is_reading = True
        self._run(partial(self._begin, piece))

    def _stop(self, channel: pygame.mixer.Channel) -> None:
        if self._played is not None:
            self._heard += self._clock.now() - self._begun
            channel.fadeout(GOES_MS)
        self._played = None
        if self.loudness == 0 or not self.pieces:
            self._kept = None

    def _begin(self, piece: Path) -> None:
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
                sound.set_volume(_to_volume(self.loudness))
                channel.play(sound, -1, fade_ms=COMES_MS)
                self._kept = (piece, sound)
                self._played = piece
                self._begun = self._clock.now()
                self._heard = 0.0
        if not is_still_wanted:
            self.follow()

    def _read(self, piece: Path) -> pygame.mixer.Sound:
        if self._kept is None or self._kept[0] != piece:
            return read_loop(piece)
        rate, _, channels = pygame.mixer.get_init() or _USUAL
        raw = self._kept[1].get_raw()
        first = 2 * channels * round(self._heard * rate) % len(raw)
        return pygame.mixer.Sound(buffer=raw[first:] + raw[:first])


def read_loop(file: Path) -> pygame.mixer.Sound:
    """Return what goes round of a file, by its tags.

    Packing changes both ends a little, each in its own way: what follows the end fades into the
    beginning, so that no step is heard.
    """
    rate, _, channels = pygame.mixer.get_init() or _USUAL
    whole = array("h", pygame.mixer.Sound(file).get_raw())
    tags = dict(_LOOP_TAG.findall(file.read_bytes()[:4000]))
    first = channels * round(int(tags.get(b"START", 0)) * rate / RATE)
    length = channels * round(int(tags.get(b"LENGTH", len(whole))) * rate / RATE)
    loop = whole[first : first + length]
    beyond = whole[first + length :][:_BLENDED]
    for nth, value in enumerate(beyond):
        loop[nth] = round(value + (loop[nth] - value) * nth / len(beyond))
    return pygame.mixer.Sound(buffer=loop.tobytes())


CHANNELS: Final = 8
"""How many sounds can be heard at once; one more is left out, for nobody would hear it."""
_BEHIND: Final = 4
"""Channels of what goes round."""
AGAIN_AFTER: Final = 0.04
"""Seconds within which the same sound is not begun twice."""
NEW_ROW: Final = 0.6
"""Seconds of silence after which a rising sound begins at its lowest again."""
FADE_MS: Final = 150
"""How fast what is sounding dies away when it is hushed."""
SOON: Final = 0.03
"""Seconds after which a sound is tried again that came while the device was being woken."""
AGAIN_LOST: Final = 2.0
"""Seconds between two tries to open a device after the one in use was unplugged."""
PATIENCE: Final = 2.0
"""Seconds that closing waits for a device that is still being opened."""


class _State(StrEnum):
    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    CLOSING = "closing"


def run_in_background(job: Job) -> None:
    """Do a job in a thread of its own, which does not keep the program from ending."""
    threading.Thread(target=job, name="audio", daemon=True).start()


class Audio:
    """The sounds of the program, silent until `open` has done its work.

    folder: where the files are. clock, timers: the stage's. sounds: gives those that games have
    beside `Sound`, once they are read. loudness: 0 to 1, see `loudness`.
    run: does the opening and reading. pygame lets other threads go on while it reads a file, but
    not while it opens the device: that took 4 to 12 ms where it was measured, less than a frame.

    All but the opening belongs to one thread, the screen's.
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
        self.ambience = Backdrop(first, clock, timers, run, [folder / FILE])
        self.music = Backdrop(second, clock, timers, run)
        self._state = _State.CLOSED
        self._opened = threading.Event()
        self._takes: dict[str, list[pygame.mixer.Sound]] = {}
        self._begun: dict[str, float] = {}
        self._count: dict[str, int] = {}
        self._waiting: list[Timer] = []
        self._is_resting = False
        self._is_lost = False
        self._lost_at = 0.0
        self._told: set[str] = set()

    # -- the device --------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether there is a device; the sounds come one by one after it."""
        # To play without the mixer would bring the whole program down, so look each time.
        if self._state is _State.OPEN and pygame.mixer.get_init() is None:
            self._takes.clear()
            self._state = _State.CLOSED
            self._tell("There is no sound any more: the mixer was closed")
        return self._state is _State.OPEN

    def open(self) -> None:
        """Begin to open the device and to read the sounds; for after the first frame.

        Nothing happens while that is going on or done. Where it fails the program stays silent
        until someone asks again.
        """
        if self._state is _State.CLOSED:
            self._state = _State.OPENING
            self._opened.clear()
            self._run(self._open)

    def _open(self) -> None:
        try:
            pygame.mixer.init(*_USUAL, BUFFER)
            pygame.mixer.set_num_channels(CHANNELS + _BEHIND)
        except _FAILURES as error:
            self._tell(f"There is no sound: {error}")
            self._opened.set()
            self._state = _State.CLOSED
            return
        self._state = _State.OPEN
        self._is_lost = False
        for behind in (self.ambience, self.music):
            behind.follow()
        try:
            self._read()
        except pygame.error:
            # Someone closed the mixer meanwhile; `is_open` will see and tell it.
            _LOG.debug("The mixer was closed while the sounds were read")
        finally:
            self._opened.set()

    def _read(self) -> None:
        troubles = []
        for sound in (*Sound, *self._sounds()):
            if sound in self._takes:
                continue
            takes = []
            for name in files_of(sound):
                try:
                    takes.append(pygame.mixer.Sound(self._folder / name))
                except _FAILURES as error:
                    troubles.append(f"{name} ({error})")
            if takes:
                # First in, then the volume: so a change of it meanwhile misses none.
                self._takes[sound] = takes
                self._set_volumes(takes)
        if troubles and pygame.mixer.get_init() is not None:
            self._tell(f"These sounds cannot be read and are left out: {', '.join(troubles)}")

    def rest(self) -> None:
        """Close the audio device while nothing plays.

        An open device takes more of the processor than a table at which nothing moves, and keeps
        some systems from sleeping. The sounds stay: they fit the device when it is opened alike.
        """
        is_read = self.is_open and self._opened.is_set()  # or it would go from under the reading
        if is_read and not (self._goes_round or any(each.get_busy() for each in self._channels)):
            self._state = _State.CLOSING
            self._is_resting = True
            self._opened.clear()
            self._run(self._give_back)

    @property
    def _goes_round(self) -> bool:
        return self.ambience.is_wanted or self.music.is_wanted

    @property
    def is_away(self) -> bool:
        """Whether nobody is at the window: then nothing goes round."""
        return self.ambience.is_away

    @is_away.setter
    def is_away(self, is_away: bool) -> None:
        for behind in (self.ambience, self.music):
            behind.leave(is_away)

    def _give_back(self) -> None:
        pygame.mixer.quit()
        self._state = _State.CLOSED
        self._opened.set()

    def hear(self, event: pygame.Event) -> None:
        """Move to another device when the one in use goes, and open one that comes after that.

        A device may go while the system is suspended, and come back after it. SDL would play on
        into nothing.
        """
        if event.type not in (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED):
            return
        if event.iscapture:
            return
        if event.type == pygame.AUDIODEVICEREMOVED:
            if event.which:  # 0 is a device that was not open
                self._lose_device()
        elif self._is_lost and self._clock.now() - self._lost_at >= AGAIN_LOST:
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
            pygame.mixer.quit()
            self._open()

        self._run(reopen)

    def wake(self) -> None:
        """Open the device again that `rest` gave back, once there is something to hear."""
        is_closed = self._is_resting and self._state is _State.CLOSED
        if is_closed and (self._loudness > 0 or self._goes_round):
            self._is_resting = False
            self.open()

    def _tell(self, trouble: str) -> None:
        if trouble not in self._told:
            self._told.add(trouble)
            _LOG.warning("%s", trouble)

    def close(self) -> None:
        """Stop everything and give the device back, waiting for it if it is being opened.

        The system may first play what it has been given, for up to two seconds: close the window
        before.
        """
        self._cancel_waiting()
        if self._state is not _State.CLOSED and self._opened.wait(PATIENCE) and self.is_open:
            self._takes.clear()
            pygame.mixer.quit()
            self._state = _State.CLOSED

    # -- how loud ----------------------------------------------------------------------------

    @property
    def loudness(self) -> float:
        """How loud sounds are, 0 (nothing is played) to 1; setting it changes those that sound.

        An ear hears half of it as about half as loud: the volume goes with its square.
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
        """Begin a sound now; tells whether it can be heard.

        It is left out where there is no device or file, where nothing may be heard, where the
        same sound has just begun, or where enough is sounding already.
        """
        takes = self._takes.get(sound)
        now = self._clock.now()
        if not takes or self._loudness == 0:
            return False
        if self._is_resting or self._state is _State.OPENING:
            self.wake()
            self._play_after(SOON, sound)
            return True
        if not self.is_open:
            return False
        since = now - self._begun.get(sound, -math.inf)
        if since < GAPS.get(sound, AGAIN_AFTER):
            return False
        self._begun[sound] = now
        # One take after the other, so that it never sounds like a machine.
        count = self._count.get(sound, -1) + 1
        if sound in RISING:
            if since > NEW_ROW:
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
        """The mixer's channels of sounds; there must be a device."""
        return map(pygame.mixer.Channel, range(CHANNELS))

    def perform(self, cues: Iterable[Cue], speed: float = 1.0) -> None:
        now = self._clock.now()
        self._waiting = [timer for timer in self._waiting if timer.due >= now]
        for cue in cues:
            wait = cue.at / speed
            if wait > 0:
                self._play_after(wait, cue.sound)
            else:
                self.play(cue.sound)

    def _play_after(self, seconds: float, sound: str) -> None:
        self._waiting.append(self._timers.after(seconds, lambda: self.play(sound)))

    def finish(self) -> None:
        """Play the last sound that is to come, and no others: what they go with is at its end."""
        now = self._clock.now()
        left = [timer for timer in self._waiting if timer.due > now]
        self._cancel_waiting()
        for timer in left[-1:]:
            timer.call()

    def hush(self) -> None:
        self._cancel_waiting()
        if self.is_open:
            for channel in self._channels:
                channel.fadeout(FADE_MS)

    def _cancel_waiting(self) -> None:
        for timer in self._waiting:
            self._timers.cancel(timer)
        self._waiting.clear()
