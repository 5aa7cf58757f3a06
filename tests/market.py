"""Bazaar with an open market from the start, for tests that pick several cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from red7_desktop.tabletop import game
from tests.bazaar.row import ROW
from tests.bazaar.rules import Bazaar, State


class Market(Bazaar):
    """Bazaar with two pairs in the first hand, and offers already revealed."""

    def start(self, options: game.Options, seed: int) -> State:
        dealt = super().start(options, seed)
        hands = (("1a", "2a", "6a", "5b", "8b"), *dealt.hands[1:])
        offers = (("8c",), ("3a",), ("4a",), ("7b",), ("4c",))[: len(hands)]
        sealed = tuple(offer[0] for offer in offers)
        return replace(dealt, hands=hands, sealed=sealed, offers=offers, is_open=True)


def load_rules() -> game.AnyGame:
    """Return the rules; importable by other processes."""
    return Market()


MARKET: Final = ROW._replace(rules=load_rules)
