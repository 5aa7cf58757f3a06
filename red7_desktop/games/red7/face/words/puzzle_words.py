"""Says what puzzles ask for, why a turn is right or wrong there, and hints; pure, no pygame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.words.reason_words import explain
from red7_desktop.games.red7.face.words.step_words import describe_plan
from red7_desktop.games.red7.rules.cards import BY_TEXT, LETTERS, RED, UNKNOWN
from red7_desktop.games.red7.rules.standing import Standing
from red7_desktop.games.red7.rules.steps import SEATS, Step
from red7_desktop.games.red7.rules.text.turn_text import parse_turn
from red7_desktop.games.red7.rules.travels import find_drag_move
from red7_desktop.kit.hud.model import Hint
from red7_desktop.kit.language.rich_text import Runs, runs_of, weave
from red7_desktop.tabletop.zones import zone_of

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.reasons import Reason


def describe_kind(texts: Texts, kind: str) -> str:
    """Say in a few words what a kind of puzzles is about."""
    kinds = {
        "stay": texts("End in the lead"),
        "force": texts("Win by force"),
        "points": texts("Win the most points"),
    }
    return kinds.get(kind, kind)


def describe_goal(words: Words, goal: Reason) -> Runs:
    """Say what a puzzle asks for."""
    texts, figures = words.texts, dict(goal.data)
    if goal.code == "force":
        turns = int(figures.get("turns", 0))
        told = texts.plural(
            "Win in {n} turn, whatever they do.",
            "Win in {n} turns, whatever they do.",
            turns,
        )
        return runs_of(told)
    if goal.code == "points":
        points = int(figures.get("points", 0))
        told = texts.plural(
            "Be sure of {n} point from this round.",
            "Be sure of {n} points from this round.",
            points,
        )
        return runs_of(told)
    return runs_of(texts("One turn. End it in the lead."))


def describe_turn(words: Words, match: Match) -> Runs:
    """Say which turn somebody has tried."""
    steps = [match.game.parse_step(entry.step) for entry in match.log]
    return describe_plan(words, [step for step in steps if isinstance(step, Step)])


def explain_verdict(words: Words, why: Reason) -> Runs:
    """Say what is right or wrong about a turn."""
    said = _WHYS.get(why.code)
    return explain(why, words) if said is None else said(words, dict(why.data))


def build_puzzle_hint(words: Words, seen: Red7Observation, hint: Reason) -> Hint:
    """Give a hint: the rule, the first card, or the whole turn."""
    texts, data = words.texts, dict(hint.data)
    if hint.code == "rule":
        mark = words.rule_mark(LETTERS.index(str(data["rule"])))
        return Hint(weave(texts("End the turn under {rule}."), rule=mark), ())
    if hint.code == "card":
        return _hint_at_card(words, seen, data)
    steps = parse_turn(str(data["turn"]))
    cards, zones = _find_goal(seen, steps[0])
    return Hint(describe_plan(words, steps), (_explain_leads(words, data),), cards, zones)


def _hint_at_card(words: Words, seen: Red7Observation, data: Mapping[str, str | int]) -> Hint:
    """Say which card goes first, and where."""
    texts, viewer = words.texts, seen.viewer or 0
    card = str(data["card"])
    is_played = data["to"] == "palette"
    say = texts("It begins with {card}, in your palette.")
    if not is_played:
        say = texts("It begins with {card}, on the canvas.")
    zone = zone_of("palette", viewer) if is_played else "canvas"
    return Hint(weave(say, card=words.card(BY_TEXT[card])), (), (card,), (zone,))


def _find_goal(seen: Red7Observation, step: Step) -> tuple[tuple[str, ...], tuple[str, ...]]:
    handling = find_drag_move(seen.viewer or 0, step)
    if handling is None:
        return (), ()
    return (handling.card or handling.source,), (handling.target,)


def _explain_leads(words: Words, data: Mapping[str, str | int]) -> Runs:
    """Say under which rule the turn leads, and by what."""
    texts = words.texts
    rule = LETTERS.index(str(data["rule"]))
    mark = words.rule_mark(rule)
    mine = _read_standing(words.viewer or 0, data, "count", "top")
    rival = str(data.get("rival", ""))
    template = texts("Then you lead under {rule}: {proof}")
    if not rival:
        alone = texts("{standing}, and nobody else has one")
        proof = weave(alone, standing=words.standing(rule, mine))
        return weave(template, rule=mark, proof=proof)
    theirs = _read_standing(SEATS.index(rival), data, "rival_count", "rival_top")
    if rule != RED and mine.size != theirs.size:
        versus = texts("{standing} vs {n}")
        proof = weave(versus, standing=words.standing(rule, mine), n=theirs.size)
    else:
        proof = words.tie_break(rule, mine, theirs)
    return weave(template, rule=mark, proof=proof)


def _read_standing(seat: int, data: Mapping[str, str | int], count: str, top: str) -> Standing:
    return Standing(seat, 0, int(data.get(count, 0)), BY_TEXT.get(str(data.get(top)), UNKNOWN))


def _explain_wins(words: Words, data: Mapping[str, str | int]) -> Runs:
    told = words.texts.plural(
        "Nobody can stop you: you win in {n} turn.",
        "Nobody can stop you: you win in {n} turns.",
        int(data["turns"]),
    )
    return runs_of(told)


def _explain_scores(words: Words, data: Mapping[str, str | int]) -> Runs:
    texts, points, best = words.texts, int(data["points"]), int(data["best"])
    if points == best:
        return runs_of(texts.plural("{n} point is sure.", "{n} points are sure.", points))
    told = texts.plural(
        "That makes sure of {n} point; {best} can be had.",
        "That makes sure of {n} points; {best} can be had.",
        points,
        best=best,
    )
    return runs_of(told)


def _explain_answered(words: Words, data: Mapping[str, str | int]) -> Runs:
    seat = SEATS.index(str(data["seat"]))
    plan = describe_plan(words, parse_turn(str(data["turn"])))
    answer = words.texts("{name} has an answer: {plan}")
    return weave(answer, name=words.names[seat], plan=plan)


_WHYS: Final[Mapping[str, Callable[[Words, Mapping[str, str | int]], Runs]]] = MappingProxyType(
    {
        "leads": _explain_leads,
        "wins": _explain_wins,
        "scores": _explain_scores,
        "answered": _explain_answered,
        "went_out": lambda words, data: runs_of(words.texts("Going out wins nothing here.")),
    }
)
"""By code: reasons that only puzzles have."""
