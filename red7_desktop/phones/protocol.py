"""Messages between a phone's page and the program: parsing, validation and serialisation.

A phone is an input device for one seat. It sends its user's taps and drags, and receives complete
snapshots of the table as the seat may see it. Every message is a JSON object in a text frame, with
a `type`. This module validates every key of a phone's message before any other code sees it.
docs/phones-protocol.md has tables of all messages.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from red7_desktop.kit.setup import MAX_NAME_LENGTH
from red7_desktop.tabletop.match import explain_invalid_name

PROTOCOL: Final = 1
"""Version of the protocol between page and program; a page with another version has to reload."""
MAX_MESSAGE_LENGTH: Final = 4096
"""Maximum size of a message from a phone, in bytes."""
MAX_WORD_LENGTH: Final = 64
"""Maximum length of a text in a message, in characters: a card's name, a zone, a token ..."""
MAX_GUEST_NAME_LENGTH: Final = MAX_NAME_LENGTH
"""Maximum length of a name typed on a phone, in characters, so that it fits at the table."""
MAX_PLACE: Final = 200
CLOSED_NORMALLY: Final = 1000
"""Close code of the web socket protocol, sent when a guest is removed or the room closes."""
CLOSED_GOING_AWAY: Final = 1001
"""Close code of the web socket protocol, sent when the server stops."""
CLOSED_FOR_VIOLATION: Final = 1008
"""Close code of the web socket protocol, sent to a phone that breaks the rules of the protocol."""
HIGHEST_NUMBER: Final = 2**53
"""Maximum value of numbers in messages: JavaScript represents integers exactly up to it."""


class InvalidMessage(ValueError):
    """Raised for a message that the program's own page on a phone would never send.

    Attributes:
        code: Kind of error: too_long, not_text, broken_json, not_an_object, unknown_type,
            missing_key, unknown_key, wrong_type, out_of_range or bad_name.
        place: Path of the wrong value in the message, such as `$.name`.
        why: Description of the error.
    """

    def __init__(self, code: str, place: str, why: str) -> None:
        super().__init__(code, place, why)
        self.code = code
        self.place = place
        self.why = why

    def __str__(self) -> str:
        return f"{self.place}: {self.why} ({self.code})"


@dataclass(frozen=True, slots=True)
class Hello:
    """Message from a phone: the first one of a connection.

    Attributes:
        room: Code of the room, from the scanned address.
        token: Token that the phone got when it was admitted, "" for a new phone.
        protocol: `PROTOCOL` of the page.
        language: Language of the phone, such as "de".
    """

    room: str
    token: str
    protocol: int
    language: str


@dataclass(frozen=True, slots=True)
class Join:
    """Message from a phone: the user asks for a seat.

    Attributes:
        name: Name to show at the table; the rules for names are the same as on the desktop.
        portrait: Key of the portrait that the user has chosen.
    """

    name: str
    portrait: str


@dataclass(frozen=True, slots=True)
class Step:
    """Message from a phone: the user has dropped a card on a zone of the table.

    Attributes:
        id: Number of the message. Every message about an action of the user (`Step`, `Pick`,
            `Button`) has a higher number than the one before.
        version: Version of the snapshot on the phone's screen.
        card: Name of the card, such as `hand:A#2`. For the top card of a pile, the pile's zone id.
        zone: Id of the zone on which the card was dropped.
        place: Index for the card in that zone, None if the user didn't choose an index.
    """

    id: int
    version: int
    card: str
    zone: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Pick:
    """Message from a phone: the user has tapped a card.

    The tap picks the card for a step of several cards, or deselects the picked card. `Step`
    documents the attributes.
    """

    id: int
    version: int
    card: str


@dataclass(frozen=True, slots=True)
class Button:
    """Message from a phone: the user has pressed a button.

    `Step` documents `id` and `version`.

    Attributes:
        ask: Key of the button's action, copied from the snapshot on the phone's screen.
    """

    id: int
    version: int
    ask: str


@dataclass(frozen=True, slots=True)
class Ping:
    """Message from a phone: the page checks whether the program is still running."""


Act: TypeAlias = Step | Pick | Button
Message: TypeAlias = Hello | Join | Act | Ping

