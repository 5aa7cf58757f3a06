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
    from red7_desktop.app.match.tables import Tables
    from red7_desktop.app.profile.entrance import ProfileEntrance
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyFace
    from red7_desktop.kit.look.faces import Faces
    from red7_desktop.kit.pages.notices import Notices
    from red7_desktop.kit.pages.page import Page
    from red7_desktop.kit.pages.screen import Kit, Screen
    from red7_desktop.kit.storage.paths import Paths


@dataclass(frozen=True, eq=False)
class Around:
    """What lies around every part in the program.

    asset: finds what came with the program. today: gives the date. new_number: gives a number below
    its argument, at random. game: gives the game that was chosen last; faces: its cards. screen:
    gives what is shown; pixels: the window's. lay: opens a page above it; close: closes that.
    """

    kit: Kit
    box: Box
    paths: Paths
    asset: Callable[..., Path]
    notices: Notices
    matches: Matches
    tables: Tables
    today: Callable[[], date]
    new_number: Callable[[int], int]
    game: Callable[[], str]
    faces: Callable[[AnyFace], Faces]
    screen: Callable[[], Screen]
    pixels: Callable[[], pygame.Surface | None]
    lay: Callable[[Page], None]
    close: Callable[[], None]

    @cached_property
    def profile(self) -> ProfileEntrance:
        """The part that keeps what is done in the others."""
        from red7_desktop.app.profile.entrance import ProfileEntrance

        return ProfileEntrance(self)
