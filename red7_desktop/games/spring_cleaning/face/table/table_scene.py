"""What the table's model is made from: the observation, and what follows from it at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.games.spring_cleaning.rules.engine.refusals import find_refusal
from red7_desktop.games.spring_cleaning.rules.state import TURN
from red7_desktop.games.spring_cleaning.rules.steps import OFFER, Step

if TYPE_CHECKING:
    from red7_desktop.games.spring_cleaning.face.words.words import SpringWords
    from red7_desktop.games.spring_cleaning.rules.engine.position import Position
    from red7_desktop.games.spring_cleaning.rules.observation import SpringObservation
    from red7_desktop.kit.hud.model import ViewOptions
    from red7_desktop.kit.language.texts import Texts
    from red7_desktop.tabletop.reasons import Reason


@dataclass(frozen=True, slots=True)
class TableContext:
    """What the parts of the model are made from."""

    seen: SpringObservation
    words: SpringWords
    around: ViewOptions

    @property
    def position(self) -> Position:
        """The position, as far as the viewer knows it."""
        return self.seen.position

    @property
    def texts(self) -> Texts:
        """The texts of the viewer's language."""
        return self.words.texts

    @property
    def bottom(self) -> int:
        """The seat at the bottom of the table."""
        return self.order[0]

    @property
    def order(self) -> tuple[int, ...]:
        """All seats, clockwise from the one at the bottom."""
        return self.words.clockwise(self.around.bottom)

    @property
    def is_asked(self) -> bool:
        """Whether the viewer is asked for a step of the round."""
        return self.seen.stage == TURN and self.seen.viewer in self.seen.to_act

    @property
    def offered(self) -> int:
        """The number of the card that is ready to be offered, 0 for none."""
        step = self.around.picked_step
        if not isinstance(step, Step) or step.kind != OFFER or step not in self.seen.legal:
            return 0
        return self.position.hands[self.bottom][step.what - 1]

    def legal_of(self, kind: int) -> bool:
        """Tell whether the viewer may take a step of a kind now."""
        return any(isinstance(step, Step) and step.kind == kind for step in self.seen.legal)

    def why_not(self, step: Step) -> Reason | None:
        """Say why the viewer may not take a step, None where they may."""
        return None if step in self.seen.legal else find_refusal(self.position, step, self.bottom)
