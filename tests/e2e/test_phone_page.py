"""The phones' page in a browser: Debian's Chromium, driven by Playwright.

The page is served by the real room and server; a test plays what the program's loop does.
"""

from __future__ import annotations

import colorsys
import json
import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import pygame
import pytest

from red7_desktop.kit.look.icons import HUMAN_PORTRAITS
from red7_desktop.phones import protocol
from tests.unit.phones.serving import ServedTable
from tests.unit.phones.tables import make_session, play_to_break, play_to_choice

CHROMIUM: Final = shutil.which("chromium") or ""
SIZES: Final = {
    "small": (320, 568),
    "phone": (390, 844),
    "wide": (844, 390),
    "small and wide": (568, 320),
    "tablet": (768, 1024),
}
SMALL_SIZES: Final = ((320, 568), (360, 640), (375, 667), (844, 390), (667, 375), (568, 320))
TARGET: Final = 44
"""What can be tapped is at least so wide and high, in pixels."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not CHROMIUM and "CI" not in os.environ, reason="no chromium: apt install chromium"
    ),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    pygame.font.init()
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


class Phone:
    """A phone in its owner's hand: a page of a browser, and what it complained of."""

    def __init__(self, browser: Any, size: tuple[int, int] = SIZES["phone"], **options: Any):
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            is_mobile=True,
            **{"locale": "en", **options},
        )
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.errors.append(said.text) if said.type == "error" else None,
        )

    def join(self, table: ServedTable, name: str) -> None:
        """Ask for a seat, and be let in."""
        with table.pumping():
            self.page.goto(table.url)
            self.page.wait_for_selector("#name")
            self.page.fill("#name", name)
            self.page.click(".go-ahead")
            self.page.wait_for_selector(".spinner")
        table.wait_for(lambda: table.room.requests, "a request")
        table.admit_all()
        table.pump()

    def text(self, selector: str) -> str:
        found: str = self.page.inner_text(selector)
        return found

    @contextmanager
    def is_shown(self, table: ServedTable, selector: str) -> Iterator[None]:
        """Do something, after which a part of the page must come up."""
        with table.pumping():
            yield
            self.page.wait_for_selector(selector)


@pytest.fixture
def phone(browser: Any) -> Iterator[Phone]:
    opened = Phone(browser)
    yield opened
    opened.context.close()
    assert opened.errors == []


@pytest.fixture
def phones(browser: Any) -> Iterator[Callable[..., Phone]]:
    made: list[Phone] = []

    def make(*args: Any, **options: Any) -> Phone:
        made.append(Phone(browser, *args, **options))
        return made[-1]

    yield make
    for each in made:
        each.context.close()
        assert each.errors == []


def begin(table: ServedTable, phone: Phone, *, seed: int = 1) -> None:
    """Deal, and let the others play until the phone's seat is asked."""
    phone.join(table, "Ana")
    table.play_others(0, random.Random(seed))
    table.begin()
    with table.pumping():
        phone.page.wait_for_selector(".hand .card.can")
        phone.page.wait_for_timeout(400)


def make_first_offer(table: ServedTable, phone: Phone) -> None:
    """Play the first card of Spring Cleaning, after which the phone suggests plays."""
    with table.pumping():
        phone.page.locator(".hand .card.can").first.tap()
        phone.page.locator(".button.big.go-ahead:not(:disabled)").tap()
        phone.page.wait_for_timeout(300)
    table.play_others(0, random.Random(1))
    with table.pumping():
        phone.page.wait_for_selector(".turn")


def break_connection(table: ServedTable) -> None:
    """Close the connection of the first seat's phone, and wait until the phone is back."""
    connection = table.room.guests[0].connection
    assert connection is not None
    table.server.close(connection)
    table.wait_for(lambda: table.room.guests[0].connection not in {None, connection}, "back")


def revision(table: ServedTable) -> int:
    return table.session.match.revision


def is_later(table: ServedTable, before: int) -> bool:
    return revision(table) > before


def test_guest_joins_and_sees_the_cards_of_the_hand(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)

        hand = table.room._hands[0].snapshot["hand"]["cards"]
        shown = phone.page.locator(".hand .card")

        assert shown.count() == len(hand)
        assert [each.get_attribute("data-face") for each in shown.all()] == [
            card["face"] for card in hand
        ]
        assert phone.page.locator(".hand .card img").count() == len(hand)


@pytest.mark.parametrize("size", SIZES)
def test_scores_of_all_seats_are_within_the_screen_of_the_phone(
    phones: Callable[..., Phone], size: str
) -> None:
    """In Polish, which has the longest word for trash."""
    phone = phones(SIZES[size], locale="pl")
    with ServedTable("spring", head_start="2-0-1") as table:
        begin(table, phone)

        shown = phone.page.locator(".score")
        lines = [each.inner_text().split()[-1] for each in shown.all()]
        boxes = [each.bounding_box() for each in shown.all()]

        assert lines == ["2/5", "0/5", "1/5"]
        width, height = SIZES[size]
        for box in boxes:
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height


