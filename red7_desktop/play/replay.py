"""A recorded match as a session: timeline, judgements, chances.

It is driven by its timeline instead of by hands and AI seats: step by step it tells of what
happened as a match being played does, further away it jumps.

Nothing is estimated here. A line goes through what the review says about a seat's own choices,
before them and after them, and ends where its round does, at what that has come to.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.play.ai import Reviewer, ReviewMoment, Seat, Thinker
from red7_desktop.play.session import Session
from red7_desktop.tabletop.game import TABLE, Face, IllegalStep, Reason, make_reason
from red7_desktop.tabletop.match import Match, RecordedMatch
from red7_desktop.tabletop.player import Appraisal


class TimelinePosition(NamedTuple):
    """Where a moment lies: its round from 1, and how many of the round's turns are over."""

    round: int
    turn: int
    turns: int


class Timeline:
    """Moments are revisions of the match: the numbers of steps taken, from 0 to `last`.

    rounds: those at which a round lies dealt, the first at 0; ends: those at which each has nothing
    more to come. turns: those at which a turn is over: one who has acted acts no more, or cannot
    take it back. stops: those at which a turn is over or a round dealt, and the last.
    """

    def __init__(self, match: Match) -> None:
        log = match.log
        outcomes = match.outcomes
        self.last = match.revision
        dealt = [at for at, entry in enumerate(log, start=1) if entry.seat == TABLE]
        self.rounds = (0, *dealt)
        self.ends = (*[at - 1 for at in dealt], self.last)
        ends: list[int] = []
        for at, (entry, outcome) in enumerate(zip(log, outcomes, strict=True), start=1):
            follows = None
            if at < len(log):
                follows = log[at].seat
            if entry.seat != TABLE and (
                follows != entry.seat or outcome.barrier in ("turn_over", "sealed")
            ):
                ends.append(at)
        self.turns = tuple(ends)
        self.stops = tuple(sorted({*self.rounds, *ends, self.last}))

    def spot(self, at: int) -> TimelinePosition:
        number = bisect_right(self.rounds, at)
        begin = self.rounds[number - 1]
        if number < len(self.rounds):
            end = self.rounds[number]
        else:
            end = self.last
        first = bisect_right(self.turns, begin)
        over = bisect_right(self.turns, at)
        return TimelinePosition(number, over - first, bisect_right(self.turns, end) - first)

    def find_next(self, moments: tuple[int, ...], at: int) -> int:
        """Return the first of some moments after one, such as `stops` or `rounds`, or the end."""
        nth = bisect_right(moments, at)
        if nth < len(moments):
            return moments[nth]
        return self.last

    @staticmethod
    def find_previous(moments: tuple[int, ...], at: int) -> int:
        """Return the last of some moments before one, 0 where there is none."""
        nth = bisect_left(moments, at)
        if nth:
            return moments[nth - 1]
        return 0


class ReplaySession(Session):
    """Looks at a match that has been played, at first at its deal.

    pause: seconds between two steps while it plays by itself. at: how many steps have been taken.
    """

    is_replay = True
    is_kept = False

    def __init__(self, played: Match, seats: tuple[Seat, ...], pause: float = 0.9) -> None:
        self.timeline = Timeline(played)
        self.played = played
        self._shown = RecordedMatch(played)
        self._shown.turn_to(0)
        self._next_at = 0.0
        self.is_playing = False
        super().__init__(self._shown, seats, {}, Thinker(), pause)
        people = [seat for seat, sitting in enumerate(seats) if sitting.is_person]
        if people:
            self.viewer = people[0]
        else:
            self.viewer = 0
        self.observe()

    # -- what is the case --------------------------------------------------------------------

    @property
    def at(self) -> int:
        return self.match.revision

    @property
    def is_viewers_turn(self) -> bool:
        return False

    @property
    def is_waiting_for_table(self) -> bool:
        return False

    @property
    def awaits_ai(self) -> bool:
        return self.is_playing

    # -- what people do ----------------------------------------------------------------------

    def why_not(self, step: Any) -> Reason | None:
        return make_reason("only_watching")

    def take(self, step: Any) -> None:
        raise IllegalStep(self.match.game.text_of(step), make_reason("only_watching"))

    def go_on(self) -> None:
        raise IllegalStep("deal", make_reason("only_watching"))

    def undo(self) -> None:
        self.go_to(self.at - 1)

    def undo_turn(self) -> None:
        self.go_to(self.timeline.find_previous(self.timeline.stops, self.at))

    def hurry(self) -> None:
        self.go_to(self.timeline.find_next(self.timeline.stops, self.at))

    def go_to(self, at: int) -> None:
        """Show another moment; one beyond either end is that end. It plays no further by itself."""
        self.is_playing = False
        self._go_to(min(max(at, 0), self.timeline.last))

    def play_on(self, *, plays: bool) -> None:
        """Let it play by itself, or stand; at its end it begins again."""
        self.is_playing = plays and self.timeline.last > 0
        self._next_at = 0.0
        self._go_to(0 if self.is_playing and self.at == self.timeline.last else self.at)

    def tick(self, now: float) -> None:
        if not self.is_playing:
            return
        if not self._next_at:
            self._next_at = now + self.pause
        elif now >= self._next_at:
            self._next_at = now + self.pause
            self.is_playing = self.at + 1 < self.timeline.last
            self._go_to(self.at + 1)

    def _go_to(self, at: int) -> None:
        """Show a moment; what the next step brings is told as it happened."""
        before = self.at
        self._shown.turn_to(at)
        if at != before + 1:
            self._tell(-1, False, (), ())
            return
        entry = self.match.log[-1]
        outcome = self.match.outcomes[-1]
        self._tell(entry.seat, True, outcome.moves_seen_by(self.viewer), outcome.notes)


