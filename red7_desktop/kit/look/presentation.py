"""Makes what follows from the settings, theme, words, card faces, and keeps it up to date."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.games.red7.face.pictures.card_faces import CardFaces
from red7_desktop.games.red7.face.setup import GameSetup, setup_file
from red7_desktop.games.red7.face.words.band_words import band_words
from red7_desktop.kit.language.languages import language_for, languages_in
from red7_desktop.kit.language.texts import Texts, load_texts
from red7_desktop.kit.look.themes import theme_for
from red7_desktop.kit.settings import Settings, settings_file
from red7_desktop.resources import asset
from red7_desktop.scene.paint.fonts import FontShelf
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.theme.theme_file import load_theme
from red7_desktop.tabletop.files import CannotWrite

if TYPE_CHECKING:
    from collections.abc import Callable

    from red7_desktop.kit.storage.json_store import KeptFile, Trouble
    from red7_desktop.kit.storage.paths import Paths
    from red7_desktop.scene.motion.clock import Clock

BAND_FONT: Final = "Figtree_800ExtraBold.ttf"


class Workshop:
    """Holds the settings and everything that is made from them.

    troubles: what was wrong with the kept files when they were read, to be told to the person.
    """

    def __init__(self, paths: Paths, window: tuple[int, int], clock: Clock) -> None:
        self._settings_file = settings_file(paths.settings)
        self.paths = paths
        self.settings, troubles = self._settings_file.load()
        self.troubles: tuple[Trouble, ...] = troubles
        self._theme = load_theme(asset("themes", "dark.json"))
        self._has_actions = False
        self.texts = self._make_texts()
        self.faces = self._make_faces()
        self.stage = Stage(
            window,
            theme=theme_for(self.settings, self._theme),
            fonts=FontShelf(asset("fonts")),
            clock=clock,
            speed=self.settings.speed,
        )

    def asset(self, *parts: str) -> Path:
        """Give the path of a shipped file or folder."""
        return asset(*parts)

    def change(self, settings: Settings) -> CannotWrite | None:
        """Take new settings, keep them, remake what they change; give why they are not kept."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self.texts = self._make_texts()
        if settings.colours != before.colours or settings.language != before.language:
            self.faces = self._make_faces()
        if theme_for(settings, self._theme) != theme_for(before, self._theme):
            self.stage.set_theme(theme_for(settings, self._theme))
        self.stage.animator.speed = settings.speed
        return _kept(lambda: self._settings_file.save(settings))

    @cached_property
    def _setup_file(self) -> KeptFile[GameSetup]:
        # The AI players are not needed for the first frame, and take their time to import.
        from red7_desktop.games.red7.players.levels import LEVELS

        return setup_file(self.paths.setup, [level.key for level in LEVELS])

    def load_setup(self) -> tuple[GameSetup, tuple[Trouble, ...]]:
        """Read the set-up of the last game, and what was wrong with its file."""
        return self._setup_file.load()

    def keep_setup(self, setup: GameSetup) -> CannotWrite | None:
        """Keep a set-up for the next game; gives why it cannot be kept."""
        return _kept(lambda: self._setup_file.save(setup))

    def set_actions(self, has_actions: bool) -> None:
        """Show the action icons on the cards, or not."""
        if has_actions != self._has_actions:
            self._has_actions = has_actions
            self.faces = self._make_faces()

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that there are words in."""
        return languages_in(_locale_folder())

    def _make_texts(self) -> Texts:
        wanted = self.settings.language
        language = language_for(wanted, self.languages, os.environ, _systems_languages())
        return load_texts(_locale_folder(), language)

    def _make_faces(self) -> CardFaces:
        return CardFaces(
            asset("cards"),
            colours=self.settings.colours,
            actions=self._has_actions,
            words=band_words(self.texts),
            font=asset("fonts", BAND_FONT),
        )


def _locale_folder() -> Path:
    try:
        return asset("locale")
    except FileNotFoundError:
        return Path("locale")


def _systems_languages() -> list[str]:
    """List the languages that people have asked their system for, the preferred first."""
    asked = [(each["language"], each["country"]) for each in pygame.system.get_pref_locales()]
    return [f"{language}_{country}" if country else language for language, country in asked]


def _kept(save: Callable[[], None]) -> CannotWrite | None:
    try:
        save()
    except CannotWrite as error:
        return error
    return None
