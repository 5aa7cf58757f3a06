"""Spring Cleaning on the real table, also when it is damaged or its opponents fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

import pygame
import pytest

from red7_desktop.app.features import LessonsFeature
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.spring_cleaning.face import turn_words
from red7_desktop.games.spring_cleaning.rules import cards
from red7_desktop.games.spring_cleaning.rules.position import OWES_INSERT, OWES_OFFER, START
from red7_desktop.kit.hud.marks import GHOST
from red7_desktop.kit.hud.part import Avatar
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.table.layout import zone_name
from red7_desktop.tabletop import match
from tests.ui import faults, seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import GuardedPilot, Keyboard, Pilot, middle_of, picked

AI = SeatPlan(level="newcomer")


def setup(*seats: SeatPlan, seed: int = 5) -> GameSetup:
    return GameSetup("spring", seats, {"pickup": "next_turn"}, seed=seed)


def sit_down(pilot: Pilot) -> None:
    pilot.play(setup(SeatPlan("Ada"), AI, seed=12))
    pilot.wait(1.0)


def test_spring_cleaning_turns_are_taken_by_keyboard(pilot: Pilot) -> None:
    sit_down(pilot)
    pilot.focus_on(pilot.card("hand:A#1"))
    card = pilot.card("hand:A#1")
    assert "focused" in card.marks
    pilot.key(pygame.K_c)
    pilot.key(pygame.K_t)
    pilot.wait_for_me()
    pilot.wait(1.0)
    assert card.zone == "offer:A"
    assert "focused" not in card.marks, "a card that is played lies down, focus or not"
    assert len(pilot.seen.turns) >= 2
    for _ in range(4):
        pilot.wait_for_me()
        pilot.wait(0.6)
        seen, step = pilot.seen, pilot.plan()[0]
        if not pilot.nodes("draw"):
            pilot.key(pygame.K_g)  # the best of what is suggested
            pilot.key(pygame.K_t)
        else:
            before = len(seen.position.hands[0])
            draw_by_key(pilot)
            pilot.key(pygame.K_LEFT)
            pilot.key(pygame.K_RETURN)
            pilot.wait(0.6)
            assert len(pilot.seen.position.hands[0]) == before + 1
            pilot.focus_on(pilot.card("hand:A#0"))
            pilot.key(pygame.K_c)
            pilot.key(pygame.K_t)
        pilot.wait(1.0)
        assert len(pilot.seen.turns) > len(seen.turns), f"nothing came of it: {step}"


def draw_by_key(pilot: Pilot) -> None:
    """Draw from the deck, with a second press where that gives up a play."""
    while pilot.seen.position.phase == START:
        pilot.key(pygame.K_d)
    pilot.wait(1.0)


def draw_by_button(pilot: Pilot) -> None:
    while pilot.seen.position.phase == START:
        pilot.press("draw")
    pilot.wait(1.0)


def may_draw(pilot: Pilot) -> None:
    """Play on until the viewer may draw."""
    sit_down(pilot)
    with pilot.unseen():
        pilot.rush_rivals()
        while cards.DRAW_STEP not in pilot.seen.legal:
            pilot.session.take(pilot.plan()[0])
            pilot.rush_rivals()
    pilot.wait(1.0)


def test_focus_is_on_a_gap_of_the_hand_after_drawing_by_key(
    pilot: Pilot,
) -> None:
    may_draw(pilot)
    assert not pilot.focus_name
    draw_by_key(pilot)
    assert pilot.view.selection.held is pilot.card("drawn:A#0")
    assert pilot.focus_name in [gap.name for gap in pilot.view.gaps]
    pilot.key(pygame.K_RETURN)
    assert pilot.seen.position.phase == OWES_OFFER


def test_click_on_a_gap_of_the_hand_inserts_the_drawn_card(pilot: Pilot) -> None:
    may_draw(pilot)
    draw_by_button(pilot)
    for gap in pilot.view.gaps:
        pilot.focus_on(gap)
        assert pilot.nodes("preview")
        assert pilot.nodes("mat")[0].children[1].alpha == 1.0, f"its title is covered: {gap.place}"
    drawn, at = pilot.seen.position.drawn, pilot.view.gaps[3]
    pilot.click(at.bounds.centre)
    assert pilot.seen.position.hands[0][3] == drawn


def test_card_drawn_by_clicking_the_deck_is_inserted_before_offering(
    pilot: Pilot,
) -> None:
    may_draw(pilot)
    while pilot.seen.position.phase == START:
        pilot.click(pilot.view.by_zone["deck"].bounds.centre)
    pilot.wait(1.0)
    assert pilot.view.selection.held is pilot.card("drawn:A#0")
    offering = f"Offer the {pilot.seen.position.drawn}"
    assert offering not in seeing.words(pilot), "first it is to be placed"
    pilot.hold_over("drawn:A#0", "offer")
    assert offering in seeing.words(pilot)


def test_card_dropped_on_the_offer_can_be_exchanged_until_turn_end(
    pilot: Pilot,
) -> None:
    may_draw(pilot)
    draw_by_button(pilot)
    drawn, place = pilot.seen.position.drawn, len(pilot.seen.position.hands[0])
    pilot.drag("drawn:A#0", "offer")
    pilot.wait(0.6)
    assert pilot.seen.position.phase == OWES_OFFER
    card = pilot.card(f"hand:A#{place}")
    offer = pilot.view.by_zone["offer:A"].spec.area
    assert picked(pilot) == {f"hand:A#{place}"}, "one drag is enough for the drawn card"
    assert offer.contains(card.pose.position)
    pilot.click(pilot.place_of("hand:A#1"))
    pilot.wait(0.6)
    assert picked(pilot) == {"hand:A#1"}, "another one comes in its place"
    assert not offer.contains(card.pose.position)
    pilot.drag("hand:A#1", "hand")
    pilot.wait(0.6)
    assert not picked(pilot), "and is taken back as it came"
    pilot.drag("hand:A#2", "offer")
    pilot.key(pygame.K_z)
    assert (picked(pilot), pilot.seen.position.phase) == (set(), OWES_OFFER), "undo does the same"
    pilot.drag(f"hand:A#{place}", "offer")
    offers = pilot.seen.position.offers[0]
    pilot.press("end")
    assert pilot.seen.position.offers[0] == (*offers, drawn)


def test_button_names_a_dragged_card_only_while_over_the_drop_target(
    pilot: Pilot,
) -> None:
    sit_down(pilot)
    said = []
    pilot.take_hold(pilot.place_of("hand:A#2"))
    aside, mat = Vec(250.0, 480.0), pilot.middle_of_zone("offer")
    for at in (aside, mat, aside):
        pilot.move(at, held=True)
        said.append("No card chosen yet" in seeing.words(pilot))
    pilot.let_go(mat)
    assert said == [True, False, True]
    assert picked(pilot) == {"hand:A#2"}


def test_click_beside_a_row_of_cards_selects_nothing(pilot: Pilot) -> None:
    sit_down(pilot)
    hand = pilot.view.by_zone["hand:A"].bounds
    pilot.click(Vec(hand.left + 4.0, hand.top + 4.0))
    assert pilot.view.selection.held is None
    assert not picked(pilot)


def test_keyboard_focus_returns_to_the_hand_after_offering_a_card(
    pilot: Pilot,
) -> None:
    sit_down(pilot)
    pilot.focus_on(pilot.card("hand:A#1"))
    pilot.key(pygame.K_c)
    pilot.key(pygame.K_t)
    pilot.wait(0.6)
    focus, offered = pilot.program.ui.stage.focus, pilot.card("offer:A#0")
    assert focus.current is offered or pilot.session.is_viewers_turn
    pilot.wait_for_me()
    pilot.wait(0.6)
    assert offered.zone == "offer:A"
    assert isinstance(focus.current, CardNode)
    assert focus.current.zone == "hand:A"


def test_keyboard_focus_moves_from_a_pressed_button_to_the_hand(pilot: Pilot) -> None:
    sit_down(pilot)
    pilot.focus_on(pilot.card("hand:A#1"))
    pilot.key(pygame.K_c)
    focus = pilot.program.ui.stage.focus
    focus.focus(pilot.button("end"))
    pilot.key(pygame.K_RETURN)
    pilot.wait(0.3)
    assert isinstance(focus.current, CardNode)
    assert focus.current.zone == "hand:A"


def test_end_turn_key_shows_the_reason_when_its_button_is_disabled(pilot: Pilot) -> None:
    sit_down(pilot)
    pilot.session.take(pilot.plan()[0])
    pilot.wait_for_me()
    pilot.wait(1.0)
    toasts = pilot.program.ui.stage.toasts
    assert pilot.seen.position.phase == START
    assert not toasts.toasts
    pilot.key(pygame.K_t)
    assert toasts.toasts[-1].message in {"Pick cards", "You can’t beat it"}


def test_move_preview_does_not_cover_the_instruction_line(pilot: Pilot) -> None:
    sit_down(pilot)
    pilot.focus_on(pilot.card("hand:A#1"))
    pilot.wait(0.8)
    bubbles = [node for node in pilot.nodes("preview") if node.is_shown]
    message = pilot.view.layout.by_name["message"].area
    assert len(bubbles) == 1, "at the offer: nothing can be played yet"
    assert not [each for each in bubbles if message.overlaps(Rect(*each.position, *each.size))]


def test_close_up_does_not_cover_the_buttons(fly: Fly) -> None:
    pilot = fly(size=(1600, 900))
    pilot.play(setup(SeatPlan("Ada"), *[AI] * 4, seed=11))
    pilot.session.take(pilot.seen.legal[2])
    pilot.wait_for_me()
    pilot.wait(1.0)
    root, layout = pilot.view.root, pilot.view.layout
    buttons = [root.world.bounds(layout.by_name[name].area) for name in ("tools", "actions")]
    pilot.move(pilot.card("hand:A#0").bounds.centre)
    pilot.wait(1.0)
    ((panel,),) = [node.children for node in pilot.nodes("close-ups")]
    assert not [each for each in buttons if each.overlaps(panel.bounds)]


@pytest.mark.parametrize("rivals", [1, 2, 3, 4])
def test_toast_does_not_cover_seats_cards_or_buttons(fly: Fly, rivals: int) -> None:
    pilot = fly(size=(1920, 1080))
    pilot.play(setup(SeatPlan("Ada"), *[AI] * rivals))
    toast = pilot.program.ui.stage.toasts.show("The match can’t be saved: the disk is full")
    pilot.step_frame()
    taken = ("panel", "hand", "offer", "table", "actions", "tools", "title", "message")
    areas = [spec.area for spec in pilot.view.layout.zones if spec.kind in taken]
    shown = [pilot.view.root.world.bounds(area) for area in areas]
    assert not [each for each in shown if each.overlaps(toast.bounds)]


def test_focused_unplayable_card_shows_no_refusal_preview(pilot: Pilot) -> None:
    pilot.play(setup(SeatPlan("Ada"), AI, seed=12))
    idle: list[str] = []
    for _ in range(12):
        pilot.wait_for_me()
        seen = pilot.seen
        parts = [
            cards.find_hand_part(step.argument)
            for step in seen.legal
            if isinstance(step, cards.Step) and step.kind == cards.PLAY
        ]
        used = {nth for part in parts for nth in range(*part)}
        row = range(len(seen.position.hands[0]))
        idle = [f"hand:A#{nth}" for nth in row if used and nth not in used]
        if idle:
            break
        pilot.session.take(pilot.plan()[0])
    pilot.focus_on(pilot.card(idle[0]))
    pilot.wait(0.3)
    assert not [node for node in pilot.nodes("preview") if node.is_shown], "nothing has been tried"
    pilot.key(pygame.K_g)
    pilot.wait(0.3)
    assert picked(pilot)
    assert not [node for node in pilot.nodes("preview") if node.is_shown]


CORNERS = (*product((0.02, 0.98), (0.05, 0.95)), (0.4, 0.5))
"""Points of the mat as shares of its width and height: its corners and a place within."""


@pytest.mark.sampled("is_first")
@pytest.mark.parametrize("size", [(1600, 900), (1366, 768), (1080, 1920), (1024, 768)])
@pytest.mark.parametrize("is_first", [True, False])
def test_drop_mat_accepts_a_card_dropped_in_any_corner(
    fly: Fly, size: tuple[int, int], is_first: bool
) -> None:
    drop_on_mat(fly(size=size), CORNERS, is_first=is_first)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1600, 900), (1080, 1920)])
@pytest.mark.parametrize("is_first", [True, False])
def test_drop_mat_accepts_a_card_dropped_anywhere_on_it(
    fly: Fly, size: tuple[int, int], is_first: bool
) -> None:
    points = tuple(product((0.02, 0.2, 0.4, 0.7, 0.98), (0.05, 0.5, 0.95)))
    drop_on_mat(fly(size=size), points, is_first=is_first)


def drop_on_mat(pilot: Pilot, points: Sequence[tuple[float, float]], *, is_first: bool) -> None:
    """Drop a card on each point of the mat, and take it back."""
    pilot.play(setup(SeatPlan("Ada"), AI, AI, seed=4))
    with pilot.unseen():
        while not is_first and pilot.seen.position.phase != OWES_OFFER:
            pilot.rush_rivals()
            can_draw = cards.DRAW_STEP in pilot.seen.legal
            pilot.session.take(cards.DRAW_STEP if can_draw else pilot.plan()[0])
    pilot.wait(1.0)
    mat = pilot.view.layout.zone("mat", 0).area
    for x, y in points:
        end = pilot.view.root.world.apply(Vec(mat.x + x * mat.w, mat.y + y * mat.h))
        start = pilot.place_of("hand:A#0")
        pilot.drag_to(start, end)
        pilot.wait(0.3)
        assert pilot.view.selection.waiting, (x, y)
        pilot.press("undo")
        pilot.wait(0.3)


def test_drop_mat_and_offer_zone_share_a_single_frame(pilot: Pilot) -> None:
    sit_down(pilot)
    pilot.wait(1.0)
    face = next(face for face in pilot.seen.zones["hand:A"] if face)
    card = pilot.view.cards.find_named(face)[-1]

    pilot.click(pilot.place_on(card))
    pilot.wait(1.0)

    (frame,) = [
        node for node in pilot.view.by_zone["offer:A"].walk() if node.name.startswith("mark ")
    ]
    seams = [node for node in pilot.nodes("seam") if node.bounds.overlaps(frame.bounds)]
    assert frame.name == "mark allowed"
    assert seams == []


def test_picked_up_cards_can_be_rearranged_until_confirmed(pilot: Pilot) -> None:
    pilot.program.feature(LessonsFeature).service.begin("spring", "pick up")
    pilot.wait(1.0)

    def row() -> list[str | None]:
        return [card.face for card in pilot.view.cards.rows["picked:A"]]

    first, *_, last = pilot.view.cards.rows["picked:A"]
    pilot.drag_to(last.centre, first.centre - Vec(0.4 * first.size.w, 0.0))
    pilot.wait(0.3)
    assert row() == ["5", "3", "4", "4"]
    pilot.click(pilot.view.cards.rows["picked:A"][1].centre)
    gap = pilot.view.gaps[0]
    pilot.click(gap.world.apply(Vec(gap.size.w / 2, gap.size.h / 2)))
    pilot.wait(0.3)
    assert row() == ["3", "5", "4", "4"]
    assert pilot.session.match.revision == 0
    for before in (0, 2):
        *_, last = pilot.view.cards.rows["picked:A"]
        there = pilot.view.cards.rows["picked:A"][before]
        pilot.drag_to(last.centre, there.centre - Vec(0.4 * there.size.w, 0.0))
        pilot.wait(0.3)
    pilot.press("end")
    pilot.wait(0.5)
    assert pilot.seen.position.hands[0] == (4, 3, 4, 5)


def test_refusal_of_losing_cards_is_shown_in_one_place_only(pilot: Pilot) -> None:
    pilot.play(setup(SeatPlan("Ada"), AI, AI, seed=1))
    for _ in range(60):
        pilot.wait_for_me()
        attempts = pilot.session.match.game.list_illegal_plays(pilot.session.match.state, 0)
        legal = {nth for step in pilot.seen.legal for nth in places(step)}
        found = [each for each in attempts if len(places(each)) > 1 and not legal & places(each)]
        if found:
            break
        pilot.session.take(pilot.plan()[0])
    pilot.wait(1.0)
    for nth in sorted(places(found[-1])):
        pilot.click(pilot.place_of(f"hand:A#{nth}"))
        pilot.wait(0.2)
    assert picked(pilot) == {f"hand:A#{nth}" for nth in places(found[-1])}
    pilot.drag(f"hand:A#{min(places(found[-1]))}", "table")
    pilot.wait(0.3)
    lines = [node for node in pilot.nodes("line") if isinstance(node, RunsLabel)]
    assert any(span.mark for line in lines for span in line.spans)
    assert not pilot.nodes("preview")
    assert not pilot.program.ui.stage.toasts.toasts
    assert pilot.seen.position.phase == START


def test_selected_offer_card_can_still_be_drawn(pilot: Pilot) -> None:
    pilot.play(setup(SeatPlan("Ada"), AI, AI, seed=9))
    both: set[str] = set()
    while not both:
        pilot.wait_for_me()
        game, state = pilot.session.match.game, pilot.session.match.state
        moves = [game.find_drag_move(state, 0, step) for step in pilot.seen.legal]
        played = [name for move in moves if move and move.target == "table" for name in move.names]
        once = {name for name in played if played.count(name) == 1}
        both = once & {move.name for move in moves if move and move.target == "drawn:A"}
        if not both:
            pilot.session.take(pilot.plan()[0])
    pilot.wait(1.0)
    keys = Keyboard(pilot)
    keys.activate(pilot.card(min(both)))
    assert picked(pilot) == {min(both)}
    keys.activate(pilot.view.by_zone["drawn:A"])
    pilot.wait(0.6)
    assert pilot.seen.position.phase == OWES_INSERT


def places(step: object) -> set[int]:
    if not isinstance(step, cards.Step) or step.kind != cards.PLAY:
        return set()
    return set(range(*cards.find_hand_part(step.argument)))


def test_resize_behind_an_open_page_does_not_focus_the_drawn_card(pilot: Pilot) -> None:
    may_draw(pilot)
    draw_by_key(pilot)
    pilot.program.show_settings()
    pilot.key(pygame.K_DOWN)
    pilot.change(ui_scale=125)
    pilot.wait(0.3)
    assert pilot.program.ui.stage.focus.current is not pilot.card("drawn:A#0")


def may_draw_or_play(pilot: Pilot) -> None:
    """Play on until the viewer may draw from the deck, but could also beat the table."""
    pilot.play(setup(SeatPlan("Ada"), AI, AI, seed=9))
    for _ in range(40):
        pilot.wait_for_me()
        kinds = {step.kind for step in pilot.seen.legal if isinstance(step, cards.Step)}
        if {cards.PLAY, cards.DRAW} <= kinds:
            pilot.wait(1.0)
            return
        pilot.session.take(pilot.plan()[0])
    raise AssertionError("there is never a choice")


@pytest.mark.parametrize("press", ["button", "key", "deck"])
def test_drawing_when_a_play_is_possible_needs_a_second_press(pilot: Pilot, press: str) -> None:
    may_draw_or_play(pilot)
    deck = pilot.view.by_zone["deck"]
    draws: dict[str, Callable[[], object]] = {
        "button": lambda: pilot.press("draw"),
        "key": lambda: pilot.key(pygame.K_d),
        "deck": lambda: pilot.click(deck.bounds.centre),
    }
    draw = draws[press]
    assert "Hold, or press\ntwice" in seeing.words(pilot) or "Hold, or" in seeing.words(pilot)

    draw()
    pilot.wait(0.3)
    assert pilot.seen.position.phase == START
    assert "Press again" in seeing.words(pilot)
    draw()

    assert pilot.seen.position.phase == OWES_INSERT


def test_drawing_when_a_play_is_possible_is_cancelled_by_a_timeout(pilot: Pilot) -> None:
    may_draw_or_play(pilot)

    pilot.press("draw")
    pilot.wait(4.5)
    assert "Press again" not in seeing.words(pilot)
    pilot.press("draw")

    assert pilot.seen.position.phase == START


def test_holding_the_draw_button_draws_without_a_second_press(pilot: Pilot) -> None:
    may_draw_or_play(pilot)

    pilot.take_hold(middle_of(pilot.node("draw")))
    pilot.wait(0.5)

    assert pilot.seen.position.phase == OWES_INSERT


def test_drawn_card_can_still_be_inserted_after_escape(pilot: Pilot) -> None:
    may_draw(pilot)
    draw_by_button(pilot)
    drawn = pilot.seen.position.drawn

    pilot.key(pygame.K_ESCAPE)
    if pilot.nodes("menu page"):
        pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.5)

    assert pilot.view.selection.held is pilot.card("drawn:A#0")
    pilot.click(pilot.view.gaps[2].bounds.centre)
    assert pilot.seen.position.hands[0][2] == drawn


def test_inserted_card_can_be_dragged_to_another_gap_of_the_hand(pilot: Pilot) -> None:
    may_draw(pilot)
    draw_by_button(pilot)
    drawn = pilot.seen.position.drawn
    pilot.click(pilot.view.gaps[0].bounds.centre)
    pilot.wait(0.6)
    last = pilot.view.cards.rows["hand:A"][-1]

    pilot.drag_to(pilot.place_of("hand:A#0"), last.bounds.centre + Vec(0.4 * last.size.w, 0.0))
    pilot.wait(0.6)

    assert pilot.seen.position.hands[0][-1] == drawn
    assert pilot.seen.position.phase == OWES_OFFER


def test_end_turn_button_selects_the_suggested_missing_cards(pilot: Pilot) -> None:
    may_draw_or_play(pilot)
    selection = pilot.table._picks.selection
    singles = {play.names[0] for play in selection.plays if len(play.names) == 1}
    pairs = [play for play in selection.plays if play.is_legal and len(play.names) > 1]
    first = next(name for play in pairs for name in play.names if name not in singles)

    pilot.click(pilot.place_of(first))
    pilot.wait(0.3)
    assert picked(pilot) == {first}
    ghost = pilot.table._picks.ghost
    assert ghost
    assert all(GHOST in pilot.card(name).marks for name in ghost)
    revision = pilot.session.match.revision
    pilot.press("end")
    pilot.wait(0.3)

    assert picked(pilot) == {first, *ghost}
    assert pilot.session.match.revision == revision


def test_card_that_cannot_join_the_selected_one_shows_a_toast(pilot: Pilot) -> None:
    may_draw_or_play(pilot)
    selection = pilot.table._picks.selection
    row = [f"hand:A#{nth}" for nth in range(len(pilot.seen.position.hands[0]))]
    first, other = next(
        (one, two) for one in row for two in row if not selection.after_click(one).accepts(two)
    )

    pilot.click(pilot.place_of(first))
    pilot.click(pilot.place_of(other))
    pilot.wait(0.2)

    assert picked(pilot) == {first}
    assert pilot.program.ui.stage.toasts.toasts


def test_played_cards_fan_out_with_player_names_when_hovered(pilot: Pilot) -> None:
    pilot.play(setup(SeatPlan("Ada"), AI, AI, seed=12))
    while len({seat for seat, _ in turn_words.list_trick_plays(pilot.seen)[:-1]}) < 2:
        pilot.wait_for_me()
        pilot.rush_turn()
    pilot.wait(2.0)
    pilot.move(Vec(5.0, 5.0))
    pilot.move(pilot.view.cards.rows["trick"][-1].bounds.centre)
    assert not pilot.nodes("play")
    pilot.wait(1.0)
    plays = turn_words.list_trick_plays(pilot.seen)
    (panel,) = pilot.node("close-ups").children
    labels = [node.shown for node in panel.walk() if isinstance(node, Avatar)]
    assert [len(node.children) for node in pilot.nodes("play")] == [
        cards.length_of(play) for _, play in plays
    ]
    assert labels == [pilot.table._table.words.build_label(seat) for seat, _ in plays]
    pilot.move(Vec(5.0, 5.0))
    pilot.wait(1.0)
    assert not pilot.nodes("play")


# == Faults and full disks during a draw of Spring Cleaning.

SETUP = GameSetup(
    "spring", (SeatPlan("Wilhelmina"), SeatPlan(level="newcomer")), {"pickup": "next_turn"}, seed=12
)


def draw(pilot: GuardedPilot) -> match.Match:
    """Play until a drawn card waits for its place."""
    pilot.play(SETUP)
    for _ in range(8):
        pilot.wait_for_me()
        if cards.DRAW_STEP in pilot.seen.legal:
            pilot.session.take(cards.DRAW_STEP)
            return pilot.session.match
        pilot.session.take(pilot.plan()[0])
    raise AssertionError("nothing can be drawn")


def test_drawn_card_still_waits_for_its_place_after_a_crash(
    guarded: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = draw(guarded)
    with monkeypatch.context() as patch:
        faults.break_the_table(guarded, patch)
        report = faults.report_of(guarded)
    guarded.choose(faults.GO_ON)
    assert seeing.screen_of(guarded) is TableScreen
    match = guarded.session.match
    assert match is not before
    assert (match.log, match.state) == (before.log, before.state)
    assert guarded.view.zones["drawn:A"] == (str(before.state.position.drawn),)
    assert "Wilhelmina" not in report
    (line,) = [line for line in report.split("\n") if line.startswith("Position")]
    deck, hand = (part.split() for part in (line.partition("/ deck ")[2], line.partition(" B ")[2]))
    hidden = [*deck[: deck.index("/")], *hand[: hand.index(":")]]
    assert not [each for each in hidden if each.isdigit()], (
        f"{cards.SEATS[1]} and the deck are hidden"
    )


def test_trash_counter_is_inside_the_players_panel_without_notes(fly: Fly) -> None:
    pilot = fly(size=(900, 1600))
    pilot.play(setup(SeatPlan("Ada"), *[AI] * 3, seed=12))
    pilot.wait(1.0)
    hud = pilot.table._hud
    panel = hud.viewer

    assert panel.shown is not None
    viewer = replace(panel.shown.viewer, rows=())
    panel.show(replace(panel.shown, viewer=viewer, history=None))

    trash = hud.parts[zone_name("trash", 0)]
    assert panel.frame.union(trash.frame) == panel.frame


def test_trash_counter_does_not_touch_the_card_count_in_narrow_panels(fly: Fly) -> None:
    """Without a gap, 9 cards and 0 of 9 trash read as 90 of 9."""
    pilot = fly(size=(900, 1600))
    pilot.change(ui_scale=200)
    pilot.play_to_me(setup(SeatPlan("Ada"), *[AI] * 4, seed=12))
    pilot.session.take(pilot.plan()[0])
    pilot.wait_for_me()
    pilot.wait(1.0)
    parts = pilot.table._hud.parts

    for place in range(1, 5):
        count = parts[zone_name("left", place)]
        trash = parts[zone_name("trash", place)]
        number = count.find("count").ink.moved(count.find("count").position)
        label = trash.find("label").ink.moved(trash.find("label").position)

        gap = label.moved(trash.position).left - number.moved(count.position).right
        assert gap > 20.0, place
