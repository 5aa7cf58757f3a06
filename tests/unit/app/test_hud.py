"""Checks the HUD headless: everything in its zone, no words cut, buttons that ask, resizing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pygame
import pytest

from red7_desktop.app.card_faces import CardFaces
from red7_desktop.app.hud.hud import Hud
from red7_desktop.app.hud.hud_button import HudButton
from red7_desktop.app.hud.ink import Ink
from red7_desktop.app.hud.spaced import SpacedWord
from red7_desktop.app.hud.tools import ToolsModel
from red7_desktop.app.previews import Preview, preview
from red7_desktop.app.runs import plain
from red7_desktop.app.table_model import HudCommand, TableModel
from red7_desktop.app.table_scene import Circumstances
from red7_desktop.app.texts import Texts
from red7_desktop.games.red7.state import ROUND_OVER, MatchState
from red7_desktop.games.red7.steps import parse_step
from red7_desktop.resources import asset
from red7_desktop.scene.clock import SteppedClock
from red7_desktop.scene.fonts import FontShelf
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.gesture import Gesture, Kind
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import TextPicture
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.style import Theme
from red7_desktop.scene.text import ELLIPSIS
from red7_desktop.scene.theme_file import load_theme
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.zoom import zoomed
from red7_desktop.table.layout import load_layouts
from red7_desktop.table.spec import Layout, choose_layout
from tests.unit.app.seen import KINDS, mock, model_of, seen, state_of, words_of

SIZES = [(960, 600), (1280, 720), (1440, 1080), (1920, 1080), (1920, 1200), (3840, 2160)]
LONG = (
    "Maximiliana Christine",
    "Bartholomew Featherst",
    "Wolfeschlegelsteinha",
    "Wwwwwwwwwwwwwwwwwwww",
)
OVERLAP = 2.0
"""Units by which two texts' boxes may overlap: letters do not fill theirs."""


class Table:
    """A HUD on a stage of its own, with the layout that fits."""

    def __init__(self, size: tuple[int, int], seats: int, theme: Theme | None = None) -> None:
        theme = theme or load_theme(asset("themes", "dark.json"))
        fonts = FontShelf(asset("fonts"))
        self.stage = Stage(size, theme=theme, fonts=fonts, clock=SteppedClock())
        self.layouts = load_layouts(asset("layouts"))
        self.faces = CardFaces(asset("cards"), font=asset("fonts", "Figtree_800ExtraBold.ttf"))
        self.asked: list[HudCommand] = []
        self.table = Node(name="table")
        layout = choose_layout(self.layouts, size, seats)
        ink = Ink(self.faces)
        self.hud = Hud(self.stage.look, ink, Texts(), layout, self.asked.append)
        self.table.add(self.hud, self.hud.over)
        self.stage.ground.add(self.table)
        self.fit(layout)

    def fit(self, layout: Layout) -> None:
        """Fit the layout's space into the window, as the table does."""
        visible = self.stage.look.visible
        self.table.scale = min(visible.w / layout.size.w, visible.h / layout.size.h)
        middle = Vec(*layout.size) * 0.5 * self.table.scale
        self.table.position = visible.centre - middle

    def resize(self, size: tuple[int, int], seats: int) -> None:
        layout = choose_layout(self.layouts, size, seats)
        self.stage.resize(size)
        self.hud.settle(layout)
        self.fit(layout)

    def picture(self) -> bytes:
        surface = pygame.Surface(self.stage.view.window)
        self.stage.tick()
        self.stage.draw(surface)
        return pygame.image.tobytes(surface, "RGB")


def ordinary() -> MatchState:
    return state_of("A> O6 B2 : R5 G3", "B I2 : ?5", "C B4 R7 : ?5", canvas="Y2", deck="?20")


def two() -> MatchState:
    return state_of("A> O6 : R5 G3 : R7 Y7", "B R4 : ?7", deck="?20")


