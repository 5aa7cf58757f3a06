"""What is read aloud of a change: the log's own sentences, whose turn it is, the row; no pygame."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.face.words.blocks import split_into_blocks
from red7_desktop.games.spring_cleaning.face.words.turn_words import (
    describe_deal,
    describe_first_offers,
    describe_turns,
    note_line,
)
from red7_desktop.games.spring_cleaning.rules.combinations import combination_of
from red7_desktop.games.spring_cleaning.rules.engine.position import OWES_INSERT, SEALED, START
from red7_desktop.games.spring_cleaning.rules.state import MATCH_OVER, TURN
from red7_desktop.games.spring_cleaning.rules.steps import DRAW, LAY, Step
from red7_desktop.kit.language.rich_text import capitalize_runs, to_plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.play.session import Change

_TOLD: Final = ("reshuffled", "trick_won", "picked_up", "round_over", "round_stopped", "trash")
"""The notes with sentences of their own; what the others say is part of a turn or a deal."""


def narrate(words: SpringWords, change: Change, winners: tuple[int, ...] = ()) -> tuple[str, ...]:
    """Give the sentences of a change, as its viewer may hear them.

    winners: of the match, where this change ended it.
    """
    before, after = change.before, change.after
    lines: list[Runs] = []
    if len(after.turns) > len(before.turns):
        played = after.turns_played
        said = (
            _narrate_last_turn(words, after)
            if played
            else describe_first_offers(words, after.turns)
        )
        lines.append(said)
    lines += [note_line(words, note) for note in change.notes if note.code in _TOLD]
    if any(note.code == "dealt" for note in change.notes):
        lines += _narrate_deal(words, after)
    if winners and after.stage == MATCH_OVER:
        lines.append(words.match_won(winners, after.position.trash[winners[0]]))
    return _speak(words, lines, after, asks=not _is_asked(before) or bool(lines))


def narrate_opening(words: SpringWords, seen: SpringObservation) -> tuple[str, ...]:
    """Give the sentences for a table that is opened: a deal, or whose turn it is."""
    is_new = not seen.turns and not seen.steps and seen.stage == TURN
    return _speak(words, _narrate_deal(words, seen) if is_new else [], seen, asks=True)


def describe_hand(words: SpringWords, hand: Sequence[int]) -> str:
    """Read a row out, block by block: "Your hand, 6 cards: 3, run 4 5 6, pair of 2"."""
    texts = words.texts
    said = []
    for start, end in split_into_blocks(hand):
        cards = words.cards(hand[start:end])
        if end - start == 1:
            said.append(cards)
        elif hand[start] != hand[start + 1]:
            said.append(texts.within("block", "run {cards}", cards=cards))
        else:
            said.append(words.combination(combination_of(hand[start:end])))
    blocks = texts.within("cards", ", ").join(said)
    return texts.plural(
        "Your hand, {n} card: {blocks}", "Your hand, {n} cards: {blocks}", len(hand), blocks=blocks
    )


def _narrate_last_turn(words: SpringWords, seen: SpringObservation) -> Runs:
    """Tell the last turn; where several people listen, without what only one of them saw."""
    *before, last = seen.turns_played
    if words.is_shared:
        covered = [Step(step.kind) if step.kind in {DRAW, LAY} else step for step in last.steps]
        last = replace(last, steps=tuple(covered))
    return describe_turns(words, (*before, last), seen.leader)[-1]


def _speak(
    words: SpringWords, lines: list[Runs], seen: SpringObservation, *, asks: bool
) -> tuple[str, ...]:
    said = [to_plain(capitalize_runs(line)) for line in lines if line]
    if asks and _is_asked(seen):
        said += _say_asked(words, seen)
    return tuple(said)


def _say_asked(words: SpringWords, seen: SpringObservation) -> list[str]:
    """Say what is asked of the viewer, and what they hold unless others listen."""
    texts, position = words.texts, seen.position
    mine = position.hands[seen.viewer or 0]
    hand = [] if words.is_shared else [describe_hand(words, mine)]
    if position.phase == SEALED:
        return [*hand, texts("Pick one card of your hand as your first offer")]
    if position.phase == OWES_INSERT and words.is_shared:
        return [texts("Put the drawn card in your row, then offer one card")]
    if position.phase == OWES_INSERT:
        return [texts("Put the {card} in your row, then offer one card", card=position.drawn)]
    if position.phase != START:
        return []
    line = texts("You lead: neighbours in your hand only")
    if position.trick:
        line = texts("Beat it with {answer}", answer=words.answer(position.table))
    return [texts("It is your turn"), line, *hand]


def _narrate_deal(words: SpringWords, seen: SpringObservation) -> list[Runs]:
    return describe_deal(words, len(seen.position.hands[0]), seen.position.mover)


def _is_asked(seen: SpringObservation) -> bool:
    return seen.stage == TURN and seen.viewer in seen.to_act
