"""Works out what the viewer is told in their own panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.table.suggestions import suggestions
from red7_desktop.games.spring_cleaning.face.words.blocks import blocks_of, joins
from red7_desktop.games.spring_cleaning.rules.engine.position import INSERT, ORDER, START
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.kit.hud.model import NoteRow, ViewerModel
from red7_desktop.kit.language.rich_text import Run, Tone, runs_of

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.table.table_scene import Scene


def present_viewer(scene: Scene) -> ViewerModel:
    """Give what the viewer is told."""
    texts, seen = scene.texts, scene.seen
    if seen.viewer is None and not scene.words.people:
        return ViewerModel(texts("watching"))
    if seen.stage != TURN:
        return ViewerModel(texts("round over"))
    if seen.viewer is None:  # people share the screen, and nobody has it now
        return ViewerModel(texts("waiting"))
    status = texts("Your turn") if scene.is_asked else texts("waiting")
    return ViewerModel(status, (_row_row(scene, seen.viewer), *_answer_rows(scene)))


def _row_row(scene: Scene, viewer: int) -> NoteRow:
    """Count the cards and blocks of the viewer's hand."""
    position, texts = scene.position, scene.texts
    hand = position.hands[viewer]
    meaning = texts("A block is what you can play in one go: neighbours that are equal or rise.")
    blocks = texts.plural("{n} block", "{n} blocks", len(blocks_of(hand)))
    held = texts.within("hand", "{n} in hand, {blocks}", n=len(hand), blocks=blocks)
    return NoteRow(runs_of(held), meaning=meaning)


def _answer_rows(scene: Scene) -> tuple[NoteRow, ...]:
    """Say what the marks under the cards and the gaps tell, where there are any."""
    if not (scene.is_asked and scene.around.assists):
        return ()
    words = {ORDER: _order, INSERT: _gaps, START: _plays}.get(scene.position.phase)
    return () if words is None else (NoteRow((Run(words(scene), tone=Tone.SOFT),)),)


def _order(scene: Scene) -> str:
    return scene.texts("equal and rising cards together")


def _gaps(scene: Scene) -> str:
    """Say what the gaps show in which the drawn card can be put."""
    texts, drawn = scene.texts, scene.position.drawn
    hand = scene.position.hands[scene.position.mover]
    if any(joins(card, drawn) or joins(drawn, card) for card in hand):
        return texts("bright gaps join something")
    return texts("it joins nothing here")


def _plays(scene: Scene) -> str:
    texts = scene.texts
    if not scene.position.trick:
        return texts("any of your blocks can lead")
    if not suggestions(scene.seen, scene.words):
        return texts("nothing here can answer")
    return texts("underlined cards can answer")
