"""The pages above the table: they fit every window, close, go stale, and give the focus back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pygame
import pytest

from red7_desktop.app.screens.new_game import NewGameScreen
from red7_desktop.app.screens.rules import RulesScreen
from red7_desktop.app.table import overlays
from red7_desktop.games.red7.rules import notation, rounds
from red7_desktop.games.red7.rules.notation import Record
from red7_desktop.kit import match_model
from red7_desktop.kit.pages import forms, page
from red7_desktop.kit.settings import INSTANT
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.texts import Run
from red7_desktop.scene import geometry
from red7_desktop.scene.widgets import scroll
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.widget import Label
from tests import setups
from tests.ui import seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import GuardedPilot, Pilot, Scrap, settled

SEATS = (SeatPlan("Ada"), *[SeatPlan(level=name) for name in ("casual", "steady", "newcomer")])


def table(pilot: Pilot, seats: int = 2, **rules: Any) -> None:
    pilot.play_to_me(setups.red7_setup(SEATS[:seats], seed=11, **rules), 0.5)


def end(pilot: Pilot, seats: int = 2, **rules: Any) -> None:
    """Play till a round or, of a match that needs few points, all is over, and its page is open."""
    pilot.play_round(setups.red7_setup(SEATS[:seats], seed=11, **rules), 5.0)


def story(pilot: Pilot, seats: int = 2, **rules: Any) -> None:
    """Open what is told of an end, as one that comes back to it and has not seen cards counted."""
    end(pilot, seats, **rules)
    pilot.table.more._is_counted = False
    pilot.press("story")


def test_focus_ring_of_a_button_touches_no_other_button(pilot: Pilot) -> None:
    end(pilot, target=1)
    stage = pilot.program.ui.stage
    buttons = [node for node in stage.focus.scope.walk() if isinstance(node, Button)]
    assert len(buttons) > 2
    for button in buttons:
        pilot.focus_on(button)
        stage.tick()
        lit = stage._ring.bounds.inflated(4.0)
        assert not any(lit.overlaps(each.bounds) for each in buttons if each is not button)


@pytest.mark.parametrize("name", ["log", "menu", "settings", "help"])
def test_click_inside_an_overlay_page_does_not_close_it(pilot: Pilot, name: str) -> None:
    table(pilot)
    pilot.press(name)
    above = pilot.program.ui.stage.focus.scope
    sheet = above.find("sheet")
    pilot.click(sheet.world.apply(geometry.Vec(sheet.size.w / 2, 6.0)))
    assert pilot.program.ui.stage.focus.scope is above


def test_closing_stacked_pages_removes_the_top_one_first(pilot: Pilot) -> None:
    table(pilot)
    pages = pilot.table._pages
    pilot.press("menu")
    below = pages.top
    pilot.table.more.show_pile("canvas")
    above = pages.top
    assert above is not below
    pages.close()
    assert pages.top is below
    pages.close(above)
    assert pages.top is below
    pages.close_all()
    assert pages.top is None


# -- the log -------------------------------------------------------------------------------


def test_game_log_opens_at_its_end_and_scrolls_by_keys(pilot: Pilot) -> None:
    end(pilot)
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_l)
    log = pilot.table._pages.top
    assert isinstance(log, forms.SheetPage)
    assert log.view is not None
    assert log.view.offset == pytest.approx(log.view.range)
    assert log.view.range > 0
    assert pilot.focus_name == "view"
    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_UP)
    pilot.wait(0.5)
    assert log.view.offset < log.view.range


def test_game_log_can_be_copied_as_text_and_as_a_match_record(pilot: Pilot, scrap: Scrap) -> None:
    table(pilot)
    pilot.key(pygame.K_l)
    pilot.press("copy text")
    assert scrap.text.startswith("Round 1\nEveryone gets 7 cards")
    assert pilot.program.ui.stage.toasts.toasts
    assert not pilot.nodes("copy record")
    pilot.key(pygame.K_ESCAPE)
    end(pilot, advanced=False)
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_l)
    pilot.press("copy record")
    assert Record.read(scrap.text).replay().log == pilot.session.match.log


def test_empty_game_log_says_that_nothing_has_happened(pilot: Pilot) -> None:
    ui = pilot.program.ui
    pilot.program.open_page(overlays.LogPage(ui, (), pilot.program.close_page))
    assert "Nothing has happened yet." in seeing.words(pilot)


def show_long_log(pilot: Pilot) -> overlays.LogPage:
    """Open a log of four rounds with a hundred turns each, many with wrapped lines."""
    words = "puts a card on the palette, takes one from the canvas and says so "
    lines = tuple(
        [
            match_model.LogLine(nth, nth % 4, (Run(f"Turn {nth}: {words * (nth % 5)}"),))
            for nth in range(1, 101)
        ]
    )
    log = [
        match_model.LogSection(
            f"Round {nth}",
            lines,
            opening=((Run("Everyone gets 7 cards"),),),
            ending=(Run("Ann wins"),),
            winners=(0,),
            detail=(Run("Red 7"),),
            standing=((Run("Points: Ann 7"),),),
        )
        for nth in range(1, 5)
    ]
    log_page = overlays.LogPage(pilot.program.ui, log, pilot.program.close_page)
    pilot.program.open_page(log_page)
    pilot.wait(0.5)
    return log_page


def test_game_log_builds_only_the_rows_in_view(pilot: Pilot) -> None:
    log_page = show_long_log(pilot)
    view = log_page.view

    assert isinstance(view, scroll.RowList)
    assert view.offset == view.range
    assert len(list(log_page.node.walk())) < 700
    assert pilot.nodes("turn 100")
    assert pilot.focus_name == "view"

    pilot.key(pygame.K_UP)
    pilot.key(pygame.K_UP)
    pilot.wait(1.0)
    assert 0 < view.offset < view.range
    view.scroll_to(0.0, glide=False)
    pilot.step_frame()
    assert pilot.nodes("turn 1")
    assert not pilot.nodes("turn 100")
    assert len(list(log_page.node.walk())) < 700


@pytest.mark.parametrize("ui_scale", [100, 175])
def test_game_log_rows_are_as_high_as_measured(pilot: Pilot, ui_scale: int) -> None:
    pilot.change(ui_scale=ui_scale)
    log_page = show_long_log(pilot)
    view = log_page.view
    assert isinstance(view, scroll.RowList)

    last = 0.0
    for offset in range(0, 4000, 300):
        view.scroll_to(float(offset), glide=False)
        rows = view.content.children
        for row, after in pairwise(rows):
            gap = (after.position.y - row.position.y - row.size.h) / log_page.zoom
            assert round(gap, 2) in (7.0, 11.0, 12.0, 30.0), row
        last = rows[-1].position.y

    assert last > 4000


def test_game_log_keeps_its_scroll_position_when_the_theme_changes(pilot: Pilot) -> None:
    log_page = show_long_log(pilot)
    assert log_page.view is not None
    log_page.view.scroll_to(1000.0, glide=False)

    pilot.change(table="felt")
    pilot.wait(0.3)

    assert log_page.view.offset == 1000.0


def test_long_game_log_is_copied_whole(pilot: Pilot, scrap: Scrap) -> None:
    show_long_log(pilot)

    pilot.press("copy text")

    assert scrap.text.count("\n100. Turn 100") == 4
    assert scrap.text.startswith("Round 1\n")


# -- the menu ------------------------------------------------------------------------------


@pytest.mark.parametrize("asks", [True, False])
def test_abandoning_a_match_asks_unless_confirmations_are_off(pilot: Pilot, asks: bool) -> None:
    pilot.change(confirmations=asks)
    table(pilot)
    pilot.press("menu")
    for answer in ("no", "yes") if asks else ():
        pilot.press("give up")
        assert pilot.library.has_running
        pilot.press(answer)
    if not asks:
        pilot.press("give up")
    settled(pilot)
    assert not pilot.library.has_running


def test_deal_number_and_position_can_be_copied(pilot: Pilot, scrap: Scrap) -> None:
    table(pilot, 3)
    pilot.press("menu")
    pilot.press("copy deal")
    assert scrap.text == "11"
    pilot.press("copy position")
    position = notation.parse_position(scrap.text)
    assert [bool(unseen) for unseen in position.unseen] == [False, True, True]


# -- ends ----------------------------------------------------------------------------------


def sum_shown(pilot: Pilot) -> int:
    figure, _ = [each for each in pilot.node("counted").children if isinstance(each, Label)]
    return int(figure.text)


def gains(pilot: Pilot) -> list[RunsLabel]:
    figures = [each for each in pilot.nodes("figure") if isinstance(each, RunsLabel)]
    return [each for each in figures if each.text.startswith("+")]


def won(pilot: Pilot) -> list[int]:
    """Return the numbers of the cards that were won."""
    taken = pilot.session.match.state.rounds[-1].taken
    return [card // 7 + 1 for card in range(49) if taken >> card & 1]


def test_winners_cards_are_counted_one_by_one(
    pilot: Pilot,
) -> None:
    story(pilot)
    assert not gains(pilot)
    sums: list[int] = []
    for _ in range(240):
        pilot.step_frame()
        if not sums or sums[-1] != sum_shown(pilot):
            sums.append(sum_shown(pilot))
    assert len(sums) == len(won(pilot)) + 1
    assert sums == sorted(sums)
    assert (sums[0], sums[-1]) == (0, sum(won(pilot)))
    assert len(gains(pilot)) == 1


@pytest.mark.parametrize("settings", [{"speed": INSTANT}, {"reduced_motion": True}], ids=str)
def test_card_counting_at_a_round_end_respects_speed_and_motion(
    pilot: Pilot, settings: dict[str, Any]
) -> None:
    pilot.change(**settings)
    story(pilot)
    cards = [node for node in pilot.node("counted").children if node.name.startswith("card ")]
    places = [card.position for card in cards]
    if "speed" in settings:
        assert not pilot.program.ui.stage.animator.is_running()
    pilot.wait(4.0)
    assert [card.position for card in cards] == places
    assert all(card.alpha == 1.0 for card in cards)


def test_enter_during_the_round_end_count_deals_the_next_round(pilot: Pilot) -> None:
    story(pilot)
    pilot.key(pygame.K_RETURN)
    assert pilot.seen.round_number == 2


def test_resized_round_end_page_shows_the_final_score_at_once(pilot: Pilot) -> None:
    story(pilot)
    pilot.change(ui_scale=125)
    assert sum_shown(pilot) == sum(won(pilot))


def test_match_end_offers_the_next_match(pilot: Pilot) -> None:
    end(pilot, target=1)
    assert pilot.focus_name == "rematch"
    pilot.focus_on("save record")
    pilot.key(pygame.K_RETURN)
    assert len(list(pilot.paths.records.iterdir())) == 1
    pilot.focus_on("new game")
    pilot.key(pygame.K_RETURN)
    assert seeing.screen_of(pilot) is NewGameScreen


@pytest.mark.parametrize("rules", [{}, {"target": 1}], ids=["round", "match"])
def test_end_page_fits_without_scrolling_at_200_percent(fly: Fly, rules: dict[str, int]) -> None:
    pilot = fly(size=(960, 540))
    pilot.change(ui_scale=200)
    end(pilot, 4, **rules)
    page, visible = pilot.program.ui.stage.focus.scope, pilot.program.ui.stage.look.visible_area
    names = ("told", "title", *[f"plate {nth}" for nth in range(4)])
    for part in [page.find(name).bounds for name in names]:
        assert visible.union(part) == visible
        assert not part.overlaps(page.find("foot").bounds)


def test_end_of_a_basic_game_shows_its_summary_without_a_round_table(pilot: Pilot) -> None:
    story(pilot, advanced=False)
    assert pilot.node("story").is_shown
    assert not pilot.nodes("rounds")


# == Closing overlays by Esc, the pad's B and a click outside.


def choice(pilot: Pilot) -> None:
    """Play to where the person has won a round and chooses points."""
    for seed in range(60):
        pilot.program.play(setups.red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=seed))
        session = pilot.session
        with pilot.unseen():
            pilot.rush_rivals()
            while session.is_viewers_turn and pilot.seen.stage != rounds.SCORE:
                legal = pilot.seen.legal
                session.take(next((step for step in legal if str(step) != "pass"), legal[0]))
                pilot.rush_rivals()
        if session.is_viewers_turn:
            pilot.wait(0.3)
            return
    raise AssertionError("no round leaves a choice")


def pressed(begin: Callable[[Pilot], None], *names: str) -> Callable[[Pilot], None]:
    def open_it(pilot: Pilot) -> None:
        begin(pilot)
        for name in names:
            pilot.press(name)
            pilot.wait(0.2)

    return open_it


def pile(pilot: Pilot) -> None:
    end(pilot)
    pilot.key(pygame.K_ESCAPE)
    pilot.table.more.show_pile("canvas")


def letters(pilot: Pilot) -> None:
    pressed(Pilot.show_title, "play", "seat 0")(pilot)
    pilot.focus_on("name")
    pilot.hold_pad(pygame.CONTROLLER_BUTTON_A)


def key_capture(pilot: Pilot) -> None:
    pressed(Pilot.show_title, "settings")(pilot)
    pilot.focus_on("key undo")
    pilot.wait(0.5)
    pilot.key(pygame.K_RETURN)


OPENED: dict[str, Callable[[Pilot], None]] = {
    "log page": pressed(table, "log"),
    "pause": pressed(table, "menu"),
    "lens view": pressed(table, "eye"),
    "rules": pressed(table, "help"),
    "settings": pressed(table, "settings"),
    "rules from the menu": pressed(table, "menu", "rules"),
    "settings from the menu": pressed(table, "menu", "settings"),
    "question": pressed(table, "menu", "give up"),
    "spread": pile,
    "round end": end,
    "match end": lambda pilot: end(pilot, target=1),
    "card choice": choice,
    "rules from the title": pressed(Pilot.show_title, "rules"),
    "settings from the title": pressed(Pilot.show_title, "settings"),
    "reset": pressed(Pilot.show_title, "settings", "reset"),
    "letter pad": letters,
    "capture": key_capture,
}
"""Everything that lies above a screen, but the curtain: that opens for whom it names alone."""


def click_outside(pilot: Pilot) -> None:
    corner = pilot.program.ui.stage.look.visible_area.position
    pilot.click(corner + geometry.Vec(3.0, 3.0))


LEAVING: dict[str, Callable[[Pilot], None]] = {
    "Esc": lambda pilot: pilot.key(pygame.K_ESCAPE),
    "the pad's B": lambda pilot: pilot.hold_pad(pygame.CONTROLLER_BUTTON_B),
    "a click outside": click_outside,
}


@pytest.mark.sampled("name")
@pytest.mark.parametrize("leave", LEAVING.values(), ids=LEAVING)
@pytest.mark.parametrize("name", OPENED)
def test_every_overlay_is_closed_by_every_closing_input(
    pilot: Pilot, name: str, leave: Callable[[Pilot], None]
) -> None:
    OPENED[name](pilot)
    pilot.wait(0.3)
    stage = pilot.program.ui.stage
    above = stage.focus.scope
    assert "overlays" in [node.name for node in above.ancestors]
    leave(pilot)
    pilot.wait(0.1)
    assert stage.focus.scope is not above
    assert above.parent is None
    below = {*("root", "title", "pause", "new game", "settings", "curtain", "seat picker")}
    assert stage.focus.scope.name in below


def test_escape_on_the_hot_seat_curtain_opens_only_the_menu(pilot: Pilot) -> None:
    pilot.program.play(setups.red7_setup((SeatPlan("Ada"), SeatPlan("Bo")), seed=3))
    pilot.wait(2.0)
    for way in ("Esc", "the pad's B"):
        LEAVING[way](pilot)
        assert pilot.scope == "pause"
        LEAVING[way](pilot)
        assert pilot.scope == "curtain"
    click_outside(pilot)
    assert pilot.session.viewer is None


# == Overlays that are outdated or covered.

OPPONENTS = setups.red7_setup((SeatPlan(level="casual"), SeatPlan(level="steady")), seed=11)


def test_round_end_page_closes_when_the_next_round_is_dealt(pilot: Pilot) -> None:
    pilot.play_round(OPPONENTS, 4.5)
    assert pilot.nodes("next")
    pilot.session.deal_next_round()
    pilot.wait(0.5)
    assert not pilot.nodes("next")
    pilot.rush_round()
    pilot.wait(4.5)
    assert pilot.nodes("next")


def test_card_choice_dialog_closes_when_a_card_is_taken(pilot: Pilot) -> None:
    choice(pilot)
    takes = [n for n in pilot.node("card choice").walk() if n.name.startswith("take ")]
    assert [n._style for n in takes] == ["primary", *["plain"] * (len(takes) - 1)]  # type: ignore[attr-defined]
    pilot.session.take(pilot.seen.legal[0])
    pilot.wait(0.3)
    assert not pilot.nodes("card choice")


# -- what is covered -------------------------------------------------------------------------

TURNS: dict[str, Callable[[Pilot], None]] = {
    "key": lambda pilot: pilot.hold_key(pygame.K_PAGEDOWN),
    "shoulder": lambda pilot: pilot.hold_pad(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER),
}


def cover_the_rules(pilot: GuardedPilot) -> RulesScreen:
    """Open the rules above a table by their key, go to a row of theirs, and put a message above."""
    pilot.play(OPPONENTS)
    pilot.wait_for_me()
    pilot.program.show_rules("overview")
    for _ in range(3):
        pilot.hold_key(pygame.K_TAB)
    page.show_message(pilot.program.ui, "Above", "Something came up by itself.")
    pilot.step_frame()
    rules = pilot.program.pages.top
    assert isinstance(rules, RulesScreen)
    return rules


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_page_behind_a_question_dialog_ignores_page_turning_keys(
    guarded: GuardedPilot, turn: Callable[[Pilot], None]
) -> None:
    rules = cover_the_rules(guarded)
    turn(guarded)
    assert guarded.guard.page is None
    assert (rules.page, guarded.focus_name) == ("overview", "done")
    guarded.press("done")
    turn(guarded)
    assert rules.page != "overview"


def test_page_rebuilt_behind_another_keeps_its_focus(guarded: GuardedPilot) -> None:
    rules = cover_the_rules(guarded)
    before = guarded.program.ui.stage.focus.focused_name(rules.node)
    assert before.startswith("page of")
    rules.rebuild("next")
    rules.rebuild(before)
    guarded.surface = pygame.Surface((1600, 900))
    guarded.step_frame(draws=True)
    assert guarded.guard.page is None
    assert guarded.focus_name == "done"
    guarded.hold_key(pygame.K_RETURN)
    assert guarded.focus_name == before


# == dialogs ===============================================================================

CLOSINGS = LEAVING | {"its harmless button": lambda pilot: pilot.key(pygame.K_RETURN)}


@pytest.mark.parametrize("closing", CLOSINGS)
def test_message_closes_by_every_input_and_restores_focus(pilot: Pilot, closing: str) -> None:
    pilot.show_title()
    pilot.focus_on("settings")
    page.show_message(pilot.program.ui, "Settings", "They were damaged.")
    assert pilot.focus_name == "done"
    CLOSINGS[closing](pilot)
    assert not pilot.nodes("message")
    assert pilot.focus_name == "settings"


ANSWERS = CLOSINGS | {"yes": lambda pilot: pilot.press("yes")}


@pytest.mark.parametrize("answer", ANSWERS)
def test_closing_a_question_dialog_counts_as_no(pilot: Pilot, answer: str) -> None:
    pilot.show_title()
    answers: list[str] = []
    page.ask(
        pilot.program.ui,
        "Give up?",
        "This cannot be undone.",
        yes="Drop out",
        on_yes=lambda: answers.append("yes"),
        on_no=lambda: answers.append("no"),
    )
    ANSWERS[answer](pilot)
    assert answers == ["yes" if answer == "yes" else "no"]
    assert not pilot.nodes("question")


def test_question_dialog_can_open_a_message_when_answered(pilot: Pilot) -> None:
    ui = pilot.program.ui
    pilot.show_title()

    def go_on() -> None:
        page.show_message(ui, "Two", "Done.")

    page.ask(ui, "One", "?", yes="Yes", on_yes=go_on)
    pilot.press("yes")
    assert pilot.nodes("message")
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.nodes("message")


def test_rules_page_survives_a_resize_after_another_game_was_chosen(pilot: Pilot) -> None:
    pilot.program.choose_game("red7")
    pilot.program.show_rules("overview")
    pilot.wait(0.3)
    pilot.program.choose_game("spring")
    pilot.program.resize((1280, 720))
    pilot.wait(0.3)
    assert pilot.nodes("pages")
