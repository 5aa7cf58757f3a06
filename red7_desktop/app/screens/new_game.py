"""The set-up of a new match: a table with its seats, and the kind of match."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from red7_desktop.app.feature import Navigator, SetupSuggestion, build_disc, first_not_none
from red7_desktop.app.screens import challenge
from red7_desktop.kit import game_view, phrases, ui
from red7_desktop.kit.hud import ground
from red7_desktop.kit.look.emblem import write_logo
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS, build_icon, build_portrait
from red7_desktop.kit.pages.forms import Form, LetterPad, build_fan, build_name_field
from red7_desktop.kit.pages.notices import SystemClipboard, copy_and_notify
from red7_desktop.kit.pages.page import PAGE_OPENING, Page, build_key_line, consume_presses
from red7_desktop.kit.setup import (
    MAX_DEAL_NUMBER,
    GameSetup,
    OptionRow,
    Preset,
    SeatPlan,
    seat_players,
)
from red7_desktop.play.ai import Seat
from red7_desktop.scene import popups
from red7_desktop.scene.boxes import circle, column, pad, put, ring, row, square, wrap
from red7_desktop.scene.commands import chord_of_event
from red7_desktop.scene.geometry import CENTRE, NO_SIZE, Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import WHITE, Align, BoxPicture, Colour, PaintedPicture, Steps
from red7_desktop.scene.widgets import fields, runs, scroll
from red7_desktop.scene.widgets.button import Button, get_button_gap
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop import game, player

_DOT: Final = 8.0


def build_dots(screen: NewGameScreen, level: str | None) -> Node:
    """Return dots that show an AI level's strength; no dots for a human player."""
    keys = [each.key for each in screen.levels]
    theme = screen.look.theme
    side = _DOT * theme.zoom
    bright = keys.index(level) + 1 if level in keys else 0
    dots = []
    for nth in range(len(keys) if bright else 0):
        tone = theme.colour("accent" if nth < bright else "border")
        dots.append(circle(side, tone, name="strength"))
    return row(*dots, gap=0.7 * side)


_FACE: Final = 70.0
_BESIDE: Final = 14.0


