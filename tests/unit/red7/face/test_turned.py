"""One sentence tells a round or match of Red7, and how near a loser came, as its log has it."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.history import count_cards_short
from red7_desktop.kit.texts import to_plain
from tests.random_matches import played
from tests.unit.red7.face.test_endings import at_round_end, match_end, round_end
from tests.unit.red7.rules.laid import laid


def test_a_round_turned_with_the_winners_last_turn() -> None:
    match = at_round_end(3, 0)
    told = round_end(match, 0).told
    assert to_plain(told.line) == "You turned it with yellow 2, green 7: the lead changed 11 times"
    assert told.cards == ("Y2", "G7")
    assert told.miss == ()
    told = round_end(match, 1).told
    assert to_plain(told.line).startswith("Ann turned it with yellow 2")
    assert to_plain(told.miss) == "1 card more would have saved you under Evens"


def test_a_match_turned_in_the_round_since_which_its_winner_led() -> None:
    match = played("advanced@1.3", 3, seed=0)
    assert [each.winner for each in match.state.rounds] == [0, 2, 1]
    told = match_end(match, 0).told
    assert to_plain(told.line) == "Bo turned it in round 3 with green 3: the lead changed once"
    assert told.cards == ("G3",)
    assert to_plain(told.miss) == "You were 7 points behind Bo"
    match = played("advanced@1.3", 3, seed=1)
    assert to_plain(match_end(match, 2).told.line) == "You led from round 1 to the end"


@pytest.mark.parametrize(
    ("canvas", "own", "rival", "short"),
    [
        ("", "V7", "B1", 0),  # Red: the highest card
        ("", "V6", "B7", 1),
        ("V1", "R7", "R2 O3 G1", 3),  # Violet: most cards below 4
        ("G1", "R2 O6", "Y2 Y4 Y6", 1),  # Green: as many evens, and a higher one
        ("G1", "R1", "Y2 Y6", 2),
    ],
)
def test_cards_are_missing_till_the_seat_would_lead(
    canvas: str, own: str, rival: str, short: int
) -> None:
    position = laid(f"A> {own} : O1", f"B {rival} : O2", canvas=canvas)
    assert count_cards_short(position, 0) == short
