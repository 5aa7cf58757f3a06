"""Cards moved by hand: one that becomes a step, or several that are picked one by one."""

from __future__ import annotations

import pytest

from red7_desktop.games.red7.rules.cards import CARD_BY_TEXT
from red7_desktop.games.spring_cleaning.rules import game, position, rounds
from red7_desktop.games.spring_cleaning.rules.cards import parse_step
from red7_desktop.play.ai import Seat, Thinker
from red7_desktop.play.hands import CardSelection, HandController, HandOptions, Play
from red7_desktop.play.session import Change, ExerciseMatch, Session
from red7_desktop.tabletop.game import DragMove, Outcome
from red7_desktop.tabletop.match import Match
from tests.bazaar.rules import Bazaar, State
from tests.market import Market
from tests.unit.play.conftest import MakeSession
from tests.unit.play.test_session import session_at_turn_of
from tests.unit.spring_cleaning.rules.playing import laid


def hand_of(session: Session) -> list[str]:
    observation = session.observe()
    return [text for text, card in CARD_BY_TEXT.items() if observation.hand >> card & 1]


def test_every_legal_step_with_a_card_can_be_made_by_dragging(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 0)
    drops = HandController(session).options().drops
    by_hand = {
        str(step)
        for targets in drops.values()
        for places in targets.values()
        for step in places.values()
    }
    legal = {str(step) for step in session.observe().legal}
    assert by_hand == legal - {"pass"}


def test_illegal_drop_is_refused_with_the_reason(make_session: MakeSession) -> None:
    for seed in range(40):
        session = make_session(seed=seed)
        hands = HandController(session)
        losing = [
            card for card in hand_of(session) if "canvas" not in hands.options().drops.get(card, {})
        ]
        if session.is_viewers_turn and losing:
            refused = hands.drop(DragMove(losing[0], "hand:A", "canvas"))
            assert (refused and refused.code) == "not_winning"
            assert session.match.revision == 0
            return
    raise AssertionError("no deal has a losing discard")


def test_card_dropped_where_it_was_takes_no_step(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 0)
    card = hand_of(session)[0]
    assert HandController(session).drop(DragMove(card, "hand:A", "hand:A")) is None
    assert session.match.revision == 0


@pytest.mark.parametrize(
    ("turn", "target", "code"), [(0, "palette:B", "no_such_move"), (1, "canvas", "not_your_turn")]
)
def test_drop_on_a_wrong_zone_or_out_of_turn_is_refused_with_a_reason(
    make_session: MakeSession, turn: int, target: str, code: str
) -> None:
    session = session_at_turn_of(make_session, turn)
    refused = HandController(session).drop(DragMove(hand_of(session)[0], "hand:A", target))
    assert (refused and refused.code) == code


def test_spectator_can_move_nothing(make_session: MakeSession) -> None:
    session = make_session((Seat("Ada", "first"), Seat("Bo", "first")))
    refused = HandController(session).drop(DragMove("R7", "hand:A", "canvas"))
    assert (refused and refused.code) == "only_watching"


def open_market() -> Session:
    """Return a match of Bazaar in which both seats have offered a card."""
    match = Match(Bazaar(), {"seats": 2}, 1)
    session = Session(match, (Seat("Ada"), Seat("Bo")), {}, Thinker())
    for seat in (0, 1):
        session.set_viewer(seat)
        session.take(session.observe().legal[2])
    session.set_viewer(0)
    return session


def test_drop_that_stands_for_two_steps_takes_both() -> None:
    session = open_market()
    offered = session.observe().zones["offer:B"][0]
    assert HandController(session).drop(DragMove(offered, "offer:B", "hand:A", 0, 3)) is None
    assert [entry.step for entry in session.match.log[-2:]] == [f"take {offered}", "insert 3"]


def test_drop_that_stands_for_two_steps_works_for_the_second_seat() -> None:
    start = laid("A 1 6 9 : 7 : 0", "B> 1 2 : 5 : 0", table="8 8 :A", deck="4 3")
    session = round_from(start, viewer=1)

    refused = HandController(session).drop(DragMove("7", "offer:A", "hand:B", 0, 1))

    assert refused is None
    assert [entry.step for entry in session.match.log] == ["draw(A:7)", "insert 2"]


