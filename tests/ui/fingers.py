"""Hands that have nothing but a finger: taps and drags."""

from __future__ import annotations

import pygame

from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.node import Node
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.tabletop.game import place_name
from tests.ui.pilot import middle_of
from tests.ui.unaided import Hands


class Fingers(Hands):
    """One finger and nothing else."""

    def finger(self, kind: int, at: Vec) -> None:
        x, y = self.pilot.pixel(at)
        width, height = self.pilot.surface.get_size()
        self.pilot.post(
            kind, x=x / width, y=y / height, finger_id=1, touch_id=1, dx=0.0, dy=0.0, pressure=1.0
        )

    def tap(self, at: Vec) -> None:
        self.finger(pygame.FINGERDOWN, at)
        self.finger(pygame.FINGERUP, at)

    def activate(self, goal: Node) -> None:
        """Tap a node, a card where no other one covers it."""
        if isinstance(goal, CardNode):
            self.tap(self.pilot.place_of(place_name(goal.zone, goal.nth)))
        else:
            self.tap(middle_of(goal))

    def press(self, name: str) -> None:
        self.tap(middle_of(self.pilot.button(name)))

    def has(self, name: str) -> bool:
        return bool(self.pilot.nodes(name))

    def end(self) -> None:
        self.press("end")

    def carry(self, face: str, zone: str) -> None:
        """Bring a card to a zone, by taps and by a drag in turn."""
        start, end = self.pilot.place_of(face), self.pilot.middle_of_zone(zone)
        if self.taken % 2:
            self.tap(start)
            self.tap(end)
            return
        self.finger(pygame.FINGERDOWN, start)
        for part in (0.1, 0.4, 0.7, 1.0):
            self.finger(pygame.FINGERMOTION, start + (end - start) * part)
        self.finger(pygame.FINGERUP, end)
