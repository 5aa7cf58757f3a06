"""With which turn a round or match of Spring Cleaning turned, and how near a loser came."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.turn_words import list_out_seats
from red7_desktop.games.spring_cleaning.rules.combinations import cards_of
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.steps import PLAY
from red7_desktop.kit.language.rich_text import runs_of
from red7_desktop.kit.language.turned_words import (
    describe_match_turning_point,
    describe_round_turning_point,
)
from red7_desktop.kit.models.endings import TurningStory
from red7_desktop.kit.models.turning import find_turning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.state import MatchState
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.tabletop.game import Result
    from red7_desktop.tabletop.match import Match


def describe_round_turning(words: SpringWords, match: Match) -> TurningStory:
    """Tell the round that is over; who has fewest cards, alone, has the lead."""
    state: MatchState = match.state
    result = state.rounds[-1]
    outs = list_out_seats(result)
    winner = words.viewer if words.viewer in outs else outs[0]
    leaders = _list_leaders(match)
    turning = find_turning(leaders, winner)
    cards: tuple[int, ...] = ()
    if turning.at is not None:
        # Who has led all the way is told by how it ended, not by how it began.
        last = turning.at + 1 if turning.changes else len(state.turns)
        for turn in state.turns[:last]:
            plays = [step for step in turn.steps if step.kind == PLAY]
            if turn.seat == winner and plays:
                cards = tuple(cards_of(plays[0].what))
    line = describe_round_turning_point(words, winner, turning, runs_of(words.cards(cards)))
    miss: Runs = ()
    if words.viewer is not None and words.viewer not in outs:
        over = result.left[words.viewer] - min(result.left)
        miss = runs_of(
            words.texts.plural(
                "You were {n} card from being out", "You were {n} cards from being out", over
            )
        )
    return TurningStory(line, tuple([str(card) for card in cards]), miss)


def _list_leaders(match: Match) -> list[int | None]:
    """Give who had fewest cards after each turn of the round that is over."""
    number = match.state.round_number
    leaders: list[int | None] = []
    for revision in range(match.revision + 1):
        state: MatchState = match.state_at(revision)
        if state.round_number != number:
            continue
        position = state.position
        # The first offers come open together, and count as a turn of every seat.
        while len(leaders) < len(state.turns):
            seats = range(position.seats)
            left = (
                [position.card_count(seat) for seat in seats]
                if state.stage == TURN
                else state.rounds[-1].left
            )
            leaders.append(_find_fewest(left))
    return leaders


def _find_fewest(counts: Sequence[int]) -> int | None:
    """Give the seat with the smallest number, None for several."""
    least = min(counts)
    return list(counts).index(least) if list(counts).count(least) == 1 else None


def describe_match_turning(words: SpringWords, match: Match, result: Result) -> TurningStory:
    """Tell a match that is over; who has least trash, alone, has the lead."""
    if len(result.winners) > 1:
        return TurningStory()
    (winner,) = result.winners
    rounds = match.state.rounds
    given = [[each.trash[seat] for each in rounds] for seat in range(len(result.scores))]
    leaders = [_find_fewest(trash) for trash in zip(*map(accumulate, given), strict=True)]
    miss: Runs = ()
    if words.viewer is not None and words.viewer != winner:
        more = result.scores[words.viewer] - result.scores[winner]
        if more:
            miss = words.say(
                winner,
                "",
                words.texts.plural(
                    "{n} trash less would have brought you level with {name}",
                    "{n} trash less would have brought you level with {name}",
                    more,
                    name="{name}",
                ),
            )
    return TurningStory(
        describe_match_turning_point(words, winner, find_turning(leaders, winner)), (), miss
    )
