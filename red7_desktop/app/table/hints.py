"""Hints: requests to the adviser, and the bubble with its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from red7_desktop.app.table import advice, context, hands
from red7_desktop.kit.hud import bubbles, marks, part
from red7_desktop.kit.look.icons import build_icon
from red7_desktop.kit.table_model import Hint
from red7_desktop.kit.texts import Runs, Tone, apply_tone, to_plain, to_runs
from red7_desktop.play.ai import Adviser
from red7_desktop.scene import boxes, popups, theme
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Gesture, GestureKind, Node
from red7_desktop.scene.paint.surfaces import build_glyph
from red7_desktop.scene.widgets.runs import RunsLabel
from red7_desktop.table.layout import zone_name

_LEAST_WIDE = 300.0
_MAX_FIRST_WIDTH = 420.0
"""Maximum width, in design units, that is tried first for the bubble with a hint. If the text needs
more room, larger widths are tried; see `_WIDER`."""
_APART: Final = 14.0
"""Distance between the bubble with a hint and the node beside it, in design units at zoom 1."""
_PAD: Final = 18.0
_ICON: Final = 30.0
"""Side of the lamp in front of a hint's title, in design units at zoom 1."""
_CLOSE: Final = 36.0
"""Side of the cross that closes the bubble with a hint, in design units at zoom 1: 24 pixels in a
window of 1280x720."""
_GAP: Final = 6.0
_MOST_LINES: Final = 8
"""Maximum number of lines of a sentence in the bubble with a hint. It is enough for the narrowest
bubble at full font size."""
_WIDER: Final = (1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5)
"""Widths to try for the bubble with a hint, one after the other. Multiples of the first width."""


