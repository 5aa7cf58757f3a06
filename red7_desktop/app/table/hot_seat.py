"""The curtain that hides the table while human players pass the screen to each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import pygame

from red7_desktop.app.table import context, scores
from red7_desktop.kit import bindings, match_model, phrases, ui
from red7_desktop.kit.hud.part import build_mini_cards
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.present import story
from red7_desktop.play.session import (
    find_next_human,
    is_shared,
    list_human_seats,
    must_hide_hands,
)
from red7_desktop.scene import boxes, stage, theme
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.pictures import Align, Colour, PaintedPicture
from red7_desktop.scene.widgets import button, runs, scroll, widget
from red7_desktop.tabletop.game import Face, zone_of
from red7_desktop.tabletop.moods import Mood

_FOLDS: Final = 17
"""Number of folds of the curtain across the window."""
_DEPTH: Final = 0.34
"""How much darker the curtain is at the bottom of a fold than at the front, from 0 to 1 (black)."""
_HEM: Final = ((0.930, 0.0035, 0.34), (0.938, 0.022, 0.16), (0.9645, 0.0035, 0.34))
"""Stripes along the curtain's hem.

Each stripe is a tuple of its top and its height, as shares of the window's height, and the strength
from 0 to 1 with which its colour is added to the cloth's colour."""
_PART: Final = 0.42
"""Duration in seconds of the animation that opens the curtain."""
_BLEED: Final = 4.0


class Curtain(widget.Widget):
    """Curtain that covers the visible window and consumes all presses.

    If the window's size changes, the curtain adapts before the next frame is drawn.
    """

    def __init__(self, look: theme.ResolvedTheme, **options: Any) -> None:
        super().__init__(look, name="room", interactive=True, **options)
        self.on_gesture = lambda gesture: True
        self.refresh()

    def refresh(self) -> None:
        box = self.look.visible_area.inflated(_BLEED)
        self.position = box.position
        self.size = box.size
        self.picture = curtain_picture(self.look.theme)


def curtain_picture(theme: theme.Theme, begin: float = 0.0, end: float = 1.0) -> PaintedPicture:
    """Return the picture of an opaque curtain with folds, or of a vertical part of the curtain.

    Args:
        theme: Provides the colours.
        begin: Left edge of the part, as a share of the curtain's width.
        end: Right edge of the part, as a share of the curtain's width.
    """
    cloth = theme.colour("red_low").mixed(theme.colour("table"), 0.42)
    trim = theme.colour("accent")
    span = (begin, end)
    return PaintedPicture(
        ("curtain", cloth, trim, span), lambda w, h: _paint_folds(cloth, trim, span, w, h)
    )


def animate_curtain_apart(stage: stage.Stage) -> None:
    """Animate the two halves of the curtain to the sides. They take no input."""
    visible = stage.look.visible_area
    animator = stage.animator
    half = Size(visible.w / 2 + _BLEED, visible.h + 2 * _BLEED)
    for name, begin, x, way in (
        ("left half", 0.0, visible.left - _BLEED, -half.w),
        ("right half", 0.5, visible.centre.x, half.w),
    ):
        node = Node(name=name, size=half, position=Vec(x, visible.top - _BLEED))
        node.picture = curtain_picture(stage.look.theme, begin, begin + 0.5)
        stage.flight_layer.add(node)
        goal = node.position + Vec(way, 0.0)
        animator.animate(node, "position", goal, _PART, ease="in_out_cubic", done=node.detach)


def _paint_folds(
    cloth: Colour, trim: Colour, span: tuple[float, float], w: int, h: int
) -> pygame.Surface:
    line = pygame.Surface((w, 1), depth=32)
    begin, end = span
    for x in range(w):
        light = 1.0 - _DEPTH * _fold_depth(begin + (end - begin) * x / w)
        line.set_at((x, 0), [round(part * light) for part in cloth[:3]])
    painted = pygame.transform.scale(line, (w, h))
    for share, high, part in _HEM:
        band = pygame.Rect(0, round(h * share), w, max(1, round(h * high)))
        painted.fill([round(c * part) for c in trim[:3]], band, pygame.BLEND_RGB_ADD)
    for y in range(h):
        part = y / max(1, h - 1)
        light = 0.6 + 0.4 * math.sin(math.pi * (0.14 + 0.8 * part)) ** 0.7
        painted.fill([round(255 * light)] * 3, pygame.Rect(0, y, w, 1), pygame.BLEND_RGB_MULT)
    return painted


def _fold_depth(x: float) -> float:
    """Return the depth of the curtain's folds at `x`, from 0 (front) to 1 (bottom of a fold).

    `x` is a share of the window's width. The folds are slightly irregular.
    """
    bent = x + 0.006 * math.sin(2 * math.pi * 3.3 * x) + 0.004 * math.sin(2 * math.pi * 7.1 * x)
    wave = 0.5 - 0.5 * math.cos(2 * math.pi * _FOLDS * bent)
    return 0.75 * math.pow(wave, 1.6) + 0.25 * (
        0.5 - 0.5 * math.cos(2 * math.pi * _FOLDS * 2.4 * bent)
    )


