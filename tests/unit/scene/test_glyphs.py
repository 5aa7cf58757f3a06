from __future__ import annotations

import pytest

from red7_desktop.scene.paint.surfaces import GLYPHS, build_glyph
from red7_desktop.scene.pictures import Colour
from tests.painting import painted_at_once

RED = Colour(200, 30, 40)


@pytest.mark.parametrize("name", GLYPHS)
@pytest.mark.parametrize("px", [12, 28, 90])
def test_a_glyph_has_its_colour_where_it_has_anything_and_a_clear_corner(
    name: str, px: int
) -> None:
    surface = painted_at_once(build_glyph(name, RED), px, px)
    assert surface.get_size() == (px, px)
    assert surface.get_at((0, 0)).a == 0
    inked = [
        surface.get_at((x, y)) for x in range(px) for y in range(px) if surface.get_at((x, y)).a
    ]
    assert max(colour.a for colour in inked) > 180
    assert {tuple(colour)[:3] for colour in inked} == {RED[:3]}


def test_equal_glyphs_share_their_pixels() -> None:
    assert build_glyph("tick", RED) == build_glyph("tick", RED)
    assert build_glyph("tick", RED) != build_glyph("cross", RED)


def test_a_glyph_that_is_not_drawn_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        build_glyph("unicorn", RED)
