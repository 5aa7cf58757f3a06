"""Drives a whole stage with posted events and a stepped clock, and reads its pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from red7_desktop.scene import animation, geometry, node, stage
from red7_desktop.scene.widgets.button import Button


class Driver:
    """Posts events in design units to pygame's queue, and steps the clock."""

    def __init__(self, stage: stage.Stage, clock: animation.SteppedClock) -> None:
        self.stage = stage
        self.clock = clock
        self.surface = pygame.Surface(stage.view.window)

    def post(self, kind: int, **fields: Any) -> list[bool]:
        pygame.event.clear()
        pygame.event.post(pygame.Event(kind, **fields))
        return [self.stage.handle(event) for event in pygame.event.get(kind)]

    def move(self, to: geometry.Vec) -> None:
        self.post(pygame.MOUSEMOTION, pos=self._pixel(to), rel=(0, 0), buttons=(0, 0, 0))

    def down(self, at: geometry.Vec, button: int = 1) -> None:
        self.post(pygame.MOUSEBUTTONDOWN, pos=self._pixel(at), button=button)

    def up(self, at: geometry.Vec, button: int = 1) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=self._pixel(at), button=button)

    def click(self, at: geometry.Vec) -> None:
        self.move(at)
        self.down(at)
        self.up(at)

    def touch(self, kind: int, at: geometry.Vec) -> None:
        x, y = self._pixel(at)
        width, height = self.stage.view.window
        self.post(kind, x=x / width, y=y / height, finger_id=1, touch_id=1, dx=0.0, dy=0.0)

    def tap(self, at: geometry.Vec) -> None:
        self.touch(pygame.FINGERDOWN, at)
        self.touch(pygame.FINGERUP, at)

    def key(self, key: int, mod: int = 0) -> bool:
        return self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="")[0]

    def pad(self, button: int) -> bool:
        return self.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)[0]

    def frame(self, seconds: float = 1 / 60) -> list[pygame.Rect]:
        self.clock.step(seconds)
        self.stage.tick()
        return self.stage.draw(self.surface)

    def _pixel(self, at: geometry.Vec) -> tuple[int, int]:
        x, y = self.stage.view.to_pixels(at)
        return round(x), round(y)


def add_button(
    stage: stage.Stage, at: geometry.Vec, pressed: list[str], text: str = "End turn"
) -> Button:
    button = Button(stage.look, text, lambda: pressed.append(text), position=at, name=text)
    stage.screen_layer.add(button)
    return button


def recorder(heard: list[node.GestureKind]) -> Callable[[node.Gesture], bool]:
    """Return a listener that consumes every gesture and records its kind."""

    def hear(gesture: node.Gesture) -> bool:
        heard.append(gesture.kind)
        return True

    return hear


# == Comparisons of surfaces by pixels.


def channels(surface: pygame.Surface) -> list[tuple[int, int, int, int]]:
    """List all pixels as red, green, blue and alpha, row by row."""
    each = iter(pygame.image.tobytes(surface, "RGBA"))
    return list(zip(each, each, each, each, strict=True))
