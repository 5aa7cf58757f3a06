"""Everything around the cards: what it shows and asks for, where bubbles go, that all fits."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, reduce
from itertools import combinations, pairwise
from typing import Any

import pytest

from red7_desktop.games.red7.face import parts, view
from red7_desktop.games.red7.rules.cards import Step, parse_step
from red7_desktop.kit import bindings, phrases, table_model
from red7_desktop.kit.hud import bubbles, buttons, ground
from red7_desktop.kit.hud.ground import GLOW_FADE_SECONDS
from red7_desktop.kit.hud.hud import PULSE_SECONDS, Hud
from red7_desktop.kit.hud.part import SpacedWord, TextStyler
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.texts import Run, Texts, load_texts, to_plain, to_runs
from red7_desktop.resources import asset_path
from red7_desktop.scene import animation, pictures
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind
from red7_desktop.scene.paint.text import ELLIPSIS
from red7_desktop.scene.popups import LIGHT_WEIGHT, Obstacle
from red7_desktop.scene.theme import zoom_theme
from red7_desktop.scene.widgets import widget
from red7_desktop.scene.widgets.runs import RunsLabel, TextRun
from red7_desktop.table.arrange import arrange, bounds_of
from red7_desktop.tabletop.moods import Mood
from tests import colours
from tests.unit.kit import hud_table
from tests.unit.red7.face.seen import KINDS, mock, model_of, seen, state_of, words_of

# -- what is shown -------------------------------------------------------------------------


def test_hud_of_a_sample_table_shows_the_expected_words() -> None:
    table = hud_table.show("the mock", (1920, 1080))
    hud = table.hud
    assert hud_table.said(hud.parts["banner"]) == ["GREEN", "Most even cards", "2 · 4 · 6"]
    assert hud_table.said(hud.status_line)[0] == "You’re winning: 3 evens vs 2"
    assert "YOUR PALETTE" in hud_table.said(hud.parts["palette.0"])
    assert "all three count" in hud_table.said(hud.parts["palette.0"])
    assert hud_table.said(hud.actions.primary)[:2] == ["End turn", "You stay in: 3 evens vs 2"]
    assert "Cleo" in hud_table.said(hud.seats[1])
    assert hud_table.said(hud.deck) == ["8", "deck"]
    assert "LAST TURNS" in hud_table.said(hud.history)


def test_current_rule_is_lit_in_the_ring() -> None:
    table = hud_table.show("the mock", (1920, 1080))
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


def test_games_own_seat_display_is_drawn_above_the_seat_panel() -> None:
    hud = hud_table.Table((1280, 720), 2).hud
    order = [hud.children.index(each) for each in (hud.viewer, hud.parts["palette.0"])]
    assert order == sorted(order)


def test_hud_is_not_redrawn_when_the_same_model_is_shown_again() -> None:
    table = hud_table.show("the mock")
    before = table.stage.root.changes
    table.hud.show(model_of(mock()))
    assert table.stage.root.changes == before


def test_lines_of_a_capital_label_stay_close_in_a_tall_zone() -> None:
    look = hud_table.show("the mock").stage.look
    word = SpacedWord(look, "hud_caps", max_rows=2)
    word.show("poza grą")
    word.place(Rect(0.0, 0.0, look.theme.text("hud_caps").size * 4, 400.0))
    first, last = word.children[0].bounds.centre, word.children[-1].bounds.centre
    assert last.y - first.y == pytest.approx(look.theme.text("hud_caps").size * 1.5, abs=3.0)
    assert (first.y + last.y) / 2 == pytest.approx(200.0, abs=3.0)


def test_hud_refuses_a_model_with_another_number_of_seats() -> None:
    table = hud_table.Table((1280, 720), 4)
    with pytest.raises(ValueError, match="2 seats in a layout for 4"):
        table.hud.show(hud_table.MODELS["two seats"])


# -- resizing ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "then"), [((960, 600), (1440, 1080)), ((1920, 1080), (1280, 720))]
)
def test_resized_hud_equals_a_new_one(first: tuple[int, int], then: tuple[int, int]) -> None:
    resized, new = hud_table.Table(first, 4), hud_table.Table(then, 4)
    resized.hud.show(hud_table.MODELS["the mock"])
    resized.picture()
    resized.resize(then, 4)
    new.hud.show(hud_table.MODELS["the mock"])
    assert resized.picture() == new.picture()


def test_hud_adapts_to_another_number_of_seats() -> None:
    changed, new = hud_table.Table((1280, 720), 4), hud_table.Table((1280, 720), 2)
    changed.hud.show(hud_table.MODELS["the mock"])
    changed.resize((1280, 720), 2)
    changed.hud.show(hud_table.MODELS["two seats"])
    new.hud.show(hud_table.MODELS["two seats"])
    assert changed.picture() == new.picture()
    changed.resize((1280, 720), 4)
    changed.hud.show(hud_table.MODELS["the mock"])
    assert len(changed.hud.seats) == 3


# -- buttons, tips, previews ---------------------------------------------------------------


def test_buttons_send_their_action() -> None:
    table = hud_table.Table((1280, 720), 4)
    table.hud.show(model_of(mock(), around=table_model.ViewOptions(KINDS, no_undo=None)))
    hud = table.hud
    asking = (hud.actions.primary, hud.actions.undo, hud.actions.hint, hud.title.menu)
    for button in (*asking, *hud.tools.buttons.values()):
        assert button.activate()
    assert " ".join(table.asked) == "end undo hint menu log lens speed rules settings"


def hover(table: hud_table.Table, button: buttons.HudButton, kind: GestureKind) -> None:
    table.stage.dispatch(Gesture(kind, button, button.centre))


def test_tip_at_the_upper_edge_stays_in_the_window() -> None:
    table = hud_table.show("the mock")
    inside = table.stage.look.visible_area
    about = Rect(inside.right - 40.0, inside.top + 8.0, 36.0, 36.0)
    everything = [Obstacle(inside, LIGHT_WEIGHT)]
    table.hud.tip.show_beside(to_runs("Log"), about, inside, everything)
    assert inside.union(table.hud.tip.bounds) == inside


def test_tip_says_why_a_button_is_disabled() -> None:
    table = hud_table.show("the mock")
    hover(table, table.hud.actions.undo, GestureKind.HOVER_ENTER)
    assert hud_table.said(table.hud.tip) == ["Nothing to undo."]
    tip = table.hud.tip.bounds
    assert table.stage.look.visible_area.union(tip) == table.stage.look.visible_area
    hover(table, table.hud.actions.undo, GestureKind.HOVER_LEAVE)
    assert not table.hud.tip.is_shown


def test_toolbar_shows_toggles_and_speed() -> None:
    table = hud_table.Table((1280, 720), 4)
    table.hud.show(hud_table.MODELS["the mock"])
    table.hud.tools.show((frozenset({bindings.Intent.EXTRA}), "2×"))
    lens, speed = (table.hud.tools.buttons[c] for c in (bindings.Intent.EXTRA, table_model.SPEED))
    assert lens.shown is not None
    assert lens.shown.style == "hud_tool_on"
    assert hud_table.said(speed) == ["2×"]


def discard_preview() -> table_model.Preview:
    return view.RED7_VIEW.words.preview(seen(mock()), parse_step("@B7"), words_of())


@pytest.mark.parametrize("size", hud_table.SIZES)
@pytest.mark.parametrize("zone", ["canvas", "palette.0", "deck", "palette.1", "palette.3"])
def test_preview_is_beside_its_target_inside_the_window(zone: str, size: tuple[int, int]) -> None:
    table = hud_table.show("the mock", size)
    area = table.hud.layout.by_name[zone].area
    table.hud.show_outcomes([(area, discard_preview())])
    bubble = table.hud.preview
    assert not hud_table.in_layout(table, bubble.bounds).overlaps(area)
    visible = table.stage.look.visible_area
    assert visible.inflated(0.1).union(bubble.bounds) == visible.inflated(0.1)
    assert not [
        label
        for label in hud_table.shown_labels(bubble)
        if ELLIPSIS in hud_table.words_drawn(label)
    ]


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_preview_of_a_move_writes_the_outcome_larger_than_the_reason(language: str) -> None:
    texts = load_texts(asset_path("locale"), language)
    hopeless = state_of(
        "A> O5 : Y5 V5 R1", "B R2 O6 : ?5", "C I4 B7 : ?5", "D Y1 I7 : ?5", canvas="B6"
    )
    observation, table = seen(hopeless), hud_table.Table((1280, 720), 4)
    area = table.hud.layout.zone("palette", 0).area
    words = words_of(texts=texts)
    for step in observation.legal:
        assert isinstance(step, Step)
        table.hud.show_outcomes([(area, view.RED7_VIEW.words.preview(observation, step, words))])
        sizes = {}
        for name in ("title", "detail"):
            label = table.hud.preview.find(name)
            drawn = [node.picture for node in label.children if node.visible]
            sizes[name] = {each.size for each in drawn if isinstance(each, pictures.TextPicture)}
        assert min(sizes["title"]) > max(sizes["detail"], default=0.0), str(step)


def test_preview_of_equal_size_updates_its_text() -> None:
    table = hud_table.show("the mock", (1920, 1080))
    area, bubble = table.hud.layout.zone("palette", 0).area, table.hud.preview
    marks = []
    for card in ("V5", "Y5"):
        title = (*to_runs("Play "), Run("5", card[0]))
        table.hud.show_outcomes([(area, table_model.Preview(True, title, ()))])
        label = bubble.find("title")
        assert isinstance(label, RunsLabel)
        marks.append((bubble.size, label.spans))
    (size, one), (again, other) = marks
    assert size == again
    assert one != other


def test_preview_of_a_move_shows_its_outcome_and_can_be_hidden() -> None:
    table = hud_table.show("the mock", (1920, 1080))
    area = table.hud.layout.zone("canvas").area
    table.hud.show_outcomes([(area, discard_preview())])
    assert hud_table.said(table.hud.preview) == [
        "Discard 7: not allowed",
        "Blue: 3 colours each; Cleo’s 7 is higher",
    ]
    assert to_plain(discard_preview().title) == "Discard blue 7: not allowed"
    table.hud.show_outcomes(())
    assert not table.hud.preview.is_shown


def make_hud(table: hud_table.Table) -> Hud:
    return Hud(
        table.stage.look,
        TextStyler(table.faces),
        Texts(),
        view.RED7_VIEW,
        table.hud.layout,
        table.asked.append,
        animator=table.stage.animator,
    )


def test_new_hud_does_not_style_its_parts_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    table = hud_table.Table((1280, 720), 2)
    styled: list[object] = []
    monkeypatch.setattr(widget, "restyle_tree", lambda root, look: styled.append(root))

    make_hud(table)

    assert styled == []


def test_rule_light_cross_fades() -> None:
    table = hud_table.Table((1280, 720), 2)
    stage = table.stage
    hud = make_hud(table)
    stage.screen_layer.add(hud)
    hud.show(hud_table.MODELS["two seats"])
    red = hud.backdrop.find("light R")
    assert (red.visible, red.alpha) == (True, 1.0)
    hud.show(model_of(state_of("A> O6 : R5", "B B2 : ?5", canvas="G7")))
    green = hud.backdrop.find("light G")
    assert isinstance(stage.clock, animation.SteppedClock)
    stage.clock.step(GLOW_FADE_SECONDS / 2)
    stage.tick()
    assert 0.0 < green.alpha < 1.0
    assert 0.0 < red.alpha < 1.0
    stage.clock.step(GLOW_FADE_SECONDS)
    stage.tick()
    assert (green.alpha, red.visible) == (1.0, False)


def test_new_rule_tints_the_backdrop_within_300_ms_of_the_card_landing() -> None:
    table = hud_table.Table((1280, 720), 2)
    stage = table.stage
    backdrop = ground.TableBackdrop(stage.look, table.hud.styler)
    backdrop.animator = stage.animator
    backdrop.set_room_light(True)
    stage.screen_layer.add(backdrop)
    backdrop.place(Rect(0.0, 0.0, 1600.0, 900.0))
    backdrop.show_later(ground.TableLight("R", Vec(800.0, 450.0)), 0.0)
    resting = backdrop.find("wash R").alpha
    backdrop.show_later(ground.TableLight("G", Vec(800.0, 450.0)), 1.0 + backdrop.light_delay)
    assert isinstance(stage.clock, animation.SteppedClock)

    found = []
    for seconds in (1.0 + backdrop.light_delay, 0.1, 0.2 - backdrop.light_delay):
        stage.clock.step(seconds)
        stage.tick()
        found.append(backdrop.find("wash G").alpha)

    assert found[0] < found[1] < found[2] == resting > 0.0
    assert not backdrop.find("wash R").visible


def test_coloured_backdrop_light_is_hidden_when_switched_off() -> None:
    table = hud_table.Table((1280, 720), 2)
    backdrop = ground.TableBackdrop(table.stage.look, table.hud.styler)
    backdrop.place(Rect(0.0, 0.0, 1600.0, 900.0))
    light = ground.TableLight("R", Vec(800.0, 450.0), is_tense=True)

    found = {}
    for washes in (True, False, True):
        backdrop.set_room_light(washes)
        backdrop.show(light)
        nodes = [each for each in backdrop.children if each.name.startswith(("wash", "shade"))]
        found[washes] = [node.visible for node in nodes]

    assert found == {True: [True] * 5, False: [False] * 5}


@pytest.mark.parametrize(
    "other", [{"room_light": False}, {"reduced_motion": True}, {"colours": "high"}]
)
def test_backdrop_light_needs_its_setting_motion_and_normal_colours(other: dict[str, Any]) -> None:
    assert Settings().has_changing_light
    assert not Settings(**other).has_changing_light


@pytest.mark.parametrize(
    ("mood", "glides", "pulses"),
    [
        (Mood.THINKING, True, True),
        (Mood.THINKING, False, False),
        (Mood.WINNING, True, False),
    ],
)
def test_dots_of_a_thinking_opponent_pulse(mood: Mood, glides: bool, pulses: bool) -> None:
    table = hud_table.show("the mock")
    model = hud_table.models()["the mock"]
    seats = [replace(seat, mood=mood, portrait="sharp") for seat in model.seats]
    table.hud.show(replace(model, seats=tuple(seats)))
    table.hud.set_motion(glides)
    face = table.hud.seats[0].find("portrait")

    faces = []
    for beat in range(4):
        table.hud.pulse(beat * PULSE_SECONDS)
        faces.append(face.picture)

    assert faces[0] == faces[2]
    assert faces[1] == faces[3]
    assert (faces[0] != faces[1]) is pulses


@pytest.mark.parametrize("cards", ["normal", "high"])
def test_status_lines_of_every_rule_fit(cards: str) -> None:
    table = hud_table.Table((1280, 720), 2, cards=cards)
    ink, look = table.hud.styler, table.stage.look
    for letter in "ROYGBIV":
        line = ink.line(look, letter)
        for below in ("table", "table_outer", "panel", "panel_high"):
            found = colours.contrast(line, look.theme.colour(below))
            assert found >= colours.GRAPHIC, (letter, below)


def test_preview_leaves_the_last_turns_in_sight_where_there_is_room() -> None:
    table = hud_table.show("the mock", (1920, 1080))
    log = table.hud.layout.by_name["log"].area
    beside = Rect(log.left - 60.0, log.top + 20.0, 40.0, 40.0)

    table.hud.show_outcomes([(beside, discard_preview())])

    assert table.hud.preview.is_shown
    assert table.hud.history.alpha == 1.0
    assert not table.hud.preview.frame.overlaps(log)


@pytest.mark.parametrize(("name", "seen"), [("Bo", 3), ("Bartholomew Featherstone", 0)])
def test_status_line_names_all_other_players_or_none(name: str, seen: int) -> None:
    table = hud_table.show("the mock", (1280, 720))
    others = tuple(to_runs(f"{name} {nth}") for nth in range(3))

    table.hud.status_line.show(table_model.StatusModel(to_runs("You’re winning: 3 cards"), others))

    said = " ".join(hud_table.said(table.hud.status_line))
    assert sum(f"{name} {nth}" in said for nth in range(3)) == seen


# == HUD parts stay in their zones at every window size.

OVERLAP = 2.0
"""Units by which two texts' boxes may overlap: letters do not fill theirs."""


