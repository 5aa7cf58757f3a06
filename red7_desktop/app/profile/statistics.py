"""Statistics and Glicko-2 ratings of players, computed from data about each match; pure functions.

Ratings follow Mark E. Glickman, "Example of the Glicko-2 system" (2013), with the same names.
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
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS
from red7_desktop.tabletop.game import HEAD_START
from red7_desktop.tabletop.match import HUMAN, Match

COLOURS: Final = ("A", "B", "C", "D", "E")
"""Players' colours, named like the theme's seat colours."""


class RoundTally(NamedTuple):
    """A seat's rounds of one category, such as the rounds that were decided in the same way.

    Attributes:
        key: Key of the category, which the game defines.
        rounds: Number of rounds of the category.
        won: Number of these rounds that the seat won.
    """

    key: str
    rounds: int
    won: int


class SeatFacts(NamedTuple):
    """Data about one seat of a match, from which statistics are computed.

    Attributes:
        name: Name of the seat.
        player: Key of the AI level, or HUMAN.
        score: Points, None in an unfinished match.
        is_winner: Whether the seat won.
        turns: Number of turns.
        hints: Number of used hints.
        tallies: Numbers of rounds played and won, one entry for each category of rounds.
        person: Number of the player in the library, None for guests and AI players.
    """

    name: str
    player: str
    score: int | None
    is_winner: bool
    turns: int
    hints: int = 0
    tallies: tuple[RoundTally, ...] = ()
    person: int | None = None

    @property
    def is_person(self) -> bool:
        return self.player == HUMAN


class MatchFacts(NamedTuple):
    """Data about one match, from which statistics are computed.

    Attributes:
        uid: Identifier of the match, the same in every copy of the library.
        game: Name of the game.
        options: The match's options as text.
        day: Date of the last step.
        rounds: Number of finished rounds.
        is_over: Whether the match is over; False if it was abandoned.
        seats: Data about each seat.
    """

    uid: str
    game: str
    options: str
    day: date
    rounds: int
    is_over: bool
    seats: tuple[SeatFacts, ...]

    @property
    def is_rated(self) -> bool:
        """Whether the match counts for ratings: it is over, and nobody had a head start."""
        return self.is_over and f'"{HEAD_START}"' not in self.options

    def with_people(self, people: Iterable[PlayerProfile], chosen: int) -> MatchFacts:
        """Return a copy in which the seats of humans refer to players of the library.

        A seat belongs to the player with the name of the seat. If no player has that name, the seat
        belongs to the chosen player, but only if the match has no other human. All other seats
        belong to nobody.

        Args:
            people: Players of the library.
            chosen: Number of the chosen player.
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
    """Something that a player has done besides matches, such as a puzzle.

    Attributes:
        kind: Kind of event.
        game: Name of the game, "" if the event isn't about a game.
        key: Identifies the object, such as the puzzle.
        day: Date of the event.
        outcome: Result; each kind has its own possible words.
        value: A number whose meaning depends on the kind, such as the number of hints used.
    """

    kind: str
    game: str
    key: str
    day: date
    outcome: str
    value: int = 0


class PlayerProfile(NamedTuple):
    """The profile of a player, as stored in the library (the program's database).

    Attributes:
        number: The profile's primary key in the library.
        name: The player's name, "" if none was entered.
        colour: Colour letter, one of `COLOURS`.
        face: Key of the portrait.
    """

    number: int
    name: str
    colour: str
    face: str


NOBODY: Final = PlayerProfile(1, "", COLOURS[0], HUMAN_PORTRAITS[0])
"""Default player of a library without players."""


class ProfileData(NamedTuple):
    """Everything that a file of exported profiles contains, about all of its players.

    Attributes:
        people: The players.
        chosen: Number of the default player.
        matches: Statistics of the matches, in the order of their dates.
        events: Things done besides matches, such as solved puzzles, each with the player's number;
            the oldest first.
    """

    people: tuple[PlayerProfile, ...]
    chosen: int
    matches: Sequence[MatchFacts]
    events: Sequence[tuple[int, ProfileEvent]] = ()


class ProfileSnapshot(NamedTuple):
    """The part of the current player's profile that is loaded at the start of the program.

    Attributes:
        person: The player.
        events: The player's events, oldest first.
        score: Number of finished matches, and number of won matches.
        games: Names of the games that the player has played.
        people: All players.
    """

    person: PlayerProfile
    events: tuple[ProfileEvent, ...]
    score: tuple[int, int] = (0, 0)
    games: frozenset[str] = frozenset()
    people: tuple[PlayerProfile, ...] = ()


