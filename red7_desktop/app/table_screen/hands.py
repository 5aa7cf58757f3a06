"""The person's hands at the table: what they may do with cards, and what would come of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from red7_desktop.kit.hud.card_marks import ALLOWED, CHOICE, REFUSED
from red7_desktop.kit.sound.sounds import Sound
from red7_desktop.play.hands import HandController, Ways

if TYPE_CHECKING:
    from red7_desktop.app.table_screen.overlays.close_up import CloseUp
    from red7_desktop.kit.game_face import AnyFace
    from red7_desktop.kit.hud.hud import Hud
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.play.session import Session
    from red7_desktop.table.card_node import CardNode
    from red7_desktop.table.table_view import TableView
    from red7_desktop.tabletop.reasons import Reason
    from red7_desktop.tabletop.zones import Handling


class TableHands:
    """Follows what the view tells of hands: cards looked at, taken up, put down, or refused.

    words: how to speak to whoever looks now. say: tells why something is refused. show_pile: opens
    a pile, where there is something to see. why_wait: says why nothing can be done now.
    """

    def __init__(
        self,
        kit: Kit,
        face: AnyFace,
        session: Session,
        view: TableView,
        hud: Hud,
        close_up: CloseUp,
        *,
        words: Callable[[], Any],
        say: Callable[[Reason], None],
        show_pile: Callable[[str], bool],
        why_wait: Callable[[], Reason | None],
    ) -> None:
        self._kit = kit
        self._face = face
        self._session = session
        self._view = view
        self._hud = hud
        self._close_up = close_up
        self._words = words
        self._say = say
        self._show_pile = show_pile
        self._why_wait = why_wait
        self._hands = HandController(session)
        # What may be done is worked out once for each state of the table.
        self._drops: Ways = {}
        self._tries: Ways = {}
        view.on_drop = self._drop
        view.on_refuse = self._refuse
        view.on_pick = self._picked
        view.on_focus = self._focused
        view.on_look = self._look

    def refresh(self) -> None:
        """Offer what may be done now, and mark the cards to choose from."""
        self._drops = self._hands.drops
        self._tries = self._hands.tries(self._drops)
        self._view.offer(self._tries)
        self._view.mark(CHOICE, [name for name in self._drops if not self._is_in_hand(name)])
        self._show_places(self._view.grip.pondered)

    def _is_in_hand(self, name: str) -> bool:
        view = self._view
        return any(view.is_own_hand(card.zone) for card in view.cast.named(name)[:1])

    def _look(self, card: CardNode | None) -> None:
        """Show a card large that is looked at; while one is held, it is its places that matter."""
        self._close_up.look(None if self._view.grip.held is not None else card)

    def _picked(self, name: str | None) -> None:
        if name is not None:
            self._kit.audio.play(Sound.PICK)
            self._close_up.hide()
        self._show_places(name)

    def _focused(self, name: str | None) -> None:
        """Let a card that has the focus show its places, unless another one is held."""
        if self._view.grip.held is None:
            self._show_places(name)

    def _show_places(self, name: str | None) -> None:
        """Mark where a card may go, and say beside every place what would come of it there."""
        drops, tries = self._drops.get(name or "", {}), self._tries.get(name or "", {})
        shows = self._kit.settings.shows_outcomes
        self._view.mark(ALLOWED, zones=drops if shows else tries)
        self._view.mark(REFUSED, zones=set(tries) - set(drops) if shows else ())
        seen, words = self._session.observe(), self._words()
        self._hud.show_outcomes(
            [
                (self._view.zone_node(zone).spec.area, self._face.preview(seen, step, words))
                for zone, places in tries.items()
                if shows and len(places) == 1
                for step in places.values()
            ]
        )

    def _drop(self, handling: Handling) -> None:
        self._picked(None)
        refused = self._hands.drop(handling)
        if refused:
            self._say(refused)

    def _refuse(self, name: str) -> None:
        """Say why a card cannot be taken up; a pile is spread out instead."""
        found = self._view.cast.named(name)
        if found and self._show_pile(found[0].zone):
            return
        refused = self._why_wait()
        if refused:
            self._say(refused)
