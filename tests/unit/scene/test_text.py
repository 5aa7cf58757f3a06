from __future__ import annotations

import gc
import math
from pathlib import Path
from weakref import ref

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from red7_desktop.scene.paint.surfaces import PixelBox, round_grain
from red7_desktop.scene.paint.text import (
    ELLIPSIS,
    FontShelf,
    MissingFont,
    TextSetter,
    UnreadableFont,
    list_steps_down,
)
from red7_desktop.scene.pictures import Align, Colour, TextPicture

FONT = "Figtree_500Medium"
words = st.text(
    st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,!-é\n"),
    max_size=80,
)


def ink(surface: pygame.Surface) -> pygame.Rect:
    return surface.get_bounding_rect(min_alpha=1)


@settings(max_examples=200)
@given(
    words,
    st.sampled_from([FONT, "Fraunces_900Black"]),
    st.floats(8, 60),
    st.floats(0, 400),
    st.floats(0.5, 2),
    st.booleans(),
    st.none() | st.integers(1, 3),
)
def test_text_never_is_wider_than_it_may_be(
    text: TextSetter,
    line: str,
    font: str,
    size: float,
    width: float,
    scale: float,
    wraps: bool,
    limit: int | None,
) -> None:
    picture = TextPicture(line, font, size, max_width=width, wraps=wraps, max_lines=limit)
    painted = text.paint(picture, PixelBox(round(width * scale), 50, scale))
    assert ink(painted.surface).width <= width * scale + 0.5
    assert text.block(picture, scale).width <= width * scale + 0.5
    assert limit is None or len(text.block(picture, scale).lines) <= limit


@pytest.mark.parametrize("scale", [0.01, 0.05, 0.1, 0.2])
def test_letters_too_small_to_have_a_width_are_left_out(text: TextSetter, scale: float) -> None:
    for letter in (".", "i", "·", "1", "W"):
        painted = text.paint(TextPicture(letter, FONT, 12.0), PixelBox(4, 4, scale))
        assert painted.surface.height >= 1


@settings(max_examples=100)
@given(words, st.floats(8, 40), st.floats(0.5, 2))
def test_text_without_a_limit_is_all_there_and_as_wide_as_measured(
    text: TextSetter, line: str, size: float, scale: float
) -> None:
    picture = TextPicture(line, FONT, size)
    block = text.block(picture, scale)
    assert "\n".join(block.lines) == line
    painted = text.paint(picture, PixelBox(0, 0, scale))
    assert painted.surface.width == max(1, block.width)
    measured = text.measure(picture, scale)
    assert math.isclose(measured.w * scale, block.width)


@settings(max_examples=100)
@given(words, st.floats(100, 400))
def test_wrapping_loses_no_word(text: TextSetter, line: str, width: float) -> None:
    picture = TextPicture(line, FONT, 10, max_width=width, wraps=True)
    lines = text.block(picture, 1.0).lines
    if ELLIPSIS not in "".join(lines):
        assert " ".join(lines).split() == line.split()


@pytest.mark.parametrize("wraps", [False, True])
def test_a_line_without_room_is_set_smaller_and_not_cut(text: TextSetter, wraps: bool) -> None:
    line = "Give up this round now"
    picture = TextPicture(line, FONT, 24, max_width=150, wraps=wraps, max_lines=1)
    block = text.block(picture, 1.0)
    assert block.lines == (line,)
    assert 14 <= block.pixels < 24
    assert text.paint(picture, PixelBox(150, 50, 1.0)).surface.width == block.width <= 150


def test_a_line_too_long_for_the_smallest_letters_ends_in_an_ellipsis(text: TextSetter) -> None:
    picture = TextPicture("Give up this round now", FONT, 24, max_width=70)
    [line] = text.block(picture, 1.0).lines
    assert line.endswith(ELLIPSIS)
    assert "Give up this round".startswith(line.rstrip(ELLIPSIS))
    assert len(line) > 8


def test_the_last_line_of_a_cut_text_says_that_there_was_more(text: TextSetter) -> None:
    picture = TextPicture(
        "one two three four five", FONT, 20, max_width=30, wraps=True, max_lines=2
    )
    lines = text.block(picture, 1.0).lines
    assert len(lines) == 2
    assert lines[1].endswith(ELLIPSIS)


def test_no_room_at_all_shows_nothing(text: TextSetter) -> None:
    picture = TextPicture("wide", FONT, 20, max_width=3)
    assert text.block(picture, 1.0).lines == ("",)


@pytest.mark.parametrize(
    "odd", ["a\0b", "tab\there", "\ud800 lone", "\x1b[0m", "", "\n\n", "e\u0301", "\u202etxet"]
)
def test_any_text_can_be_shown(text: TextSetter, odd: str) -> None:
    assert text.paint(TextPicture(odd, FONT, 20), PixelBox(10, 10, 1.0)).surface.width >= 1


