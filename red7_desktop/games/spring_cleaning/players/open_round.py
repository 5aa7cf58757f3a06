"""Plays an open round on to its end, every seat by the same habit: the hot path of the search.

Rounds are played here on a table that changes in place, and only the plays that are worth it are
listed; a test holds them against those of `rules.plays`. Functions are longer than elsewhere and
repeat themselves, because calls cost most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.cheapest import (
    NEVER,
    WHIMS,
    Cheapest,
    find_least_cost_offered,
    find_wanted,
)
from red7_desktop.games.spring_cleaning.players.costs import Reading, count_packed_cards
from red7_desktop.games.spring_cleaning.rules.cards import HIGHEST
from red7_desktop.games.spring_cleaning.rules.combinations import (
    COMBINATION,
    FIELD,
    OWNERS,
    RUN,
    TOP,
    cards_of,
    find_hand_part,
)
from red7_desktop.games.spring_cleaning.rules.ranking import compute_trash_given
from red7_desktop.games.spring_cleaning.rules.steps import DRAW, INSERT, LAY, OFFER, PLAY, TAKE
from red7_desktop.tabletop.player import keep_on

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.players.cheapest import Policy
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.steps import Step
    from red7_desktop.tabletop.player import ShouldStop

MOST_TURNS: Final = 150
"""A round is played on for so many turns at most."""

AT_ONCE: Final = 4
"""So many turns are played between two questions whether to stop: a quarter of a millisecond."""


class OpenRound:
    """A round in which all cards are known; it changes in place.

    hands: cards, left to right. offers: packed (see `costs`). deck: the next card last. trick: the
    combinations of the running trick. holder: the seat that played the last one, -1 for none.
    readings: the hands as far as they are read; one that changes by itself is read anew.
    discard: combinations and single cards (below 10) that lie in the discard. mover: the seat at
    its turn, or the last one that was. left: the cards that each seat has left. turns: how many
    have been played on.
    """

    __slots__ = (
        "_habit",
        "at_once",
        "deck",
        "discard",
        "drawn",
        "hands",
        "holder",
        "left",
        "luck",
        "mover",
        "offers",
        "readings",
        "trick",
        "turns",
    )

    def __init__(
        self,
        habit: Policy,
        position: Position,
        hands: list[list[int]],
        offers: list[int],
        deck: list[int],
        luck: int,
    ) -> None:
        self._habit: Final = habit
        self.at_once: Final = position.at_once
        self.hands: Final = hands
        self.offers: Final = offers
        self.deck: list[int] = deck
        self.trick: list[int] = list(position.trick)
        self.holder = position.holder
        self.discard: list[int] = list(position.discard)
        self.mover = position.mover
        self.left: Final[list[int]] = [
            len(hands[seat]) + count_packed_cards(offers[seat]) for seat in range(len(hands))
        ]
        if position.mover >= 0:
            self.left[position.mover] += len(position.loose) + (position.drawn > 0)
        self.readings: Final[list[Reading | None]] = [None] * len(hands)
        self.drawn = position.drawn
        self.luck = luck
        self.turns = 0

    def play_out(self, should_stop: ShouldStop = keep_on) -> tuple[int, ...]:
        """Play the round to its end; give the trash that each seat takes, () when told to stop."""
        while self.turns < MOST_TURNS:
            self.turns += 1
            if self.take_turn():
                break
            if not self.turns % AT_ONCE and should_stop():
                return ()
        return self.end()

    def end(self) -> tuple[int, ...]:
        """Give the trash that each seat takes for a round that has ended."""
        return compute_trash_given(tuple(self.left), self.mover)

    def take_turn(self) -> bool:
        """Let the mover take its turn; tell whether the round is over."""
        mover = self.mover
        if not self.hands[mover]:
            self.pick_up(mover)
        over = self._follow() if self.trick else self._lead()
        return over or self.pass_on()

    def pass_on(self) -> bool:
        """End the mover's turn, which has not ended the round."""
        mover = self.mover
        if self.at_once and not self.hands[mover]:
            self.pick_up(mover)
        mover = mover + 1 if mover + 1 < len(self.hands) else 0
        if mover == self.holder:
            self.discard += self.trick
            self.trick = []
            self.holder = -1
        self.mover = mover
        return False

    def pick_up(self, seat: int) -> None:
        """Pick up a seat's offer as its new hand."""
        self.hands[seat] = self._habit.costs.laid_out(self.offers[seat])
        self.offers[seat] = 0
        self.readings[seat] = None

    def _read(self) -> Reading:
        """Give the mover's hand, read."""
        mover = self.mover
        reading = self.readings[mover]
        if reading is None:
            reading = self.readings[mover] = Reading(self._habit.costs, self.hands[mover])
        return reading

    def _lead(self) -> bool:
        """Lead the play that costs least."""
        best = Cheapest(self._habit, self.luck)
        reading = self._read()
        best.lead(reading)
        self.luck = best.luck
        return self._put(best, reading)

    def _follow(self) -> bool:
        """Play what costs least, or draw where that costs less."""
        costs, offers = self._habit.costs, self.offers
        own = offers[self.mover]
        total = 0
        for offer in offers:
            total += offer
        reading = self._read()
        best = Cheapest(self._habit, self.luck)
        best.follow(reading, self.trick[-1], own, total)
        self.luck = best.luck
        total -= own
        more, card = find_wanted(reading, total) if total else (costs.average, 0)
        if best.at:
            draw = find_least_cost_offered(reading, own) + more + costs.draw
            if best.cost < draw:
                return self._put(best, reading)
        return self._draw(reading, card)

    def _put(self, best: Cheapest, reading: Reading) -> bool:
        """Put the play that was found on the table; tell whether the round is over."""
        mover = self.mover
        if best.rest:
            self._use_offers(best.rest)
        self.left[mover] -= best.end - best.start
        reading.remove(best.start, best.end)
        self.trick.append(best.combination)
        self.holder = mover
        return 0 in self.left

    def _use_offers(self, rest: int) -> None:
        """Take cards out of offers, the mover's own first."""
        for number in range(1, HIGHEST + 1):
            many = rest >> 3 * number & 7
            while many:
                owner = self.mover
                if not self.offers[owner] >> 3 * number & 7:
                    owner = self._richest(number)
                self.offers[owner] -= 1 << 3 * number
                self.left[owner] -= 1
                many -= 1

    def _richest(self, number: int) -> int:
        """Give the rival with most cards of those that offer a number."""
        most, found = 0, -1
        for seat in range(len(self.hands)):
            if (
                seat != self.mover
                and self.offers[seat] >> 3 * number & 7
                and self.left[seat] > most
            ):
                most, found = self.left[seat], seat
        return found

    def _draw(self, reading: Reading, card: int) -> bool:
        """Draw a card, put it into the hand and offer one. card: from an offer, 0: of the deck."""
        mover = self.mover
        if card:
            owner = self._richest(card)
            self.offers[owner] -= 1 << 3 * card
            self.left[owner] -= 1
            if not self.left[owner]:
                reading.insert(len(reading.cards), card)
                self.left[mover] += 1
                return True
        else:
            if not self.deck:
                self._restock()
            if self.deck:
                card = self.deck.pop()
        if card:
            reading.insert(_find_best_place(reading, card), card)
            self.left[mover] += 1
        self.offer(reading)
        return False

    def offer(self, reading: Reading) -> None:
        """Offer the card without which all costs least."""
        mover = self.mover
        hand = reading.cards
        own = self.offers[mover]
        costs, whims, luck = self._habit.costs, self._habit.whims, self.luck
        best = NEVER
        best_place = left = 0
        before, behind, last = reading.before, reading.behind, len(hand) - 1
        for place in range(len(hand)):
            card = hand[place]
            right = hand[place + 1] if place < last else 0
            if left and (right == left or right == left + 1):
                cost = reading.without(place, place + 1)
            else:
                cost = before[place] + behind[place + 1]
            left = card
            cost += costs.offer(own + (1 << 3 * card)) + whims[luck]
            luck = luck + 1 if luck + 1 < WHIMS else 0
            if cost < best:
                best, best_place = cost, place
        self.luck = luck
        self.offers[mover] += 1 << 3 * hand[best_place]
        reading.remove(best_place, best_place + 1)

    def _restock(self) -> None:
        """Shuffle the discarded cards into a new deck."""
        deck: list[int] = []
        for each in self.discard:
            if each < 10:
                deck.append(each)
            else:
                deck += cards_of(each)
        self.discard = []
        luck = self.luck
        for last in range(len(deck) - 1, 0, -1):
            luck = luck + 1 if luck + 1 < WHIMS else 0
            other = (luck * 7919 + last * 104729) % (last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        self.luck = luck
        self.deck = deck

    def take(self, step: Step) -> bool:
        """Let the mover take a step of its turn; tell whether that ends the round.

        A draw from the deck is a whole turn: the card is put in and one is offered as the habit is.
        An insert puts in the card that was drawn last. A card is laid out of the picked-up ones, or
        of the offer that is being picked up.
        """
        mover, what = self.mover, step.what
        hand = self.hands[mover]
        if step.kind == PLAY:
            return self.play(what)
        if step.kind == DRAW:
            return self._draw(self._read(), 0)
        self.readings[mover] = None
        if step.kind == TAKE:
            self.offers[step.seat] -= 1 << 3 * what
            self.left[step.seat] -= 1
            self.left[mover] += 1
            self.drawn = what
            return not self.left[step.seat]
        if step.kind == INSERT:
            hand.insert(what - 1, self.drawn)
        elif step.kind == OFFER:
            self.offers[mover] += 1 << 3 * hand[what - 1]
            del hand[what - 1]
        elif step.kind == LAY:
            hand.append(what)
            if self.offers[mover] >> 3 * what & 7:
                self.offers[mover] -= 1 << 3 * what
        return False

    def play(self, play: int) -> bool:
        """Let the mover play a packed play; tell whether the round is over."""
        mover = self.mover
        self.readings[mover] = None
        start, end = find_hand_part(play)
        owners = play >> OWNERS
        number = play >> TOP & FIELD
        step = 0
        if play & RUN:
            number, step = number - (play & FIELD) + 1, 1
        while owners:
            if owners & 7:
                self.offers[(owners & 7) - 1] -= 1 << 3 * number
                self.left[(owners & 7) - 1] -= 1
            owners >>= 3
            number += step
        self.left[mover] -= end - start
        del self.hands[mover][start:end]
        self.trick.append(play & COMBINATION)
        self.holder = mover
        return 0 in self.left


def _find_best_place(reading: Reading, card: int) -> int:
    """Give the index before which a card costs least, the end where it joins nothing."""
    size = len(reading.cards)
    best, found = NEVER, size
    for place in reading.joining(card):
        cost = reading.with_card(place, card)
        if cost < best:
            best, found = cost, place
    return found
