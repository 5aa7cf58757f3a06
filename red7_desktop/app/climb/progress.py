"""A profile's progress in a climb, computed from the profile's events."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from red7_desktop.app.feature import CLIMB
from red7_desktop.tabletop.climb import GOAL_COUNT, Climb, Rung

if TYPE_CHECKING:
    from red7_desktop.app.profile.statistics import ProfileEvent

CLIMB_KIND: Final = CLIMB
"""Kind of the profile's events that store results in a climb (a ladder of matches). Each match that
was finished or given up has one event. The event's key names the match's entry in the ladder."""
WON: Final = "won"
LOST: Final = "lost"


@dataclass(slots=True)
class RungRecord:
    """A profile's results on a rung, which is one match of a climb.

    Attributes:
        reached: Indices of the reached goals; goal 0 is winning.
        played: Number of matches played to their end or given up.
        streak: Number of latest matches won in a row.
    """

    reached: set[int] = field(default_factory=set)
    played: int = 0
    streak: int = 0

    @property
    def is_won(self) -> bool:
        return 0 in self.reached

    @property
    def stars(self) -> int:
        return len(self.reached)

    @property
    def is_complete(self) -> bool:
        return self.stars == GOAL_COUNT


def encode_goals(reached: Sequence[bool]) -> int:
    """Encode reached goals as the value of an event: bit n for goal n.

    >>> encode_goals((True, False, True))
    5
    """
    return sum(1 << nth for nth, is_reached in enumerate(reached) if is_reached)


def read_records(events: Iterable[ProfileEvent], game: str) -> dict[str, RungRecord]:
    """Return a profile's results in a game's climb.

    A damaged profile may contain an event with an invalid value. The event's match then counts as
    played, with no goal reached.

    Args:
        events: The profile's events. Each match of the climb has stored one.
        game: The game's name.

    Returns:
        The results on each rung (match of the climb) that was played, by the rung's key.
    """
    found: dict[str, RungRecord] = {}
    for event in events:
        if (event.kind, event.game) != (CLIMB_KIND, game) or event.outcome not in (WON, LOST):
            continue
        record = found.setdefault(event.key, RungRecord())
        record.played += 1
        record.streak = record.streak + 1 if event.outcome == WON else 0
        if 0 <= event.value < 1 << GOAL_COUNT:
            record.reached |= {nth for nth in range(GOAL_COUNT) if event.value >> nth & 1}
    return found


class ClimbProgress:
    """A profile's progress in a game's climb, a ladder of matches against ever stronger players.

    Args:
        climb: The ladder; each match is a rung.
        records: The profile's results on each rung that it has played, by the rung's key.
    """

    def __init__(self, climb: Climb, records: dict[str, RungRecord]) -> None:
        self.rungs = climb.rungs
        self._records = records

    def record_of(self, rung: Rung) -> RungRecord:
        return self._records.get(rung.key, RungRecord())

    def is_open(self, rung: Rung) -> bool:
        """Return whether a rung (match of the climb) can be played.

        The first rung can. Any other can if the rung below was won, or if the rung itself was won.
        A won rung stays open even if a later version changes the rungs below.
        """
        place = self.rungs.index(rung)
        below = self.rungs[place - 1] if place else None
        is_next = below is None or self.record_of(below).is_won
        return is_next or self.record_of(rung).is_won

    @property
    def next_rung(self) -> Rung | None:
        """The lowest rung (match of the climb) that hasn't been won; None if all have been won."""
        return next((rung for rung in self.rungs if not self.record_of(rung).is_won), None)

    @property
    def won(self) -> int:
        return sum(self.record_of(rung).is_won for rung in self.rungs)

    @property
    def stars(self) -> int:
        return sum(self.record_of(rung).stars for rung in self.rungs)

    def list_earned(self, rung: Rung, had: Collection[str]) -> tuple[str, ...]:
        """Return the rewards that the player's results on a rung (match of the climb) earn.

        Args:
            rung: The rung.
            had: Rewards that the player already has. They aren't returned.
        """
        record = self.record_of(rung)
        earned = [rung.reward] if record.is_won else []
        earned += [rung.bonus] if record.is_complete else []
        return tuple([reward for reward in earned if reward and reward not in had])
