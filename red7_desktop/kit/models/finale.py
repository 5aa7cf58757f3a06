"""The end of a round or match as a moment: what lights up, rises and counts, and who is crowned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.kit.language.rich_text import Tone

if TYPE_CHECKING:
    from red7_desktop.kit.language.seat_words import SeatSign
    from red7_desktop.kit.models.endings import CountedCard, MatchEnd, RoundEnd
    from red7_desktop.tabletop.zones import Face


class RingLight(NamedTuple):
    """An arc of the ring: the letter of its colour, and the sound that it comes with, "" for none.

    is_strong: whether it stays larger than the others.
    """

    letter: str
    sound: str = ""
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class SeatShare:
    """What a seat had and has. cards: its own, that are turned up as it counts."""

    sign: SeatSign
    before: int
    after: int
    cards: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Finale:
    """What is played once a round or match is over, in this order.

    lights: the arcs of the ring, clockwise from the top; () for a plain ring. rising: cards whose
    worth goes into the ring one after another, and so to the winner. shares: everybody's points,
    the first to count first; () where nothing is counted. unit: stands below the winner's points.
    gains: how more points are meant. sound: of each that counts. winners: who is crowned.
    """

    title: str
    winners: tuple[SeatSign, ...]
    shares: tuple[SeatShare, ...] = ()
    rising: tuple[CountedCard, ...] = ()
    unit: str = ""
    lights: tuple[RingLight, ...] = ()
    gains: Tone = Tone.GOOD
    sound: str = ""

    @property
    def crowned(self) -> frozenset[int]:
        """The seats that win."""
        return frozenset(sign.seat for sign in self.winners)


def build_finale(last: RoundEnd | None, match: MatchEnd | None) -> Finale | None:
    """Give the moment that follows from what the pages tell; None where nothing is over.

    last: the round that is over, match: the match, as far as they are told.
    """
    told = match or last
    if told is None:
        return None
    if last is None:
        rounds = match.rounds if match is not None else None
        pairs = zip(rounds.seats, rounds.totals, strict=True) if rounds is not None else ()
        shares = tuple([SeatShare(sign, 0, points) for sign, points in pairs])
        return Finale(told.title, told.winners, shares)
    return Finale(
        told.title,
        told.winners,
        tuple([SeatShare(row.sign, row.before, row.after) for row in last.scores]),
        last.counted.cards if last.counted is not None else (),
        gains=last.gains,
    )
