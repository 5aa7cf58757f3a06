"""The profile: reached from the title, by keys and mouse; matches count, names are kept."""

from __future__ import annotations

import json
import math
import sqlite3
import threading
import time
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pygame
import pytest

from red7_desktop.app.features import ProfileFeature
from red7_desktop.app.library import database, exchange, people
from red7_desktop.app.profile import achievements, plots, screen, statistics, streaks
from red7_desktop.app.screens import new_game, title
from red7_desktop.games.red7.face.view import RED7_VIEW as RED7
from red7_desktop.games.red7.rules.cards import PASS_STEP
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.look.icons import HUMAN_PORTRAITS
from red7_desktop.kit.pages.page import PROGRESS_DELAY
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.kit.storage import COLLECTION_PAUSE, Cancelled, JobProgress
from red7_desktop.scene import pictures
from red7_desktop.scene.widgets.scroll import ScrollView
from red7_desktop.scene.widgets.widget import Label
from red7_desktop.tabletop.match import HUMAN, Match
from red7_desktop.tabletop.rounds import read_record
from tests.bazaar.row import ROW
from tests.kept import read_library
from tests.setups import red7_setup
from tests.ui import seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import GOLDEN, Pilot, give_up, middle_of

DAILY_WON = statistics.ProfileEvent("daily", "red7", "2020-02-20", date(2020, 2, 20), "won", 3)


def press(pilot: Pilot, *names: str) -> None:
    """Press buttons one after another, and see what each has done to the profile."""
    for name in names:
        pilot.press(name)
        pilot.wait_for_profile()


def test_profile_screen_opens_and_closes_by_keyboard(pilot: Pilot) -> None:
    pilot.show_title()
    for _ in range(30):
        if pilot.focus_name == "profile":
            break
        pilot.key(pygame.K_TAB)
    pilot.key(pygame.K_RETURN)
    pilot.wait_for_profile()
    assert seeing.screen_of(pilot) is screen.ProfileScreen
    assert pilot.focus_name == "game"
    assert [line for line in seeing.words_shown(pilot.program.ui.stage) if " " in line] == [
        "Choose a name under Players.",
        "Spring Cleaning",
        "Finish a match to see your statistics.",
    ]
    pilot.key(pygame.K_ESCAPE)
    assert seeing.screen_of(pilot) is title.TitleScreen


def test_mouse_press_on_a_title_tile_survives_its_rebuild(pilot: Pilot) -> None:
    pilot.show_title()
    before = pilot.button("play")
    place = pilot.pixel(middle_of(before))
    pilot.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    pilot.program.feature(ProfileFeature).service.read_current_player()
    pilot.wait_for_profile()
    assert pilot.button("play") is not before
    pilot.post(pygame.MOUSEBUTTONUP, pos=place, button=1)
    pilot.wait(0.2)
    assert seeing.screen_of(pilot) is new_game.NewGameScreen


def test_renamed_person_has_the_new_name_at_the_table(pilot: Pilot) -> None:
    give_up(pilot, 11)
    press(pilot, "profile", "people")
    assert seeing.screen_of(pilot) is screen.PeopleScreen
    pilot.press("name 1")
    pilot.key(pygame.K_END)
    for _ in "Ann":  # whose name it has, where the record of the match was there first
        pilot.key(pygame.K_BACKSPACE)
    for letter in "Zoe":
        pilot.post(pygame.TEXTINPUT, text=letter)
    pilot.key(pygame.K_ESCAPE)
    if seeing.screen_of(pilot) is screen.PeopleScreen:
        pilot.key(pygame.K_ESCAPE)
    pilot.wait_for_profile()
    assert seeing.screen_of(pilot) is screen.ProfileScreen
    assert "Zoe" in seeing.words(pilot)
    assert "playing since 2020-02-20" in seeing.words(pilot)
    setup = pilot.program.setups.of("red7").without_seat(0)
    pilot.play(GameSetup("red7", (SeatPlan(), *setup.seats), dict(setup.values), seed=2))
    assert pilot.session.seats[0].name == "Zoe"