def test_drop_that_stands_for_two_steps_stops_at_a_revealed_card() -> None:
    class Revealing(Bazaar):
        """Taking an offer shows what no one knew, so it cannot be taken back."""

        def _take(self, state: State, seat: int, card: str) -> Outcome[State]:
            return super()._take(state, seat, card)._replace(undo_barrier="revealed")

    session = open_market()
    session.match.game = Revealing()
    offered = session.observe().zones["offer:B"][0]
    assert HandController(session).drop(DragMove(offered, "offer:B", "hand:A", 0, 3)) is None
    assert session.match.log[-1].step == f"take {offered}"


class Unplaced(Market):
    """Names the first of the cards that go together by its face alone."""

    def find_drag_move(self, state: State, seat: int, step: str) -> DragMove | None:
        found = super().find_drag_move(state, seat, step)
        return found and found._replace(source_place=None)


@pytest.mark.parametrize("market", [Market, Unplaced])
def test_steps_with_several_cards_are_made_by_picking_not_by_dragging(market: type[Bazaar]) -> None:
    match = Match(market(), {"seats": 3}, 1)
    session = Session(match, (Seat("Ada"), Seat("Bo"), Seat("Cy")), {}, Thinker())
    hands = HandController(session)
    drops, selection = hands.options().drops, hands.options().selection
    assert set(drops) == {"3a", "4a"}, "hand cards are sold in pairs only"
    plays = {play.step: play.names for play in selection.plays}
    assert plays["sell 0 3a"] == ("hand:A#0", "hand:A#1", "offer:B#0")
    assert set(plays) == {
        f"sell {sale}" for sale in ("0", "0 3a", "0 4a", "1", "1 3a", "1 4a", "3")
    }
    apart = hands.find_drag_move(("hand:A#0", "hand:A#3"), "stall")
    assert str(hands.explain_illegal(apart)) == "no_neighbours"
    assert hands.drop(hands.find_drag_move(plays["sell 0 3a"], "stall")) is None
    assert session.observe().zones["stall"] == ("1a", "2a", "3a")


def round_from(position: position.Position, viewer: int = 0) -> Session:
    match = ExerciseMatch(game.SpringCleaning(), {"seats": 2}, rounds.build_state_at(position))
    session = Session(match, (Seat("Ada"), Seat("Bo")), {}, Thinker())
    session.set_viewer(viewer)
    return session


def chances_in(position: position.Position) -> HandOptions:
    """Return what hands may do in a round that goes on from a position."""
    return HandController(round_from(position)).options()


def test_card_is_named_by_its_index_when_its_number_is_ambiguous() -> None:
    session = round_from(laid("A> 1 6 : : 0", "B 1 2 : 5 5 : 0", table="6 :B", deck="9"))
    hands = HandController(session)
    tries = hands.drop_targets(hands.options().drops)
    assert "hand:A#1" in tries
    assert "6" not in tries


def test_any_of_equal_cards_in_an_offer_can_be_taken() -> None:
    chances = chances_in(laid("A> 3 4 6 6 : : 0", "B 1 2 : 5 5 : 0", table="2 :B", deck="9 9"))
    assert chances.selection.interchangeable == (("offer:B#0", "offer:B#1"),)
    assert chances.drops["offer:B#1"] == chances.drops["offer:B#0"]
    steps = {str(step) for step in chances.drops["offer:B#1"]["hand:A"].values()}
    assert steps == {"draw(B:5)"}
    picked = chances.selection.after_click("offer:B#1").after_click("hand:A#2")
    assert (picked.picked, str(picked.step)) == (("offer:B#0", "hand:A#2"), "5(B) 6 @3")


def test_preview_of_a_two_step_drop_shows_its_second_step_if_legal() -> None:
    session = open_market()
    own: dict[int | None, str] = {0: f"take {session.observe().zones['offer:A'][0]}"}
    assert HandController(session).resolve_drop_steps("hand:A", own) == (session.observe(), own)
    inserting = laid("A>insert 7 3 5 : 4 : 0", "B 1 2 : 7 : 0", table="5 :B")
    hands = HandController(round_from(inserting))
    _, found = hands.resolve_drop_steps("offer:A", {None: parse_step("insert 2")})
    assert [str(step) for step in found.values()] == ["offer 2"]


