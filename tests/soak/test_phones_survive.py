"""The program is killed in the middle of matches with phones; the same phones go on.

Every step that a phone was told of is in the resumed match.

RED7_PROOF_PHONES says how often (50); RED7_PROOF_SEED (1) makes it another run.
"""

from __future__ import annotations

import json
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from red7_desktop.app import features, launch
from red7_desktop.app.library.library import Library
from red7_desktop.app.matches.setups import build_first_setup
from red7_desktop.app.phones import host as hosting
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.phones import protocol
from red7_desktop.phones.hand import ActionResult, PhoneHand
from red7_desktop.play.session import Change
from tests.soak.test_library_survives import PRELOADED, SEED, SERVER, count_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="forks"),
]
PATIENCE: Final = 60.0
SLOW_WRITE: Final = 0.05
"""Seconds that a write takes longer in every second match."""
MOST_ACTS: Final = 12
"""Most actions of phones before a kill."""
Steps = tuple[tuple[int, str], ...]
"""The log of a match: seat and text of each step."""
Action = tuple[int, int]
"""An action of a phone: its seat and its `id`."""


def slow_down_writes(library: Library, seconds: float) -> None:
    """Let each write of a library take longer, as on a memory card."""
    write = library._database.write

    def write_slowly(job: Callable[[sqlite3.Connection], Any]) -> Any:
        time.sleep(seconds)
        return write(job)

    setattr(library._database, "write", write_slowly)  # noqa: B010


def follow_actions() -> Callable[[], Action | None]:
    """Return a function that returns the action that is being performed, None between actions.

    Reading `last_id` of all phones would not be enough: in Spring Cleaning two phones choose their
    first offers at the same time, so that another phone's action may be confirmed without a change.
    """
    performed: list[Action] = []
    handle = PhoneHand.handle_action

    def handle_and_follow(hand: PhoneHand, message: protocol.Act) -> ActionResult:
        performed.append((hand.seat.viewer or 0, message.id))
        try:
            return handle(hand, message)
        finally:
            performed.pop()

    setattr(PhoneHand, "handle_action", handle_and_follow)  # noqa: B010
    return lambda: performed[-1] if performed else None


def host_match(home: Path, number: int, reports: Connection) -> None:
    """Run the program with a match of two phones and an AI player, and report its steps, forever.

    A running match is resumed. Otherwise the program opens a lobby and lets everybody in.
    """
    setattr(hosting, "choose_addresses", lambda adapters: ("127.0.0.1",))  # noqa: B010
    headless = launch.Headless(home, (960, 600), seed=number, writes_late=True)
    headless.library.check_and_import()
    slow_down_writes(headless.library, SLOW_WRITE if number % 2 else 0.0)
    find_action = follow_actions()
    program = headless.program
    program.show_title()
    headless.step_frame(draws=False)
    host = program.feature(features.PhonesFeature).service
    if headless.library.has_running:
        program.resume()
    else:
        setup = build_first_setup(CATALOGUE[list(CATALOGUE)[number % len(CATALOGUE)]])
        phone = SeatPlan(is_phone=True)
        seats = (phone, phone, SeatPlan(level="newcomer"))
        program.play(replace(setup, seats=seats, seed=number))
        reports.send(("lobby", host.url))
        while host.open_seats:
            headless.step_frame(0.05, draws=False)
            for request in list(host.room.requests if host.room else ()):
                host.admit(request)
            time.sleep(0.001)
        host.deal()
    while program.session is None:
        headless.step_frame(0.05, draws=False)
    session = headless.session
    session.pause = 0.0
    match = session.match

    def list_steps() -> Steps:
        return tuple([(entry.seat, entry.step) for entry in match.log])

    reports.send(("table", host.url, list_steps()))

    def report(change: Change) -> None:
        reports.send(("steps", list_steps(), find_action(), not session.to_act))

    session.add_listener(report)
    while session.to_act:
        headless.step_frame(0.05, draws=False)
        if session.is_waiting_for_table:
            session.deal_next_round()
        if match.revision % 5 == 0:
            headless.library.flush()
            reports.send(("saved",))
        time.sleep(0.001)
    headless.library.flush()
    reports.send(("over",))
    while True:
        headless.step_frame(0.05, draws=False)


