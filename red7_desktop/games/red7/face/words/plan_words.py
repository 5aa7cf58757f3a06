"""Says a turn as something to do: "Play blue 7, then discard green 4, then draw a card"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.steps import (
    BURY,
    DISCARD,
    DRAW,
    END,
    FETCH,
    PASS,
    PLAY,
    SHED,
    TAKE,
    Step,
)
from red7_desktop.kit.language.rich_text import Run, Runs, capped, strung, woven

if TYPE_CHECKING:
    from collections.abc import Iterable

    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.tabletop.player import Candidate


def plan_line(words: Words, steps: Iterable[Step]) -> Runs:
    """Give a turn as something to do; a turn of nothing but its end is to end it."""
    return capped(_deeds(words, steps)) or woven(words.texts("End the turn"))


def feared_line(words: Words, candidate: Candidate) -> Runs:
    """Name the reply to a turn that would hurt most; () where none is known."""
    plan = _deeds(words, candidate.feared)
    if not plan or not 0 <= candidate.feared_seat < len(words.names):
        return ()
    template = words.texts("Watch out: {name} could {plan}")
    return woven(template, name=words.names[candidate.feared_seat], plan=plan)


def _deeds(words: Words, steps: Iterable[Step]) -> Runs:
    """Give what is done in a turn as a part of a sentence; () for nothing but its end."""
    deeds = [_deed(words, step) for step in steps if step.kind != END]
    return strung(deeds, words.texts.within("plan", ", then "))


def _deed(words: Words, step: Step) -> Runs:
    within = words.texts.within
    card = words.card(step.card) if step.card != UNKNOWN else Run("")
    if step.kind == TAKE and words.is_you(step.seat):
        return woven(within("plan", "take your {card} away"), card=card)
    rival = words.names[step.seat] if step.kind == TAKE else ""
    template = {
        PLAY: within("plan", "play {card}"),
        DISCARD: within("plan", "discard {card}"),
        DRAW: within("plan", "draw a card"),
        FETCH: within("plan", "draw a card"),
        PASS: within("plan", "go out"),
        TAKE: within("plan", "take {rival}’s {card} away"),
        SHED: within("plan", "move {card} to the canvas"),
        BURY: within("plan", "put {card} on the deck"),
    }[step.kind]
    return woven(template, card=card, rival=rival)
