"""The lab's commands and benchmarks for Red7.

Output contains turns in the notation of docs/notation.md. If a position is in the middle of a turn,
the rest of the turn is written step by step, such as `(B:G4) @V3`, or `end` if no step is left.
"""

from __future__ import annotations

import math
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, product
from random import Random
from statistics import fmean
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from red7_desktop.games.red7.players.evaluation import (
    GREEDY_WEIGHTS,
    MATCH_PACES,
    MatchPace,
    RoundValues,
)
from red7_desktop.games.red7.players.rollout import Policy
from red7_desktop.games.red7.players.rollout import play_out as play_on
from red7_desktop.games.red7.players.search import TEMPERATURE
from red7_desktop.games.red7.rules import (
    advance,
    cards,
    game,
    legality,
    open_round,
    standings,
    turns,
)
from red7_desktop.games.red7.rules.notation import parse_position, text_of_rest, text_of_turn
from red7_desktop.games.red7.rules.open_round import OpenRound
from red7_desktop.games.red7.rules.position import DREW, START, Position, replace_entry
from red7_desktop.games.red7.rules.rounds import (
    MatchOptions,
    MatchState,
    PublicKnowledge,
    deal_round,
    leaders_of,
    points_of,
    read_options,
)
from red7_desktop.games.red7.rules.rules import RULES, Ruleset, parse_ruleset
from red7_desktop.lab import command
from red7_desktop.lab.arena import (
    Contest,
    Entrant,
    GameReport,
    add_player,
    parse_entrant,
    play_game,
)
from red7_desktop.lab.commands import Perft
from red7_desktop.tabletop import player
from red7_desktop.tabletop.game import TURN, InvalidPosition, Options, Result

# -- commands ----------------------------------------------------------------------------------


USUAL_RULES: Final = "advanced@1.3"


def add_rules(parser: ArgumentParser) -> None:
    """Add the option `--rules` to a parser; its value is parsed to a `Ruleset`."""
    parser.add_argument(
        "--rules",
        type=_parse_ruleset,
        default=USUAL_RULES,
        metavar="RULES",
        help=f"basic or advanced, then +actions, then @1.3 or @first; {USUAL_RULES} without this",
    )


def _parse_ruleset(word: str) -> Ruleset:
    try:
        return parse_ruleset(word)
    except InvalidPosition as error:
        raise ArgumentTypeError(str(error)) from None


class Deal(command.Command):
    """The command `deal`, which deals rounds from seeds and prints each round's first position."""

    name = "deal"
    summary = "deal a round"
    details = """\
Prints the position of a round as it is dealt. The same seed always gives the same deal.

  python -m red7_desktop.lab deal --seed 7 --seats 4 --rules advanced+actions@1.3
  python -m red7_desktop.lab deal --seed 1 --count 1000 | python -m red7_desktop.lab legal --json
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        command.add_seed(parser, required=True, jobs=False)
        parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2, help="2 without")
        add_rules(parser)
        command.add_number(parser, "--count", "deal for N seeds, S and those that follow", 1)

    def run(self, arguments: Namespace) -> Iterator[command.Answer]:
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            yield {
                "seed": seed,
                "seats": arguments.seats,
                "rules": str(arguments.rules),
                "position": str(deal_round(arguments.rules, ((),) * arguments.seats, seed)),
            }

    def format_answer(self, answer: command.Answer) -> str:
        return str(answer["position"])


def text_of(position: Position, steps: tuple[cards.Step, ...]) -> str:
    """Format the steps of a turn in the notation of docs/notation.md.

    Args:
        position: Position before the steps.
        steps: Steps of a whole turn. If the position is in the middle of a turn, only the steps of
            the rest of the turn.
    """
    if position.phase == START:
        return text_of_turn(steps)
    return text_of_rest(steps)


def count_sequences(position: Position, depth: int) -> int:
    """Count the different sequences of exactly `depth` legal turns; 1 for depth 0.

    If the action of a 3 draws a card within a turn, every way to finish the turn afterwards counts
    as a different turn. If the position is in the middle of a turn, the rest of that turn counts as
    the first turn of a sequence.
    """
    if depth == 0:
        return 1
    if position.is_over:
        return 0
    found = turns.build_turns(position)
    if depth == 1:
        first = len(found.led_rules)  # index of the first group in `cumulative_counts`
        stops = [
            advance.apply_turn(found, found.cumulative_counts[first + nth] - 1)
            for nth, group in enumerate(found.groups)
            if group.stops
        ]
        return found.count - len(stops) + sum([count_sequences(drawn, 1) for drawn in stops])
    whole = 0
    for index in range(found.count):
        reached = advance.apply_turn(found, index)
        whole += count_sequences(reached, depth if reached.phase == DREW else depth - 1)
    return whole


WIDTH: Final = 98
"""Line length at which lists of turns are wrapped."""


class Legal(command.PositionCommand):
    """The command `legal`, which lists the legal turns and who is winning by the current rule."""

    name = "legal"
    summary = "list the turns that the seat to move may choose"
    details = """\
