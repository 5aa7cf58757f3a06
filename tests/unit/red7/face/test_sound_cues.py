"""Checks which sounds go with what happens: by texts, and over matches played at random."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from red7_desktop.games.red7.face.present import MOVES, RULE_CHIMES, SOUNDING
from red7_desktop.games.red7.rules.cards import LETTERS, SEATS
from red7_desktop.games.red7.rules.game import Red7
from red7_desktop.games.red7.rules.rounds import MATCH_OVER, SCORE, MatchState
from red7_desktop.kit.sound.cues import LEAST_GAP, REFUSAL, REST, TAKES, Cue, Sound, Tempo, files_of
from red7_desktop.play.ai import InlineThinker, Seat
from red7_desktop.play.session import Change, Session
from red7_desktop.table.card_nodes import MotionTimes
from red7_desktop.tabletop.game import TABLE, Note
from red7_desktop.tabletop.match import Match
from tests.random_matches import MODES, begin, play_on
from tests.unit.red7.face.seen import FOUR, mock, seen, state_of

cues_of, cues_at_opening = SOUNDING.cues_of, SOUNDING.cues_at_opening
GAME = Red7()
ACTIONS = "advanced+actions@1.3"
ENDS = (Sound.WIN, Sound.LOSE)
TWO = ("A> V6 : R2 O7 B7 :", "B O4 : ?5 :")
"""A table for two at which A leads under most rules."""


def change_of(state: MatchState, *steps: str, viewer: int | None = 0) -> Change:
    """Take steps of whoever acts, and give the last one's change as a viewer may know it."""
    for text in steps:
        before, seat = state, GAME.to_act(state)[0]
        outcome = GAME.take(state, seat, GAME.parse_step(text))
        state = outcome.state
    return Change(
        seat,
        True,
        seen(before, viewer),
        seen(state, viewer),
        outcome.moves_seen_by(viewer),
        outcome.notes,
    )


def heard(state: MatchState, *steps: str, viewer: int | None = 0) -> list[str]:
    people = () if viewer is None else (viewer,)
    return [cue.sound for cue in cues_of(change_of(state, *steps, viewer=viewer), people)]


def changes_of(match: Match, viewer: int | None) -> Iterator[Change]:
    """Give the changes of a match that has been played, as a viewer saw them."""
    for revision, (entry, outcome) in enumerate(zip(match.log, match.outcomes, strict=True)):
        yield Change(
            entry.seat,
            True,
            seen(match.state_at(revision), viewer),
            seen(match.state_at(revision + 1), viewer),
            outcome.moves_seen_by(viewer),
            outcome.notes,
        )


def matches() -> Iterator[Match]:
    for number, (rules, seats) in enumerate(MODES):
        yield play_on(begin(rules, seats, number), Random(number))


# -- one change at a time ------------------------------------------------------------------


def test_a_played_card_is_heard_when_it_is_nearly_there() -> None:
    cues = cues_of(change_of(state_of(*TWO), "R2"))
    assert cues == (Cue(Tempo().way / 2, Sound.PLACE),)


def test_a_discard_slides_and_its_rule_chimes_when_it_has_come() -> None:
    cues = cues_of(change_of(state_of(*TWO), "@B7"))
    assert cues == (Cue(0.0, Sound.SLIDE), Cue(Tempo().way, "rule_blue"))


def test_a_discard_under_the_same_rule_does_not_chime() -> None:
    assert heard(state_of(*TWO), "@R2") == [Sound.SLIDE]


def test_a_drawn_card_sounds_as_a_dealt_one() -> None:
    assert heard(state_of(*TWO), "@B7", "+") == [Sound.DEAL]


@pytest.mark.parametrize(
    ("before", "step", "sounds"),
    [
        (["G1"], "(B:O4)", [Sound.FLIP]),
        (["G3"], "(+)", [Sound.DEAL]),
        (["G7"], "(@V1)", [Sound.SLIDE, "rule_violet"]),
        (["G7"], "(^V1)", [Sound.FLIP]),
    ],
)
def test_actions_are_heard(before: list[str], step: str, sounds: list[str]) -> None:
    state = state_of(
        "A> V1 Y6 : G1 G3 G7 R7 :", "B O4 O2 B2 I4 : ?5 :", rules=ACTIONS, deck="B1 ?8"
    )
    assert heard(state, *before, step) == sounds


def test_who_goes_out_turns_the_cards_over() -> None:
    state = state_of("A> V1 : R2 G3 :", "B O4 : ?5 :", "C R4 : ?5 :")
    assert heard(state, "pass") == [Sound.FLIP]


