"""Save pictures of the table and films of rounds as PNG files.

A film is an animated PNG: PNG specification, third edition (W3C), chunks acTL, fcTL and fdAT.
Browsers and most image viewers play it, and others show its first picture. GIF was rejected after
a trial because its 256 colours turn the light on the table into visible rings.
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
_COLOUR_THRESHOLD: Final = (1, 1, 1, 255)
"""Differences in red, green, blue and alpha from which a pixel counts as changed.

The value 255 practically ignores alpha."""
_MAX_MILLISECONDS: Final = 0xFFFF
"""Maximum duration of a frame in milliseconds (16 bits in the file)."""


class _Frame(NamedTuple):
    """One frame of an animated PNG.

    Attributes:
        box: Rectangle that the frame replaces.
        milliseconds: Duration.
        packed: Compressed pixels of the rectangle.
    """

    box: pygame.Rect
    milliseconds: int
    packed: bytes


class AnimatedPng:
    """An encoder for animated PNG files. All pictures must be added by the same thread."""

    def __init__(self) -> None:
        self._frames: list[_Frame] = []
        self._last_picture: pygame.Surface | None = None

    def __len__(self) -> int:
        return len(self._frames)

    def add(self, picture: pygame.Surface, seconds: float) -> None:
        """Append a picture, or extend the last frame if the picture is identical.

        Args:
            picture: Picture of the same size as all others.
            seconds: Duration of the picture.

        Raises:
            ValueError: The picture has another size.
        """
        picture_now = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
        picture_now.blit(picture, (0, 0))
        milliseconds = round(1000 * seconds)
        changed = picture_now
        box = picture_now.get_rect()
        if self._last_picture is not None:
            if self._last_picture.get_size() != picture_now.get_size():
                raise ValueError(f"{picture_now.get_size()} is not {self._last_picture.get_size()}")
            difference = pygame.mask.from_threshold(
                picture_now, (0, 0, 0), _COLOUR_THRESHOLD, self._last_picture
            )
            difference.invert()
            boxes = difference.get_bounding_rects()
            if not boxes:
                frame = self._frames[-1]
                total = min(frame.milliseconds + milliseconds, _MAX_MILLISECONDS)
                self._frames[-1] = frame._replace(milliseconds=total)
                return
            box = boxes[0].unionall(boxes[1:])
            changed = pygame.Surface(picture_now.get_size(), pygame.SRCALPHA)
            difference.to_surface(changed, setsurface=picture_now, unsetcolor=(0, 0, 0, 0))
        self._last_picture = picture_now
        packed = _pack_pixels(changed.subsurface(box))
        self._frames.append(_Frame(box, min(milliseconds, _MAX_MILLISECONDS), packed))

    def file(self) -> bytes:
        """Return the encoded file, which loops without end. Call it after at least one `add`."""
        width, height = self._frames[0].box.size
        chunks = [
            _pack_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)),
            _pack_chunk(b"acTL", struct.pack(">II", len(self), 0)),
        ]
        number = 0
        for frame in self._frames:
            box = frame.box
            milliseconds = frame.milliseconds
            position = (number, box.width, box.height, box.x, box.y)
            # Dispose 0 keeps each frame; blend 1 draws later frames over the earlier ones.
            control = struct.pack(">5IHHBB", *position, milliseconds, 1000, 0, int(number > 0))
            chunks.append(_pack_chunk(b"fcTL", control))
            if number == 0:
                chunks.append(_pack_chunk(b"IDAT", frame.packed))
                number = 1
            else:
                chunks.append(_pack_chunk(b"fdAT", struct.pack(">I", number + 1) + frame.packed))
                number += 2
        return b"".join([_SIGNATURE, *chunks, _pack_chunk(b"IEND", b"")])


def _pack_pixels(picture: pygame.Surface) -> bytes:
    """Return zlib-compressed PNG rows, each with filter type 0 (none)."""
    pixels = pygame.image.tobytes(picture, "RGBA")
    row = 4 * picture.get_width()
    rows = (b"\0" + pixels[at : at + row] for at in range(0, len(pixels), row))
    return zlib.compress(b"".join(rows))


def _pack_chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join(
        [struct.pack(">I", len(data)), kind, data, struct.pack(">I", zlib.crc32(kind + data))]
    )


FRAME_SECONDS: Final = 0.1
"""Seconds between two pictures, which keeps the film of a round at a few megabytes."""
_MAX_PIXELS: Final = 400_000
"""Maximum number of pixels of a film's picture, for example 843 by 474."""
_MAX_PICTURE_SECONDS: Final = 1.2
"""Maximum duration of a picture in seconds, even if the table didn't move for longer."""
_LAST_PICTURE_SECONDS: Final = 2.5
_END_TIMEOUT: Final = 4.0
"""Maximum time after the round's last step until the film ends, in seconds."""


