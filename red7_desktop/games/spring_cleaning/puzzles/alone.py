"""The kinds that one's own cards and the offers decide: `shed`, `tidy`, and going out at once.

shed: the one play that leaves its seat the fewest cards. tidy: the one way to put a drawn card in
and offer one that lets the rest of the hand go in the fewest combinations, if nobody interfered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.puzzles.turns import (
    TurnPath,
    group_by_outcome,
    list_turn_paths,
)
from red7_desktop.games.spring_cleaning.rules.combinations import (
    COMBINATION,
    OWNERS,
    RUN,
    find_hand_part,
    length_of,
)
from red7_desktop.games.spring_cleaning.rules.engine.advance import apply_play
from red7_desktop.games.spring_cleaning.rules.engine.legal import list_plays
from red7_desktop.games.spring_cleaning.rules.engine.plays import list_leads
from red7_desktop.games.spring_cleaning.rules.steps import PLAY, Step

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position


class SoloSolution(NamedTuple):
    """The one solution of a position.

    ways: all ways to write it, which lead to the same. figure: what it comes to: cards left, or
    combinations. rest: what the other solutions come to, each position once.
    """

    ways: list[TurnPath]
    figure: int
    rest: list[int]


def solve_fewest_left(position: Position) -> SoloSolution | None:
    """Give the one play that leaves the mover the fewest cards, None where several do."""
    seat = position.mover
    ways = [
        TurnPath((Step(PLAY, play),), apply_play(position, play)) for play in list_plays(position)
    ]
    return _find_least(
        group_by_outcome(ways), {way.position: way.position.card_count(seat) for way in ways}
    )


def solve_tidiest(position: Position) -> SoloSolution | None:
    """Give the one way to put the drawn card in and offer one that leaves the tidiest hand."""
    seat = position.mover
    outcomes = group_by_outcome(list_turn_paths(position))
    return _find_least(outcomes, {each: count_combinations(each.hands[seat]) for each in outcomes})


def _find_least(
    outcomes: dict[Position, list[TurnPath]], figures: dict[Position, int]
) -> SoloSolution | None:
    best = min(outcomes, key=figures.__getitem__, default=None)
    if best is None:
        return None
    rest = [figures[each] for each in outcomes if each != best]
    if figures[best] in rest:
        return None
    return SoloSolution(outcomes[best], figures[best], rest)


@lru_cache(maxsize=20_000)
def count_combinations(hand: tuple[int, ...]) -> int:
    """Count the combinations in which a hand can be led off, the fewest that do.

    What lies around one that has gone lies side by side then.

    >>> combinations_in((4, 5, 7, 7, 6)), combinations_in((3, 9, 1))
    (2, 3)
    """
    if not hand:
        return 0
    rests = {hand[: part[0]] + hand[part[1] :] for part in map(find_hand_part, list_leads(hand))}
    return 1 + min(map(count_combinations, rests))


def grade_of_play(position: Position, found: SoloSolution) -> int:
    """Grade a play by where its cards come from and what else might be played; 0 where it is plain.

    It is plain where the longest play of all comes out of one hand.
    """
    play = found.ways[0].steps[-1].what
    others = [each for each in list_plays(position) if each & COMBINATION != play & COMBINATION]
    longer = sum([length_of(each) >= length_of(play) for each in others])
    if not longer and not play >> OWNERS:
        return 0
    return EFFORTS[
        sum(
            [
                bool(play >> OWNERS),
                bool(play >> OWNERS and play & RUN),
                length_of(play) > LONG,
                longer > 0,
                *[len(found.rest) >= many for many in MANY],
            ]
        )
    ]


def grade_of_tidy(position: Position, found: SoloSolution) -> int:
    """Grade a tidy hand by its size and how often something else comes close; 0 where it is plain.

    It is plain where the hand is small, or tidiest as it was, the drawn card being offered.
    """
    hand = position.hands[position.mover]
    size, close = len(hand), found.rest.count(found.figure + 1)
    is_same = found.ways[0].position.hands[position.mover] == hand
    if is_same or size < SMALL or close < CLOSE[0]:
        return 0
    return EFFORTS[
        sum(
            [
                size > SMALL + 1,
                size > SMALL + 3,
                found.figure > 1,
                found.figure > 2,
                *[close >= many for many in CLOSE[1:]],
            ]
        )
    ]


LONG: Final = 3
"""Cards in a play that is seen at a glance."""

MANY: Final = (8, 20, 40)
"""Each of these numbers of other plays makes a puzzle harder."""

SMALL: Final = 4
"""Cards in the smallest hand that is worth tidying."""

CLOSE: Final = (3, 10, 20)
"""With fewer than the first of other ways that need one combination more a puzzle is none; each of
the other numbers makes it harder."""

EFFORTS: Final = (1, 1, 2, 3, 4, 5, 5, 5)
"""The grades, by how many things make a puzzle harder."""
