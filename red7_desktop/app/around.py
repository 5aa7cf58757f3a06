"""What lies around the parts of the program that are loaded when they are wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    import pygame

    from red7_desktop.app.match.matches import Matches
    from red7_desktop.app.match.tables import TableFactory
    from red7_desktop.app.profile.entrance import ProfileFeature
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.look.faces import CardArt
    from red7_desktop.kit.pages.notices import Notices
    from red7_desktop.kit.pages.page import Page
    from red7_desktop.kit.pages.screen import Screen, Ui
    from red7_desktop.kit.storage.paths import Paths


@dataclass(frozen=True, eq=False)
class Services:
    """What lies around every part in the program.

    asset: finds what came with the program. today: gives the date. new_number: gives a number below
    its argument, at random. game: gives the game that was chosen last; faces: its cards. screen:
    gives what is shown; pixels: the window's. lay: opens a page above it; close: closes that.
    """

    kit: Ui
    box: Box
    paths: Paths
    asset: Callable[..., Path]
    notices: Notices
    matches: Matches
    tables: TableFactory
    today: Callable[[], date]
    new_number: Callable[[int], int]
    game: Callable[[], str]
    faces: Callable[[AnyGameView], CardArt]
    screen: Callable[[], Screen]
    pixels: Callable[[], pygame.Surface | None]
    lay: Callable[[Page], None]
    close: Callable[[], None]

    @cached_property
    def profile(self) -> ProfileFeature:
        """The part that keeps what is done in the others."""
        from red7_desktop.app.profile.entrance import ProfileFeature

        return ProfileFeature(self)
