"""A small table that shows what the settings do, while they are changed."""

from __future__ import annotations

from typing import Final

from red7_desktop.kit.look.preview_cards import PreviewCards
from red7_desktop.kit.pages.screen import Ui
from red7_desktop.scene.geometry import CENTRE, Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.glyphs import build_glyph
from red7_desktop.scene.paint.pictures import Align, BoxPicture
from red7_desktop.scene.paint.run_lines import Span
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.runs import RunsLabel

_TITLED: Final = 340.0
"""A preview lower than this, at zoom 1, does without its title."""

_STAY: Final = 1.8
"""Seconds between two moves of the card."""

_WAY: Final = 0.30

_FADE: Final = 0.12

_MARK: Final = 30.0

_GAP: Final = 0.14
"""Between two cards, in card widths."""


class SettingsPreview(Panel):
    """Shows a row, a hand and a line of words, as the settings make them look and move.

    cards: see `GameFace.preview`.
    """

    def __init__(self, kit: Ui, cards: PreviewCards, size: Size, position: Vec) -> None:
        super().__init__(kit.stage.look, size, "well", name="preview", position=position)
        self._kit = kit
        self._cards = cards
        self._is_played = False
        self._next_at: float | None = None
        self._lay_out()
        self.follow_settings()

    def follow_settings(self) -> None:
        """Show or hide what the present settings ask for."""
        for mark in self._marks:
            mark.visible = self._kit.settings.shows_marks
        self._outcome.visible = self._kit.settings.shows_outcomes

    def tick(self, now: float) -> None:
        """Move the card when its time has come."""
        if self._next_at is None:
            self._next_at = now + _STAY
        elif now >= self._next_at:
            self._next_at = now + _STAY
            self._is_played = not self._is_played
            self._move()

    # -- laying out --------------------------------------------------------------------------

    def _lay_out(self) -> None:
        theme = self.look.theme
        texts = self._kit.texts
        edge = theme.sizes.padding
        title = Label(self.look, texts("Preview"), "label", position=Vec(edge, edge * 0.7))
        title.visible = self.size.h >= _TITLED * self.zoom
        line = RunsLabel(
            self.look,
            (Span(self._cards.line, colour=theme.colour("ok")),),
            "strong",
            align=Align.CENTRE,
            size=Size(self.size.w - 2 * edge, theme.text("strong").size * 1.3),
        )
        self._outcome = Label(
            self.look,
            self._cards.outcome,
            "small",
            align=Align.CENTRE,
            wraps=True,
            size=Size(self.size.w - 2 * edge, theme.text("small").size * 2.7),
        )
        top = edge * 0.7 + (title.size.h + theme.sizes.gap if title.visible else 0.0)
        below = line.size.h + self._outcome.size.h + theme.sizes.gap + edge * 0.7
        self._place_cards(Rect(edge, top, self.size.w - 2 * edge, self.size.h - top - below))
        y = self.size.h - edge * 0.7 - self._outcome.size.h
        self._outcome.position = Vec(edge, y)
        line.position = Vec(edge, y - line.size.h)
        self.add(title, line, self._outcome)

    def _place_cards(self, room: Rect) -> None:
        """Put the row above the hand, or beside it where the room is low, as large as fits."""
        is_low = room.w > 2 * room.h
        columns, rows = (7.2, 1.0) if is_low else (3.0, 2.45)
        high = self._kit.faces.size(1.0).h
        fit = min(room.w / (columns * (1 + _GAP)), room.h / (rows * high + 0.2))
        width = max(24.0, min(fit, 130 * self.zoom))
        step, middle, centre = width * (1 + _GAP), room.centre, high * width / 2
        if is_low:
            row = [Vec(middle.x + (place - 2.9) * step, middle.y) for place in range(3)]
            hand = [Vec(middle.x + (place + 0.9) * step, middle.y) for place in range(3)]
        else:
            apart = Vec(0.0, centre + 0.225 * high * width)
            rows_middle = [middle + Vec((place - 1) * step, 0.0) for place in range(3)]
            row = [spot - apart for spot in rows_middle]
            hand = [spot + apart for spot in rows_middle]
        laid, held, played = self._cards.laid, self._cards.hand, self._cards.played
        for face, spot in zip(laid, row, strict=False):
            self.add(self._card(face, width, spot))
        self._home, self._goal = hand[played], row[len(laid)]
        cards = [self._card(face, width, spot) for (face, _), spot in zip(held, hand, strict=True)]
        self._moving = cards[played]
        self._moving.z = 1
        self._marks = [
            self._badge(card, is_good) for card, (_, is_good) in zip(cards, held, strict=True)
        ]
        self.add(*cards)

    @property
    def zoom(self) -> float:
        """The theme's."""
        return self.look.theme.zoom

    def _card(self, face: str, width: float, place: Vec) -> Node:
        picture = self._kit.faces.picture(face, width)
        return Node(
            name=f"card {face}",
            size=self._kit.faces.size(width),
            anchor=CENTRE,
            position=place,
            picture=picture,
        )

    def _badge(self, card: Node, is_good: bool) -> Node:
        """Put the mark for what keeps the player in onto a hand card's upper edge."""
        theme = self.look.theme
        colour = theme.colour("ok" if is_good else "bad")
        side = min(_MARK * self.zoom, 0.34 * card.size.w)
        mark = Node(
            name="badge",
            size=Size(side, side),
            anchor=CENTRE,
            position=Vec(card.size.w / 2, 0.0),
            picture=BoxPicture(
                theme.colour("panel_low"),
                radius=side / 2,
                border=colour,
                border_width=2 * self.zoom,
            ),
        )
        inner = Size(side * 0.7, side * 0.7)
        drawing = build_glyph("tick" if is_good else "cross", colour)
        mark.add(Node(size=inner, position=Vec(side * 0.15, side * 0.15), picture=drawing))
        card.add(mark)
        return mark

    # -- moving ------------------------------------------------------------------------------

    def _move(self) -> None:
        animator, card = self._kit.stage.animator, self._moving
        goal = self._goal if self._is_played else self._home
        if self._kit.settings.reduced_motion:
            animator.cancel(card, "position")
            card.position, card.alpha = goal, 0.0
            animator.to(card, "alpha", 1.0, _FADE)
        else:
            animator.to(card, "position", goal, _WAY)
