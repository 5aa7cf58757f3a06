"""The daily deal: begun from the title, one try that counts, kept and told on a page of its own."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any, Final

import pygame
import pytest

from red7_desktop.app import window
from red7_desktop.app.features import ChallengeFeature, ProfileFeature
from red7_desktop.app.library import people
from red7_desktop.app.matches.match_desk import Occasion
from red7_desktop.app.profile import daily_score, statistics
from red7_desktop.app.screens import challenge, daily_par
from red7_desktop.app.screens.daily import DailyDeals, DailyTry
from red7_desktop.app.screens.new_game import NewGameScreen
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.pages.notices import SystemClipboard
from red7_desktop.play import ai
from red7_desktop.scene.widgets.widget import Label
from tests.ui import faults
from tests.ui.conftest import Fly
from tests.ui.pilot import Hands, Pilot, give_up, session_of, settled
from tests.ui.seeing import screen_of, words


def deals(pilot: Pilot) -> DailyDeals:
    return pilot.program.feature(DailyDeals)


def state(pilot: Pilot, game: str = "red7") -> DailyTry:
    return deals(pilot).state_of(game, deals(pilot).today())


def let_midnight_pass(pilot: Pilot) -> None:
    pilot.program.today = lambda: date(2020, 2, 21)
    pilot.wait(0.3)


def test_daily_page_shows_no_streak_before_the_first_result(pilot: Pilot) -> None:
    pilot.show_title()
    pilot.press("daily")
    before = words(pilot)

    pilot.program.profile.record(
        statistics.ProfileEvent("daily", "red7", "2020-01-02", date(2020, 1, 2), "won", 3)
    )
    deals(pilot).show("red7")
    pilot.wait(0.3)

    assert "in a row" not in before
    assert "0\ndays in a row\nlongest: 1" in words(pilot)


def test_daily_page_offers_the_deal_of_the_new_day_after_midnight(pilot: Pilot) -> None:
    pilot.show_title()
    pilot.press("daily")
    before = words(pilot)

    let_midnight_pass(pilot)
    page = words(pilot)
    focus = pilot.focus_name
    pilot.press("today")
    pilot.wait(0.3)
    new_page = words(pilot)
    pilot.press("play")
    pilot.wait(0.3)
    occasion = pilot.session.occasion
    pilot.show_title()

    assert "Thursday 20 February" in before
    assert "Thursday 20 February" in page, "it changes under someone’s eyes"
    assert "A new day has begun" in page
    assert focus == "today"
    assert "Friday 21 February" in new_page
    assert "A new day has begun" not in new_page
    assert occasion == "daily 2020-02-21"
    assert "Friday 21 February" in words(pilot)


def test_daily_page_still_shows_its_day_after_midnight(pilot: Pilot) -> None:
    pilot.show_title()
    deals(pilot).show("red7", date(2020, 2, 20))
    pilot.wait(0.3)

    let_midnight_pass(pilot)

    assert "Thursday 20 February" in words(pilot)


def test_match_list_changes_today_to_yesterday_at_midnight(pilot: Pilot) -> None:
    give_up(pilot, 11)
    pilot.program.show_records()
    settled(pilot)
    before = [label.text for label in pilot.nodes("day") if isinstance(label, Label)]

    let_midnight_pass(pilot)

    after = [label.text for label in pilot.nodes("day") if isinstance(label, Label)]
    assert (before, after) == (["Today"], ["Yesterday"])


def test_first_try_of_a_daily_deal_counts_and_can_be_resumed(
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
def test_daily_page_works_without_a_mouse(pilot: Pilot, hands: Hands) -> None:
    pilot.show_title()
    hands.press("daily")
    hands.press("close")
    pilot.wait(0.2)
    assert screen_of(pilot) is TitleScreen
    hands.press("daily")
    hands.press("play")
    pilot.wait(0.3)
    assert pilot.session.occasion == "daily 2020-02-20"


def test_daily_matches_are_labelled_in_lists(pilot: Pilot) -> None:
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


def test_old_match_is_recognised_as_a_daily_deal_by_seed_day_and_game(pilot: Pilot) -> None:
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


def test_daily_try_that_was_deleted_cannot_be_repeated(pilot: Pilot) -> None:
    pilot.show_title()
    deals(pilot).play("spring", deals(pilot).today())
    pilot.show_title()
    (kept,) = pilot.library.list_running()
    pilot.library.delete(kept.uid)
    assert state(pilot, "spring") is DailyTry.GONE
    assert state(pilot, "red7") is DailyTry.NEW
    deals(pilot).play("spring", deals(pilot).today())
    assert pilot.session.occasion == ""


def test_daily_try_counts_as_begun_before_the_profile_is_read(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_written, goes_on, look = Event(), Event(), people.read_snapshot

    def slow_look(db: sqlite3.Connection) -> statistics.ProfileSnapshot:
        has_written.set()
        goes_on.wait(10)
        return look(db)

    monkeypatch.setattr(people, "read_snapshot", slow_look)
    deals(pilot).play("red7", deals(pilot).today())
    has_written.wait(10)
    states = [state(pilot)]
    goes_on.set()
    pilot.wait_for_profile()
    assert [*states, state(pilot)] == [DailyTry.KEPT, DailyTry.KEPT]
    assert len(pilot.program.profile.events) == 1


def test_daily_try_counts_as_begun_before_it_is_stored(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles = pilot.program.feature(ProfileFeature).service
    has_read, goes_on, writes = Event(), Event(), Event()
    look, put = people.read_snapshot, people.put_event

    def slow_look(db: sqlite3.Connection) -> statistics.ProfileSnapshot:
        seen = look(db)
        has_read.set()
        goes_on.wait(10)
        return seen

    def slow_put(db: sqlite3.Connection, event: statistics.ProfileEvent, person: int) -> None:
        writes.wait(10)
        put(db, event, person)

    monkeypatch.setattr(people, "read_snapshot", slow_look)
    monkeypatch.setattr(people, "put_event", slow_put)
    looking = profiles.run_in_background(profiles._read_snapshot)
    has_read.wait(10)
    deals(pilot).play("red7", deals(pilot).today())
    states = [state(pilot)]
    goes_on.set()
    looking.result()
    states.append(state(pilot))
    writes.set()
    profiles.run_in_background(lambda: None).result()
    assert [*states, state(pilot)] == [DailyTry.KEPT] * 3
    assert len(pilot.program.profile.events) == 1


def test_daily_try_counts_as_begun_during_a_concurrent_profile_read(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles = pilot.program.feature(ProfileFeature).service
    profiles.run_in_background(profiles._read_snapshot).result()
    has_read, goes_on, look = Event(), Event(), people.read_snapshot

    def slow_look(db: sqlite3.Connection) -> statistics.ProfileSnapshot:
        seen = look(db)
        has_read.set()
        goes_on.wait(10)
        return seen

    monkeypatch.setattr(people, "read_snapshot", slow_look)
    looking = profiles.run_in_background(profiles._read_snapshot)
    has_read.wait(10)
    deals(pilot).play("red7", deals(pilot).today())
    pilot.library.flush()
    monkeypatch.setattr(people, "read_snapshot", faults.fail)  # nothing is read after that
    goes_on.set()
    looking.result()
    assert state(pilot) is DailyTry.KEPT


def test_daily_try_counts_as_begun_after_a_restart(fly: Fly) -> None:
    first = fly()
    deals(first).play("red7", deals(first).today())
    first.close()
    again = fly()
    again.program.preload().join()
    again.program.feature(ProfileFeature).service.run_in_background(lambda: None).result()
    again.show_title()
    assert state(again) is DailyTry.KEPT
    deals(again).play("red7", deals(again).today())
    assert again.session.occasion == "daily 2020-02-20"


def test_profile_is_loaded_before_garbage_collection_is_frozen(
    fly: Fly, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = fly()
    deals(first).play("red7", deals(first).today())
    first.close()
    again = fly()
    frozen: list[int] = []
    profile = again.program.profile
    monkeypatch.setattr(window, "freeze_all", lambda: frozen.append(len(profile.events)))

    again.program.preload().join()
    again.library.load(lambda: None).result()

    assert frozen == [1]


def test_end_of_a_daily_match_offers_its_result_page(pilot: Pilot) -> None:
    pilot.show_title()
    deals(pilot).play("red7", deals(pilot).today())
    pilot.wait_for_me()
    pilot.press("give_up")
    pilot.press("yes")
    pilot.wait(5.0)
    assert pilot.focus_name == "next"
    assert not pilot.nodes("onward")
    follow_up = pilot.program.feature(DailyDeals).find_follow_up(pilot.session)
    assert follow_up is not None
    ended = pilot.session
    follow_up.open()
    pilot.wait(0.2)
    assert pilot.focus_name == "play"
    pilot.key(pygame.K_ESCAPE)
    assert screen_of(pilot) is TitleScreen
    ended.occasion = ""
    assert pilot.program.feature(DailyDeals).find_follow_up(ended) is None


# == after the try, with par and a challenge ==================================================


@pytest.fixture(autouse=True)
def quick_par(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute par from a single match with little thought; several are tested without a program."""
    choose = ai.choose_within_budget

    def choose_soon(*asked: Any) -> Any:
        players, level, seen, seed, budget, stop = asked
        return choose(players, level, seen, seed, min(budget, LITTLE), stop)

    monkeypatch.setattr(daily_par, "choose_within_budget", choose_soon)
    monkeypatch.setattr(daily_par, "TRIES", 1)


