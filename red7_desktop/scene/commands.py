"""What keys ask of a node, and the prompts that say so.

The tables are data: hand other ones to the stage to remap the keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import pygame

from red7_desktop.scene.keyboard import read_key


class FocusCommand(StrEnum):
    """What a key or a pad button can ask of the focus."""

    NEXT = "next"
    PREVIOUS = "previous"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    ACTIVATE = "activate"
    BACK = "back"


KeyChord: TypeAlias = tuple[int, bool]
"""A key and whether Shift is down with it."""

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
    """Return the key of an event; None with Control, Alt or the system key, or without any.

    On a layout without Latin letters the key is the letter of its position, see `read_key`.
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
    """Return the command that a key or pad event stands for, or None.

    A chord with Control, Alt or the system key never is one, nor is a repeated key press for
    anything but moving.
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


class Shape(StrEnum):
    """The shape of a cap."""

    KEY = "key"
    DISC = "disc"
    PILL = "pill"


class Prompt(NamedTuple):
    """A cap: its words, or the name of a drawing in their place, and its shape.

    The words are there in either case, for tips and for being read aloud. in_tips_only: another
    device is in use, so no cap is shown, but it may be asked for.
    """

    words: str
    drawing: str = ""
    shape: Shape = Shape.KEY
    in_tips_only: bool = False


Prompts: TypeAlias = Callable[[str], Prompt | None]
"""Gives the prompt for a hint of a control, None where none is to be shown."""
