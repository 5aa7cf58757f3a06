"""Plot the logs of trainings as an SVG chart."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

WIDTH: Final = 640
HEIGHT: Final = 320
MARGIN: Final = 44
"""Pixels between the picture's edge and its axes."""
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


class Point(NamedTuple):
    """A measurement during a training.

    Attributes:
        rounds: Rounds played so far.
        share: Share of matches won against the simple player.
        error: Standard error of `share`.
    """

    rounds: int
    share: float
    error: float


def read_log(path: Path) -> list[Point]:
    """Parse a training's log.

    Raises:
        ValueError: A line isn't in the training program's format.
    """
    points: list[Point] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        parts = line.split("|")
        share, error = parts[1].split()
        points.append(Point(int(parts[0].split()[0]), float(share), float(error)))
    return points


def draw_curves(logs: dict[str, list[Point]]) -> str:
    """Return an SVG chart of the logs.

    Args:
        logs: Curve name to points.
    """
    most = max(point.rounds for points in logs.values() for point in points)
    right = WIDTH - MARGIN
    bottom = HEIGHT - MARGIN
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="#444444"/>',
        f'<text x="{MARGIN}" y="20">Share of matches won against the simple player</text>',
        f'<text x="{right}" y="{HEIGHT - 10}" text-anchor="end">rounds of self-play</text>',
    ]
    for tenth in range(0, 11, 2):
        y = bottom - (bottom - MARGIN) * tenth / 10
        lines.append(f'<text x="{MARGIN - 6}" y="{y + 4:.0f}" text-anchor="end">0.{tenth}</text>')
    lines[-1] = lines[-1].replace("0.10", "1.0")
    for quarter in range(1, 5):
        x = MARGIN + (right - MARGIN) * quarter / 4
        rounds = most * quarter // 4000
        lines.append(f'<text x="{x:.0f}" y="{bottom + 16}" text-anchor="middle">{rounds}k</text>')
    for nth, (name, points) in enumerate(logs.items()):
        colour = COLOURS[nth % len(COLOURS)]
        path = " ".join(
            [
                f"{MARGIN + (right - MARGIN) * point.rounds / most:.1f},"
                f"{bottom - (bottom - MARGIN) * point.share:.1f}"
                for point in points
            ]
        )
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        y = MARGIN + 16 * nth
        lines.append(f'<text x="{right - 60}" y="{bottom - 80 + y}" fill="{colour}">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])
