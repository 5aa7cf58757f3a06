"""With which turn a round or match of Spring Cleaning turned, and how near a loser came."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.turn_words import outs_of
from red7_desktop.games.spring_cleaning.rules.combinations import cards_of
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.steps import PLAY
from red7_desktop.kit.language.rich_text import runs_of
from red7_desktop.kit.language.turned_words import match_turned, round_turned
from red7_desktop.kit.models.endings import Told
from red7_desktop.kit.models.turning import turning_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.state import MatchState
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.tabletop.game import Result
    from red7_desktop.tabletop.match import Match


def round_told(words: SpringWords, match: Match) -> Told:
    """Tell the round that is over; who has fewest cards, alone, has the lead."""
    state: MatchState = match.state
    result = state.rounds[-1]
    outs = outs_of(result)
    winner = words.viewer if words.viewer in outs else outs[0]
    leaders = _leaders(match)
    turning = turning_of(leaders, winner)
    cards: tuple[int, ...] = ()
    if turning.at is not None:
        # Who has led all the way is told by how it ended, not by how it began.
        last = turning.at + 1 if turning.changes else len(state.turns)
        for turn in state.turns[:last]:
            plays = [step for step in turn.steps if step.kind == PLAY]
            if turn.seat == winner and plays:
                cards = tuple(cards_of(plays[0].what))
    line = round_turned(words, winner, turning, runs_of(words.cards(cards)))
    miss: Runs = ()
    if words.viewer is not None and words.viewer not in outs:
        over = result.left[words.viewer] - min(result.left)
        miss = runs_of(
            words.texts.plural(
                "You were {n} card from being out", "You were {n} cards from being out", over
            )
        )
    return Told(line, tuple([str(card) for card in cards]), miss)


def _leaders(match: Match) -> list[int | None]:
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
            leaders.append(_fewest(left))
    return leaders


def _fewest(counts: Sequence[int]) -> int | None:
    """Give the seat with the smallest number, None for several."""
    least = min(counts)
    return list(counts).index(least) if list(counts).count(least) == 1 else None


def match_told(words: SpringWords, match: Match, result: Result) -> Told:
    """Tell a match that is over; who has least trash, alone, has the lead."""
    if len(result.winners) > 1:
        return Told()
    (winner,) = result.winners
    rounds = match.state.rounds
    given = [[each.trash[seat] for each in rounds] for seat in range(len(result.scores))]
    leaders = [_fewest(trash) for trash in zip(*map(accumulate, given), strict=True)]
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
    return Told(match_turned(words, winner, turning_of(leaders, winner)), (), miss)
