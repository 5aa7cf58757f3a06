"""Themes as they are read, and enlarged."""

from __future__ import annotations

import colorsys
import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from red7_desktop.scene.paint.text import FontLibrary
from red7_desktop.scene.pictures import Colour, Shadow
from red7_desktop.scene.theme import (
    MAX_FILE_BYTES,
    STATES,
    Theme,
    ThemeError,
    enlarge_for_scale,
    load_theme,
    make_all_styles,
    read_theme,
    shift_theme_hue,
    zoom_theme,
)
from tests.colours import TEXT, contrast, least_contrast, shades

FILES = Path(__file__).resolve().parents[3] / "assets" / "themes"
DATA: dict[str, Any] = json.loads((FILES / "dark.json").read_text(encoding="utf-8"))
DRAWN = {"track", "track_filled", "track_mark", "knob", "knob_lively", "thumb", "rule_line"}
"""Boxes that never hold words."""
COLOURS = {"red", "orange", "yellow", "green", "blue", "indigo", "violet"}


GROUNDS = ("table", "table_outer", "panel", "panel_high", "panel_low")


@pytest.fixture
def grounds(theme: Theme) -> list[Colour]:
    return [theme.colour(name) for name in GROUNDS]


def test_theme_texts_have_fonts_and_enough_contrast(
    theme: Theme, fonts: FontLibrary, grounds: list[Colour]
) -> None:
    assert theme.name == "dark"
    for name, style in theme.texts.items():
        assert style.font in fonts.names()
        assert least_contrast(style.colour, grounds) >= TEXT, name


@pytest.mark.parametrize("state", sorted(set(STATES) - {"disabled"}))
def test_theme_buttons_have_enough_contrast_in_every_state(
    theme: Theme, grounds: list[Colour], state: str
) -> None:
    for name, button in theme.buttons.items():
        look = button.states[state]
        behind = shades(look.fill, grounds)
        assert least_contrast(look.ink, behind) >= TEXT, name
        cap = shades(button.hint_box.fill, behind)
        assert least_contrast(button.hint_box.ink, cap) >= TEXT, f"the key of {name}"


def test_theme_panels_have_enough_contrast(theme: Theme, grounds: list[Colour]) -> None:
    for name in sorted(theme.boxes.keys() - DRAWN):
        box = theme.box(name)
        assert least_contrast(box.ink, shades(box.fill, grounds)) >= TEXT, name
    for kind in ("normal", "high"):
        for colour in COLOURS:
            card, ink = theme.swatch(f"card_{kind}", colour), theme.swatch(f"ink_{kind}", colour)
            assert contrast(card, ink) >= TEXT, (kind, colour)


def test_theme_colours_may_be_names_hex_values_or_names_with_opacity() -> None:
    data = copy.deepcopy(DATA)
    data["boxes"]["panel"] = {"fill": "#01020304", "border": "accent@0.5", "ink": "text"}
    box = read_theme(data).box("panel")
    assert box.fill == Colour(1, 2, 3, 4)
    assert box.border == Colour.from_hex("#F2C66D").with_alpha(0.5)
    assert box.shadows == ()
    data["boxes"]["panel"]["shadows"] = [{"colour": "#01020304", "blur": 3}]
    assert read_theme(data).box("panel").shadows == (Shadow(Colour(1, 2, 3, 4), 3.0),)


def put(*keys: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for key in keys[:-1]:
            data = data[key]
        data[keys[-1]] = value

    return change


def drop(*keys: str) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        for key in keys[:-1]:
            data = data[key]
        del data[keys[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop("name"), r"^name: is missing"),
        (put("name", value=7), r"^name: must be a text, not 7"),
        (put("colours", value=[]), r"^colours: must be an object, not a list"),
        (drop("colours", "accent"), r"^colours\.accent: is missing"),
        (put("colours", "accent", value="gold"), r"^colours\.accent: 'gold' is not a colour"),
        (put("swatches", "on_dark", "red", value=3), r"^swatches\.on_dark\.red: must be a text"),
        (put("texts", "body", "size", value="big"), r"^texts\.body\.size: must be a number"),
        (put("texts", "body", "size", value=True), r"^texts\.body\.size: must be a number"),
        (put("texts", "body", "size", value=0), r"^texts\.body\.size: must be at least 1"),
        (put("texts", "body", "line_height", value=0.4), r"line_height: must be at least 0\.5"),
        (put("texts", "body", "size", value=10**400), r"^texts\.body\.size: must be at most"),
        (put("texts", "body", "size", value=float("nan")), r"^texts\.body\.size: must be at least"),
        (put("texts", "body", "colour", value="mud"), r"^texts\.body\.colour: no colour is named"),
        (put("texts", "body", "colour", value=None), r"^texts\.body\.colour: must be a colour"),
        (put("boxes", "panel", "fill", value=["text"]), r"^boxes\.panel\.fill: a gradient has two"),
        (
            put("boxes", "panel", "shadows", value=[{"colour": "text"}]),
            r"^boxes\.panel\.shadows\.0\.blur: is missing",
        ),
        (put("boxes", "panel", "border", value="text@x"), r"^boxes\.panel\.border: .*float"),
        (drop("boxes", "dialog"), r"^boxes\.dialog: is missing"),
        (
            put("buttons", "plain", "states", "hovered", value={}),
            r"^buttons\.plain\.states\.hovered: is not a key",
        ),
        (
            drop("buttons", "plain", "states", "normal"),
            r"^buttons\.plain\.states\.normal: is missing",
        ),
        (
            put("buttons", "plain", "text", value="huge"),
            r"^buttons\.plain\.text: 'huge' is none of",
        ),
        (drop("sizes", "target"), r"^sizes\.target: is missing"),
        (put("sizes", "tarket", value=3), r"^sizes\.tarket: is not a key"),
    ],
)
def test_invalid_theme_error_names_the_key(
    change: Callable[[dict[str, Any]], None], message: str
) -> None:
    data = copy.deepcopy(DATA)
    change(data)
    with pytest.raises(ThemeError, match=message):
        read_theme(data)


