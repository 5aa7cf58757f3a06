"""Imports follow docs/architecture.md: layers, purity, rooms, no game outside its folder."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.kit.texts import Texts

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "red7_desktop"

PURE: Final = ("tabletop", "rules", "players", "puzzles", "play", "registry", "lab", "workbench")
"""The rooms that run, and are tested, without a window toolkit."""
BANNED_FROM_PURE: Final = ("pygame", "pytmx", "numpy")

MAY_IMPORT: Final[dict[str, frozenset[str]]] = {
    "tabletop": frozenset(),
    "scene": frozenset(),
    "play": frozenset({"tabletop"}),
    "table": frozenset({"scene", "tabletop"}),
    "kit": frozenset({"table", "scene", "play", "tabletop", "resources"}),
    "rules": frozenset({"tabletop"}),
    "players": frozenset({"rules", "tabletop", "resources"}),
    "puzzles": frozenset({"players", "rules", "tabletop"}),
    "face": frozenset(
        {"rules", "players", "kit", "table", "scene", "play", "tabletop", "resources"}
    ),
    "registry": frozenset({"rules", "players", "puzzles", "face", "kit", "tabletop"}),
    "phones": frozenset({"kit", "table", "play", "tabletop"}),
    "app": frozenset(
        {"registry", "phones", "kit", "table", "scene", "play", "tabletop", "resources"}
    ),
    "lab": frozenset({"registry", "play", "tabletop"}),
    "workbench": frozenset({"rules", "players", "lab", "registry", "tabletop"}),
    "resources": frozenset(),
    "__main__": frozenset({"app", "resources"}),
    "": frozenset(),
}
"""What each room may import of ours; "" is the package's own `__init__`, which all may import.

A game's folder, `games/NAME`, has four rooms: `rules`, `players`, `puzzles`, `face`; `workbench` is
what the laboratory has for that game alone, `lab/NAME`. `registry` is `games/registry`, the row of
games.
"""
MADE_BY_TOOLS: Final = frozenset(
    {
        ".git",
        ".venv",
        "artefacts",
        "dist",
        "htmlcov",
        "red7_desktop.egg-info",
        *(".coverage", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"),
    }
)
"""What lies at the top of a checkout and is not the project's; git knows this from .gitignore."""

# Written so that no pattern matches its own text here.
LEAKS: Final = {
    "a path of one machine": r"(?<![\w.-])/(?:wor[k]|roo[t]|far[m]|hom[e]/\w+|tm[p]/\w|op[t])/"
    r"|\b[A-Z]:\\User[s]\\",
    "a neighbour of the checkout": r"\.\./share[d]\b",
    "a registry host": r"pyp[i]\.org|pythonhoste[d]\.org|^\s*--(?:extra-)?inde[x]-url\b",
}


class Import(NamedTuple):
    """One import of a module, as written in a file."""

    by: str
    of: str
    line: int

    def __str__(self) -> str:
        return f"{self.by}:{self.line} imports {self.of}"


def modules() -> Iterator[Path]:
    """Find every module of the program, in a stable order."""
    return iter(sorted(PACKAGE.rglob("*.py")))


def name_of(path: Path) -> str:
    """Return the dotted name of a module of the program.

    >>> name_of(PACKAGE / "games" / "__init__.py")
    'red7_desktop.games'
    """
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(name: str) -> str:
    """Return the part of the house that a dotted name of ours is in.

    >>> room_of("red7_desktop.games.red7.rules.cards"), room_of("red7_desktop")
    ('rules', '')
    >>> room_of("red7_desktop.games.registry"), room_of("red7_desktop.lab.red7.deal")
    ('registry', 'workbench')
    """
    top, *inner = [*name.split(".")[1:], ""]
    if top == "games":
        # A game's own folder, like the package, holds nothing but its rooms.
        return inner[0] if inner[0] == "registry" else inner[1] if len(inner) > 1 else ""
    if top == "lab" and inner[0] in game_names():
        return "workbench"
    return top


def game_of(name: str) -> str:
    """Return the game that a dotted name of ours belongs to, "" for what is no one's.

    >>> game_of("red7_desktop.lab.red7.deal"), game_of("red7_desktop.scene.node")
    ('red7', '')
    """
    parts = name.split(".")
    is_a_games = parts[1:2] in (["games"], ["lab"]) and len(parts) > 2
    return parts[2] if is_a_games and parts[2] in game_names() else ""


