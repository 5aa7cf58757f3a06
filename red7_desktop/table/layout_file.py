"""Reads table layouts from Tiled map files; the only module that uses pytmx.

A layout file is an orthogonal Tiled map with an object layer `zones`. Each rectangle in this layer
is a zone, described by typed custom properties. Other layers are guides for the designer and
ignored. docs/layouts.md explains the properties to designers.

pytmx accepts several mistakes silently: points and ellipses become empty rectangles, and of two
objects with one name only the last is read. For other mistakes, its errors don't say where they
are. So this module validates the XML first, and its errors name the object.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytmx

from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.table.arrange import ALIGNMENTS, ANCHORS, ARRANGEMENTS
from red7_desktop.table.layout import FACE_RULES, Layout, LayoutError, ZoneKinds, ZoneSpec

ZONES_LAYER = "zones"
MAX_FILE_BYTES = 1_000_000
"""Maximum size of a layout file, in bytes."""
_MAX_NUMBER = 100_000.0
"""Maximum absolute value of numbers (coordinates, sizes, properties) in a layout file.

A larger number is reported as an error.
"""


class Property(NamedTuple):
    """The rules for a custom property of a Tiled object.

    Attributes:
        type: Tiled's name of the type.
        allows: Returns True for a valid value.
        expected: Description of the valid values, for error messages.
    """

    type: str
    allows: Callable[[Any], bool]
    expected: str


def _build_word_property(words: Collection[str]) -> Property:
    return Property("string", lambda value: value in words, f"one of {', '.join(words)}")


def _build_number_property(low: float, high: float) -> Property:
    return Property("float", lambda value: low <= value <= high, f"{low:g} to {high:g}")


def _build_whole_property(low: int, high: int) -> Property:
    return Property("int", lambda value: low <= value <= high, f"{low} to {high}")


_TEXT = Property("string", lambda _: True, "a text")
_FLAG = Property("bool", lambda _: True, "true or false")

ZONE_PROPERTIES: Mapping[str, Property] = {
    "kind": _TEXT,
    "seat": _build_whole_property(0, 9),
    "comment": _TEXT,
}

CARD_PROPERTIES: Mapping[str, Property] = {
    "card_width": _build_number_property(8, 600),
    "faces": _build_word_property(FACE_RULES),
    "arrangement": _build_word_property(tuple(ARRANGEMENTS)),
    "angle": _build_number_property(0, 120),
    "gap": _build_number_property(-600, 600),
    "line_gap": _build_number_property(0, 600),
    "overlap": _build_number_property(0, 0.95),
    "align": _build_word_property(ALIGNMENTS),
    "anchor": _build_word_property(ANCHORS),
    "depth": _build_whole_property(1, 12),
    "lines": _build_whole_property(1, 3),
    "shift_x": _build_number_property(-40, 40),
    "shift_y": _build_number_property(-40, 40),
}

MAP_PROPERTIES: Mapping[str, Property] = {
    "seats": _build_whole_property(1, 10),
    "card_ratio": _build_number_property(1, 2),
    "text_zoom": _build_number_property(1, 3),
    "viewer": _FLAG,
    "comment": _TEXT,
}

_STYLE_FIELDS = (
    "arrangement",
    "gap",
    "line_gap",
    "overlap",
    "angle",
    "align",
    "anchor",
    "depth",
    "lines",
)
_SHAPES = ("ellipse", "point", "polygon", "polyline", "text", "capsule")
_GEOMETRY = ("x", "y", "width", "height", "rotation")
_OFFSET = ("offsetx", "offsety")


def load_layout(path: Path, kinds: ZoneKinds) -> Layout:
    """Read and validate a layout file.

    Args:
        path: The file.
        kinds: Allowed kinds of zones. A layout must have a zone of each required kind; if the kind
            is owned, one for every seat.

    Raises:
        LayoutError: The file has a mistake. The message names the file, the zone and the property.
    """
    root = _read_xml(path)
    layer = _check_map(path.name, root)
    names = _check_objects(path.name, layer)
    offset = _measure_offset(root, layer)
    tmx = _read_map(path, root, layer)
    found = _check_properties(path.name, None, tmx.properties, MAP_PROPERTIES)
    if "seats" not in found:
        raise LayoutError(path.name, "the map must say how many seats it is for", prop="seats")
    (group,) = tmx.objectgroups
    zones = [
        _build_zone(path.name, name, each, offset, kinds)
        for name, each in zip(names, group, strict=True)
    ]
    return Layout(
        source=path.name,
        seats=found["seats"],
        size=Size(tmx.width * tmx.tilewidth, tmx.height * tmx.tileheight),
        zones=tuple(zones),
        card_ratio=found.get("card_ratio", 1.4),
        text_zoom=found.get("text_zoom", 1.25),
        has_viewer=found.get("viewer", True),
        kinds=kinds,
    )


def _read_xml(path: Path) -> ElementTree.Element:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
        if len(data) > MAX_FILE_BYTES:
            raise LayoutError(path.name, f"the file is longer than {MAX_FILE_BYTES} bytes")
        return ElementTree.fromstring(data)
    except FileNotFoundError:
        raise LayoutError(path.name, "the file does not exist") from None
    # ValueError and LookupError are raised for multi-byte and unknown encodings.
    except (OSError, ValueError, LookupError) as error:
        raise LayoutError(path.name, f"the file cannot be read: {error}") from error
    except ElementTree.ParseError as error:
        raise LayoutError(path.name, f"the file is damaged: {error}") from error


def _read_map(path: Path, root: ElementTree.Element, zones: ElementTree.Element) -> pytmx.TiledMap:
    """Parse the properties and zones of a Tiled map with pytmx.

    All other layers of the map are skipped, because they may be large.
    """
    reduced = ElementTree.Element(root.tag, root.attrib)
    layer = ElementTree.SubElement(reduced, zones.tag, {"name": ZONES_LAYER})
    layer.extend(zones.findall("object"))
    reduced.extend(root.findall("properties"))
    tmx = pytmx.TiledMap()
    tmx.filename = str(path)
    try:
        tmx.parse_xml(reduced)
    except Exception as error:  # pytmx raises plain Exception for unsupported features.
        raise LayoutError(path.name, f"not a map that can be read: {error}") from error
    return tmx


def _check_map(where: str, root: ElementTree.Element) -> ElementTree.Element:
    """Validate a layout's Tiled map, apart from its zones; return the layer with the zones."""
    if root.tag != "map":
        raise LayoutError(where, f"not a Tiled map: the outermost element is <{root.tag}>")
    orientation = root.get("orientation", "orthogonal")
    infinite = root.get("infinite", "0")
    if orientation != "orthogonal":
        raise LayoutError(where, f"the map's orientation must be orthogonal, is {orientation}")
    if not _reads_as_number(infinite) or float(infinite) != 0:
        raise LayoutError(where, f"the map's infinite must be 0, is {infinite}")
    for name in ("width", "height", "tilewidth", "tileheight"):
        number = root.get(name, "")
        if not (number.isdecimal() and _reads_as_number(number) and int(number)):
            raise LayoutError(where, f"the map's {name} must be a whole number above 0")
    layers = [g for g in root.iter("objectgroup") if g.get("name") == ZONES_LAYER]
    if len(layers) != 1:
        problem = f"must have one object layer {ZONES_LAYER!r}, has {len(layers)}"
        raise LayoutError(where, problem)
    for part in _list_path(root, layers[0]):
        for key in _OFFSET:
            if not _reads_as_number(part.get(key, "0")):
                name = part.get("name", "")
                raise LayoutError(where, f"the {key} of {name!r} must be a number")
    _check_values(where, None, root, MAP_PROPERTIES)
    return layers[0]


