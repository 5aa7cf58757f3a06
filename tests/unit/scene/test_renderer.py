"""The renderer: drawing what changed is drawing everything, and long painting takes frames."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any
from weakref import ref

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from red7_desktop.scene import pictures, stage
from red7_desktop.scene import renderer as renderer_module
from red7_desktop.scene.animation import SteppedClock
from red7_desktop.scene.geometry import CENTRE, Size, Vec, Viewport
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint import rasterizer, surfaces, text
from red7_desktop.scene.pictures import (
    BoxPicture,
    Colour,
    LayeredPicture,
    PaintedPicture,
    Shadow,
    TextPicture,
)
from red7_desktop.scene.renderer import (
    MAX_UNFINISHED_FRAMES,
    PAINT_SECONDS,
    Renderer,
    find_reordered,
    merge_rects,
)
from tests.examples import examples
from tests.unit.scene.driver import Driver

DESIGN = Size(160, 120)
TABLE = Colour(18, 15, 24)
FONT = "Figtree_500Medium"


def stripes(w: int, h: int) -> pygame.Surface:
    surface = pygame.Surface((w, h), pygame.SRCALPHA)
    for x in range(0, w, 3):
        surface.fill((40 * x % 256, 90, 255 - x % 256, 60 + x % 190), (x, 0, 2, h))
    return surface


def solid(w: int, h: int) -> pygame.Surface:
    surface = pygame.Surface((w, h))
    surface.fill((20, 90, 60))
    return surface


CARD = PaintedPicture("card", stripes)
PICTURES: tuple[pictures.Picture | None, ...] = (
    None,
    BoxPicture(Colour(200, 40, 50)),
    BoxPicture(pictures.Gradient(Colour(80, 200, 90), Colour(10, 40, 200, 120)), radius=7),
    BoxPicture(Colour(250, 250, 20), 5, Colour(0, 0, 0), 2, shadows=(Shadow(Colour(0, 0, 0), 9),)),
    BoxPicture(None, 6, Colour(255, 255, 255, 180), 2, dash=4),
    TextPicture("Seven", FONT, 14),
    TextPicture("a longer line of words", FONT, 9, max_width=40, wraps=True),
    CARD,
    PaintedPicture("solid", solid),
    PaintedPicture("glow", stripes),
    pictures.LayeredPicture(
        (BoxPicture(None, 4, shadows=(Shadow(Colour(90, 0, 0), 8, dy=3),)), CARD)
    ),
)

Change = Callable[[random.Random, Node, list[Node]], None]


def _move_below(dice: random.Random, node: Node, nodes: list[Node]) -> None:
    parent = dice.choice(nodes)
    if not parent.is_within(node) and abs(parent.world.determinant) > 1e-3:
        node.detach()
        parent.add(node)


def _leave_or_come_back(dice: random.Random, node: Node, nodes: list[Node]) -> None:
    if node.parent is not None:
        node.detach()
    else:
        nodes[0].add(node)


def _set(name: str, value: Callable[[random.Random], object]) -> Change:
    return lambda dice, node, nodes: setattr(node, name, value(dice))


CHANGES: dict[str, Change] = {
    "position": _set("position", lambda dice: Vec(dice.uniform(-20, 170), dice.uniform(-20, 130))),
    "nudge": lambda dice, node, nodes: setattr(node, "position", node.position + Vec(0.3, 0.4)),
    "rotation": _set("rotation", lambda dice: dice.choice((0.0, 0.0, 7.3, -31.0, 90.0, 180.0))),
    "scale": _set("scale", lambda dice: dice.choice((1.0, 1.0, 1.04, 0.6, 1.7))),
    "flip": _set("flip", lambda dice: dice.choice((1.0, 1.0, 0.5, 0.01, 0.0))),
    "alpha": _set("alpha", lambda dice: dice.choice((1.0, 1.0, 0.64, 0.2, 0.0))),
    "visible": _set("visible", lambda dice: dice.random() < 0.8),
    "z": _set("z", lambda dice: float(dice.randrange(4))),
    "size": _set("size", lambda dice: Size(dice.uniform(4, 60), dice.uniform(4, 60))),
    "clips": lambda dice, node, nodes: setattr(
        node, "clips", dice.random() < 0.3 and not node.rotation
    ),
    "picture": _set("picture", lambda dice: dice.choice(PICTURES)),
    "parent": _move_below,
    "presence": _leave_or_come_back,
    "motion": lambda dice, node, nodes: (
        node.end_motion if node.is_in_motion else node.begin_motion
    )(),
}


def grow_tree(dice: random.Random) -> list[Node]:
    nodes = [Node(name="root", size=DESIGN)]
    for number in range(9):
        node = Node(
            name=f"n{number}",
            position=Vec(dice.uniform(0, 150), dice.uniform(0, 110)),
            size=Size(dice.uniform(8, 50), dice.uniform(8, 50)),
            anchor=dice.choice((Vec(0, 0), CENTRE)),
            picture=dice.choice(PICTURES),
        )
        dice.choice(nodes[:4]).add(node)
        nodes.append(node)
    return nodes


def pixels(surface: pygame.Surface) -> bytes:
    return bytes(surface.get_buffer().raw)


def drawn_anew(text: text.TextLayout, root: Node, view: Viewport) -> bytes:
    surface = pygame.Surface(view.window)
    Renderer(rasterizer.Rasteriser(text), TABLE).draw(surface, root, view)
    return pixels(surface)


def assert_partial_redraws_equal_full_redraws(
    text: text.TextLayout, dice: random.Random, window: tuple[int, int]
) -> None:
    nodes = grow_tree(dice)
    root, view = nodes[0], Viewport.fitted(window, DESIGN)
    surface = pygame.Surface(window)
    renderer = Renderer(rasterizer.Rasteriser(text, budget=400_000), TABLE)
    renderer.draw(surface, root, view)
    done: list[str] = []
    for _ in range(8):
        for _ in range(dice.randrange(1, 4)):
            name = dice.choice(list(CHANGES))
            CHANGES[name](dice, dice.choice(nodes[1:]), nodes)
            done.append(name)
        renderer.draw(surface, root, view)
        assert pixels(surface) == drawn_anew(text, root, view), done


WINDOWS = st.sampled_from([(160, 120), (97, 73), (400, 200)])


@examples(60)
@given(st.randoms(use_true_random=False), WINDOWS)
def test_partial_redraw_equals_a_full_redraw(
    text: text.TextLayout, dice: random.Random, window: tuple[int, int]
) -> None:
    assert_partial_redraws_equal_full_redraws(text, dice, window)


@examples(60)
@given(st.randoms(use_true_random=False), WINDOWS)
def test_partial_redraw_of_any_opaque_or_added_item_equals_a_full_redraw(
    text: text.TextLayout, dice: random.Random, window: tuple[int, int]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(renderer_module, "_MIN_COVERED_AREA", 1)
        patch.setattr(renderer_module, "_MIN_COVERED_SHARE", 0.0)
        assert_partial_redraws_equal_full_redraws(text, dice, window)


@pytest.fixture(scope="module", autouse=True)
def _no_kin() -> Iterator[None]:
    """Bring nothing down from what was painted before: that would differ from a full redraw."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rasterizer.Rasteriser, "_scale_cached_size", lambda *_: None)
        yield