Lists every turn that the seat to move may choose, `pass` last, with the standings under
the current rule. A turn that reaches the draw of a 3 is listed up to it: O3(+).

  python -m red7_desktop.lab legal "red7 basic / canvas / deck / A> R6 : V7 B2 : / B O7 : :"
"""

    def answer(self, text: str, arguments: Namespace) -> command.Answer:
        position = parse_position(text)
        verdict = standings.judge_rule(position, position.rule)
        by_seat = {
            cards.SEATS[standing.seat]: {
                "count": standing.size,
                "top": cards.CARD_TEXTS[standing.top] if standing.size else None,
                "cards": cards.texts_of(standing.cards),
            }
            for standing in verdict.standings
        }
        return {
            "position": str(position),
            "rule": cards.LETTERS[position.rule],
            "winner": cards.SEATS[verdict.leader] if verdict.leader >= 0 else None,
            "standings": by_seat,
            "turns": [text_of(position, steps) for steps in legality.list_legal_turns(position)],
        }

    def format_answer(self, answer: command.Answer) -> str:
        position = parse_position(answer["position"])
        colour = cards.COLOUR_NAMES[position.rule].capitalize()
        asked = RULES[position.rule].key.replace("_", " ")
        rows = [_build_seat_row(answer, position, seat) for seat in range(position.seats)]
        lines = [answer["position"], f"Current rule: {colour} ({asked})"]
        lines += [f"  {line}" for line in command.format_columns(rows)]
        if position.is_over:
            lines.append(f"The round is over: seat {cards.SEATS[position.live[0]]} has won it.")
        else:
            seat = cards.SEATS[position.mover]
            count = len(answer["turns"])
            lines.append(f"Seat {seat} has {count} turn{'s' * (count != 1)}:")
            lines += [f"  {line}" for line in _wrap_turns(answer["turns"])]
        return "\n".join(lines)


def _build_seat_row(answer: command.Answer, position: Position, seat: int) -> list[str]:
    name = cards.SEATS[seat]
    standing = answer["standings"].get(name)
    if standing is None:
        return [name, "out", ""]
    marks = ["winning"] if answer["winner"] == name else []
    marks += ["to move"] if position.mover == seat else []
    if standing["count"]:
        counted = f"{standing['count']}: {' '.join(standing['cards'])}"
    else:
        counted = "-"
    return [name, counted, ", ".join(marks)]


def _wrap_turns(turns: list[str]) -> list[str]:
    """Wrap a list of turns into lines; a new line starts whenever the turns' first card changes."""
    lines: list[str] = []
    for _, alike in groupby(turns, lambda turn: "@" if turn.startswith("@") else turn[:2]):
        first, *others = alike
        lines.append(first)
        for turn in others:
            if len(lines[-1]) + 3 + len(turn) <= WIDTH:
                lines[-1] += f"   {turn}"
            else:
                lines.append(turn)
    return lines


