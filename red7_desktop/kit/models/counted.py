"""What only one game counts of its matches: kinds of rounds, for a plot of those won, and feats."""

from __future__ import annotations

from typing import NamedTuple


class RoundWon(NamedTuple):
    """A round that is over: by seat the key of what it counts for, and the seats that won it."""

    keys: tuple[str, ...]
    winners: tuple[int, ...]


class RoundCategory(NamedTuple):
    """One of the things that rounds are told apart by.

    key: as `RoundWon` has it. label: in a word. symbol: the letter of a symbol of the game's cards,
    whose colour it has. is_sign: whether the symbol stands for it, so that nobody needs the label.
    """

    key: str
    label: str
    symbol: str
    is_sign: bool = False


class WonBy(NamedTuple):
    """How a game tells its rounds apart: a title, a line below it, and the shares in order."""

    title: str
    note: str
    shares: tuple[RoundCategory, ...]


class Feat(NamedTuple):
    """What is fun to have done: `key`, a short name, a line about it, and an emblem's name."""

    key: str
    title: str
    line: str
    emblem: str
