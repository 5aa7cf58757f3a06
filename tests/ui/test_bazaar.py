"""A game that the catalogue doesn't contain is played on its table; cards are picked one by one."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pygame
import pytest

from red7_desktop.app.features import ReplayFeature
from red7_desktop.kit import bindings
from red7_desktop.kit.hud.marks import FITS, GHOST
from red7_desktop.kit.setup import GameSetup, SeatPlan
from red7_desktop.scene.geometry import Vec
from red7_desktop.tabletop.rounds import write_record
from tests.bazaar.row import ROW
from tests.market import MARKET
from tests.ui import listening, seeing
from tests.ui.conftest import Fly
from tests.ui.pilot import Pilot, middle_of

CATALOGUE = {"bazaar": ROW}
AI = SeatPlan(level="trader")
ALONE = GameSetup("bazaar", (SeatPlan("Ada"), AI, AI, AI, AI), {}, seed=5)
TOGETHER = GameSetup("bazaar", (SeatPlan("Ada"), SeatPlan("Bo"), AI, AI, AI), {}, seed=5)


def begin(pilot: Pilot, setup: GameSetup = ALONE) -> None:
    pilot.play(setup)
    pilot.wait(1.0)


@pytest.fixture
def pilot(fly: Fly) -> Pilot:
    """A pilot at a table with AI players."""
    flying: Pilot = fly(catalogue=CATALOGUE)
    begin(flying)
    return flying


def pick(pilot: Pilot, nth: int = 1) -> str:
    """Offer a card of the viewer's hand, by drag; give it."""
    face = pilot.seen.zones[pilot.zone("hand")][nth]
    pilot.drag(face, "offer")
    pilot.wait(0.5)
    return str(face)


def offered_by_others(pilot: Pilot) -> dict[str, str]:
    """Return the offers of the other seats: zone by card."""
    zones = pilot.seen.zones
    return {
        face: zone
        for zone, faces in zones.items()
        if zone.startswith("offer:") and zone != pilot.zone("offer")
        for face in faces
        if face
    }


def take_one(pilot: Pilot) -> str:
    """Take someone's offer, by drag; give the card."""
    pilot.wait_for_me()
    pilot.wait(1.0)
    face = next(iter(offered_by_others(pilot)))
    pilot.drag(face, "taken")
    pilot.wait(1.0)
    assert pilot.seen.zones[pilot.zone("taken")] == (face,)
    return face


def hand(pilot: Pilot) -> list[str | None]:
    return list(pilot.seen.zones[pilot.zone("hand")])


def test_bazaar_game_deals_five_cards_to_each_of_five_seats(pilot: Pilot) -> None:
    zones = pilot.view.zones
    assert [len(zones[f"hand:{letter}"]) for letter in "ABCDE"] == [5] * 5
    assert None not in zones["hand:A"]
    assert set(zones["hand:E"]) == {None}
    assert len({node.bounds for node in pilot.view.by_zone.values()}) == 16


def test_table_background_has_the_hue_of_the_game(pilot: Pilot) -> None:
    ground = pilot.program.ui.stage.look.theme.colour("table_middle")
    assert ground.r > ground.g > ground.b


def test_pair_mark_between_two_cards_moves_with_its_card(pilot: Pilot) -> None:
    marked = {card.index: card for card in pilot.view.cards if "paired" in card.marks}
    suits = [str(face)[1] for face in hand(pilot)]
    assert set(marked) == {n for n in range(1, 5) if suits[n] == suits[n - 1]} != set()
    card = next(iter(marked.values()))
    bar = next(child for child in card.children if child.name == "mark paired")
    middle = card.world.apply(Vec(-0.01 * card.size.w, 0.8 * card.size.h))
    assert bar.bounds.centre.distance_to(middle) < 1.0
    card.position = card.position + Vec(0.0, -40.0)
    assert bar.bounds.centre.distance_to(middle + Vec(0.0, -40.0)) < 1.0


def test_paired_cards_in_a_hand_are_closer_together_than_others(pilot: Pilot) -> None:
    cards = sorted(
        (each for each in pilot.view.cards if each.zone == "hand:A"), key=lambda c: c.index
    )
    steps = {
        nth: one.position.x - cards[nth - 1].position.x for nth, one in enumerate(cards) if nth
    }
    paired = {nth for nth in steps if "paired" in cards[nth].marks}
    assert paired
    assert max(steps[nth] for nth in paired) < min(steps[nth] for nth in steps.keys() - paired) - 5


