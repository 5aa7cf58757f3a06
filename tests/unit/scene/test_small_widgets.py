from __future__ import annotations

import pytest

from red7_desktop.scene.animation import SteppedClock
from red7_desktop.scene.geometry import Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import round_grain
from red7_desktop.scene.paint.text import FontShelf
from red7_desktop.scene.pictures import BoxPicture, TextPicture
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.theme import Theme, zoom_theme
from red7_desktop.scene.widgets import Button, Label, Panel


def text_of(node: Node) -> TextPicture:
    assert isinstance(node.picture, TextPicture)
    return node.picture


@pytest.mark.parametrize("text", ["", "Go", "A very long name for a button indeed"])
@pytest.mark.parametrize("hint", ["", "Enter"])
@pytest.mark.parametrize("icon", [None, BoxPicture()])
@pytest.mark.parametrize("size", [Size(0, 0), Size(30, 20), Size(200, 0), Size(300, 80)])
def test_a_button_is_a_fair_target_and_holds_what_is_in_it(
    stage: Stage, text: str, hint: str, icon: BoxPicture | None, size: Size
) -> None:
    button = Button(stage.look, text, lambda: None, hint=hint, icon=icon, size=size)
    assert button.size.w >= max(44, size.w)
    assert button.size.h >= max(44, size.h)
    words = button.find("words")
    block = stage.look.text.block(text_of(words), stage.look.scale)
    assert block.width / stage.look.scale <= words.size.w + 1
    assert words.bounds.right <= button.size.w
    if size == Size(0, 0):
        assert "".join(block.lines) == text


ODD = [(1600, 900), (1366, 768), (1440, 900), (1707, 960), (1111, 700), (2560, 1080), (1080, 1920)]


@pytest.mark.parametrize("size", ODD, ids=str)
@pytest.mark.parametrize("zoom", [1.0, 1.25, 1.5, 1.75, 2.0])
def test_words_are_drawn_whole_at_odd_scales(
    theme: Theme, fonts: FontShelf, clock: SteppedClock, size: tuple[int, int], zoom: float
) -> None:
    stage = Stage(size, theme=zoom_theme(theme, zoom), fonts=fonts, clock=clock)
    for words in ("Add a player", "Copy as text", "Neues Spiel", "Następna runda", "Earlier turns"):
        button = Button(stage.look, words, lambda: None)
        stage.ground.add(button)
        scale = stage.view.scale * button.find("words").world.scale_y
        block = stage.look.text.block(text_of(button.find("words")), round_grain(scale))
        assert block.lines == (words,)


def test_a_labels_size_follows_its_text_unless_it_has_one_of_its_own(stage: Stage) -> None:
    free, fixed = Label(stage.look, "7"), Label(stage.look, "7", size=Size(50, 20))
    before = free.size
    free.text = fixed.text = "Seventy seven"
    assert free.size.w > before.w
    assert fixed.size == Size(50, 20)
    assert text_of(fixed).max_width == 50
    assert text_of(free).max_width is None
    free.colour = stage.look.theme.colour("bad")
    assert text_of(free).colour == stage.look.theme.colour("bad")


def test_a_panel_changes_its_style(stage: Stage) -> None:
    panel = Panel(stage.look, Size(200, 100))
    plain = panel.picture
    panel.style = "active"
    assert panel.picture == stage.look.theme.box("active").picture() != plain
