"""The translations: every sentence, and no other, whole, with the values that it needs."""

from __future__ import annotations

import ast
import gettext
import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pygame
import pytest

from red7_desktop.kit.texts import CASES, DOMAIN, load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.paint.text import FontLibrary
from tests.syntax import list_nodes

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "tools" / "words.py"
CODES = ("de", "pl")
CALLS = {"texts": (0, 1), "_texts": (0, 1), "in_context": (1, 1), "plural": (0, 2)}
CALLS["plural_within"] = (1, 2)
"""The calls that give a sentence: how many contexts and how many ids come first."""
FONTS = ("Figtree_500Medium", "Figtree_800ExtraBold", "AtkinsonHyperlegibleNext_500Medium")

Key = tuple[str | None, str]


@cache
def tool() -> ModuleType:
    """Load the script that extracts and compiles."""
    pytest.importorskip("babel", reason="the catalogues are kept with Babel")
    if not SCRIPT.is_file():
        pytest.skip("this is an installed copy, without the script that keeps the catalogues")
    spec = importlib.util.spec_from_file_location("words_tool", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def template() -> Any:
    return tool().extract()


@cache
def catalogue(code: str) -> Any:
    return tool().read_catalog(po_of(code))


def po_of(code: str) -> Path:
    return asset_path("locale", code, "LC_MESSAGES", f"{DOMAIN}.po")


def key_of(message: Any) -> Key:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def sentences(catalog: Any) -> list[Any]:
    return [message for message in catalog if message.id]


def forms_of(message: Any) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def fields_of(*texts: str) -> set[str]:
    return {field for text in texts for _, field, *_ in Formatter().parse(text) if field}


def ids_of(message: Any) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def said_in(code: str) -> list[str]:
    """Return all that the catalogues say in a language, English as well."""
    if code == "en":
        return [form for each in sentences(catalogue(CODES[0])) for form in ids_of(each)]
    return [form for each in sentences(catalogue(code)) for form in forms_of(each)]


# -- what there is -------------------------------------------------------------------------


def calls() -> Iterator[tuple[Key, bool]]:
    """Find the sentences in the sources by another way than the tool's: are they counted?"""
    for path in sorted((ROOT / "red7_desktop").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        may_call = any(f"{name}(" in source for name in CALLS)
        for node in list_nodes(ast.parse(source)) if may_call else ():
            if isinstance(node, ast.Call):
                func = node.func
                name = func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")
                contexts, ids = CALLS.get(name, (0, 0))
                words = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                if ids and len(words) >= contexts + ids:
                    yield (str(words[0]) if contexts else None, str(words[contexts])), ids > 1
    for path in (ROOT / "assets").glob("climb/*.toml"):
        text = path.read_text(encoding="utf-8")
        for row in re.finditer(r'(?m)^(?:place|title|says) = "(.+)"$', text):
            yield (None, row[1]), False
    rows = ROOT / "assets" / "achievements.txt"
    for path in (rows, *(ROOT / "assets").glob("[lr]*s/*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if found := re.match(r"- (.+) \[", line):
                yield ("figure", found[1]), False
            note = re.sub(r"^(- .*\](?: |$)|[>#=+*-]+ |\d\. )", "", line)
            parts = note.split(" | ")[path == rows or line[:2] in {"# ", "! "} :]
            yield from (((None, part), False) for part in parts if part and "=" not in part)


def test_catalogues_have_exactly_the_programs_sentences() -> None:
    found, asked = {key_of(message) for message in sentences(template())}, set(calls())
    assert found == {key for key, _ in asked}
    assert len(found) > 400
    # Polish would say it as of one thing otherwise: gettext keeps both under one key.
    assert len(asked) == len(found), "one is asked for now with a number, now without"
    wanted = {(message.context, ids_of(message)) for message in sentences(template())}
    for code in CODES:
        there = {(message.context, ids_of(message)) for message in sentences(catalogue(code))}
        assert there - wanted == set(), f"nobody says this any more in {code}: make words"
        assert wanted - there == set(), f"this is not in {code} yet: make words"


@pytest.mark.parametrize("code", CODES)
def test_every_sentence_is_translated(code: str) -> None:
    assert [message.id for message in tool().list_untranslated(catalogue(code))] == []
    assert [message.id for message in sentences(catalogue(code)) if message.fuzzy] == []


@pytest.mark.parametrize("code", CODES)
def test_compiled_catalogue_is_up_to_date(code: str, tmp_path: Path) -> None:
    made = tmp_path / "red7.mo"
    made.write_bytes(tool().mo_bytes(catalogue(code)))
    with made.open("rb") as now, po_of(code).with_suffix(".mo").open("rb") as kept:
        words, shipped = gettext.GNUTranslations(now), gettext.GNUTranslations(kept)
    assert words_in(words) == words_in(shipped), "make words"
    assert len(words_in(words)) > 400


def words_in(translations: gettext.GNUTranslations) -> dict[Any, str]:
    """Give what a compiled catalogue holds, without its header, which names the tool's version."""
    catalog: dict[Any, str] = vars(translations)["_catalog"]
    return {key: text for key, text in catalog.items() if key}


# -- how it is said ------------------------------------------------------------------------

WINS = r"^(?!.*(most|longest|what) wins(?! the)).*\b([Ww]ins?|won|[Ww]inner)\b"
"""The English sentences about winning a round or a match, and not about being in the lead."""
UNWANTED = (
    ("de", r"gewinn(e|en|st|t|end)\b", "to be in the lead is führen", WINS),
    ("de", r"\bZurück$", "the same word as for going back", r"^Back$"),
    (
        "pl",
        r"[Nn]umer|NUMER",
        "a card has a liczba",
        r"[Dd]eal|Numbered|[Nn]umber$|The same number",
    ),
    ("pl", r"\b(nie )?wygryw(a|asz|aj|ać|ając)\b", "prowadzić", WINS),
    (
        "pl",
        r"\bstos(u|ie)?\b(?! (dociągania|punktów|odrzuconych|kart odrzuconych))",
        "stos dociągania, punktów, odrzuconych",
        "empty",
    ),
    ("pl", r"\w(łeś|łaś|łem|łam)\b", "the present tense has no gender", None),
)
"""What a language says only of some sentences: where, why, and the English ones of which it may."""


@pytest.mark.parametrize(("code", "unwanted", "why", "but_in"), UNWANTED)
def test_misleading_words_are_not_used(
    code: str, unwanted: str, why: str, but_in: str | None
) -> None:
    found = [
        (form, why)
        for message in sentences(catalogue(code))
        if not (but_in and any(re.search(but_in, each) for each in ids_of(message)))
        for form in forms_of(message)
        if re.search(unwanted, form)
    ]
    assert found == []


WRONG_FACTS = (
    ("en", "mustn’t be smaller than yours.", "the 1 counts too"),
    ("de", "nicht kleiner sein als deine.", "the 1 counts too"),
    ("pl", "nie może być mniejsza od twojej.", "the 1 counts too"),
    ("en", "except a card you’ve seen from the deck", "a first offer is final as well"),
    ("de", "nur keine gesehene Karte", "a first offer is final as well"),
    ("pl", "oprócz karty, którą już widać", "a first offer is final as well"),
    ("en", "winning after its action", "a discard may follow the action"),
    ("de", "Nach der Aktion könntest du", "a discard may follow the action"),
    ("pl", "po akcji nie skończysz", "a discard may follow the action"),
    ("en", "Only more cards", "it takes exactly one card more"),
    ("de", "nur mit mehr Karten", "it takes exactly one card more"),
    ("pl", "tylko więcej kart", "it takes exactly one card more"),
    ("en", "with these cards, or draw one", "nobody draws from their own offer"),
    ("de", "damit schlagen oder eine davon ziehen", "nobody draws from their own offer"),
    ("pl", "przebijać albo dociągnąć jedną z nich", "nobody draws from their own offer"),
    ("en", "Equal or rising", "a run rises by one"),
    ("de", "Gleiche oder aufsteigende", "a run rises by one"),
    ("pl", "Równe lub rosnące karty", "a run rises by one"),
    ("en", "The other card’s action happens too", "an even card has no action"),
    ("de", "Auch die Aktion der anderen Karte", "an even card has no action"),
    ("pl", "Druga karta też wykonuje", "an even card has no action"),
    ("en", "if you can; its action", "an even card has no action"),
    ("de", "Dir fehlte {n} Karte", "the player has cards too many"),
    ("pl", "Do końca zabrakło", "the player has cards too many"),
    ("de", "Punkte bei Rundenende", "the points are those of now"),
    ("pl", "Punkty na koniec rundy", "the points are those of now"),
    ("pl", "{name} ma 33 punkty i dostanie", "the player scores points and gets no card"),
)
"""Sentences that contradicted the rules or the program: where, a part of them, and the fact."""


@pytest.mark.parametrize(("code", "said", "fact"), WRONG_FACTS)
def test_corrected_wrong_sentence_is_not_in_the_catalogue(code: str, said: str, fact: str) -> None:
    found = [form for form in said_in(code) if said in form and "{name} nic nie" not in form]

    assert found == [], fact


# -- in which case -------------------------------------------------------------------------

COLOURS = ("violet", "indigo", "blue", "green", "yellow", "orange", "red")
ASKED = re.compile(r"{(\w+):(\w*)}")
GOVERNED = re.compile(
    r"\b(zagr\w+|odrzu\w+|po[łl]\w+|k[łl]a\w+|zab\w+( ci)?|bij\w+|twoją|masz|ma|tu) {(card|cards)}",
    re.IGNORECASE,
)
"""Polish words behind which a card is no subject."""
INFINITIVE = re.compile(r"\w+[aeiyą]ć\b")


@pytest.mark.parametrize("code", CODES)
def test_grammatical_case_in_a_translation_exists_for_colours(code: str) -> None:
    asked = {case for form in said_in(code) for _, case in ASKED.findall(form)}
    declined = {each.context for each in sentences(catalogue(code)) if key_of(each)[1] == "red"}

    assert asked <= set(CASES)
    assert set(CASES) | {None} == declined
    assert (code == "pl") == bool(asked)


def test_polish_red7_card_has_a_grammatical_case_after_its_verb() -> None:
    said = [
        form
        for message in sentences(catalogue("pl"))
        if any("games/red7/" in place or "lessons/red7" in place for place, _ in message.locations)
        for form in forms_of(message)
    ]

    assert [form for form in said if GOVERNED.search(form)] == []
    assert sum("{card:" in form for form in said) > 20


def test_polish_hints_are_imperatives_as_buttons_are() -> None:
    messages = sentences(catalogue("pl"))
    plans = [form for each in messages if each.context == "plan" for form in forms_of(each)]
    (end_turn,) = [form for each in messages if each.id == "End turn" for form in forms_of(each)]

    assert end_turn.lower() in plans
    assert [form for form in plans if INFINITIVE.match(form)] == []


@pytest.mark.parametrize("code", CODES)
def test_grammatical_case_is_not_requested_in_plural_sentences(code: str) -> None:
    plural = [message for message in sentences(catalogue(code)) if message.pluralizable]

    assert [form for message in plural for form in forms_of(message) if ASKED.search(form)] == []


# -- the glossary --------------------------------------------------------------------------

GLOSSARY = ROOT / "docs" / "glossary.md"
STORE = ROOT / "build" / "spec" / "linux" / "metainfo.xml"
PAGES = {"en": (ROOT / "README.md", ROOT / "docs" / "rules.md")}
"""What players read besides the catalogues."""


def read_store_texts(code: str) -> list[str]:
    """Return the store's texts in a language; those in English have no language of their own."""
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    found = ElementTree.parse(STORE).iter()
    mine = [each for each in found if each.get(language, "en") == code and each.text]
    return [" ".join((each.text or "").split()) for each in mine]


def words_given_up(code: str) -> list[str]:
    """Read the last column of the glossary: each language’s words, in quotation marks."""
    rows = [line for line in GLOSSARY.read_text("utf-8").splitlines() if line.startswith("| ")]
    parts = [part.strip() for row in rows for part in row.rstrip("| ").split("|")[-1].split(";")]
    return [
        word for each in parts if each[:3] == f"{code} " for word in re.findall("“(.+?)”", each)
    ]


@pytest.mark.parametrize("code", ["en", *CODES])
def test_retired_words_do_not_come_back(code: str) -> None:
    given_up = words_given_up(code)
    assert len(given_up) > 10
    said = [*said_in(code), *read_store_texts(code)]
    said += [line for page in PAGES.get(code, ()) for line in page.read_text("utf-8").splitlines()]
    found = "|".join(re.escape(word).replace(r"\*", r"\w*") for word in given_up)
    pattern = re.compile(rf"\b(?:{found})\b", re.IGNORECASE)
    assert [form for form in said if pattern.search(re.sub(r"{[\w:]+}", "{}", form))] == []


QUOTES = {"en": ("“", "”"), "de": ("„", "“"), "pl": ("„", "”")}


@pytest.mark.parametrize("code", QUOTES)
def test_quotation_marks_fit_the_language(code: str) -> None:
    said = said_in(code)
    opening, closing = QUOTES[code]
    stray = re.compile("[\"'«»“”„]")
    quoted = re.compile(f"{opening}[^{opening}{closing}]+{closing}")
    assert [form for form in said if stray.search(quoted.sub("", form))] == []
    assert [form for form in said if "..." in form or " - " in form] == []


# -- whether it fits -----------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_translation_has_the_fields_and_punctuation_of_its_source(code: str) -> None:
    wrong = []
    for message in sentences(catalogue(code)):
        wanted, source = fields_of(*ids_of(message)), ids_of(message)[0]
        for form in forms_of(message):
            # One form of several may write its number out: "one card".
            least = wanted - {"n"} if message.pluralizable else wanted
            if not least <= fields_of(form) <= wanted:
                wrong.append((message.id, form))
            same_space = (form[:1] == " ", form[-1:] == " ") == (
                source[:1] == " ",
                source[-1:] == " ",
            )
            same_end = (form[-1:] == ".") == (source[-1:] == ".") or message.context == "decimal"
            if not (same_space and same_end and "\n" not in form and "  " not in form):
                wrong.append((source, form))
    assert wrong == []


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("code", CODES)
def test_fonts_have_every_letter_of_the_translations(code: str, font: str) -> None:
    letters = {
        letter
        for message in sentences(catalogue(code))
        for form in (*ids_of(message), *forms_of(message))
        for letter in form + form.upper()
    }
    written = FontLibrary(asset_path("fonts")).font(font, 20)

    def look_of(letter: str) -> bytes:
        return pygame.image.tobytes(written.render(letter, True, "white"), "RGBA")

    assert {letter for letter in letters if look_of(letter) == look_of("\ue000")} == set()


@pytest.mark.parametrize(
    ("code", "forms"),
    [
        ("pl", {"punkt": (1,), "punkty": (2, 22, 102), "punktów": (0, 5, 12, 25, 112)}),
        ("de", {"Punkt": (1,), "Punkte": (0, 2)}),
    ],
)
def test_languages_have_their_own_plural_forms(
    code: str, forms: dict[str, tuple[int, ...]]
) -> None:
    texts = load_texts(asset_path("locale"), code)
    for points, numbers in forms.items():
        for n in numbers:
            assert texts.plural("{n} point", "{n} points", n) == f"{n} {points}"
    assert texts.decimal(0.5) == "0,5"