def test_cards_to_beat_are_fully_visible_above_suggestions(phones: Callable[..., Phone]) -> None:
    """With offers, suggestions and two rows of large cards in the hand."""
    phone = phones((390, 830), locale="de")
    rng = random.Random(12)
    with ServedTable("spring", seed=12) as table:
        session = table.session
        phone.join(table, "Ana")
        for _ in range(22):
            seat = session.to_act[0]
            legal = session.match.game.legal_steps(session.match.state, seat)
            session._take(seat, rng.choice(list(legal)))
        table.begin()

        with phone.is_shown(table, ".chips"):
            phone.page.wait_for_selector(".zones .card img")
        upper = phone.page.locator(".upper").bounding_box()
        cards = phone.page.locator(".zones .card")

        assert session.to_act == (0,)
        assert cards.count() == 2
        for each in cards.all():
            box = each.bounding_box()
            assert box["y"] + box["height"] <= upper["y"] + upper["height"]


def is_lower_half_visible(phone: Phone) -> bool:
    """Return whether the hand, the places for a card and the buttons are in view together."""
    found: bool = phone.page.evaluate(
        "(() => { const side = document.querySelector('.lower');"
        " const big = document.querySelector('.button.big').getBoundingClientRect();"
        " return side.scrollHeight <= side.clientHeight + 1 && big.bottom <= innerHeight; })()"
    )
    return found


def list_cut_off(phone: Phone, selector: str) -> list[str]:
    """List the texts, or the cards, that end below the visible part of the upper half."""
    found: list[str] = phone.page.evaluate(
        "(selector) => {"
        " const upper = document.querySelector('.upper').getBoundingClientRect();"
        " return [...document.querySelectorAll(selector)]"
        "  .filter((each) => each.getBoundingClientRect().bottom > upper.bottom)"
        "  .map((each) => each.dataset.face || each.innerText); }",
        selector,
    )
    return found


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(844, 390), (667, 375), (568, 320), (360, 640), (320, 568)])
def test_own_palette_is_fully_visible_on_a_small_phone(
    phones: Callable[..., Phone], size: tuple[int, int], language: str
) -> None:
    """Before a card is tapped, and while its places are offered."""
    phone = phones(size, locale=language)
    with ServedTable(target=35) as table:
        begin(table, phone)
        cut_off = list_cut_off(phone, ".zones .card")

        with phone.is_shown(table, ".place"):
            phone.page.locator(".hand .card.can").nth(1).tap()
        with table.pumping():
            phone.page.wait_for_timeout(400)
        cut_off += list_cut_off(phone, ".zones .card")

        assert phone.page.locator(".zones .card").count() == 1
        assert cut_off == []


@pytest.mark.parametrize("game", ["red7", "spring"])
@pytest.mark.parametrize("size", SIZES)
def test_scores_between_rounds_are_fully_visible_on_the_phone(
    phones: Callable[..., Phone], game: str, size: str
) -> None:
    phone = phones(SIZES[size], locale="de")
    with ServedTable(game) as table:
        phone.join(table, "Ana")
        play_to_break(table.session)
        with phone.is_shown(table, ".scores"):
            table.begin()
        with phone.is_shown(table, ".seats"):
            phone.page.wait_for_timeout(300)

        assert phone.page.locator(".scores .sum").count() == 3
        assert list_cut_off(phone, ".scores .sum") == []


def test_opponents_card_being_taken_does_not_cover_their_score_line(phone: Phone) -> None:
    with ServedTable("spring", seed=4) as table:
        session = table.session
        begin(table, phone)
        while not (session.to_act == (0,) and phone.page.locator(".seat .card.can").count()):
            seat = session.to_act[0]
            legal = session.match.game.legal_steps(session.match.state, seat)
            session._take(seat, next((each for each in legal if str(each) != "pass"), legal[0]))
            with table.pumping():
                phone.page.wait_for_timeout(300)

        with table.pumping():
            if not phone.page.locator(".seat .card.up").count():
                phone.page.locator(".seat .card.can").first.tap()
            phone.page.wait_for_selector(".seat .card.up")
            phone.page.wait_for_timeout(400)
        card = phone.page.locator(".seat .card.up").bounding_box()
        tally = phone.page.locator(".seat:has(.up) .below").bounding_box()

        assert card["y"] >= tally["y"] + tally["height"]


