"""The parts of the program beside a match, a row each: loaded when wanted, asked in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar

from red7_desktop.app.daily.entrance import DailyFeature
from red7_desktop.app.lessons.entrance import LessonsFeature
from red7_desktop.app.puzzles.entrance import PuzzleFeature
from red7_desktop.app.replay.entrance import ReplayFeature

if TYPE_CHECKING:
    import pygame

    from red7_desktop.app.around import Services
    from red7_desktop.app.doors import FeatureTile
    from red7_desktop.app.entrance import Feature, NextStep, SetupOffer
    from red7_desktop.app.match.kept_words import Occasion
    from red7_desktop.app.table_screen.foot import TableMode
    from red7_desktop.play.session import Session

E = TypeVar("E", bound="Feature[Any]")

T = TypeVar("T")


PARTS: Final[Sequence[Callable[[Services], Feature[Any]]]] = (
    DailyFeature,
    PuzzleFeature,
    LessonsFeature,
    attrgetter("profile"),
    ReplayFeature,
)
"""Makes the way into each part; the doors stand on the title in this order."""


class Features:
    """All parts, each asked in turn by the program what an `Entrance` is asked."""

    def __init__(self, around: Services) -> None:
        self._all = [make(around) for make in PARTS]
        self.profile = around.profile
        around.matches.desk.on_over = self._over
        around.matches.named = self._named

    def of(self, kind: type[E]) -> E:
        """Give the way into a part. Raises StopIteration where there is none of that kind."""
        return next(each for each in self._all if isinstance(each, kind))

    def open_ahead(self) -> None:
        """Begin in the background with what will be wanted soon; called after the first frame."""
        for each in self._all:
            each.open_ahead()

    def doors(self, game: str) -> Sequence[FeatureTile]:
        """Give what leads from the title, where a game is chosen, to all parts."""
        return [door for each in self._all for door in each.doors(game)]

    def known(self) -> object:
        """Give what is known: once that is something else, the doors may be others."""
        return [each.known for each in self._all]

    def take(self, event: pygame.Event) -> bool:
        """Let parts take an event that is for one of them alone."""
        return any(each.take(event) for each in self._all)

    def offer(self, game: str) -> SetupOffer | None:
        """Offer something to whoever would set up a match of a game; None for nothing."""
        return _find_first(each.offer(game) for each in self._all)

    def foot(self, session: Session) -> TableMode | None:
        """Give what lies below a table and drives it; None where nothing does."""
        return _find_first(each.foot(session) for each in self._all)

    def onward(self, session: Session) -> NextStep | None:
        """Give what leads on from the end of a round or match; None where nothing does."""
        return _find_first(each.onward(session) for each in self._all)

    def _named(self, begun: Occasion) -> str:
        return next(filter(None, (each.named(begun) for each in self._all)), "")

    def _over(self, session: Session) -> None:
        for each in self._all:
            each.over(session)

    @property
    def is_waiting(self) -> bool:
        """Whether something is being done whose outcome is told."""
        return any(each.is_waiting for each in self._all)

    def tick(self) -> None:
        """Tell of what has been done, and of trouble; called once a frame."""
        for each in self._all:
            each.tick()

    def close(self) -> None:
        """Write what is left and stop."""
        for each in self._all:
            each.close()


def _find_first(found: Iterable[T | None]) -> T | None:
    return next((each for each in found if each is not None), None)
