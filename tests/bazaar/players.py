"""Bazaar's players: two that don't think, and one that searches with the box's own search."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from red7_desktop.tabletop import player, search
from red7_desktop.tabletop.game import zone_of
from tests.bazaar.rules import DECK, Bazaar, State, View, longest_rise

BAZAAR: Final = Bazaar()


class TakesFirst:
    """Takes the first legal step."""

    def choose(
        self, view: View, budget: int, seed: int, should_stop: player.ShouldStop = player.keep_on
    ) -> player.Choice:
        if not view.legal:
            raise player.NothingToChoose
        return player.Choice((view.legal[0],))


class TakesAny(TakesFirst):
    """Takes any legal step, all with the same probability."""

    def choose(
        self, view: View, budget: int, seed: int, should_stop: player.ShouldStop = player.keep_on
    ) -> player.Choice:
        super().choose(view, budget, seed, should_stop)
        return player.Choice((Random(seed).choice(view.legal),))


class World(NamedTuple):
    """A state that fits a view, and the seed of all chance after it."""

    state: State
    luck: int


class Market(search.Simulator[World]):
    """Deals the hands that a seat can't see, and plays on with the rules themselves."""

    def __init__(self, view: View, seat: int, chance: Random, should_stop: player.ShouldStop):
        super().__init__(should_stop)
        self._view: Final = view
        self._seat: Final = seat
        self._chance: Final = chance
        shown = {card for faces in view.zones.values() for card in faces}
        self._unseen: Final = [card for card in DECK if card not in shown]
        self._seats: Final = range(sum(name.startswith("hand") for name in view.zones))

    def deal(self) -> World:
        view = self._view
        unseen = self._unseen[:]
        search.shuffle(unseen, self._chance.random)
        hands = tuple(
            tuple(card or unseen.pop() for card in view.zones[zone_of("hand", seat)])
            for seat in self._seats
        )
        waiting = self._seats if view.is_open else view.to_act
        picks = tuple(None if seat in waiting else hands[seat][0] for seat in self._seats)
        offers = tuple(tuple(filter(None, view.zones[zone_of("offer", s)])) for s in self._seats)
        drawn = next(iter(view.zones[zone_of("taken", self._seat)]), None)
        mover = self._seat if view.is_open else 0
        state = State(hands, picks, offers, view.is_open, mover, view.refusals, drawn)
        return World(state, int(self._chance.random() * 2**32))

    def roll_out(self, line: search.Line, world: World) -> None:
        chance = Random(world.luck)
        state = BAZAAR.take(world.state, self._seat, line.steps[0]).state
        self.simulated += 1
        while asked := BAZAAR.to_act(state):
            step = self._pick(state, asked[0], chance)
            state = BAZAAR.take(state, asked[0], step).state
            self.simulated += 1
        result = BAZAAR.result(state)
        assert result is not None
        won = self._seat in result.winners
        line.record(won / len(result.winners), won)

    def _pick(self, state: State, seat: int, chance: Random) -> str:
        """Put a card where it makes the longest run; else take any step but a sale."""
        steps = BAZAAR.legal_steps(state, seat)
        if state.drawn:
            hands = [BAZAAR.take(state, seat, step).state.hands[seat] for step in steps]
            return steps[hands.index(max(hands, key=longest_rise))]
        steps = tuple(step for step in steps if not step.startswith("sell"))
        return steps[int(chance.random() * len(steps))]


class Merchant(search.SearchPlayer):
    """Searches all legal steps."""

    def prepare(
        self, view: View, budget: int, seed: int, should_stop: player.ShouldStop
    ) -> search.Search | player.Choice:
        if view.viewer is None or not view.legal:
            raise player.NothingToChoose
        if len(view.legal) == 1:
            return player.Choice(view.legal)
        market = Market(view, view.viewer, Random(seed), should_stop)
        return search.Search(market, [market.line_of((step,)) for step in view.legal])


PLAYERS: Final = player.Players(
    (
        player.Level("trader", "Tess", 0, TakesFirst),
        player.Level("merchant", "Mo", 1_000, Merchant),
    ),
    spare=TakesFirst,
    moment=repr,
    simple={"random": TakesAny},
)