class Phone:
    """A phone: it keeps its token, reconnects, and sends an unanswered action again.

    Attributes:
        seat: The seat that the program has given to this phone, -1 before that.
        confirmed: `id` of the last action that the program has confirmed, -1 before the first.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.seat = -1
        self.token = ""
        self.socket: ClientConnection | None = None
        self.table: dict[str, Any] | None = None
        self.pending: dict[str, Any] | None = None
        self.next_id = 1
        self.confirmed = -1
        self._url = ""
        self._stack = ExitStack()

    def close(self) -> None:
        with suppress(OSError, WebSocketException):
            self._stack.close()
        self.socket = None

    def open(self, url: str) -> None:
        """Connect to the table of a scanned address."""
        self._url = url
        origin, _, room = url.partition("/#")
        host = origin.removeprefix("http://")
        self.table = None
        opened = connect(f"ws://{host}/seat", origin=Origin(origin), open_timeout=PATIENCE)
        self.socket = self._stack.enter_context(opened)
        hello = {"room": room, "token": self.token, "protocol": protocol.PROTOCOL}
        self.send("hello", **hello, language="en")

    def send(self, kind: str, **values: Any) -> None:
        assert self.socket is not None
        self.socket.send(protocol.write_message(kind, **values))

    def hear(self) -> None:
        """Take what has come, as the page does."""
        assert self.socket is not None
        while True:
            try:
                message = json.loads(self.socket.recv(timeout=0.0))
            except TimeoutError:
                return
            except ConnectionClosed:
                self.close()
                self.open(self._url)
                return
            self._handle(message)

    def _handle(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ask":
            self.send("join", name=self.name, face="cat")
        elif kind == "welcome":
            self.token = message.get("token", self.token)
            self.seat = message["seat"]
        elif kind == "table":
            self.table = message
            self.next_id = max(self.next_id, message["last"] + 1)
            self.confirmed = max(self.confirmed, message["last"])
            pending = self.pending
            is_open = pending is not None and pending["id"] > message["last"]
            if pending and is_open and pending["version"] == message["version"]:
                self.send(**pending)
            else:
                self.pending = None
        elif kind in {"done", "refused"}:
            self.pending = None
            if not message.get("old"):
                self.confirmed = max(self.confirmed, message["id"])
        assert kind != "sorry", message

    def hear_last(self) -> None:
        """Take what a killed program has sent."""
        assert self.socket is not None
        with suppress(ConnectionClosed, TimeoutError):
            while True:
                self._handle(json.loads(self.socket.recv(timeout=PATIENCE)))

    def act(self, rng: Random) -> bool:
        """Send a random action if it is this seat's turn; return whether one was sent."""
        if self.table is None or self.pending is not None:
            return False
        shown = self.table["table"]
        moves = [
            (card, place)
            for card, places in shown["moves"].items()
            for place in places
            if place["allowed"]
        ]
        end = shown["buttons"][0]
        suggestions = [each["ask"] for each in shown["suggestions"] if not each["chosen"]]
        asks = [end["ask"]] if end["enabled"] and end["ask"] in {"end", "next"} else []
        asks += [
            each["ask"] for each in shown["buttons"] if each["ask"] == "draw" and each["enabled"]
        ]
        choices: list[dict[str, Any]] = [{"kind": "button", "ask": ask} for ask in asks * 3]
        choices += [{"kind": "button", "ask": ask} for ask in suggestions]
        choices += [
            {"kind": "step", "card": card, "zone": place["zone"], "place": place["place"]}
            for card, place in moves
        ]
        if not choices:
            choices = [
                {"kind": "button", "ask": each["ask"]}
                for each in shown["buttons"]
                if each["ask"] == "give_up" and each["enabled"]
            ]
        if not shown["you"]["acting"] or not choices:
            return False
        self.pending = {
            **rng.choice(choices),
            "id": self.next_id,
            "version": self.table["version"],
        }
        self.next_id += 1
        self.send(**self.pending)
        return True


