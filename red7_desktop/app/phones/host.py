"""Hosts a match on phones: lets users join, starts the match, and watches for sleeping phones."""

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
from red7_desktop.kit.look.card_art import CardStyle, choose_back_painter
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS
from red7_desktop.kit.pages import page
from red7_desktop.kit.phrases import describe_levels
from red7_desktop.kit.texts import Texts, load_texts
from red7_desktop.kit.ui import Ui
from red7_desktop.phones.addresses import PORTS, choose_addresses, list_adapters
from red7_desktop.phones.page import PhonePage, Pictures
from red7_desktop.phones.room import Guest, JoinRequest, Room
from red7_desktop.phones.server import NoAddressError, PhoneServer
from red7_desktop.phones.snapshot import SeatTools
from red7_desktop.play.ai import Seat
from red7_desktop.play.session import Session
from red7_desktop.resources import asset_path
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.tabletop.game import SEAT_LETTERS

_LOG: Final = logging.getLogger(__name__)
DISCONNECTED_AFTER: Final = 4.0
"""Seconds of disconnection after which a phone is shown as asleep."""
_CARD_SETTINGS: Final = frozenset({"colours", "back"})
"""Settings that change the pictures of cards: when they change, phones load the pictures again."""
_SNAPSHOT_SETTINGS: Final = frozenset({"assist", "switches"})
"""Settings that change the highlights and buttons on phones, but not the pictures of cards."""
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_CODE: Final = re.compile(r"[\w-]{4,32}")


@cache
def _wake_event() -> int:
    return pygame.event.custom_type()


def _wake() -> None:
    """Wake the program's loop. Called in the server's thread."""
    # Ignore errors: the queue is full, so that the loop is awake anyway, or pygame has quit.
    with suppress(pygame.error):
        pygame.event.post(pygame.Event(_wake_event()))


