from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.games.red7.face.turn_words import (
    OPTIONS,
    find_target_points,
    parse_ruleset_values,
    to_options,
)
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.rounds import STARTERS, TARGETS
from red7_desktop.games.red7.rules.rules import EDITIONS
from red7_desktop.games.registry import BOX
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.texts import Texts
from red7_desktop.tabletop.game import InvalidOptions
from tests.setups import FIRST, PAIR, red7_setup


def test_the_first_set_up_is_one_person_against_the_ai_that_is_easiest() -> None:
    person, opponent = FIRST.seats
    assert person.is_person
    assert opponent.level == LEVELS[0].key


@given(
    seats=st.integers(2, 4),
    advanced=st.booleans(),
    actions=st.booleans(),
    edition=st.sampled_from(EDITIONS),
    target=st.none() | st.integers(1, 196),
    starter=st.sampled_from(STARTERS),
)
def test_every_set_up_can_be_dealt(seats: int, **options: Any) -> None:
    setup = red7_setup((SeatPlan(),) * seats, **options)
    assert all(option.allows(setup.values[option.key]) for option in OPTIONS)
    state = Red7().start(to_options(setup), seed=7)
    assert state.options.seats == seats
    assert state.options.rules.advanced == options["advanced"]
    assert state.options.rules.actions == options["actions"]
    assert state.options.target == (options["target"] or TARGETS[seats])


@pytest.mark.parametrize(
    ("key", "setup"),
    [
        ("rules", red7_setup(edition="2.0")),
        ("target", red7_setup(target=0)),
        ("starter", red7_setup(starter="loudest")),
    ],
)
def test_the_game_refuses_a_set_up_that_cannot_be_played(key: str, setup: Any) -> None:
    with pytest.raises(InvalidOptions) as refused:
        Red7().start(to_options(setup), seed=7)
    assert refused.value.key == key


def test_the_target_follows_the_number_of_seats_until_it_is_set() -> None:
    two = red7_setup(PAIR)
    three = two.with_more(SeatPlan())
    assert (find_target_points(two), find_target_points(three)) == (TARGETS[2], TARGETS[3])
    assert find_target_points(three.with_values(target=50)) == 50


def test_a_ruleset_decides_its_options_by_name() -> None:
    assert (
        red7_setup().with_values(**parse_ruleset_values("advanced+actions@first")).values["actions"]
    )
    with pytest.raises(InvalidOptions) as refused:
        parse_ruleset_values("expert")
    assert refused.value.why.startswith("'expert': must begin with")


def test_every_option_has_a_row_whose_choices_it_allows() -> None:
    face, texts = BOX["red7"].face(), Texts()
    for setup in (FIRST, red7_setup(PAIR, target=12, actions=True, starter=STARTERS[1])):
        rows = face.option_rows(setup, texts)
        assert [row.key for row in rows] == [option.key for option in OPTIONS]
        for row, option in zip(rows, OPTIONS, strict=True):
            values = [value for value, _ in row.choices]
            assert row.chosen in values
            assert all(map(option.allows, values))
