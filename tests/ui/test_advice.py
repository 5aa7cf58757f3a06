"""One voice at a time at the table, which knows no card before it has landed."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from red7_desktop.app.features import LessonsFeature
from red7_desktop.app.table import advice
from red7_desktop.games.red7.rules import cards as red7_cards
from red7_desktop.kit import table_model
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud import bubbles, marks
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.table_model import ButtonState
from red7_desktop.kit.texts import to_plain, to_runs
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.pictures import BoxPicture
from red7_desktop.table import card_nodes
from red7_desktop.tabletop.game import card_name
from tests.setups import red7_setup
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot, middle_of
from tests.ui.seeing import words

PLANS = (SeatPlan(), *[SeatPlan(level="casual")] * 3)


@pytest.fixture
def table(pilot: Pilot) -> Pilot:
    pilot.play_to_me(red7_setup(PLANS[:2], seed=11), 2.0)
    return pilot


def previews(pilot: Pilot) -> list[bubbles.PreviewBubble]:
    found = [node for node in pilot.nodes("preview") if node.visible]
    return [node for node in found if isinstance(node, bubbles.PreviewBubble)]


def ask_for_hint(pilot: Pilot) -> None:
    pilot.key(pygame.K_h)
    for _ in range(100):
        pilot.wait(0.2)
        if pilot.table._hints.is_open:
            return
    raise AssertionError("no hint comes")


def bubble(pilot: Pilot) -> bool:
    """Whether the bubble of a hint or the coach is to be seen."""
    return bool(pilot.table._hints._bubble.visible)


# == One voice.


def test_focused_card_shows_no_preview_beside_a_hint_until_selected(table: Pilot) -> None:
    ask_for_hint(table)

    table.focus_on(table.view.cards.rows["hand:A"][-1])
    table.wait(2 * advice.DWELL)
    assert bubble(table)
    assert not previews(table)

    table.key(pygame.K_RETURN)
    table.wait(0.3)
    assert bubble(table)
    assert 0 < len(previews(table)) == len(table.table._hands._preview.outcomes)


def test_hint_is_hidden_while_a_refusal_toast_is_shown(table: Pilot) -> None:
    ask_for_hint(table)

    table.key(pygame.K_t)
    assert table.program.ui.stage.toasts.toasts
    assert not bubble(table)

    table.wait(8.0)
    assert not table.program.ui.stage.toasts.toasts
    assert bubble(table)


@pytest.mark.parametrize("scale", [100, 200])
def test_tooltips_never_cover_the_rule_or_the_status_line(fly: Fly, scale: int) -> None:
    pilot = fly(size=(1600, 900))
    pilot.change(ui_scale=scale)
    pilot.play_to_me(red7_setup((SeatPlan("Ada"), *[SeatPlan(level="newcomer")] * 2), seed=42))
    hud = pilot.table._hud
    lines = (hud.parts["banner"], hud.status_line)
    covering = []

    for meaning in hud.meanings():
        about = hud.to_table_space(meaning.node.bounds)
        hud.show_tip(meaning.node, to_runs(meaning.sentence))
        covering += [
            meaning.sentence
            for line in lines
            if hud.tip.frame.overlaps(line.frame) and not about.overlaps(line.frame)
        ]

    assert covering == []


def test_tooltip_of_a_suggestion_covers_no_open_card(fly: Fly) -> None:
    pilot = fly(size=(1600, 900))
    pilot.play_to_me(
        GameSetup("spring", (SeatPlan("Ada"), SeatPlan(level="newcomer")), {}, seed=12)
    )
    pilot.session.take(pilot.plan()[0])
    pilot.wait_for_me()
    pilot.wait(1.0)
    hud = pilot.table._hud
    suggestions = [node for node in hud.buttons if node.name.startswith("chip")]
    assert suggestions
    assert hud.list_card_areas()

    for suggestion in suggestions:
        hud.show_tip(suggestion, to_runs("9 cards left."))

        assert not any(map(hud.tip.frame.overlaps, hud.list_card_areas())), suggestion.name


@pytest.mark.parametrize("key", [pygame.K_m, pygame.K_ESCAPE], ids=["menu key", "back key"])
def test_lesson_goal_is_shown_again_after_the_menu_is_closed(pilot: Pilot, key: int) -> None:
    pilot.program.feature(LessonsFeature).service.begin("red7", "red")
    pilot.wait(0.5)

    pilot.key(key)
    pilot.wait(0.5)
    assert "Leave the table" in words(pilot)
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.5)

    assert bubble(pilot)


def test_tooltip_stays_closed_while_a_hint_is_shown(table: Pilot) -> None:
    ask_for_hint(table)
    table.move(table.button("log").bounds.centre)
    table.wait(1.0)
    assert not table.table._hud.tip.visible

    table.key(pygame.K_ESCAPE)
    table.move(Vec(5.0, 400.0))
    table.move(table.button("log").bounds.centre)
    table.wait(1.0)
    assert table.table._hud.tip.visible


def test_focused_card_shows_no_preview_in_a_finished_turn(pilot: Pilot) -> None:
    pilot.play_to_me(red7_setup(PLANS[:2], advanced=False, seed=11), 2.0)
    for kind in (red7_cards.PLAY, red7_cards.DISCARD):
        found = [step for step in pilot.seen.legal if step.kind == kind]
        pilot.session.take(found[0])
        pilot.wait(1.0)

    pilot.focus_on(pilot.view.cards.rows["hand:A"][0])
    pilot.wait(2 * advice.DWELL)

    assert not previews(pilot)
    zones = pilot.view.by_zone.values()
    assert not [zone for zone in zones if {marks.ALLOWED, marks.REFUSED} & {*zone.marks}]


def test_pointer_closes_the_preview_of_the_focused_card(table: Pilot) -> None:
    table.focus_on(table.view.cards.rows["hand:A"][0])
    table.wait(2 * advice.DWELL)
    assert previews(table)

    table.move(Vec(5.0, 400.0))
    table.wait(2 * advice.DWELL)

    assert not previews(table)


def test_card_with_a_hidden_focus_ring_has_no_preview(table: Pilot) -> None:
    focus = table.program.ui.stage.focus
    focus.is_visible = False
    focus.focus(table.view.cards.rows["hand:A"][0])
    table.wait(2 * advice.DWELL)
    assert not previews(table)


# == Frames.


@pytest.mark.sampled("size")
@pytest.mark.parametrize("size", [(1280, 720), (1600, 900), (1080, 1920)])
@pytest.mark.parametrize("game", ["red7", "spring"])
def test_marked_card_or_zone_has_one_border_that_touches_no_text(
    fly: Fly, size: tuple[int, int], game: str
) -> None:
    pilot = fly(size=size)
    pilot.start_match_to_me("casual", "casual", seed=11, game=game)
    view = pilot.view
    cards = [name for card in view.cards for name in view.cards.names(card)[:1]]
    zones = list(view.by_zone)

    for style in (marks.ALLOWED, marks.HINTED, marks.CHOICE, marks.PENDING):
        view.mark(style, cards, zones)
    pilot.wait(1.0)

    kept = [
        view.root.world.bounds(spec.area)
        for spec in view.layout.zones
        if spec.kind in {"message", "banner"}
    ]
    assert kept
    nodes: list[card_nodes.MarkedNode] = [*view.by_zone.values(), *view.cards]
    for node in nodes:
        framed = [
            mark
            for style, mark in node._marks.items()
            if view.marks.styles[style].frames and mark.is_shown
        ]
        assert len(framed) <= 1, node
        if isinstance(node, card_nodes.ZoneNode):
            assert len(framed) == 1
            assert not [each for each in kept if each.overlaps(framed[0].bounds)], node


def test_focus_ring_replaces_the_hint_border_of_a_card(table: Pilot) -> None:
    card = table.view.cards.rows["hand:A"][1]
    table.view.mark(marks.HINTED, [table.view.cards.names(card)[0]])
    assert marks.HINTED in card._marks

    table.focus_on(card)
    table.step_frame()

    assert marks.HINTED not in card._marks
    assert marks.HINTED in card.marks, "it still counts as hinted"


def test_refusal_reason_shared_by_two_drop_targets_is_shown_once(pilot: Pilot) -> None:
    plans = (SeatPlan(), *[SeatPlan(level=level) for level in ("casual", "steady", "sharp")])
    pilot.play_to_me(red7_setup(plans, seed=42, advanced=True, actions=True), 2.0)
    pilot.drag("Y7", "palette")
    pilot.wait(1.5)

    pilot.click(pilot.place_of("R6"))
    pilot.wait(0.5)

    shown = [node for node in pilot.nodes("preview") if node.visible]
    assert len(shown) == 1, "both places refuse it until a card of the palette is chosen"


# == Nothing runs ahead of the picture.


def play_red7(pilot: Pilot) -> None:
    pilot.start_match_to_me("casual", seed=11)
    pilot.session.take(next(each for each in pilot.seen.legal if each.kind == red7_cards.PLAY))


def play_spring(pilot: Pilot) -> None:
    pilot.start_match_to_me("casual", seed=11, game="spring")
    pilot.session.take(pilot.seen.legal[0])


@pytest.mark.parametrize("play", [play_red7, play_spring])
def test_buttons_and_panels_update_only_when_a_card_has_landed(
    pilot: Pilot, play: Callable[[Pilot], None]
) -> None:
    play(pilot)
    hud = pilot.table._hud
    model = pilot.table._model
    assert model is not None
    shown = hud.actions.shown, hud.viewer.shown
    assert hud.actions.shown != model.actions
    pilot.step_frame(0.05)
    assert (hud.actions.shown, hud.viewer.shown) == shown

    pilot.program.ui.stage.finish_motions()

    assert hud.actions.shown == model.actions
    assert hud.chips.shown == pilot.table._picks.chips
    assert not pilot.program.ui.stage.animator.is_running()


def test_suggestions_appear_only_when_the_rivals_card_has_landed(pilot: Pilot) -> None:
    plans = (SeatPlan(), SeatPlan(level="casual"))
    pilot.play(GameSetup("spring", plans, {}, 11))
    hud = pilot.table._hud
    for _ in range(3000):
        before = hud.chips.shown
        was_asked = pilot.session.is_viewers_turn
        pilot.step_frame()
        is_asked = pilot.session.is_viewers_turn
        if is_asked and not was_asked and pilot.table._picks.suggestions:
            assert pilot.program.ui.stage.animator.is_running()
            assert hud.chips.shown == before
            assert not [card for card in pilot.view.cards if "answers" in card.marks]
            pilot.wait(1.0)
            assert hud.chips.shown == pilot.table._picks.chips
            return
        if is_asked:
            pilot.wait(0.5)
            pilot.session.take(pilot.plan()[0])
    raise AssertionError("no rival has played before the viewer")


# == Refusals, and positions of callouts.


def press_by_key(pilot: Pilot) -> None:
    pilot.key(pygame.K_t)


def press_by_mouse(pilot: Pilot) -> None:
    pilot.click(middle_of(pilot.node("end")))


@pytest.mark.parametrize("press", [press_by_key, press_by_mouse])
@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("red7", "Play or discard a card first."),
        ("spring", "First offer a card from your hand."),
    ],
)
def test_refusal_toast_appears_beside_the_pressed_button(
    pilot: Pilot, game: str, reason: str, press: Callable[[Pilot], None]
) -> None:
    pilot.start_match_to_me("casual", seed=11, game=game)
    model = pilot.table._model
    assert model is not None
    assert model.actions.primary.state is ButtonState.MISSING

    press(pilot)
    pilot.wait(0.5)

    (toast,) = pilot.program.ui.stage.toasts.toasts
    assert toast.message == reason
    button = pilot.table._hud.actions.primary.bounds
    gap_x = max(button.left - toast.bounds.right, toast.bounds.left - button.right, 0.0)
    gap_y = max(button.top - toast.bounds.bottom, toast.bounds.top - button.bottom, 0.0)
    assert max(gap_x, gap_y) < 160.0
    assert not toast.bounds.overlaps(button)


def test_refusal_toast_appears_beside_the_clicked_offer_card(pilot: Pilot) -> None:
    pilot.program.feature(LessonsFeature).service.begin("spring", "own offer")
    pilot.wait(3.0)
    four = pilot.card("4")
    (nine,) = pilot.view.cards.rows["offer:A"]
    pilot.click(pilot.place_on(four))
    pilot.wait(0.5)

    pilot.click(pilot.place_on(nine))
    pilot.wait(0.5)

    (toast,) = pilot.program.ui.stage.toasts.toasts
    gap_x = max(nine.bounds.left - toast.bounds.right, toast.bounds.left - nine.bounds.right, 0.0)
    gap_y = max(nine.bounds.top - toast.bounds.bottom, toast.bounds.top - nine.bounds.bottom, 0.0)
    assert max(gap_x, gap_y) < 40.0


def test_disabled_undo_button_shows_the_reason_when_pressed(table: Pilot) -> None:
    undo = table.table._hud.actions.undo
    assert not undo.enabled

    table.click(middle_of(undo))
    table.wait(0.5)

    (toast,) = table.program.ui.stage.toasts.toasts
    assert toast.message.casefold() == to_plain(undo.reason).casefold()


def test_move_previews_cover_no_seat_panel_and_no_deck_count(fly: Fly) -> None:
    pilot = fly(size=(1600, 900))
    pilot.play_to_me(red7_setup(PLANS, actions=True, seed=42), 2.0)
    hud = pilot.table._hud
    view = pilot.view
    panels = [hud.to_table_space(frame) for frame in hud.list_frames()]
    count = view.layout.by_name["supply"].area
    deck = view.by_zone["deck"].drop_area
    preview = table_model.Preview(
        True, to_runs("Move red 6 to the canvas: you’d be winning"), to_runs("Red: 7 beats 6")
    )

    hud.show_outcomes([(view.by_zone["canvas"].drop_area, preview), (deck, preview)])

    for bubble in previews(pilot):
        assert not [each for each in panels if bubble.frame.overlaps(each)]
        assert not bubble.frame.overlaps(count)


def test_previews_of_a_card_action_cover_no_seat_panel_or_deck_count(fly: Fly) -> None:
    pilot = fly(size=(1600, 900))
    pilot.play_to_me(red7_setup(PLANS, actions=True, seed=42), 2.0)
    pilot.session.take_text("Y7")
    pilot.wait(1.5)
    pilot.click(pilot.place_of("R7"))
    pilot.wait(0.5)
    hud = pilot.table._hud
    panels = [hud.to_table_space(frame) for frame in hud.list_frames()]

    shown = previews(pilot)

    assert len(shown) == 2, "at the canvas and at the deck"
    for bubble in shown:
        kept = [*panels, pilot.view.layout.by_name["supply"].area]
        assert not [each for each in kept if bubble.frame.overlaps(each)]


@pytest.mark.sampled("size")
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (1080, 1920)], ids=str)
def test_move_previews_and_refusal_toasts_cover_no_open_card(
    fly: Fly, size: tuple[int, int], scale: int
) -> None:
    pilot = fly(size=size)
    pilot.change(ui_scale=scale)
    pilot.play_to_me(red7_setup(PLANS[:3], seed=11), 2.0)
    zones = ("hand:A", "palette:A", "palette:B", "palette:C")

    for card in pilot.view.cards.rows["hand:A"][:2]:
        pilot.click(card.bounds.centre)
        pilot.wait(0.5)
        press_by_key(pilot)
        pilot.wait(0.1)

        cards = [each.bounds for zone in zones for each in pilot.view.cards.rows[zone]]
        callouts = [*pilot.program.ui.stage.toasts.toasts, *previews(pilot)]
        assert len(callouts) > 1
        for each in callouts:
            others = [other.bounds for other in callouts if other is not each]
            assert not any(each.bounds.overlaps(area) for area in (*cards, *others)), each
        pilot.key(pygame.K_ESCAPE)
        pilot.wait(0.5)


def test_offer_zone_named_by_a_hint_has_a_single_border(pilot: Pilot) -> None:
    pilot.play_to_me(GameSetup("spring", PLANS[:2], {}, 11), 2.0)
    mat = pilot.view.by_zone["offer:A"].bounds

    ask_for_hint(pilot)
    pilot.wait(0.5)

    frames = [
        node
        for node in pilot.program.ui.stage.root.walk()
        if node.is_shown and isinstance(node.picture, BoxPicture) and node.picture.dash
        if node.bounds.overlaps(mat) and node.bounds.area > mat.area / 2
    ]
    assert len(frames) == 1


# == Where the focus goes, and out of the round.


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_focus_is_on_the_first_playable_card_after_the_next_deal(pilot: Pilot, game: str) -> None:
    options = {"advanced": True} if game == "red7" else {}
    pilot.start_match("casual", seed=11, game=game, **options)
    pilot.rush_round()
    pilot.wait(8.0)
    while pilot.scope != "root":
        pilot.key(pygame.K_ESCAPE)
        pilot.wait(0.5)
    pilot.focus_on(pilot.table._hud.actions.primary)

    pilot.key(pygame.K_RETURN)
    pilot.wait(3.0)
    pilot.wait_for_me()
    pilot.wait(1.0)

    current = pilot.program.ui.stage.focus.current
    hand = pilot.view.cards.rows["hand:A"]
    hands = pilot.table._hands
    playable = [
        card
        for card in hand
        if card_name(card.zone, card.index) in pilot.table._picks.selection.cards
        or hands._known_as(card_name(card.zone, card.index)) in hands._options.drops
    ]
    assert playable
    assert current is playable[0]


def test_main_button_finishes_the_round_when_the_player_is_out(pilot: Pilot) -> None:
    pilot.play_to_me(red7_setup(PLANS[:3], seed=11), 2.0)
    pilot.session.take(red7_cards.PASS_STEP)
    pilot.wait(1.0)
    assert not pilot.session.is_waiting_for_table
    shown = pilot.table._hud.actions.shown
    assert shown is not None
    assert (shown.primary.action, shown.primary.title) == (Intent.SKIP, "Finish the round")

    pilot.press("end")
    pilot.wait(20.0)

    assert pilot.session.is_waiting_for_table
