"""A layout file gives its zones, or an error that names the file, the object and the property."""

from __future__ import annotations

import base64
import zlib
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from red7_desktop.games.red7.face.parts import ZONE_KINDS
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.table.arrange import Style
from red7_desktop.table.layout import COMMON_KINDS, Layout, LayoutError
from red7_desktop.table.layout_file import (
    CARD_PROPERTIES,
    LONGEST,
    MAP_PROPERTIES,
    ZONE_PROPERTIES,
    load_layout,
)

SMALL = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="40" height="30" tilewidth="20" tileheight="20"
 infinite="0">
 <properties>
  <property name="seats" type="int" value="2"/>
 </properties>
 <objectgroup id="1" name="zones">
  <object id="1" name="hand.0" x="100" y="400" width="600" height="180">
   <properties>
    <property name="card_width" type="float" value="80"/>
    <property name="kind" value="hand"/>
    <property name="seat" type="int" value="0"/>
   </properties>
  </object>
  <object id="2" name="panel.1" x="100" y="10" width="600" height="120">
   <properties>
    <property name="kind" value="panel"/>
    <property name="seat" type="int" value="1"/>
   </properties>
  </object>
  <object id="3" name="hand.1" x="120" y="20" width="200" height="100">
   <properties>
    <property name="card_width" type="float" value="40"/>
    <property name="faces" value="down"/>
    <property name="kind" value="hand"/>
    <property name="seat" type="int" value="1"/>
   </properties>
  </object>
  <object id="4" name="deck" x="20" y="200" width="90" height="120">
   <properties>
    <property name="card_width" type="float" value="60"/>
    <property name="depth" type="int" value="3"/>
    <property name="kind" value="deck"/>
    <property name="shift_y" type="float" value="-2"/>
   </properties>
  </object>
 </objectgroup>
