"""Several people at one screen: the screen passes on, and no one sees what is not theirs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.table.hot_seat import GUARD, HotSeat
from red7_desktop.games.spring_cleaning.rules.cards import DRAW, TAKE, THE_DRAW
from red7_desktop.games.spring_cleaning.rules.cards import INSERT as PUT_IN
from red7_desktop.games.spring_cleaning.rules.cards import OFFER as PUT_OUT
from red7_desktop.kit.settings import INSTANT, Settings
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.play.session import may_look
from red7_desktop.scene.geometry import Vec
from red7_desktop.table.card_nodes import CardNode
from red7_desktop.tabletop.game import IllegalStep
from tests.setups import red7_setup
from tests.ui import screens, test_languages
from tests.ui.pilot import Mouse, Pilot

# == hot seat ==============================================================================


PEOPLE = red7_setup((SeatPlan("Ada"), SeatPlan("Bo"), SeatPlan(level="casual")), seed=4)


def watch(pilot: Pilot) -> list[str]:
    """Look at every frame from now on; list the hidden cards that lie open in one."""
    leaks: list[str] = []
    frame = pilot.frame

    def watched_frame(seconds: float = 1 / 60, *, draws: bool = True) -> None:
        frame(seconds, draws=draws)
        if pilot.program.session is not None:
            leaks.extend(leaked(pilot))

    pilot.frame = watched_frame  # type: ignore[method-assign]
    return leaks


def leaked(pilot: Pilot) -> list[str]:
    """List the cards of hands that show their face although they may not be seen."""
    session = pilot.session
    shown: list[str] = []
    for seat, letter in enumerate("ABC"):
        is_own = seat == session.viewer and may_look(session, seat)
        if not is_own:
            row = pilot.view.cast.rows[f"hand:{letter}"]
            shown += [f"{letter}: {card.shown}" for card in row if card.shown is not None]
    return shown


def play(pilot: Pilot, turns: int) -> list[int]:
    """Play some turns by hand; give whose eyes the screen had at each."""
    eyes: list[int] = []
    for _ in range(turns):
        pilot.wait(1.0)
        waited = 0
        while not pilot.nodes("reveal") and not pilot.session.is_viewers_turn:
            pilot.wait(0.5)
            waited += 1
            if not pilot.session.to_act or pilot.session.is_waiting_for_table:
                return eyes
            assert waited < 100
        if pilot.nodes("reveal"):
            assert pilot.session.viewer is None
            reveal(pilot)
        viewer = pilot.session.viewer
        assert viewer is not None
        eyes.append(viewer)
        Mouse(pilot).take_turn()
    return eyes


def reveal(pilot: Pilot) -> None:
    """Open the curtain, once it lets itself be opened."""
    pilot.wait(1.0)
    pilot.press("reveal")
    pilot.wait(1.0)


def test_the_screen_passes_from_one_person_to_the_other(pilot: Pilot) -> None:
    pilot.program.play(PEOPLE)
    leaks = watch(pilot)
    eyes = play(pilot, 6)
    assert {0, 1} <= set(eyes)
    assert leaks == []


def test_before_anybody_has_pressed_no_hand_is_open(pilot: Pilot) -> None:
    pilot.program.play(PEOPLE)
    leaks = watch(pilot)
    for _ in range(20):
        pilot.wait(0.5)
    assert pilot.session.viewer is None
    assert leaks == []
    assert pilot.nodes("reveal")


def test_the_person_named_sits_at_the_bottom(pilot: Pilot) -> None:
    pilot.program.play(PEOPLE)
    pilot.wait(1.0)
    while not pilot.nodes("reveal"):
        pilot.wait(0.5)
    reveal(pilot)
    viewer = pilot.session.viewer
    assert viewer is not None
    assert pilot.view.is_own_hand(f"hand:{'ABC'[viewer]}")
    assert None not in pilot.view.zones[f"hand:{'ABC'[viewer]}"]


def test_undo_does_not_reach_the_turn_of_the_person_before(pilot: Pilot) -> None:
    pilot.program.play(PEOPLE)
    play(pilot, 2)
    pilot.wait(1.0)
    while not (pilot.nodes("reveal") or pilot.session.is_viewers_turn):
        pilot.wait(0.5)
    if pilot.nodes("reveal"):
        reveal(pilot)
    revision = pilot.session.match.revision
    pilot.press("undo")
    assert pilot.session.match.revision == revision


# == spring ================================================================================
# Spring Cleaning with three people at one screen: no one sees or hears what is not theirs.


PEOPLE_SPRING = (SeatPlan("Ada"), SeatPlan("Bo"), SeatPlan("Cleo"), SeatPlan(level="casual"))
SETUP = GameSetup("spring", PEOPLE_SPRING, {"pickup": "at_once"}, seed=2)
HIDDEN = ("hand", "drawn", "picked", "deck")
OTHERS_DRAW = re.compile(r"(?!You )\b\w+ drew (?:the )?[1-9](?! from)")
OWN = re.compile(r"Your hand|You drew [1-9](?! from)|Put the [1-9] in")
"""What only one of those who listen may know."""


class WatchedPilot(Pilot):
    """Looks for hidden faces in every node of every frame that is drawn."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.leaks: list[str] = []

    def frame(self, seconds: float = 1 / 60, *, draws: bool = True) -> None:
        super().frame(seconds, draws=draws)
        if draws and self.program.session is not None:
            self.leaks += self._leaked()

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
            is_own = seat == session.viewer and may_look(session, seat)
            if not is_own and (node.shown or node.face) not in {None, *known[node.zone]}:
                leaks.append(f"{kind} of {letter} shows {node.shown or node.face}")
        return leaks


