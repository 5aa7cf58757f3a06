"""The command that compares the winning chances shown in hints with real results."""

from __future__ import annotations

import json
import math
import random
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.lab import command
from red7_desktop.lab.arena import Contest, Entrant, add_player, start
from red7_desktop.tabletop import advice, files
from red7_desktop.tabletop.game import TABLE, InvalidOptions
from red7_desktop.tabletop.player import Players

FIGURES: Final = ("value", "win_chance")
"""The two predictions of a hint that are compared with results: fields of `Forecast`."""
BUCKETS: Final = 10
"""Number of buckets by which hints are grouped, each for a range of predictions of equal width."""
KNOTS: Final = (0.0, 0.3, 0.6, 0.85, 0.98, 1.0)
"""Predictions, from 0 to 1, at which a fitted calibration curve bends."""
FOLDS: Final = 10
"""Number of parts into which the matches are divided to test fitted curves."""
_PULL: Final = 5.0
"""Regularisation of a fitted calibration curve, which pulls it towards the identity.

At each of `KNOTS`, the fit adds this many artificial hints whose prediction came true exactly.
"""


class Forecast(NamedTuple):
    """The prediction of a hint and the result of its match.

    Attributes:
        match: Number of the match.
        value: Prediction of `came_value`, from 0 to 1.
        win_chance: Predicted chance to win the round.
        came_value: Real value of the outcome for the seat, from 0 to 1: of the match in games with
            points, otherwise of the round.
        came_win: 1 if the seat won the round, else 0.
    """

    match: int
    value: float
    win_chance: float
    came_value: float
    came_win: float


class HintPlan(NamedTuple):
    """Settings of the matches in which the predictions of hints are measured.

    Attributes:
        contest: Players and rules of the matches.
        one_in: On average, a seat asks for a hint in one of this many turns, and follows it.
        is_raw: True to measure predictions before the game corrects them by calibration curves.
    """

    contest: Contest
    one_in: int
    is_raw: bool


class _Hinted(NamedTuple):
    round: int
    seat: int
    value: float
    win_chance: float


def play_hinted_match(plan: HintPlan, deal: int) -> list[Forecast]:
    """Play one match; return each hint's prediction with the real result.

    Args:
        plan: Players, rules, and how often a seat asks for a hint.
        deal: Number of the deal; together with the plan's seed it determines the cards.
    """
    contest = plan.contest
    row = contest.row
    game = row.rules()
    players = row.players()
    if plan.is_raw:
        players = players._replace(calibrate=None)
    players = players._replace(find_reason=None)
    workbench = command.load_workbench(row.name)
    rng = random.Random(f"hints {contest.seed} {deal}")
    state = start(contest, deal)
    sitting = [players.player_of(each.name) for each in contest.entrants]
    hinted: list[_Hinted] = []
    settled: dict[int, tuple[float, ...]] = {}
    while asked := game.to_act(state):
        if asked[0] == TABLE:
            steps = game.legal_steps(state, TABLE)[:1]
        else:
            steps = _choose(plan, players, sitting, game.observe(state, asked[0]), rng, hinted)
        for step in steps:
            state = game.apply(state, asked[0], step).state
        if len(state.rounds) not in settled and players.value_settled_round is not None:
            values = players.value_settled_round(game.observe(state, None))
            if values is not None:
                settled[len(state.rounds)] = values
    last = settled[len(state.rounds)]
    found: list[Forecast] = []
    for hint in hinted:
        values = last if workbench.has_match_values(state) else settled[hint.round]
        has_won = hint.seat in workbench.find_round_winners(state.rounds[hint.round - 1])
        found.append(
            Forecast(deal, hint.value, hint.win_chance, values[hint.seat], 1.0 if has_won else 0.0)
        )
    return found


