"""The rules in words: the pages about tricks, rounds and matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.face.words.figures import CardRow, CardRows
from red7_desktop.games.spring_cleaning.rules.cards import MAX_SEATS, get_hand_size
from red7_desktop.games.spring_cleaning.rules.ranking import LIMITS
from red7_desktop.kit.pages.rules_blocks import Heading, Lead, Paragraph, RulesPage

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts


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
            Paragraph(
                texts(
                    "Beaten combinations stay in the trick until then. All its cards go to the "
                    "discard, face up."
                )
            ),
            Paragraph(texts("The leader must play something; a single card always can be led.")),
            Heading(texts("When the deck is empty")),
            Paragraph(
                texts(
                    "The discarded cards are shuffled and become the new deck. If there are none "
                    "either, cards can be drawn only from offers; if there are none of these, you "
                    "only offer a card."
                )
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
            Paragraph(
                texts(
                    "The others are ranked by the cards they have left, hand and offer together: "
                    "the fewest take 1 trash, the next 2, and so on. Of players with equally many, "
                    "the one who sits nearer after the player who went out is ranked better."
                )
            ),
            Paragraph(
                texts(
                    "It need not be your turn: if your hand is empty and somebody uses or draws "
                    "the last card of your offer, you are out."
                )
            ),
            Heading(texts("The match")),
            Paragraph(
                texts(
                    "The match ends when somebody has {limits} trash with two, three, four or "
                    "five players. The least trash wins; if that is equal, the least in the last "
                    "round, and then the win is shared.",
                    limits=limits,
                )
            ),
            Paragraph(
                texts(
                    "Whoever has most trash leads the next round. A round that has taken 300 turns "
                    "is stopped and ranked by the cards left."
                )
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
            Paragraph(
                texts(
                    "By default this happens when your next turn begins; until then others may "
                    "still take from your offer. With the option “at once” you pick it up before "
                    "the next player’s turn."
                )
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
            Paragraph(
                texts(
                    "In the first round the leader is drawn by lot. The more players there are, "
                    "the more offers lie open, and the longer the combinations get."
                )
            ),
            Paragraph(
                texts(
                    "With two players each round brings one trash, and three end the match: a "
                    "short duel. With five the others get from 1 to 4 trash, and 9 end it."
                )
            ),
        ),
    )
