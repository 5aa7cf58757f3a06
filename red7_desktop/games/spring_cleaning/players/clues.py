"""What rivals have done this round: clues to the cards in their hands that nobody else can see.

A seat that plays to a taste does what costs it least, or nearly so. How much dearer every deed of
its was, if its hand was such and such, tells how likely such a hand is. Nothing goes in here but
what everybody at the table has seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.spring_cleaning.players.cheapest import (
    Cheapest,
    find_least_cost_offered,
    find_wanted,
)
from red7_desktop.games.spring_cleaning.players.costs import Reading, pack_cards
from red7_desktop.games.spring_cleaning.rules.cards import get_hand_size
from red7_desktop.games.spring_cleaning.rules.combinations import (
    COMBINATION,
    FIELD,
    TOP,
    cards_of,
    find_hand_part,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.steps import DRAW, INSERT, LAY, OFFER, PLAY, TAKE

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.players.cheapest import Policy
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.games.spring_cleaning.rules.steps import Step


class RivalAction:
    """Something that a rival has done, and what lay on the table before.

    seat: whose. kind: PLAY; DRAW, from anywhere, so not to play; INSERT, the drawn card put in and
    one offered; OFFER, no card having been drawn; LAY, an offer laid out as the new hand. cells:
    its hand, the drawn card in it, by place a number, or below 0 the place in the list of hidden
    cards from -1 down. own, others: its own offer and those of all others, packed. table: the
    combination to beat, 0 for none. play: the packed play. place, given: the indices of the drawn
    card and of the one offered.
    """

    __slots__ = ("cells", "given", "kind", "others", "own", "place", "play", "seat", "table")

    def __init__(
        self,
        seat: int,
        kind: int,
        cells: list[int],
        own: int,
        others: int,
        table: int,
        play: int,
        place: int,
        given: int,
    ) -> None:
        self.seat: Final = seat
        self.kind: Final = kind
        self.cells: list[int] = cells
        self.own: Final = own
        self.others: Final = others
        self.table: Final = table
        self.play: Final = play
        self.place: Final = place
        self.given: Final = given

    def excess(self, hidden: list[int], habit: Policy) -> int:
        """Give how much dearer it was than what costs least; below 0 where that was not seen."""
        hand = [cell if cell > 0 else hidden[-1 - cell] for cell in self.cells]
        costs, kind = habit.costs, self.kind
        if kind == INSERT:
            return self._excess_drawn(hand, habit)
        reading = Reading(costs, hand)
        if kind == LAY:
            return reading.cost - Reading(costs, costs.laid_out(pack_cards(tuple(hand)))).cost
        if kind == OFFER:
            return self._offered(hand, habit) - find_least_cost_offered(reading, self.own)
        best = Cheapest(habit, 0)
        if not self.table:
            best.lead(reading)
            return self._played(reading) - best.cost
        best.follow(reading, self.table, self.own, self.own + self.others)
        draw = (
            find_least_cost_offered(reading, self.own)
            + find_wanted(reading, self.others)[0]
            + costs.draw
        )
        return draw - best.cost if kind == DRAW else self._played(reading) - min(best.cost, draw)

    def _played(self, reading: Reading) -> int:
        """Give what the play cost."""
        play, costs = self.play, reading.costs
        start, end = find_hand_part(play)
        left, helps = self.own, 0
        for number, owner in zip(cards_of(play), owners_of(play), strict=True):
            if owner == self.seat:
                left -= 1 << 3 * number
            elif owner >= 0:
                helps += 1
        cost = reading.without(start, end) + costs.offer(left) + costs.help * helps
        return cost - costs.trick[(play & FIELD) << 4 | play >> TOP & FIELD]

    def _offered(self, hand: list[int], habit: Policy) -> int:
        """Give what all costs once the card is offered."""
        kept = hand[: self.given] + hand[self.given + 1 :]
        offer = self.own + (1 << 3 * hand[self.given])
        return Reading(habit.costs, kept).cost + habit.costs.offer(offer)

    def _excess_drawn(self, hand: list[int], habit: Policy) -> int:
        """Give how much dearer the drawn card's place and the offer were than the best ones."""
        cost, card = self._offered(hand, habit), hand[self.place]
        del hand[self.place]
        reading = Reading(habit.costs, hand)
        best = reading.cost + habit.costs.offer(self.own + (1 << 3 * card))
        least, found = 1 << 30, len(hand)
        for place in reading.joining(card):
            price = reading.with_card(place, card)
            if price < least:
                least, found = price, place
        reading.insert(found, card)
        return cost - min(best, find_least_cost_offered(reading, self.own))


