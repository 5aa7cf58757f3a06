"""The rules in words.

What beats what in the examples is worked out by the rules themselves, so that these pages cannot
say otherwise than the game plays.
"""

from __future__ import annotations

from dataclasses import dataclass

from red7_desktop.games.spring_cleaning.rules.cards import (
    MAX_SEATS,
    combination_of,
    get_hand_size,
    is_beating,
)
from red7_desktop.games.spring_cleaning.rules.position import LIMITS
from red7_desktop.kit.game_view import (
    OVERVIEW,
    Blocks,
    Examples,
    Figure,
    Heading,
    Lead,
    RulesPage,
    Steps,
)
from red7_desktop.kit.texts import Texts


@dataclass(frozen=True, slots=True)
class CardRow:
    """Cards side by side, their clips where neighbours go together, and words around them.

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


def show_rows(*rows: CardRow, words: str = "") -> CardRows:
    """Return rows of cards below one another, and a sentence above them."""
    return CardRows(rows, words)


@dataclass(frozen=True, slots=True)
class NumbersFigure(Figure):
    """The nine cards in order, small, with the names of their objects."""


@dataclass(frozen=True, slots=True)
class ClipsFigure(Figure):
    """The two clips, each with what it says."""

    equal: str
    step: str


def _write_trick(texts: Texts) -> Blocks:
    return (
        Lead(
            texts(
                "When the turn comes back to the player whose combination lies on the table, "
                "that player wins the trick and leads the next."
            )
        ),
        texts(
            "Beaten combinations stay in the trick until then. Then all its cards go "
            "to the discard pile, face up."
        ),
        texts("The leader must play; any single card will do."),
        Heading(texts("When the deck is empty")),
        texts(
            "The discarded cards are shuffled into a new deck. If there are none either, you can "
            "only draw from other players’ offers; if those are empty too, you just offer a card."
        ),
    )


def _write_trash(texts: Texts) -> Blocks:
    return (
        Lead(
            texts(
                "The round ends at once when a player has neither hand nor offer cards left. "
                "That player takes no trash."
            )
        ),
        texts(
            "The others are ranked by the cards they have left in hand and offer: "
            "the fewest takes 1 trash, the next 2, and so on. If tied, the player "
            "who sits closer, clockwise from the one who finished, takes less."
        ),
        texts(
            "It needn’t be your turn: if your hand is empty and someone plays or draws the last "
            "card of your offer, you finish. A card drawn this way counts for the player who drew "
            "it. If two finish at once, neither takes trash; ties then count from the one whose "
            "turn it is, or else the first of them after the player on turn."
        ),
        Heading(texts("The match")),
        texts(
            "With two, three, four or five players the match ends at {limits} trash. The least "
            "trash wins; if tied, the least in the last round; if still tied, the win is shared.",
            limits=", ".join([str(limit) for limit in LIMITS.values()]),
        ),
        texts(
            "The player with the most trash leads the next round. If tied, it’s the first "
            "of them clockwise after the player who led this round."
        ),
    )


def _write_pickup(texts: Texts) -> Blocks:
    return (
        Lead(
            texts(
                "If your hand is empty and cards lie in your offer, you pick them up as "
                "your new hand, in any order you like, once. This is the only time you "
                "arrange a hand. The others know these cards, but not their order."
            )
        ),
        show_rows(
            CardRow((2, 4, 4, 9), texts.within("figure", "Offer"), has_clips=False),
            CardRow((2, 9, 4, 4), texts.within("figure", "New hand"), texts("the pair together")),
        ),
        texts(
            "By default this happens when your next turn begins; until then others may "
            "still take from your offer. With the option “at once” you pick it up before "
            "the next player’s turn."
        ),
    )


def _write_seats(texts: Texts) -> Blocks:
    usual, five = get_hand_size(2), get_hand_size(MAX_SEATS)
    return (
        Lead(texts("Everyone is dealt {n} cards; with five players, {five}.", n=usual, five=five)),
        texts(
            "In the first round, the leader is drawn at random. More players mean "
            "more open offers and longer combinations."
        ),
        texts(
            "With two players each round brings 1 trash, and {two} ends the match: a short "
            "duel. With five, the others take from 1 to {most}, and {five} ends it.",
            two=LIMITS[2],
            most=MAX_SEATS - 1,
            five=LIMITS[MAX_SEATS],
        ),
    )


def write_rules_pages(texts: Texts) -> dict[str, RulesPage]:
    """Write all pages, by key, in their order."""
    pages: tuple[tuple[str, str, str, Blocks], ...] = (
        (OVERVIEW, texts("In short"), texts("Spring Cleaning in short"), _write_overview(texts)),
        (
            "combinations",
            texts("Combinations"),
            texts("What you can play"),
            _write_combinations(texts),
        ),
        ("beating", texts("Beating"), texts("What beats what"), _write_beating(texts)),
        (
            "drawing",
            texts("Drawing and offering"),
            texts("If you don’t beat it"),
            _write_drawing(texts),
        ),
        ("trick", texts("Tricks"), texts("The trick, and an empty deck"), _write_trick(texts)),
        ("trash", texts("Trash"), texts("The end of a round, and trash"), _write_trash(texts)),
        ("pickup", texts("Picking up"), texts("When your hand is empty"), _write_pickup(texts)),
        ("seats", texts("Two to five players"), texts("Two to five players"), _write_seats(texts)),
    )
    return {page[0]: RulesPage(*page) for page in pages}


def _write_overview(texts: Texts) -> Blocks:
    return (
        Lead(
            texts(
                "Be the first to get rid of all your cards. Your hand stays in the order it "
                "was dealt, and you only play cards that are side by side."
            )
        ),
        texts(
            "The deck has seven cards of each number from 1 to 9. One player "
            "leads; clockwise, the others beat the cards or draw. When nobody can "
            "or will beat them, the trick is won, and its winner leads the next."
        ),
        NumbersFigure(),
        texts(
            "Every player has an offer: face-up cards that anyone may use to beat "
            "a combination. Each draw adds a card to your offer, so your hand "
            "gets tidier, but what you give away may help others."
        ),
        Heading(texts("An example")),
        show_rows(
            CardRow((6, 6), texts.within("figure", "Table")),
            CardRow((3, 3, 9, 4, 5, 6, 8), texts.within("figure", "Hand"), lit=(3, 4, 5)),
            words=texts(
                "4 5 6 are three cards side by side, one more than the pair: they beat it."
            ),
        ),
        texts(
            "When a player runs out of cards, everyone else takes trash: the more cards, the more "
            "trash. When someone reaches the limit, the least trash wins the match."
        ),
    )


def _write_combinations(texts: Texts) -> Blocks:
    not_a_run = texts.within("figure", "Not a run")
    return (
        Lead(texts("A single card, a set, or a run.")),
        Steps(
            (
                texts("A single card, whatever it is."),
                texts("A set: two or more cards of the same number."),
                texts("A run: two or more numbers that rise by one from left to right."),
            )
        ),
        show_rows(
            CardRow((7, 7, 7), texts.within("figure", "Set"), beats=True),
            CardRow((4, 5, 6), texts.within("figure", "Run"), beats=True),
            CardRow((6, 5, 4), not_a_run, texts("goes down"), beats=False),
            CardRow((4, 6, 5), not_a_run, texts("goes up and down"), beats=False),
        ),
        texts(
            "The cards from your hand must be neighbours there, in just this order. You never "
            "rearrange your hand; but when cards leave it, those on both sides become neighbours."
        ),
        Heading(texts("Clips")),
        ClipsFigure(texts("the same number"), texts("one more than the card to its left")),
        texts(
            "Clips mark neighbours that you can play together. A card without a clip "
            "goes alone, or with cards from offers."
        ),
    )


def _write_beating(texts: Texts) -> Blocks:
    return (
        Lead(
            texts(
                "Same kind, same number of cards, higher number; or any "
                "combination with exactly one card more."
            )
        ),
        texts("A run counts by its highest card."),
        Examples(
            (
                (
                    texts("On a pair of 6s"),
                    show_rows(
                        _build_beating_row((6, 6), (7, 7), texts("higher pair")),
                        _build_beating_row((6, 6), (1, 1, 1), texts("one card more")),
                        _build_beating_row((6, 6), (2, 3, 4), texts("one card more")),
                        _build_beating_row((6, 6), (8, 9), texts("a run isn’t a pair")),
                        _build_beating_row((6, 6), (4, 5, 6, 7), texts("two cards more")),
                    ),
                ),
                (
                    texts("On a run of 3 4 5"),
                    show_rows(
                        _build_beating_row((3, 4, 5), (4, 5, 6), texts("it ends higher")),
                        _build_beating_row((3, 4, 5), (2, 2, 2, 2), texts("one card more")),
                        _build_beating_row((3, 4, 5), (2, 3, 4), texts("it ends lower")),
                        _build_beating_row((3, 4, 5), (9, 9, 9), texts("a set isn’t a run")),
                    ),
                ),
            )
        ),
        Heading(texts("With cards from offers")),
        texts(
            "To beat a combination, you may use cards from any offers, your own and others’, with "
            "or without cards from your hand. They may stand anywhere in the combination. Your "
            "hand cards must still be side by side."
        ),
        show_rows(
            CardRow((5, 3, 5, 6, 1), texts.within("figure", "Hand"), lit=(1, 2, 3)),
            CardRow((4,), texts.within("figure", "Offer"), offered=(0,), has_clips=False),
            CardRow((3, 4, 5, 6), texts.within("figure", "Play"), beats=True, offered=(1,)),
            words=texts("3, 5 and 6 are neighbours, and the 4 goes between them."),
        ),
        texts("A lead comes from the hand alone: no offers."),
    )


def _build_beating_row(table: tuple[int, ...], played: tuple[int, ...], note: str) -> CardRow:
    return CardRow(played, "", note, is_beating(combination_of(played), combination_of(table)))


def _write_drawing(texts: Texts) -> Blocks:
    return (
        Lead(texts("Then you draw a card, put it into your hand, and offer one.")),
        Steps(
            (
                texts("Draw the top card of the deck, or a card from another player’s offer."),
                texts("Put it anywhere in your hand: that’s how you tidy up."),
                texts(
                    "Put one card from your hand face up into your offer. It may be the one "
                    "you’ve just drawn."
                ),
            )
        ),
        show_rows(
            CardRow(
                (4, 5, 6, 7, 8, 8, 2),
                texts.within("figure", "Draw"),
                texts("the 7 fills the gap"),
                comes=(3,),
            ),
            CardRow(
                (4, 5, 6, 7, 8, 8, 2),
                texts.within("figure", "Offer"),
                texts("the 2 goes"),
                goes=(6,),
            ),
        ),
        texts(
            "You may draw even if you could beat the cards, but you can’t just pass. Everyone sees "
            "where you put the card; a card from an offer stays known."
        ),
        Heading(texts("The first offers")),
        texts(
            "Before the first trick of a round, everyone chooses one card from their "
            "hand, face down. When all have chosen, the cards are revealed."
        ),
        texts(
            "You can undo anything until you end your turn, except a card you’ve "
            "seen from the deck."
        ),
    )
