"""Invariants of all states of all matches: a row of functions for each game, and common checks."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final, NamedTuple

from red7_desktop.games.red7.rules import cards, game
from red7_desktop.games.red7.rules.notation import Record as Red7Record
from red7_desktop.games.red7.rules.notation import parse_position as parse_red7
from red7_desktop.games.registry import CATALOGUE, load_all_rules
from red7_desktop.games.spring_cleaning.rules.cards import FULL_DECK, cards_of
from red7_desktop.games.spring_cleaning.rules.game import randomize_hidden as redeal_spring
from red7_desktop.games.spring_cleaning.rules.notation import Record as SpringRecord
from red7_desktop.games.spring_cleaning.rules.notation import parse_position as parse_spring
from red7_desktop.games.spring_cleaning.rules.position import OWES_INSERT, SEALED
from red7_desktop.tabletop import rounds
from red7_desktop.tabletop.game import AnyGame
from red7_desktop.tabletop.match import Match, SeatInfo, read_match, write_match

# == Invariants of the positions of one game, and parsers of its texts.


class Truths(NamedTuple):
    """Invariants of one game. Positions, states, observations and records are the game's own.

    Attributes:
        cards: All cards of the game, sorted.
        lying: Lists the cards of a position.
        wrong: Returns what else is wrong with a state, "" for nothing.
        parse: Parses a position.
        as_seen: Returns the position that an observation shows.
        redeal: Returns another position with the same observation.
        record: Class of the records of its matches.
    """

    cards: tuple[int, ...]
    lying: Callable[[Any], list[int]]
    wrong: Callable[[Any], str]
    parse: Callable[[str], Any]
    as_seen: Callable[[Any], Any]
    redeal: Callable[[Any, Random], Any]
    record: type[rounds.MatchRecord]


def _lying_in_red7(position: Any) -> list[int]:
    piles = [position.canvas, position.deck, *position.rows, *position.scores]
    held = [card for hand in position.hands for card in cards.cards_in(hand)]
    return [card for pile in piles for card in pile] + held


def _wrong_in_red7(state: Any) -> str:
    position = state.position
    if not position.is_fully_known():
        return "a card is unknown"
    palettes = tuple([cards.set_of(row) for row in position.rows])
    return "" if palettes == position.palettes else "palettes and rows differ"


def _lying_in_spring(position: Any) -> list[int]:
    played = [card for combination in position.trick for card in cards_of(combination)]
    piles = [position.deck, position.discard, *position.hands, *position.offers, position.picked_up]
    drawn = [position.drawn] if position.phase == OWES_INSERT else []
    return [card for pile in piles for card in pile] + played + drawn


def _wrong_in_spring(state: Any) -> str:
    position = state.position
    if not position.is_fully_known():
        return "a card is unknown"
    if any(list(offer) != sorted(offer) for offer in position.offers):
        return "an offer is out of order"
    if (position.phase == SEALED) != bool(position.sealed):
        return "sealed offers outlive the first trick"
    for hand, seen in zip(position.hands, state.public_knowledge.hands, strict=True):
        if len(hand) != len(seen.faces):
            return "others count another hand"
        if any(face > 0 and face != card for card, face in zip(hand, seen.faces, strict=True)):
            return "others know another card"
    return ""


TRUTHS: Final[Mapping[str, Truths]] = {
    "red7": Truths(
        tuple(sorted(cards.cards_in(cards.ALL_CARDS))),
        _lying_in_red7,
        _wrong_in_red7,
        parse_red7,
        game.position_of,
        game.redeal,
        Red7Record,
    ),
    "spring": Truths(
        FULL_DECK,
        _lying_in_spring,
        _wrong_in_spring,
        parse_spring,
        lambda seen: seen.position,
        redeal_spring,
        SpringRecord,
    ),
}


# == Invariants of all states of all games.

A_DAY = datetime.date(2020, 2, 20)


class Broken(AssertionError):
    """A violated invariant; the message says which and where."""


def check_state(game: AnyGame, state: Any, rng: Random) -> None:
    """Check a state: its cards, its text form, and the observations of seats and spectators.

    Raises:
        Broken: An invariant is violated.
    """
    position = state.position
    check_cards(game, state)
    parse = TRUTHS[game.name].parse
    _demand(parse(str(position)) == position, "the text form reads as another", position)
    for viewer in (None, *range(position.seats)):
        check_observation(game, state, viewer, rng)


def check_cards(game: AnyGame, state: Any) -> None:
    """Check that all cards are present, in the right number, and known.

    Raises:
        Broken: An invariant is violated.
    """
    truths, position = TRUTHS[game.name], state.position
    lying = sorted(truths.lying(position))
    count = len(truths.cards)
    _demand(len(lying) == count, f"there are not {count} cards", position)
    _demand(tuple(lying) == truths.cards, "a card is there too often", position)
    wrong = truths.wrong(state)
    _demand(not wrong, wrong, position)


def check_observation(game: AnyGame, state: Any, viewer: int | None, rng: Random) -> None:
    """Check an observation: its cards, its text form, and that it hides what the viewer can't see.

    Raises:
        Broken: An invariant is violated.
    """
    truths = TRUTHS[game.name]
    position, seen = state.position, game.observe(state, viewer)
    count = sum(len(faces) for faces in seen.zones.values())
    whole = len(truths.cards)
    _demand(count == whole, f"seat {viewer} does not see {whole} cards", position)
    as_seen = truths.as_seen(seen)
    again = truths.parse(str(as_seen))
    _demand(again == as_seen, f"what seat {viewer} sees reads as something else", position)
    other = replace(state, position=truths.redeal(seen, rng))
    check_cards(game, other)
    if game.observe(other, viewer) != seen:
        raise Broken(f"seat {viewer} can tell {position} from {other.position}")


def check_match(match: Match, names: list[str]) -> None:
    """Check that a match's save and record can be read back as the same match.

    Raises:
        Broken: An invariant is violated.
    """
    truths = TRUTHS[match.game.name]
    seats = [SeatInfo(name, "human") for name in names]
    saved = read_match(write_match(match, seats, {"ai_seed": 1}), load_all_rules(CATALOGUE))
    position = match.state.position
    _demand(saved.match.state == match.state, "the save reads as another match", position)
    text = str(truths.record.of(match, names, ["human"] * len(names), A_DAY))
    record = truths.record.read(text)
    _demand(str(record) == text, "the record reads as another", position)
    last = record.replay().state
    _demand(last.position == position or bool(match.state.steps), "it replays otherwise", position)


def _demand(claim: bool, trouble: str, position: Any) -> None:
    if not claim:
        raise Broken(f"{trouble}: {position}")
