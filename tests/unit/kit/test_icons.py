"""Checks the drawn icons: every one has a shape, in the colour asked for, with clean edges."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.kit.hud.buttons import list_tools
from red7_desktop.kit.look.icons import NAMES, NoSuchIcon, build_icon, paint_icon
from red7_desktop.kit.texts import Texts
from red7_desktop.scene.pictures import Colour

GOLD = Colour(242, 198, 109)


def drawn(surface: pygame.Surface) -> float:
    """Give the part of a picture that is covered."""
    return pygame.mask.from_surface(surface, 127).count() / (surface.width * surface.height)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("px", [12, 28, 120])
def test_an_icon_fills_a_fair_part_of_its_square(name: str, px: int) -> None:
    picture = paint_icon(name, px, GOLD)
    assert picture.get_size() == (px, px)
    assert 0.03 < drawn(picture) < 0.7


@pytest.mark.parametrize("name", NAMES)
def test_an_icon_keeps_off_the_edge(name: str) -> None:
    picture = paint_icon(name, 64, GOLD)
    edge = [picture.get_at((x, y)).a for x in range(64) for y in (0, 63)]
    edge += [picture.get_at((x, y)).a for y in range(64) for x in (0, 63)]
    assert max(edge) == 0


@pytest.mark.parametrize("name", NAMES)
def test_every_pixel_has_the_colour_asked_for(name: str) -> None:
    picture = paint_icon(name, 32, GOLD)
    seen = {tuple(picture.get_at((x, y)))[:3] for x in range(32) for y in range(32)}
    assert all(max(abs(a - b) for a, b in zip(tone, GOLD, strict=False)) <= 2 for tone in seen)


def test_icons_differ_from_each_other() -> None:
    pictures = {pygame.image.tobytes(paint_icon(name, 48, GOLD), "RGBA") for name in NAMES}
    assert len(pictures) == len(NAMES)


def test_equal_icons_are_equal_pictures() -> None:
    assert build_icon("undo", GOLD) == build_icon("undo", GOLD)
    assert build_icon("undo", GOLD) != build_icon("hint", GOLD)


def test_an_unknown_icon_is_refused_by_name() -> None:
    with pytest.raises(NoSuchIcon, match="'trumpet' is none of tick"):
        build_icon("trumpet", GOLD)


def test_every_tool_has_an_icon() -> None:
    assert {tool.icon for tool in list_tools(Texts())} <= set(NAMES)