def test_simultaneous_choices_are_revealed_together(pilot: Pilot) -> None:
    begin(pilot, TOGETHER)
    pilot.press("reveal")
    pilot.wait(1.0)
    first = pick(pilot)
    assert pilot.session.viewer != 0, "the screen goes on to the next person"
    zones = pilot.seen.zones
    assert all(not zones[f"offer:{letter}"] for letter in "ABCDE")
    assert first not in seeing.words(pilot)
    pilot.wait(1.0)
    pilot.press("reveal")
    pilot.wait(1.0)
    second = pick(pilot)
    pilot.wait(4.0)
    opened = pilot.seen.zones
    assert (opened["offer:A"], opened["offer:B"]) == ((first,), (second,))
    assert all(len(opened[f"offer:{letter}"]) == 1 for letter in "CDE")


def test_drop_target_marks_the_pair_it_would_make_while_hovered(pilot: Pilot) -> None:
    pick(pilot)
    face = take_one(pilot)
    row = hand(pilot)
    pairs = next(nth for nth, card in enumerate(row) if str(card)[1] == face[1])
    none = next(nth for nth, card in enumerate(row) if str(card)[1] != face[1])
    zone = pilot.view.by_zone["hand:A"]
    start = pilot.place_of(face)
    pilot.take_hold(start)

    def marked_at(place: int) -> set[str]:
        at = pilot.view.root.world.apply(zone.gaps(len(row))[place].centre)
        pilot.move(at, held=True)
        return {str(card.face) for card in pilot.view.cards if "would_pair" in card.marks}

    assert [marked_at(place) for place in (pairs, none)] == [{row[pairs]}, set()]
    marked_at(pairs)
    pilot.key(pygame.K_ESCAPE)
    pilot.wait(0.3)
    assert not [card for card in pilot.view.cards if "would_pair" in card.marks]


def test_card_is_inserted_by_keys_alone(pilot: Pilot) -> None:
    pick(pilot)
    face = take_one(pilot)
    before = hand(pilot)
    assert pilot.view.selection.held is pilot.card(face)
    pilot.focus_on(pilot.view.gaps[0])
    for _ in range(3):
        pilot.key(pygame.K_RIGHT)
    pilot.key(pygame.K_RETURN)
    pilot.wait(1.0)
    assert list(pilot.view.zones["hand:A"]) == [*before[:3], face, *before[3:]]


def test_taken_card_is_returned_by_undo(pilot: Pilot) -> None:
    pick(pilot)
    pilot.wait_for_me()
    pilot.wait(1.0)
    before = pilot.seen
    take_one(pilot)
    pilot.press("undo")
    pilot.wait(1.0)
    assert pilot.seen == before
    assert pilot.view.zones == dict(before.zones)


def test_match_is_resumed_by_another_process(fly: Fly) -> None:
    first = fly(catalogue=CATALOGUE)
    begin(first)
    pick(first)
    take_one(first)
    seen = first.seen
    first.close()
    again = fly(catalogue=CATALOGUE)
    again.program.show_title()
    again.wait(1.0)
    again.press("continue")
    again.wait(1.0)
    assert again.seen == seen
    assert again.view.zones == dict(seen.zones)


def test_bazaar_match_is_played_to_its_result(pilot: Pilot) -> None:
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
    assert not pilot.nodes("rounds"), "a match of one round has no table of rounds"
    pilot.press("rematch")
    pilot.wait(2.0)
    assert pilot.seen.zones["offer:A"] == ()


def test_game_log_contains_only_public_events(pilot: Pilot) -> None:
    mine = pick(pilot)
    pilot.wait_for_me()
    pilot.wait(1.0)
    pilot.key(pygame.K_l)
    pilot.wait(1.0)
    words = seeing.words(pilot)
    assert "You chose an offer" in words
    assert f"The offers: \n{mine[0]}\n" in words
    assert middle_of(pilot.nodes("close")[-1])