def is_cut(label: RunsLabel) -> bool:
    """Whether words are left out; some have dots by themselves."""
    drawn = hud_table.words_drawn(label)
    return ELLIPSIS in drawn and drawn.split() != label.text.split()


@cache
def showing(name: str, size: tuple[int, int]) -> hud_table.Table:
    """Return a table that shows a model; tests share it, for they do no more than look."""
    return hud_table.show(name, size)


by_model = pytest.mark.parametrize("name", hud_table.MODELS)
by_size = pytest.mark.parametrize("size", hud_table.SIZES)


@pytest.mark.sampled("name")
@by_model
@by_size
def test_words_stay_inside_their_zone(name: str, size: tuple[int, int]) -> None:
    table = showing(name, size)
    outside = []
    for part, zone in hud_table.zones(table):
        for text, rect in hud_table.inks(part):
            ink = hud_table.in_layout(table, rect)
            if ink.union(zone.inflated(1.0)) != zone.inflated(1.0):
                outside.append((part.name, text, ink, zone))
    assert outside == []
    assert len(list(hud_table.shown_labels(table.hud))) > 12


@pytest.mark.sampled("name")
@by_model
@by_size
def test_words_do_not_overlap(name: str, size: tuple[int, int]) -> None:
    table = showing(name, size)
    found = [(text, hud_table.in_layout(table, rect)) for text, rect in hud_table.inks(table.hud)]
    clashes = []
    for (one, first), (other, second) in combinations(found, 2):
        shared = first.intersection(second)
        if shared.w > OVERLAP and shared.h > OVERLAP:
            clashes.append((one, other))
    assert clashes == []


