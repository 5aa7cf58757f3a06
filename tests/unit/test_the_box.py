"""The box names no game: what it says fits any of them."""

from __future__ import annotations

import re
from typing import Final

import pytest

from red7_desktop.games.registry import BOX, GameRow
from red7_desktop.kit.texts import Texts
from tests.unit.test_house import PACKAGE, ROOT, modules, name_of, room_of

NO_GAMES_WORDS: Final = re.compile(r"\b(palette|canvas|trash|spring.cleaning)s?\b", re.IGNORECASE)
"""What only one of the games in the box speaks of."""
ALLOWED: Final = frozenset({"kit/bindings.py", "lab/workbench.py"})
"""What keeps the names of 0.1.0 in files, which were Red7's words; the table of the workbenches."""


def test_the_box_speaks_no_games_words() -> None:
    said = [
        f"{path.relative_to(PACKAGE)}: {found[0]}"
        for path in modules()
        if room_of(name_of(path)) in {"tabletop", "play", "table", "kit", "app", "lab"}
        and path.relative_to(PACKAGE).as_posix() not in ALLOWED
        for found in NO_GAMES_WORDS.finditer(path.read_text(encoding="utf-8"))
    ]
    assert said == []


@pytest.mark.parametrize("row", BOX.values(), ids=BOX)
def test_a_face_has_words_for_each_switch_of_its_row(row: GameRow) -> None:
    assert tuple(row.face().switches(Texts())) == row.switches


def test_a_strangers_face_is_short() -> None:
    face = ROOT / "tests" / "bazaar" / "face.py"
    assert len(face.read_text(encoding="utf-8").splitlines()) <= 200
