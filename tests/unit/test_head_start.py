"""A head start counts from the first round on, is kept with a match, and is shown with it."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest

from red7_desktop.games.registry import CATALOGUE, load_all_rules
from red7_desktop.kit.match_model import EndModel
from red7_desktop.kit.present import story
from red7_desktop.kit.texts import Texts, to_plain
from red7_desktop.tabletop import game, match, rounds
from tests.matches import play_on

RED7: dict[str, Any] = {"rules": "advanced@1.3", "seats": 2, "target": 15}
SPRING: dict[str, Any] = {"seats": 3}
CASES = [("red7", RED7, (4, 0)), ("spring", SPRING, (0, 2, 1))]


def begin(name: str, options: dict[str, Any], head_start: tuple[int, ...]) -> match.Match:
    text = game.text_of_head_start(head_start)
    return match.Match(CATALOGUE[name].rules(), {**options, game.HEAD_START: text}, 3)


def played(name: str, options: dict[str, Any], head_start: tuple[int, ...]) -> match.Match:
    return play_on(begin(name, options, head_start), random.Random(3))


def end_of(ended: match.Match) -> EndModel:
    name = ended.game.name
    view = CATALOGUE[name].view()
    words = view.words.words_class(Texts(), "ABC"[: ended.options["seats"]], 0)
    end = story.build_end(view, words, ended, 0)
    assert end is not None
    return end


@pytest.mark.parametrize(("name", "options", "head_start"), CASES)
def test_head_start_counts_from_the_first_round_on(
    name: str, options: dict[str, Any], head_start: tuple[int, ...]
) -> None:
    ended = played(name, options, head_start)
    told = CATALOGUE[name].view().rounds
    assert told is not None
    result = ended.game.result(ended.state)
    assert result is not None

    seats = options["seats"]
    gained = [told.count_round_points(each, seats) for each in ended.state.rounds]
    sums = [sum(points) for points in zip(head_start, *gained, strict=True)]

    assert list(result.scores) == sums
    first = told.find_standing(ended.game.observe(ended.state_at(0), 0))[0]
    assert tuple(first) == head_start


@pytest.mark.parametrize(("name", "options", "head_start"), CASES)
def test_head_start_survives_saving_and_recording(
    name: str, options: dict[str, Any], head_start: tuple[int, ...]
) -> None:
    ended = played(name, options, head_start)
    letters = [f"Player {nth}" for nth in range(options["seats"])]
    humans = [match.HUMAN] * options["seats"]
    form = CATALOGUE[name].view().story.record_form

    seats = [match.SeatInfo(*both) for both in zip(letters, humans, strict=True)]
    saved = match.read_match(match.write_match(ended, seats, {}), load_all_rules(CATALOGUE))
    text = rounds.write_record(form, ended, letters, humans, date(2026, 11, 29))
    read = rounds.read_record(form, text, ended.game)

    assert saved.match.state == ended.state
    assert f"\nhead_start: {game.text_of_head_start(head_start)}\n" in text
    assert read.match.state.options.head_start == head_start
    assert read.match.game.result(read.match.state) == ended.game.result(ended.state)


@pytest.mark.parametrize(("name", "options", "head_start"), CASES)
def test_match_without_a_head_start_is_saved_without_that_option(
    name: str, options: dict[str, Any], head_start: tuple[int, ...]
) -> None:
    plain = match.Match(CATALOGUE[name].rules(), options, 3)
    none = begin(name, options, (0,) * options["seats"])

    assert none.state == plain.state
    assert game.HEAD_START not in none.state.options.to_plain()


@pytest.mark.parametrize(
    ("name", "options", "value"),
    [
        ("red7", RED7, "15-0"),
        ("red7", RED7, "3"),
        ("red7", RED7, "3-x"),
        ("red7", RED7, "03-0"),
        ("red7", RED7, "-3-0"),
        ("red7", RED7, [3, 0]),
        ("red7", {**RED7, "rules": "basic@1.3"}, "3-0"),
        ("spring", SPRING, "5-0-0"),
        ("spring", SPRING, "1-0"),
    ],
)
def test_invalid_head_start_error_names_its_option(
    name: str, options: dict[str, Any], value: Any
) -> None:
    with pytest.raises(game.InvalidOptions) as error:
        CATALOGUE[name].rules().start({**options, game.HEAD_START: value}, 1)

    assert error.value.key == game.HEAD_START


@pytest.mark.parametrize(("name", "options"), [("red7", RED7), ("spring", SPRING)])
def test_largest_head_start_is_one_below_what_ends_a_match(
    name: str, options: dict[str, Any]
) -> None:
    most = {"red7": "14-0", "spring": "4-0-0"}[name]

    state = CATALOGUE[name].rules().start({**options, game.HEAD_START: most}, 1)

    assert CATALOGUE[name].rules().result(state) is None


@pytest.mark.parametrize(("name", "options", "head_start"), CASES)
def test_head_start_is_shown_in_match_lists_and_on_the_end_page(
    name: str, options: dict[str, Any], head_start: tuple[int, ...]
) -> None:
    ended = played(name, options, head_start)

    line = (
        CATALOGUE[name].view().story.summarise_match(Texts(), ended.game.observe(ended.state, None))
    )
    end = end_of(ended)

    title = {"red7": "Head start", "spring": "Starting trash"}[name]
    counts = ":".join(map(str, head_start))
    assert f"{title} {counts}" in line.rules
    assert to_plain(end.turning_point.head_start).startswith(f"{title}: ")
    assert end.rounds is not None
    assert (end.rounds.rows[0].number, end.rounds.rows[0].names) == (0, title)


def test_head_start_decides_who_led_a_match() -> None:
    """The one ahead by the head start has led all the way, though both won as many points."""
    ended = played("red7", RED7, (14, 0))

    assert ended.game.result(ended.state) is not None
    assert end_of(ended).turning_point.line
