"""Fixtures of the UI tests: pilots, input devices, and caches shared by all programs."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pygame
import pytest

from red7_desktop.app import window
from red7_desktop.app.library import database
from red7_desktop.kit import presentation
from red7_desktop.kit.look import card_art
from red7_desktop.play import ai
from red7_desktop.resources import asset_path
from red7_desktop.scene import pictures
from red7_desktop.scene.paint import rasterizer as raster
from red7_desktop.scene.paint import surfaces
from red7_desktop.scene.paint.text import FontFile, TextLayout
from red7_desktop.scene.theme import Theme, shift_theme_hue
from red7_desktop.table import layout_file
from red7_desktop.tabletop import advice
from red7_desktop.tabletop.player import AdviceBudget
from tests.ui.pilot import (
    BlindGuardedPilot,
    BlindPilot,
    Fingers,
    Gamepad,
    GuardedPilot,
    Hands,
    Keyboard,
    Mouse,
    Pilot,
    Scrap,
)

# == Shared caches of a test run.
# A program caches these results for its lifetime, and the tests make hundreds of programs. Only
# results that depend on nothing but their arguments are shared: drawings, text layouts, boxes,
# pictures with a complete key, the shipped cards, table layouts and themes. Cards from other
# folders are not.

T = TypeVar("T")
SHIPPED = asset_path()
LITTLE = 60
"""Budget for a turn or a hint, in simulations."""
FEW_WORLDS = 12
"""Number of worlds in which the turns of a hint are compared."""
MOST_PIXELS = 1_000_000
"""Maximum size of a cached picture, in pixels: few tests need a larger one again."""
BUDGET = 60_000_000
"""Size of the cache in pixels, for each test process."""
WORDS, FONT, LAYOUT, THEME = 100, 40_000, 5_000, 20_000
"""Approximate costs of cached objects other than pictures, in pixels."""
OWN = frozenset({"card", "symbol", "badge", "portrait", "icon"})
"""First parts of the keys of pictures from files. Their drawings are shared, not the pictures."""


PROGRAMS = 20
"""Number of programs after which cached objects are frozen, to speed up garbage collection."""


def state_of(file: Path) -> tuple[Path, int, int]:
    """Return a key that changes when a file is written, and is faster than reading it."""
    state = file.stat()
    return file, state.st_mtime_ns, state.st_size


class Shared:
    """Replaces the program's slow functions by cached ones.

    Attributes:
        keeps: False while a test measures what one program needs by itself.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.keeps = True
        self._begun = count(1)
        self._kept: surfaces.BoundedCache[Any] = surfaces.BoundedCache(BUDGET)
        self._patch = patch
        self._draw = pygame.image.load_sized_svg
        patch.setattr(pygame.image, "load_sized_svg", self.drawing)
        # A font's first measurements are slow, so the font is shared with their results.
        self._share(FontFile, "of_size", FONT, lambda file, pixels: (file._data, pixels))
        self._share(
            TextLayout,
            "_lay_out",
            WORDS,
            lambda setter, picture, scale: (setter.fonts._folder, picture, scale),
        )
        self._share(
            layout_file,
            "load_layout",
            LAYOUT,
            lambda path, kinds: (*state_of(path), id(kinds)),
        )
        self._share(presentation, "load_theme", THEME, state_of)
        patch.setattr(
            card_art.DrawnCardArt, "get_or_paint", self.keeping(card_art.DrawnCardArt.get_or_paint)
        )
        self._turn = shift_theme_hue
        patch.setattr(presentation, "shift_theme_hue", self.turned)
        painters = {kind: self.sharing(paint) for kind, paint in raster.PAINTERS.items()}
        patch.setattr(raster, "PAINTERS", {**raster.PAINTERS, **painters})

    def _share(self, owner: object, name: str, cost: int, key_of: Callable[..., Hashable]) -> None:
        make = getattr(owner, name)

        def shared(*asked: Any, **options: Any) -> Any:
            return self._once((name, key_of(*asked)), cost, lambda: make(*asked, **options))

        self._patch.setattr(owner, name, shared)

    def drawing(self, file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        """Rasterise a drawing; each caller gets its own copy."""
        key, cost = (file.getvalue(), size), size[0] * size[1]
        return self._once(key, cost, lambda: self._draw(file, size)).copy()

    def keeping(self, once: Callable[..., pygame.Surface]) -> Callable[..., pygame.Surface]:
        """Wrap the cache of a program's card pictures."""

        def kept(
            art: card_art.DrawnCardArt, key: Hashable, paint: card_art.ImageMaker
        ) -> pygame.Surface:
            if art._folder is None or not art._folder.is_relative_to(SHIPPED):
                return once(art, key, paint)
            words, font = frozenset(art._words.items()), art.fonts._file
            all_of_it = (type(art), art._folder, art._set, words, font, key)
            return once(art, key, lambda: self._once(all_of_it, 0, paint))

        return kept

    def turned(self, theme: Theme, hue: float) -> Theme:
        """Shift a theme's hue. The cache keeps the theme too, so that its `id` isn't reused."""
        return self._once((id(theme), hue), THEME, lambda: (theme, self._turn(theme, hue)))[1]

    def sharing(self, paint: raster.Painter) -> raster.Painter:
        """Wrap a painter. Callers must not modify the result."""

        def painted(
            rasteriser: raster.Rasteriser, picture: Any, box: surfaces.PixelBox
        ) -> surfaces.Painted:
            if not is_shared(picture):
                return paint(rasteriser, picture, box)
            # A painted picture refers to its painter, and so to the whole program; use its key
            # instead.
            kind = picture.key if isinstance(picture, pictures.PaintedPicture) else picture
            key = (rasteriser.text.fonts._folder, type(picture), kind, box)
            return self._once(key, box.w * box.h, lambda: paint(rasteriser, picture, box))

        return painted

    def settle(self) -> None:
        """Freeze cached objects every `PROGRAMS` calls. Call it only while no program exists."""
        if next(self._begun) % PROGRAMS == 0:
            gc.collect()
            gc.freeze()

    def _once(self, key: Hashable, cost: int, make: Callable[[], T]) -> T:
        if not self.keeps or cost > MOST_PIXELS:
            return make()
        kept: T | None = self._kept.get(key)
        if kept is None:
            kept = make()
            if isinstance(kept, pygame.Surface):
                cost = max(cost, kept.width * kept.height)
            self._kept.put(key, kept, cost)
        return kept


def is_shared(picture: pictures.Picture) -> bool:
    """Return whether a picture looks the same in every program."""
    if isinstance(picture, pictures.PaintedPicture):
        return isinstance(picture.key, tuple) and picture.key[0] not in OWN
    return isinstance(picture, (pictures.TextPicture, pictures.BoxPicture))


@pytest.fixture(scope="session", autouse=True)
def shared() -> Iterator[Shared]:
    """Share caches between all programs of a run."""
    with pytest.MonkeyPatch.context() as patch:
        yield Shared(patch)


@pytest.fixture(scope="session", autouse=True)
def little_thought() -> Iterator[None]:
    """Let AI players and hints think with a small budget: as many figures, but less reliable."""
    choose = ai.choose_in_time
    advise = advice.advise

    def choose_soon(level: Any, *asked: Any) -> Any:
        return choose(level._replace(budget=min(level.budget, LITTLE)), *asked)

    def advise_soon(players: Any, seen: Any, work: AdviceBudget, *asked: Any) -> Any:
        little = AdviceBudget(min(work.turns, LITTLE), min(work.worlds, FEW_WORLDS))
        return advise(players, seen, little, *asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advice, "advise", advise_soon)
        patch.setattr(ai, "choose_in_time", choose_soon)
        yield


@pytest.fixture(scope="session", autouse=True)
def rare_collection() -> Iterator[None]:
    """Collect garbage only between programs, because a test run has many more objects.

    Frozen objects stay frozen: the programs of a run share a hundred times more than one has.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("collect_recent", "collect_all_garbage", "trim_heap"):
            patch.setattr(window, name, lambda: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Copy new libraries from an empty one, and don't wait for the disk."""
    prepared = tmp_path_factory.mktemp("prepared") / "library"
    database.fill_new(prepared, lambda db: None)
    data = prepared.read_bytes()

    def fill_copy(file: Path, fill: Callable[[sqlite3.Connection], object]) -> None:
        file.write_bytes(data)
        with closing(database.connect(file)) as db, database.transaction(db):
            database.write_new_token(db)
            fill(db)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "fill_new", fill_copy)
        patch.setattr(database, "SYNCHRONOUS", "OFF")
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


