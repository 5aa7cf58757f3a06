"""AI seats: their threads and turns; hints and reviews.

A player may raise, never answer, or choose what makes no sense. The seat then plays the steps of a
spare player, and where that fails too the first legal step; the log says so. One that has not
answered is not asked again in this match, because its thread may still be at work.

A question carries frozen values and a key, such as the match's revision; the answer names the key
again, so that one about a state that has gone by is known for what it is and dropped.

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
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from red7_desktop.tabletop import advice, game, match
from red7_desktop.tabletop.player import (
    AdviceWork,
    Appraisal,
    Choice,
    Level,
    Players,
    ShouldStop,
    keep_on,
)

Choose: TypeAlias = Callable[[Any, ShouldStop], tuple[Any, ...]]
"""An AI seat's choice: takes its observation and a function that says when to give up thinking;
gives the steps it wants to take, one or more, up to where it has to look again."""


class Seat(NamedTuple):
    """One seat: the name shown, and the key of the AI player that fills it, None for a person.

    face: the key of the face that a person has chosen, "" for one who is shown by letters.
    """

    name: str
    player: str | None = None
    face: str = ""

    @property
    def is_person(self) -> bool:
        return self.player is None

    @property
    def portrait(self) -> str:
        """The key of the face that is shown, be it the AI player's own; "" for none."""
        return self.player or self.face


_LOG: Final = logging.getLogger(__name__)


class PlayerFailure(NamedTuple):
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
        match: match.Match,
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
        self._planner = game.TABLE
        self._asked_at: float | None = None
        self._next_at = 0.0
        self._is_hurried = self._is_closed = False
        self._given_up: set[int] = set()
        self._troubles: list[PlayerFailure] = []
        self._seen: object = None
        self._waits: int | None = None

    @property
    def is_asked(self) -> bool:
        return self._waiting() is not None

    @property
    def troubles(self) -> tuple[PlayerFailure, ...]:
        return tuple(self._troubles)

    def tick(self, now: float, pause: float) -> None:
        """Let AI seats think and play. pause: seconds before each step; `now` never goes back."""
        seat = self._waiting()
        if seat is None:
            self._is_hurried = False
            if self._asked_at is not None or self._planned:
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

    def hold(self, until: float) -> None:
        """Take no step before a time, unless they are hurried."""
        if not self._is_hurried:
            self._next_at = max(self._next_at, until)

    def forget(self) -> None:
        if self._asked_at is not None:
            self._thinker.cancel()
        self._asked_at = None
        self._planned.clear()

    def reseat(self, seats: tuple[Seat, ...]) -> None:
        """Play for the AI seats among these from now on."""
        self.forget()
        self._seats = seats
        self._seen = None

    def close(self) -> None:
        """Play no more, whoever goes on with the table that is left: nothing keeps it now."""
        self._is_closed = True
        self.forget()
        self._thinker.cancel()

    # -- thinking ----------------------------------------------------------------------------

    def _waiting(self) -> int | None:
        """Return the AI seat whose turn it is; asked several times a frame."""
        state = self._match.state
        if state is not self._seen:
            acting = [seat for seat in self._match.game.to_act(state) if seat != game.TABLE]
            waiting = [seat for seat in acting if not self._seats[seat].is_person]
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
            self._plan(seat, self._spare_steps(seat))
        elif choose is None:
            self._given_up.add(seat)
            self._fail(seat, f"there is no player called {self._seats[seat].player!r}")
        else:
            self._asked_at = now
            observation = self._match.game.observe(self._match.state, seat)
            self._thinker.ask(self._match.revision, partial(choose, observation))

    def _look_for_answer(self, seat: int, now: float, pause: float) -> None:
        answer = self._thinker.poll()
        if answer is not None and answer.key == self._match.revision:
            self._asked_at = None
            try:
                steps = tuple(answer.found or ())
            except TypeError as error:
                self._fail(seat, f"it chose {answer.found!r}: {error}")
            else:
                if steps:
                    self._plan(seat, steps)
                else:
                    self._fail(seat, answer.error or "the player chose nothing")
            if now >= self._next_at:
                self._play_planned(seat, now, pause)
        elif self._asked_at is not None and now - self._asked_at > self._patience:
            self._thinker.cancel()
            self._asked_at = None
            self._given_up.add(seat)
            self._fail(seat, f"no answer in {self._patience:g} seconds")

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
        """Return why a seat may not take a step, which may be anything at all; "" where it may."""
        game = self._match.game
        state = self._match.state
        try:
            if step in game.legal_steps(state, seat):
                return ""
            return str(game.why_not(state, seat, step) or "it is not legal")
        except Exception as error:  # what a failing player gives need not be a step
            return f"it is no step ({error!r})"

    def _fail(self, seat: int, why: str) -> None:
        name = self._seats[seat].name
        _LOG.error("The AI player %s has failed and a simple one plays on: %s", name, why)
        self._troubles.append(PlayerFailure(self._match.revision, seat, why))
        self._plan(seat, self._spare_steps(seat))

    def _spare_steps(self, seat: int) -> tuple[Any, ...]:
        game = self._match.game
        state = self._match.state
        if self._spare is not None:
            try:
                steps = tuple(self._spare(game.observe(state, seat), lambda: True))
            except Exception:  # someone has to play on
                _LOG.exception("The spare player has failed too")
                steps = ()
            if steps and not self._why_not(seat, steps[0]):
                return steps
        return (game.legal_steps(state, seat)[0],)


