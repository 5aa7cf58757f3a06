"""Text in lines and in runs: where words and marks stand, breaking, shrinking, cutting."""

from __future__ import annotations

import gc
import math
from pathlib import Path
from weakref import ref

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.kit.presentation import list_fallbacks
from red7_desktop.resources import asset_path
from red7_desktop.scene import geometry, theme
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import PixelBox, round_scale
from red7_desktop.scene.paint.text import (
    _COMMON_CHARACTERS,
    ELLIPSIS,
    MIN_TEXT_SHARE,
    FontLibrary,
    MissingFontError,
    TextLayout,
    UnreadableFontError,
    list_shrink_factors,
    read_any_font,
)
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, TextPicture
from red7_desktop.scene.widgets.runs import (
    Lines,
    RunsLabel,
    TextRun,
    equalise_font_sizes,
    equalise_font_sizes_below,
    lay_out_spans,
)
from tests.examples import examples

FONT = "Figtree_500Medium"


def fonts_folder() -> Path:
    return Path(__file__).resolve().parents[3] / "assets" / "fonts"


words = st.text(
    st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,!-é\n"),
    max_size=80,
)


def ink(surface: pygame.Surface) -> pygame.Rect:
    return surface.get_bounding_rect(min_alpha=1)


@examples(200)
@given(
    words,
    st.sampled_from([FONT, "Fraunces_900Black"]),
    st.floats(8, 60),
    st.floats(0, 400),
    st.floats(0.5, 2).map(round_scale),
    st.booleans(),
    st.none() | st.integers(1, 3),
)
def test_text_is_never_wider_than_its_limit(
    text: TextLayout,
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


@examples(100)
@given(words, st.floats(8, 40), st.floats(0.5, 2))
def test_text_without_a_limit_is_complete_and_as_wide_as_measured(
    text: TextLayout, line: str, size: float, scale: float
) -> None:
    picture = TextPicture(line, FONT, size)
    block = text.block(picture, scale)
    assert "\n".join(block.lines) == line
    painted = text.paint(picture, PixelBox(0, 0, scale))
    assert painted.surface.width == max(1, block.width)
    measured = text.measure(picture, scale)
    assert math.isclose(measured.w * scale, block.width)


@examples(100)
@given(words, st.floats(100, 400))
def test_wrapping_loses_no_word(text: TextLayout, line: str, width: float) -> None:
    picture = TextPicture(line, FONT, 10, max_width=width, wraps=True)
    lines = text.block(picture, 1.0).lines
    if ELLIPSIS not in "".join(lines):
        assert " ".join(lines).split() == line.split()


@pytest.mark.parametrize("wraps", [False, True])
def test_line_that_is_too_long_is_shrunk_before_it_is_cut(text: TextLayout, wraps: bool) -> None:
    line = "Give up this round now"
    picture = TextPicture(line, FONT, 24, max_width=150, wraps=wraps, max_lines=1)
    block = text.block(picture, 1.0)
    assert block.lines == (line,)
    assert 14 <= block.pixels < 24
    assert text.paint(picture, PixelBox(150, 50, 1.0)).surface.width == block.width <= 150


def test_text_too_long_at_the_smallest_size_ends_in_an_ellipsis(
    text: TextLayout,
) -> None:
    picture = TextPicture("Give up this round now", FONT, 24, max_width=70)
    [line] = text.block(picture, 1.0).lines
    assert line.endswith(ELLIPSIS)
    assert "Give up this round".startswith(line.rstrip(ELLIPSIS))
    assert len(line) > 8
    picture = TextPicture(
        "one two three four five", FONT, 20, max_width=30, wraps=True, max_lines=2
    )
    lines = text.block(picture, 1.0).lines
    assert len(lines) == 2
    assert lines[1].endswith(ELLIPSIS)


@pytest.mark.parametrize("scale", [0.01, 0.05, 0.1, 0.2, 1.0])
def test_odd_characters_and_empty_text_can_be_painted_at_any_scale(
    text: TextLayout, scale: float
) -> None:
    odd = ("a\0b", "tab\there", "\ud800 lone", "\x1b[0m", "", "\n\n", "e\u0301", "\u202etxet")
    for line in (*odd, ".", "i", "·", "1", "W"):
        for size in (12, 20):
            painted = text.paint(TextPicture(line, FONT, size), PixelBox(10, 10, scale))
            assert min(painted.surface.get_size()) >= 1, line


@pytest.mark.parametrize(
    ("align", "left"), [(Align.START, 0), (Align.CENTRE, 100), (Align.END, 200)]
)
def test_text_is_aligned_horizontally(text: TextLayout, align: Align, left: int) -> None:
    picture = TextPicture("HH", FONT, 30, align=align)
    width = text.block(picture, 1.0).width
    painted = text.paint(picture, PixelBox(200, 40, 1.0))
    assert painted.dx == pytest.approx(left - width * left / 200, abs=1)


@pytest.mark.parametrize("size", [12, 18, 24, 40, 63])
@pytest.mark.parametrize("font", [FONT, "Fraunces_700Bold"])
def test_capitals_are_centred_vertically(text: TextLayout, font: str, size: int) -> None:
    painted = text.paint(TextPicture("HHH", font, size), PixelBox(200, 100, 1.0))
    middle = painted.dy + ink(painted.surface).centery
    assert middle == pytest.approx(50, abs=1)


def test_text_is_rendered_at_whole_pixel_sizes(text: TextLayout) -> None:
    picture = TextPicture("x", FONT, 18)
    scales = (0.01, 0.5, 0.667, 1.0, 2.0)
    assert [text.block(picture, scale).pixels for scale in scales] == [1, 9, 12, 18, 36]


def test_missing_or_damaged_font_is_named_in_the_error(fonts: FontLibrary, tmp_path: Path) -> None:
    with pytest.raises(MissingFontError, match=r"Comic_Sans\.ttf.*Figtree_500Medium"):
        fonts.font("Comic_Sans", 20)
    with pytest.raises(MissingFontError, match="no font at all"):
        FontLibrary(tmp_path).font("Any", 20)
    for content in (b"", b"no font"):
        (tmp_path / "Torn.ttf").write_bytes(content)
        with pytest.raises(UnreadableFontError, match=r"Torn\.ttf cannot be read"):
            FontLibrary(tmp_path).font("Torn", 20)


def test_fallback_font_is_used_when_the_first_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The executables ship without it.
    monkeypatch.setattr(pygame.font, "get_default_font", lambda: "no such font.ttf")
    torn = tmp_path / "Torn.ttf"
    torn.write_bytes(b"no font")

    font = read_any_font([torn, tmp_path / "missing.ttf", asset_path("fonts", f"{FONT}.ttf")])

    assert font.of_size(20).size("7") > (0, 0)
    with pytest.raises(UnreadableFontError, match="pygame's own font cannot be read"):
        read_any_font([torn])


@pytest.fixture(scope="module")
def names(fonts: FontLibrary) -> TextLayout:
    """A setter whose fonts are stood in for as those of the program."""
    shelf = FontLibrary(fonts._folder, list_fallbacks)
    return TextLayout(shelf)


def painted(setter: TextLayout, words: str) -> bytes:
    surface = setter.paint(TextPicture(words, FONT, 40), PixelBox(400, 80, 1.0)).surface
    return pygame.image.tobytes(surface, "RGBA")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Оля", "Ира"),
        ("Ελένη", "Άννα"),
        ("דוד", "אבי"),
        ("مريم", "سارة"),
        ("李明", "王芳"),
        ("さくら", "김민수"),
        ("प्रिया", "สมชาย"),
        ("ễ", "ờ"),
    ],
)
def test_different_names_in_any_script_look_different_when_drawn(
    names: TextLayout, one: str, other: str
) -> None:
    boxes = painted(names, "\ue000" * len(one))

    assert names.fonts.can_show(FONT, one + other)
    assert len({painted(names, one), painted(names, other), boxes}) == 3


