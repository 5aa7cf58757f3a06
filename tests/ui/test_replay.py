"""A match on record is driven on the table: by steps, turns and rounds, by all hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.replay.chances import ChanceCurve
from red7_desktop.app.table.screen import TableScreen
from red7_desktop.kit.sound.speech import Speech
from red7_desktop.play import ai as advice
from red7_desktop.scene.geometry import Vec
from tests.ui.pilot import Pilot
from tests.ui.replaying import (
    GOLDEN,
    BlindPilot,
    QuickReviewer,
    judged,
    judging_of,
    opened,
    session_of,
    settled,
)
from tests.ui.seeing import words


class Heard(Speech):
    """Keeps what would be said."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def say(self, texts: Iterable[str], language: str = "en") -> None:
        self.said.extend(texts)


def curve_of(pilot: Pilot) -> ChanceCurve:
    (curve,) = pilot.nodes("curve")
    assert isinstance(curve, ChanceCurve)
    return curve


def table_of(pilot: Pilot) -> TableScreen:
    screen = pilot.program.screen
    assert isinstance(screen, TableScreen)
    return screen


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "Reviewer", QuickReviewer)


PILOT = BlindPilot


# -- the timeline --------------------------------------------------------------------------


def by_keys(pilot: Pilot, what: str) -> None:
    keys = {"step": pygame.K_RIGHT, "turn": pygame.K_PAGEDOWN, "round": pygame.K_END}
    pilot.key(keys[what])


def by_mouse(pilot: Pilot, what: str) -> None:
    pilot.press(f"{what}_on")


def by_pad(pilot: Pilot, what: str) -> None:
    if what == "round":  # a button in the dock, for the pad has none of its own
        focus = pilot.program.kit.stage.focus
        focus.is_visible = True
        focus.give(pilot.nodes("round_on")[0])
    buttons = {
        "step": pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
        "turn": pygame.CONTROLLER_BUTTON_RIGHTSHOULDER,
        "round": pygame.CONTROLLER_BUTTON_A,
    }
    pilot.post(pygame.CONTROLLERBUTTONDOWN, button=buttons[what], instance_id=0)
    pilot.post(pygame.CONTROLLERBUTTONUP, button=buttons[what], instance_id=0)


