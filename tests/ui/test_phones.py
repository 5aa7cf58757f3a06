"""Phones at the table, from the host's side: the lobby, the match, sleep and a restart."""

from __future__ import annotations

import json
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
import segno

from red7_desktop.app.features import PhonesFeature
from red7_desktop.app.library import database, matches
from red7_desktop.app.matches.setups import build_first_setup
from red7_desktop.app.phones import host as hosting
from red7_desktop.app.phones.host import PhoneHost, read_guests
from red7_desktop.app.phones.lobby import HELP_DELAY, make_qr_picture
from red7_desktop.games.registry import CATALOGUE, load_all_rules
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.phones import protocol
from red7_desktop.play.ai import Seat
from red7_desktop.play.session import find_next_human, may_see_hand, must_hide_hands
from red7_desktop.scene.pictures import PaintedPicture
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.tabletop.match import read_match
from tests.setups import red7_setup
from tests.ui.pilot import Pilot

PHONE = SeatPlan(is_phone=True)
THREE = (PHONE, PHONE, SeatPlan(level="casual"))


class Phones:
    """Phones that talk to the program without a network."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self.sent: dict[int, list[dict[str, Any]]] = defaultdict(list)
        self.closed: set[int] = set()

    @property
    def host(self) -> PhoneHost:
        return self.pilot.program.feature(PhonesFeature).service

    def plug_in(self) -> None:
        """Take what the room sends from now on."""
        room = self.host.room
        assert room is not None
        room._transmit = lambda connection, text: self.sent[connection].append(json.loads(text))
        room._disconnect = lambda connection, code: self.closed.add(connection)

    def say(self, connection: int, kind: str, **values: Any) -> None:
        room = self.host.room
        assert room is not None
        room.handle_message(connection, protocol.write_message(kind, **values))

    def greet(self, connection: int, token: str = "") -> None:
        room = self.host.room
        assert room is not None
        hello = {"room": room.code, "token": token, "protocol": protocol.PROTOCOL}
        self.say(connection, "hello", **hello, language="en")

    def ask(self, connection: int, name: str) -> None:
        self.greet(connection)
        self.say(connection, "join", name=name, face="frog")

    def settle(self) -> None:
        """Wait for the library's thread, and send what was held back until then."""
        self.pilot.library.flush()
        if self.host.room is not None:
            self.host.room.tick()

    def last(self, connection: int, kind: str) -> dict[str, Any]:
        self.settle()
        return next(each for each in reversed(self.sent[connection]) if each["type"] == kind)

    def pictures(self, connection: int, since: int = 0) -> dict[str, str]:
        """Return the cards' pictures by face; leave out what was sent before a message."""
        self.settle()
        sent = [each for each in self.sent[connection][since:] if each["type"] == "pictures"]
        return {face: drawn for each in sent for face, drawn in each["cards"].items()}

    def types(self, connection: int) -> list[str]:
        return [each["type"] for each in self.sent[connection]]

    def version(self, connection: int) -> int:
        """Return the version of the newest snapshot that was sent."""
        tables = [each for each in self.sent[connection] if each["type"] == "table"]
        return int(tables[-1]["version"])

    def take_step(self, seat: int) -> None:
        """Send the first move that a seat's snapshot allows."""
        shown = next(each for each in reversed(self.sent[seat + 1]) if each["type"] == "table")
        card, place = next(
            (card, place)
            for card, places in shown["table"]["moves"].items()
            for place in places
            if place["allowed"]
        )
        move = {"card": card, "zone": place["zone"], "place": place["place"]}
        self.say(seat + 1, "step", id=1, version=shown["version"], **move)

    def seat_all(self, *names: str) -> list[str]:
        """Let people in by the lobby's buttons; return their tokens."""
        for connection, name in enumerate(names, start=1):
            self.ask(connection, name)
            self.pilot.press(f"admit {connection}")
        return [self.last(nth, "welcome")["token"] for nth in range(1, len(names) + 1)]


