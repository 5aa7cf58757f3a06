"""What kept matches come to for one person: records, ratings, streaks, days; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from red7_desktop.app.profile.rating import MIDDLE, RatedMatch, Rating, update_rating

if TYPE_CHECKING:
    from red7_desktop.app.profile.facts import MatchFacts
    from red7_desktop.app.profile.store import ProfileData

Strengths: TypeAlias = Mapping[str, int]
"""The measured strength of AI players, by key."""

_SURE: Final = 40.0
"""The deviation of what has been measured in many matches."""


Rival: TypeAlias = "str | int"
"""An AI player's key, or a person's number."""


@dataclass(slots=True)
class RivalSums:
    """The record against one rival, and the rating by these matches alone."""

    won: int = 0
    lost: int = 0
    rating: Rating = field(default_factory=Rating)

    @property
    def share(self) -> float:
        """The part that was won."""
        return self.won / max(1, self.won + self.lost)


class DaySums(NamedTuple):
    """The matches of a day."""

    played: int
    won: int


class RatingPoint(NamedTuple):
    """The rating at the end of a day."""

    day: date
    rating: Rating


@dataclass(slots=True)
class GameSums:
    """What a person's matches of one game come to.

    streak, best: matches won in a row, now and ever. marks: rounds and those won, by the face's
    keys. curve: a point for each day with a match that is over. company: matches with another
    person. won_at: those won, by how many sat at the table; unaided: without a hint, by AI rival.
    """

    played: int = 0
    won: int = 0
    rounds: int = 0
    turns: int = 0
    hints: int = 0
    streak: int = 0
    best: int = 0
    since: date | None = None
    against: dict[Rival, RivalSums] = field(default_factory=dict)
    marks: dict[str, tuple[int, int]] = field(default_factory=dict)
    days: dict[date, DaySums] = field(default_factory=dict)
    curve: list[RatingPoint] = field(default_factory=list)
    company: int = 0
    won_at: Counter[int] = field(default_factory=Counter)
    unaided: Counter[str] = field(default_factory=Counter)


def compute_sums(kept: ProfileData, person: int, game: str, strengths: Strengths) -> GameSums:
    """Give the sums of one person in one game."""
    sums = GameSums()
    matches = [each for each in kept.matches if each[0].game == game]
    for match, people in matches:
        if person in people:
            _count(sums, match, people.index(person))
    _rate(sums, matches, person, strengths)
    return sums


def _count(sums: GameSums, match: MatchFacts, place: int) -> None:
    own = match.seats[place]
    sums.since = sums.since or match.day
    before = sums.days.get(match.day, DaySums(0, 0))
    sums.days[match.day] = DaySums(before.played + 1, before.won + own.is_winner)
    sums.turns += own.turns
    sums.hints += own.hints
    for key, rounds, won in own.marks:
        had = sums.marks.get(key, (0, 0))
        sums.marks[key] = had[0] + rounds, had[1] + won
    if not match.is_over:
        return
    sums.played += 1
    sums.rounds += match.rounds
    sums.won += own.is_winner
    sums.streak = sums.streak + 1 if own.is_winner else 0
    sums.best = max(sums.best, sums.streak)
    sums.company += sum(seat.is_person for seat in match.seats) > 1
    if own.is_winner:
        sums.won_at[len(match.seats)] += 1
        if not own.hints:
            sums.unaided.update({seat.player for seat in match.seats if not seat.is_person})


def _rate(
    sums: GameSums,
    matches: Sequence[tuple[MatchFacts, tuple[int | None, ...]]],
    person: int,
    strengths: Strengths,
) -> None:
    """Rate all people of a game together, a day at a time, and the person against each rival."""
    middle = sum(strengths.values()) / len(strengths) if strengths else MIDDLE
    fresh = Rating(middle)
    fixed = {key: Rating(value, _SURE) for key, value in strengths.items()}
    now: dict[int, Rating] = {}
    for day, played in groupby(matches, key=lambda each: each[0].day):
        met: dict[int, list[RatedMatch]] = {}
        alone: dict[Rival, list[RatedMatch]] = {}
        for match, people in played:
            if not match.is_over:
                continue
            for own, rival, score in _list_pairs(match, people):
                if isinstance(rival, str):
                    rating = fixed.get(rival, fresh)
                else:
                    rating = now.get(rival, fresh)
                met.setdefault(own, []).append(RatedMatch(rating, score))
                if own == person:
                    alone.setdefault(rival, []).append(RatedMatch(rating, score))
        after = {own: update_rating(now.get(own, fresh), found) for own, found in met.items()}
        now |= after
        for rival, found in alone.items():
            record = sums.against.setdefault(rival, RivalSums(rating=fresh))
            record.won += sum(score == 1.0 for _, score in found)
            record.lost += sum(score == 0.0 for _, score in found)
            record.rating = update_rating(record.rating, found)
        if person in after:
            sums.curve.append(RatingPoint(day, after[person]))


def _list_pairs(
    match: MatchFacts, people: tuple[int | None, ...]
) -> list[tuple[int, Rival, float]]:
    """List who met whom in a match: a person, a rival, and the score.

    Seats that lost both are not compared: who of them was ahead says little.
    """
    found: list[tuple[int, Rival, float]] = []
    for own, number in zip(match.seats, people, strict=True):
        if number is None:
            continue
        for other, whom in zip(match.seats, people, strict=True):
            rival = whom if other.is_person else other.player
            if other is own or rival is None or not (own.is_winner or other.is_winner):
                continue
            score = 0.5 if own.is_winner and other.is_winner else float(own.is_winner)
            found.append((number, rival, score))
    return found
