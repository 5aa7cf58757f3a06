"""Figures of hints are compared with what came true, and curves that correct them are fitted."""

from __future__ import annotations

import json

import pytest

from red7_desktop.lab import calibrate
from red7_desktop.tabletop.advice import correct, parse_calibrations
from tests.unit.lab.running import lab

TRUE = ((0.0, 0.0), (0.3, 0.2), (0.6, 0.45), (0.85, 0.7), (0.98, 0.9), (1.0, 1.0))


def test_curve_finds_how_far_figures_are_off() -> None:
    figures = [nth / 200 for nth in range(201)] * 20
    pairs = [(nth, figure, correct(figure, TRUE)[0]) for nth, figure in enumerate(figures)]

    curve = calibrate.fit_curve(pairs)

    assert [knot for knot, _ in curve] == [knot for knot, _ in TRUE]
    assert [height for _, height in curve] == pytest.approx([y for _, y in TRUE], abs=0.02)


def test_curve_never_falls_even_if_what_came_true_does() -> None:
    pairs = [(nth, figure, 1.0 - figure) for nth, figure in enumerate([0.3, 0.6, 0.85, 0.98] * 50)]

    curve = calibrate.fit_curve(pairs)

    heights = [height for _, height in curve]
    assert heights == sorted(heights)
    assert heights[-1] == 1.0


def test_curve_without_hints_corrects_nothing() -> None:
    assert calibrate.fit_curve([]) == [(knot, knot) for knot in calibrate.KNOTS]


def test_bucket_holds_the_means_and_an_error_that_counts_matches() -> None:
    pairs = [(1, 0.42, 1.0), (1, 0.48, 1.0), (2, 0.45, 0.0), (2, 0.45, 0.0), (3, 1.0, 1.0)]

    low, high = calibrate.build_buckets(pairs)

    assert (low["from"], low["hints"]) == (0.4, 4)
    assert low["foretold"] == pytest.approx(0.45)
    assert low["came_true"] == pytest.approx(0.5)
    # Two matches, off by 1 and by -1 in sum, and four hints.
    assert low["error"] == pytest.approx(2**0.5 / 4)
    assert (high["from"], high["hints"], high["error"]) == (0.9, 1, 0.0)


def test_calibrate_prints_curves_that_a_game_can_read() -> None:
    words = ("--player", "greedy", "--matches", "1", "--one-in", "40", "--seeds", "2")

    (answer,) = lab("calibrate", *words, "--fit", "--json").answers

    assert answer["hints"] > 0
    assert sum(bucket["hints"] for bucket in answer["figures"]["value"]) == answer["hints"]
    assert parse_calibrations(json.dumps({"2": answer["curves"]}))


def test_calibrate_prints_a_table_of_corrected_figures() -> None:
    words = ("--game", "spring", "--player", "greedy", "--matches", "1", "--one-in", "60")

    ran = lab("calibrate", *words)

    assert ran.status == 0
    assert "came true" in ran.out
    assert "curve" not in ran.out
