"""Matches on record: kept, found, and driven on the table by steps, turns and rounds."""

from __future__ import annotations

import errno
import sqlite3
import threading
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from red7_desktop.__main__ import _parser
from red7_desktop.app import features, launch, program
from red7_desktop.app.library import matches
from red7_desktop.app.replay import film as filming
from red7_desktop.app.replay import replays
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules.notation import Record
from red7_desktop.kit import storage
from red7_desktop.kit.hud.hud import HistoryStrip
from red7_desktop.kit.present import story
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.play import replay
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.scene.widgets.scroll import RowList
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop import files, game
from tests import kept, pictures, setups
from tests.bazaar.row import ROW
from tests.ui import faults, listening, seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import (
    GOLDEN,
    Hands,
    Pilot,
    QuickReviewer,
    Scrap,
    SilentReviewer,
    dock_of,
    give_up,
    give_up_match,
    judge_all,
    judged,
    judging_of,
    opened,
    session_of,
    settled,
    unjudged,
)


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "Reviewer", QuickReviewer)


def test_abandoned_match_can_be_replayed(pilot: Pilot) -> None:
    give_up(pilot, 11)
    give_up(pilot, 12)
    pilot.press("matches")
    settled(pilot)
    assert seeing.screen_of(pilot) is replays.RecordsScreen
    assert seeing.words(pilot).count("Not finished\n12:00 · Red7\n") == 2
    assert seeing.words(pilot).count("Today") == 1
    assert pilot.focus_name == "open 1"
    pilot.key(pygame.K_RETURN)
    settled(pilot)
    assert session_of(pilot).match.seed == 12
    pilot.key(pygame.K_UP)
    assert pilot.focus_name == "timeline"
    assert "Step back" in seeing.words(pilot)
    pilot.press("menu")
    pilot.wait(0.3)
    assert "Give up the match" not in seeing.words(pilot)
    pilot.press("title")
    settled(pilot)
    assert seeing.screen_of(pilot) is replays.RecordsScreen
    pilot.key(pygame.K_ESCAPE)
    assert seeing.screen_of(pilot) is TitleScreen


def test_match_list_filters_by_game_or_pin_and_remembers_the_filter(pilot: Pilot) -> None:
    give_up(pilot, 11)
    pilot.program.today = pilot.program.match_service._today = lambda: date(2020, 2, 22)
    give_up_match(pilot, GameSetup("spring", (SeatPlan("Ann"), SeatPlan(level="casual")), {}, 12))
    pilot.program.show_records()
    settled(pilot)
    days = [node.text for node in pilot.nodes("day") if isinstance(node, Label)]
    assert days == ["Today", "Thursday 20 February"]
    pilot.press("pin 2")
    settled(pilot)
    red7, spring = "Not finished\n12:00 · Red7\n", "Not finished\n12:00 · Spring Cleaning\n"
    for nth, shown in ((2, {spring}), (3, {red7}), (0, {red7, spring}), (1, {red7})):
        pilot.press(f"option {nth}")
        pilot.wait(0.1)
        assert {each for each in (red7, spring) if each in seeing.words(pilot)} == shown
    pilot.press("open 1")
    settled(pilot)
    pilot.key(pygame.K_ESCAPE)
    settled(pilot)
    assert red7 in seeing.words(pilot)
    assert spring not in seeing.words(pilot)
    pilot.press("delete 1")
    pilot.wait(0.3)
    pilot.press("yes")
    settled(pilot)
    assert spring in seeing.words(pilot), "of what there is no more, all others are shown"
    assert not pilot.nodes("kind")


def test_match_list_shows_two_rows_at_200_percent_text_size(pilot: Pilot) -> None:
    for seed in (11, 12):
        give_up(pilot, seed)
    pilot.change(ui_scale=200, language="de")
    pilot.program.show_records()
    settled(pilot)
    (view,) = pilot.nodes("records view")
    for number in (1, 2):
        (record,) = pilot.nodes(f"record {number}")
        assert view.bounds.union(record.bounds) == view.bounds


def test_finished_match_of_any_game_is_recorded_at_once(fly: Fly) -> None:
    pilot = fly(catalogue={"bazaar": ROW})
    seats = (SeatPlan("Ada"), *[SeatPlan(level="trader")] * 4)
    pilot.play(GameSetup("bazaar", seats, {}, seed=5))
    while pilot.session.to_act:
        if pilot.session.is_viewers_turn:
            pilot.session.take(pilot.seen.legal[-1])
        else:
            pilot.wait(0.3)
    pilot.session.set_viewer(None)  # as a screen that several people share does
    settled(pilot)
    steps = pilot.session.match.log
    pilot.program.show_title()
    pilot.program.show_records()
    settled(pilot)
    pilot.press("open 1")
    settled(pilot)
    session = session_of(pilot)
    assert session.played.log == steps
    for _ in range(5):
        pilot.key(pygame.K_PAGEDOWN)
    pilot.wait(1.0)
    assert {zone: tuple(map(bool, faces)) for zone, faces in pilot.view.zones.items() if faces} == {
        zone: tuple(map(bool, faces)) for zone, faces in session.observe().zones.items() if faces
    }


