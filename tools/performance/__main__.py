"""Command line of the measurements.

Usage: `python -m tools.performance [--only PART]`. The parts are:

    engine      rounds by `lab bench --quick`, plain and compiled, beside older versions
    start       processor time of the packaged program until its first frame, beside older versions
    table       memory and idle load of the packaged program at a table, beside older versions
    interface   frames, first openings of pages, and the table at rest, of this version alone

The first three need Linux, because they build and start older versions.
"""

from __future__ import annotations

import argparse
import json

from red7_desktop.games.registry import CATALOGUE
from red7_desktop.lab.command import int_at_least
from tools.performance import compare, interface

INTERFACE = "interface"


def main() -> None:
    """Measure the parts that the command line names."""
    parser = argparse.ArgumentParser(
        prog="tools.performance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--rounds", type=int_at_least(1), default=5, help="how often versions are measured"
    )
    parser.add_argument(
        "--write", action="store_true", help=f"put the table of versions into {compare.PAGE.name}"
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=[*compare.PARTS, INTERFACE],
        help=f"a part; by default all but {INTERFACE}",
    )
    parser.add_argument(
        "--game", choices=CATALOGUE, default=next(iter(CATALOGUE)), help=f"whose {INTERFACE}"
    )
    parser.add_argument(
        "--row",
        action="append",
        choices=interface.ROWS,
        metavar="NAME",
        help=f"{INTERFACE}: one measurement, such as motions or settings; may be repeated",
    )
    parser.add_argument("--quick", action="store_true", help=f"{INTERFACE}: less work, rougher")
    parser.add_argument("--json", action="store_true", help=f"{INTERFACE}: one object a line")
    given = parser.parse_args()
    parts = given.only or list(compare.PARTS)
    if INTERFACE in parts:
        frames = 120 if given.quick else 900
        repeats = 1 if given.quick else 3
        chosen = given.row or interface.ROWS
        for answer in interface.answer_interface(CATALOGUE[given.game], frames, repeats, chosen):
            line = json.dumps(answer) if given.json else interface.format_answer(answer)
            print(line, flush=True)
    versions = [part for part in parts if part != INTERFACE]
    if versions:
        table = compare.compare(versions, given.rounds)
        print(table)
        if given.write:
            compare.write_table(table)


if __name__ == "__main__":
    main()
