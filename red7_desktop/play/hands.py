"""Turns what hands do with cards into steps: drag, click-click, keys and pads all end here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from red7_desktop.tabletop.reasons import Reason, reason
from red7_desktop.tabletop.zones import Handling, place_name, zone_of

if TYPE_CHECKING:
    from red7_desktop.play.session import Session

Ways: TypeAlias = Mapping[str, Mapping[str, Mapping[int | None, Any]]]
"""Steps by the name of a card (see `Handling.name`), then by the zone that it goes to, then by its
place there, None where any will do."""


class HandController:
    """What the viewer of a session may do with cards, from the legal steps alone."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def drops(self) -> Ways:
        """Where each card may go now."""
        drops: dict[str, dict[str, dict[int | None, Any]]] = {}
        session = self._session
        if not session.is_viewers_turn or session.viewer is None:
            return drops
        game, state = session.match.game, session.match.state
        for step in game.legal_steps(state, session.viewer):
            handling = game.handling(state, session.viewer, step)
            if handling is not None:
                targets = drops.setdefault(handling.name, {})
                targets.setdefault(handling.target, {})[handling.target_place] = step
        return drops

    def tries(self, drops: Ways) -> Ways:
        """Give where each card may be tried: the drops, and for every card of the viewer's own hand
        whatever a step could be meant by, so that a refusal can say why.
        """
        session = self._session
        tries = {card: dict(targets) for card, targets in drops.items()}
        if not session.is_viewers_turn or session.viewer is None:
            return tries
        game, state, seat = session.match.game, session.match.state, session.viewer
        zones = session.observe().zones
        hand = zone_of("hand", seat)
        cards = zones.get(hand, ())
        for place, card in enumerate(cards):
            if card is None:
                continue
            by_place = place_name(hand, place)
            name = by_place if by_place in tries or cards.count(card) > 1 else card
            for target in zones:
                step = game.step_by_hand(state, seat, Handling(card, hand, target, place))
                if step is not None and not isinstance(step, Reason):
                    tries.setdefault(name, {}).setdefault(target, {None: step})
        return tries

    def drop(self, handling: Handling) -> Reason | None:
        """Move a card by hand from one zone to another: take the step that this means.

        Gives None when the step was taken (and for a card put back where it was), else the reason
        why not.
        """
        if handling.source == handling.target and handling.target_place is None:
            return None
        session = self._session
        if session.viewer is None:
            return reason("only_watching")
        game, state = session.match.game, session.match.state
        step = game.step_by_hand(state, session.viewer, handling)
        if step is None:
            return reason("no_such_move")
        if isinstance(step, Reason):
            return step
        refused = game.why_not(state, session.viewer, step)
        if refused is None:
            session.take(step)
        return refused
