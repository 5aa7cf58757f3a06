"""What is said of a kept match: who plays, by which rules, how far it is, and when it was played.

Only what everybody at the table may know.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from red7_desktop.app.match.desk import occasion_of
from red7_desktop.games.registry import BOX, Box
from red7_desktop.kit.language.dates import numbers_of
from red7_desktop.kit.pages.notices import explain_error

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.app.match.autosave import SaveInfo
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.save import SavedMatch


class Occasion(NamedTuple):
    """By what the part of the program that has begun a match knows it again.

    seed: of its deal. occasion: see `Session`, "" where that is not kept. day: on which it ended,
    None while it goes on.
    """

    game: str
    seed: int
    occasion: str = ""
    day: date | None = None


class SaveWords(NamedTuple):
    """Lines about a kept match. standing: "" where nothing is scored. trouble: "" where it reads.

    begun: what it was begun for, "" where it is a match like others.

    Of a match that cannot be read only `played` and `trouble` say something.
    """

    people: str
    rules: str
    standing: str
    played: str
    trouble: str
    begun: str = ""

    def sentence(self) -> str:
        """Give them in a row, for a question."""
        return " · ".join(line for line in self if line)


def describe_save(
    kept: SaveInfo,
    texts: Texts,
    today: date,
    named: Callable[[Occasion], str] = lambda begun: "",
    box: Box = BOX,
) -> SaveWords:
    """Say what a slot holds. today: so that "today" can be said. box: the games that there are.

    named: gives what a match was begun for, "" for nothing else than to be played.
    """
    played = say_day_played(kept.written, texts, today)
    saved = kept.saved
    if saved is None:
        why = "" if kept.problem is None else explain_error(kept.problem, texts)
        trouble = texts("This match cannot be read: {why}", why=why)
        return SaveWords("", "", "", played, trouble)
    told = box[saved.match.game.name].face().match_line(texts, observe_for_all(saved))
    trouble = texts("It is being played in another window.") if kept.is_elsewhere else ""
    people = texts.within("players", ", ").join(seat.name for seat in saved.seats)
    begun = named(Occasion(saved.match.game.name, saved.match.seed, occasion_of(saved)))
    return SaveWords(people, told.rules, told.standing, played, trouble, begun)


def observe_for_all(saved: SavedMatch) -> Any:
    """Give what a spectator may know of a kept match."""
    return saved.match.game.observe(saved.match.state, None)


def say_day_played(written: float, texts: Texts, today: date) -> str:
    """Say on which day a file was written, 0 for one that is not on the disk."""
    if not written:
        return texts("not on the disk yet")
    try:
        when = datetime.fromtimestamp(written)
    except (OverflowError, OSError, ValueError):  # a disk may hold any time
        return texts("at an unknown time")
    if when.date() == today:
        return texts("today, {hour}:{minute}", hour=f"{when:%H}", minute=f"{when:%M}")
    if when.date() == today - timedelta(days=1):
        return texts("yesterday")
    return numbers_of(texts, when)