def crowded() -> MatchState:
    """Lay a table with all that is long: palettes, hands, scores, names, turns."""
    return state_of(
        "A> O6 B2 Y4 R2 B4 G6 I2 V2 Y6 O4 R4 V4 I6 G2 : R5 G3 B7 I1 V6 Y1 Y3 O1 O5 B1 B3 I3 :"
        " R7 O7 G7 V7",
        "B Y7 O3 V3 R3 I4 O2 G4 : ?2 : Y5",
        "C I7 : ?0 :",
        "Dx R6 V1 : ?0 :",
        rules="advanced+actions@first",
        canvas="Y2 I5 G5 B6",
        deck="",
        turns=((1, "O5(Y5(R3(+))) @V3+"), (2, "V1(B:Y7) @Y2"), (3, "pass")),
        round_number=12,
    )


MODELS: dict[str, TableModel] = {
    "the mock": model_of(mock()),
    "three seats": model_of(ordinary()),
    "two seats": model_of(two()),
    "crowded": model_of(crowded(), names=LONG),
    "a draw": model_of(state_of("A>discarded O6 : R5", "B B2 : ?5", canvas="R7", deck="?9")),
    "a round over": model_of(
        state_of("A O6 : R5", "Bx B2 : ?5", stage=ROUND_OVER, rounds=((0, 3, "G2 G4"),))
    ),
    "going out": model_of(state_of("A> V2 : G1", "B R7 G6 : ?5", canvas="G5")),
    "basic": model_of(state_of("A O6 : R5", "B> B2 : ?5", rules="basic@1.3")),
    "watching": model_of(mock(), viewer=None),
}


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest) -> TableModel:
    return MODELS[str(request.param)]


def shown_labels(root: Node) -> Iterator[RunsLabel]:
    for node in root.walk():
        if isinstance(node, RunsLabel) and node.is_shown and node.text:
            yield node


def inks(root: Node) -> list[tuple[str, Rect]]:
    """List the words that are shown below a node, each with its letters' rectangle in the layout.

    A line's box is higher than its letters.
    """
    found = []
    for node in root.walk():
        if isinstance(node.picture, TextPicture) and node.is_shown and node.picture.text:
            bounds = node.bounds
            middle, height = bounds.centre, node.picture.size * 0.72 * node.world.scale_y
            letters = Rect(bounds.x, middle.y - height / 2, bounds.w, height)
            found.append((node.picture.text, letters))
    return found


def in_layout(table: Table, rect: Rect) -> Rect:
    corner = table.hud.to_local(rect.position)
    assert corner is not None
    scale = table.hud.world.scale_y
    return Rect(corner.x, corner.y, rect.w / scale, rect.h / scale)


def zones(table: Table) -> Iterator[tuple[Node, Rect]]:
    """Give every part with the rectangle that it must keep to."""
    hud, by_name = table.hud, table.hud.layout.by_name
    parts: list[tuple[Node, str]] = [
        (hud.ring, "ring"),
        (hud.banner, "banner"),
        (hud.why, "message"),
        (hud.actions, "actions"),
        (hud.title, "title"),
        (hud.tools, "tools"),
        (hud.viewer, "panel.0"),
        (hud.deck, "supply"),
        (hud.history, "log"),
    ]
    for place, panel in enumerate(hud.seats, start=1):
        parts += [(panel.find(kind), f"{kind}.{place}") for kind in ("name", "points", "tally")]
        parts.append((panel, f"panel.{place}"))
    parts += [(hud.viewer.find(kind), f"{kind}.0") for kind in ("name", "points")]
    for part, name in parts:
        if name in by_name and part.is_shown:
            yield part, by_name[name].area


@pytest.mark.parametrize("size", SIZES)
def test_every_word_keeps_to_its_zone(model: TableModel, size: tuple[int, int]) -> None:
    table = Table(size, len(model.seats))
    table.hud.show(model)
    outside = []
    for part, zone in zones(table):
        for text, rect in inks(part):
            ink = in_layout(table, rect)
            if ink.union(zone.inflated(1.0)) != zone.inflated(1.0):
                outside.append((part.name, text, ink, zone))
    assert outside == []
    assert len(list(shown_labels(table.hud))) > 12