class PhoneHost(Feature):
    """Manages the users who play on phones, and the server to which the phones connect.

    Attributes:
        setup: Set-up of the match, None outside of the lobby.
        room: The users who play on phones, in the lobby or in the match; None without a lobby and a
            match.
        session: The match, None in the lobby.
    """

    def __init__(
        self, navigator: Navigator, make_page: Callable[..., page.Page], address: str = ""
    ) -> None:
        """Set up the host without starting a server.

        Args:
            navigator: Opens pages, and gives access to the program's services.
            make_page: Creates the page of the lobby; takes the arguments of `lobby.LobbyPage`.
            address: Network address at which the server listens; "" for the most probable one.
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
        navigator.presentation.listen(self._follow_settings)
        _wake_event()

    # -- lobby and server ----------------------------------------------------------------------

    def open_lobby(self, wanted: setup.GameSetup) -> None:
        """Show the lobby for a set-up. If it has no seat for a phone, an AI seat becomes one."""
        self.stop()
        if sys.platform == "win32" and self.ui.settings.fullscreen:
            # Leave full screen: Windows would show its firewall question behind the window.
            self.ui.change_settings(replace(self.ui.settings, fullscreen=False))
        if not wanted.has_phones:
            people = [nth for nth, seat in enumerate(wanted.seats) if not seat.is_person]
            opened = people[0] if people else 0
            wanted = wanted.with_seat(opened, setup.SeatPlan(is_phone=True))
        self.setup = wanted
        self.room = Room(self._send, self._close, faces=HUMAN_PORTRAITS)
        self.room.on_change = self._refresh
        self._listen()
        # The lobby's changes to the set-up aren't remembered for the next match.
        self.navigator.choose_game(wanted.game)
        self._page = self._make_page(self, on_leave=self._leave_lobby)
        self.navigator.show(self._page)

    def _leave_lobby(self) -> None:
        game = None
        if self.setup is not None:
            game = self.setup.game
        self.stop()
        self.navigator.show_new_game(game)

    def _listen(self, session: Session | None = None) -> bool:
        """Start a server on the first usable address; return False if there is none.

        Args:
            session: The match that is played; None before it starts, while users join in the lobby.
        """
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
        if session is not None:
            game = session.match.game.name
        elif self.setup is not None:
            game = self.setup.game
        else:
            game = self.navigator.setups.last
        view = self.catalogue[game].view()
        hue = view.style.ambience.hue
        document = PhonePage(asset_path, languages, language, view.title(self.ui.texts), hue)
        for address in self._addresses:
            try:
                server = PhoneServer(address, PORTS, document.write, _wake, clock.now)
            except NoAddressError as error:
                _LOG.warning("phones: %s", error)
                continue
            server.start()
            self._server = server
            self._listens_since = clock.now()
            return True
        return False

    def try_next_address(self) -> None:
        """Restart the server on the computer's next address."""
        self._addresses = (*self._addresses[1:], *self._addresses[:1])
        if self.room is not None:
            self.room.close("other_room")
        self._listen(self.session)
        self._refresh()

    @property
    def has_other_addresses(self) -> bool:
        return len(self._addresses) > 1

    @property
    def url(self) -> str:
        """The address in the QR code; "" without a server."""
        if self._server is None or self.room is None:
            return ""
        return f"{self._server.origin}/#{self.room.code}"

    @property
    def address(self) -> str:
        """Address and port to type into a phone's browser; "" while no server runs."""
        if self._server is None:
            return ""
        return f"{self._server.address}:{self._server.port}"

    @property
    def uptime(self) -> float:
        """Seconds since the server was started."""
        return self.ui.stage.clock.now() - self._listens_since

    def _send(self, connection: int, text: str) -> None:
        if self._server is not None:
            self._server.send(connection, text)

    def _close(self, connection: int, code: int) -> None:
        if self._server is not None:
            self._server.close(connection, code)

    def stop(self) -> None:
        """Disconnect all phones and stop the server."""
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
        """Seats for phones that are still free."""
        if self.setup is None or self.room is None or self.session is not None:
            return []
        taken = self.room.guests
        return [
            nth for nth, seat in enumerate(self.setup.seats) if seat.is_phone and nth not in taken
        ]

    def admit(self, request: JoinRequest) -> None:
        """Admit a user to the first free seat."""
        if self.room is not None and self.open_seats and request in self.room.requests:
            self.room.admit(request, self.open_seats[0])

    def refuse(self, request: JoinRequest) -> None:
        if self.room is not None and request in self.room.requests:
            self.room.refuse(request)

    def remove(self, seat: int) -> None:
        """Remove a guest from a seat while the lobby is open, so that the seat is free again."""
        if self.room is not None:
            self.room.remove(seat)

    def fill_with_ai(self, seat: int) -> None:
        """Give a free seat to an AI player."""
        if self.setup is None:
            return
        taken = {each.level for each in self.setup.seats}
        levels = [level.key for level in self.catalogue[self.setup.game].players().levels]
        free = [key for key in levels if key not in taken] or levels
        self.setup = self.setup.with_seat(seat, setup.SeatPlan(level=free[0]))
        self._refresh()

    def deal(self) -> None:
        """Start the match; all guests play on their phones."""
        if self.setup is None or self.room is None or self.open_seats:
            return
        named = self.setup
        for seat, guest in self.room.guests.items():
            named = named.with_seat(seat, setup.SeatPlan(guest.name, None, guest.portrait, True))
        self.navigator.start_match(partial(self._begin, named))

    def _begin(self, named: setup.GameSetup) -> Session:
        seated = self.navigator.profile.with_own_name(named)
        session = self.navigator.match_service.begin(seated, self.ui.texts)
        # The room may have been closed while the user was asked to delete a saved match.
        if self.room is not None:
            self._play(session)
        return session

    def _play(self, session: Session) -> None:
        room = self.room
        if room is None:
            raise RuntimeError("there is no room to play in")
        self.session = session
        self._page = None
        row = self.catalogue[session.match.game.name]
        pictures = self._make_pictures(session)
        advisers = {seat: self.navigator.make_adviser(row.name) for seat in room.guests}
        session.extra[PHONES] = write_guests(room)
        session.set_remote(room.guests)
        service = self.navigator.match_service
        room.start_match(
            session,
            self._make_tools,
            pictures,
            advisers,
            is_saved=lambda: not service.is_saving,
        )
        session.add_listener(lambda change: room.invalidate())

    def _make_pictures(self, session: Session) -> Pictures:
        settings = self.ui.settings
        style = CardStyle(settings.colours, self.ui.texts, session.match.options, asset_path)
        art = self.catalogue[session.match.game.name].view().style.build_card_art(style)
        art.back = choose_back_painter(settings.back, asset_path)
        return Pictures(art)

    def _follow_settings(self, before: Ui, look: ResolvedTheme) -> None:
        """Send phones new card pictures, marks or buttons after a change of the settings."""
        if self.room is None or self.session is None:
            return
        changed = self.ui.settings.differences(before.settings)
        if changed & _CARD_SETTINGS:
            self.room.use_pictures(self._make_pictures(self.session))
        if changed & _SNAPSHOT_SETTINGS:
            self.room.apply_settings()

    # -- the match -----------------------------------------------------------------------------

    def make_mode(self, session: Session) -> TableMode | None:
        """Return the object that adapts the table to a match with phones.

        If the match is continued from a save, first start the server again, so that the phones of
        its players can reconnect. None if the match has no players on phones.
        """
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
        """Return whether a session is a rematch of the match that has just ended."""
        before = self.session
        if self.room is None or before is None or session is before or before.to_act:
            return False
        return session.match.revision == 0 and session.seats == before.seats

    def _resume(self, session: Session, code: str, guests: Mapping[int, Guest]) -> None:
        self.stop()
        seats = list(session.seats)
        for seat, guest in guests.items():
            seats[seat] = seats[seat]._replace(portrait_key=guest.portrait)
        session.seats = tuple(seats)
        self.setup = None
        self.room = Room(self._send, self._close, faces=HUMAN_PORTRAITS, guests=guests, code=code)
        self.room.on_change = self._refresh
        if not self._listen(session):
            self.room = None
            message = self.ui.texts("No network: everyone plays on this screen.")
            self.ui.stage.toasts.show(message, style="warning")
            return
        self._play(session)

    def show_phones(self) -> None:
        """Open the page with the QR code and the seats, while the match is running."""
        self._page = self._make_page(self, on_leave=self._close_phones, as_overlay=True)
        self.navigator.open_page(self._page)

    def _close_phones(self) -> None:
        self._page = None
        self.navigator.close_page()

    def toggle_local_play(self, seat: int) -> None:
        """Play a seat's hand on this screen instead of its phone, or give it back to the phone."""
        if self.session is not None:
            self.session.set_remote(self.session.remote ^ {seat})
            self._refresh()

    def give_to_ai(self, seat: int) -> None:
        """Give a seat to an AI player for the rest of the match."""
        session = self.session
        room = self.room
        if session is None or room is None:
            return
        levels = self.catalogue[session.match.game.name].players().levels
        taken = {each.player for each in session.seats}
        level = next((each for each in levels if each.key not in taken), levels[0])
        room.remove(seat)
        session.extra[PHONES] = write_guests(room)
        session.replace_player(seat, Seat(level.name, level.key))
        session.set_remote(session.remote - {seat})
        self._refresh()

    def list_disconnected(self) -> tuple[int, ...]:
        """Return the seats whose phones have been disconnected for a while."""
        now = self.ui.stage.clock.now()
        return tuple(
            [seat for seat, since in self._asleep_since.items() if now - since > DISCONNECTED_AFTER]
        )

    def _refresh(self) -> None:
        """Update the lobby's page and the table after a change of the room."""
        if self._page is not None:
            self._page.rebuild(self.ui.stage.focus.focused_name(self._page.node))
        if self._mode is not None:
            self._mode.rebuild()

    # -- called by the program -----------------------------------------------------------------

    @property
    def needs_tick(self) -> bool:
        naps = self.room is not None and len(self.list_disconnected()) < len(self._asleep_since)
        return naps or (self.room is not None and self.room.needs_tick)

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
            self.room.handle_message(happened.connection, happened.text)
        self.room.tick()
        self._update_disconnected()

    def _update_disconnected(self) -> None:
        if self.room is None:
            return
        now = self.ui.stage.clock.now()
        sleeping = self.room.list_disconnected()
        before = self.list_disconnected()
        self._asleep_since = {seat: self._asleep_since.get(seat, now) for seat in sleeping}
        if (
            self.session is not None
            and self.list_disconnected() != before
            and self._mode is not None
        ):
            self._mode.rebuild()

    def close(self) -> None:
        self.stop()

    # -- input for snapshots -------------------------------------------------------------------

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
            view=self.catalogue[session.match.game.name].view(),
            texts=texts,
            level_names=describe_levels(texts),
            settings=frozenset(settings.switches),
            assists=settings.shows_marks,
            hints=True,
            tint=self._tint,
        )

    def _tint(self, letter: str) -> str:
        art = self.ui.card_art
        try:
            colour = self.ui.stage.look.theme.swatch("on_dark", art.find_swatch_name(letter))
        except (KeyError, ValueError):
            return ""
        return f"#{colour.r:02x}{colour.g:02x}{colour.b:02x}"


