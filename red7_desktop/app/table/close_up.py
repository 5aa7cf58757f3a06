"""The close-up: a card that is looked at longer is shown large at the side, in no one's way."""

from __future__ import annotations

from typing import Final

import pygame

from red7_desktop.app.table.context import TableContext
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud import bubbles
from red7_desktop.kit.hud.marks import describe_marks
from red7_desktop.scene import animation, boxes
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.table.card_nodes import CardNode

REST: Final = 0.55
"""Seconds for which the pointer rests on a card before it is shown."""
_GRACE: Final = 0.12
"""Seconds in which the pointer may go on to the next card and see it at once."""
_DEEDS: Final = {pygame.KEYDOWN, pygame.MOUSEBUTTONUP, pygame.CONTROLLERBUTTONDOWN}
"""After these the pointer says nothing until it moves again: what is below it came by itself."""
_NAME: Final = "close-up"
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
_SHARES: Final = (1.0, 0.85, 0.7, 0.55, 0.4)
"""Where there is no room for it, the card becomes smaller by these parts of its size."""
_LEAST_WIDE: Final = 0.7
"""The words keep this part of their width, or they could not be read."""
_NOT_ITSELF: Final = 1000.0
"""What it costs, for each square unit, to cover the very card that is looked at."""


class CloseUp:
    """Shows one card large. Give the table view `look` as its `on_look`.

    card: the one that is looked at; face: what is shown of it, "" for none. Put `node` above the
    table; it takes no part in input, so play goes on through it. Call `tick` once a frame: the
    close-up goes when a drag begins or its card turns over. A card whose face is not shown is never
    shown here, nor one that landed below a pointer which no one has moved since they pressed
    something.
    """

    def __init__(self, table: TableContext) -> None:
        self._table = table
        self._ui = table.ui
        self.node = Node(name="close-ups", z=_ABOVE)
        self.card: CardNode | None = None
        self.face = ""
        self._waiting: animation.Timer | None = None
        self._heeds_pointer = False
        self._passed_over: CardNode | None = None

    # -- what is looked at -------------------------------------------------------------------

    def look(self, card: CardNode | None) -> None:
        """Follow the pointer: a card it rests on is shown, and nothing (None) hides it again.

        A finger has rested already; and while a card is shown, the next one is shown at once.
        """
        self._stop_waiting()
        timers = self._ui.stage.timers
        is_pressed = card is not None and self._ui.stage.pointer.pressed is card
        self._passed_over = None if self._heeds_pointer or is_pressed else card
        if card is None or card is self._passed_over:
            if self.face:
                self._waiting = timers.after(_GRACE, self.hide)
        elif self.face or is_pressed:
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
        if Intent.LOOK not in self._ui.controls.asked(event):
            return False
        current = self._ui.stage.focus.current
        if self.face:
            self.hide()
        elif isinstance(current, CardNode):
            self.show(current)
        return True

    def tick(self, now: float) -> None:
        if self.card is not None and (
            self._ui.stage.pointer.is_dragging
            or self.card.shown != self.face
            or not self.card.is_shown
        ):
            self.hide()

    def show(self, card: CardNode) -> None:
        """Show a card large, unless it lies face down or a drag is going on."""
        self._stop_waiting()
        if card.shown is None or self._ui.stage.pointer.is_dragging or not card.is_shown:
            self.hide()
            return
        if card is not self.card or card.shown != self.face:
            self._clear()
            self.card, self.face = card, card.shown
            panel = self._build(card, card.shown)
            self.node.add(panel)
            self._table.hud.make_way(_NAME, panel.bounds)

    def hide(self) -> None:
        self._stop_waiting()
        self._clear()

    def _clear(self) -> None:
        self.card, self.face = None, ""
        self.node.clear()
        self._table.hud.make_way(_NAME, None)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._ui.stage.timers.cancel(self._waiting)
            self._waiting = None

    # -- laying out --------------------------------------------------------------------------

    def _build(self, card: CardNode, face: str) -> Node:
        panels = []
        kept = self._never_covered()
        for share in _SHARES:
            panels.append(panel := self._build_panel(card, face, share))
            if bubbles.compute_cover_cost(panel.bounds, kept) == 0.0:
                return panel
        kept = self._never_covered(with_seats=False)
        clear = (each for each in panels if bubbles.compute_cover_cost(each.bounds, kept) == 0.0)
        return next(clear, panel)

    def _never_covered(self, *, with_seats: bool = True) -> list[bubbles.Obstacle]:
        """List what stays in sight: buttons, the rule, who is winning; seats, where that can be."""
        hud = self._table.hud
        found = []
        for spec in hud.layout.zones:
            kind = hud.layout.kinds[spec.kind]
            if kind.required and not kind.owned and not kind.style:
                found.append(bubbles.Obstacle(hud.world.bounds(spec.area), _NOT_ITSELF))
            elif kind.is_frame and with_seats:
                found.append(bubbles.Obstacle(hud.world.bounds(spec.area), _NOT_ITSELF / 10))
        return found

    def _build_panel(self, card: CardNode, face: str, share: float) -> Node:
        """Make the panel: the card, its name, and what it does; where it covers the least."""
        look = self._ui.stage.look
        theme, visible = look.theme, look.visible
        size = self._ui.faces.size(_CARD * theme.zoom)
        whole = size.scaled(min(1.0, _SHARE * visible.h / size.h))
        size, wide = whole.scaled(share), max(share, _LEAST_WIDE) * whole.w
        padding, words = theme.sizes.padding, self._words(card, face, wide)
        # Where many words leave little room, the card gives way.
        room = visible.h - 2 * theme.sizes.safe_margin - 3 * padding - words.size.h
        large = size.scaled(max(_LEAST, min(1.0, room / size.h)))
        picture = self._ui.faces.picture(face, large.w)
        top = boxes.column(Node(name="card", picture=picture, size=large), width=wide, share=0.5)
        panel = widget.Panel(look, size, "close_up", name=f"close-up {face}")
        boxes.pad(boxes.column(top, words, gap=padding), padding, into=panel)
        panel.position = self._place(panel.size, card.bounds).position
        return panel

    def _place(self, size: Size, near: Rect) -> Rect:
        look = self._ui.stage.look
        visible = look.visible
        room = visible.inflated(-look.theme.sizes.safe_margin)
        things = [
            *self._table.hud.things(),
            *self._never_covered(),
            bubbles.Obstacle(near, _NOT_ITSELF),
        ]
        away, beside = room.left, room.right - size.w
        if near.centre.x <= visible.centre.x:
            away, beside = beside, away
        usual = visible.top + _MIDDLE * visible.h - size.h / 2
        usual = min(max(usual, room.top), max(room.top, room.bottom - size.h))
        # The usual place comes first, so it is taken where no other one is better.
        tops = [usual, *bubbles.list_heights_beside(size.h, room, things, _CLEAR)]
        # The sides of the window first, then right beside the card.
        inner, outer = near.right + _CLEAR, near.left - _CLEAR - size.w
        lefts = (away, beside, min(inner, room.right - size.w), max(outer, room.left))
        places = [Rect(x, y, *size) for x in lefts for y in tops]
        return bubbles.take_least_covering(places, things)

    def _words(self, card: CardNode, face: str, width: float) -> Node:
        table, look = self._table, self._ui.stage.look
        texts = self._ui.texts
        meanings = {**describe_marks(texts), **table.face.table.mark_meanings(texts)}
        marks = tuple([meanings[each] for each in card.marks if each in meanings])
        said = table.face.words.card_words(table.words, face, table.seen, marks)
        rows: list[Node] = [
            widget.Label(look, said.title, "heading", max_width=width, name="title")
        ]
        if said.about:
            spans = table.hud.ink.spans(look, said.about)
            rows.append(runs.RunsLabel(look, spans, "soft", size=Size(width, 0.0), max_lines=3))
        told = [(said.action, "soft", "action")] if said.action else []
        rows += [
            widget.Label(look, words, style, max_width=width, wraps=True, name=name)
            for words, style, name in [*told, *[(mark, "note", "mark") for mark in said.marks]]
        ]
        return boxes.column(*rows, gap=look.theme.sizes.gap / 2, width=width, name="words")
