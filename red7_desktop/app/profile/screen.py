"""The profile page with panels of a player's statistics, and the page of all players."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from red7_desktop.app.feature import Navigator
from red7_desktop.app.profile import plots, streaks
from red7_desktop.app.profile.achievements import (
    AchievementProgress,
    build_emblem_grid,
    describe_achievements,
)
from red7_desktop.app.profile.profiles import ProfilePageData, Profiles
from red7_desktop.app.profile.statistics import (
    COLOURS,
    GameStatistics,
    PlayerProfile,
    Rating,
    Rival,
)
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.look.icons import name_animal
from red7_desktop.kit.match_model import Feat, RoundCategoryChart
from red7_desktop.kit.pages.forms import ListPage, build_name_field
from red7_desktop.kit.pages.page import PAGE_OPENING, Page, ask, show_message
from red7_desktop.kit.setup import is_fit_name
from red7_desktop.kit.texts import Texts, format_date_digits
from red7_desktop.scene.boxes import Slot, across, add_slot, column, down, put, row, wrap
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.theme import ResolvedTheme
from red7_desktop.scene.widgets import button, fields, scroll
from red7_desktop.scene.widgets.widget import Label, Panel

_PAD: Final = 26.0
_VERTICAL_PADDING: Final = 1.7
"""Vertical padding of a panel, relative to its horizontal padding."""
_MIN_ARCS_HEIGHT: Final = 300.0
_SIGN: Final = 30.0
_CURVE: Final = 180.0
_MAX_POINTS: Final = 120
_MAX_ACHIEVEMENTS = 4
"""Maximum number of achievements on the page with the statistics. `AchievementsPage` shows all."""
_MIN_REACHED = 2
"""Minimum number of reached achievements on the page with the statistics, if the player has so
many. The other places show the achievements that are nearest to their goals."""


@dataclass
class StatisticsPanelBuilder:
    """Builds the panels with the statistics of one game. All panels have the same width.

    Attributes:
        look: Theme and window size.
        texts: Translations.
        ink: Gives colours to symbols of cards and to text that mentions cards.
        statistics: The player's statistics in the game.
        rivals: Name, portrait and colour of each opponent: AI levels from the weakest, then humans.
        levels: Measured strengths of AI levels, weakest first.
        width: Width of the panels.
    """

    look: ResolvedTheme
    texts: Texts
    ink: TextStyler
    statistics: GameStatistics
    rivals: Mapping[Rival, plots.OpponentStyle]
    levels: Mapping[str, int]
    width: float

    @property
    def zoom(self) -> float:
        return self.look.theme.zoom

    @property
    def _inner(self) -> float:
        return self.width - 2 * _PAD * self.zoom

    def _head(self, title: str, note: str, beside: float = 0.0) -> Node:
        room = self._inner - beside
        parts = [Label(self.look, title, "heading", max_width=room)]
        if note:
            parts.append(Label(self.look, note, "note", max_width=room, wraps=True))
        return column(*parts, gap=2.0 * self.zoom)

    def _card(self, name: str, head: Node, *parts: Node, gap: float) -> Panel:
        inside = column(head, *parts, gap=gap * self.zoom, name="inside")
        pad = _PAD * self.zoom
        inside.position = Vec(pad, 0.8 * pad)
        card = Panel(
            self.look, Size(self.width, inside.size.h + _VERTICAL_PADDING * pad), "panel", name=name
        )
        card.add(inside)
        return card

    def daily(self, results: Mapping[date, streaks.DayResult], today: date) -> Panel:
        texts = self.texts
        n = len(results)
        won = sum(result.outcome == streaks.WON for result in results.values())
        note = texts.plural("{n} played, {won} won", "{n} played, {won} won", n, won=won)
        days = streaks.build_days_node(self.look, texts, results, today, self._inner)
        head = self._head(texts("Daily deal"), note)
        return self._card("daily", head, days, gap=18.0)

    def achievements(self, found: Sequence[tuple[AchievementProgress, Feat]], tool: Node) -> Panel:
        """Build the panel with some of the achievements, most of them reached or nearly reached.

        Args:
            found: Progress and texts of each achievement.
            tool: Node at the right of the title.
        """
        got = [each for each in found if each[0].is_reached]
        open_ones = [each for each in found if each not in got]
        near = sorted(open_ones, key=lambda each: each[0].reached / each[0].goal, reverse=True)
        shown = [*got[: max(_MAX_ACHIEVEMENTS - len(near), _MIN_REACHED)], *near][
            :_MAX_ACHIEVEMENTS
        ]
        note = self.texts("{n} of {all}", n=len(got), all=len(found))
        head = self._head(self.texts("Achievements"), note, tool.size.w)
        head = row(head, tool, width=self._inner)
        emblems = build_emblem_grid(self.look, self.texts, shown, self._inner)
        return self._card("achievements", head, emblems, gap=18.0)

    def figures(self) -> Panel:
        statistics = self.statistics
        texts = self.texts
        room = self._inner
        if statistics.played:
            share = plots.format_percent(texts, statistics.won / statistics.played)
        else:
            share = "–"
        cells_shown: list[tuple[str, str, str]] = [
            (str(statistics.played), texts.plural("match", "matches", statistics.played), "text"),
            (share, texts("won"), "ok"),
            (str(statistics.streak), texts("win streak"), "accent"),
            (str(statistics.best), texts("best streak"), "accent"),
            (str(statistics.turns), texts.plural("turn", "turns", statistics.turns), "text"),
            (str(statistics.hints), texts.plural("hint", "hints", statistics.hints), "text"),
        ]
        gap = 16 * self.zoom
        widest = max(Label(self.look, figure, "numeral").size.w for figure, _, _ in cells_shown)
        is_wide = room >= 700 * self.zoom and widest + gap <= room / len(cells_shown)
        count = len(cells_shown) if is_wide else len(cells_shown) // 2
        width = room / count
        cells = []
        for figure, unit, style in cells_shown:
            colour = self.look.theme.colour(style)
            most = width - gap
            number = Label(self.look, figure, "numeral", colour=colour, max_width=most)
            note = Label(self.look, unit, "note", max_width=most, wraps=True)
            cell = column(number, note, width=width)
            cell.caption = f"{figure} {unit}"
            cells.append(cell)
        rows = [row(*cells[at : at + count], share=0.0) for at in range(0, len(cells), count)]
        return self._card("figures", self._head(texts("Matches"), ""), *rows, gap=10.0)

    # -- ways to win a round -----------------------------------------------------------------

    def arcs(self, won_by: RoundCategoryChart, least: float) -> Panel:
        """Build the panel with a ring chart: an arc for each way to win a round.

        Args:
            won_by: The ways to win a round.
            least: Minimum height of the panel.
        """
        zoom = self.zoom
        tallies = self.statistics.tallies
        inner = self._inner
        shares = [
            share
            for share in won_by.shares
            if share.is_sign or share.key in tallies or share.key <= won_by.shares[1].key
        ]
        head = self._head(won_by.title, won_by.note)
        around = 2 * 1.9 * _SIGN * zoom
        room = least - head.size.h - (10.0 + _VERTICAL_PADDING * _PAD) * zoom
        room = max(room, _MIN_ARCS_HEIGHT * zoom + around)
        side = min(room - around, inner - 6.4 * _SIGN * zoom)
        plot = Node(name="arcs", size=Size(inner, max(room, side + around)))
        parts = [self._part_won(share.key) or 0.0 for share in shares]
        inks = [self.ink.on_dark(self.look, share.symbol) for share in shares]
        arcs = tuple(zip(inks, parts, strict=True))
        picture = plots.arcs_picture(arcs, self.look.theme.colour("text_soft"))
        put(Node(name="ring", size=Size(side, side), picture=picture), plot)
        put(self._sum_of_rounds(0.5 * side), plot)
        for nth, share in enumerate(shares):
            angle = math.radians(plots.find_arc_middle(nth, len(shares)))
            mark = self._mark(share.key, share.label if not share.is_sign else "", share.symbol)
            put(mark, plot)
            reach = side / 2 + 10 * zoom
            away = Vec(reach + mark.size.w / 2, reach + mark.size.h / 2)
            mark.position += Vec(math.sin(angle) * away.x, -math.cos(angle) * away.y)
        return self._card("shares", head, plot, gap=10.0)

    def _part_won(self, key: str) -> float | None:
        had, taken = self.statistics.tallies.get(key, (0, 0))
        if had:
            return taken / had
        return None

    def _say_part(self, part: float | None) -> str:
        if part is None:
            return "–"
        return plots.format_percent(self.texts, part)

    def _sum_of_rounds(self, room: float) -> Node:
        rounds = sum(count for count, _ in self.statistics.tallies.values())
        won = sum(count for _, count in self.statistics.tallies.values())
        percent = self._say_part(won / rounds if rounds else None)
        words = self.texts.plural("of {n} round", "of {n} rounds", rounds)
        return column(
            Label(self.look, percent, "display", max_width=room),
            Label(self.look, words, "soft", max_width=room),
            share=0.5,
        )

    def _mark(self, key: str, label: str, symbol: str) -> Node:
        words = Label(self.look, self._say_part(self._part_won(key)), "strong")
        colour = self.ink.on_dark(self.look, symbol)
        name = f"share {key}"
        if label:
            above = Label(self.look, label, "small", colour=colour)
            return column(above, words, share=0.5, name=name)
        side = 0.8 * _SIGN * self.zoom
        sign = Node(name="sign", size=Size(side, side), picture=self.ink.symbol(symbol, colour))
        return row(sign, words, gap=8 * self.zoom, name=name)

    def rating(self, high: float | None = None) -> Panel:
        """Build the panel with the rating over time and the strengths of AI levels.

        Args:
            high: Wanted height of the panel; the curve's height is adjusted within limits.
        """
        texts = self.texts
        curve = self.statistics.curve[-_MAX_POINTS:]
        if not curve:
            note = texts("Finish a match to get a rating.")
            return self._card("rating", self._head(texts("Rating"), note), gap=0.0)
        now = curve[-1]
        title = texts(
            "Rating {rating} ± {doubt}", rating=round(now.value), doubt=round(2 * now.deviation)
        )
        note = texts("The band shows the uncertainty; it narrows as you play.")
        head = self._head(title, note)
        usual = _CURVE * self.zoom
        if high is not None:
            usual = high - head.size.h - (14.0 + _VERTICAL_PADDING * _PAD) * self.zoom
            least = _CURVE - _LESS_CURVE
            most = _CURVE + _MORE_CURVE
            usual = min(max(usual, least * self.zoom), most * self.zoom)
        plot = self._plot_rating(curve, Size(self._inner, usual))
        return self._card("rating", head, plot, gap=14.0)

    def _plot_rating(self, curve: Sequence[Rating], size: Size) -> Node:
        zoom = self.zoom
        left = (plots.PORTRAIT_SIZE + 12) * self.zoom
        height = size.h
        values: list[float] = [*self.levels.values()]
        for rating in curve:
            values += [rating.value - rating.deviation / 2, rating.value + rating.deviation / 2]
        lowest = min(values) - 60
        highest = max(values) + 60

        def y_of(value: float) -> float:
            return (highest - value) / (highest - lowest)

        plot = Node(name="curve", size=size)
        disc = min(plots.PORTRAIT_SIZE * zoom * 0.8, height / 8)
        for key, value in self.levels.items():
            y = y_of(value) * height
            line = Panel(self.look, Size(size.w - left, max(1.0, zoom)), "rule_line")
            line.position = Vec(left, y)
            sign = plots.build_face_disc(self.look, self.rivals[key], disc)
            sign.position = Vec(0.0, y - disc / 2)
            plot.add(line, sign)
        last = max(1, len(curve) - 1)
        points = [
            (
                (0.02 + 0.96 * nth / last) if len(curve) > 1 else 0.5,
                y_of(rating.value),
                2 * rating.deviation / (highest - lowest),
            )
            for nth, rating in enumerate(curve)
        ]
        drawn = Node(name="line", size=Size(size.w - left, height), position=Vec(left, 0.0))
        drawn.picture = plots.curve_picture(tuple(points), self.look.theme.colour("accent"))
        plot.add(drawn)
        return plot

    def against(self) -> Panel:
        texts = self.texts
        met = [rival for rival in self.rivals if rival in self.statistics.against]
        note = texts("wins, losses and rating ± uncertainty")
        if self._inner < plots.MIN_RATED_WIDTH * self.zoom:
            note = texts("wins and losses")
        if not met:
            note = texts("No opponents yet.")
        rows = [
            plots.build_record_row(
                *(self.look, texts, self.rivals[rival], self.statistics.against[rival]),
                self._inner,
            )
            for rival in met
        ]
        head = self._head(texts("Head to head"), note)
        return self._card("against", head, *rows, gap=4.0)

    def days(self, today: date) -> Panel:
        """Build the panel with a calendar that marks days with a match, and days with a win."""
        texts = self.texts
        days = self.statistics.days
        count = sum(1 for day in days if timedelta() <= today - day < timedelta(days=365))
        note = texts.plural(
            "played on {n} day of the last year", "played on {n} days of the last year", count
        )
        calendar = plots.build_calendar(self.look, texts, days, today, self._inner)
        return self._card("days", self._head(texts("Activity"), note), calendar, gap=12.0)


_PLANS: Final = (
    (1600.0, (("arcs", "days"), ("figures", "rating", "against"), ("daily", "achievements"))),
    (860.0, (("arcs", "days", "daily"), ("figures", "rating", "against", "achievements"))),
    (0.0, (("figures", "arcs", "rating", "against", "days", "daily", "achievements"),)),
)
"""Layouts of the page: the least width in design units at zoom 1, then the panels of each column
from the top."""
_MAX_ARCS_HEIGHT: Final = 860.0
"""Largest height of the panel with the ring chart of how rounds were won, in design units at
zoom 1."""
_MORE_CURVE = 160.0
"""Maximum extra height of the rating curve in a tall window, in design units at zoom 1."""
_LESS_CURVE = 60.0
"""Maximum reduction of the rating curve's height in a low window, in design units at zoom 1."""
_FACE: Final = 60.0
_WIDE: Final = 1760.0


