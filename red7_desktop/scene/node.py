"""The scene graph's nodes, their attributes and the gestures that they receive.

A node is a box of `size` in its parent's coordinates. `anchor` is a point of the box as fractions
of its width and height: this point is drawn at `position`, and the node rotates and scales around
it. A child's position is relative to the top left corner of its parent's box. A node's picture is
drawn below its children. Children are drawn in ascending order of `z`; children with the same `z`
are drawn in the order in which they were added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar, dataclass_transform

import pygame

from red7_desktop.scene import commands, geometry, pictures, theme

Named = TypeVar("Named")
_STACKING_ORDER: Final = attrgetter("z")


@dataclass_transform(kw_only_default=True, eq_default=False)
def keyword_dataclass(named: type[Named]) -> type[Named]:
    """Decorate a class whose constructor takes its annotated attributes as keyword arguments.

    This only informs type checkers; the class itself is returned unchanged.
    """
    return named


class Spoken(NamedTuple):
    """The texts that speech output reads when a node gets the focus.

    Attributes:
        name: The node's label, for example a button's text.
        value: The node's current setting or action; read again whenever it changes.
        note: A longer explanation, read only with detailed speech.
    """

    name: str
    value: str = ""
    note: str = ""


class TreeError(ValueError):
    """Raised if a node can't be added to another node or removed from it."""


class _Branch:
    """Base class of `Node` with the links to parent and children, and cached transforms.

    Its `__init__` bypasses `Node.__setattr__`, which counts changes. This makes new nodes cheaper.
    """

    parent: Node | None
    changes: int
    _children: list[Node]
    _stacked: tuple[Node, ...] | None
    _world: geometry.Transform | None
    _inverse: geometry.Transform | None
    _bounds: geometry.Rect | None

    def __init__(self, **given: Any) -> None:
        if not given.keys() <= _DEFAULTS.keys():
            raise TypeError(f"no attributes of a node: {given.keys() - _DEFAULTS.keys()}")
        # The node hasn't been drawn yet, so setting its attributes needn't mark a change. This
        # keeps large pages fast.
        state = self.__dict__
        state["parent"] = state["_world"] = state["_inverse"] = state["_bounds"] = None
        state.update(_DEFAULTS, changes=0, _children=[], _stacked=(), **given)


@keyword_dataclass
class Attributes(_Branch):
    """The keyword arguments of a node with their defaults.

    Attributes:
        name: Identifier for `find` and for tests.
        tag: Any value that the owner attaches.
        position: Position of the anchor in the parent's coordinates. Writing this attribute or one
            of the next ten, up to `picture`, schedules a redraw of the affected area.
        size: Width and height in design units.
        anchor: Point of the box as fractions of its size; the node rotates and scales around it.
        scale: Uniform scale factor.
        flip: Extra horizontal factor for turning a card over: 1 is flat, 0 is edge on.
        rotation: Degrees clockwise.
        alpha: Opacity, from 0 to 1, of the node together with its children, which are blended as
            one picture.
        visible: False hides the node and its children from drawing, pointer and focus.
        z: Drawing order among siblings; higher values are drawn later.
        clips: Whether children are clipped to the node's box. Only for nodes without rotation.
        picture: Picture to draw, or None.
        interactive: True if the pointer can hit the node.
        draggable: True if a press that moves becomes a drag.
        holdable: True if a long press is reported.
        hit_margin: Design units by which the pointer target extends beyond the box.
        focusable: True if the focus can reach the node with Tab, arrows or a pad.
        is_tab_stop: False if Tab and scanning skip the node and only arrows reach it.
    """

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
    is_tab_stop: bool = True
    hit_margin: float = 0.0


_DEFAULTS: Final = {name: getattr(Attributes, name) for name in Attributes.__annotations__}


