"""Played matches are listed, and films of them can be read back."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

import pygame
import pytest

from red7_desktop.app.library import matches, people
from red7_desktop.app.profile.statistics import MatchFacts
from red7_desktop.app.replay import film
from red7_desktop.app.replay.replays import list_played
from red7_desktop.kit.storage import Paths
from red7_desktop.scene.geometry import Vec
from tests.pictures import read_animation
from tests.unit.app.copies import DAY, Copy

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


def keep(copy: Copy, uid: str, text: str = RECORD, **more: Any) -> None:
    """Store the record of a finished match."""

    def write(db: sqlite3.Connection) -> None:
        people.put_match(db, MatchFacts(uid, "red7", "{}", DAY, 1, True, ()))
        matches.store_record(db, matches.MatchRow(uid, text, **more))

    copy.library.write(write).result()


def test_newest_record_is_listed_first_with_its_header(copy: Copy) -> None:
    assert list_played(copy.library) == ()
    keep(copy, "a", ended="20:14")
    keep(copy, "b", re.sub("date: .*", "date: 1999-01-01", RECORD))  # a clock set back

    second, first = list_played(copy.library)

    assert (second.uid, first.uid) == ("b", "a")
    assert first.head is not None
    assert [seat.name for seat in first.head.seats] == ["Ann", "Bo"]
    assert (first.head.game, first.head.seed, first.head.result) == ("red7", 8, "A 7-0")
    assert (first.ended, first.is_pinned, first.curve) == ("20:14", False, ())
    assert second.ended == ""


@pytest.mark.parametrize(
    "text", ["no header", "game: red7\n\n", "\0" * 9000, RECORD.replace("2026-01-31", "today")]
)
def test_damaged_record_is_listed_without_a_header_and_kept(copy: Copy, text: str) -> None:
    keep(copy, "good")
    keep(copy, "bad", text)

    bad, good = list_played(copy.library)

    assert (bad.uid, bad.head) == ("bad", None)
    assert good.head is not None
    assert [row.text for row in copy.played] == [text, RECORD]


@pytest.mark.parametrize(
    ("curve", "points"),
    [
        ("0.000 0.250 1.000 0.500", (Vec(0.0, 0.25), Vec(1.0, 0.5))),
        ("", ()),
        ("0.1 0.2 0.3", ()),
        ("0.1 7", ()),
        ("one 0.2", ()),
        ("nan 0.2", ()),
    ],
)
def test_win_chance_curve_is_read_whole_or_not_at_all(
    copy: Copy, curve: str, points: tuple[Vec, ...]
) -> None:
    keep(copy, "a", curve=curve, is_pinned=True)

    (played,) = list_played(copy.library)

    assert (played.curve, played.is_pinned) == (points, True)


def test_no_record_is_listed_when_the_library_cannot_be_read(copy: Copy, paths: Paths) -> None:
    copy.library.flush()
    paths.library.unlink()

    assert list_played(copy.library) == ()


# == Animated PNG files: chunks, checksums, times and pixels.

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


def test_film_frames_round_trip_with_their_durations() -> None:
    png = film.AnimatedPng()
    for each, seconds in ((FIRST, 0.9), (SECOND, 0.1), (THIRD, 2.5)):
        png.add(each, seconds)
    frames = read_animation(png.file())
    assert [frame.seconds for frame in frames] == [0.9, 0.1, 2.5]
    boxes = [frame.box for frame in frames[:2]]
    assert boxes == [(0, 0, *SIZE), (30, 20, 4, 3)], "only what changes is written"
    for frame, each in zip(frames, (FIRST, SECOND, THIRD), strict=True):
        assert pygame.image.tobytes(frame.picture, "RGB") == pygame.image.tobytes(each, "RGB")


def test_equal_film_frames_are_merged() -> None:
    png = film.AnimatedPng()
    for seconds in (0.5, 0.25, 100.0):
        png.add(FIRST, seconds)
    (only,) = read_animation(png.file())
    assert only.seconds == 65.535
