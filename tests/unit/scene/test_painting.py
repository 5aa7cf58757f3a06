"""Pictures on surfaces: boxes, glyphs, pixels, and what is kept of them."""

from __future__ import annotations

import itertools

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.scene import pictures
from red7_desktop.scene.geometry import Size, Transform, Vec
from red7_desktop.scene.paint import surfaces, text
from red7_desktop.scene.paint.rasterizer import Rasteriser, Sprite
from red7_desktop.scene.pictures import BoxPicture, Colour, LayeredPicture, PaintedPicture, Shadow
from tests.examples import examples
from tests.pictures import painted_at_once
from tests.unit.scene.driver import channels

RED, WHITE, BLACK = Colour(255, 0, 0), Colour(255, 255, 255), Colour(0, 0, 0)
SIZE, PLACE = Size(60, 40), Vec(100, 80)
shades = st.builds(
    Colour, st.integers(0, 255), st.integers(0, 255), st.integers(0, 255), st.integers(0, 255)
)
boxes = st.builds(
    BoxPicture,
    fill=st.none() | shades | st.builds(pictures.Gradient, shades, shades),
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


@examples(120)
@given(boxes, st.integers(1, 40), st.integers(1, 40), st.sampled_from([0.5, 1.0, 2.0]))
def test_painted_boxes_have_valid_premultiplied_alpha(
    picture: BoxPicture, w: int, h: int, unit: float
) -> None:
    surface, dx, dy, _ = surfaces.paint_box(picture, surfaces.PixelBox(w, h, unit))
    assert dx <= 0
    assert dy <= 0
    assert surface.width >= w - dx
    assert surface.height >= h - dy
    # A colour brighter than its alpha would overflow where the blend adds it up.
    assert all(max(r, g, b) <= a + 1 for r, g, b, a in channels(surface))


@examples(20)
@given(boxes, st.integers(900, 1400), st.integers(1, 12), st.sampled_from([0.5, 1.0]))
def test_picture_of_a_wide_box_is_cached_narrow_and_stretched_when_drawn(
    picture: BoxPicture, w: int, h: int, unit: float
) -> None:
    surface, dx, dy, stretch = surfaces.paint_box(picture, surfaces.PixelBox(w, h, unit))
    whole = surfaces.expand_stretch(surface, stretch)
    assert stretch == surfaces.WHOLE or surface.width < w / 1.5 < whole.width
    sprite = Sprite(surface, dx + 7, dy + 3, stretch=stretch)
    assert sprite.rect == whole.get_rect(topleft=(dx + 7, dy + 3))
    for seen in (sprite.rect, pygame.Rect(250, 0, 300, 9).clip(sprite.rect)):
        one, other = surfaces.make_blank(w + 60, h + 60), surfaces.make_blank(w + 60, h + 60)
        sprite.blit(one, (0, 0), seen)
        Sprite(whole, dx + 7, dy + 3).blit(other, (0, 0), seen)
        assert one.get_buffer().raw == other.get_buffer().raw


@pytest.mark.parametrize("fill", [RED, pictures.Gradient(RED, BLACK)])
def test_opaque_rows_of_a_stretched_box_are_the_same_pixels(
    raster: Rasteriser, fill: pictures.Fill
) -> None:
    picture = BoxPicture(fill, 12.0, WHITE, 2.0, shadows=(Shadow(BLACK, 9.0),))
    world = Transform(1.0, 0.0, 0.0, 1.0, 20.0, 20.0)

    sprite = raster.sprite(picture, Size(1300.0, 200.0), world, 1.0, False)

    assert sprite is not None
    assert sprite.core is not None
    assert sprite.core.surface.height == 200
    area = sprite.opaque_area
    assert area is not None
    assert area.width > 1000
    one, other = surfaces.make_blank(1400, 260), surfaces.make_blank(1400, 260)
    sprite.blit(one, (0, 0), sprite.rect)
    sprite._replace(core=None).blit(other, (0, 0), sprite.rect)
    assert one.get_buffer().raw == other.get_buffer().raw
    assert surfaces.is_opaque(one.subsurface(area))


@pytest.mark.parametrize("strength", [0.3, 1.0])
@pytest.mark.parametrize("alpha", [255, 140, 1])
def test_box_of_one_colour_is_filled_with_the_same_pixels_as_a_blit(
    raster: Rasteriser, alpha: int, strength: float
) -> None:
    colour = RED.with_alpha(strength)
    world = Transform(1.0, 0.0, 0.0, 1.0, 5.0, 2.0)
    sprite = raster.sprite(BoxPicture(colour), Size(1200.0, 6.0), world, 1.0, False)
    assert sprite is not None
    faded = raster.faded(sprite, alpha)
    filled = surfaces.make_blank(1300, 12)
    blitted = surfaces.make_blank(1300, 12)
    for surface in (filled, blitted):
        surface.fill((40, 90, 120, 255))

    faded.blit(filled, (0, 0), faded.rect)
    painted = surfaces.paint_whole_box(BoxPicture(colour), surfaces.PixelBox(1200, 6, 1.0))
    whole = surfaces.fade_surface(painted.surface, alpha)
    Sprite(whole, 5, 2).blit(blitted, (0, 0), faded.rect)

    assert faded.flat is not None
    for one, other in zip(channels(filled), channels(blitted), strict=True):
        assert max(abs(p - q) for p, q in zip(one, other, strict=True)) <= 2


def test_wide_box_with_a_gradient_is_not_filled_with_one_colour(raster: Rasteriser) -> None:
    gradient = pictures.Gradient(RED.with_alpha(0.3), WHITE.with_alpha(0.3))
    world = Transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    sprite = raster.sprite(BoxPicture(gradient), Size(1200.0, 6.0), world, 1.0, False)

    assert sprite is not None
    assert sprite.flat is None


@examples(60)
@given(boxes, st.integers(100, 260), st.integers(1, 40), st.sampled_from([0.5, 1.0, 2.0]))
def test_stretched_picture_of_a_box_equals_one_painted_at_full_size(
    picture: BoxPicture, w: int, h: int, unit: float
) -> None:
    box = surfaces.PixelBox(w, h, unit)
    quick, whole = surfaces.paint_box(picture, box), surfaces.paint_whole_box(picture, box)
    assert quick[1:] == whole[1:]
    assert quick.surface.get_size() == whole.surface.get_size()
    # A wide blur is worked out on a small copy, whose pixels lie a little otherwise.
    most = 0 if not any(shadow.blur for shadow in picture.shadows) else 14
    for one, other in zip(channels(quick.surface), channels(whole.surface), strict=True):
        assert max(abs(p - q) for p, q in zip(one, other, strict=True)) <= most


@pytest.mark.parametrize("radius", [3.0, 8.5, 20.0])
def test_rounded_corners_are_antialiased_and_symmetric(radius: float) -> None:
    shape = surfaces.draw_rounded_shape(60, 41, radius)
    mirrored = pygame.transform.flip(shape, True, False), pygame.transform.flip(shape, False, True)
    assert all(channels(shape) == channels(other) for other in mirrored)
    alphas = {alpha for *_, alpha in channels(shape)}
    assert len(alphas) > 2, "some pixels are partly covered"
    assert shape.get_at((0, 0)).a < 8
    assert shape.get_at((30, 0)).a == 255


def test_opaque_border_keeps_its_colour_and_width() -> None:
    surface, *_ = surfaces.paint_box(BoxPicture(RED, 10, WHITE, 2), surfaces.PixelBox(60, 40, 1.5))
    row = [tuple(surface.get_at((x, 20))) for x in range(6)]
    assert row == [tuple(WHITE)] * 3 + [tuple(RED)] * 3
    # Along the rounded corner the border hides the fill: nothing outside it is red.
    assert all(g >= r - 130 for r, g, _, a in channels(surface) if 0 < a < 255)


@pytest.mark.parametrize(("unit", "width"), [(0.25, 1), (0.5, 1), (1.0, 2), (2.0, 3)])
def test_border_is_at_least_one_whole_pixel(unit: float, width: int) -> None:
    surface, *_ = surfaces.paint_box(
        BoxPicture(None, 0, WHITE, 1.5), surfaces.PixelBox(60, 40, unit)
    )
    row = [surface.get_at((x, 20)).a for x in range(5)]
    assert row == [255] * width + [0] * (5 - width)


def test_gradient_runs_from_top_to_bottom_without_bands() -> None:
    top, bottom = Colour(30, 25, 39), Colour(40, 35, 49)
    surface, *_ = surfaces.paint_box(
        BoxPicture(pictures.Gradient(top, bottom)), surfaces.PixelBox(64, 400, 1.0)
    )
    means = [
        sum(surface.get_at((x, y + row)).r for x in range(64) for row in range(4)) / 256
        for y in range(0, 400, 4)
    ]
    assert means[0] == pytest.approx(30, abs=0.2)
    assert means[-1] == pytest.approx(40, abs=0.2)
    assert all(-0.01 <= after - before < 0.25 for before, after in itertools.pairwise(means))


def test_dashed_border_has_dashes_and_gaps_of_equal_length() -> None:
    picture = BoxPicture(None, 0, WHITE, 2, dash=10)
    surface, *_ = surfaces.paint_box(picture, surfaces.PixelBox(200, 100, 1.0))
    lit = sum(surface.get_at((x, 0)).a > 128 for x in range(200))
    assert lit == pytest.approx(120, abs=20)


def test_surface_with_straight_alpha_becomes_premultiplied() -> None:
    source = pygame.Surface((1, 1), pygame.SRCALPHA)
    source.fill((200, 100, 50, 128))
    assert tuple(surfaces.premultiply(source).get_at((0, 0))) == (100, 50, 25, 128)
    solid = pygame.Surface((1, 1))
    solid.fill((200, 100, 50))
    assert tuple(surfaces.premultiply(solid).get_at((0, 0))) == (200, 100, 50, 255)


def test_surface_with_one_clear_pixel_is_not_opaque() -> None:
    surface = pygame.Surface((9, 9), pygame.SRCALPHA)
    surface.fill((1, 2, 3, 255))
    assert surfaces.is_opaque(surface)
    surface.set_at((4, 4), (1, 2, 3, 254))
    assert not surfaces.is_opaque(surface)


# == glyphs ================================================================================

CRIMSON = Colour(200, 30, 40)


@pytest.mark.parametrize("name", surfaces.GLYPHS)
@pytest.mark.parametrize("px", [12, 28, 90])
def test_glyph_is_painted_in_its_colour_on_clear_ground(name: str, px: int) -> None:
    surface = painted_at_once(surfaces.build_glyph(name, CRIMSON), px, px)
    assert surface.get_size() == (px, px)
    assert surface.get_at((0, 0)).a == 0
    inked = [
        surface.get_at((x, y)) for x in range(px) for y in range(px) if surface.get_at((x, y)).a
    ]
    assert max(colour.a for colour in inked) > 180
    assert {tuple(colour)[:3] for colour in inked} == {CRIMSON[:3]}


# == raster ================================================================================


@pytest.fixture
def raster(text: text.TextLayout) -> Rasteriser:
    return Rasteriser(text)


class Card:
    def __init__(self) -> None:
        self.sizes: list[tuple[int, int]] = []
        self.picture = PaintedPicture("card", self.paint)

    def paint(self, w: int, h: int) -> pygame.Surface:
        self.sizes.append((w, h))
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        surface.fill((200, 30, 40, 255))
        return surface


def show(
    raster: Rasteriser,
    picture: pictures.Picture,
    *,
    at: Vec = PLACE,
    rotation: float = 0.0,
    scale: float = 1.0,
    flip: float = 1.0,
    window: float = 1.0,
    in_motion: bool = False,
) -> Sprite | None:
    pivot = Vec(SIZE.w / 2, SIZE.h / 2)
    world = Transform.placement(at, rotation, scale * flip, scale, pivot)
    pixels = world.then(Transform(a=window, d=window))
    return raster.sprite(picture, SIZE, pixels, window, in_motion)


def sprite_of(sprite: Sprite | None) -> Sprite:
    assert sprite is not None
    return sprite


def test_picture_is_painted_once_per_pixel_size(raster: Rasteriser) -> None:
    card = Card()
    for at in (Vec(0, 0), Vec(50.5, 3), Vec(0, 0)):
        assert sprite_of(show(raster, card.picture, at=at)).is_opaque
    show(raster, card.picture, window=2.0)
    assert card.sizes == [(60, 40), (120, 80)]


@pytest.mark.parametrize("angle", [-90, -31.5, 0, 5, 45, 90, 180, 270])
@pytest.mark.parametrize("in_motion", [False, True])
def test_rotated_picture_is_centred_on_its_position(
    raster: Rasteriser, angle: float, in_motion: bool
) -> None:
    sprite = sprite_of(show(raster, Card().picture, rotation=angle, in_motion=in_motion, scale=1.1))
    seen = sprite.surface.get_bounding_rect(min_alpha=128).move(sprite.x, sprite.y)
    half = 1.1 * SIZE.w / 2, 1.1 * SIZE.h / 2
    turned = [Vec(x * half[0], y * half[1]).rotated(angle) for x in (-1, 1) for y in (-1, 1)]
    assert seen.left == pytest.approx(100 + min(v.x for v in turned), abs=1.6)
    assert seen.bottom == pytest.approx(80 + max(v.y for v in turned), abs=1.6)
    assert Vec(*seen.center).distance_to(Vec(100, 80)) <= 1.5


def test_moving_picture_is_painted_once_for_all_its_scales_and_rotations(
    raster: Rasteriser,
) -> None:
    card = Card()
    for step in range(20):
        show(raster, card.picture, scale=1 - step / 100, rotation=step, in_motion=True)
    assert card.sizes == [(60, 40)]


@pytest.mark.parametrize(("scale", "sizes"), [(1.15, 1), (1.16, 2)])
def test_moving_picture_is_repainted_only_when_over_15_percent_larger(
    raster: Rasteriser, scale: float, sizes: int
) -> None:
    card = Card()
    show(raster, card.picture)
    show(raster, card.picture, scale=scale, in_motion=True)
    assert len(card.sizes) == sizes


def test_large_card_in_flight_is_not_repainted_when_it_rests_rotated(
    raster: Rasteriser,
) -> None:
    card = Card()
    for in_motion in (True, False):
        picture = LayeredPicture((card.picture,))
        show(raster, picture, window=4.0, rotation=5, in_motion=in_motion)
    assert card.sizes == [(360, 240)]


def test_card_that_starts_to_move_reuses_its_picture_of_a_larger_size(
    raster: Rasteriser,
) -> None:
    card = Card()
    show(raster, card.picture, rotation=5)
    at_rest = list(card.sizes)
    wide = sprite_of(show(raster, card.picture, rotation=5, scale=0.5, in_motion=True))
    assert card.sizes == at_rest
    assert wide.surface.get_at(wide.surface.get_rect().center)[:3] == (200, 30, 40)
    show(raster, card.picture, scale=4, rotation=5, in_motion=True)
    assert len(card.sizes) == len(at_rest) + 1


def test_eviction_of_a_larger_picture_leaves_the_smaller_one_usable(raster: Rasteriser) -> None:
    card = Card()
    show(raster, card.picture, scale=4, rotation=5, in_motion=True)
    show(raster, card.picture, rotation=5)
    raster.set_budget(120_000)
    show(raster, Card().picture)
    painted = len(card.sizes)
    show(raster, card.picture, scale=0.5, rotation=5, in_motion=True)
    assert len(card.sizes) == painted


@pytest.mark.parametrize("in_motion", [False, True])
def test_upright_text_is_rendered_at_its_size_and_never_scaled(
    raster: Rasteriser, text: text.TextLayout, in_motion: bool
) -> None:
    picture = pictures.TextPicture("Seven", "Figtree_500Medium", 20)
    for scale in (1.0, 1.13, 2.0):
        sprite = sprite_of(show(raster, picture, scale=scale, in_motion=in_motion))
        fresh = text.paint(picture, surfaces.PixelBox(round(60 * scale), round(40 * scale), scale))
        assert channels(sprite.surface) == channels(fresh.surface)


def test_flipped_picture_is_narrow_and_invisible_edge_on(raster: Rasteriser) -> None:
    card = Card()
    half = sprite_of(show(raster, card.picture, flip=0.5))
    seen = half.surface.get_bounding_rect(min_alpha=128)
    assert seen.width == pytest.approx(30, abs=1)
    assert seen.height == pytest.approx(40, abs=1)
    assert show(raster, card.picture, flip=0.0) is None
    assert show(raster, card.picture, scale=0.0) is None


def test_fading_a_picture_scales_every_colour_channel_and_alpha(raster: Rasteriser) -> None:
    sprite = raster.faded(sprite_of(show(raster, Card().picture)), 128)
    assert tuple(sprite.surface.get_at((5, 5))) == pytest.approx((100, 15, 20, 128), abs=1)
    assert not sprite.is_opaque


def test_layered_picture_is_painted_as_one_as_large_as_its_widest_layer(raster: Rasteriser) -> None:
    picture = LayeredPicture((BoxPicture(shadows=(Shadow(BLACK, 10),)), Card().picture))
    sprite = sprite_of(show(raster, picture))
    assert sprite.rect.center == (100, 80)
    assert sprite.surface.width >= 60 + 2 * 10
    assert tuple(sprite.surface.get_at((sprite.surface.width // 2, 20)))[3] == 255


def test_cards_of_the_same_size_share_one_painted_shadow(
    raster: Rasteriser, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = BoxPicture(shadows=(Shadow(BLACK, 10),))
    show(raster, LayeredPicture((below, PaintedPicture("R7", Card().paint))))
    monkeypatch.setattr(surfaces, "blur", lambda *_: pytest.fail("the shadow is painted again"))
    show(raster, LayeredPicture((below, PaintedPicture("R6", Card().paint))))


def test_painter_returning_a_wrong_size_raises_an_error_with_its_key(raster: Rasteriser) -> None:
    picture = PaintedPicture("R7", lambda w, h: pygame.Surface((w + 1, h)))
    with pytest.raises(ValueError, match="'R7' painted"):
        show(raster, picture)


def test_surface_cache_stays_within_its_budget(text: text.TextLayout) -> None:
    raster = Rasteriser(text, budget=500_000)
    for step in range(40):
        show(raster, Card().picture, scale=1 + step / 40, rotation=step % 2 * 10)
        show(raster, Card().picture, rotation=step, in_motion=True)
        assert raster.memory <= 500_000
    raster.clear()
    assert raster.memory == 0


def test_surface_cache_evicts_visible_surfaces_last(text: text.TextLayout) -> None:
    raster, card = Rasteriser(text, budget=60_000), Card()
    shown = sprite_of(show(raster, card.picture, scale=0.9))
    for step in range(40):
        show(raster, card.picture, scale=1 + step / 40)
    painted = len(card.sizes)
    again = sprite_of(show(raster, card.picture, scale=0.9))
    assert again.surface is shown.surface
    assert len(card.sizes) == painted


def test_surface_cache_evicts_before_painting_a_large_picture(text: text.TextLayout) -> None:
    raster = Rasteriser(text, budget=500_000)
    held: list[int] = []

    def paint(w: int, h: int) -> pygame.Surface:
        held.append(raster.memory + 4 * w * h)
        return pygame.Surface((w, h))

    for step in range(20):
        show(raster, PaintedPicture(step, paint), scale=3)
    assert max(held) <= 450_000
