from __future__ import annotations

import itertools

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.paint.rasterizer import Sprite
from red7_desktop.scene.paint.surfaces import (
    WHOLE,
    PixelBox,
    draw_out,
    draw_rounded_shape,
    is_opaque,
    make_blank,
    paint_box,
    paint_whole_box,
    premultiply,
)
from red7_desktop.scene.pictures import BoxPicture, Colour, Gradient, Shadow
from tests.unit.scene.pixel_lists import channels

RED, WHITE, BLACK = Colour(255, 0, 0), Colour(255, 255, 255), Colour(0, 0, 0)
SIZE, PLACE = Size(60, 40), Vec(100, 80)
shades = st.builds(
    Colour, st.integers(0, 255), st.integers(0, 255), st.integers(0, 255), st.integers(0, 255)
)
boxes = st.builds(
    BoxPicture,
    fill=st.none() | shades | st.builds(Gradient, shades, shades),
    radius=st.floats(0, 50),
    border=st.none() | shades,
    border_width=st.floats(0, 9),
    dash=st.sampled_from([0.0, 0.0, 5.0]),
    shadows=st.lists(
        st.builds(
            Shadow, shades, st.floats(0, 20), st.floats(-9, 9), st.floats(-9, 9), st.floats(-5, 9)
        ),
        max_size=2,
    ).map(tuple),
)


@settings(max_examples=120)
@given(boxes, st.integers(1, 40), st.integers(1, 40), st.sampled_from([0.5, 1.0, 2.0]))
def test_a_box_of_any_kind_is_painted_with_sound_alpha(
    picture: BoxPicture, w: int, h: int, unit: float
) -> None:
    surface, dx, dy, _ = paint_box(picture, PixelBox(w, h, unit))
    assert dx <= 0
    assert dy <= 0
    assert surface.width >= w - dx
    assert surface.height >= h - dy
    # A colour brighter than its alpha would overflow where the blend adds it up.
    assert all(max(r, g, b) <= a + 1 for r, g, b, a in channels(surface))


@settings(max_examples=20)
@given(boxes, st.integers(900, 1400), st.integers(1, 12), st.sampled_from([0.5, 1.0]))
def test_a_very_wide_box_is_kept_narrow_and_blitted_as_wide_as_it_is(
    picture: BoxPicture, w: int, h: int, unit: float
) -> None:
    surface, dx, dy, stretch = paint_box(picture, PixelBox(w, h, unit))
    whole = draw_out(surface, stretch)
    assert stretch == WHOLE or surface.width < w / 1.5 < whole.width
    sprite = Sprite(surface, dx + 7, dy + 3, stretch=stretch)
    assert sprite.rect == whole.get_rect(topleft=(dx + 7, dy + 3))
    for seen in (sprite.rect, pygame.Rect(250, 0, 300, 9).clip(sprite.rect)):
        one, other = make_blank(w + 60, h + 60), make_blank(w + 60, h + 60)
        sprite.blit(one, (0, 0), seen)
        Sprite(whole, dx + 7, dy + 3).blit(other, (0, 0), seen)
        assert channels(one) == channels(other)


@settings(max_examples=60)
@given(boxes, st.integers(100, 260), st.integers(1, 40), st.sampled_from([0.5, 1.0, 2.0]))
def test_a_wide_box_that_is_drawn_out_looks_as_if_every_column_had_been_painted(
    picture: BoxPicture, w: int, h: int, unit: float
) -> None:
    box = PixelBox(w, h, unit)
    quick, whole = paint_box(picture, box), paint_whole_box(picture, box)
    assert quick[1:] == whole[1:]
    assert quick.surface.get_size() == whole.surface.get_size()
    # A wide blur is worked out on a small copy, whose pixels lie a little otherwise.
    most = 0 if not any(shadow.blur for shadow in picture.shadows) else 14
    for one, other in zip(channels(quick.surface), channels(whole.surface), strict=True):
        assert max(abs(p - q) for p, q in zip(one, other, strict=True)) <= most


def test_a_plain_box_fills_its_pixels_and_no_others() -> None:
    surface, dx, dy, _ = paint_box(BoxPicture(RED), PixelBox(7, 5, 1.0))
    assert (surface.get_size(), dx, dy) == ((7, 5), 0, 0)
    assert set(channels(surface)) == {tuple(RED)}


