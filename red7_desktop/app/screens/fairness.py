"""Fairness check: tests that AI players choose without hidden information, and shows the result.

For each turn of an AI player, the cards that its seat couldn't see are dealt again at random. The
player chooses in the real position and in each new one. If it uses nothing hidden, all of its
choices are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from red7_desktop.app.feature import Navigator
from red7_desktop.app.library import matches
from red7_desktop.app.matches.match_desk import build_seats
from red7_desktop.kit.pages.forms import SheetPage, build_progress_bar
from red7_desktop.kit.storage import BackgroundTask, Cancelled, JobProgress, Worker
from red7_desktop.play.ai import Seat, choose_within_budget
from red7_desktop.scene.boxes import column
from red7_desktop.scene.node import Node
from red7_desktop.scene.widgets.button import Button
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop.game import TABLE
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import Players
from red7_desktop.tabletop.records import InvalidRecord, read_head
from red7_desktop.tabletop.rounds import read_record

DEALS: Final = 3
"""Number of times that each choice of an AI player is computed again, to check that the player
doesn't use hidden cards. Each time, the hidden cards are dealt again at random."""
BUDGET: Final = 2_000
"""Largest number of turns that an AI player may simulate for a choice. A small number suffices,
because a player that cheats would do so with any number."""


class CheckedMatch(NamedTuple):
    """A match on the page that checks whether AI players have used cards hidden from them.

    The match may still be running.

    Attributes:
        match: The match with all of its steps.
        seats: Players of the match.
    """

    match: Match
    seats: tuple[Seat, ...]


class UnfairTurn(NamedTuple):
    """A turn at which an AI player's choice depended on cards that were hidden from it.

    Attributes:
        seat: The player's seat.
        round: Number of the round, from 1.
        revision: Number of steps in the match before the turn.
    """

    seat: int
    round: int
    revision: int


class FairnessReport(NamedTuple):
    """Result of the check that AI players don't use cards that are hidden from them.

    Attributes:
        turns: Number of AI turns that were checked.
        deals: Number of random deals of the hidden cards that differed from the real one.
        unfair: Turns at which an AI player chose differently after a random deal.
    """

    turns: int
    deals: int
    unfair: tuple[UnfairTurn, ...]


def check_fairness(
    match: Match,
    players: Players,
    seats: Mapping[int, str],
    progress: JobProgress,
    deals: int = DEALS,
    budget: int = BUDGET,
) -> FairnessReport:
    """Find the turns at which an AI player's choice depends on cards that are hidden from it.

    For each turn, deal the hidden cards again at random several times, and compare the choices.

    Args:
        match: The match.
        players: The AI players of the game, by level.
        seats: Key of the AI level of each seat to check.
        progress: Receives the progress, and can cancel the check.
        deals: Number of random deals for each turn.
        budget: Largest number of turns that an AI player may simulate for a choice.

    Returns:
        The turns at which a choice changed, and how many turns and deals were checked.

    Raises:
        Cancelled: The progress was cancelled.
    """
    redeal = players.redeal
    turns = 0
    differing = 0
    unfair: list[UnfairTurn] = []
    moments = list(_list_moments(match, seats)) if redeal is not None else []
    for nth, (revision, number, seat) in enumerate(moments):
        progress.report(nth / len(moments))
        state = match.state_at(revision)
        level = players.level_of(seats[seat])

        def choose(state: Any, seat: int = seat, level: Any = level) -> tuple[Any, ...]:
            seen = match.game.observe(state, seat)
            stop = partial(_raise_if_cancelled, progress)
            return choose_within_budget(players, level, seen, match.seed, budget, stop).steps

        chosen = choose(state)
        turns += 1
        for deal in range(deals):
            assert redeal is not None
            other = redeal(state, seat, Random(f"{match.seed}.{revision}.{deal}"))
            differing += other != state
            if choose(other) != chosen:
                unfair.append(UnfairTurn(seat, number, revision))
                break
    progress.report(1.0)
    return FairnessReport(turns, differing, tuple(unfair))


def _list_moments(match: Match, seats: Mapping[int, str]) -> Iterator[tuple[int, int, int]]:
    """Yield the start of each turn of the given seats: revision, number of the round, seat."""
    number = 1
    before = TABLE
    for revision, entry in enumerate(match.log):
        if entry.seat == TABLE:
            number += 1
        elif entry.seat in seats and entry.seat != before:
            yield revision, number, entry.seat
        before = entry.seat


def _raise_if_cancelled(progress: JobProgress) -> bool:
    if progress.is_cancelled:
        raise Cancelled
    return False


