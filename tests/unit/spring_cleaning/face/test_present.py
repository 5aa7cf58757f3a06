"""What stands around Spring Cleaning's cards and is heard, and the parts that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from red7_desktop.games.spring_cleaning.face import present, view
from red7_desktop.games.spring_cleaning.face.card_art import EQUAL, STEP
from red7_desktop.games.spring_cleaning.face.explanations import (
    JOINS_LEFT_STYLES,
    JOINS_RIGHT_STYLES,
    list_preview_marks,
)
from red7_desktop.games.spring_cleaning.face.panels import (
    BeatenMarker,
    CountModel,
    DrawStep,
    HolderModel,
    StepsModel,
    TrashModel,
)
from red7_desktop.games.spring_cleaning.face.parts import ZONE_KINDS
from red7_desktop.games.spring_cleaning.rules import cards, game, rounds
from red7_desktop.kit import bindings, table_model, texts
from red7_desktop.kit.hud import hud
from red7_desktop.kit.hud.part import Part, TextStyler
from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.sound import cues
from red7_desktop.kit.sound.cues import DEALING, Cue, Sound
from red7_desktop.play.session import Change
from red7_desktop.resources import asset_path
from red7_desktop.scene import animation, geometry, stage
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import PaintedPicture
from red7_desktop.table.layout_file import load_layout
from red7_desktop.tabletop.game import DragMove
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.rounds import MATCH_OVER, ROUND_OVER
from tests.unit.kit.hud_table import dark, fonts, said, shown_labels, words_drawn
from tests.unit.spring_cleaning.face.seen import line_of, seen_at, table_of, words_for
from tests.unit.spring_cleaning.rules.playing import GAME, play

ME = "A> 5 5 9 3 4 8 : 6 : 1"
RIVALS = ("B 1 2 3 : 7 : 0", "C 1 1 : 8 9 : 2")


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("", "You lead: play cards that are side by side"),
        ("6 :C", "A card above 6, or any 2-card combination"),
        ("9 :C", "Any 2-card combination"),
        ("6 6 :C", "A pair above 6, or any 3-card combination"),
        ("6 6 6 :C", "A set of 3 cards above 6, or any 4-card combination"),
        ("4 5 6 :C", "A run of 3 cards ending above 6, or any 4-card combination"),
        ("7 8 9 :C", "Any 4-card combination"),
        ("1 2 3 4 5 6 7 8 9 :C", "Nothing"),
    ],
)
def test_status_line_names_the_combinations_that_beat_the_table(table: str, line: str) -> None:
    assert line_of(seen_at(ME, *RIVALS, table=table)) == line


@pytest.mark.parametrize(
    ("seat", "line"),
    [
        ("A>insert 7 5 5 : 6 : 1", "Where does the 7 go?"),
        ("A>offer 5 5 : 6 : 1", "Which card do you offer?"),
        ("A>order(4 9) : : 1", "Arrange your new hand, left to right"),
    ],
)
def test_status_line_says_each_step_of_a_turn(seat: str, line: str) -> None:
    assert line_of(seen_at(seat, *RIVALS, table="6 :B")) == line


def test_clip_joins_the_neighbours_of_a_card_picked_as_the_offer() -> None:
    seen = seen_at("A>offer 5 9 6 7 : : 0", "B 1 : : 0", table="6 :B")
    shut = table_of(seen, ("hand:A#1",), "offer 2")
    assert shut.marks[present.JOINS_STEP] == ("hand:A#2", "hand:A#3")


def test_second_status_line_counts_hidden_cards_when_enabled() -> None:
    seen = seen_at(ME, "B 1 2 : 7 : 0", table="6 :B", discard="4 4")
    steps = table_of(seen, switches=("count_hidden",)).panels["steps"]
    assert (steps.hidden, table_of(seen).panels["steps"].hidden) == (
        (7, 7, 6, 4, 5, 5, 6, 6, 6),
        (),
    )
    bench = Bench("steps", geometry.Rect(0.0, 0.0, 900.0, 42.0))
    bench.part.show(steps)
    assert "9 ×6" in " ".join(said(bench.part))


def test_second_status_line_names_the_seats_still_to_act() -> None:
    seen = seen_at("A 5 5 : : 0", "B> 1 2 : : 0", "C 1 1 : : 0", table="3 :A", viewer=1)
    assert texts.to_plain(table_of(seen).panels["steps"].line) == "After you: Cleo."
    last = seen_at("A 5 5 : : 0", "B 1 2 : : 0", "C> 1 1 : : 0", table="3 :A", viewer=0)
    assert texts.to_plain(table_of(last).panels["steps"].line) == "Still to play: Cleo."


def test_seat_picking_up_its_offer_is_not_listed_as_still_to_play() -> None:
    seats = ("A>order(4 9) : : 0", "B 1 2 : : 0", "C 1 1 : : 0")
    seen = seen_at(*seats, table="3 :A", viewer=1, game="spring@once")
    line = "Still to play: you, Cleo."
    assert texts.to_plain(table_of(seen).panels["steps"].line) == line


def test_steps_of_a_draw_are_ticked_off() -> None:
    model = table_of(seen_at("A>offer 5 5 : 6 : 1", *RIVALS, table="6 :B"))
    steps = model.panels["steps"].steps
    assert [(step.words, step.is_done, step.is_next) for step in steps] == [
        ("Drawn", True, False),
        ("Place", True, False),
        ("Offer", False, True),
    ]


@pytest.mark.parametrize(
    ("table", "picked", "step", "said"),
    [
        ("6 :C", ("hand:A#0", "hand:A#1"), "5 5 @1", "5 5 on Cleo’s card"),
        ("2 2 :B", ("hand:A#0", "hand:A#1"), "5 5 @1", "5 5 on Bo’s pair"),
        ("", ("hand:A#3", "hand:A#4"), "3 4 @4", "Lead 3 4"),
        ("1 :B", (), "5 6(A) @2", "5 6 with your offered 6"),
        ("1 :B", (), "6(A) 7(B)", "6 7 with your offered 6, Bo’s 7"),
        ("6 :C", (), "", "Pick cards"),
        ("1 1 :B", ("hand:A#0",), "", "Pick more cards"),
        ("1 2 3 4 5 6 7 8 9 :C", (), "", "You can’t beat it"),
    ],
)
def test_button_names_the_picked_combination(
    table: str, picked: tuple[str, ...], step: str, said: str
) -> None:
    end = table_of(seen_at(ME, *RIVALS, table=table), picked, step).actions.primary
    assert said in texts.to_plain(end.note)
    assert end.is_enabled == bool(step)
    assert (end.state is table_model.ButtonState.GO) == bool(step)


@pytest.mark.parametrize(
    ("table", "played", "said"),
    [
        ("3 3 :B", "4 4", "4 4 on Bo’s pair"),
        ("3 3 3 :B", "4 4 4", "4 4 4 on Bo’s set"),
        ("3 3 3 3 :B", "4 4 4 4", "4 4 4 4 on Bo’s set"),
        ("2 3 :B", "4 4 4", "4 4 4 on Bo’s run"),
    ],
)
def test_button_names_the_beaten_combination(table: str, played: str, said: str) -> None:
    seen = seen_at(f"A> {played} 9 : : 0", "B 1 2 : : 0", table=table)
    assert texts.to_plain(table_of(seen, step=f"{played} @1").actions.primary.note) == said


def test_picked_up_cards_keep_their_arranged_order() -> None:
    seen = seen_at("A>order(4 4 9 5) : : 1", *RIVALS, table="6 :B")
    moved = GAME.sort_cards(seen, DragMove("9", "picked:A", "picked:A", 3, 1))
    assert moved is not None
    action = view.SPRING_VIEW.table.find_button_action(bindings.Intent.END, moved, texts.Texts())
    assert action is not None
    cards = [str(step) for step in action.steps]
    assert cards == ["order(4)", "order(9)", "order(4)", "order(5)"]
    assert texts.to_plain(table_of(moved).actions.primary.note) == "as 4 9 4 5"
    assert table_of(moved).marks[present.JOINS_STEP] == ("picked:A#3",)
    assert GAME.sort_cards(moved, DragMove("4", "hand:A", "hand:A", 0, 1)) is None
    asleep = seen_at("A>order(4 9) : : 1", *RIVALS, table="6 :B", viewer=1)
    assert GAME.sort_cards(asleep, DragMove(None, "picked:A", "picked:A", 0, 1)) is None


@pytest.mark.parametrize(
    ("table", "picked", "said"),
    [
        ("4 5 :B", (0, 1), "A set doesn’t beat a run of 2 cards; a set of 3 would."),
        ("6 6 :C", (3, 4), "A run doesn’t beat a set of 2 cards; a run of 3 would."),
        ("6 6 :C", (0, 1), "Too low: go above 6."),
        ("9 9 :C", (0, 1), "Nothing is higher than a 9: play one card more."),
        ("2 3 4 :C", (0,), "Too few cards: you need 3 or 4."),
        ("9 9 9 :C", (0,), "You need 4 cards."),
        ("1 :C", (3, 4, 5), "Too many cards: you need 1 or 2."),
    ],
)
def test_refusal_names_the_kind_when_nothing_can_join(
    table: str, picked: tuple[int, ...], said: str
) -> None:
    hand = "A> 5 5 9 3 4 5 : : 1"
    seen, names = seen_at(hand, *RIVALS, table=table), tuple([f"hand:A#{nth}" for nth in picked])
    steps = table_of(seen, names, is_stuck=True).panels["steps"]
    assert (texts.to_plain(steps.line), steps.is_refusal) == (said, True)
    assert not table_of(seen, names).panels["steps"].is_refusal


def test_button_asks_for_one_card_when_no_two_combine() -> None:
    seen = seen_at("A> 9 4 7 : : 1", "B 1 2 : : 0", table="3 :B")
    assert texts.to_plain(table_of(seen).actions.primary.note) == "Put a card on the table"


@pytest.mark.parametrize(
    ("step", "mood", "note"),
    [
        ("", table_model.ButtonState.MISSING, "No card chosen yet"),
        ("offer 3", table_model.ButtonState.GO, "the 9, final"),
    ],
)
def test_button_confirms_the_picked_offer(
    step: str, mood: table_model.ButtonState, note: str
) -> None:
    seen = seen_at("A>? 5 5 9 : : 0", "B? 1 2 3 : : 0")
    end = table_of(seen, step=step).actions.primary
    assert (end.title, end.state, texts.to_plain(end.note)) == ("Confirm", mood, note)


def test_waiting_seat_sees_the_button_of_its_next_turn() -> None:
    end = table_of(seen_at(ME, *RIVALS, table="6 :C", viewer=1)).actions.primary

    assert (end.title, end.state) == ("Play", table_model.ButtonState.WAIT)


def test_button_takes_the_only_play() -> None:
    seen = seen_at("A> 4 : : 1", *RIVALS)
    action = view.SPRING_VIEW.table.find_button_action(bindings.Intent.END, seen, texts.Texts())
    assert action is not None
    assert action.steps == seen.legal
    assert texts.to_plain(table_of(seen).actions.primary.note) == "Lead 4"
    assert (
        view.SPRING_VIEW.table.find_button_action(
            bindings.Intent.END, seen_at(ME, *RIVALS), texts.Texts()
        )
        is None
    )


def list_trash(seen: game.SpringObservation) -> list[tuple[str, int, int | None, str]]:
    panels = [table_of(seen).panels[f"trash.{place}"] for place in range(3)]
    return [(each.label, each.trash, each.gain, each.forecast) for each in panels]


def test_seats_show_trash_and_a_forecast_when_card_counts_differ() -> None:
    assert list_trash(seen_at(ME, *RIVALS, table="6 :C")) == [
        ("trash 1/5", 1, 2, "+2 if it ended now"),
        ("trash 0/5", 0, 0, ""),
        ("trash 2/5", 2, 1, ""),
    ]
    alike = seen_at("A> 5 : : 1", "B 1 : : 0", "C 2 : : 0", table="6 :C")
    assert {each[2:] for each in list_trash(alike)} == {(None, "")}


def test_seats_show_new_trash_after_a_round() -> None:
    seen = replace(
        seen_at(ME, *RIVALS),
        stage=ROUND_OVER,
        rounds=(rounds.RoundResult(0, (7, 4, 4), (1, 0, 0)),),
    )
    assert list_trash(seen)[0] == ("trash 1/5", 1, 1, "+1 this round")


def test_clips_mark_joined_cards_and_answer_marks_playable_ones() -> None:
    marks = table_of(seen_at(ME, *RIVALS, table="4 :B")).marks
    assert marks[present.JOINS_EQUAL] == ("hand:A#1",)
    assert marks[present.JOINS_STEP] == ("hand:A#4",)
    assert {"hand:A#0", "hand:A#2", "offer:A#0", "offer:C#1"} <= set(marks[present.ANSWERS])
    assert "hand:B#0" not in marks[present.ANSWERS]


def test_suggestions_are_plays_best_first() -> None:
    seen = seen_at(ME, *RIVALS, table="2 :B")
    found = present.list_suggestions(seen, words_for(seen))
    assert 2 <= len(found) <= 5
    assert all(each.step in seen.legal for each in found)
    assert len({each.cards for each in found}) == len(found)
    assert (found[0].cards, found[0].meaning) == (("8",), "6 cards left.")


def test_suggestions_include_the_best_of_every_kind() -> None:
    seen = seen_at("A> 1 3 3 9 5 6 8 2 4 1 : : 0", "B 1 : : 0")
    found = [each.cards for each in present.list_suggestions(seen, words_for(seen))]
    assert len(found) == 5
    assert {("3", "3"), ("5", "6")} < set(found), "five single cards cost less"


def test_suggestions_list_whole_blocks_before_parts() -> None:
    seen = seen_at("A> 1 4 5 6 9 2 3 8 2 4 1 6 7 : : 0", "B 1 : : 0")
    found = [each.cards for each in present.list_suggestions(seen, words_for(seen))]
    assert {("4", "5", "6"), ("2", "3"), ("6", "7")} < set(found)


def test_suggestion_names_the_cards_that_become_neighbours() -> None:
    seen = seen_at("A> 5 8 6 : : 0", "B 1 : : 0", table="2 :B")
    by_cards = {each.cards: each for each in present.list_suggestions(seen, words_for(seen))}
    told = by_cards["8",]
    assert (told.words.split(), told.meaning) == (["joins", "5", "6"], "2 cards left. Joins 5 6.")
    assert not by_cards["5",].words


def test_suggestion_says_that_it_ends_the_round() -> None:
    seen = seen_at("A> 5 5 : : 0", "B 1 : : 0")
    by_cards = {each.cards: each for each in present.list_suggestions(seen, words_for(seen))}
    assert by_cards["5", "5"].meaning == "You finish first."


@pytest.mark.parametrize(
    ("seat", "step", "marks"),
    [
        (
            "A>insert 7 5 6 8 : : 0",
            "insert 3",
            {JOINS_RIGHT_STYLES[STEP]: ("hand:A#1",), JOINS_LEFT_STYLES[STEP]: ("hand:A#2",)},
        ),
        ("A>insert 5 5 6 8 : : 0", "insert 1", {JOINS_LEFT_STYLES[EQUAL]: ("hand:A#0",)}),
        ("A>insert 8 5 6 8 : : 0", "insert 4", {JOINS_RIGHT_STYLES[EQUAL]: ("hand:A#2",)}),
        ("A>insert 1 5 6 8 : : 0", "insert 4", {}),
        (
            "A>offer 5 8 6 : : 0",
            "offer 2",
            {JOINS_RIGHT_STYLES[STEP]: ("hand:A#0",), JOINS_LEFT_STYLES[STEP]: ("hand:A#2",)},
        ),
        (
            "A> 3 7 8 3 : : 0",
            "7 8 @2",
            {JOINS_RIGHT_STYLES[EQUAL]: ("hand:A#0",), JOINS_LEFT_STYLES[EQUAL]: ("hand:A#3",)},
        ),
        ("A> 3 7 8 3 : : 0", "3 @1", {}),
    ],
)
def test_clips_between_cards_are_bright_where_a_step_joins_them(
    seat: str, step: str, marks: dict[str, tuple[str, ...]]
) -> None:
    seen = seen_at(seat, "B 1 : : 0", table="2 :B")
    assert list_preview_marks(seen.position, 0, cards.parse_step(step)) == marks


def test_spectator_and_waiting_seat_are_asked_for_nothing() -> None:
    for viewer in (None, 1):
        seen = seen_at(ME, *RIVALS, table="6 :C", viewer=viewer)
        assert not present.list_suggestions(seen, words_for(seen))
        model = table_of(seen)
        assert texts.to_plain(model.status.line) == "A card above 6, or any 2-card combination"
        assert not model.actions.primary.is_enabled
        assert not model.marks[present.ANSWERS]


@pytest.mark.parametrize(
    ("lesson", "steps", "told"),
    [
        ("lead", ["2 3 4 @2"], ["You led 2, 3, 4"]),
        ("higher", ["7 7 @2"], ["You beat it with 7, 7"]),
        (
            "higher",
            ["7 7 @2", "draw", "insert 1", "offer 1"],
            ["You beat it with 7, 7", "Bo drew a card, offered 1"],
        ),
    ],
)
def test_history_of_a_lesson_lists_its_turns_without_opening_offers(
    lesson: str, steps: list[str], told: list[str]
) -> None:
    row = next(row for row in view.SPRING_VIEW.lessons.rows if row.key == lesson)
    match = view.SPRING_VIEW.lessons.set_up(row).match
    for step in steps:
        match.take_text(match.state.position.mover, step)
    lines = table_of(match.game.observe(match.state, 0)).history.lines
    assert [texts.to_plain(line.line) for line in lines] == told


# == HUD parts of Spring Cleaning at any size.


class Bench:
    """One part on a stage of its own."""

    def __init__(self, name: str, room: geometry.Rect) -> None:
        self.clock = animation.SteppedClock()
        self.stage = stage.Stage((1920, 1080), theme=dark(), fonts=fonts(), clock=self.clock)
        look = self.stage.look
        ink = TextStyler(
            view.SPRING_VIEW.style.build_card_art(
                CardStyle("normal", texts.Texts(), None, asset_path)
            )
        )
        made = {
            "message": hud.StatusLine(look, ink),
            **view.SPRING_VIEW.table.build_parts(look, ink),
        }
        self.part: Part[object] = made[name]
        self.part.animator = self.stage.animator
        self.stage.screen_layer.add(self.part)
        self.part.place(room)

    def find(self, name: str) -> list[Node]:
        return [node for node in self.part.walk() if node.name == name and node.is_shown]


@pytest.mark.parametrize(("room", "count"), [(1200, 7), (800, 7), (650, 3), (540, 0), (400, 0)])
def test_status_line_drops_its_example_cards_when_room_is_short(room: int, count: int) -> None:
    bench = Bench("message", geometry.Rect(0.0, 0.0, room, 46.0))
    line = "Eine 3er-Straße mit Ende über 8 oder jede Kombination aus 4 Karten"
    examples = (("7", "8", "9"), (None,) * 4)
    words = texts.to_runs(line)
    model = table_model.StatusModel(words, label="Zu schlagen", examples=examples)
    bench.part.show(replace(model, has_leader=False))
    assert [len(node.children) for node in bench.find("examples")] == [count] * bool(count)
    assert len(bench.find("label")) == (room > 400)
    assert [words_drawn(label) for label in shown_labels(bench.part)] == [line]


@pytest.mark.parametrize(
    ("room", "words"),
    [
        ((200, 100), ["trash 1/5", "+2 if it ended now"]),
        ((100, 100), ["trash 1/5", "+2"]),
        ((500, 50), ["trash 1/5", "+2 if it ended now"]),
        ((300, 66), ["trash 1/5  +2 if it ended now"]),
        ((170, 50), ["trash 1/5  +2"]),
        ((130, 50), ["1/5  +2"]),
    ],
)
def test_trash_label_drops_words_before_figures(room: tuple[int, int], words: list[str]) -> None:
    bench = Bench("trash.1", geometry.Rect(0.0, 0.0, *room))
    bench.part.show(TrashModel("trash 1/5", "1/5", 1, 5, 2, "+2 if it ended now"))
    assert said(bench.part) == words
    assert bench.find("pips")
    (label,) = [label for label in shown_labels(bench.part) if "+2" in label.text]
    (figure,) = [span for span in label.spans if span.text == "+2"]
    assert "'bin'" in str(figure.mark), "trash, not points"


@pytest.mark.parametrize("room", [(200, 100), (170, 50), (130, 50), (110, 50)])
def test_trash_label_has_no_bin_without_a_forecast(room: tuple[int, int]) -> None:
    bench = Bench("trash.1", geometry.Rect(0.0, 0.0, *room))

    bench.part.show(TrashModel("trash 1/5", "1/5", 1, 5))

    marks = [span.mark for label in shown_labels(bench.part) for span in label.spans]
    assert marks
    assert not any(marks)


def test_trash_pips_fill_the_places_that_were_forecast() -> None:
    bench, fills = Bench("trash.1", geometry.Rect(0.0, 0.0, 200, 100)), []
    bench.part.show(TrashModel("trash 1/5", "1/5", 1, 5, 2))
    bench.part.show(TrashModel("trash 3/5", "3/5", 3, 5, 2, is_handed_out=True))
    for _ in range(3):
        picture = bench.find("pips")[0].picture
        assert isinstance(picture, PaintedPicture)
        assert isinstance(picture.key, tuple)
        fills.append([round(fill, 1) for fill in picture.key[1]])
        bench.clock.step(0.13)
        bench.stage.tick()
    assert fills == [[1, 0.4, 0.4, 0, 0], [1, 1, 0.4, 0, 0], [1, 1, 1, 0, 0]]


def test_trick_holder_label_breaks_no_word() -> None:
    bench = Bench("holder", geometry.Rect(0.0, 0.0, 148.0, 151.0))
    sign = words_for(seen_at(ME, *RIVALS)).build_label(0)
    bench.part.show(HolderModel(sign, "Tom", "pojedyncza karta", "4"))
    assert [words_drawn(held) for held in shown_labels(bench.part)][-1] == "pojedyncza karta"


@pytest.mark.parametrize("file", sorted(asset_path("layouts", "spring_cleaning").glob("*.tmx")))
def test_long_trick_shows_a_sign_for_each_play(file: Path) -> None:
    table = load_layout(file, ZONE_KINDS)
    spec, bench = table.zone("trick"), Bench("trick", table.zone("trick").area)
    bench.part.set_layout(table, spec)
    sign = words_for(seen_at(ME, *RIVALS)).build_label(0)
    bench.part.show(tuple([BeatenMarker(sign, cards) for cards in (1, 1, 1, 2, 2, 3, 4)]))
    places = [node.bounds for nth in range(7) for node in bench.find(f"sign {nth}")]
    assert len(places) == 7
    assert all(left.right <= right.left + 0.01 for left, right in pairwise(places))
    taken = [zone.area for zone in table.zones if zone.kind in {"message", "table", "deck"}]
    assert not [area for area in taken for place in places if area.overlaps(place)]


def test_hud_count_shown_later_waits_until_the_card_lands() -> None:
    bench = Bench("discarded", geometry.Rect(0.0, 0.0, 100.0, 60.0))
    for value, seconds in ((CountModel(3, "discard"), 0.0), (None, 0.0), (CountModel(3, "x"), 0.4)):
        bench.part.show_later(value, seconds)
    assert not bench.part.visible
    bench.clock.step(0.5)
    bench.stage.tick()
    assert bench.part.visible


def test_second_status_line_shows_the_steps_of_a_draw() -> None:
    bench = Bench("steps", geometry.Rect(0.0, 0.0, 900.0, 42.0))
    bench.part.show(StepsModel(texts.to_runs("After you: Ada.")))
    assert said(bench.part) == ["After you: Ada."]
    steps = (DrawStep("Drawn", is_done=True), DrawStep("Place", is_next=True), DrawStep("Offer"))
    bench.part.show(StepsModel(steps=steps))
    assert said(bench.part) == [" Drawn   —    Place   —    Offer"]
    (line,) = shown_labels(bench.part)
    rings = [str(span.mark) for span in line.spans if span.mark is not None]
    found = zip(rings, ("'tick'", "text='2'", "text='3'"), strict=True)
    assert all(inside in ring for ring, inside in found)


# == Sounds of single steps and of random matches.

HEARD_AT = present.SpringTable(view.SPRING_VIEW)


def cues_of(
    change: Change, people: Iterable[int] = (), tempo: cues.Tempo = cues.USUAL
) -> tuple[Cue, ...]:
    return cues.list_cues(change, people, tempo, HEARD_AT.move_sounds, HEARD_AT.finders)


def cues_at_opening(seen: Any) -> tuple[Cue, ...]:
    return cues.list_opening_cues(seen, HEARD_AT.deals)


@pytest.fixture(scope="module")
def changes() -> list[Change]:
    """Every step of a match for three, as seat A knows it."""
    match = Match(GAME, {"seats": 3, "pickup": "next_turn"}, 4)
    found: list[Change] = []
    rng = Random(4)
    while match.state.stage != MATCH_OVER:
        before = game.RULES.observe(match.state, 0)
        play(match, rng, 1)
        outcome, entry = match.outcomes[-1], match.log[-1]
        moves, after = outcome.moves_observed_by(0), game.RULES.observe(match.state, 0)
        found.append(Change(entry.seat, True, before, after, moves, outcome.events))
    return found


def heard(change: Change, people: tuple[int, ...] = (0,)) -> list[str]:
    return [cue.sound for cue in cues_of(change, people)]


def noted(change: Change, code: str) -> bool:
    return any(note.code == code for note in change.events)


def test_match_uses_every_sound_of_the_game(changes: list[Change]) -> None:
    tally = Counter(sound for change in changes for sound in heard(change))
    assert set(present.SOUNDS) <= set(tally)
    for change in changes:
        sounds = heard(change)
        assert (present.SWEEP in sounds) == noted(change, "trick_won")
        assert (present.BIN in sounds) == noted(change, "round_over")
        tucked = any(move.target.startswith("hand") for move in change.moves)
        assert (present.TUCK in sounds) <= tucked


def test_clip_sound_plays_for_a_combination_but_not_a_single_card(changes: list[Change]) -> None:
    for change in changes:
        played = [move for move in change.moves if move.target == "table"]
        if played and change.seat != 0:
            assert (present.CLIP in heard(change)) == (len(played) > 1)


def test_every_step_but_a_deal_plays_at_most_six_sounds(changes: list[Change]) -> None:
    for change in changes:
        cues = cues_of(change, (0,))
        assert cues or not change.moves or noted(change, "trick_won")
        assert len(cues) <= 6 or noted(change, "dealt")
        assert [*cues] == sorted(cues)


def test_match_end_sound_depends_on_whether_the_human_player_won(changes: list[Change]) -> None:
    last = changes[-1]
    assert last.after.stage == MATCH_OVER
    ends = [{Sound.WIN, Sound.LOSE} & set(heard(last, (seat,))) for seat in range(3)]
    assert {Sound.WIN} in ends
    assert {Sound.LOSE} in ends
    assert Sound.WIN in heard(last, ())


def test_newly_dealt_table_plays_the_deal_and_turn_sounds(changes: list[Change]) -> None:
    *dealt, called = cues_at_opening(changes[0].before)
    assert (tuple(dealt), called.sound) == (DEALING, Sound.TURN)
