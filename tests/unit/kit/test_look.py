"""Themes, drawn icons and portraits: readable, in the colours asked for, clean edges."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from red7_desktop.games.red7.face import card_art as red7
from red7_desktop.games.red7.face.card_art import COLOURS, ON_DARK
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.games.spring_cleaning.face import card_art as spring
from red7_desktop.kit import presentation, settings, storage
from red7_desktop.kit.hud.ground import list_table_tones, paint_ground
from red7_desktop.kit.look import card_art, icons
from red7_desktop.kit.look import icons as portraits
from red7_desktop.resources import DamagedAsset, asset_path
from red7_desktop.scene import animation
from red7_desktop.scene.pictures import Colour, PaintedPicture
from red7_desktop.scene.theme import load_theme, shift_theme_hue
from red7_desktop.tabletop.game import SEAT_LETTERS
from tests import pictures
from tests.bazaar.cards import GOODS, MarketCards
from tests.colours import EYES, TEXT, contrast, distance, least_contrast, seen_as

# == themes ================================================================================

THEME = load_theme(asset_path("themes", "dark.json"))


@pytest.mark.parametrize("percent", [125, 200])
def test_theme_scales_with_the_setting(percent: int) -> None:
    theme = presentation.adapt_theme(settings.Settings(ui_scale=percent), THEME)
    assert theme.text("body").size == THEME.text("body").size * percent / 100
    assert theme.zoom == percent / 100


def test_readable_font_replaces_all_but_numerals() -> None:
    theme = presentation.adapt_theme(settings.Settings(readable_font=True), THEME)
    fonts = {style.font for style in theme.texts.values()}
    fonts |= {style.text.font for style in theme.buttons.values()}
    assert {font.partition("_")[0] for font in fonts} == {"AtkinsonHyperlegibleNext", "Fraunces"}
    assert {font for font in fonts if "Fraunces" in font} == {"Fraunces_900Black"}


@pytest.mark.parametrize("name", COLOURS)
def test_theme_uses_the_colours_of_the_cards(name: str) -> None:
    for letter, colour in COLOURS[name].items():
        assert THEME.swatch(f"card_{name}", colour.name) == Colour.from_hex(colour.base)
        assert THEME.swatch(f"ink_{name}", colour.name) == Colour.from_hex(colour.ink)
        assert THEME.swatch("on_dark", colour.name) == Colour.from_hex(ON_DARK[letter])


@pytest.mark.parametrize("eyes", EYES)
def test_seat_colours_are_distinct(eyes: str) -> None:
    seen = {seat: seen_as(THEME.swatch("seats", seat), eyes) for seat in SEAT_LETTERS}
    near = {
        one + other
        for one, other in combinations(SEAT_LETTERS, 2)
        if distance(seen[one], seen[other]) < 6.9
    }
    assert near == set()


def test_table_style_sets_panel_hue_and_background(tmp_path: Path) -> None:
    made = presentation.Presentation(
        tmp_path / "settings.json",
        (640, 360),
        animation.SteppedClock(),
        CATALOGUE["red7"].view(),
        writes=storage.SynchronousWorker(),
    )
    stage = made.ui.stage
    assert stage.look.theme == THEME
    made.change(replace(made.ui.settings, table="wood"))
    theme = stage.look.theme
    assert theme.ground == "wood"
    assert theme.colour("panel").r > theme.colour("panel").b
    teal = made.theme_of(CATALOGUE["spring"].view())
    assert teal.ground == "wood"
    assert teal.colour("panel") == shift_theme_hue(
        THEME, CATALOGUE["spring"].view().style.ambience.hue or 0.0
    ).colour("panel")
    assert list_table_tones(theme) == list_table_tones(teal) != list_table_tones(THEME)


def test_pages_of_a_game_keep_its_card_style(tmp_path: Path) -> None:
    red7, spring = CATALOGUE["red7"].view(), CATALOGUE["spring"].view()
    made = presentation.Presentation(
        *(tmp_path / "settings.json", (640, 360), animation.SteppedClock(), red7),
        writes=storage.SynchronousWorker(),
    )
    page, other = made.ui_for(red7), made.ui_for(spring)
    made.set_game(spring)
    assert page.card_art is made.get_card_art(red7)
    assert other.card_art is made.ui.card_art is not page.card_art
    made.change(replace(made.ui.settings, colours="high"))
    assert page.settings.colours == "high"
    assert page.card_art is made.get_card_art(red7) is made.ui_for(red7).card_art
    assert page.stage is made.ui.stage


@pytest.mark.parametrize("table", card_art.HUES)
def test_faint_text_has_enough_contrast_on_every_table_style(table: str) -> None:
    theme = shift_theme_hue(THEME, card_art.HUES[table])._replace(ground=table)
    painted = PaintedPicture(
        "", lambda w, h: paint_ground((w, h), 0.25, table, list_table_tones(theme))
    )
    ground = pictures.painted_at_once(painted, 480, 270)
    spots = [ground.get_at((x, y)) for x in range(150, 330, 3) for y in range(75, 200, 3)]
    shades = sorted([Colour(*spot[:3]) for spot in spots], key=lambda shade: shade.luminance)
    nearly_the_brightest = shades[-len(shades) // 20]
    for name in ("text", "text_soft", "text_faint"):
        assert least_contrast(theme.colour(name), [nearly_the_brightest]) >= TEXT, name


# == Icons: shape, colour and edges.

GOLD = Colour(242, 198, 109)


def drawn(surface: pygame.Surface) -> float:
    return pygame.mask.from_surface(surface, 127).count() / (surface.width * surface.height)


@pytest.mark.parametrize("name", icons.read_drawings())
@pytest.mark.parametrize("px", [12, 28, 120])
def test_icon_fills_its_square_in_its_colour(name: str, px: int) -> None:
    picture = icons.paint_icon(name, px, GOLD)
    assert picture.get_size() == (px, px)
    assert 0.03 < drawn(picture) < 0.7
    seen = {(x, y): picture.get_at((x, y)) for x in range(px) for y in range(px)}
    tones = {tuple(tone)[:3] for tone in seen.values()}
    assert all(max(abs(a - b) for a, b in zip(tone, GOLD, strict=False)) <= 2 for tone in tones)
    edge = [tone.a for (x, y), tone in seen.items() if {x, y} & {0, px - 1}]
    assert px < 120 or max(edge) == 0


def test_icons_differ_from_each_other() -> None:
    pictures = {
        pygame.image.tobytes(icons.paint_icon(name, 48, GOLD), "RGBA")
        for name in icons.read_drawings()
    }
    assert len(pictures) == len(icons.read_drawings())


def test_unknown_icon_is_refused_by_name() -> None:
    with pytest.raises(DamagedAsset, match="'trumpet' is none of tick"):
        icons.build_icon("trumpet", GOLD)


# == Portraits: exact size, and damaged files.

ODD = (15, 27, 30, 54, 60, 107, 108, 119, 120, 213, 240, 241)
"""Sizes at which the rasteriser gives one pixel more than it was asked for."""


@pytest.mark.parametrize("level", sorted(icons.AI_PORTRAITS))
def test_portrait_has_the_requested_size(level: str) -> None:
    picture = icons.build_portrait(level)
    assert picture is not None
    for side in (*range(1, 40), *ODD):
        for size in ((side, side), (side, side + 1), (side + 1, side)):
            assert pictures.painted_at_once(picture, *size).get_size() == size


@pytest.mark.parametrize("damage", [None, b"", b"garbage", b"<svg/>"])
def test_damaged_portrait_is_replaced_by_a_plain_one(
    damage: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if damage is not None:
        (tmp_path / "casual.svg").write_bytes(damage)
    monkeypatch.setattr(portraits, "asset_path", lambda *parts: tmp_path / parts[-1])
    picture = icons.build_portrait("casual")
    assert picture is not None
    drawn = pictures.painted_at_once(picture, 40, 40)
    assert drawn.get_size() == (40, 40)


# == Cards of every game: legible and distinct for every kind of colour vision.

DESIGNS = {"red7": red7.COLOURS, "spring": spring.DESIGNS}
SETS = [(game, colours) for game in DESIGNS for colours in DESIGNS[game]]
INK = {("spring", "normal"): 4.9, ("spring", "high"): 5.7}
"""The contrast of ink on some sets; 4.5 on the others."""
APART = {
    ("red7", "normal"): dict(zip(EYES, (25.0, 10.0, 9.0, 13.0), strict=True)),
    ("red7", "high"): dict(zip(EYES, (35.0, 19.0, 15.0, 15.0), strict=True)),
    ("spring", "normal"): dict.fromkeys(EYES, 14.7),
    ("spring", "high"): dict.fromkeys(EYES, 20.0),
}
"""How far the nearest two of a set are apart for some eyes; 2 or 3 is just noticed."""


@pytest.mark.parametrize(("game", "colours"), SETS)
def test_ink_and_printed_word_have_enough_contrast_on_their_card(game: str, colours: str) -> None:
    for key, each in DESIGNS[game][colours].items():
        ink, base, word, band = map(Colour.from_hex, (each.ink, each.base, each.word, each.band))
        assert contrast(ink, base) >= INK.get((game, colours), 4.5), key
        assert contrast(word, band) >= 7.0, key


@pytest.mark.parametrize("tint", [*ON_DARK.values(), *spring.ON_DARK.values()])
def test_card_colour_tint_has_enough_contrast_on_dark_panels(tint: str) -> None:
    panels = [THEME.colour("panel_high"), Colour.from_hex("#1e1927")]
    assert least_contrast(Colour.from_hex(tint), panels) >= 4.5


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("game", "colours"), SETS)
def test_card_colours_are_distinct_in_colour_blind_vision_too(
    game: str, colours: str, eyes: str
) -> None:
    seen = [seen_as(Colour.from_hex(each.base), eyes) for each in DESIGNS[game][colours].values()]
    nearest = min(distance(one, other) for one, other in combinations(seen, 2))
    assert nearest >= APART[game, colours][eyes]


def test_card_art_without_a_folder_is_drawn_plain_without_warning() -> None:
    told: list[str] = []
    names = {letter: good.title for letter, good in GOODS.items()}
    font = asset_path("fonts", "Figtree_800ExtraBold.ttf")
    art = MarketCards(None, names, font=font, report=told.append)

    pictures = [pygame.image.tobytes(art.paint(face, 60), "RGBA") for face in ("3a", "3b", None)]

    assert len({*pictures, pygame.image.tobytes(art.symbol("a", 60), "RGBA")}) == 4
    assert told == []
