"""Prints the choices of all levels of every game, to compare two builds of the program.

    python -m tests.choices [QUESTIONS] [WORK]

Each choice is one line: the game, the options, the seed and the number of steps taken before, the
level, the chosen steps, and the values of all candidate turns. QUESTIONS is the number of choices
per kind of match, WORK the maximum budget of a level.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any, Final, NamedTuple

from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.tabletop.match import Match

KINDS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "red7": (
        {"rules": "advanced@1.3", "seats": 2},
        {"rules": "advanced+actions@1.3", "seats": 4},
        {"rules": "basic+actions@first", "seats": 3},
    ),
    "spring": ({"seats": 2}, {"seats": 3, "pickup": "at_once"}, {"seats": 5}),
}
"""Options of the matches, by game."""


class Question(NamedTuple):
    """A seat that has to choose in the middle of a random match.

    Attributes:
        place: Seed of the match and number of steps taken: "3/41".
        observation: The seat's observation.
        seed: Seed of the match and of the player.
    """

    place: str
    observation: Any
    seed: int


def list_questions(row: GameEntry, options: dict[str, Any], number: int) -> Iterator[Question]:
    """Play matches at random and yield this many moments at which a seat has a choice."""
    rng = Random(str(options))
    seed = 1
    match = Match(row.rules(), options, seed)
    while number:
        asked = match.game.to_act(match.state)
        if not asked:
            seed += 1
            match = Match(row.rules(), options, seed)
            continue
        seat = rng.choice(asked)
        steps = match.game.legal_steps(match.state, seat)
        if seat >= 0 and len(steps) > 1 and rng.random() < 0.2:
            number -= 1
            yield Question(f"{seed}/{match.revision}", match.game.observe(match.state, seat), seed)
        match.take(seat, rng.choice(steps))


def list_played_positions(
    row: GameEntry, options: dict[str, Any], number: int
) -> Iterator[tuple[Match, int]]:
    """Play matches of the level `steady`, and yield them at moments at which a seat has a choice.

    Yields:
        The match at the moment, and the seat.
    """
    view = row.view()
    level = row.players().level_of("steady")
    rng = Random(str(options))
    for seed in count(1):
        match = Match(row.rules(), options, seed)
        while asked := match.game.to_act(match.state):
            seat = asked[0]
            steps = match.game.legal_steps(match.state, seat)[:1]
            if seat >= 0:
                seen = match.game.observe(match.state, seat)
                if view.story.has_choice(seen) and rng.random() < 0.12:
                    yield match, seat
                    number -= 1
                    if not number:
                        return
                steps = level.create().choose(seen, level.budget, rng.randrange(1 << 40)).steps
            for step in steps:
                match.take(seat, step)


def choices(row: GameEntry, options: dict[str, Any], questions: int, work: int) -> Iterator[str]:
    """Play random matches, and yield the choice of every level at some moments."""
    for question in list_questions(row, options, questions):
        for level in row.players().levels:
            budget = min(level.budget, work)
            choice = level.create().choose(question.observation, budget, question.seed)
            chosen = " ; ".join(map(str, choice.steps))
            values = " ".join(f"{each.value:.6f}" for each in choice.candidates)
            yield f"{row.name} {options} {question.place} {level.key}: {chosen}  {values}"


def main(questions: int = 4, work: int = 4000) -> None:
    for name, row in CATALOGUE.items():
        for options in KINDS[name]:
            for line in choices(row, options, questions, work):
                print(line)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
