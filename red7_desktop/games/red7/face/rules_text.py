"""The rules in words.

What the examples show is worked out by the engine, so that these pages cannot say otherwise than
the game plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from red7_desktop.games.red7.face.words import RuleWords, Words
from red7_desktop.games.red7.rules.cards import LETTERS as BY_RANK
from red7_desktop.games.red7.rules.rounds import TARGETS
from red7_desktop.kit.game_view import (
    OVERVIEW,
    Blocks,
    Examples,
    Figure,
    Heading,
    Lead,
    Row,
    RulesPage,
    Steps,
)
from red7_desktop.kit.texts import Texts


@dataclass(frozen=True, slots=True)
class PalettesFigure(Figure):
    """Two palettes under the rule of a colour letter; the first is yours, the other Bo's."""

    letter: str
    palettes: tuple[tuple[str, ...], tuple[str, ...]]
    words: str = ""


@dataclass(frozen=True, slots=True)
class ColoursFigure(Figure):
    """The list of the colours with their rules, high to low."""


@dataclass(frozen=True, slots=True)
class ActionsFigure(Figure):
    """What each odd number does."""

    rows: Mapping[int, str]


LETTERS: Final = BY_RANK[::-1]
PAGES: Final = (OVERVIEW, "turn", "order", *LETTERS, "advanced", "actions")
"""The keys of the pages, in their order; a rule's page has its colour's letter."""


def write_rules_pages(texts: Texts) -> dict[str, RulesPage]:
    """Write all pages, by key, in the order of PAGES."""
    rules = Words(texts, (), None).rules
    pages = [
        RulesPage(OVERVIEW, texts("In short"), texts("Red7 in short"), _write_overview(texts)),
        RulesPage("turn", texts("Your turn"), texts("Your turn"), _write_turn(texts)),
        RulesPage(
            "order", texts("Order of cards"), texts("The order of cards"), _write_order(texts)
        ),
        *[_write_rule_page(texts, letter, rules[BY_RANK.index(letter)]) for letter in LETTERS],
        RulesPage(
            "advanced",
            texts("Advanced"),
            texts("Advanced rules: drawing and points"),
            _write_advanced(texts),
        ),
        RulesPage(
            "actions", texts("Actions"), texts("Actions of the odd cards"), _write_actions(texts)
        ),
    ]
    return {page.key: page for page in pages}


def _write_overview(texts: Texts) -> Blocks:
    return (
        Lead(
            texts(
                "At the end of your turn you must be winning, or you’re out. The "
                "last player in wins the round."
            )
        ),
        texts(
            "You have seven cards in hand and one face-up card: the start of your palette. The top "
            "card of the canvas, in the middle, sets the rule by its colour; every round starts "
            "with red. The player to the left of the highest palette card begins (as an option, "
            "the player with the lowest), and turns pass clockwise."
        ),
        texts(
            "So there are two ways to be winning: improve your palette, or change the rule "
            "to one that suits it. You may do both in one turn."
        ),
        Heading(texts("An example")),
        PalettesFigure(
            "G",
            (("O6", "B2", "Y4"), ("B4", "R7", "V1")),
            texts("The canvas is green, so even cards count."),
        ),
        texts(
            "There are seven rules, one for each colour, and each has its own page "
            "here. If players tie, the highest card that counts decides."
        ),
    )


def _write_turn(texts: Texts) -> Blocks:
    return (
        Lead(texts("Do one of these. After 1, 2 or 3 you must be winning.")),
        Steps(
            (
                texts("Play a card from your hand to your palette."),
                texts("Discard a card from your hand to the canvas: its colour is the new rule."),
                texts("Play a card to your palette, then discard another one to the canvas."),
                texts("Drop out of the round."),
            )
        ),
        texts(
            "What counts is the rule at the end of your turn. Only the colour of "
            "a discarded card matters for the rule, not its number."
        ),
        texts(
            "If your hand is empty at the start of your turn, you must drop out. When "
            "you’re out, your hand and palette are turned face down: they no longer count. "
            "The last player in wins at once."
        ),
        texts(
            "Try things out: nothing is final until you end your turn. You can undo "
            "everything until you see a hidden card."
        ),
    )


def _write_order(texts: Texts) -> Blocks:
    return (
        Lead(texts("A higher number beats a lower one. With equal numbers, colour decides.")),
        Row(("V7", "R6", "O6", "R5"), texts("beats")),
        texts(
            "Red is the highest colour and violet the lowest, as in a rainbow. A symbol’s "
            "points and the dots in the corner of a card show its rank: seven for the sun, "
            "one for the drop."
        ),
        ColoursFigure(),
    )


def _write_rule_page(texts: Texts, letter: str, rule: RuleWords) -> RulesPage:
    lead, example, tie, note = _write_rule_parts(texts, letter)
    examples = Examples(((texts("An example"), example), (texts("A tie"), tie)))
    title = texts("{colour}: {rule}", colour=rule.title, rule=rule.sentence)
    blocks = (Lead(lead), examples, note)
    return RulesPage(letter, rule.title, title, blocks, symbol=letter)


