"""Game records: a match as a text that people can read and that replays by itself.

Here is what such a record has of its own. `record_reading` reads them, `replay` plays them again.
docs/saves-and-records.md describes the format.
"""

from __future__ import annotations

from typing import Final

from red7_desktop.games.spring_cleaning.rules.text.turn_text import text_of_turn
from red7_desktop.tabletop.record import MatchOnRecord, TurnOnRecord

EXTENSION: Final = ".spring"

GAME: Final = "spring"

VERSION: Final = 1


class RecordedTurn(TurnOnRecord):
    """A finished turn, `4. B draw=7 insert 3 offer 1`, or a first offer.

    The first offers stand before the turns, from A on; those that are still sealed are left out.
    """

    text_of = staticmethod(text_of_turn)


class Record(MatchOnRecord):
    """A match of Spring Cleaning on record; a new deck is shuffled from its seed."""

    game = GAME
    version = VERSION
    turn = RecordedTurn

    def own_lines(self) -> list[str]:
        """Give when an offer is picked up."""
        return [f"pickup: {self.options.pickup}"]
