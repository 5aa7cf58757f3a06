"""Pictures of phones at the table, for docs/phones.md: lobby, table, and the page of each game.

The lobby and the table need no network. The page is shown by Debian's Chromium, which connects to
the program over loopback; without Chromium its pictures stay as they are.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from unittest import mock

import pygame

from red7_desktop.app.features import PhonesFeature
from red7_desktop.app.matches.setups import build_first_setup
from red7_desktop.app.phones import host as hosting
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.phones import protocol

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.app.launch import Headless

ADDRESS: Final = "192.168.1.23"
"""An address as in most homes; pictures of the lobby show it."""
PORT: Final = 7077
ROOM: Final = "picture-1"
LOOPBACK: Final = "127.0.0.1"
GUESTS: Final = (("Ana", "cat"), ("Ben", "panda"), ("Cleo", "frog"))
PHONE: Final = SeatPlan(is_phone=True)
PHONE_SIZE: Final = (390, 844)
TABLE_STEPS: Final = 9
"""Turns of people before the picture of the table."""
PAGES: Final[Mapping[str, str]] = {"red7": "phone_red7.png", "spring": "phone_spring.png"}
PATIENCE: Final = 60.0
"""Seconds to wait for the browser at most."""


class SilentServer:
    """Stands in for the server of the lobby's pictures, and listens nowhere."""

    address = ADDRESS
    port = PORT
    origin = f"http://{ADDRESS}:{PORT}"

    def __init__(self, *options: object) -> None:
        pass

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def send(self, connection: int, text: str) -> None:
        pass

    def close(self, connection: int, code: int) -> None:
        pass

    def poll(self) -> tuple[()]:
        return ()


def open_lobby(headless: Headless, game: str, *plans: SeatPlan, seed: int) -> hosting.PhoneHost:
    """Open the lobby of a match with phones, and return its host."""
    setup = replace(build_first_setup(CATALOGUE[game]), seats=plans, seed=seed)
    if game == "red7":
        setup = setup.with_values(advanced=True)
    headless.program.play(setup)
    return headless.program.feature(PhonesFeature).service


def take_lobby_and_table(headless: Headless, folder: Path) -> None:
    """Take the pictures of the lobby and of a table without hands."""
    with (
        mock.patch.object(hosting, "PhoneServer", SilentServer),
        mock.patch.object(hosting, "choose_addresses", return_value=(ADDRESS,)),
    ):
        host = open_lobby(headless, "red7", PHONE, PHONE, PHONE, SeatPlan(level="sharp"), seed=4)
        room = host.room
        if room is None:
            raise RuntimeError("the lobby has no room")
        room.code = ROOM
        for connection, (name, face) in enumerate(GUESTS, start=1):
            hello = {"room": ROOM, "token": "", "protocol": protocol.PROTOCOL, "language": "en"}
            room.handle_message(connection, protocol.write_message("hello", **hello))
            room.handle_message(connection, protocol.write_message("join", name=name, face=face))
            if connection < len(GUESTS):
                host.admit(room.requests[0])
        headless.wait(1.0)
        pygame.image.save(headless.surface, folder / "phones_lobby.png")
        host.admit(room.requests[0])
        host.deal()
        headless.wait(4.0)
        for _ in range(TABLE_STEPS):
            take_turn(headless)
        headless.wait(3.0)
        pygame.image.save(headless.surface, folder / "phones_table.png")
        headless.program.show_title()
        headless.wait(0.5)


def take_turn(headless: Headless) -> None:
    """Let the person who is to act take a turn as the "greedy" player would."""
    session = headless.session
    while not any(seat in session.remote for seat in session.to_act):
        headless.step_frame(0.1)
    seat = next(each for each in session.to_act if each in session.remote)
    greedy = CATALOGUE[session.match.game.name].players().player_of("greedy")
    observation = session.match.game.observe(session.match.state, seat)
    for step in greedy.choose(observation, 0, 0).steps:
        session._take(seat, step)
        headless.wait(0.5)


def take_pages(headless: Headless, folder: Path) -> bool:
    """Take a picture of each game's page; return False if there is no Chromium."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return False
    from playwright.sync_api import sync_playwright

    width, height = PHONE_SIZE
    with (
        mock.patch.object(hosting, "choose_addresses", return_value=(LOOPBACK,)),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for game, name in PAGES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height},
                device_scale_factor=2,
                has_touch=True,
                is_mobile=True,
                locale="en",
                color_scheme="dark",
            )
            with in_a_match(headless, game, context.new_page()) as page:
                page.locator(".hand .card.can").first.tap()
                wait_for(headless, lambda page=page: bool(page.locator(".card.up").count()))
                run(headless, 0.5)
                page.screenshot(path=folder / name)
            context.close()
        browser.close()
    return True


@contextmanager
def in_a_match(headless: Headless, game: str, page: Any) -> Iterator[Any]:
    """Join a match against AI players with a page, and play until it is its turn again."""
    levels = [SeatPlan(level=level) for level in ("sharp", "steady", "casual")]
    host = open_lobby(headless, game, PHONE, *levels, seed=4)
    room = host.room
    if room is None:
        raise RuntimeError("the lobby has no room")
    page.goto(host.url)
    wait_for(headless, lambda: bool(page.locator("#name").count()))
    page.fill("#name", GUESTS[0][0])
    page.locator(".faces button").first.tap()
    page.tap(".go-ahead")
    wait_for(headless, lambda: bool(room.requests))
    host.admit(room.requests[0])
    host.deal()
    headless.wait(4.0)
    for _ in range(3):
        take_turn(headless)
    session = headless.session
    wait_for(headless, lambda: session.to_act == (0,) and bool(page.locator(".turn").count()))
    run(headless, 1.0)
    yield page
    headless.program.show_title()
    headless.wait(0.5)


def run(headless: Headless, seconds: float) -> None:
    """Run frames in real time, so that the browser keeps up."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        headless.step_frame(0.05, draws=False)
        time.sleep(0.02)


def wait_for(headless: Headless, is_so: Callable[[], bool]) -> None:
    """Run frames until a condition is true.

    Raises:
        TimeoutError: It took too long.
    """
    ends = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > ends:
            raise TimeoutError("the phone's page shows nothing")
        run(headless, 0.1)
