"""The tree of nodes, their attributes, the gestures they hear.

A node is a box of `size` in its parent's space. `anchor` is a fraction of the box (0..1 each way):
that point of the box lies at `position`, and the node turns and scales about it. Children live in
the space whose origin is the box's top left corner. A node's picture is below its children;
children lie in the order of `z`, then in the order in which they were added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeVar, dataclass_transform

import pygame

from red7_desktop.scene import commands, geometry, pictures, theme

Named = TypeVar("Named")


@dataclass_transform(kw_only_default=True, eq_default=False)
def take_keywords(named: type[Named]) -> type[Named]:
    """Let type checkers know that a class is made with what it names, by keywords."""
    return named


class Spoken(NamedTuple):
    """What is read aloud of something that has the focus.

    Attributes:
        name: What it is, for example the words on a button.
        value: What it is set to, or what it would do now; read again whenever it changes.
        note: An explanation, for those who want to hear everything.
    """

    name: str
    value: str = ""
    note: str = ""


class TreeError(ValueError):
    """Says why a node cannot be added to, or taken from, another."""


class _Branch:
    """A place in the tree, made with the attributes that a class below it names."""

    parent: Node | None
    changes: int
    _children: list[Node]
    _stacked: tuple[Node, ...] | None
    _world: geometry.Transform | None
    _back: geometry.Transform | None

    def __init__(self, **given: Any) -> None:
        if not given.keys() <= _DEFAULTS.keys():
            raise TypeError(f"no attributes of a node: {given.keys() - _DEFAULTS.keys()}")
        # No one has seen the node yet, so that nothing has to be marked: pages have hundreds.
        own = self.__dict__
        own["parent"] = own["_world"] = own["_back"] = None
        own.update(_DEFAULTS, changes=0, _children=[], _stacked=(), **given)


@take_keywords
class Attributes(_Branch):
    """What a node is made with; Node says what each of them means."""

    name: str = ""
    tag: object = None
    position: geometry.Vec = geometry.ORIGIN
    size: geometry.Size = geometry.NO_SIZE
    anchor: geometry.Vec = geometry.ORIGIN
    scale: float = 1.0
    flip: float = 1.0
    rotation: float = 0.0
    alpha: float = 1.0
    visible: bool = True
    z: float = 0.0
    clips: bool = False
    picture: pictures.Picture | None = None
    interactive: bool = False
    draggable: bool = False
    holdable: bool = False
    focusable: bool = False
    in_order: bool = True
    hit_margin: float = 0.0


_DEFAULTS: Final = {name: getattr(Attributes, name) for name in Attributes.__annotations__}


class Node(Attributes):
    """One thing on the screen.

    Attributes that show (writing one marks the part of the screen that changes):
        position, size, anchor: see the module.
        scale: uniform factor. flip: extra factor across only, 1 flat on .. 0 edge on, for
            turning a card over. rotation: degrees clockwise.
        alpha: 0..1, fades the node and its children together, as one picture.
        visible: False hides the node and its children from drawing, pointer and focus.
        z: order among siblings, higher is nearer. clips: True cuts children off at the box;
            only for nodes that stand upright.
        picture: the look, or None.
    Attributes for input:
        interactive: the pointer can find it. draggable: a press that moves becomes a drag.
        holdable: a long press is reported. hit_margin: design units by which its target is
            larger than its box. focusable: Tab, arrows and pads can reach it. in_order: so do Tab
            and scanning; False for what is only looked at, which arrows reach.
        on_gesture: gets each gesture on this node or, when they do not take it, its children;
            returns True when it took it. on_activate: runs for click, tap, Return or pad button
            alike. on_focus: hears True when the focus arrives, False when it leaves.
        on_command, on_event: while it has the focus, get each command of keys and pad before the
            focus moves, and each key or text event before commands; True when they took it.
        takes_text: letters are typed into it while it has the focus.
        on_reveal: hears which node below it got the focus, so that it can bring it into view. heir:
            gives who has the focus next, when this one can have it no more; else the nearest does.
    Attributes for reading aloud:
        caption: what it is called, where the words on it don't say that. remark: an explanation.
        is_silent: True where its words are a part of something else that is read.
    `name` is for finding and for tests, `tag` carries any value for the owner.
    """

    _motions = 0
    caption = ""
    remark = ""
    is_silent = False
    on_gesture: Callable[[Gesture], bool] | None = None
    on_activate: Callable[[], None] | None = None
    on_focus: Callable[[bool], None] | None = None
    on_command: Callable[[commands.FocusCommand], bool] | None = None
    on_event: Callable[[pygame.Event], bool] | None = None
    takes_text = False
    on_reveal: Callable[[Node], None] | None = None
    heir: Callable[[], Node | None] | None = None

    def __setattr__(self, name: str, value: object) -> None:
        # Reading an attribute happens far more often than writing one, so the attributes are
        # plain and only writing takes the detour.
        mark = _MARKS.get(name)
        if mark is None:
            object.__setattr__(self, name, value)
        elif self.__dict__.get(name, _NEVER) != value:
            object.__setattr__(self, name, value)
            mark(self)

    @property
    def words(self) -> str:
        """The words that it shows by itself, "" for none."""
        return ""

    @property
    def spoken(self) -> Spoken:
        """What is read aloud when it has the focus: its caption, or all words on it."""
        name = self.caption or ", ".join(self._list_words())
        return Spoken(name, note=self.remark)

    def _list_words(self) -> Iterator[str]:
        left: list[Node] = [self]
        while left:
            node = left.pop()
            if node.visible and not node.is_silent:
                if node.words.strip():
                    yield node.words
                left += reversed(node._children)

    @property
    def caret_box(self) -> geometry.Rect:
        """Where the next letter goes in, in the root's space."""
        return self.bounds

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name or hex(id(self))}>"

    # -- the tree --------------------------------------------------------------------------

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(self._children)

    @property
    def stacked(self) -> tuple[Node, ...]:
        if self._stacked is None:
            self._stacked = tuple(sorted(self._children, key=lambda child: child.z))
        return self._stacked

    @property
    def root(self) -> Node:
        """The topmost ancestor; the node itself when it has no parent."""
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    @property
    def ancestors(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def walk(self) -> Iterator[Node]:
        found: list[Node] = [self]
        while found:
            node = found.pop()
            yield node
            found += reversed(node._children)

    def find(self, name: str) -> Node:
        """Return the first node of that name in the tree below; KeyError when there is none."""
        for node in self.walk():
            if node.name == name:
                return node
        raise KeyError(f"no node named {name!r} below {self!r}")

    def is_within(self, other: Node) -> bool:
        node: Node | None = self
        while node is not None and node is not other:
            node = node.parent
        return node is not None

    @property
    def is_shown(self) -> bool:
        node: Node | None = self
        while node is not None and node.visible:
            node = node.parent
        return node is None

    def add(self, *children: Node) -> None:
        """Put nodes below this one, on top of their equals; their attributes stay as they are.

        Raises TreeError when one has a parent already or would land below itself.
        """
        for child in children:
            if child.parent is not None:
                raise TreeError(f"{child!r} already lies below {child.parent!r}")
            if self.is_within(child):
                raise TreeError(f"{child!r} cannot lie below itself")
            child.parent = self
            self._children.append(child)
            self._stacked = None
            child._mark_below()

    def remove(self, child: Node) -> None:
        """Take a child away; TreeError when it is not a child of this node."""
        if child.parent is not self:
            raise TreeError(f"{child!r} does not lie below {self!r}")
        self._children.remove(child)
        self.__dict__["_stacked"] = child.__dict__["parent"] = None
        child._mark_below()
        self._mark()

    def clear(self) -> None:
        for child in self.children:
            self.remove(child)

    def order(self, children: Iterable[Node]) -> None:
        self._children[:] = children
        self._stacked = None
        self._mark()

    def detach(self) -> None:
        if self.parent is not None:
            self.parent.remove(self)

    # -- the place -------------------------------------------------------------------------

    @property
    def focus_box(self) -> geometry.Rect:
        return self.box

    @property
    def crest(self) -> Node | None:
        """The child that lies above the focus ring, None for none."""
        return None

    @property
    def box(self) -> geometry.Rect:
        return geometry.Rect(0.0, 0.0, self.size.w, self.size.h)

    @property
    def pivot(self) -> geometry.Vec:
        return geometry.Vec(self.size.w * self.anchor.x, self.size.h * self.anchor.y)

    @property
    def local(self) -> geometry.Transform:
        return geometry.Transform.placement(
            self.position, self.rotation, self.scale * self.flip, self.scale, self.pivot
        )

    @property
    def world(self) -> geometry.Transform:
        if self._world is None:
            if self.parent is None:
                above = geometry.IDENTITY
            else:
                above = self.parent.world
            self._world = self.local.then(above)
        return self._world

    @property
    def bounds(self) -> geometry.Rect:
        return self.world.bounds(self.box)

    @property
    def centre(self) -> geometry.Vec:
        return self.world.apply(self.box.centre)

    def to_local(self, point: geometry.Vec) -> geometry.Vec | None:
        """Return a point of the root's space in the node's own; None when the node is flattened."""
        if self._back is None:
            try:
                self._back = self.world.inverse()
            except geometry.SingularTransform:
                return None
        return self._back.apply(point)

    def hit(self, point: geometry.Vec, skip: Node | None = None) -> Node | None:
        """Return the topmost shown, interactive node here whose box holds a point of the root's.

        Respects rotation, stacking, clipping and each node's `hit_margin`. skip: a subtree to look
        through, such as a node that is being dragged. It is asked at each movement of the pointer,
        of hundreds of nodes: hence the sums in the place of rectangles.
        """
        if not self.visible or self is skip:
            return None
        back = self._back
        if back is None:
            if self.to_local(point) is None or self._back is None:
                return None
            back = self._back
        x = back[0] * point[0] + back[2] * point[1] + back[4]
        y = back[1] * point[0] + back[3] * point[1] + back[5]
        size = self.size
        if self.clips and not (0.0 <= x < size[0] and 0.0 <= y < size[1]):
            return None
        for child in reversed(self._stacked or self.stacked):
            if child.visible and (child.interactive or child._children):
                found = child.hit(point, skip)
                if found is not None:
                    return found
        margin = self.hit_margin
        is_inside = -margin <= x < size[0] + margin and -margin <= y < size[1] + margin
        if self.interactive and is_inside:
            return self
        return None

    # -- what others call ------------------------------------------------------------------

    @property
    def in_motion(self) -> bool:
        """Whether an animation is turning or scaling the node, so that speed beats finish."""
        return self._motions > 0

    def begin_motion(self) -> None:
        self._motions += 1
        if self._motions == 1:
            self._mark_below()

    def end_motion(self) -> None:
        """Note that such an animation has ended; ValueError when none had begun."""
        if not self._motions:
            raise ValueError(f"{self!r} was not in motion")
        self._motions -= 1
        if not self._motions:
            self._mark_below()

    def activate(self) -> bool:
        """Do what the node is for; False when it is for nothing."""
        if self.on_activate is None:
            return False
        self.on_activate()
        return True

    def restyle(self, look: theme.Look) -> None:
        """Take on a theme and pixel scale; widgets do, a bare node has nothing to change."""

    # -- change marking --------------------------------------------------------------------

    def _mark(self) -> None:
        # Past `__setattr__`, which has nothing to mark here: every ancestor counts each change.
        node: Node | None = self
        while node is not None:
            node.__dict__["changes"] += 1
            node = node.parent

    def _mark_below(self) -> None:
        """Count a change that every node below shares, such as a move.

        Where no one has asked for the node's place, no one has for any below: none was drawn.
        """
        node: Node | None = self
        while node is not None:
            node.__dict__["changes"] += 1
            node = node.parent
        if self._world is not None:
            self._forget_world()

    def _mark_order(self) -> None:
        if self.parent is not None:
            self.parent._stacked = None
        self._mark()

    def _forget_world(self) -> None:
        own = self.__dict__
        own["_world"] = own["_back"] = None
        for child in self._children:
            if child._world is not None:
                child.__dict__["changes"] += 1
                child._forget_world()


_NEVER = object()

_MARKS: dict[str, Callable[[Node], None]] = {
    **dict.fromkeys(
        ("position", "size", "anchor", "scale", "flip", "rotation", "clips"), Node._mark_below
    ),
    **dict.fromkeys(("alpha", "visible", "picture"), Node._mark),
    "z": Node._mark_order,
}


class GestureKind(StrEnum):
    """What happened.

    For one pointer the kinds come in this order, where `*` means any number and `?` perhaps one:
    PRESS LONG_PRESS? (CLICK | RELEASE | DRAG_START DRAG_MOVE* (DRAG_END | DRAG_CANCEL)).
    Every PRESS is therefore followed by exactly one of CLICK, RELEASE, DRAG_END, DRAG_CANCEL.
    When the pressed node cannot be dragged but an ancestor can, the node gets its RELEASE and the
    drag has the ancestor as its target.
    """

    HOVER_ENTER = "hover enter"
    HOVER_LEAVE = "hover leave"
    PRESS = "press"
    LONG_PRESS = "long press"
    CLICK = "click"
    RELEASE = "release"
    DRAG_START = "drag start"
    DRAG_MOVE = "drag move"
    DRAG_END = "drag end"
    DRAG_CANCEL = "drag cancel"
    WHEEL = "wheel"


class Pointer(StrEnum):
    """What made the gesture."""

    MOUSE = "mouse"
    TOUCH = "touch"


class Gesture(NamedTuple):
    """One thing that a pointer did; positions are design units, clamped to the window.

    `target` is the node under the pointer when it went down, or now for hover and wheel.
    `position` is where the pointer is, `start` where it went down, `step` how far it came since
    the last gesture of the drag, or the wheel's turns. `over` is the node under the pointer now,
    not counting the dragged one. `button` is 1 for left and touch, 2 middle, 3 right.
    `is_called_off`: by Esc, another button, what has gone, or another window. `with_shift` tells
    whether Shift was held when it went down.
    """

    kind: GestureKind
    target: Node | None
    position: geometry.Vec
    start: geometry.Vec = geometry.ORIGIN
    step: geometry.Vec = geometry.ORIGIN
    over: Node | None = None
    button: int = 1
    pointer: Pointer = Pointer.MOUSE
    is_called_off: bool = False
    with_shift: bool = False
