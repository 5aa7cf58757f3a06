"""The close-up and the hint: they say more about cards without getting in the way of play."""

from __future__ import annotations

import pygame
import pytest

from red7_desktop.app.table.close_up import REST, CloseUp
from red7_desktop.app.table.messages import HintBubble
from red7_desktop.games.red7.face.explanations import build_hint
from red7_desktop.games.red7.face.turn_words import describe_card
from red7_desktop.kit.hud.part import TextStyler
from red7_desktop.kit.settings import Settings
from red7_desktop.scene.geometry import Rect, Vec
from red7_desktop.tabletop.player import Candidate, Choice
from tests.ui.overlay_bench import Bench, shortened
from tests.ui.screens import PLAIN


class Looked(Bench):
    """A bench with a close-up, seen by the first seat."""

    def __init__(self, size: tuple[int, int] = (1280, 720), rules: str = "advanced@1.3") -> None:
        super().__init__(size, rules=rules)
        self.play(6)
        self.session.look_as(0)
        self.seat_again()
        options = self.session.match.state.options
        self.close_up = CloseUp(
            self.kit, lambda face: describe_card(self.words, face, options.rules)
        )
        self.ground.add(self.close_up.node)
        self.view.on_look = self.close_up.look
        self.handler = self.close_up.handle
        self.ticker = self.close_up.tick
        self.wait(0.2)

    def face_in(self, zone: str) -> str:
        return next(card.shown for card in self.view.cast if card.zone == zone and card.shown)

    def top_of_canvas(self) -> str:
        return [card.shown for card in self.view.cast if card.zone == "canvas" and card.shown][-1]

    def hover(self, face: str) -> None:
        self.move_to(self.card(face).world.apply(Vec(8.0, 30.0)))


def test_a_card_is_shown_large_once_the_pointer_rests_on_it() -> None:
    bench = Looked()
    face = bench.face_in("hand:A")
    bench.hover(face)
    bench.wait(REST / 2)
    assert bench.close_up.face == ""
    bench.wait(REST)
    assert bench.close_up.face == face
    bench.move_to(Vec(960.0, 20.0))
    bench.wait(0.3)
    assert bench.close_up.face == ""


def test_the_next_card_is_shown_at_once() -> None:
    bench = Looked()
    faces = [card.shown for card in bench.view.cast if card.zone == "hand:A" and card.shown]
    bench.hover(faces[0])
    bench.wait(2 * REST)
    bench.hover(faces[1])
    bench.frame()
    assert bench.close_up.face == faces[1]


def test_a_card_that_comes_to_lie_below_a_pointer_at_rest_is_not_shown_large() -> None:
    """Whoever plays by keys had it over the table after every turn."""
    bench = Looked()
    before = bench.top_of_canvas()
    bench.hover(before)
    bench.wait(2 * REST)
    assert bench.close_up.face == before
    while bench.top_of_canvas() == before:
        bench.key(pygame.K_F9)
        bench.play(1)
    after = bench.top_of_canvas()
    bench.wait(3.0)
    assert bench.stage.pointer.hovered is bench.card(after)
    assert bench.close_up.face == ""
    bench.hover(after)
    bench.wait(2 * REST)
    assert bench.close_up.face == after


@pytest.mark.sampled
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1440, 1080), (3840, 2160)], ids=str)
def test_the_close_up_lies_beside_what_it_shows_and_inside_the_window(
    size: tuple[int, int],
) -> None:
    bench = Looked(size, "advanced+actions@1.3")
    for card in list(bench.view.cast):
        if card.shown is None or not card.is_shown:
            continue
        bench.close_up.show(card)
        (panel,) = bench.close_up.node.children
        visible = bench.stage.look.visible
        assert visible.intersection(panel.bounds).area == pytest.approx(panel.bounds.area)
        assert not panel.bounds.overlaps(card.bounds) or card.zone.startswith("hand")
        assert shortened(bench, panel) == []


def test_the_close_up_lets_every_click_through() -> None:
    bench = Looked()
    bench.close_up.show(bench.card(bench.face_in("hand:A")))
    assert not any(node.interactive for node in bench.close_up.node.walk())


