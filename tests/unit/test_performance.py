"""The measurements of the interface drive the real program: frames, first openings, rest."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest

from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.lab.command import Answer
from tools.performance import __main__, compare, interface


def test_opening_is_compared_by_its_best_longest_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    times = count(31)
    monkeypatch.setattr(
        interface, "run_in_new_process", lambda script, key, *size, matches: next(times)
    )
    sizes = {(1920, 1080): 33.0, (3840, 2160): None}
    found = list(interface.answer_openings(interface.OPENINGS, sizes, 2))
    plain = [answer for answer in found if "few" not in answer]
    assert [answer["longest"] for answer in plain[:3]] == [31, 33, 35]
    assert [interface.format_answer(answer)[58:] for answer in plain[:3]] == [
        "  31.0 ms  required 33: ok",
        "  33.0 ms  required 33: ok",
        "  35.0 ms  required 33: TOO SLOW",
    ]
    assert {answer["met"] for answer in found[len(interface.OPENINGS) :]} == {None}
    assert interface.format_answer(found[-1]).endswith(" ms")


def test_opening_that_depends_on_matches_is_also_measured_with_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = {interface.MATCHES: iter([33.0, 32.0]), interface.FEW: iter([30.0, 31.0])}
    monkeypatch.setattr(
        interface, "run_in_new_process", lambda script, key, *size, matches: next(times[matches])
    )

    answer = interface.answer_opening("profile", (1920, 1080), 33.0, 2)

    words = interface.format_answer(answer)
    assert words.endswith("  32.0 ms (30.0 ms with 10)  required 33: ok")


@pytest.mark.parametrize(("many", "verdict"), [(110.0, "ok"), (110.1, "TOO MUCH")])
def test_memory_use_with_many_matches_is_compared_with_few(
    many: float, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {interface.MATCHES: many, interface.FEW: 100.0}
    monkeypatch.setattr(interface, "run_in_new_process", lambda script, matches: sizes[matches])

    words = interface.format_answer(interface.answer_memory(1))

    assert words.endswith(f" MB ({many:.1f} against 100.0)  required 10: {verdict}")


@pytest.mark.parametrize(("table", "verdict"), [(0.005, "ok"), (0.0051, "TOO SLOW")])
def test_interface_benchmark_compares_idle_load_with_a_bare_event_loop(
    table: float, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        interface,
        "run_in_new_process",
        lambda script, *words: table if script == interface.TABLE_SCRIPT else 0.01,
    )
    answer = interface.answer_rest()
    assert answer["ratio"] == pytest.approx(100 * table)
    assert interface.format_answer(answer).endswith(f"required 0.5: {verdict}")


# == The real program: frames, first openings, idle table.

SIZE = (640, 360)
CHEAP = {"settings", "table"}
OPENS = {
    key: pytest.param(key, marks=pytest.mark.slow) for key in interface.OPENINGS.keys() - CHEAP
}


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interface, "IDLE_SECONDS", 0.05)
    monkeypatch.setattr(interface, "OPENING_SECONDS", 0.1)
    monkeypatch.setattr(interface, "STEP", 0.25)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("key", [OPENS.get(key, key) for key in interface.OPENINGS])
def test_interface_benchmark_opens_every_page(key: str, tmp_path: Path) -> None:
    interface.fill_home(tmp_path, interface.OPENINGS[key].matches)
    assert interface.find_longest_frame(key, SIZE, tmp_path) > 0


GROWTH = 2.5
"""Maximum factor between the longest frames with 10,000 matches and with ten.