@pytest.mark.parametrize("press", [by_keys, by_mouse, by_pad])
def test_a_replay_is_driven_by_steps_turns_and_rounds(
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
    assert "Round 2, turn 0 of" in words(pilot)
    assert pilot.view.zones == session.observe().zones
    pilot.click(pilot.place_of(str(session.observe().zones["hand:A"][0])))
    assert pilot.view.grip.held is None
    pilot.key(pygame.K_z)
    assert session.at == line.rounds[1] - 1
    pilot.press("round_back")
    assert session.at == 0


def test_the_timeline_is_dragged_and_touched(pilot: Pilot) -> None:
    session = opened(pilot)
    (bar,) = pilot.nodes("timeline")
    spots = [bar.world.apply(Vec(bar.size.w * part, bar.size.h / 2)) for part in (0.1, 0.5, 0.99)]
    pilot.move(spots[0])
    pilot.post(pygame.MOUSEBUTTONDOWN, pos=pilot.pixel(spots[0]), button=1)
    assert 0 < session.at < session.timeline.last / 4
    for spot in spots[1:]:
        pilot.post(pygame.MOUSEMOTION, pos=pilot.pixel(spot), rel=(5, 0), buttons=(1, 0, 0))
    pilot.post(pygame.MOUSEBUTTONUP, pos=pilot.pixel(spots[2]), button=1)
    assert session.at == session.timeline.last
    x, y = pilot.pixel(spots[1])
    finger = {"x": x / 1280, "y": y / 720, "finger_id": 1, "touch_id": 1, "dx": 0.0, "dy": 0.0}
    pilot.post(pygame.FINGERDOWN, **finger)
    pilot.post(pygame.FINGERUP, **finger)
    assert abs(session.at - session.timeline.last / 2) < 2


def test_it_plays_by_itself_at_the_tables_speed_and_stops(pilot: Pilot) -> None:
    session = opened(pilot)
    pilot.key(pygame.K_RETURN)
    pilot.wait(3.2 * session.pause)
    assert session.is_playing
    assert session.at in (2, 3)
    assert "Pause" in words(pilot)
    pilot.press("end")
    at = session.at
    pilot.wait(2.0)
    assert (session.at, session.is_playing) == (at, False)
    session.go_to(session.timeline.last - 1)
    pilot.key(pygame.K_f)
    pilot.wait(2.5 * session.pause)
    assert (session.at, session.is_playing) == (session.timeline.last, False)
    pilot.key(pygame.K_SPACE)
    assert (session.at, session.is_playing) == (0, True)


def test_anybodys_eyes_see_the_table_and_all_hands_can_lie_open(pilot: Pilot) -> None:
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


def test_the_reviews_remark_is_told_at_its_moment(pilot: Pilot) -> None:
    opened(pilot)
    judged(pilot)
    told = "(wins 60"
    assert told in words(pilot)
    pilot.press("turn_on")
    pilot.wait(0.3)
    assert told not in words(pilot)
    pilot.press("turn_on")
    pilot.wait(0.3)
    assert told in words(pilot)
    pilot.key(pygame.K_h)
    pilot.wait(0.3)
    assert told not in words(pilot)


def test_a_curve_of_chances_grows_and_its_remarks_are_pointed_at(pilot: Pilot) -> None:
    pilot.program.kit.speech = heard = Heard()
    kit = pilot.program.kit
    kit.change_settings(replace(kit.settings, spoken_log=True))
    session = opened(pilot)
    curve = curve_of(pilot)
    judging = judged(pilot)
    assert judging.choices is not None
    people = [at for at, each in judging.choices.by_step.items() if each.seat == 0]
    assert sorted(curve.marks) == people
    assert [each.is_own for each in curve.seats] == [True, False]
    assert [each.lines[-1][-1] for each in curve.seats] == [(47, 0.0), (47, 1.0)]
    assert "60 of 100" in words(pilot)
    assert heard.said[-1] == "You stand at 60 of 100"
    # with the mouse
    at = people[2]
    place = curve.world.apply(Vec(curve._x_of(at), curve.y_of(0.6)))
    pilot.move(place)
    pilot.frame()
    assert curve.pointed == at
    assert "Just what the strongest player would have done." in heard.said[-1]
    assert table_of(pilot)._hud.tip.visible
    pilot.click(place)
    assert (session.at, table_of(pilot)._hud.tip.visible) == (at, False)
    # with a pad: up from the timeline, to the mark before, and there it goes
    focus = kit.stage.focus
    focus.is_visible = True
    focus.give(pilot.nodes("timeline")[0])
    way = ("DPAD_UP", at, at), ("DPAD_LEFT", people[1], at), ("A", people[1], people[1])
    for button, pointed, where in way:
        code = getattr(pygame, f"CONTROLLER_BUTTON_{button}")
        pilot.post(pygame.CONTROLLERBUTTONDOWN, button=code, instance_id=0)
        pilot.post(pygame.CONTROLLERBUTTONUP, button=code, instance_id=0)
        assert (curve.pointed, session.at) == (pointed, where)
    # with a finger, which says it as long as it lies there
    x, y = pilot.pixel(place)
    finger = {"x": x / 1280, "y": y / 720, "finger_id": 1, "touch_id": 1, "dx": 0.0, "dy": 0.0}
    pilot.post(pygame.FINGERDOWN, **finger)
    assert curve.pointed == at
    pilot.post(pygame.FINGERUP, **finger)
    assert session.at == at


def test_what_has_been_judged_is_known_when_one_comes_back(pilot: Pilot) -> None:
    opened(pilot)
    known = dict(judged(pilot).judged)
    assert known
    opened(pilot)
    assert known.items() <= judging_of(pilot).judged.items()


def test_one_plays_on_from_a_moment(pilot: Pilot) -> None:
    session = opened(pilot)
    session.go_to(session.timeline.rounds[1] + 3)
    state, viewer = session.match.state, session.viewer
    pilot.press("play_on")
    pilot.wait(0.2)
    playing = pilot.session
    assert not playing.is_replay
    assert playing.match.state_at(session.timeline.rounds[1] + 3) == state
    assert [seat.is_person for seat in playing.seats] == [at == viewer for at in (0, 1)]
    pilot.program.show_title()
    assert len(pilot.keeper.kept()) == 1


def test_a_deal_by_hand_cannot_be_played_on(pilot: Pilot, tmp_path: Path) -> None:
    file = tmp_path / "by_hand.red7"
    text = GOLDEN.read_text(encoding="utf-8")
    file.write_text(text.replace("seed: ", "seed: 9"), encoding="utf-8")
    opened(pilot, file)
    pilot.press("play_on")
    pilot.wait(0.2)
    assert session_of(pilot).is_replay
    assert "dealt by hand" in words(pilot)


def test_a_picture_of_the_table_is_saved(pilot: Pilot) -> None:
    opened(pilot)
    pilot.frame(draws=True)
    pilot.press("save picture")
    settled(pilot)
    (file,) = pilot.paths.pictures.iterdir()
    assert file.name == "2020-02-20-table.png"
    dock = pilot.nodes("dock")[0].find("ground")
    size = pygame.image.load(file).get_size()
    assert size == (1280, round(pilot.pixel(dock.position)[1]))
    assert str(file) in words(pilot)


def test_the_settings_change_under_a_replay(pilot: Pilot) -> None:
    session = opened(pilot)
    session.go_to(7)
    kit = pilot.program.kit
    kit.change_settings(replace(kit.settings, language="de", ui_scale=200))
    pilot.wait(0.5)
    assert (session_of(pilot), session.at) == (session, 7)
    assert "zurück" in words(pilot)
    pilot.program.resize((720, 1280))
    pilot.wait(0.5)
    pilot.key(pygame.K_RIGHT)
    assert session.at == 8
