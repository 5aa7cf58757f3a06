"""Spring Cleaning with three people at one screen: nobody sees or hears what is not theirs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from red7_desktop.games.spring_cleaning.rules.cards import DRAW, TAKE, THE_DRAW
from red7_desktop.games.spring_cleaning.rules.cards import INSERT as PUT_IN
from red7_desktop.games.spring_cleaning.rules.cards import OFFER as PUT_OUT
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.play.session import may_look
from red7_desktop.table.card_nodes import CardNode
from tests.ui.pilot import Pilot
from tests.ui.spring_playing import planned, seen_by
from tests.ui.test_speaking import Recorder

PEOPLE = (SeatPlan("Ada"), SeatPlan("Bo"), SeatPlan("Cleo"), SeatPlan(level="casual"))
SETUP = GameSetup("spring", PEOPLE, {"pickup": "at_once"}, seed=2)
HIDDEN = ("hand", "drawn", "picked", "deck")
OTHERS_DRAW = re.compile(r"(?!You )\b\w+ drew (?:the )?[1-9](?! from)")
OWN = re.compile(r"Your hand|You drew [1-9](?! from)|Put the [1-9] in")
"""What only one of those who listen may know."""


class WatchedPilot(Pilot):
    """Looks for hidden faces in every node of every frame that is drawn."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.leaks: list[str] = []

    def frame(self, seconds: float = 1 / 60, *, draws: bool = True) -> None:
        super().frame(seconds, draws=draws)
        if draws and self.program.session is not None:
            self.leaks += self._leaked()

    def _leaked(self) -> list[str]:
        """List the cards with a face, in their node or in its picture, that may not be known."""
        session = self.session
        zones = session.observe().zones if session.viewer is None else {}
        known = zones or seen_by(self).zones
        leaks = []
        for node in self.program.kit.stage.root.walk():
            if not isinstance(node, CardNode) or not node.zone.startswith(HIDDEN):
                continue
            kind, _, letter = node.zone.partition(":")
            seat = "ABCD".find(letter) if letter else -1
            is_own = seat == session.viewer and may_look(session, seat)
            if not is_own and (node.shown or node.face) not in {None, *known[node.zone]}:
                leaks.append(f"{kind} of {letter} shows {node.shown or node.face}")
        return leaks


def take(pilot: Pilot) -> int:
    """Take the next step of whoever is asked, once they have opened the curtain; give its kind."""
    for _ in range(40):
        if pilot.nodes("reveal"):
            pilot.wait(0.7)
            pilot.press("reveal")
        pilot.wait(0.4)
        if pilot.session.is_viewers_turn and not pilot.nodes("reveal"):
            break
    step = planned(pilot)
    if step.kind == TAKE and THE_DRAW in seen_by(pilot).legal:
        step = THE_DRAW  # what others must not see
    pilot.session.take(step)
    pilot.wait(0.4)
    return step.kind


def test_no_face_of_another_is_seen_or_said_in_a_round_of_three(tmp_path: Path) -> None:
    pilot = WatchedPilot(tmp_path)
    kit = pilot.program.kit
    kit.speech = recorder = Recorder()
    kit.change_settings(replace(kit.settings, spoken_log=True))
    pilot.play(SETUP)
    kinds = [take(pilot) for _ in range(14)]
    assert {DRAW, PUT_IN, PUT_OUT} <= set(kinds)
    assert pilot.leaks == []
    assert any("drew a card" in said for said in recorder.said)
    assert not [said for said in recorder.said if OTHERS_DRAW.search(said) or OWN.search(said)]
    pilot.close()


def test_undo_goes_back_to_the_draw_and_not_before_it(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.play(SETUP)
    kinds = [take(pilot)]
    while kinds[-1] != DRAW:
        kinds.append(take(pilot))
    drawn = pilot.session.match.revision
    take(pilot)
    pilot.press("undo")
    pilot.wait(0.4)
    assert pilot.session.match.revision == drawn
    assert not [node for node in pilot.nodes("undo") if node.interactive and node.focusable]
    pilot.close()
