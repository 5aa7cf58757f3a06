"""Perft counts and varied positions of Spring Cleaning, by the naive reference."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tests.reference import make_perft
from tests.reference import spring_naive as naive

# The program reads the title, position and depth of each file of tests/perft/spring_cleaning and
# writes the file back with its counts. To add a table, write a file with these three and run this.
# `--check` writes nothing and lists the files that differ.

FOLDER = Path(__file__).parent.parent / "perft" / "spring_cleaning"


def perft(text: str, depth: int) -> int:
    if depth == 0:
        return 1
    asked = naive.acting(naive.read(text))
    if not asked:
        return 0
    steps = naive.steps(text, asked[0])
    return sum(perft(naive.after(text, asked[0], step), depth - 1) for step in steps)


def divide(text: str, depth: int) -> dict[str, int]:
    asked = naive.acting(naive.read(text))
    if not asked:
        return {}
    return {
        step: perft(naive.after(text, asked[0], step), depth - 1)
        for step in sorted(naive.steps(text, asked[0]))
    }


def counted(table: make_perft.Table) -> make_perft.Table:
    return make_perft.fill(table, perft, divide(table["position"], 2))


# == Varied positions of Spring Cleaning as texts, reached by random play with the naive reference.
# The reference is slow, so each round is played only once, and a few of its positions are used.

CARDS = [str(number) for number in range(1, 10) for _ in range(7)]


def random_positions(seed: int, count: int, at_once: bool, seats: int) -> list[str]:
    """Return positions with all cards known, each with an active seat.

    A third of the rounds begin with a deal of all cards, the others with an artificial small
    position (few cards, any offers, a short deck), in which hands become empty soon. Plays are
    preferred, because positions with long hands resemble each other. The same arguments always
    return the same positions.
    """
    rng = random.Random(f"{seed} {count} {at_once} {seats}")
    found: list[str] = []
    while len(found) < count:
        text = rng.choice([deal, make_up, make_up])(rng, at_once, seats)
        passed = []
        for _ in range(rng.choice([8, 20, 60])):
            asked = naive.acting(naive.read(text))
            if not asked:
                break
            passed.append(text)
            seat = rng.choice(asked)
            text = naive.after(text, seat, rng.choice(_preferred(rng, text, seat)))
        found += rng.sample(passed, min(len(passed), 6))
    return found[:count]


def _preferred(rng: random.Random, text: str, seat: int) -> list[str]:
    steps = sorted(naive.steps(text, seat))
    plays = [step for step in steps if step[0].isdigit()]
    return plays if plays and rng.random() < 0.6 else steps


def deal(rng: random.Random, at_once: bool, seats: int) -> str:
    cards = rng.sample(CARDS, len(CARDS))
    size = 10 if seats == 5 else 12
    hands = [cards[size * nth : size * nth + size] for nth in range(seats)]
    table = naive.Round(at_once, [], None, cards[size * seats :], [], [])
    table.seats = [naive.Seat(hand, [], rng.randrange(3), "?") for hand in hands]
    table.seats[rng.randrange(seats)].mark = ">?"
    return naive.show(table)


def make_up(rng: random.Random, at_once: bool, seats: int) -> str:
    """Make an artificial small position, which may be unreachable from a deal."""
    cards = rng.sample(CARDS, len(CARDS))
    trick = [[rng.choice(cards)]] if rng.random() < 0.7 else []
    for card in trick[0] if trick else []:
        cards.remove(card)
    mover = rng.randrange(seats)
    holder = (mover + rng.randrange(1, seats)) % seats if trick else None
    table = naive.Round(at_once, trick, holder, [], [], [])
    for nth in range(seats):
        hand = [cards.pop() for _ in range(rng.choice([1, 1, 2, 3, 4]))]
        offer = [cards.pop() for _ in range(rng.choice([0, 1, 1, 2, 3]))]
        if offer and not at_once and nth != mover and rng.random() < 0.3:
            hand = []
        table.seats.append(naive.Seat(hand, offer, rng.randrange(4), ">" if nth == mover else ""))
    table.deck = [cards.pop() for _ in range(rng.choice([0, 0, 1, 2, 5]))]
    table.discard = [cards.pop() for _ in range(rng.choice([0, 0, 2, 4]))]
    return naive.show(table)


if __name__ == "__main__":
    sys.exit(make_perft.main(sys.argv[1:], FOLDER, counted))
