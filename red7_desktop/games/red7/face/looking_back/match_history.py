"""The match so far as one seat may know it, round by round; pure, no pygame.

It is built from the game's own observations at the end of every round, so that nothing can be in
it that the seat may not know, however the match is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.games.red7.rules.cards import LETTERS
from red7_desktop.games.red7.rules.match_steps import DEAL_ON
from red7_desktop.games.red7.rules.scoring import points_of
from red7_desktop.games.red7.rules.steps import SEATS

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.observation import Red7Observation, SeenTurn
    from red7_desktop.games.red7.rules.state import RoundResult
    from red7_desktop.games.red7.rules.steps import Step
    from red7_desktop.tabletop.match import Match


class Exit(NamedTuple):
    """A seat that went out, and the rule then in force."""

    seat: int
    rule: int


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """One round.

    number: from 1. turns: the finished ones, drawn cards unknown. steps, mover: those of the turn
    going on, and whose it is. exits: in their order. result: None till the round is scored.
    opening: the palettes as they were dealt; hand: how many cards everybody was dealt; first: who
    began. totals: everybody's points once it is scored. winners: of the match, once it is over.
    keeps_points: whether rounds are played for points, as in the advanced game.
    """

    number: int
    turns: tuple[SeenTurn, ...]
    steps: tuple[Step, ...]
    mover: int
    exits: tuple[Exit, ...]
    result: RoundResult | None
    opening: tuple[tuple[int, ...], ...] = ()
    hand: int = 0
    first: int = 0
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    keeps_points: bool = True


def retell_rounds(match: Match, viewer: int | None) -> tuple[RoundSeen, ...]:
    """Give the rounds of a match of Red7 as a seat, or a spectator (None), may know them."""
    deals = [nth for nth, entry in enumerate(match.log) if entry.step == str(DEAL_ON)]
    spans = pairwise([0, *deals, match.revision])
    return tuple([_retell_round(match, viewer, first, last) for first, last in spans])


def _retell_round(match: Match, viewer: int | None, first: int, last: int) -> RoundSeen:
    """Give the round that the steps from `first` to before `last` belong to."""
    seen: Red7Observation = match.game.observe(match.state_at(last), viewer)
    is_over = len(seen.rounds) == seen.round_number
    dealt = match.game.observe(match.state_at(first + bool(first)), viewer)
    result = match.game.result(match.state) if last == match.revision else None
    return RoundSeen(
        number=seen.round_number,
        turns=seen.turns,
        steps=seen.steps,
        mover=seen.mover,
        exits=_list_exits(match, first, last),
        result=seen.rounds[-1] if is_over else None,
        opening=dealt.rows,
        hand=dealt.hand_counts[0],
        first=dealt.mover,
        totals=points_of(seen.scores) if is_over else (),
        winners=result.winners if result is not None else (),
        keeps_points=seen.keeps_points,
    )


def _list_exits(match: Match, first: int, last: int) -> tuple[Exit, ...]:
    """List who went out, from the notes that everybody may know."""
    notes = [note for outcome in match.outcomes_of(first, last) for note in outcome.notes]
    told = [dict(note.data) for note in notes if note.code == "out"]
    return tuple([Exit(SEATS.index(str(d["seat"])), LETTERS.index(str(d["rule"]))) for d in told])
