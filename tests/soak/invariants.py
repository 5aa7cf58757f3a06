"""What is true of every state of every match of Red7, whoever plays and however badly."""

from __future__ import annotations

import datetime
from dataclasses import replace
from random import Random

from red7_desktop.games.red7.rules.cards import ALL, cards_in, set_of
from red7_desktop.games.red7.rules.engine.position import Position
from red7_desktop.games.red7.rules.observation import observe, position_of
from red7_desktop.games.red7.rules.state import MatchState
from red7_desktop.games.red7.rules.text.notation import parse_position
from red7_desktop.games.red7.rules.text.record import write_record
from red7_desktop.games.red7.rules.text.record_reading import read_record
from red7_desktop.games.red7.rules.text.replay import replay
from red7_desktop.games.registry import BOX, rules_of
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.save import read_match, write_match
from red7_desktop.tabletop.seated import Seated
from tests.redealing import redeal

CARDS = 49
A_DAY = datetime.date(2020, 2, 20)


class Broken(AssertionError):
    """Something is not as it must be: says what, and where."""


def check_state(state: MatchState, chance: Random) -> None:
    """Check one state: its cards, its text form, and what each seat and a spectator may know.

    Raises Broken.
    """
    position = state.position
    check_cards(position)
    _demand(parse_position(str(position)) == position, "the text form reads as another", position)
    for viewer in (None, *range(position.seats)):
        check_observation(state, viewer, chance)


def check_cards(position: Position) -> None:
    """Check that the 49 cards are there, each once, and no card is unknown. Raises Broken."""
    piles = [position.canvas, position.deck, *position.rows, *position.scores]
    lying = [card for pile in piles for card in pile]
    held = [card for hand in position.hands for card in cards_in(hand)]
    _demand(len(lying) + len(held) == CARDS, "there are not 49 cards", position)
    _demand(set_of(lying) | set_of(held) == ALL, "a card is there twice", position)
    _demand(position.is_fully_known(), "a card is unknown", position)
    palettes = tuple([set_of(row) for row in position.rows])
    _demand(palettes == position.palettes, "palettes and rows differ", position)


def check_observation(state: MatchState, viewer: int | None, chance: Random) -> None:
    """Check that an observation keeps its cards, its text form, and its secrets. Raises Broken."""
    position, seen = state.position, observe(state, viewer)
    count = sum(len(faces) for faces in seen.zones.values())
    _demand(count == CARDS, f"seat {viewer} does not see 49 cards", position)
    as_seen = position_of(seen)
    again = parse_position(str(as_seen))
    _demand(again == as_seen, f"what seat {viewer} sees reads as something else", position)
    other = replace(state, position=redeal(as_seen, chance))
    check_cards(other.position)
    if observe(other, viewer) != seen:
        raise Broken(f"seat {viewer} can tell {position} from {other.position}")


def check_match(match: Match, names: list[str]) -> None:
    """Check that a match's save and its record read as the same match. Raises Broken."""
    seats = [Seated(name, "human") for name in names]
    saved = read_match(write_match(match, seats, {"ai_seed": 1}), rules_of(BOX))
    position = match.state.position
    _demand(saved.match.state == match.state, "the save reads as another match", position)
    text = write_record(match, names, ["human"] * len(names), A_DAY)
    record = read_record(text)
    _demand(str(record) == text, "the record reads as another", position)
    last = replay(record)[-1].state
    _demand(last.position == position or bool(match.state.steps), "it replays otherwise", position)


def _demand(claim: bool, trouble: str, position: Position) -> None:
    if not claim:
        raise Broken(f"{trouble}: {position}")
