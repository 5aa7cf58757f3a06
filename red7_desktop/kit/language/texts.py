"""The one way to words: every sentence that people read comes through `Texts`.

A sentence is written in English in the code and is its own message id; gettext's catalogues in
`assets/locale` (domain `red7`) hold the other languages. For the extraction of ids, call a `Texts`
object `texts`, give ids as literal strings, and keep the methods' names:

    texts("Discard {card}", card=...)              texts.within("tally", "best")
    texts.plural("{n} even", "{n} evens", n)       texts.plural_within("tally", "even", "evens", n)

`make words` brings the catalogues up to date; CONTRIBUTING.md says how to add a language.
"""

from __future__ import annotations

import logging
import struct
from collections.abc import Callable, Mapping
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path
from string import Formatter
from typing import Final

DOMAIN: Final = "red7"

SOURCE_LANGUAGE: Final = "en"


_log: Final = logging.getLogger(__name__)


class Texts:
    """Gives sentences in one language; what the catalogue lacks is given in English.

    Without values a sentence is given as it is, braces and all: a template for `runs.woven`.
    """

    def __init__(
        self, catalogue: NullTranslations | None = None, language: str = SOURCE_LANGUAGE
    ) -> None:
        self.language = language
        self._catalogue = catalogue or NullTranslations()

    def __call__(self, message: str, /, **values: object) -> str:
        """Give a sentence with values in its braces."""
        found = self._catalogue.gettext(message) if message else ""
        return _fill_in(found, message, values)

    def within(self, context: str, message: str, /, **values: object) -> str:
        """Give a sentence that means something else elsewhere; the context is not shown."""
        return _fill_in(self._catalogue.pgettext(context, message), message, values)

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Give the form of a sentence for a number, which is the value `n`.

        >>> Texts().plural("{n} even", "{n} evens", 1), Texts().plural("{n} even", "{n} evens", 0)
        ('1 even', '0 evens')
        """
        source = one if n == 1 else many
        try:
            found = self._catalogue.ngettext(one, many, n)
        except ArithmeticError:  # the catalogue's rule for plurals divides by nothing
            found = source
        return _fill_in(found, source, {"n": n, **values})

    def plural_within(self, context: str, one: str, many: str, n: int, /, **values: object) -> str:
        """Give the form for a number of a sentence that means something else elsewhere."""
        source = one if n == 1 else many
        try:
            found = self._catalogue.npgettext(context, one, many, n)
        except ArithmeticError:
            found = source
        return _fill_in(found, source, {"n": n, **values})

    def decimal(self, number: float) -> str:
        """Write a number as people do in the language.

        >>> Texts().decimal(0.75), Texts().decimal(2.0)
        ('0.75', '2')
        """
        return f"{number:g}".replace(".", self.within("decimal", "."))


def load_texts(folder: Path, language: str, report: Callable[[str], None] = _log.warning) -> Texts:
    """Read the catalogue of a language; where there is none, or a damaged one, English it is.

    A damaged one is told to `report`.
    """
    if language == SOURCE_LANGUAGE:
        return Texts()
    try:
        return Texts(translation(DOMAIN, folder, [language]), language)
    except FileNotFoundError:
        report(f"there are no words in the language {language!r}")
    except (OSError, ValueError, LookupError, struct.error) as error:
        report(f"the words in the language {language!r} cannot be read: {error}")
    return Texts()


def _fill_in(found: str, source: str, values: Mapping[str, object]) -> str:
    """Put values into a translation, or into its source where a translator has erred."""
    if not values:
        return found
    try:
        return found.format(**values) if _is_plain(found) else source.format(**values)
    except (LookupError, ValueError):
        return source.format(**values)


@cache
def _is_plain(template: str) -> bool:
    """Tell whether a sentence has nothing in its braces but names.

    Python would also follow attributes there, or make a text of any length. Raises ValueError for
    braces that do not match.

    >>> _is_plain("{n} of {all}"), _is_plain("{n:999999999}"), _is_plain("{card[x]}")
    (True, False, False)
    """
    return all(
        name is None or (name.isidentifier() and not form and not conversion)
        for _, name, form, conversion in Formatter().parse(template)
    )
