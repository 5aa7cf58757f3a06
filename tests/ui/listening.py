"""Records the text that the program reads aloud."""

from __future__ import annotations

from collections.abc import Iterable

from red7_desktop.kit.sound.speech import Speech
from tests.ui.pilot import Pilot


class Recorder(Speech):
    """A voice that records every sentence.

    Attributes:
        said: Sentences since the last call of `take`.
        kept: All sentences that a full queue doesn't drop.
        hushed: Number of requests for silence.
    """

    has_voice = True

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.kept: set[str] = set()
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
                if is_kept:
                    self.kept.add(text)

    def stop(self) -> None:
        self.hushed += 1
        self._said.clear()

    def take(self) -> list[str]:
        """Return what was said since the last call."""
        said = self.said
        self.said = []
        return said


def speak_aloud(pilot: Pilot, *, is_on: bool = True, detail: str = "normal") -> Recorder:
    """Let a program's voice speak to a recorder."""
    recorder = Recorder()
    pilot.program.ui.speech = recorder
    pilot.change(speech_detail=detail)
    pilot.change(spoken_log=is_on)
    pilot.step_frame()
    return recorder
