"""The title's row: six cards with clips in the light of a window, one block of them raised."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.games.spring_cleaning.face.pictures.card_row import card_row, width_of
from red7_desktop.games.spring_cleaning.face.pictures.window_light import window_light
from red7_desktop.kit.look.emblem import Emblem, caption_room
from red7_desktop.kit.pages.rules_blocks import OVERVIEW
from red7_desktop.scene.geometry import CENTRE, Size, Vec
from red7_desktop.scene.input.gesture import Gesture, Kind
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.label import Label

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.scene.geometry import Rect

ROW: Final = (3, 3, 4, 5, 6, 8)


class Block(NamedTuple):
    """Cards of the row that make a play, and the cards that raise it when they are pointed at."""

    first: int
    behind: int
    pointed_at: tuple[int, ...]


BLOCKS: Final = (Block(0, 2, (0, 1)), Block(1, 5, (2, 3, 4)), Block(5, 6, (5,)))

_LARGEST: Final = 190.0
_HIGH: Final = 1.4 + 0.5
"""How much height the row needs with what rises above it, in card widths."""
_LIFT: Final = 0.2
_STAGGER: Final = 0.07
_STAY: Final = 3.2
"""Seconds for which a block stays up before the next one rises."""
_RISE: Final = 0.45
_LIGHT: Final = Size(8.2, 3.9)
"""The size of the light behind the row, in card widths."""


def captions(texts: Texts) -> tuple[str, ...]:
    """Say what each block is."""
    return (
        texts("Equal numbers side by side are a set."),
        texts("Numbers that rise by one are a run."),
        texts("A card alone is the weakest play."),
    )


class TitleRow(Emblem):
    """The row in a room of the window; a click on a card opens the rules."""

    def __init__(self, kit: Kit, room: Rect, show_rules: Callable[[str], None]) -> None:
        super().__init__(name="row of cards")
        self._kit = kit
        self._show_rules = show_rules
        self._raised = -1
        self._next_at: float | None = None
        self._to_come: list[int] = []
        self._moves = False
        self._is_watched = False
        self._lay_out(room)
        self._raise(1, glide=False)

    def set_motion(self, moves: bool) -> None:
        """Let one block after the other rise by itself, or leave that to the person."""
        self._moves = moves
        self._next_at = None

    @property
    def is_moving(self) -> bool:
        """Whether the next card comes or rises without anybody's doing."""
        return self._moves or bool(self._to_come)

    def deal(self) -> None:
        """Hide the cards, and let `tick` bring them in one by one."""
        self._to_come = list(range(len(ROW)))
        for card in self._cards:
            card.visible = False

    def tick(self, now: float) -> None:
        """Bring in the next card, or raise the next block, when its time has come."""
        if self._to_come:
            if self._next_at is None or now >= self._next_at or not self._moves:
                self._bring_in(self._to_come.pop(0))
                self._next_at = now + (_STAGGER if self._to_come else _STAY)
        elif not self._moves or self._is_watched:
            self._next_at = None
        elif self._next_at is None:
            self._next_at = now + _STAY
        elif now >= self._next_at:
            self._next_at = now + _STAY
            self._raise((self._raised + 1) % len(BLOCKS))

    def _bring_in(self, place: int) -> None:
        card = self._cards[place]
        card.visible = True
        if self._moves:
            goal = card.position
            card.position = goal + Vec(0.6 * self._width, 0.0)
            card.alpha = 0.0
            self._kit.stage.animator.to(card, "position", goal, _RISE)
            self._kit.stage.animator.to(card, "alpha", 1.0, _RISE / 2)

    # -- laying out --------------------------------------------------------------------------

    def _lay_out(self, room: Rect) -> None:
        theme, faces = self._kit.stage.look.theme, self._kit.faces
        inner = room.inflated(-theme.sizes.safe_margin)
        words = caption_room(self._kit.stage.look, inner.h, 90.0, _HIGH)
        wide = width_of(ROW)
        self._width = max(40.0, min(inner.w / wide, (inner.h - words) / _HIGH, _LARGEST))
        high = faces.size(self._width).h
        left = inner.centre.x - wide * self._width / 2
        self._top = inner.centre.y - (high + words) / 2
        light = Node(
            name="light",
            size=_LIGHT.scaled(self._width),
            anchor=CENTRE,
            position=Vec(inner.centre.x, self._top + high / 2),
            picture=window_light(),
        )
        self._cards = card_row(faces, ROW, self._width)
        for place, card in enumerate(self._cards):
            card.position = Vec(left + card.position.x, self._top)
            card.interactive = card.focusable = True
            card.on_activate = lambda: self._show_rules(OVERVIEW)
            card.on_focus = partial(self._watch, place)
            card.on_gesture = partial(self._hover, place)
        self._room = inner.w
        y = self._top + high + 0.3 * self._width + words / 3
        self._caption = Node(name="caption", position=Vec(inner.centre.x, y), visible=words > 0)
        self.add(light, *self._cards, self._caption)

    # -- raising -----------------------------------------------------------------------------

    def _hover(self, place: int, gesture: Gesture) -> bool:
        if gesture.kind in (Kind.HOVER_ENTER, Kind.HOVER_LEAVE):
            self._watch(place, gesture.kind is Kind.HOVER_ENTER)
        return False

    def _watch(self, place: int, is_watched: bool) -> None:
        self._is_watched = is_watched
        if is_watched:
            (block,) = [n for n, each in enumerate(BLOCKS) if place in each.pointed_at]
            self._raise(block)

    def _raise(self, block: int, *, glide: bool = True) -> None:
        if block == self._raised:
            return
        self._raised = block
        animator = self._kit.stage.animator
        for place, card in enumerate(self._cards):
            is_up = BLOCKS[block].first <= place < BLOCKS[block].behind
            x = animator.target(card, "position").x
            goal = Vec(x, self._top - (_LIFT * self._width if is_up else 0.0))
            if glide and self._moves:
                animator.to(card, "position", goal, _RISE, ease="in_out_sine")
            else:
                animator.cancel(card, "position")
                card.position = goal
        self._write_caption(captions(self._kit.texts)[block])

    def _write_caption(self, words: str) -> None:
        for child in self._caption.children:
            child.detach()
        label = Label(
            self._kit.stage.look, words, "heading", align=Align.CENTRE, max_width=self._room
        )
        label.position = Vec(-label.size.w / 2, 0.0)
        self._caption.add(label)
