"""`Ui`, the services that all screens share, and `Screen`, the base class of the screens."""

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
from red7_desktop.scene.node import Node, Spoken
from red7_desktop.scene.stage import Stage, Transition


@dataclass(eq=False, repr=False)
class Ui:
    """The services that all screens share: drawing, translations, settings, sound and input.

    Attributes:
        stage: Draws the window's nodes and passes input to them.
        texts: Translations.
        card_art: Card pictures of the current game.
        settings: The user's settings.
        change_settings: Function that applies new settings and saves them.
        audio: Plays sounds and music.
        own_intents: Function that returns labels for actions (`Intent`) whose effect depends on the
            game; the settings page shows these labels beside the actions' keys.
        controls: Key bindings and the current input device.
        speech: Reads texts aloud.
    """

    stage: Stage
    texts: Texts
    card_art: CardArt
    settings: Settings
    change_settings: Callable[[Settings], None]
    audio: Audio
    own_intents: Callable[[Texts], Mapping[bindings.Intent, str]] = lambda texts: {}
    controls: devices.Controls = field(default_factory=devices.Controls)
    speech: Speech = field(default_factory=Speech)

    @property
    def ink(self) -> TextStyler:
        return TextStyler(self.card_art, self.settings.colours)

    def say(self, *sentences: str) -> None:
        if self.settings.spoken_log:
            self.speech.say(sentences, self.texts.language)

    def can_show(self, *names: str) -> bool:
        """Return whether the program's fonts have every character of some names."""
        look = self.stage.look
        font = look.theme.button("field").text.font
        return all(look.text.fonts.can_show(font, name) for name in names)

    def animate_change(self, going: Transition) -> None:
        """Animate the change to the next screen; see `Stage.cross_fade`."""
        self.stage.cross_fade(REDUCED_MOTION if self.settings.reduced_motion else going)

    def intent_words(self) -> dict[bindings.Intent, str]:
        return bindings.describe_intents(self.texts, self.own_intents(self.texts))


REDUCED_MOTION: Final = Transition(0.12)
"""Transition from one screen to the next if the user has switched on reduced motion: a short
cross-fade without movement."""


class Screen:
    """One screen: a tree of nodes, and its reaction to events.

    The program adds the screen's node to the stage and runs the steps of `opening`, if necessary
    over several frames. Afterwards it calls:

    - `handle` with every event before the stage gets it; it returns True to consume the event,
    - `tick` once a frame,
    - `on_resize` if window, theme, language or card pictures have changed,
    - `apply_settings` if only other settings have changed,
    - `on_close` before it removes the node.

    Attributes:
        about: Function that returns the name of the game that the screen shows, for the window's
            title; "" for none.
    """

    def __init__(self, ui: Ui, name: str) -> None:
        self.ui = ui
        self.node = Node(name=name)
        self.about: Callable[[Texts], str] = lambda texts: ""

    def opening(self) -> Sequence[Callable[[], None]]:
        """Return the functions to call, one after the other, to open the screen.

        If opening the screen takes long, it is divided into several functions, so that the program
        can call them in several frames.
        """
        return (self.on_open,)

    def on_open(self) -> None:
        """Take the focus and start animations."""

    def on_close(self) -> None:
        """Stop everything that the screen has started, such as timers and animations."""

    def on_resize(self) -> None:
        """Lay out everything for the stage's current window size and theme."""

    def apply_settings(self, changed: frozenset[str]) -> None:
        """Update the parts of the screen that depend on changed settings.

        Args:
            changed: Names of the changed fields of `Settings`.
        """
        self.on_resize()

    def on_day_changed(self) -> None:
        """Update the parts of the screen that depend on the date; called after midnight."""

    def tick(self, now: float) -> None:
        """Advance timers and animations; `now` is the stage's time in seconds."""

    @property
    def needs_tick(self) -> bool:
        """Whether the main loop must call `tick` in the next frame, even without an event.

        A screen needn't return True for animations and timers of the stage, because the main loop
        never sleeps while they run.
        """
        return False

    def describe(self, node: Node) -> Spoken | None:
        """Return the text to read aloud for a focused node; None reads the node's own caption."""
        return None

    def answer(self, intent: bindings.Intent) -> Sequence[str]:
        """Return the sentences that are read aloud when a speech key is pressed.

        The default returns none; screens with a table describe the table.

        Args:
            intent: The action bound to the key, such as `Intent.TELL_HAND` for the viewer's cards.
        """
        return ()

    def handle(self, event: pygame.Event) -> bool:
        return False

    def handle_above(self, event: pygame.Event) -> bool:
        return False
