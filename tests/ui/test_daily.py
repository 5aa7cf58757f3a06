"""The daily deal: begun from the title, one try that counts, kept and told on a page of its own."""

from __future__ import annotations

import sqlite3
from datetime import date
from threading import Event

import pygame
import pytest

from red7_desktop.app.features import ProfileFeature
from red7_desktop.app.library import people
from red7_desktop.app.matches.match_desk import Occasion
from red7_desktop.app.profile import statistics
from red7_desktop.app.screens.daily import DailyDeals, DailyTry
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import BOX
from red7_desktop.scene.widgets.widget import Label
from tests.ui import faults
from tests.ui.conftest import Fly
from tests.ui.pilot import BlindPilot, Hands, Pilot, give_up, settled
from tests.ui.seeing import screen_of, words

PILOT = BlindPilot


def deals(pilot: Pilot) -> DailyDeals:
    return pilot.program.feature(DailyDeals)


def state(pilot: Pilot, game: str = "red7") -> DailyTry:
    return deals(pilot).state_of(game, deals(pilot).today())


def let_midnight_pass(pilot: Pilot) -> None:
    pilot.program.today = lambda: date(2020, 2, 21)
    pilot.wait(0.3)


def test_title_and_daily_page_show_the_new_day_after_midnight(pilot: Pilot) -> None:
    pilot.show_title()
    pilot.press("daily")
    before = words(pilot)

    let_midnight_pass(pilot)
    page = words(pilot)
    pilot.press("play")
    pilot.wait(0.3)
    occasion = pilot.session.occasion
    pilot.show_title()

    assert "Thursday 20 February" in before
    assert "Friday 21 February" in page
    assert "Thursday 20 February" not in page
    assert occasion == "daily 2020-02-21"
    assert "Friday 21 February" in words(pilot)


def test_page_of_the_day_that_was_played_stays_after_midnight(pilot: Pilot) -> None:
    pilot.show_title()
    deals(pilot).show("red7", date(2020, 2, 20))
    pilot.wait(0.3)

    let_midnight_pass(pilot)

    shown = words(pilot).splitlines()
    assert "Thursday 20 February" in shown


def test_list_of_played_matches_says_yesterday_after_midnight(pilot: Pilot) -> None:
    give_up(pilot, 11)
    pilot.program.show_records()
    settled(pilot)
    before = [label.text for label in pilot.nodes("day") if isinstance(label, Label)]

    let_midnight_pass(pilot)

    after = [label.text for label in pilot.nodes("day") if isinstance(label, Label)]
    assert (before, after) == (["Today"], ["Yesterday"])


