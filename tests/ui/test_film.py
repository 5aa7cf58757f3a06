"""Rounds on record are filmed: what is seen while the table plays them comes back from the file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.replay import film as filming
from red7_desktop.app.replay import film as pictures
from red7_desktop.kit.hud.buttons import HudButton
from red7_desktop.play import ai as advice
from red7_desktop.tabletop.files import CannotWrite
from tests.pngs import read_animation
from tests.ui.fingers import Fingers
from tests.ui.pilot import Pilot
from tests.ui.replaying import BlindPilot, QuickReviewer, judged, opened, settled
from tests.ui.seeing import words

OFF = "hud_tool"
"""The style of a tool that does nothing now."""


@pytest.fixture
def pilot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pilot]:
    monkeypatch.setattr(advice, "Reviewer", QuickReviewer)
    flying = BlindPilot(tmp_path)
    yield flying
    flying.close()


def film(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Film the round in few pictures, to its end."""
    monkeypatch.setattr(filming, "PAUSE", 1.0)
    pilot.press("save film")
    for _ in range(1000):
        pilot.frame(0.5, draws=True)
        if pilot.program.replays._part._film is None:
            break


def test_a_film_of_the_round_is_saved(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    session = opened(pilot)
    begin, end = session.timeline.rounds[1], session.timeline.last
    session.go_to(begin)
    judged(pilot)
    pilot.wait(2.0)
    pilot.frame(draws=True)
    at_first = seen(pilot)
    session.go_to(begin + 2)
    film(pilot, monkeypatch)
    assert looks(pilot) == OFF
    at_last = seen(pilot)
    settled(pilot)
    assert (session.at, session.is_playing) == (end, False)
    (file,) = pilot.paths.pictures.iterdir()
    assert file.name == "2020-02-20-round.png"
    assert str(file) in words(pilot)
    frames = read_animation(file.read_bytes())
    assert frames[-1].seconds >= 2.5
    assert len(frames) > (end - begin) // 2
    width, height = frames[0].picture.get_size()
    assert width * height == pytest.approx(400_000, rel=0.01)
    assert width / height == pytest.approx(at_first.get_width() / at_first.get_height(), rel=0.01)
    assert rough(frames[0].picture) == pytest.approx(rough(at_first), abs=8)
    assert rough(frames[-1].picture) == pytest.approx(rough(at_last), abs=8)
    assert rough(at_first) != pytest.approx(rough(at_last), abs=8)


def seen(pilot: Pilot) -> pygame.Surface:
    """Give what is seen above the dock."""
    window = pilot.program._pixels
    assert window is not None
    dock = pilot.nodes("dock")[0].find("ground")
    high = round(pilot.pixel(dock.position)[1])
    return window.subsurface((0, 0, window.get_width(), high)).copy()


def rough(picture: pygame.Surface) -> list[int]:
    """Give a picture's colours, in a few large pixels."""
    return [*pygame.image.tobytes(pygame.transform.smoothscale(picture, (16, 9)), "RGB")]


def looks(pilot: Pilot) -> str:
    """Give the style of the button that films: it shines while that is done."""
    (button,) = pilot.nodes("save film")
    assert isinstance(button, HudButton)
    assert button.shown is not None
    return button.shown.style


@pytest.mark.sampled
@pytest.mark.parametrize("device", ["mouse", "keyboard", "gamepad", "finger"])
def test_a_film_is_stopped_and_nothing_is_kept(
    pilot: Pilot, device: str, request: pytest.FixtureRequest
) -> None:
    press = pilot.press
    if device == "finger":
        press = Fingers(pilot).press
    elif device != "mouse":
        press = request.getfixturevalue(device).press
    session = opened(pilot)
    pilot.frame(draws=True)
    press("save film")
    for _ in range(20):
        pilot.frame(0.05, draws=True)
    assert session.awaits_ai
    assert looks(pilot) != OFF
    press("save film")
    settled(pilot)
    assert looks(pilot) == OFF
    assert not session.is_playing
    assert "No film was made." in words(pilot)
    assert not pilot.program.replays._part.is_waiting
    assert not pilot.paths.pictures.exists()


def test_a_film_ends_with_its_replay(pilot: Pilot) -> None:
    opened(pilot)
    pilot.frame(draws=True)
    pilot.press("save film")
    pilot.frame(draws=True)
    pilot.program.show_title()
    pilot.frame(0.5, draws=True)
    assert not pilot.program.replays._part.is_waiting
    assert not pilot.paths.pictures.exists()


def test_a_film_that_cannot_be_written_says_so(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise CannotWrite(Path("film.png"), "full", "no space left")

    session = opened(pilot)
    session.go_to(session.timeline.last)
    pilot.frame(draws=True)
    monkeypatch.setattr(pictures, "write_new", full)
    film(pilot, monkeypatch)
    settled(pilot)
    assert "The picture cannot be saved" in words(pilot)
