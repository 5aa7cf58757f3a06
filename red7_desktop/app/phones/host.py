"""Hosts a match with phones: opens the room, deals, and looks after phones that sleep."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import pygame

from red7_desktop.app.feature import PHONES, Feature, Navigator
from red7_desktop.app.table.mode import TableMode
from red7_desktop.kit import setup, table_model
from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.look.icons import OWN_FACES
from red7_desktop.kit.pages import page
from red7_desktop.kit.phrases import describe_kinds
from red7_desktop.kit.texts import Texts, load_texts
from red7_desktop.phones.addresses import PORTS, choose_addresses, list_adapters
from red7_desktop.phones.page import Page, Pictures
from red7_desktop.phones.room import Guest, JoinRequest, Room
from red7_desktop.phones.server import NoAddress, PhoneServer
from red7_desktop.phones.snapshot import SeatTools
from red7_desktop.play.ai import Seat
from red7_desktop.play.session import Session
from red7_desktop.resources import asset_path
from red7_desktop.scene.node import Node
from red7_desktop.tabletop.game import SEAT_LETTERS

_LOG: Final = logging.getLogger(__name__)
NAP: Final = 4.0
"""A phone that has been away for so many seconds is said to be asleep."""
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_CODE: Final = re.compile(r"[\w-]{4,32}")


@cache
def _wake_event() -> int:
    return pygame.event.custom_type()


def _wake() -> None:
    """Wake the program's loop; called in the server's thread."""
    with suppress(pygame.error):  # the queue is full, so it is awake, or the program has ended
        pygame.event.post(pygame.Event(_wake_event()))


class PhoneHost(Feature):
    """Keeps the room of the lobby or of the match on the table, and its server.

    Attributes:
        setup: What will be played.
        room: Who has come; None while there is no room.
        session: The match that is played, None in the lobby.
    """

    def __init__(
        self, navigator: Navigator, make_page: Callable[..., page.Page], address: str = ""
    ) -> None:
        """Keep nothing yet.

        Args:
            navigator: The program.
            make_page: Makes the page of the lobby; see `LobbyPage`.
            address: The address to listen on, "" for the likeliest.
        """
        super().__init__(navigator)
        self.setup: setup.GameSetup | None = None
        self.room: Room | None = None
        self.session: Session | None = None
        self._wanted = address
        self._server: PhoneServer | None = None
        self._addresses: tuple[str, ...] = ()
        self._make_page = make_page
        self._page: page.Page | None = None
        self._listens_since = 0.0
        self._asleep_since: dict[int, float] = {}
        self._mode: PhonesMode | None = None
        _wake_event()

    # -- the room ------------------------------------------------------------------------------

    def open_lobby(self, wanted: setup.GameSetup) -> None:
        """Show the lobby for a set-up; its seats for phones are open. One more is made, if none."""
        self.stop()
        if sys.platform == "win32" and self.ui.settings.fullscreen:
            # Windows asks in a window of its own, behind one that fills the screen.
            self.ui.change_settings(replace(self.ui.settings, fullscreen=False))
        if not wanted.has_phones:
            people = [nth for nth, seat in enumerate(wanted.seats) if not seat.is_person]
            opened = people[0] if people else 0
            wanted = wanted.with_seat(opened, setup.SeatPlan(is_phone=True))
        self.setup = wanted
        self.room = Room(self._send, self._close, faces=OWN_FACES)
        self.room.on_change = self._show_again
        self._listen()
        # What is chosen here changes nothing about the set-up that the next match begins with.
        self.navigator.choose_game(wanted.game)
        self._page = self._make_page(self, on_leave=self._leave_lobby)
        self.navigator.show(self._page)

    def _leave_lobby(self) -> None:
        game = None
        if self.setup is not None:
            game = self.setup.game
        self.stop()
        self.navigator.show_new_game(game)

    def _listen(self) -> bool:
        """Listen on the first address that works; False where there is none."""
        self._stop_server()
        clock = self.ui.stage.clock
        if not self._addresses:
            found = choose_addresses(list_adapters())
            if self._wanted:
                self._addresses = (self._wanted,)
            else:
                self._addresses = found
        language = self.ui.texts.language
        languages = {code: self._texts_of(code) for code in self._languages()}
        if self.setup is not None:
            game = self.setup.game
        else:
            game = self.navigator.setups.last
        title = self.box[game].face().title(self.ui.texts)
        document = Page(asset_path, languages, language, title)
        for address in self._addresses:
            try:
                server = PhoneServer(address, PORTS, document.write, _wake, clock.now)
            except NoAddress as error:
                _LOG.warning("phones: %s", error)
                continue
            server.start()
            self._server = server
            self._listens_since = clock.now()
            return True
        return False

    def try_next_address(self) -> None:
        """Listen on the machine's next address."""
        self._addresses = (*self._addresses[1:], *self._addresses[:1])
        if self.room is not None:
            self.room.close("other_room")
        self._listen()
        self._show_again()

    @property
    def has_other_addresses(self) -> bool:
        return len(self._addresses) > 1

    @property
    def url(self) -> str:
        """What the code holds; "" while nothing can listen."""
        if self._server is None or self.room is None:
            return ""
        return f"{self._server.origin}/#{self.room.code}"

    @property
    def address(self) -> str:
        """The address and the port as people type them."""
        if self._server is None:
            return ""
        return f"{self._server.address}:{self._server.port}"

    @property
    def listens_for(self) -> float:
        """For how many seconds phones could have come."""
        return self.ui.stage.clock.now() - self._listens_since

    def _send(self, connection: int, text: str) -> None:
        if self._server is not None:
            self._server.send(connection, text)

    def _close(self, connection: int, code: int) -> None:
        if self._server is not None:
            self._server.close(connection, code)

    def stop(self) -> None:
        """Send all phones away and stop listening."""
        if self.room is not None:
            self.room.close()
        self._stop_server()
        self.room = self.session = self._page = self._mode = None
        self._asleep_since.clear()

    def _stop_server(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    # -- seats ---------------------------------------------------------------------------------

    @property
    def open_seats(self) -> list[int]:
        """The seats for phones that nobody has yet."""
        if self.setup is None or self.room is None or self.session is not None:
            return []
        taken = self.room.guests
        return [
            nth for nth, seat in enumerate(self.setup.seats) if seat.is_phone and nth not in taken
        ]

    def admit(self, request: JoinRequest) -> None:
        """Give somebody the first open seat."""
        if self.room is not None and self.open_seats and request in self.room.requests:
            self.room.admit(request, self.open_seats[0])

    def refuse(self, request: JoinRequest) -> None:
        if self.room is not None and request in self.room.requests:
            self.room.refuse(request)

    def remove(self, seat: int) -> None:
        """Take a seat back in the lobby: it is open again."""
        if self.room is not None:
            self.room.remove(seat)

    def fill_with_ai(self, seat: int) -> None:
        """Let an AI player have an open seat."""
        if self.setup is None:
            return
        taken = {each.level for each in self.setup.seats}
        levels = [level.key for level in self.box[self.setup.game].players().levels]
        free = [key for key in levels if key not in taken] or levels
        self.setup = self.setup.with_seat(seat, setup.SeatPlan(level=free[0]))
        self._show_again()

    def deal(self) -> None:
        """Begin the match; everyone who has been let in plays on a phone."""
        if self.setup is None or self.room is None or self.open_seats:
            return
        named = self.setup
        for seat, guest in self.room.guests.items():
            named = named.with_seat(seat, setup.SeatPlan(guest.name, None, guest.face, True))
        self.navigator.begin(partial(self._begin, named))

    def _begin(self, named: setup.GameSetup) -> Session:
        seated = self.navigator.profile.seated_in(named)
        session = self.navigator.match_service.begin(seated, self.ui.texts)
        # While room was made among the saved matches, the phones have been sent away.
        if self.room is not None:
            self._play(session)
        return session

    def _play(self, session: Session) -> None:
        room = self.room
        if room is None:
            raise RuntimeError("there is no room to play in")
        self.session = session
        self._page = None
        row = self.box[session.match.game.name]
        style = CardStyle(
            self.ui.settings.colours, self.ui.texts, session.match.options, asset_path
        )
        pictures = Pictures(row.face().look.pictures(style))
        advisers = {seat: self.navigator.make_adviser(row.name) for seat in room.guests}
        session.extra[PHONES] = write_guests(room)
        session.set_remote(room.guests)
        room.begin(session, self._make_tools, pictures, advisers)
        session.listen(lambda change: room.changed())

    # -- the match -----------------------------------------------------------------------------

    def make_mode(self, session: Session) -> TableMode | None:
        """Return what stands at a table with phones; a match from the library gets its room."""
        if self._is_rematch(session):
            self._play(session)
        elif session is not self.session:
            guests = read_guests(session.extra.get(PHONES), session.seats)
            if not guests or not session.to_act:
                return None
            self._resume(session, *guests)
        if session is not self.session:
            return None
        self._mode = PhonesMode(self)
        return self._mode

    def _is_rematch(self, session: Session) -> bool:
        """Whether the people of the match that is over play another one."""
        before = self.session
        if self.room is None or before is None or session is before or before.to_act:
            return False
        return session.match.revision == 0 and session.seats == before.seats

    def _resume(self, session: Session, code: str, guests: Mapping[int, Guest]) -> None:
        self.stop()
        seats = list(session.seats)
        for seat, guest in guests.items():
            seats[seat] = seats[seat]._replace(face=guest.face)
        session.seats = tuple(seats)
        self.setup = None
        self.room = Room(self._send, self._close, faces=OWN_FACES, guests=guests, code=code)
        self.room.on_change = self._show_again
        if not self._listen():
            self.room = None
            message = self.ui.texts("No network: everyone plays on this screen.")
            self.ui.stage.toasts.show(message, style="warning")
            return
        self._play(session)

    def show_phones(self) -> None:
        """Show the code and the seats above the table."""
        self._page = self._make_page(self, on_leave=self._close_phones, as_overlay=True)
        self.navigator.open_page(self._page)

    def _close_phones(self) -> None:
        self._page = None
        self.navigator.close_page()

    def play_here(self, seat: int) -> None:
        """Let a seat's hand be played on this screen, behind the curtain; or give it back."""
        if self.session is not None:
            self.session.set_remote(self.session.remote ^ {seat})
            self._show_again()

    def give_to_ai(self, seat: int) -> None:
        """Let an AI player go on with a seat for good."""
        session = self.session
        room = self.room
        if session is None or room is None:
            return
        levels = self.box[session.match.game.name].players().levels
        taken = {each.player for each in session.seats}
        level = next((each for each in levels if each.key not in taken), levels[0])
        room.remove(seat)
        session.extra[PHONES] = write_guests(room)
        session.reseat(seat, Seat(level.name, level.key))
        session.set_remote(session.remote - {seat})
        self._show_again()

    def list_sleeping(self) -> tuple[int, ...]:
        """List the seats whose phones have been away for a while."""
        now = self.ui.stage.clock.now()
        return tuple([seat for seat, since in self._asleep_since.items() if now - since > NAP])

    def _show_again(self) -> None:
        """Show who is there now, on the page and at the table."""
        if self._page is not None:
            self._page.rebuild(self.ui.stage.focus.place_in(self._page.node))
        if self._mode is not None:
            self._mode.renew()

    # -- what the program calls ----------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        naps = self.room is not None and len(self.list_sleeping()) < len(self._asleep_since)
        return naps or (self.room is not None and self.room.is_waiting)

    def tick(self) -> None:
        if self.room is None or self._server is None:
            return
        navigator = self.navigator
        is_in_lobby = self.session is None and navigator.screen is self._page
        is_at_table = self.session is not None and navigator.match_service.is_open(self.session)
        if not (is_in_lobby or is_at_table):
            self.stop()
            return
        for happened in self._server.poll():
            self.room.hear(happened.connection, happened.text)
        self.room.tick()
        self._watch_sleep()

    def _watch_sleep(self) -> None:
        if self.room is None:
            return
        now = self.ui.stage.clock.now()
        sleeping = self.room.list_sleeping()
        before = self.list_sleeping()
        self._asleep_since = {seat: self._asleep_since.get(seat, now) for seat in sleeping}
        if self.session is not None and self.list_sleeping() != before and self._mode is not None:
            self._mode.renew()

    def close(self) -> None:
        self.stop()

    # -- what snapshots are made with ----------------------------------------------------------

    def _languages(self) -> tuple[str, ...]:
        return self.navigator.presentation.languages

    def _texts_of(self, language: str) -> Texts:
        return load_texts(asset_path("locale"), language)

    def _make_tools(self, language: str) -> SeatTools:
        session = self.session
        if session is None:
            raise RuntimeError("no match is being played")
        known = language in self._languages()
        if known:
            texts = self._texts_of(language)
        else:
            texts = self.ui.texts
        settings = self.ui.settings
        return SeatTools(
            view=self.box[session.match.game.name].face(),
            texts=texts,
            kinds=describe_kinds(texts),
            switches=frozenset(settings.switches),
            assists=settings.shows_marks,
            hints=True,
            tint=self._tint,
        )

    def _tint(self, letter: str) -> str:
        art = self.ui.faces
        try:
            colour = self.ui.stage.look.theme.swatch("on_dark", art.swatch(letter))
        except (KeyError, ValueError):
            return ""
        return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


class PhonesMode(TableMode):
    """Says at the table which seats play on phones, and which phones sleep."""

    def __init__(self, host: PhoneHost) -> None:
        super().__init__(Node(name="phones"))
        self._host = host
        self._is_attached = False

    @property
    def menu(self) -> tuple[tuple[str, str, Callable[[], None]], ...]:  # type: ignore[override]
        texts = self._host.ui.texts
        return (("phones", texts("Phones"), self._host.show_phones),)

    def opened(self) -> None:
        self._is_attached = True

    def closed(self) -> None:
        self._is_attached = False

    def renew(self) -> None:
        """Show who is there now."""
        if self._is_attached:
            self.around.present()

    def shown(self, model: table_model.TableModel) -> table_model.TableModel:
        session = self._host.session
        texts = self._host.ui.texts
        if session is not None:
            remote = session.remote
        else:
            remote = frozenset()
        sleeping = self._host.list_sleeping()
        seats = []
        for seat in model.seats:
            kind = seat.kind
            if seat.seat in remote:
                kind = texts("on a phone")
                if seat.seat in sleeping:
                    kind = texts("phone asleep")
            seats.append(replace(seat, kind=kind))
        shown = replace(model, seats=tuple(seats))
        if session is None or session.viewer is not None:
            return shown
        # Nobody plays on the screen now: what only a hand can do, its phone has.
        undo = replace(model.actions.undo, is_enabled=False)
        return replace(shown, actions=replace(model.actions, undo=undo, low=None, offer=None))


def write_guests(room: Room) -> dict[str, Any]:
    """Return what a saved match keeps of a room, as plain JSON."""
    return {
        "room": room.code,
        "seats": {
            SEAT_LETTERS[seat]: {"token": guest.token_hash, "face": guest.face}
            for seat, guest in room.guests.items()
        },
    }


def read_guests(value: Any, seats: tuple[Seat, ...]) -> tuple[str, dict[int, Guest]] | None:
    """Read what a saved match keeps of a room; None for what makes no sense."""
    match value:
        case {"room": str(code), "seats": dict(found)} if _CODE.fullmatch(code):
            pass
        case _:
            return None
    guests: dict[int, Guest] = {}
    for letter, entry in found.items():
        if len(letter) == 1:
            seat = SEAT_LETTERS.find(letter)
        else:
            seat = -1
        match entry:
            case {"token": str(token), "face": str(face)} if _HASH.fullmatch(token):
                if 0 <= seat < len(seats) and seats[seat].is_person:
                    if face in OWN_FACES:
                        shown = face
                    else:
                        shown = ""
                    guests[seat] = Guest(seats[seat].name, shown, token)
    if guests:
        return (code, guests)
    return None
