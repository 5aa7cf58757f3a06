"""A profile with very many matches, to measure how soon its pages come up."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING, Final

from red7_desktop.games.registry import BOX

if TYPE_CHECKING:
    from pathlib import Path

MATCHES: Final = 10_000


_FIRST: Final = date(2021, 1, 1)


_DAYS: Final = 1500


_RIVALS: Final = ("newcomer", "casual", "steady", "sharp", "expert")


_MARKS: Final = "ROYGBIV"


def fill_profile(file: Path, count: int = MATCHES) -> None:
    """Write a profile of one person who has played so many matches against AI players."""
    from red7_desktop.app.profile.profile_store import ProfileStore
    from red7_desktop.app.profile.statistics import (
        MatchFacts,
        Person,
        ProfileData,
        RoundTally,
        SeatFacts,
    )

    chance, game = Random(7), next(iter(BOX))
    matches = []
    for nth in range(count):
        winner = chance.randrange(3)
        marks = tuple([RoundTally(key, 1, int(not winner)) for key in chance.sample(_MARKS, 3)])
        seats = (
            SeatFacts("Mara", "human", 30, winner == 0, 20, 1, marks),
            SeatFacts("Ravi", chance.choice(_RIVALS), 20, winner == 1, 20),
            SeatFacts("Tess", chance.choice(_RIVALS), 10, winner == 2, 20),
        )
        day = _FIRST + timedelta(days=nth * _DAYS // count)
        matches.append((MatchFacts(str(nth), game, "{}", day, 3, True, seats), (1, None, None)))
    store = ProfileStore(file, lambda: ())
    store.take_in(ProfileData((Person(1, "Mara", "A", "cat"),), 1, tuple(matches)))
    store.choose(next(each.number for each in store.read().people if each.name == "Mara"))
    store.close()
