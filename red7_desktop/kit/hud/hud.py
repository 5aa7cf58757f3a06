"""Everything around the cards, put together: made once, laid out by a layout, shown by a model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.kit.hud.actions import ActionColumn
from red7_desktop.kit.hud.backdrop import BackdropModel, TableBackdrop
from red7_desktop.kit.hud.bubbles.placement import (
    Obstacle,
    list_bubble_places,
    list_half_covered,
    list_obstacles,
)
from red7_desktop.kit.hud.bubbles.preview_bubble import PreviewBubble
from red7_desktop.kit.hud.bubbles.tip import Tip
from red7_desktop.kit.hud.chips import Chips
from red7_desktop.kit.hud.deck_count import DeckCount
from red7_desktop.kit.hud.history import HistoryStrip
from red7_desktop.kit.hud.hud_button import HudButton
from red7_desktop.kit.hud.meanings import describe_piles, list_meanings
from red7_desktop.kit.hud.model import Preview, TableModel
from red7_desktop.kit.hud.part import OverlayWidget
from red7_desktop.kit.hud.seats.seat_panel import SeatPanel
from red7_desktop.kit.hud.seats.viewer_panel import OwnPanel, ViewerPanel
from red7_desktop.kit.hud.title_plate import TitlePlate
from red7_desktop.kit.hud.tools import Tool, ToolRow, ToolsModel, list_tools
from red7_desktop.kit.hud.why_line import WhyLine
from red7_desktop.kit.input.intents import Intent
from red7_desktop.scene.geometry import Rect, Size, Vec
from red7_desktop.scene.node import Node
from red7_desktop.scene.theme.style import Look, Theme
from red7_desktop.scene.theme.zoom import zoom_for_scale
from red7_desktop.scene.widgets.base import Widget, restyle_tree
from red7_desktop.table.spec import zone_name

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.hud.ink import TextStyler
    from red7_desktop.kit.hud.part import Meaning, Part
    from red7_desktop.kit.language.rich_text import Runs
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.scene.motion.tween import Animator
    from red7_desktop.table.spec import Layout

_BELOW_CARDS: Final = -2.0

_ABOVE_CARDS: Final = 5000.0
"""Orders among the children of the table: its zones have -1, cards in the air 1000 and more."""

_MARGIN: Final = 12.0
"""Bubbles and tips keep so far from the edge of the window."""

_FRAMING: Final = "hint"
"""What lies above and comes, as previews do, with a frame around a zone of cards."""

_OTHER_BUBBLE: Final = 8.0
"""What it costs a bubble to cover another, for each square unit."""


class Hud(Widget):
    """The table's surroundings, to be put into the table's own node, whose space is the layout's.

    parts: what stands in the layout's zones, by their names; the game's own come from its face.
    panel: stands where the viewer's own usually does, and is shown the model's panel of that name.
    window: gives all that the window shows, where that is more than the table has of it.
    shared, owned: the game's own in the middle, and those in zones of seats.

    Add both the HUD and its `over` there: the HUD lies below the cards, `over` above them, with
    what must not be covered. `show` takes a model; `settle` another layout, with the look of the
    stage as it is then. `on_command` hears what buttons ask for.
    """

    hands_on = True

    def __init__(
        self,
        look: Look,
        ink: TextStyler,
        texts: Texts,
        face: AnyGameView,
        layout: Layout,
        on_command: Callable[[str], object],
        *,
        tools: Iterable[Tool] = (),
        panel: Part[Any] | None = None,
        window: Callable[[], Rect] | None = None,
        animator: Animator | None = None,
    ) -> None:
        super().__init__(look, name="hud", z=_BELOW_CARDS)
        self.ink = ink
        self.over = OverlayWidget(look, name="hud over", z=_ABOVE_CARDS)
        self.layout = layout
        self._texts = texts
        self._window = window or (lambda: self.look.visible)
        self._model: TableModel | None = None
        self._themes: tuple[Theme | None, Theme, float, float] = None, look.theme, 1.0, 1.0
        local = self.inner_look
        self.backdrop = TableBackdrop(local, ink, face.light, name="backdrop", z=-1.0)
        own = face.parts(local, ink)
        self.shared = [part for name, part in own.items() if not _has_seat(name)]
        self.owned = [part for name, part in own.items() if _has_seat(name)]
        self.why = WhyLine(local, ink, name="why")
        self.viewer = ViewerPanel(local, ink, texts, name="viewer", visible=panel is None)
        self.actions = ActionColumn(local, ink, on_command, name="actions")
        self.title = TitlePlate(local, ink, texts, lambda: on_command(Intent.MENU), name="title")
        self.tools = ToolRow(local, ink, list_tools(texts, tools), on_command, name="tools")
        self.history = HistoryStrip(local, ink, name="history")
        self.deck = DeckCount(local, ink, name="deck")
        self.chips = Chips(local, ink, on_command, name="chips")
        self.seats: list[SeatPanel] = []
        self._seats = Node(name="seats")
        self.preview = PreviewBubble(local, ink, name="preview")
        self._previews = [self.preview]
        self._outcomes: Sequence[tuple[Rect, Preview]] = ()
        self._above: dict[str, Rect] = {}
        self._hidden: list[Widget] = []
        self.tip = Tip(local, ink, name="tip")
        self.heeds_pointer = True
        self.parts: dict[str, Part[Any]] = {
            **own,
            "message": self.why,
            "actions": self.actions,
            "title": self.title,
            "tools": self.tools,
            "supply": self.deck,
            "log": self.history,
            "chips": self.chips,
            zone_name("panel", 0): panel or self.viewer,
        }
        for part in (self.backdrop, *self.parts.values()):
            part.animator = animator
        # The large button comes first, for the focus goes in the order of the tree.
        self.add(self.actions, self.backdrop, *self.shared, self.why)
        # What a game adds for a seat may lie in its panel, so it lies above that.
        self.add(panel or self.viewer, self._seats, *self.owned, self.deck)
        self.add(self.history, self.chips, self.title, self.tools)
        self.over.add(self.preview, self.tip)
        for button in self.buttons:
            button.on_tip, button.on_hover = self._tell_tip, self._tell_hovered
        self.settle(layout)

    # -- where things are --------------------------------------------------------------------

    @property
    def room(self) -> Rect:
        """Where bubbles and tips may lie, in the layout's units."""
        return self.seen.inflated(-_MARGIN)

    @property
    def seen(self) -> Rect:
        """All that the window shows, in the layout's units."""
        visible, size = self.look.visible, self.layout.size
        fit = self._fit
        shown = Size(visible.w / fit, visible.h / fit)
        return Rect(*(Vec(*size) * 0.5 - Vec(*shown) * 0.5), *shown)

    @property
    def _ground(self) -> Rect:
        """What the backdrop covers: all of the window, also where others lie above it."""
        (x, y, w, h), (left, top, *_), fit = self._window(), self.look.visible, self._fit
        return Rect((x - left) / fit, (y - top) / fit, w / fit, h / fit).moved(self.seen.position)

    @property
    def inner_look(self) -> Look:
        """The look for what lies here: the stage's, at the pixel scale of the layout's units.

        The zones of a layout have the size they have, so a theme made larger grows only so far.
        Where the table has less of the window than it is designed for, words stay as large.
        """
        theme, most, fit = self.look.theme, self.layout.text_zoom, min(1.0, self._fit)
        if self._themes[0] is not theme or self._themes[2:] != (most, fit):
            larger = min(theme.zoom / fit, most) / theme.zoom
            self._themes = theme, zoom_for_scale(theme, larger, fit), most, fit
        scale = self.look.scale * self._fit
        return replace(self.look, theme=self._themes[1], scale=scale, visible=self.seen)

    @property
    def _fit(self) -> float:
        """The factor by which the table fits the layout into the window."""
        return self.layout.fit(self.look.visible.size)

    @property
    def buttons(self) -> tuple[HudButton, ...]:
        """Every button of the HUD."""
        return tuple(node for node in self.walk() if isinstance(node, HudButton))

    def things(self) -> tuple[Obstacle, ...]:
        """List what lies on the table, in the root's space; a hint does, too."""
        hints = [
            Obstacle(at, _OTHER_BUBBLE) for name, at in self._above.items() if name == _FRAMING
        ]
        return tuple(
            Obstacle(Rect.around(self.world.apply(corner) for corner in area.corners), weight)
            for area, weight in (*list_obstacles(self.layout), *hints)
        )

    # -- laying out --------------------------------------------------------------------------

    def settle(self, layout: Layout, look: Look | None = None) -> None:
        """Lay everything out by a layout, which may be for another number of seats."""
        self.layout = layout
        self.look = look or self.look
        while len(self.seats) >= layout.seats:
            del self.parts[zone_name("panel", len(self.seats))]
            self.seats.pop().detach()
        for place in range(len(self.seats) + 1, layout.seats):
            panel = SeatPanel(self.inner_look, self.ink, self._texts, name=f"seat {place}")
            self.parts[zone_name("panel", place)] = panel
            self.seats.append(panel)
            self._seats.add(panel)
        self.show_outcomes(())
        self._tell_tip(None)
        self.refresh()

    def refresh(self) -> None:
        """Hand the look on, and lay everything out again."""
        local = self.inner_look
        for child in (*self.children, *self.over.children):
            restyle_tree(child, local)
        self._place()
        if self._model is not None and len(self._model.seats) == self.layout.seats:
            self.show(self._model)

    def _place(self) -> None:
        """Put every part into its zone; what has none shows nothing."""
        self.backdrop.place(self._ground)
        for name, part in self.parts.items():
            part.visible = name in self.layout.by_name
            if part.visible:
                part.settle(self.layout, self.layout.by_name[name])

    # -- showing -----------------------------------------------------------------------------

    def show(self, model: TableModel) -> None:
        """Show a model. Raises ValueError when the layout is for another number of seats."""
        if len(model.seats) != self.layout.seats:
            raise ValueError(f"{len(model.seats)} seats in a layout for {self.layout.seats}")
        self._model = model
        has_log = "log" in self.layout.by_name
        values = {
            "message": model.why,
            "actions": model.actions,
            "title": model.title,
            "supply": model.deck,
            "log": model.history,
            **{zone_name("panel", seat.place): seat for seat in model.seats},
            zone_name("panel", 0): OwnPanel(
                model.seats[0], model.viewer, None if has_log else model.history
            ),
            **model.panels,
        }
        middle = self._middle().centre - self._ground.position
        self.backdrop.show(BackdropModel(model.mood, middle))
        for name, part in self.parts.items():
            if part is not self.tools and part is not self.chips:
                value = values.get(name)
                part.visible = value is not None and name in self.layout.by_name
                if value is not None:
                    part.show(value)

    def _middle(self) -> Rect:
        """Give the zone in the middle of the table, without one a point there."""
        name = self._model.middle if self._model is not None else ""
        spec = self.layout.by_name.get(name)
        w, h = self.layout.size
        return Rect(w / 2, h / 2, 0.0, 0.0) if spec is None else spec.area

    def show_tools(self, tools: ToolsModel) -> None:
        """Show which tools are on, and the speed."""
        self.tools.show(tools)

    def show_outcomes(self, outcomes: Sequence[tuple[Rect, Preview]]) -> None:
        """Show exactly these previews, each beside its zone's rectangle.

        Beside what lies in the middle one keeps clear of all of it, everywhere of what lies above.
        """
        self._outcomes = outcomes
        middle = self._middle()
        while len(self._previews) < len(outcomes):
            more = PreviewBubble(self.inner_look, self.ink, name="preview")
            self._previews.append(more)
            self.over.add(more)
        for bubble in self._previews[len(outcomes) :]:
            bubble.hide()
        things = list(list_obstacles(self.layout))
        things += [Obstacle(above, _OTHER_BUBBLE) for above in self._above.values()]
        for bubble, (area, preview) in zip(self._previews, outcomes, strict=False):
            target = area.union(middle) if area.overlaps(middle) else area
            bubble.aim(preview, target, self.room, things)
            things.append(Obstacle(Rect(*bubble.position, *bubble.size), _OTHER_BUBBLE))
        self._clear()

    def make_way(self, name: str, bounds: Rect | None) -> None:
        """Show nothing half covered by what lies above, in the root's space; None: it has gone."""
        before = self._above.pop(name, None)
        if bounds is not None:
            corners = (self.to_local(corner) for corner in bounds.corners)
            self._above[name] = Rect.around(corner for corner in corners if corner is not None)
        if self._outcomes and self._above.get(name) != before:
            self.show_outcomes(self._outcomes)
        else:
            self._clear()

    def _clear(self) -> None:
        """Hide words that bubbles and frames would cut: half a word is worse than none."""
        covers, tips = list_bubble_places(self._previews), list_bubble_places([self.tip])
        is_framed = bool(covers) or _FRAMING in self._above
        covers += self._above.values()
        for label in self._hidden:
            label.alpha = 1.0
        self._hidden = list_half_covered(self, covers + tips)
        for label in self._hidden:
            label.alpha = 0.0
        log = Rect(*self.history.position, *self.history.size)
        self.history.alpha = 0.0 if any(box.overlaps(log) for box in covers) else 1.0
        for part in self.owned:
            part.alpha = 0.0 if is_framed and part.crosses_edge else 1.0

    def heed_pointer(self, hovered: Node | None) -> None:
        """Let buttons tell about themselves below the pointer from now on: it has moved."""
        if not self.heeds_pointer:
            self.heeds_pointer = True
            if isinstance(hovered, HudButton) and hovered in self.buttons:
                self._tell_tip(hovered)

    def explain(self, node: Node | None, words: Runs = ()) -> None:
        """Say something about a node of the table, in a tip beside it; None hides the tip."""
        self.tip.visible = node is not None
        if node is not None:
            found = map(self.to_local, node.bounds.corners)
            about = Rect.around(each for each in found if each is not None)
            self.tip.tell(words, about, self.room, lambda box: len(list_half_covered(self, [box])))
        self._clear()

    def meanings(self) -> tuple[Meaning, ...]:
        """Give what every mark and figure means that is shown now."""
        return () if self._model is None else list_meanings(self, self._model, self._texts)

    def piles(self) -> dict[str, str]:
        """Say what lies face down or in piles, by the layout's names of the zones."""
        return {} if self._model is None else describe_piles(self._model, self._texts)

    def _tell_hovered(self, button: HudButton | None) -> None:
        if button is None or self.heeds_pointer:
            self._tell_tip(button)

    def _tell_tip(self, button: HudButton | None) -> None:
        shown = None if button is None else button.shown
        self.explain(button, () if shown is None else shown.tip)


def _has_seat(zone: str) -> bool:
    """Tell by its name in layouts whether a zone belongs to a seat."""
    return "." in zone
