"""A recorded match as a session: timeline, reviews, curves of winning chances.

The user moves along the timeline. If the user goes one step forward, listeners are notified as in a
running match. If the user goes anywhere else, the new state is shown without animation.

A curve connects a seat's winning chances before and after each of its choices. The chances come
from the reviews of the choices; this module computes none. Each round has its own curve, which ends
at the seat's real result.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.play.ai import Reviewer, ReviewMoment, Seat, Thinker
from red7_desktop.play.session import Session
from red7_desktop.tabletop.game import TABLE, Face, IllegalStep, Reason, make_reason
from red7_desktop.tabletop.match import Match, RecordedMatch
from red7_desktop.tabletop.player import Appraisal, Players, RoundStake


class TimelinePosition(NamedTuple):
    """A moment of a recorded match, as a round and a turn.

    Attributes:
        round: Number of the round, from 1.
        turn: Number of finished turns in the round.
        turns: Number of all turns in the round.
    """

    round: int
    turn: int
    turns: int


class Timeline:
    """The important moments of a recorded match.

    A moment is the number of steps that have been taken, from 0 to `last`.

    Attributes:
        last: The last moment.
        rounds: Moments at which a round has been dealt; the first is 0.
        ends: The last moment of each round.
        turns: Moments at which a turn is over: its seat can't act or undo any more.
        stops: Moments to which the user can jump: after each turn and each deal, and `last`.
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
                follows != entry.seat or outcome.undo_barrier in ("turn_over", "sealed")
            ):
                ends.append(at)
        self.turns = tuple(ends)
        self.stops = tuple(sorted({*self.rounds, *ends, self.last}))

    def locate(self, at: int) -> TimelinePosition:
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
        """Return the first moment after a given one.

        Args:
            moments: Moments in ascending order, such as `stops`.
            at: The given moment.

        Returns:
            The first of `moments` after `at`, or the match's last moment if there is none.
        """
        nth = bisect_right(moments, at)
        if nth < len(moments):
            return moments[nth]
        return self.last

    @staticmethod
    def find_previous(moments: tuple[int, ...], at: int) -> int:
        """Return the last moment before a given one.

        Args:
            moments: Moments in ascending order, such as `stops`.
            at: The given moment.

        Returns:
            The last of `moments` before `at`, or 0 if there is none.
        """
        nth = bisect_left(moments, at)
        if nth:
            return moments[nth - 1]
        return 0


class ReplaySession(Session):
    """A session that shows a recorded match, in which nobody can take steps."""

    is_replay = True
    is_kept = False

    def __init__(self, played: Match, seats: tuple[Seat, ...], pause: float = 0.9) -> None:
        """Start at the deal; the viewer is the first human player.

        Args:
            played: The match.
            seats: The match's seats.
            pause: Seconds between two steps during playback.
        """
        self.timeline = Timeline(played)
        self.played = played
        self._shown = RecordedMatch(played)
        self._shown.go_to(0)
        self._next_at = 0.0
        self.is_playing = False
        super().__init__(self._shown, seats, {}, Thinker(), pause)
        people = [seat for seat, sitting in enumerate(seats) if sitting.is_human]
        if people:
            self.viewer = people[0]
        else:
            self.viewer = 0
        self.observe()

    # -- state -------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """The shown moment, as the number of steps taken up to it."""
        return self.match.revision

    @property
    def is_viewers_turn(self) -> bool:
        return False

    @property
    def is_waiting_for_table(self) -> bool:
        return False

    @property
    def is_ai_to_act(self) -> bool:
        return self.is_playing

    # -- actions of the user -----------------------------------------------------------------

    def explain_illegal(self, step: Any) -> Reason | None:
        return make_reason("only_watching")

    def take(self, step: Any) -> None:
        raise IllegalStep(self.match.game.text_of(step), make_reason("only_watching"))

    def deal_next_round(self) -> None:
        raise IllegalStep("deal", make_reason("only_watching"))

    def undo(self) -> None:
        self.go_to(self.at - 1)

    def undo_turn(self) -> None:
        self.go_to(self.timeline.find_previous(self.timeline.stops, self.at))

    def hurry(self) -> None:
        self.go_to(self.timeline.find_next(self.timeline.stops, self.at))

    def go_to(self, at: int) -> None:
        """Show another moment, clamped to the match, and pause playback."""
        self.is_playing = False
        self._go_to(min(max(at, 0), self.timeline.last))

    def set_playing(self, *, plays: bool) -> None:
        """Start or pause playback; if the end is shown, start from the deal."""
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
        """Show the match after `at` steps.

        If the match moves on by exactly one step, listeners are notified of a step, otherwise of a
        jump.
        """
        before = self.at
        self._shown.go_to(at)
        if at != before + 1:
            self._notify_change(-1, False, (), ())
            return
        entry = self.match.log[-1]
        outcome = self.match.outcomes[-1]
        self._notify_change(
            entry.seat, True, outcome.moves_observed_by(self.viewer), outcome.events
        )


