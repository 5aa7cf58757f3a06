"""Checks that what the documents and the release's workflow name is there, and is as they say."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pygame
import pytest

from red7_desktop.tabletop.player import Players
from tests.pictures import read_animation
from tests.unit.test_house import MAY_IMPORT, PACKAGE, PURE, ROOT, parsed, project_files

DOCUMENTS: Final = [path for path in project_files() if path.suffix == ".md"]
ARCHITECTURE: Final = ROOT / "docs" / "architecture.md"
GUIDE: Final = ROOT / "docs" / "adding-a-game.md"
WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
BESIDE: Final = frozenset({"", "__main__", "resources"})
"""What is no package: the picture of the packages leaves it out, and the text below tells of it."""
ENDINGS: Final = "py|md|json|lock|toml|yml|tmx|spec|txt|svg"
LIKE_A_FILE: Final = re.compile(rf"[\w.-]+(?:/[\w.-]+)*(?:/|/[\w.-]+|\.(?:{ENDINGS}))")
MADE: Final = re.compile(
    r"^(?:\.venv|dist|artefacts|red7-desktop|_internal|Contents|saves|config)/|^settings\.json"
    r"|NAME|^N-|\.\."
)
"""What is in a name of a file that is made when something runs, or that stands for many."""


def quoted(path: Path) -> Iterator[str]:
    """List what a document sets in the letters of code, line by line."""
    prose = re.sub(r"^ *```.*?^ *```", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    yield from re.findall(r"`([^`\n]+)`", prose)


@cache
def places() -> frozenset[str]:
    """List the files, modules and folders of the project, each by every end of its path."""
    files = [path.relative_to(ROOT) for path in project_files()]
    modules = [file.with_suffix("") for file in files if file.suffix == ".py"]
    paths = {*files, *modules, *[folder for file in files for folder in file.parents]}
    return frozenset(
        "/".join(path.parts[start:]) for path in paths for start in range(len(path.parts))
    )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_named_in_documents_exists(document: Path) -> None:
    named = [name for name in quoted(document) if LIKE_A_FILE.fullmatch(name)]
    assert {name.strip("/") for name in named if not MADE.search(name)} - places() == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_in_documents_has_a_target(document: Path) -> None:
    text = document.read_text("utf-8")
    headings = {
        re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in headings
        elif not target.startswith("https://"):
            assert (document.parent / target.partition("#")[0]).exists(), target


def test_every_make_command_in_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {
        (document.name, word)
        for document in DOCUMENTS
        for word in re.findall(r"(?:`|^    )make ([a-z-]+)", document.read_text("utf-8"), re.M)
    }
    assert len(named) > 10
    assert {each for each in named if each[1] not in targets} == set()


# -- the picture of the packages -------------------------------------------------------------


def picture() -> dict[str, frozenset[str]]:
    """Read the arrows of the picture: what each package may import."""
    drawn = {}
    for line in ARCHITECTURE.read_text("utf-8").splitlines():
        if found := re.fullmatch(r"    (\w+) ─+► ([\w, ]+)", line):
            drawn[found[1]] = frozenset(found[2].split(", "))
        elif found := re.fullmatch(r"    (\w+) +imports nothing of ours", line):
            drawn[found[1]] = frozenset()
    return drawn


def test_architecture_picture_shows_packages_and_import_rules() -> None:
    rules = {
        room: allowed - {"resources"} for room, allowed in MAY_IMPORT.items() if room not in BESIDE
    }
    assert picture() == rules


def test_architecture_table_says_which_packages_need_pygame() -> None:
    rows = re.findall(r"^\| `([\w/]+)` \| (yes|no) \|", ARCHITECTURE.read_text("utf-8"), re.M)
    found = {name.partition("/")[0]: needs for name, needs in rows}
    assert found.keys() == picture().keys()
    assert {name for name, needs in found.items() if needs == "no"} == set(PURE)


def test_every_module_in_the_architecture_exists() -> None:
    text = ARCHITECTURE.read_text("utf-8")
    named = {name for name in re.findall(r"`(\w+(?:/\w+)+)(?:\.py)?`", text) if name[0].islower()}
    named = {name for name in named if not name.startswith(("tests", "assets", "build", "tools"))}
    assert len(named) > 20
    games = [path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py")]
    gone = {name for name in named if not any(exists(name.replace("NAME", game)) for game in games)}
    assert gone == set()


def exists(name: str) -> bool:
    """Return whether the package has a folder or a module at a path."""
    path = PACKAGE / name
    return path.is_dir() or path.with_suffix(".py").is_file()


def test_scene_page_lists_its_modules() -> None:
    cells = re.findall(r"^\| (`.+?) \|", (ROOT / "docs" / "scene.md").read_text("utf-8"), re.M)
    named = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    modules = {path for path in (PACKAGE / "scene").rglob("*.py") if path.parent.name != "widgets"}
    assert named == {path.stem for path in modules} - {"__init__"}


# -- the steps to another game ----------------------------------------------------------------


def test_every_name_in_adding_a_game_exists() -> None:
    said = {name for name in quoted(GUIDE) if re.fullmatch(r"\w+", name)} - {"NAME"}
    sources = [path for path in project_files() if path.suffix == ".py"]
    known = {name for path in sources for name in re.findall(r"\w+", path.read_text("utf-8"))}
    assert len(said) > 60
    assert said - known == set()


def test_adding_a_game_documents_every_view_member() -> None:
    told = ["", ""]
    for row in re.findall(r"^    \|(.+)\|$", GUIDE.read_text("utf-8"), re.MULTILINE):
        if len(cells := row.split("|")) == 3 and not cells[0].strip().startswith("`"):
            told = [told[0] + cells[1], told[1] + cells[2]]
    members: list[tuple[str, bool]] = []
    for node in parsed(PACKAGE / "kit" / "game_view.py").body:
        for member in (
            getattr(node, "body", ()) if getattr(node, "name", "")[-5:] == "Facet" else ()
        ):
            match member:
                case ast.FunctionDef(name=name, decorator_list=marks) if name != "__init__":
                    members.append((name, "abstractmethod" in map(ast.unparse, marks)))
                case ast.AnnAssign(target=ast.Name(id=name), value=value):
                    members.append((name, value is None))
    must = {name for name, is_asked in members if is_asked}
    assert set(re.findall(r"`(\w+)`", told[0])) == must
    assert set(re.findall(r"`(\w+)`", told[1])) == {name for name, _ in members} - must


def names_in_table(head: str, column: int = 0) -> set[str]:
    """List the names in one column of the guide's table that has this first line."""
    table = GUIDE.read_text("utf-8").split(f"{head}\n")[1].split("\n\n")[0]
    rows = [line.strip().strip("|").split("|") for line in table.splitlines()[1:]]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row[column])}


