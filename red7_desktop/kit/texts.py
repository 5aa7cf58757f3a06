"""Translations, choice of language, dates, and rich text.

Sentences are written in English in the code and serve as message ids; gettext catalogues in
`assets/locale` (domain `red7`) contain the other languages. A script collects the ids from the
code. For this, name a `Texts` object `texts`, pass ids as literal strings, and call these methods:

    texts("Discard {card}", card=...)              texts.in_context("tally", "best")
    texts.plural("{n} even", "{n} evens", n)       texts.plural_within("tally", "even", "evens", n)

A translation may request a grammatical case: `Odrzuć {card:accusative}`.

`make words` updates the catalogues; docs/translating.md says how to add a language.

Rich text is a tuple of pieces (`Run`). Each piece has a text, a tone that selects the colour,
perhaps a card symbol drawn before the text, and forms in grammatical cases. `to_plain` converts
rich text to plain text for the log file and for speech.
"""

from __future__ import annotations

import logging
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from functools import cache, partial
from gettext import NullTranslations, translation
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple, TypeAlias

DOMAIN: Final = "red7"
SOURCE_LANGUAGE: Final = "en"
_log: Final = logging.getLogger(__name__)


class Texts:
    """A translator of sentences to one language, falling back to English.

    Calling the object translates a sentence and fills its braces with the keyword arguments.
    Without keyword arguments the braces stay, so that the result is a template for `fill_template`.
    """

    def __init__(
        self, catalogue: NullTranslations | None = None, language: str = SOURCE_LANGUAGE
    ) -> None:
        self.language = language
        catalogues = catalogue or NullTranslations()
        self._gettext = cache(catalogues.gettext)
        self._pgettext = cache(catalogues.pgettext)
        self._ngettext = catalogues.ngettext
        self._npgettext = catalogues.npgettext

    def __call__(self, message: str, /, **values: object) -> str:
        translated = self._gettext(message) if message else ""
        if values:
            return _fill_in(translated, message, values)
        return translated

    def in_context(self, context: str, message: str, /, **values: object) -> str:
        """Translate a message that has different translations in different contexts.

        The context is a gettext context, such as "switch" for "on"; it isn't part of the result.
        """
        translated = self._pgettext(context, message)
        if values:
            return _fill_in(translated, message, values)
        return translated

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Translate a sentence in the plural form for a number, which fills `{n}`.

        >>> Texts().plural("{n} even", "{n} evens", 1), Texts().plural("{n} even", "{n} evens", 0)
        ('1 even', '0 evens')
        """
        return _choose_plural(self._ngettext, one, many, {"n": n, **values})

    def plural_within(self, context: str, one: str, many: str, n: int, /, **values: object) -> str:
        """Translate a sentence that has both a context and plural forms."""
        find = partial(self._npgettext, context)
        return _choose_plural(find, one, many, {"n": n, **values})

    def decimal(self, number: float) -> str:
        """Format a number in the language's notation.

        >>> Texts().decimal(0.75), Texts().decimal(2.0)
        ('0.75', '2')
        """
        return f"{number:g}".replace(".", self.in_context("decimal", "."))


def load_texts(folder: Path, language: str, report: Callable[[str], None] = _log.warning) -> Texts:
    """Load a language's catalogue; return English texts if the file is missing or damaged.

    Args:
        folder: Folder of the catalogues.
        language: Language code.
        report: Called with a message if the catalogue can't be used.
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


def _choose_plural(
    find: Callable[[str, str, int], str], one: str, many: str, values: Mapping[str, Any]
) -> str:
    source = one if values["n"] == 1 else many
    try:
        translated = find(one, many, values["n"])
    except ArithmeticError:  # The plural formula in the translation catalogue divided by zero.
        translated = source
    return _fill_in(translated, source, values)


def _fill_in(translated: str, source: str, values: Mapping[str, object]) -> str:
    try:
        return _drop_cases(translated).format(**values)
    except (LookupError, ValueError):
        return source.format(**values)


CASES: Final = ("accusative", "genitive")
"""Grammatical cases that a translation may request; English and German need none."""


@cache
def _drop_cases(template: str) -> str:
    """Remove the requested cases from a template, because plain values have only one form.

    Raises:
        ValueError: The braces don't match or contain more than a name and a case. `str.format`
            would also follow attributes there, or produce text of any length.

    >>> _drop_cases("Odrzuć {card:accusative}")
    'Odrzuć {card}'
    >>> _drop_cases("{n:999999999}")
    Traceback (most recent call last):
    ValueError: n:999999999 is no name with a case
    """
    plain = ""
    for literal, name, form, conversion in Formatter().parse(template):
        plain += literal.replace("{", "{{").replace("}", "}}")
        if name is None:
            continue
        if not name.isidentifier() or conversion or form not in {"", *CASES}:
            raise ValueError(f"{name}:{form} is no name with a case")
        plain += f"{{{name}}}"
    return plain


