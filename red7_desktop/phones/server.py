"""An HTTP and web socket server for the phones' page, in one daemon thread.

The thread knows sockets and limits, but no game. The program gets received messages from `poll` and
passes messages to `send`. Of the package `websockets`, only the protocol is used: its servers would
start three threads for each connection and load OpenSSL.
"""

from __future__ import annotations

import gzip
import logging
import secrets
import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from websockets.datastructures import Headers
from websockets.exceptions import InvalidState, ProtocolError
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from red7_desktop.phones.protocol import (
    CLOSED_FOR_VIOLATION,
    CLOSED_GOING_AWAY,
    CLOSED_NORMALLY,
    MAX_MESSAGE_LENGTH,
)

MAX_CONNECTIONS: Final = 32
"""Maximum number of connections; further ones are closed at once."""
HELLO_TIMEOUT: Final = 5.0
"""Seconds after which a connection is closed if the phone has sent no message."""
IDLE_TIMEOUT: Final = 30.0
"""Seconds without received data after which a connection is closed, because the phone is gone."""
RATE: Final = 20
"""Maximum number of messages per second from a phone. A burst of this many at once is allowed."""
MAX_QUEUED: Final = 4_000_000
"""Maximum number of unsent bytes of a connection; beyond that the connection is closed."""
SOCKET_PATH: Final = "/seat"
_DATA: Final = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CONT})
_CHUNK: Final = 65536
_CLOSE_DELAY: Final = 1.0
"""Seconds after which a closing connection is cut, even if the phone doesn't close its end."""
_SILENT: Final = logging.getLogger("red7_desktop.phones.silent")
_SILENT.addHandler(logging.NullHandler())
_SILENT.propagate = False
_SILENT.disabled = True
"""Disabled logger for `websockets`, so that no text sent by a phone gets into the log."""


class NoAddressError(OSError):
    """Raised if the server can't listen on its address, or all ports of the address are taken."""


class ReceivedMessage(NamedTuple):
    """A message that a phone has sent, or the end of its connection.

    Attributes:
        connection: Unique number of the connection.
        text: The message, None if the connection has ended.
    """

    connection: int
    text: str | bytes | None


class _Command(NamedTuple):
    """A command that the main thread gives to the server's thread.

    Attributes:
        connection: Number of the connection; -1 stops the server.
        text: Message to send to the phone, None to close the connection.
        code: Close code of the web socket protocol; only used if the connection is closed.
    """

    connection: int
    text: str | None = None
    code: int = 0


@dataclass
class _Connection:
    number: int
    sock: socket.socket
    protocol: ServerProtocol
    born: float
    heard: float
    allowance: float = RATE
    counted: float = 0.0
    has_greeted: bool = False
    is_socket: bool = False
    closes_at: float | None = None
    unsent: deque[bytes] = field(default_factory=deque)
    waiting: int = 0
    ends: bool = False


