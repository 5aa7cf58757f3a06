"""Several people at one screen: the screen passes on, and no one sees what is not theirs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pygame
import pytest

from red7_desktop.app.table.hot_seat import GUARD
from red7_desktop.games.spring_cleaning.rules.cards import DRAW, DRAW_STEP, TAKE
from red7_desktop.games.spring_cleaning.rules.cards import INSERT as PUT_IN
from red7_desktop.games.spring_cleaning.rules.cards import OFFER as PUT_OUT
from red7_desktop.kit.settings import INSTANT
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.play.session import may_see_hand
from red7_desktop.scene.geometry import Vec
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.tabletop.game import IllegalStep
from tests.setups import red7_setup
from tests.ui.conftest import Fly
from tests.ui.listening import Recorder
from tests.ui.pilot import LONG_FRAME, Mouse, Pilot
from tests.ui.screens import LONG
from tests.ui.seeing import words

PEOPLE = (SeatPlan("Ada"), SeatPlan("Bo"), SeatPlan("Cleo"), SeatPlan(level="casual"))
GAMES = {
    "red7": red7_setup(PEOPLE, seed=4, actions=True),
    "spring": GameSetup("spring", PEOPLE, {"pickup": "at_once"}, seed=2),
}
HIDDEN = ("hand", "drawn", "picked", "deck")
OTHERS_DRAW = re.compile(r"(?!You )\b\w+ drew (?:the )?[1-9](?! from)")
OWN = re.compile(r"Your hand|You drew [1-9](?! from)|Put the [1-9] in")
"""What only one of those who listen may know."""


class WatchedPilot(Pilot):
    """Looks for hidden faces in every node of every frame that would be drawn."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.leaks: list[str] = []

    def step_frame(self, seconds: float = 1 / 60, *, draws: bool = True) -> None:
        super().step_frame(seconds, draws=False)
        if draws and self.program.session is not None:
            self.leaks += self._leaked()

    def wait(self, seconds: float, frame: float = LONG_FRAME, *, draws: bool = True) -> None:
        super().wait(seconds, frame)

    def _leaked(self) -> list[str]:
        """List the cards with a face, in their node or in its picture, that may not be known."""
        session = self.session
        zones = session.observe().zones if session.viewer is None else {}
        known = zones or self.seen.zones
        leaks = []
        for node in self.program.ui.stage.root.walk():
            if not isinstance(node, CardNode) or not node.zone.startswith(HIDDEN):
                continue
            kind, _, letter = node.zone.partition(":")
            seat = "ABCD".find(letter) if letter else -1
            is_own = seat == session.viewer and may_see_hand(session, seat)
            if not is_own and (node.shown or node.face) not in {None, *known[node.zone]}:
                leaks.append(f"{kind} of {letter} shows {node.shown or node.face}")
        return leaks


def come_to_turn(pilot: Pilot) -> None:
    """Wait for a person to be asked, and open the curtain."""
    for _ in range(40):
        if pilot.nodes("reveal"):
            assert pilot.session.viewer is None
            pilot.wait(0.7)
            pilot.press("reveal")
        pilot.wait(0.4)
        if pilot.session.is_viewers_turn and not pilot.nodes("reveal"):
            return
    raise AssertionError("nobody is asked")


def take(pilot: Pilot) -> int:
    """Open the curtain, take the next step of the seat to act, and return its kind."""
    come_to_turn(pilot)
    step = pilot.plan()[0]
    if step.kind == TAKE and DRAW_STEP in pilot.seen.legal:
        step = DRAW_STEP  # what others must not see
    pilot.session.take(step)
    pilot.wait(0.4)
    return int(step.kind)


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_of_others_are_neither_shown_nor_spoken(fly: Fly, game: str) -> None:
    pilot = fly(WatchedPilot)
    pilot.program.ui.speech = recorder = Recorder()
    pilot.change(spoken_log=True)
    pilot.play(GAMES[game])
    if game == "red7":
        eyes = set()
        for _ in range(4):
            come_to_turn(pilot)
            eyes.add(pilot.session.viewer)
            Mouse(pilot).take_turn()
        assert eyes == {0, 1, 2}
    else:
        assert {DRAW, PUT_IN, PUT_OUT} <= {take(pilot) for _ in range(14)}
        assert any("drew a card" in said for said in recorder.said)
        assert not [said for said in recorder.said if OTHERS_DRAW.search(said) or OWN.search(said)]
    assert pilot.leaks == []


def test_hot_seat_undo_stops_at_a_draw(pilot: Pilot) -> None:
    pilot.play(GAMES["spring"])
    while take(pilot) != DRAW:
        pass
    drawn = pilot.session.match.revision
    take(pilot)
    pilot.press("undo")
    pilot.wait(0.4)
    assert pilot.session.match.revision == drawn
    assert not [node for node in pilot.nodes("undo") if node.interactive and node.focusable]


