"""A game that the box has never heard of is played on its table: sealed picks, places, five."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pygame
import pytest

from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.scene.geometry import Vec
from tests.bazaar.row import ROW
from tests.ui.pilot import Pilot, middle_of
from tests.ui.seeing import words_shown

BOX = {"bazaar": ROW}
AI = SeatPlan(level="trader")
ALONE = GameSetup("bazaar", (SeatPlan("Ada"), AI, AI, AI, AI), {}, seed=5)
TOGETHER = GameSetup("bazaar", (SeatPlan("Ada"), SeatPlan("Bo"), AI, AI, AI), {}, seed=5)


@pytest.fixture
def pilot(tmp_path: Path) -> Iterator[Pilot]:
    flying = Pilot(tmp_path, box=BOX)
    yield flying
    flying.close()


def begin(pilot: Pilot, setup: GameSetup = ALONE) -> None:
    pilot.play(setup)
    pilot.wait(1.0)


def pick(pilot: Pilot, nth: int = 1) -> str:
    """Offer a card of the viewer's hand, by drag; give it."""
    face = pilot.session.observe().zones[pilot.zone("hand")][nth]
    pilot.drag(face, "offer")
    pilot.wait(0.5)
    return str(face)


def offered_by_others(pilot: Pilot) -> dict[str, str]:
    """Give the offers of the other seats: zone by card."""
    zones = pilot.session.observe().zones
    return {
        face: zone
        for zone, faces in zones.items()
        if zone.startswith("offer:") and zone != pilot.zone("offer")
        for face in faces
        if face
    }


def take_one(pilot: Pilot) -> str:
    """Take somebody's offer, by drag; give the card."""
    pilot.wait_for_me()
    pilot.wait(1.0)
    face = next(iter(offered_by_others(pilot)))
    pilot.drag(face, "taken")
    pilot.wait(1.0)
    assert pilot.session.observe().zones[pilot.zone("taken")] == (face,)
    return face


def hand(pilot: Pilot) -> list[str | None]:
    return list(pilot.session.observe().zones[pilot.zone("hand")])


def test_five_seats_are_dealt(pilot: Pilot) -> None:
    begin(pilot)
    zones = pilot.view.zones
    assert [len(zones[f"hand:{letter}"]) for letter in "ABCDE"] == [5] * 5
    assert None not in zones["hand:A"]
    assert set(zones["hand:E"]) == {None}
    assert len({node.bounds for node in pilot.view.zone_nodes()}) == 16


def test_the_room_has_the_hue_of_the_game(pilot: Pilot) -> None:
    begin(pilot)
    ground = pilot.program.kit.stage.look.theme.colour("table_middle")
    assert ground.r > ground.g > ground.b


def test_a_mark_across_a_seam_moves_with_its_card(pilot: Pilot) -> None:
    begin(pilot)
    marked = {card.nth: card for card in pilot.view.cast if "paired" in card.marks}
    suits = [str(face)[1] for face in hand(pilot)]
    assert set(marked) == {n for n in range(1, 5) if suits[n] == suits[n - 1]} != set()
    card = next(iter(marked.values()))
    bar = next(child for child in card.children if child.name == "mark paired")
    middle = card.world.apply(Vec(-0.01 * card.size.w, 0.8 * card.size.h))
    assert bar.bounds.centre.distance_to(middle) < 1.0
    card.position = card.position + Vec(0.0, -40.0)
    assert bar.bounds.centre.distance_to(middle + Vec(0.0, -40.0)) < 1.0


def test_cards_that_hang_together_lie_closer_than_others(pilot: Pilot) -> None:
    begin(pilot)
    cards = sorted((each for each in pilot.view.cast if each.zone == "hand:A"), key=lambda c: c.nth)
    steps = {
        nth: one.position.x - cards[nth - 1].position.x for nth, one in enumerate(cards) if nth
    }
    paired = {nth for nth in steps if "paired" in cards[nth].marks}
    assert paired
    assert max(steps[nth] for nth in paired) < min(steps[nth] for nth in steps.keys() - paired) - 5


def test_nobody_sees_a_pick_before_the_last_one(pilot: Pilot) -> None:
    begin(pilot, TOGETHER)
    pilot.press("reveal")
    pilot.wait(1.0)
    first = pick(pilot)
    assert pilot.session.viewer != 0, "the screen goes on to the next person"
    zones = pilot.session.observe().zones
    assert all(not zones[f"offer:{letter}"] for letter in "ABCDE")
    assert first not in "\n".join(words_shown(pilot.program.kit.stage))
    pilot.wait(1.0)
    pilot.press("reveal")
    pilot.wait(1.0)
    second = pick(pilot)
    pilot.wait(4.0)
    opened = pilot.session.observe().zones
    assert (opened["offer:A"], opened["offer:B"]) == ((first,), (second,))
    assert all(len(opened[f"offer:{letter}"]) == 1 for letter in "CDE")


