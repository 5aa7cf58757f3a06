"""The climb: its page, its matches from the title to the next rung, and the profile behind it."""

from __future__ import annotations

import json
import random
from datetime import date
from functools import cache
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.climb.climbing import Climbing
from red7_desktop.app.climb.page import ClimbScreen
from red7_desktop.app.climb.progress import RungRecord
from red7_desktop.app.features import ClimbFeature, ProfileFeature
from red7_desktop.app.profile.statistics import ProfileEvent
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.play.ai import Seat
from red7_desktop.resources import asset_path
from red7_desktop.scene.widgets import runs
from red7_desktop.tabletop import match
from tests.bazaar import row
from tests.matches import play_on
from tests.ui.conftest import Fly
from tests.ui.pilot import Hands, Pilot, middle_of
from tests.ui.seeing import screen_of, words

DAY = date(2020, 2, 20)
LAUNDRY = "laundry"
"""Key of a rung of Spring Cleaning for two seats."""
OPTIONS = {"seats": 2, "head_start": "0-1"}
"""Its options."""


def service_of(pilot: Pilot) -> Climbing:
    return pilot.program.feature(ClimbFeature).service


def record(pilot: Pilot, key: str, game: str = "spring") -> RungRecord:
    state = service_of(pilot).progress_of(game)
    return next(state.record_of(rung) for rung in state.rungs if rung.key == key)


def note(pilot: Pilot, key: str, outcome: str, value: int, game: str = "spring") -> None:
    pilot.program.profile.record(ProfileEvent("climb", game, key, DAY, outcome, value))


@cache
def find_seed(winner: int) -> int:
    """Return a seed of a match that a seat wins when it is played at random.

    If it is the first seat, the last step is its own.
    """
    rules = CATALOGUE["spring"].rules()
    for seed in range(2_000):
        played = play_on(match.Match(rules, OPTIONS, seed), random.Random(seed))
        result = rules.result(played.state)
        assert result is not None
        if result.winners == (winner,) and (winner or played.log[-1].seat == 0):
            return seed
    raise AssertionError("no such match")


def play_match(winner: int, steps_left: int) -> tuple[match.Match, tuple[match.Entry, ...]]:
    """Return a match on the rung LAUNDRY, and the steps that end it."""
    seed = find_seed(winner)
    rules = CATALOGUE["spring"].rules()
    played = play_on(match.Match(rules, OPTIONS, seed), random.Random(seed))
    begun = match.Match(rules, OPTIONS, seed)
    count = len(played.log) - steps_left
    for entry in played.log[:count]:
        begun.take_text(entry.seat, entry.step)
    return begun, played.log[count:]


def open_match(pilot: Pilot, begun: match.Match) -> None:
    seats = (Seat("Ann", None), Seat("Amaka", "casual"))
    session = pilot.program.match_service.continue_as_new_match(
        begun, seats, occasion=f"climb {LAUNDRY}"
    )
    pilot.program.open_table(session)
    pilot.wait(0.3)


def win(pilot: Pilot) -> None:
    """Win a match on the rung LAUNDRY, up to the page about its end."""
    begun, (last,) = play_match(0, 1)
    open_match(pilot, begun)
    pilot.session.take(begun.game.parse_step(last.step))
    pilot.wait(6.0)


# -- from the title to the next rung -------------------------------------------------------------


@pytest.mark.parametrize("hands", ["keyboard", "gamepad"], indirect=True)
def test_climb_mode_match_starts_with_two_presses_from_the_title(
    pilot: Pilot, hands: Hands
) -> None:
    pilot.show_title()
    pilot.wait(0.5)

    hands.press("climb")
    pilot.wait(0.3)
    hands.press("climb")
    pilot.wait(0.3)

    assert screen_of(pilot) is TableScreen
    assert pilot.session.occasion == "climb violet"
    assert [seat.player for seat in pilot.session.seats] == [None, "newcomer"]
    assert pilot.session.match.options["head_start"] == "3-0"
    shown = words(pilot)
    assert "The Climb, rung 1" in shown
    assert "Head start 3:0" in shown


def test_title_screen_shows_the_next_climb_rung_and_its_opponent(pilot: Pilot) -> None:
    note(pilot, "violet", "won", 0b001, "red7")
    service_of(pilot)

    pilot.show_title()

    shown = words(pilot)
    assert "Rung 2: In single file" in shown
    assert "Against Amaka" in shown
    assert pilot.nodes("play")


def test_climb_names_equal_opponents_as_at_the_table(pilot: Pilot) -> None:
    service = service_of(pilot)
    service.begin("spring", service.climb_of("spring").rungs[0])

    (tile,) = service.list_tiles("spring")

    assert [seat.name for seat in pilot.session.seats[1:]] == ["Tomás", "Tomás II"]
    assert "Against Tomás and Tomás II" in tile.lines