class SeatPicker(Page):
    """Popup beside a seat, for changing its player."""

    def __init__(self, page: NewGameScreen, place: int) -> None:
        super().__init__(page.ui, "seat picker", page.navigator.close_page, as_overlay=True)
        self._page = page
        self._place = place
        self.first = self._chosen

    @property
    def _seat(self) -> SeatPlan:
        return self._page.setup.seats[self._place]

    @property
    def _chosen(self) -> str:
        if self._seat.level is not None:
            return f"level {self._seat.level}"
        if self._seat.is_phone:
            return "phone"
        return "person"

    def build(self) -> None:
        self.add_room()
        outside = self.node.find("room")
        outside.picture = None
        outside.on_gesture = self._take_outside
        visible = self.look.visible_area.inflated(-self.look.theme.sizes.safe_margin)
        spot, left = (self._page.node.find(each).bounds for each in (f"seat {self._place}", "left"))
        edge = self.look.theme.sizes.padding
        panel = Panel(self.look, NO_SIZE, "dialog", name="picker", interactive=True)
        panel.on_gesture = consume_presses
        pad(self._build_inside(min(690 * self.zoom, visible.w - 2 * edge)), edge, into=panel)
        room = left.inflated(0.0 if panel.size.w <= left.w else panel.size.w).intersection(visible)
        form = popups.PopupSize(panel.size)
        gap = _BESIDE * self.zoom
        box = popups.place_popup([form], [popups.PopupAnchor(spot)], room, (), gap=gap).box
        panel.position = Vec(box.x, max(visible.y, min(box.y, visible.bottom - box.h)))
        self.node.add(panel)

    def _build_inside(self, width: float) -> Node:
        look = self.look
        gap = self.look.theme.sizes.gap
        texts = self.ui.texts
        levels = [self._build_choice(level.key, level.key) for level in self._page.levels]
        people = [self._build_choice(None, ""), self._build_choice(None, "", is_phone=True)]
        who = wrap([*levels, *people], width, get_button_gap(look) / 2)
        title = texts("Move to the next seat")
        move = self.button(title, self._move, style="hud_chip", name="seat on")
        remove = self.button(
            texts("Remove"),
            self._remove,
            style="hud_chip",
            enabled=len(self._page.setup.seats) > self._page.game_view.setup.seats[0],
            name="take away",
        )
        tools = [move, remove]
        if self._seat.is_person:
            about = self._build_person(width)
        else:
            about = self._build_level(width)
        if self._seat.is_phone:
            told = texts("Who sits here scans a code with a phone.")
            about = Label(look, told, "small", max_width=width, wraps=True)
        return column(who, about, wrap(tools, width, gap), gap=1.2 * gap)

    def _build_choice(self, level: str | None, face: str, *, is_phone: bool = False) -> Button:
        look = self.look
        side = _FACE * self.zoom
        is_on = level == self._seat.level and is_phone == self._seat.is_phone
        accent = look.theme.colour("accent" if is_on else "border")
        sign = "phone" if is_phone else "person"
        if level:
            picture = build_portrait(face)
        else:
            picture = build_icon(sign, look.theme.colour("text_soft"))
        disc = build_disc(look, picture or build_glyph("ring", accent), accent, 0.86 * side)
        below = build_dots(self._page, level)
        if level is None:
            if is_phone:
                words = self.ui.texts("On a phone")
            else:
                words = self.ui.texts("Human")
            below = Label(look, words, "small", max_width=2.4 * side)
        inside = column(disc, below, gap=6 * self.zoom, share=0.5)
        size = Size(max(1.05 * side, inside.size.w + 16 * self.zoom), 1.45 * side)
        name = sign if level is None else f"level {level}"
        press = partial(self._choose, level, is_phone=is_phone)
        button = self.choice(inside, press, name, size, is_on=is_on, style="quiet")
        if level is not None:
            title = next(each.name for each in self._page.levels if each.key == level)
            button.caption = phrases.name_with_strength(self.ui.texts, level, title)
        return button

    def _build_level(self, width: float) -> Node:
        page = self._page
        texts = self.ui.texts
        look = self.look
        key = self._seat.level or ""
        level = next(each for each in page.levels if each.key == key)
        lines = [
            (phrases.name_with_strength(texts, key, level.name), "heading"),
            (page.game_view.setup.describe_levels(texts).get(key, ""), "small"),
            (texts("Good for your first game.") if key == page.levels[0].key else "", "note"),
            (phrases.describe_strength(texts, page.players, key), "note"),
        ]
        return column(
            *[
                Label(look, line, style, max_width=width, wraps=True)
                for line, style in lines
                if line
            ],
            gap=4 * self.zoom,
            width=width,
        )

    def _build_person(self, width: float) -> Node:
        look = self.look
        seat = self._page.seats[self._place]

        def rename(name: str) -> None:
            self._take(self._seat._replace(name=name.strip()))

        field = build_name_field(
            self.ui,
            self._seat.name,
            rename,
            width=width,
            placeholder=seat.name,
            on_done=self.leave,
            name="name",
        )
        faces: list[Node] = []
        side = 0.8 * _FACE * self.zoom
        for face in self._page.navigator.profile.list_faces():
            is_on = face == seat.portrait_key
            tone = look.theme.colour("accent" if is_on else "border")
            disc = build_disc(
                look, build_portrait(face) or build_glyph("ring", tone), tone, 0.9 * side
            )
            size = Size(side + 8 * self.zoom, side + 8 * self.zoom)
            press = partial(self._wear, face)
            button = self.choice(disc, press, f"face {face}", size, is_on=is_on, style="quiet")
            button.caption = self.ui.texts("Avatar {n}", n=len(faces) + 1)
            faces.append(button)
        return column(field, wrap(faces, width, get_button_gap(look) / 2), gap=14 * self.zoom)

    def _take(self, plan: SeatPlan, focus: str = "") -> None:
        self._page.change(self._page.setup.with_seat(self._place, plan), f"seat {self._place}")
        if focus:
            self.rebuild(focus)

    def _wear(self, face: str) -> None:
        self._take(self._seat._replace(portrait=face), f"face {face}")

    def _take_outside(self, gesture: Gesture) -> bool:
        """Handle a gesture outside this popup: a click on another seat opens that seat's popup.

        Returns:
            Whether the gesture was handled.
        """
        spots = [self._page.node.find(f"seat {nth}") for nth in range(len(self._page.seats))]
        hit = next((each for each in spots if each.bounds.contains(gesture.position)), None)
        if gesture.kind is not GestureKind.CLICK or hit is None:
            return False
        self.leave()
        return hit is spots[self._place] or hit.activate()

    def _choose(self, level: str | None, *, is_phone: bool = False) -> None:
        was = self._seat
        if was.is_person and level is None:
            kept = was
        elif level is None and not is_phone:
            kept = SeatPlan(portrait=self._page.find_free_face())
        else:
            kept = SeatPlan(level=level)
        self._take(kept._replace(is_phone=is_phone))
        self.rebuild(self._chosen)

    def _move(self) -> None:
        was, self._place = self._place, (self._place + 1) % len(self._page.setup.seats)
        self._page.change(
            self._page.setup.with_seats_swapped(was, self._place), f"seat {self._place}"
        )
        self.rebuild("seat on")

    def _remove(self) -> None:
        self.leave()
        self._page.remove(self._place)


class SeatSpot(Button):
    """Button for a seat at the table; it can be dragged to another seat to swap players."""

    def __init__(self, *args: Any, on_drop: Callable[[Node | None], None], **options: Any) -> None:
        super().__init__(*args, draggable=True, style="quiet", **options)
        self._on_drop = on_drop

    def handle_gesture(self, gesture: Gesture) -> bool:
        match gesture.kind:
            case GestureKind.DRAG_START | GestureKind.DRAG_MOVE:
                self.z = 1.0
                self.position += gesture.delta
            case GestureKind.DRAG_END:
                self._on_drop(gesture.over)
            case GestureKind.DRAG_CANCEL:
                self._on_drop(None)
            case _:
                return False
        return True


