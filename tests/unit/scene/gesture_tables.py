"""Gesture sequences as data: the events on the left, the gestures on the right.

Positions are pixels of a window half the design's size; what lies there is in test_pointer.py.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from red7_desktop.scene.pointer import LONG_PRESS

WINDOW = (960, 540)
"""Half the design's size: one pixel is two design units."""


def move(x: float, y: float) -> pygame.Event:
    return pygame.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0), touch=False)


def down(x: float, y: float, button: int = 1, touch: bool = False) -> pygame.Event:
    return pygame.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=button, touch=touch)


def up(x: float, y: float, button: int = 1, touch: bool = False) -> pygame.Event:
    return pygame.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=button, touch=touch)


def finger(kind: int, x: float, y: float, number: int = 0) -> pygame.Event:
    return pygame.Event(
        kind, x=x / WINDOW[0], y=y / WINDOW[1], finger_id=number, touch_id=0, dx=0.0, dy=0.0
    )


def touch_down(x: float, y: float, number: int = 0) -> pygame.Event:
    return finger(pygame.FINGERDOWN, x, y, number)


def touch_move(x: float, y: float, number: int = 0) -> pygame.Event:
    return finger(pygame.FINGERMOTION, x, y, number)


def touch_up(x: float, y: float, number: int = 0) -> pygame.Event:
    return finger(pygame.FINGERUP, x, y, number)


ESCAPE = pygame.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")
LETTER = pygame.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a")
FOCUS_LOST = pygame.Event(pygame.WINDOWFOCUSLOST, window=None)
LEFT_WINDOW = pygame.Event(pygame.WINDOWLEAVE, window=None)
HELD = LONG_PRESS + 0.01

