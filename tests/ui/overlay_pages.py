"""Every page above the table, in a state with much to show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from red7_desktop.app.table.end_pages import (
    MatchEndActions,
    MatchEndPage,
    RoundEndPage,
    RoundEndWays,
)
from red7_desktop.app.table.hot_seat import CurtainModel, CurtainPage
from red7_desktop.app.table.overlays import LogPage, PauseActions, PausePage, ReviewPage, SpreadPage
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.red7.players.levels import PLAYERS, appraise_steps
from red7_desktop.games.red7.rules.game import position_of
from red7_desktop.kit.match_model import build_recap
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.play.ai import InlineThinker, Reviewer
from red7_desktop.tabletop.player import Appraisal, Player, ShouldStop, keep_on
from tests.ui.overlay_bench import Bench


class Heard:
    """What pages have asked for, in words."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.asked: list[str] = []

    def note(self, name: str) -> Callable[[], None]:
        return lambda: self.asked.append(name)

    def leave(self) -> None:
        self.asked.append("leave")
        self.bench.pages.close()


def log_page(heard: Heard, *, with_record: bool = False) -> Page:
    bench = heard.bench
    bench.play_round()
    bench.session.go_on()
    bench.play(9)
    log = RED7_VIEW.history(bench.words, bench.session.match, bench.session.viewer)
    record = (lambda: "the record") if with_record else None
    return LogPage(bench.kit, log, bench.clipboard, heard.leave, record=record)


def spread_page(heard: Heard) -> Page:
    bench = heard.bench
    bench.play(14)
    spread = RED7_VIEW.pile(bench.words, bench.session.observe(), "canvas")
    assert spread is not None
    return SpreadPage(bench.kit, replace(spread, cards=spread.cards * 3), heard.leave)


def pause_page(heard: Heard) -> Page:
    bench = heard.bench
    actions = PauseActions(
        resume=heard.leave,
        rules=heard.note("rules"),
        settings=heard.note("settings"),
        title=heard.note("title"),
        give_up=heard.note("give up"),
        position=lambda: RED7_VIEW.position_text(bench.session.observe()),
    )
    return PausePage(bench.kit, 999_999_999, "", actions, bench.clipboard)


def round_end_page(heard: Heard) -> Page:
    bench = heard.bench
    bench.play_round()
    session = bench.session
    model = RED7_VIEW.round_end(bench.words, session.match, session.viewer)
    assert model is not None
    return RoundEndPage(bench.kit, model, RoundEndWays(heard.note("next")), heard.leave)


def match_end_page(heard: Heard) -> Page:
    bench = heard.bench
    while bench.session.to_act:
        bench.play_round()
        if bench.session.is_waiting_for_table:
            bench.session.go_on()
    model = RED7_VIEW.match_end(bench.words, bench.session.match, bench.session.viewer)
    assert model is not None
    actions = MatchEndActions(
        rematch=heard.note("rematch"),
        new_game=heard.note("new game"),
        title=heard.note("title"),
        save_record=heard.note("save"),
        leave=heard.leave,
    )
    return MatchEndPage(bench.kit, model, actions)


def curtain_page(heard: Heard) -> Page:
    bench = heard.bench
    bench.play_round()
    bench.session.go_on()
    bench.play(2)
    seat = bench.session.to_act[0]
    told = build_recap(RED7_VIEW.history(bench.words, bench.session.match, None), seat)
    assert len(told.lines) > 4
    model = CurtainModel(SeatSign(seat, "W", bench.session.seats[seat].name), told)
    return CurtainPage(bench.kit, model, heard.note("reveal"), heard.note("menu"))


_JUDGED: dict[str, Appraisal | None] = {}


def _judge_once(
    player: Player,
    observation: Any,
    taken: tuple[Any, ...],
    budget: int,
    seed: int,
    should_stop: ShouldStop = keep_on,
) -> Appraisal | None:
    """Judge a turn as the program does, but each turn only once: every page shows the same ones."""
    key = f"{position_of(observation)} {taken}"
    if key not in _JUDGED:
        _JUDGED[key] = appraise_steps(player, observation, taken, budget, seed, should_stop)
    return _JUDGED[key]


def review_page(heard: Heard) -> Page:
    bench = heard.bench
    bench.play_round()
    match = bench.session.match
    reviewer = Reviewer(replace(PLAYERS, appraise=_judge_once), InlineThinker(), budget=12)
    found = RED7_VIEW.moments(match, {0, 1}, last_round_only=True)
    page = ReviewPage(bench.kit, RED7_VIEW, found, lambda seat: bench.words, reviewer, heard.leave)
    for _ in range(2):
        page.tick(0.0)
    return page


PAGES: dict[str, Callable[[Heard], Page]] = {
    "log": log_page,
    "spread": spread_page,
    "pause": pause_page,
    "round end": round_end_page,
    "match end": match_end_page,
    "curtain": curtain_page,
    "review": review_page,
}


def opened(name: str, *args: Any, **options: Any) -> tuple[Heard, Page]:
    """Open a page of PAGES on a bench of its own; the other arguments are the bench's."""
    bench = Bench(*args, **options)
    heard = Heard(bench)
    page = PAGES[name](heard)
    bench.pages.show(page)
    bench.frame()
    return heard, page
