"""AI players at the table: thinking, how long they may, and who steps in where one fails."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from red7_desktop.games.red7.players.levels import PLAYERS
from red7_desktop.games.red7.rules import cards, game
from red7_desktop.play import ai, session
from red7_desktop.scene.animation import SteppedClock
from red7_desktop.tabletop import player
from red7_desktop.tabletop.advice import AdviceStore
from red7_desktop.tabletop.match import Match
from red7_desktop.tabletop.player import Choice, ShouldStop, never_stop
from tests.matches import seen_last
from tests.unit.play.test_session import play_out
from tests.unit.red7.rules.laid import of_all_modes

# == thinker ===============================================================================


def wait_for(thinker: ai.Thinker) -> ai.Answer:
    pause = threading.Event()
    for _ in range(2_000):
        found = thinker.poll()
        if found is not None:
            return found
        pause.wait(0.005)
    raise AssertionError("no answer came")


@pytest.fixture(params=[ai.Thinker, ai.ThreadThinker])
def thinker(request: pytest.FixtureRequest) -> Iterator[ai.Thinker]:
    made: ai.Thinker = request.param()
    yield made
    made.cancel()


def test_thinker_thread_returns_an_answer_once_with_the_requests_key(thinker: ai.Thinker) -> None:
    thinker.request(7, lambda should_stop: ("seen",))
    told = (thinker.is_busy, wait_for(thinker), thinker.is_busy)
    assert told == (True, ai.Answer(7, ("seen",)), False)
    assert thinker.poll() is None


def test_thinker_thread_returns_an_ai_players_exception_as_an_error(thinker: ai.Thinker) -> None:
    def fail(should_stop: Callable[[], bool]) -> tuple[Any, ...]:
        raise ValueError("no idea")

    thinker.request(1, fail)
    found = wait_for(thinker)
    assert found.result is None
    assert not thinker.is_busy
    assert "no idea" in found.error


def test_cancelled_request_to_an_ai_is_stopped_and_never_answered() -> None:
    crew = ai.ThinkerThreads()
    thinker = ai.ThreadThinker(crew)
    started, stopped = threading.Event(), threading.Event()

    def think_for_ever(should_stop: Callable[[], bool]) -> tuple[Any, ...]:
        started.set()
        while not should_stop():
            stopped.wait(0.001)
        stopped.set()
        return ("too late",)

    thinker.request(1, think_for_ever)
    assert started.wait(10)
    thinker.cancel()
    assert stopped.wait(10)
    while crew.alive:
        threading.Event().wait(0.001)
    assert (thinker.is_busy, thinker.poll()) == (False, None)
    thinker.request(2, lambda should_stop: ("now",))
    assert wait_for(thinker) == ai.Answer(2, ("now",))


# == Time limits of opponents, and fallback players.

LONGEST = {"newcomer": 0.15, "casual": 0.15, "steady": 0.15, "sharp": 0.15, "expert": 1.0}
"""Seconds that each level may think for a turn."""


class Ponderer:
    """A player that thinks until it is told to stop: a hundredth of a second for each question."""

    def __init__(self, clock: SteppedClock) -> None:
        self._clock = clock

    def choose(
        self, observation: Any, budget: int, seed: int, should_stop: ShouldStop = never_stop
    ) -> Choice:
        while not should_stop():
            self._clock.step(0.01)
        return Choice((observation.legal[0],))


@pytest.mark.parametrize("key", LONGEST)
def test_ai_level_is_stopped_at_its_time_limit(key: str) -> None:
    clock = SteppedClock(100.0)
    levels = tuple([level._replace(create=lambda: Ponderer(clock)) for level in PLAYERS.levels])
    players, seen = PLAYERS._replace(levels=levels), of_all_modes(1)[0]
    choose = ai.make_choosers(players, 1, clock.now)[key]
    for _ in range(2):
        before = clock.now()
        assert choose(seen, never_stop)
        assert 0.8 * LONGEST[key] < clock.now() - before <= LONGEST[key]


LITTLE = PLAYERS._replace(
    first_advice_budget=player.AdviceBudget(100, 10),
    full_advice_budget=player.AdviceBudget(400, 30),
)
"""Red7's players, whose adviser works little."""


def a_choice(nth: int = 0) -> Any:
    """Return an observation with several turns to choose from."""
    return [seen for seen in of_all_modes(3) if len(seen.legal) > 2][nth]


def answers_of(adviser: ai.Adviser, seen: Any) -> list[Choice]:
    """Ask an adviser whose thinker answers at once, and poll until it has said everything."""
    adviser.request(1, seen)
    answers: list[Choice] = []
    while adviser.is_busy:
        answer = adviser.poll()
        if answer is not None:
            answers.append(answer)
    return answers


def test_adviser_gives_a_first_answer_and_then_a_final_one() -> None:
    answers = answers_of(ai.Adviser(LITTLE, ai.Thinker()), a_choice())

    assert [each.is_final for each in answers] == [False, True]
    assert [each.candidates[0].samples for each in answers] == [10, 30]


