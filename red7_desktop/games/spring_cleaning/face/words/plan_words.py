"""Says whole turns before they are taken, and what they lead to; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.previews import describe_outcome
from red7_desktop.games.spring_cleaning.rules.combinations import cards_of
from red7_desktop.games.spring_cleaning.rules.engine.advance import apply_step
from red7_desktop.games.spring_cleaning.rules.steps import (
    DRAW,
    INSERT,
    LAY,
    OFFER,
    PLAY,
    TAKE,
    Step,
)
from red7_desktop.kit.language.rich_text import Runs, capitalize_runs, runs_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation


def describe_plan(words: SpringWords, seen: SpringObservation, steps: Sequence[Step]) -> Runs:
    """Say what steps of the viewer would do: "Draw the 4 of Bo, offer the 8"."""
    within = words.texts.within
    hand = list(seen.position.hands[seen.viewer or 0])
    drawn, parts = seen.position.drawn, []
    laid = [step.what for step in steps if step.kind == LAY]
    if laid:
        parts.append(within("plan", "lay out {cards}", cards=words.cards(laid)))
        hand += laid
    for step in steps:
        if step.kind == PLAY:
            cards = words.cards(cards_of(step.what))
            parts.append(within("plan", "play {cards}", cards=cards))
        elif step.kind == DRAW:
            parts.append(within("plan", "draw from the deck"))
        elif step.kind == TAKE:
            drawn, name = step.what, words.names[step.seat]
            parts.append(within("plan", "draw the {card} of {name}", card=drawn, name=name))
        elif step.kind == INSERT:
            parts.append(_say_where(words, hand, step.what - 1, drawn))
            hand.insert(step.what - 1, drawn)
        elif step.kind == OFFER and step.what <= len(hand):
            parts.append(_name_offered(words, hand, step.what))
            del hand[step.what - 1]
    return capitalize_runs(runs_of(", ".join(parts)))


def _name_offered(words: SpringWords, hand: Sequence[int], place: int) -> str:
    """Name the card that is offered; of several like it, its place too."""
    within, card = words.texts.within, hand[place - 1]
    if hand.count(card) == 1:
        return within("plan", "offer the {card}", card=card)
    return within("plan", "offer the {card} at place {place}", card=card, place=place)


def _say_where(words: SpringWords, hand: Sequence[int], at: int, card: int) -> str:
    """Say between which cards a drawn one is put."""
    within = words.texts.within
    if not hand or at == len(hand):
        return within("plan", "put the {card} at the right end", card=card)
    if not at:
        return within("plan", "put the {card} at the left end", card=card)
    left, right = hand[at - 1], hand[at]
    return within(
        "plan", "put the {card} between {left} and {right}", card=card, left=left, right=right
    )


def list_reasons_for(
    words: SpringWords, seen: SpringObservation, steps: Sequence[Step]
) -> list[Runs]:
    """Say what speaks for a turn of the viewer: what hangs together after each of its steps."""
    seat, position = seen.viewer or 0, seen.position
    said: list[str] = []
    for nth, step in enumerate(steps):
        if step.kind != LAY:
            outcome = describe_outcome(words, position, seat, step)
            said += [outcome.what, outcome.note if step.kind == PLAY else ""]
        if step.kind == DRAW or nth == len(steps) - 1:
            break
        position = apply_step(position, step, seat)
    return [runs_of(line) for line in dict.fromkeys(said) if line]
