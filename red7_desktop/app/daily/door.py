"""The door to the daily deal: the day, the week so far, and how many days in a row."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.app.daily.streaks import row_up_to, week_of
from red7_desktop.app.daily.week_row import week_row
from red7_desktop.app.daily.words import row_words
from red7_desktop.app.doors import Door
from red7_desktop.kit.language.dates import day_words
from red7_desktop.kit.look.icons import icon
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.daily.daily_deals import DailyDeals
    from red7_desktop.scene.theme.style import Look

_WEIGHT: Final = 1.6


def daily_door(deals: DailyDeals, game: str, day: date) -> Door:
    """Make the door to a game's deal of a day."""
    texts, results = deals.kit.texts, deals.done(game).results
    row = row_up_to(day, results)
    lines = (day_words(texts, day), *(() if row else (texts("The same cards for everyone"),)))

    def week(look: Look, width: float) -> Node:
        """Give the week, and the row at its right, or below it where there is no room."""
        node = Node(name="week and row")
        flow = Flow(node, width, look.theme.sizes.gap / 2)
        pips = week_row(look, texts, week_of(day, results), day.weekday(), width)
        told = Label(look, row_words(texts, row), "strong", colour=look.theme.colour("accent"))
        if row and pips.size.w + look.theme.sizes.gap + told.size.w <= width:
            flow.pair(pips, told)
        else:
            flow.add(pips)
            if row:
                flow.add(told)
        return flow.fit()

    return Door(
        "daily",
        texts("Daily deal"),
        partial(deals.show, game, day),
        lines,
        picture=icon("calendar", deals.kit.stage.look.theme.colour("accent")),
        foot=week,
        weight=_WEIGHT,
    )
