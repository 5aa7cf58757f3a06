"""Red7's face: the one value that the rest of the program knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.face.table.zone_kinds import ZONE_KINDS
from red7_desktop.games.red7.face.words.words import Words
from red7_desktop.games.red7.rules.observation import Red7Observation
from red7_desktop.kit.game_face import GameFace

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.table.spec import Kinds


class Red7Face(GameFace[Red7Observation, Words]):
    """What Red7 shows of itself; each member is told in `GameFace`."""

    def title(self, texts: Texts) -> str:
        """Give the game's name, which is the same in every language."""
        return "Red7"

    def words(
        self,
        texts: Texts,
        names: Sequence[str],
        viewer: int | None,
        players: Sequence[str | None] = (),
    ) -> Words:
        """Give the words of a table."""
        return Words(texts, names, viewer, players)

    @property
    def zone_kinds(self) -> Kinds:
        """The kinds of zones on its table."""
        return ZONE_KINDS


FACE: Final = Red7Face()
