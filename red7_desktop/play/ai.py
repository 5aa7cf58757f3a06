"""AI seats: their threads and turns; hints and reviews.

A player may raise, never answer, or choose what makes no sense. The seat then plays the steps of a
spare player, and where that fails too the first legal step; the log says so. One that has not
answered is not asked again in this match, because its thread may still be at work.

A request carries frozen values and the match's revision; the answer names the revision again, so
that an answer about a state that has gone by is known for what it is and dropped.

The adviser is a level of the game (`Players.adviser`). It gets what the seat may know, or could
know then, and nothing else; the table never waits for it.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from red7_desktop.tabletop.game import TABLE

if TYPE_CHECKING:
    from red7_desktop.tabletop.match import Match
    from red7_desktop.tabletop.player import Appraisal, Choice, Level, Players


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat: the name shown, and the key of the AI player that fills it, None for a person.

    face: the key of the face that a person has chosen, "" for one who is shown by letters.
    """

    name: str
    player: str | None = None
    face: str = ""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return self.player is None

    @property
    def portrait(self) -> str:
        """The key of the face that is shown, be it the AI player's own; "" for none."""
        return self.player or self.face


_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayerFailure:
    """A player that has failed. revision: of the match, when it was asked. why: in English."""

    revision: int
    seat: int
    why: str


