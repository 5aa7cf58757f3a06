"""Pages, dialogs, the stack of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from operator import is_
from typing import Any, Final, TypeVar

import pygame

from red7_desktop.kit import bindings, storage, ui
from red7_desktop.scene import animation, boxes, commands, theme
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.pictures import BoxPicture, Colour, PaintedPicture, Picture, Steps
from red7_desktop.scene.stage import Transition
from red7_desktop.scene.widgets import scroll
from red7_desktop.scene.widgets.button import Button, KeyCap, get_button_gap
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.widget import Label, Panel, Widget

T = TypeVar("T")
_WIDTH: Final = 620.0
"""Words wrap at this width, at the theme's zoom 1."""


def show_message(ui: ui.Ui, title: str, message: str) -> Dialog:
    """Show a message until it is closed, by its button, Esc, the pad's B or a click outside."""
    return _show_dialog(
        ui, "message", title, message, None, [(ui.texts("OK"), "primary", "done", None)]
    )


def ask(
    ui: ui.Ui,
    title: str,
    message: str,
    *,
    yes: str,
    no: str = "",
    on_yes: Callable[[], None],
    on_no: Callable[[], None] | None = None,
    is_destructive: bool = True,
) -> Dialog:
    """Ask before something is done; closing the dialog in any way means no.

    The button that changes nothing has the focus. `no` is what it says, "Cancel" unless given.
    `on_yes` or `on_no` runs once the dialog is gone.
    """
    answers = [
        (no or ui.texts("Cancel"), "plain", "no", on_no),
        (yes, "danger" if is_destructive else "primary", "yes", on_yes),
    ]
    return _show_dialog(ui, "question", title, message, on_no, answers)


def _show_dialog(
    ui: ui.Ui,
    name: str,
    title: str,
    message: str,
    on_close: Callable[[], None] | None,
    answers: Sequence[tuple[str, str, str, Callable[[], None] | None]],
) -> Dialog:
    """Show a dialog. answers: words, style and name of each button, and what it does then."""
    look = ui.stage.look

    def answer(then: Callable[[], None] | None) -> None:
        ui.turn(GOES)
        ui.stage.hide_overlay(dialog)
        if then is not None:
            then()

    room = look.visible.w - 2 * look.theme.sizes.safe_margin - 4 * look.theme.sizes.padding
    width = min(_WIDTH * look.theme.zoom, room)
    words = Label(look, message, "body", max_width=width, wraps=True, name="words")
    buttons = [
        Button(look, said, partial(answer, then), style=style, name=button)
        for said, style, button, then in answers
    ]
    dialog = Dialog(look, title, words, buttons, on_close=lambda: answer(on_close), name=name)
    ui.turn(COMES)
    ui.stage.show_dialog(dialog)
    return dialog


MOMENT: Final = 0.5
"""Seconds that a long job takes before it is shown how far it has come."""


class Waiting:
    """Shows how far a job in the background has come, once it takes longer than a moment.

    Call `tick` once a frame and `close` at the end.

    Args:
        ui: Where it is shown.
        words: What is going on.
        progress: How far it is. A button cancels it.
    """

    def __init__(self, ui: ui.Ui, words: str, progress: storage.Progress) -> None:
        self._ui = ui
        self._words = words
        self._progress = progress
        self._began = ui.stage.clock.now()
        self._share: Label | None = None
        self._dialog: Dialog | None = None

    def tick(self) -> None:
        if self._dialog is None and self._ui.stage.clock.now() - self._began >= MOMENT:
            self._open()
        if self._share is not None:
            done = round(100 * self._progress.share)
            if done:
                self._share.text = self._ui.texts("{n}%", n=done)
            else:
                self._share.text = " "

    def cancel(self) -> None:
        self._progress.cancel()

    def close(self) -> None:
        if self._dialog is not None:
            self._ui.stage.hide_overlay(self._dialog)
            self._dialog = None
        self._share = None

    def _open(self) -> None:
        look = self._ui.stage.look
        self._share = Label(look, " ", "body", name="share")
        cancel = Button(look, self._ui.texts("Cancel"), self.cancel, name="cancel")
        self._dialog = Dialog(
            *(look, self._words, self._share, [cancel]), on_close=self.cancel, name="waiting"
        )
        self._ui.stage.show_dialog(self._dialog)


