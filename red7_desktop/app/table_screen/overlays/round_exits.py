"""How a round went, in lines: who went out under which rule, and who stayed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.runs import RunsLabel

if TYPE_CHECKING:
    from red7_desktop.app.table_screen.overlays.endings_model import Story
    from red7_desktop.kit.hud.ink import Ink
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.style import Look

_DOT: Final = 11.0


def story_node(look: Look, ink: Ink, texts: Texts, story: Story, width: float) -> Node:
    """Give the lines under a heading; the last one lies in the light of the last rule."""
    zoom = look.theme.zoom
    node = Node(name="story")
    flow = Flow(node, width, 10.0 * zoom)
    flow.add(Label(look, texts("How it went"), "label"))
    for each in story.exits:
        flow.add(dotted_line(look, ink, each.seat, each.line, width))
    flow.add(_stayed(look, ink, story, width), 16.0 * zoom)
    return flow.fit()


def dotted_line(
    look: Look, ink: Ink, seat: int, line: Runs, width: float, *, style: str = "body"
) -> Node:
    """Give a line of words behind a dot in a seat's colour."""
    zoom = look.theme.zoom
    side = _DOT * zoom
    left = side + 14.0 * zoom
    room = Size(width - left, 0.0)
    words = RunsLabel(look, ink.spans(look, line), style, size=room, max_lines=3)
    words.name = "words"
    words.position = Vec(left, 0.0)
    letters = look.theme.text(style)
    colour = look.theme.swatch("seats", SEATS[seat])
    dot = Node(name="dot", size=Size(side, side), picture=BoxPicture(colour, side / 2))
    dot.position = Vec(0.0, (letters.size * letters.line_height - side) / 2)
    row = Node(name=f"line of {seat}", size=Size(width, words.size.h))
    row.add(dot, words)
    return row


def _stayed(look: Look, ink: Ink, story: Story, width: float) -> Node:
    pad = 0.6 * look.theme.sizes.padding
    words = RunsLabel(
        look,
        ink.spans(look, story.stayed),
        "row",
        size=Size(width - 2 * pad, 0.0),
        max_lines=2,
        position=Vec(pad, pad),
        name="stayed",
    )
    tint = ink.on_dark(look, story.letter)
    box = Node(name="last rule", size=Size(width, words.size.h + 2 * pad))
    box.picture = BoxPicture(tint.with_alpha(0.10), 16.0, tint.with_alpha(0.6))
    box.add(words)
    return box
