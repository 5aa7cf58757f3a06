"""Says what the viewer has to do next in the middle of a turn, and where an action did nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.reason_words import explain
from red7_desktop.games.red7.rules.engine.idle import explain_idle
from red7_desktop.games.red7.rules.engine.position import (
    DREW,
    OWES_FETCH,
    OWES_MOVE,
    OWES_PLAY,
    OWES_TAKE,
    PLAYED,
)
from red7_desktop.games.red7.rules.observation import position_of
from red7_desktop.games.red7.rules.steps import DISCARD, PLAY, THE_END, Step
from red7_desktop.kit.language.rich_text import Runs, capitalize_runs, runs_of, weave

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.table.table_scene import TableContext
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.observation import Red7Observation

MOST_NAMED = 3
"""So many discards that would help are named."""


def write_prompt(scene: TableContext) -> Runs:
    """Say what comes next, nothing where the viewer may end the turn or begins it."""
    if not scene.is_viewers_turn:
        return ()
    position, texts = scene.position, scene.words.texts
    if position.phase in {PLAYED, DREW}:
        return () if THE_END in scene.seen.legal else _ask_for_discard(scene)
    template = {
        OWES_TAKE: texts("{card}: choose a card of another palette"),
        OWES_FETCH: texts("{card}: draw a card"),
        OWES_PLAY: texts("{card}: play another card to your palette"),
        OWES_MOVE: texts("{card}: choose a card of your palette"),
    }.get(position.phase)
    row = position.rows[position.mover]
    return capitalize_runs(weave(template, card=scene.words.card(row[-1]))) if template else ()


def _ask_for_discard(scene: TableContext) -> Runs:
    """Ask for the discard that the turn needs."""
    texts = scene.words.texts
    discards = [
        step for step in scene.seen.legal if isinstance(step, Step) and step.kind == DISCARD
    ]
    if not discards:
        return runs_of(texts("No card keeps you in"))
    if not scene.around.assists or len(discards) > MOST_NAMED:
        return runs_of(texts("Discard a card that puts you in the lead"))
    marks = scene.words.one_of([step.card for step in discards])
    return weave(texts("Discard {cards} to take the lead"), cards=marks)


def explain_idle_card(words: Words, seen: Red7Observation) -> Runs:
    """Say why the card that the viewer has just played does nothing; nothing where it does."""
    if not seen.steps or seen.viewer is None or seen.viewer != seen.mover:
        return ()
    last = seen.steps[-1]
    reason = explain_idle(position_of(seen), last.card) if last.kind == PLAY else None
    return explain(reason, words) if reason else ()
