from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from red7_desktop.play.ai import Answer, InlineThinker, Thinker, ThreadThinker


def wait_for(thinker: Thinker) -> Answer:
    """Wait for an answer; the limit only keeps a broken thinker from hanging the tests."""
    pause = threading.Event()
    for _ in range(2_000):
        found = thinker.poll()
        if found is not None:
            return found
        pause.wait(0.005)
    raise AssertionError("no answer came")


@pytest.fixture(params=[InlineThinker, ThreadThinker])
def thinker(request: pytest.FixtureRequest) -> Iterator[Thinker]:
    made: Thinker = request.param()
    yield made
    made.close()


def test_the_answer_names_the_revision_and_the_seat(thinker: Thinker) -> None:
    thinker.ask(7, 2, lambda observation, should_stop: (observation,), "seen")
    assert wait_for(thinker) == Answer(7, 2, ("seen",))
    assert thinker.poll() is None


def test_what_a_player_raises_becomes_the_answers_error(thinker: Thinker) -> None:
    def fail(observation: Any, should_stop: Callable[[], bool]) -> tuple[Any, ...]:
        raise ValueError("no idea")

    thinker.ask(1, 0, fail, None)
    found = wait_for(thinker)
    assert found.steps == ()
    assert "no idea" in found.error


def test_choosing_nothing_is_an_error(thinker: Thinker) -> None:
    thinker.ask(1, 0, lambda observation, should_stop: (), None)
    assert wait_for(thinker).error


def test_a_cancelled_request_is_told_to_stop_and_never_answers() -> None:
    thinker = ThreadThinker()
    started, stopped = threading.Event(), threading.Event()

    def think_for_ever(observation: Any, should_stop: Callable[[], bool]) -> tuple[Any, ...]:
        started.set()
        while not should_stop():
            stopped.wait(0.001)
        stopped.set()
        return ("too late",)

    thinker.ask(1, 0, think_for_ever, None)
    assert started.wait(10)
    thinker.cancel()
    assert stopped.wait(10)
    thinker.ask(2, 1, lambda observation, should_stop: ("now",), None)
    assert wait_for(thinker) == Answer(2, 1, ("now",))
