"""The command `replay` prints a record's positions turn by turn, or names its first bad line."""

from __future__ import annotations

from pathlib import Path

import pytest

from red7_desktop.games.red7.rules.notation import read_record, replay
from tests.unit.lab.running import lab

RECORD = Path(__file__).parents[2] / "golden" / "two_rounds.red7"


def test_it_gives_the_position_after_every_line() -> None:
    text = RECORD.read_text(encoding="utf-8")
    record = read_record(text)
    moments = replay(record)
    header, *events = lab("replay", str(RECORD), "--json").answers
    assert (header["event"], header["result"]) == ("record", record.result)
    assert header["rules"] == str(record.options.rules)
    assert header["names"]["A"] == record.seats[0].name
    assert [event["position"] for event in events] == [
        str(moment.state.position) for moment in moments
    ]
    assert [event["round"] for event in events if event["event"] == "deal"] == [1, 2]
    lines = text.splitlines()
    for event in events:
        line = lines[event["line"] - 1].strip()
        assert line == (event["position"] if event["event"] == "deal" else event["text"])


def test_it_reads_well() -> None:
    lines = lab("replay", str(RECORD)).lines
    assert lines[1].endswith("replays exactly")
    assert lines[2:4] == ["", "Round 1"]
    assert lines[4].startswith("  red7 ")
    assert lines[5].startswith("1. ")


def test_it_reads_standard_input() -> None:
    from_file = lab("replay", str(RECORD))
    assert lab("replay", "-", given=RECORD.read_bytes()) == from_file


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("game: red7", "game: chess", "'chess'"),
        ("4. B @O3+R1", "4. B @O3+R2", "'+R2'"),
        ("result: B 0-8", "result: A 8-0", "'A 8-0'"),
    ],
)
def test_it_names_the_first_bad_line_and_prints_nothing(
    tmp_path: Path, old: str, new: str, named: str
) -> None:
    bad = RECORD.read_text(encoding="utf-8").replace(old, new, 1)
    number = bad.splitlines().index(new) + 1
    file = tmp_path / "bad.red7"
    file.write_text(bad, encoding="utf-8")
    ran = lab("replay", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert f"{file}: line {number}: " in ran.err
    assert named in ran.err
