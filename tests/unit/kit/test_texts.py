"""Texts, languages, and how sentences are woven from words and marks."""

from __future__ import annotations

import ast
import gettext
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from red7_desktop.games.red7.face import card_art, words
from red7_desktop.games.red7.rules.cards import CARD_BY_TEXT
from red7_desktop.kit.texts import (
    DOMAIN,
    Run,
    Texts,
    Tone,
    apply_tone,
    capitalize_runs,
    choose_language,
    fill_template,
    list_languages,
    load_texts,
    name_language,
    to_plain,
    to_runs,
)
from tests.syntax import list_nodes
from tests.unit.red7.face.seen import words_of

PACKAGE = Path(__file__).parents[3] / "red7_desktop"
METHODS = {"texts": 1, "plural": 2, "within": 2, "plural_within": 3}
"""The calls that give a sentence, and how many literal strings each begins with."""


class Shouted(gettext.NullTranslations):
    """A catalogue that knows one sentence of each kind."""

    def gettext(self, message: str) -> str:
        found = {
            "Undo": "ZURÜCK",
            "Take {card}": "NIMM {wrong}",
            "Play {card}": "SPIEL {card:accusative}",
            "Draw {card}": "ZIEH {card:loudly}",
        }
        return found.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{n} GERADE" if msgid1 == "{n} even" else super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return "UND" if context == "names" else message


def test_sentence_without_values_keeps_its_braces() -> None:
    assert Texts()("Discard {card}") == "Discard {card}"


def test_catalogue_translates() -> None:
    assert Texts(Shouted())("Undo") == "ZURÜCK"
    assert Texts(Shouted())("Hint") == "Hint"


def test_plural_form_is_read_from_the_catalogue() -> None:
    assert Texts(Shouted()).plural("{n} even", "{n} evens", 2) == "2 GERADE"
    assert Texts().plural("{n} even", "{n} evens", 2) == "2 evens"
    assert Texts().plural("{n} even", "{n} evens", 1) == "1 even"


class Odd(gettext.NullTranslations):
    """A catalogue made by someone who knows Python, or who wants to do harm."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence

    def gettext(self, message: str) -> str:
        return self.sentence

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise ZeroDivisionError

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "sentence",
    [
        *("{card[x]}", "{card.no}", "{card.__class__}", "{card!r}", "{card:>2000000000}"),
        *("{card:{card}}", "{card:d}", "{}", "{0}", "{other}", "{", "}"),
    ],
)
def test_translation_with_unsafe_format_fields_falls_back_to_english(sentence: str) -> None:
    assert Texts(Odd(sentence))("Discard {card}", card="R7") == "Discard R7"


def test_broken_plural_rule_falls_back_to_english() -> None:
    texts = Texts(Odd(""))
    assert texts.plural("{n} even", "{n} evens", 0) == "0 evens"
    assert texts.plural_within("tally", "{n} even", "{n} evens", 1) == "1 even"


def test_context_selects_the_translation() -> None:
    texts = Texts(Shouted())
    assert texts.in_context("names", " and ") == "UND"
    assert texts.in_context("cards", " and ") == " and "
    assert Texts().plural_within("tally", "even", "evens", 1) == "even"


def test_broken_translation_falls_back_to_the_source() -> None:
    assert Texts(Shouted())("Take {card}", card="R7") == "Take R7"


def test_missing_language_is_reported_and_english_is_used(tmp_path: Path) -> None:
    told: list[str] = []
    assert load_texts(tmp_path, "xx", told.append)("Undo") == "Undo"
    assert len(told) == 1
    assert "xx" in told[0]


@pytest.mark.parametrize("damage", [b"", b"\x00\x01", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_damaged_catalogue_is_reported_and_english_is_used(tmp_path: Path, damage: bytes) -> None:
    place = tmp_path / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / f"{DOMAIN}.mo").write_bytes(damage)
    told: list[str] = []
    texts = load_texts(tmp_path, "de", told.append)
    assert texts("Undo") == "Undo"
    assert texts.language == "en"
    assert len(told) == 1


# -- the sources ---------------------------------------------------------------------------


WITH_SENTENCES_OF_ASSETS: Final = {
    "kit/texts.py",
    "kit/course.py",
    "kit/pages/rules_pages.py",
    "app/profile/achievements.py",
    "app/climb/climbing.py",
    "app/climb/page.py",
}
"""Modules that translate sentences from files, which `tools/words.py` reads."""


def calls() -> Iterator[tuple[str, ast.Call, int]]:
    """Find every call in the program that gives a sentence: where, the call, its number of ids."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).as_posix() in WITH_SENTENCES_OF_ASSETS:
            continue
        source = path.read_text(encoding="utf-8")
        may_call = any(f"{name}(" in source for name in METHODS)
        for node in list_nodes(ast.parse(source)) if may_call else ():
            if not isinstance(node, ast.Call):
                continue
            name = node.func
            called = name.id if isinstance(name, ast.Name) else getattr(name, "attr", "")
            if called in METHODS:
                yield f"{path.name}:{node.lineno}", node, METHODS[called]


