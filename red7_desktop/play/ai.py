"""Runs AI players in threads: for AI seats, hints and reviews.

An AI player may raise an exception, never answer, or return nonsense. In that case an error is
logged, and the seat plays the steps of a fallback player. If the fallback player fails too, the
seat plays the first legal step. A player that timed out is not asked again in this match, because
its thread may still be running.

Each request carries immutable values and a key, such as the match's revision. The answer repeats
the key, so that an answer about an outdated state is recognised and dropped.

The adviser is the AI level that gives hints and reviews turns (`Players.adviser`). It only gets the
observation of the seat that it advises, so it knows no hidden cards.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from red7_desktop.tabletop import game, match
from red7_desktop.tabletop.player import (
    AdviceBudget,
    Appraisal,
    Choice,
    Level,
    Players,
    ShouldStop,
    compare_gain,
    never_stop,
)

if TYPE_CHECKING:
    # Imported by `Adviser` and `Reviewer`, because it isn't needed before the first frame.
    from red7_desktop.tabletop import advice

Choose: TypeAlias = Callable[[Any, ShouldStop], tuple[Any, ...]]
"""A function that chooses the next steps of an AI seat.

Its arguments are the seat's observation, and a function that returns True to stop the search. It
returns one or more steps, up to the end of the turn or to the next draw of an unknown card.
"""


class Seat(NamedTuple):
    """A seat's name and player.

    Attributes:
        name: Name shown for the seat.
        player: Key of the AI player, None for a human player.
        portrait_key: Key of the portrait that a human player has chosen, "" to show initials.
    """

    name: str
    player: str | None = None
    portrait_key: str = ""

    @property
    def is_human(self) -> bool:
        return self.player is None

    @property
    def portrait(self) -> str:
        """Key of the portrait to show for the seat's AI or human player; "" for none."""
        return self.player or self.portrait_key


_LOG: Final = logging.getLogger(__name__)


class PlayerFailure(NamedTuple):
    """A failure of an AI player.

    Attributes:
        revision: Revision of the match when the player was asked.
        seat: The player's seat.
        why: Error message in English, for the log.
    """

    revision: int
    seat: int
    why: str


