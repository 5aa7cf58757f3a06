"""Checks labels of several runs: where words and marks stand, breaking, shrinking, cutting."""

from __future__ import annotations

from dataclasses import replace

import pytest

from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.paint.text import ELLIPSIS, UTMOST
from red7_desktop.scene.pictures import Align, BoxPicture, Colour, TextPicture
from red7_desktop.scene.theme import Look, zoom_theme
from red7_desktop.scene.widgets.runs import Lines, RunsLabel, Span, line_up

MARK = BoxPicture(Colour(255, 0, 0))
RED = Colour(255, 0, 0)


def texts(lines: Lines) -> list[str]:
    return [piece.picture.text for piece in lines.pieces if isinstance(piece.picture, TextPicture)]


def width(look: Look, text: str, style: str = "body") -> float:
    return look.text.measure(look.theme.text(style).picture(text), look.scale).w


def test_runs_stand_one_after_the_other(look: Look) -> None:
    lines = line_up([Span("You lead: "), Span("3 evens", colour=RED)], look, "body")
    first, second = lines.pieces
    assert texts(lines) == ["You lead: ", "3 evens"]
    assert second.box.x == first.box.right == width(look, "You lead: ")
    assert isinstance(second.picture, TextPicture)
    assert second.picture.colour == RED


def test_a_mark_stands_before_its_words_in_the_middle_of_the_line(look: Look) -> None:
    lines = line_up([Span("set "), Span("Evens", MARK)], look, "body")
    mark, words = lines.pieces[1], lines.pieces[2]
    assert mark.picture is MARK
    assert mark.box.w == mark.box.h
    assert mark.box.x == width(look, "set ")
    assert mark.box.right < words.box.x
    assert mark.box.centre.y == pytest.approx(words.box.centre.y)


def test_a_run_may_have_a_style_of_its_own(look: Look) -> None:
    lines = line_up([Span("best "), Span("7", style="strong")], look, "small")
    sizes = [piece.picture.size for piece in lines.pieces if isinstance(piece.picture, TextPicture)]
    assert sizes == [look.theme.text("small").size, look.theme.text("strong").size]


def test_words_break_at_spaces_into_the_lines_there_are(look: Look) -> None:
    room = Size(width(look, "discard a card.") + 1, 0.0)
    lines = line_up([Span("First play or discard a card.")], look, "body", room, max_lines=3)
    assert [piece.line for piece in lines.pieces] == [0, 1]
    assert texts(lines) == ["First play or", "discard a card."]
    assert max(lines.widths) <= room.w


def test_a_mark_is_never_parted_from_its_word(look: Look) -> None:
    spans = [Span("Bo’s "), Span("7", MARK), Span(" breaks the tie")]
    room = Size(width(look, "Bo’s ") + look.theme.text("body").size * 1.1, 0.0)
    lines = line_up(spans, look, "body", room, max_lines=4)
    line_of = {id(piece.picture): piece.line for piece in lines.pieces}
    seven = next(piece for piece in lines.pieces if getattr(piece.picture, "text", "") == "7")
    assert line_of[id(MARK)] == seven.line == 1


def test_a_bare_number_stays_with_the_word_before_it(look: Look) -> None:
    room = Size(width(look, "played a card, drew") + 1, 0.0)
    lines = line_up([Span("played a card, drew 1, then 2")], look, "body", room, max_lines=3)
    assert texts(lines) == ["played a card,", "drew 1, then 2"]


def test_words_run_on_over_the_border_of_two_runs(look: Look) -> None:
    spans = [Span("un"), Span("break", colour=RED), Span("able word")]
    room = Size(width(look, "unbreakable") - 1, 0.0)
    lines = line_up(spans, look, "body", room, max_lines=2)
    assert [piece.line for piece in lines.pieces][:3] == [0, 0, 0]


def test_words_that_are_too_wide_become_smaller_first(look: Look) -> None:
    room = Size(width(look, "Maximiliana") * 0.85, 0.0)
    lines = line_up([Span("Maximiliana")], look, "body", room)
    (piece,) = lines.pieces
    assert texts(lines) == ["Maximiliana"]
    assert piece.box.w <= room.w
    assert isinstance(piece.picture, TextPicture)
    assert piece.picture.size > look.theme.text("body").size * 0.78


