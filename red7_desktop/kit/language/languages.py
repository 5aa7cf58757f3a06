"""The languages of the program: which there are, what they call themselves, which one to use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from red7_desktop.kit.language.texts import DOMAIN, SOURCE_LANGUAGE

NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"en": "English", "de": "Deutsch", "pl": "Polski"}
)
"""What each language calls itself."""


_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def list_languages(folder: Path) -> tuple[str, ...]:
    """List the languages: English, and those with a catalogue in the folder."""
    found = (path.parents[1].name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE_LANGUAGE, *sorted(set(found) - {SOURCE_LANGUAGE}))


def name_language(language: str) -> str:
    """Give a language's name for itself, or its code where we do not know the name."""
    return NAMES.get(language, language)


def choose_language(
    wanted: str,
    there_are: tuple[str, ...],
    environment: Mapping[str, str],
    system: Sequence[str] = (),
) -> str:
    """Choose a language: the wanted one, else the system's, else English.

    `wanted` is empty for the system's. The environment's words count before `system`: what the
    platform says in its own settings, the preferred first, such as `de_DE`.

    >>> language_for("", ("en", "de"), {"LANG": "de_AT.UTF-8"})
    'de'
    """
    spoken = [part for name in _VARIABLES for part in environment.get(name, "").split(":")]
    for tag in (wanted, *spoken, *system):
        code = tag.partition(".")[0].partition("@")[0].replace("-", "_")
        for candidate in (code, code.partition("_")[0].lower()):
            if candidate in there_are:
                return candidate
    return SOURCE_LANGUAGE
