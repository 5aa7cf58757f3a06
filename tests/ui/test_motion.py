"""What moves at the table: anything pressed brings it to its end, which is true already."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from red7_desktop.app.launch import FRAME
from red7_desktop.app.table.screen import BREATH, TableScreen
from red7_desktop.games.red7.face.parts import RuleBanner
from red7_desktop.games.red7.rules import cards
from red7_desktop.kit.hud.hud import CROWN_FLIGHT_SECONDS
from red7_desktop.kit.hud.marks import FRESH
from red7_desktop.kit.hud.part import Part
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.table.card_nodes import CardNode, MotionTimes, ZoneNode
from red7_desktop.table.table_view import DEAL_SECONDS, SWEEP_SECONDS
from tests.setups import red7_setup
from tests.ui.pilot import Mouse, Pilot


def look(pilot: Pilot) -> bytes:
    for _ in range(2):
        pilot.step_frame(draws=True)
    return pygame.image.tobytes(pilot.surface, "RGB")


def deal(pilot: Pilot, game: str = "red7") -> None:
    values = {"advanced": True} if game == "red7" else {}
    pilot.start_match("casual", "casual", seed=11, game=game, **values)
    while not pilot.program.ui.stage.animator.is_running():
        pilot.step_frame()


def deal_on(pilot: Pilot) -> None:
    deal(pilot)
    while not pilot.session.is_waiting_for_table:
        pilot.wait_for_me()
        if pilot.session.is_viewers_turn:
            pilot.session.take(pilot.seen.legal[-1])
    pilot.session.deal_next_round()


def change_rule(pilot: Pilot) -> None:
    """Let anybody discard a card of another colour."""
    deal(pilot)
    screen = pilot.table
    mood = screen._model and screen._model.mood
    while (screen._model and screen._model.mood) == mood:
        if pilot.session.is_viewers_turn:
            discards = [s for s in pilot.seen.legal if str(s).startswith("@")]
            pilot.session.take((discards or pilot.seen.legal)[0])
        pilot.step_frame(2 * FRAME)


def go_out(pilot: Pilot) -> None:
    deal(pilot)
    pilot.wait_for_me()
    pilot.wait(2.0)
    pilot.session.take(pilot.seen.legal[-1])


def sweep(pilot: Pilot) -> None:
    deal(pilot, "spring")
    while not pilot.nodes("broom"):
        if pilot.session.is_viewers_turn:
            pilot.session.take(pilot.seen.legal[0])
        pilot.step_frame(2 * FRAME)


GESTURES: dict[str, tuple[Callable[[Pilot], None], float]] = {
    "deal": (deal, 0.95),
    "deal of blocks": (lambda pilot: deal(pilot, "spring"), 1.0),
    "next deal": (deal_on, 0.9 + 0.34),
    "rule": (change_rule, 0.7 + CROWN_FLIGHT_SECONDS + 0.1),
    "out": (go_out, 0.7),
    "trick": (sweep, SWEEP_SECONDS + 0.3),
}


@pytest.mark.sampled
@pytest.mark.parametrize("gesture", GESTURES)
def test_table_animation_ends_in_time_at_the_final_layout(pilot: Pilot, gesture: str) -> None:
    begin, longest = GESTURES[gesture]
    for frames in (1, 30):
        begin(pilot)
        for _ in range(frames):
            pilot.step_frame()
        stage, screen = pilot.program.ui.stage, pilot.program.screen
        assert isinstance(screen, TableScreen)
        pilot.session.delay_ai(stage.clock.now() + 60.0)
        stage.finish_motions()
        assert not stage.animator.is_running()
        ended = look(pilot)
        screen._relayout()
        assert look(pilot) == ended, frames
    begin(pilot)
    pilot.session.delay_ai(pilot.program.ui.stage.clock.now() + 60.0)
    pilot.wait(longest, FRAME)
    assert not pilot.program.ui.stage.animator.is_running()


@pytest.mark.sampled("gesture")
@pytest.mark.parametrize("gesture", GESTURES)
@pytest.mark.parametrize("frames", [0, 9, 30])
def test_key_is_obeyed_in_the_next_frame(pilot: Pilot, gesture: str, frames: int) -> None:
    GESTURES[gesture][0](pilot)
    for _ in range(frames):
        pilot.step_frame()
    pilot.hold_key(pygame.K_ESCAPE)
    assert pilot.nodes("pause")
    assert all(card.position == card.pose.position for card in pilot.view.cards)


def test_space_key_skips_animation_before_it_skips_rival_turns(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(pilot)
    hurried: list[bool] = []
    monkeypatch.setattr(pilot.session, "hurry", lambda: hurried.append(True))
    pilot.key(pygame.K_SPACE)
    assert not hurried
    assert not pilot.program.ui.stage.animator.is_running()
    pilot.key(pygame.K_SPACE)
    assert hurried


def test_cards_jump_to_their_place_with_reduced_motion(pilot: Pilot) -> None:
    ui = pilot.program.ui
    pilot.change(reduced_motion=True)
    deal(pilot)
    assert all(card.position == card.pose.position for card in pilot.view.cards)
    change_rule(pilot)
    assert not [node for node in ui.stage.root.walk() if node.rotation and "arc" in node.name]


def test_hud_updates_are_spread_over_frames_after_a_card_lands(pilot: Pilot) -> None:
    """All at once would take longer than a frame may last."""
    deal(pilot, "spring")
    pilot.wait_for_me()
    pilot.session.take(pilot.plan()[0])
    pilot.wait_for_me()
    pilot.wait(2.0)
    parts = pilot.table._hud.parts
    pilot.session.take(pilot.plan()[0])
    pilot.session.delay_ai(pilot.clock.now() + 60.0)
    pilot.step_frame()
    before = {name: part.shown for name, part in parts.items()}
    changes = []

    for _ in range(90):
        pilot.step_frame()
        now = {name: part.shown for name, part in parts.items()}
        changes.append(sum(now[name] != before[name] for name in parts))
        before = now

    assert sum(changes) >= 4
    assert max(changes) <= sum(changes) / 2


def test_ai_players_wait_for_motion_to_finish(pilot: Pilot) -> None:
    deal(pilot)
    clock, began = pilot.clock, pilot.clock.now()
    revision = pilot.session.match.revision
    while pilot.session.match.revision == revision and not pilot.session.is_viewers_turn:
        pilot.step_frame()
        assert clock.now() < began + DEAL_SECONDS + BREATH + 0.1
    assert MotionTimes().landing + Part.light_delay <= 0.7


@pytest.mark.parametrize("is_first", [True, False])
def test_ai_player_waits_after_a_new_deal_before_its_first_turn(
    pilot: Pilot, *, is_first: bool
) -> None:
    (deal if is_first else deal_on)(pilot)
    revision = pilot.session.match.revision
    began = pilot.clock.now()

    while pilot.session.match.revision == revision and not pilot.session.is_viewers_turn:
        pilot.step_frame()

    is_rivals_turn = pilot.session.match.revision != revision
    assert is_rivals_turn
    assert pilot.clock.now() >= began + DEAL_SECONDS + BREATH - 2 * FRAME


def test_skipping_ends_the_wait_for_an_ai_player(pilot: Pilot) -> None:
    deal(pilot)
    revision = pilot.session.match.revision

    pilot.session.hurry()
    pilot.wait(0.4)

    assert pilot.session.match.revision > revision


def test_space_key_during_rival_turns_opens_no_focused_pile(pilot: Pilot) -> None:
    pilot.play(red7_setup((SeatPlan("Ada"), *[SeatPlan(level="casual")] * 3), seed=11))
    while not pilot.session.is_ai_to_act:
        Mouse(pilot).act(pilot.plan()[0])
        pilot.wait(0.2)
    stage = pilot.program.ui.stage
    stage.focus.is_visible = True
    cards = [node for node in stage.focus.nodes() if isinstance(node, CardNode | ZoneNode)]
    stage.focus.focus(cards[-1])
    pilot.key(pygame.K_SPACE)
    pilot.wait(0.5)
    assert stage.focus.scope is stage.root, "no list of the pile has opened"


def test_drawn_card_is_outlined_until_the_next_turn(pilot: Pilot) -> None:
    deal(pilot)

    def fresh() -> list[str | None]:
        return [card.face for card in pilot.view.cards if FRESH in card.marks]

    def take(*kinds: int) -> None:
        legal = pilot.session.observe().legal
        found = [step for kind in kinds for step in legal if step.kind == kind]
        pilot.session.take((found or legal)[0])

    while not fresh():
        pilot.wait_for_me()
        before = set(pilot.view.zones["hand:A"])
        while pilot.session.is_viewers_turn:
            take(cards.DRAW, cards.DISCARD, cards.END, cards.PLAY)
        pilot.wait(0.6)
    (drawn,) = fresh()
    assert drawn not in before
    pilot.wait_for_me()
    assert fresh() == [drawn]
    take(cards.PLAY)
    pilot.wait(1.0)
    assert not fresh()


def test_palette_label_makes_room_when_a_card_starts_flying(pilot: Pilot) -> None:
    deal(pilot)
    pilot.wait_for_me()
    pilot.wait(2.0)
    plays = [step for step in pilot.session.observe().legal if step.kind == cards.PLAY]
    pilot.session.take(plays[0])
    (notes,) = pilot.nodes("palette notes")
    label = notes.find("label")
    row = pilot.view.cards.rows["palette:A"]
    first = min(card.pose.position.x - card.size.w / 2 for card in row)
    assert notes.position.x + label.position.x + label.size.w <= first


def test_rule_label_keeps_its_position_when_the_rule_changes(pilot: Pilot) -> None:
    deal(pilot)
    pilot.wait(3.0)
    banner = next(n for n in pilot.program.ui.stage.root.walk() if isinstance(n, RuleBanner))
    rule = banner.shown
    assert rule is not None
    heights = [part.position.y for part in banner.children]
    for letters in ("V", "VV", "VBV", "VBB"):
        for letter in letters:
            banner.show(replace(rule, letter=letter))
            pilot.step_frame()
        banner.show(rule)
        pilot.step_frame()
        banner.show(rule)
        pilot.wait(1.0)
        assert [part.position.y for part in banner.children] == heights
