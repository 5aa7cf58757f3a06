"""Streaks of daily deals: counting, and pictures of the week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.kit.texts import Texts, weekday_letters
from red7_desktop.scene import pictures, theme
from red7_desktop.scene.boxes import circle, column, ends, row, square
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.widgets.widget import Label

if TYPE_CHECKING:
    from red7_desktop.app.profile.statistics import ProfileEvent

DAILY_KIND: Final = "daily"
"""Kind of the profile events about daily deals; their keys are dates."""
STARTED: Final = "begun"
WON: Final = "won"
TIED: Final = "tied"
LOST: Final = "lost"
OUTCOMES: Final = (WON, TIED, LOST)
"""Possible results of a player's first try at a daily deal, the only try that counts."""
_WEEK: Final = 7
"""Length of a week in days."""


class DayResult(NamedTuple):
    """The result of the only counted attempt at a day's deal.

    Attributes:
        outcome: `WON`, `TIED` or `LOST`.
        margin: Points by which the match was won or lost, at least 0.
    """

    outcome: str
    margin: int


class DailyRecord(NamedTuple):
    """A player's first tries at the daily deals of one game. Only the first try of a day counts.

    Attributes:
        begun: Days on which the try was started.
        results: Result of each day's try, if it is finished.
    """

    begun: frozenset[date]
    results: Mapping[date, DayResult]


class DayState(Enum):
    """State of a day's deal in the row of marks for this week's days: won, missed and so on.

    `PLAYED` means played but not won.
    """

    WON = "won"
    PLAYED = "played"
    MISSED = "missed"
    TODAY = "today"
    AHEAD = "ahead"


def read_daily_record(events: Iterable[ProfileEvent], game: str) -> DailyRecord:
    """Extract a player's results of a game's daily deals from the player's events.

    If a day has several results, the first is returned.
    """
    begun: set[date] = set()
    results: dict[date, DayResult] = {}
    for event in events:
        if event.kind != DAILY_KIND or event.game != game:
            continue
        try:
            day = date.fromisoformat(event.key)
        except ValueError:
            continue
        begun.add(day)
        if event.outcome in OUTCOMES:
            results.setdefault(day, DayResult(event.outcome, event.value))
    return DailyRecord(frozenset(begun), results)


def count_streak(last: date, days: Collection[date]) -> int:
    """Return the number of days in a row on which the daily deal was played.

    One missed day in each week, which starts on Monday, is forgiven: it neither counts nor ends the
    streak.

    Args:
        last: Last day that can count, such as today. If this day isn't played yet, the streak up to
            the day before is counted.
        days: Days on which the daily deal was played.
    """
    played = {day.toordinal() for day in days}
    row = 0
    if last in days:
        day = last.toordinal()
    else:
        day = last.toordinal() - 1
    first = min(played, default=last.toordinal())
    forgiven: set[int] = set()
    while day >= first:
        week = _find_week(day)
        if day in played:
            row += 1
        elif week in forgiven:
            break
        else:
            forgiven.add(week)
        day -= 1
    return row


def _find_week(day: int) -> int:
    """Return the number of the week that contains a day, counted from the year 1.

    Weeks start on Monday.

    Args:
        day: The day as `date.toordinal()`. A number can also stand for a day after 9999-12-31.
    """
    return (day - 1) // _WEEK


def find_longest_streak(days: Collection[date]) -> int:
    """Return the length in days of the longest streak, counted as in `count_streak`."""
    played = sorted(days)
    missed: Counter[int] = Counter()
    best = first = 0
    for last, day in enumerate(played):
        if last and (day - played[last - 1]).days > 1:
            weeks = _list_missed_weeks(played[last - 1], day)
        else:
            weeks = []
        # Only one missed day in each week is forgiven. Of three missed days in a row, at least two
        # are in the same week, so the streak ends.
        if len(weeks) > 2:
            first = last
            missed = Counter()
            continue
        if weeks:
            missed.update(weeks)
            while any(missed[week] > 1 for week in weeks):
                missed.subtract(_list_missed_weeks(played[first], played[first + 1]))
                first += 1
        best = max(best, last - first + 1)
    return max(best, min(1, len(played)))


def _list_missed_weeks(before: date, after: date) -> list[int]:
    most = min(4, (after - before).days)
    return [_find_week(before.toordinal() + nth) for nth in range(1, most)]


