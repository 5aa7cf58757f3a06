"""Plays the end of a round or match before the page about it; any input goes straight there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.app.table_screen.overlays.finale.plan import FinaleFrame
from red7_desktop.app.table_screen.overlays.finale.scene import CROWN, LENGTH, FinaleScene
from red7_desktop.kit.pages.page import Page, blocks_presses
from red7_desktop.kit.sound.cues import Cue, thin_out
from red7_desktop.kit.sound.sounds import Sound
from red7_desktop.play.handover import list_people

if TYPE_CHECKING:
    from red7_desktop.app.table_screen.overlays.end_page import EndPage
    from red7_desktop.kit.models.finale import Finale
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.kit.settings import Settings
    from red7_desktop.play.session import Session
    from red7_desktop.scene.motion.timer import Timer
    from red7_desktop.scene.paint.pictures import Picture

_NO_FRAME: Final = FinaleFrame()

_INPUTS: Final = frozenset(
    {
        pygame.KEYDOWN,
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEWHEEL,
        pygame.FINGERDOWN,
        pygame.CONTROLLERBUTTONDOWN,
    }
)


def is_played(settings: Settings) -> bool:
    """Tell whether moments are played at all: not where people want less movement, or none."""
    return not (settings.reduced_motion or settings.is_instant)


class FinalePage(Page):
    """Covers the window for `LENGTH` seconds at the usual speed, then runs `on_over`, once.

    verdict: the sound with which the crown falls. frame: the room that the page which follows needs
    for its own, so that all lies there as it does here.
    """

    def __init__(
        self,
        kit: Ui,
        finale: Finale,
        mark: Picture | None,
        verdict: str,
        on_over: Callable[[], None],
        frame: FinaleFrame = _NO_FRAME,
    ) -> None:
        super().__init__(kit, "finale", self._end, as_overlay=True)
        self._finale, self._mark, self._verdict = finale, mark, verdict
        self._frame = frame
        self._on_over: Callable[[], None] | None = on_over
        self._scene: FinaleScene | None = None
        self._timer: Timer | None = None
        self._began = 0.0

    def opened(self) -> None:
        """Let it run, with its sounds."""
        super().opened()
        stage, speed = self.kit.stage, self.kit.settings.speed
        self._began = stage.clock.now()
        self._timer = stage.timers.after(LENGTH / speed, self._end)
        if self._scene is not None:
            self._scene.play()
            self.kit.audio.perform(
                (*thin_out(self._scene.cues), Cue(CROWN, self._verdict)), self.kit.settings.speed
            )

    def closed(self) -> None:
        """Stop what moves."""
        self._on_over = None
        if self._timer is not None:
            self.kit.stage.timers.cancel(self._timer)
        if self._scene is not None:
            self._scene.stop()
        super().closed()

    def build(self) -> None:
        """Put everything in its place; nothing on it is to be pressed."""
        self._scene = FinaleScene(self.kit, self._finale, self._mark, self._frame)
        if not self._scene.plan.fits:
            self._scene = FinaleScene(self.kit, self._finale, self._mark)
        self._scene.interactive = True
        self._scene.on_gesture = blocks_presses
        self.node.add(self._scene)

    def resized(self) -> None:
        """Give way to the page that follows, which fits any window."""
        self._end()

    def handle(self, event: pygame.Event) -> bool:
        """Let any key, button or touch end it, and mean nothing else."""
        if event.type not in _INPUTS:
            return False
        passed = (self.kit.stage.clock.now() - self._began) * self.kit.settings.speed
        self.kit.audio.hush()
        if passed < CROWN:
            self.kit.audio.play(self._verdict)
        self._end()
        return True

    def _end(self) -> None:
        over, self._on_over = self._on_over, None
        if over is not None:
            over()


def make_finale_before(
    kit: Ui, session: Session, follows: EndPage | None, ending: Callable[[], None]
) -> Callable[[Callable[[], None]], Page] | None:
    """Give what makes the page before an ending, told how to close it; None for no page.

    follows: the page that is opened by `ending`.
    """
    if follows is None or follows.stage is None or not is_played(kit.settings):
        return None
    finale, mark = follows.stage
    frame = follows.frame()
    mine = frozenset(list_people(session))
    verdict = Sound.WIN if not mine or mine & finale.crowned else Sound.LOSE

    def made(leave: Callable[[], None]) -> Page:
        def over() -> None:
            leave()
            ending()

        return FinalePage(kit, finale, mark, verdict, over, frame)

    return made
