from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.card_art import LETTERS_HIGH_FIRST
from red7_desktop.games.red7.face.pictures import judge_example
from red7_desktop.games.red7.face.rules_text import PAGES, PalettesFigure, write_rules_pages
from red7_desktop.kit.game_view import Examples
from red7_desktop.kit.texts import Texts

BOOK = write_rules_pages(Texts())


def examples_of(letter: str) -> tuple[PalettesFigure, PalettesFigure]:
    (block,) = (block for block in BOOK[letter].blocks if isinstance(block, Examples))
    first, second = (example for _, example in block.rows)
    assert isinstance(first, PalettesFigure)
    assert isinstance(second, PalettesFigure)
    return first, second


def test_there_is_a_page_for_every_key_in_order() -> None:
    assert tuple(BOOK) == PAGES
    assert all(page.key == key and page.blocks for key, page in BOOK.items())


def test_no_two_pages_have_the_same_name_or_title() -> None:
    assert len({page.name for page in BOOK.values()}) == len(PAGES)
    assert len({page.title for page in BOOK.values()}) == len(PAGES)


@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_a_rules_examples_are_judged_by_that_rule_and_have_a_winner(letter: str) -> None:
    for example in examples_of(letter):
        assert example.letter == letter
        assert judge_example(example).leader >= 0


@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST.replace("R", ""))
def test_the_first_example_is_won_by_count_and_the_second_is_a_tie(letter: str) -> None:
    plain, tie = (judge_example(example) for example in examples_of(letter))
    assert plain.by == "count"
    assert tie.by in {"number", "colour"}
    sizes = {standing.size for standing in tie.standings}
    assert len(sizes) == 1


def test_reds_examples_are_won_by_number_and_by_colour() -> None:
    assert [judge_example(example).by for example in examples_of("R")] == ["number", "colour"]


@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_no_example_has_a_card_twice(letter: str) -> None:
    for example in examples_of(letter):
        faces = [face for palette in example.palettes for face in palette]
        assert len(set(faces)) == len(faces)


@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_every_first_example_has_a_card_that_does_not_count(letter: str) -> None:
    plain, _ = examples_of(letter)
    counting = sum(standing.size for standing in judge_example(plain).standings)
    assert counting < sum(len(palette) for palette in plain.palettes)