def _choose(
    plan: HintPlan,
    players: Players,
    sitting: Sequence[Any],
    observation: Any,
    rng: random.Random,
    hinted: list[_Hinted],
) -> tuple[Any, ...]:
    seed = int(rng.random() * (1 << 48))
    seat = observation.viewer
    if rng.random() * plan.one_in < 1.0:
        found = advice.advise(players, observation, players.full_advice_budget)
        if found is not None and found.lines:
            best = found.choice.candidates[0]
            hinted.append(_Hinted(observation.round_number, seat, best.value, best.win_chance))
            return found.choice.steps
    entrant = plan.contest.entrants[seat]
    return tuple(sitting[seat].choose(observation, entrant.budget, seed).steps)


class HintTask(NamedTuple):
    """A match to play in order to compare its hints with the result.

    Attributes:
        plan: Players, options and seed, which are the same for all matches.
        deal: Number of the deal; together with the plan's seed it determines the cards.
    """

    plan: HintPlan
    deal: int


def play_task(task: HintTask) -> list[Forecast]:
    """Play the match of a task, as `play_hinted_match` does; used by worker processes."""
    return play_hinted_match(task.plan, task.deal)


Curves: TypeAlias = dict[str, list[tuple[float, float]]]
"""Calibration curves by the name of the predicted figure, each as a list of its knots.

A knot is a predicted and a corrected value, see `fit_curve`.
"""


def build_buckets(samples: Sequence[tuple[int, float, float]]) -> list[command.Answer]:
    """Compare the hints' predictions with the results, in buckets of similar predictions.

    Args:
        samples: For each hint: number of its match, prediction and result, both from 0 to 1.

    Returns:
        For each bucket that isn't empty, its limits, the number of hints, the mean prediction, the
        mean result, and the standard error of the difference between the two means. For the error,
        the hints of one match count as one sample, because they depend on each other.
    """
    found: dict[int, list[tuple[int, float, float]]] = defaultdict(list)
    for sample in samples:
        found[min(int(sample[1] * BUCKETS), BUCKETS - 1)].append(sample)
    answers: list[command.Answer] = []
    for bucket in sorted(found):
        own = found[bucket]
        foretold = fmean([each[1] for each in own])
        came = fmean([each[2] for each in own])
        off: dict[int, float] = defaultdict(float)
        for match, expected, true in own:
            off[match] += (true - came) - (expected - foretold)
        error = math.sqrt(math.fsum([each**2 for each in off.values()])) / len(own)
        answer: command.Answer = {
            "from": bucket / BUCKETS,
            "to": (bucket + 1) / BUCKETS,
            "hints": len(own),
            "foretold": foretold,
            "came_true": came,
            "error": error,
        }
        answers.append(answer)
    return answers


def fit_curve(samples: Sequence[tuple[int, float, float]]) -> list[tuple[float, float]]:
    """Fit a rising curve from the hints' predictions to the results.

    The curve is linear between `KNOTS` and minimises squared errors, with a weak preference for
    uncorrected predictions. A curve in logits was tried and was off by 0.08 near 0.85, because
    positions that are surely won distort it.

    Args:
        samples: For each hint: number of its match, prediction and result, both from 0 to 1. The
            number isn't used.

    Returns:
        Knots as pairs of raw and corrected value, from (0, 0) to (1, 1).
    """
    inner = range(1, len(KNOTS) - 1)
    # Normal equations of the least squares fit, with one row for each inner knot. The last column
    # is the right side.
    rows = [[_PULL * (row == column) for column in inner] + [_PULL * KNOTS[row]] for row in inner]
    for _, figure, true in samples:
        weights = _weigh_knots(figure)
        for row in inner:
            for column in inner:
                rows[row - 1][column - 1] += weights[row] * weights[column]
            rows[row - 1][-1] += weights[row] * (true - weights[-1])
    heights = _solve(rows)
    curve = [(0.0, 0.0)]
    for knot, height in zip(KNOTS[1:-1], heights, strict=True):
        curve.append((knot, round(min(max(height, curve[-1][1]), 1.0), 4)))
    return [*curve, (1.0, 1.0)]