class HintBubble(part.Part[Hint]):
    """A bubble with the text of a hint. `show_beside` shows the bubble, and a click hides it.

    The bubble's position is in the space of the table's layout, like the positions of the panels
    around the cards (HUD).

    Args:
        look: Theme and fonts.
        styler: Converts rich text to styled spans.
        on_close: Called when a click dismisses the bubble.
        options: Attributes of the node.
    """

    def __init__(
        self,
        look: theme.ResolvedTheme,
        ink: part.TextStyler,
        on_close: Callable[[], None] = lambda: None,
        **options: Any,
    ) -> None:
        super().__init__(look, ink, visible=False, interactive=True, **options)
        self._full = look
        self._on_close = on_close
        self._find_place: Callable[[Iterable[popups.PopupSize]], popups.PopupPlacement] | None = (
            None
        )
        self._usual = _LEAST_WIDE
        self._most = _LEAST_WIDE
        self.on_activate = self.dismiss
        self.on_gesture = _consume_presses

    def show_beside(
        self,
        hint: Hint,
        anchors: Sequence[popups.PopupAnchor],
        inside: Rect,
        obstacles: Sequence[popups.Obstacle] = (),
    ) -> None:
        """Show a hint in this bubble beside one of several areas.

        Args:
            hint: The hint.
            anchors: Areas beside which the bubble may be placed. The bubble is as wide as the last
                area, if the text fits.
            inside: Rectangle that the bubble must not leave.
            obstacles: Areas that the bubble avoids.
        """
        self.visible = True
        self.shown = hint
        self._usual = min(anchors[-1].area.w, _MAX_FIRST_WIDTH)
        self._most = inside.w
        self._find_place = partial(
            popups.place_popup,
            anchors=anchors,
            inside=inside,
            obstacles=obstacles,
            gap=_APART,
            is_tied=False,
        )
        self._fit()

    def hide(self) -> None:
        self.visible = False

    def dismiss(self) -> None:
        if self.visible:
            self.hide()
            self._on_close()

    def restyle(self, look: theme.ResolvedTheme) -> None:
        self._full = look
        super().restyle(look)

    def refresh(self) -> None:
        if self.visible and self.shown is not None:
            self._fit()

    def compose(self, value: Hint) -> None:
        self.clear()
        theme = self.look.theme
        self.picture = theme.box("active").picture()
        side = self._close_side
        cross = Node(name="close", size=Size(side, side))
        cross.picture = build_glyph("cross", theme.colour("text_soft"))
        boxes.put(cross, self, 1.0, 0.0, margin=_GAP)
        words = self._words(value, self.size.w)
        words.position = Vec(_PAD, _PAD - 4.0)
        self.add(words)

    def _fit(self) -> None:
        if self.shown is None or self._find_place is None:
            return
        popup = self._find_place(self._list_forms(self.shown))
        self.look = popup.form.content
        self.size = popup.box.size
        self.position = popup.box.position
        self.compose(self.shown)

    def _list_forms(self, hint: Hint) -> Iterator[popups.PopupSize]:
        """Yield the bubble's possible sizes, small fonts last. A wider bubble is less high."""
        for rank, look in enumerate(bubbles.list_smaller_looks(self._full)):
            for wider in _WIDER:
                self.look = look
                wide = min(max(self._usual * wider, _LEAST_WIDE), self._most)
                high = self._words(hint, wide).size.h + 2 * _PAD - 6.0
                yield popups.PopupSize(Size(wide, high), rank, look)

    @property
    def _close_side(self) -> float:
        """Side of the cross that closes the bubble, in design units.

        If the bubble's text is shrunk to fit, the cross keeps its size.
        """
        return _CLOSE * self._full.theme.zoom

    def _words(self, hint: Hint, wide: float) -> Node:
        icon = _ICON * self.look.theme.zoom
        corner = Node(size=Size(icon + 4.0, icon))
        lamp = Node(name="lamp", size=Size(icon, icon), position=Vec(-4.0, -1.0))
        lamp.picture = build_icon("hint", self.look.theme.colour("accent"))
        corner.add(lamp)
        # Leave room for the cross in the corner, which closes the bubble.
        room = wide - _PAD - corner.size.w - self._close_side - 2 * _GAP
        title = self._label(hint.title, "hud_preview", Tone.STRONG, room, "title")
        tones = [Tone.PLAIN, *[Tone.SOFT] * len(hint.why)]
        lines = [
            self._label(line, "hud_preview_detail", tones[nth], wide - 2 * _PAD, f"why {nth}")
            for nth, line in enumerate(hint.why)
        ]
        return boxes.column(boxes.row(corner, title, share=0.0), *lines, gap=_GAP)

    def _label(self, line: Runs, style: str, tone: Tone, wide: float, name: str) -> RunsLabel:
        spans = self.styler.spans(self.look, apply_tone(line, tone))
        room = Size(wide, 0.0)
        return RunsLabel(self.look, spans, style, size=room, max_lines=_MOST_LINES, name=name)


def _consume_presses(gesture: Gesture) -> bool:
    """Return whether a gesture on a bubble is consumed, so that it doesn't reach the table.

    Clicks and hovering aren't consumed here, so that the bubble itself can handle them.
    """
    return gesture.kind not in (GestureKind.CLICK, GestureKind.HOVER_ENTER, GestureKind.HOVER_LEAVE)