# == The curtain between players who share a screen.

THREE = red7_setup(tuple(SeatPlan(name) for name in LONG[:3]), seed=9, target=100)
ALONE = red7_setup((SeatPlan(LONG[0]), *[SeatPlan(level="newcomer")] * 2), seed=9)
BETWEEN = red7_setup((SeatPlan("Ada"), SeatPlan(level="newcomer"), SeatPlan("Cy")), seed=9)


def is_covered(pilot: Pilot) -> bool:
    assert bool(pilot.nodes("reveal")) is (pilot.scope == "curtain")
    return pilot.scope == "curtain"


def hands_seen(pilot: Pilot) -> set[str]:
    """List the hands with visible faces."""
    return {card.zone for card in pilot.view.cards if card.zone.startswith("hand") and card.shown}


def end_turn(pilot: Pilot) -> None:
    while (last := pilot.seen.legal[-1]) and str(last) != "pass":
        pilot.session.take(pilot.seen.legal[0])
    pilot.session.take(last)


def open_curtain(pilot: Pilot) -> None:
    pilot.wait(GUARD + 0.1)
    pilot.key(pygame.K_RETURN)


@pytest.fixture
def covered(pilot: Pilot) -> Pilot:
    """A match of three people, before anybody has pressed."""
    pilot.program.play(THREE)
    pilot.step_frame()
    return pilot


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def test_curtain_names_the_next_player_and_hides_hands_until_opened(
    covered: Pilot,
) -> None:
    assert is_covered(covered)
    assert (covered.session.viewer, hands_seen(covered)) == (None, set())
    seat = covered.session.to_act[0]
    assert covered.session.seats[seat].name in words(covered)
    open_curtain(covered)
    assert not is_covered(covered)
    assert (covered.session.viewer, hands_seen(covered)) == (seat, {f"hand:{'ABC'[seat]}"})
    assert covered.view.is_own_hand(f"hand:{'ABC'[seat]}")


def test_curtain_never_shows_with_only_one_human_player(pilot: Pilot) -> None:
    pilot.program.play(ALONE)
    pilot.step_frame()
    assert not is_covered(pilot)
    assert pilot.session.viewer == 0


def test_curtain_covers_the_hands_as_soon_as_a_turn_ends(covered: Pilot) -> None:
    open_curtain(covered)
    covered.wait(1.0)
    before = covered.session.viewer
    covered.program.show_settings()
    end_turn(covered)
    assert is_covered(covered), "the page that was open has closed"
    assert covered.session.to_act[0] != before
    assert (covered.session.viewer, hands_seen(covered)) == (None, set())


@pytest.mark.sampled(count=1)
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1440, 1080)], ids=str)
def test_curtain_hides_the_table_in_every_frame(fly: Fly, size: tuple[int, int]) -> None:
    pilot = fly(size=size)
    pilot.program.play(THREE)
    open_curtain(pilot)
    pilot.wait(1.0)
    stage = pilot.program.ui.stage
    stage.toasts.show("Under blue you have 3 colours.")
    end_turn(pilot)
    for _ in range(30):
        pilot.step_frame(draws=True)
        with_table = pixels(pilot.surface)
        stage.screen_layer.visible = stage.flight_layer.visible = stage.toasts.visible = False
        stage.draw(pilot.surface)
        assert pixels(pilot.surface) == with_table
        stage.screen_layer.visible = stage.flight_layer.visible = stage.toasts.visible = True


def test_curtain_covers_a_growing_window_at_once(covered: Pilot) -> None:
    covered.wait(1.0)
    covered.surface = pygame.Surface((1440, 1080))
    covered.step_frame(draws=True)
    grown, stage = pixels(covered.surface), covered.program.ui.stage
    stage.screen_layer.visible = False
    stage.draw(covered.surface)
    assert pixels(covered.surface) == grown


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE])
def test_curtain_ignores_input_right_after_it_appears(covered: Pilot, key: int) -> None:
    covered.program.play(THREE)
    for _ in range(3):
        covered.key(key)
        covered.pad(pygame.CONTROLLER_BUTTON_A)
        covered.press("reveal")
    assert is_covered(covered)


def test_curtain_does_not_open_by_clicks_beside_its_button(covered: Pilot) -> None:
    covered.wait(GUARD + 0.1)
    sheet = covered.node("sheet")
    covered.click(covered.program.ui.stage.look.visible_area.position + Vec(4.0, 4.0))
    covered.click(sheet.world.apply(Vec(sheet.size.w / 2, 8.0)))
    assert is_covered(covered)