class Bench:
    """A renderer, a surface, and one red box on the table."""

    def __init__(self, text: text.TextLayout) -> None:
        self.view = Viewport.fitted((160, 120), DESIGN)
        self.surface = pygame.Surface((160, 120))
        self.renderer = Renderer(rasterizer.Rasteriser(text), TABLE)
        self.root = Node()
        self.box = Node(
            position=Vec(10, 10), size=Size(20, 20), picture=BoxPicture(Colour(255, 0, 0))
        )
        self.root.add(self.box)

    def draw(self) -> list[pygame.Rect]:
        return self.renderer.draw(self.surface, self.root, self.view)

    def at(self, x: int, y: int) -> tuple[int, ...]:
        return tuple(self.surface.get_at((x, y)))[:3]


@pytest.fixture
def bench(text: text.TextLayout) -> Bench:
    bench = Bench(text)
    bench.draw()
    return bench


def test_renderer_draws_nothing_when_nothing_changed(bench: Bench) -> None:
    assert bench.draw() == []
    bench.box.tag = "no look"
    assert bench.draw() == []


def test_moving_node_redraws_old_and_new_place(bench: Bench) -> None:
    bench.box.position = Vec(10.2, 9.9)
    assert bench.draw() == [], "it is less than a pixel"
    bench.box.position = Vec(100, 80)
    assert sorted(map(tuple, bench.draw())) == [(10, 10, 20, 20), (100, 80, 20, 20)]
    assert bench.at(15, 15) == TABLE[:3]
    assert bench.at(105, 85) == (255, 0, 0)


