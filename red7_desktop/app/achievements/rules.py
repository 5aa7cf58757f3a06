"""What there is to achieve, as a table, and how far somebody has come; pure.

An achievement that was reached once is kept as a deed, so it stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING, Final, NamedTuple

from red7_desktop.app.daily.streaks import WON, find_longest_row, has_full_week, read_daily_record
from red7_desktop.app.looks import GAMES, PLAYED, PRIZES, list_earned_looks
from red7_desktop.app.looks import WON as MATCHES_WON
from red7_desktop.app.profile.facts import ProfileEvent

if TYPE_CHECKING:
    from red7_desktop.app.profile.sums import GameSums

KIND: Final = "achievement"
"""The kind of deeds that tell which were reached; their keys are those of achievements."""

GOT: Final = "got"

FEAT: Final = "feat"
"""The kind of deeds that tell of a game's feats."""

_LONG: Final = 30


class GameLore(NamedTuple):
    """What is known of a game itself. levels: keys, the weakest first. ways: keys of rounds won.

    seats: the most that there may be. feats: their keys.
    """

    levels: tuple[str, ...]
    seats: int
    ways: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()


class Account(NamedTuple):
    """What somebody has done. sums: by game. lore: of each game of the box, the first one first."""

    sums: Mapping[str, GameSums]
    deeds: tuple[ProfileEvent, ...]
    lore: Mapping[str, GameLore]

    def done(self, kind: str, outcome: str) -> int:
        """Count the things of a kind that came out so, each once."""
        found = {(d.game, d.key) for d in self.deeds if (d.kind, d.outcome) == (kind, outcome)}
        return len(found)

    def played_days(self) -> dict[str, set[date]]:
        """Give the days whose deal was played to its end, by game."""
        return {game: set(read_daily_record(self.deeds, game).results) for game in self.lore}


class AchievementRule(NamedTuple):
    """An achievement: its key, an emblem's name, and how much of a goal is reached.

    goal: by the games that there are.
    """

    key: str
    emblem: str
    count: Callable[[Account], int]
    goal: Callable[[Account], int]


class AchievementStanding(NamedTuple):
    """How far somebody has come with an achievement. key: of a feat, with its game in front."""

    key: str
    emblem: str
    made: int
    goal: int

    @property
    def is_reached(self) -> bool:
        """Whether all of it is done."""
        return self.made >= self.goal


def _count_one(account: Account) -> int:
    return 1


def _of_account(number: int) -> Callable[[Account], int]:
    return lambda account: number


def _count_best_game(count: Callable[[GameSums, GameLore], int]) -> Callable[[Account], int]:
    """Count in the game in which there is most."""
    return lambda account: max(
        (count(account.sums[game], lore) for game, lore in account.lore.items()), default=0
    )


def _count_beaten_levels(sums: GameSums, lore: GameLore) -> int:
    return sum(level in sums.against and sums.against[level].won > 0 for level in lore.levels)


def _count_wins_over_top(sums: GameSums, lore: GameLore) -> int:
    return sums.against[lore.levels[-1]].won if lore.levels[-1] in sums.against else 0


def _count_unaided_wins(sums: GameSums, lore: GameLore) -> int:
    return sums.unaided.get(lore.levels[-1], 0)


def _count_most_ways(account: Account) -> int:
    return max(len(lore.ways) for lore in account.lore.values()) or 1


def _count_ways_won(account: Account) -> int:
    """Count the ways of the game that has won most of its own, as if it had as many as any."""
    most = _count_most_ways(account)
    return max(
        sum(account.sums[game].marks.get(key, (0, 0))[1] > 0 for key in lore.ways)
        * most
        // (len(lore.ways) or 1)
        for game, lore in account.lore.items()
    )


def _count_levels(account: Account) -> int:
    return min(len(lore.levels) for lore in account.lore.values())


def _count_games_on_best_day(account: Account) -> int:
    days = list(account.played_days().values())
    return max((sum(day in each for each in days) for day in set().union(*days)), default=0)


def _has_full_week(account: Account) -> int:
    return int(any(has_full_week(days) for days in account.played_days().values()))


def _find_longest_daily_row(account: Account) -> int:
    return max((find_longest_row(days) for days in account.played_days().values()), default=0)


def _count_games(account: Account) -> int:
    return len(account.lore)


def _count_games_won(account: Account) -> int:
    return sum(account.sums[game].won > 0 for game in account.lore)


