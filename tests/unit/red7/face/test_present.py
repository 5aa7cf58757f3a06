"""What stands around Red7's cards and is heard, worked out from what one seat sees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from red7_desktop.games.red7.face import present, view
from red7_desktop.games.red7.rules import game, rounds
from red7_desktop.games.red7.rules.cards import LETTERS, SEATS
from red7_desktop.kit import bindings, table_model
from red7_desktop.kit.hud import hud, marks
from red7_desktop.kit.hud.buttons import HudButton
from red7_desktop.kit.sound import cues
from red7_desktop.kit.sound.cues import DEALING, END_CUE_DELAY, MIN_GAP, Cue, Sound, Tempo
from red7_desktop.kit.texts import Texts, Tone, load_texts, to_plain
from red7_desktop.play.ai import Seat, Thinker
from red7_desktop.play.session import Change, Session
from red7_desktop.resources import asset_path
from red7_desktop.scene.node import Node
from red7_desktop.table import card_nodes, table_view
from red7_desktop.tabletop.game import TABLE, Event, make_reason
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.rounds import MATCH_OVER, ROUND_OVER
from tests.matches import MODES, begin, play_on
from tests.unit.kit.hud_table import MODELS, Table
from tests.unit.red7.face.seen import FOUR, KINDS, mock, model_of, seen, state_of


@pytest.fixture
def table() -> table_model.TableModel:
    return model_of(mock())


# -- seats ---------------------------------------------------------------------------------


def test_seats_are_listed_clockwise_from_the_viewer() -> None:
    model = model_of(mock(), viewer=2)
    assert [(seat.seat, seat.place) for seat in model.seats] == [(2, 0), (3, 1), (0, 2), (1, 3)]
    assert model.seat_of(3).name == "Dee"


def test_spectator_sees_from_the_first_seat() -> None:
    model = model_of(mock(), viewer=None)
    assert [seat.seat for seat in model.seats] == [0, 1, 2, 3]
    assert not any(seat.is_you for seat in model.seats)
    assert model.panels["palette.0"].label == "Ann’s palette"


def test_viewer_panel_says_watching_or_waiting_without_a_viewer() -> None:
    nobody = model_of(mock(), viewer=None, people=())
    passing_on = model_of(mock(), viewer=None, people=(0, 2))
    assert (nobody.viewer.status, passing_on.viewer.status) == ("watching", "waiting")


def test_seat_panel_shows_name_kind_hand_and_points(table: table_model.TableModel) -> None:
    dee = table.seat_of(3)
    assert (dee.name, dee.initial, dee.kind) == ("Dee", "D", "Sharp AI")
    assert (dee.hand_count, dee.points, dee.target) == (5, 13, 30)


def test_only_human_player_of_a_table_is_called_you() -> None:
    assert model_of(mock()).seats[0].name == "You"
    assert model_of(mock(), people=(0, 2)).seats[0].name == "Ann"


def test_cards_that_count_under_the_rule_are_marked(table: table_model.TableModel) -> None:
    assert {"R6", "G4"} <= set(table.marks[present.name_counting_style("G")])
    assert {"R6", "G4", "V3"} & set(table.marks[present.NOT_COUNTING]) == {"V3"}


@pytest.mark.parametrize(
    ("canvas", "palette", "figure", "unit", "best"),
    [
        ("", "B7 R2", "7", "highest", "Blue"),
        ("O1", "B7 R7", "2", "equal", "best red 7"),
        ("O1", "B7", "1", "card", "best blue 7"),
        ("Y1", "B7 B2 R1", "2", "one colour", "best blue 7"),
        ("G1", "B2", "1", "even", "best blue 2"),
        ("G1", "B2 R4", "2", "evens", "best red 4"),
        ("G1", "B3", "0", "evens", ""),
        ("B1", "B2 R4", "2", "colours", "best red 4"),
        ("I1", "B2 R3 G4", "3", "in a run", "best green 4"),
        ("V1", "B2 R3 G4", "2", "below 4", "best red 3"),
    ],
)
def test_tally_counts_under_the_current_rule(
    canvas: str, palette: str, figure: str, unit: str, best: str
) -> None:
    model = model_of(state_of("A> O5 : I6", f"B {palette} : ?5", canvas=canvas))
    tally = model.seat_of(1).tally
    assert tally is not None
    assert (tally.figure, tally.unit, to_plain(tally.best)) == (figure, unit, best)


def test_seat_that_is_out_has_a_label_and_no_tally() -> None:
    model = model_of(state_of("A> O6 : R5", "Bx R7 : ?2", "C B2 : ?5"))
    bo = model.seat_of(1)
    assert (bo.is_out, bo.out, bo.tally) == (True, "out", None)
    assert "R7" not in {card for cards in model.marks.values() for card in cards}
    assert model.seat_of(2).out == ""


def test_basic_game_shows_no_scores() -> None:
    model = model_of(state_of("A> O6 : R5", "B B2 : ?5", rules="basic@1.3"))
    assert {seat.points for seat in model.seats} == {None}
    assert [
        to_plain(row.label) for row in model.viewer.rows if "score" in to_plain(row.label)
    ] == []


# -- the middle ----------------------------------------------------------------------------


def test_banner_names_the_rule(table: table_model.TableModel) -> None:
    rule = table.panels["banner"]
    assert (rule.letter, rule.colour, rule.sentence) == ("G", "Green", "Most even cards")
    assert to_plain(rule.hint) == "2 · 4 · 6"


def test_status_line_names_leader_reason_and_others(table: table_model.TableModel) -> None:
    assert to_plain(table.status.line) == "You’re winning: 3 evens vs 2"
    assert [to_plain(other) for other in table.status.others] == [
        "Dee 2 evens",
        "Cleo 1 card",
        "Bo 1 card",
    ]
    assert table.status.is_good
    assert [seat.is_leading for seat in table.seats] == [True, False, False, False]
    assert [seat.is_acting for seat in table.seats] == [True, False, False, False]


@pytest.mark.parametrize(
    ("seats", "others"),
    [
        ("A> G4 G6 : R5 / B G2 : ?5", []),
        ("A> G4 G6 : R5 / B G2 : ?5 / C R1 : ?5", ["Bo 1 card", "Cleo 0 evens"]),
        ("A> B2 : R5 / B G4 G6 : ?5 / C R1 : ?5", ["Cleo 0 evens"]),
        ("A> B2 : R5 / B G2 : ?5 / C R1 : ?5", ["You 1 card", "Cleo 0 evens"]),
    ],
)
def test_status_line_shows_each_figure_once(seats: str, others: list[str]) -> None:
    why = model_of(state_of(*seats.split(" / "), canvas="G5")).status
    assert [to_plain(each) for each in why.others] == others


def test_rivals_lead_is_in_the_warning_tone_on_the_viewers_turn() -> None:
    model = model_of(state_of("A> O1 : R5", "B B2 : ?5"))
    assert to_plain(model.status.line) == "Bo is winning: blue 2 beats orange 1"
    assert model.status.line[-1].tone is Tone.BAD
    watching = model_of(state_of("A O1 : R5", "B> B2 : ?5"))
    assert watching.status.line[-1].tone is Tone.ACCENT


def test_counting_cards_are_green_only_while_the_viewer_leads() -> None:
    leads = model_of(state_of("A> R7 : R5", "B B2 : ?5")).panels["palette.0"].counts
    loses = model_of(state_of("A> O1 : R5", "B B2 : ?5")).panels["palette.0"].counts
    assert to_plain(leads) == to_plain(loses) == "it counts"
    assert (leads[0].tone, loses[0].tone) == (Tone.GOOD, Tone.SOFT)


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
def test_palette_label_says_how_many_cards_count(palette: str, note: str, tone: Tone) -> None:
    counts = (
        model_of(state_of(f"A> {palette} : R5", "B B7 : ?5", canvas="G7"))
        .panels["palette.0"]
        .counts
    )
    assert (to_plain(counts), counts[0].tone) == (note, tone)


def test_placed_card_is_described_while_it_can_be_undone(table: table_model.TableModel) -> None:
    free = model_of(mock(), around=table_model.ViewOptions(KINDS, no_undo=None))
    assert free.marks[marks.PENDING] == ("Y4",)
    assert free.panels["palette.0"].pending == "just placed"
    assert free.panels["palette.0"].pending_note == "you can undo"
    assert table.marks[marks.PENDING] == ()
    assert table.panels["palette.0"].pending == ""


# -- the viewer's panel --------------------------------------------------------------------


def rows_of(model: table_model.TableModel) -> list[str]:
    return [f"{to_plain(row.label)} {row.value}".strip() for row in model.viewer.rows]


def test_viewer_panel_shows_the_next_step_points_and_safe_turns(
    table: table_model.TableModel,
) -> None:
    assert table.viewer.status == "Your turn"
    asked, *figures = rows_of(table)
    assert asked == "You may discard one card"
    assert figures == ["Points if it ends now 12", "Safe turns 2"]


@pytest.mark.parametrize("turn", ["A> R1 : R7", "A>played R1 V1 : R7 G3", "A>draw R1 R3 : G3"])
def test_viewer_panel_does_not_repeat_the_prompt_of_status_bar_or_button(turn: str) -> None:
    model = model_of(state_of(turn, "B B6 : ?5", rules="advanced+actions@1.3"))
    assert rows_of(model)[0].startswith("Points"), model.actions.primary.note


def test_viewer_panel_says_what_winning_would_score() -> None:
    model = model_of(state_of("A O1 G2 : R5", "B> B2 B4 : ?5", canvas="G7"))
    assert "Points if you win now 2" in rows_of(model)
    assert model.viewer.status == "waiting"


def test_waiting_viewer_is_told_which_rules_they_lead() -> None:
    model = model_of(state_of("A O1 G2 : R5", "B> B2 B4 : ?5", canvas="G7"))
    assert "You’re winning under: Blue Indigo Violet" in rows_of(model)
    none = model_of(state_of("A V1 : G5", "B> R7 R6 R5 R4 R3 R2 R1 : ?5", canvas="G7"))
    assert "You’re winning under no rule" in rows_of(none)


def test_viewer_panel_marks_that_no_winning_turn_is_left() -> None:
    model = model_of(state_of("A> V2 : G1", "B R7 G6 : ?5", canvas="G5"))
    assert [
        row.is_bad for row in model.viewer.rows if to_plain(row.label).startswith("Safe turns")
    ] == [True]
    assert rows_of(model)[:-1] == ["Points if you win now 2"], "nothing asks for a card"
    assert model.actions.bottom is None, "the large button is for dropping out"


def test_discard_with_and_without_a_draw_counts_as_one_safe_turn() -> None:
    model = model_of(state_of("A>played V1 G2 : G4 :", "B B3 : ?3 :", steps="G2"))
    assert model.marks[marks.KEEPS_IN] == ("G4",)
    assert "Safe turns 1" in rows_of(model)


def test_viewer_with_assists_off_sees_no_card_marks() -> None:
    model = model_of(mock(), around=table_model.ViewOptions(KINDS, assists=False))
    assert not any("Ways" in row for row in rows_of(model))
    assert (model.marks[marks.KEEPS_IN], model.marks[marks.LOSES]) == ((), ())


def test_viewer_panel_says_that_the_viewer_is_out_of_the_round() -> None:
    model = model_of(state_of("Ax O6 : R5", "B> R7 : ?2", "C B2 : ?5"))
    assert (model.viewer.status, model.viewer.rows) == ("out of the round", ())
    assert to_plain(model.panels["palette.0"].counts) == "out of the round"


# -- hand marks ----------------------------------------------------------------------------


def test_hand_cards_are_marked_by_whether_they_keep_the_viewer_in(
    table: table_model.TableModel,
) -> None:
    assert table.marks[marks.KEEPS_IN] == ("G3",)
    assert table.marks[marks.LOSES] == ("B7", "V6", "R5", "I1")


# -- what has happened ---------------------------------------------------------------------


def test_last_turns_are_listed_oldest_first(table: table_model.TableModel) -> None:
    assert [to_plain(line.line) for line in table.history.lines] == [
        "Bo discarded for Run",
        "Cleo played violet 1, discarded for One colour",
        "Dee played red 6, discarded for Evens, drew a card",
    ]
    assert [line.seat for line in table.history.lines] == [1, 2, 3]


def test_round_results_are_listed_oldest_first() -> None:
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
        "Bo dropped out",
        "Round 2: you won under Highest card, 6 points",
    ]


@pytest.mark.parametrize("stage", [ROUND_OVER, MATCH_OVER])
def test_palette_left_after_scoring_shows_no_counting_cards(stage: str) -> None:
    """They have won: their palette without what they took may not be told to hold nothing."""
    over: dict[str, Any] = {"canvas": "V5", "stage": stage, "rounds": WON}
    model = model_of(state_of("A O7 Y6 : R5", "Bx B2 : ?5", **over))
    assert (model.panels["palette.0"].counts, model.seat_of(0).tally) == ((), None)
    assert not any(model.marks.values())
    basic = model_of(state_of("A O7 Y6 : R5", "Bx B2 : ?5", rules="basic@1.3", **over))
    assert to_plain(basic.panels["palette.0"].counts) == "nothing counts"


def test_table_model_does_not_depend_on_hidden_cards() -> None:
    """What a seat cannot see may not change what it is shown."""
    hidden = ("B B2 : R1 O1 Y1", "B B2 : V7 I7 B7")
    models = [
        model_of(state_of("A O6 : R5", seat, "C> G2 : ?5", deck=deck))
        for seat, deck in zip(hidden, ("R2 R3", "V2 V3"), strict=True)
    ]
    assert models[0] == models[1]


def test_title_names_round_and_rules() -> None:
    assert model_of(mock()).title.line == "Round 3 · Advanced rules"
    basic = state_of("A> O6 : R5", "B B2 : ?5", rules="basic@1.3")
    assert model_of(basic).title.line == "Basic rules"
    first = state_of("A> O6 : R5", "B B2 : ?5", rules="advanced+actions@first")
    assert model_of(first).title.line == "Round 1 · Advanced + actions, 1st ed."


# == Buttons of the table: commands, and reasons for being disabled.

END_TURN, DROP_OUT = (bindings.Intent.END, "End turn"), (present.DROP_OUT, "Drop out")
NEXT, RESULT = (table_model.NEXT_ROUND, "Next round"), (table_model.RESULT, "Result")
WON = ((0, 3, "G2 G4"),)
ACTIONS = "advanced+actions@1.3"
END: list[tuple[str, dict[str, Any], tuple[str, str], str, str]] = [
    ("A> O6 : R5 / B B2 : ?5", {}, END_TURN, "MISSING", "Play or discard a card first."),
    ("A>played R1 B2 : G3 V1 R5 / B R7 : ?5", {}, END_TURN, "MISSING", "Not winning yet"),
    ("A> V2 : G1 / B R7 G6 : ?5", {"canvas": "G5"}, DROP_OUT, "OUT", "No card keeps you in"),
    ("A O6 : R5 / B> B2 : ?5", {}, END_TURN, "WAIT", "It’s Bo’s turn"),
    (
        *("A>discarded O6 : R5 / B B2 : ?5", {"canvas": "R7"}),
        *(END_TURN, "GO", "You stay in, but you don’t draw"),
    ),
    (
        *("A>take O6 R1 : R5 / B B2 B3 : ?5", {"rules": ACTIONS}),
        *(END_TURN, "MISSING", "red 1: first choose the card to take away."),
    ),
    ("A O6 : R5 / Bx B2 : ?5", {"stage": ROUND_OVER, "rounds": WON}, NEXT, "GO", ""),
    ("A O6 : R5 / Bx B2 : ?5", {"stage": MATCH_OVER, "rounds": WON}, RESULT, "GO", ""),
    (
        *("Ax O6 : R5 / B B2 : ?5", {"stage": rounds.SCORE}),
        *(END_TURN, "WAIT", "Bo is choosing cards to score"),
    ),
]


@pytest.mark.parametrize(("seats", "options", "button", "mood", "note"), END)
def test_large_button_says_its_action_or_what_is_missing(
    seats: str, options: dict[str, Any], button: tuple[str, str], mood: str, note: str
) -> None:
    end = model_of(state_of(*seats.split(" / "), **options)).actions.primary
    assert (end.action, end.title) == button
    assert (end.state, to_plain(end.note)) == (table_model.ButtonState[mood], note)
    assert end.is_enabled == (mood in {"GO", "OUT"})


def test_disabled_undo_says_why() -> None:
    around = table_model.ViewOptions(KINDS, no_undo=make_reason("cannot_undo", why="drew"))
    undo = model_of(mock(), around=around).actions.undo
    assert not undo.is_enabled
    assert "seen the card" in to_plain(undo.why_not)
    assert model_of(
        mock(), around=table_model.ViewOptions(KINDS, no_undo=None)
    ).actions.undo.is_enabled


def test_dropping_out_is_offered_at_the_start_of_a_turn(table: table_model.TableModel) -> None:
    low = table.actions.bottom
    assert low is not None
    assert (low.is_enabled, low.action) == (False, present.DROP_OUT)
    assert "mid-turn" in to_plain(low.why_not)
    begun = model_of(state_of("A> O6 : R5", "B B2 : ?5")).actions.bottom
    assert begun is not None
    assert begun.is_enabled


def test_hint_is_offered_on_the_viewers_turn(table: table_model.TableModel) -> None:
    assert table.actions.hint.is_enabled
    other = model_of(state_of("A O6 : R5", "B> B2 : ?5")).actions.hint
    assert (other.is_enabled, to_plain(other.why_not)) == (False, "It’s Bo’s turn.")
    off = model_of(mock(), around=table_model.ViewOptions(KINDS, hints=False)).actions.hint
    assert (off.is_enabled, to_plain(off.why_not)) == (False, "Hints are switched off.")


def test_draw_is_offered_when_legal(table: table_model.TableModel) -> None:
    assert table.actions.offer is None
    offered = model_of(state_of("A>discarded O6 : R5", "B B2 : ?5", canvas="R7")).actions
    assert offered.offer is not None
    owed = state_of("A>draw O6 R3 : R5", "B B2 : ?5", rules="advanced+actions@1.3")
    assert model_of(owed).actions.offer is not None
    assert model_of(state_of("A O6 : R5", "B>discarded B2 : ?5", canvas="B7")).actions.offer is None


# == Every mark and figure at the table has an explanation.

GROUND = {"well", "line", "viewer", "ground", "glow"} | {f"seat {place}" for place in range(1, 5)}
"""What is only ground: the room, frames, lines between things, light that goes out."""
FEEDBACK = card_nodes.OWN_STYLES | {"allowed", "refused", "fits"}
"""Marks that follow the hand; next to the places stands in words what would come of it."""
SIZES = [(1280, 720), (1440, 1080), (1920, 1080)]


def pictured(hud: hud.Hud) -> list[Node]:
    """List everything that shows a picture or words and is no button."""
    buttons = [node for node in hud.walk() if isinstance(node, HudButton)]
    return [
        node
        for node in hud.walk()
        if node.picture is not None
        and node.is_shown
        and node.size.w
        and node.name not in GROUND
        and not node.is_within(hud.backdrop)
        and not any(node.is_within(button) for button in buttons)
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", MODELS)
def test_every_drawn_hud_element_has_an_explanation(name: str, size: tuple[int, int]) -> None:
    model = MODELS[name]
    table = Table(size, len(model.seats))
    table.hud.show(model)
    explained = [each.node for each in table.hud.meanings()]
    bare = [
        node for node in pictured(table.hud) if not any(node.is_within(each) for each in explained)
    ]
    assert bare == []
    told = [*[each.sentence for each in table.hud.meanings()], *table.hud.piles().values()]
    assert all(sentence.endswith(".") and " " in sentence for sentence in told)


def test_explanation_is_of_the_smallest_thing_under_the_pointer() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    told = table.hud.meanings()
    for name in ("arc V", "arc O", "symbol B", "tally", "count"):
        node = next(each.node for each in told if each.node.name == name)
        found = hud.find_meaning_at(told, node.bounds.centre)
        assert found is not None
        assert found.sentence == next(each.sentence for each in told if each.node is node)


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_every_mark_on_a_card_has_an_explanation(language: str) -> None:
    table = Table((1280, 720), 2)
    texts = Texts() if language == "en" else load_texts(asset_path("locale"), language)
    look = table.stage.look
    told = marks.describe_marks(texts) | dict(view.RED7_VIEW.table.mark_meanings(texts))
    looks = marks.build_mark_looks(look, view.RED7_VIEW.table.mark_styles(look, table.hud.styler))
    assert set(told) == set(looks) - FEEDBACK


# == Sounds of single steps and of random matches.

HEARD_AT = present.Red7Table(view.RED7_VIEW)


def cues_of(
    change: Change, people: Iterable[int] = (), tempo: cues.Tempo = cues.USUAL
) -> tuple[Cue, ...]:
    return cues.list_cues(change, people, tempo, HEARD_AT.move_sounds, HEARD_AT.finders)


def cues_at_opening(seen: Any) -> tuple[Cue, ...]:
    return cues.list_opening_cues(seen, HEARD_AT.deals)


GAME = game.Red7()
ENDS = (Sound.WIN, Sound.LOSE)
TWO = ("A> V6 : R2 O7 B7 :", "B O4 : ?5 :")
"A table for two at which A wins under most rules."


def change_of(state: rounds.MatchState, *steps: str, viewer: int | None = 0) -> Change:
    """Take steps of whoever acts, and give the last one's change as a viewer may know it."""
    for text in steps:
        before, seat = state, GAME.to_act(state)[0]
        outcome = GAME.apply(state, seat, GAME.parse_step(text))
        state = outcome.state
    return Change(
        seat,
        True,
        seen(before, viewer),
        seen(state, viewer),
        outcome.moves_observed_by(viewer),
        outcome.events,
    )


