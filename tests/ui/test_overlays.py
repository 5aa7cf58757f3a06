"""The pages above the table: they fit every window, close, go stale, and give the focus back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from red7_desktop.app.screens.rules import RulesScreen
from red7_desktop.app.table import end_pages, overlays
from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules import notation, rounds
from red7_desktop.kit.pages import forms, page
from red7_desktop.kit.settings import INSTANT, Settings
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.texts import load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene import geometry
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from red7_desktop.tabletop import game, match
from red7_desktop.tabletop.rounds import ROUND_OVER
from tests import pseudo, setups
from tests.ui import seeing
from tests.ui.pilot import GuardedPilot, Pilot
from tests.ui.screens import LONG, PAGES, Bench, Heard, Opened, log_page, opened, shortened, title

# == overlays ==============================================================================
# The pages above the table: they fit every window, they close, and the focus comes back.


SIZES = ((960, 600), (1280, 720), (1440, 1080), (3840, 2160))
SHEETS = ("log", "spread", "pause", "round story", "match story")
CLOSING = (*SHEETS, "round end", "match end")
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
    assert seeing.cut_texts(bench.stage) == []
    assert seeing.overlaps(bench.stage) == []
    assert seeing.small_targets(bench.stage) == []


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
    texts = pseudo.pseudo_texts() if is_pseudo else load_texts(asset_path("locale"), language)
    heard, page = opened(name, (1280, 720), settings, texts=texts)
    bench = heard.bench
    bench.pass_time(2.5)
    assert shortened(bench, page.node) == []
    bench.ground.visible = False
    if is_pseudo:
        assert pseudo.plain_words(bench.words_shown, LONG) == []
    assert seeing.cut_texts(bench.stage) == []
    assert seeing.overlaps(bench.stage) == []
    assert seeing.small_targets(bench.stage) == []


@pytest.mark.parametrize("name", [*SHEETS, "curtain"])
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
        bench.click_at(bench.stage.look.visible.position + geometry.Vec(4.0, 4.0))
    assert heard.asked == ["leave"]
    assert page.node.parent is None
    assert bench.stage.focus.scope is bench.stage.root


@pytest.mark.parametrize("name", SHEETS)
def test_a_click_on_the_sheet_closes_nothing(name: str) -> None:
    heard, page = opened(name)
    sheet = page.node.find("sheet")
    heard.bench.click_at(sheet.world.apply(geometry.Vec(sheet.size.w / 2, 6.0)))
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
    bench.pages = page.PageStack(lambda: shown.append("a page"))
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
    assert isinstance(page, forms.SheetPage)
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
    assert heard.bench.clipboard.text.startswith("Round 1\nEveryone gets 7 cards")
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
    bench.pages.show(overlays.LogPage(bench.ui, (), bench.clipboard, bench.pages.close))
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
    position = notation.parse_position(heard.bench.clipboard.text)
    own = heard.bench.session.viewer
    assert own is not None
    assert [bool(unseen) for unseen in position.unseen] == [seat != own for seat in range(4)]


# -- ends ----------------------------------------------------------------------------------


def sum_shown(bench: Bench) -> int:
    counted = bench.node("counted")
    assert isinstance(counted, end_pages.CountedCards)
    return counted.sum_shown


def test_the_winners_cards_are_counted_one_after_another() -> None:
    heard, _ = opened("round story")
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
    heard, _ = opened("round story")
    before = len(heard.bench.nodes("figure before"))
    assert before == 1
    heard.bench.pass_time(4.0)
    assert not heard.bench.nodes("figure before")


@pytest.mark.parametrize("settings", [Settings(speed=INSTANT), Settings(reduced_motion=True)])
def test_counting_respects_the_settings(settings: Settings) -> None:
    bench = Bench(settings=settings)
    bench.change_settings(settings)
    heard = Heard(bench)
    bench.pages.show(PAGES["round story"](heard))
    cards = [node for node in bench.node("counted").children if node.name.startswith("card ")]
    places = [card.position for card in cards]
    if settings.is_instant:
        assert not bench.stage.animator.is_running()
    bench.pass_time(4.0)
    assert [card.position for card in cards] == places
    assert all(card.alpha == 1.0 for card in cards)


def test_one_key_leads_to_the_next_round_while_cards_are_still_counted() -> None:
    heard, _ = opened("round story")
    heard.bench.key(pygame.K_RETURN)
    assert heard.asked == ["next"]


def test_laid_out_again_the_round_end_shows_the_outcome() -> None:
    heard, page = opened("round story")
    bench = heard.bench
    bench.change_settings(replace(bench.ui.settings, ui_scale=125))
    page.resized()
    taken = bench.session.match.state.rounds[-1].taken
    assert sum_shown(bench) == sum(card // 7 + 1 for card in range(49) if taken >> card & 1)


@pytest.mark.parametrize("button", ["rematch", "new game", "title", "save record", "profile"])
def test_the_match_end_offers_what_comes_next(button: str) -> None:
    heard, page = opened("match end")
    assert heard.bench.focus_name == "rematch"
    heard.bench.stage.focus.give(
        next(n for n in page.node.walk() if n.name == button and n.focusable)
    )
    heard.bench.key(pygame.K_RETURN)
    assert heard.asked == [button]


def test_at_twice_the_size_an_end_is_seen_without_scrolling() -> None:
    for name in ("round end", "match end"):
        heard, page = opened(name, (960, 540), LARGE)
        visible, foot = heard.bench.stage.look.visible, page.node.find("foot").bounds
        plates = [page.node.find(f"plate {nth}").bounds for nth in range(4)]
        for part in (*plates, page.node.find("told").bounds, page.node.find("title").bounds):
            assert visible.union(part) == visible
            assert not part.overlaps(foot)


def test_the_end_of_a_basic_game_tells_its_story() -> None:
    heard, page = opened("match story", rules="basic@1.3")
    assert page.node.find("story").is_shown
    assert not heard.bench.nodes("rounds")


# == overlays leave ========================================================================
# Every overlay closes by Esc, by the pad's B and by a click outside, and the focus returns.


def table(pilot: Pilot) -> None:
    pilot.play(setups.red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11))
    pilot.wait_for_me()
    pilot.wait(0.5)


def match_until(pilot: Pilot, stage: str, **rules: object) -> None:
    """Let two people play, without hands and at the end on the screen, until a stage is reached."""
    people = (SeatPlan("Ada"), SeatPlan("Bo"))
    pilot.program.play(setups.red7_setup(people, seed=17, actions=True, target=10, **rules))
    skip_to(pilot, stage)
    for _ in range(10):
        session = pilot.session
        seen = session.observe()
        if seen.stage == stage and (stage != rounds.SCORE or session.is_viewers_turn):
            return
        if pilot.nodes("reveal"):
            pilot.wait(1.0)
            pilot.press("reveal")
        elif session.is_viewers_turn:
            session.take(PLAYERS.player_of("greedy").choose(seen, 0, 1).steps[0])
        pilot.wait(0.1)
    raise AssertionError(f"{stage} is not reached")


def skip_to(pilot: Pilot, stage: str) -> None:
    """Take the steps of a match, off the screen, to the last one before a stage."""
    shown = pilot.session.match
    ahead = match.Match(shown.game, shown.options, shown.seed)
    while ahead.state.stage != stage:
        (seat,) = ahead.game.to_act(ahead.state)
        if seat == game.TABLE:
            ahead.take(game.TABLE, ahead.game.legal_steps(ahead.state, game.TABLE)[0])
        else:
            seen = ahead.game.observe(ahead.state, seat)
            ahead.take(seat, PLAYERS.player_of("greedy").choose(seen, 0, 1).steps[0])
    for entry in ahead.log[:-1]:
        shown.take_text(entry.seat, entry.step)
    pilot.session.look_as(None)


def by_button(name: str) -> Callable[[Pilot], None]:
    def open_it(pilot: Pilot) -> None:
        table(pilot)
        pilot.press(name)

    return open_it


def by_menu(name: str) -> Callable[[Pilot], None]:
    def open_it(pilot: Pilot) -> None:
        by_button("menu")(pilot)
        pilot.press(name)

    return open_it


def by_title(*names: str) -> Callable[[Pilot], None]:
    def open_it(pilot: Pilot) -> None:
        pilot.program.show_title()
        pilot.wait(1.5)
        for name in names:
            pilot.press(name)
            pilot.wait(0.2)

    return open_it


def pile(pilot: Pilot) -> None:
    match_until(pilot, ROUND_OVER)
    pilot.wait(0.5)
    pilot.table._more.show_pile("canvas")


def round_end(pilot: Pilot) -> None:
    match_until(pilot, ROUND_OVER)
    pilot.wait(4.0)


def match_end(pilot: Pilot) -> None:
    match_until(pilot, "match_over", advanced=False)
    pilot.wait(4.0)


def letters(pilot: Pilot) -> None:
    by_title("play")(pilot)
    pilot.press("seat 0")
    field = pilot.nodes("name")[0]
    pilot.program.ui.stage.focus.give(field)
    pilot.hold_pad(pygame.CONTROLLER_BUTTON_A)


def key_capture(pilot: Pilot) -> None:
    by_title("settings")(pilot)
    focus = pilot.program.ui.stage.focus
    focus.give(pilot.nodes("key undo")[0])
    pilot.wait(0.5)
    pilot.key(pygame.K_RETURN)


def message(pilot: Pilot) -> None:
    by_title()(pilot)
    page.show_message(pilot.program.ui, "Title", "Words")


OPENED: dict[str, Callable[[Pilot], None]] = {
    "log page": by_button("log"),
    "pause": by_button("menu"),
    "lens view": by_button("eye"),
    "rules": by_button("help"),
    "settings": by_button("settings"),
    "rules from the menu": by_menu("rules"),
    "settings from the menu": by_menu("settings"),
    "question": by_menu("give up"),
    "spread": pile,
    "round end": round_end,
    "match end": match_end,
    "card choice": lambda pilot: match_until(pilot, rounds.SCORE),
    "rules from the title": by_title("rules"),
    "settings from the title": by_title("settings"),
    "reset": by_title("settings", "reset"),
    "letter pad": letters,
    "capture": key_capture,
    "message": message,
}
"""Everything that lies above a screen, but the curtain: that opens for whom it names alone."""


def press_escape(pilot: Pilot) -> None:
    pilot.key(pygame.K_ESCAPE)


def press_b(pilot: Pilot) -> None:
    pilot.hold_pad(pygame.CONTROLLER_BUTTON_B)


def click_outside(pilot: Pilot) -> None:
    corner = pilot.program.ui.stage.look.visible.position
    pilot.click(corner + geometry.Vec(3.0, 3.0))


@pytest.mark.sampled("name")
@pytest.mark.parametrize("leave", [press_escape, press_b, click_outside])
@pytest.mark.parametrize("name", OPENED)
def test_an_overlay_closes(pilot: Pilot, name: str, leave: Callable[[Pilot], None]) -> None:
    OPENED[name](pilot)
    pilot.wait(0.3)
    stage = pilot.program.ui.stage
    above = stage.focus.scope
    assert "overlays" in [node.name for node in above.ancestors]
    leave(pilot)
    pilot.wait(0.1)
    assert stage.focus.scope is not above
    assert above.parent is None
    assert stage.focus.scope.name in {
        "root",
        "title",
        "pause",
        "new game",
        "settings",
        "curtain",
        "seat picker",
    }


def test_before_the_curtain_back_leads_to_the_menu_and_opens_nothing(pilot: Pilot) -> None:
    pilot.program.play(setups.red7_setup((SeatPlan("Ada"), SeatPlan("Bo")), seed=3))
    pilot.wait(2.0)
    for leave in (press_escape, press_b):
        leave(pilot)
        assert pilot.program.ui.stage.focus.scope.name == "pause"
        leave(pilot)
        assert pilot.program.ui.stage.focus.scope.name == "curtain"
    click_outside(pilot)
    assert pilot.session.viewer is None


# == stale pages ===========================================================================
# What lies open above the table goes when it is stale, and takes no keys when it is covered.


OPPONENTS = setups.red7_setup((SeatPlan(level="casual"), SeatPlan(level="steady")), seed=11)


def test_the_page_about_a_round_goes_when_the_next_one_is_dealt(pilot: Pilot) -> None:
    pilot.play(OPPONENTS)
    pilot.rush_round()
    pilot.wait(4.5)
    assert pilot.nodes("next")
    pilot.session.go_on()
    pilot.wait(0.5)
    assert not pilot.nodes("next")
    pilot.rush_round()
    pilot.wait(4.5)
    assert pilot.nodes("next")


def test_the_choice_of_points_goes_when_it_has_been_made(pilot: Pilot) -> None:
    for seed in range(60):
        pilot.program.play(setups.red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=seed))
        if to_the_choice(pilot):
            break
    assert pilot.nodes("card choice")
    takes = [n for n in pilot.nodes("card choice")[0].walk() if n.name.startswith("take ")]
    assert [n._style for n in takes] == ["primary", *["plain"] * (len(takes) - 1)]  # type: ignore[attr-defined]
    pilot.session.take(pilot.session.observe().legal[0])
    pilot.wait(0.3)
    assert not pilot.nodes("card choice")


def to_the_choice(pilot: Pilot) -> bool:
    """Play the round; tell whether the person has won it and may choose points."""
    session = pilot.session
    while session.to_act and not session.is_waiting_for_table:
        if session.observe().stage == rounds.SCORE:
            pilot.wait(0.3)
            return session.is_viewers_turn
        if session.is_viewers_turn:
            legal = session.observe().legal
            session.take(next((step for step in legal if str(step) != "pass"), legal[0]))
        else:
            session.hurry()
            pilot.frame(0.1)
    return False


# -- what is covered -------------------------------------------------------------------------

TURNS = [
    (pygame.KEYDOWN, {"key": pygame.K_PAGEDOWN, "mod": 0, "unicode": "", "scancode": 0}),
    (
        pygame.CONTROLLERBUTTONDOWN,
        {"button": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, "instance_id": 0},
    ),
]
"""What turns pages."""


def press_tab(pilot: GuardedPilot, times: int = 1) -> None:
    for _ in range(times):
        pilot.hold_key(pygame.K_TAB)


def cover_the_rules(pilot: GuardedPilot) -> RulesScreen:
    """Open the rules above a table by their key, go to a row of theirs, and put a message above."""
    pilot.play(OPPONENTS)
    pilot.wait_for_me()
    pilot.program.show_rules("overview")
    press_tab(pilot, 3)
    page.show_message(pilot.program.ui, "Above", "Something came up by itself.")
    pilot.frame()
    rules = pilot.program._pages.top
    assert isinstance(rules, RulesScreen)
    return rules


@pytest.mark.parametrize(("kind", "fields"), TURNS, ids=["key", "shoulder"])
def test_a_page_below_a_question_turns_no_pages(
    guarded: GuardedPilot, kind: int, fields: dict[str, int | str]
) -> None:
    rules = cover_the_rules(guarded)
    guarded.post(kind, **fields)
    assert guarded.guard.page is None
    assert (rules.page, guarded.focus_name) == ("overview", "done")
    guarded.press("done")
    guarded.post(kind, **fields)
    assert rules.page != "overview"


def test_a_page_that_is_laid_out_anew_below_another_keeps_its_focus(guarded: GuardedPilot) -> None:
    rules = cover_the_rules(guarded)
    before = guarded.program.ui.stage.focus.place_in(rules.node)
    assert before.startswith("page of")
    rules.rebuild("next")
    rules.rebuild(before)
    guarded.surface = pygame.Surface((1600, 900))
    guarded.frame()
    assert guarded.guard.page is None
    assert guarded.focus_name == "done"
    guarded.hold_key(pygame.K_RETURN)
    assert guarded.focus_name == before


# == dialogs ===============================================================================


CLOSINGS: dict[str, Callable[[Opened], None]] = {
    "Esc": lambda opened: opened.key(pygame.K_ESCAPE),
    "the pad's B": lambda opened: opened.pad(pygame.CONTROLLER_BUTTON_B),
    "a click outside": lambda opened: opened.click_at(geometry.Vec(5.0, 5.0)),
    "its harmless button": lambda opened: opened.key(pygame.K_RETURN),
}


@pytest.mark.parametrize("closing", CLOSINGS)
def test_a_message_closes_in_every_way_and_gives_the_focus_back(closing: str) -> None:
    opened = Opened(title)
    opened.focus_on("settings")
    page.show_message(opened.ui, "Settings", "They were damaged.")
    assert opened.focus_name == "done"
    CLOSINGS[closing](opened)
    assert not opened.has("message")
    assert opened.focus_name == "settings"


@pytest.mark.parametrize("closing", CLOSINGS)
def test_closing_a_question_in_any_way_means_no(closing: str) -> None:
    opened = Opened(title)
    answers: list[str] = []
    page.ask(
        opened.ui,
        "Give up?",
        "This cannot be undone.",
        yes="Drop out",
        on_yes=lambda: answers.append("yes"),
        on_no=lambda: answers.append("no"),
    )
    CLOSINGS[closing](opened)
    assert answers == ["no"]
    assert not opened.has("question")


def test_a_question_is_answered_by_its_button() -> None:
    opened = Opened(title)
    answers: list[str] = []
    page.ask(opened.ui, "Give up?", "Really?", yes="Yes", on_yes=lambda: answers.append("yes"))
    opened.click("yes")
    assert answers == ["yes"]
    assert not opened.has("question")


def test_a_question_may_lead_to_another() -> None:
    opened = Opened(title)

    def go_on() -> None:
        page.show_message(opened.ui, "Two", "Done.")

    page.ask(opened.ui, "One", "?", yes="Yes", on_yes=go_on)
    opened.click("yes")
    assert opened.has("message")
    opened.key(pygame.K_ESCAPE)
    assert not opened.has("message")


def test_a_rules_page_that_stays_open_keeps_the_cards_of_its_game(pilot: Pilot) -> None:
    pilot.program.choose_game("red7")
    pilot.program.show_rules("overview")
    pilot.wait(0.3)
    pilot.program.choose_game("spring")
    pilot.program.resize((1280, 720))
    pilot.wait(0.3)
    assert pilot.nodes("pages")