@cache
def game_names() -> frozenset[str]:
    return frozenset(path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """List what a module imports, anywhere in it, `from a import b` as both a and a.b."""
    found: list[Import] = []
    # Where no expression can import, only statements and what holds them are looked through.
    can_call = re.search("import_module|__import__", path.read_text(encoding="utf-8"))
    kinds = (ast.AST,) if can_call else (ast.stmt, ast.ExceptHandler, ast.match_case)
    nodes: list[ast.AST] = [parsed(path)]
    while nodes:
        node = nodes.pop()
        for name in imported_names(node):
            found.append(Import(name_of(path), name, getattr(node, "lineno", 0)))
        nodes += [child for child in ast.iter_child_nodes(node) if isinstance(child, kinds)]
    return tuple(found)


def imported_names(node: ast.AST) -> list[str]:
    """List the absolute names that one syntax node imports; none for most nodes."""
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), names=names, level=0):
            return [module, *(f"{module}.{alias.name}" for alias in names)]
        case ast.Call(
            func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
            args=[ast.Constant(value=str(name)), *_],
        ):
            return [name]
    return []


@cache
def is_module_of_ours(name: str) -> bool:
    return (
        name.partition(".")[0] == PACKAGE.name
        and ROOT.joinpath(*name.split(".")).with_suffix(".py").is_file()
    )


def breaks_the_house(found: Import) -> bool:
    by, of = room_of(found.by), room_of(found.of)
    games = {game_of(found.by), game_of(found.of)} - {""}
    if len(games) > 1 and by != "registry":
        return True
    return of not in {by, ""} and of not in MAY_IMPORT[by]


@cache
def project_files() -> tuple[Path, ...]:
    """List the files that git tracks or would.

    Where git isn't installed or this is an unpacked archive, list all but what tools made.
    """
    if (ROOT / ".git").exists() and shutil.which("git"):
        git = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        found = [ROOT / name for name in git.stdout.decode().split("\0") if name]
    else:
        tops = [path for path in ROOT.iterdir() if path.name not in MADE_BY_TOOLS]
        found = [file for top in tops for file in (top.rglob("*") if top.is_dir() else [top])]
    return tuple(sorted(path for path in found if path.is_file() and path.suffix != ".pyc"))


def test_project_files_are_listed_without_git(monkeypatch: pytest.MonkeyPatch) -> None:
    known = project_files()
    monkeypatch.setenv("PATH", "")

    found = project_files.__wrapped__()

    assert {*known} <= {*found}
    assert not [path for path in found if ".git" in path.parts or ".venv" in path.parts]


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_do_not_import_pygame(package: str) -> None:
    names = [name for name in map(name_of, modules()) if room_of(name) == package]
    script = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        f"print(*sorted(set(sys.modules) & set({BANNED_FROM_PURE!r})))\n"
    )
    fresh = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert names
    assert fresh.returncode == 0, fresh.stderr
    assert fresh.stdout.split() == []


def test_every_package_has_import_rules() -> None:
    assert {room_of(name_of(path)) for path in modules()} <= set(MAY_IMPORT)


def test_imports_follow_the_layer_rules_and_pytmx_has_one_importer() -> None:
    """One test, for finding them takes a process two seconds."""
    found = [each for path in modules() for each in imports(path)]
    crossings = [each for each in found if is_module_of_ours(each.of) and breaks_the_house(each)]
    assert [str(each) for each in crossings] == []
    assert len({each.by for each in found if each.of.partition(".")[0] == "pytmx"}) == 1


def test_import_of_a_higher_layer_is_found_in_any_spelling() -> None:
    written = (
        "import red7_desktop.app",
        "from red7_desktop import app",
        "from red7_desktop.app import window",
        "from red7_desktop.app.window import open",
        "importlib.import_module('red7_desktop.app.window')",
    )
    for line in written:
        names = [name for node in ast.walk(ast.parse(line)) for name in imported_names(node)]
        found = [Import("red7_desktop.lab.commands", name, 1) for name in names]
        assert any(map(breaks_the_house, found)), line


def test_every_folder_of_modules_is_a_package() -> None:
    bare = {path.parent for path in modules() if not (path.parent / "__init__.py").is_file()}
    assert bare == set()


def test_no_module_is_named_utils_or_the_like() -> None:
    drawers = [path for path in project_files() if path.stem in {"util", "utils"}]
    assert drawers == []


@pytest.mark.parametrize("what", LEAKS)
def test_no_file_names_the_machine_or_workplace(what: str) -> None:
    pattern = re.compile(LEAKS[what], re.MULTILINE)
    leaks = [
        f"{path.relative_to(ROOT).as_posix()}: {found[0]}"
        for path in project_files()
        if b"\0" not in (data := path.read_bytes())
        for found in pattern.finditer(data.decode(errors="replace"))
    ]
    assert leaks == []


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("a path of one machine", "see /{}/main".format("work")),
        ("a path of one machine", "#!/{}/ann/.venv/bin/python".format("home")),
        ("a path of one machine", "C:\\{}\\ann".format("Users")),
        ("a neighbour of the checkout", "../{}/rules.md".format("shared")),
        ("a registry host", "https://{}.org/simple".format("pypi")),
        ("a registry host", "--{}-url=x".format("index")),
    ],
)
def test_leaked_machine_path_or_registry_host_is_recognised(what: str, line: str) -> None:
    assert re.search(LEAKS[what], line)