def heard(state: rounds.MatchState, *steps: str, viewer: int | None = 0) -> list[str]:
    people = () if viewer is None else (viewer,)
    return [cue.sound for cue in cues_of(change_of(state, *steps, viewer=viewer), people)]


def changes_of(match: Match, viewer: int | None) -> Iterator[Change]:
    """Return the changes of a match that has been played, as a viewer saw them."""
    for revision, (entry, outcome) in enumerate(zip(match.log, match.outcomes, strict=True)):
        yield Change(
            entry.seat,
            True,
            seen(match.state_at(revision), viewer),
            seen(match.state_at(revision + 1), viewer),
            outcome.moves_observed_by(viewer),
            outcome.events,
        )


def matches() -> Iterator[Match]:
    for number, (rules, seats) in enumerate(MODES):
        yield play_on(begin(rules, seats, number), Random(number))


# -- one change at a time ------------------------------------------------------------------


def test_played_card_sounds_just_before_it_lands() -> None:
    cues = cues_of(change_of(state_of(*TWO), "R2"))
    assert cues == (Cue(Tempo().flight_seconds / 2, Sound.PLACE),)


def test_discard_plays_a_slide_sound_and_a_rule_chime_on_landing() -> None:
    cues = cues_of(change_of(state_of(*TWO), "@B7"))
    assert cues == (Cue(0.0, Sound.SLIDE), Cue(0.24, Sound.PLACE), Cue(0.3, "rule_blue"))


