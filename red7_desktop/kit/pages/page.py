"""Base class of pages; message dialogs; the stack of open pages."""

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
"""Maximum width of the text in a message dialog, in design units at zoom 1."""


def show_message(ui: ui.Ui, title: str, message: str) -> Dialog:
    """Show a message in a dialog.

    The user closes the dialog with its button, Esc, the pad's B or a click outside.
    """
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
    """Ask a yes/no question in a dialog.

    Closing the dialog counts as no, and the button for no has the focus.

    Args:
        ui: The interface with its stage, theme and texts.
        title: Heading.
        message: Text.
        yes: Label of the button that confirms.
        no: Label of the other button, "" for "Cancel".
        on_yes: Called after the user has answered yes and the dialog was closed.
        on_no: Called after the user has answered no or closed the dialog.
        is_destructive: Whether the confirming button has the colour of a warning.
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
    """Show a dialog with a message and buttons.

    The argument `answers` contains the label, style, node name and callback of each button.
    """
    look = ui.stage.look

    def answer(then: Callable[[], None] | None) -> None:
        ui.animate_change(PAGE_CLOSING)
        ui.stage.hide_overlay(dialog)
        if then is not None:
            then()

    room = look.visible_area.w - 2 * look.theme.sizes.safe_margin - 4 * look.theme.sizes.padding
    width = min(_WIDTH * look.theme.zoom, room)
    words = Label(look, message, "body", max_width=width, wraps=True, name="words")
    buttons = [
        Button(look, label, partial(answer, then), style=style, name=button)
        for label, style, button, then in answers
    ]
    dialog = Dialog(look, title, words, buttons, on_close=lambda: answer(on_close), name=name)
    ui.animate_change(PAGE_OPENING)
    ui.stage.show_dialog(dialog)
    return dialog


PROGRESS_DELAY: Final = 0.5
"""Seconds until a progress dialog is shown for a long job."""


class ProgressDialog:
    """A progress dialog for a background job, shown only if the job takes long.

    Call `tick` once a frame and `close` at the end.

    Args:
        ui: The interface with its stage, theme and texts.
        words: Title of the dialog.
        progress: Progress of the job. The dialog's button cancels the job through this object.
    """

    def __init__(self, ui: ui.Ui, words: str, progress: storage.JobProgress) -> None:
        self._ui = ui
        self._words = words
        self._progress = progress
        self._began = ui.stage.clock.now()
        self._share: Label | None = None
        self._dialog: Dialog | None = None

    def tick(self) -> None:
        if self._dialog is None and self._ui.stage.clock.now() - self._began >= PROGRESS_DELAY:
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


PAGE_OPENING: Final = Transition(0.14)
"""Animation with which a page opens above a screen."""
PAGE_CLOSING: Final = Transition(0.1)
"""Animation with which a page above a screen closes."""


class PageStack:
    """The stack of open pages.

    Args:
        on_show: Called before a page is shown. It can close panels that must not stay open below
            the page.
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
        page.on_open()

    def close(self, page: Page | None = None) -> None:
        """Close a page, by default the top one; do nothing if it isn't open."""
        closing = self.top if page is None else page
        if closing is not None and closing in self.open_pages:
            self.open_pages.remove(closing)
            closing.on_close()

    def close_all(self) -> None:
        while self.open_pages:
            self.close()

    def resized(self) -> None:
        for page in tuple(self.open_pages):
            page.on_resize()

    def handle(self, event: pygame.Event) -> bool:
        return self.top is not None and self.top.handle_first(event)

    def tick(self, now: float) -> None:
        for page in tuple(self.open_pages):
            page.tick(now)

    @property
    def needs_tick(self) -> bool:
        return bool(self.open_pages) and any(page.needs_tick for page in self.open_pages)


BACKDROP_LIGHTS: Final = (
    (Rect(0.14, 0.20, 0.75, 1.10), Colour(34, 7, 14)),
    (Rect(0.86, 0.18, 0.70, 1.00), Colour(6, 12, 36)),
    (Rect(0.60, 1.05, 0.80, 0.95), Colour(22, 8, 32)),
)
"""Soft round lights in the background of pages: red at the left, indigo at the right, violet below.

For each light: its centre and size as shares of the window's size, and the colour that it adds at
its centre.
"""
_SUBSHADES: Final = 4
"""Number of brightness levels per value of a colour channel, for the background of pages.

The background's lights are added up in these finer levels and then dithered to whole values, which
avoids visible bands."""
_CELL: Final = 4
"""Factor by which the lights of a page's background are computed smaller and then scaled up."""
_DITHER: Final = ((0, 2), (3, 1))
"""Dither matrix of 2 x 2 pixels for the background of pages.

For each pixel, the number of fine brightness levels (see `_SUBSHADES`) to subtract from it."""
_BAND: Final = 256
"""Number of pixel rows of a page's background that one painting step dithers; a power of two."""