@pytest.fixture(autouse=True)
def loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "choose_addresses", lambda adapters: ("127.0.0.1", "127.0.0.2"))


@pytest.fixture
def phones(pilot: Pilot) -> Iterator[Phones]:
    found = Phones(pilot)
    yield found
    found.host.stop()


def open_lobby(phones: Phones, setup: GameSetup | None = None) -> None:
    phones.pilot.program.play(setup or red7_setup(THREE, seed=4))
    phones.plug_in()
    phones.pilot.wait(0.5)


def deal(phones: Phones, setup: GameSetup | None = None) -> list[str]:
    open_lobby(phones, setup)
    tokens = phones.seat_all("Ana", "Ben")
    phones.pilot.press("deal")
    phones.pilot.wait(2.0)
    return tokens


def faces_shown(pilot: Pilot) -> set[str]:
    """Return the faces of hands that are on the screen."""
    return {
        node.face or node.shown or ""
        for node in pilot.program.ui.stage.root.walk()
        if isinstance(node, CardNode) and node.zone.startswith("hand")
    } - {""}


def test_phone_service_is_not_created_for_a_match_without_phones(pilot: Pilot) -> None:
    pilot.play(red7_setup(seed=1))

    assert pilot.program.feature(PhonesFeature).made is None


def test_starting_a_match_with_a_phone_seat_opens_the_lobby(pilot: Pilot, phones: Phones) -> None:
    pilot.program.show_new_game("red7")
    pilot.wait(0.5)
    pilot.press("seat 1")
    pilot.press("phone")
    pilot.key(pygame.K_ESCAPE)
    pilot.press("start")
    pilot.wait(0.5)

    assert pilot.nodes("code")
    assert phones.host.url.startswith("http://127.0.0.1:")
    assert phones.host.open_seats == [1]


def test_phone_player_is_admitted_by_the_host(pilot: Pilot, phones: Phones) -> None:
    open_lobby(phones)
    phones.ask(1, "Ana")
    assert phones.host.open_seats == [0, 1]

    pilot.press("admit 1")

    assert phones.host.open_seats == [1]
    assert phones.last(1, "welcome")["name"] == "Ana"


def test_phone_player_is_refused_by_the_host(pilot: Pilot, phones: Phones) -> None:
    open_lobby(phones)
    phones.ask(1, "Ana")

    pilot.press("refuse 1")

    assert phones.last(1, "sorry")["why"] == "refused"
    assert not pilot.nodes("admit 1")


def test_cards_are_dealt_once_every_seat_is_taken(pilot: Pilot, phones: Phones) -> None:
    open_lobby(phones)
    phones.seat_all("Ana")
    assert not pilot.button("deal").enabled  # type: ignore[attr-defined]

    pilot.press("ai 1")
    pilot.press("deal")
    pilot.wait(1.0)

    assert pilot.session.seats[0].name == "Ana"
    assert not pilot.session.seats[1].is_human
    assert pilot.session.remote == {0}


def test_lobby_shows_help_when_no_phone_connects_for_a_while(pilot: Pilot, phones: Phones) -> None:
    open_lobby(phones)
    pilot.wait(HELP_DELAY - 2.0)
    assert not pilot.nodes("help")

    pilot.wait(3.0)

    assert pilot.nodes("help")
    before = phones.host.address
    pilot.press("next address")
    assert phones.host.address.partition(":")[0] == "127.0.0.2" != before.partition(":")[0]


def test_leaving_the_lobby_stops_the_phone_server(pilot: Pilot, phones: Phones) -> None:
    open_lobby(phones)

    pilot.press("back")
    pilot.wait(0.5)

    assert phones.host.url == ""
    assert phones.host.room is None