def take(pilot: Pilot) -> int:
    """Take the next step of whoever is asked, once they have opened the curtain; give its kind."""
    for _ in range(40):
        if pilot.nodes("reveal"):
            pilot.wait(0.7)
            pilot.press("reveal")
        pilot.wait(0.4)
        if pilot.session.is_viewers_turn and not pilot.nodes("reveal"):
            break
    step = pilot.plan()[0]
    if step.kind == TAKE and THE_DRAW in pilot.seen.legal:
        step = THE_DRAW  # what others must not see
    pilot.session.take(step)
    pilot.wait(0.4)
    return int(step.kind)


def test_no_face_of_another_is_seen_or_said_in_a_round_of_three(tmp_path: Path) -> None:
    pilot = WatchedPilot(tmp_path)
    ui = pilot.program.ui
    ui.speech = recorder = test_languages.Recorder()
    ui.change_settings(replace(ui.settings, spoken_log=True))
    pilot.play(SETUP)
    kinds = [take(pilot) for _ in range(14)]
    assert {DRAW, PUT_IN, PUT_OUT} <= set(kinds)
    assert pilot.leaks == []
    assert any("drew a card" in said for said in recorder.said)
    assert not [said for said in recorder.said if OTHERS_DRAW.search(said) or OWN.search(said)]
    pilot.close()


