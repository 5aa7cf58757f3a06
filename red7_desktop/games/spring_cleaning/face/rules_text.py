"""The rules in words.

What beats what in the examples is worked out by the rules themselves, so that these pages cannot
say otherwise than the game plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.cards import (
    MAX_SEATS,
    combination_of,
    get_hand_size,
    is_beating,
)
from red7_desktop.games.spring_cleaning.rules.position import LIMITS
from red7_desktop.kit.game_view import (
    OVERVIEW,
    Examples,
    Figure,
    Heading,
    Lead,
    RulesPage,
    Steps,
)

if TYPE_CHECKING:
    from red7_desktop.kit.texts import Texts


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards side by side, their clips where neighbours hang together, and words around them.

    cards: numbers, 0 for a back. label: whose they are, before them. note: what they come to,
    behind them. beats: a tick or a cross before the note, None for neither. lit: places of cards
    that the row is about, faint: of others that do not count. comes: places of cards that have
    just been put in, goes: of cards that are taken out, both with an arrow. offered: places of
    cards that lie in an offer. has_clips: false for cards in no order.
    """

    cards: tuple[int, ...]
    label: str = ""
    note: str = ""
    beats: bool | None = None
    lit: tuple[int, ...] = ()
    faint: tuple[int, ...] = ()
    comes: tuple[int, ...] = ()
    goes: tuple[int, ...] = ()
    offered: tuple[int, ...] = ()
    has_clips: bool = True


