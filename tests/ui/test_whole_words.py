"""No word is ever cut: a walk through all that is shown, in every window, size and language.

A sample runs with `make test`, the whole matrix with `make check`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest

from red7_desktop.play import ai as advice
from tests.pseudo import pseudo_texts
from tests.ui.pilot import Pilot
from tests.ui.replaying import QuickReviewer
from tests.ui.walk import WALKS, Stop
from tests.ui.walk_beside import BESIDE
from tests.ui.whole import Sizes, flaws, shrunk

ALL = WALKS | BESIDE
WINDOWS = (
    (960, 600),
    (1280, 720),
    (1366, 768),
    (1440, 900),
    (1600, 900),
    (1707, 960),
    (1920, 1080),
    (1920, 1200),
    (1440, 1080),
    (1080, 1920),
    (2560, 1080),
    (3440, 1440),
    (3840, 2160),
)
LARGER = (125, 150, 175, 200)
LANGUAGES = ("en", "de", "pl", "pseudo")
HOME = (1280, 720)
"""The window in which the walk goes on."""


class Shape(NamedTuple):
    """A window, and the size of the interface in it, in percent."""

    window: tuple[int, int]
    scale: int


SAMPLE: dict[str, tuple[str, Sequence[Shape]]] = {
    "around": ("pl", (Shape((1600, 900), 100), Shape((1440, 1080), 200), Shape((1080, 1920), 150))),
    "learning": ("de", (Shape((1600, 900), 100),)),
    "days": ("pl", (Shape((1280, 720), 150), Shape((1080, 1920), 175))),
    "tables": ("de", (Shape((1366, 768), 200),)),
    "actions": ("pseudo", (Shape((1600, 900), 100), Shape((1440, 1080), 200))),
    "above": ("de", (Shape((1707, 960), 125),)),
    "ends": ("pl", (Shape((1600, 900), 100), Shape((1080, 1920), 175))),
    "people": ("en", (Shape((1280, 720), 150), Shape((2560, 1080), 200))),
    "puzzles": ("en", (Shape((1280, 720), 150), Shape((1600, 900), 100))),
    "looking_back": ("de", (Shape((1280, 720), 150),)),
    "profiles": ("pl", (Shape((1280, 720), 100),)),
    "tidying": ("pl", (Shape((1600, 900), 100), Shape((1080, 1920), 150))),
    "tidied": ("de", (Shape((1280, 720), 150),)),
}
"""For each walk a language and some shapes, among which every kind has been seen to fail."""


def matrix(language: str) -> list[Shape]:
    """Give all windows at one of the larger sizes: in four languages, every pair comes once."""
    first = LANGUAGES.index(language)
    return [
        Shape(window, LARGER[(first + nth) % len(LARGER)]) for nth, window in enumerate(WINDOWS)
    ]


def part_of_matrix(language: str) -> list[Shape]:
    """Give a quarter of the matrix: in four languages, every window comes once."""
    return matrix(language)[LANGUAGES.index(language) :: len(LANGUAGES)]


class Remembered(advice.Adviser):
    """Thinks once about a position: a walk asks for the same hint in every window."""

    _known: ClassVar[dict[str, Any]] = {}

    def _advice(self, level: Any, observation: Any, should_stop: Callable[[], bool]) -> Any:
        key = str((observation.viewer, observation.zones, observation.legal))
        if key not in self._known:
            self._known[key] = super()._advice(level, observation, should_stop)
        return self._known[key]


@pytest.fixture
def pilot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    """A pilot in a program that is laid out and never drawn."""
    monkeypatch.setattr(advice, "Adviser", Remembered)
    monkeypatch.setattr(advice, "Reviewer", QuickReviewer)
    flying = Pilot(tmp_path)
    monkeypatch.setattr(flying.program, "draw", lambda surface: [])
    yield flying
    flying.close()


def speak(pilot: Pilot, language: str) -> None:
    kit = pilot.program.kit
    if language == "pseudo":
        pilot.presentation.texts = pseudo_texts()
        kit.change_settings(replace(kit.settings, ui_scale=101))
    else:
        kit.change_settings(replace(kit.settings, language=language))
    assert kit.texts.language == language


def take_on(pilot: Pilot, shape: Shape) -> None:
    kit = pilot.program.kit
    if kit.settings.ui_scale != shape.scale:
        kit.change_settings(replace(kit.settings, ui_scale=shape.scale))
    if kit.stage.view.window != shape.window:
        pilot.program.resize(shape.window)


def there_and_back(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """Give every window at 100% and at its size so that but one of the two changes at a time."""
    scale = 100
    for shape in sorted(shapes, key=lambda shape: (shape.scale, shape.window)):
        for each in sorted({100, shape.scale}, key=lambda each: each != scale):
            yield Shape(shape.window, each)
            scale = each


def walk(pilot: Pilot, name: str, shapes: Sequence[Shape]) -> list[str]:
    """Look at every stop of a walk in all shapes; give what is wrong, and where."""
    found = []
    kit = pilot.program.kit
    stage = kit.stage

    def where(stop: Stop, shape: Shape) -> str:
        window = "x".join(map(str, shape.window))
        return f"{stop.name}, {window}, {shape.scale}%, {kit.texts.language}"

    take_on(pilot, Shape(HOME, 100))
    for stop in ALL[name](pilot):
        sizes: dict[Shape, Sizes] = {}
        for shape in there_and_back(shapes):
            take_on(pilot, shape)
            stop.again(pilot)
            pilot.wait(0.2, 0.1)
            lines, sizes[shape] = flaws(stage)
            found += [f"{where(stop, shape)}: {line}" for line in lines]
        for shape in shapes:
            lines = shrunk(sizes[shape._replace(scale=100)], sizes[shape])
            found += [f"{where(stop, shape)}: {line}" for line in lines]
        take_on(pilot, Shape(HOME, 100))
    return found


@pytest.mark.sampled("name")
@pytest.mark.parametrize(
    ("name", "shape"), [(name, shape) for name, (_, shapes) in SAMPLE.items() for shape in shapes]
)
def test_no_word_is_cut_in_some_shapes(pilot: Pilot, name: str, shape: Shape) -> None:
    speak(pilot, SAMPLE[name][0])
    found = walk(pilot, name, [shape])
    assert not found, "\n".join(found)


WHOLE = frozenset({"around", "days"})
"""The walks through the whole matrix. The others run through a quarter of it in each language: more
of the same would take a minute for a walk in one language."""


def test_every_walk_is_in_the_sample() -> None:
    assert set(SAMPLE) == set(ALL)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ALL)
def test_no_word_is_cut(pilot: Pilot, name: str, language: str) -> None:
    speak(pilot, language)
    found = walk(pilot, name, (matrix if name in WHOLE else part_of_matrix)(language))
    assert not found, "\n".join(found)