class Choose(command.PositionCommand):
    """The command `choose`, which lets an AI player choose a turn."""

    name = "choose"
    summary = "let a computer player choose a turn"
    details = """\
Prints the turn that a computer player would choose for the seat to move, and for players
that look ahead the turns they weighed, the best first: value is the chance to win the
match (in basic games, the round), and beside it stands how much less than the best one's
it is, or "as good" where that is within the error. round is the chance to win the round,
points what a won round brings on average, fears the reply that hurts most.
The player sees what the seat may see: other hands and the deck count as hidden.

  python -m red7_desktop.lab deal --seed 7 | python -m red7_desktop.lab choose --level expert
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        players = self.row.players()
        strongest = players.levels[-1].key
        parser.add_argument(
            "--level",
            type=partial(parse_entrant, self.row),
            default=strongest,
            metavar="NAME",
            help=f"{', '.join(players.names)}; {strongest} without this",
        )
        command.add_number(parser, "--budget", "work to do; the level's own without this")
        command.add_seed(parser, jobs=False)

    def answer(self, text: str, arguments: Namespace) -> command.Answer:
        position = parse_position(text)
        level, budget = arguments.level
        observation = _observe_choice(position)
        player = self.row.players().player_of(level)
        choice = player.choose(observation, arguments.budget or budget, arguments.seed)
        weighed = choice.candidates
        return {
            "position": str(position),
            "seat": cards.SEATS[position.mover],
            "turn": text_of(position, choice.steps),
            "candidates": [_to_plain_candidate(position, weighed[0], each) for each in weighed],
        }

    def format_answer(self, answer: command.Answer) -> str:
        lines = [answer["position"], f"Seat {answer['seat']} chooses {answer['turn']}"]
        if answer["candidates"]:
            rows = [["turn", "value", "beside it", "round", "points", "samples", "fears"]]
            for nth, each in enumerate(answer["candidates"]):
                if each["worse_by"]:
                    worse = f"{each['worse_by']:.3f} less"
                else:
                    worse = "as good"
                value = [f"{each['value']:.3f}", worse if nth else "best"]
                came = [f"{each['win_chance']:.3f}", f"{each['points']:.1f}", str(each["samples"])]
                if each["feared"]:
                    feared = f"{each['feared_seat']}: {each['feared']}"
                else:
                    feared = ""
                rows.append([each["turn"], *value, *came, feared])
            lines += [f"  {line}" for line in command.format_columns(rows)]
        return "\n".join(lines)


def _to_plain_candidate(
    position: Position, best: player.Candidate, candidate: player.Candidate
) -> command.Answer:
    feared = " ".join(map(str, candidate.expected_replies)).removesuffix(" end")
    return {
        "turn": text_of(position, candidate.steps),
        "value": round(candidate.value, 4),
        "error": round(candidate.error, 4),
        "worse_by": round(player.compare_gain(best, candidate), 4),
        "win_chance": round(candidate.win_chance, 4),
        "points": round(candidate.points, 1),
        "samples": candidate.samples,
        "feared": feared or None,
        "feared_seat": cards.SEATS[candidate.feared_seat] if feared else None,
    }


def _observe_choice(position: Position) -> game.Red7Observation:
    """Return the observation of the seat to move: the position without hidden cards.

    Raises:
        InputError: The round is over, the seat has no legal step, or its hand is hidden.
    """
    if position.is_over:
        raise command.InputError("", "the round is over, there is nothing to choose")
    if hidden := legality.refuse_hidden_hand(position):
        raise command.InputError("", str(hidden))
    observation = observe_position(position)
    if not observation.legal:
        why = f"seat {cards.SEATS[position.mover]} has no legal step to choose"
        raise command.InputError("", why)
    return observation


def observe_position(position: Position) -> game.Red7Observation:
    """Return the observation of the seat to move: the position without hidden cards.

    If the position lists only some cards of a hand or of the deck (`G4 ?2`), these cards count as
    seen by everybody. If the position lists all cards of a hand or of the deck, these cards count
    as hidden, because a complete list doesn't say who has seen which card.
    """
    options = read_options({"rules": str(position.rules), "seats": position.seats})
    known_deck = tuple([card for card in position.deck if card != cards.UNKNOWN])
    if len(known_deck) == len(position.deck):
        known_deck = ()
    hands = zip(position.hands, position.unseen, strict=True)
    known = PublicKnowledge(known_deck, tuple([hand if unseen else 0 for hand, unseen in hands]))
    state = MatchState(options, 0, TURN, 1, position, position, known)
    return game.observe(state, position.mover)


# -- predicted chances and results of matches ------------------------------------------------


Piles: TypeAlias = tuple[tuple[int, ...], ...]


class ScoreSample(NamedTuple):
    """The score piles after a round, and the winners of the match.

    Used to check how well the chances to win the match are predicted from score piles.

    Attributes:
        match: Number of the match.
        piles: Score pile of each seat.
        winners: The seats that won the match.
    """

    match: int
    piles: Piles
    winners: tuple[int, ...]


NumberRange: TypeAlias = tuple[int, int]
"""A range of integers: the smallest and the largest."""
MOST: Final = 999
"""A limit for open ranges of points, greater than any possible number of points."""

LEADS: Final[tuple[NumberRange, ...]] = (
    *((-MOST, -21), (-20, -11), (-10, -1), (0, 0)),
    *((1, 10), (11, 20), (21, MOST)),
)
"""Ranges of a seat's lead over the best other seat, in points.

