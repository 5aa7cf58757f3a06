"""Positions as values, and their text form: printing, reading, and every error of the reader."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.rules import notation, rules
from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.position import START
from red7_desktop.tabletop.game import InvalidPosition
from tests.unit.red7.rules.laid import cards, laid, row

EXAMPLE = (
    "red7 advanced+actions@1.3 / canvas V3 G2 / deck R1 O4 / "
    "A> R7 O6 : Y1 G1 : / B V7 : B5 : R3 O3 / Cx I1 : I2 :"
)
OBSERVED = "red7 basic@first / canvas / deck Y1 ?20 / A R7 : ?7 : / B> V7 : R2 ?3 :"


def test_position_is_parsed_zone_by_zone() -> None:
    position = notation.parse_position(EXAMPLE)
    assert position.rules == rules.Ruleset(advanced=True, actions=True, edition="1.3")
    assert position.canvas == row("V3 G2")
    assert position.deck == row("R1 O4")
    assert position.hands == (cards("Y1 G1"), cards("B5"), cards("I2"))
    assert position.unseen == (0, 0, 0)
    assert position.rows == (row("R7 O6"), row("V7"), row("I1"))
    assert position.palettes == (cards("R7 O6"), cards("V7"), cards("I1"))
    assert position.scores == ((), row("R3 O3"), ())
    assert (position.mover, position.out, position.phase) == (0, 0b100, START)


def test_position_counts_hidden_cards() -> None:
    position = notation.parse_position(OBSERVED)
    assert position.deck == (*row("Y1"), *[UNKNOWN] * 20)
    assert position.unseen == (7, 3)
    assert [position.hand_count(seat) for seat in (0, 1)] == [7, 4]
    assert not position.is_fully_known()
    assert notation.parse_position(EXAMPLE).is_fully_known()


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        OBSERVED,
        "red7 basic@1.3 / canvas / deck / A> : : / B : :",
        "red7 basic@1.3 / canvas / deck / A R7 : : / Bx : :",
        "red7 advanced@1.3 / canvas / deck ?21 / A> R7 : ?7 : / B : ?7 : / C : ?7 : / D : ?6 :",
        "red7 basic+actions@1.3 / canvas / deck G1 / A O7 : : / B>move R7 : : / C : :",
        "red7 basic+actions@1.3 / canvas / deck G1 / A O7 : : / B>drew R3 : R2 : / C : :",
        "red7 advanced@1.3 / canvas R7 / deck G1 / A O7 : : / B>discarded O1 : R2 :",
    ],
)
def test_position_prints_as_it_was_read(text: str) -> None:
    assert str(notation.parse_position(text)) == text
    assert repr(notation.parse_position(text)) == f"<{text}>"


def test_printing_sorts_hands_and_normalises_spaces() -> None:
    loose = "  red7  basic /canvas  R1   V1/ deck ?0 / A>  R7 O1:G1 R2 V7:/B:?0: O3 R3 "
    assert str(notation.parse_position(loose)) == (
        "red7 basic@1.3 / canvas R1 V1 / deck / A> R7 O1 : V7 R2 G1 : / B : : O3 R3"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("advanced", "basic"), ("+actions", ""), ("@1.3", "@first"), ("V3 G2", "G2 V3")),
        *(("R1 O4", "O4 R1"), ("R7 O6", "O6 R7"), ("Y1 G1", "Y1 G1 ?1"), ("R3 O3", "O3 R3")),
        ("A> R7 O6 : Y1 G1 : / B ", "A R7 O6 : Y1 G1 : / B> "),
        *(("Cx", "C"), ("A> ", "A>played ")),
    ],
)
def test_positions_differ_when_any_zone_differs(old: str, new: str) -> None:
    assert old in EXAMPLE
    assert notation.parse_position(EXAMPLE) != notation.parse_position(EXAMPLE.replace(old, new))


GOOD = "red7 basic@1.3 / canvas V3 / deck R1 / A> R7 : Y1 : G1 / B V7 : B5 :"


@pytest.mark.parametrize(
    ("old", "new", "field", "word"),
    [
        ("red7", "red8", "rules", "red8"),
        ("red7 basic@1.3", "red7", "rules", ""),
        ("basic", "expert", "rules", "expert@1.3"),
        ("basic", "basic+tricks", "rules", "basic+tricks@1.3"),
        ("@1.3", "@second", "rules", "basic@second"),
        ("canvas", "table", "canvas", "table"),
        ("V3", "v3", "canvas", "v3"),
        ("V3", "?2", "canvas", "?2"),
        ("deck R1", "R1", "deck", "R1"),
        ("deck R1", "deck R9", "deck", "R9"),
        ("deck R1", "deck ?1 R1", "deck", "?1"),
        ("deck R1", "deck R1 ?", "deck", "?"),
        ("deck R1", "deck R1 ?-1", "deck", "?-1"),
        ("deck R1", "deck R1 ?x", "deck", "?x"),
        ("deck R1", "deck R1 ?50", "deck", "?50"),
        ("deck R1", "deck R1 ?²", "deck", "?²"),
        ("deck R1", "deck R1 ?" + "9" * 5000, "deck", "?" + "9" * 399 + "…"),
        ("A>", "X>", "seat A", "X>"),
        ("A> R7", "R7", "seat A", "R7"),
        ("A>", "A!", "seat A", "A!"),
        ("A>", "A>soon", "seat A", "A>soon"),
        ("B V7", "C V7", "seat B", "C"),
        ("B V7", "", "seat B", ""),
        ("V7", "?7", "seat B: palette", "?7"),
        ("B5", "B8", "seat B: hand", "B8"),
        ("B5", "Q5", "seat B: hand", "Q5"),
        ("B5", "b5", "seat B: hand", "b5"),
        ("G1", "G", "seat A: score", "G"),
        ("B5", "V3", "seat B: hand", "V3"),
        ("B5", "V7", "seat B: hand", "V7"),
        ("B5", "B5 B5", "seat B: hand", "B5"),
        ("V7", "G1", "seat B: palette", "G1"),
        ("R1", "R1 R1", "deck", "R1"),
        ("B V7", "B> V7", "seats", "B>"),
        ("A> R7", "A R7", "seats", "A"),
        ("A>", "Ax", "seats", "Bx"),
        ("B V7", "Bx V7", "seats", "A>"),
        ("deck R1", "deck ?49", "position", "?49"),
        ("A>", "A>take", "seat A", "A>take"),
        ("B V7 : B5 :", "B", "seat B", "B"),
        ("B V7 : B5 :", "B V7 : B5", "seat B", "B V7 : B5"),
        ("B V7 : B5 :", "B V7 : B5 : :", "seat B", "B V7 : B5 : :"),
    ],
)
def test_bad_position_is_refused_with_field_and_word(
    old: str, new: str, field: str, word: str
) -> None:
    text = GOOD.replace("B V7", "Bx V7") if word == "Bx" else GOOD
    assert text.count(old) == 1
    with pytest.raises(InvalidPosition) as refused:
        notation.parse_position(text.replace(old, new))
    assert (refused.value.field, refused.value.word) == (field, word)
    assert str(refused.value).startswith(f"{field}: {word!r}: ")


@pytest.mark.parametrize(
    "text", ["", "red7", GOOD.rpartition(" / ")[0], GOOD + " / C : : / D : : / E : :"]
)
def test_position_has_two_to_four_seats(text: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        notation.parse_position(text)
    assert (refused.value.field, refused.value.word) == ("position", text)


@pytest.mark.parametrize(
    ("seat", "rules", "canvas", "deck"),
    [
        ("A>drew R3 : Y1", "basic@1.3", "", ""),
        ("A>take R1 : Y2", "basic@1.3", "", ""),
        ("A>take : Y1", "basic+actions@1.3", "", ""),
        ("A>take R1 R6 : Y1", "basic+actions@1.3", "", ""),
        ("A>draw R3 : Y1", "basic+actions@1.3", "", ""),
        ("A>draw R5 : Y1", "basic+actions@1.3", "", "G1"),
        ("A>play R7 : Y1", "basic+actions@1.3", "", ""),
        ("A>move : Y1", "basic+actions@1.3", "", ""),
        ("A>discarded R7 : Y1", "advanced@1.3", "O7", ""),
        ("A>discarded R7 : Y1", "advanced@1.3", "", "G1"),
        ("A>discarded R7 : Y1", "basic+actions@1.3", "O7", "G1"),
        ("A>done R7 : Y1", "basic@1.3", "", ""),
    ],
)
def test_position_at_an_unreachable_point_of_a_turn_is_refused(
    seat: str, rules: str, canvas: str, deck: str
) -> None:
    with pytest.raises(InvalidPosition) as refused:
        laid(seat, "B V6 : B5", rules=rules, canvas=canvas, deck=deck)
    assert (refused.value.field, refused.value.word) == ("seat A", seat.split(maxsplit=1)[0])
