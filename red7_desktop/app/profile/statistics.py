"""Facts of matches, sums, ratings; pure.

By Mark E. Glickman, "Example of the Glicko-2 system" (2013); the steps are named as there.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby, permutations
from typing import Final, NamedTuple, TypeAlias

from red7_desktop.kit.game_view import GameView
from red7_desktop.kit.look.icons import OWN_FACES
from red7_desktop.tabletop.match import HUMAN, Match

COLOURS: Final = ("A", "B", "C", "D", "E")
"""The colours of people: those of the seats, by the theme's names."""


class RoundTally(NamedTuple):
    """Of a seat's rounds, those that count for one key: how many, and how many it won."""

    key: str
    rounds: int
    won: int


class SeatFacts(NamedTuple):
    """One seat of a match. player: the AI player's key, or HUMAN. score: None where it goes on.

    person: the number of the person who sat there, None for guests and AI players.
    """

    name: str
    player: str
    score: int | None
    is_winner: bool
    turns: int
    hints: int = 0
    marks: tuple[RoundTally, ...] = ()
    person: int | None = None

    @property
    def is_person(self) -> bool:
        return self.player == HUMAN


class MatchFacts(NamedTuple):
    """What is counted of one match. uid: its identity, the same in every copy of the library."""

    uid: str
    game: str
    options: str
    day: date
    rounds: int
    is_over: bool
    seats: tuple[SeatFacts, ...]

    def with_people(self, people: Iterable[Person], chosen: int) -> MatchFacts:
        """Return the match with its seats assigned to people.

        A seat belongs to the person of its name. If only one person played, an unknown name is the
        chosen person's. All other seats are guests'.

        Args:
            people: The people of the profile.
            chosen: Number of the person who is chosen in the profile.
        """
        known = {person.name.casefold(): person.number for person in people}
        alone = None
        if sum(seat.is_person for seat in self.seats) == 1:
            alone = chosen
        found: list[int | None] = []
        for seat in self.seats:
            number = None
            if seat.is_person:
                number = known.get(seat.name.casefold(), alone)
            found.append(None if number in found else number)
        seats = zip(self.seats, found, strict=True)
        return self._replace(seats=tuple([seat._replace(person=who) for seat, who in seats]))


class ProfileEvent(NamedTuple):
    """What a person has done besides matches, such as a puzzle.

    kind: of what; key: which of its kind; outcome: a word of that kind's own.
    game: "" for what is about no game. value: a figure of that kind, such as hints used.
    """

    kind: str
    game: str
    key: str
    day: date
    outcome: str
    value: int = 0


class Person(NamedTuple):
    """Someone who plays here. name: "" for a person who has not said it. number: in the file."""

    number: int
    name: str
    colour: str
    face: str


NOBODY: Final = Person(1, "", COLOURS[0], OWN_FACES[0])
"""Who plays where nothing is known of anybody."""


class ProfileData(NamedTuple):
    """All that is kept. chosen: the number of the person who plays by default.

    matches: in the order of their days. events: in the order in which they were done, each with the
    number of the person.
    """

    people: tuple[Person, ...]
    chosen: int
    matches: tuple[MatchFacts, ...]
    events: tuple[tuple[int, ProfileEvent], ...] = ()


class ProfileSnapshot(NamedTuple):
    """Who plays here, and what that person has done besides matches, the oldest first.

    score: how many matches that person has played to their end, and how many of them were won.
    games: those of which a match was played. people: everyone.
    """

    person: Person
    events: tuple[ProfileEvent, ...]
    score: tuple[int, int] = (0, 0)
    games: frozenset[str] = frozenset()
    people: tuple[Person, ...] = ()


def build_match_facts(
    uid: str,
    match: Match,
    face: GameView,
    names: Sequence[str],
    players: Sequence[str],
    day: date,
    hints: Mapping[int, int],
) -> MatchFacts:
    """Return what is counted of a match that is over or given up.

    Args:
        uid: Its identity in the library.
        match: The match.
        face: Its game's view, which knows what rounds were won by.
        names: Names of the seats.
        players: What plays each seat: an AI player's key, or HUMAN.
        day: The day of the last step.
        hints: How many hints each seat has used.
    """
    result = match.game.result(match.state)
    ended = face.story.rounds_won(match)
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
    rounds = max(1, len(ended))
    return MatchFacts(uid, match.game.name, options, day, rounds, result is not None, seats)


def _count_marks(rounds: Sequence[tuple[str, bool]]) -> tuple[RoundTally, ...]:
    counts: dict[str, list[bool]] = {}
    for key, is_won in rounds:
        counts.setdefault(key, []).append(is_won)
    return tuple([RoundTally(key, len(won), sum(won)) for key, won in counts.items()])


_SCALE: Final = 173.7178
_TAU: Final = 0.5
"""How much the volatility changes from one period to the next."""
_EXACT: Final = 1e-6
MIDDLE: Final = 1500.0
"""The rating of someone of whom nothing is known."""
WIDEST: Final = 350.0
"""The deviation of such a rating; none grows beyond."""


class Rating(NamedTuple):
    """A rating and its deviation, both in points as in chess; volatility: how steady it is."""

    value: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06


class RatedMatch(NamedTuple):
    """A match against someone: the rating before the period; score: 1 won, 0.5 even, 0 lost."""

    rival: Rating
    score: float


