"""Draw the moods of the portraits: `python tools/portraits.py [ASSETS]`.

ASSETS is the project's own folder by default. Each portrait in `avatars` is drawn by hand, and its
groups `eyes` and `mouth` are its calm face. This script replaces these groups, adds brows and signs
such as a drop of sweat, and writes the other moods to `avatars/moods`. The dots of a thinking face
are the group `dots`, which the program makes fainter and stronger. A second run writes the same
bytes. It needs nothing but Python.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

ROOT: Final = Path(__file__).resolve().parent.parent
RIVAL_MOODS: Final = ("thinking", "winning", "threatened", "out")
"""Moods of the AI players' portraits besides the calm one."""
PERSON_MOODS: Final = ("winning", "out")
"""Moods of the portraits that only people have, besides the calm one."""
RIVALS: Final = ("newcomer", "casual", "steady", "sharp", "expert")
PEOPLE: Final = ("cat", "bear", "rabbit", "frog", "panda", "penguin")
_INK: Final = "#2A2036"
_WHITE: Final = "#FFFFFF"
_SWEAT: Final = "#7CC8FF"
_SWEAT_EDGE: Final = "#2F7FC4"
_THOUGHT: Final = "#F4ECDF"
_BLUSH: Final = "#FF7F6E"
_TONGUE: Final = "#F0817C"
_ASH: Final = (136, 134, 152)
"""Colour towards which a portrait fades when its seat is out."""
_ASH_SHARE: Final = 0.42
_COLOUR: Final = re.compile(r"#([0-9A-Fa-f]{6})")
_GROUP: Final = re.compile(r'<g class="(eyes|mouth)">\n(.*?)</g>\n', re.DOTALL)
Point: TypeAlias = tuple[float, float]


class Face(NamedTuple):
    """Where the parts of a face are, in a square of 100 units.

    Attributes:
        eyes: Centres of the left and the right eye.
        radius: Radius of an eye.
        mouth: Centre of the mouth.
        width: Half the width of the mouth; 0 for a closed beak.
        ink: Colour of closed eyes.
        mouth_ink: Colour of the mouth.
        brow: Colour of the brows.
        lift: Distance of the brows above the eyes' centres.
        blush: Centres of the cheeks, if they blush when winning.
        sweat: Top of the drop of sweat.
        beak: Path of the open lower beak when winning; "" for a mouth.
        snout: Mouths by mood as lines beside the nose, for a face that has no mouth when calm.
    """

    eyes: tuple[Point, Point]
    radius: float
    mouth: Point
    width: float
    ink: str = _INK
    mouth_ink: str = _INK
    brow: str = _INK
    lift: float = 13.0
    blush: tuple[Point, Point] | tuple[()] = ()
    sweat: Point = (86.0, 22.0)
    beak: str = ""
    snout: Mapping[str, str] = MappingProxyType({})


