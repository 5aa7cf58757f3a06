from __future__ import annotations

import pygame
import pytest

from red7_desktop.scene.geometry import Size, Transform, Vec
from red7_desktop.scene.paint.rasterizer import Rasteriser, Sprite
from red7_desktop.scene.paint.surfaces import PixelBox
from red7_desktop.scene.paint.text import TextSetter
from red7_desktop.scene.pictures import (
    BoxPicture,
    Colour,
    LayeredPicture,
    PaintedPicture,
    Picture,
    Shadow,
    TextPicture,
)
from tests.unit.scene.pixel_lists import channels

RED, WHITE, BLACK = Colour(255, 0, 0), Colour(255, 255, 255), Colour(0, 0, 0)
SIZE, PLACE = Size(60, 40), Vec(100, 80)


@pytest.fixture
def raster(text: TextSetter) -> Rasteriser:
    return Rasteriser(text)


class Card:
    """Counts how often it is painted, and at what sizes."""

    def __init__(self, bleed: float = 0.0) -> None:
        self.sizes: list[tuple[int, int]] = []
        self.picture = PaintedPicture("card", self.paint, bleed)

    def paint(self, w: int, h: int) -> pygame.Surface:
        self.sizes.append((w, h))
        surface = pygame.Surface((w, h), pygame.SRCALPHA)
        surface.fill((200, 30, 40, 255))
        return surface