Work that grows with the library would make frames a hundred times longer; other work on the machine
changes processor time by less than this.
"""


@pytest.mark.slow
@pytest.mark.parametrize("key", interface.SIZED)
def test_page_opens_as_fast_with_many_matches(key: str) -> None:
    required = interface.OPENING_REQUIRED
    answer = interface.answer_opening(key, interface.REQUIRED_SIZE, required, repeats=3)
    assert answer["longest"] <= max(required, GROWTH * answer["few"]), answer


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_many_matches_need_little_more_memory() -> None:
    # The peak of one process varies by five megabytes, depending on when threads free memory.
    answer = interface.answer_memory(repeats=7)
    assert answer["met"], answer


@pytest.mark.usefixtures("hurried")
def test_interface_benchmark_names_a_page_that_never_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interface, "OPENING_TIMEOUT", 2)
    lost = interface.OPENINGS["rules"]._replace(target="no such button")
    monkeypatch.setitem(interface.OPENINGS, "rules", lost)
    with pytest.raises(RuntimeError, match=r"rules in short: nothing .* 'no such button'"):
        interface.find_longest_frame("rules", SIZE, tmp_path)


@pytest.mark.usefixtures("hurried")
def test_interface_benchmark_reports_a_program_that_fails() -> None:
    with pytest.raises(RuntimeError, match="KeyError: 'no page'"):
        interface.run_in_new_process(interface.SCRIPT, "no page", *SIZE)


LATER = ["the next deal", "the way to the title", "the way to a table"]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("game", "moving"),
    [
        pytest.param("spring", ["a deal", *LATER], marks=pytest.mark.slow),
        pytest.param(
            "red7",
            ["a deal", "another light", "another lead", "a seat that goes out", *LATER],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_interface_benchmark_times_frames_while_cards_move(
    game: str, moving: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interface, "SIZES", (SIZE,))
    monkeypatch.setattr(interface, "REQUIRED_SIZE", SIZE)
    monkeypatch.setattr(interface, "answer_openings", lambda keys, sizes, repeats: iter([]))
    monkeypatch.setattr(interface, "answer_memory", lambda repeats: {"measure": "memory"})
    monkeypatch.setattr(interface, "answer_rest", lambda: {"measure": "rest"})
    with patch.dict(os.environ):
        still, thinking, *rows = interface.answer_interface(CATALOGUE[game], frames=8, repeats=1)
    assert (still["measure"], thinking["measure"]) == ("frames", "frames_while_thinking")
    for answer in (still, thinking):
        assert 0 < answer["median"] <= answer["p99"]
        verdict = "ok" if answer["met"] else "TOO SLOW"
        assert interface.format_answer(answer).endswith(f" ms  required 3 and 8: {verdict}")
    # Openings, memory and the table at rest are only measured with the catalogue's first game.
    measured_once = ["memory", "rest"] if game == "red7" else []
    assert [row.pop("measure") for row in rows[len(moving) :]] == measured_once
    for row, what in zip(rows, moving, strict=False):
        assert row["title"].endswith(f": {what}")
        assert " ms  required 16: " in interface.format_answer(row)


def test_interface_benchmark_measures_only_chosen_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interface, "answer_opening", lambda key, size, *_: {"page": (key, size)})

    with patch.dict(os.environ):
        found = list(interface.answer_interface(CATALOGUE["red7"], 8, 1, ["log", "menu"]))

    sizes = [(1920, 1080), (3840, 2160)]
    assert [each["page"] for each in found] == [
        (key, size) for size in sizes for key in ("log", "menu")
    ]


def test_interface_benchmark_script_runs_in_an_empty_data_folder() -> None:
    script = (
        "import sys, pathlib\nprint('x')\nprint(len(list(pathlib.Path(sys.argv[2]).iterdir())))"
    )
    assert interface.run_in_new_process(script) == 0.0
    with pytest.raises(RuntimeError, match="a fresh program failed: no such thing"):
        interface.run_in_new_process("raise SystemExit('no such thing')")


def test_interface_benchmark_runs_without_older_versions(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, int, int, Collection[str]]] = []

    def answered(
        row: GameEntry, frames: int, repeats: int, chosen: Collection[str]
    ) -> list[Answer]:
        asked.append((row.name, frames, repeats, chosen))
        return [interface.answer_longest("motion", "a deal", SIZE, 20.0, 16.0)]

    monkeypatch.setattr(interface, "answer_interface", answered)
    monkeypatch.setattr(compare, "compare", None)
    only = ["performance", "--only", "interface"]
    few = ["--row", "motions", "--row", "log"]
    for words in (only, [*only, "--quick", "--game", "spring", "--json", *few]):
        monkeypatch.setattr(sys, "argv", words)
        __main__.main()
    assert asked == [("red7", 900, 3, interface.ROWS), ("spring", 120, 1, ["motions", "log"])]
    line, plain = capsys.readouterr().out.splitlines()
    assert line.endswith("20.0 ms  required 16: TOO SLOW")
    assert json.loads(plain)["longest"] == 20.0
