from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from red7_desktop.kit.pages.page import ask, show_message
from red7_desktop.scene.geometry import Vec
from tests.ui.screens import Opened, title

CLOSINGS: dict[str, Callable[[Opened], None]] = {
    "Esc": lambda opened: opened.key(pygame.K_ESCAPE),
    "the pad's B": lambda opened: opened.pad(pygame.CONTROLLER_BUTTON_B),
    "a click outside": lambda opened: opened.click_at(Vec(5.0, 5.0)),
    "its harmless button": lambda opened: opened.key(pygame.K_RETURN),
}


@pytest.mark.parametrize("closing", CLOSINGS)
def test_a_message_closes_in_every_way_and_gives_the_focus_back(closing: str) -> None:
    opened = Opened(title)
    opened.focus_on("settings")
    show_message(opened.kit, "Settings", "They were damaged.")
    assert opened.focus_name == "done"
    CLOSINGS[closing](opened)
    assert not opened.has("message")
    assert opened.focus_name == "settings"


@pytest.mark.parametrize("closing", CLOSINGS)
def test_closing_a_question_in_any_way_means_no(closing: str) -> None:
    opened = Opened(title)
    answers: list[str] = []
    ask(
        opened.kit,
        "Give up?",
        "This cannot be undone.",
        yes="Give up",
        on_yes=lambda: answers.append("yes"),
        on_no=lambda: answers.append("no"),
    )
    CLOSINGS[closing](opened)
    assert answers == ["no"]
    assert not opened.has("question")


def test_a_question_is_answered_by_its_button() -> None:
    opened = Opened(title)
    answers: list[str] = []
    ask(opened.kit, "Give up?", "Really?", yes="Yes", on_yes=lambda: answers.append("yes"))
    opened.click("yes")
    assert answers == ["yes"]
    assert not opened.has("question")


def test_a_question_may_lead_to_another() -> None:
    opened = Opened(title)

    def go_on() -> None:
        show_message(opened.kit, "Two", "Done.")

    ask(opened.kit, "One", "?", yes="Yes", on_yes=go_on)
    opened.click("yes")
    assert opened.has("message")
    opened.key(pygame.K_ESCAPE)
    assert not opened.has("message")
