"""Painting that takes long is spread over frames; the window stays as it was till all is there."""

from __future__ import annotations

from itertools import pairwise
from weakref import ref

import pygame

from red7_desktop.scene.animation import SteppedClock
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import WHITE, BoxPicture, PaintedPicture, Steps, TextPicture
from red7_desktop.scene.renderer import MOST_SLICES, SLICE, TIRED
from red7_desktop.scene.stage import Stage
from tests.unit.scene.driver import Driver


class Painter:
    """Paints squares, each of which takes so many seconds of the stepped clock."""

    def __init__(self, clock: SteppedClock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self.painted: list[str] = []
        self.surfaces: list[ref[pygame.Surface]] = []

    def nodes(self, count: int, name: str = "square") -> list[Node]:
        return [self._node(f"{name} {place}", place) for place in range(count)]

    def picture(self, key: str) -> PaintedPicture:
        def paint(w: int, h: int) -> pygame.Surface:
            self._clock.step(self._seconds)
            self.painted.append(key)
            surface = pygame.Surface((w, h))
            surface.fill((200, 10 * len(key), 90))
            self.surfaces.append(ref(surface))
            return surface

        return PaintedPicture(key, paint)

    def _node(self, key: str, place: int) -> Node:
        place_of = Vec(60.0 * place, 90.0)
        return Node(name=key, position=place_of, size=Size(50, 50), picture=self.picture(key))


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def drawn_at_once(stage: Stage) -> bytes:
    """Draw the stage anew, in one frame."""
    surface = pygame.Surface(stage.view.window)
    stage.renderer.repaint()
    stage.draw(surface)
    return pixels(surface)


def frames_till_shown(driver: Driver) -> int:
    """Draw frames till nothing is left over; the window must not change before the last one."""
    before = pixels(driver.surface)
    for count in range(1, 200):
        drawn = driver.frame()
        if not driver.stage.renderer.is_unfinished:
            return count
        assert drawn == []
        assert pixels(driver.surface) == before
        assert not driver.stage.is_resting
    raise AssertionError("it never comes to an end")


def test_a_page_comes_up_whole_after_short_frames(driver: Driver, clock: SteppedClock) -> None:
    driver.frame()
    painter = Painter(clock, 0.6 * SLICE)
    driver.stage.ground.add(*painter.nodes(9))
    painted = [0]
    before = pixels(driver.surface)
    while driver.frame() == []:
        painted.append(len(painter.painted))
        assert pixels(driver.surface) == before
    steps = [after - earlier for earlier, after in pairwise(painted)]
    assert steps == [2, 2, 2, 2, 1]
    assert pixels(driver.surface) == drawn_at_once(driver.stage)


def test_what_has_taken_the_better_part_of_a_frame_is_blitted_in_the_next(
    driver: Driver, clock: SteppedClock
) -> None:
    driver.frame()
    driver.stage.ground.add(*Painter(clock, 0.6 * SLICE).nodes(1))
    assert frames_till_shown(driver) == 2
    driver.stage.ground.add(*Painter(clock, 0.2 * SLICE).nodes(2, "small"))
    assert frames_till_shown(driver) == 1


def test_time_that_is_spent_before_is_not_left_for_painting(
    driver: Driver, clock: SteppedClock
) -> None:
    driver.frame()
    painter = Painter(clock, 0.2 * SLICE)
    driver.stage.ground.add(*painter.nodes(2))
    assert driver.stage.draw(driver.surface, 2 * SLICE) == []
    assert painter.painted == []
    assert driver.stage.draw(driver.surface, 2 * SLICE) != []


def test_what_begins_to_move_is_painted_in_short_frames_too(
    driver: Driver, clock: SteppedClock
) -> None:
    driver.frame()
    moving = Painter(clock, 2 * SLICE).nodes(3)
    driver.stage.ground.add(*moving)
    for node in moving:
        node.begin_motion()
    assert frames_till_shown(driver) == 4


def test_text_in_motion_never_waits_for_it_is_set_anew_in_every_frame(
    driver: Driver, clock: SteppedClock
) -> None:
    driver.frame()
    (other,) = Painter(clock, 2 * SLICE).nodes(1)
    words = Node(picture=TextPicture("Red", "Figtree_500Medium", 20), size=Size(80, 30))
    driver.stage.ground.add(other, words)
    words.begin_motion()
    assert frames_till_shown(driver) == 2


def test_a_card_is_begun_only_where_a_frame_has_time_for_it(
    driver: Driver, clock: SteppedClock
) -> None:
    driver.frame()
    painter = Painter(clock, 0.6 * SLICE)
    small, large = painter.nodes(2)
    large.size = Size(300, 200)
    driver.stage.ground.add(small, large)
    driver.frame()
    assert painter.painted == ["square 0"]
    assert frames_till_shown(driver) == 2


def test_what_lies_far_outside_of_a_view_is_not_painted(
    driver: Driver, clock: SteppedClock
) -> None:
    painter = Painter(clock, 0.0)
    view = Node(size=Size(200, 100), clips=True)
    rows = painter.nodes(20)
    for nth, row in enumerate(rows):
        row.position = Vec(0.0, 60.0 * nth)
    view.add(*rows)
    driver.stage.ground.add(view)
    driver.frame()
    assert 2 <= len(painter.painted) < 8
    rows[9].position = Vec(0.0, 0.0)
    driver.frame()
    assert "square 9" in painter.painted
    assert pixels(driver.surface) == drawn_at_once(driver.stage)


def test_the_first_frame_of_a_window_is_drawn_at_once(stage: Stage, clock: SteppedClock) -> None:
    stage.ground.add(*Painter(clock, 3 * SLICE).nodes(5))
    surface = pygame.Surface(stage.view.window)
    assert stage.draw(surface) == [surface.get_rect()]
    stage.resize((960, 600))
    surface = pygame.Surface((960, 600))
    assert stage.draw(surface) == [surface.get_rect()]


def test_an_uncovered_window_shows_the_last_picture_while_the_next_is_painted(
    driver: Driver, clock: SteppedClock
) -> None:
    driver.stage.ground.add(*Painter(clock, 0.0).nodes(1, "first"))
    driver.frame()
    before = pixels(driver.surface)
    driver.stage.ground.add(*Painter(clock, SLICE).nodes(3))
    driver.surface.fill((1, 2, 3))
    driver.post(pygame.WINDOWEXPOSED)
    assert driver.frame() == [driver.surface.get_rect()]
    assert driver.stage.renderer.is_unfinished
    assert pixels(driver.surface) == before


def turned_page(driver: Driver, clock: SteppedClock) -> tuple[Painter, Painter]:
    """Show a page, and put another in its place that takes long; give the painters of both."""
    quick, slow = Painter(clock, 0.0), Painter(clock, 1.2 * SLICE)
    page = Node(name="page")
    page.add(*quick.nodes(150, "first"))
    driver.stage.ground.add(page)
    driver.frame()
    page.detach()
    driver.stage.renderer.raster.clear()
    driver.stage.ground.add(*slow.nodes(4, "next"))
    return quick, slow


def test_the_pixels_of_a_page_that_has_left_go_before_the_next_one_is_painted(
    driver: Driver, clock: SteppedClock
) -> None:
    quick, slow = turned_page(driver, clock)
    assert len(quick.surfaces) == 150
    assert all(surface() for surface in quick.surfaces)
    before = pixels(driver.surface)
    assert driver.frame() == []
    assert len(slow.painted) == 1
    assert not any(surface() for surface in quick.surfaces)
    assert pixels(driver.surface) == before
    frames_till_shown(driver)
    assert pixels(driver.surface) == drawn_at_once(driver.stage)


def test_a_window_uncovered_after_its_page_has_left_gets_the_next_one_at_once(
    driver: Driver, clock: SteppedClock
) -> None:
    _, slow = turned_page(driver, clock)
    driver.frame()
    driver.post(pygame.WINDOWEXPOSED)
    assert driver.frame() == [driver.surface.get_rect()]
    assert len(slow.painted) == 4
    assert pixels(driver.surface) == drawn_at_once(driver.stage)


def test_a_picture_that_changes_all_the_time_is_shown_in_the_end(
    driver: Driver, clock: SteppedClock
) -> None:
    driver.frame()
    painter = Painter(clock, SLICE)
    node = Node(size=Size(50, 50))
    other = Node(size=Size(50, 50), position=Vec(100, 0))
    driver.stage.ground.add(node, other)
    for count in range(MOST_SLICES + 2):
        node.picture, other.picture = painter.picture(f"a {count}"), painter.picture(f"b {count}")
        if driver.frame():
            break
    assert not driver.stage.renderer.is_unfinished


def test_what_is_painted_in_steps_takes_as_many_frames_as_it_needs(
    driver: Driver, clock: SteppedClock
) -> None:
    driver.frame()
    taken: list[int] = []

    def paint(w: int, h: int) -> Steps:
        for step in range(4):
            taken.append(step)
            clock.step(1.2 * SLICE)
            yield
        return pygame.Surface((w, h), pygame.SRCALPHA)

    driver.stage.ground.add(Node(picture=PaintedPicture("steps", paint), size=Size(40, 40)))
    assert frames_till_shown(driver) == 5
    assert taken == [0, 1, 2, 3]


def test_a_frame_that_has_been_long_leaves_all_to_the_next(driver: Driver) -> None:
    driver.frame()
    node = Node(picture=BoxPicture(fill=WHITE), size=Size(40, 40))
    driver.stage.ground.add(node)
    assert driver.stage.draw(driver.surface, 2 * TIRED) == []
    assert not driver.stage.is_resting
    assert driver.stage.draw(driver.surface, 2 * TIRED) != []
