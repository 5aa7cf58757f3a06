"""Whatever can be pressed is at least 44 units high and wide: pixels in a 1080p window at 100%."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.setup import SeatPlan
from red7_desktop.scene.node import Node
from red7_desktop.table.card_nodes import CardNode, ZoneNode
from tests.setups import red7_setup
from tests.ui.overlay_pages import PAGES, opened
from tests.ui.pilot import Pilot
from tests.ui.screens import SCREENS, Opened

LEAST = 44.0
FULL_HD = (1920, 1080)


def targets(root: Node) -> list[Node]:
    """List what a pointer is meant to press; of cards, what can be played or looked at."""
    return [
        node
        for node in root.walk()
        if node.is_shown
        and node.interactive
        and (node.focusable or (node.on_activate is not None and not _is_card(node)))
        and node.name not in {"room", "scrim"}
    ]


def too_small(root: Node) -> list[str]:
    return [
        f"{node.name}: {w:.0f} x {h:.0f}"
        for node in targets(root)
        for w, h in [_extent(node)]
        if min(w, h) < LEAST - 0.01
    ]


def _is_card(node: Node) -> bool:
    return isinstance(node, CardNode | ZoneNode)


def _extent(node: Node) -> tuple[float, float]:
    scale = abs(node.world.scale_y)
    more = 2 * node.hit_margin
    return (node.size.w + more) * scale, (node.size.h + more) * scale


@pytest.mark.parametrize("name", SCREENS)
def test_the_controls_of_a_screen_are_fair_targets(name: str) -> None:
    screen = Opened(SCREENS[name], FULL_HD)
    assert len(targets(screen.stage.root)) > 3
    assert too_small(screen.stage.root) == []


@pytest.mark.parametrize("name", PAGES)
def test_the_controls_of_a_page_above_the_table_are_fair_targets(name: str) -> None:
    heard, page = opened(name, FULL_HD)
    assert isinstance(page, Page)
    assert heard.bench.stage.view.scale == 1.0
    assert targets(page.node)
    assert too_small(page.node) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_cards_and_buttons_of_the_table_are_fair_targets(tmp_path: Path, seats: int) -> None:
    pilot = Pilot(tmp_path, FULL_HD)
    levels = itertools.repeat(SeatPlan(level="casual"), seats - 1)
    pilot.play(red7_setup((SeatPlan("Ada"), *levels), seed=5, actions=True))
    pilot.wait_for_me()
    pilot.wait(1.0)
    found = targets(pilot.program.screen.node)
    assert any(isinstance(node, CardNode) for node in found)
    assert len(found) > 15
    assert too_small(pilot.program.screen.node) == []
    pilot.close()
