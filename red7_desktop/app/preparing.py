"""Makes ready what will be wanted soon, once the first frame is shown, so that no page stalls.

Screens are imported when they are opened, so that the start is short. Without this the first
opening of each would be long instead: the table and what plays there take a fifth of a second.
Painting is not done ahead, for it would take memory: the renderer spreads it over frames.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import ModuleType

    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.scene.stage import Stage
    from red7_desktop.scene.theme.style import Theme

_LOG: Final = logging.getLogger(__name__)


_SIGNS: Final = "".join(map(chr, range(ord(" "), ord("~") + 1)))

MODULES: Final = (
    "red7_desktop.app.new_game.screen",
    "red7_desktop.app.settings.screen",
    "red7_desktop.app.rules.screen",
    "red7_desktop.play.opponents",
    "red7_desktop.play.advice",
    "red7_desktop.app.table_screen.screen",
    "red7_desktop.table.layout",
    "red7_desktop.app.lessons.lessons",
    "red7_desktop.app.lessons.screen",
    "red7_desktop.app.lessons.coach",
    "red7_desktop.app.puzzles.screen",
    "red7_desktop.app.puzzles.foot",
    "red7_desktop.app.daily.page",
    "red7_desktop.app.profile.profiles",
    "red7_desktop.app.profile.screen",
    "red7_desktop.app.profile.people_screen",
    "red7_desktop.app.replay.replays",
    "red7_desktop.app.replay.records_screen",
    "red7_desktop.app.match.matches_screen",
)
"""What is loaded, with all that it imports, in the order in which people may come to it; then the
games' players, faces and puzzles."""


def load_in_background(box: Box, *deeds: Callable[[], object]) -> threading.Thread:
    """Import the modules in a thread of its own, and then do some deeds; gives the thread.

    box: the games whose parts are loaded too. deeds: such as to read files. Nobody waits for it. An
    import lets other threads go on every few milliseconds.
    """
    thread = threading.Thread(target=lambda: _load(box, deeds), name="preparing", daemon=True)
    thread.start()
    return thread


def _load(box: Box, deeds: Sequence[Callable[[], object]]) -> None:
    try:
        for name in MODULES:
            import_module(name)
        for row in box.values():
            row.players()
            load_all_of(row.face())
            if row.puzzles is not None:
                row.puzzles()
        for deed in deeds:
            deed()
    except Exception:  # whoever opens the page will hear of it again
        _LOG.exception("Something could not be made ready")


def load_all_of(face: AnyGameView) -> frozenset[str]:
    """Import what a face imports when it is asked for; gives the names of those modules."""
    kinds = type(face).__mro__
    own = kinds[0].__module__.rpartition(".")[0]
    modules = [import_module(kind.__module__) for kind in kinds]
    found: set[str] = set()
    while modules:
        module = modules.pop()
        if module.__name__.startswith(own):
            new = set(_list_late_imports(module)) - found
            found |= new
            modules += map(import_module, sorted(new))
    return frozenset(found)


def _list_late_imports(module: ModuleType) -> Iterator[str]:
    """Name what functions of a module import: of the names in their code, those with dots."""
    made = [each for each in vars(module).values() if _is_of(each, module)]
    members = [each for kind in made if isinstance(kind, type) for each in vars(kind).values()]
    for each in (*made, *members):
        code = getattr(getattr(each, "fget", each), "__code__", None)
        yield from [name for name in code.co_names if "." in name] if code else ()


def _is_of(made: object, module: ModuleType) -> bool:
    return getattr(made, "__module__", None) == module.__name__


class FontWarmup:
    """Opens a theme's fonts at their sizes, one at a tick, and lets each measure the usual signs.

    That cannot be done in another thread, for all fonts share one library. Call `tick` while
    nothing moves.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._made_for: tuple[Theme, float] | None = None
        self._left: list[tuple[str, int]] = []

    @property
    def is_done(self) -> bool:
        """Whether every font is open that the present look asks for."""
        return not self._left and self._made_for == self._wanted

    @property
    def _wanted(self) -> tuple[Theme, float]:
        look = self._stage.look
        return look.theme, look.scale

    def tick(self) -> None:
        """Open the next one."""
        if self._made_for != self._wanted:
            self._made_for = theme, scale = self._wanted
            sizes = {(text.font, round(text.size * scale)) for text in theme.texts.values()}
            self._left = sorted(sizes)
        if self._left:
            self._stage.look.text.fonts.font(*self._left.pop()).size(_SIGNS)
