"""Files of puzzles are read as they were written, and a damaged line is named."""

from __future__ import annotations

import pytest

from red7_desktop.tabletop.puzzle import Puzzle, read_puzzles, text_of_puzzle, text_of_puzzles
from red7_desktop.tabletop.records import InvalidRecord

ONE = Puzzle(
    "bazaar", "sell", (("coins", 3), ("turns", 2)), 4, 1, "bazaar / A x / B y", ("a b", "c")
)
OTHER = Puzzle("bazaar", "take", (), 1, 0, "bazaar / A x / B z", ("d",))
LINE = "4 sell B coins=3 turns=2 | a b ; c | bazaar / A x / B y"


def test_what_was_written_is_read() -> None:
    text = text_of_puzzles("bazaar", [ONE, OTHER])
    assert text.splitlines()[:2] == ["puzzles 1 bazaar", LINE]
    assert read_puzzles(text, "bazaar") == (ONE, OTHER)


def test_comments_and_empty_lines_are_no_puzzles() -> None:
    text = f"puzzles 1 bazaar\n# easy ones\n\n{LINE}\n"
    assert read_puzzles(text, "bazaar") == (ONE,)


def test_a_key_depends_on_what_is_asked_alone() -> None:
    harder = Puzzle(ONE.game, ONE.kind, (), 5, ONE.seat, ONE.position, ("e",))
    assert harder.key == ONE.key != OTHER.key
    assert len(ONE.key) == 10


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("4 sell B | a", "line 2: puzzle"),
        ("4 sell | a | p", "line 2: puzzle"),
        ("6 sell B | a | p", "line 2: grade: '6'"),
        ("four sell B | a | p", "line 2: grade: 'four'"),
        ("4 Sell! B | a | p", "line 2: kind: 'Sell!'"),
        ("4 sell F | a | p", "line 2: seat: 'F'"),
        ("4 sell AB | a | p", "line 2: seat: 'AB'"),
        ("4 sell B coins | a | p", "line 2: figure: 'coins'"),
        ("4 sell B a=1 a=2 | a | p", "line 2: figure: 'a=2'"),
        ("4 sell B a=-1 | a | p", "line 2: figure: 'a=-1'"),
        ("4 sell B | a ; a | p", "line 2: answers"),
        ("4 sell B | a ; | p", "line 2: answers"),
        (f"{LINE}\n{LINE}", "line 3: position"),
    ],
)
def test_a_damaged_line_is_named(line: str, said: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        read_puzzles(f"puzzles 1 bazaar\n{line}\n", "bazaar")
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("head", ["", "puzzles 2 bazaar", "puzzles 1 poker", LINE])
def test_another_file_is_refused(head: str) -> None:
    with pytest.raises(InvalidRecord, match="line 1: head"):
        read_puzzles(f"{head}\n{text_of_puzzle(ONE)}\n", "bazaar")
