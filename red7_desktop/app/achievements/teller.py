"""Tells of new achievements: one message, once, and never while anybody is at a turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from red7_desktop.app.achievements.rules import KIND
from red7_desktop.app.achievements.words import all_words
from red7_desktop.app.looks import LOOK, news_of

if TYPE_CHECKING:
    from red7_desktop.app.match.desk import MatchDesk
    from red7_desktop.app.profile.facts import Deed
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.pages.screen import Kit

PAUSE: Final = 5.0
"""Seconds before anybody is told: the end of a match has its own moment."""
_MOST_NAMED: Final = 3


class Teller:
    """Hears of achievements in any thread, and tells of them when `tick` finds a good moment."""

    def __init__(self, kit: Kit, box: Box, desk: MatchDesk) -> None:
        self._kit = kit
        self._box = box
        self._desk = desk
        self._new: list[Deed] = []
        self._tell_at: float | None = None

    def hear(self, new: Iterable[Deed]) -> None:
        """Keep what is new: achievements, tables and backs."""
        self._new.extend(new)

    @property
    def _is_free(self) -> bool:
        session = self._desk.session
        return session is None or session.is_replay or not session.to_act

    @property
    def is_waiting(self) -> bool:
        """Whether something will be told soon."""
        return bool(self._new) and self._is_free

    def tick(self) -> None:
        """Tell, if it is time."""
        if not self._new:
            return
        now = self._kit.stage.clock.now()
        if self._tell_at is None:
            self._tell_at = now + PAUSE
        if now < self._tell_at or not self._is_free:
            return
        texts, new = self._kit.texts, self._new
        self._new, self._tell_at = [], None
        looks = [deed.key for deed in new if deed.kind == LOOK]
        lines = (
            told(texts, self._box, [deed.key for deed in new if deed.kind == KIND]),
            "" if self._kit.settings.all_looks else news_of(looks, texts),
        )
        words = " · ".join(filter(None, lines))
        if words:
            self._kit.stage.toasts.show(words)
        if words and self._kit.settings.spoken_log:
            self._kit.speech.say((words,), self._kit.texts.language)


def told(texts: Texts, box: Box, keys: Iterable[str]) -> str:
    """Say which achievements are new, in one line; "" where nobody knows them."""
    words = all_words(texts, box)
    titles = [words[key].title for key in keys if key in words]
    if len(titles) > _MOST_NAMED:
        return texts.plural("{n} new achievement", "{n} new achievements", len(titles))
    named = texts.within("players", ", ").join(titles)
    return texts("Achievement: {names}", names=named) if named else ""
