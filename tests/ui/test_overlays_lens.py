"""The lens: legible in every window, there as long as its key is held."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from red7_desktop.games.red7.face.lens import Lens, LensModel, build_lens_model
from red7_desktop.games.red7.rules.cards import BY_TEXT, set_of
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.texts import Texts, load_texts
from red7_desktop.resources import asset_path
from tests.pseudo import plain_words, pseudo_texts
from tests.ui.overlay_bench import LONG, Bench, shortened
from tests.ui.overlay_pages import PAGES, Heard
from tests.ui.screens import PLAIN
from tests.ui.seeing import cut_texts, overlaps

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
        self.lens = Lens(self.kit, self.model)
        self.ground.add(self.lens.node)
        self.handler = self.lens.handle
        self.ticker = self.lens.tick
        self.play(9)

    def model(self) -> LensModel:
        seen = self.session.observe()
        if self.is_full:
            seen = replace(seen, rows=tuple(map(row, WIDE)), hand=set_of(row(HAND)))
        return build_lens_model(seen, self.session.seats, self.kit.texts)


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
    assert cut_texts(bench.stage) == []
    assert overlaps(bench.stage) == []


@pytest.mark.sampled("language")
@pytest.mark.parametrize("scale", [100, 200])
@pytest.mark.parametrize("is_full", [False, True], ids=["usual palettes", "full palettes"])
@pytest.mark.parametrize("language", ["pseudo", "de", "pl"])
def test_the_lens_has_room_for_longer_words(scale: int, is_full: bool, language: str) -> None:
    is_pseudo = language == "pseudo"
    texts = pseudo_texts() if is_pseudo else load_texts(asset_path("locale"), language)
    bench = Lensed((1280, 720), Settings(ui_scale=scale), is_full=is_full, texts=texts)
    bench.session.look_as(0)
    bench.lens.open()
    bench.frame()
    assert shortened(bench, bench.node("lens sheet")) == []
    bench.ground.visible = False
    if is_pseudo:
        assert plain_words(bench.words_shown, LONG) == []
    assert cut_texts(bench.stage) == []
    assert overlaps(bench.stage) == []


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_lens_has_a_row_for_every_rule_and_a_cell_for_every_seat(count: int) -> None:
    bench = Lensed(names=LONG[:count])
    bench.lens.peek()
    assert [node.name for letter in "ROYGBIV" for node in bench.nodes(f"rule {letter}")] == [
        f"rule {letter}" for letter in "ROYGBIV"
    ]
    for seat in range(count):
        assert len(bench.nodes(f"seat {seat}")) == 7
    crowns = sum(any(cell and cell.is_leader for cell in line.cells) for line in bench.model().rows)
    assert len(bench.nodes("crown")) == crowns


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
