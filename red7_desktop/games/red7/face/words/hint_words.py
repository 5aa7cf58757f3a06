"""A hint in words: the turn that is suggested and why; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.step_words import describe_feared_reply, describe_plan
from red7_desktop.games.red7.face.words.weigh_words import (
    explain_rarer_wins,
    is_going_out,
    to_percent,
)
from red7_desktop.games.red7.rules.engine.advance import apply_step
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.standing import judge_rule
from red7_desktop.games.red7.rules.steps import DRAW, END, FETCH, PASS, Step
from red7_desktop.games.red7.rules.travels import find_drag_move
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.language.rich_text import Runs, weave
from red7_desktop.tabletop.comparing import compare_gain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.player import Candidate, Choice


def build_hint(words: Words, observation: Red7Observation, choice: Choice) -> Hint:
    """Say what a player would do in the viewer's place, and why.

    The choice must be for the observation. What lies behind a card not yet drawn is not spoken of.
    """
    steps = [step for step in choice.steps if isinstance(step, Step)]
    if not steps or observation.viewer is None:
        texts = words.texts
        return Hint(weave(texts("Take the cards that are worth most")), ())
    is_for_match = observation.keeps_points
    weighed = _describe_weighed(words, choice.candidates, is_for_match=is_for_match)
    why = [_describe_outcome(words, observation, steps), *weighed]
    handling = find_drag_move(observation.viewer, steps[0])
    cards: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    if handling is not None:
        cards, zones = (handling.card or handling.source,), (handling.target,)
    lines = tuple([line for line in why if line])
    return Hint(describe_plan(words, steps), lines, cards, zones)


def _describe_outcome(words: Words, observation: Red7Observation, steps: Sequence[Step]) -> Runs:
    """Say who leads after the turn, as far as it can be foreseen."""
    texts = words.texts
    if steps[0].kind == PASS:
        if len(observation.legal) > 1:
            return weave(texts("This round is better lost early than late."))
        return weave(texts("No card keeps you in."))
    position = position_of(observation)
    for step in steps:
        if step.kind == FETCH:
            return weave(texts("What comes next depends on the card that you draw."))
        if step.kind in {DRAW, END}:
            break
        position = apply_step(position, step)
    verdict = judge_rule(position, position.rule)
    if verdict.leader != observation.viewer or len(verdict.standings) == 1:
        return words.why(verdict)
    rule = words.rule_mark(position.rule)
    template = texts("Then you lead under {rule}: {proof}")
    return weave(template, rule=rule, proof=words.proof(verdict))


def _describe_weighed(
    words: Words, candidates: Sequence[Candidate], *, is_for_match: bool
) -> list[Runs]:
    """Say what was found out about the turn, and about the next best one."""
    texts = words.texts
    tried = [each for each in candidates if each.samples]
    if not tried:
        return []
    best, *others = tried
    lines = [weave(_describe_chance(texts, best, is_for_match)), describe_feared_reply(words, best)]
    if others:
        other = others[0]
        plan = describe_plan(words, other.steps)
        if not compare_gain(best, other):
            lines.append(weave(texts("Just as good: {plan}"), plan=plan))
            return lines
        template = texts("Next best: {plan} ({n} of 100)")
        lines.append(weave(template, plan=plan, n=to_percent(other.value)))
        if is_for_match and not is_going_out(best):
            lines.append(weave(explain_rarer_wins(texts, best, other)))
    return lines


def _describe_chance(texts: Texts, best: Candidate, is_for_match: bool) -> str:
    n = to_percent(best.value)
    if not is_for_match:
        return texts("You win the round in about {n} of 100 cases.", n=n)
    if is_going_out(best):
        return texts("You win the match in about {n} of 100 cases.", n=n)
    m = to_percent(best.win_chance)
    return texts("You win the match in about {n} of 100 cases, this round in {m}.", n=n, m=m)
