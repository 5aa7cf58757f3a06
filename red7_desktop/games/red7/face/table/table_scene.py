"""What the table's model is made from: the observation, and what follows from it at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.rules.state import TURN
from red7_desktop.tabletop.reasons import Reason, reason

if TYPE_CHECKING:
    from red7_desktop.games.red7.face.words.words import Words
    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.games.red7.rules.observation import Red7Observation
    from red7_desktop.games.red7.rules.standing import Standing, Verdict
    from red7_desktop.play.seats import Seat

NO_KINDS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the observation does not say.

    kinds: what to call each AI player at its seat, by its key ("Cautious AI"), already in the
    viewer's language. no_undo: why the last step cannot be taken back, None where it can.
    bottom: the seat at the bottom of the table where nobody looks.
    assists: whether hand cards that keep the viewer in are told. hints: whether hints are to be
    had.
    """

    kinds: Mapping[str, str] = field(default_factory=lambda: NO_KINDS)
    no_undo: Reason | None = field(default_factory=lambda: reason("nothing_to_undo"))
    assists: bool = True
    hints: bool = True
    bottom: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """What the parts of the model are made from."""

    seen: Red7Observation
    seats: Sequence[Seat]
    position: Position
    verdict: Verdict
    words: Words
    around: Circumstances

    @property
    def is_viewers_turn(self) -> bool:
        """Whether the viewer is asked for a step of a turn."""
        return self.seen.stage == TURN and self.seen.viewer in self.seen.to_act

    def standing(self, seat: int) -> Standing | None:
        """Give what counts for a seat, None when it is out."""
        found = [standing for standing in self.verdict.standings if standing.seat == seat]
        return found[0] if found else None
