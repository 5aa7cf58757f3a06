"""The rules in words: pages of blocks, which the rules screen draws.

What beats what in the examples is worked out by the rules themselves, so that these pages cannot
say otherwise than the game plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.figures import (
    CardRow,
    CardRows,
    ClipsFigure,
    NumbersFigure,
)
from red7_desktop.games.spring_cleaning.face.words.rules_of_rounds import (
    write_pickup_page,
    write_seats_page,
    write_trash_page,
    write_trick_page,
)
from red7_desktop.games.spring_cleaning.rules.combinations import combination_of, is_beating
from red7_desktop.kit.pages.rules_blocks import (
    OVERVIEW,
    Examples,
    Heading,
    Lead,
    Paragraph,
    RulesPage,
    Steps,
)

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts


def write_rules_pages(texts: Texts) -> dict[str, RulesPage]:
    """Write all pages, by key, in their order."""
    pages = (
        _write_overview(texts),
        _write_combinations_page(texts),
        _write_beating_page(texts),
        _write_drawing_page(texts),
        write_trick_page(texts),
        write_trash_page(texts),
        write_pickup_page(texts),
        write_seats_page(texts),
    )
    return {page.key: page for page in pages}


def _write_overview(texts: Texts) -> RulesPage:
    return RulesPage(
        OVERVIEW,
        texts("In short"),
        texts("Spring Cleaning in short"),
        (
            Lead(
                texts(
                    "Be the first to get rid of all your cards. Your hand stays in the order in "
                    "which it was dealt, and you play only what lies side by side."
                )
            ),
            Paragraph(
                texts(
                    "There are seven cards each of the numbers 1 to 9. Somebody leads one or more "
                    "cards, and the others in turn beat them or draw a card. When nobody beats "
                    "them any more, the trick is swept away and its winner leads the next."
                )
            ),
            NumbersFigure(),
            Paragraph(
                texts(
                    "In front of everybody lies an offer: open cards that anybody may use to beat "
                    "the table. Each draw adds one. So your row gets tidier turn by turn, and what "
                    "you give away may help the next player."
                )
            ),
            Heading(texts("An example")),
            CardRows(
                (
                    CardRow((6, 6), texts.within("figure", "Table")),
                    CardRow((3, 3, 9, 4, 5, 6, 8), texts.within("figure", "Hand"), lit=(3, 4, 5)),
                ),
                texts("4 5 6 are three cards side by side, one more than the pair: they beat it."),
            ),
            Paragraph(
                texts(
                    "Whoever still has cards when somebody is out takes trash: the more cards, "
                    "the more trash. Whoever has least when a bin is full wins the match."
                )
            ),
        ),
    )


def _write_combinations_page(texts: Texts) -> RulesPage:
    return RulesPage(
        "combinations",
        texts("Combinations"),
        texts("What you can play"),
        (
            Lead(texts("A single card, a set, or a run.")),
            Steps(
                (
                    texts("A single card, whatever it is."),
                    texts("A set: two or more cards of the same number."),
                    texts("A run: two or more numbers that rise by one from left to right."),
                )
            ),
            CardRows(
                (
                    CardRow((7, 7, 7), texts.within("figure", "Set"), beats=True),
                    CardRow((4, 5, 6), texts.within("figure", "Run"), beats=True),
                    CardRow(
                        (6, 5, 4), texts.within("figure", "No run"), texts("it falls"), beats=False
                    ),
                    CardRow(
                        (4, 6, 5),
                        texts.within("figure", "No run"),
                        texts("it goes up and down"),
                        beats=False,
                    ),
                )
            ),
            Paragraph(
                texts(
                    "The cards from your hand must be neighbours there, in just this order. "
                    "You never rearrange your hand; but when cards leave it, those on both sides "
                    "become neighbours."
                )
            ),
            Heading(texts("Clips")),
            ClipsFigure(texts("the same number"), texts("one more than the card to its left")),
            Paragraph(
                texts(
                    "A clip holds neighbours together that can be played together. Cards without "
                    "a clip can only be played alone."
                )
            ),
        ),
    )


def _write_beating_page(texts: Texts) -> RulesPage:
    return RulesPage(
        "beating",
        texts("Beating"),
        texts("What beats what"),
        (
            Lead(
                texts(
                    "The same kind with as many cards and a higher number, or any combination of "
                    "exactly one card more."
                )
            ),
            Paragraph(texts("A run counts by its highest card.")),
            Examples(
                (
                    (
                        texts("On a pair of 6"),
                        CardRows(
                            (
                                _build_beating_row((6, 6), (7, 7), texts("higher pair")),
                                _build_beating_row((6, 6), (1, 1, 1), texts("one card more")),
                                _build_beating_row((6, 6), (2, 3, 4), texts("one card more")),
                                _build_beating_row((6, 6), (8, 9), texts("a run is no pair")),
                                _build_beating_row((6, 6), (4, 5, 6, 7), texts("two cards more")),
                            )
                        ),
                    ),
                    (
                        texts("On a run of 3 4 5"),
                        CardRows(
                            (
                                _build_beating_row((3, 4, 5), (4, 5, 6), texts("it ends higher")),
                                _build_beating_row((3, 4, 5), (2, 2, 2, 2), texts("one card more")),
                                _build_beating_row((3, 4, 5), (2, 3, 4), texts("it ends lower")),
                                _build_beating_row((3, 4, 5), (9, 9, 9), texts("a set is no run")),
                            )
                        ),
                    ),
                )
            ),
            Heading(texts("With cards of an offer")),
            Paragraph(
                texts(
                    "To beat the table you may use cards of any offers, your own and others’, "
                    "together with cards of your hand or alone. They may stand anywhere in the "
                    "combination. Your hand cards must still be neighbours in your hand."
                )
            ),
            CardRows(
                (
                    CardRow((5, 3, 5, 6, 1), texts.within("figure", "Hand"), lit=(1, 2, 3)),
                    CardRow((4,), texts.within("figure", "Offer"), offered=(0,), has_clips=False),
                    CardRow((3, 4, 5, 6), texts.within("figure", "Play"), beats=True, offered=(1,)),
                ),
                texts("3, 5 and 6 are neighbours, and the 4 goes between them."),
            ),
            Paragraph(texts("A lead comes from the hand alone: no offers.")),
        ),
    )


def _build_beating_row(table: tuple[int, ...], cards: tuple[int, ...], note: str) -> CardRow:
    """Give a row that says whether cards beat a combination."""
    return CardRow(cards, "", note, is_beating(combination_of(cards), combination_of(table)))


def _write_drawing_page(texts: Texts) -> RulesPage:
    return RulesPage(
        "drawing",
        texts("Drawing and offering"),
        texts("If you do not beat the table"),
        (
            Lead(texts("Then you draw a card, put it into your hand, and offer one.")),
            Steps(
                (
                    texts("Draw the top card of the deck, or a card of another player’s offer."),
                    texts("Put it anywhere into your hand: this is how you mend your row."),
                    texts(
                        "Put one card of your hand into your offer, where it lies open. It may be "
                        "the one that you have just drawn."
                    ),
                )
            ),
            CardRows(
                (
                    CardRow(
                        (4, 5, 6, 7, 8, 8, 2),
                        texts.within("figure", "Draw"),
                        texts("the 7 mends it"),
                        comes=(3,),
                    ),
                    CardRow(
                        (4, 5, 6, 7, 8, 8, 2),
                        texts.within("figure", "Offer"),
                        texts("the 2 goes"),
                        goes=(6,),
                    ),
                )
            ),
            Paragraph(
                texts(
                    "You may draw although you could beat the table, but you cannot just pass. "
                    "Everybody sees where a drawn card is put, and if it came from an offer, also "
                    "which it is."
                )
            ),
            Heading(texts("The first offers")),
            Paragraph(
                texts(
                    "Before the first trick of a round everybody picks one card of their hand, "
                    "face down. When all have picked, the cards are turned up."
                )
            ),
            Paragraph(
                texts(
                    "At this table you can take back where you have put a card until your turn is "
                    "over; only what you have seen of the deck cannot be taken back."
                )
            ),
        ),
    )
