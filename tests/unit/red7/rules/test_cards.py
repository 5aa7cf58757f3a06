from __future__ import annotations

from red7_desktop.games.red7.rules.cards import (
    ALL,
    BY_TEXT,
    COLOURS,
    DECK_SIZE,
    EVENS,
    LETTERS,
    LOWS,
    OF_COLOUR,
    OF_NUMBER,
    TEXTS,
    card_of,
    cards_in,
    colour_of,
    number_of,
    set_of,
    texts_of,
    worth_of,
)
from tests.unit.red7.rules.laid import cards, row

COLOURS_HIGH_TO_LOW = "ROYGBIV"


def test_there_are_49_different_cards_of_seven_numbers_and_colours() -> None:
    assert len(set(TEXTS)) == DECK_SIZE == 49
    assert {text[0] for text in TEXTS} == set(COLOURS_HIGH_TO_LOW)
    assert {text[1] for text in TEXTS} == set("1234567")


def test_a_card_compares_by_number_first_then_by_colour() -> None:
    by_hand = [
        f"{colour}{number}" for number in range(1, 8) for colour in COLOURS_HIGH_TO_LOW[::-1]
    ]
    assert list(TEXTS) == by_hand
    assert BY_TEXT["V7"] > BY_TEXT["R6"] > BY_TEXT["O6"]


def test_a_card_is_its_number_and_its_colour() -> None:
    for text, card in BY_TEXT.items():
        assert number_of(card) == int(text[1])
        assert LETTERS[colour_of(card)] == text[0]
        assert card_of(colour_of(card), number_of(card)) == card


def test_colours_rank_from_violet_up_to_red() -> None:
    assert [LETTERS[colour] for colour in COLOURS] == list(COLOURS_HIGH_TO_LOW[::-1])


def test_the_sets_of_a_colour_part_the_deck() -> None:
    assert sum(OF_COLOUR) == ALL
    assert OF_COLOUR[LETTERS.index("G")] == cards("G1 G2 G3 G4 G5 G6 G7")


def test_the_sets_of_a_number_part_the_deck() -> None:
    assert sum(OF_NUMBER) == ALL
    assert OF_NUMBER[0] == 0
    assert OF_NUMBER[6] == cards("R6 O6 Y6 G6 B6 I6 V6")


def test_evens_and_lows_are_the_cards_that_green_and_violet_count() -> None:
    assert all(bool(EVENS >> card & 1) == (text[1] in "246") for text, card in BY_TEXT.items())
    assert all(bool(LOWS >> card & 1) == (text[1] in "123") for text, card in BY_TEXT.items())


def test_a_set_lists_its_cards_low_to_high_and_its_texts_high_to_low() -> None:
    some = cards("G4 R7 V1 O4")
    assert list(cards_in(some)) == list(row("V1 G4 O4 R7"))
    assert texts_of(some) == ["R7", "O4", "G4", "V1"]
    assert not texts_of(0)
    assert not list(cards_in(0))


def test_a_set_made_of_its_own_cards_is_the_same_set() -> None:
    for some in (0, ALL, EVENS, 1, 1 << 48, cards("R7 V1 G4")):
        assert set_of(cards_in(some)) == some


def test_each_card_is_worth_its_number() -> None:
    assert worth_of(cards("R7 V1 G4")) == 12
    assert worth_of(0) == 0
    assert worth_of(ALL) == 7 * (1 + 2 + 3 + 4 + 5 + 6 + 7)