_PORTRAIT: Final = 108.0
_PLATE: Final = 148.0
_RIGHT: Final = (0.36, 440.0, 640.0)
"""Right column: share of the width, and smallest and largest width in design units at zoom 1."""
_TILE: Final = (104.0, 200.0)
"""Smallest and largest height of a button with the picture of a kind of match, in design units at
zoom 1."""
_LINE: Final = 50.0
_START: Final = 104.0
_NEW: Final = "new"
"""Value of the control "how cards are dealt": a random deal."""
_NUMBERED: Final = "numbered"
"""Value of the control "how cards are dealt": a deal whose number the user types."""
_CHALLENGE: Final = "challenge"
"""Value of the control "how cards are dealt": a challenge's deal. The user types its code."""
_ROOMY: Final = 760.0
"""If the window is less high than this, in design units at zoom 1, all controls have their most
compact form."""
_KEYS: Final[Mapping[int, str | int]] = {
    **dict.fromkeys((pygame.K_PLUS, pygame.K_KP_PLUS, pygame.K_EQUALS), "add"),
    **dict.fromkeys((pygame.K_MINUS, pygame.K_KP_MINUS), "take"),
    **{pygame.K_1 + nth: nth for nth in range(3)},
    **{pygame.K_KP_1 + nth: nth for nth in range(3)},
}
"""Action of each key: "add" a seat, "take" one away, or choose the kind of match with this index.

Many keyboard layouts have plus on the equals key with Shift."""