RULES: Final[tuple[AchievementRule, ...]] = (
    AchievementRule(
        "first_win", "crown", _count_best_game(lambda sums, lore: sums.won), _count_one
    ),
    AchievementRule("all_round", "cards", _count_games_won, _count_games),
    AchievementRule(
        "row_3", "bars", _count_best_game(lambda sums, lore: sums.best), _of_account(3)
    ),
    AchievementRule(
        "row_7", "flame", _count_best_game(lambda sums, lore: sums.best), _of_account(7)
    ),
    AchievementRule("ladder", "ladder", _count_best_game(_count_beaten_levels), _count_levels),
    AchievementRule("top", "star", _count_best_game(_count_wins_over_top), _count_one),
    AchievementRule("top_10", "medal", _count_best_game(_count_wins_over_top), _of_account(10)),
    AchievementRule("unaided", "peak", _count_best_game(_count_unaided_wins), _count_one),
    AchievementRule(
        "full_table",
        "seats",
        _count_best_game(lambda sums, lore: sums.won_at.get(lore.seats, 0)),
        _count_one,
    ),
    AchievementRule(
        "company", "person", _count_best_game(lambda sums, lore: sums.company), _count_one
    ),
    AchievementRule(
        "hundred", "rings", _count_best_game(lambda sums, lore: sums.rounds), _of_account(100)
    ),
    AchievementRule("ways", "wheel", _count_ways_won, _count_most_ways),
    AchievementRule(
        "daily",
        "calendar",
        lambda account: sum(map(len, account.played_days().values())),
        _count_one,
    ),
    AchievementRule(
        "daily_win", "tick", lambda account: account.done("daily", WON), _of_account(5)
    ),
    AchievementRule("daily_week", "week", _has_full_week, _count_one),
    AchievementRule("daily_month", "moon", _find_longest_daily_row, _of_account(_LONG)),
    AchievementRule("daily_all", "pair", _count_games_on_best_day, _count_games),
    AchievementRule(
        "puzzles_10", "piece", lambda account: account.done("puzzle", "solved"), _of_account(10)
    ),
    AchievementRule(
        "puzzles_100", "pieces", lambda account: account.done("puzzle", "solved"), _of_account(100)
    ),
    AchievementRule(
        "lessons", "book", lambda account: account.done("lesson", "done"), _of_account(5)
    ),
)
"""What any box of games has; games add their feats."""


_COUNTS: Final[Mapping[str, Callable[[Account], int]]] = {
    PLAYED: lambda account: sum(account.sums[game].played for game in account.lore),
    MATCHES_WON: lambda account: sum(account.sums[game].won for game in account.lore),
    GAMES: _count_games_won,
}
"""By what prizes ask for, how much of it there is."""


def list_standings(account: Account, emblems: Mapping[str, str]) -> tuple[AchievementStanding, ...]:
    """Give how far somebody has come with each, those that were reached once counted as such.

    emblems: by a feat's key.
    """
    got = list_earned(account.deeds)
    found = [AchievementStanding(r.key, r.emblem, r.count(account), r.goal(account)) for r in RULES]
    feats = {(d.game, d.key) for d in account.deeds if d.kind == FEAT}
    for game, lore in account.lore.items():
        for feat in lore.feats:
            key = f"{game}.{feat}"
            found.append(
                AchievementStanding(key, emblems.get(key, ""), int((game, feat) in feats), 1)
            )
    return tuple([s._replace(made=max(s.made, s.goal)) if s.key in got else s for s in found])


def list_newly_reached(account: Account) -> tuple[str, ...]:
    """Give the keys of those that are reached and were not before, in the order of the table."""
    got = list_earned(account.deeds)
    return tuple([s.key for s in list_standings(account, {}) if s.is_reached and s.key not in got])


def list_newly_won_looks(account: Account) -> tuple[str, ...]:
    """Give the tables and backs that are earned and were not before."""
    had = list_earned_looks(account.deeds)
    found = [prize for prize in PRIZES if prize.look not in had]
    return tuple([each.look for each in found if _COUNTS[each.by](account) >= each.least])


def list_earned(deeds: Iterable[ProfileEvent]) -> frozenset[str]:
    """Give the keys of the achievements that somebody has, by what that person has done.

    >>> from datetime import date
    >>> earned([Deed(KIND, "", "row_3", date(2026, 11, 22), GOT)])
    frozenset({'row_3'})
    """
    return frozenset([deed.key for deed in deeds if (deed.kind, deed.outcome) == (KIND, GOT)])
