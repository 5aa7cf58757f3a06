"""Red7's part of the laboratory: its commands, and its rounds in the arena.

Between turns a turn is written in its notation; in the middle of one it is the steps that are left,
one by one: `(B:G4) @V3`, or `end`.
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from red7_desktop.games.red7.rules.cards import COMPILED
from red7_desktop.games.red7.rules.rounds import MatchState, points_of
from red7_desktop.games.red7.rules.rules import Ruleset, parse_ruleset
from red7_desktop.lab.command import FreshStart, Workbench
from red7_desktop.tabletop.game import InvalidPosition, Options, Result
from red7_desktop.tabletop.rounds import TURN

if TYPE_CHECKING:
    from red7_desktop.tabletop.player import Player


from collections.abc import Iterator
from typing import TYPE_CHECKING

from red7_desktop.games.red7.rules.cards import (
    COLOUR_NAMES,
    END,
    FETCH,
    LETTERS,
    PASS,
    SEATS,
    TEXTS,
    THE_END,
    UNKNOWN,
    Step,
    parse_step,
    texts_of,
    worth_of,
)
from red7_desktop.games.red7.rules.game import Red7Observation, observe
from red7_desktop.games.red7.rules.legality import (
    list_legal_turns,
    refuse_hidden_hand,
    take_step,
    take_turn,
)
from red7_desktop.games.red7.rules.notation import (
    EXTENSION,
    Record,
    RecordedScore,
    RecordedTurn,
    parse_position,
    parse_turn,
    text_of_rest,
    text_of_turn,
)
from red7_desktop.games.red7.rules.playout import count_by_first_turn, count_sequences
from red7_desktop.games.red7.rules.position import START, Position
from red7_desktop.games.red7.rules.rounds import (
    STARTERS,
    PublicKnowledge,
    deal_round,
    list_takings,
    read_options,
)
from red7_desktop.games.red7.rules.rules import RULES
from red7_desktop.games.red7.rules.standings import RuleVerdict, find_winner, judge_all, judge_rule
from red7_desktop.games.registry import BOX
from red7_desktop.lab.command import (
    Answer,
    BadInput,
    Input,
    LabCommand,
    Measure,
    PositionCommand,
    add_number,
    blame_input,
    format_columns,
    list_given_lines,
    read_whole_from,
)
from red7_desktop.lab.commands import (
    Choosing,
    Replaying,
    choose_command,
    make_perft_command,
    make_replay_command,
)
from red7_desktop.tabletop.game import InvalidTurn
from red7_desktop.tabletop.rounds import RecordedRound

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from red7_desktop.games.red7.rules.standings import Standing

CHEAT: Final = "cheat"
"""The guest that sees every hand."""
A_ROUND: Final = 1
"""The target of a match that is over after one round (unless its winner takes no points)."""


def add_rules(parser: ArgumentParser) -> None:
    """Add the rules to play by, a Ruleset."""
    parser.add_argument(
        "--rules",
        type=_parse_ruleset,
        default="advanced@1.3",
        metavar="RULES",
        help="basic or advanced, then +actions, then @1.3 or @first; advanced@1.3 without this",
    )


def _parse_ruleset(word: str) -> Ruleset:
    try:
        return parse_ruleset(word)
    except InvalidPosition as error:
        raise ArgumentTypeError(str(error)) from None


def add_deal_arguments(parser: ArgumentParser) -> None:
    """Add what a deal follows from."""
    parser.add_argument(
        "--seed", required=True, type=read_whole_from(), metavar="S", help="any whole number"
    )
    parser.add_argument(
        "--seats", type=int, choices=(2, 3, 4), default=2, help="2 to 4; 2 without this"
    )
    add_rules(parser)
    parser.add_argument(
        "--starter",
        choices=STARTERS,
        default=STARTERS[0],
        help="who starts: the seat after the highest palette card (without this) or the one with "
        "the lowest",
    )
    parser.add_argument(
        "--rounds",
        type=read_whole_from(1),
        default=1,
        metavar="N",
        help="deal the first N rounds of the seed, each as if no card had been scored; 1 without "
        "this",
    )
    add_number(parser, "--count", 1, "deal for N seeds, S and those that follow")


def answer_deals(arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer for every round of every seed."""
    scores: tuple[tuple[int, ...], ...] = ((),) * arguments.seats
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        for number in range(1, arguments.rounds + 1):
            dealt = deal_round(arguments.rules, scores, seed, number, arguments.starter)
            yield {
                "seed": seed,
                "round": number,
                "seats": arguments.seats,
                "rules": str(arguments.rules),
                "starter": arguments.starter,
                "position": str(dealt),
            }


