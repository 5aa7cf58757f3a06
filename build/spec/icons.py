"""Packs the icon's PNG files into the icon formats of Windows and macOS.

Both formats contain PNG files unchanged, so nothing is drawn or scaled.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

WINDOWS_SIZES: Final = (16, 24, 32, 48, 64, 128, 256)

MACOS_SIZES: Final[Mapping[bytes, int]] = MappingProxyType(
    {
        b"icp4": 16,
        b"icp5": 32,
        b"icp6": 64,
        b"ic07": 128,
        b"ic08": 256,
        b"ic09": 512,
        b"ic10": 1024,  # 512 points on a dense screen
        b"ic11": 32,  # 16 points on a dense screen
        b"ic12": 64,  # 32 points
        b"ic13": 256,  # 128 points
        b"ic14": 512,  # 256 points
    }
)
"""Block types of pictures in an ICNS file, each with its width in pixels."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_ICO_HEADER: Final = struct.Struct("<HHH")
_ICO_ENTRY: Final = struct.Struct("<BBBBHHII")


def png_of(folder: Path, size: int) -> bytes:
    """Return the PNG of the icon in a size.

    Raises:
        ValueError: The file isn't a PNG of this size.
    """
    path = folder / f"red7_{size}.png"
    data = path.read_bytes()
    if not data.startswith(_PNG) or struct.unpack(">II", data[16:24]) != (size, size):
        raise ValueError(f"{path} is not a PNG of {size} by {size} pixels")
    return data


def ico(folder: Path) -> bytes:
    """Return the icon as an ICO file: a header, a table of entries, the pictures."""
    pictures = [(size, png_of(folder, size)) for size in WINDOWS_SIZES]
    start = _ICO_HEADER.size + _ICO_ENTRY.size * len(pictures)
    header, body = _ICO_HEADER.pack(0, 1, len(pictures)), b""
    for size, picture in pictures:
        side = size % 256  # 0 means 256
        header += _ICO_ENTRY.pack(side, side, 0, 0, 1, 32, len(picture), start + len(body))
        body += picture
    return header + body


def icns(folder: Path) -> bytes:
    """Return the icon as an ICNS file: blocks with a type and a length."""
    body = b""
    for kind, size in MACOS_SIZES.items():
        picture = png_of(folder, size)
        body += kind + struct.pack(">I", len(picture) + 8) + picture
    return b"icns" + struct.pack(">I", len(body) + 8) + body


def write_icon(folder: Path, target: Path) -> Path:
    """Write the icon in the format of the target's suffix, `.ico` or `.icns`."""
    makers = {".ico": ico, ".icns": icns}
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(makers[target.suffix](folder))
    return target