def test_table_shows_the_chosen_avatar_and_no_portrait_for_guests(pilot: Pilot) -> None:
    part = pilot.program.feature(ProfileFeature).service
    (person,) = part.read().result().people
    part.change(person._replace(name="Ada", face="frog"))
    part.read()
    pilot.wait_for_profile()
    people = SeatPlan("ada"), SeatPlan("Bo"), SeatPlan(level="casual")
    pilot.play(red7_setup(people, seed=2))
    seen = {node.picture.key[:2] for node in pilot.nodes("portrait") if node.picture}  # type: ignore[index, union-attr]
    assert seen == {("portrait", "frog"), ("portrait", "casual")}


def test_title_screen_updates_when_a_match_is_added_to_the_profile(pilot: Pilot) -> None:
    part = pilot.program.feature(ProfileFeature).service
    pilot.program.show_title()
    part.read_current_player()
    pilot.wait_for_profile()
    seats = (
        statistics.SeatFacts("Cat", HUMAN, 3, False, 5),
        statistics.SeatFacts("Tomás", "newcomer", 7, True, 5),
    )
    lost = statistics.MatchFacts("one", "red7", "{}", date(2020, 2, 20), 1, True, seats)

    def count_late(db: sqlite3.Connection) -> None:
        people.put_match(db, lost.with_people((), people.ensure_default_player(db)))

    pilot.library.write(count_late)
    part.read_current_player()
    pilot.wait_for_profile()
    assert "0 of 1 match won" in seeing.words(pilot)


def test_running_match_counts_until_the_profile_is_deleted(pilot: Pilot) -> None:
    part = pilot.program.feature(ProfileFeature).service
    for seed in (11, 12):
        pilot.play(red7_setup((SeatPlan(), SeatPlan(level="newcomer")), seed=seed, target=100))
        pilot.rush_round()
        pilot.program.show_title()
        sums = part.read().result().games["red7"]
        rounds = sum(count for count, _ in sums.tallies.values())
        assert (rounds, sums.played, sums.since is None) == (seed - 10, 0, False)
    press(pilot, "profile")
    assert "of 2 rounds" in seeing.words(pilot)
    part.delete_all()
    pilot.wait_for_profile()
    assert not part.read().result().games["red7"].turns
    pilot.program.resume()
    pilot.wait(0.5)
    pilot.program.give_up()
    pilot.wait_for_profile()
    assert part.read().result().games["red7"].turns, "what ends afterwards counts"


def test_people_are_added_edited_and_deleted(pilot: Pilot) -> None:
    pilot.program.show_profile()
    pilot.wait_for_profile()
    press(pilot, "people", "add")
    assert [node.name for node in pilot.nodes("person 2")] == ["person 2"]
    before = pilot.program.screen._book.people  # type: ignore[attr-defined]
    press(pilot, "face 2", "colour 2")
    after = pilot.program.screen._book.people  # type: ignore[attr-defined]
    assert (before[0], before[1].face != after[1].face) == (after[0], True)
    assert before[1].colour != after[1].colour
    press(pilot, "export")
    (file,) = pilot.paths.profiles.iterdir()
    press(pilot, "delete all", "yes")
    assert not pilot.nodes("person 2")
    press(pilot, "import")
    assert file.name in seeing.words(pilot)
    press(pilot, "yes")
    pilot.wait_for_profile()
    pilot.wait(0.3)
    assert "0 matches have been added." in seeing.words(pilot)


@pytest.mark.parametrize("day", [date.min, date.max])
def test_title_and_profile_screens_open_on_the_earliest_and_latest_dates(
    pilot: Pilot, day: date
) -> None:
    pilot.program.today = lambda: day
    pilot.program.profile.record(DAILY_WON._replace(key=day.isoformat(), day=day))

    pilot.program.show_title()
    pilot.program.show_profile()
    pilot.wait_for_profile()
    pilot.wait(0.3)

    assert "The profile can’t be read" not in seeing.words(pilot)
    assert pilot.nodes("calendar") or pilot.nodes("days")


