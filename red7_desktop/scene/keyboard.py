"""Maps keys of non-Latin keyboard layouts to Latin letters and digits by position.

pygame reports the character that the active layout assigns to a key. A Russian, Greek or Hebrew
layout has no key for H, and the top row of a French one has no 1. On such a layout, a key counts as
the H or 1 that a US keyboard has at its position. SDL knows the layout, but pygame doesn't expose
it.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping
from functools import cache
from string import ascii_lowercase, digits
from typing import Final

import pygame

_SCANCODES: Final[Mapping[int, int]] = {
    **{ord(sign): getattr(pygame, f"KSCAN_{sign.upper()}") for sign in ascii_lowercase + digits},
    pygame.K_MINUS: pygame.KSCAN_MINUS,
    pygame.K_EQUALS: pygame.KSCAN_EQUALS,
}
"""USB scancode of each letter, digit, minus and equals key on a US keyboard."""
_KEYS: Final = {scancode: key for key, scancode in _SCANCODES.items()}
_FIRST_NON_CHARACTER: Final = 1 << 30
"""Key codes from this number on are keys without a character."""


@cache
def load_sdl() -> ctypes.CDLL | None:
    """Return the SDL library that pygame has loaded, or None if it can't be called."""
    try:
        # pygame's base module is linked with SDL, so its functions are found there. On Windows the
        # library that is already loaded is found by its name.
        sdl = ctypes.CDLL("SDL2.dll" if sys.platform == "win32" else pygame.base.__file__)
        sdl.SDL_WaitEventTimeout.argtypes = [ctypes.c_void_p, ctypes.c_int]
        sdl.SDL_NumJoysticks.argtypes = []
        sdl.SDL_GetScancodeFromKey.argtypes = [ctypes.c_int32]
        sdl.SDL_GetKeyFromScancode.argtypes = [ctypes.c_int]
        sdl.SDL_GetKeyFromScancode.restype = ctypes.c_int32
    except (AttributeError, OSError, TypeError):
        return None
    return sdl


def has_key(key: int) -> bool:
    """Return whether the active layout has a key for a character, given as a pygame key code."""
    sdl = load_sdl()
    return sdl is None or bool(sdl.SDL_GetScancodeFromKey(key))


def key_at(scancode: int) -> int:
    """Return the active layout's key code for a scancode, 0 if unknown."""
    sdl = load_sdl()
    if sdl is None:
        return 0
    return int(sdl.SDL_GetKeyFromScancode(scancode))


def read_key(event: pygame.Event) -> int:
    """Return the key code of an event under which shortcuts look it up.

    If the active layout lacks the Latin letter, digit or sign that a US keyboard has at the key's
    position, this is the key of the US keyboard; otherwise it is the event's own key.
    """
    us_key = _KEYS.get(getattr(event, "scancode", 0), 0)
    key: int = event.key
    if not us_key or key in _SCANCODES or key >= _FIRST_NON_CHARACTER or has_key(us_key):
        return key
    return us_key


def name_sign(key: int) -> str:
    """Return the character that the active layout shows for a shortcut's key, "" if none.

    >>> name_sign(pygame.K_q), name_sign(246), name_sign(pygame.K_F1)
    ('Q', 'Ö', '')
    """
    if key in _SCANCODES and not has_key(key):
        key = key_at(_SCANCODES[key]) or key
    if pygame.K_SPACE < key <= sys.maxunicode:
        sign = chr(key)
    else:
        sign = ""
    if not sign.isprintable():
        return ""
    if len(sign.upper()) == 1:
        return sign.upper()
    return sign
