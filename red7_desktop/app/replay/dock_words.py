"""What the dock says: where a replay stands, and what the buttons of its table are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.app.replay.dock_rows import COPY, EYES, FILM, HANDS, PICTURE
from red7_desktop.kit.hud.model import (
    PAUSE,
    PLAY,
    PLAY_ON,
    ActionsModel,
    ButtonModel,
    EndModel,
    Mood,
)
from red7_desktop.kit.language.rich_text import runs_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.play.replaying import ReplaySession


def say_where(texts: Texts, session: ReplaySession) -> str:
    """Say at which turn of which round a replay stands."""
    spot = session.timeline.spot(session.at)
    if len(session.timeline.rounds) == 1:
        return texts("Turn {turn} of {turns}", turn=spot.turn, turns=spot.turns)
    return texts(
        "Round {round}, turn {turn} of {turns}",
        round=spot.round,
        turn=spot.turn,
        turns=spot.turns,
    )


def build_dock_tips(texts: Texts, *, is_filming: bool) -> Mapping[str, str]:
    """Say what each button of the dock does."""
    return {
        "round_back": texts("Back to the beginning of the round"),
        "turn_back": texts("Back by a turn"),
        "step_back": texts("Back by a step"),
        "step_on": texts("On by a step"),
        "turn_on": texts("On by a turn"),
        "round_on": texts("On to the next round"),
        EYES: texts("Whose eyes see the table"),
        HANDS: texts("Show everybody’s hand"),
        COPY: texts("Copy position"),
        PICTURE: texts("Save a picture of the table"),
        FILM: texts("Stop filming") if is_filming else texts("Save a film of the round"),
    }


def build_dock_actions(texts: Texts, session: ReplaySession, has_remarks: bool) -> ActionsModel:
    """Give the replay's own buttons, in the place of the player's."""
    playing = session.is_playing
    end = EndModel(
        PAUSE if playing else PLAY,
        Mood.GO,
        texts("Pause") if playing else texts.within("replay", "Play"),
        runs_of(say_where(texts, session)),
        is_enabled=session.timeline.last > 0,
    )
    no_remarks = () if has_remarks else runs_of(texts("There is nothing to be said."))
    is_over = not session.to_act
    over = runs_of(texts("The match is over.")) if is_over else ()
    return ActionsModel(
        end,
        ButtonModel(texts("Step back"), session.at > 0),
        ButtonModel(texts("Remarks"), has_remarks, no_remarks),
        ButtonModel(texts("Play on from here"), not is_over, over, PLAY_ON),
    )
