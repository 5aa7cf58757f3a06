"""Files that a later copy of the program hands over to the first one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.launch import Mailbox, open_in_running_instance
from red7_desktop.kit import storage

LONG = 60.0
"""Seconds in which even a slow machine takes a letter."""


@pytest.fixture(autouse=True)
def _events() -> Iterator[None]:
    pygame.display.init()
    pygame.event.clear()
    yield
    pygame.display.quit()


@pytest.fixture
def paths(tmp_path: Path) -> storage.Paths:
    (tmp_path / "saves").mkdir()
    return storage.Paths(tmp_path / "config", tmp_path / "saves", tmp_path / "logs")


def dropped() -> list[str]:
    return [event.file for event in pygame.event.get(pygame.DROPFILE)]


def test_files_handed_to_the_running_program_at_once_all_arrive(
    paths: storage.Paths, tmp_path: Path
) -> None:
    mailbox = Mailbox(paths.saves)
    files = [tmp_path / f"match-{number}.red7" for number in range(12)]

    with ThreadPoolExecutor(len(files)) as copies:
        sent = [copies.submit(open_in_running_instance, file, paths, LONG) for file in files]
        while not all(each.done() for each in sent):
            mailbox.post_events()
    came = dropped()

    assert all(each.result() for each in sent)
    assert sorted(came) == sorted(map(str, files))
    mailbox.close()
    assert not list(paths.saves.iterdir())


def test_file_is_not_handed_over_when_no_running_program_takes_it(paths: storage.Paths) -> None:
    mailbox = Mailbox(paths.saves)

    assert not open_in_running_instance(Path("match.red7"), paths, 0.3)

    mailbox.post_events()
    assert not dropped()


@pytest.mark.parametrize("name", ["open-1-1/00000000000000000001-1.sent", "open.txt"])
def test_handover_files_of_an_ended_process_are_removed(paths: storage.Paths, name: str) -> None:
    letter = paths.saves / name
    letter.parent.mkdir(exist_ok=True)
    letter.write_text(os.fsencode("/old/match.red7").hex(), encoding="utf-8")

    mailbox = Mailbox(paths.saves)
    mailbox.post_events()

    assert not dropped()
    assert not letter.exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"match.red7",
        b"00" * 30_000,
        b"2f00",
        os.fsencode("match.red7").hex().encode(),
    ],
    ids=["empty", "undecodable", "foreign", "huge", "nul", "relative"],
)
def test_invalid_handover_file_is_removed_and_logged(
    paths: storage.Paths, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    mailbox = Mailbox(paths.saves)
    (box,) = paths.saves.iterdir()
    (box / "1.sent").write_bytes(content)

    mailbox.post_events()

    assert not dropped()
    assert not list(box.iterdir())
    assert "1.sent is not opened" in caplog.text


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names are text elsewhere")
def test_handed_over_file_with_an_undecodable_name_arrives(
    paths: storage.Paths, tmp_path: Path
) -> None:
    file = tmp_path / os.fsdecode(b"\xff.red7")
    mailbox = Mailbox(paths.saves)

    with ThreadPoolExecutor(1) as copies:
        sent = copies.submit(open_in_running_instance, file, paths, LONG)
        while not sent.done():
            mailbox.post_events()

    assert dropped() == [str(file)]
