"""Every mark and figure at the table has a sentence that says what it means."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.kit.hud.buttons import HudButton
from red7_desktop.kit.hud.hud import Hud, find_meaning_at
from red7_desktop.kit.hud.marks import build_mark_looks, describe_marks
from red7_desktop.kit.texts import Texts, load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.node import Node
from red7_desktop.table.card_nodes import OWN_STYLES
from tests.unit.kit.hud_table import MODELS, Table

GROUND = {"well", "line", "viewer"} | {f"seat {place}" for place in range(1, 5)}
"""What is only ground: the room, frames, lines between things."""
FEEDBACK = OWN_STYLES | {"allowed", "refused", "fits"}
"""Marks that follow the hand; beside the places stands in words what would come of it."""
SIZES = [(1280, 720), (1440, 1080), (1920, 1080)]


def pictured(hud: Hud) -> list[Node]:
    """List everything that shows a picture or words and is no button."""
    buttons = [node for node in hud.walk() if isinstance(node, HudButton)]
    return [
        node
        for node in hud.walk()
        if node.picture is not None
        and node.is_shown
        and node.size.w
        and node.name not in GROUND
        and not node.is_within(hud.backdrop)
        and not any(node.is_within(button) for button in buttons)
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", MODELS)
def test_everything_that_is_shown_has_a_sentence(name: str, size: tuple[int, int]) -> None:
    model = MODELS[name]
    table = Table(size, len(model.seats))
    table.hud.show(model)
    explained = [each.node for each in table.hud.meanings()]
    bare = [
        node for node in pictured(table.hud) if not any(node.is_within(each) for each in explained)
    ]
    assert bare == []


@pytest.mark.parametrize("name", MODELS)
def test_every_sentence_is_one(name: str) -> None:
    model = MODELS[name]
    table = Table((1280, 720), len(model.seats))
    table.hud.show(model)
    told = [each.sentence for each in table.hud.meanings()]
    told += table.hud.piles().values()
    assert all(sentence.endswith(".") and " " in sentence for sentence in told)


def test_a_point_is_explained_by_the_smallest_thing_there() -> None:
    table = Table((1920, 1080), 4)
    table.hud.show(MODELS["the mock"])
    told = table.hud.meanings()
    for name in ("arc V", "arc O", "symbol B", "tally", "count"):
        node = next(each.node for each in told if each.node.name == name)
        found = find_meaning_at(told, node.bounds.centre)
        assert found is not None
        assert found.sentence == next(each.sentence for each in told if each.node is node)


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_every_mark_on_a_card_has_a_sentence(language: str) -> None:
    table = Table((1280, 720), 2)
    texts = Texts() if language == "en" else load_texts(asset_path("locale"), language)
    look = table.stage.look
    told = describe_marks(texts) | dict(RED7_VIEW.mark_meanings(texts))
    assert (
        set(told)
        == set(build_mark_looks(look, RED7_VIEW.mark_looks(look, table.hud.ink))) - FEEDBACK
    )
