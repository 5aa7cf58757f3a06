"""What tests of the interface share: pilots, hands, and what programs would work out alike."""

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
from red7_desktop.tabletop.player import AdviceWork
from tests.ui.pilot import Fingers, Gamepad, GuardedPilot, Hands, Keyboard, Mouse, Pilot, Scrap

# == What every program of a run would paint, measure and read alike, worked out once for all.
#
# A program keeps this for itself as long as it lives; tests make hundreds of programs. Only what
# follows from its arguments alone is shared: drawings, words, boxes, pictures whose key names all
# that they depend on, the cards that ship, layouts, and themes. Cards from other folders are not.

T = TypeVar("T")
SHIPPED = asset_path()
LITTLE = 60
"""Simulations for a turn or a hint."""
FEW_WORLDS = 12
"""Worlds in which the turns of a hint are compared."""
MOST_PIXELS = 1_000_000
"""Pictures with more pixels than this are not kept: few tests ask for one again."""
BUDGET = 60_000_000
"""So many pixels are kept in all, by each process that runs tests."""
WORDS, FONT, LAYOUT, THEME = 100, 40_000, 5_000, 20_000
"""What other things take, in pixels, roughly."""
OWN = frozenset({"card", "symbol", "badge", "portrait", "icon"})
"""What the keys of pictures begin with that show files: their drawings are shared, not they."""


PROGRAMS = 20
"""After so many, what is kept is frozen: the tidying of a program would look through all of it."""


