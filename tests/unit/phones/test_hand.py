"""A seat on a phone: what it shows, that nothing leaks, and what its messages do."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from red7_desktop.phones import protocol
from red7_desktop.phones.hand import RELEASE, PhoneHand, Verdict
from red7_desktop.phones.snapshot import find_faces, find_symbols
from red7_desktop.play.session import Session
from tests.matches import REDEALT
from tests.unit.phones.tables import (
    GAMES,
    list_acts,
    make_hand,
    make_session,
    play_by_phone,
    play_to_break,
    play_to_choice,
)


def bytes_of(hand: PhoneHand) -> str:
    return protocol.write_message("table", version=0, snapshot=hand.snapshot)


def first_move(hand: PhoneHand, id: int = 1) -> protocol.Step:
    card, places = next(
        (card, [each for each in places if each["allowed"]])
        for card, places in hand.snapshot["moves"].items()
        if any(each["allowed"] for each in places)
    )
    return protocol.Step(id, hand.version, card, places[0]["zone"], places[0]["place"])


def acting(session: Session) -> int:
    return session.to_act[0]


def compare_redealt(game: str, seeds: range, rounds: int) -> int:
    """Play matches at random; return in how many places all dealt anew was shown the same."""
    compared = 0
    for seed in seeds:
        session = make_session(game, seed)
        hands = {seat: make_hand(session, game, seat) for seat in range(3)}
        rng = random.Random(seed)
        for _ in range(rounds):
            play_by_phone(session, hands, rng, 3)
            for seat in range(3):
                if session.is_waiting_for_table or not session.to_act:
                    continue
                state = session.match.state
                shown = bytes_of(make_hand(session, game, seat))
                session.match._states[-1] = REDEALT[game](state, seat, rng)
                dealt = bytes_of(make_hand(session, game, seat))
                session.match._states[-1] = state
                assert dealt == shown
                compared += 1
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_snapshot_for_a_phone_does_not_depend_on_hidden_cards(game: str) -> None:
    assert compare_redealt(game, range(2), 5) > 10


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_snapshot_for_a_phone_never_leaks_hidden_cards_in_many_matches(game: str) -> None:
    assert compare_redealt(game, range(2, 68), 12) > 800


@pytest.mark.parametrize("game", GAMES)
def test_match_is_played_by_messages_of_phones_alone(game: str) -> None:
    session = make_session(game, 5)
    hands = {seat: make_hand(session, game, seat) for seat in range(3)}

    play_by_phone(session, hands, random.Random(5), 80)

    assert session.match.revision > 5 or not session.to_act


@pytest.mark.parametrize("game", GAMES)
def test_every_move_a_snapshot_allows_is_accepted_from_the_phone(game: str) -> None:
    session = make_session(game, 2)
    hands = {seat: make_hand(session, game, seat) for seat in range(3)}
    play_by_phone(session, hands, random.Random(2), 4)
    hand = hands[acting(session)]
    hand.rebuild()

    for act in list_acts(hand, 100):
        if isinstance(act, protocol.Step):
            fresh = make_hand(session, game, hand.seat.viewer or 0, version=hand.version)
            steps = session.match.revision
            assert fresh.handle_action(act).verdict is Verdict.DONE, act
            while session.match.revision > steps:
                session.match._states.pop()
                session.match._entries.pop()
                session.match._outcomes.pop()


def test_step_for_an_old_version_of_the_table_is_refused() -> None:
    session = make_session("red7")
    hand = make_hand(session, "red7", acting(session))
    move = first_move(hand)

    answer = hand.handle_action(replace(move, version=move.version - 1))

    assert answer.verdict is Verdict.OLD
    assert session.match.revision == 0


def test_step_sent_twice_by_a_phone_is_taken_once() -> None:
    session = make_session("red7")
    hand = make_hand(session, "red7", acting(session))
    move = first_move(hand)

    first, _, again = hand.handle_action(move), hand.rebuild(), hand.handle_action(move)

    assert first.verdict is again.verdict is Verdict.DONE
    assert session.match.revision == 1


def test_refused_action_sent_twice_by_a_phone_gets_the_reason_twice() -> None:
    session = make_session("red7")
    hand = make_hand(session, "red7", acting(session))
    unknown = protocol.Button(4, hand.version, "no such thing")

    first = hand.handle_action(unknown)
    hand.rebuild()
    again = hand.handle_action(unknown)

    assert first.verdict is Verdict.REFUSED
    assert first.reason
    assert again == first


def test_result_of_a_refused_action_is_not_repeated_for_another_action() -> None:
    session = make_session("red7")
    hand = make_hand(session, "red7", acting(session))
    hand.handle_action(protocol.Button(4, hand.version, "no such thing"))

    earlier = hand.handle_action(first_move(hand, id=3))
    later = hand.handle_action(first_move(hand, id=5))

    assert earlier.verdict is later.verdict is Verdict.DONE
    assert session.match.revision == 1


def test_snapshot_version_rises_only_when_the_phones_view_changes() -> None:
    session = make_session("red7")
    hand = make_hand(session, "red7", acting(session), version=7)

    assert not hand.rebuild()
    assert hand.version == 7
    hand.handle_action(first_move(hand))
    assert hand.rebuild()
    assert hand.version == 8


@pytest.mark.parametrize(
    "act",
    [
        protocol.Step(1, 1, "hand:B#0", "canvas", None),
        protocol.Step(1, 1, "hand:A#99", "canvas", None),
        protocol.Step(1, 1, "hand:A#0", "nowhere", None),
        protocol.Step(1, 1, "nowhere#0", "canvas", None),
        protocol.Step(1, 1, "hand:A#-1", "canvas", None),
        protocol.Step(1, 1, "", "", 0),
        protocol.Step(1, 1, "deck", "hand:A", 3),
        protocol.Pick(1, 1, "hand:A#0"),
        protocol.Button(1, 1, "no such thing"),
        protocol.Button(1, 1, "suggestion 9"),
        protocol.Button(1, 1, "next_round"),
        protocol.Button(1, 1, "undo"),
    ],
)
@pytest.mark.parametrize("game", ["red7", "bazaar"])
def test_action_that_no_snapshot_offers_is_refused_with_a_reason(game: str, act: Any) -> None:
    session = make_session(game, 3)
    hand = make_hand(session, game, 0)

    answer = hand.handle_action(act)

    assert answer.verdict is Verdict.REFUSED
    assert answer.reason
    assert session.match.revision == 0


@pytest.mark.parametrize("game", GAMES)
def test_random_actions_of_a_phone_never_raise_an_error(game: str) -> None:
    """Moves of every card to every zone and place, in many positions: an answer to each."""
    rng = random.Random(7)
    session = make_session(game, 7)
    hands = {seat: make_hand(session, game, seat) for seat in range(3)}
    answered = 0
    for _ in range(6):
        play_by_phone(session, hands, rng, 5)
        zones = session.observe().zones
        names = [
            *zones,
            *[f"{zone}#{nth}" for zone, row in zones.items() for nth in range(len(row))],
        ]
        for seat, hand in hands.items():
            hand.rebuild()
            state = session.match.state
            for _ in range(40):
                card, zone = rng.choice(names), rng.choice([*zones])
                place = rng.choice([None, 0, 1, 5, 99])
                step = protocol.Step(answered + 10_000, hand.version, card, zone, place)
                hand.handle_action(step)
                answered += 1
                if session.match.state is not state:
                    break
                pick = protocol.Pick(answered + 10_000, hand.version, card)
                hand.handle_action(pick)
                answered += 1
            assert seat in hands
    assert answered > 100


def test_phone_of_a_seat_that_is_not_to_move_can_do_nothing() -> None:
    session = make_session("red7")
    seat = (acting(session) + 1) % 3
    hand = make_hand(session, "red7", seat)

    moved = hand.handle_action(protocol.Step(1, 1, f"hand:{'ABC'[seat]}#0", "canvas", None))
    ended = hand.handle_action(protocol.Button(2, 1, "end"))

    assert hand.snapshot["moves"] == {}
    assert moved.verdict is ended.verdict is Verdict.REFUSED
    assert session.match.revision == 0


def test_forbidden_target_of_a_card_is_sent_with_its_reason_in_advance() -> None:
    session = make_session("red7", 3)
    hand = make_hand(session, "red7", acting(session))

    refused = [
        place
        for places in hand.snapshot["moves"].values()
        for place in places
        if not place["allowed"]
    ]

    assert refused
    assert all(place["title"] and not place["good"] for place in refused)


def spring_hand() -> tuple[Session, PhoneHand]:
    """Return a hand of Spring Cleaning that leads, all first offers made."""
    session = make_session("spring", 3)
    while len(session.to_act) > 1 or session.match.revision < 3:
        seat = acting(session)
        session._take(seat, session.match.game.legal_steps(session.match.state, seat)[0])
    hand = make_hand(session, "spring", acting(session))
    return session, hand


def test_suggested_cards_are_shown_as_picked_and_played_by_the_button() -> None:
    session, hand = spring_hand()
    revision = session.match.revision
    suggestion = hand.snapshot["suggestions"][0]

    hand.handle_action(protocol.Button(1, hand.version, suggestion["ask"]))
    hand.rebuild()
    picked = hand.snapshot["gather"]["picked"]
    end = hand.snapshot["buttons"][0]
    hand.handle_action(protocol.Button(2, hand.version, end["ask"]))

    assert len(picked) == len(suggestion["cards"])
    assert end["enabled"]
    assert session.match.revision == revision + 1


def test_tapped_card_is_picked_up_and_can_be_put_back() -> None:
    _, hand = spring_hand()
    card = hand.snapshot["gather"]["cards"][0]

    hand.handle_action(protocol.Pick(1, hand.version, card))
    hand.rebuild()
    picked = hand.snapshot["gather"]["picked"]
    hand.handle_action(protocol.Button(2, hand.version, RELEASE))
    hand.rebuild()

    assert card in picked
    assert hand.snapshot["gather"]["picked"] == []


def test_drop_out_button_is_sent_with_a_question_to_confirm() -> None:
    session = make_session("red7")
    hand = make_hand(session, "red7", acting(session))

    (button,) = [each for each in hand.snapshot["buttons"] if each["ask"] == "give_up"]

    assert button["question"]["yes"] == "Drop out"


@pytest.mark.parametrize(
    ("game", "options", "scores"),
    [
        ("spring", {"head_start": "2-0-1"}, ["trash 2/5", "trash 0/5", "trash 1/5"]),
        ("red7", {"target": 35}, ["0/35", "0/35", "0/35"]),
        ("bazaar", {}, ["", "", ""]),
    ],
)
def test_snapshot_has_the_score_of_every_seat(
    game: str, options: dict[str, Any], scores: list[str]
) -> None:
    session = make_session(game, **options)

    snapshot = make_hand(session, game, 1).snapshot

    others = {each["seat"]: each["score"] for each in snapshot["seats"]}
    assert others == {0: scores[0], 2: scores[2]}
    assert snapshot["you"]["score"] == scores[1]


@pytest.mark.parametrize("game", ["red7", "spring"])
def test_status_line_tells_the_end_of_a_match_from_the_end_of_a_round(game: str) -> None:
    session = make_session(game, 4)

    play_to_break(session)
    between_rounds = make_hand(session, game, 0).snapshot["you"]["status"]
    while session.is_waiting_for_table:
        session.deal_next_round()
        play_to_break(session)
    after_the_match = make_hand(session, game, 0).snapshot["you"]["status"]

    assert between_rounds == "round over"
    assert after_the_match == "match over"


def test_card_faces_and_symbols_that_a_snapshot_shows_are_listed() -> None:
    session = make_session("red7")
    hand = make_hand(session, "red7", acting(session))

    own = {card["face"] for card in hand.snapshot["hand"]["cards"]}

    assert own <= set(find_faces(hand.snapshot))
    assert hand.snapshot["banner"]["symbol"] in find_symbols(hand.snapshot)


def test_cards_to_score_are_chosen_on_the_phone() -> None:
    session, seat = next(
        (session, seat)
        for session in (make_session("red7", seed) for seed in range(100))
        if (seat := play_to_choice(session)) is not None
    )
    hand = make_hand(session, "red7", seat)
    other = make_hand(session, "red7", (seat + 1) % 3)
    revision = session.match.revision
    options = hand.snapshot["choice"]["options"]

    wrong = hand.handle_action(protocol.Button(1, hand.version, "choose pass"))
    assert session.match.revision == revision
    hand.rebuild()
    chosen = hand.handle_action(protocol.Button(2, hand.version, options[-1]["ask"]))

    assert wrong.verdict is Verdict.REFUSED
    assert chosen.verdict is Verdict.DONE
    assert session.match.revision > revision
    assert other.snapshot["choice"] is None
    assert all(option["label"] and option["cards"] for option in options)
