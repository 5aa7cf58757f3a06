"""Checks which sounds go with what happens: in single steps, and over matches played at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from red7_desktop.games.spring_cleaning.face.present import (
    BIN,
    CLIP,
    MOVES,
    SOUNDING,
    SOUNDS,
    SWEEP,
    TUCK,
)
from red7_desktop.games.spring_cleaning.rules.game import observe
from red7_desktop.games.spring_cleaning.rules.rounds import MATCH_OVER
from red7_desktop.kit.sound.cues import Cue, Sound, files_of
from red7_desktop.play.session import Change
from red7_desktop.resources import asset_path
from red7_desktop.tabletop.match import Match
from tests.unit.spring_cleaning.rules.playing import GAME, play

cues_of, cues_at_opening = SOUNDING.cues_of, SOUNDING.cues_at_opening
KINDS = {"deck", "hand", "drawn", "offer", "picked", "table", "trick", "discard"}


@pytest.fixture(scope="module")
def changes() -> list[Change]:
    """Every step of a match for three, as seat A knows it."""
    match = Match(GAME, {"seats": 3, "pickup": "next_turn"}, 4)
    found: list[Change] = []
    chance = Random(4)
    while match.state.stage != MATCH_OVER:
        before = observe(match.state, 0)
        play(match, chance, 1)
        outcome, entry = match.outcomes[-1], match.log[-1]
        moves, after = outcome.moves_seen_by(0), observe(match.state, 0)
        found.append(Change(entry.seat, True, before, after, moves, outcome.notes))
    return found


def heard(change: Change, people: tuple[int, ...] = (0,)) -> list[str]:
    return [cue.sound for cue in cues_of(change, people)]


def noted(change: Change, code: str) -> bool:
    return any(note.code == code for note in change.notes)


def test_a_match_uses_every_sound_of_the_game_where_it_belongs(changes: list[Change]) -> None:
    tally = Counter(sound for change in changes for sound in heard(change))
    assert set(SOUNDS) <= set(tally)
    for change in changes:
        sounds = heard(change)
        assert (SWEEP in sounds) == noted(change, "trick_won")
        assert (BIN in sounds) == noted(change, "round_over")
        tucked = any(move.target.startswith("hand") for move in change.moves)
        assert (TUCK in sounds) <= tucked


def test_a_combination_clips_and_a_single_card_does_not(changes: list[Change]) -> None:
    for change in changes:
        played = [move for move in change.moves if move.target == "table"]
        if played and change.seat != 0:
            assert (CLIP in heard(change)) == (len(played) > 1)


def test_no_step_is_silent_and_none_a_drone(changes: list[Change]) -> None:
    for change in changes:
        cues = cues_of(change, (0,))
        assert cues or not change.moves or noted(change, "trick_won")
        assert len(cues) <= 6 or noted(change, "dealt")
        assert [*cues] == sorted(cues)


def test_the_end_of_a_match_is_won_or_lost_by_people(changes: list[Change]) -> None:
    last = changes[-1]
    assert last.after.stage == MATCH_OVER
    ends = [{Sound.WIN, Sound.LOSE} & set(heard(last, (seat,))) for seat in range(3)]
    assert {Sound.WIN} in ends
    assert {Sound.LOSE} in ends
    assert Sound.WIN in heard(last, ())


def test_a_fresh_table_is_dealt(changes: list[Change]) -> None:
    opening = cues_at_opening(changes[0].before)
    assert [cue.sound for cue in opening] == [Sound.DEAL, Sound.DEAL, Sound.DEAL, Sound.TURN]
    assert Cue(0.0, Sound.DEAL) == opening[0]


def test_ways_are_between_kinds_that_there_are_and_every_sound_has_its_files() -> None:
    assert {kind for way in MOVES for kind in way} <= KINDS
    assert all(asset_path("sounds", file).is_file() for sound in SOUNDS for file in files_of(sound))