@pytest.mark.parametrize("size", ["small", "phone", "wide"])
def test_cards_scrolled_out_of_the_phone_screen_fade_at_its_edge(
    phones: Callable[..., Phone], size: str
) -> None:
    with ServedTable() as table:
        phone = phones(SIZES[size])
        begin(table, phone)

        mask = phone.page.evaluate("getComputedStyle(document.querySelector('.upper')).maskImage")

        assert mask.startswith("linear-gradient")


def test_tapped_card_offers_its_targets_and_is_played_by_a_second_tap(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)
        before = revision(table)

        with table.pumping():
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_selector(".place")
            told = phone.page.locator(".place").all_inner_texts()
            phone.page.locator(".place:not(.no)").first.tap()
            phone.page.wait_for_selector(".place", state="detached")
        table.wait_for(lambda: revision(table) > before, "a step")

        assert all(told)


def test_card_is_played_by_dragging_it_to_a_target(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)
        before = revision(table)
        mouse = phone.page.mouse

        with table.pumping():
            box = phone.page.locator(".hand .card.can").first.bounding_box()
            mouse.move(box["x"] + 20, box["y"] + 20)
            mouse.down()
            mouse.move(box["x"] + 30, box["y"] - 30, steps=4)
            phone.page.wait_for_selector(".place")
            place = phone.page.locator(".place:not(.no)").first.bounding_box()
            mouse.move(place["x"] + 20, place["y"] + 20, steps=6)
            mouse.up()
        table.wait_for(lambda: revision(table) > before, "a step")

        assert phone.page.locator(".ghost").count() == 0


def test_picked_cards_are_played_with_the_large_button(phone: Phone) -> None:
    with ServedTable("spring") as table:
        begin(table, phone)
        before = revision(table)

        with table.pumping():
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_selector(".button.big.go-ahead:not(:disabled)")
            phone.page.locator(".button.big").tap()
        table.wait_for(lambda: revision(table) > before, "a step")


def test_card_on_the_table_is_moved_by_tapping(phone: Phone) -> None:
    """A 7 of Red7 moves another card of the palette, which the phone shows beside the hand."""
    with ServedTable() as table:
        begin(table, phone)

        with table.pumping():
            phone.page.locator('.hand .card[data-face="Y7"]').tap()
            phone.page.wait_for_selector(".place:not(.no)")
            phone.page.locator(".place:not(.no)").first.tap()
            phone.page.wait_for_selector(".zones .card.can")
        before = revision(table)
        with table.pumping():
            phone.page.locator(".zones .card.can").first.tap()
            phone.page.wait_for_selector(".place:not(.no)")
            phone.page.locator(".place:not(.no)").first.tap()
        table.wait_for(partial(is_later, table, before), "a step")


def test_card_is_played_on_the_phone_page_by_keyboard_alone(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)
        before = revision(table)
        keys = phone.page.keyboard

        with table.pumping():
            phone.page.locator(".hand .card.can").first.focus()
            keys.press("ArrowRight")
            keys.press("ArrowLeft")
            keys.press("Enter")
            phone.page.wait_for_selector(".place")
            for _ in range(40):
                keys.press("Tab")
                if phone.page.evaluate("document.activeElement.matches('.place:not(.no)')"):
                    break
            keys.press("Enter")
        table.wait_for(lambda: revision(table) > before, "a step")


def press_by_key(page: Any, selector: str, nth: int = 0) -> bool:
    """Go to an element with Tab and press Enter; return False if Tab never gets there."""
    found = page.locator(selector)
    if found.count() <= nth:
        return False
    wanted = found.nth(nth).element_handle()
    for _ in range(120):
        if wanted.evaluate("(each) => each === document.activeElement"):
            page.keyboard.press("Enter")
            return True
        page.keyboard.press("Tab")
    return False