def leave_records(db: sqlite3.Connection, count: int) -> None:
    """Leave the same record many times, as if each were of a match of its own."""
    text = GOLDEN.read_text(encoding="utf-8")
    for number in range(count):
        uid = f"match {number}"
        matches.store_running(db, matches.MatchRow(uid, "", "red7", "2026-01-31", ""))
        matches.store_record(db, matches.MatchRow(uid, text))


def test_match_list_builds_visible_rows_only(pilot: Pilot) -> None:
    pilot.library.flush()
    kept.change_library(pilot.paths.library, partial(leave_records, count=200))
    pilot.program.show_title()
    pilot.press("matches")
    settled(pilot)
    seen = pilot.nodes("records view")[0]
    assert len(pilot.nodes("open 1")) == 1
    assert len(list(seen.walk())) < 700
    for _ in range(1 + 15):  # the first shows where the focus is
        pilot.key(pygame.K_DOWN)
    assert pilot.focus_name == "open 16"
    assert isinstance(seen, RowList)
    seen.scroll_to(seen.range, glide=False)
    pilot.step_frame()
    assert pilot.nodes("open 200")
    assert len(list(seen.walk())) < 700


# -- from elsewhere ------------------------------------------------------------------------


def test_match_record_is_opened_from_the_clipboard(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    scrap = Scrap()
    monkeypatch.setattr("red7_desktop.kit.pages.notices.SystemClipboard", lambda: scrap)
    scrap.text = GOLDEN.read_text(encoding="utf-8")
    pilot.program.show_records()
    settled(pilot)
    pilot.press("paste")
    settled(pilot)
    assert session_of(pilot).timeline.last > 10


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("R7 is the best card\n", "line 1\n"),
        (GOLDEN.read_text(encoding="utf-8").replace("game: red7", "game: whist"), "line 1\n"),
        (GOLDEN.read_text(encoding="utf-8").replace("\n2. ", "\n3. "), "line 16\n"),
        ("x" * 4_000_001, "it’s too large"),
        (None, "no such file or folder"),
    ],
)
def test_invalid_match_record_is_refused_with_file_and_line(
    pilot: Pilot, tmp_path: Path, text: str | None, told: str
) -> None:
    file = tmp_path / "strange.red7"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    pilot.program.show_title()
    pilot.post(pygame.DROPFILE, file=str(file))
    settled(pilot)
    assert seeing.screen_of(pilot) is TitleScreen
    assert "strange.red7" in seeing.words(pilot)
    assert told in seeing.words(pilot)
    assert text is None or file.exists()
    pilot.press("done")
    assert "strange.red7" not in seeing.words(pilot)


def test_second_of_two_match_records_dropped_at_once_is_refused(
    pilot: Pilot, tmp_path: Path
) -> None:
    files = [tmp_path / "one.red7", tmp_path / "two.red7"]
    for file in files:
        file.write_text(GOLDEN.read_text(encoding="utf-8"), encoding="utf-8")
    pilot.program.show_title()

    for file in files:
        pilot.post(pygame.DROPFILE, file=str(file))
    told = seeing.words(pilot)
    settled(pilot)

    assert "two.red7 wasn’t opened: one replay at a time." in told
    assert session_of(pilot).timeline.last > 10


def test_match_record_with_a_name_that_no_font_shows_is_refused(
    pilot: Pilot, tmp_path: Path
) -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    name = text.partition("seat A: ")[2].partition("\n")[0]
    files = {letters: tmp_path / f"{letters}.red7" for letters in ("Оля", "😀")}
    for letters, file in files.items():
        file.write_text(text.replace(f"seat A: {name}", f"seat A: {letters}"), encoding="utf-8")
    pilot.program.show_title()

    pilot.post(pygame.DROPFILE, file=str(files["😀"]))
    settled(pilot)
    refusal = seeing.words(pilot)
    pilot.press("done")
    pilot.post(pygame.DROPFILE, file=str(files["Оля"]))
    settled(pilot)

    assert "a player’s name can’t be displayed" in refusal
    assert session_of(pilot).seats[0].name == "Оля"


