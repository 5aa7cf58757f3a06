"""Texts, languages, and how sentences are woven from words and marks."""

from __future__ import annotations

import ast
import gettext
from collections.abc import Iterator
from pathlib import Path

import pytest

from red7_desktop.games.red7.face import card_art, words
from red7_desktop.games.red7.rules.cards import BY_TEXT
from red7_desktop.kit.texts import (
    DOMAIN,
    Run,
    Texts,
    Tone,
    apply_tone,
    capitalize_runs,
    choose_language,
    list_languages,
    load_texts,
    name_language,
    runs_of,
    to_plain,
    weave,
)
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


def test_a_sentence_without_values_keeps_its_braces() -> None:
    assert Texts()("Discard {card}") == "Discard {card}"


def test_a_catalogue_gives_the_other_language() -> None:
    assert Texts(Shouted())("Undo") == "ZURÜCK"
    assert Texts(Shouted())("Hint") == "Hint"


def test_the_form_for_a_number_comes_from_the_catalogue() -> None:
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
def test_a_translation_that_asks_for_more_than_names_gives_way_to_english(sentence: str) -> None:
    assert Texts(Odd(sentence))("Discard {card}", card="R7") == "Discard R7"


def test_a_rule_for_plurals_that_divides_by_nothing_gives_way_to_english() -> None:
    texts = Texts(Odd(""))
    assert texts.plural("{n} even", "{n} evens", 0) == "0 evens"
    assert texts.plural_within("tally", "{n} even", "{n} evens", 1) == "1 even"


def test_the_context_chooses_the_meaning() -> None:
    texts = Texts(Shouted())
    assert texts.within("names", " and ") == "UND"
    assert texts.within("cards", " and ") == " and "
    assert Texts().plural_within("tally", "even", "evens", 1) == "even"


def test_a_translators_slip_falls_back_to_the_source() -> None:
    assert Texts(Shouted())("Take {card}", card="R7") == "Take R7"


def test_a_missing_language_is_reported_and_english_stays(tmp_path: Path) -> None:
    told: list[str] = []
    assert load_texts(tmp_path, "xx", told.append)("Undo") == "Undo"
    assert len(told) == 1
    assert "xx" in told[0]


@pytest.mark.parametrize("damage", [b"", b"\x00\x01", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_a_damaged_catalogue_is_reported_and_english_stays(tmp_path: Path, damage: bytes) -> None:
    place = tmp_path / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / f"{DOMAIN}.mo").write_bytes(damage)
    told: list[str] = []
    texts = load_texts(tmp_path, "de", told.append)
    assert texts("Undo") == "Undo"
    assert texts.language == "en"
    assert len(told) == 1


# -- the sources ---------------------------------------------------------------------------


def calls() -> Iterator[tuple[str, ast.Call, int]]:
    """Find every call in the program that gives a sentence: where, the call, its number of ids."""
    for path in sorted(PACKAGE.rglob("*.py")):
        # The sentences of three of these stand in assets.
        if path.name in {"texts.py", "course.py", "rules_pages.py", "achievements.py"}:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func
            called = name.id if isinstance(name, ast.Name) else getattr(name, "attr", "")
            if called in METHODS:
                yield f"{path.name}:{node.lineno}", node, METHODS[called]


def test_every_sentence_is_a_literal_that_a_tool_can_extract() -> None:
    not_literal = [
        where
        for where, call, ids in calls()
        if not all(
            isinstance(arg, ast.Constant) and isinstance(arg.value, str) for arg in call.args[:ids]
        )
    ]
    assert not_literal == []


def test_the_words_on_the_cards_are_the_designs_own_in_english() -> None:
    assert words.build_band_words(Texts()) == card_art.WORDS


# == languages =============================================================================

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
def test_the_wanted_language_comes_first_then_the_systems_then_english(
    wanted: str, environment: dict[str, str], system: list[str], chosen: str
) -> None:
    assert choose_language(wanted, THREE, environment, system) == chosen


def test_languages_call_themselves_by_their_own_names() -> None:
    assert [name_language(code) for code in ("de", "pl", "tlh")] == ["Deutsch", "Polski", "tlh"]


# == Checks how sentences are woven from words and marks.


def test_a_mark_keeps_its_place_in_a_sentence() -> None:
    six = words_of().card(BY_TEXT["R6"])
    assert weave("set {card} now", card=six) == (Run("set "), six, Run(" now"))


SEVEN = Run("7", "R", spoken="red 7", cases=(("accusative", "RED 7"),))


def test_weave_puts_a_mark_in_the_case_that_the_template_asks_for() -> None:
    woven = weave("{card} beats {card:accusative}", card=SEVEN)

    assert to_plain(woven) == "red 7 beats RED 7"
    assert [run.text for run in woven] == ["7", " beats ", "7"], "the mark stays as it is"


def test_weave_puts_every_mark_of_a_choice_in_the_case() -> None:
    choice = weave("{cards} or {last}", cards=SEVEN, last=SEVEN)

    assert to_plain(weave("Play {card:accusative}", card=choice)) == "Play RED 7 or RED 7"


def test_weave_keeps_words_without_the_case() -> None:
    assert to_plain(weave("{card:genitive}, {n:genitive}", card=SEVEN, n=3)) == "red 7, 3"


def test_a_case_of_a_plain_value_is_ignored_but_no_other_format() -> None:
    assert Texts(Shouted())("Play {card}", card=7) == "SPIEL 7"
    assert Texts(Shouted())("Draw {card}", card=7) == "Draw 7"


def test_words_that_look_alike_become_one_run() -> None:
    assert weave("{a} and {b}", a="Bo", b="Cleo") == (Run("Bo and Cleo"),)


@pytest.mark.parametrize("template", ["{", "}", "{name", "{0!}"])
def test_a_broken_template_is_shown_as_it_is(template: str) -> None:
    assert to_plain(weave(template, name="Bo")) == template


def test_a_field_without_a_value_is_shown_as_it_is() -> None:
    assert to_plain(weave("{who} leads", name="Bo")) == "{who} leads"


def test_a_tone_is_given_to_those_that_have_none() -> None:
    mixed = (Run("You lead: "), Run("3 evens", tone=Tone.GOOD))
    assert [run.tone for run in apply_tone(mixed, Tone.STRONG)] == [Tone.STRONG, Tone.GOOD]


def test_a_sentence_begins_with_a_capital_unless_a_mark_comes_first() -> None:
    six = words_of().card(BY_TEXT["R6"])
    assert to_plain(capitalize_runs(runs_of("nobody leads"))) == "Nobody leads"
    assert capitalize_runs((six,)) == (six,)
