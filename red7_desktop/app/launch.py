"""Puts the program together and runs it in a window."""

from __future__ import annotations

import datetime
import logging
import logging.handlers
import os
import sys
import time
from secrets import randbelow
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.app.match_keeper import MatchKeeper
from red7_desktop.app.memory import give_back_early
from red7_desktop.app.paths import Paths, paths_from
from red7_desktop.app.program import Program
from red7_desktop.app.setup import GameSetup, InvalidSetup, SeatPlan
from red7_desktop.app.window import NoDisplay, Window
from red7_desktop.app.workshop import Workshop
from red7_desktop.games.red7.errors import InvalidPosition
from red7_desktop.games.red7.ruleset import parse_ruleset
from red7_desktop.play.thinker import Crew, ThreadThinker
from red7_desktop.resources import asset
from red7_desktop.scene.clock import MonotonicClock

if TYPE_CHECKING:
    import argparse

_LOG: Final = logging.getLogger("red7_desktop")
NO_START: Final = 2
"""Exit status where there is no screen to open a window on, or the arguments make no sense."""
_LOG_SIZE: Final = 500_000


def run(options: argparse.Namespace, began: float) -> int:
    """Open the window and run till it is closed; give the exit status.

    options: the parsed arguments of the command line. began: `time.perf_counter()` at the start.
    """
    give_back_early()
    paths = paths_from(os.environ)
    _start_log(paths)
    try:
        window = Window(options.window)
    except NoDisplay as error:
        print(f"red7-desktop needs a screen to open its window on: {error}", file=sys.stderr)
        return NO_START
    workshop = Workshop(paths, window.surface.get_size(), MonotonicClock())
    try:
        setup = setup_from(options, workshop) if _asks_to_play(options) else None
    except (InvalidSetup, InvalidPosition) as error:
        print(f"red7-desktop: {error}", file=sys.stderr)
        return NO_START
    window.set_icon(pygame.image.load(asset("icon", "red7_64.png")))
    if workshop.settings.fullscreen:
        window.toggle_fullscreen()
    keeper = MatchKeeper(paths.match)
    crew = Crew()
    program = Program(
        workshop,
        keeper,
        make_thinker=lambda: ThreadThinker(crew),
        new_number=randbelow,
        today=datetime.date.today,
        toggle_fullscreen=window.toggle_fullscreen,
    )
    for trouble in workshop.troubles:
        _LOG.warning("%s: %s", trouble.file, trouble.why)
        workshop.stage.toasts.show(trouble.words(workshop.texts), style="warning")
    if setup is not None:
        program.play(setup)
    else:
        program.show_title()

    def first_frame() -> None:
        # The sound device and pads take their time, so the window comes first.
        program.inputs.pads.start()
        program.kit.audio.open()
        if options.announce:
            _announce(began)

    window.run(program, first_frame)
    keeper.close()
    program.inputs.pads.stop()
    pygame.display.quit()
    program.kit.audio.close()
    pygame.quit()
    return 0


def _asks_to_play(options: argparse.Namespace) -> bool:
    """Tell whether the command line names a game, so that the title is passed over."""
    named = (options.deal, options.seats, options.rules)
    return bool(options.play) or any(value is not None for value in named)


def setup_from(options: argparse.Namespace, workshop: Workshop) -> GameSetup:
    """Give the set-up that the command line asks for; what it leaves open is as it was last.

    Raises InvalidSetup or InvalidPosition for what cannot be played.
    """
    from red7_desktop.ai.levels import LEVELS

    last, _ = workshop.load_setup()
    seats = last.seats
    if options.seats is not None:
        levels = [LEVELS[number % len(LEVELS)].key for number in range(1, options.seats)]
        seats = (SeatPlan(), *[SeatPlan(level=level) for level in levels])
    rules = parse_ruleset(options.rules) if options.rules is not None else None
    return GameSetup(
        seats,
        rules.advanced if rules else last.advanced,
        rules.actions if rules else last.actions,
        rules.edition if rules else last.edition,
        last.target,
        last.starter,
        options.deal if options.deal is not None else last.seed,
    )


def _announce(began: float) -> None:
    print(f"first frame after {1000 * (time.perf_counter() - began):.0f} ms", flush=True)


def _start_log(paths: Paths) -> None:
    """Keep a log of a bounded size; without a place for it, the program runs without."""
    try:
        paths.logs.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.handlers.RotatingFileHandler(
            paths.logs / "red7.log", maxBytes=_LOG_SIZE, backupCount=2, encoding="utf-8"
        )
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)
