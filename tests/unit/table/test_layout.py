"""Layouts: read or refused with the place named; those that ship fit every table."""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.games.spring_cleaning.face.parts import ZONE_KINDS as SPRING_KINDS
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.table import card_nodes, layout_file
from red7_desktop.table.arrange import Arrangement, arrange, bounds_of
from red7_desktop.table.layout import (
    COMMON_KINDS,
    Layout,
    LayoutError,
    ZoneKinds,
    ZoneSpec,
    choose_layout,
    is_inside,
)

SMALL = Path(__file__).with_name("small.tmx").read_text("utf-8")
KINDS = {
    name: replace(kind, required=name in {"hand", "deck"}) for name, kind in COMMON_KINDS.items()
}
DECK_BOX = 'name="deck" x="20" y="200" width="90" height="120">'


def load(folder: Path, text: str, name: str = "small.tmx") -> Layout:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return layout_file.load_layout(path, KINDS)


def changed(old: str, new: str) -> str:
    assert old in SMALL, f"the test's own layout has no {old!r}"
    return SMALL.replace(old, new, 1)


def test_table_layout_file_is_read_with_all_its_zones(tmp_path: Path) -> None:
    layout = load(tmp_path, SMALL)
    assert (layout.source, layout.seats, layout.size) == ("small.tmx", 2, Size(800, 600))
    deck = layout.zone("deck")
    assert (deck.area, deck.seat, deck.card_width) == (Rect(20, 200, 90, 120), None, 60)
    assert deck.style == Arrangement("stack", gap=0, depth=3, shift=(0, -2))
    assert layout.zone("hand", 0).style == KINDS["hand"].style
    assert layout.zone("hand", 1).faces == "down"
    assert layout.zone("panel", 1).style is None
    assert layout.card_size(deck) == pytest.approx((60, 84))


def test_missing_zone_is_named_in_the_error(tmp_path: Path) -> None:
    layout = load(tmp_path, SMALL)
    with pytest.raises(LayoutError, match=r"small\.tmx: zone 'palette\.1'"):
        layout.zone("palette", 1)
    with pytest.raises(LayoutError, match=r"zone 'panel\.1': the zone holds no cards"):
        layout.card_size(layout.zone("panel", 1))


class Mistake(NamedTuple):
    old: str
    new: str
    zone: str | None
    prop: str | None
    words: str


def prop(name: str, value: str, kind: str = "") -> str:
    typed = f' type="{kind}"' if kind else ""
    return f'<property name="{name}"{typed} value="{value}"/>'


DECK_KIND = prop("kind", "deck")
DECK_WIDTH = prop("card_width", "60", "float")
DEPTH = prop("depth", "3", "int")
SEAT_1 = prop("seat", "1", "int")
SEATS = prop("seats", "2", "int")
LAYER = '<objectgroup id="1" name="zones">'