@pytest.mark.parametrize("size", SIZES)
def test_no_words_lie_on_others(model: TableModel, size: tuple[int, int]) -> None:
    table = Table(size, len(model.seats))
    table.hud.show(model)
    found = [(text, in_layout(table, rect)) for text, rect in inks(table.hud)]
    clashes = []
    for (one, first), (other, second) in combinations(found, 2):
        shared = first.intersection(second)
        if shared.w > OVERLAP and shared.h > OVERLAP:
            clashes.append((one, other))
    assert clashes == []


@pytest.mark.parametrize("size", SIZES)
def test_only_long_names_and_long_turns_are_cut(model: TableModel, size: tuple[int, int]) -> None:
    table = Table(size, len(model.seats))
    table.hud.show(model)
    cut = {label.text for label in shown_labels(table.hud) if ELLIPSIS in label.shown_text}
    is_long = model is MODELS["crowded"]
    assert bool(cut) == is_long
    for text in cut:
        assert any(name in text for name in LONG), text


def test_the_notes_beside_a_palette_keep_off_the_cards(model: TableModel) -> None:
    table = Table((1920, 1080), len(model.seats))
    table.hud.show(model)
    spec = table.hud.layout.zone("palette", 0)
    count = max(1, len(model.seats[0].palette))
    card = table.hud.layout.card_size(spec)
    width = min(spec.area.w, count * card.w + (count - 1) * (spec.style.gap if spec.style else 0))
    cards = Rect.centred(spec.area.centre, Size(width, spec.area.h))
    for text, rect in inks(table.hud.notes):
        assert not in_layout(table, rect).overlaps(cards), text


@pytest.mark.parametrize("size", SIZES)
def test_every_button_can_be_hit(model: TableModel, size: tuple[int, int]) -> None:
    table = Table(size, len(model.seats))
    table.hud.show(model)
    for button in table.hud.buttons:
        if button.is_shown:
            assert min(button.size) >= 43.0, button.name


@pytest.mark.parametrize("zoom", [1.25, 2.0])
def test_a_theme_made_larger_is_not_cut_either(zoom: float) -> None:
    theme = zoomed(load_theme(asset("themes", "dark.json")), zoom)
    for size in ((1440, 1080), (1920, 1080)):
        table = Table(size, 4, theme)
        table.hud.show(MODELS["the mock"])
        cut = [label.text for label in shown_labels(table.hud) if ELLIPSIS in label.shown_text]
        assert cut == []


# -- what is shown -------------------------------------------------------------------------


def said(root: Node) -> list[str]:
    """List all that a part says, capitals and all."""
    spaced = [node.text for node in root.walk() if isinstance(node, SpacedWord) and node.is_shown]
    return [*spaced, *[label.text for label in shown_labels(root)]]


def test_the_mock_is_told_in_words() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    hud = table.hud
    assert said(hud.banner) == ["GREEN", "Most even cards", "2 · 4 · 6"]
    assert said(hud.why)[0] == "You lead: 3 evens vs 2"
    assert "YOUR PALETTE" in said(hud.notes)
    assert "all three count" in said(hud.notes)
    assert said(hud.actions.end)[:2] == ["End turn", "You stay in: 3 evens vs 2"]
    assert "Cleo" in said(hud.seats[1])
    assert said(hud.deck) == ["8", "draw deck"]
    assert "LAST TURNS" in said(hud.history)


def test_the_rule_in_force_is_alight_in_the_ring() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    ring = table.hud.ring
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
    assert table.hud.starter.find("starter card").visible
    deep = state_of("A> O6 : R5", "B B2 : ?5", canvas="Y1 Y2 Y3 Y4")
    table.hud.show(model_of(deep))
    assert not table.hud.starter.find("starter card").visible


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


def press(button: HudButton) -> None:
    assert button.activate()


def test_buttons_ask_for_what_they_say() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(model_of(mock(), around=Circumstances(KINDS, no_undo=None)))
    hud = table.hud
    for button in (hud.actions.end, hud.actions.undo, hud.actions.hint, hud.title.menu):
        press(button)
    for button in hud.tools.buttons.values():
        press(button)
    assert table.asked == [
        HudCommand.END_TURN,
        HudCommand.UNDO,
        HudCommand.HINT,
        HudCommand.MENU,
        HudCommand.LOG,
        HudCommand.LENS,
        HudCommand.SPEED,
        HudCommand.HELP,
        HudCommand.SETTINGS,
    ]


