"""The curtain: hides the table while the screen passes from one person to another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from red7_desktop.app.table_screen.overlays.curtain_art import CurtainRoom, animate_curtain_apart
from red7_desktop.app.table_screen.overlays.ending_parts import (
    build_dotted_line,
    build_large_avatar,
)
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.pages.flow import Flow
from red7_desktop.kit.pages.page import Page
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import Align
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.label import Label
from red7_desktop.scene.widgets.panel import Panel
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.scene.widgets.scroll_view import ScrollView

if TYPE_CHECKING:
    from red7_desktop.kit.language.seat_words import SeatSign
    from red7_desktop.kit.models.history import Recap
    from red7_desktop.kit.pages.screen import Ui

GUARD: Final = 0.7
"""For so many seconds nothing opens the curtain: the last person's hand may still be on the key
that ended their turn."""

_WIDE: Final = 720.0

_AVATAR: Final = 112.0


@dataclass(frozen=True, slots=True)
class CurtainModel:
    """Who is next, and what has happened since their last turn, as everybody may know it."""

    sign: SeatSign
    recap: Recap


class CurtainPage(Page):
    """Covers the whole window until the named person presses the button.

    on_reveal: gives that person the screen and closes this page; then the curtain parts, which
    hides nothing that matters any more. on_menu: runs for Esc and the pad's B, which open nothing.
    """

    first = "reveal"

    def __init__(
        self,
        kit: Ui,
        model: CurtainModel,
        on_reveal: Callable[[], None],
        on_menu: Callable[[], None],
    ) -> None:
        super().__init__(kit, "curtain", on_menu, as_overlay=True)
        self.model = model
        self._on_reveal = on_reveal
        self._is_armed = False
        self._button: Button | None = None

    def opened(self) -> None:
        """Cover everything at once, and take away what might tell of the last person's cards."""
        stage = self.kit.stage
        for toast in stage.toasts.toasts:
            toast.visible = False
            stage.toasts.dismiss(toast)
        super().opened()
        stage.timers.after(GUARD, self._arm)

    def build(self) -> None:
        """Hang the curtain and put the sheet before it."""
        self.node.add(CurtainRoom(self.look))
        visible, margin = self.look.visible, self.look.theme.sizes.safe_margin
        wide = min(visible.w - 2 * margin, _WIDE * self.zoom)
        sheet = Panel(self.look, Size(wide, 1.0), "sheet", name="sheet")
        edge = self.edge
        head = self._head(wide - 2 * edge)
        foot = self._foot(wide - 2 * edge)
        gap = 2 * self.look.theme.sizes.gap
        room = visible.h - 2 * margin - 2 * edge - head.size.h - foot.size.h - 2 * gap
        middle = self._middle(wide - 2 * edge, room)
        y = edge
        for node in (head, middle, foot):
            if node.size.h:
                node.position = Vec(edge, y)
                sheet.add(node)
                y += node.size.h + gap
        sheet.size = Size(wide, y - gap + edge)
        sheet.position = Rect.centred(visible.centre, sheet.size).position
        self.node.add(sheet)

    # -- the sheet ---------------------------------------------------------------------------

    def _head(self, width: float) -> Node:
        """Say to whom the screen passes."""
        texts, zoom = self.kit.texts, self.zoom
        model = self.model
        head = Node(name="head")
        flow = Flow(head, width, 4.0 * zoom)
        side = _AVATAR * zoom
        ink = TextStyler(self.kit.faces, self.kit.settings.colours)
        holder = Node(name="sign", size=Size(width, side))
        place = Rect((width - side) / 2, 0.0, side, side)
        holder.add(build_large_avatar(self.look, ink, model.sign, place))
        flow.add(holder)
        for words, style, high in (
            (texts("Pass the screen to"), "lead", 40.0),
            (model.sign.name, "display", 66.0),
        ):
            line = RunsLabel(
                self.look,
                words,
                style,
                size=Size(width, high * zoom),
                align=Align.CENTRE,
                name="name" if style == "display" else "pass",
            )
            flow.add(line)
        return flow.fit()

    def _middle(self, width: float, room: float) -> Node:
        """Tell what has happened; behind a window where there is little room."""
        lines = self.model.recap.lines
        if not lines:
            return Node()
        content = self._recap(width)
        if content.size.h <= room:
            return content
        size = Size(width, max(room, 1.0))
        content = self._recap(width - ScrollView.bar_room * self.zoom)
        return ScrollView(self.look, size, content, name="view")

    def _recap(self, width: float) -> Node:
        texts, zoom, recap = self.kit.texts, self.zoom, self.model.recap
        ink = TextStyler(self.kit.faces, self.kit.settings.colours)
        pad = 0.8 * self.look.theme.sizes.padding
        well = Panel(self.look, Size(width, 1.0), "well", name="recap")
        flow = Flow(well, width - 2 * pad, 7.0 * zoom, left=pad, top=pad)
        flow.add(Label(self.look, texts("Since your last turn"), "label"))
        if recap.left_out:
            words = texts.plural(
                "{n} earlier line is in the log",
                "{n} earlier lines are in the log",
                recap.left_out,
            )
            flow.add(Label(self.look, words, "note"))
        for each in recap.lines:
            flow.add(build_dotted_line(self.look, ink, each.seat, each.line, flow.width))
        well.size = Size(width, flow.bottom + pad)
        return well

    def _foot(self, width: float) -> Node:
        """Give the button that opens the curtain, once it is armed."""
        texts = self.kit.texts
        self._button = Button(
            self.look,
            texts("Show my cards"),
            self._reveal,
            style="primary",
            hint=Intent.ACTIVATE,
            enabled=self._is_armed,
            name="reveal",
        )
        self._button.position = Vec((width - self._button.size.w) / 2, 0.0)
        foot = Node(name="foot", size=Size(width, self._button.size.h))
        foot.add(self._button)
        return foot

    # -- opening -----------------------------------------------------------------------------

    def _arm(self) -> None:
        """Let the button work from now on."""
        self._is_armed = True
        focus = self.kit.stage.focus
        if self._button is not None and self._button.parent is not None:
            self._button.enabled = True
            if focus.scope is self.node:
                focus.give(self._button)

    def _reveal(self) -> None:
        if self._is_armed:
            self._on_reveal()
            if not self.kit.settings.reduced_motion:
                animate_curtain_apart(self.kit.stage)