def test_undo_goes_back_to_the_draw_and_not_before_it(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.play(SETUP)
    kinds = [take(pilot)]
    while kinds[-1] != DRAW:
        kinds.append(take(pilot))
    drawn = pilot.session.match.revision
    take(pilot)
    pilot.press("undo")
    pilot.wait(0.4)
    assert pilot.session.match.revision == drawn
    assert not [node for node in pilot.nodes("undo") if node.interactive and node.focusable]
    pilot.close()


# == overlays curtain ======================================================================
# Several people on one screen: nothing is seen behind the curtain, which opens for one press.


class Passed(screens.Bench):
    """A bench whose screen passes from person to person."""

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        settings: Settings = screens.PLAIN,
        *,
        people: tuple[int, ...] = (0, 1, 2),
        rules: str = "advanced@1.3",
    ) -> None:
        super().__init__(size, settings, names=screens.LONG[:3], people=people, rules=rules)
        self.stage.animator.speed = settings.speed
        self.eyes: list[int | None] = []
        self.menus = 0
        self.hot_seat = HotSeat(self.table(), self.changed_eyes, self.note_menu)
        self.session.listen(lambda change: self.hot_seat.attend())
        self.hot_seat.begin()

    def changed_eyes(self) -> None:
        self.eyes.append(self.session.viewer)
        self.seat_again()

    def note_menu(self) -> None:
        self.menus += 1

    def hands_seen(self) -> set[str]:
        """List the hands of which the table shows a face."""
        return {card.zone for card in self.view.cast if card.zone.startswith("hand") and card.shown}

    def take(self, *, last: bool = False) -> None:
        """Let the one who looks take a step: the first legal one, or the last."""
        self.session.take(self.session.observe().legal[-1 if last else 0])

    def end_turn(self) -> None:
        """Let the one who looks go out."""
        while any(str(step) != "pass" for step in self.session.observe().legal):
            if self.session.observe().legal[-1] == self.session.match.game.parse_step("pass"):
                break
            self.take()
        self.take(last=True)

    def reveal(self) -> None:
        self.wait(GUARD + 0.1)
        self.key(pygame.K_RETURN)
        self.frame()


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def test_a_match_of_several_people_begins_behind_the_curtain() -> None:
    bench = Passed()
    assert bench.hot_seat.is_covered
    assert bench.session.viewer is None
    name = bench.session.seats[bench.session.to_act[0]].name
    assert name in bench.words_shown
    assert bench.hands_seen() == set()


def test_a_person_alone_never_sees_the_curtain() -> None:
    bench = Passed(people=(0,))
    assert not bench.hot_seat.is_covered
    assert bench.session.viewer == 0


def test_the_press_of_the_button_gives_the_named_person_the_screen() -> None:
    bench = Passed()
    seat = bench.session.to_act[0]
    bench.reveal()
    assert not bench.hot_seat.is_covered
    assert bench.session.viewer == seat
    assert bench.eyes[-1] == seat
    assert bench.hands_seen() == {f"hand:{'ABC'[seat]}"}


def test_the_curtain_comes_down_before_the_next_frame_when_the_turn_passes() -> None:
    bench = Passed()
    bench.reveal()
    bench.wait(1.0)
    before = bench.session.viewer
    bench.end_turn()
    assert bench.hot_seat.is_covered
    assert bench.session.viewer is None
    assert bench.session.to_act[0] != before
    assert bench.hands_seen() == set()


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1440, 1080)], ids=str)
def test_nothing_of_the_table_is_in_any_frame_while_the_curtain_is_up(
    size: tuple[int, int],
) -> None:
    bench = Passed(size)
    bench.reveal()
    bench.wait(1.0)
    bench.stage.toasts.show("Under blue you have 3 colours.")
    bench.end_turn()
    for _ in range(30):
        bench.frame()
        with_table = pixels(bench.surface)
        bench.ground.visible = bench.stage.air.visible = bench.stage.toasts.visible = False
        bench.stage.draw(bench.surface)
        assert pixels(bench.surface) == with_table
        bench.ground.visible = bench.stage.air.visible = bench.stage.toasts.visible = True


def test_the_curtain_covers_a_window_that_grows_in_the_same_frame() -> None:
    bench = Passed()
    bench.frame()
    bench.surface = pygame.Surface((1440, 1080))
    bench.stage.draw(bench.surface)
    grown = pixels(bench.surface)
    bench.ground.visible = False
    bench.stage.draw(bench.surface)
    assert pixels(bench.surface) == grown


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE])
def test_a_key_pressed_twice_does_not_open_the_curtain(key: int) -> None:
    bench = Passed()
    for _ in range(5):
        bench.key(key)
        bench.pad(pygame.CONTROLLER_BUTTON_A)
        bench.click("reveal")
        bench.wait(GUARD / 10)
    assert bench.hot_seat.is_covered


