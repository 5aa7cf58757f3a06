"""Says what a card is and what it does; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import BY_TEXT, colour_of, number_of
from red7_desktop.kit.hud.model import CardWords
from red7_desktop.kit.language.rich_text import weave

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.ruleset import Ruleset
    from red7_desktop.kit.language.texts import Texts


def describe_card(
    words: Words, face: str, rules: Ruleset, marks: tuple[str, ...] = ()
) -> CardWords:
    """Say what a card is and does under a set of rules.

    face: as zones give it. marks: what the marks on it mean. Raises KeyError for what is no card.
    """
    texts = words.texts
    card = BY_TEXT[face]
    names = words.rules[colour_of(card)]
    title = texts.within("card", "{colour} {number}", colour=names.title, number=number_of(card))
    rule = weave(
        texts("On the canvas: {rule}"),
        rule=words.rule_mark(colour_of(card))._replace(text=names.sentence, spoken=names.sentence),
    )
    action = _describe_action(texts, number_of(card), rules.edition) if rules.actions else ""
    return CardWords(title, rule, action, marks)


def _describe_action(texts: Texts, number: int, edition: str) -> str:
    """Give what playing a number does, in one sentence."""
    is_first = edition == "first"
    return {
        1: texts("When played: a card of another palette goes face down onto the deck."),
        3: texts("When played: draw a card."),
        5: texts("When played: play another card as well."),
        7: (
            texts("When played: another card of your palette goes to the canvas.")
            if is_first
            else texts("When played: a card of your palette goes to the canvas or onto the deck.")
        ),
    }.get(number, "")
