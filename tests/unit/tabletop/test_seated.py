"""A seat's name fits on one line of a file, or is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.tabletop.match import LONGEST_NAME, InvalidSeat, Seated, explain_unfit_name


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë", "李雷", "# 1: the first", "x" * LONGEST_NAME, "👩‍🚀", "❤️", "ﷺ", "דן"]
)
def test_a_name_on_one_line_fits(name: str) -> None:
    assert Seated(name, "human").name == name


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
        ("x" * (LONGEST_NAME + 1), "81 characters"),
    ],
)
def test_another_name_is_refused(name: str, words: str) -> None:
    with pytest.raises(InvalidSeat, match=words) as caught:
        Seated(name, "human")
    assert caught.value.field == "name"
    with pytest.raises(InvalidSeat, match=words) as caught:
        Seated("Ann", name)
    assert caught.value.field == "player"


@given(st.text(st.characters(codec=None), max_size=20))
def test_whatever_fits_stays_the_same_in_a_file(name: str) -> None:
    if explain_unfit_name(name) is None:
        assert name.encode().decode() == name
        assert name.splitlines() == [name]
        assert name.strip() == name
