"""From which places in the order of play rounds were won; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.words.turn_words import outs_of
from red7_desktop.kit.models.won_by import RoundWon, Share, WonBy

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match

_SYMBOLS: Final = "54687"
"""Cards whose colours are told apart well, one for each place."""


def rounds_won(match: Match) -> tuple[RoundWon, ...]:
    """Give the rounds that are over; a seat's key is its place, "1" for the one that led."""
    found = []
    for each in match.state.rounds:
        count = len(each.left)
        places = [str((seat - each.leader) % count + 1) for seat in range(count)]
        found.append(RoundWon(tuple(places), tuple(outs_of(each))))
    return tuple(found)


def won_by(texts: Texts) -> WonBy:
    """Tell rounds apart by the place in the order of play."""
    labels = (
        texts.within("place", "led"),
        texts.within("place", "2nd"),
        texts.within("place", "3rd"),
        texts.within("place", "4th"),
        texts.within("place", "5th"),
    )
    shares = [
        Share(str(nth), label, symbol)
        for nth, (label, symbol) in enumerate(zip(labels, _SYMBOLS, strict=True), start=1)
    ]
    note = texts("your place in the order of play, after who led the round")
    return WonBy(texts("Rounds won by place"), note, tuple(shares))