def test_renderer_releases_nodes_that_left_the_tree(bench: Bench) -> None:
    child = Node(size=Size(5, 5), picture=BoxPicture(Colour(0, 255, 0)))
    bench.box.add(child)
    bench.draw()
    gone = [ref(bench.box), ref(child)]
    bench.box.detach()
    del bench.box, child
    bench.draw()
    gc.collect()
    assert [node() for node in gone] == [None, None]


def test_node_raised_above_another_is_redrawn(bench: Bench) -> None:
    other = Node(position=Vec(20, 20), size=Size(20, 20), picture=BoxPicture(Colour(0, 0, 255)))
    bench.root.add(other)
    bench.draw()
    assert bench.at(25, 25) == (0, 0, 255)
    bench.box.z = 1
    [rect] = bench.draw()
    assert rect.size == (20, 20), "one of the two is enough"
    assert bench.at(25, 25) == (255, 0, 0)


def test_subtree_fades_as_one_picture(bench: Bench) -> None:
    badge = Node(position=Vec(5, 5), size=Size(5, 5), picture=BoxPicture(Colour(0, 0, 255)))
    bench.box.add(badge)
    bench.box.alpha = 0.5
    bench.draw()
    # Nothing of the red box shines through its badge: only the table does.
    red, _, blue = bench.at(17, 17)
    assert red == pytest.approx(9, abs=1)
    assert blue == pytest.approx(139, abs=2)


def test_fading_subtree_is_not_repainted_when_the_cache_is_full(bench: Bench) -> None:
    painter = Painter(SteppedClock(), 0.0)
    fading = painter.nodes(2, "light")
    bench.root.add(*fading)
    bench.renderer.raster.set_budget(1)
    for step in range(5):
        for light in fading:
            light.alpha = 1 - step / 10
        bench.box.picture = BoxPicture(Colour(step, 0, 0))
        bench.draw()
    assert painter.painted == ["light 0", "light 1"]


def test_child_is_clipped_by_its_clipping_parent(bench: Bench) -> None:
    child = Node(position=Vec(10, 0), size=Size(50, 10), picture=BoxPicture(Colour(0, 255, 0)))
    bench.box.add(child)
    bench.box.clips = True
    bench.draw()
    assert bench.at(29, 15) == (0, 255, 0)
    assert bench.at(30, 15) == TABLE[:3]


def test_clipped_opaque_node_hides_only_covered_nodes(bench: Bench) -> None:
    frame = Node(position=Vec(60, 10), size=Size(10, 10), clips=True)
    cover = Node(size=Size(100, 100), picture=BoxPicture(Colour(0, 255, 0)))
    under = Node(position=Vec(75, 15), size=Size(20, 20), picture=BoxPicture(Colour(0, 0, 255)))
    frame.add(cover)
    bench.root.add(under, frame)
    bench.draw()
    under.position = Vec(80, 15)
    bench.draw()
    assert bench.at(65, 15) == (0, 255, 0)
    assert bench.at(85, 20) == (0, 0, 255)
    assert bench.at(77, 20) == TABLE[:3]


# == damage ================================================================================


def test_cache_evicts_the_least_recently_used_entry() -> None:
    cache: surfaces.BoundedCache[str] = surfaces.BoundedCache(3)
    for key in "abc":
        cache.put(key, key, 1)
    cache.get("a")
    cache.put("d", "d", 1)
    assert [cache.get(key) for key in "abcd"] == ["a", None, "c", "d"]
    cache.put("big", "big", 9)
    assert (len(cache), cache.get("big"), cache.cost) == (1, "big", 9)
    cache.put("big", "small", 2)
    assert (cache.get("big"), cache.cost) == ("small", 2)
    cache.drop("big")
    assert (len(cache), cache.cost) == (0, 0)


