"""Who may speak at the table, and when the focus has rested long enough."""

from __future__ import annotations

from functools import partial

import pytest

from red7_desktop.app.table import advice
from red7_desktop.app.table.advice import DWELL, Rank, Request, Situation, Source
from red7_desktop.scene.node import Node

REFUSAL = Request(Source.MESSAGE, Rank.REFUSAL)
GOAL = Request(Source.BUBBLE, Rank.GOAL)
HINT = Request(Source.BUBBLE, Rank.HINT)
CLOSE_UP = Request(Source.CLOSE_UP, Rank.PREVIEW)
ASKED_CLOSE_UP = Request(Source.CLOSE_UP, Rank.LOOK)
FOCUSED = Request(Source.OUTCOMES, Rank.PREVIEW)
PICKED = Request(Source.OUTCOMES, Rank.PREVIEW, is_of_picked=True)
TIP = Request(Source.TIP, Rank.TIP)


@pytest.mark.parametrize(
    ("requests", "voices"),
    [
        ([], set()),
        ([TIP], {Source.TIP}),
        ([TIP, FOCUSED], {Source.OUTCOMES}),
        ([FOCUSED, HINT, TIP], {Source.BUBBLE}),
        ([HINT, CLOSE_UP], {Source.BUBBLE}),
        ([HINT, ASKED_CLOSE_UP], {Source.CLOSE_UP}),
        ([GOAL, ASKED_CLOSE_UP], {Source.CLOSE_UP}),
        ([REFUSAL, ASKED_CLOSE_UP], {Source.MESSAGE}),
        ([REFUSAL, GOAL, FOCUSED, TIP], {Source.MESSAGE}),
        ([FOCUSED, CLOSE_UP], {Source.CLOSE_UP}),
        ([CLOSE_UP, FOCUSED], {Source.OUTCOMES}),
        ([PICKED], {Source.OUTCOMES}),
        ([PICKED, HINT, TIP], {Source.OUTCOMES, Source.BUBBLE}),
        ([REFUSAL, GOAL, PICKED], {Source.OUTCOMES, Source.MESSAGE}),
    ],
)
def test_choose_voices_lets_one_callout_speak_beside_picked_cards(
    requests: list[Request], voices: set[Source]
) -> None:
    assert advice.choose_sources(requests) == voices


@pytest.mark.parametrize(
    ("situation", "silent"),
    [
        (Situation(), set()),
        (Situation(assists=False), {Rank.PREVIEW, Rank.MARKS, Rank.STATISTICS}),
        (Situation(shows_marks=False), {Rank.MARKS, Rank.STATISTICS}),
        (Situation(shows_outcomes=False), {Rank.PREVIEW}),
        (Situation(is_done=True), {Rank.PREVIEW}),
    ],
)
def test_list_silent_follows_settings_mode_and_turn(
    situation: Situation, silent: set[Rank]
) -> None:
    assert advice.list_silent(situation) == silent


def _note(told: list[tuple[Source, bool]], source: Source, is_shown: bool) -> None:
    told.append((source, is_shown))


def test_director_shows_a_waiting_source_when_the_other_has_gone() -> None:
    director = advice.Director()
    told: list[tuple[Source, bool]] = []
    for source in Source:
        director.register(source, partial(_note, told, source))

    director.request(HINT)
    was_shown = director.request(TIP)
    director.request(REFUSAL)
    director.withdraw(Source.MESSAGE)
    director.withdraw(Source.BUBBLE)

    assert not was_shown
    assert told == [
        (Source.BUBBLE, True),
        (Source.BUBBLE, False),
        (Source.MESSAGE, True),
        (Source.MESSAGE, False),
        (Source.BUBBLE, True),
        (Source.BUBBLE, False),
        (Source.TIP, True),
    ]


def test_director_shows_renewed_words_again() -> None:
    director = advice.Director()
    told: list[bool] = []
    director.register(Source.BUBBLE, told.append)

    director.request(GOAL)
    director.request(HINT)
    director.withdraw(Source.BUBBLE)
    director.withdraw(Source.BUBBLE)

    assert told == [True, True, False]


def test_dwell_rests_after_its_time_and_once() -> None:
    dwell = advice.FocusDwell()
    node = Node()

    dwell.watch(node, 1.0)

    assert not dwell.watch(node, 1.0 + DWELL - 0.01)
    assert dwell.watch(node, 1.0 + DWELL)
    assert not dwell.watch(node, 9.0)
    assert dwell.has_rested


def test_dwell_begins_again_when_the_focus_moves_or_the_pointer_is_used() -> None:
    dwell = advice.FocusDwell()
    first = Node()
    second = Node()
    dwell.watch(first, 0.0)

    dwell.suspend()
    assert not dwell.watch(first, 9.0)
    assert dwell.watch(second, 9.0)
    assert not dwell.has_rested
    assert dwell.watch(second, 9.01 + DWELL)
