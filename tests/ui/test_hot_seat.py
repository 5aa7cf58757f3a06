"""Several people at one screen: the screen passes on, and nobody sees what is not theirs."""

from __future__ import annotations

from typing import Any

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.play.session import may_look
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.playing import act, by_drag

PEOPLE = red7_setup((SeatPlan("Ada"), SeatPlan("Bo"), SeatPlan(level="casual")), seed=4)


def watch(pilot: Pilot) -> list[str]:
    """Look at every frame from now on; list the hidden cards that lie open in one."""
    leaks: list[str] = []
    frame = pilot.frame

    def watched_frame(seconds: float = 1 / 60, *, draws: bool = True) -> None:
        frame(seconds, draws=draws)
        if pilot.program.session is not None:
            leaks.extend(leaked(pilot))

    pilot.frame = watched_frame  # type: ignore[method-assign]
    return leaks


def leaked(pilot: Pilot) -> list[str]:
    """List the cards of hands that show their face although they may not be seen."""
    session = pilot.session
    shown: list[str] = []
    for seat, letter in enumerate("ABC"):
        is_own = seat == session.viewer and may_look(session, seat)
        if not is_own:
            row = pilot.view.cast.rows[f"hand:{letter}"]
            shown += [f"{letter}: {card.shown}" for card in row if card.shown is not None]
    return shown


def play(pilot: Pilot, turns: int) -> list[int]:
    """Play some turns by hand; give whose eyes the screen had at each."""
    eyes: list[int] = []
    for _ in range(turns):
        pilot.wait(1.0)
        waited = 0
        while not pilot.nodes("reveal") and not pilot.session.is_viewers_turn:
            pilot.wait(0.5)
            waited += 1
            if not pilot.session.to_act or pilot.session.is_waiting_for_table:
                return eyes
            assert waited < 100
        if pilot.nodes("reveal"):
            assert pilot.session.viewer is None
            reveal(pilot)
        viewer = pilot.session.viewer
        assert viewer is not None
        eyes.append(viewer)
        take_turn(pilot, viewer)
    return eyes


def reveal(pilot: Pilot) -> None:
    """Open the curtain, once it lets itself be opened."""
    pilot.wait(1.0)
    pilot.press("reveal")
    pilot.wait(1.0)


def take_turn(pilot: Pilot, viewer: int) -> None:
    while pilot.session.is_viewers_turn and pilot.session.viewer == viewer:
        seen: Any = pilot.session.observe()
        for step in PLAYERS.player_of("greedy").choose(seen, 0, 1).steps:
            act(pilot, step, by_drag)


def test_the_screen_passes_from_one_person_to_the_other(pilot: Pilot) -> None:
    pilot.program.play(PEOPLE)
    leaks = watch(pilot)
    eyes = play(pilot, 6)
    assert {0, 1} <= set(eyes)
    assert leaks == []


def test_before_anybody_has_pressed_no_hand_is_open(pilot: Pilot) -> None:
    pilot.program.play(PEOPLE)
    leaks = watch(pilot)
    for _ in range(20):
        pilot.wait(0.5)
    assert pilot.session.viewer is None
    assert leaks == []
    assert pilot.nodes("reveal")


def test_the_person_named_sits_at_the_bottom(pilot: Pilot) -> None:
    pilot.program.play(PEOPLE)
    pilot.wait(1.0)
    while not pilot.nodes("reveal"):
        pilot.wait(0.5)
    reveal(pilot)
    viewer = pilot.session.viewer
    assert viewer is not None
    assert pilot.view.is_own_hand(f"hand:{'ABC'[viewer]}")
    assert None not in pilot.view.zones[f"hand:{'ABC'[viewer]}"]


def test_undo_does_not_reach_the_turn_of_the_person_before(pilot: Pilot) -> None:
    pilot.program.play(PEOPLE)
    play(pilot, 2)
    pilot.wait(1.0)
    while not (pilot.nodes("reveal") or pilot.session.is_viewers_turn):
        pilot.wait(0.5)
    if pilot.nodes("reveal"):
        reveal(pilot)
    revision = pilot.session.match.revision
    pilot.press("undo")
    assert pilot.session.match.revision == revision
