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
from red7_desktop.kit import game_view, texts


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
class CardRows(game_view.Figure):
    """Rows of cards below one another in a box, and a sentence above them."""

    rows: tuple[CardRow, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class NumbersFigure(game_view.Figure):
    """The nine cards in order, small, with the names of their objects."""


@dataclass(frozen=True, slots=True)
class ClipsFigure(game_view.Figure):
    """The two clips, each with what it says."""

    equal: str
    step: str


def write_trick_page(texts: texts.Texts) -> game_view.RulesPage:
    """Write the page about tricks and an empty deck."""
    return game_view.RulesPage(
        "trick",
        texts("Tricks"),
        texts("The trick, and an empty deck"),
        (
            game_view.Lead(
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
            game_view.Heading(texts("When the deck is empty")),
            texts(
                "The discarded cards are shuffled into a new deck. If there are none "
                "either, you can only draw from other players’ offers; if those are empty "
                "too, you just offer a card."
            ),
        ),
    )


def write_trash_page(texts: texts.Texts) -> game_view.RulesPage:
    """Write the page about the end of a round and a match."""
    return game_view.RulesPage(
        "trash",
        texts("Trash"),
        texts("The end of a round, and trash"),
        (
            game_view.Lead(
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
                "It needn’t be your turn: if your hand is empty and someone plays or draws the "
                "last card of your offer, you finish. A card drawn this way counts for "
                "the player who drew it. If two finish at once, neither takes trash; ties then "
                "count from the one whose turn it is, or else the first of them after the player "
                "on turn."
            ),
            game_view.Heading(texts("The match")),
            texts(
                "With two, three, four or five players the match ends at {limits} trash. The "
                "least trash wins; if tied, the least in the last round; if still tied, the win "
                "is shared.",
                limits=", ".join([str(limit) for limit in LIMITS.values()]),
            ),
            texts(
                "The player with the most trash leads the next round. If tied, it’s the first "
                "of them clockwise after the player who led this round."
            ),
        ),
    )


def write_pickup_page(texts: texts.Texts) -> game_view.RulesPage:
    """Write the page about an empty hand."""
    return game_view.RulesPage(
        "pickup",
        texts("Picking up"),
        texts("When your hand is empty"),
        (
            game_view.Lead(
                texts(
                    "If your hand is empty and cards lie in your offer, you pick them up as "
                    "your new hand, in any order you like, once. This is the only time you "
                    "arrange a hand. The others know these cards, but not their order."
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


def write_seats_page(texts: texts.Texts) -> game_view.RulesPage:
    """Write the page about the number of players."""
    usual, five = get_hand_size(2), get_hand_size(MAX_SEATS)
    return game_view.RulesPage(
        "seats",
        texts("Two to five players"),
        texts("Two to five players"),
        (
            game_view.Lead(
                texts("Everyone is dealt {n} cards; with five players, {five}.", n=usual, five=five)
            ),
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
        ),
    )


def write_rules_pages(texts: texts.Texts) -> dict[str, game_view.RulesPage]:
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


def _write_overview(texts: texts.Texts) -> game_view.RulesPage:
    return game_view.RulesPage(
        game_view.OVERVIEW,
        texts("In short"),
        texts("Spring Cleaning in short"),
        (
            game_view.Lead(
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
            game_view.Heading(texts("An example")),
            CardRows(
                (
                    CardRow((6, 6), texts.within("figure", "Table")),
                    CardRow((3, 3, 9, 4, 5, 6, 8), texts.within("figure", "Hand"), lit=(3, 4, 5)),
                ),
                texts("4 5 6 are three cards side by side, one more than the pair: they beat it."),
            ),
            texts(
                "When a player runs out of cards, everyone else takes trash: the more "
                "cards, the more trash. When someone reaches the limit, the least "
                "trash wins the match."
            ),
        ),
    )


def _write_combinations_page(texts: texts.Texts) -> game_view.RulesPage:
    return game_view.RulesPage(
        "combinations",
        texts("Combinations"),
        texts("What you can play"),
        (
            game_view.Lead(texts("A single card, a set, or a run.")),
            game_view.Steps(
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
                        (6, 5, 4),
                        texts.within("figure", "Not a run"),
                        texts("goes down"),
                        beats=False,
                    ),
                    CardRow(
                        (4, 6, 5),
                        texts.within("figure", "Not a run"),
                        texts("goes up and down"),
                        beats=False,
                    ),
                )
            ),
            texts(
                "The cards from your hand must be neighbours there, in just this order. "
                "You never rearrange your hand; but when cards leave it, those on both sides "
                "become neighbours."
            ),
            game_view.Heading(texts("Clips")),
            ClipsFigure(texts("the same number"), texts("one more than the card to its left")),
            texts(
                "Clips mark neighbours that you can play together. A card without a clip "
                "goes alone, or with cards from offers."
            ),
        ),
    )


def _write_beating_page(texts: texts.Texts) -> game_view.RulesPage:
    return game_view.RulesPage(
        "beating",
        texts("Beating"),
        texts("What beats what"),
        (
            game_view.Lead(
                texts(
                    "Same kind, same number of cards, higher number; or any "
                    "combination with exactly one card more."
                )
            ),
            texts("A run counts by its highest card."),
            game_view.Examples(
                (
                    (
                        texts("On a pair of 6s"),
                        CardRows(
                            (
                                _build_beating_row((6, 6), (7, 7), texts("higher pair")),
                                _build_beating_row((6, 6), (1, 1, 1), texts("one card more")),
                                _build_beating_row((6, 6), (2, 3, 4), texts("one card more")),
                                _build_beating_row((6, 6), (8, 9), texts("a run isn’t a pair")),
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
                                _build_beating_row(
                                    (3, 4, 5), (9, 9, 9), texts("a set isn’t a run")
                                ),
                            )
                        ),
                    ),
                )
            ),
            game_view.Heading(texts("With cards from offers")),
            texts(
                "To beat a combination, you may use cards from any offers, your own "
                "and others’, with or without cards from your hand. They may stand "
                "anywhere in the combination. Your hand cards must still be side by "
                "side."
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


def _build_beating_row(table: tuple[int, ...], played: tuple[int, ...], note: str) -> CardRow:
    return CardRow(played, "", note, is_beating(combination_of(played), combination_of(table)))


def _write_drawing_page(texts: texts.Texts) -> game_view.RulesPage:
    return game_view.RulesPage(
        "drawing",
        texts("Drawing and offering"),
        texts("If you don’t beat it"),
        (
            game_view.Lead(texts("Then you draw a card, put it into your hand, and offer one.")),
            game_view.Steps(
                (
                    texts("Draw the top card of the deck, or a card from another player’s offer."),
                    texts("Put it anywhere in your hand: that’s how you tidy up."),
                    texts(
                        "Put one card from your hand face up into your offer. It may be the one "
                        "you’ve just drawn."
                    ),
                )
            ),
            CardRows(
                (
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
                )
            ),
            texts(
                "You may draw even if you could beat the cards, but you can’t just "
                "pass. Everyone sees where you put the card; a card from an offer "
                "stays known."
            ),
            game_view.Heading(texts("The first offers")),
            texts(
                "Before the first trick of a round, everyone chooses one card from their "
                "hand, face down. When all have chosen, the cards are revealed."
            ),
            texts(
                "You can undo anything until you end your turn, except a card you’ve "
                "seen from the deck."
            ),
        ),
    )
