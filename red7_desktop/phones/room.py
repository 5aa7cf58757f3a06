"""Admission of phones to seats, in a lobby or a match.

A room is the group of users who play on phones at one table. It knows a phone's connection only as
a number, and sends messages through two functions, so that it needs no network. A new phone asks
for a seat, and the host (the user at the computer) decides. An admitted phone gets a token, by
which it is recognised later in the match and after a restart. If a seat has several connections,
only the newest is used. Once the cards are dealt, no new phones are admitted.

During a match, messages are sent only after the match's newest state is saved. A phone therefore
never shows or confirms a step that would be lost if the program crashed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from red7_desktop.phones import protocol
from red7_desktop.phones.hand import PhoneHand, Verdict
from red7_desktop.phones.page import Pictures
from red7_desktop.phones.protocol import write_message
from red7_desktop.phones.snapshot import SeatTools, find_faces, find_symbols
from red7_desktop.play.ai import Adviser
from red7_desktop.play.session import Session

Send: TypeAlias = Callable[[int, str], None]
Close: TypeAlias = Callable[[int, int], None]

MAX_REQUESTS: Final = 8
"""Maximum number of users who may wait for the host to admit them."""
TOKEN_BYTES: Final = 16
_FIRST_VERSIONS: Final = 2**40


def hash_token(token: str) -> str:
    """Return the hash of a guest's token, which saved matches contain instead of the token itself.

    A token is the secret by which a phone proves that it plays a seat.
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class _Held(NamedTuple):
    """A message, or the command to close a connection, that waits for the match to be saved.

    Attributes:
        connection: Number of the phone's connection.
        text: The message, "" to close the connection.
        code: Close code of the web socket protocol; only used if the connection is closed.
    """

    connection: int
    text: str
    code: int = 0


class JoinRequest(NamedTuple):
    """A user who asks on a phone for a seat at the table.

    Attributes:
        connection: Number of the phone's connection.
        name: Name as typed.
        portrait: Key of the chosen portrait, "" for none.
    """

    connection: int
    name: str
    portrait: str


@dataclass
class Guest:
    """A user who has been admitted to a seat at the table and plays on a phone.

    Attributes:
        name: Name shown at the table.
        portrait: Key of the portrait.
        token_hash: Hash of the secret token by which the phone is recognised, see `hash_token`.
        connection: Number of the phone's newest connection, None while it isn't connected.
        language: Language of the phone, such as "de".
    """

    name: str
    portrait: str
    token_hash: str
    connection: int | None = None
    language: str = ""


@dataclass
class _Caller:
    """The state of a phone's connection that has sent its first message, a `Hello`.

    Attributes:
        seat: The seat that the phone's user plays, None before the user is admitted.
        language: Language of the phone, such as "de".
        known: Names of the pictures that were already sent to the phone.
    """

    seat: int | None = None
    language: str = ""
    known: set[str] = field(default_factory=set)


