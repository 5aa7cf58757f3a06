"""Says what a mark or a figure at the table means: to a pointer or a finger that rests on it, and
to the key that goes from one to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.kit.hud.meanings import find_meaning_at
from red7_desktop.kit.hud.part import Meaning
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.language.rich_text import runs_of
from red7_desktop.scene.input.pointer import LONG_PRESS
from red7_desktop.table.card_node import CardNode

if TYPE_CHECKING:
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.geometry import Vec
    from red7_desktop.scene.motion.timer import Timer
    from red7_desktop.scene.node import Node
    from red7_desktop.table.table_view import TableView

REST: Final = 0.4
"""Seconds for which the pointer rests before anything is explained."""

_ENDS: Final = frozenset(
    {
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEWHEEL,
        pygame.KEYDOWN,
        pygame.CONTROLLERBUTTONDOWN,
        pygame.FINGERMOTION,
        pygame.FINGERUP,
    }
)
"""What ends an explanation, or the waiting for one."""


class TableTips:
    """Explains through the HUD's tip what lies in the HUD, and the piles of the view.

    Hand it every event before anybody takes it; it takes the key alone, and only where no card has
    the focus, for there the key shows the card.
    """

    def __init__(self, kit: Ui, hud: Hud, view: TableView) -> None:
        self._kit = kit
        self._hud = hud
        self._view = view
        self._shown: Node | None = None
        self._waiting: Timer | None = None

    def handle(self, event: pygame.Event) -> bool:
        """Follow the pointer; True for the key that goes to the next mark or figure."""
        stage = self._kit.stage
        if event.type == pygame.MOUSEMOTION:
            self._hud.heed_pointer(stage.pointer.hovered)
            self._wait(stage.view.to_design(event.pos), REST)
        elif event.type == pygame.FINGERDOWN:
            width, height = stage.view.window
            point = (event.x * width, event.y * height)
            self._wait(stage.view.to_design(point), LONG_PRESS)
        elif Intent.LOOK in self._kit.controls.asked(event):
            return self._go_on()
        elif event.type in _ENDS:
            self.hide()
        return False

    def hide(self) -> None:
        """Explain nothing."""
        if self._waiting is not None:
            self._kit.stage.timers.cancel(self._waiting)
            self._waiting = None
        if self._shown is not None:
            self._shown = None
            self._hud.explain(None)

    def told(self) -> tuple[Meaning, ...]:
        """Give everything that can be explained now."""
        piles = self._hud.piles()
        nodes = [node for node in self._view.zone_nodes() if node.spec.name in piles]
        return (*self._hud.meanings(), *(Meaning(node, piles[node.spec.name]) for node in nodes))

    def _wait(self, at: Vec, seconds: float) -> None:
        self.hide()
        self._waiting = self._kit.stage.timers.after(seconds, lambda: self._explain_at(at))

    def _explain_at(self, at: Vec) -> None:
        """Explain what lies at a point, unless a card or a button there tells about itself."""
        self._waiting = None
        stage = self._kit.stage
        hovered = stage.pointer.pressed or stage.pointer.hovered
        has_own = hovered in self._hud.buttons
        if isinstance(hovered, CardNode):
            has_own = hovered.shown is not None
        if has_own or stage.pointer.is_dragging:
            return
        found = find_meaning_at(self.told(), at)
        if found is not None:
            self._explain(found)

    def _explain(self, meaning: Meaning) -> None:
        self._shown = meaning.node
        self._hud.explain(meaning.node, runs_of(meaning.sentence))

    def _go_on(self) -> bool:
        """Explain the next mark or figure, after the last one nothing."""
        if isinstance(self._kit.stage.focus.current, CardNode):
            self.hide()
            return False
        told = self.told()
        nodes = [each.node for each in told]
        place = nodes.index(self._shown) + 1 if self._shown in nodes else 0
        self.hide()
        if place < len(told):
            self._explain(told[place])
        return True