@dataclass(frozen=True)
class RecordedChoices:
    """Where in a match the seats had choices. by_step: by the numbers of steps before, in order.

    settled: what rounds that are over have come to for each seat, by the numbers of steps after
    which they are.
    """

    by_step: Mapping[int, Any]
    settled: Mapping[int, tuple[float, ...]]


NO_CHOICES: Final = RecordedChoices({}, {})
"""What is found in a match of a game that no one judges."""


class ChancePoint(NamedTuple):
    """How a seat stands after this many steps, from 0 to 1."""

    at: int
    value: float


ChanceLine: TypeAlias = tuple[ChancePoint, ...]


def find_choices(
    match: Match,
    told: Iterable[ReviewMoment],
    timeline: Timeline,
    settled: Callable[[Any], tuple[float, ...] | None] | None,
) -> RecordedChoices:
    """Put the choices that seats had in the order in which they had them.

    settled: as in `Players`.
    """
    over: dict[int, tuple[float, ...]] = {}
    for end in timeline.ends:
        seen = match.game.observe(match.state_at(end), None)
        values = None
        if settled is not None:
            values = settled(seen)
        if values is not None:
            over[end] = values
    by_step = {each.begin: each for each in sorted(told, key=lambda each: each.begin)}
    return RecordedChoices(by_step, over)


class GhostCard(NamedTuple):
    """A card where it would have gone. face: None where no one knew it. place: in the zone."""

    face: Face
    zone: str
    place: int | None = None


def list_ghosts(match: Match, at: int, seat: int, steps: Iterable[Any]) -> list[GhostCard]:
    """Return where a seat's cards would have gone by hand in other steps, from a moment on.

    Of a draw that it could not know, the back is all there is, and nothing after it.
    """
    game = match.game
    state = match.state_at(at)
    ghosts = list[GhostCard]()
    for step in steps:
        if step not in game.legal_steps(state, seat):
            break
        way = game.drag_move(state, seat, step)
        if way is not None:
            zones = game.observe(state, seat).zones
            cards = [way.card, *[zones[zone][nth] for zone, nth in way.others]]
            # A card that goes on from where it has come is one ghost.
            ghosts = [each for each in ghosts if (each.face, each.zone) != (way.card, way.source)]
            ghosts += [GhostCard(card, way.target, way.target_place) for card in cards]
            if way.card is None:
                break
        state = game.take(state, seat, step).state
    return ghosts


def build_lines(
    choices: RecordedChoices, judged: Mapping[int, Appraisal | None], timeline: Timeline, seat: int
) -> tuple[ChanceLine, ...]:
    """Return the lines of a seat, as far as its choices have been judged: a few in each round.

    A line is broken where a choice is not judged yet, and where a round begins.
    """
    return tuple(
        line
        for begin, end in zip(timeline.rounds, timeline.ends, strict=True)
        for line in _list_round_lines(choices, judged, seat, range(begin, end + 1))
    )


