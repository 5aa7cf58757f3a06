"""Plays sounds and ambience.

Ambience is read from its file as it is played, so it takes no memory to speak of.

Where there is no device, or a file is missing or damaged, the log says so once and the program
goes on in silence: no sound is ever the only sign of anything.
"""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import pygame

from red7_desktop.kit.sound.cues import Cue, Sound, files_of

if TYPE_CHECKING:
    from red7_desktop.scene.animation import Clock, Timer, Timers

_LOG: Final = logging.getLogger(__name__)
FILE: Final = "ambience.ogg"
COMES_MS: Final = 2500
GOES_MS: Final = 700
"""How long it takes to come up, and to die away."""
_FAILURES: Final = (pygame.error, OSError, NotImplementedError)


def _to_volume(loudness: float) -> float:
    """Return a mixer's volume, 0 to 1: an ear hears half the loudness where that is a quarter.

    The mixer has 128 steps: what is faint stays on the lowest, only nothing is nothing.
    """
    return math.ceil(128 * loudness**2) / 128


class Ambience:
    """Sounds while somebody wants it and is there. folder: where the file is.

    `follow` is to be called when the device has been opened; without a device nothing is done.
    """

    def __init__(self, folder: Path, loudness: float = 0.0) -> None:
        self._file = folder / FILE
        self._loudness = loudness
        self._is_away = False
        self._is_broken = False
        self._one_at_a_time = threading.Lock()

    @property
    def loudness(self) -> float:
        """How loud it is, 0 (off) to 1; the volume goes with its square, as that of sounds."""
        return self._loudness

    @loudness.setter
    def loudness(self, loudness: float) -> None:
        self._loudness = loudness
        self.follow()

    @property
    def is_away(self) -> bool:
        """Whether nobody is at the window: then it is silent."""
        return self._is_away

    @is_away.setter
    def is_away(self, is_away: bool) -> None:
        if is_away != self._is_away:
            self._is_away = is_away
            self.follow()

    @property
    def is_wanted(self) -> bool:
        """Whether it should sound now."""
        return self._loudness > 0 and not self._is_away and not self._is_broken

    def follow(self) -> None:
        """Begin, end, or be as loud as it should be."""
        with self._one_at_a_time:
            if pygame.mixer.get_init() is None:
                return
            try:
                self._follow()
            except _FAILURES as error:
                self._is_broken = True
                _LOG.warning("There is no ambience: %s", error)

    def _follow(self) -> None:
        music = pygame.mixer.music
        is_on = music.get_busy()
        if not self.is_wanted:
            if is_on:
                music.fadeout(GOES_MS)
            return
        music.set_volume(_to_volume(self._loudness))
        if not is_on:
            music.load(self._file)
            music.play(-1, fade_ms=COMES_MS)


RATE: Final = 44100
"""Samples a second, as the files have them."""
BUFFER: Final = 512
"""Samples that are mixed ahead: 12 ms, which no hand notices."""
CHANNELS: Final = 8
"""So many sounds can be heard at once; one more is left out, for nobody would hear it."""
AGAIN_AFTER: Final = 0.04
"""Seconds within which the same sound is not begun twice."""
FADE_MS: Final = 150
"""How fast what is sounding dies away when it is hushed."""
SOON: Final = 0.03
"""Seconds after which a sound is tried again that came while the device was being woken."""
PATIENCE: Final = 2.0
"""Seconds that closing waits for a device that is still being opened."""
Job: TypeAlias = Callable[[], None]


class _State(StrEnum):
    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    CLOSING = "closing"


def run_in_background(job: Job) -> None:
    """Do a job in a thread of its own, which does not keep the program from ending."""
    threading.Thread(target=job, name="audio", daemon=True).start()


