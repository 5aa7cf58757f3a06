"""Says beforehand what a step would come to: "Discard blue 7: you lose, Bo's red 7 breaks the tie".

It asks the engine, with what the viewer may know; it holds no rule itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.words.reason_words import explain, explain_outdone
from red7_desktop.games.red7.face.words.step_words import step_title
from red7_desktop.games.red7.rules.engine.advance import apply_step
from red7_desktop.games.red7.rules.engine.idle import explain_idle
from red7_desktop.games.red7.rules.engine.legal import explain_illegal, list_legal_steps
from red7_desktop.games.red7.rules.engine.position import (
    DISCARDED,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
)
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.standing import judge_rule
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import (
    DISCARD,
    DRAW,
    END,
    FETCH,
    PASS,
    PLAY,
    SEATS,
    THE_END,
    Step,
)
from red7_desktop.kit.hud.model import Preview
from red7_desktop.kit.language.rich_text import Run, Runs, Tone, apply_tone, runs_of, weave
from red7_desktop.tabletop.reasons import make_reason

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.tabletop.reasons import Reason

MOST_NAMED: Final = 4
"""So many discards that would help are named; of more, only the number is told."""


def preview_step(observation: Red7Observation, step: Step, words: Words) -> Preview:
    """Say what a step of the viewer would come to, whether it is legal or not."""
    position = position_of(observation)
    refused = find_refusal(observation, position, step)
    if refused and refused.code != "not_winning":
        loses = refused.code == "action_loses"
        outcome = words.texts("you cannot stay in") if loses else words.texts("not now")
        return _build_preview(words, step, outcome, False, explain(refused, words))
    if step.kind in {DRAW, FETCH}:
        return Preview(True, step_title(words, step), _draw_detail(words, step))
    if step.kind == PASS:
        texts = words.texts
        return _build_preview(
            words, step, texts("you are out"), True, runs_of(texts("Till the next round."))
        )
    then = apply_step(position, step) if step.kind != END else position
    if refused:
        outcome = (
            words.texts("you lose") if _settles_turn(step) else words.texts("you cannot stay in")
        )
        return _build_preview(
            words, step, outcome, False, _describe_verdict(words, then, position.mover)
        )
    return _preview_legal_step(words, position, step, then)


def find_refusal(observation: Red7Observation, position: Position, step: Step) -> Reason | None:
    """Say why the viewer may not take a step now, None where they may.

    position: the observation's. Codes: those of `refusals`, and not_your_turn, only_watching.
    """
    viewer = observation.viewer
    if viewer is None:
        return make_reason("only_watching")
    if observation.stage != TURN or viewer not in observation.to_act:
        actor = observation.to_act[0] if observation.to_act else -1
        return make_reason("not_your_turn", seat=SEATS[actor] if actor >= 0 else "")
    return None if step in observation.legal else explain_illegal(position, step)


def _settles_turn(step: Step) -> bool:
    """Tell whether nothing but the end of the turn can come after a step."""
    return step.kind in {DISCARD, END}


def _preview_legal_step(words: Words, before: Position, step: Step, then: Position) -> Preview:
    """Say what a legal step leads to."""
    texts = words.texts
    mover = before.mover
    if then.phase in _OWED:
        detail = runs_of(_describe_owed(words, then.phase))
        return Preview(True, step_title(words, step), detail)
    verdict = judge_rule(then, then.rule)
    idle = explain_idle(then, step.card) if step.kind == PLAY else None
    note = (*explain(idle, words), Run(" ")) if idle else ()
    if verdict.leader == mover and (step.kind == END or THE_END in list_legal_steps(then)):
        rule = words.colour_mark(then.rule)
        proof = words.proof(verdict) if len(verdict.standings) > 1 else ()
        detail = weave(texts("{rule}: {proof}"), rule=rule, proof=proof)
        if then.phase == DISCARDED:
            detail = weave(texts("{detail}. You may draw."), detail=detail)
        return _build_preview(words, step, texts("you lead"), True, (*note, *detail))
    detail = _describe_discards(words, then)
    return _build_preview(words, step, texts("then discard"), True, (*note, *detail))


def _describe_discards(words: Words, then: Position) -> Runs:
    """Name the discards that would win afterwards."""
    texts = words.texts
    cards = [step.card for step in list_legal_steps(then) if step.kind == DISCARD]
    if len(cards) > MOST_NAMED:
        line = texts.plural(
            "{n} card would put you in the lead.",
            "{n} cards would put you in the lead.",
            len(cards),
        )
        return runs_of(line)
    marks = words.one_of(cards)
    return weave(texts("{cards} would put you in the lead."), cards=marks)


def _describe_verdict(words: Words, then: Position, mover: int) -> Runs:
    """Say who would lead instead of the mover, and by what."""
    verdict = judge_rule(then, then.rule)
    texts, rule = words.texts, words.colour_mark(then.rule)
    if verdict.leader < 0:
        why = runs_of(words.nobody(then.rule))
    elif verdict.leader == mover:
        # The step itself would lead, but the rules of its action do not let it stand.
        why = words.proof(verdict)
    else:
        why = explain_outdone(words, then.rule, verdict.of(mover), verdict.of(verdict.leader))
    return weave(texts("{rule}: {proof}"), rule=rule, proof=why)


_OWED: Final = frozenset({OWES_TAKE, OWES_FETCH, OWES_PLAY, OWES_MOVE})


def _describe_owed(words: Words, phase: int) -> str:
    texts = words.texts
    return {
        OWES_TAKE: texts("Then choose a card of another palette: it goes on top of the deck."),
        OWES_FETCH: texts("Then draw a card."),
        OWES_PLAY: texts("Then play another card to your palette."),
        OWES_MOVE: texts("Then move a card of your palette to the canvas or onto the deck."),
    }[phase]


def _draw_detail(words: Words, step: Step) -> Runs:
    texts = words.texts
    line = texts("What you have seen cannot be taken back.")
    if step.kind == FETCH:
        line = texts("Then you decide with the new card in hand; it cannot be taken back.")
    return runs_of(line)


def _build_preview(words: Words, step: Step, outcome: str, is_good: bool, detail: Runs) -> Preview:
    tone = Tone.GOOD if is_good else Tone.BAD
    title = weave(words.texts("{deed}: {outcome}"), deed=step_title(words, step), outcome=outcome)
    return Preview(is_good, apply_tone(title, tone), detail)
