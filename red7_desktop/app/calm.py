"""Knows whether anything goes on, and does what is best done, or left alone, while nothing does."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.app.idle_gc import IdleGc
from red7_desktop.app.preparing import FontWarmup

if TYPE_CHECKING:
    from red7_desktop.kit.input.inputs import Inputs
    from red7_desktop.kit.pages.screen import Screen, Ui

QUIET: Final = 20.0
"""Seconds without events and without anything that moves, after which the sound device rests."""

ALONE: Final = 300.0
"""Seconds after which nobody seems to be there to hear the ambience, till something comes."""

_HAS_FOCUS: Final = {pygame.WINDOWFOCUSLOST: False, pygame.WINDOWFOCUSGAINED: True}


class IdleTasks:
    """Opens fonts ahead, tidies, and lets the sound device rest. layers: what ticks, and may wait.

    Call `stir` for every event and `tick` once a frame.
    """

    def __init__(self, kit: Ui, inputs: Inputs, layers: Callable[[], Iterable[Screen]]) -> None:
        self._kit = kit
        self._inputs = inputs
        self._layers = layers
        self._fonts = FontWarmup(kit.stage)
        self._tidying = IdleGc()
        self._stirred = kit.stage.clock.now()
        self._was_quiet = False
        self._has_focus = True
        self._began: float | None = None

    @property
    def idle_for(self) -> float:
        """For how many seconds nothing will go on without events: 0 while anything does."""
        stage = self._kit.stage
        is_busy = not (stage.is_resting and self._fonts.is_done)
        if is_busy or any(layer.is_waiting for layer in self._layers()):
            return 0.0
        due = stage.timers.next_due
        left = math.inf if due is None else max(0.0, due - stage.clock.now())
        return min(left, self._inputs.idle_for)

    def stir(self, event: pygame.Event) -> None:
        """Note that something has happened, and whether somebody is at the window."""
        if event.type in _HAS_FOCUS:
            self._has_focus = _HAS_FOCUS[event.type]
        self._kit.audio.ambience.is_away = not self._has_focus
        self._stirred = self._kit.stage.clock.now()
        self.begin_frame()

    def begin_frame(self) -> None:
        """Note when the frame has begun, if nothing has before."""
        if self._began is None:
            self._began = self._kit.stage.clock.now()

    def frame_time(self) -> float:
        """Give how many seconds the frame has taken so far; the next call is about the next one."""
        now = self._kit.stage.clock.now()
        began, self._began = self._began, None
        return 0.0 if began is None else now - began

    def tick(self) -> None:
        """Do what can be done now."""
        stage = self._kit.stage
        now = stage.clock.now()
        if stage.is_resting:
            self._fonts.tick()
        self._tidying.tick(now, stage.root.changes, is_resting=stage.is_resting)
        self._rest_or_wake(now)

    def _rest_or_wake(self, now: float) -> None:
        """Let the sound device rest while nothing goes on.

        It is woken a frame later, for that takes some milliseconds: the answer to a press is first.
        """
        if self.idle_for <= 0:
            self._stirred = now
        is_quiet = now - self._stirred >= QUIET
        if now - self._stirred >= ALONE:
            self._kit.audio.ambience.is_away = True
        if is_quiet:
            self._kit.audio.rest()
        elif not self._was_quiet:
            self._kit.audio.wake()
        self._was_quiet = is_quiet
