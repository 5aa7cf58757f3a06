"""The kinds with open hands: `force`, the one turn that wins by force; `points`, for the most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.puzzles.deals import deal_by_lot
from red7_desktop.games.red7.puzzles.open_search import OpenSearch, list_turn_paths
from red7_desktop.games.red7.rules.engine.advance import apply_step, replace_fields
from red7_desktop.games.red7.rules.engine.legal import explain_illegal
from red7_desktop.games.red7.rules.engine.position import START
from red7_desktop.games.red7.rules.ruleset import Ruleset
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import END, PASS, SEATS
from red7_desktop.games.red7.rules.text.turn_text import text_of_turn
from red7_desktop.tabletop.match import Entry
from red7_desktop.tabletop.player import ShouldStop, keep_on
from red7_desktop.tabletop.puzzle import PuzzleVerdict
from red7_desktop.tabletop.reasons import make_reason

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.state import MatchState
    from red7_desktop.games.red7.rules.steps import Step

ACTING: Final = 0.2
"""How many of the positions are of rounds with actions."""

TWO_SEATS: Final = 0.7
"""How many of them are of rounds of two; the others are of three."""

FEWEST_CARDS, MOST_CARDS = 2, 4
"""Cards in the hand that looks for the turn, at most: between these two."""

MOST_PLAYED: Final = 5
"""Cards in that hand where the turn was one of a match."""

SHORTEST, LONGEST = 2, 5
"""Turns in which a round is won by force."""

FEWEST_OTHERS: Final = 2
"""Other turns that keep the mover in; with fewer there is nothing to choose from."""

LIMIT: Final = 1_500
"""So many positions are looked at to make a puzzle: some tenths of a second."""


class ForcedWin(NamedTuple):
    """What a search has found out about a position.

    steps: the one turn that gets most. gain: what it gets: points, or 1 where none are kept. turns:
    how many turns it takes to win, 0 where points are kept. others: what the other turns that keep
    the mover in get.
    """

    steps: tuple[Step, ...]
    gain: int
    turns: int
    others: tuple[int, ...]


def propose_forced(chance: Random, *, for_points: bool) -> Position | None:
    """Deal a position by lot whose cards all lie open, the deck being empty."""
    rules = Ruleset(advanced=for_points, actions=chance.random() < ACTING)
    seats = 2 if chance.random() < TWO_SEATS else 3
    most = FEWEST_CARDS + int(chance.random() * (MOST_CARDS + 1 - FEWEST_CARDS))
    position = deal_by_lot(rules, seats, chance, most)
    return None if position is None else replace_fields(position, deck=())


def find_turn_start(state: MatchState, seat: int) -> Position | None:
    """Give the position at which a seat began its turn in a match, all hands open.

    None where cards may be drawn that nobody knows, where points count, or where the hand is so
    large that it would take long.
    """
    position = state.position
    if state.stage != TURN or position.mover != seat or position.phase != START:
        return None
    if position.rules.advanced or position.rules.actions:
        return None
    is_small = FEWEST_CARDS <= position.hand_count(seat) <= MOST_PLAYED
    return replace_fields(position, deck=()) if is_small else None


def solve_forced(position: Position, search: OpenSearch) -> ForcedWin | None:
    """Give the one turn that does best, None where none wins or several do as well.

    Raises Unsolved.
    """
    ways = [way for way in list_turn_paths(position) if way.steps[-1].kind != PASS]
    if any(way.steps[-1].kind != END for way in ways):
        return None
    gains = [search.gain(way.position) for way in ways]
    best = max(gains, default=0)
    if not best or gains.count(best) > 1:
        return None
    nth = gains.index(best)
    turns = 0 if search.for_points else search.length(position)
    return ForcedWin(ways[nth].steps, best, turns, tuple(gains[:nth] + gains[nth + 1 :]))


def is_worthwhile(solved: ForcedWin, *, for_points: bool) -> bool:
    """Whether there is something to find: other turns that keep one in, or that win less."""
    if len(solved.others) < FEWEST_OTHERS:
        return False
    return any(solved.others) if for_points else SHORTEST <= solved.turns <= LONGEST


def judge_forced(
    position: Position, steps: Sequence[Step], for_points: bool, should_stop: ShouldStop = keep_on
) -> PuzzleVerdict:
    """Judge a turn by what it gets, and play on from there. Raises Unsolved."""
    begun = position
    for step in steps:
        problem = explain_illegal(position, step)
        if problem:
            return PuzzleVerdict(False, problem)
        position = apply_step(position, step)
    if steps[-1].kind == PASS:
        return PuzzleVerdict(False, make_reason("went_out"))
    search = OpenSearch(begun.mover, for_points=for_points, should_stop=should_stop)
    gain, best = search.gain(position), search.gain(begun)
    line = search.line(position)
    plies = [Entry(seat, str(step)) for seat, way in line for step in way.steps]
    if for_points and gain:
        why = make_reason("scores", points=gain, best=best)
    elif gain:
        why = make_reason("wins", turns=search.length(begun))
    else:
        seat, way = line[0]
        why = make_reason("answered", seat=SEATS[seat], turn=text_of_turn(way.steps))
    return PuzzleVerdict(gain == best, why, tuple(plies))
