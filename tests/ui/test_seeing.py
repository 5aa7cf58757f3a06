"""The eye of the layout tests sees what it is there to see."""

from __future__ import annotations

import pytest

from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.widgets import Button, Label, ScrollView
from tests.ui.screens import make_kit
from tests.ui.seeing import cut_texts, overlaps, small_targets


@pytest.fixture
def stage() -> Stage:
    return make_kit((1920, 1080))[0].stage


def test_a_shortened_text_is_seen_and_a_wrapped_one_is_none(stage: Stage) -> None:
    words = "Most different colours"
    stage.ground.add(
        Label(stage.look, words, max_width=40.0, position=Vec(100, 100)),
        Label(stage.look, words, max_width=140.0, wraps=True, position=Vec(100, 200)),
    )
    assert cut_texts(stage) == [words]


def test_text_that_runs_out_of_the_window_or_of_its_view_is_seen(stage: Stage) -> None:
    content = Node(size=Size(200.0, 900.0))
    content.add(Label(stage.look, "too wide for this", position=Vec(100, 0)))
    content.add(Label(stage.look, "below", position=Vec(0, 800)))
    stage.ground.add(
        Label(stage.look, "out of the window", position=Vec(1900, 100)),
        ScrollView(stage.look, Size(200.0, 300.0), content, position=Vec(300, 300)),
    )
    assert cut_texts(stage) == ["out of the window", "too wide for this"]


def test_buttons_and_words_over_each_other_are_seen(stage: Stage) -> None:
    stage.ground.add(
        Button(stage.look, "one", lambda: None, position=Vec(100, 100), name="one"),
        Button(stage.look, "two", lambda: None, position=Vec(140, 120), name="two"),
        Label(stage.look, "words", position=Vec(500, 100)),
        Label(stage.look, "others", position=Vec(510, 105)),
    )
    found = overlaps(stage)
    assert "<Button one> lies over <Button two>" in found
    assert "'words' lies over 'others'" in found


def test_a_target_that_is_too_small_is_seen(stage: Stage) -> None:
    stage.ground.add(Node(name="dot", size=Size(20.0, 20.0), focusable=True))
    assert small_targets(stage) == ["<Node dot>"]
