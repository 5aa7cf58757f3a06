"""A hint in words: the turn that is suggested and why; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.step_words import feared_line, plan_line
from red7_desktop.games.red7.face.words.weigh_words import goes_out, of_100, why_rarer
from red7_desktop.games.red7.rules.engine.advance import after
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.standing import judge_rule
from red7_desktop.games.red7.rules.steps import DRAW, END, FETCH, PASS, Step
from red7_desktop.games.red7.rules.travels import handling_of
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.language.rich_text import Runs, woven
from red7_desktop.tabletop.comparing import gain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.player import Candidate, Choice


def hint_of(words: Words, observation: Red7Observation, choice: Choice) -> Hint:
    """Say what a player would do in the viewer's place, and why.

    The choice must be for the observation. What lies behind a card not yet drawn is not spoken of.
    """
    steps = [step for step in choice.steps if isinstance(step, Step)]
    if not steps or observation.viewer is None:
        texts = words.texts
        return Hint(woven(texts("Take the cards that are worth most")), ())
    is_for_match = observation.keeps_points
    weighed = _weighed(words, choice.candidates, is_for_match=is_for_match)
    why = [_outcome(words, observation, steps), *weighed]
    handling = handling_of(observation.viewer, steps[0])
    cards: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    if handling is not None:
        cards, zones = (handling.card or handling.source,), (handling.target,)
    lines = tuple([line for line in why if line])
    return Hint(plan_line(words, steps), lines, cards, zones)


def _outcome(words: Words, observation: Red7Observation, steps: Sequence[Step]) -> Runs:
    """Say who leads after the turn, as far as it can be foreseen."""
    texts = words.texts
    if steps[0].kind == PASS:
        if len(observation.legal) > 1:
            return woven(texts("This round is better lost early than late."))
        return woven(texts("No card keeps you in."))
    position = position_of(observation)
    for step in steps:
        if step.kind == FETCH:
            return woven(texts("What comes next depends on the card that you draw."))
        if step.kind in {DRAW, END}:
            break
        position = after(position, step)
    verdict = judge_rule(position, position.rule)
    if verdict.leader != observation.viewer or len(verdict.standings) == 1:
        return words.why(verdict)
    rule = words.rule_mark(position.rule)
    template = texts("Then you lead under {rule}: {proof}")
    return woven(template, rule=rule, proof=words.proof(verdict))


def _weighed(words: Words, candidates: Sequence[Candidate], *, is_for_match: bool) -> list[Runs]:
    """Say what was found out about the turn, and about the next best one."""
    texts = words.texts
    tried = [each for each in candidates if each.samples]
    if not tried:
        return []
    best, *others = tried
    lines = [woven(_chance(texts, best, is_for_match)), feared_line(words, best)]
    if others:
        other = others[0]
        plan = plan_line(words, other.steps)
        if not gain(best, other):
            lines.append(woven(texts("Just as good: {plan}"), plan=plan))
            return lines
        template = texts("Next best: {plan} ({n} of 100)")
        lines.append(woven(template, plan=plan, n=of_100(other.value)))
        if is_for_match and not goes_out(best):
            lines.append(woven(why_rarer(texts, best, other)))
    return lines


def _chance(texts: Texts, best: Candidate, is_for_match: bool) -> str:
    n = of_100(best.value)
    if not is_for_match:
        return texts("You win the round in about {n} of 100 cases.", n=n)
    if goes_out(best):
        return texts("You win the match in about {n} of 100 cases.", n=n)
    m = of_100(best.win_chance)
    return texts("You win the match in about {n} of 100 cases, this round in {m}.", n=n, m=m)