def glow(colour: Colour, strength: float) -> PaintedPicture:
    """Return a picture of a soft round light; `strength` from 0 to 1 is its alpha at the centre."""
    return PaintedPicture(
        ("glow", colour, strength), lambda w, h: _paint_glow(colour, strength, w, h)
    )


def _paint_glow(colour: Colour, strength: float, w: int, h: int) -> pygame.Surface:
    surface = pygame.transform.smoothscale(_build_falloff(), (w, h))
    surface.fill((*colour[:3], round(255 * strength)), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _paint_backdrop(room: Colour, w: int, h: int) -> Steps:
    coarse = pygame.Surface((max(2, w // _CELL), max(2, h // _CELL)), depth=32)
    coarse.fill([min(255, part * _SUBSHADES) for part in room[:3]])
    for light, colour in BACKDROP_LIGHTS:
        _add_light(coarse, light, colour)
    yield
    surface = pygame.transform.smoothscale(coarse, (w, h))
    tile = _build_tile()
    quarter = 256 // _SUBSHADES
    for top in range(0, h, _BAND):
        yield
        band = surface.subsurface((0, top, w, min(_BAND, h - top)))
        for y in range(0, band.get_height(), tile.get_height()):
            for x in range(0, w, tile.get_width()):
                band.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_SUB)
        # Convert fine levels to colour values: divide by `_SUBSHADES` and round down. SDL
        # multiplies by `quarter` / 256, which is the same. The tile above has subtracted different
        # numbers of levels from the pixels of each 2 x 2 block. So a level between two colour
        # values becomes the higher value in some pixels of the block, and the lower value in the
        # others.
        band.fill((quarter, quarter, quarter), special_flags=pygame.BLEND_RGB_MULT)
    return surface


def _add_light(surface: pygame.Surface, light: Rect, colour: Colour) -> None:
    w, h = surface.get_size()
    rx = max(1, round(light.w * w / 2))
    ry = max(1, round(light.h * h / 2))
    spot = pygame.transform.smoothscale(_build_falloff(), (2 * rx, 2 * ry)).premul_alpha()
    spot.fill([min(255, part * _SUBSHADES) for part in colour[:3]], None, pygame.BLEND_RGB_MULT)
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
    for y, line in enumerate(_DITHER):
        for x, shade in enumerate(line):
            tile.set_at((x, y), (shade, shade, shade))
    side_done = 2
    while side_done < side:
        for x, y in ((side_done, 0), (0, side_done), (side_done, side_done)):
            tile.blit(tile, (x, y), (0, 0, side_done, side_done))
        side_done *= 2
    return tile


class _KeyLine(Widget):
    """A line that lists a page's keys; hidden while the user operates a gamepad or touch screen."""

    hints = (bindings.Intent.ACTIVATE,)

    def __init__(self, look: theme.ResolvedTheme, line: Node) -> None:
        super().__init__(look, size=line.size, name="line of keys")
        self.add(line)
        self.refresh()

    def refresh(self) -> None:
        prompt = self.look.prompts(bindings.Intent.ACTIVATE)
        self.visible = prompt is not None and prompt.shape is commands.CapShape.KEY


def build_key_line(ui: ui.Ui, keys: Sequence[tuple[str, str]], width: float) -> Node:
    """Return a line that lists keys and their effects.

    Args:
        ui: The interface with its stage, theme and texts.
        keys: Label and description of each key.
        width: Available width; an empty node is returned if the line is wider.
    """
    look = ui.stage.look
    gap = get_button_gap(ui.stage.look)
    style = look.theme.button("menu")
    parts = []
    for key, words in keys:
        cap = KeyCap(name="key")
        cap.size = cap.show(look, style, commands.Prompt(key))
        parts.append(boxes.row(cap, Label(look, words, "note"), gap=0.5 * gap))
    line = boxes.row(*parts, gap=1.5 * gap, name="keys")
    line.is_speech_hidden = True
    if line.size.w <= width:
        return _KeyLine(look, line)
    return Node()


MAX_SHEET_SIZE: Final = Size(1640.0, 1240.0)
"""Maximum size of a sheet, the panel with a page's contents, in design units at zoom 1."""
_TITLES: Final = ("display", "title", "heading")
"""Text styles of a page's title, from the largest; the first in which the title fits is used."""
_PORTRAIT_HEIGHT: Final = 1.25
"""Factor by which a page's panel may be higher in a window that is higher than wide."""


class Page(ui.Screen):
    """A screen that is rebuilt when window, theme, texts or card pictures change.

    The program opens a page like any other screen. If the page is an overlay, the program only
    calls `on_open`, which shows the page above everything else, and `on_close`, which removes the
    page.

    A subclass implements `build`, which fills `node`. When the page is rebuilt, focus and scroll
    offsets are preserved by node names.

    Args:
        ui: The interface with its stage, theme and texts.
        name: Name of the page's node.
        on_leave: Called when the user leaves by Esc, the pad's B, a button or, for an overlay, a
            click outside.
        as_overlay: Whether the page is shown above a screen.

    Attributes:
        first: Name of the node that gets the focus when the page opens. If the node doesn't exist
            before data is loaded (see `load`), it gets the focus afterwards.
        opened_by: Action (`Intent`) whose key opens the page and also closes it; None for no key.
    """

    first = ""
    opened_by: bindings.Intent | None = None

    def __init__(
        self, ui: ui.Ui, name: str, on_leave: Callable[[], None], *, as_overlay: bool = False
    ) -> None:
        super().__init__(ui, name)
        self.on_leave = on_leave
        self.as_overlay = as_overlay
        self._built_for: tuple[Any, ...] | None = None
        # The tasks that are still running: each with the callback for its result, and the name of
        # the node to focus after the callback.
        self._loads: list[tuple[storage.BackgroundTask[Any], Callable[[Any], None], str]] = []
        self._first_focus = ""

    # -- what the program calls --------------------------------------------------------------

    def on_open(self) -> None:
        self._rebuild()
        first = self._first()
        if first is None:
            self._first_focus = ""
        else:
            self._first_focus = first.name
        if self.as_overlay:
            self.ui.animate_change(PAGE_OPENING)
            self.ui.stage.show_overlay(self.node, first=first, on_back=self.leave)
        else:
            self.ui.stage.focus.push(self.node, first=first, on_back=self.leave)

    def on_close(self) -> None:
        if self.as_overlay:
            self.ui.animate_change(PAGE_CLOSING)
            self.ui.stage.hide_overlay(self.node)
        else:
            self.ui.stage.focus.pop(self.node)

    def handle_first(self, event: pygame.Event) -> bool:
        """Handle an event before the stage does: the key that opened the page also closes it.

        The event is ignored while another page or dialog is open above this page.
        """
        if self.ui.stage.focus.scope is not self.node:
            return False
        if self.opened_by in self.ui.controls.find_pressed_intents(event):
            self.leave()
            return True
        return self.handle(event)

    def on_resize(self) -> None:
        old = self._built_for
        new = self._view_options()
        if old is not None and old[:2] == new[:2] and all(map(is_, old[2:], new[2:])):
            self.on_settings_changed()
        else:
            self._rebuild()

    def tick(self, now: float) -> None:
        done = [load for load in self._loads if load[0].is_done]
        for load in done:
            task, show, focus = load
            place = self.ui.stage.focus.focused_name(self.node)
            self._loads.remove(load)
            if task.error is None:
                show(task.result())
            self.rebuild(focus or place)
        first = None
        if done and self.first != self._first_focus:
            first = self._first()
        if first is not None and first.name == self.first:
            self._first_focus = self.first
            self.ui.stage.focus.focus_in(self.node, first)

    @property
    def is_loading(self) -> bool:
        """Whether the page is still waiting for a background task that was passed to `load`."""
        return bool(self._loads)

    @property
    def needs_tick(self) -> bool:
        return self.is_loading

    # -- what a page writes or uses ----------------------------------------------------------

    def build(self) -> None:
        raise NotImplementedError

    def on_restored(self) -> None:
        """Update the page after it was rebuilt and its scroll offsets were restored."""

    def on_settings_changed(self) -> None:
        """Update the page after a change of settings for which it needn't be rebuilt."""

    def leave(self) -> None:
        self.on_leave()

    def load(
        self, task: storage.BackgroundTask[T], show: Callable[[T], None], *, focus: str = ""
    ) -> None:
        """Rebuild the page when a background task is done.

        Args:
            task: The task. If it fails, the page is rebuilt without calling `show`.
            show: Called with the result before the page is rebuilt.
            focus: Name of the node to focus afterwards, "" to keep the focus.
        """
        self._loads.append((task, show, focus))

    def on_day_changed(self) -> None:
        self.rebuild(self.ui.stage.focus.focused_name(self.node))

    def rebuild(self, focus: str = "") -> None:
        """Create the page's nodes again.

        Args:
            focus: Name of the node that gets the focus afterwards, if the focus is visible.
        """
        self._rebuild()
        goal = self._find(focus)
        if goal is not None and goal.focusable and self.ui.stage.focus.is_visible:
            self.ui.stage.focus.focus_in(self.node, goal)

    def build_empty_label(self, why: str, width: float) -> Label:
        """Return the label that a page shows instead of content.

        Args:
            why: Sentence that says why there is no content; "" if the content is still loading.
            width: Maximum width of the label.
        """
        if why:
            words = why
            style = "body"
        else:
            words = self.ui.texts("One moment…")
            style = "soft"
        return Label(self.look, words, style, max_width=width, wraps=True, name="none")

    @property
    def look(self) -> theme.ResolvedTheme:
        return self.ui.stage.look

    @property
    def zoom(self) -> float:
        return self.look.theme.zoom

    @property
    def animator(self) -> animation.Animator | None:
        """The animator for scrolling; None with reduced motion."""
        if self.ui.settings.reduced_motion:
            return None
        return self.ui.stage.animator

    def add_room(self, light: Picture | None = None) -> None:
        """Add the node that fills the window behind the page's content.

        A page has an opaque background. An overlay has a translucent layer; a click on this layer
        closes the overlay.

        Args:
            light: Picture of a light that is drawn over the node, or None.
        """
        visible = self.look.visible_area
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

    def add_sheet(self, most: Size = MAX_SHEET_SIZE) -> Panel:
        visible = self.look.visible_area
        margin = self.look.theme.sizes.safe_margin
        if visible.h > visible.w:
            most = Size(min(most), _PORTRAIT_HEIGHT * max(most))
        size = Size(
            min(visible.w - 2 * margin, most.w * self.zoom),
            min(visible.h - 2 * margin, most.h * self.zoom),
        )
        place = Rect.centred(visible.centre, size).position
        sheet = Panel(self.look, size, "sheet", name="sheet", position=place, interactive=True)
        # A click outside the sheet closes the page, a click on the sheet must not.
        sheet.on_gesture = consume_presses
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
        """Add a title and a close button to the top of a sheet.

        Args:
            sheet: The sheet.
            title: The title.
            mark: Picture before the title, or None.

        Returns:
            The y coordinate of the title's lower edge in the sheet.
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
        """Create a button in the page's theme; `options` are further arguments of `Button`."""
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
        """Create a button that contains a node and is one of several choices.

        Args:
            inside: Node in the button's middle.
            press: Called when the button is pressed.
            name: Name of the button.
            size: Size of the button.
            is_on: Whether the button is the current choice; it is then highlighted.
            style: Button style if the button isn't the current choice.
        """
        style = "menu_on" if is_on else style
        button = self.button("", press, style=style, size=size, name=name)
        if is_on:
            button.state_words = self.ui.texts.in_context("choice", "chosen")
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
        """Create a quiet button with a cross, which closes or removes something.

        Args:
            name: Name of the button.
            press: Called when the button is pressed.
            words: Label beside the cross, "" for no label.
            enabled: Whether the button can be pressed.
            caption: Text to read aloud. If it is "", the label is read; without a label, "Close".
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
        shortened = Label(self.look, title, _TITLES[-1], max_width=room, name="title")
        return next((label for label in labels if label.size.w <= room), shortened)

    @property
    def edge(self) -> float:
        return min(1.6 * self.look.theme.sizes.padding, 0.03 * self.look.visible_area.w)

    # -- laying out --------------------------------------------------------------------------

    def _rebuild(self) -> None:
        stage = self.ui.stage
        with stage.focus.preserve_focus(self.node), stage.pointer.preserve_press(self.node):
            offsets = {view.name: view.offset for view in self._views()}
            self.node.clear()
            self._built_for = self._view_options()
            self.build()
            for view in self._views():
                if view.name in offsets:
                    view.offset = offsets[view.name]
            self.on_restored()

    def _first(self) -> Node | None:
        """Return the node to focus when the page opens: the node named `first` if it is focusable.

        Otherwise return the close button, or None if there is no close button.
        """
        nodes = (self._find(name) for name in (self.first, "close"))
        return next((node for node in nodes if node is not None and node.focusable), None)

    def _views(self) -> list[scroll.ScrollView]:
        return [node for node in self.node.walk() if isinstance(node, scroll.ScrollView)]

    def _view_options(self) -> tuple[Any, ...]:
        """Return the values on which the page's nodes depend; if one changes, rebuild the page."""
        ui = self.ui
        look = self.look
        return look.visible_area, look.scale, look.theme, ui.texts, ui.card_art

    def _find(self, name: str) -> Node | None:
        if not name:
            return None
        return next((node for node in self.node.walk() if node.name == name), None)


def consume_presses(gesture: Gesture) -> bool:
    """Handle a gesture on a page's panel: return True, except for hovering and the mouse wheel.

    Returning True consumes a press. Otherwise the press would count as a click outside the panel,
    which closes the page.
    """
    return gesture.kind not in (GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE, GestureKind.WHEEL)
