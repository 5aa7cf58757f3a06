"""The neural network that evaluates positions of Spring Cleaning. Compiled by mypyc.

From one seat's knowledge of a round it computes the seat's chances to finish first, among the first
two, and so on. It has one hidden layer with leaky ReLU. The input is a sparse vector of features
with small integer values, so that the hidden sums are sums of rows of weights. Each number of seats
needs its own network; docs/research/spring-network.md describes the training.

All arithmetic is on integers, so that results are the same on every machine. A row of weights is
packed into one large integer with 24 bits per unit: adding two rows is one addition, which is fast
in plain Python too.
"""

from __future__ import annotations

import sys
from array import array
from math import exp
from struct import Struct
from typing import TYPE_CHECKING, Final
from zlib import crc32, decompress

from red7_desktop.resources import reading_asset

if TYPE_CHECKING:
    from mypy_extensions import i64

MAGIC: Final = b"red7net1"
HEADER: Final = Struct("<8s5HI")
"""Header of a file: magic bytes, numbers of seats, features, units, outputs and buckets, CRC-32."""
FIELD_BITS: Final = 24
"""Number of bits of each hidden unit in an integer into which all hidden units are packed. No sum
of 16-bit weights needs more."""
UNIT_OFFSET: Final = 1 << FIELD_BITS - 1
"""Number that is added to each hidden unit before the units are packed into one integer, so that no
packed value is negative."""
FEATURE_SCALE: Final = 256
"""Integer that is stored for a feature weight of 1.0."""
OUTPUT_SCALE: Final = 4096
"""Integer that is stored for an output weight of 1.0."""
LEAK_BITS: Final = 4
"""Number of bits by which the leaky ReLU shifts negative sums to the right: its slope is 1/16."""
PROBABILITY_ONE: Final = 1 << 20
"""Integer that represents the probability 1; a probability p is stored as p * PROBABILITY_ONE."""
_LOGIT_BITS: Final = 20
"""Number of fractional bits of the network's outputs (logits), which are fixed-point numbers: the
bits of `FEATURE_SCALE` plus the bits of `OUTPUT_SCALE`."""
_RAISED: Final = bytes([high ^ 0x80 for high in range(256)])
"""The upper byte of a signed 16-bit number after adding 32768, indexed by the byte before. The sum
is never negative."""
_STEP_BITS: Final = _LOGIT_BITS - 5
_MOST_LOGIT: Final = 12
_LOGISTIC: Final = [
    round(PROBABILITY_ONE / (1.0 + exp(-step / 32.0)))
    for step in range(-32 * _MOST_LOGIT, 32 * _MOST_LOGIT + 2)
]
"""Values of the logistic function from -12 to 12, at steps of 1/32. Values in between are
interpolated linearly.

Entries are rounded, because the last digits of `exp` differ between machines.
"""


def logistic(logit: i64) -> i64:
    """Convert an output of the network (a logit) into a probability by the logistic function.

    Args:
        logit: Fixed-point number with 20 fractional bits. Numbers beyond -12 and 12 are clamped.

    Returns:
        The probability times `PROBABILITY_ONE`, rounded. It never quite reaches 0 or 1.

    >>> logistic(0), logistic(1 << 40)
    (524288, 1048570)
    """
    most: i64 = _MOST_LOGIT << _LOGIT_BITS
    if logit > most:
        logit = most
    elif logit < -most:
        logit = -most
    logit += most
    step: i64 = logit >> _STEP_BITS
    part: i64 = logit - (step << _STEP_BITS)
    low: i64 = _LOGISTIC[step]
    high: i64 = _LOGISTIC[step + 1]
    return low + ((high - low) * part >> _STEP_BITS)