@dataclass(frozen=True, slots=True)
class CardRows(Figure):
    """Rows of cards below one another in a box, and a sentence above them."""

    rows: tuple[CardRow, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class NumbersFigure(Figure):
    """The nine cards in order, small, with the names of their objects."""


@dataclass(frozen=True, slots=True)
class ClipsFigure(Figure):
    """The two clips, each with what it says."""

    equal: str
    step: str


def write_trick_page(texts: Texts) -> RulesPage:
    """Write the page about tricks and an empty deck."""
    return RulesPage(
        "trick",
        texts("Tricks"),
        texts("The trick, and an empty deck"),
        (
            Lead(
                texts(
                    "When the turn comes back to the player whose combination lies on the table, "
                    "that player wins the trick and leads the next."
                )
            ),
            texts(
                "Beaten combinations stay in the trick until then. All its cards go to the "
                "discard, face up."
            ),
            texts("The leader must play something; a single card always can be led."),
            Heading(texts("When the deck is empty")),
            texts(
                "The discarded cards are shuffled and become the new deck. If there are none "
                "either, cards can be drawn only from offers; if there are none of these, you "
                "only offer a card."
            ),
        ),
    )


def write_trash_page(texts: Texts) -> RulesPage:
    """Write the page about the end of a round and a match."""
    limits = ", ".join([str(limit) for limit in LIMITS.values()])
    return RulesPage(
        "trash",
        texts("Trash"),
        texts("The end of a round, and trash"),
        (
            Lead(
                texts(
                    "The round ends at once when a player has neither hand nor offer cards left. "
                    "That player takes no trash."
                )
            ),
            texts(
                "The others are ranked by the cards they have left, hand and offer together: "
                "the fewest take 1 trash, the next 2, and so on. Of players with equally many, "
                "the one who sits nearer after the player who went out is ranked better."
            ),
            texts(
                "It need not be your turn: if your hand is empty and somebody uses or draws "
                "the last card of your offer, you are out."
            ),
            Heading(texts("The match")),
            texts(
                "The match ends when somebody has {limits} trash with two, three, four or "
                "five players. The least trash wins; if that is equal, the least in the last "
                "round, and then the win is shared.",
                limits=limits,
            ),
            texts(
                "Whoever has most trash leads the next round. A round that has taken 300 turns "
                "is stopped and ranked by the cards left."
            ),
        ),
    )


def write_pickup_page(texts: Texts) -> RulesPage:
    """Write the page about an empty hand."""
    return RulesPage(
        "pickup",
        texts("Picking up"),
        texts("When your hand is empty"),
        (
            Lead(
                texts(
                    "If your hand is empty and cards lie in your offer, you pick them up as your "
                    "new hand, in any order you like. This is the only time you arrange a hand."
                )
            ),
            CardRows(
                (
                    CardRow((2, 4, 4, 9), texts.within("figure", "Offer"), has_clips=False),
                    CardRow(
                        (2, 9, 4, 4), texts.within("figure", "New hand"), texts("the pair together")
                    ),
                )
            ),
            texts(
                "By default this happens when your next turn begins; until then others may "
                "still take from your offer. With the option “at once” you pick it up before "
                "the next player’s turn."
            ),
        ),
    )


def write_seats_page(texts: Texts) -> RulesPage:
    """Write the page about the number of players."""
    usual, five = get_hand_size(2), get_hand_size(MAX_SEATS)
    return RulesPage(
        "seats",
        texts("Two to five players"),
        texts("Two to five players"),
        (
            Lead(
                texts("Everybody is dealt {n} cards; with five players {five}.", n=usual, five=five)
            ),
            texts(
                "In the first round the leader is drawn by lot. The more players there are, "
                "the more offers lie open, and the longer the combinations get."
            ),
            texts(
                "With two players each round brings one trash, and three end the match: a "
                "short duel. With five the others get from 1 to 4 trash, and 9 end it."
            ),
        ),
    )


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
            texts(
                "There are seven cards each of the numbers 1 to 9. Somebody leads one or more "
                "cards, and the others in turn beat them or draw a card. When nobody beats "
                "them any more, the trick is swept away and its winner leads the next."
            ),
            NumbersFigure(),
            texts(
                "In front of everybody lies an offer: open cards that anybody may use to beat "
                "the table. Each draw adds one. So your row gets tidier turn by turn, and what "
                "you give away may help the next player."
            ),
            Heading(texts("An example")),
            CardRows(
                (
                    CardRow((6, 6), texts.within("figure", "Table")),
                    CardRow((3, 3, 9, 4, 5, 6, 8), texts.within("figure", "Hand"), lit=(3, 4, 5)),
                ),
                texts("4 5 6 are three cards side by side, one more than the pair: they beat it."),
            ),
            texts(
                "Whoever still has cards when somebody is out takes trash: the more cards, "
                "the more trash. Whoever has least when a bin is full wins the match."
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
            texts(
                "The cards from your hand must be neighbours there, in just this order. "
                "You never rearrange your hand; but when cards leave it, those on both sides "
                "become neighbours."
            ),
            Heading(texts("Clips")),
            ClipsFigure(texts("the same number"), texts("one more than the card to its left")),
            texts(
                "A clip holds neighbours together that can be played together. Cards without "
                "a clip can only be played alone."
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
            texts("A run counts by its highest card."),
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
            texts(
                "To beat the table you may use cards of any offers, your own and others’, "
                "together with cards of your hand or alone. They may stand anywhere in the "
                "combination. Your hand cards must still be neighbours in your hand."
            ),
            CardRows(
                (
                    CardRow((5, 3, 5, 6, 1), texts.within("figure", "Hand"), lit=(1, 2, 3)),
                    CardRow((4,), texts.within("figure", "Offer"), offered=(0,), has_clips=False),
                    CardRow((3, 4, 5, 6), texts.within("figure", "Play"), beats=True, offered=(1,)),
                ),
                texts("3, 5 and 6 are neighbours, and the 4 goes between them."),
            ),
            texts("A lead comes from the hand alone: no offers."),
        ),
    )


def _build_beating_row(table: tuple[int, ...], cards: tuple[int, ...], note: str) -> CardRow:
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
            texts(
                "You may draw although you could beat the table, but you cannot just pass. "
                "Everybody sees where a drawn card is put, and if it came from an offer, also "
                "which it is."
            ),
            Heading(texts("The first offers")),
            texts(
                "Before the first trick of a round everybody picks one card of their hand, "
                "face down. When all have picked, the cards are turned up."
            ),
            texts(
                "At this table you can take back where you have put a card until your turn is "
                "over; only what you have seen of the deck cannot be taken back."
            ),
        ),
    )