def test_hint_names_a_step_and_its_chance(pilot: Pilot) -> None:
    pick(pilot)
    pilot.wait_for_me()
    pilot.wait(1.0)

    pilot.press("hint")
    for _ in range(100):
        pilot.wait(0.1)
        if "Chance to win" in seeing.words(pilot):
            break

    words = seeing.words(pilot)
    assert "Chance to win: " in words
    assert any(f"\n{action} " in words for action in ("Take", "Sell", "Say"))


def test_replay_of_a_game_without_a_reviewer_has_no_chance_curve(
    pilot: Pilot, tmp_path: Path
) -> None:
    begin(pilot, TOGETHER)
    match, file = pilot.session.match, tmp_path / "played.red7"
    seats = pilot.session.seats
    day = date(2020, 2, 20)
    names, players = [each.name for each in seats], [each.player or "human" for each in seats]
    record = write_record(ROW.view().story.record_form, match, names, players, day)
    file.write_text(record, encoding="utf-8")
    pilot.program.show_title()
    pilot.program.open_record(file)
    pilot.program.feature(ReplayFeature).service.worker.submit(lambda: None).result()
    for _ in range(5):
        pilot.step_frame()
        assert pilot.nodes("curve") == pilot.nodes("legend") == []
    assert pilot.session.is_replay
    assert pilot.nodes("timeline")


# == Picking several cards for one step with every input device.
#
# The market is open: hand 1a 2a 6a 5b 8b; the others offer 3a 4a 7b 4c. Neighbours of a suit may be
# sold, alone or with an offer of that suit.

SOLD = ("1a", "2a", "3a")
SILK = ("5b", "8b", "7b")
REFUSED = "Sell two neighbours of one good"


@pytest.fixture(name="market")
def at_the_market(fly: Fly) -> Pilot:
    pilot: Pilot = fly(catalogue={"bazaar": MARKET})
    pilot.play(ALONE)
    return pilot


def gathered(pilot: Pilot) -> list[str]:
    return [card.face or "" for card in pilot.view.selection.picked_cards]


def ghosts(pilot: Pilot) -> list[str]:
    return [card.face or "" for card in pilot.view.cards if GHOST in card.marks]


def carried(pilot: Pilot) -> list[str]:
    return [card.face or "" for card in pilot.view.selection.carried]


def steps(pilot: Pilot) -> list[str]:
    return [entry.step for entry in pilot.session.match.log]


def is_held(pilot: Pilot, face: str) -> bool:
    return pilot.view.selection.held is pilot.card(face)


def click(pilot: Pilot, *faces: str) -> None:
    for face in faces:
        pilot.click(pilot.place_of(face))
        pilot.wait(0.3)


def tap(pilot: Pilot, at: Vec) -> None:
    pilot.tap(at)
    pilot.wait(0.3)


def carry(pilot: Pilot, face: str, to: Vec) -> None:
    """Drag a card to a point, and do not let go yet."""
    pilot.carry(pilot.place_of(face), to)
    pilot.wait(0.3)


def let_go(pilot: Pilot, at: Vec) -> None:
    pilot.let_go(at)
    pilot.wait(0.6)


def test_clicks_pick_cards_and_the_button_plays_them(market: Pilot) -> None:
    before = market.seen
    assert "No, thanks" in seeing.words(market)
    click(market, "1a")
    assert gathered(market) == ["1a"]
    assert market.card("1a").marks == ("hovered", "picked")
    assert "Add\n2" in seeing.words(market)
    click(market, "2a", "3a")
    assert gathered(market) == list(SOLD)
    assert "Sell\n1\n, \n2\n, \n3" in seeing.words(market)
    market.press("end")
    market.wait(0.6)
    assert (steps(market), market.view.zones["stall"]) == (["sell 0 3a"], SOLD)
    assert gathered(market) == []
    market.press("undo")
    market.wait(0.6)
    assert market.seen == before


def test_suggested_cards_are_added_to_a_sale_only_by_the_button(market: Pilot) -> None:
    click(market, "7b")
    assert gathered(market) == ["7b"]
    assert sorted(ghosts(market)) == ["5b", "8b"]
    assert "Add\n5\n, \n8" in seeing.words(market)
    market.click(market.middle_of_zone("stall"))
    market.wait(0.3)
    assert (steps(market), gathered(market)) == ([], ["7b"]), "nothing is filled up silently"

    market.press("end")
    market.wait(0.3)
    assert (steps(market), gathered(market), ghosts(market)) == ([], list(SILK), [])
    assert "Sell\n5\n, \n8\n, \n7" in seeing.words(market)
    market.click(market.middle_of_zone("stall"))
    assert steps(market) == ["sell 3 7b"]


