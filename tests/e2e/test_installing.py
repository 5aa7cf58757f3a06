"""Installing from the sources (`make play`) and from the archive for Linux (`install`).

`make play` runs with interpreters that are too old, lack modules or can't reach a network.
`install` runs for a user whose home has an odd name; a small shell script stands in for the game,
so nothing has to be built. Where RED7_EXECUTABLE names an application, one test installs that one
and opens it through its menu entry.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from red7_desktop import __version__
from tests.unit.test_house import ROOT

SPEC: Final = ROOT / "build" / "spec"
PROGRAM: Final = os.environ.get("RED7_EXECUTABLE", "")
OF_ITS_OWN: Final = 'it\'s $HOME \\ `50%` "of" Łukasz'
"""A name with every letter that a menu entry has to spell in its own way."""
MENU: Final = "applications/red7-desktop.desktop"
REFUSED, SENSELESS, IS_OPEN = 1, 2, 3

pytestmark = [
    pytest.mark.skipif(not SPEC.is_dir(), reason="this is an installed copy, without packaging"),
    pytest.mark.skipif(sys.platform != "linux", reason="the archive is for Linux"),
]


class Home:
    """A user's home, and the unpacked archive in it."""

    def __init__(self, folder: Path, app: Path) -> None:
        self.folder = folder / OF_ITS_OWN
        self.data = self.folder / ".local/share"
        self.program = self.folder / ".local/lib/red7-desktop"
        self.link = self.folder / ".local/bin/red7-desktop"
        self.unpacked = self.folder / "Downloads" / "red7 desktop"
        self.lay_out(app)

    def lay_out(self, app: Path) -> None:
        """Unpack the archive of an application, in place of a former one."""
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(SPEC))
            module = import_module("linux_desktop")
        module.lay_out_archive(app, self.unpacked, __version__, 0)

    def run(
        self, *arguments: str, language: str = "C", by: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run the script, of the unpacked folder unless another."""
        script = (by or self.unpacked) / "install"
        environment = {"HOME": str(self.folder), "LANG": language, "PATH": os.environ["PATH"]}
        return subprocess.run(
            [script, *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def files(self) -> set[str]:
        """Return all files outside of the download, except the caches of the desktop's tools."""
        kept = re.compile(r"\.local/share/(?:mime/(?!packages)|applications/mimeinfo)")
        return {name for name in self.all_files() if not kept.match(name)}

    def all_files(self) -> set[str]:
        """Return all files outside of the download."""
        found = (path for path in self.folder.rglob("*") if path.is_symlink() or path.is_file())
        names = {path.relative_to(self.folder).as_posix() for path in found}
        return {name for name in names if not name.startswith("Downloads/")}


@pytest.fixture
def app(tmp_path: Path) -> Path:
    """An application that only says its arguments."""
    folder = tmp_path / "app"
    (folder / "_internal" / "with spaces").mkdir(parents=True)
    (folder / "_internal" / "with spaces" / "a [b]*.so").write_text("one", "utf-8")
    (folder / "_internal" / "link.so").symlink_to("with spaces/a [b]*.so")
    (folder / "red7-desktop").write_text('#!/bin/sh\nprintf "%s|" "$0" "$@"\n', "utf-8")
    (folder / "red7-desktop").chmod(0o755)
    return folder


@pytest.fixture
def home(tmp_path: Path, app: Path) -> Home:
    """A home in which nothing is installed."""
    return Home(tmp_path, app)


def command_of(menu: Path) -> list[str]:
    """Read the command of a menu entry as a desktop does: its own escapes, then quotation marks."""
    (line,) = re.findall(r"^Exec=(.*)$", menu.read_text("utf-8"), re.MULTILINE)
    unescaped = re.sub(r"\\(.)", r"\1", line)
    words = re.findall(r'"((?:[^"\\`$]|\\.)*)"|([^\s"]+)', unescaped)
    plain = [word or re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") for quoted, word in words]
    assert plain[1:] == ["%f"]
    return plain


def test_install_adds_menu_entry_icons_and_file_type(home: Home) -> None:
    ended = home.run()
    assert (ended.returncode, ended.stderr) == (0, "")
    assert command_of(home.data / MENU) == [str(home.program / "red7-desktop"), "%f"]
    opened = subprocess.run(
        [*command_of(home.data / MENU)[:1], "a match.red7"], capture_output=True, check=True
    )
    assert opened.stdout.decode() == f"{home.program / 'red7-desktop'}|a match.red7|"
    assert "MimeType=application/x-red7-record;" in (home.data / MENU).read_text("utf-8")
    assert (home.data / "icons/hicolor/scalable/apps/red7-desktop.svg").is_file()
    assert home.link.resolve() == home.program / "red7-desktop"
    assert (home.program / "_internal/link.so").is_symlink()
    if shutil.which("update-mime-database"):
        globs = (home.data / "mime" / "globs2").read_text("utf-8")
        assert ":application/x-red7-record:*.red7" in globs
    if shutil.which("update-desktop-database"):
        cache = (home.data / "applications/mimeinfo.cache").read_text("utf-8")
        assert "application/x-red7-record=red7-desktop.desktop;" in cache
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", home.data / MENU], check=True)


def test_removal_deletes_only_files_of_the_game(home: Home) -> None:
    others = [
        home.program / "_internal" / "of another.so",
        home.data / "applications" / "of another.desktop",
        home.data / "red7-desktop" / "saves" / "library.sqlite3",
        home.folder / ".config" / "red7-desktop" / "settings.json",
    ]
    empty = home.data / "icons" / "hicolor" / "64x64"
    empty.mkdir(parents=True)
    for _ in range(2):
        assert home.run().returncode == 0
    for path in others:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine", "utf-8")
    shutil.rmtree(home.unpacked)
    ended = home.run("--remove", by=home.program)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert home.files() == {path.relative_to(home.folder).as_posix() for path in others}
    assert [*(home.data / "icons").rglob("*")] == [empty.parent, empty]
    assert home.run("--remove", by=Path(SPEC / "linux")).returncode == REFUSED


def test_removal_leaves_no_file_and_no_folder_of_the_game(home: Home) -> None:
    home.run()
    ended = home.run("--remove", by=home.program)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert home.all_files() == set()
    assert [*home.data.rglob("*")] == []


def test_removal_keeps_the_file_types_of_other_programs(home: Home) -> None:
    home.run()
    other = home.data / "mime" / "packages" / "other.xml"
    xml = (home.data / "mime/packages/red7-desktop.xml").read_text("utf-8")
    other.write_text(xml.replace("red7", "other"), "utf-8")

    home.run("--remove", by=home.program)

    assert other.is_file()
    if shutil.which("update-mime-database"):
        types = (home.data / "mime" / "globs2").read_text("utf-8")
        assert "x-other-record" in types
        assert "red7" not in types


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("libc.so.6: version `GLIBC_2.34' not found (required by ./it)", "glibc 2.34."),
        ("Illegal instruction", "doesn't start on this system:\nIllegal instruction"),
    ],
)
def test_nothing_is_installed_when_the_game_does_not_start(
    home: Home, said: str, told: str
) -> None:
    program = home.unpacked / "red7-desktop"
    program.write_text(f'#!/bin/sh\necho "{said}" >&2\nexit 1\n'.replace("`", "\\`"), "utf-8")

    ended = home.run()

    assert (ended.returncode, ended.stdout) == (REFUSED, "")
    assert told in ended.stderr
    assert home.all_files() == set()


