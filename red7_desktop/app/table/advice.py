"""Decides which advice the table shows: one voice at a time.

Refusals, the coach, hints, previews and tips ask the `Director` before they show words. It lets
the one of the highest rank speak; the others wait and come back when that one has gone. Which
frame a card or a zone wears is decided in the same order, by `marks.build_mark_looks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from red7_desktop.scene.node import Node

DWELL: Final = 0.6
"""Seconds for which the focus rests on a card before its preview opens."""


class Rank(IntEnum):
    """Which advice goes first: the smallest number.

    Attributes:
        REFUSAL: Why something can't be done, or what has just happened.
        LOOK: What the player asks to see with a key or a long press.
        GOAL: What a coach, a lesson or a puzzle says.
        HINT: What the adviser proposes.
        PREVIEW: What a card would do, and what it is.
        TIP: What the thing below the pointer means.
        MARKS: Ticks on cards, and suggested plays.
        STATISTICS: Figures such as the number of winning turns.
    """

    REFUSAL = 0
    LOOK = 1
    GOAL = 2
    HINT = 3
    PREVIEW = 4
    TIP = 5
    MARKS = 6
    STATISTICS = 7


class Source(StrEnum):
    """Who asks to show words."""

    MESSAGE = "message"
    BUBBLE = "bubble"
    OUTCOMES = "outcomes"
    CLOSE_UP = "close-up"
    TIP = "tip"


@dataclass(frozen=True, slots=True)
class Request:
    """A source that has something to say.

    Attributes:
        source: Who asks.
        rank: How important it is.
        is_of_picked: Whether it says what a picked card would do, once beside each place where
            the card can go. The player has asked for that, so it may stand beside a callout.
    """

    source: Source
    rank: Rank
    is_of_picked: bool = False


class Situation(NamedTuple):
    """What decides which ranks may advise at all.

    Attributes:
        shows_marks: Whether the player wants marks on cards, and figures.
        shows_outcomes: Whether the player wants previews.
        assists: Whether the table may help. A lesson or a puzzle has a goal of its own and says no:
            nothing on the table may lead away from the goal or give it away.
        is_done: Whether nothing is left but to end the turn.
    """

    shows_marks: bool = True
    shows_outcomes: bool = True
    assists: bool = True
    is_done: bool = False


def list_silent(situation: Situation) -> frozenset[Rank]:
    """Return the ranks that may show nothing in a situation."""
    silent = set()
    if not (situation.assists and situation.shows_outcomes) or situation.is_done:
        silent.add(Rank.PREVIEW)
    if not (situation.assists and situation.shows_marks):
        silent |= {Rank.MARKS, Rank.STATISTICS}
    return frozenset(silent)


def choose_voices(requests: Iterable[Request]) -> frozenset[Source]:
    """Return the sources that may show words at the same time.

    That is one callout, the latest of the smallest rank, and what a picked card would do.

    Args:
        requests: All that want to speak, the latest last.

    >>> hint = Request(Source.BUBBLE, Rank.HINT)
    >>> preview = Request(Source.OUTCOMES, Rank.PREVIEW)
    >>> sorted(choose_voices([hint, preview]))
    [<Source.BUBBLE: 'bubble'>]
    """
    callout: Request | None = None
    voices: set[Source] = set()
    for request in requests:
        if request.is_of_picked:
            voices.add(request.source)
        elif callout is None or request.rank <= callout.rank:
            callout = request
    if callout is not None:
        voices.add(callout.source)
    return frozenset(voices)


class Director:
    """Holds the requests of all sources and lets those speak that `choose_voices` returns.

    Each source registers a function that shows or hides its words.
    """

    def __init__(self, find_situation: Callable[[], Situation] = Situation) -> None:
        self.find_situation = find_situation
        self._reveal: dict[Source, Callable[[bool], object]] = {}
        self._requests: dict[Source, Request] = {}
        self._voices: frozenset[Source] = frozenset()

    def register(self, source: Source, reveal: Callable[[bool], object]) -> None:
        """Call a function with True to show the words of a source, with False to hide them."""
        self._reveal[source] = reveal

    def allows(self, rank: Rank) -> bool:
        """Whether advice of a rank may be given in the present situation."""
        return rank not in list_silent(self.find_situation())

    def is_speaking(self, source: Source) -> bool:
        return source in self._voices

    def request(self, request: Request) -> bool:
        """Ask to speak, in place of what the same source has asked before.

        Returns:
            Whether the source's words are shown now. If not, they are shown later, when nothing
            of a smaller rank wants to speak.
        """
        self._requests.pop(request.source, None)
        self._requests[request.source] = request
        self._decide(request.source)
        return self.is_speaking(request.source)

    def withdraw(self, source: Source) -> None:
        """Stop asking; hide the words of the source if they are shown."""
        if self._requests.pop(source, None) is not None:
            self._decide()

    def _decide(self, renewed: Source | None = None) -> None:
        before = self._voices
        self._voices = now = choose_voices(self._requests.values())
        # Words go before others come, so that those find the room free.
        for source in before - now:
            self._call(source, is_shown=False)
        for source in self._requests:
            if source in now and (source not in before or source is renewed):
                self._call(source, is_shown=True)

    def _call(self, source: Source, *, is_shown: bool) -> None:
        reveal = self._reveal.get(source)
        if reveal is not None:
            reveal(is_shown)


class FocusDwell:
    """Notices when the visible focus has rested on a node for `DWELL` seconds.

    Attributes:
        node: What has had the focus at the last `watch`; None while no focus is visible.
        has_rested: Whether it has rested there long enough.
        is_waiting: Whether it rests on something and the time isn't over yet.
    """

    def __init__(self) -> None:
        self.node: Node | None = None
        self.has_rested = False
        self.is_waiting = False
        self._since = 0.0

    def watch(self, node: Node | None, now: float) -> bool:
        """Follow the focus.

        Args:
            node: What has the visible focus, None for nothing.
            now: The time in seconds.

        Returns:
            Whether the focus has moved, or has just rested long enough.
        """
        if node is not self.node:
            self.node = node
            self.restart(now)
            return True
        if not self.is_waiting or now - self._since < DWELL:
            return False
        self.has_rested = True
        self.is_waiting = False
        return True

    def restart(self, now: float) -> None:
        """Let the time begin again, because what lies on the table has changed."""
        self._since = now
        self.has_rested = False
        self.is_waiting = self.node is not None

    def put_off(self) -> None:
        """Forget that the focus rests: the pointer is used now, until the focus moves."""
        self.has_rested = False
        self.is_waiting = False
