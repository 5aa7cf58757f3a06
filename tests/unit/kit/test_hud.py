"""Checks what the HUD shows, what its buttons ask for, tips, previews, and resizing."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.explanations import preview_step
from red7_desktop.games.red7.face.present import GIVE_UP
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.red7.rules.cards import Step, parse_step
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.buttons import HudButton, ToolsModel
from red7_desktop.kit.hud.hud import Hud
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.table_model import NEXT_ROUND, SETTINGS, SPEED, Preview, ViewOptions
from red7_desktop.kit.texts import Run, Texts, load_texts, runs_of, to_plain
from red7_desktop.resources import asset_path
from red7_desktop.scene.animation import SteppedClock
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Gesture, GestureKind
from red7_desktop.scene.paint.text import ELLIPSIS
from red7_desktop.scene.pictures import TextPicture
from red7_desktop.scene.widgets.runs import RunsLabel
from tests.contrast import GRAPHIC, contrast
from tests.unit.kit.hud_table import MODELS, SIZES, Table, in_layout, said, shown_labels
from tests.unit.red7.face.seen import KINDS, mock, model_of, seen, state_of, words_of

# -- what is shown -------------------------------------------------------------------------


def test_the_mock_is_told_in_words() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    hud = table.hud
    assert said(hud.parts["banner"]) == ["GREEN", "Most even cards", "2 · 4 · 6"]
    assert said(hud.why)[0] == "You lead: 3 evens vs 2"
    assert "YOUR PALETTE" in said(hud.parts["palette.0"])
    assert "all three count" in said(hud.parts["palette.0"])
    assert said(hud.actions.end)[:2] == ["End turn", "You stay in: 3 evens vs 2"]
    assert "Cleo" in said(hud.seats[1])
    assert said(hud.deck) == ["8", "draw deck"]
    assert "LAST TURNS" in said(hud.history)


def test_the_rule_in_force_is_alight_in_the_ring() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    ring = table.hud.parts["ring"]
    arcs = {letter: ring.find(f"arc {letter}") for letter in "ROYGBIV"}
    assert max(arcs, key=lambda letter: arcs[letter].z) == "G"
    disc, symbol = ring.find("disc"), ring.find("symbol G")
    assert disc.bounds.centre.distance_to(symbol.bounds.centre) < 1.0
    outside = [
        letter
        for letter in "ROYGBIV"
        if ring.bounds.union(ring.find(f"symbol {letter}").bounds) != ring.bounds
    ]
    assert outside == []


def test_the_crown_is_on_who_leads() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    crowns = [node for node in table.hud.walk() if node.name == "crown" and node.is_shown]
    assert [crown.is_within(table.hud.viewer) for crown in crowns] == [False, True]
    assert crowns[0].is_within(table.hud.why)


def test_the_starter_card_shows_while_the_canvas_is_empty() -> None:
    table = Table((1920, 1080), 2)
    table.hud.show(MODELS["two seats"])
    assert table.hud.parts["canvas"].find("starter card").visible
    deep = state_of("A> O6 : R5", "B B2 : ?5", canvas="Y1 Y2 Y3 Y4")
    table.hud.show(model_of(deep))
    assert not table.hud.parts["canvas"].find("starter card").visible


def test_what_a_game_adds_for_a_seat_lies_above_its_panel() -> None:
    hud = Table((1280, 720), 2).hud
    order = [hud.children.index(each) for each in (hud.viewer, hud.parts["palette.0"])]
    assert order == sorted(order)


def test_showing_the_same_again_changes_nothing() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(MODELS["the mock"])
    before = table.stage.root.changes
    table.hud.show(model_of(mock()))
    assert table.stage.root.changes == before


def test_a_model_for_other_seats_is_refused() -> None:
    table = Table((1280, 720), 4)
    with pytest.raises(ValueError, match="2 seats in a layout for 4"):
        table.hud.show(MODELS["two seats"])


# -- resizing ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "then"), [((960, 600), (1440, 1080)), ((1920, 1080), (1280, 720))]
)
def test_a_resized_table_looks_like_a_new_one(
    first: tuple[int, int], then: tuple[int, int]
) -> None:
    resized, new = Table(first, 4), Table(then, 4)
    resized.hud.show(MODELS["the mock"])
    resized.picture()
    resized.resize(then, 4)
    new.hud.show(MODELS["the mock"])
    assert resized.picture() == new.picture()


def test_the_hud_follows_to_another_number_of_seats() -> None:
    changed, new = Table((1280, 720), 4), Table((1280, 720), 2)
    changed.hud.show(MODELS["the mock"])
    changed.resize((1280, 720), 2)
    changed.hud.show(MODELS["two seats"])
    new.hud.show(MODELS["two seats"])
    assert changed.picture() == new.picture()
    changed.resize((1280, 720), 4)
    changed.hud.show(MODELS["the mock"])
    assert len(changed.hud.seats) == 3


def test_the_backdrop_fills_a_window_of_any_shape() -> None:
    for size in ((2400, 1000), (1000, 1000)):
        table = Table(size, 4)
        table.hud.show(MODELS["the mock"])
        ground = table.hud.backdrop.bounds
        visible = table.stage.look.visible
        assert ground.inflated(0.5).union(visible) == ground.inflated(0.5)


# -- buttons, tips, previews ---------------------------------------------------------------


def shown_buttons(table: Table) -> list[HudButton]:
    return [button for button in table.hud.buttons if button.is_shown]


def press(button: HudButton) -> None:
    assert button.activate()


def test_buttons_ask_for_what_they_say() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(model_of(mock(), around=ViewOptions(KINDS, no_undo=None)))
    hud = table.hud
    for button in (hud.actions.end, hud.actions.undo, hud.actions.hint, hud.title.menu):
        press(button)
    for button in hud.tools.buttons.values():
        press(button)
    assert table.asked == [
        Intent.END,
        Intent.UNDO,
        Intent.HINT,
        Intent.MENU,
        Intent.LOG,
        Intent.EXTRA,
        SPEED,
        Intent.RULES,
        SETTINGS,
    ]


def test_a_disabled_button_asks_for_nothing_and_cannot_be_focused() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(MODELS["the mock"])
    press(table.hud.actions.low)
    assert table.asked == []
    assert not table.hud.actions.low.focusable


def test_the_large_button_asks_for_what_comes_next() -> None:
    table = Table((1280, 720), 2)
    table.hud.show(MODELS["a round over"])
    press(table.hud.actions.end)
    table.hud.show(MODELS["going out"])
    press(table.hud.actions.end)
    assert table.asked == [NEXT_ROUND, GIVE_UP]


def test_a_draw_shares_the_place_of_the_large_button() -> None:
    table = Table((1280, 720), 2)
    table.hud.show(MODELS["a draw"])
    draw, end = table.hud.actions.offer, table.hud.actions.end
    assert draw in shown_buttons(table)
    assert not draw.bounds.overlaps(end.bounds)
    press(draw)
    table.hud.show(MODELS["two seats"])
    assert draw not in shown_buttons(table)
    assert table.asked == [Intent.OFFER]


def hover(table: Table, button: HudButton, kind: GestureKind) -> None:
    table.stage.dispatch(Gesture(kind, button, button.centre))


def test_a_tip_says_why_a_button_is_disabled_while_the_pointer_is_on_it() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(MODELS["the mock"])
    hover(table, table.hud.actions.undo, GestureKind.HOVER_ENTER)
    assert said(table.hud.tip) == ["Nothing has been done yet."]
    tip = table.hud.tip.bounds
    assert table.stage.look.visible.union(tip) == table.stage.look.visible
    hover(table, table.hud.actions.undo, GestureKind.HOVER_LEAVE)
    assert not table.hud.tip.is_shown


def test_tools_show_what_is_on_and_the_speed() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(MODELS["the mock"])
    table.hud.show_tools(ToolsModel(frozenset({Intent.EXTRA}), "2×"))
    lens, speed = (table.hud.tools.buttons[c] for c in (Intent.EXTRA, SPEED))
    assert lens.shown is not None
    assert lens.shown.style == "hud_tool_on"
    assert said(speed) == ["2×"]


def discard_preview() -> Preview:
    return preview_step(seen(mock()), parse_step("@B7"), words_of())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("zone", ["canvas", "palette.0", "deck", "palette.1", "palette.3"])
def test_a_preview_stands_beside_its_target_and_in_the_window(
    zone: str, size: tuple[int, int]
) -> None:
    table = Table(size, 4)
    table.hud.show(MODELS["the mock"])
    area = table.hud.layout.by_name[zone].area
    table.hud.show_outcomes([(area, discard_preview())])
    bubble = table.hud.preview
    assert not in_layout(table, bubble.bounds).overlaps(area)
    visible = table.stage.look.visible
    assert visible.inflated(0.1).union(bubble.bounds) == visible.inflated(0.1)
    assert not [label for label in shown_labels(bubble) if ELLIPSIS in label.shown_text]


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_outcome_is_written_no_smaller_than_the_reason(language: str) -> None:
    texts = load_texts(asset_path("locale"), language)
    hopeless = state_of(
        "A> O5 : Y5 V5 R1", "B R2 O6 : ?5", "C I4 B7 : ?5", "D Y1 I7 : ?5", canvas="B6"
    )
    observation, table = seen(hopeless), Table((1280, 720), 4)
    area = table.hud.layout.zone("palette", 0).area
    words = words_of(texts=texts)
    for step in observation.legal:
        assert isinstance(step, Step)
        table.hud.show_outcomes([(area, preview_step(observation, step, words))])
        sizes = {}
        for name in ("title", "detail"):
            label = table.hud.preview.find(name)
            drawn = [node.picture for node in label.children if node.visible]
            sizes[name] = {each.size for each in drawn if isinstance(each, TextPicture)}
        assert min(sizes["title"]) > max(sizes["detail"], default=0.0), str(step)


def test_a_preview_as_large_as_the_one_before_says_its_own_words() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    area, bubble = table.hud.layout.zone("palette", 0).area, table.hud.preview
    marks = []
    for card in ("V5", "Y5"):
        title = (*runs_of("Play "), Run("5", card[0]))
        table.hud.show_outcomes([(area, Preview(True, title, ()))])
        label = bubble.find("title")
        assert isinstance(label, RunsLabel)
        marks.append((bubble.size, label.spans))
    (size, one), (again, other) = marks
    assert size == again
    assert one != other


def test_a_preview_says_what_would_happen_and_goes() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    area = table.hud.layout.zone("canvas").area
    table.hud.show_outcomes([(area, discard_preview())])
    assert said(table.hud.preview) == [
        "Discard 7: you lose",
        "Blue: 3 colours each, and Cleo’s 7 breaks the tie",
    ]
    assert to_plain(discard_preview().title) == "Discard blue 7: you lose"
    table.hud.show_outcomes(())
    assert not table.hud.preview.is_shown


def test_the_light_of_a_new_rule_comes_up_while_the_old_one_goes() -> None:
    table = Table((1280, 720), 2)
    stage = table.stage
    hud = Hud(
        stage.look,
        TextStyler(table.faces),
        Texts(),
        RED7_VIEW,
        table.hud.layout,
        table.asked.append,
        animator=stage.animator,
    )
    stage.ground.add(hud)
    hud.show(MODELS["two seats"])
    red = hud.backdrop.find("light R")
    assert (red.visible, red.alpha) == (True, 1.0)
    hud.show(model_of(state_of("A> O6 : R5", "B B2 : ?5", canvas="G7")))
    green = hud.backdrop.find("light G")
    assert isinstance(stage.clock, SteppedClock)
    stage.clock.step(stage.look.theme.times.slow / 2)
    stage.tick()
    assert 0.0 < green.alpha < 1.0
    assert 0.0 < red.alpha < 1.0
    stage.clock.step(stage.look.theme.times.slow)
    stage.tick()
    assert (green.alpha, red.visible) == (1.0, False)


@pytest.mark.parametrize("cards", ["normal", "high"])
def test_lines_of_every_rule_show_on_the_table(cards: str) -> None:
    table = Table((1280, 720), 2, cards=cards)
    ink, look = table.hud.ink, table.stage.look
    for letter in "ROYGBIV":
        line = ink.line(look, letter)
        for ground in ("table", "table_outer", "panel", "panel_high"):
            assert contrast(line, look.theme.colour(ground)) >= GRAPHIC, (letter, ground)


def test_the_last_turns_make_way_for_a_preview_that_would_cover_half_of_them() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    by_name = table.hud.layout.by_name
    log = by_name["log"].area
    beside = Rect(log.left - 60.0, log.top + 20.0, 40.0, 40.0)
    table.hud.show_outcomes([(beside, discard_preview())])
    assert table.hud.history.alpha == 0.0
    table.hud.show_outcomes([(by_name["canvas"].area, discard_preview())])
    assert table.hud.history.alpha == 1.0
    table.hud.show_outcomes([(beside, discard_preview())])
    table.hud.show_outcomes(())
    assert table.hud.history.alpha == 1.0