def test_a_card_face_down_is_never_shown_large() -> None:
    bench = Looked()
    hidden = next(card for card in bench.view.cast if card.zone == "hand:B")
    bench.close_up.show(hidden)
    assert bench.close_up.face == ""
    assert not bench.close_up.node.children


def test_the_close_up_goes_when_its_card_turns_over() -> None:
    bench = Looked()
    bench.close_up.show(bench.card(bench.face_in("hand:A")))
    bench.session.look_as(None)
    bench.frame()
    assert bench.close_up.face == ""
    assert not bench.close_up.node.children


def test_the_close_up_goes_when_a_drag_begins() -> None:
    bench = Looked()
    face = bench.face_in("hand:A")
    bench.view.offer({face: {"canvas": (None,)}})
    bench.hover(face)
    bench.wait(2 * REST)
    assert bench.close_up.face == face
    at = bench.card(face).world.apply(Vec(8.0, 30.0))
    bench.post(pygame.MOUSEBUTTONDOWN, pos=bench.pixel(at), button=1)
    far = bench.pixel(at + Vec(0.0, -90.0))
    bench.post(pygame.MOUSEMOTION, pos=far, rel=(0, -60), buttons=(1, 0, 0))
    bench.frame()
    assert bench.close_up.face == ""


def test_the_focused_card_is_shown_and_hidden_by_a_key() -> None:
    bench = Looked()
    face = bench.face_in("hand:A")
    bench.view.offer({face: {"canvas": (None,)}})
    bench.stage.focus.give(bench.card(face))
    bench.key(pygame.K_i)
    assert bench.close_up.face == face
    bench.key(pygame.K_i)
    assert bench.close_up.face == ""


def test_the_close_up_says_what_the_card_does() -> None:
    bench = Looked(rules="advanced+actions@1.3")
    hand = [card for card in bench.view.cast if card.zone == "hand:A" and card.shown]
    card = next(card for card in hand if card.shown and card.shown[1] in "1357")
    bench.close_up.show(card)
    assert any(text.startswith("When played:") for text in bench.words_shown)


# -- the hint ------------------------------------------------------------------------------


class Hinted(Bench):
    """A bench with a hint bubble above a panel at the lower left."""

    def __init__(self, size: tuple[int, int] = (1280, 720), settings: Settings = PLAIN) -> None:
        super().__init__(size, settings)
        self.play(5)
        self.session.look_as(self.session.to_act[0])
        self.closed = 0
        self.bubble = HintBubble(
            self.stage.look, TextStyler(self.kit.faces), self.note, name="hint"
        )
        self.ground.add(self.bubble)
        observation = self.session.observe()
        steps = observation.legal[:1]
        best = Candidate(steps, 0.7, 0.63, 300, steps, (observation.viewer or 0) % 3 + 1)
        other = Candidate(observation.legal[1:2], 0.5, 0.5, 100)
        self.hint = build_hint(self.words, observation, Choice(steps, (best, other)))

    def note(self) -> None:
        self.closed += 1

    def tell(self) -> None:
        visible = self.stage.look.visible
        base = Rect(visible.left + 24.0, visible.bottom - 240.0, 408.0, 216.0)
        self.bubble.tell(self.hint, base, visible.inflated(-12.0))
        self.frame()


@pytest.mark.sampled("size")
@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1440, 1080), (3840, 2160)], ids=str)
@pytest.mark.parametrize("scale", [100, 200])
def test_a_hint_has_room_for_its_words(size: tuple[int, int], scale: int) -> None:
    bench = Hinted(size, Settings(ui_scale=scale))
    bench.tell()
    assert shortened(bench, bench.bubble) == []
    box, visible = bench.bubble.bounds, bench.stage.look.visible
    assert visible.intersection(box).area == pytest.approx(box.area)
    for node in bench.bubble.walk():
        assert box.inflated(1.0).intersection(node.bounds).area == pytest.approx(node.bounds.area)


def test_a_hint_goes_by_a_click_and_says_so() -> None:
    bench = Hinted()
    bench.tell()
    assert bench.nodes("hint")
    bench.click("hint")
    assert not bench.bubble.is_open
    assert bench.closed == 1


def test_a_hint_that_is_hidden_is_hidden_quietly() -> None:
    bench = Hinted()
    bench.tell()
    bench.bubble.hide()
    assert not bench.bubble.is_open
    assert bench.closed == 0
