"""A store of surfaces with a limit on their memory; what was used longest ago goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class BoundedCache(Generic[T]):
    """Keeps values under keys as long as their costs together stay within a budget.

    The newest value always stays, even when it alone costs more than the budget.

    is_held: tells which values others hold too, so that dropping them would free nothing.
    """

    def __init__(self, budget: int, is_held: Callable[[T], bool] = lambda value: False) -> None:
        if budget <= 0:
            raise ValueError(f"the budget must be positive, not {budget}")
        self.budget = budget
        self.cost = 0
        self._is_held = is_held
        self._kept: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> T | None:
        """Give the value, which thereby becomes the newest, or None."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._kept.move_to_end(key)
        return kept[0]

    def put(self, key: Hashable, value: T, cost: int) -> None:
        """Keep a value and drop the oldest ones that no longer fit."""
        self.drop(key)
        self.make_room(cost)
        self._kept[key] = (value, cost)
        self.cost += cost

    def make_room(self, cost: int) -> None:
        """Drop the oldest values till one of that cost fits beside the others."""
        for _ in range(len(self._kept)):
            if self.cost + cost <= self.budget:
                return
            key, (value, freed) = self._kept.popitem(last=False)
            if self._is_held(value):
                self._kept[key] = value, freed
            else:
                self.cost -= freed

    def drop(self, key: Hashable) -> None:
        """Forget one value, if it is there."""
        kept = self._kept.pop(key, None)
        if kept is not None:
            self.cost -= kept[1]

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.cost = 0
