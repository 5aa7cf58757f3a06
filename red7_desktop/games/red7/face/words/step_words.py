"""Says steps in words: as a title, as a plan, "Play blue 7, then draw a card", and as deeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.games.red7.rules.cards import UNKNOWN, colour_of
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
from red7_desktop.kit.language.rich_text import Run, Runs, capitalize_runs, join_runs, weave

if TYPE_CHECKING:
    from collections.abc import Iterable

    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.player import Candidate


class _StepForms(NamedTuple):
    """Templates: a title; a part of a plan; what you, or somebody, did, "" for no word of it."""

    title: str
    plan: str = ""
    you: str = ""
    someone: str = ""


def _build_forms(texts: Texts, kind: int) -> _StepForms:
    """Give how a kind of step is said."""
    within = texts.within
    return {
        PLAY: _StepForms(
            texts("Play {card}"),
            within("plan", "play {card}"),
            within("you", "played {card}"),
            within("someone", "played {card}"),
        ),
        DISCARD: _StepForms(
            texts("Discard {card}"),
            within("plan", "discard {card}"),
            within("you", "discarded {card} for {rule}"),
            within("someone", "discarded {card} for {rule}"),
        ),
        DRAW: _StepForms(
            texts("Draw a card"),
            within("plan", "draw a card"),
            within("you", "drew 1"),
            within("someone", "drew 1"),
        ),
        END: _StepForms(texts("End the turn")),
        PASS: _StepForms(
            texts("Give up the round"),
            within("plan", "go out"),
            within("you", "went out"),
            within("someone", "went out"),
        ),
        TAKE: _StepForms(
            texts("Take {card} from {rival}"),
            within("plan", "take {rival}’s {card} away"),
            within("you", "took {rival}’s {card} away"),
            within("someone", "took {rival}’s {card} away"),
        ),
        SHED: _StepForms(
            texts("Move {card} to the canvas"),
            within("plan", "move {card} to the canvas"),
            within("you", "moved {card} to the canvas"),
            within("someone", "moved {card} to the canvas"),
        ),
        BURY: _StepForms(
            texts("Put {card} on the deck"),
            within("plan", "put {card} on the deck"),
            within("you", "put {card} on the deck"),
            within("someone", "put {card} on the deck"),
        ),
    }[DRAW if kind == FETCH else kind]


def _fill_template(words: Words, step: Step, template: str) -> Runs:
    """Put what a step names into a template."""
    is_known = step.card != UNKNOWN
    card = words.card(step.card) if is_known else Run("")
    rule = words.rule_mark(colour_of(step.card)) if is_known else Run("")
    rival = words.names[step.seat] if step.kind == TAKE else ""
    return weave(template, card=card, rule=rule, rival=rival)


def step_title(words: Words, step: Step) -> Runs:
    """Say what a step is, as something to do by itself."""
    return _fill_template(words, step, _build_forms(words.texts, step.kind).title)


def describe_step(words: Words, seat: int, step: Step, *, in_full: bool) -> Runs:
    """Say what a step did, without its subject; () for a step not worth a word.

    in_full: names the discarded card beside its rule.
    """
    texts, is_yours = words.texts, words.is_you(seat)
    forms = _build_forms(texts, step.kind)
    template = forms.you if is_yours else forms.someone
    if step.kind == DISCARD and not in_full:
        set_to = texts.within("you", "set {rule}"), texts.within("someone", "set {rule}")
        template = set_to[0] if is_yours else set_to[1]
    if _takes_yours(words, step):
        template = texts.within("someone", "took your {card} away")
    return _fill_template(words, step, template)


def describe_plan(words: Words, steps: Iterable[Step]) -> Runs:
    """Give a turn as something to do; a turn of nothing but its end is to end it."""
    return capitalize_runs(_join_plan(words, steps)) or weave(words.texts("End the turn"))


def describe_feared_reply(words: Words, candidate: Candidate) -> Runs:
    """Name the reply to a turn that would hurt most; () where none is known."""
    plan = _join_plan(words, candidate.feared)
    if not plan or not 0 <= candidate.feared_seat < len(words.names):
        return ()
    template = words.texts("Watch out: {name} could {plan}")
    return weave(template, name=words.names[candidate.feared_seat], plan=plan)


def _join_plan(words: Words, steps: Iterable[Step]) -> Runs:
    """Give what is done in a turn as a part of a sentence; () for nothing but its end."""
    deeds = [_plan_step(words, step) for step in steps if step.kind != END]
    return join_runs(deeds, words.texts.within("plan", ", then "))


def _plan_step(words: Words, step: Step) -> Runs:
    if _takes_yours(words, step):
        return _fill_template(words, step, words.texts.within("plan", "take your {card} away"))
    return _fill_template(words, step, _build_forms(words.texts, step.kind).plan)


def _takes_yours(words: Words, step: Step) -> bool:
    return step.kind == TAKE and words.is_you(step.seat)
