"""Sets up every test run: no window and no sound by default, fast tests first.

Set RED7_TEST_DISPLAY=real to open real windows, for example to watch a test. A test that needs a
real display starts the program as another process with its own environment.
"""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter, defaultdict
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings

if os.environ.get("RED7_TEST_DISPLAY") != "real":
    # SDL reads these variables when pygame is imported, so set them before any test module is.
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
# Otherwise SDL handles SIGTERM by closing the window, and the test run continues.
os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"
# The program uses the system's language, but the tests expect English.
os.environ["LANGUAGE"] = "en"
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells ignore SIGINT in background jobs, and the tested programs would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
# A test run keeps many more objects than a program, so collect garbage less often.
gc.set_threshold(100_000, 20, 100)
TESTS: Final = Path(__file__).parent
GROUPS: Final = ("unit", "conformance", "golden", "perft", "ui", "soak", "e2e", "reference")
"""Folders of tests in the order in which their fast tests run; doctests run first."""
SLOW_GROUPS: Final = ("e2e", "soak", "ui", "reference", "conformance", "perft", "golden", "unit")
"""Folders in the order in which their slow tests run. Tests that mostly wait come first, then the
longest, so that no processor ends with a long one.
"""
MARKED_GROUPS: Final = frozenset({"ui", "e2e"})
"""Folders whose name is also the marker of their tests."""

ALONE: Final = "tests/e2e/"
"""Start of the names of tests that are handed out one by one."""

# No deadline: a test that is slow on a busy machine isn't wrong.
settings.register_profile(
    "dev", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "ci", settings.get_profile("dev"), max_examples=100, derandomize=True, print_blob=True
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out tests by file for `--dist loadfile`, but those that start the program one by one.

    The tests of a file share what they prepare, and a program that is started is mostly waited for.
    """
    if config.getoption("dist") != "loadfile":
        return None
    scheduler = import_module("xdist.scheduler").LoadFileScheduling(config, log)
    file_of = scheduler._split_scope
    scheduler._split_scope = lambda test: test if test.startswith(ALONE) else file_of(test)
    return scheduler


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests with their folder, and sort them by group, slow tests last."""
    leave_a_sample(items)
    for item in items:
        group = group_of(item)
        if group in MARKED_GROUPS:
            item.add_marker(group)
    items.sort(key=place_of)


def pytest_collection_finish() -> None:
    """Freeze the collected objects, so that the garbage collector doesn't rescan them."""
    gc.collect()
    gc.freeze()


def leave_a_sample(items: list[pytest.Item]) -> None:
    """Mark all but a few cases of each `sampled` test as slow.

    The sample has one case for each value of the argument that the mark names. Without a name it
    has two cases, or as many as the mark's `count` says. The cases are spread over the list, so
    that the other arguments vary too.
    """
    cases = defaultdict[tuple[str, str], list[pytest.Function]](list)
    counts: dict[str, int] = {}
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is not None and isinstance(item, pytest.Function):
            chosen = repr(item.callspec.params[mark.args[0]]) if mark.args else ""
            name = item.nodeid.partition("[")[0]
            cases[name, chosen].append(item)
            counts[name] = mark.kwargs.get("count", 2)
    taken = Counter[str]()
    for (name, chosen), those in cases.items():
        first = taken[name] % len(those)
        kept = {first} if chosen else spread(counts[name], len(those))
        taken[name] += 1
        for nth, item in enumerate(those):
            if nth not in kept:
                item.add_marker("slow")


def spread(count: int, total: int) -> set[int]:
    """Return indices of `count` of `total` cases, evenly spread from the first to the last.

    >>> spread(1, 5), spread(2, 5), spread(3, 7)
    ({0}, {0, 4}, {0, 3, 6})
    """
    if count < 2:
        return {0}
    return {nth * (total - 1) // (count - 1) for nth in range(count)}


def group_of(item: pytest.Item) -> str | None:
    """Return the test folder of an item; None for a doctest of the package."""
    if not item.path.is_relative_to(TESTS):
        return None
    return item.path.relative_to(TESTS).parts[0]


def place_of(item: pytest.Item) -> tuple[bool, int]:
    """Return the sort key of an item. Items with equal keys keep their order."""
    group, is_slow = group_of(item), item.get_closest_marker("slow") is not None
    groups = SLOW_GROUPS if is_slow else GROUPS
    return is_slow, groups.index(group) if group in groups else -1