def test_style_read_on_demand_is_the_same_as_in_a_theme_read_at_once() -> None:
    theme = read_theme(DATA, on_demand=True)

    assert shift_theme_hue(theme, 200.0) == shift_theme_hue(read_theme(DATA), 200.0)
    assert zoom_theme(theme, 1.5) == zoom_theme(read_theme(DATA), 1.5)
    assert "primary" in theme.buttons
    with pytest.raises(ThemeError, match="no_such_button: is missing"):
        theme.button("no_such_button")


def test_wrong_style_read_on_demand_is_found_when_it_is_used() -> None:
    data = copy.deepcopy(DATA)
    data["buttons"]["primary"]["text"] = "no_such_text"

    theme = shift_theme_hue(read_theme(data, on_demand=True), 200.0)

    assert (
        theme.button("plain").text == shift_theme_hue(read_theme(DATA), 200.0).button("plain").text
    )
    with pytest.raises(ThemeError, match=r"^buttons\.primary\.text: "):
        theme.button("primary")
    with pytest.raises(ThemeError, match=r"^buttons\.primary\.text: "):
        make_all_styles(theme)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", r"mine\.json: not JSON"),
        ("[]", "must be an object"),
        ("{}", r"mine\.json: colours"),
        ("[" * 100_000, r"mine\.json: nested too deep"),
        (f'{{"a": {"1" * 5000}}}', r"mine\.json: .*digits"),
        (" " * MAX_FILE_BYTES + "{}", r"mine\.json: longer than"),
    ],
)
def test_invalid_theme_error_names_the_file(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ThemeError, match=message):
        load_theme(path)


@pytest.mark.parametrize("kind", ["colour", "text", "box", "button", "swatch"])
def test_unknown_theme_name_is_named_in_the_error(theme: Theme, kind: str) -> None:
    words = ("seats", "mud") if kind == "swatch" else ("mud",)
    with pytest.raises(ThemeError, match=r"theme 'dark': .*\.mud: is missing"):
        getattr(theme, kind)(*words)


def test_theme_hue_change_keeps_lightness_and_the_accent_colours(theme: Theme) -> None:
    turned = shift_theme_hue(theme, 186.0)
    for name, before in theme.colours.items():
        after = turned.colour(name)
        assert after.luminance == pytest.approx(before.luminance, rel=0.06, abs=0.0008), name
        assert after.a == before.a
        hue, _, full = colorsys.rgb_to_hls(*(part / 255 for part in after[:3]))
        if name in GROUNDS:
            assert 360 * hue == pytest.approx(186.0, abs=6.0), name
            assert full > colorsys.rgb_to_hls(*(part / 255 for part in before[:3]))[2], name
    for kept in ("accent", "ok", "bad", "text", "focus"):
        assert turned.colour(kept) == theme.colour(kept)
    assert turned.swatches == theme.swatches
    assert turned.text("soft").colour == turned.colour("text_soft") != theme.colour("text_soft")
    assert all((turned.box(name).fill is None) == (theme.box(name).fill is None) for name in DRAWN)
    assert turned.box("panel").fill != theme.box("panel").fill
    assert turned.box("panel").radius == theme.box("panel").radius


def test_colours_mix_and_fade() -> None:
    assert Colour(0, 100, 200).mixed(Colour(100, 0, 200), 0.25) == Colour(25, 75, 200)
    assert Colour(255, 100, 0, 128).premultiplied == Colour(128, 50, 0, 128)
    assert Colour.from_hex("#FF000080").with_alpha(2.0) == Colour(255, 0, 0)


# == zoom ==================================================================================


def test_zoomed_theme_has_larger_texts_touch_targets_and_corners(theme: Theme) -> None:
    larger = zoom_theme(theme, 2.0)
    assert larger.text("body").size == 2 * theme.text("body").size
    assert larger.sizes.target == 2 * theme.sizes.target
    assert larger.box("panel").radius == 2 * theme.box("panel").radius
    assert larger.button("plain").text.size == 2 * theme.button("plain").text.size
    assert (larger.zoom, enlarge_for_scale(theme, 2.0, 1.5).enlarged) == (2.0, 3.0)
    assert enlarge_for_scale(theme, 1.0, 1.0) is theme
    assert enlarge_for_scale(theme, 2.0, 0.8).sizes.least_text == theme.sizes.least_text / 0.8
    assert larger.sizes.safe_margin == theme.sizes.safe_margin
    before, after = (each.box("dialog").shadows for each in (theme, zoom_theme(theme, 1.3)))
    for was, now in zip(before, after, strict=True):
        assert (now.blur, now.dy, now.spread) == (1.3 * was.blur, 1.3 * was.dy, 1.3 * was.spread)
    for factor in (0.0, -1.0):
        with pytest.raises(ValueError, match="times as large"):
            zoom_theme(theme, factor)


def test_one_font_of_a_theme_can_be_replaced_and_the_others_stay(theme: Theme) -> None:
    other = "AtkinsonHyperlegibleNext_700Bold"
    changed = zoom_theme(theme, 1.0, {theme.button("plain").text.font: other})
    assert changed.button("plain").text.font == other
    assert changed.text("numeral").font == theme.text("numeral").font
