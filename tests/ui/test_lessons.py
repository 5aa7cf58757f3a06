"""A new player's way: the first game with its coach, won, and on to the lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from red7_desktop.app.features import LessonsFeature
from red7_desktop.app.screens.lessons import BEGUN, DONE, CourseScreen, LessonMode, LessonService
from red7_desktop.games.red7.rules.notation import parse_turn
from red7_desktop.kit import course, texts
from red7_desktop.kit.hud.marks import HINTED, KEEPS_IN, LOSES
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.table_model import ButtonState
from tests.setups import red7_setup
from tests.ui.pilot import Hands, Pilot, give_up, give_up_match, middle_of
from tests.ui.seeing import screen_of, words


def lessons(pilot: Pilot) -> LessonService:
    return pilot.program.feature(LessonsFeature).service


def counsel(pilot: Pilot) -> course.CoachAdvice:
    foot = pilot.table._mode
    assert isinstance(foot, LessonMode)
    return foot._advice


def note(pilot: Pilot, game: str, key: str, outcome: str) -> None:
    lessons(pilot).store_outcome(game, key, outcome)
    pilot.wait_for_profile()


def follow(pilot: Pilot, take: Callable[[Any], None]) -> None:
    """Do what the coach says until the round is over."""
    session = pilot.session
    while session.to_act and not session.is_waiting_for_table:
        pilot.wait_for_me()
        if session.is_viewers_turn:
            pilot.wait(0.2)
            told = counsel(pilot)
            assert told.hint is not None
            assert all(run.text.strip() in words(pilot) for run in told.hint.title)
            take(told.step)


@pytest.mark.parametrize("hands", ["mouse", "gamepad", "fingers"], indirect=True)
def test_new_player_wins_the_guided_first_game_and_opens_a_lesson(
    pilot: Pilot, hands: Hands
) -> None:
    pilot.show_title()
    hands.press("play")
    pilot.wait(0.3)
    assert "First game, 3 minutes" in words(pilot)
    assert pilot.focus_name == "offer"
    hands.press("offer")
    pilot.wait(0.5)
    follow(pilot, hands.act)
    result = pilot.session.match.game.result(pilot.session.match.state)
    assert result is not None
    assert result.winners == (0,)
    pilot.wait(8.0)
    hands.press("onward")
    pilot.wait(0.5)
    assert "Lesson 1 of 15" in words(pilot)
    pilot.wait_for_profile()
    assert lessons(pilot).done("red7") == {"first game"}


def test_guided_first_game_resumes_with_the_same_advice(pilot: Pilot) -> None:
    lessons(pilot).begin_first("spring")
    pilot.wait(0.5)
    pilot.wait_for_me()
    pilot.session.take(counsel(pilot).step)
    pilot.wait_for_me()
    pilot.wait(0.2)
    before = counsel(pilot)
    assert before.step is not None
    pilot.show_title()
    pilot.press("continue")
    pilot.wait(0.5)
    assert counsel(pilot) == before
    assert before.hint is not None
    assert texts.to_plain(before.hint.title) in words(pilot)


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_guided_first_game_counts_in_the_profile_at_once(pilot: Pilot, game: str) -> None:
    lessons(pilot).begin_first(game)
    pilot.wait(0.5)
    follow(pilot, pilot.session.take)
    pilot.show_title()
    pilot.press("profile")
    pilot.wait_for_profile()
    assert "of 1 round" in words(pilot)


def test_keys_lead_from_the_new_game_screen_to_a_focused_card(
    pilot: Pilot,
) -> None:
    pilot.show_title()
    pilot.press("play")
    pilot.type("+2")
    assert pilot.focus_name == "start"
    pilot.key(pygame.K_RETURN)
    pilot.wait_for_me()
    assert len(pilot.session.seats) == 3
    assert pilot.program.ui.stage.focus.current in [*pilot.view.cards]


def test_experienced_player_is_not_offered_the_guided_first_game(pilot: Pilot) -> None:
    note(pilot, "red7", "first game", BEGUN)
    pilot.show_title()
    pilot.press("play")
    pilot.wait(0.3)
    assert pilot.focus_name == "start"
    assert not pilot.nodes("offer")


def test_player_of_one_game_is_offered_the_guided_start_of_the_other(pilot: Pilot) -> None:
    give_up(pilot, 11)
    pilot.show_title()
    pilot.wait_for_profile()
    pilot.program.show_new_game()
    pilot.wait(0.3)
    assert not pilot.nodes("offer")
    pilot.program.show_new_game("spring")
    pilot.wait(0.3)
    pilot.press("offer")
    pilot.wait(0.5)
    pilot.program.show_title()
    pilot.program.show_new_game()
    pilot.wait(0.3)
    assert not pilot.nodes("offer")


def test_guided_first_game_is_not_offered_right_after_a_match(pilot: Pilot) -> None:
    pilot.play(red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=2))
    pilot.program.show_title()
    assert pilot.program.profile.snapshot is None
    for game, offers in (("red7", 0), ("spring", 1)):
        pilot.program.show_new_game(game)
        pilot.wait(0.3)
        assert len(pilot.nodes("offer")) == offers


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_tutorial_coach_gives_the_usual_hint_after_an_unplanned_step(
    pilot: Pilot, game: str
) -> None:
    lessons(pilot).begin_first(game)
    pilot.wait(0.5)
    pilot.wait_for_me()
    session = pilot.session
    strays = [step for step in session.observe().legal if step != counsel(pilot).step]
    session.take(strays[0])
    pilot.wait_for_me()
    pilot.wait(0.5)
    adviser = pilot.program.make_adviser(game)

    adviser.request(0, session.observe())
    hint = adviser.poll()

    assert hint is not None
    assert hint.is_final, "the coach has asked before"
    assert counsel(pilot).step == hint.steps[0]


def test_tutorial_bubble_is_by_the_status_line_and_can_be_reopened(pilot: Pilot) -> None:
    lessons(pilot).begin_first("red7")
    pilot.wait(0.5)
    why, bubble = pilot.table._hud.status_line.bounds, pilot.table._hud.overlay.find("hint").bounds
    assert 0.0 < why.left - bubble.right < 20.0
    assert why.top < bubble.bottom <= why.bottom
    pilot.click(bubble.centre)
    assert "to your palette" not in words(pilot)
    pilot.key(pygame.K_h)
    pilot.wait(0.2)
    assert "to your palette" in words(pilot)
    assert not pilot.session.hints


def test_cards_named_by_the_tutorial_can_be_selected_one_by_one(pilot: Pilot) -> None:
    lessons(pilot).begin_first("spring")
    pilot.wait_for_me()
    for step in ("offer 5", "6 @7"):
        pilot.session.take_text(step)
        pilot.wait_for_me()
    pilot.wait(0.5)
    hint = counsel(pilot).hint
    assert hint is not None
    assert len(hint.cards) == 2
    (first,), (second,) = (pilot.view.cards.find_named(name) for name in hint.cards)
    for card, left in ((first, 1), (second, 2), (second, 1)):
        pilot.click(middle_of(card))
        pilot.wait(0.3)
        assert len(pilot.view.selection.picked_cards) == left


def test_lesson_can_be_failed_retried_hinted_and_solved(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(pilot.program.ui.audio, "_play_after", lambda _, sound: heard.append(sound))
    lessons(pilot).begin("red7", "green")
    pilot.wait(0.5)
    assert "Lesson 4 of 15" in words(pilot)
    pilot.session.take_text("R7")
    pilot.session.take_text("@Y5")
    pilot.session.take_text("end")
    pilot.wait(0.3)
    assert counsel(pilot).progress is course.LessonProgress.MISSED
    assert "waiting" not in words(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.wait(0.3)
    assert not pilot.session.match.revision
    pilot.key(pygame.K_h)
    pilot.wait(0.3)
    assert "3 evens vs 2" in words(pilot)
    assert not pilot.nodes("moment")
    for step in ("I2", "end"):
        pilot.session.take_text(step)
        pilot.wait(0.2)
    assert "waiting" not in words(pilot)
    assert pilot.node("halo").size.w > 0, "it is celebrated"
    assert pilot.node("flown").position.y < 0, "the card flies to the first light, at the top"
    assert [sound for sound in heard if sound.startswith("rule_")][-1:] == ["rule_red"]
    pilot.wait_for_profile()
    assert lessons(pilot).done("red7") == {"green"}
    pilot.key(pygame.K_RETURN)
    pilot.wait(0.3)
    assert "Lesson 5 of 15" in words(pilot)


@pytest.mark.parametrize("hands", ["gamepad", "fingers"], indirect=True)
def test_lessons_are_played_without_a_mouse(pilot: Pilot, hands: Hands) -> None:
    pilot.show_title()
    hands.press("learn")
    pilot.wait(0.3)
    hands.press("lesson green")
    pilot.wait(0.5)
    assert "Lesson 4 of 15" in words(pilot)
    for step in parse_turn("I2"):
        hands.act(step)
    pilot.wait(0.3)
    hands.press("end")
    pilot.wait(0.3)
    assert "Lesson 5 of 15" in words(pilot)
    assert not pilot.session.match.revision


def test_lesson_list_of_one_game_opens_after_a_match_of_another(pilot: Pilot) -> None:
    give_up_match(pilot, GameSetup("spring", (SeatPlan(), SeatPlan(level="casual")), {}, 5))
    lessons(pilot).show("red7")
    pilot.wait(0.5)
    assert screen_of(pilot) is CourseScreen


def test_lesson_list_focuses_the_next_lesson(pilot: Pilot) -> None:
    pilot.show_title()
    pilot.press("learn")
    pilot.wait(0.3)
    assert screen_of(pilot) is CourseScreen
    assert "0 of 15 lessons done" in words(pilot)
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)
    keys = [lesson.key for lesson in lessons(pilot).list_lessons("red7")]
    for key in ("first game", *keys[1:]):
        lessons(pilot).store_outcome("red7", key, DONE)
    pilot.wait_for_profile()
    assert lessons(pilot).standing("red7") == (("Lesson 1 of 15", "Highest card"), 14 / 15)
    note(pilot, "red7", keys[0], DONE)
    assert lessons(pilot).standing("red7") == (("All lessons done",), 1.0)
    pilot.show_title()
    pilot.press("learn")
    pilot.wait(0.3)
    pilot.press("lesson green")
    pilot.wait(0.3)
    assert "Lesson 4 of 15" in words(pilot)


def test_leaving_a_lesson_returns_to_the_list(pilot: Pilot) -> None:
    lessons(pilot).begin("spring", "longer")
    pilot.wait(0.5)
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)
    assert "Leave the table" in words(pilot)
    pilot.press("title")
    pilot.wait(0.3)
    assert screen_of(pilot) is CourseScreen
    assert "Learn Spring Cleaning" in words(pilot)


def test_lesson_opens_without_a_mark_a_count_or_a_preview(pilot: Pilot) -> None:
    """A discard would win the turn, but the goal is to discard none."""
    lessons(pilot).begin("red7", "red")
    pilot.wait(0.5)
    model = pilot.table._model
    assert model is not None
    assert not model.marks[KEEPS_IN]
    assert not model.marks[LOSES]
    assert not model.viewer.rows
    pilot.click(pilot.place_of("R2"))
    pilot.wait(1.0)
    assert pilot.view.selection.held is not None
    assert not [node for node in pilot.nodes("preview") if node.visible]
    assert pilot.table._hud.chips.shown == ((), None)


def test_wrong_try_leaves_the_lessons_reasons_and_points_on_the_screen(pilot: Pilot) -> None:
    """The lesson wants 18 points and points to the panel that counts them."""
    lessons(pilot).begin("red7", "points")
    pilot.wait(0.5)

    pilot.session.take_text("R1")
    pilot.wait(0.3)

    shown = words(pilot)
    assert "You can’t reach the goal this way: undo" in shown
    assert "Your panel shows what you’d score now." in " ".join(words(pilot).split())
    assert "Points if it ends now" in shown
    assert "13" in shown.split()


def test_lesson_asks_to_end_the_turn_once_the_goal_is_reached(pilot: Pilot) -> None:
    """The line of who is winning is on the table already, so the coach doesn't repeat it."""
    lessons(pilot).begin("red7", "red")
    pilot.wait(0.5)

    pilot.session.take_text("B7")
    pilot.wait(0.3)

    assert "You’re winning: end your turn" in " ".join(words(pilot).split())
    assert " ".join(words(pilot).split()).count("You’re winning") == 2


