"""The door to the daily deal: the day, the week so far, and how many days in a row."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.daily.streaks import count_days_in_row, mark_week
from red7_desktop.app.daily.week_row import build_week_row
from red7_desktop.app.daily.words import row_words
from red7_desktop.app.doors import FeatureTile
from red7_desktop.kit.language.dates import day_words
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.daily.daily_deals import DailyDeals
    from red7_desktop.scene.theme.style import Look

_WEIGHT: Final = 1.6


def build_daily_tile(deals: DailyDeals, game: str, day: date) -> FeatureTile:
    """Make the door to a game's deal of a day."""
    texts, results = deals.kit.texts, deals.done(game).results
    row = count_days_in_row(day, results)
    lines = (day_words(texts, day), *(() if row else (texts("The same cards for everyone"),)))

    def week(look: Look, width: float) -> Node:
        """Give the week, and the row at its right, or below it where there is no room."""
        node = Node(name="week and row")
        flow = Flow(node, width, look.theme.sizes.gap / 2)
        pips = build_week_row(look, texts, mark_week(day, results), day.weekday(), width)
        told = Label(look, row_words(texts, row), "strong", colour=look.theme.colour("accent"))
        if row and pips.size.w + look.theme.sizes.gap + told.size.w <= width:
            flow.pair(pips, told)
        else:
            flow.add(pips)
            if row:
                flow.add(told)
        return flow.fit()

    return FeatureTile(
        "daily",
        texts("Daily deal"),
        partial(deals.show, game, day),
        lines,
        picture=build_icon("calendar", deals.kit.stage.look.theme.colour("accent")),
        foot=week,
        weight=_WEIGHT,
    )
