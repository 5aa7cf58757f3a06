"""What achievements are called, and what has to be done for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.games.registry import Box
    from red7_desktop.kit.language.texts import Texts


class AchievementText(NamedTuple):
    """A short name, and what has to be done in a line."""

    title: str
    line: str


def build_all_texts(texts: Texts, box: Box) -> Mapping[str, AchievementText]:
    """Give the words of all achievements by their keys, with those of the games' feats."""
    found = _build_texts(texts)
    for game, row in box.items():
        for feat in row.face().feats(texts):
            found[f"{game}.{feat.key}"] = AchievementText(feat.title, feat.line)
    return found


def map_emblems(texts: Texts, box: Box) -> Mapping[str, str]:
    """Give the emblems of the games' feats, by the keys of their achievements."""
    return {
        f"{game}.{feat.key}": feat.emblem
        for game, row in box.items()
        for feat in row.face().feats(texts)
    }


def _build_texts(texts: Texts) -> dict[str, AchievementText]:
    return {
        "first_win": AchievementText(texts("First win"), texts("Win a match.")),
        "all_round": AchievementText(texts("All-rounder"), texts("Win a match of every game.")),
        "row_3": AchievementText(texts("Hat trick"), texts("Win three matches in a row.")),
        "row_7": AchievementText(texts("On fire"), texts("Win seven matches in a row.")),
        "ladder": AchievementText(texts("Up the ladder"), texts("Beat every opponent of a game.")),
        "top": AchievementText(texts("Wise as an owl"), texts("Beat the strongest opponent.")),
        "top_10": AchievementText(
            texts("Owl’s equal"), texts("Beat the strongest opponent ten times.")
        ),
        "unaided": AchievementText(
            texts("On my own"), texts("Beat the strongest opponent without a hint.")
        ),
        "full_table": AchievementText(texts("Full house"), texts("Win with every seat taken.")),
        "company": AchievementText(texts("Good company"), texts("Play with somebody beside you.")),
        "hundred": AchievementText(texts("Century"), texts("Play a hundred rounds of a game.")),
        "ways": AchievementText(
            texts("Every which way"), texts("Win a round of each kind that a game tells apart.")
        ),
        "daily": AchievementText(texts("Deal of the day"), texts("Play a daily deal.")),
        "daily_win": AchievementText(texts("High five"), texts("Win five daily deals.")),
        "daily_week": AchievementText(
            texts("Perfect week"), texts("Play daily from Monday to Sunday.")
        ),
        "daily_month": AchievementText(
            texts("Full moon"), texts("Play thirty daily deals in a row.")
        ),
        "daily_all": AchievementText(
            texts("Double shift"), texts("Play every game’s deal on one day.")
        ),
        "puzzles_10": AchievementText(texts("Puzzler"), texts("Solve ten puzzles.")),
        "puzzles_100": AchievementText(texts("Grey matter"), texts("Solve a hundred puzzles.")),
        "lessons": AchievementText(texts("Good student"), texts("Finish five lessons.")),
    }
