"""The server over real sockets on loopback: the page, the messages, and who is kept out."""

from __future__ import annotations

import gzip
import json
import os
import socket
import struct
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress

import pytest

from red7_desktop.phones import server as serving
from red7_desktop.phones.server import MAX_CONNECTIONS, RATE, NoAddressError, PhoneServer
from tests.unit.phones.serving import LOOPBACK, ServedTable, hello

KEY = b64encode(b"0123456789abcdef").decode()


class Client:
    """A web socket of a phone, written by hand so that it can also do what none does."""

    def __init__(self, table: ServedTable, **headers: str) -> None:
        self.table = table
        self.sock = table.connect()
        usual = {
            "Host": f"{LOOPBACK}:{table.server.port}",
            "Origin": table.server.origin,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": KEY,
            "Sec-WebSocket-Version": "13",
        }
        self.answer = ask(self.sock, "/seat", {**usual, **headers})

    def send(self, data: str | bytes, opcode: int = 1, *, fin: bool = True) -> None:
        payload = data.encode() if isinstance(data, str) else data
        self.sock.sendall(frame_of(payload, opcode, fin=fin))

    def receive(self) -> dict[str, object] | int:
        """Return the next message, or the code with which the server closed."""
        while True:
            head = self._read(2)
            length = head[1] & 127
            if length == 126:
                (length,) = struct.unpack(">H", self._read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self._read(8))
            payload = self._read(length)
            if head[0] & 15 == 8:
                return int(struct.unpack(">H", payload[:2])[0])
            if head[0] & 15 == 1:
                found: dict[str, object] = json.loads(payload)
                return found

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            more = self.sock.recv(count - len(data))
            if not more:
                raise ConnectionError("closed")
            data += more
        return data

    def is_closed(self) -> bool:
        """Read until the server closes. Raises TimeoutError where it doesn't."""
        try:
            while self.sock.recv(65536):
                pass
        except ConnectionError:
            pass
        return True


