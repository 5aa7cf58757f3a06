"""Focus commands such as Back, the keys and pad buttons that trigger them, and labels of keys.

The key tables are data: pass other tables to the stage to remap keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import pygame

from red7_desktop.scene.keyboard import read_key


class FocusCommand(StrEnum):
    """Commands of keyboard and pad that move the focus, activate a control or go back."""

    NEXT = "next"
    PREVIOUS = "previous"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    ACTIVATE = "activate"
    BACK = "back"


KeyChord: TypeAlias = tuple[int, bool]
"""A key code, and whether Shift is held."""

KEYS: Mapping[KeyChord, FocusCommand] = {
    (pygame.K_TAB, False): FocusCommand.NEXT,
    (pygame.K_TAB, True): FocusCommand.PREVIOUS,
    (pygame.K_LEFT, False): FocusCommand.LEFT,
    (pygame.K_RIGHT, False): FocusCommand.RIGHT,
    (pygame.K_UP, False): FocusCommand.UP,
    (pygame.K_DOWN, False): FocusCommand.DOWN,
    (pygame.K_RETURN, False): FocusCommand.ACTIVATE,
    (pygame.K_KP_ENTER, False): FocusCommand.ACTIVATE,
    (pygame.K_SPACE, False): FocusCommand.ACTIVATE,
    (pygame.K_ESCAPE, False): FocusCommand.BACK,
}

PAD: Mapping[int, FocusCommand] = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: FocusCommand.LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: FocusCommand.RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: FocusCommand.UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: FocusCommand.DOWN,
    pygame.CONTROLLER_BUTTON_A: FocusCommand.ACTIVATE,
    pygame.CONTROLLER_BUTTON_B: FocusCommand.BACK,
}


def chord_of_event(event: pygame.Event) -> KeyChord | None:
    """Return the key of a key event.

    Returns:
        The key, and whether Shift is held. On a layout without Latin letters, a letter key counts
        as the Latin letter at its position, see `read_key`. None for other events, and for keys
        pressed together with Control, Alt or the system key.
    """
    mods = getattr(event, "mod", 0)
    is_shortcut = mods & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP) or is_shortcut:
        return None
    return read_key(event), bool(mods & pygame.KMOD_SHIFT)


def read_command(
    event: pygame.Event,
    keys: Mapping[KeyChord, FocusCommand] = KEYS,
    pad: Mapping[int, FocusCommand] = PAD,
) -> FocusCommand | None:
    """Return the command of a key or pad event; None if the event has no command.

    Keys pressed together with Control, Alt or the system key are never commands. An automatically
    repeated key press only counts for commands that move the focus.
    """
    if event.type == pygame.CONTROLLERBUTTONDOWN:
        return pad.get(event.button)
    chord = chord_of_event(event)
    if chord is None or event.type != pygame.KEYDOWN:
        return None
    command = keys.get((event.key, chord[1])) or keys.get(chord)
    repeats = getattr(event, "repeat", False)
    if repeats and command in (FocusCommand.ACTIVATE, FocusCommand.BACK):
        return None
    return command


class CapShape(StrEnum):
    """The outline with which a key or pad button is drawn."""

    KEY = "key"
    DISC = "disc"
    PILL = "pill"


class Prompt(NamedTuple):
    """A small drawing of a key or pad button, shown on a control that the key triggers.

    Attributes:
        label: Name of the key, also used in tooltips and for speech.
        drawing: Name of a drawing to show instead of the label, "" for none.
        shape: Outline of the key or button.
        is_tip_only: True to show the key only in tooltips, because the user operates another device
            such as the mouse.
    """

    label: str
    drawing: str = ""
    shape: CapShape = CapShape.KEY
    is_tip_only: bool = False


Prompts: TypeAlias = Callable[[str], Prompt | None]
"""A function that takes an action's name and returns the label of the key or button for the action.

It returns None if no label should be shown.
"""
