"""Matches of Red7 played at random, for tests that want many different ones."""

from __future__ import annotations

import random
from typing import Final

from red7_desktop.games.red7.rules.cards import THE_PASS
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.tabletop.match import Match

RULES: Final = (
    "basic@1.3",
    "basic+actions@1.3",
    "basic+actions@first",
    "advanced@1.3",
    "advanced+actions@1.3",
    "advanced+actions@first",
)
"""Every ruleset there is, but that without actions the edition makes no difference."""

MODES: Final = tuple((rules, seats) for rules in RULES for seats in (2, 3, 4))
"""Every ruleset with every number of seats."""


def begin(rules: str, seats: int, seed: int, target: int = 15) -> Match:
    """Begin a match; the low target makes it a short one of several rounds."""
    return Match(Red7(), {"rules": rules, "seats": seats, "target": target}, seed)


def play_on(match: Match, chance: random.Random, steps: int = 100_000) -> Match:
    """Play so many steps at random, or to the end of the match; going out is rare."""
    for _ in range(steps):
        asked = match.game.to_act(match.state)
        if not asked:
            break
        legal = match.game.legal_steps(match.state, asked[0])
        tempting = [step for step in legal if step != THE_PASS] or list(legal)
        match.take(asked[0], chance.choice(tempting if chance.random() < 0.95 else list(legal)))
    return match


def played(rules: str, seats: int, seed: int, target: int = 15) -> Match:
    """Play a whole match at random."""
    return play_on(begin(rules, seats, seed, target), random.Random(seed))
