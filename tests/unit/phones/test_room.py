"""Who gets in, who is known again, and what becomes of a phone that comes twice."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from random import Random
from typing import Any

import pytest

from red7_desktop.kit.look.card_art import CardStyle
from red7_desktop.kit.texts import Texts
from red7_desktop.phones import protocol
from red7_desktop.phones.page import Pictures
from red7_desktop.phones.room import MAX_REQUESTS, Guest, Room, hash_token
from red7_desktop.play.session import Session
from red7_desktop.resources import asset_path
from tests.matches import REDEALT
from tests.unit.phones.tables import GAMES, make_session, make_tools

FACES = ("cat", "frog")
HELLO = {"type": "hello", "token": "", "protocol": protocol.PROTOCOL, "language": "en"}


class Line:
    """Keeps what a room sends, by connection, and which connections it closes."""

    def __init__(self) -> None:
        self.sent: dict[int, list[dict[str, Any]]] = defaultdict(list)
        self.texts: dict[int, list[str]] = defaultdict(list)
        self.closed: set[int] = set()

    def send(self, connection: int, text: str) -> None:
        self.sent[connection].append(json.loads(text))
        self.texts[connection].append(text)

    def close(self, connection: int, code: int) -> None:
        self.closed.add(connection)

    def types(self, connection: int) -> list[str]:
        return [each["type"] for each in self.sent[connection]]

    def last(self, connection: int, kind: str) -> dict[str, Any]:
        return next(each for each in reversed(self.sent[connection]) if each["type"] == kind)

    def pictures(self, connection: int) -> list[str]:
        """Return the faces whose pictures were sent, in order."""
        sent = [each for each in self.sent[connection] if each["type"] == "pictures"]
        return [face for each in sent for face in each["cards"]]


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def room(line: Line) -> Room:
    return Room(line.send, line.close, faces=FACES)


def say(to: Room, connection: int, kind: str, **values: Any) -> None:
    to.handle_message(connection, protocol.write_message(kind, **values))


def greet(to: Room, connection: int, token: str = "", **values: Any) -> None:
    hello = {"room": to.code, "token": token, "protocol": protocol.PROTOCOL, "language": "en"}
    say(to, connection, "hello", **{**hello, **values})


def sit(room: Room, line: Line, connection: int, seat: int, name: str = "Ana") -> str:
    """Let somebody in; return their token."""
    greet(room, connection)
    say(room, connection, "join", name=name, face="cat")
    room.admit(room.requests[-1], seat)
    return str(line.last(connection, "welcome")["token"])


def begin(room: Room, game: str = "red7", seed: int = 1, **more: Any) -> Session:
    session = make_session(game, seed)
    row, options = GAMES[game]
    style = CardStyle("normal", Texts(), options, asset_path)
    pictures = Pictures(row.view().style.build_card_art(style))
    room.start_match(session, lambda language: make_tools(game), pictures, **more)
    session.add_listener(lambda change: room.invalidate())
    return session


def test_newcomer_waits_for_the_host_and_gets_a_token(room: Room, line: Line) -> None:
    token = sit(room, line, 1, 0)

    assert line.types(1) == ["ask", "waiting", "welcome"]
    assert len(token) >= 22
    assert room.guests[0].name == "Ana"
    assert room.guests[0].token_hash == hash_token(token)
    assert token not in room.guests[0].token_hash


def test_newcomer_who_is_refused_gets_no_seat(room: Room, line: Line) -> None:
    greet(room, 1)
    say(room, 1, "join", name="Ana", face="cat")

    room.refuse(room.requests[0])

    assert line.last(1, "sorry")["why"] == "refused"
    assert not room.guests
    assert not room.requests


def test_phone_is_known_again_by_its_token(room: Room, line: Line) -> None:
    token = sit(room, line, 1, 2)
    room.handle_message(1, None)
    assert room.list_disconnected() == (2,)

    greet(room, 9, token)

    assert line.types(9) == ["welcome"]
    assert room.list_disconnected() == ()


def test_phone_is_known_again_after_a_restart(room: Room, line: Line) -> None:
    token = sit(room, line, 1, 1)
    kept = {1: Guest("Ana", "cat", room.guests[1].token_hash)}
    again = Room(line.send, line.close, faces=FACES, guests=kept, code=room.code)

    greet(again, 5, token)
    greet(again, 6)

    assert line.last(5, "welcome")["seat"] == 1
    assert line.last(6, "sorry")["why"] == "locked"


@pytest.mark.parametrize("token", ["", "x", "A" * 22])
def test_wrong_token_gives_no_seat(room: Room, line: Line, token: str) -> None:
    sit(room, line, 1, 0)

    greet(room, 2, token)

    assert line.types(2) == ["ask"]


def test_token_of_one_seat_does_not_open_another(room: Room, line: Line) -> None:
    ana, ben = sit(room, line, 1, 0), sit(room, line, 2, 1, "Ben")

    greet(room, 3, ana)
    greet(room, 4, ben)

    assert ana != ben
    assert line.last(3, "welcome")["seat"] == 0
    assert line.last(4, "welcome")["seat"] == 1


def test_second_connection_with_a_seats_token_replaces_the_first(room: Room, line: Line) -> None:
    token = sit(room, line, 1, 0)

    greet(room, 2, token)

    assert line.last(1, "sorry")["why"] == "replaced"
    assert 1 in line.closed
    assert room.guests[0].connection == 2
    room.handle_message(1, None)
    assert room.guests[0].connection == 2


def test_locked_room_lets_nobody_new_in(room: Room, line: Line) -> None:
    token = sit(room, line, 1, 0)
    greet(room, 2)
    say(room, 2, "join", name="Late", face="")
    room.lock()

    greet(room, 3)
    greet(room, 4, token)

    assert line.last(2, "sorry")["why"] == line.last(3, "sorry")["why"] == "locked"
    assert 3 in line.closed
    assert line.last(4, "welcome")["seat"] == 0


@pytest.mark.parametrize("kind", ["join", "ping", "pick"])
def test_connection_whose_first_message_is_not_hello_is_closed(
    room: Room, line: Line, kind: str
) -> None:
    values: dict[str, dict[str, Any]] = {
        "join": {"name": "Ana", "face": ""},
        "ping": {},
        "pick": {"id": 1, "version": 1, "card": "c"},
    }

    say(room, 1, kind, **values[kind])

    assert 1 in line.closed
    assert not room.requests


def test_second_hello_message_on_a_connection_closes_it(room: Room, line: Line) -> None:
    greet(room, 1)
    greet(room, 1)

    assert 1 in line.closed


def test_phone_with_a_wrong_room_code_or_an_outdated_page_is_sent_away(
    room: Room, line: Line
) -> None:
    greet(room, 1, room="another")
    greet(room, 2, protocol=protocol.PROTOCOL + 1)
    room.handle_message(3, json.dumps({**HELLO, "room": "\ud800"}))
    room.handle_message(4, json.dumps({**HELLO, "room": room.code, "token": "\udfff"}))

    assert line.last(3, "sorry")["why"] == "other_room"
    assert line.types(4) == ["ask"]
    assert line.last(1, "sorry")["why"] == "other_room"
    assert line.types(2) == ["reload"]
    assert {1, 2} <= line.closed


def test_message_of_an_unknown_type_closes_the_connection(room: Room, line: Line) -> None:
    greet(room, 1)

    room.handle_message(1, '{"type": "nonsense"}')

    assert line.last(1, "invalid")["code"] == "unknown_type"
    assert 1 in line.closed


def test_guest_with_an_invalid_name_may_send_another(room: Room, line: Line) -> None:
    greet(room, 1)
    say(room, 1, "join", name="A\u202ena", face="cat")
    say(room, 1, "join", name="Ana", face="cat")

    assert line.last(1, "invalid")["code"] == "bad_name"
    assert 1 not in line.closed
    assert [each.name for each in room.requests] == ["Ana"]


def test_guest_with_a_taken_name_gets_a_number_and_no_unknown_portrait(
    room: Room, line: Line
) -> None:
    sit(room, line, 1, 0, "Ana")
    greet(room, 2)
    say(room, 2, "join", name="ana", face="../../secret")
    room.admit(room.requests[0], 1)

    assert room.guests[1].name == "ana 2"
    assert room.guests[1].portrait == ""


def test_number_of_guests_waiting_for_a_seat_is_limited(room: Room, line: Line) -> None:
    for connection in range(MAX_REQUESTS + 1):
        greet(room, connection)
        say(room, connection, "join", name=f"P{connection}", face="")

    assert len(room.requests) == MAX_REQUESTS
    assert line.last(MAX_REQUESTS, "sorry")["why"] == "full"


def test_seat_of_a_guest_is_given_to_nobody_else(room: Room, line: Line) -> None:
    sit(room, line, 1, 0)
    greet(room, 2)
    say(room, 2, "join", name="Ben", face="")

    with pytest.raises(ValueError, match="taken"):
        room.admit(room.requests[0], 0)


def test_token_of_a_removed_guest_is_not_accepted_any_more(room: Room, line: Line) -> None:
    token = sit(room, line, 1, 0)

    room.remove(0)
    greet(room, 2, token)

    assert line.last(1, "sorry")["why"] == "removed"
    assert line.last(2, "ask")["forgotten"] is True


def test_guest_gets_the_pictures_of_cards_it_sees_and_no_hidden_ones(
    room: Room, line: Line
) -> None:
    sit(room, line, 1, 0)
    sit(room, line, 2, 1, "Ben")

    begin(room)

    table = line.last(1, "table")["table"]
    own = {card["face"] for card in table["hand"]["cards"]}
    assert own <= {*line.pictures(1)}
    hidden = {card["face"] for card in line.last(2, "table")["table"]["hand"]["cards"]}
    assert not hidden & {*line.pictures(1)}


@pytest.mark.parametrize("game", GAMES)
def test_each_picture_is_sent_to_a_phone_as_a_message_of_its_own(
    room: Room, line: Line, game: str
) -> None:
    sit(room, line, 1, 0)

    begin(room, game)

    sent = [each for each in line.sent[1] if each["type"] == "pictures"]
    assert len(sent) > 3
    assert [len(each["cards"]) + len(each["symbols"]) for each in sent] == [1] * len(sent)


def compare_sent(game: str, seeds: range, *, share: float) -> int:
    """Play at random; return how often a phone that came got the same bytes after a redeal.

    Args:
        game: Key of the game.
        seeds: Deals to play.
        share: Share of the positions that are compared.
    """
    compared = 0
    for seed in seeds:
        line = Line()
        room = Room(line.send, line.close, faces=FACES)
        token = sit(room, line, 1, 0)
        session = begin(room, game, seed)
        rng = Random(seed)
        connections = itertools.count(10)

        def come(room: Room, line: Line, token: str, connection: int) -> list[str]:
            room._hands[0].rebuild()
            greet(room, connection, token)
            return line.texts.pop(connection)

        while session.to_act and not session.is_waiting_for_table:
            state = session.match.state
            if rng.random() < share:
                shown = come(room, line, token, next(connections))
                session.match._states[-1] = REDEALT[game](state, 0, rng)
                redealt = come(room, line, token, next(connections))
                session.match._states[-1] = state
                assert redealt == shown
                assert json.loads(shown[-1])["type"] == "table"
                compared += 1
            seat = session.to_act[0]
            session._take(seat, rng.choice(list(session.match.game.legal_steps(state, seat))))
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_messages_to_a_phone_do_not_depend_on_hidden_cards(game: str) -> None:
    assert compare_sent(game, range(2), share=0.2) > 2


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_messages_to_a_phone_never_leak_hidden_cards_in_many_matches(game: str) -> None:
    assert compare_sent(game, range(2, 69), share=0.2) > 140


def test_step_of_a_phone_is_taken_and_shown_on_the_other_phones(room: Room, line: Line) -> None:
    for seat, name in enumerate(("Ana", "Ben", "Cleo")):
        sit(room, line, seat + 1, seat, name)
    session = begin(room)
    seat = session.to_act[0]
    shown = line.last(seat + 1, "table")
    card, places = next(
        (card, places) for card, places in shown["table"]["moves"].items() if places[0]["allowed"]
    )
    move = {"card": card, "zone": places[0]["zone"], "place": places[0]["place"]}

    say(room, seat + 1, "step", id=1, version=shown["version"], **move)
    for _ in range(4):
        room.tick()

    assert session.match.revision == 1
    assert line.last(seat + 1, "done") == {"type": "done", "id": 1, "old": False}
    other = (seat + 1) % 3 + 1
    assert line.types(other).count("table") == 2


def test_step_for_an_old_version_is_answered_with_the_current_table(room: Room, line: Line) -> None:
    sit(room, line, 1, 0)
    session = begin(room)
    version = line.last(1, "table")["version"]

    say(room, 1, "step", id=1, version=version - 1, card="hand:A#0", zone="canvas", place=None)

    assert line.last(1, "done")["old"] is True
    assert line.types(1).count("table") == 2
    assert session.match.revision == 0


def test_phone_of_one_seat_cannot_take_a_step_of_another_seat(room: Room, line: Line) -> None:
    sit(room, line, 1, 0)
    sit(room, line, 2, 1, "Ben")
    session = begin(room)
    seat = session.to_act[0] if session.to_act[0] < 2 else 0
    other = 1 - seat
    version = line.last(other + 1, "table")["version"]

    card = f"hand:{'AB'[seat]}#0"
    say(room, other + 1, "step", id=1, version=version, card=card, zone="canvas", place=None)

    assert line.last(other + 1, "refused")["why"]
    assert session.match.revision == 0


def test_phone_that_lost_a_refusal_gets_it_when_it_sends_the_action_again(
    room: Room, line: Line
) -> None:
    token = sit(room, line, 1, 0)
    begin(room)
    version = line.last(1, "table")["version"]
    action = {"id": 1, "version": version, "ask": "no such thing"}
    say(room, 1, "button", **action)
    room.handle_message(1, None)

    greet(room, 2, token)
    say(room, 2, "button", **action)

    assert line.last(2, "table")["last"] == 1
    assert line.last(2, "refused")["why"]
    assert line.last(2, "refused") == line.last(1, "refused")
    assert "done" not in line.types(2)


def test_phone_without_a_seat_is_not_sent_the_state_of_the_table(room: Room, line: Line) -> None:
    greet(room, 3)
    sit(room, line, 1, 0)
    begin(room)

    say(room, 3, "pick", id=1, version=1, card="hand:A#0")

    assert "table" not in line.types(3)


def test_reconnected_phone_gets_the_current_state_of_the_table_at_once(
    room: Room, line: Line
) -> None:
    token = sit(room, line, 1, 0)
    begin(room)
    room.handle_message(1, None)

    greet(room, 7, token)

    assert list(dict.fromkeys(line.types(7))) == ["welcome", "pictures", "table"]
    assert line.types(7)[-1] == "table"


def test_phones_are_told_of_a_step_only_after_it_is_saved(line: Line) -> None:
    room = Room(line.send, line.close, faces=FACES)
    tokens = [sit(room, line, seat + 1, seat, name) for seat, name in enumerate(("A", "B", "C"))]
    is_saved = [True]
    session = begin(room, is_saved=lambda: is_saved[0])
    session.add_listener(lambda change: is_saved.__setitem__(0, False))
    seat = session.to_act[0]
    line.sent.clear()

    table = room._hands[seat].snapshot
    card, places = next((card, places) for card, places in table["moves"].items())
    say(
        room,
        seat + 1,
        "step",
        id=1,
        version=room._hands[seat].version,
        card=card,
        zone=places[0]["zone"],
        place=places[0]["place"],
    )
    greet(room, 9, tokens[seat])
    for _ in range(4):
        room.tick()
    say(room, 9, "ping")

    assert session.match.revision == 1
    assert line.types(9) == ["pong"]
    assert not line.closed
    assert [line.types(nth) for nth in (1, 2, 3)] == [[], [], []]
    assert room.needs_tick

    is_saved[0] = True
    room.tick()

    assert line.types(seat + 1) == ["done", "table", "sorry"]
    assert line.closed == {seat + 1}
    assert list(dict.fromkeys(line.types(9))) == ["pong", "welcome", "pictures", "table"]
    assert line.last(9, "table")["last"] == 1
    assert not room.needs_tick


class Forgetful:
    """A page on a bad line: it sends again what may not have been heard, as `page.js` does."""

    def __init__(self, room: Room, line: Line, token: str, first: int) -> None:
        self.room = room
        self.line = line
        self.token = token
        self.connection = first
        self.next_id = 1
        self.pending: dict[str, Any] | None = None
        greet(room, self.connection, token)

    @property
    def table(self) -> dict[str, Any]:
        return self.line.last(self.connection, "table")

    def act(self, rng: Random) -> bool:
        """Want a step, and perhaps send it; False where there is none to take."""
        table = self.table
        moves = [
            (card, place)
            for card, places in table["table"]["moves"].items()
            for place in places
            if place["allowed"]
        ]
        end = table["table"]["buttons"][0]
        # To drop out takes back what was done in the turn, and so does not count up.
        can_end = end["enabled"] and end["ask"] == "end"
        if not moves and not can_end:
            return False
        self.pending = {"id": self.next_id, "version": table["version"]}
        if can_end and (not moves or rng.random() < 0.5):
            self.pending |= {"type": "button", "ask": end["ask"]}
        else:
            card, place = rng.choice(moves)
            step = {"type": "step", "card": card, "zone": place["zone"], "place": place["place"]}
            self.pending |= step
        self.next_id += 1
        self.transmit(rng)
        return True

    def transmit(self, rng: Random) -> None:
        """Send what is pending: it may get lost, or come twice."""
        assert self.pending is not None
        for _ in range(rng.choice((0, 1, 1, 2))):
            self.room.handle_message(self.connection, json.dumps(self.pending))

    def come_back(self, rng: Random) -> None:
        """Lose the line and come back on another, before or after the answer."""
        if rng.random() < 0.7:
            self.room.handle_message(self.connection, None)
        self.connection += 1
        greet(self.room, self.connection, self.token)
        pending, table = self.pending, self.table
        if pending and pending["id"] > table["last"] and pending["version"] == table["version"]:
            self.transmit(rng)
        elif pending and pending["id"] == table["last"]:
            self.transmit(rng)
            if self.is_answered(pending["id"]):
                self.pending = None
        else:
            self.pending = None

    def is_answered(self, id: int) -> bool:
        return any(
            each["type"] in {"done", "refused"} and each["id"] == id
            for each in self.line.sent[self.connection]
        )


def play_on_a_bad_line(seed: int, cuts: int) -> int:
    """Play with phones that are cut off again and again; return how often they were."""
    line = Line()
    room = Room(line.send, line.close, faces=FACES)
    rng = Random(seed)
    tokens = [sit(room, line, seat + 1, seat, name) for seat, name in enumerate(("A", "B", "C"))]
    session = begin(room, seed=seed)
    pages = [Forgetful(room, line, token, 1000 * nth) for nth, token in enumerate(tokens, 1)]
    done = 0

    while done < cuts and session.to_act and not session.is_waiting_for_table:
        page = pages[session.to_act[0]]
        before = session.match.revision
        if not page.act(rng):
            break
        while page.pending is not None:
            page.come_back(rng)
            done += 1
        for _ in range(4):
            room.tick()

        # An end of a turn may be two steps, such as to draw and to end it.
        assert session.match.revision - before in {1, 2}

    return done


def test_steps_over_a_bad_connection_are_neither_lost_nor_taken_twice() -> None:
    assert play_on_a_bad_line(45, cuts=25) > 10


@pytest.mark.slow
def test_steps_are_neither_lost_nor_taken_twice_in_500_disconnections() -> None:
    assert sum(play_on_a_bad_line(seed, cuts=60) for seed in range(20)) > 500