NAMES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch", "pl": "Polski"}
"""Each language's name in that language."""
_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that may contain the locale; the first that isn't empty is used."""
_UNTRANSLATED: Final = frozenset({"C", "POSIX"})


def list_languages(folder: Path) -> tuple[str, ...]:
    """List English and the languages with a catalogue in the folder."""
    codes = (path.parents[1].name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE_LANGUAGE, *sorted(set(codes) - {SOURCE_LANGUAGE}))


def name_language(language: str) -> str:
    """Return a language's name in that language, or its code if the name is unknown."""
    return NAMES.get(language, language)


def choose_language(
    wanted: str,
    there_are: tuple[str, ...],
    environment: Mapping[str, str],
    system: Sequence[str] = (),
) -> str:
    """Choose a language: the wanted one, else the system's, else English.

    Args:
        wanted: Chosen language, "" for the system's.
        there_are: Codes of the available languages.
        environment: Environment variables. `LANGUAGE` lists languages by preference; it is ignored
            if the locale is `C`, which means English.
        system: Locales from the platform's settings by preference, such as "de_DE"; used after the
            environment.

    >>> choose_language("", ("en", "de"), {"LANG": "de_AT.UTF-8"})
    'de'
    >>> choose_language("", ("en", "de"), {"LC_MESSAGES": "C", "LANG": "de_AT.UTF-8"})
    'en'
    """
    locale = next(filter(None, [environment.get(name) for name in _LOCALE_VARIABLES]), "")
    is_untranslated = locale.partition(".")[0] in _UNTRANSLATED
    spoken = () if is_untranslated else (*environment.get("LANGUAGE", "").split(":"), locale)
    for tag in (wanted, *spoken, *(() if is_untranslated else system)):
        code = tag.partition(".")[0].partition("@")[0].replace("-", "_")
        for candidate in (code, code.partition("_")[0].lower()):
            if candidate in there_are:
                return candidate
    return SOURCE_LANGUAGE


def describe_weekday(texts: Texts, day: date) -> str:
    """Return a date as text with weekday, day and month, but without the year.

    >>> from datetime import date
    >>> from red7_desktop.kit.texts import Texts
    >>> describe_weekday(Texts(), date(2026, 11, 22))
    'Sunday 22 November'
    """
    months = (
        texts.in_context("after a day", "January"),
        texts.in_context("after a day", "February"),
        texts.in_context("after a day", "March"),
        texts.in_context("after a day", "April"),
        texts.in_context("after a day", "May"),
        texts.in_context("after a day", "June"),
        texts.in_context("after a day", "July"),
        texts.in_context("after a day", "August"),
        texts.in_context("after a day", "September"),
        texts.in_context("after a day", "October"),
        texts.in_context("after a day", "November"),
        texts.in_context("after a day", "December"),
    )
    return texts(
        "{weekday} {day} {month}",
        weekday=list_weekdays(texts)[day.weekday()],
        day=day.day,
        month=months[day.month - 1],
    )


def describe_day(texts: Texts, day: date, today: date) -> str:
    """Return "today" or "yesterday", or else the date as text.

    Within the year of `today`, the text is the weekday, day and month. In other years it is the
    date in digits, with the year.

    Args:
        texts: Translations.
        day: The day to describe.
        today: The current date.

    >>> from datetime import date
    >>> describe_day(Texts(), date(2026, 11, 21), date(2026, 11, 22))
    'yesterday'
    """
    near = {0: texts("today"), 1: texts("yesterday")}.get((today - day).days)
    if near is not None:
        return near
    if day.year == today.year:
        return describe_weekday(texts, day)
    return format_date_digits(texts, day)


def format_date_digits(texts: Texts, day: date) -> str:
    """Format a date in digits, in the order of the language; in English, the year is first."""
    return texts.in_context(
        "date", "{year}-{month}-{day}", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}"
    )


def list_weekdays(texts: Texts) -> tuple[str, ...]:
    """Return the names of the weekdays, starting with Monday."""
    return (
        texts("Monday"),
        texts("Tuesday"),
        texts("Wednesday"),
        texts("Thursday"),
        texts("Friday"),
        texts("Saturday"),
        texts("Sunday"),
    )


def weekday_letters(texts: Texts) -> tuple[str, ...]:
    """Return one letter for each weekday, starting with Monday."""
    return (
        texts.in_context("Monday", "M"),
        texts.in_context("Tuesday", "T"),
        texts.in_context("Wednesday", "W"),
        texts.in_context("Thursday", "T"),
        texts.in_context("Friday", "F"),
        texts.in_context("Saturday", "S"),
        texts.in_context("Sunday", "S"),
    )