FACES: Final[Mapping[str, Face]] = {
    "newcomer": Face(
        ((34, 48), (66, 48)),
        8.5,
        (50, 68),
        0,
        brow="#B87414",
        lift=14.5,
        sweat=(80, 21),
        beak="M39 63 C43 64.6 47 65 50 65 C53 65 57 64.6 61 63 "
        "C59 74 55 79 50 79 C45 79 41 74 39 63 Z",
    ),
    "casual": Face(
        ((33, 42), (67, 42)),
        7.5,
        (50, 68),
        10,
        mouth_ink="#8A4B2A",
        brow="#7F4720",
        blush=((22, 57), (78, 57)),
        sweat=(87, 36),
    ),
    "steady": Face(
        ((37, 55), (63, 55)),
        6.8,
        (50, 78),
        9.5,
        mouth_ink="#8A5B45",
        brow="#6B4A3A",
        lift=11.0,
        sweat=(84, 34),
    ),
    "sharp": Face(
        ((33, 49), (67, 49)),
        8.0,
        (50, 71),
        9,
        brow="#A8481A",
        lift=11.0,
        blush=((22, 62), (78, 62)),
        sweat=(87, 34),
        snout={
            "thinking": "M57.500 80 Q62 80 66 76",
            "winning": "M42.500 80 Q35 80 31 71 M57.500 80 Q65 80 69 71",
            "threatened": "M42.500 80 Q40 77 37.500 79.500 Q35.500 81.500 33.500 78.500 "
            "M57.500 80 Q60 77 62.500 79.500 Q64.500 81.500 66.500 78.500",
            "out": "M42.500 78 Q37 76.500 34.500 80.500 M57.500 78 Q63 76.500 65.500 80.500",
        },
    ),
    "expert": Face(
        ((32, 51), (68, 51)),
        10.0,
        (50, 68),
        0,
        brow="#33285F",
        lift=22.0,
        sweat=(88, 34),
        beak="M44.5 62 C46 64 54 64 55.5 62 C56 70 53.5 77 50 78 C46.5 77 44 70 44.500 62 Z",
    ),
    "cat": Face(
        ((32, 52), (68, 52)), 8.5, (50, 76), 9.5, mouth_ink="#5B5566", blush=((20, 64), (80, 64))
    ),
    "bear": Face(
        ((33, 44), (67, 44)), 7.5, (50, 74), 9.5, mouth_ink="#6B4026", blush=((21, 60), (79, 60))
    ),
    "rabbit": Face(((34, 56), (66, 56)), 7.0, (50, 78), 9.0, mouth_ink="#A8717B"),
    "frog": Face(
        ((26, 26), (74, 26)), 7.0, (50, 65), 24.0, mouth_ink="#35682B", blush=((18, 55), (82, 55))
    ),
    "panda": Face(((34, 47), (66, 47)), 6.2, (50, 76), 9.0, ink=_WHITE, mouth_ink="#6A6274"),
    "penguin": Face(
        ((35, 48), (65, 48)),
        7.0,
        (50, 66),
        0,
        beak="M40 63 C45 65 55 65 60 63 C59 74 54 79 50 79 C46 79 41 74 40 63 Z",
    ),
}


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _circle(centre: Point, radius: float, fill: str, more: str = "") -> str:
    x, y = map(_number, centre)
    return f'<circle cx="{x}" cy="{y}" r="{_number(radius)}" fill="{fill}"{more}/>\n'


def _stroke(path: str, colour: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{_number(width)}" '
        f'stroke-linecap="round" stroke-linejoin="round"/>\n'
    )


def _fill(path: str, colour: str) -> str:
    return f'<path d="{path}" fill="{colour}"/>\n'


def _path(*parts: str | float) -> str:
    """Join letters and numbers of a path.

    >>> _path("M", 1.0, 2.5)
    'M1 2.5'
    """
    words = [part if isinstance(part, str) else f"{_number(part)} " for part in parts]
    return "".join(words).replace(" M", "M").strip()


def _arch(centre: Point, half: float, rise: float) -> str:
    """Return the path of an arch around a point; a negative rise opens upwards."""
    x, y = centre
    return _path("M", x - half, y + rise / 2, "Q", x, y - 1.5 * rise, x + half, y + rise / 2)


def _open_eye(face: Face, centre: Point, shift: Point) -> str:
    """Return an eye that looks in a direction, given as a share of its radius."""
    x, y = centre
    radius = face.radius
    dx, dy = shift
    pupil = _WHITE if face.ink == _WHITE else _INK
    shine = _INK if face.ink == _WHITE else _WHITE
    glint = (x + dx * radius, y + dy * radius)
    return _circle(centre, radius, pupil) + _circle(glint, 0.36 * radius, shine)


def _eyes_thinking(face: Face) -> str:
    left, right = face.eyes
    radius = face.radius
    squint = _path("M", left[0] - radius, left[1] - 1.2, "L", left[0] + radius, left[1] + 2.0)
    return _stroke(squint, face.ink, 4.6) + _open_eye(face, right, (0.42, -0.46))


def _eyes_winning(face: Face) -> str:
    arches = [_arch(eye, 1.08 * face.radius, 0.8 * face.radius) for eye in face.eyes]
    return "".join([_stroke(arch, face.ink, 4.6) for arch in arches])


