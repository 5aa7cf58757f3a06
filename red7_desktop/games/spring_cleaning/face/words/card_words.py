"""Says what a card is, and where the others like it are; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.players.options import count_unseen
from red7_desktop.kit.hud.model import CardWords
from red7_desktop.kit.language.rich_text import runs_of

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation


def describe_card(
    words: SpringWords, face: str, seen: SpringObservation, marks: tuple[str, ...] = ()
) -> CardWords:
    """Say what a card is, and how many like it have not been seen.

    face: as zones give it. marks: what the marks on it mean. Raises ValueError for what is no card.
    """
    texts, number = words.texts, int(face)
    unseen = count_unseen(seen)[number]
    about = texts.plural(
        "{n} of the 7 is hidden in the deck or in hands.",
        "{n} of the 7 are hidden in the deck or in hands.",
        unseen,
    )
    if not unseen:
        about = texts("All 7 of them have been seen.")
    return CardWords(texts.within("card", "A {number}", number=number), runs_of(about), marks=marks)
