"""The command `perft`: counts the turns that lie ahead."""

from __future__ import annotations

from typing import Final

from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.playout import count_by_first_turn, count_sequences
from red7_desktop.lab.perft import make_perft_command

COMMAND: Final = make_perft_command(
    parse_position,
    count_sequences,
    count_by_first_turn,
    unit="turn",
    details="""\
Counts the sequences of exactly N turns, by all seats in order. A round that ends earlier has
none. All cards must be known, since draws follow the deck; a turn that draws by a 3 splits into
all its ways to go on. --divide prints a line for every first turn, then the total.

  python -m red7_desktop.lab perft --depth 2 --divide \\
      "red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :"
""",
)