@dataclass(frozen=True)
class RecordedChoices:
    """The choices that seats made in a recorded match, and the results of its rounds.

    Attributes:
        by_step: The choices as `ReviewMoment`s, in order. The key is the number of steps in the
            match before the choice.
        settled: The result of each finished round, as one value from 0 to 1 for each seat; see
            `Players.value_settled_round`. The key is the number of steps in the match at the end of
            the round.
        stakes: For each round, one `RoundStake` for each seat: how much the seat's chance to win
            the match depends on the round. The key is the number of steps in the match when the
            round began. The mapping is empty if the values in `settled` are already chances to win
            the match.
    """

    by_step: Mapping[int, Any]
    settled: Mapping[int, tuple[float, ...]]
    stakes: Mapping[int, tuple[RoundStake, ...]] = field(default_factory=dict)


NO_CHOICES: Final = RecordedChoices({}, {})
"""Empty choices, used for the matches of games that can't be reviewed."""


class ChancePoint(NamedTuple):
    """A point of a seat's curve of winning chances.

    Attributes:
        at: Number of steps taken in the match.
        value: The winning chance after these steps, from 0 to 1.
    """

    at: int
    value: float


ChanceLine: TypeAlias = tuple[ChancePoint, ...]


def sort_choices(
    match: Match,
    choices: Iterable[ReviewMoment],
    timeline: Timeline,
    players: Players,
) -> RecordedChoices:
    """Combine the choices of a recorded match with the results of its finished rounds.

    Args:
        match: The match.
        choices: The choices that seats made, in any order.
        timeline: The match's timeline.
        players: The game's AI players. Their `value_settled_round` and `find_stakes` convert each
            round's result to values for the seats.

    Returns:
        The choices in the order of the match, and the values of the rounds.
    """
    settled = players.value_settled_round
    over: dict[int, tuple[float, ...]] = {}
    for end in timeline.ends:
        seen = match.game.observe(match.state_at(end), None)
        values = None
        if settled is not None:
            values = settled(seen)
        if values is not None:
            over[end] = values
    by_step = {each.begin: each for each in sorted(choices, key=lambda each: each.begin)}
    stakes: dict[int, tuple[RoundStake, ...]] = {}
    if players.find_stakes is not None:
        for begin in timeline.rounds:
            stakes[begin] = players.find_stakes(match.game.observe(match.state_at(begin), None))
    return RecordedChoices(by_step, over, stakes)


class GhostCard(NamedTuple):
    """A card at the position to which a step that wasn't taken would have moved it.

    Attributes:
        face: The card's code, such as "R7", None if it is unknown.
        zone: Id of the zone.
        place: Index in the zone, None if the step leaves the index open.
    """

    face: Face
    zone: str
    place: int | None = None


def list_ghosts(match: Match, at: int, seat: int, steps: Iterable[Any]) -> list[GhostCard]:
    """Return the positions to which a turn that a seat didn't take would have moved cards.

    The steps of the turn that follow the first draw of an unknown card are ignored.

    Args:
        match: The match.
        at: Number of the match's steps before the turn.
        seat: The seat.
        steps: The steps of the turn.
    """
    game = match.game
    state = match.state_at(at)
    ghosts = list[GhostCard]()
    for step in steps:
        if step not in game.legal_steps(state, seat):
            break
        way = game.find_drag_move(state, seat, step)
        if way is not None:
            zones = game.observe(state, seat).zones
            cards = [way.card, *[zones[zone][nth] for zone, nth in way.other_cards]]
            # Keep only the last position of a card that moves several times.
            ghosts = [each for each in ghosts if (each.face, each.zone) != (way.card, way.source)]
            ghosts += [GhostCard(card, way.target, way.target_place) for card in cards]
            if way.card is None:
                break
        state = game.apply(state, seat, step).state
    return ghosts


