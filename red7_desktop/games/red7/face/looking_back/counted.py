"""What the profile counts of Red7's matches: rounds by their rules, and feats; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.words.words import build_rule_words
from red7_desktop.games.red7.rules.cards import LETTERS, cards_in, worth_of
from red7_desktop.kit.models.counted import Feat, RoundCategory, RoundWon, WonBy

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match

RAINBOW: Final = "rainbow"

HARVEST: Final = "harvest"

_ALL_COLOURS: Final = 7

MUCH: Final = 24
"""So many points of one round are a harvest."""


def list_rounds_won(match: Match) -> tuple[RoundWon, ...]:
    """Give the rounds that are over; all seats met the same rule."""
    seen = match.game.observe(match.state, None)
    seats = len(seen.hand_counts)
    return tuple([RoundWon((LETTERS[each.rule],) * seats, (each.winner,)) for each in seen.rounds])


def describe_won_by(texts: Texts) -> WonBy:
    """Tell rounds apart by the seven rules, Red first."""
    rules = build_rule_words(texts)
    shares = [
        RoundCategory(letter, rule.name, letter, is_sign=True)
        for letter, rule in zip(LETTERS, rules, strict=True)
    ]
    note = texts("the rule in force when a round ended")
    return WonBy(texts("Win rate by rule"), note, tuple(reversed(shares)))


def find_feats(match: Match, seat: int) -> frozenset[str]:
    """Give the feats that a seat has done."""
    found: set[str] = set()
    for each in match.state.rounds:
        if each.winner != seat:
            continue
        count = sum(1 for _ in cards_in(each.taken))
        if LETTERS[each.rule] == "B" and count == _ALL_COLOURS:
            found.add(RAINBOW)
        if worth_of(each.taken) >= MUCH:
            found.add(HARVEST)
    return frozenset(found)


def list_feats(texts: Texts) -> tuple[Feat, ...]:
    """Say what they are."""
    rainbow = texts("Take all seven colours in one round, under Blue.")
    harvest = texts("Take {n} points or more in one round.", n=MUCH)
    return (
        Feat(RAINBOW, texts("Rainbow"), rainbow, "rainbow"),
        Feat(HARVEST, texts("Rich harvest"), harvest, "coins"),
    )