def test_lesson_explains_a_wrong_try_and_has_one_undo_button(pilot: Pilot) -> None:
    """Discarding B7 would win the turn, but the goal is to win it under Red."""
    lessons(pilot).begin("red7", "red")
    pilot.wait(0.5)

    pilot.session.take_text("O6")
    pilot.wait(0.3)
    assert "You can’t reach the goal this way: undo" in words(pilot)
    pilot.session.take_text("@B7")
    pilot.wait(0.3)

    assert "discard nothing" in words(pilot)
    assert "End your turn winning" in words(pilot), "the goal is still there"
    assert words(pilot).count("Undo\n") + words(pilot).endswith("Undo") <= 1
    assert pilot.table._model is not None
    assert pilot.table._model.actions.primary.state is not ButtonState.GO
    for _ in range(2):
        pilot.press("undo")
        pilot.wait(0.3)
    assert not pilot.seen.steps
    assert "discard nothing" not in words(pilot)


def test_hint_key_shows_the_closed_goal_of_a_lesson_again(pilot: Pilot) -> None:
    lessons(pilot).begin("red7", "red")
    pilot.wait(0.5)

    pilot.click(pilot.node("hint").bounds.centre)
    assert "The highest number wins" not in words(pilot)
    pilot.key(pygame.K_h)
    pilot.wait(0.3)

    assert "The highest number wins" in words(pilot)


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_every_lesson_opens_without_enabled_end_marks_or_suggestions(
    pilot: Pilot, game: str
) -> None:
    for lesson in lessons(pilot).list_lessons(game):
        lessons(pilot).begin(game, lesson.key)
        pilot.wait(0.3)

        model = pilot.table._model
        assert model is not None
        assert model.actions.primary.state is not ButtonState.GO, lesson.key
        assert not {KEEPS_IN, LOSES, "answers"} & {
            style for style in model.marks if model.marks[style]
        }
        chips, _ = pilot.table._hud.chips.shown or ((), None)
        assert not chips
        assert not [each for each in pilot.nodes("preview") if each.is_shown]
        assert not [card for card in pilot.view.cards if HINTED in card.marks], lesson.key


