"""What achievements are called, and what has to be done for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.games.registry import Box
    from red7_desktop.kit.language.texts import Texts


class Told(NamedTuple):
    """A short name, and what has to be done in a line."""

    title: str
    line: str


def all_words(texts: Texts, box: Box) -> Mapping[str, Told]:
    """Give the words of all achievements by their keys, with those of the games' feats."""
    found = _words(texts)
    for game, row in box.items():
        for feat in row.face().feats(texts):
            found[f"{game}.{feat.key}"] = Told(feat.title, feat.line)
    return found


def emblems_of(texts: Texts, box: Box) -> Mapping[str, str]:
    """Give the emblems of the games' feats, by the keys of their achievements."""
    return {
        f"{game}.{feat.key}": feat.emblem
        for game, row in box.items()
        for feat in row.face().feats(texts)
    }


def _words(texts: Texts) -> dict[str, Told]:
    return {
        "first_win": Told(texts("First win"), texts("Win a match.")),
        "all_round": Told(texts("All-rounder"), texts("Win a match of every game.")),
        "row_3": Told(texts("Hat trick"), texts("Win three matches in a row.")),
        "row_7": Told(texts("On fire"), texts("Win seven matches in a row.")),
        "ladder": Told(texts("Up the ladder"), texts("Beat every opponent of a game.")),
        "top": Told(texts("Wise as an owl"), texts("Beat the strongest opponent.")),
        "top_10": Told(texts("Owl’s equal"), texts("Beat the strongest opponent ten times.")),
        "unaided": Told(texts("On my own"), texts("Beat the strongest opponent without a hint.")),
        "full_table": Told(texts("Full house"), texts("Win with every seat taken.")),
        "company": Told(texts("Good company"), texts("Play with somebody beside you.")),
        "hundred": Told(texts("Century"), texts("Play a hundred rounds of a game.")),
        "ways": Told(
            texts("Every which way"), texts("Win a round of each kind that a game tells apart.")
        ),
        "daily": Told(texts("Deal of the day"), texts("Play a daily deal.")),
        "daily_win": Told(texts("High five"), texts("Win five daily deals.")),
        "daily_week": Told(texts("Perfect week"), texts("Play daily from Monday to Sunday.")),
        "daily_month": Told(texts("Full moon"), texts("Play thirty daily deals in a row.")),
        "daily_all": Told(texts("Double shift"), texts("Play every game’s deal on one day.")),
        "puzzles_10": Told(texts("Puzzler"), texts("Solve ten puzzles.")),
        "puzzles_100": Told(texts("Grey matter"), texts("Solve a hundred puzzles.")),
        "lessons": Told(texts("Good student"), texts("Finish five lessons.")),
    }