class AchievementsPage(ListPage):
    """An overlay with all achievements."""

    first = "close"

    def __init__(
        self, navigator: Navigator, found: Sequence[tuple[AchievementProgress, Feat]]
    ) -> None:
        super().__init__(navigator.ui, "all achievements", navigator.close_page, as_overlay=True)
        self._all = found

    @property
    def title(self) -> str:
        return self.ui.texts("Achievements")

    def content(self, width: float) -> Node:
        return build_emblem_grid(self.look, self.ui.texts, self._all, width)


class ProfileScreen(Page):
    """The statistics of one game at a time, read in the background.

    Args:
        navigator: Opens other screens, and gives access to the program's services.
        profiles: Reads profiles.
        game: Name of the game shown first.
        show_people: Opens the page of players, given the game to return to.
    """

    first = "game"

    def __init__(
        self,
        navigator: Navigator,
        profiles: Profiles,
        game: str,
        show_people: Callable[[str], None],
    ) -> None:
        super().__init__(navigator.ui, "profile", on_leave=navigator.show_title)
        self._navigator = navigator
        self._profiles = profiles
        self._go_to_people = show_people
        self._game = game
        self._book: ProfilePageData | None = None
        self.load(profiles.read(), self._show)

    def _show(self, book: ProfilePageData) -> None:
        self._book = book

    # -- the page ----------------------------------------------------------------------------

    def build(self) -> None:
        self.add_room()
        visible = self.look.visible_area
        margin = self.look.theme.sizes.safe_margin
        width = min(visible.w - 2 * margin, _WIDE * self.zoom)
        head = add_slot(self._head(width), self.node)
        below = Slot(self._add_content, weight=1.0)
        page = down(head, below, gap=1.5 * self.look.theme.sizes.gap)
        across(Slot(page.place, w=width), share=0.5).place(visible.inflated(-margin))

    def _add_content(self, room: Rect) -> None:
        if self._book is None:
            if self.is_loading:
                why = ""
            else:
                why = self.ui.texts("The profile can’t be read right now.")
            label = self.build_empty_label(why, room.w)
            add_slot(label, self.node).place(room)
            return
        content = self._content(self._book, room.w - scroll.ScrollView.bar_room * self.zoom, room.h)
        self.add_view(self.node, content, room, "cards", focusable=True)

    def _head(self, width: float) -> Node:
        texts = self.ui.texts
        gap = button.get_button_gap(self.look)
        arrow = build_glyph("left", self.look.theme.colour("text"))
        back = self.button(
            "", self.leave, icon=arrow, style="quiet", name="close", caption=texts("Back")
        )
        people = self.button(texts("Players"), self._show_people, name="people")
        games = [
            (name, each.view().title(texts)) for name, each in self._profiles.catalogue.items()
        ]
        wide = min(230.0 * self.zoom * len(games), width)
        choice = fields.ChoiceControl(
            self.look, games, self._game, self._choose, width=wide, name="game"
        )
        choice.caption = texts("Game")
        left = row(back, self._who(), gap=gap)
        if left.size.w + gap + people.size.w + gap + choice.size.w <= width:
            return row(left, row(people, choice, gap=gap), width=width)
        return column(row(left, people, width=width), choice, gap=gap)

    def _who(self) -> Node:
        if self._book is None:
            return Node(name="who")
        texts = self.ui.texts
        person = self._book.chosen
        disc = plots.build_face_disc(
            *(self.look, get_opponent_style(self.look, texts, person)), _FACE * self.zoom
        )
        since = self._book.games[self._game].since
        note = ""
        if not person.name:
            note = texts("Choose a name under Players.")
        elif since:
            note = texts("playing since {date}", date=format_date_digits(texts, since))
        words = column(
            Label(self.look, person.name or texts("Guest"), "title", max_width=420 * self.zoom),
            *([Label(self.look, note, "note")] if note else []),
        )
        return row(disc, words, gap=self.look.theme.sizes.gap, name="who")

    # -- the panels --------------------------------------------------------------------------

    def _content(self, book: ProfilePageData, width: float, least: float) -> Node:
        gap = 1.4 * self.look.theme.sizes.gap
        today = self._profiles.today()
        statistics = book.games[self._game]
        won_by = (
            self._profiles.catalogue[self._game]
            .view()
            .story.describe_round_categories(self.ui.texts)
        )
        results = book.daily[self._game].results
        plan = next(each for each in _PLANS if width >= each[0] * self.zoom)[1]
        cards = self._cards(book, (width - gap * (len(plan) - 1)) / len(plan))
        makers: dict[str, Callable[[], Node]] = {}
        if statistics.played or statistics.tallies:
            makers |= {"figures": cards.figures, "rating": cards.rating, "against": cards.against}
            makers["days"] = lambda: cards.days(today)
        if results:
            makers["daily"] = lambda: cards.daily(results, today)
        if book.standings:
            words_of = describe_achievements(self.ui.texts, self._profiles.catalogue)
            found = [(each, words_of[each.key]) for each in book.standings]
            words = self.ui.texts.in_context("achievements", "All")
            tool = self.button(words, partial(self._show_all, found), name="all")
            makers["achievements"] = lambda: cards.achievements(found, tool)
        columns = []
        has_arcs = "rating" in makers and won_by is not None
        for names in plan:
            # The panel `last` is built last, and fills the column's remaining height.
            if has_arcs and "arcs" in names:
                last = "arcs"
            else:
                last = "rating"
            cards_built = {
                name: makers[name]() for name in names if name in makers and name != last
            }
            left = least - sum(card.size.h + gap for card in cards_built.values())
            if last == "arcs" and won_by is not None:
                cards_built["arcs"] = cards.arcs(won_by, min(left, _MAX_ARCS_HEIGHT * self.zoom))
            elif last in names and last in makers:
                cards_built["rating"] = cards.rating(left)
            columns.append(
                column(*[cards_built[name] for name in names if name in cards_built], gap=gap)
            )
        content = row(*columns, gap=gap, share=0.0)
        if "figures" in makers:
            return content
        line = self.ui.texts("Finish a match to see your statistics.")
        return column(Label(self.look, line, "soft"), content, gap=gap, name="content")

    def _show_all(self, found: Sequence[tuple[AchievementProgress, Feat]]) -> None:
        self._navigator.open_page(AchievementsPage(self._navigator, found))

    def _cards(self, book: ProfilePageData, width: float) -> StatisticsPanelBuilder:
        catalogue = self._profiles.catalogue
        ui = self.ui
        players = catalogue[self._game].players()
        levels = {level.key: level.name for level in players.levels}
        rivals: dict[Rival, plots.OpponentStyle] = {}
        border = self.look.theme.colour("border")
        for key, name in levels.items():
            rivals[key] = plots.OpponentStyle(name, key, border)
        for person in book.people:
            rivals[person.number] = get_opponent_style(self.look, ui.texts, person)
        measured = {key: players.strengths[key].elo for key in levels if key in players.strengths}
        faces = self._navigator.presentation.get_card_art(catalogue[self._game].view())
        ink = TextStyler(faces, ui.settings.colours)
        statistics = book.games[self._game]
        return StatisticsPanelBuilder(self.look, ui.texts, ink, statistics, rivals, measured, width)

    def _choose(self, game: str) -> None:
        self.ui.animate_change(PAGE_OPENING)
        self._game = game
        self.rebuild("game")

    def _show_people(self) -> None:
        self._go_to_people(self._game)


