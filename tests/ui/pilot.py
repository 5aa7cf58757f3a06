"""The pilot: drives the whole program headless, by posted events and a stepped clock.

It sees what a person sees (nodes on the stage, cards on the table) and does what a person does
(drag, click, press keys). Frames are drawn on a surface, so that drawing is tested on the way.
"""

from __future__ import annotations

import pygame

from red7_desktop.app.headless import Headless
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit.setup import GameSetup
from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.node import Node
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.table.table_view import TableView
from red7_desktop.tabletop.game import SEAT_LETTERS

LONG_FRAME = 1 / 12
"""What passes in a frame while nothing but waiting is going on."""
LOOKS_EVERY = 4
"""One of so many frames is drawn while nothing but waiting is going on."""


OWNED = frozenset({"hand", "palette", "score", "offer", "taken"})
"""Kinds of zones that every seat has."""


class Pilot(Headless):
    """Flies the program."""

    # -- what there is -----------------------------------------------------------------------

    @property
    def view(self) -> TableView:
        """The cards on the table."""
        assert isinstance(self.program.screen, TableScreen)
        return self.program.screen.view

    @property
    def me(self) -> str:
        """The letter of the seat that the screen shows."""
        return SEAT_LETTERS[self.session.viewer or 0]

    @property
    def focus_name(self) -> str:
        """The name of the node that has the focus."""
        current = self.program.kit.stage.focus.current
        return current.name if current is not None else ""

    def nodes(self, name: str) -> list[Node]:
        """Find the shown nodes of a name."""
        return [n for n in self.program.kit.stage.root.walk() if n.name == name and n.is_shown]

    def card(self, face: str) -> CardNode:
        """Find a card by its face."""
        (found,) = self.view.cast.named(face)
        return found

    def wait(self, seconds: float, frame: float = LONG_FRAME) -> None:
        """Let time pass in long frames: nothing but waiting is going on, so few are looked at."""
        count = max(1, round(seconds / frame))
        for nth in range(1, count + 1):
            self.frame(frame, draws=nth == count or nth % LOOKS_EVERY == 0)

    # -- hands -------------------------------------------------------------------------------

    def pixel(self, at: Vec) -> tuple[int, int]:
        x, y = self.program.kit.stage.view.to_pixels(at)
        return round(x), round(y)

    def move(self, at: Vec) -> None:
        self.post(pygame.MOUSEMOTION, pos=self.pixel(at), rel=(0, 0), buttons=(0, 0, 0))

    def click(self, at: Vec) -> None:
        """Click at a point of the stage."""
        self.move(at)
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.pixel(at), button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=self.pixel(at), button=1)

    def button(self, name: str) -> Node:
        """Find a button by the name of its node."""
        found = [node for node in self.nodes(name) if node.interactive]
        assert found, f"there is no {name!r} to press"
        return found[-1]

    def box_of(self, name: str) -> pygame.Rect:
        """Give where a button is, in pixels of the window."""
        bounds = self.button(name).bounds
        x, y = self.pixel(bounds.position)
        right, bottom = self.pixel(Vec(bounds.right, bounds.bottom))
        return pygame.Rect(x, y, right - x, bottom - y).clip(self.surface.get_rect())

    def press(self, name: str) -> None:
        """Click a button by the name of its node."""
        self.click(middle_of(self.button(name)))

    def key(self, key: int, mod: int = 0) -> None:
        """Press a key."""
        self.post(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
        self.post(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0)

    def place_of(self, face: str) -> Vec:
        """Give a point of the stage at which a card can be grabbed: not covered by another."""
        card = self.card(face)
        for x in (0.5, 0.25, 0.12, 0.75, 0.9):
            for y in (0.5, 0.3, 0.7):
                point = card.world.apply(Vec(card.size.w * x, card.size.h * y))
                if self.view.card_at(point) is card:
                    return point
        raise AssertionError(f"{face} is covered")

    def zone(self, name: str) -> str:
        """Give a zone's id: `palette` and `hand` are the viewer's own."""
        return f"{name}:{self.me}" if name in OWNED else name

    def middle_of_zone(self, name: str) -> Vec:
        """Give the middle of a zone, as a point of the stage."""
        return middle_of(self.view.zone_node(self.zone(name)))

    def drag(self, face: str, to: str) -> None:
        """Drag a card to a zone, by the mouse."""
        self.hold_over(face, to)
        self.post(pygame.MOUSEBUTTONUP, pos=self.pixel(self.middle_of_zone(to)), button=1)

    def hold_over(self, face: str, to: str) -> None:
        """Drag a card over a zone, and do not let go yet."""
        start, end = self.place_of(face), self.middle_of_zone(to)
        self.move(start)
        self.post(pygame.MOUSEBUTTONDOWN, pos=self.pixel(start), button=1)
        for part in (0.1, 0.4, 0.7, 1.0):
            at = start + (end - start) * part
            self.post(pygame.MOUSEMOTION, pos=self.pixel(at), rel=(1, 1), buttons=(1, 0, 0))

    def click_over(self, face: str, to: str) -> None:
        """Click a card, then a zone."""
        self.click(self.place_of(face))
        self.click(self.middle_of_zone(to))

    # -- whole games -------------------------------------------------------------------------

    def play(self, setup: GameSetup) -> None:
        """Begin a match."""
        self.program.play(setup)
        self.wait(0.5)

    def wait_for_me(self, seconds: float = 120.0) -> None:
        """Let AI players play until the viewer, or the table, is asked, or the match is over."""
        passed = 0.0
        while passed < seconds:
            to_act = self.session.to_act
            if not to_act or self.session.is_waiting_for_table or self.session.is_viewers_turn:
                return
            self.wait(LOOKS_EVERY * LONG_FRAME)
            passed += LOOKS_EVERY * LONG_FRAME
        raise AssertionError(f"nothing has happened for {seconds} seconds")


def middle_of(node: Node) -> Vec:
    """Give the middle of a node, as a point of the stage."""
    return node.world.apply(Vec(node.size.w / 2, node.size.h / 2))