def test_trimmed_cache_keeps_only_values_in_use_beyond_its_budget() -> None:
    used = set("abcdefghijklmnop")
    cache: surfaces.BoundedCache[str] = surfaces.BoundedCache(3, used.__contains__)
    for key in "abcdefghijklmnopqr":
        cache.put(key, key, 1)
    used.intersection_update("a")
    cache.trim()
    assert (len(cache), cache.cost, cache.get("a")) == (3, 3, "a")


WINDOW = pygame.Rect(0, 0, 200, 150)
rects = st.builds(
    pygame.Rect,
    st.integers(-30, 220),
    st.integers(-30, 170),
    st.integers(0, 90),
    st.integers(0, 90),
)


@given(st.lists(rects, max_size=90))
@example([pygame.Rect(x, y, 2, 2) for x in range(0, 200, 20) for y in range(0, 150, 20)])
def test_merged_dirty_rectangles_cover_everything_and_are_few(many: list[pygame.Rect]) -> None:
    few = merge_rects(many, WINDOW)
    assert len(few) <= 12
    assert all(WINDOW.contains(rect) for rect in few)
    for rect in many:
        part = rect.clip(WINDOW)
        if part.width and part.height:
            assert any(whole.contains(part) for whole in few)


def test_distant_dirty_rectangles_stay_apart_unless_they_fill_the_window() -> None:
    apart = [pygame.Rect(0, 0, 10, 10), pygame.Rect(150, 100, 10, 10)]
    assert merge_rects(apart, WINDOW) == apart
    assert merge_rects([pygame.Rect(0, 0, 141, 150)], WINDOW) == [WINDOW]
    most = [pygame.Rect(0, 0, 140, 150)]
    assert merge_rects(most, WINDOW) == most
    assert merge_rects([pygame.Rect(9, 9, 0, 20), pygame.Rect(300, 9, 5, 5)], WINDOW) == []
    for left, count in ((15, 1), (16, 2)):  # they are one where that is a quarter larger at most
        assert len(merge_rects([pygame.Rect(x, 0, 10, 10) for x in (0, left)], WINDOW)) == count


@given(st.permutations(range(8)))
def test_find_reordered_returns_the_fewest_moved_entries(order: list[int]) -> None:
    moved = set(find_reordered(order))
    rest = [value for value in order if value not in moved]
    assert rest == sorted(rest)
    assert (not moved) is (list(order) == sorted(order))
    assert find_reordered([1, 2, 3, 4, 0]) == [0], "one thing lowered is one mover"
    assert find_reordered([4, 0, 1, 2, 3]) == [4], "and so is one raised"


# == Slow paintings are spread over several frames; the window changes at the end.


