"""The registry of all games. It loads the parts of a game on first use.

So the lab and the players never load pygame, and the first frame doesn't wait for the rules. Code
that works with games gets the registry as an argument, so that tests can pass other games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from red7_desktop.kit import bindings, game_view, texts
    from red7_desktop.tabletop import climb, game, player, puzzle


class GameEntry(NamedTuple):
    """A game and functions that load its parts, each once.

    Attributes:
        name: Name in saves and records.
        rules: Loads the rules.
        players: Loads the AI players.
        view: Loads the view, the only part that needs pygame.
        redactions: Regular expressions for cards and positions in a text, each with the placeholder
            that replaces it in reports which others may read. Pairs, because a mappingproxy can't
            be sent to other processes.
        puzzles: Loads the puzzles, None if the game has none.
        own_settings: Names of settings that only this game has; its view has their texts.
        goals: Loads the kinds of goals that only this game has in its climb (a series of ever
            harder matches); None if the game has no climb.
    """

    name: str
    rules: Callable[[], game.AnyGame]
    players: Callable[[], player.Players]
    view: Callable[[], game_view.GameView]
    redactions: tuple[tuple[str, str], ...] = ()
    puzzles: Callable[[], puzzle.PuzzleSupport] | None = None
    own_settings: tuple[str, ...] = ()
    goals: Callable[[], climb.GoalKinds] | None = None


Catalogue: TypeAlias = Mapping[str, GameEntry]
"""Games by name. New users start with the first game."""


@cache
def _load_red7_rules() -> game.AnyGame:
    from red7_desktop.games.red7.rules.game import Red7

    return Red7()


@cache
def _load_red7_players() -> player.Players:
    from red7_desktop.games.red7.players.levels import PLAYERS

    return PLAYERS


@cache
def _load_red7_view() -> game_view.GameView:
    from red7_desktop.games.red7.face.view import RED7_VIEW

    return RED7_VIEW


@cache
def _load_red7_puzzles() -> puzzle.PuzzleSupport:
    from red7_desktop.games.red7.puzzles import PUZZLES

    return PUZZLES


@cache
def _load_red7_goals() -> climb.GoalKinds:
    from red7_desktop.games.red7.rules.goals import GOALS

    return GOALS


@cache
def _load_spring_rules() -> game.AnyGame:
    from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning

    return SpringCleaning()


@cache
def _load_spring_players() -> player.Players:
    from red7_desktop.games.spring_cleaning.players.levels import PLAYERS

    return PLAYERS


@cache
def _load_spring_view() -> game_view.GameView:
    from red7_desktop.games.spring_cleaning.face.view import SPRING_VIEW

    return SPRING_VIEW


@cache
def _load_spring_puzzles() -> puzzle.PuzzleSupport:
    from red7_desktop.games.spring_cleaning.puzzles import PUZZLES

    return PUZZLES


@cache
def _load_spring_goals() -> climb.GoalKinds:
    from red7_desktop.games.spring_cleaning.rules.goals import GOALS

    return GOALS


_RED7_SECRETS: Final = (
    (r"red7 \S+ / canvas\b[^\n>]*", "[position]"),
    (r"\b[ROYGBIV][1-7]\b", "[card]"),
)

_SPRING_POSITION: Final = (
    r"\bspring(?:@once)? / table[^\n/]*/ deck[^\n/]*/ discard[^\n/]*"
    r"(?: / [A-E][^\n/:]*:[^\n/:]*: ?[0-9]+)+"
)

_SPRING_SECRETS: Final = (
    (_SPRING_POSITION, "[position]"),
    (r"\border\([1-9? ]+\)", "[order]"),
    (r"\b(?:argument=|draw=|insert |offer )[0-9]+\b", "[step]"),
    (r"\b[1-9](?:\([A-E]\))?(?: [1-9](?:\([A-E]\))?)* @[0-9]+\b", "[play]"),
    (r"\b(?:faces|picked)=\([-0-9, ]*\)", "[cards]"),
    (r"'[1-9]'", "[card]"),
)
"""Regular expressions for Spring Cleaning's cards and positions, each with the placeholder that
replaces its matches in crash reports, so that a report gives no hidden cards away.

A card's text is only a digit, so most patterns also match the words around it."""
CATALOGUE: Final[Catalogue] = {
    "red7": GameEntry(
        "red7",
        _load_red7_rules,
        _load_red7_players,
        _load_red7_view,
        _RED7_SECRETS,
        _load_red7_puzzles,
        own_settings=("automatic_draw",),
        goals=_load_red7_goals,
    ),
    "spring": GameEntry(
        "spring",
        _load_spring_rules,
        _load_spring_players,
        _load_spring_view,
        _SPRING_SECRETS,
        _load_spring_puzzles,
        own_settings=("count_hidden",),
        goals=_load_spring_goals,
    ),
}
"""All games of the program, by name."""


def load_all_rules(catalogue: Catalogue) -> Mapping[str, game.AnyGame]:
    """Return the rules of all games by name."""
    return {name: row.rules() for name, row in catalogue.items()}


def list_own_settings(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the names of all settings that only one game has."""
    return tuple([name for row in catalogue.values() for name in row.own_settings])


def describe_own_intents(catalogue: Catalogue, texts: texts.Texts) -> Mapping[bindings.Intent, str]:
    """Return a description of each key command whose meaning depends on the game.

    If several games give a command different meanings, the description lists all of them.
    """
    own: dict[bindings.Intent, dict[str, None]] = {}
    for row in catalogue.values():
        for intent, words in row.view().setup.describe_intents(texts).items():
            own.setdefault(intent, {})[words] = None
    return {intent: texts.in_context("keys", " / ").join(words) for intent, words in own.items()}
