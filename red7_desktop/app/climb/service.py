"""Loads climbs (ladders of matches against ever stronger AI players) and starts their matches."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

from red7_desktop.app.climb import progress
from red7_desktop.app.feature import Feature, Navigator
from red7_desktop.app.profile import own_profile
from red7_desktop.kit.setup import GameSetup, SeatPlan, seat_players
from red7_desktop.play.ai import Seat
from red7_desktop.play.session import Session
from red7_desktop.scene import pictures, theme
from red7_desktop.tabletop import climb, files
from red7_desktop.tabletop.match import Match

_LOG: Final = logging.getLogger(__name__)


def write_occasion(rung: climb.Rung) -> str:
    """Return the text that is saved with a match to mark it as a match of the climb.

    `parse_occasion` reads the text.

    Args:
        rung: The match's entry in the climb, which is a ladder of matches.
    """
    return f"{progress.CLIMB_KIND} {rung.key}"


def parse_occasion(occasion: str) -> str:
    """Return which match of the climb (a ladder of matches) a saved match was started for.

    Args:
        occasion: The text that was saved with the match to mark it, see `write_occasion`.

    Returns:
        Key of the match's entry in the climb. "" if the match isn't part of a climb.
    """
    kind, _, key = occasion.partition(" ")
    return key if kind == progress.CLIMB_KIND else ""


class ClimbService(Feature):
    """Loads each game's climb and the user's progress in it, and starts its matches.

    A climb is a ladder of matches against ever stronger AI players; each match is a rung.
    """

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._climbs: dict[str, climb.Climb] = {}

    # -- rungs ---------------------------------------------------------------------------------

    def climb_of(self, game: str) -> climb.Climb:
        """Return a game's climb, loaded from its file on first use.

        The climb has no rungs if the game defines none or the file can't be read. A rung with a
        mistake is logged and left out.
        """
        if game not in self._climbs:
            self._climbs[game] = self._read(game)
        return self._climbs[game]

    def _read(self, game: str) -> climb.Climb:
        row = self.catalogue[game]
        if row.goals is None:
            return climb.Climb()
        name = f"{game}.toml"
        try:
            text = files.read_text(
                self.navigator.presentation.asset("climb", name), climb.MAX_FILE_LENGTH
            )
        except (OSError, files.FileReadError) as error:
            _LOG.warning("the climb of %s is left out: %s", game, error)
            return climb.Climb()
        reader = climb.ClimbReader(row.rules(), row.players(), row.goals(), own_profile.REWARDS)
        found = reader.read(text, name)
        for mistake in found.mistakes:
            _LOG.warning("a rung is left out: %s", mistake)
        return found

    def progress_of(self, game: str) -> progress.ClimbProgress:
        """Return the current profile's progress in a game's climb, empty before its first match."""
        records = progress.read_records(self.navigator.profile.events, game)
        return progress.ClimbProgress(self.climb_of(game), records)

    def number_of(self, game: str, rung: climb.Rung) -> int:
        """Return the number of a rung (match) in its climb; the lowest rung is number 1."""
        return self.climb_of(game).rungs.index(rung) + 1

    def name_seats(self, game: str, rung: climb.Rung) -> list[str]:
        """Return the names at the table of a rung's match, the user's seat ("You") first."""
        return [seat.name for seat in self._seat_players(game, rung, SeatPlan())]

    def join_rivals(self, game: str, rung: climb.Rung) -> str:
        """Return the names of a rung's opponents for a sentence: "Tomás and Tomás II"."""
        return self.join_names(self.name_seats(game, rung)[1:])

    def join_names(self, names: Sequence[str]) -> str:
        """Join names for a sentence: "Ravi, Amaka and Tomás"."""
        in_context = self.ui.texts.in_context
        *others, last = names
        if not others:
            return last
        return in_context("players", ", ").join(others) + in_context("names", " and ") + last

    def describe_goal(self, game: str, goal: climb.Goal) -> str:
        """Describe a goal of a climb's match, for example "Win without a hint"."""
        texts = self.ui.texts
        common = {
            climb.WIN: texts("Win the match"),
            "no_hints": texts("Win without a hint"),
            "margin": texts("Win by {n} or more", n=goal.value),
        }
        if goal.kind in common:
            return common[goal.kind]
        return self.catalogue[game].view().story.describe_goal(texts, goal.kind, goal.value)

    def rung_of(self, session: Session) -> climb.Rung | None:
        """Return the entry of the climb (a ladder of matches) for which a match was started.

        Returns:
            None if the match isn't part of a climb.
        """
        key = parse_occasion(session.occasion)
        return self.climb_of(session.match.game.name).find(key) if key else None

    def colour_of(self, game: str, rung: climb.Rung, look: theme.ResolvedTheme) -> pictures.Colour:
        """Return the colour of a rung (match of the climb), as shown on a dark background.

        It is the colour of the playing card that the climb's data file names for the rung.
        """
        ui = self.navigator.presentation.ui_for(self.catalogue[game].view())
        return ui.ink.line(look, rung.card)

    def ink_of(self, game: str, rung: climb.Rung, look: theme.ResolvedTheme) -> pictures.Colour:
        """Return the colour for text about a rung (match of the climb) on a dark background."""
        ui = self.navigator.presentation.ui_for(self.catalogue[game].view())
        return ui.ink.on_dark(look, rung.card)

    # -- playing -------------------------------------------------------------------------------

    def begin(self, game: str, rung: climb.Rung) -> None:
        """Start a match of the climb, and show its table.

        Args:
            game: The game's name.
            rung: The match's entry in the climb, which names the opponents.
        """
        self.navigator.start_match(partial(self._begin, game, rung))

    def _begin(self, game: str, rung: climb.Rung) -> Session:
        row = self.catalogue[game]
        service = self.navigator.match_service
        seats = self._seat_players(game, rung, SeatPlan(self.navigator.profile.seat_name))
        match = Match(row.rules(), rung.options, service.new_deal())
        return service.continue_as_new_match(match, seats, occasion=write_occasion(rung))

    def _seat_players(self, game: str, rung: climb.Rung, own: SeatPlan) -> tuple[Seat, ...]:
        plans = (own, *[SeatPlan(level=level) for level in rung.rivals])
        levels = self.catalogue[game].players().levels
        return seat_players(GameSetup(game, plans, {}), self.ui.texts, levels)