class Tone(StrEnum):
    """The meaning of a piece of rich text, such as good or bad; the theme has a colour for each."""

    PLAIN = "plain"
    STRONG = "strong"
    SOFT = "soft"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"
    ACCENT = "accent"


class Run(NamedTuple):
    """A piece of rich text.

    Attributes:
        text: Text on the screen.
        symbol: Letter of a colour whose symbol is drawn before the text, or "".
        tone: Meaning of the piece, which selects its colour.
        spoken: Plain text that replaces symbol and text when read aloud; "" to read `text`.
        cases: Pairs of a grammatical case from `CASES` and the plain text in this case. If a
            sentence requests a case, the plain text replaces `spoken`, or `text` if `spoken` is
            empty.
    """

    text: str
    symbol: str = ""
    tone: Tone = Tone.PLAIN
    spoken: str = ""
    cases: tuple[tuple[str, str], ...] = ()

    def in_case(self, case: str) -> Run:
        """Return this piece of text in a grammatical case, or unchanged if it lacks the case.

        >>> Run("7", "R", spoken="czerwona 7", cases=(("genitive", "czerwonej 7"),)).in_case(
        ...     "genitive"
        ... ).spoken
        'czerwonej 7'
        """
        words = dict(self.cases).get(case)
        if words is None:
            return self
        if self.spoken:
            return self._replace(spoken=words)
        return self._replace(text=words)


Runs: TypeAlias = tuple[Run, ...]
Value: TypeAlias = str | int | Run | Runs


def to_runs(value: Value) -> Runs:
    """Convert a string, a number or a single `Run` to rich text (a tuple of runs).

    Rich text is returned unchanged. An empty string gives ().

    >>> to_runs("Bo")
    (Run(text='Bo', symbol='', tone=<Tone.PLAIN: 'plain'>, spoken='', cases=()),)
    """
    if isinstance(value, Run):
        return (value,)
    if isinstance(value, str | int):
        if value != "":
            return (Run(str(value)),)
        return ()
    return value


def fill_template(template: str, **values: Value) -> Runs:
    """Fill the braces of a template with values, each in the requested grammatical case.

    A translator's mistake never raises: a field without a value stays in its braces, and a template
    with unmatched braces is returned unchanged.

    >>> card = Run("6", "R", spoken="red 6")
    >>> to_plain(fill_template("{name} played {card}", name="Cleo", card=card))
    'Cleo played red 6'
    """
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return (Run(template),)
    runs: list[Run] = []
    for literal, field, case, _ in parts:
        if literal:
            runs.append(Run(literal))
        if field is not None:
            value = to_runs(values.get(field, f"{{{field}}}"))
            runs += [run.in_case(case) for run in value] if case else value
    return _merge_alike(runs)


NO_BREAK_SPACE: Final = "\u00a0"
"""The character that keeps two words on one line, such as a number and its unit."""


def to_plain(runs: Iterable[Run]) -> str:
    """Convert rich text to plain text; a piece with a spoken form is replaced by that form."""
    return "".join(run.spoken or run.text for run in runs).replace(NO_BREAK_SPACE, " ")


def apply_tone(runs: Value, tone: Tone) -> Runs:
    """Set the tone of those pieces of a rich text whose tone is PLAIN."""
    return _merge_alike(
        run._replace(tone=tone) if run.tone is Tone.PLAIN else run for run in to_runs(runs)
    )


def join_runs(parts: Iterable[Value], between: str) -> Runs:
    """Concatenate texts to one rich text, with a separator between them.

    >>> to_plain(join_runs(["played", "drew"], ", "))
    'played, drew'
    """
    runs: list[Run] = []
    for nth, part in enumerate(parts):
        runs += (*to_runs(between if nth else ""), *to_runs(part))
    return _merge_alike(runs)


def capitalize_runs(runs: Runs) -> Runs:
    """Capitalise the first letter of a rich text, unless it begins with a symbol.

    >>> to_plain(capitalize_runs((Run("nobody leads"),)))
    'Nobody leads'
    """
    if not runs or not runs[0].text or runs[0].symbol:
        return runs
    first = runs[0]
    return (first._replace(text=first.text[0].upper() + first.text[1:]), *runs[1:])


def _merge_alike(runs: Iterable[Run]) -> Runs:
    merged: list[Run] = []
    can_extend = False
    for run in runs:
        is_plain = not (run.symbol or run.spoken or run.cases)
        if can_extend and is_plain and merged[-1].tone is run.tone:
            merged[-1] = Run(merged[-1].text + run.text, tone=run.tone)
        else:
            merged.append(run)
        can_extend = is_plain
    return tuple(merged)
