"""Lays out what the laboratory prints for people."""

from __future__ import annotations


def format_columns(rows: list[list[str]]) -> list[str]:
    """Lay rows of cells out in columns, each as wide as its longest cell.

    >>> format_columns([["A", "R7 O4", "x"], ["BB", "", "y"]])
    ['A   R7 O4  x', 'BB         y']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    return [line.rstrip() for line in lines]
