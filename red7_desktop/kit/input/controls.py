"""The person's controls: what keys and pad buttons mean, what was used last, and how to show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.kit.input.bindings import LEFT_TRIGGER, RIGHT_TRIGGER, Bindings, Device
from red7_desktop.kit.input.intents import PAGE_TURNS, Intent
from red7_desktop.scene.input.prompts import Prompt, Prompts, Shape

if TYPE_CHECKING:
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.input.command import KeyChord

_ARROWS: Final[Mapping[int, str]] = MappingProxyType(
    {
        pygame.K_LEFT: "left",
        pygame.K_RIGHT: "right",
        pygame.K_UP: "up",
        pygame.K_DOWN: "down",
    }
)

_DPAD_NAMES: Final[Mapping[int, str]] = MappingProxyType(
    {
        pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
        pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
        pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
        pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    }
)

_PILLS: Final[Mapping[int, tuple[str, str]]] = MappingProxyType(
    {
        pygame.CONTROLLER_BUTTON_LEFTSHOULDER: ("LB", "L1"),
        pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: ("RB", "R1"),
        LEFT_TRIGGER: ("LT", "L2"),
        RIGHT_TRIGGER: ("RT", "R2"),
    }
)
"""Shoulders and triggers: what stands on most pads, and on those whose buttons carry shapes."""

_SHAPED: Final = ("ps3", "ps4", "ps5", "dualshock", "dualsense", "playstation", "sony")
"""Parts of the names of pads whose buttons carry shapes."""

_DEVICE_OF_PRESS: Final[Mapping[int, Device]] = MappingProxyType(
    {
        pygame.KEYDOWN: Device.KEYBOARD,
        pygame.CONTROLLERBUTTONDOWN: Device.PAD,
        pygame.MOUSEBUTTONDOWN: Device.MOUSE,
        pygame.MOUSEWHEEL: Device.MOUSE,
        pygame.FINGERDOWN: Device.TOUCH,
    }
)
"""What tells that a device is used; a mouse that is only nudged does not."""


class Controls:
    """Knows the bindings and the device that was used last.

    is_capturing: the next key or button is to be given to something, so it means nothing else.
    """

    def __init__(self, bindings: Bindings | None = None) -> None:
        self.bindings = bindings or Bindings()
        self.device = Device.MOUSE
        self.pad_name = ""
        self.is_capturing = False

    def asked(self, event: pygame.Event) -> frozenset[Intent]:
        """Give what is asked for by a key or pad button that goes down, for the first time."""
        if event.type not in (pygame.KEYDOWN, pygame.CONTROLLERBUTTONDOWN):
            return frozenset()
        if getattr(event, "repeat", False):
            return frozenset()
        return self.bindings.meant_by(event)

    def pages_turned(self, event: pygame.Event) -> int:
        """Give by how many pages an event asks to go on; 0 where it is about something else."""
        asked = self.asked(event)
        return sum(by for intent, by in PAGE_TURNS.items() if intent in asked)

    def let_go(self, event: pygame.Event) -> frozenset[Intent]:
        """Give what is no longer asked for when a key or pad button comes up."""
        if event.type not in (pygame.KEYUP, pygame.CONTROLLERBUTTONUP):
            return frozenset()
        return self.bindings.meant_by(event)

    def note(self, event: pygame.Event, pad_name: str) -> bool:
        """Note which device an event comes from; tell whether that is another one."""
        device = _DEVICE_OF_PRESS.get(event.type)
        if device is None or (device is Device.MOUSE and getattr(event, "touch", False)):
            return False
        before = self.device, self.pad_name
        self.device = device
        if device is Device.PAD:
            self.pad_name = pad_name
        return before != (self.device, self.pad_name)

    def prompts(self, texts: Texts) -> Prompts:
        """Give the caps for hints, which name intents, on the device that was used last.

        With a mouse no caps are in the way, and only tips name the keys; fingers have none. What
        is used later changes nothing about them.
        """
        device, bindings, pad_name = self.device, self.bindings, self.pad_name

        def prompt(hint: str) -> Prompt | None:
            if hint not in set(Intent):
                return None
            intent = Intent(hint)
            if device is Device.PAD:
                buttons = bindings.pad[intent]
                return pad_prompt(buttons[0], pad_name, texts) if buttons else None
            if device is Device.TOUCH:
                return None
            keys = bindings.keys[intent]
            # While the keyboard moves the focus, the focus takes the keys that it wants.
            is_keyboard = device is Device.KEYBOARD
            key = bindings.surest_key(intent) if is_keyboard else next(iter(keys), None)
            if key is None:
                return None
            return replace(build_key_prompt(key, texts), in_tips_only=not is_keyboard)

        return prompt

    def pad_prompt(self, button: int, texts: Texts) -> Prompt:
        """Give the cap of a pad button, as it looks on the pad in use."""
        return pad_prompt(button, self.pad_name, texts)


def pad_prompt(button: int, pad_name: str, texts: Texts) -> Prompt:
    """Give the cap of a pad button, as it looks on a pad of a name."""
    is_shaped = any(word in pad_name.lower() for word in _SHAPED)
    if button in _DPAD_NAMES:
        return Prompt(_name_direction(_DPAD_NAMES[button], texts), _DPAD_NAMES[button], Shape.DISC)
    if button in _PILLS:
        return Prompt(_PILLS[button][is_shaped], "", Shape.PILL)
    discs = {**_build_lettered_caps(texts), **(_build_shaped_caps(texts) if is_shaped else {})}
    if button in discs:
        return Prompt(*discs[button], Shape.DISC)
    return Prompt(texts("Button {n}", n=button), "", Shape.PILL)


def _build_lettered_caps(texts: Texts) -> dict[int, tuple[str, str]]:
    """Give the words and the drawings of most pads' round buttons."""
    return {
        pygame.CONTROLLER_BUTTON_A: ("A", ""),
        pygame.CONTROLLER_BUTTON_B: ("B", ""),
        pygame.CONTROLLER_BUTTON_X: ("X", ""),
        pygame.CONTROLLER_BUTTON_Y: ("Y", ""),
        pygame.CONTROLLER_BUTTON_LEFTSTICK: ("LS", ""),
        pygame.CONTROLLER_BUTTON_RIGHTSTICK: ("RS", ""),
        pygame.CONTROLLER_BUTTON_BACK: (texts("View"), "view"),
        pygame.CONTROLLER_BUTTON_START: (texts("Menu"), "lines"),
    }