def test_lesson_marks_the_next_card_after_ten_seconds(pilot: Pilot) -> None:
    lessons(pilot).begin("spring", "fetch")
    pilot.wait(9.0)
    before = [card.face for card in pilot.view.cards if HINTED in card.marks]
    pilot.wait(1.5)

    assert before == []
    (marked,) = [card for card in pilot.view.cards if HINTED in card.marks]
    assert (marked.zone, marked.face) == ("offer:B", "4")


def test_pile_marked_by_a_hint_does_not_open_when_clicked(pilot: Pilot) -> None:
    lessons(pilot).begin("red7", "seven")
    pilot.wait(0.5)
    pilot.drag("G7", "palette:A")
    pilot.wait(1.0)
    pilot.key(pygame.K_h)
    pilot.wait(0.3)
    top = pilot.view.cards.rows["canvas"][-1]

    pilot.click(middle_of(top))
    pilot.wait(0.3)

    assert "The canvas" not in words(pilot)
    assert pilot.program.ui.stage.toasts.toasts
    pilot.table._hints.show_hint(None)
    pilot.click(middle_of(top))
    pilot.wait(0.5)
    assert "The canvas" in words(pilot)


def test_lesson_does_not_move_the_focus_behind_an_open_dialog(pilot: Pilot) -> None:
    lessons(pilot).begin("red7", "out on purpose")
    pilot.wait(9.0)

    pilot.press("give_up")
    pilot.wait(3.0)

    focused = pilot.program.ui.stage.focus.current
    assert focused is not None
    assert focused.name != "give_up"


