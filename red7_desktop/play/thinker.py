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
from typing import Any, Final, Protocol, TypeAlias

MOST_THREADS: Final = 16
"""More threads than this are never at work: far more than people can ask for in earnest."""


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

    def hurry(self) -> None:
        """Think no longer, and answer with what has been found."""

    def close(self) -> None:
        """Stop for good."""


def answer_request(
    revision: int, seat: int, choose: Choose, observation: Any, should_stop: Callable[[], bool]
) -> Answer:
    """Let a player choose; whatever it raises or gives in place of steps becomes an error."""
    try:
        steps = tuple(choose(observation, should_stop))
    except Exception:  # a player's mistake must not end the match
        return Answer(revision, seat, error=traceback.format_exc())
    if not steps:
        return Answer(revision, seat, error="the player chose nothing")
    return Answer(revision, seat, steps)


class InlineThinker:
    """Thinks at once, in the caller's thread: for tests, the laboratory and fast-forward."""

    def __init__(self) -> None:
        self._answer: Answer | None = None

    def ask(self, revision: int, seat: int, choose: Choose, observation: Any) -> None:
        """Think, and keep the answer for `poll`."""
        self._answer = answer_request(revision, seat, choose, observation, lambda: False)

    def poll(self) -> Answer | None:
        """Give the answer, once."""
        found, self._answer = self._answer, None
        return found

    def cancel(self) -> None:
        """Forget the answer."""
        self._answer = None

    def hurry(self) -> None:
        """Do nothing: the answer is there."""

    def close(self) -> None:
        """Do nothing: there is nothing to stop."""


class Crew:
    """The threads of all thinkers of a program, of which only so many may be alive at once.

    A thread cannot be ended from outside. Where players do not come back although they are told to
    stop, no new ones begin, so that nothing grows without bound.
    """

    def __init__(self, most: int = MOST_THREADS) -> None:
        self._most = most
        self._threads: list[threading.Thread] = []

    @property
    def alive(self) -> int:
        """How many are at work."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return len(self._threads)

    def begin(self, work: Callable[[], None], name: str) -> bool:
        """Let a fresh thread do some work; False where too many are at work."""
        if self.alive >= self._most:
            return False
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()
        return True


class ThreadThinker:
    """Thinks in one background thread. A request that is cancelled is told so and outlived."""

    def __init__(self, crew: Crew | None = None) -> None:
        self._crew = crew or Crew()
        self._answers: queue.SimpleQueue[tuple[threading.Event, Answer]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._hurry = threading.Event()

    def ask(self, revision: int, seat: int, choose: Choose, observation: Any) -> None:
        """Begin to think in a fresh thread; the one before is told to stop."""
        self.cancel()
        stop = self._stop = threading.Event()
        hurry = self._hurry = threading.Event()

        def should_stop() -> bool:
            # Lets the screen's thread go first, which else would wait for its turn.
            time.sleep(0)
            return stop.is_set() or hurry.is_set()

        def work() -> None:
            try:
                found = answer_request(revision, seat, choose, observation, should_stop)
            except BaseException:  # else nobody would ever hear of it
                found = Answer(revision, seat, error=traceback.format_exc())
            self._answers.put((stop, found))

        if not self._crew.begin(work, f"thinker-{seat}"):
            error = f"{self._crew.alive} players have not come back"
            self._answers.put((stop, Answer(revision, seat, error=error)))

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

    def hurry(self) -> None:
        """Tell the thread to stop; its answer will be given."""
        self._hurry.set()

    def close(self) -> None:
        """Stop for good; threads die with the program at the latest."""
        self.cancel()
