"""A round with every card known, changed in place; compiled.

Positions are values, which costs time where only the end of a round counts: in simulations and in
random rounds. An `OpenRound` has the same turns, found by the same routines of `turns`, but its
turns are carried out on lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.advance import carry_out, refuse_hidden_cards, walk_random_round
from red7_desktop.games.red7.rules.cards import BIT, bits, only_card
from red7_desktop.games.red7.rules.position import NOBODY, START, Position, find_next_live
from red7_desktop.games.red7.rules.standings import END_GUARD, compute_strength
from red7_desktop.games.red7.rules.turns import (
    EARNING,
    TAKES_DRAW,
    Branch,
    find_ending,
    find_nth_card,
    find_strength_to_lead,
    find_winning_endings,
    list_plain_ways,
    list_played_branches,
)

if TYPE_CHECKING:
    from random import Random

    from mypy_extensions import i64

    from red7_desktop.games.red7.rules.cards import Step
    from red7_desktop.games.red7.rules.rules import Ruleset


class OpenRound:
    """A round between two turns, in which all cards are known.

    Attributes:
        rules: The ruleset.
        hands: By seat, a set of cards.
        palettes: By seat, a set of cards.
        strengths: By seat, the packed strength of the palette.
        deck: The next card last.
        rule: The rule in force.
        mover: The seat to move, NOBODY once one seat is left.
        out: Bit set of the seats that are out.
    """

    __slots__ = (
        "_led",
        "_upto",
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
        # Room for a turn's ways: without actions no hand grows.
        room = 1 + max([bits(hand) for hand in hands])
        self._led: Final = [0] * room
        self._upto: Final = [0] * room

    def find_strength_to_lead(self) -> i64:
        """Return the packed strength that the mover's palette must reach to lead."""
        return find_strength_to_lead(self.strengths, self.mover, self.out)

    def find_earning(self, more: i64) -> i64:
        """Return the cards whose discard earns the draw once the palette has some cards more."""
        if not self.rules.advanced or not self.deck:
            return 0
        palette: i64 = self.palettes[self.mover]
        return EARNING[bits(palette) + more]

    def play(self, card: i64) -> None:
        """Play a card (a set of one) from the mover's hand to its palette, without an action."""
        mover = self.mover
        self.hands[mover] ^= card
        palette: i64 = self.palettes[mover]
        palette |= card
        self.palettes[mover] = palette
        self.strengths[mover] = compute_strength(palette)

    def discard(self, card: i64, draws: bool) -> None:
        """Discard a card (a set of one) from the mover's hand, and perhaps take the draw."""
        mover = self.mover
        hand: i64 = self.hands[mover]
        hand ^= card
        self.rule = only_card(card) % 7
        if draws:
            hand |= BIT[self.deck.pop()]
        self.hands[mover] = hand

    def carry_out(self, steps: tuple[Step, ...]) -> None:
        """Carry out steps of the mover, which must be legal."""
        mover = self.mover
        self.hands[mover], self.rule = carry_out(
            steps, mover, self.hands[mover], self.palettes, self.deck, self.rule
        )
        for seat, palette in enumerate(self.palettes):
            self.strengths[seat] = compute_strength(palette)

    def go_out(self) -> None:
        """Put the mover out of the round; its turn goes on until `end_turn`."""
        self.out |= 1 << self.mover

    def end_turn(self) -> None:
        """Pass the turn to the next seat that is in the round."""
        self.mover = find_next_live(len(self.hands), self.out, self.mover)

    def list_branches(self, card: int) -> list[Branch]:
        """List the ways to play that open with a card with an action (a set of one)."""
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
        return list_played_branches(position, card)

    def take_random_turn(self, chance: float) -> None:
        """Take one of all legal turns, in a round without actions.

        Args:
            chance: From 0 up to 1; the same chance is the same turn as in `walk_random_round`.
        """
        mover = self.mover
        led = self._led
        upto = self._upto
        hand: i64 = self.hands[mover]
        palette: i64 = self.palettes[mover]
        strength: i64 = self.strengths[mover]
        earning_first = self.find_earning(0)
        earning = self.find_earning(1)
        must = self.find_strength_to_lead()
        rule: i64 = self.rule
        count = list_plain_ways(
            palette, strength, hand, hand, must, rule, earning_first, earning, led, upto
        )
        turns: int = count + 1
        index: i64 = int(chance * turns)
        if index == count:
            self.go_out()
            self.end_turn()
            return
        way = 0
        while upto[way] <= index:
            way += 1
        ways = find_winning_endings(led[way], rule)
        if way:
            index -= upto[way - 1]
            card = find_nth_card(hand, way - 1)
            self.play(card)
            ways &= hand ^ card | END_GUARD
        else:
            ways &= hand
            earning = earning_first
        ending = find_ending(ways, ways & earning, index)
        if ending != END_GUARD:
            card = ending & ~TAKES_DRAW
            self.discard(card, ending != card)
        self.end_turn()


def open_position(position: Position) -> OpenRound:
    """Return the round of a position between two turns whose cards are all known."""
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


def play_random_round(position: Position, chance: Random) -> int:
    """Play a round to its end, the same one as `walk_random_round` with the same chance.

    Args:
        position: Where it begins; all cards must be known.
        chance: Source of numbers from 0 up to 1, one for each turn.

    Returns:
        The number of turns; one that goes on after a 3's draw counts twice.

    Raises:
        InvalidPosition: Cards are hidden, so that not all legal turns are known.
    """
    if position.rules.actions or position.phase != START:
        return len(walk_random_round(position, chance)) - 1
    refuse_hidden_cards(position)
    table = open_position(position)
    draw = chance.random
    turns = 0
    while table.mover != NOBODY:
        table.take_random_turn(draw())
        turns += 1
    return turns
