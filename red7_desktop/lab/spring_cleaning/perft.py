"""The command `perft`: counts the steps that lie ahead."""

from __future__ import annotations

from typing import Final

from red7_desktop.games.spring_cleaning.rules.notation import parse_position
from red7_desktop.games.spring_cleaning.rules.playout import count_by_first_step, count_sequences
from red7_desktop.lab.perft import make_perft_command

COMMAND: Final = make_perft_command(
    parse_position,
    count_sequences,
    count_by_first_step,
    unit="step",
    details="""\
Counts the sequences of exactly N steps, by whoever acts. A round that ends earlier has none.
While offers are sealed the seats pick in their order. All cards must be known, since draws follow
the deck; an empty one is the discarded cards as they lie. --divide prints a line for every first
step, then the total.

  python -m red7_desktop.lab perft --depth 2 --divide \\
      "spring / table 9 :B / deck / discard 4 5 / A> 1 : 8 : 0 / B 2 3 : : 0"
""",
)