def test_one_try_counts_is_gone_on_with_and_told(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.show_title()
    assert "Thursday 20 February" in words(pilot)
    pilot.press("daily")
    assert "Only your first try counts" in words(pilot)
    assert "to 20 points" in words(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.wait(0.3)
    assert screen_of(pilot) is TableScreen
    seed = pilot.session.match.seed
    assert [seat.player for seat in pilot.session.seats] == [None, "expert"]
    assert "Daily deal · Round 1" in words(pilot).splitlines()
    pilot.key(pygame.K_ESCAPE)
    assert "Daily deal of 2020-02-20" in words(pilot)
    pilot.show_title()
    assert state(pilot) is DailyTry.KEPT
    pilot.press("daily")
    assert "Your first try isn’t finished yet" in words(pilot)
    pilot.press("play")
    pilot.wait(0.3)
    assert pilot.session.match.seed == seed
    assert pilot.session.occasion == "daily 2020-02-20"
    pilot.program.give_up()
    pilot.wait(0.3)
    assert state(pilot) is DailyTry.OVER
    pilot.wait_for_profile()
    pilot.press("daily")
    assert "Lost to Hana" in words(pilot)
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    pilot.press("copy")
    assert copied[0].count("\n") == 2
    pilot.press("play")
    pilot.wait(0.3)
    assert (pilot.session.match.seed, pilot.session.occasion) == (seed, "")
    assert "Daily deal, for fun" in words(pilot).splitlines()
    pilot.show_title()
    assert len(deals(pilot).done("red7").results) == 1


@pytest.mark.parametrize("hands", ["gamepad", "fingers"], indirect=True)
def test_the_page_is_used_without_a_mouse(pilot: Pilot, hands: Hands) -> None:
    pilot.show_title()
    hands.press("daily")
    hands.press("close")
    pilot.wait(0.2)
    assert screen_of(pilot) is TitleScreen
    hands.press("daily")
    hands.press("play")
    pilot.wait(0.3)
    assert pilot.session.occasion == "daily 2020-02-20"


def test_its_matches_are_called_so_among_those_kept_and_those_played(pilot: Pilot) -> None:
    deals(pilot).play("spring", deals(pilot).today())
    pilot.wait_for_me()
    pilot.show_title()
    pilot.press("matches")
    settled(pilot)
    assert "Daily deal of 2020-02-20" in words(pilot)
    pilot.program.resume()
    pilot.wait_for_me()
    pilot.session.take(pilot.seen.legal[-1])
    pilot.program.give_up()
    give_up(pilot, 11)
    pilot.press("matches")
    settled(pilot)
    assert words(pilot).count("Daily deal of 2020-02-20") == 1
    assert "Not finished\n12:00 · Red7\nWatch" in words(pilot)


def test_a_deal_is_known_on_the_day_after_and_in_its_own_game_alone(pilot: Pilot) -> None:
    day, seed = date(2026, 11, 22), deals(pilot).match_of("red7", date(2026, 11, 22)).seed
    found = [
        deals(pilot).day_named(Occasion(game, seed, day=ended))
        for game, ended in (
            ("red7", day),
            ("red7", date(2026, 11, 23)),
            ("red7", date(2026, 11, 24)),
            ("spring", day),
        )
    ]
    assert found == [day, day, None, None]


def test_a_try_that_was_deleted_is_not_begun_again(pilot: Pilot) -> None:
    pilot.show_title()
    deals(pilot).play("spring", deals(pilot).today())
    pilot.show_title()
    (kept,) = pilot.library.list_running()
    pilot.library.delete(kept.uid)
    assert state(pilot, "spring") is DailyTry.GONE
    assert state(pilot, "red7") is DailyTry.NEW
    deals(pilot).play("spring", deals(pilot).today())
    assert pilot.session.occasion == ""


def test_a_try_is_known_before_anything_of_a_new_profile_has_been_read(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_written, goes_on, look = Event(), Event(), people.look

    def slow_look(db: sqlite3.Connection) -> statistics.ProfileSnapshot:
        has_written.set()
        goes_on.wait(10)
        return look(db)

    monkeypatch.setattr(people, "look", slow_look)
    deals(pilot).play("red7", deals(pilot).today())
    has_written.wait(10)
    states = [state(pilot)]
    goes_on.set()
    pilot.wait_for_profile()
    assert [*states, state(pilot)] == [DailyTry.KEPT, DailyTry.KEPT]
    assert len(pilot.program.profile.events) == 1


def test_a_try_is_known_while_it_is_not_yet_written(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles = pilot.program.feature(ProfileFeature).service
    has_read, goes_on, writes = Event(), Event(), Event()
    look, put = people.look, people.put_event

    def slow_look(db: sqlite3.Connection) -> statistics.ProfileSnapshot:
        seen = look(db)
        has_read.set()
        goes_on.wait(10)
        return seen

    def slow_put(db: sqlite3.Connection, event: statistics.ProfileEvent, person: int) -> None:
        writes.wait(10)
        put(db, event, person)

    monkeypatch.setattr(people, "look", slow_look)
    monkeypatch.setattr(people, "put_event", slow_put)
    looking = profiles.do(profiles._read_snapshot)
    has_read.wait(10)
    deals(pilot).play("red7", deals(pilot).today())
    states = [state(pilot)]
    goes_on.set()
    looking.result()
    states.append(state(pilot))
    writes.set()
    profiles.do(lambda: None).result()
    assert [*states, state(pilot)] == [DailyTry.KEPT] * 3
    assert len(pilot.program.profile.events) == 1


def test_a_try_is_known_though_it_is_written_while_others_are_read(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles = pilot.program.feature(ProfileFeature).service
    profiles.do(profiles._read_snapshot).result()
    has_read, goes_on, look = Event(), Event(), people.look

    def slow_look(db: sqlite3.Connection) -> statistics.ProfileSnapshot:
        seen = look(db)
        has_read.set()
        goes_on.wait(10)
        return seen

    monkeypatch.setattr(people, "look", slow_look)
    looking = profiles.do(profiles._read_snapshot)
    has_read.wait(10)
    deals(pilot).play("red7", deals(pilot).today())
    pilot.library.flush()
    monkeypatch.setattr(people, "look", faults.fail)  # nothing is read after that
    goes_on.set()
    looking.result()
    assert state(pilot) is DailyTry.KEPT


def test_the_try_is_known_again_after_the_program_was_closed(fly: Fly) -> None:
    first = fly()
    deals(first).play("red7", deals(first).today())
    first.close()
    again = fly()
    again.program.load_ahead().join()
    again.program.feature(ProfileFeature).service.do(lambda: None).result()
    again.show_title()
    assert state(again) is DailyTry.KEPT
    deals(again).play("red7", deals(again).today())
    assert again.session.occasion == "daily 2020-02-20"


def test_a_match_leads_on_to_the_result_and_a_round_to_the_next(pilot: Pilot) -> None:
    pilot.show_title()
    deals(pilot).play("red7", deals(pilot).today())
    pilot.wait_for_me()
    pilot.press("give_up")
    pilot.press("yes")
    pilot.wait(5.0)
    assert pilot.focus_name == "next"
    assert not pilot.nodes("onward")
    next_step = pilot.program.feature(DailyDeals).find_next_step(pilot.session)
    assert next_step is not None
    next_step.open()
    pilot.wait(0.2)
    assert pilot.focus_name == "play"
    pilot.key(pygame.K_ESCAPE)
    assert screen_of(pilot) is TableScreen
    pilot.session.occasion = ""
    assert pilot.program.feature(DailyDeals).find_next_step(pilot.session) is None


def test_a_game_without_a_list_has_no_door(fly: Fly) -> None:
    from tests.bazaar.row import ROW

    pilot = fly(box={**BOX, "bazaar": ROW})
    feature_tiles = pilot.program.feature(DailyDeals).list_tiles
    assert [len(feature_tiles(game)) for game in ("red7", "spring", "bazaar")] == [1, 1, 0]