GUARD: Final = 0.7
"""Seconds after the curtain has appeared for which no player can open it. The last player may still
be pressing the key that ended their turn."""
_WIDE: Final = 720.0
_AVATAR: Final = 112.0
_OPEN_CARD: Final = 64.0
"""Height of the face-up cards of each seat, which the curtain shows, in design units at zoom 1."""


class CurtainPage(Page):
    """Page that covers the window while human players pass the screen to each other.

    Until the next player presses the button, the page shows a picture of a curtain. Then an
    animation opens the curtain.

    Args:
        ui: The interface.
        label: Name and portrait of the next player.
        recap: Public events since the next player's last turn.
        offers: For each seat with face-up cards: name and portrait, and the cards.
        on_reveal: Called when the next player presses the button, before the animation starts.
            Shows the table as the next player sees it, and closes this page.
        on_menu: Called for Esc and the gamepad's B, which don't open the curtain.
    """

    first = "reveal"

    def __init__(
        self,
        ui: ui.Ui,
        label: phrases.SeatLabel,
        recap: match_model.Recap,
        offers: Sequence[tuple[phrases.SeatLabel, tuple[Face, ...]]],
        on_reveal: Callable[[], None],
        on_menu: Callable[[], None],
    ) -> None:
        super().__init__(ui, "curtain", on_menu, as_overlay=True)
        self._label = label
        self._told = recap
        self._offers = offers
        self._on_reveal = on_reveal
        self._is_armed = False
        self._button: button.Button | None = None

    def on_open(self) -> None:
        stage = self.ui.stage
        for toast in stage.toasts.toasts:
            toast.visible = False
            stage.toasts.dismiss(toast)
        super().on_open()
        stage.timers.after(GUARD, self._arm)

    def build(self) -> None:
        self.node.add(Curtain(self.look))
        visible = self.look.visible_area
        margin = self.look.theme.sizes.safe_margin
        wide = min(visible.w - 2 * margin, _WIDE * self.zoom) - 2 * self.edge
        head = self._head(wide)
        gap = 2 * self.look.theme.sizes.gap
        # The button only works after a delay, so that no stray press opens the curtain.
        self._button = self.button(
            self.ui.texts("Show my cards"),
            self._reveal,
            style="primary",
            hint=bindings.Intent.ACTIVATE,
            enabled=self._is_armed,
            name="reveal",
        )
        away = widget.Label(self.look, self.ui.texts("Everyone else, look away!"), "lead")
        parts = [head, away, self._button]
        if self._told.lines or self._offers:
            taken = head.size.h + self._button.size.h + 2 * gap
            room = visible.h - 2 * margin - 2 * self.edge - taken
            parts[1] = self._middle(wide, room)
        sheet = widget.Panel(self.look, Size(1.0, 1.0), "sheet", name="sheet")
        boxes.pad(boxes.column(*parts, gap=gap, share=0.5), self.edge, into=sheet)
        sheet.position = Rect.centred(visible.centre, sheet.size).position
        self.node.add(sheet)

    # -- the sheet ---------------------------------------------------------------------------

    def _head(self, width: float) -> Node:
        texts = self.ui.texts
        avatar = scores.build_avatar(
            self.look, self.ui.ink, self._label, _AVATAR * self.zoom, scales=True
        )
        parts: list[Node] = [
            avatar,
            self._build_line(texts("Pass the screen to"), "lead", Size(width, 40.0), "pass"),
            self._build_line(self._label.name, "display", Size(width, 66.0), "name"),
        ]
        if self._told.out:
            out = texts("{name} is out until the next round.", name=self._told.out)
            parts.insert(0, self._build_line(out, "lead", Size(width, 40.0), "out"))
        return boxes.column(*parts, gap=4.0 * self.zoom, share=0.5, name="head")

    def _build_line(self, text: str, style: str, size: Size, name: str) -> Node:
        """Return a centred line of text; the height is in design units at zoom 1."""
        return runs.RunsLabel(
            self.look,
            text,
            style,
            size=Size(size.w, size.h * self.zoom),
            align=Align.CENTRE,
            name=name,
        )

    def _middle(self, width: float, room: float) -> Node:
        """Return the middle part of the page: a recap of the events since the player's last turn.

        If the recap is higher than the available room, it is in a scrolling view.

        Args:
            width: Available width.
            room: Available height.
        """
        content = self._recap(width)
        if content.size.h <= room:
            return content
        content = self._recap(width - scroll.ScrollView.bar_room * self.zoom)
        return scroll.ScrollView(self.look, Size(width, max(room, 1.0)), content, name="view")

    def _recap(self, width: float) -> Node:
        texts = self.ui.texts
        padding = 0.8 * self.look.theme.sizes.padding
        wide = width - 2 * padding
        lines: list[Node] = [widget.Label(self.look, texts("Since your last turn"), "label")]
        if self._told.left_out:
            words = texts.plural(
                "{n} more line in the log", "{n} more lines in the log", self._told.left_out
            )
            lines.append(widget.Label(self.look, words, "note"))
        lines += [
            scores.build_dotted_line(self.look, self.ui.ink, each.seat, each.line, wide)
            for each in self._told.lines
        ]
        well = widget.Panel(self.look, Size(width, 1.0), "well", name="recap")
        gap = 7.0 * self.zoom
        if self._told.lines:
            told = [boxes.column(*lines, gap=gap, width=wide)]
        else:
            told = []
        told += [boxes.wrap(self._build_open_cards(), wide, 4 * gap)] if self._offers else []
        return boxes.pad(boxes.column(*told, gap=2 * gap, width=wide), padding, into=well)

    def _build_open_cards(self) -> list[Node]:
        """Return a node for each seat: its avatar, and its face-up cards beside the avatar."""
        high = _OPEN_CARD * self.zoom
        found = []
        for label, faces in self._offers:
            avatar = scores.build_avatar(self.look, self.ui.ink, label, high, scales=True)
            size = Size(self.ui.ink.card_size(high).w * (1.12 * len(faces) - 0.12), high)
            held = Node(name="open cards", size=size)
            held.add(*build_mini_cards(self.ui.card_art, faces, Rect(0.0, 0.0, *size)))
            found.append(boxes.row(avatar, held, gap=0.2 * high))
        return found

    def _arm(self) -> None:
        self._is_armed = True
        focus = self.ui.stage.focus
        if self._button is not None and self._button.parent is not None:
            self._button.enabled = True
            if focus.scope is self.node:
                focus.focus(self._button)

    def _reveal(self) -> None:
        if self._is_armed:
            self._on_reveal()
            if not self.ui.settings.reduced_motion:
                animate_curtain_apart(self.ui.stage)


