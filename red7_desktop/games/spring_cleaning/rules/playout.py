"""Random rounds, perft; compiled.

This is the yardstick for the speed of the rules and a source of positions that play can reach. No
strategy is in it. It is compiled with the rules.

Counted are sequences of exactly this many steps, each by its mover; a round that ends earlier gives
none. While offers are sealed the seats pick in their order, from A on. Draws follow the deck; an
empty one is the discarded cards as they lie, the oldest first. All cards must be known.
"""

from __future__ import annotations

from random import Random

from red7_desktop.games.spring_cleaning.rules.advance import (
    apply_draw,
    apply_insert,
    apply_lay,
    apply_offer,
    apply_play,
    apply_seal,
    apply_step,
    apply_take,
)
from red7_desktop.games.spring_cleaning.rules.cards import DRAW, TAKE
from red7_desktop.games.spring_cleaning.rules.legality import (
    list_draws,
    list_legal_steps,
    list_plays,
    to_act,
)
from red7_desktop.games.spring_cleaning.rules.position import (
    OWES_INSERT,
    OWES_ORDER,
    SEALED,
    START,
    Position,
    restock_deck,
    shuffle_cards,
)
from red7_desktop.games.spring_cleaning.rules.rounds import MOST_TURNS
from red7_desktop.tabletop.game import InvalidPosition


def take_random_step(position: Position, chance: Random) -> Position:
    """Return the position after a random step of a seat that is asked.

    At the beginning of a turn every play is as likely as every way to draw. An empty deck is made
    anew from the discarded cards. All cards in hands must be known.
    """
    draw = chance.random
    if position.phase == START:
        return _take_random_turn(position, chance)
    if position.phase == SEALED:
        asked = [seat for seat, place in enumerate(position.sealed) if not place]
        seat = asked[int(draw() * len(asked))]
        return apply_seal(position, seat, 1 + int(draw() * len(position.hands[seat])))
    if position.phase == OWES_ORDER:
        return apply_lay(position, position.loose[int(draw() * len(position.loose))])
    places = len(position.hands[position.mover])
    if position.phase == OWES_INSERT:
        return apply_insert(position, 1 + int(draw() * (places + 1)))
    return apply_offer(position, 1 + int(draw() * places))


def _take_random_turn(position: Position, chance: Random) -> Position:
    plays = list_plays(position)
    draws = list_draws(position)
    pick = int(chance.random() * (len(plays) + len(draws)))
    if pick < len(plays):
        return apply_play(position, plays[pick])
    if not draws:
        return apply_offer(position, 1 + int(chance.random() * len(position.hands[position.mover])))
    step = draws[pick - len(plays)]
    if step.kind == TAKE:
        return apply_take(position, step.what, step.seat)
    if not position.deck:
        position = restock_deck(position, shuffle_cards(position.discard, chance))
    return apply_draw(position, 0)


def walk_random_round(position: Position, chance: Random) -> list[Position]:
    """Play a round to its end; list the positions on the way, the first one and the last too.

    A round that does not end in as many steps as fit into its turns is left where it is.
    """
    passed = [position]
    while not position.is_over and len(passed) <= 3 * MOST_TURNS:
        position = take_random_step(position, chance)
        passed.append(position)
    return passed


def count_sequences(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` steps; 1 for depth 0.

    Raises InvalidPosition when a card is hidden, ValueError for a depth below 0.
    """
    _refuse(position, depth, 0)
    return _count(position, depth)


def count_by_first_step(position: Position, depth: int) -> dict[str, int]:
    """Map every first step to the number of sequences of `depth` steps that begin with it.

    Raises InvalidPosition when a card is hidden, ValueError for a depth below 1.
    """
    _refuse(position, depth, 1)
    return {text: _count(reached, depth - 1) for text, reached in _follow_steps(position)}


def _refuse(position: Position, depth: int, least: int) -> None:
    if depth < least:
        raise ValueError(f"depth {depth}: must be at least {least}")
    if not position.is_fully_known():
        raise InvalidPosition("position", "?", "steps can be counted only with all cards known")


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1 and not position.is_over:
        return len(list_legal_steps(position, to_act(position)[0]))
    return sum([_count(reached, depth - 1) for _, reached in _follow_steps(position)])


def _follow_steps(position: Position) -> list[tuple[str, Position]]:
    if position.is_over:
        return []
    seat = to_act(position)[0]
    followed = []
    for step in list_legal_steps(position, seat):
        before = position
        if step.kind == DRAW and not position.deck:
            before = restock_deck(position, position.discard)
        followed.append((str(step), apply_step(before, step, seat)))
    return followed
