"""Works out the buttons of the table: what each asks for, and why it cannot be pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.state import MATCH_OVER, ROUND_OVER
from red7_desktop.games.spring_cleaning.rules.steps import THE_DRAW
from red7_desktop.kit.hud.model import (
    NEXT_ROUND,
    RESULT,
    ActionsModel,
    ButtonModel,
    Deed,
    EndModel,
    Mood,
    hint_button,
    undo_button,
)
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import Runs, runs_of

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.table.table_scene import Scene


def deed_of(ask: str) -> Deed | None:
    """Give what a button of the game's own means now."""
    return Deed((THE_DRAW,)) if ask == Intent.OFFER else None


def present_actions(scene: Scene) -> ActionsModel:
    """Give the column of buttons."""
    texts, around = scene.texts, scene.around
    undo = undo_button(texts, around, lambda why: runs_of(texts("Nothing can be taken back.")))
    hint = hint_button(texts, around, _not_now(scene))
    offer = None
    if THE_DRAW in scene.seen.legal:
        offer = ButtonModel(texts("Draw a card"), True, ask=Intent.OFFER)
    return ActionsModel(_end(scene), undo, hint, offer=offer)


def _end(scene: Scene) -> EndModel:
    texts, stage = scene.texts, scene.seen.stage
    if stage == ROUND_OVER:
        return EndModel(NEXT_ROUND, Mood.GO, texts("Next round"), (), True)
    if stage == MATCH_OVER:
        return EndModel(RESULT, Mood.GO, texts("Result"), (), True)
    if not scene.is_asked:
        return EndModel(Intent.END, Mood.WAIT, texts("End turn"))
    picked = scene.around.picked_step
    mood = Mood.GO if picked in scene.seen.legal else Mood.MISSING
    return EndModel(Intent.END, mood, texts("End turn"), (), mood is Mood.GO)


def _not_now(scene: Scene) -> Runs:
    return () if scene.is_asked else runs_of(scene.texts("It is not your turn."))