class Answer(NamedTuple):
    """What has been found out about a question, by its key; or what went wrong, as a text."""

    key: int
    found: Any = None
    error: str = ""


class Thinker:
    """Asks a player one question at a time, and is looked at now and then for the answer.

    This one thinks at once, in the caller's thread: for tests, the laboratory and fast-forward.
    """

    def __init__(self) -> None:
        self._answer: Answer | None = None
        self.is_busy = False

    def ask(self, key: int, work: Callable[[ShouldStop], Any]) -> None:
        """Begin to think about a question, giving up the one before.

        work: finds the answer; whatever it raises becomes the answer's error.
        """
        self.is_busy = True
        self._answer = _answer(key, work, keep_on)

    def poll(self) -> Answer | None:
        found = self._answer
        self._answer = None
        self.is_busy = self.is_busy and found is None
        return found

    def cancel(self) -> None:
        self._answer = None
        self.is_busy = False

    def hurry(self) -> None:
        """Think no longer, and answer with what has been found."""


def _answer(key: int, work: Callable[[ShouldStop], Any], should_stop: ShouldStop) -> Answer:
    try:
        return Answer(key, work(should_stop))
    except Exception:  # a player's mistake must not end the match
        return Answer(key, error=traceback.format_exc())


MOST_THREADS: Final = 16
"""More threads than this are never at work: far more than people can ask for in earnest."""


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