def test_card_that_is_being_sorted_can_go_to_every_index() -> None:
    laying = laid("A>order(4 4 9) : : 0", "B 1 2 : 5 : 0", table="6 :B", deck="9")
    assert [*chances_in(laying).drops["picked:A#0"]["picked:A"]] == [0, 1, 2, 3]
    session, told = round_from(laying), list[Change]()
    session.add_listener(told.append)
    assert session.sort_cards(DragMove("9", "picked:A", "picked:A", 2, 0))
    assert [(each.source_place, each.target_place) for each in told[0].moves] == [(2, 0)]


def test_taken_card_can_be_inserted_at_every_index_of_the_hand() -> None:
    session = open_market()
    offered = session.observe().zones["offer:B"][0]
    hands = HandController(session)
    take = f"take {offered}"
    assert hands.options().drops == {
        offered: {"taken:A": {None: take}, "hand:A": dict.fromkeys(range(5), take)}
    }
    assert hands.drop(DragMove(offered, "offer:B", "taken:A", 0)) is None
    assert hands.options().drops == {offered: {"hand:A": {n: f"insert {n}" for n in range(5)}}}
    assert hands.drop(DragMove(offered, "taken:A", "hand:A", 0, 3)) is None
    assert session.observe().zones["hand:A"][3] == offered


def test_cards_of_an_ordered_hand_are_named_by_index() -> None:
    match = Match(game.SpringCleaning(), {"seats": 2}, 1)
    session = Session(match, (Seat("Ada"), Seat("Bo")), {}, Thinker())
    hand = session.observe().zones["hand:A"]
    assert len(set(hand)) < len(hand)
    hands = HandController(session)
    steps = {
        name: [str(step) for step in targets["offer:A"].values()]
        for name, targets in hands.options().drops.items()
    }
    assert steps == {f"hand:A#{nth}": [f"offer {nth + 1}"] for nth in range(len(hand))}
    assert hands.drop_targets(hands.options().drops).keys() == steps.keys()


# == Cards picked one by one.


def select_from(*plays: str, alike: tuple[str, ...] = ()) -> CardSelection:
    """Make plays of texts that name cards by letters; the text is the step."""
    return CardSelection(
        tuple(Play(tuple(text), "table", text) for text in plays), tuple(map(tuple, alike))
    )


def after(start: CardSelection, clicks: str) -> str:
    for name in clicks:
        start = start.after_click(name)
    return "".join(start.picked)


def test_click_picks_one_card_and_the_next_click_puts_it_back() -> None:
    plays = select_from("a", "ab", "abc", "bc")

    seen = [after(plays, clicks) for clicks in ("a", "aa", "ab", "abc", "abca", "ca")]

    assert seen == ["a", "", "ab", "abc", "bc", "ca"]


def test_click_never_picks_a_second_card_by_itself() -> None:
    assert after(select_from("abc"), "a") == "a"
    assert after(select_from("abc"), "ac") == "ac"


def test_card_in_no_play_together_with_the_picked_ones_is_refused() -> None:
    plays = select_from("ab", "c").after_click("a")

    assert not plays.accepts("c")
    assert plays.after_click("c").picked == ("a",)
    assert plays.accepts("a")
    assert plays.accepts("b")


def test_picked_card_awaiting_confirmation_is_replaced_by_another() -> None:
    offers = CardSelection(
        tuple([Play((name,), "offer", name, needs_confirmation=True) for name in "ab"])
    )

    assert offers.after_click("a").after_click("b").picked == ("b",)


def test_suggested_cards_complete_the_smallest_play_with_the_picked_ones() -> None:
    plays = select_from("abcd", "abc", "adc", "e")

    assert plays.ghost == ()
    assert plays.after_click("a").ghost == ("b", "c")
    assert plays.with_order(["adc"]).after_click("a").ghost == ("d", "c")
    assert plays.after_click("a").after_completion().step == "abc"
    assert plays.with_step("abc").ghost == ()
    assert plays.after_click("e").ghost == ()


def test_suggested_cards_never_complete_an_illegal_play() -> None:
    plays = CardSelection((Play(("a", "b"), "table", "ab", is_legal=False),)).after_click("a")

    assert plays.has_no_play
    assert plays.ghost == ()
    assert plays.after_completion() == plays


def test_suggested_plays_are_listed_before_all_others() -> None:
    plays = select_from("a", "ab", "abc", "ad").with_order(["ad", "xy"])

    assert [play.step for play in plays.plays] == ["ad", "a", "ab", "abc"]


