"""Sessions with phones at the table, for tests."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

from red7_desktop.games.red7.rules.rounds import SCORE
from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.kit.phrases import describe_levels
from red7_desktop.kit.texts import Texts, load_texts
from red7_desktop.phones import protocol
from red7_desktop.phones.hand import PhoneHand
from red7_desktop.phones.snapshot import Json, SeatTools
from red7_desktop.play.ai import Seat, Thinker
from red7_desktop.play.session import Session
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.match import Match
from tests.bazaar.row import ROW

GAMES: Final[Mapping[str, tuple[GameEntry, Mapping[str, Any]]]] = {
    "red7": (CATALOGUE["red7"], {"rules": "advanced+actions", "seats": 3}),
    "spring": (CATALOGUE["spring"], {"seats": 3}),
    "bazaar": (ROW, {"seats": 3}),
}
PEOPLE: Final = (
    Seat("Ana", portrait_key="cat"),
    Seat("Ben", portrait_key="panda"),
    Seat("Cleo", portrait_key="frog"),
)


def make_session(
    game: str, seed: int = 1, seats: tuple[Seat, ...] = PEOPLE, **changed: Any
) -> Session:
    """Begin a match whose human players all use phones; `changed` are other options for it."""
    row, options = GAMES[game]
    session = Session(Match(row.rules(), {**options, **changed}, seed), seats, {}, Thinker())
    session.set_remote([seat for seat, sitting in enumerate(seats) if sitting.is_human])
    return session


def make_tools(game: str, texts: Texts | None = None) -> SeatTools:
    texts = texts or load_texts(asset_path("locale"), "en")
    return SeatTools(
        view=GAMES[game][0].view(),
        texts=texts,
        level_names=describe_levels(texts),
        settings=frozenset(),
        assists=True,
        hints=True,
        tint=lambda letter: f"#{ord(letter[:1] or '0'):06x}",
    )


def play_to_choice(session: Session) -> int | None:
    """Play Red7 to where a winner chooses cards to score; return the seat, None for no choice."""
    game = session.match.game
    while session.to_act and not session.is_waiting_for_table:
        seat = session.to_act[0]
        seen = game.observe(session.match.state, seat)
        if seen.stage == SCORE:
            return seat
        legal = game.legal_steps(session.match.state, seat)
        session._take(seat, next((step for step in legal if str(step) != "pass"), legal[0]))
    return None


def play_to_break(session: Session, seed: int = 1) -> None:
    """Play at random, without passing, until the round or the match is over."""
    chance = random.Random(seed)
    while session.to_act and not session.is_waiting_for_table:
        seat = session.to_act[0]
        legal = session.match.game.legal_steps(session.match.state, seat)
        session._take(seat, chance.choice([step for step in legal if str(step) != "pass"] or legal))


def make_hand(session: Session, game: str, seat: int, **options: Any) -> PhoneHand:
    return PhoneHand(session, seat, make_tools(game), **options)


def list_acts(hand: PhoneHand, first_id: int) -> list[protocol.Act]:
    """List all messages that a phone may send: moves, picks and enabled buttons."""
    snapshot: Json = hand.snapshot
    version = hand.version
    acts: list[protocol.Act] = [
        protocol.Step(first_id, version, card, place["zone"], place["place"])
        for card, places in snapshot["moves"].items()
        for place in places
        if place["allowed"]
    ]
    acts += [protocol.Pick(first_id, version, card) for card in snapshot["gather"]["cards"]]
    acts += [
        protocol.Button(first_id, version, button["ask"])
        for button in snapshot["buttons"]
        if button["enabled"] and button["ask"] not in {"hint", "give_up", "result"}
    ]
    acts += [protocol.Button(first_id, version, each["ask"]) for each in snapshot["suggestions"]]
    return acts


def play_by_phone(
    session: Session, hands: Mapping[int, PhoneHand], rng: random.Random, acts: int
) -> int:
    """Play at random through messages only; return the number of messages."""
    for sent in range(acts):
        for hand in hands.values():
            hand.rebuild()
        if not session.to_act:
            return sent
        asked = [seat for seat in session.to_act if seat in hands] or [*hands]
        hand = hands[rng.choice(asked)]
        choices = list_acts(hand, sent)
        # Otherwise cards would be picked and released without result.
        ends = [each for each in choices if each == protocol.Button(sent, hand.version, "end")]
        if choices:
            hand.handle_action(rng.choice(ends if ends and rng.random() < 0.5 else choices))
    return acts
