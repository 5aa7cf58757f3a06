"""Pictures and films of rounds.

Browsers and most programs for pictures play them; the others show the first picture. The format is
that of the PNG specification, third edition (W3C): the chunks acTL, fcTL and fdAT. Other formats
were measured or looked at: GIF has 256 colours, in which light on a table has rings.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Final, NamedTuple

import pygame

from red7_desktop.app.feature import Navigator
from red7_desktop.kit.storage import BackgroundTask, Worker
from red7_desktop.play.replay import ReplaySession
from red7_desktop.scene.geometry import Rect
from red7_desktop.tabletop.files import number_names, write_new

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_FAINTEST: Final = (1, 1, 1, 255)
"""The least difference of a pixel that counts: any of its colours."""
_LONGEST: Final = 0xFFFF
"""How many milliseconds can be written."""


class _Frame(NamedTuple):
    """What a picture changes, packed; milliseconds: for how long it is seen."""

    box: pygame.Rect
    milliseconds: int
    packed: bytes


class AnimatedPng:
    """Takes pictures one by one, in any thread that is always the same; `file` gives the file."""

    def __init__(self) -> None:
        self._frames: list[_Frame] = []
        self._last: pygame.Surface | None = None

    def __len__(self) -> int:
        return len(self._frames)

    def add(self, picture: pygame.Surface, seconds: float) -> None:
        """Add a picture, seen for so long; one like the last makes that be seen for longer.

        Raises ValueError if it is not as large as those before.
        """
        now = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
        now.blit(picture, (0, 0))
        milliseconds = round(1000 * seconds)
        changed = now
        box = now.get_rect()
        if self._last is not None:
            if self._last.get_size() != now.get_size():
                raise ValueError(f"{now.get_size()} is not {self._last.get_size()}")
            differs = pygame.mask.from_threshold(now, (0, 0, 0), _FAINTEST, self._last)
            differs.invert()
            boxes = differs.get_bounding_rects()
            if not boxes:
                frame = self._frames[-1]
                longer = min(frame.milliseconds + milliseconds, _LONGEST)
                self._frames[-1] = frame._replace(milliseconds=longer)
                return
            box = boxes[0].unionall(boxes[1:])
            changed = pygame.Surface(now.get_size(), pygame.SRCALPHA)
            differs.to_surface(changed, setsurface=now, unsetcolor=(0, 0, 0, 0))
        self._last = now
        packed = _pack_pixels(changed.subsurface(box))
        self._frames.append(_Frame(box, min(milliseconds, _LONGEST), packed))

    def file(self) -> bytes:
        """Return the file of what has been added, at least one picture; it plays for ever."""
        width, height = self._frames[0].box.size
        chunks = [
            _pack_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
            _pack_chunk(b"acTL", struct.pack(">II", len(self), 0)),
        ]
        number = 0
        for frame in self._frames:
            box = frame.box
            milliseconds = frame.milliseconds
            place = (number, box.width, box.height, box.x, box.y)
            # Nothing is taken away after a frame; all but the first lie over the one before.
            control = struct.pack(">5IHHBB", *place, milliseconds, 1000, 0, int(number > 0))
            chunks.append(_pack_chunk(b"fcTL", control))
            if number == 0:
                chunks.append(_pack_chunk(b"IDAT", frame.packed))
                number = 1
            else:
                chunks.append(_pack_chunk(b"fdAT", struct.pack(">I", number + 1) + frame.packed))
                number += 2
        return b"".join([_SIGNATURE, *chunks, _pack_chunk(b"IEND", b"")])


def _pack_pixels(picture: pygame.Surface) -> bytes:
    """Pack pixels as a PNG has them: in rows, each after the number of its filter, here none."""
    pixels = pygame.image.tobytes(picture, "RGBA")
    row = 4 * picture.get_width()
    rows = (b"\0" + pixels[at : at + row] for at in range(0, len(pixels), row))
    return zlib.compress(b"".join(rows))


def _pack_chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join(
        [struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(kind + data))]
    )


PAUSE: Final = 0.1
"""Seconds between two pictures: a film of a round has some megabytes."""
_PIXELS: Final = 400_000
"""A picture is made as small as this, whatever the table's shape: 843 by 474 of a wide one."""
_HELD: Final = 1.2
"""Seconds for which a picture is seen at most, however long the round was stopped there."""
_HELD_LAST: Final = 2.5
_PATIENCE: Final = 4.0
"""Seconds after the round's last step, at most: by then all has come to rest."""