Seats are grouped by them when predicted chances to win the match are compared with results.
"""
MISSING: Final[tuple[NumberRange, ...]] = ((1, 8), (9, 16), (17, 24), (25, MOST))
"""Ranges of the number of points that the leading seat still needs to win the match.

Seats are grouped by them when predicted chances to win the match are compared with results.
"""


def list_score_samples(state: MatchState, match: int) -> list[ScoreSample]:
    """Return samples of one finished match: the score piles after each round except the last.

    Args:
        state: The last state of the match.
        match: Number of the match, copied to the samples.
    """
    winners = leaders_of(state.options.points_of(state.position.scores))
    piles: Piles = ((),) * state.options.seats
    found: list[ScoreSample] = []
    for result in state.rounds[:-1]:
        pile = (*piles[result.winner], *cards.cards_in(result.taken))
        piles = replace_entry(piles, result.winner, pile)
        found.append(ScoreSample(match, piles, winners))
    return found


def build_cells(
    options: MatchOptions, samples: Iterable[ScoreSample]
) -> dict[tuple[NumberRange, NumberRange], command.Answer]:
    """Compare predicted with real wins of matches, for seats with a similar score.

    Seats are grouped by their lead over the best other seat (one of `LEADS`) and by the points that
    the leading seat still needs (one of `MISSING`). With two seats, only the seat that is ahead
    counts, because the chances of both add up to 1.

    Returns:
        For each group: number of seats, mean predicted chance, share of wins, and the standard
        error of the difference between predicted chance and share of wins. For the error, all
        scores of one match count as one sample, because they depend on each other.
    """
    found = defaultdict[tuple[NumberRange, NumberRange], list[tuple[int, float, float]]](list)
    for sample in samples:
        points = points_of(sample.piles)
        missing = _find_range(options.target - max(points), MISSING)
        for seat, own in enumerate(points):
            lead = own - max(points[:seat] + points[seat + 1 :])
            if len(points) > 2 or lead >= 0:
                foretold = RoundValues(options, sample.piles, seat).value(seat, 0)
                if seat in sample.winners:
                    won = 1.0 / len(sample.winners)
                else:
                    won = 0.0
                found[_find_range(lead, LEADS), missing].append((sample.match, foretold, won))
    return {each: _build_cell(found[each]) for each in product(LEADS, MISSING) if each in found}


def _find_range(number: int, ranges: tuple[NumberRange, ...]) -> NumberRange:
    return next(each for each in ranges if number <= each[1])


def _build_cell(seats: list[tuple[int, float, float]]) -> command.Answer:
    foretold = fmean([each[1] for each in seats])
    won = fmean([each[2] for each in seats])
    off = defaultdict[int, float](float)
    for match, expected, came in seats:
        off[match] = off[match] + (came - won) - (expected - foretold)
    error = math.sqrt(math.fsum([each**2 for each in off.values()])) / len(seats)
    return {"seats": len(seats), "foretold": foretold, "won": won, "error": error}


def compute_log_loss(options: MatchOptions, samples: list[ScoreSample], pace: MatchPace) -> float:
    """Return how badly the predicted chances to win a match fit the real winners; lower is better.

    Args:
        options: Options of the matches.
        samples: Score piles after rounds, with the winners of the matches.
        pace: Statistics of matches, from which the chances are computed.

    Returns:
        The mean, over all samples, of minus the logarithm of the winner's predicted chance.
    """
    total = [
        -math.log(
            RoundValues(options, each.piles, winner, {len(each.piles): pace}).value(winner, 0)
        )
        / len(each.winners)
        for each in samples
        for winner in each.winners
    ]
    return math.fsum(total) / max(len(samples), 1)


def fit_pace(options: MatchOptions, samples: list[ScoreSample], measured: MatchPace) -> MatchPace:
    """Fit two parameters of the formula that computes winning chances from score piles.

    The parameters are `MatchPace.spread` and `MatchPace.shrinking`. Many combinations of their
    values are tried.

    Args:
        options: Options of the matches.
        samples: Score piles during matches, with the results of these matches.
        measured: The other parameters of the formula, which stay as they are.

    Returns:
        A copy of `measured` with the combination that has the lowest log loss for the samples.
    """
    paces = [
        measured._replace(spread=float(spread), shrinking=tenths / 10)
        for spread, tenths in product(range(10, 41), range(11))
    ]
    return min(paces, key=lambda pace: compute_log_loss(options, samples, pace))


class CalibrateScores(command.Command):
    """The command `calibrate-scores`, which checks the chances predicted for a match's scores.

    It compares the predicted chance to win the match with the share of matches won.
    """

    name = "calibrate-scores"
    summary = "compare the match chances that players reckon with to how matches end"
    details = """\
