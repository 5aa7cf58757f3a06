"""Runs AI players away from the screen's thread.

A request carries frozen values and the match's revision; the answer names the revision again, so
that an answer about a state that has gone by is known for what it is and dropped.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

Choose: TypeAlias = Callable[[Any, Callable[[], bool]], tuple[Any, ...]]
"""An AI seat's choice: takes its observation and a function that says when to give up thinking;
gives the steps it wants to take, one or more, up to where it has to look again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a thinker found: the steps, or what went wrong as a text, never both."""

    revision: int
    seat: int
    steps: tuple[Any, ...] = ()
    error: str = ""


class Thinker(Protocol):
    """Something that can be asked to think and looked at now and then for the answer."""

    def ask(self, revision: int, seat: int, choose: Choose, observation: Any) -> None:
        """Begin to think about a state, giving up whatever was asked before."""

    def poll(self) -> Answer | None:
        """Give an answer that has come, once."""

    def cancel(self) -> None:
        """Give up thinking; no answer comes."""

    def close(self) -> None:
        """Stop for good."""


def answer(
    revision: int, seat: int, choose: Choose, observation: Any, should_stop: Callable[[], bool]
) -> Answer:
    """Let a player choose; whatever it raises becomes the answer's error."""
    try:
        steps = choose(observation, should_stop)
    except Exception:  # a player's mistake must not end the match
        return Answer(revision, seat, error=traceback.format_exc())
    if not steps:
        return Answer(revision, seat, error="the player chose nothing")
    return Answer(revision, seat, tuple(steps))


class InlineThinker:
    """Thinks at once, in the caller's thread: for tests, the laboratory and fast-forward."""

    def __init__(self) -> None:
        self._answer: Answer | None = None

    def ask(self, revision: int, seat: int, choose: Choose, observation: Any) -> None:
        """Think, and keep the answer for `poll`."""
        self._answer = answer(revision, seat, choose, observation, lambda: False)

    def poll(self) -> Answer | None:
        """Give the answer, once."""
        found, self._answer = self._answer, None
        return found

    def cancel(self) -> None:
        """Forget the answer."""
        self._answer = None

    def close(self) -> None:
        """Do nothing: there is nothing to stop."""


class ThreadThinker:
    """Thinks in one background thread. A request that is cancelled is told so and outlived."""

    def __init__(self) -> None:
        self._answers: queue.SimpleQueue[tuple[threading.Event, Answer]] = queue.SimpleQueue()
        self._stop = threading.Event()

    def ask(self, revision: int, seat: int, choose: Choose, observation: Any) -> None:
        """Begin to think in a fresh thread; the one before is told to stop."""
        self.cancel()
        stop = self._stop = threading.Event()

        def should_stop() -> bool:
            # Lets the screen's thread go first, which else would wait for its turn.
            time.sleep(0)
            return stop.is_set()

        def work() -> None:
            found = answer(revision, seat, choose, observation, should_stop)
            self._answers.put((stop, found))

        threading.Thread(target=work, name=f"thinker-{seat}", daemon=True).start()

    def poll(self) -> Answer | None:
        """Give the answer to the last request when it has come."""
        while True:
            try:
                stop, found = self._answers.get_nowait()
            except queue.Empty:
                return None
            if stop is self._stop and not stop.is_set():
                return found

    def cancel(self) -> None:
        """Tell the thread to stop; its answer will not be given."""
        self._stop.set()

    def close(self) -> None:
        """Stop for good; threads die with the program at the latest."""
        self.cancel()