class Run:
    """One start of the program, until it is killed.

    Attributes:
        resumed: The log at the start, None if there was no match yet.
        logs: The log at the start, and after each change.
        actions: For each of these logs, the action that led to it; None if no phone did.
        confirmed: For each seat with a phone, the `id` of its last confirmed action when the
            program was killed.
        saved: Number of changes that the program has reported as saved.
        has_ended: Whether the last change was the last one of the match.
        is_over: Whether the end of the match is saved.
    """

    def __init__(self, home: Path, number: int, phones: list[Phone]) -> None:
        self.resumed: Steps | None = None
        self.logs: list[Steps] = []
        self.actions: list[Action | None] = []
        self.confirmed: dict[int, int] = {}
        self.saved = 0
        self.has_ended = False
        self.is_over = False
        self._phones = phones
        self._here, there = SERVER.Pipe(duplex=False)
        self._process = SERVER.Process(target=host_match, args=(home, number, there), daemon=True)
        self._process.start()
        there.close()

    def play(self, rng: Random) -> None:
        """Play until the program is killed, at a random action or right after it."""
        left = rng.randrange(MOST_ACTS) + 1
        ends = time.monotonic() + PATIENCE
        while left and not self.is_over:
            assert time.monotonic() < ends, "nothing happens"
            self._take_reports(0.002)
            for phone in self._phones:
                if phone.socket is not None:
                    phone.hear()
                    left -= left > 0 and phone.act(rng)
        if rng.random() < 0.5:
            self._wait_for_answers(ends)
        elif rng.random() < 0.6:
            time.sleep(rng.random() * rng.choice((0.001, 0.01, 0.1)))

    def _wait_for_answers(self, ends: float) -> None:
        """Wait until no action of a phone is unanswered: the worst moment to be killed."""
        while not self.is_over and any(phone.pending for phone in self._phones):
            assert time.monotonic() < ends, "no answer"
            self._take_reports(0.0)
            for phone in self._phones:
                if phone.socket is not None:
                    phone.hear()

    def kill(self) -> None:
        self._process.kill()
        for phone in self._phones:
            if phone.socket is not None:
                phone.hear_last()
        self.confirmed = {phone.seat: phone.confirmed for phone in self._phones}
        with suppress(EOFError):
            while True:
                self._take_reports(PATIENCE)
        self._process.join()
        assert self._process.exitcode == -signal.SIGKILL
        for phone in self._phones:
            phone.close()

    def find_confirmed(self) -> int:
        """Return the number of the newest change of a confirmed action."""
        found = 0
        for number, action in enumerate(self.actions):
            if action is not None:
                seat, action_id = action
                if action_id <= self.confirmed[seat]:
                    found = number
        return found

    def _take_reports(self, seconds: float) -> None:
        while self._here.poll(seconds):
            what, *values = self._here.recv()
            if what in {"lobby", "table"}:
                for phone in self._phones:
                    if phone.socket is None:
                        phone.open(values[0])
            if what == "table":
                self.resumed = values[1]
                self.logs.append(values[1])
                self.actions.append(None)
            elif what == "steps":
                self.logs.append(values[0])
                self.actions.append(values[1])
                self.has_ended = values[2]
            elif what == "saved":
                self.saved = len(self.logs) - 1
            elif what == "over":
                self.is_over = True
            seconds = 0.0 if seconds < PATIENCE else seconds


def list_kills(folder: Path) -> Iterator[tuple[str, Run, Run]]:
    """Kill the program again and again; yield each killed run and the one after it."""
    rng = Random(f"{SEED} phones")
    before: Run | None = None
    phones: list[Phone] = []
    home = folder
    for number in range(count_of("PHONES", 50) + 1):
        if before is None or before.is_over:
            before = None
            phones = [Phone("Ana"), Phone("Ben")]
            home = folder / f"home-{number}"
        run = Run(home, number, phones)
        run.play(rng)
        run.kill()
        if before is not None and run.resumed is not None:
            yield f"kill {number} of seed {SEED}", before, run
        before = run


def test_phones_lose_no_confirmed_step_when_the_program_is_killed(tmp_path: Path) -> None:
    SERVER.set_forkserver_preload([__name__, *PRELOADED])
    kills = 0
    lost = 0

    for where, before, after in list_kills(tmp_path):
        assert after.resumed is not None
        last = before.logs[-1]
        if before.has_ended and not after.resumed:
            # The end was saved, but not reported any more: the next match has begun.
            assert len(last) > 0, where
        elif after.resumed not in before.logs:
            # A step may have been saved, but not reported any more. Ending a turn may be two steps.
            assert after.resumed[: len(last)] == last, where
            assert len(after.resumed) - len(last) <= 2, where
        else:
            found = len(before.logs) - 1 - before.logs[::-1].index(after.resumed)
            assert found >= before.saved, where
            assert found >= before.find_confirmed(), where
            lost += len(before.logs) - 1 - found
        kills += 1

    print(f"{kills} kills; steps taken in the last moment and not saved: {lost}")
    assert kills >= min(count_of("PHONES", 50) // 2, 20)
