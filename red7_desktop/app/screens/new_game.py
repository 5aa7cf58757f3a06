"""The set-up of a new match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.app.feature import Navigator, SetupOffer, first
from red7_desktop.kit.look.icons import portrait
from red7_desktop.kit.pages.forms import Form, LetterPad, ListPage
from red7_desktop.kit.pages.notices import Clipboard, SystemClipboard
from red7_desktop.kit.pages.page import SHEET
from red7_desktop.kit.phrases import initials_of, name_with_strength, strength_line
from red7_desktop.kit.setup import (
    LAST_DEAL,
    LONGEST_NAME,
    GameSetup,
    OptionRow,
    SeatPlan,
    seat_players,
)
from red7_desktop.scene.boxes import column, pad, put, row
from red7_desktop.scene.geometry import NO_SIZE, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import Align, BoxPicture
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.fields import ChoiceControl, Slider, TextField
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.tabletop.game import SEAT_LETTERS
from red7_desktop.tabletop.match import is_seen

if TYPE_CHECKING:
    from red7_desktop.kit.game_view import GameView
    from red7_desktop.tabletop.player import Level, Players


class SetupDraft:
    """Holds the present set-up for the parts of the New game screen.

    `change` is for what the screen must be laid out anew for; it calls `on_change` with the name of
    the node that the focus goes to. `edit` is for the rest; it calls `on_edit`. `shows_more`:
    whether the finer points are open.
    """

    def __init__(
        self,
        navigator: Navigator,
        setup: GameSetup,
        clipboard: Clipboard,
        on_change: Callable[[str], None],
        on_edit: Callable[[], None],
    ) -> None:
        self.navigator = navigator
        self.ui = navigator.ui
        self.box = navigator.box
        self.clipboard = clipboard
        self.setup = setup
        self.is_numbered = setup.seed is not None
        self.shows_more = self.is_numbered or any(
            option.is_finer and setup.values[option.key] != option.default
            for option in self.face.setup.options
        )
        self._on_change = on_change
        self._on_edit = on_edit

    @property
    def face(self) -> GameView:
        """The face of the game that is set up."""
        return self.box[self.setup.game].face()

    @property
    def players(self) -> Players:
        """The AI players of that game."""
        return self.box[self.setup.game].players()

    @property
    def levels(self) -> tuple[Level, ...]:
        """Their levels, the weakest first."""
        return self.players.levels

    def change(self, setup: GameSetup, focus: str) -> None:
        """Take over a set-up that changes the layout."""
        self.setup = setup
        self._on_change(focus)

    def edit(self, setup: GameSetup) -> None:
        """Take over a set-up that leaves the layout as it is."""
        self.setup = setup
        self._on_edit()


class OptionRows:
    """Makes the rows; what people do in them goes to the draft."""

    def __init__(self, draft: SetupDraft) -> None:
        self._draft = draft
        self._ui = draft.ui
        self._look = draft.ui.stage.look

    def add(self, form: Form) -> None:
        """Add the rows to a form; what most games do without opens below them."""
        if len(self._draft.box) > 1:
            self._add_games(form)
        face, texts = self._draft.face, self._ui.texts
        finer = {option.key for option in face.setup.options if option.is_finer}
        rows = face.setup.option_rows(self._setup, texts)
        for option in rows:
            if option.key not in finer:
                self._add_option(form, option)
        shown = self._draft.shows_more
        more = Button(
            self._look,
            texts("Less") if shown else texts("More"),
            self._toggle_more,
            icon=build_glyph("up" if shown else "down", self._look.theme.colour("text_soft")),
            style="quiet",
            name="more",
        )
        form.add(more)
        if shown:
            for option in rows:
                if option.key in finer:
                    self._add_option(form, option)
            self._add_deal(form)
            self._add_strengths(form)

    @property
    def _setup(self) -> GameSetup:
        return self._draft.setup

    # -- the rows ----------------------------------------------------------------------------

    def _add_games(self, form: Form) -> None:
        texts = self._ui.texts
        games = [(name, each.face().title(texts)) for name, each in self._draft.box.items()]
        choice = ChoiceControl(
            self._look,
            games,
            self._setup.game,
            self._set_game,
            width=form.control_width,
            name="game",
        )
        form.row(texts("Which game"), choice)

    def _add_option(self, form: Form, option: OptionRow) -> None:
        """Add an option: a slider where its values are a scale, which leaves the layout alone."""
        words, width = dict(option.choices), form.control_width
        control: Slider[Any] | ChoiceControl[Any]
        if option.is_scale:
            control = Slider(
                self._look,
                list(words),
                option.chosen,
                lambda value: self._draft.edit(self._setup.with_values(**{option.key: value})),
                words=words.__getitem__,
                width=width,
                enabled=option.is_enabled,
                name=option.key,
            )
        else:
            control = ChoiceControl(
                self._look,
                option.choices,
                option.chosen,
                partial(self._choose, option.key),
                width=width,
                enabled=option.is_enabled,
                name=option.key,
            )
        form.row(option.title, control, option.note)

    def _add_deal(self, form: Form) -> None:
        texts, is_numbered = self._ui.texts, self._draft.is_numbered
        form.row(
            texts("Deal"),
            ChoiceControl(
                self._look,
                [(False, texts("New each time")), (True, texts("Numbered"))],
                is_numbered,
                self._set_numbered,
                width=form.control_width,
                name="deal kind",
            ),
            texts("The same number always gives the same cards.") if is_numbered else "",
        )
        if is_numbered:
            self._add_number(form)

    def _add_number(self, form: Form) -> None:
        texts, gap = self._ui.texts, self._look.theme.sizes.gap
        copy = Button(self._look, texts("Copy"), self._copy, name="copy deal")
        fresh = Button(self._look, texts("Another"), self._renumber, name="new deal")
        seed = self._setup.seed
        room = form.control_width - copy.size.w - fresh.size.w - 2 * gap
        least = TextField.width_for(self._look, "8" * len(str(LAST_DEAL)))
        field = TextField(
            self._look,
            "" if seed is None else str(seed),
            self._ui.stage.focus,
            self._type_number,
            width=room if room >= least else form.control_width,
            limit=len(str(LAST_DEAL)),
            placeholder=texts("Number"),
            accepts=lambda char: char in "0123456789",
            paste=self._draft.clipboard.paste,
            on_no_keys=self._show_digits,
            name="deal",
        )
        lines: list[list[Node]] = (
            [[field, copy, fresh]] if room >= least else [[field], [copy, fresh]]
        )
        for line in lines:
            form.add(column(row(*line, gap=gap), share=1.0, width=form.width))

    def _add_strengths(self, form: Form) -> None:
        texts = self._ui.texts
        seated = {seat.level for seat in self._setup.seats}
        lines = [
            texts("{name}: {strength}", name=level.name, strength=measured)
            for level in self._draft.levels
            if level.key in seated
            and (measured := strength_line(texts, self._draft.players, level.key))
        ]
        if lines:
            form.add(Label(self._look, texts("Strength"), "body", max_width=form.width))
        for line in lines:
            form.note(line)

    # -- changes -----------------------------------------------------------------------------

    def _choose(self, key: str, value: Any) -> None:
        self._draft.change(self._setup.with_values(**{key: value}), key)

    def _set_game(self, game: str) -> None:
        """Go over to another game's last set-up."""
        setup = self._draft.navigator.setups.of(game)
        self._draft.is_numbered = setup.seed is not None
        self._draft.change(setup, "game")

    def _toggle_more(self) -> None:
        self._draft.shows_more = not self._draft.shows_more
        self._draft.change(self._setup, "more")

    def _set_numbered(self, is_numbered: bool) -> None:
        self._draft.is_numbered = is_numbered
        seed = self._draft.navigator.match_service.new_deal() if is_numbered else None
        self._draft.change(replace(self._setup, seed=seed), "deal kind")

    def _type_number(self, digits: str) -> None:
        self._draft.edit(replace(self._setup, seed=int(digits) if digits else None))

    def _renumber(self) -> None:
        self._draft.change(
            replace(self._setup, seed=self._draft.navigator.match_service.new_deal()), "new deal"
        )

    def _copy(self) -> None:
        texts, seed, toasts = self._ui.texts, self._setup.seed, self._ui.stage.toasts
        if seed is None:
            return
        if self._draft.clipboard.copy(str(seed)):
            toasts.show(texts("Deal {number} copied", number=seed))
        else:
            toasts.show(texts("Nothing can be copied here"), style="warning")

    def _show_digits(self, field: TextField) -> None:
        LetterPad(self._ui, field, self._ui.texts("Deal"), digits_only=True)


