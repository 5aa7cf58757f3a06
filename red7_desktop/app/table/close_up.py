"""The close-up: a card that is looked at longer is shown large at the side, in nobody's way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud.bubbles import Obstacle, compute_cover_cost, list_heights_beside
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.widget import Label, Panel
from red7_desktop.table.card_nodes import CardNode

if TYPE_CHECKING:
    from red7_desktop.kit.table_model import CardWords
    from red7_desktop.kit.ui import Ui
    from red7_desktop.scene.animation import Timer

REST: Final = 0.55
"""Seconds for which the pointer rests on a card before it is shown."""


_GRACE: Final = 0.12
"""Seconds in which the pointer may go on to the next card and see it at once."""


_DEEDS: Final = {pygame.KEYDOWN, pygame.MOUSEBUTTONUP, pygame.CONTROLLERBUTTONDOWN}
"""After these the pointer says nothing until it moves again: what is below it came by itself."""


_ABOVE: Final = 8000.0


_CARD: Final = 252.0


_MIDDLE: Final = 0.42
"""How far down the middle of the panel is, as a part of the window's height."""


_LEAST: Final = 0.35
"""It is no smaller than this part of its size, however many words there are."""


_SHARE: Final = 0.46
"""The card takes at most this part of the window's height."""


_CLEAR: Final = 8.0
"""It keeps so far from what it needs not cover."""


_NOT_ITSELF: Final = 1000.0
"""What it costs, for each square unit, to cover the very card that is looked at."""