def test_shared_screen_shows_no_hand_and_each_phone_only_its_own(
    pilot: Pilot, phones: Phones
) -> None:
    deal(phones)
    seen: set[str] = set()

    for _ in range(12):
        seen |= faces_shown(pilot)
        pilot.wait(0.25)

    assert pilot.session.viewer is None
    assert not seen
    hands = [
        {card["face"] for card in phones.last(nth, "table")["table"]["hand"]["cards"]}
        for nth in (1, 2)
    ]
    assert all(hands)
    assert not hands[0] & hands[1]


def test_step_sent_by_a_phone_is_applied_to_the_match(pilot: Pilot, phones: Phones) -> None:
    deal(phones, red7_setup((PHONE, PHONE), seed=4))
    seat = pilot.session.to_act[0]
    version = phones.last(seat + 1, "table")["version"]

    phones.take_step(seat)
    pilot.wait(1.0)

    assert pilot.session.match.revision == 1
    assert phones.last(seat + 1, "table")["version"] > version


@pytest.fixture
def disk(pilot: Pilot) -> Iterator[threading.Event]:
    """A slow disk: nothing is written before the event is set."""
    is_free = threading.Event()
    yield is_free
    is_free.set()


def read_saved_steps(pilot: Pilot) -> int:
    """Return the number of steps of the only match on the disk."""
    nothing: list[matches.MatchRow] = []
    (row,) = pilot.library.read(matches.list_running, nothing)
    return read_match(row.text, load_all_rules(CATALOGUE)).match.revision


def test_phone_step_is_confirmed_only_once_it_is_saved_to_disk(
    pilot: Pilot, phones: Phones, disk: threading.Event
) -> None:
    """If the program is killed in between, the phone still has the step and sends it again."""
    deal(phones, red7_setup((PHONE, PHONE), seed=4))
    phones.settle()
    seat = pilot.session.to_act[0]
    pilot.library._worker.submit(disk.wait)
    heard = {nth: len(phones.sent[nth]) for nth in (1, 2)}

    phones.take_step(seat)
    pilot.wait(1.0)
    phones.say(seat + 1, "ping")

    assert pilot.session.match.revision == 1
    assert read_saved_steps(pilot) == 0
    assert phones.types(seat + 1)[heard[seat + 1] :] == ["pong"]
    assert phones.types(2 - seat)[heard[2 - seat] :] == []
    assert phones.host.needs_tick

    disk.set()
    pilot.library.flush()
    assert read_saved_steps(pilot) == 1
    pilot.wait(1.0)

    assert set(phones.types(seat + 1)[heard[seat + 1] + 1 :]) >= {"done", "table"}
    assert "table" in phones.types(2 - seat)[heard[2 - seat] :]


def test_last_phone_step_is_confirmed_once_the_result_is_on_disk(
    pilot: Pilot, phones: Phones, disk: threading.Event
) -> None:
    deal(phones, red7_setup((PHONE, PHONE), seed=4, advanced=False))
    seat = pilot.session.to_act[0]
    phones.settle()
    pilot.library._worker.submit(disk.wait)
    heard = len(phones.sent[seat + 1])

    phones.say(seat + 1, "button", id=1, version=phones.version(seat + 1), ask="give_up")
    pilot.wait(1.0)

    assert not pilot.session.to_act
    assert phones.types(seat + 1)[heard:] == []
    disk.set()
    assert phones.last(seat + 1, "table")["table"]["end"]