Plays advanced matches of one player against itself. After every round but the last it asks what
chance the program gives each seat to win the match (`games/red7/players/evaluation.py`), and in
the end compares that with how often it was won: by how far a seat is ahead of its best rival, and
by how many points the leading seat misses. With two seats the seat behind mirrors the one ahead and
is left out. Under the table stand the figures that the chances rest on, those that the program has
and those measured; `surprise` is the mean of minus the logarithm of the chance of who won. --fit
looks for the spread and the shrinking that surprise least. The same seed gives the same table.

  python -m red7_desktop.lab calibrate-scores --player sharp:600 --matches 1000 --fit
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_player(parser, self.row)
        parser.add_argument("--seats", type=int, choices=(2, 3, 4), default=2, help="2 without")
        command.add_number(parser, "--matches", "how many", 500)
        command.add_seed(parser)
        parser.add_argument(
            "--fit", action="store_true", help="look for the figures that would have foretold best"
        )

    def run(self, arguments: Namespace) -> Iterator[command.Answer]:
        entrants = (arguments.player,) * arguments.seats
        contest = Contest(
            self.row, entrants, {"rules": USUAL_RULES}, arguments.seed, is_whole_match=True
        )
        yield from command.run_tasks(
            partial(play_game, contest),
            range(arguments.matches),
            arguments.jobs,
            lambda ends: [compare_forecasts(contest, ends, fit=arguments.fit)] if ends else [],
        )

    def format_answer(self, answer: command.Answer) -> str:
        player = Entrant(answer["player"], answer["budget"])
        cells = {(*each["lead"], *each["missing"]): each for each in answer["cells"]}
        rows = [["lead", *[f"{_describe_range(missing)} missing" for missing in MISSING]]]
        for lead in LEADS:
            row = [cells.get((*lead, *missing)) for missing in MISSING]
            if any(row):
                rows.append([_describe_range(lead), *map(_format_cell, row)])
        title = (
            f"{player}, {answer['seats']} seats, {answer['matches']} matches: "
            "chance foretold, share won, difference ± its error, seats counted"
        )
        paces = answer["paces"]
        figures = [["", *paces["known"]]]
        figures += [[name, *[f"{each:.3f}" for each in paces[name].values()]] for name in paces]
        tables = [*command.format_columns(rows), "", *command.format_columns(figures)]
        return "\n".join([title, *tables])


