"""Takes the pictures of the README with the program itself: `python build/pictures.py [FOLDER]`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", LANGUAGE="en")
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"

import pygame

from red7_desktop.app.launch import Headless
from red7_desktop.games.registry import BOX
from red7_desktop.tabletop.player import Players

SIZE = (1280, 720)
TURNS = {"red7": 1, "spring": 4}
"""By game: so many turns of the person have passed when the table is taken."""


def main(folder: Path) -> None:
    """Write the pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        flown = Headless(Path(home), SIZE)
        flown.program.show_title()
        flown.wait(4.0)
        pygame.image.save(flown.surface, folder / "title.png")
        flown.sit_down("steady", "casual", "newcomer", seed=23, advanced=True)
        take_table(flown, "red7", folder / "table.png")
        flown.sit_down("steady", "casual", "newcomer", seed=11, game="spring")
        take_table(flown, "spring", folder / "spring_cleaning.png")
        flown.close()


def take_table(flown: Headless, game: str, path: Path) -> None:
    """Take the picture of a table where the person has had some turns."""
    for _ in range(TURNS[game]):
        take_turn(flown, BOX[game].players())
    flown.wait(3.0)
    pygame.image.save(flown.surface, path)


def take_turn(flown: Headless, players: Players) -> None:
    """Wait for the person's turn, and take it as a careful player would; then wait for the next.

    Where the round ends before, the table is left as it is.
    """
    session = flown.session
    wait_for_person(flown)
    while session.is_viewers_turn:
        for step in players.player_of("greedy").choose(session.observe(), 0, 0).steps:
            session.take(step)
            flown.wait(0.5)
    wait_for_person(flown)


def wait_for_person(flown: Headless) -> None:
    """Let AI players play until it is the person's turn, or the round is over."""
    session = flown.session
    while not (session.is_viewers_turn or session.is_waiting_for_table):
        flown.frame(0.1)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures"))
