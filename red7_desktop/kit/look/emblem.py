"""A game on the title: its name, and its emblem, cards that come in one by one and rise in turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from red7_desktop.kit import ui
from red7_desktop.scene import animation, geometry, node, theme
from red7_desktop.scene.widgets.runs import Span

_STAY: Final = 3.2
"""Seconds for which a part stays up before the next one rises."""
RISE = 0.45
COMES_IN = 0.5


def split_name(name: str) -> tuple[str, str]:
    """Split the number off the end of a game's name; logos set it in a colour of its own.

    >>> split_name("Red7"), split_name("Bazaar")
    (('Red', '7'), ('Bazaar', ''))
    """
    words = name.rstrip("0123456789")
    return words, name.removeprefix(words)


def write_logo(look: theme.Look, name: str) -> tuple[Span, ...]:
    """Return a game's name as the title writes it."""
    words, number = split_name(name)
    if not number:
        return (Span(words),)
    return Span(words), Span(number, colour=look.theme.swatch("on_dark", "red"))


class Emblem(node.Node):
    """Cards that come in one by one; one part of them after the other rises and tells of itself.

    It lies in a room of the window, and moves as `tick` is called, with the stage's time in
    seconds: by itself after `set_motion(True)`, else as the person asks for. `deal` is for the
    first time that the title is shown.

    parts: the places of the cards of each; a card that is pointed at raises the first that has it.
    stagger: seconds between two cards that come in. `_cards`, `_homes` and `_lifts` (where they
    lie, and how far each rises) and `_caption` are for subclasses to fill, which then raise a part;
    `_tells` says whether the caption has room.
    """

    def __init__(self, ui: ui.Ui, parts: Sequence[range], stagger: float, *, name: str) -> None:
        super().__init__(name=name)
        self._ui = ui
        self._parts = parts
        self._stagger = stagger
        self._cards: Sequence[node.Node] = ()
        self._homes: Sequence[geometry.Vec] = ()
        self._lifts: Sequence[geometry.Vec] = ()
        self._caption = node.Node(name="caption")
        self.is_silent = True
        self._raised = -1
        self._next_at: float | None = None
        self._to_come: list[int] = []
        self._moves = False
        self._is_watched = False
        self._tells = False

    def set_motion(self, moves: bool) -> None:
        self._moves = moves
        self._next_at = None

    @property
    def is_moving(self) -> bool:
        """Whether anything in it comes or goes without anyone's doing."""
        return self._moves or bool(self._to_come)

    def deal(self) -> None:
        """Hide the cards, and let `tick` bring them in one by one.

        Painting a large card takes a few frames' time, so they do not all come in the first.
        """
        self._to_come = list(range(len(self._cards)))
        self._caption.visible = False
        for card in self._cards:
            card.visible = False

    def tick(self, now: float) -> None:
        if self._to_come:
            if self._next_at is None or now >= self._next_at or not self._moves:
                self._bring_in(self._to_come.pop(0))
                self._caption.visible = self._tells and not self._to_come
                if self._caption.visible and self._moves:
                    # The last card comes from below, across the words.
                    tell = animation.Track(self._caption, "alpha", 0.0, 1.0, COMES_IN, RISE)
                    self._ui.stage.animator.play([tell])
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
    def _show(self, part: int) -> Sequence[node.Node]:
        """Tell of a part that rises; returns what stands in the caption."""

    def _listen(self, place: int, caption: str, on_activate: Callable[[], None] | None) -> None:
        """Let a card be pointed at and activated.

        Args:
            place: The card's place in the emblem.
            caption: What is read aloud of it.
            on_activate: What a click on it does; None leaves the click to what lies below.
        """
        card = self._cards[place]
        card.caption = caption
        if min(card.size) < self._ui.stage.look.theme.sizes.target:
            return
        card.interactive = card.focusable = True
        card.on_activate = on_activate
        card.on_focus = partial(self._watch, place)
        card.on_gesture = partial(self._hover, place)

    def _hover(self, place: int, gesture: node.Gesture) -> bool:
        if gesture.kind in {node.GestureKind.HOVER_ENTER, node.GestureKind.HOVER_LEAVE}:
            self._watch(place, gesture.kind is node.GestureKind.HOVER_ENTER)
        return False

    def _watch(self, place: int, is_watched: bool) -> None:
        self._is_watched = is_watched
        if is_watched:
            self._raise(next(n for n, part in enumerate(self._parts) if place in part))

    def _raise(self, part: int, *, glide: bool = True) -> None:
        if part == self._raised:
            return
        self._raised = part
        animator = self._ui.stage.animator
        for place, (card, goal) in enumerate(zip(self._cards, self._homes, strict=True)):
            if place in self._parts[part]:
                goal += self._lifts[place]
            if glide and self._moves:
                animator.to(card, "position", goal, RISE, ease="in_out_sine")
            else:
                animator.cancel(card, "position")
                card.position = goal
        self._caption.clear()
        self._caption.add(*self._show(part))


def find_caption_room(look: theme.Look, height: float, wanted: float, high: float) -> float:
    """Return the room for words below an emblem's cards; 0 where these would be too small to hit.

    height: that there is. wanted: by the words, at the theme's zoom 1. high: how much room the
    cards need, in card widths.
    """
    room = wanted * look.theme.zoom
    if (height - room) / high >= look.theme.sizes.target:
        return room
    return 0.0
