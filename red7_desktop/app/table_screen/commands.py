"""What the table's buttons and keys do to the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.kit.hud.model import NEXT_ROUND, SPEED, GameAction
from red7_desktop.kit.input.intents import Intent
from red7_desktop.kit.pages.dialogs import ask
from red7_desktop.kit.settings import SPEEDS
from red7_desktop.tabletop.game import IllegalStep

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.kit.pages.screen import Ui
    from red7_desktop.play.session import Session
    from red7_desktop.tabletop.reasons import Reason


class MatchCommands:
    """Gives what is to be done for what is asked, where it is about the match.

    say: tells the person why something is refused. picked_step: gives the step that the cards make
    which are picked, None where they make none.
    """

    def __init__(
        self,
        kit: Ui,
        face: AnyGameView,
        session: Session,
        say: Callable[[Reason], None],
        picked_step: Callable[[], Any],
    ) -> None:
        self._kit = kit
        self._face = face
        self._session = session
        self._say = say
        self._picked_step = picked_step
        self._deeds: Final[Mapping[str, Callable[[], None]]] = {
            Intent.UNDO: session.undo,
            NEXT_ROUND: session.go_on,
            SPEED: self._change_speed,
        }

    def find(self, asked: str) -> Callable[[], None] | None:
        """Give what does what is asked for; None where it is not about the match."""
        if asked in self._deeds:
            return partial(self._do, self._deeds[asked])
        deed = self._deed(asked)
        return None if deed is None else partial(self._confirm, deed)

    def why_wait(self) -> Reason | None:
        """Say why the viewer can do nothing now; None where it is their turn."""
        deed = None if self._session.is_viewers_turn else self._deed(Intent.END)
        return None if deed is None else self._session.why_not(deed.steps[0])

    def _deed(self, asked: str) -> GameAction | None:
        """Give what a button or key of the game's own means now; None where it means nothing.

        While the picked cards make a step, the large button takes it.
        """
        step = self._picked_step() if asked == Intent.END else None
        if step is not None:
            return GameAction((step,))
        seen, kit = self._session.observe(), self._kit
        return self._face.meant_by(asked, seen, kit.texts, kit.settings.switches)

    def _do(self, deed: Callable[[], None]) -> None:
        """Do something, or say why it cannot be done."""
        try:
            deed()
        except IllegalStep as error:
            self._say(error.reason)

    def _confirm(self, deed: GameAction) -> None:
        """Do what a button means, once the question about it is answered."""
        question = deed.question
        # Till it is, the match may have moved on.
        carry_out = partial(self._do, partial(self._carry_out, deed))
        if question is None or not self._kit.settings.confirmations:
            carry_out()
            return
        ask(
            self._kit,
            question.title,
            question.words,
            yes=question.yes,
            no=question.no,
            on_yes=carry_out,
        )

    def _carry_out(self, deed: GameAction) -> None:
        if deed.is_anew and self._session.is_viewers_turn:
            self._session.undo_turn()
        for step in deed.steps:
            self._session.take(step)

    def _change_speed(self) -> None:
        """Take the next faster speed, after the fastest the slowest."""
        settings = self._kit.settings
        faster = [speed for speed in SPEEDS if speed > settings.speed]
        speed = faster[0] if faster else SPEEDS[0]
        self._kit.change_settings(replace(settings, speed=speed))