class Network:
    """The network for one number of seats.

    Attributes:
        rows: For each feature, its weights to all hidden units, packed into one integer.
        start: Packed biases of the hidden units.
        outputs: Weights from all hidden units to an output, indexed by output and bucket. A bucket
            is a set of output weights for one stage of a round.
        biases: Bias of an output, indexed by output and bucket.
    """

    def __init__(
        self,
        rows: list[int],
        start: int,
        outputs: list[list[list[int]]],
        biases: list[list[int]],
    ) -> None:
        self.rows: Final = rows
        self.start: Final = start
        self.outputs: Final = outputs
        self.biases: Final = biases
        self._size: Final[int] = 3 * len(outputs[0][0])

    def evaluate(self, sums: int, bucket: i64) -> list[int]:
        """Return a seat's chances to finish the round first, among the first two, and so on.

        A chance is an integer from 0 to `PROBABILITY_ONE`, which means certainty.

        Args:
            sums: Inputs of all hidden units, packed into one integer: the biases (`start`) plus the
                `rows` of all features, each multiplied by the feature's value.
            bucket: Index of the set of output weights to use. It depends on the stage of the round,
                see `features.find_bucket`.
        """
        size: i64 = self._size
        data = sums.to_bytes(self._size, "little")
        chances: list[int] = []
        for output in range(len(self.outputs)):
            weights = self.outputs[output][bucket]
            total: i64 = self.biases[output][bucket]
            at: i64 = 0
            unit: i64 = 0
            while at < size:
                low: i64 = data[at]
                middle: i64 = data[at + 1]
                high: i64 = data[at + 2]
                active = (high << 16 | middle << 8 | low) - UNIT_OFFSET
                if active < 0:
                    active >>= LEAK_BITS
                weight: i64 = weights[unit]
                total += active * weight
                at += 3
                unit += 1
            chances.append(logistic(total))
        return chances


def load_network(seats: int) -> Network:
    """Load the value network, a neural network, for rounds with a number of seats.

    Raises:
        MissingAsset: The file is missing; the message names it.
        DamagedAsset: The file can't be parsed; the message names it.
    """
    name = f"spring_{seats}.net"
    with reading_asset("networks", name) as path:
        return parse_network(path.read_bytes(), seats)


def parse_network(data: bytes, seats: int) -> Network:
    """Parse a network's file.

    Raises:
        ValueError: The data is damaged or for another version or number of seats.
    """
    if len(data) < HEADER.size:
        raise ValueError("it is cut off; please reinstall the game")
    magic, its_seats, features, units, outputs, buckets, checksum = HEADER.unpack_from(data)
    packed = data[HEADER.size :]
    if magic != MAGIC or its_seats != seats or crc32(packed) != checksum:
        raise ValueError("it is no network of this version; please reinstall the game")
    unpacked = decompress(packed)
    many = units * (1 + features)
    if len(unpacked) != 2 * (many + outputs * buckets * (units + 2)):
        raise ValueError("it has too few weights; please reinstall the game")
    biases_of_units, *rows = _pack_rows(unpacked[: 2 * many], units)
    start = biases_of_units + _repeat(UNIT_OFFSET, units)
    numbers = array("h", unpacked[2 * many :])
    if sys.byteorder == "big":
        numbers.byteswap()
    values = numbers.tolist()
    at = 0
    weights: list[list[list[int]]] = []
    for _ in range(outputs):
        weights.append(
            [values[at + units * nth : at + units * (nth + 1)] for nth in range(buckets)]
        )
        at += units * buckets
    biases: list[list[int]] = []
    for _ in range(outputs):
        # Two 16-bit numbers for each bias, upper and lower half, in units of 1 / 65536.
        pairs = values[at : at + 2 * buckets]
        found = [(pairs[2 * nth] << 16) + (pairs[2 * nth + 1] & 0xFFFF) for nth in range(buckets)]
        biases.append([each << _LOGIT_BITS - 16 for each in found])
        at += 2 * buckets
    return Network(rows, start, weights, biases)


def _pack_rows(data: bytes, units: int) -> list[int]:
    """Pack each row of weights into one integer, with `FIELD_BITS` bits for each unit.

    Slices of bytes are copied instead of adding up weights, because that is ten times as fast.

    Args:
        data: The weights of all rows, as signed little-endian numbers of 16 bits.
        units: Number of weights in a row.
    """
    fields = bytearray(len(data) // 2 * 3)
    fields[0::3] = data[0::2]
    fields[1::3] = data[1::2].translate(_RAISED)
    raised = _repeat(1 << 15, units)
    size = 3 * units
    return [
        int.from_bytes(fields[at : at + size], "little") - raised
        for at in range(0, len(fields), size)
    ]


def _repeat(value: int, units: int) -> int:
    """Return an integer with the same value in the field of each unit."""
    return sum([value << FIELD_BITS * unit for unit in range(units)])
