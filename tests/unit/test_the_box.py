"""The box names no game: what it says fits any of them."""

from __future__ import annotations

import re
from typing import Final

from tests.unit.test_house import PACKAGE, modules, name_of, room_of

NO_GAMES_WORDS: Final = re.compile(r"\b(palette|canvas|trash|spring.cleaning)s?\b", re.IGNORECASE)
"""What only one of the games in the box speaks of."""
SAVED_WORDS: Final = frozenset({"kit/input/intents.py"})
"""What keeps the names of 0.1.0 in files, which were Red7's words."""


def test_the_box_speaks_no_games_words() -> None:
    said = [
        f"{path.relative_to(PACKAGE)}: {found[0]}"
        for path in modules()
        if room_of(name_of(path)) in {"tabletop", "play", "table", "kit", "app"}
        and path.relative_to(PACKAGE).as_posix() not in SAVED_WORDS
        for found in NO_GAMES_WORDS.finditer(path.read_text(encoding="utf-8"))
    ]
    assert said == []
