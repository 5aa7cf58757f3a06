"""The focus ring: an outline that shows which node the keyboard or the pad operates."""

from __future__ import annotations

from typing import Any

from red7_desktop.scene.geometry import CENTRE, Rect, Size
from red7_desktop.scene.node import Node
from red7_desktop.scene.paint.pictures import BoxPicture, LayeredPicture, Shadow
from red7_desktop.scene.theme.style import Look
from red7_desktop.scene.widgets.base import Widget

_NOBODY = Node()


class FocusRing(Widget):
    """Lies around another node, wherever that goes, whatever it is.

    A dark line runs on both sides of the bright one, so that it shows on bright cards as well.
    """

    def __init__(self, look: Look, **options: Any) -> None:
        super().__init__(look, anchor=CENTRE, visible=False, **options)
        self._owner: Node | None = None

    def follow(self, node: Node | None) -> None:
        """Show the ring around a node in its present place and pose, or hide it."""
        self._owner = node
        self.visible = node is not None and node.is_shown
        if node is None or not self.visible:
            return
        sizes = self.look.theme.sizes
        world = node.world
        reach = 2 * (sizes.focus_gap + sizes.focus_width)
        self.position = node.centre
        self.rotation = world.degrees
        self.size = Size(
            node.size.w * world.scale_x + reach, node.size.h * abs(world.scale_y) + reach
        )
        self.picture = self._outline(node)

    def surround(self, box: Rect | None) -> None:
        """Show the ring around a box of the root's space, or hide it."""
        self._owner = None
        self.visible = box is not None
        if box is not None:
            sizes = self.look.theme.sizes
            reach = 2 * (sizes.focus_gap + sizes.focus_width)
            self.position, self.rotation = box.centre, 0.0
            self.size = Size(box.w + reach, box.h + reach)
            self.picture = self._outline(_NOBODY)

    def refresh(self) -> None:
        """Lay the ring out anew."""
        self.follow(self._owner)

    def _outline(self, node: Node) -> LayeredPicture:
        sizes = self.look.theme.sizes
        dark = self.look.theme.colour("table")
        colour = self.look.theme.colour("focus")
        radius = node.picture.radius if isinstance(node.picture, BoxPicture) else 10.0
        radius += sizes.focus_gap + sizes.focus_width
        halo = (
            Shadow(colour.with_alpha(0.45), blur=14.0),
            Shadow(dark, blur=2.0, spread=0.8 * sizes.focus_gap),
        )
        below = BoxPicture(
            radius=radius,
            border=dark,
            border_width=sizes.focus_width + sizes.focus_gap,
            shadows=halo,
        )
        ring = BoxPicture(radius=radius, border=colour, border_width=sizes.focus_width)
        return LayeredPicture((below, ring))