class Film:
    """A film of a replay's current round, from its first step to its last.

    The film starts the replay at the beginning of the round and records it while it plays. Call
    `tick` once a frame until `is_over`. After that, `file` returns the film if `is_valid` is true.

    Args:
        session: Replay.
        see: Returns a screenshot of the table, or None if the replay is no longer on screen.
        do: Queues a job for the background thread, which runs its jobs in order.

    Attributes:
        is_over: Whether the recording has ended.
        is_valid: Whether the replay was on screen until now.
    """

    def __init__(
        self,
        session: ReplaySession,
        see: Callable[[], pygame.Surface | None],
        do: Callable[[Callable[[], None]], BackgroundTask[None]],
    ) -> None:
        self.session = session
        self._take_screenshot = see
        self._run = do
        timeline = session.timeline
        index = timeline.locate(session.at).round - 1
        self._end = timeline.ends[index]
        self._has_begun = False
        self._ends_at = math.inf
        self._pending: tuple[pygame.Surface, float] | None = None
        self._add_tasks: list[BackgroundTask[None]] = []
        self.is_over = False
        self.is_valid = True
        self._png: Final = AnimatedPng()
        session.go_to(timeline.rounds[index])

    def tick(self, now: float, *, rests: bool) -> None:
        """Add a screenshot of the table to the film if the time for the next picture has come.

        Also start the replay with the first picture, and end the film with the last.

        Args:
            now: Time in seconds.
            rests: Whether no animation is running.
        """
        session = self.session
        if not self._has_begun:
            self._has_begun = rests
            if rests:
                self._take(now)
                session.set_playing(plays=True)
            return
        if session.at >= self._end and math.isinf(self._ends_at):
            session.is_playing = False
            self._ends_at = now + _END_TIMEOUT
        is_at_end = now >= self._ends_at or (rests and session.at >= self._end)
        taken_at = self._pending[1] if self._pending else now
        if is_at_end or (now >= taken_at + FRAME_SECONDS and (session.is_playing or not rests)):
            self._take(now)
        if is_at_end and self.is_valid:
            self._add(_LAST_PICTURE_SECONDS)
            self.is_over = True

    def file(self) -> bytes:
        """Return the encoded film. Call it in the background thread, after all pictures.

        Raises:
            Exception: A picture couldn't be added; the encoder's error is raised again.
        """
        for task in self._add_tasks:
            task.result()
        return self._png.file()

    def _take(self, now: float) -> None:
        picture = self._take_screenshot()
        if picture is None:
            self.is_valid = False
            self.is_over = True
            return
        if self._pending is not None:
            self._add(min(now - self._pending[1], _MAX_PICTURE_SECONDS))
        self._pending = _shrink(picture), now

    def _add(self, seconds: float) -> None:
        assert self._pending is not None
        picture = self._pending[0]
        self._add_tasks.append(self._run(lambda: self._png.add(picture, seconds)))