def act_by_keys(page: Any, tried: int) -> None:
    """Press what looks best; the number of presses without a step chooses the card."""
    for selector in (".gap.fits", ".gap", ".option", ".button.big:not(:disabled)"):
        if press_by_key(page, selector):
            return
    if page.locator(".place:not(.no)").count():
        assert press_by_key(page, ".place:not(.no)")
        return
    cards = page.locator(".hand .card.can, .zones .card.can").count()
    if cards and tried < 12:
        assert press_by_key(page, ".hand .card.can, .zones .card.can", tried % cards)
    elif not press_by_key(page, '[data-key="draw"]:not(:disabled)'):
        assert press_by_key(page, ".more")
        page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("game", "options"), [("red7", {"target": 1}), ("spring", {"head_start": "4-4-4"})]
)
def test_match_is_played_on_the_phone_page_by_keyboard_alone(
    phone: Phone, game: str, options: dict[str, Any]
) -> None:
    """From the name to the last step of a match of one round, with Tab, Enter and letters."""
    rng = random.Random(4)
    with ServedTable(game, seed=6, **options) as table:
        page = phone.page
        with table.pumping():
            page.goto(table.url)
            page.wait_for_selector("#name")
            while page.evaluate("document.activeElement.id") != "name":
                page.keyboard.press("Tab")
            page.keyboard.type("Ana")
            assert press_by_key(page, ".go-ahead")
            page.wait_for_selector(".spinner")
        table.wait_for(lambda: table.room.requests, "a request")
        table.admit_all()
        table.play_others(0, rng)
        table.begin()
        taken = 0
        tried = 0
        with table.pumping():
            page.wait_for_selector(".hand .card.can")
            page.wait_for_timeout(300)

        while table.session.to_act:
            before = revision(table)
            with table.pumping():
                act_by_keys(page, tried)
                page.wait_for_timeout(100)
            is_taken = is_later(table, before)
            taken += is_taken
            tried = 0 if is_taken else tried + 1
            assert tried < 40, page.inner_text("#app")
            table.play_others(0, rng)
            with table.pumping():
                page.wait_for_timeout(100)

        assert taken > 3
        with table.pumping():
            page.wait_for_selector(".end")


def test_drop_out_button_asks_for_confirmation_before_dropping_out(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)

        with table.pumping():
            phone.page.tap(".more")
            phone.page.get_by_role("button", name="Drop out").tap()
            phone.page.wait_for_selector("dialog .button.out")
            assert "Drop out of this round?" in phone.text("dialog")
            phone.page.locator("dialog .button.out").tap()
        table.wait_for(lambda: table.session.to_act != (0,), "the next one's turn")


def test_phone_reconnects_after_its_connection_was_closed(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)

        break_connection(table)

        with table.pumping():
            phone.page.wait_for_selector(".dot:not(.off)")
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_selector(".place")


def test_reloaded_phone_page_has_its_seat_again(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)

        with table.pumping():
            phone.page.reload()
            phone.page.wait_for_selector(".hand .card.can")

        assert phone.text(".who") == "Ana"


def test_second_page_in_the_browser_takes_over_the_seat_of_the_first(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)

        with table.pumping():
            other = phone.context.new_page()
            other.goto(table.url)
            other.wait_for_selector(".hand .card.can")
            phone.page.wait_for_selector("text=Your hand is open on another page now.")
            phone.page.get_by_role("button", name="Play here").tap()
            phone.page.wait_for_selector(".hand .card.can")
            other.wait_for_selector("text=Your hand is open on another page now.")


def test_step_sent_again_after_a_lost_answer_is_taken_once(phone: Phone) -> None:
    """The answer never comes; after the line is back the page sends the same again."""
    with ServedTable() as table:
        begin(table, phone)
        send = table.room._transmit
        dropped: list[str] = []

        def lose(connection: int, text: str) -> None:
            if len(dropped) < 3:
                dropped.append(text)
            else:
                send(connection, text)

        before = revision(table)
        with table.pumping():
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_selector(".place")
        table.room._transmit = lose
        with table.pumping():
            phone.page.locator(".place:not(.no)").first.tap()
            phone.page.wait_for_timeout(500)
        table.room._transmit = send
        break_connection(table)
        with table.pumping():
            phone.page.wait_for_timeout(500)

        assert revision(table) == before + 1


def test_refusal_that_was_lost_is_shown_when_the_phone_reconnects(phone: Phone) -> None:
    with ServedTable("spring") as table:
        begin(table, phone)
        make_first_offer(table, phone)
        cards = phone.page.locator(".hand .card.can")
        with phone.is_shown(table, ".hand .card.up"):
            cards.nth(0).tap()
        send = table.room._transmit
        lost: list[str] = []
        table.room._transmit = lambda connection, text: lost.append(text)
        with table.pumping():
            cards.nth(3).tap()
            phone.page.wait_for_timeout(500)
        table.room._transmit = send

        break_connection(table)
        with table.pumping():
            phone.page.wait_for_selector("text=go together")

        assert [json.loads(text)["type"] for text in lost] == ["refused"]


def test_guest_is_told_when_the_host_refuses_a_seat(phone: Phone) -> None:
    with ServedTable() as table:
        with table.pumping():
            phone.page.goto(table.url)
            phone.page.fill("#name", "Ana")
            phone.page.click(".go-ahead")
            phone.page.wait_for_selector(".spinner")
        table.wait_for(lambda: table.room.requests, "a request")
        table.room.refuse(table.room.requests[0])
        with table.pumping():
            phone.page.wait_for_selector("text=no seat for you")


