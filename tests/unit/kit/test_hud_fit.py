"""Checks that everything around the cards keeps to its zone, uncut, at every size of window."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from red7_desktop.kit.phrases import describe_doings, describe_kinds
from red7_desktop.kit.texts import load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.paint.text import ELLIPSIS
from red7_desktop.scene.pictures import TextPicture
from red7_desktop.scene.theme import zoom_theme
from red7_desktop.scene.widgets.runs import RunsLabel
from tests.pseudo import plain_words, pseudo_texts
from tests.unit.kit.hud_table import (
    LONG,
    MODELS,
    SIZES,
    Table,
    dark,
    in_layout,
    inks,
    models,
    said,
    shown_labels,
    zones,
)
from tests.unit.red7.face.seen import NAMES

THE_SAME = (*NAMES, *LONG, "ANN", "A", "Sharp AI", "Red", "Enter")
"""What is called the same in every language: people, the game, keys; a level by its given name."""
OVERLAP = 2.0
"""Units by which two texts' boxes may overlap: letters do not fill theirs."""


def is_cut(label: RunsLabel) -> bool:
    """Tell whether words are left out; some have dots by themselves."""
    return ELLIPSIS in label.shown_text and label.shown_text.split() != label.text.split()


@cache
def showing(name: str, size: tuple[int, int]) -> Table:
    """Give a table that shows a model; tests share it, for they do no more than look."""
    model = MODELS[name]
    table = Table(size, len(model.seats))
    table.hud.show(model)
    return table


by_model = pytest.mark.parametrize("name", MODELS)
by_size = pytest.mark.parametrize("size", SIZES)


@pytest.mark.sampled("name")
@by_model
@by_size
def test_every_word_keeps_to_its_zone(name: str, size: tuple[int, int]) -> None:
    table = showing(name, size)
    outside = []
    for part, zone in zones(table):
        for text, rect in inks(part):
            ink = in_layout(table, rect)
            if ink.union(zone.inflated(1.0)) != zone.inflated(1.0):
                outside.append((part.name, text, ink, zone))
    assert outside == []
    assert len(list(shown_labels(table.hud))) > 12


@pytest.mark.sampled("name")
@by_model
@by_size
def test_no_words_lie_on_others(name: str, size: tuple[int, int]) -> None:
    table = showing(name, size)
    found = [(text, in_layout(table, rect)) for text, rect in inks(table.hud)]
    clashes = []
    for (one, first), (other, second) in combinations(found, 2):
        shared = first.intersection(second)
        if shared.w > OVERLAP and shared.h > OVERLAP:
            clashes.append((one, other))
    assert clashes == []


@pytest.mark.sampled("name")
@by_model
@by_size
def test_nothing_is_cut_not_even_long_names_and_long_turns(
    name: str, size: tuple[int, int]
) -> None:
    cut = {each.text for each in shown_labels(showing(name, size).hud) if is_cut(each)}
    assert cut - {LONG[-1]} == set()


@by_model
def test_the_notes_beside_a_palette_keep_off_the_cards(name: str) -> None:
    model, table = MODELS[name], showing(name, (1920, 1080))
    spec = table.hud.layout.zone("palette", 0)
    count = max(1, model.panels["palette.0"].cards)
    card = table.hud.layout.card_size(spec)
    width = min(spec.area.w, count * card.w + (count - 1) * (spec.style.gap if spec.style else 0))
    cards = Rect.centred(spec.area.centre, Size(width, spec.area.h))
    for text, rect in inks(table.hud.parts["palette.0"]):
        assert not in_layout(table, rect).overlaps(cards), text


@pytest.mark.sampled("name")
@by_model
@by_size
def test_every_button_can_be_hit(name: str, size: tuple[int, int]) -> None:
    table = showing(name, size)
    for button in table.hud.buttons:
        if button.is_shown:
            assert min(button.size) >= 43.0, button.name


@pytest.mark.parametrize("zoom", [1.25, 2.0])
def test_a_theme_made_larger_is_not_cut_either(zoom: float) -> None:
    theme = zoom_theme(dark(), zoom)
    for size in ((1440, 1080), (1920, 1080)):
        table = Table(size, 4, theme)
        table.hud.show(MODELS["the mock"])
        cut = [label.text for label in shown_labels(table.hud) if ELLIPSIS in label.shown_text]
        assert cut == []


@pytest.mark.sampled("name")
@pytest.mark.parametrize("size", [(1280, 720), (1440, 1080)])
@pytest.mark.parametrize("zoom", [1.0, 2.0])
@pytest.mark.parametrize("name", [name for name in MODELS if name != "crowded"])
@pytest.mark.parametrize("language", ["pseudo", "de", "pl"])
def test_longer_words_are_not_cut_nor_do_they_lie_on_others(
    name: str, zoom: float, size: tuple[int, int], language: str
) -> None:
    is_pseudo = language == "pseudo"
    texts = pseudo_texts() if is_pseudo else load_texts(asset_path("locale"), language)
    model = models(texts)[name]
    table = Table(size, len(model.seats), zoom_theme(dark(), zoom), texts)
    table.hud.show(model)
    cut = [label.text for label in shown_labels(table.hud) if is_cut(label)]
    assert cut == []
    found = [(text, in_layout(table, rect)) for text, rect in inks(table.hud)]
    clashes = []
    for (one, first), (other, second) in combinations(found, 2):
        shared = first.intersection(second)
        if shared.w > OVERLAP and shared.h > OVERLAP:
            clashes.append((one, other))
    assert clashes == []


@pytest.mark.parametrize("name", MODELS)
def test_every_word_around_the_table_can_be_translated(name: str) -> None:
    texts = pseudo_texts()
    model = models(texts)[name]
    table = Table((1920, 1080), len(model.seats), texts=texts)
    table.hud.show(model)
    assert plain_words(said(table.hud), THE_SAME) == []


@pytest.mark.sampled("language")
@pytest.mark.parametrize("size", [(1280, 720), (1440, 1080), (1920, 1080), (1920, 1200)])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_what_an_ai_player_is_and_does_is_written_nearly_as_large_as_designed(
    size: tuple[int, int], language: str
) -> None:
    texts = load_texts(asset_path("locale"), language)
    for line in (*describe_kinds(texts).values(), *describe_doings(texts).values()):
        table = Table(size, 4, texts=texts)
        model = MODELS["the mock"]
        seats = tuple(replace(seat, kind=line) for seat in model.seats)
        table.hud.show(replace(model, seats=seats))
        style = table.hud.inner_look.theme.text("hud_seat_kind")
        for panel in table.hud.seats:
            label = panel.find("kind")
            assert isinstance(label, RunsLabel)
            drawn = [node.picture for node in label.children if node.visible]
            sizes = [each.size for each in drawn if isinstance(each, TextPicture)]
            assert min(sizes) >= 0.8 * style.size, (line, panel.name, min(sizes) / style.size)
