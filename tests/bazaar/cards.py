"""What Bazaar's cards look like."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from red7_desktop.kit.look.card_art import CardArt

_GROUNDS: Final = {"a": "#7fb5a6", "b": "#c99a6b", "c": "#8f8fc4", None: "#3a2e50"}


class PlainCards(CardArt):
    """Cards of one colour a suit, with their text in the corner."""

    def __init__(self, font: Path) -> None:
        self._font = font

    def paint(
        self, face: str | None, width_px: int, detail: str = "full", *, height_px: int | None = None
    ) -> pygame.Surface:
        card = pygame.Surface((width_px, height_px or round(width_px * 1.4)), pygame.SRCALPHA)
        ground = _GROUNDS[face[1] if face else None]
        pygame.draw.rect(card, ground, card.get_rect(), border_radius=width_px // 10)
        if face:
            font = pygame.font.Font(self._font, max(8, width_px // 3))
            card.blit(font.render(face, True, "#1e1927"), (width_px // 12, width_px // 20))
        return card
