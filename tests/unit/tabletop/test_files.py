"""Files are written whole or not at all, read within limits, and every trouble names the file."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from threading import Thread

import pytest

from red7_desktop.tabletop.files import (
    CannotRead,
    CannotWrite,
    FileTrouble,
    backup_of,
    copy_aside,
    load_with_backup,
    read_text,
    sweep,
    write_atomically,
)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def assert_trouble(trouble: FileTrouble, path: Path, code: str) -> None:
    assert (trouble.path, trouble.code) == (path, code)
    assert str(trouble) == f"{path}: {trouble.why}"


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for text in ("", "Zoë\n", "one\r\ntwo\rthree\n"):
        write_atomically(path, text)
        assert read_text(path) == text


def test_the_first_write_makes_no_backup(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a.txt", "first")
    assert names_in(tmp_path) == ["a.txt"]


def test_the_backup_is_the_file_before(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for text in ("first", "second", "third"):
        write_atomically(path, text)
    assert read_text(path) == "third"
    assert read_text(backup_of(path)) == "second"
    assert names_in(tmp_path) == ["a.txt", "a.txt.bak"]


def test_what_a_write_that_was_cut_off_has_left_is_swept_up_and_nothing_else(
    tmp_path: Path,
) -> None:
    others = [".a-2.txt-77-0.tmp", ".b.txt-77-0.tmp", "a.txt", "a.txt.bak", "a.txt.damaged-1"]
    for name in (*others, ".a.txt-77-0.tmp", ".a.txt-78-1.tmp"):
        (tmp_path / name).write_text("x", "utf-8")
    sweep(tmp_path / "a.txt")
    assert names_in(tmp_path) == others
    sweep(tmp_path / "no such folder" / "a.txt")


def test_what_has_just_been_begun_can_be_left_for_others_may_be_at_it(tmp_path: Path) -> None:
    old, young = tmp_path / ".a.txt-77-0.tmp", tmp_path / ".a.txt-78-0.tmp"
    for path, time in ((old, 1000.0), (young, 2000.0)):
        path.write_text("x", "utf-8")
        os.utime(path, (time, time))
    sweep(tmp_path / "a.txt", before=1500.0)
    assert names_in(tmp_path) == [young.name]


def test_a_change_to_the_file_does_not_reach_the_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomically(path, "first")
    write_atomically(path, "second")
    path.write_text("changed by hand", "utf-8")
    assert read_text(backup_of(path)) == "first"


def test_without_hard_links_the_backup_is_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    test_the_backup_is_the_file_before(tmp_path)


def test_a_file_left_by_another_write_is_not_touched(tmp_path: Path) -> None:
    stray = tmp_path / f".a.txt-{os.getpid()}-0.tmp"
    stray.write_text("not mine", "utf-8")
    write_atomically(tmp_path / "a.txt", "first")
    write_atomically(tmp_path / "a.txt", "second")
    assert read_text(stray) == "not mine"
    assert names_in(tmp_path) == [stray.name, "a.txt", "a.txt.bak"]


def test_writers_in_one_folder_do_not_disturb_each_other(tmp_path: Path) -> None:
    troubles: list[CannotWrite] = []

    def write_often(path: Path) -> None:
        try:
            for number in range(100):
                write_atomically(path, f"{path.name} {number}")
        except CannotWrite as trouble:
            troubles.append(trouble)

    paths = [tmp_path / f"{letter}.txt" for letter in "abcd"]
    writers = [Thread(target=write_often, args=(path,)) for path in paths]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert not troubles
    assert [read_text(path) for path in paths] == [f"{path.name} 99" for path in paths]
    assert len(names_in(tmp_path)) == 8


@pytest.mark.skipif(os.name != "posix", reason="permissions are another matter on Windows")
def test_the_permissions_of_the_file_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomically(path, "first")
    path.chmod(0o640)
    write_atomically(path, "second")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege on Windows")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "real" / "a.txt", tmp_path / "link.txt"
    path.parent.mkdir()
    write_atomically(path, "first")
    link.symlink_to(path)
    write_atomically(link, "second")
    assert link.is_symlink()
    assert read_text(path) == "second"
    assert load_with_backup(link, str).value == "second"
    path.write_bytes(b"\xff")
    assert load_with_backup(link, str).value == "first"


def test_a_folder_in_the_place_of_the_backup_does_not_keep_the_file_from_being_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.txt"
    backup_of(path).mkdir()
    (backup_of(path) / "mine").write_text("x", "utf-8")
    for text in ("first", "second", "third"):
        write_atomically(path, text)
        assert load_with_backup(path, str).value == text
    assert names_in(tmp_path) == ["a.txt", "a.txt.bak"]


def test_a_missing_folder_cannot_be_written_to(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "a.txt"
    with pytest.raises(CannotWrite) as caught:
        write_atomically(path, "text")
    assert_trouble(caught.value, path, "missing")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite) as refused:
        write_atomically(tmp_path, "text")
    assert_trouble(refused.value, tmp_path, "folder")
    with pytest.raises(CannotRead) as caught:
        read_text(tmp_path)
    assert_trouble(caught.value, tmp_path, "folder")
    assert names_in(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_what_is_no_plain_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(CannotRead) as caught:
        read_text(path)
    assert_trouble(caught.value, path, "not_a_file")
    with pytest.raises(CannotWrite) as refused:
        write_atomically(path, "text")
    assert_trouble(refused.value, path, "not_a_file")
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_an_impossible_name_is_refused(tmp_path: Path) -> None:
    for name in ("nul\0l", "x" * 300):
        path = tmp_path / name
        with pytest.raises(CannotWrite) as refused:
            write_atomically(path, "text")
        assert_trouble(refused.value, path, "bad_name")
        with pytest.raises(CannotRead) as caught:
            read_text(path)
        assert_trouble(caught.value, path, "bad_name")


def test_half_a_character_is_refused_before_anything_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomically(path, "first")
    with pytest.raises(CannotWrite) as caught:
        write_atomically(path, "ab\ud800")
    assert_trouble(caught.value, path, "not_text")
    assert "character 2" in caught.value.why
    assert names_in(tmp_path) == ["a.txt"]


def test_a_missing_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CannotRead) as caught:
        read_text(tmp_path / "a.txt")
    assert_trouble(caught.value, tmp_path / "a.txt", "missing")


def test_what_is_not_utf_8_is_refused_with_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"Zo\xeb")
    with pytest.raises(CannotRead) as caught:
        read_text(path)
    assert_trouble(caught.value, path, "not_text")
    assert "byte 2 is 0xeb" in caught.value.why


def test_a_file_up_to_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 1000)
    assert read_text(path, limit=1000) == "x" * 1000
    with pytest.raises(CannotRead) as caught:
        read_text(path, limit=999)
    assert_trouble(caught.value, path, "too_large")
    assert "has 1000 bytes, at most 999" in caught.value.why


def test_a_sound_file_is_loaded_from_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomically(path, "1")
    write_atomically(path, "2")
    loaded = load_with_backup(path, int)
    assert (loaded.value, loaded.source, loaded.problem) == (2, path, None)


@pytest.mark.parametrize("damage", [b"two", b"", b"\xff", b"9" * 2000])
def test_a_damaged_file_is_loaded_from_its_backup_and_left_as_it_is(
    tmp_path: Path, damage: bytes
) -> None:
    path = tmp_path / "a.txt"
    write_atomically(path, "1")
    write_atomically(path, "2")
    path.write_bytes(damage)
    loaded = load_with_backup(path, int, limit=1000)
    assert (loaded.value, loaded.source) == (1, backup_of(path))
    assert isinstance(loaded.problem, ValueError | CannotRead)
    assert path.read_bytes() == damage
    assert names_in(tmp_path) == ["a.txt", "a.txt.bak"]


def test_a_lost_file_is_loaded_from_its_backup(tmp_path: Path) -> None:
    write_atomically(backup_of(tmp_path / "a.txt"), "1")
    loaded = load_with_backup(tmp_path / "a.txt", int, set_aside=True)
    assert loaded.value == 1
    assert isinstance(loaded.problem, CannotRead)
    assert loaded.problem.code == "missing"
    assert loaded.set_aside is None


def test_where_the_backup_is_damaged_too_the_files_own_fault_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("two", "utf-8")
    with pytest.raises(ValueError, match="'two'") as caught:
        load_with_backup(path, int)
    assert "no such file" in caught.value.__notes__[0]
    backup_of(path).write_text("one", "utf-8")
    with pytest.raises(ValueError, match="'two'") as caught:
        load_with_backup(path, int)
    assert "'one'" in caught.value.__notes__[0]


def test_a_damaged_file_is_set_aside_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_atomically(path, "1")
    for number, damage in enumerate([b"two", b"\xff"], 1):
        write_atomically(path, "2")
        write_atomically(path, "2")
        path.write_bytes(damage)
        loaded = load_with_backup(path, int, set_aside=True)
        assert loaded.set_aside == tmp_path / f"a.txt.damaged-{number}"
        assert loaded.set_aside.read_bytes() == damage
        assert path.read_bytes() == damage


def test_a_copy_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite) as caught:
        copy_aside(tmp_path / "gone.txt")
    assert_trouble(caught.value, tmp_path / "gone.txt", "missing")
    assert names_in(tmp_path) == []


def test_a_copy_is_made_where_there_are_no_second_names_and_where_there_is_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a.txt"
    path.write_bytes(b"\xff")
    for what, name in (("link", "a.txt.damaged-1"), ("fsync", "a.txt.damaged-2")):
        with monkeypatch.context() as patch:
            patch.setattr(os, what, fail)
            assert copy_aside(path) == tmp_path / name
    write_atomically(path, "new")
    assert {path.read_bytes() for path in tmp_path.glob("*.damaged-*")} == {b"\xff"}
