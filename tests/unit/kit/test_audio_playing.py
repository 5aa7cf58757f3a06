"""Checks what the sound player plays when, and how loud."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from red7_desktop.kit.sound.audio import AGAIN_AFTER, CHANNELS
from red7_desktop.kit.sound.cues import TAKES, Cue, Sound
from tests.unit.kit.sound_player import Player, write_long_sounds


@pytest.fixture(scope="module")
def long_sounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    write_long_sounds(folder)
    return folder


@pytest.fixture(autouse=True)
def _mixer() -> Iterator[None]:
    """Begin and end every test without a device."""
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.fixture
def player(long_sounds: Path) -> Player:
    """Open a player of long sounds."""
    found = Player(long_sounds)
    found.audio.open()
    return found


# -- playing -------------------------------------------------------------------------------


def test_the_same_sound_does_not_begin_twice_at_once(player: Player) -> None:
    assert player.audio.play(Sound.DEAL)
    player.wait(AGAIN_AFTER * 0.9)
    assert not player.audio.play(Sound.DEAL)
    assert player.audio.play(Sound.SLIDE)
    player.wait(AGAIN_AFTER * 0.2)
    assert player.audio.play(Sound.DEAL)


def test_a_sound_with_several_takes_is_played_in_turn(player: Player) -> None:
    for _ in range(TAKES[Sound.DEAL] + 1):
        player.audio.play(Sound.DEAL)
        player.wait(1.0)
    assert player.heard == ["deal.ogg", "deal_2.ogg", "deal_3.ogg", "deal.ogg"]


def test_one_sound_too_many_is_left_out(player: Player) -> None:
    started = []
    for _ in range(CHANNELS + 1):
        started.append(player.audio.play(Sound.PLACE))
        player.wait(1.0)
    assert started == [True] * CHANNELS + [False]


def test_cues_are_played_at_their_times(player: Player) -> None:
    player.audio.perform([Cue(0.0, Sound.DEAL), Cue(0.2, Sound.SLIDE), Cue(0.5, Sound.PLACE)])
    assert player.heard == ["deal.ogg"]
    player.wait(0.19)
    assert player.heard == ["deal.ogg"]
    player.wait(0.02)
    assert player.heard == ["deal.ogg", "slide.ogg"]
    player.wait(1.0)
    assert player.heard == ["deal.ogg", "slide.ogg", "place.ogg"]


def test_at_a_higher_speed_cues_come_sooner(player: Player) -> None:
    player.audio.perform([Cue(0.4, Sound.SLIDE)], speed=4.0)
    player.wait(0.09)
    assert player.heard == []
    player.wait(0.02)
    assert player.heard == ["slide.ogg"]


def test_where_nothing_is_animated_all_cues_come_at_once(player: Player) -> None:
    cues = [Cue(0.1 * nth, Sound.DEAL) for nth in range(20)]
    player.audio.perform([*cues, Cue(3.0, Sound.PLACE)], speed=math.inf)
    assert player.heard == ["deal.ogg", "place.ogg"]


def test_what_was_to_come_is_forgotten_when_hushed(player: Player) -> None:
    player.audio.perform([Cue(0.1, Sound.DEAL), Cue(0.5, Sound.SLIDE)])
    player.wait(0.2)
    player.audio.hush()
    player.wait(1.0)
    assert "slide.ogg" not in player.heard
    assert player.timers.next_due is None


# -- how loud ------------------------------------------------------------------------------


def volume() -> float:
    """Give the volume of the one sound that is playing."""
    playing = [pygame.mixer.Channel(n).get_sound() for n in range(CHANNELS)]
    (sound,) = [found for found in playing if found is not None]
    return sound.get_volume()


@pytest.mark.parametrize(("loudness", "expected"), [(1.0, 1.0), (0.5, 0.25), (0.01, 1 / 128)])
def test_the_volume_goes_with_the_square_of_the_loudness(
    long_sounds: Path, loudness: float, expected: float
) -> None:
    player = Player(long_sounds, loudness=loudness)
    player.audio.open()
    player.audio.play(Sound.PLACE)
    assert volume() == pytest.approx(expected)


def test_a_change_of_loudness_is_heard_in_what_is_sounding(player: Player) -> None:
    player.audio.play(Sound.PLACE)
    assert volume() == 1.0
    player.audio.loudness = 0.5
    assert player.audio.loudness == 0.5
    assert volume() == pytest.approx(0.25)


def test_muted_means_nothing_at_all_and_at_once(player: Player) -> None:
    player.audio.perform([Cue(0.0, Sound.PLACE), Cue(0.1, Sound.SLIDE)])
    player.audio.loudness = 0.0
    assert not pygame.mixer.get_busy()
    player.wait(1.0)
    assert not pygame.mixer.get_busy()
    player.audio.loudness = 1.0
    player.wait(1.0)
    assert player.audio.play(Sound.PLACE)
