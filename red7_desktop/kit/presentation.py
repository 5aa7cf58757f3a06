"""Creates the theme, texts, card pictures and sound, and replaces them when settings change."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import pygame

from red7_desktop.kit import game_view, storage
from red7_desktop.kit.look.card_art import HUES, CardArt, CardStyle, choose_back_painter
from red7_desktop.kit.pages.notices import Notices
from red7_desktop.kit.settings import TABLES, Settings, open_settings_file
from red7_desktop.kit.sound.audio import Audio
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.kit.texts import Texts, choose_language, list_languages, load_texts
from red7_desktop.kit.ui import Ui
from red7_desktop.resources import MissingAsset, asset_path
from red7_desktop.scene.animation import Clock
from red7_desktop.scene.geometry import Viewport
from red7_desktop.scene.paint.text import FontLibrary
from red7_desktop.scene.stage import Stage
from red7_desktop.scene.theme import (
    ResolvedTheme,
    Theme,
    load_theme,
    make_all_styles,
    shift_theme_hue,
    zoom_theme,
)
from red7_desktop.tabletop.files import FileWriteError
from red7_desktop.tabletop.game import Options

_LOG: Final = logging.getLogger(__name__)
_PLAIN: Final = "AtkinsonHyperlegibleNext_500Medium"
_BOLD: Final = "AtkinsonHyperlegibleNext_700Bold"
READABLE_FONTS: Final[Mapping[str, str]] = {
    "Figtree_400Regular": _PLAIN,
    "Figtree_500Medium": _PLAIN,
    "Figtree_600SemiBold": _BOLD,
    "Figtree_700Bold": _BOLD,
    "Figtree_800ExtraBold": _BOLD,
    "Fraunces_600SemiBold": _BOLD,
    "Fraunces_700Bold": _BOLD,
}
"""Font files that replace the usual ones if the user has chosen the more legible font.

Numerals on cards and scores keep their font."""


_BOLD_FROM: Final = 600
"""Font weights from this number on count as bold; 400 is regular and 700 is bold."""


def list_fallbacks(font: str) -> tuple[str, ...]:
    """Return the fonts for characters that a font lacks, because names may contain any letters.

    >>> list_fallbacks("Figtree_700Bold")[0]
    'Rubik_700Bold'
    """
    weight = font.partition("_")[2][:3]
    is_bold = weight.isdigit() and int(weight) >= _BOLD_FROM
    own = "Rubik_700Bold" if is_bold else "Rubik_500Medium"
    return own, "NotoSans_400Regular", "NotoSansCJK_400Regular"


_MIN_SIDE = 720
"""Window size, in pixels, below which texts may be smaller than `_MIN_FONT_PIXELS`.

The size is that of the window's shorter side."""
_MIN_FONT_PIXELS = 11.5
"""Smallest font size in pixels, unless the window's shorter side is less than `_MIN_SIDE`."""


def adapt_theme(settings: Settings, theme: Theme, window: tuple[int, int] | None = None) -> Theme:
    """Return a theme with the interface size and font of the settings.

    Args:
        settings: The settings.
        theme: The theme at 100 percent; returned unchanged if size and font stay the same.
        window: Window size in pixels. If the smallest texts would have fewer than
            `_MIN_FONT_PIXELS` in it, all texts are enlarged, unless a side is below `_MIN_SIDE`.
            None for the size in the settings.
    """
    zoom = settings.ui_scale / 100
    if window is not None and min(window) >= _MIN_SIDE:
        smallest = theme.text("small").size * Viewport.fitted(window).scale
        zoom = max(zoom, _MIN_FONT_PIXELS / smallest)
    if zoom == 1.0 and not settings.readable_font:
        return theme
    return zoom_theme(theme, zoom, READABLE_FONTS if settings.readable_font else None)