def test_profile_with_a_name_that_no_font_shows_is_refused(pilot: Pilot, tmp_path: Path) -> None:
    people = [[1, "😀", statistics.COLOURS[0], HUMAN_PORTRAITS[0]]]
    kinds = {"format": exchange.FORMAT, "version": exchange.VERSION}
    head = {**kinds, "people": people, "deeds": [], "matches": []}
    file = tmp_path / "other.red7profile"
    file.write_text(json.dumps(head), encoding="utf-8")
    pilot.program.show_title()

    pilot.post(pygame.DROPFILE, file=str(file))
    pilot.wait_for_profile()

    assert "a player’s name can’t be displayed" in seeing.words(pilot)
    press(pilot, "done")
    pilot.program.show_profile()
    pilot.wait_for_profile()
    assert "😀" not in seeing.words(pilot)


def test_dropped_file_that_is_no_profile_is_refused(pilot: Pilot, tmp_path: Path) -> None:
    file = tmp_path / "other.red7profile"
    file.write_text('{"format": "songs"}', encoding="utf-8")
    pilot.program.show_title()
    pilot.post(pygame.DROPFILE, file=str(file))
    pilot.wait_for_profile()
    assert "This isn’t a profile file" in seeing.words(pilot)
    assert "format: must be" in seeing.words(pilot)


def test_failing_disk_is_reported_once(fly: Fly, tmp_path: Path) -> None:
    (tmp_path / "saves" / "library.sqlite3").mkdir(parents=True)
    pilot = fly()
    pilot.program.show_title()
    press(pilot, "profile")
    assert "Matches and results can’t be saved" in seeing.words(pilot)
    assert "The profile can’t be read right now." in seeing.words(pilot)
    pilot.wait(20.0)
    press(pilot, "close", "profile")
    assert "can’t be saved" not in seeing.words(pilot)


