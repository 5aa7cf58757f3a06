"""What the table costs while nothing moves, beside a bare loop of pygame's.

The program is started as `red7-desktop --play` starts it and left alone; after the sound device has
been given back, the processor time of all its threads is taken over some seconds. The bare loop is
`event.get()` and `clock.tick(60)` in a process with the same window, which hears of gamepads as the
program does, and nothing else. Both use the dummy drivers, for a benchmark has to run without a
screen; there the bare loop is cheapest, so that the comparison is the strictest.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from red7_desktop.lab.command import Answer

REST_REQUIRED: Final = 0.5
"""The table at rest takes at most so many times what the bare loop takes."""


REST_WATCHED: Final = 8.0
"""Seconds over which processor time is taken."""


REST_PATIENCE: Final = 90.0
"""Seconds in which AI players must have played, and the sound device must have come to rest."""


TABLE: Final = """
import sys
sys.path.insert(0, sys.argv[1])
import json, threading, time
from red7_desktop.__main__ import main
def watch():
    time.sleep(12.0)
    import pygame
    was_open = False
    for _ in range(round(4 * float(sys.argv[3]))):
        is_open = pygame.mixer.get_init() is not None
        if was_open and not is_open:
            break
        was_open = is_open
        time.sleep(0.25)
    time.sleep(3.0)
    began, used = time.perf_counter(), time.process_time()
    time.sleep(float(sys.argv[4]))
    print(json.dumps((time.process_time() - used) / (time.perf_counter() - began)), flush=True)
    pygame.event.post(pygame.Event(pygame.QUIT))
threading.Thread(target=watch, daemon=True).start()
main([*"--play --deal 3 --seats 4 --window 1600x900 --home".split(), sys.argv[2]])
"""


BARE: Final = """
import json, sys, time
import pygame
from pygame._sdl2 import controller
pygame.display.init()
pygame.display.set_mode((1600, 900))
controller.init()
clock = pygame.time.Clock()
began, used = time.perf_counter(), time.process_time()
while time.perf_counter() - began < float(sys.argv[4]):
    pygame.event.get()
    clock.tick(60)
print(json.dumps((time.process_time() - used) / (time.perf_counter() - began)))
"""


def measure_use(
    script: str, patience: float = REST_PATIENCE, watched: float = REST_WATCHED
) -> float:
    """Return the part of a processor that a fresh process takes. Raises RuntimeError."""
    import red7_desktop

    root = Path(red7_desktop.__file__).resolve().parent.parent
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", script, str(root), home, str(patience), str(watched)],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"a fresh process failed: {done.stderr[-400:]}")
    return float(json.loads(done.stdout.splitlines()[-1]))


def answer_rest(use: Callable[[str], float] = measure_use) -> Answer:
    """Measure the bare loop before and after the table, whose figure stands beside their mean."""
    before, table, after = use(BARE), use(TABLE), use(BARE)
    bare = (before + after) / 2
    return {
        "measure": "rest",
        "title": "the table at rest, as parts of a bare loop at 60 Hz",
        "unit": "ratio",
        "ratio": table / bare,
        "table": 100 * table,
        "bare": 100 * bare,
        "required": REST_REQUIRED,
        "met": table / bare <= REST_REQUIRED,
    }
