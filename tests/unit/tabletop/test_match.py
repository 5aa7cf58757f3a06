"""A save reads as the match that was written, or says what is wrong, with any seats' names."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from red7_desktop.games.red7.rules import game
from red7_desktop.tabletop import files, records
from red7_desktop.tabletop import match as save
from red7_desktop.tabletop.game import TABLE, AnyGame
from tests.matches import MODES, begin, play_on, played
from tests.texts import ANY_TEXT, lines_mutated, mutated
from tests.unit.tabletop.test_files import JSON_VALUES

GAMES: dict[str, AnyGame] = {"red7": game.Red7()}
EXTRA = {"hints": True, "notes": ["Zoë’s choice", {"deep": [1, 2.5, None]}]}


def table_for(match: save.Match) -> list[save.SeatInfo]:
    return [save.SeatInfo(f"Zoë {seat}", "human") for seat in range(match.options["seats"])]


def saved(match: save.Match) -> str:
    return save.write_match(match, table_for(match), EXTRA)


def assert_same(one: save.Match, other: save.Match) -> None:
    assert one.game.name == other.game.name
    assert (one.options, one.seed) == (other.options, other.seed)
    assert one.log == other.log
    assert one.state == other.state
    assert one.outcomes == other.outcomes
    everyone = [TABLE, *range(one.options["seats"])]
    assert [one.explain_no_undo(who) for who in everyone] == [
        other.explain_no_undo(who) for who in everyone
    ]


@pytest.mark.sampled("rules")
@pytest.mark.parametrize(("rules", "seats"), MODES)
@pytest.mark.parametrize("seed", [1, 2, 2**70])
def test_saved_match_reads_back_equal(rules: str, seats: int, seed: int) -> None:
    match = played(rules, seats, seed)
    read = save.read_match(saved(match), GAMES)
    assert_same(read.match, match)
    assert read.match.game.result(read.match.state) is not None
    assert read.seats == tuple(table_for(match))
    assert read.extra == EXTRA
    assert save.write_match(read.match, read.seats, read.extra) == saved(match)


@pytest.mark.sampled
@pytest.mark.parametrize(("rules", "seats"), MODES)
def test_save_reads_back_equal_after_every_step(rules: str, seats: int) -> None:
    match, chance = begin(rules, seats, seed=8, target=8), random.Random(8)
    assert_same(save.read_match(saved(match), GAMES).match, match)
    while match.game.to_act(match.state):
        play_on(match, chance, steps=1)
        assert_same(save.read_match(saved(match), GAMES).match, match)


def test_save_is_readable_json() -> None:
    match = begin("advanced@1.3", 2, seed=7)
    seat = match.state.position.mover
    match.take_text(seat, "pass")
    assert save.write_match(
        match, [save.SeatInfo("Zoë", "human"), save.SeatInfo("Bo", "level 3")], {}
    ) == (
        "{\n"
        '  "format": "red7-desktop match",\n'
        '  "version": 1,\n'
        '  "game": "red7",\n'
        '  "options": {"rules": "advanced@1.3", "seats": 2, "target": 15},\n'
        '  "seed": 7,\n'
        '  "seats": [\n'
        '    {"name": "Zoë", "player": "human"},\n'
        '    {"name": "Bo", "player": "level 3"}\n'
        "  ],\n"
        '  "log": [\n'
        f'    ["{"AB"[seat]}", "pass"]\n'
        "  ],\n"
        '  "extra": {}\n'
        "}\n"
    )


def document() -> dict[str, Any]:
    """Return a save of the first 12 steps of a match as JSON values."""
    match = play_on(begin("advanced@1.3", 2, seed=1), random.Random(1), steps=12)
    written: dict[str, Any] = json.loads(saved(match))
    return written


def fault_of(text: str) -> save.DamagedSaveError:
    with pytest.raises(save.DamagedSaveError) as caught:
        save.read_match(text, GAMES)
    assert str(caught.value) == f"{caught.value.place}: {caught.value.why}"
    return caught.value


def put(*path: str | int, value: object) -> Callable[[dict[str, Any]], None]:
    """Make a change to a document: a value at a path."""

    def change(target: Any) -> None:
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value

    return change


def drop(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda target: target.pop(key)


@pytest.mark.parametrize(
    ("change", "code", "place", "words"),
    [
        (put("format", value="other match"), "foreign", "$.format", save.FORMAT),
        (drop("format"), "foreign", "$", save.FORMAT),
        (put("version", value=save.VERSION + 1), "newer_version", "$.version", "newer program"),
        (put("version", value=0), "bad_version", "$.version", "no version 0"),
        (put("version", value=True), "wrong_type", "$.version", "whole number"),
        (drop("version"), "missing_key", "$.version", "missing"),
        (drop("extra"), "missing_key", "$.extra", "missing"),
        (put("colour", value=1), "unknown_key", "$.colour", "no save"),
        (put("game", value="whist"), "unknown_game", "$.game", "'whist' is not one"),
        (put("game", value="x" * 40), "unknown_game", "$.game", f"'{'x' * 40}' is not one"),
        (put("game", value="x" * 41), "unknown_game", "$.game", f"'{'x' * 39}…' is not one"),
        (put("game", value=["red7"]), "wrong_type", "$.game", "a text"),
        (put("options", "seats", value=5), "illegal_options", "$.options.seats", "2 to 4"),
        (put("options", "wild", value=1), "illegal_options", "$.options.wild", "no such option"),
        (put("seed", value=1.5), "wrong_type", "$.seed", "whole number"),
        (put("seats", 1, value=["Ann"]), "wrong_type", "$.seats[1]", "name and player"),
        (put("seats", 1, value={"name": "Ann"}), "wrong_type", "$.seats[1]", "name and player"),
        (put("seats", 1, "name", value="a\nb"), "bad_seat", "$.seats[1].name", "line break"),
        (put("seats", 0, "player", value=""), "bad_seat", "$.seats[0].player", "empty"),
        (put("seats", value=[]), "wrong_seats", "$.seats", "0 seats are named"),
        (put("options", "seats", value=3), "wrong_seats", "$.seats", "the match has 3"),
        (put("log", value={}), "wrong_type", "$.log", "a list"),
        (put("log", 3, value="R7"), "wrong_type", "$.log[3]", "a seat and a step"),
        (put("log", 3, 0, value="Z"), "bad_step", "$.log[3][0]", "one of A, B"),
        (put("log", 3, 0, value=["A"]), "bad_step", "$.log[3][0]", "one of A, B"),
        (put("log", 3, 0, value="D"), "illegal_step", "$.log[3]", "not_your_turn"),
        (put("log", 3, 1, value=5), "wrong_type", "$.log[3][1]", "a text"),
        (put("log", 3, 1, value="R9"), "bad_step", "$.log[3][1]", "no such card"),
        (put("log", 3, 1, value="deal"), "illegal_step", "$.log[3]", "not_now"),
        (put("extra", value=None), "wrong_type", "$.extra", "an object"),
        (put("extra", "a b", value=float("nan")), "bad_value", '$.extra["a b"]', "number"),
    ],
)
def test_damaged_save_error_names_its_place(
    change: Callable[[dict[str, Any]], None], code: str, place: str, words: str
) -> None:
    damaged = document()
    change(damaged)
    fault = fault_of(json.dumps(damaged))
    assert (fault.code, fault.place) == (code, place)
    assert words in fault.why


def test_game_name_is_found_only_near_the_start_of_a_save_or_record() -> None:
    begun = '{"game": "red7'
    for length, found in ((400, "red7"), (401, None)):
        assert save.read_game_name(begun.rjust(length - 1) + '"}') == found
    head = records.RecordHead("chess", (), 1, date(2026, 1, 31), "*")
    lines = "\n".join(records.write_head(head, 1, []))
    for length in (7_999, 8_000):
        text = f"# {'x' * (length - len(lines) - 4)}\n{lines}\n"
        assert (len(text), records.read_head(text)) == (length, head)
    with pytest.raises(records.InvalidRecord):
        records.read_head(f"#{text}")
    with pytest.raises(records.InvalidRecord, match="must be a day"):
        records.read_head(text.replace("2026-01-31", "tomorrow"))


@pytest.mark.parametrize("text", ["[]", "null", "3", '"red7-desktop match"', '{"tracks": []}'])
def test_json_that_is_no_save_is_refused_as_foreign(text: str) -> None:
    fault = fault_of(text)
    assert (fault.code, fault.place) == ("foreign", "$")


def test_match_that_could_not_be_read_again_is_refused_when_saving() -> None:
    match = begin("basic@1.3", 2, seed=1)
    with pytest.raises(save.UnsaveableMatchError) as caught:
        save.write_match(match, table_for(match), {"when": {1, 2}})
    assert caught.value.place == "$.extra.when"
    for many in (1, 3):
        with pytest.raises(
            save.UnsaveableMatchError, match=f"{many} seats? .* but the match has 2"
        ):
            save.write_match(match, [save.SeatInfo("Ann", "human")] * many, {})
    with pytest.raises(save.UnsaveableMatchError, match="at most"):
        save.write_match(match, table_for(match), {"long": "x" * save.MAX_SAVE_SIZE})
    with pytest.raises(save.UnsaveableMatchError) as caught:
        save.write_match(begin("basic@1.3", 2, seed=10**40), table_for(match), {})
    assert caught.value.place == "$.seed"


def test_older_save_is_migrated_version_by_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(old: dict[str, Any]) -> dict[str, Any]:
        return {**{key: value for key, value in old.items() if key != "luck"}, "seed": old["luck"]}

    def shout(old: dict[str, Any]) -> dict[str, Any]:
        return {**old, "extra": {"was": old["extra"]}}

    older = document()
    older["luck"] = older.pop("seed")
    monkeypatch.setattr(save, "VERSION", 3)
    monkeypatch.setattr(save, "MIGRATIONS", {1: rename, 2: shout})
    read = save.read_match(json.dumps(older), GAMES)
    assert read.match.seed == document()["seed"]
    assert read.extra == {"was": document()["extra"]}


# == Reading any save gives a match or a DamagedSaveError, and changes no file.

TABLE_FOR_TWO = [save.SeatInfo("Zoë", "human"), save.SeatInfo("Bo", "level 3")]


def whole_save(steps: int = 1000) -> str:
    match = play_on(begin("advanced+actions@1.3", 2, seed=1), random.Random(1), steps)
    return save.write_match(match, TABLE_FOR_TWO, {"notes": ["ä", 1.5]})


WHOLE = whole_save()
SHORT = whole_save(steps=9)
ALPHABET = '[]{}":,\\ \n0123456789-eABtableRGV@+()^:end'
STEP_TEXTS = st.text("RV17@+()^:AB ", max_size=8) | st.sampled_from(
    ["", "end", "pass", "deal", "score", "score R7", "+", "(+)", "+R7", "(B:R7)", "@R7", "R7", "R8"]
)


def check(text: str) -> save.SavedMatch | None:
    """Read a text: a match that writes and reads again as it is, or a fault of a known kind."""
    try:
        read = save.read_match(text, GAMES)
    except save.DamagedSaveError as error:
        fault = error
    else:
        written = save.write_match(read.match, read.seats, read.extra)
        assert save.read_match(written, GAMES).match.log == read.match.log
        return read
    assert fault.place.startswith(("$", "line "))
    assert fault.why
    return None


@given(ANY_TEXT | st.binary(max_size=60).map(lambda data: data.decode(errors="surrogateescape")))
def test_any_text_is_read_or_refused_as_a_save(text: str) -> None:
    assert check(text) is None


@given(mutated(SHORT, ALPHABET) | mutated(WHOLE, ALPHABET) | lines_mutated(SHORT))
def test_save_with_random_changes_is_read_or_refused(text: str) -> None:
    check(text)


@given(st.sampled_from(sorted(json.loads(SHORT))), JSON_VALUES)
@example("options", {"seats": 2, "rules": "advanced", "starter": ["lowest"]})
@example("seed", -1)
def test_save_with_any_json_as_a_value_is_read_or_refused(key: str, value: Any) -> None:
    check(json.dumps({**json.loads(SHORT), key: value}))


@given(
    st.integers(0, 9),
    st.sampled_from(["A", "B", "C", "D", "E", "table", "", "AB"]),
    STEP_TEXTS | ANY_TEXT,
)
def test_save_with_any_text_as_a_step_is_read_or_refused(index: int, seat: str, step: str) -> None:
    document = json.loads(SHORT)
    document["log"].insert(index, [seat, step])
    check(json.dumps(document))


def test_truncated_save_is_refused_as_damaged() -> None:
    end = SHORT.rindex("}")
    for length in range(end):
        assert check(SHORT[:length]) is None
    assert check(SHORT[: end + 1]) is not None


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_save_is_read_with_any_line_ends_and_a_byte_order_mark(
    tmp_path: Path, newline: str
) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("\n", newline).encode())
    assert save.write_match(save.read_match(files.read_text(path), GAMES).match, TABLE_FOR_TWO, {})


# == Validation of seat names.


@pytest.mark.parametrize(
    "name",
    ["Ann", "Zoë", "李雷", "# 1: the first", "x" * save.MAX_NAME_LENGTH, "👩‍🚀", "❤️", "ﷺ", "דן"],
)
def test_player_name_of_one_line_is_accepted(name: str) -> None:
    assert save.SeatInfo(name, "human").name == name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "empty"),
        (" Ann", "space"),
        ("Ann\u00a0", "space"),
        ("An\nn", "line break"),
        ("An\0n", "control"),
        ("An\u2028n", "line break"),
        ("An\ud800n", "surrogate"),
        ("An\u202en", "direction"),
        ("\u2067Ann\u2069", "direction"),
        ("\u200b", "shows nothing"),
        ("\u3164\u3164", "shows nothing"),
        ("\u2800 \ufe0f", "shows nothing"),
        ("x" * (save.MAX_NAME_LENGTH + 1), "81 characters"),
    ],
)
def test_invalid_player_name_is_refused(name: str, words: str) -> None:
    with pytest.raises(files.InvalidValue, match=words) as caught:
        save.SeatInfo(name, "human")
    assert caught.value.place == "name"
    with pytest.raises(files.InvalidValue, match=words) as caught:
        save.SeatInfo("Ann", name)
    assert caught.value.place == "player"


@given(st.text(st.characters(codec=None), max_size=20))
def test_accepted_player_name_survives_encoding_and_stripping(name: str) -> None:
    if save.explain_invalid_name(name) is None:
        assert name.encode().decode() == name
        assert name.splitlines() == [name]
        assert name.strip() == name
