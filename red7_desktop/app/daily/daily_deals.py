"""Plays the deals of days: the one try that counts, and others for fun; keeps what came of it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import date, timedelta
from enum import Enum
from typing import TYPE_CHECKING, Final

from red7_desktop.app.daily.deals import DamagedDeals, deal_on, load_deals
from red7_desktop.app.daily.streaks import (
    BEGUN,
    KIND,
    LOST,
    TIED,
    WON,
    DailyRecord,
    read_daily_record,
)
from red7_desktop.app.match.desk import occasion_of
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.play.seats import Seat
from red7_desktop.tabletop.match import Match

if TYPE_CHECKING:
    from red7_desktop.app.around import Services
    from red7_desktop.app.match.kept_words import Occasion
    from red7_desktop.play.session import Session
    from red7_desktop.tabletop.player import Daily

_LOG: Final = logging.getLogger(__name__)

_PERSON: Final = 0
"""The seat of the person."""


class DailyTry(Enum):
    """How it stands with the one try of a day: not begun, kept to be gone on with, lost, over."""

    NEW = "new"
    KEPT = "kept"
    GONE = "gone"
    OVER = "over"


class DailyDeals:
    """The daily deals of all games that have some. today: gives the date."""

    def __init__(self, around: Services) -> None:
        self.kit = around.kit
        self.box = around.box
        self.today = around.today
        self._around = around
        self._deals: dict[str, tuple[int, ...]] = {}

    # -- what is the case --------------------------------------------------------------------

    def has(self, game: str) -> bool:
        """Whether a game has daily deals; it need not be loaded to tell."""
        return bool(self._deals_of(game))

    def _deals_of(self, game: str) -> tuple[int, ...]:
        if game not in self._deals:
            try:
                self._deals[game] = load_deals(self._around.asset, game)
            except DamagedDeals as error:
                _LOG.warning("the daily deals of %s are left out: %s", game, error)
                self._deals[game] = ()
        return self._deals[game]

    def done(self, game: str) -> DailyRecord:
        """Give what whoever plays here has done with a game's daily deals."""
        return read_daily_record(self._around.profile.deeds, game)

    def match_of(self, game: str, day: date) -> Match:
        """Deal the match of a day."""
        row = self.box[game]
        return Match(
            row.rules(), _require_daily(row.players().daily).all_options, self._deal(game, day)
        )

    def _deal(self, game: str, day: date) -> int:
        return deal_on(day, self._deals_of(game))

    def rival(self, game: str) -> Seat:
        """Give who sits on the other seat."""
        players = self.box[game].players()
        level = players.level_of(_require_daily(players.daily).rival)
        return Seat(level.name, level.key)

    def rules_of(self, game: str) -> Sequence[str]:
        """Say by which rules a game's daily deals are played, in a few words each."""
        row = self.box[game]
        face, options = row.face(), _require_daily(row.players().daily).options
        usual = {option.key: option.default for option in face.options}
        named = face.values_in(options["rules"]) if "rules" in options else {}
        own = {key: value for key, value in options.items() if key in usual}
        seats = (SeatPlan(), SeatPlan())
        return face.summary(GameSetup(game, seats, {**usual, **named, **own}), self.kit.texts)

    def state_of(self, game: str, day: date) -> DailyTry:
        """Tell how it stands with the one try of a day."""
        done = self.done(game)
        if day in done.results:
            return DailyTry.OVER
        if self._slot_of(game, day) is not None:
            return DailyTry.KEPT
        return DailyTry.GONE if day in done.begun else DailyTry.NEW

    def _slot_of(self, game: str, day: date) -> int | None:
        """Find the slot in which the try of a day is kept, of whoever plays here."""
        if day not in self.done(game).begun:
            return None
        for kept in self._around.matches.desk.kept():
            saved = kept.saved
            if saved is None or saved.match.game.name != game:
                continue
            if occasion_of(saved) == _name_occasion(day):
                return kept.number
        return None

    def day_named(self, begun: Occasion) -> date | None:
        """Tell of which day's deal a match is, by its occasion, or by its deal and when it ended.

        A match may have been begun the day before.
        """
        day = day_of(begun.occasion)
        if day is not None or begun.day is None or not self.has(begun.game):
            return day
        days = (begun.day, begun.day - timedelta(days=1))
        return next((d for d in days if self._deal(begun.game, d) == begun.seed), None)

    # -- playing -----------------------------------------------------------------------------

    def play(self, game: str, day: date) -> None:
        """Begin the one try of a day, or go on with it."""
        slot = self._slot_of(game, day)
        if slot is not None:
            self._around.matches.resume(slot)
            return
        counts = self.state_of(game, day) is DailyTry.NEW

        def begin() -> Session:
            session = self._begin(game, day, _name_occasion(day) if counts else "")
            if counts:
                self._note(game, day, BEGUN)
            return session

        self._around.matches.begin(begin)

    def _begin(self, game: str, day: date, occasion: str) -> Session:
        """Let everybody have the same deal, and the rival the same chance of its own."""
        match, rival = self.match_of(game, day), self.rival(game)
        person = Seat(self._around.profile.seat_name, None)
        seats = (person, rival)
        desk = self._around.matches.desk
        return desk.play_on(match, seats, occasion=occasion, ai_seed=match.seed)

    def hear(self, session: Session) -> None:
        """Keep what came of the one try of a day, if this was it; given up is lost."""
        day, game = day_of(session.occasion), session.match.game.name
        if day is None or day in self.done(game).results:
            return
        outcome, margin = _find_outcome(session)
        self._note(game, day, outcome, margin)

    def _note(self, game: str, day: date, outcome: str, margin: int = 0) -> None:
        from red7_desktop.app.profile.facts import ProfileEvent  # the title need not wait for it

        deed = ProfileEvent(KIND, game, day.isoformat(), self.today(), outcome, margin)
        self._around.profile.note(deed)

    # -- the page ----------------------------------------------------------------------------

    def show(self, game: str, day: date) -> None:
        """Show the page about a day."""
        from red7_desktop.app.daily.page import DailyPage

        self._around.lay(DailyPage(self, game, day, self._around.close))

    def leave_for(self, game: str, day: date) -> None:
        """Close the page, and play."""
        self._around.close()
        self.play(game, day)

    # -- in the course of time ---------------------------------------------------------------

    is_waiting = False

    def tick(self) -> None:
        """Do nothing: nothing goes on in the background."""

    def close(self) -> None:
        """Stop: there is nothing to write."""


def _require_daily(daily: Daily | None) -> Daily:
    if daily is None:
        raise LookupError("this game has no daily deals")
    return daily


def _name_occasion(day: date) -> str:
    return f"{KIND} {day.isoformat()}"


def day_of(occasion: str) -> date | None:
    """Tell of which day's deal a match is the one try that counts, None for any other."""
    kind, _, day = occasion.partition(" ")
    if kind != KIND:
        return None
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None


def _find_outcome(session: Session) -> tuple[str, int]:
    """Give how the person did, and by how many points."""
    result = session.match.game.result(session.match.state)
    if result is None:
        return LOST, 0
    others = [score for seat, score in enumerate(result.scores) if seat != _PERSON]
    margin = min(abs(result.scores[_PERSON] - score) for score in others)
    if _PERSON not in result.winners:
        return LOST, margin
    return (WON, margin) if len(result.winners) == 1 else (TIED, 0)
