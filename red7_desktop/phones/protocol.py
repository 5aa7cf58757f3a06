"""The messages between a phone's page and the program, as values.

A phone is an input device of one seat: it sends what its owner touched, and gets whole snapshots of
what that seat may know. Every message is a JSON object in a text frame with a `type`. What a phone
sends is checked key by key here, before anything else looks at it; docs/phones-protocol.md has the
same as tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from red7_desktop.kit.setup import LONGEST_NAME
from red7_desktop.tabletop.match import explain_unfit_name

PROTOCOL: Final = 1
"""The version of these messages; a page of another one is told to load itself again."""
LONGEST_MESSAGE: Final = 4096
"""No message of a phone is longer, in bytes."""
LONGEST_WORD: Final = 64
"""No word in one is longer, in characters: a card's name, a zone, a button, a token."""
LONGEST_PERSON: Final = LONGEST_NAME
"""No name that somebody gives on a phone is longer: it must fit into a seat of the table."""
MOST_PLACE: Final = 200
HIGHEST_NUMBER: Final = 2**53
"""The highest number that JavaScript counts exactly."""


class InvalidMessage(ValueError):
    """A message that no page of ours sends: names the place and says why.

    The codes: too_long, not_text, broken_json, not_an_object, unknown_type, missing_key,
    unknown_key, wrong_type, out_of_range, bad_name.
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
    """The first message of a connection.

    Attributes:
        room: The code in the address that was scanned.
        token: What this phone was given when it was let in, "" for a phone that is new.
        protocol: The `PROTOCOL` that the page speaks.
        language: Of the phone, as `de`.
    """

    room: str
    token: str
    protocol: int
    language: str


@dataclass(frozen=True, slots=True)
class Join:
    """Somebody wants a seat.

    Attributes:
        name: How the table calls them; follows the rules for names on the desktop.
        face: The key of a portrait.
    """

    name: str
    face: str


@dataclass(frozen=True, slots=True)
class Step:
    """Somebody has moved a card.

    Attributes:
        id: A number that the page gives each message that acts, higher each time.
        version: The snapshot that was on the phone's screen.
        card: The card by its place, `hand:A#2`, or the pile that it lies on top of.
        zone: Where it was brought.
        place: Between which cards there, None where any place will do.
    """

    id: int
    version: int
    card: str
    zone: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Pick:
    """Somebody has tapped a card that may be picked for a step of several; see `Step`."""

    id: int
    version: int
    card: str


@dataclass(frozen=True, slots=True)
class Button:
    """Somebody has pressed a button; see `Step`.

    Attributes:
        ask: What the button asks for, as the snapshot had it.
    """

    id: int
    version: int
    ask: str


@dataclass(frozen=True, slots=True)
class Ping:
    """The page asks whether the program is still there."""


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
"""By the type of a message: its class, and what lies under each of its keys. All must be there."""


def read_message(frame: str | bytes) -> Message:
    """Read a message of a phone.

    Raises:
        InvalidMessage: Whatever the frame is; see its codes.

    >>> read_message('{"type": "pick", "id": 4, "version": 9, "card": "hand:A#2"}')
    Pick(id=4, version=9, card='hand:A#2')
    """
    if not isinstance(frame, str):
        raise InvalidMessage("not_text", "$", "must be a text frame")
    if len(frame.encode("utf-8", "surrogatepass")) > LONGEST_MESSAGE:
        raise InvalidMessage("too_long", "$", f"has more than {LONGEST_MESSAGE} bytes")
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
    message: Message = made(**read)
    return message


def _check_value(key: str, value: Any, wanted: str) -> None:
    if wanted == _WORD:
        if not isinstance(value, str):
            raise InvalidMessage("wrong_type", f"$.{key}", f"must be {wanted}")
        if len(value) > LONGEST_WORD:
            why = f"has {len(value)} characters, at most {LONGEST_WORD} can be"
            raise InvalidMessage("out_of_range", f"$.{key}", why)
        return
    if value is None and wanted == _PLACE:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidMessage("wrong_type", f"$.{key}", f"must be {wanted}")
    if wanted == _PLACE:
        highest = MOST_PLACE
    else:
        highest = HIGHEST_NUMBER
    if not 0 <= value <= highest:
        raise InvalidMessage("out_of_range", f"$.{key}", f"must be from 0 to {highest}")


def _check_name(name: str) -> None:
    why = explain_unfit_name(name)
    if why is None and len(name) > LONGEST_PERSON:
        why = f"has {len(name)} characters, at most {LONGEST_PERSON} fit"
    if why is not None:
        raise InvalidMessage("bad_name", "$.name", why)


def write_message(kind: str, **values: Any) -> str:
    """Write a message to a phone: the same values give the same text.

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
