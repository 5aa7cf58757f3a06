"""The title: the name, what one can do, and what the games in the box show of themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from red7_desktop import __version__
from red7_desktop.kit.language.texts import Texts
from red7_desktop.kit.look.emblem import Emblem
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.pages.screen import Kit
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.label import Label

_MENU: Final = Size(400.0, 66.0)
_GAP: Final = 14.0
_LOGO: Final = (84.0, 230.0)
"""The least and the largest height of the logo's letters."""
_LOW: Final = 0.85
"""In an upright window the emblems lie above, and has this part of the height that is to spare."""
_NARROW: Final = 0.44
"""The menu never takes more of the window's width."""


@dataclass(frozen=True)
class TitleActions:
    """What the title's buttons do.

    `resume` is None while there is no match to go on with, `matches` while none is kept. emblems:
    give that of each game in a room of the window. motto: what it is about, in a line, "" for none.
    """

    play: Callable[[], None]
    rules: Callable[[], None]
    settings: Callable[[], None]
    quit: Callable[[], None]
    emblems: Sequence[Callable[[Rect], Emblem]]
    motto: Callable[[Texts], str]
    resume: Callable[[], None] | None = None
    matches: Callable[[], None] | None = None


class TitleScreen(Page):
    """Shows the title. Esc and the pad's B do nothing here: nothing lies behind it."""

    def __init__(self, kit: Kit, actions: TitleActions) -> None:
        super().__init__(kit, "title", on_leave=lambda: None)
        self._actions = actions
        self._emblems: list[Emblem] = []
        self._has_dealt = False
        self.first = "play" if actions.resume is None else "continue"

    def build(self) -> None:
        """Lay out the name and the menu at the left and the emblems at the right."""
        self.add_room()
        visible, margin = self.look.visible, self.look.theme.sizes.safe_margin
        left = visible.left + max(2 * margin, 0.075 * visible.w)
        width = min(_MENU.w * self.zoom, _NARROW * visible.w)
        buttons = self._menu(width)
        version = self._version()
        version.position = Vec(left, visible.bottom - margin - version.size.h)
        menu_height = len(buttons) * (buttons[0].size.h + _GAP * self.zoom)
        free = version.position.y - visible.top - margin - menu_height
        logo = self._logo(free, width * 1.5)
        tagline = self._tagline(visible.right - margin - left)
        gap = 34 * min(self.zoom, 1.2)
        block = logo.size.h + tagline.size.h + gap + menu_height
        is_upright = visible.h > visible.w
        spare = max(0.0, version.position.y - visible.top - margin - block)
        y = above = visible.top + margin + spare * (_LOW if is_upright else 0.5)
        for node, below in ((logo, 0.0), (tagline, gap)):
            node.position = Vec(left, y)
            y += node.size.h + below
        for button in buttons:
            button.position = Vec(left, y)
            y += button.size.h + _GAP * self.zoom
        start = left + max(width, min(logo.size.w, width * 1.45))
        self._emblems = []
        if is_upright:
            self._add_emblems(Rect(visible.left, visible.top, visible.w, above - visible.top))
        else:
            self._add_emblems(Rect(start, visible.top, visible.right - start, visible.h))
        self.node.add(logo, tagline, version, *buttons)

    def updated(self) -> None:
        """Let the emblems move, or rest, as the settings say."""
        for emblem in self._emblems:
            emblem.set_motion(self._moves)

    def tick(self, now: float) -> None:
        """Keep the emblems moving."""
        for emblem in self._emblems:
            emblem.tick(now)

    @property
    def is_waiting(self) -> bool:
        """Whether an emblem moves by itself."""
        return any(emblem.is_moving for emblem in self._emblems)

    def leave(self) -> None:
        """Stay: there is nothing to go back to."""

    @property
    def _moves(self) -> bool:
        return not (self.kit.settings.reduced_motion or self.kit.settings.is_instant)

    def _menu(self, width: float) -> list[Button]:
        texts, actions = self.kit.texts, self._actions
        asked: list[tuple[str, str, Callable[[], None] | None]] = [
            ("continue", texts("Continue"), actions.resume),
            ("play", texts("Play"), actions.play),
            ("matches", texts("Matches"), actions.matches),
            ("rules", texts("Rules"), actions.rules),
            ("settings", texts("Settings"), actions.settings),
            ("quit", texts("Quit"), actions.quit),
        ]
        rows = [(name, words, press) for name, words, press in asked if press is not None]
        size = Size(width, self._button_height(len(rows)))
        return [
            Button(
                self.look,
                words,
                press,
                name=name,
                size=size,
                style="menu_first" if name == self.first else "menu",
            )
            for name, words, press in rows
        ]

    def _button_height(self, count: int) -> float:
        """Give the buttons their height; less where the window is low for their number."""
        room = 0.62 * self.look.visible.h / count - _GAP * self.zoom
        return max(self.look.theme.sizes.target, min(_MENU.h * self.zoom, room))

    def _logo(self, height: float, width: float) -> Node:
        """Write the name, as large as there is room for."""
        style = self.look.theme.text("logo")
        least, most = _LOGO
        size = min(max(height * 0.62, least), most * max(1.0, self.zoom * 0.8))
        red, seven = (
            Label(self.look, part, "logo", colour=colour)
            for part, colour in (
                ("Red", style.colour),
                ("7", self.look.theme.swatch("on_dark", "red")),
            )
        )
        natural = red.size.w + seven.size.w
        scale = min(size / style.size, max(width / natural, least / style.size))
        logo = Node(name="logo", size=Size(natural * scale, style.size * scale))
        x = 0.0
        for label in (red, seven):
            label.scale = scale
            label.position = Vec(x, (logo.size.h - label.size.h * scale) / 2)
            x += label.size.w * scale
            logo.add(label)
        return logo

    def _tagline(self, room: float) -> Label:
        words = self._actions.motto(self.kit.texts)
        return Label(self.look, words, "lead", max_width=room, name="tagline")

    def _version(self) -> Label:
        words = self.kit.texts("Version {version}, made by fans", version=__version__)
        return Label(self.look, words, "note", align=Align.START, name="version")

    def _add_emblems(self, room: Rect) -> None:
        """Share a room out among the games, along its longer side."""
        count = len(self._actions.emblems)
        is_wide = room.w >= room.h
        size = Size(room.w / count, room.h) if is_wide else Size(room.w, room.h / count)
        for place, make in enumerate(self._actions.emblems):
            corner = Vec(place * size.w, 0.0) if is_wide else Vec(0.0, place * size.h)
            emblem = make(Rect(room.x + corner.x, room.y + corner.y, size.w, size.h))
            self._emblems.append(emblem)
            self.node.add(emblem)
            emblem.set_motion(self._moves)
            if not self._has_dealt:
                emblem.deal()
        self._has_dealt = True
