"""A person at the running program, who sees through a pilot and acts through xdotool.

The program's own save says what the state is; a pilot that goes on with a copy of it says where
things lie on the screen. So the tests look at nothing inside the process that they test.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import pygame

from red7_desktop.games.red7.rules.cards import TEXTS
from red7_desktop.games.red7.rules.match_steps import MatchStep, TakeScore
from red7_desktop.games.red7.rules.steps import BURY, DRAW, END, FETCH, PASS, PLAY, TAKE, Step
from red7_desktop.games.registry import BOX, rules_of
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.save import read_match
from tests.e2e.real_window import SIZE, Running, Screen, wait_until
from tests.ui.pilot import LONG_FRAME, Pilot, middle_of
from tests.ui.spring_playing import take_by_mouse

ME = 0


class Mirrored(Pilot):
    """A pilot whose mouse moves and clicks in the window as well, once it has got a screen."""

    screen: Screen | None = None

    def post(self, kind: int, **fields: Any) -> None:
        """Let an event of the mouse happen here and there."""
        super().post(kind, **fields)
        if self.screen is None:
            return
        self.screen.xdotool("mousemove", *fields["pos"], "sleep", 0.05)
        if kind != pygame.MOUSEMOTION:
            pressed = kind == pygame.MOUSEBUTTONDOWN
            self.screen.xdotool("mousedown" if pressed else "mouseup", fields["button"])

    def wait(self, seconds: float, frame: float = LONG_FRAME) -> None:
        """Wait here, and as long for the window."""
        super().wait(seconds, frame)
        if self.screen is not None:
            time.sleep(seconds)


class Hands:
    """A person on seat A."""

    def __init__(self, screen: Screen, running: Running, scratch: Path) -> None:
        self._screen = screen
        self._running = running
        self._scratch = scratch
        self._looks = 0

    # -- what there is -----------------------------------------------------------------------

    def match(self) -> Match:
        """Read the match as the program keeps it."""
        saved = self._running.home / "saves" / "match.json"
        wait_until(saved.exists, "a match is kept")
        return read_match(saved.read_text("utf-8"), rules_of(BOX)).match

    def wait_for_me(self) -> Match:
        """Wait until nobody but this person, or the table, is asked, or the match is over."""

        def is_asked() -> bool:
            match = self.match()
            to_act = match.game.to_act(match.state)
            return to_act in {(), (ME,), (TABLE,)}

        wait_until(is_asked, "the AI players have played")
        return self.match()

    def look(self, pilots: Callable[[Path, tuple[int, int]], Pilot] = Pilot) -> Pilot:
        """Give a pilot that sees what the window shows once nothing moves any more.

        pilots: makes it, from the folder of its files and the size of the window.
        """
        self._looks += 1
        copy = self._scratch / f"look{self._looks}"
        shutil.copytree(self._running.home, copy)
        pilot = pilots(copy, SIZE)
        pilot.program.resume()
        pilot.wait(1.0)
        return pilot

    # -- what is done ------------------------------------------------------------------------

    def play_round(self) -> None:
        """Play till the table waits or the match is over."""
        while True:
            match = self.wait_for_me()
            if ME not in match.game.to_act(match.state):
                return
            observation = match.game.observe(match.state, ME)
            greedy = BOX[match.game.name].players().player_of("greedy")
            for step in greedy.choose(observation, 0, 1).steps:
                self.act(step)

    def act(self, step: Any) -> None:
        """Do one step with the mouse, and wait until the program has kept it."""
        match = self.match()
        before = match.revision
        _HANDS[match.game.name](self, step)

        def mine() -> list[str]:  # others may pick at the same time
            return [taken.step for taken in self.match().log[before:] if taken.seat == ME]

        wait_until(lambda: bool(mine()), f"{step} is kept")
        assert mine()[0] == str(step)

    def act_in_red7(self, step: MatchStep) -> None:
        """Do a step of Red7, where a look at the table says what to click or drag."""
        pilot = self.look()
        if isinstance(step, TakeScore):
            self.press(pilot, f"take {step}")
        elif isinstance(step, Step):
            self._act_in_turn(pilot, step)
        pilot.close()

    def act_in_spring(self, step: Any) -> None:
        """Do a step of Spring Cleaning: where a click leads tells only who has clicked before."""
        pilot = self.look(Mirrored)
        assert isinstance(pilot, Mirrored)
        pilot.screen = self._screen
        take_by_mouse(pilot, step)
        pilot.close()

    def _act_in_turn(self, pilot: Pilot, step: Step) -> None:
        if step.kind == END:
            self.press(pilot, "end")
        elif step.kind == PASS:
            only = len(pilot.session.observe().legal) == 1
            self.press(pilot, "end" if only else "give_up")
        elif step.kind in {DRAW, FETCH}:
            self.press(pilot, "draw")
        else:
            zone = {PLAY: "palette", BURY: "deck", TAKE: "deck"}.get(step.kind, "canvas")
            start = pilot.pixel(pilot.place_of(TEXTS[step.card]))
            self._screen.drag(start, pilot.pixel(pilot.middle_of_zone(zone)))

    def press(self, pilot: Pilot, name: str) -> None:
        """Click a button by the name of its node."""
        node = [node for node in pilot.nodes(name) if node.interactive][-1]
        self._screen.click(pilot.pixel(middle_of(node)))


_HANDS: Final[Mapping[str, Callable[[Hands, Any], None]]] = {
    "red7": Hands.act_in_red7,
    "spring": Hands.act_in_spring,
}
"""How a step is done, by game."""
