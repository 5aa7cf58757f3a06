"""Steps explained: what one comes to, what is to do next, a sentence for every reason code."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face import explanations
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.red7.rules import cards
from red7_desktop.games.red7.rules.standings import CountingCards
from red7_desktop.kit import table_model
from red7_desktop.kit.texts import NO_BREAK_SPACE, to_plain
from red7_desktop.tabletop.game import TURN, Reason, make_reason
from red7_desktop.tabletop.rounds import ROUND_OVER
from tests.unit.red7.face.seen import model_of, seen, state_of, words_of


def previewed(step: str, *seats: str, **options: str) -> table_model.Preview:
    state = state_of(*seats, **options)  # type: ignore[arg-type]
    return RED7_VIEW.words.preview(seen(state), cards.parse_step(step), words_of(len(seats)))


LAID = ("A>played O6 B2 Y4 : R5 G3 B7 I1", "B B4 R7 V1 : ?5", "C G4 R6 V3 : ?5")


def test_losing_discard_names_the_winner_and_why() -> None:
    found = previewed("@B7", *LAID, canvas="G5")
    assert not found.is_good
    assert to_plain(found.title) == "Discard blue 7: not allowed"
    assert to_plain(found.detail) == "Blue: 3 colours each; Bo’s red 7 is higher"


def test_winning_discard_says_why_and_offers_the_draw() -> None:
    found = previewed("@G7", "A>played O6 B2 Y4 : G7", "B B4 R7 V1 : ?5", canvas="G5")
    assert found.is_good
    assert to_plain(found.title) == "Discard green 7: you’d be winning"
    assert to_plain(found.detail) == "Green: 3 evens vs 1. You may draw."


def test_play_that_needs_a_discard_names_the_helping_cards() -> None:
    found = previewed("B2", "A> R1 : B2 G3 V1", "B R7 : ?5", canvas="", deck="")
    assert found.is_good
    assert to_plain(found.title) == "Play blue 2: then discard"
    assert to_plain(found.detail) == "green 3 or violet 1 would do it."


def test_count_and_noun_stay_on_one_line() -> None:
    mine, theirs = (CountingCards(seat, 0, count, 0) for seat, count in ((0, 2), (1, 3)))
    found = explanations.explain_defeat(words_of(2), cards.GREEN, mine, theirs)
    assert f"3{NO_BREAK_SPACE}evens" in "".join(run.text for run in found)
    assert "3 evens, you" in to_plain(found)


def test_preview_of_a_play_that_takes_the_lead_says_so() -> None:
    found = previewed("R7", "A> R1 : R7 G3", "B O7 : ?5")
    assert to_plain(found.sentence) == "Play red 7: you’d be winning. Red: red 7 beats orange 7"


def test_preview_of_a_play_that_cannot_win_says_not_allowed() -> None:
    found = previewed("G1", "A> V2 : G1", "B R7 G6 : ?5", canvas="G5")
    assert not found.is_good
    assert to_plain(found.title) == "Play green 1: not allowed"
    assert "Bo" in to_plain(found.detail)


def test_preview_of_an_action_card_says_what_comes_next() -> None:
    found = previewed("B3", "A> R1 : B3 R6 R5", "B O7 : ?5", rules="advanced+actions@1.3")
    assert found.is_good
    assert to_plain(found.sentence) == "Play blue 3. Then draw a card."


def test_preview_says_when_an_action_has_no_target() -> None:
    """B has one card, A would have two: a 1 takes from no smaller palette."""
    rules = "advanced+actions@1.3"
    found = previewed("R1", "A> V7 : R1 R6 R5", "B O6 : ?5", rules=rules)
    assert found.is_good
    said = "red 1 has no effect: every other palette is smaller than yours. "
    assert to_plain(found.detail).startswith(said)
    assert "Red: violet 7 beats" in to_plain(found.detail)
    larger = previewed("R1", "A> V7 : R1 R6 R5", "B O6 O5 : ?5", rules=rules)
    assert "Then put" in to_plain(larger.detail)


DRAW_NEEDS = "You can’t draw: discard a card above 3 first."


@pytest.mark.parametrize(
    ("step", "seats", "detail"),
    [
        ("B7", LAID, "Only one card per turn goes to your palette."),
        ("B7", ("A R1 : B7", "B> R7 : ?5"), "It’s Bo’s turn."),
        ("+", LAID, DRAW_NEEDS),
    ],
)
def test_impossible_placement_says_why(step: str, seats: tuple[str, ...], detail: str) -> None:
    found = previewed(step, *seats, canvas="G5")
    assert not found.is_good
    assert to_plain(found.detail) == detail


def test_preview_describes_dropping_out_and_drawing() -> None:
    out = previewed("pass", "A> R1 : B2", "B R7 : ?5")
    assert to_plain(out.sentence) == "Drop out: you’re out. Until the next round."
    draw = previewed("+", "A>discarded O6 : B2", "B R5 : ?5", canvas="R7")
    assert draw.is_good
    assert to_plain(draw.title) == "Draw a card"


def test_preview_tells_a_spectator_that_they_only_watch() -> None:
    state = state_of(*LAID, canvas="G5")
    found = RED7_VIEW.words.preview(seen(state, None), cards.parse_step("@B7"), words_of(3, None))
    assert to_plain(found.detail) == "You’re only watching."


# == Words in the middle of a turn.

ACTIONS = "advanced+actions@1.3"


@pytest.mark.parametrize(
    ("seats", "rules", "steps", "asked"),
    [
        (("A>take V1 R1 : B2", "B O7 : ?5"), ACTIONS, "R1", "Red 1: choose a card in another"),
        (("A>draw V1 R3 : B2", "B O7 : ?5"), ACTIONS, "R3", "Red 3: draw a card"),
        (("A>play V1 R5 : R7", "B O6 : ?5"), ACTIONS, "R5", "Red 5: play another card to your"),
        (("A>move V1 R7 : B2", "B O7 : ?5"), ACTIONS, "R7", "Red 7: choose a card in your"),
        (("A>played V1 B2 : O2 R5 G4", "B R7 : ?5"), "basic@1.3", "B2", "Discard green 4 and you"),
        (("A>drew R1 B3 : B2", "B R7 : ?5"), ACTIONS, "B3 (+B2)", "Discard blue 2 and you"),
        (("A>drew R1 O3 : R6", "B R7 : ?5"), ACTIONS, "O3 (+R6)", "No card keeps you in"),
    ],
)
def test_status_line_says_what_to_do_next_within_a_turn(
    seats: tuple[str, ...], rules: str, steps: str, asked: str
) -> None:
    why = model_of(state_of(*seats, rules=rules, steps=steps)).status
    assert why.is_prompt
    said = to_plain(why.line)
    assert (said[0].upper() + said[1:]).startswith(asked)
    assert len(why.others) == len(seats)


def test_player_is_told_of_an_action_without_effect() -> None:
    state = state_of("A>played V7 R1 : R6", "B O6 : ?5", rules=ACTIONS, steps="R1")
    told = RED7_VIEW.words.comment(words_of(2), seen(state), seen(state))
    assert to_plain(told) == "red 1 has no effect: every other palette is smaller than yours."
    assert not RED7_VIEW.words.comment(words_of(2, 1), seen(state, 1), seen(state, 1))
    acts = state_of("A>take V7 R1 : R6", "B O6 O5 : ?5", rules=ACTIONS, steps="R1")
    assert not RED7_VIEW.words.comment(words_of(2), seen(acts), seen(acts))


def test_player_forced_out_is_told_what_was_missing() -> None:
    def told(hand: str, stage: str = TURN) -> str:
        before = state_of(f"A> V6 : {hand}", "B B7 : ?5", "C G5 : ?5")
        after = state_of("Ax V6 :", "B> B7 : ?5", "C G5 : ?5", stage=stage)
        return to_plain(RED7_VIEW.words.comment(words_of(3), seen(before), seen(after)))

    assert told("") == "A higher card would have kept you in (Highest card)"
    assert not told("R7"), "who might have stayed in knows why"
    assert not told("", stage=ROUND_OVER), "the end of the round says so"


@pytest.mark.parametrize(
    "seats",
    [
        ("A> R1 : R7", "B O7 : ?5"),  # the turn begins
        ("A>played R1 R7 : B2", "B O7 : ?5"),  # it may end
        ("A R1 : R7", "B>take O7 O1 : ?5"),  # someone else's
    ],
)
def test_status_line_says_who_leads_when_nothing_is_asked(seats: tuple[str, ...]) -> None:
    why = model_of(
        state_of(*seats, rules=ACTIONS, steps="R7" if "played" in seats[0] else "")
    ).status
    assert not why.is_prompt
    assert "winning" in to_plain(why.line)


# == Every reason code has a sentence.


def outdone_by(letter: str, seat: str, own: str, theirs: str) -> Reason:
    """Make the reason why a step does not win; a standing is a count and a top card."""
    (count, top), (leader_count, leader_top) = own.split(), theirs.split()
    return make_reason(
        "not_winning",
        rule=letter,
        leader=seat,
        count=int(count),
        top="" if top == "-" else top,
        leader_count=int(leader_count),
        leader_top=leader_top,
    )


REASONS = [
    (
        outdone_by("B", "B", "3 O6", "3 R7"),
        "Not allowed. Blue: 3 colours each; Bo’s red 7 is higher.",
    ),
    (outdone_by("G", "B", "1 O6", "2 R6"), "Not allowed. Green: Bo has 2 evens, you have 1."),
    (outdone_by("G", "C", "0 -", "1 R6"), "Not allowed. Green: Cleo has 1 even, you have none."),
    (outdone_by("R", "B", "1 O6", "1 R7"), "Not allowed. Red: Bo’s red 7 beats your orange 6."),
    (
        make_reason("not_winning", rule="V", leader="", count=0, top=""),
        "Not allowed. Violet: Nobody has a card below 4, so nobody is winning.",
    ),
    (make_reason("not_your_turn", seat="B"), "It’s Bo’s turn."),
    (make_reason("not_your_turn", seat=""), "Wait a moment."),
    (make_reason("owes_action", card="R1"), "red 1: first choose the card to take away."),
    (make_reason("owes_action", card="R7"), "red 7: first choose a card from your palette."),
    (make_reason("no_draw", deck=0, palette=2), "The deck is empty."),
    (
        make_reason("palette_smaller", seat="B", count=1, own=2),
        "You can’t take from Bo: that palette is smaller than yours.",
    ),
    (make_reason("not_in_hand", card="R7"), "red 7 isn’t in your hand."),
    (make_reason("not_in_palette", card="R7", seat="A"), "red 7 isn’t in your palette."),
    (make_reason("not_in_palette", card="R7", seat="B"), "red 7 isn’t in Bo’s palette."),
    (make_reason("not_a_rival", seat="A"), "A 1 takes from another palette, not from your own."),
    (make_reason("not_a_rival", seat="C"), "Cleo is out of this round."),
    (make_reason("cannot_undo", why="drew"), "You’ve seen the card you drew: you can’t undo that."),
    (make_reason("cannot_undo", why="something new"), "This can’t be undone any more."),
    (make_reason("a code of tomorrow"), "Not possible now."),
]


@pytest.mark.parametrize(("why", "sentence"), REASONS)
def test_refusal_reason_is_worded_with_its_details(why: Reason, sentence: str) -> None:
    assert to_plain(explanations.explain(why, words_of())) == sentence


@pytest.mark.parametrize("code", sorted(explanations._SENTENCES))
def test_refusal_reason_without_details_still_gets_a_sentence(code: str) -> None:
    said = to_plain(explanations.explain(Reason(code), words_of()))
    assert said.endswith((".", "!"))