def members_of(module: str, name: str, mark: str = "") -> set[str]:
    """List the public members that a class of `tabletop` declares, or those with a decorator."""
    (found,) = [
        node
        for node in parsed(PACKAGE / "tabletop" / f"{module}.py").body
        if isinstance(node, ast.ClassDef) and node.name == name
    ]
    members: set[str] = set()
    for member in found.body:
        match member:
            case ast.FunctionDef(name=name, decorator_list=marks):
                if not mark or mark in map(ast.unparse, marks):
                    members.add(name)
            case ast.AnnAssign(target=ast.Name(id=name), value=None):
                members.add(name)
    return {name for name in members if not name.startswith("_")}


def test_adding_a_game_documents_every_rules_member() -> None:
    assert names_in_table("| member | what Bazaar does |") == members_of("game", "Game")


def test_adding_a_game_documents_what_a_search_needs() -> None:
    named = names_in_table("| class | member | what Bazaar's does |", column=1)

    must = {*members_of("search", "Simulator", mark="abstractmethod")}
    must |= members_of("search", "SearchPlayer", mark="abstractmethod")
    assert "make_line" in members_of("search", "Simulator")
    assert named == {*must, "make_line"}


def test_adding_a_game_documents_every_field_of_players() -> None:
    assert names_in_table("| field | what it is |") == {*Players._fields}


