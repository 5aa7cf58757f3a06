"""Spring Cleaning in words: refusals, hints, rules pages, the log, ends and reviews."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.face import (
    explanations,
    history,
    present,
    turn_words,
    words,
)
from red7_desktop.games.spring_cleaning.face.view import SPRING_VIEW
from red7_desktop.games.spring_cleaning.rules import card_moves, cards, legality, position, rounds
from red7_desktop.games.spring_cleaning.rules.notation import parse_steps
from red7_desktop.kit import match_model
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import Texts, Tone, to_plain
from red7_desktop.tabletop import game
from red7_desktop.tabletop.game import TURN, Reason, make_reason
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import Appraisal, Belief, Candidate, Choice, OtherTurn, Reasons
from tests.unit.spring_cleaning.face.seen import NAMES, seen_at, words_for
from tests.unit.spring_cleaning.rules.playing import GAME, play

PACKAGE = Path(__file__).parents[4] / "red7_desktop"
ME = "A> 5 8 6 3 3 : 4 : 1"
BO = "B 1 2 : 7 : 0"


@pytest.mark.parametrize(
    ("step", "table", "said"),
    [
        ("5 @1", "6 6 :B", "Too few cards: you need 2 or 3."),
        ("3 3 @4", "4 5 :B", "A set doesn’t beat a run of 2 cards; a set of 3 would."),
        ("4(A)", "", "Lead from your hand only, not from offers."),
        ("draw", "", "The table is empty: lead a card or a combination."),
        ("draw(A:4)", "6 :B", "You can’t draw from your own offer."),
        ("offer 1", "6 :B", "First draw a card, then offer one."),
        ("9(B)", "6 :B", "There’s no 9 in Bo’s offer."),
    ],
)
def test_refusal_says_why(step: str, table: str, said: str) -> None:
    seen = seen_at(ME, BO, table=table)
    refused = legality.explain_illegal(seen.position, cards.parse_step(step), 0)
    assert refused is not None
    assert to_plain(explanations.explain(refused, words_for(seen))).startswith(said)


@pytest.mark.parametrize(
    ("hand", "places", "said"),
    [
        ("5 4", (1, 2), "5 4 goes down"),
        ("5 8 6 3 3", (1, 3), "The 8 is between them: hand cards must be side by side."),
        ("5 8 6 3 3", (4, 5, 2), "3 3 8 don’t match: play equal numbers or a run (3 4 5)."),
    ],
)
def test_refusal_says_where_a_combination_fails(
    hand: str, places: tuple[int, ...], said: str
) -> None:
    seen = seen_at(f"A> {hand} : 4 : 0", BO, table="2 :B")
    found = card_moves.combine_cards(seen.position, places, ())
    assert isinstance(found, game.Reason)
    assert to_plain(explanations.explain(found, words_for(seen))).startswith(said)


@pytest.mark.parametrize(
    ("seat", "step", "title", "detail"),
    [
        (ME, "8 @2", "Play 8", "5 6 come together without the 8. 5 cards left"),
        (ME, "draw(B:7)", "Draw Bo’s 7", "7 8 are together. Bo would have 2 cards left"),
        ("A>insert 7 5 6 8 : : 0", "insert 3", "5 6 7 8 are together", "1 combination"),
        ("A>insert 1 5 6 8 : : 0", "insert 4", "The 1 joins nothing here", "1 combination"),
        ("A>insert 1 3 6 8 : : 0", "insert 4", "The 1 joins nothing here", ""),
        ("A>offer 5 8 6 : : 0", "offer 2", "Offer the 8", "5 6 come together without the 8"),
        ("A>offer 4 5 6 : : 0", "offer 2", "Offer the 5", "Splits 4 5 6"),
        ("A> 9 : : 0", "9 @1", "Play 9", "You finish first"),
        ("A> 9 : 4 : 0", "9 @1", "Play 9", "Your hand is empty: you’ll pick up your offer next"),
    ],
)
def test_preview_names_the_cards_that_become_neighbours(
    seat: str, step: str, title: str, detail: str
) -> None:
    seen = seen_at(seat, BO, table="6 :B")
    told = SPRING_VIEW.words.preview(seen, cards.parse_step(step), words_for(seen))
    assert told.is_good
    assert to_plain(told.title) == title
    assert detail in to_plain(told.detail)
    assert title not in to_plain(told.detail)


def test_preview_warns_of_a_draw_that_lets_a_rival_finish() -> None:
    seen = seen_at(ME, "B : 7 : 0", table="6 :B")
    told = SPRING_VIEW.words.preview(seen, cards.parse_step("draw(B:7)"), words_for(seen))
    assert not told.is_good
    assert to_plain(told.detail) == "Bo would finish."


def test_turn_lines_say_who_led_beat_or_drew() -> None:
    seen = seen_at(ME, BO, "C 1 : : 0", table="6 :B")
    turns = [
        rounds.TurnTaken(0, (cards.parse_step("5 @1"),)),
        rounds.TurnTaken(1, (cards.parse_step("6 @1"),)),
        rounds.TurnTaken(0, parse_steps("draw insert 1 offer 1"), 9),
        rounds.TurnTaken(1, (cards.parse_step("2 2 @1"),)),
        rounds.TurnTaken(0, parse_steps("draw(B:4) insert 1 offer 1"), 4),
        rounds.TurnTaken(1, (cards.parse_step("5(A) 5 5 @1"),)),
        rounds.TurnTaken(2, (cards.parse_step("6(A) 6(B) 6 @1"),)),
    ]
    assert [to_plain(line) for line in turn_words.describe_turns(words_for(seen), turns, 0)] == [
        "You led 5",
        "Bo beat it with 6",
        "You drew a card, offered 9",
        "Bo led 2, 2",
        "You drew 4 from Bo’s offer, offered 4",
        "Bo led 5, 5, 5",
        "Cleo beat it with 6, 6, 6 (offers: you, Bo)",
    ]


def test_planned_turn_names_the_places_of_cards() -> None:
    seen = seen_at("A> 5 6 8 : : 0", BO, table="9 :B")
    steps = parse_steps("draw(B:7) insert 3 offer 4")
    plan = to_plain(explanations.describe_plan(words_for(seen), seen, steps))
    assert plan == "Draw Bo’s 7, place it between 6 and 8, offer the 8"


def test_planned_turn_distinguishes_equal_cards_by_place() -> None:
    seen = seen_at("A>offer 5 5 8 5 : : 0", BO, table="9 :B")
    plans = [
        to_plain(explanations.describe_plan(words_for(seen), seen, parse_steps(f"offer {n}")))
        for n in (1, 2, 3, 4)
    ]
    assert plans == [
        "Offer the 5 on the left",
        "Offer the 5 in the middle",
        "Offer the 8",
        "Offer the 5 on the right",
    ]


def test_hint_names_the_neighbours_that_a_play_brings_together() -> None:
    seen = seen_at(ME, BO, table="6 :B")
    hint = explanations.build_hint(words_for(seen), seen, Choice(parse_steps("8 @2")))
    assert to_plain(hint.title) == "Play 8"
    assert to_plain(hint.why[0]) == "5 6 come together without the 8"
    assert (hint.cards, hint.zones) == (("hand:A#1",), ("table",))


def candidate(turn: str, value: float) -> Candidate:
    return Candidate(parse_steps(turn), value, value, 100)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (make_reason("keep", cards="5678", trick=1), "Keep 5 6 7 8 for the next trick"),
        (make_reason("keep", cards="88", trick=0), "Keep 8 8 for your next turn"),
        (make_reason("next", cards="567", trick=0), "Next you’ll often play 5 6 7"),
        (make_reason("unbeaten", tenths=7), "Nobody beats it 7 times out of 10"),
        (make_reason("unbeaten", tenths=10), "Hardly anybody can beat it"),
        (make_reason("rival", seat=1), "Otherwise Bo finishes first more often"),
        (make_reason("stronger"), "Fewer hands can beat it"),
        (make_reason("sheds", count=3, other=2), "You get rid of 3 cards instead of 2"),
        (make_reason("loses", other=1), "If you draw from the deck, you win 12% less"),
        (None, "5 6 come together without the 8"),
    ],
)
def test_hint_words_the_reason_found_by_the_search(why: Reason | None, said: str) -> None:
    seen = seen_at(ME, BO, table="6 :B")
    # The second candidate is the same in words.
    candidates = (candidate("8 @2", 0.6), candidate("8 @2", 0.5), candidate("draw", 0.48))
    choice = Choice(parse_steps("8 @2"), candidates, reasons=Reasons(why))

    hint = explanations.build_hint(words_for(seen), seen, choice)

    assert to_plain(hint.why[0]) == said
    assert len(said.split()) <= 10


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (make_reason("loses", other=1), ["If you draw from the deck, you win 12% less"]),
        (
            make_reason("keep", cards="88", trick=0),
            ["Also good: draw from the deck. Keep 8 8 for your next turn"],
        ),
    ],
)
def test_hint_says_why_another_turn_is_good_or_worse(why: Reason, said: list[str]) -> None:
    seen = seen_at(ME, BO, table="6 :B")
    candidates = (candidate("8 @2", 0.6), candidate("draw", 0.48))
    reasons = Reasons(make_reason("stronger"), OtherTurn(1, why))
    choice = Choice(parse_steps("8 @2"), candidates, reasons=reasons)

    hint = explanations.build_hint(words_for(seen), seen, choice)

    assert [to_plain(line) for line in hint.why[2:]] == said


@pytest.mark.parametrize(
    ("hand", "best", "other", "said"),
    [
        ("9 2 5 6 7", "draw", "5 @3", "Keeps 5 6 7 together"),
        ("9 2 5 7", "draw", "7 @4", "Keep 7 for later"),
        ("9 2 5 7", "7 @4", "9 @1", "Keep 9 for later"),
        ("7 2 5 9", "7 @1", "7 @1", "4 cards left"),
    ],
)
def test_hint_without_a_search_reason_says_which_cards_are_kept(
    hand: str, best: str, other: str, said: str
) -> None:
    seen = seen_at(f"A> {hand} : 1 : 0", BO, table="4 :B")
    choice = Choice(parse_steps(best), (candidate(best, 0.5), candidate(other, 0.5)))

    hint = explanations.build_hint(words_for(seen), seen, choice)

    assert to_plain(hint.why[0]) == said


@pytest.mark.parametrize(
    ("trash", "said"),
    [
        ((0, 0), "Chance to finish first: 60%"),
        ((0, 0, 0), "Chance to finish first: 30%, to win the match: 39%"),
        ((0, 4, 0), "Chance to finish first: 30%, to win the match: 60%"),
    ],
)
def test_hint_shows_the_chance_to_win_the_match(trash: tuple[int, ...], said: str) -> None:
    seats = [f"{cards.SEATS[nth]}{'>' * (not nth)} 3 4 : 5 : {n}" for nth, n in enumerate(trash)]
    seen = seen_at(*seats, table="2 :B")
    found = Candidate(parse_steps("3 @1"), 0.6, 0.3, 100)

    assert explanations.describe_figure(words_for(seen), seen, found) == said


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("drew", "Bo probably has no 7: drew instead of beating 5, 5"),
        ("played", "Bo probably has no 7: played 5, 5"),
        ("offered", "Bo probably has no 7: offered 5, 5"),
    ],
)
def test_hint_ends_with_the_cards_a_rival_probably_lacks(action: str, said: str) -> None:
    seen = seen_at(ME, BO, table="6 :B")
    belief = Belief(1, "7", 0.1, action, ("5", "5"))
    hint = explanations.build_hint(words_for(seen), seen, Choice(parse_steps("8 @2"), (), belief))
    assert to_plain(hint.why[-1]) == said


@pytest.mark.parametrize(
    ("trash", "who"),
    [
        ((1, 1), ""),
        ((1, 2), "Bo has 2 of 3"),
        ((2, 2, 0), ""),
        ((3, 3, 0), "you have 3 of 5"),
        ((4, 4, 5, 4, 0), "Cleo has 5 of 9"),
    ],
)
def test_round_that_can_end_the_match_is_announced_once(trash: tuple[int, ...], who: str) -> None:
    said = f"This round can end the match: {who} trash" if who else ""
    seats = [f"{cards.SEATS[nth]}{'>' * (not nth)} 3 4 : : {n}" for nth, n in enumerate(trash)]
    seen = seen_at(*seats)
    new, words = replace(seen, round_number=2), words_for(seen)
    assert to_plain(SPRING_VIEW.words.comment(words, seen, new)) == said
    assert not SPRING_VIEW.words.comment(words, new, new)
    assert (said in story.narrate_opening(SPRING_VIEW, words, seen)) == bool(said)


def test_hand_is_read_aloud_by_its_combinations() -> None:
    seen = seen_at("A> 3 4 5 9 2 2 7 7 7 : : 0", BO)
    line = history.describe_hand(words_for(seen), seen.position.hands[0])
    assert line == "Your hand, 9 cards: run 3 4 5, 9, pair of 2s, 7 7 7"
    alone = words.SpringWords(Texts(), NAMES[:2], 0, [None, "sharp"])
    assert story.narrate_opening(SPRING_VIEW, alone, seen)[-1] == line
    assert line not in story.narrate_opening(
        SPRING_VIEW, words_for(seen), seen
    )  # where another person listens


@pytest.mark.parametrize(
    ("cards", "count"),
    [((3, 3, 9, 4, 5, 6, 8, 8, 2, 7, 1), 7), ((3, 3, 4, 5), 2), ((0, 0), 2), ((), 0), ((5, 4), 2)],
)
def test_row_of_cards_is_split_into_few_combinations(cards: tuple[int, ...], count: int) -> None:
    assert len(words.split_into_blocks(cards)) == count


def test_card_explanation_counts_hidden_cards_of_the_same_number() -> None:
    seen = seen_at("A> 3 3 5 : : 0", "B 3 : 3 : 0", table="3 :B")
    said = SPRING_VIEW.words.describe_card(words_for(seen), "3", seen)
    assert to_plain(said.about) == "3 of 7 are still hidden."


def test_help_of_the_table_opens_existing_rules_pages() -> None:
    pages = SPRING_VIEW.pages.rules_pages(Texts())
    assert next(iter(pages)) == "overview"
    assert {*present._HELP.values(), "beating", "combinations"} <= set(pages)


# == Log, ends, and review moments of a whole match.

WORDS = words.SpringWords(Texts(), ("Ann", "Bo", "Cleo"), 0)


@cache
def played() -> Match:
    match = Match(GAME, {"seats": 3}, 4)
    play(match, Random(4))
    return match


def first_round() -> Match:
    match = Match(GAME, {"seats": 3}, 4)
    rng = Random(4)
    while match.state.stage == TURN:
        play(match, rng, 1)
    return match


def test_match_log_has_a_section_per_round_with_tricks() -> None:
    log = story.build_log(SPRING_VIEW, WORDS, played(), 0)
    rounds = played().state.rounds
    assert [section.title for section in log] == [f"Round {n}" for n in range(1, len(rounds) + 1)]
    text = match_model.to_text(log)
    assert "First offers: You " in text
    assert "\n0. " not in text
    assert "\nBo wins the trick\n" in text
    assert "\n1. " in text
    last = log[-1]
    assert to_plain(last.standing[0]).startswith("Trash: You ")
    assert "with" in to_plain(last.standing[-1])
    assert last.winners == tuple([n for n, given in enumerate(rounds[-1].trash) if not given])


def test_observed_turns_hide_the_cards_drawn_by_others() -> None:
    draws = [
        step.argument
        for turn in GAME.observe(played().state, 0).turns
        for step in turn.steps
        if step.kind == cards.DRAW and turn.seat != 0
    ]
    assert draws
    assert set(draws) == {0}


def test_round_end_lists_trash_from_the_fewest_cards() -> None:
    match = first_round()
    end, result = story.build_end(SPRING_VIEW, WORDS, match, 0), match.state.rounds[0]
    assert end is not None
    assert end.gains is Tone.BAD
    assert end.story is not None
    assert [line.seat for line in end.story.lines] == sorted(
        [seat for seat in range(3) if result.trash[seat]], key=result.trash.__getitem__
    )
    assert end.counted is not None
    assert len(end.counted.cards) == result.left[0]
    assert [row.after - row.before for row in end.scores] == sorted(result.trash)
    assert "leads the next round" in to_plain(end.story.last) or "lead the" in to_plain(
        end.story.last
    )
    assert story.build_end(SPRING_VIEW, WORDS, Match(GAME, {"seats": 3}, 4), 0) is None


def test_match_end_page_lists_rounds_trash_and_final_scores() -> None:
    match = played()
    end, trash = story.build_end(SPRING_VIEW, WORDS, match, 0), match.state.position.trash
    assert end is not None
    assert end.rounds is not None
    assert end.rounds.totals == trash
    assert max(trash) >= position.TRASH_LIMITS[3]
    assert "trash" in end.title
    line = SPRING_VIEW.story.summarise_match(Texts(), match.game.observe(match.state, None))
    assert line.standing == f"{' : '.join(map(str, trash))} of 5 trash"
    play(level := Match(GAME, {"seats": 3}, 5), Random(5))
    end = story.build_end(SPRING_VIEW, WORDS, level, 0)
    assert end is not None
    assert [(row.label.seat, row.after) for row in end.scores] == [(2, 3), (0, 3), (1, 6)]


def test_review_splits_a_turn_after_each_unknown_draw() -> None:
    found = story.list_review_moments(SPRING_VIEW, played(), {0})
    assert {moment.seat for moment in found} == {0}
    kinds = [[step.kind for step in moment.taken] for moment in found]
    assert [cards.DRAW] in kinds
    assert all(cards.DRAW not in each[:-1] for each in kinds)
    after = [each for each in kinds if each[0] == cards.INSERT]
    assert after, "a drawn card is a choice of its own"


def test_review_names_the_played_turn_and_a_better_one() -> None:
    moment = next(each for each in story.list_review_moments(SPRING_VIEW, played(), {0}))
    taken = Candidate(moment.taken, 0.4, 0.3, 300, error=0.01)
    best = Candidate((cards.Step(moment.taken[0].kind, 12),), 0.6, 0.5, 300, error=0.01)
    tone, line = story.describe_review(SPRING_VIEW, WORDS, moment, Appraisal(best, taken))
    assert tone is Tone.BAD
    chosen = to_plain(SPRING_VIEW.story.describe_plan(WORDS, moment.observation, moment.taken))
    assert to_plain(line).startswith(f"Chosen: {chosen} (31%). Better: offer the ")
    assert to_plain(line).endswith(" (39%)")


def test_decisive_play_of_a_round_is_named() -> None:
    told = [
        story.build_end(SPRING_VIEW, _words(seat), first_round(), seat).turning_point  # type: ignore[union-attr]
        for seat in (0, 1)
    ]
    assert to_plain(told[0].line) == "Bo pulled ahead for good with 9, 9 (the lead changed 6 times)"
    assert to_plain(told[0].miss) == "You were 2 cards from finishing"
    assert to_plain(told[1].line).startswith("You pulled ahead for good with 9, 9")
    assert told[1].cards == ("9", "9")
    assert told[1].miss == ()


def test_decisive_play_of_an_uncontested_round_is_its_last() -> None:
    match, chance = Match(GAME, {"seats": 2}, 7), Random(7)
    while match.state.stage == TURN:
        play(match, chance, 1)
    told = story.build_end(
        SPRING_VIEW, words.SpringWords(Texts(), ("Ann", "Bo"), 0), match, 0
    ).turning_point  # type: ignore[union-attr]
    assert to_plain(told.line) == "Bo was ahead from start to finish, ending with 2, 2"
    assert told.cards == ("2", "2")


def test_decisive_round_is_where_the_winner_took_the_lead() -> None:
    end = story.build_end(SPRING_VIEW, _words(1), played(), 1)
    assert end is not None
    assert (
        to_plain(end.turning_point.line)
        == "Cleo pulled ahead for good in round 2 (the lead changed once in the match)"
    )
    assert to_plain(end.turning_point.miss) == "You took 5 trash more than Cleo"


def test_round_end_animation_hands_out_trash_from_fewest_cards_up() -> None:
    finale = _finale(first_round())
    assert [share.after - share.before for share in finale.shares] == [0, 1, 2]
    assert [share.label.seat for share in finale.shares] == [1, 2, 0]
    assert [len(share.cards) for share in finale.shares] == [0, 2, 2]
    assert finale.crowned == {1}
    assert story.find_decision(SPRING_VIEW, first_round()) == first_round().revision, (
        "by the last play"
    )


def test_seats_are_ranked_by_total_trash_at_the_end() -> None:
    match = Match(GAME, {"seats": 3}, 7)
    play(match, Random(7))
    finale = _finale(match)
    assert [share.after for share in finale.shares] == [3, 4, 5]
    # By the last round alone they would stand otherwise.
    assert [share.after - share.before for share in finale.shares] == [0, 2, 1]


def _finale(match: Match) -> match_model.Finale:
    end = story.build_end(SPRING_VIEW, _words(0), match, 0)
    assert end is not None
    return SPRING_VIEW.story.build_finale(_words(0), match, 0, end)


def _words(viewer: int) -> words.SpringWords:
    return words.SpringWords(Texts(), ("Ann", "Bo", "Cleo"), viewer)