def test_clicking_already_sold_cards_sells_the_selected_cards(market: Pilot) -> None:
    click(market, *SILK)
    market.click(market.middle_of_zone("stall"))
    market.wait(0.6)
    click(market, "3a", "1a")
    assert ghosts(market) == ["2a"]
    market.press("end")
    market.wait(0.3)
    market.click(market.middle_of_zone("stall"))
    assert steps(market)[1:] == ["sell 0 3a"], "cards that lie there are part of the place"


def test_second_click_on_a_selected_card_deselects_only_that_card(market: Pilot) -> None:
    seen = []
    for face in ("1a", "1a", "1a", "2a", "4a", "2a", "1a", "4a"):
        click(market, face)
        seen.append(" ".join(gathered(market)))
    assert seen == ["1a", "", "1a", "1a 2a", "1a 2a 4a", "1a 4a", "4a", ""]
    assert not market.program.ui.stage.toasts.toasts
    assert not ghosts(market)


def test_card_that_makes_no_sale_with_the_selected_one_is_refused(market: Pilot) -> None:
    click(market, "1a")
    assert REFUSED not in seeing.words(market)
    click(market, "5b")
    assert REFUSED in seeing.words(market)
    assert gathered(market) == ["1a"]
    assert ghosts(market) == ["2a"]


def test_escape_deselects_cards_instead_of_opening_the_menu(market: Pilot) -> None:
    click(market, *SILK)
    market.key(pygame.K_ESCAPE)
    assert gathered(market) == []
    assert not market.nodes("go on")


def test_selected_cards_are_dragged_and_returned_together(market: Pilot) -> None:
    click(market, *SILK)
    homes = {face: market.card(face).position for face in SILK}
    nowhere = market.middle_of_zone("offer")
    carry(market, "8b", nowhere)
    places = [market.card(face).position for face in SILK]
    assert places[0].x < places[1].x < places[2].x
    assert places[0].y == places[1].y == places[2].y
    assert places[0].y < homes["5b"].y - 100
    let_go(market, nowhere)
    assert {face: market.card(face).position for face in homes} == homes
    assert not market.program.ui.stage.toasts.toasts, "it is not refused, but put back"
    carry(market, "5b", market.middle_of_zone("stall"))
    let_go(market, market.middle_of_zone("stall"))
    assert market.view.zones["stall"] == SILK


def test_dragging_a_card_takes_along_the_selected_cards(market: Pilot) -> None:
    stall = market.middle_of_zone("stall")
    carry(market, "1a", stall)
    assert carried(market) == ["1a"]
    let_go(market, stall)
    assert (steps(market), gathered(market)) == ([], ["1a"])
    carry(market, "2a", stall)
    assert carried(market) == ["1a", "2a"]
    let_go(market, stall)
    assert steps(market) == ["sell 0"]


def test_cards_dropped_to_sell_are_refused_until_they_make_a_sale(market: Pilot) -> None:
    stall = market.middle_of_zone("stall")
    click(market, "1a")
    carry(market, "1a", stall)
    assert carried(market) == ["1a"]
    let_go(market, stall)
    assert (steps(market), gathered(market)) == ([], ["1a"])
    assert REFUSED in seeing.words(market)
    carry(market, "4a", stall)
    let_go(market, stall)
    assert (steps(market), gathered(market)) == ([], ["1a", "4a"]), "nothing is filled up"
    assert ghosts(market) == ["2a"]
    carry(market, "2a", stall)
    assert carried(market) == ["1a", "2a", "4a"]
    let_go(market, stall)
    assert steps(market) == ["sell 0 4a"]


def test_dragging_with_shift_takes_one_card_of_the_selected_block(market: Pilot) -> None:
    click(market, *SILK)
    market.post(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=pygame.KMOD_SHIFT, unicode="", scancode=0)
    carry(market, "8b", market.middle_of_zone("stall"))
    assert carried(market) == ["8b"]
    let_go(market, market.middle_of_zone("stall"))
    assert (steps(market), gathered(market)) == ([], ["8b"])


