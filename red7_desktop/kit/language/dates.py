"""Days as people say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from red7_desktop.kit.language.texts import Texts


def day_words(texts: Texts, day: date) -> str:
    """Say a day with its weekday, without its year.

    >>> from datetime import date
    >>> from red7_desktop.kit.language.texts import Texts
    >>> day_words(Texts(), date(2026, 11, 22))
    'Sunday 22 November'
    """
    weekdays = (
        texts("Monday"),
        texts("Tuesday"),
        texts("Wednesday"),
        texts("Thursday"),
        texts("Friday"),
        texts("Saturday"),
        texts("Sunday"),
    )
    months = (
        texts.within("after a day", "January"),
        texts.within("after a day", "February"),
        texts.within("after a day", "March"),
        texts.within("after a day", "April"),
        texts.within("after a day", "May"),
        texts.within("after a day", "June"),
        texts.within("after a day", "July"),
        texts.within("after a day", "August"),
        texts.within("after a day", "September"),
        texts.within("after a day", "October"),
        texts.within("after a day", "November"),
        texts.within("after a day", "December"),
    )
    return texts(
        "{weekday} {day} {month}",
        weekday=weekdays[day.weekday()],
        day=day.day,
        month=months[day.month - 1],
    )


def numbers_of(texts: Texts, day: date) -> str:
    """Write a day in figures, its year first in English."""
    return texts.within(
        "date", "{year}-{month}-{day}", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}"
    )


def weekday_letters(texts: Texts) -> tuple[str, ...]:
    """Give a letter for each day of a week, from Monday on."""
    return (
        texts.within("Monday", "M"),
        texts.within("Tuesday", "T"),
        texts.within("Wednesday", "W"),
        texts.within("Thursday", "T"),
        texts.within("Friday", "F"),
        texts.within("Saturday", "S"),
        texts.within("Sunday", "S"),
    )