LITTLE = 6
"""Simulated turns for a choice of par."""


def play_match(pilot: Pilot) -> None:
    """Play on to the end of the match."""
    while pilot.session.to_act:
        pilot.rush_round()
        if pilot.session.is_waiting_for_table:
            pilot.session.deal_next_round()


def wait_for_par(pilot: Pilot, game: str) -> daily_score.DailyScore:
    finder = deals(pilot)._finder
    if finder is not None:
        finder.set_paused(is_paused=False)
        for task in list(finder._tasks.values()):
            task.wait()
    pilot.wait(0.3)
    found = deals(pilot).find_par(game, deals(pilot).today())
    assert found is not None
    return found


def play_daily(pilot: Pilot, game: str) -> None:
    deals(pilot).play(game, deals(pilot).today())
    play_match(pilot)
    pilot.wait_for_profile()


@pytest.mark.sampled(count=1)
@pytest.mark.parametrize("game", CATALOGUE)
def test_daily_page_shows_the_score_of_the_player_beside_par(pilot: Pilot, game: str) -> None:
    play_daily(pilot, game)
    found = wait_for_par(pilot, game)
    own = deals(pilot).find_own_score(game, deals(pilot).today())

    deals(pilot).show(game)
    pilot.wait(0.5)

    assert own is not None
    assert pilot.node("own points").text == str(own.points)  # type: ignore[attr-defined]
    assert pilot.node("par points").text == str(found.points)  # type: ignore[attr-defined]
    assert len(pilot.nodes("round")) == len(own.rounds)
    assert pilot.focus_name == "copy"