class HotSeat:
    """Hides hands between the turns of human players at one screen, and shows the curtain.

    Call `begin` when the table opens, and `update` after every change before the next frame is
    drawn. A hand turns over when its player's turn ends. Open pages close when the curtain appears.

    Args:
        table: Services of the table.
        on_viewer_change: Called when the session's viewer has changed behind the curtain. Lays the
            table out for the new viewer, and removes everything that was only shown to the previous
            viewer, such as a hint.
        on_menu: Called for Esc and the gamepad's B at the curtain.
    """

    def __init__(
        self,
        table: context.TableServices,
        on_viewer_change: Callable[[], None],
        on_menu: Callable[[], None],
    ) -> None:
        self._table = table
        self._session = table.session
        self._on_viewer_change = on_viewer_change
        self._on_menu = on_menu
        self._curtain: CurtainPage | None = None

    @property
    def is_covered(self) -> bool:
        return self._curtain is not None

    def begin(self) -> None:
        """Hide all hands at first if several human players share the screen."""
        if is_shared(self._session):
            self._look_as(None)
        self.update()

    def update(self) -> None:
        """Show the curtain before the next human player; hide hands during AI turns."""
        seat = find_next_human(self._session)
        if seat is not None:
            self._look_as(None)
        elif must_hide_hands(self._session) and self._session.viewer is not None:
            self._session.set_viewer(None)
        # Setting the viewer may have called this method again, and so shown the curtain already.
        if seat is not None and self._curtain is None:
            self._table.pages.close_all()
            self._curtain = self._make_curtain(seat)
            self._table.pages.show(self._curtain)

    def _make_curtain(self, seat: int) -> CurtainPage:
        """Return the curtain before a seat's turn, with a recap of public events."""
        table = self._table
        words = table.words_for(seat)
        recap = match_model.build_recap(
            story.build_log(table.game_view, words, self._session.match, None), seat
        )
        # Show the player's own name instead of "you", since several people read it.
        label = words.build_label(seat)._replace(name=words.names[seat])
        zones = table.seen.zones
        lying = [
            (words.build_label(each), tuple(filter(None, zones.get(zone_of(kind, each), ()))))
            for kind, about in table.game_view.table.zone_kinds.items()
            if about.is_public
            for each in range(len(self._session.seats))
        ]
        offers = [each for each in lying if each[1]]
        last = self._find_last_human()
        if last is not None and last != seat and self._is_out(last):
            recap = replace(recap, out=words.names[last])
        return CurtainPage(
            table.ui, label, recap, offers, lambda: self._reveal(seat), self._on_menu
        )

    def _find_last_human(self) -> int | None:
        people = list_human_seats(self._session)
        log = self._session.match.log
        return next((entry.seat for entry in reversed(log) if entry.seat in people), None)

    def _is_out(self, seat: int) -> bool:
        table = self._table
        return table.game_view.moods.find_atmosphere(table.seen).find_mood(seat) is Mood.OUT

    def _reveal(self, seat: int) -> None:
        curtain, self._curtain = self._curtain, None
        if curtain is not None:
            self._table.pages.close(curtain)
            # Clear the focus of the previous player; `hands.TableHands` sets it for the next one.
            self._table.ui.stage.focus.focus(None)
        self._look_as(seat)

    def _look_as(self, seat: int | None) -> None:
        if self._session.viewer != seat:
            self._session.set_viewer(seat)
            self._on_viewer_change()