_DISC: Final = 76.0
_FACE: Final = 0.86
"""A portrait's side as a part of the disc's width."""
_DOT: Final = 8.0
_NARROW: Final = 560.0
"""In a row narrower than this, at zoom 1, the buttons stand below."""


class SeatRows:
    """Makes the rows; what people do in them goes to the draft."""

    def __init__(self, draft: SetupDraft) -> None:
        self._draft = draft
        self._ui = draft.ui
        self._look = draft.ui.stage.look
        self._zoom = self._look.theme.zoom
        names = {level.key: level.name for level in draft.levels}
        profile = draft.navigator.profile
        named = draft.setup.with_own_name(profile.own_name)
        self._seats = profile.faced(seat_players(named, self._ui.texts, names))
        self._initials = initials_of(
            [seat.name for seat in self._seats], [seat.player for seat in self._seats]
        )

    @property
    def _setup(self) -> GameSetup:
        return self._draft.setup

    def build(self, place: int, width: float) -> Panel:
        """Return the row of one seat."""
        sizes = self._look.theme.sizes
        edge, gap = 0.8 * sizes.padding, sizes.gap
        tools = row(*self._buttons(place), gap=gap / 2)
        room = width - 2 * edge
        if width < _NARROW * self._zoom:
            who = column(*self._who(place, room), gap=gap / 2, width=room)
            inside = column(who, tools, gap=gap / 2, share=1.0)
        else:
            disc = self._disc(place)
            room -= disc.size.w + tools.size.w + 2 * gap
            who = column(*self._who(place, room), gap=gap / 2, width=room)
            inside = row(disc, who, tools, gap=gap, share=0.0)
        panel = Panel(self._look, inside.size, "card_row", name=f"seat {place}")
        pad(inside, edge, into=panel)
        return panel

    # -- parts -------------------------------------------------------------------------------

    def _disc(self, place: int) -> Node:
        theme = self._look.theme
        tone = theme.swatch("seats", SEAT_LETTERS[place])
        side = _DISC * self._zoom
        ring = BoxPicture(
            tone.with_alpha(0.12), radius=side / 2, border=tone, border_width=2.5 * self._zoom
        )
        disc = Node(name="disc", size=Size(side, side), picture=ring)
        picture = portrait(self._seats[place].portrait)
        if picture is not None:
            size = disc.size.scaled(_FACE)
            put(Node(name="portrait", picture=picture, size=size), disc)
        else:
            words = self._initials[place]
            put(Label(self._look, words, "heading", colour=tone, align=Align.CENTRE), disc)
        dots = self._build_dots(self._draft.setup.seats[place].level)
        return disc if dots is None else column(disc, dots, gap=_DOT * self._zoom, share=0.5)

    def _build_dots(self, level: str | None) -> Node | None:
        """Return dots, as many of them bright as a level says; None for a person."""
        keys = [each.key for each in self._draft.levels]
        if level not in keys:
            return None
        theme, side = self._look.theme, _DOT * self._zoom
        dots = []
        for nth in range(len(keys)):
            tone = theme.colour("accent" if nth <= keys.index(level) else "border")
            dot = BoxPicture(tone, radius=side / 2)
            dots.append(Node(name="strength", size=Size(side, side), picture=dot))
        return row(*dots, gap=0.6 * side)

    def _who(self, place: int, width: float) -> list[Node]:
        """Return what says who sits there: the choice, then a name to type or an AI's character."""
        seat = self._setup.seats[place]
        choice = ChoiceControl(
            self._look,
            self._people(),
            seat.level,
            partial(self._choose, place),
            width=width,
            always_cycles=True,
            name=f"who {place}",
        )
        if seat.is_person:
            return [choice, self._name_field(place, width)]
        texts, is_easiest = self._ui.texts, seat.level == self._draft.levels[0].key
        lines = [
            (self._draft.face.setup.characters(texts).get(seat.level or "", ""), "small"),
            (texts("Good for a first game.") if is_easiest else "", "note"),
        ]
        return [
            choice,
            *[
                Label(self._look, line, style, max_width=width, wraps=True)
                for line, style in lines
                if line
            ],
        ]

    def _people(self) -> list[tuple[str | None, str]]:
        texts = self._ui.texts
        levels = [
            (level.key, name_with_strength(texts, level.key, level.name))
            for level in self._draft.levels
        ]
        return [(None, texts("Person")), *levels]

    def _name_field(self, place: int, width: float) -> TextField:
        return TextField(
            self._look,
            self._setup.seats[place].name,
            self._ui.stage.focus,
            partial(self._rename, place),
            width=width,
            limit=LONGEST_NAME,
            accepts=lambda char: char == " " or is_seen(char),
            placeholder=self._seats[place].name,
            paste=self._draft.clipboard.paste,
            on_no_keys=self._show_letters,
            name=f"name {place}",
        )

    def _buttons(self, place: int) -> list[Button]:
        setup = self._setup
        rows: list[tuple[str, str, Callable[[], None], bool]] = [
            ("up", "up", partial(self._move, place, -1), True),
            ("down", "down", partial(self._move, place, 1), True),
            (
                "remove",
                "cross",
                partial(self._remove, place),
                len(setup.seats) > self._draft.face.setup.seats[0],
            ),
        ]
        ink = self._look.theme.colour("text_soft")
        return [
            Button(
                self._look,
                "",
                press,
                icon=build_glyph(drawing, ink),
                style="quiet",
                size=NO_SIZE,
                enabled=enabled,
                name=f"{name} {place}",
            )
            for name, drawing, press, enabled in rows
        ]

    # -- changes -----------------------------------------------------------------------------

    def _choose(self, place: int, level: str | None) -> None:
        seat = replace(self._setup.seats[place], level=level)
        self._draft.change(self._setup.with_seat(place, seat), f"who {place}")

    def _rename(self, place: int, name: str) -> None:
        self._draft.edit(self._setup.with_seat(place, SeatPlan(name.strip())))

    def _move(self, place: int, by: int) -> None:
        word = "up" if by < 0 else "down"
        goal = (place + by) % len(self._setup.seats)
        self._draft.change(self._setup.moved(place, by), f"{word} {goal}")

    def _remove(self, place: int) -> None:
        setup = self._setup.without(place)
        self._draft.change(setup, f"who {min(place, len(setup.seats) - 1)}")

    def _show_letters(self, field: TextField) -> None:
        LetterPad(self._ui, field, self._ui.texts("Name"))