@pytest.mark.parametrize("ends", ["early", "late", "after a fault", "never"])
def test_writes_to_a_locked_database_are_done_when_it_is_unlocked(
    fly: Fly, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.05)
    pilot = fly()
    profile, day = pilot.program.profile, date(2020, 2, 20)
    service = pilot.program.feature(ProfileFeature).service
    service.read().result()
    holder = sqlite3.connect(pilot.paths.library, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    give_up(pilot, 11)
    for key in ("one", "two"):
        profile.record(statistics.ProfileEvent("lesson", "red7", key, day, "done"))
    pilot.wait_for_profile()
    assert [event.key for event in profile.events] == ["one", "two"]
    assert service.read().result().games["red7"].turns == 0
    if ends == "early":
        holder.execute("ROLLBACK")
        profile.record(statistics.ProfileEvent("lesson", "red7", "three", day, "done"))
        pilot.wait_for_profile()
        assert service.read().result().games["red7"].turns
    elif ends == "late":
        holder.execute("ROLLBACK")
    elif ends == "after a fault":
        pilot.program.stop_after_crash()
        pilot.program = pilot.make_program()
        holder.execute("ROLLBACK")
    else:
        pilot.program.quit()
        assert "If you quit now" in seeing.words(pilot)
        holder.execute("ROLLBACK")
    holder.close()
    pilot.close()
    keys = ["one", "two", *(["three"] if ends == "early" else [])]
    book = read_library(pilot.paths.library, people.read_all)
    assert [event.key for _, event in book.events if event.kind == "lesson"] == keys
    assert len(book.matches) == 1


@pytest.mark.parametrize("is_forgotten", [False, True])
def test_unstored_end_of_a_match_is_counted_at_the_next_start(
    fly: Fly, *, is_forgotten: bool
) -> None:
    pilot = fly()
    pilot.program.match_service.on_over = lambda session, uid: None  # it does not come to that
    pilot.start_match("newcomer", seed=11, target=1)
    pilot.rush_round()
    assert not pilot.session.to_act
    die(pilot)
    counts = []
    for _ in range(2):
        pilot = fly()
        pilot.program.preload().join()
        service = pilot.program.feature(ProfileFeature).made
        assert service is not None
        counts.append(service.read().result().games["red7"].played)
        assert not pilot.library.has_running
        if is_forgotten:
            service.delete_all()
        pilot.wait_for_profile()
        die(pilot)
    assert counts == [1, not is_forgotten]


def die(pilot: Pilot) -> None:
    """Leave what a killed program would, once everything is written."""
    pilot.library.flush()
    pilot.library._database.close()
    pilot._instance.release()


def test_profile_of_a_game_without_rounds_shows_opponents(fly: Fly) -> None:
    pilot = fly(catalogue={"bazaar": ROW})
    pilot.play(GameSetup("bazaar", (SeatPlan("Ada"), *[SeatPlan(level="trader")] * 4), {}, seed=5))
    while pilot.session.to_act:
        if pilot.session.is_viewers_turn:
            pilot.session.take(pilot.seen.legal[-1])
        else:
            pilot.wait(0.3)
    pilot.program.show_title()
    press(pilot, "profile")
    told = seeing.words(pilot)
    assert "Head to head" in told
    assert "No opponents yet." not in told


def test_profile_fits_without_scrolling_and_lists_achievements_apart(fly: Fly) -> None:
    pilot = fly(size=(1600, 900))
    pilot.start_match("newcomer", "casual", "steady", seed=11, target=1)
    pilot.rush_round()
    pilot.program.profile.record(DAILY_WON)
    pilot.program.show_profile()
    pilot.wait_for_profile()
    (cards,) = pilot.nodes("cards")
    assert isinstance(cards, ScrollView)
    assert cards.range == 0
    for name in ("figures", "shares", "rating", "against", "days", "daily", "achievements"):
        assert pilot.nodes(name), name
    seen = [node.name for node in cards.walk() if node.name.startswith("achievement ")]
    assert len(seen) == 4
    assert "achievement daily" in seen
    pilot.press("all")
    pilot.wait(0.5)
    assert (
        len({n.name for n in pilot.program.ui.stage.root.walk() if "achievement " in n.name}) > 20
    )
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.5)
    assert not pilot.nodes("all achievements view")


def test_sample_record_rounds_have_one_winner_and_one_winning_rule() -> None:
    match: Match = read_record(
        RED7.story.record_form, GOLDEN.read_text(encoding="utf-8"), CATALOGUE["red7"].rules()
    ).match
    ended = RED7.story.list_finished_rounds(match)
    assert len(ended) == 2
    assert all(len(set(each.keys)) == 1 and len(each.winners) == 1 for each in ended)


def test_achievement_toast_covers_no_end_page_symbol_and_no_panel(pilot: Pilot) -> None:
    pilot.play_to_me(red7_setup((SeatPlan(), SeatPlan(level="casual")), target=5, seed=5))
    pilot.session.take(PASS_STEP)
    pilot.program.profile.record(DAILY_WON)
    pilot.wait_for_profile()
    pilot.wait(achievements.ANNOUNCEMENT_DELAY + 1)
    (toast,) = pilot.program.ui.stage.toasts.toasts
    assert (toast.mark.is_shown, toast.mark.scale) == (True, 1.0)
    page = pilot.program.ui.stage.focus.scope
    symbols = [node for node in page.walk() if node.name.startswith("symbol ") and node.is_shown]
    assert symbols
    assert not [node for node in symbols if node.bounds.overlaps(toast.bounds)]
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.5)
    assert pilot.program.ui.stage.focus.scope is pilot.program.ui.stage.root
    panels = [zone.area for zone in pilot.view.layout.zones if zone.kind == "panel"]
    areas = [pilot.view.root.world.bounds(area) for area in panels]
    assert not [area for area in areas if area.overlaps(toast.bounds)]
    pilot.click(middle_of(toast))
    assert pilot.program.ui.stage.toasts.toasts == []


