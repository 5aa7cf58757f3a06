"""What is played with executables: a round, leaving, being killed; on whatever system they run.

RED7_KILLS says how often a program is killed (3), RED7_KILL_SEED by which chance (7).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pygame

from red7_desktop.app.matches.match_store import SetupStore, build_first_setup
from red7_desktop.games.red7.rules.rounds import ROUND_OVER
from red7_desktop.games.registry import BOX
from red7_desktop.kit.settings import Settings, open_settings_file
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.storage import LateWrites
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match
from tests.e2e.following import Hands, kept_match
from tests.e2e.pictures import Camera
from tests.e2e.real_window import SIZE, Running, Screen, wait_until

ROUNDS: Final = {
    "red7": ("--seats", "2", "--deal", "11", "--rules", "advanced"),
    "spring": ("--seats", "2", "--deal", "12"),
}
"""How the program is told to begin a short round, by game."""
_VALUES: Final[Mapping[str, Mapping[str, Any]]] = {"red7": {"advanced": True}, "spring": {}}
"""Options of the matches in which the program is killed, by game."""
KILLS: Final = int(os.environ.get("RED7_KILLS", "3"))
KILL_SEED: Final = int(os.environ.get("RED7_KILL_SEED", "7"))


def drag_a_round_leave_and_go_on(
    screen: Screen,
    camera: Camera,
    start: Callable[..., Running],
    tmp_path: Path,
    game: str = "red7",
) -> None:
    """Play a round by dragging, leave the program by its buttons, and go on with the match."""
    home = tmp_path / "home"
    running = start(home, "--play", "--game", game, *ROUNDS[game])
    hands = Hands(screen, running, tmp_path)
    hands.play_round()
    assert hands.match().state.stage == ROUND_OVER
    pilot = hands.look_at_the_end()
    camera.keep(f"a round of {game} played by dragging", SIZE)
    hands.press(pilot, "next")
    pilot.close()
    wait_until(lambda: hands.match().state.round_number == 2, "the next round is dealt")
    before = hands.wait_for_me()

    leave(camera, hands)
    assert running.end() == (0, "")
    assert kept_match(home).log == before.log

    again = Hands(screen, start(home), tmp_path / "again")
    (tmp_path / "again").mkdir()
    again.key("Return")  # the title offers to continue first
    step = again.match().game.observe(before.state, 0).legal[0]
    again.act(step)
    assert again.match().log[: before.revision] == before.log
    camera.keep(f"{game} gone on with", SIZE)


def leave(camera: Camera, hands: Hands) -> None:
    """Go from the table to the title, and from there out of the program."""
    pilot = hands.look()
    pilot.key(pygame.K_ESCAPE)
    hands.key("Escape")
    hands.see(pilot)
    hands.press(pilot, "title")
    pilot.program.show_title()
    hands.see(pilot, "quit")
    camera.keep("about to be left", SIZE)
    hands.press(pilot, "quit")
    pilot.close()


def kill_and_go_on(
    screen: Screen,
    camera: Camera,
    start: Callable[..., Running],
    home: Path,
    game: str = "red7",
    *,
    kills: int = KILLS,
) -> None:
    """Kill the program at random moments, and see it go on at the last step every time."""
    chance = Random(KILL_SEED)
    let_four_ai_players_play(home, game)
    before = None
    for number in range(kills + 1):  # It is opened once more after the last of them.
        which = f"kill {number} of seed {KILL_SEED}"
        if before is None or is_waiting(before):
            for left in (home / "saves").glob("match.json*"):
                left.unlink()
            running = start(home, "--play", "--game", game, "--deal", str(number))
            reached = 0
        else:
            running, reached = start(home), before.revision
            assert kept_match(home).log == before.log, f"{which}: opening it changes the match"
            screen.key("Return")
        reached = watch(home, reached, chance.uniform(0.0, 2.0))
        picture = camera.take(SIZE)
        running.kill()
        camera.save(picture, f"kill {number:02}")
        after = kept_match(home)
        assert after.revision >= reached, f"{which} lost a step"
        if before is not None and not is_waiting(before):
            assert after.log[: before.revision] == before.log, which
        before = after


def let_four_ai_players_play(home: Path, game: str) -> None:
    """Set up a match without people, at the fastest pace that is still seen."""
    keys = [level.key for level in BOX[game].players().levels]
    seats = tuple(SeatPlan(level=keys[number % 2]) for number in range(4))
    setup = replace(build_first_setup(BOX[game]), seats=seats).with_values(**_VALUES[game])
    (home / "config").mkdir(parents=True)
    writes = LateWrites()
    SetupStore(home / "config" / "setup.json", BOX, writes).keep(setup)
    writes.close()
    open_settings_file(home / "config" / "settings.json").save(Settings(speed=4.0))


def watch(home: Path, start: int, seconds: float) -> int:
    """Wait till a match has gone on, and some seconds more; give the last step that was seen."""
    reached = start

    def has_gone_on() -> bool:
        nonlocal reached
        reached = kept_match(home).revision
        return reached > start or is_waiting(kept_match(home))

    wait_until((home / "saves" / "match.json").exists, "a match is kept")
    wait_until(has_gone_on, f"the match goes on from step {start}")
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        reached = kept_match(home).revision
    return reached


def is_waiting(match: Match) -> bool:
    """Tell whether a match goes on only when somebody presses a button, or not at all."""
    to_act = match.game.to_act(match.state)
    return not to_act or to_act[0] == TABLE
