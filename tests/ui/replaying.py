"""What tests of matches that are looked at again share: a pilot that waits and does not draw."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from red7_desktop.app.headless import FRAME
from red7_desktop.app.replay.dock import ReplayMode
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import BOX
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.play.ai import InlineThinker, Reviewer
from red7_desktop.play.replay import Judging, ReplaySession
from red7_desktop.tabletop.player import Appraisal, Candidate, Players
from tests.setups import red7_setup
from tests.ui.pilot import LONG_FRAME, Pilot

GOLDEN = Path(__file__).parents[1] / "golden" / "two_rounds.red7"


class QuickReviewer(Reviewer):
    """Judges at once, and finds all turns to be the best ones."""

    def _judge(self, moment: Any, observation: Any, should_stop: Any) -> tuple[Appraisal]:
        best = Candidate(moment.taken, value=0.6, win_chance=0.7, samples=100)
        return (Appraisal(best, best),)


class BlindPilot(Pilot):
    """Flies without drawing, but where it is told to: the pictures are not what is tried here."""

    def frame(self, seconds: float = FRAME, *, draws: bool = False) -> None:
        super().frame(seconds, draws=draws)

    def wait(self, seconds: float, frame: float = LONG_FRAME) -> None:
        for _ in range(max(1, round(seconds / frame))):
            self.frame(frame)


def settled(pilot: Pilot) -> None:
    """Wait till what goes on in the background is done, and seen."""
    pilot.program.replays._part._keeper.do(lambda: None).result()
    pilot.wait(0.3)


def opened(pilot: Pilot, file: Path = GOLDEN) -> ReplaySession:
    pilot.program.show_title()
    pilot.program.replays.open_file(file)
    settled(pilot)
    return session_of(pilot)


def dock_of(pilot: Pilot) -> ReplayMode:
    screen = pilot.program.screen
    assert isinstance(screen, TableScreen)
    assert isinstance(screen._foot, ReplayMode)
    return screen._foot


def judging_of(pilot: Pilot) -> Judging:
    return dock_of(pilot)._judging


class BriefReviewer(Reviewer):
    """Judges at once, and finds what the quickest player would do to win more often."""

    def __init__(self, players: Players) -> None:
        super().__init__(players, InlineThinker())
        self._quick = players.level_of("newcomer")

    def _judge(self, moment: Any, observation: Any, should_stop: Any) -> tuple[Appraisal]:
        taken = Candidate(moment.taken, value=0.6, win_chance=0.57, samples=100)
        steps = self._quick.make().choose(observation, self._quick.budget, 0, should_stop).steps
        return (Appraisal(replace(taken, steps=steps, value=0.72, win_chance=0.68), taken),)


class SilentReviewer(BriefReviewer):
    """Has been asked, and never answers."""

    is_busy = True

    def poll(self) -> None:
        return None


def unjudged(pilot: Pilot) -> None:
    """Wait till a match is open and it is known where choices were had, of which none is judged."""
    while not is_replay(pilot):
        pilot.frame()
    judge_by(pilot, SilentReviewer)
    while judging_of(pilot).choices is None:
        pilot.frame()
    pilot.wait(1.0)
    assert not judging_of(pilot).judged


def judge_all(pilot: Pilot) -> None:
    """Wait till the match that is open has been judged to its end."""
    judge_by(pilot, BriefReviewer)
    judged(pilot)
    pilot.wait(1.0)


def judge_by(pilot: Pilot, reviewer: type[BriefReviewer]) -> None:
    judging_of(pilot)._reviewer = reviewer(BOX[pilot.session.match.game.name].players())


def last_remark(pilot: Pilot) -> int:
    """Give the last moment of which something is said, the end where nothing is."""
    return max(dock_of(pilot)._remarks.moments, default=session_of(pilot).timeline.last)


def is_replay(pilot: Pilot) -> bool:
    screen = pilot.program.screen
    return isinstance(screen, TableScreen) and isinstance(screen._foot, ReplayMode)


def judged(pilot: Pilot) -> Judging:
    """Wait till the match on record that is open has been judged as far as it is now."""
    while judging_of(pilot).is_busy:
        pilot.frame()
    return judging_of(pilot)


def session_of(pilot: Pilot) -> ReplaySession:
    assert isinstance(pilot.session, ReplaySession)
    return pilot.session


def give_up(pilot: Pilot, seed: int) -> None:
    """Play a little of a deal for two, and give the match up."""
    give_up_match(pilot, red7_setup((SeatPlan("Ann"), SeatPlan(level="newcomer")), seed=seed))


def give_up_match(pilot: Pilot, setup: GameSetup) -> None:
    """Play a little, and give the match up."""
    pilot.play(setup)
    pilot.wait_for_me()
    pilot.session.take(pilot.session.observe().legal[0])
    pilot.wait_for_me()
    pilot.program._give_up()
    settled(pilot)