def test_character_without_a_glyph_is_not_shown(names: TextLayout) -> None:
    assert not names.fonts.can_show(FONT, "Bo 😀")


def test_words_of_right_to_left_text_stay_in_one_span(names: TextLayout) -> None:
    spans = names.fonts.spans(FONT, "Bo, דוד אבי: 7")

    assert [span.text for span in spans] == ["Bo", ", ", "דוד אבי", ": ", "7"]
    assert [span.script for span in spans] == ["", "", "Hebr", "", ""]


def test_arabic_is_drawn_from_the_right(names: TextLayout) -> None:
    surface = names.paint(TextPicture("اب", FONT, 40), PixelBox(400, 80, 1.0)).surface
    tall = ink(surface).top
    columns = [x for x in range(surface.width) if surface.get_at((x, tall)).a]

    assert min(columns) > surface.width / 2  # the first letter is the tall one


def test_text_in_several_fonts_is_as_wide_as_its_parts(names: TextLayout) -> None:
    widths = [
        names.block(TextPicture(words, FONT, 40), 1.0).width
        for words in ("Bo 李 x", "Bo ", "李", " x")
    ]

    assert widths[0] == sum(widths[1:])


def test_truncated_font_covers_no_characters(tmp_path: Path) -> None:
    whole = (fonts_folder() / f"{FONT}.ttf").read_bytes()
    start = whole.index(b"cmap")
    (tmp_path / "Torn.ttf").write_bytes(whole[: start + 8] + b"\xff" * 4 + whole[start + 12 :])
    file = FontLibrary(tmp_path)

    assert not file._file("Torn").codes


