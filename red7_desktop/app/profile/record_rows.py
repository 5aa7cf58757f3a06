"""Rows of a profile: a rival, what was won and lost, and what that says of the strength."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.kit.hud.seats.portraits import portrait
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from red7_desktop.app.profile.sums import RivalSums
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look

DISC: Final = 40.0

_ROW: Final = 44.0

_MOST_COUNTED: Final = "0000"
"""As many matches as there is room for the number of."""


class RivalLook(NamedTuple):
    """How a rival is shown: name, the picture's name and the ring's colour."""

    name: str
    face: str
    colour: Colour


def build_record_row(
    look: Look, texts: Texts, looks: RivalLook, record: RivalSums, width: float
) -> Node:
    """Give who a rival is, what was won and lost, as figures and as a bar, and the rating."""
    zoom, theme = look.theme.zoom, look.theme
    disc, gap = DISC * zoom, 12 * zoom
    rating = texts(
        "{rating} ± {doubt}",
        rating=round(record.rating.value),
        doubt=round(2 * record.rating.deviation),
    )
    told = Label(look, rating, "small")
    percent = Label(look, format_percent(texts, record.share), "strong")
    wide_rating = Label(look, "0000 ± 000", "small").size.w
    wide_percent = Label(look, format_percent(texts, 1.0), "strong").size.w
    wide_count = Label(look, _MOST_COUNTED, "strong").size.w + gap
    wide_name = min(0.26 * width, 190 * zoom)
    fixed = disc + wide_name + 2 * wide_count + wide_percent + 4 * gap
    is_narrow = width - fixed - wide_rating - gap < 140 * zoom
    bar = width - fixed - (0.0 if is_narrow else wide_rating + gap)
    row = Node(name=f"against {looks.face} {looks.name}", size=Size(width, _ROW * zoom))
    x = disc + gap
    sign = build_face_disc(look, looks, disc)
    name = Label(look, looks.name, "body", max_width=wide_name - gap)
    won = Label(look, str(record.won), "strong", colour=theme.colour("ok"))
    lost = Label(look, str(record.lost), "strong", colour=theme.colour("text_soft"))
    name.position = Vec(x, 0.0)
    x += wide_name
    won.position = Vec(x + wide_count - gap - won.size.w, 0.0)
    x += wide_count
    row.add(*_build_bar(look, Vec(x, row.size.h / 2), bar, record.share))
    x += bar + gap
    lost.position = Vec(x, 0.0)
    x += wide_count
    percent.position = Vec(x + wide_percent - percent.size.w, 0.0)
    row.add(sign, name, won, lost, percent)
    if not is_narrow:
        told.position = Vec(width - told.size.w, 0.0)
        row.add(told)
    for node in row.children:
        if isinstance(node, Label) or node is sign:
            node.position = Vec(node.position.x, (row.size.h - node.size.h) / 2)
    return row


def _build_bar(look: Look, at: Vec, width: float, share: float) -> list[Node]:
    """Give the part that was won, filled, the rest, and a line at one half."""
    zoom, theme = look.theme.zoom, look.theme
    high, gap = 12 * zoom, 4 * zoom
    filled = share * width - (gap / 2 if 0 < share < 1 else 0.0)
    nodes = []
    if filled > 0:
        green = BoxPicture(theme.colour("ok").mixed(theme.colour("panel"), 0.25), high / 2)
        nodes.append(_build_box("won", Vec(at.x, at.y - high / 2), Size(filled, high), green))
    rest = (1 - share) * width - (gap / 2 if 0 < share < 1 else 0.0)
    if rest > 0:
        outline = BoxPicture(None, high / 2, theme.colour("bad").with_alpha(0.7), 1.5 * zoom)
        place = Vec(at.x + width - rest, at.y - high / 2)
        nodes.append(_build_box("lost", place, Size(rest, high), outline))
    half = BoxPicture(theme.colour("text").with_alpha(0.5))
    place = Vec(at.x + width / 2 - zoom, at.y - high)
    nodes.append(_build_box("half", place, Size(2 * zoom, 2 * high), half))
    return nodes


def build_face_disc(look: Look, looks: RivalLook, side: float) -> Node:
    """Give a face, or an initial where there is none, in a ring."""
    fill = look.theme.colour("avatar").mixed(looks.colour, 0.10)
    ring = BoxPicture(fill, side / 2, looks.colour, max(2.0, side * 0.055))
    disc = Node(name="disc", size=Size(side, side), picture=ring)
    picture = portrait(looks.face)
    if picture is None:
        letter = looks.name[:1].upper()
        size = Size(side, side)
        disc.add(Label(look, letter, "strong", size=size, align=Align.CENTRE, colour=looks.colour))
        return disc
    edge = 0.84 * side
    corner = Vec((side - edge) / 2, (side - edge) / 2)
    disc.add(Node(name="portrait", picture=picture, size=Size(edge, edge), position=corner))
    return disc


def _build_box(name: str, at: Vec, size: Size, picture: BoxPicture) -> Node:
    return Node(name=name, position=at, size=size, picture=picture)


def format_percent(texts: Texts, part: float) -> str:
    """Write a part in percent."""
    return texts("{n} %", n=round(100 * part))