class Evidence:
    """What was done, held against hidden cards that are swapped around.

    deeds: as `deeds_of` lists them. hidden: the cards, which change in place. judge: how a seat
    chooses that never errs. most: no deed counts as dearer by more. work: how many deeds have been
    weighed.
    """

    __slots__ = ("_deeds", "_excess", "_hidden", "_judge", "_most", "_touched", "work")

    def __init__(
        self, deeds: list[RivalAction], hidden: list[int], judge: Policy, most: int
    ) -> None:
        self._deeds: Final = deeds
        self._hidden: Final = hidden
        self._judge: Final = judge
        self._most: Final = most
        self._touched: Final[list[list[int]]] = [[] for _ in hidden]
        self.work = 0
        for nth, deed in enumerate(deeds):
            for cell in deed.cells:
                if cell < 0:
                    self._touched[-1 - cell].append(nth)
        self._excess: Final[list[int]] = [self._weighed(deed) for deed in deeds]

    def _weighed(self, deed: RivalAction) -> int:
        self.work += 1
        return min(max(deed.excess(self._hidden, self._judge), 0), self._most)

    def swap(self, one: int, other: int, limit: int) -> None:
        """Swap two hidden cards, unless all deeds together come to cost more than so much more."""
        hidden, excess, touched = self._hidden, self._excess, self._touched[one]
        if hidden[one] == hidden[other]:
            return
        touched = touched + [nth for nth in self._touched[other] if nth not in touched]
        for nth in touched:
            limit += excess[nth]
        hidden[one], hidden[other] = hidden[other], hidden[one]
        found: list[int] = []
        for nth in touched:
            now = self._weighed(self._deeds[nth])
            limit -= now
            if limit < 0:
                hidden[one], hidden[other] = hidden[other], hidden[one]
                return
            found.append(now)
        for at, nth in enumerate(touched):
            excess[nth] = found[at]


class _Retold:
    """A round's turns told again, as far as everybody saw them; cards go by a number of their own.

    faces: by that number what is on the card, 0 as long as nobody saw it.
    """

    __slots__ = ("deeds", "faces", "hands", "holder", "offers", "table", "viewer")

    def __init__(self, seats: int, viewer: int) -> None:
        size = get_hand_size(seats)
        self.viewer: Final = viewer
        self.faces: Final[list[int]] = [0] * (seats * size)
        self.hands: Final[list[list[int]]] = [
            list(range(seat * size, seat * size + size)) for seat in range(seats)
        ]
        self.offers: Final[list[int]] = [0] * seats
        self.table = 0
        self.holder = -1
        self.deeds: Final[list[RivalAction]] = []

    def _note(self, seat: int, kind: int, play: int = 0, place: int = 0, given: int = 0) -> None:
        if seat != self.viewer:
            own, others = self.offers[seat], sum(self.offers) - self.offers[seat]
            cells = self.hands[seat][:]
            deed = RivalAction(seat, kind, cells, own, others, self.table, play, place, given)
            self.deeds.append(deed)

    def turn(self, seat: int, taken: tuple[Step, ...], offered: int) -> None:
        """Take a turn. offered: the number of the card that was offered, 0 for none."""
        if seat == self.holder:
            self.table, self.holder = 0, -1
        hand, drawn, place = self.hands[seat], 0, -1
        for nth, step in enumerate(taken):
            what = step.what
            if step.kind == LAY:
                self.offers[seat] = 0
                self._put(hand, len(hand), what)
                if nth + 1 == len(taken) or taken[nth + 1].kind != LAY:
                    self._note(seat, LAY)
            elif step.kind == PLAY:
                self._play(seat, what)
            elif step.kind == INSERT:
                place = what - 1
                self._put(hand, place, drawn)
            elif step.kind == OFFER:
                self._note(seat, OFFER if place < 0 else INSERT, 0, place, what - 1)
                self.faces[hand.pop(what - 1)] = offered
                self.offers[seat] += 1 << 3 * offered if offered else 0
            else:
                self._note(seat, DRAW)
                if step.kind == TAKE:
                    drawn = what
                    self.offers[step.seat] -= 1 << 3 * what

    def _put(self, hand: list[int], place: int, face: int) -> None:
        hand.insert(place, len(self.faces))
        self.faces.append(face)

    def _play(self, seat: int, play: int) -> None:
        self._note(seat, PLAY, play)
        start, end = find_hand_part(play)
        at = start
        for number, owner in zip(cards_of(play), owners_of(play), strict=True):
            if owner < 0:
                self.faces[self.hands[seat][at]] = number
                at += 1
            else:
                self.offers[owner] -= 1 << 3 * number
        del self.hands[seat][start:end]
        self.table, self.holder = play & COMBINATION, seat


def list_rival_actions(observation: SpringObservation, seat: int) -> list[RivalAction]:
    """List what rivals of a seat have done this round with hands of which cards are hidden still.

    Hidden cards are counted hand by hand, from the left, the seat's own left out. Nothing is known
    of a round that begins in its middle.
    """
    seats, turns = observation.position.seats, observation.turns
    if not observation.first_offers:
        return []
    retold = _Retold(seats, seat)
    for each in turns:
        retold.turn(each.seat, each.steps, each.offered)
    faces, many = retold.faces, 0
    for other in range(seats):
        if other == seat:
            continue
        for face, card in zip(observation.seen[other].faces, retold.hands[other], strict=True):
            many += face <= 0
            faces[card] = face if face > 0 else -many
    found: list[RivalAction] = []
    for deed in retold.deeds:
        deed.cells = [faces[card] for card in deed.cells]
        # A card that was offered and picked up again at once is one that nobody has seen.
        if 0 not in deed.cells and min(deed.cells, default=1) < 0:
            found.append(deed)
    return found
