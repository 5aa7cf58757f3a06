"""The card of a profile that shows what there is to achieve: emblems, names, and how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.kit.look.medals import build_arc, build_medal
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.app.achievements.rules import AchievementStanding
    from red7_desktop.app.achievements.words import AchievementText
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look

_CELL: Final = 196.0
"""A cell is no narrower, at the theme's zoom 1."""

_DISC: Final = 76.0

_APART: Final = 16.0


def build_emblem_grid(
    look: Look,
    texts: Texts,
    found: Sequence[tuple[AchievementStanding, AchievementText]],
    width: float,
) -> Node:
    """Give a cell for each, in rows that fill the width as evenly as they can."""
    zoom = look.theme.zoom
    most = max(1, int(width / (_CELL * zoom)))
    rows = -(-len(found) // most)
    count = -(-len(found) // rows)
    wide = width / count
    grid, top = Node(name="emblems"), 0.0
    for first in range(0, len(found), count):
        cells = [
            _build_cell(look, texts, *each, wide - _APART * zoom) for each in found[first:][:count]
        ]
        for nth, cell in enumerate(cells):
            cell.position = Vec(nth * wide + _APART * zoom / 2, top)
            grid.add(cell)
        top += max(cell.size.h for cell in cells) + _APART * zoom
    grid.size = Size(width, max(0.0, top - _APART * zoom))
    return grid


def _build_cell(
    look: Look, texts: Texts, standing: AchievementStanding, told: AchievementText, width: float
) -> Node:
    theme, zoom = look.theme, look.theme.zoom
    cell = Node(name=f"achievement {standing.key}")
    disc = _build_emblem_disc(look, standing, _DISC * zoom)
    disc.position = Vec((width - disc.size.w) / 2, 0.0)
    y = disc.size.h + 8.0 * zoom
    cell.add(disc)
    colour = theme.colour("text" if standing.is_reached else "text_soft")
    lines = [_build_line_label(look, told.title, "strong", width, colour)]
    lines.append(_build_line_label(look, told.line, "small", width))
    if standing.made and not standing.is_reached:
        words = texts("{n} of {all}", n=standing.made, all=standing.goal)
        lines.append(_build_line_label(look, words, "small", width, theme.colour("accent")))
    for label in lines:
        label.position = Vec((width - label.size.w) / 2, y)
        y += label.size.h
        cell.add(label)
    cell.size = Size(width, y)
    return cell


def _build_line_label(
    look: Look, words: str, style: str, width: float, colour: Colour | None = None
) -> Label:
    return Label(look, words, style, colour=colour, max_width=width, wraps=True, align=Align.CENTRE)


def _build_emblem_disc(look: Look, standing: AchievementStanding, side: float) -> Node:
    """Draw the emblem: in a ring of light once it is reached, else faint, with how far it is."""
    theme = look.theme
    accent, faint = theme.colour("accent"), theme.colour("text_faint")
    has = standing.is_reached
    ring = accent if has else faint.with_alpha(0.35)
    fill = accent.mixed(theme.colour("panel"), 0.86) if has else None
    box = BoxPicture(fill, side / 2, ring, 0.05 * side)
    disc = Node(name="emblem got" if has else "emblem", size=Size(side, side), picture=box)
    edge = 0.5 * side
    corner = Vec((side - edge) / 2, (side - edge) / 2)
    ink = accent if has else faint
    picture = build_medal(standing.emblem, ink)
    disc.add(Node(name="picture", picture=picture, size=Size(edge, edge), position=corner))
    part = standing.made / standing.goal
    if 0 < part < 1:
        picture = build_arc(part, accent)
        disc.add(Node(name="part", picture=picture, size=Size(side, side)))
    return disc
