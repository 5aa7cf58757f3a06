"""Makes the tables of matches: each with its game's layouts, and with who is asked for advice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from red7_desktop.app.match.shipped_layouts import ShippedLayouts
from red7_desktop.kit.language.opponent_words import kinds

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.app.table_screen.foot import Foot
    from red7_desktop.app.table_screen.pages import TableActions
    from red7_desktop.app.table_screen.screen import TableScreen
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.pages.notices import Notices
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.play.advice import Reviewer
    from red7_desktop.play.session import Session
    from red7_desktop.play.thinker import Thinker
    from red7_desktop.tabletop.match import Match


class Tables:
    """Makes tables. asset: finds what came with the program. make_thinker: where advice is found.

    read: reads the layouts of all games ahead, in any thread.
    """

    def __init__(
        self,
        kit: Kit,
        box: Box,
        asset: Callable[..., Path],
        notices: Notices,
        make_thinker: Callable[[], Thinker],
    ) -> None:
        self._kit = kit
        self._box = box
        self._layouts = ShippedLayouts(box, asset)
        self._notices = notices
        self._make_thinker = make_thinker
        self.read = self._layouts.read

    def of(self, session: Session, actions: TableActions, foot: Foot | None) -> TableScreen:
        """Make the table of a session."""
        from red7_desktop.app.table_screen.screen import TableScreen
        from red7_desktop.play.advice import Adviser

        kit, row = self._kit, self._box[session.match.game.name]
        layouts, damaged = self._layouts.load(row.name)
        self._notices.layouts_left_out(damaged)
        adviser = Adviser(row.players(), self._make_thinker(), kit.stage.clock.now)
        named = kinds(kit.texts)
        return TableScreen(kit, row.face(), session, layouts, actions, named, adviser, foot)

    def reviewer_of(self, match: Match) -> Reviewer:
        """Make who looks back at the turns of a match."""
        from red7_desktop.play.advice import Reviewer

        return Reviewer(self._box[match.game.name].players(), self._make_thinker())
