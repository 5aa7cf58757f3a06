"""The command `choose`: what a computer player would do in a position, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules.cards import SEATS, UNKNOWN, Step
from red7_desktop.games.red7.rules.game import Red7Observation, observe
from red7_desktop.games.red7.rules.legality import refuse_hidden_hand
from red7_desktop.games.red7.rules.notation import parse_position
from red7_desktop.games.red7.rules.rounds import MatchState, PublicKnowledge, read_options
from red7_desktop.lab.bad_input import BadInput
from red7_desktop.lab.choose import Choosing, choose_command
from red7_desktop.lab.numbers import read_whole_from
from red7_desktop.lab.red7.turn_words import text_of
from red7_desktop.tabletop.rounds import TURN

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.games.red7.rules.position import Position


def _add_target(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--target",
        type=read_whole_from(1),
        metavar="POINTS",
        help="points that end the match; those of the rulebook without this",
    )


def _observe_choice(position: Position, arguments: Namespace) -> Red7Observation:
    """Return what the mover may know, who must have a choice. Raises BadInput."""
    if position.is_over:
        raise BadInput("", "the round is over, there is nothing to choose")
    hidden = refuse_hidden_hand(position)
    if hidden:
        raise BadInput("", str(hidden))
    observation = observe_position(position, arguments.target)
    if not observation.legal:
        raise BadInput("", f"seat {SEATS[position.mover]} has no legal step to choose")
    return observation


def observe_position(position: Position, target: int | None = None) -> Red7Observation:
    """Return what the mover may know of a position, however much of it is written down.

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
    known = PublicKnowledge(known_deck, tuple([hand if unseen else 0 for hand, unseen in hands]))
    state = MatchState(read_options(options), 0, TURN, 1, position, position, known)
    return observe(state, position.mover)


def _format_reply(steps: tuple[Step, ...]) -> str:
    return " ".join(map(str, steps)).removesuffix(" end")


COMMAND: Final = choose_command(
    Choosing(PLAYERS, parse_position, _observe_choice, text_of, _format_reply, _add_target),
    details="""\
Prints the turn that a computer player would choose for the seat to move, and for players
that look ahead the turns they weighed, the best first: value is the chance to win the
match (in basic games, the round), and beside it stands how much less than the best one's
it is, or "as good" where that is within the error. round is the chance to win the round,
points what a won round brings on average, fears the reply that hurts most.
The player sees what the seat may see: other hands and the deck count as hidden.

  python -m red7_desktop.lab deal --seed 7 | python -m red7_desktop.lab choose --level expert
""",
)
