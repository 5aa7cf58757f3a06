"""The layouts that ship fit every table: any number of seats, any window, any number of cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.games.spring_cleaning.face.parts import ZONE_KINDS as SPRING_KINDS
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Size
from red7_desktop.table.arrange import arrange, bounds_of
from red7_desktop.table.card_nodes import MarkLook, ZoneNode, build_pose
from red7_desktop.table.layout import Layout, LayoutError, ZoneKinds, choose_layout, lies_in
from red7_desktop.table.layout_file import load_layout

GAMES: dict[str, tuple[ZoneKinds, tuple[int, ...]]] = {
    "red7": (ZONE_KINDS, (2, 3, 4)),
    "spring_cleaning": (SPRING_KINDS, (2, 3, 4, 5)),
}
"""By the folder of a game's layouts: the kinds of its zones, and for how many seats they are."""
SHIPPED = sorted(asset_path("layouts", "red7").glob("*.tmx"))
ALL = [path for game in GAMES for path in sorted(asset_path("layouts", game).glob("*.tmx"))]
SPRING = [path for path in ALL if path not in SHIPPED]
SHAPES = [(2560, 1080), (1920, 1080), (1920, 1200), (1440, 1080), (1080, 1920)]
TARGET = 44.0
"""Units that a place between two cards is wide at least."""
CLEAR = 8.0
"""Units between the backs of a hand and the number beside them."""


def shipped(path: Path) -> Layout:
    """Read a layout of any game."""
    return load_layout(path, GAMES[path.parent.name][0])


def layouts_of(game: str) -> list[Layout]:
    return [shipped(path) for path in ALL if path.parent.name == game]


def name_of(path: Path) -> str:
    """Name a layout and its game."""
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_layout_for_every_number_of_seats_and_shape(game: str) -> None:
    _, counts = GAMES[game]
    found = {(each.seats, each.size, each.text_zoom) for each in layouts_of(game)}
    shapes = [Size(*each) for each in SHAPES]
    assert found == {
        (seats, shape, zoom) for seats in counts for shape in shapes for zoom in (1.25, 2.0)
    }


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_a_shipped_layout_keeps_full_zones_apart(path: Path) -> None:
    layout = shipped(path)
    most = {"hand": 12, "palette": 14, "drawn": 1, "picked": 8, "offer": 8, "table": 9, "trick": 12}
    placed = {}
    for spec in layout.zones:
        # What is picked up of an offer leaves nothing there.
        if spec.style is not None and not (spec.kind == "picked" and spec.seat):
            card = layout.card_size(spec)
            cards = arrange(spec.area, card, most.get(spec.kind, 30), spec.style)
            assert all(each.scale > 0.75 for each in cards), spec.name
            placed[spec.name] = [bounds_of(each, card).inflated(-1e-6) for each in cards]
    for name, boxes in placed.items():
        others = [box for other, found in placed.items() if other != name for box in found]
        assert not any(box.overlaps(other) for box in boxes for other in others), name


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_layout_shows_few_cards_side_by_side_at_full_size(path: Path) -> None:
    layout = load_layout(path, ZONE_KINDS)
    for seat in range(layout.seats):
        spec = layout.zone("palette", seat)
        assert spec.style is not None
        first, second, *_ = arrange(spec.area, layout.card_size(spec), 3, spec.style)
        assert first.scale == 1.0
        assert second.x - first.x > layout.card_size(spec).w * 0.85


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_number_of_a_hand_stands_beside_its_cards_however_many(path: Path) -> None:
    layout = load_layout(path, ZONE_KINDS)
    for seat in range(1, layout.seats):
        hand, number = layout.zone("hand", seat), layout.zone("count", seat).area
        assert hand.style is not None
        for count in range(1, 13):
            card = layout.card_size(hand)
            last = bounds_of(arrange(hand.area, card, count, hand.style)[-1], card)
            assert CLEAR <= number.left - last.right <= 2 * CLEAR, (seat, count)


@pytest.mark.parametrize("path", SPRING, ids=name_of)
def test_a_long_row_is_as_straight_and_easy_to_put_cards_into_as_a_short_one(path: Path) -> None:
    layout = shipped(path)
    node = ZoneNode("hand", layout, layout.zone("hand", 0))
    for count in (12, 20):
        places = node.placements(count)
        assert len({place.y for place in places}) == 1
        assert all(place.scale == 1.0 and not place.rotation for place in places)
        assert min(gap.w for gap in node.gaps(count)) >= TARGET, count


@pytest.mark.parametrize("path", SPRING, ids=name_of)
def test_an_own_offer_lies_on_its_mat_as_large_as_the_hand(path: Path) -> None:
    layout = shipped(path)
    offer, hand = layout.zone("offer", 0), layout.zone("hand", 0)
    assert lies_in(offer.area, layout.zone("mat", 0).area)
    assert layout.card_size(offer).w >= 0.8 * layout.card_size(hand).w


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_a_shipped_layout_is_a_file_that_tiled_itself_could_have_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ids = [int(found) for found in re.findall(r'<object id="(\d+)"', text)]
    next_id = re.search(r'nextobjectid="(\d+)"', text)
    assert next_id is not None
    assert len(ids) == len(set(ids))
    assert max(ids) < int(next_id[1])
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.')


@pytest.mark.sampled("seats")
@pytest.mark.parametrize(
    ("window", "shape"),
    [
        ((1280, 720), (1920, 1080)),
        ((3840, 2160), (1920, 1080)),
        ((2560, 1080), (2560, 1080)),
        ((3440, 1440), (2560, 1080)),
        ((5120, 1440), (2560, 1080)),
        ((1280, 800), (1920, 1200)),
        ((1024, 768), (1440, 1080)),
        ((1280, 1024), (1440, 1080)),
        ((600, 1000), (1080, 1920)),
        ((1080, 1920), (1080, 1920)),
        ((1024, 960), (1440, 1080)),
        ((0, 0), (1440, 1080)),
    ],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_layout_of_the_nearest_shape_is_chosen(
    window: tuple[int, int], shape: tuple[int, int], seats: int
) -> None:
    layout = choose_layout(layouts_of("red7"), window, seats)
    assert (layout.seats, layout.size) == (seats, shape)


def test_there_is_no_layout_for_a_crowd() -> None:
    with pytest.raises(LayoutError, match="none for 9 seats"):
        choose_layout(layouts_of("red7"), (1280, 720), 9)


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_a_card_that_rises_covers_no_words(path: Path) -> None:
    """A palette card that a 7 may move rose over the line that says who leads."""
    layout = shipped(path)
    written = [spec for spec in layout.zones if spec.style is None and spec.kind != "hint"]
    held = MarkLook(lift=28.0, zoom=1.06, straight=True)
    for spec in layout.zones:
        if spec.style is None:
            continue
        node = ZoneNode(spec.name, layout, spec)
        for count in range(1, 9):
            for place, room in zip(node.placements(count), node.rooms(count), strict=True):
                at, _, scale, _, _ = build_pose(place, [held], room)
                size = node.card.scaled(scale)
                high = at.y - size.h / 2
                for words in written:
                    is_above = words.area.bottom <= place.y - node.card.h * place.scale / 2
                    if is_above and words.area.left < at.x < words.area.right:
                        assert high >= words.area.bottom, (spec.name, words.name, count)


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_card_has_room_to_rise(game: str) -> None:
    for layout in layouts_of(game):
        node = ZoneNode("hand", layout, layout.zone("hand", 0))
        middle, *_ = sorted(node.rooms(7)[2:])
        assert middle > 28.0, layout.where
        assert min(node.rooms(7)) > 12.0, layout.where
