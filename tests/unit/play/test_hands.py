from __future__ import annotations

from red7_desktop.games.red7.rules.cards import BY_TEXT
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.play.hands import HandController
from red7_desktop.play.seats import Seat
from red7_desktop.play.session import Session
from red7_desktop.play.thinker import InlineThinker
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.zones import Handling
from tests.bazaar.rules import Bazaar
from tests.unit.play.conftest import MakeSession
from tests.unit.play.test_session import session_at_turn_of


def hand_of(session: Session) -> list[str]:
    observation = session.observe()
    return [text for text, card in BY_TEXT.items() if observation.hand >> card & 1]


def test_every_legal_step_with_a_card_is_a_drop(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 0)
    drops = HandController(session).drops
    by_hand = {
        str(step)
        for targets in drops.values()
        for places in targets.values()
        for step in places.values()
    }
    legal = {str(step) for step in session.observe().legal}
    assert by_hand == legal - {"pass"}


def test_there_are_no_drops_when_it_is_not_the_viewers_turn(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 1)
    assert HandController(session).drops == {}


def test_a_drop_takes_the_step_that_it_means(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 0)
    hands = HandController(session)
    card, targets = next(iter(hands.drops.items()))
    target = next(iter(targets))
    assert hands.drop(Handling(card, "hand:A", target)) is None
    assert card in session.observe().zones[target]


def test_a_drop_that_is_not_legal_says_why_and_changes_nothing(make_session: MakeSession) -> None:
    for seed in range(40):
        session = make_session(seed=seed)
        hands = HandController(session)
        losing = [card for card in hand_of(session) if "canvas" not in hands.drops.get(card, {})]
        if session.is_viewers_turn and losing:
            refused = hands.drop(Handling(losing[0], "hand:A", "canvas"))
            assert refused is not None
            assert refused.code == "not_winning"
            assert session.match.revision == 0
            return
    raise AssertionError("no deal has a losing discard")


def test_a_card_put_back_where_it_was_is_no_step(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 0)
    card = hand_of(session)[0]
    assert HandController(session).drop(Handling(card, "hand:A", "hand:A")) is None
    assert session.match.revision == 0


def test_handling_that_means_nothing_is_refused(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 0)
    refused = HandController(session).drop(Handling(hand_of(session)[0], "hand:A", "palette:B"))
    assert refused is not None
    assert refused.code == "no_such_move"


def test_a_spectator_moves_nothing(make_session: MakeSession) -> None:
    session = make_session((Seat("Ada", "first"), Seat("Bo", "first")))
    refused = HandController(session).drop(Handling("R7", "hand:A", "canvas"))
    assert refused is not None
    assert refused.code == "only_watching"


def test_out_of_turn_a_drop_says_whose_turn_it_is(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 1)
    refused = HandController(session).drop(Handling(hand_of(session)[0], "hand:A", "canvas"))
    assert refused is not None
    assert refused.code == "not_your_turn"


def test_every_place_of_a_hand_is_a_step_of_its_own() -> None:
    match = Match(Bazaar(), {"seats": 2}, 1)
    session = Session(match, (Seat("Ada"), Seat("Bo")), {}, InlineThinker())
    for seat in (0, 1):
        session.look_as(seat)
        session.take(session.observe().legal[2])
    session.look_as(0)
    offered = session.observe().zones["offer:B"][0]
    hands = HandController(session)
    assert hands.drops == {offered: {"taken:A": {None: f"take {offered}"}}}
    assert hands.drop(Handling(offered, "offer:B", "taken:A", 0)) is None
    assert hands.drops == {offered: {"hand:A": {n: f"insert {n}" for n in range(5)}}}
    assert hands.drop(Handling(offered, "taken:A", "hand:A", 0, 3)) is None
    assert session.observe().zones["hand:A"][3] == offered


def test_in_a_hand_with_an_order_every_card_goes_by_its_place() -> None:
    match = Match(SpringCleaning(), {"seats": 2}, 1)
    session = Session(match, (Seat("Ada"), Seat("Bo")), {}, InlineThinker())
    hand = session.observe().zones["hand:A"]
    assert len(set(hand)) < len(hand)
    hands = HandController(session)
    steps = {
        name: [str(step) for step in targets["offer:A"].values()]
        for name, targets in hands.drops.items()
    }
    assert steps == {f"hand:A#{nth}": [f"offer {nth + 1}"] for nth in range(len(hand))}
    assert hands.tries(hands.drops).keys() == steps.keys()
