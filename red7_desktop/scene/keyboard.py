"""Letters and digits of keyboard layouts that have no Latin ones, by their position.

pygame reports the sign that the active layout gives a key. On a Russian, Greek or Hebrew layout no
key has the sign H, and on a French one no key of the top row is 1: there, the key in the place of H
or 1 on a US keyboard stands for it. SDL knows the layout, and pygame doesn't pass it on.
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
"""The place of each letter, digit, minus and equals sign on a US keyboard, as a USB scancode."""
_KEYS: Final = {scancode: key for key, scancode in _SCANCODES.items()}
_FIRST_NAMED: Final = 1 << 30
"""From here on the numbers of keys stand for no sign."""


@cache
def load_sdl() -> ctypes.CDLL | None:
    """Return SDL as pygame has loaded it, or None if it can't be called from here."""
    try:
        # It is found among what pygame's module needs; on Windows, by its name.
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
    """Return whether some key of the active layout has a sign, given as a pygame key."""
    sdl = load_sdl()
    return sdl is None or bool(sdl.SDL_GetScancodeFromKey(key))


def key_at(scancode: int) -> int:
    """Return the key that the active layout has at a place, 0 if that is unknown."""
    sdl = load_sdl()
    if sdl is None:
        return 0
    return int(sdl.SDL_GetKeyFromScancode(scancode))


def read_key(event: pygame.Event) -> int:
    """Return the key of an event, as shortcuts name it.

    This is the event's own key, except where the active layout has no key for the Latin letter,
    digit or sign that belongs to the key's place.
    """
    by_place = _KEYS.get(getattr(event, "scancode", 0), 0)
    key: int = event.key
    if not by_place or key in _SCANCODES or key >= _FIRST_NAMED or has_key(by_place):
        return key
    return by_place


def name_sign(key: int) -> str:
    """Return the sign that the active layout shows for a key of a shortcut, "" for keys without.

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