class CloseUp:
    """Shows one card large. Give the table view `look` as its `on_look`.

    card: the one that is looked at. words: says what a face is and does. on_place: hears where the
    panel lies in the root's space, and None when it goes. things: what lies on the table there, of
    which it covers the least. Put `node` above the table; it takes no part in input, so play goes
    on through it. Call `tick` once a frame: the close-up goes when a drag begins or its card turns
    over. A card whose face is not shown is never shown here, nor one that came to lie below a
    pointer which nobody has moved since they pressed something.
    """

    def __init__(
        self,
        kit: Ui,
        words: Callable[[str], CardWords],
        on_place: Callable[[Rect | None], None] = lambda bounds: None,
        things: Callable[[], Sequence[Obstacle]] = tuple,
    ) -> None:
        self._kit = kit
        self._words = words
        self._on_place = on_place
        self._things = things
        self.node = Node(name="close-ups", z=_ABOVE)
        self.card: CardNode | None = None
        self._face = ""
        self._waiting: Timer | None = None
        self._heeds_pointer = False
        self._passed_over: CardNode | None = None

    @property
    def face(self) -> str:
        """The face that is shown large, "" for none."""
        return self._face

    # -- what is looked at -------------------------------------------------------------------

    def look(self, card: CardNode | None) -> None:
        """Follow the pointer: a card it rests on is shown, and nothing (None) hides it again.

        A finger has rested already; and while a card is shown, the next one is shown at once.
        """
        self._stop_waiting()
        timers = self._kit.stage.timers
        is_pressed = card is not None and self._kit.stage.pointer.pressed is card
        self._passed_over = None if self._heeds_pointer or is_pressed else card
        if card is None or card is self._passed_over:
            if self._face:
                self._waiting = timers.after(_GRACE, self.hide)
        elif self._face or is_pressed:
            self.show(card)
        else:
            self._waiting = timers.after(REST, lambda: self.show(card))

    def handle(self, event: pygame.Event) -> bool:
        """Let the key show what has the focus, or hide the close-up; True when it was that key.

        It hears as well whether the pointer moves, or lies where it was when something was pressed.
        """
        if event.type == pygame.MOUSEMOTION:
            self._heeds_pointer = True
            if self._passed_over is not None:
                self.look(self._passed_over)
        elif event.type in _DEEDS:
            self._heeds_pointer = False
        if Intent.LOOK not in self._kit.controls.asked(event):
            return False
        current = self._kit.stage.focus.current
        if self._face:
            self.hide()
        elif isinstance(current, CardNode):
            self.show(current)
        return True

    def tick(self, now: float) -> None:
        """Hide what is no longer there to be looked at."""
        if self.card is not None and (
            self._kit.stage.pointer.is_dragging
            or self.card.shown != self._face
            or not self.card.is_shown
        ):
            self.hide()

    def resized(self) -> None:
        """Hide the close-up: everything lies elsewhere now."""
        self.hide()

    def show(self, card: CardNode) -> None:
        """Show a card large, unless it lies face down or a drag is going on."""
        self._stop_waiting()
        if card.shown is None or self._kit.stage.pointer.is_dragging or not card.is_shown:
            self.hide()
            return
        if card is not self.card or card.shown != self._face:
            self._clear()
            self.card, self._face = card, card.shown
            panel = self._made(card.shown, card.bounds)
            self.node.add(panel)
            self._on_place(panel.bounds)

    def hide(self) -> None:
        """Show nothing."""
        self._stop_waiting()
        self._clear()

    def _clear(self) -> None:
        self.card, self._face = None, ""
        for child in self.node.children:
            child.detach()
        self._on_place(None)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._kit.stage.timers.cancel(self._waiting)
            self._waiting = None

    # -- laying out --------------------------------------------------------------------------

    def _made(self, face: str, near: Rect) -> Node:
        """Make the panel: the card, its name, and what it does; where it covers the least."""
        look = self._kit.stage.look
        theme, visible = look.theme, look.visible
        size = self._kit.faces.size(_CARD * theme.zoom)
        size = size.scaled(min(1.0, _SHARE * visible.h / size.h))
        pad = theme.sizes.padding
        panel = Panel(look, Size(size.w + 2 * pad, 1.0), "close_up", name=f"close-up {face}")
        words = Node(name="words")
        words.size = Size(size.w, self._add_words(words, self._words(face), size.w))
        # Where many words leave little room, the card gives way.
        room = visible.h - 2 * theme.sizes.safe_margin - 3 * pad - words.size.h
        card = size.scaled(max(_LEAST, min(1.0, room / size.h)))
        place = Vec(pad + (size.w - card.w) / 2, pad)
        picture = self._kit.faces.picture(face, card.w)
        panel.add(Node(name="card", picture=picture, size=card, position=place), words)
        words.position = Vec(pad, 2 * pad + card.h)
        panel.size = Size(panel.size.w, 3 * pad + card.h + words.size.h)
        panel.position = self._place(panel.size, near).position
        return panel

    def _place(self, size: Size, near: Rect) -> Rect:
        look = self._kit.stage.look
        visible = look.visible
        room = visible.inflated(-look.theme.sizes.safe_margin)
        things = [*self._things(), Obstacle(near, _NOT_ITSELF)]
        away, beside = room.left, room.right - size.w
        if near.centre.x <= visible.centre.x:
            away, beside = beside, away
        usual = visible.top + _MIDDLE * visible.h - size.h / 2
        usual = min(max(usual, room.top), max(room.top, room.bottom - size.h))
        # The usual place comes first, so it is taken where no other one is better.
        tops = [usual, *list_heights_beside(size.h, room, things, _CLEAR)]
        places = [Rect(x, y, *size) for x in (away, beside) for y in tops]
        return min(places, key=lambda place: round(compute_cover_cost(place, things)))

    def _add_words(self, parent: Node, said: CardWords, width: float) -> float:
        """Put the words below each other; give where they end."""
        look = self._kit.stage.look
        gap = look.theme.sizes.gap
        title = Label(look, said.title, "heading", max_width=width, name="title")
        ink = TextStyler(self._kit.faces, self._kit.settings.colours)
        rows: list[Node] = [title]
        if said.about:
            spans = ink.spans(look, said.about)
            rows.append(RunsLabel(look, spans, "soft", size=Size(width, 0.0), max_lines=3))
        if said.action:
            rows.append(
                Label(look, said.action, "soft", max_width=width, wraps=True, name="action")
            )
        rows += [
            Label(look, mark, "note", max_width=width, wraps=True, name="mark")
            for mark in said.marks
        ]
        y = 0.0
        for row in rows:
            row.position = Vec(0.0, y)
            y += row.size.h + gap / 2
            parent.add(row)
        return y - gap / 2