class AiTurns:
    """Takes the turns of the AI seats of a match.

    choosers: for every AI key in the seats, how it chooses. spare: chooses quickly for a player
    that has failed. take: takes a step for a seat. patience: seconds after which a player that has
    not answered is given up.
    """

    def __init__(
        self,
        match: Match,
        seats: tuple[Seat, ...],
        choosers: Mapping[str, Choose],
        spare: Choose | None,
        thinker: Thinker,
        take: Callable[[int, Any], None],
        patience: float,
    ) -> None:
        self._match = match
        self._seats = seats
        self._choosers = choosers
        self._spare = spare
        self._thinker = thinker
        self._take = take
        self._patience = patience
        self._planned: list[Any] = []
        self._planner = TABLE
        self._asked_at: float | None = None
        self._next_at = 0.0
        self._is_hurried = False
        self._given_up: set[int] = set()
        self._troubles: list[PlayerFailure] = []

    @property
    def is_asked(self) -> bool:
        """Whether it is the turn of an AI seat."""
        return self._waiting() is not None

    @property
    def troubles(self) -> tuple[PlayerFailure, ...]:
        """What has gone wrong in this match, in its order."""
        return tuple(self._troubles)

    def tick(self, now: float, pause: float) -> None:
        """Let AI seats think and play. pause: seconds before each step; `now` never goes back."""
        seat = self._waiting()
        if seat is None:
            self._is_hurried = False
            self.forget()
        elif self._planned and self._planner == seat:
            if now >= self._next_at:
                self._play_planned(seat, now, pause)
        elif self._asked_at is None:
            self._ask(seat, now, pause)
        else:
            self._look_for_answer(seat, now, pause)

    def hurry(self) -> None:
        """Play without pauses until no AI seat is asked; told again, answer without more ado."""
        if self._is_hurried:
            self._thinker.hurry()
        self._is_hurried = True
        self._next_at = 0.0

    def forget(self) -> None:
        """Drop what was asked and planned."""
        if self._asked_at is not None:
            self._thinker.cancel()
        self._asked_at = None
        self._planned.clear()

    def close(self) -> None:
        """Stop thinking for good."""
        self.forget()
        self._thinker.close()

    # -- thinking ----------------------------------------------------------------------------

    def _waiting(self) -> int | None:
        for seat in self._match.game.to_act(self._match.state):
            if seat != TABLE and not self._seats[seat].is_person:
                return seat
        return None

    def _ask(self, seat: int, now: float, pause: float) -> None:
        self._next_at = max(self._next_at, now + (0.0 if self._is_hurried else pause))
        choose = self._choosers.get(self._seats[seat].player or "")
        if seat in self._given_up:
            self._plan(seat, self._spare_steps(seat))
        elif choose is None:
            self._given_up.add(seat)
            self._fail(seat, f"there is no player called {self._seats[seat].player!r}")
        else:
            self._asked_at = now
            observation = self._match.game.observe(self._match.state, seat)
            self._thinker.ask(self._match.revision, seat, choose, observation)

    def _look_for_answer(self, seat: int, now: float, pause: float) -> None:
        found = self._thinker.poll()
        if found is not None and found.revision == self._match.revision:
            self._asked_at = None
            if found.steps:
                self._plan(seat, found.steps)
            else:
                self._fail(seat, found.error)
            if now >= self._next_at:
                self._play_planned(seat, now, pause)
        elif self._asked_at is not None and now - self._asked_at > self._patience:
            self._thinker.cancel()
            self._asked_at = None
            self._given_up.add(seat)
            self._fail(seat, f"no answer in {self._patience:g} seconds")

    def _plan(self, seat: int, steps: tuple[Any, ...]) -> None:
        self._planner, self._planned = seat, list(steps)

    # -- playing -----------------------------------------------------------------------------

    def _play_planned(self, seat: int, now: float, pause: float) -> None:
        step = self._planned.pop(0)
        refused = self._why_not(seat, step)
        if refused:
            self._fail(seat, f"it chose {step!r}: {refused}")
            step = self._planned.pop(0)
        self._next_at = now + (0.0 if self._is_hurried else pause)
        self._take(seat, step)

    def _why_not(self, seat: int, step: Any) -> str:
        """Return why a seat may not take a step, which may be anything at all; "" where it may."""
        game, state = self._match.game, self._match.state
        try:
            if step in game.legal_steps(state, seat):
                return ""
            return str(game.why_not(state, seat, step) or "it is not legal")
        except Exception as error:  # what a failing player gives need not be a step
            return f"it is no step ({error!r})"

    def _fail(self, seat: int, why: str) -> None:
        """Go on with a spare player's steps, and say so in the log."""
        name = self._seats[seat].name
        _LOG.error("The AI player %s has failed and a simple one plays on: %s", name, why)
        self._troubles.append(PlayerFailure(self._match.revision, seat, why))
        self._plan(seat, self._spare_steps(seat))

    def _spare_steps(self, seat: int) -> tuple[Any, ...]:
        """Return the spare player's steps, the first of which is legal."""
        game, state = self._match.game, self._match.state
        if self._spare is not None:
            try:
                steps = tuple(self._spare(game.observe(state, seat), lambda: True))
            except Exception:  # somebody has to play on
                _LOG.exception("The spare player has failed too")
                steps = ()
            if steps and not self._why_not(seat, steps[0]):
                return steps
        return (game.legal_steps(state, seat)[0],)


MOST_THREADS: Final = 16
"""More threads than this are never at work: far more than people can ask for in earnest."""
Choose: TypeAlias = Callable[[Any, Callable[[], bool]], tuple[Any, ...]]
"""An AI seat's choice: takes its observation and a function that says when to give up thinking;
gives the steps it wants to take, one or more, up to where it has to look again."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a thinker found: the steps, or what went wrong as a text, never both."""

    revision: int
    seat: int
    steps: tuple[Any, ...] = ()
    error: str = ""


class Thinker(Protocol):
    """Something that can be asked to think and looked at now and then for the answer."""

    def ask(self, revision: int, seat: int, choose: Choose, observation: Any) -> None:
        """Begin to think about a state, giving up whatever was asked before."""

    def poll(self) -> Answer | None:
        """Return an answer that has come, once."""

    def cancel(self) -> None:
        """Return up thinking; no answer comes."""

    def hurry(self) -> None:
        """Think no longer, and answer with what has been found."""

    def close(self) -> None:
        """Stop for good."""