def show_deal(answer: Answer) -> str:
    """Write the position alone, so that it can be given to the other commands."""
    text: str = answer["position"]
    return text


DEAL: Final = LabCommand(
    name="deal",
    summary="deal a round",
    details="""\
Prints the position of a round as it is dealt. The same seed always gives the same deal.

  python -m red7_desktop.lab deal --seed 7 --seats 4 --rules advanced+actions@1.3
  python -m red7_desktop.lab deal --seed 1 --count 1000 | python -m red7_desktop.lab legal --json
""",
    add_arguments=add_deal_arguments,
    answers=answer_deals,
    show=show_deal,
)

PERFT: Final = make_perft_command(
    parse_position,
    count_sequences,
    count_by_first_turn,
    unit="turn",
    details="""\
Counts the sequences of exactly N turns, by all seats in order. A round that ends earlier has
none. All cards must be known, since draws follow the deck; a turn that draws by a 3 splits into
all its ways to go on. --divide prints a line for every first turn, then the total.

  python -m red7_desktop.lab perft --depth 2 --divide \\
      "red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :"
""",
)

EVENTS: Final = {RecordedRound: "deal", RecordedTurn: "turn", RecordedScore: "score"}


def _write_title(answer: Answer, names: str) -> str:
    return f"{answer['rules']}, {answer['seats']} seats ({names}), to {answer['target']} points"


REPLAY: Final = make_replay_command(
    Replaying(EXTENSION, Record.read, lambda cause: EVENTS[type(cause)], _write_title),
    details="""\
Checks a game record from its header to its result, and prints the position after every deal,
turn and score. Nothing is printed of a record that does not go by the rules, but its first
bad line is named.

  python -m red7_desktop.lab replay match.red7
""",
)


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
    """Return the step, unless it is a 3's draw of a card of which no one says what it is."""
    if step.kind == FETCH and step.card == UNKNOWN and position.deck[:1] == (UNKNOWN,):
        why = "the deck is hidden, so the card that is drawn must be named, as in '(+Y6)'"
        raise InvalidTurn(str(step), why)
    return step


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
    the rest is what everyone saw. The same goes for the deck.
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


