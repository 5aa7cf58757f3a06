"""What tests of puzzles share: some puzzles, and a pilot that waits for what is judged."""

from __future__ import annotations

from pathlib import Path

import pygame

from red7_desktop.app.features import PuzzleFeature
from red7_desktop.app.puzzles.attempt import Attempt, AttemptPhase, PuzzleSource
from red7_desktop.app.puzzles.puzzles import PuzzleService, PuzzleShelf
from red7_desktop.tabletop.puzzle import read_puzzles
from tests.ui.replaying import BlindPilot

SHIPPED = read_puzzles(
    """puzzles 1 red7
1 stay A | O5 @B1 | red7 basic@1.3 / canvas B7 Y5 V7 G7 / deck ?33 / A> R6 B3 I7 : R5 O5 B1 : / B Y7 G2 I2 : ?3 :
1 force A turns=2 | G6 | red7 basic@1.3 / canvas I7 G4 R3 Y7 O3 Y2 / deck / A> I4 G7 O2 : G6 Y1 : / B R6 V3 V7 G3 : O7 :
2 stay A | B5 @I7 | red7 basic@1.3 / canvas O4 V4 R4 / deck ?33 / A> I4 I2 Y6 : I7 B5 B1 : / B I1 V5 G2 R7 : ?3 :
""",  # noqa: E501
    "red7",
)
STAY, FORCE, NEXT_STAY = SHIPPED


class PuzzlePilot(BlindPilot):
    """Flies among puzzles."""

    def __init__(self, home: Path, size: tuple[int, int] = (1920, 1080)) -> None:
        super().__init__(home, size)
        self.room._shelves["red7"] = PuzzleShelf(SHIPPED)

    @property
    def room(self) -> PuzzleService:
        return self.program.parts.of(PuzzleFeature)._part

    @property
    def attempt(self) -> Attempt:
        assert self.room._attempt is not None
        return self.room._attempt

    def is_at(self, stage: AttemptPhase) -> bool:
        """Tell whether the puzzle is at a stage."""
        return self.attempt.stage is stage

    def settle(self) -> None:
        """Wait till what is asked of the background has been done, and seen."""
        self.room._worker.do(lambda: None).result()
        self.wait(0.2)
        self.program.profile._part.do(lambda: None).result()
        self.wait(0.2)

    def open(self, nth: int = 0) -> Attempt:
        """Open a puzzle of the list."""
        self.program.show_title()
        self.room.open(self.room.chosen(SHIPPED[nth], PuzzleSource.ALL))
        self.settle()
        return self.attempt

    def end(self, *cards: tuple[str, str]) -> None:
        """Drag cards, end the turn with the large button, and wait for the verdict."""
        for face, zone in cards:
            self.drag(face, zone)
            self.wait(0.6)
        self.press("end")
        self.settle()

    def pad(self, button: int) -> None:
        """Press a button of the pad."""
        self.post(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=0)
        self.post(pygame.CONTROLLERBUTTONUP, button=button, instance_id=0)

    def outcomes(self) -> list[tuple[str, int]]:
        """List what was kept of puzzles."""
        return [(deed.outcome, deed.value) for deed in self.program.profile.deeds]
