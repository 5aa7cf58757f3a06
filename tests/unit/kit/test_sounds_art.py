"""Checks the sound files: that they are what the script makes, and that they are fit to be heard.

The files are read by the mixer, as the program reads them; the script's waves come as WAV files.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
import wave
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import pygame
import pytest

from red7_desktop.games.red7.face.present import RULE_CHIMES
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.games.spring_cleaning.face.present import SOUNDS, TUCK
from red7_desktop.kit.sound.audio import FILE as AMBIENCE
from red7_desktop.kit.sound.audio import read_loop
from red7_desktop.kit.sound.cues import Sound, list_files
from red7_desktop.resources import asset_path

ROOT: Final = Path(__file__).resolve().parents[3]
SCRIPT: Final = ROOT / "tools" / "sounds.py"
MUSIC: Final = sorted(asset_path("music").glob("*.ogg"))
LOOPS: Final = [asset_path("sounds", AMBIENCE), *MUSIC]
ALL: Final = (*Sound, *RULE_CHIMES, *SOUNDS)
NAMES: Final = [Path(file).stem for sound in ALL for file in list_files(sound)]
RATE: Final = 44100
FULL: Final = 32768
Samples = Sequence[int]


@pytest.fixture(scope="module")
def packed() -> Iterator[Mapping[str, Samples]]:
    pygame.mixer.quit()
    pygame.mixer.init(RATE, -16, 1, allowedchanges=0)
    yield {
        name: array("h", pygame.mixer.Sound(asset_path("sounds", f"{name}.ogg")).get_raw())
        for name in NAMES
    }
    pygame.mixer.quit()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Samples]:
    """Return the samples that the script makes, by name."""
    if not SCRIPT.is_file():
        pytest.skip("this is an installed copy, without the script that makes the sounds")
    folder = tmp_path_factory.mktemp("waves")
    command = [sys.executable, str(SCRIPT), "--wav", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return {file.stem: samples_of(file) for file in folder.glob("*.wav")}


def samples_of(file: Path) -> Samples:
    with wave.open(str(file)) as wav:
        assert (wav.getnchannels(), wav.getsampwidth(), wav.getframerate()) == (1, 2, RATE)
        samples = array("h", wav.readframes(wav.getnframes()))
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def level(samples: Samples) -> float:
    """Return the root of the mean square in decibels below full scale; silence is -100."""
    mean = sum([sample * sample for sample in samples]) / len(samples)
    return 20 * math.log10(max(math.sqrt(mean) / FULL, 1e-5))


def loudest(samples: Samples) -> float:
    """Return the level of the loudest fifth of a second."""
    width, step = RATE // 5, RATE // 50
    padded = [*samples, *[0] * max(0, width - len(samples))]
    starts = range(0, len(padded) - width + 1, step)
    return max(level(padded[start : start + width]) for start in starts)


def peak(samples: Samples) -> float:
    return max(map(abs, samples)) / FULL


# -- the files -----------------------------------------------------------------------------


def test_sound_folder_has_exactly_the_files_of_the_known_sounds() -> None:
    there = {file.name for file in asset_path("sounds").iterdir()}
    assert there == {*[f"{name}.ogg" for name in NAMES], "README.md", AMBIENCE}


@pytest.mark.parametrize("file", LOOPS, ids=lambda file: file.stem)
def test_loops_have_no_click_and_are_quiet(file: Path) -> None:
    pygame.mixer.quit()
    pygame.mixer.init(RATE, -16, 1, allowedchanges=0)
    samples = array("h", read_loop(file).get_raw())
    place = loudest(array("h", pygame.mixer.Sound(asset_path("sounds", "place.ogg")).get_raw()))
    pygame.mixer.quit()
    (length,) = re.findall(rb"LOOPLENGTH=(\d+)", file.read_bytes()[:4000])
    assert len(samples) == int(length)
    seam = [*samples[-200:], *samples[:200]]
    steps = [abs(after - before) for before, after in pairwise(seam)]
    assert steps[199] <= max(*steps[:199], *steps[200:], 8)
    middle = samples[len(samples) // 2 :][: 5 * RATE]
    assert -48 < level(middle) < -30
    assert peak(samples) < 0.12
    assert max(level(samples[at:][: RATE // 5]) for at in range(0, len(samples), RATE)) < place


def test_every_game_has_two_pieces_of_music() -> None:
    named = [row.view().style.music for row in CATALOGUE.values()]
    assert {f"{name}.ogg" for names in named for name in names} == {file.name for file in MUSIC}
    assert all(len(set(names)) == 2 for names in named)
    assert sum(file.stat().st_size for file in MUSIC) < 6_000_000
    for file in MUSIC:
        (length,) = re.findall(rb"LOOPLENGTH=(\d+)", file.read_bytes()[:4000])
        assert 60 <= int(length) / RATE <= 100


@pytest.mark.slow
def test_sound_files_equal_the_scripts_output(
    packed: Mapping[str, Samples], made: Mapping[str, Samples]
) -> None:
    assert packed.keys() == made.keys()
    for name, samples in made.items():
        # Another processor may round another way, and so end a hundredth of a second apart.
        assert abs(len(packed[name]) - len(samples)) <= 0.02 * RATE, name
        assert level(packed[name]) == pytest.approx(level(samples), abs=0.5), name
        assert loudest(packed[name]) == pytest.approx(loudest(samples), abs=0.5), name
        assert 20 * math.log10(peak(packed[name]) / peak(samples)) == pytest.approx(0, abs=2), name


# -- the ear -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_sounds_have_no_clipping_or_offset(name: str, packed: Mapping[str, Samples]) -> None:
    samples = packed[name]
    assert peak(samples) < 0.75  # so that a few fit on each other
    assert abs(sum(samples) / len(samples)) / FULL < 0.0005
    # Both ends come out of silence: no click.
    assert peak(samples[:12]) < 0.001
    assert peak(samples[-12:]) < 0.001


def test_sounds_have_similar_loudness(packed: Mapping[str, Samples]) -> None:
    levels = {name: loudest(samples) for name, samples in packed.items()}
    assert levels.pop(Sound.HOVER) < levels[Sound.PLACE] - 15
    assert max(levels.values()) - min(levels.values()) < 12, levels
    chimes = [levels[chime] for chime in RULE_CHIMES]
    assert max(chimes) - min(chimes) < 4
    assert max(levels, key=lambda name: levels[name]) == Sound.WIN


@pytest.mark.parametrize("measure", [level, loudest])
def test_card_sounds_are_equally_loud(
    measure: Callable[[Samples], float], packed: Mapping[str, Samples]
) -> None:
    cards = (Sound.DEAL, Sound.SLIDE, Sound.PLACE, Sound.FLIP, TUCK)
    takes = [Path(file).stem for sound in cards for file in list_files(sound)]
    levels = {name: measure(packed[name]) for name in takes}
    assert max(levels.values()) - min(levels.values()) < 4, levels