class Painter:
    """Paints squares that each take some seconds of the stepped clock."""

    def __init__(self, clock: SteppedClock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self.painted: list[str] = []
        self.surfaces: list[ref[pygame.Surface]] = []

    def nodes(self, count: int, name: str = "square") -> list[Node]:
        return [
            Node(name=key, position=at, size=Size(50, 50), picture=self.picture(key))
            for key, at in [(f"{name} {place}", Vec(60.0 * place, 90.0)) for place in range(count)]
        ]

    def picture(self, key: str) -> PaintedPicture:
        def paint(w: int, h: int) -> pygame.Surface:
            self._clock.step(self._seconds)
            self.painted.append(key)
            surface = pygame.Surface((w, h))
            surface.fill((200, 10 * len(key), 90))
            self.surfaces.append(ref(surface))
            return surface

        return PaintedPicture(key, paint)


def shown_pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def drawn_at_once(stage: stage.Stage) -> bytes:
    surface = pygame.Surface(stage.view.window)
    fresh = Renderer(rasterizer.Rasteriser(stage.look.text), stage.renderer.background)
    fresh.draw(surface, stage.root, stage.view)
    return shown_pixels(surface)


def frames_till_shown(driver: Driver) -> int:
    """Draw frames until nothing is left over; the window must not change before the last one."""
    before = shown_pixels(driver.surface)
    for count in range(1, 200):
        drawn = driver.frame()
        if not driver.stage.renderer.is_unfinished:
            return count
        assert drawn == []
        assert shown_pixels(driver.surface) == before
        assert not driver.stage.is_resting
    raise AssertionError("it never comes to an end")


def test_new_page_is_shown_only_when_all_of_it_is_painted(driver: Driver) -> None:
    driver.frame()
    painter = Painter(driver.clock, 0.6 * PAINT_SECONDS)
    driver.stage.screen_layer.add(*painter.nodes(9))
    painted = [0]
    before = shown_pixels(driver.surface)
    while driver.frame() == []:
        painted.append(len(painter.painted))
        assert shown_pixels(driver.surface) == before
    steps = [after - earlier for earlier, after in pairwise(painted)]
    assert steps == [2, 2, 2, 2, 1]
    assert shown_pixels(driver.surface) == drawn_at_once(driver.stage)


def test_frame_time_budget_includes_time_spent_before_painting(
    driver: Driver,
) -> None:
    driver.frame()
    driver.stage.screen_layer.add(*Painter(driver.clock, 0.6 * PAINT_SECONDS).nodes(1))
    assert frames_till_shown(driver) == 2
    driver.stage.screen_layer.add(*Painter(driver.clock, 0.2 * PAINT_SECONDS).nodes(2, "small"))
    assert frames_till_shown(driver) == 1
    painter = Painter(driver.clock, 0.2 * PAINT_SECONDS)
    driver.stage.screen_layer.add(*painter.nodes(2, "late"))
    assert driver.stage.draw(driver.surface, 2 * PAINT_SECONDS) == []
    assert painter.painted == []
    assert driver.stage.draw(driver.surface, 2 * PAINT_SECONDS) != []


def test_painting_stops_after_one_picture_when_the_frame_time_is_used_up(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.frame()
    painter, raster = Painter(driver.clock, 0.0), driver.stage.renderer.raster
    find = raster.anchored_sprite

    def find_slowly(*asked: Any) -> object:
        driver.clock.step(1.2 * PAINT_SECONDS)
        return find(*asked)

    monkeypatch.setattr(raster, "anchored_sprite", find_slowly)
    driver.stage.screen_layer.add(*painter.nodes(3))
    driver.frame()
    assert len(painter.painted) == 1


@pytest.mark.parametrize("size", [Size(300, 200), Size(200, 140)])
def test_card_is_painted_only_when_the_frame_has_time_left(driver: Driver, size: Size) -> None:
    driver.frame()
    painter = Painter(driver.clock, 0.6 * PAINT_SECONDS)
    small, large = painter.nodes(2)
    large.size = size
    driver.stage.screen_layer.add(small, large)
    driver.frame()
    assert painter.painted == ["square 0"]
    assert frames_till_shown(driver) == 2


def test_large_surface_is_faded_one_frame_after_its_slow_painting(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.frame()
    faded: list[int] = []
    fade_surface = surfaces.fade_surface

    def record_fading(surface: pygame.Surface, alpha: int) -> pygame.Surface:
        faded.append(alpha)
        return fade_surface(surface, alpha)

    monkeypatch.setattr(rasterizer, "fade_surface", record_fading)
    painter = Painter(driver.clock, 0.8 * PAINT_SECONDS)
    (ground,) = painter.nodes(1)
    ground.size = driver.stage.look.visible_area.size
    ground.alpha = 0.4
    driver.stage.screen_layer.add(ground)

    driver.frame()
    assert painter.painted == ["square 0"]
    assert faded == []

    # Another alpha in each frame must not make it wait again.
    ground.alpha = 0.6
    driver.frame()
    assert faded == [153]


def test_card_front_is_painted_one_frame_after_its_slow_shadow(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.frame()
    painter = Painter(driver.clock, 0.0)
    shadow = BoxPicture(Colour(1, 2, 3, 255), radius=3.0)
    picture = LayeredPicture((shadow, painter.picture("front")))

    def paint_box_slowly(
        picture: BoxPicture, box: surfaces.PixelBox
    ) -> surfaces.PaintingSteps[surfaces.Painted]:
        driver.clock.step(0.2 * PAINT_SECONDS)
        return surfaces.paint_box_in_steps(picture, box)

    monkeypatch.setattr(rasterizer, "paint_box_in_steps", paint_box_slowly)
    driver.stage.screen_layer.add(Node(size=Size(50, 50), picture=picture))

    driver.frame()
    assert painter.painted == []

    driver.frame()
    assert painter.painted == ["front"]


def test_nodes_far_outside_a_clipping_view_are_not_painted(driver: Driver) -> None:
    painter = Painter(driver.clock, 0.0)
    view = Node(size=Size(200, 100), clips=True)
    rows = painter.nodes(20)
    for nth, row in enumerate(rows):
        row.position = Vec(0.0, 60.0 * nth)
    view.add(*rows)
    driver.stage.screen_layer.add(view)
    driver.frame()
    assert 2 <= len(painter.painted) < 8
    rows[9].position = Vec(0.0, 0.0)
    driver.frame()
    assert "square 9" in painter.painted
    assert shown_pixels(driver.surface) == drawn_at_once(driver.stage)


def test_first_frame_of_a_window_is_drawn_whole_whatever_time_it_takes(
    stage: stage.Stage, clock: SteppedClock
) -> None:
    stage.screen_layer.add(*Painter(clock, 3 * PAINT_SECONDS).nodes(5))
    surface = pygame.Surface(stage.view.window)
    assert stage.draw(surface) == [surface.get_rect()]
    stage.resize((960, 600))
    surface = pygame.Surface((960, 600))
    assert stage.draw(surface) == [surface.get_rect()]


def test_uncovered_window_shows_the_last_picture_while_painting_goes_on(
    driver: Driver,
) -> None:
    driver.stage.screen_layer.add(*Painter(driver.clock, 0.0).nodes(1, "first"))
    driver.frame()
    before = shown_pixels(driver.surface)
    driver.stage.screen_layer.add(*Painter(driver.clock, PAINT_SECONDS).nodes(3))
    driver.surface.fill((1, 2, 3))
    driver.post(pygame.WINDOWEXPOSED)
    assert driver.frame() == [driver.surface.get_rect()]
    assert driver.stage.renderer.is_unfinished
    assert shown_pixels(driver.surface) == before


def turned_page(driver: Driver) -> tuple[Painter, Painter]:
    """Show a page, and put another in its place that takes long; give the painters of both."""
    quick, slow = Painter(driver.clock, 0.0), Painter(driver.clock, 1.2 * PAINT_SECONDS)
    page = Node(name="page")
    page.add(*quick.nodes(150, "first"))
    driver.stage.screen_layer.add(page)
    driver.frame()
    page.detach()
    driver.stage.renderer.raster.clear()
    driver.stage.screen_layer.add(*slow.nodes(4, "next"))
    return quick, slow


def test_surfaces_of_the_previous_page_are_freed_before_the_next_paints(
    driver: Driver,
) -> None:
    quick, slow = turned_page(driver)
    assert len(quick.surfaces) == 150
    assert all(surface() for surface in quick.surfaces)
    before = shown_pixels(driver.surface)
    assert driver.frame() == []
    assert len(slow.painted) == 1
    assert not any(surface() for surface in quick.surfaces)
    assert shown_pixels(driver.surface) == before
    frames_till_shown(driver)
    assert shown_pixels(driver.surface) == drawn_at_once(driver.stage)


def test_replaced_page_is_freed_although_it_was_never_painted_completely(driver: Driver) -> None:
    driver.frame()
    quick, slow = Painter(driver.clock, 0.0), Painter(driver.clock, 1.2 * PAINT_SECONDS)
    page = Node(name="page")
    page.add(*quick.nodes(150, "first"), *slow.nodes(4, "unfinished"))
    driver.stage.screen_layer.add(page)
    driver.frame()
    driver.frame()
    assert driver.stage.renderer.is_unfinished
    page.detach()
    driver.stage.renderer.release_replaced_screen()
    driver.stage.renderer.raster.set_budget(1)
    driver.stage.screen_layer.add(*slow.nodes(4, "next"))
    driver.frame()
    assert slow.painted[-1] == "next 0"
    assert not any(surface() for surface in quick.surfaces)


def test_frame_with_constantly_changing_pictures_is_shown_eventually(driver: Driver) -> None:
    driver.frame()
    painter = Painter(driver.clock, PAINT_SECONDS)
    node = Node(size=Size(50, 50))
    other = Node(size=Size(50, 50), position=Vec(100, 0))
    driver.stage.screen_layer.add(node, other)
    for count in range(MAX_UNFINISHED_FRAMES + 2):
        node.picture, other.picture = painter.picture(f"a {count}"), painter.picture(f"b {count}")
        if driver.frame():
            break
    assert not driver.stage.renderer.is_unfinished


def test_stepwise_painter_resumes_over_several_frames(driver: Driver) -> None:
    driver.frame()
    taken: list[int] = []

    def paint(w: int, h: int) -> pictures.Steps:
        for step in range(4):
            taken.append(step)
            driver.clock.step(1.2 * PAINT_SECONDS)
            yield
        return pygame.Surface((w, h), pygame.SRCALPHA)

    driver.stage.screen_layer.add(Node(picture=PaintedPicture("steps", paint), size=Size(40, 40)))
    assert frames_till_shown(driver) == 5
    assert taken == [0, 1, 2, 3]


def test_large_box_is_painted_over_several_frames(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.frame()
    drawn: list[tuple[int, int]] = []
    draw_rounded_shape = surfaces.draw_rounded_shape

    def draw_slowly(w: int, h: int, radius: float) -> pygame.Surface:
        drawn.append((w, h))
        driver.clock.step(1.2 * PAINT_SECONDS)
        return draw_rounded_shape(w, h, radius)

    monkeypatch.setattr(surfaces, "draw_rounded_shape", draw_slowly)
    shadow = Shadow(Colour(0, 0, 0), 8.0)
    picture = BoxPicture(Colour(200, 40, 50), 8.0, Colour(0, 0, 0), 2.0, shadows=(shadow,))

    driver.stage.screen_layer.add(Node(picture=picture, size=Size(300, 200)))

    assert frames_till_shown(driver) == 4
    assert len(drawn) == 3  # outline, area inside the border, shadow: each only once
    monkeypatch.undo()
    assert shown_pixels(driver.surface) == drawn_at_once(driver.stage)


WIDE_SHEET = BoxPicture(
    pictures.Gradient(Colour(80, 60, 90), Colour(10, 40, 60)),
    radius=20.0,
    border=Colour(200, 200, 200),
    shadows=(Shadow(Colour(0, 0, 0), 20.0, dy=6.0),),
)


def test_nodes_below_the_opaque_part_of_a_box_are_not_drawn(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground = Node(name="ground", size=Size(1920, 1080), picture=BoxPicture(Colour(9, 9, 9, 90)))
    hidden = Node(size=Size(50, 50), picture=CARD, position=Vec(900, 500))
    sheet = Node(size=Size(1700, 900), picture=WIDE_SHEET, position=Vec(100, 90))
    driver.stage.screen_layer.add(ground, hidden, sheet)
    drawn: list[tuple[int, pygame.Rect]] = []
    blit = renderer_module._blit

    def record(surface: pygame.Surface, item: renderer_module.DisplayItem) -> None:
        drawn.append((item.owner, surface.get_clip()))
        blit(surface, item)

    monkeypatch.setattr(renderer_module, "_blit", record)

    driver.frame()

    assert id(hidden) not in {owner for owner, _ in drawn}
    window = pygame.Rect(0, 0, *driver.stage.view.window)
    below = sum(clip.w * clip.h for owner, clip in drawn if owner == id(ground))
    assert below < 0.45 * window.w * window.h
    monkeypatch.undo()
    split = shown_pixels(driver.surface)
    monkeypatch.setattr(renderer_module, "_split_at_opaque_area", lambda rect, items: [rect])
    assert split == drawn_at_once(driver.stage)


def test_moved_node_is_drawn_without_asking_for_its_picture_again(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = Node(size=Size(200, 400))
    content.add(*Painter(driver.clock, 0.0).nodes(3))
    view = Node(size=Size(200, 200), clips=True)
    view.add(content)
    driver.stage.screen_layer.add(view)
    driver.frame()
    asked: list[object] = []
    find = rasterizer.Rasteriser.anchored_sprite

    def record(raster: rasterizer.Rasteriser, picture: pictures.Picture, *args: Any) -> object:
        asked.append(picture)
        return find(raster, picture, *args)

    monkeypatch.setattr(rasterizer.Rasteriser, "anchored_sprite", record)

    content.position = Vec(0.0, -10.3)
    driver.frame()

    assert asked == []
    assert shown_pixels(driver.surface) == drawn_at_once(driver.stage)


def test_page_is_drawn_over_the_pixels_of_the_screen_below(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = Node(size=Size(50, 50), picture=CARD, position=Vec(20, 20))
    driver.stage.screen_layer.add(card)
    driver.frame()
    drawn: list[int] = []
    blit = renderer_module._blit

    def record(surface: pygame.Surface, item: renderer_module.DisplayItem) -> None:
        drawn.append(item.owner)
        blit(surface, item)

    monkeypatch.setattr(renderer_module, "_blit", record)
    scrim = Node(size=Size(1920, 1080), picture=BoxPicture(Colour(0, 0, 0, 90)))

    driver.stage.show_overlay(scrim)
    driver.frame()

    assert set(drawn) == {id(scrim)}
    monkeypatch.undo()
    assert shown_pixels(driver.surface) == drawn_at_once(driver.stage)


def test_screen_is_not_drawn_again_when_a_transition_has_ended(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter = Painter(driver.clock, 0.0)
    driver.stage.screen_layer.add(*painter.nodes(3))
    driver.frame()
    painted: list[pygame.Rect] = []
    paint = Renderer._paint

    def record(renderer: Renderer, surface: pygame.Surface, rect: pygame.Rect, items: Any) -> None:
        painted.append(rect)
        paint(renderer, surface, rect, items)

    monkeypatch.setattr(Renderer, "_paint", record)

    driver.stage.cross_fade(stage.Transition(0.1))
    driver.stage.screen_layer.add(*painter.nodes(2, "other"))
    for _ in range(20):
        driver.frame()

    assert driver.stage.is_resting
    window = driver.stage.view.window
    assert sum(rect.w * rect.h for rect in painted) < 0.1 * window[0] * window[1]
    assert shown_pixels(driver.surface) == drawn_at_once(driver.stage)


class CountedSurface(pygame.Surface):
    """A surface that counts its copies."""

    copies = 0

    def copy(self) -> pygame.Surface:
        self.copies += 1
        return super().copy()


def test_transition_copies_no_surface_in_a_frame_that_is_already_full(driver: Driver) -> None:
    driver.frame()
    window = CountedSurface(driver.stage.view.window)
    driver.stage.cross_fade(stage.Transition(0.1))

    driver.stage.draw(window, 1.2 * PAINT_SECONDS)

    assert window.copies == 0
    driver.stage.draw(window, 1.2 * PAINT_SECONDS)
    assert window.copies == 1


def test_transition_is_not_blended_in_the_frame_that_draws_the_screen(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver.frame()
    paint = Renderer._paint
    drawn: list[int] = []
    changed: list[int] = []

    def paint_slowly(renderer: Renderer, *args: Any, **how: Any) -> None:
        driver.clock.step(0.6 * PAINT_SECONDS)
        drawn.append(frame)
        paint(renderer, *args, **how)

    monkeypatch.setattr(Renderer, "_paint", paint_slowly)
    driver.stage.cross_fade(stage.Transition(0.1))
    driver.stage.screen_layer.add(*Painter(driver.clock, 0.0).nodes(1))

    for frame in range(6):
        if driver.frame():
            changed.append(frame)

    assert drawn[-1] == changed[0] - 1


def test_half_painted_picture_of_a_replaced_screen_is_freed(driver: Driver) -> None:
    driver.frame()
    begun: list[ref[pygame.Surface]] = []

    def paint(w: int, h: int) -> pictures.Steps:
        surface = pygame.Surface((w, h))
        begun.append(ref(surface))
        for _ in range(4):
            driver.clock.step(1.2 * PAINT_SECONDS)
            yield
        return surface

    page = Node(picture=PaintedPicture("steps", paint), size=Size(40, 40))
    driver.stage.screen_layer.add(page)
    driver.frame()
    assert begun[0]()
    page.detach()
    driver.stage.renderer.release_replaced_screen()
    assert not begun[0]()