def test_every_sentence_is_an_extractable_literal() -> None:
    not_literal = [
        where
        for where, call, ids in calls()
        if not all(
            isinstance(arg, ast.Constant) and isinstance(arg.value, str) for arg in call.args[:ids]
        )
    ]
    assert not_literal == []


def test_english_words_printed_on_cards_equal_the_card_design() -> None:
    assert words.build_band_words(Texts()) == card_art.WORDS


# == languages =============================================================================

THREE = ("en", "de", "pl")


def test_languages_are_english_and_those_with_a_catalogue(tmp_path: Path) -> None:
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
        ("", {"LC_ALL": "C.UTF-8"}, ["pl_PL"], "en"),
        ("", {"LC_MESSAGES": "C", "LANG": "de_DE.UTF-8"}, ["de_DE"], "en"),
        ("", {"LC_ALL": "pl_PL", "LC_MESSAGES": "C", "LANG": "de_DE.UTF-8"}, [], "pl"),
        ("", {"LC_ALL": "", "LC_MESSAGES": "pl_PL", "LANG": "de_DE.UTF-8"}, [], "pl"),
        ("", {"LANGUAGE": "pl", "LC_ALL": "POSIX"}, [], "en"),
        ("de", {"LC_ALL": "C"}, [], "de"),
        ("", {"LANGUAGE": "pl"}, ["de_DE"], "pl"),
        ("", {"LANG": "sr_RS@latin"}, [], "en"),
        ("", {}, ["de-AT"], "de"),
        ("", {}, ["fr_FR", "pl"], "pl"),
        ("", {"LANG": "en_GB.UTF-8"}, ["de_DE"], "en"),
        ("xx", {}, [], "en"),
        ("", {}, [], "en"),
    ],
)
def test_language_is_the_chosen_one_else_the_systems_else_english(
    wanted: str, environment: dict[str, str], system: list[str], chosen: str
) -> None:
    assert choose_language(wanted, THREE, environment, system) == chosen


def test_languages_are_listed_by_their_own_names() -> None:
    assert [name_language(code) for code in ("de", "pl", "tlh")] == ["Deutsch", "Polski", "tlh"]


# == Sentences with inserted marks.


def test_card_symbol_keeps_its_place_in_a_sentence() -> None:
    six = words_of().card(CARD_BY_TEXT["R6"])
    assert fill_template("set {card} now", card=six) == (Run("set "), six, Run(" now"))


SEVEN = Run("7", "R", spoken="red 7", cases=(("accusative", "RED 7"),))


def test_template_inflects_a_card_to_the_requested_grammatical_case() -> None:
    woven = fill_template("{card} beats {card:accusative}", card=SEVEN)

    assert to_plain(woven) == "red 7 beats RED 7"
    assert [run.text for run in woven] == ["7", " beats ", "7"], "the mark stays as it is"


def test_template_inflects_every_card_of_a_list() -> None:
    choice = fill_template("{cards} or {last}", cards=SEVEN, last=SEVEN)

    assert to_plain(fill_template("Play {card:accusative}", card=choice)) == "Play RED 7 or RED 7"


def test_template_keeps_words_that_lack_the_requested_case() -> None:
    assert to_plain(fill_template("{card:genitive}, {n:genitive}", card=SEVEN, n=3)) == "red 7, 3"


def test_grammatical_case_of_a_plain_value_is_ignored() -> None:
    assert Texts(Shouted())("Play {card}", card=7) == "SPIEL 7"
    assert Texts(Shouted())("Draw {card}", card=7) == "Draw 7"


def test_runs_of_equal_style_are_merged() -> None:
    assert fill_template("{a} and {b}", a="Bo", b="Cleo") == (Run("Bo and Cleo"),)


@pytest.mark.parametrize("template", ["{", "}", "{name", "{0!}"])
def test_broken_template_is_shown_unchanged(template: str) -> None:
    assert to_plain(fill_template(template, name="Bo")) == template


def test_field_without_a_value_is_shown_unchanged() -> None:
    assert to_plain(fill_template("{who} leads", name="Bo")) == "{who} leads"


def test_default_tone_is_applied_to_runs_without_one() -> None:
    mixed = (Run("You lead: "), Run("3 evens", tone=Tone.GOOD))
    assert [run.tone for run in apply_tone(mixed, Tone.STRONG)] == [Tone.STRONG, Tone.GOOD]


def test_sentence_is_capitalised_unless_it_begins_with_a_card_symbol() -> None:
    six = words_of().card(CARD_BY_TEXT["R6"])
    assert to_plain(capitalize_runs(to_runs("nobody leads"))) == "Nobody leads"
    assert capitalize_runs((six,)) == (six,)