def test_a_disabled_button_asks_for_nothing_and_cannot_be_focused() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(MODELS["the mock"])
    press(table.hud.actions.give_up)
    assert table.asked == []
    assert not table.hud.actions.give_up.focusable


def test_the_large_button_asks_for_what_comes_next() -> None:
    table = Table((1280, 720), 2)
    table.hud.show(MODELS["a round over"])
    press(table.hud.actions.end)
    table.hud.show(MODELS["going out"])
    press(table.hud.actions.end)
    assert table.asked == [HudCommand.NEXT_ROUND, HudCommand.GIVE_UP]


def test_a_draw_shares_the_place_of_the_large_button() -> None:
    table = Table((1280, 720), 2)
    table.hud.show(MODELS["a draw"])
    draw, end = table.hud.actions.draw, table.hud.actions.end
    assert draw.is_shown
    assert not draw.bounds.overlaps(end.bounds)
    press(draw)
    table.hud.show(MODELS["two seats"])
    assert not draw.is_shown
    assert table.asked == [HudCommand.DRAW]


def hover(table: Table, button: HudButton, kind: Kind) -> None:
    table.stage.dispatch(Gesture(kind, button, button.centre))


def test_a_tip_says_why_a_button_is_disabled_while_the_pointer_is_on_it() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(MODELS["the mock"])
    hover(table, table.hud.actions.undo, Kind.HOVER_ENTER)
    assert said(table.hud.tip) == ["Nothing has been done yet."]
    tip = table.hud.tip.bounds
    assert table.stage.look.visible.union(tip) == table.stage.look.visible
    hover(table, table.hud.actions.undo, Kind.HOVER_LEAVE)
    assert not table.hud.tip.is_shown


def test_tools_show_what_is_on_and_the_speed() -> None:
    table = Table((1280, 720), 4)
    table.hud.show(MODELS["the mock"])
    table.hud.show_tools(ToolsModel(frozenset({HudCommand.LENS}), "2×"))
    lens, speed = (table.hud.tools.buttons[c] for c in (HudCommand.LENS, HudCommand.SPEED))
    assert lens.shown is not None
    assert lens.shown.style == "hud_tool_on"
    assert said(speed) == ["2×"]


def discard_preview() -> Preview:
    return preview(seen(mock()), parse_step("@B7"), words_of())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("zone", ["canvas", "palette.0", "deck", "palette.1", "palette.3"])
def test_a_preview_stands_beside_its_target_and_in_the_window(
    zone: str, size: tuple[int, int]
) -> None:
    table = Table(size, 4)
    table.hud.show(MODELS["the mock"])
    area = table.hud.layout.by_name[zone].area
    table.hud.show_preview(area, discard_preview())
    bubble = table.hud.preview
    assert not in_layout(table, bubble.bounds).overlaps(area)
    visible = table.stage.look.visible
    assert visible.inflated(0.1).union(bubble.bounds) == visible.inflated(0.1)
    assert not [label for label in shown_labels(bubble) if ELLIPSIS in label.shown_text]


def test_a_preview_says_what_would_happen_and_goes() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    area = table.hud.layout.zone("canvas").area
    table.hud.show_preview(area, discard_preview())
    assert said(table.hud.preview) == [
        "Discard 7: you lose",
        "Blue: 3 colours each, and Bo’s 7 breaks the tie",
    ]
    assert plain(discard_preview().title) == "Discard blue 7: you lose"
    table.hud.show_preview(None, None)
    assert not table.hud.preview.is_shown


def test_the_light_of_a_new_rule_comes_up_while_the_old_one_goes() -> None:
    table = Table((1280, 720), 2)
    stage = table.stage
    hud = Hud(
        stage.look,
        Ink(table.faces),
        Texts(),
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
    stage.clock.advance(stage.look.theme.times.slow / 2)
    stage.tick()
    assert 0.0 < green.alpha < 1.0
    assert 0.0 < red.alpha < 1.0
    stage.clock.advance(stage.look.theme.times.slow)
    stage.tick()
    assert (green.alpha, red.visible) == (1.0, False)