def get_opponent_style(
    look: ResolvedTheme, texts: Texts, person: PlayerProfile
) -> plots.OpponentStyle:
    """Return a player's name, portrait and colour.

    A player without a name is shown with the name of the portrait.
    """
    name = person.name or name_animal(person.face, texts)
    return plots.OpponentStyle(name, person.face, look.theme.swatch("seats", person.colour))


_PERSON_DISC: Final = 64.0
_PERSON_NAME: Final = 300.0
_MAX_PEOPLE: Final = 40
"""Largest number of players on this computer."""


class PeopleScreen(ListPage):
    """The page with a row per player; typed names are stored by Return and on leaving."""

    first = "add"
    most = Size(1180.0, 1000.0)
    least = _PERSON_DISC + 0.7 * _PERSON_NAME

    def __init__(self, profiles: Profiles, back: Callable[[], None]) -> None:
        super().__init__(profiles.ui, "people", on_leave=back)
        self._profiles = profiles
        self._book: ProfilePageData | None = None
        self._names: dict[int, str] = {}
        self._read_again()

    def _read_again(self, focus: str = "") -> None:
        self.load(self._profiles.read(), self._show, focus=focus)

    def _show(self, book: ProfilePageData) -> None:
        self._book = book

    # -- the page ----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.ui.texts("Players")

    @property
    def empty_text(self) -> str | None:
        if self._book is not None:
            return None
        if self.is_loading:
            return ""
        return self.ui.texts("The profile can’t be read right now.")

    def build_foot(self, width: float) -> Node:
        return wrap(self._tools(), width, button.get_button_gap(self.look), name="foot")

    def content(self, width: float) -> Node:
        assert self._book is not None
        texts = self.ui.texts
        book = self._book
        words = texts(
            "Matches count for the player chosen here. "
            "With several humans, each result goes to the player of that name."
        )
        cards = (self._card(person, width, book) for person in book.people)
        return column(self.note(words, width), *cards, gap=self.look.theme.sizes.gap)

    def _tools(self) -> list[button.Button]:
        texts = self.ui.texts
        is_there = self._book is not None
        has_room = self._book is not None and len(self._book.people) < _MAX_PEOPLE
        plus = build_glyph("plus", self.look.theme.colour("text_soft"))
        return [
            self.button(texts("Add a player"), self._add, icon=plus, enabled=has_room, name="add"),
            self.button(texts("Export"), self._export, enabled=is_there, name="export"),
            self.button(texts("Import"), self._find_file, name="import"),
            self.cross("delete all", self._ask, texts("Delete all"), enabled=is_there),
        ]

    def _card(self, person: PlayerProfile, width: float, book: ProfilePageData) -> Node:
        texts = self.ui.texts
        sizes = self.look.theme.sizes
        number = person.number
        is_chosen = person == book.chosen
        usual = name_animal(person.face, texts)
        looks = get_opponent_style(self.look, texts, person)
        disc = plots.build_face_disc(self.look, looks, _PERSON_DISC * self.zoom)
        face = _next_value(person.face, self._profiles.navigator.profile.list_faces())
        colour = _next_value(person.colour, COLOURS)
        others = (
            ("face", texts("Avatar"), person._replace(face=face)),
            ("colour", texts("Colour"), person._replace(colour=colour)),
        )
        tick = build_glyph("tick", self.look.theme.colour("accent"))
        choose = self.button(
            texts("This is you") if is_chosen else texts("Choose"),
            partial(self._choose, person),
            icon=tick if is_chosen else None,
            style="quiet" if is_chosen else "plain",
            name=f"choose {number}",
        )
        changes = [
            self.button(said, partial(self._change, looks), style="quiet", name=f"{what} {number}")
            for what, said, looks in others
        ]
        buttons = [choose, *changes]
        if len(book.people) > 1:
            delete = partial(self._ask_to_delete, person)
            buttons.append(self.cross(f"delete {number}", delete))

        def build_name(room: float) -> Node:
            field = build_name_field(
                self.ui,
                self._names.get(number, person.name),
                partial(self._names.__setitem__, number),
                width=min(room - disc.size.w - sizes.gap, 1.4 * _PERSON_NAME * self.zoom),
                placeholder=usual,
                on_done=self._store_names,
                name=f"name {number}",
            )
            return row(disc, field, gap=sizes.gap)

        return self.card(f"person {number}", build_name, buttons, width)

    # -- user actions ------------------------------------------------------------------------

    def leave(self) -> None:
        self._store_names(is_leaving=True)
        super().leave()

    def _store_names(self, *, is_leaving: bool = False) -> None:
        """Store the typed names; a name that another player has is refused."""
        typed, self._names = self._names, {}
        if not typed or self._book is None:
            return
        texts = self.ui.texts
        names = {person.number: person.name.casefold() for person in self._book.people}
        for person in self._book.people:
            name = typed.get(person.number, person.name).strip()
            if name == person.name or not is_fit_name(name):
                continue
            others = [each for number, each in names.items() if number != person.number]
            if name and name.casefold() in others:
                words = texts("{name} already exists.", name=name)
                self.ui.stage.toasts.show(words, style="warning")
                continue
            names[person.number] = name.casefold()
            self._profiles.change(person._replace(name=name))
        if not is_leaving:
            self._read_again()

    def _choose(self, person: PlayerProfile) -> None:
        self._store_names(is_leaving=True)
        self._profiles.choose(person)
        self._read_again()

    def _change(self, looks: PlayerProfile) -> None:
        assert self._book is not None
        others = [each for each in self._book.people if each.number != looks.number]
        name = self._names.pop(looks.number, looks.name).strip()
        self._store_names(is_leaving=True)
        is_fit = is_fit_name(name) and name.casefold() not in [p.name.casefold() for p in others]
        self._profiles.change(looks._replace(name=name) if is_fit else looks)
        self._read_again()

    def _add(self) -> None:
        self._store_names(is_leaving=True)
        self._profiles.add()
        if self._book:
            last = max(person.number for person in self._book.people)
        else:
            last = 0
        self._read_again(f"name {last + 1}")

    # -- actions for all players -------------------------------------------------------------

    def _export(self) -> None:
        self._store_names(is_leaving=True)
        self._profiles.export_profile()

    def _find_file(self) -> None:
        self.load(self._profiles.run_in_background(self._profiles.find_newest_file), self._offer)

    def _offer(self, file: Path | None) -> None:
        """Ask whether to import a profile from the export folder, or say where to put one.

        Args:
            file: The newest profile in the folder, None if there is none.
        """
        texts = self.ui.texts
        title = self.ui.texts("Import")
        folder = str(self._profiles.folder)
        words = texts("Drop a profile file on the window, or copy it to {folder}", folder=folder)
        if file is None:
            show_message(self.ui, title, words)
            return
        known = texts("Matches you already have are skipped.")
        found = texts("Newest file there: {name}.", name=file.name) + f" {known}"
        ask(
            self.ui,
            title,
            f"{words}\n{found}",
            yes=texts("Import it"),
            on_yes=lambda: self._profiles.import_profile(file, self._read_again),
            is_destructive=False,
        )

    def _ask(self) -> None:
        texts = self.ui.texts
        ask(
            self.ui,
            texts("Delete all players?"),
            texts("This deletes names, ratings and statistics. Replays are kept."),
            yes=texts("Delete all"),
            no=texts("Cancel"),
            on_yes=self._delete,
        )

    def _ask_to_delete(self, person: PlayerProfile) -> None:
        texts = self.ui.texts
        ask(
            self.ui,
            texts("Delete {name}?", name=person.name or name_animal(person.face, texts)),
            texts("The matches stay, but no longer count for anyone. Replays are kept."),
            yes=texts("Delete"),
            no=texts("Keep"),
            on_yes=partial(self._delete_one, person),
        )

    def _delete_one(self, person: PlayerProfile) -> None:
        self._names.pop(person.number, None)
        self._store_names(is_leaving=True)
        self._profiles.delete(person)
        self._read_again("add")

    def _delete(self) -> None:
        self._names = {}
        self._profiles.delete_all()
        self._read_again()


def _next_value(value: str, values: tuple[str, ...]) -> str:
    if value in values:
        return values[(values.index(value) + 1) % len(values)]
    return values[0]
