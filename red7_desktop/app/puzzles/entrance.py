"""The way into puzzles, light for the start: it loads the rest late."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from threading import Thread
from typing import TYPE_CHECKING, Final

from red7_desktop.app.doors import FeatureTile
from red7_desktop.app.entrance import Feature
from red7_desktop.kit.look.icons import build_icon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from red7_desktop.app.around import Services
    from red7_desktop.app.puzzles.puzzles import PuzzleService
    from red7_desktop.app.table_screen.foot import TableMode
    from red7_desktop.play.session import Session
    from red7_desktop.scene.theme.colour import Colour
    from red7_desktop.scene.theme.style import Look

_ROOM: Final = "red7_desktop.app.puzzles.puzzles"

_TINT: Final = "C"
"""The seat whose colour the door has."""


class PuzzleFeature(Feature["PuzzleService"]):
    """Passes on what is asked of the puzzles' room."""

    def __init__(self, around: Services) -> None:
        super().__init__(around)
        self._loading: Thread | None = None

    def _make(self) -> PuzzleService:
        from red7_desktop.app.puzzles.puzzles import PuzzleService

        return PuzzleService(self._around)

    @property
    def known(self) -> object:
        """Which games' puzzles have been read."""
        return None if self._made is None else tuple(self._made.shelves)

    def open_ahead(self) -> None:
        """Begin to load all this in the background, so that the title can tell of puzzles."""
        if any(row.puzzles is not None for row in self._box.values()):
            self._loading = Thread(target=import_module, args=(_ROOM,), daemon=True)
            self._loading.start()

    @property
    def is_waiting(self) -> bool:
        """Whether puzzles are being read or made ready."""
        return self._loading is not None or super().is_waiting

    def tick(self) -> None:
        """Read puzzles, and records that may give some, once what reads them has been loaded."""
        if self._loading is not None and not self._loading.is_alive():
            self._loading = None
            for name, row in self._box.items():
                if row.puzzles is not None:
                    self._part.read(name)
            self._part.catch_up()
        super().tick()

    def doors(self, game: str) -> Sequence[FeatureTile]:
        """Give the one to a game's puzzles, which tells how far one is."""
        if self._box[game].puzzles is None:
            return ()
        texts, room = self._kit.texts, self._made
        shelf = room.shelves.get(game) if room is not None else None
        lines: tuple[str, ...] = (texts("One right turn in each"),)
        share = 0.0
        if room is not None and shelf is not None and shelf.shipped:
            solved = len(room.progress(game).solved & {each.key for each in shelf.shipped})
            share = solved / len(shelf.shipped)
            lines = (texts("{n} of {many} solved", n=solved, many=len(shelf.shipped)),)
            following = room.next_one(game)
            if following is not None:
                kind = self._box[game].face().puzzle_kind(texts, following.puzzle.kind)
                lines = (*lines, texts("Next: {kind}", kind=kind))
        picture = build_icon("target", _tint(self._kit.stage.look))
        show = partial(self.show, game)
        return (FeatureTile("puzzles", texts("Puzzles"), show, lines, share, picture, _tint),)

    def show(self, game: str) -> None:
        """Show the list of a game's puzzles."""
        self._part.show(game)

    def foot(self, session: Session) -> TableMode | None:
        """Give what shows a puzzle at its table."""
        return None if self._made is None else self._made.foot(session)

    def over(self, session: Session) -> None:
        """Make puzzles of a match that is over."""
        if self._box[session.match.game.name].puzzles is not None:
            self._part.gather(session)


def _tint(look: Look) -> Colour:
    return look.theme.swatch("seats", _TINT)