@pytest.mark.parametrize("radius", [3.0, 8.5, 20.0])
def test_rounded_edges_are_soft_and_the_same_in_every_corner(radius: float) -> None:
    shape = draw_rounded_shape(60, 41, radius)
    mirrored = pygame.transform.flip(shape, True, False), pygame.transform.flip(shape, False, True)
    assert all(channels(shape) == channels(other) for other in mirrored)
    alphas = {alpha for *_, alpha in channels(shape)}
    assert len(alphas) > 2, "some pixels are partly covered"
    assert shape.get_at((0, 0)).a < 8
    assert shape.get_at((30, 0)).a == 255


def test_a_corner_covers_about_as_much_as_a_quarter_of_a_circle() -> None:
    shape = draw_rounded_shape(40, 40, 20.0)
    covered = sum(alpha for *_, alpha in channels(shape)) / 255
    assert covered == pytest.approx(3.14159 * 400, rel=0.005)


def test_an_opaque_border_keeps_its_colour_and_width() -> None:
    surface, *_ = paint_box(BoxPicture(RED, 10, WHITE, 2), PixelBox(60, 40, 1.5))
    row = [tuple(surface.get_at((x, 20))) for x in range(6)]
    assert row == [tuple(WHITE)] * 3 + [tuple(RED)] * 3
    # Along the rounded corner the border hides the fill: nothing outside it is red.
    assert all(g >= r - 130 for r, g, _, a in channels(surface) if 0 < a < 255)


@pytest.mark.parametrize(("unit", "width"), [(0.25, 1), (0.5, 1), (1.0, 2), (2.0, 3)])
def test_a_border_is_whole_pixels_and_at_least_one(unit: float, width: int) -> None:
    surface, *_ = paint_box(BoxPicture(None, 0, WHITE, 1.5), PixelBox(60, 40, unit))
    row = [surface.get_at((x, 20)).a for x in range(5)]
    assert row == [255] * width + [0] * (5 - width)


def test_a_gradient_goes_from_top_to_bottom_without_bands() -> None:
    top, bottom = Colour(30, 25, 39), Colour(40, 35, 49)
    surface, *_ = paint_box(BoxPicture(Gradient(top, bottom)), PixelBox(64, 400, 1.0))
    means = [
        sum(surface.get_at((x, y + row)).r for x in range(64) for row in range(4)) / 256
        for y in range(0, 400, 4)
    ]
    assert means[0] == pytest.approx(30, abs=0.2)
    assert means[-1] == pytest.approx(40, abs=0.2)
    assert all(-0.01 <= after - before < 0.25 for before, after in itertools.pairwise(means))


def test_a_shadow_lies_outside_the_box_only_and_fades() -> None:
    picture = BoxPicture(None, 8, shadows=(Shadow(BLACK, 12),))
    surface, dx, dy, _ = paint_box(picture, PixelBox(80, 60, 1.0))
    assert surface.get_at((40 - dx, 30 - dy)).a == 0
    outward = [surface.get_at((-dx - 1 - step, 30 - dy)).a for step in range(-dx)]
    assert outward == sorted(outward, reverse=True)
    assert outward[0] > 60
    assert outward[-1] < 8


def test_a_dashed_border_has_gaps_of_its_own_length() -> None:
    picture = BoxPicture(None, 0, WHITE, 2, dash=10)
    surface, *_ = paint_box(picture, PixelBox(200, 100, 1.0))
    lit = sum(surface.get_at((x, 0)).a > 128 for x in range(200))
    assert lit == pytest.approx(120, abs=20)


def test_straight_alpha_becomes_premultiplied() -> None:
    source = pygame.Surface((1, 1), pygame.SRCALPHA)
    source.fill((200, 100, 50, 128))
    assert tuple(premultiply(source).get_at((0, 0))) == (100, 50, 25, 128)
    solid = pygame.Surface((1, 1))
    solid.fill((200, 100, 50))
    assert tuple(premultiply(solid).get_at((0, 0))) == (200, 100, 50, 255)


def test_one_clear_pixel_makes_a_surface_no_longer_opaque() -> None:
    surface = pygame.Surface((9, 9), pygame.SRCALPHA)
    surface.fill((1, 2, 3, 255))
    assert is_opaque(surface)
    surface.set_at((4, 4), (1, 2, 3, 254))
    assert not is_opaque(surface)