def test_daily_par_search_begins_with_the_try_and_shows_its_result(pilot: Pilot) -> None:
    day = deals(pilot).today()
    finder = DailyDeals._note_par
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DailyDeals, "_note_par", lambda *asked: None)
        deals(pilot).play("red7", day)
        is_begun = deals(pilot).is_par_pending("red7", day)
        play_match(pilot)
        deals(pilot).show("red7")
        pilot.wait(0.2)
    assert is_begun
    assert deals(pilot).find_par("red7", day) is None
    assert pilot.node("par points").text == "…"  # type: ignore[attr-defined]

    assert DailyDeals._note_par is finder
    deals(pilot).request_par("red7", day)
    found = wait_for_par(pilot, "red7")

    assert pilot.node("par points").text == str(found.points)  # type: ignore[attr-defined]


def test_daily_score_and_par_are_kept_after_a_restart(fly: Fly) -> None:
    first = fly()
    play_daily(first, "red7")
    found = wait_for_par(first, "red7")
    own = deals(first).find_own_score("red7", deals(first).today())
    first.wait_for_profile()
    first.close()

    again = fly()
    again.program.preload().join()
    again.wait_for_profile()

    assert deals(again).find_par("red7", deals(again).today()) == found
    assert deals(again).find_own_score("red7", deals(again).today()) == own


