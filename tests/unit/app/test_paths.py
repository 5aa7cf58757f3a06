from __future__ import annotations

from pathlib import Path

from red7_desktop.app.paths import HOME, paths_from


def test_a_home_of_ones_own_holds_everything(tmp_path: Path) -> None:
    paths = paths_from({HOME: str(tmp_path)})
    for path in (paths.config, paths.saves, paths.logs, paths.settings, paths.setup, paths.match):
        assert path.is_relative_to(tmp_path)


def test_without_one_the_folders_are_the_platforms_and_apart_by_kind() -> None:
    paths = paths_from({})
    assert paths == paths_from({HOME: "  "})
    assert len({paths.config, paths.saves, paths.logs}) == 3
    for folder in (paths.config, paths.saves, paths.logs):
        assert folder.is_absolute()
        assert "red7-desktop" in folder.as_posix()


def test_a_home_may_be_written_with_a_tilde() -> None:
    assert paths_from({HOME: "~/red7"}).config == Path.home() / "red7" / "config"


def test_asking_for_the_folders_makes_none(tmp_path: Path) -> None:
    _ = paths_from({HOME: str(tmp_path)}).settings
    assert list(tmp_path.iterdir()) == []