def test_unreplayable_match_record_is_reported_and_kept(pilot: Pilot) -> None:
    give_up(pilot, 11)
    pilot.library.flush()
    (text,) = kept.read_records(pilot.paths.library)
    damaged = text.replace("\n1. ", "\n7. ")
    kept.change_library(
        pilot.paths.library, lambda db: db.execute("UPDATE matches SET text = ?", (damaged,))
    )
    pilot.press("matches")
    settled(pilot)
    pilot.press("open 1")
    settled(pilot)
    assert "This match" in seeing.words(pilot)
    assert "line 15\n" in seeing.words(pilot)
    assert kept.read_records(pilot.paths.library) == [damaged]


def test_match_record_is_opened_from_the_command_line(pilot: Pilot) -> None:
    named: Any = _parser().parse_args([str(GOLDEN)])
    window: Any = SimpleNamespace(surface=pilot.surface, set_fullscreen=lambda on: None)
    place: Any = SimpleNamespace(others=False)
    writes = storage.Worker("test")
    opening = launch.Startup(pilot.paths, window, pilot.library, writes, None, place, named.record)
    opening.open_first_screen(pilot.program)
    settled(pilot)
    assert session_of(pilot).timeline.last > 10


def test_match_record_that_finishes_loading_closes_no_open_page(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.program.show_rules()
    pilot.post(pygame.DROPFILE, file=str(GOLDEN))
    settled(pilot)
    assert seeing.screen_of(pilot) is TitleScreen
    assert not pilot.program.feature(features.ReplayFeature).needs_tick
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)
    assert seeing.screen_of(pilot) is TableScreen