def test_three_phones_play_a_match_of_bazaar(phones: Callable[..., Phone]) -> None:
    """Bazaar says nothing about phones, and plays on them."""
    pygame.font.init()
    with ServedTable("bazaar") as table:
        hands = [phones() for _ in range(3)]
        for nth, each in enumerate(hands):
            each.join(table, ("Ana", "Ben", "Cleo")[nth])
        table.begin()

        for _ in range(30):
            table.wait_for(lambda: not table.room.needs_tick, "everyone's table")
            if not table.session.to_act:
                break
            seat = table.session.to_act[0]
            page = hands[seat].page
            before = revision(table)
            with table.pumping():
                page.wait_for_selector(".turn")
                page.wait_for_timeout(60)
                movable = page.locator(".card.can:not(.up)")
                end = page.locator(".button.big:not(:disabled)")
                if page.locator(".gap").count():
                    page.locator(".gap").first.tap()
                elif end.count():
                    end.tap()
                else:
                    movable.first.tap()
                    page.locator(".place:not(.no)").first.tap()
            table.wait_for(partial(is_later, table, before), "a step")

        assert not table.session.to_act
        with table.pumping():
            hands[0].page.wait_for_selector(".end")


def tap_something(page: Any) -> None:
    """Do what somebody would who taps what looks best: go on, or try one card after the other."""
    big = page.locator(".button.big:not(:disabled)")
    gaps = page.locator(".gap.fits, .gap")
    if gaps.count():
        gaps.first.tap()
        return
    for nth in range(page.locator(".hand .card.can").count() + 1):
        if big.count():
            big.tap()
            return
        places = page.locator(".place.good, .place:not(.no)")
        if places.count():
            places.first.tap()
            return
        cards = page.locator(".hand .card.can, .zones .card.can")
        if nth < cards.count():
            cards.nth(nth).tap()
            page.wait_for_timeout(120)
    draw = page.locator('[data-key="draw"]')
    if draw.count():
        draw.tap()


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_three_phones_play_a_round_to_its_end(phones: Callable[..., Phone], game: str) -> None:
    with ServedTable(game, seed=11) as table:
        hands = [phones() for _ in range(3)]
        for nth, each in enumerate(hands):
            each.join(table, ("Ana", "Ben", "Cleo")[nth])
        table.begin()

        with table.pumping():
            for _ in range(160):
                asked = table.session.to_act
                if not asked or asked == (-1,):
                    break
                page = hands[asked[0]].page
                page.wait_for_selector(".turn")
                tap_something(page)
                page.wait_for_timeout(150)
            for each in hands:
                each.page.wait_for_selector(".end")
                assert each.text(".end h2")

        assert table.session.is_waiting_for_table or not table.session.to_act


def test_header_says_match_over_to_a_player_who_is_out_of_the_round(phone: Phone) -> None:
    with ServedTable("red7", rules="basic", seed=1) as table:
        phone.join(table, "Ana")
        play_to_break(table.session)
        with phone.is_shown(table, ".end"):
            table.begin()

        assert table.room._hands[0].snapshot["you"]["out"] == "out"
        assert "match over" in phone.text(".top")


def test_disabled_undo_button_is_not_shown_between_rounds(phone: Phone) -> None:
    with ServedTable("spring") as table:
        phone.join(table, "Ana")
        play_to_break(table.session)
        with phone.is_shown(table, ".go .button"):
            table.begin()

        assert phone.page.locator(".go .button").all_inner_texts() == ["Next round"]


def test_cards_to_score_are_chosen_by_tapping(phone: Phone) -> None:
    seed = next(seed for seed in range(200) if play_to_choice(make_session("red7", seed)) == 0)
    with ServedTable("red7", seed=seed) as table:
        play_to_choice(table.session)
        phone.join(table, "Ana")
        table.begin()
        before = revision(table)

        with table.pumping():
            phone.page.wait_for_selector(".choice .option")
            phone.page.locator(".choice .option").last.tap()
        table.wait_for(partial(is_later, table, before), "a choice")


@pytest.mark.parametrize("game", ["red7", "spring"])
@pytest.mark.parametrize("size", SIZES)
def test_buttons_and_cards_fit_the_screen_and_are_large_enough_to_tap(
    phones: Callable[..., Phone], game: str, size: str
) -> None:
    with ServedTable(game) as table:
        phone = phones(SIZES[size])
        begin(table, phone)
        width, height = SIZES[size]

        with table.pumping():
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_timeout(500)
        boxes = phone.page.evaluate(
            "[...document.querySelectorAll('button')].filter((each) => each.offsetWidth)"
            ".map((each) => { const box = each.getBoundingClientRect();"
            " return [each.className, box.width, box.height, box.left, box.right, box.bottom]; })"
        )
        sideways = phone.page.evaluate("document.documentElement.scrollWidth")
        big = phone.page.locator(".button.big").bounding_box()

        assert sideways <= width
        small = [each for each in boxes if each[1] < TARGET or each[2] < TARGET]
        assert [each for each in small if "card" not in each[0]] == []
        # Cards of a hand may lie over each other by a little; what shows of each is wide enough.
        lefts = phone.page.evaluate(
            "[...document.querySelectorAll('.hand .row')].flatMap((row) =>"
            " [...row.children].slice(1).map((each, nth) =>"
            " each.offsetLeft - row.children[nth].offsetLeft))"
        )
        assert all(each >= TARGET for each in lefts)
        assert big["y"] + big["height"] <= height


