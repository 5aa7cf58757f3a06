"""Plays matches in the real program, with a monkey at the mouse, the keys and the pad.

A monkey alone would never end a match. So when it has done a while what it likes and nobody has
taken a step, somebody with sense takes one for the person who is asked, as a hand would.
"""

from __future__ import annotations

import gc
from pathlib import Path
from random import Random
from typing import NamedTuple

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.app.window import tidy
from red7_desktop.games.red7.rules.standings import KNOWN
from red7_desktop.play.session import Session
from red7_desktop.scene.paint.surfaces import BoundedCache
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match
from tests.soak.invariants import check_cards, check_match, check_state
from tests.soak.memory import resident
from tests.soak.plans import Plan
from tests.ui.monkey import Monkey
from tests.ui.pilot import Pilot

PATIENCE = 7
"""So many deeds of the monkey without a step of the match, and a step is taken for it."""
MOST_DEEDS = 6_000
"""No match takes so many, whatever the monkey does; most end after a few hundred."""
PAUSE = 0.05


class MonkeyTable:
    """One program, and a monkey that plays match after match in it."""

    def __init__(self, home: Path, seed: int) -> None:
        self.pilot = Pilot(home)
        self._monkey = Monkey(self.pilot, seed)
        self._chance = Random(seed)

    def close(self) -> None:
        """End the program."""
        self.pilot.close()

    def play(self, plan: Plan) -> int:
        """Play a match to its end; gives the number of its steps. Raises whatever goes wrong."""
        pilot = self.pilot
        pilot.program.play(plan.setup)
        pilot.session.pause = PAUSE
        match = pilot.session.match
        idle, before = 0, match.revision
        for deed in range(MOST_DEEDS):
            self._monkey.act_with_any_device()
            pilot.program.is_running = True  # the monkey may press Quit
            session = pilot.program.session
            if session is None or session.match is not match:
                match = self._back_to_table(plan)
                session = pilot.session
            idle, before = (0 if match.revision != before else idle + 1), match.revision
            if not match.game.to_act(match.state):
                break
            if idle > PATIENCE:
                self._step_in(session)
            if deed % 10 == 0:
                self._check(session)
        else:
            raise AssertionError(f"no end after {MOST_DEEDS} deeds")
        pilot.wait(1.0)
        check_match(match, ["Ann", "Ben", "Cleo", "Dora", "Eve"][: len(plan.players)])
        return match.revision

    def _back_to_table(self, plan: Plan) -> Match:
        """Go on with the kept match when the monkey has left it, else begin another."""
        program = self.pilot.program
        if program.session is None:
            program.resume()
        if program.session is None:
            program.play(plan.setup)
        self.pilot.session.pause = PAUSE
        return self.pilot.session.match

    def _step_in(self, session: Session) -> None:
        """Take a step for whoever is asked, where it is no AI player."""
        (seat, *_) = session.to_act
        if seat == TABLE:
            session.go_on()
        elif session.seats[seat].is_person:
            if session.viewer != seat:
                session.look_as(seat)
            legal = session.observe().legal
            tempting = [step for step in legal if str(step) != "pass"]
            session.take(self._chance.choice(tempting or list(legal)))
        else:
            session.hurry()
        self.pilot.frame(0.1)

    def _check(self, session: Session) -> None:
        game, state = session.match.game, session.match.state
        check_cards(game, state)
        if self._chance.random() < 0.1:
            check_state(game, state, self._chance)
        screen = self.pilot.program.screen
        if isinstance(screen, TableScreen) and self.pilot.program.session is session:
            assert screen.view.zones == dict(session.observe().zones)


class Shown(NamedTuple):
    """What came of a match on the screen: its steps, and what went wrong ("": nothing).

    held, left: the bytes of memory after it, as the program keeps it, and once the stores that have
    a limit were emptied.
    """

    steps: int
    trouble: str
    held: int
    left: int


def play_match(table: MonkeyTable, plan: Plan) -> Shown:
    """Play a match, and see what is left of it."""
    steps, trouble = 0, ""
    try:
        steps = table.play(plan)
    except Exception as error:  # the soak goes on, and tells all of them in the end
        trouble = f"{plan}\n    {type(error).__name__}: {error}"
    tidy()  # as the program does whenever it rests
    held = resident()
    empty_stores()
    return Shown(steps, trouble, held, resident())


def empty_stores() -> None:
    """Empty what is kept only to be quick, and within a limit: pictures, fonts, strengths.

    The stores of pictures alone come and go by 40 MB with the sizes and languages that the monkey
    picks, which would hide a leak of a whole match's size.
    """
    for store in gc.get_objects():
        if isinstance(store, BoundedCache):
            store.clear()
    KNOWN.clear()
    tidy()
