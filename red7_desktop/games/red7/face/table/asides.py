"""Short messages at the table: why something cannot be done, and why a card does nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.table.prompts import idle_words
from red7_desktop.games.red7.face.table.sound_cues import REFUSAL
from red7_desktop.games.red7.face.words.reason_words import explain
from red7_desktop.kit.language.rich_text import Runs, plain

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.play.session import Change
    from red7_desktop.tabletop.reasons import Reason


class Asides:
    """Shows them for a moment. words: how to speak to whoever looks now."""

    def __init__(self, kit: Kit, words: Callable[[], Words]) -> None:
        self._kit = kit
        self._words = words

    def refuse(self, refused: Reason) -> None:
        """Say, with a sound, why something cannot be done."""
        self._kit.audio.perform(REFUSAL, self._kit.settings.speed)
        self._tell(explain(refused, self._words()), "warning")

    def changed(self, change: Change) -> None:
        """Say why the card that the viewer has just played does nothing, if it does."""
        self._tell(idle_words(self._words(), change.after), "toast")

    def _tell(self, sentence: Runs, style: str) -> None:
        words = plain(sentence)
        if words:
            self._kit.stage.toasts.show(words[0].upper() + words[1:], style=style)
