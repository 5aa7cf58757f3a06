"""A mutable round in which all cards are known. Compiled by mypyc.

Positions are immutable, which costs time in simulations and random rounds, where only the end of
the round matters. An `OpenRound` gets its turns from the same functions of `turns`, but changes
lists in place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.advance import (
    apply_steps_in_place,
    refuse_hidden_cards,
    walk_random_round,
)
from red7_desktop.games.red7.rules.cards import SINGLETONS, card_of_singleton, count_bits
from red7_desktop.games.red7.rules.position import NOBODY, START, Position, find_next_live
from red7_desktop.games.red7.rules.standings import END_GUARD, compute_strength
from red7_desktop.games.red7.rules.turns import (
    EARNING_CARDS,
    WITH_DRAW,
    TurnGroup,
    fill_plain_turns,
    find_ending,
    find_nth_card,
    find_strength_to_lead_from,
    find_winning_endings,
    list_played_groups,
)

if TYPE_CHECKING:
    from random import Random

    from mypy_extensions import i64

    from red7_desktop.games.red7.rules.cards import Step
    from red7_desktop.games.red7.rules.rules import Ruleset


class OpenRound:
    """The state of a round in which all cards are known, changed in place by every turn.

    Attributes:
        rules: The ruleset.
        hands: Hand of each seat, a set of cards.
        palettes: Palette of each seat, a set of cards.
        strengths: Strength of each seat's palette under all rules, packed into one integer.
        deck: Cards of the deck; the next card to draw is last.
        rule: The rule in force.
        mover: The seat to move, NOBODY once only one seat is left.
        out: Bit set of the seats that are out.
    """

    __slots__ = (
        "_cumulative_counts",
        "_led",
        "deck",
        "hands",
        "mover",
        "out",
        "palettes",
        "rule",
        "rules",
        "strengths",
    )

    def __init__(
        self,
        rules: Ruleset,
        hands: list[int],
        palettes: list[int],
        deck: list[int],
        rule: int,
        mover: int,
        out: int,
    ) -> None:
        self.rules: Final = rules
        self.hands: Final = hands
        self.palettes: Final = palettes
        self.strengths: Final = [compute_strength(palette) for palette in palettes]
        self.deck: Final = deck
        self.rule = rule
        self.mover = mover
        self.out = out
        # The output lists of `fill_plain_turns` need an element for each hand card and one more for
        # turns that play no card. In a round without actions, no hand grows, so the lists always
        # have enough elements.
        room = 1 + max([count_bits(hand) for hand in hands])
        self._led: Final = [0] * room
        self._cumulative_counts: Final = [0] * room

    def find_strength_to_lead(self) -> i64:
        """Return the strength that the mover's palette needs to lead under each rule.

        The strengths under all rules are packed into one integer, see the module `standings`.
        """
        return find_strength_to_lead_from(self.strengths, self.mover, self.out)

    def find_earning(self, more: i64) -> i64:
        """Return the cards that earn an extra draw if the mover discards them, a set of cards.

        Args:
            more: Number of cards that the mover plays before the discard.
        """
        if not self.rules.advanced or not self.deck:
            return 0
        palette: i64 = self.palettes[self.mover]
        return EARNING_CARDS[count_bits(palette) + more]

    def play(self, card: i64) -> None:
        """Move a card (a set of one) from the mover's hand to its palette, without its action."""
        mover = self.mover
        self.hands[mover] ^= card
        palette: i64 = self.palettes[mover]
        palette |= card
        self.palettes[mover] = palette
        self.strengths[mover] = compute_strength(palette)

    def discard(self, card: i64, draws: bool) -> None:
        """Discard a card from the mover's hand.

        Args:
            card: The card, as a set of one.
            draws: Whether the mover takes the draw that the discard earns.
        """
        mover = self.mover
        hand: i64 = self.hands[mover]
        hand ^= card
        self.rule = card_of_singleton(card) % 7
        if draws:
            hand |= SINGLETONS[self.deck.pop()]
        self.hands[mover] = hand

    def apply_steps(self, steps: tuple[Step, ...]) -> None:
        """Apply legal steps of the mover, and compute the strengths of all palettes again."""
        mover = self.mover
        self.hands[mover], self.rule = apply_steps_in_place(
            steps, mover, self.hands[mover], self.palettes, self.deck, self.rule
        )
        for seat, palette in enumerate(self.palettes):
            self.strengths[seat] = compute_strength(palette)

    def drop_out(self) -> None:
        """Drop the mover out of the round. Call `end_turn` afterwards."""
        self.out |= 1 << self.mover

    def end_turn(self) -> None:
        """Pass the turn to the next seat that isn't out."""
        self.mover = find_next_live(len(self.hands), self.out, self.mover)

    def list_groups(self, card: int) -> list[TurnGroup]:
        """Return the mover's winning turns whose first step plays a given card.

        Args:
            card: The card, as a set of one.

        Returns:
            One `TurnGroup` for each sequence of plays and actions. A group contains the turns that
            differ only in how they end.
        """
        seats = len(self.hands)
        position = Position(
            self.rules,
            (self.rule,),
            tuple(self.deck),
            tuple(self.hands),
            (0,) * seats,
            ((),) * seats,
            tuple(self.palettes),
            ((),) * seats,
            self.mover,
            self.out,
            START,
        )
        return list_played_groups(position, card)

    def take_random_turn(self, random_number: float) -> None:
        """Take a random legal turn, in a round without actions.

        Args:
            random_number: Number from 0 to 1, which selects the turn. `walk_random_round` selects
                the same turn for the same number.
        """
        mover = self.mover
        led = self._led
        cumulative_counts = self._cumulative_counts
        hand: i64 = self.hands[mover]
        palette: i64 = self.palettes[mover]
        strength: i64 = self.strengths[mover]
        earning_first = self.find_earning(0)
        earning = self.find_earning(1)
        needed_strength = self.find_strength_to_lead()
        rule: i64 = self.rule
        count = fill_plain_turns(
            palette,
            strength,
            hand,
            hand,
            needed_strength,
            rule,
            earning_first,
            earning,
            led,
            cumulative_counts,
        )
        turns: int = count + 1
        index: i64 = int(random_number * turns)
        if index == count:
            self.drop_out()
            self.end_turn()
            return
        opening = 0
        while cumulative_counts[opening] <= index:
            opening += 1
        endings = find_winning_endings(led[opening], rule)
        if opening:
            index -= cumulative_counts[opening - 1]
            card = find_nth_card(hand, opening - 1)
            self.play(card)
            endings &= hand ^ card | END_GUARD
        else:
            endings &= hand
            earning = earning_first
        ending = find_ending(endings, endings & earning, index)
        if ending != END_GUARD:
            card = ending & ~WITH_DRAW
            self.discard(card, ending != card)
        self.end_turn()


def make_open_round(position: Position) -> OpenRound:
    """Convert a position into an `OpenRound`.

    The position must be between two turns and have no hidden cards.
    """
    deck = list(position.deck)
    deck.reverse()
    return OpenRound(
        position.rules,
        list(position.hands),
        list(position.palettes),
        deck,
        position.rule,
        position.mover,
        position.out,
    )


def play_random_round(position: Position, rng: Random) -> int:
    """Play random turns to the end of the round, choosing the same turns as `walk_random_round`.

    Args:
        position: The first position; all cards must be known.
        rng: Generator of the random numbers, one for each turn.

    Returns:
        The number of turns. A turn in which the action of a 3 draws a card counts twice.

    Raises:
        InvalidPosition: A card in a hand or in the deck is unknown.
    """
    if position.rules.actions or position.phase != START:
        return len(walk_random_round(position, rng)) - 1
    refuse_hidden_cards(position)
    table = make_open_round(position)
    draw = rng.random
    turns = 0
    while table.mover != NOBODY:
        table.take_random_turn(draw())
        turns += 1
    return turns
