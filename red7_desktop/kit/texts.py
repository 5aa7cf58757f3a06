"""Translated texts, languages, dates; sentences in tones.

A sentence is written in English in the code and is its own message id; gettext's catalogues in
`assets/locale` (domain `red7`) hold the other languages. For the extraction of ids, call a `Texts`
object `texts`, give ids as literal strings, and keep the methods' names:

    texts("Discard {card}", card=...)              texts.within("tally", "best")
    texts.plural("{n} even", "{n} evens", n)       texts.plural_within("tally", "even", "evens", n)

A translation may ask for a value in a grammatical case: `Odrzuć {card:accusative}`. See `Run`.

`make words` brings the catalogues up to date; CONTRIBUTING.md says how to add a language.

The table draws a run's symbol before its text; `to_plain` gives the same sentence as plain words,
for the log file and for speech.
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
    """Gives sentences in one language; what the catalogue lacks is given in English.

    Without values a sentence is given as it is, braces and all: a template for `runs.woven`.
    """

    def __init__(
        self, catalogue: NullTranslations | None = None, language: str = SOURCE_LANGUAGE
    ) -> None:
        self.language = language
        found = catalogue or NullTranslations()
        self._gettext = cache(found.gettext)
        self._pgettext = cache(found.pgettext)
        self._ngettext = found.ngettext
        self._npgettext = found.npgettext

    def __call__(self, message: str, /, **values: object) -> str:
        found = self._gettext(message) if message else ""
        if values:
            return _fill_in(found, message, values)
        return found

    def within(self, context: str, message: str, /, **values: object) -> str:
        """Return a sentence that means something else elsewhere; the context is not shown."""
        found = self._pgettext(context, message)
        if values:
            return _fill_in(found, message, values)
        return found

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Return the form of a sentence for a number, which is the value `n`.

        >>> Texts().plural("{n} even", "{n} evens", 1), Texts().plural("{n} even", "{n} evens", 0)
        ('1 even', '0 evens')
        """
        return _choose_plural(self._ngettext, one, many, {"n": n, **values})

    def plural_within(self, context: str, one: str, many: str, n: int, /, **values: object) -> str:
        """Return the form for a number of a sentence that means something else elsewhere."""
        find = partial(self._npgettext, context)
        return _choose_plural(find, one, many, {"n": n, **values})

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


def _choose_plural(
    find: Callable[[str, str, int], str], one: str, many: str, values: Mapping[str, Any]
) -> str:
    source = one if values["n"] == 1 else many
    try:
        found = find(one, many, values["n"])
    except ArithmeticError:  # the catalogue's rule for plurals divides by nothing
        found = source
    return _fill_in(found, source, values)


def _fill_in(found: str, source: str, values: Mapping[str, object]) -> str:
    try:
        return _drop_cases(found).format(**values)
    except (LookupError, ValueError):
        return source.format(**values)


CASES: Final = ("accusative", "genitive")
"""The grammatical cases that a translation may ask for; English and German do without."""


@cache
def _drop_cases(template: str) -> str:
    """Return a sentence without the cases it asks for: a string or number has one form only.

    Raises:
        ValueError: The braces don't match, or hold more than a name and a case. Python would also
            follow attributes there, or make a text of any length.

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
"""What each language calls itself."""
_LOCALE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Of these, the first that isn't empty names the locale, as POSIX has it."""
_UNTRANSLATED: Final = frozenset({"C", "POSIX"})


def list_languages(folder: Path) -> tuple[str, ...]:
    """List the languages: English, and those with a catalogue in the folder."""
    found = (path.parents[1].name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE_LANGUAGE, *sorted(set(found) - {SOURCE_LANGUAGE}))


def name_language(language: str) -> str:
    """Return a language's name for itself, or its code where we do not know the name."""
    return NAMES.get(language, language)


