"""Checks that the house stands as docs/architecture.md draws it: layers, purity, leaks."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGE: Final = ROOT / "red7_desktop"

PURE: Final = (
    "tabletop",
    "rules",
    "players",
    "puzzles",
    "play",
    "registry",
    "lab",
    "workbench",
)
"""The rooms that run, and are tested, without a window toolkit."""

BANNED_FROM_PURE: Final = ("pygame", "pytmx", "numpy")

MAY_IMPORT: Final[dict[str, frozenset[str]]] = {
    "tabletop": frozenset(),
    "scene": frozenset(),
    "play": frozenset({"tabletop"}),
    "table": frozenset({"scene", "tabletop"}),
    "kit": frozenset({"table", "scene", "play", "tabletop", "resources"}),
    "rules": frozenset({"tabletop"}),
    "players": frozenset({"rules", "tabletop"}),
    "puzzles": frozenset({"players", "rules", "tabletop"}),
    "face": frozenset(
        {"rules", "players", "kit", "table", "scene", "play", "tabletop", "resources"}
    ),
    "registry": frozenset({"rules", "players", "puzzles", "face", "kit", "tabletop"}),
    "app": frozenset({"registry", "kit", "table", "scene", "play", "tabletop", "resources"}),
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

MAY_IMPORT_LATE: Final = {"lab": frozenset({"app"})}
"""What a room may import inside a function only: the laboratory starts without the app."""

MADE_BY_TOOLS: Final = frozenset(
    {".venv", "dist", "htmlcov", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}
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
    late: bool

    def __str__(self) -> str:
        return f"{self.by}:{self.line} imports {self.of}"


def modules() -> Iterator[Path]:
    """Find every module of the program, in a stable order."""
    return iter(sorted(PACKAGE.rglob("*.py")))


def name_of(path: Path) -> str:
    """Give the dotted name of a module of the program.

    >>> name_of(PACKAGE / "games" / "__init__.py")
    'red7_desktop.games'
    """
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(name: str) -> str:
    """Give the part of the house that a dotted name of ours is in.

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
    """Give the game that a dotted name of ours belongs to, "" for what is nobody's.

    >>> game_of("red7_desktop.lab.red7.deal"), game_of("red7_desktop.scene.node")
    ('red7', '')
    """
    parts = name.split(".")
    is_a_games = parts[1:2] in (["games"], ["lab"]) and len(parts) > 2
    return parts[2] if is_a_games and parts[2] in game_names() else ""


@cache
def game_names() -> frozenset[str]:
    """List the games by their folders."""
    return frozenset(path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py"))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """List what a module imports, anywhere in it, `from a import b` as both a and a.b."""
    found: list[Import] = []
    nodes: list[tuple[ast.AST, bool]] = [(parsed(path), False)]
    while nodes:
        node, late = nodes.pop()
        for name in imported_names(node):
            found.append(Import(name_of(path), name, getattr(node, "lineno", 0), late))
        late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        nodes += [(child, late) for child in ast.iter_child_nodes(node)]
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
    """Tell a module from a package or a mere name in one: `from a import b` may give any."""
    return (
        name.partition(".")[0] == PACKAGE.name
        and ROOT.joinpath(*name.split(".")).with_suffix(".py").is_file()
    )


def breaks_the_house(found: Import) -> bool:
    """Tell whether an import of ours crosses a wall."""
    by, of = room_of(found.by), room_of(found.of)
    games = {game_of(found.by), game_of(found.of)} - {""}
    if len(games) > 1 and by != "registry":
        return True
    if of in {by, ""} or of in MAY_IMPORT[by]:
        return False
    return not (found.late and of in MAY_IMPORT_LATE.get(by, frozenset()))


@cache
def project_files() -> tuple[Path, ...]:
    """List the files that git tracks or would; in an unpacked archive, all but what tools made."""
    if (ROOT / ".git").exists():
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


@pytest.mark.parametrize("package", PURE)
def test_a_pure_package_loads_no_window_toolkit(package: str) -> None:
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


def test_every_room_has_import_rules() -> None:
    assert {room_of(name_of(path)) for path in modules()} <= set(MAY_IMPORT)


def test_imports_run_one_way() -> None:
    crossings = [
        str(found)
        for path in modules()
        for found in imports(path)
        if is_module_of_ours(found.of) and breaks_the_house(found)
    ]
    assert crossings == []


def test_a_crossing_is_seen_however_it_is_written() -> None:
    written = (
        "import red7_desktop.app",
        "from red7_desktop import app",
        "from red7_desktop.app import window",
        "from red7_desktop.app.window import open",
        "importlib.import_module('red7_desktop.app.window')",
    )
    for line in written:
        names = [name for node in ast.walk(ast.parse(line)) for name in imported_names(node)]
        found = [Import("red7_desktop.lab.bench", name, 1, late=False) for name in names]
        assert any(map(breaks_the_house, found)), line
        assert not any(breaks_the_house(each._replace(late=True)) for each in found), line


def test_no_import_is_relative() -> None:
    relative = [
        f"{name_of(path)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []


def test_pytmx_is_imported_in_one_module() -> None:
    users = {
        found.by
        for path in modules()
        for found in imports(path)
        if found.of.partition(".")[0] == "pytmx"
    }
    assert len(users) == 1, users


def test_every_folder_of_modules_is_a_package() -> None:
    bare = {path.parent for path in modules() if not (path.parent / "__init__.py").is_file()}
    assert bare == set()


def test_no_module_is_a_drawer_of_odds_and_ends() -> None:
    drawers = [path for path in project_files() if path.stem in {"util", "utils"}]
    assert drawers == []


@pytest.mark.parametrize("what", LEAKS)
def test_no_file_names(what: str) -> None:
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
def test_a_leak_is_recognised(what: str, line: str) -> None:
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
