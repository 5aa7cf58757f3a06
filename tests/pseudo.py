"""A pseudo-language: accented English in brackets, 40% longer.

Text that stays plain was not passed through `Texts`. Text that is cut off would also be cut off in
a language with long words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from gettext import NullTranslations
from string import Formatter
from typing import Final

from red7_desktop.kit.texts import Texts

_ACCENTED: Final = str.maketrans("aeiouyAEIOUYcns", "áéíóúýÁÉÍÓÚÝćńś")
_PLAIN_WORD: Final = re.compile(r"[A-Za-z]*[aeiouAEIOU][A-Za-z]*")
_LONGER: Final = 0.4


class _Catalogue(NullTranslations):
    """Translates every message into the pseudo-language, with the plural rule of English."""

    def gettext(self, message: str) -> str:
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(msgid1 if n == 1 else msgid2)


def pseudo_texts() -> Texts:
    return Texts(_Catalogue(), "pseudo")


def pseudo(message: str) -> str:
    """Translate a message, except for placeholders and text without letters.

    >>> pseudo("Play {card}"), pseudo("Everybody is out"), pseudo("{lead}: {proof}")
    ('[Pláý {card}]', '[Évérýbódýóóó íś óútó]', '{lead}: {proof}')
    """
    parts = [(literal, field) for literal, field, *_ in Formatter().parse(message)]
    letters = sum(letter.isalpha() for literal, _ in parts for letter in literal)
    if not letters:
        return message
    # The brackets are part of the extra length.
    more = max(0, round(letters * _LONGER) - len("[]"))
    told = "".join(
        _drawn_out(literal, more, letters) + ("" if field is None else f"{{{field}}}")
        for literal, field in parts
    )
    return f"[{told}]"


def plain_words(shown: Iterable[str], names: Iterable[str]) -> list[str]:
    """List the displayed texts that are neither pseudo-language nor names."""
    known = {part for name in names for part in re.findall(r"[A-Za-z]+", name)}
    return sorted({word for text in shown for word in _PLAIN_WORD.findall(text)} - known)


def _drawn_out(literal: str, more: int, letters: int) -> str:
    """Lengthen every word, which strains a layout more than additional words would.

    Args:
        literal: Part of a message.
        more: Number of letters to add to the whole message.
        letters: Number of letters in the whole message; each word gets its share of `more`.
    """
    told, done = [], 0.0
    for word in literal.split(" "):
        share = done + more * sum(letter.isalpha() for letter in word) / letters
        told.append(word.translate(_ACCENTED) + "ó" * (round(share) - round(done)))
        done = share
    return " ".join(told)