class NewGameScreen(Page):
    """Screen for changing a set-up and starting a match.

    If the screen shows a suggestion, such as to learn the game first, the suggestion's button has
    the focus at first. Otherwise Start has the focus.
    """

    def __init__(self, navigator: Navigator, setup: GameSetup) -> None:
        super().__init__(navigator.ui, "new game", on_leave=self._go_back)
        self.navigator = navigator
        self.setup = self._before = setup
        self._deal_kind = _NEW if setup.seed is None else _NUMBERED
        self._code = ""
        self._code_note: Label | None = None
        self._is_open = not self.game_view.setup.list_presets(setup, self.ui.texts)
        self._finer: Button | None = None
        if self._suggestion is None:
            self.first = "start"
        else:
            self.first = "offer"

    @property
    def _suggestion(self) -> SetupSuggestion | None:
        return first_not_none(
            each.make_suggestion(self.setup.game) for each in self.navigator.features
        )

    @property
    def _kit(self) -> ui.Ui:
        return self.navigator.presentation.ui_for(self.game_view)

    def _go_back(self) -> None:
        self._keep()
        self.navigator.show_title()

    def _start(self) -> None:
        if self._deal_kind == _CHALLENGE and not self.setup.occasion:
            self._refuse_code()
            return
        self._keep()
        self.navigator.play(self.setup)

    def _keep(self) -> None:
        """Store the set-up for the next match, unless it is that of a challenge."""
        if not self.setup.occasion:
            self.navigator.save_setup(self.setup)

    def _start_as_before(self) -> None:
        self.setup = self._before
        self._start()

    # -- the set-up ----------------------------------------------------------------------------

    @property
    def game_view(self) -> game_view.GameView:
        return self.navigator.catalogue[self.setup.game].view()

    @property
    def players(self) -> player.Players:
        return self.navigator.catalogue[self.setup.game].players()

    @property
    def levels(self) -> tuple[player.Level, ...]:
        return self.players.levels

    @property
    def seats(self) -> tuple[Seat, ...]:
        profile = self.navigator.profile
        is_alone = sum(seat.is_person for seat in self.setup.seats) == 1
        # The only human player is called "You"; several have names.
        if is_alone:
            named = self.setup.with_own_name(profile.own_name)
        else:
            named = profile.with_own_name(self.setup)
        return profile.with_portraits(seat_players(named, self.ui.texts, self.levels))

    def find_free_face(self) -> str:
        """Return the first portrait that nobody at the table has; "" if all are taken."""
        taken = {seat.portrait_key for seat in self.seats}
        return next((face for face in HUMAN_PORTRAITS if face not in taken), "")

    def find_preset(self, setup: GameSetup) -> tuple[Preset | None, bool]:
        usual = {option.key: option.default for option in self.game_view.setup.options}

        def count_odd(preset: Preset) -> int:
            wanted = {**usual, **preset.values}
            return sum(setup.values[key] != value for key, value in wanted.items())

        nearest = min(
            self.game_view.setup.list_presets(setup, self.ui.texts), key=count_odd, default=None
        )
        return nearest, nearest is not None and count_odd(nearest) > 0

    def name_kind(self, setup: GameSetup) -> str:
        """Return the name of the set-up's kind of match; "" for a game with only one kind."""
        preset, is_changed = self.find_preset(setup)
        if preset is None:
            return ""
        texts = self.ui.texts
        if is_changed:
            return texts("{kind}, customised", kind=preset.title)
        return preset.title

    def choose(self, preset: Preset) -> None:
        usual = {option.key: option.default for option in self.game_view.setup.options}
        self.change(self.setup.with_values(**{**usual, **preset.values}), f"preset {preset.title}")

    def add_seat(self) -> None:
        setup = self.setup
        if len(setup.seats) < self.game_view.setup.seats[-1]:
            taken = {seat.level for seat in setup.seats}
            free = [level.key for level in self.levels if level.key not in taken]
            more = setup.with_added_seat(SeatPlan(level=next(iter(free), None)))
            self.change(more, f"seat {len(setup.seats)}")

    def remove(self, place: int) -> None:
        if len(self.setup.seats) > self.game_view.setup.seats[0]:
            setup = self.setup.without_seat(place)
            self.change(setup, f"seat {min(place, len(setup.seats) - 1)}")

    def change(self, setup: GameSetup, focus: str) -> None:
        """Change the set-up and rebuild the page.

        Args:
            setup: The new set-up.
            focus: Name of the node that gets the focus.
        """
        self.setup = self._without_old_occasion(setup)
        self.ui.animate_change(PAGE_OPENING)
        self.rebuild(focus)

    def edit(self, setup: GameSetup) -> None:
        """Change the set-up during typing or dragging; only the summary is updated."""
        self.setup = self._without_old_occasion(setup)
        self._write_finer()

    def _without_old_occasion(self, setup: GameSetup) -> GameSetup:
        """Return a changed set-up without its challenge if it no longer matches the challenge.

        A challenge prescribes the deal, the rules and the opponents. If the user changes any of
        them, the number of the deal stays set, and the page shows it as an ordinary option.
        """
        is_old = setup.occasion == self.setup.occasion and not setup.has_same_deal(self.setup)
        if is_old:
            if setup.occasion and self._deal_kind == _CHALLENGE:
                self._deal_kind = _NUMBERED
                self._code = ""
            return replace(setup, occasion="")
        return setup

    def handle(self, event: pygame.Event) -> bool:
        chord = None
        if event.type == pygame.KEYDOWN:
            chord = chord_of_event(event)
        if chord is None or self.ui.stage.is_typing:
            return False
        asked = _KEYS.get(event.key, _KEYS.get(chord[0]))
        if asked is None:
            return False
        presets = self.game_view.setup.list_presets(self.setup, self.ui.texts)
        match asked:
            case "add":
                self.add_seat()
            case "take":
                self._take_last()
            case int(nth) if nth < len(presets):
                self.choose(presets[nth])
        # Move the focus to Start, so that Return starts the match instead of pressing another
        # button.
        self.ui.stage.focus.is_visible = True
        if (start := self._find("start")) is not None:
            self.ui.stage.focus.focus_in(self.node, start)
        return True

    # -- the page ------------------------------------------------------------------------------

    @property
    def _is_tight(self) -> bool:
        return self.look.visible_area.h < _ROOMY * self.zoom

    def build(self) -> None:
        self.add_room(self.game_view.style.ambience.light)
        look = self.look
        gap = self.look.theme.sizes.gap
        inner = look.visible_area.inflated(
            -(0.9 if self._is_tight else 1.6) * look.theme.sizes.safe_margin
        )
        share, least, most = _RIGHT
        right = min(max(share * inner.w, least * self.zoom), most * self.zoom)
        head = self._build_head(inner.w, right)
        room = Size(inner.w, inner.h - head.size.h - 1.5 * gap)
        body: Node
        if room.h > room.w:
            table = self._build_left(Size(room.w, min(0.46 * room.h, 0.8 * room.w)))
            rest = Size(room.w, room.h - table.size.h - 2 * gap)
            body = column(table, self._build_right(rest), gap=2 * gap)
        else:
            left = self._build_left(Size(room.w - right - 3 * gap, room.h))
            body = row(left, self._build_right(Size(right, room.h)), gap=3 * gap, share=0.0)
        whole = column(head, body, gap=1.5 * gap)
        whole.position = inner.position
        self.node.add(whole)

    def _build_head(self, width: float, right: float) -> Node:
        """Build the page's title row and the suggestion, such as to learn the game first.

        The suggestion is at the right of the title, or below the title if there is no room.

        Args:
            width: Width of the page.
            right: Width of the right column, above which the suggestion is placed.
        """
        look = self.look
        texts = self.ui.texts
        gap = self.look.theme.sizes.gap
        back = build_glyph("left", look.theme.colour("text_soft"))
        button = self.button("", self.leave, icon=back, name="back", caption=texts("Back"))
        title = self._title(texts("New game"), 0.5 * width)
        spans = write_logo(look, self.game_view.title(texts))
        logo = runs.RunsLabel(look, spans, "heading", name="logo")
        left = row(button, title, logo, gap=1.5 * gap)
        for room in (right, width - left.size.w - 3 * gap):
            suggestion = self._build_suggestion(room)
            if suggestion is None:
                return left
            if left.size.w + suggestion.size.w + 2 * gap <= width:
                return row(left, suggestion, width=width)
        return column(left, self._build_suggestion(width) or left, gap=gap)

    def _build_suggestion(self, width: float) -> Node | None:
        suggestion = self._suggestion
        look = self.look
        if suggestion is None:
            return None
        edge = look.theme.sizes.padding
        button = self.button(suggestion.label, suggestion.take, style="segment_on", name="offer")
        room = max(200 * self.zoom, width - 3 * edge - button.size.w)
        words: Node = Label(look, suggestion.title, "heading", max_width=room)
        if not self._is_tight:
            about = Label(look, suggestion.about, "soft", max_width=room, wraps=True)
            words = column(words, about, gap=2 * self.zoom)
        inside = row(words, button, gap=edge, width=width - 1.4 * edge)
        return pad(inside, 0.7 * edge, into=Panel(look, Size(1.0, 1.0), "active", name="offered"))

    # -- the table -----------------------------------------------------------------------------

    def _build_left(self, size: Size) -> Node:
        count = self._build_counter(size.w)
        room = Size(size.w, size.h - count.size.h - self.look.theme.sizes.gap)
        wide = Size(min(1.7 * _PLATE * self.zoom, 0.34 * size.w), 0.0)
        names = [
            runs.RunsLabel(
                *(self.look, player.name, "row"),
                size=wide,
                align=Align.CENTRE,
                max_lines=2,
                splits=True,
            )
            for player in self.seats
        ]
        runs.equalise_font_sizes(names)
        spots = [self._build_spot(place, name) for place, name in enumerate(names)]
        hold = 0.36 * spots[0].size.h / max(spot.size.h for spot in spots)
        high = min(room.h, 0.78 * room.w)
        top = Node(name="top")
        table = ring(spots, Size(room.w, high), partial(self._build_table, top), hold=hold)
        self._put_goal(top, [Rect(*spot.position, *spot.size) for spot in spots])
        holder = put(table, Node(name="table", size=room))
        return column(holder, count, gap=self.look.theme.sizes.gap, width=size.w, name="left")

    def _build_spot(self, place: int, name: runs.RunsLabel) -> Button:
        look = self.look
        zoom = self.zoom
        seat = self.setup.seats[place]
        theme = look.theme
        texts = self.ui.texts
        player = self.seats[place]
        tone = theme.swatch("seats", game.SEAT_LETTERS[place])
        side = _PORTRAIT * min(zoom, 1.3) * (0.85 if self._is_tight else 1.0)
        picture = build_portrait(player.portrait)
        disc = build_disc(look, picture or _NONE, tone, side)
        if picture is None:
            letter = phrases.SeatWords.for_viewer(texts, self.seats, None).initial(place)
            put(Label(look, letter, "heading", colour=tone, align=Align.CENTRE), disc)
        wide = _PLATE * zoom
        edge = 8 * zoom
        if seat.is_phone:
            kind = texts("On a phone")
        else:
            kind = texts("Human")
        if seat.level is not None:
            kind = phrases.describe_strengths(texts).get(seat.level, texts("AI"))
        name.set_text(rect=Rect(0.0, 0.0, name.ink.w + 1.0, 0.0))
        parts: list[Node] = [name]
        if not self._is_tight:
            parts.append(Label(look, kind, "note", max_width=wide))
        if seat.level is not None:
            parts.append(build_dots(self, seat.level))
        inside = column(*parts, gap=3 * zoom, share=0.5)
        plate = Panel(look, Size(max(inside.size.w, 0.9 * side) + 2 * edge, 1.0), "hud_plate")
        plate.size = Size(plate.size.w, inside.size.h + 1.6 * edge)
        put(inside, plate)
        whole = column(disc, plate, gap=-0.12 * side, share=0.5)
        spot = SeatSpot(
            *(look, "", lambda: self.navigator.open_page(SeatPicker(self, place))),
            on_drop=partial(self._drop, place),
            size=whole.size,
            name=f"seat {place}",
        )
        return put(whole, spot)

    def _build_table(self, top: Node, oval: Size) -> Node:
        edge = 26 * self.zoom
        wood = _build_top(ground.list_table_tones(self.look.theme))
        top.size = oval
        return put(Node(size=Size(oval.w + 2 * edge, oval.h + 2 * edge), picture=wood), top)

    def _put_goal(self, top: Node, seats: Sequence[Rect]) -> None:
        """Show the match's goal in the middle of the table, with cards if there is room."""
        look = self.look
        preset, _ = self.find_preset(self.setup)
        if preset is None:
            return
        number, of_what = preset.goal
        goal, other = [
            column(Label(look, number, "numeral"), Label(look, of_what, "soft"), share=0.5)
            for _ in range(2)
        ]
        goal.caption = other.caption = f"{number} {of_what}"
        high = min(0.32 * top.size.h, 170 * self.zoom)
        cards = build_fan(self._kit, [None, *preset.cards[-1:]], high)
        both = row(cards, goal, gap=0.25 * high)
        for form, down in ((both, 0.5), (other, 0.5), (other, 0.7)):
            put(form, top, y=down)
            box = Rect(*(top.position + form.position), *form.size).inflated(12 * self.zoom)
            if not any(box.overlaps(seat) for seat in seats):
                return
            form.detach()

    def _build_counter(self, width: float) -> Node:
        look = self.look
        zoom = self.zoom
        counts = self.game_view.setup.seats
        seated = len(self.setup.seats)
        buttons = []
        for count in counts:
            dots = [
                circle(8 * zoom, look.theme.colour("text_soft" if nth else "accent"))
                for nth in range(count)
            ]
            tones = ground.list_table_tones(look.theme)
            table = ring(
                *(dots, Size(60 * zoom, 40 * zoom)),
                lambda oval, tones=tones: Node(size=oval, picture=_build_top(tones)),  # type: ignore[misc]
            )
            number = Label(look, str(count), "row")
            inside = number if self._is_tight else column(table, number, gap=4 * zoom, share=0.5)
            size = Size(inside.size.w + 24 * zoom, inside.size.h + 16 * zoom)
            press = partial(self._set_count, count)
            name = f"seats {count}"
            button = self.choice(inside, press, name, size, is_on=count == seated, style="menu")
            button.caption = self.ui.texts.plural("{n} player", "{n} players", count)
            buttons.append(button)
        counter = row(*buttons, gap=get_button_gap(look), name="counter")
        texts = self.ui.texts
        keys = [("+", texts("add a player")), ("-", texts("remove a player"))]
        if presets := self.game_view.setup.list_presets(self.setup, texts):
            numbers = " ".join(str(n) for n in range(1, len(presets) + 1))
            keys.append((numbers, texts("choose a match type")))
        gap = 2 * look.theme.sizes.gap
        return row(counter, build_key_line(self.ui, keys, width - counter.size.w - gap), gap=gap)

    # -- the kind of match ---------------------------------------------------------------------

    def _build_right(self, size: Size) -> Node:
        look = self.look
        gap = self.look.theme.sizes.gap
        foot = self._build_foot(size.w)
        room = Size(size.w, size.h - foot.size.h - gap)
        presets = self.game_view.setup.list_presets(self.setup, self.ui.texts)
        if self._is_open:
            inner = room.w - scroll.ScrollView.bar_room * self.zoom
        else:
            inner = room.w
        line = self._build_line(inner) if presets else None
        form = Form(look, inner)
        if self._is_open:
            self._add_options(form)
        points = form.build()
        if self._is_open or self._is_tight:
            between = gap
        else:
            between = get_button_gap(look)
        others = points.size.h + between + (0.0 if line is None else line.size.h + between)
        least, most = (each * self.zoom for each in _TILE)
        free = (room.h - others) / max(1, len(presets)) - between
        forms = [_LINE * self.zoom]
        if free >= least and not self._is_open:
            forms.insert(0, min(free, most))
        tried = [[self._build_tile(each, Size(inner, high)) for each in presets] for high in forms]
        tiles = next(built for built in tried if None not in built)
        parts = [each for each in (*tiles, line, points) if each is not None]
        content = column(*parts, gap=between)
        holder = Node(size=room)
        if content.size.h <= room.h:
            put(content, holder, 0.0, 0.0)
        else:
            self.add_view(holder, content, Rect(0.0, 0.0, *room), "points", focusable=True)
        return column(holder, foot, gap=gap)

    def _build_tile(self, preset: Preset, size: Size) -> Button | None:
        """Build the button for a kind of match.

        Args:
            preset: The kind of match.
            size: Size of the button. A low button only shows the title.

        Returns:
            The button; None if its content needs more height than `size` has.
        """
        look = self.look
        zoom = self.zoom
        texts = self.ui.texts
        chosen, _ = self.find_preset(self.setup)
        is_on = chosen is not None and chosen.title == preset.title
        edge = look.theme.sizes.padding
        tick = 26 * zoom
        if is_on:
            title = self.name_kind(self.setup)
        else:
            title = preset.title
        is_line = size.h <= _LINE * zoom
        inside = Node(size=Size(size.w - 2 * edge, size.h))
        if is_line:
            words: Node = Label(look, title, "strong", max_width=inside.size.w - tick, wraps=True)
            inside.size = Size(inside.size.w, max(size.h, words.size.h + edge))
            put(words, inside, 0.0)
        else:
            high = size.h - 1.4 * edge
            picture = Node(size=Size(0.28 * size.w, high))
            fan = build_fan(self._kit, preset.cards, 0.9 * high)
            fan.anchor = CENTRE
            fan.scale = min(1.0, picture.size.w / fan.size.w)
            put(fan, picture)
            fan.position += fan.pivot
            room = inside.size.w - picture.size.w - edge - tick
            minutes = texts.plural("about {n} minute", "about {n} minutes", preset.minutes)
            tone = None
            if is_on:
                tone = look.theme.colour("accent")
            words = column(
                Label(look, title, "heading", max_width=room, wraps=True),
                Label(look, preset.about, "small", max_width=room, wraps=True),
                Label(look, minutes, "note", colour=tone, max_width=room),
                gap=6 * zoom,
            )
            if words.size.h > size.h - edge:
                return None
            put(row(picture, words, gap=edge), inside, 0.0)
        if is_on:
            mark = build_icon("tick", look.theme.colour("accent"))
            put(square(tick, mark), inside, 1.0, 0.5 if is_line else 0.12)
        size = Size(size.w, inside.size.h)
        press = partial(self.choose, preset)
        name = f"preset {preset.title}"
        return self.choice(inside, press, name, size, is_on=is_on, style="menu")

    def _build_line(self, width: float) -> Button:
        texts = self.ui.texts
        look = self.look
        button = self.button(
            texts("More options"),
            self._toggle,
            icon=build_glyph("up" if self._is_open else "down", look.theme.colour("text_soft")),
            style="hud_chip",
            size=Size(width, 64 * self.zoom),
            name="more",
        )
        if self._is_open:
            button.state_words = texts.in_context("options", "shown")
        self._finer = button
        self._write_finer()
        return button

    def _write_finer(self) -> None:
        texts = self.ui.texts
        setup = self.setup
        parts = [*self.game_view.setup.summarise_rules(setup, texts)]
        if setup.seed is not None:
            parts.append(texts("deal {number}", number=setup.seed))
        if self._finer is not None:
            self._finer.subtitles = [" · ".join(parts[at:]) for at in range(len(parts))]

    def _build_foot(self, width: float) -> Node:
        texts = self.ui.texts
        look = self.look
        setup = self.setup
        start = self.button(
            texts("Start"),
            self._start,
            style="hud_go",
            icon=build_icon("play", look.theme.colour("text")),
            size=Size(width, 0.7 * _START * self.zoom if self._is_tight else _START * self.zoom),
            name="start",
        )
        seats = texts.plural("{n} player", "{n} players", len(setup.seats))
        start.subtitles = [" · ".join(filter(None, [seats, self.name_kind(setup)])), seats]
        if setup == self._before or self._suggestion is not None:
            return start
        who = ", ".join(seat.name for seat in seat_players(self._before, texts, self.levels))
        parts = [who, self.name_kind(self._before)]
        words = texts("Same as last time: {what}", what=" · ".join(filter(None, parts)))
        again = self.button("", self._start_as_before, style="quiet", name="as last time")
        label = Label(look, words, "small", max_width=width - 20 * self.zoom)
        again.set_min_width(label.size.w + 20 * self.zoom)
        # Add the button above Start, so that Start doesn't move.
        return column(put(label, again), start, gap=8 * self.zoom)

    def _add_options(self, form: Form) -> None:
        for option in self.game_view.setup.build_option_rows(self.setup, self.ui.texts):
            if option.is_enabled:
                self._add_option(form, option)
        self._add_deal(form)

    def _add_option(self, form: Form, option: OptionRow) -> None:
        """Add the control of an option. A slider doesn't rebuild the page when it is dragged."""
        key, title, values, chosen, note, _, is_scale = option

        def take(value: Any) -> None:
            changed = self.setup.with_values(**{key: value})
            if is_scale:
                self.edit(changed)
            else:
                self.change(changed, key)

        form.choice(title, values, chosen, take, key, note, is_scale=is_scale)

    def _add_deal(self, form: Form) -> None:
        texts = self.ui.texts
        kinds = [
            (_NEW, texts("New each time")),
            (_NUMBERED, texts("Numbered")),
            (_CHALLENGE, texts("Challenge")),
        ]
        note = {
            _NUMBERED: texts("The same number always deals the same cards."),
            _CHALLENGE: self._request_code(),
        }.get(self._deal_kind, "")
        form.choice(texts("Deal"), kinds, self._deal_kind, self._set_kind, "deal kind", note)
        if self._deal_kind == _NUMBERED:
            self._add_number(form)
        elif self._deal_kind == _CHALLENGE:
            self._add_code(form)

    def _add_code(self, form: Form) -> None:
        """Add the field for a challenge's code, with a line for errors."""
        texts = self.ui.texts
        gap = self.look.theme.sizes.gap
        paste = self.button(texts("Paste"), self._paste_code, name="paste code")
        clipboard = SystemClipboard()
        field = fields.TextField(
            self.look,
            self._code,
            self.ui.stage.focus,
            self._type_code,
            width=form.control_width - paste.size.w - gap,
            limit=challenge.MAX_CODE_LENGTH,
            placeholder="K7M2-9QXP-…",
            accepts=str.isprintable,
            paste=clipboard.paste,
            copy=clipboard.copy,
            on_no_keys=lambda field: LetterPad(self.ui, field, texts("Challenge")),
            on_done=self._finish_code,
            name="code",
        )
        field.caption = texts("Challenge code")
        form.add(column(row(field, paste, gap=gap), share=1.0, width=form.width))
        self._code_note = form.note(self._describe_code() or " ")

    def _request_code(self) -> str:
        return self.ui.texts("Enter the code that a friend has sent you.")

    def _refuse_code(self) -> None:
        """Say why the challenge can't be played, and focus the field for its code."""
        self.ui.stage.toasts.show(self._describe_code() or self._request_code(), style="warning")
        field = self._find("code")
        if field is not None:
            self.ui.stage.focus.focus_in(self.node, field)

    def _describe_code(self) -> str:
        """Return a sentence about the challenge or about the error in its code; "" for no code."""
        texts = self.ui.texts
        try:
            found = challenge.read_code(self._code, self.navigator.catalogue)
        except challenge.BadCode as error:
            return challenge.explain_bad_code(error, texts)
        refusal = self._explain_refusal(found)
        if refusal:
            return refusal
        return challenge.describe_challenge(found, texts)

    def _explain_refusal(self, found: challenge.Challenge) -> str:
        """Return why a challenge can't be played yet, "" if it can."""
        reasons = [each.explain_refusal(found.setup) for each in self.navigator.features]
        return next(filter(None, reasons), "")

    def _type_code(self, code: str) -> None:
        """Use the deal of a challenge as soon as its code is complete."""
        self._code = code
        self._finish_code(is_complete=False)

    def _paste_code(self) -> None:
        self._code = challenge.find_code(SystemClipboard().paste())
        self._finish_code()
        self.rebuild("start" if self.setup.occasion else "code")

    def _finish_code(self, *, is_complete: bool = True) -> None:
        """Use the deal of the typed code, or show the error in it."""
        try:
            found = challenge.read_code(self._code, self.navigator.catalogue)
        except challenge.BadCode as error:
            is_told = is_complete or error.code == "letter"
            if self._code_note is not None:
                self._code_note.text = self._describe_code() if is_told else " "
            if is_complete:
                self.ui.say(self._describe_code())
            return
        if self._explain_refusal(found):
            if self._code_note is not None:
                self._code_note.text = self._describe_code()
            self.ui.say(self._describe_code())
            return
        code = challenge.write_code(found, self.navigator.catalogue)
        setup = replace(found.setup, occasion=f"{challenge.OCCASION} {code}")
        self._code = code
        self.navigator.choose_game(setup.game)
        self.change(setup, "start")
        self.ui.say(self._describe_code())

    def _add_number(self, form: Form) -> None:
        texts = self.ui.texts
        gap = self.look.theme.sizes.gap
        copy = self.button(texts("Copy"), self._copy, name="copy deal")
        fresh = self.button(texts("New number"), self._renew, name="new deal")
        seed = self.setup.seed
        room = form.control_width - copy.size.w - fresh.size.w - 2 * gap
        limit = len(str(MAX_DEAL_NUMBER))
        least = fields.TextField.width_for(self.look, "8" * limit)
        clipboard = SystemClipboard()

        def choose_deal(digits: str) -> None:
            self.edit(replace(self.setup, seed=int(digits) if digits else None))

        field = fields.TextField(
            self.look,
            "" if seed is None else str(seed),
            self.ui.stage.focus,
            choose_deal,
            width=room if room >= least else form.control_width,
            limit=limit,
            placeholder=texts("Number"),
            accepts=lambda char: char in "0123456789",
            paste=clipboard.paste,
            copy=clipboard.copy,
            on_no_keys=lambda field: LetterPad(self.ui, field, texts("Deal"), digits_only=True),
            name="deal",
        )
        lines: list[list[Node]] = (
            [[field, copy, fresh]] if room >= least else [[field], [copy, fresh]]
        )
        for line in lines:
            form.add(column(row(*line, gap=gap), share=1.0, width=form.width))

    # -- changes -------------------------------------------------------------------------------

    def _set_kind(self, kind: str) -> None:
        self._deal_kind = kind
        self._code = ""
        seed = None
        if kind == _NUMBERED:
            seed = self.navigator.match_service.new_deal()
        self.change(replace(self.setup, seed=seed), "deal kind")

    def _renew(self) -> None:
        seed = self.navigator.match_service.new_deal()
        self.change(replace(self.setup, seed=seed), "new deal")

    def _copy(self) -> None:
        seed = self.setup.seed
        if seed is not None:
            copy_and_notify(self.ui, str(seed), self.ui.texts("Deal {number} copied", number=seed))

    def _drop(self, place: int, over: Node | None) -> None:
        while over is not None and not isinstance(over, SeatSpot):
            over = over.parent
        if over is None:
            goal = place
        else:
            goal = int(over.name.split()[-1])
        self.change(self.setup.with_seats_swapped(place, goal), f"seat {goal}")

    def _set_count(self, count: int) -> None:
        while len(self.setup.seats) < count:
            self.add_seat()
        while len(self.setup.seats) > count:
            self._take_last()
        self.rebuild(f"seats {count}")

    def _take_last(self) -> None:
        seats = self.setup.seats
        ais = [place for place, seat in enumerate(seats) if not seat.is_person]
        self.remove(ais[-1] if ais else len(seats) - 1)

    def _toggle(self) -> None:
        self._is_open = not self._is_open
        self.change(self.setup, "more")


