"""Commands for operating the focused node, and the default keys and pad buttons for them.

The tables are data: hand other ones to the stage to remap the keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import TypeAlias

import pygame


class Command(StrEnum):
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

KEYS: Mapping[KeyChord, Command] = MappingProxyType(
    {
        (pygame.K_TAB, False): Command.NEXT,
        (pygame.K_TAB, True): Command.PREVIOUS,
        (pygame.K_LEFT, False): Command.LEFT,
        (pygame.K_RIGHT, False): Command.RIGHT,
        (pygame.K_UP, False): Command.UP,
        (pygame.K_DOWN, False): Command.DOWN,
        (pygame.K_RETURN, False): Command.ACTIVATE,
        (pygame.K_KP_ENTER, False): Command.ACTIVATE,
        (pygame.K_SPACE, False): Command.ACTIVATE,
        (pygame.K_ESCAPE, False): Command.BACK,
    }
)

PAD: Mapping[int, Command] = MappingProxyType(
    {
        pygame.CONTROLLER_BUTTON_DPAD_LEFT: Command.LEFT,
        pygame.CONTROLLER_BUTTON_DPAD_RIGHT: Command.RIGHT,
        pygame.CONTROLLER_BUTTON_DPAD_UP: Command.UP,
        pygame.CONTROLLER_BUTTON_DPAD_DOWN: Command.DOWN,
        pygame.CONTROLLER_BUTTON_A: Command.ACTIVATE,
        pygame.CONTROLLER_BUTTON_B: Command.BACK,
    }
)


def chord_of(event: pygame.Event) -> KeyChord | None:
    """Give the key that an event is about; None with Control, Alt or the system key, or without."""
    mods = getattr(event, "mod", 0)
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP):
        return None
    if mods & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return None
    return event.key, bool(mods & pygame.KMOD_SHIFT)


def read_command(
    event: pygame.Event,
    keys: Mapping[KeyChord, Command] = KEYS,
    pad: Mapping[int, Command] = PAD,
) -> Command | None:
    """Give the command that a key or pad event stands for, or None.

    A chord with Control, Alt or the system key never is one, nor is a repeated key press for
    anything but moving.
    """
    if event.type == pygame.CONTROLLERBUTTONDOWN:
        return pad.get(event.button)
    chord = chord_of(event)
    if chord is None or event.type != pygame.KEYDOWN:
        return None
    command = keys.get(chord)
    repeats = getattr(event, "repeat", False)
    return None if repeats and command in (Command.ACTIVATE, Command.BACK) else command
