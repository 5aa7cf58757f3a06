"""Whatever a save file holds, reading it gives a match or a DamagedSave, and changes no file."""

from __future__ import annotations

import json
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.tabletop.files import CannotRead, backup_of, load_with_backup, read_text
from red7_desktop.tabletop.game import AnyGame
from red7_desktop.tabletop.match import DamagedSave, SavedMatch, Seated, read_match, write_match
from tests.mutations import ANY_TEXT, lines_mutated, mutated
from tests.random_matches import begin, play_on
from tests.unit.tabletop.test_plain_json import JSON_VALUES

GAMES: dict[str, AnyGame] = {"red7": Red7()}
TABLE_FOR_TWO = [Seated("Zoë", "human"), Seated("Bo", "level 3")]


def whole_save(steps: int = 1000) -> str:
    match = play_on(begin("advanced+actions@1.3", 2, seed=1), random.Random(1), steps)
    return write_match(match, TABLE_FOR_TWO, {"notes": ["ä", 1.5]})


WHOLE = whole_save()
SHORT = whole_save(steps=9)
ALPHABET = '[]{}":,\\ \n0123456789-eABtableRGV@+()^:end'

STEP_TEXTS = st.text("RV17@+()^:AB ", max_size=8) | st.sampled_from(
    ["", "end", "pass", "deal", "score", "score R7", "+", "(+)", "+R7", "(B:R7)", "@R7", "R7", "R8"]
)


def check(text: str) -> SavedMatch | None:
    """Read a text: a match that writes and reads again as it is, or a fault of a known kind."""
    try:
        read = read_match(text, GAMES)
    except DamagedSave as error:
        fault = error
    else:
        written = write_match(read.match, read.seats, read.extra)
        assert read_match(written, GAMES).match.log == read.match.log
        return read
    assert fault.place.startswith(("$", "line "))
    assert fault.why
    return None


@given(ANY_TEXT | st.binary(max_size=60).map(lambda data: data.decode(errors="surrogateescape")))
def test_any_text_at_all(text: str) -> None:
    assert check(text) is None


@given(mutated(SHORT, ALPHABET) | mutated(WHOLE, ALPHABET) | lines_mutated(SHORT))
def test_a_save_changed_in_a_few_places(text: str) -> None:
    check(text)


@given(st.sampled_from(sorted(json.loads(SHORT))), JSON_VALUES)
@example("options", {"seats": 2, "rules": "advanced", "starter": ["lowest"]})
@example("seed", -1)
def test_any_json_in_place_of_one_value(key: str, value: Any) -> None:
    check(json.dumps({**json.loads(SHORT), key: value}))


@given(
    st.integers(0, 9),
    st.sampled_from(["A", "B", "C", "D", "E", "table", "", "AB"]),
    STEP_TEXTS | ANY_TEXT,
)
def test_any_step_anywhere_in_the_log(index: int, seat: str, step: str) -> None:
    document = json.loads(SHORT)
    document["log"].insert(index, [seat, step])
    check(json.dumps(document))


def test_a_save_that_is_cut_off_at_any_length_is_damaged() -> None:
    end = SHORT.rindex("}")
    for length in range(end):
        assert check(SHORT[:length]) is None
    assert check(SHORT[: end + 1]) is not None


@given(
    st.binary(max_size=80)
    | mutated(SHORT, ALPHABET).map(lambda text: text.encode("utf-8", "replace"))
)
def test_a_damaged_file_stays_as_it_is(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "match.json")
        backup_of(path).write_text(SHORT, "utf-8")
        path.write_bytes(data)
        loaded = load_with_backup(path, lambda text: read_match(text, GAMES))
        assert path.read_bytes() == data
        assert backup_of(path).read_text("utf-8") == SHORT
        assert len(list(Path(folder).iterdir())) == 2
        if loaded.problem is None:
            assert loaded.source == path
        else:
            assert isinstance(loaded.problem, DamagedSave | CannotRead)
            assert loaded.value.match.log == read_match(SHORT, GAMES).match.log


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path, newline: str) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("\n", newline).encode())
    assert write_match(read_match(read_text(path), GAMES).match, TABLE_FOR_TWO, {})
