"""What people can choose for every game: the hue of the table, and the back of the cards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.kit.settings import OWN_BACK

if TYPE_CHECKING:
    import pygame

    from red7_desktop.kit.look.faces import Painter

_LOG: Final = logging.getLogger(__name__)

_PLAIN: Final = ("#232033", "#8a8398")
"""Fill and rim of a back whose file is damaged."""

_KEPT: Final = 6


HUES: Final[Mapping[str, float]] = MappingProxyType({"felt": 156.0, "wood": 27.0})
"""The hue of panels and quiet words around a table, for games without a hue of their own.

The tables that are not here are made of nothing in particular, see `Theme.ground`.
"""


def choose_back_painter(back: str, asset: Callable[..., Path]) -> Painter | None:
    """Give what paints a back by its name; None for the game's own."""
    if back == OWN_BACK:
        return None

    @lru_cache(maxsize=_KEPT)
    def paint(w: int, h: int) -> pygame.Surface:
        from red7_desktop.kit.look.plain_card import draw_plain_panel
        from red7_desktop.kit.look.svg_picture import DrawingDamaged, rasterise, to_straight_alpha

        try:
            drawn = rasterise(asset("cards") / "backs" / f"{back}.svg", (w, h))
        except DrawingDamaged as reason:
            _LOG.warning("a card back is shown plain: %s", reason)
            drawn = draw_plain_panel((w, h), *_PLAIN)
        return to_straight_alpha(drawn)

    return paint