COMES: Final = Transition(0.14)
GOES: Final = Transition(0.1)
"""How what lies above a screen comes and goes."""


class PageStack:
    """Holds the open pages, so that their owner can show, close and lay them out in one line.

    on_show: runs before a page comes up, for what must not stay below it.
    """

    def __init__(self, on_show: Callable[[], None] = lambda: None) -> None:
        self._on_show = on_show
        self.open_pages: list[Page] = []

    @property
    def top(self) -> Page | None:
        if self.open_pages:
            return self.open_pages[-1]
        return None

    def show(self, page: Page) -> None:
        self._on_show()
        self.open_pages.append(page)
        page.opened()

    def close(self, page: Page | None = None) -> None:
        """Close a page, the one on top unless it is named; nothing happens when it is not open."""
        closing = self.top if page is None else page
        if closing is not None and closing in self.open_pages:
            self.open_pages.remove(closing)
            closing.closed()

    def close_all(self) -> None:
        while self.open_pages:
            self.close()

    def resized(self) -> None:
        for page in tuple(self.open_pages):
            page.resized()

    def handle(self, event: pygame.Event) -> bool:
        return self.top is not None and self.top.take(event)

    def tick(self, now: float) -> None:
        for page in tuple(self.open_pages):
            page.tick(now)

    @property
    def is_waiting(self) -> bool:
        return bool(self.open_pages) and any(page.is_waiting for page in self.open_pages)


EVENING: Final = (
    (Rect(0.14, 0.20, 0.75, 1.10), Colour(34, 7, 14)),
    (Rect(0.86, 0.18, 0.70, 1.00), Colour(6, 12, 36)),
    (Rect(0.60, 1.05, 0.80, 0.95), Colour(22, 8, 32)),
)
"""Soft round lights: red from the left, indigo from the right, violet from below.

The middle of each and its size are parts of the window; the colour is what it adds in its middle.
"""
_FINER: Final = 4
"""Light is summed up in quarters of a shade, so that it can be spread without bands."""
_COARSE: Final = 4
"""How many pixels across the light is worked out at a time."""
_SPREAD: Final = ((0, 2), (3, 1))
"""Which quarters of a shade a pixel of each square of four rounds down."""
_BAND: Final = 256
"""How many lines of a room are spread at a time; a power of two."""


def glow(colour: Colour, strength: float) -> PaintedPicture:
    """Return the picture of a soft round light of a colour, its strength in the middle 0 to 1."""
    return PaintedPicture(
        ("glow", colour, strength), lambda w, h: _paint_glow(colour, strength, w, h)
    )


