"""What the screens around the table share: a room or a scrim, a sheet, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.look.backdrop import build_backdrop_picture
from red7_desktop.kit.pages.screen import Screen, Ui
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.pictures import BoxPicture, Picture
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.scroll_view import ScrollView

if TYPE_CHECKING:
    import pygame

SHEET: Final = Size(1640.0, 1240.0)
"""A sheet is no larger than this, at the theme's zoom 1."""

_UPRIGHT: Final = 1.25
"""In an upright window a sheet stands upright, too, and is so much longer."""


class Page(Screen):
    """A screen that is laid out anew whenever window, theme, words or cards change.

    As a screen, the program puts `node` on the ground and calls `opened`; as an overlay it calls
    `opened` only, which shows the page above everything else. Either way `closed` ends it, the
    other calls of Screen go to it while it is open, and `on_leave` runs when the person wants to
    go: by Esc, the pad's B, its button or, for an overlay, a click outside.

    A subclass writes `build`, which fills `node`; what has the focus and how far views are
    scrolled stays when their nodes come back under the same names. `first` names the node that
    has the focus at the beginning; `opened_by` is what its key or pad button asks for, which
    closes it too.
    """

    first = ""
    opened_by: Intent | None = None

    def __init__(
        self, kit: Ui, name: str, on_leave: Callable[[], None], *, as_overlay: bool = False
    ) -> None:
        super().__init__(kit, name)
        self.on_leave = on_leave
        self.as_overlay = as_overlay
        self._made_for: Hashable = None

    # -- what the program calls --------------------------------------------------------------

    def opened(self) -> None:
        """Lay the page out, and take the focus."""
        self._rebuild()
        first = self._first()
        if self.as_overlay:
            self.kit.stage.show_overlay(self.node, first=first, on_back=self.leave)
        else:
            self.kit.stage.focus.push(self.node, first=first, on_back=self.leave)

    def closed(self) -> None:
        """Give the focus back."""
        if self.as_overlay:
            self.kit.stage.hide_overlay(self.node)
        else:
            self.kit.stage.focus.pop(self.node)

    def take(self, event: pygame.Event) -> bool:
        """Take an event before the stage does: what opens the page closes it, the rest is its own.

        Nothing is taken while something lies above the page.
        """
        if self.kit.stage.focus.scope is not self.node:
            return False
        if self.opened_by in self.kit.controls.asked(event):
            self.leave()
            return True
        return self.handle(event)

    def resized(self) -> None:
        """Lay the page out anew if anything has changed that it depends on."""
        if self._made_for != self._circumstances():
            self._rebuild()
        else:
            self.updated()

    # -- what a page writes or uses ----------------------------------------------------------

    def build(self) -> None:
        """Fill `node`."""
        raise NotImplementedError

    def restored(self) -> None:
        """Do what must wait until the views are scrolled as they were."""

    def updated(self) -> None:
        """React to new settings that change nothing about the layout."""

    def leave(self) -> None:
        """Go, as Esc does."""
        self.on_leave()

    def rebuild(self, focus: str = "") -> None:
        """Lay the page out anew because of something of its own.

        `focus` names the node that the focus goes to, for people who see it.
        """
        self._rebuild()
        goal = self._found(focus)
        if goal is not None and goal.focusable and self.kit.stage.focus.is_visible:
            self.kit.stage.focus.give_in(self.node, goal)

    @property
    def look(self) -> Look:
        """The stage's present look."""
        return self.kit.stage.look

    @property
    def zoom(self) -> float:
        """By what lengths of the page's own are to be multiplied."""
        return self.look.theme.zoom

    def add_room(self) -> None:
        """Put the backdrop, or for an overlay the scrim, behind everything."""
        visible = self.look.visible
        room = Node(name="room", position=visible.position, size=visible.size)
        if self.as_overlay:
            room.picture = BoxPicture(self.look.theme.colour("scrim"))
            room.interactive = True
            room.on_activate = self.leave
        else:
            room.picture = build_backdrop_picture(self.look.theme.colour("table"))
        self.node.add(room)

    def add_sheet(self, most: Size = SHEET) -> Panel:
        """Put a sheet in the middle of the window, as large as there is room for."""
        visible, margin = self.look.visible, self.look.theme.sizes.safe_margin
        if visible.h > visible.w:
            most = Size(min(most), _UPRIGHT * max(most))
        size = Size(
            min(visible.w - 2 * margin, most.w * self.zoom),
            min(visible.h - 2 * margin, most.h * self.zoom),
        )
        place = Rect.centred(visible.centre, size).position
        sheet = Panel(self.look, size, "sheet", name="sheet", position=place, interactive=True)
        # What nobody in the sheet wants is no click outside.
        sheet.on_gesture = blocks_presses
        self.node.add(sheet)
        return sheet

    def add_view(
        self, parent: Node, content: Node, room: Rect, name: str, *, focusable: bool = False
    ) -> ScrollView:
        """Put content into a room of a node, to be scrolled; it jumps with less movement."""
        animator = None if self.kit.settings.reduced_motion else self.kit.stage.animator
        view = ScrollView(
            *(self.look, room.size, content),
            animator=animator,
            name=name,
            position=room.position,
            focusable=focusable,
        )
        parent.add(view)
        return view

    def add_head(self, sheet: Node, title: str, mark: Picture | None = None) -> float:
        """Put the title and the button that closes into the sheet; give where they end.

        `mark` is a small picture in front of the title.
        """
        gap, edge = self.look.theme.sizes.gap, self.edge
        close = self.closer()
        close.position = Vec(sheet.size.w - edge - close.size.w, edge)
        left = edge
        if mark is not None:
            side = 0.9 * self.look.theme.text("display").size
            place = Vec(left, edge + (close.size.h - side) / 2)
            sheet.add(Node(name="mark", picture=mark, size=Size(side, side), position=place))
            left += side + gap
        room = close.position.x - left - gap
        label = self._title(title, room)
        label.position = Vec(left, edge + (close.size.h - label.size.h) / 2)
        sheet.add(label, close)
        return edge + max(close.size.h, (close.size.h + label.size.h) / 2)

    def _title(self, title: str, room: float) -> Label:
        """Write the title in the largest style for which there is room."""
        for style in ("display", "title", "heading"):
            label = Label(self.look, title, style, name="title")
            if label.size.w <= room:
                return label
        return Label(self.look, title, "heading", max_width=room, name="title")

    def closer(self) -> Button:
        """Give a button with a cross that leaves the page."""
        cross = build_glyph("cross", self.look.theme.colour("text_soft"))
        return Button(self.look, "", self.leave, icon=cross, style="quiet", name="close")

    @property
    def edge(self) -> float:
        """The room between a sheet's border and what is in it."""
        return min(1.6 * self.look.theme.sizes.padding, 0.03 * self.look.visible.w)

    # -- laying out --------------------------------------------------------------------------

    def _rebuild(self) -> None:
        stage = self.kit.stage
        with stage.focus.kept_in(self.node), stage.pointer.kept_in(self.node):
            offsets = {view.name: view.offset for view in self._views()}
            for child in self.node.children:
                child.detach()
            self._made_for = self._circumstances()
            self.build()
            for view in self._views():
                if view.name in offsets:
                    view.offset = offsets[view.name]
            self.restored()

    def _first(self) -> Node | None:
        """Give what has the focus at the beginning; what closes, where `first` is off duty."""
        nodes = (self._found(name) for name in (self.first, "close"))
        return next((node for node in nodes if node is not None and node.focusable), None)

    def _views(self) -> list[ScrollView]:
        return [node for node in self.node.walk() if isinstance(node, ScrollView)]

    def _circumstances(self) -> Hashable:
        """Give all that the layout depends on, to be compared only."""
        kit, look = self.kit, self.look
        return look.visible, look.scale, _Same(look.theme), _Same(kit.texts), _Same(kit.faces)

    def _found(self, name: str) -> Node | None:
        if not name:
            return None
        return next((node for node in self.node.walk() if node.name == name), None)


class _Same:
    """Compares by identity, whatever the thing itself would say."""

    def __init__(self, thing: object) -> None:
        self._thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._thing is other._thing

    def __hash__(self) -> int:
        return id(self._thing)


def blocks_presses(gesture: Gesture) -> bool:
    """Let no click on a sheet count as one outside."""
    return gesture.kind not in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE, GestureKind.WHEEL)
