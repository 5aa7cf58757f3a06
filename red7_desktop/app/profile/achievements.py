"""Achievements: rules, progress, pictures and announcements.

Their texts are rows of `assets/achievements.txt`: key and emblem, title, description.

An achievement that was reached is stored as an event, so that it is never lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from typing import Final, NamedTuple

from red7_desktop.app.matches.match_desk import MatchService
from red7_desktop.app.profile import own_profile, streaks
from red7_desktop.app.profile.statistics import GameStatistics, MatchFacts, ProfileEvent
from red7_desktop.games.registry import Catalogue
from red7_desktop.kit import match_model, texts, ui
from red7_desktop.kit.look.icons import build_arc, build_icon
from red7_desktop.kit.sound.cues import Sound
from red7_desktop.resources import reading_asset
from red7_desktop.scene import boxes, pictures, theme
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop import match

_CELL: Final = 196.0
"""Least width of an achievement's cell in the grid, in design units at zoom 1."""
_DISC: Final = 76.0
_CELL_GAP: Final = 16.0


def build_emblem_grid(
    look: theme.ResolvedTheme,
    texts: texts.Texts,
    found: Sequence[tuple[AchievementProgress, match_model.Feat]],
    width: float,
) -> Node:
    """Build a grid with a cell per achievement, in rows of similar length."""
    zoom = look.theme.zoom
    most = max(1, int(width / (_CELL * zoom)))
    count = -(-len(found) // -(-len(found) // most))
    cells = [_build_cell(look, texts, *each, width / count) for each in found]
    rows = [boxes.row(*cells[first:][:count], share=0.0) for first in range(0, len(cells), count)]
    return boxes.column(*rows, gap=_CELL_GAP * zoom, width=width, name="emblems")


def _build_cell(
    look: theme.ResolvedTheme,
    texts: texts.Texts,
    standing: AchievementProgress,
    texts_of: match_model.Feat,
    width: float,
) -> Node:
    theme = look.theme
    zoom = look.theme.zoom
    room = width - _CELL_GAP * zoom
    colour = theme.colour("text" if standing.is_reached else "text_soft")
    lines = [_build_line_label(look, texts_of.title, "strong", room, colour)]
    lines.append(_build_line_label(look, texts_of.line, "small", room))
    if standing.reached and not standing.is_reached:
        part = texts("{n} of {all}", n=standing.reached, all=standing.goal)
        lines.append(_build_line_label(look, part, "small", room, theme.colour("accent")))
    disc = _build_emblem_disc(look, standing, texts_of.emblem, _DISC * zoom)
    words = boxes.column(*lines, share=0.5)
    name = f"achievement {standing.key}"
    return boxes.column(disc, words, gap=8.0 * zoom, share=0.5, width=width, name=name)


def _build_line_label(
    look: theme.ResolvedTheme,
    words: str,
    style: str,
    width: float,
    colour: pictures.Colour | None = None,
) -> Label:
    return Label(
        look, words, style, colour=colour, max_width=width, wraps=True, align=pictures.Align.CENTRE
    )


def _build_emblem_disc(
    look: theme.ResolvedTheme, standing: AchievementProgress, emblem: str, side: float
) -> Node:
    """Draw an emblem: bright in a ring if reached, otherwise faint with a progress arc."""
    theme = look.theme
    accent = theme.colour("accent")
    faint = theme.colour("text_faint")
    has = standing.is_reached
    ring = accent if has else faint.with_alpha(0.35)
    fill = None
    if has:
        fill = accent.mixed(theme.colour("panel"), 0.86)
    icon = boxes.square(0.5 * side, build_icon(emblem, accent if has else faint), "picture")
    name = "emblem got" if has else "emblem"
    disc = boxes.circle(side, fill, ring, 0.05 * side, sign=icon, name=name)
    part = standing.reached / standing.goal
    if 0 < part < 1:
        disc.add(boxes.square(side, build_arc(part, accent), "part"))
    return disc


ACHIEVEMENT_KIND: Final = "achievement"
"""Kind of the profile events about reached achievements."""
REACHED: Final = own_profile.GOT
FEAT: Final = "feat"
"""Kind of the profile events about a game's own achievements (feats)."""


class GameFacts(NamedTuple):
    """Data of a game from which the progress of achievements is computed.

    Attributes:
        levels: Keys of AI levels, weakest first.
        seats: Largest number of seats.
        categories: Keys of the categories in which rounds are won.
        feats: Keys of the game's own achievements.
    """

    levels: tuple[str, ...]
    seats: int
    categories: tuple[str, ...] = ()
    feats: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProfileFacts:
    """Everything that achievements are computed from.

    Attributes:
        statistics: The player's statistics by game.
        events: The player's events besides matches, oldest first.
        game_facts: Facts about each game, such as its AI levels, in the order of the games.
    """

    statistics: Mapping[str, GameStatistics]
    events: tuple[ProfileEvent, ...]
    game_facts: Mapping[str, GameFacts]

    def done(self, kind: str, outcome: str) -> int:
        return len({(d.game, d.key) for d in self.events if (d.kind, d.outcome) == (kind, outcome)})

    @cached_property
    def played_days(self) -> Mapping[str, set[date]]:
        """Days whose daily deal was finished, by game."""
        return {
            game: set(streaks.read_daily_record(self.events, game).results)
            for game in self.game_facts
        }


class AchievementRule(NamedTuple):
    """An achievement and how to compute its progress.

    Attributes:
        key: Identifier.
        count: Returns the number reached so far.
        goal: Number needed, or a function that computes it from the available games.
    """

    key: str
    count: Callable[[ProfileFacts], int]
    goal: int | Callable[[ProfileFacts], int] = 1


class AchievementProgress(NamedTuple):
    """The progress of an achievement.

    Attributes:
        key: Key of the achievement. If a game defines it: the game's name, a dot, its key there.
        reached: Number reached so far, such as won matches.
        goal: Number at which the achievement is reached.
    """

    key: str
    reached: int
    goal: int

    @property
    def is_reached(self) -> bool:
        return self.reached >= self.goal


def _in_best_game(
    count: Callable[[GameStatistics, GameFacts], int],
) -> Callable[[ProfileFacts], int]:
    return lambda account: max(
        (count(account.statistics[game], lore) for game, lore in account.game_facts.items()),
        default=0,
    )


def _count_wins_over(level: str, statistics: GameStatistics) -> int:
    if level in statistics.against:
        return statistics.against[level].won
    return 0


_count_beaten_levels: Final = _in_best_game(
    lambda statistics, lore: sum(_count_wins_over(level, statistics) > 0 for level in lore.levels)
)
_count_wins_over_top: Final = _in_best_game(
    lambda statistics, lore: _count_wins_over(lore.levels[-1], statistics)
)


def _count_most_categories(account: ProfileFacts) -> int:
    return max(len(lore.categories) for lore in account.game_facts.values()) or 1


def _count_categories_won(account: ProfileFacts) -> int:
    most = _count_most_categories(account)
    return _in_best_game(
        lambda statistics, lore: (
            sum(statistics.tallies.get(key, (0, 0))[1] > 0 for key in lore.categories)
            * most
            // (len(lore.categories) or 1)
        )
    )(account)


def _count_games_on_best_day(account: ProfileFacts) -> int:
    days = list(account.played_days.values())
    return max((sum(day in each for each in days) for day in set().union(*days)), default=0)


def _in_any_days(count: Callable[[set[date]], int]) -> Callable[[ProfileFacts], int]:
    return lambda account: max(map(count, account.played_days.values()), default=0)


def _count_done(kind: str, outcome: str) -> Callable[[ProfileFacts], int]:
    return lambda account: account.done(kind, outcome)


def _count_games(account: ProfileFacts) -> int:
    return len(account.game_facts)


def _count_games_won(account: ProfileFacts) -> int:
    return sum(account.statistics[game].won > 0 for game in account.game_facts)


_in_row: Final = _in_best_game(lambda statistics, lore: statistics.best)
_solved: Final = _count_done("puzzle", "solved")

RULES: Final = (
    AchievementRule("first_win", _in_best_game(lambda statistics, lore: statistics.won)),
    AchievementRule("all_round", _count_games_won, _count_games),
    AchievementRule("row_3", _in_row, 3),
    AchievementRule("row_7", _in_row, 7),
    AchievementRule(
        "ladder",
        _count_beaten_levels,
        lambda account: min(len(lore.levels) for lore in account.game_facts.values()),
    ),
    AchievementRule("top", _count_wins_over_top),
    AchievementRule("top_10", _count_wins_over_top, 10),
    AchievementRule(
        "unaided",
        _in_best_game(lambda statistics, lore: statistics.unaided.get(lore.levels[-1], 0)),
    ),
    AchievementRule(
        "full_table", _in_best_game(lambda statistics, lore: statistics.won_at.get(lore.seats, 0))
    ),
    AchievementRule("company", _in_best_game(lambda statistics, lore: statistics.company)),
    AchievementRule("hundred", _in_best_game(lambda statistics, lore: statistics.rounds), 100),
    AchievementRule("ways", _count_categories_won, _count_most_categories),
    AchievementRule("daily", lambda account: sum(map(len, account.played_days.values()))),
    AchievementRule("daily_win", _count_done("daily", streaks.WON), 5),
    AchievementRule("daily_week", _in_any_days(streaks.has_full_week)),
    AchievementRule("daily_month", _in_any_days(streaks.find_longest_streak), 30),
    AchievementRule("daily_all", _count_games_on_best_day, _count_games),
    AchievementRule("puzzles_10", _solved, 10),
    AchievementRule("puzzles_100", _solved, 100),
    AchievementRule("lessons", _count_done("lesson", "done"), 5),
)
"""Achievements that don't belong to a certain game. A game can define more achievements (feats)."""

_COUNTS: Final[Mapping[str, Callable[[ProfileFacts], int]]] = {
    own_profile.PLAYED: lambda account: sum(
        account.statistics[game].played for game in account.game_facts
    ),
    own_profile.WON: lambda account: sum(
        account.statistics[game].won for game in account.game_facts
    ),
    own_profile.GAMES: _count_games_won,
}
"""For each kind of unlocking condition, a function that returns the number reached."""


def list_progress(account: ProfileFacts) -> tuple[AchievementProgress, ...]:
    """Return the progress of all achievements.

    An achievement counts as reached if the profile has a stored event for it.
    """
    got = list_earned(account.events)
    found = []
    for key, count, goal in RULES:
        if isinstance(goal, int):
            wanted = goal
        else:
            wanted = goal(account)
        found.append(AchievementProgress(key, count(account), wanted))
    feats = {(d.game, d.key) for d in account.events if d.kind == FEAT}
    for game, lore in account.game_facts.items():
        for feat in lore.feats:
            found.append(AchievementProgress(f"{game}.{feat}", int((game, feat) in feats), 1))
    return tuple([s._replace(reached=max(s.reached, s.goal)) if s.key in got else s for s in found])


def list_newly_reached(account: ProfileFacts) -> tuple[str, ...]:
    """Return the keys of achievements that are reached but not stored yet, in order."""
    got = list_earned(account.events)
    return tuple([s.key for s in list_progress(account) if s.is_reached and s.key not in got])


def list_newly_unlocked(account: ProfileFacts) -> tuple[str, ...]:
    """Return names of table designs and card backs that are earned, but not stored as unlocked."""
    stored = own_profile.list_earned_styles(account.events)
    locked = {look: prize for look, prize in own_profile.UNLOCK_RULES.items() if look not in stored}
    return tuple([look for look, (by, least) in locked.items() if _COUNTS[by](account) >= least])


def list_earned(events: Iterable[ProfileEvent]) -> frozenset[str]:
    """Return the keys of achievements that events have stored as reached.

    >>> from datetime import date
    >>> list_earned([ProfileEvent(ACHIEVEMENT_KIND, "", "row_3", date(2026, 11, 22), REACHED)])
    frozenset({'row_3'})
    """
    reached = (ACHIEVEMENT_KIND, REACHED)
    return frozenset([event.key for event in events if (event.kind, event.outcome) == reached])


def build_account(
    catalogue: Catalogue,
    statistics: Mapping[str, GameStatistics],
    events: tuple[ProfileEvent, ...],
    texts: texts.Texts,
) -> ProfileFacts:
    """Collect everything that achievements are computed from."""
    lore = {}
    for name, each in catalogue.items():
        view = each.view()
        won_by = each.view().story.describe_round_categories(texts)
        categories = () if won_by is None else tuple([share.key for share in won_by.shares])
        levels = tuple([level.key for level in each.players().levels])
        feats = tuple([feat.key for feat in view.story.feats(texts)])
        lore[name] = GameFacts(levels, view.setup.seats[-1], categories, feats)
    return ProfileFacts(statistics, events, lore)


def find_new_events(account: ProfileFacts, day: date) -> tuple[ProfileEvent, ...]:
    """Return an event for each achievement and style that a player has newly earned.

    Styles are table designs and card backs. Those that the player's events already contain are left
    out.

    Args:
        account: The player's statistics and events.
        day: Date of the new events.
    """
    found = [(ACHIEVEMENT_KIND, key) for key in list_newly_reached(account)]
    found += [(own_profile.UNLOCK_KIND, look) for look in list_newly_unlocked(account)]
    return tuple([ProfileEvent(kind, "", key, day, REACHED) for kind, key in found])


def find_feats(
    catalogue: Catalogue,
    match: match.Match,
    facts: MatchFacts,
    name: str,
    events: Collection[ProfileEvent],
    day: date,
) -> tuple[ProfileEvent, ...]:
    """Find the achievements special to a game (feats) that a player has newly reached in a match.

    Args:
        catalogue: Catalogue of all games.
        match: The match.
        facts: Statistics of the match, such as who has won.
        name: Name of the player.
        events: The player's events; achievements that they contain are left out.
        day: Date of the new events.

    Returns:
        One event for each new achievement, to be stored.
    """
    people = [seat for seat, each in enumerate(facts.seats) if each.is_person]
    own = [seat for seat in people if facts.seats[seat].name.casefold() == name.casefold()]
    seat = next(iter(own or (people if len(people) == 1 else [])), None)
    if seat is None or not facts.is_over:
        return ()
    game = match.game.name
    had = {event.key for event in events if (event.kind, event.game) == (FEAT, game)}
    found = catalogue[game].view().story.find_feats(match, seat)
    return tuple([ProfileEvent(FEAT, game, key, day, REACHED) for key in sorted(set(found) - had)])


def describe_achievements(texts: texts.Texts, catalogue: Catalogue) -> dict[str, match_model.Feat]:
    """Return the texts of all achievements by key."""
    found = {}
    with reading_asset("achievements.txt") as path:
        for row in path.read_text("utf-8").splitlines():
            head, title, line = row.split(" | ")
            key, emblem = head.split()
            found[key] = match_model.Feat(key, texts(title), texts(line), emblem)
    for game, each in catalogue.items():
        found |= {f"{game}.{feat.key}": feat for feat in each.view().story.feats(texts)}
    return found


ANNOUNCEMENT_DELAY: Final = 5.0
"""Seconds before an announcement, so that the end of a match comes first."""
_MAX_NAMED: Final = 3
_MEDAL: Final = 0.35
"""Seconds in which the medal in the message about an achievement turns over."""


class AchievementTracker:
    """A tracker that finds new achievements in the profile's thread and announces them.

    Call `tick` once a frame; it waits for a moment when nobody has to move.

    Args:
        ui: The interface.
        catalogue: The games.
        match_service: Provides the current match.
        note: Stores an event of the current player.
        today: Returns the date.

    Attributes:
        statistics: The last computed statistics by player number. They are used again after an
            event that isn't a match, because such an event doesn't change them.
    """

    def __init__(
        self,
        ui: ui.Ui,
        catalogue: Catalogue,
        match_service: MatchService,
        note: Callable[[ProfileEvent], None],
        today: Callable[[], date],
    ) -> None:
        self._ui = ui
        self._catalogue = catalogue
        self._match_service = match_service
        self._note = note
        self._today = today
        self._new: list[ProfileEvent] = []
        self._announce_at: float | None = None
        self.statistics: dict[int, Mapping[str, GameStatistics]] = {}

    def facts(
        self, games: Mapping[str, GameStatistics], events: tuple[ProfileEvent, ...]
    ) -> ProfileFacts:
        return build_account(self._catalogue, games, events, self._ui.texts)

    def store_new(self, number: int, events: tuple[ProfileEvent, ...]) -> tuple[ProfileEvent, ...]:
        """Find and store a player's new achievements.

        Args:
            number: Number of the player, whose statistics the attribute `statistics` must contain.
            events: The player's events.

        Returns:
            The events, followed by those of the new achievements.
        """
        new = find_new_events(self.facts(self.statistics[number], events), self._today())
        for event in new:
            self._note(event)
        self._new.extend(new)
        return (*events, *new)

    @property
    def _is_free(self) -> bool:
        session = self._match_service.session
        return session is None or session.is_replay or not session.to_act

    @property
    def needs_tick(self) -> bool:
        return bool(self._new) and self._is_free

    def tick(self) -> None:
        if not self._new:
            return
        now = self._ui.stage.clock.now()
        if self._announce_at is None:
            self._announce_at = now + ANNOUNCEMENT_DELAY
        if now < self._announce_at or not self._is_free:
            return
        texts = self._ui.texts
        new = self._new
        self._new = []
        self._announce_at = None
        looks = [event.key for event in new if event.kind == own_profile.UNLOCK_KIND]
        lines = (
            announce_new(
                texts,
                self._catalogue,
                [event.key for event in new if event.kind == ACHIEVEMENT_KIND],
            ),
            "" if self._ui.settings.all_looks else own_profile.describe_unlocked(looks, texts),
        )
        said = tuple(filter(None, lines))
        if said:
            stage = self._ui.stage
            colour = stage.look.theme.colour("accent")
            mark = stage.toasts.show("\n".join(said), mark=build_icon("medal", colour)).mark
            if not self._ui.settings.reduced_motion:
                front, mark.picture = mark.picture, pictures.BoxPicture(colour, mark.size.w / 2)
                stage.animator.turn_over(mark, partial(setattr, mark, "picture", front), _MEDAL)
            self._ui.audio.play(Sound.ACHIEVEMENT)
            self._ui.say(*said)


def announce_new(texts: texts.Texts, catalogue: Catalogue, keys: Iterable[str]) -> str:
    """Return one line of text that announces new achievements.

    Args:
        texts: Translations.
        catalogue: The games.
        keys: Keys of the achievements. Unknown keys are ignored; without a known key, the line is
            "".
    """
    words = describe_achievements(texts, catalogue)
    titles = [words[key].title for key in keys if key in words]
    if len(titles) > _MAX_NAMED:
        return texts.plural("{n} new achievement", "{n} new achievements", len(titles))
    named = texts.in_context("players", ", ").join(titles)
    if named:
        return texts("Achievement: {names}", names=named)
    return ""