def test_drag_takes_along_only_the_picked_cards() -> None:
    plays = select_from("a", "abc", "d")

    assert plays.after_drag("a").picked == ("a",)
    assert plays.after_click("b").after_drag("a").picked == ("b", "a")
    assert plays.after_click("b").after_click("a").after_drag("b").picked == ("b", "a")
    assert plays.after_click("b").after_drag("d").picked == ("d",)


def test_click_on_one_of_several_equal_cards_picks_the_next_playable_one() -> None:
    plays = select_from("ax", "axy", "b", "bx", alike=("xy",))

    assert plays.knows("y")
    assert after(plays, "ay") == "ax"
    assert after(plays, "ayy") == "axy"
    assert after(plays, "ayyy") == "ax"
    assert plays.after_click("a").after_click("y").after_click("y").has_picked("y")
    assert after(plays, "by") == "bx"
    one = select_from("ax", "ac", "b", alike=("xy",)).after_click("a").after_click("x")
    assert (one.picked, one.has_picked("y")) == (("a", "x"), True)


def test_picked_cards_stay_picked_only_while_some_play_contains_them() -> None:
    plays = select_from("ab", "abc")
    assert plays.with_cards(("b",)).picked == ("b",)
    assert plays.with_cards(("b", "x")).picked == ()
    assert plays.with_step("abc").after_clearing().picked == ()
    assert plays.with_step("zz") == plays


def test_drawn_card_dropped_on_the_offer_is_first_put_into_the_hand() -> None:
    session = round_from(laid("A>insert 7 3 5 : 4 : 0", "B 1 2 : 7 : 0", table="5 :B", deck="9"))

    drops = HandController(session).options().drops["drawn:A#0"]

    assert drops["offer:A"] == {None: parse_step("insert 3")}


# == Moving a placed card.


def test_drawn_card_can_be_moved_in_the_hand_until_the_turn_ends() -> None:
    session = round_from(laid("A> 1 6 9 : : 0", "B 1 2 : 5 : 0", table="8 8 :B", deck="4 3"))
    hands = HandController(session)
    session.take_text("draw")
    session.take_text("insert 2")

    assert [*hands.options().drops["hand:A#1"]["hand:A"]] == [1, 2, 0, 3, 4]
    assert hands.drop(DragMove("4", "hand:A", "hand:A", 1, 4)) is None

    assert session.observe().zones["hand:A"] == ("1", "6", "9", "4")
    assert [entry.step for entry in session.match.log] == ["draw", "insert 4"]
    assert hands.drop(DragMove("4", "hand:A", "hand:A", 3, 0)) is None
    assert session.observe().zones["hand:A"] == ("4", "1", "6", "9")


def test_drawn_card_moved_to_where_it_is_takes_no_step() -> None:
    session = round_from(laid("A> 1 6 9 : : 0", "B 1 2 : 5 : 0", table="8 8 :B", deck="4 3"))
    hands = HandController(session)
    session.take_text("draw")
    session.take_text("insert 2")
    state = session.match.state

    assert hands.drop(DragMove("4", "hand:A", "hand:A", 1, 2)) is None
    assert session.match.state is state


def test_only_the_card_drawn_last_can_be_moved_within_the_hand() -> None:
    session = round_from(laid("A> 1 6 9 : : 0", "B 1 2 : 5 : 0", table="8 8 :B", deck="4 3"))
    hands = HandController(session)
    session.take_text("draw")
    session.take_text("insert 2")

    refused = hands.drop(DragMove("1", "hand:A", "hand:A", 0, 3))

    assert (refused and refused.code) == "no_such_move"
    assert session.observe().zones["hand:A"] == ("1", "4", "6", "9")


def test_card_drawn_from_the_deck_is_shown_before_its_place_is_chosen() -> None:
    session = round_from(laid("A> 1 6 9 : : 0", "B 1 2 : 5 : 0", table="8 8 :B", deck="4 3"))
    hands = HandController(session)

    assert [*hands.options().drops["deck"]["hand:A"]] == [None]
    assert hands.drop(DragMove(None, "deck", "hand:A", 1, 2)) is None

    assert [entry.step for entry in session.match.log] == ["draw"]
    assert session.observe().zones["drawn:A"] == ("4",)