class AiTurns:
    """Takes the turns of the AI seats in a match."""

    def __init__(
        self,
        match: match.Match,
        seats: tuple[Seat, ...],
        choosers: Mapping[str, Choose],
        fallback: Choose | None,
        thinker: Thinker,
        take: Callable[[int, Any], None],
        timeout: float,
    ) -> None:
        """Create the runner; no player is asked for a turn before the first `tick`.

        Args:
            match: The match.
            seats: Name and player of each seat.
            choosers: Functions that choose for AI players, by the player's key.
            fallback: Chooses in place of an AI player that has failed. If it is None, the first
                legal step is taken.
            thinker: Runs the AI players.
            take: Takes a step for a seat.
            timeout: Seconds after which a player that hasn't answered is replaced by `fallback`.
        """
        self._match = match
        self._seats = seats
        self._choosers = choosers
        self._fallback = fallback
        self._thinker = thinker
        self._take = take
        self._timeout = timeout
        self._planned: list[Any] = []
        self._planner = game.TABLE
        self._asked_at: float | None = None
        self._next_at = 0.0
        self._is_hurried = self._is_closed = False
        self._given_up: set[int] = set()
        self._failures: list[PlayerFailure] = []
        self._seen: object = None
        self._waits: int | None = None

    @property
    def is_thinking(self) -> bool:
        return self._waiting() is not None

    @property
    def failures(self) -> tuple[PlayerFailure, ...]:
        return tuple(self._failures)

    def tick(self, now: float, pause: float) -> None:
        """Ask the AI seat that has to act for its steps, and later take the chosen steps.

        Args:
            now: Time in seconds, which never goes back.
            pause: Seconds to wait before each step.
        """
        seat = self._waiting()
        if seat is None:
            self._is_hurried = False
            if self._asked_at is not None or self._planned:
                self.cancel()
        elif self._planned and self._planner == seat:
            if now >= self._next_at:
                self._play_planned(seat, now, pause)
        elif self._asked_at is None:
            self._ask(seat, now, pause)
        else:
            self._look_for_answer(seat, now, pause)

    def hurry(self) -> None:
        """Skip pauses until no AI seat has to choose; a second call also stops the search."""
        if self._is_hurried:
            self._thinker.hurry()
        self._is_hurried = True
        self._next_at = 0.0

    def hold(self, until: float) -> None:
        """Delay all steps of AI players until a time on the clock of `tick`.

        The call has no effect after `hurry`.
        """
        if not self._is_hurried:
            self._next_at = max(self._next_at, until)

    def cancel(self) -> None:
        """Cancel the running request and drop planned steps."""
        if self._asked_at is not None:
            self._thinker.cancel()
        self._asked_at = None
        self._planned.clear()

    def reseat(self, seats: tuple[Seat, ...]) -> None:
        """Replace the players of the seats. From now on, move for the seats with an AI player."""
        self.cancel()
        self._seats = seats
        self._seen = None

    def close(self) -> None:
        """Stop thinking and drop pending answers. The session is discarded afterwards."""
        self._is_closed = True
        self.cancel()
        self._thinker.cancel()

    # -- thinking ----------------------------------------------------------------------------

    def _waiting(self) -> int | None:
        """Return the AI seat that has to choose, None if there is none.

        The result is cached for a state, because this is called several times a frame.
        """
        state = self._match.state
        if state is not self._seen:
            acting = [seat for seat in self._match.game.to_act(state) if seat != game.TABLE]
            waiting = [seat for seat in acting if not self._seats[seat].is_human]
            self._seen = state
            if waiting:
                self._waits = waiting[0]
            else:
                self._waits = None
        return None if self._is_closed else self._waits

    def _ask(self, seat: int, now: float, pause: float) -> None:
        self._next_at = max(self._next_at, now + (0.0 if self._is_hurried else pause))
        choose = self._choosers.get(self._seats[seat].player or "")
        if seat in self._given_up:
            self._plan(seat, self._fallback_steps(seat))
        elif choose is None:
            self._given_up.add(seat)
            self._fail(seat, f"there is no player called {self._seats[seat].player!r}")
        else:
            self._asked_at = now
            observation = self._match.game.observe(self._match.state, seat)
            self._thinker.request(self._match.revision, partial(choose, observation))

    def _look_for_answer(self, seat: int, now: float, pause: float) -> None:
        answer = self._thinker.poll()
        if answer is not None and answer.key == self._match.revision:
            self._asked_at = None
            try:
                steps = tuple(answer.result or ())
            except TypeError as error:
                self._fail(seat, f"it chose {answer.result!r}: {error}")
            else:
                if steps:
                    self._plan(seat, steps)
                else:
                    self._fail(seat, answer.error or "the player chose nothing")
            if now >= self._next_at:
                self._play_planned(seat, now, pause)
        elif self._asked_at is not None and now - self._asked_at > self._timeout:
            self._thinker.cancel()
            self._asked_at = None
            self._given_up.add(seat)
            self._fail(seat, f"no answer in {self._timeout:g} seconds")

    def _plan(self, seat: int, steps: tuple[Any, ...]) -> None:
        self._planner = seat
        self._planned = list(steps)

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
        """Return why a step is illegal, "" if it is legal. The step may be any object."""
        game = self._match.game
        state = self._match.state
        try:
            if step in game.legal_steps(state, seat):
                return ""
            return str(game.explain_illegal(state, seat, step) or "it is not legal")
        except Exception as error:  # a failing player may return any object
            return f"it is no step ({error!r})"

    def _fail(self, seat: int, why: str) -> None:
        name = self._seats[seat].name
        _LOG.error("The AI player %s has failed and a simple one plays on: %s", name, why)
        self._failures.append(PlayerFailure(self._match.revision, seat, why))
        self._plan(seat, self._fallback_steps(seat))

    def _fallback_steps(self, seat: int) -> tuple[Any, ...]:
        game = self._match.game
        state = self._match.state
        if self._fallback is not None:
            try:
                steps = tuple(self._fallback(game.observe(state, seat), lambda: True))
            except Exception:  # A fallback player that fails must not stop the match.
                _LOG.exception("The fallback player has failed too")
                steps = ()
            if steps and not self._why_not(seat, steps[0]):
                return steps
        return (game.legal_steps(state, seat)[0],)


