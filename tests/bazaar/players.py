"""Players of Bazaar: two simple ones, and one that uses the program's search."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from red7_desktop.tabletop import player, search
from red7_desktop.tabletop.game import zone_of
from tests.bazaar.rules import DECK, Bazaar, State, View, longest_rise

BAZAAR: Final = Bazaar()


class Unthinking(NamedTuple):
    """Takes the first legal step, or a random one."""

    at_random: bool = False

    def choose(
        self, view: View, budget: int, seed: int, should_stop: player.ShouldStop = player.never_stop
    ) -> player.Choice:
        if not view.legal:
            raise player.NotToActError
        nth = Random(seed).randrange(len(view.legal)) if self.at_random else 0
        return player.Choice((view.legal[nth],))


class Market(search.Simulator[tuple[State, int]]):
    """Redeals hidden hands for a seat and simulates the game; each world has a seed."""

    def __init__(self, view: View, seat: int, rng: Random, should_stop: player.ShouldStop):
        super().__init__(should_stop)
        self._view: Final = view
        self._seat: Final = seat
        self._rng: Final = rng
        shown = {card for faces in view.zones.values() for card in faces}
        self._unseen: Final = [card for card in DECK if card not in shown]
        self._hands: Final = [row for zone, row in view.zones.items() if zone.startswith("hand")]

    def deal(self) -> tuple[State, int]:
        zones = self._view.zones
        unseen = self._unseen[:]
        search.shuffle(unseen, self._rng.random)
        hands = tuple(tuple(card or unseen.pop() for card in hand) for hand in self._hands)
        seats = range(len(hands))
        offers = tuple(tuple(filter(None, zones[zone_of("offer", seat)])) for seat in seats)
        is_open = any(offers)
        unpicked = seats if is_open else self._view.to_act
        picks = tuple(None if seat in unpicked else hands[seat][0] for seat in seats)
        (drawn,) = zones[zone_of("taken", self._seat)] or (None,)
        mover = self._seat if is_open else 0
        state = State(hands, picks, offers, is_open, mover, self._view.refusals, drawn)
        return state, int(self._rng.random() * 2**32)

    def roll_out(self, line: search.CandidateLine, world: tuple[State, int]) -> None:
        state, seed = world
        rng = Random(seed)
        state = BAZAAR.apply(state, self._seat, line.steps[0]).state
        self.simulated += 1
        while not (result := BAZAAR.result(state)):
            seat = BAZAAR.to_act(state)[0]
            state = BAZAAR.apply(state, seat, self._pick(state, seat, rng)).state
            self.simulated += 1
        won = self._seat in result.winners
        line.record(won / len(result.winners), won)

    def _pick(self, state: State, seat: int, rng: Random) -> str:
        """Insert a card for the longest run; otherwise take a random step except a sale."""
        steps = BAZAAR.legal_steps(state, seat)
        if state.drawn:
            hands = [BAZAAR.apply(state, seat, step).state.hands[seat] for step in steps]
            return steps[hands.index(max(hands, key=longest_rise))]
        return rng.choice([step for step in steps if not step.startswith("sell")])


class Merchant(search.SearchPlayer):
    """Searches all legal steps."""

    def prepare(
        self, view: View, budget: int, seed: int, should_stop: player.ShouldStop
    ) -> search.Search | player.Choice:
        if view.viewer is None or not view.legal:
            raise player.NotToActError
        market = Market(view, view.viewer, Random(seed), should_stop)
        return search.Search(market, [market.make_line((step,)) for step in view.legal])


PLAYERS: Final = player.Players(
    (
        player.Level("trader", "Tess", 0, Unthinking),
        player.Level("merchant", "Mo", 1_000, Merchant),
    ),
    fallback_player=Unthinking,
    name_moment=repr,
    simple_players={"random": lambda: Unthinking(at_random=True)},
    adviser="merchant",
)