class PhonesMode(TableMode):
    """Shows at the table which seats play on phones, and which phones are asleep."""

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

    def rebuild(self) -> None:
        """Update the table's HUD, which shows the state of the phones, if the table is open."""
        if self._is_attached:
            self.table_handle.present()

    def adapt_model(self, model: table_model.TableModel) -> table_model.TableModel:
        session = self._host.session
        texts = self._host.ui.texts
        if session is not None:
            remote = session.remote
        else:
            remote = frozenset()
        sleeping = self._host.list_disconnected()
        seats = []
        for seat in model.seats:
            kind = seat.kind
            if seat.seat in remote:
                kind = texts("on a phone")
                if seat.is_acting:
                    kind = texts("choosing on a phone")
                if seat.seat in sleeping:
                    kind = texts("phone asleep")
            seats.append(replace(seat, kind=kind))
        shown = replace(model, seats=tuple(seats))
        if session is None or session.viewer is not None:
            return shown
        # All humans play on phones: hide the buttons that only a player at the screen needs.
        actions = replace(model.actions, is_alone=True, bottom=None, offer=None)
        return replace(shown, actions=actions)


def write_guests(room: Room) -> dict[str, Any]:
    """Return plain JSON about a match's users on phones, to be saved with the match."""
    return {
        "room": room.code,
        "seats": {
            SEAT_LETTERS[seat]: {"token": guest.token_hash, "face": guest.portrait}
            for seat, guest in room.guests.items()
        },
    }


def read_guests(value: Any, seats: tuple[Seat, ...]) -> tuple[str, dict[int, Guest]] | None:
    """Parse the part of a saved match about users on phones.

    Returns:
        Code of the room, by which phones reconnect, and the users by seat. None if invalid.
    """
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
                if 0 <= seat < len(seats) and seats[seat].is_human:
                    if face in HUMAN_PORTRAITS:
                        shown = face
                    else:
                        shown = ""
                    guests[seat] = Guest(seats[seat].name, shown, token)
    if guests:
        return (code, guests)
    return None