def test_adviser_repeats_its_final_answer_without_searching() -> None:
    store = AdviceStore()
    first = answers_of(ai.Adviser(LITTLE, ai.Thinker(), store), a_choice())
    asleep = ai.Thinker()
    asleep.request = lambda *asked: pytest.fail("searches again")  # type: ignore[method-assign]

    again = answers_of(ai.Adviser(LITTLE, asleep, store), a_choice())

    assert again == first[-1:]


def test_adviser_gives_one_final_answer_when_only_one_turn_is_legal() -> None:
    single = seen_last("red7 advanced / canvas / deck ?43 / A> I1 : R1 : / B R7 : ?3 :")

    answers = answers_of(ai.Adviser(LITTLE, ai.Thinker()), single)

    assert answers == [Choice((cards.PASS_STEP,))]


class Interrupted(ai.Thinker):
    """A thinker whose work is cancelled at random moments, and restarted by the test."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._chance = rng
        self.cancelled = 0

    def request(self, key: int, work: Callable[[ShouldStop], Any]) -> None:
        left = int(self._chance.random() * 500)

        def should_stop() -> bool:
            nonlocal left
            left -= 1
            return left < 0

        super().request(key, lambda _: work(should_stop))
        if left < 0:
            self.cancelled += 1


def test_adviser_gives_the_same_answers_however_often_interrupted() -> None:
    calm = answers_of(ai.Adviser(LITTLE, ai.Thinker()), a_choice())
    thinker = Interrupted(Random(3))

    said: list[Choice] = []
    for _ in range(25):
        said += answers_of(ai.Adviser(LITTLE, thinker), a_choice())

    assert thinker.cancelled > 2
    assert calm[-1] in said
    assert all(each in calm for each in said)


def test_reviewer_proposes_the_same_turn_and_figures_as_the_hint() -> None:
    store = AdviceStore()
    hint = answers_of(ai.Adviser(LITTLE, ai.Thinker(), store), a_choice())[-1]
    taken = hint.candidates[-1].steps

    for kept in (store, None):
        reviewer = ai.Reviewer(LITTLE, ai.Thinker(), kept)
        reviewer.request(1, ai.ReviewMoment(0, 0, 1, a_choice(), taken))
        found = reviewer.poll()

        assert found is not None
        assert found[1] == player.Appraisal(hint.candidates[0], hint.candidates[-1])


def test_fallback_player_always_returns_a_legal_step() -> None:
    def never(*_: object) -> bool:
        raise AssertionError("there is no time for questions")

    should_stop: Callable[[], bool] = never
    for seen in of_all_modes(5):
        assert ai.make_fallback_chooser(PLAYERS)(seen, should_stop)[0] in seen.legal


def test_game_without_an_adviser_gives_no_hints() -> None:
    adviser = ai.Adviser(PLAYERS._replace(adviser=""), ai.Thinker())
    adviser.request(0, of_all_modes(1)[0])
    assert (adviser.is_there, adviser.is_busy, adviser.poll()) == (False, False, None)


# == Faulty AI players are replaced, and the fault is logged.

TWO_AI = (ai.Seat("Ada", "odd"), ai.Seat("Bo", "odd"))
IsToldToStop = Callable[[], bool]


def last_legal(observation: Any, should_stop: IsToldToStop) -> tuple[Any, ...]:
    """Stand in for the fallback player: takes what is listed last, but goes out only if it must."""
    stays = [step for step in observation.legal if str(step) != "pass"]
    return ((stays or observation.legal)[-1],)


def session_with(
    choose: ai.Choose,
    *,
    thinker: ai.Thinker | None = None,
    fallback: ai.Choose | None = last_legal,
    seats: tuple[ai.Seat, ...] = TWO_AI,
) -> session.Session:
    match = Match(game.Red7(), {"rules": "basic", "seats": len(seats)}, 1)
    made = thinker or ai.Thinker()
    return session.Session(
        match, seats, {"odd": choose}, made, pause=0.5, timeout=3.0, fallback=fallback
    )


def raises(observation: Any, should_stop: IsToldToStop) -> tuple[Any, ...]:
    raise RuntimeError("lost my glasses")


RUBBISH: dict[str, Any] = {
    "nothing": None,
    "no steps": (),
    "a number": 7,
    "a text": "R7",
    "texts": ("R7", "@G2"),
    "nothings": (None,),
    "other values": ({}, [object()]),
    "not a turn": (cards.END_STEP, cards.END_STEP),
}


@pytest.mark.parametrize("rubbish", RUBBISH.values(), ids=RUBBISH)
def test_ai_player_returning_garbage_is_replaced_for_that_turn(
    rubbish: Any, caplog: pytest.LogCaptureFixture
) -> None:
    session = session_with(lambda observation, should_stop: rubbish)
    play_out(session)
    assert session.match.game.result(session.match.state) is not None
    assert "Ada has failed" in caplog.text
    assert "Bo has failed" in caplog.text


def test_ai_player_that_raises_is_replaced_and_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    session = session_with(raises)
    play_out(session)
    assert session.match.game.result(session.match.state) is not None
    assert "lost my glasses" in caplog.text
    assert {trouble.seat for trouble in session.failures} == {0, 1}


def test_fallback_player_chooses_at_once_after_another_players_failure() -> None:
    session = session_with(
        raises, fallback=lambda seen, stop: last_legal(seen, stop) if stop() else ()
    )
    for tenth in range(20):
        session.tick(tenth / 10)
    game, match = session.match.game, session.match
    first = game.to_act(match.state_at(0))[0]
    legal = game.legal_steps(match.state_at(0), first)
    assert str(legal[-1]) == "pass"
    assert match.log[0].step == str(legal[-2]) != str(legal[0])


@pytest.mark.parametrize("fallback", [None, raises, RUBBISH["texts"], lambda seen, stop: ("R7",)])
def test_first_legal_step_is_taken_when_the_fallback_player_fails_too(fallback: Any) -> None:
    session = session_with(raises, fallback=fallback)
    play_out(session)
    game, match = session.match.game, session.match
    first = game.to_act(match.state_at(0))[0]
    assert match.log[0].step == str(game.legal_steps(match.state_at(0), first)[0])
    assert game.result(match.state) is not None


def test_seat_of_an_unknown_player_is_played_by_the_fallback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    session = session_with(last_legal, seats=(ai.Seat("Ada", "gone"), ai.Seat("Bo", "odd")))
    play_out(session)
    assert session.match.game.result(session.match.state) is not None
    assert "'gone'" in caplog.text
    assert len(session.failures) == 1


class Deaf(ai.Thinker):
    """A thinker that never answers, and counts what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []
        self.cancelled = 0

    def request(self, key: int, work: Callable[[ShouldStop], Any]) -> None:
        self.asked.append(key)

    def cancel(self) -> None:
        self.cancelled += 1


