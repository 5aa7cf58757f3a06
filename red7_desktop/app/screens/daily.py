"""Daily deals: the deal of each day, the player's only counted try, and par."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from red7_desktop.app.feature import Feature, FeatureTile, Navigator
from red7_desktop.app.matches.match_desk import Occasion, occasion_of
from red7_desktop.app.profile import streaks
from red7_desktop.app.profile.own_profile import EventSummary
from red7_desktop.app.table.mode import FollowUp, TableMode
from red7_desktop.kit import bindings, setup, ui
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.texts import Texts, describe_weekday, format_date_digits, to_runs
from red7_desktop.play import ai, session
from red7_desktop.scene import node, theme
from red7_desktop.scene.boxes import ends
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop import files, match, player

if TYPE_CHECKING:
    from red7_desktop.app.profile.daily_score import DailyScore
    from red7_desktop.app.screens.daily_par import ParFinder
    from red7_desktop.kit import table_model

FIRST: Final = date(2026, 1, 1)
"""First day of the list of deals.

The list repeats after its end. Days before this one go backwards through it."""
_MASK: Final = (1 << 64) - 1
_NUMBER: Final = r"[0-9]{1,12}"
_LONGEST_LIST: Final = 200_000


def load_deals(asset: Callable[..., Path], game: str) -> tuple[int, ...]:
    """Read the list of daily deals of a game; return () if the game has none.

    Raises:
        FileReadError: The file can't be read.
        InvalidValue: The file has a wrong format.
    """
    try:
        return parse_deals(files.read_text(asset("daily", f"{game}.txt"), _LONGEST_LIST))
    except OSError:
        return ()


def parse_deals(text: str) -> tuple[int, ...]:
    r"""Parse a list of deals: each line begins with a number, and `#` begins a comment.

    Raises:
        InvalidValue: A line doesn't begin with a number.

    >>> parse_deals("# red7: tried by lab daily\n17 9/20\n\n4 12/20\n")
    (17, 4)
    """
    found: list[int] = []
    for nth, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if re.fullmatch(_NUMBER, words[0]):
            number = int(words[0])
        else:
            number = -1
        if not 0 <= number <= setup.MAX_DEAL_NUMBER or number in found:
            raise files.InvalidValue(f"line {nth}", repr(line[:40]))
        found.append(number)
    return tuple(found)


def deal_on(day: date, deals: Sequence[int]) -> int:
    """Return the deal of a day.

    The days use up all deals of the list in a random order, and then all of them again in another
    order. Between two uses of the same deal, at least half of the other deals are used.

    Args:
        day: The day.
        deals: Deals of the game, at least one.
    """
    lap, place = divmod(day.toordinal() - FIRST.toordinal(), len(deals))
    half = len(deals) // 2
    return [*_shuffle(deals[:half], lap), *_shuffle(deals[half:], lap)][place]


def _shuffle(deals: Sequence[int], lap: int) -> list[int]:
    """Return the daily deals in a random order, which is the same on every computer.

    The generator of random numbers is written here, because the generator of Python's library may
    change between versions.

    Args:
        deals: The list of deals.
        lap: Number of the pass through the list of deals: 0 from `FIRST` on, negative before. Seeds
            the generator.
    """
    mixed = list(deals)
    state = lap & _MASK
    for last in range(len(mixed) - 1, 0, -1):
        # Knuth's 64-bit linear congruential generator; only the high bits are used.
        state = (state * 6364136223846793005 + 1442695040888963407) & _MASK
        other = (state >> 33) % (last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


_LOG: Final = logging.getLogger(__name__)


class DailyTry(Enum):
    """State of a player's first try at a day's deal, the only try that counts.

    Attributes:
        NEW: The try has not begun.
        KEPT: The try has begun and is saved, so that it can be continued.
        GONE: The try has begun, but its save no longer exists.
        OVER: The try is finished.
    """

    NEW = "new"
    KEPT = "kept"
    GONE = "gone"
    OVER = "over"


class DailyDeals(Feature):
    """The daily deals of all games that have them.

    Args:
        navigator: Opens pages, and gives access to the program's services.
        make_page: Creates the page of a day's deal from this feature, a game and a day.
    """

    def __init__(
        self, navigator: Navigator, make_page: Callable[[DailyDeals, str, date], ui.Screen]
    ) -> None:
        super().__init__(navigator)
        self._make_page = make_page
        self._deals: dict[str, tuple[int, ...]] = {}
        self._records = EventSummary(navigator.profile, streaks.read_daily_record)
        self._finder: ParFinder | None = None

    def today(self) -> date:
        return self.navigator.today()

    # -- called by the program -----------------------------------------------------------------

    def list_tiles(self, game: str) -> Sequence[FeatureTile]:
        if self.has(game):
            return (build_daily_tile(self, game, self.today()),)
        return ()

    def name_occasion(self, begun: Occasion) -> str:
        day = self.day_named(begun)
        if day is None:
            return ""
        return deal_words(self.ui.texts, day)

    def explain_refusal(self, setup: setup.GameSetup) -> str:
        """Return why a match can't be played yet; "" if it can.

        A challenge with the daily deal of today is refused until the day's counted try is over.
        The deal of tomorrow, which may come from another time zone, is refused too.
        """
        if not self.has(setup.game):
            return ""
        texts = self.ui.texts
        today = self.today()
        words = {today: texts("This is today’s daily deal. Play your own try first.")}
        if today < date.max:
            words[today + timedelta(days=1)] = texts("This is tomorrow’s daily deal.")
        for day, said in words.items():
            is_ahead = self.state_of(setup.game, day) in (DailyTry.NEW, DailyTry.KEPT)
            if is_ahead and self._has_same_cards(setup, day):
                return said
        return ""

    def _has_same_cards(self, setup: setup.GameSetup, day: date) -> bool:
        daily = self.setup_of(setup.game, day)
        is_same = setup.seed == daily.seed and len(setup.seats) == len(daily.seats)
        return is_same and dict(setup.values) == dict(daily.values)

    def make_mode(self, session: session.Session) -> TableMode | None:
        if not session.is_kept:
            return None
        match = session.match
        day = self.day_named(Occasion(match.game.name, match.seed, session.occasion, self.today()))
        if day is None:
            return None
        if session.occasion:
            self.request_par(match.game.name, day)
        return DailyMode(self.ui, day, counts=bool(session.occasion))

    def find_follow_up(self, session: session.Session) -> FollowUp | None:
        day = day_of(session.occasion)
        game = session.match.game.name
        if day is None:
            return None
        return FollowUp(self.ui.texts("Daily deal"), lambda: self.show(game, day))

    def end_match(self, session: session.Session, uid: str) -> None:
        day = day_of(session.occasion)
        game = session.match.game.name
        if day is None or day in self.done(game).results:
            return
        outcome, margin = _find_outcome(session)
        self._store_outcome(game, day, outcome, margin)
        self._record_score(session, game, day, uid)

    def _record_score(self, session: session.Session, game: str, day: date, uid: str) -> None:
        """Store the points of each round of a daily match in the profile.

        The page of the daily deal can then show them even after the match's record is deleted.
        """
        from red7_desktop.app.profile import daily_score
        from red7_desktop.kit.present import story

        gains = story.list_round_gains(
            self.catalogue[game].view(), session.match, player.DAILY_SEAT
        )
        if gains:
            told = daily_score.DailyScore(gains, uid)
            event = daily_score.make_event(daily_score.OWN, game, day, told, self.today())
            self.navigator.profile.record(event)

    def tick(self) -> None:
        """Store par (an AI player's result for a day's deal) if it has been computed.

        Also pause the computation while an AI player at the table thinks.
        """
        if self._finder is None:
            return
        playing = self.navigator.match_service.session
        self._finder.set_paused(is_paused=playing is not None and playing.is_ai_to_act)
        for game, day, found in self._finder.take_found():
            self._note_par(game, day, found)

    def close(self) -> None:
        if self._finder is not None:
            self._finder.close()

    # -- par -----------------------------------------------------------------------------------

    def request_par(self, game: str, day: date) -> None:
        """Start computing par of a day's deal in the background, unless it is known.

        Par is the median result of three matches that the strongest AI player plays with the deal.
        """
        if self.find_par(game, day) is not None:
            return
        if self._finder is None:
            from red7_desktop.app.screens.daily_par import ParFinder

            self._finder = ParFinder(self.catalogue)
        self._finder.request(game, day, self.match_of(game, day))

    def is_par_pending(self, game: str, day: date) -> bool:
        """Return whether par, an AI player's result for a day's deal, is being computed."""
        return self._finder is not None and self._finder.is_pending(game, day)

    def find_par(self, game: str, day: date) -> DailyScore | None:
        """Return par of a day: the AI player's points after each round of the day's deal.

        None until par is computed.
        """
        from red7_desktop.app.profile import daily_score

        events = self.navigator.profile.events
        return daily_score.find_score(events, daily_score.PAR, game, day)

    def find_own_score(self, game: str, day: date) -> DailyScore | None:
        """Return the user's points after each round of a day's deal, in the first and counted try.

        None if the points weren't stored.
        """
        from red7_desktop.app.profile import daily_score

        events = self.navigator.profile.events
        return daily_score.find_score(events, daily_score.OWN, game, day)

    def _note_par(self, game: str, day: date, found: DailyScore) -> None:
        from red7_desktop.app.profile import daily_score

        if self.find_par(game, day) is None:
            event = daily_score.make_event(daily_score.PAR, game, day, found, self.today())
            self.navigator.profile.record(event)

    # -- state of the deals ------------------------------------------------------------------

    def has(self, game: str) -> bool:
        """Whether a game has daily deals. This doesn't load the game."""
        return bool(self._deals_of(game))

    def _deals_of(self, game: str) -> tuple[int, ...]:
        if game not in self._deals:
            try:
                self._deals[game] = load_deals(self.navigator.presentation.asset, game)
            except (files.FileReadError, files.InvalidValue) as error:
                _LOG.warning("the daily deals of %s are left out: %s", game, error)
                self._deals[game] = ()
        return self._deals[game]

    def done(self, game: str) -> streaks.DailyRecord:
        return self._records.read(game)

    def match_of(self, game: str, day: date) -> match.Match:
        row = self.catalogue[game]
        return match.Match(
            row.rules(), _require_daily(row.players().daily).all_options, self._deal(game, day)
        )

    def _deal(self, game: str, day: date) -> int:
        return deal_on(day, self._deals_of(game))

    def rival(self, game: str, day: date) -> ai.Seat:
        players = self.catalogue[game].players()
        level = players.level_of(_require_daily(players.daily).rival_on(day))
        return ai.Seat(level.name, level.key)

    def setup_of(self, game: str, day: date) -> setup.GameSetup:
        """Return a set-up for playing a day's deal as an ordinary match."""
        row = self.catalogue[game]
        view = row.view()
        daily = _require_daily(row.players().daily)
        usual = {option.key: option.default for option in view.setup.options}
        if "rules" in daily.options:
            named = view.setup.parse_options(daily.options["rules"])
        else:
            named = {}
        own = {key: value for key, value in daily.options.items() if key in usual}
        seats = (setup.SeatPlan(), setup.SeatPlan(level=daily.rival_on(day)))
        return setup.GameSetup(game, seats, {**usual, **named, **own}, self._deal(game, day))

    def rules_of(self, game: str) -> Sequence[str]:
        """Return short descriptions of the rules of a game's daily deals."""
        wanted = self.setup_of(game, self.today())
        return self.catalogue[game].view().setup.summarise_rules(wanted, self.ui.texts)

    def state_of(self, game: str, day: date) -> DailyTry:
        done = self.done(game)
        if day in done.results:
            return DailyTry.OVER
        if self._find_running(game, day) is not None:
            return DailyTry.KEPT
        if day in done.begun:
            return DailyTry.GONE
        return DailyTry.NEW

    def _find_running(self, game: str, day: date) -> str | None:
        """Return the identity of the running match of a day's deal; None if there is none."""
        if day not in self.done(game).begun:
            return None
        for kept in self.navigator.library.list_running():
            saved = kept.saved
            if (
                saved is not None
                and kept.game == game
                and occasion_of(saved) == _name_occasion(day)
            ):
                return kept.uid
        return None

    def day_named(self, begun: Occasion) -> date | None:
        """If a match is a daily deal, return the deal's day; otherwise return None.

        The match's occasion names the day. For a match without an occasion, the number of the deal
        is compared with the daily deals of the day on which the match ended and of the day before.
        """
        day = day_of(begun.occasion)
        if begun.occasion or begun.day is None or not self.has(begun.game):
            return day
        days = (begun.day, begun.day - timedelta(days=1) if begun.day > date.min else begun.day)
        return next((d for d in days if self._deal(begun.game, d) == begun.seed), None)

    # -- playing -----------------------------------------------------------------------------

    def play(self, game: str, day: date) -> None:
        uid = self._find_running(game, day)
        if uid is not None:
            self.navigator.resume(uid)
            return
        counts = self.state_of(game, day) is DailyTry.NEW

        def begin() -> session.Session:
            match = self.match_of(game, day)
            rival = self.rival(game, day)
            session = self.navigator.match_service.continue_as_new_match(
                match,
                (ai.Seat(self.navigator.profile.seat_name, None), rival),
                occasion=_name_occasion(day) if counts else "",
                ai_seed=match.seed,
            )
            if counts:
                self._store_outcome(game, day, streaks.STARTED)
            return session

        self.navigator.start_match(begin)

    def _store_outcome(self, game: str, day: date, outcome: str, margin: int = 0) -> None:
        from red7_desktop.app.profile.statistics import ProfileEvent

        event = ProfileEvent(
            streaks.DAILY_KIND, game, day.isoformat(), self.today(), outcome, margin
        )
        self.navigator.profile.record(event)

    def show(self, game: str, day: date | None = None) -> None:
        """Show the page of a day, by default of today."""
        self.navigator.show(self._make_page(self, game, day or self.today()))