class Film:
    """Plays the round at which a replay stands from its beginning, and films it to its end.

    session: the replay. see: gives what is seen now, None once that is not the replay any more. do:
    has something done in another thread, after what it was given before. Call `tick` once a frame
    until `is_over`; then there is a `file`, unless it is no longer `is_seen`.
    """

    def __init__(
        self,
        session: ReplaySession,
        see: Callable[[], pygame.Surface | None],
        do: Callable[[Callable[[], None]], BackgroundTask[None]],
    ) -> None:
        self.session = session
        self._see = see
        self._do = do
        timeline = session.timeline
        nth = timeline.spot(session.at).round - 1
        self._end = timeline.ends[nth]
        self._has_begun = False
        self._ends_at = math.inf
        self._taken: tuple[pygame.Surface, float] | None = None
        self._adding: list[BackgroundTask[None]] = []
        self.is_over = False
        self.is_seen = True
        self._png: Final = AnimatedPng()
        session.go_to(timeline.rounds[nth])

    def tick(self, now: float, *, rests: bool) -> None:
        """Take a picture when it is time. rests: whether nothing moves in what is seen."""
        session = self.session
        if not self._has_begun:
            self._has_begun = rests
            if rests:
                self._take(now)
                session.play_on(plays=True)
            return
        if session.at >= self._end and math.isinf(self._ends_at):
            session.is_playing = False
            self._ends_at = now + _PATIENCE
        is_at_end = now >= self._ends_at or (rests and session.at >= self._end)
        taken_at = self._taken[1] if self._taken else now
        if is_at_end or (now >= taken_at + PAUSE and (session.is_playing or not rests)):
            self._take(now)
        if is_at_end and self.is_seen:
            self._add(_HELD_LAST)
            self.is_over = True

    def file(self) -> bytes:
        """Return what is to be written, in the thread in which pictures were added before.

        Raises what went wrong with one.
        """
        for task in self._adding:
            task.result()
        return self._png.file()

    def _take(self, now: float) -> None:
        seen = self._see()
        if seen is None:
            self.is_seen = False
            self.is_over = True
            return
        if self._taken is not None:
            self._add(min(now - self._taken[1], _HELD))
        self._taken = _shrink(seen), now

    def _add(self, seconds: float) -> None:
        assert self._taken is not None
        picture = self._taken[0]
        self._adding.append(self._do(lambda: self._png.add(picture, seconds)))


def _shrink(seen: pygame.Surface) -> pygame.Surface:
    """Return a copy, made smaller to so many pixels as a film has."""
    width, height = seen.get_size()
    scale = min(1.0, math.sqrt(_PIXELS / (width * height)))
    return pygame.transform.smoothscale(seen, (round(width * scale), round(height * scale)))


def encode_png(pixels: pygame.Surface) -> bytes:
    """Pack a picture as a PNG file."""
    written = BytesIO()
    pygame.image.save(pixels, written, "picture.png")
    return written.getvalue()


class Camera:
    """Keeps pictures of the table, and films of rounds, in files of their own.

    Areas are rectangles of the stage. worker: writes them. Call `tick` once a frame.
    """

    def __init__(self, navigator: Navigator, worker: Worker) -> None:
        self._navigator = navigator
        self._ui = navigator.ui
        self._worker = worker
        self.film: Film | None = None

    @property
    def is_waiting(self) -> bool:
        return self.film is not None or self._worker.is_waiting

    def keep_picture(self, area: Rect) -> None:
        """Write a picture of what is seen in an area; say where it is."""
        if (seen := self._see(area)) is not None:
            pixels = seen.copy()
            self._write(lambda: encode_png(pixels), "table")

    def film_or_stop(self, session: ReplaySession, area: Rect) -> None:
        """Film the round that is shown in an area; where that is done, stop."""
        if self.film is not None:
            self._end_film(self.film)
            return
        if (first := self._see(area)) is None:
            return
        size = first.get_size()
        screen = self._navigator.screen

        def see() -> pygame.Surface | None:
            """Return what is seen, while nothing else is and no one has made the window another."""
            seen = None
            if self._navigator.screen is screen:
                seen = self._see(area)
            if seen is not None and seen.get_size() == size:
                return seen
            return None

        self.film = Film(session, see, self._worker.do)

    def tick(self, *, is_covered: bool) -> None:
        """Go on filming, unless something lies above the screen; tell what has been written."""
        film = self.film
        stage = self._ui.stage
        if film is not None and not is_covered:
            film.tick(stage.clock.now(), rests=stage.is_resting)
            if film.is_over:
                self._end_film(film)
        self._worker.tick()

    def _see(self, area: Rect) -> pygame.Surface | None:
        window = self._navigator.pixels
        view = self._ui.stage.view
        if window is None:
            return None
        (left, top), (right, bottom) = map(view.to_pixels, (area.position, area.corners[2]))
        x = round(left)
        y = round(top)
        seen = pygame.Rect(x, y, round(right) - x, round(bottom) - y).clip(window.get_rect())
        return window.subsurface(seen)

    def _end_film(self, film: Film) -> None:
        """Film no longer, and let the dock show that; have the file written of a whole film."""
        self.film = None
        film.session.go_to(film.session.at)
        if film.is_over and film.is_seen:
            self._write(film.file, "round")
        else:
            self._ui.stage.toasts.show(self._ui.texts("No video was saved."))

    def _write(self, make: Callable[[], bytes], kind: str) -> None:
        """Write what is made in another thread to a new file among the pictures."""
        folder = self._navigator.paths.pictures
        notices = self._navigator.notices
        stem = f"{self._navigator.today().isoformat()}-{kind}"
        self._worker.write(
            lambda: write_new(number_names(folder / f"{stem}.png"), make()),
            notices.picture_not_saved,
            notices.record_saved,
        )