@pytest.mark.parametrize(
    ("before", "step", "sounds"),
    [
        (["G1"], "(B:O4)", [Sound.FLIP]),
        (["G3"], "(+)", [Sound.DEAL]),
        (["G7"], "(@V1)", [Sound.SLIDE, Sound.PLACE, "rule_violet"]),
        (["G7"], "(^V1)", [Sound.FLIP]),
    ],
)
def test_card_actions_play_their_sounds(before: list[str], step: str, sounds: list[str]) -> None:
    state = state_of(
        "A> V1 Y6 : G1 G3 G7 R7 :", "B O4 O2 B2 I4 : ?5 :", rules=ACTIONS, deck="B1 ?8"
    )
    assert heard(state, *before, step) == sounds


def test_win_sound_plays_for_any_person_on_a_shared_screen() -> None:
    change = change_of(state_of(*TWO, rules="basic@1.3"), "pass")
    assert cues_of(change, (0, 1))[-1].sound is Sound.WIN
    assert cues_of(change, (0,))[-1].sound is Sound.LOSE


def test_points_counting_sound_plays_before_the_win_sound() -> None:
    state = state_of("A> V1 : R2 :", "B O4 R5 : ?5 : G7 R7 Y7 B7 V7 O6")
    cues = cues_of(change_of(state, "pass", viewer=1), (1,))
    assert [cue.sound for cue in cues] == [Sound.FLIP, Sound.COUNT, Sound.WIN]
    assert cues[-1].at == pytest.approx(Tempo().flight_seconds + END_CUE_DELAY)