def _list_path(root: ElementTree.Element, layer: ElementTree.Element) -> list[ElementTree.Element]:
    """Return the XML elements of a Tiled layer and of the groups that contain it."""
    return [layer, *[group for group in root.iter("group") if layer in group.iter("objectgroup")]]


def _measure_offset(root: ElementTree.Element, layer: ElementTree.Element) -> Vec:
    """Return a layer's offset from the map's origin, in the map's units.

    It is the sum of the layer's own offset and the offsets of all groups that contain the layer.
    """
    x, y = (sum(float(part.get(key, "0")) for part in _list_path(root, layer)) for key in _OFFSET)
    return Vec(x, y)


def _check_objects(where: str, layer: ElementTree.Element) -> list[str]:
    """Raise an error for mistakes in zones that pytmx would accept silently.

    Returns:
        The names of the zones, in the order of the file.
    """
    names = []
    for node in layer.findall("object"):
        name = node.get("name", "")
        if not name:
            raise LayoutError(where, f"the object with the id {node.get('id')} has no name")
        for problem in _find_shape_problems(node):
            raise LayoutError(where, problem, name)
        _check_values(where, name, node, {**ZONE_PROPERTIES, **CARD_PROPERTIES})
        names.append(name)
    return names


def _find_shape_problems(node: ElementTree.Element) -> Iterator[str]:
    for shape in _SHAPES:
        if node.find(shape) is not None:
            yield f"is drawn as a {shape}; a zone is a rectangle"
    if node.get("gid") is not None:
        yield "is a tile; a zone is a rectangle"
    if node.get("template") is not None:
        yield "comes from a template; draw it as a rectangle"
    for key in _GEOMETRY:
        if not _reads_as_number(node.get(key, "0")):
            yield f"its {key} must be a number, is {node.get(key)!r}"
    if float(node.get("rotation", "0")) != 0:
        yield "is turned; a zone lies straight"
    if float(node.get("width", "0")) <= 0 or float(node.get("height", "0")) <= 0:
        yield "has no size: draw it as a rectangle"


