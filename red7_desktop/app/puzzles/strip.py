"""What lies above a puzzle's table: the goal, and the others' hands where they lie open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.app.puzzles.goal_banner import GoalBanner, GoalModel
from red7_desktop.app.replay.open_hands import OpenHands
from red7_desktop.kit.hud.ink import TextStyler
from red7_desktop.scene.geometry import Rect
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture, Shadow

if TYPE_CHECKING:
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.exercise import ExerciseSession

_STRIP_HEIGHT: Final = 88.0
"""However large the interface is: its words grow to the side, or the table would be smaller."""

_PART: Final = 0.095
"""The banner is no higher than this part of the window."""

_WIDE: Final = 800.0

_BESIDE: Final = 330.0
"""Hands lie beside the banner where each has so much room at zoom 1, else below it."""

_LOW: Final = 0.7
"""Beside the banner they are as high as it is: at least this part of what they would like."""

_ROW: Final = 0.15
"""A row of hands is no higher than this part of the window."""

_FLASH: Final = 0.9
"""Seconds."""


class Strip(Node):
    """Takes the top of the window. has_hands: whether the others' hands lie open."""

    def __init__(self, kit: Ui, session: ExerciseSession, *, has_hands: bool) -> None:
        super().__init__(name="strip")
        self._kit = kit
        self._session = session
        self._goal: GoalModel | None = None
        self._banner: GoalBanner | None = None
        self._hands: list[OpenHands] = []
        others = [seat for seat in range(len(session.seats)) if seat != session.viewer]
        half = (len(others) + 1) // 2
        self._sides = (others[:half], others[half:]) if has_hands else ([], [])

    # -- where it lies -----------------------------------------------------------------------

    def room(self, visible: Rect) -> Rect:
        """Give what is left of the window below."""
        high = self._banner_area(visible).bottom + self._gap - visible.y
        if self._has_row(visible):
            high += self._row(visible) + self._gap
        return Rect(visible.x, visible.y + high, visible.w, visible.h - high)

    def settle(self, visible: Rect) -> None:
        """Make everything anew, in the present look."""
        for child in self.children:
            child.detach()
        look = self._kit.stage.look
        ink = TextStyler(self._kit.faces, self._kit.settings.colours)
        area = self._banner_area(visible)
        self._banner = GoalBanner(look, ink, name="goal")
        self._banner.place(area)
        self.add(self._banner)
        self._hands = []
        for seats, place in self._places(visible, area):
            hands = OpenHands(look, self._kit, seats)
            hands.place(place)
            self._hands.append(hands)
            self.add(hands)
        if self._goal is not None:
            self.show(self._goal)

    @property
    def _gap(self) -> float:
        theme = self._kit.stage.look.theme
        return 0.7 * theme.sizes.gap / theme.zoom

    def _margin(self) -> float:
        return self._kit.stage.look.theme.sizes.safe_margin

    def _banner_area(self, visible: Rect) -> Rect:
        zoom = self._kit.stage.look.theme.zoom
        high = min(_STRIP_HEIGHT, _PART * visible.h)
        wide = min(_WIDE * zoom, visible.w - 2 * self._margin())
        return Rect(visible.centre.x - wide / 2, visible.y + self._gap, wide, high)

    def _row(self, visible: Rect) -> float:
        look = self._kit.stage.look
        return min(OpenHands.height(look) / look.theme.zoom, _ROW * visible.h)

    def _has_row(self, visible: Rect) -> bool:
        """Tell whether hands need a row of their own."""
        return bool(self._sides[0]) and not self._is_beside(visible)

    def _is_beside(self, visible: Rect) -> bool:
        look = self._kit.stage.look
        area = self._banner_area(visible)
        beside = area.x - visible.x - self._margin() - self._gap
        fits = area.h >= _LOW * OpenHands.height(look) / look.theme.zoom
        return fits and beside >= _BESIDE * look.theme.zoom

    def _places(self, visible: Rect, area: Rect) -> list[tuple[list[int], Rect]]:
        left, right = self._sides
        if not left:
            return []
        margin = self._margin()
        if not self._is_beside(visible):
            high = self._row(visible)
            row = Rect(visible.x + margin, area.bottom + self._gap, visible.w - 2 * margin, high)
            return [([*left, *right], row)]
        wide = area.x - visible.x - margin - 3 * self._gap
        at_left = Rect(visible.x + margin, area.y, wide, area.h)
        at_right = Rect(area.right + 3 * self._gap, area.y, wide, area.h)
        return [(seats, at) for seats, at in ((left, at_left), (right, at_right)) if seats]

    # -- what it shows -----------------------------------------------------------------------

    def show(self, goal: GoalModel) -> None:
        """Show what is asked, and the hands as they are now."""
        self._goal = goal
        if self._banner is not None:
            self._banner.show(goal)
        for hands in self._hands:
            hands.show(self._session)

    def flash(self) -> None:
        """Let the banner flash."""
        banner = self._banner
        if banner is None:
            return
        light = self._kit.stage.look.theme.colour("ok")
        flash = Node(name="flash", size=banner.size, position=banner.position)
        flash.picture = BoxPicture(light, 0.26 * banner.size.h, shadows=(Shadow(light, 60.0),))
        flash.alpha = 0.85
        self.add(flash)
        self._kit.stage.animator.to(flash, "alpha", 0.0, _FLASH, done=flash.detach)
