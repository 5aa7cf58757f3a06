"""A small game that differs from Red7 in everything that the game protocol allows.

Bazaar is for 2 to 5 seats. Hands keep the order in which they were dealt. First every seat picks an
offer at the same time; the last pick reveals all offers. Then seats act clockwise. A seat takes a
card from another seat's offer and inserts it anywhere in its hand, or refuses. Before that it may
sell two adjacent cards of one suit, alone or with an offer of that suit. When all seats in a row
have refused or no offer is left, the longest rising run of adjacent cards in a hand wins. The game
tests the protocol; it isn't meant to be fun.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import pairwise

from red7_desktop.tabletop import game, rounds
from red7_desktop.tabletop.game import zone_of

HAND = 5
DECK = tuple(f"{number}{suit}" for number in range(1, 10) for suit in "abc")


@dataclass(frozen=True)
class State:
    """Hands in order, each seat's hidden pick or None, face-up offers, and the stall's cards."""

    hands: tuple[tuple[str, ...], ...]
    sealed: tuple[str | None, ...]
    offers: tuple[tuple[str, ...], ...]
    is_open: bool = False
    mover: int = 0
    refusals: int = 0
    drawn: str | None = None
    sold: tuple[str, ...] = ()


@dataclass(frozen=True)
class View(rounds.SingleRoundObservation):
    viewer: int | None
    to_act: tuple[int, ...]
    zones: game.Zones
    legal: tuple[str, ...]
    refusals: int

    @property
    def turns(self) -> tuple[str, ...]:
        """The hands of seats that needn't act: after the deal they haven't taken a turn yet."""
        hands = [zone for zone in self.zones if zone.startswith("hand")]
        return tuple(zone for nth, zone in enumerate(hands) if nth not in self.to_act)


class Bazaar:
    """The rules. Steps are texts: `offer 3a`, `take 3a`, `insert 2`, `no`, `sell 2`, `sell 2 3a`.

    The last one sells the hand's cards at indices 2 and 3 together with an offer.
    """

    name = "bazaar"

    def start(self, options: game.Options, seed: int) -> State:
        seats = options.get("seats")
        if not isinstance(seats, int) or not 2 <= seats <= 5:
            raise game.InvalidOptions("seats", f"{seats!r} is not 2 to 5")
        deck = list(DECK)
        random.Random(seed).shuffle(deck)
        hands = tuple(tuple(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(seats))
        return State(hands, (None,) * seats, ((),) * seats)

    def to_act(self, state: State) -> tuple[int, ...]:
        if not state.is_open:
            return tuple(seat for seat, card in enumerate(state.sealed) if card is None)
        return () if self._is_over(state) else (state.mover,)

    def _is_over(self, state: State) -> bool:
        return state.refusals >= len(state.hands) or not any(state.offers)

    def legal_steps(self, state: State, seat: int) -> tuple[str, ...]:
        if seat not in self.to_act(state):
            return ()
        if not state.is_open:
            return tuple(f"offer {card}" for card in state.hands[seat])
        if state.drawn is not None:
            return tuple(f"insert {place}" for place in range(len(state.hands[seat]) + 1))
        others = [offer for owner, offer in enumerate(state.offers) if owner != seat]
        on_offer = [card for offer in others for card in offer]
        sales = []
        for place, (left, right) in enumerate(pairwise(state.hands[seat])):
            if left[1] == right[1]:
                sales += [f"sell {place}"]
                sales += [f"sell {place} {card}" for card in on_offer if card[1] == left[1]]
        return (*[f"take {card}" for card in on_offer], *sales, "no")

    def explain_illegal(self, state: State, seat: int, step: str) -> game.Reason | None:
        if seat not in self.to_act(state):
            return game.make_reason("not_your_turn")
        return None if step in self.legal_steps(state, seat) else game.make_reason("not_now")

    def apply(self, state: State, seat: int, step: str) -> game.Outcome[State]:
        problem = self.explain_illegal(state, seat, step)
        if problem:
            raise game.IllegalStep(step, problem)
        action, _, what = step.partition(" ")
        actions = {"offer": self._offer, "take": self._take, "insert": self._insert}
        return (actions | {"sell": self._sell, "no": self._no})[action](state, seat, what)

    def _offer(self, state: State, seat: int, card: str) -> game.Outcome[State]:
        sealed = _with(state.sealed, seat, card)
        if None in sealed:
            return game.Outcome(replace(state, sealed=sealed), undo_barrier="sealed")
        cards = [each for each in sealed if each is not None]
        hands = tuple(
            tuple(held for held in hand if held != picked)
            for hand, picked in zip(state.hands, cards, strict=True)
        )
        card_moves = tuple(
            game.CardMove(
                each,
                zone_of("hand", who),
                zone_of("offer", who),
                source_place=state.hands[who].index(each),
            )
            for who, each in enumerate(cards)
        )
        offers = tuple((each,) for each in cards)
        opened = replace(state, hands=hands, sealed=sealed, offers=offers, is_open=True)
        return game.Outcome(opened, card_moves, undo_barrier="revealed")

    def _take(self, state: State, seat: int, card: str) -> game.Outcome[State]:
        owner = next(who for who, offer in enumerate(state.offers) if card in offer)
        offers = _with(state.offers, owner, tuple(c for c in state.offers[owner] if c != card))
        travel = game.CardMove(card, zone_of("offer", owner), zone_of("taken", seat))
        return game.Outcome(replace(state, offers=offers, drawn=card, refusals=0), (travel,))

    def _insert(self, state: State, seat: int, place: str) -> game.Outcome[State]:
        assert state.drawn is not None
        hand = list(state.hands[seat])
        hand.insert(int(place), state.drawn)
        zones = zone_of("taken", seat), zone_of("hand", seat)
        travel = game.CardMove(state.drawn, *zones, frozenset({seat}), target_place=int(place))
        hands = _with(state.hands, seat, tuple(hand))
        moved = replace(state, hands=hands, drawn=None, mover=(seat + 1) % len(state.hands))
        return game.Outcome(moved, (travel,), undo_barrier="turn_over")

    def _sell(self, state: State, seat: int, what: str) -> game.Outcome[State]:
        rows = {"hand": state.hands, "offer": state.offers}
        sold = list(state.sold)
        card_moves = []
        for zone, place in _sale(state, seat, what):
            card = rows[zone.partition(":")[0]]["ABCDE".index(zone[-1])][place]
            card_moves.append(game.CardMove(card, zone, "stall", None, place, len(sold)))
            sold.append(card)
        offers = tuple(tuple(c for c in offer if c not in sold) for offer in state.offers)
        hands = _with(state.hands, seat, tuple(c for c in state.hands[seat] if c not in sold))
        return game.Outcome(
            replace(state, hands=hands, offers=offers, sold=tuple(sold)), tuple(card_moves)
        )

    def _no(self, state: State, seat: int, _: str) -> game.Outcome[State]:
        following = (seat + 1) % len(state.hands)
        refused = replace(state, refusals=state.refusals + 1, mover=following)
        return game.Outcome(refused, events=(game.Event("no"),), undo_barrier="turn_over")

    def observe(self, state: State, seat: int | None) -> View:
        zones: dict[str, tuple[game.Face, ...]] = {"stall": state.sold}
        for who, hand in enumerate(state.hands):
            zones[zone_of("hand", who)] = hand if who == seat else (None,) * len(hand)
            zones[zone_of("offer", who)] = state.offers[who]
            holds = state.drawn is not None and who == state.mover
            zones[zone_of("taken", who)] = (state.drawn,) if holds else ()
        legal = () if seat is None else self.legal_steps(state, seat)
        return View(seat, self.to_act(state), zones, legal, state.refusals)

    def find_drag_move(self, state: State, seat: int, step: str) -> game.DragMove | None:
        action, _, what = step.partition(" ")
        if action == "offer":
            place = state.hands[seat].index(what)
            return game.DragMove(what, zone_of("hand", seat), zone_of("offer", seat), place)
        if action == "take":
            owner = next(who for who, offer in enumerate(state.offers) if what in offer)
            return game.DragMove(what, zone_of("offer", owner), zone_of("taken", seat))
        if action == "insert":
            zones = zone_of("taken", seat), zone_of("hand", seat)
            return game.DragMove(state.drawn, *zones, target_place=int(what))
        if action == "sell":
            (zone, place), *others = _sale(state, seat, what)
            card = state.hands[seat][place]
            return game.DragMove(card, zone, "stall", place, other_cards=tuple(others))
        return None

    def list_illegal_plays(self, state: State, seat: int) -> tuple[str, ...]:
        return ()

    def sort_cards(self, seen: View, drag_move: game.DragMove) -> View | None:
        return None

    def find_dragged_step(
        self, state: State, seat: int, drag_move: game.DragMove
    ) -> str | game.Reason | None:
        if drag_move.target == "stall":
            cards = {(drag_move.source, drag_move.source_place), *drag_move.other_cards}
            own = sorted(place or 0 for zone, place in cards if zone == zone_of("hand", seat))
            offers = [zone for zone, _ in cards if zone.startswith("offer")]
            if len(own) != 2 or own[1] != own[0] + 1 or len(offers) > 1:
                return game.make_reason("no_neighbours")
            offered = [state.offers["ABCDE".index(zone[-1])][0] for zone in offers]
            return " ".join(["sell", str(own[0]), *offered])
        kinds = drag_move.source.partition(":")[0], drag_move.target.partition(":")[0]
        if kinds == ("taken", "hand") and drag_move.target_place is not None:
            return f"insert {drag_move.target_place}"
        actions = {
            ("hand", "offer"): "offer",
            ("offer", "taken"): "take",
            ("offer", "hand"): "take",
        }
        return f"{actions[kinds]} {drag_move.card}" if kinds in actions else None

    def result(self, state: State) -> game.Result | None:
        if not state.is_open or not self._is_over(state):
            return None
        scores = tuple(longest_rise(hand) for hand in state.hands)
        best = max(scores)
        return game.Result(tuple(s for s, score in enumerate(scores) if score == best), scores)

    def text_of(self, step: str) -> str:
        return step

    def parse_step(self, text: str) -> str:
        if text.partition(" ")[0] not in {"offer", "take", "insert", "sell", "no"}:
            raise game.InvalidStep(text)
        return text


def _sale(state: State, seat: int, what: str) -> list[tuple[str, int]]:
    """List the cards of a sale as `(zone, index)`."""
    place, _, offered = what.partition(" ")
    hand = zone_of("hand", seat)
    zones = [zone_of("offer", who) for who, offer in enumerate(state.offers) if offered in offer]
    return [(hand, int(place)), (hand, int(place) + 1), *[(zone, 0) for zone in zones]]


def _with(entries: tuple[object, ...], place: int, entry: object) -> tuple:  # type: ignore[type-arg]
    return (*entries[:place], entry, *entries[place + 1 :])


def longest_rise(hand: tuple[str, ...]) -> int:
    best = run = 1
    for left, right in pairwise(hand):
        run = run + 1 if int(right[0]) == int(left[0]) + 1 else 1
        best = max(best, run)
    return best