def test_words_too_wide_at_their_least_size_end_in_an_ellipsis(look: Look) -> None:
    room = Size(width(look, "Maximiliana") * 0.3, 0.0)
    lines = line_up([Span("Maximiliana")], look, "body", room)
    (text,) = texts(lines)
    assert text.endswith(ELLIPSIS)
    assert "Maximiliana".startswith(text[:-1])
    assert lines.widths[0] <= room.w


def test_the_last_line_there_is_room_for_ends_in_an_ellipsis(look: Look) -> None:
    sentence = "one two three four five six seven eight nine ten"
    room = Size(width(look, "one two three "), 0.0)
    lines = line_up([Span(sentence)], look, "body", room, max_lines=2)
    assert " ".join(texts(lines)) == sentence
    room = Size(width(look, "one"), 0.0)
    lines = line_up([Span(sentence)], look, "body", room, max_lines=2)
    assert texts(lines)[0] == "one two"
    assert texts(lines)[1].endswith(ELLIPSIS)
    pitch = UTMOST * look.theme.text("body").size * look.theme.text("body").line_height
    high = line_up([Span(sentence)], look, "body", Size(room.w, pitch * 1.5), max_lines=4)
    assert len(texts(high)) == 1


def test_where_not_even_an_ellipsis_fits_nothing_is_drawn(look: Look) -> None:
    assert line_up([Span("Maximiliana")], look, "body", Size(3.0, 0.0)).pieces == ()


def test_no_words_take_no_room(look: Look) -> None:
    assert line_up([], look, "body").size.w == 0.0
    assert RunsLabel(look, "").ink == Rect(0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("align", "share"), [(Align.START, 0), (Align.CENTRE, 0.5), (Align.END, 1)]
)
def test_a_label_aligns_every_line(look: Look, align: Align, share: float) -> None:
    label = RunsLabel(look, "Evens", align=align)
    label.write(rect=Rect(10.0, 20.0, 300.0, 60.0))
    free = 300.0 - width(look, "Evens")
    assert label.ink.x == pytest.approx(free * share)
    assert label.ink.centre.y == pytest.approx(30.0)
    assert label.position == (10.0, 20.0)


def test_a_label_without_a_width_is_as_wide_as_its_words(look: Look) -> None:
    label = RunsLabel(look, [Span("Red"), Span("7", style="strong")], "strong")
    assert label.size.w == width(look, "Red", "strong") + width(look, "7", "strong")


def test_writing_the_same_again_changes_nothing(look: Look) -> None:
    label = RunsLabel(look, "Evens")
    label.write("Evens", Rect(0.0, 0.0, 200.0, 40.0), style="strong", align=Align.END)
    before = label.changes
    label.write("Evens", Rect(0.0, 0.0, 200.0, 40.0), style="strong", align=Align.END)
    assert label.changes == before


def test_a_label_uses_its_nodes_again(look: Look) -> None:
    label = RunsLabel(look, [Span("a "), Span("b", MARK), Span(" c")])
    nodes = label.children
    label.write("short")
    assert [node.visible for node in nodes] == [True, False, False, False]
    label.write([Span("x "), Span("y", MARK)])
    assert label.children == nodes
    assert label.shown_text == "x  y"


def test_a_larger_theme_may_go_back_to_the_designed_size(look: Look) -> None:
    large = replace(look, theme=zoom_theme(look.theme, 2.0))
    label = RunsLabel(large, "End turn")
    label.write(rect=Rect(0.0, 0.0, width(look, "End turn") + 1, 60.0))
    assert label.shown_text == "End turn"


def test_a_label_is_set_anew_for_another_scale(look: Look) -> None:
    label = RunsLabel(look, "Most even cards")
    before = label.ink.w
    label.restyle(replace(look, scale=0.5))
    assert label.ink.w == pytest.approx(before, rel=0.1)
    assert label.ink.w * 0.5 == pytest.approx(round(label.ink.w * 0.5))