def frame_of(payload: bytes, opcode: int = 1, *, fin: bool = True) -> bytes:
    mask = os.urandom(4)
    head = bytes([opcode | (128 if fin else 0)])
    if len(payload) < 126:
        head += bytes([128 | len(payload)])
    elif len(payload) < 65536:
        head += bytes([128 | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([128 | 127]) + struct.pack(">Q", len(payload))
    return head + mask + bytes(byte ^ mask[nth % 4] for nth, byte in enumerate(payload))


def ask(sock: socket.socket, path: str, headers: dict[str, str]) -> str:
    """Send a request; return the head of the answer."""
    lines = [f"GET {path} HTTP/1.1", *[f"{key}: {value}" for key, value in headers.items()]]
    sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    head = b""
    while b"\r\n\r\n" not in head:
        more = sock.recv(1)
        if not more:
            break
        head += more
    return head.decode("latin-1")


def load(table: ServedTable, path: str = "/", **headers: str) -> tuple[str, bytes]:
    """Load a page; return the head and the body."""
    with socket.create_connection((LOOPBACK, table.server.port), timeout=10) as sock:
        usual = {"Host": f"{LOOPBACK}:{table.server.port}"}
        head = ask(sock, path, {**usual, **headers})
        body = b""
        while more := sock.recv(65536):
            body += more
    return head, body


@pytest.fixture
def table() -> Iterator[ServedTable]:
    with ServedTable() as served:
        yield served


def test_phone_page_is_one_response_below_250_kb_with_or_without_gzip(table: ServedTable) -> None:
    head, body = load(table)
    packed_head, packed = load(table, **{"Accept-Encoding": "gzip"})

    assert head.startswith("HTTP/1.1 200")
    assert len(body) < 250_000
    assert "Content-Encoding: gzip" in packed_head
    assert len(packed) < len(body)
    assert len(gzip.decompress(packed)) == len(body)


def test_phone_page_loads_nothing_from_elsewhere(table: ServedTable) -> None:
    _, body = load(table)

    page = body.decode()

    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page
    assert "src=" not in page.replace("src={", "")


def test_phone_page_has_strict_security_headers_with_a_new_nonce_each_time(
    table: ServedTable,
) -> None:
    heads = [load(table)[0] for _ in range(2)]
    policies = [
        next(line for line in head.splitlines() if line.startswith("Content-Security"))
        for head in heads
    ]

    assert policies[0] != policies[1]
    for head, policy in zip(heads, policies, strict=True):
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "X-Frame-Options: DENY" in head
        assert "Cache-Control: no-store" in head
        assert "Referrer-Policy: no-referrer" in head


@pytest.mark.parametrize("path", ["/favicon.ico", "/../etc/passwd", "/index.html", "//", "/seats"])
def test_request_for_an_unknown_path_gets_not_found(table: ServedTable, path: str) -> None:
    assert load(table, path)[0].startswith("HTTP/1.1 404")


def test_query_string_after_the_path_is_ignored(table: ServedTable) -> None:
    assert load(table, "/?utm=1")[0].startswith("HTTP/1.1 200")


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost", "127.0.0.1", "127.0.0.1:1", ""]
)
@pytest.mark.parametrize("path", ["/", "/seat"])
def test_request_with_a_foreign_host_header_is_refused(
    table: ServedTable, host: str, path: str
) -> None:
    head, body = load(table, path, Host=host, Origin=table.server.origin)

    assert head.startswith(("HTTP/1.1 403", "HTTP/1.1 400"))
    assert b"script" not in body


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", ""])
def test_websocket_with_a_foreign_origin_header_is_refused(table: ServedTable, origin: str) -> None:
    assert Client(table, Origin=origin).answer.startswith("HTTP/1.1 403")


def test_page_request_with_a_foreign_origin_header_is_refused(table: ServedTable) -> None:
    assert load(table, Origin="http://evil.example")[0].startswith("HTTP/1.1 403")


def test_messages_pass_between_server_and_phone_both_ways(table: ServedTable) -> None:
    client = Client(table)

    client.send(hello(table.room))
    table.wait_for(lambda: table.room._callers, "hello")

    assert client.answer.startswith("HTTP/1.1 101")
    assert client.receive() == {"type": "ask", "forgotten": False}


def test_room_forgets_a_phone_when_its_connection_ends(table: ServedTable) -> None:
    client = Client(table)
    client.send(hello(table.room))
    table.wait_for(lambda: table.room._callers, "hello")

    client.sock.close()

    table.wait_for(lambda: not table.room._callers, "goodbye")


@pytest.mark.parametrize(
    ("data", "opcode", "fin"),
    [
        (b"\0\1", 2, True),
        (b'{"type":', 1, False),
        (b"\xff\xfe", 1, True),
        (b"x" * 5000, 1, True),
        (b"x" * 5_000_000, 1, True),
        (b"x", 3, True),
    ],
    ids=["binary", "in pieces", "no text", "too long", "5 MB", "reserved"],
)
def test_websocket_frame_no_page_would_send_closes_the_connection(
    table: ServedTable, data: bytes, opcode: int, fin: bool
) -> None:
    client = Client(table)
    client.send(hello(table.room))
    table.wait_for(lambda: table.room._callers, "hello")
    client.receive()

    try:
        client.send(data, opcode, fin=fin)
    except ConnectionError:
        pass  # closed before all of it was sent

    assert client.is_closed()
    table.wait_for(lambda: not table.room._callers, "goodbye")
    other = Client(table)
    other.send(hello(table.room))
    table.wait_for(lambda: table.room._callers, "another hello")


def test_too_many_messages_at_once_close_the_connection() -> None:
    now = [0.0]
    with ServedTable(clock=lambda: now[0]) as table, table.pumping():
        client = Client(table)
        client.send(hello(table.room))
        for _ in range(RATE - 1):
            client.send('{"type":"ping"}')
        heard = [client.receive() for _ in range(RATE)]

        client.send('{"type":"ping"}')

        assert heard[1:] == [{"type": "pong"}] * (RATE - 1)
        assert client.receive() == 1008


def test_message_rate_limit_recovers_after_a_second() -> None:
    now = [0.0]
    with ServedTable(clock=lambda: now[0]) as table, table.pumping():
        client = Client(table)
        client.send(hello(table.room))
        assert client.receive() == {"type": "ask", "forgotten": False}

        for _ in range(3):
            for _ in range(RATE - 1):
                client.send('{"type":"ping"}')
            heard = [client.receive() for _ in range(RATE - 1)]
            now[0] += 1.0
            assert heard == [{"type": "pong"}] * (RATE - 1)


def test_connection_without_a_hello_is_closed_after_the_timeout() -> None:
    now = [0.0]
    with ServedTable(clock=lambda: now[0]) as table:
        mute = Client(table)
        half_open = table.connect()
        half_open.sendall(b"GET / HTTP/1.1\r\nHost: ")
        speaker = Client(table)
        speaker.send(hello(table.room))
        table.wait_for(lambda: table.room._callers, "hello")

        now[0] = serving.HELLO_TIMEOUT + 0.1

        assert mute.is_closed()
        assert half_open.recv(1) == b""
        assert table.room._callers


def test_connection_of_a_silent_phone_is_closed_after_the_idle_timeout() -> None:
    now = [0.0]
    with ServedTable(clock=lambda: now[0]) as table:
        client = Client(table)
        client.send(hello(table.room))
        table.wait_for(lambda: table.room._callers, "hello")

        now[0] = serving.IDLE_TIMEOUT + 0.1

        table.wait_for(lambda: not table.room._callers, "goodbye")


def test_more_connections_than_allowed_are_closed_at_once(table: ServedTable) -> None:
    kept = [Client(table) for _ in range(MAX_CONNECTIONS)]
    over = [table.connect() for _ in range(5)]

    assert all(each.answer.startswith("HTTP/1.1 101") for each in kept)
    assert [each.recv(1) for each in over] == [b""] * 5


@pytest.mark.slow
def test_phone_is_still_served_after_1000_broken_connections(table: ServedTable) -> None:
    phone = Client(table)
    phone.send(hello(table.room))
    table.wait_for(lambda: table.room._callers, "hello")
    phone.receive()

    for nth in range(1000):
        with table.connect() as caller, suppress(OSError):
            if nth % 3 == 0:
                caller.sendall(b"GET /seat HTTP/1.1\r\nHost: ")  # half a request
            elif nth % 3 == 1:
                caller.sendall(os.urandom(64))
            table.pump()
    phone.send('{"type":"ping"}')

    with table.pumping():
        assert phone.receive() == {"type": "pong"}
    assert len(table.room._callers) == 1
    assert load(table)[0].startswith("HTTP/1.1 200")


def test_server_takes_the_next_port_when_one_is_in_use() -> None:
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = PhoneServer(
            LOOPBACK, (port, 0), lambda origin, nonce: b"", lambda: None, lambda: 0.0
        )
        assert server.port not in {0, port}
        with pytest.raises(NoAddressError):
            PhoneServer(LOOPBACK, (port,), lambda origin, nonce: b"", lambda: None, lambda: 0.0)
        server.stop()


def test_server_cannot_start_on_an_address_of_another_computer() -> None:
    with pytest.raises(NoAddressError):
        PhoneServer("192.0.2.1", (0,), lambda origin, nonce: b"", lambda: None, lambda: 0.0)


def test_stopped_server_leaves_no_thread_and_frees_its_port() -> None:
    with ServedTable() as table:
        port = table.server.port
        Client(table)

    assert "phones" not in {thread.name for thread in threading.enumerate()}
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind((LOOPBACK, port))