class Shared:
    """Puts itself between programs and what they ask for.

    keeps: false while a test measures what one program needs by itself.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.keeps = True
        self._begun = count(1)
        self._kept: surfaces.BoundedCache[Any] = surfaces.BoundedCache(BUDGET)
        self._patch = patch
        self._draw = pygame.image.load_sized_svg
        patch.setattr(pygame.image, "load_sized_svg", self.drawing)
        # What takes long of a font are the first words that are measured in it.
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
            lambda path, kinds: (path.name, path.read_bytes(), id(kinds)),
        )
        self._share(presentation, "load_theme", THEME, lambda path: (path.name, path.read_bytes()))
        patch.setattr(card_art.DrawnCardArt, "once", self.keeping(card_art.DrawnCardArt.once))
        self._turn = shift_theme_hue
        patch.setattr(presentation, "shift_theme_hue", self.turned)
        painters = {kind: self.sharing(paint) for kind, paint in raster.PAINTERS.items()}
        patch.setattr(raster, "PAINTERS", {**raster.PAINTERS, **painters})

    def _share(self, owner: object, name: str, cost: int, key_of: Callable[..., Hashable]) -> None:
        make = getattr(owner, name)

        def shared(*asked: Any) -> Any:
            return self._once((name, key_of(*asked)), cost, lambda: make(*asked))

        self._patch.setattr(owner, name, shared)

    def drawing(self, file: BytesIO, size: tuple[int, int]) -> pygame.Surface:
        """Rasterise a drawing; everyone gets a copy of their own."""
        key, cost = (file.getvalue(), size), size[0] * size[1]
        return self._once(key, cost, lambda: self._draw(file, size)).copy()

    def keeping(self, once: Callable[..., pygame.Surface]) -> Callable[..., pygame.Surface]:
        """Wrap what keeps the pictures of cards for a program."""

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
        """Turn a theme to a hue; the theme is kept with what came of it, so nothing has its id."""
        return self._once((id(theme), hue), THEME, lambda: (theme, self._turn(theme, hue)))[1]

    def sharing(self, paint: raster.Painter) -> raster.Painter:
        """Wrap what paints a kind of picture; no one draws on what they get."""

        def painted(
            rasteriser: raster.Rasteriser, picture: Any, box: surfaces.PixelBox
        ) -> surfaces.Painted:
            if not is_shared(picture):
                return paint(rasteriser, picture, box)
            # A picture that is painted holds what paints it, and by that its whole program.
            kind = picture.key if isinstance(picture, pictures.PaintedPicture) else picture
            key = (rasteriser.text.fonts._folder, type(picture), kind, box)
            return self._once(key, box.w * box.h, lambda: paint(rasteriser, picture, box))

        return painted

    def settle(self) -> None:
        """Freeze what is kept now and then; asked between programs, so that none is frozen too."""
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
    """Whether a picture looks the same in every program."""
    if isinstance(picture, pictures.PaintedPicture):
        return isinstance(picture.key, tuple) and picture.key[0] not in OWN
    return isinstance(picture, (pictures.TextPicture, pictures.BoxPicture))


@pytest.fixture(scope="session", autouse=True)
def shared() -> Iterator[Shared]:
    """What all programs of a run share, to be quick."""
    with pytest.MonkeyPatch.context() as patch:
        yield Shared(patch)


@pytest.fixture(scope="session", autouse=True)
def little_thought() -> Iterator[None]:
    """AI players and hints think for a moment: turns and figures are as many, if less certain."""
    choose = ai.choose_in_time
    advise = advice.advise

    def choose_soon(level: Any, *asked: Any) -> Any:
        return choose(level._replace(budget=min(level.budget, LITTLE)), *asked)

    def advise_soon(players: Any, seen: Any, work: AdviceWork, *asked: Any) -> Any:
        little = AdviceWork(min(work.budget, LITTLE), min(work.worlds, FEW_WORLDS))
        return advise(players, seen, little, *asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advice, "advise", advise_soon)
        patch.setattr(ai, "choose_in_time", choose_soon)
        yield


@pytest.fixture(scope="session", autouse=True)
def rare_collection() -> Iterator[None]:
    """Screens that are left are collected between programs: a run of tests holds far more objects.

    What is frozen stays so: the programs of a run share a hundred times what one program keeps.
    """
    threshold = gc.get_threshold()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("collect_recent", "collect_all_garbage", "trim_heap"):
            patch.setattr(window, name, lambda: None)
        gc.set_threshold(20_000, 20, 100)
        yield
    gc.set_threshold(*threshold)


@pytest.fixture(scope="session", autouse=True)
def quick_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """New libraries are copies of an empty one, and nothing waits for the disk."""
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
"""Makes a pilot, of a kind and with what it is made of; its program is closed with the test."""


@pytest.fixture
def fly(tmp_path: Path, request: pytest.FixtureRequest, shared: Shared) -> Iterator[Fly]:
    """Makes pilots in the folder of the test, of the kind that a module names unless another."""
    shared.settle()
    flying: list[Pilot] = []
    usual = getattr(request.module, "PILOT", Pilot)

    def begin(kind: Callable[..., Pilot] = usual, home: Path = tmp_path, **options: Any) -> Pilot:
        pilot = kind(home, **options)
        flying.append(pilot)
        return pilot

    yield begin
    for pilot in flying:
        pilot.close()


@pytest.fixture
def pilot(fly: Fly) -> Pilot:
    """A pilot, of the kind that a module names, whose program keeps its files with the test."""
    flying: Pilot = fly()
    return flying


@pytest.fixture
def guarded(tmp_path: Path, shared: Shared) -> Iterator[GuardedPilot]:
    """A pilot in a program behind its guard, at the title: a fault ends in the page about it."""
    shared.settle()
    flying = GuardedPilot(tmp_path / "home")
    flying.start()
    yield flying
    flying.library.close()


@pytest.fixture
def scrap(monkeypatch: pytest.MonkeyPatch) -> Scrap:
    """The clipboard of the system."""
    made = Scrap()
    monkeypatch.setattr(pygame.scrap, "put_text", made.copy)
    monkeypatch.setattr(pygame.scrap, "get_text", made.paste)
    monkeypatch.setattr(pygame.scrap, "has_text", lambda: bool(made.text))
    return made


@pytest.fixture
def hands(pilot: Pilot, request: pytest.FixtureRequest) -> Hands:
    """A person with the one device that a test names."""
    kinds: dict[str, Callable[[Pilot], Hands]] = {
        "mouse": Mouse,
        "keyboard": Keyboard,
        "gamepad": Gamepad,
        "fingers": Fingers,
    }
    return kinds[request.param](pilot)
