"""What a game shows of itself on the title."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from red7_desktop.scene.geometry import Vec
from red7_desktop.scene.input.gesture import Gesture, GestureKind
from red7_desktop.scene.node import Node

if TYPE_CHECKING:
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.scene.theme.style import Look

_STAY: Final = 3.2
"""Seconds for which a part stays up before the next one rises."""

RISE: Final = 0.45


class Emblem(Node):
    """Lies in a room of the window; what moves in it asks for `tick`."""

    def set_motion(self, moves: bool) -> None:
        """Let it move by itself, or leave that to the person."""

    @property
    def is_moving(self) -> bool:
        """Whether anything in it comes or goes without anybody's doing."""
        return False

    def deal(self) -> None:
        """Come in, the first time that the title is shown."""

    def tick(self, now: float) -> None:
        """Do what the time asks for; `now` in seconds from the stage's clock."""


class CardEmblem(Emblem):
    """Cards that come in one by one; one part of them after the other rises and tells of itself.

    parts: the places of the cards of each; a card that is pointed at raises the first that has it.
    stagger: seconds between two cards that come in. `_cards`, `_homes` and `_lift` (where they lie,
    and how far each rises) and `_caption` are for subclasses to fill, which then raise a part.
    """

    def __init__(self, kit: Ui, parts: Sequence[range], stagger: float, *, name: str) -> None:
        super().__init__(name=name)
        self._kit = kit
        self._parts = parts
        self._stagger = stagger
        self._cards: Sequence[Node] = ()
        self._homes: Sequence[Vec] = ()
        self._lifts: Sequence[Vec] = ()
        self._caption = Node(name="caption")
        self._raised = -1
        self._next_at: float | None = None
        self._to_come: list[int] = []
        self._moves = False
        self._is_watched = False

    def set_motion(self, moves: bool) -> None:
        """Let one part after the other rise by itself, or leave that to the person."""
        self._moves = moves
        self._next_at = None

    @property
    def is_moving(self) -> bool:
        """Whether the next card comes or rises without anybody's doing."""
        return self._moves or bool(self._to_come)

    def deal(self) -> None:
        """Hide the cards, and let `tick` bring them in one by one.

        Painting a large card takes a few frames' time, so they do not all come in the first.
        """
        self._to_come = list(range(len(self._cards)))
        for card in self._cards:
            card.visible = False

    def tick(self, now: float) -> None:
        """Bring in the next card, or raise the next part, when its time has come."""
        if self._to_come:
            if self._next_at is None or now >= self._next_at or not self._moves:
                self._bring_in(self._to_come.pop(0))
                self._next_at = now + (self._stagger if self._to_come else _STAY)
        elif not self._moves or self._is_watched:
            self._next_at = None
        elif self._next_at is None:
            self._next_at = now + _STAY
        elif now >= self._next_at:
            self._next_at = now + _STAY
            self._raise((self._raised + 1) % len(self._parts))

    @abstractmethod
    def _bring_in(self, place: int) -> None:
        """Show a hidden card, on its way to where it stands if things move."""

    @abstractmethod
    def _show(self, part: int) -> Sequence[Node]:
        """Tell of a part that rises; gives what stands in the caption."""

    def _listen(self, place: int, on_activate: Callable[[], None]) -> None:
        """Let a card be pointed at, focused and clicked, if it is large enough to be hit."""
        card = self._cards[place]
        if min(card.size) < self._kit.stage.look.theme.sizes.target:
            return
        card.interactive = card.focusable = True
        card.on_activate = on_activate
        card.on_focus = partial(self._watch, place)
        card.on_gesture = partial(self._hover, place)

    def _hover(self, place: int, gesture: Gesture) -> bool:
        if gesture.kind in {GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE}:
            self._watch(place, gesture.kind is GestureKind.HOVER_ENTER)
        return False

    def _watch(self, place: int, is_watched: bool) -> None:
        self._is_watched = is_watched
        if is_watched:
            self._raise(next(n for n, part in enumerate(self._parts) if place in part))

    def _raise(self, part: int, *, glide: bool = True) -> None:
        if part == self._raised:
            return
        self._raised = part
        animator = self._kit.stage.animator
        for place, (card, goal) in enumerate(zip(self._cards, self._homes, strict=True)):
            if place in self._parts[part]:
                goal += self._lifts[place]
            if glide and self._moves:
                animator.to(card, "position", goal, RISE, ease="in_out_sine")
            else:
                animator.cancel(card, "position")
                card.position = goal
        for child in self._caption.children:
            child.detach()
        self._caption.add(*self._show(part))


def find_caption_room(look: Look, height: float, wanted: float, high: float) -> float:
    """Give the room for words below an emblem's cards; 0 where these would be too small to hit.

    height: that there is. wanted: by the words, at the theme's zoom 1. high: how much room the
    cards need, in card widths.
    """
    room = wanted * look.theme.zoom
    return room if (height - room) / high >= look.theme.sizes.target else 0.0