def find_last_match(navigator: Navigator, game: str) -> CheckedMatch | None:
    """Read the newest recorded match of a game; None if there is none. Thread-safe."""
    nothing: list[matches.MatchRow] = []
    row = navigator.catalogue[game]
    for played in navigator.library.read(matches.list_played, nothing):
        try:
            if read_head(played.text).game == game:
                found = read_record(row.view().story.record_form, played.text, row.rules())
                return CheckedMatch(found.match, build_seats(found))
        except InvalidRecord:
            continue
    return None


class FairnessPage(SheetPage):
    """Checks that the AI players of a match don't use hidden cards, and shows the result.

    The check runs in the background, and the page shows its progress.

    Args:
        navigator: Closes the page, and gives access to the games and the recorded matches.
        game: Name of the game.
        played: The match; None for the newest recorded match of the game.
    """

    first = "close"
    max_width = 860.0

    def __init__(self, navigator: Navigator, game: str, played: CheckedMatch | None) -> None:
        super().__init__(navigator.ui, "fairness", navigator.close_page)
        self._players = navigator.catalogue[game].players()
        self._progress = JobProgress()
        self._shown = -1
        self._worker = Worker("fairness")
        self._played = played
        self._report: FairnessReport | None = None
        self._task: BackgroundTask[FairnessReport | None] = self._worker.submit(
            partial(self._check, navigator, game)
        )

    def _check(self, navigator: Navigator, game: str) -> FairnessReport | None:
        """Check that AI players don't use hidden cards; runs in a background thread.

        Checks the match that was passed to the page, or else the newest recorded match of the game.
        Returns None if there is no recorded match.
        """
        played = self._played
        if played is None:
            self._played = played = find_last_match(navigator, game)
        if played is None:
            return None
        keys = {level.key for level in self._players.levels}
        named = [(nth, seat.player or "") for nth, seat in enumerate(played.seats)]
        seats = {nth: key for nth, key in named if key in keys}
        return check_fairness(played.match, self._players, seats, self._progress)

    # -- called once a frame ---------------------------------------------------------------

    @property
    def needs_tick(self) -> bool:
        return not self._task.is_done or super().needs_tick

    def tick(self, now: float) -> None:
        super().tick(now)
        percent = round(100 * self._progress.share)
        is_done = self._task.is_done and self._report is None and self._task.error is None
        if is_done:
            self._report = self._task.result()
        if is_done and self._report is not None:
            self._show()
            self.ui.say(*self._list_lines())
        elif percent != self._shown or (is_done and self._shown >= 0):
            self._show()
        self._shown = percent

    def _show(self) -> None:
        self.rebuild(self.ui.stage.focus.focused_name(self.node))

    def on_close(self) -> None:
        self._progress.cancel()
        self._worker.close()
        super().on_close()

    # -- content ---------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self.ui.texts("Is it fair?")

    def content(self, width: float) -> Node:
        gap = self.look.theme.sizes.gap
        parts: list[Node] = [
            Label(self.look, line, "reading", max_width=width, wraps=True, name="line")
            for line in self._list_lines()
        ]
        if not self._task.is_done:
            accent = self.look.theme.colour("accent")
            parts.append(build_progress_bar(self.look, self._progress.share, width, accent))
        return column(*parts, gap=gap, width=width, name="content")

    def buttons(self) -> Sequence[Button]:
        if self._task.is_done:
            return ()
        return (self.button(self.ui.texts("Cancel"), self.leave, name="cancel"),)

    def _list_lines(self) -> list[str]:
        texts = self.ui.texts
        about = texts("Everything that AI players couldn’t see is dealt anew.")
        if not self._task.is_done:
            return [about, texts("Then each of them chooses again.")]
        report = self._report
        if self._task.error is not None:
            return [texts("The check has failed.")]
        if self._played is None or report is None:
            return [texts("Finish a match first: it can be checked then.")]
        if not report.turns:
            return [texts("No AI player took a turn in this match.")]
        lines = [
            texts.plural("{n} turn checked", "{n} turns checked", report.turns)
            + texts(", {n} new deals.", n=report.deals)
        ]
        if not report.unfair:
            return [*lines, texts("Every choice stayed the same."), self._name_players()]
        lines.append(
            texts.plural("{n} choice changed:", "{n} choices changed:", len(report.unfair))
        )
        names = [seat.name for seat in self._played.seats]
        lines += [
            texts("Round {n}: {name}", n=each.round, name=names[each.seat])
            for each in report.unfair[:_MOST_NAMED]
        ]
        return lines

    def _name_players(self) -> str:
        texts = self.ui.texts
        played = self._played
        assert played is not None
        keys = {level.key for level in self._players.levels}
        names = [seat.name for seat in played.seats if seat.player in keys]
        return texts("Checked: {names}", names=texts.in_context("players", ", ").join(names))


_MOST_NAMED: Final = 5
"""Largest number of unfair turns that the page lists."""
