"""No word is cut, words and signs stand out, and what can be pressed is large enough."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pygame
import pytest

from red7_desktop.games.red7.face.card_art import COLOURS, LETTERS_HIGH_FIRST
from red7_desktop.kit import settings, setup
from red7_desktop.kit.pages.page import Page
from red7_desktop.play import ai as advice
from red7_desktop.scene import node
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.pictures import BoxPicture, Colour
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.table.card_nodes import CardNode, ZoneNode
from tests import colours, setups
from tests.ui import screens, seeing, test_close_up
from tests.ui.pilot import Pilot, QuickReviewer
from tests.ui.walk import BESIDE, WALKS, Stop, tidying
from tests.unit.kit import hud_table, test_hud
from tests.unit.red7.face.seen import FOUR, TURNS, model_of, state_of

# == whole words ===========================================================================
# No word is ever cut: a walk through all that is shown, in every window, size and language.
#
# A sample runs with `make test`, the whole matrix with `make check`.


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
    "tables": ("de", (Shape((1366, 768), 200), Shape((1024, 768), 100))),
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
    """Return all windows at one of the larger sizes: in four languages, every pair comes once."""
    first = LANGUAGES.index(language)
    return [
        Shape(window, LARGER[(first + nth) % len(LARGER)]) for nth, window in enumerate(WINDOWS)
    ]


def part_of_matrix(language: str) -> list[Shape]:
    """Return a quarter of the matrix: in four languages, every window comes once."""
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
    ui = pilot.program.ui
    if language == "pseudo":
        pilot.speak_pseudo(ui_scale=101)
    else:
        ui.change_settings(replace(ui.settings, language=language))
    assert ui.texts.language == language


def take_on(pilot: Pilot, shape: Shape) -> None:
    ui = pilot.program.ui
    if ui.settings.ui_scale != shape.scale:
        ui.change_settings(replace(ui.settings, ui_scale=shape.scale))
    if ui.stage.view.window != shape.window:
        pilot.program.resize(shape.window)


def there_and_back(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """Return every window at 100% and at its size so that but one of the two changes at a time."""
    scale = 100
    for shape in sorted(shapes, key=lambda shape: (shape.scale, shape.window)):
        for each in sorted({100, shape.scale}, key=lambda each: each != scale):
            yield Shape(shape.window, each)
            scale = each


OPEN = re.compile(
    "|".join(
        (
            r"spring, (sealed|lead), done, .*(: half hidden: 'G' by|: (small|shrunk): 'eine 3er)",
            r"a drawn card, 1440x1080, 125%, .*: shrunk: 'Tomás'",
            r"replay [12], .*: shrunk: ",
            r"after a round, .*, pseudo: small: .*[+]\d",
        )
    )
)
"""What the walks still find; no row may come in, and one that is mended goes."""


def walk(pilot: Pilot, name: str, shapes: Sequence[Shape]) -> list[str]:
    """Look at every stop of a walk in all shapes; give what is wrong, and where."""
    found = []
    ui = pilot.program.ui
    stage = ui.stage

    def where(stop: Stop, shape: Shape) -> str:
        window = "x".join(map(str, shape.window))
        return f"{stop.name}, {window}, {shape.scale}%, {ui.texts.language}"

    take_on(pilot, Shape(HOME, 100))
    for stop in ALL[name](pilot):
        sizes: dict[Shape, seeing.Sizes] = {}
        for shape in there_and_back(shapes):
            take_on(pilot, shape)
            stop.again(pilot)
            pilot.wait(0.2, 0.1)
            while stage.animator.is_running():  # what moves is on its way to a place
                stage.animator.snap()
            lines, sizes[shape] = seeing.flaws(stage)
            found += [f"{where(stop, shape)}: {line}" for line in lines]
        for shape in shapes:
            lines = seeing.shrunk(sizes[shape._replace(scale=100)], sizes[shape])
            found += [f"{where(stop, shape)}: {line}" for line in lines]
        take_on(pilot, Shape(HOME, 100))
    return [line for line in found if not OPEN.match(line)]


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


# == legible ===============================================================================
# Words and signs stand out from what is painted behind them: everywhere, in both colour sets.


SIZE = (1280, 720)
TOPS: Mapping[str, str] = dict(
    zip(LETTERS_HIGH_FIRST, ("R2", "O4", "Y5", "G5", "B5", "I4", "V2"), strict=True)
)
"""A card of each colour that lies nowhere else on the table of the mock-up."""


@pytest.mark.sampled("name")
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("name", screens.SCREENS)
def test_the_words_of_a_screen_stand_out(name: str, colours: str) -> None:
    shown = screens.Opened(screens.SCREENS[name], SIZE, settings.Settings(colours=colours))
    shown.wait(1.0)
    assert seeing.faint_words(shown.stage, SIZE) == []


@pytest.mark.sampled("name")
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("name", screens.PAGES)
def test_the_words_of_a_page_above_the_table_stand_out(name: str, colours: str) -> None:
    heard, _ = screens.opened(name, SIZE, settings.Settings(colours=colours))
    heard.bench.wait(1.0)
    assert seeing.faint_words(heard.bench.stage, SIZE) == []


@pytest.mark.parametrize("colours", COLOURS)
def test_the_words_of_the_lens_stand_out(colours: str) -> None:
    bench = test_close_up.Lensed(SIZE, settings.Settings(colours=colours))
    bench.press(pygame.K_e)
    bench.wait(0.5)
    assert seeing.faint_words(bench.stage, SIZE) == []


@pytest.mark.sampled("letter")
@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("letter", LETTERS_HIGH_FIRST)
def test_the_words_of_the_table_stand_out_in_the_light_of_every_rule(
    letter: str, colours: str
) -> None:
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
    assert seeing.faint_words(table.stage, SIZE) == []


def test_the_words_of_another_games_table_stand_out(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, SIZE)
    next(tidying(pilot))
    pilot.frame()
    assert seeing.faint_words(pilot.program.ui.stage, SIZE) == []
    pilot.close()


def test_words_that_are_too_faint_are_found() -> None:
    shown = screens.Opened(screens.SCREENS["title"], SIZE)
    shown.wait(1.0)
    ground = shown.node("play")
    assert isinstance(ground.picture, BoxPicture)
    ground.picture = replace(ground.picture, fill=Colour(230, 225, 215))
    assert any("'New game'" in line for line in seeing.faint_words(shown.stage, SIZE))


@pytest.mark.sampled
@pytest.mark.parametrize("ground", [each.base for each in COLOURS["normal"].values()] + ["#E3AE4C"])
def test_the_focus_ring_shows_on_grounds_of_every_colour(ground: str) -> None:
    """Somewhere across the ring there is an edge that can be seen, on either side of its line."""
    ui, clock = screens.make_kit(SIZE)
    stage, size = ui.stage, Size(400.0, 300.0)
    wide = node.Node(size=Size(1920.0, 1080.0), picture=BoxPicture(Colour.from_hex(ground)))
    here = node.Node(size=size, position=Vec(700.0, 400.0), focusable=True)
    here.picture = BoxPicture(Colour.from_hex(ground))
    stage.ground.add(wide, here)
    stage.focus.is_visible = True
    stage.focus.give(here)
    clock.step(1.0)
    stage.tick()
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


# == targets ===============================================================================
# Whatever can be pressed is at least 44 units high and wide: pixels in a 1080p window at 100%.


LEAST = 44.0
FULL_HD = (1920, 1080)


def targets(root: node.Node) -> list[node.Node]:
    """List what a pointer is meant to press; of cards, what can be played or looked at."""
    return [
        node
        for node in root.walk()
        if node.is_shown
        and node.interactive
        and (node.focusable or (node.on_activate is not None and not _is_card(node)))
        and node.name not in {"room", "scrim"}
    ]


def too_small(root: node.Node) -> list[str]:
    return [
        f"{node.name}: {w:.0f} x {h:.0f}"
        for node in targets(root)
        for w, h in [_extent(node)]
        if min(w, h) < LEAST - 0.01
    ]


def _is_card(node: node.Node) -> bool:
    return isinstance(node, CardNode | ZoneNode)


def _extent(node: node.Node) -> tuple[float, float]:
    scale = abs(node.world.scale_y)
    more = 2 * node.hit_margin
    return (node.size.w + more) * scale, (node.size.h + more) * scale


@pytest.mark.parametrize("name", screens.SCREENS)
def test_the_controls_of_a_screen_are_fair_targets(name: str) -> None:
    screen = screens.Opened(screens.SCREENS[name], FULL_HD)
    assert len(targets(screen.stage.root)) > 3
    assert too_small(screen.stage.root) == []


@pytest.mark.parametrize("name", screens.PAGES)
def test_the_controls_of_a_page_above_the_table_are_fair_targets(name: str) -> None:
    heard, page = screens.opened(name, FULL_HD)
    assert isinstance(page, Page)
    assert heard.bench.stage.view.scale == 1.0
    assert targets(page.node)
    assert too_small(page.node) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_cards_and_buttons_of_the_table_are_fair_targets(tmp_path: Path, seats: int) -> None:
    pilot = Pilot(tmp_path, FULL_HD)
    levels = itertools.repeat(setup.SeatPlan(level="casual"), seats - 1)
    pilot.play(setups.red7_setup((setup.SeatPlan("Ada"), *levels), seed=5, actions=True))
    pilot.wait_for_me()
    pilot.wait(1.0)
    found = targets(pilot.program.screen.node)
    assert any(isinstance(node, CardNode) for node in found)
    assert len(found) > 15
    assert too_small(pilot.program.screen.node) == []
    pilot.close()


# == seeing ================================================================================
# The eye of the layout tests sees what it is there to see.


@pytest.fixture
def stage() -> Stage:
    return screens.make_kit((1920, 1080))[0].stage


def test_a_shortened_text_is_seen_and_a_wrapped_one_is_none(stage: Stage) -> None:
    words = "Most different colours"
    stage.ground.add(
        Label(stage.look, words, max_width=40.0, position=Vec(100, 100)),
        Label(stage.look, words, max_width=140.0, wraps=True, position=Vec(100, 200)),
    )
    assert seeing.cut_texts(stage) == [words]


def test_text_that_runs_out_of_the_window_or_of_its_view_is_seen(stage: Stage) -> None:
    content = node.Node(size=Size(200.0, 900.0))
    content.add(Label(stage.look, "too wide for this", position=Vec(100, 0)))
    content.add(Label(stage.look, "below", position=Vec(0, 800)))
    stage.ground.add(
        Label(stage.look, "out of the window", position=Vec(1900, 100)),
        ScrollView(stage.look, Size(200.0, 300.0), content, position=Vec(300, 300)),
    )
    assert seeing.cut_texts(stage) == ["out of the window", "too wide for this"]


def test_buttons_and_words_over_each_other_are_seen(stage: Stage) -> None:
    stage.ground.add(
        Button(stage.look, "one", lambda: None, position=Vec(100, 100), name="one"),
        Button(stage.look, "two", lambda: None, position=Vec(140, 120), name="two"),
        Label(stage.look, "words", position=Vec(500, 100)),
        Label(stage.look, "others", position=Vec(510, 105)),
    )
    found = seeing.overlaps(stage)
    assert "<Button one> lies over <Button two>" in found
    assert "'words' lies over 'others'" in found


def test_a_target_that_is_too_small_is_seen(stage: Stage) -> None:
    stage.ground.add(node.Node(name="dot", size=Size(20.0, 20.0), focusable=True))
    assert seeing.small_targets(stage) == ["<Node dot>"]
