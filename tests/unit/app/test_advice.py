"""Who may speak at the table, and when the focus has rested long enough."""

from __future__ import annotations

from functools import partial

import pytest

from red7_desktop.app.table import advice
from red7_desktop.app.table.advice import (
    DWELL,
    AdviceConditions,
    AdvicePriority,
    AdviceRequest,
    AdviceSource,
)
from red7_desktop.scene.node import Node

REFUSAL = AdviceRequest(AdviceSource.MESSAGE, AdvicePriority.REFUSAL)
GOAL = AdviceRequest(AdviceSource.BUBBLE, AdvicePriority.GOAL)
HINT = AdviceRequest(AdviceSource.BUBBLE, AdvicePriority.HINT)
CLOSE_UP = AdviceRequest(AdviceSource.CLOSE_UP, AdvicePriority.PREVIEW)
ASKED_CLOSE_UP = AdviceRequest(AdviceSource.CLOSE_UP, AdvicePriority.LOOK)
FOCUSED = AdviceRequest(AdviceSource.OUTCOMES, AdvicePriority.PREVIEW)
PICKED = AdviceRequest(AdviceSource.OUTCOMES, AdvicePriority.PREVIEW, is_of_picked=True)
TIP = AdviceRequest(AdviceSource.TIP, AdvicePriority.TIP)


@pytest.mark.parametrize(
    ("requests", "voices"),
    [
        ([], set()),
        ([TIP], {AdviceSource.TIP}),
        ([TIP, FOCUSED], {AdviceSource.OUTCOMES}),
        ([FOCUSED, HINT, TIP], {AdviceSource.BUBBLE}),
        ([HINT, CLOSE_UP], {AdviceSource.BUBBLE}),
        ([HINT, ASKED_CLOSE_UP], {AdviceSource.CLOSE_UP}),
        ([GOAL, ASKED_CLOSE_UP], {AdviceSource.CLOSE_UP}),
        ([REFUSAL, ASKED_CLOSE_UP], {AdviceSource.MESSAGE}),
        ([REFUSAL, GOAL, FOCUSED, TIP], {AdviceSource.MESSAGE}),
        ([FOCUSED, CLOSE_UP], {AdviceSource.CLOSE_UP}),
        ([CLOSE_UP, FOCUSED], {AdviceSource.OUTCOMES}),
        ([PICKED], {AdviceSource.OUTCOMES}),
        ([PICKED, HINT, TIP], {AdviceSource.OUTCOMES, AdviceSource.BUBBLE}),
        ([REFUSAL, GOAL, PICKED], {AdviceSource.OUTCOMES, AdviceSource.MESSAGE}),
    ],
)
def test_one_advice_callout_is_shown_beside_outcomes_of_picked_cards(
    requests: list[AdviceRequest], voices: set[AdviceSource]
) -> None:
    assert advice.choose_sources(requests) == voices


@pytest.mark.parametrize(
    ("situation", "silent"),
    [
        (AdviceConditions(), set()),
        (
            AdviceConditions(assists=False),
            {AdvicePriority.PREVIEW, AdvicePriority.MARKS, AdvicePriority.STATISTICS},
        ),
        (AdviceConditions(shows_marks=False), {AdvicePriority.MARKS, AdvicePriority.STATISTICS}),
        (AdviceConditions(shows_outcomes=False), {AdvicePriority.PREVIEW}),
        (AdviceConditions(is_done=True), {AdvicePriority.PREVIEW}),
    ],
)
def test_advice_switched_off_by_settings_mode_or_turn_is_silent(
    situation: AdviceConditions, silent: set[AdvicePriority]
) -> None:
    assert advice.list_silent(situation) == silent


def _note(told: list[tuple[AdviceSource, bool]], source: AdviceSource, is_shown: bool) -> None:
    told.append((source, is_shown))


def test_advice_coordinator_shows_a_waiting_source_after_a_withdrawal() -> None:
    director = advice.AdviceCoordinator()
    told: list[tuple[AdviceSource, bool]] = []
    for source in AdviceSource:
        director.register(source, partial(_note, told, source))

    director.request(HINT)
    was_shown = director.request(TIP)
    director.request(REFUSAL)
    director.withdraw(AdviceSource.MESSAGE)
    director.withdraw(AdviceSource.BUBBLE)

    assert not was_shown
    assert told == [
        (AdviceSource.BUBBLE, True),
        (AdviceSource.BUBBLE, False),
        (AdviceSource.MESSAGE, True),
        (AdviceSource.MESSAGE, False),
        (AdviceSource.BUBBLE, True),
        (AdviceSource.BUBBLE, False),
        (AdviceSource.TIP, True),
    ]


def test_advice_coordinator_shows_a_source_again_at_a_new_request() -> None:
    director = advice.AdviceCoordinator()
    told: list[bool] = []
    director.register(AdviceSource.BUBBLE, told.append)

    director.request(GOAL)
    director.request(HINT)
    director.withdraw(AdviceSource.BUBBLE)
    director.withdraw(AdviceSource.BUBBLE)

    assert told == [True, True, False]


def test_focus_dwell_fires_once_after_its_delay() -> None:
    dwell = advice.FocusDwell()
    node = Node()

    dwell.watch(node, 1.0)

    assert not dwell.watch(node, 1.0 + DWELL - 0.01)
    assert dwell.watch(node, 1.0 + DWELL)
    assert not dwell.watch(node, 9.0)
    assert dwell.has_rested


def test_focus_dwell_restarts_when_the_focus_moves_after_pointer_use() -> None:
    dwell = advice.FocusDwell()
    first = Node()
    second = Node()
    dwell.watch(first, 0.0)

    dwell.suspend()
    assert not dwell.watch(first, 9.0)
    assert dwell.watch(second, 9.0)
    assert not dwell.has_rested
    assert dwell.watch(second, 9.01 + DWELL)