def _build_shaped_caps(texts: Texts) -> dict[int, tuple[str, str]]:
    """Give the same where it is otherwise on pads whose buttons carry shapes."""
    return {
        pygame.CONTROLLER_BUTTON_A: (texts("Cross"), "cross"),
        pygame.CONTROLLER_BUTTON_B: (texts("Circle"), "ring"),
        pygame.CONTROLLER_BUTTON_X: (texts("Square"), "square"),
        pygame.CONTROLLER_BUTTON_Y: (texts("Triangle"), "triangle"),
        pygame.CONTROLLER_BUTTON_LEFTSTICK: ("L3", ""),
        pygame.CONTROLLER_BUTTON_RIGHTSTICK: ("R3", ""),
    }


def _name_direction(name: str, texts: Texts) -> str:
    return {
        "left": texts("Left"),
        "right": texts("Right"),
        "up": texts("Up"),
        "down": texts("Down"),
    }[name]


def build_key_prompt(chord: KeyChord, texts: Texts) -> Prompt:
    """Give the cap of a key."""
    key, with_shift = chord
    words = _name_direction(_ARROWS[key], texts) if key in _ARROWS else key_words(key, texts)
    if with_shift:
        return Prompt(texts("Shift+{key}", key=words))
    return Prompt(words, _ARROWS.get(key, ""))


def key_words(key: int, texts: Texts) -> str:
    """Say what stands on a key."""
    named = {
        pygame.K_RETURN: texts("Enter"),
        pygame.K_KP_ENTER: texts("Enter"),
        pygame.K_SPACE: texts("Space"),
        pygame.K_TAB: texts("Tab"),
        pygame.K_ESCAPE: texts("Esc"),
        pygame.K_BACKSPACE: texts("Backspace"),
        pygame.K_DELETE: texts("Del"),
        pygame.K_INSERT: texts("Ins"),
        pygame.K_HOME: texts("Home"),
        pygame.K_END: texts("End"),
        pygame.K_PAGEUP: texts("Page Up"),
        pygame.K_PAGEDOWN: texts("Page Down"),
    }
    if key in named:
        return named[key]
    name = pygame.key.name(key)
    return name.upper() if len(name) <= 3 else name.capitalize() or texts("Key {n}", n=key)
