"""The page of a daily deal: opponents and rules before the match, result and par afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.app.library import matches
from red7_desktop.app.profile import plots, streaks
from red7_desktop.app.profile.daily_score import DailyScore
from red7_desktop.app.screens import challenge
from red7_desktop.app.screens.daily import DailyDeals, DailyTry, row_words
from red7_desktop.kit import bindings, game_view, phrases
from red7_desktop.kit.hud.part import TONE_COLOURS, TextStyler
from red7_desktop.kit.match_model import RoundTile
from red7_desktop.kit.pages.forms import build_fan
from red7_desktop.kit.pages.notices import copy_and_notify
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import (
    Runs,
    Texts,
    capitalize_runs,
    describe_weekday,
    format_date_digits,
    to_plain,
    to_runs,
)
from red7_desktop.play import ai
from red7_desktop.scene.boxes import Slot, across, add_slot, column, down, pad, put, row, wrap
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import BoxPicture, Colour
from red7_desktop.scene.widgets import scroll
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop.player import DAILY_SEAT
from red7_desktop.tabletop.records import InvalidRecord
from red7_desktop.tabletop.rounds import read_record

if TYPE_CHECKING:
    from red7_desktop.tabletop.match import Match

_WIDE: Final = 1480.0
"""Largest width of the page, in design units at zoom 1."""
_TWO_COLUMNS: Final = 900.0
"""Least width of a page with two columns, in design units at zoom 1; a narrower page has one."""
_SPLIT: Final = 0.56
"""Width of the left column of the daily deal's page, as a share of the page's width."""
_FACE: Final = (72.0, 132.0)
"""Side of the opponent's portrait in design units at zoom 1, in a narrow and in a wide window."""
_TILE: Final = (44.0, 84.0)
"""Smallest and largest side of a round's tile, in design units at zoom 1."""
_CURVE: Final = (260.0, 540.0)
"""Smallest and largest height of the chart of points, in design units at zoom 1."""
_FAN: Final = 0.62
"""Height of the fan of cards as a share of its panel's height."""
_AIR: Final = (2.8, 2.2, 1.8, 1.5, 1.25, 1.0)
"""Factors for the size of the gaps on the daily deal's page. The first factor with which the page
fits into the window is used."""
_ABOVE: Final = 0.4
"""Share of the window's unused height that is above the daily deal's page; the rest is below."""
_NARROW: Final = 860.0
"""Maximum width of a page with one column before the daily match is finished.

In design units at zoom 1. In all other cases the maximum width of the page is `_WIDE`."""
_OWN_LINE: Final = 5.0
"""Thickness of the line of the user's points in the chart, in design units at zoom 1."""
_PAR_LINE: Final = 4.5
"""Thickness of the line of par (the AI player's points) in the chart, in design units at zoom 1."""
_SPACE_BETWEEN: Final = 1.15
"""Minimum distance between the labels of the two lines in the chart of points, in label heights."""


def result_words(texts: Texts, result: streaks.DayResult, rival: str) -> str:
    """Return a phrase about a result of the daily deal: outcome, margin and opponent."""
    n = result.margin
    words = {
        streaks.WON: texts("Beat {name} by {n}", n=n, name=rival),
        streaks.TIED: texts("Tied with {name}", name=rival),
        streaks.LOST: texts("Lost to {name} by {n}", n=n, name=rival)
        if n
        else texts("Lost to {name}", name=rival),
    }
    return words[result.outcome]


class SharedResult(NamedTuple):
    """The values in the text that a player shares.

    Attributes:
        title: Name of the game.
        day: Day of the deal.
        result: Result of the daily deal.
        rival: Name of the opponent.
        days: Number of days played in a row.
        own: The player's points in each round; None if they weren't stored.
        par: The AI player's points in each round (par); None if par isn't known yet.
    """

    title: str
    day: date
    result: streaks.DayResult
    rival: str
    days: int
    own: DailyScore | None = None
    par: DailyScore | None = None


