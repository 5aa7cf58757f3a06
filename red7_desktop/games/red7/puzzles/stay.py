"""The kind `stay`: exactly one turn ends in the lead. What lies open decides; hands stay hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.puzzles.deals import deal_by_lot
from red7_desktop.games.red7.puzzles.lookout import describe_leading_set, position_before_end
from red7_desktop.games.red7.puzzles.trial import list_possible_steps
from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.engine.advance import apply_step
from red7_desktop.games.red7.rules.engine.legal import explain_illegal, list_legal_turns
from red7_desktop.games.red7.rules.engine.position import START, Position
from red7_desktop.games.red7.rules.engine.refusals import explain_not_winning
from red7_desktop.games.red7.rules.engine.turns import ODDS
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.ruleset import Ruleset
from red7_desktop.games.red7.rules.standing import find_winner, judge_rule
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import DISCARD, END, PASS, PLAY, THE_END
from red7_desktop.tabletop.puzzle import PuzzleVerdict
from red7_desktop.tabletop.reasons import Reason, make_reason

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.steps import Step

RULES: Final = Ruleset()

FEWEST, MOST = 3, 6
"""Cards in the hand that looks for the turn."""


def propose_stay(chance: Random) -> Position | None:
    """Deal a position by lot, as its mover sees it."""
    seats = 2 + int(chance.random() * 3)
    most = FEWEST + int(chance.random() * (MOST + 1 - FEWEST))
    position = deal_by_lot(RULES, seats, chance, most)
    if position is None or position.hand_count(position.mover) < FEWEST:
        return None
    return _hide_unseen(position)


def find_seen_start(seen: Red7Observation) -> Position | None:
    """Give the position in which a seat begins its turn, as it sees it.

    None where it is at another point, or holds cards with actions, whose turns may rest on luck.
    """
    if seen.stage != TURN or seen.mover != seen.viewer or seen.phase != START:
        return None
    position = position_of(seen)
    if position.rules.actions and position.hands[position.mover] & ODDS:
        return None
    return _hide_unseen(position)


def _hide_unseen(position: Position) -> Position:
    """Give a position as its mover sees it: deck and other hands unknown."""
    mover = position.mover
    seats = range(position.seats)
    return Position(
        RULES,
        position.canvas,
        (UNKNOWN,) * len(position.deck),
        tuple([position.hands[seat] if seat == mover else 0 for seat in seats]),
        tuple([0 if seat == mover else position.hand_count(seat) for seat in seats]),
        position.rows,
        position.palettes,
        position.scores,
        mover,
        position.out,
        position.phase,
    )


def solve_stay(position: Position) -> tuple[Step, ...] | None:
    """Give the one turn that keeps the mover in, None where there are none or several."""
    turns = [turn for turn in list_legal_turns(position) if turn[-1].kind != PASS]
    return turns[0] if len(turns) == 1 else None


def judge_stay(position: Position, steps: Sequence[Step]) -> PuzzleVerdict:
    """Judge a turn: the rules alone decide."""
    mover = position.mover
    for step in steps:
        if step not in list_possible_steps(position):
            return PuzzleVerdict(False, explain_illegal(position, step) or make_reason("not_now"))
        if step.kind == PASS:
            return PuzzleVerdict(False, make_reason("went_out"))
        position = position if step.kind == END else apply_step(position, step)
    if find_winner(position) == mover:
        return PuzzleVerdict(True, Reason("leads", describe_leading_set(position, mover)))
    return PuzzleVerdict(False, explain_not_winning(position, mover))


def grade_stay(position: Position, answer: Sequence[Step]) -> int:
    """Grade a puzzle by its turn and by how many others look like the lead; 0 for a trivial one."""
    close = sum([_falls_short(position, turn) for turn in list_tries(position)])
    ended = position_before_end(position, answer)
    verdict = judge_rule(ended, ended.rule)
    effort = sum(
        [
            len(answer) > 2,
            any(step.kind == DISCARD for step in answer),
            verdict.by in {"number", "colour"},
            *[close >= many for many in CLOSE],
        ]
    )
    return EFFORTS[effort]


CLOSE: Final = (3, 5, 8)
"""Each of these numbers of other turns that look like the lead makes a puzzle harder."""

EFFORTS: Final = (0, 1, 1, 2, 3, 4, 5)
"""The grades, by how many things make a puzzle harder."""


def list_tries(position: Position) -> list[tuple[Step, ...]]:
    """List every turn that the mover's cards allow, but for going out."""
    found: list[tuple[Step, ...]] = []
    for first in list_possible_steps(position):
        if first.kind == PASS:
            continue
        found.append((first, THE_END))
        if first.kind == PLAY:
            closing = list_possible_steps(apply_step(position, first))
            found += [(first, then, THE_END) for then in closing if then.kind == DISCARD]
    return found


def _falls_short(position: Position, turn: Sequence[Step]) -> bool:
    """Whether a turn is as good as the leader's cards but for the highest one of them."""
    verdict = judge_rule(ended := position_before_end(position, turn), ended.rule)
    own = verdict.of(position.mover)
    return (
        verdict.leader not in {position.mover, -1} and own.size == verdict.of(verdict.leader).size
    )
