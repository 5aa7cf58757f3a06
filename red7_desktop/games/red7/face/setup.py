"""Setup of a Red7 match: options, presets, and the game's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from red7_desktop.games.red7.face.words import describe_characters
from red7_desktop.games.red7.rules.rounds import DEFAULT_TARGETS, SEAT_COUNTS, STARTER, TARGET
from red7_desktop.games.red7.rules.rules import EDITIONS, Ruleset, parse_ruleset
from red7_desktop.kit import bindings, game_view, texts
from red7_desktop.kit.setup import GameSetup, OptionRow, Preset
from red7_desktop.tabletop.game import InvalidOptions, InvalidPosition, Options, OptionSpec

OPTIONS: Final = (
    OptionSpec("advanced", (False, True), False),
    OptionSpec("actions", (False, True), False),
    OptionSpec("edition", EDITIONS, EDITIONS[0]),
    TARGET,
    STARTER,
)
"""The options of a match's rules. The defaults suit new players: single rounds and no points."""
POINTS: Final = tuple(range(10, 101, 5))
"""Numbers of points that the setup offers as the end of a match; a stored setup may contain others.
"""
DRAWS: Final = "automatic_draw"
"""Name of the setting with which a card that the user may draw is drawn automatically."""


class Red7Setup(game_view.SetupFacet):
    """Options, presets and settings of Red7."""

    seats = SEAT_COUNTS
    options = OPTIONS

    def to_options(self, setup: GameSetup) -> Options:
        chosen = setup.values
        return {
            "rules": str(Ruleset(chosen["advanced"], chosen["actions"], chosen["edition"])),
            "seats": len(setup.seats),
            "target": find_target_points(setup),
            "starter": chosen["starter"],
        }

    def parse_options(self, rules: str) -> Mapping[str, Any]:
        """Parse the name of a ruleset.

        Raises:
            InvalidOptions: There is no such ruleset.

        >>> from red7_desktop.games.red7.face.view import RED7_VIEW
        >>> dict(RED7_VIEW.setup.parse_options("basic+actions"))
        {'advanced': False, 'actions': True, 'edition': '1.3'}
        """
        try:
            return parse_ruleset(rules)._asdict()
        except InvalidPosition as error:
            raise InvalidOptions("rules", f"{rules!r}: {error.why}") from error

    def build_option_rows(self, setup: GameSetup, texts: texts.Texts) -> tuple[OptionRow, ...]:
        chosen = setup.values
        return (
            OptionRow(
                "actions",
                texts("Actions"),
                ((False, texts("Off")), (True, texts("On"))),
                chosen["actions"],
                texts("Odd cards have actions when played to a palette."),
            ),
            OptionRow(
                "edition",
                texts("Edition"),
                ((EDITIONS[0], texts("1.3")), (EDITIONS[1], texts("First"))),
                chosen["edition"],
                texts("Which rulebook’s actions to use."),
                is_enabled=chosen["actions"],
            ),
            _build_target_row(setup, texts),
            _build_starter_row(chosen["starter"], texts),
        )

    def list_presets(self, setup: GameSetup, texts: texts.Texts) -> tuple[Preset, ...]:
        points = find_target_points(setup)
        match = texts.plural("point wins", "points win", points)
        return (
            Preset(
                texts("Quick match"),
                texts("One round, no points and no drawing."),
                3,
                {},
                ("G5",),
                ("1", texts("round")),
            ),
            Preset(
                texts("Match"),
                texts("Several rounds, points, drawing cards."),
                15,
                {"advanced": True},
                ("B4", "Y6", "R7"),
                (str(points), match),
            ),
            Preset(
                texts("Match with actions"),
                texts("Odd cards have actions when played to a palette."),
                20,
                {"advanced": True, "actions": True},
                ("I7", "O3"),
                (str(points), match),
            ),
        )

    def summarise_rules(self, setup: GameSetup, texts: texts.Texts) -> tuple[str, ...]:
        chosen = setup.values
        points = find_target_points(setup)
        parts = [texts("advanced rules") if chosen["advanced"] else texts("basic rules")]
        if chosen["actions"]:
            parts.append(texts("with actions"))
        if chosen["advanced"]:
            parts.append(texts.plural("to {n} point", "to {n} points", points))
        if chosen["actions"] and chosen["edition"] != EDITIONS[0]:
            parts.append(texts("first edition"))
        if chosen["starter"] != STARTER.default:
            parts.append(texts("lowest card begins"))
        return tuple(parts)

    describe_levels = staticmethod(describe_characters)

    def own_settings(self, texts: texts.Texts) -> Mapping[str, tuple[str, str]]:
        return {DRAWS: (texts("Draw automatically"), "")}

    def describe_intents(self, texts: texts.Texts) -> Mapping[bindings.Intent, str]:
        return {
            bindings.Intent.OFFER: texts("Draw a card"),
            bindings.Intent.PLACE: texts("Card to your palette"),
            bindings.Intent.OTHER_PLACE: texts("Card to the canvas"),
            bindings.Intent.EXTRA: texts("Rule lens (hold)"),
            bindings.Intent.RULES: texts("Current rule"),
        }


def find_target_points(setup: GameSetup) -> int:
    """Return the number of points that ends the match."""
    target: int | None = setup.values[TARGET.key]
    if target is None:
        return DEFAULT_TARGETS[len(setup.seats)]
    return target


def _build_target_row(setup: GameSetup, texts: texts.Texts) -> OptionRow:
    """Build the option row for the number of points that ends a match.

    The row's value None selects the rulebook's number, which depends on the number of seats.
    """
    n = len(setup.seats)
    usual = DEFAULT_TARGETS[n]
    points = find_target_points(setup)
    choices = [
        (None if each == usual else each, texts.plural("{n} point", "{n} points", each))
        for each in sorted({*POINTS, points, usual})
    ]
    note = texts.plural(
        "Usual with {n} player: {usual}.", "Usual with {n} players: {usual}.", n, usual=usual
    )
    return OptionRow(
        TARGET.key,
        texts("Play to"),
        tuple(choices),
        None if points == usual else points,
        note,
        is_enabled=setup.values["advanced"],
        is_scale=True,
    )


def _build_starter_row(starter: str, texts: texts.Texts) -> OptionRow:
    usual, lowest = STARTER.values
    return OptionRow(
        STARTER.key,
        texts("Starting player"),
        ((usual, texts("Left of the highest card")), (lowest, texts("Lowest card"))),
        starter,
        texts("The player to the left of the highest starting card begins.")
        if starter == usual
        else texts("The player with the lowest starting card begins."),
    )
