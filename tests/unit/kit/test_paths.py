from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from red7_desktop.kit.storage import HOME, BadHome, find_own_folder, find_paths


def test_a_home_of_ones_own_holds_everything(tmp_path: Path) -> None:
    paths = find_paths({HOME: str(tmp_path)})
    for path in (paths.config, paths.saves, paths.logs, paths.settings, paths.setup, paths.match):
        assert path.is_relative_to(tmp_path)


def test_without_one_the_folders_are_the_platforms_and_apart_by_kind() -> None:
    paths = find_paths({})
    assert paths == find_paths({HOME: "  "})
    assert len({paths.config, paths.saves, paths.logs}) == 3
    for folder in (paths.config, paths.saves, paths.logs):
        assert folder.is_absolute()
        assert "red7-desktop" in folder.as_posix()


def test_a_home_may_be_written_with_a_tilde() -> None:
    assert find_paths({HOME: "~/red7"}).config == Path.home() / "red7" / "config"


def test_a_home_is_named_from_the_root_on_wherever_the_program_was_started() -> None:
    assert find_paths({HOME: "here"}).config == Path.cwd() / "here" / "config"


def test_the_home_of_somebody_who_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(BadHome, match=r"RED7_HOME.*~nobody-knows/x"):
        find_paths({HOME: "~nobody-knows/x"})


@pytest.mark.parametrize("name", ["portable", "portable.txt"])
def test_a_file_beside_the_executable_keeps_everything_there(tmp_path: Path, name: str) -> None:
    assert not find_paths({}, tmp_path).saves.is_relative_to(tmp_path)
    (tmp_path / name).touch()
    assert find_paths({}, tmp_path).saves == tmp_path / "data" / "saves"
    assert find_paths({HOME: str(tmp_path / "own")}, tmp_path).saves == tmp_path / "own" / "saves"
    assert find_paths({}).saves == find_paths({}, tmp_path / "elsewhere").saves


def test_only_an_executable_has_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_own_folder() is None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert find_own_folder() == Path(sys.executable).parent


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody remove such a folder")
def test_a_home_in_a_folder_that_is_gone_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(BadHome, match="here"):
        find_paths({HOME: "here"})


def test_nothing_is_written_into_the_present_folder_where_a_user_has_no_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(os.path, "expanduser", str)
    if sys.platform == "linux":
        with pytest.raises(BadHome, match="RED7_HOME can name a folder"):
            find_paths({})


def test_asking_for_the_folders_makes_none(tmp_path: Path) -> None:
    _ = find_paths({HOME: str(tmp_path)}).settings
    assert list(tmp_path.iterdir()) == []
