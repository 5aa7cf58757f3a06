"""What several pages about endings show: the winners' head, how a round went, lines of seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.hud.mini_cards import build_mini_cards
from red7_desktop.kit.hud.seats.avatar import Avatar
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.seat_words import SeatSign
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.models.endings import Story, TurningStory
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look

_DOT: Final = 11.0

_USUAL: Final = 50.0
"""An avatar is made in this width and scaled, so that its letter grows with it."""

_SIDE: Final = 88.0

_TURN: Final = 96.0
"""The height of the cards of a turn."""

_APART: Final = 18.0

_ROOMY: Final = 620.0
"""In less width than this, at zoom 1, a sentence stands without its cards."""

_CROWN: Final = 0.36
"""How far a crown reaches above a sign, as a part of its width."""


def get_seat_colour(look: Look, seat: int | None) -> Colour:
    """Give the colour of a seat; None stands for several seats."""
    theme = look.theme
    return theme.colour("accent") if seat is None else theme.swatch("seats", SEAT_LETTERS[seat])


def build_seat_dot(look: Look, seat: int | None, at: Rect) -> Node:
    """Give the dot before what a seat did, in the middle of a box; unseen for what nobody did."""
    side = _DOT * look.theme.zoom
    dot = Node(name="dot", size=Size(side, side))
    dot.picture = BoxPicture(get_seat_colour(look, seat), side / 2)
    dot.visible = seat is not None
    dot.position = Vec(at.x + (at.w - side) / 2, at.y + (at.h - side) / 2)
    return dot


def build_seat_avatar(look: Look, ink: TextStyler, sign: SeatSign, place: Rect) -> Avatar:
    """Give a seat's sign in a square, without a crown."""
    avatar = Avatar(look, ink, name="avatar")
    avatar.place(place)
    avatar.show(sign)
    return avatar


def build_large_avatar(look: Look, ink: TextStyler, sign: SeatSign, place: Rect) -> Node:
    """Give a seat's sign in a larger square."""
    avatar = Avatar(look, ink, name="avatar")
    avatar.place(Rect(place.x, place.y, _USUAL, _USUAL))
    avatar.show(sign)
    avatar.scale = place.w / _USUAL
    return avatar


def build_winner_head(
    look: Look, ink: TextStyler, winners: Sequence[SeatSign], title: str, width: float
) -> Node:
    """Give crowned signs side by side and the title after them, over the whole width."""
    zoom = look.theme.zoom
    side = min(_SIDE * zoom, width * 0.2, width * 0.4 / len(winners))
    crown = side * _CROWN
    head = Node(name="winner", size=Size(width, side + crown))
    x = 4.0
    for each in winners:
        sign = each._replace(is_leading=True)
        head.add(build_large_avatar(look, ink, sign, Rect(x, crown, side, side)))
        x += side + 12.0 * zoom
    left = x + 12.0 * zoom
    words = RunsLabel(
        look,
        title,
        "display",
        size=Size(width - left, side + crown * 0.5),
        max_lines=2,
        position=Vec(left, crown * 0.75),
        name="title",
    )
    head.add(words)
    return head


def build_turning_node(kit: Ui, ink: TextStyler, told: TurningStory, width: float) -> Node | None:
    """Give the sentence that tells it all, with its cards where there is room; None for nothing."""
    if not (told.line or told.miss):
        return None
    look = kit.stage.look
    zoom = look.theme.zoom
    room = Rect(0.0, 0.0, 0.3 * width, _TURN * zoom)
    cards = (
        build_mini_cards(kit.faces, told.cards, room, share=0.0) if width >= _ROOMY * zoom else []
    )
    right = max([each.position.x + each.size.w for each in cards], default=-_APART * zoom)
    left = right + _APART * zoom
    node = Node(name="told")
    flow = Flow(node, width - left, 4.0 * zoom, left=left)
    for runs, style, name in ((told.line, "lead", "turned"), (told.miss, "soft", "miss")):
        if runs:
            size = Size(width - left, 0.0)
            spans = ink.spans(look, runs)
            flow.add(RunsLabel(look, spans, style, size=size, max_lines=3, name=name))
    flow.fit(max([each.size.h for each in cards], default=0.0))
    down = (node.size.h - flow.bottom) / 2
    for child in node.children:
        child.position += Vec(0.0, down)
    node.add(*cards)
    return node


def build_story_node(look: Look, ink: TextStyler, texts: Texts, story: Story, width: float) -> Node:
    """Give the lines under a heading; the last one lies in the light of its colour."""
    zoom = look.theme.zoom
    node = Node(name="story")
    flow = Flow(node, width, 10.0 * zoom)
    flow.add(Label(look, texts("How it went"), "label"))
    for each in story.lines:
        flow.add(build_dotted_line(look, ink, each.seat, each.line, width))
    flow.add(_build_last_line(look, ink, story, width), 16.0 * zoom)
    return flow.fit()


def build_dotted_line(
    look: Look, ink: TextStyler, seat: int | None, line: Runs, width: float
) -> Node:
    """Give a line of words behind a dot in a seat's colour."""
    side = _DOT * look.theme.zoom
    left = side + 14.0 * look.theme.zoom
    room = Size(width - left, 0.0)
    words = RunsLabel(look, ink.spans(look, line), "body", size=room, max_lines=3)
    words.name = "words"
    words.position = Vec(left, 0.0)
    letters = look.theme.text("body")
    dot = build_seat_dot(look, seat, Rect(0.0, 0.0, side, letters.size * letters.line_height))
    row = Node(name=f"line of {seat}", size=Size(width, words.size.h))
    row.add(dot, words)
    return row


def _build_last_line(look: Look, ink: TextStyler, story: Story, width: float) -> Node:
    pad = 0.6 * look.theme.sizes.padding
    words = RunsLabel(
        look,
        ink.spans(look, story.last),
        "row",
        size=Size(width - 2 * pad, 0.0),
        max_lines=2,
        position=Vec(pad, pad),
        name="stayed",
    )
    tint = ink.on_dark(look, story.letter) if story.letter else look.theme.colour("accent")
    box = Node(name="last rule", size=Size(width, words.size.h + 2 * pad))
    box.picture = BoxPicture(tint.with_alpha(0.10), 16.0, tint.with_alpha(0.6))
    box.add(words)
    return box
