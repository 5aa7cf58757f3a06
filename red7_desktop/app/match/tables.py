"""Makes the tables of matches: each with its game's layouts, and with who is asked for advice."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.language.opponent_words import describe_kinds

if TYPE_CHECKING:
    from pathlib import Path

    from red7_desktop.app.table_screen.foot import TableMode
    from red7_desktop.app.table_screen.pages import TableActions
    from red7_desktop.app.table_screen.screen import TableScreen
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.pages.notices import Notices
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.advice import Reviewer
    from red7_desktop.play.session import Session
    from red7_desktop.play.thinker import Thinker
    from red7_desktop.table.spec import Layout
    from red7_desktop.tabletop.match import Match

_LOG: Final = logging.getLogger(__name__)


class TableFactory:
    """Makes tables. asset: finds what came with the program. make_thinker: where advice is found.

    read: reads the layouts of all games ahead, in any thread.
    """

    def __init__(
        self,
        kit: Ui,
        box: Box,
        asset: Callable[..., Path],
        notices: Notices,
        make_thinker: Callable[[], Thinker],
    ) -> None:
        self._kit = kit
        self._box = box
        self._layouts = _Layouts(box, asset)
        self._notices = notices
        self._make_thinker = make_thinker
        self.read = self._layouts.read

    def of(self, session: Session, actions: TableActions, foot: TableMode | None) -> TableScreen:
        """Make the table of a session."""
        from red7_desktop.app.table_screen.screen import TableScreen
        from red7_desktop.play.advice import Adviser

        kit, row = self._kit, self._box[session.match.game.name]
        layouts, damaged = self._layouts.load(row.name)
        self._notices.layouts_left_out(damaged)
        adviser = Adviser(row.players(), self._make_thinker(), kit.stage.clock.now)
        face, named = row.face(), describe_kinds(kit.texts)
        table = TableScreen(kit, face, session, layouts, actions, named, adviser, foot)
        table.about = face.title
        return table

    def reviewer_of(self, match: Match) -> Reviewer:
        """Make who looks back at the turns of a match."""
        from red7_desktop.play.advice import Reviewer

        return Reviewer(self._box[match.game.name].players(), self._make_thinker())


class _Layouts:
    """Reads the layouts of a game when they are first asked for, or before, in any thread."""

    def __init__(self, box: Box, asset: Callable[..., Path]) -> None:
        self._box = box
        self._asset = asset
        self._lock = threading.Lock()
        self._layouts: dict[str, tuple[Layout, ...]] = {}
        self._damaged: dict[str, tuple[str, ...]] = {}

    def load(self, game: str) -> tuple[tuple[Layout, ...], tuple[str, ...]]:
        """Give a game's layouts, and once, the names of the files that are left out.

        A table takes another of the same number of seats, in a shape that fits less well.
        """
        layouts = self._read(game)
        return layouts, self._damaged.pop(game, ())

    def read(self) -> None:
        """Read the layouts of all games."""
        for game in self._box:
            self._read(game)

    def _read(self, game: str) -> tuple[Layout, ...]:
        with self._lock:
            if game not in self._layouts:
                self._layouts[game], self._damaged[game] = self._files(self._box[game].face())
            return self._layouts[game]

    def _files(self, face: AnyGameView) -> tuple[tuple[Layout, ...], tuple[str, ...]]:
        from red7_desktop.table.layout import load_layout
        from red7_desktop.table.spec import LayoutError

        layouts: list[Layout] = []
        damaged: list[str] = []
        for path in sorted(face.layouts(self._asset).glob("*.tmx")):
            try:
                layouts.append(load_layout(path, face.zone_kinds))
            except LayoutError as error:
                _LOG.warning("a layout is left out: %s", error)
                damaged.append(path.name)
        return tuple(layouts), tuple(damaged)