@pytest.mark.parametrize("how", ["escape", "pad", "outside", "sheet"])
def test_nothing_but_the_button_opens_the_curtain(how: str) -> None:
    bench = Passed()
    bench.wait(GUARD + 0.1)
    match how:
        case "escape":
            bench.key(pygame.K_ESCAPE)
        case "pad":
            bench.pad(pygame.CONTROLLER_BUTTON_B)
        case "outside":
            bench.click_at(bench.stage.look.visible.position + Vec(4.0, 4.0))
        case "sheet":
            sheet = bench.node("sheet")
            bench.click_at(sheet.world.apply(Vec(sheet.size.w / 2, 8.0)))
    assert bench.hot_seat.is_covered
    assert bench.menus == (1 if how in {"escape", "pad"} else 0)


def test_the_recap_tells_what_the_others_did() -> None:
    bench = Passed()
    first = bench.session.to_act[0]
    bench.reveal()
    bench.end_turn()
    name = bench.session.seats[first].name
    assert "Since your last turn" in bench.words_shown
    assert any(text.startswith(name) and "dropped out" in text for text in bench.words_shown)


def test_an_ai_seat_between_two_people_plays_before_the_first_ones_eyes() -> None:
    bench = Passed(people=(0, 2))
    while bench.session.to_act[0] != 0:
        bench.session.tick(bench.clock.now())
        bench.wait(0.2)
        if bench.hot_seat.is_covered and bench.session.to_act[0] != 0:
            bench.reveal()
            bench.end_turn()
    bench.reveal()
    bench.end_turn()
    assert bench.session.to_act == (1,)
    assert not bench.hot_seat.is_covered
    assert bench.session.viewer == 0
    while bench.session.to_act == (1,):
        bench.session.tick(bench.clock.now())
        bench.wait(0.2)
    assert bench.hot_seat.is_covered


def test_between_rounds_nobodys_hand_is_open_and_the_next_deal_lies_behind_the_curtain() -> None:
    bench = Passed(rules="advanced@1.3")
    while not bench.session.is_waiting_for_table:
        if bench.hot_seat.is_covered:
            bench.reveal()
        bench.end_turn()
    assert bench.session.viewer is None
    assert bench.hands_seen() == set()
    assert not bench.nodes("reveal")
    bench.session.go_on()
    assert bench.nodes("reveal")
    assert bench.hands_seen() == set()


def test_in_no_frame_of_a_round_is_a_hand_seen_that_may_not_be() -> None:
    bench = Passed()
    frames = 0
    while not bench.session.is_waiting_for_table:
        for _ in range(6):
            bench.frame()
            frames += 1
            for zone in bench.hands_seen():
                assert may_look(bench.session, "ABC".index(zone[-1]))
        if bench.hot_seat.is_covered:
            bench.reveal()
        else:
            bench.end_turn()
    assert frames > 12


def test_undo_never_crosses_the_curtain() -> None:
    bench = Passed()
    bench.reveal()
    bench.end_turn()
    with pytest.raises(IllegalStep):
        bench.session.undo()
    bench.reveal()
    with pytest.raises(IllegalStep):
        bench.session.undo()


def test_the_curtain_parts_without_holding_anything_up() -> None:
    bench = Passed()
    bench.wait(GUARD + 0.1)
    bench.key(pygame.K_RETURN)
    assert bench.nodes("left half")
    assert not any(node.interactive for node in bench.stage.air.walk())
    assert bench.stage.focus.scope is bench.stage.root
    bench.wait(0.6)
    assert not bench.nodes("left half")


@pytest.mark.parametrize("settings", [Settings(reduced_motion=True), Settings(speed=INSTANT)])
def test_the_curtain_is_simply_gone_where_nothing_shall_move(settings: Settings) -> None:
    bench = Passed(settings=settings)
    bench.wait(GUARD + 0.1)
    bench.key(pygame.K_RETURN)
    assert not bench.hot_seat.is_covered
    assert not bench.nodes("left half")


def test_open_pages_close_before_the_curtain() -> None:
    bench = Passed()
    bench.reveal()
    bench.pages.show(screens.PAGES["pause"](screens.Heard(bench)))
    bench.end_turn()
    assert bench.hot_seat.is_covered
    assert not bench.nodes("resume")
