"""What widgets share; labels, panels."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from red7_desktop.scene import commands, pictures, theme
from red7_desktop.scene.boxes import Slot, make_slot
from red7_desktop.scene.geometry import NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.node import Node


class Widget(Node):
    """A node that is styled by a look; `options` are the node's own attributes.

    A subclass writes `refresh`, which brings pictures, sizes and children up to date from its
    own fields and `self.look`, and calls it at the end of its `__init__`. It may be called at any
    time and any number of times; when the look changes, the children's turn comes first, unless
    it hands a look of its own on to them.
    """

    hands_on: ClassVar[bool] = False

    def __init__(self, look: theme.Look, **options: Any) -> None:
        super().__init__(**options)
        self.look = look

    @property
    def hints(self) -> Collection[str]:
        return ()

    def place(self, rect: Rect) -> None:
        if rect[:2] != self.position:
            self.position = rect.position
        if rect[2:] != self.size:
            self.size = rect.size
            self.refresh()

    def slot(self, w: float = 0.0, h: float = 0.0, *, grows: float = 0.0) -> Slot:
        """Return a slot for it in a layout; see `boxes.Slot`."""
        return make_slot((self.place, w, h, grows))

    def restyle(self, look: theme.Look) -> None:
        self.look = look
        self.refresh()

    def refresh(self) -> None:
        raise NotImplementedError


def restyle_tree(root: Node, look: theme.Look) -> None:
    """Hand a look to every node of a tree, children first: their sizes decide their parents'."""
    for node in reversed(list(_list_reached(root))):
        node.restyle(look)


def _list_reached(root: Node) -> Iterator[Node]:
    yield root
    if not (isinstance(root, Widget) and root.hands_on):
        for child in root.children:
            yield from _list_reached(child)


def prompt_tree(root: Node, prompts: commands.Prompts) -> None:
    """Hand other prompts to every widget of a tree.

    Only those are refreshed that are told something else now, and what lies around one that has
    changed its size: people change between mouse and keys all the time.
    """
    looks: dict[int, tuple[theme.Look, theme.Look]] = {}
    around: set[Node] = set()
    for node in reversed(list(root.walk())):
        if not isinstance(node, Widget):
            continue
        before = node.look
        if id(before) not in looks:
            looks[id(before)] = before, before._replace(prompts=prompts)
        node.look = looks[id(before)][1]
        if node in around or any(before.prompts(hint) != prompts(hint) for hint in node.hints):
            size = node.size
            node.refresh()
            if node.size != size:
                around.update(node.ancestors)


T = TypeVar("T")


class Styled(Generic[T]):
    """An attribute of a widget; writing another value brings the looks up to date.

    It is kept under the same name after an underscore, where `__init__` puts it.
    """

    def __set_name__(self, owner: type[Widget], name: str) -> None:
        self._slot = f"_{name}"

    @overload
    def __get__(self, widget: None, owner: type[Widget]) -> Self: ...

    @overload
    def __get__(self, widget: Widget, owner: type[Widget]) -> T: ...

    def __get__(self, widget: Widget | None, owner: type[Widget]) -> T | Self:
        if widget is None:
            return self
        value: T = widget.__dict__[self._slot]
        return value

    def __set__(self, widget: Widget, value: T) -> None:
        if value != widget.__dict__[self._slot]:
            widget.__dict__[self._slot] = value
            widget.refresh()


def put(node: Node, rect: Rect, picture: pictures.Picture | None = None) -> None:
    """Lay a node into a rectangle of its parent's space, with a picture where one is given."""
    if (*node.position, *node.size) != rect:
        node.position = Vec(rect.x, rect.y)
        node.size = Size(rect.w, rect.h)
    if picture is not None:
        node.picture = picture


class Label(Widget):
    """Shows text.

    With a `size` the text is aligned in that box and cut or wrapped to its width. Without one,
    the label is as large as its text, which is cut or wrapped to `max_width` if that is given.
    `colour` stands in for the style's own.
    """

    text = Styled[str]()
    max_width = Styled[float | None]()
    colour = Styled[pictures.Colour | None]()

    def __init__(
        self,
        look: theme.Look,
        text: str,
        style: str = "body",
        *,
        size: Size = NO_SIZE,
        colour: pictures.Colour | None = None,
        align: pictures.Align = pictures.Align.START,
        max_width: float | None = None,
        wraps: bool = False,
        max_lines: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(look, size=size, **options)
        self._text = text
        self._style = style
        self._colour = colour
        self._has_own_size = size != NO_SIZE
        self._max_width = size.w if self._has_own_size and max_width is None else max_width
        self._options = {"align": align, "wraps": wraps, "max_lines": max_lines}
        self.refresh()

    @property
    def words(self) -> str:
        return self._text

    def refresh(self) -> None:
        picture = self.look.theme.text(self._style).picture(
            self._text, self._colour, max_width=self._max_width, **self._options
        )
        self.picture = picture
        if not self._has_own_size:
            self.size = self.look.text.measure(picture, self.look.scale)


class Panel(Widget):
    """A box that takes its look from the theme; `style` names it."""

    style = Styled[str]()

    def __init__(self, look: theme.Look, size: Size, style: str = "panel", **options: Any) -> None:
        super().__init__(look, size=size, **options)
        self._style = style
        self.refresh()

    def refresh(self) -> None:
        self.picture = self.look.theme.box(self._style).picture()
