"""A person for the pilot: decides like the careful AI player, acts with hands of flesh."""

from __future__ import annotations

from collections.abc import Callable

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules.cards import (
    BURY,
    DISCARD,
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
from tests.ui.pilot import LONG_FRAME, Pilot

Carry = Callable[[Pilot, str, str], None]
"""How a card gets to a zone: by drag, or by clicks."""


def by_drag(pilot: Pilot, face: str, zone: str) -> None:
    pilot.drag(face, zone)


def by_clicks(pilot: Pilot, face: str, zone: str) -> None:
    pilot.click_over(face, zone)


def take_turn(pilot: Pilot, carry: Carry) -> None:
    """Take the viewer's turn to its end, or to where AI players or the table go on."""
    while pilot.session.is_viewers_turn:
        observation = pilot.session.observe()
        for step in PLAYERS.player_of("greedy").choose(observation, 0, 1).steps:
            act(pilot, step, carry)


def act(pilot: Pilot, step: MatchStep, carry: Carry) -> None:
    """Do one step by hand, and see that it was taken."""
    before = pilot.session.match.revision
    if isinstance(step, TakeScore):
        pilot.press(f"take {step}")
    elif isinstance(step, Step):
        _act_in_turn(pilot, step, carry)
    assert pilot.session.match.revision > before, f"{step} was not taken"
    assert pilot.session.match.log[before].step == str(step)
    pilot.wait(0.6)


def _act_in_turn(pilot: Pilot, step: Step, carry: Carry) -> None:
    if step.kind == END:
        pilot.press("end")
    elif step.kind == PASS:
        give_up(pilot)
    elif step.kind in {DRAW, FETCH}:
        pilot.press("draw")
    else:
        zone = {PLAY: "palette", DISCARD: "canvas", BURY: "deck", TAKE: "deck"}
        carry(pilot, TEXTS[step.card], zone.get(step.kind, "canvas"))


def give_up(pilot: Pilot) -> None:
    """Go out of the round, by whichever button offers it."""
    name = "end" if len(pilot.session.observe().legal) == 1 else "give_up"
    pilot.press(name)
    pilot.wait(0.3)
    if pilot.nodes("question"):
        pilot.press("yes")


def play_round(pilot: Pilot, carry: Carry) -> None:
    """Play till the round is over: the table waits, or the match has ended."""
    session = pilot.session
    while session.to_act and not session.is_waiting_for_table:
        if session.is_viewers_turn:
            take_turn(pilot, carry)
        else:
            pilot.wait_for_me()


def rush_round(pilot: Pilot) -> None:
    """Play till the round is over as `play_round` does, but at once and by no hand."""
    session = pilot.session
    while session.to_act and not session.is_waiting_for_table:
        if session.is_viewers_turn:
            for step in PLAYERS.player_of("greedy").choose(session.observe(), 0, 1).steps:
                session.take(step)
        else:
            session.hurry()
            pilot.frame(LONG_FRAME, draws=False)
