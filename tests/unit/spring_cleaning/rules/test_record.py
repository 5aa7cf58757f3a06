"""Records: a match as text that replays by itself, and what is wrong with texts that do not."""

from __future__ import annotations

import datetime
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.rules.notation import Record, read_record, replay
from red7_desktop.tabletop.game import Options
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.records import InvalidRecord
from tests.unit.spring_cleaning.rules.playing import GAME, OPTIONS, play

DAY = datetime.date(2026, 1, 31)
NAMES = ["Ann", "Zoë", "C", "D", "E"]


def recorded(seed: int, options: Options, most: int = 100_000) -> tuple[Match, str]:
    match = Match(GAME, options, seed)
    play(match, Random(seed), most)
    seats = options["seats"]
    return match, str(Record.of(match, NAMES[:seats], ["human"] * seats, DAY))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_record_reads_back_and_replays_to_the_same_match(options: Options) -> None:
    match, text = recorded(1, options)
    record = read_record(text)
    assert str(record) == text
    assert record == Record.of(
        match, NAMES[: len(record.seats)], ["human"] * len(record.seats), DAY
    )
    last = replay(record)[-1].state
    assert last.position == match.state.position
    assert last.rounds == match.state.rounds
    assert last.reshuffles == match.state.reshuffles


@pytest.mark.parametrize("most", [0, 1, 2, 30])
def test_a_match_that_goes_on_is_recorded_to_its_last_turn(most: int) -> None:
    match, text = recorded(2, {"seats": 2}, most)
    record = read_record(text)
    assert record.result == "*"
    assert len(record.rounds[-1].turns) == len(match.state.turns)
    assert replay(record)[-1].state.turns == match.state.turns


def test_a_new_deck_replays() -> None:
    texts = [recorded(seed, {"seats": 5})[0] for seed in range(3)]
    assert any(match.state_at(at).reshuffles for match in texts for at in range(match.revision))
    for seed in range(3):
        replay(read_record(recorded(seed, {"seats": 5})[1]))


MATCH, TEXT = recorded(5, {"seats": 2})
FIRST = TEXT.split("\n\n")[1].splitlines()
LEADER = "AB"[MATCH.state_at(0).leader]

FAULTS = [
    ("game: spring", "game: red7", "game"),
    ("version: 1", "version: 2", "version"),
    ("version: 1", "version: 0", "version"),
    ("version: 1", "version: x", "version"),
    ("pickup: next_turn", "pickup: soon", "pickup"),
    ("pickup: next_turn", "pickup: at_once", "pickup"),
    ("seat B: Zoë\n", "", "seats"),
    ("seat A: Ann", "seat A:", "seat A"),
    ("player A: human", "player A:", "player A"),
    ("seed: 5", "seed: three", "seed"),
    ("date: 2026-01-31", "date: 2026-02-31", "date"),
    ("result: ", "result: Q", "result"),
    ("seed: 5", "seed: 3\nseed: 4", "header"),
    ("seed: 5", "seed: 3\ncolour: red", "header"),
    ("seed: 5", "seed 3", "header"),
    (FIRST[0], "1. A offer 1", "round"),
    (FIRST[0], FIRST[0].replace("table", "tabel"), "table"),
    (FIRST[1], FIRST[1].replace("1.", "2."), "turn number"),
    (FIRST[1], "1. A", "turn"),
    (FIRST[1], "1. C offer 1", "seat"),
    (FIRST[1], "1. A offer x", "turn"),
    (FIRST[1], "1. A offer 13", "turn"),
    (FIRST[1], "1. A draw insert 1 offer 1", "turn"),
    (FIRST[2], FIRST[1].replace("1.", "2."), "seat"),
    (FIRST[3], f"3. {LEADER} draw insert 1 offer 1", "turn"),
    ("\n\n" + "\n".join(FIRST), "", "trash"),
]


@pytest.mark.parametrize(("old", "new", "field"), FAULTS, ids=range(len(FAULTS)))
def test_a_fault_is_named(old: str, new: str, field: str) -> None:
    assert old in TEXT
    with pytest.raises(InvalidRecord) as caught:
        replay(read_record(TEXT.replace(old, new, 1)))
    assert caught.value.field == field
    assert str(caught.value).startswith(f"line {caught.value.line}: {field}: ")


@pytest.mark.parametrize("text", ["", "\n", "game: spring", "x" * 1_000_001, "a" * 2000])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord):
        read_record(text)


def test_a_record_without_rounds_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="round"):
        read_record(TEXT.split("\n\n")[0])


def test_a_wrong_result_is_refused() -> None:
    record = read_record(TEXT)
    wrong = TEXT.replace(f"result: {record.result}", "result: AB 1-1")
    with pytest.raises(InvalidRecord, match="result"):
        replay(read_record(wrong))


def test_a_draw_of_another_card_is_refused() -> None:
    line = next(line for line in FIRST if "draw=" in line)
    card = line[line.index("draw=") + 5]
    other = line.replace(f"draw={card}", f"draw={int(card) % 9 + 1}")
    with pytest.raises(InvalidRecord, match="wrong_draw"):
        replay(read_record(TEXT.replace(line, other, 1)))


def test_a_round_after_the_end_and_a_turn_after_the_round_are_refused() -> None:
    with pytest.raises(InvalidRecord, match="round"):
        replay(read_record(TEXT + "\n" + FIRST[0] + "\n"))
    with pytest.raises(InvalidRecord, match="no round can be dealt"):
        replay(read_record(TEXT.replace("\n".join(FIRST), FIRST[0], 1)))
    number = len(FIRST)
    late = "\n".join([*FIRST, f"{number}. A draw insert 1 offer 1"])
    with pytest.raises(InvalidRecord, match="the round is over"):
        replay(read_record(TEXT.replace("\n".join(FIRST), late, 1)))


def test_a_deal_that_cannot_be_is_refused() -> None:
    deal = FIRST[0]
    other = {"A": "B", "B": "A"}[LEADER]
    moved = deal.replace(f"{LEADER}>?", f"{LEADER}?").replace(f"{other}?", f"{other}>?")
    picked = deal.replace("A?", "A=1").replace("A>?", "A>=1")
    hidden = deal[: deal.index("deck")] + "deck ?39" + deal[deal.index(" / discard") :]
    fewer = deal[: deal.index("deck")] + "deck" + deal[deal.index(" / discard") :]
    for wrong in (picked, hidden, fewer, deal.replace(": 0", ": 1", 1)):
        assert wrong != deal
        with pytest.raises(InvalidRecord):
            replay(read_record(TEXT.replace(deal, wrong, 1)))
    later = TEXT.split("\n\n")[2].splitlines()[0]
    leads = "A" if "A>" in later else "B"
    follows = {"A": "B", "B": "A"}[leads]
    moved = later.replace(f"{leads}>?", f"{leads}?").replace(f"{follows}?", f"{follows}>?")
    with pytest.raises(InvalidRecord, match="leader"):
        replay(read_record(TEXT.replace(later, moved, 1)))


def test_names_must_fit_the_seats() -> None:
    with pytest.raises(ValueError, match="1 names for 2 seats"):
        Record.of(MATCH, ["Ann"], ["human"], DAY)
