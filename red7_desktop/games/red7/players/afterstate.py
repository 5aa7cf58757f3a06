"""What a turn leaves its seat with: the little that a player without foresight looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.engine.apply_steps import carry_out
from red7_desktop.games.red7.rules.engine.endings import find_best_rival
from red7_desktop.games.red7.rules.engine.strength import END_GUARD
from red7_desktop.games.red7.rules.engine.turns import TAKES_DRAW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from red7_desktop.games.red7.rules.engine.actions import Branch
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.engine.turns import Turns
    from red7_desktop.tabletop.player import ShouldStop


class Aftermath(NamedTuple):
    """How the seat stands after a turn, or where a turn stops at a 3's draw.

    hand, palette: its sets of cards. must: what a packed strength must reach to lead (see
    `endings.rivals_of`). rule: the rule in force. drawn: cards drawn that are not known yet.
    played, discarded: the sets of cards that went from hand to palette and to the canvas.
    is_open: whether the turn stops at a draw and the seat decides again after it.
    """

    hand: int
    palette: int
    must: int
    rule: int
    drawn: int
    played: int
    discarded: int
    is_open: bool = False


AT_ONCE: Final = 200
"""So many aftermaths are looked at between two questions whether to stop."""


def iterate_until_stopped(
    lefts: Iterator[Aftermath], should_stop: ShouldStop
) -> Iterator[Aftermath]:
    """Give aftermaths one by one, and make no more of them once it is time to stop."""
    for nth, left in enumerate(lefts, 1):
        yield left
        if not nth % AT_ONCE and should_stop():
            return


def list_aftermaths(turns: Turns) -> Iterator[Aftermath]:
    """Give what each turn but going out leaves, in the order of the turns' indices.

    One after another, as they are asked for: a hand of 5s has thousands.
    """
    position = turns.position
    mover = position.mover
    must = find_best_rival(mover, position.out, position.palettes)
    for play, ways in zip(turns.plays, turns.endings, strict=True):
        start = Aftermath(
            position.hands[mover] & ~play,
            position.palettes[mover] | play,
            must,
            position.rule,
            0,
            play,
            0,
        )
        yield from _list_ending_aftermaths(start, ways, ways & turns.earning_of(play))
    for branch in turns.branches:
        yield from _list_branch_aftermaths(position, branch)


def _list_branch_aftermaths(position: Position, branch: Branch) -> Iterator[Aftermath]:
    mover, hand = position.mover, position.hands[position.mover]
    palettes = list(position.palettes)
    top = list(position.deck[:1])
    left, rule = carry_out(branch.steps, mover, hand, palettes, top, position.rule)
    start = Aftermath(
        left,
        palettes[mover],
        find_best_rival(mover, position.out, tuple(palettes)),
        rule,
        1 if branch.stops and position.deck[0] == UNKNOWN else 0,
        hand & ~left,
        0,
        branch.stops,
    )
    return (
        iter([start])
        if branch.stops
        else _list_ending_aftermaths(start, branch.endings, branch.earning)
    )


def _list_ending_aftermaths(start: Aftermath, ways: int, earning: int) -> Iterator[Aftermath]:
    """Give the aftermath of each ending, in the order of `turns.ending_at`."""
    for cards, draws in ((ways, 0), (earning, TAKES_DRAW)):
        while cards:
            ending = cards & -cards
            cards ^= ending
            if ending == END_GUARD:
                yield start
                continue
            yield start._replace(
                hand=start.hand & ~ending,
                rule=(ending.bit_length() - 1) % 7,
                drawn=start.drawn + (1 if draws else 0),
                discarded=ending,
            )
