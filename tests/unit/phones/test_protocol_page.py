"""docs/phones-protocol.md says what the code does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pygame
import pytest

from red7_desktop import phones
from red7_desktop.phones import protocol
from red7_desktop.resources import asset_path
from tests.unit.phones.tables import make_hand, make_session

PAGE: Final = (Path(__file__).parents[3] / "docs" / "phones-protocol.md").read_text("utf-8")
CODE: Final = "".join([path.read_text("utf-8") for path in Path(phones.__path__[0]).glob("*.py")])
QUOTED: Final = re.compile(r"`(\w+)`")


def read_table(heading: str) -> Mapping[str, str]:
    """Return the rows of the first table below a heading: first cell to the rest."""
    _, _, below = PAGE.partition(f"\n### {heading}\n")
    table = re.search(r"(?:^\|.*\n)+", below, re.MULTILINE)
    assert table is not None
    rows = [line.split("|", 2) for line in table[0].splitlines()[2:]]
    return {first.strip(): rest.strip() for _, first, rest in rows}


def test_messages_of_phones_have_the_documented_keys() -> None:
    documented = {
        QUOTED.findall(kind)[0]: set(QUOTED.findall(rest.partition("|")[0]))
        for kind, rest in read_table("From a phone").items()
    }

    assert documented == {kind: set(shape) for kind, (_, shape) in protocol._SHAPES.items()}


def test_message_types_sent_to_phones_are_the_documented_ones() -> None:
    documented = {QUOTED.findall(kind)[0] for kind in read_table("To a phone")}
    script = asset_path("phones", "page.js").read_text("utf-8")
    (heard,) = re.findall(r"const heard = \{(.*?)\}\[message\.type\]", script, re.DOTALL)

    assert documented == set(re.findall(r'write_message\(\s*"(\w+)"', CODE))
    assert documented == {*re.findall(r"^      (\w+): \(", heard, re.MULTILINE), "pong"}


def test_error_codes_of_invalid_messages_are_the_documented_ones() -> None:
    sentence = re.search(r"is `invalid` with one of the codes ([^.]*)\.", PAGE)
    assert sentence is not None

    assert set(QUOTED.findall(sentence[1])) == set(re.findall(r'InvalidMessage\("(\w+)"', CODE))


def test_reasons_for_refusing_a_phone_a_seat_are_documented() -> None:
    documented = set(QUOTED.findall(read_table("To a phone")["`sorry`"])) - {"why"}
    sent = set(re.findall(r'"sorry", why="(\w+)"', CODE))

    assert documented == {*sent, "closed"}


@pytest.mark.parametrize("game", ["red7", "spring", "bazaar"])
def test_snapshot_has_the_documented_keys(game: str) -> None:
    pygame.font.init()
    documented = {key for keys in read_table("A snapshot") for key in QUOTED.findall(keys)}

    hand = make_hand(make_session(game), game, 0)

    assert set(hand.snapshot) == documented


def test_limits_of_the_phone_server_are_the_documented_ones() -> None:
    from red7_desktop.phones import room, server

    for limit in (
        f"Words have at most {protocol.MAX_WORD_LENGTH} characters",
        f"at most {protocol.MAX_GUEST_NAME_LENGTH} and follow",
        f"Version {protocol.PROTOCOL}.",
        f"messages of {protocol.MAX_MESSAGE_LENGTH // 1024} kB",
        f"{server.RATE:g} a second",
        f"{server.MAX_CONNECTIONS} connections",
        f"{server.HELLO_TIMEOUT:g} seconds to say hello",
        f"{server.IDLE_TIMEOUT:g} seconds of silence",
        f"{room.MAX_REQUESTS} people waiting",
    ):
        assert limit in PAGE, limit
