"""Screens that open in steps: how many find room in a frame, and that none is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from red7_desktop.app.window import SLICE, ScreenOpening
from red7_desktop.scene.animation import SteppedClock


class Long:
    """Opens in four steps that take a part of a slice each."""

    def __init__(self, clock: SteppedClock, share: float) -> None:
        self.taken: list[int] = []
        self._clock = clock
        self._share = share

    def opening(self) -> Sequence[Callable[[], None]]:
        return tuple([lambda nth=nth: self._step(nth) for nth in range(4)])

    def _step(self, nth: int) -> None:
        self.taken.append(nth)
        self._clock.step(self._share * SLICE)


def opened(share: float, made_in: float = 0.0) -> tuple[ScreenOpening, Long]:
    clock = SteppedClock()
    opening, screen = ScreenOpening(clock.now), Long(clock, share)
    since = clock.now()
    clock.step(made_in * SLICE)
    begun: Any = screen
    opening.begin(begun, since)
    return opening, screen


def test_short_steps_are_all_taken_at_once() -> None:
    opening, screen = opened(0.0)
    assert (screen.taken, opening.is_unfinished) == ([0, 1, 2, 3], False)


def test_what_finds_no_room_in_a_frame_waits_for_the_next() -> None:
    opening, screen = opened(0.6)
    assert (screen.taken, opening.is_unfinished) == ([0, 1], True)
    opening.go_on()
    assert (screen.taken, opening.is_unfinished) == ([0, 1, 2, 3], False)


def test_a_screen_that_took_long_to_make_opens_in_the_next_frames_a_step_in_each() -> None:
    opening, screen = opened(3.0, made_in=1.0)
    for frame in range(4):
        assert screen.taken == list(range(frame))
        opening.go_on()
    assert (screen.taken, opening.is_unfinished) == ([0, 1, 2, 3], False)


def test_an_event_finishes_it() -> None:
    opening, screen = opened(3.0)
    opening.finish()
    assert (screen.taken, opening.is_unfinished) == ([0, 1, 2, 3], False)