def test_deal_sounds_follow_the_dealt_cards_with_a_minimum_gap() -> None:
    state = mock_over()
    tempo = Tempo(stagger=0.05, flight_seconds=0.3)
    change = change_of(state, "deal")
    cues = cues_of(change, (0,), tempo)
    dealt = [cue.at for cue in cues if cue.sound is Sound.DEAL]
    assert len(change.moves) == 32
    assert dealt[0] == 0.0
    assert dealt[-1] <= 31 * tempo.stagger
    assert dealt[-1] > 29 * tempo.stagger
    assert all(later - earlier > MIN_GAP - 1e-6 for earlier, later in pairwise(dealt))
    assert {cue.sound for cue in cues} <= {Sound.DEAL, Sound.TURN}


def test_turn_sound_waits_for_the_last_dealt_card() -> None:
    (viewer,) = change_of(mock_over(), "deal").after.to_act
    cues = cues_of(change_of(mock_over(), "deal", viewer=viewer), (viewer,))
    assert cues[-1].sound is Sound.TURN
    assert cues[-1].at == pytest.approx(31 * Tempo().stagger + Tempo().flight_seconds)


def mock_over() -> rounds.MatchState:
    """Return a match for four between two rounds."""
    state = state_of("A> V1 : R2 :", "B O4 : ?5 :", "Cx V2 : ?5 :", "Dx V3 : ?5 :")
    return GAME.apply(state, 0, GAME.parse_step("pass")).state


