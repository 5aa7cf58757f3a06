"""Maps keys of non-Latin keyboard layouts to Latin letters and digits by position.

pygame reports the character that the active layout assigns to a key. A Russian, Greek or Hebrew
layout has no key for H, and the top row of a French layout has no 1. On such a layout, the key at
the position of H or 1 on a US keyboard counts as H or 1. SDL knows the active layout, but pygame
doesn't expose it, so this module calls SDL with ctypes.
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
"""Key codes from this number on belong to keys without a character, such as F1."""


@cache
def load_sdl() -> ctypes.CDLL | None:
    """Return the SDL library that pygame has loaded, or None if it can't be called."""
    try:
        # pygame's base module is linked with SDL, so that SDL's functions can be looked up in this
        # module. On Windows, SDL2.dll is already loaded, and its name is enough to get it.
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
    """Return the key code that the active layout assigns to a scancode; 0 if unknown."""
    sdl = load_sdl()
    if sdl is None:
        return 0
    return int(sdl.SDL_GetKeyFromScancode(scancode))


def read_key(event: pygame.Event) -> int:
    """Return the key code with which shortcuts compare a key event.

    Normally this is the event's own key code. But a US keyboard may have a Latin letter, digit or
    sign at the key's position that the active layout lacks, for example a Cyrillic layout. Then
    return the key code of the US keyboard's key.
    """
    us_key = _KEYS.get(getattr(event, "scancode", 0), 0)
    key: int = event.key
    if not us_key or key in _SCANCODES or key >= _FIRST_NON_CHARACTER or has_key(us_key):
        return key
    return us_key


def name_sign(key: int) -> str:
    """Return the character printed on a shortcut's key in the active layout; "" for no character.

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