def _eyes_threatened(face: Face) -> str:
    radius = face.radius
    parts = []
    for eye, inward in zip(face.eyes, (1.0, -1.0), strict=True):
        parts.append(_circle(eye, 1.16 * radius, _WHITE, f' stroke="{_INK}" stroke-width="1.8"'))
        parts.append(_circle((eye[0] + 0.16 * inward * radius, eye[1] + 1.0), 0.44 * radius, _INK))
    return "".join(parts)


def _eyes_out(face: Face) -> str:
    half = 0.86 * face.radius
    parts = [
        _path("M", x - half, y - half, "L", x + half, y + half)
        + _path("M", x + half, y - half, "L", x - half, y + half)
        for x, y in face.eyes
    ]
    return "".join([_stroke(part, face.ink, 4.4) for part in parts])


def _mouth_thinking(face: Face) -> str:
    if not face.width:
        return ""
    x, y = face.mouth
    line = _path("M", x - 0.55 * face.width, y + 1.4, "L", x + 0.75 * face.width, y - 1.2)
    return _stroke(line, face.mouth_ink, 3.0)


def _mouth_winning(face: Face) -> str:
    if face.beak:
        tongue = _circle((face.mouth[0], face.mouth[1] + 6.0), 3.6, _TONGUE)
        return _fill(face.beak, "#A8391F") + tongue
    x, y = face.mouth
    half = face.width
    deep = min(1.45 * half, 15.0)
    top = y - 0.32 * deep
    bowl = _path(
        "M", x - half, top, "Q", x, top + 0.3 * deep, x + half, top,
        "Q", x + 0.72 * half, top + deep, x, top + deep,
        "Q", x - 0.72 * half, top + deep, x - half, top,
    )  # fmt: skip
    low = _path(
        "M", x - 0.5 * half, top + 0.84 * deep, "Q", x, top + 0.42 * deep,
        x + 0.5 * half, top + 0.84 * deep, "Q", x, top + 1.1 * deep,
        x - 0.5 * half, top + 0.84 * deep,
    )  # fmt: skip
    return _fill(bowl + "Z", "#7A2330") + _fill(low + "Z", _TONGUE)


def _mouth_threatened(face: Face) -> str:
    if not face.width:
        return ""
    x, y = face.mouth
    step = min(face.width, 11.0) / 2
    wave = _path(
        "M", x - 2 * step, y + 1.5, "Q", x - 1.5 * step, y - 2.2, x - step, y + 0.6,
        "Q", x - 0.5 * step, y + 3.4, x, y + 0.6, "Q", x + 0.5 * step, y - 2.2, x + step, y + 0.6,
        "Q", x + 1.5 * step, y + 3.4, x + 2 * step, y - 0.4,
    )  # fmt: skip
    return _stroke(wave, face.mouth_ink, 2.8)


def _mouth_out(face: Face) -> str:
    if not face.width:
        return ""
    x, y = face.mouth
    half = 0.8 * face.width
    return _stroke(_arch((x, y + 1.0), half, 0.5 * min(face.width, 14.0)), face.mouth_ink, 3.0)


def _add_nothing(face: Face) -> str:
    return ""


def _add_thoughts(face: Face) -> str:
    x, y = face.eyes[1]
    half = 1.1 * face.radius
    top = y - face.lift
    brow = _path("M", x - half, top + 1.0, "Q", x, top - 4.5, x + half, top + 0.5)
    edge = f' stroke="{_INK}" stroke-width="1.6"'
    dots = (
        _circle((70.5, 14.5), 3.0, _THOUGHT, edge),
        _circle((80.5, 9.0), 4.6, _THOUGHT, edge),
    )
    return _stroke(brow, face.brow, 3.8) + f'<g class="dots">\n{"".join(dots)}</g>\n'


def _add_blush(face: Face) -> str:
    return "".join([_circle(cheek, 6.0, _BLUSH, ' fill-opacity="0.55"') for cheek in face.blush])


