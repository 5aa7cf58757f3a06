"""How a kept match stands is said in words, and of one that cannot be read nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from red7_desktop.app.matches.match_desk import MatchStatus
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.registry import BOX
from red7_desktop.kit.texts import Texts
from red7_desktop.tabletop.files import CannotRead
from red7_desktop.tabletop.match import Match, SavedMatch
from tests.setups import red7_setup


def told(read: Callable[[], SavedMatch]) -> Sequence[str]:
    standing = MatchStatus(read, RED7_VIEW)
    while (ways := standing.told(Texts())) is None:
        pass
    return ways


def test_it_is_said_in_a_long_and_in_a_short_way() -> None:
    match = Match(BOX["red7"].rules(), RED7_VIEW.to_options(red7_setup()), 3)
    long, short = told(lambda: SavedMatch(match, (), {}))
    assert (long, short) == ("Round 1 · Advanced rules · 0 : 0 of 40 points", "0 : 0 of 40 points")


def test_nothing_is_said_of_a_match_that_cannot_be_read() -> None:
    def fails() -> SavedMatch:
        raise CannotRead(Path("match.json"), "missing", "no such file")

    assert told(fails) == ()
