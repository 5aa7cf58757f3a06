"""The attributes of a node, as they are when it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from red7_desktop.scene.geometry import NO_SIZE, ORIGIN, Size, Transform, Vec

if TYPE_CHECKING:
    import pygame

    from red7_desktop.scene.input.command import FocusCommand
    from red7_desktop.scene.input.gesture import Gesture
    from red7_desktop.scene.node import Node
    from red7_desktop.scene.paint.pictures import Picture


class Attributes:
    """What a node is made with; Node says what each of them means."""

    parent: Node | None
    changes: int
    name: str
    tag: object
    position: Vec
    size: Size
    anchor: Vec
    scale: float
    flip: float
    rotation: float
    alpha: float
    visible: bool
    z: float
    clips: bool
    picture: Picture | None
    interactive: bool
    draggable: bool
    holdable: bool
    focusable: bool
    in_order: bool
    hit_margin: float
    on_gesture: Callable[[Gesture], bool] | None
    on_activate: Callable[[], None] | None
    on_focus: Callable[[bool], None] | None
    on_command: Callable[[FocusCommand], bool] | None
    on_event: Callable[[pygame.Event], bool] | None
    on_reveal: Callable[[Node], None] | None
    heir: Callable[[], Node | None] | None
    _children: list[Node]
    _stacked: tuple[Node, ...] | None
    _world: Transform | None
    _back: Transform | None
    _motions: int

    def __init__(
        self,
        *,
        name: str = "",
        tag: object = None,
        position: Vec = ORIGIN,
        size: Size = NO_SIZE,
        anchor: Vec = ORIGIN,
        scale: float = 1.0,
        flip: float = 1.0,
        rotation: float = 0.0,
        alpha: float = 1.0,
        visible: bool = True,
        z: float = 0.0,
        clips: bool = False,
        picture: Picture | None = None,
        interactive: bool = False,
        draggable: bool = False,
        holdable: bool = False,
        focusable: bool = False,
        in_order: bool = True,
        hit_margin: float = 0.0,
    ) -> None:
        # Nobody has seen the node yet, so that nothing has to be marked: pages have hundreds.
        self.__dict__.update(
            parent=None,
            changes=0,
            _children=[],
            _stacked=(),
            _world=None,
            _back=None,
            _motions=0,
            name=name,
            tag=tag,
            position=position,
            size=size,
            anchor=anchor,
            scale=scale,
            flip=flip,
            rotation=rotation,
            alpha=alpha,
            visible=visible,
            z=z,
            clips=clips,
            picture=picture,
            interactive=interactive,
            draggable=draggable,
            holdable=holdable,
            focusable=focusable,
            in_order=in_order,
            hit_margin=hit_margin,
            on_gesture=None,
            on_activate=None,
            on_focus=None,
            on_command=None,
            on_event=None,
            on_reveal=None,
            heir=None,
        )