@pytest.mark.sampled("name")
@by_model
@by_size
def test_hud_texts_are_not_truncated_with_long_names_and_turns(
    name: str, size: tuple[int, int]
) -> None:
    cut = {each.text for each in hud_table.shown_labels(showing(name, size).hud) if is_cut(each)}
    assert cut - {hud_table.LONG[-1]} == set()


def test_hud_texts_are_not_truncated_in_an_enlarged_theme() -> None:
    table = hud_table.Table((1440, 1080), 4, zoom_theme(hud_table.dark(), 1.25))
    table.hud.show(hud_table.MODELS["the mock"])
    assert not [each.text for each in hud_table.shown_labels(table.hud) if is_cut(each)]


@by_model
def test_palette_notes_do_not_touch_cards(name: str) -> None:
    model, table = hud_table.MODELS[name], showing(name, (1920, 1080))
    spec = table.hud.layout.zone("palette", 0)
    count = max(1, model.panels["palette.0"].cards)
    card = table.hud.layout.card_size(spec)
    assert spec.style is not None
    places = arrange(spec.area, card, count, spec.style)
    cards = reduce(Rect.union, [bounds_of(place, card) for place in places])
    for text, rect in hud_table.inks(table.hud.parts["palette.0"]):
        assert not hud_table.in_layout(table, rect).overlaps(cards), text


