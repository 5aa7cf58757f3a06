"""Makes what follows from the settings, theme, words, cards, and keeps it up to date."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.kit.look.card_art import HUES, CardArt, CardStyle, choose_back_painter
from red7_desktop.kit.settings import TABLES, Settings, open_settings_file
from red7_desktop.kit.texts import Texts, choose_language, list_languages, load_texts
from red7_desktop.resources import asset_path
from red7_desktop.scene.paint.text import FontShelf
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.theme import Theme, load_theme, shift_theme_hue, zoom_theme

if TYPE_CHECKING:
    from red7_desktop.kit.game_view import GameView
    from red7_desktop.kit.storage import LateWrites, Paths, StoreTrouble
    from red7_desktop.scene.animation import Clock
    from red7_desktop.tabletop.files import CannotWrite
    from red7_desktop.tabletop.game import Options

_PLAIN: Final = "AtkinsonHyperlegibleNext_500Medium"


_BOLD: Final = "AtkinsonHyperlegibleNext_700Bold"


READABLE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Figtree_400Regular": _PLAIN,
        "Figtree_500Medium": _PLAIN,
        "Figtree_600SemiBold": _BOLD,
        "Figtree_700Bold": _BOLD,
        "Figtree_800ExtraBold": _BOLD,
        "Fraunces_600SemiBold": _BOLD,
        "Fraunces_700Bold": _BOLD,
    }
)
"""What the readable font stands in for: all but the numerals of cards and scores."""


def adapt_theme(settings: Settings, theme: Theme) -> Theme:
    """Return a theme in the size and the font of the settings; itself when they ask for nothing."""
    if settings.ui_scale == 100 and not settings.readable_font:
        return theme
    return zoom_theme(theme, settings.ui_scale / 100, READABLE if settings.readable_font else None)


class Presentation:
    """Holds the settings and everything that is made from them.

    switches: settings that games have of their own. writes: where files are written.
    troubles: what was wrong with the kept files when they were read, to be told to the person.
    """

    def __init__(
        self,
        paths: Paths,
        window: tuple[int, int],
        clock: Clock,
        switches: Collection[str] = (),
        *,
        writes: LateWrites,
    ) -> None:
        self.writes = writes
        self._settings_file = open_settings_file(paths.settings, switches)
        self.paths = paths
        self.settings, troubles = self._settings_file.load()
        self.troubles: tuple[StoreTrouble, ...] = troubles
        self._plain = load_theme(asset_path("themes", "dark.json"))
        self._themes: dict[tuple[float | None, str], Theme] = {}
        self._hue: float | None = None
        self._options: dict[GameView, Options] = {}
        self._faces: dict[GameView, tuple[tuple[CardStyle, str], CardArt]] = {}
        self.texts = self._make_texts()
        self.stage = Stage(
            window,
            theme=self._theme(),
            fonts=FontShelf(asset_path("fonts")),
            clock=clock,
            speed=self.settings.speed,
        )

    def asset(self, *parts: str) -> Path:
        """Return the path of a shipped file or folder."""
        return asset_path(*parts)

    def change(self, settings: Settings, failed: Callable[[CannotWrite], None]) -> None:
        """Take new settings, keep them, remake what they change. failed: hears why they are not."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self.texts = self._make_texts()
        if self._theme() != self.stage.look.theme:
            self.stage.set_theme(self._theme())
        self.stage.animator.speed = settings.speed
        self.writes.keep(self._settings_file, settings, failed)

    def dress_for(self, face: GameView, options: Options) -> CardArt:
        """Return the cards of a game as a match with these options wants them, from now on."""
        self._options[face] = options
        return self.faces_of(face)

    def theme_of(self, face: GameView) -> Theme:
        """Return the theme in the hue of a game."""
        return adapt_theme(self.settings, self._made_for(face.look.hue))

    def take_hue_of(self, face: GameView) -> None:
        """Let all that is shown have the hue of a game, from now on."""
        self._hue = face.look.hue
        if self._theme() != self.stage.look.theme:
            self.stage.set_theme(self._theme())

    def _theme(self) -> Theme:
        """Return the theme of all that is shown."""
        return adapt_theme(self.settings, self._made_for(self._hue))

    def theme_with(self, table: str) -> Theme:
        """Return the theme that another table would bring to what is shown."""
        return self._made_for(self._hue, table)

    def mix_colours(self) -> None:
        """Make the themes of all tables, in any thread."""
        for table in TABLES:
            self.theme_with(table)

    def _made_for(self, hue: float | None, table: str = "") -> Theme:
        """Return the theme for a table, "" for the chosen one, in a hue; without one in its own."""
        table = table or self.settings.table
        if (hue, table) not in self._themes:
            own = hue if hue is not None else HUES.get(table)
            theme = self._plain if own is None else shift_theme_hue(self._plain, own)
            is_plain = table not in HUES
            self._themes[hue, table] = theme if is_plain else replace(theme, ground=table)
        return self._themes[hue, table]

    def faces_of(self, face: GameView) -> CardArt:
        """Return the cards of a game; the same ones till something asks for others."""
        dress = CardStyle(self.settings.colours, self.texts, self._options.get(face), self.asset)
        wanted = dress, self.settings.back
        made_for, faces = self._faces.get(face, (None, None))
        if faces is None or made_for != wanted:
            faces = face.look.pictures(dress)
            faces.back = choose_back_painter(self.settings.back, self.asset)
            self._faces[face] = wanted, faces
        return faces

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that there are words in."""
        return list_languages(_find_locale_folder())

    def _make_texts(self) -> Texts:
        wanted = self.settings.language
        language = choose_language(wanted, self.languages, os.environ, _list_system_languages())
        return load_texts(_find_locale_folder(), language)


def _find_locale_folder() -> Path:
    try:
        return asset_path("locale")
    except FileNotFoundError:
        return Path("locale")


def _list_system_languages() -> list[str]:
    """List the languages that people have asked their system for, the preferred first."""
    asked = [(each["language"], each["country"]) for each in pygame.system.get_pref_locales()]
    return [f"{language}_{country}" if country else language for language, country in asked]
