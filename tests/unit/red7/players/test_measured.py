"""What the app says of its levels: a face, words, and the strength that was measured."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.face.words import describe_characters
from red7_desktop.games.red7.players.levels import LEVELS, MEASURED
from red7_desktop.games.registry import BOX
from red7_desktop.kit.look.icons import PORTRAITS
from red7_desktop.kit.phrases import (
    describe_doings,
    describe_kinds,
    describe_level,
    describe_strengths,
    strength_line,
)
from red7_desktop.kit.texts import Texts

KEYS = [level.key for level in LEVELS]
PLAYERS = BOX["red7"].players()


@pytest.mark.parametrize("key", KEYS)
def test_every_level_has_a_face_and_words_about_it(key: str) -> None:
    texts = Texts()
    assert key in PORTRAITS
    for words in (
        describe_kinds(texts),
        describe_characters(texts),
        describe_doings(texts),
        describe_strengths(texts),
    ):
        assert words[key]
    line, told = (
        strength_line(texts, PLAYERS, key),
        describe_level(texts, describe_characters(texts), key),
    )
    assert f"Elo {MEASURED[key].elo}" in line
    assert describe_characters(texts)[key] in told
    assert describe_strengths(texts)[key] in told
    assert "Elo" not in told


def test_nothing_is_said_about_a_person_or_somebody_unknown() -> None:
    texts, said = Texts(), describe_characters(Texts())
    assert describe_level(texts, said, None) == describe_level(texts, said, "gone") == ""
    assert strength_line(texts, PLAYERS, "gone") == ""
