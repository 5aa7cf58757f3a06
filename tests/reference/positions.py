"""Positions of Red7 for comparisons: golden ones, and varied ones from random play."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from tests.reference import naive

FOLDER = Path(__file__).parent.parent / "golden"


@dataclass(frozen=True)
class Block:
    """One golden position: its location in the file, and its `key: value` lines in order."""

    file: str
    line: int
    entries: tuple[tuple[str, str], ...]

    def get(self, key: str) -> str:
        """Return the value of a key that must occur exactly once."""
        (value,) = (value for own, value in self.entries if own == key)
        return value

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def read_golden(folder: Path = FOLDER) -> list[Block]:
    blocks = []
    for path in sorted(folder.glob("*.txt")):
        blocks += read_blocks(path.name, path.read_text(encoding="utf-8"))
    return blocks


def read_blocks(file: str, text: str) -> list[Block]:
    """Split a text into blocks.

    Raises:
        ValueError: A line isn't an entry.
    """
    blocks: list[Block] = []
    entries: list[tuple[str, str]] = []
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if line.startswith("#"):
            continue
        if line.startswith(" ") and entries:
            key, value = entries[-1]
            entries[-1] = (key, f"{value} {line.strip()}")
        elif line:
            key, colon, value = line.partition(":")
            if not colon:
                raise ValueError(f"{file}:{number}: no 'key: value': {line!r}")
            entries.append((key, value.strip()))
        elif entries:
            blocks.append(Block(file, number - 1, tuple(entries)))
            entries = []
    return blocks


def split_list(value: str) -> list[str]:
    """Split a value at its commas; `none` is the empty list."""
    return [] if value == "none" else [item.strip() for item in value.split(",")]


# == Varied mid-round positions as texts, reached by random legal play with the naive reference.

ALL_CARDS: list[naive.Card] = [
    (colour, number) for colour in naive.COLOURS for number in range(1, 8)
]


def random_positions(
    seed: int, n: int, rules: str = "advanced+actions@1.3", seats: int | None = None
) -> list[str]:
    """Return `n` positions with all cards known, each with an active seat.

    Half of the rounds begin with a deal, half with an artificial small position (a short deck, any
    sizes of hands and palettes, seats that are out). `seats` is 2 to 4, or None for a mix. The same
    arguments always return the same positions.
    """
    rng = random.Random(f"{seed} {n} {rules} {seats}")
    found: list[str] = []
    while len(found) < n:
        number = seats or rng.choice([2, 3, 4])
        start = rng.choice([deal, make_up])(rng, rules, number)
        on_the_way = [each for each in play_at_random(rng, start) if each.to_move is not None]
        found += [
            naive.show(position) for position in rng.sample(on_the_way, min(3, len(on_the_way)))
        ]
    return found[:n]


def deal(rng: random.Random, rules: str, seats: int) -> naive.Position:
    """Deal a round of all 49 cards; in advanced games some may be in score piles."""
    cards = rng.sample(ALL_CARDS, len(ALL_CARDS))
    spare = len(cards) - 8 * seats
    dealt = []
    for name in naive.NAMES[:seats]:
        scored = rng.choice([0, 0, rng.randint(0, spare)]) if rules.startswith("advanced") else 0
        spare -= scored
        score, palette, hand = take(cards, scored), take(cards, 1), take(cards, 7)
        dealt.append(naive.Seat(name, palette, hand, score))
    highest = max(range(seats), key=lambda index: naive.rank(dealt[index].palette[0]))
    return naive.end_turn(naive.Position(rules, (), tuple(cards), tuple(dealt), highest))


def make_up(rng: random.Random, rules: str, seats: int) -> naive.Position:
    """Make an artificial small position, which may be unreachable from a deal."""
    cards = rng.sample(ALL_CARDS, len(ALL_CARDS))
    canvas, deck = (
        take(cards, rng.choice([0, 1, 1, 2, 4])),
        take(cards, rng.choice([0, 0, 1, 2, 4])),
    )
    largest_palette, largest_hand = rng.choice([1, 2, 4]), rng.choice([1, 2, 3, 5])
    made = []
    for name in naive.NAMES[:seats]:
        palette = take(cards, rng.randint(0, largest_palette))
        hand = take(cards, rng.randint(0, largest_hand))
        made.append(naive.Seat(name, palette, hand, take(cards, rng.choice([0, 0, 2]))))
    for index in rng.sample(range(seats), rng.randint(0, seats - 2)):
        made[index] = made[index]._replace(is_out=True)
    live = [index for index, seat in enumerate(made) if not seat.is_out]
    return naive.Position(rules, canvas, deck, tuple(made), rng.choice(live))


def take(cards: list[naive.Card], number: int) -> tuple[naive.Card, ...]:
    return tuple(cards.pop() for _ in range(number))


def play_at_random(rng: random.Random, position: naive.Position) -> list[naive.Position]:
    """Play to the end of the round; return all its positions, including the first and the last.

    A pass is rare if there is another turn. All first cards are equally likely, however many ways
    their actions have.
    """
    passed = [position]
    while position.to_move is not None:
        ways: dict[str, list[naive.Position]] = {}
        for turn, after in naive.whole_turns(position):
            ways.setdefault("pass" if turn.endswith("pass") else turn[:2], []).append(after)
        if len(ways) > 1 and rng.random() < 0.93:
            del ways["pass"]
        position = rng.choice(ways[rng.choice(sorted(ways))])
        passed.append(position)
    return passed
