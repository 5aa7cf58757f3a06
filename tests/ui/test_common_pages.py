"""The pages about endings and the log show what other games than Red7 have to tell."""

from __future__ import annotations

from red7_desktop.app.table.end_pages import (
    MatchEndActions,
    MatchEndPage,
    RoundEndPage,
    RoundEndWays,
)
from red7_desktop.app.table.overlays import LogPage
from red7_desktop.kit.match_model import (
    LogLine,
    LogSection,
    MatchEnd,
    RoundEnd,
    RoundRow,
    RoundsTable,
    ScoreRow,
    Story,
)
from red7_desktop.kit.pages.page import Page
from red7_desktop.kit.phrases import SeatSign
from red7_desktop.kit.table_model import HistoryLine
from red7_desktop.kit.texts import Run, Tone
from red7_desktop.scene.widgets.runs import RunsLabel
from tests.ui.overlay_bench import Bench

SIGNS = tuple(
    [SeatSign(seat, name[0], name) for seat, name in enumerate(["Ann", "Bo", "Cy", "Dee", "Eve"])]
)


def shown(bench: Bench, page: Page) -> None:
    bench.pages.show(page)
    bench.wait(1.0)


def test_several_seats_win_a_round_in_which_little_counts_as_good() -> None:
    bench = Bench()
    story = Story((HistoryLine(4, (Run("Eve has 2 cards left"),)),), (Run("Two are out"),))
    scores = tuple([ScoreRow(sign, 1, 1 + nth // 2, 9, nth < 2) for nth, sign in enumerate(SIGNS)])
    model = RoundEnd("Ann and Bo go out", SIGNS[:2], story, scores=scores, gains=Tone.BAD)
    shown(bench, RoundEndPage(bench.kit, model, RoundEndWays(lambda: None), bench.pages.close))
    assert len(bench.nodes("winner")[0].children) == 3
    assert not bench.nodes("counted")
    assert len([bar for bar in bench.nodes("fill") if bar.visible]) == 5
    gain = bench.node("score 3").find("figure after")
    assert isinstance(gain, RunsLabel)
    assert gain.text == "+1  2 of 9"
    assert gain.spans[0].colour == bench.stage.look.theme.colour("bad")


def test_a_table_of_five_seats_has_rounds_with_several_winners() -> None:
    bench = Bench()
    row = RoundRow(1, (0, 4), "Ann, Eve", (Run("at once"),), (None, 1, 2, 3, None))
    table = RoundsTable(SIGNS, ("Round", "Out", "How"), (row,), (0, 1, 2, 3, 0))
    close = bench.pages.close
    actions = MatchEndActions(close, close, close, save_record=None, leave=close)
    shown(bench, MatchEndPage(bench.kit, MatchEnd("Shared", (SIGNS[0], SIGNS[4]), table), actions))
    (line,) = bench.nodes("round 1")
    assert [child.name for child in line.children].count("dot") == 2
    assert {"+1", "+2", "+3", "–"} <= set(bench.words_shown)


def test_a_log_without_rounds_has_no_heading() -> None:
    bench = Bench()
    lines = (LogLine(1, 4, (Run("Eve takes 3a"),)), LogLine(0, None, (Run("Nobody wants more"),)))
    log = (LogSection("", lines, ending=(Run("Over"),), winners=(1, 2)),)
    shown(bench, LogPage(bench.kit, log, bench.clipboard, bench.pages.close))
    assert not bench.nodes("round")
    (dot,) = bench.nodes("dot")
    assert dot.parent is bench.node("turn 1")