def test_upgrade_removes_files_of_the_older_version(home: Home, app: Path) -> None:
    old = app / "_internal" / "old" / "gone.so"
    old.parent.mkdir()
    old.write_text("", "utf-8")
    home.lay_out(app)
    assert home.run().returncode == 0
    before = home.files()
    shutil.rmtree(old.parent)
    (app / "red7-desktop").write_text("#!/bin/sh\necho newer\n", "utf-8")
    home.lay_out(app)
    assert home.run().returncode == 0
    assert before - home.files() == {".local/lib/red7-desktop/_internal/old/gone.so"}
    assert not (home.program / "_internal" / "old").exists()
    assert "newer" in (home.program / "red7-desktop").read_text("utf-8")


def test_install_refuses_a_folder_with_other_files(home: Home) -> None:
    home.program.mkdir(parents=True)
    home.run()  # an empty one is no one's
    assert home.run("--remove").returncode == 0
    home.program.mkdir(parents=True)
    (home.program / "mine.txt").write_text("mine", "utf-8")
    ended = home.run()
    assert (ended.returncode, ended.stdout) == (REFUSED, "")
    assert str(home.program) in ended.stderr
    assert home.files() == {".local/lib/red7-desktop/mine.txt"}


def test_install_keeps_another_programs_command_of_the_same_name(home: Home) -> None:
    home.link.parent.mkdir(parents=True)
    home.link.write_text("mine", "utf-8")
    assert home.run().returncode == 0
    assert home.run("--remove").returncode == 0
    assert home.link.read_text("utf-8") == "mine"


