"""Several people on one screen: nothing is seen behind the curtain, which opens for one press."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.app.table.hot_seat import GUARD, HotSeat
from red7_desktop.games.red7.face.view import RED7_VIEW
from red7_desktop.kit.settings import INSTANT, Settings
from red7_desktop.play.session import may_look
from red7_desktop.scene.geometry import Vec
from red7_desktop.tabletop.game import IllegalStep
from tests.ui.overlay_bench import LONG, Bench
from tests.ui.overlay_pages import PAGES, Heard
from tests.ui.screens import PLAIN


class Passed(Bench):
    """A bench whose screen passes from person to person."""

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        settings: Settings = PLAIN,
        *,
        people: tuple[int, ...] = (0, 1, 2),
        rules: str = "advanced@1.3",
    ) -> None:
        super().__init__(size, settings, names=LONG[:3], people=people, rules=rules)
        self.stage.animator.speed = settings.speed
        self.eyes: list[int | None] = []
        self.menus = 0
        self.hot_seat = HotSeat(
            self.kit,
            self.session,
            RED7_VIEW,
            self.pages,
            on_eyes=self.changed_eyes,
            on_menu=self.note_menu,
        )
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
    assert any(text.startswith(name) and "went out" in text for text in bench.words_shown)


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
    bench.pages.show(PAGES["pause"](Heard(bench)))
    bench.end_turn()
    assert bench.hot_seat.is_covered
    assert not bench.nodes("resume")
