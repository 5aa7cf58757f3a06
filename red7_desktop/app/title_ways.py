"""What the title is told to show, and where it leads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from red7_desktop.app.doors import FeatureTile
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.look.emblem import Emblem
    from red7_desktop.scene.geometry import Rect
    from red7_desktop.scene.theme.style import Theme


@dataclass(frozen=True)
class TitleGame:
    """A game on the title. `resume` is None while it has no match to go on with.

    standing: gives ways to say how that match stands, the longest first, None while that is not
    known; it is asked once the title is seen.

    emblem: gives what the game shows of itself, in a room of the window. theme: gives the theme in
    its hue.
    """

    name: str
    face: AnyGameView
    emblem: Callable[[Rect], Emblem]
    play: Callable[[], None]
    rules: Callable[[], None]
    theme: Callable[[], Theme]
    resume: Callable[[], None] | None = None
    standing: Callable[[], Sequence[str] | None] | None = None


@dataclass(frozen=True)
class TitleActions:
    """What the title shows and does; `matches` is None while none is kept.

    chosen: the name of one of the games. choose: is told when it is another one. doors: gives what
    else is offered while a game is chosen; known: something else once that may have changed.
    """

    games: Sequence[TitleGame]
    chosen: str
    choose: Callable[[str], None]
    settings: Callable[[], None]
    quit: Callable[[], None]
    matches: Callable[[], None] | None = None
    doors: Callable[[str], Sequence[FeatureTile]] = lambda game: ()
    known: Callable[[], object] = lambda: None
