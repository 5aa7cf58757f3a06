"""The kinds of zones on a table of Red7: those of any table, and its own."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from red7_desktop.table.arrange import Style
from red7_desktop.table.spec import COMMON_KINDS, PILE, OpenCards, ZoneKind, ZoneKinds

ZONE_KINDS: Final[ZoneKinds] = MappingProxyType(
    {
        **COMMON_KINDS,
        "deck": ZoneKind(style=PILE, required=True, weight=2.0),
        "points": ZoneKind(owned=True, required=True),
        "palette": ZoneKind(
            owned=True, style=Style("row"), required=True, weight=4.0, opens=OpenCards.ALL
        ),
        "score": ZoneKind(owned=True, style=PILE, required=True, opens=OpenCards.TOP),
        "tally": ZoneKind(owned=True, required=True),
        "canvas": ZoneKind(style=PILE, required=True, weight=4.0, opens=OpenCards.TOP),
        "ring": ZoneKind(required=True, encloses=frozenset({"canvas"}), weight=1.0),
        "banner": ZoneKind(required=True, weight=1.0),
    }
)
"""A palette shows every card, the canvas its rule on a ring, the score pile its points."""
