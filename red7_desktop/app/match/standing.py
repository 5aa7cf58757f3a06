"""How a kept match stands, in a few words: read in the background once somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread
from typing import TYPE_CHECKING

from red7_desktop.app.match.kept_words import observe_for_all
from red7_desktop.kit.storage.worker import BackgroundTask

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.save import SavedMatch


class MatchStatus:
    """Says how a match stands. read: gives the match, in another thread."""

    def __init__(self, read: Callable[[], SavedMatch], face: AnyGameView) -> None:
        self._face = face
        self._is_begun = False
        self._reading = BackgroundTask(lambda: observe_for_all(read()))

    def told(self, texts: Texts) -> Sequence[str] | None:
        """Give ways to say it, the longest first; None while it is read.

        There are none where the match cannot be read: whoever goes on with it is told why.
        """
        if not self._is_begun:
            self._is_begun = True
            Thread(target=self._reading.run, name="standing", daemon=True).start()
        if not self._reading.is_done:
            return None
        if self._reading.error is not None:
            return ()
        told = self._face.match_line(texts, self._reading.result())
        return " · ".join(filter(None, [told.rules, told.standing])), told.standing or told.rules