_NONE: Final = BoxPicture()


def _build_top(tones: tuple[Colour, ...]) -> PaintedPicture:
    return PaintedPicture(("round table", tones), lambda w, h: _paint_top(tones, w, h))


_WOOD: Final = Colour(122, 84, 54), Colour(82, 54, 36)
_GOLD: Final = 242, 198, 109
_FINER: Final = 2


def _paint_top(tones: tuple[Colour, ...], w: int, h: int) -> Steps:
    size = w * _FINER, h * _FINER
    surface = pygame.Surface(size, pygame.SRCALPHA)
    rim = 0.045 * min(size)
    deep = 0.05 * size[1]
    whole = pygame.Rect(0, 0, *size)

    def draw(tone: Colour, inset: float, drop: float = 0.0) -> None:
        box = whole.inflate(-2 * inset, -2 * inset - deep).move(0, drop - deep / 2)
        pygame.draw.ellipse(surface, tone, box)

    draw(_WOOD[1].mixed(Colour(0, 0, 0), 0.25), 0.0, deep)
    draw(_WOOD[0], 0.0)
    draw(_WOOD[1], 0.75 * rim)
    for nth in range(24):
        yield
        part = nth / 23
        draw(tones[1].mixed(tones[0].mixed(WHITE, 0.07), part), rim + part * 0.42 * min(size))
    yield
    # Direction of play: a thin line with arrows.
    inner = whole.inflate(-5 * rim, -5 * rim - deep).move(0, -deep / 2)
    gold = (*_GOLD, 110)
    x = inner.w / 2
    y = inner.h / 2
    pygame.draw.ellipse(surface, gold, inner, max(1, size[0] // 500))
    for turn in (0.125, 0.375, 0.625, 0.875):
        point = Vec(x * math.cos(math.tau * turn), y * math.sin(math.tau * turn))
        ahead = Vec(-x * math.sin(math.tau * turn), y * math.cos(math.tau * turn))
        ahead *= 0.5 * rim / ahead.length
        tip = point + Vec(*inner.center) + ahead
        ends = [tip - ahead.rotated(side) * 1.6 for side in (-42, 42)]
        pygame.draw.lines(surface, (*_GOLD, 220), False, [ends[0], tip, ends[1]], size[0] // 300)
    yield
    return pygame.transform.smoothscale(surface, (w, h))
