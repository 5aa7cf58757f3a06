"""What the days on which somebody has played come to: a week, and how many in a row; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from red7_desktop.app.profile.facts import ProfileEvent

KIND: Final = "daily"
"""The kind of deeds that tell of daily deals; their keys are dates."""

BEGUN: Final = "begun"

WON: Final = "won"

TIED: Final = "tied"

LOST: Final = "lost"

ENDS: Final = (WON, TIED, LOST)
"""How the one try of a day ends that counts."""

_DAY: Final = timedelta(days=1)


class DayResult(NamedTuple):
    """What came of the day's one try. outcome: one of `ENDS`. margin: points ahead, or behind."""

    outcome: str
    margin: int


class DailyRecord(NamedTuple):
    """What somebody has done with a game's daily deals.

    begun: the days whose one try has been begun. results: what came of those that are over.
    """

    begun: frozenset[date]
    results: Mapping[date, DayResult]


class DayMark(Enum):
    """How a day of the week is shown."""

    WON = "won"
    PLAYED = "played"
    MISSED = "missed"
    TODAY = "today"
    AHEAD = "ahead"


def read_daily_record(deeds: Iterable[ProfileEvent], game: str) -> DailyRecord:
    """Read what somebody has done; what ended first counts, and what makes no sense is left out."""
    begun: set[date] = set()
    results: dict[date, DayResult] = {}
    for deed in deeds:
        if (deed.kind, deed.game) != (KIND, game):
            continue
        try:
            day = date.fromisoformat(deed.key)
        except ValueError:
            continue
        begun.add(day)
        if deed.outcome in ENDS:
            results.setdefault(day, DayResult(deed.outcome, deed.value))
    return DailyRecord(frozenset(begun), results)


def count_days_in_row(last: date, days: Collection[date]) -> int:
    """Count the days in a row up to one that may still be played; those after it do not count.

    In a week, which begins on Monday, one missed day is forgiven: it neither counts nor ends the
    row.
    """
    row, day = 0, last if last in days else last - _DAY
    first = min(days, default=last)
    forgiven: set[date] = set()
    while day >= first:
        monday = day - day.weekday() * _DAY
        if day in days:
            row += 1
        elif monday in forgiven:
            break
        else:
            forgiven.add(monday)
        day -= _DAY
    return row


def find_longest_row(days: Collection[date]) -> int:
    """Give the longest row that there has been, in time that grows with the days."""
    played = sorted(days)
    missed: Counter[date] = Counter()
    best = first = 0
    for last, day in enumerate(played):
        weeks = _list_missed_weeks(played[last - 1], day) if last else []
        if len(weeks) > 2:  # of three days that follow each other, two lie in one week
            first, missed = last, Counter()
            continue
        missed.update(weeks)
        while any(missed[week] > 1 for week in weeks):
            missed.subtract(_list_missed_weeks(played[first], played[first + 1]))
            first += 1
        best = max(best, last - first + 1)
    return max(best, min(1, len(played)))


def _list_missed_weeks(before: date, after: date) -> list[date]:
    """Give the Mondays of the weeks of the days between two, at most of three of them."""
    between = [before + nth * _DAY for nth in range(1, min(4, (after - before).days))]
    return [day - day.weekday() * _DAY for day in between]


def mark_week(today: date, results: Mapping[date, DayResult]) -> tuple[DayMark, ...]:
    """Show the days from Monday to Sunday. Days ahead may be played: a clock was set back."""
    monday = today - today.weekday() * _DAY
    return tuple([_mark_day(monday + nth * _DAY, today, results) for nth in range(7)])


def _mark_day(day: date, today: date, results: Mapping[date, DayResult]) -> DayMark:
    if day in results:
        return DayMark.WON if results[day].outcome == WON else DayMark.PLAYED
    if day == today:
        return DayMark.TODAY
    return DayMark.MISSED if day < today else DayMark.AHEAD


def has_full_week(days: Collection[date]) -> bool:
    """Tell whether all days of some week, from Monday to Sunday, were played."""
    mondays = [day for day in days if day.weekday() == 0]
    return any(all(monday + nth * _DAY in days for nth in range(7)) for monday in mondays)