def compare_forecasts(
    contest: Contest, played: list[tuple[MatchState, GameReport]], *, fit: bool
) -> command.Answer:
    """Compare the chances to win the match, predicted after each round, with the real winners.

    Args:
        contest: The players and options.
        played: The last state and the result of each match.
        fit: Whether to also fit two parameters of the prediction to these matches, see `fit_pace`.
    """
    matches = [end for end, _ in played]
    options = matches[0].options
    samples = [each for nth, state in enumerate(matches) for each in list_score_samples(state, nth)]
    player = contest.entrants[0]
    # `MatchPace.cards` and `MatchPace.rounds` are averages of these matches. `MatchPace.spread` and
    # `MatchPace.shrinking` keep the program's values, unless `fit` is True.
    rounds = [result for state in matches for result in state.rounds]
    taken = sum([result.taken.bit_count() for result in rounds])
    known = MATCH_PACES[options.seats]
    measured = known._replace(cards=taken / len(rounds), rounds=len(rounds) / len(matches))
    if fit and samples:
        measured = fit_pace(options, samples, measured)
    cells = [
        {"lead": list(lead), "missing": list(missing), **cell}
        for (lead, missing), cell in build_cells(options, samples).items()
    ]
    paces = {
        name: {**pace._asdict(), "surprise": compute_log_loss(options, samples, pace)}
        for name, pace in (("known", known), ("measured", measured))
    }
    return {
        "player": player.name,
        "budget": player.budget,
        "seats": contest.seats,
        "matches": len(matches),
        "outlooks": len(samples),
        "cells": cells,
        "paces": paces,
    }


def _describe_range(numbers: Sequence[int]) -> str:
    least, most = numbers
    if least == most:
        return str(least)
    if least == -MOST:
        return f"up to {most}"
    if most == MOST:
        return f"from {least}"
    return f"{least} to {most}"


def _format_cell(cell: command.Answer | None) -> str:
    if cell is None:
        return "-"
    foretold = cell["foretold"]
    won = cell["won"]
    off = f"{won - foretold:+.3f} ± {cell['error']:.3f}"
    return f"{foretold:.3f} {won:.3f} {off} {cell['seats']:5}"


# -- benchmarks --------------------------------------------------------------------------------


def deal_positions(rules: str, seats: int, number: int) -> list[Position]:
    """Return the first position of each of several matches, dealt from the seeds 0, 1, 2 ..."""
    ruleset = parse_ruleset(rules)
    scores = ((),) * seats
    return [deal_round(ruleset, scores, seed) for seed in range(number)]


def reach_positions(rules: str, seats: int, number: int) -> list[Position]:
    """Return positions in which a turn begins and no seat is out, from random rounds."""
    return command.reach_positions(
        partial(deal_round, parse_ruleset(rules), ((),) * seats),
        advance.walk_random_round,
        lambda each: each.phase == START and not each.out,
        number,
    )


def reach_palettes(number: int) -> list[int]:
    """Return the palettes (cards in front of a seat) that occur in a number of random positions.

    Each palette is returned as a bit set of cards.
    """
    positions = reach_positions("advanced", 4, number)
    return sorted({palette for position in positions for palette in position.palettes})


def count_turns(positions: list[Position]) -> int:
    """Count the legal turns of all positions, to measure the speed of finding them."""
    return sum([turns.build_turns(position).count for position in positions])


def count_steps(positions: list[Position]) -> int:
    """List all legal turns of each position; return their total number of steps.

    Used to measure the speed of listing turns.
    """
    listed = [turns.list_all_turns(turns.build_turns(position)) for position in positions]
    return sum([len(steps) for each in listed for steps in each])


RANDOM_NUMBERS: Final = 48
"""Number of random numbers that are drawn before each rollout, as the AI players' search does."""


def deal_rollouts(rules: str, seats: int, number: int) -> list[tuple[OpenRound, list[float]]]:
    """Deal rounds for `play_rollouts`, each with the list of random numbers for playing it."""
    rng = Random(command.SEED)
    return [
        (open_round.make_open_round(position), [rng.random() for _ in range(RANDOM_NUMBERS)])
        for position in deal_positions(rules, seats, number)
    ]


