"""Why a step is not legal: a code, and the facts to say it with in any language."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    """A reason code and its data, as pairs of name and value.

    Each game lists its codes. Values are texts in the game's notation (cards, seats) or counts.
    """

    code: str
    data: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        """Give the code with its data, `not_winning (rule=G, leader=B)`."""
        if not self.data:
            return self.code
        return f"{self.code} ({', '.join(f'{name}={value}' for name, value in self.data)})"


def make_reason(code: str, **data: str | int) -> Reason:
    """Make a reason from keyword data, in the order given.

    >>> str(reason("not_in_hand", card="R7"))
    'not_in_hand (card=R7)'
    """
    return Reason(code, tuple(data.items()))
