"""The user's settings: one frozen value, stored in one file, saved after each change."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from red7_desktop.kit.bindings import BindingError, StoredBindings, build_bindings
from red7_desktop.kit.storage import InvalidField, JsonFile, read_bool, read_int_in, read_one_of

T = TypeVar("T")
INSTANT: Final = math.inf
"""The value of `Settings.speed` that turns animations off."""
HIGH_CONTRAST: Final = "high"
"""The value of `Settings.colours` for high-contrast colours."""
COLOUR_SETS: Final = ("normal", HIGH_CONTRAST)
"""The available colour sets; every game has pictures of its cards in each."""
TABLES: Final = ("evening", "felt", "wood")
"""The available table surfaces: smooth dark, cloth, boards."""
FIRST_TABLE: Final = "wood"
"""The table surface that the program uses after its first start, until the user chooses one.

See `launch.list_first_settings`."""
QUIET_MUSIC: Final = 30
"""The volume, in percent, of music that starts before the user has chosen a volume."""
OWN_BACK: Final = "own"
"""The value of `Settings.back` for the card back that each game has of its own."""
BACKS: Final = (OWN_BACK, "night", "leaves", "waves", "lanterns")
"""The available card backs: the game's own, and four for any game."""
SPEEDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, INSTANT)
"""Animation speeds, as factors, that the settings page offers.

A settings file may contain any number from `MIN_SPEED` to `MAX_SPEED`, or "instant"."""
SCALES: Final = (100, 125, 150, 175, 200)
"""Interface sizes, in percent, that the settings page offers.

A settings file may contain any whole number between the first and the last."""
ASSISTS: Final = ("none", "outcomes", "marks")
"""Levels of help at the table.

"none" shows nothing. With "outcomes", while the player drags a card, each drop target shows the
result of dropping the card there. "marks" also marks the hand cards whose play keeps the player in
the round."""
SHORT_SPEECH: Final = "short"
"""Value of `speech_detail`: only events of the match are read aloud."""
NORMAL_SPEECH: Final = "normal"
"""Value of `speech_detail`: events, outcomes and what to do next are read aloud."""
FULL_SPEECH: Final = "full"
"""Value of `speech_detail`: reasons and explanations are read aloud too."""
SPEECH_DETAILS: Final = (SHORT_SPEECH, NORMAL_SPEECH, FULL_SPEECH)
SCAN_SECONDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
"""Seconds for which scanning highlights each control: the values that the settings page offers.

A settings file may contain any number between the first and the last."""
MIN_SPEED: Final = 0.5
MAX_SPEED: Final = 4.0
_INSTANT_WORD: Final = "instant"
_LANGUAGE: Final = r"([a-z]{2,3}(_[A-Za-z]{2,8})?)?\Z"


def _read_language(value: Any) -> str:
    if not isinstance(value, str) or not re.match(_LANGUAGE, value):
        raise InvalidField("must be the code of a language, such as 'de', or empty")
    return value