@pytest.mark.parametrize("name", sorted(path.stem for path in fonts_folder().glob("*.ttf")))
def test_bundled_fonts_have_every_character_they_are_assumed_to_have(
    fonts: FontLibrary, name: str
) -> None:
    if name.startswith("Noto"):
        pytest.skip("stands in for others only")
    rare = {0xAD, 0xB5}  # the soft hyphen and the micro sign are in no text

    codes = fonts._file(name).codes

    assert {*range(0x20, 0x7F), *range(0xA1, 0x100), *map(ord, _COMMON_CHARACTERS)} - rare <= codes


def test_number_of_open_fonts_is_limited(fonts: FontLibrary) -> None:
    first = ref(fonts.font(FONT, 7))
    for pixels in range(100, 200):
        fonts.font(FONT, pixels)
    gc.collect()
    assert first() is None


@pytest.mark.parametrize("font", [FONT, "Figtree_700Bold"])
def test_text_fits_its_measured_width_at_the_scale_it_is_drawn_at(
    text: TextLayout, font: str
) -> None:
    """Windows of every width: what was measured is painted whole, however odd the scale."""
    line = "Copy the number of the deal, and the whole record of the match"
    for pixels in range(960, 3841, 7):
        scale = pixels / 1920
        free = TextPicture(line, font, 29.0)
        picture = TextPicture(line, font, 29.0, max_width=text.measure(free, scale).w)
        drawn = text.block(picture, round_scale(scale))
        assert drawn.lines == (line,), pixels
        assert drawn.width == text.block(free, scale).width, pixels


@pytest.mark.parametrize("zoom", [1.25, 1.5, 2.0])
def test_enlarged_text_shrinks_through_the_same_sizes_as_normal_text(
    zoom: float,
) -> None:
    designed = list_shrink_factors(0.04, 1.0)
    sizes = [share * zoom for share in list_shrink_factors(0.04, zoom)]
    assert sizes[-len(designed) :] == pytest.approx(designed)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == zoom


# == Labels of several runs: positions, line breaks, shrinking, ellipses.

MARK = BoxPicture(Colour(255, 0, 0))
RED = Colour(255, 0, 0)


def texts(lines: Lines) -> list[str]:
    return [piece.picture.text for piece in lines.pieces if isinstance(piece.picture, TextPicture)]


def width(look: theme.ResolvedTheme, text: str, style: str = "body") -> float:
    return look.text.measure(look.theme.text(style).picture(text), look.scale).w


def test_text_runs_are_placed_one_after_another_on_the_line(look: theme.ResolvedTheme) -> None:
    lines = lay_out_spans([TextRun("You lead: "), TextRun("3 evens", colour=RED)], look, "body")
    first, second = lines.pieces
    assert texts(lines) == ["You lead: ", "3 evens"]
    assert second.box.x == first.box.right == width(look, "You lead: ")
    assert isinstance(second.picture, TextPicture)
    assert second.picture.colour == RED


def test_mark_picture_precedes_its_words_and_is_centred_on_the_line(
    look: theme.ResolvedTheme,
) -> None:
    lines = lay_out_spans([TextRun("set "), TextRun("Evens", MARK)], look, "body")
    mark, words = lines.pieces[1], lines.pieces[2]
    assert mark.picture is MARK
    assert mark.box.w == mark.box.h
    assert mark.box.x == width(look, "set ")
    assert mark.box.right < words.box.x
    assert mark.box.centre.y == pytest.approx(words.box.centre.y)


def test_text_is_broken_into_lines_only_at_spaces(look: theme.ResolvedTheme) -> None:
    room = geometry.Size(width(look, "discard a card.") + 1, 0.0)
    lines = lay_out_spans(
        [TextRun("First play or discard a card.")], look, "body", room, max_lines=3
    )
    assert [piece.line for piece in lines.pieces] == [0, 1]
    assert texts(lines) == ["First play or", "discard a card."]
    assert max(lines.widths) <= room.w


def test_line_never_breaks_between_a_mark_picture_and_its_word(look: theme.ResolvedTheme) -> None:
    spans = [TextRun("Bo’s "), TextRun("7", MARK), TextRun(" breaks the tie")]
    room = geometry.Size(width(look, "Bo’s ") + look.theme.text("body").size * 1.1, 0.0)
    lines = lay_out_spans(spans, look, "body", room, max_lines=4)
    line_of = {id(piece.picture): piece.line for piece in lines.pieces}
    seven = next(piece for piece in lines.pieces if getattr(piece.picture, "text", "") == "7")
    assert line_of[id(MARK)] == seven.line == 1


def test_line_never_breaks_before_a_bare_number(look: theme.ResolvedTheme) -> None:
    room = geometry.Size(width(look, "played a card, drew") + 1, 0.0)
    lines = lay_out_spans(
        [TextRun("played a card, drew 1, then 2")], look, "body", room, max_lines=3
    )
    assert texts(lines) == ["played a card,", "drew 1, then 2"]


