"""The way into the daily deals, light for the start: it loads the rest late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from red7_desktop.app.entrance import Entrance, Onward

if TYPE_CHECKING:
    from red7_desktop.app.daily.daily_deals import DailyDeals
    from red7_desktop.app.doors import Door
    from red7_desktop.app.match.kept_words import Begun
    from red7_desktop.app.table_screen.foot import Foot
    from red7_desktop.play.session import Session


class DailyEntrance(Entrance["DailyDeals"]):
    """Passes on what is asked of `DailyDeals`."""

    def _make(self) -> DailyDeals:
        from red7_desktop.app.daily.daily_deals import DailyDeals

        return DailyDeals(self._around)

    def doors(self, game: str) -> Sequence[Door]:
        """Give the one to today's deal, where the game has any."""
        from red7_desktop.app.daily.door import daily_door

        deals = self._part
        return (daily_door(deals, game, deals.today()),) if deals.has(game) else ()

    def named(self, begun: Begun) -> str:
        """Say of which day's deal a match is."""
        from red7_desktop.app.daily.words import deal_words

        day = self._part.day_named(begun)
        return "" if day is None else deal_words(self._kit.texts, day)

    def over(self, session: Session) -> None:
        """Keep what came of a day's deal."""
        if session.occasion:
            self._part.hear(session)

    def foot(self, session: Session) -> Foot | None:
        """Give what says at the table of a day's deal that it is one."""
        if not session.is_kept:
            return None
        from red7_desktop.app.match.kept_words import Begun

        match, today = session.match, self._around.today()
        day = self._part.day_named(Begun(match.game.name, match.seed, session.occasion, today))
        if day is None:
            return None
        from red7_desktop.app.daily.foot import DailyFoot

        return DailyFoot(self._kit, day, counts=bool(session.occasion))

    def onward(self, session: Session) -> Onward | None:
        """Lead on to the result of the day whose deal was played."""
        if not session.occasion:
            return None
        from red7_desktop.app.daily.daily_deals import day_of

        day, game = day_of(session.occasion), session.match.game.name
        if day is None:
            return None
        return Onward(self._kit.texts("Daily deal"), lambda: self._part.show(game, day))