@pytest.mark.sampled("language")
@pytest.mark.parametrize("size", [(1280, 720), (1440, 1080), (1920, 1080), (1920, 1200)])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_ai_labels_are_nearly_as_large_as_designed(size: tuple[int, int], language: str) -> None:
    texts = load_texts(asset_path("locale"), language)
    for line in (
        *phrases.describe_levels(texts).values(),
        *phrases.describe_activities(texts).values(),
    ):
        table = hud_table.Table(size, 4, texts=texts)
        model = hud_table.MODELS["the mock"]
        seats = tuple(replace(seat, kind=line) for seat in model.seats)
        table.hud.show(replace(model, seats=seats))
        style = table.hud.inner_look.theme.text("hud_seat_kind")
        for panel in table.hud.seats:
            label = panel.find("kind")
            assert isinstance(label, RunsLabel)
            drawn = [node.picture for node in label.children if node.visible]
            sizes = [each.size for each in drawn if isinstance(each, pictures.TextPicture)]
            assert min(sizes) >= 0.8 * style.size, (line, panel.name, min(sizes) / style.size)


# == Chips at different widths.

SHORT = table_model.Suggestion("one", ("O6",), "joins R5 G5")
LONG_SUGGESTION = table_model.Suggestion("four", ("O6", "B2", "Y4", "R2"))