def test_match_record_that_finishes_loading_leaves_a_new_screen_open(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.program.open_record(GOLDEN)
    pilot.program.show_new_game()
    settled(pilot)
    assert seeing.screen_of(pilot) is not TableScreen


def test_match_end_on_a_full_disk_is_reported_once_and_stored_later(
    pilot: Pilot,
) -> None:
    pilot.play_to_me(setups.red7_setup((SeatPlan("Ann"), SeatPlan(level="newcomer")), seed=11))
    pilot.session.take(pilot.session.observe().legal[0])
    pilot.library.flush()
    with faults.disk_that(errno.ENOSPC):
        pilot.program.give_up()
        pilot.library.flush()
        pilot.wait(0.3)
        assert "Matches and results can’t be saved: the disk is full" in seeing.words(pilot)
        pilot.wait(10.0)
        give_up(pilot, 12)
        assert "can’t be saved" not in seeing.words(pilot)
        assert not pilot.library.has_running, "they are over"
    pilot.program.show_records()
    pilot.library.retry_writes()
    pilot.program.show_records()
    settled(pilot)
    assert [Record.read(text).seed for text in kept.read_records(pilot.paths.library)] == [12, 11]
    assert pilot.nodes("open 2")


def test_failure_to_pin_a_match_record_is_reported_each_time(pilot: Pilot) -> None:
    give_up(pilot, 11)
    pilot.program.show_records()
    settled(pilot)
    for _ in range(2):
        with faults.disk_that(errno.ENOSPC):
            pilot.press("pin 1")
            settled(pilot)
            assert "The replay can’t be changed: the disk is full" in seeing.words(pilot)
        pilot.wait(10.0)
        assert "can’t be changed" not in seeing.words(pilot)
    pilot.press("pin 1")
    settled(pilot)
    (row,) = kept.read_library(pilot.paths.library, matches.list_played)
    assert row.is_pinned


# == Navigating a replay by steps, turns and rounds.

# -- the timeline --------------------------------------------------------------------------


def by_pad(pilot: Pilot, what: str) -> None:
    if what == "round":  # a button in the dock, for the pad has none of its own
        pilot.focus_on("round_on")
    buttons = {"step": "DPAD_RIGHT", "turn": "RIGHTSHOULDER", "round": "A"}
    pilot.pad(getattr(pygame, f"CONTROLLER_BUTTON_{buttons[what]}"))


KEYS = {"step": pygame.K_RIGHT, "turn": pygame.K_PAGEDOWN, "round": pygame.K_END}
PRESSES: dict[str, Callable[[Pilot, str], None]] = {
    "keys": lambda pilot, what: pilot.key(KEYS[what]),
    "mouse": lambda pilot, what: pilot.press(f"{what}_on"),
    "pad": by_pad,
}


@pytest.mark.parametrize("press", PRESSES.values(), ids=PRESSES)
def test_replay_moves_by_steps_turns_and_rounds(
    pilot: Pilot, press: Callable[[Pilot, str], None]
) -> None:
    session = opened(pilot)
    line = session.timeline
    press(pilot, "step")
    assert session.at == 1
    press(pilot, "turn")
    assert session.at == line.turns[0]
    press(pilot, "turn")
    assert session.at == line.turns[1]
    press(pilot, "round")
    assert session.at == line.rounds[1]
    assert "Round 2, turn 0 of" in seeing.words(pilot)
    assert pilot.view.zones == session.observe().zones
    pilot.click(pilot.place_of(str(session.observe().zones["hand:A"][0])))
    assert pilot.view.selection.held is None
    pilot.key(pygame.K_z)
    assert session.at == line.rounds[1] - 1
    pilot.press("round_back")
    assert session.at == 0


def test_timeline_is_moved_by_mouse_and_touch(pilot: Pilot) -> None:
    session = opened(pilot)
    (bar,) = pilot.nodes("timeline")
    spots = [bar.world.apply(Vec(bar.size.w * part, bar.size.h / 2)) for part in (0.1, 0.5, 0.99)]
    pilot.take_hold(spots[0])
    assert 0 < session.at < session.timeline.last / 4
    for spot in spots[1:]:
        pilot.move(spot, held=True)
    pilot.let_go(spots[2])
    assert session.at == session.timeline.last
    pilot.tap(spots[1])
    assert abs(session.at - session.timeline.last / 2) < 2


def test_replay_autoplay_starts_by_key_and_stops(pilot: Pilot) -> None:
    session = opened(pilot)
    pilot.key(pygame.K_SPACE)
    pilot.wait(3.2 * session.pause)
    assert session.is_playing
    assert session.at in (2, 3)
    pilot.press("play")
    at = session.at
    pilot.wait(2.0)
    assert (session.at, session.is_playing) == (at, False)
    session.go_to(session.timeline.last - 1)
    pilot.key(pygame.K_f)
    pilot.wait(2.5 * session.pause)
    assert (session.at, session.is_playing) == (session.timeline.last, False)
    pilot.key(pygame.K_SPACE)
    assert (session.at, session.is_playing) == (0, True)


def test_replay_can_be_seen_from_any_seat_with_open_hands(pilot: Pilot) -> None:
    session = opened(pilot)
    session.go_to(5)
    game, state = session.match.game, session.match.state
    for seat in (1, 0, 1):
        pilot.press("eyes")
        assert session.viewer == seat
        assert pilot.view.zones == game.observe(state, seat).zones
        assert pilot.view.is_own_hand(f"hand:{'AB'[seat]}")
    pilot.press("hands")
    pilot.wait(0.3)
    for seat, letter in enumerate("AB"):
        (hand,) = pilot.nodes(f"open hand {seat}")
        shown = [node.name[5:] for node in hand.children if node.name.startswith("card ")]
        assert tuple(shown) == game.observe(state, seat).zones[f"hand:{letter}"]


def test_replay_describes_a_better_turn_and_shows_its_cards_as_ghosts(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "Reviewer", lambda players, *_: SilentReviewer(players))
    session = opened(pilot)
    unjudged(pilot)
    before = placed(pilot)
    assert "Analysing…" in seeing.words(pilot)
    judge_all(pilot)
    assert before == placed(pilot), "what comes late moves nothing"
    judging = judging_of(pilot)
    at, best = next((at, each) for at, each in judging.reviews.items() if at in mistakes(pilot))
    session.go_to(at)
    pilot.wait(0.2)
    said = seeing.words(pilot)
    assert "Chosen: " in said
    assert "(60%). Better: " in said
    assert "(\n72%\n)" in said
    wanted = replay.list_ghosts(session.played, at, 0, best.proposed.steps)  # type: ignore[union-attr]
    tops = {each.zone: each for each in wanted if pilot.view.by_zone[each.zone].is_pile}
    wanted = [each for each in wanted if tops.get(each.zone, each) is each]
    assert [node.picture for node in pilot.nodes("ghost")] == [
        pilot.program.ui.card_art.picture(each.face, pilot.view.by_zone[each.zone].card.w)
        for each in wanted
    ]
    assert wanted
    assert [card.face for card in pilot.view.cards if "better" in card.marks] == [wanted[0].face]
    pilot.press("eyes")
    pilot.wait(0.2)
    assert not [card for card in pilot.view.cards if "better" in card.marks]
    assert not pilot.nodes("ghost"), "it is said to whoever had the choice"
    assert "Better: " not in seeing.words(pilot)
    pilot.press("eyes")
    pilot.press("play")
    pilot.wait(0.2)
    assert not pilot.nodes("ghost")


def test_replay_ghost_card_covers_no_words_in_a_portrait_window(fly: Fly) -> None:
    pilot = fly(size=(1080, 1920))
    session = opened(pilot)
    judge_all(pilot)
    root = pilot.program.ui.stage.root
    told = next(each for each in root.walk() if isinstance(each, HistoryStrip))
    beside = 0
    for at in mistakes(pilot):
        session.go_to(at)
        pilot.wait(0.2)
        lines = [each.bounds for each in told.children if each.is_shown]
        for ghost in pilot.nodes("ghost"):
            beside += ghost.scale < 1.0
            assert not any(ghost.bounds.overlaps(line) for line in lines)
    assert beside


def placed(pilot: Pilot) -> dict[str, Rect]:
    root = pilot.program.ui.stage.root
    return {node.name: node.bounds for node in root.walk() if node.interactive and node.is_shown}


def mistakes(pilot: Pilot) -> list[int]:
    return dock_of(pilot)._remarks.mistakes


@pytest.mark.parametrize("hands", ["mouse", "keyboard", "gamepad"], indirect=True)
def test_hint_key_in_a_replay_cycles_through_the_mistakes(pilot: Pilot, hands: Hands) -> None:
    session = opened(pilot)
    judge_all(pilot)
    wanted = mistakes(pilot)
    assert len(wanted) > 1
    session.go_to(wanted[0])
    for at in (*wanted[1:], wanted[0]):
        hands.press("hint")
        assert session.at == at


def test_replay_curve_has_a_flag_at_the_costliest_mistake(pilot: Pilot) -> None:
    opened(pilot)
    judged(pilot)
    assert not pilot.nodes("flag"), "nothing was lost"
    assert "turning point" in seeing.words(pilot)
    judging_of(pilot).reviews.clear()
    opened(pilot)
    judge_all(pilot)
    worst, found = mistakes(pilot)[1], judging_of(pilot).reviews
    slip: Any = found[worst]
    found[worst] = slip._replace(proposed=slip.proposed._replace(value=0.9))
    dock_of(pilot).refresh()
    (flag,) = pilot.nodes("flag")
    (mark,) = [each for each in pilot.nodes("mark") if each.tag == worst]
    assert flag.bounds.overlaps(mark.bounds.inflated(4.0))


def test_replay_starts_no_ai_search(pilot: Pilot) -> None:
    session = opened(pilot)
    session.go_to(session.timeline.turns[0])
    pilot.wait(0.3)
    assert session.to_act == (1,)
    assert "…" not in seeing.words(pilot).replace("Analysing…", "")
    assert seeing.words(pilot).count("turn 1 of") == 1


# -- from the end of a round or match ------------------------------------------------------


def play_to_an_end(pilot: Pilot, **rules: Any) -> None:
    seats = SeatPlan("Ada"), SeatPlan(level="newcomer")
    pilot.play_round(setups.red7_setup(seats, seed=3, **rules), 8.0)


@pytest.mark.parametrize("is_over", [False, True])
def test_end_page_jumps_to_the_decisive_turn_and_back(pilot: Pilot, *, is_over: bool) -> None:
    play_to_an_end(pilot, **({"target": 1} if is_over else {}))
    playing, log = pilot.session, pilot.session.match.log
    assert bool(playing.to_act) is not is_over
    pilot.press("review")
    unjudged(pilot)
    session = session_of(pilot)
    decided = story.find_decision(RED7_VIEW, session.played)
    own = [at for at in dock_of(pilot)._remarks.moments if at <= decided]
    assert (session.at, session.played.log) == (own[-1], log)
    for name in ("You", session.seats[1].name):
        assert pilot.node("eyes").find("title").text == name  # type: ignore[attr-defined]
        pilot.press("eyes")
    assert ("Back to the match" in seeing.words(pilot)) is not is_over
    assert ("Continue from here" in seeing.words(pilot)) is is_over
    pilot.press("leave" if is_over else "end")
    pilot.wait(0.5)
    assert pilot.session is playing
    page = pilot.program.ui.stage.focus.scope
    assert page.name == ("match end" if is_over else "round end")
    pilot.library.flush()
    if is_over:
        (text,) = kept.read_records(pilot.paths.library)
        assert Record.read(text).replay().log == log
    else:
        assert [each.log for each in kept.read_running(pilot.paths.library)] == [log]
    pilot.key(pygame.K_RETURN)  # as the large button says
    pilot.wait(0.5)
    assert len(pilot.session.match.log) != len(log)


def test_match_is_recorded_when_left_during_its_replay(pilot: Pilot) -> None:
    play_to_an_end(pilot)
    log = pilot.session.match.log
    pilot.press("review")
    pilot.wait(0.3)
    pilot.post(pygame.DROPFILE, file=str(GOLDEN))
    settled(pilot)
    assert session_of(pilot).played.log != log
    pilot.key(pygame.K_ESCAPE)
    settled(pilot)
    pilot.program.resume()
    assert pilot.session.match.log == log


@pytest.mark.slow
@pytest.mark.parametrize("late", ["match", "record", "profile", "puzzles"])
def test_match_is_recorded_when_left_during_background_work(
    fly: Fly, monkeypatch: pytest.MonkeyPatch, late: str
) -> None:
    run = storage.BackgroundTask.run

    def run_late(task: storage.BackgroundTask[Any]) -> None:
        time.sleep(0.1 * threading.current_thread().name.startswith(late))
        run(task)

    monkeypatch.setattr(storage.BackgroundTask, "run", run_late)
    pilot = fly(writes_late=True)
    pilot.start_match("newcomer", seed=3, target=1)
    playing = pilot.session
    playing.hints["A"] = 2
    pilot.rush_round()
    pilot.wait(8.0)
    pilot.press("review")
    assert session_of(pilot).played.log == playing.match.log
    pilot.key(pygame.K_ESCAPE)
    assert pilot.session is playing
    pilot.press("title")
    pilot.start_match("newcomer", seed=4)
    log = pilot.session.match.log
    pilot.close()
    pilot = fly()
    assert [each.saved.match.log for each in pilot.library.list_running() if each.saved] == [log]
    assert len(kept.read_records(pilot.paths.library)) == 1
    sums = pilot.program.feature(features.ProfileFeature).service.read().result().games["red7"]
    assert (sums.rounds, sums.hints) == (1, 2)


def test_hot_seat_match_can_be_reviewed_only_after_it_has_ended(pilot: Pilot) -> None:
    for target in (60, 1):
        people = SeatPlan("Ada"), SeatPlan("Bo")
        pilot.play(setups.red7_setup(people, seed=3, target=target))
        with pilot.unseen():
            while pilot.session.to_act and not pilot.session.is_waiting_for_table:
                pilot.session.set_viewer(pilot.session.to_act[0])
                for step in PLAYERS.player_of("greedy").choose(pilot.seen, 0, 1).steps:
                    pilot.session.take(step)
        pilot.wait(8.0)
        assert bool(pilot.nodes("review")) is (target == 1)
    pilot.press("review")
    pilot.wait(0.3)
    session = session_of(pilot)
    judge_all(pilot)
    eyes = []
    for _ in mistakes(pilot):
        pilot.press("hint")
        pilot.wait(0.3)
        eyes.append(session.viewer)
        assert session.viewer in session.to_act, "whoever had the choice looks"
        assert pilot.view.is_own_hand(game.zone_of("hand", session.viewer or 0))
        assert pilot.view.zones == session.observe().zones
    assert set(eyes) == {0, 1}


def test_speech_in_a_replay_does_not_announce_your_turn(pilot: Pilot) -> None:
    heard = listening.speak_aloud(pilot)
    session = opened(pilot)
    heard.take()

    for at in range(6):
        session.go_to(at)
        pilot.wait(0.3)

    said = heard.take()
    assert any(" played " in line for line in said), said
    assert "It’s your turn" not in said


def test_winning_chance_curve_shows_a_remark_for_each_human_turn(pilot: Pilot) -> None:
    heard = listening.speak_aloud(pilot)
    session = opened(pilot)
    curve: Any = pilot.node("curve")
    judging = judged(pilot)
    assert judging.choices is not None
    people = [at for at, each in judging.choices.by_step.items() if each.seat == 0]
    assert sorted(curve.marks) == people
    assert [each.is_own for each in curve.seats] == [True, False]
    assert [each.lines[-1][-1] for each in curve.seats] == [(47, 0.0), (47, 1.0)]
    assert "60%" in seeing.words(pilot)
    assert next(name for _, name, _ in pilot.nodes("legend")[0]._shown) == "You"  # type: ignore[attr-defined]
    assert heard.said[-1] == "Your chances: 60%"
    # with the mouse
    at = people[2]
    place = curve.world.apply(Vec(curve._x_of(at), curve.y_of(0.6)))
    pilot.move(place)
    pilot.step_frame()
    assert curve.pointed == at
    assert "Exactly what the strongest opponent would do." in heard.said[-1]
    assert pilot.table._hud.tip.visible
    pilot.click(place)
    assert (session.at, pilot.table._hud.tip.visible) == (at, False)
    # with a pad: up from the timeline, to the mark before, and there it goes
    pilot.focus_on(pilot.nodes("timeline")[0])
    way = ("DPAD_UP", at, at), ("DPAD_LEFT", people[1], at), ("A", people[1], people[1])
    for button, pointed, where in way:
        code = getattr(pygame, f"CONTROLLER_BUTTON_{button}")
        pilot.pad(code)
        assert (curve.pointed, session.at) == (pointed, where)
    # with a finger, which says it as long as it lies there
    pilot.finger(pygame.FINGERDOWN, place)
    assert curve.pointed == at
    pilot.finger(pygame.FINGERUP, place)
    assert session.at == at


def test_turn_evaluations_are_reused_when_a_replay_is_reopened(pilot: Pilot) -> None:
    opened(pilot)
    known = dict(judged(pilot).reviews)
    assert known
    opened(pilot)
    assert known.items() <= judging_of(pilot).reviews.items()


def dealt_by_hand(folder: Path) -> Path:
    """Write a record whose cards are not those of its seed."""
    text = GOLDEN.read_text(encoding="utf-8")
    files.write_atomically(folder / "by_hand.red7", text.replace("seed: ", "seed: 9"))
    return folder / "by_hand.red7"


@pytest.mark.parametrize(("most", "is_known"), [(2, True), (1, False)])
def test_turn_evaluations_are_cached_for_a_limited_number_of_matches(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, is_known: bool
) -> None:
    monkeypatch.setattr(replays, "_MAX_JUDGED_MATCHES", most)
    opened(pilot)
    known = set(judged(pilot).reviews)
    opened(pilot, dealt_by_hand(tmp_path))
    opened(pilot)
    assert (known <= set(judging_of(pilot).reviews)) is is_known


def test_match_can_be_continued_from_a_replay(pilot: Pilot) -> None:
    session = opened(pilot)
    session.go_to(session.timeline.rounds[1] + 3)
    state, viewer = session.match.state, session.viewer
    pilot.press("end")
    pilot.wait(0.2)
    playing = pilot.session
    assert not playing.is_replay
    assert playing.match.state_at(session.timeline.rounds[1] + 3) == state
    assert [seat.is_human for seat in playing.seats] == [at == viewer for at in (0, 1)]
    pilot.program.show_title()
    assert len(pilot.library.list_running()) == 1


def start_trial(pilot: Pilot) -> int:
    """Continue from a moment of a replay of the library; return the number of its step."""
    opened(pilot, GOLDEN)
    session_of(pilot).go_to(8)
    pilot.wait(0.3)
    pilot.press("end")
    pilot.wait(0.5)
    assert not pilot.session.is_replay
    return 8


def test_match_continued_from_a_replay_says_that_it_does_not_count(pilot: Pilot) -> None:
    start_trial(pilot)

    assert "Tried out, doesn’t count" in seeing.words(pilot)
    (running,) = pilot.program.library.list_running()
    told = pilot.program.describe_match(running)
    assert told.purpose == "Tried out, doesn’t count"
    assert pilot.program.feature(features.ProfileFeature).service._list_counted() == []


def test_leaving_a_match_tried_out_from_a_replay_returns_to_its_step(pilot: Pilot) -> None:
    at = start_trial(pilot)

    pilot.table.more.show_menu()
    pilot.wait(0.3)
    pilot.press("title")
    pilot.wait(0.5)

    assert pilot.session.is_replay
    assert session_of(pilot).at == at


def test_match_tried_out_from_a_replay_is_not_stored_or_rematched(pilot: Pilot) -> None:
    start_trial(pilot)
    before = replays.list_played(pilot.program.library)
    while pilot.session.to_act:
        pilot.rush_round()
        if pilot.session.to_act:
            pilot.session.deal_next_round()
    pilot.wait(6.0)

    assert not pilot.nodes("rematch")
    assert not pilot.nodes("finale")
    assert "Tried out, doesn’t count" in seeing.words(pilot)
    assert replays.list_played(pilot.program.library) == before
    assert not pilot.program.library.list_running()
    pilot.press("onward")
    pilot.wait(0.5)
    assert pilot.session.is_replay


def test_match_record_with_a_custom_deal_cannot_be_continued(pilot: Pilot, tmp_path: Path) -> None:
    opened(pilot, dealt_by_hand(tmp_path))
    pilot.press("end")
    pilot.wait(0.2)
    assert session_of(pilot).is_replay
    assert "the deal is custom" in seeing.words(pilot)


def test_replay_saves_an_image_of_the_table(pilot: Pilot) -> None:
    opened(pilot)
    pilot.step_frame(draws=True)
    pilot.press("save picture")
    settled(pilot)
    (file,) = pilot.paths.pictures.iterdir()
    assert file.name == "2020-02-20-table.png"
    dock = pilot.nodes("dock")[0].find("ground")
    size = pygame.image.load(file).get_size()
    assert size == (1280, round(pilot.pixel(dock.position)[1]))
    assert str(file) in seeing.words(pilot)


def test_replay_keeps_its_position_when_settings_change(pilot: Pilot) -> None:
    session = opened(pilot)
    session.go_to(7)
    pilot.change(language="de", ui_scale=200)
    pilot.wait(0.5)
    assert (session_of(pilot), session.at) == (session, 7)
    assert "zurück" in seeing.words(pilot)
    pilot.program.resize((720, 1280))
    pilot.wait(0.5)
    pilot.key(pygame.K_RIGHT)
    assert session.at == 8


# == Films of rounds.

OFF = "hud_tool"
"""The style of a tool that does nothing now."""


def film(pilot: Pilot, monkeypatch: pytest.MonkeyPatch, seconds: float = 1.0) -> None:
    monkeypatch.setattr(filming, "FRAME_SECONDS", seconds)
    pilot.press("save film")
    for _ in range(1000):
        pilot.step_frame(seconds / 2, draws=True)
        if pilot.program.feature(features.ReplayFeature).service._camera.film is None:
            break


def test_replay_saves_a_video_of_the_round(fly: Fly, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = fly(size=(1024, 576))
    session = opened(pilot)
    begin, end = session.timeline.rounds[1], session.timeline.last
    session.go_to(begin)
    judged(pilot)
    pilot.wait(2.0)
    pilot.step_frame(draws=True)
    at_first = seen(pilot)
    session.go_to(begin + 2)
    film(pilot, monkeypatch)
    assert looks(pilot) == OFF
    at_last = seen(pilot)
    settled(pilot)
    assert (session.at, session.is_playing) == (end, False)
    (file,) = pilot.paths.pictures.iterdir()
    assert file.name == "2020-02-20-round.png"
    assert str(file) in seeing.words(pilot)
    frames = pictures.read_animation(file.read_bytes())
    assert frames[-1].seconds >= 2.5
    assert len(frames) > (end - begin) // 2
    width, height = frames[0].picture.get_size()
    assert width * height == pytest.approx(400_000, rel=0.01)
    assert width / height == pytest.approx(at_first.get_width() / at_first.get_height(), rel=0.01)
    assert rough(frames[0].picture) == pytest.approx(rough(at_first), abs=8)
    assert rough(frames[-1].picture) == pytest.approx(rough(at_last), abs=8)
    assert rough(at_first) != pytest.approx(rough(at_last), abs=8)


def seen(pilot: Pilot) -> pygame.Surface:
    window = pilot.program.pixels
    assert window is not None
    dock = pilot.nodes("dock")[0].find("ground")
    high = round(pilot.pixel(dock.position)[1])
    return window.subsurface((0, 0, window.get_width(), high)).copy()


def rough(picture: pygame.Surface) -> list[int]:
    return [*pygame.image.tobytes(pygame.transform.smoothscale(picture, (16, 9)), "RGB")]


def looks(pilot: Pilot) -> str:
    """Return the style of the button that films: it shines while that is done."""
    button: Any = pilot.node("save film")
    return str(button.shown.style)


@pytest.mark.sampled
@pytest.mark.parametrize("hands", ["mouse", "keyboard", "gamepad", "fingers"], indirect=True)
def test_cancelled_replay_video_leaves_no_file(pilot: Pilot, hands: Hands) -> None:
    session = opened(pilot)
    pilot.step_frame(draws=True)
    hands.press("save film")
    for _ in range(20):
        pilot.step_frame(0.05, draws=True)
    assert session.is_ai_to_act
    assert looks(pilot) != OFF
    hands.press("save film")
    settled(pilot)
    assert looks(pilot) == OFF
    assert not session.is_playing
    assert "No video was saved." in seeing.words(pilot)
    assert not pilot.program.feature(features.ReplayFeature).service.needs_tick
    assert not pilot.paths.pictures.exists()


def test_replay_video_is_cancelled_when_the_replay_is_left(pilot: Pilot) -> None:
    opened(pilot)
    pilot.step_frame(draws=True)
    pilot.press("save film")
    pilot.step_frame(draws=True)
    pilot.program.show_title()
    pilot.step_frame(0.5, draws=True)
    assert not pilot.program.feature(features.ReplayFeature).service.needs_tick
    assert not pilot.paths.pictures.exists()


def test_failure_to_write_a_replay_video_is_reported(
    fly: Fly, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = fly(size=(640, 360))
    session = opened(pilot)
    session.go_to(session.timeline.last)
    pilot.step_frame(draws=True)
    full = files.FileWriteError(Path("film.png"), "full", "no space left")
    monkeypatch.setattr(filming, "write_new", Mock(side_effect=full))
    film(pilot, monkeypatch, 6.0)
    settled(pilot)
    assert "The picture can’t be saved" in seeing.words(pilot)
