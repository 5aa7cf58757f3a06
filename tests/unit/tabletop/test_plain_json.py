"""JSON from outside is read whole or refused, with the place named."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.tabletop.files import MAX_DEPTH, InvalidJson, check_plain, read_json

LIMIT = 10_000

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**39), 10**39)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


def fault_of(text: str) -> InvalidJson:
    with pytest.raises(InvalidJson) as caught:
        read_json(text, LIMIT)
    return caught.value


@given(JSON_VALUES)
def test_what_passes_the_check_reads_as_it_was(value: object) -> None:
    check_plain(value)
    for ascii_only in (True, False):
        assert read_json(json.dumps(value, ensure_ascii=ascii_only), 1_000_000) == value


@given(st.text(st.characters(codec=None), max_size=60) | st.text('[]{}":,\\ 0-9entrufals\n'))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        check_plain(read_json(text, 50))
    except InvalidJson as error:
        fault = error
    else:
        return
    assert fault.code in {"too_large", "too_deep", "broken_json", "bad_value"}
    assert str(fault) == f"{fault.place}: {fault.why}"


@pytest.mark.parametrize(
    ("text", "code", "place", "words"),
    [
        ("", "broken_json", "line 1, column 1", "empty"),
        ('{\n  "a": [1,\n', "broken_json", "line 3, column 1", "the text ends"),
        ('{"a": 1,\n "b" 2}', "broken_json", "line 2, column 6", "':'"),
        ('{"a": "x\n"}', "broken_json", "line 1, column 9", "control character"),
        ('{"a": {"b": [0, NaN]}}', "bad_value", "$.a.b[1]", "not a number"),
        ("[-Infinity]", "bad_value", "$[0]", "not a number"),
        ("[1e999]", "bad_value", "$[0]", "not a number"),
        (f'{{"a": {"9" * 5000}}}', "bad_value", "$.a", "not a number"),
        ('{"a": {"b": 1, "c": 2, "b": 1}}', "bad_value", "$.a.b", "twice"),
        ('["fine", "\\ud800"]', "bad_value", "$[1]", "surrogate"),
        ('{"\\ud800": 1}', "bad_value", "$", "surrogate"),
        ('{"two words": [NaN]}', "bad_value", '$["two words"][0]', "not a number"),
    ],
)
def test_a_fault_names_its_place(text: str, code: str, place: str, words: str) -> None:
    fault = fault_of(text)
    assert (fault.code, fault.place) == (code, place)
    assert words in fault.why


@pytest.mark.parametrize("opening", ["[", '{"a":', '[["[[[",', '["\\"",'])
def test_deep_nesting_is_refused_at_the_bracket_that_goes_too_deep(opening: str) -> None:
    fault = fault_of("\n".join([opening] * 1000))
    assert fault.code == "too_deep"
    assert fault.place.startswith("line ")


def test_the_place_of_deep_nesting_is_exact() -> None:
    assert fault_of("[\n" * MAX_DEPTH + '"[", [').place == f"line {MAX_DEPTH + 1}, column 6"


def test_nesting_as_deep_as_allowed_reads() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert json.dumps(read_json(text, LIMIT)) == text
    assert fault_of(f"[{text}]").code == "too_deep"


def test_brackets_in_texts_do_not_nest() -> None:
    assert read_json('["[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "\\"[[[[[[[[[[["]', LIMIT)


@pytest.mark.parametrize("filler", ["[", '"', "x"])
def test_a_text_of_50_megabytes_is_refused(filler: str) -> None:
    assert fault_of('["' + filler * 50_000_000).code == "too_large"


@pytest.mark.parametrize("filler", ['"\\', '\\"', '"', "[]", "\\"])
def test_a_text_at_the_limit_is_read_in_one_pass(filler: str) -> None:
    """A scanner that tried every quote as a beginning again would take hours over these."""
    text = '["' + filler * 500_000
    with pytest.raises(InvalidJson):
        read_json(text, len(text))


def test_a_long_key_is_not_repeated_in_every_place() -> None:
    fault = fault_of(json.dumps({"k" * 5000: [1, 2, "\ud800"]}))
    assert fault.code == "bad_value"
    assert len(fault.place) < 100


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"a": (1, 2)}, "$.a"),
        ({"a": {"b": {1}}}, "$.a.b"),
        ({1: "a"}, "$"),
        ([10**40], "$[0]"),
        ([-(10**40)], "$[0]"),
        ([float("nan")], "$[0]"),
        ([b"bytes"], "$[0]"),
    ],
)
def test_a_value_that_json_would_change_is_refused(value: object, place: str) -> None:
    with pytest.raises(InvalidJson) as caught:
        check_plain(value)
    assert caught.value.place == place


def test_a_list_that_holds_itself_is_refused() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(InvalidJson, match="nested deeper"):
        check_plain(endless)


def test_the_largest_whole_numbers_are_kept() -> None:
    most = 10**40 - 1
    check_plain([most, -most])
    assert read_json(f"[{most}, {-most}]", LIMIT) == [most, -most]
