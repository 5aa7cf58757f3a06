"""What is told of what was: what someone has missed, and the moment at an end."""

from __future__ import annotations

import pytest

from red7_desktop.kit.match_model import (
    CountedCard,
    CountedTally,
    Finale,
    LogLine,
    LogSection,
    MatchEnd,
    Recap,
    RoundEnd,
    RoundsTable,
    ScoreRow,
    SeatShare,
    Story,
    build_finale,
    build_recap,
)
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.kit.texts import Tone, runs_of, to_plain

ANN, BO = SeatSign(0, "A", "Ann"), SeatSign(1, "B", "Bo")


def log(*seats: int | None, announced: str = "", ending: str = "") -> LogSection:
    """Make a section of turns, each told by its number."""
    lines = [LogLine(nth, seat, runs_of(str(nth))) for nth, seat in enumerate(seats, start=1)]
    return LogSection("", tuple(lines), runs_of(announced), ending=runs_of(ending))


def words(recap: Recap) -> str:
    return " ".join([to_plain(line.line) for line in recap.lines])


def test_seven_lines_are_told_of_what_was_missed_and_of_more_the_last_ones() -> None:
    assert (Recap(()).left_out, build_recap([], 0)) == (0, Recap(()))
    for count, shown, left_out in (
        (1, "1", 0),
        (7, "1 2 3 4 5 6 7", 0),
        (8, "2 3 4 5 6 7 8", 1),
        (10, "4 5 6 7 8 9 10", 3),
    ):
        recap = build_recap([log(*[1] * count)], 0)
        assert (words(recap), recap.left_out) == (shown, left_out)


def test_nothing_is_told_that_was_before_the_last_own_turn() -> None:
    first = log(1, 0, 1, announced="A", ending="E")
    second = log(1, None, announced="B")
    assert words(build_recap([first, second], 0)) == "3 E B 1 2"
    assert words(build_recap([first, log(announced="B")], 2)) == "A 1 2 3 E B"
    assert words(build_recap([second, log(0)], 0)) == ""


@pytest.mark.parametrize(("winners", "winner"), [((), None), ((1,), 1), ((0, 1), None)])
def test_a_section_is_won_by_one_alone(winners: tuple[int, ...], winner: int | None) -> None:
    assert LogSection("", (), winners=winners).winner == winner


def test_the_moment_tells_the_round_or_else_what_all_rounds_came_to() -> None:
    story = Story((), (), "")
    cards = (CountedCard("R7", 7),)
    rows = (ScoreRow(ANN, 3, 10, 40, True), ScoreRow(BO, 5, 5, 40, False))
    last = RoundEnd(
        "Ann wins the round", (ANN,), story, CountedTally("", cards, ""), rows, Tone.BAD
    )
    match = MatchEnd("Bo wins", (BO,), RoundsTable((ANN, BO), ("", "", ""), (), (3, 9)))
    shares = (SeatShare(ANN, 3, 10), SeatShare(BO, 5, 5))
    assert build_finale(None, None) is None
    assert build_finale(last, None) == Finale(last.title, (ANN,), shares, cards, gains=Tone.BAD)
    both = build_finale(last, match)
    assert both == Finale(match.title, (BO,), shares, cards, gains=Tone.BAD)
    assert both is not None
    assert both.crowned == {1}
    sums = (SeatShare(ANN, 0, 3), SeatShare(BO, 0, 9))
    assert build_finale(None, match) == Finale(match.title, (BO,), sums)
    assert build_finale(None, MatchEnd("Bo wins", (BO,), story=story)) == Finale("Bo wins", (BO,))
