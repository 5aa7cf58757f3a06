"""A store of surfaces with a limit on their memory; what was used longest ago goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class BoundedCache(Generic[T]):
    """Keeps values under keys as long as their costs together stay within a budget.

    The newest value always stays, even when it alone costs more than the budget.
    """

    def __init__(self, budget: int) -> None:
        if budget <= 0:
            raise ValueError(f"the budget must be positive, not {budget}")
        self.budget = budget
        self.cost = 0
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
        self._kept[key] = (value, cost)
        self.cost += cost
        while self.cost > self.budget and len(self._kept) > 1:
            _, (_, freed) = self._kept.popitem(last=False)
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
