"""The figures of rules pages that any game can use: choices with numbers, cards in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel

if TYPE_CHECKING:
    from red7_desktop.kit.pages.rules_blocks import Row, Steps
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.scene.theme.style import Look

CARD: Final = 112.0
"""How wide a card of a figure is at most, at the theme's zoom 1."""
_IN_A_ROW: Final = 1.15
"""Cards in a row are larger by this."""
_DISC: Final = 44.0


def row_figure(kit: Kit, row: Row, width: float) -> Node:
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


def steps_figure(look: Look, steps: Steps, width: float) -> Node:
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
    return listed(look, "steps", rows, width)


def listed(look: Look, name: str, rows: Sequence[tuple[Node, str]], width: float) -> Node:
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