def _write_rule_parts(texts: Texts, letter: str) -> tuple[str, PalettesFigure, PalettesFigure, str]:
    nobody = texts("With no such card you can’t be winning. If nobody has one, nobody is winning.")
    return {
        "R": (
            texts("The highest card in all palettes wins."),
            PalettesFigure("R", (("G6", "R3", "B1"), ("V7", "O2"))),
            PalettesFigure("R", (("O6", "Y2"), ("I6", "R5", "G4"))),
            texts("No two cards are equal, so under red someone is always winning."),
        ),
        "O": (
            texts("The most cards of one number wins."),
            PalettesFigure("O", (("Y5", "B5", "V5", "R7"), ("R6", "G6", "I2"))),
            PalettesFigure("O", (("G4", "V4", "R1"), ("B4", "I4", "O7"))),
            texts(
                "Any number will do. Of two equally large groups, the one with the highest card "
                "counts."
            ),
        ),
        "Y": (
            texts("The most cards of one colour wins."),
            PalettesFigure("Y", (("G1", "G3", "G6", "R7"), ("B7", "B5", "Y6"))),
            PalettesFigure("Y", (("V2", "V6", "O1"), ("I5", "I3", "R7"))),
            texts(
                "Any colour will do, not just yellow. Of two equally large groups, the "
                "one with the highest card counts."
            ),
        ),
        "G": (
            texts("The most cards with an even number (2, 4, 6) wins."),
            PalettesFigure("G", (("O2", "B4", "V6", "R7"), ("R6", "Y4", "I5"))),
            PalettesFigure("G", (("Y2", "B6"), ("R4", "G6", "O1"))),
            nobody,
        ),
        "B": (
            texts("The most different colours wins."),
            PalettesFigure("B", (("R1", "O4", "G2", "I5"), ("R7", "R6", "B3", "Y2"))),
            PalettesFigure("B", (("R1", "R4", "G2", "I5"), ("B3", "Y2", "V7"))),
            texts("Each colour counts once, with its highest card."),
        ),
        "I": (
            texts("The longest run of consecutive numbers wins, such as 3 4 5."),
            PalettesFigure("I", (("B3", "G4", "V5", "R7"), ("O1", "Y2", "R6", "I7"))),
            PalettesFigure("I", (("O2", "G3", "R3"), ("V6", "B7"))),
            texts(
                "Colours don’t matter. Each number counts once, in its highest colour. A run "
                "doesn’t continue from 7 to 1. A single card is a run of one. Of two equally "
                "long runs, the one with the highest card counts."
            ),
        ),
        "V": (
            texts("The most cards below 4 (1, 2, 3) wins."),
            PalettesFigure("V", (("R1", "G2", "B3", "I6"), ("Y2", "O3", "V7"))),
            PalettesFigure("V", (("V3", "I1"), ("O3", "B1", "G5"))),
            nobody,
        ),
    }[letter]


def _write_advanced(texts: Texts) -> Blocks:
    two, three, four = (TARGETS[seats] for seats in (2, 3, 4))
    return (
        Lead(texts("Several rounds for points, and you may draw cards.")),
        Heading(texts("Drawing")),
        texts(
            "If the number you discard is higher than the number of cards in your palette "
            "(including one just played), you may draw a card, unless the deck is empty."
        ),
        texts(
            "With three cards in your palette, a discarded 4, 5, 6 or 7 lets you "
            "draw. Discards made by actions never do."
        ),
        Heading(texts("Points")),
        texts(
            "The winner of a round scores the palette cards that count under the last rule; "
            "each is worth its number. If several groups are equally large, the winner "
            "picks one. Scored cards stay out of all later rounds."
        ),
        texts(
            "The match ends when someone reaches the target: usually {two} points with two "
            "players, {three} with three, {four} with four. It also ends when fewer than "
            "eight cards per player are left. Most points win; if tied, the win is shared.",
            two=two,
            three=three,
            four=four,
        ),
        Heading(texts("Basic rules")),
        texts("One round, no drawing, no points: win it and you win the match."),
    )


def _write_actions(texts: Texts) -> Blocks:
    draws = texts(
        "Draw a card, unless the deck is empty. You may play a 3 and hope; if the card doesn’t "
        "help, you’re out. After the draw you may also drop out, unless you’ve carried out a 1 "
        "or 7 this turn."
    )
    return (
        Lead(
            texts(
                "When you play an odd card to your palette, you must carry out its action if you "
                "can. You may still discard a card afterwards. Discarded odd cards have no action."
            )
        ),
        Heading(texts("Edition 1.3")),
        ActionsFigure(
            {
                1: texts(
                    "Put a card from another player’s palette face down on the deck. That player "
                    "must have at least as many palette cards as you, the 1 included."
                ),
                3: draws,
                5: texts("Play another card to your palette, if you can; its action happens too."),
                7: texts(
                    "Choose a card from your palette, the 7 itself if you like: discard "
                    "it to the canvas, or put it face down on the deck."
                ),
            }
        ),
        texts("You may only play a 1 or 7 if you can still end the turn winning."),
        Heading(texts("First edition")),
        ActionsFigure(
            {
                1: texts(
                    "Put a card from another player’s palette face down on the deck, "
                    "but never a player’s only card."
                ),
                3: draws,
                5: texts(
                    "Play another card to your palette, if you can; its action "
                    "happens too. Here 1s and 7s may always be played."
                ),
                7: texts(
                    "Discard another card from your palette to the canvas; you must then be "
                    "winning under its rule. If you can’t, nothing happens."
                ),
            }
        ),
    )