SEQUENCES: dict[str, tuple[Sequence[object], list[str]]] = {
    "hover goes from node to node": (
        [move(300, 300), move(20, 20), move(22, 22), move(80, 20), LEFT_WINDOW],
        ["hover enter card", "hover leave card", "hover enter mat", "hover leave mat"],
    ),
    "a click": (
        [down(20, 20), up(21, 21)],
        ["hover enter card", "press card", "click card"],
    ),
    "a click on nothing is a press and a release": (
        [down(400, 400), up(400, 400)],
        ["press -", "release -"],
    ),
    "two pixels are no drag": (
        [move(20, 20), down(20, 20), move(22, 20), up(22, 20)],
        ["hover enter card", "press card", "click card"],
    ),
    "three pixels are a drag": (
        [move(20, 20), down(20, 20), move(23, 20), move(90, 90), up(90, 91)],
        [
            "hover enter card",
            "press card",
            "drag start card",
            "drag move card",
            "drag end card",
            "hover leave card",
            "hover enter mat",
        ],
    ),
    "a node that cannot be dragged is clicked however far the press wanders inside it": (
        [move(102, 12), down(102, 12), move(148, 58), up(148, 58)],
        ["hover enter button", "press button", "click button"],
    ),
    "a press that ends elsewhere is let go": (
        [move(102, 12), down(102, 12), move(80, 20), up(80, 20)],
        [
            "hover enter button",
            "press button",
            "release button",
            "hover leave button",
            "hover enter mat",
        ],
    ),
    "escape cancels a drag, and the button may come up unheard": (
        [move(20, 20), down(20, 20), move(40, 20), ESCAPE, move(50, 20), up(50, 20)],
        ["hover enter card", "press card", "drag start card", "drag cancel card"],
    ),
    "escape lets a press go": (
        [move(20, 20), down(20, 20), ESCAPE, up(20, 20)],
        ["hover enter card", "press card", "release card"],
    ),
    "escape without a press is nobody's gesture": ([ESCAPE, LETTER], []),
    "another key does not disturb a drag": (
        [move(20, 20), down(20, 20), move(40, 20), LETTER, up(40, 20)],
        ["hover enter card", "press card", "drag start card", "drag end card"],
    ),
    "a second button cancels a drag": (
        [
            move(20, 20),
            down(20, 20),
            move(40, 20),
            down(40, 20, 3),
            up(40, 20, 3),
            move(42, 20),
            up(42, 20),
            down(20, 20),
            up(20, 20),
        ],
        [
            "hover enter card",
            "press card",
            "drag start card",
            "drag cancel card",
            "press card",
            "click card",
        ],
    ),
    "a lost focus cancels a drag, and no release is waited for": (
        [move(20, 20), down(20, 20), move(40, 20), FOCUS_LOST, down(20, 20), up(20, 20)],
        [
            "hover enter card",
            "press card",
            "drag start card",
            "drag cancel card",
            "hover leave card",
            "hover enter card",
            "press card",
            "click card",
        ],
    ),
    "a press whose release was lost gives way to the next one": (
        [move(20, 20), down(20, 20), move(40, 20), down(110, 20), up(110, 20)],
        [
            "hover enter card",
            "press card",
            "drag start card",
            "drag cancel card",
            "hover leave card",
            "hover enter button",
            "press button",
            "click button",
        ],
    ),
    "a long press is no click": (
        [move(20, 20), down(20, 20), 0.1, HELD, HELD, up(20, 20)],
        ["hover enter card", "press card", "long press card", "release card"],
    ),
    "a long press may become a drag": (
        [move(20, 20), down(20, 20), HELD, move(40, 20), HELD, up(40, 20)],
        ["hover enter card", "press card", "long press card", "drag start card", "drag end card"],
    ),
    "a node that does not ask for long presses is clicked however long it takes": (
        [move(110, 20), down(110, 20), 5.0, up(110, 20)],
        ["hover enter button", "press button", "click button"],
    ),
    "the right button clicks and never drags": (
        [move(20, 20), down(20, 20, 3), HELD, move(50, 20), up(50, 20, 3)],
        ["hover enter card", "press card", "click card"],
    ),
    "the wheel's old button events are not presses": (
        [move(20, 20), down(20, 20, 4), up(20, 20, 4), down(20, 20, 5), up(20, 20, 5)],
        ["hover enter card"],
    ),
    "the mouse leaves the window during a drag without ending it": (
        [move(20, 20), down(20, 20), move(40, 20), LEFT_WINDOW, move(-500, 20), up(-500, 20)],
        [
            "hover enter card",
            "press card",
            "drag start card",
            "drag move card",
            "drag end card",
            "hover leave card",
            "hover enter mat",
        ],
    ),
    "a tap": ([touch_down(20, 20), touch_up(20, 20)], ["press card", "click card"]),
    "a tap that the system also tells as a mouse click counts once": (
        [touch_down(20, 20), down(20, 20, 1, True), touch_up(20, 20), up(20, 20, 1, True)],
        ["press card", "click card"],
    ),
    "a finger needs a longer way for a drag": (
        [touch_down(20, 20), touch_move(26, 20), touch_move(29, 20), touch_up(30, 20)],
        ["press card", "drag start card", "drag end card"],
    ),
    "a second finger cancels a drag": (
        [
            touch_down(20, 20),
            touch_move(40, 20),
            touch_down(90, 90, 1),
            touch_move(50, 20),
            touch_up(90, 90, 1),
            touch_up(50, 20),
            touch_down(20, 20),
            touch_up(20, 20),
        ],
        ["press card", "drag start card", "drag cancel card", "press card", "click card"],
    ),
    "another finger's moves are not the first one's": (
        [touch_down(20, 20), touch_move(90, 90, 7), touch_up(20, 20)],
        ["press card", "click card"],
    ),
    "a finger does not hover, and takes the mouse's hover away": (
        [move(110, 20), touch_down(20, 20), touch_up(20, 20)],
        ["hover enter button", "hover leave button", "press card", "click card"],
    ),
    "a long touch": (
        [touch_down(20, 20), HELD, touch_up(20, 20)],
        ["press card", "long press card", "release card"],
    ),
}
