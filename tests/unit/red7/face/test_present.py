"""Checks what stands around the cards, worked out from what one seat sees."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.present import IDLE, name_counting_style
from red7_desktop.games.red7.rules.rounds import ROUND_OVER
from red7_desktop.kit.hud.marks import KEEPS_IN, LOSES, PENDING
from red7_desktop.kit.table_model import DeckModel, TableModel, ViewOptions
from red7_desktop.kit.texts import Tone, to_plain
from tests.unit.red7.face.seen import KINDS, mock, model_of, state_of


@pytest.fixture
def table() -> TableModel:
    return model_of(mock())


# -- seats ---------------------------------------------------------------------------------


def test_seats_are_told_clockwise_from_the_viewer() -> None:
    model = model_of(mock(), viewer=2)
    assert [(seat.seat, seat.place) for seat in model.seats] == [(2, 0), (3, 1), (0, 2), (1, 3)]
    assert model.seat_of(3).name == "Dee"


def test_a_spectator_sits_where_the_first_seat_does() -> None:
    model = model_of(mock(), viewer=None)
    assert [seat.seat for seat in model.seats] == [0, 1, 2, 3]
    assert not any(seat.is_you for seat in model.seats)
    assert model.panels["palette.0"].label == "Ann’s palette"


def test_where_nobody_looks_people_wait_and_others_watch() -> None:
    nobody = model_of(mock(), viewer=None, people=())
    passing_on = model_of(mock(), viewer=None, people=(0, 2))
    assert (nobody.viewer.status, passing_on.viewer.status) == ("watching", "waiting")


def test_a_seat_shows_name_kind_hand_and_points(table: TableModel) -> None:
    dee = table.seat_of(3)
    assert (dee.name, dee.initial, dee.kind) == ("Dee", "D", "Sharp AI")
    assert (dee.hand_count, dee.points, dee.target) == (5, 13, 30)


def test_an_unknown_ai_player_is_an_ai() -> None:
    model = model_of(mock(), around=ViewOptions())
    assert model.seat_of(1).kind == "AI"


def test_the_only_person_is_you_and_several_keep_their_names() -> None:
    assert model_of(mock()).seats[0].name == "You"
    assert model_of(mock(), people=(0, 2)).seats[0].name == "Ann"


def test_the_cards_that_count_are_named(table: TableModel) -> None:
    assert {"R6", "G4"} <= set(table.marks[name_counting_style("G")])
    assert {"R6", "G4", "V3"} & set(table.marks[IDLE]) == {"V3"}


@pytest.mark.parametrize(
    ("canvas", "palette", "figure", "unit", "best"),
    [
        ("", "B7 R2", "7", "highest", "Blue"),
        ("O1", "B7 R7", "2", "one number", "best red 7"),
        ("Y1", "B7 B2 R1", "2", "one colour", "best blue 7"),
        ("G1", "B2", "1", "even", "best blue 2"),
        ("G1", "B2 R4", "2", "evens", "best red 4"),
        ("G1", "B3", "0", "evens", ""),
        ("B1", "B2 R4", "2", "colours", "best red 4"),
        ("I1", "B2 R3 G4", "3", "in a run", "best green 4"),
        ("V1", "B2 R3 G4", "2", "below 4", "best red 3"),
    ],
)
def test_the_tally_counts_under_the_rule_in_force(
    canvas: str, palette: str, figure: str, unit: str, best: str
) -> None:
    model = model_of(state_of("A> O5 : I6", f"B {palette} : ?5", canvas=canvas))
    tally = model.seat_of(1).tally
    assert tally is not None
    assert (tally.figure, tally.unit, to_plain(tally.best)) == (figure, unit, best)


def test_who_leads_and_who_acts_is_marked(table: TableModel) -> None:
    assert [seat.is_leading for seat in table.seats] == [True, False, False, False]
    assert [seat.is_acting for seat in table.seats] == [True, False, False, False]


def test_a_seat_that_is_out_has_a_word_and_no_tally() -> None:
    model = model_of(state_of("A> O6 : R5", "Bx R7 : ?2", "C B2 : ?5"))
    bo = model.seat_of(1)
    assert (bo.is_out, bo.out, bo.tally) == (True, "out", None)
    assert "R7" not in {card for cards in model.marks.values() for card in cards}
    assert model.seat_of(2).out == ""


def test_nothing_is_scored_in_a_basic_game() -> None:
    model = model_of(state_of("A> O6 : R5", "B B2 : ?5", rules="basic@1.3"))
    assert {seat.points for seat in model.seats} == {None}
    assert [
        to_plain(row.label) for row in model.viewer.rows if "score" in to_plain(row.label)
    ] == []


# -- the middle ----------------------------------------------------------------------------


def test_the_banner_tells_the_rule(table: TableModel) -> None:
    rule = table.panels["banner"]
    assert (rule.letter, rule.colour, rule.sentence) == ("G", "Green", "Most even cards")
    assert to_plain(rule.hint) == "2 · 4 · 6"


def test_the_starter_card_means_red() -> None:
    model = model_of(state_of("A> O6 : R5", "B B2 : ?5"))
    assert (model.panels["banner"].letter, model.panels["canvas"]) == ("R", 0)


def test_the_why_line_names_leader_proof_and_the_others(table: TableModel) -> None:
    assert to_plain(table.why.line) == "You lead: 3 evens vs 2"
    assert [to_plain(other) for other in table.why.others] == ["Dee 2", "Cleo 1", "Bo 1"]
    assert table.why.is_good


def test_the_others_under_red_are_told_by_their_card() -> None:
    model = model_of(state_of("A> O6 : R5", "B B2 : ?5", "C R3 : ?5"))
    assert [to_plain(other) for other in model.why.others] == ["Cleo red 3", "Bo blue 2"]


def test_a_threat_at_the_viewers_turn_is_set_in_the_bad_tone() -> None:
    model = model_of(state_of("A> O1 : R5", "B B2 : ?5"))
    assert to_plain(model.why.line) == "Bo leads: blue 2 beats orange 1"
    assert model.why.line[-1].tone is Tone.BAD
    watching = model_of(state_of("A O1 : R5", "B> B2 : ?5"))
    assert watching.why.line[-1].tone is Tone.ACCENT


def test_what_counts_is_green_only_while_the_viewer_leads() -> None:
    leads = model_of(state_of("A> R7 : R5", "B B2 : ?5")).panels["palette.0"].counts
    loses = model_of(state_of("A> O1 : R5", "B B2 : ?5")).panels["palette.0"].counts
    assert to_plain(leads) == to_plain(loses) == "it counts"
    assert (leads[0].tone, loses[0].tone) == (Tone.GOOD, Tone.SOFT)


def test_nobody_leads_where_nobody_has_a_card_that_counts() -> None:
    model = model_of(state_of("A> O1 : R5", "B B3 : ?5", canvas="G7"))
    assert not model.why.has_leader
    assert [seat.is_leading for seat in model.seats] == [False, False]


@pytest.mark.parametrize(
    ("palette", "note", "tone"),
    [
        ("G2", "it counts", Tone.GOOD),
        ("G2 G4", "both count", Tone.GOOD),
        ("G2 G4 G6", "all three count", Tone.GOOD),
        ("G2 G4 G6 R2", "all 4 count", Tone.GOOD),
        ("G2 G3", "1 of 2 counts", Tone.GOOD),
        ("G2 R2 G3", "2 of 3 count", Tone.GOOD),
        ("G3", "nothing counts", Tone.BAD),
        ("", "empty", Tone.FAINT),
    ],
)
def test_it_is_told_how_much_of_the_palette_counts(palette: str, note: str, tone: Tone) -> None:
    counts = (
        model_of(state_of(f"A> {palette} : R5", "B B7 : ?5", canvas="G7"))
        .panels["palette.0"]
        .counts
    )
    assert (to_plain(counts), counts[0].tone) == (note, tone)


def test_a_card_just_placed_is_told_and_named(table: TableModel) -> None:
    assert table.marks[PENDING] == ("Y4",)
    assert table.panels["palette.0"].pending == "just placed"
    assert table.panels["palette.0"].pending_note == "not final until you end your turn"


def test_what_another_seat_places_is_not_the_viewers() -> None:
    model = model_of(state_of("A O6 : R5", "B>played B2 G4 : ?5", steps="G4"))
    assert model.marks[PENDING] == ()
    assert model.panels["palette.0"].pending == ""


# -- the viewer's panel --------------------------------------------------------------------


def rows_of(model: TableModel) -> list[str]:
    return [f"{to_plain(row.label)} {row.value}".strip() for row in model.viewer.rows]


def test_the_viewer_is_told_what_is_next_what_it_scores_and_how_safe_it_is(
    table: TableModel,
) -> None:
    assert table.viewer.status == "Your turn"
    assert rows_of(table) == [
        "You may discard one card",
        "If this ends now you score 12",
        "Ways to stay in the round 2",
    ]


def test_who_does_not_lead_is_told_what_winning_would_score() -> None:
    model = model_of(state_of("A O1 G2 : R5", "B> B2 B4 : ?5", canvas="G7"))
    assert "If you win now you score 2" in rows_of(model)
    assert model.viewer.status == "waiting"


def test_who_waits_is_told_under_which_rules_they_lead() -> None:
    model = model_of(state_of("A O1 G2 : R5", "B> B2 B4 : ?5", canvas="G7"))
    assert "You lead under Blue Indigo Violet" in rows_of(model)
    none = model_of(state_of("A V1 : G5", "B> R7 R6 R5 R4 R3 R2 R1 : ?5", canvas="G7"))
    assert "You lead under no rule" in rows_of(none)


def test_no_way_left_is_marked() -> None:
    model = model_of(state_of("A> V2 : G1", "B R7 G6 : ?5", canvas="G5"))
    assert [row.is_bad for row in model.viewer.rows if to_plain(row.label).startswith("Ways")] == [
        True
    ]


def test_the_table_does_not_help_who_wants_no_help() -> None:
    model = model_of(mock(), around=ViewOptions(KINDS, assists=False))
    assert not any("Ways" in row for row in rows_of(model))
    assert (model.marks[KEEPS_IN], model.marks[LOSES]) == ((), ())


def test_a_seat_that_is_out_is_told_so() -> None:
    model = model_of(state_of("Ax O6 : R5", "B> R7 : ?2", "C B2 : ?5"))
    assert (model.viewer.status, model.viewer.rows) == ("out of the round", ())
    assert to_plain(model.panels["palette.0"].counts) == "out of the round"


# -- hand marks ----------------------------------------------------------------------------


def test_hand_cards_are_parted_by_whether_they_keep_the_viewer_in(table: TableModel) -> None:
    assert table.marks[KEEPS_IN] == ("G3",)
    assert table.marks[LOSES] == ("B7", "V6", "R5", "I1")


def test_hand_cards_are_marked_at_the_viewers_turn_only() -> None:
    model = model_of(state_of("A O6 : R5 G3", "B> R7 : ?2"))
    assert (model.marks[KEEPS_IN], model.marks[LOSES]) == ((), ())


def test_hand_cards_are_not_marked_when_none_can_be_used() -> None:
    model = model_of(state_of("A>done O6 : R5 G3", "B R4 : ?2", canvas="R7"))
    assert (model.marks[KEEPS_IN], model.marks[LOSES]) == ((), ())


# -- what has happened ---------------------------------------------------------------------


def test_the_last_turns_are_told_oldest_first(table: TableModel) -> None:
    assert [to_plain(line.line) for line in table.history.lines] == [
        "Bo set Run",
        "Cleo played violet 1, set One colour",
        "Dee played red 6, set Evens, drew 1",
    ]
    assert [line.seat for line in table.history.lines] == [1, 2, 3]


def test_a_turn_going_on_is_told_unless_it_is_the_viewers() -> None:
    state = state_of("A O6 : R5", "B>played B2 R6 : ?5", steps="R6")
    assert [to_plain(line.line) for line in model_of(state).history.lines] == ["Bo played red 6"]


def test_rounds_before_come_first_and_the_one_just_over_last() -> None:
    state = state_of(
        "A O6 : R5",
        "Bx B2 : ?5",
        turns=((0, "R5"), (1, "pass")),
        stage=ROUND_OVER,
        rounds=((1, 3, "G2"), (0, 6, "O6")),
        round_number=2,
    )
    assert [to_plain(line.line) for line in model_of(state).history.lines] == [
        "Round 1: Bo won under Evens, 2 points",
        "You played red 5",
        "Bo went out",
        "Round 2: you won under Highest card, 6 points",
    ]


def test_no_hidden_card_is_in_the_model() -> None:
    """What a seat cannot see may not change what it is shown."""
    hidden = ("B B2 : R1 O1 Y1", "B B2 : V7 I7 B7")
    models = [
        model_of(state_of("A O6 : R5", seat, "C> G2 : ?5", deck=deck))
        for seat, deck in zip(hidden, ("R2 R3", "V2 V3"), strict=True)
    ]
    assert models[0] == models[1]


def test_the_title_tells_round_and_rules() -> None:
    assert model_of(mock()).title.line == "Round 3 · Advanced rules"
    basic = state_of("A> O6 : R5", "B B2 : ?5", rules="basic@1.3")
    assert model_of(basic).title.line == "Basic rules"
    first = state_of("A> O6 : R5", "B B2 : ?5", rules="advanced+actions@first")
    assert model_of(first).title.line == "Round 1 · Advanced + actions, 1st ed."


def test_the_deck_is_counted(table: TableModel) -> None:
    assert table.deck == DeckModel(8, "draw deck")
