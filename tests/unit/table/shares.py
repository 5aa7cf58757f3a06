"""The share of the window that cards cover, computed from the layouts without painting.

Run `python -m tests.unit.table.shares` to print the shares of the current layouts as the lines of
`SHARES` in `test_card_shares.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from red7_desktop.games.red7.face.parts import ZONE_KINDS as RED7_KINDS
from red7_desktop.games.spring_cleaning.face.parts import ZONE_KINDS as SPRING_KINDS
from red7_desktop.games.spring_cleaning.rules.cards import get_hand_size
from red7_desktop.kit.presentation import adapt_theme
from red7_desktop.kit.settings import Settings
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Rect, Vec, Viewport
from red7_desktop.scene.theme import load_theme
from red7_desktop.table.card_nodes import make_zone_nodes
from red7_desktop.table.layout import Layout, choose_layout
from red7_desktop.table.layout_file import load_layout

WINDOWS: Final = (
    (800, 600),
    (1024, 768),
    (1280, 720),
    (1280, 800),
    (1600, 900),
    (1920, 1080),
    (2560, 1080),
    (2560, 1440),
    (3440, 1440),
    (3840, 2160),
    (960, 1440),
    (1080, 1920),
)
SCALES: Final = (100, 200)
SEATS: Final[Mapping[str, Sequence[int]]] = {
    "red7": (2, 3, 4),
    "spring_cleaning": (2, 3, 4, 5),
}
"""Numbers of seats that each game has layouts for."""
_KINDS: Final = {"red7": RED7_KINDS, "spring_cleaning": SPRING_KINDS}


@cache
def load_layouts(game: str) -> tuple[Layout, ...]:
    files = sorted(asset_path("layouts", game).glob("*.tmx"))
    return tuple([load_layout(file, _KINDS[game]) for file in files])


@cache
def measure_zoom(window: tuple[int, int], scale: int) -> float:
    """Return the zoom of words in a window.

    Args:
        window: Width and height in pixels.
        scale: The text size of the settings, in percent.
    """
    theme = load_theme(asset_path("themes", "dark.json"))
    return adapt_theme(Settings(ui_scale=scale), theme, window).zoom


def choose(game: str, window: tuple[int, int], scale: int, seats: int) -> Layout:
    """Return the layout that a table in a window gets."""
    visible = Viewport.fitted(window).visible.size
    return choose_layout(load_layouts(game), visible, seats, measure_zoom(window, scale))


def _count_cards(game: str, seats: int) -> Iterator[Mapping[str, int]]:
    """Yield how many cards zones of each kind have, when a round begins and in its middle."""
    if game == "red7":
        yield {"hand": 7, "palette": 1, "canvas": 1, "deck": 1}
        yield {"hand": 5, "palette": 4, "canvas": 1, "deck": 1}
    else:
        yield {"hand": get_hand_size(seats), "offer": 1, "deck": 1}
        yield {"hand": 8, "offer": 3, "table": 3, "trick": 3, "deck": 1, "discard": 1}


def _list_cards(layout: Layout, counts: Mapping[str, int]) -> Iterator[Rect]:
    for node in make_zone_nodes(layout, 0).values():
        for place in node.placements(counts.get(node.spec.kind, 0)):
            yield Rect.centred(Vec(place.x, place.y), node.card.scaled(place.scale))


def measure_cover(boxes: Sequence[Rect]) -> float:
    """Return the area that rectangles cover together.

    >>> measure_cover([Rect(0, 0, 10, 10), Rect(5, 5, 10, 10)])
    175.0
    """
    area = 0.0
    edges = sorted({x for box in boxes for x in (box.left, box.right)})
    for left, right in pairwise(edges):
        bottom = float("-inf")
        for box in sorted(boxes, key=lambda box: box.top):
            if box.left <= left and box.right >= right and box.bottom > bottom:
                area += (right - left) * (box.bottom - max(box.top, bottom))
                bottom = box.bottom
    return area


def measure_share(game: str, window: tuple[int, int], scale: int, seats: int) -> float:
    """Return the share of a window that cards cover, the mean of two moments of a round."""
    layout = choose(game, window, scale, seats)
    factor = layout.fit(window)
    covers = [
        measure_cover(list(_list_cards(layout, counts))) for counts in _count_cards(game, seats)
    ]
    return sum(covers) / len(covers) * factor**2 / (window[0] * window[1])


def measure_card(layout: Layout, window: tuple[int, int], zone: str, count: int) -> float:
    """Return the width, in pixels, of each of several cards of a zone."""
    node = next(node for node in make_zone_nodes(layout, 0).values() if node.spec.name == zone)
    return node.card.w * node.placements(count)[0].scale * layout.fit(window)


def _print_shares() -> None:
    for game, counts in SEATS.items():
        for window in WINDOWS:
            for scale in SCALES:
                shares = [measure_share(game, window, scale, seats) for seats in counts]
                told = ", ".join(f"{share:.4f}" for share in shares)
                print(f"    ({game!r}, {window}, {scale}): ({told}),")


if __name__ == "__main__":
    _print_shares()
