"""Red7 in words: names, cards, rules, turns, set-ups, pages about the rules and above them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.games.red7.face import explanations, pictures, turn_words, view
from red7_desktop.games.red7.face.setup import OPTIONS, find_target_points
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.red7.rules import game, notation, rounds, rules, standings
from red7_desktop.games.red7.rules.cards import CARD_BY_TEXT, LETTERS, parse_step
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit import game_view, table_model
from red7_desktop.kit.pages import rules_pages
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.texts import Texts, Tone, fill_template, load_texts, to_plain
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.game import Event, InvalidOptions, Reason, make_reason
from red7_desktop.tabletop.player import Candidate, Choice, OtherTurn, Reasons
from tests.setups import FIRST, PAIR, red7_setup
from tests.unit.red7.face.seen import mock, seen, state_of, words_of
from tests.unit.red7.rules.laid import laid


def rank(letter: str) -> int:
    return LETTERS.index(letter)


def test_viewer_is_you_and_others_have_names() -> None:
    words = words_of(viewer=1)
    assert [words.name(seat) for seat in range(4)] == ["Ann", "You", "Cleo", "Dee"]


def test_card_is_written_as_symbol_and_spoken_as_colour() -> None:
    card = words_of().card(CARD_BY_TEXT["I7"])
    assert (card.text, card.symbol, card.spoken) == ("7", "I", "indigo 7")


POLISH = load_texts(asset_path("locale"), "pl")


@pytest.mark.parametrize(
    ("card", "nominative", "accusative", "genitive"),
    [
        ("R7", "czerwona 7", "czerwoną 7", "czerwonej 7"),
        ("O6", "pomarańczowa 6", "pomarańczową 6", "pomarańczowej 6"),
        ("Y5", "żółta 5", "żółtą 5", "żółtej 5"),
        ("G4", "zielona 4", "zieloną 4", "zielonej 4"),
        ("B3", "niebieska 3", "niebieską 3", "niebieskiej 3"),
        ("I2", "indygo 2", "indygo 2", "indygo 2"),
        ("V1", "fioletowa 1", "fioletową 1", "fioletowej 1"),
    ],
)
def test_polish_card_is_named_in_the_case_of_its_sentence(
    card: str, nominative: str, accusative: str, genitive: str
) -> None:
    words = words_of(texts=POLISH)
    mark = words.card(CARD_BY_TEXT[card])
    step = notation.parse_turn(f"@{card}")[0]

    refusal = explanations.explain(make_reason("not_in_hand", card=card), words)

    assert to_plain([mark]) == nominative
    assert to_plain(turn_words.step_title(words, step)) == f"Odrzuć {accusative}"
    assert to_plain(refusal) == f"Nie masz na ręce {genitive}."


@pytest.mark.parametrize(
    ("seat", "turn", "line"),
    [
        (0, "R6 @G5+", "Zagrywasz czerwoną 6, odrzucasz zieloną 5 (Najwięcej parzystych)"),
        (2, "R6 @G5+", "Cleo zagrywa czerwoną 6, odrzuca zieloną 5 (Najwięcej parzystych)"),
        (1, "R1(C:G4)", "Bo zagrywa czerwoną 1, zabiera zieloną 4 (Cleo)"),
        (1, "R1(A:G4)", "Bo zagrywa czerwoną 1, zabiera ci zieloną 4"),
        (1, "B7(@I2)", "Bo zagrywa niebieską 7, kładzie indygo 2 na płótno"),
        (1, "B7(^V2)", "Bo zagrywa niebieską 7, kładzie fioletową 2 na stos dociągania"),
    ],
)
def test_polish_log_line_declines_its_cards(seat: int, turn: str, line: str) -> None:
    words = words_of(texts=POLISH)

    told = turn_words.describe_turn(words, seat, notation.parse_turn(turn), in_full=True)

    assert to_plain(told).removesuffix(", dociągasz kartę").removesuffix(", dociąga kartę") == line


def test_polish_refusal_declines_a_choice_of_cards() -> None:
    words = words_of(texts=POLISH)
    cards = [CARD_BY_TEXT["R7"], CARD_BY_TEXT["G2"]]

    told = fill_template(POLISH("First play {cards}."), cards=words.join_alternatives(cards))

    assert to_plain(told) == "Najpierw zagraj czerwoną 7 lub zieloną 2."


def test_puzzle_answer_is_lower_case_after_its_colon() -> None:
    reason = make_reason("answered", seat="B", turn="R6 @V7")

    assert (
        to_plain(explanations.explain(reason, words_of()))
        == "Bo has an answer: play red 6, discard violet 7"
    )


WHY = [
    ("G", ("A> O6 B2 Y4 :", "B G4 R6 :", "C R7 :"), "You’re winning: 3 evens vs 2"),
    ("G", ("A> O6 :", "B G4 R6 :", "C R7 :"), "Bo is winning: 2 evens vs your 1"),
    ("G", ("A> R7 :", "B G4 R6 :", "C B2 :"), "Bo is winning: 2 evens vs 1"),
    ("B", ("A> O6 B2 Y4 :", "B B4 R7 V1 :"), "Bo is winning: 3 colours each, red 7 beats orange 6"),
    ("B", ("A> B7 O2 :", "B R7 V1 :"), "Bo is winning: 2 colours each, red 7 beats blue 7"),
    ("R", ("A> B7 O2 :", "B R7 V1 :"), "Bo is winning: red 7 beats blue 7"),
    ("R", ("A> B7 O2 :", "B R6 V1 :"), "You’re winning: blue 7 beats red 6"),
    ("O", ("A> B7 O7 :", "B R6 V1 :"), "You’re winning: 2 of one number vs 1"),
    ("O", ("A> B7 :", "B R6 :"), "You’re winning: 1 card each, blue 7 beats red 6"),
    ("Y", ("A> B7 B2 :", "B R6 R1 :"), "You’re winning: 2 of one colour each, blue 7 beats red 6"),
    ("I", ("A> B7 O6 :", "B R6 V1 :"), "You’re winning: 2-card run vs 1"),
    ("I", ("A> B7 O6 :", "B R7 V6 :"), "Bo is winning: 2-card run each, red 7 beats blue 7"),
    ("V", ("A> B1 O2 :", "B R7 V6 :"), "You’re winning: 2 below 4, and nobody else has one"),
    ("V", ("A> B5 :", "B R1 :"), "Bo is winning: 1 below 4, and nobody else has one"),
    ("V", ("A> B5 :", "B R7 :"), "Nobody has a card below 4, so nobody is winning"),
    ("G", ("A> B5 :", "B R7 :"), "Nobody has an even card, so nobody is winning"),
    ("Y", ("A>  :", "B  :"), "Nobody has a card that counts, so nobody is winning"),
    ("R", ("A B5 :", "Bx R7 :"), "You’re the last one in"),
    ("R", ("Ax B5 :", "B R7 :"), "Bo is the last one in"),
]


@pytest.mark.parametrize(("letter", "seats", "line"), WHY)
def test_status_line_says_who_leads_and_why(letter: str, seats: tuple[str, ...], line: str) -> None:
    verdict = standings.judge_rule(laid(*seats), rank(letter))
    assert to_plain(words_of().explain_lead(verdict)) == line


def test_reason_for_the_lead_is_emphasised() -> None:
    verdict = standings.judge_rule(laid("A> O6 B2 :", "B R6 :"), rank("G"))
    runs = words_of().explain_lead(verdict, Tone.GOOD)
    assert [(run.text, run.tone) for run in runs] == [
        ("You’re winning: ", Tone.STRONG),
        ("2 evens vs 1", Tone.GOOD),
    ]


# == Log lines, notes, and sentences about rounds and matches.


@pytest.mark.parametrize(
    ("seat", "turn", "line"),
    [
        (2, "R6 @G5+", "Cleo played red 6, discarded for Evens, drew a card"),
        (0, "R6 @G5+", "You played red 6, discarded for Evens, drew a card"),
        (1, "@V3", "Bo discarded for Below 4"),
        (1, "pass", "Bo dropped out"),
        (1, "O3(+) pass", "Bo played orange 3, drew a card, dropped out"),
        (1, "R1(C:G4)", "Bo played red 1, took Cleo’s green 4 away"),
        (1, "R1(A:G4)", "Bo played red 1, took your green 4 away"),
        (0, "R1(B:G4)", "You played red 1, took Bo’s green 4 away"),
        (1, "B7(@G2)", "Bo played blue 7, moved green 2 to the canvas"),
        (1, "B7(^G2)", "Bo played blue 7, put green 2 on the deck"),
        (1, "Y5(G2)", "Bo played yellow 5, played green 2"),
    ],
)
def test_turn_is_described_in_one_line(seat: int, turn: str, line: str) -> None:
    assert to_plain(turn_words.describe_turn(words_of(), seat, notation.parse_turn(turn))) == line


def test_full_turn_line_names_the_discarded_card() -> None:
    line = turn_words.describe_turn(words_of(), 1, notation.parse_turn("R6 @G5"), in_full=True)
    assert to_plain(line) == "Bo played red 6, discarded green 5 for Evens"


def test_turn_line_does_not_name_the_drawn_card() -> None:
    line = turn_words.describe_turn(words_of(), 1, notation.parse_turn("O3(+Y6) @V7+R2"))
    assert "yellow" not in to_plain(line)
    assert "red" not in to_plain(line)


@pytest.mark.parametrize(
    ("note", "line"),
    [
        (Event("rule", (("rule", "G"), ("seat", "B"))), ""),
        (Event("out", (("seat", "B"), ("rule", "R"))), ""),
        (Event("round_won", (("seat", "A"), ("rule", "I"))), "You win the round under Run"),
        (Event("round_won", (("seat", "C"), ("rule", "I"))), "Cleo wins the round under Run"),
        (
            Event("scored", (("seat", "A"), ("points", 1), ("total", 9))),
            "You take 1 point and have 9",
        ),
        (
            Event("scored", (("seat", "B"), ("points", 12), ("total", 19))),
            "Bo takes 12 points and has 19",
        ),
        (Event("a note of tomorrow"), ""),
    ],
)
def test_event_lines_name_the_round_winner_and_the_points(note: Event, line: str) -> None:
    assert to_plain(turn_words.note_line(words_of(), note)) == line


@pytest.mark.parametrize(
    ("winners", "points", "line"),
    [
        ((0,), 42, "You win the match with 42 points"),
        ((2,), 1, "Cleo wins the match with 1 point"),
        ((0,), None, "You win the match"),
        ((1, 2), 31, "Bo and Cleo share the win with 31 points each"),
        ((0, 2), 31, "You and Cleo share the win with 31 points each"),
    ],
)
def test_match_result_line_names_winners_and_points(
    winners: tuple[int, ...], points: int | None, line: str
) -> None:
    assert to_plain(words_of().match_won(winners, points)) == line


def test_polish_line_without_a_pronoun_starts_with_a_capital() -> None:
    words = words_of(2, 0, load_texts(asset_path("locale"), "pl"))
    assert to_plain(turn_words.describe_turn(words, 0, notation.parse_turn("pass"))) == "Odpadasz"
    assert to_plain(turn_words.describe_turn(words, 1, notation.parse_turn("pass"))) == "Bo odpada"


# == setup =================================================================================


def test_default_setup_is_one_person_against_the_easiest_ai() -> None:
    person, opponent = FIRST.seats
    assert person.is_person
    assert opponent.level == LEVELS[0].key


@given(
    seats=st.integers(2, 4),
    advanced=st.booleans(),
    actions=st.booleans(),
    edition=st.sampled_from(rules.EDITIONS),
    target=st.none() | st.integers(1, 196),
    starter=st.sampled_from(rounds.STARTER_OPTIONS),
)
def test_every_setup_can_be_dealt(seats: int, **options: Any) -> None:
    setup = red7_setup((SeatPlan(),) * seats, **options)
    assert all(option.allows(setup.values[option.key]) for option in OPTIONS)
    state = game.Red7().start(view.RED7_VIEW.setup.to_options(setup), seed=7)
    assert state.options.seats == seats
    assert state.options.rules.advanced == options["advanced"]
    assert state.options.rules.actions == options["actions"]
    assert state.options.target == (options["target"] or rounds.DEFAULT_TARGETS[seats])


def test_target_points_follow_the_number_of_seats_until_chosen() -> None:
    two = red7_setup(PAIR)
    three = two.with_added_seat(SeatPlan())
    assert find_target_points(two) == rounds.DEFAULT_TARGETS[2]
    assert find_target_points(three) == rounds.DEFAULT_TARGETS[3]
    assert find_target_points(three.with_values(target=50)) == 50


def test_ruleset_sets_its_options_by_name() -> None:
    assert (
        red7_setup()
        .with_values(**view.RED7_VIEW.setup.parse_options("advanced+actions@first"))
        .values["actions"]
    )
    with pytest.raises(InvalidOptions) as refused:
        view.RED7_VIEW.setup.parse_options("expert")
    assert refused.value.why.startswith("'expert': must begin with")


def test_every_game_option_is_set_by_a_row_or_a_preset() -> None:
    face, texts = CATALOGUE["red7"].view(), Texts()
    options = {option.key: option for option in OPTIONS}
    for setup in (
        FIRST,
        red7_setup(PAIR, target=12, actions=True, starter=rounds.STARTER_OPTIONS[1]),
    ):
        rows = face.setup.build_option_rows(setup, texts)
        preset = {key for each in face.setup.list_presets(setup, texts) for key in each.values}
        assert {row.key for row in rows} | preset == set(options)
        for row in rows:
            values = [value for value, _ in row.choices]
            assert row.chosen in values
            assert all(map(options[row.key].allows, values))


# == rules text ============================================================================

BOOK = view.RED7_VIEW.pages.rules_pages(Texts())


def test_rules_pages_have_unique_names_and_titles() -> None:
    assert next(iter(BOOK)) == game_view.OVERVIEW
    assert len({page.name for page in BOOK.values()}) == len(BOOK)
    assert len({page.title for page in BOOK.values()}) == len(BOOK)
    assert all(page.key == key and page.blocks for key, page in BOOK.items())


@pytest.mark.parametrize("letter", LETTERS)
def test_rule_examples_are_a_plain_win_and_a_tie(letter: str) -> None:
    (block,) = (each for each in BOOK[letter].blocks if isinstance(each, rules_pages.Examples))
    assert [figure.marks for _, figure in block.rows] == [letter, letter]
    plain, tie = ([row.marks.split() for row in figure.rows] for _, figure in block.rows)
    won, tied = pictures.judge_example(letter, plain), pictures.judge_example(letter, tie)
    for palettes, verdict in ((plain, won), (tie, tied)):
        faces = [face for palette in palettes for face in palette]
        assert len(set(faces)) == len(faces)
        assert verdict.leader >= 0
    assert won.by == ("number" if letter == "R" else "count")
    assert tied.by in ({"colour"} if letter == "R" else {"number", "colour"})
    counting = sum(standing.size for standing in won.standings)
    assert counting < sum(len(palette) for palette in plain)


# == overlay words =========================================================================


def steps(text: str) -> tuple[object, ...]:
    return tuple(parse_step(word) for word in text.split())


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ("B7", "Play blue 7"),
        ("B7 @G4 end", "Play blue 7, discard green 4"),
        ("@G4 + end", "Discard green 4, draw"),
        ("R1 (B:G4) end", "Play red 1, take Bo’s green 4 away"),
        ("R1 (A:G4) end", "Play red 1, take your green 4 away"),
        ("Y5 O5 G2 @R1 + end", "Play yellow 5 and orange 5 and green 2, discard red 1, draw"),
        ("O3 (+)", "Play orange 3, draw"),
        ("Y5 G2 end", "Play yellow 5 and green 2"),
        ("B7 (@G2) end", "Play blue 7, move green 2 to the canvas"),
        ("B7 (^G2) end", "Play blue 7, put green 2 on the deck"),
        ("pass", "Drop out"),
        ("end", "End the turn"),
    ],
)
def test_planned_turn_is_worded_as_instructions(turn: str, said: str) -> None:
    assert to_plain(turn_words.describe_plan(words_of(2), steps(turn))) == said  # type: ignore[arg-type]


# -- hints ---------------------------------------------------------------------------------


def hint(state: rounds.MatchState, turn: str, *candidates: Candidate) -> table_model.Hint:
    choice = Choice(steps(turn), candidates)
    return explanations.build_hint(words_of(state.position.seats), seen(state), choice)


def test_hint_says_the_turn_and_who_leads_after_it() -> None:
    told = hint(state_of("A> V1 : G4 G2 :", "B B2 : ?3 :"), "G2 @G4 end")
    assert to_plain(told.title) == "Play green 2, discard green 4"
    assert [to_plain(line) for line in told.why] == [
        "You’d be winning (Evens): 1 card each, green 2 beats blue 2"
    ]


def test_hint_names_card_and_zone_of_its_first_step() -> None:
    state = state_of("A> V1 : G4 G2 :", "B B2 : ?3 :")
    assert hint(state, "G2 @G4 end").cards == ("G2",)
    assert hint(state, "G2 @G4 end").zones == ("palette:A",)
    assert hint(state, "@G4 end").zones == ("canvas",)
    drawing = state_of("A>discarded V1 : G2 :", "B B2 : ?3 :", canvas="G4", steps="@G4")
    assert (hint(drawing, "+ end").cards, hint(drawing, "+ end").zones) == (("deck",), ("hand:A",))
    assert hint(state, "pass").cards == ()


def test_hint_promises_nothing_beyond_an_undrawn_card() -> None:
    state = state_of("A> V1 : G3 R2 :", "B B2 : ?3 :", rules="advanced+actions@1.3")
    told = hint(state, "G3 (+)")
    assert [to_plain(line) for line in told.why] == ["The rest depends on the card you draw."]


def weighed(turn: str, value: float, wins: float, **known: Any) -> Candidate:
    return Candidate(steps(turn), value, wins, known.pop("samples", 400), **known)


LEADS = "You’d be winning (Evens): 1 card each, green 2 beats blue 2"


def told_of(rules: str, *candidates: Candidate) -> list[str]:
    """Return what a hint says about turns that were weighed."""
    state = state_of("A> V1 : G4 G2 :", "B B2 : ?3 :", rules=rules)
    return [to_plain(line) for line in hint(state, "G2 @G4 end", *candidates).why]


def test_hint_shows_the_chance_to_win_the_round_and_who_leads() -> None:
    best = weighed("G2 @G4 end", 0.634, 0.6, expected_replies=steps("B7 @Y2"), feared_seat=1)
    other = weighed("G4 end", 0.511, 0.511, error=0.02)
    assert told_of("basic@1.3", best, other) == ["Chance to win the round: 63%", LEADS]


def test_hint_shows_the_chances_to_win_match_and_round() -> None:
    best = weighed("G2 @G4 end", 0.7, 0.37, points=20.9)
    other = weighed("G4 end", 0.61, 0.51, error=0.02, points=12.0)
    assert told_of("advanced@1.3", best, other) == ["Chance to win: match 70%, round 37%", LEADS]


BEST = weighed("G2 @G4 end", 0.41, 0.41)
OTHERS = [weighed("pass", 0.4, 0.0), weighed("G4 end", 0.35, 0.5)]


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (make_reason("loses", other=2), "If you play green 4, you win 6% less"),
        (make_reason("unanswered", seat=1, tenths=7), "Bo has no answer 7 times out of 10"),
        (make_reason("unanswered", seat=1, tenths=10), "Bo will hardly find an answer"),
        (make_reason("harder", seat=1), "It makes answering harder for Bo"),
        (
            make_reason("points", points=20, other=12),
            "Fewer wins, but 20 points instead of 12",
        ),
        (
            make_reason("more_points", points=20, other=12),
            "A won round brings 20 points instead of 12",
        ),
        (make_reason("cards", count=1, other=0), "You keep 1 card instead of 0"),
        (make_reason("cards", count=4, other=3), "You keep 4 cards instead of 3"),
        (make_reason("rules", count=5, other=2), "You’d lead under 5 rules instead of 2"),
        (make_reason("keep", card="G4"), "Keep green 4 for later"),
    ],
)
def test_hint_words_the_reason_found_by_the_search(why: Reason, said: str) -> None:
    state = state_of("A> V1 : G4 G2 :", "B B2 : ?3 :")
    choice = Choice(BEST.steps, (BEST, *OTHERS), reasons=Reasons(why))

    told = explanations.build_hint(words_of(2), seen(state), choice)

    assert to_plain(told.why[-1]) == said
    assert len(said.split()) <= 10


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (make_reason("loses", other=2), "If you play green 4, you win 6% less"),
        (
            make_reason("more_points", points=20, other=12),
            "Also good: play green 4. A won round brings 20 points instead of 12",
        ),
    ],
)
def test_hint_says_why_another_turn_is_good_or_worse(other: Reason, said: str) -> None:
    state = state_of("A> V1 : G4 G2 :", "B B2 : ?3 :")
    reasons = Reasons(make_reason("harder", seat=1), OtherTurn(2, other))
    choice = Choice(BEST.steps, (BEST, *OTHERS), reasons=reasons)

    told = explanations.build_hint(words_of(2), seen(state), choice)

    assert [to_plain(line) for line in told.why[1:]] == ["It makes answering harder for Bo", said]


def test_hint_to_drop_out_words_the_reason_found_by_the_search() -> None:
    state = state_of("A> V1 : G4 G2 :", "B B2 : ?3 :")
    reasons = Reasons(make_reason("out", percent=7))
    choice = Choice(steps("pass"), tuple(OTHERS), reasons=reasons)

    told = explanations.build_hint(words_of(2), seen(state), choice)

    assert to_plain(told.why[-1]) == "Staying in wins only 7% of such rounds"


def test_hint_without_search_samples_shows_no_winning_chance() -> None:
    assert told_of("basic@1.3", weighed("G2 @G4 end", 0.0, 0.0, samples=0)) == [LEADS]


def test_hint_to_drop_out_says_whether_a_card_would_keep_you_in() -> None:
    stuck = state_of("A> V1 : I1 :", "B R7 : ?3 :")
    assert [to_plain(line) for line in hint(stuck, "pass").why] == ["No card keeps you in."]
    choice = state_of("A> V1 : G4 G2 :", "B B2 : ?3 :")
    out, other = weighed("pass", 0.4, 0.0), weighed("G4 end", 0.33, 0.2, error=0.01)
    told = [to_plain(line) for line in hint(choice, "pass", out, other).why]
    assert told == ["Chance to win the match: 40%", "Better to lose this round now than later."]


def test_hint_for_the_choice_of_points_names_no_card() -> None:
    state = state_of("A R3 O3 : G4 :", "Bx B2 : ?3 :", stage=rounds.SCORE)
    told = explanations.build_hint(words_of(2), seen(state), Choice((rounds.ScoreStep(1),)))
    assert to_plain(told.title) == "Score the cards worth the most"
    assert (told.why, told.cards, told.zones) == ((), (), ())


# -- cards ---------------------------------------------------------------------------------


def card_words(face: str, rules: rules.Ruleset) -> table_model.CardDescription:
    at = seen(state_of("A> R3 O3 : G4 :", "B B2 : ?3 :"))
    at = replace(at, options=replace(at.options, rules=rules))
    return view.RED7_VIEW.words.describe_card(words_of(2), face, at)


def test_card_explanation_names_the_rule_it_makes() -> None:
    told = card_words("G4", rules.Ruleset())
    assert told.title == "Green 4"
    assert to_plain(told.about) == "Rule: Most even cards"
    assert told.action == ""


@pytest.mark.parametrize(("face", "decides"), [("R3", True), ("O3", False), ("B2", True)])
def test_card_explanation_says_whether_the_card_decides_ties(face: str, decides: bool) -> None:
    marks = card_words(face, rules.Ruleset()).marks
    assert ("It decides ties." in marks) is decides


@pytest.mark.parametrize("number", [1, 3, 5, 7])
def test_odd_card_explains_its_action_when_enabled(number: int) -> None:
    plain_rules, actions = rules.Ruleset(), rules.Ruleset(actions=True)
    assert not card_words(f"R{number}", plain_rules).action
    assert card_words(f"R{number}", actions).action.startswith("When played: ")
    assert not card_words(f"R{number - 1 or 2}", actions).action


def test_explanation_of_a_7_follows_its_edition() -> None:
    told = {
        card_words("R7", rules.Ruleset(actions=True, edition=edition)).action
        for edition in ("1.3", "first")
    }
    assert len(told) == 2


# -- piles ---------------------------------------------------------------------------------


def test_canvas_page_lists_cards_newest_first() -> None:
    spread = view.RED7_VIEW.story.spread_pile(words_of(4), seen(mock()), "canvas")
    assert spread is not None
    assert [each.face for each in spread.cards] == ["G5", "I5", "Y2", "start"]
    assert not any(each.caption for each in spread.cards), "the cards bear their rules"


def test_score_pile_page_names_owner_and_points() -> None:
    own = view.RED7_VIEW.story.spread_pile(words_of(4), seen(mock()), "score:A")
    others = view.RED7_VIEW.story.spread_pile(words_of(4), seen(mock()), "score:D")
    assert own is not None
    assert others is not None
    assert (own.title, own.note) == ("Your score pile", "9 points")
    assert (others.title, others.note) == ("Dee’s score pile", "13 points")
    assert [to_plain(each.caption) for each in own.cards] == ["+4", "+5"]


@pytest.mark.parametrize("zone", ["hand:A", "hand:B", "deck", "palette:A", "score:B", "nowhere"])
def test_hands_decks_palettes_and_empty_piles_have_no_page_of_cards(zone: str) -> None:
    assert view.RED7_VIEW.story.spread_pile(words_of(4), seen(mock()), zone) is None
