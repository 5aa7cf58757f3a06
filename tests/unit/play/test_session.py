"""A match being played by people: the session, exercises, passing the screen on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.play.ai import Answer, Seat, Thinker
from red7_desktop.play.session import (
    Change,
    ExerciseMatch,
    ExerciseSession,
    RemoteSeat,
    Session,
    find_next_human,
    is_shared,
    list_human_seats,
    may_see_hand,
    must_hide_hands,
)
from red7_desktop.tabletop import game, player
from red7_desktop.tabletop.match import Entry
from tests.bazaar.rules import Bazaar, State
from tests.unit.play.conftest import MakeSession

TWO_AI = (Seat("Ada", "first"), Seat("Bo", "first"))


def play_out(session: Session, seconds: float = 10_000.0) -> None:
    """Tick until no one can go on without a person."""
    now = 0.0
    while now < seconds and any(seat != game.TABLE for seat in session.to_act):
        session.tick(now)
        now += 0.1


def heard(session: Session) -> list[Change]:
    changes: list[Change] = []
    session.add_listener(changes.append)
    return changes


def session_at_turn_of(make_session: MakeSession, seat: int, **options: Any) -> Session:
    for seed in range(80):
        session = make_session(seed=seed, **options)
        if session.to_act == (seat,):
            return session
    raise AssertionError("no deal lets this seat begin")


def test_hurrying_ai_players_lasts_until_a_person_is_to_move(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 1, pause=0.5)
    session.hurry()
    for tenth in range(30):
        session.tick(tenth / 10)
    while session.is_viewers_turn:
        session.take(session.observe().legal[0])
    before = session.match.revision
    for now, is_played in ((5.0, False), (5.4, False), (5.5, True)):
        session.tick(now)
        assert (session.match.revision > before) == is_played


def test_viewer_of_a_table_is_the_first_person_or_else_a_spectator(
    make_session: MakeSession,
) -> None:
    session = make_session((Seat("Bo", "first"), Seat("Ada")))
    assert (session.viewer, session.is_kept) == (1, True)
    assert make_session(TWO_AI).viewer is None


def test_ai_steps_are_separated_by_the_pause(make_session: MakeSession) -> None:
    session = make_session(TWO_AI, pause=0.5)
    changes = heard(session)
    times: list[float] = []
    now = 0.0
    while len(changes) < 4:
        before = len(changes)
        session.tick(now)
        times += [now] * (len(changes) - before)
        now += 0.05
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert all(gap >= 0.5 - 1e-9 for gap in gaps)


def test_no_step_is_taken_for_a_person(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 0)
    for tenth in range(100):
        session.tick(tenth / 10)
    assert session.match.revision == 0


def test_reported_change_contains_only_what_the_viewer_may_know(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 0)
    changes = heard(session)
    step = session.observe().legal[0]
    session.take(step)
    (change,) = changes
    assert change.seat == 0
    assert change.is_step
    assert change.before.steps == ()
    assert change.after.steps == (step,)
    assert change.moves[0].card == str(step).lstrip("@")
    assert change.after.viewer == 0


def test_reported_change_hides_cards_drawn_by_an_ai_player(make_session: MakeSession) -> None:
    def draw_when_possible(observation: Any, should_stop: Callable[[], bool]) -> tuple[Any, ...]:
        by_text = {str(step): step for step in observation.legal}
        wanted = [text for text in by_text if text in {"+", "(+)"}]
        discards = [text for text in by_text if text.startswith("@")]
        return (by_text[(wanted or discards or list(by_text))[0]],)

    draws = 0
    for seed in range(20):
        session = make_session(TWO_AI, seed=seed, rules="advanced", choose=draw_when_possible)
        session.set_viewer(0)
        changes = heard(session)
        play_out(session)
        for change in changes:
            for move in change.moves:
                if move.source == "deck" and move.target == "hand:B":
                    draws += 1
                    assert move.card is None
    assert draws


def test_illegal_step_and_spectators_step_are_refused(
    make_session: MakeSession,
) -> None:
    session = session_at_turn_of(make_session, 0)
    with pytest.raises(game.IllegalStep) as caught:
        session.take_text("end")
    assert caught.value.reason.code == "nothing_done"
    assert session.match.revision == 0
    with pytest.raises(game.IllegalStep):
        make_session(TWO_AI).take_text("pass")


def test_undo_goes_back_to_the_start_of_the_turn(make_session: MakeSession) -> None:
    session = session_at_turn_of(make_session, 0)
    before = session.observe()
    session.take(session.observe().legal[0])
    session.undo()
    assert session.observe() == before
    with pytest.raises(game.IllegalStep):
        session.undo()


def test_observation_is_computed_once_per_state(
    make_session: MakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = session_at_turn_of(make_session, 0)
    looks = []
    observe = Red7.observe

    def counted(game: Red7, state: Any, seat: int | None) -> Any:
        looks.append(seat)
        return observe(game, state, seat)

    monkeypatch.setattr(Red7, "observe", counted)
    session.take(session.observe().legal[0])
    assert [session.observe(), session.observe()] == [session.observe()] * 2
    assert looks == [0]
    session.set_viewer(1)
    assert session.observe().viewer == 1
    assert looks == [0, 1]


class LateThinker(Thinker):
    """Answers about a state that has gone by."""

    def request(self, key: int, work: Callable[[player.ShouldStop], Any]) -> None:
        pass

    def poll(self) -> Answer | None:
        return Answer(-1, ("nonsense",))


def test_ai_answer_about_an_older_state_is_dropped(make_session: MakeSession) -> None:
    session = make_session(TWO_AI, thinker=LateThinker(), timeout=100.0)
    for tenth in range(60):
        session.tick(tenth / 10)
    assert session.match.revision == 0


def test_next_round_is_dealt_on_request(make_session: MakeSession) -> None:
    session = make_session(TWO_AI, rules="advanced")
    play_out(session)
    assert session.is_waiting_for_table
    session.deal_next_round()
    assert session.observe().round_number == 2
    with pytest.raises(game.IllegalStep):
        session.deal_next_round()


def test_changing_the_viewer_reports_a_change_without_card_moves(make_session: MakeSession) -> None:
    session = make_session((Seat("Ada"), Seat("Bo")))
    changes = heard(session)
    session.set_viewer(1)
    (change,) = changes
    assert change.after.viewer == 1
    assert change.moves == ()


# == exercise ==============================================================================

HANDS = (("1a", "2a"), ("1b", "2b"))
OPEN = State(HANDS, ("9a", "9b"), (("9a",), ("9b",)), is_open=True)
"""The first seat moves: each has an offer."""
OTHER = 1


@pytest.fixture
def session() -> ExerciseSession:
    match = ExerciseMatch(Bazaar(), {"seats": 2}, OPEN)
    return ExerciseSession(match, (Seat("Ada"), Seat("Bo", "other")), pause=1.0)


def test_exercise_session_starts_at_its_position_with_the_person_to_move(
    session: ExerciseSession,
) -> None:
    assert session.match.state is OPEN
    assert session.viewer == 0
    assert session.is_viewers_turn
    assert not session.is_kept


def test_finished_turn_in_an_exercise_can_be_undone(session: ExerciseSession) -> None:
    changes = heard(session)
    session.undo_turn()
    assert changes == []
    session.take_text("take 9b")
    session.take_text("insert 0")
    assert session.match.outcomes[-1].undo_barrier == "turn_over"
    del changes[:]
    session.undo_turn()
    assert session.match.state is OPEN
    assert len(changes) == 1


def test_opponents_in_an_exercise_do_nothing_by_themselves(session: ExerciseSession) -> None:
    session.take_text("no")
    session.tick(0.0)
    session.tick(100.0)
    assert session.match.revision == 1
    assert not session.is_ai_to_act


def test_exercise_demonstrates_steps_one_by_one_and_undoes_them(session: ExerciseSession) -> None:
    told = heard(session)
    session.demonstrate([Entry(0, "take 9b"), Entry(0, "insert 2"), Entry(OTHER, "no")])
    assert session.is_demonstrating
    assert session.is_ai_to_act
    assert not session.is_viewers_turn
    with pytest.raises(game.IllegalStep):
        session.take_text("no")
    for now in (1.0, 1.5, 2.1, 3.2, 4.3):
        session.tick(now)
    assert [(each.seat, each.is_step) for each in told] == [(0, True), (0, True), (OTHER, True)]
    assert session.match.revision == 3
    session.undo_to()
    assert session.match.state is OPEN
    assert not told[-1].is_step


def test_hurrying_shows_the_rest_of_a_demonstration_at_once(session: ExerciseSession) -> None:
    session.demonstrate([Entry(0, "no"), Entry(OTHER, "no")])
    session.hurry()
    assert session.match.revision == 2
    assert not session.is_demonstrating


def test_undo_stops_a_demonstration_of_steps(session: ExerciseSession) -> None:
    session.demonstrate([Entry(0, "no")])
    session.undo_to()
    assert session.is_viewers_turn
    with pytest.raises(IndexError):
        session.undo_to(1)


# == handover ==============================================================================

ADA, BO, CLEO = Seat("Ada"), Seat("Bo"), Seat("Cleo")
ROBOT = Seat("Robot", "first")


def till_round_is_over(session: Session) -> Session:
    """Let every seat in turn go out."""
    while session.to_act != (game.TABLE,) and session.to_act:
        session.set_viewer(session.to_act[0])
        session.take(session.observe().legal[-1])
    return session


def test_screen_counts_as_shared_only_with_several_people_at_it(make_session: MakeSession) -> None:
    assert is_shared(make_session((ADA, ROBOT, BO)))
    assert not is_shared(make_session((ADA, ROBOT)))
    assert not is_shared(make_session((ROBOT, ROBOT)))


@pytest.mark.parametrize(
    ("seats", "turn", "viewer", "passes_to", "may_see"),
    [
        ((ADA, BO), 0, 0, None, {0}),
        ((ADA, BO), 1, 0, 1, set()),
        ((ADA, BO), 0, None, 0, set()),
        ((ADA, ROBOT, BO), 1, 0, None, set()),
        ((ADA, ROBOT), 0, 0, None, {0}),
        ((ADA, ROBOT), 0, None, None, {0}),
    ],
)
def test_shared_screen_passes_to_the_person_to_move(
    make_session: MakeSession,
    seats: tuple[Seat, ...],
    turn: int,
    viewer: int | None,
    passes_to: int | None,
    may_see: set[int],
) -> None:
    session = session_at_turn_of(make_session, turn, seats=seats, rules="advanced")
    session.set_viewer(viewer)
    assert find_next_human(session) == passes_to
    assert {seat for seat in (0, 1) if may_see_hand(session, seat)} == may_see
    assert may_see_hand(session, None)


def test_shared_screen_passes_to_the_next_person_after_an_ai_turn(
    make_session: MakeSession,
) -> None:
    session = session_at_turn_of(make_session, 1, seats=(ADA, ROBOT, BO), rules="advanced")
    session.set_viewer(0)
    now = 0.0
    while session.to_act == (1,):
        session.tick(now)
        now += 0.1
    assert session.to_act == (2,)
    assert find_next_human(session) == 2


def test_shared_screen_passes_to_the_next_person_when_a_turn_ends(
    make_session: MakeSession,
) -> None:
    session = session_at_turn_of(make_session, 0, seats=(ADA, BO, CLEO), rules="advanced")
    session.set_viewer(0)
    seen: list[int | None] = []
    session.add_listener(lambda change: seen.append(find_next_human(session)))
    session.take_text("pass")
    assert seen == [1]


@pytest.mark.parametrize(("rules", "to_act"), [("advanced", (game.TABLE,)), ("basic", ())])
def test_shared_screen_hides_all_hands_between_rounds_and_at_the_end(
    make_session: MakeSession, rules: str, to_act: tuple[int, ...]
) -> None:
    session = till_round_is_over(make_session((ADA, BO), rules=rules))
    assert session.to_act == to_act
    assert must_hide_hands(session)
    assert find_next_human(session) is None
    assert not any(may_see_hand(session, seat) for seat in (0, 1))


def test_shared_screen_passes_after_a_deal_even_to_the_last_viewer(
    make_session: MakeSession,
) -> None:
    session = till_round_is_over(make_session((ADA, BO), rules="advanced"))
    session.set_viewer(None)
    session.deal_next_round()
    assert find_next_human(session) == session.to_act[0]


@pytest.mark.parametrize("seats", [(ADA, ROBOT), (ROBOT, ROBOT)])
def test_screen_of_one_person_does_not_hide_hands_between_rounds(
    make_session: MakeSession, seats: tuple[Seat, ...]
) -> None:
    session = till_round_is_over(make_session(seats, rules="advanced"))
    assert not must_hide_hands(session)


def test_shared_screen_passes_to_the_round_winner_to_choose_points(
    make_session: MakeSession,
) -> None:
    for seed in range(400):
        session = make_session((ADA, BO, CLEO), seed=seed, rules="advanced")
        while session.observe().stage == "turn":
            # Whoever plays cards as long as there are any has several sets of one size.
            session.set_viewer(session.to_act[0])
            session.take(session.observe().legal[0])
        if session.observe().stage == "score":
            break
    winner = session.to_act[0]
    session.set_viewer((winner + 1) % 3)
    assert find_next_human(session) == winner


PHONES = (Seat("Ada"), Seat("Bo"), Seat("Cleo", "first"))


def test_viewer_at_the_screen_is_never_a_seat_played_on_a_phone(make_session: MakeSession) -> None:
    session = make_session(PHONES)

    session.set_remote({0, 1})

    assert session.viewer is None
    assert list_human_seats(session) == ()
    assert not is_shared(session)
    assert not may_see_hand(session, 0)


def test_person_at_the_screen_beside_phones_sees_a_hand_only_in_turn(
    make_session: MakeSession,
) -> None:
    session = make_session(PHONES)

    session.set_remote({0})

    assert list_human_seats(session) == (1,)
    assert is_shared(session)
    session.set_viewer(1)
    assert may_see_hand(session, 1) == session.is_viewers_turn
    assert must_hide_hands(session) != session.is_viewers_turn


def test_hand_of_a_seat_returned_from_its_phone_is_shown_on_screen(
    make_session: MakeSession,
) -> None:
    session = make_session((Seat("Ada"), Seat("Bo", "first")))
    session.set_remote({0})

    session.set_remote(())

    assert session.viewer == 0


def test_seat_on_a_phone_sees_its_hand_and_takes_a_step(make_session: MakeSession) -> None:
    session = make_session(PHONES)
    session.set_remote({0, 1})
    changes = heard(session)
    seat = next(each for each in session.to_act if each in session.remote)
    remote = RemoteSeat(session, seat)

    remote.take(remote.observe().legal[0])

    assert remote.observe().viewer == seat
    assert session.match.revision == 1
    assert [change.after.viewer for change in changes] == [None]


def test_seat_on_a_phone_cannot_take_a_step_of_another_seat(make_session: MakeSession) -> None:
    session = make_session(PHONES)
    session.set_remote({0, 1})
    (acting,) = session.to_act
    step = session.match.game.legal_steps(session.match.state, acting)[0]

    with pytest.raises(game.IllegalStep):
        RemoteSeat(session, 1 - acting if acting < 2 else 0).take(step)


def test_seat_on_a_phone_can_undo_its_step(make_session: MakeSession) -> None:
    session = make_session(PHONES)
    session.set_remote({0, 1})
    seat = next(each for each in session.to_act if each in session.remote)
    remote = RemoteSeat(session, seat)
    remote.take(remote.observe().legal[0])

    if session.match.explain_no_undo(seat) is None:
        remote.undo()

        assert session.match.revision == 0


def test_seat_given_to_an_ai_player_is_played_by_it(make_session: MakeSession) -> None:
    session = make_session((Seat("Ada"), Seat("Bo", "first")))
    (acting,) = session.to_act
    session.set_remote({0})

    session.replace_player(0, Seat("Robo", "first"))
    for now in range(20):
        session.tick(float(now))

    assert session.seats[0] == Seat("Robo", "first")
    assert session.match.log[0].seat == acting
    assert {entry.seat for entry in session.match.log} >= {0}


@pytest.mark.parametrize(("viewer", "counted"), [(1, {"B": 2}), (None, {})])
def test_hints_are_counted_for_the_viewer_only(
    make_session: MakeSession, viewer: int | None, counted: dict[str, int]
) -> None:
    session = make_session()
    session.viewer = viewer

    session.count_hint()
    session.count_hint()

    assert session.hints == counted


def test_first_ai_step_comes_after_the_pause(make_session: MakeSession) -> None:
    session = make_session((Seat("Bo", "first"), Seat("Cy", "first")), pause=0.25)

    revisions = []
    for now in (0.0, 0.1, 0.24, 0.25):
        session.tick(now)
        revisions.append(session.match.revision)

    assert revisions == [0, 0, 0, 1]
