"""The reasons of hints follow from the lines that were compared."""

from __future__ import annotations

from typing import Any

import pytest

from red7_desktop.games.red7.players import reasons
from red7_desktop.games.red7.players.rollout import DROPS_OUT, OPENING_COUNT_SHIFT
from red7_desktop.games.red7.players.search import Line
from red7_desktop.games.red7.rules import cards, notation
from red7_desktop.lab.red7.workbench import observe_position
from red7_desktop.tabletop.player import Candidate, Choice, Reasons

MINE = "red7 advanced@1.3 / canvas / deck ?30 / A> V1 : G6 G4 G2 Y3 : / B B2 : ?3 :"
"""Most turns lead under several rules."""


def steps(text: str) -> tuple[cards.Step, ...]:
    return tuple([cards.parse_step(word) for word in text.split()])


def make_line(turn: str, unanswered: float) -> Line:
    """Make a line whose next seat had no winning turn in a share of 100 worlds."""
    made = Line(steps(turn), next_seat=1)
    for nth in range(100):
        has_reply = nth >= round(100 * unanswered)
        made.record_round(
            0.5, won=False, points=0, reply=1 << OPENING_COUNT_SHIFT if has_reply else DROPS_OUT
        )
    return made


def weighed(turn: str, value: float, **known: Any) -> Candidate:
    return Candidate(steps(turn), value, known.pop("win_chance", value), 400, error=0.01, **known)


def find(*candidates: Candidate, shares: tuple[float, ...] = (0.0, 0.0)) -> Reasons:
    lines = [
        make_line(" ".join(map(str, each.steps)), share)
        for each, share in zip(candidates, shares, strict=True)
    ]
    seen = observe_position(notation.parse_position(MINE))
    return reasons.find_reason(seen, Choice(candidates[0].steps, candidates), lines, 1)


def named(found: Reasons) -> tuple[str, str]:
    return str(found.why), str(found.other.why) if found.other else ""


PLAY = weighed("G2 end", 0.5)
WORSE = weighed("G4 end", 0.4)
AS_GOOD = weighed("G4 end", 0.49)


@pytest.mark.parametrize(
    ("best", "other", "shares", "said"),
    [
        (PLAY, WORSE, (0.7, 0.3), ("unanswered (seat=1, tenths=7)", "loses (other=1)")),
        (PLAY, AS_GOOD, (0.7, 0.68), ("unanswered (seat=1, tenths=7)", "")),
        (PLAY, AS_GOOD, (0.2, 0.1), ("harder (seat=1)", "")),
        (
            weighed("@G6 + end", 0.5),
            AS_GOOD,
            (0.0, 0.0),
            ("cards (count=4, other=3)", "keep (card=G6)"),
        ),
        (PLAY, AS_GOOD, (0.0, 0.0), ("rules (count=7, other=6)", "")),
        (AS_GOOD, PLAY._replace(value=0.48), (0.0, 0.0), ("None", "rules (count=7, other=6)")),
        (
            PLAY._replace(points=20.0),
            WORSE._replace(win_chance=0.6, points=12.0),
            (0.0, 0.0),
            ("points (points=20, other=12)", "loses (other=1)"),
        ),
        (
            PLAY._replace(points=20.0),
            AS_GOOD._replace(points=12.0),
            (0.0, 0.0),
            ("more_points (points=20, other=12)", ""),
        ),
    ],
)
def test_hint_reason_distinguishes_the_best_turn_from_the_next(
    best: Candidate, other: Candidate, shares: tuple[float, float], said: tuple[str, str]
) -> None:
    assert named(find(best, other, shares=shares)) == said


def test_hint_reason_defaults_to_the_lower_value_of_the_next_turn() -> None:
    worse = weighed("G2 end", 0.4)

    assert named(find(weighed("G4 end", 0.5), worse)) == ("loses (other=1)", "")


def test_reason_to_drop_out_is_how_seldom_staying_in_wins() -> None:
    out = Candidate((cards.PASS_STEP,), 0.6, 0.0, 400)

    assert named(find(out, WORSE._replace(win_chance=0.07))) == ("out (percent=7)", "")


def test_no_reason_is_given_against_an_equally_good_dropping_out() -> None:
    out = Candidate((cards.PASS_STEP,), 0.49, 0.0, 400, error=0.01)

    assert named(find(PLAY, out)) == ("None", "")
    assert named(find(PLAY, out._replace(value=0.4))) == ("loses (other=1)", "")
