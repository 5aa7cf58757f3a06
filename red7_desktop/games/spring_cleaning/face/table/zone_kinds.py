"""The kinds of zones on a table of Spring Cleaning: those of any table, and its own."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from red7_desktop.table.arrange import Style
from red7_desktop.table.spec import COMMON_KINDS, PILE, Kind, Kinds, Opens

_ROW: Final = Style("row")
_STAIR: Final = Style("row", clear=0.3)
"""In a long trick it is the latest combinations that count."""

ZONE_KINDS: Final[Kinds] = MappingProxyType(
    {
        **COMMON_KINDS,
        "actions": Kind(required=True, weight=20.0),
        "tools": Kind(required=True, weight=20.0),
        "message": Kind(required=True, weight=9.0),
        "hand": Kind(owned=True, style=_ROW, required=True, weight=4.0),
        "offer": Kind(owned=True, style=_ROW, required=True, weight=4.0, opens=Opens.ALL),
        "drawn": Kind(owned=True, style=_ROW, required=True, weight=4.0),
        "picked": Kind(
            owned=True, style=_ROW, required=True, encloses=frozenset({"offer"}), weight=4.0
        ),
        "table": Kind(style=_ROW, required=True, weight=4.0, opens=Opens.ALL),
        "trick": Kind(style=_STAIR, required=True, weight=3.0, opens=Opens.ALL),
        "deck": Kind(style=PILE, required=True, weight=2.0),
        "discard": Kind(style=PILE, required=True, opens=Opens.ALL),
        "discarded": Kind(),
        "left": Kind(owned=True),
        "trash": Kind(owned=True),
        "race": Kind(required=True, weight=3.0),
        "holder": Kind(weight=3.0),
        "steps": Kind(weight=0.5),
        "mat": Kind(owned=True, encloses=frozenset({"offer"})),
    }
)
"""Hands are rows, for their order counts, and offers lie open beside them. `table` has the
combination to beat, `trick` those that it has beaten; `drawn` and `picked` hold what waits for its
place in a hand, and as an offer is picked up whole, both may lie in one place. The rest are the
zones of the game's own parts. Cards are picked first and played with a button, which therefore
nothing should lie upon; nor upon other buttons, nor upon the message, which says what has to be
beaten."""
