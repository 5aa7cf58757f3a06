"""Plays matches of all games in turn, and prints the memory that they use.

    python -m tests.soak.memory 30

It is a separate process, so that nothing else is measured. Matches of AI players follow each other
without a pause, so that idle-time cleanup never runs.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"  # before pygame is imported
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from red7_desktop.app import window
from red7_desktop.app.launch import WorkClock
from red7_desktop.app.matches.setups import build_first_setup
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.setup import SeatPlan
from tests.soak.matches import resident
from tests.ui.pilot import LONG_FRAME, Pilot

SIZE: Final = (1920, 1080)
DRAWN: Final = 3
"""One of this many frames is drawn."""


def play_in_turn(count: int, home: Path) -> list[int]:
    """Play matches with the fewest seats, one of each game in turn.

    Returns:
        For each match, the maximum memory in bytes: at the table, with its log, and at the title.
    """
    window.set_mmap_threshold()
    pilot = Pilot(home, SIZE, clock=WorkClock())
    found: list[int] = []
    for number in range(count):
        row = list(CATALOGUE.values())[number % len(CATALOGUE)]
        level = row.players().levels[0].key
        seats = (SeatPlan(level=level),) * row.view().setup.seats[0]
        pilot.program.play(replace(build_first_setup(row), seats=seats, seed=number))
        session = pilot.session
        session.pause = 0.05
        most = frames = 0
        while session.to_act:
            pilot.step_frame(LONG_FRAME, draws=frames % DRAWN == 0)
            frames += 1
            most = max(most, resident())
            if session.is_waiting_for_table:
                pilot.wait(0.5)
                session.deal_next_round()
        pilot.table.more.show_log()
        pilot.wait(0.5)
        most = max(most, resident())
        pilot.show_title()
        found.append(max(most, resident()))
    pilot.close()
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(play_in_turn(int(sys.argv[1]), Path(folder))))