def test_phones_receive_new_states_while_the_database_is_locked(
    pilot: Pilot, phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.01)
    deal(phones, red7_setup((PHONE, PHONE), seed=4))
    seat = pilot.session.to_act[0]
    phones.settle()
    version = phones.version(seat + 1)

    with closing(database.connect(pilot.paths.library)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        phones.take_step(seat)
        phones.settle()
        pilot.wait(0.5)
        shown = phones.version(seat + 1)

    assert pilot.session.match.revision == 1
    assert shown > version


@pytest.mark.parametrize("change", [{"colours": "high"}, {"back": "waves"}])
def test_card_style_changed_during_a_match_is_sent_to_the_phones(
    pilot: Pilot, phones: Phones, change: dict[str, Any]
) -> None:
    deal(phones)
    before = phones.pictures(1)
    snapshot = phones.last(1, "table")
    phones.settle()
    shown = len(phones.sent[1])

    pilot.program.ui.change_settings(replace(pilot.program.ui.settings, **change))
    pilot.wait(0.5)

    phones.settle()
    sent = [each["type"] for each in phones.sent[1][shown:]]
    after = phones.pictures(1, since=shown)
    assert list(dict.fromkeys(sent))[:2] == ["pictures", "table"]
    assert set(after) >= set(before)
    changed = {face for face in before if before[face] != after[face]}
    assert changed == ({""} & set(before) if "back" in change else set(before) - {""})
    assert phones.last(1, "table")["version"] == snapshot["version"]


def test_card_marks_switched_off_in_a_match_disappear_from_phones(
    pilot: Pilot, phones: Phones
) -> None:
    deal(phones, red7_setup((PHONE, PHONE), seed=4))
    seat = pilot.session.to_act[0] + 1
    before = phones.last(seat, "table")["table"]["hand"]["cards"]

    pilot.program.ui.change_settings(replace(pilot.program.ui.settings, assist="none"))
    pilot.wait(0.5)

    after = phones.last(seat, "table")["table"]["hand"]["cards"]
    assert any(card["signs"] for card in before)
    assert not any(card["signs"] for card in after)


def test_table_shows_all_seats_alike_when_everyone_plays_on_a_phone(
    pilot: Pilot, phones: Phones
) -> None:
    deal(phones)
    table = pilot.table

    assert not table.view.layout.has_viewer
    shown = {panel.shown.name for panel in table._hud.seats if panel.shown is not None}
    assert shown == {seat.name for seat in pilot.session.seats}
    assert not pilot.nodes("viewer")
    assert not pilot.nodes("actions")


def test_table_shows_the_hand_of_a_phone_seat_that_plays_on_screen(
    pilot: Pilot, phones: Phones
) -> None:
    deal(phones)
    table = pilot.table

    phones.host.toggle_local_play(0)
    pilot.wait(0.5)
    assert table.view.layout.has_viewer
    phones.host.toggle_local_play(0)
    pilot.wait(0.5)

    assert not table.view.layout.has_viewer


def test_resumed_match_accepts_its_phones_and_refuses_new_ones(
    pilot: Pilot, phones: Phones
) -> None:
    tokens = deal(phones)
    code = phones.host.room and phones.host.room.code
    pilot.program.show_title()
    pilot.wait(0.5)
    assert phones.host.url == ""

    pilot.program.resume()
    phones.plug_in()
    pilot.wait(0.5)
    phones.greet(8, tokens[0])
    phones.greet(9)

    assert phones.host.room is not None
    assert phones.host.room.code == code
    assert pilot.session.remote == {0, 1}
    assert phones.last(8, "table")["table"]["you"]["name"] == "Ana"
    assert phones.last(9, "sorry")["why"] == "locked"
    assert pilot.session.seats[0].portrait_key == "frog"


def test_phone_page_of_a_resumed_match_names_the_game_of_that_match(
    pilot: Pilot, phones: Phones
) -> None:
    deal(phones, replace(build_first_setup(CATALOGUE["spring"]), seats=THREE, seed=4))
    pilot.program.show_title()
    pilot.wait(0.5)
    pilot.program.choose_game("red7")

    pilot.program.resume()

    server = phones.host._server
    assert server is not None
    page = server._page(server.origin, "nonce").decode()
    assert '"game":"Spring Cleaning"' in page
    assert f'"hue":{CATALOGUE["spring"].view().style.ambience.hue}' in page


def test_saved_match_contains_no_phone_token(pilot: Pilot, phones: Phones) -> None:
    tokens = deal(phones)
    pilot.program.show_title()

    kept = (
        b"".join(path.read_bytes() for path in pilot.paths.library.parent.rglob("*"))
        if pilot.paths.library.parent.is_dir()
        else b""
    )

    assert kept
    assert not [token for token in tokens if token.encode() in kept]


def test_disconnected_phone_is_listed_and_its_seat_plays_on_screen(
    pilot: Pilot, phones: Phones
) -> None:
    deal(phones, red7_setup((PHONE, PHONE), seed=4))
    seat = pilot.session.to_act[0]
    room = phones.host.room
    assert room is not None
    room.handle_message(seat + 1, None)
    pilot.wait(hosting.DISCONNECTED_AFTER + 1.0)
    assert phones.host.list_disconnected() == (seat,)

    phones.host.show_phones()
    pilot.wait(0.3)
    pilot.press(f"here {seat}")
    pilot.press("close")
    pilot.wait(1.0)

    assert find_next_human(pilot.session) == seat
    pilot.press("reveal")
    pilot.wait(0.5)
    assert pilot.session.viewer == seat
    assert faces_shown(pilot)


def test_phone_seat_can_be_handed_to_an_ai_player(pilot: Pilot, phones: Phones) -> None:
    deal(phones)

    phones.host.show_phones()
    pilot.wait(0.3)
    pilot.press("ai 1")
    pilot.press("close")

    assert not pilot.session.seats[1].is_human
    assert pilot.session.remote == {0}
    assert phones.last(2, "sorry")["why"] == "removed"
    for _ in range(40):
        if pilot.session.to_act != (1,):
            break
        pilot.wait(0.5)
    assert pilot.session.to_act != (1,)


def test_hand_of_a_screen_player_stays_hidden_until_revealed(pilot: Pilot, phones: Phones) -> None:
    setup = red7_setup((PHONE, SeatPlan("Zoe")), seed=4)
    open_lobby(phones, setup)
    phones.seat_all("Ana")
    pilot.press("deal")
    pilot.wait(2.0)

    session = pilot.session
    assert session.remote == {0}
    if session.to_act == (0,):
        assert must_hide_hands(session)
        assert not may_see_hand(session, 1)
        assert not faces_shown(pilot)
        game, state = session.match.game, session.match.state
        while session.to_act == (0,):
            session._take(0, game.legal_steps(session.match.state, 0)[0])
        assert state is not session.match.state
        pilot.wait(1.0)
    assert pilot.nodes("reveal")
    assert not faces_shown(pilot)


def drop_out(phones: Phones, seat: int) -> None:
    shown = phones.last(seat + 1, "table")
    phones.say(seat + 1, "button", id=1, version=shown["version"], ask="give_up")
    phones.pilot.wait(1.0)


def test_rematch_is_played_with_the_same_phones(pilot: Pilot, phones: Phones) -> None:
    deal(phones, red7_setup((PHONE, PHONE), seed=4, advanced=False))
    drop_out(phones, pilot.session.to_act[0])
    over = pilot.session
    assert not over.to_act

    pilot.program.rematch()
    pilot.wait(1.0)

    assert pilot.session is not over
    assert pilot.session.remote == {0, 1}
    hands = [phones.last(nth, "table")["table"]["hand"]["cards"] for nth in (1, 2)]
    assert all(hands)
    assert phones.host.url


def test_phones_show_the_end_of_a_match(pilot: Pilot, phones: Phones) -> None:
    deal(phones, red7_setup((PHONE, PHONE), seed=4, advanced=False))
    seat = pilot.session.to_act[0]

    drop_out(phones, seat)

    ends = [phones.last(nth, "table")["table"]["end"] for nth in (1, 2)]
    assert ends[seat]["title"] != ends[1 - seat]["title"]
    assert "You win" in ends[1 - seat]["title"]


def test_hint_requested_on_a_phone_is_shown_there(pilot: Pilot, phones: Phones) -> None:
    deal(phones, red7_setup((PHONE, PHONE), seed=4))
    seat = pilot.session.to_act[0]
    shown = phones.last(seat + 1, "table")
    assert shown["table"]["hint"] is None

    phones.say(seat + 1, "button", id=1, version=shown["version"], ask="hint")
    for _ in range(40):
        pilot.wait(0.25)
        if phones.last(seat + 1, "table")["table"]["hint"] is not None:
            break

    hint = phones.last(seat + 1, "table")["table"]["hint"]
    assert hint["title"]
    assert pilot.session.hints["AB"[seat]] == 1
    assert pilot.session.match.revision == 0


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"room": "", "seats": {}},
        {"room": "abcdef", "seats": []},
        {"room": "abcdef", "seats": {"A": {"token": "x", "face": ""}}},
        {"room": "abcdef", "seats": {"Z": {"token": "0" * 64, "face": ""}}},
        {"room": "abcdef", "seats": {"": {"token": "0" * 64, "face": ""}}},
        {"room": "abcdef", "seats": {"B": {"token": "0" * 64, "face": ""}}},
        {"room": "<script>", "seats": {"A": {"token": "0" * 64, "face": ""}}},
    ],
)
def test_invalid_phone_data_in_a_save_is_ignored(value: Any) -> None:
    assert read_guests(value, (Seat("Ana"), Seat("Ravi", "sharp"))) is None