def play_rollouts(deals: Sequence[tuple[OpenRound, list[float]]]) -> int:
    """Play each round to its end by the AI players' rollout policy, to measure its speed.

    Args:
        deals: For each round, its first state and the random numbers for playing it.

    Returns:
        The total number of turns.
    """
    policy = Policy(GREEDY_WEIGHTS, TEMPERATURE)
    total = 0
    for dealt, luck in deals:
        hands = dealt.hands[:]
        palettes = dealt.palettes[:]
        deck = dealt.deck[:]
        advanced = dealt.rules.advanced
        _, _, taken, _ = play_on(
            policy, hands, palettes, deck, dealt.rule, dealt.mover, dealt.out, advanced, luck
        )
        total += taken
    return total


play_out: Final = partial(command.play_out, open_round.play_random_round)
KINDS: Final[command.Kinds] = {
    "rollouts": ("rollouts of the search", deal_rollouts, play_rollouts),
    "turns": ("sets of legal turns", reach_positions, count_turns),
    "listed": ("the same step by step", reach_positions, count_steps),
    "rounds": ("random rounds", deal_positions, play_out),
}
"""Kinds of benchmarks that can be run for any rules, see `command.Kinds`."""


def build_benchmark(
    kind: str, seats: int, rules: str, size: int, required: int | None = None
) -> command.Benchmark:
    """Create a benchmark, which measures the speed of one function of the rules or AI players.

    Args:
        kind: Kind of the benchmark, a key of `KINDS`.
        seats: Number of seats.
        rules: The ruleset, such as "advanced+actions".
        size: Number of rounds or positions in a full run.
        required: Minimum number of rounds or positions per second in plain Python, None for no
            requirement.
    """
    title, make, work = KINDS[kind]
    name = f"{kind}-{seats}-{rules.rpartition('+')[2]}"
    title = f"{title}, {seats} seats, {rules.replace('+', ', ')}"
    return command.Benchmark(
        name, title, partial(make, rules, seats), work, size, required=required
    )


BENCHMARKS: Final = (
    build_benchmark("rollouts", 2, "advanced", 2_000, 8_400),
    build_benchmark("rollouts", 4, "advanced", 1_000, 4_000),
    build_benchmark("turns", 2, "basic", 30_000),
    build_benchmark("turns", 4, "advanced", 30_000),
    build_benchmark("turns", 4, "advanced+actions", 3_000),
    build_benchmark("listed", 2, "basic", 3_000),
    build_benchmark("listed", 4, "advanced+actions", 400),
    build_benchmark("rounds", 2, "basic", 6_000, 20_000),
    build_benchmark("rounds", 2, "advanced", 5_000),
    build_benchmark("rounds", 4, "advanced", 2_000, 6_000),
    build_benchmark("rounds", 2, "advanced+actions", 600),
    build_benchmark("rounds", 4, "advanced+actions", 200),
    command.Benchmark(
        "deals-4",
        "deals to 4 seats",
        range,
        lambda seeds: len(deal_positions("advanced", 4, len(seeds))),
        5_000,
    ),
    command.Benchmark(
        "judge-cold",
        "strength of a palette never seen",
        reach_palettes,
        lambda palettes: sum(map(standings.measure_strength, palettes)),
        30_000,
        "microseconds",
    ),
)

# -- the workbench -----------------------------------------------------------------------------


class Red7Workbench(command.Workbench):
    """The lab's commands and benchmarks for Red7; see `command.Workbench`."""

    commands = (Legal, Perft, Deal, Choose, CalibrateScores)
    option = "rules"
    title = "{rules}"
    # With a target of 1 point, a match ends after the first round whose winner gets a point.
    round_options: ClassVar[Options] = {"target": 1}
    is_compiled = cards.COMPILED
    benchmarks = BENCHMARKS
    busiest_options: ClassVar[Options] = {"advanced": True}
    parse_position = staticmethod(parse_position)
    counted = "turns"
    count_sequences = staticmethod(count_sequences)
    add_option = staticmethod(add_rules)

    def round_result(self, state: Any) -> Result | None:
        if not state.rounds:
            return None
        return Result((state.rounds[-1].winner,), state.options.points_of(state.position.scores))

    def has_match_values(self, state: Any) -> bool:
        return bool(state.options.rules.advanced)

    def find_round_winners(self, result: Any) -> tuple[int, ...]:
        return (result.winner,)


WORKBENCH: Final = Red7Workbench()