@pytest.mark.parametrize("game", ["red7", "spring"])
@pytest.mark.parametrize("size", SMALL_SIZES)
def test_buttons_stay_in_view_while_a_card_is_held(
    phones: Callable[..., Phone], game: str, size: tuple[int, int]
) -> None:
    with ServedTable(game) as table:
        phone = phones(size, locale="de")
        begin(table, phone)
        if game == "spring":
            make_first_offer(table, phone)

        with table.pumping():
            phone.page.wait_for_selector(".hand .card.can")
            phone.page.locator(".hand .card.can").nth(1).tap()
            phone.page.wait_for_selector(".place")
            phone.page.wait_for_timeout(400)

        assert is_lower_half_visible(phone)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SMALL_SIZES)
def test_buttons_stay_in_view_while_a_gap_in_the_hand_is_chosen(
    phones: Callable[..., Phone], size: tuple[int, int], language: str
) -> None:
    """With nine cards in the hand of Spring Cleaning."""
    with ServedTable("spring") as table:
        phone = phones(size, locale=language)
        session = table.session
        begin(table, phone)
        make_first_offer(table, phone)
        rng = random.Random(1)
        for _ in range(9):
            seat = session.to_act[0]
            legal = session.match.game.legal_steps(session.match.state, seat)
            session._take(seat, rng.choice(list(legal)))
        table.play_others(0, rng)

        with phone.is_shown(table, ".gap"):
            draw = phone.page.locator('[data-key="draw"]')
            draw.tap()  # a combination could be played, so a second press is asked for
            draw.tap()
        with table.pumping():
            phone.page.wait_for_timeout(400)

        assert phone.page.locator(".hand .card").count() == 9
        assert phone.page.locator(".gap").count() == 10
        assert is_lower_half_visible(phone)
        assert list_cut_off(phone, ".zones .card") == []


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_phone_page_is_in_the_language_of_the_phone(
    phones: Callable[..., Phone], language: str, scheme: str
) -> None:
    with ServedTable() as table:
        phone = phones(locale=language, color_scheme=scheme)
        begin(table, phone)

        turn = {"en": "your turn", "de": "du bist dran", "pl": "twoja kolej"}[language]
        assert phone.text(".turn") == turn
        assert phone.page.evaluate("document.documentElement.lang") == language
        label = phone.page.locator(".hand").get_attribute("aria-label")
        assert label == {"en": "Your hand", "de": "Deine Hand", "pl": "Karty na ręce"}[language]


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("game", ["red7", "spring"])
def test_accessibility_checker_axe_finds_no_violation_on_the_phone_page(
    phones: Callable[..., Phone], game: str, scheme: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    faults: list[str] = []

    def look(phone: Phone) -> None:
        found = axe.run(phone.page).response["violations"]
        faults.extend(f"{each['id']}: {each['nodes'][0]['html']}" for each in found)

    with ServedTable(game) as table:
        phone = phones(color_scheme=scheme)
        with table.pumping():
            phone.page.goto(table.url)
            phone.page.wait_for_selector("#name")
            look(phone)
        begin(table, phone)
        with table.pumping():
            look(phone)
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_timeout(500)
            look(phone)
            phone.page.locator(".more").tap()
            phone.page.wait_for_timeout(300)
            look(phone)

    assert faults == []


@pytest.mark.parametrize("way", ["page zoom", "larger text"])
@pytest.mark.parametrize("game", ["red7", "spring"])
@pytest.mark.parametrize("size", SIZES)
def test_controls_can_be_reached_at_200_percent_page_zoom_or_text_size(
    phones: Callable[..., Phone], game: str, size: str, way: str
) -> None:
    width, height = SIZES[size]
    if way == "page zoom":
        width //= 2
        height //= 2
    with ServedTable(game) as table:
        phone = phones((width, height), device_scale_factor=2)
        begin(table, phone)

        with table.pumping():
            if way == "larger text":
                phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_timeout(500)
        sideways = phone.page.evaluate("document.documentElement.scrollWidth")
        cut = phone.page.evaluate(
            "[...document.querySelectorAll('button:not(.card), h2, h3, .line, .say, .banner')]"
            ".filter((each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1)"
            ".map((each) => each.outerHTML.slice(0, 80))"
        )

        assert sideways <= width
        assert cut == []
        for control in (".more", ".hand .card:last-child", ".button.big"):
            phone.page.locator(control).last.scroll_into_view_if_needed()
            is_there = phone.page.locator(control).last.evaluate(
                "(each) => { const box = each.getBoundingClientRect();"
                " const x = box.left + box.width / 2, y = box.top + box.height / 2;"
                " return each.contains(document.elementFromPoint(x, y)); }"
            )
            assert is_there, control


def test_page_of_another_origin_cannot_open_the_websocket(phone: Phone) -> None:
    with ServedTable() as table:
        hello = protocol.write_message("ping")
        with table.pumping():
            phone.page.goto("about:blank")
            closed = phone.page.evaluate(
                "([url, hello]) => new Promise((done) => { const it = new WebSocket(url);"
                " it.onopen = () => it.send(hello); it.onclose = (end) => done(end.code); })",
                [f"ws://127.0.0.1:{table.server.port}/seat", hello],
            )

        assert closed == 1006
        phone.errors.clear()  # the browser says that it was refused


def test_phone_page_requested_under_another_host_name_is_forbidden(browser: Any) -> None:
    """DNS rebinding: the browser believes that a name of the internet is this address."""
    playwright = pytest.importorskip("playwright.sync_api")
    assert playwright
    rules = "--host-resolver-rules=MAP evil.example 127.0.0.1"
    opened = browser.browser_type.launch(executable_path=CHROMIUM, args=["--no-sandbox", rules])
    try:
        with ServedTable() as table, table.pumping():
            page = opened.new_page()
            answer = page.goto(f"http://evil.example:{table.server.port}/")

            assert answer.status == 403
            assert "script" not in page.content()
    finally:
        opened.close()


COUNT_NODES: Final = """
    window.added = 0;
    const count = (node) => 1 + [...node.childNodes].reduce((sum, each) => sum + count(each), 0);
    new MutationObserver((list) => {
      for (const each of list) for (const node of each.addedNodes) window.added += count(node);
    }).observe(document.getElementById("app"), { childList: true, subtree: true });
    count(document.getElementById("app"));
"""
"""Counts nodes that are added from now on, moved ones too; returns the number of all nodes."""


NOTE_TASKS: Final = """
    window.tasks = []; // number of pictures that each task of the page has made addresses for
    let isFresh = true;
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      if (isFresh) {
        window.tasks.push(0);
        Promise.resolve().then(() => { isFresh = true; });
      }
      isFresh = false;
      window.tasks[window.tasks.length - 1] += 1;
      return make.call(URL, blob);
    };
    const Native = WebSocket; // delivers all messages of 50 ms in one task
    window.WebSocket = class extends Native {
      set onmessage(hear) {
        let come = [];
        super.onmessage = (event) => {
          if (!come.length) {
            setTimeout(() => {
              const all = come;
              come = [];
              all.forEach(hear);
            }, 50);
          }
          come.push({ data: event.data });
        };
      }
    };
"""
"""Notes which pictures are read in the same task, with a socket that delivers many at once."""


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_each_card_picture_is_decoded_in_a_browser_task_of_its_own(phone: Phone, game: str) -> None:
    phone.context.add_init_script(NOTE_TASKS)
    with ServedTable(game) as table:
        phone.join(table, "Ana")
        with table.pumping():
            phone.page.wait_for_selector("text=You’re in.")
        phone.page.evaluate("window.tasks.length = 0")
        table.begin()
        with table.pumping():
            phone.page.wait_for_selector(".hand .card img")

        tasks = phone.page.evaluate("window.tasks")
        assert len(tasks) > 4
        assert max(tasks) == 1


def test_portraits_are_decoded_in_several_short_browser_tasks(phone: Phone) -> None:
    phone.context.add_init_script(NOTE_TASKS)
    with ServedTable() as table:
        with phone.is_shown(table, ".faces button:last-child img"):
            phone.page.goto(table.url)

        tasks = phone.page.evaluate("window.tasks")
        assert sum(tasks) == len(HUMAN_PORTRAITS)
        assert max(tasks) <= 3


def test_tap_on_a_card_is_drawn_in_a_browser_task_of_its_own(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)

        drawn_at_once = phone.page.evaluate(
            "document.querySelector('.hand .card.can').click();"
            "document.querySelectorAll('.card.up').length"
        )

        assert drawn_at_once == 0
        phone.page.wait_for_selector(".hand .card.up")


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_unchanged_snapshot_adds_no_element_to_the_phone_page(phone: Phone, game: str) -> None:
    """A slow phone has no time to build, lay out and paint again what it shows already."""
    with ServedTable(game) as table:
        begin(table, phone)
        phone.page.evaluate(COUNT_NODES)

        table.room._publish(0)
        table.pump()
        phone.page.wait_for_timeout(300)

        assert phone.page.evaluate("window.added") == 0


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_step_rebuilds_less_than_half_of_the_phone_page(phone: Phone, game: str) -> None:
    with ServedTable(game) as table:
        begin(table, phone)
        shown = phone.page.evaluate(COUNT_NODES)
        before = revision(table)

        with table.pumping():
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_timeout(300)
            tapped = phone.page.evaluate("window.added")
            phone.page.locator(".place:not(.no), .button.big:not(:disabled)").first.tap()
        table.wait_for(partial(is_later, table, before), "a step")
        with table.pumping():
            phone.page.wait_for_timeout(300)
        stepped = phone.page.evaluate("window.added") - tapped

        assert shown > 90
        assert tapped < shown * 0.5
        assert stepped < shown * 0.5


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_unchanged_snapshot_causes_no_layout_in_the_browser(phone: Phone, game: str) -> None:
    with ServedTable(game) as table:
        begin(table, phone)
        devtools = phone.context.new_cdp_session(phone.page)
        devtools.send("Performance.enable")

        def count() -> dict[str, float]:
            metrics = devtools.send("Performance.getMetrics")["metrics"]
            return {each["name"]: each["value"] for each in metrics}

        phone.page.wait_for_timeout(300)
        before = count()
        table.room._publish(0)
        table.pump()
        phone.page.wait_for_timeout(300)

        assert count()["LayoutCount"] == before["LayoutCount"]


@pytest.mark.parametrize(("game", "hue"), [("red7", None), ("spring", 186.0), ("bazaar", 30.0)])
def test_phone_page_background_has_the_hue_of_the_games_table(
    phones: Callable[..., Phone], game: str, hue: float | None
) -> None:
    with ServedTable(game) as table:
        phone = phones(color_scheme="dark")
        with table.pumping():
            phone.page.goto(table.url)
            phone.page.wait_for_selector("#name")
        ground = phone.page.evaluate("getComputedStyle(document.body).backgroundColor")

        red, green, blue = [int(each) for each in ground.strip("rgb()").split(",")]
        shown = round(colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)[0] * 360)
        assert abs(shown - (253 if hue is None else hue)) <= 8


