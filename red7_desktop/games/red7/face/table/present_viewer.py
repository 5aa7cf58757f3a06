"""Works out what the viewer is told in their own panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.cards import worth_of
from red7_desktop.games.red7.rules.engine.legal import get_cached_turns
from red7_desktop.games.red7.rules.engine.position import (
    DISCARDED,
    DONE,
    DREW,
    OWES_FETCH,
    PLAYED,
    START,
)
from red7_desktop.games.red7.rules.scoring import list_takings
from red7_desktop.games.red7.rules.standing import judge_all
from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.games.red7.rules.steps import THE_END
from red7_desktop.kit.hud.model import NoteRow, ViewerModel
from red7_desktop.kit.language.rich_text import Run, Tone, join_runs, runs_of, weave

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.table.table_scene import TableContext

MOST_COUNTED: Final = 20
"""Of more ways than this it is only told that there are more."""


def present_viewer(scene: TableContext) -> ViewerModel:
    """Give what the viewer is told."""
    texts, seen = scene.words.texts, scene.seen
    if seen.viewer is None and not scene.words.people:
        return ViewerModel(texts("watching"))
    if seen.viewer is not None and scene.standing(seen.viewer) is None:
        return ViewerModel(texts("out of the round"))
    if seen.stage != TURN:
        return ViewerModel(texts("round over"))
    if seen.viewer is None:  # people share the screen, and nobody has it now
        return ViewerModel(texts("waiting"))
    if not scene.is_viewers_turn:
        rows = (*_build_score_rows(scene, seen.viewer), *_build_lead_rows(scene, seen.viewer))
        return ViewerModel(texts("waiting"), rows)
    rows = (
        *_build_advice_rows(scene),
        *_build_score_rows(scene, seen.viewer),
        *_build_safety_rows(scene),
    )
    return ViewerModel(texts("Your turn"), rows)


def _build_advice_rows(scene: TableContext) -> tuple[NoteRow, ...]:
    """Say what the viewer may do next."""
    texts, phase = scene.words.texts, scene.position.phase
    leads = THE_END in scene.seen.legal
    advice = {
        START: texts("Play a card, discard one, or both"),
        PLAYED: texts("You may discard one card") if leads else texts("You must discard one card"),
        DREW: texts("You may discard one card") if leads else texts("Discard one card, or go out"),
        DISCARDED: texts("You may draw a card"),
        DONE: texts("All done: end your turn"),
        OWES_FETCH: texts("Draw a card"),
    }.get(phase)
    if phase == START and not scene.seen.hand:
        advice = texts("Your hand is empty")
    meaning = texts("What you can do next in your turn.")
    return (NoteRow((Run(advice, tone=Tone.ACCENT),), meaning=meaning),) if advice else ()


def _build_score_rows(scene: TableContext, viewer: int) -> tuple[NoteRow, ...]:
    """Say what the viewer's palette would score now."""
    if not scene.seen.keeps_points:
        return ()
    texts = scene.words.texts
    choices = list_takings(scene.position, viewer)
    leads = scene.verdict.leader == viewer
    label = texts("If this ends now you score") if leads else texts("If you win now you score")
    meaning = texts(
        "Who wins the round scores the cards of the palette that count: their numbers are points."
    )
    worth = str(worth_of(choices[0]) if choices else 0)
    return (NoteRow(runs_of(label), worth, meaning=meaning),)


def _build_safety_rows(scene: TableContext) -> tuple[NoteRow, ...]:
    """Say in how many ways the viewer can stay in the round."""
    if scene.position.phase in {DISCARDED, DONE}:
        return _build_lead_rows(scene, scene.position.mover)
    if not scene.around.assists:
        return ()
    turns = get_cached_turns(scene.position)
    ways = turns.count - turns.may_pass
    texts = scene.words.texts
    label = runs_of(texts("Ways to stay in the round"))
    meaning = texts("So many different turns are open to you that end with you winning.")
    value = str(ways) if ways <= MOST_COUNTED else f"{MOST_COUNTED}+"
    return (NoteRow(label, value, ways == 0, meaning),)


def _build_lead_rows(scene: TableContext, viewer: int) -> tuple[NoteRow, ...]:
    """Say under which of the seven rules the viewer's palette leads as it lies."""
    texts = scene.words.texts
    if not scene.around.assists:
        return ()
    led = [verdict.rule for verdict in judge_all(scene.position) if verdict.leader == viewer]
    meaning = texts("Your palette, as it lies, would be the best if these colours were the rule.")
    if not led:
        none = (Run(texts("You lead under no rule"), tone=Tone.FAINT),)
        return (NoteRow(none, meaning=texts("Your palette is the best under none of the rules.")),)
    symbols = [scene.words.colour_mark(rule)._replace(text="") for rule in reversed(led)]
    label = weave(texts("You lead under {rules}"), rules=join_runs(symbols, " "))
    return (NoteRow(label, meaning=meaning),)
