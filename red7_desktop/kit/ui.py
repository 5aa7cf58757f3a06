"""What every screen is made with: stage, texts, cards, sound."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from red7_desktop.kit import bindings, devices
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.look.card_art import CardArt
from red7_desktop.kit.settings import Settings
from red7_desktop.kit.sound.audio import Audio
from red7_desktop.kit.sound.speech import Speech
from red7_desktop.kit.texts import Texts
from red7_desktop.scene.node import Node
from red7_desktop.scene.stage import Stage, Transition


@dataclass
class Ui:
    """What screens are made with: the stage, words, card faces, settings, sound, controls, speech.

    `change_settings` takes new settings: they are kept, saved and applied to the whole program at
    once. `own_intents` says what keys are for whose meaning the games give.
    """

    stage: Stage
    texts: Texts
    faces: CardArt
    settings: Settings
    change_settings: Callable[[Settings], None]
    audio: Audio
    own_intents: Callable[[Texts], Mapping[bindings.Intent, str]] = lambda texts: {}
    controls: devices.Controls = field(default_factory=devices.Controls)
    speech: Speech = field(default_factory=Speech)

    @property
    def ink(self) -> TextStyler:
        return TextStyler(self.faces, self.settings.colours)

    def say(self, *sentences: str) -> None:
        if self.settings.spoken_log:
            self.speech.say(sentences, self.texts.language)

    def can_show(self, *names: str) -> bool:
        """Return whether the program's fonts have every letter of some names."""
        look = self.stage.look
        font = look.theme.button("field").text.font
        return all(look.text.fonts.can_show(font, name) for name in names)

    def turn(self, going: Transition) -> None:
        """Let what is shown fade over what comes; see `Stage.cross_fade`."""
        self.stage.cross_fade(CALM if self.settings.reduced_motion else going)

    def intent_words(self) -> dict[bindings.Intent, str]:
        return bindings.describe_intents(self.texts, self.own_intents(self.texts))


CALM: Final = Transition(0.12)
"""How pages change where little is to move."""


class Screen:
    """One screen: a tree of nodes on the stage's ground, and what it does with events.

    The program takes the steps of `opening` when the screen's node lies on the stage, be it over
    several frames, and calls nothing else until then; `closed` before the node is taken away,
    `resized` when window, theme, language or card faces have changed, `follow_settings` when only
    other settings have, `tick` once a frame, and `handle` with every event before the stage sees it
    (True: taken).

    about: names the game that it is about, as the window's title says it; "" for none.
    """

    def __init__(self, ui: Ui, name: str) -> None:
        self.ui = ui
        self.node = Node(name=name)
        self.about: Callable[[Texts], str] = lambda texts: ""

    def opening(self) -> Sequence[Callable[[], None]]:
        """Return the steps in which it opens; only one that takes long has several."""
        return (self.opened,)

    def opened(self) -> None:
        """Take the focus; start what moves."""

    def closed(self) -> None:
        """Stop what was started."""

    def resized(self) -> None:
        """Lay everything out for the stage's present view."""

    def follow_settings(self, changed: frozenset[str]) -> None:
        """Update what depends on settings.

        Args:
            changed: Names of the changed fields of `Settings`.
        """
        self.resized()

    def day_changed(self) -> None:
        """Show what depends on today's date anew, because it is past midnight."""

    def tick(self, now: float) -> None:
        """Do what the time asks for; `now` in seconds from the stage's clock."""

    @property
    def is_waiting(self) -> bool:
        """Whether `tick` has something to do soon: the program then goes on at its full pace.

        Animations and timers of the stage do not count, nor does what only events can bring.
        """
        return False

    def handle(self, event: pygame.Event) -> bool:
        return False

    def handle_above(self, event: pygame.Event) -> bool:
        return False
