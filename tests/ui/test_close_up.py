"""What is told of cards: close-ups, the lens, hints and previews in bubbles, tips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.table import close_up, hints
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.face import explanations, lens, parts
from red7_desktop.games.red7.rules.cards import BY_TEXT, colour_of, set_of
from red7_desktop.games.red7.rules.game import position_of
from red7_desktop.games.red7.rules.standings import judge_rule
from red7_desktop.kit.hud.marks import KEEPS_IN, LOSES
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.texts import Texts, load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.tabletop.player import Candidate, Choice
from tests import pseudo, setups
from tests.ui import seeing
from tests.ui.pilot import Pilot, middle_of
from tests.ui.screens import LONG, PAGES, PLAIN, Bench, Heard, shortened

# == overlays close up =====================================================================
# The close-up and the hint: they say more about cards without getting in the way of play.


KEPT = ("actions", "banner", "message")


class Looked(Bench):
    """A bench with a close-up, seen by the first seat."""

    def __init__(self, size: tuple[int, int] = (1280, 720), rules: str = "advanced@1.3") -> None:
        super().__init__(size, rules=rules)
        self.play(6)
        self.session.look_as(0)
        self.seat_again()
        self.close_up = close_up.CloseUp(self.table())
        self.ground.add(self.close_up.node)
        self.view.on_look = self.close_up.look
        self.handler = self.close_up.handle
        self.ticker = self.close_up.tick
        self.wait(0.2)

    def face_in(self, zone: str) -> str:
        return next(card.shown for card in self.view.cast if card.zone == zone and card.shown)

    def top_of_canvas(self) -> str:
        return [card.shown for card in self.view.cast if card.zone == "canvas" and card.shown][-1]

    def hover(self, face: str) -> None:
        self.move_to(self.card(face).world.apply(Vec(8.0, 30.0)))


def test_a_card_is_shown_large_once_the_pointer_rests_on_it() -> None:
    bench = Looked()
    face = bench.face_in("hand:A")
    bench.hover(face)
    bench.wait(close_up.REST / 2)
    assert bench.close_up.face == ""
    bench.wait(close_up.REST)
    assert bench.close_up.face == face
    bench.move_to(Vec(960.0, 20.0))
    bench.wait(0.3)
    assert bench.close_up.face == ""


def test_the_next_card_is_shown_at_once() -> None:
    bench = Looked()
    faces = [card.shown for card in bench.view.cast if card.zone == "hand:A" and card.shown]
    bench.hover(faces[0])
    bench.wait(2 * close_up.REST)
    bench.hover(faces[1])
    bench.frame()
    assert bench.close_up.face == faces[1]


def test_a_card_that_comes_to_lie_below_a_pointer_at_rest_is_not_shown_large() -> None:
    """Whoever plays by keys had it over the table after every turn."""
    bench = Looked()
    before = bench.top_of_canvas()
    bench.hover(before)
    bench.wait(2 * close_up.REST)
    assert bench.close_up.face == before
    while bench.top_of_canvas() == before:
        bench.key(pygame.K_F9)
        bench.play(1)
    after = bench.top_of_canvas()
    bench.wait(3.0)
    assert bench.stage.pointer.hovered is bench.card(after)
    assert bench.close_up.face == ""
    bench.hover(after)
    bench.wait(2 * close_up.REST)
    assert bench.close_up.face == after


@pytest.mark.sampled
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1440, 1080), (3840, 2160)], ids=str)
def test_the_close_up_lies_beside_what_it_shows_and_inside_the_window(
    size: tuple[int, int],
) -> None:
    bench = Looked(size, "advanced+actions@1.3")
    for card in list(bench.view.cast):
        if card.shown is None or not card.is_shown:
            continue
        bench.close_up.show(card)
        (panel,) = bench.close_up.node.children
        visible = bench.stage.look.visible
        assert visible.intersection(panel.bounds).area == pytest.approx(panel.bounds.area)
        assert not panel.bounds.overlaps(card.bounds) or card.zone.startswith("hand")
        assert shortened(bench, panel) == []


@pytest.mark.sampled("size")
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1600, 900), (1080, 1920)], ids=str)
def test_the_close_up_never_covers_buttons_rule_or_who_leads(
    size: tuple[int, int], scale: int
) -> None:
    bench = Looked(size)
    bench.change_settings(replace(PLAIN, ui_scale=scale))
    bench.seat_again()
    hud = bench.close_up._table.hud
    hud.settle(bench.layout, bench.stage.look)
    kept = [hud.world.bounds(bench.layout.zone(kind).area) for kind in KEPT]
    open_zones = [f"palette:{seat}" for seat in "ABCD"] + ["hand:A"]
    kept += [each.bounds for zone in open_zones for each in bench.view.cast.rows.get(zone, ())]
    for card in list(bench.view.cast):
        if card.shown is None or not card.is_shown:
            continue
        bench.close_up.show(card)
        (panel,) = bench.close_up.node.children
        assert not any(panel.bounds.overlaps(each) for each in kept), card.shown


def test_the_close_up_of_a_rivals_card_lies_beside_its_panel() -> None:
    bench = Looked((1600, 900))
    for seat in ("B", "D"):
        for card in bench.view.cast.rows.get(f"palette:{seat}", ()):
            bench.close_up.show(card)
            (panel,) = bench.close_up.node.children
            frames = bench.close_up._list_frames()
            (own,) = [each for each in frames if each.holds(card.centre)]
            gap = max(panel.bounds.left - own.right, own.left - panel.bounds.right)
            assert gap == pytest.approx(close_up._CLEAR), card.shown


@pytest.mark.parametrize("assists", [True, False])
def test_the_close_up_of_a_hand_card_tells_who_would_have_what(
    assists: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Looked((1600, 900))
    monkeypatch.setattr(type(bench.close_up._table.mode), "assists", assists)
    card = bench.card(bench.face_in("hand:A"))
    bench.close_up.show(card)
    seen = bench.session.observe()
    said = bench.close_up._table.face.words.card_words(bench.words, card.shown or "", seen)
    verdict = judge_rule(position_of(seen), colour_of(BY_TEXT[card.shown or ""]))
    (best, *_) = said.standings
    assert {sign.seat for sign, _ in said.standings} == {each.seat for each in verdict.standings}
    assert (best[0].seat, best[0].is_leading) == (verdict.leader, True)
    assert len(bench.nodes("standing")) == (len(said.standings) if assists else 0)
    open_card = bench.view.cast.rows["palette:B"][0]
    bench.close_up.show(open_card)
    assert not bench.nodes("standing")


def test_the_close_up_lets_every_click_through() -> None:
    bench = Looked()
    bench.close_up.show(bench.card(bench.face_in("hand:A")))
    assert not any(node.interactive for node in bench.close_up.node.walk())


def test_a_card_face_down_is_never_shown_large() -> None:
    bench = Looked()
    hidden = next(card for card in bench.view.cast if card.zone == "hand:B")
    bench.close_up.show(hidden)
    assert bench.close_up.face == ""
    assert not bench.close_up.node.children


def test_the_close_up_goes_when_its_card_turns_over() -> None:
    bench = Looked()
    bench.close_up.show(bench.card(bench.face_in("hand:A")))
    bench.session.look_as(None)
    bench.frame()
    assert bench.close_up.face == ""
    assert not bench.close_up.node.children


def test_the_close_up_goes_when_a_drag_begins() -> None:
    bench = Looked()
    face = bench.face_in("hand:A")
    bench.view.offer({face: {"canvas": (None,)}})
    bench.hover(face)
    bench.wait(2 * close_up.REST)
    assert bench.close_up.face == face
    at = bench.card(face).world.apply(Vec(8.0, 30.0))
    bench.post(pygame.MOUSEBUTTONDOWN, pos=bench.pixel(at), button=1)
    far = bench.pixel(at + Vec(0.0, -90.0))
    bench.post(pygame.MOUSEMOTION, pos=far, rel=(0, -60), buttons=(1, 0, 0))
    bench.frame()
    assert bench.close_up.face == ""


def test_the_focused_card_is_shown_and_hidden_by_a_key() -> None:
    bench = Looked()
    face = bench.face_in("hand:A")
    bench.view.offer({face: {"canvas": (None,)}})
    bench.stage.focus.give(bench.card(face))
    bench.key(pygame.K_i)
    assert bench.close_up.face == face
    bench.key(pygame.K_i)
    assert bench.close_up.face == ""


def test_the_close_up_says_what_the_card_does() -> None:
    bench = Looked(rules="advanced+actions@1.3")
    hand = [card for card in bench.view.cast if card.zone == "hand:A" and card.shown]
    card = next(card for card in hand if card.shown and card.shown[1] in "1357")
    bench.close_up.show(card)
    assert any(text.startswith("When played:") for text in bench.words_shown)


# -- the hint ------------------------------------------------------------------------------


class Hinted(Bench):
    """A bench with a hint bubble above a panel at the lower left."""

    def __init__(self, size: tuple[int, int] = (1280, 720), settings: Settings = PLAIN) -> None:
        super().__init__(size, settings)
        self.play(5)
        self.session.look_as(self.session.to_act[0])
        self.closed = 0
        self.bubble = hints.HintBubble(
            self.stage.look, TextStyler(self.ui.faces), self.note, name="hint"
        )
        self.ground.add(self.bubble)
        observation = self.session.observe()
        steps = observation.legal[:1]
        best = Candidate(steps, 0.7, 0.63, 300, steps, (observation.viewer or 0) % 3 + 1)
        other = Candidate(observation.legal[1:2], 0.5, 0.5, 100)
        self.hint = explanations.build_hint(self.words, observation, Choice(steps, (best, other)))

    def note(self) -> None:
        self.closed += 1

    def tell(self) -> None:
        visible = self.stage.look.visible
        base = Rect(visible.left + 24.0, visible.bottom - 240.0, 408.0, 216.0)
        self.bubble.tell(self.hint, base, visible.inflated(-12.0))
        self.frame()


@pytest.mark.sampled("size")
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1440, 1080), (3840, 2160)], ids=str)
@pytest.mark.parametrize("scale", [100, 200])
def test_a_hint_has_room_for_its_words(size: tuple[int, int], scale: int) -> None:
    bench = Hinted(size, Settings(ui_scale=scale))
    bench.tell()
    assert shortened(bench, bench.bubble) == []
    box, visible = bench.bubble.bounds, bench.stage.look.visible
    assert visible.intersection(box).area == pytest.approx(box.area)
    for node in bench.bubble.walk():
        assert box.inflated(1.0).intersection(node.bounds).area == pytest.approx(node.bounds.area)


def test_a_hint_goes_by_a_click_and_says_so() -> None:
    bench = Hinted()
    bench.tell()
    assert bench.nodes("hint")
    bench.click("hint")
    assert not bench.bubble.is_open
    assert bench.closed == 1


def test_a_hint_that_is_hidden_is_hidden_quietly() -> None:
    bench = Hinted()
    bench.tell()
    bench.bubble.hide()
    assert not bench.bubble.is_open
    assert bench.closed == 0


# == overlays lens =========================================================================
# The lens: legible in every window, there as long as its key is held.


WIDE = (
    "R7 O7 Y7 G7 B7 I7 V7 R6 O6 Y6 G6 B6 I6 V6",
    "R1 R2 R3 R4 R5 G1 G2 G3 B1 B2 B3 V1 V2 V3",
    "V5",
    "",
)
"""Palettes as large as they come, and an empty one."""
HAND = "Y1 Y2 O1 I3 B5 G5"


def row(text: str) -> tuple[int, ...]:
    return tuple(BY_TEXT[word] for word in text.split())


class Lensed(Bench):
    """A bench with a lens. `is_full`: the palettes are those of WIDE."""

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        settings: Settings = PLAIN,
        *,
        names: tuple[str, ...] = LONG,
        is_full: bool = False,
        texts: Texts | None = None,
    ) -> None:
        super().__init__(size, settings, names=names, texts=texts)
        self.is_full = is_full
        self.lens = lens.Lens(self.ui, self.model)
        self.ground.add(self.lens.node)
        self.handler = self.lens.handle
        self.ticker = self.lens.tick
        self.play(9)

    def model(self) -> lens.Matrix:
        seen = self.session.observe()
        if self.is_full:
            seen = replace(seen, rows=tuple(map(row, WIDE)), hand=set_of(row(HAND)))
        return lens.Matrix.of(seen, self.session.seats, self.ui.texts)


@pytest.mark.sampled("size")
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1440, 1080), (3840, 2160)], ids=str)
@pytest.mark.parametrize("scale", [100, 150, 200])
@pytest.mark.parametrize("is_full", [False, True], ids=["usual palettes", "full palettes"])
def test_everything_in_the_lens_is_legible(
    size: tuple[int, int], scale: int, is_full: bool
) -> None:
    bench = Lensed(size, Settings(ui_scale=scale), is_full=is_full)
    bench.session.look_as(0)
    bench.lens.open()
    bench.frame()
    assert shortened(bench, bench.node("lens sheet")) == []
    bench.ground.visible = False
    assert seeing.cut_texts(bench.stage) == []
    assert seeing.overlaps(bench.stage) == []


@pytest.mark.sampled("language")
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("is_full", [False, True], ids=["usual palettes", "full palettes"])
@pytest.mark.parametrize("language", ["pseudo", "de", "pl"])
def test_the_lens_has_room_for_longer_words(scale: int, is_full: bool, language: str) -> None:
    is_pseudo = language == "pseudo"
    texts = pseudo.pseudo_texts() if is_pseudo else load_texts(asset_path("locale"), language)
    bench = Lensed((1280, 720), Settings(ui_scale=scale), is_full=is_full, texts=texts)
    bench.session.look_as(0)
    bench.lens.open()
    bench.frame()
    assert shortened(bench, bench.node("lens sheet")) == []
    bench.ground.visible = False
    if is_pseudo:
        assert pseudo.plain_words(bench.words_shown, LONG) == []
    assert seeing.cut_texts(bench.stage) == []
    assert seeing.overlaps(bench.stage) == []


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_lens_has_a_row_for_every_rule_and_a_cell_for_every_seat(count: int) -> None:
    bench = Lensed(names=LONG[:count])
    bench.lens.peek()
    assert [node.name for letter in "ROYGBIV" for node in bench.nodes(f"rule {letter}")] == [
        f"rule {letter}" for letter in "ROYGBIV"
    ]
    for seat in range(count):
        assert len(bench.nodes(f"seat {seat}")) == 7
    verdicts = bench.model().verdicts
    assert len(bench.nodes("crown")) == sum(each.leader >= 0 for each in verdicts)
    assert len(bench.nodes("in force")) == 1


def test_the_lens_is_there_at_once_while_its_key_is_held() -> None:
    bench = Lensed()
    bench.press(pygame.K_e)
    assert bench.node("lens sheet").alpha == 1.0
    bench.wait(0.5)
    assert bench.nodes("lens sheet")
    bench.release(pygame.K_e)
    assert not bench.nodes("lens sheet")
    assert not bench.lens.is_open


def test_the_focus_stays_where_it_is_while_the_key_is_held() -> None:
    bench = Lensed()
    bench.view.offer({"nothing": {}})
    card = next(card for card in bench.view.cast if card.focusable)
    bench.stage.focus.give(card)
    bench.press(pygame.K_e)
    assert bench.stage.focus.current is card
    assert bench.stage.focus.scope is bench.stage.root


def test_below_the_lens_nothing_can_be_clicked() -> None:
    bench = Lensed()
    bench.session.look_as(0)
    refused: list[str] = []
    bench.view.on_refuse = refused.append
    card = next(card for card in bench.view.cast if card.zone == "hand:A")
    bench.press(pygame.K_e)
    bench.click_at(card.centre)
    assert refused == []
    bench.release(pygame.K_e)
    bench.click_at(card.centre)
    assert refused


def test_the_lens_goes_when_the_window_loses_the_keyboard() -> None:
    bench = Lensed()
    bench.press(pygame.K_e)
    bench.post(pygame.WINDOWFOCUSLOST)
    assert not bench.lens.is_open


def test_the_lens_goes_when_a_page_comes_up_over_it() -> None:
    bench = Lensed()
    bench.press(pygame.K_e)
    bench.pages.show(PAGES["pause"](Heard(bench)))
    bench.frame()
    assert not bench.lens.is_open


@pytest.mark.parametrize("how", ["escape", "pad", "click", "button", "key"])
def test_an_opened_lens_closes(how: str) -> None:
    bench = Lensed()
    bench.lens.toggle()
    assert bench.stage.focus.scope is not bench.stage.root
    match how:
        case "escape":
            bench.key(pygame.K_ESCAPE)
        case "pad":
            bench.pad(pygame.CONTROLLER_BUTTON_B)
        case "click":
            bench.click_at(bench.stage.look.visible.centre)
        case "button":
            bench.click("close")
        case "key":
            bench.key(pygame.K_e)
    assert not bench.lens.is_open
    assert bench.stage.focus.scope is bench.stage.root


def test_the_lens_follows_the_table() -> None:
    bench = Lensed()
    bench.session.listen(lambda change: bench.lens.refresh())
    bench.lens.peek()
    before = bench.words_shown
    bench.play(2)
    assert bench.words_shown != before


def test_the_lens_follows_the_window_and_stays_open() -> None:
    bench = Lensed()
    for show in (bench.lens.peek, bench.lens.open):
        show()
        for size in ((1920, 1080), (1280, 720)):
            bench.surface = pygame.Surface(size)
            bench.stage.resize(size)
            bench.lens.resized()
            bench.frame()
            assert bench.stage.look.visible.intersection(bench.node("lens sheet").bounds).area > 0
        assert bench.lens.is_open
        bench.lens.close()


# == bubbles ===============================================================================
# Bubbles at the table keep off what they would hide: hints, and previews of a held card.


PLANS = (
    SeatPlan("Ada"),
    SeatPlan(level="casual"),
    SeatPlan(level="steady"),
    SeatPlan(level="newcomer"),
)


@pytest.fixture
def small_pilot(tmp_path: Path) -> Iterator[Pilot]:
    flying = Pilot(tmp_path, (1280, 720))
    yield flying
    flying.close()


def sit_down(pilot: Pilot, seats: int, scale: int, game: str = "red7") -> None:
    pilot.change(ui_scale=scale, language="de")
    setup = setups.red7_setup(PLANS[:seats], seed=11)
    pilot.play_to_me(setup if game == "red7" else GameSetup(game, PLANS[:seats], {}, 11), 2.0)


def of_others(pilot: Pilot) -> list[Rect]:
    return [node.bounds for node in pilot.nodes("seats")[0].children]


def kept_in_sight(pilot: Pilot) -> list[Rect]:
    """Return where the buttons are, the rule and the line about who is winning."""
    names = ("end", "undo", "hint", "banner", "why")
    found = [node for name in names for node in pilot.nodes(name)]
    return [node.bounds for node in found if not isinstance(node, hints.HintBubble)]


@pytest.mark.sampled("scale")
@pytest.mark.parametrize("game", ["red7", "spring"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scale", [100, 150, 200])
def test_a_hint_covers_nobodys_panel_nor_buttons_nor_rule(
    small_pilot: Pilot, seats: int, scale: int, game: str
) -> None:
    sit_down(small_pilot, seats, scale, game)
    small_pilot.key(pygame.K_h)
    while not any(isinstance(node, hints.HintBubble) for node in small_pilot.nodes("hint")):
        small_pilot.wait(0.5)
    (bubble,) = [
        node.bounds for node in small_pilot.nodes("hint") if isinstance(node, hints.HintBubble)
    ]
    if game == "red7":  # a row of cards fills the other table
        assert not any(bubble.overlaps(panel) for panel in of_others(small_pilot))
    kept = kept_in_sight(small_pilot)
    assert len(kept) >= 4
    assert not any(bubble.overlaps(each) for each in kept)
    visible = small_pilot.program.ui.stage.look.visible
    assert visible.union(bubble) == visible


@pytest.mark.sampled("scale")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scale", [100, 200])
def test_what_would_come_of_a_card_covers_neither_buttons_rule_nor_others(
    small_pilot: Pilot, seats: int, scale: int
) -> None:
    sit_down(small_pilot, seats, scale)
    for face in [face for face in small_pilot.session.observe().zones["hand:A"] if face][:3]:
        small_pilot.click(small_pilot.place_of(face))
        small_pilot.wait(0.5)
        bubbles = [node.bounds for node in small_pilot.nodes("preview")]
        assert bubbles
        for bubble in bubbles:
            inner = bubble.inflated(-2.0)  # rounded corners may touch
            assert not any(inner.overlaps(panel) for panel in of_others(small_pilot)), face
            assert not any(bubble.overlaps(each) for each in kept_in_sight(small_pilot)), face
        small_pilot.key(pygame.K_ESCAPE)
        small_pilot.wait(0.5)


def test_no_frame_cuts_through_the_words_beside_a_palette(small_pilot: Pilot) -> None:
    sit_down(small_pilot, 4, 200)
    (notes,) = [
        node for node in small_pilot.nodes("palette notes") if isinstance(node, parts.PaletteNotes)
    ]
    lines = [line for line in notes.children if isinstance(line, widget.Widget) and line.is_shown]
    assert lines
    assert all(line.alpha == notes.alpha == 1.0 for line in lines)
    face = next(face for face in small_pilot.session.observe().zones["hand:A"] if face)
    small_pilot.click(small_pilot.place_of(face))
    small_pilot.wait(0.5)
    bubbles = [node.bounds for node in small_pilot.nodes("preview")]
    assert bubbles
    for words in (word.bounds for line in lines for word in line.children if word.is_shown):
        is_seen = notes.alpha and next(line for line in lines if line.bounds.overlaps(words)).alpha
        cutting = [box for box in bubbles if box.overlaps(words) and box.union(words) != box]
        assert not (is_seen and cutting)
    assert not (notes.alpha and notes.crosses_edge)
    small_pilot.key(pygame.K_ESCAPE)
    small_pilot.wait(0.5)
    assert all(line.alpha == notes.alpha == 1.0 for line in lines)


def test_a_card_seen_large_leaves_no_half_of_the_last_turns_beside_it(small_pilot: Pilot) -> None:
    sit_down(small_pilot, 4, 100)
    log = small_pilot.nodes("history")[0]
    assert log.alpha == 1.0
    face = next(face for face in small_pilot.session.observe().zones["hand:A"] if face)
    small_pilot.move(small_pilot.place_of(face))
    small_pilot.wait(2.0)
    (close_up,) = small_pilot.nodes(f"close-up {face}")
    assert (log.alpha == 0.0) == close_up.bounds.overlaps(log.bounds)
    small_pilot.move(small_pilot.middle_of_zone("deck"))
    small_pilot.wait(2.0)
    assert log.alpha == 1.0


def test_a_card_seen_large_covers_no_rivals_palette(small_pilot: Pilot) -> None:
    sit_down(small_pilot, 4, 100)
    others = [small_pilot.view.zone_node(f"palette:{seat}").bounds for seat in "BCD"]
    for seat in "ABCD":
        card = small_pilot.view.cast.rows[f"palette:{seat}"][0]
        small_pilot.move(card.bounds.centre)
        small_pilot.wait(1.5)
        (close_up,) = small_pilot.nodes(f"close-up {card.shown}")
        assert not any(close_up.bounds.overlaps(palette) for palette in others), seat
        small_pilot.move(small_pilot.middle_of_zone("deck"))
        small_pilot.wait(1.0)


def test_a_held_card_is_not_shown_large(small_pilot: Pilot) -> None:
    """Its places and what would come of it there are what matters then."""
    sit_down(small_pilot, 4, 100)
    face = next(face for face in small_pilot.session.observe().zones["hand:A"] if face)
    small_pilot.move(small_pilot.place_of(face))
    small_pilot.wait(2.0)
    assert small_pilot.nodes(f"close-up {face}")
    small_pilot.click(small_pilot.place_of(face))
    small_pilot.wait(2.0)
    assert not small_pilot.nodes(f"close-up {face}")
    assert len(small_pilot.nodes("preview")) == 2


# == table tips ============================================================================
# Marks and figures at the table say what they mean: to a mouse, a finger, and keys.


SETUP = setups.red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11)


@pytest.fixture
def table(pilot: Pilot) -> TableScreen:
    pilot.play_to_me(SETUP)
    assert isinstance(pilot.program.screen, TableScreen)
    return pilot.program.screen


def told(pilot: Pilot) -> str:
    tips = pilot.nodes("tip")
    words = [node.text for tip in tips for node in tip.walk() if isinstance(node, runs.RunsLabel)]
    return " ".join(words)


def part(table: TableScreen, name: str) -> Node:
    return table._hud.find(name)


def test_a_resting_pointer_is_told_about_a_figure(pilot: Pilot, table: TableScreen) -> None:
    pilot.move(middle_of(part(table, "tally")))
    assert told(pilot) == ""
    pilot.wait(0.6)
    assert "Amaka: cards that count" in told(pilot)
    pilot.move(middle_of(part(table, "arc B")))
    assert told(pilot) == ""
    pilot.wait(0.6)
    assert told(pilot).startswith("Blue: Most different colours.")


def test_while_a_card_is_dragged_nothing_is_explained(pilot: Pilot, table: TableScreen) -> None:
    face = next(face for face in pilot.session.observe().zones["hand:A"] if face)
    pilot.hold_over(face, "canvas")
    pilot.card(face).shown = None  # as of one that is drawn from a deck: it has no close-up
    at = middle_of(part(table, "tally"))
    pilot.post(pygame.MOUSEMOTION, pos=pilot.pixel(at), rel=(1, 1), buttons=(1, 0, 0))
    pilot.wait(0.8)
    assert told(pilot) == ""
    pilot.post(pygame.MOUSEBUTTONUP, pos=pilot.pixel(at), button=1)
    pilot.move(at + Vec(1, 1))
    pilot.wait(0.8)
    assert told(pilot)


def test_a_long_press_of_a_finger_is_told_about_a_figure(pilot: Pilot, table: TableScreen) -> None:
    x, y = pilot.pixel(middle_of(part(table, "banner")))
    width, height = pilot.surface.get_size()
    place = {"x": x / width, "y": y / height, "finger_id": 1, "touch_id": 1}
    pilot.post(pygame.FINGERDOWN, **place, dx=0.0, dy=0.0, pressure=1.0)
    pilot.wait(0.8)
    assert "current rule" in told(pilot)
    pilot.post(pygame.FINGERUP, **place, dx=0.0, dy=0.0, pressure=1.0)
    assert told(pilot) == ""


def test_a_key_goes_from_one_figure_to_the_next(pilot: Pilot, table: TableScreen) -> None:
    pilot.program.ui.stage.focus.give(None)
    heard = []
    for _ in table._tips.told():
        pilot.key(pygame.K_i)
        heard.append(told(pilot))
    assert all(heard)
    assert heard == [each.sentence for each in table._tips.told()]
    pilot.key(pygame.K_i)
    assert told(pilot) == ""


def test_the_close_up_of_a_card_says_what_its_marks_mean(pilot: Pilot, table: TableScreen) -> None:
    model = table._model
    assert model is not None
    card = pilot.card((*model.marks[KEEPS_IN], *model.marks[LOSES])[0])
    pilot.program.ui.stage.focus.is_visible = True
    pilot.program.ui.stage.focus.give(card)
    pilot.key(pygame.K_i)
    pilot.frame()
    assert pilot.nodes("mark")
    assert told(pilot) == ""


@pytest.mark.parametrize("size", [(1280, 720), (1600, 900)], ids=str)
def test_the_close_up_has_room_for_all_it_says(tmp_path: Path, size: tuple[int, int]) -> None:
    pilot = Pilot(tmp_path, size)
    pilot.change(ui_scale=200, language="de")
    pilot.play(SETUP.with_values(actions=True))
    pilot.wait_for_me()
    assert isinstance(pilot.program.screen, TableScreen)
    model, look = pilot.table._model, pilot.program.ui.stage.look
    assert model is not None
    for face in (*model.marks[KEEPS_IN], *model.marks[LOSES]):
        pilot.program.screen._close_up.show(pilot.card(face))
        (panel,) = pilot.nodes(f"close-up {face}")
        assert look.visible.union(panel.bounds) == look.visible
        box = Rect(0.0, 0.0, *panel.size)
        assert all(box.union(Rect(*each.position, *each.size)) == box for each in panel.children)
    pilot.close()


def test_a_button_below_a_pointer_that_has_not_moved_is_quiet(pilot: Pilot) -> None:
    """After Start the pointer lies on Undo, and its tip covered the button below it."""
    pilot.play_to_me(SETUP)
    (undo,) = pilot.nodes("undo")
    spot = middle_of(undo)
    pilot.show_title()
    pilot.move(spot)
    pilot.play_to_me(SETUP)
    assert pilot.program.ui.stage.pointer.hovered is pilot.nodes("undo")[0]
    assert told(pilot) == ""
    pilot.move(spot + Vec(1, 1))
    assert told(pilot)
