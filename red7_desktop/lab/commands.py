"""Commands that several games have: choose, perft, replay, daily deals, puzzles.

What it prints is what `assets/daily` has of each game, so the lists can be made again.
"""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from red7_desktop.lab.command import (
    Answer,
    BadInput,
    Input,
    LabCommand,
    PositionCommand,
    ProgressBar,
    add_jobs,
    add_number,
    add_seed,
    format_columns,
    read_file,
    read_input,
    read_whole_from,
    run_in_order,
)
from red7_desktop.tabletop.game import SEAT_LETTERS, TABLE
from red7_desktop.tabletop.player import Candidate, Daily, NoSuchPlayer, Players, compare_gain
from red7_desktop.tabletop.puzzle import Collection, Puzzle, PuzzleTry, head_of, text_of_puzzle
from red7_desktop.tabletop.records import InvalidRecord
from red7_desktop.tabletop.rounds import MatchRecord

if TYPE_CHECKING:
    from red7_desktop.games.registry import GameRow


class Choosing(NamedTuple):
    """How the players of a game are asked about a position.

    players: loads them. parse: reads a position. observe: gives what its mover may know; raises
    BadInput where no one can be asked. text_of: writes a turn from a position. reply_of: writes the
    steps of a reply. add_options: adds what the match is played by.
    """

    players: Callable[[], Players]
    parse: Callable[[str], Any]
    observe: Callable[[Any, Namespace], Any]
    text_of: Callable[[Any, tuple[Any, ...]], str]
    reply_of: Callable[[tuple[Any, ...]], str]
    add_options: Callable[[ArgumentParser], None]


def choose_command(choosing: Choosing, details: str) -> PositionCommand:
    """Make the command of a game."""
    return PositionCommand(
        name="choose",
        summary="let a computer player choose a turn",
        details=details,
        answer=partial(_answer_choice, choosing),
        show=show_choice,
        add_arguments=partial(_add_choose_arguments, choosing),
    )


def _add_choose_arguments(choosing: Choosing, parser: ArgumentParser) -> None:
    players = choosing.players()
    strongest = players.levels[-1].key
    parser.add_argument(
        "--level",
        type=partial(_read_player_name, players),
        default=strongest,
        metavar="NAME",
        help=f"{', '.join(players.names)}; {strongest} without this",
    )
    parser.add_argument(
        "--budget",
        type=read_whole_from(1),
        metavar="N",
        help="work to do; the level's own without this",
    )
    add_seed(parser)
    choosing.add_options(parser)


def _read_player_name(players: Players, word: str) -> str:
    try:
        players.player_of(word)
    except NoSuchPlayer as error:
        raise ArgumentTypeError(str(error)) from None
    return word


def _answer_choice(choosing: Choosing, text: str, arguments: Namespace) -> Answer:
    players, level = choosing.players(), arguments.level
    position = choosing.parse(text)
    observation = choosing.observe(position, arguments)
    budget = arguments.budget or players.budget_of(level)
    choice = players.player_of(level).choose(observation, budget, arguments.seed)
    return {
        "position": str(position),
        "seat": SEAT_LETTERS[observation.viewer],
        "turn": choosing.text_of(position, choice.steps),
        "candidates": [
            _to_plain_candidate(choosing, position, choice.candidates[0], each)
            for each in choice.candidates
        ],
    }


def _to_plain_candidate(
    choosing: Choosing, position: Any, best: Candidate, candidate: Candidate
) -> Answer:
    return {
        "turn": choosing.text_of(position, candidate.steps),
        "value": round(candidate.value, 4),
        "error": round(candidate.error, 4),
        "worse_by": round(compare_gain(best, candidate), 4),
        "win_chance": round(candidate.win_chance, 4),
        "points": round(candidate.points, 1),
        "samples": candidate.samples,
        "feared": choosing.reply_of(candidate.feared) or None,
        "feared_seat": SEAT_LETTERS[candidate.feared_seat] if candidate.feared else None,
    }