def answer_request(
    revision: int, seat: int, choose: Choose, observation: Any, should_stop: Callable[[], bool]
) -> Answer:
    """Let a player choose; whatever it raises or gives in place of steps becomes an error."""
    try:
        steps = tuple(choose(observation, should_stop))
    except Exception:  # a player's mistake must not end the match
        return Answer(revision, seat, error=traceback.format_exc())
    if not steps:
        return Answer(revision, seat, error="the player chose nothing")
    return Answer(revision, seat, steps)


class InlineThinker:
    """Thinks at once, in the caller's thread: for tests, the laboratory and fast-forward."""

    def __init__(self) -> None:
        self._answer: Answer | None = None

    def ask(self, revision: int, seat: int, choose: Choose, observation: Any) -> None:
        """Think, and keep the answer for `poll`."""
        self._answer = answer_request(revision, seat, choose, observation, lambda: False)

    def poll(self) -> Answer | None:
        """Return the answer, once."""
        found, self._answer = self._answer, None
        return found

    def cancel(self) -> None:
        """Forget the answer."""
        self._answer = None

    def hurry(self) -> None:
        """Do nothing: the answer is there."""

    def close(self) -> None:
        """Do nothing: there is nothing to stop."""


class Crew:
    """The threads of all thinkers of a program, of which only so many may be alive at once.

    A thread cannot be ended from outside. Where players do not come back although they are told to
    stop, no new ones begin, so that nothing grows without bound.
    """

    def __init__(self, most: int = MOST_THREADS) -> None:
        self._most = most
        self._threads: list[threading.Thread] = []

    @property
    def alive(self) -> int:
        """How many are at work."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return len(self._threads)

    def begin(self, work: Callable[[], None], name: str) -> bool:
        """Let a fresh thread do some work; False where too many are at work."""
        if self.alive >= self._most:
            return False
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()
        return True


class ThreadThinker:
    """Thinks in one background thread. A request that is cancelled is told so and outlived."""

    def __init__(self, crew: Crew | None = None) -> None:
        self._crew = crew or Crew()
        self._answers: queue.SimpleQueue[tuple[threading.Event, Answer]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._hurry = threading.Event()

    def ask(self, revision: int, seat: int, choose: Choose, observation: Any) -> None:
        """Begin to think in a fresh thread; the one before is told to stop."""
        self.cancel()
        stop = self._stop = threading.Event()
        hurry = self._hurry = threading.Event()

        def should_stop() -> bool:
            # Lets the screen's thread go first, which else would wait for its turn.
            time.sleep(0)
            return stop.is_set() or hurry.is_set()

        def work() -> None:
            try:
                found = answer_request(revision, seat, choose, observation, should_stop)
            except BaseException:  # else nobody would ever hear of it
                found = Answer(revision, seat, error=traceback.format_exc())
            self._answers.put((stop, found))

        if not self._crew.begin(work, f"thinker-{seat}"):
            error = f"{self._crew.alive} players have not come back"
            self._answers.put((stop, Answer(revision, seat, error=error)))

    def poll(self) -> Answer | None:
        """Return the answer to the last request when it has come."""
        while True:
            try:
                stop, found = self._answers.get_nowait()
            except queue.Empty:
                return None
            if stop is self._stop and not stop.is_set():
                return found

    def cancel(self) -> None:
        """Tell the thread to stop; its answer will not be given."""
        self._stop.set()

    def hurry(self) -> None:
        """Tell the thread to stop; its answer will be given."""
        self._hurry.set()

    def close(self) -> None:
        """Stop for good; threads die with the program at the latest."""
        self.cancel()


def make_choosers(players: Players, seed: int, now: Callable[[], float]) -> Mapping[str, Choose]:
    """Return the choosing functions of all levels, by key.

    The seed is for the players' own chance and has nothing to do with the deal. With the same
    seed, a player chooses the same in the same situation, unless the time cap cuts it short.
    now: gives the time in seconds.
    """
    return {level.key: partial(_choose, players, level, seed, now) for level in players.levels}


def _choose(
    players: Players,
    level: Level,
    seed: int,
    now: Callable[[], float],
    observation: Any,
    should_stop: Callable[[], bool],
) -> tuple[Any, ...]:
    in_time = limit_time(level.cap, now, should_stop)
    own = f"{seed}.{players.moment(observation)}"
    chance = int.from_bytes(own.encode(), "big") % (1 << 61)
    return level.make().choose(observation, level.budget, chance, in_time).steps


def make_spare_chooser(players: Players) -> Choose:
    """Return how to choose at once in the place of a player that has failed."""
    return lambda observation, should_stop: (
        players.spare().choose(observation, 0, 0, should_stop).steps
    )


def limit_time(
    cap: float, now: Callable[[], float], should_stop: Callable[[], bool]
) -> Callable[[], bool]:
    """Give a function that says to stop after so many seconds, and whenever it was said before."""
    until = now() + cap
    return lambda: should_stop() or now() >= until


class Adviser:
    """Asks what the adviser would do in a seat's place.

    players: a game's; without an adviser among them no answer ever comes. now: gives the time in
    seconds. is_there: there is one. is_busy: an answer is still to come.
    """

    def __init__(self, players: Players, thinker: Thinker, now: Callable[[], float]) -> None:
        self._level = players.level_of(players.adviser) if players.adviser else None
        self._thinker = thinker
        self._now = now
        self.is_there = bool(players.adviser)
        self.is_busy = False

    def ask(self, revision: int, observation: Any) -> None:
        """Begin to think about an observation."""
        if self._level is not None:
            self.is_busy = True
            advise = partial(self._advice, self._level)
            self._thinker.ask(revision, observation.viewer or 0, advise, observation)

    def poll(self) -> Choice | None:
        """Return the advice when it has come, once."""
        found = self._thinker.poll()
        if found is None:
            return None
        self.is_busy = False
        if not found.steps:
            return None
        choice: Choice = found.steps[0]
        return choice

    def forget(self) -> None:
        """Drop what was asked."""
        self.is_busy = False
        self._thinker.cancel()

    def _advice(
        self, level: Level, observation: Any, should_stop: Callable[[], bool]
    ) -> tuple[Choice]:
        in_time = limit_time(level.cap, self._now, should_stop)
        return (level.make().choose(observation, level.budget, 0, in_time),)


class Judged(Protocol):
    """A choice that a seat had: what it knew then, and the steps it took."""

    @property
    def seat(self) -> int:
        """Whose choice it was."""

    @property
    def observation(self) -> Any:
        """What the seat knew."""

    @property
    def taken(self) -> tuple[Any, ...]:
        """What it did."""


class Reviewer:
    """Judges one moment after the other, with the adviser's eyes.

    players: of a game that can appraise. budget: the work for a moment, the level's own without it.
    No clock cuts it short: nobody waits for it at the table, and a busy machine is to find out the
    same. level: whose eyes these are.
    """

    def __init__(self, players: Players, thinker: Thinker, budget: int | None = None) -> None:
        self.level = players.level_of(players.adviser)
        self._appraise = players.appraise
        self._thinker = thinker
        self._budget = self.level.budget if budget is None else budget
        self._asked: int | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._asked is not None

    def ask(self, number: int, moment: Judged) -> None:
        """Begin to judge a moment, in place of the one asked before; the answer has its number."""
        self._asked = number
        judge = partial(self._judge, moment)
        self._thinker.ask(number, moment.seat, judge, moment.observation)

    def poll(self) -> tuple[int, Appraisal | None] | None:
        """Return a moment's number and what was found, if anything, once the answer has come."""
        found = self._thinker.poll()
        if found is None or found.revision != self._asked:
            return None
        self._asked = None
        return found.revision, found.steps[0] if found.steps else None

    def forget(self) -> None:
        """Judge no more."""
        self._asked = None
        self._thinker.cancel()

    def _judge(
        self, moment: Judged, observation: Any, should_stop: Callable[[], bool]
    ) -> tuple[Appraisal | None]:
        if self._appraise is None:
            return (None,)
        player = self.level.make()
        return (self._appraise(player, observation, moment.taken, self._budget, 0, should_stop),)
