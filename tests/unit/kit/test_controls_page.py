"""The page about controls names the keys and buttons that there are."""

from __future__ import annotations

from pathlib import Path

from red7_desktop.games.registry import BOX, describe_own_intents
from red7_desktop.kit.bindings import Bindings, describe_intents
from red7_desktop.kit.devices import Controls, build_key_prompt
from red7_desktop.kit.texts import Texts

PAGE = Path(__file__).parents[3] / "docs" / "controls.md"


def rows() -> list[str]:
    texts, made, controls = Texts(), Bindings(), Controls()
    lines = []
    for intent, words in describe_intents(texts, describe_own_intents(BOX, texts)).items():
        keys = dict.fromkeys(build_key_prompt(key, texts).words for key in made.keys[intent])
        pads = [controls.pad_prompt(button, texts).words for button in made.pad[intent]]
        lines.append(f"| {words} | {', '.join(keys)} | {', '.join(pads)} |")
    return lines


def test_the_page_has_a_row_for_everything_that_can_be_asked_for() -> None:
    page = PAGE.read_text(encoding="utf-8").splitlines()
    assert [row for row in rows() if row not in page] == []
