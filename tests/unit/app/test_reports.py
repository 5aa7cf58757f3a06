"""Logs and reports tell of the program only: no names, no places, no cards."""

from __future__ import annotations

import getpass
import logging
import os
import platform
import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from red7_desktop.app import reports
from red7_desktop.tabletop.game import Options
from red7_desktop.tabletop.match import Match
from tests.matches import begin, play_on
from tests.unit.spring_cleaning.rules.playing import GAME, OPTIONS, play

ANN = [("/who/ann", "~"), ("ann", "USER"), ("annbox", "HOST")]


def veil(text: str, *names: str) -> str:
    return reports.Redactor(ANN, lambda: names).redact(text)


def test_report_removes_computer_names_as_whole_words() -> None:
    assert veil("/who/ann/x on annbox by Ann") == "~/x on HOST by USER"
    assert veil("/who/annette, '/who/ann' and /mnt/who/anna") == (
        "/who/annette, '~' and /mnt/who/anna"
    )


def test_report_shortens_traceback_paths_and_keeps_code() -> None:
    text = (
        'File "/some/where/red7_desktop/app/window.py", line 3\nFile "C:\\py\\lib\\os.py", line 4'
    )
    assert veil(text) == 'File "red7_desktop/app/window.py", line 3\nFile "lib/os.py", line 4'
    text = '  File "red7_desktop/a.py", line 3, in f\n    ann = hand.R7\nann: R7'
    assert veil(text).split("\n")[1:] == ["    ann = hand.R7", "USER: [card]"]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_report_removes_spring_cleaning_hands(options: Options) -> None:
    match = Match(GAME, options, 3)
    play(match, Random(3), 40)
    position, steps = match.state.position, [entry.step for entry in match.log[-3:]]
    shown = veil(f"bad state {match.state!r} at {position}: {steps}, {match.state.position!r}")
    rows = [" ".join(map(str, row)) for row in position.hands if len(row) > 1]
    assert rows
    assert not any(row in shown or row.replace(" ", ", ") in shown for row in rows)
    assert not re.search(r"argument=[0-9]|spring / table|(draw=|insert |offer )[0-9]", shown)


@pytest.mark.parametrize("seed", range(5))
def test_report_removes_cards_from_game_states(seed: int) -> None:
    match = play_on(begin("advanced+actions@1.3", 4, seed), Random(seed), 30)
    shown = veil(f"bad state {match.state!r} at {match.state.position}, seed {match.seed}")
    assert str(match.state.position) not in shown
    assert not any(f"{colour}{number}" in shown for colour in "ROYGBIV" for number in range(1, 8))


def test_report_removes_user_and_host_names_known_to_the_system() -> None:
    found = list(reports.collect_personal_data(Path("/a/stick")))
    text = f"{Path.home()}/x {getpass.getuser()} {platform.node()} /a/stick/saves"
    shown = reports.Redactor(found).redact(text)
    assert "HOME/saves" in shown
    assert str(Path.home()) not in shown
    assert getpass.getuser() not in shown.replace("USER", "")
    if platform.node():
        assert platform.node() not in shown


# -- the log ---------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "logs" / "red7.log"


def write(path: Path, *messages: str, size: int = 1000) -> None:
    handler = reports.open_log(path, reports.Redactor(ANN, lambda: ["Wilhelmina"]), size)
    logger = logging.Logger("red7_desktop.test")
    logger.addHandler(handler)
    for message in messages:
        logger.warning("%s", message)
    with suppress(OSError):  # Python ignores this at its exit, too.
        handler.close()


def test_log_files_rotate_and_stay_small(log: Path) -> None:
    write(log, *[f"message {number} {'x' * 50}" for number in range(400)])
    files = sorted(path.name for path in log.parent.iterdir())
    assert files == ["red7.log", *[f"red7.log.{number}" for number in range(1, reports.OLDER + 1)]]
    assert all(path.stat().st_size <= 1000 for path in log.parent.iterdir())
    assert "message 399" in log.read_text("utf-8")


def test_log_contains_no_names_and_no_cards(log: Path) -> None:
    handler = reports.open_log(log, reports.Redactor(ANN, lambda: ["Wilhelmina"]))
    logger = logging.Logger("red7_desktop.test")
    logger.addHandler(handler)
    secret = "Wilhelmina holds V7 in /who/ann/saves"
    try:
        raise ValueError(secret)
    except ValueError:
        logger.exception("a fault: %s", secret)
    handler.close()
    text = log.read_text("utf-8")
    assert text.count("[player] holds [card] in ~/saves") == 2
    assert "Wilhelmina" not in text
    assert "V7" not in text


def test_log_survives_a_lone_surrogate(log: Path) -> None:
    write(log, "a \ud800 b", "after")
    assert "after" in log.read_text("utf-8")


def test_log_goes_to_the_terminal_without_a_folder(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.parent.write_text("in the way", "utf-8")
    write(log, "Wilhelmina lost")
    assert "[player] lost" in capsys.readouterr().err


def test_log_continues_after_a_full_disk(
    log: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no device that is always full here")
    log.parent.mkdir()
    log.symlink_to("/dev/full")
    monkeypatch.setattr(logging, "raiseExceptions", False)
    write(log, "a message")
    assert capsys.readouterr().err == ""


def test_opening_the_log_creates_an_empty_file(log: Path) -> None:
    reports.open_log(log, reports.Redactor([])).close()

    assert log.read_text("utf-8") == ""


def test_log_goes_to_the_terminal_when_its_file_is_a_named_pipe(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    log.parent.mkdir()
    os.mkfifo(log)

    write(log, "Wilhelmina lost")

    assert "[player] lost" in capsys.readouterr().err


def test_log_receives_messages_of_every_module(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", True)
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    handler = reports.open_log(log, reports.Redactor(ANN))
    try:
        reports.start_log(handler)
        logging.getLogger("red7_desktop.play").info("hello")
        assert "INFO red7_desktop.play: hello" in log.read_text("utf-8")
    finally:
        root.setLevel(level)
        root.handlers[:] = before
        handler.close()