class Audio:
    """The sounds of the program, silent till `open` has done its work.

    folder: where the files are. clock, timers: the stage's. sounds: gives those that games have
    beside `Sound`, once they are read. loudness: 0 to 1, see `loudness`; ambience: that of the
    ambience.
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
        ambience: float = 0.0,
        run: Callable[[Job], None] = run_in_background,
    ) -> None:
        self._folder = folder
        self._sounds = sounds
        self._clock = clock
        self._timers = timers
        self._run = run
        self._loudness = loudness
        self.ambience = Ambience(folder, ambience)
        self._state = _State.CLOSED
        self._opened = threading.Event()
        self._takes: dict[str, list[pygame.mixer.Sound]] = {}
        self._begun: dict[str, float] = {}
        self._count: dict[str, int] = {}
        self._waiting: list[Timer] = []
        self._is_resting = False
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
        till somebody asks again.
        """
        if self._state is _State.CLOSED:
            self._state = _State.OPENING
            self._opened.clear()
            self._run(self._open)

    def _open(self) -> None:
        try:
            pygame.mixer.init(RATE, -16, 2, BUFFER)
            pygame.mixer.set_num_channels(CHANNELS)
        except _FAILURES as error:
            self._tell(f"There is no sound: {error}")
            self._opened.set()
            self._state = _State.CLOSED
            return
        self._state = _State.OPEN
        self.ambience.follow()
        try:
            self._read()
        except pygame.error:
            # Somebody closed the mixer meanwhile; `is_open` will see and tell it.
            _LOG.debug("The mixer was closed while the sounds were read")
        finally:
            self._opened.set()

    def _read(self) -> None:
        """Read the sounds that are not there yet, and say what cannot be read in one line."""
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
        """Return the device back for a while; for when nothing has been heard or done for long.

        An open device takes more of the processor than a table at which nothing moves, and keeps
        some systems from sleeping. The sounds stay: they fit the device when it is opened alike.
        """
        if self.is_open and not (pygame.mixer.get_busy() or self.ambience.is_wanted):
            self._state, self._is_resting = _State.CLOSING, True
            self._opened.clear()
            self._run(self._give_back)

    def _give_back(self) -> None:
        pygame.mixer.quit()
        self._state = _State.CLOSED
        self._opened.set()

    def wake(self) -> None:
        """Open the device again that `rest` gave back, once there is something to hear."""
        is_wanted = self._loudness > 0 or self.ambience.is_wanted
        if self._is_resting and is_wanted and self._state is _State.CLOSED:
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
                pygame.mixer.stop()

    def _set_volumes(self, takes: Iterable[pygame.mixer.Sound]) -> None:
        for take in takes:
            take.set_volume(_to_volume(self._loudness))

    # -- sounds ------------------------------------------------------------------------------

    def play(self, sound: str) -> bool:
        """Begin a sound now; tells whether it can be heard.

        It is left out where there is no device or file, where nothing may be heard, where the
        same sound has just begun, or where enough is sounding already.
        """
        takes, now = self._takes.get(sound), self._clock.now()
        if not takes or self._loudness == 0:
            return False
        if self._is_resting or self._state is _State.OPENING:
            self.wake()
            self._play_after(SOON, sound)
            return True
        if not self.is_open:
            return False
        if now - self._begun.get(sound, -math.inf) < AGAIN_AFTER:
            return False
        self._begun[sound] = now
        # One take after the other, so that it never sounds like a machine.
        count = self._count[sound] = self._count.get(sound, -1) + 1
        return takes[count % len(takes)].play() is not None

    def perform(self, cues: Iterable[Cue], speed: float = 1.0) -> None:
        """Play sounds at their times, which pass faster at a higher speed of animation."""
        now = self._clock.now()
        self._waiting = [timer for timer in self._waiting if timer.due >= now]
        for cue in cues:
            wait = cue.at / speed
            if wait > 0:
                self._play_after(wait, cue.sound)
            else:
                self.play(cue.sound)

    def _play_after(self, seconds: float, sound: str) -> None:
        def begin() -> None:
            self.play(sound)

        self._waiting.append(self._timers.after(seconds, begin))

    def hush(self) -> None:
        """Let what sounds die away and forget what was to come, as when a match is left."""
        self._cancel_waiting()
        if self.is_open:
            pygame.mixer.fadeout(FADE_MS)

    def _cancel_waiting(self) -> None:
        for timer in self._waiting:
            self._timers.cancel(timer)
        self._waiting.clear()