def _shrink(picture: pygame.Surface) -> pygame.Surface:
    """Return a copy of a picture, scaled down to the maximum number of pixels."""
    width, height = picture.get_size()
    scale = min(1.0, math.sqrt(_MAX_PIXELS / (width * height)))
    return pygame.transform.smoothscale(picture, (round(width * scale), round(height * scale)))


def encode_png(pixels: pygame.Surface) -> bytes:
    """Return a picture as the bytes of a PNG file."""
    buffer = BytesIO()
    pygame.image.save(pixels, buffer, "picture.png")
    return buffer.getvalue()


class Camera:
    """Saves screenshots of the table, and recordings of rounds as animated pictures ("films").

    Call `tick` once a frame.

    Args:
        navigator: Gives access to screens and services.
        worker: Background thread that encodes and writes the files.

    Attributes:
        film: The running recording, or None.
    """

    def __init__(self, navigator: Navigator, worker: Worker) -> None:
        self._navigator = navigator
        self._ui = navigator.ui
        self._worker = worker
        self.film: Film | None = None

    @property
    def needs_tick(self) -> bool:
        return self.film is not None or self._worker.needs_tick

    def save_picture(self, area: Rect) -> None:
        """Save a picture of an area of the table in a file, and notify the user.

        Args:
            area: Area in the stage's coordinates.
        """
        if (screenshot := self._take_screenshot(area)) is not None:
            pixels = screenshot.copy()
            self._write(lambda: encode_png(pixels), "table")

    def film_or_stop(self, session: ReplaySession, area: Rect) -> None:
        """Start recording the replayed round as an animated picture, or stop the recording.

        A recording that is stopped is discarded.

        Args:
            session: The replay that is shown.
            area: Area of the table in the stage's coordinates.
        """
        if self.film is not None:
            self._end_film(self.film)
            return
        if (screenshot := self._take_screenshot(area)) is None:
            return
        size = screenshot.get_size()
        screen = self._navigator.screen

        def take_screenshot() -> pygame.Surface | None:
            """Return a screenshot of the table for the recording.

            None if the user has left the replay or resized the window since the recording started.
            """
            screenshot = None
            if self._navigator.screen is screen:
                screenshot = self._take_screenshot(area)
            if screenshot is not None and screenshot.get_size() == size:
                return screenshot
            return None

        self.film = Film(session, take_screenshot, self._worker.submit)

    def tick(self, *, is_covered: bool) -> None:
        """Continue a running recording, and notify the user about written files.

        Args:
            is_covered: Whether a page covers the screen, which pauses the recording.
        """
        film = self.film
        stage = self._ui.stage
        if film is not None and not is_covered:
            film.tick(stage.clock.now(), rests=stage.is_resting)
            if film.is_over:
                self._end_film(film)
        self._worker.tick()

    def _take_screenshot(self, area: Rect) -> pygame.Surface | None:
        window = self._navigator.pixels
        view = self._ui.stage.view
        if window is None:
            return None
        (left, top), (right, bottom) = map(view.to_pixels, (area.position, area.corners[2]))
        x = round(left)
        y = round(top)
        area_in_pixels = pygame.Rect(x, y, round(right) - x, round(bottom) - y).clip(
            window.get_rect()
        )
        return window.subsurface(area_in_pixels)

    def _end_film(self, film: Film) -> None:
        """Stop recording and update the replay's buttons. Only a complete recording is saved."""
        self.film = None
        film.session.go_to(film.session.at)
        if film.is_over and film.is_valid:
            self._write(film.file, "round")
        else:
            self._ui.stage.toasts.show(self._ui.texts("No video was saved."))

    def _write(self, make: Callable[[], bytes], kind: str) -> None:
        """Queue encoding and writing of a new file in the picture folder."""
        folder = self._navigator.paths.pictures
        notices = self._navigator.notices
        stem = f"{self._navigator.today().isoformat()}-{kind}"
        self._worker.write(
            lambda: write_new(number_names(folder / f"{stem}.png"), make()),
            notices.picture_not_saved,
            notices.record_saved,
        )
