"""What a line is worth: the samples, and a rival who would rather go out than reply."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.players.evaluation import GREEDY, Stakes
from red7_desktop.games.red7.players.rollout import GOES_OUT, Policy
from red7_desktop.games.red7.players.search import Forecast, Line
from red7_desktop.games.red7.rules.cards import BY_TEXT, PASS, RED, THE_PASS, set_of
from red7_desktop.games.red7.rules.game import position_of
from red7_desktop.games.red7.rules.notation import parse_position, parse_turn
from red7_desktop.games.red7.rules.standings import count_spoil
from red7_desktop.lab.red7.choose import observe_position

TURN = parse_turn("R5")
STRONG, WEAK = 1, 2
"""Packed replies that a hand makes which the rival would fight on with, and another."""


def line_with(conceded: float, *samples: tuple[float, int]) -> Line:
    line = Line(TURN, conceded)
    for value, reply in samples:
        line.record(value, value > 0.5, 0, reply)
    return line


def test_without_a_rival_that_goes_out_the_worth_is_the_mean() -> None:
    line = line_with(1.0, (0.2, STRONG), (0.9, WEAK), (0.7, GOES_OUT))
    assert line.worth == pytest.approx(line.mean) == pytest.approx(0.6)
    assert Line(TURN).worth == 0.0


def test_who_holds_a_bad_hand_goes_out_rather_than_lose_more() -> None:
    line = line_with(0.6, *[(0.9, WEAK)] * 50, *[(0.3, STRONG)] * 50)
    assert line.mean == pytest.approx(0.6)
    assert line.worth == pytest.approx((0.6 + 0.3) / 2)
    assert line.candidate(1, line).value == line.worth


def test_a_reply_seen_once_is_judged_by_the_others() -> None:
    line = line_with(0.6, *[(0.3, STRONG)] * 50, (0.9, WEAK))
    assert line.worth == pytest.approx(line.mean)


def made(position: str, turn: str) -> tuple[Line, Stakes, int]:
    seen = observe_position(parse_position(position))
    at = position_of(seen)
    stakes = Stakes(seen.options, at.scores, at.mover)
    steps = (THE_PASS,) if turn == "pass" else parse_turn(turn)
    line = Forecast(at, Policy(GREEDY, 0.3), stakes).line_of(steps)
    return line, stakes, count_spoil(RED, at.palettes[at.mover] | set_of([BY_TEXT["R5"]]))


SEATS = "A> R4 : R5 Y7 B2 O1 G2 : / B R3 : ?5 :"
TABLE = f"/ canvas / deck ?33 / {SEATS}"


def test_a_turn_concedes_what_its_palette_would_score() -> None:
    line, stakes, spoil = made(f"red7 advanced {TABLE}", "R5")
    assert line.conceded == stakes.value(0, spoil)
    assert 0.5 < line.conceded < 1.0


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        (f"red7 basic {TABLE}", "R5"),
        (f"red7 advanced {TABLE}", "pass"),
        (f"red7 advanced / canvas / deck ?27 / {SEATS} / C R1 : ?5 :", "R5"),
    ],
    ids=["no points", "going out", "three seats"],
)
def test_otherwise_nothing_is_conceded(position: str, turn: str) -> None:
    line, _, _ = made(position, turn)
    assert line.conceded == 1.0
    assert line.goes_out == (line.steps[-1].kind == PASS)
