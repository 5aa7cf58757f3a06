"""Works out what the viewer is told in their own panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.table.suggestions import list_suggestions
from red7_desktop.games.spring_cleaning.face.words.blocks import hangs_together, split_into_blocks
from red7_desktop.games.spring_cleaning.rules.engine.position import OWES_INSERT, OWES_ORDER, START
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.kit.hud.model import NoteRow, ViewerModel
from red7_desktop.kit.language.rich_text import Run, Tone, runs_of

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.table.table_scene import TableContext


def present_viewer(scene: TableContext) -> ViewerModel:
    """Give what the viewer is told."""
    texts, seen = scene.texts, scene.seen
    if seen.viewer is None and not scene.words.people:
        return ViewerModel(texts("watching"))
    if seen.stage != TURN:
        return ViewerModel(texts("round over"))
    if seen.viewer is None:  # people share the screen, and nobody has it now
        return ViewerModel(texts("waiting"))
    status = texts("Your turn") if scene.is_asked else texts("waiting")
    return ViewerModel(status, (_build_row_note(scene, seen.viewer), *_build_answer_rows(scene)))


def _build_row_note(scene: TableContext, viewer: int) -> NoteRow:
    """Count the cards and blocks of the viewer's hand."""
    position, texts = scene.position, scene.texts
    hand = position.hands[viewer]
    meaning = texts("A block is what you can play in one go: neighbours that are equal or rise.")
    blocks = texts.plural("{n} block", "{n} blocks", len(split_into_blocks(hand)))
    held = texts.within("hand", "{n} in hand, {blocks}", n=len(hand), blocks=blocks)
    return NoteRow(runs_of(held), meaning=meaning)


def _build_answer_rows(scene: TableContext) -> tuple[NoteRow, ...]:
    """Say what the marks under the cards and the gaps tell, where there are any."""
    if not (scene.is_asked and scene.around.assists):
        return ()
    words = {OWES_ORDER: _describe_order, OWES_INSERT: _describe_gaps, START: _describe_plays}.get(
        scene.position.phase
    )
    return () if words is None else (NoteRow((Run(words(scene), tone=Tone.SOFT),)),)


def _describe_order(scene: TableContext) -> str:
    return scene.texts("equal and rising cards together")


def _describe_gaps(scene: TableContext) -> str:
    """Say what the gaps show in which the drawn card can be put."""
    texts, drawn = scene.texts, scene.position.drawn
    hand = scene.position.hands[scene.position.mover]
    if any(hangs_together(card, drawn) or hangs_together(drawn, card) for card in hand):
        return texts("bright gaps join something")
    return texts("it joins nothing here")


def _describe_plays(scene: TableContext) -> str:
    texts = scene.texts
    if not scene.position.trick:
        return texts("any of your blocks can lead")
    if not list_suggestions(scene.seen, scene.words):
        return texts("nothing here can answer")
    return texts("underlined cards can answer")
