"""Red7 the slow way: a reference to hold other engines against.

It is written from the rules alone and shares no code with the game. Cards are pairs
(colour letter, number), qualifying sets are found by trying every subset of a palette, turns by
trying every step. It is meant to be checked by eye against the rules, line by line:
naive_position (text form), naive_sets (the seven rules), naive_moves, naive_turns (a turn's
steps and the actions), and here the functions to call, which take and return text.
"""

from __future__ import annotations

import re

from tests.reference.naive_moves import IllegalTurn, draw, go_out
from tests.reference.naive_position import Position, parse, show, show_cards
from tests.reference.naive_sets import (
    largest_sets,
    live_seats,
    qualifying,
    rule_in_force,
    winning_seat,
)
from tests.reference.naive_turns import (
    Line,
    after_ending,
    is_winning,
    lines_in_any_order,
    turn_lines,
    whole_turns,
    winning_endings,
)


def legal_turns(position_text: str) -> set[str]:
    """List the texts of all turns the seat to move may choose; none when the round is over.

    Of turns that differ in nothing but the order of the 5s that are played, one is listed.
    """
    position = parse(position_text)
    if position.to_move is None:
        return set()
    return {"pass"} | {line.text for line in turn_lines(position)}


def play(position_text: str, turn_text: str) -> str:
    """Carry out a whole turn.

    After a 3's draw the text may go on with a discard that ends winning or with `pass`; if it
    just ends, a mover that is not winning is out. Raises IllegalTurn.
    """
    position = parse(position_text)
    if turn_text == "pass":
        return show(go_out(position))
    named = re.findall(r"\+([ROYGBIV][1-7])?", turn_text)
    text = re.sub(r"\+[ROYGBIV][1-7]", "+", turn_text)
    start, _, rest = text.partition(" ")
    lines = {line.text: line for line in lines_in_any_order(position)}
    if start in lines and lines[start].stops_at == "3":
        drawn = Line("", draw(lines[start].position, named.pop(0)))
        if rest == "pass" or (rest == "" and not is_winning(drawn.position)):
            return show(go_out(drawn.position))
        lines = {line.text: line for line in winning_endings(drawn)}
        text = rest
    if text not in lines:
        raise IllegalTurn(f"turn {turn_text!r}: not legal here")
    claimed = named.pop(0) if lines[text].stops_at == "discard" else ""
    return show(after_ending(lines[text], claimed))


def winner(position_text: str, rule: str | None = None) -> str | None:
    """Name the seat that is winning under `rule` (the one in force if not given), or None."""
    position = parse(position_text)
    index = winning_seat(position, rule)
    return None if index is None else position.seats[index].name


def round_winner(position_text: str) -> str | None:
    """Name the last live seat, None while the round goes on."""
    position = parse(position_text)
    live = live_seats(position)
    return position.seats[live[0]].name if len(live) == 1 else None


def standings(position_text: str, rule: str | None = None) -> dict[str, str]:
    """Map every live seat to its qualifying set under `rule`, high card first, "" for none."""
    position = parse(position_text)
    rule = rule or rule_in_force(position)
    seats = [position.seats[index] for index in live_seats(position)]
    return {seat.name: show_cards(qualifying(rule, seat.palette)) for seat in seats}


def qualifying_sets(palette_text: str, rule: str) -> set[str]:
    """List all largest sets of a palette under `rule`, as texts with the high card first."""
    palette = tuple((word[0], int(word[1])) for word in palette_text.split())
    return {show_cards(cards) for cards in largest_sets(rule, palette)}


def scoring_choices(position_text: str) -> set[str]:
    """List the sets the round's winner may score, each high card first; none when none meets."""
    position = parse(position_text)
    if len(live_seats(position)) != 1:
        raise ValueError("the round goes on: nobody scores yet")
    palette = position.seats[live_seats(position)[0]].palette
    return {show_cards(cards) for cards in largest_sets(rule_in_force(position), palette)}


def finished_turns(position_text: str) -> dict[str, str]:
    """Map every turn, followed through its draws to its end, to the position after it.

    The deck must be known. After a 3's draw the turn's ways on are: end there if winning, every
    discard that ends winning, and pass.
    """
    return {text: show(after) for text, after in whole_turns(parse(position_text))}


def perft(position_text: str, depth: int) -> int:
    """Count the sequences of exactly `depth` turns; the deck and all hands must be known."""
    return count_sequences(parse(position_text), depth)


def divide(position_text: str, depth: int) -> dict[str, int]:
    """Map every first turn to the number of sequences of `depth` turns that begin with it."""
    turns = whole_turns(parse(position_text))
    return {text: count_sequences(after, depth - 1) for text, after in turns}


def count_sequences(position: Position, depth: int) -> int:
    """Count the sequences of exactly `depth` turns; a finished round has no further turn."""
    if depth == 0:
        return 1
    return sum(count_sequences(after, depth - 1) for _, after in whole_turns(position))