def test_selected_offer_card_can_also_be_taken_into_the_hand(market: Pilot) -> None:
    click(market, "3a")
    assert gathered(market) == ["3a"]
    assert is_held(market, "3a")
    click(market, "2a")
    assert gathered(market) == ["3a", "2a"]
    assert not is_held(market, "3a")
    market.key(pygame.K_ESCAPE)
    click(market, "3a")
    market.click(market.view.root.world.apply(market.view.gaps[5].centre))
    assert steps(market)[:2] == ["take 3a", "insert 5"]


def test_offer_card_dragged_between_hand_cards_is_inserted_there(market: Pilot) -> None:
    hand = market.view.by_zone["hand:A"]
    gap = market.view.root.world.apply(hand.gaps(5)[3].centre)
    carry(market, "4c", gap)
    assert market.view.selection.aim == ("hand:A", 3)
    let_go(market, gap)
    assert steps(market)[:2] == ["take 4c", "insert 3"]
    assert market.view.zones["hand:A"][3] == "4c"


def bright(market: Pilot) -> list[int]:
    return [gap.place for gap in market.view.gaps if FITS in gap.marks]


def test_gaps_in_the_hand_are_bright_where_a_card_makes_a_pair(market: Pilot) -> None:
    market.session.take("take 7b")
    market.wait(0.6)
    assert is_held(market, "7b"), "there is nothing else to be done"
    assert bright(market) == [3, 4]
    market.move(market.view.root.world.apply(market.view.gaps[3].centre))
    market.wait(0.3)
    assert bright(market) == [3, 4], "the others stay so while one is aimed at"
    row = [card.pose.position.x for card in market.view.cards.rows["hand:A"]]
    (mark,) = [node for node in market.view.gaps[4].walk() if node.name == "mark fits"]
    middle = market.view.root.to_local(mark.bounds.centre) or Vec(0, 0)
    assert row[3] < middle.x < row[4], "where the cards have made room"
    market.key(pygame.K_ESCAPE)
    market.change(assist="none")
    click(market, "7b")
    assert not bright(market)


def test_gaps_in_the_hand_are_bright_for_a_selected_offer_card(market: Pilot) -> None:
    click(market, "3a")
    assert bright(market) == [0, 1, 2]


def test_keyboard_selects_and_sells_cards(market: Pilot) -> None:
    market.focus_on(market.card("5b"))
    market.key(pygame.K_SPACE)
    assert gathered(market) == ["5b"]
    market.key(pygame.K_RIGHT)
    market.key(pygame.K_RETURN)
    assert gathered(market) == ["5b", "8b"]
    market.key(pygame.K_t)
    assert steps(market) == ["sell 3"]
    market.key(pygame.K_z)
    assert steps(market) == []


def test_keyboard_adds_the_suggested_card_and_sells(market: Pilot) -> None:
    market.focus_on(market.card("2a"))
    market.key(pygame.K_SPACE)
    assert gathered(market) == ["2a"]
    market.key(pygame.K_t)
    assert (gathered(market), steps(market)) == (["1a", "2a"], [])
    market.key(pygame.K_t)
    assert steps(market) == ["sell 0"]