@pytest.mark.parametrize(
    ("align", "left"), [(Align.START, 0), (Align.CENTRE, 100), (Align.END, 200)]
)
def test_text_is_aligned_across(text: TextSetter, align: Align, left: int) -> None:
    picture = TextPicture("HH", FONT, 30, align=align)
    width = text.block(picture, 1.0).width
    painted = text.paint(picture, PixelBox(200, 40, 1.0))
    assert painted.dx == pytest.approx(left - width * left / 200, abs=1)


def test_each_line_is_aligned(text: TextSetter) -> None:
    picture = TextPicture("H\nHHHHH", FONT, 30, align=Align.END, line_height=2.0)
    surface = text.paint(picture, PixelBox(0, 0, 1.0)).surface
    top = surface.subsurface((0, 0, surface.width, 40))
    assert ink(top).right == pytest.approx(ink(surface).right, abs=1)


@pytest.mark.parametrize("size", [12, 18, 24, 40, 63])
@pytest.mark.parametrize("font", [FONT, "Fraunces_700Bold"])
def test_capitals_stand_in_the_middle_of_their_box(text: TextSetter, font: str, size: int) -> None:
    painted = text.paint(TextPicture("HHH", font, size), PixelBox(200, 100, 1.0))
    middle = painted.dy + ink(painted.surface).centery
    assert middle == pytest.approx(50, abs=1)


def test_top_and_bottom_alignment_keep_the_text_inside(text: TextSetter) -> None:
    box = PixelBox(200, 100, 1.0)
    for align in (Align.START, Align.END):
        painted = text.paint(TextPicture("Hg", FONT, 30, valign=align), box)
        drawn = ink(painted.surface).move(painted.dx, painted.dy)
        assert drawn.top >= 0
        assert drawn.bottom <= 100
        assert (drawn.centery < 50) is (align is Align.START)


def test_text_has_its_colour_and_opacity(text: TextSetter) -> None:
    painted = text.paint(
        TextPicture("\u2588\u2588 HHH", FONT, 40, Colour(255, 0, 0, 128)), PixelBox(9, 9, 1)
    )
    strongest = max(
        (painted.surface.get_at((x, y)) for x in range(painted.surface.width) for y in range(30)),
        key=lambda colour: colour.a,
    )
    assert tuple(strongest) == (128, 0, 0, 128)


def test_text_is_rendered_at_a_whole_pixel_size_for_every_scale(text: TextSetter) -> None:
    picture = TextPicture("x", FONT, 18)
    assert [text.pixel_size(picture, scale) for scale in (0.01, 0.5, 0.667, 1.0, 2.0)] == [
        1,
        9,
        12,
        18,
        36,
    ]


def test_a_missing_font_is_named_with_those_that_are_there(fonts: FontShelf) -> None:
    with pytest.raises(MissingFont, match=r"Comic_Sans\.ttf.*Figtree_500Medium"):
        fonts.font("Comic_Sans", 20)


def test_an_empty_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(MissingFont, match="no font at all"):
        FontShelf(tmp_path).font("Any", 20)


@pytest.mark.parametrize("content", [b"", b"no font"])
def test_a_damaged_font_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "Torn.ttf").write_bytes(content)
    with pytest.raises(UnreadableFont, match=r"Torn\.ttf cannot be read"):
        FontShelf(tmp_path).font("Torn", 20)


def test_a_font_is_opened_once_per_size(fonts: FontShelf) -> None:
    assert fonts.font(FONT, 20) is fonts.font(FONT, 20)
    assert fonts.font(FONT, 20) is not fonts.font(FONT, 21)
    assert FONT in fonts.names()


def test_only_so_many_fonts_are_open_at_once(fonts: FontShelf) -> None:
    first = ref(fonts.font(FONT, 7))
    for pixels in range(100, 200):
        fonts.font(FONT, pixels)
    gc.collect()
    assert first() is None


@pytest.mark.parametrize("font", [FONT, "Figtree_700Bold"])
def test_text_fits_into_its_own_width_at_the_scale_at_which_it_is_drawn(
    text: TextSetter, font: str
) -> None:
    """Windows of every width: what was measured is painted whole, however odd the scale."""
    line = "Copy the number of the deal, and the whole record of the match"
    for pixels in range(960, 3841, 7):
        scale = pixels / 1920
        free = TextPicture(line, font, 29.0)
        picture = TextPicture(line, font, 29.0, max_width=text.measure(free, scale).w)
        drawn = text.block(picture, round_grain(scale))
        assert drawn.lines == (line,), pixels
        assert drawn.width == text.block(free, scale).width, pixels


@pytest.mark.parametrize("zoom", [1.25, 1.5, 2.0])
def test_a_text_made_larger_is_tried_in_all_sizes_that_it_is_tried_in_as_designed(
    zoom: float,
) -> None:
    designed = list_steps_down(0.04, 1.0)
    sizes = [share * zoom for share in list_steps_down(0.04, zoom)]
    assert sizes[-len(designed) :] == pytest.approx(designed)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == zoom
