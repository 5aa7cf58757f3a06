"""The deal of the day."""

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
from red7_desktop.app.table.mode import NextStep, TableMode
from red7_desktop.kit import bindings, setup, ui
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.pages.forms import SheetPage
from red7_desktop.kit.pages.notices import copy_and_tell
from red7_desktop.kit.texts import Texts, day_words, numbers_of
from red7_desktop.play import ai, session
from red7_desktop.scene import geometry, node, theme
from red7_desktop.scene.boxes import column, ends, pad, row
from red7_desktop.scene.widgets import button
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop import files, match, player

if TYPE_CHECKING:
    from red7_desktop.kit import table_model

FIRST: Final = date(2026, 1, 1)
"""The day on which the list was begun; it goes on from its end, and back from here."""
_MASK: Final = (1 << 64) - 1
_NUMBER: Final = re.compile(r"[0-9]{1,12}")
_LONGEST_LIST: Final = 200_000


def load_deals(asset: Callable[..., Path], game: str) -> tuple[int, ...]:
    """Read the list of a game, () where none came with it. Raises CannotRead, InvalidValue."""
    try:
        return parse_deals(files.read_text(asset("daily", f"{game}.txt"), _LONGEST_LIST))
    except OSError:
        return ()


def parse_deals(text: str) -> tuple[int, ...]:
    r"""Read a list: a deal's number begins each line; `#` begins a remark. Raises InvalidValue.

    >>> parse_deals("# red7: tried by lab daily\n17 9/20\n\n4 12/20\n")
    (17, 4)
    """
    found: list[int] = []
    for nth, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if _NUMBER.fullmatch(words[0]):
            number = int(words[0])
        else:
            number = -1
        if not 0 <= number <= setup.LAST_DEAL or number in found:
            raise files.InvalidValue(f"line {nth}", repr(line[:40]))
        found.append(number)
    return tuple(found)


def deal_on(day: date, deals: Sequence[int]) -> int:
    """Return the deal of a day. deals: of the game, at least one.

    Each comes once before any comes again, in another order each time, and not before half of the
    others have been.
    """
    lap, place = divmod(day.toordinal() - FIRST.toordinal(), len(deals))
    half = len(deals) // 2
    return [*_shuffle(deals[:half], lap), *_shuffle(deals[half:], lap)][place]


