"""The title: the first minute of someone new, two games in the catalogue, Spring Cleaning's row."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cached_property
from itertools import combinations
from typing import Any

import pygame
import pytest

from red7_desktop import PRODUCT
from red7_desktop.app.launch import list_first_settings, parse_setup
from red7_desktop.app.profile.own_profile import UNLOCK_RULES
from red7_desktop.app.screens.title import TitleScreen
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.games.red7.face.view import TitleFan
from red7_desktop.games.red7.players.levels import LEVELS
from red7_desktop.games.registry import CATALOGUE
from red7_desktop.kit import texts
from red7_desktop.kit.settings import FIRST_TABLE, QUIET_MUSIC
from red7_desktop.kit.setup import GameSetup, OptionRow, SeatPlan
from red7_desktop.scene import geometry, pictures
from red7_desktop.tabletop.files import InvalidValue
from red7_desktop.tabletop.game import OptionSpec
from red7_desktop.tabletop.rounds import write_record
from tests.bazaar import face, row
from tests.setups import FIRST, red7_setup
from tests.ui.conftest import Fly
from tests.ui.pilot import Hands, Pilot, middle_of
from tests.ui.screens import show_new_game
from tests.ui.seeing import screen_of, words

FINER = ("actions", "starter", "deal kind")
"""The controls of what most games do without."""


def test_new_player_reaches_a_winnable_game_in_two_presses(pilot: Pilot) -> None:
    pilot.show_title()
    pilot.press("play")
    pilot.wait(0.3)
    pilot.press("seat 1")
    pilot.wait(0.3)
    assert "Good for your first game." in words(pilot)
    pilot.key(pygame.K_ESCAPE)
    for word in ("Elo", "edition", "Edition", "Deal", "deal"):
        assert word not in words(pilot)
    pilot.press("start")
    pilot.wait(0.3)
    assert isinstance(pilot.program.screen, TableScreen)
    rules = pilot.seen.options.rules
    assert not rules.advanced
    assert not rules.actions
    assert [seat.player for seat in pilot.session.seats] == [None, LEVELS[0].key]


def test_more_button_toggles_further_options_and_keeps_the_focus(pilot: Pilot) -> None:
    show_new_game(pilot, FIRST)
    pilot.focus_on("more")
    pilot.key(pygame.K_RETURN)
    assert all(pilot.nodes(name) for name in FINER)
    assert pilot.focus_name == "more"
    pilot.pad(pygame.CONTROLLER_BUTTON_A)
    assert not any(pilot.nodes(name) for name in FINER)
    pilot.press("more")
    assert pilot.nodes("starter")


def test_hidden_new_game_options_are_summarised_in_words(pilot: Pilot) -> None:
    show_new_game(pilot, FIRST.with_values(advanced=True, target=12))
    assert not pilot.nodes("target")
    assert "to 12 points" in words(pilot)


@pytest.mark.parametrize("hands", ["keyboard", "gamepad"], indirect=True)
def test_new_game_is_started_by_keyboard_or_gamepad_alone(pilot: Pilot, hands: Hands) -> None:
    pilot.show_title()
    hands.press("play")
    hands.press("more")
    assert pilot.nodes("starter")
    hands.press("start")
    assert isinstance(pilot.program.screen, TableScreen)


def test_tiles_do_not_change_text_when_the_profile_is_read(fly: Fly) -> None:
    pilot = fly()
    pilot.show_title()
    assert "First game, 3 minutes" in words(pilot)
    pilot.close()
    again = fly()
    again.show_title()
    assert "First game, 3 minutes" not in words(again)


# -- who is who ------------------------------------------------------------------------------


def test_players_with_the_same_initial_get_two_letter_labels(pilot: Pilot) -> None:
    people = (SeatPlan("Sam"), SeatPlan("Sue"), SeatPlan("Ann"), SeatPlan(level="steady"))
    show_new_game(pilot, replace(FIRST, seats=people))
    assert {"Sa", "Su", "A"} <= set(words(pilot).split("\n"))
    pilot.play(red7_setup(people, seed=4))
    pilot.press("reveal")
    pilot.wait(0.5)
    assert {"Sa", "Su", "A"} <= set(words(pilot).split("\n"))


# == Pages of a program with several games.

_TODAY = date(2020, 2, 20)
PACE = OptionSpec("pace", ("slow", "brisk"), "slow")


class PacedSetup(face.BazaarLook):
    """Has an option more than the rules."""

    options = (PACE,)

    def to_options(self, setup: GameSetup) -> dict[str, Any]:
        return {"seats": len(setup.seats)}

    def build_option_rows(self, setup: GameSetup, texts: texts.Texts) -> Sequence[OptionRow]:
        choices = (("slow", "Slow"), ("brisk", "Brisk"))
        return (OptionRow("pace", "Pace", choices, setup.values["pace"]),)


class PacedFace(face.BazaarView):
    """Bazaar with that option."""

    setup = cached_property(PacedSetup)


FACE = PacedFace()
TWO = {"red7": CATALOGUE["red7"], "bazaar": row.ROW._replace(view=lambda: FACE)}
PAIR = GameSetup("bazaar", (SeatPlan(), SeatPlan(level="trader")), {"pace": "slow"}, seed=3)


@pytest.fixture
def pilot_with_two_games(fly: Fly) -> Pilot:
    flying: Pilot = fly(catalogue=TWO)
    flying.program.show_title()
    flying.wait(1.0)
    return flying


def test_window_title_names_the_game(pilot_with_two_games: Pilot) -> None:
    said: list[str] = []
    program = pilot_with_two_games.program
    program._set_title = said.append
    program.play(replace(PAIR, seats=(SeatPlan(), *[SeatPlan(level="trader")] * 4)))
    program.ui.change_settings(replace(program.ui.settings, language="de"))
    program.show_title()
    game = FACE.title(texts.Texts())
    assert list(dict.fromkeys(said)) == [game, PRODUCT]


def test_title_screen_shows_a_panel_with_rules_for_each_game(pilot_with_two_games: Pilot) -> None:
    panels = [pilot_with_two_games.nodes(f"game {name}")[0].bounds for name in TWO]
    assert not any(one.overlaps(other) for one, other in combinations(panels, 2))
    pilot_with_two_games.press("rules bazaar")
    pilot_with_two_games.wait(0.5)
    assert pilot_with_two_games.nodes("page overview")
    assert "Red7 in short" not in words(pilot_with_two_games)


def test_first_click_on_a_title_card_selects_its_game_next_opens_rule(
    pilot_with_two_games: Pilot,
) -> None:
    def click_red_card() -> None:
        (art,) = pilot_with_two_games.node("emblem red7").children
        assert isinstance(art, TitleFan)
        card = art._cards[0]
        pilot_with_two_games.click(
            card.world.apply(geometry.Vec(0.2 * card.size.w, 0.2 * card.size.h))
        )
        pilot_with_two_games.wait(0.5)

    pilot_with_two_games.press("game bazaar")
    pilot_with_two_games.wait(0.5)

    click_red_card()
    assert pilot_with_two_games.program.setups.last == "red7"
    assert not pilot_with_two_games.nodes("page R")

    click_red_card()
    assert pilot_with_two_games.nodes("page R")


def test_game_chosen_on_the_title_is_remembered(pilot_with_two_games: Pilot) -> None:
    pilot_with_two_games.press("game bazaar")
    pilot_with_two_games.press("play")
    pilot_with_two_games.wait(0.5)
    assert pilot_with_two_games.nodes("pace")
    assert pilot_with_two_games.program.setups.last == "bazaar"
    pilot_with_two_games.press("back")
    pilot_with_two_games.press("play red7")
    pilot_with_two_games.wait(0.5)
    assert pilot_with_two_games.nodes("preset Match")


def test_switch_button_on_the_title_screen_selects_the_other_game(
    pilot_with_two_games: Pilot,
) -> None:
    for chosen in ("bazaar", "red7"):
        pilot_with_two_games.press("switch")
        assert pilot_with_two_games.program.ui.stage._fade is not None
        pilot_with_two_games.wait(0.5)
        assert pilot_with_two_games.program.setups.last == chosen


def test_daily_challenge_tile_draws_its_cards_after_the_first_frame(pilot: Pilot) -> None:
    pilot.program.show_title()
    pilot.step_frame()
    (cards,) = pilot.nodes("tile cards")
    assert not cards.children
    pilot.wait(0.3)
    assert len(list(cards.children[0].children)) == 3


def test_title_screen_cards_do_not_cover_the_caption_below(pilot: Pilot) -> None:
    pilot.program.show_title()
    told = 0
    for _ in range(120):
        pilot.step_frame()
        for caption in [each for each in pilot.nodes("caption") if each.alpha]:
            told += 1
            assert caption.parent is not None
            cards = [each.bounds for each in caption.parent.children if each.interactive]
            words = [each.bounds for each in caption.children]
            assert not any(card.overlaps(each) for card in cards for each in words)
    assert told


def test_title_cards_stay_beside_a_running_match_at_large_scale(fly: Fly) -> None:
    flying = fly(size=(1920, 1080))
    flying.change(ui_scale=200)
    flying.start_match("casual", seed=4)
    flying.program.show_title()
    flying.wait(1.0)
    assert flying.nodes("continue")
    assert flying.nodes("emblem red7")


def test_new_game_screen_shows_and_stores_the_options_of_its_game(
    pilot_with_two_games: Pilot,
) -> None:
    pilot_with_two_games.press("play bazaar")
    pilot_with_two_games.wait(0.5)
    assert pilot_with_two_games.nodes("pace")
    assert not pilot_with_two_games.nodes("preset Match")
    pilot_with_two_games.press("seats 5")
    assert "5 players" in words(pilot_with_two_games)
    node = pilot_with_two_games.node("pace")
    pilot_with_two_games.click(node.world.apply(geometry.Vec(0.9 * node.size.w, node.size.h / 2)))
    pilot_with_two_games.wait(0.3)
    pilot_with_two_games.press("back")
    setup, troubles = pilot_with_two_games.program.setups.load()
    assert (setup.game, len(setup.seats), dict(setup.values), troubles) == (
        "bazaar",
        5,
        {"pace": "brisk"},
        (),
    )


def test_matches_of_two_games_can_be_rematched_and_resumed(pilot_with_two_games: Pilot) -> None:
    match_service = pilot_with_two_games.program.match_service
    texts = pilot_with_two_games.program.ui.texts
    first = match_service.begin(PAIR, texts)
    assert [seat.name for seat in first.seats] == ["You", "Tess"]
    assert match_service.rematch().match.game.name == "bazaar"
    other = match_service.begin(pilot_with_two_games.program.setups.of("red7"), texts)
    assert other.match.game.name == "red7"
    match_service.leave()
    kept = [each.uid for each in pilot_with_two_games.library.list_running()]
    assert {match_service.resume(uid).match.game.name for uid in kept} == {"red7", "bazaar"}
    assert "seed: 3\n" in write_record(
        FACE.story.record_form, first.match, ["You", "Tess"], ["human", "trader"], _TODAY
    )


def asked(pilot: Pilot, **arguments: Any) -> GameSetup:
    """Return the set-up that arguments of the command line ask for."""
    given = {"game": None, "seats": None, "rules": None, "deal": None, **arguments}
    return parse_setup(argparse.Namespace(**given), pilot.paths, TWO)


def test_command_line_selects_a_game_and_options(pilot_with_two_games: Pilot) -> None:
    setup = asked(pilot_with_two_games, game="bazaar", seats=5, rules="pace=brisk", deal=7)
    assert (setup.game, len(setup.seats), setup.seed) == ("bazaar", 5, 7)
    assert setup.values["pace"] == "brisk"
    assert asked(pilot_with_two_games, rules="basic+actions").values["actions"]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"game": "chess"}, "--game: 'chess' is not one of red7, bazaar"),
        ({"seats": 5}, "--seats: must be 2 to 4"),
        ({"rules": "expert"}, "--rules: 'expert': must begin with"),
        ({"game": "bazaar", "rules": "speed=2"}, "--rules: no such option; there are pace"),
        ({"game": "bazaar", "rules": "pace=2"}, "--rules: '2' is not one of slow, brisk"),
        ({"deal": -1}, "--deal: must be 0 to"),
    ],
    ids=str,
)
def test_invalid_command_line_argument_is_named_in_the_error(
    pilot_with_two_games: Pilot, arguments: dict[str, Any], why: str
) -> None:
    with pytest.raises(InvalidValue, match=why):
        asked(pilot_with_two_games, **arguments)


# == Spring Cleaning's art on the title.

SPRING = {"spring": CATALOGUE["spring"]}


@pytest.fixture
def pilot_of_spring(fly: Fly) -> Pilot:
    flying: Pilot = fly(catalogue=SPRING)
    flying.program.show_title()
    flying.wait(2.0)
    return flying


def raised(pilot: Pilot) -> list[str]:
    """Name the cards that stand higher than the lowest."""
    cards = [card for face in "34568" for card in pilot.nodes(f"card {face}")]
    lowest = max(card.position.y for card in cards)
    return [card.name.removeprefix("card ") for card in cards if card.position.y < lowest - 1.0]


def test_title_screen_raises_one_group_of_cards_after_another(pilot_of_spring: Pilot) -> None:
    assert raised(pilot_of_spring) == ["3", "4", "5", "6"]
    pilot_of_spring.wait(3.5)
    assert raised(pilot_of_spring) == ["8"]
    assert "A single card is the weakest play." in words(pilot_of_spring)


def test_title_screen_raises_the_card_group_under_the_pointer(
    pilot_of_spring: Pilot,
) -> None:
    first = pilot_of_spring.nodes("card 3")[0]
    pilot_of_spring.move(middle_of(first))
    pilot_of_spring.wait(0.6)
    assert raised(pilot_of_spring) == ["3", "3"]
    pilot_of_spring.click(middle_of(first))
    pilot_of_spring.wait(0.3)
    assert screen_of(pilot_of_spring) is TitleScreen
    assert raised(pilot_of_spring) == ["3", "3"]


def test_title_screen_panel_has_the_colour_of_its_game(pilot: Pilot) -> None:
    pilot.show_title()
    stage = pilot.program.ui.stage

    def is_green(name: str) -> bool:
        panel = pilot.nodes(f"game {name}")[0]
        assert isinstance(panel.picture, pictures.BoxPicture)
        assert isinstance(panel.picture.fill, pictures.Gradient)
        return panel.picture.fill.top.g > panel.picture.fill.top.r

    rooms = [stage.look.theme.colour("table")]
    assert (is_green("red7"), is_green("spring")) == (False, True)
    pilot.nodes("game spring")[0].activate()
    pilot.wait(0.5)
    rooms.append(stage.look.theme.colour("table"))
    assert (is_green("red7"), is_green("spring")) == (False, True)
    assert [room.g > room.r for room in rooms] == [False, True]


def test_title_screen_card_row_is_still_with_reduced_motion(pilot_of_spring: Pilot) -> None:
    pilot_of_spring.change(reduced_motion=True)
    pilot_of_spring.program.show_title()
    pilot_of_spring.wait(0.5)
    assert len(pilot_of_spring.nodes("card 3")) == 2
    before = raised(pilot_of_spring)
    pilot_of_spring.wait(4.0)
    assert raised(pilot_of_spring) == before == ["3", "4", "5", "6"]


def test_music_is_switched_on_and_off_on_the_title(pilot: Pilot) -> None:
    pilot.show_title()

    for volume in (QUIET_MUSIC, 0):
        pilot.press("music")
        pilot.wait(0.3)

        assert pilot.program.ui.settings.music_volume == volume


def test_quiet_music_begins_with_the_first_press_after_installation(pilot: Pilot) -> None:
    pilot.show_title()
    pilot.program.plays_music_from_first_press = True
    assert pilot.program.ui.settings.music_volume == 0

    pilot.press("play")
    pilot.wait(0.3)

    assert pilot.program.ui.settings.music_volume == QUIET_MUSIC


@pytest.mark.parametrize("is_new", [True, False])
def test_first_start_sets_the_first_table_design_later_ones_do_not(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, *, is_new: bool
) -> None:
    monkeypatch.setattr(pilot.library, "is_new", is_new)

    settings = list_first_settings(pilot.paths, pilot.library)

    assert settings.get("table") == (FIRST_TABLE if is_new else None)
    assert FIRST_TABLE not in UNLOCK_RULES


def test_table_design_of_the_first_start_is_saved(fly: Fly) -> None:
    first = fly(first_settings={"table": FIRST_TABLE})
    first.program.show_title()
    first.wait(0.3)

    second = Pilot(first.paths.config.parent)

    assert second.program.ui.settings.table == FIRST_TABLE
    second.close()


def test_start_with_saved_settings_is_not_the_first_start(pilot: Pilot) -> None:
    pilot.change(speed=2.0)
    assert pilot.paths.settings.exists()

    assert list_first_settings(pilot.paths, pilot.library) == {}
