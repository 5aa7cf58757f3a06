"""What is true of every position of one game, and how its texts are read: a row for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from red7_desktop.games.red7.rules.cards import ALL, cards_in, set_of
from red7_desktop.games.red7.rules.game import position_of
from red7_desktop.games.red7.rules.notation import Record as Red7Record
from red7_desktop.games.red7.rules.notation import parse_position as parse_red7
from red7_desktop.games.red7.rules.notation import read_record as read_red7
from red7_desktop.games.red7.rules.notation import replay as replay_red7
from red7_desktop.games.spring_cleaning.rules.cards import FULL_DECK, cards_of
from red7_desktop.games.spring_cleaning.rules.game import redeal as redeal_spring
from red7_desktop.games.spring_cleaning.rules.notation import Record as SpringRecord
from red7_desktop.games.spring_cleaning.rules.notation import parse_position as parse_spring
from red7_desktop.games.spring_cleaning.rules.notation import read_record as read_spring
from red7_desktop.games.spring_cleaning.rules.notation import replay as replay_spring
from red7_desktop.games.spring_cleaning.rules.position import OWES_INSERT, SEALED
from tests.redealing import redeal as redeal_red7


class Truths(NamedTuple):
    """One game's. Positions, states, observations and records are the game's own.

    cards: all that there are, sorted. lying: lists the cards of a position. wrong: says what else
    is wrong with a state, "" for nothing. parse: reads a position. as_seen: the position that an
    observation shows. redeal: another position that looks like it. write, read, replay: records.
    """

    cards: tuple[int, ...]
    lying: Callable[[Any], list[int]]
    wrong: Callable[[Any], str]
    parse: Callable[[str], Any]
    as_seen: Callable[[Any], Any]
    redeal: Callable[[Any, Random], Any]
    write: Callable[..., object]
    read: Callable[[str], Any]
    replay: Callable[[Any], tuple[Any, ...]]


def _lying_in_red7(position: Any) -> list[int]:
    piles = [position.canvas, position.deck, *position.rows, *position.scores]
    held = [card for hand in position.hands for card in cards_in(hand)]
    return [card for pile in piles for card in pile] + held


def _wrong_in_red7(state: Any) -> str:
    position = state.position
    if not position.is_fully_known():
        return "a card is unknown"
    palettes = tuple([set_of(row) for row in position.rows])
    return "" if palettes == position.palettes else "palettes and rows differ"


def _lying_in_spring(position: Any) -> list[int]:
    played = [card for combination in position.trick for card in cards_of(combination)]
    piles = [position.deck, position.discard, *position.hands, *position.offers, position.loose]
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
    for hand, seen in zip(position.hands, state.known.hands, strict=True):
        if len(hand) != len(seen.faces):
            return "others count another hand"
        if any(face > 0 and face != card for card, face in zip(hand, seen.faces, strict=True)):
            return "others know another card"
    return ""


TRUTHS: Final[Mapping[str, Truths]] = {
    "red7": Truths(
        tuple(sorted(cards_in(ALL))),
        _lying_in_red7,
        _wrong_in_red7,
        parse_red7,
        position_of,
        lambda seen, chance: redeal_red7(position_of(seen), chance),
        Red7Record.of,
        read_red7,
        replay_red7,
    ),
    "spring": Truths(
        FULL_DECK,
        _lying_in_spring,
        _wrong_in_spring,
        parse_spring,
        lambda seen: seen.position,
        redeal_spring,
        SpringRecord.of,
        read_spring,
        replay_spring,
    ),
}
