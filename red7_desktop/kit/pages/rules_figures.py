"""The figures of rules pages that any game can use: choices with numbers, cards in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from red7_desktop.kit.pages.flow import Flow
from red7_desktop.kit.pages.rules_blocks import Examples
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.theme.colour import BLACK
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel

if TYPE_CHECKING:
    from red7_desktop.kit.pages.rules_blocks import Figure, Row, Steps
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look

CARD: Final = 112.0
"""How wide a card of a figure is at most, at the theme's zoom 1."""

UNDERLINE: Final = 5.0
"""How thick the line below a card that counts is."""

_IN_A_ROW: Final = 1.15
"""Cards in a row are larger by this."""

_DISC: Final = 44.0


class Figures:
    """Makes the figures of a page, all of one width; a game's own are made by `of`."""

    column: ClassVar[float]
    """No column of examples is narrower, at the theme's zoom 1."""

    def __init__(self, kit: Ui, width: float) -> None:
        self._kit = kit
        self._faces = kit.faces
        self._look = kit.stage.look
        self._zoom = self._look.theme.zoom
        self._gap = self._look.theme.sizes.gap
        self._width = width

    def of(self, block: Figure) -> Node:
        """Give the figure of a block. Raises ValueError for one that is none of this game."""
        if isinstance(block, Examples):
            return self._examples(block)
        raise ValueError(f"no figure for {block}")

    def _examples(self, examples: Examples) -> Node:
        """Give figures under their headings, in columns where there is room."""
        count, gutter = len(examples.rows), 2 * self._gap
        wide = (self._width - gutter * (count - 1)) / count
        if wide < self.column * self._zoom:
            count, wide = 1, self._width
        node = Node(name="examples")
        figures = type(self)(self._kit, wide)
        columns = [
            Flow(node, wide, self._gap, left=place * (wide + gutter)) for place in range(count)
        ]
        for number, (heading, figure) in enumerate(examples.rows):
            flow = columns[number % count]
            flow.add(Label(self._look, heading, "heading", max_width=wide), 3 * self._gap)
            flow.add(figures.of(figure))
        node.size = Size(self._width, max(flow.bottom for flow in columns))
        return node

    def _underline(self, card: Node, name: str, tone: Colour) -> None:
        """Put a line below a card that counts."""
        wide, thick = card.size.w, UNDERLINE * self._zoom
        size, place = Size(wide - 0.24 * wide, thick), Vec(0.12 * wide, card.size.h + thick)
        line = BoxPicture(tone, radius=thick / 2)
        card.add(Node(name=name, size=size, position=place, picture=line))

    def _dim(self, card: Node, name: str, strength: float) -> None:
        """Put a shade on a card that does not count."""
        shade = BoxPicture(BLACK.with_alpha(strength), radius=self._faces.radius(card.size.w))
        card.add(Node(name=name, size=card.size, picture=shade))


def build_row_figure(kit: Ui, row: Row, width: float) -> Node:
    """Give cards side by side with a word between each two."""
    look, faces = kit.stage.look, kit.faces
    words = [Label(look, row.between, "soft") for _ in row.faces[1:]]
    gap = look.theme.sizes.gap
    between = words[0].size.w + 2 * gap if words else 0.0
    room = (width - between * len(words)) / len(row.faces)
    wide = min(CARD * _IN_A_ROW * look.theme.zoom, room)
    card = faces.size(wide)
    node = Node(name="row", size=Size(width, card.h))
    x = 0.0
    for place, face in enumerate(row.faces):
        picture = faces.picture(face, wide)
        node.add(Node(name=f"card {face}", size=card, position=Vec(x, 0.0), picture=picture))
        x += wide
        if place < len(words):
            label = words[place]
            label.position = Vec(x + gap, (node.size.h - label.size.h) / 2)
            node.add(label)
            x += between
    return node


def build_steps_figure(look: Look, steps: Steps, width: float) -> Node:
    """Give choices with their numbers."""
    rows = []
    for number, words in enumerate(steps.rows, start=1):
        side = _DISC * look.theme.zoom
        disc = Panel(look, Size(side, side), "step", name="disc")
        disc.add(
            Label(
                look,
                str(number),
                "heading",
                size=disc.size,
                align=Align.CENTRE,
                colour=look.theme.colour("accent"),
            )
        )
        rows.append((disc, words))
    return build_marked_list(look, "steps", rows, width)


def build_marked_list(
    look: Look, name: str, rows: Sequence[tuple[Node, str]], width: float
) -> Node:
    """Give marks in a column with words beside them."""
    node, gap = Node(name=name), look.theme.sizes.gap
    flow = Flow(node, width, gap)
    for mark, words in rows:
        left = mark.size.w + 1.4 * gap
        label = Label(look, words, "reading", max_width=width - left, wraps=True)
        line = Node(size=Size(width, max(mark.size.h, label.size.h)))
        mark.position = Vec(0.0, (line.size.h - mark.size.h) / 2)
        label.position = Vec(left, (line.size.h - label.size.h) / 2)
        line.add(mark, label)
        flow.add(line)
    return flow.fit()
