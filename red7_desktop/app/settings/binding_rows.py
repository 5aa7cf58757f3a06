"""The rows of the settings in which keys and pad buttons are given to what they ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pygame

from red7_desktop.kit.input.bindings import (
    BadBinding,
    Bindings,
    Device,
    Side,
    build_bindings,
    find_conflicts,
    list_changes,
)
from red7_desktop.kit.input.controls import build_key_prompt
from red7_desktop.kit.input.intents import Intent
from red7_desktop.scene.geometry import Size, Vec
from red7_desktop.scene.input.command import chord_of_event
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.cap import KeyCap
from red7_desktop.scene.widgets.control import Control
from red7_desktop.scene.widgets.dialog import Dialog
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from red7_desktop.kit.pages.form import Form
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.kit.settings import Settings
    from red7_desktop.scene.input.prompts import Prompt
    from red7_desktop.scene.theme.style import Look

SIDES: Final[tuple[Side, Side]] = (Device.KEYBOARD, Device.PAD)

_MOST_CAPS: Final = 2

_NONE: Final = "–"


class CapButton(Control):
    """A button that shows the caps of keys in a row, and calls `on_press`."""

    def __init__(
        self,
        look: Look,
        size: Size,
        on_press: Callable[[], None],
        prompts: Sequence[Prompt],
        **options: Any,
    ) -> None:
        super().__init__(look, size=size, **options)
        self.on_activate = on_press
        self._prompts = _list_shown_prompts(prompts)
        self._caps = [KeyCap(name="cap") for _ in range(_MOST_CAPS)]
        self._none = Node(name="none")
        self.add(*self._caps, self._none)
        self.refresh()

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """The caps that are shown."""
        return self._prompts

    @prompts.setter
    def prompts(self, prompts: Sequence[Prompt]) -> None:
        if _list_shown_prompts(prompts) != self._prompts:
            self._prompts = _list_shown_prompts(prompts)
            self.refresh()

    def refresh(self) -> None:
        """Lay out the caps in the middle."""
        theme = self.look.theme
        style = theme.button("plain")
        box = style.states[self.state]
        self.picture = box.picture()
        self.size = Size(self.size.w, max(self.size.h, theme.sizes.target))
        shown = [*self._prompts, *[None] * _MOST_CAPS][:_MOST_CAPS]
        sizes = [
            cap.show(self.look, style, prompt)
            for cap, prompt in zip(self._caps, shown, strict=True)
        ]
        gap = theme.sizes.gap / 2
        wide = sum(size.w for size in sizes) + gap * max(0, len(self._prompts) - 1)
        x = (self.size.w - wide) / 2
        for cap, size in zip(self._caps, sizes, strict=True):
            cap.position = Vec(x, (self.size.h - size.h) / 2)
            x += size.w + gap
        none = style.text.picture(_NONE, box.ink)
        measured = self.look.text.measure(none, self.look.scale)
        self._none.visible = not self._prompts
        self._none.picture, self._none.size = none, Size(measured.w, self.size.h)
        self._none.position = Vec((self.size.w - measured.w) / 2, 0.0)


def _list_shown_prompts(prompts: Sequence[Prompt]) -> tuple[Prompt, ...]:
    """Give the caps for which there is room, each once."""
    return tuple(dict.fromkeys(prompts))[:_MOST_CAPS]


def add_binding_rows(
    kit: Ui, form: Form, bind: Callable[[Callable[[Settings], None]], None]
) -> None:
    """Add a row for everything that can be asked for, and two buttons that reset.

    bind: takes what is to be called with the settings, now and after each change.
    """
    texts, width = kit.texts, form.control_width
    gap = form.look.theme.sizes.gap
    size = Size((width - gap) / 2, 0.0)
    buttons: dict[tuple[Side, Intent], CapButton] = {}
    heads = [Label(form.look, words, "label") for words in (texts("Keyboard"), texts("Gamepad"))]

    def prompts_in(bindings: Bindings, side: Side, intent: Intent) -> list[Prompt]:
        return [_build_prompt(kit, side, each) for each in bindings.table(side)[intent]]

    form.row(texts("Press one to change it."), _lay_side_by_side(heads, size.w, gap))
    bindings = build_bindings(kit.settings.keys, kit.settings.pad)
    for intent, words in kit.intent_words().items():
        pair = []
        for side, name in zip(SIDES, ("key", "pad"), strict=True):
            ask = partial(_ask, kit, side, intent)
            prompts = prompts_in(bindings, side, intent)
            button = CapButton(form.look, size, ask, prompts, name=f"{name} {intent}")
            buttons[side, intent] = button
            pair.append(button)
        form.row(words, _lay_side_by_side(pair, size.w, gap))
    resets = [
        Button(
            form.look,
            texts("All keys"),
            partial(_reset_bindings, kit, Device.KEYBOARD),
            name="reset keys",
        ),
        Button(
            form.look,
            texts("All buttons"),
            partial(_reset_bindings, kit, Device.PAD),
            name="reset pad",
        ),
    ]
    form.row(texts("Reset"), _lay_side_by_side(resets, size.w, gap))

    def update(settings: Settings) -> None:
        bindings = build_bindings(settings.keys, settings.pad)
        for (side, intent), button in buttons.items():
            button.prompts = prompts_in(bindings, side, intent)

    bind(update)


def _lay_side_by_side(nodes: Sequence[Node], width: float, gap: float) -> Node:
    """Put two nodes into columns of a width."""
    row = Node(size=Size(2 * width + gap, max(node.size.h for node in nodes)))
    for place, node in enumerate(nodes):
        node.position = Vec(place * (width + gap), 0.0)
        row.add(node)
    return row


def _build_prompt(kit: Ui, side: Side, key: Any) -> Prompt:
    is_keys = side is Device.KEYBOARD
    return build_key_prompt(key, kit.texts) if is_keys else kit.controls.pad_prompt(key, kit.texts)


def _ask(kit: Ui, side: Side, intent: Intent) -> None:
    open_capture_dialog(kit, side, kit.intent_words()[intent], partial(_give, kit, side, intent))


def _give(kit: Ui, side: Side, intent: Intent, key: Any) -> None:
    """Give a key to an intent, and say what has changed besides."""
    before = build_bindings(kit.settings.keys, kit.settings.pad)
    texts, names = kit.texts, kit.intent_words()
    try:
        after = before.given(side, intent, key)
    except BadBinding as error:
        if error.needing is None:
            why = texts("This key cannot be used.")
        else:
            why = texts("“{what}” would be left without any.", what=names[error.needing])
        kit.stage.toasts.show(why, style="warning")
        return
    for other in find_conflicts(before.table(side), intent, key):
        if other in names:
            kit.stage.toasts.show(_describe_lost_key(kit, side, after, other))
    _keep(kit, side, after)


def _describe_lost_key(kit: Ui, side: Side, bindings: Bindings, other: Intent) -> str:
    """Say what something has from now on that has lost a key."""
    texts, what = kit.texts, kit.intent_words()[other]
    left = bindings.table(side)[other]
    if not left:
        return texts("“{what}” has no key any more.", what=what)
    return texts(
        "“{what}” is on {key} now.", what=what, key=_build_prompt(kit, side, left[0]).words
    )


def _reset_bindings(kit: Ui, side: Side) -> None:
    _keep(kit, side, build_bindings(kit.settings.keys, kit.settings.pad).reset(side))


def _keep(kit: Ui, side: Side, bindings: Bindings) -> None:
    changes = list_changes(bindings, side)
    settings = kit.settings
    is_keys = side is Device.KEYBOARD
    kit.change_settings(
        replace(settings, keys=changes) if is_keys else replace(settings, pad=changes)
    )


def open_capture_dialog(kit: Ui, side: Side, what: str, on_key: Callable[[Any], None]) -> Dialog:
    """Wait for a key, or for a pad button, and tell it once the dialog is gone.

    Esc, Cancel and a click outside leave all as it is, and so does the pad's B while a key is
    waited for. While a button is, each of them counts, so that any two can change places.
    """
    stage, texts = kit.stage, kit.texts

    def close() -> None:
        stage.grab = None
        kit.controls.is_capturing = False
        stage.hide_overlay(dialog)

    def hear(event: pygame.Event) -> bool:
        key = _find_key(event, side)
        if key is None:
            return False
        close()
        on_key(key)
        return True

    look = stage.look
    is_keys = side is Device.KEYBOARD
    asks = texts("Press the key.") if is_keys else texts("Press the button on the gamepad.")
    words = Label(look, asks, "body", name="words")
    note = Label(look, texts("Esc leaves it as it is."), "note", name="note")
    note.position = Vec(0.0, words.size.h + look.theme.sizes.gap)
    content = Node(name="capture words")
    content.add(words, note)
    content.size = Size(max(words.size.w, note.size.w), note.position.y + note.size.h)
    cancel = Button(look, texts("Cancel"), close, name="cancel")
    dialog = Dialog(look, what, content, [cancel], on_close=close, name="capture")
    stage.show_dialog(dialog)
    stage.grab = hear
    kit.controls.is_capturing = True
    return dialog


def _find_key(event: pygame.Event, side: Side) -> Any:
    """Give the key or button that goes down in an event, None for anything else and for Esc."""
    if getattr(event, "repeat", False):
        return None
    if side is Device.PAD:
        return event.button if event.type == pygame.CONTROLLERBUTTONDOWN else None
    if event.type != pygame.KEYDOWN or event.key == pygame.K_ESCAPE:
        return None
    return None if event.key in (pygame.K_LSHIFT, pygame.K_RSHIFT) else chord_of_event(event)
