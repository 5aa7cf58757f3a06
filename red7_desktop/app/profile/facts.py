"""What is kept of a match that is over, as frozen values; pure."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import blake2b
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.app.match.autosave import HUMAN

if TYPE_CHECKING:
    from red7_desktop.kit.game_face import AnyGameView
    from red7_desktop.tabletop.match import Match

COLOURS: Final = ("A", "B", "C", "D", "E")
"""The colours of people: those of the seats, by the theme's names."""


class RoundTally(NamedTuple):
    """Of a seat's rounds, those that count for one key: how many, and how many it won."""

    key: str
    rounds: int
    won: int


class SeatFacts(NamedTuple):
    """One seat of a match. player: the AI player's key, or HUMAN. score: None where it goes on."""

    name: str
    player: str
    score: int | None
    is_winner: bool
    turns: int
    hints: int = 0
    marks: tuple[RoundTally, ...] = ()

    @property
    def is_person(self) -> bool:
        """Whether a person sat there."""
        return self.player == HUMAN


class MatchFacts(NamedTuple):
    """One match. uid: the same for the same steps of the same people on the same day."""

    uid: str
    game: str
    options: str
    day: date
    rounds: int
    is_over: bool
    seats: tuple[SeatFacts, ...]


class ProfileEvent(NamedTuple):
    """What a person has done beside matches, such as a puzzle.

    kind: of what; key: which of its kind; outcome: what came of it, in a word of that kind's own.
    game: "" for what is about no game. value: a figure of that kind, such as hints used.
    """

    kind: str
    game: str
    key: str
    day: date
    outcome: str
    value: int = 0


class Score(NamedTuple):
    """How many matches somebody has played to their end, and how many of them were won."""

    played: int = 0
    won: int = 0


def build_match_facts(
    match: Match,
    face: AnyGameView,
    names: Sequence[str],
    players: Sequence[str],
    day: date,
    hints: Mapping[int, int],
) -> MatchFacts:
    """Give what is kept of a match, be it over or given up. hints: how many each seat has used."""
    result = match.game.result(match.state)
    ended = face.rounds_won(match)
    turns = Counter([seat for seat, _ in groupby(match.log, key=lambda entry: entry.seat)])
    seats = tuple(
        [
            SeatFacts(
                name,
                player,
                None if result is None else result.scores[seat],
                result is not None and seat in result.winners,
                turns[seat],
                hints.get(seat, 0),
                _count_marks([(each.keys[seat], seat in each.winners) for each in ended]),
            )
            for seat, (name, player) in enumerate(zip(names, players, strict=True))
        ]
    )
    options = json.dumps(dict(match.options), ensure_ascii=False, sort_keys=True)
    steps = [[entry.seat, entry.step] for entry in match.log]
    told = json.dumps([match.game.name, match.seed, day.isoformat(), [*names], steps])
    uid = blake2b(told.encode("utf-8", "replace"), digest_size=12).hexdigest()
    rounds = max(1, len(ended))
    return MatchFacts(uid, match.game.name, options, day, rounds, result is not None, seats)


def _count_marks(rounds: Sequence[tuple[str, bool]]) -> tuple[RoundTally, ...]:
    counts: dict[str, list[bool]] = {}
    for key, is_won in rounds:
        counts.setdefault(key, []).append(is_won)
    return tuple([RoundTally(key, len(won), sum(won)) for key, won in counts.items()])
