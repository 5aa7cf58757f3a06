"""A week as seven pips with letters below them, and how many days there were in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.app.daily.streaks import DayMark, count_days_in_row, find_longest_row, mark_week
from red7_desktop.kit.language.dates import weekday_letters
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.daily.streaks import DayResult
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.theme.style import Look

PIP: Final = 36.0

_APART: Final = 22.0


def build_week_row(
    look: Look, texts: Texts, pips: Sequence[DayMark], today: int, width: float
) -> Node:
    """Give the pips, as far apart as the width allows. today: which of them is about today."""
    zoom = look.theme.zoom
    side = min(PIP * zoom, width / (1.15 * len(pips)))
    step = min(side + _APART * zoom, (width - side) / (len(pips) - 1))
    node, bottom = Node(name="week"), side
    for nth, (pip, letter) in enumerate(zip(pips, weekday_letters(texts), strict=True)):
        sign = _draw_day_mark(look, pip, side, is_today=nth == today)
        sign.position = Vec(nth * step, 0.0)
        colour = look.theme.colour("accent" if nth == today else "text_soft")
        label = Label(look, letter, "small", colour=colour, align=Align.CENTRE)
        label.position = Vec(nth * step + (side - label.size.w) / 2, side + 6.0 * zoom)
        bottom = label.position.y + label.size.h
        node.add(sign, label)
    node.size = Size(step * (len(pips) - 1) + side, bottom)
    return node


def build_days_node(
    look: Look, texts: Texts, results: Mapping[date, DayResult], day: date, width: float
) -> Node:
    """Give the week of a day, and at its right how many days were played in a row up to it.

    These come below, where that is too long.
    """
    gap, zoom = look.theme.sizes.gap, look.theme.zoom
    row, best = count_days_in_row(day, results), find_longest_row(results)
    figure = Label(look, str(row), "numeral", colour=look.theme.colour("accent"), name="row")
    told = [Label(look, texts.plural("day in a row", "days in a row", row), "strong")]
    told.append(Label(look, texts("longest: {n}", n=best), "note"))
    side = Node(name="rows")
    x = figure.size.w + gap
    high = max(figure.size.h, sum(label.size.h for label in told))
    figure.position = Vec(0.0, (high - figure.size.h) / 2)
    y = (high - sum(label.size.h for label in told)) / 2
    for label in told:
        label.position = Vec(x, y)
        y += label.size.h
    side.add(figure, *told)
    side.size = Size(x + max(label.size.w for label in told), high)
    node = Node(name="days")
    flow = Flow(node, width, 16.0 * zoom)
    room = max(width - side.size.w - 2.5 * gap, 0.55 * width)
    week = build_week_row(look, texts, mark_week(day, results), day.weekday(), room)
    if week.size.w + side.size.w + 2 * gap <= width:
        flow.pair(week, side)
    else:
        flow.add(week)
        flow.add(side)
    return flow.fit()


def _draw_day_mark(look: Look, pip: DayMark, side: float, *, is_today: bool) -> Node:
    """Draw a day: a tick in a disc where it was won, in a ring where it was played, else a ring."""
    theme = look.theme
    ok, accent = theme.colour("ok"), theme.colour("accent")
    faint = theme.colour("text_faint")
    ring = {DayMark.WON: ok, DayMark.PLAYED: ok, DayMark.TODAY: accent}.get(pip, faint)
    fill = {
        DayMark.WON: ok.mixed(theme.colour("panel"), 0.55),
        DayMark.TODAY: accent.mixed(theme.colour("panel"), 0.75),
    }.get(pip)
    if is_today:
        ring = accent
    if pip is DayMark.AHEAD:
        ring = faint.with_alpha(0.4)
    box = BoxPicture(fill, side / 2, ring, 0.07 * side)
    node = Node(name=f"pip {pip.value}", size=Size(side, side), picture=box)
    inner = 0.62 * side if pip in (DayMark.WON, DayMark.PLAYED) else 0.34 * side
    corner = Vec((side - inner) / 2, (side - inner) / 2)
    size = Size(inner, inner)
    if pip in (DayMark.WON, DayMark.PLAYED):
        tick = build_glyph("tick", theme.colour("text") if pip is DayMark.WON else ok)
        node.add(Node(name="tick", size=size, position=corner, picture=tick))
    elif pip is DayMark.TODAY:
        dot = BoxPicture(accent, inner / 2)
        node.add(Node(name="dot", size=size, position=corner, picture=dot))
    return node
