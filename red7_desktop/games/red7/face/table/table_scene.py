"""What the table's model is made from: the observation, and what follows from it at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.state import TURN

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.standing import RuleVerdict, Standing
    from red7_desktop.kit.hud.model import ViewOptions


@dataclass(frozen=True, slots=True)
class TableContext:
    """What the parts of the model are made from."""

    seen: Red7Observation
    position: Position
    verdict: RuleVerdict
    words: Words
    around: ViewOptions

    @property
    def is_viewers_turn(self) -> bool:
        """Whether the viewer is asked for a step of a turn."""
        return self.seen.stage == TURN and self.seen.viewer in self.seen.to_act

    def standing(self, seat: int) -> Standing | None:
        """Give what counts for a seat, None when it is out."""
        found = [standing for standing in self.verdict.standings if standing.seat == seat]
        return found[0] if found else None
