"""Files of the kit: settings and set-ups, late writes, workers, folders, several copies."""

from __future__ import annotations

import json
import os
import sys
import threading
import weakref
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from red7_desktop.games.registry import CATALOGUE, list_own_settings
from red7_desktop.kit import storage, texts
from red7_desktop.kit.settings import INSTANT, READERS, Settings
from red7_desktop.kit.settings import open_settings_file as kept_settings
from red7_desktop.tabletop import files

OTHERS = Settings(
    language="de",
    colours="high",
    ui_scale=175,
    readable_font=True,
    reduced_motion=True,
    speed=INSTANT,
    assist="none",
    table="wood",
    back="leaves",
    all_looks=True,
    moods=False,
    remarks=False,
    room_light=False,
    confirmations=False,
    reads_hands=False,
    master_volume=0,
    effects_volume=35,
    ambience_volume=45,
    music_volume=55,
    muted=True,
    fullscreen=True,
    spoken_log=True,
    speech_detail="full",
    cool_down=True,
    scanning=True,
    scan_seconds=2.5,
    keys=(("undo", ("u", "shift+z")), ("hint", ("#246",))),
    pad=(("activate", ("b",)), ("back", ("a",)), ("draw", ("lefttrigger",)), ("lens", ())),
    switches=frozenset({"automatic_draw"}),
)
"""Settings that differ from the defaults in every field."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "settings.json"


def settings_file(path: Path) -> storage.JsonFile[Settings]:
    return kept_settings(path, list_own_settings(CATALOGUE))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_example_settings_differ_from_the_defaults_in_every_field() -> None:
    assert all(
        getattr(OTHERS, field.name) != getattr(Settings(), field.name) for field in fields(Settings)
    )


def test_settings_round_trip(path: Path) -> None:
    settings_file(path).save(OTHERS)
    assert settings_file(path).load() == (OTHERS, ())


def test_game_settings_keep_the_format_of_0_1_0(path: Path) -> None:
    write(path, '{"automatic_draw": true}')
    drawing = Settings(switches=frozenset({"automatic_draw"}))
    assert settings_file(path).load() == (drawing, ())
    settings_file(path).save(drawing)
    assert json.loads(path.read_text("utf-8"))["automatic_draw"] is True
    settings_file(path).save(Settings())
    assert json.loads(path.read_text("utf-8"))["automatic_draw"] is False


def test_missing_settings_file_loads_the_defaults(path: Path) -> None:
    assert settings_file(path).load() == (Settings(), ())
    assert not path.exists()


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[1, 2]", b"null", b'{"a": 1, "a": 2}', b"\0", b'{"a": NaN}', b"\xff\xfe{}"],
)
def test_damaged_file_is_set_aside_and_reported_once(path: Path, damage: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(damage)
    settings, troubles = settings_file(path).load()
    assert settings == Settings()
    assert [trouble.kind for trouble in troubles] == [storage.FileProblemKind.DAMAGED]
    assert not path.exists()
    aside = path.with_name("settings.json.damaged-1")
    assert troubles[0].renamed_to == aside
    assert aside.read_bytes() == damage
    assert settings_file(path).load() == (Settings(), ())


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff", b"[]"])
def test_damaged_file_is_replaced_by_its_backup(path: Path, damage: bytes) -> None:
    settings_file(path).save(Settings(ui_scale=150))
    settings_file(path).save(Settings(ui_scale=200))
    path.write_bytes(damage)

    settings, troubles = settings_file(path).load()

    assert settings == Settings(ui_scale=150)
    aside = path.with_name("settings.json.damaged-1")
    assert [(each.kind, each.renamed_to) for each in troubles] == [
        (storage.FileProblemKind.RESTORED, aside)
    ]
    assert aside.read_bytes() == damage
    assert aside.name in troubles[0].words(texts.Texts())


def test_damaged_file_with_a_damaged_backup_has_its_defaults(path: Path) -> None:
    write(path, "{")
    path.with_name("settings.json.bak").write_text("[", "utf-8")

    settings, troubles = settings_file(path).load()

    assert settings == Settings()
    assert [each.kind for each in troubles] == [storage.FileProblemKind.DAMAGED]


def test_running_instances_are_listed_by_the_number_locks_they_hold(tmp_path: Path) -> None:
    paths = storage.Paths(tmp_path, tmp_path, tmp_path)
    assert storage.list_other_instances(paths, 1) == frozenset()
    (tmp_path / "copy-of-mine.lock").touch()
    first, second, third = [storage.reserve_instance_number(paths) for _ in range(3)]
    assert storage.list_other_instances(paths, 2) == {1, 3}

    first.release()

    assert storage.list_other_instances(paths, 2) == {3}
    assert storage.reserve_instance_number(paths).number == 1
    for place in (second, third):
        place.release()


def test_second_damaged_file_gets_another_name(path: Path) -> None:
    for text in ("{", "["):
        write(path, text)
        (trouble,) = settings_file(path).load()[1]
        assert trouble.renamed_to is not None
        assert trouble.renamed_to.name in trouble.words(texts.Texts())
    assert path.with_name("settings.json.damaged-1").read_text("utf-8") == "{"
    assert path.with_name("settings.json.damaged-2").read_text("utf-8") == "["


def test_failed_set_aside_is_not_reported_as_done(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise PermissionError(30, "Read-only file system")

    monkeypatch.setattr(os, "replace", fail)
    write(path, "{")
    (trouble,) = settings_file(path).load()[1]
    assert (trouble.kind, trouble.renamed_to) == (storage.FileProblemKind.DAMAGED, None)
    assert "set aside" not in trouble.words(texts.Texts())
    assert [each.read_text("utf-8") for each in path.parent.glob("*.json")] == ["{"]


def test_damaged_file_replaced_by_another_program_is_not_set_aside(path: Path) -> None:
    write(path, "{")
    lock, loud = (
        storage.Lock(path.with_name("settings.json.lock")),
        replace(Settings(), ui_scale=125),
    )
    reading = storage.BackgroundTask(settings_file(path).load)
    thread = threading.Thread(target=reading.run)
    thread.start()
    thread.join(0.3)
    assert not reading.is_done
    settings_file(path).save(loud)
    lock.release()
    assert reading.result() == (loud, ())


def test_folder_in_place_of_a_file_is_reported(path: Path) -> None:
    path.mkdir(parents=True)
    settings, troubles = settings_file(path).load()
    assert settings == Settings()
    assert [trouble.kind for trouble in troubles] == [storage.FileProblemKind.UNREADABLE]
    assert path.is_dir()


WRONG_VALUES: dict[str, list[Any]] = {
    "language": ["german!"],
    "colours": ["sepia", ["normal"]],
    "ui_scale": [99, 201],
    "readable_font": [1],
    "speed": [0.4, 4.1],
    "assist": [None],
    "automatic_draw": [None],
    "master_volume": [-1],
    "effects_volume": [101],
    "scan_seconds": [0.4, True],
    "keys": [
        *({"undo": [key]} for key in (7, "no such key", "h", "escape", "lshift", f"#{10**14}")),
        *({"undo": ["a", "b", "f", "g", "j"]}, {"fly": ["f"]}, {"left": []}),
    ],
    "pad": [{"undo": ["b"]}, {"activate": []}],
}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in WRONG_VALUES.items() for value in values]
)
def test_invalid_value_alone_is_reset(path: Path, key: str, value: Any) -> None:
    settings_file(path).save(OTHERS)
    write(path, json.dumps(json.loads(path.read_text("utf-8")) | {key: value}))
    settings, troubles = settings_file(path).load()
    name = key if key in READERS else "switches"
    assert settings == replace(OTHERS, **{name: getattr(Settings(), name)})
    assert [(trouble.kind, trouble.key) for trouble in troubles] == [
        (storage.FileProblemKind.WRONG_VALUE, key)
    ]
    assert path.exists()


def test_unknown_settings_of_a_newer_version_are_kept(path: Path) -> None:
    write(path, '{"muted": true, "theme": {"name": "dawn"}}')
    file = settings_file(path)
    settings, troubles = file.load()
    assert (settings, troubles) == (Settings(muted=True), ())
    file.save(replace(settings, muted=False))
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert kept["theme"] == {"name": "dawn"}
    assert kept["muted"] is False


@pytest.mark.parametrize("foreign", ["[0]", '{"a":1}', '"x"', "1e15", "\n[\n]"])
def test_unknown_settings_do_not_reset_known_ones(path: Path, foreign: str) -> None:
    count = (storage.MAX_FILE_BYTES - 100) // (len(foreign) + 1)
    many = ",".join([foreign] * count)
    write(path, f'{{"muted": true, "unknown": [{many}]}}')
    for _ in range(3):
        file = settings_file(path)
        settings, troubles = file.load()
        assert (settings, troubles) == (Settings(muted=True), ())
        file.save(settings)
        assert path.stat().st_size <= storage.MAX_FILE_BYTES


@pytest.mark.parametrize("kind", storage.FileProblemKind)
def test_every_file_trouble_has_a_message(kind: storage.FileProblemKind) -> None:
    words = storage.StoredFileProblem(Path("settings.json"), kind, "why", "speed").words(
        texts.Texts()
    )
    assert "settings.json" in words
    assert "{" not in words


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def any_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("any")


@given(st.dictionaries(st.sampled_from([*READERS, *list_own_settings(CATALOGUE), "unknown"]), JSON))
def test_any_file_loads_as_valid_settings(any_folder: Path, plain: dict[str, Any]) -> None:
    path = any_folder / "settings.json"
    write(path, json.dumps(plain))
    settings, _ = settings_file(path).load()
    file = settings_file(path)
    file.save(settings)
    assert file.load() == (settings, ())


# == Files that are written by a worker thread.


def number_in(path: Path) -> storage.JsonFile[int]:
    return storage.JsonFile(
        path,
        {"number": storage.read_int_in(0, 99)},
        lambda fields: fields.get("number", 0),
        lambda n: {"number": n},
    )


class HeldWorker(storage.Worker):
    """Begins when it is let go."""

    def __init__(self) -> None:
        super().__init__("held")
        self.gate = threading.Event()
        self.submit(self.gate.wait)


@pytest.fixture
def file(tmp_path: Path) -> storage.JsonFile[int]:
    return number_in(tmp_path / "number.json")


def fail(trouble: files.FileWriteError) -> None:
    raise AssertionError(trouble)


def test_only_the_newest_value_is_written_before_closing(
    file: storage.JsonFile[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    save = storage.JsonFile.save

    def note(file: storage.JsonFile[int], number: int) -> None:
        written.append(number)
        save(file, number)

    monkeypatch.setattr(storage.JsonFile, "save", note)
    writes = HeldWorker()
    for number in (1, 2, 3):
        writes.write(partial(file.save, number), fail, key=file)
    writes.tick()
    assert (written, writes.needs_tick) == ([], True)
    writes.gate.set()
    writes.close()
    assert written == [3]
    assert file.load() == (3, ())
    writes.tick()
    assert not writes.needs_tick


def test_value_written_after_closing_the_worker_is_saved_too(file: storage.JsonFile[int]) -> None:
    writes = storage.Worker("test")
    writes.close()
    writes.write(partial(file.save, 7), fail, key=file)
    writes.close()
    assert file.load() == (7, ())


def test_concurrent_requests_use_one_worker_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, make, made = storage.Worker("test"), threading.Thread, list[str]()

    def make_slowly(name: str, **asked: Any) -> threading.Thread:
        made.append(name)
        if len(made) == 1:
            other = make(target=worker.submit, args=(int,))
            other.start()
            other.join(0.1)
        return make(name=name, **asked)

    monkeypatch.setattr(threading, "Thread", make_slowly)
    worker.submit(int)
    assert made == ["test"]
    worker.close()


def test_write_results_are_reported_in_order_at_a_tick(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    told: list[Any] = []
    writes = HeldWorker()
    writes.write(lambda: "first", fail, told.append)
    file = number_in(tmp_path / "folder")
    writes.write(partial(file.save, 1), lambda trouble: told.append(trouble.code), key=file)
    writes.write(lambda: "last", fail, told.append)
    writes.gate.set()
    writes.flush()
    assert told == []
    writes.tick()
    assert told == ["first", "folder", "last"]
    writes.close()


# == Results of many background tasks.


class Large:
    """Stands for a picture."""

    def packed(self) -> str:
        return "packed"

    def broken(self) -> str:
        raise ValueError("no picture")


def test_finished_task_keeps_only_its_result() -> None:
    worker, large = storage.Worker("test"), Large()
    gone = weakref.ref(large)
    task = worker.submit(large.packed)
    del large
    assert task.result() == "packed"
    worker.close()
    assert gone() is None
    assert task.result() == "packed"


def test_task_raises_its_error_to_the_reader() -> None:
    task = storage.BackgroundTask(Large().broken)
    task.run()
    assert task.is_done
    with pytest.raises(ValueError, match="no picture"):
        task.result()


# == Instance numbers of several processes.


@pytest.fixture
def paths(tmp_path: Path) -> storage.Paths:
    return storage.Paths(tmp_path / "config", tmp_path / "saves", tmp_path / "logs")


def test_each_further_program_instance_knows_how_many_others_run(paths: storage.Paths) -> None:
    places = [storage.reserve_instance_number(paths) for _ in range(3)]
    assert [(place.number, place.others) for place in places] == [(1, 0), (2, 1), (3, 2)]
    for place in places:
        place.release()


def test_every_program_instance_has_a_log_of_its_own(paths: storage.Paths) -> None:
    places = [storage.reserve_instance_number(paths) for _ in range(100)]

    logs = {paths.log_file(place.number) for place in places}

    assert len(logs) == 100
    assert len(storage.list_other_instances(paths, 50)) == 99
    for place in places:
        place.release()


def test_freed_instance_number_is_reused(paths: storage.Paths) -> None:
    first, second = storage.reserve_instance_number(paths), storage.reserve_instance_number(paths)
    first.release()
    again = storage.reserve_instance_number(paths)
    assert (again.number, again.others) == (1, 0)
    second.release()
    again.release()


def test_instance_number_is_1_without_file_locks(paths: storage.Paths) -> None:
    paths.saves.write_text("a file in the folder's place", "utf-8")
    place = storage.reserve_instance_number(paths)
    assert (place.number, place.lock) == (1, None)
    place.release()


def test_data_folder_set_by_the_environment_contains_all_files(tmp_path: Path) -> None:
    paths = storage.find_paths({storage.HOME: str(tmp_path)})
    ours = (paths.settings, paths.setup, paths.library, paths.records)
    for path in (paths.config, paths.saves, paths.logs, *ours):
        assert path.is_relative_to(tmp_path)


# == paths =================================================================================


def test_home_of_an_unknown_user_is_refused() -> None:
    with pytest.raises(storage.HomeError, match=r"RED7_HOME.*~nobody-knows/x"):
        storage.find_paths({storage.HOME: "~nobody-knows/x"})


@pytest.mark.parametrize("name", ["portable", "portable.txt"])
def test_portable_file_stores_everything_beside_the_executable(tmp_path: Path, name: str) -> None:
    assert not storage.find_paths({}, tmp_path).saves.is_relative_to(tmp_path)
    (tmp_path / name).touch()
    assert storage.find_paths({}, tmp_path).saves == tmp_path / "data" / "saves"
    assert (
        storage.find_paths({storage.HOME: str(tmp_path / "own")}, tmp_path).saves
        == tmp_path / "own" / "saves"
    )
    assert storage.find_paths({}).saves == storage.find_paths({}, tmp_path / "elsewhere").saves


def test_portable_mode_needs_an_executable(monkeypatch: pytest.MonkeyPatch) -> None:
    assert storage.find_own_folder() is None
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert storage.find_own_folder() == Path(sys.executable).parent


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets nobody remove such a folder")
def test_relative_home_in_a_deleted_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(storage.HomeError, match="here"):
        storage.find_paths({storage.HOME: "here"})


def test_user_without_a_home_writes_nothing_to_the_working_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(os.path, "expanduser", str)
    if sys.platform == "linux":
        with pytest.raises(storage.HomeError, match="RED7_HOME can name a folder"):
            storage.find_paths({})
