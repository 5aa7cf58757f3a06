r"""Train the value networks of Spring Cleaning and write them to assets/networks.

    python -m tools.training train --seats 2 --rounds 500000 --seed 47 --folder dist/networks/2
    python -m tools.training train --seats 3 --rounds 250000 --seed 47 --folder dist/networks/3 \
        --begin-with dist/networks/2/best.net
    python -m tools.training ship --seats 2 --folder dist/networks/2
    python -m tools.training curve

`train` compiles `spring_train.c` and runs it. The same seed gives the same network on the same
machine and compiler. FOLDER/best.net is always the best network so far, and FOLDER/log.txt the
measurements during the training. An interrupted training continues from the last measurement if it
is started again; it may then get another number of rounds. `ship` quantises the best network to
integers, writes the file that the program reads, and copies the log to docs/research. `curve` plots
the logs there.
"""

from __future__ import annotations

import argparse
import shutil
import struct
import subprocess
import sys
import zlib
from array import array
from pathlib import Path
from typing import Final, NamedTuple

from red7_desktop.games.spring_cleaning.players.features import count_features
from red7_desktop.games.spring_cleaning.players.network import (
    FEATURE_SCALE,
    HEADER,
    MAGIC,
    OUTPUT_SCALE,
)
from red7_desktop.lab.command import int_at_least
from tools.training.curve import draw_curves, read_log

HERE: Final = Path(__file__).parent
PROJECT: Final = HERE.parents[1]
RESEARCH: Final = PROJECT / "docs" / "research"
"""Folder for the logs of shipped networks."""
TRAINED_OUTPUTS: Final = 4
"""Number of outputs in the training program's files, whatever the number of seats."""


class Trained(NamedTuple):
    """A trained network with floating-point weights.

    Attributes:
        seats: Number of seats that it is for.
        biases: One per hidden unit.
        outputs: Weights by output, bucket and hidden unit.
        output_biases: By output and bucket.
        rows: First-layer weights by feature and hidden unit.
    """

    seats: int
    biases: list[float]
    outputs: list[list[list[float]]]
    output_biases: list[list[float]]
    rows: list[list[float]]


def compile_trainer(folder: Path, *definitions: str) -> Path:
    """Compile the training program into a folder and return its path.

    Args:
        folder: Created if necessary.
        definitions: Options of the compiler that override the usual ones and constants, such as
            `-O0` and `-DGATES=2`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "spring_train"
    options = ["-O3", "-march=native", "-ffast-math", "-Wall", "-Werror", *definitions]
    source = HERE / "spring_train.c"
    subprocess.run(["gcc", *options, "-o", str(program), str(source), "-lm"], check=True)
    return program


def read_trained(path: Path) -> Trained:
    """Load a network that the training program has written.

    Raises:
        ValueError: The file is truncated, or its features differ from the program's.
    """
    data = path.read_bytes()
    seats, features, units, buckets = struct.unpack_from("<4i", data)
    if features != count_features(seats):
        raise ValueError(f"{path} has {features} features, not {count_features(seats)}")
    numbers = array("f")
    numbers.frombytes(data[16:])
    values = numbers.tolist()
    wanted = units + TRAINED_OUTPUTS * buckets * (units + 1) + features * units
    if len(values) != wanted:
        raise ValueError(f"{path} has {len(values)} weights, not {wanted}")
    at = units
    outputs: list[list[list[float]]] = []
    for _ in range(TRAINED_OUTPUTS):
        slices = [values[at + units * nth : at + units * (nth + 1)] for nth in range(buckets)]
        outputs.append(slices)
        at += units * buckets
    output_biases = [
        values[at + buckets * nth : at + buckets * (nth + 1)] for nth in range(TRAINED_OUTPUTS)
    ]
    at += TRAINED_OUTPUTS * buckets
    rows = [values[at + units * nth : at + units * (nth + 1)] for nth in range(features)]
    return Trained(seats, values[:units], outputs[: seats - 1], output_biases[: seats - 1], rows)


def write_network(trained: Trained) -> bytes:
    """Quantise a trained network to integers and serialise it for the program.

    Raises:
        ValueError: A weight doesn't fit into 16 bits.
    """
    numbers = array("h")
    try:
        for row in (trained.biases, *trained.rows):
            numbers.extend([round(weight * FEATURE_SCALE) for weight in row])
        for output in trained.outputs:
            for bucket in output:
                numbers.extend([round(weight * OUTPUT_SCALE) for weight in bucket])
    except OverflowError as error:
        raise ValueError("a weight is too large for 16 bits") from error
    for biases in trained.output_biases:
        for bias in biases:
            whole = round(bias * 65536)
            low = whole & 0xFFFF
            numbers.extend([whole >> 16, low - 65536 if low >= 32768 else low])
    if sys.byteorder == "big":
        numbers.byteswap()
    packed = zlib.compress(numbers.tobytes(), 9)
    sizes = (trained.seats, len(trained.rows), len(trained.biases))
    outputs = len(trained.outputs)
    buckets = len(trained.outputs[0])
    return HEADER.pack(MAGIC, *sizes, outputs, buckets, zlib.crc32(packed)) + packed


def draw() -> None:
    """Plot all logs of docs/research in one SVG file."""
    logs = {
        f"{seats} seats": read_log(RESEARCH / f"spring-network-{seats}.txt")
        for seats in (2, 3, 4, 5)
        if (RESEARCH / f"spring-network-{seats}.txt").exists()
    }
    (RESEARCH / "spring-network.svg").write_text(draw_curves(logs), "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Run the subcommand."""
    parser = argparse.ArgumentParser(prog="python -m tools.training")
    commands = parser.add_subparsers(dest="command", required=True)
    train = commands.add_parser("train", help="train a network by self-play")
    train.add_argument("--rounds", type=int_at_least(1), required=True)
    train.add_argument("--until", type=int, help="stop after this many rounds, to continue later")
    train.add_argument("--seed", type=int, default=47)
    train.add_argument("--begin-with", type=Path, help="a network to go on from")
    ship = commands.add_parser("ship", help="write the best network to assets/networks")
    for each in (train, ship):
        each.add_argument("--seats", type=int, choices=(2, 3, 4, 5), required=True)
        each.add_argument("--folder", type=Path, required=True)
    commands.add_parser("curve", help="draw the logs in docs/research")
    chosen = parser.parse_args(arguments)
    if chosen.command == "train":
        program = compile_trainer(chosen.folder)
        numbers = (chosen.seats, chosen.rounds, chosen.until or chosen.rounds, chosen.seed)
        words = [*[str(number) for number in numbers], str(chosen.folder)]
        if chosen.begin_with:
            words.append(str(chosen.begin_with))
        return subprocess.run([str(program.resolve()), "train", *words], check=False).returncode
    if chosen.command == "curve":
        draw()
        return 0
    try:
        data = write_network(read_trained(chosen.folder / "best.net"))
    except (OSError, ValueError) as error:
        parser.error(str(error))
    target = PROJECT / "assets" / "networks" / f"spring_{chosen.seats}.net"
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(data)
    shutil.copy(chosen.folder / "log.txt", RESEARCH / f"spring-network-{chosen.seats}.txt")
    print(f"{target.name}: {len(data)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
