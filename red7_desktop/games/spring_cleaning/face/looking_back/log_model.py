"""The log of a match in words, by rounds and their tricks; pure, no pygame.

It is built from the game's own observations at the end of every round, so that nothing can be in
it that the seat may not know, however the match is kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.turn_words import (
    describe_deal,
    describe_first_offers,
    describe_round_result,
    describe_standing,
    describe_turn,
    describe_turns,
    list_out_seats,
)
from red7_desktop.games.spring_cleaning.rules.cards import get_hand_size
from red7_desktop.games.spring_cleaning.rules.match_steps import DEAL_ON
from red7_desktop.games.spring_cleaning.rules.state import TurnTaken
from red7_desktop.games.spring_cleaning.rules.steps import PLAY
from red7_desktop.kit.language.rich_text import Runs, weave
from red7_desktop.kit.models.history import LogLine, LogSection

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.play.ai_turns import PlayerFailure
    from red7_desktop.tabletop.match import Match


def log_of(words: SpringWords, match: Match, viewer: int | None) -> tuple[LogSection, ...]:
    """Give the log of a match as a seat, or a spectator (None), may know it."""
    deals = [nth for nth, entry in enumerate(match.log) if entry.step == str(DEAL_ON)]
    ends = [*deals, match.revision]
    seen = [match.game.observe(match.state_at(end), viewer) for end in ends]
    sections = [_build_section(words, each) for each in seen]
    result = match.game.result(match.state)
    if result is not None:
        won = words.match_won(result.winners, result.scores[result.winners[0]])
        sections[-1] = replace(sections[-1], standing=(*sections[-1].standing, won))
    return tuple(sections)


def _build_section(words: SpringWords, seen: SpringObservation) -> LogSection:
    texts, number, seats = words.texts, seen.round_number, len(seen.seen)
    opening = describe_deal(words, get_hand_size(seats), seen.leader)
    offers = describe_first_offers(words, seen.first_offers)
    section = LogSection(
        texts("Round {n}", n=number),
        tuple(_build_lines(words, seen)),
        weave(texts("Round {n} is dealt", n=number)) if number > 1 else (),
        (*opening, offers) if offers else tuple(opening),
    )
    if len(seen.rounds) < number:
        return section
    result = seen.rounds[-1]
    named = texts.within("points", "{name} {n}")
    left = [named.format(name=words.name(seat), n=n) for seat, n in enumerate(result.left)]
    cards = texts("Cards left: {counts}", counts=texts.within("cards", ", ").join(left))
    return replace(
        section,
        ending=describe_round_result(words, number, result),
        winners=tuple(list_out_seats(result)),
        detail=weave(cards),
        standing=(describe_standing(words, seen.position.trash),),
    )


def _build_lines(words: SpringWords, seen: SpringObservation) -> list[LogLine]:
    """Give a line for every turn after the first offers, and one for every trick that was won."""
    turns = seen.turns_played
    told = describe_turns(words, turns, seen.leader)
    holder = -1
    lines: list[LogLine] = []
    for nth, turn in enumerate(turns):
        if turn.seat == holder:
            lines.append(LogLine(0, None, _describe_trick(words, holder)))
        if any(step.kind == PLAY for step in turn.steps):
            holder = turn.seat
        if told[nth]:
            lines.append(LogLine(nth + 1, turn.seat, told[nth]))
    if seen.steps:
        mover = seen.position.mover
        going_on = describe_turn(words, TurnTaken(mover, seen.steps), leads=holder in {-1, mover})
        if going_on:
            line = weave(words.texts("{turn} …"), turn=going_on)
            lines.append(LogLine(len(turns) + 1, mover, line))
    return lines


def _describe_trick(words: SpringWords, seat: int) -> Runs:
    you, they = words.texts("You win the trick"), words.texts("{name} wins the trick")
    return words.say(seat, you, they)


def describe_failure(words: SpringWords, match: Match, trouble: PlayerFailure) -> str:
    """Say where in the match an AI player has failed."""
    revision = min(trouble.revision, match.revision)  # what was undone since is no more
    seen = match.game.observe(match.state_at(revision), None)
    return words.texts(
        "Round {round}, turn {turn}: {name} has failed and a simple player has stepped in",
        round=seen.round_number,
        turn=len(seen.turns_played) + 1,
        name=words.names[trouble.seat],
    )
