"""The key property of the renderer: drawing what changed is the same as drawing everything."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from weakref import ref

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from red7_desktop.scene.animation import Animator, SteppedClock
from red7_desktop.scene.geometry import CENTRE, Size, Vec, Viewport
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.rasterizer import Rasteriser
from red7_desktop.scene.paint.text import TextSetter
from red7_desktop.scene.pictures import (
    BoxPicture,
    Colour,
    Gradient,
    LayeredPicture,
    PaintedPicture,
    Picture,
    Shadow,
    TextPicture,
)
from red7_desktop.scene.renderer import Renderer

DESIGN = Size(160, 120)
TABLE = Colour(18, 15, 24)
pytestmark = pytest.mark.usefixtures("no_kin")
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
PICTURES: tuple[Picture | None, ...] = (
    None,
    BoxPicture(Colour(200, 40, 50)),
    BoxPicture(Gradient(Colour(80, 200, 90), Colour(10, 40, 200, 120)), radius=7),
    BoxPicture(Colour(250, 250, 20), 5, Colour(0, 0, 0), 2, shadows=(Shadow(Colour(0, 0, 0), 9),)),
    BoxPicture(None, 6, Colour(255, 255, 255, 180), 2, dash=4),
    TextPicture("Seven", FONT, 14),
    TextPicture("a longer line of words", FONT, 9, max_width=40, wraps=True),
    CARD,
    PaintedPicture("solid", solid),
    PaintedPicture("glow", stripes, bleed=6),
    LayeredPicture((BoxPicture(None, 4, shadows=(Shadow(Colour(90, 0, 0), 8, dy=3),)), CARD)),
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


def _toggle_motion(dice: random.Random, node: Node, nodes: list[Node]) -> None:
    (node.end_motion if node.in_motion else node.begin_motion)()


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
    "motion": _toggle_motion,
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


def drawn_anew(text: TextSetter, root: Node, view: Viewport) -> bytes:
    surface = pygame.Surface(view.window)
    Renderer(Rasteriser(text), TABLE).draw(surface, root, view)
    return pixels(surface)


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from([(160, 120), (97, 73), (400, 200)]))
def test_drawing_what_changed_gives_the_same_window_bit_for_bit(
    text: TextSetter, dice: random.Random, window: tuple[int, int]
) -> None:
    nodes = grow_tree(dice)
    root, view = nodes[0], Viewport.fitted(window, DESIGN)
    surface = pygame.Surface(window)
    renderer = Renderer(Rasteriser(text, budget=400_000), TABLE)
    renderer.draw(surface, root, view)
    done: list[str] = []
    for _ in range(8):
        for _ in range(dice.randrange(1, 4)):
            name = dice.choice(list(CHANGES))
            CHANGES[name](dice, dice.choice(nodes[1:]), nodes)
            done.append(name)
        renderer.draw(surface, root, view)
        assert pixels(surface) == drawn_anew(text, root, view), done


@settings(max_examples=15)
@given(st.randoms(use_true_random=False))
def test_so_it_does_while_things_are_animated(text: TextSetter, dice: random.Random) -> None:
    clock = SteppedClock()
    animator = Animator(clock)
    nodes = grow_tree(dice)
    root, view = nodes[0], Viewport.fitted((200, 150), DESIGN)
    for node in nodes[1:]:
        animator.to(node, "position", Vec(dice.uniform(0, 150), 60), dice.uniform(0.1, 0.3))
        animator.to(node, "rotation", dice.uniform(-30, 30), 0.2, delay=dice.uniform(0, 0.1))
        animator.to(node, "alpha", dice.choice((1.0, 0.3)), 0.15)
    surface = pygame.Surface(view.window)
    renderer = Renderer(Rasteriser(text), TABLE)
    while animator.is_running():
        clock.step(1 / 30)
        animator.tick()
        renderer.draw(surface, root, view)
        assert pixels(surface) == drawn_anew(text, root, view)


class Bench:
    """A renderer, a surface, and one red box on the table."""

    def __init__(self, text: TextSetter) -> None:
        self.view = Viewport.fitted((160, 120), DESIGN)
        self.surface = pygame.Surface((160, 120))
        self.renderer = Renderer(Rasteriser(text), TABLE)
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
def bench(text: TextSetter) -> Bench:
    bench = Bench(text)
    bench.draw()
    return bench


WHOLE = [pygame.Rect(0, 0, 160, 120)]


def test_nothing_is_drawn_when_nothing_changed(bench: Bench) -> None:
    assert bench.draw() == []
    bench.box.tag = "no look"
    assert bench.draw() == []


def test_a_move_redraws_where_it_was_and_where_it_is(bench: Bench) -> None:
    bench.box.position = Vec(100, 80)
    assert sorted(map(tuple, bench.draw())) == [(10, 10, 20, 20), (100, 80, 20, 20)]
    assert bench.at(15, 15) == TABLE[:3]
    assert bench.at(105, 85) == (255, 0, 0)


def test_a_move_of_less_than_a_pixel_redraws_nothing(bench: Bench) -> None:
    bench.box.position = Vec(10.2, 9.9)
    assert bench.draw() == []


def test_an_exposed_window_or_another_background_is_drawn_whole(bench: Bench) -> None:
    bench.renderer.invalidate()
    assert bench.draw() == WHOLE
    bench.renderer.background = Colour(1, 2, 3)
    assert bench.draw() == WHOLE
    assert bench.at(0, 0) == (1, 2, 3)


def test_what_has_left_the_tree_is_let_go(bench: Bench) -> None:
    child = Node(size=Size(5, 5), picture=BoxPicture(Colour(0, 255, 0)))
    bench.box.add(child)
    bench.draw()
    gone = [ref(bench.box), ref(child)]
    bench.box.detach()
    del bench.box, child
    bench.draw()
    gc.collect()
    assert [node() for node in gone] == [None, None]


def test_the_pixels_of_what_has_left_go_though_it_lives_on(bench: Bench) -> None:
    painted: list[ref[pygame.Surface]] = []

    def paint(w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h), 0, 32)
        painted.append(ref(surface))
        return surface

    pages = [Node(), Node()]
    for page in pages:
        for nth in range(250):
            page.add(Node(size=Size(5, 5), picture=PaintedPicture((id(page), nth), paint)))
        bench.box.add(page)
        bench.draw()
        page.detach()
    bench.draw()
    bench.renderer.raster.clear()
    assert len(painted) == 500
    del painted[250:]
    assert not any(surface() for surface in painted)


def test_a_repaint_asks_the_paints_again(bench: Bench) -> None:
    shades = [Colour(0, 0, 255), Colour(0, 255, 0)]

    def paint(w: int, h: int) -> pygame.Surface:
        surface = pygame.Surface((w, h))
        surface.fill(shades[0])
        return surface

    bench.box.picture = PaintedPicture("changing", paint)
    bench.draw()
    shades.pop(0)
    bench.renderer.repaint()
    assert bench.draw() == WHOLE
    assert bench.at(15, 15) == (0, 255, 0)


def test_another_surface_of_the_same_size_is_drawn_whole(bench: Bench) -> None:
    bench.surface = pygame.Surface((160, 120))
    assert bench.draw() == WHOLE
    assert bench.draw() == []


def test_a_resized_window_is_drawn_whole_at_the_new_scale(bench: Bench) -> None:
    bench.view = Viewport.fitted((320, 240), DESIGN)
    bench.surface = pygame.Surface((320, 240))
    assert bench.draw() == [pygame.Rect(0, 0, 320, 240)]
    assert bench.at(20, 20) == bench.at(59, 59) == (255, 0, 0)
    assert bench.at(19, 20) == bench.at(60, 59) == TABLE[:3]


def test_what_lies_outside_the_window_is_not_reported(bench: Bench) -> None:
    bench.box.position = Vec(500, 500)
    bench.draw()
    bench.box.position = Vec(600, 600)
    assert bench.draw() == []


def test_a_node_raised_above_another_is_redrawn(bench: Bench) -> None:
    other = Node(position=Vec(20, 20), size=Size(20, 20), picture=BoxPicture(Colour(0, 0, 255)))
    bench.root.add(other)
    bench.draw()
    assert bench.at(25, 25) == (0, 0, 255)
    bench.box.z = 1
    [rect] = bench.draw()
    assert rect.size == (20, 20), "one of the two is enough"
    assert bench.at(25, 25) == (255, 0, 0)


def test_a_subtree_fades_as_one_picture(bench: Bench) -> None:
    badge = Node(position=Vec(5, 5), size=Size(5, 5), picture=BoxPicture(Colour(0, 0, 255)))
    bench.box.add(badge)
    bench.box.alpha = 0.5
    bench.draw()
    # Nothing of the red box shines through its badge: only the table does.
    red, _, blue = bench.at(17, 17)
    assert red == pytest.approx(9, abs=1)
    assert blue == pytest.approx(139, abs=2)


def test_a_child_is_cut_off_at_a_clipping_parent(bench: Bench) -> None:
    child = Node(position=Vec(10, 0), size=Size(50, 10), picture=BoxPicture(Colour(0, 255, 0)))
    bench.box.add(child)
    bench.box.clips = True
    bench.draw()
    assert bench.at(29, 15) == (0, 255, 0)
    assert bench.at(30, 15) == TABLE[:3]


def test_an_opaque_node_that_is_cut_off_hides_only_what_it_covers(bench: Bench) -> None:
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
