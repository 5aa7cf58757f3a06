"""The points in each round of a daily match, which are stored in an event of the profile."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import date
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.kit.match_model import RoundGain

if TYPE_CHECKING:
    from red7_desktop.app.profile.statistics import ProfileEvent

OWN: Final = "daily story"
"""Kind of the profile events that store the user's points in each round of a daily match. The key
of the event is the match's date."""
PAR: Final = "daily par"
"""Kind of the profile events that store par: the points in each round that the strongest AI player
has made with the user's cards of a daily match. The key of the event is the match's date."""
_MOST_ROUNDS: Final = 60
_LONGEST_KEY: Final = 8


class DailyScore(NamedTuple):
    """The points that a seat has made in each round of a daily match.

    Attributes:
        rounds: Result of each round for the seat.
        match: Id of the match in the library; "" if it isn't stored there.
    """

    rounds: tuple[RoundGain, ...]
    match: str = ""

    @property
    def curve(self) -> tuple[int, ...]:
        """The seat's total after each round, starting with 0."""
        return tuple(accumulate([each.points for each in self.rounds], initial=0))

    @property
    def points(self) -> int:
        return self.curve[-1]


def make_event(kind: str, game: str, day: date, score: DailyScore, today: date) -> ProfileEvent:
    """Create the profile event that stores the points of a daily match.

    Args:
        kind: `OWN` for the points of the user, `PAR` for the points that the strongest AI player
            has made with the user's cards.
        game: The game's name.
        day: Day of the deal.
        score: Points of the match, round by round.
        today: Date of the event.
    """
    from red7_desktop.app.profile.statistics import ProfileEvent

    rows = [[each.key, each.points, int(each.is_won)] for each in score.rounds]
    told: dict[str, Any] = {"rounds": rows}
    if score.match:
        told["match"] = score.match
    text = json.dumps(told, separators=(",", ":"))
    return ProfileEvent(kind, game, day.isoformat(), today, text, score.points)


def find_score(
    events: Iterable[ProfileEvent], kind: str, game: str, day: date
) -> DailyScore | None:
    """Return the points of each round of a daily match, as a profile event has stored them.

    Args:
        events: Events of a profile.
        kind: `OWN` for the user's points, `PAR` for the AI player's points.
        game: Name of the game.
        day: Date of the match.

    Returns:
        The points; None if no valid event has stored them.
    """
    key = day.isoformat()
    for event in events:
        # Compare the key first: there may be 10,000 events, and only a few have this key.
        if event.key == key and event.kind == kind and event.game == game:
            score = parse_score(event.outcome)
            if score is not None:
                return score
    return None


def parse_score(text: str) -> DailyScore | None:
    """Parse the points of a daily match from the text of an event; return None if invalid."""
    try:
        told = json.loads(text)
        rows = [(key, points, won) for key, points, won in told["rounds"]]
        match = told.get("match", "")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    is_sound = (
        isinstance(match, str)
        and 0 < len(rows) <= _MOST_ROUNDS
        and all(_is_key(key) and _is_number(points) for key, points, _ in rows)
    )
    if not is_sound:
        return None
    return DailyScore(
        tuple([RoundGain(key, points, bool(won)) for key, points, won in rows]), match
    )


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_KEY


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10_000