def build_match_facts(
    uid: str,
    match: Match,
    view: GameView,
    names: Sequence[str],
    players: Sequence[str],
    day: date,
    hints: Mapping[int, int],
) -> MatchFacts:
    """Return the data of a finished or abandoned match from which statistics are computed.

    Args:
        uid: Identifier in the library.
        match: The match.
        view: The game's view, which knows in which way each round was won.
        names: Names by seat.
        players: Key of the AI level by seat, or HUMAN.
        day: Date of the last step.
        hints: Number of used hints for each seat, by the seat's index.
    """
    result = match.game.result(match.state)
    ended = view.story.list_finished_rounds(match)
    turns = Counter([seat for seat, _ in groupby(match.log, key=lambda entry: entry.seat)])
    seats = []
    for seat, (name, player) in enumerate(zip(names, players, strict=True)):
        score = None if result is None else result.scores[seat]
        is_winner = result is not None and seat in result.winners
        tallies = _count_tallies([(each.keys[seat], seat in each.winners) for each in ended])
        hint_count = hints.get(seat, 0)
        seats.append(SeatFacts(name, player, score, is_winner, turns[seat], hint_count, tallies))
    options = json.dumps(dict(match.options), ensure_ascii=False, sort_keys=True)
    rounds = max(1, len(ended))
    is_over = result is not None
    return MatchFacts(uid, match.game.name, options, day, rounds, is_over, tuple(seats))


def _count_tallies(rounds: Sequence[tuple[str, bool]]) -> tuple[RoundTally, ...]:
    counts: dict[str, list[bool]] = {}
    for key, is_won in rounds:
        counts.setdefault(key, []).append(is_won)
    return tuple([RoundTally(key, len(won), sum(won)) for key, won in counts.items()])


_SCALE: Final = 173.7178
_TAU: Final = 0.5
"""The constant tau of Glicko-2: the larger, the more a volatility may change in a period."""
_TOLERANCE: Final = 1e-6
INITIAL_RATING: Final = 1500.0
"""Rating of a new player."""
MAX_DEVIATION: Final = 350.0
"""Deviation of a new player's rating, and the largest possible."""


class Rating(NamedTuple):
    """A Glicko-2 rating.

    Attributes:
        value: Strength in points, on the scale of chess ratings.
        deviation: Uncertainty of `value`, in points.
        volatility: How much the strength is expected to change with time.
    """

    value: float = INITIAL_RATING
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


class RatedMatch(NamedTuple):
    """A result against one opponent, from which a new rating is computed.

    Attributes:
        rival: The opponent's rating before the rating period to which the match belongs.
        score: 1 for a win, 0.5 for a tie, 0 for a loss.
    """

    rival: Rating
    score: float


def update_rating(before: Rating, met: Sequence[RatedMatch]) -> Rating:
    """Compute a rating after one rating period.

    Args:
        before: The rating before the period.
        met: The period's matches; if there are none, only the deviation grows.
    """
    phi = before.deviation / _SCALE
    if not met:
        return before._replace(deviation=_cap_deviation(math.hypot(phi, before.volatility)))
    mu = (before.value - INITIAL_RATING) / _SCALE
    information = gain = 0.0
    for rival, score in met:
        weight = _weigh_deviation(rival.deviation / _SCALE)
        hope = 1.0 / (1.0 + math.exp(-weight * (mu - (rival.value - INITIAL_RATING) / _SCALE)))
        information += weight * weight * hope * (1.0 - hope)
        gain += weight * (score - hope)
    variance = 1.0 / information
    sigma = _find_volatility(phi, before.volatility, variance, variance * gain)
    phi = 1.0 / math.sqrt(1.0 / math.hypot(phi, sigma) ** 2 + information)
    return Rating(INITIAL_RATING + _SCALE * (mu + phi * phi * gain), _cap_deviation(phi), sigma)


def _weigh_deviation(phi: float) -> float:
    return 1.0 / math.sqrt(1.0 + 3.0 * phi * phi / math.pi**2)


def _cap_deviation(phi: float) -> float:
    return min(MAX_DEVIATION, _SCALE * phi)


def _find_volatility(phi: float, sigma: float, variance: float, change: float) -> float:
    """Compute the new volatility: step 5 of Glicko-2, by the Illinois algorithm."""
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
    while abs(high - low) > _TOLERANCE:
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
"""Measured Elo rating of each AI level, by the level's key."""
_AI_DEVIATION: Final = 40.0
"""Rating deviation of an AI level; low, because its strength was measured in many matches."""
Rival: TypeAlias = "str | int"
"""An opponent: the key of an AI level, or a player's number."""


@dataclass(slots=True)
class OpponentStatistics:
    """The record against one opponent, and a rating from these matches alone."""

    won: int = 0
    lost: int = 0
    rating: Rating = field(default_factory=Rating)

    @property
    def share(self) -> float:
        return self.won / max(1, self.won + self.lost)


class DayStatistics(NamedTuple):
    """The numbers of matches played and won on a day."""

    played: int
    won: int