def _paint_glow(colour: Colour, strength: float, w: int, h: int) -> pygame.Surface:
    surface = pygame.transform.smoothscale(_build_falloff(), (w, h))
    surface.fill((*colour[:3], round(255 * strength)), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _paint_backdrop(room: Colour, w: int, h: int) -> Steps:
    coarse = pygame.Surface((max(2, w // _COARSE), max(2, h // _COARSE)), depth=32)
    coarse.fill([min(255, part * _FINER) for part in room[:3]])
    for light, colour in EVENING:
        _add_light(coarse, light, colour)
    yield
    surface = pygame.transform.smoothscale(coarse, (w, h))
    tile = _build_tile()
    quarter = 256 // _FINER
    for top in range(0, h, _BAND):
        yield
        band = surface.subsurface((0, top, w, min(_BAND, h - top)))
        for y in range(0, band.get_height(), tile.get_height()):
            for x in range(0, w, tile.get_width()):
                band.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_SUB)
        # Halfway rounding of this blend is upwards, which the tile has allowed for.
        band.fill((quarter, quarter, quarter), special_flags=pygame.BLEND_RGB_MULT)
    return surface


def _add_light(surface: pygame.Surface, light: Rect, colour: Colour) -> None:
    w, h = surface.get_size()
    rx = max(1, round(light.w * w / 2))
    ry = max(1, round(light.h * h / 2))
    spot = pygame.transform.smoothscale(_build_falloff(), (2 * rx, 2 * ry)).premul_alpha()
    spot.fill([min(255, part * _FINER) for part in colour[:3]], None, pygame.BLEND_RGB_MULT)
    place = (round(light.x * w) - rx, round(light.y * h) - ry)
    surface.blit(spot, place, special_flags=pygame.BLEND_RGB_ADD)


@lru_cache(maxsize=1)
def _build_falloff() -> pygame.Surface:
    side = 256
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    surface.fill((255, 255, 255, 0))
    for radius in range(side // 2, 0, -1):
        part = 1 - radius / (side / 2)
        shade = round(255 * part * part * (3 - 2 * part))
        pygame.draw.circle(surface, (255, 255, 255, shade), (side / 2, side / 2), radius)
    return surface


def _build_tile() -> pygame.Surface:
    side = _BAND
    tile = pygame.Surface((side, side), depth=32)
    for y, line in enumerate(_SPREAD):
        for x, shade in enumerate(line):
            tile.set_at((x, y), (shade, shade, shade))
    made = 2
    while made < side:
        for x, y in ((made, 0), (0, made), (made, made)):
            tile.blit(tile, (x, y), (0, 0, made, made))
        made *= 2
    return tile


class _KeyLine(Widget):
    """Keys of a page and what they do; hidden while a pad or a finger is in use."""

    hints = (bindings.Intent.ACTIVATE,)

    def __init__(self, look: theme.Look, line: Node) -> None:
        super().__init__(look, size=line.size, name="line of keys")
        self.add(line)
        self.refresh()

    def refresh(self) -> None:
        prompt = self.look.prompts(bindings.Intent.ACTIVATE)
        self.visible = prompt is not None and prompt.shape is commands.Shape.KEY


def build_key_line(ui: ui.Ui, keys: Sequence[tuple[str, str]], width: float) -> Node:
    """Return what keys do on a page, a cap before its words; nothing where there is no room."""
    look = ui.stage.look
    gap = get_button_gap(ui.stage.look)
    style = look.theme.button("menu")
    parts = []
    for key, words in keys:
        cap = KeyCap(name="key")
        cap.size = cap.show(look, style, commands.Prompt(key))
        parts.append(boxes.row(cap, Label(look, words, "note"), gap=0.5 * gap))
    line = boxes.row(*parts, gap=1.5 * gap, name="keys")
    line.is_silent = True
    if line.size.w <= width:
        return _KeyLine(look, line)
    return Node()


SHEET: Final = Size(1640.0, 1240.0)
"""A sheet is no larger than this, at the theme's zoom 1."""
_TITLES: Final = ("display", "title", "heading")
"""Styles of a sheet's title: the first that has room."""
_UPRIGHT: Final = 1.25
"""In an upright window a sheet stands upright, too, and is so much longer."""


class Page(ui.Screen):
    """A screen that is laid out anew whenever window, theme, words or cards change.

    As a screen, the program puts `node` on the ground and calls `opened`; as an overlay it calls
    `opened` only, which shows the page above everything else. Either way `closed` ends it, the
    other calls of Screen go to it while it is open, and `on_leave` runs when the person wants to
    go: by Esc, the pad's B, its button or, for an overlay, a click outside.

    A subclass writes `build`, which fills `node`; what has the focus and how far views are
    scrolled stays when their nodes come back under the same names. `first` names the node that
    has the focus at the beginning; `opened_by` is what its key or pad button asks for, which
    closes it too.

    What is read or found in the background comes by `load`. A `first` that comes only then has the
    focus then.
    """

    first = ""
    opened_by: bindings.Intent | None = None

    def __init__(
        self, ui: ui.Ui, name: str, on_leave: Callable[[], None], *, as_overlay: bool = False
    ) -> None:
        super().__init__(ui, name)
        self.on_leave = on_leave
        self.as_overlay = as_overlay
        self._made_for: tuple[Any, ...] | None = None
        # What it waits for, what takes it, and what has the focus then.
        self._loads: list[tuple[storage.BackgroundTask[Any], Callable[[Any], None], str]] = []
        self._began_at = ""

    # -- what the program calls --------------------------------------------------------------

    def opened(self) -> None:
        self._rebuild()
        first = self._first()
        if first is None:
            self._began_at = ""
        else:
            self._began_at = first.name
        if self.as_overlay:
            self.ui.turn(COMES)
            self.ui.stage.show_overlay(self.node, first=first, on_back=self.leave)
        else:
            self.ui.stage.focus.push(self.node, first=first, on_back=self.leave)

    def closed(self) -> None:
        if self.as_overlay:
            self.ui.turn(GOES)
            self.ui.stage.hide_overlay(self.node)
        else:
            self.ui.stage.focus.pop(self.node)

    def take(self, event: pygame.Event) -> bool:
        """Take an event before the stage does: what opens the page closes it, the rest is its own.

        Nothing is taken while something lies above the page.
        """
        if self.ui.stage.focus.scope is not self.node:
            return False
        if self.opened_by in self.ui.controls.asked(event):
            self.leave()
            return True
        return self.handle(event)

    def resized(self) -> None:
        was = self._made_for
        now = self._view_options()
        if was is not None and was[:2] == now[:2] and all(map(is_, was[2:], now[2:])):
            self.updated()
        else:
            self._rebuild()

    def tick(self, now: float) -> None:
        done = [load for load in self._loads if load[0].is_done]
        for load in done:
            task, show, focus = load
            place = self.ui.stage.focus.place_in(self.node)
            self._loads.remove(load)
            if task.error is None:
                show(task.result())
            self.rebuild(focus or place)
        first = None
        if done and self.first != self._began_at:
            first = self._first()
        if first is not None and first.name == self.first:
            self._began_at = self.first
            self.ui.stage.focus.give_in(self.node, first)

    @property
    def is_waiting(self) -> bool:
        return bool(self._loads)

    # -- what a page writes or uses ----------------------------------------------------------

    def build(self) -> None:
        raise NotImplementedError

    def restored(self) -> None:
        """Do what must wait until the views are scrolled as they were."""

    def updated(self) -> None:
        """React to new settings that change nothing about the layout."""

    def leave(self) -> None:
        self.on_leave()

    def load(
        self, task: storage.BackgroundTask[T], show: Callable[[T], None], *, focus: str = ""
    ) -> None:
        """Let `show` take what a task brings once it is done, and lay the page out anew.

        Where the task fails, `show` is not called: the page is as it was, and waits no longer.
        focus: names what the focus goes to then; without it, it stays where it is.
        """
        self._loads.append((task, show, focus))

    def day_changed(self) -> None:
        self.rebuild(self.ui.stage.focus.place_in(self.node))

    def rebuild(self, focus: str = "") -> None:
        """Lay the page out anew because of something of its own.

        `focus` names the node that the focus goes to, for people who see it.
        """
        self._rebuild()
        goal = self._found(focus)
        if goal is not None and goal.focusable and self.ui.stage.focus.is_visible:
            self.ui.stage.focus.give_in(self.node, goal)

    def say_why_nothing(self, why: str, width: float) -> Label:
        """Return what stands in the place of what is not there: why; "" while it comes."""
        if why:
            words = why
            style = "body"
        else:
            words = self.ui.texts("One moment…")
            style = "soft"
        return Label(self.look, words, style, max_width=width, wraps=True, name="none")

    @property
    def look(self) -> theme.Look:
        return self.ui.stage.look

    @property
    def zoom(self) -> float:
        return self.look.theme.zoom

    @property
    def animator(self) -> animation.Animator | None:
        """What lets views glide; None with less movement, where they jump."""
        if self.ui.settings.reduced_motion:
            return None
        return self.ui.stage.animator

    def add_room(self, light: Picture | None = None) -> None:
        """Put the backdrop, or for an overlay the scrim, behind everything.

        light: lies on the backdrop.
        """
        visible = self.look.visible
        room = Node(name="room", position=visible.position, size=visible.size)
        if self.as_overlay:
            room.picture = BoxPicture(self.look.theme.colour("scrim"))
            room.interactive = True
            room.on_activate = self.leave
        else:
            tone = self.look.theme.colour("table")
            room.picture = PaintedPicture(("backdrop", tone), partial(_paint_backdrop, tone))
        self.node.add(room)
        if light is not None:
            room.add(Node(name="light", size=room.size, picture=light))

    def add_sheet(self, most: Size = SHEET) -> Panel:
        visible = self.look.visible
        margin = self.look.theme.sizes.safe_margin
        if visible.h > visible.w:
            most = Size(min(most), _UPRIGHT * max(most))
        size = Size(
            min(visible.w - 2 * margin, most.w * self.zoom),
            min(visible.h - 2 * margin, most.h * self.zoom),
        )
        place = Rect.centred(visible.centre, size).position
        sheet = Panel(self.look, size, "sheet", name="sheet", position=place, interactive=True)
        # What no one in the sheet wants is no click outside.
        sheet.on_gesture = blocks_presses
        self.node.add(sheet)
        return sheet

    def add_view(
        self, parent: Node, content: Node, room: Rect, name: str, *, focusable: bool = False
    ) -> scroll.ScrollView:
        view = scroll.ScrollView(
            *(self.look, room.size, content),
            animator=self.animator,
            name=name,
            position=room.position,
            focusable=focusable,
        )
        parent.add(view)
        return view

    def add_head(self, sheet: Node, title: str, mark: Picture | None = None) -> float:
        """Put the title and the button that closes into the sheet; return where they end.

        `mark` is a small picture in front of the title.
        """
        gap = self.look.theme.sizes.gap
        edge = self.edge
        close = self.cross("close", self.leave)
        drawn = []
        if mark is not None:
            side = 0.9 * self.look.theme.text("display").size
            drawn.append(Node(name="mark", picture=mark, size=Size(side, side)))
        room = sheet.size.w - 2 * edge - close.size.w - gap - sum(n.size.w + gap for n in drawn)
        label = self._title(title, room)
        head = boxes.row(boxes.row(*drawn, label, gap=gap), close, width=sheet.size.w - 2 * edge)
        head.position = Vec(edge, edge + (close.size.h - head.size.h) / 2)
        sheet.add(head)
        return edge + max(close.size.h, (close.size.h + label.size.h) / 2)

    def button(self, words: str, press: Callable[[], None], **options: Any) -> Button:
        """Return a button of the page. options: Button's others."""
        return Button(self.look, words, press, **options)

    def choice(
        self,
        inside: Node,
        press: Callable[[], None],
        name: str,
        size: Size,
        *,
        is_on: bool,
        style: str,
    ) -> Button:
        """Return a button with something in its middle. style: while it is not the one chosen."""
        style = "menu_on" if is_on else style
        button = self.button("", press, style=style, size=size, name=name)
        if is_on:
            button.state_words = self.ui.texts.within("choice", "chosen")
        else:
            button.state_words = ""
        return boxes.put(inside, button)

    def cross(
        self,
        name: str,
        press: Callable[[], None],
        words: str = "",
        *,
        enabled: bool = True,
        caption: str = "",
    ) -> Button:
        """Return a quiet button with a cross, which closes something or takes it away.

        caption: what is read aloud of it, "Close" by default.
        """
        cross = build_glyph("cross", self.look.theme.colour("text_soft"))
        caption = caption or words or self.ui.texts("Close")
        return Button(
            *(self.look, words, press),
            icon=cross,
            style="quiet",
            enabled=enabled,
            caption=caption,
            name=name,
        )

    def _title(self, title: str, room: float) -> Label:
        labels = [Label(self.look, title, style, name="title") for style in _TITLES]
        cut = Label(self.look, title, _TITLES[-1], max_width=room, name="title")
        return next((label for label in labels if label.size.w <= room), cut)

    @property
    def edge(self) -> float:
        return min(1.6 * self.look.theme.sizes.padding, 0.03 * self.look.visible.w)

    # -- laying out --------------------------------------------------------------------------

    def _rebuild(self) -> None:
        stage = self.ui.stage
        with stage.focus.kept_in(self.node), stage.pointer.kept_in(self.node):
            offsets = {view.name: view.offset for view in self._views()}
            self.node.clear()
            self._made_for = self._view_options()
            self.build()
            for view in self._views():
                if view.name in offsets:
                    view.offset = offsets[view.name]
            self.restored()

    def _first(self) -> Node | None:
        """Return what has the focus at the beginning; what closes, where `first` is off duty."""
        nodes = (self._found(name) for name in (self.first, "close"))
        return next((node for node in nodes if node is not None and node.focusable), None)

    def _views(self) -> list[scroll.ScrollView]:
        return [node for node in self.node.walk() if isinstance(node, scroll.ScrollView)]

    def _view_options(self) -> tuple[Any, ...]:
        """Return all that the layout depends on; of what comes after the first two, which it is."""
        ui = self.ui
        look = self.look
        return look.visible, look.scale, look.theme, ui.texts, ui.faces

    def _found(self, name: str) -> Node | None:
        if not name:
            return None
        return next((node for node in self.node.walk() if node.name == name), None)


def blocks_presses(gesture: Gesture) -> bool:
    """Let no click on a sheet count as one outside."""
    return gesture.kind not in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE, GestureKind.WHEEL)