@pytest.mark.parametrize(
    ("room", "count", "words"), [(900, 3, ["joins R5 G5"]), (380, 3, []), (160, 1, [])]
)
def test_suggestion_buttons_show_more_text_when_all_of_them_fit(
    room: float, count: int, words: list[str]
) -> None:
    table = hud_table.Table((1920, 1080), 2)
    ink = table.hud.title.styler
    chips = buttons.Chips(table.stage.look, ink, print, name="chips")
    table.stage.screen_layer.add(chips)
    chips.place(Rect(0.0, 0.0, room, 50.0))
    chips.show(((SHORT, LONG_SUGGESTION, LONG_SUGGESTION), None))
    assert [line for line in hud_table.said(chips) if line] == words
    assert [chip.visible for chip in chips.chips].count(True) == count
    for chip in chips.chips[:count]:
        cards = [node for node in chip.walk() if node.name.startswith("card ")]
        for one, other in pairwise(cards):
            assert other.position.x - one.position.x >= 0.8 * one.size.w - 0.01


# == Finds cut words in bubbles.


def test_partly_covered_label_is_listed_as_half_covered() -> None:
    table = hud_table.show("the mock")
    label = table.hud.parts["banner"].find("rule")
    assert isinstance(label, RunsLabel)
    ink = label.ink.moved(label.position + table.hud.parts["banner"].position)
    beside = Rect(ink.x - 50.0, ink.y, 49.0, ink.h)
    across = Rect(ink.x - 50.0, ink.y, 50.0 + ink.w / 2, ink.h)
    assert label not in bubbles.list_half_covered(table.hud, [beside])
    assert label in bubbles.list_half_covered(table.hud, [across])
    assert label not in bubbles.list_half_covered(table.hud, [ink.inflated(20.0)])
    but_accents = Rect.centred(ink.centre, Size(ink.w + 40.0, ink.h * 0.7))
    assert label in bubbles.list_half_covered(table.hud, [but_accents])
    tips_of_tall_letters = Rect(ink.x, ink.y - 50.0, ink.w, 50.0 + ink.h * 0.18)
    assert label in bubbles.list_half_covered(table.hud, [tips_of_tall_letters])
    line_above = Rect(ink.x, ink.y - 50.0, ink.w, 50.0 + ink.h * 0.12)
    assert label not in bubbles.list_half_covered(table.hud, [line_above])


