"""Files that are damaged, those of the player and those that came with the program."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from red7_desktop import resources
from red7_desktop.app import launch
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.kit import presentation
from red7_desktop.kit.settings import Settings
from red7_desktop.tabletop.files import LIMIT, backup_of
from red7_desktop.tabletop.match import read_match
from tests.ui.faults import GO_ON, SETUP, TITLE, at_a_table
from tests.ui.guarded import GuardedPilot
from tests.ui.seeing import screen_of, words

GARBAGE = "\0 this is no file of ours {"


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[GuardedPilot]:
    """A pilot whose program has not been started yet."""
    flying = GuardedPilot(tmp_path / "home")
    yield flying
    flying.keeper.close()


# -- saves -----------------------------------------------------------------------------------


def leave_a_match(pilot: GuardedPilot) -> None:
    """Leave a match that has been written more than once, and start anew."""
    pilot.start()
    at_a_table(pilot)
    pilot.program.show_title()


@pytest.mark.parametrize("damage", ["", GARBAGE, "{}", '{"format": "red7-desktop match"'])
def test_a_damaged_save_is_set_aside_and_its_backup_goes_on(
    pilot: GuardedPilot, damage: str
) -> None:
    leave_a_match(pilot)
    backup = read_match(backup_of(pilot.paths.match).read_text("utf-8"), load_all_rules(BOX)).match
    pilot.paths.match.write_text(damage, "utf-8")
    pilot.program.show_title()
    pilot.press("continue")
    pilot.wait(0.3)
    assert "this is the state one step before" in words(pilot)
    assert pilot.session.match.log == backup.log
    aside = pilot.paths.match.with_name("match.json.damaged-1")
    assert aside.read_text("utf-8") == damage


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (GARBAGE, "it is damaged"),
        ('{"format": "red7-desktop match", "version": 99}', "a newer version of the program"),
    ],
)
def test_a_save_that_cannot_be_read_at_all_is_told_and_outlives_a_new_match(
    pilot: GuardedPilot, damage: str, told: str
) -> None:
    leave_a_match(pilot)
    for path in (pilot.paths.match, backup_of(pilot.paths.match)):
        path.write_text(damage, "utf-8")
    pilot.program.show_title()
    pilot.press("continue")
    pilot.wait(0.3)
    assert told in words(pilot)
    pilot.press("done")
    assert screen_of(pilot) is TitleScreen
    pilot.play(SETUP)
    pilot.wait_for_me()
    pilot.keeper.flush()
    assert pilot.paths.match.read_text("utf-8") == damage
    second = pilot.paths.saves / "match-2.json"
    saved = read_match(second.read_text("utf-8"), load_all_rules(BOX))
    assert saved.match.log == pilot.session.match.log


@pytest.mark.parametrize("damage", [b"Zo\xeb", b"[" * 3_000_000, b"x" * (LIMIT + 1)])
def test_whatever_is_in_the_place_of_a_save_outlives_the_match_that_follows(
    pilot: GuardedPilot, damage: bytes
) -> None:
    pilot.paths.saves.mkdir(parents=True)
    pilot.paths.match.write_bytes(damage)
    pilot.start()
    at_a_table(pilot)
    pilot.keeper.flush()
    second = pilot.paths.saves / "match-2.json"
    assert read_match(second.read_text("utf-8"), load_all_rules(BOX)).match.log
    assert pilot.paths.match.read_bytes() == damage


def test_a_save_that_was_not_opened_stays_when_a_new_match_begins(
    pilot: GuardedPilot,
) -> None:
    pilot.paths.saves.mkdir(parents=True)
    pilot.paths.match.write_text(GARBAGE, "utf-8")
    pilot.start()
    pilot.play(SETUP)
    pilot.keeper.flush()
    assert pilot.paths.match.read_text("utf-8") == GARBAGE


# -- settings and set-up ---------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["", GARBAGE, "[1, 2]", '{"speed": NaN}'])
def test_damaged_settings_are_set_aside_and_the_program_starts_with_its_defaults(
    pilot: GuardedPilot, damage: str
) -> None:
    pilot.paths.config.mkdir(parents=True)
    pilot.paths.settings.write_text(damage, "utf-8")
    pilot.start()
    assert pilot.guard.page is None
    assert pilot.program.kit.settings == Settings()
    assert [trouble.file for trouble in pilot.presentation.troubles] == [pilot.paths.settings]
    pilot.program.notices.kept_files(pilot.presentation.troubles)
    pilot.wait(0.3)
    assert "The file settings.json was damaged" in words(pilot)
    assert pilot.paths.settings.with_name("settings.json.damaged-1").exists()


def test_a_damaged_set_up_is_told_where_it_is_needed(pilot: GuardedPilot) -> None:
    pilot.paths.config.mkdir(parents=True)
    pilot.paths.setup.write_text(GARBAGE, "utf-8")
    pilot.start()
    pilot.program.show_new_game()
    pilot.wait(0.3)
    assert pilot.guard.page is None
    assert "The file setup.json was damaged" in words(pilot)


# -- what came with the program --------------------------------------------------------------


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Copies a folder of shipped files, which the program then takes in place of the real one."""
    copies: dict[str, Path] = {}

    def asset(*parts: str) -> Path:
        copied = copies.get(parts[0])
        return resources.asset_path(*parts) if copied is None else copied.joinpath(*parts[1:])

    def copy(name: str) -> Path:
        copies[name] = tmp_path / "shipped" / name
        shutil.copytree(resources.asset_path(name), copies[name])
        return copies[name]

    monkeypatch.setattr(presentation, "asset", asset)
    return copy