def _list_round_lines(
    choices: RecordedChoices, judged: Mapping[int, Appraisal | None], seat: int, steps: range
) -> Iterator[ChanceLine]:
    line: list[ChancePoint] = []
    for at, choice in choices.by_step.items():
        if choice.seat != seat or at not in steps:
            continue
        if at not in judged:
            if line:
                yield tuple(line)
            line = []
            continue
        found = judged[at]
        if found is not None:  # else there was nothing to choose after all
            line.append(ChancePoint(at, value_before(found)))
            line.append(ChancePoint(choice.end, found.taken.value))
    if line:
        over = [at for at in choices.settled if at in steps]
        yield (*line, *[ChancePoint(at, choices.settled[at][seat]) for at in over])


def measure_luck(
    choices: RecordedChoices, judged: Mapping[int, Appraisal | None], timeline: Timeline, seat: int
) -> float | None:
    """Return how good a seat's hands were, by the strongest player's estimate.

    For each round, that is how much better the seat stood at its first choice than before the deal.

    Args:
        choices: Where the seats had choices.
        judged: What the strongest player thinks of them.
        timeline: The rounds of the match.
        seat: The seat.

    Returns:
        The sum over all rounds, as a part of a match: 0.1 is a tenth of a win. None while first
        choices are not judged, or if the game values no rounds.
    """
    luck = 0.0
    before: float | None = None
    for begin, end in zip(timeline.rounds, timeline.ends, strict=True):
        firsts = [
            at for at, each in choices.by_step.items() if each.seat == seat and begin <= at <= end
        ]
        if firsts and firsts[0] not in judged:
            return None
        settled = choices.settled.get(end)
        if settled is None:
            continue
        found = judged[firsts[0]] if firsts else None
        if found is not None:
            luck += value_before(found) - (1.0 / len(settled) if before is None else before)
        before = settled[seat]
    if before is None:
        return None
    return luck


def value_before(found: Appraisal) -> float:
    """Return how a seat stood before a choice: what it gave away for sure is what lies between."""
    return found.taken.value + found.loss


def find_standing(lines: Iterable[ChanceLine], at: int) -> float | None:
    """Return how a seat stands after this many steps: what was last found out; None for nothing."""
    for line in lines:
        if line[0].at <= at <= line[-1].at:
            return line[bisect_right(line, at, key=lambda point: point.at) - 1].value
    return None


class Judging:
    """Asks a reviewer about one choice after the other, those of some seats before the rest.

    found: gives the choices, None while they are looked for. judged: the outcome of each, by its
    step; it is kept by whoever comes back to the match, and nothing in it is asked for again.
    seats: of whom people want to hear first.
    """

    def __init__(
        self,
        make_reviewer: Callable[[], Reviewer],
        found: Callable[[], RecordedChoices | None],
        judged: dict[int, Appraisal | None],
        seats: Collection[int],
    ) -> None:
        self._make_reviewer = make_reviewer
        self._found = found
        self._seats = seats
        self._reviewer: Reviewer | None = None
        self._choices: RecordedChoices | None = None
        self._waiting: list[int] = []
        self.judged = judged

    @property
    def choices(self) -> RecordedChoices | None:
        """Where choices were had; None while that is being found out."""
        if self._choices is None:
            self._choices = self._found()
            if self._choices is not None:
                self._waiting = [at for at in self._choices.by_step if at not in self.judged]
        return self._choices

    @property
    def is_busy(self) -> bool:
        return self.choices is None or bool(self._waiting)

    def tick(self, shown: int, begin: int) -> int | None:
        """Ask about the next choice; return which has been judged now.

        The one at `shown` comes first, of others those of people, from `begin` on.
        """
        choices = self.choices
        if choices is None or not self._waiting:
            return None
        if self._reviewer is None:
            self._reviewer = self._make_reviewer()
        found = self._reviewer.poll()
        if found is not None:
            self.judged[found[0]] = found[1]
            self._waiting.remove(found[0])
        if self._waiting and not self._reviewer.is_busy:
            at = min(self._waiting, key=lambda at: self._rank(at, shown, begin))
            self._reviewer.ask(at, choices.by_step[at])
        if found is not None:
            return found[0]
        return None

    def _rank(self, at: int, shown: int, begin: int) -> tuple[bool, bool, bool, int]:
        is_other = self._choices is None or self._choices.by_step[at].seat not in self._seats
        return at != shown, is_other, at < begin, at

    def closed(self) -> None:
        self._waiting.clear()
        if self._reviewer is not None:
            self._reviewer.forget()