@pytest.mark.parametrize("language", ["de", "pl"])
def test_colour_names_of_all_rules_are_written_in_one_size(language: str) -> None:
    table = hud_table.show("the mock")
    banner, sizes = table.hud.parts["banner"], set()
    name, shown = banner.find("colour"), banner.shown
    assert isinstance(name, SpacedWord)
    assert isinstance(shown, parts.RuleModel)
    for rule in words_of(2, texts=load_texts(asset_path("locale"), language)).rules:
        banner.show(replace(shown, colour=rule.title, sentence=rule.sentence))
        sizes.add(name.share)
    assert len(sizes) == 1


def test_label_with_one_covered_piece_is_listed_as_half_covered() -> None:
    table = hud_table.show("the mock")
    label = table.hud.viewer.find("label")
    assert isinstance(label, RunsLabel)
    label.set_text((TextRun("whole"), TextRun(" and free", style="hud_note_strong")))
    covers = [hud_table.in_layout(table, each.bounds) for each in label.children if each.visible]
    assert label in bubbles.list_half_covered(table.hud, covers[:1])
    assert label not in bubbles.list_half_covered(table.hud, covers)


def test_half_covered_label_is_hidden_until_the_speech_bubble_goes() -> None:
    table = hud_table.show("the mock")
    label = table.hud.parts["banner"].find("rule")
    bounds = label.bounds
    table.hud.hide_covered_by(
        "hint", Rect(bounds.x - 50.0, bounds.y, 50.0 + bounds.w / 4, bounds.h)
    )
    assert label.alpha == 0.0
    table.hud.hide_covered_by("hint", None)
    assert label.alpha == 1.0