def test_a_damaged_layout_is_left_out_and_another_serves(
    pilot: GuardedPilot, shipped: Callable[[str], Path]
) -> None:
    (shipped("layouts") / "red7" / "2-seats-wide.tmx").write_text(GARBAGE, "utf-8")
    pilot.start()
    pilot.play(SETUP)
    assert pilot.guard.page is None
    assert screen_of(pilot) is TableScreen
    assert "The layout 2-seats-wide.tmx is damaged and left out" in words(pilot)
    pilot.press("menu")
    assert pilot.guard.page is None


def test_without_any_layout_for_a_table_the_player_is_told_and_the_match_stays(
    tmp_path: Path, shipped: Callable[[str], Path]
) -> None:
    for path in shipped("layouts").glob("red7/2-seats-*.tmx"):
        path.write_text(GARBAGE, "utf-8")
    pilot = GuardedPilot(tmp_path / "home", begin=lambda program: program.play(SETUP))
    pilot.start()
    pilot.frame()
    assert "Installing it again helps" in pilot.page.lead
    pilot.choose(GO_ON)
    pilot.frame()
    pilot.choose(TITLE)
    pilot.frame()
    assert screen_of(pilot) is TitleScreen
    shutil.copytree(
        resources.asset_path("layouts"), tmp_path / "shipped/layouts", dirs_exist_ok=True
    )
    pilot.program = pilot.guard.program = pilot.make()
    pilot.program.show_title()
    pilot.press("continue")
    assert pilot.session.match.seed == SETUP.seed
    pilot.close()


@pytest.mark.parametrize("damage", ["", GARBAGE, '{"name": "dark"}', "latin-1: \xe9"])
def test_a_damaged_theme_is_told_at_the_start(
    pilot: GuardedPilot, shipped: Callable[[str], Path], damage: str
) -> None:
    file = shipped("themes") / "dark.json"
    file.write_bytes(damage.encode("latin-1"))
    pilot.start()
    pilot.frame()
    assert pilot.guard.program is None
    assert "Installing it again helps" in pilot.page.lead
    file.write_bytes(resources.asset_path("themes", "dark.json").read_bytes())
    pilot.choose("Start again")
    assert screen_of(pilot) is TitleScreen


def test_a_missing_font_is_told_and_the_page_about_it_needs_none(
    pilot: GuardedPilot, shipped: Callable[[str], Path]
) -> None:
    for path in shipped("fonts").glob("Figtree*.ttf"):
        path.unlink()
    pilot.start()
    pilot.frame()
    assert "Installing it again helps" in pilot.page.lead


@pytest.mark.parametrize("damage", [b"", b"garbage"])
def test_a_damaged_font_is_told_and_the_page_about_it_is_set_in_another(
    pilot: GuardedPilot,
    shipped: Callable[[str], Path],
    damage: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = shipped("fonts")
    for path in folder.glob("Figtree*.ttf"):
        path.write_bytes(damage)
    monkeypatch.setattr(launch, "asset_path", lambda _, name: folder / name)
    pilot.font = launch.read_plain_font()
    pilot.start()
    pilot.frame()
    assert "Installing it again helps" in pilot.page.lead
    assert pilot.page.boxes


def test_a_folder_that_is_missing_is_told_at_the_start(
    pilot: GuardedPilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        presentation, "asset", lambda *parts: resources.asset_path("nowhere", *parts)
    )
    pilot.start()
    pilot.frame()
    assert "Installing it again helps" in pilot.page.lead


@pytest.mark.parametrize("damage", [b"", b"garbage", b"\xde\x12\x04\x95" + b"\xff" * 40])
def test_damaged_words_are_replaced_by_english_ones(
    pilot: GuardedPilot,
    shipped: Callable[[str], Path],
    damage: bytes,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "red7.mo").write_bytes(damage)
    monkeypatch.setattr(presentation, "_find_locale_folder", lambda: tmp_path / "locale")
    pilot.paths.config.mkdir(parents=True)
    pilot.paths.settings.write_text('{"language": "de"}', "utf-8")
    pilot.start()
    pilot.wait(0.3)
    assert pilot.guard.page is None
    assert "Play" in words(pilot)
    assert "cannot be read" in caplog.text


@pytest.mark.parametrize("damage", [b"", b"garbage", b"<svg><circle r='oops'/></svg>"])
def test_damaged_cards_are_drawn_plainly(
    pilot: GuardedPilot,
    shipped: Callable[[str], Path],
    damage: bytes,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for path in shipped("cards").rglob("*.svg"):
        path.write_bytes(damage)
    pilot.start()
    at_a_table(pilot)
    pilot.wait(1.0)
    assert pilot.guard.page is None
    assert screen_of(pilot) is TableScreen
    assert "card art back.svg is shown plain" in caplog.text
    assert "card art normal/full/" in caplog.text


def test_damaged_sounds_are_left_out(
    pilot: GuardedPilot, shipped: Callable[[str], Path], caplog: pytest.LogCaptureFixture
) -> None:
    for path in shipped("sounds").glob("*.ogg"):
        path.write_bytes(b"garbage")
    pilot.start()
    audio = pilot.program.kit.audio
    audio._run = lambda job: job()
    audio.open()
    at_a_table(pilot)
    assert pilot.guard.page is None
    assert "cannot be read and are left out" in caplog.text
    audio.close()
