"""Sets up every test run: no window and no sound by default, fast tests first.

A run that should open real windows (to watch a test, say) sets RED7_TEST_DISPLAY=real. A test that
needs a real display of its own starts the program as another process, with its own environment.
"""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

if os.environ.get("RED7_TEST_DISPLAY") != "real":
    # SDL reads these when pygame is imported and initialised, hence here, before any test module.
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
# Or SDL took SIGTERM for a closed window: the program under test quit, and its test went on.
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
# The program speaks the language of the system; the tests read English.
os.environ["LANGUAGE"] = "en"
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So a shell starts background jobs, and the programs under test would ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
TESTS: Final = Path(__file__).parent
GROUPS: Final = ("unit", "conformance", "golden", "perft", "ui", "soak", "e2e", "reference")
"""The folders of tests, in the order that fast ones run in; doctests go before them all."""
SLOW_GROUPS: Final = ("e2e", "soak", "ui", "reference", "conformance", "perft", "golden", "unit")
"""The order of slow ones: those that mostly wait while others work, then the longest first, so that
no processor is left with a long one at the end."""
MARKED_GROUPS: Final = frozenset({"ui", "e2e"})
"""The folders whose tests carry the folder's name as a marker."""

# No profile fails by the wall clock: a busy machine is slow, not wrong.
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their folder and put them in order: by group, slow ones after all others."""
    leave_a_sample(items)
    for item in items:
        group = group_of(item)
        if group in MARKED_GROUPS:
            item.add_marker(group)
    items.sort(key=place_of)


def pytest_collection_finish() -> None:
    """Let what was collected be, or each tidying of a program looks through all of it."""
    gc.collect()
    gc.freeze()


def leave_a_sample(items: list[pytest.Item]) -> None:
    """Mark as slow all cases of a `sampled` test but a few.

    There is one case for each value of the argument that the mark names, or two in all, taken from
    all over the list, so that the other arguments vary too.
    """
    cases = defaultdict[tuple[str, str], list[pytest.Function]](list)
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is not None and isinstance(item, pytest.Function):
            chosen = repr(item.callspec.params[mark.args[0]]) if mark.args else ""
            cases[item.nodeid.partition("[")[0], chosen].append(item)
    taken = Counter[str]()
    for (name, chosen), those in cases.items():
        first = taken[name] % len(those)
        kept = {first} if chosen else {0, len(those) - 1}
        taken[name] += 1
        for nth, item in enumerate(those):
            if nth not in kept:
                item.add_marker("slow")


def group_of(item: pytest.Item) -> str | None:
    """Name the folder of tests that an item comes from; None for a doctest of the package."""
    if not item.path.is_relative_to(TESTS):
        return None
    return item.path.relative_to(TESTS).parts[0]


def place_of(item: pytest.Item) -> tuple[bool, int]:
    """Return the sort key of an item; equal keys keep the order they were found in."""
    group, is_slow = group_of(item), item.get_closest_marker("slow") is not None
    groups = SLOW_GROUPS if is_slow else GROUPS
    return is_slow, groups.index(group) if group in groups else -1
