"""Turns as the laboratory writes and reads them, also in the middle of one.

Between turns this is the turn notation; in the middle of a turn it is the steps that are left, one
by one: `(B:G4) @V3`, or `end`.
"""

from __future__ import annotations

from red7_desktop.games.red7.rules.cards import END, FETCH, PASS, THE_END, UNKNOWN, Step, parse_step
from red7_desktop.games.red7.rules.legality import list_legal_turns, take_step, take_turn
from red7_desktop.games.red7.rules.notation import parse_turn, text_of_rest, text_of_turn
from red7_desktop.games.red7.rules.position import START, Position
from red7_desktop.tabletop.game import InvalidTurn


def list_turn_texts(position: Position) -> list[str]:
    """List the texts of the legal turns. Raises IllegalTurn when the mover's hand is hidden."""
    return [text_of(position, steps) for steps in list_legal_turns(position)]


def text_of(position: Position, steps: tuple[Step, ...]) -> str:
    """Return the text of a turn, or of the rest of one, from a position."""
    return text_of_turn(steps) if position.phase == START else text_of_rest(steps)


def read_turn(position: Position, text: str) -> tuple[Step, ...]:
    """Read a turn, or the rest of one, for a position. Raises InvalidTurn, naming the word."""
    if position.phase == START:
        return parse_turn(text)
    steps = tuple([parse_step(word) for word in text.split()])
    if not steps:
        raise InvalidTurn(text, "at least one step is needed, 'end' will do")
    return steps if steps[-1].kind in {PASS, FETCH, END} else (*steps, THE_END)


def play_steps(position: Position, steps: tuple[Step, ...]) -> Position:
    """Return the position after a turn, or after the rest of one.

    Raises IllegalTurn with the reason, InvalidTurn when a 3 draws a hidden card that is not named:
    the turn goes on with it.
    """
    for step in steps[:-1]:
        position = take_step(position, _name_drawn_card(position, step))
    return take_turn(position, (_name_drawn_card(position, steps[-1]),))


def _name_drawn_card(position: Position, step: Step) -> Step:
    """Return the step, unless it is a 3's draw of a card of which nobody says what it is."""
    if step.kind == FETCH and step.card == UNKNOWN and position.deck[:1] == (UNKNOWN,):
        why = "the deck is hidden, so the card that is drawn must be named, as in '(+Y6)'"
        raise InvalidTurn(str(step), why)
    return step