def build_lines(
    choices: RecordedChoices, judged: Mapping[int, Appraisal | None], timeline: Timeline, seat: int
) -> tuple[ChanceLine, ...]:
    """Return a seat's curve of winning chances as a sequence of unbroken lines.

    A line ends at a choice that hasn't been reviewed yet, and at the end of each round.

    Args:
        choices: The choices in the match.
        judged: Results of the reviews by the number of steps before the choice. The result is None
            if the seat had only one legal turn.
        timeline: The match's timeline.
        seat: The seat.
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
        if found is not None:  # None if the seat had only one legal turn
            line.append(ChancePoint(at, find_chance_before(found)))
            line.append(ChancePoint(choice.end, found.played.value))
    if line:
        over = [at for at in choices.settled if at in steps]
        yield (*line, *[ChancePoint(at, choices.settled[at][seat]) for at in over])


def measure_luck(
    choices: RecordedChoices, judged: Mapping[int, Appraisal | None], timeline: Timeline, seat: int
) -> float | None:
    """Return how lucky a seat was with the cards dealt to it.

    In each round, the luck is the difference between the seat's winning chance at its first choice
    (as estimated by the review) and the chance before the deal.

    Args:
        choices: The choices in the match.
        judged: Results of the reviews by the number of steps before the choice.
        timeline: The match's timeline.
        seat: The seat.

    Returns:
        The sum over all finished rounds, as a share of a match: 0.1 is a tenth of a win. None if
        the first choice of a round hasn't been reviewed yet, or if no round has a value.
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
        if before is None:
            before = 1.0 / len(settled)
        stake = RoundStake(before, 1.0)
        if begin in choices.stakes:
            stake = choices.stakes[begin][seat]
        if found is not None:
            luck += (find_chance_before(found) - stake.value) * stake.weight
        before = settled[seat]
    if before is None:
        return None
    return luck


def find_chance_before(found: Appraisal) -> float:
    """Return a seat's winning chance before a choice.

    This is the chance after the best turn: the chance after the chosen turn, plus its loss.

    Args:
        found: Result of the choice's review.
    """
    return found.played.value + found.loss


def find_last_chance(lines: Iterable[ChanceLine], at: int) -> float | None:
    """Return a seat's winning chance at a moment of a match, None if the curve has a gap there.

    Args:
        lines: The seat's curve as a sequence of unbroken lines.
        at: The moment, as the number of steps taken.

    Returns:
        The value of the last point at or before the moment.
    """
    for line in lines:
        if line[0].at <= at <= line[-1].at:
            return line[bisect_right(line, at, key=lambda point: point.at) - 1].value
    return None


class MatchReview:
    """Reviews the choices of a recorded match one by one, in the background.

    Attributes:
        reviews: Finished reviews by the number of steps in the match before the choice. A review is
            None if the seat had only one legal turn.
    """

    def __init__(
        self,
        make_reviewer: Callable[[], Reviewer],
        found: Callable[[], RecordedChoices | None],
        judged: dict[int, Appraisal | None],
        seats: Collection[int],
    ) -> None:
        """Create the review of a match; no choice is reviewed yet.

        Args:
            make_reviewer: Makes the reviewer; called when the first choice is reviewed.
            found: Returns the choices of the match, None while they are being searched for.
            judged: Finished reviews of the match by the number of steps before the choice, which
                aren't computed again. New reviews are added to this dictionary.
            seats: Seats whose choices are reviewed first.
        """
        self._make_reviewer = make_reviewer
        self._found = found
        self._seats = seats
        self._reviewer: Reviewer | None = None
        self._choices: RecordedChoices | None = None
        self._waiting: list[int] = []
        self.reviews = judged

    @property
    def choices(self) -> RecordedChoices | None:
        """The turns of the match in which a seat had a choice; see `RecordedChoices`.

        None until the background search for these turns is finished.
        """
        if self._choices is None:
            self._choices = self._found()
            if self._choices is not None:
                self._waiting = [at for at in self._choices.by_step if at not in self.reviews]
        return self._choices

    @property
    def is_busy(self) -> bool:
        return self.choices is None or bool(self._waiting)

    def tick(self, shown: int, begin: int) -> int | None:
        """Store a finished review, and start the review of the next choice.

        Args:
            shown: The moment that the user sees, as a number of steps. The choice at this moment is
                reviewed first.
            begin: Number of a step. Choices from this step on are reviewed before earlier ones.

        Returns:
            If a review has just finished, the number of steps before its choice, otherwise None.
        """
        choices = self.choices
        if choices is None or not self._waiting:
            return None
        if self._reviewer is None:
            self._reviewer = self._make_reviewer()
        found = self._reviewer.poll()
        if found is not None:
            self.reviews[found[0]] = found[1]
            self._waiting.remove(found[0])
        if self._waiting and not self._reviewer.is_busy:
            at = min(self._waiting, key=lambda at: self._rank(at, shown, begin))
            self._reviewer.request(at, choices.by_step[at])
        if found is not None:
            return found[0]
        return None

    def _rank(self, at: int, shown: int, begin: int) -> tuple[bool, bool, bool, int]:
        is_other = self._choices is None or self._choices.by_step[at].seat not in self._seats
        return at != shown, is_other, at < begin, at

    def close(self) -> None:
        self._waiting.clear()
        if self._reviewer is not None:
            self._reviewer.cancel()
