"""Playing by ear: everything is named, nothing is said twice, keys answer, three levels."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pygame
import pytest

from red7_desktop.app import program
from red7_desktop.app.features import LessonsFeature, PuzzleFeature
from red7_desktop.app.puzzles.puzzles import PuzzleShelf
from red7_desktop.kit.present import story
from red7_desktop.kit.settings import FULL_SPEECH, NORMAL_SPEECH, SHORT_SPEECH
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.texts import to_plain
from red7_desktop.scene.node import Node
from tests.setups import red7_setup
from tests.ui import screens
from tests.ui.conftest import Fly
from tests.ui.listening import speak_aloud
from tests.ui.pilot import SHIPPED, Keyboard, Pilot, QuickReviewer, opened, settled

PAIR = (SeatPlan("Ada"), SeatPlan(level="newcomer"))
FOUR = (*PAIR, SeatPlan(level="casual"), SeatPlan(level="steady"))
GAMES = {
    "red7": red7_setup(PAIR, seed=11, target=15),
    "spring": GameSetup("spring", PAIR, {}, 11),
}
STATUS_KEYS = (pygame.K_w, pygame.K_y, pygame.K_o, pygame.K_n)
SLOW = {"tables", "actions", "above", "ends", "people", "looking_back", "days", "learning"}


@pytest.mark.parametrize(
    "walk", ["around", *[pytest.param(each, marks=pytest.mark.slow) for each in sorted(SLOW)]]
)
def test_every_control_has_an_accessible_name(pilot: Pilot, walk: str) -> None:
    reader = pilot.program._reader
    nameless: set[str] = set()

    def note(node: Node, stop: str) -> None:
        spoken = reader.describe(node)
        if not (spoken.name or spoken.value).strip():
            nameless.add(f"{stop}: {node!r}")

    for stop in screens.WALKS[walk](pilot):
        pilot.wait(0.5)
        for node in pilot.program.ui.stage.focus.nodes():
            note(node, stop.name)

    assert nameless == set()


@pytest.mark.sampled(count=1)
@pytest.mark.parametrize("game", GAMES)
def test_whole_match_is_spoken_without_repetition(pilot: Pilot, game: str) -> None:
    recorder = speak_aloud(pilot)
    pilot.play(GAMES[game])
    keys = Keyboard(pilot)
    told: list[str] = []
    lines: Counter[str] = Counter()
    while pilot.session.to_act:
        keys.play_round()
        told += recorder.take()
        match, viewer = pilot.session.match, pilot.session.viewer
        words = pilot.table._table.words
        section = story.build_log(pilot.table._game_view, words, match, viewer)[-1]
        lines.update(to_plain(each.line) for each in section.lines if each.seat != viewer)
        if pilot.session.is_waiting_for_table:
            pilot.session.deal_next_round()
            pilot.wait(0.5)
    pilot.wait(1.0)
    told += recorder.take()

    again = [one for one, next_one in pairwise(told) if one == next_one]
    counts = Counter(told)
    assert again == []
    assert {line: counts[line] for line in lines} == dict(lines)
    assert any("wins the match" in line or "win the match" in line for line in told)


def test_speech_status_keys_tell_leader_hands_and_turns_in_red7(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["red7"])
    recorder.take()

    pilot.key(pygame.K_w)
    leader = recorder.take()
    pilot.key(pygame.K_y)
    hand = recorder.take()
    pilot.key(pygame.K_o)
    others = recorder.take()
    pilot.key(pygame.K_n)
    turns = recorder.take()

    assert leader[0].endswith(tuple("1234567")) or "winning" in leader[0]
    assert hand[0].startswith("Your hand: ")
    assert hand[0].count(",") == 6
    assert hand[1].startswith("Your palette: ")
    assert hand[2] == "Current rule: Orange, One number"
    assert others[0].endswith("6 cards in hand, 0 points")
    assert turns


def test_speech_status_keys_tell_hands_and_offers_in_spring_cleaning(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["spring"])
    Keyboard(pilot).take_turn()
    pilot.wait_for_me()
    recorder.take()

    pilot.key(pygame.K_w)
    leader = recorder.take()
    pilot.key(pygame.K_y)
    hand = recorder.take()
    pilot.key(pygame.K_o)
    others = recorder.take()

    assert leader[0].startswith("Cards left: ")
    assert hand[0].startswith("Your hand, ")
    assert hand[1].startswith("Your offer: ")
    assert " cards in hand, offer: " in others[0]
    assert others[0].endswith("trash 0 of 3")


def test_status_key_shows_a_toast_when_reading_aloud_is_off(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot, is_on=False)
    pilot.play(GAMES["red7"])
    pilot.wait_for_me()

    pilot.key(pygame.K_w)

    assert recorder.said == []
    assert [each.message for each in pilot.program.ui.stage.toasts.toasts][-1:] == [
        "Reading aloud is off."
    ]


def test_speech_status_keys_say_when_there_is_no_match(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.show_title()
    recorder.take()

    for key in STATUS_KEYS:
        pilot.key(key)

    assert recorder.take() == ["No match is on the table."] * len(STATUS_KEYS)


def test_speech_status_keys_describe_the_table_behind_an_open_page(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["red7"])
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.5)
    recorder.take()

    pilot.key(pygame.K_y)
    below_menu = recorder.take()
    pilot.key(pygame.K_ESCAPE)
    pilot.rush_round()
    pilot.wait(9.0)
    recorder.take()
    pilot.key(pygame.K_o)
    after_round = recorder.take()

    assert below_menu[0].startswith("Your hand: ")
    assert any("in hand" in line for line in after_round), after_round


def test_speech_status_keys_type_letters_in_a_text_field(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.show_title()
    pilot.program.show_new_game("red7")
    pilot.wait(0.5)
    pilot.press("seat 0")
    pilot.wait(0.5)
    pilot.focus_on("name")
    pilot.step_frame()
    recorder.take()

    pilot.type("yw")

    assert "No match is on the table." not in recorder.take()


def test_reading_aloud_is_toggled_by_key_anywhere(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot, is_on=False)
    pilot.show_title()

    pilot.key(pygame.K_F9)
    pilot.step_frame()

    assert pilot.program.ui.settings.spoken_log
    assert recorder.take()[0] == "The game is read aloud."

    pilot.key(pygame.K_F9)
    pilot.step_frame()

    assert recorder.take() == ["Reading aloud is off."]


def test_each_speech_level_says_more_than_the_one_before(fly: Fly) -> None:
    told: dict[str, str] = {}
    for level in (SHORT_SPEECH, NORMAL_SPEECH, FULL_SPEECH):
        pilot = fly()
        recorder = speak_aloud(pilot, detail=level)
        pilot.play_to_me(GAMES["red7"])
        recorder.take()
        pilot.key(pygame.K_1)
        pilot.step_frame()
        told[level] = " ".join(recorder.take())
        pilot.program.show_title()

    assert told[SHORT_SPEECH] in told[NORMAL_SPEECH]
    assert told[NORMAL_SPEECH] in told[FULL_SPEECH]
    assert "Your palette: " not in told[SHORT_SPEECH]
    assert "Your palette: " in told[NORMAL_SPEECH]
    assert "Rule: " in told[FULL_SPEECH]


def test_speech_reads_refusals_pages_and_controls(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["red7"])
    recorder.take()

    pilot.key(pygame.K_t)
    pilot.wait(0.5)
    refused = recorder.take()
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.5)
    menu = recorder.take()
    pilot.program.show_settings()
    pilot.wait(0.5)
    recorder.take()
    pilot.focus_on("muted")
    pilot.step_frame()
    switch = recorder.take()
    pilot.key(pygame.K_RETURN)
    pilot.step_frame()
    switched = recorder.take()

    assert "Play or discard a card first." in refused
    assert menu[0] == "Menu"
    assert menu[-1] == "Continue"
    assert switch == ["Mute, off"]
    assert switched == ["on"]


def test_speech_reads_a_page_when_opened_and_the_title_on_return(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.show_title()
    recorder.take()

    pilot.program.show_rules("overview")
    pilot.wait(0.5)
    opened = recorder.take()
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.5)
    back = recorder.take()

    assert opened[0] == "Red7 in short"
    assert any(line.startswith("At the end of your turn you must be winning") for line in opened)
    assert back[0] == "Red7 Desktop"


def test_key_on_a_card_that_can_not_be_moved_is_refused_aloud(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["red7"])
    rival = next(card for card in pilot.view.cards if card.zone == "palette:B")
    pilot.focus_on(rival)
    pilot.step_frame()
    recorder.take()

    pilot.key(pygame.K_RETURN)
    alone = recorder.take()
    pilot.key(pygame.K_1)
    pilot.focus_on(rival)
    pilot.step_frame()
    recorder.take()
    pilot.key(pygame.K_RETURN)
    held = recorder.take()

    assert alone == ["This card can’t go there."]
    assert held == ["This card can’t go there."]


def test_speech_asks_for_a_card_when_a_play_key_is_pressed_without(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["red7"])
    pilot.program.ui.stage.focus.focus(None)
    recorder.take()

    pilot.key(pygame.K_p)

    assert recorder.take() == ["First choose a card from your hand."]


def test_speech_reads_a_refined_hint_only_once(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["red7"])
    recorder.take()

    pilot.key(pygame.K_h)
    pilot.wait(8.0)

    said = recorder.take()
    assert said
    assert max(Counter(said).values()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_goal_of_a_lesson_is_read_once(pilot: Pilot, game: str) -> None:
    recorder = speak_aloud(pilot)
    lessons = pilot.program.feature(LessonsFeature).service
    lessons.begin(game, lessons.list_lessons(game)[0].key)
    pilot.wait(2.0)

    said = recorder.take()
    assert said
    assert max(Counter(said).values()) == 1


@pytest.mark.parametrize("game", GAMES)
def test_lesson_says_its_number_and_title_when_opened(pilot: Pilot, game: str) -> None:
    recorder = speak_aloud(pilot)
    lessons = pilot.program.feature(LessonsFeature).service
    second = lessons.list_lessons(game)[1]

    lessons.begin(game, second.key)
    pilot.wait(2.0)

    title = f"{lessons.number(game, second)}, {to_plain(second.title)}"
    assert recorder.take().count(title) == 1


def test_speech_names_the_cards_to_beat_when_a_lesson_opens(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.program.feature(LessonsFeature).service.begin("spring", "row")
    pilot.wait(2.0)
    at_first = recorder.take()

    pilot.play_to_me(GAMES["spring"])
    Keyboard(pilot).take_turn()
    pilot.wait_for_me()

    (to_beat,) = [line for line in at_first if line.startswith("To beat: ")]
    assert "8" in to_beat
    assert to_beat in recorder.kept
    assert not [line for line in recorder.take() if line.startswith("To beat: ")]


def test_speech_repeats_what_was_missing_when_a_lesson_is_failed(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.program.feature(LessonsFeature).service.begin("spring", "row")
    pilot.wait(2.0)
    for step in ("draw", "insert 5"):
        pilot.session.take_text(step)
        pilot.wait(1.0)
    said_before = recorder.take()

    pilot.session.take_text("offer 2")
    pilot.wait(1.0)

    missing = "Three cards could be together now"
    assert missing in said_before
    assert recorder.take().count(missing) == 1


def test_speech_announces_the_game_selected_on_the_title_screen(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.show_title()
    pilot.wait(0.5)
    pilot.focus_on("switch")
    pilot.step_frame()
    read = recorder.take()

    pilot.key(pygame.K_RETURN)
    pilot.wait(0.5)

    assert read[-1] == "Choose, Spring Cleaning"
    assert pilot.program.setups.last == "spring"
    assert recorder.take() == ["Play, Spring Cleaning"]


@pytest.mark.parametrize("game", GAMES)
def test_speech_does_not_announce_a_deal_when_a_lesson_opens(pilot: Pilot, game: str) -> None:
    recorder = speak_aloud(pilot)
    lessons = pilot.program.feature(LessonsFeature).service
    for lesson in lessons.list_lessons(game)[1:4]:
        lessons.begin(game, lesson.key)
        pilot.wait(1.0)

    assert not [line for line in recorder.take() if line.startswith("Everyone gets")]


def test_speech_does_not_repeat_the_offer_prompt_after_an_offer(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["spring"])
    pilot.focus_on(pilot.view.cards.rows["hand:A"][-1])
    pilot.key(pygame.K_RETURN)
    pilot.step_frame()
    recorder.take()

    pilot.key(pygame.K_t)
    pilot.step_frame()

    assert not [line for line in recorder.take() if line.startswith("Offer the ")]


def test_speech_says_when_a_selected_card_is_put_back(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["spring"])
    pilot.key(pygame.K_1)
    recorder.take()

    pilot.key(pygame.K_1)

    assert recorder.take()[0] == "Put back"


def test_speech_says_once_when_a_selected_red7_card_is_put_back(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["red7"])
    told = []
    for key in (pygame.K_1, pygame.K_ESCAPE):
        pilot.key(pygame.K_1)
        recorder.take()
        pilot.key(key)
        told.append(recorder.take())

    assert [lines.count("Put back") for lines in told] == [1, 1]


@pytest.mark.parametrize(
    ("game", "key", "said"),
    [
        ("red7", pygame.K_g, "This key does nothing now."),
        ("spring", pygame.K_e, "This key does nothing now."),
        ("red7", pygame.K_8, "7 cards in hand"),
    ],
)
def test_speech_says_when_a_key_does_nothing(pilot: Pilot, game: str, key: int, said: str) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES[game])
    recorder.take()

    pilot.key(key)

    assert recorder.take() == [said]


def test_speech_says_when_there_is_no_other_suggestion(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["spring"])
    Keyboard(pilot).take_turn()
    pilot.wait_for_me()
    picks = pilot.table._picks
    picks.suggestions = picks.suggestions[:1]
    pilot.key(pygame.K_g)
    recorder.take()

    pilot.key(pygame.K_g)

    assert recorder.take() == ["No other suggestion"]


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_h])
def test_speech_says_when_a_hint_is_closed(pilot: Pilot, key: int) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["red7"])
    pilot.key(pygame.K_h)
    pilot.wait(8.0)
    recorder.take()

    pilot.key(key)

    assert recorder.take() == ["Hint closed"]


def test_speech_asks_for_a_card_when_a_pile_is_activated_without(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["red7"])
    place = pilot.view.by_zone["canvas"]
    pilot.key(pygame.K_1)
    pilot.focus_on(place)
    pilot.view.pick(None)
    recorder.take()

    place.activate()
    pilot.step_frame()

    assert "First choose a card from your hand." in recorder.take()


def test_speech_label_of_a_suggested_play_names_the_play(pilot: Pilot) -> None:
    speak_aloud(pilot)
    pilot.play_to_me(GAMES["spring"])
    Keyboard(pilot).take_turn()
    pilot.wait_for_me()

    pilot.wait(1.0)
    chips = [node for node in pilot.program.ui.stage.focus.nodes() if node.name[:4] == "chip"]

    assert chips
    assert all(chip.spoken.name.startswith("Play ") for chip in chips)


def test_speech_on_the_replay_timeline_names_step_and_step_count(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "Reviewer", QuickReviewer)
    recorder = speak_aloud(pilot)
    session = opened(pilot)
    session.go_to(0)
    pilot.focus_on("timeline")
    pilot.step_frame()
    recorder.take()

    pilot.key(pygame.K_RIGHT)
    pilot.step_frame()

    steps = [line for line in recorder.take() if line.startswith("Step ")]
    assert steps == [f"Step 1 of {session.timeline.last}"]


def test_speech_gives_the_standing_of_opponents_with_a_unit(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(red7_setup(FOUR, seed=11, target=40))
    recorder.take()

    pilot.key(pygame.K_w)

    _, *others = recorder.take()
    assert len(others) == 3
    assert all(line.endswith(" 1 card") for line in others), others


def test_speech_confirms_a_drawn_card_when_it_is_inserted(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GameSetup("spring", FOUR, {}, 11))
    Keyboard(pilot).take_turn()
    pilot.wait_for_me()
    pilot.key(pygame.K_d)
    pilot.wait(0.5)
    recorder.take()

    pilot.key(pygame.K_RETURN)
    pilot.wait(0.5)

    said = recorder.take()
    assert said[0].startswith("You put the ")
    assert said[1] == "Which card do you offer?"


def test_speech_asks_for_an_offer_when_a_card_is_played_too_early(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["spring"])
    pilot.focus_on(pilot.view.cards.rows["hand:A"][0])
    recorder.take()

    pilot.key(pygame.K_p)

    said = recorder.take()
    assert "First offer a card from your hand." in said
    assert not [line for line in said if "choose a card" in line]


def test_confirm_key_reads_the_selected_offer_card_again(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES["spring"])
    pilot.key(pygame.K_1)
    recorder.take()

    pilot.key(pygame.K_c)

    assert recorder.take()[-1] == "Confirm: the 4, final"


def read_profile(pilot: Pilot) -> list[str]:
    """Play a round of Red7, open the profile, and return what is read aloud then."""
    recorder = speak_aloud(pilot)
    pilot.play(GAMES["red7"])
    pilot.rush_round()
    pilot.wait(1.0)
    pilot.show_title()
    pilot.wait_for_profile()
    recorder.take()

    pilot.program.show_profile()
    pilot.wait_for_profile()
    pilot.wait(1.0)
    return recorder.take()


def test_speech_on_the_profile_calendar_names_the_weekdays(pilot: Pilot) -> None:
    said = read_profile(pilot)

    assert [line for line in said if len(line) == 1 and line.isalpha()] == []
    assert {"Monday", "Wednesday", "Friday", "Sunday"} <= set(said)


@pytest.mark.parametrize("is_summary", [False, True])
def test_end_turn_key_deals_the_next_round_after_a_round_end(
    pilot: Pilot, is_summary: bool
) -> None:
    pilot.play(GAMES["spring"])
    pilot.rush_round()
    pilot.wait(9.0)
    if is_summary:
        pilot.press("story")
        pilot.wait(0.5)

    pilot.key(pygame.K_t)
    pilot.wait(1.0)

    assert pilot.session.observe().round_number == 2


@pytest.mark.parametrize(
    ("game", "page", "lines"),
    [
        ("red7", "order", ["violet 7 beats red 6 beats orange 6 beats red 5"]),
        ("red7", "O", ["Bo: red 6, green 6, indigo 2: 2 of one number"]),
        ("spring", "overview", ["1, 2, 3, 4, 5, 6, 7, 8, 9", "Table: 6, 6"]),
        ("spring", "combinations", ["Not a run: 6, 5, 4: not allowed: goes down"]),
        ("spring", "drawing", ["Draw: 4, 5, 6, 7 drawn, 8, 8, 2: the 7 fills the gap"]),
    ],
)
def test_speech_on_a_rules_page_reads_the_cards_of_its_examples(
    pilot: Pilot, game: str, page: str, lines: list[str]
) -> None:
    recorder = speak_aloud(pilot)
    pilot.play_to_me(GAMES[game])
    recorder.take()

    pilot.program.show_rules(page)
    pilot.wait(0.5)

    said = recorder.take()
    assert set(lines) <= set(said), said
    assert "BUTTON" not in said


@pytest.mark.parametrize(("game", "standing"), [("red7", "Points: "), ("spring", "Trash: ")])
def test_speech_at_a_round_end_names_what_each_number_means(
    pilot: Pilot, game: str, standing: str
) -> None:
    recorder = speak_aloud(pilot)
    pilot.play(GAMES[game])
    pilot.rush_round()
    recorder.take()

    pilot.wait(9.0)

    said = recorder.take()
    assert any(standing in line for line in said), said
    assert not [line for line in said if line.strip("+0123456789") == ""]


def test_speech_reads_key_names_only_on_their_settings_buttons(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.show_title()
    pilot.wait(0.5)
    recorder.take()

    pilot.program.show_settings()
    pilot.wait(1.5)
    opened_page = recorder.take()
    pilot.focus_on("reset keys")
    pilot.step_frame()

    assert opened_page[0] == "Settings"
    assert not set(pilot.program.ui.intent_words().values()) & set(opened_page)
    assert "Reset" not in opened_page
    assert recorder.take() == ["Reset, Keyboard"]


@pytest.mark.parametrize("game", GAMES)
def test_title_screen_cards_have_different_captions_for_speech(pilot: Pilot, game: str) -> None:
    pilot.program.choose_game(game)
    pilot.show_title()
    pilot.wait(3.0)

    (art,) = pilot.nodes(f"emblem {game}")
    captions = [node.caption for node in art.walk() if node.focusable]

    assert len(captions) >= 3
    assert len(captions) == len(set(captions))


def test_speech_reads_the_goal_of_a_new_game_as_one_sentence(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.show_title()
    recorder.take()

    pilot.program.show_new_game("spring")
    pilot.wait(0.5)

    assert "3 trash ends it" in recorder.take()


def test_speech_on_the_profile_reads_each_number_with_its_unit(pilot: Pilot) -> None:
    said = read_profile(pilot)

    read = [line.partition(" ") for line in said if line.endswith(" streak")]
    assert [(figure.isdigit(), unit) for figure, _, unit in read] == [
        (True, "win streak"),
        (True, "best streak"),
    ]


def test_speech_in_the_match_list_names_the_players(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    pilot.play(GAMES["spring"])
    pilot.rush_round()
    pilot.program.give_up()
    pilot.wait(0.5)
    recorder.take()

    pilot.program.show_records()
    settled(pilot)
    pilot.wait(1.0)

    said = recorder.take()
    assert "Ada, Tomás" in said


def test_puzzle_tiles_say_their_kind_and_whether_they_are_solved(pilot: Pilot) -> None:
    room = pilot.program.feature(PuzzleFeature).service
    room.shelves["red7"] = PuzzleShelf(SHIPPED)
    room.show("red7")
    room._worker.submit(lambda: None).result()
    pilot.wait(0.5)

    tiles = [
        node.spoken for node in pilot.program.ui.stage.focus.nodes() if node.name[:7] == "puzzle "
    ]

    assert tiles
    assert all(spoken.name.startswith("Puzzle ") for spoken in tiles)
    assert "next" in {spoken.value for spoken in tiles}


def test_lesson_tiles_say_whether_they_are_done(pilot: Pilot) -> None:
    lessons = pilot.program.feature(LessonsFeature).service
    first = lessons.list_lessons("red7")[0]
    lessons.begin("red7", first.key)
    pilot.wait(0.5)
    for step in first.begin().answer:
        pilot.session.take_text(step)
    pilot.wait(1.5)
    pilot.wait_for_profile()

    lessons.show("red7")
    pilot.wait(0.5)

    tile = pilot.button(f"lesson {first.key}")
    assert tile.spoken.value == "done"


def test_speech_reads_no_cards_until_the_hot_seat_curtain_opens(pilot: Pilot) -> None:
    recorder = speak_aloud(pilot)
    plans = (SeatPlan("Ann"), SeatPlan("Bob"), SeatPlan(level="casual"))
    pilot.play(red7_setup(plans, seed=4, target=40))
    pilot.wait(8.0)
    hands = [seat_hand(pilot, seat) for seat in range(2)]
    pilot.key(pygame.K_y)
    pilot.wait(0.5)
    covered = " ".join(recorder.take())
    pilot.key(pygame.K_RETURN)
    pilot.wait(1.0)
    recorder.take()

    pilot.key(pygame.K_y)

    assert "Pass the screen to" in covered
    assert not [card for hand in hands for card in hand if card in covered]
    assert recorder.take()[0].startswith("Your hand: ")


def seat_hand(pilot: Pilot, seat: int) -> list[str]:
    """Return the cards of a hand in words."""
    match = pilot.session.match
    seen = match.game.observe(match.state, seat)
    words = pilot.table._table.words_for(seat)
    face = pilot.table._game_view.words
    faces = seen.zones[f"hand:{'ABCD'[seat]}"]
    return [face.describe_card(words, each, seen).title.lower() for each in faces]
