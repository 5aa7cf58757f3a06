"""A virtual gamepad that SDL treats as real: plugged in, pressed and unplugged through SDL.

pygame has no function for it, so this calls SDL's functions in the library that pygame has loaded.
The program receives the same events as from any gamepad.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path
from typing import Final, NamedTuple

# Tests have no focused window; SDL reads this when it initialises gamepads.
os.environ.setdefault("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")

_GAMEPAD: Final = 1
_AXES: Final = 6
_BUTTONS: Final = 15


class Model(NamedTuple):
    """A gamepad's identification: its name, and its USB vendor and product."""

    name: str
    vendor: int = 0
    product: int = 0


PLAIN: Final = Model("A pad of no make")


class _Description(ctypes.Structure):
    """The structure SDL_VirtualJoystickDesc, version 1."""

    _fields_ = (
        ("version", ctypes.c_uint16),
        ("type", ctypes.c_uint16),
        ("naxes", ctypes.c_uint16),
        ("nbuttons", ctypes.c_uint16),
        ("nhats", ctypes.c_uint16),
        ("vendor_id", ctypes.c_uint16),
        ("product_id", ctypes.c_uint16),
        ("padding", ctypes.c_uint16),
        ("button_mask", ctypes.c_uint32),
        ("axis_mask", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        ("userdata", ctypes.c_void_p),
        ("calls", ctypes.c_void_p * 6),
    )


def sdl_path() -> Path | None:
    """Return the path of the SDL library of this process; None if the system can't tell."""
    maps = Path("/proc/self/maps")
    if not sys.platform.startswith("linux") or not maps.exists():
        return None
    for line in maps.read_text(encoding="utf-8").splitlines():
        path = Path(line.split()[-1])
        if path.name.startswith("libSDL2-2"):
            return path
    return None


class VirtualPad:
    """A virtual gamepad. Its events arrive with pygame's next ones after each call."""

    def __init__(self, model: Model = PLAIN) -> None:
        found = sdl_path()
        if found is None:
            raise OSError("SDL's library cannot be found")
        self._sdl = ctypes.CDLL(str(found))
        self._sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        self._sdl.SDL_JoystickClose.argtypes = [ctypes.c_void_p]
        set_button = self._sdl.SDL_JoystickSetVirtualButton
        set_button.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
        set_axis = self._sdl.SDL_JoystickSetVirtualAxis
        set_axis.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int16]
        described = _Description(
            version=1,
            type=_GAMEPAD,
            naxes=_AXES,
            nbuttons=_BUTTONS,
            vendor_id=model.vendor,
            product_id=model.product,
            name=model.name.encode(),
        )
        self._index = self._sdl.SDL_JoystickAttachVirtualEx(ctypes.byref(described))
        if self._index < 0:
            raise OSError("SDL attaches no virtual pad")
        self._stick = ctypes.c_void_p(self._sdl.SDL_JoystickOpen(self._index))

    def press(self, button: int) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._stick, button, 1)

    def let_go(self, button: int) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._stick, button, 0)

    def push(self, axis: int, way: int) -> None:
        """Move a stick or a trigger to a value from -32767 to 32767."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._stick, axis, way)

    def unplug(self) -> None:
        self._sdl.SDL_JoystickClose(self._stick)
        self._sdl.SDL_JoystickDetachVirtual(self._index)
