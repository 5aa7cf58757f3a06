"""Checks the sentences: refusals, previews, turns, hints, what is read aloud, rules pages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from red7_desktop.games.spring_cleaning.face.explanations import (
    CODES,
    build_hint,
    describe_plan,
    explain,
    preview_step,
)
from red7_desktop.games.spring_cleaning.face.history import describe_hand, narrate_opening
from red7_desktop.games.spring_cleaning.face.present import _HELP
from red7_desktop.games.spring_cleaning.face.rules_text import write_rules_pages
from red7_desktop.games.spring_cleaning.face.turn_words import describe_card, describe_turns
from red7_desktop.games.spring_cleaning.face.words import SpringWords, split_into_blocks
from red7_desktop.games.spring_cleaning.rules.card_moves import combine_cards
from red7_desktop.games.spring_cleaning.rules.cards import parse_step
from red7_desktop.games.spring_cleaning.rules.legality import explain_illegal
from red7_desktop.games.spring_cleaning.rules.notation import parse_steps
from red7_desktop.games.spring_cleaning.rules.rounds import TurnTaken
from red7_desktop.kit.texts import Texts, to_plain
from red7_desktop.tabletop.game import Reason
from red7_desktop.tabletop.player import Choice
from tests.unit.spring_cleaning.face.seen import NAMES, seen_at, words_for

PACKAGE = Path(__file__).parents[4] / "red7_desktop"
ME = "A> 5 8 6 3 3 : 4 : 1"
BO = "B 1 2 : 7 : 0"


def codes_in_the_sources() -> set[str]:
    """Find every code that the rules, the tabletop and play give to `reason`."""
    codes = set()
    for folder in ("games/spring_cleaning/rules", "tabletop", "play"):
        for path in (PACKAGE / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    if node.func.id != "reason" or not node.args:
                        continue
                    first = node.args[0]
                    # A code may be chosen between two.
                    parts = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                    codes |= {str(each.value) for each in parts if isinstance(each, ast.Constant)}
    return codes


def test_every_reason_code_has_a_sentence() -> None:
    codes = codes_in_the_sources()
    assert {"lies_between", "too_low", "cannot_undo"} <= codes
    assert codes - CODES == set()


@pytest.mark.parametrize(
    ("step", "table", "said"),
    [
        ("5 @1", "6 6 :B", "That takes a pair above 6, or any combination of 3 cards."),
        ("3 3 @4", "4 5 :B", "That takes a run of 2 that ends above 5, or any"),
        ("4(A)", "", "Offers cannot be led: lead with neighbours in your hand only."),
        ("draw", "", "The table is empty: lead a card or a combination."),
        ("draw(A:4)", "6 :B", "You draw from other offers, not from your own."),
        ("offer 1", "6 :B", "First draw a card, then offer one."),
        ("9(B)", "6 :B", "There is no 9 in Bo’s offer."),
    ],
)
def test_a_refusal_says_why(step: str, table: str, said: str) -> None:
    seen = seen_at(ME, BO, table=table)
    refused = explain_illegal(seen.position, parse_step(step), 0)
    assert refused is not None
    assert to_plain(explain(refused, words_for(seen))).startswith(said)


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ((1, 3), "The 8 lies between them: hand cards must be neighbours."),
        ((4, 5, 2), "3 3 8 make no combination: equal numbers do, and numbers rising by one."),
    ],
)
def test_cards_that_make_no_play_hear_where_it_fails(places: tuple[int, ...], said: str) -> None:
    seen = seen_at(ME, BO, table="2 :B")
    found = combine_cards(seen.position, places, ())
    assert isinstance(found, Reason)
    assert to_plain(explain(found, words_for(seen))) == said


def test_a_falling_run_hears_that_it_falls() -> None:
    seen = seen_at("A> 5 4 : : 0", BO, table="2 :B")
    found = combine_cards(seen.position, (1, 2), ())
    assert isinstance(found, Reason)
    assert to_plain(explain(found, words_for(seen))).startswith("5 4 falls")


@pytest.mark.parametrize(
    ("seat", "step", "title", "detail"),
    [
        (ME, "8 @2", "Play 8", "Taking out the 8 joins 5 6. 5 cards left"),
        (ME, "draw(B:7)", "Draw the 7 of Bo", "7 8 hang together. That leaves Bo 2 cards"),
        ("A>insert 7 5 6 8 : : 0", "insert 3", "5 6 7 8 hang together", "4 cards, 1 block"),
        ("A>insert 1 5 6 8 : : 0", "insert 4", "The 1 joins nothing here", "4 cards, 3 blocks"),
        ("A>offer 5 8 6 : : 0", "offer 2", "Offer the 8", "joins 5 6. 2 cards, 1 block"),
        ("A>offer 4 5 6 : : 0", "offer 2", "Offer the 5", "4 5 6 come apart"),
        ("A> 9 : : 0", "9 @1", "Play 9", "You are out"),
        ("A> 9 : 4 : 0", "9 @1", "Play 9", "Your hand is empty: you pick up your offer next"),
    ],
)
def test_a_preview_says_what_comes_together(seat: str, step: str, title: str, detail: str) -> None:
    seen = seen_at(seat, BO, table="6 :B")
    told = preview_step(seen, parse_step(step), words_for(seen))
    assert told.is_good
    assert to_plain(told.title) == title
    assert detail in to_plain(told.detail)
    assert title not in to_plain(told.detail)


def test_a_draw_that_lets_a_rival_out_is_no_good_news() -> None:
    seen = seen_at(ME, "B : 7 : 0", table="6 :B")
    told = preview_step(seen, parse_step("draw(B:7)"), words_for(seen))
    assert not told.is_good
    assert to_plain(told.detail) == "Bo is out then"


def test_turns_are_told_by_who_led() -> None:
    seen = seen_at(ME, BO, table="6 :B")
    turns = [
        TurnTaken(0, (parse_step("5 @1"),)),
        TurnTaken(1, (parse_step("6 @1"),)),
        TurnTaken(0, parse_steps("draw insert 1 offer 1"), 9),
        TurnTaken(1, (parse_step("2 2 @1"),)),
        TurnTaken(0, parse_steps("draw(B:4) insert 1 offer 1"), 4),
        TurnTaken(1, (parse_step("5(A) 5 5 @1"),)),
    ]
    assert [to_plain(line) for line in describe_turns(words_for(seen), turns, 0)] == [
        "You led 5",
        "Bo beat it with 6",
        "You drew a card, offered 9",
        "Bo led 2 2",
        "You drew 4 from Bo, offered 4",
        "Bo led 5 5 5",
    ]


def test_a_plan_names_the_places() -> None:
    seen = seen_at("A> 5 6 8 : : 0", BO, table="9 :B")
    steps = parse_steps("draw(B:7) insert 3 offer 4")
    plan = to_plain(describe_plan(words_for(seen), seen, steps))
    assert plan == "Draw the 7 of Bo, put the 7 between 6 and 8, offer the 8"


def test_a_plan_tells_equal_cards_apart_by_their_places() -> None:
    seen = seen_at("A>offer 5 5 8 : : 0", BO, table="9 :B")
    plans = [
        to_plain(describe_plan(words_for(seen), seen, parse_steps(f"offer {n}"))) for n in (1, 2, 3)
    ]
    assert plans == ["Offer the 5 at place 1", "Offer the 5 at place 2", "Offer the 8"]


def test_a_hint_says_why_in_the_words_of_the_game() -> None:
    seen = seen_at(ME, BO, table="6 :B")
    hint = build_hint(words_for(seen), seen, Choice(parse_steps("8 @2")))
    assert to_plain(hint.title) == "Play 8"
    assert to_plain(hint.why[0]) == "Taking out the 8 joins 5 6"
    assert (hint.cards, hint.zones) == (("hand:A#1",), ("table",))


def test_a_row_is_read_out_block_by_block() -> None:
    seen = seen_at("A> 3 4 5 9 2 2 7 7 7 : : 0", BO)
    line = describe_hand(words_for(seen), seen.position.hands[0])
    assert line == "Your hand, 9 cards: run 3 4 5, 9, pair of 2, 7 7 7"
    alone = SpringWords(Texts(), NAMES[:2], 0, [None, "sharp"])
    assert narrate_opening(alone, seen)[-1] == line
    assert line not in narrate_opening(words_for(seen), seen)  # where another person listens


@pytest.mark.parametrize(
    ("cards", "count"),
    [((3, 3, 9, 4, 5, 6, 8, 8, 2, 7, 1), 7), ((3, 3, 4, 5), 2), ((0, 0), 2), ((), 0), ((5, 4), 2)],
)
def test_a_row_is_cut_into_few_blocks(cards: tuple[int, ...], count: int) -> None:
    assert len(split_into_blocks(cards)) == count


def test_a_card_tells_how_many_like_it_are_hidden() -> None:
    seen = seen_at("A> 3 3 5 : : 0", "B 3 : 3 : 0", table="3 :B")
    said = describe_card(words_for(seen), "3", seen)
    assert to_plain(said.about) == "3 of the 7 are hidden in the deck or in hands."


def test_the_pages_that_the_table_asks_for_are_written() -> None:
    pages = write_rules_pages(Texts())
    assert next(iter(pages)) == "overview"
    assert {*_HELP.values(), "beating", "combinations"} <= set(pages)
