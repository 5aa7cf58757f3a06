"""Starts the program: `python -m red7_desktop`, the `red7-desktop` command, the executable."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from red7_desktop import APP_ID, PRODUCT, __version__

_BEGAN = time.perf_counter()
INTERRUPTED = 130
"""Exit status for Ctrl-C before the window was opened, as in shells."""

SDL_SETTINGS: Final[Mapping[str, str]] = {
    # The screen may turn off and the computer may sleep; nothing is lost while players think.
    "SDL_VIDEO_ALLOW_SCREENSAVER": "1",
    # The name in volume control, power manager and window list, instead of "My SDL application".
    # `kit/sound/speech.py` uses it too.
    "SDL_APP_NAME": PRODUCT,
    "SDL_AUDIO_DEVICE_APP_NAME": PRODUCT,
    "SDL_AUDIO_DEVICE_STREAM_NAME": PRODUCT,
    "SDL_SCREENSAVER_INHIBIT_ACTIVITY_NAME": PRODUCT,
    "SDL_VIDEO_X11_WMCLASS": APP_ID,
    "SDL_VIDEO_WAYLAND_WMCLASS": APP_ID,
    # Keep the desktop's compositor running. Games turn it off to save a frame of delay, which makes
    # other windows flicker at start and end.
    "SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR": "0",
    # Don't minimise a full-screen window when the user clicks a window on another monitor.
    "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": "0",
    # Ignore pads while another program has the focus.
    "SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS": "0",
    # The system shows an input method's candidates; text fields show the composed text.
    "SDL_IME_SHOW_UI": "1",
    "SDL_IME_INTERNAL_EDITING": "0",
    # Ctrl and click is a right click on a Mac.
    "SDL_MAC_CTRL_CLICK_EMULATE_RIGHT_CLICK": "1",
    # `app/launch.py` handles signals. SDL would convert them to closing the window, which asks for
    # confirmation.
    "SDL_NO_SIGNAL_HANDLERS": "1",
    # Full resolution on every monitor under Windows.
    "SDL_WINDOWS_DPI_AWARENESS": "permonitorv2",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}
"""Settings that replace SDL's defaults, which are made for action games.

These defaults stay: keyboard and mouse aren't grabbed (SDL_GRAB_KEYBOARD); a drag continues outside
the window (SDL_MOUSE_AUTO_CAPTURE); a click that activates the window has no other effect
(SDL_MOUSE_FOCUS_CLICKTHROUGH); Alt+F4 closes the window; the timer of Windows is set to 1 ms
(SDL_TIMER_RESOLUTION), because frames would be uneven otherwise. `app/window.py` stops text input,
which SDL starts with the window, and avoids SDL's polling every millisecond.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the program until it is closed.

    Args:
        arguments: Command line arguments, None for those of the process.

    Returns:
        Exit status: 0 after a normal end, 2 for invalid arguments or if no window can be opened,
        130 for Ctrl-C while the program was loading. A later Ctrl-C closes the program normally.
    """
    options = _parser().parse_args(arguments)
    if options.home is not None:
        os.environ["RED7_HOME"] = str(options.home)
    _prepare_sdl()
    # No garbage collection until the first frame: almost everything that is loaded stays in use.
    gc.disable()
    try:
        from red7_desktop.app.launch import run

        return run(options, _BEGAN)
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="red7-desktop",
        description="Card games on one screen, hot-seat or against AI opponents (unofficial).",
    )
    parser.add_argument("--version", action="version", version=f"{PRODUCT} {__version__}")
    parser.add_argument(
        "--play", action="store_true", help="start playing at once, with the set-up used last"
    )
    parser.add_argument("--game", metavar="NAME", help="play this game, for example red7")
    parser.add_argument("--deal", type=int, metavar="NUMBER", help="play the deal with this number")
    parser.add_argument(
        "--seats", type=int, metavar="NUMBER", help="number of players: you and AI opponents"
    )
    parser.add_argument(
        "--rules", metavar="RULES", help="for example basic, advanced+actions or advanced@first"
    )
    parser.add_argument("--phones", action="store_true", help="open the table for phones at once")
    parser.add_argument(
        "--phones-address",
        metavar="ADDRESS",
        default="",
        help="serve phones on this address of the computer, for example 192.168.1.23",
    )
    parser.add_argument(
        "--window", type=_size, metavar="WxH", help="the size of the window, for example 1280x720"
    )
    parser.add_argument(
        "--home",
        type=_folder,
        metavar="FOLDER",
        help="keep settings, saves and logs in this folder",
    )
    parser.add_argument(
        "record",
        nargs="?",
        type=_record,
        metavar="FILE",
        help="replay the match in this file, for example match.red7",
    )
    parser.add_argument(
        "--announce", action="store_true", help="print a line when the first frame is shown"
    )
    return parser


def _folder(text: str) -> Path:
    if not text.strip():
        raise argparse.ArgumentTypeError("an empty name is no folder")
    return Path(text)


def _record(text: str) -> Path:
    """Convert the command-line argument that names a match record to a path.

    Desktop environments pass a `file:` URL instead of a path if the user opens a file there.
    """
    if not text.lower().startswith("file:"):
        return Path(text)
    # Imported here, because this module is seldom needed and slow to import.
    from urllib.parse import unquote_to_bytes, urlsplit

    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no valid URL") from error
    if parts.netloc.lower() not in ("", "localhost"):
        raise argparse.ArgumentTypeError(f"{text!r} is on another computer")
    path = os.fsdecode(unquote_to_bytes(parts.path))
    if os.name == "nt":  # A URL such as file:///C:/folder/match.red7.
        path = path.lstrip("/")
    return Path(path)


def _size(text: str) -> tuple[int, int]:
    width, x, height = text.lower().partition("x")
    if not (x and width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 1280x720")
    size = int(width), int(height)
    if not (320 <= size[0] <= 16384 and 240 <= size[1] <= 16384):
        raise argparse.ArgumentTypeError(f"{text!r} is not between 320x240 and 16384x16384")
    return size


def _prepare_sdl() -> None:
    """Set environment variables for SDL and pygame before they are loaded, unless already set."""
    for name, value in SDL_SETTINGS.items():
        os.environ.setdefault(name, value)


if __name__ == "__main__":
    sys.exit(main())
