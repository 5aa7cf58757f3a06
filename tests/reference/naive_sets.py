"""Qualifying sets and who is winning, for the naive reference: every subset is tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

from tests.reference.naive_position import Card, Position, rank, sorted_high_first

Cards = tuple[Card, ...]


def is_the_highest(cards: Cards, palette: Cards) -> bool:
    """Red: it is the one highest card of the palette."""
    return list(cards) == [max(palette, key=rank)]


def have_one_number(cards: Cards, palette: Cards) -> bool:
    """Orange: all have the same number."""
    return len({number for _, number in cards}) == 1


def have_one_colour(cards: Cards, palette: Cards) -> bool:
    """Yellow: all have the same colour."""
    return len({colour for colour, _ in cards}) == 1


def are_even(cards: Cards, palette: Cards) -> bool:
    """Green: all are even."""
    return all(number in (2, 4, 6) for _, number in cards)


def are_the_highest_of_different_colours(cards: Cards, palette: Cards) -> bool:
    """Blue: no colour twice, and each the palette's highest of its colour."""
    colours = [colour for colour, _ in cards]
    highest = [max((c for c in palette if c[0] == colour), key=rank) for colour in colours]
    return len(set(colours)) == len(colours) and list(cards) == highest


def form_a_run(cards: Cards, palette: Cards) -> bool:
    """Indigo: the numbers rise by one; no number twice, no wrap."""
    numbers = sorted(number for _, number in cards)
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def are_below_four(cards: Cards, palette: Cards) -> bool:
    """Violet: all are 1, 2 or 3."""
    return all(number in (1, 2, 3) for _, number in cards)


# Each tells whether `cards`, some of `palette` and at least one, are a set of the rule's kind.
MEETS: dict[str, Callable[[Cards, Cards], bool]] = {
    "R": is_the_highest,
    "O": have_one_number,
    "Y": have_one_colour,
    "G": are_even,
    "B": are_the_highest_of_different_colours,
    "I": form_a_run,
    "V": are_below_four,
}


@cache  # the same few palettes are asked about again and again
def largest_sets(rule: str, palette: Cards) -> list[Cards]:
    """List every set of the largest size that meets `rule`, each high card first."""
    for size in range(len(palette), 0, -1):
        found = [some for some in combinations(palette, size) if MEETS[rule](some, palette)]
        if found:
            return [sorted_high_first(some) for some in found]
    return []


def qualifying(rule: str, palette: Cards) -> Cards:
    """Find the set that counts: of the largest ones the highest, card by card from the top."""
    sets = largest_sets(rule, palette)
    return max(sets, key=lambda cards: [rank(card) for card in cards]) if sets else ()


def rule_in_force(position: Position) -> str:
    """Name the colour of the canvas's top card, Red for the bare starter card."""
    return position.canvas[-1][0] if position.canvas else "R"


def live_seats(position: Position) -> list[int]:
    """List the seats still in the round."""
    return [index for index, seat in enumerate(position.seats) if not seat.is_out]


def winning_seat(position: Position, rule: str | None = None) -> int | None:
    """Find the live seat whose set beats all others, None when nobody has a qualifying card."""
    rule = rule or rule_in_force(position)
    best: tuple[int, tuple[int, int], int] | None = None
    for index in live_seats(position):
        cards = qualifying(rule, position.seats[index].palette)
        if cards and (best is None or (len(cards), rank(cards[0])) > best[:2]):
            best = (len(cards), rank(cards[0]), index)
    return None if best is None else best[2]