def test_curtain_recap_lists_turns_of_others(covered: Pilot) -> None:
    first = covered.session.to_act[0]
    open_curtain(covered)
    end_turn(covered)
    lines = words(covered).splitlines()
    assert "Since your last turn" in lines
    name = covered.session.seats[first].name
    assert any(line.startswith(name) and "dropped out" in line for line in lines)


def test_curtain_says_once_that_the_last_player_is_out(covered: Pilot) -> None:
    first = covered.session.to_act[0]
    open_curtain(covered)
    covered.session.take(covered.seen.legal[-1])
    name = covered.session.seats[first].name
    sentence = f"{name} is out until the next round."
    assert sentence in words(covered).splitlines()

    open_curtain(covered)
    while not is_covered(covered):
        covered.session.take(covered.seen.legal[0])

    assert sentence not in words(covered).splitlines()


def test_hand_is_hidden_when_an_ai_plays_after_a_human_turn(pilot: Pilot) -> None:
    pilot.program.play(BETWEEN)
    while pilot.session.to_act[0] != 0:
        pilot.wait(0.2)
        if is_covered(pilot) and pilot.session.to_act[0] != 0:
            open_curtain(pilot)
            end_turn(pilot)
    open_curtain(pilot)
    end_turn(pilot)
    assert pilot.session.to_act == (1,)
    assert not is_covered(pilot)
    assert pilot.session.viewer is None
    pilot.wait(0.5)
    assert pilot.session.to_act == (1,), "it thinks before everyone's eyes"
    assert hands_seen(pilot) == set()
    while pilot.session.to_act == (1,):
        pilot.wait(0.2)
    assert is_covered(pilot)


def test_no_hand_is_open_between_rounds_in_hot_seat(
    covered: Pilot,
) -> None:
    frames = 0
    while not covered.session.is_waiting_for_table:
        if is_covered(covered):
            open_curtain(covered)
        for _ in range(6):
            covered.step_frame()
            frames += 1
            for zone in hands_seen(covered):
                assert may_see_hand(covered.session, "ABC".index(zone[-1]))
        end_turn(covered)
    assert frames >= 12
    assert (covered.session.viewer, hands_seen(covered)) == (None, set())
    assert not covered.nodes("reveal")
    covered.session.deal_next_round()
    assert covered.nodes("reveal")
    assert hands_seen(covered) == set()


def test_focus_is_on_a_hand_card_when_the_curtain_has_opened(covered: Pilot) -> None:
    focus = covered.program.ui.stage.focus
    focus.is_visible = True
    for _ in range(2):
        open_curtain(covered)
        assert isinstance(focus.current, CardNode)
        assert covered.view.is_own_hand(focus.current.zone)
        focus.focus(covered.node("log"))
        end_turn(covered)


def test_undo_of_a_previous_players_turn_is_refused(covered: Pilot) -> None:
    open_curtain(covered)
    end_turn(covered)
    with pytest.raises(IllegalStep):
        covered.session.undo()
    open_curtain(covered)
    with pytest.raises(IllegalStep):
        covered.session.undo()


def test_input_works_while_the_curtain_opens(covered: Pilot) -> None:
    open_curtain(covered)
    stage = covered.program.ui.stage
    assert covered.nodes("left half")
    assert not any(node.interactive for node in stage.flight_layer.walk())
    assert stage.focus.scope is stage.root
    covered.wait(0.6)
    assert not covered.nodes("left half")


@pytest.mark.parametrize("settings", [{"reduced_motion": True}, {"speed": INSTANT}], ids=str)
def test_curtain_disappears_without_animation_with_reduced_motion(
    pilot: Pilot, settings: dict[str, Any]
) -> None:
    pilot.change(**settings)
    pilot.program.play(THREE)
    open_curtain(pilot)
    assert not is_covered(pilot)
    assert not pilot.nodes("left half")


def offers(pilot: Pilot) -> list[tuple[str | None, ...]]:
    return [pilot.session.observe().zones[f"offer:{seat}"] for seat in "ABC"]


def test_curtain_shows_the_cards_that_each_player_openly_offers(pilot: Pilot) -> None:
    plans = (SeatPlan("Ann"), SeatPlan("Ben"), SeatPlan(level="casual"))
    pilot.play(GameSetup("spring", plans, {}, 11))
    for _ in range(60):
        pilot.wait(0.5)
        if pilot.nodes("open cards"):
            break
        if pilot.nodes("reveal"):
            assert not any(any(row) for row in offers(pilot)), "first offers are not open yet"
            pilot.wait(1.0)
            pilot.press("reveal")
            pilot.wait(1.0)
        if pilot.session.is_viewers_turn:
            pilot.session.take(pilot.session.observe().legal[0])
    shown = [
        [card.name.removeprefix("card ") for card in row.children]
        for row in pilot.nodes("open cards")
    ]
    assert shown == [list(row) for row in offers(pilot) if row] != []
