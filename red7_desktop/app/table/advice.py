"""Decides which advice the table shows, so that only one source speaks at a time.

Refusals, the coach, hints, previews and tips send requests to the `AdviceCoordinator`. It shows the
most important one, see `AdvicePriority`. The others are hidden, and shown later if they are still
wanted.
`marks.build_mark_looks` uses the same order for the frames of cards and zones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple

from red7_desktop.scene.node import Node

DWELL: Final = 0.6
"""Seconds for which the focus rests on a card before its preview opens."""


class AdvicePriority(IntEnum):
    """Priority of advice; the smallest number goes first.

    Attributes:
        REFUSAL: Reason why something can't be done, or comment on the last change.
        LOOK: Explanation requested with a key or a long press.
        GOAL: Advice of a coach, a lesson or a puzzle.
        HINT: Suggestion of the adviser.
        PREVIEW: Outcome and description of a card.
        TIP: Explanation of the node below the pointer.
        MARKS: Check marks on cards, and suggested plays.
        STATISTICS: Figures such as the number of winning turns.
        REMARK: Remark of an AI player. It isn't advice, and any advice hides it.
    """

    REFUSAL = 0
    LOOK = 1
    GOAL = 2
    HINT = 3
    PREVIEW = 4
    TIP = 5
    MARKS = 6
    STATISTICS = 7
    REMARK = 8


class AdviceSource(StrEnum):
    """A part of the table that can show advice; see `AdviceCoordinator`.

    Attributes:
        MESSAGE: Message about a refused step or the last change.
        BUBBLE: Bubble with a hint.
        OUTCOMES: Previews beside the zones.
        CLOSE_UP: Enlarged card with its description.
        TIP: Tip about the node below the pointer.
        REMARK: Remark of an AI player.
    """

    MESSAGE = "message"
    BUBBLE = "bubble"
    OUTCOMES = "outcomes"
    CLOSE_UP = "close-up"
    TIP = "tip"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class AdviceRequest:
    """A request by a part of the table to show its advice, such as a hint or a preview.

    Attributes:
        source: The part of the table that wants to show advice.
        rank: Priority of the advice; a smaller number is more important.
        is_of_picked: Whether the advice is the preview of a picked card. Such a preview may be
            shown together with other advice, because the player has picked the card to see it.
    """

    source: AdviceSource
    rank: AdvicePriority
    is_of_picked: bool = False


class AdviceConditions(NamedTuple):
    """Settings and state of the match that decide which kinds of advice may be shown.

    Attributes:
        shows_marks: Whether the user's settings allow marks on cards, and numbers such as the
            number of winning turns.
        shows_outcomes: Whether the user's settings allow previews, which show the outcome of
            playing a card.
        assists: Whether the table may help. False in a lesson or a puzzle, where help could reveal
            the solution or mislead the player.
        is_done: Whether ending the turn is the only step left.
    """

    shows_marks: bool = True
    shows_outcomes: bool = True
    assists: bool = True
    is_done: bool = False


def list_silent(conditions: AdviceConditions) -> frozenset[AdvicePriority]:
    """Return the priorities of advice that must not be shown at the moment."""
    silent = set()
    if not (conditions.assists and conditions.shows_outcomes) or conditions.is_done:
        silent.add(AdvicePriority.PREVIEW)
    if not (conditions.assists and conditions.shows_marks):
        silent |= {AdvicePriority.MARKS, AdvicePriority.STATISTICS}
    return frozenset(silent)


def choose_sources(requests: Iterable[AdviceRequest]) -> frozenset[AdviceSource]:
    """Return the sources whose advice is shown at the same time.

    The advice with the smallest `AdvicePriority` is shown, and the latest if several have the same.
    Previews of picked cards (`AdviceRequest.is_of_picked`) are always shown in addition.

    Args:
        requests: All requests, the latest last.

    >>> hint = AdviceRequest(AdviceSource.BUBBLE, AdvicePriority.HINT)
    >>> preview = AdviceRequest(AdviceSource.OUTCOMES, AdvicePriority.PREVIEW)
    >>> sorted(choose_sources([hint, preview]))
    [<AdviceSource.BUBBLE: 'bubble'>]
    >>> picked = AdviceRequest(AdviceSource.OUTCOMES, AdvicePriority.PREVIEW, is_of_picked=True)
    >>> sorted(choose_sources([hint, picked]))
    [<AdviceSource.BUBBLE: 'bubble'>, <AdviceSource.OUTCOMES: 'outcomes'>]
    """
    callout: AdviceRequest | None = None
    voices: set[AdviceSource] = set()
    for request in requests:
        if request.is_of_picked:
            voices.add(request.source)
        elif callout is None or request.rank <= callout.rank:
            callout = request
    if callout is not None:
        voices.add(callout.source)
    return frozenset(voices)


class AdviceCoordinator:
    """Collects requests to show advice, and shows only the advice that `choose_sources` selects.

    A source is a part of the table such as the hint bubble. Each source registers a function that
    shows or hides its advice.
    """

    def __init__(self, find_situation: Callable[[], AdviceConditions] = AdviceConditions) -> None:
        self.find_situation = find_situation
        self._reveal: dict[AdviceSource, Callable[[bool], object]] = {}
        self._requests: dict[AdviceSource, AdviceRequest] = {}
        self._voices: frozenset[AdviceSource] = frozenset()

    def register(self, source: AdviceSource, reveal: Callable[[bool], object]) -> None:
        """Register the function that shows or hides the advice of a source.

        Args:
            source: The part of the table that shows the advice.
            reveal: Called with True to show the advice, with False to hide it.
        """
        self._reveal[source] = reveal

    def allows(self, rank: AdvicePriority) -> bool:
        """Whether the settings and the state of the match allow advice with a given priority."""
        return rank not in list_silent(self.find_situation())

    def is_speaking(self, source: AdviceSource) -> bool:
        return source in self._voices

    def request(self, request: AdviceRequest) -> bool:
        """Add a request, replacing the previous one of the same source.

        Returns:
            Whether the advice is shown now. If not, the advice is shown once no request with a more
            important `AdvicePriority` is left.
        """
        self._requests.pop(request.source, None)
        self._requests[request.source] = request
        self._decide(request.source)
        return self.is_speaking(request.source)

    def withdraw(self, source: AdviceSource) -> None:
        """Cancel the request to show advice that a part of the table has made; hide the advice.

        Args:
            source: The part of the table, such as the hint bubble.
        """
        if self._requests.pop(source, None) is not None:
            self._decide()

    def _decide(self, renewed: AdviceSource | None = None) -> None:
        before = self._voices
        self._voices = now = choose_sources(self._requests.values())
        # First hide old advice, so that new advice can be placed where it was.
        for source in before - now:
            self._call(source, is_shown=False)
        for source in self._requests:
            if source in now and (source not in before or source is renewed):
                self._call(source, is_shown=True)

    def _call(self, source: AdviceSource, *, is_shown: bool) -> None:
        reveal = self._reveal.get(source)
        if reveal is not None:
            reveal(is_shown)


class FocusDwell:
    """Measures how long the visible focus rests on a node.

    Attributes:
        node: Focused node at the last `watch`; None while no focus is visible.
        has_rested: Whether the focus has rested there for `DWELL` seconds.
        is_waiting: Whether a node has had the focus for less than `DWELL` seconds.
    """

    def __init__(self) -> None:
        self.node: Node | None = None
        self.has_rested = False
        self.is_waiting = False
        self._since = 0.0

    def watch(self, node: Node | None, now: float) -> bool:
        """Record which node has the focus. If the focus has moved, restart the timer.

        Args:
            node: Node with the visible focus; None while no focus is visible.
            now: Present time in seconds.

        Returns:
            Whether the focus has moved since the last call, or has now rested on the node for
            `DWELL` seconds.
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
        """Restart the timer that measures how long the focus rests, because the table has changed.

        Args:
            now: Present time in seconds.
        """
        self._since = now
        self.has_rested = False
        self.is_waiting = self.node is not None

    def suspend(self) -> None:
        """Stop the timer that measures how long the focus rests on a node.

        The timer starts again when the focus moves or `restart` is called. Called on pointer input.
        """
        self.has_rested = False
        self.is_waiting = False