def write_lines_to_share(texts: Texts, view: game_view.GameView, shared: SharedResult) -> str:
    """Return three lines about a result. They contain no cards, so they reveal nothing."""
    day = format_date_digits(texts, shared.day)
    outcome = result_words(texts, shared.result, shared.rival)
    lines = [texts("{game}: daily deal, {date}", game=shared.title, date=day)]
    streak = row_words(texts, shared.days)
    if shared.own is None:
        return "\n".join((*lines, outcome, streak))
    squares = [view.story.build_round_tile(texts, each).square for each in shared.own.rounds]
    figures = str(shared.own.points)
    if shared.par is not None:
        figures = texts("{n} (par {par})", n=shared.own.points, par=shared.par.points)
    return "\n".join((*lines, f"{''.join(squares)} {figures}", f"{outcome} · {streak}"))


class DailyPage(Page):
    """The page of one day's deal of a game.

    Args:
        deals: The feature with the daily deals.
        game: Name of the game.
        day: The day; it doesn't change at midnight.
    """

    def __init__(self, deals: DailyDeals, game: str, day: date) -> None:
        super().__init__(deals.ui, "daily deal", on_leave=deals.navigator.show_title)
        self._deals = deals
        self._navigator = deals.navigator
        self._game = game
        self._day = day
        self._game_view = deals.catalogue[game].view()
        self._decision: Runs = ()
        self._has_record = False
        self.about = self._game_view.title
        self._read()
        if self._own is not None and self._own.match:
            job = partial(self._read_record, self._own.match)
            self.load(self._navigator.library.load(job), self._take_record)

    def _read(self) -> None:
        """Update the page's attributes from the user's results of the day.

        Also request the computation of par (the result of the strongest AI player with the user's
        cards) if the user has finished the day's match and par isn't known.
        """
        deals = self._deals
        self._done = deals.done(self._game)
        self._streak = streaks.count_streak(self._day, self._done.results)
        self._state = deals.state_of(self._game, self._day)
        self._own = deals.find_own_score(self._game, self._day)
        self._par = deals.find_par(self._game, self._day)
        self.first = "play"
        if self._state is DailyTry.OVER:
            self.first = "copy"
            if self._par is None:
                deals.request_par(self._game, self._day)
        if self._is_past:
            self.first = "today"

    @property
    def _is_past(self) -> bool:
        return self._day != self._deals.today()

    @property
    def _rival(self) -> ai.Seat:
        return self._deals.rival(self._game, self._day)

    @property
    def _ink(self) -> TextStyler:
        faces = self._navigator.presentation.get_card_art(self._game_view)
        return TextStyler(faces, self.ui.settings.colours)

    # -- called by the program -------------------------------------------------------------

    def on_day_changed(self) -> None:
        self._read()
        super().on_day_changed()
        self.ui.say(*self._list_notices())

    @property
    def _awaits_par(self) -> bool:
        is_wanted = self._state is DailyTry.OVER and self._par is None
        return is_wanted and self._deals.is_par_pending(self._game, self._day)

    @property
    def needs_tick(self) -> bool:
        return self._awaits_par or super().needs_tick

    def tick(self, now: float) -> None:
        super().tick(now)
        if self._state is DailyTry.OVER and self._par is None:
            self._par = self._deals.find_par(self._game, self._day)
            if self._par is not None:
                self.rebuild(self.ui.stage.focus.focused_name(self.node))

    def on_open(self) -> None:
        super().on_open()
        self.ui.say(*self._list_spoken())

    # -- the record of the match -----------------------------------------------------------

    def _read_record(self, uid: str) -> Match | None:
        """Read the match of the day from the library; None if it was deleted. Thread-safe."""
        nothing: matches.MatchRow | None = None
        library = self._navigator.library
        found = library.read(partial(matches.find_played, uid=uid), nothing)
        if found is None:
            return None
        row = self._deals.catalogue[self._game]
        with suppress(InvalidRecord):
            return read_record(row.view().story.record_form, found.text, row.rules()).match
        return None

    def _take_record(self, match: Match | None) -> None:
        self._has_record = match is not None
        if match is None:
            return
        seats = (ai.Seat(self._navigator.profile.seat_name), self._rival)
        words = self._game_view.words.words_class.for_viewer(self.ui.texts, seats, DAILY_SEAT)
        end = story.build_end(self._game_view, words, match, DAILY_SEAT)
        if end is not None:
            self._decision = end.turning_point.line

    # -- notices ---------------------------------------------------------------------------

    @property
    def _subtitle(self) -> str:
        texts = self.ui.texts
        days = self._streak
        parts = [self._game_view.title(texts), describe_weekday(texts, self._day)]
        if days:
            parts.append(texts.plural("{n} day in a row", "{n} days in a row", days))
        return " · ".join(parts)

    def _list_notices(self) -> list[str]:
        """Return notices about the daily match while it has no result.

        Depending on the match: its rules if it hasn't begun, that it isn't finished yet, or that it
        was begun and deleted. Also whether a new day has begun while the page was open.
        """
        texts = self.ui.texts
        notices = []
        if self._is_past:
            notices.append(texts("A new day has begun, with a new deal."))
        told = {
            DailyTry.NEW: (
                texts("The same cards for everyone."),
                texts("Only your first try counts, without hints."),
            ),
            DailyTry.KEPT: (texts("Your first try isn’t finished yet."),),
            DailyTry.GONE: (texts("You’ve used up your first try; you can still play for fun."),),
            DailyTry.OVER: (),
        }
        return [*notices, *told[self._state]]

    def _list_spoken(self) -> list[str]:
        texts = self.ui.texts
        said = [texts("Daily deal"), self._subtitle, *self._list_notices()]
        if self._state is not DailyTry.OVER:
            said.append(texts("Against {name}", name=self._rival.name))
            return said
        said.append(self._outcome)
        if self._own is not None:
            said.append(texts("You: {n}", n=self._own.points))
            if self._par is not None:
                said.append(texts("Par: {n}", n=self._par.points))
            said += [tile.words for tile in self._tiles]
        return said

    @property
    def _outcome(self) -> str:
        result = self._done.results[self._day]
        return result_words(self.ui.texts, result, self._rival.name)

    @property
    def _tiles(self) -> list[RoundTile]:
        rounds = self._own.rounds if self._own is not None else ()
        return [self._game_view.story.build_round_tile(self.ui.texts, each) for each in rounds]

    def _write_to_share(self) -> str:
        texts = self.ui.texts
        shared = SharedResult(
            self._game_view.title(texts),
            self._day,
            self._done.results[self._day],
            self._rival.name,
            self._streak,
            self._own,
            self._par,
        )
        return write_lines_to_share(texts, self._game_view, shared)

    # -- laying out ------------------------------------------------------------------------

    def build(self) -> None:
        """Build the page with the largest gaps that fit; a page that is still too high scrolls."""
        self.add_room()
        visible = self.look.visible_area
        margin = self.look.theme.sizes.safe_margin
        gap = self.look.theme.sizes.gap
        wide = min(visible.w - 2 * margin, _WIDE * self.zoom)
        if not (self._has_result or self._has_two_columns(wide)):
            wide = min(wide, _NARROW * self.zoom)
        room = visible.inflated(-margin)
        back = self._build_back()
        is_beside = (visible.w - wide) / 2 >= back.size.w + gap
        head = self._build_head(wide, None if is_beside else back)
        top = add_slot(head, self.node)
        if is_beside:
            top = across(-back.size.w - gap, add_slot(back, self.node), gap, top)
        foot = wrap(self._list_buttons(), wide, get_button_gap(self.look), name="foot")
        free = room.h - head.size.h - foot.size.h
        for air in _AIR:
            content = self._build_content(wide, air)
            if content.size.h + 4 * air * gap <= free:
                break
        below = 2 * air * gap
        middle = add_slot(content, self.node)
        if content.size.h + 4 * air * gap > free + 0.5:
            below = 2 * gap
            middle = Slot(partial(self._add_scrolling_content, air), weight=1.0)
        bottom = add_slot(foot, self.node)
        page = down(top, 2 * air * gap, middle, below, bottom, share=_ABOVE, align=0.0)
        across(Slot(page.place, w=wide), share=0.5).place(room)

    def _add_scrolling_content(self, air: float, room: Rect) -> None:
        content = self._build_content(room.w - scroll.ScrollView.bar_room * self.zoom, air)
        self.add_view(self.node, content, room, "view", focusable=True)

    def _build_back(self) -> Button:
        arrow = build_glyph("left", self.look.theme.colour("text"))
        caption = self.ui.texts("Back")
        return self.button("", self.leave, icon=arrow, style="quiet", name="close", caption=caption)

    def _build_head(self, width: float, back: Button | None) -> Node:
        """Return the page's title row: a button to go back, the title, and the day below it.

        Args:
            width: Width of the page.
            back: The button; None if it is placed elsewhere.
        """
        gap = self.look.theme.sizes.gap
        room = width if back is None else width - back.size.w - gap
        title = self._title(self.ui.texts("Daily deal"), room)
        subtitle = Label(self.look, self._subtitle, "soft", max_width=room, wraps=True, name="day")
        words = column(title, subtitle, gap=2 * self.zoom)
        return row(*([back] if back else []), words, gap=gap, name="head")

    def _list_buttons(self) -> list[Button]:
        texts = self.ui.texts
        play = partial(self._deals.play, self._game, self._day)
        activate = bindings.Intent.ACTIVATE
        found = []
        if self._is_past:
            show = partial(self._deals.show, self._game)
            words = texts("Today’s deal")
            found.append(self.button(words, show, style="primary", hint=activate, name="today"))
        if self._state is DailyTry.OVER:
            found += self._list_result_buttons(is_first=not found)
        if self._state is DailyTry.NEW and not found:
            words = texts("Play without hints")
            found.append(self.button(words, play, style="primary", hint=activate, name="play"))
        if self._state is DailyTry.KEPT:
            style = "plain" if found else "primary"
            found.append(self.button(texts("Continue"), play, style=style, name="play"))
        if self._state in (DailyTry.OVER, DailyTry.GONE):
            found.append(self.button(texts("Play for fun"), play, name="play"))
        return found

    def _list_result_buttons(self, *, is_first: bool) -> list[Button]:
        texts = self.ui.texts
        style = "primary" if is_first else "plain"
        found = [self.button(texts("Copy to share"), self._copy, style=style, name="copy")]
        if self._own is None:
            return found
        words = texts("Challenge a friend")
        found.append(self.button(words, self._challenge, name="challenge"))
        if self._own.match:
            look_back = partial(self._navigator.show_played, self._own.match)
            found.append(
                self.button(
                    texts("Look back"), look_back, enabled=self._has_record, name="look back"
                )
            )
        return found

    def _build_content(self, width: float, air: float) -> Node:
        """Return the content between the page's title row and its buttons.

        Args:
            width: Width of the page.
            air: Factor for the size of gaps, at least 1.
        """
        gap = air * self.look.theme.sizes.gap
        is_beside = self._has_two_columns(width)
        if not self._has_result:
            return self._build_before(width, gap, is_beside=is_beside)
        if not is_beside:
            return column(
                self._build_result(width, gap),
                self._build_curve(Size(width, min(air * _CURVE[0], _CURVE[1]) * self.zoom)),
                self._build_week(width),
                gap=2 * gap,
                name="content",
            )
        left = _SPLIT * width - gap
        told = column(self._build_result(left, gap), self._build_week(left), gap=2.5 * gap)
        high = min(max(told.size.h, _CURVE[0] * self.zoom), _CURVE[1] * self.zoom)
        curve = self._build_curve(Size((1.0 - _SPLIT) * width - gap, high))
        return row(told, curve, width=width, share=0.0, name="content")

    @property
    def _has_result(self) -> bool:
        return self._state is DailyTry.OVER and self._own is not None

    def _has_two_columns(self, width: float) -> bool:
        visible = self.look.visible_area
        return width >= _TWO_COLUMNS * self.zoom and visible.w >= visible.h

    # -- without a result ------------------------------------------------------------------

    def _build_before(self, width: float, gap: float, *, is_beside: bool) -> Node:
        """Return the page's content while there is no result.

        The content consists of opponent, week and notices. If there is room, a fan of cards is
        beside them.
        """
        if not is_beside:
            return self._build_invitation(width, gap, _FACE[0])
        left = _SPLIT * width - gap
        told = self._build_invitation(left, gap, _FACE[1])
        high = min(max(told.size.h, _CURVE[0] * self.zoom), _CURVE[1] * self.zoom)
        fan = self._build_fan_panel(Size((1.0 - _SPLIT) * width - gap, high))
        return row(told, fan, width=width, share=0.5, name="content")

    def _build_fan_panel(self, size: Size) -> Node:
        presentation = self._navigator.presentation
        kinds = self._game_view.setup.list_presets(
            self._navigator.setups.of(self._game), self.ui.texts
        )
        cards = max((kind.cards for kind in kinds), key=len, default=())
        panel = Panel(self.look, size, "well", name="cards")
        if cards:
            fan = build_fan(presentation.ui_for(self._game_view), cards, _FAN * size.h)
            fan.scale = min(1.0, 0.86 * size.w / fan.size.w)
            holder = Node(
                name="fan room", size=Size(fan.scale * fan.size.w, fan.scale * fan.size.h)
            )
            holder.add(fan)
            put(holder, panel)
        panel.is_silent = True
        return panel

    def _build_invitation(self, width: float, gap: float, side: float) -> Node:
        parts: list[Node | float] = [
            *(self._build_rival(width, side), 2 * gap, self._build_week(width))
        ]
        lines = self._list_notices()
        if self._state is DailyTry.OVER:
            lines.append(self._outcome)
        if lines:
            edge = 0.8 * self.look.theme.sizes.padding
            room = width - 2 * edge
            labels = [
                Label(self.look, line, "body", max_width=room, wraps=True, name="notice")
                for line in lines
            ]
            well = Panel(self.look, Size(width, 1.0), "well", name="notices")
            inside = column(*labels, gap=4 * self.zoom, width=room)
            parts += [2 * gap, pad(inside, edge, into=well)]
        return column(*parts, width=width, name="content")

    def _build_rival(self, width: float, side: float) -> Node:
        """Return a row with the opponent's portrait, name and level, and the deal's rules.

        Args:
            width: Available width.
            side: Side of the portrait, in design units at zoom 1.
        """
        is_large = side > _FACE[0]
        texts = self.ui.texts
        gap = self.look.theme.sizes.gap
        rival = self._rival
        side *= self.zoom
        ring = self.look.theme.swatch("seats", "B")
        face = plots.OpponentStyle(rival.name, rival.player or "", ring)
        disc = plots.build_face_disc(self.look, face, side)
        room = width - side - gap
        strength = phrases.describe_strengths(texts).get(rival.player or "", "")
        name = texts("Against {name}", name=rival.name)
        if strength:
            name = texts("Against {name} ({strength})", name=rival.name, strength=strength)
        joined = " · ".join(self._deals.rules_of(self._game))
        rules = to_plain(capitalize_runs(to_runs(joined)))
        style = "heading" if is_large else "strong"
        lines = [Label(self.look, name, style, max_width=room, wraps=True, name="rival name")]
        if rules:
            style = "soft" if is_large else "note"
            lines.append(Label(self.look, rules, style, max_width=room, wraps=True))
        words = column(*lines, gap=2 * self.zoom)
        return row(disc, words, gap=gap, name="rival")

    def _build_week(self, width: float) -> Node:
        results = self._done.results
        return streaks.build_days_node(self.look, self.ui.texts, results, self._day, width)

    # -- the result ------------------------------------------------------------------------

    def _build_result(self, width: float, gap: float) -> Node:
        parts: list[Node | float] = [self._build_figures(width), 1.5 * gap]
        for line in self._list_notices():
            label = Label(self.look, line, "strong", max_width=width, wraps=True, name="notice")
            parts = [label, gap, *parts]
        outcome = Label(self.look, self._outcome, "strong", max_width=width, name="outcome")
        parts += [outcome, gap, self._build_tiles(width), gap / 2]
        caption = self._game_view.story.describe_row_of_rounds(self.ui.texts)
        parts.append(Label(self.look, caption, "soft", max_width=width, wraps=True))
        if self._decision:
            spans = self._ink.spans(self.look, self._decision)
            size = Size(width, 0.0)
            told = RunsLabel(self.look, spans, "body", size=size, max_lines=4, name="decision")
            parts += [gap / 2, told]
        return column(*parts, width=width, name="result")

    def _build_figures(self, width: float) -> Node:
        """Return a node with the player's points and, at the right, par or why there is none."""
        texts = self.ui.texts
        accent = self.look.theme.colour("accent")
        assert self._own is not None
        points = self._own.points
        name_points = self._game_view.story.name_points
        words = f"{name_points(texts, points)} · " + texts("you")
        own = self._build_figure(str(points), words, accent, "own")
        if self._par is not None:
            number = str(self._par.points)
            words = texts("par (the strongest player)")
            words = f"{name_points(texts, self._par.points)} · {words}"
        else:
            number = "…"
            words = texts("Par is being computed") if self._awaits_par else texts("no par")
        par = self._build_figure(number, words, None, "par")
        return wrap((own, par), width, 3 * self.look.theme.sizes.padding, name="figures")

    def _build_figure(self, number: str, words: str, colour: Colour | None, name: str) -> Node:
        figure = Label(self.look, number, "figure", colour=colour, name=f"{name} points")
        return column(figure, Label(self.look, words, "soft"), gap=4 * self.zoom, name=name)

    def _build_tiles(self, width: float) -> Node:
        """Return a tile for each round: in one line if the tiles fit, otherwise in several."""
        round_tiles = self._tiles
        gap = 0.17 * _TILE[1] * self.zoom
        side = (width + gap) / len(round_tiles) - gap
        side = min(max(side, _TILE[0] * self.zoom), _TILE[1] * self.zoom)
        tiles = wrap(
            [self._build_tile(each, side) for each in round_tiles], width, gap, name="rounds"
        )
        tiles.is_speech_hidden = True
        return tiles

    def _build_tile(self, model: RoundTile, side: float) -> Node:
        theme = self.look.theme
        colour = theme.colour(TONE_COLOURS.get(model.tone, "text"))
        if model.symbol:
            colour = self._ink.on_dark(self.look, model.symbol)
        drawn = theme.colour("text")
        fill: Colour | None = colour.with_alpha(0.22)
        rim = colour
        if not model.is_bright:
            drawn = theme.colour("text_faint")
            fill = None
            rim = theme.colour("border")
        picture = BoxPicture(fill, 0.23 * side, rim, max(1.5, 0.03 * side))
        tile = Node(name="round", size=Size(side, side), picture=picture)
        if model.symbol:
            symbol = self._ink.symbol(model.symbol, drawn)
            put(Node(name="sign", size=Size(0.54 * side, 0.54 * side), picture=symbol), tile)
        else:
            put(Label(self.look, model.label, "heading", colour=drawn), tile)
        return tile

    # -- the curve -------------------------------------------------------------------------

    def _build_curve(self, size: Size) -> Node:
        """Return a chart of the player's points by round, and of par as a dotted line."""
        assert self._own is not None
        texts = self.ui.texts
        theme = self.look.theme
        panel = Panel(self.look, size, "well", name="curve")
        edge = theme.sizes.padding
        own = self._own.curve
        par = self._par.curve if self._par is not None else ()
        last = max(len(own), len(par)) - 1
        most = max(1, *own, *par)
        shown = [(own, texts("you"), theme.colour("accent"), False)]
        if par:
            shown.append((par, texts("par"), theme.colour("text_faint"), True))
        labels = [
            Label(self.look, f"{words} {curve[-1]}", "label", colour=colour, name=words)
            for curve, words, colour, _ in shown
        ]
        first = Label(self.look, texts("round 1"), "small")
        right = max(each.size.w for each in labels) + edge / 2
        plot = Rect(
            edge,
            1.2 * edge,
            size.w - 2 * edge - right,
            size.h - 2.2 * edge - 1.6 * first.size.h,
        )
        lines = []
        for curve, _, colour, is_dotted in reversed(shown):
            places = tuple([_place(nth, last, points, most) for nth, points in enumerate(curve)])
            thickness = (_PAR_LINE if is_dotted else _OWN_LINE) * self.zoom / plot.h
            lines.append(plots.PlotLine(colour, places, thickness, is_dotted))
        drawn = Node(name="lines", size=plot.size, position=plot.position)
        drawn.picture = plots.lines_picture(tuple(lines))
        panel.add(drawn)
        heights = [_place(0, 1, curve[-1], most)[1] * plot.h for curve, *_ in shown]
        shifted = _spread(heights, _SPACE_BETWEEN * labels[0].size.h)
        for label, high in zip(labels, shifted, strict=True):
            label.position = Vec(plot.right + edge / 2, plot.y + high - label.size.h / 2)
            panel.add(label)
        end = Label(self.look, str(last), "small")
        for label, nth in ((first, 1), (end, last)):
            x = plot.x + _place(nth, last, 0, most)[0] * plot.w - label.size.w / 2
            label.position = Vec(max(x, edge), size.h - edge - label.size.h)
        panel.add(first)
        if end.position.x > first.position.x + first.size.w + edge:
            panel.add(end)
        return panel

    # -- commands --------------------------------------------------------------------------

    def _copy(self) -> None:
        copy_and_notify(self.ui, self._write_to_share(), self.ui.texts("Result copied"))

    def _challenge(self) -> None:
        texts = self.ui.texts
        assert self._own is not None
        result = self._done.results[self._day]
        setup = self._deals.setup_of(self._game, self._day)
        sent = challenge.Challenge(setup, self._own.points, result.outcome)
        code = challenge.write_code(sent, self._deals.catalogue)
        words = challenge.write_message(texts, self._game_view, sent, code)
        copy_and_notify(self.ui, words, texts("Challenge copied: {code}", code=code))


def _place(nth: int, last: int, points: int, most: int) -> tuple[float, float]:
    """Return the position of a point in the chart, as shares of its width and height."""
    return 0.02 + 0.96 * nth / max(1, last), 0.97 - 0.94 * points / most


def _spread(heights: Sequence[float], least: float) -> list[float]:
    """Move the chart's two labels apart if they are too close to each other.

    Args:
        heights: Position of each label, at most two.
        least: Minimum distance between the labels.
    """
    if len(heights) < 2 or abs(heights[0] - heights[1]) >= least:
        return list(heights)
    middle = sum(heights) / 2
    up = -1 if heights[0] <= heights[1] else 1
    return [middle + up * least / 2, middle - up * least / 2]