def list_day_states(today: date, results: Mapping[date, DayResult]) -> tuple[DayState, ...]:
    """Return the state of each day of this week, from Monday to Sunday.

    If the computer's clock was set back, days after today may have been played already.
    """
    monday = today.toordinal() - today.weekday()
    played = {day.toordinal(): result for day, result in results.items()}
    return tuple([_find_day_state(monday + nth, today.toordinal(), played) for nth in range(_WEEK)])


def _find_day_state(day: int, today: int, results: Mapping[int, DayResult]) -> DayState:
    if day in results:
        if results[day].outcome == WON:
            return DayState.WON
        return DayState.PLAYED
    if day == today:
        return DayState.TODAY
    if day < today:
        return DayState.MISSED
    return DayState.AHEAD


def has_full_week(days: Collection[date]) -> bool:
    """Return whether all days of some week were played."""
    weeks = Counter(_find_week(day.toordinal()) for day in set(days))
    return _WEEK in weeks.values()


PIP: Final = 36.0
_PIP_GAP: Final = 22.0


def build_week_row(
    look: theme.ResolvedTheme,
    texts: Texts,
    results: Mapping[date, DayResult],
    today: date,
    width: float,
) -> Node:
    """Build a mark for each day of the week, spread over the width."""
    zoom = look.theme.zoom
    accent = look.theme.colour("accent")
    states = list_day_states(today, results)
    side = min(PIP * zoom, width / (1.15 * len(states)))
    step = min(side + _PIP_GAP * zoom, (width - side) / (len(states) - 1))
    days = []
    for nth, (state, letter) in enumerate(zip(states, weekday_letters(texts), strict=True)):
        is_today = nth == today.weekday()
        if is_today:
            colour = accent
        else:
            colour = look.theme.colour("text_soft")
        label = Label(look, letter, "small", colour=colour, align=pictures.Align.CENTRE)
        sign = _draw_day_state(look, state, side, is_today=is_today)
        days.append(column(sign, label, gap=6.0 * zoom, share=0.5))
    week = row(*days, gap=step - side, share=0.0, name="week")
    week.is_speech_hidden = True
    return week


def build_days_node(
    look: theme.ResolvedTheme,
    texts: Texts,
    results: Mapping[date, DayResult],
    day: date,
    width: float,
) -> Node:
    """Build a node with marks for the days of a week, and the length of the streak.

    The length is at the right of the marks, or below the marks if the width is too small. Without a
    played day, the length is left out.
    """
    gap = look.theme.sizes.gap
    count = count_streak(day, results)
    best = find_longest_streak(results)
    if not best:
        return row(build_week_row(look, texts, results, day, width), name="days")
    figure = Label(look, str(count), "numeral", colour=look.theme.colour("accent"), name="row")
    labels = column(
        Label(look, texts.plural("day in a row", "days in a row", count), "strong"),
        Label(look, texts("longest: {n}", n=best), "note"),
    )
    side = row(figure, labels, gap=gap, name="rows")
    room = max(width - side.size.w - 2.5 * gap, 0.55 * width)
    week = build_week_row(look, texts, results, day, room)
    return ends(week, side, width, 2 * gap, below=16.0 * look.theme.zoom, name="days")


def _draw_day_state(
    look: theme.ResolvedTheme, state: DayState, side: float, *, is_today: bool
) -> Node:
    """Draw a day: a ring, with a tick if it was played, filled if it was won."""
    theme = look.theme
    ok = theme.colour("ok")
    accent = theme.colour("accent")
    faint = theme.colour("text_faint")
    rings = {DayState.WON: ok, DayState.PLAYED: ok, DayState.TODAY: accent, DayState.MISSED: faint}
    if is_today:
        ring = accent
    else:
        ring = rings.get(state, faint.with_alpha(0.4))
    fill = {
        DayState.WON: ok.mixed(theme.colour("panel"), 0.55),
        DayState.TODAY: accent.mixed(theme.colour("panel"), 0.75),
    }.get(state)
    sign = None
    if state in (DayState.WON, DayState.PLAYED):
        tick = build_glyph("tick", theme.colour("text") if state is DayState.WON else ok)
        sign = square(0.62 * side, tick, "tick")
    elif state is DayState.TODAY:
        sign = circle(0.34 * side, accent, name="dot")
    return circle(side, fill, ring, 0.07 * side, sign=sign, name=f"pip {state.value}")