def _reads_as_number(text: str) -> bool:
    try:
        return abs(float(text)) <= _MAX_NUMBER
    except ValueError:
        return False


def _check_values(
    where: str, zone: str | None, node: ElementTree.Element, known: Mapping[str, Property]
) -> None:
    seen: set[str] = set()
    for prop in node.findall("properties/property"):
        name = prop.get("name", "")
        kind = prop.get("type", "string")
        value = prop.get("value", "")
        if kind == "class":
            problem = f"is of a class; give each value alone: {', '.join(known)}"
            raise LayoutError(where, problem, zone, name)
        if name not in known:
            problem = f"is not known; known are {', '.join(known)}"
            raise LayoutError(where, problem, zone, name)
        if name in seen:
            raise LayoutError(where, "is given twice", zone, name)
        seen.add(name)
        if kind != known[name].type and (kind, known[name].type) != ("int", "float"):
            problem = f"must have the type {known[name].type}, has {kind}"
            raise LayoutError(where, problem, zone, name)
        is_whole = value.removeprefix("-").isdecimal() and _reads_as_number(value)
        if kind == "int" and not is_whole:
            raise LayoutError(where, f"must be a whole number, is {value!r}", zone, name)
        if kind == "bool" and value not in {"true", "false"}:
            raise LayoutError(where, f"must be true or false, is {value!r}", zone, name)
        if kind == "float" and not _reads_as_number(value):
            raise LayoutError(where, f"must be a number, is {value!r}", zone, name)


def _check_properties(
    where: str, zone: str | None, values: Mapping[str, Any], known: Mapping[str, Property]
) -> dict[str, Any]:
    for name, value in values.items():
        rule = known.get(name)
        if rule is None:
            raise LayoutError(where, "only a zone that holds cards has this", zone, name)
        if not rule.allows(value):
            raise LayoutError(where, f"must be {rule.expected}, is {value!r}", zone, name)
    return dict(values)


def _build_zone(
    where: str, name: str, each: pytmx.TiledObject, offset: Vec, kinds: ZoneKinds
) -> ZoneSpec:
    kind = each.properties.get("kind")
    if kind is None:
        raise LayoutError(where, "must say what kind of zone this is", name, "kind")
    if kind not in kinds:
        raise LayoutError(where, f"must be one of {', '.join(kinds)}, is {kind!r}", name, "kind")
    preset = kinds[kind].style
    if preset is None:
        known = ZONE_PROPERTIES
    else:
        known = {**ZONE_PROPERTIES, **CARD_PROPERTIES}
    found = _check_properties(where, name, each.properties, known)
    area = Rect(each.x + offset.x, each.y + offset.y, each.width, each.height)
    spec = ZoneSpec(name, kind, area, seat=found.get("seat"))
    if preset is None:
        return spec
    if "card_width" not in found:
        raise LayoutError(where, "a zone that holds cards must say how wide", name, "card_width")
    if found["card_width"] + found.get("gap", preset.gap) <= 0:
        raise LayoutError(where, "must not be as negative as a card is wide", name, "gap")
    style = replace(preset, **{key: found[key] for key in _STYLE_FIELDS if key in found})
    shift = (found.get("shift_x", preset.shift[0]), found.get("shift_y", preset.shift[1]))
    return replace(
        spec,
        style=replace(style, shift=shift),
        card_width=float(found["card_width"]),
        faces=found.get("faces", "known"),
    )