def test_newly_dealt_table_plays_the_deal_and_turn_sounds() -> None:
    fresh = seen(state_of(*TWO))
    dealing = (*DEALING, Cue(0.8, Sound.PLACE))
    assert cues_at_opening(fresh) == (*dealing, Cue(table_view.DEAL_SECONDS, Sound.TURN))
    assert cues_at_opening(seen(state_of(*TWO), 1)) == dealing


def test_reopened_table_plays_only_the_turn_sound() -> None:
    assert [cue.sound for cue in cues_at_opening(seen(mock()))] == [Sound.TURN]
    assert cues_at_opening(seen(mock(), 2)) == ()
    assert cues_at_opening(seen(state_of(*FOUR, stage=rounds.SCORE))) == ()


# -- sessions ------------------------------------------------------------------------------


def session_and_changes() -> tuple[Session, list[Change]]:
    """Sit two people down at a table where the first to move can discard."""
    match = Match(GAME, {"rules": "advanced", "seats": 2}, 3)
    session = Session(match, (Seat("Ada"), Seat("Bo")), {}, Thinker())
    session.set_viewer(session.to_act[0])
    changes: list[Change] = []
    session.add_listener(changes.append)
    return session, changes


def test_undo_plays_a_slide_sound_and_the_chime_of_the_restored_rule() -> None:
    session, changes = session_and_changes()
    texts = [str(step) for step in session.observe().legal]
    session.take_text(next(text for text in texts if text[0] == "@" and text[1] != "R"))
    session.undo()
    assert [cue.sound for cue in cues_of(changes[-1])] == [Sound.SLIDE, "rule_red"]