def test_achievement_is_announced_once_between_turns(pilot: Pilot) -> None:
    setup = pilot.program.setups.of("red7")
    pilot.play_to_me(GameSetup("red7", setup.seats, dict(setup.values), seed=2))
    pilot.program.profile.record(DAILY_WON)
    pilot.wait_for_profile()
    pilot.wait(achievements.ANNOUNCEMENT_DELAY + 1)
    assert "Achievement" not in seeing.words(pilot)
    pilot.program.show_title()
    pilot.wait(0.5)
    assert "Achievement: Daily dealer" in seeing.words(pilot)
    pilot.wait(15)
    press(pilot, "profile")
    pilot.wait(achievements.ANNOUNCEMENT_DELAY + 1)
    shown = seeing.words(pilot)
    assert "Achievement:" not in shown
    assert f"1 of {len(achievements.RULES) + 4}" in shown
    (reached,) = pilot.nodes("emblem got")
    assert reached.parent is not None
    assert reached.parent.name == "achievement daily"


def test_deleted_person_has_no_achievements(pilot: Pilot) -> None:
    profile = pilot.program.profile
    give_up(pilot, 11)
    profile.record(DAILY_WON)
    pilot.wait_for_profile()
    assert achievements.list_earned(profile.events) == {"daily"}
    pilot.program.feature(ProfileFeature).service.delete_all()
    pilot.wait_for_profile()
    assert profile.events == ()
    profile.record(statistics.ProfileEvent("lesson", "red7", "one", date(2020, 2, 20), "done"))
    pilot.wait_for_profile()
    assert achievements.list_earned(profile.events) == frozenset()


