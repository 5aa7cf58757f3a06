"""The table's keys and pad buttons: what they ask for, and what of that can be done now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import pygame

from red7_desktop.kit.input.intents import FOCUS, TABLE, Intent
from red7_desktop.scene.input.command import chord_of_event
from red7_desktop.table.card_node import CardNode
from red7_desktop.tabletop.zones import zone_of

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.session import Session
    from red7_desktop.table.table_view import TableView

_NUMBERS: Final = {pygame.K_1 + n: n + 1 for n in range(9)}

_ELSEWHERE: Final = frozenset({Intent.EXTRA, Intent.LOOK})
"""Taken before by what they are about."""


class TableKeys:
    """Takes events for a table.

    command: does what a button would, where it can be done. end: does what the large one would.
    back: goes back by a step.
    """

    def __init__(
        self,
        kit: Ui,
        face: AnyGameView,
        session: Session,
        view: TableView,
        *,
        command: Callable[[str], bool],
        end: Callable[[], None],
        back: Callable[[], None],
    ) -> None:
        self._kit = kit
        self._places = face.places
        self._session = session
        self._view = view
        self._command = command
        self._end = end
        self._back = back

    def handle(self, event: pygame.Event) -> bool:
        """Take an event that asks for something at the table."""
        asked = self._kit.controls.asked(event)
        if Intent.BACK in asked:
            self._back()
            return True
        # What the focus wants goes to the focus, where it lies on something.
        if asked & FOCUS and self._kit.stage.focus.current is not None:
            return False
        if not asked:
            return self._take_number(event)
        # With one key for several things, the first that can be done is.
        return any(self._do(intent) for intent in Intent if intent in asked & TABLE)

    def _do(self, intent: Intent) -> bool:
        """Do what a key asks for; False where that is nothing."""
        if intent in self._places:
            return self._put(self._places[intent])
        if intent is Intent.END:
            self._end()
        elif intent is Intent.SKIP:
            self._session.hurry()
            self._view.snap()
        else:
            return intent not in _ELSEWHERE and self._command(intent)
        return True

    def _take_number(self, event: pygame.Event) -> bool:
        """Take up the hand card of a number, or put it back."""
        number = _NUMBERS.get(event.key) if event.type == pygame.KEYDOWN else None
        hand = [card for card in self._view.cast if self._view.is_own_hand(card.zone)]
        if number is None or chord_of_event(event) is None or number > len(hand):
            return False
        focus, card = self._kit.stage.focus, hand[number - 1]
        focus.is_visible = True
        focus.give(card if card.focusable else None)
        return card.activate()

    def _put(self, place: str) -> bool:
        """Put the held card, or the hand card that has the focus, somewhere."""
        focused, viewer = self._kit.stage.focus.current, self._session.viewer
        if self._view.grip.held is None and isinstance(focused, CardNode):
            self._view.grip.pick(focused if self._view.is_own_hand(focused.zone) else None)
        if self._view.grip.held is None or viewer is None:
            return False
        is_owned = self._view.layout.kinds[place].owned
        self._view.drop(zone_of(place, viewer) if is_owned else place)
        return True
