"""Records are kept in the background, and films of them can be read back."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.app.replay import film
from red7_desktop.app.replay import replays as kept_records
from red7_desktop.app.replay.replays import KeptRecord, RecordStore
from red7_desktop.scene.geometry import Vec
from red7_desktop.tabletop.files import CannotWrite, write_new
from tests.pictures import read_animation

RECORD = """game: red7
seat A: Ann
player A: human
seat B: Bo
player B: casual
seed: 8
date: 2026-01-31
result: A 7-0

red7 and so on
"""


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[RecordStore]:
    made = RecordStore(tmp_path / "played")
    yield made
    made.worker.close()


def keep(keeper: RecordStore, label: str, text: str = RECORD) -> None:
    keeper.keep(lambda: text, label)


def names(keeper: RecordStore) -> list[str]:
    return [record.file.name for record in listed(keeper)]


def listed(keeper: RecordStore) -> tuple[KeptRecord, ...]:
    return keeper.listed().result()


def test_the_newest_is_listed_first_with_what_its_header_tells(keeper: RecordStore) -> None:
    assert listed(keeper) == ()
    keep(keeper, "2026-01-31-deal-8")
    keep(keeper, "1999-01-01-deal-9")  # a clock set back harms no one
    assert names(keeper) == ["000002-1999-01-01-deal-9.red7", "000001-2026-01-31-deal-8.red7"]
    head = listed(keeper)[0].head
    assert head is not None
    assert [seat.name for seat in head.seats] == ["Ann", "Bo"]
    assert (head.game, head.seed, head.result) == ("red7", 8, "A 7-0")


def test_when_a_match_ended_is_told_unless_its_file_is_of_another_day(keeper: RecordStore) -> None:
    keep(keeper, "deal-8")
    (record,) = listed(keeper)
    for when, told in (((30, 23, 59), ""), ((31, 0, 0), "00:00"), ((31, 20, 14), "20:14")):
        os.utime(record.file, (0, datetime(2026, 1, *when).timestamp()))
        assert listed(keeper)[0].ended == told


def test_the_oldest_goes_unless_it_is_pinned(
    keeper: RecordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_records, "MOST", 3)
    keep(keeper, "first")
    keeper.pin(listed(keeper)[0], is_pinned=True).result()
    for label in "abcde":
        keep(keeper, label)
    kept = [(record.file.name[7], record.is_pinned) for record in listed(keeper)]
    assert kept == [("e", False), ("d", False), ("c", False), ("f", True)]
    keeper.pin(listed(keeper)[-1], is_pinned=False).result()
    keep(keeper, "g")
    assert [name[7] for name in names(keeper)] == ["g", "e", "d"]


def test_two_copies_that_keep_one_deal_at_the_same_moment_keep_both(
    keeper: RecordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, write = RecordStore(keeper._folder), write_new

    def write_late(*given: Any) -> Path:
        monkeypatch.setattr(kept_records, "write_new", write)
        other._keep(lambda: RECORD.replace("Ann", "Eve"), "2026-01-31-deal-8")
        return write(*given)

    monkeypatch.setattr(kept_records, "write_new", write_late)
    keep(keeper, "2026-01-31-deal-8")
    assert names(keeper) == [f"00000{n}-2026-01-31-deal-8.red7" for n in (2, 1)]


def test_a_match_that_is_kept_already_is_not_kept_again(keeper: RecordStore) -> None:
    later = re.sub("date: .*", "date: 2026-02-01", RECORD)
    other = RECORD.replace("Ann", "Eve")
    keep(keeper, "2026-01-31-deal-8")
    keep(keeper, "2026-02-01-deal-8", later)
    assert len(names(keeper)) == 1
    keep(keeper, "2026-02-01-deal-8", other)
    keep(keeper, "2026-02-01-deal-9")
    assert len(names(keeper)) == 3


def test_a_curve_stays_with_its_record_and_goes_with_it(
    keeper: RecordStore, tmp_path: Path
) -> None:
    keep(keeper, "a")
    keep(keeper, "b")
    file, points = listed(keeper)[0].file, (Vec(0.0, 0.25), Vec(1.0, 0.5))
    keeper.keep_curve(file, points)
    keeper.pin(listed(keeper)[0], is_pinned=True).result()
    assert [record.curve for record in listed(keeper)] == [points, ()]
    (kept,) = (tmp_path / "played").glob("*.curve")
    for damaged in ("0.1 0.2 0.3", "0.1 7", "one 0.2"):
        kept.write_text(damaged)
        assert listed(keeper)[0].curve == ()
    keeper.delete(listed(keeper)[0]).result()
    assert not kept.exists()


@pytest.mark.parametrize(
    "text", ["", "no header", "game: red7\n\n", "\0" * 9000, RECORD.replace("2026-01-31", "today")]
)
def test_a_damaged_file_is_set_aside_and_others_in_the_folder_are_left_alone(
    keeper: RecordStore, tmp_path: Path, text: str
) -> None:
    keep(keeper, "good")
    keep(keeper, "bad", text)
    listed(keeper)
    for name in ("notes.txt", "match.red7", "000009-x.red7.bak"):
        (tmp_path / "played" / name).write_text("mine")
    assert [name[7:11] for name in names(keeper)] == ["good"]
    assert [file.name for file in (tmp_path / "played").glob("*.damaged-*")] == [
        "000002-bad.red7.damaged-1"
    ]
    assert (tmp_path / "played" / "match.red7").read_text() == "mine"


def test_where_nothing_can_be_written_it_is_told_once(
    keeper: RecordStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Path:
        raise CannotWrite(tmp_path, "full", "the disk is full")

    with monkeypatch.context() as full:
        full.setattr(kept_records, "write_new", fail)
        keep(keeper, "a")
        listed(keeper)
        trouble = keeper.worker.take_trouble()
        assert trouble is not None
        assert trouble.code == "full"
        keep(keeper, "b")
        assert names(keeper) == []
        assert keeper.worker.take_trouble() is None
    keep(keeper, "c")
    assert [name[7] for name in names(keeper)] == ["c"]
    (tmp_path / "played" / "000001-c.red7").unlink()
    (tmp_path / "played").rmdir()
    (tmp_path / "played").write_text("a file in the folder's place")
    keep(keeper, "d")
    assert listed(keeper) == ()
    assert keeper.worker.take_trouble() is not None


def test_a_record_that_cannot_be_made_costs_nothing_else(keeper: RecordStore) -> None:
    def fail() -> str:
        raise ZeroDivisionError

    keeper.keep(fail, "a")
    keep(keeper, "b")
    assert [name[7] for name in names(keeper)] == ["b"]


# == Animated PNG files are read back by a reader of our own: chunks, checksums, times and pixels.

SIZE = (40, 30)


def picture(*dots: tuple[int, int, tuple[int, int, int]]) -> pygame.Surface:
    made = pygame.Surface(SIZE)
    made.fill((10, 60, 40))
    for x, y, colour in dots:
        made.fill(colour, (x, y, 4, 3))
    return made


FIRST = picture((3, 3, (255, 0, 0)))
SECOND = picture((3, 3, (255, 0, 0)), (30, 20, (11, 60, 40)))  # one shade lighter in one colour
THIRD = picture((10, 8, (0, 0, 0)))


def test_every_picture_comes_back_as_it_was_and_for_as_long() -> None:
    png = film.AnimatedPng()
    for each, seconds in ((FIRST, 0.9), (SECOND, 0.1), (THIRD, 2.5)):
        png.add(each, seconds)
    frames = read_animation(png.file())
    assert [frame.seconds for frame in frames] == [0.9, 0.1, 2.5]
    boxes = [frame.box for frame in frames[:2]]
    assert boxes == [(0, 0, *SIZE), (30, 20, 4, 3)], "only what changes is written"
    for frame, each in zip(frames, (FIRST, SECOND, THIRD), strict=True):
        assert pygame.image.tobytes(frame.picture, "RGB") == pygame.image.tobytes(each, "RGB")


def test_a_picture_like_the_last_makes_that_be_seen_for_longer() -> None:
    png = film.AnimatedPng()
    for seconds in (0.5, 0.25, 100.0):
        png.add(FIRST, seconds)
    (only,) = read_animation(png.file())
    assert only.seconds == 65.535