_WORD: Final = "a text"
_NUMBER: Final = "a whole number"
_PLACE: Final = "a whole number or null"
_SHAPES: Final[Mapping[str, tuple[type[Any], Mapping[str, str]]]] = {
    "hello": (Hello, {"room": _WORD, "token": _WORD, "protocol": _NUMBER, "language": _WORD}),
    "join": (Join, {"name": _WORD, "face": _WORD}),
    "step": (
        Step,
        {"id": _NUMBER, "version": _NUMBER, "card": _WORD, "zone": _WORD, "place": _PLACE},
    ),
    "pick": (Pick, {"id": _NUMBER, "version": _NUMBER, "card": _WORD}),
    "button": (Button, {"id": _NUMBER, "version": _NUMBER, "ask": _WORD}),
    "ping": (Ping, {}),
}
"""For each value of a message's key `type`: the message's class, and its required keys.

The keys are in the order of the class's fields. Each key is mapped to a description of its possible
values.
"""


def read_message(frame: str | bytes) -> Message:
    """Parse a message from a phone.

    Raises:
        InvalidMessage: The frame isn't a valid message; `InvalidMessage.code` says why.

    >>> read_message('{"type": "pick", "id": 4, "version": 9, "card": "hand:A#2"}')
    Pick(id=4, version=9, card='hand:A#2')
    """
    if not isinstance(frame, str):
        raise InvalidMessage("not_text", "$", "must be a text frame")
    if len(frame.encode("utf-8", "surrogatepass")) > MAX_MESSAGE_LENGTH:
        raise InvalidMessage("too_long", "$", f"has more than {MAX_MESSAGE_LENGTH} bytes")
    try:
        read = json.loads(frame)
    except (ValueError, RecursionError) as error:
        raise InvalidMessage("broken_json", "$", "is no JSON") from error
    if not isinstance(read, dict):
        raise InvalidMessage("not_an_object", "$", "must be an object")
    kind = read.pop("type", None)
    if not isinstance(kind, str) or kind not in _SHAPES:
        raise InvalidMessage("unknown_type", "$.type", f"must be one of {', '.join(_SHAPES)}")
    made, shape = _SHAPES[kind]
    for key in read:
        if key not in shape:
            raise InvalidMessage("unknown_key", "$", f"{kind} has a key of no use")
    for key, wanted in shape.items():
        if key not in read:
            raise InvalidMessage("missing_key", f"$.{key}", "is missing")
        _check_value(key, read[key], wanted)
    if kind == "join":
        _check_name(read["name"])
    message: Message = made(*[read[key] for key in shape])
    return message


def _check_value(key: str, value: Any, wanted: str) -> None:
    if wanted == _WORD:
        if not isinstance(value, str):
            raise InvalidMessage("wrong_type", f"$.{key}", f"must be {wanted}")
        if len(value) > MAX_WORD_LENGTH:
            why = f"has {len(value)} characters, at most {MAX_WORD_LENGTH} can be"
            raise InvalidMessage("out_of_range", f"$.{key}", why)
        return
    if value is None and wanted == _PLACE:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidMessage("wrong_type", f"$.{key}", f"must be {wanted}")
    if wanted == _PLACE:
        highest = MAX_PLACE
    else:
        highest = HIGHEST_NUMBER
    if not 0 <= value <= highest:
        raise InvalidMessage("out_of_range", f"$.{key}", f"must be from 0 to {highest}")


def _check_name(name: str) -> None:
    why = explain_invalid_name(name)
    if why is None and len(name) > MAX_GUEST_NAME_LENGTH:
        why = f"has {len(name)} characters, at most {MAX_GUEST_NAME_LENGTH} fit"
    if why is not None:
        raise InvalidMessage("bad_name", "$.name", why)


def write_message(kind: str, **values: Any) -> str:
    """Serialise a message to a phone; equal values give equal texts.

    >>> write_message("welcome", token="t", seat=1)
    '{"seat":1,"token":"t","type":"welcome"}'
    """
    return json.dumps(
        {"type": kind, **values},
        ensure_ascii=False,
        allow_nan=False,
        sort_keys=True,
        separators=(",", ":"),
    )
