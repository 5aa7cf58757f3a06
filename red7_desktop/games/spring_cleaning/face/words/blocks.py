"""Reads a row of cards as blocks: sets and runs of neighbours, as few as it can be cut into."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def hangs_together(left: int, right: int) -> bool:
    """Tell whether two neighbours hang together: equal, or rising by one. 0: a hidden card."""
    return bool(left and right) and right - left in {0, 1}


def split_into_blocks(cards: Sequence[int]) -> list[tuple[int, int]]:
    """Cut a row into as few blocks as possible, the longest ones among equals.

    Gives for each the index of its first card and the index behind its last one.

    >>> blocks_of((3, 3, 9, 4, 5, 6)), blocks_of((3, 3, 4, 5))
    ([(0, 2), (2, 3), (3, 6)], [(0, 1), (1, 4)])
    """
    # By index: the fewest blocks of the cards before it, less their squares, and where the last
    # of them begins.
    best: list[tuple[int, int, int]] = [(0, 0, 0)]
    for end in range(1, len(cards) + 1):
        found = [
            (best[start][0] + 1, best[start][1] - (end - start) ** 2, start)
            for start in range(end)
            if _is_block(cards[start:end])
        ]
        best.append(min(found))
    blocks: list[tuple[int, int]] = []
    end = len(cards)
    while end:
        start = best[end][2]
        blocks.append((start, end))
        end = start
    return blocks[::-1]


def find_block_around(cards: Sequence[int], at: int) -> tuple[int, int]:
    """Give the longest set or run of neighbours that the card at an index stands in."""
    spans = []
    for step in (0, 1):
        start = end = at
        while start and cards[at] and cards[start - 1] == cards[start] - step:
            start -= 1
        while end + 1 < len(cards) and cards[at] and cards[end + 1] == cards[end] + step:
            end += 1
        spans.append((start, end + 1))
    return max(spans, key=lambda span: span[1] - span[0])


def _is_block(cards: Sequence[int]) -> bool:
    steps = {right - left for left, right in pairwise(cards)}
    return len(cards) == 1 or (0 not in cards and steps in ({0}, {1}))
