"""The kinds of zones on a table of Red7: those of any table, and its own."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from red7_desktop.table.arrange import Style
from red7_desktop.table.spec import COMMON_KINDS, PILE, Kind, Kinds, Opens

ZONE_KINDS: Final[Kinds] = MappingProxyType(
    {
        **COMMON_KINDS,
        "deck": Kind(style=PILE, required=True, weight=2.0),
        "points": Kind(owned=True, required=True),
        "palette": Kind(owned=True, style=Style("row"), required=True, weight=4.0, opens=Opens.ALL),
        "score": Kind(owned=True, style=PILE, required=True, opens=Opens.TOP),
        "tally": Kind(owned=True, required=True),
        "canvas": Kind(style=PILE, required=True, weight=4.0, opens=Opens.TOP),
        "ring": Kind(required=True, encloses=frozenset({"canvas"}), weight=1.0),
        "banner": Kind(required=True, weight=1.0),
    }
)
"""A palette shows every card, the canvas its rule on a ring, the score pile its points."""
