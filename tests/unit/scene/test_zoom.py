from __future__ import annotations

import pytest

from red7_desktop.scene.theme import Theme, zoom_theme


def test_a_zoomed_theme_has_larger_texts_targets_and_corners(theme: Theme) -> None:
    larger = zoom_theme(theme, 2.0)
    assert larger.text("body").size == 2 * theme.text("body").size
    assert larger.sizes.target == 2 * theme.sizes.target
    assert larger.box("panel").radius == 2 * theme.box("panel").radius
    assert larger.button("plain").text.size == 2 * theme.button("plain").text.size
    assert larger.zoom == 2.0


def test_zooming_leaves_colours_times_and_the_windows_margin_alone(theme: Theme) -> None:
    larger = zoom_theme(theme, 1.5)
    assert larger.colours == theme.colours
    assert larger.times == theme.times
    assert larger.sizes.safe_margin == theme.sizes.safe_margin


def test_a_font_can_stand_in_for_another_everywhere(theme: Theme) -> None:
    other = "AtkinsonHyperlegibleNext_700Bold"
    changed = zoom_theme(theme, 1.0, {theme.button("plain").text.font: other})
    assert changed.button("plain").text.font == other
    assert changed.text("numeral").font == theme.text("numeral").font


@pytest.mark.parametrize("factor", [0.0, -1.0])
def test_a_theme_cannot_shrink_to_nothing(theme: Theme, factor: float) -> None:
    with pytest.raises(ValueError, match="times as large"):
        zoom_theme(theme, factor)
