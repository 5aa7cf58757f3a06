"""The spoken log in the program: off by default, heard at the table, cut short by people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from red7_desktop.kit.setup import SeatPlan
from red7_desktop.kit.sound.speech import Speech
from tests.setups import red7_setup
from tests.ui.pilot import Pilot
from tests.ui.screens import Opened, settings

SETUP = red7_setup((SeatPlan("Ada"), SeatPlan(level="casual")), seed=11)


class Recorder(Speech):
    """A voice that only remembers what it has said."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.hushed = 0

    def say(self, texts: Iterable[str], language: str = "en") -> None:
        self.said += texts

    def hush(self) -> None:
        self.hushed += 1


def speak(pilot: Pilot, *, is_on: bool = True) -> Recorder:
    kit = pilot.program.kit
    kit.speech = recorder = Recorder()
    kit.change_settings(replace(kit.settings, spoken_log=is_on))
    return recorder


def test_nothing_is_said_unless_people_want_it(pilot: Pilot) -> None:
    recorder = speak(pilot, is_on=False)
    pilot.play(SETUP)
    pilot.wait_for_me()
    assert not recorder.said


def test_the_voice_is_heard_when_it_is_switched_on_and_stops_when_off(pilot: Pilot) -> None:
    recorder = speak(pilot)
    assert recorder.said == ["What happens is read aloud."]
    hushed = recorder.hushed
    pilot.program.kit.change_settings(replace(pilot.program.kit.settings, spoken_log=False))
    assert recorder.hushed > hushed


def test_a_round_is_told_from_the_deal_on(pilot: Pilot) -> None:
    recorder = speak(pilot)
    pilot.play(SETUP)
    pilot.wait_for_me()
    assert recorder.said[1].startswith("Everybody is dealt 7 cards and, face up, one more: You ")
    assert recorder.said[-1] == "It is your turn"


def test_what_a_person_does_cuts_short_what_is_being_said(pilot: Pilot) -> None:
    recorder = speak(pilot)
    pilot.play(SETUP)
    pilot.wait_for_me()
    hushed = recorder.hushed
    pilot.press("give_up")
    pilot.press("yes")
    assert recorder.hushed > hushed
    assert any(line.startswith("You went out under ") for line in recorder.said)
    hushed = recorder.hushed
    pilot.program.show_title()
    assert recorder.hushed > hushed


def test_the_settings_say_where_there_is_no_voice() -> None:
    opened = Opened(settings)
    words = [getattr(node.picture, "text", "") for node in opened.stage.root.walk()]
    assert "No voice was found on this system, so nothing can be said." in words