MISTAKES = {
    "a name used twice": Mistake('name="panel.1"', 'name="hand.0"', "hand.0", None, "two objects"),
    "no name": Mistake('id="4" name="deck"', 'id="4"', None, None, "id 4 has no name"),
    "no width": Mistake(
        'x="20" y="200" width="90"', 'x="20" y="200" width="0"', "deck", None, "no size"
    ),
    "an ellipse": Mistake(DECK_BOX, DECK_BOX + "<ellipse/>", "deck", None, "ellipse"),
    "a point": Mistake(DECK_BOX, DECK_BOX + "<point/>", "deck", None, "point"),
    "a tile": Mistake('name="deck"', 'name="deck" gid="1"', "deck", None, "tile"),
    "a template": Mistake('name="deck"', 'name="deck" template="a.tx"', "deck", None, "template"),
    "a turned zone": Mistake('name="deck"', 'name="deck" rotation="9"', "deck", None, "turned"),
    "a place that is no number": Mistake('x="20"', 'x="left"', "deck", None, "its x"),
    "an endless place": Mistake('x="20"', 'x="inf"', "deck", None, "its x"),
    "an unknown kind": Mistake(DECK_KIND, prop("kind", "dock"), "deck", "kind", "one of"),
    "no kind": Mistake(DECK_KIND, "", "deck", "kind", "what kind"),
    "a name that is not its kind": Mistake('name="deck"', 'name="talon"', "talon", None, "'deck'"),
    "a name of another seat": Mistake(
        'name="panel.1"', 'name="panel.0"', "panel.0", None, "'panel.1'"
    ),
    "an owned zone without a seat": Mistake(SEAT_1, "", "panel.1", "seat", "belongs to a seat"),
    "a shared zone with a seat": Mistake(DECK_KIND, DECK_KIND + SEAT_1, "deck", "seat", "shared"),
    "a seat beyond the table": Mistake(SEATS, SEATS.replace("2", "1"), "panel.1", "seat", "0 to 0"),
    "a missing shared zone": Mistake(DECK_KIND, prop("kind", "discard"), "deck", None, "'discard'"),
    "a missing owned zone": Mistake(SEATS, SEATS.replace("2", "3"), "hand.2", None, "missing"),
    "a zone off the right edge": Mistake(
        'x="100" y="400"', 'x="300" y="400"', "hand.0", None, "outside"
    ),
    "a zone off the top": Mistake('y="10"', 'y="-10"', "panel.1", None, "outside"),
    "a zone over a stranger": Mistake(
        'x="20" y="200"', 'x="100" y="390"', "hand.0", None, "'deck'"
    ),
    "a zone half out of its panel": Mistake(
        'x="120" y="20"', 'x="90" y="20"', "panel.1", None, "'hand.1'"
    ),
    "a text for a number": Mistake(
        DECK_WIDTH, prop("card_width", "60"), "deck", "card_width", "type float"
    ),
    "a whole number that is none": Mistake(
        DEPTH, DEPTH.replace('"3"', '"few"'), "deck", "depth", "'few'"
    ),
    "a number that is none": Mistake(
        DECK_WIDTH, DECK_WIDTH.replace("60", "wide"), "deck", "card_width", "'wide'"
    ),
    "a number that is not finite": Mistake(
        DECK_WIDTH, DECK_WIDTH.replace("60", "nan"), "deck", "card_width", "'nan'"
    ),
    "a number out of range": Mistake(
        DEPTH, DEPTH.replace('"3"', '"0"'), "deck", "depth", "1 to 12"
    ),
    "no card width": Mistake(DECK_WIDTH, "", "deck", "card_width", "how wide"),
    "a word that is not offered": Mistake(
        DEPTH, prop("align", "center"), "deck", "align", "left, centre, right"
    ),
    "a gap that swallows the card": Mistake(
        DEPTH, prop("gap", "-60", "float"), "deck", "gap", "negative"
    ),
    "a property with a slip of the pen": Mistake(
        DEPTH, DEPTH.replace("depth", "dept"), "deck", "dept", "not known"
    ),
    "a property given twice": Mistake(DEPTH, DEPTH + DEPTH, "deck", "depth", "twice"),
    "a card property where no cards lie": Mistake(
        prop("kind", "panel"),
        '<property name="kind" value="panel"/><property name="faces" value="down"/>',
        "panel.1",
        "faces",
        "holds cards",
    ),
    "no number of seats": Mistake(SEATS, "", None, "seats", "how many seats"),
    "no seats": Mistake(SEATS, SEATS.replace('"2"', '"0"'), None, "seats", "1 to 10"),
    "an unknown map property": Mistake(
        SEATS, SEATS + SEATS.replace("seats", "chairs"), None, "chairs", "not known"
    ),
    "no layer of zones": Mistake(LAYER, LAYER.replace("zones", "areas"), None, None, "has 0"),
    "two layers of zones": Mistake(LAYER, f"{LAYER}</objectgroup>{LAYER}", None, None, "has 2"),
    "a layer shifted by no number": Mistake(
        LAYER, LAYER.replace("id=", 'offsetx="left" id='), None, None, "offsetx of 'zones'"
    ),
    "a property of a class": Mistake(
        DEPTH,
        '<property name="style" type="class" propertytype="Pile"><properties/></property>',
        "deck",
        "style",
        "is of a class",
    ),
    "letters of several bytes": Mistake('="UTF-8"', '="UTF-7"', None, None, "multi-byte"),
    "an isometric map": Mistake("orthogonal", "isometric", None, None, "orientation"),
    "an infinite map": Mistake('infinite="0"', 'infinite="1"', None, None, "infinite"),
    "a map of no width": Mistake('width="40"', 'width="0"', None, None, "map's width"),
    "an object whose id is no number": Mistake('id="4"', 'id="four"', None, None, "not a map"),
    "a number of 5,000 digits": Mistake(
        'type="int" value="3"', f'type="int" value="{"3" * 5000}"', "deck", "depth", "whole number"
    ),
    "a place beyond all windows": Mistake('x="20"', 'x="1e300"', "deck", None, "x must be"),
    "a map of 5,000 digits": Mistake(
        'width="40"', f'width="{"4" * 5000}"', None, None, "must be a whole number"
    ),
    "an opening tag without its end": Mistake("<map", "<tileset", None, None, "damaged"),
    "letters nobody knows": Mistake('="UTF-8"', '="odd"', None, None, "unknown encoding: odd"),
    "a cut-off file": Mistake("</objectgroup>\n</map>", "", None, None, "damaged"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_layout_file_with_a_mistake_is_refused_naming_its_place(what: str, tmp_path: Path) -> None:
    mistake = MISTAKES[what]
    with pytest.raises(LayoutError) as caught:
        load(tmp_path, changed(mistake.old, mistake.new))
    error = caught.value
    assert (error.source, error.zone, error.property_name) == (
        "small.tmx",
        mistake.zone,
        mistake.prop,
    )
    assert mistake.words in error.problem
    named = [part for part in (mistake.zone, mistake.prop) if part is not None]
    assert all(repr(part) in str(error) for part in named)
    assert str(error).startswith("small.tmx: ")


def test_offsets_of_a_layout_layer_and_of_its_group_move_the_zones(tmp_path: Path) -> None:
    plain = load(tmp_path, SMALL)
    shifted = changed(LAYER, '<group offsetx="-4" offsety="3">' + LAYER)
    shifted = shifted.replace("</objectgroup>", "</objectgroup></group>")
    shifted = shifted.replace('name="zones"', 'name="zones" offsetx="0.0" offsety="1.0"')

    moved = load(tmp_path, shifted)

    for zone in plain.zones:
        x, y, width, height = zone.area
        assert moved.zone(zone.kind, zone.seat).area == Rect(x - 4, y + 4, width, height)


@pytest.mark.parametrize("offset", ['offsetx="0.0"', 'offsety="-0"', 'offsetx="0" offsety="0.00"'])
def test_layer_offset_of_zero_is_accepted_in_any_spelling(tmp_path: Path, offset: str) -> None:
    assert load(tmp_path, changed(LAYER, LAYER.replace("id=", f"{offset} id="))) == load(
        tmp_path, SMALL
    )


def test_property_of_type_class_on_the_zone_layer_is_ignored(tmp_path: Path) -> None:
    own = '<properties><property name="look" type="class" propertytype="Look"/></properties>'

    assert load(tmp_path, changed(LAYER, LAYER + own)) == load(tmp_path, SMALL)


def test_layers_without_zones_and_tilesets_of_a_layout_are_ignored(tmp_path: Path) -> None:
    packed = base64.b64encode(zlib.compress(bytes(8_000_000))).decode()
    others = (
        '<tileset firstgid="1" source="nowhere.tsx"/>'
        '<layer name="x"><data encoding="odd">1</data></layer>'
        '<layer name="y" width="2000" height="1000">'
        f'<data encoding="base64" compression="zlib">{packed}</data></layer>'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(zlib, "decompress", None)
        assert load(tmp_path, changed(LAYER, others + LAYER)) == load(tmp_path, SMALL)


def test_layout_file_above_the_size_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=f"longer than {layout_file.MAX_FILE_BYTES} bytes"):
        load(tmp_path, changed(LAYER, f"<!--{' ' * layout_file.MAX_FILE_BYTES}-->{LAYER}"))


def test_file_that_is_no_layout_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.tmx"
    other.write_text("<tileset/>", encoding="utf-8")
    with pytest.raises(LayoutError, match="not a Tiled map"):
        layout_file.load_layout(other, ZONE_KINDS)
    other.write_bytes(b"\xff\xfe\x00\x00 not text")
    with pytest.raises(LayoutError, match=r"other\.tmx: the file"):
        layout_file.load_layout(other, ZONE_KINDS)
    with pytest.raises(LayoutError, match=r"gone\.tmx: the file does not exist"):
        layout_file.load_layout(tmp_path / "gone.tmx", ZONE_KINDS)
    with pytest.raises(LayoutError, match="the file cannot be read"):
        layout_file.load_layout(tmp_path, ZONE_KINDS)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "dock"}, "no kind of zone"),
        ({"card_width": None}, "must have a card width"),
        ({"style": None}, "must have a card width"),
        ({"area": Rect(0, 0, 0, 9)}, "no size"),
        ({"area": Rect(float("nan"), 0, 9, 9)}, "must be numbers"),
    ],
)
def test_layout_built_in_code_is_validated_like_one_from_a_file(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    layout = load(tmp_path, SMALL)
    zones = [replace(z, **change) if z.name == "deck" else z for z in layout.zones]
    with pytest.raises(LayoutError, match=words):
        replace(layout, zones=tuple(zones))


def test_zone_is_widened_until_it_meets_another_zone_except_a_ring() -> None:
    for path in asset_path("layouts").rglob("*.tmx"):
        layout = shipped(path)
        supply = layout.zone("supply")

        grown = layout.grow_aside(supply, 24.0)

        assert grown.centre == pytest.approx(supply.area.centre)
        met = [each.kind for each in layout.zones if each.area.overlaps(grown)]
        assert set(met) <= {"supply", "ring", "hint"}, path
        nearer = grown.inflated(1.0)._replace(y=grown.y, h=grown.h)
        is_limited = any(
            each.area.overlaps(nearer) for each in layout.zones if each.kind not in met
        )
        assert is_limited or grown.w == pytest.approx(supply.area.w + 48.0), path


def test_layouts_page_documents_every_zone_kind_and_property() -> None:
    page = (Path(__file__).parents[3] / "docs" / "layouts.md").read_text(encoding="utf-8")
    words = {
        *ZONE_KINDS,
        *layout_file.ZONE_PROPERTIES,
        *layout_file.CARD_PROPERTIES,
        *layout_file.MAP_PROPERTIES,
    }
    assert {word for word in words if f"`{word}`" not in page} == set()


# == Shipped layouts fit any number of seats and cards, and any window.

GAMES: dict[str, tuple[ZoneKinds, tuple[int, ...]]] = {
    "red7": (ZONE_KINDS, (2, 3, 4)),
    "spring_cleaning": (SPRING_KINDS, (2, 3, 4, 5)),
}
"""By the folder of a game's layouts: the kinds of its zones, and for how many seats they are."""
SHIPPED = sorted(asset_path("layouts", "red7").glob("*.tmx"))
ALL = [path for game in GAMES for path in sorted(asset_path("layouts", game).glob("*.tmx"))]
SPRING = [path for path in ALL if path not in SHIPPED]
SPRING_OWN = [path for path in SPRING if "phones" not in path.stem]
"""Layouts of Spring Cleaning with a viewer, whose hand is at the bottom."""
SHAPES = [(2560, 1080), (1920, 1080), (1920, 1200), (1440, 1080), (1080, 1920)]
TARGET = 44.0
"""Units that a place between two cards is wide at least."""
CLEAR = 8.0
"""Units between the backs of a hand and the number next to them."""


@cache
def shipped(path: Path) -> Layout:
    """Load a shipped layout; layouts are immutable, so all tests share them."""
    return layout_file.load_layout(path, GAMES[path.parent.name][0])


def layouts_of(game: str) -> list[Layout]:
    return [shipped(path) for path in ALL if path.parent.name == game]


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("game", GAMES)
def test_shipped_layout_exists_for_every_seat_count_and_window_shape(game: str) -> None:
    _, counts = GAMES[game]
    found = {
        (each.seats, each.size, each.text_zoom) for each in layouts_of(game) if each.has_viewer
    }
    shapes = [Size(*each) for each in SHAPES]
    assert found == {
        (seats, shape, zoom) for seats in counts for shape in shapes for zoom in (1.25, 2.0)
    }


@pytest.mark.parametrize("game", GAMES)
def test_spectator_layout_exists_for_every_number_of_seats(game: str) -> None:
    _, counts = GAMES[game]
    found = {
        (each.seats, each.size, each.text_zoom) for each in layouts_of(game) if not each.has_viewer
    }
    shapes = [Size(1920, 1080), Size(1440, 1080), Size(1080, 1920)]
    assert found == {
        (seats, shape, zoom) for seats in counts for shape in shapes for zoom in (1.25, 2.0)
    }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("window", [(2560, 1080), (1600, 900), (1280, 800), (800, 600), (600, 900)])
def test_spectator_layout_shows_all_seats_alike(game: str, window: tuple[int, int]) -> None:
    _, counts = GAMES[game]
    layouts = layouts_of(game)
    for seats in counts:
        layout = choose_layout(layouts, window, seats, has_viewer=False)

        kinds = [{each.kind for each in layout.zones if each.seat == seat} for seat in range(seats)]
        widths = [
            layout.card_size(each).w for each in layout.zones if each.kind in {"palette", "offer"}
        ]

        assert not layout.has_viewer
        assert all(each == kinds[0] for each in kinds)
        assert max(widths) < 1.5 * min(widths)


def test_players_layout_is_chosen_if_there_is_none_for_spectators(tmp_path: Path) -> None:
    layout = load(tmp_path, SMALL)

    assert choose_layout([layout], (800, 600), 2, has_viewer=False).has_viewer


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_zones_full_of_cards_do_not_overlap_in_any_shipped_layout(path: Path) -> None:
    layout = shipped(path)
    most = {"hand": 12, "palette": 14, "drawn": 1, "picked": 8, "offer": 8, "table": 9, "trick": 12}
    placed = {}
    for spec in layout.zones:
        # What is picked up of an offer leaves nothing there, nor in the hand.
        if spec.style is not None and spec.kind != "picked":
            card = layout.card_size(spec)
            cards = arrange(spec.area, card, most.get(spec.kind, 30), spec.style)
            least = 0.4 if spec.style.arrangement == "grid" else 0.75
            assert all(each.scale > least for each in cards), spec.name
            placed[spec.name] = [bounds_of(each, card).inflated(-1e-6) for each in cards]
    for (name, boxes), (other, others) in combinations(placed.items(), 2):
        assert not any(a.overlaps(b) for a, b in product(boxes, others)), (name, other)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_layouts_show_a_few_palette_cards_at_full_size(path: Path) -> None:
    layout = shipped(path)
    for seat in range(layout.seats):
        spec = layout.zone("palette", seat)
        assert spec.style is not None
        is_own = seat == 0 and layout.has_viewer
        few = 6 if is_own and "tall" in path.stem else 3
        first, second, *_ = arrange(spec.area, layout.card_size(spec), few, spec.style)
        assert first.scale == 1.0
        assert second.x - first.x > layout.card_size(spec).w * 0.85


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_cards_of_palettes_and_offers_never_overlap(path: Path) -> None:
    layout = shipped(path)
    for spec, count in product(layout.zones, range(1, 15)):
        if spec.style and (spec.kind == "palette" or (spec.kind == "offer" and spec.seat)):
            card = layout.card_size(spec)
            places = arrange(spec.area, card, count, spec.style)
            boxes = [bounds_of(place, card).inflated(-1e-6) for place in places]
            assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
            few, least = (7, 33.0) if spec.kind == "palette" else (5, 29.0)
            assert count > few or card.w * places[0].scale >= least, (spec.name, count)
            lines = len({place.y for place in places})
            assert count > 4 or lines == 1 or spec.kind == "offer", (spec.name, count)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_number_of_hand_cards_is_beside_an_opponents_hand_of_any_size(path: Path) -> None:
    layout = shipped(path)
    for seat in range(1, layout.seats):
        hand, number = layout.zone("hand", seat), layout.zone("count", seat).area
        assert hand.style is not None
        for count in range(1, 13):
            card = layout.card_size(hand)
            last = bounds_of(arrange(hand.area, card, count, hand.style)[-1], card)
            assert CLEAR <= number.left - last.right <= 2 * CLEAR, (seat, count)


@pytest.mark.parametrize("path", SPRING_OWN, ids=name_of)
def test_hand_of_many_cards_is_straight_with_gaps_wide_enough_to_hit(path: Path) -> None:
    layout = shipped(path)
    node = card_nodes.ZoneNode("hand", layout, layout.zone("hand", 0))
    lines = node.spec.style.lines if node.spec.style else 1
    for count in (12, 20):
        places = node.placements(count)
        assert len({place.y for place in places}) == lines
        assert all(place.scale == 1.0 and not place.rotation for place in places)
        assert min(gap.w for gap in node.gaps(count)) >= TARGET, count


def test_gaps_in_a_hand_of_two_lines_lie_beside_cards_of_their_own_line() -> None:
    (path,) = [path for path in SPRING if path.stem == "4-seats-tall"]
    layout = shipped(path)
    node = card_nodes.ZoneNode("hand", layout, layout.zone("hand", 0))
    places = node.placements(12)

    gaps = node.gaps(12)

    assert len(gaps) == 13
    for gap, place in zip(gaps, places, strict=False):
        assert gap.centre.y == pytest.approx(place.y)
        assert gap.left < place.x <= gap.right + 1e-6
    assert gaps[-1].left == places[-1].x


@pytest.mark.parametrize("path", SPRING_OWN, ids=name_of)
def test_own_offer_lies_on_its_mat_with_cards_almost_of_hand_size(path: Path) -> None:
    layout = shipped(path)
    offer, hand = layout.zone("offer", 0), layout.zone("hand", 0)
    assert is_inside(offer.area, layout.zone("mat", 0).area)
    assert layout.card_size(offer).w >= 0.8 * layout.card_size(hand).w


NEAREST = {
    (1920, 1080): [(1280, 720), (3840, 2160)],
    (2560, 1080): [(2560, 1080), (3440, 1440), (5120, 1440)],
    (1920, 1200): [(1280, 800)],
    (1440, 1080): [(1024, 768), (1280, 1024), (1024, 960), (0, 0)],
    (1080, 1920): [(600, 1000), (1080, 1920)],
}


@pytest.mark.sampled("seats")
@pytest.mark.parametrize(
    ("window", "shape"),
    [(window, shape) for shape, windows in NEAREST.items() for window in windows],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_layout_of_the_shape_nearest_to_the_window_is_chosen(
    window: tuple[int, int], shape: tuple[int, int], seats: int
) -> None:
    layouts = layouts_of("red7")
    layout = choose_layout(layouts, window, seats)
    (drawn,) = [each for each in layouts if each.source == layout.source]
    assert (layout.seats, drawn.size) == (seats, shape)


@pytest.mark.parametrize(
    ("window", "width"),
    [
        ((960, 1440), 1280.0),  # 2:3: all of the width is used
        ((1512, 1920), 1512.0),  # the widest that the upright layout is drawn out to
        ((1100, 1920), 1080.0),  # hardly wider
        ((5120, 1440), 2560.0),  # so wide that the sides would lie too far apart
    ],
)
def test_layout_is_stretched_to_the_window_width_within_limits(
    window: tuple[int, int], width: float
) -> None:
    layout = choose_layout(layouts_of("red7"), window, 4)
    assert layout.size.w == width


@pytest.mark.parametrize("path", ALL, ids=name_of)
def test_rising_card_covers_no_text_above_it(path: Path) -> None:
    """A palette card that a 7 may move rose over the line that says who leads."""
    layout = shipped(path)
    written = [spec for spec in layout.zones if spec.style is None and spec.kind != "hint"]
    held = card_nodes.MarkStyle(lift=28.0, zoom=1.06, straight=True)
    for spec in layout.zones:
        if spec.style is None:
            continue
        node = card_nodes.ZoneNode(spec.name, layout, spec)
        for count in range(1, 9):
            for place, room in zip(
                node.placements(count), node.compute_headrooms(count), strict=True
            ):
                at, _, scale, _, _ = card_nodes.build_pose(place, [held], room)
                size = node.card.scaled(scale)
                high = at.y - size.h / 2
                for words in written:
                    is_above = words.area.bottom <= place.y - node.card.h * place.scale / 2
                    if is_above and words.area.left < at.x < words.area.right:
                        assert high >= words.area.bottom, (spec.name, words.name, count)


@pytest.mark.parametrize(("kind", "room"), [("title", 60.0), ("hint", 200.0)])
def test_card_may_rise_over_a_floating_zone_but_not_over_text(kind: str, room: float) -> None:
    text = ZoneSpec(kind, kind, Rect(0.0, 100.0, 400.0, 40.0))
    kinds = {kind: replace(COMMON_KINDS[kind], required=False)}
    layout = Layout("test", 2, Size(800.0, 400.0), (text,), kinds=kinds)

    assert layout.room_above(Rect(50.0, 200.0, 60.0, 90.0)) == room
    assert layout.room_above(Rect(500.0, 200.0, 60.0, 90.0)) == 200.0


@pytest.mark.parametrize("game", GAMES)
def test_hand_card_has_room_to_rise_when_pointed_at(game: str) -> None:
    for layout in [each for each in layouts_of(game) if each.has_viewer]:
        node = card_nodes.ZoneNode("hand", layout, layout.zone("hand", 0))
        middle, *_ = sorted(node.compute_headrooms(7)[2:])
        assert middle > 28.0, layout.source
        assert min(node.compute_headrooms(7)) > 12.0, layout.source
