"""Mouse and touch: what sequences of events come to, as tables of gestures."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from red7_desktop.scene import animation, pointer
from red7_desktop.scene.geometry import Size, Vec, Viewport
from red7_desktop.scene.node import Gesture, GestureKind, Node

# Positions are pixels of a window half the design's size; what lies there is in test_pointer.py.

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
FOCUS_LOST = pygame.Event(pygame.WINDOWFOCUSLOST, window=None)
LEFT_WINDOW = pygame.Event(pygame.WINDOWLEAVE, window=None)
HELD = pointer.LONG_PRESS + 0.01

SEQUENCES: dict[str, tuple[Sequence[object], str]] = {
    "hover goes from node to node": (
        [move(300, 300), move(20, 20), move(22, 22), move(80, 20), LEFT_WINDOW],
        "hover enter card, hover leave card, hover enter mat, hover leave mat",
    ),
    "a click": ([down(20, 20), up(21, 21)], "hover enter card, press card, click card"),
    "a click on nothing is a press and a release": (
        [down(400, 400), up(400, 400)],
        "press -, release -",
    ),
    "three pixels are a drag": (
        [move(20, 20), down(20, 20), move(23, 20), move(90, 90), up(90, 91)],
        (
            "hover enter card, press card, drag start card, drag move card, drag end card, "
            "hover leave card, hover enter mat"
        ),
    ),
    "a node that cannot be dragged is clicked however far the press wanders inside it": (
        [move(102, 12), down(102, 12), move(148, 58), up(148, 58)],
        "hover enter button, press button, click button",
    ),
    "a press that ends elsewhere is let go": (
        [move(102, 12), down(102, 12), move(80, 20), up(80, 20)],
        "hover enter button, press button, release button, hover leave button, hover enter mat",
    ),
    "escape cancels a drag, and the button may come up unheard": (
        [move(20, 20), down(20, 20), move(40, 20), ESCAPE, move(50, 20), up(50, 20)],
        "hover enter card, press card, drag start card, drag cancel card",
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
        "hover enter card, press card, drag start card, drag cancel card, press card, click card",
    ),
    "a press whose release was lost gives way to the next one": (
        [move(20, 20), down(20, 20), move(40, 20), down(110, 20), up(110, 20)],
        (
            "hover enter card, press card, drag start card, drag cancel card, hover leave card, "
            "hover enter button, press button, click button"
        ),
    ),
    "a long press is no click": (
        [move(20, 20), down(20, 20), 0.1, HELD, HELD, up(20, 20)],
        "hover enter card, press card, long press card, release card",
    ),
    "the right button clicks and never drags": (
        [move(20, 20), down(20, 20, 3), HELD, move(50, 20), up(50, 20, 3)],
        "hover enter card, press card, click card",
    ),
    "the wheel's old button events are not presses": (
        [move(20, 20), down(20, 20, 4), up(20, 20, 4), down(20, 20, 5), up(20, 20, 5)],
        "hover enter card",
    ),
    "a tap that the system also tells as a mouse click counts once": (
        [touch_down(20, 20), down(20, 20, 1, True), touch_up(20, 20), up(20, 20, 1, True)],
        "press card, click card",
    ),
    "a finger needs a longer way for a drag": (
        [touch_down(20, 20), touch_move(26, 20), touch_move(29, 20), touch_up(30, 20)],
        "press card, drag start card, drag end card",
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
        "press card, drag start card, drag cancel card, press card, click card",
    ),
    "another finger's moves are not the first one's": (
        [touch_down(20, 20), touch_move(90, 90, 7), touch_up(20, 20)],
        "press card, click card",
    ),
    "a finger does not hover, and takes the mouse's hover away": (
        [move(110, 20), touch_down(20, 20), touch_up(20, 20)],
        "hover enter button, hover leave button, press card, click card",
    ),
}


class Rig:
    """A card that can be dragged, a button that cannot, and a mat below both.

    In pixels: mat (0, 0)-(200, 100), card (10, 10)-(60, 60), button (100, 10)-(150, 60).
    """

    def __init__(self) -> None:
        self.clock = animation.SteppedClock()
        self.view = Viewport.fitted(WINDOW)
        self.root = Node()
        box = Size(100, 100)
        self.mat = Node(name="mat", size=Size(400, 200), interactive=True)
        self.card = Node(
            name="card",
            position=Vec(20, 20),
            size=box,
            interactive=True,
            draggable=True,
            holdable=True,
        )
        self.button = Node(name="button", position=Vec(200, 20), size=box, interactive=True)
        self.root.add(self.mat, self.card, self.button)
        self.reader = pointer.GestureReader(self.root, self.clock, lambda: self.view)

    def play(self, *steps: object) -> list[Gesture]:
        """Feed events; a number lets that many seconds pass, a function is called."""
        gestures: list[Gesture] = []
        for step in steps:
            if isinstance(step, pygame.Event):
                gestures += self.reader.read(step)
            elif isinstance(step, float):
                self.clock.step(step)
                gestures += self.reader.tick()
            elif callable(step):
                step()
        return gestures


def said(gestures: list[Gesture]) -> list[str]:
    return [f"{g.kind} {g.target.name if g.target else '-'}" for g in gestures]


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.mark.parametrize("name", SEQUENCES)
def test_pointer_events_become_gestures(rig: Rig, name: str) -> None:
    steps, expected = SEQUENCES[name]
    assert ", ".join(said(rig.play(*steps))) == expected


def test_drag_reports_its_position_its_start_and_the_node_under_it(rig: Rig) -> None:
    gestures = rig.play(down(20, 20), move(30, 25), move(110, 20), up(120, 30))[2:]
    assert [(g.position, g.start, g.delta) for g in gestures if g.kind.startswith("drag")] == [
        (Vec(60, 50), Vec(40, 40), Vec(20, 10)),
        (Vec(220, 40), Vec(40, 40), Vec(160, -10)),
        (Vec(240, 60), Vec(40, 40), Vec(20, 20)),
    ]
    assert [g.over and g.over.name for g in gestures[:3]] == ["mat", "button", "button"]


@pytest.mark.parametrize(
    ("window", "distance", "is_drag"),
    [
        ((3840, 2160), 5, False),
        ((3840, 2160), 6, True),
        ((960, 540), 3, True),
        ((480, 270), 2, False),
    ],
)
def test_drag_threshold_scales_with_the_window_from_three_pixels(
    rig: Rig, window: tuple[int, int], distance: int, is_drag: bool
) -> None:
    rig.view = Viewport.fitted(window)
    x, y = rig.view.to_pixels(Vec(40, 40))
    gestures = rig.play(down(x, y), move(x + distance, y))
    assert (gestures[-1].kind is GestureKind.DRAG_START) is is_drag


def laid_out_anew(rig: Rig, old: Node, aside: float) -> None:
    """Replace a node by one of the same name at another position."""
    with rig.reader.preserve_press(rig.root):
        old.detach()
        fresh = Node(name=old.name, position=old.position + Vec(aside, 0), size=old.size)
        fresh.interactive, fresh.draggable = True, old.draggable
        rig.root.add(fresh)


@pytest.mark.parametrize(
    ("aside", "to", "ends"),
    [
        (0.0, up(120, 20), GestureKind.CLICK),
        (200.0, up(121, 20), GestureKind.CLICK),  # it has gone from under a pointer that rests
        (200.0, up(180, 20), GestureKind.RELEASE),  # this one went away itself
    ],
)
def test_press_continues_when_its_node_is_replaced(
    rig: Rig, aside: float, to: pygame.Event, ends: GestureKind
) -> None:
    rig.play(down(120, 20), lambda: laid_out_anew(rig, rig.button, aside), 0.1)
    last = rig.play(to)[0]
    assert last.target is not None
    assert (last.kind, last.target.name) == (ends, "button")
    assert last.target is not rig.button
    assert said(rig.play(down(20, 20), up(20, 20)))[-1] == "click card"


def test_press_is_cancelled_when_it_becomes_a_drag(rig: Rig) -> None:
    gestures = rig.play(down(20, 20), lambda: laid_out_anew(rig, rig.card, 0.0), 0.1)
    assert [g.is_cancelled for g in gestures if g.kind is GestureKind.RELEASE] == [True]


@pytest.mark.parametrize("end", [ESCAPE, FOCUS_LOST, down(40, 20, 3), "detach", "hide"])
def test_drag_is_cancelled_by_escape_focus_loss_and_removal_of_its_node(
    rig: Rig, end: pygame.Event | str
) -> None:
    rig.play(down(20, 20), move(40, 20))
    if end == "hide":
        rig.card.visible = False
    elif end == "detach":
        rig.card.detach()
    [cancel] = [g for g in rig.play(end, 0.01) if g.kind is GestureKind.DRAG_CANCEL]
    assert (cancel.target, cancel.is_cancelled) == (rig.card, True)
    assert not rig.reader.is_dragging


def test_mouse_wheel_is_sent_to_the_node_under_the_mouse(rig: Rig) -> None:
    wheel = pygame.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.5, flipped=False)
    assert rig.play(wheel) == [], "nobody knows where the mouse is yet"
    [gesture] = [g for g in rig.play(move(110, 20), wheel) if g.kind is GestureKind.WHEEL]
    assert (gesture.target, gesture.delta) == (rig.button, Vec(0, 1.5))
    flipped = pygame.Event(pygame.MOUSEWHEEL, x=0, y=2, flipped=True)
    assert rig.play(flipped)[0].delta == Vec(0, -2)


@pytest.mark.parametrize(
    "lost", [touch_down(120, 20, 7), down(120, 20, 3)], ids=["finger", "button"]
)
def test_press_without_a_release_times_out_so_that_others_can_press(
    rig: Rig, lost: pygame.Event
) -> None:
    rig.play(lost, pointer.POINTER_TIMEOUT)
    first = said(rig.play(touch_down(20, 20, 1), touch_up(20, 20, 1)))
    assert "release button" in first
    assert "press card" not in first
    second = said(rig.play(touch_down(20, 20, 2), touch_up(20, 20, 2)))
    assert second[-2:] == ["press card", "click card"]


def test_late_release_of_a_timed_out_press_is_ignored(rig: Rig) -> None:
    rig.play(
        touch_down(120, 20, 7), touch_down(20, 20, 1), touch_up(20, 20, 1), pointer.POINTER_TIMEOUT
    )
    assert said(rig.play(touch_down(20, 20, 2), touch_up(120, 20, 7))) == ["press card"]
    assert said(rig.play(touch_up(20, 20, 2))) == ["click card"]


def test_press_of_a_moving_finger_does_not_time_out(rig: Rig) -> None:
    rig.play(touch_down(120, 20, 7), touch_down(20, 20, 1), touch_up(20, 20, 1))
    for step in range(4):
        rig.play(pointer.POINTER_TIMEOUT / 2, touch_move(120, 20 + step, 7))
    assert said(rig.play(touch_down(20, 20, 2), touch_up(20, 20, 2))) == []
