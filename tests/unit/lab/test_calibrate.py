"""Figures of hints are compared with what came true, and curves that correct them are fitted."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from red7_desktop.games.registry import CATALOGUE, GameEntry
from red7_desktop.lab import calibrate
from red7_desktop.tabletop.advice import correct, parse_calibrations
from red7_desktop.tabletop.player import AdviceBudget, Players
from tests.unit.lab import running

TRUE = ((0.0, 0.0), (0.3, 0.2), (0.6, 0.45), (0.85, 0.7), (0.98, 0.9), (1.0, 1.0))


def think_little(row: GameEntry) -> GameEntry:
    """Return a game with hints that take little time."""

    def load_players() -> Players:
        return row.players()._replace(full_advice_budget=AdviceBudget(60, 6))

    return row._replace(players=load_players)


lab = partial(running.lab, catalogue={name: think_little(row) for name, row in CATALOGUE.items()})


def test_calibration_curve_recovers_the_known_error_of_forecasts() -> None:
    figures = [nth / 200 for nth in range(201)] * 20
    pairs = [(nth, figure, correct(figure, TRUE)[0]) for nth, figure in enumerate(figures)]

    curve = calibrate.fit_curve(pairs)

    assert [knot for knot, _ in curve] == [knot for knot, _ in TRUE]
    assert [height for _, height in curve] == pytest.approx([y for _, y in TRUE], abs=0.02)


def test_calibration_curve_never_falls_even_if_outcomes_do() -> None:
    pairs = [(nth, figure, 1.0 - figure) for nth, figure in enumerate([0.3, 0.6, 0.85, 0.98] * 50)]

    curve = calibrate.fit_curve(pairs)

    heights = [height for _, height in curve]
    assert heights == sorted(heights)
    assert heights[-1] == 1.0


def test_calibration_curve_without_hints_corrects_nothing() -> None:
    assert calibrate.fit_curve([]) == [(knot, knot) for knot in calibrate.KNOTS]


def test_calibration_bucket_has_means_and_an_error_clustered_by_match() -> None:
    pairs = [(1, 0.42, 1.0), (1, 0.48, 1.0), (2, 0.45, 0.0), (2, 0.45, 0.0), (3, 1.0, 1.0)]

    low, high = calibrate.build_buckets(pairs)

    assert (low["from"], low["hints"]) == (0.4, 4)
    assert low["foretold"] == pytest.approx(0.45)
    assert low["came_true"] == pytest.approx(0.5)
    # Two matches, off by 1 and by -1 in sum, and four hints.
    assert low["error"] == pytest.approx(2**0.5 / 4)
    assert (high["from"], high["hints"], high["error"]) == (0.9, 1, 0.0)


def test_calibrate_prints_curves_that_a_game_can_read() -> None:
    words = ("--player", "greedy", "--matches", "1", "--one-in", "120", "--seeds", "2")

    (answer,) = lab("calibrate", *words, "--fit", "--json").answers

    assert answer["hints"] > 0
    assert sum(bucket["hints"] for bucket in answer["figures"]["value"]) == answer["hints"]
    assert parse_calibrations(json.dumps({"2": answer["curves"]}))


def test_calibrate_prints_a_table_without_curves_by_default() -> None:
    words = ("--game", "spring", "--player", "greedy", "--matches", "1", "--one-in", "150")

    ran = lab("calibrate", *words)

    assert ran.status == 0
    assert "came true" in ran.out
    assert "curve" not in ran.out


def test_hint_forecasts_are_corrected_by_curves_of_other_matches() -> None:
    """In even matches all came true, in odd ones nothing."""
    hints = [
        calibrate.Forecast(match, figure, figure, came, came)
        for match, came in ((0, 1.0), (1, 0.0))
        for figure in [0.3, 0.6, 0.85] * 50
    ]

    corrected = calibrate.correct_crosswise(hints)

    assert all(each.value < 0.2 for each in corrected if each.match == 0)
    assert all(each.win_chance > 0.8 for each in corrected if each.match == 1)
    assert [each.came_value for each in corrected] == [each.came_value for each in hints]


def test_curves_are_tested_on_one_tenth_of_the_matches_at_a_time() -> None:
    hints = [
        calibrate.Forecast(match, figure, figure, match / 20, float(match > 9))
        for match in range(20)
        for figure in (0.3, 0.6, 0.85)
    ]

    corrected = calibrate.correct_crosswise(hints)

    others = calibrate.fit_curves([each for each in hints if each.match not in (3, 13)])
    for each, raw in zip(corrected, hints, strict=True):
        if raw.match in (3, 13):
            assert each.value == correct(raw.value, tuple(others["value"]))[0]
            assert each.win_chance == correct(raw.win_chance, tuple(others["win_chance"]))[0]


def test_calibrate_measures_several_numbers_of_seats_and_all_together() -> None:
    words = ("--player", "greedy", "--matches", "1", "--one-in", "40", "--seats", "2,3")

    two, three, both = lab("calibrate", *words, "--json").answers

    assert [each["seats"] for each in (two, three, both)] == [[2], [3], [2, 3]]
    assert both["hints"] == two["hints"] + three["hints"]


def test_calibrate_writes_curves_and_keeps_those_of_other_seats(tmp_path: Path) -> None:
    file = tmp_path / "curves.json"
    kept = {"4": {"value": [[0, 0], [1, 1]], "win_chance": [[0, 0], [1, 1]]}}
    file.write_text(json.dumps(kept), "utf-8")
    words = ("--player", "greedy", "--matches", "2", "--one-in", "120", "--write", str(file))

    ran = lab("calibrate", *words, "--json")

    rows = json.loads(file.read_text("utf-8"))
    (answer,) = ran.answers
    assert ran.status == 0
    assert set(parse_calibrations(file.read_text("utf-8"))) == {"2", "4"}
    assert rows["4"] == kept["4"]
    assert rows["2"]["value"] == [list(each) for each in answer["curves"]["value"]]
    assert rows["2"]["command"].endswith("--seed 1 --seeds 1 --fit --seats 2")


@pytest.mark.parametrize("text", ["{", '{"2": {"value": [[0, 0], [1, 1]]}}', "[]"])
def test_calibrate_refuses_to_write_into_another_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.json"
    file.write_text(text, "utf-8")

    ran = lab("calibrate", "--matches", "1", "--write", str(file))

    assert ran.status == 2
    assert "no file of curves" in ran.err
    assert file.read_text("utf-8") == text


def test_pooled_curves_are_fitted_to_the_hints_of_all_numbers_of_seats(tmp_path: Path) -> None:
    file = tmp_path / "curves.json"
    words = ("--player", "greedy", "--matches", "2", "--one-in", "60", "--seats", "2,3")

    ran = lab("calibrate", *words, "--pool", "--write", str(file), "--json")

    two, three, both = ran.answers
    rows = json.loads(file.read_text("utf-8"))
    assert two["curves"] == three["curves"]
    assert two["hints"] + three["hints"] == both["hints"] == two["fitted_to"]["hints"]
    assert rows["2"] == rows["3"]
    assert rows["2"]["hints"] == both["hints"]
    assert rows["2"]["command"].endswith("--fit --pool --seats 2,3")


def test_curves_of_one_number_of_seats_ignore_hints_of_others() -> None:
    words = ("--player", "greedy", "--matches", "2", "--one-in", "60", "--fit", "--json")

    together = lab("calibrate", *words, "--seats", "2,3").answers
    (alone,) = lab("calibrate", *words, "--seats", "2").answers

    assert together[0]["curves"] == alone["curves"]
    assert together[0]["fitted_to"] == {"seats": [2], "hints": alone["hints"]}
