"""Makes the pages about what is over, of what the face tells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.app.table_screen.overlays.end_page import EndScene, stay_put
from red7_desktop.app.table_screen.overlays.match_end import MatchEndPage
from red7_desktop.app.table_screen.overlays.round_end import RoundEndPage

if TYPE_CHECKING:
    from red7_desktop.app.table_screen.overlays.match_end import MatchEndActions
    from red7_desktop.app.table_screen.overlays.round_end import RoundEndWays
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.language.seat_words import SeatWords
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.session import Session


class FinishedSession(NamedTuple):
    """A session with something that is over, and who tells it. on_sheet: never as a moment."""

    face: AnyGameView
    words: SeatWords
    session: Session
    on_sheet: bool = False

    def stage(self, kit: Ui) -> EndScene | None:
        """Give what is shown as a moment."""
        if self.on_sheet:
            return None
        session, face = self.session, self.face
        finale = face.finale(self.words, session.match, session.viewer)
        return None if finale is None else EndScene(finale, face.finale_mark(kit.stage.look))


def build_round_end_page(
    kit: Ui, ended: FinishedSession, ways: RoundEndWays
) -> RoundEndPage | None:
    """Give the page about a round that is over; None where none is."""
    session = ended.session
    model = ended.face.round_end(ended.words, session.match, session.viewer)
    if model is None:
        return None
    return RoundEndPage(kit, model, ways, stay_put, stage=ended.stage(kit))


def build_match_end_page(
    kit: Ui, ended: FinishedSession, actions: MatchEndActions
) -> MatchEndPage | None:
    """Give the page about a match that is over; None where it is not."""
    session = ended.session
    model = ended.face.match_end(ended.words, session.match, session.viewer)
    if model is None:
        return None
    offered = replace(
        actions,
        rounds=actions.rounds if model.rounds is not None else None,
        story=actions.story if model.story is not None else None,
    )
    return MatchEndPage(kit, model, offered, ended.stage(kit))
