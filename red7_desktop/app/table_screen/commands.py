"""What the table's buttons and keys do to the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.steps import THE_DRAW, THE_END, THE_FETCH, THE_PASS
from red7_desktop.kit.hud.model import HudCommand
from red7_desktop.kit.pages.dialogs import ask
from red7_desktop.kit.settings import SPEEDS
from red7_desktop.tabletop.game import IllegalStep

if TYPE_CHECKING:
    from red7_desktop.kit.pages.screen import Kit
    from red7_desktop.play.session import Session
    from red7_desktop.tabletop.reasons import Reason


class TableDeeds:
    """Does what a command asks for, where it is about the match; says so where it cannot.

    say: tells the person why something is refused.
    """

    def __init__(self, kit: Kit, session: Session, say: Callable[[Reason], None]) -> None:
        self._kit = kit
        self._session = session
        self._say = say
        self._deeds: Final[Mapping[HudCommand, Callable[[], None]]] = {
            HudCommand.END_TURN: self._end_turn,
            HudCommand.DRAW: self._draw,
            HudCommand.UNDO: session.undo,
            HudCommand.GIVE_UP: self._give_up,
            HudCommand.NEXT_ROUND: session.go_on,
            HudCommand.SPEED: self._change_speed,
        }

    def do(self, command: HudCommand) -> bool:
        """Carry a command out; False for one that is not about the match."""
        deed = self._deeds.get(command)
        if deed is None:
            return False
        try:
            deed()
        except IllegalStep as error:
            self._say(error.reason)
        return True

    def _end_turn(self) -> None:
        session = self._session
        if self._kit.settings.automatic_draw and THE_DRAW in session.observe().legal:
            session.take(THE_DRAW)
        session.take(THE_END)

    def _draw(self) -> None:
        legal = self._session.observe().legal
        self._session.take(THE_FETCH if THE_FETCH in legal else THE_DRAW)

    def _give_up(self) -> None:
        """Go out of the round; ask before that where the viewer could stay in."""
        session, texts = self._session, self._kit.texts
        has_choice = session.is_viewers_turn and session.observe().legal != (THE_PASS,)
        if not (has_choice and self._kit.settings.confirmations):
            self._go_out()
            return
        ask(
            self._kit,
            texts("Give up this round?"),
            texts("You go out of the round; the others play on."),
            yes=texts("Give up"),
            no=texts("Play on"),
            on_yes=self._go_out_after_all,
        )

    def _go_out(self) -> None:
        if self._session.is_viewers_turn:
            self._session.undo_turn()
        self._session.take(THE_PASS)

    def _go_out_after_all(self) -> None:
        """Go out once the question is answered; the round may have moved on meanwhile."""
        try:
            self._go_out()
        except IllegalStep as error:
            self._say(error.reason)

    def _change_speed(self) -> None:
        """Take the next faster speed, after the fastest the slowest."""
        settings = self._kit.settings
        faster = [speed for speed in SPEEDS if speed > settings.speed]
        speed = faster[0] if faster else SPEEDS[0]
        self._kit.change_settings(replace(settings, speed=speed))
