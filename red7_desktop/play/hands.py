"""Turns what hands do with cards into steps: drag, click-click, keys and pads all end here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from red7_desktop.tabletop.game import IllegalStep
from red7_desktop.tabletop.reasons import Reason, reason
from red7_desktop.tabletop.zones import Handling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from red7_desktop.play.session import Session


class HandController:
    """What the viewer of a session may do with cards, from the legal steps alone."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def drops(self) -> Mapping[str, Mapping[str, Any]]:
        """Where each card may go now: by card text, then target zone, the step it means.

        A card that cannot be named yet, the top of a pile, goes by its zone's id.
        """
        drops: dict[str, dict[str, Any]] = {}
        session = self._session
        if not session.is_viewers_turn or session.viewer is None:
            return drops
        game, state = session.match.game, session.match.state
        for step in game.legal_steps(state, session.viewer):
            handling = game.handling(state, session.viewer, step)
            if handling is not None:
                targets = drops.setdefault(handling.card or handling.source, {})
                targets[handling.target] = step
        return drops

    def drop(self, card: str | None, source: str, target: str) -> Reason | None:
        """Drop a card of one zone on another: take the step it means.

        Gives None when the step was taken (and for a card put back where it was), else the reason
        why not.
        """
        if source == target:
            return None
        session = self._session
        if session.viewer is None:
            return reason("only_watching")
        game, state = session.match.game, session.match.state
        handling = Handling(card, source, target)
        step = game.step_by_hand(state, session.viewer, handling)
        if step is None:
            return reason("no_such_move")
        refused = game.why_not(state, session.viewer, step)
        if refused:
            return refused
        try:
            session.take(step)
        except IllegalStep as error:  # the match has moved on in between
            return error.reason
        return None
