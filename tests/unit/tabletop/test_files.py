"""Files are whole or as they were, whatever fails; JSON is read whole or refused."""

from __future__ import annotations

import errno
import json
import math
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count as count_from
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.tabletop import files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.txt"


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def refused_to_read(path: Path, code: str, limit: int = 1000) -> str:
    with pytest.raises(files.FileReadError) as caught:
        files.read_text(path, limit=limit)
    return checked(caught.value, path, code)


def refused_to_write(path: Path, code: str, text: str = "text") -> str:
    with pytest.raises(files.FileWriteError) as caught:
        files.write_atomically(path, text)
    return checked(caught.value, path, code)


def checked(trouble: files.FileError, path: Path, code: str) -> str:
    assert (trouble.path, trouble.code) == (path, code)
    assert str(trouble) == f"{path}: {trouble.why}"
    return trouble.why


with_and_without_links = pytest.mark.parametrize(
    "links", [True, False], ids=["with links", "without links"]
)


def test_written_text_is_read_back(path: Path) -> None:
    for text in ("", "Zoë\n", "one\r\ntwo\rthree\n"):
        files.write_atomically(path, text)
        assert files.read_text(path) == text


@with_and_without_links
def test_backup_of_a_file_has_the_text_before_the_last_write(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(errno.EPERM, "no links")

    if not links:
        monkeypatch.setattr(os, "link", no_links)
    for text in ("first", "second", "third"):
        files.write_atomically(path, text)
    assert files.read_text(path) == "third"
    path.write_text("changed by hand", "utf-8")
    assert files.read_text(files.backup_of(path)) == "second"
    assert names_in(tmp_path) == ["a.txt", "a.txt.bak"]


def test_temporary_files_of_an_interrupted_write_are_removed(
    tmp_path: Path,
) -> None:
    others = [".a-2.txt-77-0.tmp", ".a.txt-77-0.txt", ".b.txt-77-0.tmp", "a.txt", "a.txt.bak"]
    for name in (*others, ".a.txt-77-0.tmp", ".a.txt-78-1.tmp"):
        (tmp_path / name).write_text("x", "utf-8")
    files.remove_temporary_files(tmp_path / "a.txt", math.inf)
    assert names_in(tmp_path) == others
    files.remove_temporary_files(tmp_path / "no such folder" / "a.txt", math.inf)


def test_recent_temporary_files_are_left_alone(tmp_path: Path) -> None:
    old, young = tmp_path / ".a.txt-77-0.tmp", tmp_path / ".a.txt-78-0.tmp"
    for path, when in ((old, 1000.0), (young, 2000.0)):
        path.write_text("x", "utf-8")
        os.utime(path, (when, when))
    files.remove_temporary_files(tmp_path / "a.txt", before=1500.0)
    assert names_in(tmp_path) == [young.name]


def test_temporary_file_of_another_program_is_not_overwritten(tmp_path: Path) -> None:
    stray = tmp_path / f".a.txt-{os.getpid()}-0.tmp"
    stray.write_text("not mine", "utf-8")
    files.write_atomically(tmp_path / "a.txt", "first")
    files.write_atomically(tmp_path / "a.txt", "second")
    assert files.read_text(stray) == "not mine"
    assert names_in(tmp_path) == [stray.name, "a.txt", "a.txt.bak"]


@pytest.mark.skipif(os.name != "posix", reason="permissions are another matter on Windows")
def test_file_permissions_are_kept_when_its_text_is_replaced(path: Path) -> None:
    files.write_atomically(path, "first")
    path.chmod(0o640)
    files.write_atomically(path, "second")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege on Windows")
def test_symbolic_link_stays_a_link_when_written_to(tmp_path: Path) -> None:
    path, link = tmp_path / "real" / "a.txt", tmp_path / "link.txt"
    path.parent.mkdir()
    files.write_atomically(path, "first")
    link.symlink_to(path)
    files.write_atomically(link, "second")
    assert link.is_symlink()
    assert files.read_text(path) == "second"
    assert files.read_text(link) == "second"
    assert files.read_text(files.backup_of(path)) == "first"


def test_file_is_written_when_a_folder_has_the_backups_name(
    path: Path,
    tmp_path: Path,
) -> None:
    files.backup_of(path).mkdir()
    (files.backup_of(path) / "mine").write_text("x", "utf-8")
    for text in ("first", "second", "third"):
        files.write_atomically(path, text)
        assert files.read_text(path) == text
    assert names_in(tmp_path) == ["a.txt", "a.txt.bak"]


def test_missing_folder_is_created_unless_a_file_has_its_name(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.txt"
    files.write_atomically(path, "text")
    refused_to_write(path / "b.txt", "missing")
    assert files.read_text(path) == "text"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names on this system")
def test_named_pipe_is_neither_read_nor_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    refused_to_read(path, "not_a_file")
    refused_to_write(path, "not_a_file")
    assert stat.S_ISFIFO(path.stat().st_mode)


def test_folder_and_impossible_name_are_refused_as_files(tmp_path: Path) -> None:
    for name, code in ((".", "folder"), ("nul\0l", "bad_name"), ("x" * 300, "bad_name")):
        refused_to_write(tmp_path / name, code)
        refused_to_read(tmp_path / name, code)
    assert names_in(tmp_path) == []


def test_text_with_a_lone_surrogate_is_refused_before_writing(path: Path, tmp_path: Path) -> None:
    files.write_atomically(path, "first")
    assert "character 2" in refused_to_write(path, "not_text", "ab\ud800")
    assert names_in(tmp_path) == ["a.txt"]
    path.write_bytes(b"Zo\xeb")
    assert "byte 2 is 0xeb" in refused_to_read(path, "not_text")


def test_file_longer_than_the_limit_is_refused(path: Path) -> None:
    path.write_bytes(b"x" * 1000)
    assert files.read_text(path, limit=1000) == "x" * 1000
    assert "has 1000 bytes, at most 999" in refused_to_read(path, "too_large", limit=999)


def test_damaged_file_is_renamed_to_the_next_free_name(path: Path, tmp_path: Path) -> None:
    for number, damage in enumerate([b"two", b"\xff"], 1):
        path.write_bytes(damage)

        aside = files.set_aside(path)

        assert aside == tmp_path / f"a.txt.damaged-{number}"
        assert aside.read_bytes() == damage
        assert not path.exists()


def test_error_names_the_damaged_file_that_cannot_be_renamed(tmp_path: Path) -> None:
    with pytest.raises(files.FileWriteError) as caught:
        files.set_aside(tmp_path / "gone.txt")

    checked(caught.value, tmp_path / "gone.txt", "missing")
    assert names_in(tmp_path) == []


def test_damaged_symbolic_link_is_renamed_and_its_target_stays(tmp_path: Path) -> None:
    foreign, link = tmp_path / "foreign.txt", tmp_path / "a.txt"
    foreign.write_text("mine", "utf-8")
    link.symlink_to(foreign)
    assert files.set_aside(link).is_symlink()
    assert foreign.read_text("utf-8") == "mine"
    assert names_in(tmp_path) == ["a.txt.damaged-1", "foreign.txt"]


# == Failed writes and power cuts leave the file unchanged.

OLD, NEW = "the old text\n" * 3, "a new one\n" * 5

CALLS: Final = (
    (Path, "open"),
    (Path, "unlink"),
    (Path, "read_bytes"),
    (os, "fsync"),
    (os, "link"),
    (os, "replace"),
    (os, "open"),
)
"""All that a write asks of the system and that can fail."""
A_WRITE: Final = ["open", "fsync", "link", "link", "replace", "replace", "open", "fsync"]
"""The calls of a write: the first free name for the link is the second tried."""
PLACES: Final = range(1, len(A_WRITE) + 1)
LAST_RENAME: Final = 6


class PowerCut(BaseException):
    """Ends a write at once; nothing tidies up after it."""


class Faults:
    """Counts the calls to the system and lets chosen ones fail."""

    def __init__(self, fails: Callable[[int, str], BaseException | None]) -> None:
        self.fails = fails
        self.calls: list[str] = []

    def install(self, patch: pytest.MonkeyPatch) -> None:
        for owner, name in CALLS:
            patch.setattr(owner, name, self.watched(getattr(owner, name), name))

    def watched(self, real: Callable[..., Any], name: str) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.calls.append(name)
            fault = self.fails(len(self.calls), name)
            if fault is not None:
                raise fault
            return real(*arguments, **options)

        return call


@pytest.fixture
def written(path: Path) -> Path:
    """Return a file that has been written twice, so that it has a backup."""
    files.write_atomically(path, "the oldest text")
    files.write_atomically(path, OLD)
    return path


def write_with(faults: Faults, path: Path) -> files.FileWriteError | None:
    """Write the new text; give what it raised."""
    with pytest.MonkeyPatch.context() as patch:
        faults.install(patch)
        try:
            files.write_atomically(path, NEW)
        except files.FileWriteError as trouble:
            return trouble
    return None


def test_file_and_folder_are_flushed_to_disk_when_written(written: Path) -> None:
    faults = Faults(lambda count, name: None)
    assert write_with(faults, written) is None
    assert faults.calls == A_WRITE


@pytest.mark.parametrize("number", PLACES)
@pytest.mark.parametrize("lasting", [False, True], ids=["once", "from then on"])
def test_write_with_a_failing_system_call_leaves_old_or_new_text_whole(
    written: Path, number: int, lasting: bool
) -> None:
    def fails(count: int, name: str) -> OSError | None:
        hit = count >= number if lasting else count == number
        is_full = hit and name != "unlink"
        return OSError(errno.ENOSPC, "No space left on device") if is_full else None

    trouble = write_with(Faults(fails), written)
    if trouble is None:
        assert files.read_text(written) == NEW
        assert files.read_text(files.backup_of(written)) == OLD
    else:
        assert (trouble.path, trouble.code) == (written, "full")
        assert files.read_text(written) == OLD
    assert names_in(written.parent) == ["a.txt", "a.txt.bak"]
    is_copied_instead = A_WRITE[number - 1] == "link" and not lasting
    assert (trouble is None) == (is_copied_instead or number > LAST_RENAME)


def test_complete_file_is_on_the_disk_before_it_replaces_another(
    written: Path, tmp_path: Path
) -> None:
    fresh = tmp_path / "fresh"
    fresh.write_text(NEW, "utf-8")
    faults = Faults(lambda count, name: None)
    with pytest.MonkeyPatch.context() as patch:
        faults.install(patch)

        files.replace_file(fresh, written)

    assert faults.calls == ["open", "fsync", "replace", "open", "fsync"]
    assert files.read_text(written) == NEW
    assert names_in(tmp_path) == ["a.txt", "a.txt.bak"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_file_that_cannot_be_replaced_stays_as_it_was(
    written: Path, tmp_path: Path, number: int
) -> None:
    fresh = tmp_path / "fresh"
    fresh.write_text(NEW, "utf-8")
    full = OSError(errno.ENOSPC, "No space left on device")
    with pytest.MonkeyPatch.context() as patch:
        Faults(lambda count, name: full if count == number else None).install(patch)

        with pytest.raises(OSError, match="No space"):
            files.replace_file(fresh, written)

    assert files.read_text(written) == OLD
    assert files.read_text(fresh) == NEW


def cut_at(number: int, count: int, name: str, links: bool) -> BaseException | None:
    if count >= number:
        return PowerCut()
    return None if links or name != "link" else PermissionError(errno.EPERM, "no links")


@pytest.mark.parametrize("number", PLACES)
@with_and_without_links
def test_power_cut_while_writing_leaves_the_old_or_the_new_text_whole(
    written: Path, number: int, links: bool
) -> None:
    with suppress(PowerCut):
        write_with(Faults(lambda count, name: cut_at(number, count, name, links)), written)
    assert files.read_text(written) == (OLD if number <= LAST_RENAME or not links else NEW)
    assert files.read_text(files.backup_of(written)) in {"the oldest text", OLD}
    files.write_atomically(written, "and on it goes")
    assert files.read_text(written) == "and on it goes"


@pytest.mark.parametrize("number", range(1, 6))
@with_and_without_links
def test_power_cut_leaves_a_new_file_whole_or_missing(
    tmp_path: Path, number: int, links: bool
) -> None:
    def fails(count: int, name: str) -> BaseException | None:
        assert name != "fsync" or not list(tmp_path.glob("*.txt")), "it has its name too soon"
        return cut_at(number, count, name, links)

    names = (tmp_path / f"{nth}.txt" for nth in count_from(1))
    with pytest.MonkeyPatch.context() as patch, suppress(PowerCut):
        Faults(fails).install(patch)
        assert files.write_new(names, NEW.encode()) == tmp_path / "1.txt"
    found = [files.read_text(each) for each in tmp_path.glob("*.txt")]
    assert set(found) <= {NEW}
    files.remove_temporary_files(tmp_path, math.inf)
    assert len(names_in(tmp_path)) == len(found)


@with_and_without_links
def test_new_file_gets_the_first_free_numbered_name(tmp_path: Path, links: bool) -> None:
    taken = tmp_path / "match.txt"
    taken.write_text(OLD, "utf-8")

    with pytest.MonkeyPatch.context() as patch:
        Faults(lambda count, name: cut_at(10**6, count, name, links)).install(patch)
        written = files.write_new(files.number_names(taken), NEW.encode())

    assert written == tmp_path / "match-2.txt"
    assert files.read_text(written) == NEW
    assert files.read_text(taken) == OLD
    assert names_in(tmp_path) == ["match-2.txt", "match.txt"]


# == Writes wait for files that another program has open on Windows.


def held(winerror: int) -> PermissionError:
    """Return what Windows raises where another program has a file open."""
    error = PermissionError(errno.EACCES, "The process cannot access the file")
    error.winerror = winerror  # type: ignore[attr-defined,unused-ignore]
    return error


@pytest.mark.parametrize(
    ("error", "tries", "waits"),
    [
        *[pytest.param(held(each), 3, 3, id=f"held {each}") for each in (5, 32, 33)],
        pytest.param(held(32), 99, 5, id="held on"),
        pytest.param(PermissionError(errno.EACCES, "Permission denied"), 1, 0, id="refused"),
    ],
)
def test_file_in_use_is_replaced_when_released_soon(
    written: Path, monkeypatch: pytest.MonkeyPatch, error: PermissionError, tries: int, waits: int
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    times = count_from(1)
    trouble = write_with(
        Faults(lambda _, name: error if name == "replace" and next(times) <= tries else None),
        written,
    )
    assert (trouble is None, len(waited)) == (waits == tries, waits)
    assert 0 <= sum(waited) < 1
    assert waited == sorted(waited)
    assert files.read_text(written) == (OLD if trouble else NEW)
    assert files.read_text(files.backup_of(written)) == ("the oldest text" if trouble else OLD)
    assert names_in(written.parent) == ["a.txt", "a.txt.bak"]


# == Strict reading of JSON.

LIMIT = 10_000

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**39), 10**39)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


def fault_of(text: str, limit: int = LIMIT) -> files.InvalidJson:
    with pytest.raises(files.InvalidJson) as caught:
        files.read_json(text, limit)
    return caught.value


@given(JSON_VALUES)
def test_value_accepted_for_json_survives_writing_and_reading(value: object) -> None:
    files.check_plain(value)
    for ascii_only in (True, False):
        assert files.read_json(json.dumps(value, ensure_ascii=ascii_only), 1_000_000) == value


@given(st.text(st.characters(codec=None), max_size=60) | st.text('[]{}":,\\ 0-9entrufals\n'))
def test_any_text_is_parsed_as_json_or_refused_with_a_place(text: str) -> None:
    try:
        files.check_plain(files.read_json(text, 50))
    except files.InvalidJson as error:
        fault = error
    else:
        return
    assert fault.code in {"too_large", "too_deep", "broken_json", "bad_value"}
    assert str(fault) == f"{fault.place}: {fault.why}"


def test_progress_reports_rise_while_json_is_read() -> None:
    text = json.dumps(["a"] * 25_000)
    shares: list[float] = []

    files.read_json(text, len(text), shares.append)

    assert len(shares) == 3
    assert shares[0] < 0.01
    assert shares == sorted(shares)
    assert 0.7 < shares[-1] < 1.0


@pytest.mark.parametrize(
    ("text", "code", "place", "words"),
    [
        ("", "broken_json", "line 1, column 1", "empty"),
        ('{\n  "a": [1,\n', "broken_json", "line 3, column 1", "the text ends"),
        ('{"a": 1,\n "b" 2}', "broken_json", "line 2, column 6", "':'"),
        ('{"a": "x\n"}', "broken_json", "line 1, column 9", "control character"),
        ('{"a": {"b": [0, NaN]}}', "bad_value", "$.a.b[1]", "not a number"),
        ("[-Infinity]", "bad_value", "$[0]", "not a number"),
        ("[1e999]", "bad_value", "$[0]", "not a number"),
        (f'{{"a": {"9" * 5000}}}', "bad_value", "$.a", "not a number"),
        ('{"a": {"b": 1, "c": 2, "b": 1}}', "bad_value", "$.a.b", "twice"),
        ('["fine", "\\ud800"]', "bad_value", "$[1]", "surrogate"),
        ('{"\\ud800": 1}', "bad_value", "$", "surrogate"),
        ('{"two words": [NaN]}', "bad_value", '$["two words"][0]', "not a number"),
    ],
)
def test_json_error_names_the_place_of_the_fault(
    text: str, code: str, place: str, words: str
) -> None:
    fault = fault_of(text)
    assert (fault.code, fault.place) == (code, place)
    assert words in fault.why


@pytest.mark.parametrize("opening", ["[", '{"a":', '[["[[[",', '["\\"",'])
def test_json_nested_too_deeply_is_refused_at_the_line_of_the_bracket(opening: str) -> None:
    fault = fault_of("\n".join([opening] * 1000))
    assert fault.code == "too_deep"
    assert fault.place.startswith("line ")


def test_json_nesting_is_accepted_up_to_the_limit() -> None:
    deepest = files.MAX_DEPTH
    assert fault_of("[\n" * deepest + '"[", [').place == f"line {deepest + 1}, column 6"
    assert fault_of("\n" + "[" * (deepest + 1)).place == f"line 2, column {deepest + 1}"
    text = "[" * deepest + "]" * deepest
    assert json.dumps(files.read_json(text, LIMIT)) == text
    assert fault_of(f"[{text}]").code == "too_deep"
    assert files.read_json('["[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "\\"[[[[[[[[[[["]', LIMIT)


def test_json_with_too_many_lists_and_objects_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_ELEMENTS", 3)
    assert files.read_json("[[],{}]", LIMIT) == [[], {}]
    assert fault_of("[[],{},[]]").code == "too_large"


@pytest.mark.parametrize("filler", ["[", '"', "x"])
def test_json_text_is_accepted_up_to_the_size_limit(filler: str) -> None:
    assert files.read_json("[]", 2) == []
    assert fault_of("[]", 1).code == "too_large"
    assert fault_of('["' + filler * 50_000_000).code == "too_large"


@pytest.mark.parametrize("filler", ['"\\', '\\"', '"', "[]", "\\"])
def test_json_text_at_the_size_limit_is_read_in_linear_time(filler: str) -> None:
    """A scanner that tried every quote as a beginning again would take hours over these."""
    text = '["' + filler * 500_000
    assert fault_of(text, len(text)).code != "too_large"


def test_long_json_key_is_shortened_in_the_error() -> None:
    fault = fault_of(json.dumps({"k" * 5000: [1, 2, "\ud800"]}))
    assert fault.code == "bad_value"
    assert len(fault.place) < 100


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"a": (1, 2)}, "$.a"),
        ({"a": {"b": {1}}}, "$.a.b"),
        ({1: "a"}, "$"),
        ([10**40], "$[0]"),
        ([-(10**40)], "$[0]"),
        ([float("nan")], "$[0]"),
        ([b"bytes"], "$[0]"),
    ],
)
def test_value_that_json_would_change_is_refused(value: object, place: str) -> None:
    with pytest.raises(files.InvalidJson) as caught:
        files.check_plain(value)
    assert caught.value.place == place


def test_large_integers_in_json_are_kept_exactly() -> None:
    most = 10**40 - 1
    files.check_plain([most, -most])
    assert files.read_json(f"[{most}, {-most}]", LIMIT) == [most, -most]