def test_interrupted_installation_can_be_repeated_and_removed(home: Home) -> None:
    home.program.mkdir(parents=True)
    shutil.copy(home.unpacked / "files.txt", home.program)
    shutil.copy(home.unpacked / "install", home.program)
    assert home.run().returncode == 0
    assert command_of(home.data / MENU)
    for name in ("red7-desktop", "share/" + MENU):
        (home.program / name).unlink()
    assert home.run("--remove").returncode == 0
    assert home.files() == set()


@pytest.fixture
def is_open(home: Home) -> Iterator[None]:
    """Lets the game run, from where it is installed."""
    sleeper = shutil.which("sleep")
    assert sleeper is not None
    assert home.run().returncode == 0
    program = home.program / "red7-desktop"
    program.unlink()
    shutil.copy(Path(sleeper).resolve(), program)
    process = subprocess.Popen([program, "600"])
    yield
    process.kill()
    process.wait()


@pytest.mark.usefixtures("is_open")
def test_install_and_removal_are_refused_while_the_game_runs(home: Home) -> None:
    before = home.files()
    for options in ((), ("--remove",)):
        ended = home.run(*options)
        assert (ended.returncode, ended.stdout) == (IS_OPEN, "")
    assert home.files() == before


@pytest.mark.sampled
@pytest.mark.parametrize("language", ["en_GB.UTF-8", "de_AT.UTF-8", "pl_PL.UTF-8"])
def test_install_uses_the_systems_language(home: Home, language: str) -> None:
    said = home.run(language=language).stdout
    words = {"de": "ist installiert", "en": "is installed", "pl": "jest zainstalowany"}
    assert words[language[:2]] in said
    assert f"{home.program}/install --remove" in said


def test_install_with_unknown_options_ends_with_an_error_and_no_change(home: Home) -> None:
    for arguments in (["--purge"], ["--remove", "all"], [""]):
        ended = home.run(*arguments)
        assert (ended.returncode, ended.stdout) == (SENSELESS, ""), arguments
    assert home.files() == set()
    assert home.run().returncode == 0
    assert home.run(by=home.program).returncode == SENSELESS
    assert (home.program / "red7-desktop").is_file()


@pytest.mark.slow
@pytest.mark.skipif(not PROGRAM, reason="RED7_EXECUTABLE names no executable: make dist builds one")
def test_built_executable_is_installed_and_removed_without_a_trace(tmp_path: Path) -> None:
    home = Home(tmp_path, Path(PROGRAM).resolve().parent)
    assert home.run().returncode == 0
    said = subprocess.run(
        [command_of(home.data / MENU)[0], "--version"], env={}, capture_output=True, check=True
    )
    assert __version__ in said.stdout.decode()
    assert home.run("--remove", by=home.program).returncode == 0
    assert home.files() == set()


# == `make play`, from the sources ===========================================================