class TableHints:
    """Requests hints for the viewer of a session, and shows each until the table changes.

    If the hinted cards make one step, a click on any of them picks all of them.
    """

    def __init__(
        self, table: context.TableServices, adviser: Adviser, picks: hands.TablePicks
    ) -> None:
        self._table = table
        self._adviser = adviser
        self._picks = picks
        self._hud = table.hud
        self._bubble = HintBubble(self._hud.inner_look, self._hud.styler, self.forget, name="hint")
        self._hud.overlay.add(self._bubble)
        self._hint: Hint | None = None
        self._is_asked = False
        self._lines: tuple[str, ...] = ()
        table.advice.register(advice.AdviceSource.BUBBLE, self._reveal)

    @property
    def is_open(self) -> bool:
        """Whether there is a hint, even if more important advice hides its bubble."""
        return self._hint is not None

    @property
    def is_requested(self) -> bool:
        """Whether there is a hint that the player asked for, not one of a coach or a lesson."""
        return self._is_asked and self.is_open

    @property
    def zones(self) -> frozenset[str]:
        """Names of the zones that the hint marks as targets of its cards."""
        if self._hint is None:
            return frozenset()
        return frozenset(self._hint.zones)

    @property
    def needs_tick(self) -> bool:
        return self._adviser.is_busy

    def toggle(self) -> None:
        """Hide the current hint; if there is none, request one on the viewer's turn."""
        if self.is_open:
            self.close()
        elif self._table.session.is_viewers_turn:
            self._lines = ()
            self._adviser.request(self._table.session.match.revision, self._table.seen)

    def tick(self) -> None:
        choice = self._adviser.poll()
        if choice is not None:
            if not self._table.ui.settings.reads_hands:
                choice = choice._replace(belief=None)
            if not self.is_open:
                self._table.session.count_hint()
            hint = self._table.game_view.words.hint(self._table.words, self._table.seen, choice)
            if not choice.is_final:
                line = to_runs(self._table.ui.texts("So far, still thinking…"))
                hint = replace(hint, why=(*hint.why, line))
            self._show(hint)

    def show_hint(self, hint: Hint | None) -> None:
        """Show a hint of a coach or a lesson, replacing any other hint; None hides it.

        The player hasn't requested it, so it is placed beside the status line if there is room.
        """
        self.forget()
        if hint is None:
            self._lines = ()
        else:
            self._show(hint, is_asked=False)

    def _show(self, hint: Hint, *, is_asked: bool = True) -> None:
        self._hint = hint
        self._is_asked = is_asked
        self._table.view.mark(marks.HINTED, hint.cards, hint.zones)
        self._picks.hint(hint.cards)
        self._say(hint)
        rank = advice.AdvicePriority.HINT if is_asked else advice.AdvicePriority.GOAL
        self._table.advice.request(advice.AdviceRequest(advice.AdviceSource.BUBBLE, rank))

    def _say(self, hint: Hint) -> None:
        """Read aloud the lines of a hint that the previous hint didn't have."""
        lines = tuple(map(to_plain, (hint.title, *hint.why)))
        self._table.ui.say(*[line for line in lines if line not in self._lines])
        self._lines = lines

    def _reveal(self, is_shown: bool) -> None:
        hint = self._hint
        if not is_shown or hint is None:
            self._bubble.hide()
            self._hud.hide_covered_by("hint", None)
            return
        panel = self._hud.parts[zone_name("panel", 0)]
        anchors = [popups.PopupAnchor(panel.frame, ("above", "right", "left", "below"))]
        if not self._is_asked:
            anchors.insert(0, popups.PopupAnchor(self._hud.status_line.frame, ("left",)))
        obstacles = [*self._hud.list_obstacles(), *self._list_target_obstacles(hint)]
        self._bubble.show_beside(hint, anchors, self._hud.room, obstacles)
        self._hud.hide_covered_by("hint", self._bubble.bounds)

    def _list_target_obstacles(self, hint: Hint) -> Iterator[popups.Obstacle]:
        """Yield the areas of the hint's target zones, so that the bubble doesn't cover them."""
        view = self._table.view
        for zone in hint.zones:
            # Some zones, such as the gap between two cards of the hand, have no node.
            if zone in view.by_zone:
                area = self._hud.to_table_space(view.by_zone[zone].bounds)
                yield popups.Obstacle(area, popups.HEAVY_WEIGHT)

    def close(self) -> None:
        """Remove the hint at the player's request, and say so aloud."""
        self.forget()
        self._table.ui.say(self._table.ui.texts("Hint closed"))

    def forget(self) -> None:
        """Remove the hint and its marks."""
        self._adviser.cancel()
        self._hint = None
        self._table.advice.withdraw(advice.AdviceSource.BUBBLE)
        self._table.view.mark(marks.HINTED)
        self._picks.hint(())

    def relayout(self) -> None:
        self.forget()
        self._bubble.restyle(self._hud.inner_look)