class Node(Attributes):
    """A node of the scene tree: something drawn on the screen.

    The base class `Attributes` documents the attributes for position, appearance and focus.

    Attributes:
        on_gesture: Called with each gesture that no child has handled; returns True to consume the
            gesture.
        on_activate: Called for a click, a tap, the Return key or the pad's button.
        on_focus: Called with True when the node gets the focus, and with False when the node loses
            the focus.
        on_command: Called with each command of keys or pad while the node has the focus, before the
            focus moves; returns True to consume the command.
        on_event: Called with each key or text event while the node has the focus, before the event
            becomes a command; returns True to consume the event.
        takes_text: True if typed letters go into the node while it has the focus.
        on_reveal: Called with the descendant that got the focus, to scroll it into view.
        find_focus_fallback: Called when this node can't keep the focus; returns the node to focus
            instead, or None for the nearest node.
        caption: Spoken label, for nodes whose visible text doesn't name them, such as pictures. It
            is read instead of the texts of the subtree.
        description: Explanation that is read aloud, only with detailed speech.
        is_speech_hidden: True if the node's text isn't read aloud, for example because it is read
            as part of another node.
    """

    _motions = 0
    caption = ""
    description = ""
    is_speech_hidden = False
    on_gesture: Callable[[Gesture], bool] | None = None
    on_activate: Callable[[], None] | None = None
    on_focus: Callable[[bool], None] | None = None
    on_command: Callable[[commands.FocusCommand], bool] | None = None
    on_event: Callable[[pygame.Event], bool] | None = None
    takes_text = False
    on_reveal: Callable[[Node], None] | None = None
    find_focus_fallback: Callable[[], Node | None] | None = None

    def __setattr__(self, name: str, value: object) -> None:
        # Detect changes when an attribute is written, because reading is far more frequent.
        mark = _MARKS.get(name)
        if mark is None:
            object.__setattr__(self, name, value)
        elif self.__dict__.get(name, _MISSING) != value:
            object.__setattr__(self, name, value)
            mark(self)

    @property
    def words(self) -> str:
        """The text that the node itself displays, without its children; "" for no text."""
        return ""

    @property
    def spoken(self) -> Spoken:
        """The text to read aloud when the node gets the focus.

        This is the caption or, without a caption, all texts of the subtree; and the description.
        """
        name = self.caption or ", ".join(self._list_words())
        return Spoken(name, note=self.description)

    def _list_words(self) -> Iterator[str]:
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            if node.visible and not node.is_speech_hidden:
                if node.words.strip():
                    yield node.words
                stack += reversed(node._children)

    @property
    def caret_box(self) -> geometry.Rect:
        """Box of the text caret in the root's coordinates; the node's box if it has no caret."""
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
            self._stacked = tuple(sorted(self._children, key=_STACKING_ORDER))
        return self._stacked

    @property
    def root(self) -> Node:
        """The topmost ancestor, or the node itself if it has no parent."""
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
        """Iterate over the subtree as it is now, parents before their children."""
        found: list[Node] = []
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            found.append(node)
            stack += reversed(node._children)
        return iter(found)

    def list_focusable(self) -> list[Node]:
        """Return the focusable nodes of the subtree that are visible within it."""
        found: list[Node] = []
        stack: list[Node] = [self]
        while stack:
            node = stack.pop()
            if node.visible:
                if node.focusable:
                    found.append(node)
                stack += reversed(node._children)
        return found

    def find(self, name: str) -> Node:
        """Return the first node with this name in the subtree.

        Raises:
            KeyError: No node has the name.
        """
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
        """Append child nodes; they are drawn above siblings with the same `z`.

        Raises:
            TreeError: A node already has a parent, or would become its own ancestor.
        """
        for child in children:
            if child.parent is not None:
                raise TreeError(f"{child!r} already lies below {child.parent!r}")
            if child is self or (child._children and self.is_within(child)):
                raise TreeError(f"{child!r} cannot lie below itself")
            # Write to `__dict__`, as `_mark` does.
            child.__dict__["parent"] = self
            self._children.append(child)
            self.__dict__["_stacked"] = None
            child._mark_below()

    def remove(self, child: Node) -> None:
        """Remove a child.

        Raises:
            TreeError: The given node isn't a child of this node.
        """
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

    # -- geometry --------------------------------------------------------------------------

    @property
    def focus_box(self) -> geometry.Rect:
        return self.box

    @property
    def overlay_child(self) -> Node | None:
        """The child that is drawn above the focus ring, or None."""
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
        world = self._world
        if world is None:
            if self.parent is None:
                parent_world = geometry.IDENTITY
            else:
                parent_world = self.parent.world
            world = self.__dict__["_world"] = self.local.then(parent_world)
        return world

    @property
    def bounds(self) -> geometry.Rect:
        bounds = self._bounds
        if bounds is None:
            bounds = self.__dict__["_bounds"] = self.world.bounds(self.box)
        return bounds

    @property
    def centre(self) -> geometry.Vec:
        return self.world.apply(self.box.centre)

    def to_local(self, point: geometry.Vec) -> geometry.Vec | None:
        """Convert a point from the root's coordinates to this node's.

        Return None if the node is flattened to a line, for example a card that is being turned
        over.
        """
        if self._inverse is None:
            try:
                self._inverse = self.world.inverse()
            except geometry.SingularTransformError:
                return None
        return self._inverse.apply(point)

    def hit(self, point: geometry.Vec, skip: Node | None = None) -> Node | None:
        """Return the topmost visible, interactive node of this subtree at a point.

        Rotation, stacking, clipping and each node's `hit_margin` are respected. Every pointer
        movement tests hundreds of nodes, hence plain arithmetic instead of rectangles.

        Args:
            point: Point in the root's coordinates.
            skip: Root of a subtree to ignore, such as a node that is being dragged.
        """
        if not self.visible or self is skip:
            return None
        inverse = self._inverse
        if inverse is None:
            if self.to_local(point) is None or self._inverse is None:
                return None
            inverse = self._inverse
        x = inverse[0] * point[0] + inverse[2] * point[1] + inverse[4]
        y = inverse[1] * point[0] + inverse[3] * point[1] + inverse[5]
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

    # -- for animator, focus and stage -----------------------------------------------------

    @property
    def is_in_motion(self) -> bool:
        """Whether an animation rotates or scales the node; the renderer then favours speed."""
        return self._motions > 0

    def begin_motion(self) -> None:
        self._motions += 1
        if self._motions == 1:
            self._mark_below()

    def end_motion(self) -> None:
        """Unregister an animation that rotated or scaled the node, once for each `begin_motion`.

        Raises:
            ValueError: `begin_motion` wasn't called before.
        """
        if not self._motions:
            raise ValueError(f"{self!r} was not in motion")
        self._motions -= 1
        if not self._motions:
            self._mark_below()

    def activate(self) -> bool:
        """Run the node's action (`on_activate`); return False if the node has no action."""
        if self.on_activate is None:
            return False
        self.on_activate()
        return True

    def restyle(self, look: theme.ResolvedTheme) -> None:
        """Apply a theme and pixel scale. Widgets override this; a plain node ignores it."""

    # -- change marking --------------------------------------------------------------------

    def _mark(self) -> None:
        # Write to `__dict__`: it is faster than `__setattr__`, which would do nothing else for this
        # attribute.
        node: Node | None = self
        while node is not None:
            node.__dict__["changes"] += 1
            node = node.parent

    def _mark_below(self) -> None:
        """Record a change that moves the whole subtree.

        Increase `changes` of the node and of all its ancestors, and drop the cached transforms of
        the subtree. If the node's own transform isn't cached, no descendant has a cached transform.
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
        state = self.__dict__
        state["_world"] = state["_inverse"] = state["_bounds"] = None
        for child in self._children:
            if child._world is not None:
                child.__dict__["changes"] += 1
                child._forget_world()


_MISSING = object()

_MARKS: dict[str, Callable[[Node], None]] = {
    **dict.fromkeys(
        ("position", "size", "anchor", "scale", "flip", "rotation", "clips"), Node._mark_below
    ),
    **dict.fromkeys(("alpha", "visible", "picture"), Node._mark),
    "z": Node._mark_order,
}


class GestureKind(StrEnum):
    """The kinds of gestures.

    The gestures of one pointer have this order, as a regular expression:
    PRESS LONG_PRESS? (CLICK | RELEASE | DRAG_START DRAG_MOVE* (DRAG_END | DRAG_CANCEL)).
    Every PRESS is therefore followed by exactly one of CLICK, RELEASE, DRAG_END, DRAG_CANCEL.
    If the pressed node isn't draggable but an ancestor is, the node gets a RELEASE and the
    ancestor becomes the target of the drag.
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
    """The kind of pointing device with which a gesture was made."""

    MOUSE = "mouse"
    TOUCH = "touch"


class Gesture(NamedTuple):
    """One action of a pointer.

    Attributes:
        kind: Kind of the gesture.
        target: The node that was pressed; for hover and wheel the node under the pointer.
        position: Pointer position in design units, clamped to the window.
        start: Position of the press.
        delta: For a drag, the movement since the previous gesture; for a wheel, its turns.
        over: The node that is now under the pointer; a dragged node is ignored.
        button: 1 for left and touch, 2 for middle, 3 for right.
        pointer: Mouse or touch.
        is_cancelled: True if Esc, another button, a removed node or another window ended the
            gesture.
        with_shift: True if Shift was held during the press.
    """

    kind: GestureKind
    target: Node | None
    position: geometry.Vec
    start: geometry.Vec = geometry.ORIGIN
    delta: geometry.Vec = geometry.ORIGIN
    over: Node | None = None
    button: int = 1
    pointer: Pointer = Pointer.MOUSE
    is_cancelled: bool = False
    with_shift: bool = False