def _require_daily(daily: player.Daily | None) -> player.Daily:
    if daily is None:
        raise LookupError("this game has no daily deals")
    return daily


def _name_occasion(day: date) -> str:
    return f"{streaks.DAILY_KIND} {day.isoformat()}"


def day_of(occasion: str) -> date | None:
    """If a match is the counted try of a daily deal, return the deal's day; otherwise None.

    Args:
        occasion: What the match was started for, see `match_desk.OCCASION_KEY`.
    """
    kind, _, day = occasion.partition(" ")
    if kind != streaks.DAILY_KIND:
        return None
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None


def _find_outcome(session: session.Session) -> tuple[str, int]:
    result = session.match.game.result(session.match.state)
    if result is None:
        return streaks.LOST, 0
    others = [score for seat, score in enumerate(result.scores) if seat != player.DAILY_SEAT]
    margin = min(abs(result.scores[player.DAILY_SEAT] - score) for score in others)
    if player.DAILY_SEAT not in result.winners:
        return streaks.LOST, margin
    if len(result.winners) == 1:
        return (streaks.WON, margin)
    return (streaks.TIED, 0)


def deal_words(texts: Texts, day: date) -> str:
    """Return the title of a day's deal."""
    return texts("Daily deal of {date}", date=format_date_digits(texts, day))