CHOOSE: Final = choose_command(
    Choosing(
        BOX["red7"].players, parse_position, _observe_choice, text_of, _format_reply, _add_target
    ),
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


def name_of_rule(rule: int) -> str:
    """Return a rule's colour and what it asks for.

    >>> name_of_rule(3)
    'Green (evens)'
    """
    return f"{COLOUR_NAMES[rule].capitalize()} ({RULES[rule].key.replace('_', ' ')})"


def letter_of(seat: int) -> str | None:
    """Return a seat's letter, None for NOBODY."""
    return SEATS[seat] if seat >= 0 else None


def format_count(number: int, thing: str) -> str:
    """Return a number of things.

    >>> format_count(1, "card"), format_count(3, "card")
    ('1 card', '3 cards')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def to_plain_standing(standing: Standing) -> Answer:
    """Return a standing as plain values: count, top (None for count 0), cards high first."""
    top = TEXTS[standing.top] if standing.size else None
    return {"count": standing.size, "top": top, "cards": texts_of(standing.cards)}


def to_plain_standings(verdict: RuleVerdict) -> Answer:
    """Return the standings of a verdict as plain values, by seat letter."""
    return {SEATS[standing.seat]: to_plain_standing(standing) for standing in verdict.standings}


def format_standing(standing: Answer) -> str:
    """Write a plain standing for people: how many cards, and which; `-` for none."""
    return f"{standing['count']}: {' '.join(standing['cards'])}" if standing["count"] else "-"


WIDTH: Final = 100
"""Lists of turns are broken into lines of this length."""


def answer_legal(text: str, arguments: Namespace) -> Answer:
    """Return who stands where under the rule in force, and what the mover may do.

    Raises InvalidPosition, and IllegalTurn when the mover's hand is hidden.
    """
    position = parse_position(text)
    verdict = judge_rule(position, position.rule)
    return {
        "position": str(position),
        "rule": LETTERS[position.rule],
        "winner": letter_of(verdict.leader),
        "standings": to_plain_standings(verdict),
        "turns": list_turn_texts(position),
    }


def show_legal(answer: Answer) -> str:
    """Write the answer for people: standings as a table, turns by the card they begin with."""
    position = parse_position(answer["position"])
    lines = [answer["position"], f"Rule in force: {name_of_rule(position.rule)}"]
    rows = [_build_seat_row(answer, position, seat) for seat in range(position.seats)]
    lines += [f"  {line}" for line in format_columns(rows)]
    if position.is_over:
        return "\n".join([*lines, f"The round is over: seat {SEATS[position.live[0]]} has won it."])
    lines.append(f"Seat {SEATS[position.mover]} has {format_count(len(answer['turns']), 'turn')}:")
    return "\n".join([*lines, *[f"  {line}" for line in _wrap_turns(answer["turns"])]])


def _build_seat_row(answer: Answer, position: Position, seat: int) -> list[str]:
    name = SEATS[seat]
    standing = answer["standings"].get(name)
    if standing is None:
        return [name, "out", ""]
    marks = ["winning"] if answer["winner"] == name else []
    marks += ["to move"] if position.mover == seat else []
    return [name, format_standing(standing), ", ".join(marks)]


def _wrap_turns(turns: list[str]) -> list[str]:
    """Break a list of turns into lines; each first card begins a line of its own."""
    lines: list[str] = []
    before = None
    for turn in turns:
        begins = turn[:2] if turn[:1] != "@" else "@"
        if begins == before and len(lines[-1]) + 3 + len(turn) <= WIDTH - 2:
            lines[-1] += f"   {turn}"
        else:
            lines.append(turn)
        before = begins
    return lines


LEGAL: Final = PositionCommand(
    name="legal",
    summary="list the turns that the seat to move may choose",
    details="""\
Lists every turn that the seat to move may choose, `pass` last, with the standings under
the rule in force. A turn that reaches the draw of a 3 is listed up to it: O3(+).

  python -m red7_desktop.lab legal "red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : :"
""",
    answer=answer_legal,
    show=show_legal,
)

SEPARATOR: Final = ";"
"""Stands between a position and its turns in a line of standard input."""
LONGEST_SHOWN: Final = 60
"""A turn is shown in messages up to so many characters."""


def add_play_arguments(parser: ArgumentParser) -> None:
    """Add a position and its turns."""
    parser.add_argument("position", nargs="?", metavar="POSITION", help="a position, in quotes")
    parser.add_argument(
        "turns", nargs="*", metavar="TURN", help="a turn; in quotes where it has spaces"
    )


def answer_play(arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer for every turn. Raises BadInput."""
    if arguments.position is not None:
        yield from _play_turns("", arguments.position, arguments.turns)
        return
    for place, line in list_given_lines((), stdin):
        text, *turns = line.split(SEPARATOR)
        yield from _play_turns(place, text, turns)


def _play_turns(place: str, text: str, turns: Sequence[str]) -> Iterator[Answer]:
    with blame_input(place):
        position = parse_position(text)
    if not turns:
        raise BadInput(place, "turn: there is no turn to play after the position")
    for nth, turn in enumerate(turns, 1):
        turn = turn.strip()
        where = f"turn {nth} ({turn[:LONGEST_SHOWN]!r})"
        with blame_input(f"{place}, {where}" if place else where):
            answer, position = answer_turn(position, turn)
        yield answer


def answer_turn(position: Position, turn: str) -> tuple[Answer, Position]:
    """Play a turn: return what it leads to, and the position after it.

    Raises InvalidTurn or IllegalTurn.
    """
    steps = read_turn(position, turn)
    after = play_steps(position, steps)
    mover = position.mover
    answer = {
        "position": str(position),
        "seat": SEATS[mover],
        "turn": text_of(position, steps),
        "after": str(after),
        "went_out": bool(after.out >> mover & 1),
        "round_winner": letter_of(after.live[0]) if after.is_over else None,
    }
    return answer, after


def show_play(answer: Answer) -> str:
    """Write the turn and the position after it."""
    goes_out = " and is out" if answer["went_out"] else ""
    lines = [f"{answer['seat']} {answer['turn']}{goes_out}", f"  {answer['after']}"]
    if answer["round_winner"]:
        lines.append(f"  Seat {answer['round_winner']} has won the round.")
    return "\n".join(lines)


PLAY: Final = LabCommand(
    name="play",
    summary="play turns from a position",
    details="""\
Plays turns one after another and prints the position after each. A turn that stops at the
draw of a 3, O3(+), ends there, and the seat is out if it is not winning then.

  python -m red7_desktop.lab play "red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :" \\
      "V7 @B2" pass

On standard input every line is a position and its turns, separated by semicolons:

  red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 : ; V7 @B2 ; pass
""",
    add_arguments=add_play_arguments,
    answers=answer_play,
    show=show_play,
)


def answer_score(text: str, arguments: Namespace) -> Answer:
    """List the sets that the round's winner may take, the proposed one first.

    In a round that goes on, `round_over` is false and the seat is the one now winning. Nothing can
    be taken in a basic game, or where no card of the seat counts. Raises InvalidPosition.
    """
    position = parse_position(text)
    seat = position.live[0] if position.is_over else find_winner(position)
    advanced = position.rules.advanced
    sets = list_takings(position, seat) if advanced and seat >= 0 else ()
    points = points_of(position.scores)
    return {
        "position": str(position),
        "rule": LETTERS[position.rule],
        "round_over": position.is_over,
        "seat": letter_of(seat),
        "scoring": advanced,
        "choices": [{"cards": texts_of(cards), "worth": worth_of(cards)} for cards in sets],
        "scores": {SEATS[number]: own for number, own in enumerate(points)},
    }


def show_score(answer: Answer) -> str:
    """Write who takes what, a line for each choice."""
    rule = name_of_rule(LETTERS.index(answer["rule"]))
    lines = [answer["position"], _write_headline(answer, rule)]
    rows = [
        [f"{choice['worth']:>3}", " ".join(choice["cards"]), "" if nth else "proposed"]
        for nth, choice in enumerate(answer["choices"])
    ]
    return "\n".join([*lines, *format_columns(rows)]) if rows else "\n".join(lines)


def _write_headline(answer: Answer, rule: str) -> str:
    seat = answer["seat"]
    if seat is None:
        return f"The round goes on: nobody is winning under {rule}, so nobody would take anything."
    if not answer["scoring"]:
        won = "has won" if answer["round_over"] else "is winning"
        return f"Seat {seat} {won}; a basic game has no scoring."
    if not answer["round_over"]:
        return f"The round goes on: seat {seat} is winning under {rule} and would take:"
    if not answer["choices"]:
        return f"Seat {seat} has won the round and takes nothing: no card counts under {rule}."
    return f"Seat {seat} has won the round and may take, under {rule}:"


SCORE: Final = PositionCommand(
    name="score",
    summary="list what the round's winner may take",
    details="""\
Lists the sets of cards that the winner of a finished round may take under the rule in force,
with their worth, the one worth most first. For a round that goes on it lists what the seat
now winning would take, and says so ("round_over": false). A basic game has no scoring.

  python -m red7_desktop.lab score \\
      "red7 advanced / canvas O1 / deck / Ax G2 : : / B R2 O2 V7 I7 : :"
""",
    answer=answer_score,
    show=show_score,
)


def answer_standings(text: str, arguments: Namespace) -> Answer:
    """Judge the live seats under all seven rules, Red first. Raises InvalidPosition."""
    position = parse_position(text)
    verdicts = judge_all(position)
    return {
        "position": str(position),
        "rule": LETTERS[position.rule],
        "winner": letter_of(verdicts[position.rule].leader),
        "rules": {
            LETTERS[verdict.rule]: _to_plain_verdict(verdict) for verdict in reversed(verdicts)
        },
    }


def _to_plain_verdict(verdict: RuleVerdict) -> Answer:
    return {
        "key": RULES[verdict.rule].key,
        "leader": letter_of(verdict.leader),
        "runner_up": letter_of(verdict.runner_up),
        "by": verdict.by,
        "margin": verdict.margin,
        "standings": to_plain_standings(verdict),
    }


def show_standings(answer: Answer) -> str:
    """Write a table: a line for every rule, a column for every live seat."""
    seats = list(answer["rules"]["R"]["standings"])
    rows = [["", "rule", *[f"seat {seat}" for seat in seats], "leader"]]
    for letter, judged in answer["rules"].items():
        mark = ">" if letter == answer["rule"] else ""
        cells = [format_standing(judged["standings"][seat]) for seat in seats]
        rows.append([mark, name_of_rule(LETTERS.index(letter)), *cells, _format_leader(judged)])
    return "\n".join([answer["position"], *format_columns(rows)])


def _format_leader(judged: Answer) -> str:
    if judged["leader"] is None:
        return "nobody"
    return f"{judged['leader']} {_MARGIN_WORDS[judged['by']](judged['margin'])}"


_MARGIN_WORDS: Final[dict[str, Callable[[int], str]]] = {
    "count": lambda margin: f"by {format_count(margin, 'card')}",
    "number": lambda margin: f"by number, {margin} higher",
    "colour": lambda margin: f"by colour, {margin} higher",
    "alone": lambda margin: "alone",
}
"""By the word for what decides, as in `standing.MARGINS`; without the one for no one."""

STANDINGS: Final = PositionCommand(
    name="standings",
    summary="judge every seat under all seven rules",
    details="""\
Shows which cards of every live seat count under each of the seven rules, who leads, and by
what: more cards, or a higher number or colour of the top card. `>` marks the rule in force.

  python -m red7_desktop.lab standings "red7 basic / canvas / deck / A> R6 O6 : : / B V7 : :"
""",
    answer=answer_standings,
    show=show_standings,
)


class Red7Workbench(Workbench):
    """What the laboratory can do with Red7; each member is told in `Workbench`."""

    commands = MappingProxyType(
        {
            **{
                name: f"red7.workbench:{name.upper()}"
                for name in (
                    *("legal", "play", "standings", "score", "perft", "deal", "replay", "choose"),
                )
            },
            "calibrate": "red7.calibrate:make_calibrate_command",
        }
    )
    guests = (CHEAT,)
    has_rounds = True
    is_compiled = COMPILED
    full_table = MappingProxyType({"advanced": True})

    def guest(self, name: str, peek: Callable[[], Any]) -> Player:
        from red7_desktop.lab.red7.measures import CheatPlayer

        return CheatPlayer(peek)

    def add_options(self, parser: ArgumentParser) -> None:
        add_rules(parser)

    def options(self, arguments: Namespace) -> Options:
        return {"rules": str(arguments.rules)}

    def why_unfit(self, guests: Sequence[str], options: Options, *, match: bool) -> str:
        from red7_desktop.lab.red7.measures import can_cheat

        fits = not match and can_cheat(parse_ruleset(options["rules"]), options["seats"])
        wrong = guests and not fits
        return "cheat plays rounds of two seats, basic, without actions" if wrong else ""

    def name_of(self, options: Options) -> str:
        return str(options["rules"])

    def round_options(self, options: Options) -> Options:
        return {**options, "target": A_ROUND}

    def round_result(self, state: MatchState) -> Result | None:
        if not state.rounds:
            return None
        return Result((state.rounds[-1].winner,), points_of(state.position.scores))

    def is_timed(self, state: MatchState) -> bool:
        return state.stage == TURN

    def measures(self) -> Sequence[Measure]:
        from red7_desktop.lab.red7.measures import MEASURES

        return MEASURES

    def fresh_start(self) -> FreshStart:
        from red7_desktop.lab.red7.measures import FRESH_START

        return FRESH_START


WORKBENCH: Final = Red7Workbench()
