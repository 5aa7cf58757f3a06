"""Leads the focus at the table to where something can be done next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from red7_desktop.kit.input.bindings import Device
from red7_desktop.table.card_node import CardNode
from red7_desktop.table.drag import list_distinct_places
from red7_desktop.tabletop.zones import place_name

if TYPE_CHECKING:
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.session import Session
    from red7_desktop.scene.node import Node
    from red7_desktop.table.table_view import TableView


class FocusGuide:
    """Knows where the focus is, and which card is held, and leads it on."""

    def __init__(self, kit: Ui, session: Session, view: TableView) -> None:
        self._kit = kit
        self._session = session
        self._view = view

    def lead_to(self, choice: Sequence[str]) -> None:
        """Lead a focus that can do nothing where it is to one's own only card that can be moved.

        One that is to be put between others is taken up at once, by whatever hands.
        """
        focus = self._kit.stage.focus
        cards = [card for name in choice for card in self._view.cast.named(name)]
        # A key that is no arrow shows no focus, and yet the next step is done by keys.
        is_wanted = focus.is_visible or self._kit.controls.device in (Device.KEYBOARD, Device.PAD)
        if len(cards) != 1 or self._view.grip.held is not None:
            return
        (card,) = cards
        is_own = self._view.zone_node(card.zone).spec.seat == 0
        if not is_own or card not in focus.nodes():  # not while a page lies above
            return
        if is_wanted:
            focus.is_visible = True
            focus.give(card)
        if any(list_distinct_places(places) for places in self._view.grip.targets(card).values()):
            self._view.pick(place_name(card.zone, card.nth))

    def lead_home(self, can_move: Callable[[CardNode], bool]) -> None:
        """Lead a focus that a card took along out of the hand back, where it can do nothing."""
        focus, card = self._kit.stage.focus, self._view.grip.astray
        if not self._session.is_viewers_turn or card is None or focus.current is not card:
            return
        hand = self.nearest_in_hand(card)
        if hand is not None and not can_move(card):
            focus.give(hand)

    def nearest_in_hand(self, node: Node) -> CardNode | None:
        """Give the card of the own hand that is nearest to a node, and can have the focus."""
        middle = node.bounds.centre
        cards = [each for each in self._kit.stage.focus.nodes() if isinstance(each, CardNode)]
        hand = [each for each in cards if self._view.is_own_hand(each.zone)]
        return min(hand, key=lambda each: (each.bounds.centre - middle).length, default=None)

    def lead_to_gaps(self) -> None:
        """Lead the focus from the card that it has picked to the nearest gap that opened for it."""
        focus, held, gaps = self._kit.stage.focus, self._view.grip.held, self._view.gaps
        if gaps and held is not None and focus.is_visible and focus.current is held:
            # It may be on its way there.
            middle = self._view.root.world.apply(held.pose.position)
            focus.give(min(gaps, key=lambda gap: (gap.bounds.centre - middle).length))