def test_win_earns_stars_and_leads_to_the_next_opponent(pilot: Pilot) -> None:
    win(pilot)

    assert record(pilot, LAUNDRY).is_won
    assert record(pilot, LAUNDRY).reached >= {0, 1}, "no hint was used"
    assert "casual" in pilot.program.profile.unlocked
    shown = words(pilot)
    assert "Next: Tomás and Amaka" in shown
    assert "Rematch" not in shown
    assert "New: avatar “Hamster”" in shown

    title = pilot.node("onward").find("title")
    assert isinstance(title, runs.RunsLabel)
    whole = runs.measure_width(title.spans, title.look, title.style)
    assert title.ink.w == pytest.approx(whole, rel=0.02), "the button is wide enough for two names"

    pilot.press("onward")
    pilot.wait(0.3)

    assert screen_of(pilot) is ClimbScreen
    assert "rung 3 of 9" in words(pilot)
    assert pilot.focus_name in ("climb", "")


def test_end_page_of_a_won_climb_rung_names_the_missed_goals(pilot: Pilot) -> None:
    begun, (last,) = play_match(0, 1)
    open_match(pilot, begun)
    pilot.session.count_hint()

    pilot.session.take(begun.game.parse_step(last.step))
    pilot.wait(6.0)

    missed = [goal for goal in range(3) if goal not in record(pilot, LAUNDRY).reached]
    assert 1 in missed, "a hint was used"
    shown = " ".join(words(pilot).split())
    assert f"{3 - len(missed)} of 3 stars" in shown
    assert "Not yet: Win without a hint" in shown


def test_won_climb_rung_can_be_played_again_from_its_end_page(pilot: Pilot) -> None:
    win(pilot)

    pilot.press("again")
    pilot.wait(0.3)

    assert pilot.session.occasion == f"climb {LAUNDRY}"
    assert not pilot.session.match.revision


def test_loss_offers_the_same_rung_again_and_costs_the_streak_only(pilot: Pilot) -> None:
    note(pilot, LAUNDRY, "won", 0b001)
    over, _ = play_match(1, 0)
    open_match(pilot, over)

    service_of(pilot).end_match(pilot.session, "uid")
    step = service_of(pilot).find_follow_up(pilot.session)

    assert step is not None
    assert step.words == "Try again"
    assert step.is_instead
    assert record(pilot, LAUNDRY).streak == 0
    assert record(pilot, LAUNDRY).is_won


def test_table_of_a_climb_match_shows_rung_and_starting_trash(pilot: Pilot) -> None:
    begun, _ = play_match(0, 1)

    open_match(pilot, begun)

    shown = words(pilot)
    assert "The Climb, rung 2" in shown
    assert "Starting trash 0:1" in shown


def test_menu_and_heading_tooltip_name_the_goals_of_a_climb_match(pilot: Pilot) -> None:
    begun, _ = play_match(0, 1)
    open_match(pilot, begun)
    pilot.wait_for_me()
    goals = "Goals: Win the match, Win without a hint, Finish while an opponent has 4 cards or more"

    pilot.move(middle_of(pilot.node("round")))
    pilot.wait(2.0)
    (tip,) = pilot.nodes("tip")
    told = [node.text for node in tip.walk() if isinstance(node, runs.RunsLabel)]
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)

    assert told == [goals]
    assert f"The Climb, rung 2. {goals}" in words(pilot)


def test_abandoned_climb_match_counts_as_lost_only_after_a_step(pilot: Pilot) -> None:
    rung = service_of(pilot).climb_of("spring").rungs[0]
    service_of(pilot).begin("spring", rung)
    pilot.wait(0.3)
    pilot.program.give_up()
    assert record(pilot, "cellar").played == 0

    begun, _ = play_match(0, 1)
    open_match(pilot, begun)
    pilot.program.give_up()

    assert record(pilot, LAUNDRY).played == 1
    assert not record(pilot, LAUNDRY).reached


def test_hint_forfeits_the_climb_goal_of_winning_without_hints(pilot: Pilot) -> None:
    begun, (last,) = play_match(0, 1)
    open_match(pilot, begun)
    pilot.session.hints["A"] = 1

    pilot.session.take(begun.game.parse_step(last.step))

    assert 0 in record(pilot, LAUNDRY).reached
    assert 1 not in record(pilot, LAUNDRY).reached


def test_running_climb_match_is_listed_and_resumed_with_its_rung(pilot: Pilot) -> None:
    begun, _ = play_match(0, 1)
    open_match(pilot, begun)
    pilot.show_title()

    (kept,) = pilot.library.list_running()
    told = pilot.program.describe_match(kept).sentence()
    pilot.program.resume()
    pilot.wait(0.3)

    assert "The Climb, rung 2" in told
    assert "Starting trash 0:1" in told
    assert pilot.session.occasion == f"climb {LAUNDRY}"


# -- the page ------------------------------------------------------------------------------------


