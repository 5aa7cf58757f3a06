"""What is told of what was: what someone has missed, and the moment at an end."""

from __future__ import annotations

import pytest

from red7_desktop.kit import match_model
from red7_desktop.kit.phrases import SeatLabel
from red7_desktop.kit.texts import Tone, to_plain, to_runs

ANN, BO = SeatLabel(0, "A", "Ann"), SeatLabel(1, "B", "Bo")


def log(*seats: int | None, announced: str = "", ending: str = "") -> match_model.LogSection:
    """Make a section of turns, each told by its number."""
    lines = [
        match_model.LogLine(nth, seat, to_runs(str(nth))) for nth, seat in enumerate(seats, start=1)
    ]
    return match_model.LogSection("", tuple(lines), to_runs(announced), ending=to_runs(ending))


def words(recap: match_model.Recap) -> str:
    return " ".join([to_plain(line.line) for line in recap.lines])


def test_recap_shows_at_most_the_last_seven_log_lines() -> None:
    assert match_model.build_recap([], 0) == match_model.Recap(())
    assert match_model.Recap(()).left_out == 0
    for count, shown, left_out in (
        (1, "1", 0),
        (7, "1 2 3 4 5 6 7", 0),
        (8, "2 3 4 5 6 7 8", 1),
        (10, "4 5 6 7 8 9 10", 3),
    ):
        recap = match_model.build_recap([log(*[1] * count)], 0)
        assert (words(recap), recap.left_out) == (shown, left_out)


def test_recap_starts_after_the_last_own_turn() -> None:
    first = log(1, 0, 1, announced="A", ending="E")
    second = log(1, None, announced="B")
    assert words(match_model.build_recap([first, second], 0)) == "3 E B 1 2"
    assert words(match_model.build_recap([first, log(announced="B")], 2)) == "A 1 2 3 E B"
    assert words(match_model.build_recap([second, log(0)], 0)) == ""


@pytest.mark.parametrize(("winners", "winner"), [((), None), ((1,), 1), ((0, 1), None)])
def test_log_section_has_a_winner_only_when_exactly_one_seat_won(
    winners: tuple[int, ...], winner: int | None
) -> None:
    assert match_model.LogSection("", (), winners=winners).winner == winner


def test_finale_shows_the_round_result_or_the_match_result() -> None:
    story = match_model.RoundStory((), (), "")
    cards = (match_model.CountedCard("R7", 7),)
    rows = (match_model.ScoreRow(ANN, 3, 10, 40, True), match_model.ScoreRow(BO, 5, 5, 40, False))
    tally, table = match_model.CountedTally("", cards, ""), ((ANN, BO), ("", "", ""), (), (3, 9))
    last = match_model.EndModel("Ann wins", (ANN,), story, tally, scores=rows, gains=Tone.BAD)
    moment = match_model.build_finale(last)
    assert moment == match_model.Finale("Ann wins", (ANN,), rows, cards, gains=Tone.BAD)
    assert moment.crowned == {0}
    sums = (match_model.ScoreRow(ANN, 0, 3), match_model.ScoreRow(BO, 0, 9))
    match = match_model.EndModel("Bo wins", (BO,), rounds=match_model.RoundsTable(*table))
    assert match_model.build_finale(match) == match_model.Finale("Bo wins", (BO,), sums)
    bare = match_model.EndModel("Bo wins", (BO,), story=story)
    assert match_model.build_finale(bare) == match_model.Finale("Bo wins", (BO,))


def test_copied_log_numbers_turns_only() -> None:
    lines = (
        match_model.LogLine(1, 0, to_runs("Ann led 5")),
        match_model.LogLine(0, None, to_runs("Ann wins the trick")),
        match_model.LogLine(2, 0, to_runs("Ann led 6")),
    )

    text = match_model.to_text([match_model.LogSection("Round 1", lines)])

    assert text == "Round 1\n1. Ann led 5\nAnn wins the trick\n2. Ann led 6\n"