_TWO_COLUMNS: Final = 1080.0
"""From this width, at zoom 1, seats and rules stand side by side."""
_SEATS_SHARE: Final = 0.52
_START: Final = Size(320.0, 72.0)


class NewGameScreen(ListPage):
    """Lets people change a set-up and start with it. Start has the focus at first, or an offer."""

    most = SHEET

    def __init__(
        self, navigator: Navigator, setup: GameSetup, clipboard: Clipboard | None = None
    ) -> None:
        super().__init__(navigator.ui, "new game", on_leave=self._go_back)
        self._navigator = navigator
        clipboard = clipboard or SystemClipboard()
        self._draft = SetupDraft(navigator, setup, clipboard, self.rebuild, self._write_summary)
        self._summary: Label | None = None
        self.first = "start" if self._offer is None else "offer"

    @property
    def setup(self) -> GameSetup:
        """The set-up as it is now."""
        return self._draft.setup

    @property
    def _offer(self) -> SetupOffer | None:
        return first(each.make_offer(self.setup.game) for each in self._navigator.features)

    def _go_back(self) -> None:
        self._navigator.keep_setup(self.setup)
        self._navigator.show_title()

    def _start(self) -> None:
        self._navigator.keep_setup(self.setup)
        self._navigator.play(self.setup)

    @property
    def title(self) -> str:
        return self.ui.texts("New game")

    def head(self, width: float) -> Node | None:
        offer, look = self._offer, self.look
        if offer is None:
            return None
        edge = look.theme.sizes.padding
        button = Button(look, offer.words, offer.take, style="primary", name="offer")
        room = width - 3 * edge - button.size.w
        words = column(
            Label(look, offer.title, "heading", max_width=room, wraps=True),
            Label(look, offer.about, "soft", max_width=room, wraps=True),
            gap=4 * self.zoom,
        )
        inside = row(words, button, gap=edge, width=width - 2 * edge)
        size = Size(width, inside.size.h + 1.4 * edge)
        return put(inside, Panel(look, size, "active", name="offered"))

    def content(self, width: float) -> Node:
        gutter, gap = 48 * self.zoom, self.look.theme.sizes.gap
        if width < _TWO_COLUMNS * self.zoom:
            both = column(self._seats(width), self._rules(width), gap=gutter)
        else:
            left = (width - gutter) * _SEATS_SHARE
            right = width - gutter - left
            both = row(self._seats(left), self._rules(right), gap=gutter, share=0.0)
        return column(both, gap / 2, Node(), name="content")

    def _seats(self, width: float) -> Node:
        texts, look, gap = self.ui.texts, self.look, self.look.theme.sizes.gap
        note = texts("The turn goes down the list and round again.")
        rows = SeatRows(self._draft)
        parts: list[Node | float] = [
            Label(look, texts("Players"), "heading"),
            4 * self.zoom,
            Label(look, note, "note", max_width=width, wraps=True),
            *[rows.build(place, width) for place in range(len(self.setup.seats))],
        ]
        if len(self.setup.seats) < self._draft.face.setup.seats[-1]:
            plus = build_glyph("plus", look.theme.colour("text_soft"))
            words = texts("Add a player")
            parts.append(Button(look, words, self._add_seat, icon=plus, name="add seat"))
        return column(*parts, gap=gap, width=width)

    def _rules(self, width: float) -> Node:
        form = Form(self.look, width)
        form.add(Label(self.look, self.ui.texts("Rules"), "heading"))
        OptionRows(self._draft).add(form)
        return form.build()

    def foot(self, width: float) -> Node:
        texts, whole = self.ui.texts, width + 2 * self.edge
        height = max(self.look.theme.sizes.target, _START.h * min(self.zoom, 1.3))
        size = Size(min(170 * self.zoom, 0.25 * whole), height)
        back = Button(self.look, texts("Back"), self.leave, size=size, name="back")
        start = Button(
            self.look,
            texts("Start"),
            self._start,
            style="primary" if self._offer is None else "plain",
            size=Size(min(_START.w * self.zoom, 0.5 * whole), height),
            name="start",
        )
        gap = 2 * self.look.theme.sizes.gap
        room = Size(max(1.0, width - back.size.w - start.size.w - 2 * gap), height)
        self._summary = Label(self.look, "", "soft", size=room, wraps=True, name="summary")
        self._write_summary()
        return row(back, self._summary, start, gap=gap, share=0.0)

    def _write_summary(self) -> None:
        """Say the set-up in some lines, or nothing where they have no room: all stands above."""
        texts, setup = self.ui.texts, self.setup
        parts = [
            texts.plural("{n} player", "{n} players", len(setup.seats)),
            *self._draft.face.setup.summary(setup, texts),
        ]
        if setup.seed is not None:
            parts.append(texts("deal {number}", number=setup.seed))
        if self._summary is not None:
            words, room = " · ".join(parts), self._summary.size
            whole = Label(self.look, words, "soft", max_width=room.w, wraps=True)
            self._summary.text = words if whole.size.h <= room.h else ""

    # -- changes -----------------------------------------------------------------------------

    def _add_seat(self) -> None:
        """Add an AI of a level that nobody has yet."""
        taken = {seat.level for seat in self.setup.seats}
        free = [level.key for level in self._draft.levels if level.key not in taken]
        level = next(iter(free), None)
        place = len(self.setup.seats)
        self._draft.change(self.setup.with_more(SeatPlan(level=level)), f"who {place}")