@pytest.mark.parametrize("place", [0, 2, 4])
def test_a_card_is_put_in_where_the_mouse_lets_go(pilot: Pilot, place: int) -> None:
    begin(pilot)
    pick(pilot)
    face = take_one(pilot)
    before, revision = hand(pilot), pilot.session.match.revision
    zone = pilot.view.zone_node(pilot.zone("hand"))
    end = pilot.view.root.world.apply(zone.gaps(len(before))[place].centre)
    start = pilot.place_of(face)
    pilot.move(start)
    pilot.post(pygame.MOUSEBUTTONDOWN, pos=pilot.pixel(start), button=1)
    for part in (0.3, 0.7, 1.0):
        at = start + (end - start) * part
        pilot.post(pygame.MOUSEMOTION, pos=pilot.pixel(at), rel=(1, 1), buttons=(1, 0, 0))
    assert pilot.view.grip.aim == (pilot.zone("hand"), place)
    pilot.post(pygame.MOUSEBUTTONUP, pos=pilot.pixel(end), button=1)
    pilot.wait(1.0)
    assert pilot.session.match.log[revision].step == f"insert {place}"
    after = [*before[:place], face, *before[place:]]
    assert list(pilot.view.zones["hand:A"]) == after


def test_what_a_place_would_come_to_is_marked_while_it_is_aimed_at(
    pilot: Pilot,
) -> None:
    begin(pilot)
    pick(pilot)
    face = take_one(pilot)
    row = hand(pilot)
    pairs = next(nth for nth, card in enumerate(row) if str(card)[1] == face[1])
    none = next(nth for nth, card in enumerate(row) if str(card)[1] != face[1])
    zone = pilot.view.zone_node("hand:A")
    start = pilot.place_of(face)
    pilot.move(start)
    pilot.post(pygame.MOUSEBUTTONDOWN, pos=pilot.pixel(start), button=1)

    def marked_at(place: int) -> set[str]:
        at = pilot.view.root.world.apply(zone.gaps(len(row))[place].centre)
        pilot.post(pygame.MOUSEMOTION, pos=pilot.pixel(at), rel=(1, 1), buttons=(1, 0, 0))
        return {str(card.face) for card in pilot.view.cast if "would_pair" in card.marks}

    assert [marked_at(place) for place in (pairs, none)] == [{row[pairs]}, set()]
    marked_at(pairs)
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)
    assert not [card for card in pilot.view.cast if "would_pair" in card.marks]


def test_a_card_is_put_in_by_keys_alone(pilot: Pilot) -> None:
    begin(pilot)
    pick(pilot)
    face = take_one(pilot)
    before, focus = hand(pilot), pilot.program.kit.stage.focus
    assert pilot.view.grip.held is pilot.card(face)
    focus.is_visible = True
    focus.give(pilot.view.gaps[0])
    for _ in range(3):
        pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    pilot.wait(1.0)
    assert list(pilot.view.zones["hand:A"]) == [*before[:3], face, *before[3:]]


def test_a_card_that_was_taken_is_given_back(pilot: Pilot) -> None:
    begin(pilot)
    pick(pilot)
    pilot.wait_for_me()
    pilot.wait(1.0)
    before = pilot.session.observe()
    take_one(pilot)
    pilot.press("undo")
    pilot.wait(1.0)
    assert pilot.session.observe() == before
    assert pilot.view.zones == dict(before.zones)


def test_a_match_is_left_and_gone_on_with_by_another_program(tmp_path: Path) -> None:
    first = Pilot(tmp_path, box=BOX)
    begin(first)
    pick(first)
    take_one(first)
    seen = first.session.observe()
    first.close()
    again = Pilot(tmp_path, box=BOX)
    again.program.show_title()
    again.wait(1.0)
    again.press("continue")
    again.wait(1.0)
    assert again.session.observe() == seen
    assert again.view.zones == dict(seen.zones)
    again.close()


def test_a_match_is_played_to_its_result(pilot: Pilot) -> None:
    begin(pilot)
    pick(pilot)
    for _ in range(60):
        pilot.wait_for_me()
        pilot.wait(0.5)
        if not pilot.session.to_act:
            break
        pilot.press("end")
    result = ROW.rules().result(pilot.session.match.state)
    assert result is not None
    pilot.wait(6.0)
    assert pilot.nodes("rematch")
    pilot.press("rematch")
    pilot.wait(2.0)
    assert pilot.session.observe().zones["offer:A"] == ()


def test_the_log_tells_what_was_seen(pilot: Pilot) -> None:
    begin(pilot)
    mine = pick(pilot)
    pilot.wait_for_me()
    pilot.wait(1.0)
    pilot.key(pygame.K_l)
    pilot.wait(1.0)
    words = "\n".join(words_shown(pilot.program.kit.stage))
    assert f"{mine} to offer" in words
    assert middle_of(pilot.nodes("close")[-1])


def test_a_match_that_nobody_judges_is_shown_again_without_a_curve(
    pilot: Pilot, tmp_path: Path
) -> None:
    begin(pilot, TOGETHER)
    match, file = pilot.session.match, tmp_path / "played.red7"
    seats = pilot.session.seats
    day = date(2020, 2, 20)
    names, players = [each.name for each in seats], [each.player or "human" for each in seats]
    file.write_text(ROW.face().record(match, names, players, day), encoding="utf-8")
    pilot.program.show_title()
    pilot.program.replays.open_file(file)
    pilot.program.replays._part._keeper.do(lambda: None).result()
    for _ in range(5):
        pilot.frame()
        assert pilot.nodes("curve") == pilot.nodes("legend") == []
    assert pilot.session.is_replay
    assert pilot.nodes("timeline")
