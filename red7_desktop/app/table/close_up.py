"""The close-up: a card that is looked at longer is shown large at the side, in no one's way.

One of a trick is shown with all of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import groupby, product
from typing import Final

import pygame

from red7_desktop.app.table.context import TableContext
from red7_desktop.app.table.scores import build_avatar
from red7_desktop.kit.bindings import Intent
from red7_desktop.kit.hud import bubbles, hud
from red7_desktop.kit.hud.marks import describe_marks
from red7_desktop.kit.hud.part import build_mini_cards
from red7_desktop.kit.match_model import Spread
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.kit.texts import Runs
from red7_desktop.scene import animation, boxes
from red7_desktop.scene.geometry import Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme import Look
from red7_desktop.scene.widgets import runs, widget
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.table.layout import NEVER
from red7_desktop.tabletop.game import SEAT_LETTERS

REST: Final = 0.55
"""Seconds for which the pointer rests on a card before it is shown."""
_GRACE: Final = 0.12
"""Seconds in which the pointer may go on to the next card and see it at once."""
_PRESSES: Final = {pygame.KEYDOWN, pygame.MOUSEBUTTONUP, pygame.CONTROLLERBUTTONDOWN}
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
_FORMS: Final = (
    *[(share, share + 0.2, True) for share in (0.55, 0.48, 0.42)],
    *[(share, 0.0, True) for share in (0.7, 0.4)],
    *[(0.42, beside, False) for beside in (0.62, 1.2)],
    *[(share, 0.0, False) for share in (0.7, 0.4, 1.0)],
)
"""Its forms, the best first: the part of its size that the card has, the width of words beside it
in cards, 0 where they stand below it, and whether standings are told."""
_MATTERS: Final = 3.0
"""The weight from which what lies on the table is not to be covered."""
_LEAST_WIDE: Final = 0.7
"""The words keep this part of their width, or they could not be read."""
_PORTRAIT: Final = 1.5
"""The side of a portrait, as a part of the size of letters."""
_APART, _FAN, _SIGN = 0.5, 0.5, 30.0
"""In a fan: from card to card and from play to play, in card widths; how much of the window is
taken at most; the side of a sign at zoom 1."""
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
        timers = self._ui.stage.timers
        timers.cancel(self._waiting)
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
        elif event.type in _PRESSES:
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
        self._ui.stage.timers.cancel(self._waiting)
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
        self._ui.stage.timers.cancel(self._waiting)
        self._clear()

    def _clear(self) -> None:
        self.card, self.face = None, ""
        self.node.clear()
        self._table.hud.make_way(_NAME, None)

    # -- laying out --------------------------------------------------------------------------

    def _build(self, card: CardNode, face: str) -> Node:
        look, things = self._ui.stage.look, self._table.hud.things()
        high = look.visible.h - 2 * look.theme.sizes.safe_margin
        kept_whole, kept_seats, kept_always = self._list_kept()
        list_places = partial(self._list_places, card, [*things, *kept_whole])
        looks = list(bubbles.list_smaller_looks(look))
        build = cache(lambda letters, form: self._build_panel(card, face, looks[letters], *form))
        every = range(len(looks))
        # Tools may be covered before letters become smaller than those of the table.
        large, small = every[:-1] or every, every[-1:]
        for sizes, kept, is_near in (
            *product((large,), (kept_whole,), (True, False)),
            (large, kept_seats, False),
            *product((small,), (kept_whole, kept_always), (True, False)),
        ):
            for letters, form in sorted(product(sizes, _FORMS), key=lambda at: not at[1][-1]):
                panel = build(letters, form)
                if panel.size.h > high and kept is not kept_always:
                    continue
                places = dict.fromkeys(list_places(panel.size, is_near=is_near))
                free = [at for at in places if bubbles.is_clear(at, kept)]
                place = min(free, key=self._covers_turns, default=None)
                if place is not None:
                    if kept is not kept_whole:
                        place = bubbles.take_least_covering(free, things)
                    panel.position = place.position
                    return panel
        around = (*things, *kept_always, bubbles.Obstacle(card.bounds, _NOT_ITSELF))
        at_sides = list_places(panel.size, is_near=False)
        panel.position = bubbles.take_least_covering(at_sides, around).position
        return panel

    def _covers_turns(self, place: Rect) -> bool:
        history = self._table.hud.history
        return history.is_shown and place.overlaps(history.bounds)

    def _list_kept(self) -> list[list[bubbles.Obstacle]]:
        """List what stays in sight, three times: all of it; without title and tools; the least.

        That is buttons, the rule, who is winning, a hint, and cards that lie open; else ring and
        seats as well.
        """
        table_hud, view = self._table.hud, self._table.view
        kinds = table_hud.layout.kinds
        least = [each.area for each in table_hud.things() if each.weight >= hud.OTHER_BUBBLE]
        for node in view.by_zone.values():
            if kinds[node.spec.kind].weight >= _MATTERS:
                row = view.cast.rows.get(node.id, ())
                least += [card.bounds.inflated(_CLEAR) for card in row]
        others = {
            spec.kind: table_hud.world.bounds(spec.area)
            for spec in table_hud.layout.zones
            if (kind := kinds[spec.kind]).required and not kind.owned and not kind.style
        }
        tools = [others.pop(kind) for kind in ("title", "tools")]
        seats = [*least, *self._list_frames(), *others.values()]
        kept = ([*seats, *tools], seats, least)
        return [[bubbles.Obstacle(area, NEVER) for area in areas] for areas in kept]

    def _list_frames(self) -> list[Rect]:
        """List where seats' panels lie, as far down as they are drawn."""
        pairs = [(panel, panel.find("ground")) for panel in self._table.hud.seats]
        others = [(ground if ground.size.h else panel).bounds for panel, ground in pairs]
        return [self._table.hud.viewer.bounds, *others]

    def _build_panel(
        self, card: CardNode, face: str, look: Look, share: float, beside: float, is_full: bool
    ) -> Node:
        theme, visible = look.theme, look.visible
        panel = widget.Panel(look, look.visible.size, "close_up", name=f"close-up {face}")
        spread = self._table.face.story.pile(self._table.words, self._table.seen, card.zone)
        if spread is not None and spread.seats:
            return boxes.pad(self._build_fan(look, spread, share), theme.sizes.padding, into=panel)
        size = self._ui.faces.size(_CARD * theme.zoom)
        whole = size.scaled(min(1.0, _SHARE * visible.h / size.h))
        wide = size.w * (beside or max(share * whole.w / size.w, _LEAST_WIDE))
        size, padding = whole.scaled(share), theme.sizes.padding
        words = self._words(card, face, look, wide, is_full=is_full)
        if not beside:
            # Where many words leave little room, the card gives way.
            room = visible.h - 2 * theme.sizes.safe_margin - 3 * padding - words.size.h
            size = size.scaled(max(_LEAST, min(1.0, room / size.h)))
        large = self._ui.faces.build_card(face, size.w, name="card", size=size)
        if beside:
            inside = boxes.row(large, words, gap=padding, share=0.0)
        else:
            top = boxes.column(large, width=wide, share=0.5)
            inside = boxes.column(top, words, gap=padding)
        return boxes.pad(inside, padding, into=panel)

    def _build_fan(self, look: Look, spread: Spread, share: float) -> Node:
        """Return the plays of a trick side by side, each above the sign of whoever made it."""
        table, zoom = self._table, look.theme.zoom
        told = groupby(zip(spread.seats, spread.cards, strict=True), lambda each: each[0])
        plays = [(seat, [each.face for _, each in play]) for seat, play in told]
        widths = [1.0 + _APART * (len(faces) - 1) for _, faces in plays]
        card = min(
            share * _CARD * zoom, _FAN * look.visible.w / (sum(widths) + _APART * len(plays))
        )
        blocks = []
        for (seat, faces), wide in zip(plays, widths, strict=True):
            cards = Node(name="play", size=Size(wide * card, self._ui.faces.size(card).h))
            cards.add(*build_mini_cards(self._ui.faces, faces, Rect(0.0, 0.0, *cards.size)))
            sign = build_avatar(look, table.hud.ink, table.words.sign(seat), _SIGN * zoom)
            blocks.append(boxes.column(cards, sign, gap=look.theme.sizes.gap / 2, share=0.5))
        return boxes.row(*blocks, gap=_APART * card)

    def _list_places(
        self, card: CardNode, things: Sequence[bubbles.Obstacle], size: Size, *, is_near: bool
    ) -> list[Rect]:
        """List places for a close-up, those towards the middle of the table first.

        They are beside the card, beside the panel of its seat, or at the sides of the window.
        things: what they may lie above or below.
        """
        look = self._ui.stage.look
        visible = look.visible
        room = visible.inflated(-look.theme.sizes.safe_margin)
        frames = [each for each in self._list_frames() if each.holds(card.bounds.centre)]
        near = frames[0] if frames else card.bounds
        lefts, top = (room.left, room.right - size.w), _MIDDLE * visible.h - size.h / 2
        if is_near:
            lefts, top = (near.left - _CLEAR - size.w, near.right + _CLEAR), near.top
        lowest = max(room.top, room.bottom - size.h)
        return [
            Rect(x, min(max(y, room.top), lowest), *size)
            for x in (lefts[::-1] if near.centre.x <= visible.centre.x else lefts)
            for y in (top, *bubbles.list_heights_beside(size.h, room, things, _CLEAR))
            if room.left <= x + 0.5 and x + size.w <= room.right + 0.5
        ]

    def _words(self, card: CardNode, face: str, look: Look, width: float, *, is_full: bool) -> Node:
        table, texts = self._table, self._ui.texts
        meanings = {**describe_marks(texts), **table.face.table.mark_meanings(texts)}
        marks = tuple([meanings[each] for each in card.marks if each in meanings])
        said = table.face.words.card_words(table.words, face, table.seen, marks)
        rows: list[Node | float] = [
            widget.Label(look, said.title, "heading", max_width=width, name="title")
        ]
        seat = SEAT_LETTERS.find(card.zone.partition(":")[2] or "?")
        is_others = seat >= 0 and seat != table.seen.viewer
        if is_others:
            owner = self._standing(look, table.words.sign(seat), (), width)
            owner.name = "owner"
            rows.append(owner)
        if said.about:
            spans = table.hud.ink.spans(look, said.about)
            rows.append(runs.RunsLabel(look, spans, "soft", size=Size(width, 0.0), max_lines=3))
        if is_full and table.mode.assists and said.standings:
            standings = [self._standing(look, *each, width) for each in said.standings]
            gap = look.theme.sizes.gap
            rows += [1.5 * gap, boxes.column(*standings, gap=gap / 2)]
        told = [(said.action, "soft", "action")] if said.action and not is_others else []
        rows += [
            widget.Label(look, words, style, max_width=width, wraps=True, name=name)
            for words, style, name in [*told, *[(mark, "note", "mark") for mark in said.marks]]
        ]
        return boxes.column(*rows, gap=look.theme.sizes.gap / 2, width=width, name="words")

    def _standing(self, look: Look, sign: SeatSign, figure: Runs, width: float) -> Node:
        ink = self._table.hud.ink
        side = _PORTRAIT * look.theme.text("soft").size
        avatar = build_avatar(look, ink, sign, side)
        value = runs.RunsLabel(look, ink.spans(look, figure), "label", name="figure")
        gap = look.theme.sizes.gap / 2
        free = Size(max(1.0, width - side - value.size.w - 2 * gap), 0.0)
        name = runs.RunsLabel(look, sign.name, "soft", size=free, name="name")
        return boxes.row(boxes.row(avatar, name, gap=gap), value, width=width, name="standing")
