"""The settings: one frozen value, kept in one file, saved at each change."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from red7_desktop.kit.bindings import BadBinding, Changes, build_bindings
from red7_desktop.kit.storage import KeptFile, Unfit, read_one_of, read_truth, read_whole

T = TypeVar("T")
INSTANT: Final = math.inf
"""The animation speed at which nothing is animated."""
COLOUR_SETS: Final = ("normal", "high")
"""The colour sets that can be chosen; every game has pictures of its cards in each."""
TABLES: Final = ("evening", "felt", "wood")
"""What a table can be made of: smooth dark, cloth, boards."""
FIRST_TABLE: Final = "wood"
"""The table of those who start the program for the first time."""
QUIET_MUSIC: Final = 30
"""The volume of music that is switched on at the title, in percent."""
OWN_BACK: Final = "own"
"""The back that every game has for its cards."""
BACKS: Final = (OWN_BACK, "night", "leaves", "waves", "lanterns")
"""The backs that cards can have: the game's own, and four for any game."""
SPEEDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, INSTANT)
"""The animation speeds that can be chosen; a file may hold others from 0.5 to 4."""
SCALES: Final = (100, 125, 150, 175, 200)
"""The sizes of the interface that can be chosen, in percent; a file may hold others between."""
ASSISTS: Final = ("none", "outcomes", "marks")
"""How much the table helps: not at all; by the outcome at each place where a held card may go;
by that and by marks on the hand cards that keep the player in."""
SHORT: Final = "short"
NORMAL: Final = "normal"
FULL: Final = "full"
SPEECH_DETAILS: Final = (SHORT, NORMAL, FULL)
"""How much is read aloud: what happens; also what cards would do and what is asked; also why it
is so, and what everything means."""
SCAN_SECONDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)
"""For how long the highlight may stay while scanning; a file may hold others between."""
LEAST_SPEED: Final = 0.5
MOST_SPEED: Final = 4.0
_INSTANT_WORD: Final = "instant"
_LANGUAGE: Final = re.compile(r"([a-z]{2,3}(_[A-Za-z]{2,8})?)?\Z")


def _read_language(value: Any) -> str:
    if not isinstance(value, str) or not _LANGUAGE.match(value):
        raise Unfit("must be the code of a language, such as 'de', or empty")
    return value


def _read_number(least: float, most: float, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise Unfit(f"must be a number from {least} to {most}")
    return float(value)


def _read_speed(value: Any) -> float:
    is_instant = value == _INSTANT_WORD
    if is_instant:
        return INSTANT
    return _read_number(LEAST_SPEED, MOST_SPEED, value)


def _read_changes(side: str, value: Any) -> Changes:
    """Read intents and the names of their keys, or of their pad buttons; side: "keys" or "pad"."""
    if not isinstance(value, dict):
        raise Unfit("must be an object of lists")
    for names in value.values():
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise Unfit("must hold lists of names")
    changes = tuple((intent, tuple(names)) for intent, names in value.items())
    try:
        build_bindings(**{"keys": (), "pad": (), side: changes})
    except BadBinding as error:
        raise Unfit(str(error)) from error
    return changes


def _option(default: T, read: Callable[[Any], T]) -> T:
    """Return a field. read: makes its value of plain JSON; raises Unfit."""
    return field(default=default, metadata={"read": read})


@dataclass(frozen=True, slots=True)
class Settings:
    """What people can set.

    language: its code, "" for the system's. colours: one of COLOUR_SETS. table: one of TABLES.
    back: one of BACKS. all_looks: these need not be earned. ui_scale: percent. speed: of
    animations, INSTANT for none. reduced_motion: fades in place of movement. assist: one of
    ASSISTS. reads_hands: hints say what others probably lack. confirmations: ask before what
    cannot be undone. Volumes: percent; no ambience and no music at first. spoken_log: the
    program is read aloud. speech_detail: one of SPEECH_DETAILS. cool_down: presses that follow
    another too soon do not count. scanning: the highlight goes round by itself, and stays
    scan_seconds on each stop. keys, pad: what differs from the usual keys and pad buttons.
    switches: those that are on of what only one game has.
    """

    language: str = _option("", _read_language)
    colours: str = _option("normal", read_one_of(*COLOUR_SETS))
    table: str = _option(TABLES[0], read_one_of(*TABLES))
    back: str = _option(OWN_BACK, read_one_of(*BACKS))
    all_looks: bool = _option(False, read_truth)
    ui_scale: int = _option(100, read_whole(SCALES[0], SCALES[-1]))
    readable_font: bool = _option(False, read_truth)
    reduced_motion: bool = _option(False, read_truth)
    speed: float = _option(1.0, _read_speed)
    assist: str = _option("marks", read_one_of(*ASSISTS))
    reads_hands: bool = _option(True, read_truth)
    confirmations: bool = _option(True, read_truth)
    master_volume: int = _option(80, read_whole(0, 100))
    effects_volume: int = _option(100, read_whole(0, 100))
    ambience_volume: int = _option(0, read_whole(0, 100))
    music_volume: int = _option(0, read_whole(0, 100))
    muted: bool = _option(False, read_truth)
    fullscreen: bool = _option(False, read_truth)
    spoken_log: bool = _option(False, read_truth)
    speech_detail: str = _option(NORMAL, read_one_of(*SPEECH_DETAILS))
    cool_down: bool = _option(False, read_truth)
    scanning: bool = _option(False, read_truth)
    scan_seconds: float = _option(1.0, partial(_read_number, SCAN_SECONDS[0], SCAN_SECONDS[-1]))
    keys: Changes = field(default=(), metadata={"read": partial(_read_changes, "keys")})
    pad: Changes = field(default=(), metadata={"read": partial(_read_changes, "pad")})
    switches: frozenset[str] = frozenset()

    @property
    def is_instant(self) -> bool:
        return self.speed == INSTANT

    @property
    def plays_moments(self) -> bool:
        """Whether moments are played at all: not where people want less movement, or none."""
        return not (self.reduced_motion or self.is_instant)

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
        """How loud what has a volume of its own is, 0 to 1."""
        if self.muted:
            return 0.0
        return self.master_volume * volume / 10_000


_FIELD_NAMES: Final = tuple([each.name for each in fields(Settings)])
READERS: Final[dict[str, Callable[[Any], Any]]] = {
    each.name: each.metadata["read"] for each in fields(Settings) if each.metadata
}
"""How each field is read from plain JSON; `switches` are read by their own names."""


def open_settings_file(
    path: Path,
    switches: Collection[str] = (),
    first: Mapping[str, Any] = MappingProxyType({}),
) -> KeptFile[Settings]:
    """Return the file of the settings: `load` never fails, `save` raises CannotWrite.

    Args:
        path: Of the file.
        switches: That games have of their own; they stand in the file as the other settings do.
        first: Fields and their values where the file doesn't name them, in place of the usual
            defaults.
    """

    def make(fields: Mapping[str, Any]) -> Settings:
        is_on = frozenset(name for name in switches if fields.get(name))
        known = {name: fields[name] for name in fields.keys() & READERS}
        return Settings(**{**first, **known}, switches=is_on)

    def plain(settings: Settings) -> dict[str, Any]:
        return to_plain(settings) | {name: name in settings.switches for name in switches}

    return KeptFile(path, READERS | dict.fromkeys(switches, read_truth), make, plain)


def to_plain(settings: Settings) -> dict[str, Any]:
    """Return the settings that every game has as plain JSON.

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
