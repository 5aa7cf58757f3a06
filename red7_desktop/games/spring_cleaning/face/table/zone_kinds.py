"""The kinds of zones on a table of Spring Cleaning: those of any table, and its own."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from red7_desktop.table.arrange import Style
from red7_desktop.table.spec import COMMON_KINDS, PILE, OpenCards, ZoneKind, ZoneKinds

_ROW: Final = Style("row")

_STAIR: Final = Style("row", clear=0.3)
"""In a long trick it is the latest combinations that count."""


ZONE_KINDS: Final[ZoneKinds] = MappingProxyType(
    {
        **COMMON_KINDS,
        "actions": ZoneKind(required=True, weight=20.0),
        "tools": ZoneKind(required=True, weight=20.0),
        "message": ZoneKind(required=True, weight=9.0),
        "hand": ZoneKind(owned=True, style=_ROW, required=True, weight=4.0),
        "offer": ZoneKind(owned=True, style=_ROW, required=True, weight=4.0, opens=OpenCards.ALL),
        "drawn": ZoneKind(owned=True, style=_ROW, required=True, weight=4.0),
        "picked": ZoneKind(
            owned=True, style=_ROW, required=True, encloses=frozenset({"offer"}), weight=4.0
        ),
        "table": ZoneKind(style=_ROW, required=True, weight=4.0, opens=OpenCards.ALL),
        "trick": ZoneKind(style=_STAIR, required=True, weight=3.0, opens=OpenCards.ALL),
        "deck": ZoneKind(style=PILE, required=True, weight=2.0),
        "discard": ZoneKind(style=PILE, required=True, opens=OpenCards.ALL),
        "discarded": ZoneKind(),
        "left": ZoneKind(owned=True),
        "trash": ZoneKind(owned=True),
        "race": ZoneKind(required=True, weight=3.0),
        "holder": ZoneKind(weight=3.0),
        "steps": ZoneKind(weight=0.5),
        "mat": ZoneKind(owned=True, encloses=frozenset({"offer"})),
    }
)
"""Hands are rows, for their order counts, and offers lie open beside them. `table` has the
combination to beat, `trick` those that it has beaten; `drawn` and `picked` hold what waits for its
place in a hand, and as an offer is picked up whole, both may lie in one place. The rest are the
zones of the game's own parts. Cards are picked first and played with a button, which therefore
nothing should lie upon; nor upon other buttons, nor upon the message, which says what has to be
beaten."""