def test_the_viewer_is_called_when_the_turn_comes_and_not_again() -> None:
    state = state_of("A G6 V2 : G1 I3 :", "B> O4 : O7 R7 :")
    assert heard(state, "R7", "end") == [Sound.TURN]
    assert Sound.TURN not in heard(state, "R7", "end", "@G1")
    assert Sound.TURN not in heard(state, "R7", "end", viewer=1)
    assert Sound.TURN not in heard(state, "R7", "end", viewer=None)


@pytest.mark.parametrize(("viewer", "sound"), [(1, Sound.WIN), (0, Sound.LOSE), (None, Sound.WIN)])
def test_the_last_seat_wins_and_the_others_lose(viewer: int | None, sound: Sound) -> None:
    cues = cues_of(
        change_of(state_of(*TWO, rules="basic@1.3"), "pass", viewer=viewer),
        () if viewer is None else (viewer,),
    )
    assert cues == (Cue(0.0, Sound.FLIP), Cue(REST, sound))


def test_at_a_shared_screen_anybodys_win_is_a_win() -> None:
    change = change_of(state_of(*TWO, rules="basic@1.3"), "pass")
    assert cues_of(change, (0, 1))[-1].sound is Sound.WIN
    assert cues_of(change, (0,))[-1].sound is Sound.LOSE


def test_points_slide_to_the_score_pile_before_the_match_is_won() -> None:
    state = state_of("A> V1 : R2 :", "B O4 R5 : ?5 : G7 R7 Y7 B7 V7 O6")
    cues = cues_of(change_of(state, "pass", viewer=1), (1,))
    assert [cue.sound for cue in cues] == [Sound.FLIP, Sound.SLIDE, Sound.WIN]
    assert cues[-1].at == pytest.approx(Tempo().way + REST)


def test_a_round_can_be_lost_with_the_match_won_by_points() -> None:
    state = state_of("A> V1 : R2 : G7 R7 Y7 B7 V7 O6", "B O4 R5 : ?5 :")
    assert heard(state, "pass")[-1] is Sound.WIN
    assert heard(state, "pass", viewer=1)[-1] is Sound.LOSE


def test_a_round_is_dealt_at_the_pace_of_the_cards_without_a_drone() -> None:
    state = mock_over()
    tempo = Tempo(stagger=0.05, way=0.3)
    change = change_of(state, "deal")
    cues = cues_of(change, (0,), tempo)
    dealt = [cue.at for cue in cues if cue.sound is Sound.DEAL]
    assert len(change.moves) == 32
    assert dealt[0] == 0.0
    assert dealt[-1] <= 31 * tempo.stagger
    assert dealt[-1] > 29 * tempo.stagger
    assert all(later - earlier > LEAST_GAP - 1e-6 for earlier, later in pairwise(dealt))
    assert {cue.sound for cue in cues} <= {Sound.DEAL, Sound.TURN}


def test_the_call_waits_for_the_last_card_of_the_deal() -> None:
    (viewer,) = change_of(mock_over(), "deal").after.to_act
    cues = cues_of(change_of(mock_over(), "deal", viewer=viewer), (viewer,))
    assert cues[-1].sound is Sound.TURN
    assert cues[-1].at == pytest.approx(31 * Tempo().stagger + Tempo().way)


def mock_over() -> MatchState:
    """Give a match for four between two rounds."""
    state = state_of("A> V1 : R2 :", "B O4 : ?5 :", "Cx V2 : ?5 :", "Dx V3 : ?5 :")
    return GAME.take(state, 0, GAME.parse_step("pass")).state


def test_a_refusal_is_met_with_one_sound_at_once() -> None:
    assert [(cue.at, cue.sound) for cue in REFUSAL] == [(0.0, Sound.NOPE)]


def test_a_fresh_table_is_dealt_and_the_viewer_called() -> None:
    fresh = seen(state_of(*TWO))
    assert [cue.sound for cue in cues_at_opening(fresh)] == [*[Sound.DEAL] * 3, Sound.TURN]
    assert [cue.sound for cue in cues_at_opening(seen(state_of(*TWO), 1))] == [Sound.DEAL] * 3


def test_a_table_that_is_opened_again_only_calls() -> None:
    assert [cue.sound for cue in cues_at_opening(seen(mock()))] == [Sound.TURN]
    assert cues_at_opening(seen(mock(), 2)) == ()
    assert cues_at_opening(seen(state_of(*FOUR, stage=SCORE))) == ()