</map>
"""
KINDS = {
    name: replace(kind, required=name in {"hand", "deck"}) for name, kind in COMMON_KINDS.items()
}
DECK_BOX = 'name="deck" x="20" y="200" width="90" height="120">'


def load(folder: Path, text: str, name: str = "small.tmx") -> Layout:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load_layout(path, KINDS)


def changed(old: str, new: str) -> str:
    assert old in SMALL, f"the test's own layout has no {old!r}"
    return SMALL.replace(old, new, 1)


def test_a_layout_gives_its_zones_as_values(tmp_path: Path) -> None:
    layout = load(tmp_path, SMALL)
    assert (layout.where, layout.seats, layout.size) == ("small.tmx", 2, Size(800, 600))
    deck = layout.zone("deck")
    assert (deck.area, deck.seat, deck.card_width) == (Rect(20, 200, 90, 120), None, 60)
    assert deck.style == Style("stack", gap=0, depth=3, shift=(0, -2))
    assert layout.zone("hand", 0).style == KINDS["hand"].style
    assert layout.zone("hand", 1).faces == "down"
    assert layout.zone("panel", 1).style is None
    assert layout.card_size(deck) == pytest.approx((60, 84))


def test_a_layout_cannot_be_changed(tmp_path: Path) -> None:
    layout = load(tmp_path, SMALL)
    with pytest.raises(FrozenInstanceError):
        layout.seats = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        layout.by_name["deck"] = layout.zone("hand", 0)  # type: ignore[index]


def test_other_layers_are_the_designers_own(tmp_path: Path) -> None:
    guides = '<objectgroup id="2" name="guides"><object id="9"><ellipse/></object></objectgroup>'
    layout = load(tmp_path, changed("</map>", guides + "</map>"))
    assert layout == load(tmp_path, SMALL)


def test_an_object_may_carry_a_comment(tmp_path: Path) -> None:
    comment = '<property name="comment" value="a bit low?"/><property name="kind" value="deck"/>'
    layout = load(tmp_path, changed('<property name="kind" value="deck"/>', comment))
    assert layout == load(tmp_path, SMALL)


def test_asking_for_a_zone_that_is_not_there_names_it(tmp_path: Path) -> None:
    layout = load(tmp_path, SMALL)
    with pytest.raises(LayoutError, match=r"small\.tmx: zone 'palette\.1'"):
        layout.zone("palette", 1)
    with pytest.raises(LayoutError, match=r"zone 'panel\.1': the zone holds no cards"):
        layout.card_size(layout.zone("panel", 1))


class Mistake(NamedTuple):
    """One edit of the small layout, and the words that its error must hold."""

    old: str
    new: str
    zone: str | None
    prop: str | None
    words: str


DECK_KIND = '<property name="kind" value="deck"/>'
DECK_WIDTH = '<property name="card_width" type="float" value="60"/>'
DEPTH = '<property name="depth" type="int" value="3"/>'
SEAT_1 = '<property name="seat" type="int" value="1"/>'
SEATS = '<property name="seats" type="int" value="2"/>'
LAYER = '<objectgroup id="1" name="zones">'

MISTAKES = {
    "a name used twice": Mistake('name="panel.1"', 'name="hand.0"', "hand.0", None, "two objects"),
    "no name": Mistake('id="4" name="deck"', 'id="4"', None, None, "id 4 has no name"),
    "no width": Mistake(
        'x="20" y="200" width="90"', 'x="20" y="200" width="0"', "deck", None, "no size"
    ),
    "no size at all": Mistake(DECK_BOX, 'name="deck" x="20" y="200">', "deck", None, "no size"),
    "an ellipse": Mistake(DECK_BOX, DECK_BOX + "<ellipse/>", "deck", None, "ellipse"),
    "a point": Mistake(DECK_BOX, DECK_BOX + "<point/>", "deck", None, "point"),
    "a polygon": Mistake(
        DECK_BOX, DECK_BOX + '<polygon points="0,0 9,0 9,9"/>', "deck", None, "polygon"
    ),
    "a polyline": Mistake(
        DECK_BOX, DECK_BOX + '<polyline points="0,0 9,0"/>', "deck", None, "polyline"
    ),
    "a text": Mistake(DECK_BOX, DECK_BOX + "<text>deck</text>", "deck", None, "text"),
    "a tile": Mistake('name="deck"', 'name="deck" gid="1"', "deck", None, "tile"),
    "a template": Mistake('name="deck"', 'name="deck" template="a.tx"', "deck", None, "template"),
    "a turned zone": Mistake('name="deck"', 'name="deck" rotation="9"', "deck", None, "turned"),
    "a place that is no number": Mistake('x="20"', 'x="left"', "deck", None, "its x"),
    "an endless place": Mistake('x="20"', 'x="inf"', "deck", None, "its x"),
    "an unknown kind": Mistake(
        DECK_KIND, '<property name="kind" value="dock"/>', "deck", "kind", "one of"
    ),
    "no kind": Mistake(DECK_KIND, "", "deck", "kind", "what kind"),
    "a name that is not its kind": Mistake('name="deck"', 'name="talon"', "talon", None, "'deck'"),
    "a name of another seat": Mistake(
        'name="panel.1"', 'name="panel.0"', "panel.0", None, "'panel.1'"
    ),
    "an owned zone without a seat": Mistake(SEAT_1, "", "panel.1", "seat", "belongs to a seat"),
    "a shared zone with a seat": Mistake(DECK_KIND, DECK_KIND + SEAT_1, "deck", "seat", "shared"),
    "a seat beyond the table": Mistake(SEATS, SEATS.replace("2", "1"), "panel.1", "seat", "0 to 0"),
    "a missing shared zone": Mistake(
        DECK_KIND, '<property name="kind" value="discard"/>', "deck", None, "'discard'"
    ),
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
        DECK_WIDTH, '<property name="card_width" value="60"/>', "deck", "card_width", "type float"
    ),
    "a fraction for a whole number": Mistake(
        DEPTH, DEPTH.replace("int", "float"), "deck", "depth", "type int"
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
        DEPTH, '<property name="align" value="center"/>', "deck", "align", "left, centre, right"
    ),
    "a gap that swallows the card": Mistake(
        DEPTH, '<property name="gap" type="float" value="-60"/>', "deck", "gap", "negative"
    ),
    "a property with a slip of the pen": Mistake(
        DEPTH, DEPTH.replace("depth", "dept"), "deck", "dept", "not known"
    ),
    "a property called name": Mistake(
        DEPTH, '<property name="name" value="x"/>', "deck", "name", "not known"
    ),
    "a property given twice": Mistake(DEPTH, DEPTH + DEPTH, "deck", "depth", "twice"),
    "a card property where no cards lie": Mistake(
        '<property name="kind" value="panel"/>',
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
    "a shifted layer": Mistake(
        LAYER, LAYER.replace("id=", 'offsetx="8" id='), None, None, "offset"
    ),
    "an isometric map": Mistake("orthogonal", "isometric", None, None, "orientation"),
    "an infinite map": Mistake('infinite="0"', 'infinite="1"', None, None, "infinite"),
    "a map of no width": Mistake('width="40"', 'width="0"', None, None, "map's width"),
    "a map without tiles": Mistake('tilewidth="20"', "", None, None, "map's tilewidth"),
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
def test_a_layout_is_refused_with(what: str, tmp_path: Path) -> None:
    mistake = MISTAKES[what]
    with pytest.raises(LayoutError) as caught:
        load(tmp_path, changed(mistake.old, mistake.new))
    error = caught.value
    assert (error.where, error.zone, error.prop) == ("small.tmx", mistake.zone, mistake.prop)
    assert mistake.words in error.problem
    named = [part for part in (mistake.zone, mistake.prop) if part is not None]
    assert all(repr(part) in str(error) for part in named)
    assert str(error).startswith("small.tmx: ")


def test_other_layers_and_tilesets_are_not_read_whatever_they_hold(tmp_path: Path) -> None:
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


def test_a_file_of_any_length_is_not_read_to_its_end(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match=f"longer than {LONGEST} bytes"):
        load(tmp_path, changed(LAYER, f"<!--{' ' * LONGEST}-->{LAYER}"))


def test_a_file_that_is_no_layout_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.tmx"
    other.write_text("<tileset/>", encoding="utf-8")
    with pytest.raises(LayoutError, match="not a Tiled map"):
        load_layout(other, ZONE_KINDS)
    other.write_bytes(b"\xff\xfe\x00\x00 not text")
    with pytest.raises(LayoutError, match=r"other\.tmx: the file"):
        load_layout(other, ZONE_KINDS)
    with pytest.raises(LayoutError, match=r"gone\.tmx: the file does not exist"):
        load_layout(tmp_path / "gone.tmx", ZONE_KINDS)
    with pytest.raises(LayoutError, match="the file cannot be read"):
        load_layout(tmp_path, ZONE_KINDS)


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
def test_a_layout_made_in_code_keeps_the_same_rules(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    layout = load(tmp_path, SMALL)
    zones = [replace(z, **change) if z.name == "deck" else z for z in layout.zones]
    with pytest.raises(LayoutError, match=words):
        replace(layout, zones=tuple(zones))


def test_the_designers_page_names_every_kind_and_property() -> None:
    page = (Path(__file__).parents[3] / "docs" / "layouts.md").read_text(encoding="utf-8")
    words = {*ZONE_KINDS, *ZONE_PROPERTIES, *CARD_PROPERTIES, *MAP_PROPERTIES}
    assert {word for word in words if f"`{word}`" not in page} == set()
