"""The contract of what a game shows: all that screens know of a game beside its rules and players.

What a simple game can do without has an answer here, so its face stays short.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from red7_desktop.kit.language.seat_words import SeatWords
from red7_desktop.table.spec import COMMON_KINDS, Kinds

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts

Seen = TypeVar("Seen")
"""The game's own observation."""
Talk = TypeVar("Talk", bound=SeatWords)
"""The game's own words."""


class GameFace(ABC, Generic[Seen, Talk]):
    """What a game shows of itself; a game has one value of a class of these.

    It knows the game's own observations and steps; whoever calls it passes them through unseen.
    """

    # -- what the game is called -------------------------------------------------------------

    @abstractmethod
    def title(self, texts: Texts) -> str:
        """Give the game's name as players read it."""

    # -- its cards and emblem ----------------------------------------------------------------

    # -- setting up a game -------------------------------------------------------------------

    # -- its opponents in words --------------------------------------------------------------

    # -- its words ---------------------------------------------------------------------------

    @abstractmethod
    def words(
        self,
        texts: Texts,
        names: Sequence[str],
        viewer: int | None,
        players: Sequence[str | None] = (),
    ) -> Talk:
        """Give the words of a table, see `SeatWords`."""

    # -- its table ---------------------------------------------------------------------------

    @property
    def zone_kinds(self) -> Kinds:
        """The kinds of zones that its layouts may have."""
        return COMMON_KINDS

    # -- what has happened, and how it ended -------------------------------------------------

    # -- its rules pages ---------------------------------------------------------------------


AnyFace: TypeAlias = GameFace[Any, Any]
"""A face whose types are its game's own business."""
