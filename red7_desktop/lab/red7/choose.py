"""The command `choose`: what a computer player would do in a position, and why."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules.cards import UNKNOWN
from red7_desktop.games.red7.rules.engine.refusals import hidden_hand
from red7_desktop.games.red7.rules.observation import Red7Observation, observe
from red7_desktop.games.red7.rules.options import read_options
from red7_desktop.games.red7.rules.state import TURN, Known, MatchState
from red7_desktop.games.red7.rules.steps import SEATS
from red7_desktop.games.red7.rules.text.notation import parse_position
from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.columns import in_columns
from red7_desktop.lab.command import PositionCommand
from red7_desktop.lab.numbers import whole_from
from red7_desktop.lab.red7.turn_words import text_of
from red7_desktop.tabletop.comparing import gain
from red7_desktop.tabletop.player import NoSuchPlayer

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.games.red7.rules.engine.position import Position
    from red7_desktop.lab.command import Answer
    from red7_desktop.tabletop.player import Candidate, Player


def add_arguments(parser: ArgumentParser) -> None:
    """Add who chooses, and with how much work."""
    parser.add_argument(
        "--level",
        type=_player_name,
        default=PLAYERS.levels[-1].key,
        metavar="NAME",
        help=f"{', '.join(PLAYERS.names)}; {PLAYERS.levels[-1].key} without this",
    )
    parser.add_argument(
        "--budget", type=whole_from(1), metavar="N", help="work to do; the level's own without this"
    )
    parser.add_argument(
        "--seed", type=whole_from(), default=1, metavar="S", help="any whole number; 1 without this"
    )
    parser.add_argument(
        "--target",
        type=whole_from(1),
        metavar="POINTS",
        help="points that end the match; those of the rulebook without this",
    )


def _player_name(word: str) -> str:
    try:
        PLAYERS.player_of(word)
    except NoSuchPlayer as error:
        raise ArgumentTypeError(str(error)) from None
    return word


def answer_of(text: str, arguments: Namespace) -> Answer:
    """Let the player choose in a position. Raises InvalidPosition or BadInput."""
    player = PLAYERS.player_of(arguments.level)
    budget = arguments.budget or PLAYERS.budget_of(arguments.level)
    position = parse_position(text)
    if position.is_over:
        raise BadInput("", "the round is over, there is nothing to choose")
    hidden = hidden_hand(position)
    if hidden:
        raise BadInput("", str(hidden))
    observation = observation_of(position, arguments.target)
    if not observation.legal:
        raise BadInput("", f"seat {SEATS[position.mover]} has no legal step to choose")
    return choose_answer(position, observation, player, budget, arguments.seed)


def observation_of(position: Position, target: int | None = None) -> Red7Observation:
    """Give what the mover may know of a position, however much of it is written down.

    Other hands count as hidden unless the position itself hides a part of them (`G4 ?2`): then
    the rest is what everybody saw. The same goes for the deck.
    """
    options = {"rules": str(position.rules), "seats": position.seats}
    if target is not None:
        options["target"] = target
    known_deck = tuple([card for card in position.deck if card != UNKNOWN])
    if len(known_deck) == len(position.deck):
        known_deck = ()
    hands = zip(position.hands, position.unseen, strict=True)
    known = Known(known_deck, tuple([hand if unseen else 0 for hand, unseen in hands]))
    state = MatchState(read_options(options), 0, TURN, 1, position, position, known)
    return observe(state, position.mover)


def choose_answer(
    position: Position, observation: Red7Observation, player: Player, budget: int, seed: int
) -> Answer:
    """Let a player choose for the mover."""
    choice = player.choose(observation, budget, seed)
    return {
        "position": str(position),
        "seat": SEATS[position.mover],
        "turn": text_of(position, choice.steps),
        "candidates": [
            _plain_candidate(position, choice.candidates[0], each) for each in choice.candidates
        ],
    }


def _plain_candidate(position: Position, best: Candidate, candidate: Candidate) -> Answer:
    feared = " ".join(map(str, candidate.feared))
    return {
        "turn": text_of(position, candidate.steps),
        "value": round(candidate.value, 4),
        "error": round(candidate.error, 4),
        "worse_by": round(gain(best, candidate), 4),
        "win_chance": round(candidate.win_chance, 4),
        "points": round(candidate.points, 1),
        "samples": candidate.samples,
        "feared": feared.removesuffix(" end") or None,
        "feared_seat": SEATS[candidate.feared_seat] if candidate.feared else None,
    }


def show(answer: Answer) -> str:
    """Write the choice for people, with the candidates as a table."""
    lines = [answer["position"], f"Seat {answer['seat']} chooses {answer['turn']}"]
    if answer["candidates"]:
        rows = [["turn", "value", "beside it", "round", "points", "samples", "fears"]]
        rows += [_row(each, is_best=not nth) for nth, each in enumerate(answer["candidates"])]
        lines += [f"  {line}" for line in in_columns(rows)]
    return "\n".join(lines)


def _row(candidate: Answer, *, is_best: bool) -> list[str]:
    """Give the cells of a candidate; a difference from the best within its error is not shown."""
    worse = f"{candidate['worse_by']:.3f} less" if candidate["worse_by"] else "as good"
    fears = f"{candidate['feared_seat']}: {candidate['feared']}" if candidate["feared"] else ""
    return [
        candidate["turn"],
        f"{candidate['value']:.3f}",
        "best" if is_best else worse,
        f"{candidate['win_chance']:.3f}",
        f"{candidate['points']:.1f}",
        str(candidate["samples"]),
        fears,
    ]


COMMAND: Final = PositionCommand(
    name="choose",
    summary="let a computer player choose a turn",
    details="""\
Prints the turn that a computer player would choose for the seat to move, and for players
that look ahead the turns they weighed, the best first: value is the chance to win the
match (in basic games, the round), and beside it stands how much less than the best one's
it is, or "as good" where that is within the error. round is the chance to win the round,
points what a won round brings on average, fears the reply that hurts most.
The player sees what the seat may see: other hands and the deck count as hidden.

  python -m red7_desktop.lab deal --seed 7 | python -m red7_desktop.lab choose --level expert
""",
    answer=answer_of,
    show=show,
    add_arguments=add_arguments,
)