def test_hanging_ai_player_is_asked_once_and_the_round_is_played_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    thinker = Deaf()
    session = session_with(raises, thinker=thinker)
    play_out(session)
    assert session.match.game.result(session.match.state) is not None
    assert len(thinker.asked) == 2
    assert {trouble.seat for trouble in session.failures} == {0, 1}
    assert thinker.cancelled == 2
    assert caplog.text.count("no answer in 3 seconds") == 2


def test_closed_match_is_not_played_on_by_its_ai_players() -> None:
    thinker = Deaf()
    session = session_with(raises, thinker=thinker)
    session.tick(0.0)
    session.close()
    play_out(session, 9.0)
    assert (len(thinker.asked), session.match.revision, session.is_ai_to_act) == (1, 0, False)


def test_steps_of_an_ai_player_after_the_end_of_its_turn_are_dropped() -> None:
    asked: list[int] = []

    def passes_for_all(observation: Any, should_stop: IsToldToStop) -> tuple[Any, ...]:
        asked.append(observation.viewer)
        return (game.Red7().parse_step("pass"),) * 5

    session = session_with(passes_for_all, seats=(*TWO_AI, ai.Seat("Cy", "odd")))
    acted: list[int] = []
    session.add_listener(lambda change: acted.append(change.seat))
    play_out(session)
    assert session.match.game.result(session.match.state) is not None
    assert len(acted) == 2
    assert asked == acted


# -- threads -------------------------------------------------------------------------------


def test_ai_player_that_raises_systemexit_is_reported() -> None:
    thinker = ai.ThreadThinker()
    thinker.request(1, lambda should_stop: sys.exit())
    assert "SystemExit" in wait_for(thinker).error


def test_number_of_threads_for_hanging_ai_players_is_limited() -> None:
    let_go, crew = threading.Event(), ai.ThinkerThreads(3)

    def deaf_to_everything(should_stop: IsToldToStop) -> tuple[Any, ...]:
        let_go.wait(60)
        return ("late",)

    for number in range(3):
        ai.ThreadThinker(crew).request(number, deaf_to_everything)
    assert crew.alive == 3
    thinker = ai.ThreadThinker(crew)
    thinker.request(9, lambda should_stop: ("now",))
    assert "3 players have not come back" in wait_for(thinker).error
    let_go.set()
    while crew.alive:
        threading.Event().wait(0.001)
    thinker.request(10, lambda should_stop: ("now",))
    assert wait_for(thinker) == ai.Answer(10, ("now",))


def test_hurried_ai_player_answers_with_its_best_turn_so_far() -> None:
    thinker, started = ai.ThreadThinker(), threading.Event()

    def think_until_told(should_stop: IsToldToStop) -> tuple[Any, ...]:
        started.set()
        while not should_stop():
            pass
        return ("best so far",)

    thinker.request(1, think_until_told)
    assert started.wait(10)
    assert thinker.poll() is None
    thinker.hurry()
    assert wait_for(thinker) == ai.Answer(1, ("best so far",))


def test_hurrying_once_skips_pauses_and_twice_ends_the_ai_search() -> None:
    class Hurried(Deaf):
        hurries = 0

        def hurry(self) -> None:
            self.hurries += 1

    thinker = Hurried()
    session = session_with(last_legal, thinker=thinker)
    session.tick(0.0)
    session.hurry()
    assert thinker.hurries == 0
    session.hurry()
    assert thinker.hurries == 1
