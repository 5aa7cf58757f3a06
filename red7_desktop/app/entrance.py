"""The way into a part of the program, light for the start: the rest is loaded when it is wanted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pygame

    from red7_desktop.app.around import Services
    from red7_desktop.app.doors import FeatureTile
    from red7_desktop.app.match.kept_words import Occasion
    from red7_desktop.app.table_screen.foot import TableMode
    from red7_desktop.play.session import Session


class LoadedFeature(Protocol):
    """What lies behind an entrance."""

    @property
    def is_waiting(self) -> bool:
        """Whether something is being done whose outcome is told."""

    def tick(self) -> None:
        """Tell of what has been done, and of trouble; called once a frame."""

    def close(self) -> None:
        """Write what is left and stop."""


P = TypeVar("P", bound=LoadedFeature)


class NextStep(NamedTuple):
    """What leads on from the end of a match that was played for something: words for a button.

    is_first: whether it is what most people want next.
    """

    words: str
    open: Callable[[], None]
    is_first: bool = False


class SetupOffer(NamedTuple):
    """What is offered beside setting a match up. words: on its button; title, about: what it is."""

    words: str
    take: Callable[[], None]
    title: str
    about: str


class Feature(ABC, Generic[P]):
    """Passes on what is asked of a part, which is made when something is.

    `Parts` asks every entrance in turn: with each event, each table and each frame.
    """

    def __init__(self, around: Services) -> None:
        self._around = around
        self._kit = around.kit
        self._box = around.box
        self._made: P | None = None

    @abstractmethod
    def _make(self) -> P:
        """Load the part, and make it."""

    @property
    def _part(self) -> P:
        if self._made is None:
            self._made = self._make()
        return self._made

    def open_ahead(self) -> None:
        """Begin in the background with what will be wanted soon; called after the first frame."""

    def doors(self, game: str) -> Sequence[FeatureTile]:
        """Give what leads here from the title, where a game is chosen."""
        return ()

    @property
    def known(self) -> object:
        """What is known here: once that is something else, the doors may be others."""
        return None

    def take(self, event: pygame.Event) -> bool:
        """Take an event that is for this part alone, such as a file dropped on the window."""
        return False

    def offer(self, game: str) -> SetupOffer | None:
        """Offer something to whoever would set up a match of a game; None for nothing."""
        return None

    def foot(self, session: Session) -> TableMode | None:
        """Give what lies below a table and drives it; None for a table that is not this part's."""
        return None

    def onward(self, session: Session) -> NextStep | None:
        """Give what leads on from the end of a round or match; None where it is not this part's."""
        return None

    def named(self, begun: Occasion) -> str:
        """Say what a match was begun for, "" for one that is not this part's."""
        return ""

    def over(self, session: Session) -> None:
        """Hear of a match that is over, or given up."""

    @property
    def is_waiting(self) -> bool:
        """Whether something is being done whose outcome is told."""
        return self._made is not None and self._made.is_waiting

    def tick(self) -> None:
        """Tell of what has been done, and of trouble."""
        if self._made is not None:
            self._made.tick()

    def close(self) -> None:
        """Write what is left and stop."""
        if self._made is not None:
            self._made.close()