ENSUREPIP_IS_MISSING: Final = """#!/bin/sh
case "$*" in *ensurepip*) exit 1 ;; esac
exec "$REAL" "$@"
"""
"""Python as Debian has it without python3-venv."""

OLD_PYTHON: Final = """#!/bin/sh
case "$*" in
*"sys.exit("*) exit 1 ;;
*) echo {version} ;;
esac
"""
MAKES_STAND_INS: Final = """#!/bin/sh
case "$*" in
"-m venv --clear "*)
    mkdir -p "$4/bin"
    cp "$(dirname "$0")/without-network" "$4/bin/python"
    chmod +x "$4/bin/python" ;;
*) exec "$REAL" "$@" ;;
esac
"""
"""Python that makes environments in which nothing can be installed, at once."""

WITHOUT_NETWORK: Final = """#!/bin/sh
case "$*" in *--version*) exit 0 ;; esac
echo NewConnectionError
exit 1
"""
NOWHERE: Final = "http://127.0.0.1:9"
"""A proxy that refuses every connection."""

only_with_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


class Sources:
    """The part of a checkout that `make play` needs before it starts the game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "red7 desktop"
        self.environment = self.folder / ".venv"
        for name in ("Makefile", "tools/set-up", "requirements.lock", "pyproject.toml", "setup.py"):
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_file():
                shutil.copy(ROOT / name, target)

    def interpreter(self, script: str) -> Path:
        """Write a stand-in for Python."""
        path = self.folder / "python-of-test"
        path.write_text(script, "utf-8")
        path.chmod(0o755)
        return path

    def play(self, python: str | Path) -> list[str]:
        """Run `make play` without a network and return the lines of its error output."""
        offline = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), NOWHERE)
        ended = subprocess.run(
            ["make", "play", f"PYTHON={python}"],
            cwd=self.folder,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.folder),
                "REAL": sys.executable,
                "PIP_CONFIG_FILE": os.devnull,
                **offline,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode != 0
        said = (ended.stdout + ended.stderr).splitlines()
        return [line for line in said if not line.startswith(("make:", "Creating"))]


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    """A checkout in which nothing has been set up."""
    return Sources(tmp_path)


@only_with_make
@pytest.mark.parametrize("version", ["3.9", "3.10"])
def test_make_play_reports_the_version_of_a_python_that_is_too_old(
    sources: Sources, version: str
) -> None:
    (line,) = sources.play(sources.interpreter(OLD_PYTHON.format(version=version)))

    assert line.startswith("Red7 Desktop needs Python 3.11 or newer")
    assert f"is {version}." in line
    assert "/releases" in line


@only_with_make
def test_make_play_names_the_packages_to_install_when_python_is_missing(sources: Sources) -> None:
    (line,) = sources.play("no-python-at-all")

    assert '"no-python-at-all" doesn\'t run' in line
    assert "sudo apt install python3 python3-venv" in line


@only_with_make
def test_make_play_names_the_package_to_install_when_venv_is_missing(sources: Sources) -> None:
    (line,) = sources.play(sources.interpreter(ENSUREPIP_IS_MISSING))

    assert line.endswith("sudo apt install make python3-venv")


@only_with_make
def test_make_play_replaces_an_environment_whose_python_fails(sources: Sources) -> None:
    half_made = sources.environment / "bin" / "python"
    half_made.parent.mkdir(parents=True)
    half_made.symlink_to("/bin/false")
    (sources.folder / "without-network").write_text(WITHOUT_NETWORK, "utf-8")

    (line,) = sources.play(sources.interpreter(MAKES_STAND_INS))

    assert line.endswith("Check your network, then: make play")


@pytest.mark.slow
@only_with_make
def test_make_play_recreates_a_virtual_environment_without_pip(sources: Sources) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", sources.environment], check=True)

    (line,) = sources.play(sys.executable)

    assert line.endswith("Check your network, then: make play")
    python = sources.environment / "bin/python"
    subprocess.run([python, "-m", "pip", "--version"], capture_output=True, check=True)
