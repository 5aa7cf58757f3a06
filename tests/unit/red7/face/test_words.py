"""Checks what the engine's facts are called: names, cards, rules, standings, who leads."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.rules.cards import BY_TEXT, LETTERS
from red7_desktop.games.red7.rules.standings import MARGINS, judge_rule
from red7_desktop.kit.texts import Tone, to_plain
from tests.unit.red7.face.seen import words_of
from tests.unit.red7.rules.laid import laid


def rank(letter: str) -> int:
    return LETTERS.index(letter)


def test_the_viewer_is_you_and_others_have_names() -> None:
    words = words_of(viewer=1)
    assert [words.name(seat) for seat in range(4)] == ["Ann", "You", "Cleo", "Dee"]


def test_a_spectator_is_nobody() -> None:
    words = words_of(viewer=None)
    assert [words.name(seat) for seat in range(4)] == ["Ann", "Bo", "Cleo", "Dee"]


def test_a_card_is_its_symbol_and_number_and_spoken_its_colour() -> None:
    card = words_of().card(BY_TEXT["I7"])
    assert (card.text, card.symbol, card.spoken) == ("7", "I", "indigo 7")


@pytest.mark.parametrize(
    ("letter", "sentence", "name"),
    [
        ("R", "Highest card", "Highest card"),
        ("O", "Most of one number", "One number"),
        ("Y", "Most of one colour", "One colour"),
        ("G", "Most even cards", "Evens"),
        ("B", "Most different colours", "Most colours"),
        ("I", "Longest run", "Run"),
        ("V", "Most cards below 4", "Below 4"),
    ],
)
def test_every_rule_has_its_words(letter: str, sentence: str, name: str) -> None:
    words = words_of()
    rule = words.rules[rank(letter)]
    assert (rule.sentence, rule.name) == (sentence, name)
    assert words.rule_mark(rank(letter)).symbol == letter
    assert words.rule_hint(rank(letter))


@pytest.mark.parametrize(
    ("letter", "palette", "said"),
    [
        ("R", "B7 R2", "blue 7"),
        ("O", "B7 R2", "1 of one number"),
        ("O", "B7 R7 G7", "3 of one number"),
        ("Y", "B7 B2", "2 of one colour"),
        ("G", "B2", "1 even"),
        ("G", "B2 R4 V6", "3 evens"),
        ("B", "B2", "1 colour"),
        ("B", "B2 R4", "2 colours"),
        ("I", "B2 R3 G4", "a run of 3"),
        ("V", "B2 R3 G4", "2 below 4"),
    ],
)
def test_a_standing_is_a_count_and_what_is_counted(letter: str, palette: str, said: str) -> None:
    position = laid(f"A> {palette} :", "B V1 :")
    verdict = judge_rule(position, rank(letter))
    assert to_plain(words_of().standing(rank(letter), verdict.of(0))) == said


def test_the_best_card_of_a_tally_is_a_mark() -> None:
    verdict = judge_rule(laid("A> B2 R6 :", "B V1 :"), rank("G"))
    best = words_of().best(rank("G"), verdict.of(0))
    assert to_plain(best) == "best red 6"
    assert best[-1].symbol == "R"


def test_nothing_is_best_where_nothing_counts() -> None:
    verdict = judge_rule(laid("A> B3 :", "B V1 :"), rank("G"))
    assert words_of().best(rank("G"), verdict.of(0)) == ()


WHY = [
    ("G", ("A> O6 B2 Y4 :", "B G4 R6 :", "C R7 :"), "You lead: 3 evens vs 2"),
    ("G", ("A> O6 :", "B G4 R6 :", "C R7 :"), "Bo leads: 2 evens vs your 1"),
    ("G", ("A> R7 :", "B G4 R6 :", "C B2 :"), "Bo leads: 2 evens vs 1"),
    ("B", ("A> O6 B2 Y4 :", "B B4 R7 V1 :"), "Bo leads: 3 colours each, red 7 beats orange 6"),
    ("B", ("A> B7 O2 :", "B R7 V1 :"), "Bo leads: 2 colours each, red 7 beats blue 7"),
    ("R", ("A> B7 O2 :", "B R7 V1 :"), "Bo leads: red 7 beats blue 7"),
    ("R", ("A> B7 O2 :", "B R6 V1 :"), "You lead: blue 7 beats red 6"),
    ("O", ("A> B7 O7 :", "B R6 V1 :"), "You lead: 2 of one number vs 1"),
    ("O", ("A> B7 :", "B R6 :"), "You lead: 1 card each, blue 7 beats red 6"),
    ("Y", ("A> B7 B2 :", "B R6 R1 :"), "You lead: 2 of one colour each, blue 7 beats red 6"),
    ("I", ("A> B7 O6 :", "B R6 V1 :"), "You lead: a run of 2 vs 1"),
    ("I", ("A> B7 O6 :", "B R7 V6 :"), "Bo leads: a run of 2 each, red 7 beats blue 7"),
    ("V", ("A> B1 O2 :", "B R7 V6 :"), "You lead: 2 below 4, and nobody else has one"),
    ("V", ("A> B5 :", "B R1 :"), "Bo leads: 1 below 4, and nobody else has one"),
    ("V", ("A> B5 :", "B R7 :"), "Nobody has a card below 4, so nobody is winning"),
    ("G", ("A> B5 :", "B R7 :"), "Nobody has an even card, so nobody is winning"),
    ("Y", ("A>  :", "B  :"), "Nobody has a card that counts, so nobody is winning"),
    ("R", ("A B5 :", "Bx R7 :"), "You are the last one in"),
    ("R", ("Ax B5 :", "B R7 :"), "Bo is the last one in"),
]


@pytest.mark.parametrize(("letter", "seats", "line"), WHY)
def test_the_why_line_says_who_leads_and_by_what(
    letter: str, seats: tuple[str, ...], line: str
) -> None:
    verdict = judge_rule(laid(*seats), rank(letter))
    assert to_plain(words_of().why(verdict)) == line


def test_every_margin_is_among_the_why_lines() -> None:
    found = {judge_rule(laid(*seats), rank(letter)).by for letter, seats, _ in WHY}
    assert found == set(MARGINS)


def test_the_proof_is_set_apart() -> None:
    verdict = judge_rule(laid("A> O6 B2 :", "B R6 :"), rank("G"))
    runs = words_of().why(verdict, Tone.GOOD)
    assert [(run.text, run.tone) for run in runs] == [
        ("You lead: ", Tone.STRONG),
        ("2 evens vs 1", Tone.GOOD),
    ]
