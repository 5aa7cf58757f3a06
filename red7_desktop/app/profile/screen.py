"""A profile: who it is of, which game it is about, and what the matches came to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.app.achievements.rules import list_standings
from red7_desktop.app.achievements.words import build_all_texts, map_emblems
from red7_desktop.app.daily.streaks import read_daily_record
from red7_desktop.app.profile.cards import SumsCards, measure_stack
from red7_desktop.app.profile.record_rows import RivalLook, build_face_disc
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.language.dates import numbers_of
from red7_desktop.kit.look.own_faces import name_of_face
from red7_desktop.kit.pages.page import Page
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.choice import ChoiceControl
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.scroll_view import ScrollView

if TYPE_CHECKING:
    from red7_desktop.app.achievements.rules import AchievementStanding
    from red7_desktop.app.achievements.words import AchievementText
    from red7_desktop.app.profile.profiles import ProfileBook, Profiles
    from red7_desktop.app.profile.store import Person
    from red7_desktop.app.profile.sums import Rival
    from red7_desktop.kit.storage.worker import BackgroundTask
    from red7_desktop.scene.theme.style import Look

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
    """Shows the sums of one game at a time. They are read in the background."""

    first = "game"

    def __init__(self, profiles: Profiles, game: str) -> None:
        super().__init__(profiles.kit, "profile", on_leave=profiles.leave)
        self._profiles = profiles
        self._game = game
        self._book: ProfileBook | None = None
        self._reading: BackgroundTask[ProfileBook] | None = profiles.read()

    # -- in the background -------------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        """Whether the sums are being made."""
        return self._reading is not None

    def tick(self, now: float) -> None:
        """Show the sums once they have been made."""
        if self._reading is None or not self._reading.is_done:
            return
        reading, self._reading = self._reading, None
        if reading.error is None:
            self._book = reading.result()
        self.rebuild(self.kit.stage.focus.place_in(self.node))

    # -- the page ----------------------------------------------------------------------------

    def build(self) -> None:
        """Put the cards below whom and what they are about."""
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
        """Put who it is at the left, the game and the people at the right or below."""
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
        """Give the person's face and name, and since when they play."""
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
        """Give a person's name, or what stands for it."""
        return person.name or name_of_face(person.face, self.kit.texts)

    # -- the cards ---------------------------------------------------------------------------

    def _content(self, book: ProfileBook, width: float, least: float) -> Node:
        gap = 1.4 * self.look.theme.sizes.gap
        row = self._profiles.box[self._game]
        cards = self._cards(book)
        won_by = row.face().won_by(self.kit.texts)
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
        """Give the card about daily deals, if any was played."""
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
        faces = self._profiles.faces_of(self._game)
        ink = TextStyler(faces, kit.settings.colours)
        return SumsCards(self.look, kit.texts, ink, book.games[self._game], rivals, measured)

    # -- what people do ----------------------------------------------------------------------

    def _choose(self, game: str) -> None:
        self._game = game
        self.rebuild("game")

    def _show_people(self) -> None:
        self._profiles.show_people(self._game)


def look_of(look: Look, person: Person, name: str) -> RivalLook:
    """Say how a person is shown."""
    return RivalLook(name, person.face, look.theme.swatch("seats", person.colour))


def _put(content: Node, cards: list[Panel], left: float, gap: float, top: float = 0.0) -> float:
    """Put cards below each other; give where the last one ends."""
    y = top
    for card in cards:
        card.position = Vec(left, y)
        content.add(card)
        y += card.size.h + gap
    return y - gap
