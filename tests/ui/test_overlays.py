"""The pages above the table: they fit every window, they close, and the focus comes back."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from red7_desktop.app.table.end_pages import CountedCards
from red7_desktop.app.table.overlays import LogPage
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.kit.pages.forms import SheetPage
from red7_desktop.kit.pages.page import PageStack
from red7_desktop.kit.settings import INSTANT, Settings
from red7_desktop.kit.texts import load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from tests.pseudo import plain_words, pseudo_texts
from tests.ui.overlay_bench import LONG, Bench, shortened
from tests.ui.overlay_pages import PAGES, Heard, log_page, opened
from tests.ui.seeing import cut_texts, overlaps, small_targets

SIZES = ((960, 600), (1280, 720), (1440, 1080), (3840, 2160))
CLOSING = ("log", "spread", "pause", "round end", "match end", "review")
LARGE = Settings(ui_scale=200)


@pytest.mark.sampled("name")
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("settings", [Settings(), LARGE], ids=["usual", "large"])
def test_a_page_fits_with_long_names(name: str, size: tuple[int, int], settings: Settings) -> None:
    heard, page = opened(name, size, settings)
    bench = heard.bench
    bench.pass_time(2.5)
    assert shortened(bench, page.node) == []
    bench.ground.visible = False
    assert cut_texts(bench.stage) == []
    assert overlaps(bench.stage) == []
    assert small_targets(bench.stage) == []


def test_the_ring_around_a_button_touches_no_other() -> None:
    heard, page = opened("match end")
    stage = heard.bench.stage
    stage.focus.is_visible = True
    buttons = [node for node in page.node.walk() if isinstance(node, Button)]
    assert len(buttons) > 2
    for button in buttons:
        stage.focus.give(button)
        stage.tick()
        lit = stage._ring.bounds.inflated(4.0)
        assert not any(lit.overlaps(each.bounds) for each in buttons if each is not button)


@pytest.mark.sampled("name")
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("settings", [Settings(), LARGE], ids=["usual", "large"])
@pytest.mark.parametrize("language", ["pseudo", "de", "pl"])
def test_a_page_has_room_for_longer_words(name: str, settings: Settings, language: str) -> None:
    is_pseudo = language == "pseudo"
    texts = pseudo_texts() if is_pseudo else load_texts(asset_path("locale"), language)
    heard, page = opened(name, (1280, 720), settings, texts=texts)
    bench = heard.bench
    bench.pass_time(2.5)
    assert shortened(bench, page.node) == []
    bench.ground.visible = False
    if is_pseudo:
        assert plain_words(bench.words_shown, LONG) == []
    assert cut_texts(bench.stage) == []
    assert overlaps(bench.stage) == []
    assert small_targets(bench.stage) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_lays_itself_out_anew_in_another_window(name: str) -> None:
    heard, page = opened(name, (1920, 1080))
    heard.bench.pass_time(2.5)
    heard.bench.surface = pygame.Surface((1280, 720))
    heard.bench.stage.resize((1280, 720))
    heard.bench.pages.resized()
    heard.bench.frame()
    visible = heard.bench.stage.look.visible
    sheet = page.node.find("sheet").bounds
    assert visible.intersection(sheet).area == pytest.approx(sheet.area)
    assert sheet.centre.distance_to(visible.centre) < 1.0


@pytest.mark.sampled("name")
@pytest.mark.parametrize("name", CLOSING)
@pytest.mark.parametrize("how", ["escape", "pad", "outside"])
def test_a_page_closes_and_the_focus_comes_back(name: str, how: str) -> None:
    heard, page = opened(name)
    bench = heard.bench
    if how == "escape":
        bench.key(pygame.K_ESCAPE)
    elif how == "pad":
        bench.pad(pygame.CONTROLLER_BUTTON_B)
    else:
        bench.click_at(bench.stage.look.visible.position + Vec(4.0, 4.0))
    assert heard.asked == ["leave"]
    assert page.node.parent is None
    assert bench.stage.focus.scope is bench.stage.root


@pytest.mark.parametrize("name", CLOSING)
def test_a_click_on_the_sheet_closes_nothing(name: str) -> None:
    heard, page = opened(name)
    sheet = page.node.find("sheet")
    heard.bench.click_at(sheet.world.apply(Vec(sheet.size.w / 2, 6.0)))
    assert heard.asked == []


@pytest.mark.parametrize("name", CLOSING)
def test_the_focus_goes_into_the_page_and_back_to_where_it_was(name: str) -> None:
    bench = Bench()
    before = Node(name="before", focusable=True)
    bench.ground.add(before)
    bench.stage.focus.give(before)
    heard = Heard(bench)
    page = PAGES[name](heard)
    bench.pages.show(page)
    assert bench.stage.focus.current is not None
    assert bench.stage.focus.current.is_within(page.node)
    bench.key(pygame.K_ESCAPE)
    assert bench.focus_name == "before"


def test_pages_close_from_the_top() -> None:
    shown: list[str] = []
    bench = Bench()
    bench.pages = PageStack(lambda: shown.append("a page"))
    heard = Heard(bench)
    below, above = PAGES["pause"](heard), PAGES["spread"](heard)
    bench.pages.show(below)
    bench.pages.show(above)
    assert shown == ["a page", "a page"]
    assert bench.pages.top is above
    bench.pages.close()
    assert bench.pages.top is below
    bench.pages.close(above)
    assert bench.pages.top is below
    bench.pages.close_all()
    assert bench.pages.top is None


# -- the log -------------------------------------------------------------------------------


def test_the_log_begins_at_its_end_and_scrolls_by_keys() -> None:
    heard, page = opened("log")
    bench = heard.bench
    assert isinstance(page, SheetPage)
    view = page.view
    assert view is not None
    assert view.offset == pytest.approx(view.range)
    assert bench.focus_name == "view"
    bench.key(pygame.K_UP)
    bench.key(pygame.K_UP)
    bench.wait(0.5)
    assert view.offset < view.range


def test_the_log_can_be_copied_as_text() -> None:
    heard, _ = opened("log")
    heard.bench.click("copy text")
    assert heard.bench.clipboard.text.startswith("Round 1\nEverybody is dealt 7 cards")
    assert heard.bench.stage.toasts.toasts
    assert not heard.bench.nodes("copy record")


def test_the_record_of_a_match_that_is_over_can_be_copied() -> None:
    bench = Bench()
    heard = Heard(bench)
    bench.pages.show(log_page(heard, with_record=True))
    bench.frame()
    bench.click("copy record")
    assert bench.clipboard.text == "the record"


def test_a_log_of_nothing_says_so() -> None:
    bench = Bench()
    bench.pages.show(LogPage(bench.kit, (), bench.clipboard, bench.pages.close))
    assert "Nothing has happened yet." in bench.words_shown


# -- the menu ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rules", "settings", "title"])
def test_the_menu_leads_where_it_says(name: str) -> None:
    heard, _ = opened("pause")
    heard.bench.click(name)
    assert heard.asked == [name]


def test_the_match_is_given_up_after_a_question_only() -> None:
    heard, _ = opened("pause")
    heard.bench.click("give up")
    assert heard.asked == []
    heard.bench.click("no")
    assert heard.asked == []
    heard.bench.click("give up")
    heard.bench.click("yes")
    assert heard.asked == ["give up"]


def test_without_confirmations_the_match_is_given_up_at_once() -> None:
    heard, _ = opened("pause", settings=Settings(confirmations=False))
    heard.bench.click("give up")
    assert heard.asked == ["give up"]


def test_the_deal_number_and_the_position_can_be_copied() -> None:
    heard, _ = opened("pause")
    heard.bench.click("copy deal")
    assert heard.bench.clipboard.text == "999999999"
    heard.bench.click("copy position")
    position = parse_position(heard.bench.clipboard.text)
    own = heard.bench.session.viewer
    assert own is not None
    assert [bool(unseen) for unseen in position.unseen] == [seat != own for seat in range(4)]


# -- ends ----------------------------------------------------------------------------------


def sum_shown(bench: Bench) -> int:
    counted = bench.node("counted")
    assert isinstance(counted, CountedCards)
    return counted.sum_shown


def test_the_winners_cards_are_counted_one_after_another() -> None:
    heard, _ = opened("round end")
    bench = heard.bench
    sums: list[int] = []
    for _ in range(200):
        bench.frame()
        if not sums or sums[-1] != sum_shown(bench):
            sums.append(sum_shown(bench))
    cards = bench.session.observe().rounds[-1].taken.bit_count()
    assert len(sums) == cards + 1
    assert sums == sorted(sums)
    assert sums[0] == 0
    result = bench.session.match.state.rounds[-1]
    assert sums[-1] == sum(card // 7 + 1 for card in range(49) if result.taken >> card & 1)


def test_points_change_when_the_cards_have_been_counted() -> None:
    heard, _ = opened("round end")
    before = len(heard.bench.nodes("figure before"))
    assert before == 1
    heard.bench.pass_time(4.0)
    assert not heard.bench.nodes("figure before")


@pytest.mark.parametrize("settings", [Settings(speed=INSTANT), Settings(reduced_motion=True)])
def test_counting_respects_the_settings(settings: Settings) -> None:
    bench = Bench(settings=settings)
    bench.change_settings(settings)
    heard = Heard(bench)
    bench.pages.show(PAGES["round end"](heard))
    cards = [node for node in bench.node("counted").children if node.name.startswith("card ")]
    places = [card.position for card in cards]
    if settings.is_instant:
        assert not bench.stage.animator.is_running()
    bench.pass_time(4.0)
    assert [card.position for card in cards] == places
    assert all(card.alpha == 1.0 for card in cards)


def test_one_key_leads_to_the_next_round_while_cards_are_still_counted() -> None:
    heard, _ = opened("round end")
    heard.bench.key(pygame.K_RETURN)
    assert heard.asked == ["next"]


def test_laid_out_again_the_round_end_shows_the_outcome() -> None:
    heard, page = opened("round end")
    bench = heard.bench
    bench.change_settings(replace(bench.kit.settings, ui_scale=125))
    page.resized()
    taken = bench.session.match.state.rounds[-1].taken
    assert sum_shown(bench) == sum(card // 7 + 1 for card in range(49) if taken >> card & 1)


@pytest.mark.parametrize(
    ("button", "asked"),
    [
        ("rematch", "rematch"),
        ("new game", "new game"),
        ("title", "title"),
        ("save record", "save"),
    ],
)
def test_the_match_end_offers_what_comes_next(button: str, asked: str) -> None:
    heard, page = opened("match end")
    assert heard.bench.focus_name == "rematch"
    heard.bench.stage.focus.give(
        next(n for n in page.node.walk() if n.name == button and n.focusable)
    )
    heard.bench.key(pygame.K_RETURN)
    assert heard.asked == [asked]


def test_the_end_of_a_basic_game_tells_its_story() -> None:
    heard, page = opened("match end", rules="basic@1.3")
    assert page.node.find("story").is_shown
    assert not heard.bench.nodes("rounds")
