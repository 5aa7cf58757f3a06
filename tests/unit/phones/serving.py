"""A table with phones and a real server on loopback, for tests with sockets and browsers."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, Self

from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS
from red7_desktop.kit.texts import Texts, list_languages, load_texts
from red7_desktop.phones import protocol
from red7_desktop.phones.page import PhonePage, Pictures
from red7_desktop.phones.room import Room
from red7_desktop.phones.server import PhoneServer
from red7_desktop.phones.snapshot import SeatTools
from red7_desktop.play.session import Session
from red7_desktop.resources import asset_path
from red7_desktop.scene.theme import load_theme
from tests.unit.phones.tables import GAMES, make_session, make_tools

LOOPBACK: Final = "127.0.0.1"


def load_languages() -> dict[str, Texts]:
    folder = asset_path("locale")
    return {code: load_texts(folder, code) for code in list_languages(folder)}


def make_page(game: str, language: str = "en") -> PhonePage:
    languages = load_languages()
    view = GAMES[game][0].view()
    title = view.title(languages[language])
    return PhonePage(asset_path, languages, language, title, view.style.ambience.hue)


class ServedTable:
    """A room and its server. `pump` does the work of one frame of the program's loop."""

    def __init__(
        self,
        game: str = "red7",
        *,
        seed: int = 3,
        language: str = "en",
        colours: str = "normal",
        clock: Callable[[], float] = time.monotonic,
        **changed: Any,
    ) -> None:
        self.game = game
        self.session: Session = make_session(game, seed, **changed)
        self.woken = threading.Event()
        self.sockets: list[socket.socket] = []
        page = make_page(game, language)
        self.server = PhoneServer(LOOPBACK, (0,), page.write, self.woken.set, clock)
        self.room = Room(self.server.send, self.server.close, faces=HUMAN_PORTRAITS)
        self._languages = load_languages()
        texts = self._languages[language]
        row, options = GAMES[game]
        style = CardStyle(colours, texts, options, asset_path)
        art = row.view().style.build_card_art(style)
        self._pictures = Pictures(art)
        theme = load_theme(asset_path("themes", "dark.json"))
        self._art = art
        self._theme = theme
        self._language = language

    def make_tools(self, language: str) -> SeatTools:
        texts = self._languages.get(language, self._languages[self._language])
        made = make_tools(self.game, texts)
        return SeatTools(
            made.view, texts, made.level_names, made.settings, made.assists, made.hints, self.tint
        )

    def tint(self, letter: str) -> str:
        try:
            colour = self._theme.swatch("on_dark", self._art.find_swatch_name(letter))
        except KeyError:
            return ""
        return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"

    def __enter__(self) -> Self:
        self.server.start()
        self.session.add_listener(lambda change: self.room.invalidate())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.room.close()
        self.server.stop()
        for each in self.sockets:
            each.close()

    def connect(self) -> socket.socket:
        """Connect like a phone. The connection is closed with the table."""
        found = socket.create_connection((LOOPBACK, self.server.port), timeout=10)
        self.sockets.append(found)
        return found

    @property
    def url(self) -> str:
        return f"{self.server.origin}/#{self.room.code}"

    def begin(self) -> None:
        self.room.start_match(self.session, self.make_tools, self._pictures)

    def pump(self) -> None:
        for happened in self.server.poll():
            self.room.handle_message(happened.connection, happened.text)
        self.room.tick()

    def wait_for(self, is_so: Callable[[], Any], what: str = "") -> None:
        """Pump until a condition is true.

        Raises:
            AssertionError: The condition never became true.
        """
        for _ in range(1500):
            self.pump()
            if is_so():
                return
            self.woken.wait(0.01)
            self.woken.clear()
        raise AssertionError(f"never: {what}")

    @contextmanager
    def pumping(self) -> Iterator[None]:
        """Pump in a thread while a browser runs."""
        stop = threading.Event()

        def run() -> None:
            while not stop.is_set():
                self.pump()
                self.woken.wait(0.01)
                self.woken.clear()

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()

    def play_others(self, seat: int, rng: random.Random) -> None:
        """Let all other seats take their first legal steps until a seat has to act."""
        for _ in range(400):
            asked = self.session.to_act
            if not asked or asked == (-1,) or asked == (seat,):
                return
            actor = next(each for each in asked if each != seat)
            legal = self.session.match.game.legal_steps(self.session.match.state, actor)
            tempting = [step for step in legal if str(step) != "pass"] or list(legal)
            self.session._take(actor, rng.choice(tempting))

    def admit_all(self) -> None:
        """Give each waiting phone the next free seat."""
        for request in list(self.room.requests):
            free = [seat for seat in range(3) if seat not in self.room.guests]
            self.room.admit(request, free[0])


def hello(room: Room, token: str = "") -> str:
    return protocol.write_message(
        "hello", room=room.code, token=token, protocol=protocol.PROTOCOL, language="en"
    )
