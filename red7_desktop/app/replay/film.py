"""Films a round: takes pictures while the table plays it, and makes a file of them meanwhile."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.app.replay.animated_png import AnimatedPng

if TYPE_CHECKING:
    from red7_desktop.kit.storage.worker import BackgroundTask
    from red7_desktop.play.replaying import ReplaySession

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
    till `is_over`; then there is a `file`, unless it is no longer `is_seen`.
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
        """Give what is to be written, in the thread in which pictures were added before.

        Raises what went wrong with one.
        """
        for task in self._adding:
            task.result()
        return self._png.file()

    def _take(self, now: float) -> None:
        seen = self._see()
        if seen is None:
            self.is_seen, self.is_over = False, True
            return
        if self._taken is not None:
            self._add(min(now - self._taken[1], _HELD))
        self._taken = _shrink(seen), now

    def _add(self, seconds: float) -> None:
        assert self._taken is not None
        picture = self._taken[0]
        self._adding.append(self._do(lambda: self._png.add(picture, seconds)))


def _shrink(seen: pygame.Surface) -> pygame.Surface:
    """Give a copy, made smaller to so many pixels as a film has."""
    width, height = seen.get_size()
    scale = min(1.0, math.sqrt(_PIXELS / (width * height)))
    return pygame.transform.smoothscale(seen, (round(width * scale), round(height * scale)))