def test_every_font_family_comes_with_its_licence() -> None:
    fonts = ROOT / "assets" / "fonts"
    families = {kebab(path.stem.split("_")[0]) for path in fonts.glob("*.ttf")}
    licensed = {
        path.stem.removeprefix("OFL-")
        for path in fonts.glob("OFL-*.txt")
        if "SIL OPEN FONT LICENSE" in path.read_text(encoding="utf-8")
    }
    assert families
    assert families == licensed


def kebab(name: str) -> str:
    """Write a family's name as its licence file does.

    >>> kebab("AtkinsonHyperlegibleNext")
    'atkinson-hyperlegible-next'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def test_every_module_says_what_it_is_for() -> None:
    silent = [name_of(path) for path in modules() if not ast.get_docstring(parsed(path))]
    assert silent == []


# == Architecture: layers, circles and lonely modules.

LONELY_BELOW: Final = 150
"""Lines below which a module with one importer lives in its importer."""
PIECE_ABOVE: Final = 10
"""Lines above which a file counts as one: below it is the face of a package."""
FOLDER_AT_MOST: Final = 14
"""Modules, without `__init__`."""


def circle_in(graph: Mapping[str, Set[str]]) -> list[str]:
    """Return the modules of a circle, each imported by the next; none where there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def graph_of_modules() -> dict[str, set[str]]:
    """Return which of our modules each imports: anywhere, for types and inside functions too."""
    names = set(map(name_of, modules()))
    faces = {name_of(path) for path in modules() if path.stem == "__init__"}
    graph = {}
    for path in modules():
        of = {found.of for found in imports(path)} & names
        graph[name_of(path)] = of - {name_of(path)} - faces
    return graph


@cache
def sources(folder: Path) -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))}


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle_in(graph_of_modules()) == []
    assert circle_in(MAY_IMPORT) == [], "rooms that may import each other"


def test_import_circle_is_found() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_import_for_type_checking_or_inside_a_function_is_found() -> None:
    written = "if TYPE_CHECKING:\n    import b\n\n\ndef f():\n    from c import d\n"
    found = [name for node in ast.walk(ast.parse(written)) for name in imported_names(node)]
    assert found == ["b", "c", "c.d"]


def test_no_small_module_has_a_single_importer() -> None:
    users: dict[str, set[str]] = defaultdict(set)
    for user, used in graph_of_modules().items():
        for name in used:
            users[name].add(user)
    # The registry loads a game's parts on demand, so each of them is a module of its own.
    lonely = {
        name_of(path): count
        for path in modules()
        if PIECE_ABOVE < (count := path.read_text("utf-8").count("\n")) < LONELY_BELOW
        and len(users[name_of(path)]) == 1
        and {room_of(user) for user in users[name_of(path)]} != {"registry"}
    }
    assert lonely == {}


def test_no_folder_has_too_many_modules() -> None:
    flat = Counter(path.parent for path in modules() if path.stem != "__init__")
    crowded = {
        folder.relative_to(PACKAGE).as_posix(): count
        for folder, count in flat.items()
        if count > FOLDER_AT_MOST
    }
    assert crowded == {}


# == Shared code names no game.

NO_GAMES_WORDS: Final = re.compile(r"\b(palette|canvas|trash|spring.cleaning)s?\b", re.IGNORECASE)
"""Words that only one game of the catalogue uses."""
ALLOWED: Final = frozenset({"kit/bindings.py", "lab/command.py"})
"""What keeps the names of 0.1.0 in files, which were Red7's words; the table of the workbenches."""


def test_shared_packages_contain_no_terms_of_a_single_game() -> None:
    said = [
        f"{path.relative_to(PACKAGE)}: {found[0]}"
        for path in modules()
        if room_of(name_of(path)) in {"tabletop", "play", "table", "kit", "app", "lab"}
        and path.relative_to(PACKAGE).as_posix() not in ALLOWED
        for found in NO_GAMES_WORDS.finditer(path.read_text(encoding="utf-8"))
    ]
    assert said == []


@pytest.mark.parametrize("row", CATALOGUE.values(), ids=CATALOGUE)
def test_game_view_labels_each_of_the_games_own_settings(row: GameEntry) -> None:
    assert tuple(row.view().setup.own_settings(Texts())) == row.own_settings


def test_sample_game_is_short() -> None:
    modules = (ROOT / "tests" / "bazaar").glob("*.py")
    assert sum(len(each.read_text(encoding="utf-8").splitlines()) for each in modules) <= 700