# -- sessions ------------------------------------------------------------------------------


def session_and_changes() -> tuple[Session, list[Change]]:
    """Sit two people down at a table where the first to move can discard."""
    match = Match(GAME, {"rules": "advanced", "seats": 2}, 3)
    session = Session(match, (Seat("Ada"), Seat("Bo")), {}, InlineThinker())
    session.look_as(session.to_act[0])
    changes: list[Change] = []
    session.listen(changes.append)
    return session, changes


def some_discard(session: Session, rule: str) -> str:
    """Give a discard that changes the rule to another than red."""
    texts = [str(step) for step in session.observe().legal]
    return next(text for text in texts if text.startswith("@") and text[1] != rule)


def test_an_undo_slides_the_card_back_and_chimes_for_the_rule_before() -> None:
    session, changes = session_and_changes()
    session.take_text(some_discard(session, "R"))
    session.undo()
    assert [cue.sound for cue in cues_of(changes[-1])] == [Sound.SLIDE, "rule_red"]


def test_other_eyes_at_the_screen_make_no_sound() -> None:
    session, changes = session_and_changes()
    for viewer in (1, None, 0):
        session.look_as(viewer)
    assert [cues_of(change, (0, 1)) for change in changes] == [(), (), ()]


# -- matches played at random --------------------------------------------------------------


def test_every_move_of_every_game_has_a_sound() -> None:
    ways = {
        (move.source.partition(":")[0], move.target.partition(":")[0])
        for match in matches()
        for change in changes_of(match, None)
        for move in change.moves
    }
    assert ways == set(MOVES)


def test_the_rule_chimes_just_when_the_game_notes_a_new_rule() -> None:
    chimes = 0
    for match in matches():
        for change in changes_of(match, 0):
            noted = [dict(note.data)["rule"] for note in change.notes if note.code == "rule"]
            wanted = [RULE_CHIMES[LETTERS.index(str(rule))] for rule in noted]
            assert [cue.sound for cue in cues_of(change) if cue.sound in RULE_CHIMES] == wanted
            chimes += len(wanted)
    assert chimes > 50


def test_cues_come_in_order_and_never_on_top_of_their_like() -> None:
    for match in matches():
        for change in changes_of(match, 1):
            cues = cues_of(change, (1,))
            assert [cue.at for cue in cues] == sorted(cue.at for cue in cues)
            for sound in {cue.sound for cue in cues}:
                times = [cue.at for cue in cues if cue.sound == sound]
                assert all(late - early > LEAST_GAP - 1e-6 for early, late in pairwise(times))


def test_every_round_and_every_match_ends_with_one_sound_for_the_right_people() -> None:
    for match in matches():
        result = GAME.result(match.state)
        assert result is not None
        for viewer in range(len(result.scores)):
            for change in changes_of(match, viewer):
                ends = [cue.sound for cue in cues_of(change, (viewer,)) if cue.sound in ENDS]
                won = {SEATS.index(str(dict(n.data)["seat"])) for n in change.notes if is_won(n)}
                if change.after.stage == MATCH_OVER:
                    won = set(result.winners)
                assert ends == [ENDS[viewer not in won]] * bool(won)


def is_won(note: Note) -> bool:
    return note.code == "round_won"


def test_a_viewer_is_called_once_for_every_turn_that_another_seat_ended() -> None:
    for match in matches():
        calls = turns = 0
        for change in changes_of(match, 0):
            calls += Sound.TURN in [cue.sound for cue in cues_of(change, (0,))]
            asked = change.after.stage == "turn" and change.after.to_act == (0,)
            turns += asked and (change.seat in (TABLE, *range(1, 4)))
        assert calls == turns
        assert calls > 0


# -- tables --------------------------------------------------------------------------------


def test_the_normal_tempo_is_the_pace_of_the_table() -> None:
    pace = MotionTimes()
    assert Tempo() == Tempo(pace.stagger, pace.nearest)


def test_every_colour_has_a_chime_of_its_name_from_low_to_high() -> None:
    assert "".join(chime.removeprefix("rule_")[0].upper() for chime in RULE_CHIMES) == LETTERS


def test_every_take_has_a_file_of_its_own() -> None:
    names = [name for sound in (*Sound, *RULE_CHIMES) for name in files_of(sound)]
    assert (
        len(set(names))
        == len(names)
        == len({*Sound, *RULE_CHIMES}) + sum(TAKES.values()) - len(TAKES)
    )
