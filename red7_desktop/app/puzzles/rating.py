"""Glicko-2 ratings of a player and of the puzzles that the player tried.

Ratings are computed from the profile's events and not stored, so that they are also right for an
imported profile. Each rated try is one Glicko-2 period for the player and for the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from red7_desktop.app.profile.statistics import (
    ProfileEvent,
    RatedMatch,
    Rating,
    update_rating,
)
from red7_desktop.app.puzzles.attempt import PUZZLE_KIND, SKIPPED
from red7_desktop.kit.texts import Texts

RATING_KIND: Final = "puzzle rating"
"""Kind of a profile's event for a rated try.

The event's key is the key of the puzzle, and its value is the puzzle's grade."""
WON: Final = "won"
"""Outcome of a rated try in which the puzzle was solved."""
LOST: Final = "lost"
"""Outcome of a rated try in which the puzzle wasn't solved."""
FIRST_RATINGS: Final[Mapping[int, float]] = {
    1: 1100.0,
    2: 1300.0,
    3: 1500.0,
    4: 1700.0,
    5: 1900.0,
}
"""Rating of a puzzle that nobody has tried, by its grade."""
_FIRST_DEVIATION: Final = 120.0
"""Glicko-2 rating deviation (uncertainty) of a puzzle that nobody has tried.

The deviation is low, because the puzzle's grade was measured with AI players."""


_PROVISIONAL_DEVIATION: Final = 110.0
"""Deviation above which a player's rating is provisional, as on lichess.org.

It takes 12 to 20 rated tries to come below it."""


class PuzzleRatings(NamedTuple):
    """Glicko-2 ratings of the player and of the puzzles in one game.

    Attributes:
        player: The player's rating.
        change: Difference that the last rated try made to `player`.
        last: Key of the puzzle in the last rated try, "" if there was no try.
        puzzles: Ratings of the puzzles that have been tried, by key.
        tries: Number of tries that the player's rating is based on.
    """

    player: Rating = Rating()
    change: float = 0.0
    last: str = ""
    puzzles: Mapping[str, Rating] = {}
    tries: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether the player's rating is still so uncertain that one try changes it a lot."""
        return self.player.deviation > _PROVISIONAL_DEVIATION

    def rating_of(self, key: str, grade: int) -> Rating:
        """Return a puzzle's rating; if it was never tried, the initial rating of its grade."""
        return self.puzzles.get(key, find_first_rating(grade))


def find_first_rating(grade: int) -> Rating:
    """Return the rating of a puzzle before anybody tries it.

    A grade that only newer versions of the program know counts as the nearest known grade.
    """
    known = min(max(grade, min(FIRST_RATINGS)), max(FIRST_RATINGS))
    return Rating(FIRST_RATINGS[known], _FIRST_DEVIATION)


def compute_ratings(events: Iterable[ProfileEvent], game: str) -> PuzzleRatings:
    """Compute ratings from a profile's events, the oldest first.

    All rated tries of a puzzle change the puzzle's rating. Only the first one changes the player's,
    and only if the player hadn't already solved the puzzle, missed it or seen its answer: nobody
    gains rating by remembering an answer.
    """
    player = Rating()
    change = 0.0
    last = ""
    tries = 0
    puzzles: dict[str, Rating] = {}
    known: set[str] = set()
    for event in events:
        if event.game != game:
            continue
        if event.kind == PUZZLE_KIND and event.outcome != SKIPPED:
            known.add(event.key)
        if event.kind != RATING_KIND or event.outcome not in (WON, LOST):
            continue
        score = float(event.outcome == WON)
        puzzle = puzzles.get(event.key, find_first_rating(event.value))
        puzzles[event.key] = update_rating(puzzle, [RatedMatch(player, 1.0 - score)])
        change = 0.0
        last = event.key
        if event.key not in known:
            known.add(event.key)
            before = player
            player = update_rating(player, [RatedMatch(puzzle, score)])
            change = player.value - before.value
            tries += 1
    return PuzzleRatings(player, change, last, puzzles, tries)


def describe_rating(ratings: PuzzleRatings, texts: Texts) -> str:
    """Return a line with the player's rating; while it is provisional, only about."""
    if ratings.is_provisional:
        return texts("Rating: about {n} for now", n=round(ratings.player.value / 10) * 10)
    return texts("Rating: {n}", n=round(ratings.player.value))


def describe_new_rating(ratings: PuzzleRatings, texts: Texts) -> str:
    """Return a line with the player's rating and what the last rated try changed.

    A provisional rating is shown without the change. The first lost try can take away 440 points,
    which says how little was known and not how badly the player did.
    """
    value = round(ratings.player.value)
    change = value - round(ratings.player.value - ratings.change)
    if ratings.is_provisional or not change:
        return describe_rating(ratings, texts)
    signed = f"+{change}" if change > 0 else f"\N{MINUS SIGN}{-change}"
    return texts("Rating: {n} ({change})", n=value, change=signed)
