"""Cards first: how much of a window they cover, and that larger words make no card smaller."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from red7_desktop.scene.geometry import Rect
from red7_desktop.table.card_nodes import make_zone_nodes
from red7_desktop.table.layout import Layout
from tests.unit.table import shares

Case = tuple[str, tuple[int, int], int]

SHARES: Final[Mapping[Case, tuple[float, ...]]] = {
    ("red7", (800, 600), 100): (0.1268, 0.1322, 0.1434),
    ("red7", (800, 600), 200): (0.1125, 0.1204, 0.1322),
    ("red7", (1024, 768), 100): (0.1268, 0.1322, 0.1434),
    ("red7", (1024, 768), 200): (0.1125, 0.1204, 0.1322),
    ("red7", (1280, 720), 100): (0.1275, 0.1393, 0.1492),
    ("red7", (1280, 720), 200): (0.1192, 0.1383, 0.1429),
    ("red7", (1280, 800), 100): (0.1307, 0.1385, 0.1502),
    ("red7", (1280, 800), 200): (0.1239, 0.1405, 0.1502),
    ("red7", (1600, 900), 100): (0.1275, 0.1393, 0.1492),
    ("red7", (1600, 900), 200): (0.1192, 0.1383, 0.1429),
    ("red7", (1920, 1080), 100): (0.1275, 0.1393, 0.1492),
    ("red7", (1920, 1080), 200): (0.1192, 0.1383, 0.1429),
    ("red7", (2560, 1080), 100): (0.1042, 0.1181, 0.1255),
    ("red7", (2560, 1080), 200): (0.0907, 0.0996, 0.1084),
    ("red7", (2560, 1440), 100): (0.1275, 0.1393, 0.1492),
    ("red7", (2560, 1440), 200): (0.1192, 0.1383, 0.1429),
    ("red7", (3440, 1440), 100): (0.1034, 0.1172, 0.1245),
    ("red7", (3440, 1440), 200): (0.0900, 0.0988, 0.1076),
    ("red7", (3840, 2160), 100): (0.1275, 0.1393, 0.1492),
    ("red7", (3840, 2160), 200): (0.1192, 0.1383, 0.1429),
    ("red7", (960, 1440), 100): (0.1747, 0.1625, 0.1586),
    ("red7", (960, 1440), 200): (0.1391, 0.1370, 0.1334),
    ("red7", (1080, 1920), 100): (0.2070, 0.1926, 0.1880),
    ("red7", (1080, 1920), 200): (0.1649, 0.1624, 0.1581),
    ("spring_cleaning", (800, 600), 100): (0.1225, 0.1356, 0.1465, 0.1485),
    ("spring_cleaning", (800, 600), 200): (0.1108, 0.1250, 0.1313, 0.1339),
    ("spring_cleaning", (1024, 768), 100): (0.1225, 0.1356, 0.1465, 0.1485),
    ("spring_cleaning", (1024, 768), 200): (0.1108, 0.1250, 0.1313, 0.1339),
    ("spring_cleaning", (1280, 720), 100): (0.1396, 0.1493, 0.1599, 0.1582),
    ("spring_cleaning", (1280, 720), 200): (0.1171, 0.1284, 0.1376, 0.1350),
    ("spring_cleaning", (1280, 800), 100): (0.1334, 0.1425, 0.1516, 0.1513),
    ("spring_cleaning", (1280, 800), 200): (0.1188, 0.1290, 0.1373, 0.1337),
    ("spring_cleaning", (1600, 900), 100): (0.1396, 0.1493, 0.1599, 0.1582),
    ("spring_cleaning", (1600, 900), 200): (0.1171, 0.1284, 0.1376, 0.1350),
    ("spring_cleaning", (1920, 1080), 100): (0.1396, 0.1493, 0.1599, 0.1582),
    ("spring_cleaning", (1920, 1080), 200): (0.1171, 0.1284, 0.1376, 0.1350),
    ("spring_cleaning", (2560, 1080), 100): (0.1172, 0.1304, 0.1374, 0.1360),
    ("spring_cleaning", (2560, 1080), 200): (0.0885, 0.0970, 0.1055, 0.1068),
    ("spring_cleaning", (2560, 1440), 100): (0.1396, 0.1493, 0.1599, 0.1582),
    ("spring_cleaning", (2560, 1440), 200): (0.1171, 0.1284, 0.1376, 0.1350),
    ("spring_cleaning", (3440, 1440), 100): (0.1163, 0.1294, 0.1364, 0.1350),
    ("spring_cleaning", (3440, 1440), 200): (0.0878, 0.0962, 0.1047, 0.1060),
    ("spring_cleaning", (3840, 2160), 100): (0.1396, 0.1493, 0.1599, 0.1582),
    ("spring_cleaning", (3840, 2160), 200): (0.1171, 0.1284, 0.1376, 0.1350),
    ("spring_cleaning", (960, 1440), 100): (0.1234, 0.1310, 0.1361, 0.1339),
    ("spring_cleaning", (960, 1440), 200): (0.1193, 0.1263, 0.1172, 0.1242),
    ("spring_cleaning", (1080, 1920), 100): (0.1462, 0.1553, 0.1613, 0.1587),
    ("spring_cleaning", (1080, 1920), 200): (0.1414, 0.1497, 0.1389, 0.1472),
}
"""Shares of the window that cards covered in version 1.0.0, by game, window and text size, for two
seats and more (`python -m tests.unit.table.shares` prints those of the current layouts)."""
MORE: Final = 1.15
"""The factor by which the share has grown where cards were too small."""
TOO_SMALL: Final = (
    *[(game, window, 200) for game in shares.SEATS for window in ((3840, 2160), (1920, 1080))],
    ("spring_cleaning", (960, 1440), 100),
)
LEAST_ROUNDING: Final = 0.0001


def test_measured_card_cover_counts_overlapping_areas_only_once() -> None:
    boxes = [Rect(0, 0, 10, 10), Rect(5, 5, 10, 10), Rect(20, 0, 5, 5), Rect(6, 6, 2, 2)]

    assert shares.measure_cover(boxes) == 200.0


@pytest.mark.parametrize("case", SHARES, ids=str)
def test_cards_cover_at_least_the_recorded_share_of_each_window(case: Case) -> None:
    game, window, scale = case
    counts = shares.SEATS[game]

    now = [shares.measure_share(game, window, scale, seats) for seats in counts]

    wanted = MORE if case in TOO_SMALL else 1.0
    for seats, share, before in zip(counts, now, SHARES[case], strict=True):
        assert share >= wanted * before - LEAST_ROUNDING, seats


def _list_hand_zones(game: str, layout: Layout) -> list[tuple[str, range]]:
    """List the zones of cards that players hold or show, with how many they have mostly."""
    rivals = range(1, layout.seats)
    if game == "red7":
        upright = layout.size.w < layout.size.h
        shown = range(1, 3) if upright else range(1, 5)
        return [
            ("hand.0", range(1, 8)),
            ("palette.0", range(1, 7)),
            *[(f"palette.{seat}", shown) for seat in rivals],
        ]
    return [
        ("hand.0", range(1, 13)),
        ("offer.0", range(1, 4)),
        *[(f"offer.{seat}", range(1, 4)) for seat in rivals],
    ]


@pytest.mark.parametrize("game", shares.SEATS)
@pytest.mark.parametrize("window", shares.WINDOWS)
def test_cards_are_no_smaller_when_text_size_is_200_percent(
    game: str, window: tuple[int, int]
) -> None:
    smaller = []
    for seats in shares.SEATS[game]:
        usual = shares.choose(game, window, 100, seats)
        large = shares.choose(game, window, 200, seats)
        for zone, counts in _list_hand_zones(game, large):
            for count in counts:
                before = shares.measure_card(usual, window, zone, count)
                after = shares.measure_card(large, window, zone, count)
                if after < before - 0.5:
                    smaller.append((seats, zone, count, round(before, 1), round(after, 1)))

    assert not smaller


@pytest.mark.parametrize("seats", shares.SEATS["spring_cleaning"])
def test_hand_of_many_cards_has_two_lines_in_upright_windows(seats: int) -> None:
    for scale in shares.SCALES:
        layout = shares.choose("spring_cleaning", (1080, 1920), scale, seats)
        node = make_zone_nodes(layout, 0)["hand:A"]

        rows = {place.y for place in node.placements(12)}

        assert len(rows) == 2, scale
