"""A person who only listens: keeps what is read aloud, as the voice would say it."""

from __future__ import annotations

from collections.abc import Iterable

from red7_desktop.kit.sound.speech import Speech
from tests.ui.pilot import Pilot


class Recorder(Speech):
    """Writes down every sentence. `hushed` counts how often silence was asked for."""

    is_there = True

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.hushed = 0

    def say(
        self,
        texts: Iterable[str],
        language: str = "en",
        *,
        is_kept: bool = False,
        is_news: bool = True,
    ) -> None:
        for text in texts:
            if text.strip() and (is_news or text not in self._said):
                self._said.add(text)
                self.said.append(text)

    def hush(self) -> None:
        self.hushed += 1
        self._said.clear()

    def take(self) -> list[str]:
        """Return what has been said since this was last asked."""
        said = self.said
        self.said = []
        return said


def speak_aloud(pilot: Pilot, *, is_on: bool = True, detail: str = "normal") -> Recorder:
    """Let a program be read aloud to a recorder."""
    recorder = Recorder()
    pilot.program.ui.speech = recorder
    pilot.change(speech_detail=detail)
    pilot.change(spoken_log=is_on)
    pilot.frame()
    return recorder