def test_hint_in_a_lesson_marks_the_next_cards(pilot: Pilot) -> None:
    lessons(pilot).begin("spring", "higher")
    pilot.wait(0.5)

    pilot.key(pygame.K_h)
    pilot.wait(0.3)

    assert [card.face for card in pilot.view.cards if HINTED in card.marks] == ["7", "7"]


def test_solved_lesson_shows_a_star_and_is_stored_as_done(pilot: Pilot) -> None:
    lessons(pilot).begin("spring", "higher")
    pilot.wait(0.5)

    pilot.session.take_text("7 7 @2")
    pilot.wait(1.0)
    assert pilot.node("star").alpha == 1.0
    pilot.wait(4.0)

    assert not pilot.nodes("star")
    pilot.wait_for_profile()
    assert lessons(pilot).done("spring") == {"higher"}


def test_lesson_of_drawing_from_an_offer_has_a_draw_button(pilot: Pilot) -> None:
    lessons(pilot).begin("spring", "fetch")
    pilot.wait(0.5)

    pilot.press("draw")
    pilot.wait(0.8)

    assert "You need a card that goes between two of yours" in words(pilot).replace("\n", " ")


def test_end_turn_button_is_blocked_while_a_lesson_goal_is_missed(pilot: Pilot) -> None:
    lessons(pilot).begin("red7", "draw")
    pilot.wait(0.5)
    pilot.session.take_text("@G5")
    pilot.wait(0.3)
    assert "First do what\nthe lesson asks" in words(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.wait(0.3)
    assert counsel(pilot).progress is course.LessonProgress.OPEN


def test_lesson_on_leading_says_to_play_from_the_hand_only(pilot: Pilot) -> None:
    lessons(pilot).begin("spring", "lead")
    pilot.wait(3.0)

    assert "Play from your hand only." in words(pilot).splitlines()
