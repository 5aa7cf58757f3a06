"""The seats of a new game, one row each: who sits there, in which order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.hud.seats.portraits import portrait
from red7_desktop.kit.language.opponent_words import name_with_strength
from red7_desktop.kit.language.seat_words import initials_of
from red7_desktop.kit.pages.on_screen_keyboard import LetterPad
from red7_desktop.kit.setup import LONGEST_NAME, GameSetup, SeatPlan, seat_players
from red7_desktop.scene.geometry import NO_SIZE, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.choice import ChoiceControl
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.text_field import TextField
from red7_desktop.tabletop.seated import is_seen
from red7_desktop.tabletop.zones import SEAT_LETTERS

if TYPE_CHECKING:
    from red7_desktop.app.new_game.draft import SetupDraft
    from red7_desktop.kit.pages.clipboard import Clipboard
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.seats import Seat

_DISC: Final = 76.0

_FACE: Final = 0.86
"""A portrait's side as a part of the disc's width."""

_DOT: Final = 8.0

_NARROW: Final = 560.0
"""In a row narrower than this, at zoom 1, the buttons stand below."""


class SeatRows:
    """Makes the rows; what people do in them goes to the draft."""

    def __init__(
        self,
        kit: Ui,
        draft: SetupDraft,
        clipboard: Clipboard,
        own_name: str,
        faced: Callable[[tuple[Seat, ...]], tuple[Seat, ...]],
    ) -> None:
        self._kit = kit
        self._draft = draft
        self._clipboard = clipboard
        self._look = kit.stage.look
        self._zoom = self._look.theme.zoom
        names = {level.key: level.name for level in draft.levels}
        self._seats = faced(seat_players(draft.setup.with_own_name(own_name), kit.texts, names))
        self._initials = initials_of(
            [seat.name for seat in self._seats], [seat.player for seat in self._seats]
        )

    @property
    def _setup(self) -> GameSetup:
        return self._draft.setup

    def row(self, place: int, width: float) -> Panel:
        """Give the row of one seat."""
        row = Panel(self._look, Size(width, 1.0), "card_row", name=f"seat {place}")
        sizes = self._look.theme.sizes
        pad = 0.8 * sizes.padding
        buttons = self._buttons(place)
        tools = sum(button.size.w for button in buttons) + (len(buttons) - 1) * sizes.gap / 2
        is_narrow = width < _NARROW * self._zoom
        left = pad if is_narrow else pad + _DISC * self._zoom + sizes.gap
        room = width - left - pad - (0.0 if is_narrow else tools + sizes.gap)
        y = pad
        for node in self._who(place, room):
            node.position = Vec(left, y)
            y += node.size.h + sizes.gap / 2
            row.add(node)
        bottom = y - sizes.gap / 2
        if not is_narrow:
            disc = self._disc(place)
            disc.position = Vec(pad, pad)
            row.add(disc)
            bottom = max(
                bottom, pad + max(each.position.y + each.size.h for each in (disc, *disc.children))
            )
        x = width - pad - tools
        for button in buttons:
            button.position = Vec(x, bottom + sizes.gap / 2 if is_narrow else pad)
            x += button.size.w + sizes.gap / 2
            row.add(button)
        if is_narrow:
            bottom += sizes.gap / 2 + buttons[0].size.h
        row.size = Size(width, bottom + pad)
        return row

    # -- parts -------------------------------------------------------------------------------

    def _disc(self, place: int) -> Node:
        theme = self._look.theme
        tone = theme.swatch("seats", SEAT_LETTERS[place])
        side = _DISC * self._zoom
        disc = Node(
            name="disc",
            size=Size(side, side),
            picture=BoxPicture(
                tone.with_alpha(0.12), radius=side / 2, border=tone, border_width=2.5 * self._zoom
            ),
        )
        disc.add(self._face(place, side), *self._strength(place, side))
        return disc

    def _face(self, place: int, side: float) -> Node:
        """Give a portrait, or a person's initial."""
        picture = portrait(self._seats[place].portrait)
        if picture is not None:
            edge = _FACE * side
            corner = Vec((side - edge) / 2, (side - edge) / 2)
            return Node(name="portrait", picture=picture, size=Size(edge, edge), position=corner)
        return Label(
            self._look,
            self._initials[place],
            "heading",
            size=Size(side, side),
            colour=self._look.theme.swatch("seats", SEAT_LETTERS[place]),
            align=Align.CENTRE,
        )

    def _strength(self, place: int, disc: float) -> list[Node]:
        """Give dots below an AI's disc, as many of them bright as its level says."""
        keys = [level.key for level in self._draft.levels]
        level = self._setup.seats[place].level
        if level not in keys:
            return []
        theme, side, step = self._look.theme, _DOT * self._zoom, 1.6 * _DOT * self._zoom
        left = (disc - step * (len(keys) - 1) - side) / 2
        dots = []
        for nth in range(len(keys)):
            is_bright = nth <= keys.index(level)
            tone = theme.colour("accent") if is_bright else theme.colour("border")
            dots.append(
                Node(
                    name="strength",
                    size=Size(side, side),
                    position=Vec(left + nth * step, disc + side),
                    picture=BoxPicture(tone, radius=side / 2),
                )
            )
        return dots

    def _who(self, place: int, width: float) -> list[Node]:
        """Give what says who sits there: the choice, then a name to type or an AI's character."""
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
        texts, is_easiest = self._kit.texts, seat.level == self._draft.levels[0].key
        lines = [
            (self._draft.face.characters(texts).get(seat.level or "", ""), "small"),
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
        texts = self._kit.texts
        levels = [
            (level.key, name_with_strength(texts, level.key, level.name))
            for level in self._draft.levels
        ]
        return [(None, texts("Person")), *levels]

    def _name_field(self, place: int, width: float) -> TextField:
        return TextField(
            self._look,
            self._setup.seats[place].name,
            self._kit.stage.focus,
            partial(self._rename, place),
            width=width,
            limit=LONGEST_NAME,
            accepts=lambda char: char == " " or is_seen(char),
            placeholder=self._seats[place].name,
            paste=self._clipboard.paste,
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
                len(setup.seats) > self._draft.face.seats[0],
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
        LetterPad(self._kit, field, self._kit.texts("Name"))