def test_card_keeps_its_page_element_when_another_leaves_the_hand(phone: Phone) -> None:
    with ServedTable() as table:
        begin(table, phone)
        phone.page.evaluate(
            "window.last = [...document.querySelectorAll('.hand .card')].pop(); null"
        )
        before = revision(table)

        with table.pumping():
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_selector(".place")
            phone.page.locator(".place:not(.no)").first.tap()
        table.wait_for(partial(is_later, table, before), "a step")
        with table.pumping():
            phone.page.wait_for_timeout(300)

        names = phone.page.evaluate(
            "[window.last.isConnected, window.last.dataset.card,"
            " [...document.querySelectorAll('.hand .card')].pop().dataset.card]"
        )
        assert names[0]
        assert names[1] == names[2]


def test_card_that_moves_up_to_the_place_of_a_played_one_is_not_picked(phone: Phone) -> None:
    """Names of cards are places: the next card has the name of the one that has gone."""
    with ServedTable("spring") as table:
        begin(table, phone)

        with table.pumping():
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_selector(".button.big.go-ahead:not(:disabled)")
            phone.page.locator(".button.big").tap()
            phone.page.wait_for_timeout(300)
        table.play_others(0, random.Random(1))
        with table.pumping():
            phone.page.wait_for_selector(".turn")
            phone.page.wait_for_timeout(400)

        assert phone.page.locator(".card.up").count() == 0


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_animations_of_the_phone_page_use_only_transform_and_opacity(
    phone: Phone, game: str
) -> None:
    with ServedTable(game) as table:
        begin(table, phone)
        phone.page.evaluate(
            "window.moved = new Set(); const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (frames, ...rest) {"
            " for (const each of frames) for (const key in each) window.moved.add(key);"
            " return animate.call(this, frames, ...rest); }; null"
        )

        with table.pumping():
            phone.page.locator(".hand .card.can").first.tap()
            phone.page.wait_for_timeout(300)
            phone.page.locator(".place:not(.no), .button.big:not(:disabled)").first.tap()
            phone.page.wait_for_timeout(500)
        moved = set(phone.page.evaluate("[...window.moved]"))

        assert "transform" in moved
        assert moved <= {"transform", "transformOrigin", "opacity"}
