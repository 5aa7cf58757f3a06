"""The way into the daily deals, light for the start: it loads the rest late."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.app.entrance import Entrance, Onward

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from red7_desktop.app.daily.daily_deals import DailyDeals
    from red7_desktop.app.doors import Door
    from red7_desktop.app.match.matches import Matches
    from red7_desktop.app.profile.entrance import ProfileEntrance
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.pages.page import Page
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.play.session import Session


@dataclass(frozen=True)
class DailyWays:
    """What lies around the daily deals.

    show: opens a page above whatever is shown; close: closes it. profile: of whoever plays here.
    """

    matches: Matches
    show: Callable[[Page], None]
    close: Callable[[], None]
    profile: ProfileEntrance


class DailyEntrance(Entrance["DailyDeals"]):
    """Passes on what is asked of `DailyDeals`."""

    def __init__(
        self,
        kit: Kit,
        box: Box,
        asset: Callable[..., Path],
        ways: DailyWays,
        today: Callable[[], date],
    ) -> None:
        super().__init__()
        self._made_of = kit, box, asset, ways, today
        self._kit = kit
        self._today = today
        ways.matches.desk.on_over.append(self.keep)

    def _make(self) -> DailyDeals:
        from red7_desktop.app.daily.daily_deals import DailyDeals

        return DailyDeals(*self._made_of)

    def doors(self, game: str) -> Sequence[Door]:
        """Give the one to today's deal, where the game has any."""
        from red7_desktop.app.daily.door import daily_door

        return (daily_door(self._part, game, self._today()),) if self._part.has(game) else ()

    def keep(self, session: Session) -> None:
        """Keep what came of a day's deal."""
        if session.occasion:
            self._part.hear(session)

    def onward(self, session: Session) -> Onward | None:
        """Lead on to the result of the day whose deal was played."""
        if not session.occasion:
            return None
        from red7_desktop.app.daily.daily_deals import day_of

        day, game = day_of(session), session.match.game.name
        if day is None:
            return None
        return Onward(self._kit.texts("Daily deal"), lambda: self._part.show(game, day))