def show_choice(answer: Answer) -> str:
    """Write the choice for people, with the candidates as a table."""
    lines = [answer["position"], f"Seat {answer['seat']} chooses {answer['turn']}"]
    if answer["candidates"]:
        rows = [["turn", "value", "beside it", "round", "points", "samples", "fears"]]
        rows += [_build_row(each, is_best=not nth) for nth, each in enumerate(answer["candidates"])]
        lines += [f"  {line}" for line in format_columns(rows)]
    return "\n".join(lines)


def _build_row(candidate: Answer, *, is_best: bool) -> list[str]:
    """Return the cells of a candidate; a difference from the best within its error is not shown."""
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


def make_perft_command(
    parse: Callable[[str], Any],
    perft: Callable[[Any, int], int],
    divide: Callable[[Any, int], dict[str, int]],
    unit: str,
    details: str,
) -> PositionCommand:
    """Make the command of a game.

    parse: reads a position. perft, divide: count the sequences of some length, all together or by
    what they begin with; they raise InvalidPosition where a card is hidden. unit: what is counted.
    """
    return PositionCommand(
        name="perft",
        summary=f"count the sequences of {unit}s of some length",
        details=details,
        answer=partial(_answer_perft, parse, perft, divide),
        show=show_perft,
        add_arguments=partial(_add_perft_arguments, unit),
        apart=False,
    )


def _add_perft_arguments(unit: str, parser: ArgumentParser) -> None:
    parser.add_argument(
        "--depth",
        required=True,
        type=read_whole_from(0),
        metavar="N",
        help=f"how many {unit}s, by all seats together",
    )
    parser.add_argument(
        "--divide", action="store_true", help=f"count separately for every first {unit}"
    )


def _answer_perft(
    parse: Callable[[str], Any],
    perft: Callable[[Any, int], int],
    divide: Callable[[Any, int], dict[str, int]],
    text: str,
    arguments: Namespace,
) -> Answer:
    depth = arguments.depth
    if arguments.divide and not depth:
        raise BadInput("--depth", "'0': --divide needs a depth of at least 1")
    position = parse(text)
    answer: Answer = {"position": str(position), "depth": depth}
    if arguments.divide:
        answer["divide"] = divide(position, depth)
        return answer | {"count": sum(answer["divide"].values())}
    return answer | {"count": perft(position, depth)}


def show_perft(answer: Answer) -> str:
    """Write the count alone, or a line for every first turn and the total."""
    if "divide" not in answer:
        return str(answer["count"])
    lines = [f"{turn}: {count}" for turn, count in answer["divide"].items()]
    return "\n".join([*lines, f"total: {answer['count']}"])


STANDARD_INPUT: Final = "-"


class Replaying(NamedTuple):
    """How a game's records are read and played again.

    extension: of their files. read: reads a record. event_of: names what the cause of a moment is;
    "deal" begins a round. title: says what was played; gets the answer about the header, and its
    names in a line.
    """

    extension: str
    read: Callable[[str], MatchRecord]
    event_of: Callable[[Any], str]
    title: Callable[[Answer, str], str]


def make_replay_command(replaying: Replaying, details: str) -> LabCommand:
    """Make the command of a game."""
    return LabCommand(
        name="replay",
        summary="play a game record again and check it",
        details=details,
        add_arguments=partial(_add_replay_arguments, replaying),
        answers=partial(_answer_replay, replaying),
        show=partial(show_replay, replaying),
    )


def _add_replay_arguments(replaying: Replaying, parser: ArgumentParser) -> None:
    help_text = f"a game record ({replaying.extension}), or - for input"
    parser.add_argument("file", metavar="FILE", help=help_text)


