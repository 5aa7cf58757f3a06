"""What the pages around the table show of the games in the box, each with its own cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from red7_desktop.app.looks import Looks
from red7_desktop.app.match.kept_words import observe_for_all
from red7_desktop.games.registry import describe_own_intents
from red7_desktop.kit.pages.screen import Ui
from red7_desktop.kit.sound.audio import Audio

if TYPE_CHECKING:
    from red7_desktop.games.registry import Box
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.look.emblem import Emblem
    from red7_desktop.kit.look.presentation import Presentation
    from red7_desktop.kit.settings import Settings
    from red7_desktop.play.seats import Seat
    from red7_desktop.scene.geometry import Rect
    from red7_desktop.scene.node import Node
    from red7_desktop.scene.theme.style import Theme
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.save import SavedMatch

ShowRules = Callable[[str, "AnyGameView"], None]


class GameViews:
    """Holds the kit of all screens, with the cards of the game that was chosen or played last.

    game: its name at first. face: what it shows.
    """

    def __init__(
        self,
        box: Box,
        game: str,
        presentation: Presentation,
        change_settings: Callable[[Settings], None],
    ) -> None:
        self._box = box
        self._presentation = presentation
        self.face = box[game].face()
        stage, settings = presentation.stage, presentation.settings
        audio = Audio(
            presentation.asset("sounds"),
            stage.clock,
            stage.timers,
            sounds=lambda: [sound for row in box.values() for sound in row.face().sounds],
            loudness=settings.effects_loudness,
            ambience=settings.ambience_loudness,
        )
        faces = presentation.faces_of(self.face)
        self.kit = Ui(stage, presentation.texts, faces, settings, change_settings, audio)
        self.kit.own_intents = partial(describe_own_intents, box)

    def choose(self, game: str) -> None:
        """Put the cards of a game into the kit, and its hue into the theme."""
        self.face = self._box[game].face()
        self.kit.faces = self._presentation.faces_of(self.face)
        self._presentation.take_hue_of(self.face)

    def show(self, match: Match) -> None:
        """Do so for a match's game, its cards as its options want them."""
        self.choose(match.game.name)
        self.kit.faces = self._presentation.dress_for(self.face, match.options)

    def follow_settings(self) -> bool:
        """Put into the kit what the presentation has made anew; tell whether tables look otherwise.

        Those do so with other words or cards.
        """
        kit, presentation = self.kit, self._presentation
        before = kit.texts, kit.faces
        kit.settings, kit.texts = presentation.settings, presentation.texts
        kit.faces = presentation.faces_of(self.face)
        return before != (kit.texts, kit.faces)

    def kit_for(self, face: AnyGameView) -> Ui:
        """Give the kit with the cards of a game."""
        if face is self.face:
            return self.kit
        return replace(self.kit, faces=self._presentation.faces_of(face))

    def looks(self, earned: Callable[[], frozenset[str]]) -> Looks:
        """Give the tables and backs that can be chosen, of which some are to be earned."""
        return Looks(earned, self._presentation.theme_with, self._presentation.asset)

    def theme_of(self, face: AnyGameView) -> Theme:
        """Give the theme in the hue of a game."""
        return self._presentation.theme_of(face)

    # -- what pages show of them -------------------------------------------------------------

    def emblem(self, face: AnyGameView, show_rules: ShowRules, room: Rect) -> Emblem:
        """Give the emblem of a game in a room; `show_rules` takes page and face."""
        return face.emblem(self.kit_for(face), room, lambda page: show_rules(page, face))

    def sketch(self, saved: SavedMatch, seats: Sequence[Seat], width: float) -> Node:
        """Give a small picture of a kept match of these people."""
        face = self._box[saved.match.game.name].face()
        return face.sketch(self.kit_for(face), observe_for_all(saved), seats, width)
