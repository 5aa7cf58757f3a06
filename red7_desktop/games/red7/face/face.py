"""Red7's face: the one value that the rest of the program knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.kit.game_face import GameFace

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts


class Red7Face(GameFace):
    """What Red7 shows of itself."""

    def title(self, texts: Texts) -> str:
        """Give the game's name."""
        return "Red7"


FACE: Final = Red7Face()
