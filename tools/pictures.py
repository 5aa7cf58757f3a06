"""Take the screenshots of the README and the stores: `python tools/pictures.py [FOLDER]`.

Matches, AI players and time are the same in every run, so that the same program gives the same
pictures. Without a folder, the script replaces the pictures in the project.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", LANGUAGE="en")
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from red7_desktop.app.launch import Headless
from red7_desktop.app.replay.film import AnimatedPng
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.tabletop.player import Players

sys.path.insert(0, str(Path(__file__).parent))
import phone_pictures

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "title.png": "docs/pictures",
        "table.png": "docs/pictures",
        "spring_cleaning.png": "docs/pictures",
        "turns.png": "docs/pictures",
        "phones_lobby.png": "docs/pictures",
        "phones_table.png": "docs/pictures",
        "phone_red7.png": "docs/pictures",
        "phone_spring.png": "docs/pictures",
        "cover.png": "build/spec/store_pages/itch",
    }
)
"""File name to its folder in the project."""
SIZE: Final = (1280, 720)
COVER_SIZE: Final = (630, 500)
"""The size that itch.io asks for."""
FILM_SIZE: Final = (640, 360)
FRAME: Final = 0.1
"""Seconds between two frames of the animation."""
MAX_STILL_SECONDS: Final = 1.2
"""Maximum seconds of the animation without movement; the rest of a pause is cut."""
OPPONENTS: Final = ("steady", "casual", "newcomer")
TABLES: Final[Mapping[str, str]] = MappingProxyType(
    {"red7": "table.png", "spring": "spring_cleaning.png"}
)
DEALS: Final[Mapping[str, int]] = MappingProxyType({"red7": 23, "spring": 11})
TURNS: Final[Mapping[str, int]] = MappingProxyType({"red7": 1, "spring": 4})
"""How many turns the human takes before a game's screenshot."""


def take_all(folder: Path) -> None:
    """Write all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    film = AnimatedPng()
    with tempfile.TemporaryDirectory() as home:
        headless = Headless(Path(home), SIZE)
        take_title(headless, folder / "title.png")
        for game, name in TABLES.items():
            start_match(headless, game)
            for _ in range(TURNS[game]):
                take_turn(headless, CATALOGUE[game].players())
            headless.wait(3.0)
            pygame.image.save(headless.surface, folder / name)
            film_turn(headless, CATALOGUE[game].players(), film)
        headless.close()
    (folder / "turns.png").write_bytes(film.file())
    with tempfile.TemporaryDirectory() as home:
        headless = Headless(Path(home), SIZE)
        phone_pictures.take_lobby_and_table(headless, folder)
        headless.close()
    with tempfile.TemporaryDirectory() as home:
        headless = Headless(Path(home), SIZE)
        if not phone_pictures.take_pages(headless, folder):
            print("The pictures of the phones' page need Chromium: apt install chromium")
        headless.close()
    with tempfile.TemporaryDirectory() as home:
        width, height = COVER_SIZE
        headless = Headless(Path(home), (2 * width, 2 * height))
        take_title(headless, folder / "cover.png")
        headless.close()
    cover = pygame.transform.smoothscale(pygame.image.load(folder / "cover.png"), COVER_SIZE)
    pygame.image.save(cover, folder / "cover.png")


def take_title(headless: Headless, file: Path) -> None:
    """Take a screenshot of the title screen, after everything on its tiles has been loaded.

    Loading takes an unknown time, in which the headless program's own clock must stand still.
    """
    features = headless.program.features
    for feature in features:
        feature.prepare()
    while any(feature.needs_tick for feature in features):
        time.sleep(0.01)
        for feature in features:
            feature.tick()
    headless.program.show_title()
    headless.wait(4.0)
    pygame.image.save(headless.surface, file)


def start_match(headless: Headless, game: str) -> None:
    """Start a match of a human against three AI players."""
    values = {"advanced": True} if game == "red7" else {}
    headless.start_match(*OPPONENTS, seed=DEALS[game], game=game, **values)


def take_turn(headless: Headless, players: Players) -> None:
    """Wait for the human's turn, play it with the "greedy" player, and wait for the next one.

    Stops when the round ends before.
    """
    wait_for_human(headless)
    for _ in steps_of_turn(headless, players):
        headless.wait(0.5)
    wait_for_human(headless)


def steps_of_turn(headless: Headless, players: Players) -> Iterator[None]:
    """Play the human's turn with the "greedy" player, and yield after each step."""
    session = headless.session
    while session.is_viewers_turn:
        for step in players.player_of("greedy").choose(session.observe(), 0, 0).steps:
            session.take(step)
            yield


def wait_for_human(headless: Headless) -> None:
    """Run frames until it is the human's turn or the round is over."""
    session = headless.session
    while not (session.is_viewers_turn or session.is_waiting_for_table):
        headless.step_frame(0.1)


def film_turn(headless: Headless, players: Players, film: AnimatedPng) -> None:
    """Record the human's turn and the AI players' answers."""
    shot = Recorder(headless, film)
    shot.record(1.2)
    for _ in steps_of_turn(headless, players):
        shot.record(0.8)
    session = headless.session
    while not (session.is_viewers_turn or session.is_waiting_for_table):
        shot.record(FRAME)
    shot.record(2.0)


class Recorder:
    """Records the screen into an animation and cuts pauses in which nothing moves."""

    def __init__(self, headless: Headless, film: AnimatedPng) -> None:
        self._headless = headless
        self._film = film
        self._held = 0.0
        self._count = 0

    def record(self, seconds: float) -> None:
        """Record some seconds of program time."""
        for _ in range(round(seconds / FRAME)):
            self._headless.step_frame(FRAME)
            self._held = self._held + FRAME if len(self._film) == self._count else 0.0
            self._count = len(self._film)
            if self._held <= MAX_STILL_SECONDS:
                small = pygame.transform.smoothscale(self._headless.surface, FILM_SIZE)
                self._film.add(small, FRAME)


def main(arguments: list[str]) -> None:
    """Take the pictures into the given folder, or into the project."""
    parser = argparse.ArgumentParser(
        description="Take the screenshots of the README and the stores."
    )
    parser.add_argument(
        "folder", nargs="?", type=Path, help="folder to write to; the project's own by default"
    )
    folder: Path | None = parser.parse_args(arguments).folder
    if folder is not None:
        take_all(folder)
        return
    with tempfile.TemporaryDirectory() as taken:
        take_all(Path(taken))
        for name, folder in PICTURES.items():
            if not Path(taken, name).exists():
                continue
            target = ROOT / folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(Path(taken, name).read_bytes())
            print(f"{folder}/{name}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
