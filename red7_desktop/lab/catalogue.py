"""The commands of a box's games: those that any game has, and those of each game's workbench."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.workbench import WORKBENCHES, load_workbench

if TYPE_CHECKING:
    from red7_desktop.games.registry import Box
    from red7_desktop.lab.command import AnyLabCommand

OF_ANY_GAME: Final = {
    "arena": "red7_desktop.lab.arena",
    "daily": "red7_desktop.lab.shipped.daily",
    "bench": "red7_desktop.lab.bench",
}
"""The modules of the commands that a game has because it is in the box."""


OF_GAMES_WITH_PUZZLES: Final = {"puzzles": "red7_desktop.lab.shipped.puzzles"}
"""And of those that it has because its row gives puzzles."""


class Catalogue:
    """Finds commands; the modules of each are loaded when it is asked for."""

    def __init__(self, box: Box) -> None:
        self._box: Final = box
        self.games: Final = tuple(dict.fromkeys([*box, *WORKBENCHES]))

    def modules(self, game: str) -> Mapping[str, str]:
        """Return the modules of a game's commands, by name, in the order of the help."""
        row = self._box.get(game)
        any_game = OF_ANY_GAME if row else {}
        puzzles = OF_GAMES_WITH_PUZZLES if row and row.puzzles else {}
        return {**load_workbench(game).commands, **any_game, **puzzles}

    def command(self, game: str, name: str) -> AnyLabCommand:
        """Load a command of a game."""
        module = import_module(self.modules(game)[name])
        command: AnyLabCommand = (
            module.COMMAND if hasattr(module, "COMMAND") else module.command_for(self._box[game])
        )
        return command

    def command_at(self, position: str, name: str, game: str) -> AnyLabCommand:
        """Load the command for a position's text: its own game's, or else that of `game`.

        Raises BadInput where its game does not have it.
        """
        own = self.game_of(position) or game
        if name not in self.modules(own):
            raise BadInput("", f"there is no command {name!r} for positions of {own!r}")
        return self.command(own, name)

    def game_of(self, position: str) -> str:
        """Return the game that the text of a position begins with, "" for none in the box.

        >>> from red7_desktop.games.registry import BOX
        >>> Catalogue(BOX).game_of("spring@once / table / deck / discard / A> 7 : : 0 / B 1 : : 0")
        'spring'
        """
        first = position.split(maxsplit=1)[:1]
        name = first[0].partition("@")[0] if first else ""
        return name if name in self.games else ""

    def game_in(self, words: Sequence[str]) -> str:
        """Return the game that a command line asks for.

        It is named by `--game`, or by the first word of a position; else it is the box's first.
        """
        for nth, word in enumerate(words):
            name = words[nth + 1] if word == "--game" and nth + 1 < len(words) else word[7:]
            if word.startswith("--game") and name in self.games:
                return name
        positions = [self.game_of(word) for word in words if " " in word.strip()]
        return next(filter(None, positions), next(iter(self._box)))