def update_rating(before: Rating, met: Sequence[RatedMatch]) -> Rating:
    """Return the rating after a period in which these matches were played; () for an idle one."""
    phi = before.deviation / _SCALE
    if not met:
        return before._replace(deviation=_cap_deviation(math.hypot(phi, before.volatility)))
    mu = (before.value - MIDDLE) / _SCALE
    information = gain = 0.0
    for rival, score in met:
        weight = _weigh_deviation(rival.deviation / _SCALE)
        hope = 1.0 / (1.0 + math.exp(-weight * (mu - (rival.value - MIDDLE) / _SCALE)))
        information += weight * weight * hope * (1.0 - hope)
        gain += weight * (score - hope)
    variance = 1.0 / information
    sigma = _find_volatility(phi, before.volatility, variance, variance * gain)
    phi = 1.0 / math.sqrt(1.0 / math.hypot(phi, sigma) ** 2 + information)
    return Rating(MIDDLE + _SCALE * (mu + phi * phi * gain), _cap_deviation(phi), sigma)


def _weigh_deviation(phi: float) -> float:
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / math.pi**2)


def _cap_deviation(phi: float) -> float:
    return min(WIDEST, _SCALE * phi)


def _find_volatility(phi: float, sigma: float, variance: float, change: float) -> float:
    """Find the new volatility (step 5, by the Illinois algorithm)."""
    start = math.log(sigma * sigma)

    def slope(x: float) -> float:
        grown = math.exp(x)
        total = phi * phi + variance + grown
        return grown * (change * change - total) / (2.0 * total * total) - (x - start) / _TAU**2

    low = start
    if change * change > phi * phi + variance:
        high = math.log(change * change - phi * phi - variance)
    else:
        high = start - _TAU
        while slope(high) < 0.0:
            high -= _TAU
    at_low = slope(low)
    at_high = slope(high)
    while abs(high - low) > _EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0.0:
            low = high
            at_low = at_high
        else:
            at_low /= 2.0
        high = middle
        at_high = at_middle
    return math.exp(low / 2.0)


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
        return self.won / max(1, self.won + self.lost)


class DaySums(NamedTuple):
    """The matches of a day."""

    played: int
    won: int


@dataclass(slots=True)
class GameSums:
    """What a person's matches of one game come to.

    streak, best: matches won in a row, now and ever. marks: rounds and those won, by the face's
    keys. curve: the rating at the end of each day with a match that is over. company: matches with
    another person. won_at: those won, by how many sat at the table; unaided: without a hint, by AI
    rival.
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
    curve: list[Rating] = field(default_factory=list)
    company: int = 0
    won_at: Counter[int] = field(default_factory=Counter)
    unaided: Counter[str] = field(default_factory=Counter)


def compute_sums(matches: Iterable[MatchFacts], person: int, strengths: Strengths) -> GameSums:
    """Return the sums of one person in one game.

    Args:
        matches: Of this game, in the order of their days.
        person: Number of the person.
        strengths: The measured strength of AI players, by key.
    """
    sums = GameSums()
    ratings = _Ratings(person, strengths)
    for _, group in groupby(matches, key=lambda match: match.day):
        played = list(group)
        for match in played:
            for seat in match.seats:
                if seat.person == person:
                    _count(sums, match, seat)
        ratings.add_day(sums, played)
    return sums


def _count(sums: GameSums, match: MatchFacts, own: SeatFacts) -> None:
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
    if own.is_winner:
        sums.streak = sums.streak + 1
    else:
        sums.streak = 0
    sums.best = max(sums.best, sums.streak)
    sums.company += sum(seat.is_person for seat in match.seats) > 1
    if own.is_winner:
        sums.won_at[len(match.seats)] += 1
        if not own.hints:
            sums.unaided.update({seat.player for seat in match.seats if not seat.is_person})


class _Ratings:
    """The ratings of everyone who plays a game, brought forward day by day."""

    def __init__(self, person: int, strengths: Strengths) -> None:
        if strengths:
            mean = sum(strengths.values()) / len(strengths)
        else:
            mean = MIDDLE
        self._person = person
        self._fresh = Rating(mean)
        self._fixed = {key: Rating(value, _SURE) for key, value in strengths.items()}
        self._now: dict[int, Rating] = {}

    def add_day(self, sums: GameSums, played: Sequence[MatchFacts]) -> None:
        """Rate the matches of one day, a period of Glicko-2, and add them to a person's sums."""
        met: dict[int, list[RatedMatch]] = {}
        alone: dict[Rival, list[RatedMatch]] = {}
        for match in played:
            for own, rival, score in _list_pairs(match) if match.is_over else ():
                if isinstance(rival, str):
                    rating = self._fixed.get(rival, self._fresh)
                else:
                    rating = self._now.get(rival, self._fresh)
                met.setdefault(own, []).append(RatedMatch(rating, score))
                if own == self._person:
                    alone.setdefault(rival, []).append(RatedMatch(rating, score))
        after = {
            own: update_rating(self._now.get(own, self._fresh), found) for own, found in met.items()
        }
        self._now |= after
        for rival, found in alone.items():
            record = sums.against.setdefault(rival, RivalSums(rating=self._fresh))
            record.won += sum(score == 1.0 for _, score in found)
            record.lost += sum(score == 0.0 for _, score in found)
            record.rating = update_rating(record.rating, found)
        if self._person in after:
            sums.curve.append(after[self._person])


def _list_pairs(match: MatchFacts) -> list[tuple[int, Rival, float]]:
    """List who met whom in a match: a person, a rival, and the score.

    Seats that lost both are not compared: who of them was ahead says little.
    """
    found: list[tuple[int, Rival, float]] = []
    for own, other in permutations(match.seats, 2):
        rival = other.person if other.is_person else other.player
        if own.person is None or rival is None or not (own.is_winner or other.is_winner):
            continue
        if own.is_winner and other.is_winner:
            score = 0.5
        else:
            score = float(own.is_winner)
        found.append((own.person, rival, score))
    return found