class Room:
    """The users of a lobby or a match who play on phones.

    Attributes:
        code: Part of the address that users scan with their phones; it identifies the room.
        guests: Admitted users, by seat.
        requests: Users who wait for the host's decision, in the order in which they asked.
        is_locked: True once no new users are admitted.
        on_change: Called when guests or requests change, or a phone connects or disconnects.
    """

    def __init__(
        self,
        send: Send,
        close: Close,
        *,
        faces: Collection[str],
        guests: Mapping[int, Guest] | None = None,
        code: str | None = None,
    ) -> None:
        """Open a room.

        Args:
            send: Sends a text to a connection.
            close: Closes a connection with a close code.
            faces: Keys of the portraits that users can choose.
            guests: Guests of a resumed match.
            code: `code` of the room in which a resumed match was played, None for a new room.
        """
        self.code = code or secrets.token_urlsafe(6)
        self.guests: dict[int, Guest] = dict(guests or {})
        self.requests: list[JoinRequest] = []
        self.is_locked = bool(guests)
        self.on_change: Callable[[], None] = lambda: None
        self._transmit = send
        self._disconnect = close
        self._held: deque[_Held] = deque()
        self._is_saved: Callable[[], bool] = lambda: True
        self._faces = frozenset(faces)
        self._callers: dict[int, _Caller] = {}
        self._hands: dict[int, PhoneHand] = {}
        self._stale: list[int] = []
        self._pictures: Pictures | None = None
        self._make_tools: Callable[[str], SeatTools] | None = None

    # -- actions of the host -------------------------------------------------------------------

    def admit(self, request: JoinRequest, seat: int) -> None:
        """Admit a user to a free seat, and send the phone its token.

        Raises:
            ValueError: The seat is taken, or the request is no longer waiting.
        """
        if seat in self.guests:
            raise ValueError(f"seat {seat} is taken")
        self.requests.remove(request)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        name = self._find_free_name(request.name)
        language = self._callers[request.connection].language
        guest = Guest(name, request.portrait, hash_token(token), None, language)
        self.guests[seat] = guest
        self._connect(request.connection, seat, token)

    def refuse(self, request: JoinRequest) -> None:
        """Refuse a seat to a user, who is told that no seat is free at the moment.

        Raises:
            ValueError: The request is no longer waiting.
        """
        self.requests.remove(request)
        self._send(request.connection, write_message("sorry", why="refused"))
        self.on_change()

    def remove(self, seat: int) -> None:
        """Remove a guest from its seat and disconnect the phone; its token becomes invalid."""
        guest = self.guests.pop(seat, None)
        if guest is not None and guest.connection is not None:
            self._send(guest.connection, write_message("sorry", why="removed"))
            self._close(guest.connection, protocol.CLOSED_NORMALLY)
        self._hands.pop(seat, None)
        self.on_change()

    def lock(self) -> None:
        """Stop admitting users, and turn away those who still wait."""
        self.is_locked = True
        for request in self.requests:
            self._send(request.connection, write_message("sorry", why="locked"))
        self.requests.clear()

    def start_match(
        self,
        session: Session,
        make_tools: Callable[[str], SeatTools],
        pictures: Pictures,
        advisers: Mapping[int, Adviser] | None = None,
        is_saved: Callable[[], bool] = lambda: True,
    ) -> None:
        """Start a match, which locks the room.

        Args:
            session: The match.
            make_tools: Returns the view, texts and settings for a seat's snapshots, given the
                phone's language.
            pictures: Pictures of the cards.
            advisers: Players that compute hints, by seat.
            is_saved: Returns True if the match's newest state is saved. Until then, messages to
                phones are held back.
        """
        self.lock()
        self._is_saved = is_saved
        self._pictures = pictures
        self._make_tools = make_tools
        for seat, guest in self.guests.items():
            self._hands[seat] = PhoneHand(
                session,
                seat,
                make_tools(guest.language),
                adviser=(advisers or {}).get(seat),
                version=secrets.randbelow(_FIRST_VERSIONS),
            )
            self._publish(seat)

    def use_pictures(self, pictures: Pictures) -> None:
        """Replace the pictures of the cards, for example after a change of theme.

        All phones get the new pictures.
        """
        self._pictures = pictures
        for caller in self._callers.values():
            caller.known.clear()
        for seat in self._hands:
            self._publish(seat)

    def apply_settings(self) -> None:
        """Apply changed settings to the pages of all phones.

        `tick` then builds each phone's snapshot (the content of its page) again and sends it.
        """
        if self._make_tools is None:
            return
        for seat, hand in self._hands.items():
            hand.set_tools(self._make_tools(self.guests[seat].language))
        self.invalidate()

    def invalidate(self) -> None:
        """Mark the snapshots of all phones as outdated; `tick` then builds and sends new ones."""
        asked = [seat for seat, hand in self._hands.items() if hand.seat.is_viewers_turn]
        others = [seat for seat in self._hands if seat not in asked]
        self._stale = [*asked, *others]

    def tick(self) -> None:
        """Send pending messages if the match is saved, and replace one outdated snapshot.

        This method is called once a frame. It builds only one snapshot per call, so that no frame
        takes long.
        """
        self._release()
        for seat, hand in self._hands.items():
            if hand.tick():
                self._publish(seat)
        if self._stale:
            seat = self._stale[0]
            if self._renew(seat):
                self._publish(seat)

    @property
    def needs_tick(self) -> bool:
        """Whether `tick` must be called soon: messages, snapshots or hints are pending."""
        return bool(self._stale or self._held) or any(
            hand.needs_tick for hand in self._hands.values()
        )

    def close(self, why: str = "closed") -> None:
        """Tell all phones why the room closes, and disconnect them.

        Messages that still wait for the match to be saved are dropped. A phone that reconnects gets
        a snapshot of the saved match.
        """
        self._held.clear()
        for connection in [*self._callers]:
            self._transmit(connection, write_message("sorry", why=why))
            self._disconnect(connection, protocol.CLOSED_NORMALLY)
        self._callers.clear()
        for guest in self.guests.values():
            guest.connection = None

    def list_disconnected(self) -> tuple[int, ...]:
        """Return the seats whose phones aren't connected."""
        return tuple([seat for seat, guest in self.guests.items() if guest.connection is None])

    # -- messages of phones --------------------------------------------------------------------

    def handle_message(self, connection: int, frame: str | bytes | None) -> None:
        """Handle a message that a phone has sent, or the end of its connection.

        Args:
            connection: Number of the connection.
            frame: The message; None if the connection has ended.
        """
        if frame is None:
            self._remove_connection(connection)
            return
        try:
            message = protocol.read_message(frame)
        except protocol.InvalidMessage as error:
            self._send(connection, write_message("invalid", code=error.code, place=error.place))
            if error.code != "bad_name":
                self._reject(connection)
            return
        caller = self._callers.get(connection)
        if isinstance(message, protocol.Hello):
            if caller is None:
                self._handle_hello(connection, message)
            else:
                self._reject(connection)
        elif caller is None:
            self._reject(connection)
        elif isinstance(message, protocol.Ping):
            # Answer before the match is saved: a slow disk must not look like a lost connection.
            self._transmit(connection, write_message("pong"))
        elif isinstance(message, protocol.Join):
            self._join(connection, caller, message)
        else:
            self._act(connection, caller, message)

    def _reject(self, connection: int) -> None:
        self._close(connection, protocol.CLOSED_FOR_VIOLATION)
        self._remove_connection(connection)

    def _remove_connection(self, connection: int) -> None:
        caller = self._callers.pop(connection, None)
        self.requests = [each for each in self.requests if each.connection != connection]
        if caller is not None and caller.seat is not None:
            guest = self.guests.get(caller.seat)
            if guest is not None and guest.connection == connection:
                guest.connection = None
        if caller is not None:
            self.on_change()

    def _handle_hello(self, connection: int, hello: protocol.Hello) -> None:
        if hello.protocol != protocol.PROTOCOL:
            self._send(connection, write_message("reload"))
            self._close(connection, protocol.CLOSED_NORMALLY)
            return
        if not hmac.compare_digest(hash_token(hello.room), hash_token(self.code)):
            self._send(connection, write_message("sorry", why="other_room"))
            self._close(connection, protocol.CLOSED_NORMALLY)
            return
        self._callers[connection] = _Caller(language=hello.language)
        seat = self._find_seat(hello.token)
        if seat is not None:
            self.guests[seat].language = hello.language
            self._connect(connection, seat, "")
        elif self.is_locked:
            self._send(connection, write_message("sorry", why="locked"))
            self._close(connection, protocol.CLOSED_NORMALLY)
        else:
            self._send(connection, write_message("ask", forgotten=bool(hello.token)))

    def _find_seat(self, token: str) -> int | None:
        """Return the seat of the guest with a token, None if no guest has the token.

        The time that this takes doesn't depend on the token, so that tokens can't be guessed by
        measuring it.
        """
        wanted = hash_token(token)
        found = None
        for seat, guest in self.guests.items():
            if hmac.compare_digest(guest.token_hash, wanted):
                found = seat
        if token:
            return found
        return None

    def _connect(self, connection: int, seat: int, token: str) -> None:
        """Let a connection play a seat, and close the connection that played the seat before."""
        guest = self.guests[seat]
        caller = self._callers[connection]
        if guest.connection is not None and guest.connection != connection:
            self._send(guest.connection, write_message("sorry", why="replaced"))
            self._close(guest.connection, protocol.CLOSED_NORMALLY)
            self._callers.pop(guest.connection, None)
        guest.connection = connection
        caller.seat = seat
        values = {"token": token} if token else {}
        self._send(
            connection,
            write_message("welcome", seat=seat, name=guest.name, face=guest.portrait, **values),
        )
        hand = self._hands.get(seat)
        if hand is not None and self._make_tools is not None:
            hand.set_tools(self._make_tools(guest.language))
            self._renew(seat)
            self._publish(seat)
        self.on_change()

    def _join(self, connection: int, caller: _Caller, message: protocol.Join) -> None:
        if caller.seat is not None or self.is_locked:
            return
        self.requests = [each for each in self.requests if each.connection != connection]
        if len(self.requests) >= MAX_REQUESTS:
            self._send(connection, write_message("sorry", why="full"))
            self._reject(connection)
            return
        if message.portrait in self._faces:
            face = message.portrait
        else:
            face = ""
        self.requests.append(JoinRequest(connection, message.name, face))
        self._send(connection, write_message("waiting"))
        self.on_change()

    def _find_free_name(self, wanted: str) -> str:
        taken = {guest.name.casefold() for guest in self.guests.values()}
        name = wanted
        number = 2
        while name.casefold() in taken:
            name = f"{wanted[: protocol.MAX_GUEST_NAME_LENGTH - 2].rstrip()} {number}"
            number += 1
        return name

    def _act(self, connection: int, caller: _Caller, message: protocol.Act) -> None:
        seat = caller.seat
        if seat is None or seat not in self._hands:
            return
        if seat in self._stale and self._renew(seat):
            self._publish(seat)
        answer = self._hands[seat].handle_action(message)
        if answer.verdict is Verdict.REFUSED:
            why = [{"text": run.text, "spoken": run.spoken} for run in answer.reason]
            self._send(connection, write_message("refused", id=message.id, why=why))
        else:
            self._send(
                connection, write_message("done", id=message.id, old=answer.verdict is Verdict.OLD)
            )
        if self._renew(seat) or answer.verdict is Verdict.OLD:
            self._publish(seat)

    def _renew(self, seat: int) -> bool:
        """Build a seat's snapshot again; return True if it differs from the one before."""
        self._stale = [each for each in self._stale if each != seat]
        return seat in self._hands and self._hands[seat].rebuild()

    # -- sending -------------------------------------------------------------------------------

    def _send(self, connection: int, text: str) -> None:
        """Send a message as soon as the match's newest state is saved."""
        self._held.append(_Held(connection, text))
        self._release()

    def _close(self, connection: int, code: int) -> None:
        """Close a connection after all earlier messages to it have been sent.

        Like messages, this waits until the match is saved.
        """
        self._held.append(_Held(connection, "", code))
        self._release()

    def _release(self) -> None:
        """If the match is saved, send the messages that were held back, in order.

        A message without text closes the connection.
        """
        while self._held and self._is_saved():
            held = self._held.popleft()
            if held.text:
                self._transmit(held.connection, held.text)
            else:
                self._disconnect(held.connection, held.code)

    def _publish(self, seat: int) -> None:
        """Send a seat its snapshot, after the pictures that its phone doesn't have yet.

        Each picture is a message of its own, so that a slow phone never has to read many at once.
        """
        connection = self.guests[seat].connection
        hand = self._hands[seat]
        if connection is None:
            caller = None
        else:
            caller = self._callers.get(connection)
        if connection is None or caller is None or self._pictures is None:
            return
        for face in self._list_unsent(caller, "card", find_faces(hand.snapshot)):
            drawn = {face: self._pictures.card(face)}
            self._send(connection, write_message("pictures", cards=drawn, symbols={}))
        for letter in self._list_unsent(caller, "symbol", find_symbols(hand.snapshot)):
            drawn = {letter: self._pictures.symbol(letter)}
            self._send(connection, write_message("pictures", cards={}, symbols=drawn))
        self._send(
            connection,
            write_message("table", version=hand.version, last=hand.last_id, table=hand.snapshot),
        )

    @staticmethod
    def _list_unsent(caller: _Caller, kind: str, names: Sequence[str]) -> list[str]:
        new = [name for name in names if f"{kind} {name}" not in caller.known]
        caller.known.update(f"{kind} {name}" for name in new)
        return new