def _weigh_knots(figure: float) -> list[float]:
    """Return the weight of each knot in the curve's linear interpolation at a predicted value.

    Only the two knots beside the value have a weight above 0.
    """
    weights = [0.0] * len(KNOTS)
    right = next(nth for nth in range(1, len(KNOTS)) if figure <= KNOTS[nth])
    share = (figure - KNOTS[right - 1]) / (KNOTS[right] - KNOTS[right - 1])
    weights[right - 1] = 1.0 - share
    weights[right] = share
    return weights


def _solve(rows: list[list[float]]) -> list[float]:
    """Solve linear equations by elimination. The last number of each row is its right side."""
    for pivot, row in enumerate(rows):
        for other in rows:
            if other is not row:
                factor = other[pivot] / row[pivot]
                other[:] = [x - factor * y for x, y in zip(other, row, strict=True)]
    return [row[-1] / row[nth] for nth, row in enumerate(rows)]


class Calibrate(command.Command):
    """The command `calibrate`, which compares the winning chances in hints with real results."""

    name = "calibrate"
    summary = "compare the chances that hints show with what came true"
    details = """\
Plays matches of one player against itself. Now and then a seat asks for a hint and follows it; in
the end the hint's figures are compared with what came true: `win_chance` with the rounds won,
`value` with the matches won where points are kept, else with what the round was worth. A row holds
the hints of one bucket, their mean figure, the mean of what came true, and the difference with its
standard error (hints of one match count together). With several numbers of seats, the last table
holds all hints.

--fit uses the figures before their correction and prints the curves that correct them. The rows
then hold corrected figures: those of each tenth of the matches by curves fitted to the other nine
tenths, so that no hint is corrected by a curve that knows its match. The printed curves are fitted
to all matches. --write also puts them into a file like assets/advice/GAME.json. --pool fits one
curve to the hints of all numbers of seats, for games in which they need the same correction.

The same seed gives the same tables and curves, however many jobs play.

  python -m red7_desktop.lab calibrate --game spring --seats 2,3 --matches 20
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_player(parser, self.row)
        parser.add_argument(
            "--seats",
            type=_parse_seats,
            default=(2,),
            metavar="N,N",
            help="how many; several numbers are measured one after another; 2 without this",
        )
        command.load_workbench(self.row.name).add_option(parser)
        command.add_number(parser, "--matches", "how many for each number of seats", 200)
        command.add_number(parser, "--one-in", "ask for a hint in one of so many turns", 10)
        command.add_seed(parser)
        command.add_number(parser, "--seeds", "seeds to play, one after another", 1)
        parser.add_argument("--fit", action="store_true", help="print curves that correct figures")
        parser.add_argument(
            "--pool", action="store_true", help="fit one curve for all numbers of seats"
        )
        parser.add_argument(
            "--write", metavar="FILE", help="fit curves and put them into a file of curves"
        )

    def run(self, arguments: Namespace) -> Iterator[command.Answer]:
        if arguments.write:
            arguments.fit = True
            _read_curves(arguments.write)  # report a damaged file before the work begins
        plans = {seats: self._plan(arguments, seats) for seats in arguments.seats}
        tasks = [
            HintTask(_add_to_seed(plans[seats], later), deal)
            for seats in arguments.seats
            for later in range(arguments.seeds)
            for deal in range(arguments.matches)
        ]
        found: list[command.Answer] = []

        def summarise(done: list[list[Forecast]]) -> Iterator[command.Answer]:
            found.extend(_summarize(tasks, done, is_pooled=arguments.pool))
            yield from found

        yield from command.run_tasks(play_task, tasks, arguments.jobs, summarise)
        if arguments.write:
            _write_curves(arguments.write, found, self._format_command_line(arguments))

    def _plan(self, arguments: Namespace, seats: int) -> HintPlan:
        players = self.row.players()
        if players.judge is None or players.value_settled_round is None:
            raise command.InputError("--game", f"hints of {self.row.name} show no chances")
        entrant: Entrant = arguments.player
        option = command.load_workbench(self.row.name).option
        options = {option: str(getattr(arguments, option))} if option else {}
        contest = Contest(
            self.row, (entrant,) * seats, options, arguments.seed, is_whole_match=True
        )
        try:
            start(contest, 0)
        except InvalidOptions as error:
            raise command.InputError("", str(error)) from error
        return HintPlan(contest, arguments.one_in, arguments.fit)

    def _format_command_line(self, arguments: Namespace) -> str:
        """Return the command line that fits the same curves again, without the option `--seats`.

        `_write_curves` stores the command line in the file of the curves, and adds the numbers of
        seats whose hints a curve was fitted to.
        """
        option = command.load_workbench(self.row.name).option
        named = {
            "game": self.row.name,
            **({option: getattr(arguments, option)} if option else {}),
            "player": arguments.player.name,
            "matches": arguments.matches,
            "one-in": arguments.one_in,
            "seed": arguments.seed,
            "seeds": arguments.seeds,
        }
        words = " ".join(f"--{name} {value}" for name, value in named.items())
        pool = " --pool" if arguments.pool else ""
        return f"python -m red7_desktop.lab calibrate {words} --fit{pool}"

    def format_answer(self, answer: command.Answer) -> str:
        played = f"{answer['matches']} matches of {answer['player']}"
        seats = ", ".join(map(str, answer["seats"]))
        lines = [f"{answer['rules']}, {seats} seats, {played}: {answer['hints']} hints"]
        for name in FIGURES:
            rows = [[name, "hints", "foretold", "came true", "difference"]]
            rows += [_format_bucket(bucket) for bucket in answer["figures"][name]]
            lines += ["", *command.format_columns(rows)]
            if "curves" in answer:
                lines.append(f"curve: {_format_knots(answer['curves'][name])}")
        return "\n".join([*lines, ""])


def _parse_seats(word: str) -> tuple[int, ...]:
    read = command.int_at_least(2)
    return tuple([read(each) for each in word.split(",")])


def _add_to_seed(plan: HintPlan, later: int) -> HintPlan:
    return plan._replace(contest=plan.contest._replace(seed=plan.contest.seed + later))


def _summarize(
    tasks: Sequence[HintTask], done: Sequence[Sequence[Forecast]], *, is_pooled: bool
) -> Iterator[command.Answer]:
    """Yield comparisons of the hints' predictions with the results of the matches.

    There is one comparison for each number of seats, then one for all matches together. The last
    one is left out if all matches have the same number of seats.

    Args:
        tasks: The matches that were to be played.
        done: The hints of each finished match, in the order of `tasks`.
        is_pooled: True to fit one curve to the hints of all numbers of seats.
    """
    hints: dict[int, list[Forecast]] = defaultdict(list)
    played: dict[int, int] = defaultdict(int)
    for nth, (task, match) in enumerate(zip(tasks, done, strict=False)):
        seats = task.plan.contest.seats
        hints[seats] += [hint._replace(match=nth) for hint in match]
        played[seats] += 1
    plans = {task.plan.contest.seats: task.plan for task in tasks}
    fitted: dict[int, command.Answer] = {}
    if tasks[0].plan.is_raw:
        groups = [[*played]] if is_pooled else [[seats] for seats in played]
        for group in groups:
            own = [hint for seats in group for hint in hints[seats]]
            source = {"seats": group, "hints": len(own)}
            curves = fit_curves(own)
            corrected = iter(correct_crosswise(own))
            for seats in group:
                fitted[seats] = {"curves": curves, "fitted_to": source}
                hints[seats] = [next(corrected) for _ in hints[seats]]
    for seats, matches in played.items():
        answer = _build_answer(plans[seats], (seats,), matches, hints[seats])
        yield {**answer, **fitted.get(seats, {})}
    if len(played) > 1:
        shown = [hint for own in hints.values() for hint in own]
        yield _build_answer(tasks[0].plan, tuple(played), sum(played.values()), shown)


def _build_answer(
    plan: HintPlan, seats: Sequence[int], matches: int, hints: Sequence[Forecast]
) -> command.Answer:
    contest = plan.contest
    title = command.load_workbench(contest.row.name).title
    return {
        "rules": title.format(**contest.options) or contest.row.name,
        "seats": list(seats),
        "player": str(contest.entrants[0]),
        "matches": matches,
        "hints": len(hints),
        "figures": {name: build_buckets(_list_samples(hints, name)) for name in FIGURES},
    }


def _list_samples(hints: Sequence[Forecast], name: str) -> list[tuple[int, float, float]]:
    """Return each hint's match number, its prediction of a figure, and the figure's real value.

    A figure is a quantity that hints predict, see `FIGURES`.
    """
    if name == "value":
        return [(each.match, each.value, each.came_value) for each in hints]
    return [(each.match, each.win_chance, each.came_win) for each in hints]


def fit_curves(hints: Sequence[Forecast]) -> Curves:
    """Fit a calibration curve for each of `FIGURES`, the quantities that hints predict.

    Args:
        hints: Hints with uncorrected predictions, and their results.

    Returns:
        For each figure, the curve from its prediction to its real value.
    """
    return {name: fit_curve(_list_samples(hints, name)) for name in FIGURES}


def correct_crosswise(hints: Sequence[Forecast]) -> list[Forecast]:
    """Correct predictions by cross-validation.

    The matches are divided by their numbers into `FOLDS` parts of nearly equal size. The
    predictions of each part are corrected by curves that were fitted to the other parts. So no
    prediction is corrected by a curve that was fitted to its own match.
    """
    curves = [
        fit_curves([hint for hint in hints if hint.match % FOLDS != fold]) for fold in range(FOLDS)
    ]
    corrected: list[Forecast] = []
    for hint in hints:
        own = curves[hint.match % FOLDS]
        value, _ = advice.correct(hint.value, tuple(own["value"]))
        win_chance, _ = advice.correct(hint.win_chance, tuple(own["win_chance"]))
        corrected.append(hint._replace(value=value, win_chance=win_chance))
    return corrected


def _read_curves(name: str) -> dict[str, Any]:
    """Read a file of calibration curves; return {} if it doesn't exist.

    Raises:
        InputError: The file can't be read, or is no file of curves.
    """
    path = Path(name)
    try:
        text = files.read_text(path) if path.exists() else "{}"
        advice.parse_calibrations(text)
    except (files.FileReadError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise command.InputError(name, f"no file of curves: {error}") from error
    found: dict[str, Any] = json.loads(text)
    return found


def _write_curves(name: str, answers: Sequence[command.Answer], command_line: str) -> None:
    """Write curves to a file, replacing those for the same numbers of seats and keeping the others.

    Raises:
        InputError: The file can't be written.
    """
    rows = _read_curves(name)
    for answer in answers:
        if "curves" not in answer:
            continue
        (seats,) = answer["seats"]
        source = answer["fitted_to"]
        rows[str(seats)] = {
            "command": f"{command_line} --seats {','.join(map(str, source['seats']))}",
            "hints": source["hints"],
            **answer["curves"],
        }
    parts = [f'  "{key}": {_format_row(rows[key])}' for key in sorted(rows)]
    try:
        Path(name).write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")
    except OSError as error:
        raise command.InputError(name, error.strerror or str(error)) from error


def _format_row(row: Mapping[str, Any]) -> str:
    fields = {
        name: _format_knots(value) if name in FIGURES else json.dumps(value)
        for name, value in row.items()
    }
    return "{\n" + ",\n".join(f'    "{name}": {text}' for name, text in fields.items()) + "\n  }"


def _format_knots(knots: Sequence[Sequence[float]]) -> str:
    return json.dumps([[float(x), float(y)] for x, y in knots])


def _format_bucket(bucket: command.Answer) -> list[str]:
    off = bucket["came_true"] - bucket["foretold"]
    return [
        f"{bucket['from']:.1f} to {bucket['to']:.1f}",
        str(bucket["hints"]),
        f"{bucket['foretold']:.3f}",
        f"{bucket['came_true']:.3f}",
        f"{off:+.3f} ± {bucket['error']:.3f}",
    ]
