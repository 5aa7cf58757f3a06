"""Red7's options as people choose them: which there are, in words, and as the rules take them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.rules.options import STARTER, TARGET
from red7_desktop.games.red7.rules.ruleset import EDITIONS, Ruleset, parse_ruleset
from red7_desktop.games.red7.rules.scoring import TARGETS
from red7_desktop.kit.setup import GameSetup, OptionRow
from red7_desktop.tabletop.errors import InvalidPosition
from red7_desktop.tabletop.game import InvalidOptions
from red7_desktop.tabletop.options import OptionSpec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.kit.language.texts import Texts

OPTIONS: Final = (
    OptionSpec("advanced", (False, True), False),
    OptionSpec("actions", (False, True), False),
    OptionSpec("edition", EDITIONS, EDITIONS[0], is_finer=True),
    TARGET,
    STARTER,
)
"""What a new player finds is a round at a time, with nothing to reckon with."""


POINTS: Final = tuple(range(10, 101, 5))
"""The targets that can be chosen; a set-up may hold others."""


def find_target_points(setup: GameSetup) -> int:
    """Give the points that end the match."""
    target: int | None = setup.values[TARGET.key]
    return TARGETS[len(setup.seats)] if target is None else target


def to_options(setup: GameSetup) -> dict[str, Any]:
    """Give the options for `Red7().start`."""
    chosen = setup.values
    return {
        "rules": str(Ruleset(chosen["advanced"], chosen["actions"], chosen["edition"])),
        "seats": len(setup.seats),
        "target": find_target_points(setup),
        "starter": chosen["starter"],
    }


def parse_ruleset_values(rules: str) -> Mapping[str, Any]:
    """Read the options that the name of a ruleset decides. Raises InvalidOptions.

    >>> dict(values_in("basic+actions"))
    {'advanced': False, 'actions': True, 'edition': '1.3'}
    """
    try:
        return MappingProxyType(parse_ruleset(rules)._asdict())
    except InvalidPosition as error:
        raise InvalidOptions("rules", f"{rules!r}: {error.why}") from error


def build_option_rows(setup: GameSetup, texts: Texts) -> tuple[OptionRow, ...]:
    """Give the options in words."""
    chosen = setup.values
    return (
        OptionRow(
            "advanced",
            texts("Game"),
            ((False, texts("Basic")), (True, texts("Advanced"))),
            chosen["advanced"],
            texts("Rounds for points, with cards to draw.")
            if chosen["advanced"]
            else texts("One round, no points and no drawing."),
        ),
        OptionRow(
            "actions",
            texts("Actions"),
            ((False, texts("Off")), (True, texts("On"))),
            chosen["actions"],
            texts("Odd cards do something when they join a palette."),
        ),
        OptionRow(
            "edition",
            texts("Edition"),
            ((EDITIONS[0], texts("1.3")), (EDITIONS[1], texts("First"))),
            chosen["edition"],
            texts("The rulebook that the actions follow."),
            is_enabled=chosen["actions"],
        ),
        _build_target_row(setup, texts),
        _build_starter_row(chosen["starter"], texts),
    )


def _build_target_row(setup: GameSetup, texts: Texts) -> OptionRow:
    """Give the points; the rulebook's own follow the number of seats later on."""
    n = len(setup.seats)
    usual, points = TARGETS[n], find_target_points(setup)
    targets = sorted({*POINTS, points, usual})
    return OptionRow(
        TARGET.key,
        texts("Play to"),
        tuple(
            (None if each == usual else each, texts.plural("{n} point", "{n} points", each))
            for each in targets
        ),
        None if points == usual else points,
        texts.plural(
            "The rulebook says {usual} with {n} player.",
            "The rulebook says {usual} with {n} players.",
            n,
            usual=usual,
        ),
        is_enabled=setup.values["advanced"],
        is_scale=True,
    )


def _build_starter_row(starter: str, texts: Texts) -> OptionRow:
    usual, lowest = STARTER.values
    return OptionRow(
        STARTER.key,
        texts("First turn"),
        ((usual, texts("Next to highest")), (lowest, texts("Holder of lowest"))),
        starter,
        texts("The seat after the one with the highest first card begins.")
        if starter == usual
        else texts("The seat with the lowest first card begins."),
    )


def summarize_setup(setup: GameSetup, texts: Texts) -> tuple[str, ...]:
    """Say in a few words by which rules a match will be played."""
    chosen, points = setup.values, find_target_points(setup)
    parts = [texts("advanced rules") if chosen["advanced"] else texts("basic rules")]
    if chosen["actions"]:
        parts.append(texts("with actions"))
    if chosen["advanced"]:
        parts.append(texts.plural("to {n} point", "to {n} points", points))
    return tuple(parts)