def test_look_back_button_opens_the_replay_of_the_daily_try(pilot: Pilot) -> None:
    play_daily(pilot, "red7")
    log = pilot.session.match.log
    deals(pilot).show("red7")
    settled(pilot)
    assert pilot.nodes("decision"), "nothing is said of where it turned"

    pilot.press("look back")
    settled(pilot)

    assert session_of(pilot).played.log == log


def test_daily_try_that_counts_has_no_hints(pilot: Pilot) -> None:
    for counts in (True, False):
        deals(pilot).play("red7", deals(pilot).today())
        pilot.wait_for_me()
        pilot.wait(1.0)
        pilot.key(pygame.K_h)
        pilot.wait(1.0)
        assert sum(pilot.session.hints.values()) == (0 if counts else 1)
        assert ("There are no hints in the daily deal" in words(pilot)) is counts
        pilot.program.give_up()


def write_challenge(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> str:
    """Play a daily deal, and return the message with which it challenges a friend."""
    copied: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", copied.append)
    play_daily(pilot, "red7")
    deals(pilot).show("red7")
    settled(pilot)
    pilot.press("challenge")
    return copied[0]


def choose_challenge(pilot: Pilot) -> None:
    """Let the deal of a new game come from a code."""
    pilot.press("more")
    pilot.wait(0.2)
    while not pilot.nodes("code"):
        pilot.focus_on("deal kind")
        pilot.key(pygame.K_RIGHT)
        pilot.wait(0.2)


def test_challenge_code_opens_the_same_deal_for_a_friend(
    fly: Fly, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = fly(home=tmp_path / "one")
    message = write_challenge(sender, monkeypatch)
    day = deals(sender).today()
    deal = deals(sender).match_of("red7", day)
    rival = deals(sender).rival("red7", day)
    own = deals(sender).find_own_score("red7", day)
    assert own is not None
    sender.close()
    friend = fly(home=tmp_path / "two")
    let_midnight_pass(friend)
    friend.program.show_new_game("spring")
    friend.wait(0.5)
    monkeypatch.setattr(SystemClipboard, "paste", lambda self: message)
    choose_challenge(friend)

    friend.press("paste code")
    friend.wait(0.3)
    told = words(friend)
    friend.press("start")
    friend.wait(0.5)

    met = f"Your friend got {own.points}. The cards are the same."
    assert met in told
    assert "Challenge · Round 1" in words(friend)
    friend.key(pygame.K_ESCAPE)
    friend.wait(0.3)
    assert f"Challenge. {met}" in words(friend)
    friend.press("resume")
    assert friend.session.match.state_at(0) == deal.state_at(0)
    assert friend.session.match.options.items() >= deal.options.items()
    assert friend.session.seats[1].player == rival.player
    play_match(friend)
    follow_up = friend.program.feature(ChallengeFeature).find_follow_up(friend.session)
    assert follow_up is not None
    follow_up.open()
    friend.wait(0.3)
    # The same deal, the same rival, the same careful player.
    assert [node.text for node in friend.nodes("result points")] == [str(own.points)] * 2
    assert "You did exactly as well as your friend" in words(friend)
    assert friend.program.setups.last == "red7"
    assert friend.program.setups.of("red7").seed is None, "the deal would come again"


def paste_challenge(pilot: Pilot, monkeypatch: pytest.MonkeyPatch, day: date) -> None:
    """Paste the challenge of somebody who has played a day's deal."""
    setup = deals(pilot).setup_of("red7", day)
    code = challenge.write_code(challenge.Challenge(setup, 20, "won"), CATALOGUE)
    monkeypatch.setattr(SystemClipboard, "paste", lambda self: code)
    pilot.program.show_new_game("red7")
    pilot.wait(0.5)
    choose_challenge(pilot)
    pilot.press("paste code")
    pilot.wait(0.3)


TODAY: Final = date(2020, 2, 20)
YESTERDAY: Final = date(2020, 2, 19)
TOMORROW: Final = date(2020, 2, 21)
LATER: Final = date(2020, 2, 22)


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (YESTERDAY, "Your friend got 20"),
        (TODAY, "This is today’s daily deal. Play your own try first."),
        (TOMORROW, "This is tomorrow’s daily deal."),
        (LATER, "Your friend got 20"),
    ],
)
def test_challenge_code_of_today_is_refused_before_ones_own_daily_try(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, day: date, said: str
) -> None:
    paste_challenge(pilot, monkeypatch, day)

    assert said in words(pilot)
    pilot.press("start")
    pilot.wait(0.5)
    is_playing = screen_of(pilot) is TableScreen
    assert is_playing is ("friend" in said)
    assert not is_playing or pilot.session.occasion.startswith("challenge ")