class Answer(NamedTuple):
    """The result of a search by an AI player, as returned by `Thinker.poll`.

    Attributes:
        key: Key of the request.
        result: The result of the search, None if it failed.
        error: Traceback of the exception if the search failed, else "".
    """

    key: int
    result: Any = None
    error: str = ""


class Thinker:
    """Runs the searches of AI players, one request at a time; the caller polls for the answer.

    This base class runs each search at once, in the caller's thread. `ThreadThinker` runs it in the
    background.
    """

    def __init__(self) -> None:
        self._answer: Answer | None = None
        self.is_busy = False

    def request(self, key: int, work: Callable[[ShouldStop], Any]) -> None:
        """Start a request, cancelling the previous one.

        Args:
            key: Number that identifies the request; it is repeated in the `Answer`.
            work: Computes the result. If it raises an exception, the answer has an error.
        """
        self.is_busy = True
        self._answer = _answer(key, work, never_stop)

    def poll(self) -> Answer | None:
        """Return the answer if it is ready and wasn't returned before, else None."""
        found = self._answer
        self._answer = None
        self.is_busy = self.is_busy and found is None
        return found

    def cancel(self) -> None:
        self._answer = None
        self.is_busy = False

    def hurry(self) -> None:
        """Stop the search early; the best result so far becomes the answer."""


def _answer(key: int, work: Callable[[ShouldStop], Any], should_stop: ShouldStop) -> Answer:
    try:
        return Answer(key, work(should_stop))
    except Exception:  # A faulty AI player must not end the match, so return the error.
        return Answer(key, error=traceback.format_exc())


MAX_THREADS: Final = 16
"""Maximum number of threads in which AI players search, far more than a user needs."""


class ThinkerThreads:
    """Starts the threads of all `ThreadThinker`s of the program, up to a maximum.

    A thread cannot be killed. If AI players ignore `should_stop` and keep threads busy, no more
    threads are started once the maximum is reached.
    """

    def __init__(self, most: int = MAX_THREADS) -> None:
        self._most = most
        self._threads: list[threading.Thread] = []

    @property
    def alive(self) -> int:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        return len(self._threads)

    def start(self, work: Callable[[], None], name: str) -> bool:
        """Run a function in a new thread; return False if too many threads are running."""
        if self.alive >= self._most:
            return False
        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()
        return True


