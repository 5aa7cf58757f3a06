"""A profile's page and its cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from red7_desktop.app.profile.achievements import (
    AchievementStanding,
    AchievementText,
    build_all_texts,
    build_emblem_grid,
    list_standings,
    map_emblems,
)
from red7_desktop.app.profile.plots import (
    DISC,
    Curve,
    PlotArc,
    RivalLook,
    arcs_picture,
    build_calendar,
    build_face_disc,
    build_record_row,
    curve_picture,
    find_arc_middle,
    format_percent,
)
from red7_desktop.app.profile.streaks import WON, DayResult, build_days_node, read_daily_record
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.look.icons import name_of_face
from red7_desktop.kit.pages.forms import Flow
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.texts import Texts, numbers_of
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.fields import ChoiceControl
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label, Panel

if TYPE_CHECKING:
    from red7_desktop.app.feature import Navigator
    from red7_desktop.app.profile.profiles import ProfileBook, Profiles
    from red7_desktop.app.profile.statistics import GameSums, Person, Rival
    from red7_desktop.kit.match_model import WonBy
    from red7_desktop.kit.storage import BackgroundTask
    from red7_desktop.scene.theme import Look

_PAD: Final = 26.0


_AROUND: Final = 1.7
"""What is above and below the inside of a card, in parts of that."""


_LEAST_ARCS: Final = 300.0


_SIGN: Final = 30.0


_CURVE: Final = 180.0


_MOST_POINTS: Final = 120


class SumsCards:
    """Makes the cards of one game's sums, each of a width; heights are what they need.

    rivals: how each is shown, in order. levels: measured strengths, the weakest first.
    """

    def __init__(
        self,
        look: Look,
        texts: Texts,
        ink: TextStyler,
        sums: GameSums,
        rivals: Mapping[Rival, RivalLook],
        levels: Mapping[str, int],
    ) -> None:
        self._look = look
        self._texts = texts
        self._ink = ink
        self._sums = sums
        self._rivals = rivals
        self._levels = levels
        self._zoom = look.theme.zoom

    def _card(
        self, name: str, title: str, note: str, width: float, fill: Callable[[Flow], None]
    ) -> Panel:
        card = Panel(self._look, Size(width, 1.0), "panel", name=name)
        pad = _PAD * self._zoom
        inside = Node(name="inside", position=Vec(pad, 0.8 * pad))
        flow = Flow(inside, width - 2 * pad, 10.0 * self._zoom)
        heading = Label(self._look, title, "heading", max_width=flow.width)
        flow.add(heading)
        if note:
            flow.add(self._note(note, flow.width), 2.0 * self._zoom)
        fill(flow)
        flow.fit()
        card.add(inside)
        card.size = Size(width, inside.size.h + _AROUND * pad)
        return card

    def _note(self, words: str, width: float) -> Label:
        return Label(self._look, words, "note", max_width=width, wraps=True)

    # -- daily deals -------------------------------------------------------------------------

    def daily(self, results: Mapping[date, DayResult], today: date, width: float) -> Panel:
        """Return the week's daily deals, and how many there were in a row."""
        texts = self._texts
        won = sum(result.outcome == WON for result in results.values())
        n = len(results)
        note = texts.plural("{n} played, {won} won", "{n} played, {won} won", n, won=won)

        def fill(flow: Flow) -> None:
            flow.add(
                build_days_node(self._look, texts, results, today, flow.width), 18.0 * self._zoom
            )

        return self._card("daily", texts("Daily deal"), note, width, fill)

    # -- achievements ------------------------------------------------------------------------

    def achievements(
        self, found: Sequence[tuple[AchievementStanding, AchievementText]], width: float
    ) -> Panel:
        """Return what there is to achieve, in any game."""
        texts = self._texts
        got = sum(standing.is_reached for standing, _ in found)
        note = texts("{n} of {all}", n=got, all=len(found))

        def fill(flow: Flow) -> None:
            flow.add(build_emblem_grid(self._look, texts, found, flow.width), 18.0 * self._zoom)

        return self._card("achievements", texts("Achievements"), note, width, fill)

    # -- figures -----------------------------------------------------------------------------

    def figures(self, width: float) -> Panel:
        """Return what can be said in figures."""
        sums, texts = self._sums, self._texts
        share = format_percent(texts, sums.won / sums.played) if sums.played else "–"
        told: list[tuple[str, str, str]] = [
            (str(sums.played), texts.plural("match", "matches", sums.played), "text"),
            (share, texts("won"), "ok"),
            (str(sums.streak), texts("won in a row"), "accent"),
            (str(sums.best), texts("longest row"), "accent"),
            (str(sums.turns), texts.plural("turn", "turns", sums.turns), "text"),
            (str(sums.hints), texts.plural("hint", "hints", sums.hints), "text"),
        ]

        def fill(flow: Flow) -> None:
            gap = 16 * self._zoom
            widest = max(Label(self._look, figure, "numeral").size.w for figure, _, _ in told)
            is_wide = flow.width >= 700 * self._zoom and widest + gap <= flow.width / len(told)
            columns = len(told) if is_wide else len(told) // 2
            cell = flow.width / columns
            for begin in range(0, len(told), columns):
                row = Node(name="row")
                high = 0.0
                for nth, (figure, unit, colour) in enumerate(told[begin : begin + columns]):
                    room = cell - gap
                    big = Label(
                        self._look,
                        figure,
                        "numeral",
                        colour=self._look.theme.colour(colour),
                        max_width=room,
                        position=Vec(nth * cell, 0.0),
                    )
                    small = Label(self._look, unit, "note", max_width=room, wraps=True)
                    small.position = Vec(nth * cell, big.size.h)
                    row.add(big, small)
                    high = max(high, big.size.h + small.size.h)
                row.size = Size(flow.width, high)
                flow.add(row)

        return self._card("figures", texts("Matches"), "", width, fill)

    # -- what rounds are won by --------------------------------------------------------------

    def arcs(self, won_by: WonBy, width: float, least: float) -> Panel:
        """Return the shares of rounds won, as arcs; the card is at least so high."""
        zoom, marks = self._zoom, self._sums.marks
        shares = [
            share
            for share in won_by.shares
            if share.is_sign or share.key in marks or share.key <= won_by.shares[1].key
        ]
        rounds = sum(count for count, _ in marks.values())
        won = sum(count for _, count in marks.values())

        def fill(flow: Flow) -> None:
            around = 2 * 1.9 * _SIGN * zoom
            room = least - flow.bottom - flow.gap - _AROUND * _PAD * zoom
            room = max(room, _LEAST_ARCS * zoom + around)
            side = min(room - around, flow.width - 6.4 * _SIGN * zoom)
            plot = Node(name="arcs", size=Size(flow.width, max(room, side + around)))
            middle = Vec(flow.width / 2, plot.size.h / 2)
            arcs = []
            for share in shares:
                had, taken = marks.get(share.key, (0, 0))
                part = taken / had if had else 0.0
                arcs.append(PlotArc(self._ink.on_dark(self._look, share.symbol), part))
            ring = Node(name="ring", size=Size(side, side))
            ring.position = Vec(middle.x - side / 2, middle.y - side / 2)
            ring.picture = arcs_picture(tuple(arcs), self._look.theme.colour("text_soft"))
            plot.add(ring, *self._middle(middle, side, won, rounds))
            for nth, share in enumerate(shares):
                angle = math.radians(find_arc_middle(nth, len(shares)))
                mark = self._mark(share.key, share.label if not share.is_sign else "", share.symbol)
                way = Vec(math.sin(angle), -math.cos(angle))
                reach = side / 2 + 10 * zoom
                at = Vec(
                    middle.x + way.x * (reach + mark.size.w / 2),
                    middle.y + way.y * (reach + mark.size.h / 2),
                )
                mark.position = Vec(at.x - mark.size.w / 2, at.y - mark.size.h / 2)
                plot.add(mark)
            flow.add(plot)

        return self._card("shares", won_by.title, won_by.note, width, fill)

    def _middle(self, middle: Vec, side: float, won: int, rounds: int) -> list[Node]:
        texts, room = self._texts, 0.46 * side
        told = format_percent(self._texts, won / rounds) if rounds else "–"
        big = Label(self._look, told, "display", max_width=room)
        words = texts.plural("of {n} round", "of {n} rounds", rounds)
        small = Label(self._look, words, "soft", max_width=room)
        top = middle.y - (big.size.h + small.size.h) / 2
        big.position = Vec(middle.x - big.size.w / 2, top)
        small.position = Vec(middle.x - small.size.w / 2, top + big.size.h)
        return [big, small]

    def _mark(self, key: str, label: str, symbol: str) -> Node:
        had, taken = self._sums.marks.get(key, (0, 0))
        told = format_percent(self._texts, taken / had) if had else "–"
        words = Label(self._look, told, "strong")
        colour = self._ink.on_dark(self._look, symbol)
        mark = Node(name=f"share {key}")
        gap = 8 * self._zoom
        if label:
            above = Label(self._look, label, "small", colour=colour)
            wide = max(above.size.w, words.size.w)
            above.position = Vec((wide - above.size.w) / 2, 0.0)
            words.position = Vec((wide - words.size.w) / 2, above.size.h)
            mark.size = Size(wide, above.size.h + words.size.h)
            mark.add(above, words)
            return mark
        side = 0.8 * _SIGN * self._zoom
        sign = Node(name="sign", size=Size(side, side), picture=self._ink.symbol(symbol, colour))
        sign.position = Vec(0.0, (words.size.h - side) / 2)
        words.position = Vec(side + gap, 0.0)
        mark.size = Size(side + gap + words.size.w, words.size.h)
        mark.add(sign, words)
        return mark

    # -- ratings -----------------------------------------------------------------------------

    def rating(self, width: float, extra: float = 0.0) -> Panel:
        """Return the rating in the course of time, in its band of doubt, and how strong AIs are.

        extra: by how much the curve is higher than usual.
        """
        texts, curve = self._texts, self._sums.curve
        note = texts("The band shows how sure it is: more matches make it narrower.")
        if curve:
            now = curve[-1].rating
            title = texts(
                "Rating {rating} ± {doubt}", rating=round(now.value), doubt=round(2 * now.deviation)
            )
        else:
            title = texts("Rating")
            note = texts("It begins with the first match that is played out.")
        return self._card("rating", title, note, width, lambda flow: self._fill_rating(flow, extra))

    def _fill_rating(self, flow: Flow, extra: float) -> None:
        curve = self._sums.curve[-_MOST_POINTS:]
        if not curve:
            return
        zoom = self._zoom
        left, high = DISC * zoom + 12 * zoom, _CURVE * zoom + extra
        values: list[float] = [*self._levels.values()]
        for _, rating in curve:
            values += [rating.value - rating.deviation / 2, rating.value + rating.deviation / 2]
        low, most = min(values) - 60, max(values) + 60

        def y_of(value: float) -> float:
            return (most - value) / (most - low)

        plot = Node(name="curve", size=Size(flow.width, high))
        disc = min(DISC * zoom * 0.8, high / 8)
        for key, value in self._levels.items():
            y = y_of(value) * high
            line = Panel(self._look, Size(flow.width - left, max(1.0, zoom)), "rule_line")
            line.position = Vec(left, y)
            sign = build_face_disc(self._look, self._rivals[key], disc)
            sign.position = Vec(0.0, y - disc / 2)
            plot.add(line, sign)
        last = max(1, len(curve) - 1)
        points = [
            ((0.02 + 0.96 * nth / last) if len(curve) > 1 else 0.5, y_of(rating.value))
            for nth, (_, rating) in enumerate(curve)
        ]
        doubt = [2 * rating.deviation / (most - low) for _, rating in curve]
        drawn = Node(name="line", size=Size(flow.width - left, high), position=Vec(left, 0.0))
        accent = self._look.theme.colour("accent")
        drawn.picture = curve_picture(Curve(tuple(points), tuple(doubt)), accent)
        plot.add(drawn)
        flow.add(plot, 14 * zoom)

    # -- records -----------------------------------------------------------------------------

    def against(self, width: float) -> Panel:
        """Return the record against each rival, and the rating by these matches alone."""
        texts = self._texts
        met = [rival for rival in self._rivals if rival in self._sums.against]
        note = texts("matches won and lost; the rating by these alone, and how sure it is")
        if not met:
            note = texts("Nobody has been met yet.")

        def fill(flow: Flow) -> None:
            for rival in met:
                looks, record = self._rivals[rival], self._sums.against[rival]
                row = build_record_row(self._look, self._texts, looks, record, flow.width)
                flow.add(row, 4 * self._zoom)

        return self._card("against", texts("Against each rival"), note, width, fill)

    # -- days --------------------------------------------------------------------------------

    def days(self, width: float, today: date) -> Panel:
        """Give the days of the last weeks: those with a match, and those with one that was won."""
        texts, days = self._texts, self._sums.days
        count = sum(1 for day in days if timedelta() <= today - day < timedelta(days=365))
        note = texts.plural(
            "played on {n} day of the last year", "played on {n} days of the last year", count
        )

        def fill(flow: Flow) -> None:
            flow.add(build_calendar(self._look, texts, days, today, flow.width), 12 * self._zoom)

        return self._card("days", texts("Days"), note, width, fill)


