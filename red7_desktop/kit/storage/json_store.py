"""Small JSON files that people's choices are kept in, read with care: nothing in them can hurt.

A file that cannot be understood is set aside, a value that makes no sense is replaced by its
default, and either is told. Keys that this version does not know are kept for the one that does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from red7_desktop.kit.language.texts import Texts
from red7_desktop.tabletop.files import (
    CannotRead,
    CannotWrite,
    make_folder_for,
    move_aside,
    read_text,
    write_atomically,
)
from red7_desktop.tabletop.plain_json import InvalidJson, read_json, shorten

T = TypeVar("T")


LONGEST: Final = 100_000
"""No kept file is longer, in bytes."""

_DAMAGED_CODES: Final = ("not_text", "too_large")

_SHOWN: Final = 40


class TroubleKind(StrEnum):
    """What was wrong."""

    DAMAGED = "damaged"
    """The file makes no sense; it was renamed, where that could be done."""
    UNREADABLE = "unreadable"
    """The file is there and cannot be opened; it was left alone."""
    WRONG_VALUE = "wrong value"
    """One value makes no sense; its default is used."""


@dataclass(frozen=True, slots=True)
class StoreTrouble:
    """One thing that was wrong with a kept file.

    key: of the value, for WRONG_VALUE. why: in English; it may quote what people have typed, so
    it is not for the log. aside: what a damaged file is called now, None where it is still there.
    """

    file: Path
    kind: TroubleKind
    why: str
    key: str = ""
    aside: Path | None = None

    def words(self, texts: Texts) -> str:
        """Say it to the person."""
        match self.kind:
            case TroubleKind.DAMAGED if self.aside is not None:
                return texts(
                    "The file {name} was damaged. It has been set aside as {aside}, and the "
                    "program starts with its defaults.",
                    name=self.file.name,
                    aside=self.aside.name,
                )
            case TroubleKind.DAMAGED:
                return texts(
                    "The file {name} is damaged, so the program starts with its defaults.",
                    name=self.file.name,
                )
            case TroubleKind.UNREADABLE:
                return texts(
                    "The file {name} cannot be read, so the program starts with its defaults.",
                    name=self.file.name,
                )
            case TroubleKind.WRONG_VALUE:
                return texts(
                    "“{key}” in the file {name} made no sense and is back at its default.",
                    key=self.key,
                    name=self.file.name,
                )


class Unfit(ValueError):
    """A value that cannot be used; says what it should have been."""


class KeptFile(Generic[T]):
    """One file that holds one value.

    `readers` give, for each key, the field's value from plain JSON, or raise Unfit. `make` builds
    the value from the fields that could be read, `plain` gives its fields as plain JSON.
    """

    def __init__(
        self,
        path: Path,
        readers: Mapping[str, Callable[[Any], Any]],
        make: Callable[[Mapping[str, Any]], T],
        plain: Callable[[T], dict[str, Any]],
    ) -> None:
        self.path = path
        self._readers = readers
        self._make = make
        self._plain = plain
        self._unknown: dict[str, Any] = {}

    def load(self) -> tuple[T, tuple[StoreTrouble, ...]]:
        """Read the value; what is missing or wrong in the file has its default."""
        found, troubles = self._object()
        self._unknown = {key: found[key] for key in found if key not in self._readers}
        fields: dict[str, Any] = {}
        for key, read in self._readers.items():
            if key not in found:
                continue
            try:
                fields[key] = read(found[key])
            except Unfit as error:
                why = f"{shorten(repr(found[key]), _SHOWN)}: {error}"
                troubles.append(StoreTrouble(self.path, TroubleKind.WRONG_VALUE, why, key))
        return self._make(fields), tuple(troubles)

    def save(self, value: T) -> None:
        """Write the value at once, whole or not at all. Raises CannotWrite.

        What this version does not know is left out where the file could not be read again with it.
        """
        known = self._plain(value)
        text = _write_json(self._unknown | known)
        if len(text.encode()) > LONGEST:
            text = _write_json(known)
        make_folder_for(self.path)
        write_atomically(self.path, text)

    def _object(self) -> tuple[dict[str, Any], list[StoreTrouble]]:
        try:
            found = read_json(read_text(self.path, LONGEST), LONGEST)
            if not isinstance(found, dict):
                raise InvalidJson("$", "bad_value", "is not an object")
            return found, []
        except CannotRead as error:
            if error.code == "missing":
                return {}, []
            if error.code not in _DAMAGED_CODES:
                return {}, [StoreTrouble(self.path, TroubleKind.UNREADABLE, error.why)]
            problem: Exception = error
        except InvalidJson as error:
            problem = error
        aside = None
        with suppress(CannotWrite):
            aside = move_aside(self.path)
        return {}, [StoreTrouble(self.path, TroubleKind.DAMAGED, str(problem), aside=aside)]


def _write_json(plain: Mapping[str, Any]) -> str:
    """Write an object with a line for each key: what is read and written again does not grow."""
    lines = (
        f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(each, ensure_ascii=False)}"
        for key, each in plain.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


# -- readers of plain values ---------------------------------------------------------------


def read_truth(value: Any) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise Unfit("must be true or false")
    return value


def read_one_of(*values: Any) -> Callable[[Any], Any]:
    """Give a reader of one of a few values."""

    def read(value: Any) -> Any:
        if isinstance(value, bool) or value not in values:
            raise Unfit(f"must be one of {', '.join(map(repr, values))}")
        return value

    return read


def read_whole(least: int, most: int) -> Callable[[Any], int]:
    """Give a reader of a whole number within limits."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Unfit(f"must be a whole number from {least} to {most}")
        return value

    return read


def read_or_none(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """Give a reader that lets null pass."""
    return lambda value: None if value is None else read(value)