class ThreadThinker(Thinker):
    """Runs the searches of AI players in background threads, one search at a time.

    A cancelled search gets a stop signal through `should_stop`, and its result is ignored.
    """

    def __init__(self, crew: ThinkerThreads | None = None) -> None:
        super().__init__()
        self._crew = crew or ThinkerThreads()
        self._answers: queue.SimpleQueue[tuple[threading.Event, Answer]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._hurry = threading.Event()

    def request(self, key: int, work: Callable[[ShouldStop], Any]) -> None:
        self.cancel()
        self.is_busy = True
        stop = self._stop = threading.Event()
        hurry = self._hurry = threading.Event()

        def should_stop() -> bool:
            # Release the interpreter lock, so that the thread of the screen isn't delayed.
            time.sleep(0)
            return stop.is_set() or hurry.is_set()

        def think() -> None:
            try:
                found = _answer(key, work, should_stop)
            except BaseException:  # An error in a thread is reported nowhere unless it is caught.
                found = Answer(key, error=traceback.format_exc())
            self._answers.put((stop, found))

        if not self._crew.start(think, f"thinker-{key}"):
            error = f"{self._crew.alive} players have not come back"
            self._answers.put((stop, Answer(key, error=error)))

    def poll(self) -> Answer | None:
        while self._answer is None:
            try:
                stop, found = self._answers.get_nowait()
            except queue.Empty:
                break
            if stop is self._stop and not stop.is_set():
                self._answer = found
        return super().poll()

    def cancel(self) -> None:
        super().cancel()
        self._stop.set()

    def hurry(self) -> None:
        self._hurry.set()


def make_choosers(players: Players, seed: int, now: Callable[[], float]) -> Mapping[str, Choose]:
    """Return a function for each AI level that chooses the level's turns, by the level's key.

    Args:
        players: The game's AI players.
        seed: Seed of the players' random numbers, independent of the deal. With the same seed and
            observation, a player makes the same choice, unless it runs out of time.
        now: Returns the time in seconds.
    """

    def choose(level: Level, observation: Any, should_stop: ShouldStop) -> tuple[Any, ...]:
        mixed_seed = _mix_seed(players, seed, observation)
        return choose_in_time(level, observation, mixed_seed, now, should_stop).steps

    return {level.key: partial(choose, level) for level in players.levels}


def _mix_seed(players: Players, seed: int, observation: Any) -> int:
    """Derive the seed for one choice from the match's seed and the observation."""
    own = f"{seed}.{players.name_moment(observation)}"
    return int.from_bytes(own.encode(), "big") % (1 << 61)


def make_fallback_chooser(players: Players) -> Choose:
    """Return a function that quickly chooses turns in place of a player that has failed."""
    return lambda observation, should_stop: (
        players.fallback_player().choose(observation, 0, 0, should_stop).steps
    )


def choose_in_time(
    level: Level, observation: Any, seed: int, now: Callable[[], float], should_stop: ShouldStop
) -> Choice:
    """Let an AI level choose a turn; the search is stopped after `Level.time_limit` seconds.

    Args:
        level: The AI level.
        observation: The seat's observation.
        seed: Seed of the level's random numbers.
        now: Returns a time in seconds.
        should_stop: Returns True to stop the search earlier.
    """
    until = now() + level.time_limit
    return level.create().choose(
        observation, level.budget, seed, lambda: should_stop() or now() >= until
    )


def choose_within_budget(
    players: Players,
    level: Level,
    observation: Any,
    seed: int,
    budget: int,
    should_stop: ShouldStop = never_stop,
) -> Choice:
    """Let an AI level choose a turn with a limited number of simulated turns.

    The number of simulated turns is limited, but not the time. So every machine finds the same
    turn.

    Args:
        players: The game's AI players.
        level: The AI level.
        observation: The seat's observation.
        seed: Seed of the match's AI players, as in `make_choosers`.
        budget: Maximum number of simulated turns. If the level's own budget is lower, that applies.
        should_stop: Returns True to cancel the search. The returned choice is then worthless.
    """
    mixed_seed = _mix_seed(players, seed, observation)
    return level.create().choose(observation, min(level.budget, budget), mixed_seed, should_stop)


class Adviser:
    """Computes hints in the background: a quick first answer, then a final one.

    Both answers depend only on the observation. Final answers are cached, so a second request in
    the same position is answered at once.

    Attributes:
        is_there: Whether the game has an adviser. Without one, `poll` never returns an answer.
    """

    def __init__(
        self, players: Players, thinker: Thinker, store: advice.AdviceStore | None = None
    ) -> None:
        """Create an idle adviser.

        Args:
            players: The game's players.
            thinker: Runs the searches.
            store: Cache of final answers. It is shared with coach and reviews, so that they agree
                with the hints and no search is repeated.
        """
        from red7_desktop.tabletop import advice

        self._players = players
        self._thinker = thinker
        self._store = store or advice.AdviceStore()
        self._observation: Any = None
        self._ready: Choice | None = None
        self.is_there = bool(players.adviser)

    @property
    def is_busy(self) -> bool:
        """Whether the current request will still get an answer."""
        return self._ready is not None or self._thinker.is_busy

    def request(self, revision: int, observation: Any) -> None:
        """Request a hint, cancelling the previous request.

        Args:
            revision: Revision of the match: the number of steps taken. It is the key by which an
                outdated answer is recognised.
            observation: The seat's observation.
        """
        self.cancel()
        if not self.is_there:
            return
        known = self._store.get(observation)
        if known is not None:
            self._ready = known.choice
            return
        self._observation = observation
        self._search(revision, self._players.first_advice_budget)

    def poll(self) -> Choice | None:
        """Return the next answer if it is ready, else None.

        `Choice.is_final` is False for the first answer; the final one follows.
        """
        if self._ready is not None:
            ready = self._ready
            self._ready = None
            return ready
        answer = self._thinker.poll()
        if answer is None:
            return None
        if answer.error:
            _LOG.error("The adviser has failed: %s", answer.error)
        found: advice.Advice | None = answer.result
        if found is None:
            return None
        if not found.choice.is_final:
            self._search(answer.key, self._players.full_advice_budget)
        return found.choice

    def is_known_mistake(self, observation: Any, steps: tuple[Any, ...]) -> bool:
        """Return True if cached advice shows that a turn is worse than the best turn.

        No search is started: if the cache has no final answer for the observation, the result is
        False.

        Args:
            observation: The seat's observation before the turn.
            steps: Steps of the turn, up to the next draw of an unknown card.
        """
        known = self._store.get(observation)
        if known is None or not known.choice.candidates:
            return False
        best, *others = known.choice.candidates
        return any(each.steps == steps and compare_gain(best, each) > 0.0 for each in others)

    def cancel(self) -> None:
        """Cancel the request; no answer follows."""
        self._ready = None
        self._thinker.cancel()

    def _search(self, revision: int, budget: AdviceBudget) -> None:
        self._thinker.request(revision, partial(self._advise, self._observation, budget))

    def _advise(
        self, observation: Any, budget: AdviceBudget, should_stop: ShouldStop
    ) -> advice.Advice | None:
        from red7_desktop.tabletop import advice

        found = advice.advise(self._players, observation, budget, should_stop)
        if found is None:
            return None
        is_first = budget == self._players.first_advice_budget != self._players.full_advice_budget
        if is_first and found.lines:
            return found._replace(choice=found.choice._replace(is_final=False))
        if self._players.find_belief is not None:
            belief = self._players.find_belief(observation, 0, should_stop)
            found = found._replace(choice=found.choice._replace(belief=belief))
        if should_stop():
            return None
        self._store.put(observation, found)
        return found


class ReviewMoment(NamedTuple):
    """A choice that a seat made in a match, to be reviewed.

    Attributes:
        seat: The seat.
        begin: Number of steps in the match before the choice.
        end: Number of steps in the match after the chosen steps.
        observation: The seat's observation before the choice.
        taken: The steps that the seat chose, up to the next draw of an unknown card.
    """

    seat: int
    begin: int
    end: int
    observation: Any
    taken: tuple[Any, ...]


class Reviewer:
    """Compares turns that were taken in a match with the turns that a hint would propose.

    Reviews are requested one at a time. The proposed turn and the estimated winning chances are the
    same as in a hint for the same observation.

    Attributes:
        level: The AI level that gives hints and reviews turns.
    """

    def __init__(
        self,
        players: Players,
        thinker: Thinker,
        store: advice.AdviceStore | None = None,
        budget: AdviceBudget | None = None,
    ) -> None:
        """Create a reviewer.

        Args:
            players: AI players of a game that supports comparing turns.
            thinker: Runs the comparisons.
            store: Cache of the advice found with full effort, shared with the hints.
            budget: Budget of the search for one choice, None for the full budget
                (`Players.full_advice_budget`). If a budget is given, `store` isn't used.
        """
        from red7_desktop.tabletop import advice

        self.level = players.level_of(players.adviser)
        self._players = players
        self._thinker = thinker
        self._budget = budget or players.full_advice_budget
        if budget is None and store is not None:
            self._store = store
        else:
            self._store = advice.AdviceStore()

    @property
    def is_busy(self) -> bool:
        return self._thinker.is_busy

    def request(self, number: int, moment: ReviewMoment) -> None:
        """Start the review of a choice, and cancel the previous review.

        Args:
            number: Identifies the review; `poll` returns it with the result.
            moment: The choice to review.
        """
        self._thinker.request(number, partial(self._judge, moment))

    def poll(self) -> tuple[int, Appraisal | None] | None:
        """Return the finished review with the number of its request, None if there is none yet."""
        answer = self._thinker.poll()
        if answer:
            return (answer.key, answer.result)
        return None

    def cancel(self) -> None:
        self._thinker.cancel()

    def _judge(self, moment: ReviewMoment, should_stop: ShouldStop) -> Appraisal | None:
        from red7_desktop.tabletop import advice

        seen = moment.observation
        proposed = self._store.get(seen)
        if proposed is None:
            proposed = advice.advise(self._players, seen, self._budget, should_stop)
            if proposed is None:
                return None
        return advice.appraise(self._players, seen, moment.taken, proposed, should_stop)