def test_climb_page_opens_at_the_next_rung_with_its_button_focused(pilot: Pilot) -> None:
    note(pilot, "cellar", "won", 0b101)

    service_of(pilot).show("spring")
    pilot.wait(0.3)

    shown = words(pilot)
    assert "Odd socks" in shown
    assert "Against Amaka" in shown
    assert "Starting trash: Amaka 1" in shown
    assert "Win without a hint" in shown
    assert "Reward: avatar “Hamster”" in shown
    assert len(pilot.nodes("lit star")) == 2
    pilot.key(pygame.K_RETURN)
    pilot.wait(0.3)
    assert screen_of(pilot) is TableScreen


def test_closed_rung_can_be_looked_at_but_not_played(pilot: Pilot) -> None:
    service_of(pilot).show("spring")
    pilot.wait(0.3)

    pilot.press("rung attic")
    pilot.wait(0.3)

    assert "Owl in the rafters" in words(pilot)
    assert "Win rung 8 first" in words(pilot)
    assert not pilot.node("climb").focusable


def test_speech_names_a_climb_rung_with_its_stars_or_state(pilot: Pilot) -> None:
    note(pilot, "cellar", "won", 0b101)

    service_of(pilot).show("spring")
    pilot.wait(0.3)

    told = [pilot.node(f"rung {key}").spoken[:2] for key in ("cellar", LAUNDRY, "attic")]
    assert told == [
        ("The cellar", "2 of 3 stars"),
        ("The laundry", "next"),
        ("The attic", "locked"),
    ]


def test_escape_on_the_climb_page_returns_to_the_title(pilot: Pilot) -> None:
    service_of(pilot).show("red7")
    pilot.wait(0.3)

    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)

    assert pilot.nodes("play")


@pytest.mark.parametrize("size", [(1280, 720), (960, 1440), (3840, 2160)])
@pytest.mark.parametrize("scale", [100, 200])
def test_every_climb_rung_is_reached_by_arrow_keys_in_any_window(
    fly: Fly, size: tuple[int, int], scale: int
) -> None:
    pilot: Pilot = fly(size=size)
    pilot.change(ui_scale=scale, reduced_motion=True)
    service_of(pilot).show("spring")
    pilot.wait(0.3)

    names = set()
    for _ in range(40):
        pilot.key(pygame.K_TAB)
        names.add(pilot.focus_name)

    rungs = {f"rung {rung.key}" for rung in service_of(pilot).climb_of("spring").rungs}
    assert rungs | {"climb", "close"} <= names


# -- the profile, and games without a climb ------------------------------------------------------


def test_climb_stars_are_exported_with_the_profile_of_one_person(
    pilot: Pilot, tmp_path: Path, fly: Fly
) -> None:
    pilot.show_title()
    note(pilot, "cellar", "won", 0b111)
    pilot.wait_for_profile()
    pilot.program.show_profile()
    pilot.wait_for_profile()
    profiles = pilot.program.feature(ProfileFeature).service
    profiles.export_profile()
    pilot.wait_for_profile()
    (file,) = pilot.paths.profiles.iterdir()
    assert ["climb", "spring", "cellar"] in [
        event[1:4] for event in json.loads(file.read_text("utf-8"))["deeds"]
    ]

    other = fly(home=tmp_path / "other")
    other.show_title()
    other.program.feature(ProfileFeature).service.import_profile(file)
    for _ in range(3):  # read, written, and read again
        other.wait_for_profile()
    other.program.show_profile()
    other.wait_for_profile()
    assert record(other, "cellar").stars == 3

    profiles.add()
    pilot.wait_for_profile()
    assert record(pilot, "cellar").stars == 0


def test_earned_portrait_can_be_chosen_and_others_cannot(pilot: Pilot) -> None:
    profile = pilot.program.profile
    assert "sharp" not in profile.list_faces()

    profile.record(ProfileEvent("look", "", "sharp", DAY, "got"))
    earned = profile.list_faces()
    pilot.change(all_looks=True)

    assert "sharp" in earned
    assert "expert" not in earned
    assert "expert" in profile.list_faces()


def test_title_screen_of_a_game_without_a_climb_has_no_climb_tile(fly: Fly) -> None:
    pilot: Pilot = fly(catalogue={"bazaar": row.ROW})

    pilot.show_title()
    pilot.wait(0.5)

    assert not pilot.nodes("climb")


def test_damaged_climb_rung_is_skipped_and_logged(
    pilot: Pilot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    text = asset_path("climb", "red7.toml").read_text("utf-8")
    damaged = tmp_path / "red7.toml"
    damaged.write_text(text.replace('rivals = ["newcomer"]', 'rivals = ["nobody"]'), "utf-8")
    monkeypatch.setattr(pilot.program.presentation, "asset", lambda *parts: damaged)

    service_of(pilot).show("red7")
    pilot.wait(0.3)

    assert "rung 1 of 6" in words(pilot)
    assert "red7.toml, line 9, rivals: 'nobody' is no level" in caplog.text
