"""Varied positions, made once for all the tests that want many."""

from __future__ import annotations

from functools import cache

from tests.reference.random_positions import random_positions


@cache
def varied(rules: str) -> tuple[str, ...]:
    """Give the texts of some positions between turns, of deals and made up, for 2 to 4 seats."""
    return tuple(random_positions(31, 90, rules))