def test_profile_sums_are_computed_in_the_background(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.program.feature(ProfileFeature).service.write(DAILY_WON)
    pilot.wait_for_profile()
    pilot.show_title()

    def forbid_here(module: ModuleType, name: str) -> None:
        add_up = getattr(module, name)

        def added(*given: object) -> object:
            assert threading.current_thread() is not threading.main_thread(), name
            return add_up(*given)

        monkeypatch.setattr(module, name, added)

    forbid_here(achievements, "list_progress")
    forbid_here(streaks, "read_daily_record")
    pilot.press("profile")
    pilot.wait_for_profile()

    assert pilot.nodes("daily")
    assert pilot.nodes("achievements")


def test_profile_numbers_do_not_touch_after_thousands_of_matches(pilot: Pilot) -> None:
    ui = pilot.program.ui
    look, texts = ui.stage.look, ui.texts
    zoom, looks = look.theme.zoom, plots.OpponentStyle("Ravi", "cat", look.theme.colour("text"))
    row = plots.build_record_row(
        look, texts, looks, statistics.OpponentStatistics(won=1305, lost=1371), 790 * zoom
    )
    labels = [each for each in row.walk() if isinstance(each, Label)]
    spans = sorted((each.bounds.x, each.size.w) for each in labels)
    assert len(spans) == 5
    for (left, wide), (other, _) in pairwise(spans):
        assert left + wide + 8 * zoom < other
    sums = statistics.GameStatistics(played=10_000, won=5_000, turns=200_000, hints=10_000)
    card = screen.StatisticsPanelBuilder(
        look, texts, TextStyler(ui.card_art), sums, {}, {}, 832 * zoom
    ).figures()
    high = {node.size.h for node in card.walk() if isinstance(node, Label) and "000" in node.text}
    assert len(high) == 1, "all in one size"


def test_days_played_in_the_last_year_exclude_future_days(pilot: Pilot) -> None:
    ui = pilot.program.ui
    today = date(2026, 11, 22)
    days = {today + timedelta(days=n): statistics.DayStatistics(1, 0) for n in (-365, -364, 0, 1)}
    sums = statistics.GameStatistics(days=days)
    cards = screen.StatisticsPanelBuilder(
        ui.stage.look, ui.texts, TextStyler(ui.card_art), sums, {}, {}, 900
    )
    told = [node.text for node in cards.days(today).walk() if isinstance(node, Label)]
    assert "played on 2 days of the last year" in told


# -- imports that take long ------------------------------------------------------------------


class SlowImport:
    """Holds an import in its thread until it is let go; then it looks whether to stop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate = threading.Event()
        self.has_begun = threading.Event()
        self._read = exchange.read_profile
        monkeypatch.setattr(exchange, "read_profile", self.read)

    def read(self, file: Path, progress: JobProgress) -> statistics.ProfileData:
        progress.share = 0.3
        self.has_begun.set()
        while not self.gate.wait(0.01):
            if progress.is_cancelled:
                raise Cancelled
        return self._read(file, progress)


def begin_import(pilot: Pilot, tmp_path: Path) -> None:
    """Begin to import a file with one match."""
    file = tmp_path / "there.red7profile"
    profile = statistics.ProfileData((statistics.NOBODY,), 1, ())
    file.write_text(exchange.write_profile(profile), "utf-8")
    pilot.program.feature(ProfileFeature).service.import_profile(file)


def test_long_import_shows_progress_and_can_be_cancelled(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowImport(monkeypatch)
    pilot.show_title()
    begin_import(pilot, tmp_path)
    assert slow.has_begun.wait(20)
    pilot.step_frame()
    is_shown_at_once = pilot.scope == "waiting"
    pilot.wait(PROGRESS_DELAY + 0.2)

    label = pilot.node("share")
    assert isinstance(label, Label)
    assert (is_shown_at_once, pilot.scope, label.text) == (False, "waiting", "30%")
    pilot.press("cancel")
    wait_until_idle(pilot)

    assert pilot.scope != "waiting"
    assert pilot.program.ui.stage.toasts.toasts[-1].message.startswith("Cancelled: ")


@pytest.mark.parametrize("is_cancelled", [True, False])
def test_garbage_collection_pauses_during_an_import(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_cancelled: bool
) -> None:
    slow = SlowImport(monkeypatch)
    pilot.show_title()

    begin_import(pilot, tmp_path)
    pilot.wait(PROGRESS_DELAY + 0.2)
    was_paused = COLLECTION_PAUSE.is_on
    if is_cancelled:
        pilot.press("cancel")
    else:
        slow.gate.set()
    wait_until_idle(pilot)

    assert was_paused
    assert not COLLECTION_PAUSE.is_on


def test_long_profile_import_closes_its_progress_page_when_done(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowImport(monkeypatch)
    pilot.show_title()
    begin_import(pilot, tmp_path)
    pilot.wait(PROGRESS_DELAY + 0.2)
    slow.gate.set()
    wait_until_idle(pilot)

    assert pilot.scope != "waiting"
    assert pilot.program.ui.stage.toasts.toasts[-1].message == "0 matches have been added."


def test_quitting_cancels_an_import_and_does_not_wait_for_it(
    pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SlowImport(monkeypatch)
    pilot.show_title()
    begin_import(pilot, tmp_path)

    pilot.program.quit()

    assert not pilot.program.is_running
    assert not COLLECTION_PAUSE.is_on


def wait_until_idle(pilot: Pilot) -> None:
    """Wait until the profiles' service waits for nothing."""
    service = pilot.program.feature(ProfileFeature).service
    for _ in range(2000):
        pilot.step_frame()
        if service._task is None:
            return
        time.sleep(0.01)
    raise AssertionError("the import does not end")


def test_line_of_a_plot_is_equally_thick_in_every_direction() -> None:
    def measure_ink(degrees: float) -> int:
        angle = math.radians(degrees)
        end = 0.5 + 0.4 * math.cos(angle), 0.5 + 0.4 * math.sin(angle)
        line = plots.PlotLine(pictures.WHITE, ((0.5, 0.5), end), 0.04)
        picture = plots.lines_picture((line,)).paint(200, 200)
        assert isinstance(picture, pygame.Surface)
        return sum(picture.get_at((x, y)).a for x in range(200) for y in range(200))

    inks = [measure_ink(degrees) for degrees in (0.0, 30.0, 45.0, 60.0, 90.0)]

    assert min(inks) > 0.95 * max(inks)
