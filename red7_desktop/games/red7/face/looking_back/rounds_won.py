"""The rules under which rounds were won; pure, no pygame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from red7_desktop.games.red7.face.words.words import rule_words
from red7_desktop.games.red7.rules.cards import LETTERS
from red7_desktop.kit.models.won_by import RoundWon, Share, WonBy

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.match import Match


def rounds_won(match: Match) -> tuple[RoundWon, ...]:
    """Give the rounds that are over; all seats met the same rule."""
    seen = match.game.observe(match.state, None)
    seats = len(seen.hand_counts)
    return tuple([RoundWon((LETTERS[each.rule],) * seats, (each.winner,)) for each in seen.rounds])


def won_by(texts: Texts) -> WonBy:
    """Tell rounds apart by the seven rules, Red first."""
    rules = rule_words(texts)
    shares = [
        Share(letter, rule.name, letter, is_sign=True)
        for letter, rule in zip(LETTERS, rules, strict=True)
    ]
    note = texts("the rule in force when a round ended")
    return WonBy(texts("Win rate by rule"), note, tuple(reversed(shares)))
