"""A game's title art: the game's name as a logo, and a row of cards that rise in turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from red7_desktop.kit import ui
from red7_desktop.scene import animation, geometry, node, theme
from red7_desktop.scene.widgets.runs import TextRun

_RAISED_SECONDS: Final = 3.2
"""Seconds that a group of cards in the title art stays raised before the next group rises."""
RISE_SECONDS = 0.45
"""Duration, in seconds, of the movement in which a group of cards in the title art rises."""
FLY_IN_SECONDS = 0.5
"""Duration, in seconds, of the movement in which a card of the title art flies in."""


def split_name(name: str) -> tuple[str, str]:
    """Split a name into text and trailing number, which logos show in another colour.

    >>> split_name("Red7"), split_name("Bazaar")
    (('Red', '7'), ('Bazaar', ''))
    """
    words = name.rstrip("0123456789")
    return words, name.removeprefix(words)


def write_logo(look: theme.ResolvedTheme, name: str) -> tuple[TextRun, ...]:
    """Return a game's name as text for the title screen, with a trailing number in red."""
    words, number = split_name(name)
    if not number:
        return (TextRun(words),)
    return TextRun(words), TextRun(number, colour=look.theme.swatch("on_dark", "red"))


class TitleArt(node.Node):
    """A row of cards on the title screen; one group of cards at a time is raised, with a caption.

    `deal` shows the cards one by one. After `set_motion(True)` the groups rise in turn, otherwise
    only on hover and focus. The program calls `tick` with the stage's time in seconds.

    A subclass sets these attributes and then calls `_raise` for the first group:

    - `_cards`: the nodes of the cards
    - `_homes`: the resting position of each card
    - `_lifts`: the vector by which each card rises
    - `_caption`: the node that contains the caption
    - `_has_caption_room`: whether there is room for the caption

    Args:
        ui: Creates widgets.
        card_groups: Indices of the cards of each group. If a card is hovered, the first group that
            contains this card rises.
        stagger: Seconds from dealing one card to dealing the next.
        name: Name of the node.
    """

    def __init__(
        self, ui: ui.Ui, card_groups: Sequence[range], stagger: float, *, name: str
    ) -> None:
        super().__init__(name=name)
        self._ui = ui
        self._card_groups = card_groups
        self._stagger = stagger
        self._cards: Sequence[node.Node] = ()
        self._homes: Sequence[geometry.Vec] = ()
        self._lifts: Sequence[geometry.Vec] = ()
        self._caption = node.Node(name="caption")
        self.is_speech_hidden = True
        self._raised = -1
        self._next_at: float | None = None
        self._to_come: list[int] = []
        self._moves = False
        self._is_watched = False
        self._has_caption_room = False

    def set_motion(self, moves: bool) -> None:
        self._moves = moves
        self._next_at = None

    @property
    def is_moving(self) -> bool:
        """Whether cards are still being dealt, or groups of cards rise without user input."""
        return self._moves or bool(self._to_come)

    def deal(self) -> None:
        """Hide the cards; `tick` then deals them one by one.

        Painting a large card takes several frames, so the cards can't all appear in the first
        frame.
        """
        self._to_come = list(range(len(self._cards)))
        self._caption.visible = False
        for card in self._cards:
            card.visible = False

    def tick(self, now: float) -> None:
        if self._to_come:
            if self._next_at is None or now >= self._next_at or not self._moves:
                self._bring_in(self._to_come.pop(0))
                self._caption.visible = self._has_caption_room and not self._to_come
                if self._caption.visible and self._moves:
                    # The last card flies in across the caption, so the caption fades in later.
                    fade_in = animation.Track(
                        self._caption, "alpha", 0.0, 1.0, FLY_IN_SECONDS, RISE_SECONDS
                    )
                    self._ui.stage.animator.play([fade_in])
                self._next_at = now + (self._stagger if self._to_come else _RAISED_SECONDS)
        elif not self._moves or self._is_watched:
            self._next_at = None
        elif self._next_at is None:
            self._next_at = now + _RAISED_SECONDS
        elif now >= self._next_at:
            self._next_at = now + _RAISED_SECONDS
            self._raise((self._raised + 1) % len(self._card_groups))

    @abstractmethod
    def _bring_in(self, place: int) -> None:
        """Show a card that is still hidden; let it fly in if `set_motion` has allowed motion.

        Args:
            place: Index of the card.
        """

    @abstractmethod
    def _build_caption(self, part: int) -> Sequence[node.Node]:
        """Return the nodes that form the caption of the group of cards that is raised now.

        A subclass may also update its other nodes, such as lights.

        Args:
            part: Index of the group.
        """

    def _listen(self, place: int, caption: str, on_activate: Callable[[], None] | None) -> None:
        """Let a card be hovered, focused and clicked, unless it is smaller than a click target.

        All cards of a group have the same caption. So that it is read aloud only once, only the
        first card of a group can get the focus.

        Args:
            place: Index of the card.
            caption: Text for reading aloud.
            on_activate: Called on a click; None passes the click to the node below.
        """
        card = self._cards[place]
        card.caption = caption
        if min(card.size) < self._ui.stage.look.theme.sizes.target:
            return
        card.interactive = True
        group = self._group_of(place)
        card.focusable = all(self._group_of(before) != group for before in range(place))
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
            self._raise(self._group_of(place))

    def _group_of(self, place: int) -> int:
        """Return the index of the group that is raised when a card is hovered or focused.

        This is the first group that contains the card.

        Args:
            place: Index of the card.
        """
        return next(n for n, group in enumerate(self._card_groups) if place in group)

    def _raise(self, part: int, *, glide: bool = True) -> None:
        if part == self._raised:
            return
        self._raised = part
        animator = self._ui.stage.animator
        for place, (card, goal) in enumerate(zip(self._cards, self._homes, strict=True)):
            if place in self._card_groups[part]:
                goal += self._lifts[place]
            if glide and self._moves:
                animator.animate(card, "position", goal, RISE_SECONDS, ease="in_out_sine")
            else:
                animator.cancel(card, "position")
                card.position = goal
        self._caption.clear()
        self._caption.add(*self._build_caption(part))


def find_caption_room(
    look: theme.ResolvedTheme, height: float, wanted: float, high: float
) -> float:
    """Return the height to reserve below the title art's cards for a caption.

    Return 0 if the cards would be too small to click with a caption below them.

    Args:
        look: Theme and window size.
        height: Available height.
        wanted: Height of the caption at zoom 1.
        high: Height that the cards need, as a multiple of the width of a card.
    """
    room = wanted * look.theme.zoom
    if (height - room) / high >= look.theme.sizes.target:
        return room
    return 0.0
