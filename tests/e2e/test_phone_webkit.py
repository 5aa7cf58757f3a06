"""A match on the phones' page in WebKitGTK, the nearest to Safari on Linux.

The browser is driven through its own driver, whose protocol is plain HTTP.
"""

from __future__ import annotations

import json
import random
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.e2e.real_window import Screen
from tests.unit.phones.serving import LOOPBACK, ServedTable

DRIVER: Final = shutil.which("WebKitWebDriver") or ""
BROWSER: Final = next(iter(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), None)
OPENING: Final = 60.0
"""Seconds to wait for the driver and for a command at most."""
TAP: Final = """
    const find = (selector) => document.querySelector(selector);
    const draw = arguments[0] % 4 === 3 && find("[data-key=draw]:not(:disabled)");
    const wanted = draw || find(".gap.fits") || find(".gap") || find(".choice .option")
      || find(".button.big:not(:disabled)") || find(".place.good") || find(".place:not(.no)")
      || find(".chip[aria-pressed='false']");
    const cards = [...document.querySelectorAll(".card.can")];
    const card = cards[arguments[0] % Math.max(1, cards.length)];
    const node = wanted || card;
    if (node) node.click();
    return node ? node.className : "";
"""
"""Taps what looks best on the page, else a card; draws now and then, where a card must be drawn."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not DRIVER or BROWSER is None, reason="no WebKitGTK: apt install webkit2gtk-driver"
    ),
]


class WebKit:
    """A browser window, controlled through WebKitWebDriver."""

    def __init__(self, environment: dict[str, str]) -> None:
        with socket.create_server((LOOPBACK, 0)) as free:
            port = free.getsockname()[1]
        self._driver = subprocess.Popen([DRIVER, f"--port={port}"], env=environment)
        self._url = f"http://{LOOPBACK}:{port}/session"
        options = {"binary": str(BROWSER), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        deadline = time.monotonic() + OPENING
        while True:
            try:
                self._url += "/" + self._ask("", wanted)["sessionId"]
                break
            except urllib.error.HTTPError:
                raise
            except OSError:  # the driver doesn't listen yet
                assert time.monotonic() < deadline
                time.sleep(0.1)

    def _ask(self, path: str, values: dict[str, Any] | None, method: str = "POST") -> Any:
        data = None if values is None else json.dumps(values).encode()
        request = urllib.request.Request(
            self._url + path, data, {"Content-Type": "application/json"}, method=method
        )
        with urllib.request.urlopen(request, timeout=OPENING) as answer:
            return json.loads(answer.read())["value"]

    def open(self, url: str) -> None:
        self._ask("/url", {"url": url})

    def run(self, script: str, *values: Any) -> Any:
        """Run the body of a JavaScript function in the page, and return its result."""
        return self._ask("/execute/sync", {"script": script, "args": values})

    def shows(self, selector: str) -> Callable[[], bool]:
        """Return a function that tells whether the page has an element."""
        return lambda: bool(self.run("return !!document.querySelector(arguments[0])", selector))

    def close(self) -> None:
        try:
            self._ask("", None, "DELETE")
        finally:
            self._driver.terminate()
            self._driver.wait()


@pytest.fixture
def webkit(screen: Screen) -> Iterator[WebKit]:
    browser = WebKit(screen.environment)
    yield browser
    browser.close()


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_round_is_played_on_the_phone_page_in_webkit(webkit: WebKit, game: str) -> None:
    with ServedTable(game, seed=11) as table:
        webkit.open(table.url)
        table.wait_for(webkit.shows(".go-ahead"), "the page")
        webkit.run("document.getElementById('name').value = 'Ana'")
        webkit.run("document.querySelector('.go-ahead').click()")
        table.wait_for(lambda: table.room.requests, "a request")
        table.admit_all()
        table.begin()
        rng = random.Random(1)
        own_steps = 0

        for tap in range(300):
            table.play_others(0, rng)
            table.room.invalidate()
            if not table.session.to_act or table.session.is_waiting_for_table:
                break
            before = table.session.match.revision
            table.wait_for(webkit.shows(".turn"), "the phone's turn")
            webkit.run(TAP, tap)
            for _ in range(8):
                table.pump()
                time.sleep(0.01)
            own_steps += table.session.match.revision > before
        table.wait_for(webkit.shows(".end h2"), "the end")

        assert own_steps > 2
