"""Checks how sentences are woven from words and marks."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.rules.cards import BY_TEXT
from red7_desktop.kit.texts import (
    Run,
    Tone,
    apply_tone,
    capitalize_runs,
    join_runs,
    runs_of,
    to_plain,
    weave,
)
from tests.unit.red7.face.seen import words_of


def test_a_mark_keeps_its_place_in_a_sentence() -> None:
    six = words_of().card(BY_TEXT["R6"])
    assert weave("set {card} now", card=six) == (Run("set "), six, Run(" now"))


def test_words_that_look_alike_become_one_run() -> None:
    assert weave("{a} and {b}", a="Bo", b="Cleo") == (Run("Bo and Cleo"),)


def test_words_after_a_mark_do_not_melt_into_it() -> None:
    six = words_of().card(BY_TEXT["R6"])
    assert join_runs([six, six], ", ") == (six, Run(", "), six)


@pytest.mark.parametrize("template", ["{", "}", "{name", "{0!}"])
def test_a_broken_template_is_shown_as_it_is(template: str) -> None:
    assert to_plain(weave(template, name="Bo")) == template


def test_a_field_without_a_value_is_shown_as_it_is() -> None:
    assert to_plain(weave("{who} leads", name="Bo")) == "{who} leads"


def test_a_tone_is_given_to_those_that_have_none() -> None:
    mixed = (Run("You lead: "), Run("3 evens", tone=Tone.GOOD))
    assert [run.tone for run in apply_tone(mixed, Tone.STRONG)] == [Tone.STRONG, Tone.GOOD]


def test_a_sentence_begins_with_a_capital_unless_a_mark_comes_first() -> None:
    six = words_of().card(BY_TEXT["R6"])
    assert to_plain(capitalize_runs(runs_of("nobody leads"))) == "Nobody leads"
    assert capitalize_runs((six,)) == (six,)
