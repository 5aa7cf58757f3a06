"""What widgets share; labels, panels."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, ClassVar

from red7_desktop.scene.commands import Prompts
from red7_desktop.scene.geometry import NO_SIZE, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, Colour
from red7_desktop.scene.theme import Look


class Widget(Node):
    """A node that is styled by a look; `options` are the node's own attributes.

    A subclass writes `refresh`, which brings pictures, sizes and children up to date from its
    own fields and `self.look`, and calls it at the end of its `__init__`. It may be called at any
    time and any number of times; when the look changes, the children's turn comes first, unless
    it hands a look of its own on to them.
    """

    hands_on: ClassVar[bool] = False

    def __init__(self, look: Look, **options: Any) -> None:
        super().__init__(**options)
        self.look = look

    @property
    def hints(self) -> Collection[str]:
        """Name what it asks the look's prompts about."""
        return ()

    def restyle(self, look: Look) -> None:
        self.look = look
        self.refresh()

    def refresh(self) -> None:
        """Bring the looks up to date."""
        raise NotImplementedError


def restyle_tree(root: Node, look: Look) -> None:
    """Hand a look to every node of a tree, children first: their sizes decide their parents'."""
    for node in reversed(list(_list_reached(root))):
        node.restyle(look)


def _list_reached(root: Node) -> Iterator[Node]:
    yield root
    if not (isinstance(root, Widget) and root.hands_on):
        for child in root.children:
            yield from _list_reached(child)


def prompt_tree(root: Node, prompts: Prompts) -> None:
    """Hand other prompts to every widget of a tree.

    Only those are refreshed that are told something else now, and what lies around one that has
    changed its size: people change between mouse and keys all the time.
    """
    looks: dict[int, tuple[Look, Look]] = {}
    around: set[Node] = set()
    for node in reversed(list(root.walk())):
        if not isinstance(node, Widget):
            continue
        before = node.look
        if id(before) not in looks:
            looks[id(before)] = before, replace(before, prompts=prompts)
        node.look = looks[id(before)][1]
        if node in around or any(before.prompts(hint) != prompts(hint) for hint in node.hints):
            size = node.size
            node.refresh()
            if node.size != size:
                around.update(node.ancestors)


class Label(Widget):
    """Shows text.

    With a `size` the text is aligned in that box and cut or wrapped to its width. Without one,
    the label is as large as its text, which is cut or wrapped to `max_width` if that is given.
    `colour` stands in for the style's own.
    """

    def __init__(
        self,
        look: Look,
        text: str,
        style: str = "body",
        *,
        size: Size = NO_SIZE,
        colour: Colour | None = None,
        align: Align = Align.START,
        valign: Align = Align.CENTRE,
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
        self._options: dict[str, Any] = {
            "align": align,
            "valign": valign,
            "wraps": wraps,
            "max_lines": max_lines,
            "max_width": size.w if self._has_own_size and max_width is None else max_width,
        }
        self.refresh()

    @property
    def text(self) -> str:
        """The words; writing them lays the label out again."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.refresh()

    @property
    def max_width(self) -> float | None:
        """The width to which the text is cut or wrapped, None for any."""
        width: float | None = self._options["max_width"]
        return width

    @max_width.setter
    def max_width(self, width: float | None) -> None:
        if width != self._options["max_width"]:
            self._options["max_width"] = width
            self.refresh()

    @property
    def colour(self) -> Colour | None:
        """The colour that stands in for the style's own, or None."""
        return self._colour

    @colour.setter
    def colour(self, colour: Colour | None) -> None:
        if colour != self._colour:
            self._colour = colour
            self.refresh()

    def refresh(self) -> None:
        style = self.look.theme.text(self._style)
        picture = style.picture(self._text, self._colour, **self._options)
        self.picture = picture
        if not self._has_own_size:
            self.size = self.look.text.measure(picture, self.look.scale)


class Panel(Widget):
    """A box that takes its look from the theme; writing `style` changes it."""

    def __init__(self, look: Look, size: Size, style: str = "panel", **options: Any) -> None:
        super().__init__(look, size=size, **options)
        self._style = style
        self.refresh()

    @property
    def style(self) -> str:
        """The name of the box style."""
        return self._style

    @style.setter
    def style(self, style: str) -> None:
        if style != self._style:
            self._style = style
            self.refresh()

    def refresh(self) -> None:
        self.picture = self.look.theme.box(self._style).picture()