def _answer_replay(replaying: Replaying, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    name = arguments.file
    if name == STANDARD_INPUT:
        name, text = "standard input", read_input(stdin)
    else:
        text = read_file(name)
    try:
        record = replaying.read(text)
        moments = record.replay().moments
    except InvalidRecord as error:
        raise BadInput(name, str(error)) from error
    yield answer_header(record)
    number = 0
    for moment in moments:
        event = replaying.event_of(moment.cause)
        number += event == "deal"
        yield {
            "event": event,
            "round": number,
            "line": moment.cause.line,
            "text": "" if event == "deal" else str(moment.cause),
            "position": str(moment.state.position),
        }


def answer_header(record: MatchRecord) -> Answer:
    """Return what the match was."""
    return {
        "event": "record",
        **record.options.to_plain(),
        "names": {SEAT_LETTERS[at]: seat.name for at, seat in enumerate(record.seats)},
        "players": {SEAT_LETTERS[at]: seat.player for at, seat in enumerate(record.seats)},
        "seed": record.seed,
        "date": record.date.isoformat(),
        "result": record.result,
    }


def show_replay(replaying: Replaying, answer: Answer) -> str:
    """Write what happened, and the position under it."""
    if answer["event"] == "record":
        names = ", ".join(f"{letter} {name}" for letter, name in answer["names"].items())
        return (
            f"{replaying.title(answer, names)}\n"
            f"seed {answer['seed']}, {answer['date']}, result {answer['result']}: replays exactly"
        )
    if answer["event"] == "deal":
        return f"\nRound {answer['round']}\n  {answer['position']}"
    return f"{answer['text']}\n  {answer['position']}"


LEAST: Final = 0.4
"""The part of its plays that a deal which is kept is won in at least; at most, all but so many."""
LOOK: Final = 20
"""After so many plays each time a deal is given up whose part lies outside of that."""
_APART: Final = 1_000_003


class Trial(NamedTuple):
    """How deals are tried: the game, how much work the strongest player does, how many plays."""

    row: GameRow
    budget: int
    plays: int


def count_wins(trial: Trial, deal: int) -> float | None:
    """Play a deal as often as it takes, and count what the first seat wins; a tie counts half.

    None as soon as it will be won, or lost, too often to be kept when it is looked at next.
    """
    won = 0.0
    for play in range(1, trial.plays + 1):
        won += _play_once(trial, deal, play)
        seen = min(-(-play // LOOK) * LOOK, trial.plays)
        most = seen - LEAST * seen
        if won > most or play - won > most:
            return None
    return won


def _play_once(trial: Trial, deal: int, play: int) -> float:
    """Play a deal once, with another chance of the players' own each time; return the first's part.

    Only `random.random` is used, whose sequence is the same everywhere.
    """
    game, players = trial.row.rules(), trial.row.players()
    daily = _require_daily(trial.row)
    strongest = players.levels[-1].key
    rivals = players.budget_of(daily.rival)
    seats = [(players.player_of(strongest), trial.budget)]
    # Where it plays against itself, both work as much: less work then says the same of the deal.
    own = trial.budget if daily.rival == strongest else rivals
    seats.append((players.player_of(daily.rival), own))
    chance = random.Random(f"{deal} {play}")
    state: Any = game.start(daily.all_options, deal)
    while (result := game.result(state)) is None:
        seat = game.to_act(state)[0]
        if seat == TABLE:
            steps = game.legal_steps(state, seat)[:1]
        else:
            player, budget = seats[seat]
            seed = int(chance.random() * (1 << 48))
            steps = player.choose(game.observe(state, seat), budget, seed).steps
        for step in steps:
            state = game.take(state, seat, step).state
    return (0 in result.winners) / len(result.winners)


def _require_daily(row: GameRow) -> Daily:
    daily = row.players().daily
    if daily is None:
        raise BadInput("--game", f"{row.name} has no deal of the day")
    return daily


def answer_daily_deals(row: GameRow, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer with how deals are tried, then with each that is kept. Raises BadInput."""
    players = row.players()
    strongest = players.levels[-1].key
    trial = Trial(row, arguments.budget or players.budget_of(strongest), arguments.plays)
    yield {
        "game": row.name,
        "player": f"{strongest}:{trial.budget}",
        "rival": _require_daily(row).rival,
        "plays": trial.plays,
        "seed": arguments.seed,
    }
    first = arguments.seed * _APART
    tried = range(first, first + arguments.tries)
    kept = 0
    with (
        run_in_order(partial(count_wins, trial), tried, arguments.jobs) as coming,
        ProgressBar(arguments.tries, sys.stderr) as progress,
    ):
        for nth, (deal, won) in enumerate(zip(tried, coming, strict=False), start=1):
            if won is not None:
                kept += 1
                yield {"deal": deal, "won": won, "plays": trial.plays}
            progress.show(nth, f"{kept} kept")


def show_daily_deal(answer: Answer) -> str:
    """Write a deal as the lists have it, and how deals are tried as a remark above them."""
    if "deal" in answer:
        return f"{answer['deal']} {answer['won']:g}/{answer['plays']}"
    return "# {game}: {player} against {rival}, {plays} plays a deal, seed {seed}".format(**answer)


def _add_daily_arguments(row: GameRow, parser: ArgumentParser) -> None:
    strongest = row.players().levels[-1].key
    add_number(parser, "--tries", 100, "deals to try")
    add_number(parser, "--plays", 20, "plays of a deal")
    parser.add_argument(
        "--budget",
        type=read_whole_from(1),
        metavar="N",
        help=f"work of {strongest}; the level's own without this",
    )
    add_seed(parser)
    add_jobs(parser)


def make_daily_command(row: GameRow) -> LabCommand:
    """Make the command for a game."""
    return LabCommand(
        name="daily",
        summary="find deals for the daily deal",
        details="""\
Tries deals, one after another: the strongest player plays each several times against the
opponent of the daily deal, and the deals are printed of which it wins 40 to 60 of 100 plays,
counted after every 20.
The same seed gives the same deals, however many jobs try them.

  python -m red7_desktop.lab daily --tries 10 --plays 10 --budget 500
""",
        add_arguments=partial(_add_daily_arguments, row),
        answers=partial(answer_daily_deals, row),
        show=show_daily_deal,
    )


AT_ONCE: Final = 600
"""So many tries are handed to other processes at once."""


def add_puzzles_arguments(parser: ArgumentParser) -> None:
    """Add how many puzzles, and from which seed."""
    add_number(parser, "--count", 50, "how many")
    add_seed(parser)
    add_jobs(parser)


def answer_puzzles(row: GameRow, arguments: Namespace, stdin: Input) -> Iterator[Answer]:
    """Answer with the head of a file, then with every puzzle, by grade."""
    assert row.puzzles is not None
    collection = Collection(arguments.count, row.puzzles().kinds)
    interrupted = False
    try:
        with ProgressBar(arguments.count, sys.stderr) as progress:
            _fill(collection, row, arguments, progress)
    except KeyboardInterrupt:
        interrupted = True
    yield {"game": row.name, "line": head_of(row.name)}
    for puzzle in collection.puzzles:
        yield {
            "game": puzzle.game,
            "key": puzzle.key,
            "kind": puzzle.kind,
            "figures": dict(puzzle.figures),
            "grade": puzzle.grade,
            "seat": puzzle.seat,
            "position": puzzle.position,
            "answers": list(puzzle.answers),
            "line": text_of_puzzle(puzzle),
        }
    if interrupted:
        raise KeyboardInterrupt


def _fill(
    collection: Collection, row: GameRow, arguments: Namespace, progress: ProgressBar
) -> None:
    wanted = collection.wanted(str(arguments.seed))
    while True:
        batch = islice(wanted, AT_ONCE)
        with run_in_order(partial(_attempt_puzzle, row), batch, arguments.jobs) as found:
            for puzzle in found:
                if puzzle is not None and collection.add(puzzle):
                    progress.show(len(collection.puzzles), collection.counts)
                if collection.is_full:
                    return


def _attempt_puzzle(row: GameRow, task: PuzzleTry) -> Puzzle | None:
    assert row.puzzles is not None
    return row.puzzles().attempt(*task)


def show_puzzle(answer: Answer) -> str:
    """Write the line of a file."""
    line: str = answer["line"]
    return line


def make_puzzles_command(row: GameRow) -> LabCommand:
    """Make the command for a game that has puzzles."""
    return LabCommand(
        name="puzzles",
        summary="make puzzles, proven and graded",
        details="""\
Prints a file of puzzles as docs/puzzles.md describes: as many of every grade, of all kinds, each
with exactly one solution. The same seed and count give the same file, however many jobs make it.
It takes about a second for each puzzle. Ctrl+C ends it early; it still prints what was found.

  python -m red7_desktop.lab puzzles --count 50 --seed 7 --jobs 2 > puzzles.txt
""",
        add_arguments=add_puzzles_arguments,
        answers=partial(answer_puzzles, row),
        show=show_puzzle,
    )