class PhoneServer:
    """The server of the page on which phones play, running while the lobby or the match is open.

    Attributes:
        address: IPv4 address of this computer on which the server listens.
        port: Port on which the server listens.
    """

    def __init__(
        self,
        address: str,
        ports: Sequence[int],
        page: Callable[[str, str], bytes],
        wake: Callable[[], None],
        clock: Callable[[], float],
    ) -> None:
        """Bind a port; `start` then starts the thread.

        Args:
            address: The address to listen on.
            ports: Ports to try, in order; 0 for any free port.
            page: Returns the HTML page, given the server's origin and the nonce of the page's
                security policy.
            wake: Called in the server's thread when something was received, to wake the program's
                main loop.
            clock: Returns a time in seconds that never goes back.

        Raises:
            NoAddressError: No port can be used.
        """
        self.address = address
        self.port = 0
        self._page = page
        self._wake = wake
        self._clock = clock
        self._listener = self._bind(ports)
        self._incoming: SimpleQueue[ReceivedMessage] = SimpleQueue()
        self._orders: SimpleQueue[_Command] = SimpleQueue()
        self._wake_sender, self._wake_receiver = socket.socketpair()
        self._wake_sender.setblocking(False)
        self._wake_receiver.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._connections: dict[int, _Connection] = {}
        self._next_number = 1
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)

    @property
    def origin(self) -> str:
        """The page's origin, such as `http://192.168.1.23:7077`.

        Requests from pages with another origin are rejected.
        """
        return f"http://{self.address}:{self.port}"

    # -- methods for the program ---------------------------------------------------------------

    def start(self) -> None:
        """Start to accept connections, in a thread of its own."""
        self._thread.start()

    def poll(self) -> Iterator[ReceivedMessage]:
        """Yield the messages received since the last call."""
        while True:
            try:
                yield self._incoming.get_nowait()
            except Empty:
                return

    def send(self, connection: int, text: str) -> None:
        """Queue a message to a phone; the message is dropped if the connection has ended."""
        self._order(_Command(connection, text))

    def close(self, connection: int, code: int = CLOSED_NORMALLY) -> None:
        """Close a connection after its queued messages are sent."""
        self._order(_Command(connection, None, code))

    def stop(self) -> None:
        """Stop the server: close all connections, and wait until the port is free again."""
        if self._thread.is_alive():
            self._order(_Command(-1, None, CLOSED_GOING_AWAY))
            self._thread.join(timeout=3.0)
        else:
            self._close_sockets()

    def _close_sockets(self) -> None:
        self._selector.close()
        for each in (self._listener, self._wake_receiver, self._wake_sender):
            each.close()

    def _order(self, order: _Command) -> None:
        self._orders.put(order)
        try:
            self._wake_sender.send(b"!")
        except OSError:
            # Ignore the error. Either the socket is full of wake-ups that the thread hasn't read
            # yet, and one is enough, or the thread has ended.
            pass

    # -- the thread ----------------------------------------------------------------------------

    def _bind(self, ports: Sequence[int]) -> socket.socket:
        last: OSError | None = None
        for port in ports:
            listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            try:
                if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                    listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
                else:
                    # Bind a port even if it was just closed, but not one that is in use.
                    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind((self.address, port))
                listener.listen(64)
                listener.setblocking(False)
            except OSError as error:
                listener.close()
                last = error
                continue
            self.port = listener.getsockname()[1]
            return listener
        raise NoAddressError(f"nothing can listen on {self.address}: {last}") from last

    def _run(self) -> None:
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._selector.register(self._wake_receiver, selectors.EVENT_READ)
        is_running = True
        while is_running:
            timeout = 0.5 if self._connections else None
            for key, mask in self._selector.select(timeout):
                if key.fileobj is self._listener:
                    self._accept()
                elif key.fileobj is self._wake_receiver:
                    is_running = self._run_orders()
                else:
                    self._serve(key.data, mask)
            self._check_times()
        for connection in list(self._connections.values()):
            self._close_connection(connection)
        self._close_sockets()

    def _accept(self) -> None:
        try:
            sock, _ = self._listener.accept()
        except OSError:
            return
        if len(self._connections) >= MAX_CONNECTIONS:
            sock.close()
            return
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        protocol = ServerProtocol(max_size=MAX_MESSAGE_LENGTH, logger=_SILENT)
        now = self._clock()
        connection = _Connection(self._next_number, sock, protocol, now, now, counted=now)
        self._next_number += 1
        self._connections[connection.number] = connection
        self._selector.register(sock, selectors.EVENT_READ, connection)

    def _run_orders(self) -> bool:
        """Run the queued commands of the program; return False if one of them stops the server."""
        try:
            while self._wake_receiver.recv(_CHUNK):
                pass
        except OSError:
            pass
        while True:
            try:
                order = self._orders.get_nowait()
            except Empty:
                return True
            if order.connection < 0:
                return False
            connection = self._connections.get(order.connection)
            if connection is None or connection.protocol.state is not OPEN:
                continue
            try:
                if order.text is not None:
                    connection.protocol.send_text(order.text.encode("utf-8"))
                else:
                    connection.protocol.send_close(order.code)
            except (InvalidState, ProtocolError):
                continue
            self._flush(connection)

    def _serve(self, connection: _Connection, mask: int) -> None:
        if connection.number not in self._connections:
            return
        if mask & selectors.EVENT_READ:
            self._read(connection)
        if mask & selectors.EVENT_WRITE and connection.number in self._connections:
            self._write(connection)

    def _read(self, connection: _Connection) -> None:
        try:
            data = connection.sock.recv(_CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self._close_connection(connection)
            return
        if not data:
            connection.protocol.receive_eof()
            self._close_connection(connection)
            return
        connection.heard = self._clock()
        connection.protocol.receive_data(data)
        for event in connection.protocol.events_received():
            if isinstance(event, Request):
                self._answer(connection, event)
            elif isinstance(event, Frame) and event.opcode in _DATA:
                self._receive(connection, event)
        self._flush(connection)

    def _answer(self, connection: _Connection, request: Request) -> None:
        """Answer an HTTP request with the page, by opening a web socket, or with an error."""
        protocol = connection.protocol
        headers = request.headers
        hosts = headers.get_all("Host")
        origins = headers.get_all("Origin")
        path = request.path.partition("?")[0]
        if hosts != [f"{self.address}:{self.port}"]:
            # Reject other host names of this address: a web page uses them to attack by DNS
            # rebinding.
            response = protocol.reject(403, "forbidden\n")
        elif path == SOCKET_PATH:
            if origins != [self.origin]:
                response = protocol.reject(403, "forbidden\n")
            else:
                response = protocol.accept(request)
                connection.is_socket = response.status_code == 101
        elif origins and origins != [self.origin]:
            response = protocol.reject(403, "forbidden\n")
        elif path == "/":
            is_packed = "gzip" in ", ".join(headers.get_all("Accept-Encoding"))
            response = self._make_page(is_packed=is_packed)
        else:
            response = protocol.reject(404, "not found\n")
        protocol.send_response(response)

    def _make_page(self, *, is_packed: bool) -> Response:
        nonce = secrets.token_urlsafe(16)
        body = self._page(self.origin, nonce)
        policy = (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; "
            f"img-src data: blob:; font-src data:; connect-src ws://{self.address}:{self.port}; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        headers = Headers(
            [
                ("Content-Type", "text/html; charset=utf-8"),
                ("Content-Security-Policy", policy),
                ("X-Frame-Options", "DENY"),
                ("X-Content-Type-Options", "nosniff"),
                ("Referrer-Policy", "no-referrer"),
                ("Cache-Control", "no-store"),
                ("Connection", "close"),
            ]
        )
        if is_packed:
            body = gzip.compress(body, 6, mtime=0)
            headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(body))
        return Response(200, "OK", headers, body)

    def _receive(self, connection: _Connection, frame: Frame) -> None:
        """Queue a received message for the main thread.

        Close the connection instead if the phone sends too fast, or if the message is fragmented or
        isn't text.
        """
        is_whole = frame.opcode is Opcode.TEXT and frame.fin
        now = self._clock()
        earned = RATE * (now - connection.counted)
        connection.allowance = min(float(RATE), connection.allowance + earned) - 1
        connection.counted = now
        if not is_whole or connection.allowance < 0:
            connection.protocol.fail(CLOSED_FOR_VIOLATION)
            return
        try:
            text = bytes(frame.data).decode("utf-8")
        except UnicodeDecodeError:
            connection.protocol.fail(CLOSED_FOR_VIOLATION)
            return
        connection.has_greeted = True
        self._incoming.put(ReceivedMessage(connection.number, text))
        self._wake()

    def _flush(self, connection: _Connection) -> None:
        """Queue the outgoing data of the web socket protocol, and send as much as possible."""
        if connection.number not in self._connections:
            return
        for data in connection.protocol.data_to_send():
            if data:
                connection.unsent.append(data)
                connection.waiting += len(data)
            else:
                connection.ends = True
        if connection.protocol.close_expected() and connection.closes_at is None:
            connection.closes_at = self._clock() + _CLOSE_DELAY
        if connection.waiting > MAX_QUEUED:
            self._close_connection(connection)
            return
        self._write(connection)

    def _write(self, connection: _Connection) -> None:
        try:
            while connection.unsent:
                data = connection.unsent[0]
                sent = connection.sock.send(data)
                connection.waiting -= sent
                if sent < len(data):
                    connection.unsent[0] = data[sent:]
                    break
                connection.unsent.popleft()
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            self._close_connection(connection)
            return
        if connection.ends and not connection.unsent:
            try:
                connection.sock.shutdown(socket.SHUT_WR)
            except OSError:
                self._close_connection(connection)
                return
            connection.ends = False
        events = selectors.EVENT_READ
        if connection.unsent:
            events |= selectors.EVENT_WRITE
        self._selector.modify(connection.sock, events, connection)

    def _check_times(self) -> None:
        """Close connections that are silent, sent no first message, or take too long to close."""
        now = self._clock()
        for connection in list(self._connections.values()):
            is_mute = not connection.has_greeted and now - connection.born > HELLO_TIMEOUT
            is_closing = connection.closes_at is not None and now > connection.closes_at
            # A large page may take longer on a slow network, as long as the phone isn't silent.
            is_silent = now - connection.heard > IDLE_TIMEOUT
            if is_silent or ((is_mute or is_closing) and not connection.unsent):
                self._close_connection(connection)

    def _close_connection(self, connection: _Connection) -> None:
        if self._connections.pop(connection.number, None) is None:
            return
        self._selector.unregister(connection.sock)
        connection.sock.close()
        if connection.has_greeted:
            self._incoming.put(ReceivedMessage(connection.number, None))
            self._wake()
