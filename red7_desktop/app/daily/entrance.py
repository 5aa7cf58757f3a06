"""The way into the daily deals, light for the start: it loads the rest late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from red7_desktop.app.entrance import Feature, NextStep

if TYPE_CHECKING:
    from red7_desktop.app.daily.daily_deals import DailyDeals
    from red7_desktop.app.doors import FeatureTile
    from red7_desktop.app.match.kept_words import Occasion
    from red7_desktop.app.table_screen.foot import TableMode
    from red7_desktop.play.session import Session


class DailyFeature(Feature["DailyDeals"]):
    """Passes on what is asked of `DailyDeals`."""

    def _make(self) -> DailyDeals:
        from red7_desktop.app.daily.daily_deals import DailyDeals

        return DailyDeals(self._around)

    def doors(self, game: str) -> Sequence[FeatureTile]:
        """Give the one to today's deal, where the game has any."""
        from red7_desktop.app.daily.door import build_daily_tile

        deals = self._part
        return (build_daily_tile(deals, game, deals.today()),) if deals.has(game) else ()

    def named(self, begun: Occasion) -> str:
        """Say of which day's deal a match is."""
        from red7_desktop.app.daily.words import deal_words

        day = self._part.day_named(begun)
        return "" if day is None else deal_words(self._kit.texts, day)

    def over(self, session: Session) -> None:
        """Keep what came of a day's deal."""
        if session.occasion:
            self._part.hear(session)

    def foot(self, session: Session) -> TableMode | None:
        """Give what says at the table of a day's deal that it is one."""
        if not session.is_kept:
            return None
        from red7_desktop.app.match.kept_words import Occasion

        match, today = session.match, self._around.today()
        day = self._part.day_named(Occasion(match.game.name, match.seed, session.occasion, today))
        if day is None:
            return None
        from red7_desktop.app.daily.foot import DailyMode

        return DailyMode(self._kit, day, counts=bool(session.occasion))

    def onward(self, session: Session) -> NextStep | None:
        """Lead on to the result of the day whose deal was played."""
        if not session.occasion:
            return None
        from red7_desktop.app.daily.daily_deals import day_of

        day, game = day_of(session.occasion), session.match.game.name
        if day is None:
            return None
        return NextStep(self._kit.texts("Daily deal"), lambda: self._part.show(game, day))
