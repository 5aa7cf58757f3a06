"""Write the few SVG elements that the program's rasteriser supports.

The rasteriser doesn't support text, clip paths, masks, filters, patterns, embedded pictures or
rgba() colours. Gradients are placed in card units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from card_art.shapes import Point, number

Stop = tuple[float, str, float]
"""A gradient stop: offset from 0 to 1, hex colour, opacity from 0 to 1."""


def element(tag: str, attributes: Mapping[str, str | float], body: str = "") -> str:
    """Return an element; numeric attributes are rounded to hundredths."""
    words = "".join(
        f' {name}="{number(value, 2) if isinstance(value, int | float) else value}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{words}>{body}</{tag}>" if body else f"<{tag}{words}/>"


def document(box: tuple[float, float, float, float], parts: Iterable[str]) -> str:
    """Return a whole SVG document.

    Args:
        box: Left, top, width and height in the drawing's own units.
        parts: Its elements.
    """
    view = " ".join(number(side) for side in box)
    head: dict[str, str | float] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "width": box[2],
        "height": box[3],
        "viewBox": view,
    }
    return element("svg", head, "\n" + "\n".join(parts) + "\n") + "\n"


def path(data: str, fill: str, opacity: float = 1.0, transform: str = "") -> str:
    """Return a filled path element."""
    attributes: dict[str, str | float] = {"fill": fill}
    if opacity < 1:
        attributes["fill-opacity"] = opacity
    if transform:
        attributes["transform"] = transform
    return element("path", {**attributes, "d": data})


def disc(centre: Point, radius: float, fill: str, opacity: float = 1.0) -> str:
    """Return a filled circle element."""
    attributes: dict[str, str | float] = {"cx": centre[0], "cy": centre[1], "r": radius}
    if opacity < 1:
        attributes["fill-opacity"] = opacity
    return element("circle", {**attributes, "fill": fill})


def panel(
    box: tuple[float, float, float, float], radius: float, fill: str, opacity: float = 1.0
) -> str:
    """Return a filled rectangle with rounded corners; the box is left, top, width, height."""
    attributes = _box(box, radius)
    if opacity < 1:
        attributes["fill-opacity"] = opacity
    return element("rect", {**attributes, "fill": fill})


def frame(
    box: tuple[float, float, float, float],
    radius: float,
    stroke: str,
    width: float,
    opacity: float = 1.0,
) -> str:
    """Return an outlined rectangle with rounded corners; the stroke is centred on its edge."""
    attributes = {**_box(box, radius), "fill": "none", "stroke": stroke, "stroke-width": width}
    if opacity < 1:
        attributes["stroke-opacity"] = opacity
    return element("rect", attributes)


def _box(box: tuple[float, float, float, float], radius: float) -> dict[str, str | float]:
    left, top, width, height = box
    return {"x": left, "y": top, "width": width, "height": height, "rx": radius}


def upright(name: str, top: float, bottom: float, stops: Iterable[Stop]) -> str:
    """Return a vertical linear gradient between two y coordinates."""
    place: dict[str, str | float] = {
        "id": name,
        "gradientUnits": "userSpaceOnUse",
        "x1": 0,
        "y1": top,
        "x2": 0,
        "y2": bottom,
    }
    return element("linearGradient", place, _stops(stops))


def halo(name: str, centre: Point, radii: Point, stops: Iterable[Stop]) -> str:
    """Return a radial gradient from a centre to an ellipse with these two radii."""
    place: dict[str, str | float] = {
        "id": name,
        "gradientUnits": "userSpaceOnUse",
        "cx": 0,
        "cy": 0,
        "r": radii[1],
        "gradientTransform": (
            f"translate({number(centre[0])} {number(centre[1])})"
            f" scale({number(radii[0] / radii[1], 3)} 1)"
        ),
    }
    return element("radialGradient", place, _stops(stops))


def _stops(stops: Iterable[Stop]) -> str:
    lines = []
    for place, colour, opacity in stops:
        attributes: dict[str, str | float] = {"offset": place, "stop-color": colour}
        if opacity < 1:
            attributes["stop-opacity"] = number(opacity, 3)
        lines.append(element("stop", attributes))
    return "".join(lines)


def defs(gradients: Iterable[str]) -> str:
    """Return a `defs` element with the gradients that the drawing refers to by id."""
    return element("defs", {}, "".join(gradients))