@pytest.mark.parametrize("cards", range(1, 8))
@pytest.mark.parametrize(("size", "seats"), [((1920, 1080), 4), ((1440, 1080), 2)])
def test_palette_notes_stay_clear_of_the_frame_around_their_zone(
    size: tuple[int, int], seats: int, cards: int
) -> None:
    table = hud_table.Table(size, seats)
    notes = table.hud.find("palette notes")
    assert isinstance(notes, parts.PaletteNotes)
    counts = (Run(f"{cards} count"),)
    value = parts.PaletteModel("Your palette", cards, counts, "just placed", "you can undo")

    notes.show(value)

    words = [word for line in notes.children for word in line.children if word.is_shown]
    boxes = [hud_table.in_layout(table, word.bounds) for word in words]
    zone = table.hud.layout.zone("palette", 0).area
    assert boxes
    assert not [
        box for box in boxes if any(box.left < edge < box.right for edge in (zone.left, zone.right))
    ]


# == The title plate has room for the game's name and the round.


@pytest.mark.parametrize(("seats", "zoom"), [(2, 1.0), (3, 1.0), (4, 1.0), (4, 2.0)])
def test_games_name_is_beside_round_and_rules(seats: int, zoom: float) -> None:
    plate = hud_table.Table((1600, 900), seats, zoom_theme(hud_table.dark(), zoom)).hud.title
    words = ("Runde 1 · Erweiterte Regeln", "Runde 1", "Erweiterte Regeln")
    plate.show(table_model.TitleModel(*words, (TextRun("Red7", style="hud_logo_accent"),)))
    assert plate.find("logo").visible


def test_round_title_without_rules_is_vertically_centred() -> None:
    plate = hud_table.Table((1920, 1080), 4).hud.title
    line = plate.find("round")
    assert isinstance(line, RunsLabel)
    first = "The very first round of quite a long match"
    plate.show(table_model.TitleModel(first, "Round 1", "", (TextRun("Spring Cleaning"),)))
    middle = line.position.y + line.size.h / 2
    assert abs(middle - plate.size.h / 2) <= 1.0