def row_words(texts: Texts, row: int) -> str:
    """Return a phrase for the number of days played in a row."""
    return texts("Streak: {n}", n=row)


class DailyMode(TableMode):
    """Table mode of a daily deal: shows a title, and disables hints while the try counts.

    Args:
        ui: The interface.
        day: Day of the deal.
        counts: Whether this is the day's counted try.
    """

    def __init__(self, ui: ui.Ui, day: date, *, counts: bool) -> None:
        super().__init__(node.Node(name="daily"))
        self._ui = ui
        self._counts = counts
        self.title = deal_words(ui.texts, day)

    def adapt_model(self, model: table_model.TableModel) -> table_model.TableModel:
        texts = self._ui.texts
        if self._counts:
            name = texts("Daily deal")
        else:
            name = texts("Daily deal, for fun")
        actions = model.actions
        if self._counts:
            why = to_runs(texts("There are no hints in the daily deal."))
            hint = replace(actions.hint, is_enabled=False, why_not=why)
            actions = replace(actions, hint=hint)
        return replace(model.with_occasion(name), actions=actions)

    def find(self, asked: str) -> Callable[[], object] | None:
        if self._counts and asked == bindings.Intent.HINT:
            return self._refuse_hint
        return None

    def _refuse_hint(self) -> None:
        words = self._ui.texts("There are no hints in the daily deal.")
        self._ui.stage.toasts.show(words, style="warning")


_WEIGHT: Final = 1.6


def build_daily_tile(deals: DailyDeals, game: str, day: date) -> FeatureTile:
    """Build the tile on the title screen that opens the daily deal of a game."""
    texts = deals.ui.texts
    results = deals.done(game).results
    days = streaks.count_streak(day, results)
    lines = (
        describe_weekday(texts, day),
        *(() if days else (texts("The same cards for everyone"),)),
    )

    def week(look: theme.ResolvedTheme, width: float) -> node.Node:
        """Return a node with a mark for each day of the week, and with the length of the streak."""
        gap = look.theme.sizes.gap
        name = "week and row"
        pips = streaks.build_week_row(look, texts, results, day, width)
        if not days:
            return pips
        told = Label(look, row_words(texts, days), "strong", colour=look.theme.colour("accent"))
        return ends(pips, told, width, gap, below=gap / 2, name=name)

    accent = deals.ui.stage.look.theme.colour("accent")
    return FeatureTile(
        "daily",
        texts("Daily deal"),
        partial(deals.show, game),
        lines,
        picture=build_icon("calendar", accent),
        caption=week,
        weight=_WEIGHT,
        has_cards=True,
    )
