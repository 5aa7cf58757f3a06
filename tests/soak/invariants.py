"""What is true of every state of every match of every game, whoever plays and however badly."""

from __future__ import annotations

import datetime
from dataclasses import replace
from random import Random
from typing import Any

from red7_desktop.games.registry import BOX, load_all_rules
from red7_desktop.tabletop.game import AnyGame
from red7_desktop.tabletop.match import Match, Seated, read_match, write_match
from tests.soak.truths import TRUTHS

A_DAY = datetime.date(2020, 2, 20)


class Broken(AssertionError):
    """Something is not as it must be: says what, and where."""


def check_state(game: AnyGame, state: Any, chance: Random) -> None:
    """Check one state: its cards, its text form, and what each seat and a spectator may know.

    Raises Broken.
    """
    position = state.position
    check_cards(game, state)
    parse = TRUTHS[game.name].parse
    _demand(parse(str(position)) == position, "the text form reads as another", position)
    for viewer in (None, *range(position.seats)):
        check_observation(game, state, viewer, chance)


def check_cards(game: AnyGame, state: Any) -> None:
    """Check that all cards are there, as often as they must be, and known. Raises Broken."""
    truths, position = TRUTHS[game.name], state.position
    lying = sorted(truths.lying(position))
    count = len(truths.cards)
    _demand(len(lying) == count, f"there are not {count} cards", position)
    _demand(tuple(lying) == truths.cards, "a card is there too often", position)
    wrong = truths.wrong(state)
    _demand(not wrong, wrong, position)


def check_observation(game: AnyGame, state: Any, viewer: int | None, chance: Random) -> None:
    """Check that an observation keeps its cards, its text form, and its secrets. Raises Broken."""
    truths = TRUTHS[game.name]
    position, seen = state.position, game.observe(state, viewer)
    count = sum(len(faces) for faces in seen.zones.values())
    whole = len(truths.cards)
    _demand(count == whole, f"seat {viewer} does not see {whole} cards", position)
    as_seen = truths.as_seen(seen)
    again = truths.parse(str(as_seen))
    _demand(again == as_seen, f"what seat {viewer} sees reads as something else", position)
    other = replace(state, position=truths.redeal(seen, chance))
    check_cards(game, other)
    if game.observe(other, viewer) != seen:
        raise Broken(f"seat {viewer} can tell {position} from {other.position}")


def check_match(match: Match, names: list[str]) -> None:
    """Check that a match's save and its record read as the same match. Raises Broken."""
    truths = TRUTHS[match.game.name]
    seats = [Seated(name, "human") for name in names]
    saved = read_match(write_match(match, seats, {"ai_seed": 1}), load_all_rules(BOX))
    position = match.state.position
    _demand(saved.match.state == match.state, "the save reads as another match", position)
    text = str(truths.write(match, names, ["human"] * len(names), A_DAY))
    record = truths.read(text)
    _demand(str(record) == text, "the record reads as another", position)
    last = truths.replay(record)[-1].state
    _demand(last.position == position or bool(match.state.steps), "it replays otherwise", position)


def _demand(claim: bool, trouble: str, position: Any) -> None:
    if not claim:
        raise Broken(f"{trouble}: {position}")
