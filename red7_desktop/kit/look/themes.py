"""The theme as the settings want it: larger, or in the font that is easier to read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from red7_desktop.kit.settings import Settings
from red7_desktop.scene.theme.style import Theme
from red7_desktop.scene.theme.zoom import zoomed

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


def theme_for(settings: Settings, theme: Theme) -> Theme:
    """Give a theme in the size and the font of the settings; itself when they ask for nothing."""
    if settings.ui_scale == 100 and not settings.readable_font:
        return theme
    return zoomed(theme, settings.ui_scale / 100, READABLE if settings.readable_font else None)
