"""Whole rounds and matches through the real screens: by mouse, keys, pad and fingers."""

from __future__ import annotations

from itertools import product

import pygame
import pytest

from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.rules import cards as red7_cards
from red7_desktop.games.red7.rules.rounds import SCORE
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.games.spring_cleaning.rules.cards import INSERT, OFFER, PLAY, TAKE
from red7_desktop.kit.bindings import Device, Intent
from red7_desktop.kit.hud.marks import ALLOWED
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.scene import geometry
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets import runs
from red7_desktop.scene.widgets.button import KeyCap
from red7_desktop.tabletop.rounds import MATCH_OVER, ROUND_OVER
from tests.setups import red7_setup
from tests.ui.conftest import Fly
from tests.ui.pilot import (
    Fingers,
    Gamepad,
    Hands,
    Keyboard,
    Mouse,
    Pilot,
    middle_of,
    play_first_round,
)

AI = (SeatPlan(level="casual"), SeatPlan(level="steady"), SeatPlan(level="newcomer"))


def setup(seats: int = 2, **rules: object) -> GameSetup:
    return red7_setup((SeatPlan("Ada"), *AI[: seats - 1]), seed=11, **rules)


@pytest.mark.sampled
@pytest.mark.parametrize("drags", [True, False], ids=["by drags", "by clicks"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_round_is_played_with_the_mouse_and_the_next_is_dealt(
    fly: Fly, drags: bool, seats: int
) -> None:
    pilot = fly(Pilot)
    pilot.play(setup(seats))
    Mouse(pilot, drags=drags).play_round()
    assert pilot.seen.stage == ROUND_OVER
    pilot.press("end")
    pilot.wait(2.0)
    assert pilot.seen.round_number == 2
    assert pilot.view.zones == dict(pilot.seen.zones)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["1.3", "first"])
def test_rounds_with_card_actions_are_played_to_their_end(pilot: Pilot, edition: str) -> None:
    pilot.play(setup(3, actions=True, edition=edition))
    for _ in range(3):
        Mouse(pilot).play_round()
        if pilot.seen.stage == MATCH_OVER:
            break
        pilot.press("end")
        pilot.wait(2.0)
    assert pilot.view.zones == dict(pilot.seen.zones)


def test_match_by_basic_rules_ends_after_one_round(pilot: Pilot) -> None:
    pilot.play(setup(2, advanced=False))
    Mouse(pilot).play_round()
    assert pilot.seen.stage == MATCH_OVER


def test_refused_drop_says_why_and_returns_the_card(pilot: Pilot) -> None:
    pilot.play_to_me(setup(2))
    hand = [face for face in pilot.seen.zones["hand:A"] if face]
    legal = {str(step) for step in pilot.seen.legal}
    losing = next(face for face in hand if f"@{face}" not in legal)
    revision = pilot.session.match.revision
    pilot.drag(losing, "canvas")
    pilot.wait(1.0)
    assert pilot.session.match.revision == revision
    assert losing in pilot.view.zones["hand:A"]
    (said,) = pilot.program.ui.stage.toasts.toasts
    assert said.message.startswith("Not allowed. ")
    names = ("ring", "banner", "message", "actions", "palette.0", "hand.0", "log")
    areas = [pilot.view.layout.by_name[name].area for name in names]
    assert not any(said.bounds.overlaps(pilot.view.root.world.bounds(area)) for area in areas)


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_highlighted_drop_target_accepts_the_dragged_card(pilot: Pilot, game: str) -> None:
    pilot.start_match_to_me("casual", seed=11, game=game)
    view, match = pilot.view, pilot.session.match
    for nth in range(len(view.cards.rows[f"hand:{pilot.me}"])):
        card = f"hand:{pilot.me}#{nth}"
        pilot.hold_over(card, "hand")
        lit = [node.drop_area for node in view.by_zone.values() if ALLOWED in node.marks]
        pilot.let_go(pilot.place_of(card))
        pilot.wait(0.5)
        if lit:
            break
    assert lit
    for area, x, y in product(lit, (0.03, 0.5, 0.97), (0.03, 0.97)):
        revision = match.revision
        pilot.wait(0.5)
        start = pilot.place_of(card)
        end = view.root.world.apply(geometry.Vec(area.x + x * area.w, area.y + y * area.h))
        pilot.drag_to(start, end)
        assert match.revision > revision or view.selection.waiting, (area, x, y)
        pilot.wait(0.5)
        pilot.press("undo")


def test_undo_returns_a_played_card_to_the_hand(pilot: Pilot) -> None:
    pilot.play_to_me(setup(2))
    before = pilot.seen
    face = next(str(step) for step in before.legal if len(str(step)) == 2)
    pilot.drag(face, "palette")
    assert pilot.seen != before
    pilot.wait(0.6)
    pilot.press("undo")
    pilot.wait(0.6)
    assert pilot.seen == before
    assert pilot.view.zones == dict(before.zones)


@pytest.mark.slow
@pytest.mark.parametrize("drags", [True, False], ids=["by drags", "by clicks"])
def test_whole_match_is_played_to_its_result(pilot: Pilot, drags: bool) -> None:
    pilot.play(setup(2, target=20))
    while True:
        Mouse(pilot, drags=drags).play_round()
        if pilot.seen.stage == MATCH_OVER:
            break
        pilot.press("end")
        pilot.wait(2.0)
    pilot.wait(4.0)
    assert pilot.nodes("rematch")
    pilot.press("rematch")
    pilot.wait(2.0)
    assert pilot.seen.stage == "turn"
    assert pilot.seen.round_number == 1


def test_dropping_out_of_a_round_asks_for_confirmation_first(pilot: Pilot) -> None:
    pilot.play_to_me(setup(2))
    pilot.press("give_up")
    assert pilot.focus_name == "no"
    pilot.press("no")
    assert pilot.session.is_viewers_turn
    pilot.press("give_up")
    pilot.press("yes")
    assert pilot.session.match.log[-1].step == "pass"
    pilot.change(confirmations=False)
    pilot.play_to_me(setup(2))
    pilot.press("give_up")
    assert not pilot.nodes("question")
    assert pilot.session.match.log[-1].step == "pass"


# == A round by touch: taps, drags, long presses.


def test_round_is_played_by_touch_from_the_title(pilot: Pilot) -> None:
    fingers = Fingers(pilot)
    play_first_round(fingers)
    assert pilot.program.ui.controls.device is Device.TOUCH


def test_focus_moves_to_end_turn_when_nothing_else_is_left(pilot: Pilot) -> None:
    pilot.play_to_me(setup(2, advanced=False), 2.0)
    pilot.key(pygame.K_LEFT)
    for kind in (red7_cards.PLAY, red7_cards.DISCARD):
        pilot.focus_on(pilot.view.cards.rows["hand:A"][0])
        pilot.session.take(next(step for step in pilot.seen.legal if step.kind == kind))
        pilot.wait(1.0)
    assert [str(step) for step in pilot.seen.legal] == ["end"]
    assert pilot.focus_name == "end"
    assert not [node for node in pilot.nodes("preview") if node.visible]


def test_key_prompts_are_hidden_for_touch(pilot: Pilot) -> None:
    pilot.change(language="de")
    pilot.play_to_me(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    pilot.key(pygame.K_TAB)
    row = pilot.table._hud.actions.undo, pilot.table._hud.actions.hint
    assert all(button.find("key").is_shown for button in row), "a key goes after the icon"
    Fingers(pilot).press("hint")
    assert shown_caps(pilot.program.screen.node) == []


def test_key_prompts_are_shown_after_a_key_press_and_in_tooltips(
    pilot: Pilot,
) -> None:
    pilot.play_to_me(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    assert shown_caps(pilot.program.screen.node) == []
    (log,) = pilot.nodes("log")
    pilot.move(middle_of(log))
    pilot.wait(1.0)
    (tip,) = pilot.nodes("tip")
    assert [node.text for node in tip.walk() if isinstance(node, runs.RunsLabel)] == [
        "Match log (L)"
    ]
    pilot.key(pygame.K_TAB)
    assert shown_caps(pilot.program.screen.node)
    pilot.click(middle_of(pilot.view.by_zone["deck"]))
    assert shown_caps(pilot.program.screen.node) == []


def test_long_touch_enlarges_a_card_until_released(pilot: Pilot) -> None:
    pilot.play_to_me(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    face = next(face for face in pilot.view.zones["hand:A"] if face)
    place = pilot.place_of(face)
    pilot.finger(pygame.FINGERDOWN, place)
    pilot.wait(0.6)
    assert pilot.nodes(f"close-up {face}")
    pilot.finger(pygame.FINGERUP, place)
    pilot.wait(0.5)
    assert not pilot.nodes(f"close-up {face}")
    assert pilot.view.selection.held is None


def shown_caps(root: Node) -> list[Node]:
    return [node for node in root.walk() if isinstance(node, KeyCap) and node.is_shown]


# == Whole matches with the keyboard alone and with a gamepad alone.

unaided = pytest.mark.parametrize("hands", ["keyboard", "gamepad"], indirect=True)


# -- screens ---------------------------------------------------------------------------------


@unaided
def test_every_screen_can_be_opened_and_left(pilot: Pilot, hands: Hands) -> None:
    pilot.program.show_title()
    pilot.wait(2.0)
    hands.press("rules")
    assert pilot.scope == "rules"
    for _ in range(3):
        hands.ask(Intent.PAGE_AFTER)
    hands.ask(Intent.BACK)
    assert (pilot.scope, pilot.focus_name) == ("title", "rules")
    hands.press("settings")
    assert pilot.scope == "settings"
    hands.press("muted")
    assert pilot.program.ui.settings.muted
    hands.press("close")
    assert (pilot.scope, pilot.focus_name) == ("title", "settings")
    hands.press("card G4")
    assert pilot.scope == "rules"
    hands.press("close")
    hands.press("play")
    assert pilot.scope == "new game"
    hands.ask(Intent.BACK)
    assert pilot.scope == "title"
    hands.press("quit")
    assert not pilot.program.is_running


@unaided
def test_every_table_overlay_can_be_opened_and_closed(pilot: Pilot, hands: Hands) -> None:
    start(pilot, hands, 1)
    pilot.wait_for_me()
    for intent, name in ((Intent.LOG, "log page"), (Intent.MENU, "pause")):
        hands.ask(intent)
        assert pilot.scope == name
        hands.ask(Intent.BACK)
        assert pilot.scope == "root"
    for button, name in (("eye", "lens view"), ("help", "rules"), ("settings", "settings")):
        hands.press(button)
        assert pilot.scope == name
        hands.ask(Intent.BACK)
        assert (pilot.scope, pilot.focus_name) == ("root", button)
    hands.ask(Intent.MENU)
    for button in ("rules", "settings"):
        hands.press(button)
        assert pilot.scope == button
        hands.ask(Intent.BACK)
        assert (pilot.scope, pilot.focus_name) == ("pause", button)
    hands.press("give up")
    assert pilot.scope == "question"
    hands.ask(Intent.BACK)
    assert (pilot.scope, pilot.focus_name) == ("pause", "give up")
    hands.press("title")
    assert pilot.scope == "title"
    hands.press("continue")
    assert pilot.scope == "root"
    assert pilot.program.session is not None


@unaided
def test_open_card_can_be_enlarged_and_a_pile_spread_out(pilot: Pilot, hands: Hands) -> None:
    start(pilot, hands, 1)
    pilot.wait_for_me()
    hands.take_turn()
    pilot.wait_for_me()
    other = pilot.view.cards.rows["palette:B"][0]
    hands.go_to(other)
    hands.ask(Intent.LOOK)
    assert pilot.nodes(f"close-up {other.shown}")
    hands.ask(Intent.LOOK)
    assert not pilot.nodes(f"close-up {other.shown}")
    if pilot.view.zones["canvas"]:
        hands.go_to(pilot.view.cards.rows["canvas"][-1])
        hands.ask(Intent.ACTIVATE)
        assert pilot.scope == "spread"
        hands.ask(Intent.BACK)
        assert pilot.scope == "root"


# -- matches ---------------------------------------------------------------------------------


def start(
    pilot: Pilot, hands: Hands, people: int, deal: str = "", *, actions: bool = False
) -> None:
    """Begin a match of two from the title: one person and an AI player, or two people."""
    pilot.program.setups.keep(red7_setup())
    pilot.program.show_title()
    pilot.wait(2.0)
    hands.press("play")
    if people == 2:
        hands.press("seat 1")
        hands.press("person")
        pilot.key(pygame.K_ESCAPE)
    hands.press("more")
    if actions:
        hands.press("actions")
    if deal:
        hands.press("deal kind")
        hands.go_to(hands.node("deal"))
        assert isinstance(hands, Keyboard | Gamepad)
        hands.type(deal)
    hands.go_to(hands.node("target"))
    for _ in range(12):
        hands.ask(Intent.LEFT)
    hands.press("start")
    pilot.wait(1.0)
    assert isinstance(pilot.program.screen, TableScreen)
    assert sum(seat.is_human for seat in pilot.session.seats) == people


@unaided
@pytest.mark.slow
def test_whole_match_is_played_from_title_to_title(pilot: Pilot, hands: Hands) -> None:
    """Deal 17 has a second round, and a choice of points for one of the people."""
    start(pilot, hands, 2, "17", actions=True)
    session = pilot.session
    met: set[str] = set()
    for _ in range(400):
        stage = session.observe().stage
        if stage == MATCH_OVER:
            break
        if stage == ROUND_OVER:
            met.add("round end")
            pilot.wait(4.0)
            hands.press("next")
        elif pilot.nodes("reveal"):
            met.add("curtain")
            pilot.wait(1.0)
            hands.press("reveal")
        elif session.is_viewers_turn:
            met |= {"card choice"} if stage == SCORE else set()
            hands.take_turn()
        pilot.wait(0.4)
    assert met == {"curtain", "round end", "card choice"}
    pilot.wait(4.0)
    assert pilot.scope == "match end"
    hands.press("title")
    assert pilot.scope == "title"
    wanted = Device.KEYBOARD if isinstance(hands, Keyboard) else Device.PAD
    assert pilot.program.ui.controls.device is wanted


@unaided
def test_language_change_keeps_the_focus(pilot: Pilot, hands: Hands) -> None:
    pilot.play_to_me(red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11), 2.0)
    hands.go_to(hands.node("hint"))
    hands.ask(Intent.MENU)
    pilot.wait(0.5)
    hands.press("settings")
    pilot.wait(0.5)
    hands.go_to(hands.node("language"))
    for _ in range(2):
        hands.ask(Intent.RIGHT)
        pilot.wait(0.5)
        assert (pilot.scope, pilot.focus_name) == ("settings", "language")
    assert pilot.program.ui.texts.language != "en"
    hands.ask(Intent.BACK)
    pilot.wait(0.5)
    assert (pilot.scope, pilot.focus_name) == ("pause", "settings")
    hands.ask(Intent.BACK)
    pilot.wait(0.5)
    assert pilot.focus_name == "hint"


# == Spring Cleaning with the keyboard, a gamepad and touch alone.

by_one_device = pytest.mark.parametrize(
    "hands", ["gamepad", "keyboard", "fingers", "mouse"], indirect=True
)


def begin(pilot: Pilot) -> None:
    seats = (SeatPlan("Ada"), SeatPlan(level="newcomer"))
    pilot.play(GameSetup("spring", seats, {"pickup": "next_turn"}, seed=12))
    pilot.wait(1.0)


def play_on(hands: Hands, kinds: set[int]) -> bool:
    """Wait for the person to be asked, and do what a good player would; False at a round's end."""
    hands.pilot.wait_for_me()
    hands.pilot.wait(0.6)
    if not hands.pilot.session.is_viewers_turn:
        return False
    step = hands.pilot.plan()[0]
    kinds.add(step.kind)
    hands.act(step)
    return True


@by_one_device
@pytest.mark.sampled
def test_turns_are_taken_with_any_single_device(pilot: Pilot, hands: Hands) -> None:
    begin(pilot)
    kinds = set[int]()
    while {PLAY, TAKE, INSERT, OFFER} - kinds:
        assert play_on(hands, kinds), "the round is over before each kind of step came"


@by_one_device
@pytest.mark.slow
def test_match_is_played_with_any_single_device(pilot: Pilot, hands: Hands) -> None:
    begin(pilot)
    while pilot.session.to_act:
        if play_on(hands, set()):
            continue
        pilot.wait(4.0)
        if pilot.session.to_act:
            hands.press("next")
            pilot.wait(1.0)
    assert len(pilot.seen.rounds) > 1
    pilot.wait(4.0)
    hands.press("rematch")
    pilot.wait(1.0)
    assert pilot.seen.round_number == 1