def _add_worry(face: Face) -> str:
    parts = []
    for (x, y), inward in zip(face.eyes, (1.0, -1.0), strict=True):
        half = 1.05 * face.radius
        top = y - face.lift
        outer = (x - inward * half, top + 2.6)
        inner = (x + inward * half, top - 2.4)
        parts.append(_stroke(_path("M", *outer, "L", *inner), face.brow, 3.8))
    x, y = face.sweat
    drop = _path(
        "M", x, y, "C", x + 5.0, y + 8.0, x + 5.8, y + 16.0, x, y + 16.0,
        "C", x - 5.8, y + 16.0, x - 5.0, y + 8.0, x, y,
    )  # fmt: skip
    parts.append(f'<path d="{drop}Z" fill="{_SWEAT}" stroke="{_SWEAT_EDGE}" stroke-width="1.4"/>\n')
    return "".join(parts)


def _fade(drawing: str) -> str:
    """Mix all colours of a drawing with grey."""

    def mix(found: re.Match[str]) -> str:
        tones = [int(found[1][at : at + 2], 16) for at in (0, 2, 4)]
        mixed = [
            round(tone + (ash - tone) * _ASH_SHARE) for tone, ash in zip(tones, _ASH, strict=True)
        ]
        return "#" + "".join([f"{tone:02X}" for tone in mixed])

    return _COLOUR.sub(mix, drawing)


class _Mood(NamedTuple):
    """What draws a mood: eyes and mouth, and what is added above the face."""

    eyes: Callable[[Face], str]
    mouth: Callable[[Face], str]
    more: Callable[[Face], str]


_MOODS: Final[Mapping[str, _Mood]] = {
    "thinking": _Mood(_eyes_thinking, _mouth_thinking, _add_thoughts),
    "winning": _Mood(_eyes_winning, _mouth_winning, _add_blush),
    "threatened": _Mood(_eyes_threatened, _mouth_threatened, _add_worry),
    "out": _Mood(_eyes_out, _mouth_out, _add_nothing),
}


def draw_mood(drawing: str, face: Face, mood: str) -> str:
    """Return a portrait in a mood.

    Args:
        drawing: SVG text of the calm portrait.
        face: Where its parts are.
        mood: Name of the mood, other than calm.

    Raises:
        ValueError: The portrait has no group of eyes.
    """
    parts = _MOODS[mood]
    found = [group[1] for group in _GROUP.finditer(drawing)]
    if "eyes" not in found:
        raise ValueError("the portrait has no group of eyes")
    if face.snout:
        lines = _stroke(face.snout[mood], face.mouth_ink, 3.0)
    else:
        lines = parts.mouth(face)
    made = {"eyes": parts.eyes(face), "mouth": lines}
    mouth = "" if "mouth" in found else made["mouth"]
    body = _GROUP.sub(lambda group: "\0" + group[1] + "\0", drawing)
    body = body.replace("</svg>", "\0mouth\0</svg>" if mouth else "</svg>")
    if mood == "out":
        body = _fade(body)
    for name, part in made.items():
        body = body.replace(f"\0{name}\0", part)
    return body.replace("</svg>", parts.more(face) + "</svg>")


def build_files(assets: Path) -> dict[str, str]:
    """Return the SVG text of every mood, by path in the assets."""
    files = {}
    for names, moods in ((RIVALS, RIVAL_MOODS), (PEOPLE, PERSON_MOODS)):
        for name in names:
            drawing = (assets / "avatars" / f"{name}.svg").read_text("utf-8")
            for mood in moods:
                path = f"avatars/moods/{name}_{mood}.svg"
                files[path] = draw_mood(drawing, FACES[name], mood)
    return files


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description="Draw the moods of the portraits.")
    parser.add_argument(
        "assets",
        nargs="?",
        type=Path,
        default=ROOT / "assets",
        help="folder with the calm portraits in `avatars`; the project's own by default",
    )
    assets: Path = parser.parse_args().assets
    try:
        drawn = build_files(assets)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    for path, text in drawn.items():
        file = assets / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