def test_word_across_two_text_runs_is_not_broken(look: theme.ResolvedTheme) -> None:
    spans = [TextRun("un"), TextRun("break", colour=RED), TextRun("able word")]
    room = geometry.Size(width(look, "unbreakable") - 1, 0.0)
    lines = lay_out_spans(spans, look, "body", room, max_lines=2)
    assert [piece.line for piece in lines.pieces][:3] == [0, 0, 0]


def test_too_wide_text_runs_shrink_then_end_in_an_ellipsis(
    look: theme.ResolvedTheme,
) -> None:
    room = geometry.Size(width(look, "Maximiliana") * 0.85, 0.0)
    lines = lay_out_spans([TextRun("Maximiliana")], look, "body", room)
    (piece,) = lines.pieces
    assert texts(lines) == ["Maximiliana"]
    assert piece.box.w <= room.w
    assert isinstance(piece.picture, TextPicture)
    assert piece.picture.size > look.theme.text("body").size * 0.78
    room = geometry.Size(width(look, "Maximiliana") * 0.3, 0.0)
    lines = lay_out_spans([TextRun("Maximiliana")], look, "body", room)
    (text,) = texts(lines)
    assert text.endswith(ELLIPSIS)
    assert "Maximiliana".startswith(text[:-1])
    assert lines.widths[0] <= room.w
    assert (
        lay_out_spans([TextRun("Maximiliana")], look, "body", geometry.Size(3.0, 0.0)).pieces == ()
    )


def test_last_line_that_fits_ends_in_an_ellipsis(look: theme.ResolvedTheme) -> None:
    sentence = "one two three four five six seven eight nine ten"
    room = geometry.Size(width(look, "one two three "), 0.0)
    lines = lay_out_spans([TextRun(sentence)], look, "body", room, max_lines=2)
    assert " ".join(texts(lines)) == sentence
    room = geometry.Size(width(look, "one"), 0.0)
    lines = lay_out_spans([TextRun(sentence)], look, "body", room, max_lines=2)
    assert texts(lines)[0] == "one two"
    assert texts(lines)[1].endswith(ELLIPSIS)
    pitch = MIN_TEXT_SHARE * look.theme.text("body").size * look.theme.text("body").line_height
    high = lay_out_spans(
        [TextRun(sentence)], look, "body", geometry.Size(room.w, pitch * 1.5), max_lines=4
    )
    assert len(texts(high)) == 1


@pytest.mark.parametrize(
    ("align", "share"), [(Align.START, 0), (Align.CENTRE, 0.5), (Align.END, 1)]
)
def test_label_aligns_every_line(look: theme.ResolvedTheme, align: Align, share: float) -> None:
    label = RunsLabel(look, "Evens", align=align)
    label.set_text(rect=geometry.Rect(10.0, 20.0, 300.0, 60.0))
    free = 300.0 - width(look, "Evens")
    assert label.ink.x == pytest.approx(free * share)
    assert label.ink.centre.y == pytest.approx(30.0)
    assert label.position == (10.0, 20.0)


def test_label_reuses_its_nodes_when_its_text_changes(look: theme.ResolvedTheme) -> None:
    label = RunsLabel(look, [TextRun("a "), TextRun("b", MARK), TextRun(" c")])
    nodes = label.children
    label.set_text("short")
    assert [node.visible for node in nodes] == [True, False, False, False]
    label.set_text([TextRun("x "), TextRun("y", MARK)])
    assert label.children == nodes
    drawn = [node.picture for node in label.children if node.visible]
    assert [each.text for each in drawn if isinstance(each, TextPicture)] == ["x ", "y"]


def test_wrapped_label_has_the_font_size_of_its_group(
    look: theme.ResolvedTheme,
) -> None:
    size = look.theme.text("body").size
    room = geometry.Size(5.0 * size, 2.0 * size)
    names = [RunsLabel(look, name, size=room, max_lines=2) for name in ("Hohenschwangauer", "Hana")]
    equalise_font_sizes(names)
    split, short = [
        {node.picture.size for node in name.children if isinstance(node.picture, TextPicture)}
        for name in names
    ]
    assert len(names[0].children) == 2
    assert split == short


def test_labels_of_a_group_share_one_font_size(look: theme.ResolvedTheme) -> None:
    room, root = geometry.Size(90.0, 30.0), Node()
    for name, style, group in (("a few words", "body", "a"), ("b", "row", "a"), ("c", "body", "")):
        root.add(RunsLabel(look, name, style, size=room, group=group, name=name))
    equalise_font_sizes_below(root)
    long, short, other = [each.children[0].picture.size for each in root.children]  # type: ignore[union-attr]
    assert long == short < other
