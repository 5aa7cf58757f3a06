"""Widget base class, labels, panels."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from red7_desktop.scene import commands, pictures, theme
from red7_desktop.scene.boxes import Slot, make_slot
from red7_desktop.scene.geometry import NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.node import Node


class Widget(Node):
    """A node that is drawn in the style of a theme; `options` are the node's attributes.

    A subclass implements `refresh`, which updates pictures, sizes and children from its fields and
    `self.look`, and calls it at the end of `__init__`. `refresh` may be called at any time. If the
    theme changes, children are refreshed before their parents.

    Attributes:
        look: Theme, fonts, scale and labels of keys.
        restyles_children: True for a class that passes a modified theme to its children itself.
    """

    restyles_children: ClassVar[bool] = False

    def __init__(self, look: theme.ResolvedTheme, **options: Any) -> None:
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
        """Return a layout slot (a cell of a row or column) for the widget; see `boxes.Slot`."""
        return make_slot((self.place, w, h, grows))

    def restyle(self, look: theme.ResolvedTheme) -> None:
        self.look = look
        self.refresh()

    def refresh(self) -> None:
        raise NotImplementedError


def restyle_tree(root: Node, look: theme.ResolvedTheme) -> None:
    """Pass a theme to all nodes of a tree.

    Children get the theme before their parents, because a parent's size depends on its children.
    """
    for node in reversed(list(_list_restyled(root))):
        node.restyle(look)


def _list_restyled(root: Node) -> Iterator[Node]:
    yield root
    if not (isinstance(root, Widget) and root.restyles_children):
        for child in root.children:
            yield from _list_restyled(child)


def update_prompts(root: Node, prompts: commands.Prompts) -> None:
    """Pass new prompts (labels of keys and pad buttons) to all widgets of a tree.

    Users often switch between mouse and keys, so as few widgets as possible are refreshed: widgets
    with a changed label, and ancestors of widgets whose size has changed.
    """
    looks: dict[int, tuple[theme.ResolvedTheme, theme.ResolvedTheme]] = {}
    resized_ancestors: set[Node] = set()
    for node in reversed(list(root.walk())):
        if not isinstance(node, Widget):
            continue
        old_look = node.look
        if id(old_look) not in looks:
            looks[id(old_look)] = old_look, old_look._replace(prompts=prompts)
        node.look = looks[id(old_look)][1]
        if node in resized_ancestors or any(
            old_look.prompts(hint) != prompts(hint) for hint in node.hints
        ):
            size = node.size
            node.refresh()
            if node.size != size:
                resized_ancestors.update(node.ancestors)


T = TypeVar("T")


class RefreshingAttribute(Generic[T]):
    """A descriptor for widget attributes that refreshes the widget if a new value is assigned.

    The value is stored in the attribute with a leading underscore, which `__init__` must set.
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
    """Place a node at a rectangle in its parent's coordinates, and set its picture unless None."""
    if (*node.position, *node.size) != rect:
        node.position = Vec(rect.x, rect.y)
        node.size = Size(rect.w, rect.h)
    if picture is not None:
        node.picture = picture


class Label(Widget):
    """A text in one style.

    Args:
        look: Theme, fonts and scale.
        text: The text.
        style: Name of a text style.
        size: Width and height of the label, in which the text is aligned. Without a size, the label
            is as large as its text.
        colour: Colour of the text, None for the style's colour.
        align: Horizontal alignment.
        max_width: Maximum width of the text, None for the width in `size`. A longer text shrinks;
            if it still doesn't fit, it is cut off with an ellipsis.
        wraps: Whether the text is wrapped at `max_width` before it shrinks.
        max_lines: Maximum number of lines, None for no limit.
        options: Attributes of the node.
    """

    text = RefreshingAttribute[str]()
    max_width = RefreshingAttribute[float | None]()
    colour = RefreshingAttribute[pictures.Colour | None]()

    def __init__(
        self,
        look: theme.ResolvedTheme,
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
    """A box in a style of the theme."""

    style = RefreshingAttribute[str]()

    def __init__(
        self, look: theme.ResolvedTheme, size: Size, style: str = "panel", **options: Any
    ) -> None:
        super().__init__(look, size=size, **options)
        self._style = style
        self.refresh()

    def refresh(self) -> None:
        self.picture = self.look.theme.box(self._style).picture()