class ThreadThinker(Thinker):
    """Thinks in one background thread. A question that is cancelled is told so and outlived."""

    def __init__(self, crew: Crew | None = None) -> None:
        super().__init__()
        self._crew = crew or Crew()
        self._answers: queue.SimpleQueue[tuple[threading.Event, Answer]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._hurry = threading.Event()

    def ask(self, key: int, work: Callable[[ShouldStop], Any]) -> None:
        self.cancel()
        self.is_busy = True
        stop = self._stop = threading.Event()
        hurry = self._hurry = threading.Event()

        def should_stop() -> bool:
            # Lets the screen's thread go first, which else would wait for its turn.
            time.sleep(0)
            return stop.is_set() or hurry.is_set()

        def think() -> None:
            try:
                found = _answer(key, work, should_stop)
            except BaseException:  # else no one would ever hear of it
                found = Answer(key, error=traceback.format_exc())
            self._answers.put((stop, found))

        if not self._crew.begin(think, f"thinker-{key}"):
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
    """Return the choosing functions of all levels, by key.

    The seed is for the players' own chance and has nothing to do with the deal. With the same
    seed, a player chooses the same in the same situation, unless the time cap cuts it short.
    now: gives the time in seconds.
    """

    def choose(level: Level, observation: Any, should_stop: ShouldStop) -> tuple[Any, ...]:
        own = f"{seed}.{players.moment(observation)}"
        chance = int.from_bytes(own.encode(), "big") % (1 << 61)
        return choose_in_time(level, observation, chance, now, should_stop).steps

    return {level.key: partial(choose, level) for level in players.levels}


def make_spare_chooser(players: Players) -> Choose:
    """Return how to choose at once in the place of a player that has failed."""
    return lambda observation, should_stop: (
        players.spare().choose(observation, 0, 0, should_stop).steps
    )


def choose_in_time(
    level: Level, observation: Any, seed: int, now: Callable[[], float], should_stop: ShouldStop
) -> Choice:
    """Let a level choose before its time is up."""
    until = now() + level.cap
    return level.make().choose(
        observation, level.budget, seed, lambda: should_stop() or now() >= until
    )


class Adviser:
    """Gives hints: a first answer quickly, then the final one.

    Both depend on the observation alone. Nothing is searched twice: a final answer is kept, and
    asking again in the same position returns it at once.

    Attributes:
        is_there: Whether the game has an adviser. Without one no answer ever comes.
    """

    def __init__(
        self, players: Players, thinker: Thinker, store: advice.AdviceStore | None = None
    ) -> None:
        """Make an adviser that nobody has asked.

        Args:
            players: Those of the game.
            thinker: Searches.
            store: Keeps final answers; share it, so that hints, coach and reviews agree without
                searching again.
        """
        self._players = players
        self._thinker = thinker
        self._store = store or advice.AdviceStore()
        self._observation: Any = None
        self._ready: Choice | None = None
        self.is_there = bool(players.adviser)

    @property
    def is_busy(self) -> bool:
        """Whether another answer will come."""
        return self._ready is not None or self._thinker.is_busy

    def ask(self, revision: int, observation: Any) -> None:
        """Ask what to do in an observation, in place of the question before.

        Args:
            revision: Of the match, for the thinker.
            observation: What the seat knows.
        """
        self.forget()
        if not self.is_there:
            return
        known = self._store.get(observation)
        if known is not None:
            self._ready = known.choice
            return
        self._observation = observation
        self._search(revision, self._players.first_work)

    def poll(self) -> Choice | None:
        """Return the next answer once it is there, else None.

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
        found: advice.Advice | None = answer.found
        if found is None:
            return None
        if not found.choice.is_final:
            self._search(answer.key, self._players.full_work)
        return found.choice

    def forget(self) -> None:
        """Cancel the question; no answer comes any more."""
        self._ready = None
        self._thinker.cancel()

    def _search(self, revision: int, work: AdviceWork) -> None:
        self._thinker.ask(revision, partial(self._advise, self._observation, work))

    def _advise(
        self, observation: Any, work: AdviceWork, should_stop: ShouldStop
    ) -> advice.Advice | None:
        found = advice.advise(self._players, observation, work, should_stop)
        if found is None:
            return None
        is_first = work == self._players.first_work != self._players.full_work
        if is_first and found.lines:
            return found._replace(choice=found.choice._replace(is_final=False))
        if self._players.believe is not None:
            belief = self._players.believe(observation, 0, should_stop)
            found = found._replace(choice=found.choice._replace(belief=belief))
        if should_stop():
            return None
        self._store.put(observation, found)
        return found


class ReviewMoment(NamedTuple):
    """A choice that a seat had.

    begin, end: after how many steps of the match it had it, and had made it. observation: what it
    knew. taken: the steps that it took then, as far as it could know what they bring.
    """

    seat: int
    begin: int
    end: int
    observation: Any
    taken: tuple[Any, ...]


class Reviewer:
    """Compares turns that were taken with the adviser's, one after another.

    The proposed turn and its figures are those of the hint for the same observation.

    Attributes:
        level: The adviser's level.
    """

    def __init__(
        self,
        players: Players,
        thinker: Thinker,
        store: advice.AdviceStore | None = None,
        work: AdviceWork | None = None,
    ) -> None:
        """Make a reviewer.

        Args:
            players: Those of a game whose players can compare turns.
            thinker: Searches.
            store: Keeps final advice, shared with the advisers.
            work: For one moment; that of the final advice if None. With other work nothing is
                kept.
        """
        self.level = players.level_of(players.adviser)
        self._players = players
        self._thinker = thinker
        self._work = work or players.full_work
        if work is None and store is not None:
            self._store = store
        else:
            self._store = advice.AdviceStore()

    @property
    def is_busy(self) -> bool:
        return self._thinker.is_busy

    def ask(self, number: int, moment: ReviewMoment) -> None:
        """Begin to judge a moment, in place of the one asked before; the answer has its number."""
        self._thinker.ask(number, partial(self._judge, moment))

    def poll(self) -> tuple[int, Appraisal | None] | None:
        answer = self._thinker.poll()
        if answer:
            return (answer.key, answer.found)
        return None

    def forget(self) -> None:
        self._thinker.cancel()

    def _judge(self, moment: ReviewMoment, should_stop: ShouldStop) -> Appraisal | None:
        seen = moment.observation
        proposed = self._store.get(seen)
        if proposed is None:
            proposed = advice.advise(self._players, seen, self._work, should_stop)
            if proposed is None:
                return None
        return advice.appraise(self._players, seen, moment.taken, proposed, self._work, should_stop)
