"""Opens the program: `python -m red7_desktop`, the `red7-desktop` command, the executable."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from pathlib import Path

from red7_desktop import PRODUCT, __version__

_BEGAN = time.perf_counter()
INTERRUPTED = 130
"""Exit status where Ctrl-C came before the window did, as shells have it."""


def main(arguments: list[str] | None = None) -> int:
    """Run the program until it is closed; return the exit status.

    0 after a normal end, 2 for arguments that cannot be read and where no window can be opened,
    130 for Ctrl-C while the program was being loaded.
    """
    options = _parser().parse_args(arguments)
    if options.home is not None:
        os.environ["RED7_HOME"] = str(options.home)
    _prepare_sdl()
    gc.disable()  # until the first frame is shown: hardly anything of what is loaded goes again
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
        type=Path,
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


def _size(text: str) -> tuple[int, int]:
    width, x, height = text.lower().partition("x")
    if not (x and width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form 1280x720")
    size = int(width), int(height)
    if not (320 <= size[0] <= 16384 and 240 <= size[1] <= 16384):
        raise argparse.ArgumentTypeError(f"{text!r} is not between 320x240 and 16384x16384")
    return size


def _prepare_sdl() -> None:
    """Set what SDL reads when it is loaded; what the user has set stays.

    Without the first, SDL takes a signal that comes while the window is being made for a closed
    one, which leaves time to ask.
    """
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "red7-desktop")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


if __name__ == "__main__":
    sys.exit(main())
