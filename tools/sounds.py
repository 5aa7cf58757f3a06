"""Make the sounds: `.venv/bin/python tools/sounds.py [ASSETS]`; `--wav FOLDER` for WAV files only.

With `--loops` it also makes the looped ambience and music, which takes some minutes.

ASSETS is the project's own folder by default. The sounds depend only on this script, its package
and the names of the sounds in red7_desktop, so that a second run makes the same ones. The script
imports these names, and with them pygame, so run it with the project's own Python. `oggenc` (in
Debian's vorbis-tools) encodes the waves as Ogg files; `--wav` doesn't need it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import wave
from array import array
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from sound_art.ambience import MARGIN, ambience, with_margins  # noqa: E402
from sound_art.loudness import decibels, loudness, offset, peak  # noqa: E402
from sound_art.music import PIECES, play  # noqa: E402
from sound_art.score import SCORE, render  # noqa: E402
from sound_art.waves import RATE, Wave, samples  # noqa: E402

from red7_desktop.kit.sound.audio import FILE  # noqa: E402
from red7_desktop.kit.sound.cues import list_files  # noqa: E402

QUALITY = "4"
"""Vorbis quality of short sounds: about 70 kbit/s mono, at which taps stay crisp."""
LOOP_QUALITY = "1"
"""Vorbis quality of loops, which have no sharp sounds."""
NO_TAGS: Mapping[str, int] = {}
MAX_FILE_SIZE = 40_000
MAX_TOTAL_SIZE = 400_000
"""Maximum bytes of one file, and of all files together."""


class EncodingError(Exception):
    """The Ogg files can't be made; the message says why."""


def make_waves() -> dict[str, Wave]:
    """Return every wave by its file name without a suffix."""
    return {
        Path(file).stem: render(sound, take)
        for sound in SCORE
        for take, file in enumerate(list_files(sound), 1)
    }


def write_wav(file: Path, *channels: Wave) -> None:
    """Write the waves of one or two channels as a WAV file with 16 bits a sample."""
    frames = zip(*channels, strict=True)
    words = array("h", [round(32767 * sample) for frame in frames for sample in frame])
    if sys.byteorder == "big":
        words.byteswap()
    with wave.open(str(file), "wb") as out:
        out.setnchannels(len(channels))
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(words.tobytes())


def encode_ogg(
    source: Path,
    target: Path,
    serial: int,
    quality: str = QUALITY,
    tags: Mapping[str, int] = NO_TAGS,
) -> None:
    """Encode a WAV file as an Ogg file.

    Args:
        source: The WAV file.
        target: The Ogg file.
        serial: Serial number of the Ogg stream; the same number gives the same bytes.
        quality: Vorbis quality.
        tags: Comments to add.

    Raises:
        EncodingError: oggenc is missing or fails.
    """
    command = ["oggenc", "--quiet", "--quality", quality, "--serial", str(serial)]
    for name, value in tags.items():
        command += ["--comment", f"{name}={value}"]
    try:
        subprocess.run([*command, "--output", target, source], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise EncodingError(f"{error}; oggenc is in the package vorbis-tools") from error


def describe(name: str, wave: Wave) -> str:
    """Return a line with the length, loudness, peak and offset of a wave."""
    return (
        f"{name:14}{len(wave) / RATE:6.2f} s {loudness(wave):7.1f} dB "
        f"peak {decibels(peak(wave)):6.1f} dB offset {offset(wave):+.6f}"
    )


def make_loops(folder: Path, assets: Path | None) -> None:
    """Write the loops as WAV files, and also as Ogg files if `assets` is given."""
    names = [("sounds", Path(FILE).stem), *[("music", name) for name in PIECES]]
    for serial, (shelf, name) in enumerate(names, 1000):
        loops = play(name) if name in PIECES else (ambience(),)
        write_wav(folder / f"{name}.wav", *map(with_margins, loops))
        print(describe(name, loops[0]))
        if assets is not None:
            target = assets / shelf / f"{name}.ogg"
            target.parent.mkdir(parents=True, exist_ok=True)
            tags = {"LOOPSTART": samples(MARGIN), "LOOPLENGTH": len(loops[0])}
            encode_ogg(folder / f"{name}.wav", target, serial, LOOP_QUALITY, tags)


def check_sizes(files: list[Path]) -> None:
    """Check the sizes of the files.

    Raises:
        EncodingError: A file is too large, or all of them together are.
    """
    sizes = {file.name: file.stat().st_size for file in files}
    large = [name for name, size in sizes.items() if size > MAX_FILE_SIZE]
    if large or sum(sizes.values()) > MAX_TOTAL_SIZE:
        raise EncodingError(f"{sum(sizes.values())} bytes are too many, or one file is: {large}")


def main(arguments: list[str]) -> None:
    """Make all sounds and print their measurements."""
    parser = argparse.ArgumentParser(description="Makes the sounds.")
    parser.add_argument("assets", nargs="?", type=Path, default=ROOT / "assets")
    parser.add_argument("--wav", type=Path, help="write WAV files into this folder instead")
    parser.add_argument("--loops", action="store_true", help="make ambience and music, too")
    options = parser.parse_args(arguments)
    waves = make_waves()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.wav or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for name, samples in waves.items():
            write_wav(folder / f"{name}.wav", samples)
            print(describe(name, samples))
        if options.loops:
            make_loops(folder, options.assets if options.wav is None else None)
        if options.wav is None:
            target = options.assets / "sounds"
            target.mkdir(parents=True, exist_ok=True)
            files = [target / f"{name}.ogg" for name in waves]
            for serial, file in enumerate(files, 1):
                encode_ogg(folder / f"{file.stem}.wav", file, serial)
            check_sizes(files)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except EncodingError as error:
        sys.exit(str(error))
