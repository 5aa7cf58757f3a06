"""Update and compile the translation catalogues: `python tools/words.py [NEW_LANGUAGE ...]`.

The script extracts every sentence from the sources, the rules pages, lessons, climbs and
achievements. It adds new sentences to the catalogues in `assets/locale` without a translation,
removes unused ones, compiles the catalogues and lists what has no translation. The same files
always give the same catalogues.
"""

from __future__ import annotations

import argparse
import io
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from red7_desktop.app.profile.achievements import describe_achievements  # noqa: E402
from red7_desktop.kit.course import list_sentences  # noqa: E402
from red7_desktop.kit.pages.rules_pages import read_rules_pages  # noqa: E402
from red7_desktop.kit.texts import Texts  # noqa: E402
from red7_desktop.tabletop.climb import TEXT_KEYS  # noqa: E402

LOCALE: Final = ROOT / "assets" / "locale"
DOMAIN: Final = "red7"
PROJECT, VERSION, PEOPLE = "Red7", "Desktop", "Red7 Desktop contributors"
"""Babel writes the first two into one header field, "Project-Id-Version"."""
KEYWORDS: Final[dict[str, Any]] = {
    "texts": None,
    "_texts": None,
    "in_context": ((1, "c"), 2),
    "plural": (1, 2),
    "plural_within": ((1, "c"), 2, 3),
}
"""Calls with a translatable sentence, for Babel; see red7_desktop/kit/texts.py. "c": context."""
FIXED_DATE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Used for every date in the catalogues, which would otherwise differ in each run."""
HEADER: Final = "# {language} words of Red7 Desktop; docs: docs/translating.md."


class CollectingTexts(Texts):
    """Texts that add every requested sentence to a catalogue.

    Args:
        catalog: Receives the sentences.
        where: The file named as their source.
    """

    def __init__(self, catalog: Catalog, where: str) -> None:
        super().__init__()
        self._catalog, self._where = catalog, where

    def __call__(self, message: str, /, **values: object) -> str:
        return self.in_context("", message)

    def in_context(self, context: str, message: str, /, **values: object) -> str:
        if message:
            self._catalog.add(message, locations=[(self._where, 0)], context=context or None)
        return message


def extract() -> Catalog:
    """Return a catalogue of every sentence of the sources and pages, with its source files."""
    catalog = Catalog(project=PROJECT, creation_date=FIXED_DATE, fuzzy=False)
    found = extract_from_dir(
        ROOT / "red7_desktop", [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Words:",)
    )
    for name, _, message, comments, context in sorted(found, key=_place):
        where = f"red7_desktop/{Path(name).as_posix()}"
        catalog.add(
            message, locations=[(where, 0)], auto_comments=comments, context=context or None
        )
    describe_achievements(CollectingTexts(catalog, "assets/achievements.txt"), {})
    for file in sorted((ROOT / "assets").glob("lessons/*.txt")):
        listener = CollectingTexts(catalog, file.relative_to(ROOT).as_posix())
        for sentence in list_sentences(file.stem):
            listener(sentence)
    for file in sorted((ROOT / "assets").glob("climb/*.toml")):
        listener = CollectingTexts(catalog, file.relative_to(ROOT).as_posix())
        for rung in tomllib.loads(file.read_text("utf-8"))["rung"]:
            for key in TEXT_KEYS:
                listener(rung[key])
    for file in sorted((ROOT / "assets").glob("rules/*.txt")):
        read_rules_pages(file.stem, CollectingTexts(catalog, file.relative_to(ROOT).as_posix()))
    return catalog


def _place(found: tuple[Any, ...]) -> tuple[str, int]:
    return str(found[0]), int(found[1])


def read_catalog(file: Path) -> Catalog:
    """Parse a .po file."""
    with file.open("rb") as source:
        return read_po(source, locale=file.parents[1].name, domain=DOMAIN, abort_invalid=True)


def update_catalog(catalog: Catalog, template: Catalog) -> None:
    """Replace a catalogue's sentences with the template's and keep translations that still fit.

    A sentence that has changed counts as new.
    """
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.project, catalog.version = PROJECT, VERSION
    catalog.last_translator = catalog.language_team = PEOPLE
    catalog.msgid_bugs_address = ""
    catalog.creation_date = catalog.revision_date = FIXED_DATE
    catalog.fuzzy = False
    name = catalog.locale.get_display_name("en") if catalog.locale else "Unknown"
    catalog.header_comment = HEADER.format(language=name)


def po_text(catalog: Catalog) -> bytes:
    """Serialise a catalogue as a .po file."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=100, sort_by_file=True, include_lineno=False)
    return buffer.getvalue()


def mo_bytes(catalog: Catalog) -> bytes:
    """Compile a catalogue to a .mo file."""
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def list_untranslated(catalog: Catalog) -> list[Message]:
    """Return the messages without a translation, or without all plural forms."""
    return [each for each in catalog if each.id and not _is_whole(catalog, each)]


def _is_whole(catalog: Catalog, message: Message) -> bool:
    if message.pluralizable:
        forms = message.string if isinstance(message.string, tuple | list) else ()
        return len(forms) == catalog.num_plurals and all(forms)
    return bool(message.string)


def _parse_code(code: str) -> str:
    try:
        Locale.parse(code)
    except (ValueError, UnknownLocaleError):
        raise argparse.ArgumentTypeError(f"{code!r} is not the code of a language") from None
    return code


def main(arguments: list[str]) -> int:
    """Update and compile every catalogue, and create those of new languages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "new", nargs="*", type=_parse_code, help="the code of a language to begin, such as fr"
    )
    given = parser.parse_args(arguments)
    template = extract()
    for code in given.new:
        file = LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"
        if not file.exists():
            file.parent.mkdir(parents=True)
            file.write_bytes(po_text(Catalog(locale=code, project=PROJECT, fuzzy=False)))
    for file in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        catalog = read_catalog(file)
        update_catalog(catalog, template)
        file.write_bytes(po_text(catalog))
        file.with_suffix(".mo").write_bytes(mo_bytes(catalog))
        lacking = list_untranslated(catalog)
        print(f"{file.parents[1].name}: {len(catalog)} sentences, {len(lacking)} untranslated")
        for message in lacking:
            print(f"  {message.id!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
