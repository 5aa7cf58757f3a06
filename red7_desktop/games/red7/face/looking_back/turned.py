"""With which turn a round or match of Red7 turned, and how near a loser came; without any AI."""

from __future__ import annotations

from itertools import accumulate, combinations, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.red7.rules.cards import DECK_SIZE, TEXTS, worth_of
from red7_desktop.games.red7.rules.engine.position import NOBODY
from red7_desktop.games.red7.rules.match_steps import DEAL_ON
from red7_desktop.games.red7.rules.standing import find_winner, judge_seat
from red7_desktop.games.red7.rules.steps import DISCARD, PASS, PLAY
from red7_desktop.kit.language.turned_words import (
    describe_match_turning_point,
    describe_round_turning_point,
)
from red7_desktop.kit.models.endings import TurningStory
from red7_desktop.kit.models.turning import find_turning

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.state import MatchState, TurnTaken
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.models.turning import Turning
    from red7_desktop.tabletop.game import Result
    from red7_desktop.tabletop.match import Match

_TRIED: Final = 2
"""So many cards are tried out; that more are missing is told by their number alone."""


class _Round(NamedTuple):
    """A round turn by turn. leaders: after the deal, then after each of the turns."""

    turns: tuple[TurnTaken, ...]
    leaders: tuple[int | None, ...]
    positions: tuple[Position, ...]

    def turning(self, winner: int) -> Turning:
        return find_turning(self.leaders, winner)

    def cards(self, winner: int) -> list[int]:
        """Give the cards of the winner's last turn that took the lead for good."""
        at = self.turning(winner).at
        if not at or self.turns[at - 1].seat != winner:
            return []
        steps = self.turns[at - 1].steps
        return [step.card for step in steps if step.kind in {PLAY, DISCARD}]


def _follow_round(match: Match, number: int) -> _Round:
    """Follow a round, by its number from 1."""
    deals = [nth + 1 for nth, entry in enumerate(match.log) if entry.step == str(DEAL_ON)]
    first, last = list(pairwise([0, *deals, match.revision + 1]))[number - 1]
    states: list[MatchState] = [match.state_at(first)]
    for revision in range(first + 1, last):
        state: MatchState = match.state_at(revision)
        if len(state.turns) > len(states[-1].turns):
            states.append(state)
    leaders = [find_winner(state.position) for state in states]
    return _Round(
        states[-1].turns,
        tuple([None if leader == NOBODY else leader for leader in leaders]),
        tuple([state.position for state in states]),
    )


def describe_round_turning(words: Words, match: Match) -> TurningStory:
    """Tell the round that is over; the lead is that under the rule in force."""
    state: MatchState = match.state
    winner = state.rounds[-1].winner
    played = _follow_round(match, state.round_number)
    cards = played.cards(winner)
    line = describe_round_turning_point(words, winner, played.turning(winner), words.cards(cards))
    return TurningStory(line, tuple([TEXTS[card] for card in cards]), _describe_miss(words, played))


def describe_match_turning(words: Words, match: Match, result: Result) -> TurningStory:
    """Tell a match that is over: by points, where they are kept, else by its only round."""
    state: MatchState = match.state
    if not state.options.rules.advanced:
        return describe_round_turning(words, match)
    if len(result.winners) > 1:
        return TurningStory()
    (winner,) = result.winners
    gained = [
        [worth_of(each.taken) * (each.winner == seat) for each in state.rounds]
        for seat in range(len(result.scores))
    ]
    turning = find_turning(
        [_find_leader(points) for points in zip(*map(accumulate, gained), strict=True)], winner
    )
    cards = _follow_round(match, turning.at + 1).cards(winner) if turning.at is not None else []
    line = describe_match_turning_point(words, winner, turning, words.cards(cards))
    shown = tuple([TEXTS[card] for card in cards]) if turning.changes else ()
    miss: Runs = ()
    if words.viewer is not None and words.viewer != winner:
        behind = result.scores[winner] - result.scores[words.viewer]
        miss = words.say(
            winner,
            "",
            words.texts.plural(
                "You were {n} point behind {name}",
                "You were {n} points behind {name}",
                behind,
                name="{name}",
            ),
        )
    return TurningStory(line, shown, miss)


def _find_leader(points: tuple[int, ...]) -> int | None:
    """Give the seat with most points, None for several."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def _describe_miss(words: Words, played: _Round) -> Runs:
    """Say how many cards more would have kept the viewer in as they went out; () if they won."""
    for before, turn in zip(played.positions, played.turns, strict=False):
        if turn.seat == words.viewer and turn.steps[-1].kind == PASS:
            short = count_cards_short(before, turn.seat)
            if not short:
                return ()
            line = words.texts.plural(
                "{n} card more would have saved you under {rule}",
                "{n} cards more would have saved you under {rule}",
                short,
                rule="{rule}",
            )
            return words.say(turn.seat, line, line, rule=words.rule_mark(before.rule))
    return ()


def count_cards_short(position: Position, seat: int) -> int:
    """Give how many cards more in its palette would let a seat lead under the rule in force.

    Any card counts that lies in no palette and not on the canvas. 0 for a seat that leads.
    """
    rule = position.rule
    rivals = [judge_seat(each, position.palettes[each], rule) for each in position.live]
    best = max((each.size, each.top) for each in rivals if each.seat != seat)
    own = judge_seat(seat, position.palettes[seat], rule)
    if (own.size, own.top) > best:
        return 0
    lying = {card for row in position.rows for card in row} | set(position.canvas)
    free = [card for card in range(DECK_SIZE) if card not in lying]
    for count in range(1, _TRIED + 1):
        for more in combinations(free, count):
            palette = position.palettes[seat] | sum([1 << card for card in more])
            had = judge_seat(seat, palette, rule)
            if (had.size, had.top) > best:
                return count
    return max(_TRIED + 1, best[0] - own.size)