def measure_stack(cards: Sequence[Node], gap: float) -> float:
    """Return the height of cards below each other."""
    return sum(card.size.h for card in cards) + gap * (len(cards) - 1)


_TWO_COLUMNS: Final = 1240.0
"""From this width, at zoom 1, cards stand in two columns."""


_UPRIGHT: Final = 1.2
"""Where a page is less wide than so many times its height, they stand in one."""


_LEFT: Final = 0.42


_HIGH_ARCS: Final = 860.0
"""A card of arcs is at most so high."""


_MORE_CURVE: Final = 160.0
"""A curve is at most so much higher than usual."""


_FACE: Final = 60.0


_WIDE: Final = 1760.0


class ProfileScreen(Page):
    """Shows the sums of one game at a time. They are read in the background.

    show_people: shows everybody; takes the game whose sums are shown afterwards.
    """

    first = "game"

    def __init__(
        self,
        navigator: Navigator,
        profiles: Profiles,
        game: str,
        show_people: Callable[[str], None],
    ) -> None:
        super().__init__(navigator.kit, "profile", on_leave=navigator.show_title)
        self._navigator = navigator
        self._profiles = profiles
        self._go_to_people = show_people
        self._game = game
        self._book: ProfileBook | None = None
        self._reading: BackgroundTask[ProfileBook] | None = profiles.read()

    # -- in the background -------------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        return self._reading is not None

    def tick(self, now: float) -> None:
        if self._reading is None or not self._reading.is_done:
            return
        reading, self._reading = self._reading, None
        if reading.error is None:
            self._book = reading.result()
        self.rebuild(self.kit.stage.focus.place_in(self.node))

    # -- the page ----------------------------------------------------------------------------

    def build(self) -> None:
        self.add_room()
        visible, margin = self.look.visible, self.look.theme.sizes.safe_margin
        wide = min(visible.w - 2 * margin, _WIDE * self.zoom)
        inner = Rect(visible.centre.x - wide / 2, visible.y + margin, wide, visible.h - 2 * margin)
        bottom = self._head(inner) + 1.5 * self.look.theme.sizes.gap
        room = Rect(inner.x, bottom, inner.w, inner.bottom - bottom)
        if self._book is None:
            self._say_why_nothing(room)
            return
        content = self._content(self._book, room.w - ScrollView.bar_room * self.zoom, room.h)
        self.add_view(self.node, content, room, "cards", focusable=True)

    def _say_why_nothing(self, room: Rect) -> None:
        texts = self.kit.texts
        if self._reading is not None:
            words = texts("One moment …")
        else:
            words = texts("The profile cannot be read now.")
        self.node.add(
            Label(self.look, words, "body", max_width=room.w, position=room.position, name="none")
        )

    def _head(self, inner: Rect) -> float:
        texts, gap = self.kit.texts, get_button_gap(self.look)
        arrow = build_glyph("left", self.look.theme.colour("text"))
        back = Button(self.look, "", self.leave, icon=arrow, style="quiet", name="close")
        people = Button(self.look, texts("People"), self._show_people, name="people")
        games = [(name, row.face().title(texts)) for name, row in self._profiles.box.items()]
        wide = min(230.0 * self.zoom * len(games), inner.w)
        choice = ChoiceControl(self.look, games, self._game, self._choose, width=wide, name="game")
        who = self._who()
        high = max(back.size.h, who.size.h, people.size.h)
        tools = people.size.w + gap + choice.size.w
        is_narrow = back.size.w + gap + who.size.w + gap + tools > inner.w
        back.position = inner.position + Vec(0.0, (high - back.size.h) / 2)
        who.position = inner.position + Vec(back.size.w + gap, (high - who.size.h) / 2)
        top, bottom = inner.y, inner.y + high
        if is_narrow:
            people.position = Vec(inner.right - people.size.w, top + (high - people.size.h) / 2)
            choice.position = Vec(inner.x, bottom + gap)
            bottom = choice.position.y + choice.size.h
        else:
            choice.position = Vec(inner.right - choice.size.w, top + (high - choice.size.h) / 2)
            left = choice.position.x - gap - people.size.w
            people.position = Vec(left, top + (high - people.size.h) / 2)
        self.node.add(back, who, people, choice)
        return bottom

    def _who(self) -> Node:
        node = Node(name="who")
        if self._book is None:
            return node
        texts, gap = self.kit.texts, self.look.theme.sizes.gap
        person, side = self._book.chosen, _FACE * self.zoom
        disc = build_face_disc(self.look, look_of(self.look, person, self.name_of(person)), side)
        name = Label(self.look, self.name_of(person), "title", max_width=420 * self.zoom)
        since = self._book.games[self._game].since
        parts = (
            texts("playing since {date}", date=numbers_of(texts, since))
            if since
            else texts("no match yet")
        )
        note = Label(self.look, parts, "note")
        high = max(side, name.size.h + note.size.h)
        disc.position = Vec(0.0, (high - side) / 2)
        top = (high - name.size.h - note.size.h) / 2
        name.position, note.position = Vec(side + gap, top), Vec(side + gap, top + name.size.h)
        node.add(disc, name, note)
        node.size = Size(side + gap + max(name.size.w, note.size.w), high)
        return node

    def name_of(self, person: Person) -> str:
        """Return a person's name, or what stands for it."""
        return person.name or name_of_face(person.face, self.kit.texts)

    # -- the cards ---------------------------------------------------------------------------

    def _content(self, book: ProfileBook, width: float, least: float) -> Node:
        gap = 1.4 * self.look.theme.sizes.gap
        row = self._profiles.box[self._game]
        cards = self._cards(book)
        won_by = row.face().story.won_by(self.kit.texts)
        content, today = Node(name="content"), self._profiles.today()
        column: list[Panel]
        if width < max(_TWO_COLUMNS * self.zoom, _UPRIGHT * least):
            column = [cards.figures(width), cards.rating(width), cards.against(width)]
            column.append(cards.days(width, today))
            column += self._daily(cards, book, width)
            if won_by is not None:
                rest = min(least - measure_stack(column, gap) - gap, _HIGH_ARCS * self.zoom)
                column.insert(1, cards.arcs(won_by, width, rest))
            bottom = _put(content, column, 0.0, gap)
        else:
            left = _LEFT * (width - gap)
            right = width - gap - left
            beside = [cards.figures(right), cards.rating(right), cards.against(right)]
            beside += self._daily(cards, book, right)
            short, column = least - measure_stack(beside, gap), [cards.days(left, today)]
            later = cards.days(right, today)
            if won_by is not None and short >= later.size.h + gap:  # few rivals yet
                beside, column = [*beside, later], []
                short = least - measure_stack(beside, gap)
            beside[1] = cards.rating(right, min(max(0.0, short), _MORE_CURVE * self.zoom))
            if won_by is not None:
                rest = measure_stack(beside, gap)
                if column:
                    rest = max(rest, least) - measure_stack(column, gap) - gap
                column.insert(0, cards.arcs(won_by, left, rest))
            bottom = _put(content, column, 0.0, gap)
            bottom = max(bottom, _put(content, beside, left + gap, gap))
        last = cards.achievements(self._achievements(book), width)
        bottom = _put(content, [last], 0.0, gap, top=bottom + gap)
        content.size = Size(width, bottom)
        return content

    def _daily(self, cards: SumsCards, book: ProfileBook, width: float) -> list[Panel]:
        """Return the card about daily deals, if any was played."""
        results = read_daily_record(book.deeds, self._game).results
        return [cards.daily(results, self._profiles.today(), width)] if results else []

    def _achievements(self, book: ProfileBook) -> list[tuple[AchievementStanding, AchievementText]]:
        texts, box = self.kit.texts, self._profiles.box
        words = build_all_texts(texts, box)
        account = self._profiles.achiever.account(dict(book.games), book.deeds)
        return [
            (each, words[each.key]) for each in list_standings(account, map_emblems(texts, box))
        ]

    def _cards(self, book: ProfileBook) -> SumsCards:
        box, kit = self._profiles.box, self.kit
        players = box[self._game].players()
        levels = {level.key: level.name for level in players.levels}
        rivals: dict[Rival, RivalLook] = {}
        border = self.look.theme.colour("border")
        for key, name in levels.items():
            rivals[key] = RivalLook(name, key, border)
        for person in book.people:
            rivals[person.number] = look_of(self.look, person, self.name_of(person))
        measured = {key: players.measured[key].elo for key in levels if key in players.measured}
        faces = self._navigator.presentation.faces_of(box[self._game].face())
        ink = TextStyler(faces, kit.settings.colours)
        return SumsCards(self.look, kit.texts, ink, book.games[self._game], rivals, measured)

    # -- what people do ----------------------------------------------------------------------

    def _choose(self, game: str) -> None:
        self._game = game
        self.rebuild("game")

    def _show_people(self) -> None:
        self._go_to_people(self._game)


def look_of(look: Look, person: Person, name: str) -> RivalLook:
    """Return how a person is shown."""
    return RivalLook(name, person.face, look.theme.swatch("seats", person.colour))


def _put(content: Node, cards: list[Panel], left: float, gap: float, top: float = 0.0) -> float:
    """Put cards below each other; give where the last one ends."""
    y = top
    for card in cards:
        card.position = Vec(left, y)
        content.add(card)
        y += card.size.h + gap
    return y - gap