def test_adding_a_game_documents_every_puzzles_member() -> None:
    must = members_of("puzzle", "PuzzleSupport", mark="abstractmethod")
    assert names_in_table("| member | what it does |") == must


# -- the README ------------------------------------------------------------------------------


def test_readme_says_first_how_to_get_the_game() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    home = "https://github.com/red7-desktop/red7-desktop"

    first, download, source = text.split("\n## ")[:3]
    assert "docs/pictures/turns.png" in first
    assert download.startswith("Download")
    assert f"{home}/releases/latest" in download
    systems = re.findall(r"^\| \*\*(\w+)\*\*", download, re.MULTILINE)
    assert systems == ["Windows", "Linux", "macOS"]
    for said in (
        "\n    make play\n",
        "apt install make python3-venv",
        f"git+{home}",
        f"{home}/issues",
    ):
        assert said in source


# -- the pictures ----------------------------------------------------------------------------

SCRIPT: Final = ROOT / "tools" / "pictures.py"
FILM_AT_MOST: Final = 3_000_000
"""Bytes of the README's film: with more, the page would be slow to open."""
LIKE: Final = (3, 3, 3, 255)
"""Colours that differ by less than this are the same: processors round differently."""

only_with_pictures = pytest.mark.skipif(
    not SCRIPT.is_file(), reason="this is an installed copy, without the script"
)


@pytest.fixture(scope="module")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pictures as the program shows them now, in a folder."""
    folder = tmp_path_factory.mktemp("pictures")
    subprocess.run([sys.executable, SCRIPT, folder], cwd=ROOT, check=True, capture_output=True)
    return folder


def is_like(kept: pygame.Surface, now: pygame.Surface) -> bool:
    """Whether two pictures show the same."""
    if kept.get_size() != now.get_size():
        return False
    ours, theirs = kept.convert_alpha(), now.convert_alpha()
    same = pygame.mask.from_threshold(ours, (0, 0, 0), LIKE, theirs)
    return same.count() == ours.get_width() * ours.get_height()


@only_with_pictures
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "docs/pictures/table.png",
        "docs/pictures/spring_cleaning.png",
        "docs/pictures/title.png",
        "docs/pictures/phones_lobby.png",
        "docs/pictures/phones_table.png",
        "build/spec/store_pages/itch/cover.png",
    ],
)
def test_pictures_show_what_the_program_shows(taken: Path, name: str) -> None:
    pygame.display.set_mode((64, 64))
    now = pygame.image.load(taken / Path(name).name)

    assert is_like(pygame.image.load(ROOT / name), now), "outdated: run make pictures"


@only_with_pictures
@pytest.mark.slow
def test_film_shows_what_the_program_shows(taken: Path) -> None:
    pygame.display.set_mode((64, 64))
    kept = read_animation((ROOT / "docs" / "pictures" / "turns.png").read_bytes())
    now = read_animation((taken / "turns.png").read_bytes())

    assert len(kept) == len(now), "outdated: run make pictures"
    for before, after in zip(kept, now, strict=True):
        assert before.seconds == after.seconds
        assert is_like(before.picture, after.picture), "outdated: run make pictures"


def test_film_is_small_enough_for_the_readme() -> None:
    film = ROOT / "docs" / "pictures" / "turns.png"

    assert film.stat().st_size <= FILM_AT_MOST


# -- the release -----------------------------------------------------------------------------


@pytest.mark.skipif(not WORKFLOWS, reason="this is an unpacked archive, without workflows")
def test_workflow_actions_and_runners_are_pinned() -> None:
    text = "\n".join(path.read_text("utf-8") for path in WORKFLOWS)
    actions = re.findall(r"uses: (.+)", text)
    assert actions
    pin = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/workflows/\w+\.yml")
    assert [action for action in actions if not pin.fullmatch(action)] == []
    runners = re.findall(r"(?:runs-on|runner): ([\w.-]+)$", text, re.MULTILINE)
    assert runners
    assert [runner for runner in runners if not re.search(r"-\d", runner)] == []