def test_changing_the_viewer_is_silent() -> None:
    session, changes = session_and_changes()
    for viewer in (1, None, 0):
        session.set_viewer(viewer)
    assert [cues_of(change, (0, 1)) for change in changes] == [(), (), ()]


# -- matches played at random --------------------------------------------------------------


def test_every_move_has_a_sound() -> None:
    ways = {
        (move.source.partition(":")[0], move.target.partition(":")[0])
        for match in matches()
        for change in changes_of(match, None)
        for move in change.moves
    }
    assert ways == set(present.MOVES)


def test_rule_chime_plays_exactly_on_rule_changes() -> None:
    chimes = 0
    for match in matches():
        for change in changes_of(match, 0):
            noted = [dict(note.data)["rule"] for note in change.events if note.code == "rule"]
            wanted = [present.RULE_CHIMES[LETTERS.index(str(rule))] for rule in noted]
            assert [
                cue.sound for cue in cues_of(change) if cue.sound in present.RULE_CHIMES
            ] == wanted
            chimes += len(wanted)
    assert chimes > 50


def test_sound_cues_are_in_order_and_equal_sounds_keep_a_gap() -> None:
    for match in matches():
        for change in changes_of(match, 1):
            cues = cues_of(change, (1,))
            assert [cue.at for cue in cues] == sorted(cue.at for cue in cues)
            for sound in {cue.sound for cue in cues}:
                times = [cue.at for cue in cues if cue.sound == sound]
                assert all(late - early > MIN_GAP - 1e-6 for early, late in pairwise(times))


def test_round_or_match_end_plays_one_win_or_lose_sound_per_viewer() -> None:
    for match in matches():
        result = GAME.result(match.state)
        assert result is not None
        for viewer in range(len(result.scores)):
            for change in changes_of(match, viewer):
                ends = [cue.sound for cue in cues_of(change, (viewer,)) if cue.sound in ENDS]
                won = {SEATS.index(str(dict(n.data)["seat"])) for n in change.events if is_won(n)}
                if change.after.stage == MATCH_OVER:
                    won = set(result.winners)
                assert ends == [ENDS[viewer not in won]] * bool(won)


def is_won(note: Event) -> bool:
    return note.code == "round_won"


def test_turn_sound_plays_once_per_turn() -> None:
    for match in matches():
        calls = turns = 0
        for change in changes_of(match, 0):
            calls += Sound.TURN in [cue.sound for cue in cues_of(change, (0,))]
            asked = change.after.stage == "turn" and change.after.to_act == (0,)
            turns += asked and (change.seat in (TABLE, *range(1, 4)))
        assert calls == turns
        assert calls > 0
