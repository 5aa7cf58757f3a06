"""Matches that are over are kept and found again; records come from elsewhere, too."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from red7_desktop.__main__ import _parser
from red7_desktop.app.launch import Startup
from red7_desktop.app.replay import replays
from red7_desktop.app.replay.replays import RecordsScreen
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.storage import LateWrites
from red7_desktop.play import ai as advice
from red7_desktop.scene.widgets.scroll import RowList
from red7_desktop.tabletop.files import CannotWrite
from tests.bazaar.row import ROW
from tests.ui.guarded import Scrap
from tests.ui.pilot import Pilot
from tests.ui.replaying import (
    GOLDEN,
    BlindPilot,
    QuickReviewer,
    give_up,
    opened,
    session_of,
    settled,
)
from tests.ui.seeing import screen_of, words


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "Reviewer", QuickReviewer)


PILOT = BlindPilot


def test_a_match_that_is_given_up_is_found_under_matches_and_shown_again(pilot: Pilot) -> None:
    give_up(pilot, 11)
    give_up(pilot, 12)
    pilot.press("matches")
    settled(pilot)
    assert screen_of(pilot) is RecordsScreen
    assert words(pilot).index("Deal 12") < words(pilot).index("Deal 11")
    assert pilot.focus_name == "open 000002"
    pilot.key(pygame.K_RETURN)
    settled(pilot)
    assert session_of(pilot).match.seed == 12
    pilot.key(pygame.K_UP)
    assert pilot.focus_name == "timeline"
    assert "Step back" in words(pilot)
    pilot.press("menu")
    pilot.wait(0.3)
    assert "Give up the match" not in words(pilot)
    pilot.press("title")
    settled(pilot)
    assert screen_of(pilot) is RecordsScreen
    pilot.key(pygame.K_ESCAPE)
    assert screen_of(pilot) is TitleScreen


def test_records_are_pinned_and_deleted_from_the_list(pilot: Pilot) -> None:
    give_up(pilot, 11)
    pilot.press("matches")
    settled(pilot)
    pilot.press("pin 000001")
    settled(pilot)
    assert "Pinned" in words(pilot)
    assert [file.name for file in pilot.paths.played.iterdir()] == [
        "000001-2020-02-20-deal-11.pinned.red7"
    ]
    pilot.press("delete 000001")
    pilot.wait(0.3)
    pilot.press("yes")
    settled(pilot)
    assert "No match has been played yet." in words(pilot)
    assert list(pilot.paths.played.iterdir()) == []


def test_a_match_that_is_over_is_kept_at_once_whatever_its_game(tmp_path: Path) -> None:
    pilot = BlindPilot(tmp_path, box={"bazaar": ROW})
    seats = (SeatPlan("Ada"), *[SeatPlan(level="trader")] * 4)
    pilot.play(GameSetup("bazaar", seats, {}, seed=5))
    while pilot.session.to_act:
        if pilot.session.is_viewers_turn:
            pilot.session.take(pilot.session.observe().legal[-1])
        else:
            pilot.wait(0.3)
    pilot.session.look_as(None)  # as a screen that several people share does
    settled(pilot)
    (file,) = pilot.paths.played.iterdir()
    steps = pilot.session.match.log
    session = opened(pilot, file)
    assert session.played.log == steps
    for _ in range(5):
        pilot.key(pygame.K_PAGEDOWN)
    pilot.wait(1.0)
    assert {zone: tuple(map(bool, faces)) for zone, faces in pilot.view.zones.items() if faces} == {
        zone: tuple(map(bool, faces)) for zone, faces in session.observe().zones.items() if faces
    }
    pilot.close()


def test_the_list_makes_few_of_many_rows(pilot: Pilot) -> None:
    pilot.paths.played.mkdir(parents=True)
    for number in range(1, 201):
        file = pilot.paths.played / f"{number:06}-2026-01-31-deal-{number}.red7"
        file.write_text(GOLDEN.read_text(encoding="utf-8"), encoding="utf-8")
    pilot.program.show_title()
    pilot.press("matches")
    settled(pilot)
    seen = pilot.nodes("records view")[0]
    assert len(pilot.nodes("open 000200")) == 1
    assert len(list(seen.walk())) < 700
    for _ in range(1 + 15):  # the first shows where the focus is
        pilot.key(pygame.K_DOWN)
    assert pilot.focus_name == "open 000185"
    assert isinstance(seen, RowList)
    seen.scroll_to(seen.range, glide=False)
    pilot.frame()
    assert pilot.nodes("open 000001")
    assert len(list(seen.walk())) < 700


# -- from elsewhere ------------------------------------------------------------------------


def test_a_file_is_dropped_on_the_window(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.post(pygame.DROPFILE, file=str(GOLDEN))
    settled(pilot)
    assert session_of(pilot).timeline.last > 10


def test_a_record_comes_from_the_clipboard(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    scrap = Scrap()
    monkeypatch.setattr(replays, "SystemClipboard", lambda: scrap)
    scrap.text = GOLDEN.read_text(encoding="utf-8")
    pilot.program.replays.show()
    settled(pilot)
    pilot.press("paste")
    settled(pilot)
    assert session_of(pilot).timeline.last > 10


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("R7 is the best card\n", "line 1"),
        (GOLDEN.read_text(encoding="utf-8").replace("game: red7", "game: whist"), "“whist”"),
        (GOLDEN.read_text(encoding="utf-8").replace("\n2. ", "\n3. "), "turn number “3.”"),
        ("x" * 4_000_001, "it is too large"),
        (None, "there is no such file or folder"),
    ],
)
def test_what_is_no_record_is_refused_and_the_place_is_named(
    pilot: Pilot, tmp_path: Path, text: str | None, told: str
) -> None:
    file = tmp_path / "strange.red7"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    pilot.program.show_title()
    pilot.post(pygame.DROPFILE, file=str(file))
    settled(pilot)
    assert screen_of(pilot) is TitleScreen
    assert "strange.red7" in words(pilot)
    assert told in words(pilot)
    assert text is None or file.exists()
    pilot.press("done")
    assert "strange.red7" not in words(pilot)


def test_a_kept_record_that_does_not_replay_is_set_aside(pilot: Pilot) -> None:
    give_up(pilot, 11)
    (file,) = pilot.paths.played.iterdir()
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("\n1. ", "\n7. "), encoding="utf-8")
    pilot.press("matches")
    settled(pilot)
    pilot.press("open 000001")
    settled(pilot)
    assert "turn number" in words(pilot)
    settled(pilot)
    assert [each.suffix for each in pilot.paths.played.iterdir()] == [".damaged-1"]


def test_a_file_is_named_on_the_command_line(pilot: Pilot) -> None:
    named: Any = _parser().parse_args([str(GOLDEN)])
    window: Any = SimpleNamespace(
        surface=pilot.surface, set_fullscreen=lambda on: None, set_icon=lambda icon: None
    )
    place: Any = SimpleNamespace(others=False)
    writes = LateWrites()
    opening = Startup(pilot.paths, window, pilot.keeper, writes, None, place, named.record)
    opening.begin(pilot.program)
    settled(pilot)
    assert session_of(pilot).timeline.last > 10


def test_a_page_that_lies_open_is_not_swept_away(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.program.show_rules()
    pilot.post(pygame.DROPFILE, file=str(GOLDEN))
    settled(pilot)
    assert screen_of(pilot) is TitleScreen
    assert not pilot.program.replays.is_waiting
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)
    assert screen_of(pilot) is TableScreen


def test_who_has_gone_elsewhere_is_not_fetched_back(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.program.replays.open_file(GOLDEN)
    pilot.program.show_new_game()
    settled(pilot)
    assert screen_of(pilot) is not TableScreen


def test_a_full_disk_costs_the_record_and_is_told_once(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, text: str) -> None:
        raise CannotWrite(path, "full", "the disk is full")

    monkeypatch.setattr("red7_desktop.app.replay.replays.write_atomically", fail)
    give_up(pilot, 11)
    assert "The record cannot be kept: the disk is full" in words(pilot)
    pilot.wait(10.0)
    give_up(pilot, 12)
    assert "The record cannot be kept" not in words(pilot)
