"""Where every seat stands under every rule: with which cards, who leads, and by what."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from red7_desktop.games.red7.rules.cards import COLOURS, UNKNOWN
from red7_desktop.games.red7.rules.engine.position import NOBODY
from red7_desktop.games.red7.rules.rules import find_qualifying_set

if TYPE_CHECKING:
    from red7_desktop.games.red7.rules.engine.position import Position


class Standing(NamedTuple):
    """One seat under one rule: the set of cards that count, its size, and its top card.

    `top` is UNKNOWN where no card counts.
    """

    seat: int
    cards: int
    size: int
    top: int


class RuleVerdict(NamedTuple):
    """Who leads under a rule and by what.

    leader, runner_up: seats, NOBODY where none has a qualifying card. by: what decides between
    the two, a word of `MARGINS`; margin: how many cards, numbers or colour ranks more (0 with no
    runner-up). standings: one entry per live seat, clockwise from A.
    """

    rule: int
    leader: int
    runner_up: int
    by: str
    margin: int
    standings: tuple[Standing, ...]

    def of(self, seat: int) -> Standing:
        """Give the standing of a live seat. Raises KeyError for a seat that is out."""
        for standing in self.standings:
            if standing.seat == seat:
                return standing
        raise KeyError(seat)


MARGINS = ("count", "number", "colour", "alone", "nobody")
"""What can decide: more cards; a higher number or colour of the top card; no rival; no leader."""


def judge_seat(seat: int, palette: int, rule: int) -> Standing:
    """Give one seat's standing under a rule."""
    cards = find_qualifying_set(rule, palette)
    return Standing(seat, cards, cards.bit_count(), cards.bit_length() - 1 if cards else UNKNOWN)


def judge_rule(position: Position, rule: int) -> RuleVerdict:
    """Judge the live seats' palettes under one rule."""
    standings = tuple([judge_seat(s, position.palettes[s], rule) for s in position.live])
    ranked = sorted((s for s in standings if s.size), key=lambda s: (s.size, s.top), reverse=True)
    if not ranked:
        return RuleVerdict(rule, NOBODY, NOBODY, "nobody", 0, standings)
    if len(ranked) == 1:
        return RuleVerdict(rule, ranked[0].seat, NOBODY, "alone", 0, standings)
    best, second = ranked[:2]
    by, margin = _find_margin(best, second)
    return RuleVerdict(rule, best.seat, second.seat, by, margin, standings)


def _find_margin(best: Standing, second: Standing) -> tuple[str, int]:
    if best.size > second.size:
        return "count", best.size - second.size
    if best.top // 7 > second.top // 7:
        return "number", best.top // 7 - second.top // 7
    return "colour", best.top % 7 - second.top % 7


def judge_all(position: Position) -> tuple[RuleVerdict, ...]:
    """Judge the live seats under all seven rules, by colour rank (Violet first)."""
    return tuple([judge_rule(position, rule) for rule in COLOURS])


def find_winner(position: Position) -> int:
    """Give the seat that is winning under the rule in force, NOBODY where none qualifies."""
    return judge_rule(position, position.rule).leader
