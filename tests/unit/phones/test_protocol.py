"""Messages of phones: what is read, and what is refused with its name."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.phones.protocol import (
    HIGHEST_NUMBER,
    MAX_GUEST_NAME_LENGTH,
    MAX_MESSAGE_LENGTH,
    MAX_PLACE,
    MAX_WORD_LENGTH,
    Button,
    Hello,
    InvalidMessage,
    Join,
    Pick,
    Ping,
    Step,
    read_message,
    write_message,
)
from tests.examples import examples

STEP = {
    "type": "step",
    "id": 1,
    "version": 2,
    "card": "hand:A#0",
    "zone": "canvas",
    "place": None,
}


def code_of(frame: str | bytes) -> str:
    with pytest.raises(InvalidMessage) as caught:
        read_message(frame)
    return caught.value.code


def changed(**values: Any) -> str:
    return json.dumps({**STEP, **values})


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            {"type": "hello", "room": "r", "token": "", "protocol": 1, "language": "de"},
            Hello("r", "", 1, "de"),
        ),
        ({"type": "join", "name": "Ana", "face": "cat"}, Join("Ana", "cat")),
        (STEP, Step(1, 2, "hand:A#0", "canvas", None)),
        ({**STEP, "place": 3}, Step(1, 2, "hand:A#0", "canvas", 3)),
        ({"type": "pick", "id": 1, "version": 2, "card": "c"}, Pick(1, 2, "c")),
        ({"type": "button", "id": 1, "version": 2, "ask": "end"}, Button(1, 2, "end")),
        ({"type": "ping"}, Ping()),
    ],
)
def test_message_of_every_type_is_read(written: dict[str, Any], read: object) -> None:
    assert read_message(json.dumps(written)) == read


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"{}", "not_text"),
        ("{", "broken_json"),
        ("[" * 4000, "broken_json"),
        ("[]", "not_an_object"),
        ("{}", "unknown_type"),
        ('{"type": 1}', "unknown_type"),
        ('{"type": ["step"]}', "unknown_type"),
        ('{"type": "leave"}', "unknown_type"),
        ('{"type": "ping", "more": 1}', "unknown_key"),
        ('{"type": "pick", "id": 1, "version": 2}', "missing_key"),
        (changed(id="1"), "wrong_type"),
        (changed(id=True), "wrong_type"),
        (changed(id=1.5), "wrong_type"),
        (changed(id=None), "wrong_type"),
        (changed(card=None), "wrong_type"),
        (changed(place="1"), "wrong_type"),
        (changed(id=-1), "out_of_range"),
        ('{"type": "join", "name": "", "face": "cat"}', "bad_name"),
        ('{"type": "join", "name": " Ana", "face": "cat"}', "bad_name"),
        ('{"type": "join", "name": "A\\u202ena", "face": "cat"}', "bad_name"),
        ('{"type": "join", "name": "\\ud800", "face": "cat"}', "bad_name"),
    ],
)
def test_invalid_message_is_refused_with_its_error_code(frame: str | bytes, code: str) -> None:
    assert code_of(frame) == code


@pytest.mark.parametrize(
    ("key", "most"),
    [("id", HIGHEST_NUMBER), ("version", HIGHEST_NUMBER), ("place", MAX_PLACE)],
)
def test_number_in_a_message_is_refused_above_its_limit(key: str, most: int) -> None:
    assert read_message(changed(**{key: most})) is not None
    assert code_of(changed(**{key: most + 1})) == "out_of_range"


def test_card_name_in_a_message_is_refused_above_its_length_limit() -> None:
    assert read_message(changed(card="c" * MAX_WORD_LENGTH)) is not None
    assert code_of(changed(card="c" * (MAX_WORD_LENGTH + 1))) == "out_of_range"


def test_guest_name_is_refused_above_its_length_limit() -> None:
    longest = json.dumps({"type": "join", "name": "ż" * MAX_GUEST_NAME_LENGTH, "face": ""})
    longer = json.dumps({"type": "join", "name": "ż" * (MAX_GUEST_NAME_LENGTH + 1), "face": ""})

    assert read_message(longest) == Join("ż" * MAX_GUEST_NAME_LENGTH, "")
    assert code_of(longer) == "bad_name"


def test_message_is_refused_above_its_length_limit() -> None:
    padding = " " * (MAX_MESSAGE_LENGTH - len('{"type":"ping"}'))

    assert read_message('{"type":"ping"}' + padding) == Ping()
    assert code_of('{"type":"ping"}' + padding + " ") == "too_long"


@examples(60)
@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_read_as_a_message_or_refused(frame: str) -> None:
    with suppress(InvalidMessage):
        read_message(frame)


def test_error_about_a_message_repeats_no_text_of_the_phone() -> None:
    with pytest.raises(InvalidMessage) as caught:
        read_message('{"type": "ping", "<script>\\n": "x"}')

    assert "script" not in str(caught.value)


def test_message_with_the_same_values_is_always_the_same_text() -> None:
    assert write_message("a", x=1, y={"d": 1, "c": "ż"}) == write_message(
        "a", y={"c": "ż", "d": 1}, x=1
    )