# == pilots ================================================================================

Fly = Callable[..., Any]
"""Makes a pilot of a class with these arguments. Its program is closed after the test."""


@pytest.fixture
def fly(tmp_path: Path, request: pytest.FixtureRequest, shared: Shared) -> Iterator[Fly]:
    """Return a factory of pilots in the test's folder, by default of the module's class.

    A module whose tests look at pictures names a class that draws, `PILOT = Pilot`.
    """
    shared.settle()
    flying: list[Pilot] = []
    usual = getattr(request.module, "PILOT", BlindPilot)

    def begin(kind: Callable[..., Pilot] = usual, home: Path = tmp_path, **options: Any) -> Pilot:
        pilot = kind(home, **options)
        flying.append(pilot)
        return pilot

    yield begin
    for pilot in flying:
        pilot.close()


@pytest.fixture
def pilot(fly: Fly) -> Pilot:
    """A pilot of the module's class, whose program stores its files in the test's folder."""
    flying: Pilot = fly()
    return flying


@pytest.fixture
def guarded(tmp_path: Path, shared: Shared) -> Iterator[GuardedPilot]:
    """A blind pilot at the title screen, in a program whose faults open the crash page."""
    shared.settle()
    flying = BlindGuardedPilot(tmp_path / "home")
    flying.start()
    yield flying
    flying.library.close()


@pytest.fixture
def scrap(monkeypatch: pytest.MonkeyPatch) -> Scrap:
    """A fake system clipboard."""
    made = Scrap()
    monkeypatch.setattr(pygame.scrap, "put_text", made.copy)
    monkeypatch.setattr(pygame.scrap, "get_text", made.paste)
    monkeypatch.setattr(pygame.scrap, "has_text", lambda: bool(made.text))
    return made


@pytest.fixture
def hands(pilot: Pilot, request: pytest.FixtureRequest) -> Hands:
    """A user of the input device that the test names."""
    kinds: dict[str, Callable[[Pilot], Hands]] = {
        "mouse": Mouse,
        "keyboard": Keyboard,
        "gamepad": Gamepad,
        "fingers": Fingers,
    }
    return kinds[request.param](pilot)
