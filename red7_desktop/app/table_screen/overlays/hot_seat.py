"""Passes the screen between several people: nobody's cards are seen while nobody is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from red7_desktop.app.table_screen.overlays.curtain import CurtainModel, CurtainPage
from red7_desktop.kit.models.history import build_recap
from red7_desktop.play.handover import find_next_person, is_common, is_shared

if TYPE_CHECKING:
    from red7_desktop.app.table_screen.overlays.pages import PageStack
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.session import Session


class HotSeat:
    """Watches a session, takes the screen's eyes away in time, and shows the curtain.

    Call `begin` when the table opens and `attend` after every change, before anything is drawn.
    Pages that lie open are closed when the curtain comes. on_eyes: hears that the session's viewer
    is another one, so that the table is laid out for them and nothing stays that was said to the
    one before, such as a hint. on_menu: Esc and the pad's B before the curtain.
    """

    def __init__(
        self,
        kit: Ui,
        session: Session,
        face: AnyGameView,
        pages: PageStack,
        *,
        on_eyes: Callable[[], None],
        on_menu: Callable[[], None],
    ) -> None:
        self._kit = kit
        self._session = session
        self._face = face
        self._pages = pages
        self._on_eyes = on_eyes
        self._on_menu = on_menu
        self._curtain: CurtainPage | None = None

    @property
    def is_covered(self) -> bool:
        """Whether the curtain is up."""
        return self._curtain is not None

    def begin(self) -> None:
        """Let nobody look until somebody is named, where several people play."""
        if is_shared(self._session):
            self._look_as(None)
        self.attend()

    def attend(self) -> None:
        """Show the curtain where the screen has to pass on."""
        seat = find_next_person(self._session)
        if seat is None:
            if is_common(self._session):
                self._look_as(None)
            return
        self._look_as(None)
        # The change of eyes may have come here again, and shown it.
        if self._curtain is None:
            self._pages.close_all()
            self._curtain = CurtainPage(
                self._kit, self._model(seat), lambda: self._reveal(seat), self._on_menu
            )
            self._pages.show(self._curtain)

    def _model(self, seat: int) -> CurtainModel:
        """Say who is next, and what happened, from what a spectator may know."""
        session = self._session
        words = self._face.words(self._kit.texts, session.seats, seat)
        told = build_recap(self._face.history(words, session.match, None), seat)
        # It is their own name that people look for, not "you".
        return CurtainModel(words.sign(seat)._replace(name=words.names[seat]), told)

    def _reveal(self, seat: int) -> None:
        """Give the screen to the person who has pressed the button."""
        curtain, self._curtain = self._curtain, None
        self._look_as(seat)
        if curtain is not None:
            self._pages.close(curtain)

    def _look_as(self, seat: int | None) -> None:
        if self._session.viewer != seat:
            self._session.look_as(seat)
            self._on_eyes()
