"""The ways to take a turn, valued by the network; compiled.

The seat's own cards and what everybody knows go in, nothing else. Values are whole numbers, so that
the same turn is chosen on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.players.evaluation import (
    ONE,
    Costs,
    Trash,
    count_packed_cards,
    pack_cards,
    round_worth,
)
from red7_desktop.games.spring_cleaning.players.features import (
    OFFER_OWED,
    UNKNOWN_OWED,
    Features,
)
from red7_desktop.games.spring_cleaning.players.network import CERTAIN, read_network
from red7_desktop.games.spring_cleaning.players.worlds import DecisionPoint
from red7_desktop.games.spring_cleaning.rules.advance import apply_take
from red7_desktop.games.spring_cleaning.rules.cards import (
    COMBINATION,
    HIGHEST,
    INSERT,
    OFFER,
    OWNERS,
    PLAY,
    RUN,
    TAKE,
    Step,
    cards_of,
    find_hand_part,
    owners_of,
)
from red7_desktop.games.spring_cleaning.rules.game import SpringObservation
from red7_desktop.games.spring_cleaning.rules.legality import can_draw, list_draws, list_plays
from red7_desktop.games.spring_cleaning.rules.position import (
    OWES_INSERT,
    OWES_OFFER,
    SEALED,
    compute_trash_given,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

PART: Final = 1024
"""What a round is worth is reckoned in this many parts."""
WON: Final = 2 * PART * CERTAIN
"""The value of going out, above all that is not certain."""
PLACES: Final = 2
"""For how many places of a drawn card all cards to offer are valued."""
_FEATURES: Final[dict[int, Features]] = {}


def read_features(seats: int) -> Features:
    """Return the features for a number of seats with their network, which is read once.

    Raises:
        MissingAsset: There is no file of this network; its message names it.
        DamagedAsset: The file makes no sense; its message names it.
    """
    found = _FEATURES.get(seats)
    if found is None:
        found = _FEATURES[seats] = Features(read_network(seats), seats)
    return found


def list_worths(trash: Trash, seat: int) -> list[int]:
    """List what a round is worth to a seat by its rank, in `PART` parts; it never rises.

    Where it also depends on the ranks of the others, all orders of them count alike.
    """
    seats = len(trash)
    if seats == 2:
        return [PART, 0]
    worths: list[int] = []
    for rank in range(seats):
        others = [each for each in range(seats) if each != rank]
        total = 0.0
        for turned in range(seats - 1):
            given = others[turned:] + others[:turned]
            for order in (given, given[::-1]):
                total += round_worth(trash, (*order[:seat], rank, *order[seat:]), seat)
        mean = round(PART * total / (2 * (seats - 1)))
        worths.append(min(mean, worths[-1]) if worths else mean)
    return worths


class Valued(NamedTuple):
    """A way to take a turn, to its end or the draw of an unknown card. value: more is better."""

    value: int
    steps: tuple[Step, ...]


class Outlook:
    """What one seat knows of a position, for valuing what its turns lead to.

    Lists by rival go clockwise from the seat; offers and known cards are packed.
    """

    def __init__(
        self, observation: SpringObservation, spot: DecisionPoint, costs: Costs, features: Features
    ) -> None:
        position = spot.position
        seat = spot.seat
        self._observation: Final = observation
        self._spot: Final = spot
        self._costs: Final = costs
        self._features: Final = features
        self.seats: Final[int] = position.seats
        self.seat: Final[int] = seat
        self.worths: Final[list[int]] = list_worths(position.trash, seat)
        self.hand: Final[list[int]] = list(position.hands[seat])
        self.own: Final[int] = pack_cards(position.offers[seat])
        self.unseen: Final[int] = _pack_counts(spot.unseen)
        self.deck: Final[int] = len(position.deck)
        self.sizes: Final[list[int]] = []
        self.offers: Final[list[int]] = []
        self.known: Final[list[int]] = []
        for step in range(1, position.seats):
            rival = (seat + step) % position.seats
            faces, picked = observation.seen[rival]
            seen = pack_cards(picked)
            for face in faces:
                if face > 0:
                    seen += ONE[face]
            self.sizes.append(len(faces))
            self.offers.append(pack_cards(position.offers[rival]))
            self.known.append(seen)
        self.lefts: Final[list[int]] = [
            size + count_packed_cards(offer)
            for size, offer in zip(self.sizes, self.offers, strict=True)
        ]
        self.table: Final[int] = position.table
        self.whose: Final[int] = (
            (position.holder - seat) % position.seats if position.holder >= 0 else 0
        )
        self._around: Final[int] = features.sum_around(
            self.unseen, self.deck, position.at_once, self.sizes, self.offers, self.known
        )

    def value(self, chances: list[int]) -> int:
        """Return what the round is worth by the chances to be among the first, the first two..."""
        worths = self.worths
        last: i64 = worths[len(worths) - 1]
        total: i64 = last * CERTAIN
        for rank in range(len(chances)):
            more: i64 = worths[rank]
            less: i64 = worths[rank + 1]
            chance: i64 = chances[rank]
            total += (more - less) * chance
        return total

    def _value_over(self, own_left: int, lefts: list[int]) -> int:
        """Value the end of the round in the seat's own turn."""
        if not own_left:
            return WON
        rank = compute_trash_given((own_left, *lefts), 0)[0]
        return self.worths[rank] * CERTAIN

    def _value_owed(self, owed: int, hand: list[int]) -> int:
        chances = self._features.find_chances(
            self._around,
            hand,
            self.own,
            _sum(self.offers),
            self.lefts,
            self.table,
            self.whose,
            0,
            owed,
        )
        return self.value(chances)

    def _value_end(
        self, hand: list[int], own: int, offers: list[int], table: int, whose: int
    ) -> int:
        """Value the end of the seat's turn, whose rivals' offers may have changed."""
        sizes = self.sizes
        known = self.known
        lefts = self.lefts
        around = self._around
        at_once = self._spot.position.at_once
        if at_once and not hand:
            hand = self._costs.laid_out(own)
            own = 0
        if table and whose == 1:
            table = whose = 0
        picks_up = not sizes[0] and self._spot.position.phase != SEALED
        if picks_up or offers is not self.offers:
            if picks_up:
                sizes = [count_packed_cards(offers[0]), *sizes[1:]]
                known = [offers[0], *known[1:]]
                offers = [0, *offers[1:]]
            lefts = [
                size + count_packed_cards(offer) for size, offer in zip(sizes, offers, strict=True)
            ]
            around = self._features.sum_around(
                self.unseen, self.deck, at_once, sizes, offers, known
            )
        mover = 1
        if self._spot.position.phase == SEALED:
            mover = (self._spot.position.mover - self.seat) % self.seats
        chances = self._features.find_chances(
            around, hand, own, _sum(offers), lefts, table, whose, mover
        )
        return self.value(chances)

    def list_ways(self) -> list[Valued]:
        """List the ways to take the turn, or the rest of it, in the order of the rules' list."""
        position = self._spot.position
        if position.phase == SEALED or position.phase == OWES_OFFER:
            return self._list_offers(self.hand, ())
        if position.phase == OWES_INSERT:
            return self.list_placings(position.drawn)
        found = self._list_plays()
        if position.trick:
            if not can_draw(position):
                return found + self._list_offers(self.hand, ())
            for step in list_draws(position):
                if step.kind == TAKE:
                    found.append(self._value_take(step))
                else:
                    found.append(Valued(self._value_owed(UNKNOWN_OWED, self.hand), (step,)))
        return found

    def _list_plays(self) -> list[Valued]:
        """List the plays; of those that leave the same the first, and none of rivals' cards alone.

        A rival's card is not used in place of an own offered one.
        """
        hand = self.hand
        seat = self.seat
        seats = self.seats
        found: list[Valued] = []
        for play in list_plays(self._spot.position):
            start, end = find_hand_part(play)
            if start and end > start and not play & RUN and hand[start - 1] == hand[start]:
                continue
            own: i64 = self.own
            offers = self.offers
            if play >> OWNERS:
                is_own_used = end > start
                used: i64 = 0
                for number, owner in zip(cards_of(play), owners_of(play), strict=True):
                    if owner == seat:
                        own -= ONE[number]
                        is_own_used = True
                    elif owner >= 0:
                        if offers is self.offers:
                            offers = offers[:]
                        offers[(owner - seat - 1) % seats] -= ONE[number]
                        used |= 7 << 3 * number
                if not is_own_used or own & used:
                    continue
            steps = (Step(PLAY, play),)
            rest = hand[:start] + hand[end:]
            found.append(Valued(self._value_play(rest, own, offers, play & COMBINATION), steps))
        return found

    def _value_play(self, hand: list[int], own: int, offers: list[int], table: int) -> int:
        left = len(hand) + count_packed_cards(own)
        lefts = [
            size + count_packed_cards(offer) for size, offer in zip(self.sizes, offers, strict=True)
        ]
        if not left or 0 in lefts:
            return self._value_over(left, lefts)
        return self._value_end(hand, own, offers, table, 0)

    def _value_take(self, step: Step) -> Valued:
        rival = (step.seat - self.seat - 1) % self.seats
        offers = self.offers[:]
        offers[rival] -= ONE[step.what]
        lefts = self.lefts[:]
        lefts[rival] -= 1
        if not lefts[rival]:
            left = len(self.hand) + count_packed_cards(self.own) + 1
            return Valued(self._value_over(left, lefts), (step,))
        around = self._features.sum_around(
            self.unseen,
            self.deck,
            self._spot.position.at_once,
            self.sizes,
            offers,
            self.known,
        )
        chances = self._features.find_chances(
            around,
            self.hand,
            self.own,
            _sum(offers),
            lefts,
            self.table,
            self.whose,
            0,
            step.what,
        )
        return Valued(self.value(chances), (step,))

    def lasts(self, step: Step) -> bool:
        """Whether the round goes on after the seat takes an offered card."""
        return self.lefts[(step.seat - self.seat - 1) % self.seats] > 1

    def after_take(self, step: Step) -> Outlook:
        """Return what the seat knows once it has taken an offered card and has to place it."""
        position = apply_take(self._spot.position, step.what, step.seat)
        spot = self._spot._replace(position=position)
        return Outlook(self._observation, spot, self._costs, self._features)

    def list_placings(self, card: int, hand: list[int] | None = None) -> list[Valued]:
        """List ways to place a drawn card and to offer one then.

        Args:
            card: The number of the drawn card.
            hand: The hand, where it lies in another order than that of the decision point.

        Returns:
            All cards to offer after each of the two places of the highest values.
        """
        cards = self.hand if hand is None else hand
        places: list[Valued] = []
        for place in list_places(cards, card):
            value = self._value_owed(OFFER_OWED, [*cards[:place], card, *cards[place:]])
            places.append(Valued(value, (Step(INSERT, place + 1),)))
        places.sort(key=_get_value, reverse=True)
        found: list[Valued] = []
        for _, steps in places[:PLACES]:
            place = steps[0].what - 1
            found += self._list_offers([*cards[:place], card, *cards[place:]], steps)
        return found

    def _list_offers(self, hand: list[int], before: tuple[Step, ...]) -> list[Valued]:
        """List the cards that may be offered; of equal neighbours the first."""
        found: list[Valued] = []
        for at in range(len(hand)):
            card = hand[at]
            if at and hand[at - 1] == card:
                continue
            value = self._value_end(
                hand[:at] + hand[at + 1 :],
                self.own + ONE[card],
                self.offers,
                self.table,
                self.whose,
            )
            found.append(Valued(value, (*before, Step(OFFER, at + 1))))
        return found


def list_places(hand: list[int], card: int) -> list[int]:
    """List the indices before which a card joins a neighbour, one among equals; then the end."""
    found: list[int] = []
    left = 0
    for place in range(len(hand)):
        right = hand[place]
        if left != card and (right == card or right == card + 1 or (left and left + 1 == card)):
            found.append(place)
        left = right
    found.append(len(hand))
    return found


def find_best(ways: list[Valued]) -> Valued:
    """Return the way of the highest value, the first of equal ones."""
    best = ways[0]
    for each in ways:
        if each.value > best.value:
            best = each
    return best


def _get_value(way: Valued) -> int:
    return way.value


def _sum(offers: list[int]) -> int:
    total = 0
    for each in offers:
        total += each
    return total


def _pack_counts(counts: tuple[int, ...]) -> int:
    total = 0
    for number in range(1, HIGHEST + 1):
        total += counts[number] << 3 * number
    return total
