"""Reads the interface aloud: the focused control, opened pages, toasts, changed values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import pygame

from red7_desktop.kit.settings import FULL_SPEECH, SHORT_SPEECH
from red7_desktop.kit.texts import NO_BREAK_SPACE
from red7_desktop.kit.ui import Ui
from red7_desktop.scene.node import Node, Spoken
from red7_desktop.scene.stage import PRESS_EVENTS
from red7_desktop.scene.widgets.dialog import Dialog, Toast
from red7_desktop.scene.widgets.fields import Switch
from red7_desktop.scene.widgets.scroll import ScrollView

CHECK_INTERVAL: Final = 0.3
"""Seconds between two checks for new text on an open page."""
VALUE_TIMEOUT: Final = 0.5
"""Seconds after a press in which a changed value of the focused control is read aloud."""
_MODIFIERS: Final = frozenset(
    {
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL),
        *(pygame.K_LALT, pygame.K_RALT, pygame.K_LGUI, pygame.K_RGUI),
    }
)
"""Keys that don't interrupt speech, because users combine them with other keys."""


class InterfaceReader:
    """Reads the interface aloud while the setting for it is on.

    Call `handle_event` with every event before anything else handles it, and `tick` once a frame. A
    press interrupts speech, because the result of the press is read next.

    Args:
        ui: Texts, settings and voice.
        describe: Function that returns the spoken text of a focused node; None to read the node's
            own text.
    """

    def __init__(self, ui: Ui, describe: Callable[[Node], Spoken | None]) -> None:
        self._ui = ui
        self._describe = describe
        self._is_on = False
        self._scope: Node | None = None
        self._node: Node | None = None
        self._spoken = Spoken("")
        self._was_visible = False
        self._pressed_at = -VALUE_TIMEOUT
        self._lines: set[str] = set()
        self._just_read: set[str] = set()
        self._known_toasts: tuple[Toast, ...] = ()
        self._next_check = 0.0

    def handle_event(self, event: pygame.Event) -> None:
        """Interrupt speech when a key, a pad button or the pointer is pressed."""
        is_modifier = event.type == pygame.KEYDOWN and event.key in _MODIFIERS
        if event.type in PRESS_EVENTS and not is_modifier and self._ui.settings.spoken_log:
            self._just_read.clear()
            self._pressed_at = self._ui.stage.clock.now()
            self._ui.speech.stop()

    def tick(self) -> None:
        if self._ui.settings.spoken_log != self._is_on:
            self._is_on = self._ui.settings.spoken_log
            # When speech is switched on, don't read the open page: the user has just read it.
            self._scope = self._ui.stage.focus.scope
            self._node = None
            self._spoken = Spoken("")
            self._lines = set(self._list_lines(self._scope))
        if not self._is_on:
            return
        self._read_toasts()
        self._read_page()
        self._read_focus()

    # -- messages ----------------------------------------------------------------------------

    def _read_toasts(self) -> None:
        toasts = tuple(self._ui.stage.toasts.toasts)
        self._say(toast.message for toast in toasts if toast not in self._known_toasts)
        self._known_toasts = toasts

    # -- pages -------------------------------------------------------------------------------

    def _read_page(self) -> None:
        stage = self._ui.stage
        scope = stage.focus.scope
        now = stage.clock.now()
        is_new = scope is not self._scope
        if is_new and scope is not stage.root:
            self._read_new_page(scope)
        elif scope is not stage.root and now >= self._next_check:
            lines = list(self._list_lines(scope))
            self._say([line for line in lines if line not in self._lines], is_page=True)
            self._lines.update(lines)
        if is_new or now >= self._next_check:
            self._next_check = now + CHECK_INTERVAL
        if is_new:
            self._node = None
        self._scope = scope

    def _read_new_page(self, scope: Node) -> None:
        lines = list(self._list_lines(scope))
        self._just_read = set(lines)
        is_known = bool(lines) and set(lines) <= self._lines
        self._lines = set(lines)
        # If the user returns to a page, read only its title.
        self._say(lines[:1] if is_known else lines, is_page=True)

    def _list_lines(self, scope: Node) -> Iterator[str]:
        """Yield the texts of a page, except those of controls that can get the focus."""
        if scope is self._ui.stage.root:
            return
        yield from self._list_words(scope.frame if isinstance(scope, Dialog) else scope)

    def _list_words(self, top: Node) -> Iterator[str]:
        stack = [top]
        yielded: set[str] = set()
        while stack:
            node = stack.pop()
            is_control = node.focusable and not isinstance(node, ScrollView)
            if not node.visible or is_control or node.is_speech_hidden:
                continue
            words = _normalise(node.caption or node.words)
            if words and words not in yielded:
                yielded.add(words)
                yield words
            if not node.caption:
                stack += reversed(node.children)

    # -- the focus ---------------------------------------------------------------------------

    def _read_focus(self) -> None:
        focus = self._ui.stage.focus
        node = focus.current
        if node is None or not (focus.is_visible or focus.scope is not self._ui.stage.root):
            self._node = None
            return
        if isinstance(node, ScrollView):
            self._read_text(node)
            return
        spoken = self.describe(node)
        # The first press of an arrow key on a page only makes the focus visible, without moving it.
        is_shown_now = focus.is_visible and not self._was_visible
        self._was_visible = focus.is_visible
        is_new = node is not self._node or is_shown_now
        if is_new or not spoken.value:
            parts = [spoken.name, spoken.value]
        else:
            parts = [spoken.value]
        if is_new and self._ui.settings.speech_detail == FULL_SPEECH:
            parts.append(spoken.note)
        # Don't read a value aloud if it has changed without a key press of the user, for example
        # because another player has taken a turn.
        is_asked = is_new or self._ui.stage.clock.now() - self._pressed_at < VALUE_TIMEOUT
        if is_new or (is_asked and spoken[:2] != self._spoken[:2]):
            self._say([", ".join(filter(None, map(_normalise, parts)))])
        self._node = node
        self._spoken = spoken

    def _read_text(self, view: ScrollView) -> None:
        """Read a scrollable text aloud when it gets the focus, unless it has just been read."""
        lines = list(self._list_words(view))
        if view is not self._node and not set(lines) <= self._just_read:
            self._say(lines, is_page=True)
        self._node = view

    def describe(self, node: Node) -> Spoken:
        """Return the spoken text of a focused node."""
        spoken = self._describe(node) or node.spoken
        if isinstance(node, Switch):
            texts = self._ui.texts
            on = texts.in_context("switch", "on")
            off = texts.in_context("switch", "off")
            return spoken._replace(value=on if node.value else off)
        return spoken

    def _say(self, lines: Iterable[str], *, is_page: bool = False) -> None:
        texts_to_say = [words for line in lines if (words := _normalise(line))]
        if texts_to_say:
            language = self._ui.texts.language
            self._ui.speech.say(texts_to_say, language, is_kept=is_page, is_news=False)


def _normalise(words: str) -> str:
    return " ".join(words.replace(NO_BREAK_SPACE, " ").split())


def reads_only_events(ui: Ui) -> bool:
    """Return whether the user wants brief speech: events of the match, but no explanations."""
    return ui.settings.speech_detail == SHORT_SPEECH