def test_gamepad_selects_and_sells_cards(market: Pilot) -> None:
    market.focus_on(market.card("7b"))
    market.pad(pygame.CONTROLLER_BUTTON_A)
    assert gathered(market) == ["7b"]
    market.pad(pygame.CONTROLLER_BUTTON_B)
    assert gathered(market) == []
    assert market.program.ui.stage.focus.current is market.card("7b")
    market.pad(pygame.CONTROLLER_BUTTON_A)
    market.pad(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    assert (gathered(market), steps(market)) == (list(SILK), [])
    market.pad(pygame.CONTROLLER_BUTTON_RIGHTSHOULDER)
    assert steps(market) == ["sell 3 7b"]


def test_touch_selects_and_sells_cards(market: Pilot) -> None:
    tap(market, market.place_of("7b"))
    assert gathered(market) == ["7b"]
    market.wait(0.3)
    tap(market, middle_of(market.nodes("end")[-1]))
    assert (gathered(market), steps(market)) == (list(SILK), [])
    market.wait(0.3)
    tap(market, middle_of(market.nodes("end")[-1]))
    assert steps(market) == ["sell 3 7b"]


def test_touch_drags_selected_cards_or_one_card_after_a_long_press(market: Pilot) -> None:
    stall = market.middle_of_zone("stall")
    for face in SILK:
        tap(market, market.place_of(face))
    at = market.place_of("8b")
    market.finger(pygame.FINGERDOWN, at)
    market.wait(0.6)
    market.finger(pygame.FINGERMOTION, stall)
    assert carried(market) == ["8b"]
    market.finger(pygame.FINGERUP, stall)
    assert (steps(market), gathered(market)) == ([], ["8b"])
    market.wait(0.6)
    tap(market, market.place_of("7b"))
    tap(market, market.place_of("5b"))
    market.finger(pygame.FINGERDOWN, market.place_of("8b"))
    market.finger(pygame.FINGERMOTION, stall)
    assert carried(market) == list(SILK)
    market.finger(pygame.FINGERUP, stall)
    assert steps(market) == ["sell 3 7b"]


def test_card_selection_is_cleared_when_the_table_changes(market: Pilot) -> None:
    click(market, *SILK)
    market.session.take("take 7b")
    assert (gathered(market), ghosts(market)) == ([], [])


def test_suggestions_are_selected_by_their_buttons_and_by_key(market: Pilot) -> None:
    market.press("chip 1")
    assert gathered(market) == ["1a", "2a", "4a"]
    market.key(pygame.K_g)
    assert gathered(market) == ["2a", "6a", "3a"]
    market.pad(bindings.RIGHT_TRIGGER)
    assert gathered(market) == ["2a", "6a", "4a"]
    market.press("chip 3")
    assert gathered(market) == []
    market.key(pygame.K_g)
    assert gathered(market) == list(SOLD)
    market.press("end")
    assert steps(market) == ["sell 0 3a"]


def test_cards_of_a_hint_are_suggested_to_complete_the_selection(market: Pilot) -> None:
    picks = market.table._picks
    click(market, "2a")
    assert (gathered(market), ghosts(market)) == (["2a"], ["1a"])
    click(market, "2a")
    picks.hint(("2a", "6a"))
    click(market, "2a")
    assert (gathered(market), ghosts(market)) == (["2a"], ["6a"])
    market.press("end")
    assert (gathered(market), steps(market)) == (["2a", "6a"], [])
    click(market, "2a", "6a")
    assert gathered(market) == []
    picks.hint(("1a", "5b"))
    click(market, "1a")
    assert (gathered(market), ghosts(market)) == (["1a"], ["2a"])
    assert picks.hinted is None, "no step takes the cards of this hint together"


def test_unsellable_card_is_refused_while_others_are_selected(market: Pilot) -> None:
    click(market, "7b", "4c")
    assert gathered(market) == ["7b"]
    assert not is_held(market, "4c")
    assert REFUSED in seeing.words(market)
    click(market, "7b", "4c")
    assert gathered(market) == []
    assert is_held(market, "4c")


def test_dragging_another_card_clears_the_selection(market: Pilot) -> None:
    click(market, *SILK)
    carry(market, "4c", market.middle_of_zone("taken"))
    assert is_held(market, "4c")
    assert (gathered(market), carried(market)) == ([], ["4c"])
    let_go(market, market.middle_of_zone("taken"))
    assert steps(market)[:1] == ["take 4c"]


def test_adjacent_marked_cards_share_one_frame(market: Pilot) -> None:
    click(market, *SILK)
    widths = [
        [node.size.w for node in market.card(face).children if node.name == "mark picked"]
        for face in SILK
    ]
    assert [len(each) for each in widths] == [1, 0, 1]
    assert widths[0][0] > 2 * market.card("5b").size.w


def test_picked_cards_are_read_aloud(market: Pilot) -> None:
    recorder = listening.speak_aloud(market)
    click(market, "7b")
    assert recorder.said[-2:] == ["Silk 7", "Add: Silk 5, Silk 8"]
    click(market, "5b", "8b")
    assert recorder.said[-2:] == ["Silk 5, Silk 8, Silk 7", "Sell Silk 5, Silk 8, Silk 7"]