def test_unknown_portrait_in_saved_phone_data_is_ignored() -> None:
    value = {"room": "abcdef", "seats": {"A": {"token": "0" * 64, "face": "../../x"}}}

    found = read_guests(value, (Seat("Ana"),))

    assert found is not None
    assert found[1][0].portrait == ""


def test_qr_code_is_drawn_in_whole_pixels_with_a_margin() -> None:
    picture = make_qr_picture("http://192.168.1.23:7077/#abcdefgh")
    assert isinstance(picture, PaintedPicture)

    painted = picture.paint(300, 300)

    assert not isinstance(painted, Iterator)
    modules = list(segno.make_qr("http://192.168.1.23:7077/#abcdefgh", error="m").matrix)
    side = 300 // (len(modules) + 8)
    edge = (300 - side * (len(modules) + 8)) // 2 + 4 * side + side // 2
    read = [
        [painted.get_at((edge + side * x, edge + side * y)).r < 128 for x in range(len(modules))]
        for y in range(len(modules))
    ]
    assert read == [[bool(module) for module in line] for line in modules]
    colours = {tuple(painted.get_at((x, y)))[:3] for x in range(300) for y in range(0, 300, 7)}
    assert len(colours) == 2
    assert {tuple(painted.get_at((x, 4)))[:3] for x in range(300)} == {(244, 236, 223)}


def test_lobby_opens_without_a_prepared_setup(pilot: Pilot, phones: Phones) -> None:
    pilot.program.feature(PhonesFeature).open_lobby(None, "127.0.0.1")
    pilot.wait(0.5)

    assert pilot.nodes("code")
    assert phones.host.address.startswith("127.0.0.1:")
    assert len(phones.host.open_seats) == 1


def test_phone_modules_are_not_imported_at_program_start(tmp_path: Path) -> None:
    import subprocess

    script = (
        "import os, sys\n"
        "os.environ.update(SDL_VIDEODRIVER='dummy', SDL_AUDIODRIVER='dummy')\n"
        "from pathlib import Path\n"
        "from red7_desktop.app.launch import Headless\n"
        f"flown = Headless(Path({str(tmp_path)!r}))\n"
        "flown.wait(1.0)\n"
        "flown.program.preload().join()\n"
        "names = ('red7_desktop.phones', 'red7_desktop.app.phones', 'websockets', 'segno')\n"
        "print(*[name for name in sys.modules if name.startswith(names)])\n"
        "flown.close()\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1].strip() == ""
