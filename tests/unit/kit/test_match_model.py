"""What is told of what was: what someone has missed, and the moment at an end."""

from __future__ import annotations

import pytest

from red7_desktop.kit import match_model
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.kit.texts import Tone, runs_of, to_plain

ANN, BO = SeatSign(0, "A", "Ann"), SeatSign(1, "B", "Bo")


def log(*seats: int | None, announced: str = "", ending: str = "") -> match_model.LogSection:
    """Make a section of turns, each told by its number."""
    lines = [
        match_model.LogLine(nth, seat, runs_of(str(nth))) for nth, seat in enumerate(seats, start=1)
    ]
    return match_model.LogSection("", tuple(lines), runs_of(announced), ending=runs_of(ending))


def words(recap: match_model.Recap) -> str:
    return " ".join([to_plain(line.line) for line in recap.lines])


def test_seven_lines_are_told_of_what_was_missed_and_of_more_the_last_ones() -> None:
    assert (match_model.Recap(()).left_out, match_model.build_recap([], 0)) == (
        0,
        match_model.Recap(()),
    )
    for count, shown, left_out in (
        (1, "1", 0),
        (7, "1 2 3 4 5 6 7", 0),
        (8, "2 3 4 5 6 7 8", 1),
        (10, "4 5 6 7 8 9 10", 3),
    ):
        recap = match_model.build_recap([log(*[1] * count)], 0)
        assert (words(recap), recap.left_out) == (shown, left_out)


def test_nothing_is_told_that_was_before_the_last_own_turn() -> None:
    first = log(1, 0, 1, announced="A", ending="E")
    second = log(1, None, announced="B")
    assert words(match_model.build_recap([first, second], 0)) == "3 E B 1 2"
    assert words(match_model.build_recap([first, log(announced="B")], 2)) == "A 1 2 3 E B"
    assert words(match_model.build_recap([second, log(0)], 0)) == ""


@pytest.mark.parametrize(("winners", "winner"), [((), None), ((1,), 1), ((0, 1), None)])
def test_a_section_is_won_by_one_alone(winners: tuple[int, ...], winner: int | None) -> None:
    assert match_model.LogSection("", (), winners=winners).winner == winner


def test_the_moment_tells_the_round_or_else_what_all_rounds_came_to() -> None:
    story = match_model.Story((), (), "")
    cards = (match_model.CountedCard("R7", 7),)
    rows = (match_model.ScoreRow(ANN, 3, 10, 40, True), match_model.ScoreRow(BO, 5, 5, 40, False))
    last = match_model.RoundEnd(
        "Ann wins the round", (ANN,), story, match_model.CountedTally("", cards, ""), rows, Tone.BAD
    )
    match = match_model.MatchEnd(
        "Bo wins", (BO,), match_model.RoundsTable((ANN, BO), ("", "", ""), (), (3, 9))
    )
    shares = (match_model.SeatShare(ANN, 3, 10), match_model.SeatShare(BO, 5, 5))
    assert match_model.build_finale(None, None) is None
    assert match_model.build_finale(last, None) == match_model.Finale(
        last.title, (ANN,), shares, cards, gains=Tone.BAD
    )
    both = match_model.build_finale(last, match)
    assert both == match_model.Finale(match.title, (BO,), shares, cards, gains=Tone.BAD)
    assert both is not None
    assert both.crowned == {1}
    sums = (match_model.SeatShare(ANN, 0, 3), match_model.SeatShare(BO, 0, 9))
    assert match_model.build_finale(None, match) == match_model.Finale(match.title, (BO,), sums)
    assert match_model.build_finale(
        None, match_model.MatchEnd("Bo wins", (BO,), story=story)
    ) == match_model.Finale("Bo wins", (BO,))
