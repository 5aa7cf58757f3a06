"""A person at the running program, who sees through a pilot and acts through xdotool.

The program's own save says what the state is; a pilot that goes on with a copy of it says where
things lie on the screen. So the tests look at nothing inside the process that they test.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pygame

from red7_desktop.games.red7.rules.cards import (
    BURY,
    DRAW,
    END,
    FETCH,
    PASS,
    PLAY,
    TAKE,
    TEXTS,
    Step,
)
from red7_desktop.games.red7.rules.rounds import MatchStep, TakeScore
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match, read_match
from tests.e2e.pictures import ARTEFACTS, Camera, share_that_differs
from tests.e2e.real_window import SIZE, Running, Screen, wait_until
from tests.ui.pilot import Pilot
from tests.ui.spring_playing import take_by_mouse

ME = 0


CORNER: Final = (SIZE[0] - 1, SIZE[1] - 1)
"""Where a mouse rests on nothing."""
_STILL: Final = 0.3
"""Seconds in which a window that is still does not change."""
_MOVES: Final = 0.0005
"""The share of the pixels that may change all the same."""
_TOLD: Final = 8
"""So many of the last deeds, steps and lines of the log are told of a failure."""


class Mirrored(Pilot):
    """A pilot whose mouse moves and clicks in the window as well, once it has got `hands`.

    The window gets all of a gesture at once, from going down to coming up, or a click of a slow
    machine were a long press; then the pilot waits till the window has come as far as it has.
    """

    hands: Hands | None = None

    def __init__(self, home: Path, size: tuple[int, int]) -> None:
        super().__init__(home, size)
        self._gesture: list[str | float] = []
        self._known = 0

    def post(self, kind: int, **fields: Any) -> None:
        """Let an event of the mouse happen here and there."""
        super().post(kind, **fields)
        if self.hands is None:
            return
        self._gesture += ["mousemove", *fields["pos"], "sleep", 0.05]
        if kind != pygame.MOUSEMOTION:
            pressed = kind == pygame.MOUSEBUTTONDOWN
            self._gesture += ["mousedown" if pressed else "mouseup", fields["button"]]
        if kind == pygame.MOUSEBUTTONUP:
            self.hands.move(self._gesture)
            self._gesture = []
            if not self.session.match.log[self._known :]:
                self.wait(0.6)
                self.hands.see(self)

    def follow(self, hands: Hands) -> None:
        """Let the hands do from now on what the pilot does, until a step has been taken."""
        self.hands, self._known = hands, self.session.match.revision


class Hands:
    """A person on seat A."""

    def __init__(self, screen: Screen, running: Running, scratch: Path) -> None:
        self._screen = screen
        self._running = running
        self._scratch = scratch
        self._looks = 0
        self._camera = Camera(screen.frames, "following")
        self._pilot: Pilot | None = None
        self._done: list[str] = []
        self._has_keys = False

    # -- what there is -----------------------------------------------------------------------

    def match(self) -> Match:
        """Read the match as the program keeps it."""
        saved = self._running.home / "saves" / "match.json"
        self._wait_until(saved.exists, "a match is kept")
        return kept_match(self._running.home)

    def wait_for_me(self) -> Match:
        """Wait until nobody but this person, or the table, is asked, or the match is over."""

        def is_asked() -> bool:
            match = self.match()
            to_act = match.game.to_act(match.state)
            return to_act in {(), (ME,), (TABLE,)}

        self._wait_until(is_asked, "the AI players have played")
        return self.match()

    def look(self, pilots: Callable[[Path, tuple[int, int]], Pilot] = Pilot) -> Pilot:
        """Give a pilot that sees what the window shows, which nothing moves in any more.

        pilots: makes it, from the folder of its files and the size of the window.
        """
        self._looks += 1
        copy = self._scratch / f"look{self._looks}"
        shutil.copytree(self._running.home, copy, copy_function=_copy)
        self._pilot = pilot = pilots(copy, SIZE)
        pilot.program.resume()
        if self._has_keys:  # the caps on the buttons are for the keyboard
            pilot.key(pygame.K_LSHIFT)
        pilot.wait(1.0)
        self.move(["mousemove", *CORNER])
        self.see(pilot)
        return pilot

    def look_at_the_end(self) -> Pilot:
        """Give a pilot that sees the page about a round, as the window does.

        Before, both show the table while the cards land, and then what is won.
        """
        pilot = self.look()
        pilot.wait(4.0)
        assert pilot.nodes("next"), "the page about the round is not open"
        self.see(pilot)
        return pilot

    def see(self, pilot: Pilot, name: str = "") -> None:
        """Let a pilot's time pass until the window shows what the pilot does, and nothing moves.

        A card on its way is a small part of the window, and a click meanwhile may be nobody's.

        name: of a node, where only this is looked at, for around it things move for ever.
        """
        box = pilot.box_of(name) if name else pygame.Rect(0, 0, *SIZE)
        differs = self._screen.differs_in_part if name else self._screen.differs

        def is_alike() -> bool:
            pilot.wait(0.25)
            before = self._camera.take(SIZE).subsurface(box)
            if share_that_differs(before, pilot.surface.subsurface(box)) > differs:
                return False
            time.sleep(_STILL)
            return share_that_differs(before, self._camera.take(SIZE).subsurface(box)) <= _MOVES

        self._wait_until(is_alike, f"the window shows {name or 'all'} as the pilot does")

    def _wait_until(self, happens: Callable[[], bool], what: str) -> None:
        with self._telling():
            wait_until(happens, what)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell of a failure all that is known."""
        try:
            yield
        except AssertionError as error:
            if not hasattr(error, "__notes__"):
                error.add_note(self._account())
            raise

    def _account(self) -> str:
        """Keep what is seen, and tell what has been done and what the program has noted."""
        window = self._camera.keep("window", SIZE)
        told = [f"the last deeds: {self._done[-_TOLD:]}"]
        told.append(f"the program: {self._running.process.poll() or 'runs'}")
        if self._pilot is not None:
            self._camera.save(self._pilot.surface, "pilot")
            differs = share_that_differs(window, self._pilot.surface)
            told.append(f"{differs:.2%} of the window differs, see {ARTEFACTS / 'following'}")
        home = self._running.home
        if (home / "saves" / "match.json").exists():
            match = kept_match(home)
            steps = [f"{taken.seat}: {taken.step}" for taken in match.log]
            told += [f"{len(steps)} steps, at last: {steps[-_TOLD:]}", f"then: {match.state}"]
        for log in (home / "logs").glob("*"):
            told += [f"{log.name}:", *log.read_text("utf-8", "replace").splitlines()[-_TOLD:]]
        return "\n".join(told)

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
        self._done.append(f"step {step}")
        with self._telling():
            _HANDS[match.game.name](self, step)

        def mine() -> list[str]:  # others may pick at the same time
            return [taken.step for taken in self.match().log[before:] if taken.seat == ME]

        self._wait_until(lambda: bool(mine()), f"{step} is kept")
        with self._telling():
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
        pilot.follow(self)
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
            end = pilot.pixel(pilot.middle_of_zone(zone))
            self._done.append(f"drag {start} to {end}")
            self._has_keys = False
            self._screen.drag(start, end)

    def press(self, pilot: Pilot, name: str) -> None:
        """Click a button by the name of its node."""
        at = pilot.box_of(name).center
        self._done.append(f"click {name} at {at}")
        self._has_keys = False
        self._screen.click(at)

    def key(self, name: str) -> None:
        """Press a key, by its X name."""
        self._done.append(f"press {name}")
        self._has_keys = True
        self._screen.key(name)

    def move(self, chain: Sequence[str | float]) -> None:
        """Let xdotool carry out a chain of commands."""
        self._done.append(" ".join(map(str, chain)))
        self._screen.xdotool(*chain)


def kept_match(home: Path) -> Match:
    """Read the match as it is on disk: whole, at any moment."""
    return read_match((home / "saves" / "match.json").read_text("utf-8"), load_all_rules(BOX)).match


def _copy(source: str, target: str) -> None:
    """Copy a file of a program that goes on: one that is being written may be gone by now."""
    with suppress(FileNotFoundError):
        shutil.copy2(source, target)


_HANDS: Final[Mapping[str, Callable[[Hands, Any], None]]] = {
    "red7": Hands.act_in_red7,
    "spring": Hands.act_in_spring,
}
"""How a step is done, by game."""
