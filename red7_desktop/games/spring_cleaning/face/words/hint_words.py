"""A hint in words: the turn that is suggested and why; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.plan_words import describe_plan, list_reasons_for
from red7_desktop.games.spring_cleaning.rules.by_hand import find_drag_move
from red7_desktop.games.spring_cleaning.rules.steps import Step
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.language.rich_text import Runs, runs_of, weave
from red7_desktop.tabletop.comparing import compare_gain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.tabletop.player import Candidate, Choice


def build_hint(words: SpringWords, seen: SpringObservation, choice: Choice) -> Hint:
    """Say what a player would do in the viewer's place, and why.

    The choice must be for the observation. What lies behind a card not yet drawn is not spoken of.
    """
    steps: tuple[Step, ...] = choice.steps
    why = [
        *list_reasons_for(words, seen, steps),
        *_describe_weighed(words, seen, choice.candidates),
    ]
    handling = find_drag_move(seen.position, seen.viewer or 0, steps[0])
    cards: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    if handling is not None:
        cards, zones = handling.names, (handling.target,)
    return Hint(describe_plan(words, seen, steps), tuple(why), cards, zones)


def _describe_weighed(
    words: SpringWords, seen: SpringObservation, candidates: Sequence[Candidate]
) -> list[Runs]:
    """Say what was found out about the turn, and about the next best one."""
    texts = words.texts
    tried = [each for each in candidates if each.samples]
    if not tried:
        return []
    best, *others = tried
    lines = [runs_of(describe_figure(words, best, len(seen.position.hands)))]
    if others:
        plan = describe_plan(words, seen, others[0].steps)
        template = texts("Next best: {plan}")
        if not compare_gain(best, others[0]):
            template = texts("Just as good: {plan}")
        lines.append(weave(template, plan=plan))
    return lines


def describe_figure(words: SpringWords, candidate: Candidate, seats: int) -> str:
    """Say how often a turn brings no trash, and how much it brings on average."""
    texts, n = words.texts, round(100 * candidate.win_chance)
    if seats == 2:
        return texts("Out first in about {n} of 100 cases", n=n)
    trash = _format_trash(words, candidate.value, seats)
    return texts("Out first in about {n} of 100 cases, {trash} trash on average", n=n, trash=trash)


def describe_mean_trash(words: SpringWords, value: float) -> str:
    """Say how much trash a seat takes on average that stands so; "" between two seats."""
    seats = len(words.names)
    if seats == 2:
        return ""
    return words.texts("{trash} trash", trash=_format_trash(words, value, seats))


def _format_trash(words: SpringWords, value: float, seats: int) -> str:
    return words.texts.decimal(round((1.0 - value) * (seats - 1), 1))