def test_challenge_code_of_today_works_after_ones_own_daily_try(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals(pilot).play("red7", TODAY)
    pilot.show_title()
    paste_challenge(pilot, monkeypatch, TODAY)
    assert "Play your own try first" in words(pilot), "it has only begun"

    play_daily(pilot, "red7")
    paste_challenge(pilot, monkeypatch, TODAY)

    assert "Your friend got 20" in words(pilot)


def test_challenge_without_a_code_asks_for_it_and_starts_no_match(pilot: Pilot) -> None:
    pilot.program.show_new_game("red7")
    pilot.wait(0.5)
    choose_challenge(pilot)

    pilot.press("start")
    pilot.wait(0.5)

    assert screen_of(pilot) is NewGameScreen
    assert pilot.focus_name == "code"
    (toast,) = pilot.program.ui.stage.toasts.toasts
    assert toast.message == "Enter the code that a friend has sent you."


def test_mistyped_challenge_code_is_explained_and_starts_no_match(pilot: Pilot) -> None:
    pilot.program.show_new_game("red7")
    pilot.wait(0.5)
    choose_challenge(pilot)
    pilot.focus_on("code")
    pilot.type("7Q2U")
    pilot.wait(0.2)
    assert "A code has no “U” (character 4)" in words(pilot)

    pilot.key(pygame.K_BACKSPACE)
    pilot.type("22")
    pilot.key(pygame.K_RETURN)
    pilot.wait(0.2)

    assert "This code has a typing mistake" in words(pilot)
    pilot.press("start")
    pilot.wait(0.5)
    assert screen_of(pilot) is NewGameScreen


def test_challenge_is_discarded_when_its_rules_are_changed(pilot: Pilot) -> None:
    setup = deals(pilot).setup_of("red7", YESTERDAY)
    code = challenge.write_code(challenge.Challenge(setup, 20, "won"), CATALOGUE)
    pilot.program.show_new_game("red7")
    pilot.wait(0.5)
    choose_challenge(pilot)
    screen = pilot.program.screen
    assert isinstance(screen, NewGameScreen)
    screen._type_code(code)
    occasion = screen.setup.occasion

    screen.change(screen.setup.with_values(actions=True), "start")

    assert occasion == f"challenge {code}"
    assert screen.setup.occasion == ""
    assert "Your friend got" not in words(pilot)
    pilot.press("start")
    pilot.wait(0.5)
    assert pilot.session.match.seed == setup.seed


def test_game_without_daily_deals_has_no_daily_tile(fly: Fly) -> None:
    from tests.bazaar.row import ROW

    pilot = fly(catalogue={**CATALOGUE, "bazaar": ROW})
    feature_tiles = pilot.program.feature(DailyDeals).list_tiles
    assert [len(feature_tiles(game)) for game in ("red7", "spring", "bazaar")] == [1, 1, 0]
