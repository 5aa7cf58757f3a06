"""The laboratory serves every game: what a test puts into the box, and any with a workbench."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from random import Random

import pytest

from red7_desktop.games.registry import BOX
from red7_desktop.games.spring_cleaning.rules.game import SpringCleaning
from red7_desktop.games.spring_cleaning.rules.notation import Record
from red7_desktop.lab.catalogue import OF_ANY_GAME, Catalogue
from red7_desktop.lab.spring_cleaning.measures import MEASURES
from red7_desktop.tabletop.match import Match
from tests.bazaar.row import ROW
from tests.unit.lab.running import lab
from tests.unit.spring_cleaning.rules.playing import play

RED7 = "red7 basic@1.3 / canvas / deck / A> R6 : V7 B2 : / B O7 : B1 :"
FOLLOWS = "spring / table 3 :B / deck 3 9 1 / discard / A> 7 5 5 2 : 4 9 : 3 / B 1 8 : 6 : 0"
WITH_BAZAAR = {**BOX, "bazaar": ROW}


@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_in_the_box_plays_an_arena_match(seats: int) -> None:
    words = ("arena", "--game", "bazaar", "--players", "trader,random", "--seats", str(seats))
    ran = lab(*words, "--deals", "3", "--json", box=WITH_BAZAAR)
    (answer,) = ran.answers
    assert (answer["rules"], answer["plays"]) == ("bazaar", "matches")
    assert (answer["deals"], answer["games"]) == (3, 3 * seats)
    shares = [player["share"] * player["seats"] for player in answer["players"]]
    assert sum(shares) == pytest.approx(1.0, abs=1e-5)
    assert lab(*words, "--deals", "1", box=WITH_BAZAAR).out.startswith(f"bazaar, {seats} seats")


def test_other_processes_play_it_too() -> None:
    words = ("arena", "--game=bazaar", "--players", "trader,random", "--deals", "2", "--json")
    alone, together = (
        json.loads(lab(*words, "--jobs", jobs, box=WITH_BAZAAR).out) for jobs in ("1", "2")
    )
    assert alone["rate"] == together["rate"]


def test_options_that_a_game_refuses_are_told() -> None:
    words = ("--players", "trader,random", "--seats", "6")
    ran = lab("arena", "--game", "bazaar", *words, box=WITH_BAZAAR)
    assert ran.status == 2
    assert "option 'seats': 6" in ran.err


def test_a_game_without_a_workbench_has_the_commands_of_any_game() -> None:
    assert list(Catalogue(WITH_BAZAAR).modules("bazaar")) == list(OF_ANY_GAME)
    ran = lab("bench", "--game", "bazaar", "--quick", "--json", box=WITH_BAZAAR)
    assert [answer["measure"] for answer in ran.answers] == ["build"]
    assert lab("legal", "--game", "bazaar", RED7, box=WITH_BAZAAR).status == 2


def test_a_position_is_answered_by_its_own_game() -> None:
    ran = lab("legal", "--json", given=f"{RED7}\n{FOLLOWS}\n")
    first, second = ran.answers
    assert first == lab("legal", "--json", RED7).answers[0]
    assert second == lab("legal", "--json", FOLLOWS).answers[0]
    assert (second["position"], second["seat"]) == (FOLLOWS, "A")
    assert second["plays"] == sorted(second["plays"])
    assert {"4(A)", "5 5 @2", "6(B) 7 @1"} <= set(second["plays"])
    assert second["draws"] == ["draw", "draw(B:6)"]
    assert "Seat A: 12 plays, 2 draws" in lab("legal", given=FOLLOWS).out


def test_nobody_leads_or_follows_before_the_first_trick() -> None:
    sealed = "spring / table / deck 3 / discard / A>? 7 5 : : 0 / B=1 1 8 : : 0"
    answer = lab("legal", sealed, "--json").answers[0]
    assert (answer["seat"], answer["plays"], answer["draws"]) == ("", [], [])
    assert "Nobody" in lab("legal", sealed).out


@pytest.mark.parametrize(
    ("command", "position", "complaint"),
    [
        ("legal", FOLLOWS.replace("7 5 5 2", "0"), "seat A: hand: '0'"),
        ("legal", FOLLOWS.replace("7 5 5 2", "?4"), "hidden_hand"),
        ("score", FOLLOWS, "no command 'score' for positions of 'spring'"),
    ],
)
def test_bad_positions_of_another_game_are_told(
    command: str, position: str, complaint: str
) -> None:
    ran = lab(command, given=f"{RED7}\n{position}\n")
    assert ran.status == 2
    assert "line 2: " in ran.err
    assert complaint in ran.err


def test_what_lies_ahead_is_counted_by_each_position_s_own_game() -> None:
    ahead = "spring / table 9 :B / deck / discard 4 5 / A> 1 : 8 : 0 / B 2 3 : : 0"
    assert lab("perft", "--depth", "2", given=f"{RED7}\n{ahead}\n").lines == ["3", "2"]
    assert lab("perft", "--depth", "1", "--divide", ahead).lines == ["draw: 1", "total: 1"]


def test_a_record_of_another_game_is_replayed(tmp_path: Path) -> None:
    game = SpringCleaning()
    match = Match(game, {"seats": 3}, 4)
    play(match, Random(4))
    text = str(Record.of(match, ["Ann", "Bo", "Cy"], ["human"] * 3, date(2026, 1, 31)))
    file = tmp_path / "match.spring"
    file.write_text(text, encoding="utf-8")
    header, first, *events = lab("replay", "--game", "spring", str(file), "--json").answers
    assert (header["event"], header["seats"], header["names"]["C"]) == ("record", 3, "Cy")
    assert (first["event"], first["round"]) == ("deal", 1)
    assert {event["event"] for event in events} == {"deal", "turn"}
    assert events[-1]["position"] == str(match.state.position)
    assert "3 seats (A Ann, B Bo, C Cy)" in lab("replay", "--game", "spring", str(file)).out
    refused = lab("replay", "--game", "spring", "-", given=text.replace("Ann", "", 1))
    assert refused.status == 2
    assert "standard input: line" in refused.err


def test_rounds_of_spring_cleaning_are_played_for_themselves() -> None:
    words = ("arena", "--game", "spring", "--players", "greedy,random", "--pickup", "at_once")
    (answer,) = lab(*words, "--seats", "3", "--deals", "2", "--seed", "1", "--json").answers
    assert (answer["plays"], answer["games"]) == ("rounds", 6)
    shares = [player["share"] * player["seats"] for player in answer["players"]]
    assert sum(shares) == pytest.approx(1.0, abs=1e-5)


def test_what_spring_cleaning_measures_is_the_same_work_each_time() -> None:
    for measure in MEASURES:
        task = measure.set_up(0.0)
        assert task.run() == task.run() > 0
        assert task.items
