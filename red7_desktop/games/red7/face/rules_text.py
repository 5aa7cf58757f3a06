"""The rules in words.

What the examples show is worked out by the engine, so that these pages cannot say otherwise than
the game plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from red7_desktop.games.red7.face.words import RuleWords, Words
from red7_desktop.games.red7.rules.cards import LETTERS as BY_RANK
from red7_desktop.games.red7.rules.rounds import TARGETS
from red7_desktop.kit.game_view import (
    OVERVIEW,
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

    rows: tuple[tuple[int, str], ...]


LETTERS: Final = BY_RANK[::-1]
PAGES: Final = (OVERVIEW, "turn", "order", *LETTERS, "advanced", "actions")
"""The keys of the pages, in their order; a rule's page has its colour's letter."""


def write_rules_pages(texts: Texts) -> dict[str, RulesPage]:
    """Write all pages, by key, in the order of PAGES."""
    rules = Words(texts, (), None).rules
    pages = [_write_overview(texts), _write_turn_page(texts), _write_order_page(texts)]
    pages += [_write_rule_page(texts, letter, rules[BY_RANK.index(letter)]) for letter in LETTERS]
    pages += [_write_advanced_page(texts), _write_actions_page(texts)]
    return {page.key: page for page in pages}


def _write_overview(texts: Texts) -> RulesPage:
    return RulesPage(
        OVERVIEW,
        texts("In short"),
        texts("Red7 in short"),
        (
            Lead(
                texts(
                    "When your turn ends, you must be winning. If you are not, you are out. "
                    "Whoever stays in longest wins the round."
                )
            ),
            texts(
                "You hold seven cards. In front of you lies your palette, which begins with "
                "one card; everybody sees it. The canvas in the middle tells you what wins: "
                "the colour of its top card is the rule, and a round begins under red."
            ),
            texts(
                "So there are two ways to get ahead: make your palette better, or change the "
                "rule to one that suits the palette you have. You may do both in one turn."
            ),
            Heading(texts("An example")),
            PalettesFigure(
                "G",
                (("O6", "B2", "Y4"), ("B4", "R7", "V1")),
                texts("The canvas is green, so even cards count."),
            ),
            texts(
                "There are seven rules, one for each colour, and each has its own page here. "
                "Where players have equally many cards that count, the highest of them decides."
            ),
        ),
    )


def _write_turn_page(texts: Texts) -> RulesPage:
    return RulesPage(
        "turn",
        texts("Your turn"),
        texts("Your turn"),
        (
            Lead(texts("Do one of these four, and be winning when you are done.")),
            Steps(
                (
                    texts("Play a card from your hand to your palette."),
                    texts(
                        "Discard a card from your hand to the canvas: its colour is the new rule."
                    ),
                    texts("Play a card to your palette, then discard another one to the canvas."),
                    texts("Pass, and be out of the round."),
                )
            ),
            texts(
                "The rule that counts is the one in force at the end of your turn. A discarded "
                "card’s number does nothing; only its colour does."
            ),
            texts(
                "With no card left in your hand you can only pass. Whoever is out turns hand "
                "and palette face down, and they count for nothing until the next round. The "
                "last player in wins at once."
            ),
            texts(
                "At this table you may try things out: a turn is final only when you end it, "
                "and everything before can be undone until a hidden card has been turned up."
            ),
        ),
    )


def _write_order_page(texts: Texts) -> RulesPage:
    return RulesPage(
        "order",
        texts("Order of cards"),
        texts("The order of cards"),
        (
            Lead(texts("The higher number is the higher card. Equal numbers go by colour.")),
            Row(("V7", "R6", "O6", "R5"), texts("beats")),
            texts(
                "Red is the highest colour and violet the lowest, in the order of a rainbow. "
                "Each symbol has as many points as its colour is worth, from the sun’s seven "
                "down to the single one of the drop, and the dots in a card’s corner count "
                "the same."
            ),
            ColoursFigure(),
        ),
    )


def _write_rule_page(texts: Texts, letter: str, rule: RuleWords) -> RulesPage:
    lead, example, tie, note = _write_rule_parts(texts, letter)
    examples = Examples(((texts("An example"), example), (texts("A tie"), tie)))
    title = texts("{colour}: {rule}", colour=rule.title, rule=rule.sentence)
    blocks = (Lead(lead), examples, note)
    return RulesPage(letter, rule.title, title, blocks, symbol=letter)


def _write_rule_parts(texts: Texts, letter: str) -> tuple[str, PalettesFigure, PalettesFigure, str]:
    nobody = texts(
        "Whoever has no such card is not winning, and where nobody has one, nobody is winning."
    )
    return {
        "R": (
            texts("Whoever has the highest card of all palettes is winning."),
            PalettesFigure("R", (("G6", "R3", "B1"), ("V7", "O2"))),
            PalettesFigure("R", (("O6", "Y2"), ("I6", "R5", "G4"))),
            texts("No two cards are equal, so under red somebody is always winning."),
        ),
        "O": (
            texts("Count the cards of one number in each palette. The most wins."),
            PalettesFigure("O", (("Y5", "B5", "V5", "R7"), ("R6", "G6", "I2"))),
            PalettesFigure("O", (("G4", "V4", "R1"), ("B4", "I4", "O7"))),
            texts("A player may have pairs of several numbers; the best group counts."),
        ),
        "Y": (
            texts("Count the cards of one colour in each palette. The most wins."),
            PalettesFigure("Y", (("G1", "G3", "G6", "R7"), ("B7", "B5", "Y6"))),
            PalettesFigure("Y", (("V2", "V6", "O1"), ("I5", "I3", "R7"))),
            texts("Any colour will do; it need not be yellow."),
        ),
        "G": (
            texts("Count the cards with an even number: 2, 4 and 6. The most wins."),
            PalettesFigure("G", (("O2", "B4", "V6", "R7"), ("R6", "Y4", "I5"))),
            PalettesFigure("G", (("Y2", "B6"), ("R4", "G6", "O1"))),
            nobody,
        ),
        "B": (
            texts("Count the different colours in each palette. The most wins."),
            PalettesFigure("B", (("R1", "O4", "G2", "I5"), ("R7", "R6", "B3", "Y2"))),
            PalettesFigure("B", (("R1", "R4", "G2", "I5"), ("B3", "Y2", "V7"))),
            texts("Of several cards of one colour, the highest one counts."),
        ),
        "I": (
            texts(
                "Find the longest row of numbers in each palette, such as 3, 4, 5. The longest "
                "wins."
            ),
            PalettesFigure("I", (("B3", "G4", "V5", "R7"), ("O1", "Y2", "R6", "I7"))),
            PalettesFigure("I", (("O2", "G3", "R3"), ("V6", "B7"))),
            texts(
                "Colours do not matter to a run, and a number counts once however often you have "
                "it. A run ends at 7, it does not go on at 1. A lone card is a run of one."
            ),
        ),
        "V": (
            texts("Count the cards below 4: 1, 2 and 3. The most wins."),
            PalettesFigure("V", (("R1", "G2", "B3", "I6"), ("Y2", "O3", "V7"))),
            PalettesFigure("V", (("V3", "I1"), ("O3", "B1", "G5"))),
            nobody,
        ),
    }[letter]


def _write_advanced_page(texts: Texts) -> RulesPage:
    two, three, four = (TARGETS[seats] for seats in (2, 3, 4))
    return RulesPage(
        "advanced",
        texts("Advanced"),
        texts("Advanced rules: drawing and points"),
        (
            Lead(texts("Several rounds, played for points; and cards can be drawn.")),
            Heading(texts("Drawing")),
            texts(
                "After you discard a card to the canvas, compare its number with how many "
                "cards lie in your palette, the one just played included. If the number is "
                "higher, you may draw the top card of the deck."
            ),
            texts(
                "With three cards in your palette, then, a discarded 4, 5, 6 or 7 lets you "
                "draw. A card discarded by an action does not, and an empty deck gives nothing."
            ),
            Heading(texts("Points")),
            texts(
                "The winner of a round takes the cards in their palette that count under the "
                "last rule; each is worth its number. If several groups are equally large, "
                "the winner picks one. Cards taken stay out of all later rounds."
            ),
            texts(
                "The match is over when somebody has reached the target: usually {two} points "
                "with two players, {three} with three and {four} with four. It also ends when "
                "too few cards are left to deal. Most points win, and equal points share it.",
                two=two,
                three=three,
                four=four,
            ),
            Heading(texts("Basic rules")),
            texts("Without them, one round is the game: no drawing, and its winner has won."),
        ),
    )


def _write_actions_page(texts: Texts) -> RulesPage:
    return RulesPage(
        "actions",
        texts("Actions"),
        texts("Actions of the odd cards"),
        (
            Lead(
                texts(
                    "Played to your palette, an odd card does something at once, if it can. "
                    "Discarded to the canvas, it does nothing. After it, you may still discard."
                )
            ),
            Heading(texts("Edition 1.3")),
            ActionsFigure(
                (
                    (
                        1,
                        texts(
                            "Put a card of another player’s palette face down on the deck. That "
                            "player must have at least as many palette cards as you, the 1 "
                            "included."
                        ),
                    ),
                    (3, texts("Draw a card. From an empty deck you draw nothing.")),
                    (5, texts("Play another card to your palette; its action happens too.")),
                    (
                        7,
                        texts(
                            "Choose a card of your palette, the 7 itself if you like: discard it "
                            "to the canvas, or put it face down on the deck."
                        ),
                    ),
                )
            ),
            texts(
                "A 1 or a 7 may be played only where its action can lead to a turn that ends "
                "with you winning."
            ),
            Heading(texts("First edition")),
            ActionsFigure(
                (
                    (
                        1,
                        texts(
                            "Put a card of another player’s palette on the deck, but never "
                            "anybody’s only card."
                        ),
                    ),
                    (3, texts("Draw a card. From an empty deck you draw nothing.")),
                    (5, texts("Play another card to your palette; its action happens too.")),
                    (
                        7,
                        texts(
                            "Discard another card of your palette to the canvas, one under whose "
                            "rule you are then winning. Where there is none, nothing happens."
                        ),
                    ),
                )
            ),
        ),
    )
