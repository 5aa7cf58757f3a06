from __future__ import annotations

from pathlib import Path

import pytest

from red7_desktop.kit.texts import choose_language, list_languages, name_language
from red7_desktop.resources import asset_path

THREE = ("en", "de", "pl")


def test_the_languages_are_english_and_those_with_a_catalogue(tmp_path: Path) -> None:
    for code in ("pl", "de"):
        (tmp_path / code / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "pl" / "LC_MESSAGES" / "red7.mo").write_bytes(b"")
    assert list_languages(tmp_path) == ("en", "pl")
    assert list_languages(tmp_path / "nowhere") == ("en",)


@pytest.mark.parametrize(
    ("wanted", "environment", "system", "chosen"),
    [
        ("pl", {"LANG": "de_DE.UTF-8"}, [], "pl"),
        ("", {"LANG": "de_DE.UTF-8"}, [], "de"),
        ("", {"LANGUAGE": "fr:pl", "LANG": "de_DE.UTF-8"}, [], "pl"),
        ("", {"LC_ALL": "C.UTF-8"}, ["pl_PL"], "pl"),
        ("", {"LANG": "sr_RS@latin"}, [], "en"),
        ("", {}, ["de-AT"], "de"),
        ("", {}, ["fr_FR", "pl"], "pl"),
        ("", {"LANG": "en_GB.UTF-8"}, ["de_DE"], "en"),
        ("xx", {}, [], "en"),
        ("", {}, [], "en"),
    ],
)
def test_the_wanted_language_comes_first_then_the_systems_then_english(
    wanted: str, environment: dict[str, str], system: list[str], chosen: str
) -> None:
    assert choose_language(wanted, THREE, environment, system) == chosen


def test_languages_call_themselves_by_their_own_names() -> None:
    assert [name_language(code) for code in ("de", "pl", "tlh")] == ["Deutsch", "Polski", "tlh"]


def test_english_german_and_polish_are_there() -> None:
    assert list_languages(asset_path("locale")) == THREE