def show(
    raster: Rasteriser,
    picture: Picture,
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
    pixels = world.then(Transform.scaling(window))
    return raster.sprite(picture, SIZE, pixels, window, in_motion)


def sprite_of(sprite: Sprite | None) -> Sprite:
    assert sprite is not None
    return sprite


def test_a_picture_is_painted_once_per_pixel_size(raster: Rasteriser) -> None:
    card = Card()
    for at in (Vec(0, 0), Vec(50.5, 3), Vec(0, 0)):
        assert sprite_of(show(raster, card.picture, at=at)).is_opaque
    show(raster, card.picture, window=2.0)
    assert card.sizes == [(60, 40), (120, 80)]


def test_equal_keys_share_pixels(raster: Rasteriser) -> None:
    one, other = Card(), Card()
    first, second = show(raster, one.picture), show(raster, other.picture)
    assert sprite_of(first).surface is sprite_of(second).surface
    assert other.sizes == []


@pytest.mark.parametrize("angle", [-90, -31.5, 0, 5, 45, 90, 180, 270])
@pytest.mark.parametrize("in_motion", [False, True])
def test_a_turned_picture_lies_about_its_place(
    raster: Rasteriser, angle: float, in_motion: bool
) -> None:
    sprite = sprite_of(
        show(raster, Card(bleed=3).picture, rotation=angle, in_motion=in_motion, scale=1.1)
    )
    seen = sprite.surface.get_bounding_rect(min_alpha=128).move(sprite.x, sprite.y)
    half = 1.1 * (SIZE.w + 6) / 2, 1.1 * (SIZE.h + 6) / 2
    turned = [Vec(x * half[0], y * half[1]).turned(angle) for x in (-1, 1) for y in (-1, 1)]
    assert seen.left == pytest.approx(100 + min(v.x for v in turned), abs=1.6)
    assert seen.bottom == pytest.approx(80 + max(v.y for v in turned), abs=1.6)
    assert Vec(*seen.center).distance_to(Vec(100, 80)) <= 1.5


def test_a_turned_edge_is_soft_and_no_darker_than_the_picture(raster: Rasteriser) -> None:
    sprite = sprite_of(show(raster, Card().picture, rotation=7))
    edge = [(r, a) for r, _, _, a in channels(sprite.surface) if 30 < a < 225]
    assert len(edge) > 60
    assert all(r / a == pytest.approx(200 / 255, abs=0.06) for r, a in edge)


def test_pictures_in_motion_come_from_one_master_however_they_scale(raster: Rasteriser) -> None:
    card = Card()
    for step in range(20):
        show(raster, card.picture, scale=1 - step / 100, rotation=step, in_motion=True)
    assert card.sizes == [(60, 40)]


def test_what_takes_off_is_brought_down_from_what_was_painted_in_another_size(
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


def test_at_rest_every_scale_is_painted_at_its_exact_size(raster: Rasteriser) -> None:
    card = Card()
    show(raster, card.picture, scale=1.5)
    assert card.sizes == [(90, 60)]


@pytest.mark.parametrize("in_motion", [False, True])
def test_upright_text_is_rendered_anew_and_never_scaled(
    raster: Rasteriser, text: TextSetter, in_motion: bool
) -> None:
    picture = TextPicture("Seven", "Figtree_500Medium", 20)
    for scale in (1.0, 1.13, 2.0):
        sprite = sprite_of(show(raster, picture, scale=scale, in_motion=in_motion))
        fresh = text.paint(picture, PixelBox(round(60 * scale), round(40 * scale), scale))
        assert channels(sprite.surface) == channels(fresh.surface)


def test_a_squeezed_picture_is_narrow_and_an_edge_on_one_is_nothing(raster: Rasteriser) -> None:
    card = Card()
    half = sprite_of(show(raster, card.picture, flip=0.5))
    seen = half.surface.get_bounding_rect(min_alpha=128)
    assert seen.width == pytest.approx(30, abs=1)
    assert seen.height == pytest.approx(40, abs=1)
    assert show(raster, card.picture, flip=0.0) is None
    assert show(raster, card.picture, scale=0.0) is None


def test_fading_weights_every_channel(raster: Rasteriser) -> None:
    sprite = raster.faded(sprite_of(show(raster, Card().picture)), 128)
    assert tuple(sprite.surface.get_at((5, 5))) == pytest.approx((100, 15, 20, 128), abs=1)
    assert not sprite.is_opaque


def test_layers_are_painted_as_one_with_room_for_the_widest(raster: Rasteriser) -> None:
    picture = LayeredPicture((BoxPicture(shadows=(Shadow(BLACK, 10),)), Card(bleed=2).picture))
    sprite = sprite_of(show(raster, picture))
    assert sprite.rect.center == (100, 80)
    assert sprite.surface.width >= 60 + 2 * 10
    assert tuple(sprite.surface.get_at((sprite.surface.width // 2, 20)))[3] == 255


def test_a_paint_of_the_wrong_size_is_an_error_that_names_the_key(raster: Rasteriser) -> None:
    picture = PaintedPicture("R7", lambda w, h: pygame.Surface((w + 1, h)))
    with pytest.raises(ValueError, match="'R7' painted"):
        show(raster, picture)


def test_a_type_without_a_painter_is_an_error(raster: Rasteriser) -> None:
    class Strange(Picture):
        pass

    with pytest.raises(TypeError, match="no painter for pictures of type Strange"):
        show(raster, Strange())


def test_the_memory_stays_within_the_budget(text: TextSetter) -> None:
    raster = Rasteriser(text, budget=500_000)
    for step in range(40):
        show(raster, Card().picture, scale=1 + step / 40, rotation=step % 2 * 10)
        show(raster, Card().picture, rotation=step, in_motion=True)
        assert raster.memory <= 500_000
    raster.clear()
    assert raster.memory == 0


def test_what_is_shown_is_dropped_last_for_that_would_free_nothing(text: TextSetter) -> None:
    raster, card = Rasteriser(text, budget=60_000), Card()
    shown = sprite_of(show(raster, card.picture, scale=0.9))
    for step in range(40):
        show(raster, card.picture, scale=1 + step / 40)
    painted = len(card.sizes)
    again = sprite_of(show(raster, card.picture, scale=0.9))
    assert again.surface is shown.surface
    assert len(card.sizes) == painted


def test_room_is_made_before_a_large_picture_is_painted(text: TextSetter) -> None:
    raster = Rasteriser(text, budget=500_000)
    held: list[int] = []

    def paint(w: int, h: int) -> pygame.Surface:
        held.append(raster.memory + 4 * w * h)
        return pygame.Surface((w, h))

    for step in range(20):
        show(raster, PaintedPicture(step, paint), scale=3)
    assert max(held) <= 450_000
