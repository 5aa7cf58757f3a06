"""Rulesets and match options: what may be asked for, and how the rest is refused."""

from __future__ import annotations

from typing import Any, Final

import pytest

from red7_desktop.games.red7.rules.rounds import MAX_TARGET, MatchOptions, read_options
from red7_desktop.games.red7.rules.rules import Ruleset, parse_ruleset
from red7_desktop.tabletop.game import InvalidOptions, InvalidPosition
from tests.unit.red7.rules.laid import RULESETS


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_a_ruleset_reads_back_as_itself(rules: Ruleset) -> None:
    assert parse_ruleset(str(rules)) == rules


def test_a_ruleset_names_level_actions_and_edition() -> None:
    assert str(Ruleset(advanced=True, actions=True, edition="first")) == "advanced+actions@first"
    assert str(Ruleset()) == "basic@1.3"


def test_without_an_edition_the_newer_one_is_meant() -> None:
    assert parse_ruleset("basic+actions") == parse_ruleset("basic+actions@1.3")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "@1.3",
            "basics",
            "Basic",
            "basic ",
            "basic+",
            "basic+action",
            "basic+actions+actions",
        ),
        *("basic@", "basic@2", "basic@1.3@first", "basic@1.3+actions", "+actions", "actions"),
    ],
)
def test_what_is_no_ruleset_is_refused_by_its_text(text: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        parse_ruleset(text)
    assert (refused.value.field, refused.value.word) == ("rules", text)


@pytest.mark.parametrize(("seats", "target"), [(2, 40), (3, 35), (4, 30)])
def test_options_left_out_are_the_common_ones(seats: int, target: int) -> None:
    expected = MatchOptions(Ruleset(advanced=True), seats, target, "after_highest")
    assert read_options({"seats": seats}) == expected
    assert read_options({}).seats == 2


def test_options_are_read_as_given_and_given_back_as_read() -> None:
    plain = {"rules": "basic+actions@first", "seats": 3, "target": 50, "starter": "lowest"}
    assert read_options(plain).to_plain() == plain


WRONG: Final[dict[str, tuple[Any, ...]]] = {
    "seats": (1, 5, 0, -2, 2.0, "2", None, True, [2]),
    "target": (0, -1, MAX_TARGET + 1, 40.0, "40", None, True),
    "starter": ("highest", "", None, 1, ["lowest"], {}),
    "rules": ("", "expert", None, 1, ["basic"], {}),
    "colour": ("red",),
    "": (1,),
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in WRONG.items() for value in values]
)
def test_an_option_that_cannot_be_is_refused_by_its_key(key: str, value: Any) -> None:
    with pytest.raises(InvalidOptions) as refused:
        read_options({"seats": 2, key: value})
    assert refused.value.key == key
    assert str(refused.value).startswith(f"option {key!r}: ")


def test_the_highest_target_is_all_the_points_there_are() -> None:
    assert read_options({"target": MAX_TARGET}).target == 7 * (1 + 2 + 3 + 4 + 5 + 6 + 7)
    assert read_options({"target": 1}).target == 1
