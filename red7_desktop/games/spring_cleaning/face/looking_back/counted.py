"""What the profile counts of matches: rounds by places, and feats; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.words.turn_words import list_out_seats
from red7_desktop.kit.models.counted import Feat, RoundCategory, RoundWon, WonBy

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match

_SYMBOLS: Final = "54687"
"""Cards whose colours are told apart well, one for each place."""

SPOTLESS: Final = "spotless"

ALONE: Final = "alone"

MANY: Final = 8
"""Rivals that have so many cards left have hardly begun."""


def list_rounds_won(match: Match) -> tuple[RoundWon, ...]:
    """Give the rounds that are over; a seat's key is its place, "1" for the one that led."""
    found = []
    for each in match.state.rounds:
        count = len(each.left)
        places = [str((seat - each.leader) % count + 1) for seat in range(count)]
        found.append(RoundWon(tuple(places), tuple(list_out_seats(each))))
    return tuple(found)


def describe_won_by(texts: Texts) -> WonBy:
    """Tell rounds apart by the place in the order of play."""
    labels = (
        texts.within("place", "led"),
        texts.within("place", "2nd"),
        texts.within("place", "3rd"),
        texts.within("place", "4th"),
        texts.within("place", "5th"),
    )
    shares = [
        RoundCategory(str(nth), label, symbol)
        for nth, (label, symbol) in enumerate(zip(labels, _SYMBOLS, strict=True), start=1)
    ]
    note = texts("your place in the order of play, after who led the round")
    return WonBy(texts("Rounds won by place"), note, tuple(shares))


def find_feats(match: Match, seat: int) -> frozenset[str]:
    """Give the feats that a seat has done."""
    found: set[str] = set()
    result = match.game.result(match.state)
    if result is not None and seat in result.winners and result.scores[seat] == 0:
        found.add(SPOTLESS)
    for each in match.state.rounds:
        others = [left for other, left in enumerate(each.left) if other != seat]
        if each.left[seat] == 0 and min(others) >= MANY:
            found.add(ALONE)
    return frozenset(found)


def list_feats(texts: Texts) -> tuple[Feat, ...]:
    """Say what they are."""
    spotless = texts("Win a match without any trash.")
    alone = texts("Be out while everybody else has {n} cards or more.", n=MANY)
    return (
        Feat(SPOTLESS, texts("Spotless"), spotless, "broom"),
        Feat(ALONE, texts("Home early"), alone, "house"),
    )