class Presentation:
    """Creates the `Ui` object that all screens use, and updates it when settings change.

    Args:
        file: The settings file.
        window: Window size in pixels.
        clock: Source of the time.
        view: View of the game that was chosen or played last.
        switches: Names of the on/off settings that single games add.
        sounds: Function that returns the names of the sounds that single games add.
        writes: Background thread that writes the settings file.
        first_settings: Settings that replace the defaults at the program's very first start.

    Attributes:
        ui: Theme, texts, settings, sound and input for all screens, with the cards of `view`.
        view: View of the current game.
        notices: Shows messages about files.
        troubles: Problems found in the settings file, to be shown to the user.
    """

    def __init__(
        self,
        file: Path,
        window: tuple[int, int],
        clock: Clock,
        view: game_view.GameView,
        *,
        switches: Collection[str] = (),
        sounds: Callable[[], Iterable[str]] = tuple,
        writes: storage.Worker,
        first_settings: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self._writes = writes
        self._missing: set[tuple[str, ...]] = set()
        self._file = open_settings_file(file, switches, first_settings)
        settings, self.troubles = self._file.load()
        self._plain = load_theme(asset_path("themes", "dark.json"), on_demand=True)
        self._themes: dict[tuple[float | None, str], Theme] = {}
        self._hue: float | None = None
        self._options: dict[game_view.GameView, Options] = {}
        self._faces: dict[game_view.GameView, tuple[tuple[CardStyle, str], CardArt]] = {}
        self._uis: dict[game_view.GameView, Ui] = {}
        self._listeners: list[Callable[[Ui, ResolvedTheme], None]] = []
        self.view = view
        self._window = window
        stage = Stage(
            window,
            theme=self._theme(settings),
            fonts=FontLibrary(asset_path("fonts"), list_fallbacks),
            clock=clock,
            speed=settings.speed,
        )
        audio = Audio(
            self._find_ornament("sounds") or Path("sounds"),
            clock,
            stage.timers,
            sounds=sounds,
            loudness=settings.loudness(settings.effects_volume),
        )
        texts = self._load_texts(settings)
        faces = self._faces_of(view, settings, texts)
        self.ui = Ui(stage, texts, faces, settings, self.change, audio)
        self.notices = Notices(self.ui)
        self._update_audio()
        if first_settings and not file.exists():
            # The defaults of `first_settings` only apply at the program's first start. Write them
            # to the settings file now, so that they also apply at later starts.
            self._writes.write(partial(self._file.save, settings), _ignore, key=self._file)

    def asset(self, *parts: str) -> Path:
        return asset_path(*parts)

    # -- settings ------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Ui, ResolvedTheme], None]) -> None:
        """Register a callback for changed settings.

        Args:
            listener: Called after the change with the previous `Ui` and the previous theme.
        """
        self._listeners.append(listener)

    def change(self, settings: Settings) -> None:
        ui = self.ui
        old_ui = replace(self.ui)
        look = self.ui.stage.look
        ui.settings = settings
        if settings.language != old_ui.settings.language:
            ui.texts = self._load_texts(settings)
        ui.card_art = self.get_card_art(self.view)
        for view in self._uis:
            self.ui_for(view)
        self._apply_theme()
        ui.stage.animator.speed = settings.speed
        loudness = settings.loudness(settings.effects_volume)
        if loudness != old_ui.settings.loudness(old_ui.settings.effects_volume):
            ui.audio.loudness = loudness
            ui.audio.play(Sound.PLACE)
        self._update_audio()
        if settings.spoken_log != old_ui.settings.spoken_log:
            ui.speech.stop()
            if settings.spoken_log:
                words = ui.texts("The game is read aloud.")
            else:
                words = ui.texts("Reading aloud is off.")
            ui.speech.say((words,), ui.texts.language)
        self._writes.write(
            partial(self._file.save, settings), self.notices.settings_not_kept, key=self._file
        )
        for listener in self._listeners:
            listener(old_ui, look)

    def _find_ornament(self, *parts: str) -> Path | None:
        """Return the path of an asset that the program can do without; None if it is missing."""
        try:
            return asset_path(*parts)
        except MissingAsset as error:
            if parts not in self._missing:
                self._missing.add(parts)
                _LOG.warning("left out: %s", error)
            return None

    def _update_audio(self) -> None:
        settings = self.ui.settings
        audio = self.ui.audio
        audio.ambience.configure(settings.loudness(settings.ambience_volume))
        paths = (self._find_ornament("music", f"{name}.ogg") for name in self.view.style.music)
        pieces = [piece for piece in paths if piece is not None]
        audio.music.configure(settings.loudness(settings.music_volume), pieces)

    # -- themes and cards ----------------------------------------------------------------------

    def set_game(self, view: game_view.GameView, options: Options | None = None) -> None:
        """Switch the cards and colours of all screens to those of a game.

        Args:
            view: The game's view.
            options: Rule options of the match, which can affect the cards' style. None for those
                of the game's last match.
        """
        if options is not None:
            self._options[view] = options
        self.view = view
        self.ui.card_art = self.ui_for(view).card_art
        self._hue = view.style.ambience.hue
        self._apply_theme()
        self._update_audio()

    def ui_for(self, view: game_view.GameView) -> Ui:
        """Return the `Ui` for pages about a game, even if another game is being played.

        The returned object has the cards of that game. Its settings, language and match options are
        kept up to date.
        """
        ui = self._uis.setdefault(view, replace(self.ui))
        ui.settings, ui.texts, ui.card_art = (
            self.ui.settings,
            self.ui.texts,
            self.get_card_art(view),
        )
        return ui

    def get_card_art(self, view: game_view.GameView) -> CardArt:
        """Return the card pictures of a game, cached until settings change."""
        return self._faces_of(view, self.ui.settings, self.ui.texts)

    def _faces_of(self, view: game_view.GameView, settings: Settings, texts: Texts) -> CardArt:
        dress = CardStyle(settings.colours, texts, self._options.get(view), self.asset)
        wanted = dress, settings.back
        made_for, faces = self._faces.get(view, (None, None))
        if faces is None or made_for != wanted:
            faces = view.style.build_card_art(dress)
            faces.back = choose_back_painter(settings.back, self.asset)
            self._faces[view] = wanted, faces
        return faces

    def theme_of(self, view: game_view.GameView) -> Theme:
        settings = self.ui.settings
        return adapt_theme(
            settings, self._make_theme(view.style.ambience.hue, settings.table), self._window
        )

    def theme_with(self, table: str) -> Theme:
        return self._make_theme(self._hue, table)

    def mix_colours(self) -> None:
        """Make all styles of all themes, in any thread, so that no page waits for them."""
        for table in TABLES:
            make_all_styles(self.theme_with(table))

    def _theme(self, settings: Settings) -> Theme:
        return adapt_theme(settings, self._make_theme(self._hue, settings.table), self._window)

    def resize(self, window: tuple[int, int]) -> None:
        self._window = window
        self.ui.stage.resize(window)
        self._apply_theme()

    def _apply_theme(self) -> None:
        theme = self._theme(self.ui.settings)
        if theme != self.ui.stage.look.theme:
            self.ui.stage.set_theme(theme)

    def _make_theme(self, hue: float | None, table: str) -> Theme:
        """Return the theme for a table surface, with its colours shifted to a hue.

        Args:
            hue: The hue in degrees; None for the table surface's own hue.
            table: The table surface, one of TABLES in `kit.settings`.
        """
        if (hue, table) not in self._themes:
            own_hue = hue if hue is not None else HUES.get(table)
            theme = self._plain if own_hue is None else shift_theme_hue(self._plain, own_hue)
            self._themes[hue, table] = theme if table not in HUES else theme._replace(ground=table)
        return self._themes[hue, table]

    @cached_property
    def languages(self) -> tuple[str, ...]:
        return list_languages(_find_locale_folder())

    def _load_texts(self, settings: Settings) -> Texts:
        language = choose_language(
            settings.language, self.languages, os.environ, _list_system_languages()
        )
        return load_texts(_find_locale_folder(), language)


def _find_locale_folder() -> Path:
    try:
        return asset_path("locale")
    except FileNotFoundError:
        return Path("locale")


def _list_system_languages() -> list[str]:
    locales = [(each["language"], each["country"]) for each in pygame.system.get_pref_locales()]
    return [f"{language}_{country}" if country else language for language, country in locales]


def _ignore(error: FileWriteError) -> None:
    """Handle a failed write of default settings at the first start by doing nothing.

    Nothing is lost, because the user hasn't chosen these settings.
    """
