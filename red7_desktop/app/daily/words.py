"""What is said of a daily deal: how it is played, what came of it, and the lines to be copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.app.daily.streaks import (
    LOST,
    TIED,
    WON,
    DailyRecord,
    DayMark,
    count_days_in_row,
    mark_week,
)
from red7_desktop.kit.language.dates import numbers_of

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.app.daily.streaks import DayResult
    from red7_desktop.kit.language.texts import Texts


def result_words(texts: Texts, result: DayResult, rival: str) -> str:
    """Say what came of a try, by how much, against whom."""
    n = result.margin
    words = {
        WON: texts("Won by {n} against {name}", n=n, name=rival),
        TIED: texts("Tied with {name}", name=rival),
        LOST: texts("Lost by {n} against {name}", n=n, name=rival)
        if n
        else texts("Lost against {name}", name=rival),
    }
    return words[result.outcome]


def deal_words(texts: Texts, day: date) -> str:
    """Say of which day a deal is."""
    return texts("Daily deal of {date}", date=numbers_of(texts, day))


def row_words(texts: Texts, row: int) -> str:
    """Say how many days have been played in a row."""
    return texts("{n} in a row", n=row)


def week_words(texts: Texts, day: date, done: DailyRecord) -> str:
    """Say how many days of the week were played."""
    played = sum(pip in (DayMark.WON, DayMark.PLAYED) for pip in mark_week(day, done.results))
    return texts("{n} of 7 days this week", n=played)


def write_lines_to_copy(texts: Texts, title: str, day: date, done: DailyRecord, rival: str) -> str:
    """Give the three lines about a day's result: no card is in them. title: of the game."""
    row = row_words(texts, count_days_in_row(day, done.results))
    lines = (
        texts("{game}: daily deal, {date}", game=title, date=numbers_of(texts, day)),
        result_words(texts, done.results[day], rival),
        texts("{row}, {week}", row=row, week=week_words(texts, day, done)),
    )
    return "\n".join(lines)