@dataclass(slots=True)
class GameStatistics:
    """A player's statistics in one game.

    Attributes:
        played: Number of finished matches.
        won: Number of won matches.
        rounds: Number of rounds in finished matches.
        turns: Number of the player's turns in all matches, also in unfinished ones.
        hints: Number of hints that the player has used in these matches.
        streak: Number of matches won in a row until now.
        best: Largest number of matches won in a row.
        since: Date of the first match.
        against: Results against each opponent, by the opponent's AI level or player number.
        tallies: Number of rounds, and number of won rounds, by the key of a category. Each game
            sorts its rounds into categories, for example by the way in which they were decided.
        days: Numbers of matches played and won, by date.
        curve: The rating after each day on which a rated match was played.
        company: Number of finished matches with another human.
        won_at: Number of won matches, by number of seats.
        unaided: Number of matches won without hints, by key of the AI opponent.
    """

    played: int = 0
    won: int = 0
    rounds: int = 0
    turns: int = 0
    hints: int = 0
    streak: int = 0
    best: int = 0
    since: date | None = None
    against: dict[Rival, OpponentStatistics] = field(default_factory=dict)
    tallies: dict[str, tuple[int, int]] = field(default_factory=dict)
    days: dict[date, DayStatistics] = field(default_factory=dict)
    curve: list[Rating] = field(default_factory=list)
    company: int = 0
    won_at: Counter[int] = field(default_factory=Counter)
    unaided: Counter[str] = field(default_factory=Counter)


def compute_statistics(
    matches: Iterable[MatchFacts], person: int, strengths: Strengths
) -> GameStatistics:
    """Return a player's statistics in one game.

    Args:
        matches: Matches of the game, by date.
        person: Number of the player.
        strengths: Measured strengths of AI levels by key.
    """
    sums = GameStatistics()
    ratings = _Ratings(person, strengths)
    for _, group in groupby(matches, key=lambda match: match.day):
        played = list(group)
        for match in played:
            for seat in match.seats:
                if seat.person == person:
                    _count(sums, match, seat)
        ratings.add_day(sums, played)
    return sums


def _count(sums: GameStatistics, match: MatchFacts, own: SeatFacts) -> None:
    sums.since = sums.since or match.day
    old_sums = sums.days.get(match.day, DayStatistics(0, 0))
    sums.days[match.day] = DayStatistics(old_sums.played + 1, old_sums.won + own.is_winner)
    sums.turns += own.turns
    sums.hints += own.hints
    for key, rounds, won in own.tallies:
        old_counts = sums.tallies.get(key, (0, 0))
        sums.tallies[key] = old_counts[0] + rounds, old_counts[1] + won
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
    """The ratings of all players of a game, updated day by day."""

    def __init__(self, person: int, strengths: Strengths) -> None:
        if strengths:
            mean = sum(strengths.values()) / len(strengths)
        else:
            mean = INITIAL_RATING
        self._person = person
        self._initial = Rating(mean)
        self._ai_ratings = {key: Rating(value, _AI_DEVIATION) for key, value in strengths.items()}
        self._current: dict[int, Rating] = {}

    def add_day(self, sums: GameStatistics, played: Sequence[MatchFacts]) -> None:
        """Rate the matches of one day (one Glicko-2 period), and update a player's statistics.

        Matches with a head start count as won or lost, but not for ratings.
        """
        pairings: dict[int, list[RatedMatch]] = {}
        own_pairings: dict[Rival, list[RatedMatch]] = {}
        for match in played:
            pairs = _list_pairs(match) if match.is_over else []
            for _, rival, score in [pair for pair in pairs if pair[0] == self._person]:
                record = sums.against.setdefault(rival, OpponentStatistics(rating=self._initial))
                record.won += score == 1.0
                record.lost += score == 0.0
            for own, rival, score in pairs if match.is_rated else ():
                if isinstance(rival, str):
                    rating = self._ai_ratings.get(rival, self._initial)
                else:
                    rating = self._current.get(rival, self._initial)
                pairings.setdefault(own, []).append(RatedMatch(rating, score))
                if own == self._person:
                    own_pairings.setdefault(rival, []).append(RatedMatch(rating, score))
        after = {
            own: update_rating(self._current.get(own, self._initial), found)
            for own, found in pairings.items()
        }
        self._current |= after
        for rival, found in own_pairings.items():
            record = sums.against[rival]
            record.rating = update_rating(record.rating, found)
        if self._person in after:
            sums.curve.append(after[self._person])


def _list_pairs(match: MatchFacts) -> list[tuple[int, Rival, float]]:
    """Return the results of a match as results of each player against each opponent, for ratings.

    Two losing seats are not compared, because their order says little.

    Returns:
        Tuples of three values: a player; an opponent; and the player's score, which is 1 for a win,
        0 for a loss and 0.5 if both have won.
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