def _read_number(least: float, most: float, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise InvalidField(f"must be a number from {least} to {most}")
    return float(value)


def _read_speed(value: Any) -> float:
    is_instant = value == _INSTANT_WORD
    if is_instant:
        return INSTANT
    return _read_number(MIN_SPEED, MAX_SPEED, value)


def _read_changes(side: str, value: Any) -> StoredBindings:
    """Validate changed bindings; `side` is "keys" or "pad"."""
    if not isinstance(value, dict):
        raise InvalidField("must be an object of lists")
    for names in value.values():
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise InvalidField("must hold lists of names")
    changes = tuple((intent, tuple(names)) for intent, names in value.items())
    try:
        build_bindings(**{"keys": (), "pad": (), side: changes})
    except BindingError as error:
        raise InvalidField(str(error)) from error
    return changes


def _option(default: T, read: Callable[[Any], T]) -> T:
    """Declare a field with a validator, which converts JSON to its value or raises InvalidField."""
    return field(default=default, metadata={"read": read})


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's settings.

    Attributes:
        language: Language code, "" for the system's language.
        colours: One of COLOUR_SETS.
        table: One of TABLES.
        back: One of BACKS.
        all_looks: Whether all tables and card backs are available, including locked ones.
        ui_scale: Size of the interface in percent.
        readable_font: Whether the more legible font is used.
        reduced_motion: Whether fades replace movement.
        speed: Factor of the animation speed, INSTANT for no animations.
        assist: One of ASSISTS: how much the table shows about possible plays.
        reads_hands: Whether hints infer from opponents' turns which cards the opponents
            don't have.
        moods: Whether portraits show if their players are winning or losing.
        remarks: Whether AI players make a remark now and then.
        room_light: Whether the ambient light may follow the game; see `has_changing_light`.
        confirmations: Whether to ask before actions that can't be undone.
        master_volume: Volume in percent by which the other three volumes are multiplied.
        effects_volume: Volume of sounds, in percent.
        ambience_volume: Volume of ambience, in percent; off by default.
        music_volume: Volume of music, in percent; off by default.
        muted: Whether all sound is off.
        fullscreen: Whether the window fills the screen.
        spoken_log: Whether a voice reads the match and the interface aloud.
        speech_detail: One of SPEECH_DETAILS: how much is read aloud.
        cool_down: Whether a press is ignored if it follows another press too soon.
        scanning: Whether the focus moves from control to control by itself (switch scanning).
        scan_seconds: Seconds for which scanning highlights each control.
        keys: Pairs of an action (`bindings.Intent`) and its keys, only for actions whose keys
            differ from the defaults.
        pad: Pairs of an action and its gamepad buttons, only for actions whose buttons differ from
            the defaults.
        switches: Names of on/off settings that are on. Each of these settings belongs to one game.
    """

    language: str = _option("", _read_language)
    colours: str = _option("normal", read_one_of(*COLOUR_SETS))
    table: str = _option(TABLES[0], read_one_of(*TABLES))
    back: str = _option(OWN_BACK, read_one_of(*BACKS))
    all_looks: bool = _option(False, read_bool)
    ui_scale: int = _option(100, read_int_in(SCALES[0], SCALES[-1]))
    readable_font: bool = _option(False, read_bool)
    reduced_motion: bool = _option(False, read_bool)
    speed: float = _option(1.0, _read_speed)
    assist: str = _option("marks", read_one_of(*ASSISTS))
    reads_hands: bool = _option(True, read_bool)
    moods: bool = _option(True, read_bool)
    remarks: bool = _option(True, read_bool)
    room_light: bool = _option(True, read_bool)
    confirmations: bool = _option(True, read_bool)
    master_volume: int = _option(80, read_int_in(0, 100))
    effects_volume: int = _option(100, read_int_in(0, 100))
    ambience_volume: int = _option(0, read_int_in(0, 100))
    music_volume: int = _option(0, read_int_in(0, 100))
    muted: bool = _option(False, read_bool)
    fullscreen: bool = _option(False, read_bool)
    spoken_log: bool = _option(False, read_bool)
    speech_detail: str = _option(NORMAL_SPEECH, read_one_of(*SPEECH_DETAILS))
    cool_down: bool = _option(False, read_bool)
    scanning: bool = _option(False, read_bool)
    scan_seconds: float = _option(1.0, partial(_read_number, SCAN_SECONDS[0], SCAN_SECONDS[-1]))
    keys: StoredBindings = field(default=(), metadata={"read": partial(_read_changes, "keys")})
    pad: StoredBindings = field(default=(), metadata={"read": partial(_read_changes, "pad")})
    switches: frozenset[str] = frozenset()

    @property
    def is_instant(self) -> bool:
        return self.speed == INSTANT

    @property
    def animates_celebrations(self) -> bool:
        """Whether celebrations, such as the end of a match, are animated.

        False if motion is reduced or animations are off.
        """
        return not (self.reduced_motion or self.is_instant)

    @property
    def has_changing_light(self) -> bool:
        """Whether the ambient light around the table changes with the game.

        False if the user has turned the light off, has chosen reduced motion, or has chosen
        high-contrast colours.
        """
        return self.room_light and not self.reduced_motion and self.colours != HIGH_CONTRAST

    @property
    def shows_outcomes(self) -> bool:
        return self.assist != "none"

    @property
    def shows_marks(self) -> bool:
        return self.assist == "marks"

    def differences(self, other: Settings) -> frozenset[str]:
        """Return the names of the fields in which two settings differ.

        >>> sorted(Settings().differences(Settings(muted=True, speed=2.0)))
        ['muted', 'speed']
        """
        return frozenset(
            name for name in _FIELD_NAMES if getattr(self, name) != getattr(other, name)
        )

    def loudness(self, volume: int) -> float:
        """Return the loudness, 0 to 1, for a volume in percent."""
        if self.muted:
            return 0.0
        return self.master_volume * volume / 10_000


_FIELD_NAMES: Final = tuple([each.name for each in fields(Settings)])
READERS: Final[dict[str, Callable[[Any], Any]]] = {
    each.name: each.metadata["read"] for each in fields(Settings) if each.metadata
}
"""For each field of `Settings` a function that validates its value from the settings file.

The field `switches` isn't included; `open_settings_file` validates it."""


def open_settings_file(
    path: Path,
    switches: Collection[str] = (),
    first: Mapping[str, Any] = MappingProxyType({}),
) -> JsonFile[Settings]:
    """Return an object that loads and saves the settings file.

    `JsonFile.load` never fails; `JsonFile.save` raises FileWriteError.

    Args:
        path: The file.
        switches: Names of the on/off settings that single games add. They are stored in the same
            file.
        first: Default values of some fields, used instead of those of `Settings` if the file lacks
            these fields.
    """

    def make(fields: Mapping[str, Any]) -> Settings:
        is_on = frozenset(name for name in switches if fields.get(name))
        known = {name: fields[name] for name in fields.keys() & READERS}
        return Settings(**{**first, **known}, switches=is_on)

    def plain(settings: Settings) -> dict[str, Any]:
        return to_plain(settings) | {name: name in settings.switches for name in switches}

    return JsonFile(path, READERS | dict.fromkeys(switches, read_bool), make, plain)


def to_plain(settings: Settings) -> dict[str, Any]:
    """Convert the settings that all games share to a JSON object.

    The on/off settings that single games add are left out; `open_settings_file` adds them.

    >>> to_plain(Settings(speed=INSTANT))["speed"]
    'instant'
    """
    plain = asdict(settings)
    del plain["switches"]
    return plain | {
        "speed": _INSTANT_WORD if settings.is_instant else settings.speed,
        "keys": {intent: list(keys) for intent, keys in settings.keys},
        "pad": {intent: list(buttons) for intent, buttons in settings.pad},
    }