def _shuffle(deals: Sequence[int], lap: int) -> list[int]:
    """Shuffle by a number, with whole numbers only: no library's chance, which may change."""
    mixed = list(deals)
    state = lap & _MASK
    for last in range(len(mixed) - 1, 0, -1):
        # Knuth's linear generator of 64 bits, of which the high ones are used.
        state = (state * 6364136223846793005 + 1442695040888963407) & _MASK
        other = (state >> 33) % (last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


_LOG: Final = logging.getLogger(__name__)
_PERSON: Final = 0


class DailyTry(Enum):
    """How it stands with the one try of a day: not begun, kept to be gone on with, lost, over."""

    NEW = "new"
    KEPT = "kept"
    GONE = "gone"
    OVER = "over"


class DailyDeals(Feature):
    """The daily deals of all games that have some."""

    def __init__(self, navigator: Navigator) -> None:
        super().__init__(navigator)
        self._deals: dict[str, tuple[int, ...]] = {}

    def today(self) -> date:
        return self.navigator.today()

    # -- what the program asks -----------------------------------------------------------------

    def list_tiles(self, game: str) -> Sequence[FeatureTile]:
        if self.has(game):
            return (build_daily_tile(self, game, self.today()),)
        return ()

    def name_occasion(self, begun: Occasion) -> str:
        day = self.day_named(begun)
        if day is None:
            return ""
        return deal_words(self.ui.texts, day)

    def make_mode(self, session: session.Session) -> TableMode | None:
        if not session.is_kept:
            return None
        match = session.match
        day = self.day_named(Occasion(match.game.name, match.seed, session.occasion, self.today()))
        if day is None:
            return None
        return DailyMode(self.ui, day, counts=bool(session.occasion))

    def find_next_step(self, session: session.Session) -> NextStep | None:
        day = day_of(session.occasion)
        game = session.match.game.name
        if day is None:
            return None
        return NextStep(self.ui.texts("Daily deal"), lambda: self.show(game, day))

    def end_match(self, session: session.Session, uid: str) -> None:
        day = day_of(session.occasion)
        game = session.match.game.name
        if day is None or day in self.done(game).results:
            return
        outcome, margin = _find_outcome(session)
        self._note(game, day, outcome, margin)

    # -- what is the case --------------------------------------------------------------------

    def has(self, game: str) -> bool:
        """Whether a game has daily deals; it need not be loaded to tell."""
        return bool(self._deals_of(game))

    def _deals_of(self, game: str) -> tuple[int, ...]:
        if game not in self._deals:
            try:
                self._deals[game] = load_deals(self.navigator.presentation.asset, game)
            except (files.CannotRead, files.InvalidValue) as error:
                _LOG.warning("the daily deals of %s are left out: %s", game, error)
                self._deals[game] = ()
        return self._deals[game]

    def done(self, game: str) -> streaks.DailyRecord:
        return streaks.read_daily_record(self.navigator.profile.events, game)

    def match_of(self, game: str, day: date) -> match.Match:
        row = self.box[game]
        return match.Match(
            row.rules(), _require_daily(row.players().daily).all_options, self._deal(game, day)
        )

    def _deal(self, game: str, day: date) -> int:
        return deal_on(day, self._deals_of(game))

    def rival(self, game: str, day: date) -> ai.Seat:
        players = self.box[game].players()
        level = players.level_of(_require_daily(players.daily).rival_on(day))
        return ai.Seat(level.name, level.key)

    def rules_of(self, game: str) -> Sequence[str]:
        row = self.box[game]
        face = row.face()
        options = _require_daily(row.players().daily).options
        usual = {option.key: option.default for option in face.setup.options}
        if "rules" in options:
            named = face.setup.values_in(options["rules"])
        else:
            named = {}
        own = {key: value for key, value in options.items() if key in usual}
        seats = (setup.SeatPlan(), setup.SeatPlan())
        return face.setup.summary(
            setup.GameSetup(game, seats, {**usual, **named, **own}), self.ui.texts
        )

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
        """Return the running match of a day's deal, None for none."""
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
        """Return which day's deal a match is, by its occasion, or by its deal and when it ended.

        A match may have been begun the day before.
        """
        day = day_of(begun.occasion)
        if day is not None or begun.day is None or not self.has(begun.game):
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
            session = self.navigator.match_service.play_on(
                match,
                (ai.Seat(self.navigator.profile.seat_name, None), rival),
                occasion=_name_occasion(day) if counts else "",
                ai_seed=match.seed,
            )
            if counts:
                self._note(game, day, streaks.BEGUN)
            return session

        self.navigator.begin(begin)

    def _note(self, game: str, day: date, outcome: str, margin: int = 0) -> None:
        from red7_desktop.app.profile.statistics import ProfileEvent

        event = ProfileEvent(streaks.KIND, game, day.isoformat(), self.today(), outcome, margin)
        self.navigator.profile.note(event)

    def show(self, game: str, day: date | None = None) -> None:
        """Show a day of a game; without one, today, whenever that is."""
        self.navigator.open_page(DailyPage(self, game, day, self.navigator.close_page))

    def leave_for(self, game: str, day: date) -> None:
        self.navigator.close_page()
        self.play(game, day)


def _require_daily(daily: player.Daily | None) -> player.Daily:
    if daily is None:
        raise LookupError("this game has no daily deals")
    return daily


def _name_occasion(day: date) -> str:
    return f"{streaks.KIND} {day.isoformat()}"


def day_of(occasion: str) -> date | None:
    """Return which day's deal a match is the one try of that counts, None for any other."""
    kind, _, day = occasion.partition(" ")
    if kind != streaks.KIND:
        return None
    try:
        return date.fromisoformat(day)
    except ValueError:
        return None


def _find_outcome(session: session.Session) -> tuple[str, int]:
    result = session.match.game.result(session.match.state)
    if result is None:
        return streaks.LOST, 0
    others = [score for seat, score in enumerate(result.scores) if seat != _PERSON]
    margin = min(abs(result.scores[_PERSON] - score) for score in others)
    if _PERSON not in result.winners:
        return streaks.LOST, margin
    if len(result.winners) == 1:
        return (streaks.WON, margin)
    return (streaks.TIED, 0)


def result_words(texts: Texts, result: streaks.DayResult, rival: str) -> str:
    """Return the outcome of a try, by how much, against whom."""
    n = result.margin
    words = {
        streaks.WON: texts("Beat {name} by {n}", n=n, name=rival),
        streaks.TIED: texts("Tied with {name}", name=rival),
        streaks.LOST: texts("Lost to {name} by {n}", n=n, name=rival)
        if n
        else texts("Lost to {name}", name=rival),
    }
    return words[result.outcome]


def deal_words(texts: Texts, day: date) -> str:
    """Return the day of a deal, in words."""
    return texts("Daily deal of {date}", date=numbers_of(texts, day))


def row_words(texts: Texts, row: int) -> str:
    """Return how many days have been played in a row."""
    return texts("Streak: {n}", n=row)


def week_words(texts: Texts, day: date, done: streaks.DailyRecord) -> str:
    """Return how many days of the week were played."""
    played = sum(
        pip in (streaks.DayMark.WON, streaks.DayMark.PLAYED)
        for pip in streaks.mark_week(day, done.results)
    )
    return texts("{n} of 7 days this week", n=played)


def write_lines_to_copy(
    texts: Texts, title: str, day: date, done: streaks.DailyRecord, rival: str
) -> str:
    """Return the three lines about a day's result: no card is in them. title: of the game."""
    row = row_words(texts, streaks.count_days_in_row(day, done.results))
    lines = (
        texts("{game}: daily deal, {date}", game=title, date=numbers_of(texts, day)),
        result_words(texts, done.results[day], rival),
        texts("{row}, {week}", row=row, week=week_words(texts, day, done)),
    )
    return "\n".join(lines)


class DailyMode(TableMode):
    """Leaves the table to hands. counts: whether this is the one try of the day."""

    def __init__(self, ui: ui.Ui, day: date, *, counts: bool) -> None:
        super().__init__(node.Node(name="daily"))
        self._ui = ui
        self._counts = counts
        self.title = deal_words(ui.texts, day)

    def shown(self, model: table_model.TableModel) -> table_model.TableModel:
        texts = self._ui.texts
        told = model.title.round or model.title.line
        if self._counts:
            name = texts("Daily deal")
        else:
            name = texts("Daily deal, for fun")
        title = replace(model.title, line=f"{name} · {told}", round=name, rules=told)
        return replace(model, title=title)


_FACE: Final = 72.0


class DailyPage(SheetPage):
    """Shows a day of one game, above the title or above the table that it was played on.

    day: which one; None for today, which is another one after midnight.
    """

    first = "play"
    most_wide = 760.0

    def __init__(
        self, deals: DailyDeals, game: str, day: date | None, leave: Callable[[], None]
    ) -> None:
        super().__init__(deals.ui, "daily deal", leave)
        self._deals = deals
        self._game = game
        self._is_todays = day is None
        self._look_at(day or deals.today())

    def _look_at(self, day: date) -> None:
        self._day = day
        self._done = self._deals.done(self._game)
        self._state = self._deals.state_of(self._game, day)
        if self._state is DailyTry.OVER:
            self.first = "copy"
        else:
            self.first = "play"

    def day_changed(self) -> None:
        if self._is_todays:
            self._look_at(self._deals.today())
            super().day_changed()

    def opened(self) -> None:
        super().opened()
        day = day_words(self.ui.texts, self._day)
        self.ui.say(self.title, day, *self._told().split("\n"))

    # -- what is on it -----------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.ui.texts("Daily deal")

    def buttons(self) -> list[button.Button]:
        texts = self.ui.texts
        play = partial(self._deals.leave_for, self._game, self._day)
        words = {
            DailyTry.NEW: texts("Play"),
            DailyTry.KEPT: texts("Continue"),
            DailyTry.GONE: texts("Play for fun"),
            DailyTry.OVER: texts("Play for fun"),
        }[self._state]
        is_first = self._state in (DailyTry.NEW, DailyTry.KEPT)
        style, hint = ("primary", bindings.Intent.ACTIVATE) if is_first else ("plain", "")
        row = [self.button(words, play, style=style, hint=hint, name="play")]
        if self._state is DailyTry.OVER:
            said = texts("Copy result")
            row.append(self.button(said, self._copy, style="primary", name="copy"))
        return row

    def content(self, width: float) -> node.Node:
        return column(
            self._heading(width),
            14.0 * self.zoom,
            self._rival(width),
            streaks.build_days_node(self.look, self.ui.texts, self._done.results, self._day, width),
            self._inset(width),
            gap=22.0 * self.zoom,
            width=width,
            name="content",
        )

    def _heading(self, width: float) -> node.Node:
        texts = self.ui.texts
        theme = self.look.theme
        title = self._deals.box[self._game].face().title(texts)
        name = Label(self.look, title, "heading", max_width=width, name="game")
        words = day_words(texts, self._day)
        accent = theme.colour("accent")
        day = Label(self.look, words, "strong", colour=accent, max_width=width, name="day")
        gap = theme.sizes.gap
        below = 4.0 * self.zoom
        return ends(name, day, width, gap, below=below, name="heading")

    def _rival(self, width: float) -> node.Node:
        from red7_desktop.app.profile import plots

        texts = self.ui.texts
        gap = self.look.theme.sizes.gap
        rival = self._deals.rival(self._game, self._day)
        side = _FACE * self.zoom
        ring = self.look.theme.swatch("seats", "B")
        disc = plots.build_face_disc(
            self.look, plots.RivalLook(rival.name, rival.player or "", ring), side
        )
        room = width - side - gap
        rules = " · ".join(self._deals.rules_of(self._game))
        words = column(
            Label(self.look, texts("Against {name}", name=rival.name), "strong", max_width=room),
            Label(self.look, rules, "note", max_width=room, wraps=True),
            gap=2.0 * self.zoom,
        )
        return row(disc, words, gap=gap, name="rival")

    def _told(self) -> str:
        texts = self.ui.texts
        if self._state is DailyTry.OVER:
            title = self._deals.box[self._game].face().title(texts)
            rival = self._deals.rival(self._game, self._day).name
            return write_lines_to_copy(texts, title, self._day, self._done, rival)
        return {
            DailyTry.NEW: texts("The same cards for everyone. Only your first try counts."),
            DailyTry.KEPT: texts("Your first try isn’t finished yet."),
            DailyTry.GONE: texts("You’ve used up your first try; you can still play for fun."),
        }[self._state]

    def _inset(self, width: float) -> node.Node:
        edge = 0.7 * self.look.theme.sizes.padding
        room = width - 2 * edge
        lines = [
            Label(self.look, line, "body", max_width=room, wraps=True)
            for line in self._told().split("\n")
        ]
        well = Panel(self.look, geometry.Size(width, 1.0), "well", name="result")
        pad(column(*lines, gap=4.0 * self.zoom, width=room, name="told"), edge, into=well)
        return well

    def _copy(self) -> None:
        copy_and_tell(self.ui, self._told(), self.ui.texts("Result copied"))


_WEIGHT: Final = 1.6


def build_daily_tile(deals: DailyDeals, game: str, day: date) -> FeatureTile:
    """Make the door to a game's deal of a day."""
    texts = deals.ui.texts
    results = deals.done(game).results
    days = streaks.count_days_in_row(day, results)
    lines = (day_words(texts, day), *(() if days else (texts("The same cards for everyone"),)))

    def week(look: theme.Look, width: float) -> node.Node:
        """Return the week, and the days in a row at its right, or below where there is no room."""
        gap = look.theme.sizes.gap
        name = "week and row"
        pips = streaks.build_week_row(look, texts, results, day, width)
        if not days:
            return pips
        told = Label(look, row_words(texts, days), "strong", colour=look.theme.colour("accent"))
        return ends(pips, told, width, gap, below=gap / 2, name=name)

    return FeatureTile(
        "daily",
        texts("Daily deal"),
        partial(deals.show, game),
        lines,
        picture=build_icon("calendar", deals.ui.stage.look.theme.colour("accent")),
        foot=week,
        weight=_WEIGHT,
        has_cards=True,
    )
