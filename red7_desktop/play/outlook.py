"""How the seats of a match stood from turn to turn, as a review found it out: lines for a curve.

Nothing is estimated here. A line goes through what the review says about a seat's own choices,
before them and after them, and ends where its round does, at what that has come to.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from red7_desktop.play.advice import Judged
    from red7_desktop.play.timeline import Timeline
    from red7_desktop.tabletop.comparing import Appraisal
    from red7_desktop.tabletop.match import Match


class ChoiceSpan(NamedTuple):
    """From how many steps on a seat had a choice, and after how many it was made."""

    begin: int
    end: int


@dataclass(frozen=True)
class RecordedChoices:
    """Where in a match the seats had choices. by_step: by the numbers of steps before, in order.

    ends: after how many steps each was made. settled: what rounds that are over have come to for
    each seat, by the numbers of steps after which they are.
    """

    by_step: Mapping[int, Any]
    ends: Mapping[int, int]
    settled: Mapping[int, tuple[float, ...]]


NO_CHOICES: Final = RecordedChoices({}, {}, {})
"""What is found in a match of a game that nobody judges."""


class ChancePoint(NamedTuple):
    """How a seat stands after so many steps, from 0 to 1."""

    at: int
    value: float


ChanceLine: TypeAlias = tuple[ChancePoint, ...]


def find_choices(
    match: Match,
    told: Iterable[Judged],
    timeline: Timeline,
    settled: Callable[[Any], tuple[float, ...] | None] | None,
) -> RecordedChoices:
    """Find out when each seat knew what it knew; `told` has the choices of each seat in order.

    settled: as in `Players`.
    """
    spans: dict[int, tuple[Judged, int]] = {}
    passed: dict[int, int] = {}
    for choice in told:
        span = _find_span(match, choice, passed.get(choice.seat, 0))
        if span is not None:
            passed[choice.seat] = span.begin + 1
            spans[span.begin] = choice, span.end
    over: dict[int, tuple[float, ...]] = {}
    for end in timeline.ends:
        seen = match.game.observe(match.state_at(end), None)
        values = settled(seen) if settled is not None else None
        if values is not None:
            over[end] = values
    in_order = sorted(spans.items())
    return RecordedChoices(
        {at: choice for at, (choice, _) in in_order}, {at: end for at, (_, end) in in_order}, over
    )


def _find_span(match: Match, choice: Judged, start: int) -> ChoiceSpan | None:
    """Find a choice at or after a step: the seat took these steps then, and knew this."""
    log = match.log
    for at in range(start, match.revision):
        if log[at].seat != choice.seat:
            continue
        if match.game.observe(match.state_at(at), choice.seat) != choice.observation:
            continue
        own = [nth for nth in range(at, match.revision) if log[nth].seat == choice.seat]
        return ChoiceSpan(at, own[min(len(choice.taken), len(own)) - 1] + 1)
    return None


def build_lines(
    choices: RecordedChoices, judged: Mapping[int, Appraisal | None], timeline: Timeline, seat: int
) -> tuple[ChanceLine, ...]:
    """Give the lines of a seat, as far as its choices have been judged: a few in each round.

    A line is broken where a choice is not judged yet, and where a round begins.
    """
    bounds = zip(timeline.rounds, timeline.ends, strict=True)
    return tuple(
        line
        for begin, end in bounds
        for line in _list_round_lines(choices, judged, seat, begin, end)
    )


def _list_round_lines(
    choices: RecordedChoices,
    judged: Mapping[int, Appraisal | None],
    seat: int,
    begin: int,
    end: int,
) -> Iterator[ChanceLine]:
    line: list[ChancePoint] = []
    for at, choice in choices.by_step.items():
        if choice.seat != seat or not begin <= at <= end:
            continue
        if at not in judged:
            if line:
                yield tuple(line)
            line = []
            continue
        found = judged[at]
        if found is not None:  # else there was nothing to choose after all
            line.append(ChancePoint(at, value_before(found)))
            line.append(ChancePoint(choices.ends[at], found.taken.value))
    if line:
        over = [at for at in choices.settled if begin <= at <= end]
        yield (*line, *[ChancePoint(at, choices.settled[at][seat]) for at in over])


def value_before(found: Appraisal) -> float:
    """Give how a seat stood before a choice: what it gave away for sure is what lies between."""
    return found.taken.value + found.loss


def find_standing(lines: Iterable[ChanceLine], at: int) -> float | None:
    """Give how a seat stands after so many steps: what was last found out; None for nothing."""
    for line in lines:
        if line[0].at <= at <= line[-1].at:
            return line[bisect_right(line, at, key=lambda point: point.at) - 1].value
    return None