def choose_language(
    wanted: str,
    there_are: tuple[str, ...],
    environment: Mapping[str, str],
    system: Sequence[str] = (),
) -> str:
    """Choose a language: the wanted one, else the system's, else English.

    `wanted` is empty for the system's. The environment's words count before `system`: what the
    platform says in its own settings, the preferred first, such as `de_DE`. `LANGUAGE` is a list
    of languages, the preferred first; it counts unless the locale is `C`, which is English.

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


def day_words(texts: Texts, day: date) -> str:
    """Return a day with its weekday, without its year.

    >>> from datetime import date
    >>> from red7_desktop.kit.texts import Texts
    >>> day_words(Texts(), date(2026, 11, 22))
    'Sunday 22 November'
    """
    weekdays = (
        texts("Monday"),
        texts("Tuesday"),
        texts("Wednesday"),
        texts("Thursday"),
        texts("Friday"),
        texts("Saturday"),
        texts("Sunday"),
    )
    months = (
        texts.within("after a day", "January"),
        texts.within("after a day", "February"),
        texts.within("after a day", "March"),
        texts.within("after a day", "April"),
        texts.within("after a day", "May"),
        texts.within("after a day", "June"),
        texts.within("after a day", "July"),
        texts.within("after a day", "August"),
        texts.within("after a day", "September"),
        texts.within("after a day", "October"),
        texts.within("after a day", "November"),
        texts.within("after a day", "December"),
    )
    return texts(
        "{weekday} {day} {month}",
        weekday=weekdays[day.weekday()],
        day=day.day,
        month=months[day.month - 1],
    )


def say_day(texts: Texts, day: date, today: date) -> str:
    """Return a day in words: by its name while it is near, with its year when that differs.

    >>> from datetime import date
    >>> say_day(Texts(), date(2026, 11, 21), date(2026, 11, 22))
    'yesterday'
    """
    near = {0: texts("today"), 1: texts("yesterday")}.get((today - day).days)
    if near is not None:
        return near
    if day.year == today.year:
        return day_words(texts, day)
    return numbers_of(texts, day)


def numbers_of(texts: Texts, day: date) -> str:
    """Write a day in figures, its year first in English."""
    return texts.within(
        "date", "{year}-{month}-{day}", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}"
    )


def weekday_letters(texts: Texts) -> tuple[str, ...]:
    """Return a letter for each day of a week, from Monday on."""
    return (
        texts.within("Monday", "M"),
        texts.within("Tuesday", "T"),
        texts.within("Wednesday", "W"),
        texts.within("Thursday", "T"),
        texts.within("Friday", "F"),
        texts.within("Saturday", "S"),
        texts.within("Sunday", "S"),
    )


class Tone(StrEnum):
    """How a run is meant; the theme decides what that looks like."""

    PLAIN = "plain"
    STRONG = "strong"
    SOFT = "soft"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"
    ACCENT = "accent"


class Run(NamedTuple):
    """One piece of a sentence.

    Attributes:
        text: The words on the screen.
        symbol: The letter of a colour whose symbol is drawn before them, or "".
        tone: How the run is meant.
        spoken: What plain words say instead of symbol and text; "" for the text itself.
        cases: Pairs of a grammatical case, one of `CASES`, and the words in it. A sentence that
            asks for the case gets them instead of `spoken`, or of `text` if nothing is spoken.
    """

    text: str
    symbol: str = ""
    tone: Tone = Tone.PLAIN
    spoken: str = ""
    cases: tuple[tuple[str, str], ...] = ()

    def in_case(self, case: str) -> Run:
        """Return the run in a grammatical case; as it is if it has no words for the case.

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


def runs_of(value: Value) -> Runs:
    """Return a value as runs.

    >>> runs_of("Bo")
    (Run(text='Bo', symbol='', tone=<Tone.PLAIN: 'plain'>, spoken='', cases=()),)
    """
    if isinstance(value, Run):
        return (value,)
    if isinstance(value, str | int):
        if value != "":
            return (Run(str(value)),)
        return ()
    return value


def weave(template: str, **values: Value) -> Runs:
    """Put values into the braces of a template, each in the case that the template asks for.

    A translator's slip must not stop a game: a field without a value stays as it is written, and
    a template whose braces do not match is given as it stands.

    >>> to_plain(weave("{name} played {card}", name="Cleo", card=Run("6", "R", spoken="red 6")))
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
            value = runs_of(values.get(field, f"{{{field}}}"))
            runs += [run.in_case(case) for run in value] if case else value
    return _merge_alike(runs)


UNBROKEN: Final = "\u00a0"
"""A space at which no line ends."""


def to_plain(runs: Iterable[Run]) -> str:
    """Return runs as plain words."""
    return "".join(run.spoken or run.text for run in runs).replace(UNBROKEN, " ")


def apply_tone(runs: Value, tone: Tone) -> Runs:
    """Return the runs that have no tone of their own another one."""
    return _merge_alike(
        run._replace(tone=tone) if run.tone is Tone.PLAIN else run for run in runs_of(runs)
    )


def join_runs(parts: Iterable[Value], between: str) -> Runs:
    """Return parts in a row with a text between neighbours.

    >>> to_plain(join_runs(["played", "drew"], ", "))
    'played, drew'
    """
    runs: list[Run] = []
    for nth, part in enumerate(parts):
        runs += (*runs_of(between if nth else ""), *runs_of(part))
    return _merge_alike(runs)


def capitalize_runs(runs: Runs) -> Runs:
    """Return runs whose first word begins with a capital letter.

    >>> to_plain(capitalize_runs((Run("nobody leads"),)))
    'Nobody leads'
    """
    if not runs or not runs[0].text or runs[0].symbol:
        return runs
    first = runs[0]
    return (first._replace(text=first.text[0].upper() + first.text[1:]), *runs[1:])


def _merge_alike(runs: Iterable[Run]) -> Runs:
    melted: list[Run] = []
    for run in runs:
        before = melted[-1] if melted else None
        if before and before.tone is run.tone and not (_is_mark(before) or _is_mark(run)):
            melted[-1] = before._replace(text=before.text + run.text)
        else:
            melted.append(run)
    return tuple(melted)


def _is_mark(run: Run) -> bool:
    return bool(run.symbol or run.spoken or run.cases)
