"""No word is cut, words and signs stand out, and what can be pressed is large enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import pygame
import pytest

from red7_desktop.app import program
from red7_desktop.games.red7.face.card_art import COLOURS, LETTERS_HIGH_FIRST
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.kit import texts
from red7_desktop.scene import node
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.pictures import BoxPicture, Colour
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.table.card_nodes import CardNode
from tests import colours, pseudo
from tests.ui import seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot, QuickReviewer
from tests.ui.screens import LONG, LONGEST, SCREENS, WALKS, Stop, sit_down
from tests.unit.kit import hud_table, test_hud
from tests.unit.red7.face.seen import FOUR, TURNS, model_of, state_of

# A sample runs with `make test`, the whole matrix with `make check`.

WINDOWS = (
    *((960, 600), (1280, 720), (1366, 768), (1440, 900), (1600, 900), (1707, 960)),
    *((1920, 1080), (1920, 1200), (1440, 1080), (1080, 1920)),
    *((2560, 1080), (3440, 1440), (3840, 2160)),
)
LARGER = (125, 150, 175, 200)
LANGUAGES = ("en", "de", "pl", "pseudo")
HOME = (1280, 720)
"""The window in which the walk goes on."""
THE_SAME = (
    *("Red7", "Desktop", "Ann", "Bo", "Ma", "Zo", "F11"),
    "screens",  # a file that is no record
    *("II", "III"),  # of namesakes, whom Roman numbers tell apart
    *("Wi", "WW", "W" * 16, "Ww", *LONG, *LONGEST, "Maximiliana"),
    *"AEIOU",
    *(level.name for level in LEVELS),
    *texts.NAMES.values(),
)
"""What is called the same in every language: the game, people, languages, keys with letters."""


class Shape(NamedTuple):
    window: tuple[int, int]
    scale: int


SAMPLE: dict[str, tuple[str, Sequence[Shape]]] = {
    "around": ("pl", (Shape((1600, 900), 100), Shape((1440, 1080), 200), Shape((1080, 1920), 150))),
    "learning": ("de", (Shape((1600, 900), 100),)),
    "days": ("pl", (Shape((1280, 720), 150), Shape((1080, 1920), 175))),
    "tables": ("de", (Shape((1366, 768), 200), Shape((1024, 768), 100))),
    "actions": ("pseudo", (Shape((1600, 900), 100), Shape((1440, 1080), 200))),
    "above": ("pseudo", (Shape((1707, 960), 125),)),
    "ends": ("pl", (Shape((1600, 900), 100), Shape((1080, 1920), 175))),
    "people": ("en", (Shape((1280, 720), 150), Shape((2560, 1080), 200))),
    "puzzles": ("en", (Shape((1280, 720), 150), Shape((1600, 900), 100))),
    "looking_back": ("de", (Shape((1280, 720), 150),)),
    "tidying": ("pl", (Shape((1600, 900), 100), Shape((1080, 1920), 150))),
    "tidied": ("de", (Shape((1280, 720), 150),)),
    "climbing": ("pseudo", (Shape((1280, 720), 100), Shape((1080, 1920), 200))),
}
"""For each walk a language and some shapes, among which every kind has been seen to fail."""


def matrix(language: str) -> list[Shape]:
    """Return all windows at one of the larger sizes: in four languages, every pair comes once."""
    first = LANGUAGES.index(language)
    return [
        Shape(window, LARGER[(first + nth) % len(LARGER)]) for nth, window in enumerate(WINDOWS)
    ]


def part_of_matrix(language: str) -> list[Shape]:
    """Return a quarter of the matrix: in four languages, every window comes once."""
    return matrix(language)[LANGUAGES.index(language) :: len(LANGUAGES)]


@pytest.fixture
def pilot(fly: Fly, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """A pilot in a program whose reviewer answers at once."""
    monkeypatch.setattr(program, "Reviewer", QuickReviewer)
    flying: Pilot = fly()
    return flying


def speak(pilot: Pilot, language: str) -> None:
    if language == "pseudo":
        pilot.speak_pseudo(ui_scale=101)
    else:
        pilot.change(language=language)
    assert pilot.program.ui.texts.language == language


def take_on(pilot: Pilot, shape: Shape) -> None:
    ui = pilot.program.ui
    if ui.settings.ui_scale != shape.scale:
        pilot.change(ui_scale=shape.scale)
    if ui.stage.view.window != shape.window:
        pilot.program.resize(shape.window)


def there_and_back(shapes: Sequence[Shape], scale: int) -> Iterator[Shape]:
    """Return every window at 100% and at its size so that but one of the two changes at a time.

    scale: at which to begin, where it is one of the two.
    """
    for shape in sorted(shapes, key=lambda shape: (shape.scale, shape.window)):
        for each in sorted({100, shape.scale}, key=lambda each: each != scale):
            yield Shape(shape.window, each)
            scale = each


def settle(pilot: Pilot, stop: Stop) -> Stage:
    """Come to what a stop shows, and wait until it lies still."""
    stop.again(pilot)
    pilot.wait(0.5, 0.1)
    stage = pilot.program.ui.stage
    while stage.animator.is_running():  # what moves is on its way to a place
        stage.animator.finish()
    return stage


def walk(pilot: Pilot, name: str, shapes: Sequence[Shape]) -> None:
    """Look at every stop of a walk in all shapes; raise what is wrong, and where."""
    found = []

    def where(stop: Stop, shape: Shape) -> str:
        window = "x".join(map(str, shape.window))
        return f"{stop.name}, {window}, {shape.scale}%, {pilot.program.ui.texts.language}"

    take_on(pilot, Shape(HOME, 100))
    for stop in WALKS[name](pilot):
        sizes: dict[Shape, seeing.Sizes] = {}
        for shape in there_and_back(shapes, pilot.program.ui.settings.ui_scale):
            take_on(pilot, shape)
            stage = settle(pilot, stop)
            lines, sizes[shape] = seeing.flaws(stage)
            if pilot.program.ui.texts.language == "pseudo":
                plain = pseudo.plain_words(seeing.words_shown(stage), THE_SAME)
                # A name may be broken into two lines.
                unknown = [word for word in plain if not any(word in name for name in LONGEST)]
                lines += [f"not translated: {word}" for word in unknown]
            found += [f"{where(stop, shape)}: {line}" for line in lines]
        for shape in shapes:
            lines = seeing.shrunk(sizes[shape._replace(scale=100)], sizes[shape])
            found += [f"{where(stop, shape)}: {line}" for line in lines]
        if len(shapes) > 1:
            take_on(pilot, Shape(HOME, 100))
    assert not found, "\n".join(found)


@pytest.mark.sampled(count=4)
@pytest.mark.parametrize(
    ("name", "shape"), [(name, shape) for name, (_, shapes) in SAMPLE.items() for shape in shapes]
)
def test_no_word_is_cut_in_sampled_window_shapes(pilot: Pilot, name: str, shape: Shape) -> None:
    speak(pilot, SAMPLE[name][0])
    walk(pilot, name, [shape])


@pytest.mark.parametrize("name", ["above", pytest.param("around", marks=pytest.mark.slow)])
def test_no_word_is_cut_or_untranslated_in_the_readable_font(pilot: Pilot, name: str) -> None:
    speak(pilot, "pseudo")
    pilot.change(readable_font=True)
    walk(pilot, name, [Shape((1280, 800), 150)])


WHOLE = frozenset({"around", "days"})
"""The walks through the whole matrix. The others run through a quarter of it in each language: more
of the same would take a minute for a walk in one language."""


def test_every_walk_through_the_screens_has_a_sample_of_window_shapes() -> None:
    assert set(SAMPLE) == set(WALKS)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WALKS)
def test_no_word_is_cut_in_any_language_and_window_shape(
    pilot: Pilot, name: str, language: str
) -> None:
    speak(pilot, language)
    walk(pilot, name, (matrix if name in WHOLE else part_of_matrix)(language))


# == Contrast of text and icons with their background, in both colour sets.

SIZE = (1280, 720)
TOPS: Mapping[str, str] = dict(
    zip(LETTERS_HIGH_FIRST, ("R2", "O4", "Y5", "G5", "B5", "I4", "V2"), strict=True)
)
"""A card of each colour that lies nowhere else on the table of the mock-up."""
INK = Colour(230, 225, 215)


@pytest.mark.sampled
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("name", ["around", "above", "ends", "people", "tidying"])
def test_words_on_every_screen_have_enough_contrast(fly: Fly, name: str, colours: str) -> None:
    pilot = fly(size=SIZE)
    pilot.change(colours=colours)
    found = [
        f"{stop.name}: {line}"
        for stop in WALKS[name](pilot)
        for line in seeing.faint_words(settle(pilot, stop))
    ]
    assert found == []


@pytest.mark.sampled("letter")
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_table_words_have_enough_contrast_under_every_rule(letter: str, colours: str) -> None:
    table = hud_table.Table(SIZE, 4, cards=colours)
    canvas = f"Y2 I5 {TOPS[letter]}"
    state = state_of(*FOUR, canvas=canvas, deck="?8", turns=TURNS, steps="Y4", round_number=3)
    table.hud.show(model_of(state))
    preview, by_name = test_hud.discard_preview(), table.hud.layout.by_name
    table.hud.show_outcomes(
        [
            (by_name["canvas"].area, preview),
            (by_name["palette.0"].area, replace(preview, is_good=True)),
        ]
    )
    table.stage.tick()
    assert seeing.faint_words(table.stage) == []


@pytest.mark.sampled
@pytest.mark.parametrize("ground", [each.base for each in COLOURS["normal"].values()] + ["#E3AE4C"])
def test_focus_ring_is_visible_on_every_colour(pilot: Pilot, ground: str) -> None:
    """Somewhere across the ring there is an edge that can be seen, on either side of its line."""
    stage, size = pilot.program.ui.stage, Size(400.0, 300.0)
    wide = node.Node(size=Size(1920.0, 1080.0), picture=BoxPicture(Colour.from_hex(ground)))
    here = node.Node(size=size, position=Vec(700.0, 400.0), focusable=True, name="here")
    here.picture = BoxPicture(Colour.from_hex(ground))
    stage.screen_layer.add(wide, here)
    pilot.focus_on(here)
    pilot.wait(1.0)
    surface = pygame.Surface(SIZE)
    stage.draw(surface)
    y = round(550.0 * stage.view.scale)
    left = round(700.0 * stage.view.scale)
    line = [Colour(*surface.get_at((x, y))[:3]) for x in range(left - 14, left + 2)]
    bright = max(
        line, key=lambda colour: sum(colour[:3]) if colour != Colour.from_hex(ground) else 0
    )
    steps = [colours.contrast(one, other) for one, other in pairwise(line)]
    assert colours.contrast(bright, min(line, key=sum)) >= colours.GRAPHIC
    assert sum(step >= 1.7 for step in steps) >= 2


# == Minimum size of controls: 44 units, pixels in a 1080p window at 100%.

LEAST = 44.0
FULL_HD = (1920, 1080)


@pytest.mark.parametrize("name", SCREENS)
def test_screen_controls_have_the_minimum_click_target_size(fly: Fly, name: str) -> None:
    pilot = fly(size=FULL_HD)
    SCREENS[name](pilot)
    pilot.step_frame()
    assert seeing.small_targets(pilot.program.ui.stage, LEAST) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_table_cards_and_buttons_have_the_minimum_click_target_size(fly: Fly, seats: int) -> None:
    pilot = fly(size=FULL_HD)
    sit_down(pilot, seats, actions=True)
    assert any(isinstance(each, CardNode) for each in pilot.program.ui.stage.focus.nodes())
    assert seeing.small_targets(pilot.program.ui.stage, LEAST) == []


# == Tests of these tests' measurements.


@pytest.fixture
def stage(fly: Fly) -> Stage:
    """A stage that shows nothing yet but a page that has the keys, of which most is asked."""
    stage: Stage = fly(size=FULL_HD).program.ui.stage
    page = node.Node(name="page")
    stage.screen_layer.add(page)
    stage.focus.push(page)
    return stage


def label(stage: Stage, words: str, x: float, y: float, **options: Any) -> Label:
    return Label(stage.look, words, position=Vec(x, y), **options)


def flaws(stage: Stage, *shown: node.Node) -> list[str]:
    stage.focus.scope.add(*shown)
    return seeing.flaws(stage)[0]


def test_layout_check_reports_shortened_but_not_wrapped_text(stage: Stage) -> None:
    words = "Most different colours"
    cut = label(stage, words, 100, 100, max_width=60.0)
    wrapped = label(stage, words, 100, 200, max_width=140.0, wraps=True)
    found = [line for line in flaws(stage, cut, wrapped) if line.startswith("cut: ")]
    assert found == [f"cut: {words!r} to 'Most differe…'"]


def test_layout_check_reports_text_outside_the_window_or_scroll_view(stage: Stage) -> None:
    content = node.Node(size=Size(200.0, 900.0))
    content.add(label(stage, "too wide for this", 100, 0), label(stage, "below", 0, 800))
    view = ScrollView(stage.look, Size(200.0, 300.0), content, position=Vec(300, 300))
    found = flaws(stage, label(stage, "out of the window", 1900, 100), view)
    assert [line.partition(" of <")[0] for line in found] == [
        "outside: 'out of the window' of the window",
        "outside: 'too wide for this'",
    ]


def test_layout_check_reports_overlapping_buttons_and_words(stage: Stage) -> None:
    found = flaws(
        stage,
        Button(stage.look, "one", lambda: None, position=Vec(100, 100), name="one"),
        Button(stage.look, "two", lambda: None, position=Vec(140, 120), name="two"),
        label(stage, "words", 500, 100),
        label(stage, "others", 510, 105),
        label(stage, "half below", 800, 100),
        node.Node(name="hint", position=Vec(830, 90), size=Size(60, 60), picture=BoxPicture(INK)),
    )
    assert "over: <Button one> and <Button two>" in found
    assert "over: 'words' and 'others'" in found
    assert "half hidden: 'half below' by <Node hint>" in found


def test_layout_check_reports_small_letters_and_small_click_targets(stage: Stage) -> None:
    dot = node.Node(name="dot", size=Size(20.0, 20.0), focusable=True)
    tiny = label(stage, "tiny", 100, 100)
    tiny.scale = 0.4
    found = flaws(stage, dot, tiny)
    assert [line.partition(",")[0] for line in found] == [
        "small: 'tiny'",
        "too small a target: <Node dot>",
    ]


def test_layout_check_reports_uneven_letter_sizes(stage: Stage) -> None:
    table, small = node.Node(name="table"), label(stage, "other", 100, 300, name="seat 2")
    small.scale = 0.8
    table.add(label(stage, "one", 100, 100, name="seat 1"), small)
    (line,) = flaws(stage, table)
    assert line.startswith("uneven: ")


def test_contrast_check_reports_faint_words(stage: Stage) -> None:
    ground = node.Node(size=Size(1920.0, 1080.0), picture=BoxPicture(INK))
    flaws(stage, ground, label(stage, "words", 100, 100))
    (line,) = seeing.faint_words(stage)
    assert line.startswith("'words' in ")
